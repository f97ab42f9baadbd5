//! The inks of the sheet.

use crate::palette::Rgb;

pub(in crate::map) const PAPER: Rgb = [244.0, 237.0, 220.0];
pub(in crate::map) const INK: Rgb = [58.0, 46.0, 38.0];
