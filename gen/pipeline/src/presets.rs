//! The presets, embedded, so that the command needs nothing but itself. A new preset is a file and a line here.

/// A preset, or a part that presets include.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name that users type and designs include.
    pub name: &'static str,
    /// Its file, below `presets/`.
    pub file: &'static str,
    /// The file's text.
    pub text: &'static str,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(Preset {
            name: $name,
            file: concat!("presets/", $name, ".ron"),
            text: include_str!(concat!("../../../presets/", $name, ".ron")),
        }),*]
    };
}

/// Whole designs, ready to roll.
pub const PRESETS: &[Preset] = files![
    "archipelago",
    "classic",
    "continent",
    "cylinder",
    "duel",
    "generals-view",
    "islands-symmetric",
    "labyrinth",
    "monster",
    "pangaea-cold",
    "provinces",
    "starfield",
    "two-rivals"
];

/// Parts for designs to include.
pub const PARTS: &[Preset] = files!["terrain/earthlike", "units/empire"];

/// An embedded file by its name.
#[must_use]
pub fn embedded(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().chain(PARTS).find(|preset| preset.name == name)
}
