//! The colours of scales that lenses share.

/// Colours from low to high that everybody can order (after viridis, van der Walt and Smith 2015): yellow is the greatest.
pub const RISING: [[u8; 3]; 9] = [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
];

/// From blue through white to orange, for values with a middle: everybody can tell blue from orange.
pub const DIVERGING: [[u8; 3]; 5] = [[33, 102, 172], [146, 197, 222], [246, 246, 244], [253, 184, 99], [196, 88, 6]];

/// The same colours from high to low.
pub(super) const fn turned<const COUNT: usize>(colors: [[u8; 3]; COUNT]) -> [[u8; 3]; COUNT] {
    let mut turned = colors;
    turned.reverse();
    turned
}

/// The colour of cells without a value.
pub const NONE: [u8; 3] = [96, 96, 100];

/// The colour of water in lenses on land.
pub const WATER: [u8; 3] = [44, 52, 66];

/// The colour at a part of the way along these colours, 0 to 1.
#[must_use]
pub fn shade(colors: &[[u8; 3]], part: f32) -> [u8; 3] {
    let place = part.clamp(0.0, 1.0) * (colors.len() - 1) as f32;
    let (index, rest) = (place as usize, place.fract());
    let (one, other) = (colors[index], colors[(index + 1).min(colors.len() - 1)]);
    [0, 1, 2].map(|k| (f32::from(one[k]) + (f32::from(other[k]) - f32::from(one[k])) * rest).round() as u8)
}
