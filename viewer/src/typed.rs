//! Fields that give what was typed when typing is finished: texts, and numbers within bounds.

use std::ops::RangeInclusive;

use eframe::egui::emath::Numeric;
use eframe::egui::{self, DragValue, Key, Ui};

/// A text field that returns its text when typing is finished, not at each letter.
#[derive(Debug, Default)]
pub(crate) struct Typed {
    text: String,
    shown: String,
}

impl Typed {
    /// Shows it with a value. Returns the new text when it is finished: with Enter, or when the focus leaves.
    pub(crate) fn show(&mut self, ui: &mut Ui, name: &str, value: &str, width: f32, hint: &str) -> Option<String> {
        if self.shown != value {
            value.clone_into(&mut self.text);
            value.clone_into(&mut self.shown);
        }
        let edit = egui::TextEdit::singleline(&mut self.text).char_limit(2000).desired_width(width).hint_text(hint);
        let response = ui.add(edit).accessible_name(name);
        if !response.lost_focus() {
            return None;
        }
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            value.clone_into(&mut self.text);
            return None;
        }
        (self.text != value).then(|| self.text.clone())
    }
}

/// A number within bounds, taken when typing is finished. What lies beyond is drawn back to the nearest bound, which is told
/// ([`take_bounded`]): nobody should wonder where their number went.
pub(crate) fn bounded<'a, Number: Numeric>(
    ui: &Ui,
    name: &str,
    value: &'a mut Number,
    range: RangeInclusive<Number>,
) -> DragValue<'a> {
    let (low, high) = (range.start().to_f64(), range.end().to_f64());
    let (context, name) = (ui.ctx().clone(), name.to_owned());
    let read = move |text: &str| {
        let typed: f64 = text.replace([' ', ',', '%'], "").parse().ok()?;
        let bound = typed.clamp(low, high);
        if typed < low || typed > high {
            let which = if typed < low { "least" } else { "most" };
            let words = format!("{name}: {typed} is beyond the bounds, so it is {bound}, the {which} there can be.");
            context.data_mut(|data| data.insert_temp(told_at(), words));
        }
        Some(typed)
    };
    DragValue::new(value).range(range).custom_parser(read).update_while_editing(false)
}

/// What was told of a number beyond its bounds in this frame.
pub(crate) fn take_bounded(context: &egui::Context) -> Option<String> {
    context.data_mut(|data| data.remove_temp(told_at()))
}

/// Where fields leave what is to be told: they are too deep in panels to reach the line at the bottom.
fn told_at() -> egui::Id {
    egui::Id::unique("number beyond its bounds")
}
