//! What the board does not say: which foes in sight stand near what a side cannot move, such as its cities.

use contract::{Chart, ChartWords, Remark, Seat, SeenPosition, Sight};
use design::parameters::unit;
use grid::Cell;
use world::travel::is_mobile;
use world::{SideId, Unit};

use crate::Kernel;

/// How near a foe is of whom is told, in cells.
const NEAR: u32 = 3;

impl Kernel {
    /// A sentence for each foe in sight near a place of the seat, the nearest first.
    pub(crate) fn make_chart(&self, seat: Seat, seen: &SeenPosition) -> Chart {
        let (units, design) = (&seen.scenario.units, &*self.design);
        let place = |unit: &Unit| unit.cell().filter(|_| unit.side == seat.side() && !is_mobile(design, unit.kind));
        let places: Vec<(&Unit, Cell)> = units.iter().filter_map(|unit| Some((unit, place(unit)?))).collect();
        let is_foe = |unit: &Unit| {
            unit.side != SideId::INDEPENDENT
                && self.team(unit.side) != self.team(seat.side())
                && is_mobile(design, unit.kind)
        };
        let mut told: Vec<(u32, Remark)> = Vec::new();
        for foe in units.iter().filter(|unit| is_foe(unit)) {
            let Some(at) = foe.cell().filter(|&cell| seen.sight_of(cell) == Sight::Seen) else { continue };
            let away = places.iter().map(|&(place, cell)| (self.area.distance(at, cell), place, cell));
            let near = away.filter(|(away, ..)| *away <= NEAR).min_by_key(|&(away, _, cell)| (away, cell));
            told.extend(near.map(|(away, place, _)| {
                let words = self.threat_words(seen, foe, at, away, place);
                (away, Remark { cell: Some(at), words })
            }));
        }
        told.sort_by_key(|(away, _)| *away);
        let remarks = told.into_iter().map(|(_, remark)| remark).collect();
        Chart { remarks, words: ChartWords::NONE, ..Chart::default() }
    }

    fn threat_words(&self, seen: &SeenPosition, foe: &Unit, at: Cell, away: u32, place: &Unit) -> String {
        let kind = |unit: &Unit| self.design.spoken_name(unit::NAME, unit.kind);
        let name = if place.name.is_empty() { String::new() } else { format!(" {}", place.name) };
        let side = &seen.scenario.side(foe.side).name;
        let (at, away) = (self.area.cell_name(at), design::counted(away, "cell"));
        format!("{} of {side} at {at} is {away} from your {}{name}", kind(foe), kind(place))
    }
}
