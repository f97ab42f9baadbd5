//! The viewer: a window for looking at scenarios, understanding them, rolling them and watching them played.
//!
//! This is a pure library: only `main.rs` opens files and windows. Its parts:
//!
//! - [`Viewer`] (`viewer.rs`) is the whole state, and shows itself: the map, and round it menu and line (`bars.rs`) and
//!   docks with tabs (`docks/`). [`ViewerContext`] (`context.rs`) is what every part of it gets, with [`Services`] (`services.rs`).
//! - `command.rs` says what an action is, `commands.rs` lists every one by name; menus, keys, palette and tests use that one list.
//! - `document.rs` says what is open: a design with its request, the scenario rolled from it, its stages; and what was open before.
//!   `editing.rs` changes what is open by edits, which `tools/` make of clicks and drags; `recovery.rs` keeps them for a crash. `open.rs` makes documents: it opens, rolls, and plays what is to be fair. `requests.rs` has what was asked for until it lands.
//! - `looks.rs` has the colours of light and dark panels.
//! - `titles.rs` says what is called how where people read it, `parameter_words.rs` what the design's parameters are; `typed.rs` has fields that give what was typed when that is finished.
//! - `jobs.rs` runs long work in the background; `files.rs` reads and writes for the window, `watch.rs` sees what other programs do to the open
//!   file; `session.rs` keeps what is remembered
//!   until next time; `keys/` binds keys to commands.
//! - `map/` draws the map; [`View`] (`map/view.rs`) is what is shown of it; `lenses/` colours it: a lens is a function and a line in a list.
//! - `panels/` has a file per panel, and a line in [`PANELS`].

mod bars;
mod command;
mod commands;
mod context;
mod docks;
pub mod document;
pub mod editing;
mod fault;
mod files;
mod jobs;
pub mod keys;
pub mod lenses;
mod looks;
pub mod map;
pub mod open;
pub mod panels;
mod parameter_words;
mod recovery;
mod requests;
mod same;
mod services;
pub mod session;
mod swatch;
mod titles;
pub mod tools;
mod typed;
mod viewer;
mod watch;

pub use command::{Command, Menu};
pub use commands::{commands, find_command};
pub use context::{Documents, News, Sight, Sitters, ViewerContext};
pub use docks::Docks;
pub use document::{Document, Stage};
pub use files::{Files, Memory};
pub use jobs::{Job, Jobs, Progress};
pub use lenses::{LENSES, Legend, Lens, Painting, Subject, find_lens};
pub use map::{Showing, View};
pub use panels::{Dock, PANELS, Panel, PanelStates};
pub use services::Services;
pub use session::Session;
pub use viewer::{Launch, Viewer};
