//! Makes scenarios for strategy games, measures how fair they are, plays them, and draws them.
//!
//! The command `fairmarch` does more; this library is the line itself, for other programs. The same string gives the same scenario, to
//! the byte, on any machine.
//!
//! ```
//! use fairmarch::{draw, play, read, roll, score, write};
//!
//! // A preset, a seed, and what differs from the preset: what `fairmarch roll` prints as its seed string.
//! let scenario = roll("generals-view:2:size=14x12")?;
//! for side in &scenario.sides {
//!     println!("{} plays here", side.name);
//! }
//! println!("{}", fairmarch::output::terminal_map(&scenario, 78, false));
//!
//! // What each seat has of what matters, and the share of wins that is expected of it.
//! let fairness = score(&scenario);
//! println!("score {:.2}", fairness.score);
//! assert_eq!(fairness.seats, 2);
//!
//! // Matches among players of the game, who change seats; the report says what each seat won, with its doubt.
//! let report = play(&scenario, &["goal", "random"], 4)?;
//! println!("{}", report.text());
//! assert_eq!(report.games, 4);
//!
//! // The map as a picture: a PNG.
//! let png = draw(&scenario)?;
//! assert!(png.starts_with(b"\x89PNG"));
//!
//! // The whole scenario as a file, which the command, the window and this library read.
//! let text = write(&scenario);
//! assert_eq!(write(&read("scenario.ron", &text)?), text);
//! # Ok::<(), fairmarch::Error>(())
//! ```
//!
//! What stands behind these functions is re-exported: [`pipeline`] for designs of one's own and requests in code, [`prove`] for starts
//! that matches make even, [`playtest`] for matches move by move, [`output`] for other formats and pictures. Those crates are internal
//! parts of Fairmarch: they change with each version.
//!
//! With `default-features = false` what only the command needs is left out.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use diagnostics::Diagnostics;
pub use playtest::Report;
pub use world::{Fairness, Scenario};
pub use {output, pipeline, playtest, prove};

use output::{PictureStyle, WriteError};
use pipeline::{Loaded, Options, RequestError, SharedString};
use playtest::{PlayerName, Session, SessionError, SessionSettings, no_programs};
use prove::{FairError, MatchLog};

/// Why there is no scenario, no match or no picture.
#[derive(Debug)]
pub enum Error {
    /// No preset has this name.
    NoPreset(String),
    /// It is no seed string: why.
    String(RequestError),
    /// The string was made with another version of the preset or of Fairmarch: it might give another scenario. Without its digest it is
    /// rolled all the same.
    Outdated(String),
    /// Everything that is wrong with a file.
    Faults(Diagnostics),
    /// The seed gives no scenario, or no fair one: why.
    Roll(FairError),
    /// It cannot be played, or not by these players: why.
    Play(String),
    /// It cannot be drawn: why.
    Draw(WriteError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoPreset(name) => write!(f, "there is no preset `{name}`"),
            Error::Outdated(why) | Error::Play(why) => f.write_str(why),
            Error::String(error) => error.fmt(f),
            Error::Faults(Diagnostics(faults)) => {
                let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Error::Roll(error) => error.fmt(f),
            Error::Draw(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// The scenario of a seed string such as `classic:42` or `duel:7:size=32x30,sides=2`, measured for fairness. A string that asks for
/// matches (`fair=even`) is played until its start is as even as it asks for, or as even as its bound of matches allows:
/// [`Scenario::played`] tells what came of it.
///
/// # Errors
/// If the string is none, or gives no scenario: see [`Error`].
pub fn roll(string: &str) -> Result<Scenario, Error> {
    let shared: SharedString = string.parse().map_err(Error::String)?;
    let loaded = load(&shared)?;
    let options = Options::new(&shared.preset);
    let never = AtomicBool::new(false);
    let made = prove::roll(&loaded, &shared.request, &options, &MatchLog::none(), &never, &|_| {});
    Ok(made.map_err(Error::Roll)?.roll.scenario)
}

/// The preset of a string, as the string knew it.
fn load(shared: &SharedString) -> Result<Loaded, Error> {
    let loaded = pipeline::load_preset(&shared.preset).ok_or_else(|| Error::NoPreset(shared.preset.clone()))?;
    let loaded = loaded.map_err(Error::Faults)?;
    match loaded.compare_digest(shared) {
        Some(outdated) => Err(Error::Outdated(outdated.message)),
        None => Ok(loaded),
    }
}

/// The scenario that a text holds: a `scenario.ron` that was written by [`write()`], by the command or by the window. `file` is its name in
/// messages.
///
/// # Errors
/// Everything that is wrong with it, each fault with its line.
pub fn read(file: &str, text: &str) -> Result<Scenario, Error> {
    pipeline::read_scenario(file, text, &|_| None).map(|(scenario, _)| scenario).map_err(Error::Faults)
}

/// A scenario as the text of a file, with its design: [`read`] gives it back.
#[must_use]
pub fn write(scenario: &Scenario) -> String {
    formats::write_scenario(scenario)
}

/// Measures how fair a scenario is, with the weights that come with Fairmarch.
#[must_use]
pub fn score(scenario: &Scenario) -> Fairness {
    playtest::score(scenario, &playtest::weights())
}

/// Plays this many matches on all threads, by the players of the scenario's game with these names (`random`, `greedy`, `goal`,
/// `search:200`): one for all seats, or one each, who change seats from match to match. The same call gives the same report.
///
/// # Errors
/// If the scenario cannot be played, or not by these players.
pub fn play(scenario: &Scenario, players: &[&str], matches: u32) -> Result<Report, Error> {
    let runner = playtest::open(scenario).map_err(|error| Error::Play(error.to_string()))?;
    let players: Result<Vec<PlayerName>, String> = players.iter().map(|name| name.parse()).collect();
    let players = players.map_err(Error::Play)?;
    let session = Session::new(Arc::new(runner), players, SessionSettings::default(), Arc::new(no_programs))
        .map_err(|error: SessionError| Error::Play(error.to_string()))?;
    let Ok(_) = session.play(matches, &AtomicBool::new(false), &mut |_, _, _| Ok::<(), Infallible>(()));
    Ok(session.report())
}

/// The map as a picture, with names and a legend: the bytes of a PNG.
///
/// # Errors
/// If the map is too large for a picture.
pub fn draw(scenario: &Scenario) -> Result<Vec<u8>, Error> {
    let mut png = Vec::new();
    output::write_png(scenario, &PictureStyle::default(), &mut png).map_err(Error::Draw)?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_says_why_it_cannot() {
        let said = |string: &str| roll(string).expect_err(string).to_string();
        assert_eq!(said("atlantis:7"), "there is no preset `atlantis`");
        assert!(said("duel:7:sidez=2").contains("sidez"), "{}", said("duel:7:sidez=2"));
        assert!(matches!(roll("duel@00000001:7"), Err(Error::Outdated(why)) if why.contains("00000001")));
        let scenario = roll("generals-view:5:size=10x10").expect("it can be rolled");
        let refused = play(&scenario, &["grandmaster"], 1).expect_err("nobody has that name").to_string();
        assert!(refused.contains("grandmaster"), "{refused}");
    }
}
