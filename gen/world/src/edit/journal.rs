//! The journal: what was done to a scenario, entry by entry, to go back and forth in.
//!
//! The crate `undo` 0.52 is not used: it keeps an edit whatever came of it, so that a refused one would have to be taken out again.

use super::{Edit, Refusal, Touched};
use crate::Scenario;

/// An entry: an edit that was made, with its inverse.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// What people read in the list.
    pub name: String,
    /// The edit.
    pub edit: Edit,
    /// What takes it back.
    pub inverse: Edit,
}

/// What was done to a scenario, as far back as it goes. Only memory bounds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    made: Vec<Made>,
    position: usize,
    /// Whether the last entry is a drag that is still going on.
    is_open: bool,
}

impl Journal {
    /// All entries, those that were taken back too.
    #[must_use]
    pub fn entries(&self) -> &[Made] {
        &self.made
    }

    /// How many entries hold now: those behind were taken back.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Makes an edit and enters it. What was taken back before is gone then.
    ///
    /// # Errors
    /// As for [`Edit::apply`]. Journal and scenario are as they were then.
    pub fn enter(&mut self, scenario: &mut Scenario, name: &str, edit: Edit) -> Result<Touched, Refusal> {
        let touched = edit.touches(scenario);
        let inverse = edit.apply(scenario)?;
        self.made.truncate(self.position);
        self.made.push(Made { name: name.to_owned(), edit, inverse });
        self.position = self.made.len();
        self.is_open = false;
        Ok(touched)
    }

    /// The same for a part of a drag: it is one entry with the parts before it, until [`Journal::drop_drag`].
    ///
    /// # Errors
    /// As for [`Journal::enter`].
    pub fn drag(&mut self, scenario: &mut Scenario, name: &str, edit: Edit) -> Result<Touched, Refusal> {
        if !self.is_open || self.position < self.made.len() {
            let touched = self.enter(scenario, name, edit)?;
            self.is_open = true;
            return Ok(touched);
        }
        let touched = edit.touches(scenario);
        let inverse = edit.apply(scenario)?;
        if let Some(last) = self.made.pop() {
            let Made { name, edit: before, inverse: back } = last;
            self.made.push(Made { name, edit: before.then(edit), inverse: inverse.then(back) });
        }
        Ok(touched)
    }

    /// A drag ends: the next one is an entry of its own.
    pub const fn drop_drag(&mut self) {
        self.is_open = false;
    }

    /// Goes to a position: takes entries back, or makes them again. What was touched.
    ///
    /// # Errors
    /// If the scenario is not the one that the entries were made in. It then stands where it was refused.
    pub fn jump(&mut self, scenario: &mut Scenario, position: usize) -> Result<Touched, Refusal> {
        self.is_open = false;
        let mut touched = Touched::default();
        let position = position.min(self.made.len());
        while self.position > position {
            let edit = &self.made[self.position - 1].inverse;
            touched.add(edit.touches(scenario));
            edit.apply(scenario)?;
            self.position -= 1;
        }
        while self.position < position {
            let edit = &self.made[self.position].edit;
            touched.add(edit.touches(scenario));
            edit.apply(scenario)?;
            self.position += 1;
        }
        Ok(touched)
    }
}
