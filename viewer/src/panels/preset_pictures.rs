//! The pictures of the presets on the start page. They ship with the program, so that they are there at once: to roll all of them takes
//! many seconds. A test draws them anew and compares.

macro_rules! pictures {
    ($($name:literal),* $(,)?) => {
        /// The picture of a preset, as PNG.
        #[must_use]
        pub fn of(preset: &str) -> Option<&'static [u8]> {
            match preset {
                $($name => Some(include_bytes!(concat!("../../pictures/presets/", $name, ".png"))),)*
                _ => None,
            }
        }
    };
}

pictures![
    "archipelago",
    "classic",
    "continent",
    "crawl",
    "cylinder",
    "duel",
    "dungeon",
    "empire",
    "generals-view",
    "hostile-space",
    "islands-symmetric",
    "labyrinth",
    "monster",
    "pangaea-cold",
    "provinces",
    "starfield",
    "two-rivals",
    "underworld",
    "vault",
];
