//! What was asked of a fit: [`FIT_FILE`], by which a run goes on with the data of the one before, and with no others.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::{FitSettings, Game};

/// The file in the folder of a fit.
pub const FIT_FILE: &str = "fit.ron";

/// The version of the file that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// All that decides what the data of a map are, by the names of flags, as texts. How many maps there are is not part of it: a run with
/// more maps goes on with those of a run with fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitOrder {
    asked: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct OrderFile {
    format: u32,
    asked: BTreeMap<String, String>,
}

impl FitOrder {
    /// Of settings.
    #[must_use]
    pub fn new(games: &[Game], settings: &FitSettings) -> FitOrder {
        let names = games.iter().map(|game| format!("{}@{:08x}", game.name(), game.loaded.digest));
        let sides = settings.sides.iter().map(u8::to_string);
        let asked = [
            ("NAME", names.collect::<Vec<_>>().join(",")),
            ("--games", settings.games.to_string()),
            ("--player", settings.player.to_string()),
            ("--sides", sides.collect::<Vec<_>>().join(",")),
            ("--seed", settings.seed.to_string()),
        ];
        FitOrder { asked: asked.into_iter().map(|(flag, value)| (flag.to_owned(), value)).collect() }
    }

    /// Of a file, whose name is used in messages.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn read(file: &str, text: &str) -> Result<FitOrder, Diagnostic> {
        let unread = |error| diagnostics::ron_fault("broken-fit", "this is no fit", file, text, error);
        let OrderFile { format, asked } = ron::from_str(text).map_err(unread)?;
        if format != FORMAT {
            let message = format!("{file} is of another version of Fairmarch");
            let fault = Diagnostic::error("broken-fit", message).found(format!("format: {format}"));
            return Err(fault.expected(format!("format: {FORMAT}")));
        }
        Ok(FitOrder { asked })
    }

    /// As a file.
    #[must_use]
    pub fn write(&self) -> String {
        let file = OrderFile { format: FORMAT, asked: self.asked.clone() };
        let style = ron::ser::PrettyConfig::new().indentor("  ").new_line("\n");
        let told = ron::ser::to_string_pretty(&file, style).expect("texts are written without fail");
        format!("// What was asked of this fit: the same command goes on with it, also with more maps.\n{told}\n")
    }

    /// What differs from another order: the flags, each with its value here and there; nothing if they are the same.
    #[must_use]
    pub fn differences(&self, other: &FitOrder) -> Vec<[String; 3]> {
        let flags: BTreeSet<&String> = self.asked.keys().chain(other.asked.keys()).collect();
        let value = |order: &FitOrder, flag: &str| match order.asked.get(flag).map(String::as_str) {
            None | Some("") => "not given".to_owned(),
            Some(value) => format!("`{value}`"),
        };
        let differs = |flag: &&String| self.asked.get(*flag) != other.asked.get(*flag);
        flags.into_iter().filter(differs).map(|flag| [flag.clone(), value(self, flag), value(other, flag)]).collect()
    }

    /// The command that asks for it with a number of maps, without the folder.
    #[must_use]
    pub fn command(&self, count: u32) -> String {
        let names = self.asked.get("NAME").map_or("", String::as_str).split(',');
        let names: Vec<&str> = names.map(|name| name.split('@').next().unwrap_or_default()).collect();
        let mut told = format!("fairmarch fit {} --count {count}", names.join(" "));
        for flag in ["--games", "--player", "--sides", "--seed"] {
            if let Some(value) = self.asked.get(flag).filter(|value| !value.is_empty()) {
                told.push_str(&format!(" {flag} {value}"));
            }
        }
        told
    }
}
