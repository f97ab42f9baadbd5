//! Measures of maps of provinces that pay: see [`crate::ProvinceSurvey`].

use std::sync::LazyLock;

use fairness::{
    Evidence, Joined, MeasureKind, OwnMeasures, OwnSurvey, SeatSurvey, Source, Survey, ValueRow, Weights, in_words,
};
use world::{Better, Scenario};

use crate::{ProvinceMap, ProvinceSurvey};

/// What the game measures.
pub const MEASURES: OwnMeasures = OwnMeasures {
    rows: &[&PROVINCE_INCOME, &PROVINCE_GUARDS, &PROVINCE_TRAINING, &PROVINCE_RIVALS, &PROVINCE_BORDERS],
    survey,
    weights: include_str!("../data/weights.ron"),
};

/// What the measures have in common.
const COMMON: MeasureKind = MeasureKind { source: Source::Own, evidence, ..MeasureKind::DEFAULT };

/// These measures, each with its values, so that they can be told of starts that nobody has settled yet.
pub const ROWS: [ValueRow<ProvinceSurvey>; 5] = [
    (&PROVINCE_INCOME, ProvinceSurvey::incomes),
    (&PROVINCE_GUARDS, ProvinceSurvey::guards),
    (&PROVINCE_TRAINING, ProvinceSurvey::training),
    (&PROVINCE_RIVALS, ProvinceSurvey::rivals),
    (&PROVINCE_BORDERS, ProvinceSurvey::borders),
];

const PROVINCE_INCOME: MeasureKind = MeasureKind {
    name: "province-income",
    unit: "/turn",
    summary: "what the provinces pay that the seat reaches first: its own in full, half beside it, a third two borders away",
    values: |survey| survey.own_values(ProvinceSurvey::incomes),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!("comes first to provinces that pay {own} a turn, while the best-placed seat comes to {best}")
    },
    ..COMMON
};

const PROVINCE_GUARDS: MeasureKind = MeasureKind {
    name: "province-guards",
    unit: "worth",
    better: Better::Less,
    summary: "point-value of the units of no side in the provinces that the seat reaches first, counted as in province-income",
    values: |survey| survey.own_values(ProvinceSurvey::guards),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!(
            "has to beat guards worth {own} in the provinces that it reaches first, while the best-placed seat has to \
             beat {best}"
        )
    },
    ..COMMON
};

const PROVINCE_TRAINING: MeasureKind = MeasureKind {
    name: "province-trains",
    unit: "worth",
    summary: "point-value of what the provinces train in a turn that the seat reaches first, counted as in province-income",
    values: |survey| survey.own_values(ProvinceSurvey::training),
    clause: |_, seats| {
        let [own, best] = seats.numbers();
        format!(
            "comes first to provinces that train units worth {own} a turn, while the best-placed seat comes to {best}"
        )
    },
    ..COMMON
};

const PROVINCE_RIVALS: MeasureKind = MeasureKind {
    name: "province-rivals",
    unit: "steps",
    joined: Joined::Mean,
    summary: "borders between the seat's first province and those of its rivals, on average",
    values: |survey| survey.own_values(ProvinceSurvey::rivals),
    clause: |_, seats| {
        let [own, best] = [seats.own, seats.best].map(borders);
        format!("has {own} between it and its rivals on average, while the best-placed seat has {best}")
    },
    ..COMMON
};

const PROVINCE_BORDERS: MeasureKind = MeasureKind {
    name: "home-borders",
    unit: "steps",
    better: Better::Less,
    joined: Joined::Mean,
    summary: "borders over which the seat's first province can be attacked",
    values: |survey| survey.own_values(ProvinceSurvey::borders),
    clause: |_, seats| {
        let [own, best] = [seats.own, seats.best].map(borders);
        format!("can be attacked over {own} of its first province, while the best-placed seat can be over {best}")
    },
    ..COMMON
};

/// Their weights.
pub(crate) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read("weights.ron", MEASURES.weights, MEASURES.rows).expect("a test reads the weights that come with it")
});

fn survey(scenario: &Scenario, seats: &[SeatSurvey]) -> Option<OwnSurvey> {
    let layer = scenario.world.province_of.as_ref();
    let home = |seat: &SeatSurvey| usize::from(layer?[seat.center?].0).checked_sub(1);
    let homes: Vec<Option<usize>> = seats.iter().map(home).collect();
    Some(Box::new(ProvinceMap::new(scenario)?.survey(&homes)))
}

/// The cells of the provinces that a seat reaches first.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let world = &survey.scenario.world;
    let (Some(provinces), Some(layer)) = (survey.own::<ProvinceSurvey>(), &world.province_of) else {
        return Evidence::default();
    };
    let mut held = vec![false; world.provinces.len() + 1];
    for (province, _) in provinces.held_by(seat) {
        held[province + 1] = true;
    }
    Evidence::cells(world.area.cells().filter(|&cell| held[usize::from(layer[cell].0)]))
}

fn borders(value: f64) -> String {
    in_words(value, "borders")
}
