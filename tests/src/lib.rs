//! What tests and benches share: designs, rolls, and the folder of the project.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use pipeline::{Loaded, Options, Request, Roll, RollError};

/// The project's top folder.
#[must_use]
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie below the project").to_owned()
}

/// Whether the long cases are wanted too: `FAIRMARCH_LONG` is set, as by `.ci/long`.
#[must_use]
pub fn is_long() -> bool {
    std::env::var_os("FAIRMARCH_LONG").is_some()
}

/// How many cases of a property are tried: all of them at night, a third by day, since each rolls a world.
#[must_use]
pub fn cases(all: u32) -> u32 {
    if is_long() { all } else { all.div_ceil(3) }
}

/// The presets that a test has asked for.
static PRESETS: LazyLock<BTreeMap<&str, OnceLock<Loaded>>> =
    LazyLock::new(|| pipeline::PRESETS.iter().map(|preset| (preset.name, OnceLock::new())).collect());

/// An embedded preset, which is loaded once for all tests of a binary.
///
/// # Panics
/// If it cannot be loaded: every preset is tested to load.
#[must_use]
pub fn preset(name: &str) -> Loaded {
    let load = || pipeline::load_preset(name).expect("the preset is there").expect("the preset resolves");
    PRESETS.get(name).expect("the preset is there").get_or_init(load).clone()
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
pub fn try_roll(string: &str) -> Result<Roll, RollError> {
    let shared: pipeline::SharedString = string.parse().expect("a seed string");
    let loaded = preset(&shared.preset);
    let request: Request = shared.request;
    pipeline::roll(&loaded, &request, &Options { tries: 1, ..Options::new(&shared.preset) })
}

/// The same for strings of `classic`, where small worlds have no room for many capitals. Nothing else may be in the way, and not
/// even that where there are 250 cells for each side.
///
/// # Errors
/// With the reason, if there is no world for any other cause.
///
/// # Panics
/// If the string is none.
pub fn roll_if_room(string: &str) -> Result<Option<Roll>, String> {
    let shared: pipeline::SharedString = string.parse().expect("a seed string");
    let (width, height) = shared.request.size.expect("a size");
    let cells_each = width * height / u32::from(shared.request.sides.expect("a number of sides"));
    match try_roll(string) {
        Ok(roll) => Ok(Some(roll)),
        Err(RollError::Exhausted(rejected))
            if cells_each < 250
                && rejected
                    .iter()
                    .all(|one| one.reason.starts_with("make-countries: `country-separation-min` 8 for ")) =>
        {
            Ok(None)
        }
        Err(error) => Err(format!("{string}: {error}")),
    }
}
