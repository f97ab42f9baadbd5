//! The numbers of the game: `numbers.ron`, changed by a design's section.

use std::sync::LazyLock;

use chance::Dice;
use design::parameters::global::{LEVELS, MONSTERS_PER_LEVEL};
use design::{Design, Diagnostic, Diagnostics};
use diagnostics::{Node, TreeReader};

use crate::catalogue::Catalogue;
use crate::experience::Model;

/// The name of the ruleset, and of its section in designs.
pub const NAME: &str = "dungeon";

/// How heroes get their attributes (Bucklew, "Creating A Player").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creation {
    /// The mean of the dice for all.
    Fixed,
    /// Dice, thrown again until they please.
    Roll,
    /// Points to share out.
    Points,
}

/// Carson's models of experience are made for this many monsters on a level.
const MODEL_MONSTERS: u32 = 50;
/// A design is warned of if its heroes end more than this many experience levels lower.
const LEVELS_LOST: u32 = 2;

/// The words for [`Creation`].
const CREATIONS: [(&str, Creation); 3] =
    [("fixed", Creation::Fixed), ("roll", Creation::Roll), ("points", Creation::Points)];

/// All numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How heroes get their attributes.
    pub creation: Creation,
    /// The dice of an attribute.
    pub stat_dice: Dice,
    /// How often they can be thrown.
    pub rolls: u8,
    /// The points to share out.
    pub points: u32,
    /// What experience is worth, and how much a level needs.
    pub experience: Model,
    /// The power to which offense times defense is raised, in tenths.
    pub worth_power: u32,
    /// The experience at most for slaying a kind that one has slain before, and for a spell that one has cast before. 0: the full
    /// one, but 1 for a spell.
    pub repeat_experience: u32,
    /// The experience for the first cast of a spell; 0: none for any.
    pub spell_experience: u32,
    /// The experience for knowing nine tenths of the floor of a level; 0: none.
    pub map_experience: u32,
    /// The experience for a lock that is opened, and for a level deeper than any before; 0: none.
    pub quest_experience: u32,
    /// Rounds after which an unused skill loses a point; 0: never.
    pub skill_decay: u32,
    /// Energy that an action costs.
    pub action_energy: i16,
    /// Energy that a hero gets in a round.
    pub hero_speed: i16,
    /// How far heroes see, in cells.
    pub sight: u8,
    /// Percent a round that a sleeper in sight wakes.
    pub wake: u8,
    /// A new hero's chance to hit in percent, before skill and avoidance.
    pub hit_base: i32,
    /// The least chance to hit.
    pub hit_least: i32,
    /// The greatest chance to hit.
    pub hit_most: i32,
    /// Damage of a hero without a weapon.
    pub unarmed: Dice,
    /// Rounds for a hit point at experience level 1.
    pub heal_rounds: u32,
    /// Food at the start and at most; 0: nobody is hungry.
    pub food: i32,
    /// Food eaten in a round.
    pub food_eaten: i32,
    /// Objects that a hero carries at most.
    pub pack: u16,
    /// Monsters that a level is filled up to; 0: what is dead stays dead.
    pub restock: u16,
    /// Percent of objects that are better than others of their type, where an ego fits.
    pub ego_chance: u8,
    /// The last round.
    pub rounds: u32,
}

impl Numbers {
    /// The numbers and the catalogue of a design, and what is wrong with them.
    #[must_use]
    pub fn read(design: &Design) -> (Numbers, Catalogue, Diagnostics) {
        let mut numbers = SEED.0.clone();
        let mut catalogue = Catalogue::default();
        let mut found = Diagnostics::default();
        if let Some(section) = design.sections.get(NAME) {
            let read_all = |root: &Node, tree: &mut TreeReader<'_>| {
                read(root, tree, &mut numbers);
                catalogue = Catalogue::read(root, tree, design);
            };
            found = section.read(read_all).1;
        }
        (numbers, catalogue, found)
    }

    /// Whether so few monsters come to a level that heroes learn far less than the model of experience is made for.
    pub(crate) fn find_thin(&self, design: &Design) -> Option<Diagnostic> {
        let [levels, monsters] = [LEVELS, MONSTERS_PER_LEVEL].map(|key| design.global_int(key).max(0) as u32);
        let model = self.experience;
        let (made, wanted) = (model.level_after(levels, monsters)?, model.level_after(levels, MODEL_MONSTERS)?);
        if monsters == 0 || made + LEVELS_LOST >= wanted {
            return None;
        }
        let message = format!(
            "`experience` is `{}`, which is made for {MODEL_MONSTERS} monsters on each level: with `monsters-per-level` {monsters} a hero \
             who slays all of them reaches experience level {made}, not {wanted}",
            model.name()
        );
        let told = Diagnostic::warning("thin-experience", message);
        Some(told.suggest(format!("set `monsters-per-level` to {MODEL_MONSTERS}, or `experience` to `worth`")))
    }

    /// Whether heroes have to eat.
    #[must_use]
    pub const fn has_hunger(&self) -> bool {
        self.food > 0
    }
}

/// The numbers of `numbers.ron`, and its faults: a test finds none.
pub static SEED: LazyLock<(Numbers, Diagnostics)> = LazyLock::new(|| {
    let mut numbers = Numbers {
        creation: Creation::Fixed,
        stat_dice: Dice::constant(1),
        rolls: 1,
        points: 0,
        experience: Model::Worth,
        worth_power: 10,
        repeat_experience: 0,
        spell_experience: 0,
        map_experience: 0,
        quest_experience: 0,
        skill_decay: 0,
        action_energy: 1,
        hero_speed: 1,
        sight: 1,
        wake: 0,
        hit_base: 0,
        hit_least: 0,
        hit_most: 0,
        unarmed: Dice::constant(1),
        heal_rounds: 1,
        food: 0,
        food_eaten: 1,
        pack: 1,
        restock: 0,
        ego_chance: 0,
        rounds: 1,
    };
    let text = include_str!("../numbers.ron");
    let found = diagnostics::read_embedded("numbers.ron", text, |root, tree| read(root, tree, &mut numbers));
    (numbers, found)
});

/// The entries that are whole numbers, with their bounds.
const WHOLE: [(&str, i64, i64); 22] = [
    ("rolls", 1, 200),
    ("points", 0, 500),
    ("worth-power", 10, 20),
    ("repeat-experience", 0, 100_000),
    ("spell-experience", 0, 100_000),
    ("map-experience", 0, 100_000),
    ("quest-experience", 0, 100_000),
    ("skill-decay", 0, 100_000),
    ("action-energy", 1, 1000),
    ("hero-speed", 1, 1000),
    ("sight", 1, 40),
    ("wake", 0, 100),
    ("hit-base", 0, 100),
    ("hit-least", 0, 100),
    ("hit-most", 0, 100),
    ("heal-rounds", 1, 1000),
    ("food", 0, 100_000),
    ("food-eaten", 1, 100),
    ("pack", 1, 200),
    ("restock", 0, 150),
    ("ego-chance", 0, 100),
    ("rounds", 1, 100_000),
];

/// The entries of the section that the catalogue reads.
pub(crate) const LISTS: [&str; 5] = ["monsters", "objects", "egos", "races", "classes"];

fn read(root: &Node, tree: &mut TreeReader<'_>, numbers: &mut Numbers) {
    let others = ["characters", "stat-dice", "experience", "unarmed"];
    let names: Vec<&str> = WHOLE.iter().map(|row| row.0).chain(others).chain(LISTS).collect();
    tree.map_of(root, "`dungeon`", &names);
    let mut whole = |name: &str, to: &mut dyn FnMut(i64)| {
        let row = WHOLE.iter().find(|row| row.0 == name).expect("it is in the table");
        if let Some(number) = tree.int(root.get(name), &format!("`{name}`"), row.1..=row.2) {
            to(number);
        }
    };
    whole("rolls", &mut |number| numbers.rolls = number as u8);
    whole("points", &mut |number| numbers.points = number as u32);
    whole("worth-power", &mut |number| numbers.worth_power = number as u32);
    whole("repeat-experience", &mut |number| numbers.repeat_experience = number as u32);
    whole("spell-experience", &mut |number| numbers.spell_experience = number as u32);
    whole("map-experience", &mut |number| numbers.map_experience = number as u32);
    whole("quest-experience", &mut |number| numbers.quest_experience = number as u32);
    whole("skill-decay", &mut |number| numbers.skill_decay = number as u32);
    whole("action-energy", &mut |number| numbers.action_energy = number as i16);
    whole("hero-speed", &mut |number| numbers.hero_speed = number as i16);
    whole("sight", &mut |number| numbers.sight = number as u8);
    whole("wake", &mut |number| numbers.wake = number as u8);
    whole("hit-base", &mut |number| numbers.hit_base = number as i32);
    whole("hit-least", &mut |number| numbers.hit_least = number as i32);
    whole("hit-most", &mut |number| numbers.hit_most = number as i32);
    whole("heal-rounds", &mut |number| numbers.heal_rounds = number as u32);
    whole("food", &mut |number| numbers.food = number as i32);
    whole("food-eaten", &mut |number| numbers.food_eaten = number as i32);
    whole("pack", &mut |number| numbers.pack = number as u16);
    whole("restock", &mut |number| numbers.restock = number as u16);
    whole("ego-chance", &mut |number| numbers.ego_chance = number as u8);
    whole("rounds", &mut |number| numbers.rounds = number as u32);
    if let Some(node) = root.get("characters") {
        match CREATIONS.iter().find(|(word, _)| node.text() == Some(word)) {
            Some((_, creation)) => numbers.creation = *creation,
            None => tree.wrong(node, "`characters`", "roll, points or fixed"),
        }
    }
    if let Some(node) = root.get("experience") {
        match node.text().and_then(Model::find) {
            Some(model) => numbers.experience = model,
            None => tree.wrong(node, "`experience`", "constant, linear, exponential or worth"),
        }
    }
    if let Some(dice) = read_dice(root.get("stat-dice"), tree, "`stat-dice`") {
        numbers.stat_dice = dice;
    }
    if let Some(dice) = read_dice(root.get("unarmed"), tree, "`unarmed`") {
        numbers.unarmed = dice;
    }
}

/// Dice that never show less than 0.
pub(crate) fn read_dice(node: Option<&Node>, tree: &mut TreeReader<'_>, what: &str) -> Option<Dice> {
    let node = node?;
    let text = match node.value {
        diagnostics::NodeValue::Int(number) => number.to_string(),
        _ => node.text().unwrap_or_default().to_owned(),
    };
    let read = text.parse::<Dice>().ok().filter(|dice| i32::from(dice.count) + i32::from(dice.add) >= 0);
    if read.is_none() {
        tree.wrong(node, what, "dice such as \"1d8\" or \"2d4+1\"");
    }
    read
}
