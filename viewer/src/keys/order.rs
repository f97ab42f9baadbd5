//! Input in order: a late frame brings a shortcut or a click together with the text that was typed after it, and the text belongs to what
//! they opened. So what comes behind them waits for the next frame.

use eframe::egui::{Context, Event, Key, Plugin, RawInput};

/// The most frames for which keys wait until something has the focus that it asked for: it may never be shown.
const FRAMES_MAX: u32 = 3;

/// Holds events back.
#[derive(Default)]
pub(super) struct InOrder {
    held: Vec<Event>,
    /// For how many frames keys have waited.
    frames: u32,
}

impl Plugin for InOrder {
    fn debug_name(&self) -> &'static str {
        "input in order"
    }

    fn input_hook(&mut self, context: &Context, input: &mut RawInput) {
        let mut events = std::mem::take(&mut self.held);
        events.append(&mut input.events);
        let behind = events.iter().position(may_move_focus).map_or(events.len(), |at| at + 1);
        self.held = events.split_off(behind);
        input.events = events;
        if !self.held.is_empty() {
            context.request_repaint();
        }
    }
}

/// Whether a widget may give the keyboard away or take it because of this.
const fn may_move_focus(event: &Event) -> bool {
    match event {
        Event::PointerButton { pressed, .. } => !*pressed,
        Event::Key { key, pressed, .. } => *pressed && matches!(key, Key::Enter | Key::Escape | Key::Tab),
        _ => false,
    }
}

impl InOrder {
    /// Whether keys may wait once more.
    pub(super) const fn may_wait(&self) -> bool {
        self.frames < FRAMES_MAX
    }

    /// Holds back what is left of a frame.
    pub(super) fn hold(&mut self, context: &Context, rest: Vec<Event>) {
        if rest.is_empty() {
            self.frames = 0;
            return;
        }
        self.frames += 1;
        self.held.splice(0..0, rest);
        context.request_repaint();
    }
}
