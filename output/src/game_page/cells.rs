//! What the chapters are made of: names of types and their cells, matrices, lists of words.

use design::parameters::{material, terrain, unit};
use design::{Design, MaterialType, TerrainType, TypeId, UnitType};

use crate::document::{Cell, Chip, Look, Sheet};
use crate::palette::terrain_color;

/// A unit type by the name that players see.
pub(super) fn unit_name(design: &Design, kind: UnitType) -> &str {
    design.spoken_name(unit::NAME, kind)
}

/// A terrain type by the name that players see.
pub(super) fn terrain_name(design: &Design, kind: TerrainType) -> &str {
    design.spoken_name(terrain::NAME, kind)
}

/// A material type by the name that players see.
pub(super) fn material_name(design: &Design, kind: MaterialType) -> &str {
    design.spoken_name(material::NAME, kind)
}

pub(super) fn unit_cell(design: &Design, kind: UnitType) -> Cell {
    let chip = Chip { glyph: glyph(design.text(unit::CHAR, kind)), color: None };
    Cell { chip: Some(chip), ..Cell::words(unit_name(design, kind)) }
}

pub(super) fn terrain_cell(design: &Design, kind: TerrainType) -> Cell {
    let chip = Chip { glyph: glyph(design.text(terrain::CHAR, kind)), color: Some(terrain_color(design, kind)) };
    Cell { chip: Some(chip), ..Cell::words(terrain_name(design, kind)) }
}

/// The first visible character of a text.
fn glyph(text: &str) -> String {
    text.chars().find(|sign| !sign.is_control()).map_or_else(String::new, String::from)
}

/// A matrix without empty rows and columns; `cell` returns `None` for an empty cell.
pub(super) fn matrix<R: TypeId, C: TypeId>(
    design: &Design,
    corner: &str,
    row_cell: fn(&Design, R) -> Cell,
    column_cell: fn(&Design, C) -> Cell,
    cell: impl Fn(R, C) -> Option<Cell>,
) -> Sheet {
    matrix_of_indexes(
        [R::SCOPE, C::SCOPE].map(|scope| design.types(scope).len()),
        corner,
        &|row| row_cell(design, R::at(row)),
        &|column| column_cell(design, C::at(column)),
        &|row, column| cell(R::at(row), C::at(column)),
    )
}

/// The same for the indexes of types, so that it is compiled once.
fn matrix_of_indexes(
    [height, width]: [usize; 2],
    corner: &str,
    row_cell: &dyn Fn(usize) -> Cell,
    column_cell: &dyn Fn(usize) -> Cell,
    cell: &dyn Fn(usize, usize) -> Option<Cell>,
) -> Sheet {
    /// The most rows and columns: of thousands of types by thousands nobody could make a page, nor read it.
    const MOST: usize = 500;
    let mut columns: Vec<usize> =
        (0..width).filter(|&column| (0..height).any(|row| cell(row, column).is_some())).collect();
    let mut rows: Vec<usize> =
        (0..height).filter(|&row| columns.iter().any(|&column| cell(row, column).is_some())).collect();
    let mut corner = corner.to_owned();
    for (what, count) in [("rows", rows.len()), ("columns", columns.len())] {
        if count > MOST {
            corner.push_str(&format!(", the first {MOST} {what} of {count}"));
        }
    }
    rows.truncate(MOST);
    columns.truncate(MOST);
    let mut heads = vec![Cell::words(corner)];
    heads.extend(columns.iter().map(|&column| Cell { is_number: true, ..column_cell(column) }));
    let row = |row: usize| {
        let mut cells = vec![row_cell(row)];
        for &column in &columns {
            cells.push(Cell { is_number: true, ..cell(row, column).unwrap_or_default() });
        }
        cells
    };
    Sheet { heads, rows: rows.into_iter().map(row).collect(), look: Look::Matrix }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    // Loops, here and below, so that there is little code for each kind of list.
    let mut all = Vec::new();
    for word in words {
        all.push(word);
    }
    match all.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Sentences that several types share, written once: the types, then the sentence.
pub(super) fn shared<'a>(sentences: impl IntoIterator<Item = (&'a str, String)>) -> Vec<String> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, sentence) in sentences {
        share(&mut found, name, sentence);
    }
    found.into_iter().map(|(sentence, names)| format!("{}: {sentence}", listed(names))).collect()
}

fn share<'a>(found: &mut Vec<(String, Vec<&'a str>)>, name: &'a str, sentence: String) {
    match found.iter_mut().find(|(known, _)| *known == sentence) {
        Some((_, names)) => names.push(name),
        None => found.push((sentence, vec![name])),
    }
}
