//! Patterns of events, by the names that GDL gives these (`gdl-reference` 12, "Notices", and 13), and unit types as forms name them.

use super::Fault;
use crate::parameters::unit::NAME;
use crate::{Atom, Design, Diagnostic, TypeId, UnitType, plural};

/// Unit types as a form names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitTypes {
    /// All: `u*`.
    Every,
    /// Those of a list, or one alone.
    These(Vec<UnitType>),
}

impl UnitTypes {
    /// Whether a type is meant.
    #[must_use]
    pub fn contain(&self, kind: UnitType) -> bool {
        match self {
            UnitTypes::Every => true,
            UnitTypes::These(kinds) => kinds.contains(&kind),
        }
    }

    /// Many of them, in words: `cities and towns`.
    #[must_use]
    pub fn in_plural(&self, design: &Design) -> String {
        match self {
            UnitTypes::Every => "units".to_owned(),
            UnitTypes::These(kinds) => {
                let names: Vec<String> = kinds.iter().map(|&kind| plural(design.spoken_name(NAME, kind))).collect();
                match names.as_slice() {
                    [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
                    names => names.concat(),
                }
            }
        }
    }

    /// Of a name, the number of a type, `u*`, or a list of these.
    pub(super) fn read<'a>(atom: &'a Atom, design: &'a Design) -> Result<UnitTypes, Fault<'a>> {
        let unknown = || Diagnostic::error("unknown-type", format!("there is no unit type `{atom}`"));
        match atom {
            Atom::List(list) => {
                let mut all = Vec::new();
                for part in list.iter().filter(|part| !matches!(part.word(), Some("append" | "list" | "quote"))) {
                    match UnitTypes::read(part, design)? {
                        UnitTypes::Every => all.extend(design.unit_types()),
                        UnitTypes::These(kinds) => all.extend(kinds),
                    }
                }
                Ok(UnitTypes::These(all))
            }
            Atom::Int(index) => match usize::try_from(*index) {
                Ok(index) if index < design.units.len() => Ok(UnitTypes::These(vec![UnitType::at(index)])),
                _ => Err((atom, unknown())),
            },
            Atom::Word(name) | Atom::Text(name) => match design.find(name) {
                _ if name == "u*" => Ok(UnitTypes::Every),
                Some(kind) => Ok(UnitTypes::These(vec![kind])),
                None => Err((atom, unknown().did_you_mean(name, design.units.names.iter().map(String::as_str)))),
            },
        }
    }
}

/// A pattern of events: a name, and for each unit that the event tells of the types that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPattern {
    /// The event's name.
    pub name: String,
    /// By place; units that are not named may be of any type.
    pub types: Vec<UnitTypes>,
}

impl EventPattern {
    /// Of `word` or `(word types ..)`.
    ///
    /// # Errors
    /// What is no pattern, or names no type: the atom that is at fault.
    pub fn read<'a>(atom: &'a Atom, design: &'a Design) -> Result<EventPattern, Fault<'a>> {
        let (name, types) = match atom.list() {
            Some(list) => (list.first().and_then(Atom::text), list.get(1..).unwrap_or_default()),
            None => (atom.text(), &[][..]),
        };
        let Some(name) = name else {
            let diagnostic = Diagnostic::error("wrong-kind", format!("`{atom}` is no pattern"));
            return Err((atom, diagnostic.expected("word or (word type)")));
        };
        let types = types.iter().map(|types| UnitTypes::read(types, design)).collect::<Result<_, _>>()?;
        Ok(EventPattern { name: name.to_owned(), types })
    }
}

impl EventPattern {
    /// Checks that a pattern's name is one of these words, which are names of `what`.
    pub(super) fn check_name<'a>(pattern: &'a Atom, words: &[&str], what: &str) -> Result<(), Fault<'a>> {
        let name = pattern.list().and_then(<[Atom]>::first).unwrap_or(pattern);
        match name.word() {
            Some(word) if !words.contains(&word) => {
                let diagnostic = Diagnostic::warning("unknown-word", format!("there is no {what} `{word}`"));
                Err((name, diagnostic.did_you_mean(word, words.iter().copied())))
            }
            _ => Ok(()),
        }
    }
}

/// Words for events and for the results of actions (`gdl-reference` 13).
pub const EVENTS: &[&str] = &[
    "log-started",
    "log-ended",
    "game-started",
    "game-saved",
    "game-restarted",
    "game-ended",
    "side-joined",
    "side-lost",
    "side-withdrew",
    "side-won",
    "unit-created",
    "unit-completed",
    "unit-moved",
    "unit-assaulted",
    "unit-damaged",
    "unit-captured",
    "unit-acquired",
    "unit-revolted",
    "unit-surrendered",
    "unit-killed",
    "unit-wrecked",
    "unit-died-in-accident",
    "unit-wrecked-in-accident",
    "unit-vanished",
    "unit-garrisoned",
    "unit-disbanded",
    "unit-starved",
    "unit-died-from-temperature",
    "unit-died-from-attrition",
    "unit-wrecked-from-attrition",
    "unit-merged",
    "unit-left-world",
    "unit-type-changed",
    "unit-name-changed",
    "unit-started-with",
    "action-ok",
    "action-error",
    "action-done",
    "cannot-do",
    "occ-cannot-do",
    "insufficient-acp",
    "insufficient-mp",
    "insufficient-material",
    "insufficient-ammo",
    "insufficient-tooling",
    "too-far",
    "too-near",
    "blocking-zoc",
    "cannot-leave-world",
    "destination-full",
    "unit-gone",
    "no-path",
    "attack-cannot-hit",
    "overrun-cannot-hit",
    "overrun-failed",
    "overrun-succeeded",
    "fire-blocked",
    "fire-cannot-hit",
    "fire-into-outside-world",
    "capture-failed",
    "capture-succeeded",
    "build-completed",
    "extract-no-source",
];
