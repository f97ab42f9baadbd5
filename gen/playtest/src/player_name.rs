//! Players as users name them: `goal`, `search:500`, `cmd:python3 my_bot.py`.

use std::fmt;
use std::str::FromStr;

/// The choice of a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayerName {
    /// One of the ruleset's own players, with the number behind its name, if there is one.
    Own {
        /// Its name.
        name: String,
        /// The budget: `search:500` makes 500 playouts a turn.
        budget: Option<u32>,
    },
    /// A program outside, started by this command line.
    Command(String),
}

impl PlayerName {
    /// The name of a person at the keyboard.
    pub const HUMAN: &str = "human";

    /// Whether it is a person.
    #[must_use]
    pub fn is_human(&self) -> bool {
        matches!(self, PlayerName::Own { name, .. } if name == PlayerName::HUMAN)
    }
}

impl FromStr for PlayerName {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerName, String> {
        let text = text.trim();
        if let Some(command) = text.strip_prefix("cmd:") {
            let command = command.trim();
            return if command.is_empty() {
                Err("`cmd:` wants a command, such as `cmd:python3 my_bot.py`".to_owned())
            } else {
                Ok(PlayerName::Command(command.to_owned()))
            };
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
        if name.is_empty() {
            return Err("a player has a name, such as `goal`".to_owned());
        }
        Ok(PlayerName::Own { name: name.to_owned(), budget })
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Own { name, budget: None } => f.write_str(name),
            PlayerName::Own { name, budget: Some(budget) } => write!(f, "{name}:{budget}"),
            PlayerName::Command(command) => write!(f, "cmd:{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_as_it_is_written() {
        for text in ["goal", "human", "search:500", "cmd:python3 bot.py --depth 3"] {
            assert_eq!(text.parse::<PlayerName>().unwrap().to_string(), text);
        }
        for text in ["", "cmd:", "search:", "search:0", "search:x", ":5", "human:5"] {
            assert!(text.parse::<PlayerName>().is_err(), "{text}");
        }
    }
}
