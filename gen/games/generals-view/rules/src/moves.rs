//! Moves, and the paths that companies take.

use std::fmt;

use crate::CompanyId;

/// The steps of a path, two bits each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Path(u32);

impl Path {
    /// The most steps that a path can have.
    pub const STEPS_MAX: usize = 14;

    /// The number of steps.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0 >> 28) as usize
    }

    /// Whether it has no steps.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The path with one more step (0 north, 1 east, 2 south, 3 west).
    ///
    /// # Panics
    /// If the path already has [`Path::STEPS_MAX`] steps.
    #[must_use]
    pub const fn then(self, direction: u8) -> Path {
        let length = self.len();
        assert!(length < Path::STEPS_MAX, "a path is at most 14 steps long");
        Path(((length as u32 + 1) << 28) | (self.0 & 0x0fff_ffff) | ((direction as u32 & 3) << (2 * length)))
    }

    /// Its directions.
    pub fn steps(self) -> impl Iterator<Item = u8> {
        (0..self.len()).map(move |step| (self.0 >> (2 * step) & 3) as u8)
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for direction in self.steps() {
            write!(f, "{}", LETTERS[usize::from(direction)])?;
        }
        Ok(())
    }
}

/// The letters of the directions, for people.
pub(crate) const LETTERS: [char; 4] = ['n', 'e', 's', 'w'];

/// One thing that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Rolls the dice.
    Roll,
    /// Chooses a place in the order of turns, from 0.
    Choose(u8),
    /// Buys a company of a type and puts it into a city.
    Buy {
        /// The type's number.
        kind: u8,
        /// The city's square.
        square: u16,
    },
    /// Moves a company along a path.
    Go {
        /// The company.
        company: CompanyId,
        /// Its path.
        path: Path,
    },
    /// Ends the movement phase: battles are fought, supply is counted, and the turn ends.
    End,
    /// Sends a company into the pending battle.
    Send(CompanyId),
}
