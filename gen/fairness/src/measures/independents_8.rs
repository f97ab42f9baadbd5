//! `independents-8`: the first prizes, as the crow flies.

use world::Better;

use super::{Contrast, MeasureKind, Scale};
use crate::reason::number;
use crate::{NEAR, Survey};

pub(super) const INDEPENDENTS_8: MeasureKind = MeasureKind {
    name: "independents-8",
    unit: "units",
    better: Better::More,
    scale: Scale::Fixed,
    counts: true,
    summary: "independent units within 8 cells of the center",
    values,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, |seat, _| survey.independents_near(seat).count() as f64)
}

fn clause(survey: &Survey<'_>, seats: Contrast) -> String {
    let own = survey.independents_in_words(seats.own);
    format!("has {own} within {NEAR} cells where the best-placed seat has {}", number(seats.best))
}
