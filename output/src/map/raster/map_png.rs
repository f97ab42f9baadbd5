//! The format `png`: the picture of a map as a file.

use std::io::Write;

use world::Scenario;

use crate::format_options::LEVEL;
use crate::map::draw::draw_charted;
use crate::map::marks::text::unknown_letters;
use crate::map::raster::print::write_image;
use crate::map::style::{COUNTRIES, FRAME_SHOWN, GRID, NAMES, PictureStyle, RELIEF, RIM, RIVERS, ROADS, SCALE, UNITS};
use crate::{Format, FormatOption, FormatOptions, Loss, Sink, WriteError};

/// The most letters that are named where no typeface has them.
const LETTERS_NAMED: usize = 20;

/// Draws and writes a PNG file. Returns what did not go along: letters that no typeface has, names without room.
///
/// # Errors
/// As for [`crate::draw`], or if the writer fails.
pub fn write_png(scenario: &Scenario, style: &PictureStyle, out: &mut dyn Write) -> Result<Vec<Loss>, WriteError> {
    let drawn = draw_charted(scenario, &[], playtest::chart(scenario).as_ref(), style)?;
    write_image(&drawn.picture, out)?;
    let letters = if style.names || style.frame { lost_letters(scenario) } else { None };
    Ok(letters.into_iter().chain(Loss::of_names(&drawn.lost_names)).collect())
}

/// The format `png`.
pub(crate) struct MapPng;

impl Format for MapPng {
    fn name(&self) -> &'static str {
        "png"
    }

    fn summary(&self) -> &'static str {
        "the map as a picture, with names and a legend"
    }

    fn files(&self) -> &'static [&'static str] {
        &["map.png"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[SCALE, FRAME_SHOWN, RELIEF, GRID, RIVERS, ROADS, COUNTRIES, UNITS, NAMES, RIM, LEVEL]
    }

    fn shows_levels(&self) -> bool {
        true
    }

    fn write(
        &self,
        scenario: &Scenario,
        options: &FormatOptions,
        sink: &mut dyn Sink,
    ) -> Result<Vec<Loss>, WriteError> {
        write_png(scenario, &PictureStyle::of_options(options), sink.file("map.png")?)
    }
}

/// The letters of names that no typeface of the map has.
fn lost_letters(scenario: &Scenario) -> Option<Loss> {
    let world = &scenario.world;
    let names = scenario.sides.iter().map(|side| &side.name);
    let names = names.chain(scenario.units.iter().map(|unit| &unit.name));
    let names = names.chain(world.features.iter().map(|feature| &feature.name));
    let names = names.chain(world.provinces.iter().map(|province| &province.name));
    let lost = unknown_letters(names.map(String::as_str).chain([scenario.design.title.as_str()]));
    let named: String = lost.iter().take(LETTERS_NAMED).collect();
    let more = if lost.len() > LETTERS_NAMED { " and more" } else { "" };
    let noun = if lost.len() == 1 { "letter" } else { "letters" };
    let what = format!("the {noun} `{named}`{more} of names");
    (!lost.is_empty()).then(|| Loss { code: Loss::LOST, what, count: lost.len(), instead: Some("`?`".to_owned()) })
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::OptionKind;
    use crate::sample::sample;

    #[test]
    fn letters_that_cannot_be_drawn_are_told() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        scenario.sides[0].name = "Жλ Żubr".to_owned();
        let told = |scenario: &Scenario| lost_letters(scenario).map(|loss| loss.warning(MapPng.name()).to_string());
        assert_eq!(told(&scenario), None);
        scenario.sides[0].name = "大和".to_owned();
        let expected = "warning[lost]: the letters `大和` of names have no counterpart in png; `?` stands for them";
        assert_eq!(told(&scenario).as_deref(), Some(expected));
    }

    #[test]
    fn the_usual_options_are_the_usual_style_and_each_changes_it() {
        let style = |text: &str| {
            let choice: crate::FormatChoice = text.parse().unwrap();
            PictureStyle::of_options(&choice.options)
        };
        assert_eq!(style("png"), PictureStyle::default());
        let mut styles = vec![style("png")];
        // The level is chosen before a picture is drawn.
        for option in MapPng.options().iter().filter(|option| **option != LEVEL) {
            let value = match (option.kind, option.default) {
                (OptionKind::Switch, "true") => "false",
                (OptionKind::Switch, _) => "true",
                _ => "3",
            };
            let other = style(&format!("png:{}={value}", option.name));
            assert!(!styles.contains(&other), "{} changes nothing", option.name);
            styles.push(other);
        }
        let asked = PictureStyle { cell_width: Some(3), names: false, ..PictureStyle::default() };
        assert_eq!(style("png:scale=3:names=false"), asked);
    }
}
