//! Symmetries of areas: rotations, reflections and translations that map cells to cells and neighbours to neighbours.
//!
//! A [`Symmetry`] is a group of [`Automorphism`]s. In oblique coordinates each of them is linear up to an offset: the linear part
//! follows from its effect on directions, the offset from the image of the area's first cell. Whether an area allows it depends on
//! its size; [`SymmetryError`] says which sizes do. Of several levels each is mapped onto itself, all alike.

use std::sync::Arc;

use crate::area::steps_in_oblique;
use crate::{Area, Cell, Direction, Lattice, Shape, SymmetryKind};

/// The error for a symmetry that an area cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {shape} of {width}x{height} has no {kind}: expected {expected}")]
pub struct SymmetryError {
    /// The symmetry that was asked for.
    pub kind: SymmetryKind,
    /// The area's shape.
    pub shape: Shape,
    /// The area's width, in cells.
    pub width: u32,
    /// The area's height, in cells.
    pub height: u32,
    /// What is possible: the nearest size of the shape, or other shapes.
    pub expected: String,
}

/// A map of an area onto itself that keeps neighbours together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Automorphism {
    area: Area,
    /// The images of oblique (1, 0) and (0, 1).
    right: (i32, i32),
    up: (i32, i32),
    offset: (i32, i32),
    /// How many steps directions are turned by, after they were mirrored.
    turn: u8,
    is_mirrored: bool,
}

impl Automorphism {
    /// The linear map with this effect on directions, which keeps the area's centre in place before offsets.
    fn linear(area: Area, turn: u8, is_mirrored: bool) -> Automorphism {
        let mut map = Automorphism { area, right: (1, 0), up: (0, 1), offset: (0, 0), turn, is_mirrored };
        let steps = steps_in_oblique(area.shape().lattice());
        let place = |step| steps.iter().position(|&other| other == step).expect("each lattice has these steps") as u8;
        let image = |direction| steps[usize::from(map.direction(Direction(direction)).0)];
        (map.right, map.up) = (image(place((1, 0))), image(place((0, 1))));
        map
    }

    /// Oblique coordinates of an image.
    const fn apply(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let Automorphism { right, up, offset, .. } = self;
        (x * right.0 + y * up.0 + offset.0, x * right.1 + y * up.1 + offset.1)
    }

    fn try_image(&self, at: (i32, i32)) -> Option<Cell> {
        let (x, y) = self.apply(at);
        self.area.at_oblique(x, y)
    }

    /// The image of a cell.
    ///
    /// # Panics
    /// For the void.
    #[inline]
    #[must_use]
    pub fn image(&self, cell: Cell) -> Cell {
        self.image_at(cell, self.area.oblique(cell))
    }

    /// The image of a cell whose oblique coordinates are known, on its level.
    fn image_at(&self, cell: Cell, at: (i32, i32)) -> Cell {
        let (x, y) = self.apply(at);
        self.area.at_oblique_beside(cell, x, y).expect("an automorphism maps cells to cells")
    }

    /// The image of a direction.
    #[inline]
    #[must_use]
    pub const fn direction(&self, direction: Direction) -> Direction {
        let count = self.area.directions();
        let own = if self.is_mirrored { count - direction.0 } else { direction.0 };
        Direction((own + self.turn) % count)
    }

    /// The edges of a cell as they lie at its image: one bit per direction.
    #[must_use]
    pub fn edges(&self, mask: u8) -> u8 {
        let directions = (0..self.area.directions()).map(Direction);
        directions
            .filter(|direction| mask & direction.bit() != 0)
            .fold(0, |image, one| image | self.direction(one).bit())
    }

    /// Whether the map takes the area onto itself. The rows of an area are convex, so their ends suffice.
    fn fits(&self) -> bool {
        let area = self.area;
        let (width, height) = (area.width() as i32, area.height() as i32);
        let rows = (0..area.height()).map(|row| area.row(row)).filter(|row| !row.is_empty());
        let ends = rows.flat_map(|row| [row.start, row.end - 1]).map(|index| area.oblique(Cell(index as u32)));
        let mut periods = vec![];
        if area.wraps_x() {
            periods.push((width, 0));
        }
        if area.wraps_y() {
            periods.push((-area.lean(), height));
        }
        let (x, y) = area.oblique(area.cells().next().expect("an area has cells"));
        // The periods of an area that wraps must be mapped to periods.
        let keeps = |period: &(i32, i32)| {
            let (one, other) = (self.apply((x, y)), self.apply((x + period.0, y + period.1)));
            let step = (other.0 - one.0, other.1 - one.1);
            area.at_oblique(x + step.0, y + step.1) == area.at_oblique(x, y)
        };
        periods.iter().all(keeps) && ends.into_iter().all(|end| self.try_image(end).is_some())
    }

    /// The map that applies this one, then the other.
    fn then(&self, other: &Automorphism) -> Automorphism {
        let zero = other.apply((0, 0));
        let linear = |step: (i32, i32)| {
            let (x, y) = other.apply(step);
            (x - zero.0, y - zero.1)
        };
        let count = self.area.directions();
        let turn = other.direction(self.direction(Direction(0))).0 % count;
        Automorphism {
            right: linear(self.right),
            up: linear(self.up),
            offset: other.apply(self.offset),
            turn,
            is_mirrored: self.is_mirrored != other.is_mirrored,
            ..*self
        }
    }

    /// Whether two maps of one area are the same; their offsets may differ by periods of the area.
    fn is_same(&self, other: &Automorphism) -> bool {
        let anchor = self.area.cells().next().expect("an area has cells");
        (self.turn, self.is_mirrored) == (other.turn, other.is_mirrored) && self.image(anchor) == other.image(anchor)
    }
}

/// The images of a cell: an iterator over them.
#[derive(Clone, Debug)]
pub struct Images<'a> {
    maps: &'a [Automorphism],
    cell: Cell,
    at: (i32, i32),
}

impl Iterator for Images<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let (map, others) = self.maps.split_first()?;
        self.maps = others;
        Some(map.image_at(self.cell, self.at))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.maps.len(), Some(self.maps.len()))
    }
}

/// A symmetry of an area: the group of its maps, the identity first. Copying it copies a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    kind: SymmetryKind,
    maps: Arc<[Automorphism]>,
}

impl Symmetry {
    /// The symmetry of that kind.
    ///
    /// # Errors
    /// A [`SymmetryError`] if the area has no such symmetry; it says which areas have one.
    pub fn new(area: &Area, kind: SymmetryKind) -> Result<Symmetry, SymmetryError> {
        find_maps(area, kind).map(|maps| Symmetry { kind, maps: maps.into() }).ok_or_else(|| SymmetryError {
            kind,
            shape: area.shape(),
            width: area.width(),
            height: area.height(),
            expected: find_expected(area, kind),
        })
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> SymmetryKind {
        self.kind
    }

    /// How many maps it has: the first is the identity.
    #[must_use]
    pub fn order(&self) -> usize {
        self.maps.len()
    }

    /// Its maps.
    #[must_use]
    pub fn maps(&self) -> &[Automorphism] {
        &self.maps
    }

    /// The images of a cell, itself first, one for each map.
    #[must_use]
    pub fn images(&self, cell: Cell) -> Images<'_> {
        Images { maps: &self.maps, cell, at: self.maps[0].area.oblique(cell) }
    }

    /// Whether no image of a cell has a lower index. The cells for which this is true form one part of the world, and the others
    /// are its copies.
    #[must_use]
    pub fn is_first(&self, cell: Cell) -> bool {
        self.images(cell).all(|image| image >= cell)
    }

    /// Whether all images of a cell differ: false at the centre of a rotation and on the axis of a mirror.
    #[must_use]
    pub fn is_full(&self, cell: Cell) -> bool {
        self.images(cell).skip(1).all(|image| image != cell)
    }

    /// The number of the map that applies one map after another.
    ///
    /// # Panics
    /// If there are no maps with these numbers.
    #[must_use]
    pub fn product(&self, first: usize, then: usize) -> usize {
        let product = self.maps[first].then(&self.maps[then]);
        self.maps.iter().position(|map| map.is_same(&product)).expect("a group is closed")
    }

    /// Copies the values of the first cells to all their images; `image` returns the image of a value under a map.
    pub fn spread<T: Copy>(&self, values: &mut [T], image: impl Fn(T, usize) -> T) {
        for cell in self.maps[0].area.cells().filter(|&cell| self.is_first(cell)) {
            let value = values[cell.index()];
            for (number, other) in self.images(cell).enumerate().skip(1).filter(|&(_, other)| other != cell) {
                values[other.index()] = image(value, number);
            }
        }
    }

    /// A cell, other than the void, where the values are not symmetric; `None` if there is none.
    pub fn find_broken<T: Copy + PartialEq>(&self, values: &[T], image: impl Fn(T, usize) -> T) -> Option<Cell> {
        self.maps[0].area.cells().find(|&cell| {
            let images = self.images(cell).enumerate().skip(1);
            images.into_iter().any(|(number, other)| values[other.index()] != image(values[cell.index()], number))
        })
    }
}

/// The maps of a kind, the identity first; `None` if the area has no such symmetry.
pub(crate) fn find_maps(area: &Area, kind: SymmetryKind) -> Option<Vec<Automorphism>> {
    let count = area.directions();
    let generator = match kind {
        SymmetryKind::Rotation(times) if count.is_multiple_of(times) => {
            find_generator(area, count / times, false, times)?
        }
        SymmetryKind::Rotation(_) => return None,
        // Directions d and -d are exchanged, counted from north, or for hexes from between the northern two.
        SymmetryKind::MirrorX => {
            find_generator(area, if area.shape().lattice() == Lattice::Hex { count - 1 } else { 0 }, true, 2)?
        }
        SymmetryKind::MirrorY => {
            find_generator(area, if area.shape().lattice() == Lattice::Hex { 2 } else { count / 2 }, true, 2)?
        }
        SymmetryKind::Translation(times) => return find_translations(area, times),
    };
    let mut maps = vec![Automorphism::linear(*area, 0, false)];
    for number in 1..usize::from(kind.order()) {
        maps.push(maps[number - 1].then(&generator));
    }
    Some(maps)
}

/// The map with this linear part whose power `order` is the identity.
fn find_generator(area: &Area, turn: u8, is_mirrored: bool, order: u8) -> Option<Automorphism> {
    let linear = Automorphism::linear(*area, turn, is_mirrored);
    let anchor = area.cells().next()?;
    let identity = Automorphism::linear(*area, 0, false);
    // A corner of a bounded area is mapped to a corner, and corners end the first, the middle and the last row. In an area without
    // corners, the anchor may be mapped to any place of these rows.
    let rows = [area.height() / 2, 0, area.height() - 1].map(|row| area.row(row));
    let ends = rows.iter().flat_map(|row| [row.start, row.end.saturating_sub(1)]);
    let any = rows.iter().filter(|_| area.wraps_x()).flat_map(Clone::clone);
    ends.chain(any).find_map(|index| {
        let (x, y) = area.oblique(Cell(index as u32));
        let from = linear.apply(area.oblique(anchor));
        let map = Automorphism { offset: (x - from.0, y - from.1), ..linear };
        let is_whole = || {
            let whole = (1..order).fold(map, |product, _| product.then(&map));
            (whole.turn, whole.is_mirrored) == (identity.turn, identity.is_mirrored)
                && whole.try_image(area.oblique(anchor)) == Some(anchor)
        };
        (area.contains(Cell(index as u32)) && is_whole() && map.fits()).then_some(map)
    })
}

/// Equal steps round the area, eastwards, northwards or both: of all ways to divide it the one with the squarest parts.
fn find_translations(area: &Area, times: u8) -> Option<Vec<Automorphism>> {
    if !area.wraps_x() {
        return None;
    }
    let (width, height) = (area.width(), area.height());
    let times = u32::from(times);
    let divides = |&columns: &u32| {
        let rows = times / columns;
        times.is_multiple_of(columns)
            && width.is_multiple_of(columns)
            && (rows == 1
                || area.wraps_y()
                    && height.is_multiple_of(rows)
                    && (area.lean() == 0 || (height / rows).is_multiple_of(2)))
    };
    let columns = (1..=times)
        .filter(divides)
        .min_by_key(|&columns| (i64::from(width / columns) - i64::from(height / (times / columns))).unsigned_abs())?;
    let rows = times / columns;
    let (step_right, step_up) = ((width / columns) as i32, (height / rows) as i32);
    let lean = area.lean() / rows as i32;
    let identity = Automorphism::linear(*area, 0, false);
    let steps = (0..rows as i32).flat_map(|up| (0..columns as i32).map(move |right| (right, up)));
    Some(
        steps
            .map(|(right, up)| Automorphism { offset: (right * step_right - up * lean, up * step_up), ..identity })
            .collect(),
    )
}

/// Which areas would have a symmetry: the nearest size of this shape, else shapes that can have it.
fn find_expected(area: &Area, kind: SymmetryKind) -> String {
    if let Some((width, height)) = kind.nearest_size(area.shape(), area.width(), area.height()) {
        return format!("a size such as {width}x{height}");
    }
    let can = |&&shape: &&Shape| kind.nearest_size(shape, area.width(), area.height()).is_some();
    let shapes: Vec<String> = Shape::ALL.iter().filter(can).map(|shape| shape.name().to_owned()).collect();
    match shapes.as_slice() {
        [] => "a larger area".to_owned(),
        shapes => format!("another area ({})", shapes.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_boards::areas;

    fn kinds() -> Vec<SymmetryKind> {
        let rotations = [2, 3, 4, 6].map(SymmetryKind::Rotation);
        let translations = (2..=8).map(SymmetryKind::Translation);
        rotations.into_iter().chain([SymmetryKind::MirrorX, SymmetryKind::MirrorY]).chain(translations).collect()
    }

    fn check_group(area: &Area, symmetry: &Symmetry) -> Result<(), TestCaseError> {
        let maps = symmetry.maps();
        prop_assert_eq!(maps.len(), usize::from(symmetry.kind().order()));
        for cell in area.cells() {
            let images: Vec<Cell> = symmetry.images(cell).collect();
            prop_assert_eq!(images[0], cell);
            for (map, &image) in maps.iter().zip(&images) {
                prop_assert_eq!(map.image(cell), image);
                prop_assert!(area.contains(image));
                for direction in (0..area.directions()).map(Direction) {
                    let neighbor = area.neighbor(cell, direction).map(|neighbor| map.image(neighbor));
                    prop_assert_eq!(area.neighbor(image, map.direction(direction)), neighbor);
                }
            }
            let first = images.iter().copied().min().unwrap();
            prop_assert_eq!(symmetry.is_first(cell), first == cell);
            let mut distinct = images.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(symmetry.is_full(cell), distinct.len() == images.len());
            // The orbit must be the same from each of its cells.
            for &image in &distinct {
                let mut others: Vec<Cell> = symmetry.images(image).collect();
                others.sort_unstable();
                others.dedup();
                prop_assert_eq!(&others, &distinct);
            }
        }
        for (first, one) in maps.iter().enumerate() {
            let mut seen = vec![false; area.len()];
            for cell in area.cells() {
                prop_assert!(!std::mem::replace(&mut seen[one.image(cell).index()], true));
            }
            for (then, other) in maps.iter().enumerate() {
                let product = &maps[symmetry.product(first, then)];
                for cell in area.cells() {
                    prop_assert_eq!(product.image(cell), other.image(one.image(cell)));
                }
                for direction in (0..area.directions()).map(Direction) {
                    prop_assert_eq!(product.direction(direction), other.direction(one.direction(direction)));
                }
            }
            prop_assert_eq!(one.edges(0b101 & ((1 << (area.directions() - 1)) - 1)).count_ones(), 2);
        }
        Ok(())
    }

    #[test]
    fn a_good_share_of_areas_has_each_symmetry() {
        // A refusal can be trusted only if nothing possible is refused.
        let allowed = |shape, width, height| -> Vec<String> {
            let area = Area::new(shape, width, height).unwrap();
            kinds()
                .into_iter()
                .filter(|&kind| Symmetry::new(&area, kind).is_ok())
                .map(|kind| kind.to_string())
                .collect()
        };
        assert_eq!(allowed(Shape::Hexagon, 9, 9), ["rotation-2", "rotation-3", "rotation-6", "mirror-x", "mirror-y"],);
        assert_eq!(allowed(Shape::Hexagon, 9, 7), ["rotation-2", "mirror-x", "mirror-y"]);
        assert_eq!(allowed(Shape::Hexagon, 9, 8), ["mirror-x"]);
        assert_eq!(allowed(Shape::Hexagon, 8, 8), ["rotation-3", "mirror-x"]);
        assert_eq!(allowed(Shape::Rectangle, 9, 8), ["rotation-2"]);
        assert_eq!(allowed(Shape::Rectangle, 9, 9), ["mirror-y"]);
        assert_eq!(
            allowed(Shape::Cylinder, 12, 7),
            ["rotation-2", "mirror-x", "mirror-y", "translation-2", "translation-3", "translation-4", "translation-6",]
        );
        assert_eq!(allowed(Shape::Square4, 9, 9), ["rotation-2", "rotation-4", "mirror-x", "mirror-y"]);
        assert_eq!(allowed(Shape::Square8, 9, 8), ["rotation-2", "mirror-x", "mirror-y"]);
        assert_eq!(
            allowed(Shape::Torus8, 6, 6),
            [
                "rotation-2",
                "rotation-4",
                "mirror-x",
                "mirror-y",
                "translation-2",
                "translation-3",
                "translation-4",
                "translation-6",
            ]
        );
        assert_eq!(
            allowed(Shape::Torus, 5, 8),
            ["rotation-2", "mirror-x", "mirror-y", "translation-2", "translation-4", "translation-5",]
        );
    }

    #[test]
    fn a_symmetry_that_an_area_lacks_is_refused_with_a_size_that_has_it() {
        let told = |shape, width, height, kind: &str| {
            let area = Area::new(shape, width, height).unwrap();
            Symmetry::new(&area, kind.parse().unwrap()).unwrap_err().to_string()
        };
        assert_eq!(
            told(Shape::Hexagon, 60, 60, "rotation-6"),
            "a hexagon of 60x60 has no rotation-6: expected a size such as 59x59"
        );
        assert_eq!(
            told(Shape::Rectangle, 61, 61, "rotation-2"),
            "a rectangle of 61x61 has no rotation-2: expected a size such as 61x60"
        );
        assert_eq!(
            told(Shape::Square4, 60, 40, "rotation-6"),
            "a square4 of 60x40 has no rotation-6: expected another area (hexagon)"
        );
        assert_eq!(
            told(Shape::Cylinder, 60, 40, "translation-7"),
            "a cylinder of 60x40 has no translation-7: expected a size such as 63x40"
        );
        for word in ["rotation", "rotation-5", "rotation-02", "translation-1", "translation-61", "mirror", "", "-"] {
            assert!(word.parse::<SymmetryKind>().is_err(), "{word}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn symmetries_are_groups_of_automorphisms(area in areas(), square in any::<bool>()) {
            let side = area.width();
            let square = square.then(|| Area::new(area.shape(), side, side).ok()).flatten();
            let area = square.unwrap_or(area);
            for kind in kinds() {
                prop_assert_eq!(kind.to_string().parse::<SymmetryKind>(), Ok(kind));
                match Symmetry::new(&area, kind) {
                    Ok(symmetry) => check_group(&area, &symmetry)?,
                    Err(error) => prop_assert!(!error.expected.is_empty()),
                }
            }
        }

        #[test]
        fn what_is_spread_is_symmetric(area in areas(), seed: u64) {
            let mut spread = 0;
            for kind in kinds() {
                let Ok(symmetry) = Symmetry::new(&area, kind) else { continue };
                spread += 1;
                let mut values: Vec<u64> = (0..area.len() as u64).map(|index| (index ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60).collect();
                symmetry.spread(&mut values, |value, _| value);
                prop_assert_eq!(symmetry.find_broken(&values, |value, _| value), None);
                let full = area.cells().find(|&cell| symmetry.is_full(cell));
                if let Some(cell) = full {
                    values[cell.index()] += 1;
                    prop_assert!(symmetry.find_broken(&values, |value, _| value).is_some());
                }
            }
            prop_assert!(spread > 0, "{area:?} has no symmetry");
        }
    }
}
