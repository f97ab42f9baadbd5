//! A text field that returns its text when typing is finished.

use eframe::egui::{self, Key, Ui};

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
