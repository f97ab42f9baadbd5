//! Changes that only a game knows how to make: of its own section, or of what its rules alone hold to be things that can be changed.

use std::cmp::Ordering;
use std::fmt;

use grid::Area;
use world::Scenario;

/// A change that only a game knows: its kind, and numbers that the kind reads.
#[derive(Clone, Copy)]
pub struct SectionChange {
    /// What knows it.
    pub kind: &'static SectionChangeKind,
    /// What is changed, and into what.
    pub numbers: Numbers,
}

/// What a kind reads of a change: what is changed, and into what.
pub type Numbers = [i64; 3];

/// A kind of change that a game brings.
pub struct SectionChangeKind {
    /// Its name; no other kind has it.
    pub name: &'static str,
    /// Makes the change; a sentence if the scenario has no room for it, or not what it changes: the scenario is as it was then.
    pub apply: fn(Numbers, &mut Scenario) -> Result<(), String>,
    /// The change and a later one of its kind as one change, or as none; nothing if they have to do with different things.
    pub join: fn(Numbers, later: Numbers) -> Option<Option<Numbers>>,
    /// The change in words, for a scenario in which it was made.
    pub tell: fn(Numbers, &Scenario) -> String,
    /// How many cells it moves something; `None` if it does more than to move it.
    pub cells_moved: fn(Numbers, &Area) -> Option<u32>,
}

impl SectionChange {
    /// The change and a later one, as [`SectionChangeKind::join`] has it.
    pub(super) fn then(self, later: SectionChange) -> Option<Option<SectionChange>> {
        let both = if self.kind.name == later.kind.name { (self.kind.join)(self.numbers, later.numbers) } else { None };
        both.map(|joined| joined.map(|numbers| SectionChange { numbers, ..self }))
    }

    fn key(&self) -> (&'static str, Numbers) {
        (self.kind.name, self.numbers)
    }
}

impl PartialEq for SectionChange {
    fn eq(&self, other: &SectionChange) -> bool {
        self.key() == other.key()
    }
}

impl Eq for SectionChange {}

impl PartialOrd for SectionChange {
    fn partial_cmp(&self, other: &SectionChange) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SectionChange {
    fn cmp(&self, other: &SectionChange) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl fmt::Debug for SectionChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind.name, self.numbers)
    }
}
