//! Lenses on the layers of the world.

use design::parameters::{material, terrain};
use design::{TerrainType, TypeId};
use grid::{Cell, Layer};
use output::side_color;
use world::{FeatureClass, ProvinceId, Scenario, SideId};

use super::lens::{Legend, Lens, Painting, Subject};
use super::painting::{Numbers, Rgb, Value, number, paint_kinds, rest};
use super::scales::{NONE, RISING, WATER, shade};

pub(super) const TERRAIN: Lens = Lens {
    name: "terrain",
    title: "Terrain",
    summary: "the type of terrain of each cell",
    choices: None,
    make: terrain,
};

fn terrain(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let layer = world.terrain.as_ref().ok_or("There is no terrain yet: a method of the recipe makes it.")?;
    let colors: Vec<Rgb> = output::terrain_colors(design);
    let words = design
        .cell_terrain()
        .map(|kind| (colors[kind.index()], design.spoken_name(terrain::NAME, kind).to_owned()))
        .collect();
    let layer = layer.clone();
    Ok(Painting {
        colors: layer.values().iter().map(|kind| colors[kind.index()]).collect(),
        legend: Legend::Words(words),
        tell: Box::new(move |scenario, cell| {
            let name = |&kind: &TerrainType| scenario.design.spoken_name(terrain::NAME, kind).to_owned();
            layer.values().get(cell.index()).map_or_else(String::new, name)
        }),
    })
}

pub(super) const ELEVATION: Lens =
    Lens { name: "elevation", title: "Elevation", summary: "how high each cell lies", choices: None, make: elevation };

/// From low land to high land: ever lighter, so that everybody can order them.
const HEIGHTS: [Rgb; 5] = [[66, 52, 42], [124, 92, 60], [182, 142, 92], [226, 202, 160], [255, 253, 245]];
/// From deep to shallow water.
const DEPTHS: [Rgb; 3] = [[8, 24, 70], [26, 74, 140], [92, 156, 210]];

fn elevation(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let layer = world.elevation.as_ref().ok_or(
        "There is no elevation: make-fractal-percentile-terrain and make-earthlike-terrain give heights, if the design's \
         terrain has elevation-min and elevation-max.",
    )?;
    let (liquid, _) = rest(world, design, "");
    let bounds = |is_water: bool| {
        let of = || world.area.cells().filter(|cell| liquid[cell.index()] == is_water).map(|cell| layer[cell]);
        (of().min().unwrap_or(0), of().max().unwrap_or(0))
    };
    let ((deep, shallow), (low, high)) = (bounds(true), bounds(false));
    let along = |value: i16, low: i16, high: i16| {
        if high > low { (f32::from(value) - f32::from(low)) / (f32::from(high) - f32::from(low)) } else { 0.0 }
    };
    let colors = layer.values().iter().zip(&liquid).map(|(&value, &is_water)| {
        if is_water { shade(&DEPTHS, along(value, deep, shallow)) } else { shade(&HEIGHTS, along(value, low, high)) }
    });
    let colors = colors.collect();
    let has_water = world.area.cells().any(|cell| liquid[cell.index()]);
    // Water has a scale of its own: both its ends.
    let end = |which: &str, color: Rgb, value: i16| (color, format!("{which} water, {}", number(value.into())));
    let others = match has_water {
        false => Vec::new(),
        true if deep == shallow => vec![(DEPTHS[0], format!("water, {}", number(deep.into())))],
        true => vec![end("deepest", DEPTHS[0], deep), end("shallowest", DEPTHS[2], shallow)],
    };
    let legend = Legend::scale(&HEIGHTS, (low.into(), high.into()), number, "elevation of land".to_owned(), others);
    let layer = layer.clone();
    let tell = move |_: &Scenario, cell: Cell| {
        layer
            .values()
            .get(cell.index())
            .map_or_else(String::new, |&value| format!("elevation {}", number(value.into())))
    };
    Ok(Painting { colors, legend, tell: Box::new(tell) })
}

pub(super) const FEATURES: Lens = Lens {
    name: "features",
    title: "Features",
    summary: "named parts of the world: seas, ranges, islands",
    choices: None,
    make: features,
};

const fn class_color(class: FeatureClass) -> Rgb {
    match class {
        FeatureClass::Continent => [214, 190, 138],
        FeatureClass::Island => [240, 228, 66],
        FeatureClass::Sea => [0, 92, 158],
        FeatureClass::Lake => [86, 180, 233],
        FeatureClass::Bay => [0, 140, 150],
        FeatureClass::Peak => [246, 246, 246],
        FeatureClass::Range => [140, 78, 44],
        FeatureClass::River => [40, 60, 200],
        FeatureClass::Terrain => [204, 121, 167],
    }
}

fn features(subject: &Subject<'_>) -> Result<Painting, String> {
    let world = &subject.scenario.world;
    let layer = world.feature_of.as_ref().filter(|_| !world.features.is_empty());
    let layer = layer.ok_or("No feature has a name: name-geographical-features in the recipe finds and names them.")?;
    let classes = FeatureClass::ALL;
    let mut kinds: Vec<(Rgb, String)> =
        classes.iter().map(|&class| (class_color(class), class.word().to_owned())).collect();
    kinds.push((NONE, "no feature".to_owned()));
    let class_of = |cell: Cell| {
        let feature = usize::from(layer[cell].0).checked_sub(1).and_then(|index| world.features.get(index));
        feature.and_then(|feature| classes.iter().position(|&class| class == feature.class)).unwrap_or(classes.len())
    };
    let mut painting = paint_kinds(&world.area, kinds, class_of, |scenario, cell, _| {
        let word = |feature: &world::Feature| match feature.kind.as_str() {
            "" => format!("{}, {}", feature.name, feature.class.word()),
            kind => format!("{}, {kind}", feature.name),
        };
        scenario.world.feature_at(cell).map_or_else(|| "no feature".to_owned(), word)
    });
    // Neighbouring regions of one class are drawn in different shades.
    for cell in world.area.cells() {
        let id = u32::from(layer[cell].0);
        if id != 0 {
            let darker = (id * 3 % 4) as f32 * 0.11;
            let color = &mut painting.colors[cell.index()];
            *color = color.map(|part| (f32::from(part) * (1.0 - darker)) as u8);
        }
    }
    Ok(painting)
}

pub(super) const EDGES: Lens = Lens {
    name: "edges",
    title: "Rivers and roads",
    summary: "on how many sides of each cell lies a river, a wall or a road",
    choices: Some(edge_names),
    make: edges,
};

/// The types with at least one edge, in order.
fn edge_kinds(scenario: &Scenario) -> Vec<TerrainType> {
    let is_somewhere = |layer: &Layer<u8>| layer.values().iter().any(|&mask| mask != 0);
    scenario.world.edges.iter().filter(|(_, layer)| is_somewhere(layer)).map(|(&kind, _)| kind).collect()
}

fn edge_names(scenario: &Scenario) -> Vec<String> {
    let name = |kind| scenario.design.spoken_name(terrain::NAME, kind).to_owned();
    edge_kinds(scenario).into_iter().map(name).collect()
}

fn edges(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let kinds = edge_kinds(subject.scenario);
    let kind = kinds.get(subject.choice).or(kinds.first());
    let &kind = kind.ok_or(
        "Nothing lies between cells: make-rivers and make-roads in the recipe lay rivers and roads, if the design has types \
         for them.",
    )?;
    let (layer, name) = (&world.edges[&kind], design.spoken_name(terrain::NAME, kind).to_owned());
    let most = i64::from(world.area.directions());
    let numbers = Numbers::new(&RISING, format!("sides with {name}")).bounds(1, most);
    let numbers = numbers.others(&[(NONE, "none"), (WATER, "none, on water")]);
    let (liquid, _) = rest(world, design, "");
    let value = |cell: Cell| match layer[cell].count_ones() {
        0 => Value::Other(u8::from(liquid[cell.index()])),
        sides => Value::Of(sides.into()),
    };
    Ok(numbers.paint(&world.area, value, move |_, _, sides| match sides {
        1 => format!("{name} on 1 side"),
        sides => format!("{name} on {sides} sides"),
    }))
}

pub(super) const COUNTRIES: Lens = Lens {
    name: "countries",
    title: "Countries",
    summary: "whose country each cell belongs to",
    choices: None,
    make: countries,
};

fn countries(subject: &Subject<'_>) -> Result<Painting, String> {
    let world = &subject.scenario.world;
    if world.country.is_none() {
        return Err("There are no countries: make-countries in the recipe gives each side one.".to_owned());
    }
    Ok(owners(subject.scenario, |cell| world.country_at(cell), &["in the country of", "in no country", ""]))
}

pub(super) const PEOPLE: Lens =
    Lens { name: "people", title: "People", summary: "whose people live in each cell", choices: None, make: people };

fn people(subject: &Subject<'_>) -> Result<Painting, String> {
    let layer = subject.scenario.world.people.as_ref().ok_or(
        "It is not known which people live where: make-countries settles them, if the design's terrain has country-people-chance or \
         independent-people-chance.",
    )?;
    Ok(owners(subject.scenario, |cell| layer[cell].side(), &["people of", "no people", "independent people"]))
}

pub(super) const CONTROL: Lens =
    Lens { name: "control", title: "Control", summary: "which side controls each cell", choices: None, make: control };

fn control(subject: &Subject<'_>) -> Result<Painting, String> {
    let layer = subject
        .scenario
        .world
        .control
        .as_ref()
        .ok_or("Nobody controls cells in this game: units do where the design has the table control-range.")?;
    Ok(owners(subject.scenario, |cell| layer[cell].side(), &["controlled by", "controlled by nobody", "independent"]))
}

/// Each side's cells in its colour. `words` are the text before a side's name, and those for nobody and for independents.
fn owners(scenario: &Scenario, whose: impl Fn(Cell) -> Option<SideId>, words: &'static [&'static str; 3]) -> Painting {
    let world = &scenario.world;
    let (liquid, [none, _]) = rest(world, &scenario.design, words[1]);
    let sides = scenario.sides.len();
    let mut kinds: Vec<(Rgb, String)> =
        (0..sides).map(|side| (side_color(scenario, side), scenario.sides[side].name.clone())).collect();
    kinds.extend([([236, 232, 224], words[2].to_owned()), none, (WATER, format!("{}, on water", words[1]))]);
    let kind = |cell: Cell| match whose(cell).map(SideId::index) {
        Some(None) => sides,
        Some(Some(side)) if side < sides => side,
        _ => sides + 1 + usize::from(liquid[cell.index()]),
    };
    paint_kinds(&world.area, kinds, kind, move |scenario, _, kind| match scenario.sides.get(kind) {
        Some(side) => format!("{} {}", words[0], side.name),
        None if kind == sides => words[2].to_owned(),
        None => words[1].to_owned(),
    })
}

pub(super) const PROVINCES: Lens = Lens {
    name: "provinces",
    title: "Provinces",
    summary: "the province of each cell",
    choices: None,
    make: provinces,
};

/// Colours of provinces (after Okabe and Ito 2008, softened): neighbours differ as long as these suffice.
const PATCHES: [Rgb; 8] = [
    [224, 180, 92],
    [112, 182, 220],
    [70, 150, 128],
    [232, 222, 120],
    [66, 110, 160],
    [196, 110, 66],
    [196, 146, 178],
    [178, 178, 172],
];

fn provinces(subject: &Subject<'_>) -> Result<Painting, String> {
    let world = &subject.scenario.world;
    let layer = world.province_of.as_ref().filter(|_| !world.provinces.is_empty());
    let layer = layer.ok_or("There are no provinces: make-provinces in the recipe parts the land.")?;
    let count = world.provinces.len();
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); count];
    let place = |id: ProvinceId| usize::from(id.0).checked_sub(1).filter(|&place| place < count);
    for cell in world.area.cells() {
        for (_, next) in world.area.around(cell) {
            if let (Some(one), Some(other)) = (place(layer[cell]), place(layer[next]))
                && one != other
                && !near[one].contains(&other)
            {
                near[one].push(other);
            }
        }
    }
    let mut patch: Vec<Option<usize>> = vec![None; count];
    for one in 0..count {
        let is_free = |color: &usize| near[one].iter().all(|&other| patch[other] != Some(*color));
        patch[one] = (0..PATCHES.len()).find(is_free).or(Some(one % PATCHES.len()));
    }
    let words = format!("{}, in colours that part them", design::counted(count, "province"));
    let mut kinds: Vec<(Rgb, String)> = PATCHES.iter().map(|&color| (color, words.clone())).collect();
    let (liquid, outside) = rest(world, &subject.scenario.design, "in no province");
    kinds.extend(outside);
    let kind = |cell: Cell| match place(layer[cell]).and_then(|place| patch[place]) {
        Some(color) => color,
        None => PATCHES.len() + usize::from(liquid[cell.index()]),
    };
    let mut painting = paint_kinds(&world.area, kinds, kind, |scenario, cell, _| {
        let world = &scenario.world;
        let id = world.province_of.as_ref().map_or(ProvinceId::NONE, |layer| layer[cell]);
        match usize::from(id.0).checked_sub(1).and_then(|index| world.provinces.get(index)) {
            Some(province) => {
                let pays = if province.income > 0 { format!(", pays {}", province.income) } else { String::new() };
                let owner = province.owner.index().and_then(|seat| scenario.sides.get(seat));
                let owner = owner.map_or_else(String::new, |side| format!(", of {}", side.name));
                format!("{}, worth {}{pays}{owner}", province.name, province.worth)
            }
            None => "in no province".to_owned(),
        }
    });
    if let Legend::Words(words) = &mut painting.legend {
        words.dedup_by(|later, first| later.1 == first.1);
    }
    Ok(painting)
}

pub(super) const MATERIALS: Lens = Lens {
    name: "materials",
    title: "Materials",
    summary: "how much of a material lies in each cell",
    choices: Some(material_names),
    make: materials,
};

fn material_names(scenario: &Scenario) -> Vec<String> {
    let name = |&kind| scenario.design.spoken_name(material::NAME, kind).to_owned();
    scenario.world.materials.keys().map(name).collect()
}

fn materials(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let found = world.materials.iter().nth(subject.choice).or(world.materials.first_key_value());
    let (&kind, layer) = found.ok_or(
        "No materials lie in cells: make-initial-materials puts them there, if the design has the table \
         terrain-initial-supply.",
    )?;
    let name = design.spoken_name(material::NAME, kind).to_owned();
    let numbers =
        Numbers::new(&RISING, format!("{name} in the cell")).others(&[(NONE, "none"), (WATER, "none, on water")]);
    let (liquid, _) = rest(world, design, "");
    let value = |cell: Cell| match layer[cell] {
        0 => Value::Other(u8::from(liquid[cell.index()])),
        amount => Value::Of(amount.into()),
    };
    Ok(numbers.paint(&world.area, value, move |_, _, amount| format!("{} {name}", number(amount))))
}

pub(super) const GDL: Lens = Lens {
    name: "gdl-layers",
    title: "GDL layers",
    summary: "a layer that only the rules of GDL know",
    choices: Some(|scenario| scenario.world.gdl_layers.keys().cloned().collect()),
    make: gdl,
};

fn gdl(subject: &Subject<'_>) -> Result<Painting, String> {
    let world = &subject.scenario.world;
    let found = world.gdl_layers.iter().nth(subject.choice).or(world.gdl_layers.first_key_value());
    let (name, layer) =
        found.ok_or("There are no such layers: only modules in GDL bring some, by their area forms.")?;
    let name = name.clone();
    let value = |cell: Cell| Value::Of(layer[cell].into());
    Ok(Numbers::new(&RISING, name.clone())
        .paint(&world.area, value, move |_, _, value| format!("{name} {}", number(value))))
}
