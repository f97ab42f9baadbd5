//! The parameters that change nothing in our rules, each with the reason. Parameters that only a game's page or a lint reads are
//! among them. `tests/tests/unread_parameters.rs` compares this list with the sources.

use crate::Scope;

/// Words, colours, cursors, films and clocks of the windows of Xconq 7.5.
const WINDOWS: &str = "interface";
/// The name of a picture, or a sign in place of one.
const PICTURE: &str = "picture";
/// Values that the computer players of 7.5 compute and save; designers never set them.
const CACHE: &str = "cache of 7.5's players";
/// A hint that our computer players do not need.
const HINT: &str = "hint for players";
/// The state of a running game as 7.5 saves it. Our rules save it elsewhere, or compute it again.
const SAVED: &str = "7.5's saved games";
/// Where a file comes from, and what it is for.
const ABOUT: &str = "about the file";
/// No effect in 7.5, and the seeds do not describe it.
const IDLE: &str = "no effect in 7.5, not in the seeds";
/// Has an effect in 7.5, but the seeds do not describe it.
const UNSAID: &str = "7.5 only, not in the seeds";

/// Scope, reason, and the names of the parameters with that reason.
#[rustfmt::skip]
pub const UNREAD: &[(Scope, &str, &[&str])] = &[
    (Scope::Global, WINDOWS, &[
        "action-movies", "attack-cursor", "contour-color", "country-border-color", "elapsed-real-time",
        "event-movies", "frontline-color", "generic-cursor", "meridian-color", "real-time-for-game",
        "real-time-per-side", "real-time-per-turn", "scorefile-name", "shoreline-color", "side-color-library",
        "survey-cursor", "unit-gbox-border-color", "unit-gbox-fill-color", "unit-name-color", "unseen-char",
        "window-color", "fore-color", "mask-color", "text-color", "feature-color",
        "feature-boundaries", "meridians", "shorelines", "terrain-transitions",
    ]),
    (Scope::Global, CACHE, &["zz-run-serial-number"]),
    (Scope::Global, SAVED, &["random-state", "synthesis-done"]),
    (Scope::Global, IDLE, &["create-units-from-specs", "people"]),
    (Scope::Terrain, WINDOWS, &["help", "notes"]),
    (Scope::Terrain, CACHE, &["zz-fr"]),
    (Scope::Unit, WINDOWS, &[
        "help", "notes", "stack-order", "construction-border-color", "construction-fill-color", "generic-name",
        "name-internal", "can-research", "color",
    ]),
    (Scope::Unit, PICTURE, &["generic-char"]),
    (Scope::Unit, HINT, &["ai-minimal-size-goal", "colonizer", "ground", "naval", "air"]),
    (Scope::Unit, IDLE, &["consumption-temperature-effect", "courage-max", "courage-min"]),
    (Scope::Unit, UNSAID, &["spot-action"]),
    (Scope::Unit, CACHE, &[
        "zz-b", "zz-bb", "zz-transport", "zz-c", "zz-cm", "zz-cc", "zz-bw", "zz-ow", "zz-osw", "zz-dw", "zz-dsw",
        "zz-esw", "zz-cw", "zz-csw", "zz-bcow", "zz-fw", "zz-rw", "zz-sw",
    ]),
    (Scope::Material, WINDOWS, &["help", "notes"]),
    (Scope::Material, PICTURE, &["char", "image-name", "resource-icon"]),
    (Scope::Advance, WINDOWS, &["help", "notes"]),
    (Scope::Advance, PICTURE, &["image-name"]),
    (Scope::Table, UNSAID, &[
        "adjacent-terrain-border", "adjacent-terrain-border-chance", "adjacent-terrain-connection",
        "adjacent-terrain-connection-chance", "adjacent-terrain-effect-chance", "adjacent-terrain-effect-passes",
        "see-material-always", "terrain-density",
    ]),
    (Scope::Table, HINT, &["can-occupy-incomplete"]),
    (Scope::Table, WINDOWS, &["can-recursively-wake", "drawable-terrain"]),
    (Scope::Table, IDLE, &[
        "lose-track-chance", "morale-terrain-effect", "spy-track-chance", "track-chance", "treasury-gain-per-create",
        "treasury-loss-per-create",
    ]),
    (Scope::Table, CACHE, &[
        "zz-basic-hit-worth", "zz-basic-fire-worth", "zz-basic-capture-worth", "zz-basic-transport-worth",
    ]),
    (Scope::Module, ABOUT, &[
        "version", "complete-game", "base-game", "filename", "original-module", "original-version", "original-variants",
    ]),
    (Scope::Module, PICTURE, &["picture-name"]),
    (Scope::Module, WINDOWS, &["blurb", "instructions"]),
    (Scope::Area, WINDOWS, &["longitude", "projection"]),
    (Scope::Area, PICTURE, &["image-name"]),
    (Scope::Area, IDLE, &["cloud-bottoms", "cloud-heights", "user"]),
    (Scope::Side, WINDOWS, &[
        "long-name", "short-name", "names-locked", "advantage-min", "advantage-max", "instructions",
        "ui-data",
    ]),
    (Scope::Side, UNSAID, &["trades", "start-with", "units", "feature-namers"]),
    (Scope::Side, SAVED, &[
        "ever-active", "turn-time-used", "total-time-used", "timeouts", "timeouts-used", "gain-counts", "loss-counts",
        "attack-stats", "hit-stats", "material-view", "ai-data",
    ]),
    (Scope::Player, WINDOWS, &["name", "config-name", "display-name", "ai-type-name", "password"]),
    (Scope::Scorekeeper, WINDOWS, &["notes"]),
    (Scope::Piece, PICTURE, &["image-name"]),
    (Scope::Piece, SAVED, &[
        "sides", "trk", "a", "reach", "popul", "usedcells", "maxcells", "prod", "curadv", "creation-id",
    ]),
];

/// Why nothing reads a parameter; `None` if something does.
#[must_use]
pub fn why_unread(scope: Scope, name: &str) -> Option<&'static str> {
    UNREAD.iter().find(|(of, _, names)| *of == scope && names.contains(&name)).map(|&(_, reason, _)| reason)
}
