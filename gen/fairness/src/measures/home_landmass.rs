//! `home-landmass`: how much can be taken without ships, shared with others or not.

use world::Better;

use super::{Contrast, MeasureKind, Scale};
use crate::Survey;
use crate::reason::{cells, number};

pub(super) const HOME_LANDMASS: MeasureKind = MeasureKind {
    name: "home-landmass",
    unit: "cells",
    better: Better::More,
    scale: Scale::Fixed,
    counts: true,
    summary: "cells of the landmass that holds the center",
    values,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, |_, center| f64::from(survey.ground.landmass_of(center)))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!("lies on a landmass of {} where the best-placed seat has {}", cells(seats.own), number(seats.best))
}
