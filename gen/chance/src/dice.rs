//! Dice such as `2d6+1`: a value that games use for damage.
//!
//! They are kept unpacked; GDL's packing into 16 bits belongs to its reader (`gdl-reference`, section 1).

use std::fmt;
use std::str::FromStr;

use crate::{Stream, deal};

/// `count` dice of `faces` faces, summed, plus `add`. A plain number is `count` 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Dice {
    /// How many dice: 0 for a plain number, else 1 to 8.
    pub count: u8,
    /// Faces of each die: 2 to 17; 0 if there are no dice.
    pub faces: u8,
    /// Added to the sum.
    pub add: i16,
}

impl Dice {
    /// The dice that always show `number`.
    #[must_use]
    pub const fn constant(number: i16) -> Dice {
        Dice { count: 0, faces: 0, add: number }
    }

    /// Whether 16 bits hold the dice as GDL packs them: up to `8d17`, plus -128 to 127, or a number from 0 to 16383.
    #[must_use]
    pub const fn fits_16_bits(self) -> bool {
        match self {
            Dice { count: 0, faces: 0, add } => 0 <= add && add < 1 << 14,
            Dice { count, faces, add } => {
                1 <= count && count <= 8 && 2 <= faces && faces <= 17 && -128 <= add && add <= 127
            }
        }
    }

    /// One throw.
    pub fn roll(self, stream: &mut Stream) -> i32 {
        deal::throw(self, |bound| stream.below(bound))
    }

    /// Twice the mean, an integer.
    #[must_use]
    pub fn twice_mean(self) -> i32 {
        i32::from(self.count) * (i32::from(self.faces) + i32::from(self.count != 0)) + 2 * i32::from(self.add)
    }
}

/// The error for a text that is not dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceError {
    /// The form that is allowed.
    pub expected: &'static str,
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not dice: expected {}", self.expected)
    }
}

impl std::error::Error for DiceError {}

impl FromStr for Dice {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Dice, DiceError> {
        let wrong = |expected| DiceError { expected };
        let Some((count, rest)) = text.split_once('d') else {
            return text.parse().map(Dice::constant).map_err(|_| wrong("a number such as 3 or dice such as 2d6+1"));
        };
        let (faces, add) = match rest.find(['+', '-']) {
            Some(sign) => (&rest[..sign], rest[sign..].parse().map_err(|_| wrong("a whole number behind the sign"))?),
            None => (rest, 0),
        };
        let dice = Dice {
            count: count.parse().map_err(|_| wrong("1 to 8 dice"))?,
            faces: faces.parse().map_err(|_| wrong("2 to 17 faces"))?,
            add,
        };
        match dice {
            Dice { count: 1..=8, faces: 2..=17, add: -128..=127 } => Ok(dice),
            Dice { count: 1..=8, faces: 2..=17, .. } => Err(wrong("an addend from -128 to 127")),
            Dice { count: 1..=8, .. } => Err(wrong("2 to 17 faces")),
            _ => Err(wrong("1 to 8 dice")),
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.add) {
            (0, add) => write!(f, "{add}"),
            (count, 0) => write!(f, "{count}d{}", self.faces),
            (count, add) => write!(f, "{count}d{}{add:+}", self.faces),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn dice_read_and_write_the_same_text() {
        for text in ["0", "7", "-3", "1d2", "2d6+3", "8d17+127", "2d6-1"] {
            assert_eq!(text.parse::<Dice>().unwrap().to_string(), text);
        }
        for text in ["", "d6", "2d", "9d6", "2d1", "2d18", "2d6+200", "2d6+", "x"] {
            assert!(text.parse::<Dice>().is_err(), "{text}");
        }
    }

    #[test]
    fn throws_cover_the_whole_range() {
        let dice: Dice = "2d6+1".parse().unwrap();
        let mut stream = Seed(1).stream("dice");
        let throws: Vec<i32> = (0..2000).map(|_| dice.roll(&mut stream)).collect();
        assert_eq!((throws.iter().min(), throws.iter().max()), (Some(&3), Some(&13)));
        assert_eq!(dice.twice_mean(), 16);
        assert_eq!(Dice::constant(4).twice_mean(), 8);
    }
}
