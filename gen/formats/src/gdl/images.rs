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
pub struct Plane<T> {
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
pub struct Layout {
    width: u32,
    height: u32,
    /// The bits of a pixel.
    bits: u32,
    row_bytes: Option<u32>,
}

impl Layout {
    /// One bit for each pixel.
    pub const fn new((width, height): (u32, u32)) -> Layout {
        Layout { width, height, bits: 1, row_bytes: None }
    }

    /// Reads digits as one number for each pixel.
    pub fn read(&self, texts: &[Atom], left: &mut usize) -> Result<Plane<u16>, ImageError> {
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
