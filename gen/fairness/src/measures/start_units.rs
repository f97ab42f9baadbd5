//! `start-units`: what the handicap scales, and the only measure that it scales.

use world::Better;

use super::{Contrast, MeasureKind, Scale};
use crate::Survey;
use crate::reason::number;

pub(super) const START_UNITS: MeasureKind = MeasureKind {
    name: "start-units",
    unit: "worth",
    better: Better::More,
    scale: Scale::Advantage,
    counts: false,
    summary: "point-value of all units that the seat starts with, occupants included; compared after dividing by its advantage",
    values,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.seats.iter().map(|seat| seat.worth.max(0) as f64).collect()
}

fn clause(survey: &Survey<'_>, seats: Contrast) -> String {
    let same = survey.seats.windows(2).all(|pair| pair[0].advantage == pair[1].advantage);
    let due = if same { "" } else { " after advantages are counted in" };
    format!(
        "starts with units worth {} where the best-placed seat's are worth {}{due}",
        number(seats.own),
        number(seats.best)
    )
}
