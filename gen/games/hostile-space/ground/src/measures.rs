//! Measures of maps of space: see [`SpaceSurvey`].

use std::sync::LazyLock;

use fairness::{Evidence, Joined, MeasureKind, OwnMeasures, OwnSurvey, SeatSurvey, Source, Survey, ValueRow, Weights};
use world::{Better, Scenario};

use crate::space_map::{SpaceMap, SpaceSurvey};

/// What the game measures.
pub const MEASURES: OwnMeasures = OwnMeasures {
    rows: &[&FIRST_SHOT, &ZONE_EXPOSED, &COVER, &INTERCEPT, &ROCKS_NEAR, &ZONE_NEAREST, &ZONE_MEAN],
    survey,
    weights: include_str!("../data/weights.ron"),
};

/// The rows, each with its values, so that they can be told of maps that are not made yet.
pub const ROWS: [ValueRow<SpaceSurvey>; 7] = [
    (&FIRST_SHOT, SpaceSurvey::first_shots),
    (&ZONE_EXPOSED, SpaceSurvey::exposed),
    (&COVER, SpaceSurvey::cover),
    (&INTERCEPT, SpaceSurvey::intercepts),
    (&ROCKS_NEAR, SpaceSurvey::rocks),
    (&ZONE_NEAREST, SpaceSurvey::nearest),
    (&ZONE_MEAN, SpaceSurvey::mean),
];

/// Their weights.
pub(crate) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read("weights.ron", MEASURES.weights, MEASURES.rows).expect("a test reads the weights that come with it")
});

fn survey(scenario: &Scenario, seats: &[SeatSurvey]) -> Option<OwnSurvey> {
    Some(Box::new(SpaceMap::new(scenario)?.survey_seats(seats)))
}

/// What the measures have in common.
const COMMON: MeasureKind = MeasureKind { source: Source::Own, joined: Joined::Mean, ..MeasureKind::DEFAULT };

const FIRST_SHOT: MeasureKind = MeasureKind {
    name: "first-shot",
    unit: "cells",
    summary: "cells of rivals' zones that a ship sees along an axis within the reach of a missile, on average over its zone",
    values: |survey| survey.own_values(SpaceSurvey::first_shots),
    evidence: |survey, seat| evidence(survey, &|space| space.cells_with_shot(seat).collect()),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!(
            "sees {own} cells of rivals' zones in range, on average over its own, while the best-placed seat sees {best}"
        )
    },
    ..COMMON
};

const ZONE_EXPOSED: MeasureKind = MeasureKind {
    name: "zone-exposed",
    unit: "%",
    better: Better::Less,
    counts: true,
    summary: "share of the seat's zone that rivals can fire at from theirs in the first turn",
    values: |survey| survey.own_values(SpaceSurvey::exposed),
    evidence: |survey, seat| evidence(survey, &|space| space.cells_with_shot(seat).collect()),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!(
            "can be fired at in {own} % of its zone from the first turn on, while the best-placed seat can be in {best} %"
        )
    },
    ..COMMON
};

const COVER: MeasureKind = MeasureKind {
    name: "cover",
    unit: "%",
    counts: true,
    summary: "share of the cells in the seat's zone, and up to 4 cells outside it, that no rival's zone sees",
    values: |survey| survey.own_values(SpaceSurvey::cover),
    evidence: |survey, seat| evidence(survey, &|space| space.cells_with_cover(seat).collect()),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!(
            "is hidden from its rivals in {own} % of the cells about its zone, while the best-placed seat is in {best} %"
        )
    },
    ..COMMON
};

const INTERCEPT: MeasureKind = MeasureKind {
    name: "intercept",
    unit: "turns",
    better: Better::Less,
    counts: true,
    summary: "turns from rest until a ship sees a rival's zone along an axis, 3 cells a turn faster each turn, on average over its zone",
    values: |survey| survey.own_values(SpaceSurvey::intercepts),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        let turns = if own == "1" { "turn" } else { "turns" };
        format!(
            "needs {own} {turns} on average until a ship sees a rival's zone, while the best-placed seat needs {best}"
        )
    },
    ..COMMON
};

const ROCKS_NEAR: MeasureKind = MeasureKind {
    name: "rocks-near",
    unit: "cells",
    counts: true,
    summary: "cells with asteroids or solid bodies up to 4 cells outside the seat's zone",
    values: |survey| survey.own_values(SpaceSurvey::rocks),
    evidence: |survey, seat| evidence(survey, &|space| space.rocks_near(seat).collect()),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        let cells = if own == "1" { "cell" } else { "cells" };
        format!("has rocks in {own} {cells} near its zone, while the best-placed seat has them in {best}")
    },
    ..COMMON
};

const ZONE_NEAREST: MeasureKind = MeasureKind {
    name: "zone-nearest",
    unit: "cells",
    better: Better::Less,
    summary: "distance in cells from the middle of the seat's zone to that of the nearest rival's",
    values: |survey| survey.own_values(SpaceSurvey::nearest),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!("has its nearest rival {own} cells away, while that of the best-placed seat is {best} away")
    },
    ..COMMON
};

const ZONE_MEAN: MeasureKind = MeasureKind {
    name: "zone-mean",
    unit: "cells",
    better: Better::Less,
    summary: "distance in cells from the middle of the seat's zone to those of its rivals, on average",
    values: |survey| survey.own_values(SpaceSurvey::mean),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!("has its rivals {own} cells away on average, while those of the best-placed seat are {best} away")
    },
    ..COMMON
};

fn evidence(survey: &Survey<'_>, of: &dyn Fn(&SpaceSurvey) -> Vec<grid::Cell>) -> Evidence {
    let mut cells = survey.own::<SpaceSurvey>().map(of).unwrap_or_default();
    cells.sort_unstable();
    Evidence::cells(cells)
}
