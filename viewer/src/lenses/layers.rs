//! Lenses on what lies in the world: its layers as they stand.

use design::{TerrainType, TypeId};

use super::{Legend, Lens, Painting, Subject};

pub(super) const TERRAIN: Lens = Lens {
    name: "terrain",
    title: "Terrain",
    summary: "the type of terrain of each cell",
    of_seat: false,
    make: terrain,
};

fn terrain(subject: &Subject<'_>) -> Result<Painting, String> {
    let (world, design) = (&subject.scenario.world, &subject.scenario.design);
    let layer = world.terrain.as_ref().ok_or("there is no terrain yet: a method of the recipe makes it")?;
    let colors: Vec<[u8; 3]> = design.ids::<TerrainType>().map(|kind| output::terrain_color(design, kind)).collect();
    let words = design.cell_terrain().map(|kind| (colors[kind.index()], design.name_of(kind).to_owned())).collect();
    Ok(Painting {
        colors: layer.values().iter().map(|kind| colors[kind.index()]).collect(),
        legend: Legend::Words(words),
        tell: Box::new(|scenario, cell| scenario.design.name_of(scenario.world.terrain_at(cell)).to_owned()),
        is_ground: true,
    })
}
