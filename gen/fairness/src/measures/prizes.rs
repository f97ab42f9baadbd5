//! `prizes`: what independent towns would pay a seat; near ones count more.
//!
//! Matches showed that it is needed: on boards that scored 1.0 without this measure, a free town three turns
//! nearer to one seat was worth up to 30 wins in 100.

use design::UnitType;
use grid::Cell;
use world::Better;

use crate::income::{pays, treasury_materials};
use crate::{Contrast, Evidence, Joined, MeasureKind, Survey};

/// The distance, in mp of the walker, at which a town counts half as much.
const HALF: u32 = 6;

pub(super) const PRIZES: MeasureKind = MeasureKind {
    name: "prizes",
    unit: "/turn",
    better: Better::More,
    counts: true,
    joined: Joined::Sum,
    summary: "what independent towns would pay per turn, halved for every 6 mp that they lie from the seat",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

/// No values if the design has no treasuries: then the measure does not apply.
fn values(survey: &Survey<'_>) -> Vec<f64> {
    let scenario = survey.scenario;
    if treasury_materials(&scenario.design).next().is_none() || scenario.world.terrain.is_none() {
        return Vec::new();
    }
    survey.per_seat(0.0, &|seat, _| {
        let prizes = survey.independents.iter().map(|&(_, kind, cell)| prize(survey, seat, kind, cell));
        prizes.sum::<u64>() as f64 / 1000.0
    })
}

/// The value, halved for every [`HALF`] of distance, linear in between.
fn halved(value: u64, distance: u32) -> u64 {
    let (whole, rest) = (distance / HALF, u64::from(distance % HALF));
    let value = value.checked_shr(whole).unwrap_or(0);
    value - value * rest / (2 * u64::from(HALF))
}

/// What an independent unit would pay the seat, in thousandths.
fn prize(survey: &Survey<'_>, seat: usize, kind: UnitType, cell: Cell) -> u64 {
    let scenario = survey.scenario;
    let paid = pays(&scenario.design, kind, scenario.world.terrain_at(cell)).unsigned_abs();
    survey.distance(seat, cell).map_or(0, |distance| halved(paid * 1000, distance))
}

/// Without terrain the measure is not taken, and there is no evidence.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let all = survey.independents.iter().filter(|_| survey.scenario.world.terrain.is_some());
    Evidence::units(all.filter(|&&(_, kind, cell)| prize(survey, seat, kind, cell) > 0).map(|&(id, ..)| id))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    let [own, best] = seats.numbers();
    format!("can soon take free towns that bring {own} a turn, while those of the best-placed seat bring {best}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prize_is_halved_every_six_steps_and_never_grows_with_distance() {
        assert_eq!([0, 6, 12, 60].map(|distance| halved(1024, distance)), [1024, 512, 256, 1]);
        assert_eq!(halved(1024, 3), 768);
        assert!((0..400).all(|distance| halved(60_000, distance + 1) <= halved(60_000, distance)));
    }
}
