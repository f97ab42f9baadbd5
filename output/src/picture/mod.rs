//! The map picture.
//!
//! Floats are allowed here, because a picture decides nothing. Each pixel is computed by itself, so the same scenario still gives
//! the same bytes with any number of threads.
#![allow(clippy::disallowed_methods, reason = "drawing may bend lines as the platform does")]

mod arrows;
mod canvas;
mod cell_grid;
mod coast;
mod contact_sheet;
mod courses;
mod emblems;
mod fields;
mod ground;
mod icons;
mod images;
mod inks;
mod lattice_geometry;
mod legend;
mod levels;
mod links;
mod moving;
mod names;
mod placer;
mod plan;
mod provinces;
mod realms;
mod rim;
mod rivers;
mod roads;
mod sheet;
mod sprite;
mod stray;
mod svg;
mod text;
mod texture;
mod thumbnail;
mod world_name;

use std::io::Write;

use hostile_space::chart::Chart;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, RgbImage};
use world::Scenario;

use crate::format_options::LEVEL;
use crate::palette::mix;
use crate::parallel::{for_each_line, make_each};
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};
pub use arrows::Arrow;
use canvas::{BAND, Band, Layer};
pub use contact_sheet::{TILES_MAX, contact_sheet};
use ground::GroundPainter;
pub(crate) use icons::Icon;
use inks::{INK, PAPER};
pub use moving::{MovingFrame, draw_position, write_moving};
use placer::Placer;
pub use plan::AreaLayout;
pub use sheet::PIXELS_MAX;
use sheet::PageLayout;
pub use sprite::sprite;
pub(crate) use svg::MapSvg;
use texture::Texture;
pub use thumbnail::thumbnail;

/// The most letters that are named where no typeface has them.
const LETTERS_NAMED: usize = 20;

/// What a picture shows, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureStyle {
    /// The width of a cell in pixels; `None` makes the picture about 1600 wide.
    pub cell_width: Option<u32>,
    /// Whether there are paper, title and legend round the map.
    pub frame: bool,
    /// Light and shadow on land, lines in the water.
    pub relief: bool,
    /// Thin lines between cells.
    pub grid: bool,
    /// Rivers, walls and other borders between cells.
    pub rivers: bool,
    /// Roads.
    pub roads: bool,
    /// Countries and their borders.
    pub countries: bool,
    /// Units.
    pub units: bool,
    /// Names.
    pub names: bool,
    /// How many cells beyond the seams of a map that wraps repeat its other side, dimmed. `None`: some where ships fly on over the
    /// seams, else none.
    pub rim: Option<u32>,
    /// What stands first under the title, such as the turn of a match and who has won; nothing if it is empty.
    pub remark: String,
}

impl Default for PictureStyle {
    fn default() -> PictureStyle {
        PictureStyle {
            cell_width: None,
            frame: true,
            relief: true,
            grid: true,
            rivers: true,
            roads: true,
            countries: true,
            units: true,
            names: true,
            rim: None,
            remark: String::new(),
        }
    }
}

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// It would have too many pixels.
    #[error(
        "a picture of {columns}x{rows} cells with {cell} pixels per cell is not possible: expected {}",
        if *most == 0 { "a smaller world".to_owned() } else { format!("a scale from 1 to {most}") }
    )]
    TooLarge {
        /// The columns of the world.
        columns: u32,
        /// The rows of the world.
        rows: u32,
        /// The requested width of a cell, in pixels.
        cell: u32,
        /// The largest possible width; 0 if none is possible.
        most: u32,
    },
    /// A contact sheet would have too many tiles, or too many pixels.
    #[error("a contact sheet of {tiles} tiles is not possible: expected at most {most} of that size to a page")]
    TooManyTiles {
        /// The number of tiles; for an endless iterator, the number that was looked at.
        tiles: usize,
        /// The greatest possible number.
        most: usize,
    },
    /// The world has no terrain.
    #[error("the world has no terrain yet: a picture needs a method that makes terrain before it")]
    NoTerrain,
}

/// The picture of a scenario's map.
///
/// # Errors
/// A `PictureError` if the world has no terrain, or if the picture would be too large; no memory is taken then.
pub fn draw(scenario: &Scenario, style: &PictureStyle) -> Result<RgbImage, PictureError> {
    draw_moved(scenario, &[], style)
}

/// The picture of a scenario's map after a turn, with the marches of that turn.
///
/// # Errors
/// As for [`draw`].
pub fn draw_moved(scenario: &Scenario, arrows: &[Arrow], style: &PictureStyle) -> Result<RgbImage, PictureError> {
    if scenario.world.terrain.is_none() {
        return Err(PictureError::NoTerrain);
    }
    if scenario.world.area.levels() > 1 {
        return levels::draw(scenario, arrows, style);
    }
    let told = hostile_space::chart::chart(scenario).filter(|_| style.units);
    let style = &PictureStyle { rim: rim::asked(style, told.as_ref()), ..style.clone() };
    let sheet = PageLayout::new(scenario.world.area, style, |width, cell| legend::height(scenario, width, cell))?;
    let ground = GroundPainter::new(scenario, &sheet, Texture::new(sheet.cell), style);
    let layers = above_ground(scenario, arrows, &sheet, style, told.as_ref());
    Ok(print((sheet.width, sheet.height), layers, |band| paint_ground(band, &sheet, &ground)))
}

/// Everything that is drawn on the ground, in its order, and what stands round the map.
fn above_ground(
    scenario: &Scenario,
    arrows: &[Arrow],
    sheet: &PageLayout,
    style: &PictureStyle,
    told: Option<&Chart>,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    if style.rivers {
        layers.extend(rivers::layers(scenario, sheet));
    }
    if style.roads {
        layers.extend(roads::layers(scenario, sheet));
    }
    layers.extend(provinces::layers(scenario, sheet));
    let realms = if style.units { realms::marks(scenario, sheet) } else { Vec::new() };
    let shown = match told {
        Some(told) => told.stands_for.clone(),
        None if realms.is_empty() => Vec::new(),
        None => realms::counted(scenario),
    };
    let marks = if style.units { icons::marks_without(scenario, sheet, &shown) } else { Vec::new() };
    let mut placer = Placer::new(sheet.width, sheet.height);
    marks.iter().for_each(|mark| placer.take(&[mark.rect()]));
    let exits = links::marks(scenario, sheet);
    exits.iter().for_each(|exit| placer.take(&[exit.rect()]));
    realms.iter().for_each(|realm| placer.take(&[realm.rect()]));
    let marches = if style.units && told.is_none() { arrows::place(arrows, scenario, sheet) } else { Vec::new() };
    marches.iter().for_each(|arrow| placer.take(&arrow.rects()));
    rim::repeat(&mut layers, sheet);
    if style.names {
        let names = names::place(scenario, sheet, &marks, &mut placer);
        layers.extend(make_each(names.len(), &|index| names[index].layers()).into_iter().flatten());
    }
    let mut signs: Vec<Layer> = exits.iter().flat_map(links::layers).collect();
    let mut draw = |count: usize, draw: &(dyn Fn(usize) -> Vec<Layer> + Sync)| {
        signs.extend(make_each(count, draw).into_iter().flatten());
    };
    draw(marks.len(), &|index| icons::layers(scenario, &marks[index]));
    draw(marches.len(), &|index| marches[index].layers(scenario));
    draw(realms.len(), &|index| realms::layers(scenario, &realms[index]));
    rim::repeat(&mut signs, sheet);
    layers.append(&mut signs);
    if let Some(told) = told {
        let mut courses = courses::layers(scenario, told, arrows, sheet);
        // Ways lead over seams, whether there is a rim or not.
        courses.iter_mut().for_each(|layer| layer.repeat(&sheet.repeats(), sheet.map_box()));
        layers.append(&mut courses);
    }
    layers.extend(rim::veil(sheet));
    if sheet.framed {
        layers.extend(legend::layers(scenario, sheet, &style.remark));
    }
    layers
}

/// A picture of this many pixels: each band is painted, then the layers are drawn on it in order.
fn print(size: (usize, usize), layers: Vec<Layer>, paint: impl Fn(&mut Band) + Sync) -> RgbImage {
    print_bands(size, layers, &paint)
}

fn print_bands(
    (width, height): (usize, usize),
    mut layers: Vec<Layer>,
    paint: &(dyn Fn(&mut Band) + Sync),
) -> RgbImage {
    for_each_line(&mut layers, 1, &|_, layer| layer[0].sort(height));
    let mut bytes = vec![0; width * height * 3];
    for_each_line(&mut bytes, width * 3 * BAND, &|index, chunk| {
        let mut band = Band::new(index * BAND, width, chunk.len() / (width * 3));
        paint(&mut band);
        for layer in &layers {
            band.draw(layer);
        }
        for (pixel, color) in chunk.chunks_exact_mut(3).zip(&band.colors) {
            for (byte, part) in pixel.iter_mut().zip(color) {
                // Rounded to the nearest; a cast clamps to a byte. (`round` is a function call on processors without such an
                // instruction, and took a fifth of the time.)
                *byte = (part + 0.5) as u8;
            }
        }
    });
    RgbImage::from_raw(width as u32, height as u32, bytes).expect("three bytes for each pixel")
}

/// The width of the map's own frame, in pixels.
const FRAME: f32 = 10.0;

/// The map, or paper, under everything else.
fn paint_ground(band: &mut Band, sheet: &PageLayout, ground: &GroundPainter<'_>) {
    for row in 0..band.rows {
        let y = band.top + row;
        let within = sheet.within(y, FRAME);
        for x in 0..band.width {
            let at = row * band.width + x;
            if within.contains(&x) {
                let painted = ground.paint(x, y);
                (band.colors[at], band.land[at], band.map[at]) = (painted.color, painted.land, 1.0);
                continue;
            }
            let outside = sheet.outside(sheet.units(x, y));
            let map = (0.5 - outside).clamp(0.0, 1.0);
            let mut color = PAPER;
            if map > 0.0 {
                let painted = ground.paint(x, y);
                color = mix(color, painted.color, map);
                band.land[at] = painted.land;
            }
            if sheet.framed && outside < FRAME && outside > -2.0 {
                // A thin line at the map's edge, and a thick one round it.
                let fine = (1.2 - outside.abs()).clamp(0.0, 1.0);
                let strong = (2.0 - (outside - FRAME + 3.0).abs()).clamp(0.0, 1.0);
                color = mix(color, INK, fine.max(strong) * 0.9);
            }
            band.map[at] = map;
            band.colors[at] = color;
        }
    }
}

/// Draws and writes a PNG file.
///
/// # Errors
/// As for [`draw`], or if the writer fails.
pub fn write_png(scenario: &Scenario, style: &PictureStyle, out: &mut dyn Write) -> Result<(), WriteError> {
    write_image(&draw(scenario, style)?, out)
}

/// Writes pixels as a PNG file, with fast compression.
///
/// # Errors
/// A `WriteError` if the writer fails.
pub fn write_image(picture: &RgbImage, out: &mut dyn Write) -> Result<(), WriteError> {
    let encoder = PngEncoder::new_with_quality(out, CompressionType::Fast, FilterType::Adaptive);
    let (width, height) = picture.dimensions();
    encoder.write_image(picture.as_raw(), width, height, image::ExtendedColorType::Rgb8)?;
    Ok(())
}

/// The format `png`.
pub(crate) struct MapPng;

const SCALE: FormatOption = FormatOption {
    name: "scale",
    kind: OptionKind::AutoNumber { least: 1, most: 256, usual: 24 },
    default: "auto",
    help: "the width of a cell in pixels; auto makes the picture about 1600 pixels wide",
};
const FRAME_SHOWN: FormatOption = switch("frame", "true", "paper, title and legend round the map");
const RELIEF: FormatOption = switch("relief", "true", "light and shadow on land, lines in the water");
const GRID: FormatOption = switch("grid", "true", "thin lines between cells");
const RIVERS: FormatOption = switch("rivers", "true", "rivers, walls and what else lies between cells");
const ROADS: FormatOption = switch("roads", "true", "roads");
const COUNTRIES: FormatOption = switch("countries", "true", "countries and their borders");
const UNITS: FormatOption = switch("units", "true", "units");
const NAMES: FormatOption = switch("names", "true", "names of features and cities");
const RIM: FormatOption = FormatOption {
    name: "rim",
    kind: OptionKind::AutoNumber { least: 0, most: 64, usual: 6 },
    default: "auto",
    help: "cells beyond the seams of a map that wraps that repeat its other side; auto: 6 where ships fly over seams, else 0",
};

const fn switch(name: &'static str, default: &'static str, help: &'static str) -> FormatOption {
    FormatOption { name, kind: OptionKind::Switch, default, help }
}

impl PictureStyle {
    /// As the options of the format `png` say.
    #[must_use]
    pub fn of_options(options: &FormatOptions) -> PictureStyle {
        PictureStyle {
            cell_width: options.number(&SCALE),
            frame: options.switch(&FRAME_SHOWN),
            relief: options.switch(&RELIEF),
            grid: options.switch(&GRID),
            rivers: options.switch(&RIVERS),
            roads: options.switch(&ROADS),
            countries: options.switch(&COUNTRIES),
            units: options.switch(&UNITS),
            names: options.switch(&NAMES),
            rim: options.number(&RIM),
            remark: String::new(),
        }
    }
}

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
        let style = PictureStyle::of_options(options);
        write_png(scenario, &style, sink.file("map.png")?)?;
        Ok(if style.names || style.frame { lost_letters(scenario).into_iter().collect() } else { Vec::new() })
    }
}

/// The letters of names that no typeface of the map has.
fn lost_letters(scenario: &Scenario) -> Option<Loss> {
    let world = &scenario.world;
    let names = scenario.sides.iter().map(|side| &side.name);
    let names = names.chain(scenario.units.iter().map(|unit| &unit.name));
    let names = names.chain(world.features.iter().map(|feature| &feature.name));
    let names = names.chain(world.provinces.iter().map(|province| &province.name));
    let lost = text::unknown_letters(names.map(String::as_str).chain([scenario.design.title.as_str()]));
    let named: String = lost.iter().take(LETTERS_NAMED).collect();
    let more = if lost.len() > LETTERS_NAMED { " and more" } else { "" };
    let noun = if lost.len() == 1 { "letter" } else { "letters" };
    let what = format!("the {noun} `{named}`{more} of names");
    (!lost.is_empty()).then(|| Loss { what, count: lost.len(), instead: Some("`?`".to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;
    use grid::Shape;

    #[test]
    fn letters_that_cannot_be_drawn_are_told() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        scenario.sides[0].name = "Жλ Żubr".to_owned();
        let told = |scenario: &Scenario| lost_letters(scenario).map(|loss| loss.warning(&MapPng).to_string());
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

    #[test]
    fn lines_between_cells_have_the_colour_that_a_design_gives() {
        use design::parameters::find;
        use design::{Scope, Value};
        let ours = sample(Shape::Square4, 12, 10, 1);
        let mut design = (*ours.design).clone();
        design.set_global(find(Scope::Global, "grid-color").unwrap(), Value::Text("#ff0000".to_owned()));
        let theirs = Scenario { design: design.into(), ..ours.clone() };
        let style = PictureStyle { cell_width: Some(24), frame: false, ..PictureStyle::default() };
        let pictures = [&ours, &theirs].map(|scenario| draw(scenario, &style).unwrap());
        let reddened = |(ours, theirs): (&image::Rgb<u8>, &image::Rgb<u8>)| theirs.0[0].saturating_sub(ours.0[0]) > 20;
        let lines = pictures[0].pixels().zip(pictures[1].pixels()).filter(|&pair| reddened(pair)).count();
        assert!(lines > 1000, "{lines} pixels");
        let choice: crate::FormatChoice = "svg".parse().unwrap();
        let vectors = [&ours, &theirs].map(|scenario| choice.write(scenario).unwrap().files.remove(0).1);
        assert_eq!(vectors.map(|text| String::from_utf8(text).unwrap().contains("stroke=\"#ff0000\"")), [false, true]);
        let bare = PictureStyle { grid: false, ..style };
        assert!(draw(&ours, &bare).unwrap() == draw(&theirs, &bare).unwrap(), "nothing else has that colour");
    }

    #[test]
    fn names_lie_neither_on_each_other_nor_on_icons_nor_beyond_the_map() {
        for (shape, seed, cell) in [
            (Shape::Hexagon, 1, 14),
            (Shape::Rectangle, 2, 24),
            (Shape::Cylinder, 3, 9),
            (Shape::Rectangle, 4, 5),
            (Shape::Cylinder, 5, 30),
            (Shape::Torus, 6, 16),
            (Shape::Square4, 7, 20),
            (Shape::Square8, 8, 24),
            (Shape::Torus4, 9, 20),
            (Shape::Torus8, 10, 14),
        ] {
            let scenario = sample(shape, 48, 40, seed);
            let style = PictureStyle { cell_width: Some(cell), ..PictureStyle::default() };
            let sheet = PageLayout::new(scenario.world.area, &style, |_, _| 0.0).unwrap();
            let marks = icons::marks(&scenario, &sheet);
            let mut placer = Placer::new(sheet.width, sheet.height);
            marks.iter().for_each(|mark| placer.take(&[mark.rect()]));
            let names = names::place(&scenario, &sheet, &marks, &mut placer);
            assert!(names.len() > 3, "{shape}: {} names", names.len());
            for (index, name) in names.iter().enumerate() {
                for rect in &name.rects {
                    assert!(marks.iter().all(|mark| !mark.rect().touches(rect)), "{shape}: a name on an icon");
                    let others = names[..index].iter().flat_map(|other| &other.rects);
                    assert!(others.into_iter().all(|other| !other.touches(rect)), "{shape}: a name on a name");
                    for corner in rect.corners() {
                        assert!(sheet.outside(sheet.place(corner)) < 0.0, "{shape}: a name beyond the map");
                    }
                }
            }
        }
    }

    #[test]
    fn what_lies_within_the_map_is_not_outside() {
        for &shape in Shape::ALL {
            let scenario = sample(shape, 24, 20, 1);
            let sheet = PageLayout::new(scenario.world.area, &PictureStyle::default(), |_, _| 0.0).unwrap();
            for y in (0..sheet.height).step_by(7) {
                let within = sheet.within(y, 5.0);
                for x in 0..sheet.width {
                    let outside = sheet.outside(sheet.units(x, y));
                    // A hundredth of a pixel is left for the rounding of floats.
                    assert!(!within.contains(&x) || outside < -4.99, "{shape} {x} {y}");
                    assert!(within.contains(&x) || outside > -5.01, "{shape} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn a_point_in_a_cell_belongs_to_it() {
        for &shape in Shape::ALL {
            let scenario = sample(shape, 24, 20, 1);
            let sheet = PageLayout::new(scenario.world.area, &PictureStyle::default(), |_, _| 0.0).unwrap();
            for cell in sheet.area.cells() {
                let (x, y) = sheet.pixels(sheet.center(cell));
                for (right, down) in [(0.0, 0.0), (0.45, 0.0), (-0.45, 0.1), (0.2, 0.4), (-0.1, -0.48)] {
                    let point = (x + right * sheet.cell, y + down * sheet.cell);
                    assert_eq!(sheet.cell_at(point), Some(cell), "{shape} {cell:?}");
                }
            }
        }
    }
}
