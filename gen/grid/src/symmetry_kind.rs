//! The kinds of symmetry that areas can have, by the words that users type.

use std::fmt;
use std::str::FromStr;

use crate::symmetry::find_maps;
use crate::{Area, Shape};

/// A kind of symmetry, by the word that users type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymmetryKind {
    /// `rotation-2`, `-3`, `-4`, `-6`: the number of turns round the centre that make a full circle.
    Rotation(u8),
    /// `mirror-x`: the west is the mirror image of the east.
    MirrorX,
    /// `mirror-y`: the north is the mirror image of the south.
    MirrorY,
    /// `translation-N`: N parts that follow each other on a cylinder or torus.
    Translation(u8),
}

impl SymmetryKind {
    /// How many images each cell has, itself included.
    #[must_use]
    pub const fn order(self) -> u8 {
        match self {
            SymmetryKind::Rotation(count) | SymmetryKind::Translation(count) => count,
            SymmetryKind::MirrorX | SymmetryKind::MirrorY => 2,
        }
    }

    /// The nearest of some sizes at which a shape has such a symmetry; `None` if it has none of them.
    #[must_use]
    pub fn nearest_size(self, shape: Shape, width: u32, height: u32) -> Option<(u32, u32)> {
        let part = u32::from(self.order());
        let near = |side: u32| {
            let multiple = side / part * part;
            let even = [multiple / 2 * 2, (multiple + part) / 2 * 2];
            [[side.saturating_sub(1), side, side + 1].as_slice(), &[multiple, multiple + part], &even].concat()
        };
        let (low, high) = (width.min(height), width.max(height));
        let squares = [low, high].into_iter().flat_map(near).map(|side| (side, side));
        let others =
            near(width).into_iter().flat_map(|width| near(height).into_iter().map(move |height| (width, height)));
        let allowed = squares.chain(others).filter(|&(width, height)| {
            Area::new(shape, width, height).is_ok_and(|area| find_maps(&area, self).is_some())
        });
        allowed.min_by_key(|&(wide, high)| (wide.abs_diff(width) + high.abs_diff(height), wide, high))
    }

    /// The most parts into which a world is divided.
    pub const ORDER_MAX: u8 = 60;
}

impl fmt::Display for SymmetryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymmetryKind::Rotation(count) => write!(f, "rotation-{count}"),
            SymmetryKind::MirrorX => f.write_str("mirror-x"),
            SymmetryKind::MirrorY => f.write_str("mirror-y"),
            SymmetryKind::Translation(count) => write!(f, "translation-{count}"),
        }
    }
}

/// A word that is no kind of symmetry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no symmetry `{0}`: expected rotation-2, rotation-3, rotation-4, rotation-6, mirror-x, mirror-y or \
     translation-N with N from 2 to {max}",
    max = SymmetryKind::ORDER_MAX
)]
pub struct UnknownSymmetry(pub String);

impl FromStr for SymmetryKind {
    type Err = UnknownSymmetry;

    fn from_str(text: &str) -> Result<SymmetryKind, UnknownSymmetry> {
        let unknown = || UnknownSymmetry(text.to_owned());
        match text {
            "mirror-x" => return Ok(SymmetryKind::MirrorX),
            "mirror-y" => return Ok(SymmetryKind::MirrorY),
            _ => {}
        }
        let (word, count) = text.split_once('-').ok_or_else(unknown)?;
        let count = count.parse::<u8>().ok().filter(|number| number.to_string() == count).ok_or_else(unknown)?;
        match (word, count) {
            ("rotation", 2 | 3 | 4 | 6) => Ok(SymmetryKind::Rotation(count)),
            ("translation", 2..=SymmetryKind::ORDER_MAX) => Ok(SymmetryKind::Translation(count)),
            _ => Err(unknown()),
        }
    }
}
