//! Sides as a design foresees them: predefined ones, and a library from which others are drawn (seed 000, "Designing the
//! Sides").
//!
//! Whatever is not said of a side is made up when a scenario is rolled: `{}` is a side of which nothing is said.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::{Atom, Diagnostic, Faults, Node, NodeValue, Properties, Scope, Sources, read_properties};

/// Who plays from a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    /// Nothing was said: whoever comes.
    #[default]
    Open,
    /// A person.
    Human,
    /// A player of the program's own, by its name; any if that is empty.
    Ai(String),
    /// Nobody: the side stands where it stands.
    Empty,
}

/// Why there is no such player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot play a seat: expected human, ai, ai:NAME, empty or open")]
pub struct PlayerError(String);

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let is_name =
            |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        match text.split_once(':') {
            None if text == "open" => Ok(Player::Open),
            None if text == "human" => Ok(Player::Human),
            None if text == "ai" => Ok(Player::Ai(String::new())),
            None if text == "empty" => Ok(Player::Empty),
            Some(("ai", name)) if is_name(name) => Ok(Player::Ai(name.to_owned())),
            _ => Err(PlayerError(text.to_owned())),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Open => f.write_str("open"),
            Player::Human => f.write_str("human"),
            Player::Ai(name) if name.is_empty() => f.write_str("ai"),
            Player::Ai(name) => write!(f, "ai:{name}"),
            Player::Empty => f.write_str("empty"),
        }
    }
}

/// The signs that sides can bear, drawn on their flags. Two sides of one colour still differ by them.
pub const EMBLEMS: [&str; 16] = [
    "pale", "disc", "chevron", "cross", "lozenge", "bend", "crescent", "star", "saltire", "fess", "tower", "ring",
    "pile", "quarters", "wave", "checks",
];

/// What is said of a side before a scenario is rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSketch {
    /// Its name; made up if empty, and so on.
    pub name: String,
    /// One of its people.
    pub noun: String,
    /// What is of it.
    pub adjective: String,
    /// Its colour as `rrggbb`.
    pub color: String,
    /// One of [`EMBLEMS`].
    pub emblem: String,
    /// The class that `possible-sides` speaks of; empty: none.
    pub class: String,
    /// How strong it starts, against the others.
    pub advantage: Option<u32>,
    /// Its team; 0: alone.
    pub team: u8,
    /// Who plays it.
    pub player: Player,
    /// Whether a request may not change who plays it, its team and its advantage.
    pub locked: bool,
    /// What only the rules of GDL know of it.
    pub gdl: Properties,
}

/// An item of the side library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibrarySide {
    /// How likely it is to be drawn, against the others.
    pub weight: u32,
    /// How often it may be drawn.
    pub limit: u32,
    /// What it says of a side.
    pub side: SideSketch,
}

/// What may be said of a side, in designs and in scenarios.
const PROPERTIES: [&str; 11] =
    ["name", "noun", "adjective", "color", "emblem-name", "class", "advantage", "team", "player", "locked", "gdl"];

/// Reads a side, and tells of all that is wrong with it. `besides` are entries that the caller reads.
#[must_use]
pub fn read_side(node: &Node, besides: &[&str], sources: &Sources, found: &mut Faults) -> SideSketch {
    SideReader { sources, found }.side(node, besides)
}

/// Reads a side library: sides with `weight` and `limit`.
#[must_use]
pub fn read_side_library(node: &Node, sources: &Sources, found: &mut Faults) -> Vec<LibrarySide> {
    let mut reader = SideReader { sources, found };
    let items = reader.list(node, "`side-library`", LIBRARY_MAX);
    let item = |item: &Node| LibrarySide {
        side: reader.side(item, &["weight", "limit"]),
        weight: reader.int(item, "weight", 1, 1000).unwrap_or(1),
        limit: reader.int(item, "limit", 1, 15).unwrap_or(1),
    };
    items.iter().map(item).collect()
}

/// Reads the predefined sides.
#[must_use]
pub fn read_sides(node: &Node, sources: &Sources, found: &mut Faults) -> Vec<SideSketch> {
    let mut reader = SideReader { sources, found };
    let items = reader.list(node, "`sides`", SIDES_BOUND);
    items.iter().map(|item| reader.side(item, &[])).collect()
}

/// As many sides a game may have: GDL's bound.
pub const SIDES_BOUND: usize = 15;
/// As many items a side library may have.
const LIBRARY_MAX: usize = 255;

struct SideReader<'a> {
    sources: &'a Sources,
    found: &'a mut Faults,
}

impl SideReader<'_> {
    fn fault(&mut self, node: &Node, diagnostic: Diagnostic) {
        self.found.add(self.sources, node.span, diagnostic);
    }

    fn wrong(&mut self, node: &Node, what: &str, expected: &str) {
        let diagnostic = Diagnostic::error("wrong-kind", format!("{what} cannot be this"));
        self.fault(node, diagnostic.found(node.describe()).expected(expected));
    }

    fn list<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Node] {
        let Some(items) = node.items() else {
            self.wrong(node, what, "a list such as [{ \"name\": \"Veland\" }]");
            return &[];
        };
        if let Some(beyond) = items.get(most) {
            let diagnostic = Diagnostic::error("too-many-sides", format!("{what} has too many entries"));
            self.fault(beyond, diagnostic.found(items.len().to_string()).expected(format!("at most {most}")));
        }
        &items[..items.len().min(most)]
    }

    fn side(&mut self, node: &Node, besides: &[&str]) -> SideSketch {
        let Some(entries) = node.entries() else {
            self.wrong(node, "a side", "a map such as { \"name\": \"Veland\" }, or {} for any side");
            return SideSketch::default();
        };
        let known: Vec<&str> = PROPERTIES.iter().chain(besides).copied().collect();
        let mut earlier = BTreeSet::new();
        for (name, _) in entries {
            let told = if !known.contains(&name.text.as_str()) {
                let diagnostic = Diagnostic::error("unknown-entry", format!("a side has no `{}`", name.text));
                diagnostic.one_of(&name.text, &known)
            } else if !earlier.insert(name.text.as_str()) {
                let message = format!("`{}` stands twice in a side", name.text);
                Diagnostic::error("duplicate-name", message).suggest("remove one of them")
            } else {
                continue;
            };
            self.found.add(self.sources, name.span, told);
        }
        SideSketch {
            name: self.text(node, "name"),
            noun: self.text(node, "noun"),
            adjective: self.text(node, "adjective"),
            color: self.color(node),
            emblem: self.emblem(node),
            class: self.class(node),
            advantage: self.int(node, "advantage", 1, 100),
            team: self.int(node, "team", 0, 15).unwrap_or(0) as u8,
            player: self.player(node),
            locked: self.flag(node, "locked"),
            gdl: self.gdl(node),
        }
    }

    fn gdl(&mut self, side: &Node) -> Properties {
        let Some(node) = side.get("gdl") else { return Properties::new() };
        read_properties(&[Scope::Side], node, self.sources, self.found)
    }

    fn text(&mut self, side: &Node, name: &str) -> String {
        let Some(node) = side.get(name) else { return String::new() };
        match node.text() {
            Some(text) if !text.contains(char::is_control) => text.to_owned(),
            Some(_) => {
                self.wrong(node, &format!("`{name}`"), "a text without control characters");
                String::new()
            }
            None => {
                self.wrong(node, &format!("`{name}`"), "a text in quotes");
                String::new()
            }
        }
    }

    fn int(&mut self, side: &Node, name: &str, least: i64, most: i64) -> Option<u32> {
        let node = side.get(name)?;
        match node.value {
            NodeValue::Int(number) if (least..=most).contains(&number) => Some(number as u32),
            _ => {
                self.wrong(node, &format!("`{name}`"), &format!("a whole number from {least} to {most}"));
                None
            }
        }
    }

    fn flag(&mut self, side: &Node, name: &str) -> bool {
        match side.get(name).map(|node| (node, &node.value)) {
            None => false,
            Some((_, NodeValue::Flag(flag))) => *flag,
            Some((node, _)) => {
                self.wrong(node, &format!("`{name}`"), "true or false");
                false
            }
        }
    }

    fn color(&mut self, side: &Node) -> String {
        let color = self.text(side, "color");
        let is_hex = color.len() == 6 && color.bytes().all(|byte| byte.is_ascii_hexdigit());
        match side.get("color") {
            Some(node) if !is_hex && node.text().is_some() => {
                self.wrong(node, "`color`", "six hexadecimal digits such as \"1f77b4\"");
                String::new()
            }
            _ => color,
        }
    }

    fn emblem(&mut self, side: &Node) -> String {
        let emblem = self.text(side, "emblem-name");
        let Some(node) = side.get("emblem-name").filter(|_| !emblem.is_empty()) else { return emblem };
        if !EMBLEMS.contains(&emblem.as_str()) {
            let diagnostic = Diagnostic::error("unknown-word", format!("there is no emblem `{emblem}`"));
            self.fault(node, diagnostic.one_of(&emblem, &EMBLEMS));
        }
        emblem
    }

    /// A word that `possible-sides` can name.
    fn class(&mut self, side: &Node) -> String {
        let class = self.text(side, "class");
        if let Some(node) = side.get("class")
            && (class == INDEPENDENT || class == NOT || class.contains(char::is_whitespace))
        {
            self.wrong(node, "`class`", "one word, such as \"roman\", other than `independent` and `not`");
        }
        class
    }

    fn player(&mut self, side: &Node) -> Player {
        let text = self.text(side, "player");
        let Some(node) = side.get("player").filter(|_| !text.is_empty()) else { return Player::Open };
        text.parse().unwrap_or_else(|_| {
            self.wrong(node, "`player`", "human, ai, ai:NAME, empty or open");
            Player::Open
        })
    }
}

/// Whether a type may belong to a side, by its `possible-sides`: rows of which one must hold wholly; no row at all: it may
/// belong to anyone. In a row stand classes, numbers of sides, and `independent` for nobody; `not` turns the next one
/// round.
///
/// This is GDL's class expression as a list of alternatives, into which every expression of `and`, `or` and `not` can be
/// brought (`gdl-reference`, section 12).
#[must_use]
pub fn may_belong(rows: &[Vec<Atom>], class: &str, number: u8) -> bool {
    let is_met = |atom: &Atom| match atom {
        Atom::Int(side) => *side == i32::from(number),
        Atom::Word(word) if word == INDEPENDENT => number == 0,
        Atom::Word(word) => number != 0 && word == class,
        Atom::Text(_) | Atom::List(_) => false,
    };
    let holds = |row: &Vec<Atom>| {
        let mut wanted = true;
        row.iter().all(|atom| {
            if atom.word() == Some(NOT) {
                wanted = !wanted;
                return true;
            }
            std::mem::replace(&mut wanted, true) == is_met(atom)
        })
    };
    rows.is_empty() || rows.iter().any(holds)
}

/// The class of those who belong to nobody.
pub(crate) const INDEPENDENT: &str = "independent";
/// What turns the next word of `possible-sides` round.
pub(crate) const NOT: &str = "not";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_written_as_they_are_read() {
        for text in ["open", "human", "ai", "ai:goal", "empty"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        for text in ["", "Human", "ai:", "ai:a b", "human:x", "ai:a:b"] {
            let told = text.parse::<Player>().unwrap_err().to_string();
            assert_eq!(told, format!("`{text}` cannot play a seat: expected human, ai, ai:NAME, empty or open"));
        }
    }

    #[test]
    fn legions_are_roman() {
        let row = |words: &[&str]| words.iter().map(|word| Atom::Word((*word).to_owned())).collect::<Vec<_>>();
        let roman = [row(&["roman"])];
        assert!(may_belong(&roman, "roman", 1));
        assert!(!may_belong(&roman, "barbarian", 2) && !may_belong(&roman, "", 0) && !may_belong(&roman, "roman", 0));
        let foreign = [row(&["not", "roman", "not", "independent"])];
        assert!(may_belong(&foreign, "barbarian", 2));
        assert!(!may_belong(&foreign, "roman", 1) && !may_belong(&foreign, "", 0));
        let either = [row(&["roman"]), row(&["independent"]), vec![Atom::Int(3)]];
        assert!(may_belong(&either, "", 0) && may_belong(&either, "other", 3) && !may_belong(&either, "other", 2));
        assert!(may_belong(&[], "", 0), "no word is no bar");
    }
}
