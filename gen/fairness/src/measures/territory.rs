//! `territory`: the seat's part of the land; see [`Survey::holder`].

use world::Better;

use super::{Contrast, MeasureKind, Scale};
use crate::Survey;
use crate::reason::{cells, number};

pub(super) const TERRITORY: MeasureKind = MeasureKind {
    name: "territory",
    unit: "cells",
    better: Better::More,
    scale: Scale::Fixed,
    counts: true,
    summary: "cells of land that the cheapest ground unit reaches cheaper from this seat than from any other; equally near ones are shared",
    values,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.count_held(|_| true)
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "is nearest to {} of land where the best-placed seat is nearest to {}",
        cells(seats.own),
        number(seats.best)
    )
}
