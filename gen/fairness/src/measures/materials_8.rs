//! `materials-8`: supplies near the center; scarce materials weigh as much as common ones.

use world::Better;

use super::{Contrast, MeasureKind, Scale};
use crate::reason::number;
use crate::{NEAR, Survey};

pub(super) const MATERIALS_8: MeasureKind = MeasureKind {
    name: "materials-8",
    unit: "%",
    better: Better::More,
    scale: Scale::Fixed,
    counts: false,
    summary: "share of the materials in cells and in independent units of the whole world that lies within 8 cells of the center, averaged over the materials",
    values,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, |seat, _| survey.materials_near(seat))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "has {}% of all materials within {NEAR} cells where the best-placed seat has {}%",
        number(seats.own),
        number(seats.best)
    )
}
