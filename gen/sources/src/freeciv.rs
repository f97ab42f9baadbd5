//! Scenarios of Freeciv: terrain and starts. Writer and reader lay tiles alike: see [`Board`].

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

use design::{Design, Diagnostic, Diagnostics, Place, SIDES_BOUND, SideSketch, TerrainType, counted};
use flate2::read::GzDecoder;
use grid::{Area, Cell, Layer, Shape};
use world::{Scenario, Side, World};

use crate::board::Board;

/// The letters of Freeciv's terrain with its names, in the order of its own files.
pub const FREECIV_TERRAINS: [(char, &str); 14] = [
    ('i', "Inaccessible"),
    ('+', "Lake"),
    (' ', "Ocean"),
    (':', "Deep Ocean"),
    ('a', "Glacier"),
    ('d', "Desert"),
    ('f', "Forest"),
    ('g', "Grassland"),
    ('h', "Hills"),
    ('j', "Jungle"),
    ('m', "Mountains"),
    ('p', "Plains"),
    ('s', "Swamp"),
    ('t', "Tundra"),
];
/// The letters with their names, as people are told: `` `i` (Inaccessible), .. ``.
#[must_use]
pub fn freeciv_letters() -> String {
    FREECIV_TERRAINS.map(|(letter, name)| format!("`{letter}` ({name})")).join(", ")
}

/// Of tiles that nobody enters: they lie where there is no cell.
pub const FREECIV_NO_CELL: char = 'i';
/// The most bytes of a file, unpacked; and how many for each byte that is packed, beside some that every file may have. Of real ones the
/// tenth part is seen.
const TEXT_MAX: u64 = 1 << 28;
const TEXT_OF_BYTE_MAX: u64 = 200;
const TEXT_OF_EACH: u64 = 1 << 20;
/// The newest form of files that is known, that of Freeciv 3.3: 40 is that of 3.0, 50 that of 3.1, 60 that of 3.2.
const VERSION_MAX: u32 = 70;
/// The most starts, extras and fields of a line: Freeciv has 512 players and 250 extras.
const STARTS_MAX: usize = 1 << 16;
const EXTRAS_MAX: usize = 256;
const FIELDS_MAX: usize = 1024;

/// The text of a file, which may be packed with gzip.
///
/// # Errors
/// A diagnostic if it is packed otherwise, or no text.
pub fn unpack(file: &str, bytes: Vec<u8>) -> Result<String, Diagnostics> {
    let fault = |message: String, right: &str| {
        Err(Diagnostics(vec![Diagnostic::error("bad-file", format!("{file} {message}")).expected(right)]))
    };
    let unpacked = match bytes.as_slice() {
        [0x1f, 0x8b, ..] => {
            let mut unpacked = Vec::new();
            let most = TEXT_MAX.min(TEXT_OF_EACH + TEXT_OF_BYTE_MAX * bytes.len() as u64);
            match GzDecoder::new(bytes.as_slice()).take(most + 1).read_to_end(&mut unpacked) {
                Ok(_) if unpacked.len() as u64 > most => {
                    let right = format!("at most {most} bytes, unpacked");
                    return fault("is too large for what it is packed in".to_owned(), &right);
                }
                Ok(_) => unpacked,
                Err(error) => return fault(format!("cannot be unpacked: {error}"), "a whole file"),
            }
        }
        [0xfd, b'7', b'z', b'X', b'Z', ..] => {
            return fault("is packed with xz".to_owned(), "a file unpacked with `xz -d`");
        }
        [b'B', b'Z', b'h', ..] => return fault("is packed with bzip2".to_owned(), "a file unpacked with `bunzip2`"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            return fault("is packed with zstd".to_owned(), "a file unpacked with `zstd -d`");
        }
        _ => bytes,
    };
    String::from_utf8(unpacked).or_else(|_| fault("is no text".to_owned(), "a scenario that Freeciv has saved"))
}

/// A row of tiles, with its line in the file.
type Row = (u32, Vec<char>);

/// What a file says.
#[derive(Default)]
struct Save {
    rows: Vec<Row>,
    topology: Vec<String>,
    /// Starts with their line and the nations that may have them.
    starts: Vec<(u32, (u32, u32), String)>,
    /// The letter of each name of a terrain, if the file tells them.
    letters: BTreeMap<char, String>,
    extras: Vec<String>,
    /// How many tiles have each extra.
    tiles: BTreeMap<usize, usize>,
}

fn spot(file: &str, line: u32, column: u32) -> Place {
    Place { file: file.to_owned(), line, column, end_line: line, end_column: column + 1 }
}

fn at(file: &str, line: u32, column: u32, code: &'static str, message: String) -> Diagnostic {
    Diagnostic::error(code, message).at(spot(file, line, column))
}

fn one(fault: Diagnostic) -> Diagnostics {
    Diagnostics(vec![fault])
}

/// A line without the comment at its end: what follows `;` or `#` outside of a text.
fn uncommented(line: &str) -> &str {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, letter) in line.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ';' | '#' if !is_quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The fields of a line: numbers, words, and texts in quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let (mut is_quoted, mut is_escaped) = (false, false);
    for letter in line.trim().chars() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => {
                is_escaped = true;
                continue;
            }
            '"' => {
                is_quoted = !is_quoted;
                continue;
            }
            ',' if !is_quoted => {
                // No line that is read has more.
                if fields.len() == FIELDS_MAX {
                    break;
                }
                fields.push(String::new());
                continue;
            }
            _ => {}
        }
        fields.last_mut().expect("there is one").push(letter);
    }
    fields
}

impl Save {
    fn read(file: &str, text: &str) -> Result<Save, Diagnostics> {
        let mut save = Save::default();
        let (mut section, mut table, mut is_script) = (String::new(), String::new(), false);
        for (number, line) in (1..).zip(text.lines()) {
            // A script goes over several lines, between two signs of the dollar.
            if is_script {
                is_script = !line.trim_end().ends_with('$');
                continue;
            }
            let trimmed = uncommented(line).trim();
            if trimmed.is_empty() {
                continue;
            }
            if trimmed == "}" {
                table.clear();
            } else if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = name.to_owned();
            } else if !table.is_empty() {
                save.read_entry(file, number, (&section, &table), trimmed)?;
            } else if let Some((key, value)) = trimmed.split_once('=') {
                let (key, value) = (key.trim_end(), value.trim_start());
                // A script's own signs are no comments.
                let script = line.split_once('=').and_then(|(_, value)| value.trim().strip_prefix('$'));
                match script {
                    Some(script) => is_script = !script.ends_with('$'),
                    None if value.starts_with('{') => table = key.to_owned(),
                    None => save.read_value(file, number, (&section, key), value)?,
                }
            }
        }
        if save.rows.is_empty() {
            let message = format!("{file} has no map: no line such as t0000=\"..\" in [map]");
            return Err(one(Diagnostic::error("no-map", message).expected("a scenario that Freeciv has saved")));
        }
        Ok(save)
    }

    fn read_entry(
        &mut self,
        file: &str,
        number: u32,
        (section, table): (&str, &str),
        line: &str,
    ) -> Result<(), Diagnostics> {
        let fields = fields(line);
        match (section, table) {
            // Since 3.2 `wrap` has the words that `topology` had before.
            ("settings", "set") if fields[0] == "topology" || fields[0] == "wrap" => {
                let words = fields.get(1).map_or("", String::as_str).split('|');
                let words = words.filter(|word| !word.is_empty()).take(FIELDS_MAX);
                self.topology.extend(words.map(str::to_ascii_uppercase));
            }
            ("savefile", "terrident") => {
                if let [name, letter] = &fields[..] {
                    self.letters.extend(letter.chars().next().map(|letter| (letter, name.clone())));
                }
            }
            ("map", "startpos") => {
                let place = fields[0].parse().ok().zip(fields.get(1).and_then(|field| field.parse().ok()));
                let Some(place) = place else {
                    let fault = at(file, number, 1, "bad-start", format!("`{line}` is no start"));
                    return Err(one(fault.expected("x,y,exclude,\"nations\"")));
                };
                if self.starts.len() == STARTS_MAX {
                    let message = format!("there are more than {}", counted(STARTS_MAX, "start"));
                    return Err(one(at(file, number, 1, "too-large", message)));
                }
                self.starts.push((number, place, fields.get(3).cloned().unwrap_or_default()));
            }
            _ => {}
        }
        Ok(())
    }

    fn read_value(
        &mut self,
        file: &str,
        number: u32,
        (section, key): (&str, &str),
        value: &str,
    ) -> Result<(), Diagnostics> {
        let digits = |text: &str| text.len() >= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        if (section, key) == ("savefile", "version") {
            let version = value.trim().parse::<u32>().ok().filter(|version| *version <= VERSION_MAX);
            if version.is_none() {
                let message = format!("{file} has the version `{}`, which no Freeciv up to 3.3 writes", value.trim());
                let right = format!("a version of at most {VERSION_MAX}");
                return Err(one(at(file, number, 1, "bad-version", message).expected(right)));
            }
        }
        if (section, key) == ("savefile", "extras_vector") {
            self.extras = fields(value);
        }
        if section != "map" {
            return Ok(());
        }
        let text = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        if let Some(row) = key.strip_prefix('t').filter(|row| digits(row)) {
            let Some(text) = text else {
                return Err(one(at(file, number, 1, "bad-row", format!("`{key}` is no text in quotes"))));
            };
            // Before memory is taken for them.
            let most = Area::CELLS_MAX as usize;
            let before = self.rows.len() * self.rows.first().map_or(0, |(_, first)| first.len());
            if before + text.chars().count() > most {
                let message = "there are more tiles than a map can have".to_owned();
                return Err(one(at(file, number, 1, "too-large", message).expected(format!("at most {most} tiles"))));
            }
            let tiles: Vec<char> = text.chars().collect();
            let wide = self.rows.first().map_or(tiles.len(), |(_, first)| first.len());
            if row.parse() != Ok(self.rows.len()) || tiles.len() != wide || wide == 0 {
                let message = format!("`{key}` has {}", counted(tiles.len(), "tile"));
                let right = format!("t{:04} with {}", self.rows.len(), counted(wide.max(1), "tile"));
                return Err(one(at(file, number, 1, "bad-row", message).expected(right)));
            }
            self.rows.push((number, tiles));
        } else if let (Some((extra, row)), Some(text)) =
            (key.strip_prefix('e').and_then(|key| key.split_once('_')), text)
            && let (Ok(four), true) = (extra.parse::<usize>(), digits(row))
            && 4 * four < EXTRAS_MAX
        {
            for digit in text.chars().filter_map(|digit| digit.to_digit(16)) {
                (0..4)
                    .filter(|bit| digit >> bit & 1 == 1)
                    .for_each(|bit| *self.tiles.entry(4 * four + bit).or_default() += 1);
            }
        }
        Ok(())
    }

    fn is(&self, word: &str) -> bool {
        self.topology.iter().any(|own| own == word)
    }

    fn tile(&self, (column, row): (u32, u32)) -> Option<char> {
        self.rows.get(row as usize)?.1.get(column as usize).copied()
    }

    /// How many columns and rows of the board have no tile but those that nobody enters: west, east, north, south. None where the map wraps.
    fn rim(
        &self,
        (columns, rows): (u32, u32),
        tile: impl Fn(u32, u32) -> (u32, u32),
        (wraps_x, wraps_y): (bool, bool),
    ) -> [u32; 4] {
        let is_void =
            |column: u32, row: u32| self.tile(tile(column, row)).is_none_or(|letter| letter == FREECIV_NO_CELL);
        let column = |column: u32| !wraps_x && (0..rows).all(|row| is_void(column, row));
        let row = |row: u32| !wraps_y && (0..columns).all(|column| is_void(column, row));
        let count =
            |length: u32, is_void: &dyn Fn(u32) -> bool| (0..length).take_while(|&at| is_void(at)).count() as u32;
        [
            count(columns, &column),
            count(columns, &|at| column(columns - 1 - at)),
            count(rows, &row),
            count(rows, &|at| row(rows - 1 - at)),
        ]
    }
}

/// Where the cells of an area lie among the tiles.
struct Fit {
    area: Area,
    tiles: Vec<(Cell, (u32, u32))>,
    /// The cells beyond the map, where its oblique columns leave room.
    beyond: Vec<Cell>,
}

impl Save {
    fn fit(&self, file: &str, shape: Option<Shape>) -> Result<Fit, Diagnostics> {
        let wraps = (self.is("WRAPX"), self.is("WRAPY"));
        let (width, height) = (self.rows[0].1.len() as u32, self.rows.len() as u32);
        let (is_hex, is_iso) = (self.is("HEX"), self.is("ISO"));
        if is_iso && !is_hex {
            let message = format!("{file} has squares that stand on a corner (topology ISO)");
            let right = "a topology of squares in rows, or of hexes (ISO|HEX or HEX)";
            return Err(one(Diagnostic::error("bad-topology", message).expected(right)));
        }
        let is_oblique = is_hex && !is_iso;
        if is_oblique && shape == Some(Shape::Torus) {
            let message =
                format!("{file} has oblique columns (topology HEX) and cannot be a torus, whose columns are upright");
            let right = "--area hexagon, rectangle or cylinder";
            return Err(one(Diagnostic::error("bad-area", message).expected(right)));
        }
        let shapes: Vec<Shape> = match (shape, is_hex, wraps) {
            (Some(shape), ..) => vec![shape],
            (None, false, (true, true)) => vec![Shape::Torus8],
            (None, false, _) => vec![Shape::Square8],
            (None, true, (_, true)) if is_oblique || !wraps.0 => vec![Shape::Cylinder],
            (None, true, (true, true)) => vec![Shape::Torus],
            (None, true, _) if is_oblique => vec![Shape::Hexagon],
            (None, true, _) => vec![Shape::Hexagon, Shape::Rectangle],
        };
        let is_right = |shape: Shape| (shape.lattice() == grid::Lattice::Hex) == is_hex;
        if let Some(shape) = shapes.iter().find(|shape| !is_right(**shape)) {
            let cells = if is_hex { "hexes" } else { "squares" };
            let message = format!("{file} has {cells} and cannot be a {shape}");
            let right: Vec<&str> =
                Shape::ALL.iter().filter(|shape| is_right(**shape)).map(|shape| shape.name()).collect();
            return Err(one(
                Diagnostic::error("bad-area", message).expected(format!("--area with one of {}", right.join(", ")))
            ));
        }
        // Columns and rows of whole tiles, as on a board.
        let board = if is_iso { (2 * width, height / 2) } else { (width, height) };
        let tile = |column: u32, row: u32| match is_iso {
            true => (column / 2, 2 * row + column % 2),
            false => (column, row),
        };
        let mut why = None;
        for &shape in &shapes {
            let [west, east, north, south] = self.rim(board, tile, wraps);
            let end = (board.0.saturating_sub(east), board.1.saturating_sub(south));
            // Columns keep their halves: a board that begins with an odd one has others in the west.
            for west in [west, west.saturating_sub(1)] {
                let (columns, rows) = (end.0.saturating_sub(west), end.1.saturating_sub(north));
                // Upright columns have room for oblique ones where they are more by half of the rows.
                let is_upright = is_oblique && shape == Shape::Rectangle;
                let room = if is_upright { columns.saturating_sub(1) / 2 } else { 0 };
                let size = if is_hex { (rows + room, columns) } else { (columns, rows) };
                let area = match Area::new(shape, size.0, size.1) {
                    Ok(area) => area,
                    Err(error) => {
                        why = why.or(Some(format!("{file} makes no {shape}: {error}")));
                        continue;
                    }
                };
                let own = Board::new(area);
                if is_iso && west % 2 != own.west() {
                    continue;
                }
                let lay = |cell: Cell| {
                    if is_upright {
                        let (column, row) = area.column_row(cell);
                        let oblique = u32::try_from(column - row / 2).ok().filter(|oblique| *oblique < rows)?;
                        return Some((row as u32 + west, oblique + north));
                    }
                    if is_oblique {
                        let (column, row) = own.oblique(cell);
                        return Some((column + west, row + north));
                    }
                    let (column, row) = own.at(cell);
                    Some(tile(column + west - own.west(), row + north))
                };
                let (mut tiles, mut beyond) = (Vec::new(), Vec::new());
                for cell in area.cells() {
                    match lay(cell) {
                        Some(tile) => tiles.push((cell, tile)),
                        None => beyond.push(cell),
                    }
                }
                if shape == Shape::Hexagon && !self.is_void_beyond(&tiles) {
                    why = why.or(Some(format!("{file} has land or sea beyond the corners of a hexagon")));
                    continue;
                }
                return Ok(Fit { area, tiles, beyond });
            }
        }
        let why = why.unwrap_or_else(|| format!("{file} has its columns in other halves than a {}", shapes[0]));
        Err(one(
            Diagnostic::error("bad-size", why).suggest("choose another --area, or a topology of whole rows in Freeciv")
        ))
    }

    /// Whether tiles that are no cells are those that nobody enters, and there are such.
    fn is_void_beyond(&self, tiles: &[(Cell, (u32, u32))]) -> bool {
        let closed =
            |letters: &mut dyn Iterator<Item = char>| letters.filter(|letter| *letter == FREECIV_NO_CELL).count();
        let all: usize = self.rows.iter().map(|(_, row)| row.len()).sum();
        let void = closed(&mut self.rows.iter().flat_map(|(_, row)| row.iter().copied()));
        let within = closed(&mut tiles.iter().filter_map(|(_, tile)| self.tile(*tile)));
        tiles.iter().all(|(_, tile)| self.tile(*tile).is_some())
            && all > tiles.len()
            && void - within == all - tiles.len()
    }
}

/// Reads a start from a scenario of Freeciv 2.5 to 3.3: its terrain and where players start. `letters` is what each letter of
/// [`FREECIV_TERRAINS`] becomes, and whether that is its own counterpart. `shape` is the one that the user asks for; else topology and corners
/// tell it. It also returns warnings of what became something else, and of what is not read.
///
/// # Errors
/// Diagnostics with their places if the file has no map, if a row or a letter is wrong, or if no area is like its topology.
pub fn read_freeciv(
    design: &Arc<Design>,
    file: &str,
    text: &str,
    shape: Option<Shape>,
    letters: &[(char, TerrainType, bool)],
) -> Result<(Scenario, Diagnostics), Diagnostics> {
    let save = Save::read(file, text)?;
    let Fit { area, tiles, beyond } = save.fit(file, shape)?;
    let first = design.cell_terrain().next().unwrap_or(TerrainType(0));
    let mut values = vec![first; area.len()];
    let mut others: BTreeMap<char, (TerrainType, usize)> = BTreeMap::new();
    for &(cell, (column, row)) in &tiles {
        let (line, letter) = match save.rows.get(row as usize) {
            Some((line, tiles)) if (column as usize) < tiles.len() => (*line, tiles[column as usize]),
            _ => {
                let message = format!("{file} has no tile at {column}, {row}, where a cell lies");
                return Err(one(Diagnostic::error("no-terrain", message).suggest("choose another --area")));
            }
        };
        // Rulesets may have other letters for the same names.
        let name = save.letters.get(&letter).map(String::as_str);
        let known =
            FREECIV_TERRAINS.iter().find(|(own, own_name)| name.map_or(*own == letter, |name| name == *own_name));
        let meaning = known.and_then(|(own, _)| letters.iter().find(|(letter, ..)| letter == own));
        let Some(&(own, kind, is_own)) = meaning else {
            let what = name.map_or_else(String::new, |name| format!(", {name},"));
            let message = format!("the terrain `{letter}`{what} at {column}, {row} is none of Freeciv's own");
            // A row is `t0000="` and its tiles.
            return Err(one(at(file, line, column + 8, "unknown-terrain", message).expected(freeciv_letters())));
        };
        values[cell.index()] = kind;
        if !is_own {
            others.entry(own).or_insert((kind, 0)).1 += 1;
        }
    }
    // Where the map has no tile, nobody enters, as far as the design knows such terrain.
    let closed = letters.iter().find(|(letter, ..)| *letter == FREECIV_NO_CELL).map_or(first, |(_, kind, _)| *kind);
    beyond.iter().for_each(|cell| values[cell.index()] = closed);
    let mut world = World::new(area);
    world.terrain = Some(Layer::from_values(&area, values));
    let mut scenario = Scenario::new(Arc::clone(design), world);
    let mut warnings = Vec::new();
    for (letter, (kind, count)) in others {
        let name = FREECIV_TERRAINS.iter().find(|(own, _)| *own == letter).map_or("", |(_, name)| name);
        let message = format!("{} of {name} became `{}`", counted(count, "tile"), design.name_of(kind));
        warnings.push(Diagnostic::warning("other-terrain", message).suggest("give another --palette"));
    }
    if !beyond.is_empty() {
        let message = format!(
            "{file} has oblique columns: {} beyond its corners became `{}`",
            counted(beyond.len(), "cell"),
            design.name_of(closed)
        );
        warnings.push(Diagnostic::warning("filled", message));
    }
    let is_cut = |wraps: bool, is_kept: bool| wraps && !is_kept;
    let kept = Board::new(area).wraps();
    if is_cut(save.is("WRAPX"), kept.0) || is_cut(save.is("WRAPY"), kept.1) {
        warnings.push(Diagnostic::warning(
            "cut",
            format!("{file} wraps where a {} does not: it is cut there", area.shape()),
        ));
    }
    let mut cells: BTreeMap<(u32, u32), Cell> = BTreeMap::new();
    cells.extend(tiles.iter().map(|&(cell, tile)| (tile, cell)));
    for (line, place, nations) in &save.starts {
        let Some(&center) = cells.get(place) else {
            let message = format!("the start at {}, {} lies on no cell", place.0, place.1);
            return Err(one(at(file, *line, 1, "bad-start", message)));
        };
        if scenario.sides.len() < SIDES_BOUND {
            // A start for one nation bears its name; others are named anew.
            let name = if nations.contains('#') { String::new() } else { nations.clone() };
            scenario.sides.push(Side { name, center: Some(center), ..Side::from(SideSketch::default()) });
        }
    }
    let more = save.starts.len() - scenario.sides.len();
    if more > 0 {
        let message = format!("{} beyond the first {SIDES_BOUND} are left out", counted(more, "start"));
        warnings.push(Diagnostic::warning("too-many-starts", message));
    }
    let unread: Vec<String> = save
        .tiles
        .iter()
        .map(|(&extra, count)| format!("{count} {}", save.extras.get(extra).map_or("unknown", String::as_str)))
        .collect();
    if !unread.is_empty() {
        let message = format!("what lies on tiles is not read, and made anew: {}", unread.join(", "));
        warnings.push(Diagnostic::warning("unread-extra", message));
    }
    Ok((scenario, Diagnostics(warnings)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_pictures::{design, upright_rows};

    fn letters(design: &Design) -> Vec<(char, TerrainType, bool)> {
        let find = |name: &str| design.find::<TerrainType>(name).unwrap();
        FREECIV_TERRAINS
            .iter()
            .map(|&(letter, _)| match letter {
                ' ' | ':' | '+' => (letter, find("sea"), letter == ' '),
                'm' => (letter, find("mountains"), true),
                _ => (letter, find("plains"), letter == 'p'),
            })
            .collect()
    }

    fn save(topology: &str, rows: &[&str], starts: &str) -> String {
        let rows: String = rows.iter().enumerate().map(|(number, row)| format!("t{number:04}=\"{row}\"\n")).collect();
        format!(
            "[savefile]\nextras_vector=\"Hut\",\"River\"\n\n[settings]\nset={{\"name\",\"value\"\n\"topology\",\"{topology}\",\"\"\n}}\n\n[map]\n{rows}\
            startpos={{\"x\",\"y\",\"exclude\",\"nations\"\n{starts}}}\ne00_0000=\"0123\"\n"
        )
    }

    fn read(text: &str, shape: Option<Shape>) -> Result<(Scenario, Vec<String>), String> {
        let design = Arc::new(design());
        match read_freeciv(&design, "f.sav", text, shape, &letters(&design)) {
            Ok((scenario, found)) => Ok((scenario, found.0.iter().map(ToString::to_string).collect())),
            Err(found) => Err(found.0[0].to_string()),
        }
    }

    #[test]
    fn squares_keep_their_rows_and_what_is_not_read_is_told() {
        let text =
            save("", &["iiiiii", "i pmpi", "i: mpi", "ig pmi"], "1,1,FALSE,\"Roman\"\n4,3,FALSE,\"Dutch#Danish\"\n");
        let (scenario, told) = read(&text, None).unwrap();
        assert_eq!(upright_rows(&scenario.world, &scenario.design), ["spmp", "ssmp", "pspm"], "the rim is gone");
        let sides: Vec<_> = scenario.sides.iter().map(|side| (side.name.as_str(), side.center)).collect();
        let cell = |column, row| scenario.world.area.cell(column, row);
        assert_eq!(sides, [("Roman", cell(0, 2)), ("", cell(3, 0))]);
        assert_eq!(
            told,
            [
                "warning[other-terrain]: 1 tile of Deep Ocean became `sea`; give another --palette",
                "warning[other-terrain]: 1 tile of Grassland became `plains`; give another --palette",
                "warning[unread-extra]: what lies on tiles is not read, and made anew: 2 Hut, 2 River",
            ]
        );
    }

    /// Blank lines and comments may stand anywhere, in tables too; later versions have the words of wrapping in a setting of their own.
    #[test]
    fn comments_and_later_versions_are_read() {
        let text =
            save("", &["pppp", "p  p", "pppp"], "\n; the west\n0,0,FALSE,\"\" ; here\n# the east\n  3,2,FALSE,\"\"\n");
        let (scenario, _) = read(&text, None).unwrap();
        let cell = |column, row| scenario.world.area.cell(column, row);
        let starts: Vec<_> = scenario.sides.iter().map(|side| side.center).collect();
        assert_eq!(starts, [cell(0, 2), cell(3, 0)]);
        let half: Vec<&str> = ["pm", "  "].iter().cycle().take(8).copied().collect();
        let of_version = |version: &str| {
            let wrap = format!(
                "[savefile]\nversion={version}\n[settings]\nset={{\"name\",\"value\"\n\"wrap\",\"WrapX|WRAPY\",\"\"\n}}\n"
            );
            read(&(wrap + &save("ISO|HEX", &half, "")), None).map(|(scenario, _)| scenario.world.area.shape())
        };
        assert_eq!(of_version("60"), Ok(Shape::Torus));
        let fault = of_version("90").unwrap_err();
        assert_eq!(
            fault,
            "f.sav:2:1: error[bad-version]: f.sav has the version `90`, which no Freeciv up to 3.3 writes: expected a version of at most 70"
        );
    }

    /// A line of land along the columns of the topology HEX stays one piece on upright columns.
    #[test]
    fn oblique_columns_become_upright_without_being_sheared() {
        let rows: Vec<String> = (0..7).map(|row| format!("{}p{}", " ".repeat(6 - row), " ".repeat(row))).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let text = save("HEX", &rows, "");
        let (scenario, told) = read(&text, Some(Shape::Rectangle)).unwrap();
        let (area, world) = (scenario.world.area, &scenario.world);
        assert_eq!((area.width(), area.height()), (10, 7));
        // The diagonal of ocean tells land from what was filled in.
        let is_land = |cell: Cell| scenario.design.name_of(world.terrain_at(cell)) == "plains";
        let oblique = |cell: Cell| {
            let (column, row) = area.column_row(cell);
            column - row / 2
        };
        let land: Vec<Cell> = area.cells().filter(|&cell| is_land(cell) && (0..7).contains(&oblique(cell))).collect();
        assert_eq!(land.len(), 7);
        for pair in land.windows(2) {
            assert!(area.around(pair[0]).any(|(_, near)| near == pair[1]), "{pair:?}");
        }
        assert!(
            told[0].starts_with("warning[filled]: f.sav has oblique columns: 21 cells beyond its corners became"),
            "{told:?}"
        );
        let fault = read(&text, Some(Shape::Torus)).unwrap_err();
        assert!(
            fault.contains("error[bad-area]") && fault.contains("--area hexagon, rectangle or cylinder"),
            "{fault}"
        );
    }

    /// Half rows become columns: west of the board is south of the world.
    #[test]
    fn half_rows_of_hexes_become_rows() {
        // Columns 0 to 3: plains, sea, mountains, sea; four rows.
        let half = ["pm", "  "];
        let rows: Vec<&str> = half.iter().cycle().take(8).copied().collect();
        for (topology, shape) in
            [("ISO|HEX", Shape::Rectangle), ("WRAPY|ISO|HEX", Shape::Cylinder), ("WRAPX|WRAPY|ISO|HEX", Shape::Torus)]
        {
            let (scenario, _) = read(&save(topology, &rows, ""), None).unwrap();
            let area = scenario.world.area;
            assert_eq!((area.shape(), area.width(), area.height()), (shape, 4, 4));
            assert_eq!(upright_rows(&scenario.world, &scenario.design), ["ssss", "mmmm", "ssss", "pppp"], "{topology}");
        }
        let (_, told) = read(&save("WRAPX|ISO|HEX", &rows, ""), None).unwrap();
        assert_eq!(told[0], "warning[cut]: f.sav wraps where a rectangle does not: it is cut there");
    }

    #[test]
    fn other_letters_for_the_same_names_are_read() {
        let text = save("", &["xx p", "xx p", "pppp"], "").replace(
            "[settings]",
            "terrident={\"name\",\"identifier\"\n\"Mountains\",\"x\"\n\"Ocean\",\" \"\n\"Plains\",\"p\"\n}\n[settings]",
        );
        let (scenario, _) = read(&text, None).unwrap();
        assert_eq!(upright_rows(&scenario.world, &scenario.design), ["mmsp", "mmsp", "pppp"]);
    }

    /// Neither a script nor a title with signs of a file's own is taken for what follows.
    #[test]
    fn scripts_and_texts_are_passed_over() {
        let head = "[scenario]\nname=\"a ={ b\"\n[script]\ncode=$x={\n[map]\nt0000=\"x\"\n$\nvars=$$\n";
        let (scenario, _) = read(&(head.to_owned() + &save("", &["pppp"; 3], "")), None).unwrap();
        assert_eq!(upright_rows(&scenario.world, &scenario.design), ["pppp"; 3]);
    }

    #[test]
    fn files_that_are_wrong_are_refused_with_their_place() {
        let fault =
            |topology: &str, rows: &[&str], starts: &str| read(&save(topology, rows, starts), None).unwrap_err();
        assert!(
            fault("", &["pppp", "ppxp", "pppp"], "")
                .starts_with("f.sav:11:10: error[unknown-terrain]: the terrain `x` at 2, 1 is none")
        );
        assert_eq!(
            fault("", &["pppp", "ppp", "pppp"], ""),
            "f.sav:11:1: error[bad-row]: `t0001` has 3 tiles: expected t0001 with 4 tiles"
        );
        assert_eq!(
            fault("", &["pppp"; 4], "9,9,FALSE,\"\"\n"),
            "f.sav:15:1: error[bad-start]: the start at 9, 9 lies on no cell"
        );
        assert!(fault("", &["pppp"; 4], "a,9\n").contains("error[bad-start]: `a,9` is no start: expected x,y"));
        assert!(fault("ISO", &["pppp"; 4], "").contains("error[bad-topology]"));
        assert!(
            fault("HEX", &["pppp"; 4], "").contains("beyond the corners of a hexagon"),
            "{}",
            fault("HEX", &["pppp"; 4], "")
        );
        assert!(read("[map]\n", None).unwrap_err().starts_with("error[no-map]: f.sav has no map"));
        let told = read(&save("", &["pppp"; 4], ""), Some(Shape::Hexagon)).unwrap_err();
        assert!(told.starts_with("error[bad-area]: f.sav has squares and cannot be a hexagon"), "{told}");
    }

    #[test]
    fn packed_files_are_unpacked_or_refused() {
        use std::io::Write;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"[map]").unwrap();
        let packed = packer.finish().unwrap();
        assert_eq!(unpack("f", packed.clone()).unwrap(), "[map]");
        let fault = |bytes: &[u8]| unpack("f", bytes.to_vec()).unwrap_err().0[0].to_string();
        assert!(fault(&packed[..packed.len() - 9]).starts_with("error[bad-file]: f cannot be unpacked"));
        assert_eq!(fault(b"\xfd7zXZ\0"), "error[bad-file]: f is packed with xz: expected a file unpacked with `xz -d`");
        assert!(fault(&[0xff, 0xfe]).contains("is no text"));
    }

    /// What a small file can say in a few bytes is bounded, whatever it says.
    #[test]
    fn small_files_take_no_memory() {
        use std::io::Write;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        (0..1 << 15).for_each(|_| packer.write_all(&[b'a'; 1024]).unwrap());
        let packed = packer.finish().unwrap();
        let most = TEXT_OF_EACH + TEXT_OF_BYTE_MAX * packed.len() as u64;
        assert_eq!(
            unpack("f", packed).unwrap_err().0[0].to_string(),
            format!(
                "error[bad-file]: f is too large for what it is packed in: expected at most {most} bytes, unpacked"
            )
        );
        let told = |text: String| read(&text, None).unwrap_err();
        let row = "p".repeat(Area::CELLS_MAX as usize / 2 + 1);
        let wide = told(save("", &[&row, &row], ""));
        assert!(wide.contains("error[too-large]: there are more tiles than a map can have"), "{wide}");
        let starts = told(save("", &["p"], &"0,0\n".repeat(STARTS_MAX + 1)));
        assert!(starts.contains("error[too-large]: there are more than 65536 starts"), "{starts}");
        assert_eq!(fields(&",".repeat(1 << 20)).len(), FIELDS_MAX);
    }
}
