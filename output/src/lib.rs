//! Pictures of scenarios and formats of other programs, into a `&mut dyn Write`, or a [`Sink`] of several files.
//!
//! - [`draw`] makes the map picture, [`terminal_map`] a small one of letters for a terminal;
//!   [`terminal_legend`] tells its signs, [`terminal_position`] is one to watch a match on, [`terminal_board`] the one to play on;
//!   [`thumbnail`] and [`contact_sheet`] show many maps at a glance.
//! - The format `html` of [`FORMATS`] is a page with everything about a scenario that one would show a friend.
//! - [`game_page`] is the player's help of a design, [`reference_page`] the registry of parameters; both are a [`Document`].
//! - [`Format`] is what each format is, [`FORMATS`] the list of all, one per name that a user can ask for; a [`FormatChoice`] is one with
//!   options.
//! - [`Roles`] say what types mean to other programs, [`Codes`] what a format calls them.
//!
//! **Invariant:** nothing here opens a file, and nothing here decides anything: it only shows what the scenario contains.

mod about;
mod cell_grids;
mod chains;
mod document;
mod fairness_json;
mod format;
mod format_choice;
mod format_options;
mod formats;
mod freeciv;
mod game_page;
mod geojson;
mod heights_raw;
mod html;
mod image_families;
mod local_roles;
mod losses;
mod map;
mod page;
mod palette;
mod parallel;
mod picture_error;
mod playable;
mod provinces_json;
mod reference_page;
mod roles;
mod rooms_dot;
mod rulers;
mod scenario_gdl;
mod scenario_json;
mod scenario_ron;
mod sink;
mod terminal_board;
mod terminal_map;
mod tmx;
mod unciv;
mod wesnoth;
mod write_error;

pub use cell_grids::{cell_colors, cell_glyphs};
pub use document::{Block, Cell, Chip, Document, Look, Section, Sheet};
pub use fairness_json::fairness_json;
pub use format::Format;
pub use format_choice::{FormatChoice, FormatError, Written};
pub use format_options::{FormatOption, FormatOptions, OptionKind};
pub use formats::{FORMATS, check_exports, find_format, format_of_ending, known_endings};
pub use freeciv::freeciv_terrain;
pub use game_page::{Game, game_page};
pub use html::{PAGE_STYLE, escape_html, png_url};
pub use map::{
    AreaLayout, Arrow, Film, MovingFrame, MovingKind, PIXELS_MAX, Painting, PictureStyle, TILES_MAX, contact_sheet,
    draw, draw_moved, draw_position, sprite, thumbnail, write_image, write_moving, write_png,
};
pub use palette::{
    SIDE_COLORS, choose_side_colors, color_distance, grid_color, side_color, terrain_color, terrain_colors,
    unseen_color,
};
pub use picture_error::PictureError;
pub use provinces_json::provinces_json;
pub use reference_page::reference_page;
pub use roles::{Codes, LineRole, RoleTable, Roles, TerrainRole, UnitRole};
pub use scenario_gdl::gdl_losses;
pub use sink::{Loss, Sink};
pub use terminal_board::{BoardStyle, terminal_board};
pub use terminal_map::{terminal_legend, terminal_map, terminal_position};
pub use write_error::WriteError;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
