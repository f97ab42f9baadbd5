//! Vaults: pieces of levels drawn as text, which `make-vaults` sets into them. A form of our own, which GDL does not have:
//! `["vault", "crypt", ["rows", "#######", "#..$..+", "#######"], ["legend", ["$", "chest"]], ["levels", 3, 16], ["weight", 10]]`.
//!
//! In its rows, from north to south, `#` is solid ground, `.` the floor of rooms, `,` that of passages, `+` a closed door; a space leaves a
//! cell as it is. The legend says what other glyphs are: a type of terrain, or a unit that stands on the floor of a room.

use super::{Fault, FormReader};
use crate::parameters::terrain::{SUBTYPE, SUBTYPE_CELL};
use crate::{Atom, Design, Diagnostic, TerrainType, UnitType};

/// A vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vault {
    /// What it is called.
    pub name: String,
    /// Its cells, row by row from the north; all rows are as long.
    pub rows: Vec<Vec<VaultCell>>,
    /// The first level and the last one, counted from 1, on which it may lie.
    pub levels: (i32, i32),
    /// How often it is drawn, among all vaults.
    pub weight: u32,
}

/// A cell of a vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaultCell {
    /// Whatever was there.
    AsItIs,
    /// Solid ground.
    Solid,
    /// The floor of a room.
    Room,
    /// The floor of a passage.
    Passage,
    /// A closed door.
    Door,
    /// Terrain of this type.
    Terrain(TerrainType),
    /// A unit of this type, on the floor of a room.
    Unit(UnitType),
}

impl VaultCell {
    /// Whether people stand in it, as far as the drawing tells.
    #[must_use]
    pub const fn is_floor(self) -> bool {
        matches!(self, VaultCell::Room | VaultCell::Passage | VaultCell::Door | VaultCell::Unit(_))
    }
}

/// The most rows of a vault, and the most cells of a row.
const SIZE_MAX: usize = 60;
/// The parts of a vault, behind its name.
const PARTS: [&str; 4] = ["rows", "legend", "levels", "weight"];

impl Vault {
    /// The cell in a row and column; `None` outside.
    #[must_use]
    pub fn cell(&self, row: i32, column: i32) -> Option<VaultCell> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// Whether a cell is a door or floor that one can enter from outside: at the rim, or beside a cell that is left as it is.
    #[must_use]
    pub fn is_way_in(&self, row: i32, column: i32) -> bool {
        let is_outside =
            |(up, right): (i32, i32)| self.cell(row + up, column + right).is_none_or(|cell| cell == VaultCell::AsItIs);
        let way = [VaultCell::Room, VaultCell::Passage, VaultCell::Door];
        self.cell(row, column).is_some_and(|cell| way.contains(&cell)) && SIDES.into_iter().any(is_outside)
    }

    /// A cell of floor from which no way leads out, at best over the terrain of its legend.
    fn find_sealed(&self) -> Option<(usize, usize)> {
        let width = self.rows.first().map_or(0, Vec::len);
        let mut is_reached = vec![vec![false; width]; self.rows.len()];
        let places = || (0..self.rows.len()).flat_map(|row| (0..width).map(move |column| (row, column)));
        let mut open: Vec<(usize, usize)> =
            places().filter(|&(row, column)| self.is_way_in(row as i32, column as i32)).collect();
        while let Some((row, column)) = open.pop() {
            if std::mem::replace(&mut is_reached[row][column], true) {
                continue;
            }
            for (up, right) in SIDES {
                let (row, column) = (row as i32 + up, column as i32 + right);
                let passes = |cell: VaultCell| cell.is_floor() || matches!(cell, VaultCell::Terrain(_));
                if self.cell(row, column).is_some_and(passes) {
                    open.push((row as usize, column as usize));
                }
            }
        }
        places().find(|&(row, column)| self.rows[row][column].is_floor() && !is_reached[row][column])
    }
}

/// Up, right, down, left, as rows and columns.
const SIDES: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

impl<'a> FormReader<'_, 'a> {
    /// Of a form `(vault name (rows ..) (legend ..) (levels first last) (weight number))`; `None` if it cannot be drawn.
    pub(super) fn vault(&mut self, atoms: &'a [Atom]) -> Option<Vault> {
        let head = atoms.first()?;
        let Some(name) = atoms.get(1).and_then(Atom::text) else {
            self.found.push((head, Diagnostic::error("missing-part", "a vault has no name")));
            return None;
        };
        let mut parts: [Option<(&'a Atom, &'a [Atom])>; PARTS.len()] = [None; PARTS.len()];
        for part in &atoms[2..] {
            let Some([at, values @ ..]) = part.list() else {
                let diagnostic =
                    Diagnostic::error("wrong-kind", "a part of a vault is a list such as [\"weight\", 10]");
                self.found.push((part, diagnostic.found(part.to_string())));
                continue;
            };
            let word = at.text().unwrap_or_default();
            match PARTS.iter().position(|&known| known == word) {
                Some(number) => parts[number] = Some((at, values)),
                None => {
                    let diagnostic = Diagnostic::error("unknown-property", format!("vaults have no part `{at}`"));
                    self.found.push((at, diagnostic.one_of(word, &PARTS)));
                }
            }
        }
        let [rows, legend, levels, weight] = parts;
        let Some((at, rows)) = rows else {
            self.found.push((head, Diagnostic::error("missing-part", format!("the vault `{name}` has no `rows`"))));
            return None;
        };
        let legend = legend.map_or_else(Vec::new, |(_, entries)| self.legend(entries));
        let levels = match levels.map(|(at, values)| (at, [values.first(), values.get(1)].map(|end| end?.int()))) {
            None => (1, i32::MAX),
            Some((_, [Some(first), Some(last)])) if 1 <= first && first <= last => (first, last),
            Some((at, _)) => {
                let diagnostic = Diagnostic::error("wrong-kind", "`levels` of a vault are no two levels");
                self.found.push((at, diagnostic.expected("the first level and the last one, counted from 1")));
                (1, i32::MAX)
            }
        };
        let weight = match weight.map(|(at, values)| (at, values.first().and_then(Atom::int))) {
            None => 10,
            Some((_, Some(weight))) if (0..=10_000).contains(&weight) => weight as u32,
            Some((at, _)) => {
                let diagnostic = Diagnostic::error("out-of-range", "`weight` of a vault cannot be this");
                self.found.push((at, diagnostic.expected("a whole number from 0 to 10000")));
                10
            }
        };
        let rows = self.rows(at, rows, &legend)?;
        let vault = Vault { name: name.to_owned(), rows, levels, weight };
        let ways = (0..vault.rows.len()).flat_map(|row| (0..vault.rows[0].len()).map(move |column| (row, column)));
        if !{ ways }.any(|(row, column)| vault.is_way_in(row as i32, column as i32)) {
            let message = format!("the vault `{name}` has no way in");
            let diagnostic = Diagnostic::error("no-way-in", message);
            self.found.push((at, diagnostic.expected("`+`, `.` or `,` at its rim, or beside a space")));
            return None;
        }
        if let Some((row, column)) = vault.find_sealed() {
            let message = format!("no way leads out of row {}, column {} of the vault `{name}`", row + 1, column + 1);
            let diagnostic = Diagnostic::error("no-way-in", message);
            self.found.push((at, diagnostic.expected("floor from there to a `+`, `.` or `,` at its rim")));
            return None;
        }
        Some(vault)
    }

    fn legend(&mut self, entries: &'a [Atom]) -> Vec<(char, VaultCell)> {
        entries.iter().filter_map(|entry| self.keep(read_entry(entry, self.design))).collect()
    }

    /// The cells of a drawing; `None` if something is wrong with it.
    fn rows(&mut self, at: &'a Atom, rows: &'a [Atom], legend: &[(char, VaultCell)]) -> Option<Vec<Vec<VaultCell>>> {
        let faults = self.found.len();
        if rows.is_empty() || rows.len() > SIZE_MAX {
            let diagnostic = Diagnostic::error("out-of-range", format!("a vault cannot have {} rows", rows.len()));
            self.found.push((at, diagnostic.expected(format!("1 to {SIZE_MAX}"))));
            return None;
        }
        let length = |row: &Atom| row.text().map_or(0, |text| text.chars().count());
        let mut drawn = Vec::new();
        for row in rows {
            let Some(text) = row.text().filter(|text| (1..=SIZE_MAX).contains(&text.chars().count())) else {
                let diagnostic = Diagnostic::error("wrong-kind", "this is no row of a vault").found(row.to_string());
                self.found.push((row, diagnostic.expected(format!("a text of 1 to {SIZE_MAX} glyphs"))));
                continue;
            };
            if length(row) != length(&rows[0]) {
                let message = format!("this row has {} glyphs, the first one {}", length(row), length(&rows[0]));
                self.found.push((row, Diagnostic::error("uneven-rows", message).expected("rows of one length")));
            }
            let mut cells = Vec::new();
            for glyph in text.chars() {
                let known = PLAIN.iter().chain(legend).find(|(known, _)| *known == glyph);
                match known {
                    Some(&(_, cell)) => cells.push(cell),
                    None => {
                        let message = format!("the legend does not say what `{glyph}` is");
                        let expected = "`#`, `.`, `,`, `+`, a space, or a glyph of its legend";
                        self.found.push((row, Diagnostic::error("unknown-glyph", message).expected(expected)));
                        break;
                    }
                }
            }
            drawn.push(cells);
        }
        (self.found.len() == faults).then_some(drawn)
    }
}

/// The glyphs that mean the same in every vault.
const PLAIN: [(char, VaultCell); 5] = [
    ('#', VaultCell::Solid),
    ('.', VaultCell::Room),
    (',', VaultCell::Passage),
    ('+', VaultCell::Door),
    (' ', VaultCell::AsItIs),
];

/// An entry of a legend: `[glyph, type]`.
fn read_entry<'a>(entry: &'a Atom, design: &Design) -> Result<(char, VaultCell), Fault<'a>> {
    let Some([glyph, kind]) = entry.list() else {
        let diagnostic = Diagnostic::error("wrong-kind", "an entry of a legend is a glyph and a type");
        return Err((entry, diagnostic.found(entry.to_string()).expected("[\"~\", \"water\"]")));
    };
    let mut glyphs = glyph.text().unwrap_or_default().chars();
    let (Some(only), None) = (glyphs.next(), glyphs.next()) else {
        return Err((glyph, Diagnostic::error("wrong-kind", format!("`{glyph}` is not one glyph"))));
    };
    if PLAIN.iter().any(|&(plain, _)| plain == only) {
        return Err((glyph, Diagnostic::error("wrong-kind", format!("`{only}` means the same in every vault"))));
    }
    let name = kind.text().unwrap_or_default();
    if let Some(terrain) = design.find::<TerrainType>(name) {
        if design.int(SUBTYPE, terrain) != SUBTYPE_CELL {
            let diagnostic = Diagnostic::error("wrong-kind", format!("`{name}` fills no cells"));
            return Err((kind, diagnostic.expected("a type of terrain whose `subtype` is cell, or a unit type")));
        }
        return Ok((only, VaultCell::Terrain(terrain)));
    }
    let unknown = || Diagnostic::error("unknown-type", format!("there is no type of terrain or units `{kind}`"));
    let known = design.terrain.names.iter().chain(&design.units.names).map(String::as_str);
    let unit = design.find::<UnitType>(name).map(VaultCell::Unit);
    unit.map(|cell| (only, cell)).ok_or_else(|| (kind, unknown().did_you_mean(name, known)))
}
