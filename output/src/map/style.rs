//! What a picture shows, and the options by which people choose it.

use crate::format_options::{FormatOption, FormatOptions, OptionKind};

/// What a picture shows, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureStyle {
    /// The width of a cell in pixels; `None` makes the picture about 1600 wide.
    pub cell_width: Option<u32>,
    /// Whether there are paper, title and legend round the map.
    pub frame: bool,
    /// Light and shadow on land, lines in the water.
    pub relief: bool,
    /// Thin lines between cells.
    pub grid: bool,
    /// Rivers, walls and other borders between cells.
    pub rivers: bool,
    /// Roads.
    pub roads: bool,
    /// Countries and their borders.
    pub countries: bool,
    /// Units.
    pub units: bool,
    /// Names.
    pub names: bool,
    /// How many cells beyond the seams of a map that wraps repeat its other side, dimmed. `None`: some where ships fly on over the
    /// seams, and where all sides meet, else none.
    pub rim: Option<u32>,
    /// What stands first under the title, such as the turn of a match and who has won; nothing if it is empty.
    pub remark: String,
}

impl Default for PictureStyle {
    fn default() -> PictureStyle {
        PictureStyle {
            cell_width: None,
            frame: true,
            relief: true,
            grid: true,
            rivers: true,
            roads: true,
            countries: true,
            units: true,
            names: true,
            rim: None,
            remark: String::new(),
        }
    }
}

pub(in crate::map) const SCALE: FormatOption = FormatOption {
    name: "scale",
    kind: OptionKind::AutoNumber { least: 1, most: 256, usual: 24 },
    default: "auto",
    help: "the width of a cell in pixels; auto makes the picture about 1600 pixels wide",
};
pub(in crate::map) const FRAME_SHOWN: FormatOption = switch("frame", "true", "paper, title and legend round the map");
pub(in crate::map) const RELIEF: FormatOption =
    switch("relief", "true", "light and shadow on land, lines in the water");
pub(in crate::map) const GRID: FormatOption = switch("grid", "true", "thin lines between cells");
pub(in crate::map) const RIVERS: FormatOption =
    switch("rivers", "true", "rivers, walls and what else lies between cells");
pub(in crate::map) const ROADS: FormatOption = switch("roads", "true", "roads");
pub(in crate::map) const COUNTRIES: FormatOption = switch("countries", "true", "countries and their borders");
pub(in crate::map) const UNITS: FormatOption = switch("units", "true", "units");
pub(in crate::map) const NAMES: FormatOption = switch("names", "true", "names of features and cities");
pub(in crate::map) const RIM: FormatOption = FormatOption {
    name: "rim",
    kind: OptionKind::AutoNumber { least: 0, most: 64, usual: 6 },
    default: "auto",
    help: "cells beyond the seams of a map that wraps that repeat its other side; auto: 6 where ships fly over seams, 3 where all sides meet, else 0",
};

const fn switch(name: &'static str, default: &'static str, help: &'static str) -> FormatOption {
    FormatOption { name, kind: OptionKind::Switch, default, help }
}

impl PictureStyle {
    /// As the options of the format `png` say.
    #[must_use]
    pub fn of_options(options: &FormatOptions) -> PictureStyle {
        PictureStyle {
            cell_width: options.number(&SCALE),
            frame: options.switch(&FRAME_SHOWN),
            relief: options.switch(&RELIEF),
            grid: options.switch(&GRID),
            rivers: options.switch(&RIVERS),
            roads: options.switch(&ROADS),
            countries: options.switch(&COUNTRIES),
            units: options.switch(&UNITS),
            names: options.switch(&NAMES),
            rim: options.number(&RIM),
            remark: String::new(),
        }
    }
}
