//! Lenses on the air: temperature, clouds, winds.

use grid::Direction;
use output::AreaLayout;

use super::lens::{Lens, Painting, Subject};
use super::painting::{Numbers, Value, number};
use super::scales::{DIVERGING, NONE, RISING};

/// How to get any weather.
const LACKING: &str = "make-weather in the recipe makes it, if the design's terrain has temperatures, clouds or winds.";

pub(super) const TEMPERATURE: Lens = Lens {
    name: "temperature",
    title: "Temperature",
    summary: "how warm each cell is when the game begins",
    choices: None,
    make: temperature,
};

fn temperature(subject: &Subject<'_>) -> Result<Painting, String> {
    let world = &subject.scenario.world;
    let layer = world.temperature.as_ref().ok_or_else(|| format!("There is no temperature: {LACKING}"))?;
    let numbers = Numbers::new(&DIVERGING, "temperature, in degrees of the design");
    Ok(numbers.paint(&world.area, |cell| Value::Of(layer[cell].into()), |_, _, value| format!("temperature {value}")))
}

pub(super) const CLOUDS: Lens = Lens {
    name: "clouds",
    title: "Clouds",
    summary: "how dense the clouds are over each cell",
    choices: None,
    make: clouds,
};

/// From a clear sky to a white one.
const SKY: [[u8; 3]; 4] = [[20, 44, 92], [74, 112, 160], [164, 184, 206], [250, 250, 250]];

fn clouds(subject: &Subject<'_>) -> Result<Painting, String> {
    let world = &subject.scenario.world;
    let layer = world.clouds.as_ref().ok_or_else(|| format!("There are no clouds: {LACKING}"))?;
    let numbers = Numbers::new(&SKY, "density of clouds").percent();
    Ok(numbers.paint(&world.area, |cell| Value::Of(layer[cell].into()), |_, _, value| format!("clouds {value} %")))
}

pub(super) const WINDS: Lens = Lens {
    name: "winds",
    title: "Winds",
    summary: "how strong the wind is, and where it blows to",
    choices: None,
    make: winds,
};

fn winds(subject: &Subject<'_>) -> Result<Painting, String> {
    let world = &subject.scenario.world;
    let layer = world.winds.as_ref().ok_or_else(|| format!("There are no winds: {LACKING}"))?;
    let plan = AreaLayout::new(world.area);
    let ways: Vec<&'static str> =
        (0..world.area.directions()).map(|number| compass(plan.way(Direction(number)))).collect();
    let value = |cell| match layer[cell].force {
        0 => Value::Other(0),
        force => Value::Of(force.into()),
    };
    let blowing = layer.clone();
    let numbers = Numbers::new(&RISING, "force of the wind").others(&[(NONE, "calm")]);
    Ok(numbers.paint(&world.area, value, move |_, cell, force| {
        let way = ways.get(usize::from(blowing[cell].direction.0)).copied().unwrap_or("nowhere");
        format!("wind {} to the {way}", number(force))
    }))
}

/// The point of the compass for a direction; y grows downwards.
fn compass((right, down): (f32, f32)) -> &'static str {
    // Directions within a bit more than a sixth count as straight.
    let (across, along) = (right.abs() > 0.4 * down.abs(), down.abs() > 0.4 * right.abs());
    match (across, along, right > 0.0, down > 0.0) {
        (true, true, true, false) => "north-east",
        (true, true, true, true) => "south-east",
        (true, true, false, false) => "north-west",
        (true, true, false, true) => "south-west",
        (true, false, true, _) => "east",
        (true, false, false, _) => "west",
        (false, _, _, false) => "north",
        (false, _, _, true) => "south",
    }
}
