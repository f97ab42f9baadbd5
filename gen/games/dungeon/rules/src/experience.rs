//! Experience: what slaying is worth, and how much experience a level needs. What else teaches a hero stands in `learning`.
//!
//! Source: seed 002, "Handing Out Experience" (Carson), for 16 levels of 50 monsters, none of which comes again, and "Allocating Experience"
//! (Giwer). Each model says what a monster gives and what the experience levels need, for the two belong together.
//!
//! | question | the article | here |
//! |---|---|---|
//! | linear model, levels 10 to 20 | a formula that gives 165 for level 10, beside a table from 900 to 6,400 | the table: 25 (L-4)^2 |
//! | linear model, levels 1 to 9 | n^2 + 14n - 1, listed as totals | it is an increment; the totals are as listed |
//! | exponential model, a monster | n to the power of (n-1) 4/15 | 10 to that power, as the listed numbers are; rounded |
//! | exponential model, a level | 2^n + n^3 - 25n, negative up to 4 | never less than 3 more than the increment before |
//! | offense times defense, a level | not said | 10 for the second level, and half as much again for each other: who clears 15 levels of 14 monsters of the preset `dungeon` has level 20, as in his budget |
//! | a monster slain before | full value (Carson), or a constant credit (Giwer) | `repeat-experience` |
//! | other things than slaying | spells, quests, mapping and much more (Carson) | `spell-experience`, `quest-experience`, `map-experience` |
//! | a spell cast before | a small value (Giwer) | 1, or `repeat-experience` |

/// The highest experience level.
pub const LEVEL_MAX: u32 = 30;

/// What slaying is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// 1 for each monster.
    Constant,
    /// The monster's depth.
    Linear,
    /// From 1 on the first level to 10,000 on the sixteenth.
    Exponential,
    /// Offense times defense.
    Worth,
}

/// What the first experience levels need by the constant model; after them 50 each.
const CONSTANT: [u32; 10] = [0, 5, 15, 30, 50, 75, 105, 140, 180, 225];

impl Model {
    /// All models.
    pub const ALL: [Model; 4] = [Model::Constant, Model::Linear, Model::Exponential, Model::Worth];

    /// A model by its name.
    #[must_use]
    pub fn find(name: &str) -> Option<Model> {
        Model::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Model::Constant => "constant",
            Model::Linear => "linear",
            Model::Exponential => "exponential",
            Model::Worth => "worth",
        }
    }

    /// What a monster gives, in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Model::Constant => "each monster gives 1.",
            Model::Linear => "a monster gives as much as the level on which it dies.",
            Model::Exponential => "a monster gives 1 on the first level, and ten thousand on the sixteenth.",
            Model::Worth => "a monster gives its offense times its defense: a rat 1, a balrog 9,000.",
        }
    }

    /// The experience for a monster that dies on a level of the dungeon, from 1; `worth` in hundredths, as [`worth`] gives it.
    #[must_use]
    pub fn for_kill(self, depth: u32, worth: u32) -> u32 {
        match self {
            Model::Constant => 1,
            Model::Linear => depth,
            Model::Exponential => libm::round(exponential(depth)) as u32,
            Model::Worth => ((worth + 50) / 100).max(1),
        }
    }

    /// The experience that an experience level needs in all. Levels count from 1, which needs nothing.
    #[must_use]
    pub fn needed(self, level: u32) -> u32 {
        let level = level.clamp(1, LEVEL_MAX);
        match self {
            Model::Constant => match CONSTANT.get(level as usize - 1) {
                Some(needed) => *needed,
                None => CONSTANT[9] + 50 * (level - 10),
            },
            Model::Linear if level >= 10 => 25 * (level - 4) * (level - 4),
            Model::Linear => (1..level).map(|n| n * n + 14 * n - 1).sum(),
            Model::Exponential => {
                let formula = (1_i64 << level) + i64::from(level).pow(3) - 25 * i64::from(level);
                let least = 3 * level * (level - 1) / 2;
                u32::try_from(formula).unwrap_or(0).max(least)
            }
            Model::Worth => {
                let mut increment = 10_u64;
                let mut needed = 0;
                for _ in 1..level {
                    needed += increment;
                    increment = (increment * 3).div_ceil(2);
                }
                needed.min(u32::MAX.into()) as u32
            }
        }
    }

    /// The experience level of a hero who slays `monsters` monsters on each of the first `levels` levels; `None` if depth alone does not
    /// say what a monster gives.
    #[must_use]
    pub fn level_after(self, levels: u32, monsters: u32) -> Option<u32> {
        let given: u64 = (1..=levels).map(|depth| u64::from(self.for_kill(depth, 0)) * u64::from(monsters)).sum();
        (self != Model::Worth).then(|| self.level_for(given.min(u32::MAX.into()) as u32))
    }

    /// The experience level that so much experience makes.
    #[must_use]
    pub fn level_for(self, experience: u32) -> u32 {
        (1..=LEVEL_MAX).take_while(|&level| self.needed(level) <= experience).last().unwrap_or(1)
    }
}

/// What a monster gives by the exponential model, unrounded.
#[doc(hidden)]
pub fn exponential(depth: u32) -> f64 {
    libm::pow(10.0, f64::from(depth - 1) * 4.0 / 15.0)
}

/// Offense times defense, in hundredths: `hit_percent` x mean damage x attacks, times hit points that `avoid_percent` of the blows
/// at it do not touch. `twice_damage` is twice the mean damage.
#[must_use]
pub fn worth(hit_percent: u32, twice_damage: u32, attacks: u32, hp: u32, avoid_percent: u32) -> u32 {
    let offense = u64::from(hit_percent) * u64::from(twice_damage) * u64::from(attacks);
    let worth = offense * u64::from(hp) * 50 / u64::from(100 - avoid_percent.min(99));
    worth.min(u32::MAX.into()) as u32
}

/// A worth in hundredths, raised to a power in tenths: 12 makes 9,000 to 55,602, and leaves 1 as it is.
#[must_use]
pub fn raised(worth: u32, tenths: u32) -> u32 {
    let raised = libm::pow(f64::from(worth) / 100.0, f64::from(tenths) / 10.0);
    libm::round(raised * 100.0).min(f64::from(u32::MAX)) as u32
}

/// What is left of a skill that nobody has used for some rounds (Giwer): it loses a point whenever `pause` rounds have passed, twice as
/// many at 10 points, three times as many at 20: the higher it is, the longer it lasts.
#[must_use]
pub fn decayed(skill: i32, unused: u32, pause: u32) -> i32 {
    let (mut skill, mut left) = (skill, unused);
    while skill > 0 && pause > 0 {
        let lasts = pause.saturating_mul(1 + skill as u32 / 10);
        if left < lasts {
            break;
        }
        left -= lasts;
        skill -= 1;
    }
    skill
}

/// A strength as a multiple of a new fighter's (Giwer), in hundredths. Strength is offense times defense: it says what part of the hit
/// points of a new fighter such a fight costs him.
#[must_use]
pub fn multiple(worth: u32, fighter: u32) -> u32 {
    (u64::from(worth) * 100 / u64::from(fighter.max(1))).min(u32::MAX.into()) as u32
}
