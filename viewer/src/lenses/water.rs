//! Lenses on water: moisture and drainage.

use design::TypeId;
use design::parameters::terrain::{ALT_PERCENTILE_MAX, WET_PERCENTILE_MAX, WET_PERCENTILE_MIN};
use world::drainage_order;

use super::lens::{Lens, Painting, Subject};
use super::painting::{Numbers, Rgb, Value, rest};
use super::scales::{DIVERGING, NONE, WATER, turned};

pub(super) const MOISTURE: Lens = Lens {
    name: "moisture",
    title: "Moisture",
    summary: "how wet the terrain of each cell is, by the design's percentiles",
    choices: None,
    make: moisture,
};

/// From dry to wet: orange, white, blue.
const WETNESS: [Rgb; 5] = turned(DIVERGING);

fn moisture(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let layer = world.terrain.as_ref().ok_or("There is no terrain yet: a method of the recipe makes it.")?;
    // The middle of a type's percentiles, for types that are in the chart.
    let wetness = |kind| {
        let [least, most] = [WET_PERCENTILE_MIN, WET_PERCENTILE_MAX].map(|key| design.int(key, kind));
        let has_place = most > 0 || design.int(ALT_PERCENTILE_MAX, kind) > 0;
        has_place.then_some((least + most) / 2)
    };
    let is_said = design.cell_terrain().any(|kind| design.int(WET_PERCENTILE_MAX, kind) > 0);
    if !is_said {
        return Err(
            "The design does not say how wet its terrain is: wet-percentile-min and wet-percentile-max of its terrain \
                    types would."
                .to_owned(),
        );
    }
    let by_kind: Vec<Option<i32>> = design.ids().map(wetness).collect();
    let (liquid, _) = rest(world, design, "");
    let value = |cell| match by_kind[layer[cell].index()] {
        _ if liquid[grid::Cell::index(cell)] => Value::Other(1),
        Some(percent) => Value::Of(percent.into()),
        None => Value::Other(0),
    };
    let numbers = Numbers::new(&WETNESS, "moisture of the terrain").percent();
    let numbers = numbers.others(&[(NONE, "not said"), (WATER, "water")]);
    Ok(numbers.paint(&world.area, value, |_, _, percent| format!("moisture {percent} %")))
}

pub(super) const DRAINAGE: Lens = Lens {
    name: "drainage",
    title: "Drainage",
    summary: "how great the rivers of each cell are, by the orders of Strahler",
    choices: None,
    make: drainage,
};

/// From a brook to a stream.
const ORDERS: [Rgb; 4] = [[158, 202, 225], [86, 180, 233], [253, 200, 60], [213, 94, 0]];

fn drainage(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let orders = drainage_order(design, world).ok_or(
        "There are no rivers: make-rivers in the recipe lays them, if the design has a border or connection terrain for \
         rivers.",
    )?;
    let (liquid, _) = rest(world, design, "");
    let value = |cell| match orders[cell] {
        _ if liquid[grid::Cell::index(cell)] => Value::Other(1),
        0 => Value::Other(0),
        order => Value::Of(order.into()),
    };
    let numbers = Numbers::new(&ORDERS, "order of the greatest river (1: from a spring)");
    let numbers = numbers.others(&[(NONE, "no river"), (WATER, "water")]);
    Ok(numbers.paint(&world.area, value, |_, _, order| format!("river of order {order}")))
}
