//! The colours of terrain in the games that we hand out.

use design::{TerrainType, TypeId};
use output::{color_distance, terrain_colors};

/// In thousandths of the way from black to white; a difference of 20 can just be seen side by side.
const LEAST: u32 = 35;

#[test]
fn no_two_types_that_fill_cells_look_alike_in_any_preset() {
    let mut compared = 0;
    for preset in pipeline::PRESETS {
        let design = &fairmarch_tests::preset(preset.name).design;
        let colors = terrain_colors(design);
        let cells: Vec<TerrainType> = design.cell_terrain().collect();
        for (place, &one) in cells.iter().enumerate() {
            for &other in &cells[..place] {
                let apart = color_distance(colors[one.index()], colors[other.index()]);
                let names = [one, other].map(|kind| design.name_of(kind));
                assert!(apart >= LEAST, "{}: {names:?} are {apart} apart", preset.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared} pairs");
}
