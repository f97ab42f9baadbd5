//! The printed map as vectors: the ground of the picture as an image, and on it the picture's own marks as paths, with texts as texts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use image::DynamicImage;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use world::Scenario;

use crate::format_options::LEVEL;
use crate::html::{escape_html, png_url};
use crate::map::ground::inks::{INK, PAPER};
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::world_name::world_name;
use crate::map::marks::layer::{Clip, Layer, Text};
use crate::map::marks::text::Face;
use crate::map::painting::{Ground, Painting};
use crate::map::raster::paper::FRAME;
use crate::map::style::{GRID, NAMES, PictureStyle, SCALE};
use crate::palette::Rgb;
use crate::picture_error::PictureError;
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};

/// The format `svg`.
pub(crate) struct MapSvg;

const WIDTH: FormatOption = FormatOption {
    name: "width",
    kind: OptionKind::AutoNumber { least: 100, most: 20_000, usual: 1600 },
    default: "auto",
    help: "how wide it is shown, in pixels; auto: as its window or its page is",
};

impl Format for MapSvg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn summary(&self) -> &'static str {
        "the printed map: its ground as an image, all on it as vectors, names as texts"
    }

    fn files(&self) -> &'static [&'static str] {
        &["map.svg"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["svg"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[WIDTH, SCALE, GRID, NAMES, LEVEL]
    }

    fn write(
        &self,
        scenario: &Scenario,
        options: &FormatOptions,
        sink: &mut dyn Sink,
    ) -> Result<Vec<Loss>, WriteError> {
        if scenario.world.terrain.is_none() {
            return Err(PictureError::NoTerrain.into());
        }
        let style = PictureStyle {
            cell_width: options.number(&SCALE),
            grid: options.switch(&GRID),
            names: options.switch(&NAMES),
            rim: Some(0),
            ..PictureStyle::default()
        };
        let painting = Painting::new(scenario, &style, None)?;
        let text = draw(scenario, &painting, options.number(&WIDTH))?;
        sink.file("map.svg")?.write_all(text.as_bytes())?;
        Ok(Loss::of_names(painting.lost_names()).into_iter().collect())
    }
}

fn draw(scenario: &Scenario, painting: &Painting, width: Option<u32>) -> Result<String, WriteError> {
    let sheet = painting.sheet();
    let (wide, high) = (sheet.width as u32, sheet.height as u32);
    // Without a size of its own it fills its window.
    let size = width.map_or(String::new(), |shown| {
        let shown_high = (u64::from(high) * u64::from(shown)).div_ceil(u64::from(wide.max(1)));
        format!(" width=\"{shown}\" height=\"{shown_high}\"")
    });
    let mut out = String::new();
    let game = if scenario.design.title.is_empty() { "Untitled" } else { &scenario.design.title };
    let title = world_name(scenario).map_or(game.to_owned(), |world| format!("{world} - {game}"));
    _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{size} \
         viewBox=\"0 0 {wide} {high}\" font-family=\"Garamond, Georgia, serif\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n<title>{}</title>\n",
        clean(&title)
    );
    let Ground { from: (left, top), map, land } = painting.ground();
    let place = format!("x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"", map.width(), map.height());
    out.push_str("<defs>\n<clipPath id=\"map\"><path d=\"");
    ring(&mut out, &sheet.corners(0.0));
    out.push_str("\"/></clipPath>\n");
    let layers = painting.layers();
    if layers.iter().any(|layer| layer.clip == Clip::Land) {
        _ = writeln!(out, "<mask id=\"land\"><image {place} href=\"{}\"/></mask>", png(land.into())?);
    }
    out.push_str("</defs>\n");
    if sheet.framed {
        _ = writeln!(out, "<rect width=\"{wide}\" height=\"{high}\" fill=\"{}\"/>", hex(PAPER));
    }
    _ = writeln!(out, "<g clip-path=\"url(#map)\"><image id=\"ground\" {place} href=\"{}\"/></g>", png(map.into())?);
    if sheet.framed {
        for (outside, width) in [(0.0, 1.4), (FRAME - 3.0, 3.2)] {
            let ink = hex(INK);
            _ = write!(out, "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" d=\"");
            ring(&mut out, &sheet.corners(outside));
            out.push_str("\"/>\n");
        }
    }
    let mut halo = None;
    for layer in layers {
        write_layer(layer, &mut halo, &mut out);
    }
    out.push_str("</svg>\n");
    Ok(out)
}

/// A picture within the file.
fn png(picture: DynamicImage) -> Result<String, WriteError> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
    picture.write_with_encoder(encoder)?;
    Ok(png_url(&bytes))
}

/// A text within elements and attributes; XML has no characters of control.
fn clean(text: &str) -> String {
    let is_bad = |sign: char| sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}');
    escape_html(&text.replace(is_bad, " "))
}

/// A colour as `#rrggbb`.
fn hex(color: Rgb) -> String {
    let [red, green, blue] = color.map(|part| (part + 0.5) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number to two decimals.
fn number(value: f32) -> String {
    let mut text = String::new();
    push_number(&mut text, value);
    text
}

fn push_number(out: &mut String, value: f32) {
    let hundredths = (f64::from(value) * 100.0).round() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    _ = match (rest, rest % 10) {
        (0, _) => write!(out, "{whole}"),
        (_, 0) => write!(out, "{whole}.{}", rest / 10),
        _ => write!(out, "{whole}.{rest:02}"),
    };
}

fn push_point(out: &mut String, sign: char, (x, y): Point) {
    out.push(sign);
    push_number(out, x);
    out.push(' ');
    push_number(out, y);
}

fn line(out: &mut String, points: &[Point]) {
    for (index, &point) in points.iter().enumerate() {
        push_point(out, if index == 0 { 'M' } else { 'L' }, point);
    }
}

fn ring(out: &mut String, points: &[Point]) {
    line(out, points);
    out.push('Z');
}

/// The rim of a text that is to come: its ink, its strength and its reach.
type Halo = Option<(Rgb, f32, f32)>;

/// The marks of a layer. All that have its ink and strength are one group, so that they do not get darker where they meet.
fn write_layer(layer: &Layer, halo: &mut Halo, out: &mut String) {
    let is_text = |index: usize, of: fn(&Text) -> &std::ops::Range<usize>| {
        // Texts stand in the order of their marks.
        let next = layer.texts.partition_point(|text| of(text).end <= index);
        layer.texts.get(next).is_some_and(|text| of(text).contains(&index))
    };
    let mut fills = String::new();
    for (index, outline) in layer.outlines.iter().enumerate() {
        if !is_text(index, |text| &text.outlines) {
            ring(&mut fills, outline);
        }
    }
    // Lines by their width, in hundredths of a pixel; where each path ends.
    let mut lines: BTreeMap<i32, (String, Point)> = BTreeMap::new();
    for (index, segment) in layer.segments.iter().enumerate() {
        if is_text(index, |text| &text.segments) {
            continue;
        }
        let width = ((segment.half.0 + segment.half.1) * 10.0).round().max(1.0) as i32 * 10;
        let (path, end) = lines.entry(width).or_insert_with(|| (String::new(), (f32::NAN, f32::NAN)));
        if *end != segment.from {
            push_point(path, 'M', segment.from);
        }
        if segment.from == segment.to {
            path.push_str("h0");
        } else {
            push_point(path, 'L', segment.to);
        }
        *end = segment.to;
    }
    if !fills.is_empty() || !lines.is_empty() {
        let (ink, strength) = (hex(layer.ink), number(layer.strength));
        let clip = match layer.clip {
            Clip::Everywhere => "",
            Clip::Map => " clip-path=\"url(#map)\"",
            Clip::Land => " clip-path=\"url(#map)\" mask=\"url(#land)\"",
        };
        _ = writeln!(out, "<g fill=\"{ink}\" stroke=\"{ink}\" opacity=\"{strength}\"{clip}>");
        if !fills.is_empty() {
            _ = writeln!(out, "<path stroke=\"none\" d=\"{fills}\"/>");
        }
        for (width, (path, _)) in &lines {
            let width = number(*width as f32 / 100.0);
            _ = writeln!(out, "<path fill=\"none\" stroke-width=\"{width}\" d=\"{path}\"/>");
        }
        out.push_str("</g>\n");
    }
    for text in &layer.texts {
        if text.rim > 0.0 {
            *halo = Some((layer.ink, layer.strength, text.rim));
        } else {
            write_text(text, layer, halo.take(), out);
        }
    }
}

/// The room between letters, in ems, from which on they stand apart.
const SET_APART: f32 = 0.035;

fn write_text(text: &Text, layer: &Layer, halo: Halo, out: &mut String) {
    let (Some(first), Some(last)) = (text.letters.first(), text.letters.last()) else { return };
    let (ink, size) = (hex(layer.ink), number(text.size));
    _ = write!(out, "<text font-size=\"{size}\" fill=\"{ink}\" fill-opacity=\"{}\"", number(layer.strength));
    match text.face {
        Face::Plain => {}
        Face::Italic => out.push_str(" font-style=\"italic\""),
        Face::Capitals => out.push_str(" font-variant=\"small-caps\""),
    }
    if let Some((ink, strength, rim)) = halo {
        let (ink, strength, width) = (hex(ink), number(strength), number(2.0 * rim));
        _ = write!(
            out,
            " paint-order=\"stroke\" stroke=\"{ink}\" stroke-opacity=\"{strength}\" stroke-width=\"{width}\""
        );
    }
    if text.letters.iter().all(|letter| letter.turn == 0.0 && letter.at.1 == first.at.1) {
        // Whatever typeface is at hand, the text fills the room that was found for it. Letters that stand apart keep their form.
        let wide = last.at.0 + last.wide - first.at.0;
        let set: f32 = text.letters.iter().map(|letter| letter.wide).sum();
        let is_apart = wide - set > SET_APART * text.size * text.letters.len() as f32;
        let adjust = if is_apart { "spacing" } else { "spacingAndGlyphs" };
        let (x, y, wide) = (number(first.at.0), number(first.at.1), number(wide));
        _ = write!(out, " x=\"{x}\" y=\"{y}\" textLength=\"{wide}\" lengthAdjust=\"{adjust}\">");
    } else {
        let list = |of: &dyn Fn(&crate::map::marks::text::Letter) -> f32| {
            text.letters.iter().map(|letter| number(of(letter))).collect::<Vec<_>>().join(" ")
        };
        let (x, y) = (list(&|letter| letter.at.0), list(&|letter| letter.at.1));
        let turns = list(&|letter| letter.turn.to_degrees());
        _ = write!(out, " x=\"{x}\" y=\"{y}\" rotate=\"{turns}\">");
    }
    let letters: String = text.letters.iter().map(|letter| letter.letter).collect();
    out.push_str(&clean(&letters));
    out.push_str("</text>\n");
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;
    use grid::Shape;

    fn written(told: &str, scenario: &Scenario) -> String {
        let choice: FormatChoice = told.parse().unwrap();
        String::from_utf8(choice.write(scenario).unwrap().files.remove(0).1).unwrap()
    }

    /// The elements of a file, with attributes: a reader of our own, which wants all that is opened to be closed.
    fn elements(text: &str) -> Vec<(String, BTreeMap<String, String>, String)> {
        let (mut open, mut found) = (Vec::new(), Vec::new());
        for part in text.split('<').skip(1) {
            let (tag, after) = part.split_once('>').unwrap_or_else(|| panic!("no end: {part}"));
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name));
                continue;
            }
            let (name, rest) = tag.split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
            let mut attributes = BTreeMap::new();
            let mut rest = rest.trim_end_matches('/');
            while let Some((key, value)) = rest.split_once("=\"") {
                let (value, next) = value.split_once('"').unwrap();
                assert!(attributes.insert(key.trim().to_owned(), value.to_owned()).is_none(), "{tag}");
                rest = next;
            }
            if !tag.ends_with('/') {
                open.push(name.to_owned());
            }
            found.push((name.to_owned(), attributes, after.to_owned()));
        }
        assert!(open.is_empty(), "{open:?}");
        found
    }

    #[test]
    fn every_shape_is_drawn_within_its_sheet_with_nothing_from_outside() {
        for &shape in Shape::ALL {
            let scenario = sample(shape, 24, 20, 1);
            let text = written("svg:scale=12", &scenario);
            let all = elements(&text);
            let plain = all
                .iter()
                .flat_map(|(_, own, after)| own.iter().filter(|own| own.0 != "href").map(|own| own.1).chain([after]));
            let plain: Vec<&String> = plain.collect();
            assert!(!plain.iter().any(|text| ["NaN", "script", "inf"].iter().any(|bad| text.contains(bad))), "{shape}");
            assert_eq!(plain.iter().filter(|text| text.contains("http")).count(), 1, "the name space alone");
            let ids: Vec<&String> = all.iter().filter_map(|(_, attributes, _)| attributes.get("id")).collect();
            for (name, attributes, _) in &all {
                for value in attributes.values().filter(|value| value.starts_with("url(#") || value.starts_with('#')) {
                    let id = value.trim_start_matches("url(").trim_start_matches('#').trim_end_matches(')');
                    let is_color = id.len() == 6 && id.chars().all(|digit| digit.is_ascii_hexdigit());
                    assert!(is_color || ids.iter().any(|own| *own == id), "{shape}: {name} {value}");
                }
            }
        }
    }

    #[test]
    fn names_are_texts_and_options_do_what_they_say() {
        let mut scenario = sample(Shape::Rectangle, 40, 30, 2);
        scenario.sides[0].name = "A & <B> Ж".to_owned();
        let texts = |told: &str| -> Vec<String> {
            let all = elements(&written(&format!("{told}:scale=18"), &scenario));
            all.into_iter().filter(|(name, ..)| name == "text").map(|(_, _, text)| text.trim_end().to_owned()).collect()
        };
        let usual = texts("svg");
        // In the legend, and on the map.
        assert!(usual.iter().any(|text| text == "A &amp; &lt;B&gt; Ж"), "{usual:?}");
        assert!(usual.iter().any(|text| text == "The Long Peace"), "{usual:?}");
        let capital = &scenario.units[1].name;
        assert!(usual.iter().any(|text| text == capital), "{capital}: {usual:?}");
        let plain = texts("svg:names=false");
        assert!(plain.len() < usual.len() && plain.iter().all(|text| text != capital), "{plain:?}");
        assert_ne!(written("svg:grid=false:scale=12", &scenario), written("svg:scale=12", &scenario));
        let size = |told: &str| {
            let (_, attributes, _) = elements(&written(&format!("{told}:scale=18"), &scenario)).remove(0);
            (attributes.get("width").cloned(), attributes["viewBox"].clone())
        };
        let (wide, narrow) = (size("svg"), size("svg:width=800"));
        assert_eq!((narrow.0.as_deref(), &narrow.1), (Some("800"), &wide.1));
        assert_eq!(wide.0, None, "it fills its window");
    }

    /// The image in the file is the picture without its marks.
    #[test]
    fn the_ground_is_that_of_the_picture() {
        for shape in [Shape::Rectangle, Shape::Hexagon, Shape::Square4] {
            let scenario = sample(shape, 24, 20, 3);
            let text = written("svg:scale=12:grid=false", &scenario);
            let (_, image, _) =
                elements(&text).into_iter().find(|(_, own, _)| own.get("id").is_some_and(|id| id == "ground")).unwrap();
            let bytes = STANDARD.decode(image["href"].strip_prefix("data:image/png;base64,").unwrap()).unwrap();
            let ground = image::load_from_memory(&bytes).unwrap().into_rgb8();
            let style = PictureStyle { cell_width: Some(12), grid: false, rim: Some(0), ..PictureStyle::default() };
            let picture = crate::draw(&scenario, &style).unwrap();
            let (left, top): (u32, u32) = (image["x"].parse().unwrap(), image["y"].parse().unwrap());
            let pairs = ground.enumerate_pixels().map(|(x, y, pixel)| (pixel, picture.get_pixel(left + x, top + y)));
            let same = pairs.filter(|(own, other)| own == other).count();
            let all = (ground.width() * ground.height()) as usize;
            assert!(2 * same > all && same < all, "{shape}: {same} of {all} pixels have no mark on them");
        }
    }
}
