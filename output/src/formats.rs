//! The list of formats in which a scenario can be written, and what is asked of all. A new one is a file and a line in [`FORMATS`].

use design::Design;
use diagnostics::Diagnostics;

use crate::cell_grids::{CellsPng, HeightsPng, TerrainText};
use crate::fairness_json::FairnessJson;
use crate::format::Format;
use crate::freeciv::FreecivScenario;
use crate::geojson::GeoJson;
use crate::heights_raw::HeightsRaw;
use crate::map::{MapPng, MapSvg};
use crate::page::ScenarioPage;
use crate::provinces_json::ProvincesJson;
use crate::roles;
use crate::rooms_dot::RoomsDot;
use crate::scenario_gdl::ScenarioGdl;
use crate::scenario_json::ScenarioJson;
use crate::scenario_ron::ScenarioRon;
use crate::tmx::TiledMap;
use crate::unciv::UncivMap;
use crate::wesnoth::WesnothScenario;

/// Every format, in the order in which they are listed.
pub const FORMATS: &[&dyn Format] = &[
    &ScenarioRon,
    &ScenarioGdl,
    &ScenarioJson,
    &MapPng,
    &MapSvg,
    &FairnessJson,
    &ScenarioPage,
    &ProvincesJson,
    &RoomsDot,
    &CellsPng,
    &HeightsPng,
    &HeightsRaw,
    &TerrainText,
    &GeoJson,
    &TiledMap,
    &FreecivScenario,
    &WesnothScenario,
    &UncivMap,
];

/// A format by its name.
#[must_use]
pub fn find_format(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// The format of a file by the ending of its name, in small letters.
#[must_use]
pub fn format_of_ending(ending: &str, heights: bool) -> Option<&'static dyn Format> {
    let mut formats = FORMATS.iter().copied().filter(|format| format.endings().contains(&ending));
    let first = formats.clone().next();
    formats.find(|format| format.tells_heights() == heights).or(first)
}

/// The files that `convert` can write, as people are told: `FILE.ron, FILE.g, FILE.png or FILE.txt`.
#[must_use]
pub fn known_endings() -> String {
    let mut endings: Vec<String> = Vec::new();
    for ending in FORMATS.iter().flat_map(|format| format.endings()) {
        let shown = format!("FILE.{ending}");
        if !endings.contains(&shown) {
            endings.push(shown);
        }
    }
    let last = endings.pop().unwrap_or_default();
    format!("{} or {last}", endings.join(", "))
}

/// What is wrong with the section `exports` of a design.
#[must_use]
pub fn check_exports(design: &Design) -> Diagnostics {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name()).collect();
    roles::check_exports_to(design, &names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_unique_and_each_is_found() {
        let mut files: Vec<&str> = Vec::new();
        for (index, format) in FORMATS.iter().enumerate() {
            let name = format.name();
            assert!(find_format(name).is_some_and(|found| found.name() == name));
            assert!(name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit()), "{name}");
            assert!(FORMATS[..index].iter().all(|other| other.name() != name), "{name}");
            assert!(format.summary().len() > 8, "{name}");
            let stem = crate::sink::stem(format.file_name());
            for file in format.all_files() {
                assert!(file.starts_with(stem) && file.contains('.') && !file.contains(['/', '\\']), "{file}");
                assert!(!files.contains(file), "{file}");
                files.push(file);
            }
        }
    }

    #[test]
    fn options_have_names_of_their_own_and_defaults_that_they_take() {
        for format in FORMATS {
            for (index, option) in format.options().iter().enumerate() {
                let told = format!("{}:{}={}", format.name(), option.name, option.default);
                let choice: crate::FormatChoice = told.parse().unwrap_or_else(|error| panic!("{told}: {error}"));
                assert_eq!(choice.to_string(), format.name(), "{told} is usual");
                assert!(!option.name.contains(['=', ':', ',', ' ']) && option.help.len() > 4, "{told}");
                assert!(format.options()[..index].iter().all(|other| other.name != option.name), "{told}");
                let crate::OptionKind::Choice(words) = option.kind else { continue };
                for word in words {
                    let choice: crate::FormatChoice =
                        format!("{}:{}={word}", format.name(), option.name).parse().unwrap();
                    let is_known = |file: &&str| format.all_files().contains(file);
                    assert!(!choice.files().is_empty() && choice.files().iter().all(is_known), "{choice}");
                }
            }
        }
    }

    /// What is written of a scenario are the files that a format names.
    // Takes seconds: each format writes a scenario.
    #[test]
    fn a_format_writes_the_files_that_it_names() {
        let mut scenario = crate::sample::sample(grid::Shape::Rectangle, 24, 20, 1);
        scenario.world.elevation = None;
        for format in FORMATS {
            let choice = crate::FormatChoice::usual(*format);
            match choice.write(&scenario) {
                Ok(written) => {
                    let names: Vec<&str> = written.files.iter().map(|(name, _)| name.as_str()).collect();
                    assert_eq!(names, format.files());
                    assert!(written.files.iter().all(|(_, bytes)| !bytes.is_empty()), "{names:?}");
                }
                Err(error) => assert!(error.to_string().starts_with("the scenario has "), "{error}"),
            }
        }
    }
}
