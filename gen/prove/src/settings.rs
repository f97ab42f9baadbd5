//! What is asked of a fair roll, and what its watchers are told.

use pipeline::FairWish;
use playtest::PlayerName;

/// How a start is made fair.
#[derive(Clone, Debug, PartialEq)]
pub struct FairSettings {
    /// How far from its share of wins a seat may be: 0.05 is 5 points.
    pub delta: f64,
    /// Who plays.
    pub player: PlayerName,
    /// The most matches in all.
    pub matches: u32,
}

impl FairSettings {
    /// The settings that a request asks for.
    ///
    /// # Errors
    /// A sentence, if the player is none of the ruleset's own: a seed string must not start programs.
    pub fn new(wish: &FairWish) -> Result<FairSettings, String> {
        let player: PlayerName = wish.player.parse()?;
        if matches!(player, PlayerName::Command(_)) {
            return Err(format!("`{player}` cannot prove a start: expected a player of the game, such as goal"));
        }
        Ok(FairSettings { delta: wish.delta(), player, matches: wish.matches })
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The plain roll is played.
    First,
    /// Starts with other centres race.
    Sites,
    /// An experiment finds out what single changes are worth.
    Changes,
    /// The best is played with fresh seeds.
    Proof,
}

impl Stage {
    /// The words for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Stage::First => "a first look",
            Stage::Sites => "trying other sites",
            Stage::Changes => "trying changes",
            Stage::Proof => "proving",
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
