//! The catalogues: monsters and objects by their unit types, egos, races and classes, read from the section `dungeon` of a design.
//!
//! Source: seed 002, "Object Representation" (Middleditch): an object has one type and up to five effects of up to five numbers each;
//! what the numbers mean depends on the effect. `["attack", 1, 8, 0, 0]` is one die of eight sides, no more damage, no more skill.
//!
//! ```text
//! "monsters": { "rat": { "hp": 2, "hit": 33, "damage": "1d2", "speed": 100, "resists": { "fire": 50 }, "effects": [["poison", 1, 4]] } },
//! "objects": { "long-sword": { "type": "weapon", "effects": [["attack", 1, 8, 0, 0]], "price": 30, "skill": "skill.weapon.blade" } },
//! "egos": { "of-fire": { "types": ["weapon"], "effects": [["strike", 1]] } },
//! "races": { "elf": { "dexterity": 2, "strength": -2 } },
//! "classes": { "mage": { "least": { "intelligence": 12 }, "hit-points": 8, "per-level": 4, "equipment": ["dagger"] } },
//! ```

use chance::Dice;
use design::{Design, TypeId, UnitType};
use diagnostics::{Node, TreeReader};

use crate::attributes::is_path;
use crate::characters::{Class, Race, STATS};
use crate::numbers::read_dice;

/// What damage is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Element {
    /// Blows.
    Plain,
    /// Fire.
    Fire,
    /// Acid, which eats what one carries, too.
    Acid,
    /// Cold.
    Cold,
    /// Poison.
    Poison,
}

impl Element {
    /// All of them: effects number them from 0.
    pub const ALL: [Element; 5] = [Element::Plain, Element::Fire, Element::Acid, Element::Cold, Element::Poison];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Element::Plain => "plain",
            Element::Fire => "fire",
            Element::Acid => "acid",
            Element::Cold => "cold",
            Element::Poison => "poison",
        }
    }

    /// The element of a number in an effect; plain if there is none.
    #[must_use]
    pub fn numbered(number: i16) -> Element {
        usize::try_from(number).ok().and_then(|at| Element::ALL.get(at).copied()).unwrap_or(Element::Plain)
    }
}

/// What an effect does. The numbers behind it are its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// Dice, sides, damage, skill.
    Attack,
    /// Armour, in percent that blows miss.
    Defend,
    /// Dice, sides, more: hit points.
    Heal,
    /// Food.
    Feed,
    /// Rounds, percent of speed.
    Haste,
    /// Ends poison.
    Cure,
    /// Damage a round, rounds.
    Poison,
    /// Element, percent.
    Resist,
    /// Element: blows are of it.
    Strike,
    /// Dice, sides, damage, element, range: a bolt at a cell.
    Bolt,
    /// Radius: shows the map.
    Map,
    /// Leads elsewhere on the level.
    Teleport,
    /// Number of the attribute from 1, how much.
    Strengthen,
    /// Dice, sides, damage, range: what is thrown or shot.
    Missile,
    /// Dice, sides, more: gold.
    Gold,
}

/// The words for effects, with how many numbers follow. The first three have the article's numbers: 1, 2, 3.
pub const EFFECTS: [(&str, EffectKind, usize); 15] = [
    ("attack", EffectKind::Attack, 5),
    ("defend", EffectKind::Defend, 1),
    ("heal", EffectKind::Heal, 3),
    ("feed", EffectKind::Feed, 1),
    ("haste", EffectKind::Haste, 2),
    ("cure", EffectKind::Cure, 0),
    ("poison", EffectKind::Poison, 2),
    ("resist", EffectKind::Resist, 2),
    ("strike", EffectKind::Strike, 1),
    ("bolt", EffectKind::Bolt, 5),
    ("map", EffectKind::Map, 1),
    ("teleport", EffectKind::Teleport, 0),
    ("strengthen", EffectKind::Strengthen, 2),
    ("missile", EffectKind::Missile, 4),
    ("gold", EffectKind::Gold, 3),
];

/// An effect with its arguments; those that are not said are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// Its arguments.
    pub args: [i16; 5],
}

/// The most effects of an object.
pub const EFFECTS_MAX: usize = 5;

impl Effect {
    /// The first three arguments as dice: count, sides, more.
    #[must_use]
    pub fn dice(&self) -> Dice {
        let [count, sides, add, ..] = self.args;
        match (count, sides) {
            (1.., 2..) => Dice { count: count.min(20) as u8, faces: sides.min(100) as u8, add },
            // Dice of one side, and none: a plain number.
            _ => Dice::constant(count.max(0) * sides.max(0) + add),
        }
    }
}

/// What an object is. The first three have the article's numbers: 1, 2, 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObjectType {
    /// Held in the hand: its effects work while it is held.
    Weapon,
    /// Worn: its effects work while it is worn.
    Armour,
    /// Drunk.
    Potion,
    /// Read.
    Scroll,
    /// Eaten.
    Food,
    /// Thrown or shot.
    Missile,
    /// Worn, beside armour.
    Ring,
    /// Pointed at somebody.
    Wand,
    /// Opens locked doors while it is carried.
    Key,
    /// Whoever takes it has won.
    Prize,
    /// Has things in it.
    Chest,
    /// Sells things.
    Stall,
    /// Money: it is counted, not carried.
    Coins,
    /// Lies hidden, and works on whoever steps there.
    Trap,
}

/// The words for types of objects.
pub const OBJECT_TYPES: [(&str, ObjectType); 14] = [
    ("weapon", ObjectType::Weapon),
    ("armour", ObjectType::Armour),
    ("potion", ObjectType::Potion),
    ("scroll", ObjectType::Scroll),
    ("food", ObjectType::Food),
    ("missile", ObjectType::Missile),
    ("ring", ObjectType::Ring),
    ("wand", ObjectType::Wand),
    ("key", ObjectType::Key),
    ("prize", ObjectType::Prize),
    ("chest", ObjectType::Chest),
    ("stall", ObjectType::Stall),
    ("coins", ObjectType::Coins),
    ("trap", ObjectType::Trap),
];

impl ObjectType {
    /// Whether it works while it is worn or held.
    #[must_use]
    pub const fn is_worn(self) -> bool {
        matches!(self, ObjectType::Weapon | ObjectType::Armour | ObjectType::Ring)
    }

    /// Whether it works when it is used.
    #[must_use]
    pub const fn is_used(self) -> bool {
        matches!(self, ObjectType::Potion | ObjectType::Scroll | ObjectType::Food)
    }

    /// Whether it stays where it is.
    #[must_use]
    pub const fn is_fixed(self) -> bool {
        matches!(self, ObjectType::Chest | ObjectType::Stall | ObjectType::Trap)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        OBJECT_TYPES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// A kind of monster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonsterKind {
    /// Hit points.
    pub hp: i16,
    /// Chance to hit, in percent, before the victim's armour.
    pub hit: i32,
    /// Damage of a blow.
    pub damage: Dice,
    /// Blows in an action.
    pub attacks: u8,
    /// Percent of blows at it that miss for certain.
    pub avoid: i32,
    /// Energy that it gets in a round.
    pub speed: i16,
    /// What its blows are made of, and do besides.
    pub effects: Vec<Effect>,
    /// How many cells away it strikes; 1: beside it only.
    pub range: u8,
    /// Percent that do not sleep at the start.
    pub awake: u8,
    /// Flees below this percent of its hit points.
    pub flees: u8,
    /// Elements with the percent of their damage that it does not take; 100: deflected.
    pub resists: Vec<(Element, u8)>,
    /// Whether it never leaves its cell.
    pub stays: bool,
}

impl MonsterKind {
    /// What its blows are made of.
    #[must_use]
    pub fn element(&self) -> Element {
        let strike = self.effects.iter().find(|effect| effect.kind == EffectKind::Strike);
        strike.map_or(Element::Plain, |effect| Element::numbered(effect.args[0]))
    }
}

/// A kind of object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectKind {
    /// What it is.
    pub kind: ObjectType,
    /// What it does: five effects at most.
    pub effects: Vec<Effect>,
    /// How often it can be used; 0: as often as one likes.
    pub uses: u8,
    /// Its price in gold.
    pub price: u32,
    /// The path of the skill that fighting with it trains; `None`: there is nothing to learn.
    pub skill: Option<String>,
}

impl ObjectKind {
    /// The first effect of a kind.
    #[must_use]
    pub fn effect(&self, kind: EffectKind) -> Option<&Effect> {
        self.effects.iter().find(|effect| effect.kind == kind)
    }
}

/// What makes an object of a kind better: `of-fire`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ego {
    /// Its name, as units of the scenario bear it.
    pub name: String,
    /// The types that can have it.
    pub types: Vec<ObjectType>,
    /// What it does besides.
    pub effects: Vec<Effect>,
    /// How often it is drawn among the egos of a type.
    pub weight: u32,
}

/// A class, with what only these rules know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeroClass {
    /// Name, least attributes, hit points, equipment.
    pub class: Class,
    /// What it can cast, and what that costs in spell points.
    pub spell: Option<(Effect, i32)>,
}

/// All catalogues of a design.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// By unit type.
    pub monsters: Vec<Option<MonsterKind>>,
    /// By unit type.
    pub objects: Vec<Option<ObjectKind>>,
    /// Numbered from 1 in items.
    pub egos: Vec<Ego>,
    /// At least one in a design without faults.
    pub races: Vec<Race>,
    /// At least one in a design without faults.
    pub classes: Vec<HeroClass>,
}

impl Catalogue {
    /// The monster of a unit type.
    #[must_use]
    pub fn monster(&self, kind: UnitType) -> Option<&MonsterKind> {
        self.monsters.get(kind.index())?.as_ref()
    }

    /// The object of a unit type.
    #[must_use]
    pub fn object(&self, kind: UnitType) -> Option<&ObjectKind> {
        self.objects.get(kind.index())?.as_ref()
    }

    /// The number of an ego in items, from 1; 0 if no ego has the name.
    #[must_use]
    pub fn ego_numbered(&self, name: &str) -> u8 {
        self.egos.iter().position(|ego| ego.name == name).map_or(0, |at| at as u8 + 1)
    }

    pub(crate) fn read(root: &Node, tree: &mut TreeReader<'_>, design: &Design) -> Catalogue {
        let kinds = design.unit_types().count();
        let mut catalogue =
            Catalogue { monsters: vec![None; kinds], objects: vec![None; kinds], ..Catalogue::default() };
        let find = |name: &diagnostics::Text, tree: &mut TreeReader<'_>| {
            let kind = design.find::<UnitType>(&name.text);
            if kind.is_none() {
                let known: Vec<&str> = design.unit_types().map(|kind| design.name_of(kind)).collect();
                tree.unknown("unknown-unit-type", "unit type", name, &known);
            }
            kind
        };
        for (name, node) in tree.map(root.get("monsters"), "`monsters`") {
            let monster = read_monster(node, tree);
            if let Some(kind) = find(name, tree) {
                catalogue.monsters[kind.index()] = Some(monster);
            }
        }
        for (name, node) in tree.map(root.get("objects"), "`objects`") {
            let object = read_object(node, tree);
            if let Some(kind) = find(name, tree) {
                if catalogue.monsters[kind.index()].is_some() {
                    tree.wrong(node, "an object", "a unit type that is no monster");
                }
                catalogue.objects[kind.index()] = Some(object);
            }
        }
        for (name, node) in tree.map(root.get("egos"), "`egos`") {
            let ego = read_ego(&name.text, node, tree);
            if catalogue.egos.len() < usize::from(u8::MAX) {
                catalogue.egos.push(ego);
            }
        }
        for (name, node) in tree.map(root.get("races"), "`races`") {
            let changes = read_stats(node, tree, "a race");
            catalogue.races.push(Race { name: name.text.clone(), changes });
        }
        for (name, node) in tree.map(root.get("classes"), "`classes`") {
            let class = read_class(&name.text, node, tree);
            catalogue.classes.push(class);
        }
        catalogue
    }
}

/// A whole number of an entry, or what it is where nothing is said.
fn number(node: &Node, tree: &mut TreeReader<'_>, name: &str, usual: i64, range: std::ops::RangeInclusive<i64>) -> i64 {
    tree.int(node.get(name), &format!("`{name}`"), range).unwrap_or(usual)
}

fn read_monster(node: &Node, tree: &mut TreeReader<'_>) -> MonsterKind {
    let names =
        ["hp", "hit", "damage", "attacks", "avoid", "speed", "effects", "range", "awake", "flees", "resists", "stays"];
    tree.map_of(node, "a monster", &names);
    tree.required(node, "hp");
    let mut resists = Vec::new();
    for (name, node) in tree.map_of(node.get("resists"), "`resists`", &Element::ALL.map(Element::name)) {
        let element = Element::ALL.into_iter().find(|element| element.name() == name.text);
        if let (Some(element), Some(percent)) = (element, tree.int(node, "a resistance", 1..=100)) {
            resists.push((element, percent as u8));
        }
    }
    MonsterKind {
        hp: number(node, tree, "hp", 1, 1..=10_000) as i16,
        hit: number(node, tree, "hit", 50, 0..=200) as i32,
        damage: read_dice(node.get("damage"), tree, "`damage`").unwrap_or(Dice::constant(0)),
        attacks: number(node, tree, "attacks", 1, 0..=10) as u8,
        avoid: number(node, tree, "avoid", 0, 0..=95) as i32,
        speed: number(node, tree, "speed", 100, 1..=1000) as i16,
        effects: read_effects(node.get("effects"), tree),
        range: number(node, tree, "range", 1, 1..=20) as u8,
        awake: number(node, tree, "awake", 50, 0..=100) as u8,
        flees: number(node, tree, "flees", 0, 0..=100) as u8,
        resists,
        stays: tree.flag(node.get("stays"), "`stays`"),
    }
}

fn read_object(node: &Node, tree: &mut TreeReader<'_>) -> ObjectKind {
    tree.map_of(node, "an object", &["type", "effects", "uses", "price", "skill"]);
    let skill = node.get("skill").and_then(|node| {
        let path = node.text().filter(|text| is_path(text));
        if path.is_none() {
            tree.wrong(node, "`skill`", "a path such as \"skill.weapon.blade\"");
        }
        path.map(str::to_owned)
    });
    let kind = match tree.required(node, "type") {
        Some(word) => match OBJECT_TYPES.iter().find(|(name, _)| word.text() == Some(name)) {
            Some((_, kind)) => *kind,
            None => {
                tree.wrong(word, "`type`", OBJECT_TYPES.map(|(name, _)| name).join(", "));
                ObjectType::Potion
            }
        },
        None => ObjectType::Potion,
    };
    let uses = if kind.is_used() { 1 } else { 0 };
    ObjectKind {
        kind,
        effects: read_effects(node.get("effects"), tree),
        uses: number(node, tree, "uses", uses, 0..=250) as u8,
        price: number(node, tree, "price", 10, 0..=100_000) as u32,
        skill,
    }
}

fn read_ego(name: &str, node: &Node, tree: &mut TreeReader<'_>) -> Ego {
    tree.map_of(node, "an ego", &["types", "effects", "weight"]);
    let mut types = Vec::new();
    for item in tree.list(node.get("types"), "`types`") {
        match OBJECT_TYPES.iter().find(|(name, _)| item.text() == Some(name)) {
            Some((_, kind)) => types.push(*kind),
            None => tree.wrong(item, "a type of objects", OBJECT_TYPES.map(|(name, _)| name).join(", ")),
        }
    }
    let effects = read_effects(node.get("effects"), tree);
    Ego { name: name.to_owned(), types, effects, weight: number(node, tree, "weight", 1, 0..=1000) as u32 }
}

fn read_effects(node: Option<&Node>, tree: &mut TreeReader<'_>) -> Vec<Effect> {
    let mut effects = Vec::new();
    let items = tree.list(node, "`effects`");
    if items.len() > EFFECTS_MAX
        && let Some(node) = node
    {
        tree.wrong(node, "`effects`", format!("{EFFECTS_MAX} effects at most"));
    }
    for item in items.iter().take(EFFECTS_MAX) {
        effects.extend(read_effect(item, tree));
    }
    effects
}

fn read_effect(item: &Node, tree: &mut TreeReader<'_>) -> Option<Effect> {
    let parts = tree.list_of(item, "an effect", "an effect such as [\"attack\", 1, 8, 0, 0]");
    let (word, numbers) = parts.split_first()?;
    let Some(&(name, kind, most)) = EFFECTS.iter().find(|(name, ..)| word.text() == Some(name)) else {
        tree.wrong(word, "an effect", EFFECTS.map(|(name, ..)| name).join(", "));
        return None;
    };
    if numbers.len() > most {
        tree.wrong(item, &format!("`{name}`"), format!("{most} numbers at most"));
    }
    let mut args = [0; 5];
    for (arg, number) in args.iter_mut().zip(numbers) {
        *arg = tree.int(number, "a number of an effect", -1000..=10_000).unwrap_or(0) as i16;
    }
    Some(Effect { kind, args })
}

fn read_stats(node: &Node, tree: &mut TreeReader<'_>, what: &str) -> Vec<(String, i32)> {
    let mut stats = Vec::new();
    for (name, node) in tree.map_of(node, what, &STATS) {
        if let Some(number) = tree.int(node, "an attribute", -100..=100) {
            stats.push((name.text.clone(), number as i32));
        }
    }
    stats
}

fn read_class(name: &str, node: &Node, tree: &mut TreeReader<'_>) -> HeroClass {
    tree.map_of(
        node,
        "a class",
        &["least", "hit-points", "per-level", "spell-points", "equipment", "spell", "spell-cost"],
    );
    let least = node.get("least").map(|node| read_stats(node, tree, "`least`")).unwrap_or_default();
    let equipment = tree.list(node.get("equipment"), "`equipment`").iter();
    let equipment = equipment.filter_map(|item| item.text().map(str::to_owned)).collect();
    let spell = node.get("spell").and_then(|node| read_effect(node, tree));
    let cost = number(node, tree, "spell-cost", 1, 1..=1000) as i32;
    HeroClass {
        class: Class {
            name: name.to_owned(),
            least,
            equipment,
            hit_points: number(node, tree, "hit-points", 10, 1..=1000) as i32,
            hit_points_per_level: number(node, tree, "per-level", 5, 0..=1000) as i32,
            spell_points: number(node, tree, "spell-points", 0, 0..=1000) as i32,
        },
        spell: spell.map(|spell| (spell, cost)),
    }
}
