//! Layers in files: rows of glyphs with a legend for few values, decimals for numbers, packed text for many numbers.
//!
//! - **Glyph rows**: one text per row, the northernmost first, one glyph per column. From 64 columns on runs are counted: `12~3^`
//!   is twelve `~` and three `^`.
//! - **Decimals**: one text per row, numbers with spaces between; up to 10,000 cells.
//! - **Packed**: all rows of all levels from the south, each value as its difference to the value before it in the row (the first of a
//!   row to the one below it), as zigzag variable-length bytes, deflated, in base64.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use grid::Area;

/// The number of columns from which runs are counted.
const RUNS_FROM: u32 = 64;
/// The number of cells above which numbers are packed.
const DECIMALS_TO: usize = 10_000;
/// Glyphs for values without one of their own. Digits are left out because they count runs, quotes and backslashes because RON
/// interprets them.
pub(crate) const GLYPHS: &str = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+,-/:;<=>?@[]^_`{|}~";

/// The rows of a layer in an area of one level.
pub(crate) const ROWS: &str = "rows";
/// The rows of a layer in an area of several levels: a list of lists.
pub(crate) const LEVELS: &str = "levels";

/// The word in legends for cells that belong to no side.
pub(crate) const NOBODY: &str = "nobody";

/// The numbers of an area's rows in the order of files: level by level, in each the northernmost first. Row n begins at n times the
/// width.
fn rows_in_file(area: &Area) -> impl Iterator<Item = usize> {
    let height = area.height() as usize;
    (0..area.levels() as usize).flat_map(move |level| (level * height..(level + 1) * height).rev())
}

/// The number of the row that stands in that place of a file.
const fn row_at(area: &Area, place: usize) -> usize {
    let height = area.height() as usize;
    let (level, place) = (place / height, place % height);
    level * height + height - 1 - place
}

/// The rows of a layer of few values, level by level, in each the northernmost first.
pub fn glyph_rows(area: &Area, glyph: impl Fn(usize) -> char) -> Vec<String> {
    let counts = area.width() >= RUNS_FROM;
    let width = area.width() as usize;
    rows_in_file(area)
        .map(|row| {
            let cells = area.row(row as u32);
            let start = row * width;
            // Void cells are spaces, so that a hexagon looks like a hexagon.
            let glyphs = (start..start + width).map(|index| if cells.contains(&index) { glyph(index) } else { ' ' });
            if counts { count_runs(glyphs) } else { glyphs.collect::<String>().trim_end().to_owned() }
        })
        .collect()
}

fn count_runs(glyphs: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    let mut glyphs = glyphs.peekable();
    while let Some(glyph) = glyphs.next() {
        let mut count = 1;
        while glyphs.next_if_eq(&glyph).is_some() {
            count += 1;
        }
        match count {
            1 => text.push(glyph),
            2 => text.extend([glyph, glyph]),
            _ => {
                text.push_str(&count.to_string());
                text.push(glyph);
            }
        }
    }
    text
}

/// A fault in the text of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerFault {
    /// The row as written, from 0; `None` for the whole layer.
    pub row: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub expected: String,
}

/// Reads glyph rows into one value per index; void cells get `void`.
pub fn read_glyph_rows<T: Copy>(
    area: &Area,
    rows: &[&str],
    legend: &BTreeMap<char, T>,
    void: T,
) -> Result<Vec<T>, LayerFault> {
    check_row_count(area, rows.len())?;
    let width = area.width() as usize;
    let mut values = vec![void; area.len()];
    for (index, text) in rows.iter().enumerate() {
        let row = row_at(area, index);
        let fault = |message: String, expected: String| LayerFault { row: Some(index), message, expected };
        let cells = area.row(row as u32);
        let (mut column, mut count) = (0_usize, None::<usize>);
        for glyph in text.chars() {
            if let Some(digit) = glyph.to_digit(10) {
                let so_far = count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
                count = Some(so_far.min(width + 1));
                continue;
            }
            let run = count.take().unwrap_or(1);
            if run == 0 {
                return Err(fault(format!("no `{glyph}` at all is counted"), "a count above 0".to_owned()));
            }
            if column + run > width {
                return Err(fault("the row is too long".to_owned(), format!("{width} columns")));
            }
            for at in column..column + run {
                let cell = row * width + at;
                if !cells.contains(&cell) {
                    continue;
                }
                let known = || legend.keys().map(char::to_string).collect::<Vec<_>>().join(" ");
                let value =
                    legend.get(&glyph).ok_or_else(|| fault(format!("`{glyph}` is not in the legend"), known()))?;
                values[cell] = *value;
            }
            column += run;
        }
        if count.is_some() {
            return Err(fault("the row ends with a count".to_owned(), "a glyph behind it".to_owned()));
        }
        if !cells.is_empty() && row * width + column < cells.end {
            return Err(fault(format!("the row ends after {column} columns"), format!("{width} columns")));
        }
    }
    Ok(values)
}

fn check_row_count(area: &Area, count: usize) -> Result<(), LayerFault> {
    let expected = area.height() * area.levels();
    if count == expected as usize {
        return Ok(());
    }
    Err(LayerFault {
        row: None,
        message: format!("{} given", design::counted(count, "row")),
        expected: design::counted(expected, "row"),
    })
}

/// How a layer of numbers is written.
pub enum Numbers {
    /// Row by row, northernmost first.
    Rows(Vec<String>),
    /// All values packed into one text.
    Packed(String),
}

/// Writes a layer of numbers; the void counts as 0.
pub fn numbers(area: &Area, value: impl Fn(usize) -> i32) -> Numbers {
    let width = area.width() as usize;
    let of = |row: usize, column: usize| {
        let index = row * width + column;
        if area.row(row as u32).contains(&index) { value(index) } else { 0 }
    };
    if area.len() <= DECIMALS_TO {
        let row = |row: usize| (0..width).map(|column| of(row, column).to_string()).collect::<Vec<_>>().join(" ");
        return Numbers::Rows(rows_in_file(area).map(row).collect());
    }
    let mut bytes = Vec::with_capacity(area.len());
    let mut below = 0;
    for row in 0..area.len() / width {
        let mut before = below;
        for column in 0..width {
            let here = of(row, column);
            push_varint(&mut bytes, zigzag(here.wrapping_sub(before)));
            before = here;
            if column == 0 {
                below = here;
            }
        }
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish()).expect("memory takes every byte");
    Numbers::Packed(STANDARD.encode(packed))
}

/// Reads decimal rows.
pub fn read_number_rows(area: &Area, rows: &[&str]) -> Result<Vec<i32>, LayerFault> {
    check_row_count(area, rows.len())?;
    let width = area.width() as usize;
    let mut values = vec![0; area.len()];
    for (index, text) in rows.iter().enumerate() {
        let row = row_at(area, index);
        let fault = |message: String, expected: String| LayerFault { row: Some(index), message, expected };
        let mut count = 0;
        for word in text.split_whitespace() {
            let value =
                word.parse().map_err(|_| fault(format!("`{word}` is no whole number"), "numbers".to_owned()))?;
            if count < width {
                values[row * width + count] = value;
            }
            count += 1;
        }
        if count != width {
            return Err(fault(format!("the row has {count} numbers"), format!("{width} numbers")));
        }
    }
    Ok(values)
}

/// Reads packed numbers.
pub fn read_packed(area: &Area, text: &str) -> Result<Vec<i32>, LayerFault> {
    let fault = |message: &str| LayerFault {
        row: None,
        message: message.to_owned(),
        expected: format!("{} packed numbers, as Fairmarch writes them", area.len()),
    };
    let packed = STANDARD.decode(text.trim()).map_err(|_| fault("the text is not base64"))?;
    // A number takes at most five bytes. A text that unpacks to more was not written by us, and unpacking stops.
    let most = area.len() as u64 * 5;
    let mut bytes = Vec::new();
    let mut decoder = DeflateDecoder::new(packed.as_slice());
    let unpacked = decoder.by_ref().take(most + 1).read_to_end(&mut bytes);
    if unpacked.is_err() || bytes.len() as u64 > most {
        return Err(fault("the text does not unpack"));
    }
    if decoder.total_in() != packed.len() as u64 {
        return Err(fault("something follows the numbers"));
    }
    let width = area.width() as usize;
    let (mut values, mut at, mut below) = (Vec::with_capacity(area.len()), 0, 0_i32);
    for _ in 0..area.len() / width {
        let mut before = below;
        for column in 0..width {
            let coded = read_varint(&bytes, &mut at).ok_or_else(|| fault("there are too few numbers"))?;
            before = before.wrapping_add(unzigzag(coded));
            values.push(before);
            if column == 0 {
                below = before;
            }
        }
    }
    if at == bytes.len() { Ok(values) } else { Err(fault("there are too many numbers")) }
}

const fn zigzag(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}

const fn unzigzag(coded: u32) -> i32 {
    ((coded >> 1) as i32) ^ -((coded & 1) as i32)
}

fn push_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_varint(bytes: &[u8], at: &mut usize) -> Option<u32> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
