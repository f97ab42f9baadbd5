//! One pixel or character for each cell: maps for other programs to edit, and for the crate `sources` to read back.
//!
//! All stand upright: see [`grid::Area::upright`]. The corners of a hexagon are transparent, or spaces.

use std::io::Write;

use design::parameters::terrain;
use design::{Design, TerrainType, TypeId};
use grid::{Area, Cell, Edges};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use sources::{height_span, sample_of};
use world::Scenario;

use crate::palette::terrain_colors;
use crate::picture_error::PictureError;
use crate::{Format, FormatOptions, Loss, Sink, WriteError};

/// A different colour for each type of terrain that fills cells: its colour in pictures, or one as near as possible if another type
/// has that already.
#[must_use]
pub fn cell_colors(design: &Design) -> Vec<([u8; 3], TerrainType)> {
    let mut colors: Vec<([u8; 3], TerrainType)> = Vec::new();
    let pictured = terrain_colors(design);
    for kind in design.cell_terrain() {
        let [red, green, blue] = pictured[kind.index()];
        // The eye is least sensitive to blue.
        let free = (0..=255).map(|step: u8| [red, green, blue.wrapping_add(step)]);
        let free = free.chain((0..=255).map(|step: u8| [red, green.wrapping_add(step), blue]));
        let is_taken = |color: &[u8; 3]| colors.iter().any(|(other, _)| other == color);
        let color = free.into_iter().find(|color| !is_taken(color)).unwrap_or([red, green, blue]);
        colors.push((color, kind));
    }
    colors
}

/// A different character for each type of terrain that fills cells: its `char`, else a letter of its name, else any.
#[must_use]
pub fn cell_glyphs(design: &Design) -> Vec<(char, TerrainType)> {
    let usable = |glyph: &char| !glyph.is_whitespace() && !glyph.is_control();
    let mut glyphs: Vec<(char, TerrainType)> = Vec::new();
    for kind in design.cell_terrain() {
        // A `char` that another type asks for is not taken by a type that asks for none.
        let wanted = |kind| design.text(terrain::CHAR, kind).chars().next().filter(usable);
        let asked = |glyph: &char| design.cell_terrain().any(|other| wanted(other) == Some(*glyph));
        let is_free = |glyph: &char| glyphs.iter().all(|(other, _)| other != glyph);
        let others = design.name_of(kind).chars().chain('!'..).filter(|glyph| usable(glyph) && !asked(glyph));
        let glyph = wanted(kind).into_iter().chain(others).find(is_free).expect("there are more characters than types");
        glyphs.push((glyph, kind));
    }
    glyphs
}

/// The cell at each place of an upright picture, row by row from the north; `None` in the corners of a hexagon.
pub(crate) fn upright(area: &Area) -> Vec<Option<Cell>> {
    let mut cells = vec![None; area.len()];
    for cell in area.cells() {
        let (right, down) = area.upright(cell);
        cells[(down * area.width() + right / 2) as usize] = Some(cell);
    }
    cells
}

fn has_corners(area: &Area) -> bool {
    area.shape().edges() == Edges::Hexagon
}

fn write_pixels(area: &Area, color: ExtendedColorType, bytes: &[u8], out: &mut dyn Write) -> Result<(), WriteError> {
    Ok(PngEncoder::new(out).write_image(bytes, area.width(), area.height(), color)?)
}

/// The format `cells`.
pub(crate) struct CellsPng;

impl Format for CellsPng {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn summary(&self) -> &'static str {
        "terrain as a picture of one pixel per cell, to paint on and to convert back"
    }

    fn files(&self) -> &'static [&'static str] {
        &["cells.png"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["png"]
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        let world = &scenario.world;
        let terrain = world.terrain.as_ref().ok_or(PictureError::NoTerrain)?;
        let colors = cell_colors(&scenario.design);
        let with_corners = has_corners(&world.area);
        let mut bytes = Vec::with_capacity(world.area.len() * 4);
        for cell in upright(&world.area) {
            let kind = cell.map(|cell| terrain[cell]);
            let color = kind.and_then(|kind| colors.iter().find(|(_, other)| *other == kind));
            bytes.extend(color.map_or([0; 3], |&(color, _)| color));
            if with_corners {
                bytes.push(if color.is_some() { u8::MAX } else { 0 });
            }
        }
        let color = if with_corners { ExtendedColorType::Rgba8 } else { ExtendedColorType::Rgb8 };
        write_pixels(&world.area, color, &bytes, sink.file("cells.png")?)?;
        Ok(Vec::new())
    }
}

/// The format `heights`.
pub(crate) struct HeightsPng;

impl Format for HeightsPng {
    fn name(&self) -> &'static str {
        "heights"
    }

    fn summary(&self) -> &'static str {
        "elevations as a grey picture of one pixel per cell, 16 bits deep"
    }

    fn files(&self) -> &'static [&'static str] {
        &["heights.png"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["png"]
    }

    fn tells_heights(&self) -> bool {
        true
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        let world = &scenario.world;
        let elevation = world.elevation.as_ref().ok_or(WriteError::NoElevation)?;
        let span = height_span(&scenario.design);
        let with_corners = has_corners(&world.area);
        let mut bytes = Vec::with_capacity(world.area.len() * 4);
        for cell in upright(&world.area) {
            let sample = match cell.map(|cell| elevation[cell]) {
                Some(height) => {
                    let beyond = WriteError::Elevation { height, low: span.0, high: span.1 };
                    Some(sample_of(span, height).ok_or(beyond)?)
                }
                None => None,
            };
            // The encoder takes samples in this machine's byte order.
            bytes.extend(sample.unwrap_or(0).to_ne_bytes());
            if with_corners {
                bytes.extend(sample.map_or(0, |_| u16::MAX).to_ne_bytes());
            }
        }
        let color = if with_corners { ExtendedColorType::La16 } else { ExtendedColorType::L16 };
        write_pixels(&world.area, color, &bytes, sink.file("heights.png")?)?;
        Ok(Vec::new())
    }
}

/// The format `text`.
pub(crate) struct TerrainText;

impl Format for TerrainText {
    fn name(&self) -> &'static str {
        "text"
    }

    fn summary(&self) -> &'static str {
        "terrain as rows of characters, one per cell, to edit and to convert back"
    }

    fn files(&self) -> &'static [&'static str] {
        &["terrain.txt"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        let world = &scenario.world;
        let terrain = world.terrain.as_ref().ok_or(PictureError::NoTerrain)?;
        let glyphs = cell_glyphs(&scenario.design);
        let out = sink.file("terrain.txt")?;
        for row in upright(&world.area).chunks(world.area.width() as usize) {
            let glyph = |cell: &Option<Cell>| {
                let kind = cell.map(|cell| terrain[cell])?;
                glyphs.iter().find(|(_, other)| *other == kind).map(|&(glyph, _)| glyph)
            };
            let line: String = row.iter().map(|cell| glyph(cell).unwrap_or(' ')).collect();
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use grid::{Layer, Shape};
    use proptest::prelude::*;
    use sources::{HeightLegend, Palette, Wanted, read_colors, read_heights, read_letters};
    use world::World;

    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;

    fn written(format: &'static dyn Format, scenario: &Scenario) -> Vec<u8> {
        FormatChoice::usual(format).write(scenario).unwrap().files.remove(0).1
    }

    fn with(scenario: &Scenario, world: World) -> Scenario {
        Scenario { world, ..scenario.clone() }
    }

    /// The terrain of the cells; the value in the void has no meaning.
    fn terrain(world: &World) -> Vec<TerrainType> {
        world.area.cells().map(|cell| world.terrain_at(cell)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn pictures_and_texts_come_back(shape in 0..Shape::ALL.len(), width in 3_u32..40, height in 4_u32..40, seed: u64) {
            let shape = Shape::ALL[shape];
            let scenario = sample(shape, width, height, seed);
            let (design, wanted) = (&*scenario.design, Wanted { shape, size: None });
            let picture = written(&CellsPng, &scenario);
            let mut palette = Palette::new(&cell_colors(design));
            let (world, found) = read_colors(design, "cells.png", &picture, &wanted, &mut palette).unwrap();
            prop_assert!(found.0.is_empty(), "{:?}", found);
            prop_assert_eq!(world.area, scenario.world.area);
            prop_assert_eq!(terrain(&world), terrain(&scenario.world));
            prop_assert!(written(&CellsPng, &with(&scenario, world)) == picture);

            let text = written(&TerrainText, &scenario);
            let rows = String::from_utf8(text.clone()).unwrap();
            let world = read_letters(design, "terrain.txt", &rows, &wanted, &cell_glyphs(design)).unwrap();
            prop_assert_eq!(world.area, scenario.world.area);
            prop_assert_eq!(terrain(&world), terrain(&scenario.world));
            prop_assert!(written(&TerrainText, &with(&scenario, world)) == text);
        }

        #[test]
        fn heights_come_back(shape in 0..Shape::ALL.len(), width in 3_u32..40, height in 4_u32..40, seed: u32) {
            let shape = Shape::ALL[shape];
            let mut scenario = sample(shape, width, height, 1);
            let area = scenario.world.area;
            let heights = (0..area.len() as u32).map(|index| (index.wrapping_mul(seed) >> 17) as i16).collect();
            scenario.world.elevation = Some(Layer::from_values(&area, heights));
            let picture = written(&HeightsPng, &scenario);
            prop_assert!(sources::is_grey("heights.png", &picture).unwrap());
            let wanted = Wanted { shape, size: None };
            let (world, _) = read_heights(&scenario.design, "heights.png", &picture, &wanted, &HeightLegend::default()).unwrap();
            prop_assert_eq!(world.area, area);
            let (read, given) = (world.elevation.as_ref().unwrap(), scenario.world.elevation.as_ref().unwrap());
            prop_assert!(area.cells().all(|cell| read[cell] == given[cell]));
            prop_assert!(written(&HeightsPng, &with(&scenario, world)) == picture);
        }
    }

    #[test]
    fn colors_and_characters_are_unique_even_where_the_design_repeats_them() {
        let kinds: String = (0..60)
            .map(|index| {
                format!(r##""t{index}": {{ "char": "{}", "color": "102030" }},"##, ["a", "", " ", "b"][index % 4])
            })
            .collect();
        let text = format!(r#"{{ "format": 1, "title": "Alike", "terrain": {{ {kinds} }} }}"#);
        let (design, _) =
            formats::read_design("alike", "alike.ron", &text, &|_| None, &design::Known::default()).unwrap();
        let (colors, glyphs) = (cell_colors(&design), cell_glyphs(&design));
        assert_eq!((colors.len(), glyphs.len()), (60, 60));
        assert_eq!((colors[0].0, glyphs[0].0, glyphs[3].0), ([16, 32, 48], 'a', 'b'));
        for (index, (color, glyph)) in colors.iter().zip(&glyphs).enumerate() {
            assert!(colors[..index].iter().all(|(other, _)| *other != color.0), "{color:?}");
            assert!(glyphs[..index].iter().all(|(other, _)| *other != glyph.0), "{glyph:?}");
            assert!(!glyph.0.is_whitespace());
        }
    }

    #[test]
    fn a_missing_layer_is_named() {
        let mut scenario = sample(Shape::Rectangle, 8, 8, 1);
        let fault = |format: &'static dyn Format, scenario: &Scenario| {
            FormatChoice::usual(format).write(scenario).unwrap_err().to_string()
        };
        scenario.world.elevation = None;
        assert_eq!(
            fault(&HeightsPng, &scenario),
            "the scenario has no elevations: let its design say `elevation-min` and `elevation-max`"
        );
        scenario.world.elevation = Some(Layer::filled(&scenario.world.area, -5));
        assert_eq!(
            fault(&HeightsPng, &scenario),
            "an elevation of -5 lies beyond those of the design's terrain, 0 to 32767"
        );
        scenario.world.terrain = None;
        assert_eq!(
            fault(&CellsPng, &scenario),
            "the world has no terrain yet: a picture needs a method that makes terrain before it"
        );
        assert_eq!(fault(&TerrainText, &scenario), fault(&CellsPng, &scenario));
    }
}
