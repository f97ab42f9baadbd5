//! Measures of maps of space: see [`crate::SpaceSurvey`].

use world::Better;

use crate::words::number;
use crate::{Contrast, Evidence, Joined, MeasureKind, Scale, SpaceSurvey, Survey};

/// What the measures have in common.
const COMMON: MeasureKind = MeasureKind {
    name: "",
    unit: "",
    better: Better::More,
    scale: Scale::Fixed,
    counts: false,
    joined: Joined::Mean,
    site: None,
    of_provinces: None,
    of_space: None,
    summary: "",
    values: |_| Vec::new(),
    evidence: |_, _| Evidence::default(),
    clause: |_, _| String::new(),
};

pub(super) const FIRST_SHOT: MeasureKind = MeasureKind {
    name: "first-shot",
    unit: "cells",
    of_space: Some(SpaceSurvey::first_shots),
    summary: "cells of rivals' zones that a ship sees along an axis within the reach of a missile, on average over its zone",
    values: |survey| values(survey, SpaceSurvey::first_shots),
    evidence: |survey, seat| evidence(survey, &|space| space.cells_with_shot(seat).collect()),
    clause: |_, seats| told(seats, "has on average a first shot at", "cells of rivals' zones"),
    ..COMMON
};

pub(super) const ZONE_EXPOSED: MeasureKind = MeasureKind {
    name: "zone-exposed",
    unit: "%",
    better: Better::Less,
    counts: true,
    of_space: Some(SpaceSurvey::exposed),
    summary: "share of the seat's zone that rivals can fire at from theirs in the first turn",
    values: |survey| values(survey, SpaceSurvey::exposed),
    evidence: |survey, seat| evidence(survey, &|space| space.cells_with_shot(seat).collect()),
    clause: |_, seats| told(seats, "can be fired at from the first turn on in", "% of its zone"),
    ..COMMON
};

pub(super) const COVER: MeasureKind = MeasureKind {
    name: "cover",
    unit: "%",
    counts: true,
    of_space: Some(SpaceSurvey::cover),
    summary: "share of the cells in the seat's zone, and up to 4 cells outside it, that no rival's zone sees",
    values: |survey| values(survey, SpaceSurvey::cover),
    evidence: |survey, seat| evidence(survey, &|space| space.cells_with_cover(seat).collect()),
    clause: |_, seats| told(seats, "is hidden from its rivals in", "% of the cells about its zone"),
    ..COMMON
};

pub(super) const INTERCEPT: MeasureKind = MeasureKind {
    name: "intercept",
    unit: "turns",
    better: Better::Less,
    counts: true,
    of_space: Some(SpaceSurvey::intercepts),
    summary: "turns from rest until a ship sees a rival's zone along an axis, 3 cells a turn faster each turn, on average over its zone",
    values: |survey| values(survey, SpaceSurvey::intercepts),
    clause: |_, seats| told(seats, "flies until it sees a rival's zone for", "turns on average"),
    ..COMMON
};

pub(super) const ROCKS_NEAR: MeasureKind = MeasureKind {
    name: "rocks-near",
    unit: "cells",
    counts: true,
    of_space: Some(SpaceSurvey::rocks),
    summary: "cells with asteroids or solid bodies up to 4 cells outside the seat's zone",
    values: |survey| values(survey, SpaceSurvey::rocks),
    evidence: |survey, seat| evidence(survey, &|space| space.rocks_near(seat).collect()),
    clause: |_, seats| told(seats, "has rocks near its zone in", "cells"),
    ..COMMON
};

pub(super) const ZONE_NEAREST: MeasureKind = MeasureKind {
    name: "zone-nearest",
    unit: "cells",
    better: Better::Less,
    of_space: Some(SpaceSurvey::nearest),
    summary: "distance in cells from the middle of the seat's zone to that of the nearest rival's",
    values: |survey| values(survey, SpaceSurvey::nearest),
    clause: |_, seats| told(seats, "has to fly to its nearest rival for", "cells"),
    ..COMMON
};

pub(super) const ZONE_MEAN: MeasureKind = MeasureKind {
    name: "zone-mean",
    unit: "cells",
    better: Better::Less,
    of_space: Some(SpaceSurvey::mean),
    summary: "distance in cells from the middle of the seat's zone to those of its rivals, on average",
    values: |survey| values(survey, SpaceSurvey::mean),
    clause: |_, seats| told(seats, "has to fly to its rivals for", "cells on average"),
    ..COMMON
};

fn values(survey: &Survey<'_>, of: fn(&SpaceSurvey) -> Vec<f64>) -> Vec<f64> {
    survey.space.as_ref().map(of).unwrap_or_default()
}

fn evidence(survey: &Survey<'_>, of: &dyn Fn(&SpaceSurvey) -> Vec<grid::Cell>) -> Evidence {
    let mut cells = survey.space.as_ref().map(of).unwrap_or_default();
    cells.sort_unstable();
    Evidence::cells(cells)
}

fn told(seats: Contrast, what: &str, unit: &str) -> String {
    format!("{what} {} {unit}, while for the best-placed seat it is {}", number(seats.own), number(seats.best))
}
