//! What the tests and benches of this crate share: designs, rolls, and the folder of the project.

use std::path::{Path, PathBuf};

use pipeline::{Loaded, Options, Request, Roll};

/// The project's top folder.
#[must_use]
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie below the project").to_owned()
}

/// An embedded preset.
///
/// # Panics
/// If it cannot be loaded: every preset is tested to load.
#[must_use]
pub fn preset(name: &str) -> Loaded {
    pipeline::load_preset(name).expect("the preset is there").expect("the preset resolves")
}

/// A roll of a seed string such as `classic:7:sides=3,size=40x40`, with one try.
///
/// # Panics
/// If it cannot be made.
#[must_use]
pub fn roll(string: &str) -> Roll {
    try_roll(string).unwrap_or_else(|error| panic!("{string}: {error}"))
}

/// The same, for strings that may ask too much.
///
/// # Errors
/// As `pipeline::roll`.
///
/// # Panics
/// If the string is none.
pub fn try_roll(string: &str) -> Result<Roll, pipeline::RollError> {
    let shared: pipeline::SharedString = string.parse().expect("a seed string");
    let loaded = preset(&shared.preset);
    let request: Request = shared.request;
    pipeline::roll(&loaded, &request, &Options { tries: 1, ..Options::new(&shared.preset) })
}
