//! Lenses on the use of land: its value for a start, and where it is narrow.

use fairness::{NEAR, UnitGround};
use grid::{Cell, disk, parts_without};
use rayon::prelude::*;

use super::lens::{Lens, Painting, Subject};
use super::painting::{Numbers, Rgb, Value, paint_kinds};
use super::scales::{NONE, RISING, WATER};

pub(super) const LAND_VALUE: Lens = Lens {
    name: "land-value",
    title: "Land value",
    summary: "how much of the land near each cell is good land for a start",
    choices: None,
    make: land_value,
};

fn land_value(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    if world.terrain.is_none() {
        return Err("There is no terrain yet: a method of the recipe makes it.".to_owned());
    }
    let ground = UnitGround::new(design, world);
    if !world.area.cells().any(|cell| ground.good[cell.index()]) {
        return Err(
            "No land here is good for a start: the table favored-terrain of the main start unit says which is, from \
                    50 on."
                .to_owned(),
        );
    }
    let (good, land, area) = (&ground.good, &ground.land, world.area);
    let count = |index: usize| {
        let cell = Cell(index as u32);
        if !area.contains(cell) || !land[index] {
            return 0;
        }
        disk(&area, cell, NEAR).filter(|near| good[near.index()]).count() as i64
    };
    let counts: Vec<i64> = (0..area.len()).into_par_iter().map(count).collect();
    let value = |cell: Cell| if land[cell.index()] { Value::Of(counts[cell.index()]) } else { Value::Other(1) };
    let good = good.clone();
    let numbers = Numbers::new(&RISING, format!("cells of good land within {NEAR}"));
    Ok(numbers.others(&[(NONE, ""), (WATER, "water")]).paint(&area, value, move |_, cell, near| {
        let own = if good[cell.index()] { "good land" } else { "no good land" };
        format!("{own}, {near} good cells within {NEAR}")
    }))
}

pub(super) const CHOKES: Lens = Lens {
    name: "chokes",
    title: "Chokes",
    summary: "cells through which one must pass to get from one part of the land to the next",
    choices: None,
    make: chokes,
};

/// The distance from a cell within which a way round is searched.
const WAY_ROUND: u32 = 4;
/// Open land, passages, crossings.
const NARROWS: [Rgb; 3] = [[122, 130, 118], [240, 168, 40], [236, 88, 150]];

fn chokes(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let terrain = world.terrain.as_ref().ok_or("There is no terrain yet: a method of the recipe makes it.")?;
    let ground = UnitGround::new(design, world);
    let walks: Vec<bool> = design
        .ids()
        .map(|kind| match ground.walker {
            Some(walker) => world::travel::can_enter(design, walker, kind),
            None => !design.is_liquid(kind),
        })
        .collect();
    let passes = |cell: Cell| {
        walks[design::TypeId::index(terrain[cell])] && !world::standing::is_closed_ring(design, &world.area, cell)
    };
    if !world.area.cells().any(passes) {
        return Err("Nobody walks anywhere in this world: the table mp-to-enter-terrain says who could.".to_owned());
    }
    let parts = parts_without(&world.area, WAY_ROUND, passes);
    let kinds = vec![
        (NARROWS[0], "open".to_owned()),
        (NARROWS[1], "choke: parts the land near it in two".to_owned()),
        (NARROWS[2], "in three or more".to_owned()),
        (NONE, "nobody walks there".to_owned()),
        (WATER, "water".to_owned()),
    ];
    let kind = |cell: Cell| match parts[cell] {
        0 if ground.land[cell.index()] => 3,
        0 => 4,
        parts => usize::from(parts.min(3)) - 1,
    };
    let parts = parts.clone();
    Ok(paint_kinds(&world.area, kinds, kind, move |_, cell, kind| match kind {
        0 => "open land".to_owned(),
        1 | 2 => format!("choke between {} parts", parts[cell]),
        3 => "nobody walks there".to_owned(),
        _ => "water".to_owned(),
    }))
}
