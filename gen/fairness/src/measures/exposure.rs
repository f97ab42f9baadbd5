//! `exposure`: how much border there is to guard.

use world::Better;

use super::{Contrast, MeasureKind, Scale};
use crate::Survey;
use crate::reason::{cells, number};

pub(super) const EXPOSURE: MeasureKind = MeasureKind {
    name: "exposure",
    unit: "cells",
    better: Better::Less,
    scale: Scale::Fixed,
    counts: true,
    summary: "cells of the seat's territory that touch a rival's: the length of its front",
    values,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.count_held(|cell| survey.is_front(cell))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!("has a front of {} with its rivals where the best-placed seat has {}", cells(seats.own), number(seats.best))
}
