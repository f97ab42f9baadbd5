//! The families of images that a design's `imf` forms give, and the colour of one.

use design::{Atom, Design};
use formats::gdl::{ImageFamily, Pixels, read_images};

/// The family with this name in a design.
pub(crate) fn family(design: &Design, name: &str) -> Option<ImageFamily> {
    let is_own = |atoms: &&Vec<Atom>| atoms.get(1).and_then(Atom::text) == Some(name);
    read_images(design.forms.iter().map(|form| &form.atoms).filter(is_own)).0.remove(name)
}

/// The mean colour of the visible part of an image.
pub(crate) fn mean_color(pixels: &Pixels) -> Option<[u8; 3]> {
    let shown = || pixels.rgba.iter().filter(|pixel| pixel[3] != 0);
    let count = shown().count() as u64;
    let mean = |part: usize| (shown().map(|pixel| u64::from(pixel[part])).sum::<u64>() / count.max(1)) as u8;
    (count > 0).then(|| [0, 1, 2].map(mean))
}
