//! Sides as a design foresees them: predefined ones, and a library from which others are drawn (seed 000, "Designing the
//! Sides").
//!
//! Properties that a design leaves open are made up when a scenario is rolled: `{}` is a side with everything left open.

use std::fmt;
use std::str::FromStr;

use crate::colors::{COLOR_EXPECTED, css_color};
use crate::{Atom, Diagnostic, Extras, Handicap, Node, SideExtras, TreeReader};

/// Who plays from a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    /// Not decided: anybody may play it.
    #[default]
    Open,
    /// A person.
    Human,
    /// A computer player, by its name; any of them if the name is empty.
    Ai(String),
    /// Nobody: the side does nothing.
    Empty,
}

/// A text that names no player, as written.
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

/// The emblems that sides can have, drawn on their flags. Two sides of one colour still differ by them.
pub const EMBLEMS: [&str; 16] = [
    "pale", "disc", "chevron", "cross", "lozenge", "bend", "crescent", "star", "saltire", "fess", "tower", "ring",
    "pile", "quarters", "wave", "checks",
];

/// What a design says about a side before a scenario is rolled.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SideSketch {
    /// Its name, such as `Veland`. A name, noun, adjective or colour that is empty is made up.
    pub name: String,
    /// The word for one of its people, such as `Velander`.
    pub noun: String,
    /// The adjective of the side, such as `Velandic`.
    pub adjective: String,
    /// Its colour as `rrggbb`.
    pub color: String,
    /// One of [`EMBLEMS`].
    pub emblem: String,
    /// The class to which `possible-sides` refers; empty: none.
    pub class: String,
    /// How strong its start is, relative to the other sides.
    pub advantage: Option<u32>,
    /// By how many percent its builders get on, if that is said.
    pub handicap: Option<Handicap>,
    /// Its team; 0: alone.
    pub team: u8,
    /// Who plays it.
    pub player: Player,
    /// Whether a request may not change its player, team and advantage.
    pub locked: bool,
    /// Properties that only the rules of GDL know.
    pub gdl: Extras<SideExtras>,
}

impl fmt::Debug for SideSketch {
    /// As if it were derived, but without a handicap where none is said: games that were saved before there were handicaps are told
    /// by digests of this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SideSketch { name, noun, adjective, color, emblem, class, advantage, handicap, team, player, locked, gdl } =
            self;
        let mut told = f.debug_struct("SideSketch");
        told.field("name", name).field("noun", noun).field("adjective", adjective).field("color", color);
        told.field("emblem", emblem).field("class", class).field("advantage", advantage).field("team", team);
        told.field("player", player).field("locked", locked).field("gdl", gdl);
        if let Some(handicap) = handicap {
            told.field("handicap", handicap);
        }
        told.finish()
    }
}

/// An item of the side library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibrarySide {
    /// How likely it is drawn, relative to the other items.
    pub weight: u32,
    /// How many times it may be drawn.
    pub limit: u32,
    /// The side that it describes.
    pub side: SideSketch,
}

/// The properties that a side can have, in designs and in scenarios.
const PROPERTIES: [&str; 12] = [
    "name",
    "noun",
    "adjective",
    "color",
    "emblem-name",
    "class",
    "advantage",
    "handicap",
    "team",
    "player",
    "locked",
    "gdl",
];

/// Reads a side, and reports all faults in it. `besides` are the names of entries that the caller reads itself; so is `gdl`, which
/// needs a design (see [`crate::read_extras`]).
#[must_use]
pub fn read_side(node: &Node, besides: &[&str], tree: &mut TreeReader<'_>) -> SideSketch {
    let Some(entries) = node.entries() else {
        tree.wrong(node, "a side", "a map such as { \"name\": \"Veland\" }, or {} for any side");
        return SideSketch::default();
    };
    let known: Vec<&str> = PROPERTIES.iter().chain(besides).copied().collect();
    tree.names(entries, "a side", &known);
    SideSketch {
        name: tree.line(node.get("name"), "`name`"),
        noun: tree.line(node.get("noun"), "`noun`"),
        adjective: tree.line(node.get("adjective"), "`adjective`"),
        color: read_color(node, tree),
        emblem: read_emblem(node, tree),
        class: read_class(node, tree),
        advantage: tree.int(node.get("advantage"), "`advantage`", 1..=100).map(|advantage| advantage as u32),
        handicap: read_handicap(node, tree),
        team: tree.int(node.get("team"), "`team`", 0..=15).unwrap_or(0) as u8,
        player: read_player(node, tree),
        locked: tree.flag(node.get("locked"), "`locked`"),
        gdl: Extras::new(),
    }
}

fn read_handicap(node: &Node, tree: &mut TreeReader<'_>) -> Option<Handicap> {
    let bounds = i64::from(Handicap::LEAST)..=i64::from(Handicap::MOST);
    Handicap::new(tree.int(node.get("handicap"), "`handicap`", bounds)? as u32)
}

/// Reads a side library: sides with `weight` and `limit`.
#[must_use]
pub(crate) fn read_side_library(node: &Node, tree: &mut TreeReader<'_>) -> Vec<LibrarySide> {
    let items = read_items(node, "`side-library`", LIBRARY_MAX, tree);
    let item = |item: &Node| LibrarySide {
        side: read_side(item, &["weight", "limit"], tree),
        weight: tree.int(item.get("weight"), "`weight`", 1..=1000).unwrap_or(1) as u32,
        limit: tree.int(item.get("limit"), "`limit`", 1..=15).unwrap_or(1) as u32,
    };
    items.iter().map(item).collect()
}

/// Reads the predefined sides.
#[must_use]
pub(crate) fn read_sides(node: &Node, tree: &mut TreeReader<'_>) -> Vec<SideSketch> {
    list_sides(node, tree).iter().map(|item| read_side(item, &[], tree)).collect()
}

/// The items of `sides`, at most [`SIDES_BOUND`]; the first beyond is a fault.
#[must_use]
pub fn list_sides<'n>(node: &'n Node, tree: &mut TreeReader<'_>) -> &'n [Node] {
    read_items(node, "`sides`", SIDES_BOUND, tree)
}

/// The most sides that a game may have: GDL's bound. Sets of sides, independents included, have 16 bits in states.
pub const SIDES_BOUND: usize = 15;
/// The most items that a side library may have.
const LIBRARY_MAX: usize = 255;

fn read_items<'n>(node: &'n Node, what: &str, most: usize, tree: &mut TreeReader<'_>) -> &'n [Node] {
    let items = tree.list_of(node, what, "a list such as [{ \"name\": \"Veland\" }]");
    if let Some(beyond) = items.get(most) {
        let diagnostic = Diagnostic::error("too-many-sides", format!("{what} has too many entries"));
        tree.fault(beyond.span, diagnostic.found(items.len().to_string()).expected(format!("at most {most}")));
    }
    &items[..items.len().min(most)]
}

fn read_color(side: &Node, tree: &mut TreeReader<'_>) -> String {
    let color = tree.line(side.get("color"), "`color`");
    let is_hex = color.len() == 6 && color.bytes().all(|byte| byte.is_ascii_hexdigit());
    match (side.get("color"), css_color(&color)) {
        (_, Some([red, green, blue])) if !is_hex => format!("{red:02x}{green:02x}{blue:02x}"),
        (Some(node), None) if node.text().is_some() => {
            tree.wrong(node, "`color`", COLOR_EXPECTED);
            String::new()
        }
        _ => color,
    }
}

fn read_emblem(side: &Node, tree: &mut TreeReader<'_>) -> String {
    let emblem = tree.line(side.get("emblem-name"), "`emblem-name`");
    if let Some(node) = side.get("emblem-name").filter(|_| !emblem.is_empty())
        && !EMBLEMS.contains(&emblem.as_str())
    {
        let diagnostic = Diagnostic::error("unknown-word", format!("there is no emblem `{emblem}`"));
        tree.fault(node.span, diagnostic.one_of(&emblem, &EMBLEMS));
    }
    emblem
}

/// Whether `possible-sides` can name a class: two words mean something else there.
#[must_use]
pub fn is_class(text: &str) -> bool {
    text != INDEPENDENT && text != NOT
}

/// Reads the side's class, which `possible-sides` can name.
fn read_class(side: &Node, tree: &mut TreeReader<'_>) -> String {
    let class = tree.line(side.get("class"), "`class`");
    if let Some(node) = side.get("class")
        && !is_class(&class)
    {
        tree.wrong(node, "`class`", "a text such as \"roman\", other than `independent` and `not`");
    }
    class
}

fn read_player(side: &Node, tree: &mut TreeReader<'_>) -> Player {
    let text = tree.line(side.get("player"), "`player`");
    let Some(node) = side.get("player").filter(|_| !text.is_empty()) else { return Player::Open };
    text.parse().unwrap_or_else(|_| {
        tree.wrong(node, "`player`", "human, ai, ai:NAME, empty or open");
        Player::Open
    })
}

/// Whether a type may belong to a side, by its `possible-sides`. One of the rows must hold in all its words; without rows the type
/// may belong to any side. The words of a row are classes, numbers of sides, and `independent` for nobody; `not` negates the next
/// word.
///
/// This is GDL's class expression as a list of alternatives; every expression of `and`, `or` and `not` can be brought into this
/// form (`gdl-reference`, section 12).
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

/// The class of units that belong to no side.
pub(crate) const INDEPENDENT: &str = "independent";
/// The word that negates the next word of `possible-sides`.
pub(crate) const NOT: &str = "not";
