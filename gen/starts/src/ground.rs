//! Changing the terrain of single cells after heights and rivers were made, so that both stay consistent.

use design::parameters::terrain::{ELEVATION_MAX, ELEVATION_MIN};
use design::{Design, TerrainType};
use grid::{Area, Cell, disconnect, has_edge};
use world::World;

use crate::images::images_of_cell;

/// Changes the terrain of a cell: its elevation moves into the new type's range (water gets the level of the water beside it), and
/// rivers between two cells of water are removed.
pub fn change_terrain(design: &Design, world: &mut World, cell: Cell, to: TerrainType) {
    let area = world.area;
    let Some(terrain) = &mut world.terrain else { return };
    terrain.edit()[cell.index()] = to;
    let to_water = design.is_liquid(to);

    let level = area.around(cell).map(|(_, near)| near).find(|&near| world.is_liquid(design, near));
    if let Some(elevation) = &mut world.elevation {
        let (low, high) = (design.int(ELEVATION_MIN, to), design.int(ELEVATION_MAX, to));
        let now = i32::from(elevation[cell]);
        let wanted = match level {
            Some(level) if to_water => i32::from(elevation[level]),
            // New land lies above the water beside it.
            Some(level) => now.max(i32::from(elevation[level]).saturating_add(1)),
            None => now,
        };
        // In a design that sets no range both bounds are 0.
        let fitted = if low < high {
            wanted.clamp(low, high)
        } else if low != 0 {
            low
        } else {
            wanted
        };
        elevation.edit()[cell.index()] = fitted.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
    }
    if to_water {
        remove_rivers_in_water(design, world, &area, cell);
    }
}

/// The same for a cell and its images in a symmetric world, which all get one height.
pub fn change_terrain_and_images(design: &Design, world: &mut World, cell: Cell, to: TerrainType) {
    let images = images_of_cell(world.exact_symmetry(), cell);
    for &image in &images {
        change_terrain(design, world, image, to);
    }
    if let Some(elevation) = &mut world.elevation {
        let elevation = elevation.edit();
        images.iter().for_each(|image| elevation[image.index()] = elevation[cell.index()]);
    }
}

fn remove_rivers_in_water(design: &Design, world: &mut World, area: &Area, cell: Cell) {
    let mut wet = Vec::new();
    for (direction, near) in area.around(cell) {
        if world.is_liquid(design, near) {
            wet.push(direction);
        }
    }
    for kind in design.border_terrain() {
        let Some(edges) = world.edges.get_mut(&kind) else { continue };
        for &direction in &wet {
            if has_edge(edges[cell], direction) {
                disconnect(area, edges.edit(), cell, direction);
            }
        }
    }
}
