//! How a game ends, and how it came out (`kernel-rules` 7).

use contract::{Ending, Outcome, Seat, Seats, ranks_by};

use crate::state::Standing;
use crate::{Phase, Position};

impl Position<'_> {
    /// How the game came out, once it is over.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        if self.state.phase != Phase::Over {
            return None;
        }
        let won = |side| self.side(side).standing == Standing::Won;
        let winners = self.rules.side_ids().filter(|&side| won(side)).map(|side| Seat(side.0 - 1));
        let winners = winners.fold(Seats::NONE, Seats::with);
        let ending = if winners.is_empty() { Ending::Draw } else { Ending::Victory };
        Some(Outcome { ending, winners, ranks: self.ranks() })
    }

    /// The place of each seat: won, in the game, points.
    pub(crate) fn ranks(self) -> Vec<u8> {
        let worth: Vec<(bool, bool, i64)> = self
            .rules
            .side_ids()
            .map(|side| {
                let standing = self.side(side).standing;
                (standing == Standing::Won, standing == Standing::In, self.points(side))
            })
            .collect();
        ranks_by(&worth)
    }

    /// A side's points: the worth of its complete units (`kernel-rules` 7.1).
    #[must_use]
    pub fn points(self, side: world::SideId) -> i64 {
        let own = |id: crate::UnitId| {
            let own = self.details(id).and_then(|details| details.point_value);
            own.map_or_else(|| i64::from(self.int(design::parameters::unit::POINT_VALUE, id)), i64::from)
        };
        self.units_of(side).filter(|&id| self.unit(id).cp < 0 || self.is_active(id)).map(own).sum()
    }
}
