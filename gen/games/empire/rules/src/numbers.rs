//! The numbers of the game: `numbers.ron`, changed by a design's section.

use std::sync::LazyLock;

use contract::WholeNumbers;
use design::{Design, Diagnostics};
use diagnostics::{Node, TreeReader};

/// The name of the ruleset, and of its section in designs and scenarios.
pub const NAME: &str = "empire";

/// How many kinds of troops there are.
pub const KINDS: usize = 7;

/// The kinds of troops, in the order of the seed's appendix 2.
pub const KIND_NAMES: [&str; KINDS] = ["legion", "phalanx", "archers", "auxilia", "equites", "chariots", "catapults"];

/// What a squad strikes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    /// As weak against everybody.
    Sword,
    /// Against horse.
    Spear,
    /// Against foot.
    Bow,
    /// Against forts.
    Engine,
    /// What forts have.
    Fort,
}

/// What a squad is struck as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Infantry.
    Foot,
    /// Cavalry.
    Horse,
    /// Catapults.
    Engine,
    /// Forts, and work on them.
    Fort,
}

pub(crate) const WEAPONS: [(&str, Weapon); 5] = [
    ("sword", Weapon::Sword),
    ("spear", Weapon::Spear),
    ("bow", Weapon::Bow),
    ("engine", Weapon::Engine),
    ("fort", Weapon::Fort),
];

pub(crate) const BODIES: [(&str, Body); 4] =
    [("foot", Body::Foot), ("horse", Body::Horse), ("engine", Body::Engine), ("fort", Body::Fort)];

impl Body {
    /// Whether it stands behind the others: foot may not strike it while its side has foot or horse left.
    #[must_use]
    pub const fn is_rear(self) -> bool {
        matches!(self, Body::Engine | Body::Fort)
    }
}

/// A kind of troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TroopKind {
    /// Its weapon.
    pub weapon: Weapon,
    /// Its body.
    pub body: Body,
    /// The mean damage of a blow, before the table.
    pub damage: u16,
    /// Health at the beginning of a battle.
    pub health: u16,
    /// Gold for a squad.
    pub cost: u16,
}

/// A level of forts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FortLevel {
    /// What it is called.
    pub name: String,
    /// The mean damage of a blow.
    pub damage: u16,
    /// Months of work from the level before it.
    pub months: u16,
}

contract::numbers! {
    /// All numbers.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Numbers {
        /// By how many percent damage differs from its mean at most.
        damage_spread: u16 = "damage-spread", 0, 100;
        /// Percent that comes back of an order in a province that was lost.
        lost_order_back: u16 = "lost-order-back", 0, 100;
        /// Gold for a month of building or repair.
        building_gold: u16 = "month-of-building-gold", 0, 1000;
        /// Health that a month of building or repair gives.
        building_health: u16 = "month-of-building-health", 1, 1000;
        /// Gold for a squad's march into the next province.
        march_price: u16 = "march-price", 0, 1000;
        /// Percent of damage that attackers over a river do in the first round.
        river_percent: u16 = "river-percent", 0, 1000;
        /// Gold of each seat at the start.
        start_gold: i32 = "start-gold", 0, 30_000;
        /// The last month.
        months: u32 = "months", 1, 10_000;
    }
    others {
        /// Percent of damage, by weapon and body.
        effect: [[u16; 4]; 5] = [[0; 4]; 5];
        /// The kinds of troops.
        troops: [TroopKind; KINDS] = [TroopKind { weapon: Weapon::Sword, body: Body::Foot, damage: 0, health: 1, cost: 0 }; KINDS];
        /// The levels of forts, the lowest first.
        forts: Vec<FortLevel> = Vec::new();
        /// The phases of a round.
        phases: Vec<Body> = Vec::new();
    }
}

impl Numbers {
    /// Percent of damage of a weapon against a body.
    #[must_use]
    pub fn effect(&self, weapon: Weapon, body: Body) -> u16 {
        self.effect[weapon as usize][body as usize]
    }

    /// The health of an undamaged fort of a level; 0 for none.
    #[must_use]
    pub fn fort_health(&self, level: u8) -> u16 {
        self.forts.iter().take(usize::from(level)).map(|fort| fort.months * self.building_health).sum()
    }

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
}

/// The numbers of `numbers.ron`, and its faults: a test finds none.
pub static SEED: LazyLock<(Numbers, Diagnostics)> = LazyLock::new(|| {
    let mut numbers = Numbers::unread();
    let text = include_str!("../numbers.ron");
    let found = diagnostics::read_embedded("numbers.ron", text, |root, tree| read(root, tree, &mut numbers));
    (numbers, found)
});

fn read(root: &Node, tree: &mut TreeReader<'_>, numbers: &mut Numbers) {
    let names: Vec<&str> =
        ["effect", "troops", "forts", "phases"].into_iter().chain(Numbers::NAMES.iter().copied()).collect();
    tree.map_of(root, "`empire`", &names);
    for (weapon, row) in tree.map_of(root.get("effect"), "`effect`", &WEAPONS.map(|weapon| weapon.0)) {
        let Some(&(_, kind)) = WEAPONS.iter().find(|(name, _)| *name == weapon.text) else { continue };
        for (body, node) in tree.map_of(row, "a weapon", &BODIES.map(|body| body.0)) {
            let body = BODIES.iter().find(|(name, _)| *name == body.text);
            if let (Some((_, body)), Some(percent)) = (body, tree.int(node, "an effect", 0..=1000)) {
                numbers.effect[kind as usize][*body as usize] = percent as u16;
            }
        }
    }
    for (name, node) in tree.map_of(root.get("troops"), "`troops`", &KIND_NAMES) {
        let Some(kind) = KIND_NAMES.iter().position(|known| *known == name.text) else { continue };
        read_troops(node, tree, &mut numbers.troops[kind]);
    }
    if let Some(node) = root.get("forts") {
        let levels = tree.list(node, "`forts`");
        if levels.is_empty() || levels.len() > 9 {
            tree.wrong(node, "`forts`", "1 to 9 levels");
        } else {
            numbers.forts = levels.iter().map(|level| read_level(level, tree)).collect();
        }
    }
    if let Some(node) = root.get("phases") {
        let mut phases = Vec::new();
        for item in tree.list(node, "`phases`") {
            let name = tree.text(item, "a phase");
            match BODIES.iter().find(|(known, _)| *known == name) {
                Some((_, body)) if !phases.contains(body) => phases.push(*body),
                _ => tree.wrong(item, "a phase", "horse, fort, engine or foot, each once"),
            }
        }
        if phases.len() == BODIES.len() {
            numbers.phases = phases;
        } else {
            tree.wrong(node, "`phases`", "horse, fort, engine and foot");
        }
    }
    numbers.read_whole(root, tree);
}

fn read_troops(node: &Node, tree: &mut TreeReader<'_>, kind: &mut TroopKind) {
    for (name, node) in tree.map_of(node, "troops", &["weapon", "body", "damage", "health", "cost"]) {
        match name.text.as_str() {
            "weapon" => match WEAPONS.iter().find(|(known, _)| node.text() == Some(known)) {
                Some((_, weapon)) => kind.weapon = *weapon,
                None => tree.wrong(node, "a weapon", "sword, spear, bow, engine or fort"),
            },
            "body" => match BODIES.iter().find(|(known, _)| node.text() == Some(known)) {
                Some((_, body)) if *body != Body::Fort => kind.body = *body,
                _ => tree.wrong(node, "a body", "foot, horse or engine"),
            },
            "damage" => kind.damage = tree.int(node, "`damage`", 0..=1000).unwrap_or(0) as u16,
            "health" => kind.health = tree.int(node, "`health`", 1..=10_000).unwrap_or(1) as u16,
            _ => kind.cost = tree.int(node, "`cost`", 0..=1000).unwrap_or(0) as u16,
        }
    }
}

fn read_level(node: &Node, tree: &mut TreeReader<'_>) -> FortLevel {
    tree.map_of(node, "a level", &["name", "damage", "months"]);
    FortLevel {
        name: tree.line(node.get("name"), "`name`"),
        damage: tree.int(node.get("damage"), "`damage`", 0..=1000).unwrap_or(0) as u16,
        months: tree.int(node.get("months"), "`months`", 1..=6).unwrap_or(1) as u16,
    }
}
