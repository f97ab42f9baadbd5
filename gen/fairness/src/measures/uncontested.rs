//! `uncontested`: what a seat takes without a race.

use world::Better;

use super::{Contrast, MeasureKind, Scale};
use crate::Survey;
use crate::reason::{counted, number};

pub(super) const UNCONTESTED: MeasureKind = MeasureKind {
    name: "uncontested",
    unit: "finds",
    better: Better::More,
    scale: Scale::Fixed,
    counts: true,
    summary: "independent units and deposits of materials that every rival needs at least a third longer to reach",
    values,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, |seat, _| survey.uncontested(seat).count() as f64)
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "can count on {} before any rival comes where the best-placed seat can count on {}",
        counted(seats.own, "prize", "prizes"),
        number(seats.best)
    )
}
