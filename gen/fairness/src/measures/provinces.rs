//! Measures of maps of provinces that pay: see [`crate::ProvinceSurvey`].

use world::Better;

use crate::words::number;
use crate::{Contrast, Evidence, Joined, MeasureKind, ProvinceSurvey, Scale, Survey};

/// What the measures have in common.
const COMMON: MeasureKind = MeasureKind {
    name: "",
    unit: "",
    better: Better::More,
    scale: Scale::Fixed,
    counts: false,
    joined: Joined::Sum,
    site: None,
    of_provinces: None,
    of_space: None,
    summary: "",
    values: |_| Vec::new(),
    evidence,
    clause: |_, _| String::new(),
};

pub(super) const PROVINCE_INCOME: MeasureKind = MeasureKind {
    name: "province-income",
    unit: "/turn",
    of_provinces: Some(ProvinceSurvey::incomes),
    summary: "what the provinces pay that the seat reaches first: its own in full, half beside it, a third two borders away",
    values: |survey| values(survey, ProvinceSurvey::incomes),
    clause: |_, seats| told(seats, "finds provinces that pay", "a turn"),
    ..COMMON
};

pub(super) const PROVINCE_GUARDS: MeasureKind = MeasureKind {
    name: "province-guards",
    unit: "worth",
    better: Better::Less,
    of_provinces: Some(ProvinceSurvey::guards),
    summary: "point-value of the units of no side in the provinces that the seat reaches first, counted as in province-income",
    values: |survey| values(survey, ProvinceSurvey::guards),
    clause: |_, seats| told(seats, "has guards to beat that are worth", ""),
    ..COMMON
};

pub(super) const PROVINCE_TRAINING: MeasureKind = MeasureKind {
    name: "province-trains",
    unit: "worth",
    of_provinces: Some(ProvinceSurvey::training),
    summary: "point-value of what the provinces train in a turn that the seat reaches first, counted as in province-income",
    values: |survey| values(survey, ProvinceSurvey::training),
    clause: |_, seats| told(seats, "can train units worth", "a turn"),
    ..COMMON
};

pub(super) const PROVINCE_RIVALS: MeasureKind = MeasureKind {
    name: "province-rivals",
    unit: "steps",
    joined: Joined::Mean,
    of_provinces: Some(ProvinceSurvey::rivals),
    summary: "borders between the seat's first province and those of its rivals, on average",
    values: |survey| values(survey, ProvinceSurvey::rivals),
    clause: |_, seats| told(seats, "has its rivals behind", "borders on average"),
    ..COMMON
};

pub(super) const PROVINCE_BORDERS: MeasureKind = MeasureKind {
    name: "home-borders",
    unit: "steps",
    better: Better::Less,
    joined: Joined::Mean,
    of_provinces: Some(ProvinceSurvey::borders),
    summary: "borders over which the seat's first province can be attacked",
    values: |survey| values(survey, ProvinceSurvey::borders),
    clause: |_, seats| told(seats, "can be attacked over", "borders"),
    ..COMMON
};

fn values(survey: &Survey<'_>, of: fn(&ProvinceSurvey) -> Vec<f64>) -> Vec<f64> {
    survey.provinces.as_ref().map(of).unwrap_or_default()
}

/// The cells of the provinces that a seat reaches first.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let world = &survey.scenario.world;
    let (Some(provinces), Some(layer)) = (&survey.provinces, &world.province_of) else { return Evidence::default() };
    let mut held = vec![false; world.provinces.len() + 1];
    for (province, _) in provinces.held_by(seat) {
        held[province + 1] = true;
    }
    Evidence::cells(world.area.cells().filter(|&cell| held[usize::from(layer[cell].0)]))
}

fn told(seats: Contrast, what: &str, unit: &str) -> String {
    let words = |value: f64| format!("{} {unit}", number(value)).trim_end().to_owned();
    format!("{what} {}, while for the best-placed seat it is {}", words(seats.own), words(seats.best))
}
