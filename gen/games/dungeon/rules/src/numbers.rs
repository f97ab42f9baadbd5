//! The numbers of the game: `numbers.ron`, changed by a design's section.

use std::sync::LazyLock;

use chance::Dice;
use contract::WholeNumbers;
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

contract::numbers! {
    /// All numbers.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Numbers {
        /// How often they can be thrown.
        rolls: u8 = "rolls", 1, 200;
        /// The points to share out.
        points: u32 = "points", 0, 500;
        /// The power to which offense times defense is raised, in tenths.
        worth_power: u32 = "worth-power", 10, 20;
        /// The experience at most for slaying a kind that one has slain before, and for a spell that one has cast before. 0: the full
        /// one, but 1 for a spell.
        repeat_experience: u32 = "repeat-experience", 0, 100_000;
        /// The experience for the first cast of a spell; 0: none for any.
        spell_experience: u32 = "spell-experience", 0, 100_000;
        /// The experience for knowing nine tenths of the floor of a level; 0: none.
        map_experience: u32 = "map-experience", 0, 100_000;
        /// The experience for a lock that is opened, and for a level deeper than any before; 0: none.
        quest_experience: u32 = "quest-experience", 0, 100_000;
        /// Rounds after which an unused skill loses a point; 0: never.
        skill_decay: u32 = "skill-decay", 0, 100_000;
        /// Energy that an action costs.
        action_energy: i16 = "action-energy", 1, 1000;
        /// Energy that a hero gets in a round.
        hero_speed: i16 = "hero-speed", 1, 1000;
        /// How far heroes see, in cells.
        sight: u8 = "sight", 1, 40;
        /// Percent a round that a sleeper in sight wakes.
        wake: u8 = "wake", 0, 100;
        /// A new hero's chance to hit in percent, before skill and avoidance.
        hit_base: i32 = "hit-base", 0, 100;
        /// The least chance to hit.
        hit_least: i32 = "hit-least", 0, 100;
        /// The greatest chance to hit.
        hit_most: i32 = "hit-most", 0, 100;
        /// Rounds for a hit point at experience level 1.
        heal_rounds: u32 = "heal-rounds", 1, 1000;
        /// Food at the start and at most; 0: nobody is hungry.
        food: i32 = "food", 0, 100_000;
        /// Food eaten in a round.
        food_eaten: i32 = "food-eaten", 1, 100;
        /// Objects that a hero carries at most.
        pack: u16 = "pack", 1, 200;
        /// Monsters that a level is filled up to; 0: what is dead stays dead.
        restock: u16 = "restock", 0, 150;
        /// Percent of objects that are better than others of their type, where an ego fits.
        ego_chance: u8 = "ego-chance", 0, 100;
        /// The last round.
        rounds: u32 = "rounds", 1, 100_000;
    }
    others {
        /// How heroes get their attributes.
        creation: Creation = Creation::Fixed;
        /// The dice of an attribute.
        stat_dice: Dice = Dice::constant(1);
        /// What experience is worth, and how much a level needs.
        experience: Model = Model::Worth;
        /// Damage of a hero without a weapon.
        unarmed: Dice = Dice::constant(1);
    }
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
    let mut numbers = Numbers::unread();
    let text = include_str!("../numbers.ron");
    let found = diagnostics::read_embedded("numbers.ron", text, |root, tree| read(root, tree, &mut numbers));
    (numbers, found)
});

/// The entries of the section that the catalogue reads.
pub(crate) const LISTS: [&str; 5] = ["monsters", "objects", "egos", "races", "classes"];

fn read(root: &Node, tree: &mut TreeReader<'_>, numbers: &mut Numbers) {
    let others = ["characters", "stat-dice", "experience", "unarmed"];
    let names: Vec<&str> = Numbers::NAMES.iter().copied().chain(others).chain(LISTS).collect();
    tree.map_of(root, "`dungeon`", &names);
    numbers.read_whole(root, tree);
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
