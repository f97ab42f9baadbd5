//! The images that a GDL game contains: its `imf` forms, decoded.
//!
//! An image has layers, which are bitmaps with the northernmost row first: `mono` (ink where a bit is set), `mask` (which pixels
//! are drawn), `color` (numbers of a palette). Bits and numbers begin at the highest bit of each byte, and every row begins with a
//! new byte. Among the digits a `/` separates rows for the reader only and may be left out: of the two examples in seed 000,
//! "Designing the Graphics", one has it (`"00/40/00/.."`) and one has not (`"0011223344556677"`), at the same size. Several texts
//! of a layer are joined. Several forms of one name add to one family, and images of the same size and role to one image: a library
//! may have the bits of a picture in one file, and its colours in another.
//!
//! **Invariant:** a layer's memory is bounded by the digits in the file, never by the size that it declares.

use std::collections::BTreeMap;

use design::Atom;

use super::colors;

/// The images with one name, in the order of their forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageFamily {
    /// The images.
    pub images: Vec<Image>,
}

/// One image of a family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Width and height at which it is meant to be shown, in pixels.
    pub size: (u32, u32),
    /// Its purpose.
    pub role: ImageRole,
    /// The pixels; `None` if the form only names a file, or if its layers are faulty.
    pub pixels: Option<Pixels>,
    /// The file that holds the image instead.
    pub file: Option<String>,
    /// The family whose image is drawn on top of this one: a side's emblem on a flag.
    pub embed: Option<String>,
    /// Where the north-western corner of the embedded image lies, in pixels from the corner of this one.
    pub embed_at: (i32, i32),
    /// The size of the embedded image, in pixels; (0, 0): its own size.
    pub embed_size: (i32, i32),
    /// The columns and rows of hexes into which it is divided; (0, 0): it is one picture.
    pub hexgrid: (i32, i32),
}

/// The purpose of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ImageRole {
    /// A picture that stands alone: a unit, an emblem.
    #[default]
    Icon,
    /// A pattern that fills terrain.
    Tile,
    /// One cell of terrain.
    Terrain,
    /// A border between two cells.
    Border,
    /// A connection of two cells.
    Connection,
    /// A transition from one terrain to another.
    Transition,
}

/// Pixels, row by row from the north.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue and opacity of each pixel.
    pub rgba: Vec<[u8; 4]>,
    /// Whether it has only ink and no colours, so that it can be drawn in the colour of a side.
    pub is_mono: bool,
}

impl Pixels {
    /// The pixel at a column and row within.
    #[must_use]
    pub fn at(&self, column: u32, row: u32) -> [u8; 4] {
        self.rgba[row as usize * self.width as usize + column as usize]
    }
}

impl ImageFamily {
    /// The best image to draw at a width, among those with one of the roles: the smallest that is not narrower than that, else the
    /// widest; of equal ones the first.
    #[must_use]
    pub fn nearest(&self, width: u32, roles: &[ImageRole]) -> Option<&Image> {
        let fits = |image: &&Image| image.pixels.is_some() && roles.contains(&image.role);
        let miss = |image: &&Image| match image.size.0.checked_sub(width) {
            Some(over) => (0, over),
            None => (1, width - image.size.0),
        };
        self.images.iter().filter(fits).min_by_key(miss)
    }
}

/// A fault in an image, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{what}", place = place(.family, *.image))]
pub struct ImageFault {
    /// The index of the form among those given, from 0.
    pub form: usize,
    /// The family; empty if the form has no name.
    pub family: String,
    /// The number of the image in the form, from 1; 0 is the form itself.
    pub image: usize,
    /// The fault.
    pub what: ImageError,
}

/// Where a fault lies, as messages begin.
fn place(family: &str, image: usize) -> String {
    match (family, image) {
        ("", _) => String::new(),
        (_, 0) => format!("images `{family}`: "),
        _ => format!("image {image} of `{family}`: "),
    }
}

/// The faults that an image can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// The form has no name.
    #[error("this form of images has no name: expected (imf \"name\" ((width height) ..)..)")]
    NoName,
    /// The image does not begin with a size.
    #[error("expected ((width height) ..) with numbers from 1 to {SIDE_MAX}")]
    Size,
    /// The role is unknown.
    #[error("there is no kind of image `{0}`: expected tile, terrain, border, connection or transition")]
    Role(String),
    /// The part is unknown.
    #[error(
        "an image has no part `{0}`: expected mono, mask, color, file, embed, embed-at, embed-size, hexgrid, x or notes"
    )]
    Part(String),
    /// The part does not have the arguments that it needs.
    #[error("`{part}` has the wrong arguments: expected {expected}")]
    Arguments {
        /// The name of the part.
        part: &'static str,
        /// The arguments that it needs.
        expected: &'static str,
    },
    /// A character that is no digit stands among the digits.
    #[error("`{0}` is no hexadecimal digit")]
    Digit(char),
    /// There are too few or too many digits for the size.
    #[error("a layer of {width}x{height} pixels has {found} hexadecimal digits: expected {expected}")]
    Length {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// The number of digits found.
        found: usize,
        /// The number of digits needed.
        expected: usize,
    },
    /// The palette has no such number.
    #[error("the palette has no colour {0}")]
    Palette(u32),
    /// All images together have more pixels than are accepted.
    #[error("there are more than {PIXELS_MAX} pixels of images")]
    TooMany,
}

/// The longest side of an image, in pixels.
pub const SIDE_MAX: i32 = 4096;
/// The most pixels of all images of a design together (64 MB).
pub const PIXELS_MAX: usize = 1 << 24;

/// Every image family in a design's forms, and the faults in them. Other forms are ignored; a faulty image keeps its sound parts.
#[must_use]
pub fn read_images<'a>(
    forms: impl IntoIterator<Item = &'a Vec<Atom>>,
) -> (BTreeMap<String, ImageFamily>, Vec<ImageFault>) {
    let mut families: Vec<(String, Drafts)> = Vec::new();
    let mut known: BTreeMap<String, u32> = BTreeMap::new();
    let mut faults = Vec::new();
    let mut left = PIXELS_MAX;
    for (form, atoms) in forms.into_iter().enumerate() {
        if atoms.first().and_then(Atom::word) != Some("imf") {
            continue;
        }
        let family = atoms.get(1).and_then(Atom::text).unwrap_or_default().to_owned();
        let mut fault = |image, what| faults.push(ImageFault { form, family: family.clone(), image, what });
        if family.is_empty() {
            fault(0, ImageError::NoName);
            continue;
        }
        let at = *known.entry(family.clone()).or_insert(families.len() as u32) as usize;
        if at == families.len() {
            families.push((family.clone(), Drafts::default()));
        }
        let drafts = &mut families[at].1;
        for (index, atom) in atoms[2..].iter().enumerate() {
            let mut fault = |what| fault(index + 1, what);
            let Some((size, role, parts)) = begin(atom, &mut fault) else { continue };
            let number = *drafts.numbers.entry((size, role)).or_insert(drafts.images.len());
            if number == drafts.images.len() {
                drafts.images.push(Draft { image: Image { size, role, ..Image::default() }, ..Draft::default() });
            }
            // A plain colour may stand without parentheses of its own: `((1 1) 0 21845 0)`.
            let bare = plain_color(parts).filter(|_| parts.len() == 3);
            if let Some(color) = bare {
                drafts.images[number].color = Some(Plane { width: 1, height: 1, values: vec![color] });
                continue;
            }
            for part in parts {
                if let Err(what) = drafts.images[number].read_part(part, &mut left) {
                    fault(what);
                }
            }
        }
    }
    let mut finished = BTreeMap::new();
    for (name, drafts) in families {
        finished.insert(name, ImageFamily { images: drafts.images.into_iter().map(Draft::compose).collect() });
    }
    (finished, faults)
}

/// Families while their images are collected.
#[derive(Clone, Debug, Default)]
struct Drafts {
    images: Vec<Draft>,
    /// The index of the image with a size and role.
    numbers: BTreeMap<((u32, u32), ImageRole), usize>,
}

/// One layer: a value for each pixel.
#[derive(Clone, Debug)]
struct Plane<T> {
    width: u32,
    height: u32,
    values: Vec<T>,
}

/// An image while its layers are collected.
#[derive(Clone, Debug, Default)]
struct Draft {
    image: Image,
    mono: Option<Plane<u16>>,
    mask: Option<Plane<u16>>,
    color: Option<Plane<[u8; 3]>>,
}

/// The size and role of an image, and the parts that follow them.
fn begin<'a>(atom: &'a Atom, fault: &mut impl FnMut(ImageError)) -> Option<((u32, u32), ImageRole, &'a [Atom])> {
    let (head, parts) = atom.list().and_then(<[Atom]>::split_first).unwrap_or((atom, &[]));
    let (size, role) = match head.list() {
        Some([width, height, role @ ..]) => (size_of(width, height), role),
        _ => (None, &[][..]),
    };
    let Some(size) = size else {
        fault(ImageError::Size);
        return None;
    };
    let role = match role.first().map(|role| role.text().unwrap_or_default()) {
        None => ImageRole::Icon,
        Some("tile") => ImageRole::Tile,
        Some("terrain") => ImageRole::Terrain,
        Some("border") => ImageRole::Border,
        Some("connection") => ImageRole::Connection,
        Some("transition") => ImageRole::Transition,
        Some(other) => {
            fault(ImageError::Role(other.to_owned()));
            return None;
        }
    };
    Some((size, role, parts))
}

impl Draft {
    fn read_part(&mut self, part: &Atom, left: &mut usize) -> Result<(), ImageError> {
        let list = part.list().unwrap_or_default();
        if let Some(color) = plain_color(list).or_else(|| plain_color(std::slice::from_ref(part))) {
            self.color = Some(Plane { width: 1, height: 1, values: vec![color] });
            return Ok(());
        }
        let Some((Some(name), rest)) = list.split_first().map(|(name, rest)| (name.text(), rest)) else {
            return Err(ImageError::Part(part.text().unwrap_or("(").to_owned()));
        };
        let pair = |part, expected| match rest {
            [Atom::Int(one), Atom::Int(other)] => Ok((*one, *other)),
            _ => Err(ImageError::Arguments { part, expected }),
        };
        let text = |part| match rest {
            [name] if name.text().is_some() => Ok(name.text().map(str::to_owned)),
            _ => Err(ImageError::Arguments { part, expected: "a name" }),
        };
        match name {
            "mono" => self.mono = Some(Layout::new(self.image.size).read(rest, left)?),
            "mask" => self.mask = Some(Layout::new(self.image.size).read(rest, left)?),
            "color" => self.color = Some(read_color(self.image.size, rest, left)?),
            // Where the picture lies within the file follows: a grid of them and a place in it. Nothing here opens the file.
            "file" => match rest.first().and_then(Atom::text) {
                Some(file) => self.image.file = Some(file.to_owned()),
                None => return Err(ImageError::Arguments { part: "file", expected: "a name" }),
            },
            "embed" => self.image.embed = text("embed")?,
            "embed-at" => self.image.embed_at = pair("embed-at", "x and y")?,
            "embed-size" => self.image.embed_size = pair("embed-size", "a width and a height")?,
            "hexgrid" => self.image.hexgrid = pair("hexgrid", "columns and rows")?,
            // Where it lies among the images of a file, and the author's notes: nothing to draw.
            "x" | "notes" => {}
            other => return Err(ImageError::Part(other.to_owned())),
        }
        Ok(())
    }

    /// The image of its layers: colours, else ink, where the mask shows them.
    fn compose(mut self) -> Image {
        let (width, height) = match (&self.color, &self.mono) {
            (Some(color), _) => (color.width, color.height),
            (None, Some(mono)) => (mono.width, mono.height),
            (None, None) => return self.image,
        };
        // A mask of another size is stretched over the colours, whose data may have another size than the image.
        let mask = |index: usize| {
            let mask = self.mask.as_ref()?;
            let (column, row) = (index as u64 % u64::from(width), index as u64 / u64::from(width));
            let column = column * u64::from(mask.width) / u64::from(width);
            let row = row * u64::from(mask.height) / u64::from(height);
            Some(mask.values[(row * u64::from(mask.width) + column) as usize] != 0)
        };
        let rgba = match (&self.color, &self.mono) {
            (Some(color), _) => {
                let opaque = |index| if mask(index).unwrap_or(true) { 255 } else { 0 };
                color.values.iter().enumerate().map(|(index, &[r, g, b])| [r, g, b, opaque(index)]).collect()
            }
            // Paper within the mask is white.
            (None, Some(mono)) => {
                let pixel = |(index, &bit): (usize, &u16)| match (bit != 0, mask(index)) {
                    (true, None | Some(true)) => [0, 0, 0, 255],
                    (false, Some(true)) => [255, 255, 255, 255],
                    _ => [0; 4],
                };
                mono.values.iter().enumerate().map(pixel).collect()
            }
            (None, None) => Vec::new(),
        };
        self.image.pixels = Some(Pixels { width, height, rgba, is_mono: self.color.is_none() });
        self.image
    }
}

/// A size within bounds.
fn size_of(width: &Atom, height: &Atom) -> Option<(u32, u32)> {
    let side = |atom: &Atom| atom.int().filter(|side| (1..=SIDE_MAX).contains(side)).map(|side| side as u32);
    Some((side(width)?, side(height)?))
}

/// A colour as three numbers of 16 bits, or as one word.
fn plain_color(parts: &[Atom]) -> Option<[u8; 3]> {
    match parts {
        [Atom::Int(red), Atom::Int(green), Atom::Int(blue)] => Some([*red, *green, *blue].map(channel)),
        [name] => match name.text()? {
            "black" => Some([0; 3]),
            "white" => Some([255; 3]),
            name => {
                let rgb = u32::from_str_radix(&colors::find(name)?, 16).ok()?;
                Some([16, 8, 0].map(|shift| (rgb >> shift & 0xff) as u8))
            }
        },
        _ => None,
    }
}

/// The upper 8 of a channel's 16 bits.
fn channel(value: i32) -> u8 {
    (value.clamp(0, 65_535) >> 8) as u8
}

/// How the bytes of a layer are laid out.
struct Layout {
    width: u32,
    height: u32,
    /// The bits of a pixel.
    bits: u32,
    row_bytes: Option<u32>,
}

impl Layout {
    const fn new((width, height): (u32, u32)) -> Layout {
        Layout { width, height, bits: 1, row_bytes: None }
    }

    /// Reads digits as one number for each pixel.
    fn read(&self, texts: &[Atom], left: &mut usize) -> Result<Plane<u16>, ImageError> {
        let needed = (self.width * self.bits).div_ceil(8);
        let row_bytes = self.row_bytes.unwrap_or(needed) as usize;
        let expected = row_bytes * self.height as usize;
        let mut bytes = Vec::new();
        let mut half = None;
        for atom in texts {
            let Some(text) = atom.text() else {
                return Err(ImageError::Arguments {
                    part: "mono, mask or color",
                    expected: "texts of hexadecimal digits",
                });
            };
            for digit in text.chars().filter(|digit| *digit != '/' && !digit.is_whitespace()) {
                let value = digit.to_digit(16).ok_or(ImageError::Digit(digit))? as u8;
                match half.take() {
                    Some(high) => bytes.push(high << 4 | value),
                    None => half = Some(value),
                }
            }
        }
        if row_bytes < needed as usize {
            return Err(ImageError::Arguments {
                part: "row-bytes",
                expected: "a number of bytes that holds a row of pixels",
            });
        }
        let found = 2 * bytes.len() + usize::from(half.is_some());
        if found != 2 * expected {
            return Err(ImageError::Length { width: self.width, height: self.height, found, expected: 2 * expected });
        }
        let count = self.width as usize * self.height as usize;
        *left = left.checked_sub(count).ok_or(ImageError::TooMany)?;
        let mut values = Vec::with_capacity(count);
        for row in bytes.chunks_exact(row_bytes) {
            for column in 0..self.width {
                let bit = (column * self.bits) as usize;
                values.push(match self.bits {
                    16 => u16::from_be_bytes([row[bit / 8], row[bit / 8 + 1]]),
                    bits => {
                        let shift = 8 - bits as usize - bit % 8;
                        u16::from(row[bit / 8] >> shift) & ((1 << bits) - 1)
                    }
                });
            }
        }
        Ok(Plane { width: self.width, height: self.height, values })
    }
}

/// Reads a layer of colours. Numbers of 16 bits without a palette are colours themselves, with five bits each for red, green and
/// blue.
fn read_color(size: (u32, u32), parts: &[Atom], left: &mut usize) -> Result<Plane<[u8; 3]>, ImageError> {
    let mut layout = Layout { bits: 8, ..Layout::new(size) };
    let mut palette: Vec<Option<[u8; 3]>> = Vec::new();
    let mut texts = Vec::new();
    for part in parts {
        let Some(list) = part.list() else {
            texts.push(part.clone());
            continue;
        };
        match list {
            [name, Atom::Int(bits @ (1 | 2 | 4 | 8 | 16))] if name.text() == Some("pixel-size") => {
                layout.bits = *bits as u32;
            }
            [name, ..] if name.text() == Some("pixel-size") => {
                return Err(ImageError::Arguments { part: "pixel-size", expected: "1, 2, 4, 8 or 16" });
            }
            [name, Atom::Int(bytes @ 1..=65_536)] if name.text() == Some("row-bytes") => {
                layout.row_bytes = Some(*bytes as u32);
            }
            [name, width, height] if name.text() == Some("actual") => {
                (layout.width, layout.height) = size_of(width, height)
                    .ok_or(ImageError::Arguments { part: "actual", expected: "a width and a height in pixels" })?;
            }
            [name, colors @ ..] if name.text() == Some("palette") => {
                for color in colors {
                    let entry = match color.list() {
                        Some([Atom::Int(index @ 0..=65_535), color @ ..]) => Some(*index).zip(plain_color(color)),
                        _ => None,
                    };
                    let Some((index, color)) = entry else {
                        let expected =
                            "(number red green blue).. with numbers from 0 to 65535, or (number \"white\")..";
                        return Err(ImageError::Arguments { part: "palette", expected });
                    };
                    let index = index as usize;
                    palette.resize(palette.len().max(index + 1), None);
                    palette[index] = Some(color);
                }
            }
            _ => {
                let expected = "(pixel-size n), (row-bytes n), (actual width height), (palette ..) and digits";
                return Err(ImageError::Arguments { part: "color", expected });
            }
        }
    }
    let plane = layout.read(&texts, left)?;
    let five = |value: u16, shift: u16| ((value >> shift & 31) * 255 / 31) as u8;
    let color = |&value: &u16| match palette.get(usize::from(value)).copied().flatten() {
        Some(color) => Ok(color),
        None if palette.is_empty() && layout.bits == 16 => Ok([five(value, 10), five(value, 5), five(value, 0)]),
        None => Err(ImageError::Palette(u32::from(value))),
    };
    let values = plane.values.iter().map(color).collect::<Result<Vec<_>, _>>()?;
    Ok(Plane { width: plane.width, height: plane.height, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The atoms of a GDL text; it reads only what these tests need.
    fn atoms(text: &str) -> Vec<Vec<Atom>> {
        fn list(rest: &mut &str) -> Vec<Atom> {
            let mut found = Vec::new();
            loop {
                *rest = rest.trim_start();
                if let Some(inner) = rest.strip_prefix('(') {
                    *rest = inner;
                    found.push(Atom::List(list(rest)));
                } else if let Some(behind) = rest.strip_prefix(')') {
                    *rest = behind;
                    return found;
                } else if let Some(text) = rest.strip_prefix('"') {
                    let (text, behind) = text.split_once('"').unwrap();
                    *rest = behind;
                    found.push(Atom::Text(text.to_owned()));
                } else if rest.is_empty() {
                    return found;
                } else {
                    let end = rest.find([' ', '(', ')']).unwrap_or(rest.len());
                    let word = &rest[..end];
                    found.push(word.parse().map_or_else(|_| Atom::Word(word.to_owned()), Atom::Int));
                    *rest = &rest[end..];
                }
            }
        }
        let mut rest = text;
        list(&mut rest).iter().map(|form| form.list().unwrap().to_vec()).collect()
    }

    /// The pixels of the first image of `x`: `#` for ink or the number of the first colour, a space for nothing, else the red
    /// channel's digit.
    fn drawn(text: &str) -> Vec<String> {
        let (families, faults) = read_images(&atoms(text));
        assert_eq!(faults, []);
        let pixels = families["x"].images[0].pixels.as_ref().unwrap();
        let glyph = |pixel: &[u8; 4]| match pixel {
            [_, _, _, 0] => ' ',
            [0, 0, 0, _] => '#',
            [255, 255, 255, _] => 'o',
            [red, ..] => char::from_digit(u32::from(*red) / 16, 16).unwrap(),
        };
        pixels.rgba.chunks(pixels.width as usize).map(|row| row.iter().map(glyph).collect()).collect()
    }

    fn fault(text: &str) -> String {
        let (_, faults) = read_images(&atoms(text));
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults[0].to_string()
    }

    #[test]
    fn ink_lies_where_bits_are_set_and_slashes_say_nothing() {
        let expected = ["########", "#      #"];
        for digits in ["ff/81", "ff81", "FF 8/1", "/ff//81/", "f\" \"f81"] {
            assert_eq!(drawn(&format!("(imf \"x\" ((8 2) (mono \"{digits}\")))")), expected, "{digits}");
        }
        // Every row begins with a byte of its own.
        assert_eq!(drawn("(imf \"x\" ((3 2) (mono \"a0/40\")))"), ["# #", " # "]);
        assert_eq!(drawn("(imf \"x\" ((9 1) (mono \"8080\")))"), ["#       #"]);
    }

    #[test]
    fn the_mask_says_what_is_drawn_at_all() {
        assert_eq!(drawn("(imf \"x\" ((8 2) (mono \"ff/81\") (mask \"f0/f0\")))"), ["####    ", "#ooo    "]);
        let color = "(color (pixel-size 1) (palette (0 4096 0 0) (1 65535 65535 65535)) \"a0\")";
        assert_eq!(drawn(&format!("(imf \"x\" ((4 1) (mask \"70\") {color}))")), [" 1o1"]);
    }

    #[test]
    fn colors_come_from_the_palette_at_every_pixel_size() {
        let palette = "(palette (0 4096 0 0) (1 8192 0 0) (2 12288 0 0) (3 16384 0 0))";
        for (bits, digits) in [(1, "40"), (2, "10"), (4, "0100"), (8, "00010000"), (16, "0000 0001 0000 0000")] {
            let text = format!("(imf \"x\" ((4 1) (color (pixel-size {bits}) {palette} \"{digits}\")))");
            assert_eq!(drawn(&text), ["1211"], "{bits}");
        }
        let wide = format!("(imf \"x\" ((2 2) (color (pixel-size 2) (row-bytes 2) {palette} \"b0ff/10ff\")))");
        assert_eq!(drawn(&wide), ["34", "12"]);
        let actual = format!("(imf \"x\" ((44 48) (color (pixel-size 8) (actual 2 1) {palette} \"0302\")))");
        assert_eq!(drawn(&actual), ["43"]);
        assert_eq!(drawn("(imf \"x\" ((1 1) (color (pixel-size 16) \"7fff\")))"), ["o"]);
    }

    #[test]
    fn colors_have_numbers_or_names() {
        let first = |text: &str| {
            let (families, faults) = read_images(&atoms(&format!("(imf \"x\" {text})")));
            assert_eq!(faults, [], "{text}");
            families["x"].images[0].pixels.as_ref().map(|pixels| pixels.rgba[0])
        };
        assert_eq!(first("((1 1) 0 21845 0)"), Some([0, 85, 0, 255]));
        assert_eq!(first("((1 1) (0 21845 0))"), Some([0, 85, 0, 255]));
        assert_eq!(first("((1 1) white)"), Some([255, 255, 255, 255]));
        assert_eq!(first("((1 1) \"navy\")"), Some([27, 42, 107, 255]));
        assert_eq!(first("((1 1) forest-green)"), Some([0x5c, 0x8f, 0x52, 255]));
        assert_eq!(first("((2 1 tile) (color (pixel-size 1) (palette (0 white) (1 black)) \"40\"))"), Some([255; 4]));
        // Names of other files say nothing about pixels.
        assert_eq!(first("((16 16) (file \"x.gif\" std 9 2))"), None);
        assert_eq!(first("((16 16) (file \"x.gif\" 36 2))"), None);
        assert_eq!(
            fault("(imf \"x\" ((1 1) wite))"),
            "image 1 of `x`: an image has no part `wite`: expected mono, mask, color, file, embed, embed-at, embed-size, \
            hexgrid, x or notes"
        );
    }

    #[test]
    fn the_tile_of_the_seed_has_two_dark_pixels() {
        let tile = "(imf \"x\" ((8 8 tile) (color (pixel-size 1) (row-bytes 1) \
                    (palette (0 7969 46995 5169) (1 0 25775 4528)) \"00/40/00/00/00/04/00/00\") \
                    (mono \"00/40/00/00/00/04/00/00\")))";
        let (families, faults) = read_images(&atoms(tile));
        let image = &families["x"].images[0];
        let pixels = image.pixels.as_ref().unwrap();
        assert_eq!((faults.len(), image.role, image.size, pixels.is_mono), (0, ImageRole::Tile, (8, 8), false));
        let dark: Vec<usize> = (0..64).filter(|&at| pixels.rgba[at] == [0, 100, 17, 255]).collect();
        assert_eq!(dark, [9, 45]);
        assert_eq!(pixels.at(0, 0), [31, 183, 20, 255]);
    }

    #[test]
    fn forms_of_one_name_are_one_family() {
        let forms = "(doctrine 1) (imf \"x\" ((8 1) (mono \"ff\"))) (imf \"y\" ((1 1) (30000 50000 20000))) \
            (imf \"x\" ((16 1) (color (pixel-size 1) (palette (0 0 0 0) (1 65535 65535 65535)) \"aaaa\") (embed \"small\") \
            (embed-at 1 2) (embed-size 3 4) (hexgrid 5 6) (x 3 1 1) (notes \"mine\") (file \"x.gif\"))) \
            (imf \"x\" ((8 1) (mask \"f0\")))";
        let (families, faults) = read_images(&atoms(forms));
        assert_eq!((faults, families.len()), (Vec::new(), 2));
        let x = &families["x"];
        assert_eq!(x.images.iter().map(|image| image.size).collect::<Vec<_>>(), [(8, 1), (16, 1)]);
        assert_eq!(x.images[0].pixels.as_ref().unwrap().at(4, 0)[3], 0, "its mask came later");
        let second = &x.images[1];
        assert_eq!((second.embed.as_deref(), second.file.as_deref()), (Some("small"), Some("x.gif")));
        assert_eq!((second.embed_at, second.embed_size, second.hexgrid), ((1, 2), (3, 4), (5, 6)));
        assert_eq!(families["y"].images[0].pixels.as_ref().unwrap().rgba, [[117, 195, 78, 255]]);
        let nearest = |width| x.nearest(width, &[ImageRole::Icon]).unwrap().size.0;
        assert_eq!([nearest(4), nearest(8), nearest(9), nearest(40)], [8, 8, 16, 16]);
        assert!(x.nearest(8, &[ImageRole::Tile]).is_none());
    }

    #[test]
    fn faults_of_an_image_name_the_image() {
        assert_eq!(
            fault("(imf \"x\" ((8 1) (mono \"00\")) ((8 2) (mono \"ff\")))"),
            "image 2 of `x`: a layer of 8x2 pixels has 2 hexadecimal digits: expected 4"
        );
        assert_eq!(
            fault("(imf \"x\" ((8 1) (mono \"00f\")))"),
            "image 1 of `x`: a layer of 8x1 pixels has 3 hexadecimal digits: expected 2"
        );
        assert_eq!(fault("(imf \"x\" ((8 1) (mono \"fg\")))"), "image 1 of `x`: `g` is no hexadecimal digit");
        assert_eq!(fault("(imf)"), r#"this form of images has no name: expected (imf "name" ((width height) ..)..)"#);
        assert_eq!(fault("(imf \"x\" 7)"), "image 1 of `x`: expected ((width height) ..) with numbers from 1 to 4096");
        assert_eq!(
            fault("(imf \"x\" ((0 8)))"),
            "image 1 of `x`: expected ((width height) ..) with numbers from 1 to 4096"
        );
        assert_eq!(
            fault("(imf \"x\" ((8 8 tyle)))"),
            "image 1 of `x`: there is no kind of image `tyle`: expected tile, terrain, border, connection or \
            transition"
        );
        assert_eq!(
            fault("(imf \"x\" ((8 8) (mone \"ff\")))"),
            "image 1 of `x`: an image has no part `mone`: expected mono, mask, color, file, embed, embed-at, \
            embed-size, hexgrid, x or notes"
        );
        assert_eq!(
            fault("(imf \"x\" ((8 8) (embed-at 1)))"),
            "image 1 of `x`: `embed-at` has the wrong arguments: expected x and y"
        );
        assert_eq!(
            fault("(imf \"x\" ((8 1) (color (pixel-size 3) \"ff\")))"),
            "image 1 of `x`: `pixel-size` has the wrong arguments: expected 1, 2, 4, 8 or 16"
        );
        assert_eq!(
            fault("(imf \"x\" ((1 1) (color (palette (0 1 2 3)) \"07\")))"),
            "image 1 of `x`: the palette has no colour 7"
        );
        assert_eq!(
            fault("(imf \"x\" ((9 1) (color (pixel-size 8) (row-bytes 2) (palette (0 0 0 0)) \"0000\")))"),
            "image 1 of `x`: `row-bytes` has the wrong arguments: expected a number of bytes that holds a row of \
            pixels"
        );
    }

    #[test]
    fn forms_are_read_as_the_reader_of_gdl_keeps_them() {
        let text = r#"
            (game-module "carts" (title "Carts") (base-game true))
            (terrain-type moor (image-name "moor-pic"))
            (imf "wain-pic" ((8 2) (mono "ff/81") (mask "ffff")))
            (imf "moor-pic" ((1 1) (30000 50000 20000)))
            (imf "wain-pic" ((16 1) (color (pixel-size 1) (palette (0 0 0 0) (1 65535 65535 65535)) "aaaa") (embed "small") (embed-at 1 1)))
        "#;
        let (game, found) = crate::gdl::Module::read("carts", "carts.g", text, &|_| None)
            .game(&BTreeMap::new(), &design::Known::default());
        let design = game.unwrap_or_else(|| panic!("{found:?}")).design;
        let (families, faults) = read_images(design.forms.iter().map(|form| &form.atoms));
        assert_eq!(faults, []);
        let shown = |name: &str, index: usize| families[name].images[index].pixels.as_ref().unwrap().rgba.len();
        assert_eq!((shown("wain-pic", 0), shown("wain-pic", 1), shown("moor-pic", 0)), (16, 16, 1));
        assert_eq!(
            (families["wain-pic"].images[1].embed.as_deref(), families["wain-pic"].images[1].embed_at),
            (Some("small"), (1, 1))
        );
    }

    proptest::proptest! {
        #[test]
        fn no_form_panics(text in "[0-9a-f/]{0,12}", bits in 0..20, row in -1..9, width in -1..12, height in 0..4, index in -2..3) {
            let form = format!(
                "(imf \"x\" (({width} {height}) (mask \"{text}\") (color (pixel-size {bits}) (row-bytes {row}) \
                 (actual {height} {width}) (palette ({index} {row} 70000 -5) (0 1 2 3)) \"{text}\")) (({width} {height} tile) (mono \"{text}\")))"
            );
            for end in (0..form.len()).step_by(7) {
                // The form, cut anywhere and closed again.
                let open = form[..end].matches('(').count().saturating_sub(form[..end].matches(')').count());
                let quote = if form[..end].matches('"').count() % 2 == 1 { "\"" } else { "" };
                if open > 0 {
                    let _ = read_images(&atoms(&format!("{}{quote}{}", &form[..end], ")".repeat(open))));
                }
            }
        }
    }

    #[test]
    fn a_claim_takes_no_memory() {
        // 16 million pixels, four digits.
        assert_eq!(
            fault("(imf \"x\" ((4096 4096) (color (pixel-size 16) \"0000\")))"),
            "image 1 of `x`: a layer of 4096x4096 pixels has 4 hexadecimal digits: expected 67108864"
        );
        assert_eq!(
            fault("(imf \"x\" ((2000000000 8) (mono \"00\")))"),
            "image 1 of `x`: expected ((width height) ..) with numbers from 1 to 4096"
        );
        let mut left = 10;
        let layout = Layout::new((8, 2));
        assert_eq!(layout.read(&[Atom::Text("0000".to_owned())], &mut left).unwrap_err(), ImageError::TooMany);
    }
}
