//! What is asked before it is done, because it cannot be taken back: the moves of a program, and what shows what is hidden.

use eframe::egui;

use super::{PlayPanel, heading, table};
use crate::ViewerContext;

/// Something that is done as soon as somebody says yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// A program makes the rest of the moves.
    Auto,
    /// The whole position becomes a scenario.
    OpenTurn,
    /// The match is left, and the whole map shown.
    Leave,
}

/// A question that waits for its answer.
pub(super) struct Asked {
    question: Question,
    /// Whether its button has yet to get the keyboard.
    is_new: bool,
}

impl Question {
    /// What is asked.
    const fn words(self) -> &'static str {
        match self {
            Question::Auto => {
                "A program makes all the moves that you have left in this turn. They cannot be taken back."
            }
            Question::OpenTurn => {
                "The whole position opens as a scenario, with what is hidden from you. The match is kept, and the start page goes \
                 on with it."
            }
            Question::Leave => {
                "The map shows everything then, also what is hidden from you. The match is kept, and the start page goes on with it."
            }
        }
    }

    /// The title of the button that does it.
    const fn title(self) -> &'static str {
        match self {
            Question::Auto => "Let it play",
            Question::OpenTurn => "Open it",
            Question::Leave => "Leave and show the map",
        }
    }

    /// Whether something would be lost by it.
    fn is_needed(self, state: &PlayPanel) -> bool {
        let Some(table) = &state.table else { return false };
        match self {
            Question::Auto => table.person().is_some(),
            Question::OpenTurn | Question::Leave => table.hides && !table.is_over(),
        }
    }

    fn act(self, state: &mut PlayPanel, context: &mut ViewerContext) {
        match self {
            Question::Auto => table::obey(state, context, "auto"),
            Question::OpenTurn => table::open_turn(state, context),
            Question::Leave => table::leave(state, context),
        }
    }
}

/// Asks before it is done; what loses nothing is done at once.
pub(super) fn ask(state: &mut PlayPanel, context: &mut ViewerContext, question: Question) {
    if !question.is_needed(state) {
        return question.act(state, context);
    }
    context.services.show_panel("play");
    context.services.tell(question.words());
    state.asked = Some(Asked { question, is_new: true });
}

/// Shows the question that waits, if any does. Returns whether one does.
pub(super) fn show(state: &mut PlayPanel, context: &mut ViewerContext, ui: &mut egui::Ui) -> bool {
    let Some(asked) = &mut state.asked else { return false };
    let question = asked.question;
    // The way back comes first: what was clicked twice by mistake is not answered with yes.
    let no = ui.button("No, go on playing");
    ui.add_space(8.0);
    heading(ui, "Do you want that?");
    ui.label(question.words());
    ui.add_space(8.0);
    let yes = ui.button(question.title());
    if std::mem::take(&mut asked.is_new) {
        yes.request_focus();
    }
    if no.clicked() || yes.clicked() {
        state.asked = None;
    }
    if yes.clicked() {
        question.act(state, context);
    }
    true
}
