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
            text: include_str!(concat!("../presets/", $name, ".ron")),
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

/// Modules for games in GDL to include, by the names that the manual gives them.
const MODULES: &[(&str, &str)] = &[("stdterr", include_str!("../presets/terrain/stdterr.g"))];

/// An embedded module in GDL by its name: the name of its file, and its text.
pub(crate) fn embedded_module(name: &str) -> Option<(String, String)> {
    let (_, text) = MODULES.iter().find(|(known, _)| *known == name)?;
    Some((format!("terrain/{name}.g"), (*text).to_owned()))
}

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

    #[test]
    fn the_standard_terrain_of_gdl_is_that_of_earthlike() {
        use design::parameters::terrain::{
            ALT_PERCENTILE_MAX, ALT_PERCENTILE_MIN, ELEVATION_MAX, ELEVATION_MIN, LIQUID, OCCURRENCE, RIVER_CHANCE,
            WET_PERCENTILE_MAX, WET_PERCENTILE_MIN,
        };
        let module = "(include \"stdterr\") (unit-type man (possible-sides \"all\"))";
        let ours = crate::load_gdl("t", "t.g", module, &embedded_module).unwrap();
        let game = "{ \"include\": [\"terrain/earthlike\"], \"units\": { \"man\": {} } }";
        let earth = crate::load_text("t", "t.ron", game, &|_| None).unwrap();
        assert_eq!(ours.design.terrain.names, earth.design.terrain.names);
        for kind in ours.design.ids::<design::TerrainType>() {
            for key in [
                ALT_PERCENTILE_MIN,
                ALT_PERCENTILE_MAX,
                WET_PERCENTILE_MIN,
                WET_PERCENTILE_MAX,
                ELEVATION_MIN,
                ELEVATION_MAX,
                OCCURRENCE,
                RIVER_CHANCE,
            ] {
                let of = |loaded: &crate::Loaded| loaded.design.int(key, kind);
                assert_eq!(of(&ours), of(&earth), "{}: {key:?}", ours.design.name_of(kind));
            }
            assert_eq!(ours.design.flag(LIQUID, kind), earth.design.flag(LIQUID, kind));
        }
        assert_eq!(embedded_module("stdunits"), None);
    }
}
