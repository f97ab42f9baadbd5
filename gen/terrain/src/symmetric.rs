//! Symmetric relief: each cell's raw value becomes the sum of the values at its images.
//!
//! A sum taken before ranking has no seam, while copies of one part of a map have one at their bounds. A sum of noise is noise:
//! only near the centre of a rotation and the axis of a mirror, where the images of a cell lie side by side, do forms repeat
//! visibly. The same sum, mixed with the cell's own value, breaks the symmetry gently.

use grid::{Cell, Layer};
use rayon::prelude::*;
use world::World;

/// The fixed point of the square root that scales sums back to the size of their parts.
const ONE: i64 = 1 << 10;

/// Makes raw values as symmetric as the world is to be.
pub(crate) fn fold(world: &World, raw: &mut Vec<i32>) {
    let Some(symmetry) = world.symmetry.as_ref().filter(|_| world.asymmetry < 100) else { return };
    let area = world.area;
    let root = (symmetry.order() as i64 * ONE * ONE).isqrt();
    let own = i64::from(world.asymmetry);
    let mut folded = vec![0; raw.len()];
    folded.par_chunks_mut(area.width() as usize).enumerate().for_each(|(row, values)| {
        let cells = area.row(row as u32);
        let start = row * area.width() as usize;
        for index in cells {
            let images = symmetry.images(Cell(index as u32));
            let sum: i64 = images.map(|image| i64::from(raw[image.index()])).sum();
            let mixed = (100 - own) * (sum * ONE / root) + own * i64::from(raw[index]);
            values[index - start] = (mixed / 100) as i32;
        }
    });
    *raw = folded;
}

/// Copies terrain and elevations of the first cells to their images, if a world is to be symmetric to the cell. Where folded values
/// were used, this changes only what the order of cells decided: which of two neighbours counts first, and the last bit of a mean.
pub(crate) fn spread(world: &mut World) {
    let Some(symmetry) = world.exact_symmetry().cloned() else { return };
    if let Some(terrain) = &mut world.terrain {
        symmetry.spread(terrain.edit(), |kind, _| kind);
    }
    if let Some(elevation) = &mut world.elevation {
        symmetry.spread(elevation.edit(), |height, _| height);
    }
    let maps = symmetry.maps();
    for edges in world.edges.values_mut() {
        // If a cell is its own image, its sides need not be their own images, so all images of a side are laid.
        let mut united = edges.values().to_vec();
        for cell in world.area.cells() {
            for (map, image) in maps.iter().zip(symmetry.images(cell)) {
                united[image.index()] |= map.edges(edges[cell]);
            }
        }
        *edges = Layer::from_values(&world.area, united);
    }
}

#[cfg(test)]
mod tests {
    use grid::{Area, Shape, Symmetry, SymmetryKind};

    use super::*;

    /// A world with noise for raw values, and what becomes of them.
    fn folded(shape: Shape, kind: SymmetryKind, asymmetry: u8) -> Option<(World, Vec<i32>, Vec<i32>)> {
        let mut world = World::new(Area::new(shape, 21, shape.fitting_height(21, 21)).unwrap());
        world.symmetry = Some(Symmetry::new(&world.area, kind).ok()?);
        world.asymmetry = asymmetry;
        let mut stream = chance::Seed(7).stream("raw");
        let raw: Vec<i32> = (0..world.area.len()).map(|_| stream.between(-20_000, 20_000)).collect();
        let mut values = raw.clone();
        fold(&world, &mut values);
        Some((world, raw, values))
    }

    #[test]
    fn folded_values_are_symmetric_and_of_the_size_of_their_parts() {
        let kinds = [2, 3, 4, 6].map(SymmetryKind::Rotation);
        let kinds =
            kinds.into_iter().chain([SymmetryKind::MirrorX, SymmetryKind::MirrorY, SymmetryKind::Translation(3)]);
        let mut folds = 0;
        for (kind, &shape) in kinds.flat_map(|kind| Shape::ALL.iter().map(move |shape| (kind, shape))) {
            let Some((world, raw, values)) = folded(shape, kind, 0) else { continue };
            folds += 1;
            let symmetry = world.exact_symmetry().unwrap();
            assert_eq!(symmetry.find_broken(&values, |value, _| value), None, "{kind} {shape}");
            let size = |values: &[i32]| -> i64 {
                world.area.cells().map(|cell| i64::from(values[cell.index()]).pow(2)).sum::<i64>()
            };
            assert!((60..160).contains(&(100 * size(&values) / size(&raw))), "{kind} {shape}");
        }
        assert!(folds > 20, "{folds}");
    }

    #[test]
    fn asymmetry_leads_from_the_sum_to_the_own_value() {
        let at = |asymmetry| folded(Shape::Square8, SymmetryKind::Rotation(4), asymmetry).unwrap();
        let (_, raw, whole) = at(100);
        assert_eq!(whole, raw);
        let away = |asymmetry| -> i64 {
            let (_, raw, values) = at(asymmetry);
            raw.iter().zip(values).map(|(raw, value)| i64::from(raw.abs_diff(value))).sum()
        };
        assert!([0, 25, 50, 75, 99].map(away).is_sorted_by(|more, less| more > less));
        let (mut world, raw, _) = at(0);
        world.symmetry = None;
        let mut values = raw.clone();
        fold(&world, &mut values);
        assert_eq!(values, raw);
    }
}
