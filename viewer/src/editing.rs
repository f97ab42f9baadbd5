//! Editing the open document: each edit replaces its scenario, and is kept in a journal, in which one goes back and forth.

use std::sync::Arc;

use design::sentence;
use eframe::egui;
use formats::JournalLine;
use world::Scenario;
use world::edit::{Edit, Journal, Refusal, Touched};

use crate::context::News;
use crate::document::Document;
use crate::{Showing, Viewer, ViewerContext, recovery};

/// What was changed of a document by hand.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The scenario without any edit.
    pub plain: Arc<Scenario>,
    /// The edits.
    pub journal: Arc<Journal>,
}

/// Makes a scenario one that was edited: no string gives it, and nothing that was measured or played is true of it.
pub(crate) fn make_own(scenario: &mut Scenario) {
    scenario.origins.string.clear();
    (scenario.fairness, scenario.played) = (None, None);
}

impl Document {
    /// How many edits can be taken back, and how many can be made again.
    #[must_use]
    pub fn edits(&self) -> (usize, usize) {
        self.edited.as_ref().map_or((0, 0), |edited| {
            let (at, all) = (edited.journal.position(), edited.journal.entries().len());
            (at, all - at)
        })
    }

    /// Does something to a copy of the scenario and its journal. Where that is refused all is as it was.
    fn change(
        &mut self,
        work: impl FnOnce(&mut Journal, &mut Scenario) -> Result<Touched, Refusal>,
    ) -> Result<Touched, Refusal> {
        let before = self.edited.take();
        let edited = before.clone();
        let mut edited =
            edited.unwrap_or_else(|| Edited { plain: Arc::clone(&self.scenario), journal: Arc::default() });
        let mut scenario = Scenario::clone(&self.scenario);
        make_own(&mut scenario);
        let touched = match work(Arc::make_mut(&mut edited.journal), &mut scenario) {
            Ok(touched) => touched,
            Err(refusal) => {
                self.edited = before;
                return Err(refusal);
            }
        };
        let is_plain = edited.journal.position() == 0;
        self.scenario = if is_plain { Arc::clone(&edited.plain) } else { Arc::new(scenario) };
        self.file.clear();
        self.edited = Some(edited);
        Ok(touched)
    }
}

impl ViewerContext {
    /// Edits the open scenario as its design and its symmetry allow, and enters that under a name. Tells why not, and returns false, if
    /// it cannot be. Parts of a drag are one entry.
    pub fn edit(&mut self, name: &str, edit: &Edit, is_drag: bool) -> bool {
        if self.tells_of_match() {
            return false;
        }
        if !matches!(self.view.showing, Showing::Finished) {
            let way = self.services.keys.with_words("the last stage shows it", "stage-last");
            self.services.tell(format!("Only the finished scenario can be edited: {way}."));
            return false;
        }
        let Some(open) = &mut self.documents.open else { return false };
        let kind = if is_drag { JournalLine::Drag } else { JournalLine::Entry };
        let mut line = String::new();
        let done = edit.fitted(&open.scenario).and_then(|edit| {
            line = formats::journal_line(&open.scenario, kind, name, &edit);
            open.change(|journal, scenario| match kind {
                JournalLine::Drag => journal.drag(scenario, name, edit),
                JournalLine::Entry => journal.enter(scenario, name, edit),
            })
        });
        self.take_edit(done, name, &line, is_drag)
    }

    /// Whether a match of the open scenario is played, so that it cannot be edited: then that is told.
    fn tells_of_match(&mut self) -> bool {
        let is_played = self.view.marks.is_some();
        if is_played {
            self.services.tell("A match is played: leave it before you change the map.");
        }
        is_played
    }

    /// A drag has ended: the next edit is an entry of its own.
    pub(crate) fn end_drag(&mut self) {
        let edited = self.documents.open.as_mut().and_then(|open| open.edited.as_mut());
        if let Some(edited) = edited {
            Arc::make_mut(&mut edited.journal).drop_drag();
            self.documents.recovery.end_drag(&edited.plain, edited.journal.position());
        }
    }

    /// Goes to a position in the journal of the open document. Returns whether there is one.
    pub fn jump_edits(&mut self, position: usize) -> bool {
        let (back, on) = self.documents.open.as_ref().map_or((0, 0), Document::edits);
        if position == back || position > back + on {
            return false;
        }
        // There is one, and it waits: nobody is to go on to the documents behind it.
        if self.tells_of_match() {
            return true;
        }
        let Some(open) = &mut self.documents.open else { return false };
        let (place, word) = if position < back { (position, "Taken back") } else { (position - 1, "Made again") };
        let name = open.edited.as_ref().map_or(String::new(), |edited| edited.journal.entries()[place].name.clone());
        let done = open.change(|journal, scenario| journal.jump(scenario, position));
        self.take_edit(done, &format!("{word}: {name}"), &formats::journal_jump_line(position), false)
    }

    /// Takes the last edit back, or makes the next one again. Returns whether there was one.
    pub(crate) fn step_edits(&mut self, forward: bool) -> bool {
        let (back, _) = self.documents.open.as_ref().map_or((0, 0), Document::edits);
        if forward { self.jump_edits(back + 1) } else { back > 0 && self.jump_edits(back - 1) }
    }

    /// Shows what became of an edit. What is looked at stays.
    fn take_edit(&mut self, done: Result<Touched, Refusal>, words: &str, line: &str, is_drag: bool) -> bool {
        match done {
            Ok(_) => {
                if let Some(edited) = self.documents.open.as_ref().and_then(|open| open.edited.as_ref()) {
                    self.documents.recovery.note(&edited.plain, line, is_drag);
                }
                self.view.show_changed();
                self.services.tell(format!("{words}."));
                // Of a drag the end is measured.
                if self.tools.stroke.is_none_or(|stroke| stroke.is_done) {
                    self.tell_panels(News::Edited);
                }
                true
            }
            Err(refusal) => {
                self.services.tell(sentence(&refusal.words));
                false
            }
        }
    }
}

impl Viewer {
    /// Asks what becomes of edits that are not saved when the window is to be closed.
    pub(crate) fn ask_before_leaving(&mut self, ui: &mut egui::Ui) {
        let is_edited =
            self.context.documents.open.as_ref().is_some_and(|open| open.is_unsaved() && open.edits().0 > 0);
        if ui.input(|input| input.viewport().close_requested()) && is_edited {
            self.is_leaving = true;
            self.context.services.egui.send_viewport_cmd(egui::ViewportCommand::CancelClose);
        }
        if !self.is_leaving {
            return;
        }
        let modal = egui::Modal::new(egui::Id::unique("leaving")).show(ui.ctx(), |ui| {
            ui.heading("What was edited is not saved");
            ui.label("It is lost if the window is closed now.");
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button("Save").clicked() {
                    self.is_leaving = false;
                    self.run("save-scenario");
                }
                if ui.button("Close without saving").clicked() {
                    self.is_leaving = false;
                    // It is meant to be lost: nothing is to be recovered.
                    let ViewerContext { documents, services, view, .. } = &mut self.context;
                    if let Some(edited) = documents.open.take().and_then(|open| open.edited) {
                        recovery::settle(&mut documents.recovery, services, &edited.plain);
                    }
                    view.at_start = true;
                    self.context.services.egui.send_viewport_cmd(egui::ViewportCommand::Close);
                }
                if ui.button("Stay").clicked() {
                    self.is_leaving = false;
                }
            });
        });
        if modal.should_close() {
            self.is_leaving = false;
        }
    }
}
