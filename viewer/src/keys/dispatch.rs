//! From pressed keys to commands, and the keyboard focus: on the map, in a dock, in a text field.

use eframe::egui::{self, Event, Id, Key};

use super::order::InOrder;
use super::{Chord, Keys};
use crate::context::Offer;
use crate::panels::SECRET;
use crate::{Command, Dock, Menu, Viewer, ViewerContext, find_command};

/// The keyboard focus.
#[derive(Debug)]
pub struct Focus {
    /// The dock that had it last.
    pub dock: Dock,
    /// The dock that gets it in this frame.
    pub wanted: Option<Dock>,
    /// Whether the map gets it.
    pub wants_map: bool,
    /// The widget that had it at the end of the last frame; egui takes it away on Escape before commands are looked up.
    before: Option<Id>,
    /// Whether that widget was a text field.
    was_text: bool,
}

impl Default for Focus {
    fn default() -> Focus {
        Focus { dock: Dock::Right, wanted: None, wants_map: false, before: None, was_text: false }
    }
}

impl Focus {
    /// Notes at the end of a frame which widget has the focus.
    pub fn note(&mut self, context: &egui::Context) {
        self.before = context.memory(|memory| memory.focused());
        self.was_text = context.text_edit_focused();
    }

    /// Notes the place of a dock.
    pub fn note_dock(&mut self, context: &egui::Context, dock: Dock, room: egui::Rect) {
        // To read a response takes the focus from a widget that got it by this very click on another one.
        if context.input(|input| input.pointer.any_pressed() || input.pointer.any_click()) {
            return;
        }
        let focused = context.memory(|memory| memory.focused()).and_then(|id| context.read_response(id));
        if focused.is_some_and(|widget| room.contains(widget.rect.center())) {
            self.dock = dock;
        }
    }
}

pub(crate) fn commands() -> Vec<Command> {
    let focus = |name, title, help, dock| {
        Command::new(Menu::View, name, title, help, move |viewer| focus_dock(&mut viewer.context, dock))
    };
    let turn = |name, title, help, by: i32| {
        Command::new(Menu::View, name, title, help, move |viewer| turn_panel(&mut viewer.context, by))
    };
    vec![
        Command::new(Menu::View, "focus-map", "Go to the map", "keys typed next are for the map", |viewer| {
            viewer.context.focus.wants_map = true;
        }),
        focus("focus-left", "Go to the left panel", "keys typed next are for the panel on the left", Dock::Left),
        focus("focus-right", "Go to the right panel", "keys typed next are for the panel on the right", Dock::Right),
        focus("focus-bottom", "Go to the bottom panel", "keys typed next are for the panel below", Dock::Bottom),
        turn("next-panel", "Next panel", "the next panel where the keyboard is", 1),
        turn("previous-panel", "Previous panel", "the panel before, where the keyboard is", -1),
    ]
}

/// Gives the focus to a dock, which is shown if it was hidden.
fn focus_dock(context: &mut ViewerContext, dock: Dock) {
    let docks = &mut context.services.session.docks;
    let Some(first) = docks.panels_of(dock).first().copied() else {
        return context.services.tell("No panel is there; panels can be moved to it.");
    };
    let shown = docks.shown(dock);
    docks.show(if shown.is_empty() { first.name } else { shown });
    context.focus.dock = dock;
    context.focus.wanted = Some(dock);
}

/// Shows the panel `by` places further in the dock with the focus.
fn turn_panel(context: &mut ViewerContext, by: i32) {
    let dock = context.focus.dock;
    let docks = &mut context.services.session.docks;
    let names: Vec<&str> = docks.panels_of(dock).into_iter().map(|panel| panel.name).collect();
    if names.is_empty() {
        return;
    }
    let at = names.iter().position(|name| *name == docks.shown(dock));
    let next = at.map_or(0, |at| (at as i32 + by).rem_euclid(names.len() as i32));
    docks.show(names[next as usize]);
    context.focus.wanted = Some(dock);
}

impl Viewer {
    /// Whether a command can be run now.
    #[must_use]
    pub fn can_run(&self, command: &Command) -> bool {
        (command.always || self.context.documents.open.is_some()) && self.disabled_reason(command).is_none()
    }

    /// The reason why a command cannot be run now, in a sentence, if it gives one.
    #[must_use]
    pub fn disabled_reason(&self, command: &Command) -> Option<String> {
        if self.context.view.is_secret(command.tells) {
            return Some(format!("{} waits until you do not play any more: {SECRET}.", command.title));
        }
        let hindered = command.hindered.as_ref().filter(|_| self.context.documents.open.is_some())?;
        hindered(self)
    }

    /// What can be run now, command by command.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        let offer = |command: &Command| match self.can_run(command) {
            true => Offer::Can,
            false => Offer::Cannot(self.disabled_reason(command)),
        };
        crate::commands().iter().map(offer).collect()
    }
}

/// Whether the command is repeated while its key is held down.
fn repeats(command: &str) -> bool {
    [
        "cursor-",
        "pan-",
        "zoom-",
        "stage-next",
        "stage-previous",
        "match-next-",
        "match-previous-",
        "fairness-next-",
        "fairness-previous-",
        "larger",
        "smaller",
    ]
    .iter()
    .any(|begin| command.starts_with(begin))
}

/// The commands that can be run while the palette or a dialog lies over the window.
const OVER_ALL: [&str; 5] = ["palette", "open", "quit", "larger", "smaller"];

impl Keys {
    /// Runs the commands whose keys were pressed, one after the other, before any widget gets the events. What comes behind a command that
    /// gives the keyboard to something waits until that has it.
    pub fn dispatch(viewer: &mut Viewer, ui: &egui::Ui) {
        let context = ui.ctx().clone();
        context.add_plugin(InOrder::default());
        if viewer.panels.keys.capturing.is_some() {
            capture(viewer, ui);
            return;
        }
        let may_wait = context.with_plugin(|order: &mut InOrder| order.may_wait()).unwrap_or(false);
        let (mut kept, mut held, mut refused) = (Vec::new(), Vec::new(), None);
        // The text of a key that ran a command is no text.
        let mut is_command = false;
        // Whether the key is held down whose text comes next, and whether Alt is held with it: then it is no letter.
        let (mut is_held_down, mut is_alt) = (false, false);
        for event in ui.input_mut(|input| std::mem::take(&mut input.events)) {
            if std::mem::take(&mut is_command) && matches!(event, Event::Text(_)) {
                continue;
            }
            if may_wait && viewer.awaits_focus() && is_typed(&event) {
                held.push(event);
                continue;
            }
            let pressed = Chord::of_event(&event);
            is_held_down = pressed.map_or(is_held_down, |(_, is_repeat)| is_repeat);
            is_alt = pressed.map_or(is_alt, |(chord, _)| chord.alt);
            let for_window = pressed.filter(|(chord, _)| !viewer.is_letter_of_match(&context, *chord));
            let Some(((chord, is_repeat), command)) =
                for_window.and_then(|pressed| Some((pressed, viewer.command_for(&context, pressed.0)?)))
            else {
                let is_letter = !(is_alt && matches!(event, Event::Text(_)));
                if is_letter && viewer.plays(&context, &event, is_held_down) {
                    // The command of this key cannot be run now, and nobody wanted it.
                    refused = None;
                } else {
                    kept.push(event);
                }
                continue;
            };
            let is_map_hidden = viewer.context.view.at_start && chord.is_plain();
            if !viewer.can_run(command) || (is_map_hidden && !command.always) {
                refused = refused.take().or_else(|| viewer.disabled_reason(command));
                kept.push(event);
                continue;
            }
            // With Alt a letter is typed too.
            is_command = !chord.ctrl;
            if !is_repeat || repeats(&command.name) {
                viewer.run_command(command);
            }
        }
        ui.input_mut(|input| input.events = kept);
        context.with_plugin(|order: &mut InOrder| order.hold(&context, held));
        if let Some(why) = refused {
            viewer.context.services.tell(why);
        }
    }
}

/// Whether an event comes from the keyboard.
const fn is_typed(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_) | Event::Ime(_))
}

impl Viewer {
    /// Whether something is to have the keyboard that has not got it yet.
    fn awaits_focus(&self) -> bool {
        self.palette.is_new()
            || self.panels.inspector.wants_keyboard()
            || self.context.focus.wanted.is_some()
            || self.context.focus.wants_map
    }

    /// The command of a chord, unless the chord is for something else now.
    fn command_for(&self, context: &egui::Context, chord: Chord) -> Option<&'static Command> {
        let with_sign = || chord.without_shift().and_then(|chord| self.context.services.keys.command_of(chord));
        let name = self.context.services.keys.command_of(chord).or_else(with_sign)?;
        let is_hidden = self.is_covered(context) && !OVER_ALL.contains(&name);
        find_command(name).filter(|_| !is_hidden && self.is_for_command(context, chord))
    }
}

impl Viewer {
    /// Whether the palette, a dialog or a menu lies over the window.
    fn is_covered(&self, context: &egui::Context) -> bool {
        self.palette.is_shown() || self.about || egui::Popup::is_any_open(context)
    }

    /// Gives the match what was typed for the map, where no command of the window has the key. Returns whether the match took it.
    fn plays(&mut self, context: &egui::Context, event: &Event, is_held_down: bool) -> bool {
        let chord = Chord::of_event(event).map_or(Chord::plain(Key::A), |(chord, _)| chord);
        let is_for_map = is_typed(event) && !self.context.view.at_start && self.is_for_command(context, chord);
        is_for_map && !self.is_covered(context) && self.panels.play.press(&mut self.context, event, is_held_down)
    }

    /// Whether a chord is a letter that is typed for the match: none of those runs a command of the map.
    fn is_letter_of_match(&self, context: &egui::Context, chord: Chord) -> bool {
        let is_shown = self.panels.play.is_playing() && !self.context.view.at_start && !self.is_covered(context);
        chord.is_letter() && is_shown && self.is_for_command(context, chord)
    }

    /// Whether a chord is for commands, not for the widget with the focus.
    fn is_for_command(&self, context: &egui::Context, chord: Chord) -> bool {
        let is_escape = chord == Chord::plain(Key::Escape);
        let now = context.memory(|memory| memory.focused());
        let (has, is_text) = if is_escape {
            (self.context.focus.before, self.context.focus.was_text)
        } else {
            (now, context.text_edit_focused())
        };
        if is_text && (chord.is_plain() || chord.edits_text()) {
            return false;
        }
        !chord.is_plain() || has.is_none_or(|id| self.context.view.widget == Some(id))
    }
}

/// Gives the next chord to the editor of keys.
fn capture(viewer: &mut Viewer, ui: &egui::Ui) {
    let chord = ui.input(|input| input.events.iter().find_map(Chord::of_event));
    ui.input_mut(|input| {
        input.events.retain(|event| !matches!(event, Event::Text(_)) && Chord::of_event(event).is_none());
    });
    let Some((chord, _)) = chord else { return };
    let Some(command) = viewer.panels.keys.capturing.take() else { return };
    if chord != Chord::plain(Key::Escape) {
        viewer.context.services.keys.add(&command, chord);
        viewer.context.services.keep_keys();
        // Tab and arrows would otherwise have moved the focus already.
        ui.memory_mut(egui::Memory::stop_text_input);
    }
}
