//! Dice such as `2d6+1`: a value that games use for damage.
//!
//! They are kept unpacked, and go farther than GDL's, which have to fit into 16 bits (`gdl-reference`, section 1).

use std::fmt;
use std::str::FromStr;

use crate::{Stream, deal};

/// `count` dice of `faces` faces, summed, plus `add`. A plain number is `count` 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Dice {
    /// How many dice: 0 for a plain number, else 1 to 20.
    pub count: u8,
    /// Faces of each die: 2 to 100; 0 if there are no dice.
    pub faces: u8,
    /// Added to the sum: -1000 to 1000; a plain number is any of 16 bits.
    pub add: i16,
}

/// The bounds, for messages.
const COUNTS: &str = "1 to 20 dice";
const FACES: &str = "2 to 100 faces";
const ADDENDS: &str = "an addend from -1000 to 1000";

impl Dice {
    /// The bounds in words.
    pub const BOUNDS: &str = "1 to 20 dice of 2 to 100 faces, plus -1000 to 1000";
    /// The most faces.
    pub const FACES_MAX: u8 = 100;
    /// The greatest addend of dice; its negative is the least.
    pub const ADD_MAX: i16 = 1000;

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
            Some(sign) => (&rest[..sign], rest[sign..].parse().map_err(|_| wrong(ADDENDS))?),
            None => (rest, 0),
        };
        let count = count.parse().map_err(|_| wrong(COUNTS))?;
        let faces = faces.parse().map_err(|_| wrong(FACES))?;
        if !(1..=20).contains(&count) {
            return Err(wrong(COUNTS));
        }
        if !(2..=Dice::FACES_MAX).contains(&faces) {
            return Err(wrong(FACES));
        }
        if !(-Dice::ADD_MAX..=Dice::ADD_MAX).contains(&add) {
            return Err(wrong(ADDENDS));
        }
        Ok(Dice { count, faces, add })
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
    use proptest::prelude::*;

    use super::*;
    use crate::Seed;

    #[test]
    fn dice_read_and_write_the_same_text() {
        for text in
            ["0", "7", "-3", "32767", "-32768", "1d2", "2d6+3", "8d17+127", "2d6-1", "20d100+1000", "20d100-1000"]
        {
            assert_eq!(text.parse::<Dice>().unwrap().to_string(), text);
        }
        for text in ["", "d6", "2d", "0d6", "2d6+", "2d6++1", "x", "32768", "2d-6", "-2d6"] {
            assert!(text.parse::<Dice>().is_err(), "{text}");
        }
        for (text, expected) in [
            ("21d6", COUNTS),
            ("300d6", COUNTS),
            ("2d1", FACES),
            ("2d101", FACES),
            ("2d999", FACES),
            ("2d6+1001", ADDENDS),
            ("2d6-1001", ADDENDS),
            ("2d6+99999", ADDENDS),
        ] {
            assert_eq!(text.parse::<Dice>().unwrap_err().expected, expected, "{text}");
        }
        assert_eq!(Dice::BOUNDS, format!("{COUNTS} of {FACES}, plus -1000 to 1000"));
    }

    /// Golden numbers: other throws would change every recorded match.
    #[test]
    fn dice_are_thrown_as_ever() {
        let mut stream = Seed(7).stream("dice");
        let mut draws = crate::Draws::new(Seed(7));
        let texts = ["1d2", "2d6+3", "8d17+127", "2d6-1", "5", "3d10"];
        let thrown = texts.map(|text| {
            let dice: Dice = text.parse().unwrap();
            (dice.roll(&mut stream), draws.throw(dice))
        });
        assert_eq!(thrown, GOLDEN_THROWS);
    }
    const GOLDEN_THROWS: [(i32, i32); 6] = [(2, 2), (8, 11), (222, 214), (4, 3), (5, 5), (4, 20)];

    fn any_dice() -> impl Strategy<Value = Dice> {
        (1_u8..=20, 2_u8..=100, -1000_i16..=1000).prop_map(|(count, faces, add)| Dice { count, faces, add })
    }

    proptest! {
        #[test]
        fn all_dice_read_back_from_their_text(dice in any_dice(), number: i16) {
            prop_assert_eq!(format!("{}d{}{:+}", dice.count, dice.faces, dice.add).parse(), Ok(dice));
            for dice in [dice, Dice::constant(number)] {
                prop_assert_eq!(dice.to_string().parse(), Ok(dice));
            }
        }

        #[test]
        fn only_dice_in_bounds_are_read(count in 0_u16..300, faces in 0_u16..300, add in -2000_i32..2000) {
            let is_right = (1..=20).contains(&count) && (2..=100).contains(&faces) && (-1000..=1000).contains(&add);
            prop_assert_eq!(format!("{count}d{faces}{add:+}").parse::<Dice>().is_ok(), is_right);
        }

        #[test]
        fn throws_lie_within_bounds_around_their_mean(dice in any_dice(), seed: u64) {
            const THROWS: i32 = 1024;
            let mut draws = crate::Draws::new(Seed(seed));
            let (count, faces, add) = (i32::from(dice.count), i32::from(dice.faces), i32::from(dice.add));
            let mut sum = 0;
            for _ in 0..THROWS {
                let thrown = draws.throw(dice);
                prop_assert!((count + add..=count * faces + add).contains(&thrown), "{dice}: {thrown}");
                sum += thrown;
            }
            prop_assert_eq!(draws.count >= (THROWS * count) as u64, true);
            // Six deviations: (2 sum - n twice_mean)^2 <= 36 * 4 * n * variance, and 12 variances are count * (faces^2 - 1).
            let off = i64::from(2 * sum - THROWS * dice.twice_mean());
            let most = 12 * i64::from(THROWS * count * (faces * faces - 1));
            prop_assert!(off * off <= most, "{dice}: {off}");
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
