//! Letters in the map's own fonts, set on a line or along a curve, as outlines.
//!
//! The fonts are parts of EB Garamond under the SIL Open Font License; see `output/fonts/OFL.txt`.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, GlyphId, OutlineCurve};

use crate::map::layout::lattice_geometry::Point;
use crate::map::marks::layer::{Layer, Segment};

/// The typefaces of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::map) enum Face {
    /// Places and the legend.
    Plain,
    /// Waters and heights.
    Italic,
    /// Countries and the title: small letters are small capitals.
    Capitals,
}

impl Face {
    fn font(self) -> &'static FontRef<'static> {
        static FONTS: OnceLock<[FontRef<'static>; 3]> = OnceLock::new();
        const FILES: [&[u8]; 3] = [
            include_bytes!("../../../fonts/fairmarch-map-plain.ttf"),
            include_bytes!("../../../fonts/fairmarch-map-italic.ttf"),
            include_bytes!("../../../fonts/fairmarch-map-capitals.ttf"),
        ];
        let fonts = FONTS.get_or_init(|| FILES.map(|file| FontRef::try_from_slice(file).expect("our own fonts")));
        &fonts[self as usize]
    }
}

/// The most letters of a line: names come from users, and pictures are bounded.
const LETTERS_MAX: usize = 300;

/// The letters of texts that a face lacks, each once: `?` stands for them.
pub(in crate::map) fn unknown_letters<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<char> {
    let mut found: Vec<char> = Vec::new();
    for letter in texts.flat_map(str::chars).filter(|letter| !letter.is_whitespace()) {
        let lacks = |face: Face| face.font().glyph_id(letter) == GlyphId(0);
        if !found.contains(&letter) && [Face::Plain, Face::Italic, Face::Capitals].into_iter().any(lacks) {
            found.push(letter);
        }
    }
    found
}

/// A line of text: its glyphs with their places, from its beginning on its base line.
#[derive(Clone, Debug)]
pub(in crate::map) struct Line {
    pub(in crate::map) face: Face,
    /// Pixels to an em.
    pub(in crate::map) size: f32,
    /// Each glyph with its beginning and its width.
    pub(in crate::map) glyphs: Vec<(GlyphId, f32, f32)>,
    /// The letter of each glyph.
    pub(in crate::map) letters: Vec<char>,
    pub(in crate::map) width: f32,
}

impl Line {
    /// Sets a text; `spacing` is the room between letters in ems.
    pub(in crate::map) fn new(face: Face, text: &str, size: f32, spacing: f32) -> Line {
        let font = face.font();
        let scale = size / font.units_per_em().unwrap_or(1000.0);
        let mut letters: Vec<char> = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        if letters.len() > LETTERS_MAX {
            letters.truncate(LETTERS_MAX - 1);
            letters.push('…');
        }
        let mut glyphs = Vec::with_capacity(letters.len());
        let mut x = 0.0;
        let mut before: Option<GlyphId> = None;
        for &letter in &letters {
            let glyph = match font.glyph_id(letter) {
                GlyphId(0) => font.glyph_id('?'),
                glyph => glyph,
            };
            if let Some(before) = before {
                x += font.kern_unscaled(before, glyph) * scale + spacing * size;
            }
            let wide = font.h_advance_unscaled(glyph) * scale;
            glyphs.push((glyph, x, wide));
            x += wide;
            before = Some(glyph);
        }
        Line { face, size, glyphs, letters, width: x }
    }

    /// The same text with more space between letters.
    pub(in crate::map) fn spaced(mut self, spacing: f32) -> Line {
        for (index, glyph) in self.glyphs.iter_mut().enumerate() {
            glyph.1 += index as f32 * spacing * self.size;
        }
        self.width += self.glyphs.len().saturating_sub(1) as f32 * spacing * self.size;
        self
    }

    /// The letters on a straight base line from a point.
    pub(in crate::map) fn straight(&self, (x, y): Point) -> Vec<Letter> {
        let glyphs = self.glyphs.iter().zip(&self.letters);
        glyphs
            .map(|(&(glyph, along, wide), &letter)| Letter { glyph, letter, at: (x + along, y), turn: 0.0, wide })
            .collect()
    }
}

/// A glyph at its place: the beginning of its base line, and its rotation (clockwise, in radians).
#[derive(Clone, Copy, Debug)]
pub(in crate::map) struct Letter {
    pub(in crate::map) glyph: GlyphId,
    /// What it stands for.
    pub(in crate::map) letter: char,
    pub(in crate::map) at: Point,
    pub(in crate::map) turn: f32,
    pub(in crate::map) wide: f32,
}

/// Draws letters: filled into `ink`, and round them a rim of `halo.1` pixels into `halo.0`.
pub(in crate::map) fn draw_letters(
    face: Face,
    size: f32,
    letters: &[Letter],
    ink: &mut Layer,
    mut halo: Option<(&mut Layer, f32)>,
) {
    let begun = ink.begin_text();
    let halo_begun = halo.as_ref().map(|(layer, _)| layer.begin_text());
    for letter in letters {
        for outline in outlines(face, size, letter) {
            if let Some((layer, rim)) = &mut halo {
                for (index, &from) in outline.iter().enumerate() {
                    let to = outline[(index + 1) % outline.len()];
                    layer.segment(Segment { from, to, half: (*rim, *rim) });
                }
                layer.fill(outline.clone());
            }
            ink.fill(outline);
        }
    }
    ink.end_text(begun, face, size, letters, 0.0);
    if let (Some((layer, rim)), Some(begun)) = (halo, halo_begun) {
        layer.end_text(begun, face, size, letters, rim);
    }
}

/// The outlines of a glyph in its place, in pixels.
pub(in crate::map) fn outlines(face: Face, size: f32, letter: &Letter) -> Vec<Vec<Point>> {
    let font = face.font();
    let scale = size / font.units_per_em().unwrap_or(1000.0);
    let Some(outline) = font.outline(letter.glyph) else { return Vec::new() };
    let (sine, cosine) = letter.turn.sin_cos();
    let place = |point: ab_glyph::Point| {
        let (x, y) = (point.x * scale, -point.y * scale);
        (letter.at.0 + x * cosine - y * sine, letter.at.1 + x * sine + y * cosine)
    };
    let mut found: Vec<Vec<Point>> = Vec::new();
    let mut pen: Option<ab_glyph::Point> = None;
    let pieces = if size > 26.0 { 6 } else { 3 };
    for curve in outline.curves {
        let (from, to) = match curve {
            OutlineCurve::Line(from, to) | OutlineCurve::Quad(from, _, to) | OutlineCurve::Cubic(from, _, _, to) => {
                (from, to)
            }
        };
        if pen != Some(from) {
            found.push(vec![place(from)]);
        }
        pen = Some(to);
        let Some(chain) = found.last_mut() else { continue };
        match curve {
            OutlineCurve::Line(_, to) => chain.push(place(to)),
            OutlineCurve::Quad(a, b, c) => {
                for piece in 1..=pieces {
                    let t = piece as f32 / pieces as f32;
                    let (p, q, r) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
                    let at = |a: f32, b: f32, c: f32| p * a + q * b + r * c;
                    chain.push(place(ab_glyph::point(at(a.x, b.x, c.x), at(a.y, b.y, c.y))));
                }
            }
            OutlineCurve::Cubic(a, b, c, d) => {
                for piece in 1..=pieces {
                    let t = piece as f32 / pieces as f32;
                    let u = 1.0 - t;
                    let at = |a: f32, b: f32, c: f32, d: f32| {
                        u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
                    };
                    chain.push(place(ab_glyph::point(at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y))));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_have_the_letters_that_names_use() {
        for face in [Face::Plain, Face::Italic, Face::Capitals] {
            for letter in "AZaz09 ÄÖÜßéèñøåłšžğőīœ’–×,.:()%?".chars() {
                assert_ne!(face.font().glyph_id(letter), GlyphId(0), "{face:?} {letter}");
            }
            let plain = Line::new(face, "Tavola", 20.0, 0.0);
            assert!(plain.width > 30.0 && plain.width < 90.0);
            assert!(plain.clone().spaced(0.5).width > plain.width + 49.0);
        }
    }

    /// Latin, Greek and Cyrillic of the languages of Europe and the north of Asia, and Vietnamese.
    #[test]
    fn the_faces_have_the_letters_of_three_scripts() {
        let ranges = [('À', 'ž'), ('Ά', 'ώ'), ('Ѐ', 'џ'), ('Ґ', 'ґ'), ('Җ', 'ӹ'), ('Ạ', 'ỹ')];
        // Three places of the Greek range have no letter, and those of `×`, `÷` and the like have signs.
        let is_none = |letter: char| matches!(letter, '\u{387}' | '\u{38b}' | '\u{38d}' | '\u{3a2}');
        let all: String =
            ranges.into_iter().flat_map(|(first, last)| first..=last).filter(|&letter| !is_none(letter)).collect();
        assert_eq!(unknown_letters([all.as_str(), "ȘșȚțƏəƠơƯư"].into_iter()), []);
        for face in [Face::Plain, Face::Italic, Face::Capitals] {
            // They are drawn, and small capitals are smaller than capitals.
            let line = Line::new(face, "Жжλя", 20.0, 0.0);
            assert!(
                line.straight((0.0, 0.0)).iter().all(|letter| !outlines(face, 20.0, letter).is_empty()),
                "{face:?}"
            );
        }
        assert_eq!(unknown_letters(["大和 大", "a"].into_iter()), ['大', '和']);
    }

    #[test]
    fn a_long_line_is_cut() {
        assert_eq!(Line::new(Face::Plain, &"x".repeat(500), 10.0, 0.0).glyphs.len(), LETTERS_MAX);
    }
}
