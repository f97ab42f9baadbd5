//! The presets, embedded, so that the command needs no other file. A new preset is a file and a line here.

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

impl Preset {
    /// The `title` in its file.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.text_of("title").unwrap_or(self.name)
    }

    /// The `summary` in its file.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.text_of("summary").unwrap_or_default()
    }

    /// A section with one line of text, found without reading the rest, so that a list of all presets is quick.
    fn text_of(&self, section: &str) -> Option<&'static str> {
        let (_, rest) = self.text.split_once(&format!("\n  \"{section}\": \""))?;
        rest.split_once("\",\n").map(|(text, _)| text)
    }
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
    "vault"
];

/// Parts for designs to include.
pub const PARTS: &[Preset] = files!["terrain/earthlike", "terrain/vaults", "units/dungeon", "units/empire"];

/// An embedded file by its name.
#[must_use]
pub fn embedded(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().chain(PARTS).find(|preset| preset.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_preset;

    #[test]
    fn titles_and_summaries_are_those_of_the_designs() {
        for preset in PRESETS {
            let design = load_preset(preset.name).unwrap().unwrap().design;
            assert_eq!((preset.title(), preset.summary()), (&*design.title, &*design.summary), "{}", preset.name);
            assert!(design.summary.len() > 10 && design.title != design.name, "{}", preset.name);
        }
    }
}
