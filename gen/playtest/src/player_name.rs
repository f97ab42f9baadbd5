//! Players as users name them: `goal`, `search:500`, `cmd:python3 my_bot.py`.
//!
//! **Invariant:** no file starts a program. What is read from a file is an [`OwnPlayer`], which has no word for one; a [`PlayerName`] comes
//! from arguments alone.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use diagnostics::{is_control, visible};
use serde::{Deserialize, Deserializer};

/// How the names of programs begin.
const PROGRAM: &str = "cmd:";

/// A player that a file can name: one of the ruleset's own, or a person.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwnPlayer {
    /// Its name.
    pub name: String,
    /// The budget: `search:500` makes 500 playouts a turn.
    pub budget: Option<u32>,
}

/// The choice of a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayerName {
    /// One of the ruleset's own players, with the number behind its name, if there is one.
    Own(OwnPlayer),
    /// A program outside, started by this command line.
    Command(String),
}

impl OwnPlayer {
    /// The player of this name, without a number.
    #[must_use]
    pub fn new(name: &str) -> OwnPlayer {
        OwnPlayer { name: name.to_owned(), budget: None }
    }
}

impl PlayerName {
    /// The name of a person at the keyboard.
    pub const HUMAN: &str = "human";

    /// The ruleset's own player of this name.
    #[must_use]
    pub fn own(name: &str) -> PlayerName {
        PlayerName::Own(OwnPlayer::new(name))
    }

    /// Whether it is a person.
    #[must_use]
    pub fn is_human(&self) -> bool {
        matches!(self, PlayerName::Own(own) if own.name == PlayerName::HUMAN)
    }
}

impl FromStr for OwnPlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<OwnPlayer, String> {
        let text = text.trim();
        if text.starts_with(PROGRAM) {
            return Err("programs are named on the command line alone".to_owned());
        }
        let (name, budget) = match text.split_once(':') {
            None => (text, None),
            Some((name, budget)) => {
                let wrong = || format!("`{budget}` behind `{name}:` is not a number from 1 to 100000000");
                let budget: u32 = budget.parse().map_err(|_| wrong())?;
                if !(1..=100_000_000).contains(&budget) {
                    return Err(wrong());
                }
                (name, Some(budget))
            }
        };
        if name == PlayerName::HUMAN && budget.is_some() {
            return Err("`human` has no number behind its name".to_owned());
        }
        if name.is_empty() || name.contains(is_control) {
            return Err("a player has a name, such as `goal`".to_owned());
        }
        Ok(OwnPlayer { name: name.to_owned(), budget })
    }
}

impl FromStr for PlayerName {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerName, String> {
        let Some(command) = text.trim().strip_prefix(PROGRAM) else { return Ok(PlayerName::Own(text.parse()?)) };
        let command = command.trim();
        if command.is_empty() {
            Err("`cmd:` wants a command, such as `cmd:python3 my_bot.py`".to_owned())
        } else {
            Ok(PlayerName::Command(command.to_owned()))
        }
    }
}

impl fmt::Display for OwnPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            None => f.write_str(&self.name),
            Some(budget) => write!(f, "{}:{budget}", self.name),
        }
    }
}

/// As it is shown and kept: what would change a terminal is escaped.
impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Own(own) => own.fmt(f),
            PlayerName::Command(command) => write!(f, "{PROGRAM}{}", visible(command)),
        }
    }
}

/// Reads names of players from a file: they are shown, and so they come without what would change a terminal.
pub(crate) fn read_names<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    Ok(names.iter().map(|name| visible(name).into_owned()).collect())
}

/// The same of what a file tells of each player.
pub(crate) fn read_by_name<'de, D, T>(from: D) -> Result<BTreeMap<String, T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let told = BTreeMap::<String, T>::deserialize(from)?;
    Ok(told.into_iter().map(|(name, value)| (visible(&name).into_owned(), value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_as_it_is_written() {
        for text in ["goal", "human", "search:500", "cmd:python3 bot.py --depth 3"] {
            assert_eq!(text.parse::<PlayerName>().unwrap().to_string(), text);
        }
        for text in ["", "cmd:", "search:", "search:0", "search:x", ":5", "human:5", "a\u{1b}[2Jb", "a\u{202e}b"] {
            assert!(text.parse::<PlayerName>().is_err(), "{text}");
        }
    }

    #[test]
    fn files_name_no_program_and_nothing_that_changes_a_terminal() {
        for text in ["cmd:sh", " cmd:sh", "cmd:5", "cmd:"] {
            assert!(text.parse::<OwnPlayer>().is_err(), "{text}");
        }
        let command: PlayerName = "cmd:sh -c '\u{1b}[2J'".parse().unwrap();
        assert_eq!(command.to_string(), "cmd:sh -c '\\u{1b}[2J'");
        let names = read_names(&mut serde_json::Deserializer::from_str(r#"["a\u001b[2Jb", "goal"]"#)).unwrap();
        assert_eq!(names, ["a\\u{1b}[2Jb", "goal"]);
        let told: BTreeMap<String, u32> =
            read_by_name(&mut serde_json::Deserializer::from_str(r#"{"a\u202eb": 1}"#)).unwrap();
        assert_eq!(told, BTreeMap::from([("a\\u{202e}b".to_owned(), 1)]));
    }
}
