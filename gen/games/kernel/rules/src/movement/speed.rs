//! Speed: movement points per hundred acp, by damage, occupants and wind (`kernel-rules` 2.1, "Speed"; seed 003, "Movement Action").

use design::parameters::table::{OCCUPANT_ADDS_SPEED, OCCUPANT_MULTIPLIES_SPEED};
use design::parameters::unit::{HP_MAX, SPEED, SPEED_DAMAGE_EFFECT, SPEED_MAX, SPEED_MIN, SPEED_WIND_EFFECT};
use design::{Curve, Design, TypeId, UnitType, WindEffect};
use grid::{Cell, Direction};
use world::SideId;

use crate::amounts::percent_of;
use crate::{StateView, UnitIndex};

/// Whose knowledge of the ground counts: a side's, or for `None` the true ground.
pub(super) type KnowledgeOf = Option<SideId>;

/// The numbers that decide the speed of a unit type.
#[derive(Debug)]
pub(crate) struct Speed {
    base: i32,
    /// The least and the greatest speed.
    bounds: (i32, i32),
    hp_max: i32,
    by_damage: Curve,
    by_wind: Vec<WindEffect>,
    /// By type of occupant: how much it adds, and by what percentage it multiplies; empty if no type does either.
    by_occupant: Vec<(i32, i32)>,
}

impl Speed {
    pub(super) fn new(design: &Design, kind: UnitType) -> Speed {
        let occupant = |occupant| {
            let multiplied = design.entry(OCCUPANT_MULTIPLIES_SPEED, kind, occupant);
            (design.entry(OCCUPANT_ADDS_SPEED, kind, occupant), multiplied)
        };
        let mut by_occupant: Vec<(i32, i32)> = design.unit_types().map(occupant).collect();
        if by_occupant.iter().all(|&effect| effect == (0, 100)) {
            by_occupant.clear();
        }
        Speed {
            base: design.int(SPEED, kind),
            bounds: (design.int(SPEED_MIN, kind), design.int(SPEED_MAX, kind)),
            hp_max: design.int(HP_MAX, kind),
            by_damage: Curve::new(design.form(SPEED_DAMAGE_EFFECT, kind)),
            by_wind: WindEffect::read_all(design.form(SPEED_WIND_EFFECT, kind)),
            by_occupant,
        }
    }
}

impl Speed {
    /// The greatest speed; `None` if it varies.
    pub(super) fn most(&self) -> Option<i32> {
        let is_plain = self.by_wind.is_empty() && self.by_occupant.is_empty() && self.by_damage.is_empty();
        is_plain.then(|| self.base.max(self.bounds.0).min(self.bounds.1))
    }

    /// Whether the direction of a move matters.
    pub(super) fn minds_wind(&self) -> bool {
        !self.by_wind.is_empty()
    }
}

impl StateView<'_> {
    /// The speed of a unit that goes to a cell.
    #[must_use]
    pub fn speed_to(self, id: UnitIndex, to: Cell) -> i32 {
        self.speed_between(None, id, self.unit(id).cell, to)
    }

    /// The speed between two cells.
    pub(super) fn speed_between(self, by: KnowledgeOf, id: UnitIndex, from: Cell, to: Cell) -> i32 {
        let unit = self.unit(id);
        let speed = &self.rules.steps_for(unit.kind).speed;
        if unit.hp <= 0 {
            return 0;
        }
        let mut now = speed.base;
        let mut factors: Vec<i32> = Vec::new();
        if !speed.by_occupant.is_empty() {
            for occupant in self.occupants(id).filter(|&occupant| self.is_complete(occupant)) {
                let (added, percent) = speed.by_occupant[self.unit(occupant).kind.index()];
                now = now.saturating_add(added);
                if percent != 100 {
                    factors.push(percent);
                }
            }
        }
        if i32::from(unit.hp) < speed.hp_max && !speed.by_damage.is_empty() {
            now = speed.by_damage.at(i32::from(unit.hp)).unwrap_or(100);
        }
        if !speed.by_wind.is_empty() {
            now = percent_of(now, self.wind_effect(by, speed, from, to));
        }
        now = factors.into_iter().fold(now, percent_of);
        now.max(speed.bounds.0).min(speed.bounds.1)
    }

    /// The mean effect of the winds in both cells on a speed, in percent.
    fn wind_effect(self, by: KnowledgeOf, speed: &Speed, from: Cell, to: Cell) -> i32 {
        let Some(heading) = self.heading(from, to) else { return 100 };
        let count = self.rules.area.directions();
        let effect = |cell: Cell| {
            let felt = match by {
                Some(side) => self.known_wind(side, cell),
                None => self.state.winds.get(cell.index()).copied(),
            };
            let Some(wind) = felt else { return 100 };
            let turn = wind.direction.0.abs_diff(heading.0) % count;
            let angle = i32::from(turn.min(count - turn));
            let found = speed.by_wind.iter().find(|effect| effect.holds_at(angle));
            found.and_then(|effect| effect.percent(wind.force.into())).unwrap_or(100)
        };
        (effect(from) + effect(to)) / 2
    }

    /// The direction that leads nearest to a cell; `None` if the unit is there.
    fn heading(self, from: Cell, to: Cell) -> Option<Direction> {
        let area = &self.rules.area;
        if from == to {
            return None;
        }
        area.around(from).min_by_key(|&(_, cell)| area.distance(cell, to)).map(|(direction, _)| direction)
    }
}

/// The movement points that acp are worth.
pub(super) const fn mp_from(acp: i32, speed: i32) -> i32 {
    clamp_to_i32(acp as i64 * speed as i64 / 100)
}

/// The acp that movement points cost, at a speed above 0.
pub(super) const fn acp_of(mp: i32, speed: i32) -> i32 {
    clamp_to_i32(mp as i64 * 100 / speed as i64)
}

const fn clamp_to_i32(number: i64) -> i32 {
    if number > i32::MAX as i64 {
        i32::MAX
    } else if number < i32::MIN as i64 {
        i32::MIN
    } else {
        number as i32
    }
}
