//! A document: a design with its request, the scenario made from them, how it was made, and where it is kept; and the history of
//! documents, through which one goes back and forth.

use std::sync::Arc;
use std::time::Duration;

use design::{Diagnostics, counted};
use pipeline::{Loaded, Request, SharedString};
use synth::Warning;
use world::Scenario;

use crate::editing::Edited;

/// One recorded moment of the making.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The method at work.
    pub method: String,
    /// What the method had just done.
    pub label: String,
    /// The scenario at that moment.
    pub scenario: Arc<Scenario>,
}

/// How a scenario was made.
#[derive(Clone, Debug, Default)]
pub struct Making {
    /// The recorded moments, in order.
    pub stages: Vec<Stage>,
    /// The warnings of the roll.
    pub warnings: Vec<Warning>,
    /// Each method with the time that it took, in the order of running; `fairness` last.
    pub times: Vec<(String, Duration)>,
    /// Seeds that were tried before, and why they were rejected.
    pub rejected: Vec<(u64, String)>,
}

/// What a document is rolled from.
#[derive(Clone, Debug)]
pub struct Base {
    /// The design with its variants.
    pub loaded: Arc<Loaded>,
    /// The design's name in seed strings.
    pub preset: String,
    /// The file of a design of one's own; empty for a preset.
    pub file: String,
}

/// What is open in the window, or was. Its scenario is its revision: a scenario is never changed, only replaced. So what is true of one
/// (a verdict, a match, a picture) keeps that one along, and is shown with no other.
#[derive(Clone, Debug)]
pub struct Document {
    /// What it was rolled from; none for a scenario from a file.
    pub base: Option<Base>,
    /// The request of which it is the roll.
    pub request: Request,
    /// The finished scenario.
    pub scenario: Arc<Scenario>,
    /// How it was made, if that is known.
    pub making: Arc<Making>,
    /// The file that holds this very scenario; empty if none does.
    pub file: String,
    /// The file that it was opened from or saved as, where it is saved again; empty for a roll.
    pub home: String,
    /// What was found when it was opened, besides the faults of its design.
    pub found: Diagnostics,
    /// What was changed by hand.
    pub edited: Option<Edited>,
}

impl Document {
    /// A finished scenario.
    #[must_use]
    pub fn of_scenario(scenario: Scenario) -> Document {
        let shared: Option<SharedString> = scenario.origins.string.parse().ok();
        let request = shared.map(|shared| shared.request).unwrap_or_default();
        Document {
            base: None,
            request: Request { seed: scenario.origins.seed, ..request },
            scenario: Arc::new(scenario),
            making: Arc::default(),
            file: String::new(),
            home: String::new(),
            found: Diagnostics::default(),
            edited: None,
        }
    }

    /// A position of a match. No string makes it, and what was measured and played at the start does not hold for it.
    #[must_use]
    pub(crate) fn of_position(mut position: Scenario) -> Document {
        position.origins.string.clear();
        (position.fairness, position.played) = (None, None);
        Document::of_scenario(position)
    }

    /// The design's name in seed strings; `file` if it is no preset's.
    #[must_use]
    pub fn preset(&self) -> &str {
        self.base.as_ref().map_or("file", |base| &base.preset)
    }

    /// Its name for people: in the window's title and in notices.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.string(), self.file.as_str()) {
            ("", "") => self.scenario.design.title.clone(),
            ("", file) => file.to_owned(),
            (string, _) => string.to_owned(),
        }
    }

    /// The title in the window.
    #[must_use]
    pub fn title(&self) -> String {
        let title = &self.scenario.design.title;
        match self.name() {
            _ if self.is_unsaved() => format!("{title} · not saved"),
            name if name == *title => name,
            name => format!("{title} · {name}"),
        }
    }

    /// What opens it again: its string, behind the file of a design of one's own; else the file that holds it. Empty if nothing does.
    #[must_use]
    pub fn address(&self) -> String {
        let string = self.string();
        match &self.base {
            Some(base) if !string.is_empty() && base.file.is_empty() => string.to_owned(),
            Some(base) if !string.is_empty() => format!("{} {string}", base.file),
            // A string alone does not tell of which design of one's own it is.
            None if self.file.is_empty() && !string.starts_with("file") => string.to_owned(),
            _ => self.file.clone(),
        }
    }

    /// Whether there is a design to roll others of its kind.
    #[must_use]
    pub const fn can_roll(&self) -> bool {
        self.base.is_some()
    }

    /// Whether it is lost when it is closed.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.address().is_empty()
    }

    /// The request of which this is the roll; none for a scenario from a file, and where a stage was rolled by itself.
    #[must_use]
    pub fn rolled_from(&self) -> Option<Request> {
        self.base.as_ref()?;
        self.string().parse().ok().map(|shared: SharedString| shared.request)
    }

    /// The string that makes this scenario again; empty if there is none.
    #[must_use]
    pub fn string(&self) -> &str {
        &self.scenario.origins.string
    }
}

/// The most documents that are kept, the open one among them.
const KEPT_MAX: usize = 20;

/// What is said of documents that are lost by a new one; nothing if none is.
pub(crate) fn lost_words(gone: &[Document]) -> String {
    match gone {
        [] => String::new(),
        [one] => format!(" {} was not saved and is gone: {KEPT_MAX} are kept.", one.name()),
        _ => format!(" {} were not saved and are gone: {KEPT_MAX} are kept.", counted(gone.len(), "document")),
    }
}

/// The most cells of all kept documents together, apart from the open one: stages share layers, but large worlds are large.
const CELLS_MAX: usize = 20_000_000;

/// The documents before and after the open one, in the order in which they came.
#[derive(Default)]
pub struct History {
    others: Vec<Document>,
    /// How many of them came before the open one.
    at: usize,
}

impl History {
    /// Keeps what was open before another document came. Those after it are dropped, as in any browser. Returns those that are lost by
    /// it: dropped, and kept nowhere else.
    pub(crate) fn note(&mut self, before: Document) -> Vec<Document> {
        let mut gone = self.others.split_off(self.at);
        self.others.push(before);
        self.at = self.others.len();
        self.shorten(&mut gone);
        gone.retain(Document::is_unsaved);
        gone
    }

    /// Keeps what was made of a document behind it; before the open one if that document is gone. Returns those that are lost by it.
    pub(crate) fn keep(&mut self, of: &Arc<Scenario>, made: Document) -> Vec<Document> {
        let place = self.others.iter().position(|other| Arc::ptr_eq(&other.scenario, of));
        let place = place.map_or(self.at, |place| place + 1);
        self.others.insert(place, made);
        self.at += usize::from(place <= self.at);
        let mut gone = Vec::new();
        self.shorten(&mut gone);
        gone.retain(Document::is_unsaved);
        gone
    }

    fn shorten(&mut self, gone: &mut Vec<Document>) {
        let cells = |kept: &[Document]| kept.iter().map(|one| one.scenario.world.area.count()).sum::<usize>();
        while self.others.len() >= KEPT_MAX || (self.others.len() > 1 && cells(&self.others) > CELLS_MAX) {
            if self.at > 0 {
                gone.push(self.others.remove(0));
                self.at -= 1;
            } else {
                gone.extend(self.others.pop());
            }
        }
    }

    /// Opens the next or the previous document in the place of the open one. Returns whether there is one.
    pub(crate) fn step(&mut self, open: &mut Document, forward: bool) -> bool {
        let place = if forward { Some(self.at) } else { self.at.checked_sub(1) };
        let Some(place) = place else { return false };
        let Some(other) = self.others.get_mut(place) else { return false };
        std::mem::swap(other, open);
        self.at = if forward { place + 1 } else { place };
        true
    }

    /// The document of this scenario.
    pub(crate) fn find(&mut self, scenario: &Arc<Scenario>) -> Option<&mut Document> {
        self.others.iter_mut().find(|other| Arc::ptr_eq(&other.scenario, scenario))
    }

    /// How many documents there are before the open one, and after it.
    #[must_use]
    pub fn ways(&self) -> (usize, usize) {
        (self.at, self.others.len() - self.at)
    }
}

#[cfg(test)]
mod tests {
    use world::World;

    use super::*;

    #[test]
    fn what_is_pushed_out_of_the_history_unsaved_is_told() {
        let design = Arc::clone(&pipeline::load_preset("duel").unwrap().unwrap().design);
        let area = grid::Area::new(grid::Shape::Square4, 10, 10).unwrap();
        let blank = Document::of_scenario(Scenario::new(design, World::new(area)));
        let mut history = History::default();
        let kept = Document { file: "kept.ron".to_owned(), ..blank.clone() };
        for one in [&kept, &blank] {
            assert_eq!(lost_words(&history.note(one.clone())), "");
        }
        for _ in 3..KEPT_MAX {
            assert!(history.note(kept.clone()).is_empty());
        }
        assert!(history.note(kept.clone()).is_empty(), "the first that goes is saved");
        assert_eq!(lost_words(&history.note(kept)), " Duel was not saved and is gone: 20 are kept.");
    }
}
