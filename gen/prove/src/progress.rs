//! What the watchers of a fair roll are told.

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The plain roll is played.
    First,
    /// Starts with other centers race.
    Sites,
    /// Starts with single changes are played.
    Changes,
    /// Handicaps are fitted.
    Handicaps,
    /// What was found is played with fresh seeds.
    Fresh,
}

impl Stage {
    /// The words for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Stage::First => "a first look",
            Stage::Sites => "trying other sites",
            Stage::Changes => "trying changes",
            Stage::Handicaps => "fitting handicaps",
            Stage::Fresh => "fresh matches",
        }
    }
}

/// What watchers are told.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A match was played; it may be told on any thread.
    Match(Progress),
    /// Something was found out, in words.
    Found(String),
}

/// How far it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Matches played in all.
    pub matches: u32,
    /// How many there will be when this is done, and the proof that comes after it succeeds.
    pub expected: u32,
}
