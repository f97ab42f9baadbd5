//! The numbers of the game: `numbers.ron`, changed by a design's section.

use std::sync::LazyLock;

use contract::WholeNumbers;
use design::{Design, Diagnostic, Diagnostics};
use diagnostics::{Node, TreeReader};
use world::Scenario;

/// The name of the ruleset, and of its section in designs and scenarios.
pub const NAME: &str = "hostile-space";

/// What a turn of a ship's velocity costs (ours: the seed's author calls the section unfinished).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// The hexes along the ring of the new speed.
    Ring,
    /// The hexes between the end without the turn and the end with it: as many as along the ring up to 120 degrees, and beyond that
    /// fewer, by the speed at most.
    Distance,
}

contract::numbers! {
    /// All numbers.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Numbers {
        /// Ships of each seat.
        ships: u8 = "ships", 4, 8;
        /// Missiles of a ship at the start.
        missiles: u8 = "missiles", 1, MISSILES_MAX as i64;
        /// By how many hexes a turn a ship can change its velocity in all.
        delta_v: u8 = "delta-v", 12, 24;
        /// Hexes that a missile flies in a turn. It is more than `delta_v`, so that no ship outruns a missile.
        missile_speed: u8 = "missile-speed", 15, 30;
        /// How far from its marker or base a seat places its ships.
        zone_radius: u8 = "zone-radius", 2, 12;
        /// Hit points of a ship, where they count.
        hit_points: u8 = "hit-points", 1, 20;
        /// Dice for the number of entities that the players place.
        entity_dice: u8 = "entity-dice", 0, 2;
        /// Missiles that a ship gets back in a turn at a base.
        rearming: u8 = "rearming", 0, 20;
        /// The last turn.
        turns: u32 = "turns", 1, 10_000;
    }
    others {
        /// Whether ships have hit points: otherwise one hit is the end.
        is_fortified: bool = false;
        /// Whether every seat has a base to defend.
        has_bases: bool = false;
        /// Whether velocities are given one seat after the other, for all to see.
        is_open: bool = false;
        /// What turning costs.
        turning: Turning = Turning::Ring;
        /// Turns that a missile flies, 0: for ever; `None`: one lap of the longer axis.
        missile_turns: Option<u16> = None;
    }
}

impl Numbers {
    /// The numbers of a design, and what is wrong with them.
    #[must_use]
    pub fn read(design: &Design) -> (Numbers, Diagnostics) {
        let mut numbers = SEED.0.clone();
        let mut found = Diagnostics::default();
        if let Some(section) = design.sections.get(NAME) {
            found = section.read(|root, tree| read(root, tree, &mut numbers)).1;
        }
        (numbers, found)
    }

    /// The missiles of each side's ships in a scenario: what its section says of each, else what the design says of all. A list that the
    /// rules refuse does not count.
    #[must_use]
    pub fn missiles_of(&self, scenario: &Scenario) -> Vec<u8> {
        let sides = scenario.sides.len();
        let section = scenario.sections.get(NAME);
        let read = section.and_then(|section| section.read(read_missiles_of).0);
        read.filter(|counts| counts.len() == sides).unwrap_or_else(|| vec![self.missiles; sides])
    }

    /// Hit points of a ship at the start.
    #[must_use]
    pub const fn first_hit_points(&self) -> u8 {
        if self.is_fortified { self.hit_points } else { 1 }
    }

    /// How far markers lie apart at least, so that their zones share no hex.
    #[must_use]
    pub const fn markers_apart(&self) -> u32 {
        2 * self.zone_radius as u32 + 1
    }
}

/// The numbers of `numbers.ron`, and its faults: a test finds none.
pub static SEED: LazyLock<(Numbers, Diagnostics)> = LazyLock::new(|| {
    let mut numbers = Numbers::unread();
    let text = include_str!("../numbers.ron");
    let found = diagnostics::read_embedded("numbers.ron", text, |root, tree| read(root, tree, &mut numbers));
    (numbers, found)
});

/// The most missiles of a ship at the start.
pub const MISSILES_MAX: u8 = 20;

/// The entry of a scenario's section with the missiles of each side's ships, in the order of sides.
pub const MISSILES_OF: &str = "missiles-of";

/// Reads [`MISSILES_OF`]; `None` if a section has none.
pub(crate) fn read_missiles_of(root: &Node, tree: &mut TreeReader<'_>) -> Option<Vec<u8>> {
    let items = tree.list(Some(root.get(MISSILES_OF)?), "`missiles-of`");
    let most = i64::from(MISSILES_MAX);
    let counts = items.iter().filter_map(|count| tree.int(count, "missiles of a side", 1..=most));
    Some(counts.map(|count| count as u8).collect())
}

/// The entries that are one word of two, the first one for `false`.
const WORDS: [(&str, [&str; 2]); 3] =
    [("damage", ["brutal", "fortified"]), ("velocities", ["hidden", "open"]), ("turning", ["ring", "distance"])];

fn read(root: &Node, tree: &mut TreeReader<'_>, numbers: &mut Numbers) {
    let names: Vec<&str> =
        Numbers::NAMES.iter().copied().chain(WORDS.iter().map(|row| row.0)).chain(["bases", "missile-turns"]).collect();
    tree.map_of(root, "`hostile-space`", &names);
    numbers.read_whole(root, tree);
    if let Some(number) = tree.int(root.get("missile-turns"), "`missile-turns`", 0..=1000) {
        numbers.missile_turns = Some(number as u16);
    }
    for (name, words) in WORDS {
        let Some(node) = root.get(name) else { continue };
        let Some(word) = words.iter().position(|&word| node.text() == Some(word)) else {
            tree.wrong(node, &format!("`{name}`"), format!("`{}` or `{}`", words[0], words[1]));
            continue;
        };
        match name {
            "damage" => numbers.is_fortified = word == 1,
            "velocities" => numbers.is_open = word == 1,
            _ => numbers.turning = if word == 1 { Turning::Distance } else { Turning::Ring },
        }
    }
    if let Some(node) = root.get("bases") {
        numbers.has_bases = tree.flag(node, "`bases`");
    }
    // Whichever of the two was said; without a section they fit.
    if numbers.missile_speed <= numbers.delta_v
        && let Some(node) = root.get("missile-speed").or_else(|| root.get("delta-v"))
    {
        let message = format!(
            "a ship can become as fast as a missile: `delta-v` is {}, `missile-speed` {}",
            numbers.delta_v, numbers.missile_speed
        );
        let suggestion = format!("raise `missile-speed` above {}", numbers.delta_v);
        tree.fault(node.span, Diagnostic::error("slow-missiles", message).suggest(suggestion));
    }
}
