//! The inks of the sheet.

use crate::palette::Rgb;

pub(super) const PAPER: Rgb = [244.0, 237.0, 220.0];
pub(super) const INK: Rgb = [58.0, 46.0, 38.0];
