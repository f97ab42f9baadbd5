//! Creating a hero: attributes by dice or by points, races, classes.
//!
//! Source: seed 002, "Creating A Player" (Bucklew). Each of five attributes, and of hit points, armour rating and spell points, has a base
//! and a current value ([`crate::attributes`]). Dice show 1 to 100 there, or 100 points are shared out; a mage needs an intelligence of 12,
//! which on that scale nearly everybody has. So the scale is data here, and rules go by how far an attribute lies from the mean of its dice.

use std::fmt;

use chance::Dice;

use crate::attributes::Attributes;

/// The path of strength: how strong.
pub const STRENGTH: &str = "strength";
/// The path of intelligence: how smart.
pub const INTELLIGENCE: &str = "intelligence";
/// The path of dexterity: how fast.
pub const DEXTERITY: &str = "dexterity";
/// The path of health: how healthy.
pub const HEALTH: &str = "health";
/// The path of charisma: how well-liked.
pub const CHARISMA: &str = "charisma";
/// The path of hit points: how much damage one can take.
pub const HIT_POINTS: &str = "hit-points";
/// The path of the armour rating.
pub const ARMOUR: &str = "armour-rating";
/// The path of spell points: how much one can cast.
pub const SPELL_POINTS: &str = "spell-points";

/// The attributes that dice or points give.
pub const STATS: [&str; 5] = [STRENGTH, INTELLIGENCE, DEXTERITY, HEALTH, CHARISMA];

/// A race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// Its name.
    pub name: String,
    /// What it adds to attributes, by path.
    pub changes: Vec<(String, i32)>,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The least that it asks of attributes, by path.
    pub least: Vec<(String, i32)>,
    /// The objects that it begins with, by the names of their types.
    pub equipment: Vec<String>,
    /// Hit points at experience level 1.
    pub hit_points: i32,
    /// Hit points that each further experience level adds.
    pub hit_points_per_level: i32,
    /// Spell points at experience level 1; 0: it casts nothing.
    pub spell_points: i32,
}

/// Why a hero cannot be created so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CharacterError {
    /// More points are shared out than there are.
    TooManyPoints {
        /// How many are shared out.
        given: i64,
        /// How many there are.
        most: u32,
    },
    /// An attribute would be below 0.
    Negative,
    /// The class asks for more.
    TooLow {
        /// The class.
        class: String,
        /// The attribute.
        path: String,
        /// What it asks for.
        least: i32,
        /// What the hero would have.
        has: i32,
    },
}

impl fmt::Display for CharacterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CharacterError::TooManyPoints { given, most } => write!(f, "{given} points are shared out, of {most}"),
            CharacterError::Negative => f.write_str("an attribute is 0 at least"),
            CharacterError::TooLow { class, path, least, has } => {
                write!(f, "a {class} needs {path} {least} at least, and this hero has {has}")
            }
        }
    }
}

impl std::error::Error for CharacterError {}

/// Throws the dice for each attribute.
pub fn roll(dice: Dice, mut throw: impl FnMut(Dice) -> i32) -> [i32; 5] {
    [(); 5].map(|()| throw(dice))
}

/// Checks points that are shared out.
///
/// # Errors
/// If they are too many, or one of them is negative.
pub fn check_points(given: [i32; 5], points: u32) -> Result<(), CharacterError> {
    if given.iter().any(|&stat| stat < 0) {
        return Err(CharacterError::Negative);
    }
    let sum: i64 = given.iter().map(|&stat| i64::from(stat)).sum();
    if sum > i64::from(points) { Err(CharacterError::TooManyPoints { given: sum, most: points }) } else { Ok(()) }
}

/// The attributes of a hero: what dice or points give, changed by the race.
///
/// # Errors
/// If the class asks for more of an attribute than the hero then has.
pub fn create(stats: [i32; 5], race: &Race, class: &Class) -> Result<Attributes, CharacterError> {
    let mut attributes = Attributes::default();
    for (path, value) in STATS.iter().zip(stats) {
        let changes = race.changes.iter().filter(|(known, _)| known == path).map(|(_, change)| *change);
        attributes.set(path, (value + changes.sum::<i32>()).max(0));
    }
    for (path, least) in &class.least {
        let has = attributes.current(path);
        if has < *least {
            return Err(CharacterError::TooLow { class: class.name.clone(), path: path.clone(), least: *least, has });
        }
    }
    Ok(attributes)
}

/// How far an attribute lies from the mean of its dice, in tenths of that mean, -10 to 10. `twice_mean` is twice the mean.
#[must_use]
pub fn modifier(stat: i32, twice_mean: i32) -> i32 {
    ((2 * stat - twice_mean) * 10 / twice_mean.max(1)).clamp(-10, 10)
}
