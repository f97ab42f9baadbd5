//! The registry of formats in which a scenario can be written. A new one is a file and a line in [`FORMATS`].

use grid::Area;
use world::Scenario;

use crate::cell_grids::{CellsPng, HeightsPng, TerrainText};
use crate::fairness_json::FairnessJson;
use crate::format_options::{FormatOption, FormatOptions, LEVEL};
use crate::freeciv::FreecivScenario;
use crate::geojson::GeoJson;
use crate::heights_raw::HeightsRaw;
use crate::page::ScenarioPage;
use crate::picture::{MapPng, MapSvg, PictureError};
use crate::provinces_json::ProvincesJson;
use crate::rooms_dot::RoomsDot;
use crate::scenario_gdl::ScenarioGdl;
use crate::scenario_ron::ScenarioRon;
use crate::sink::{Loss, Sink};
use crate::tmx::TiledMap;
use crate::unciv::UncivMap;
use crate::wesnoth::WesnothScenario;

/// A format in which a scenario can be written.
pub trait Format: Sync {
    /// The name that users type, such as `png`.
    fn name(&self) -> &'static str;

    /// What the files hold, in a line.
    fn summary(&self) -> &'static str;

    /// The names of the files that are written, such as `map.tmx` and `map-tiles.png`: the main one first, the others with the beginning
    /// of its name. A scenario has all of them or none.
    fn files(&self) -> &'static [&'static str];

    /// The name of the main file, such as `map.png`.
    fn file_name(&self) -> &'static str {
        self.files()[0]
    }

    /// How the names of main files end that `convert` writes in this format, such as `txt`; none if it has to be named
    /// (`convert --format`).
    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it tells heights: of two formats with one ending, `convert --heights` takes that which does.
    fn tells_heights(&self) -> bool {
        false
    }

    /// What people can choose of it.
    fn options(&self) -> &'static [FormatOption] {
        &[LEVEL]
    }

    /// Whether it shows all levels of a world, if the option `level` chooses none. Other formats show the first then, and tell it.
    fn shows_levels(&self) -> bool {
        false
    }

    /// Refuses an area, of one level, that the format cannot take, whatever is on it: before a world is made for it.
    ///
    /// # Errors
    /// The `WriteError` that [`Self::write`] gives of it.
    fn check_area(&self, _area: &Area, _options: &FormatOptions) -> Result<(), WriteError> {
        Ok(())
    }

    /// Writes a scenario: all [`Self::files`], in their order. Returns what has no counterpart there.
    ///
    /// # Errors
    /// A `WriteError` if the scenario lacks the data for the format, or if the sink takes no more.
    fn write(&self, scenario: &Scenario, options: &FormatOptions, sink: &mut dyn Sink)
    -> Result<Vec<Loss>, WriteError>;
}

/// Every format, in the order in which they are listed.
pub const FORMATS: &[&dyn Format] = &[
    &ScenarioRon,
    &ScenarioGdl,
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

/// Why a scenario was not written, or not wholly.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The scenario has no measured fairness.
    #[error("the scenario has not been measured: measure its fairness first")]
    NotMeasured,
    /// The scenario has no provinces.
    #[error("the scenario has no provinces: add the method `make-provinces` to its recipe")]
    NoProvinces,
    /// There is no such level.
    #[error("the scenario has no level {level}: expected a level from 1 to {levels}")]
    NoLevel {
        /// The level that was asked for, from 1.
        level: u32,
        /// How many there are.
        levels: u32,
    },
    /// The scenario has no elevations.
    #[error("the scenario has no elevations: let its design say `elevation-min` and `elevation-max`")]
    NoElevation,
    /// An elevation outside the span from black to white.
    #[error("an elevation of {height} lies beyond those of the design's terrain, {low} to {high}")]
    Elevation {
        /// The elevation.
        height: i16,
        /// The lowest elevation that the design's terrain can have.
        low: i16,
        /// The highest one.
        high: i16,
    },
    /// The map is larger than the program takes.
    #[error("{format} takes no map of {width}x{height}: expected at most {most}")]
    TooLarge {
        /// The format.
        format: &'static str,
        /// The width of its map.
        width: u32,
        /// The height of its map.
        height: u32,
        /// What it takes.
        most: String,
    },
    /// The program has no squares.
    #[error("{format} has hexes alone: roll an area of hexes")]
    HexesOnly {
        /// The format.
        format: &'static str,
    },
    /// An option does not go with the shape of the area.
    #[error("{format} cannot keep a {shape} with {option}: choose {right}")]
    Option {
        /// The format.
        format: &'static str,
        /// The option with its value.
        option: &'static str,
        /// The shape.
        shape: &'static str,
        /// The option that does.
        right: &'static str,
    },
    /// The design gives a type a code that the program does not know.
    #[error("the code `{code}` that the design gives `{kind}` means nothing in {format}: expected {right}")]
    Code {
        /// The format.
        format: &'static str,
        /// The type.
        kind: String,
        /// Its code.
        code: String,
        /// Those that are known.
        right: String,
    },
    /// The pixels could not be encoded.
    #[error("cannot pack the picture: {0}")]
    Image(#[from] image::ImageError),
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
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
            for file in format.files() {
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

    /// Two files that refer to each other, with a unit that has no counterpart.
    struct Pair;

    impl Format for Pair {
        fn name(&self) -> &'static str {
            "pair"
        }

        fn summary(&self) -> &'static str {
            "a map and its tiles"
        }

        fn files(&self) -> &'static [&'static str] {
            &["map.tmx", "map-tiles.png"]
        }

        fn write(&self, _: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
            let tiles = sink.name_of("map-tiles.png");
            writeln!(sink.file("map.tmx")?, "see {tiles}")?;
            sink.file("map-tiles.png")?.write_all(b"tiles")?;
            let cylinder = Loss { what: "the torus".to_owned(), count: 1, instead: Some("a cylinder".to_owned()) };
            Ok(vec![Loss::of_type(3, "unit", "fighter", None), Loss::of_type(2, "city", "b", Some("f")), cylinder])
        }
    }

    #[test]
    fn files_that_belong_together_are_called_alike_and_what_is_lost_is_told() {
        let scenario = crate::sample::sample(grid::Shape::Rectangle, 24, 20, 1);
        let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let choice = crate::FormatChoice::usual(&Pair);
        let usual = choice.write(&scenario).unwrap();
        assert_eq!(usual.files, [file("map.tmx", "see map-tiles.png\n"), file("map-tiles.png", "tiles")]);
        let told: Vec<String> = usual.warnings.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "warning[lost]: 3 units of `fighter` have no counterpart in pair",
                "warning[lost]: 2 cities of `b` have no counterpart in pair; f stands for them",
                "warning[lost]: the torus has no counterpart in pair; a cylinder stands for it",
            ]
        );
        let other = choice.write_as(&scenario, "x.y.tmx").unwrap();
        assert_eq!(other.files, [file("x.y.tmx", "see x.y-tiles.png\n"), file("x.y-tiles.png", "tiles")]);
        assert_eq!(crate::file_names(&Pair, "x.y.tmx").collect::<Vec<_>>(), ["x.y.tmx", "x.y-tiles.png"]);
    }

    /// An error names a full disk, whatever was being written.
    #[test]
    fn what_cannot_be_written_says_why() {
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        let reason = full().to_string();
        for error in [WriteError::from(full()), WriteError::from(image::ImageError::IoError(full()))] {
            assert!(error.to_string().ends_with(&reason), "{error}");
        }
    }
}
