//! Lenses on the seats' share of the land: distances, holders, fronts.

use fairness::{Holder, Survey};
use grid::Cell;
use output::side_color;
use world::Scenario;

use super::lens::{Lens, Painting, Subject};
use super::painting::{Numbers, Rgb, Value, paint_kinds};
use super::scales::{DIVERGING, NONE, RISING, WATER, turned};

/// A survey that has at least `least` seats with a place.
fn survey(scenario: &Scenario, least: usize) -> Result<Survey<'_>, String> {
    if scenario.world.terrain.is_none() {
        return Err("There is no terrain yet: a method of the recipe makes it.".to_owned());
    }
    let survey = playtest::survey(scenario);
    let placed = survey.seats.iter().filter(|seat| seat.center.is_some()).count();
    match placed {
        found if found >= least => Ok(survey),
        0 => Err("No side has a place yet: make-countries in the recipe founds one for each.".to_owned()),
        _ => Err("Only one side has a place: ask for two or more sides.".to_owned()),
    }
}

/// The unit of ways.
fn unit(survey: &Survey<'_>) -> &'static str {
    if survey.ground.walker.is_some() { "mp" } else { "cells" }
}

/// The walker, for legends: ` by infantry`.
fn by_walker(survey: &Survey<'_>) -> String {
    let name = |kind| survey.scenario.design.spoken_name(design::parameters::unit::NAME, kind);
    survey.ground.walker.map_or_else(String::new, |kind| format!(" by {}", name(kind)))
}

fn side_names(scenario: &Scenario) -> Vec<String> {
    let name = |(index, side): (usize, &world::Side)| match side.name.as_str() {
        "" => format!("seat {}", index + 1),
        name => name.to_owned(),
    };
    scenario.sides.iter().enumerate().map(name).collect()
}

pub(super) const TRAVEL: Lens = Lens {
    name: "travel",
    title: "Travel time",
    summary: "what it costs a unit on foot to get to each cell from a seat",
    choices: Some(side_names),
    make: travel,
};

fn travel(subject: &Subject<'_>) -> Result<Painting, String> {
    let survey = survey(subject.scenario, 1)?;
    let seat = subject.choice.min(survey.seats.len() - 1);
    let name = side_names(subject.scenario)[seat].clone();
    if survey.seats[seat].center.is_none() {
        return Err(format!("{name} has no place yet: make-countries in the recipe founds one."));
    }
    let unit = unit(&survey);
    let area = &subject.scenario.world.area;
    // A few very high costs would give all other cells one colour.
    let mut costs: Vec<u32> = area.cells().filter_map(|cell| survey.cost(seat, cell)).collect();
    costs.sort_unstable();
    let most = costs.get(costs.len().saturating_sub(1) * 99 / 100).copied().unwrap_or(1).max(1);
    let value = |cell: Cell| match survey.cost(seat, cell) {
        Some(cost) => Value::Of(cost.into()),
        None => Value::Other(u8::from(!survey.ground.land[cell.index()])),
    };
    let numbers = Numbers::new(&NEAR_TO_FAR, format!("{unit}{} from {name}", by_walker(&survey)));
    let numbers = numbers.bounds(0, most.into()).others(&[(NONE, "out of reach"), (WATER, "out of reach, on water")]);
    Ok(numbers.paint(area, value, move |_, _, cost| format!("{cost} {unit} from {name}")))
}

/// Near is bright, far is dark.
const NEAR_TO_FAR: [Rgb; 9] = turned(RISING);

pub(super) const TERRITORY: Lens = Lens {
    name: "territory",
    title: "Territory",
    summary: "which seat gets to each cell first",
    choices: None,
    make: territory,
};

fn territory(subject: &Subject<'_>) -> Result<Painting, String> {
    let survey = survey(subject.scenario, 1)?;
    let sides = survey.seats.len();
    let names = side_names(subject.scenario);
    let mut kinds: Vec<(Rgb, String)> =
        names.iter().enumerate().map(|(seat, name)| (side_color(subject.scenario, seat), name.clone())).collect();
    kinds.extend([([244, 244, 240], "several, equally near".to_owned()), (NONE, "nobody's".to_owned())]);
    kinds.push((WATER, "nobody's, on water".to_owned()));
    let area = subject.scenario.world.area;
    let kind = |cell: Cell| match survey.holder(cell) {
        Holder::Seats([seat]) => *seat,
        Holder::Seats(_) => sides,
        Holder::Nobody => sides + 1 + usize::from(!survey.ground.land[cell.index()]),
    };
    let unit = unit(&survey);
    let costs: Vec<Option<u32>> = (0..area.len() as u32)
        .map(Cell)
        .map(|cell| match survey.holder(cell) {
            Holder::Seats(seats) => survey.cost(seats[0], cell),
            Holder::Nobody => None,
        })
        .collect();
    Ok(paint_kinds(&area, kinds, kind, move |_, cell, kind| {
        let whose = match names.get(kind) {
            Some(name) => format!("nearest to {name}"),
            None if kind == sides => "equally near to several".to_owned(),
            None => return "nobody's".to_owned(),
        };
        costs[cell.index()].map_or(whose.clone(), |cost| format!("{whose}: {cost} {unit}"))
    }))
}

/// The distance, and the seat.
type Away = (u32, usize);

/// The nearest seat, its nearest rival, and whether anybody walks there: if not, distances are in cells.
type Pair = (Away, Away, bool);

fn two_nearest(survey: &Survey<'_>, cell: Cell) -> Option<Pair> {
    let distance = |seat: usize| Some((survey.distance(seat, cell)?, seat));
    let first = (0..survey.seats.len()).filter_map(distance).min()?;
    let second = survey.rivals(first.1).filter_map(distance).min()?;
    Some((first, second, survey.cost(first.1, cell).is_some()))
}

/// The cells without a value in lenses of rivals.
const UNRIVALLED: [(Rgb, &str); 2] = [(NONE, "no rival gets there"), (WATER, "water")];

pub(super) const CONTEST: Lens = Lens {
    name: "contest",
    title: "Contest",
    summary: "how near the second seat is to each cell, beside the first",
    choices: None,
    make: contest,
};

fn contest(subject: &Subject<'_>) -> Result<Painting, String> {
    let survey = survey(subject.scenario, 2)?;
    let names = side_names(subject.scenario);
    let area = subject.scenario.world.area;
    let unit = unit(&survey);
    let found = rivals_of_land(&survey);
    // The first seat's way as a share of the second's: 100 where both are equally near.
    let value = |cell: Cell| match found[cell.index()] {
        _ if !survey.ground.land[cell.index()] => Value::Other(1),
        None => Value::Other(0),
        Some(((near, _), (far, _), _)) => Value::Of(100 * i64::from(near + 1) / i64::from(far + 1)),
    };
    let numbers =
        Numbers::new(&DIVERGING, "contest (100 %: two rivals are equally near)").percent().others(&UNRIVALLED);
    let far = found.clone();
    Ok(numbers.paint(&area, value, move |_, cell, percent| {
        let Some(((near, first), (distance, second), walked)) = far[cell.index()] else { return String::new() };
        let unit = if walked { unit } else { "cells" };
        format!("contest {percent} %: {} {near} {unit}, {} {distance} {unit}", names[first], names[second])
    }))
}

/// For each index of the area the two nearest seats that are rivals; `None` on water.
fn rivals_of_land(survey: &Survey<'_>) -> Vec<Option<Pair>> {
    let area = survey.scenario.world.area;
    let of = |cell: Cell| {
        let is_land = area.contains(cell) && survey.ground.land[cell.index()];
        is_land.then(|| two_nearest(survey, cell)).flatten()
    };
    (0..area.len() as u32).map(Cell).map(of).collect()
}

pub(super) const EXPOSURE: Lens = Lens {
    name: "exposure",
    title: "Exposure",
    summary: "how soon the nearest rival of its holder gets to each cell, and the fronts",
    choices: None,
    make: exposure,
};

/// The colour of a front, which the scale does not have.
const FRONT: Rgb = [255, 70, 150];

fn exposure(subject: &Subject<'_>) -> Result<Painting, String> {
    let survey = survey(subject.scenario, 2)?;
    let names = side_names(subject.scenario);
    let area = subject.scenario.world.area;
    let unit = unit(&survey);
    let found = rivals_of_land(&survey);
    let value = |cell: Cell| match found[cell.index()] {
        _ if !survey.ground.land[cell.index()] => Value::Other(1),
        None => Value::Other(0),
        Some(_) if survey.is_front(cell) => Value::Other(2),
        Some((_, (distance, _), _)) => Value::Of(distance.into()),
    };
    let numbers = Numbers::new(&NEAR_TO_FAR, format!("{unit} to the nearest rival (cells where nobody walks)"));
    let numbers = numbers.others(&[UNRIVALLED[0], UNRIVALLED[1], (FRONT, "front: touches a rival's land")]);
    let rivals = found.clone();
    Ok(numbers.paint(&area, value, move |_, cell, distance| match rivals[cell.index()] {
        Some((_, (_, rival), true)) => format!("{} is {distance} {unit} away", names[rival]),
        Some((_, (_, rival), false)) => format!("{} is {distance} cells away", names[rival]),
        None => String::new(),
    }))
}
