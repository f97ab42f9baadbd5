//! Rows of numbers as GDL writes layers (`gdl-reference`, section 7): the northernmost row first, letters for small numbers, and
//! runs of equal neighbours as one entry with a count.

use grid::{Area, Cell};

/// The place of a cell in the area's box in GDL: oblique x, which wraps round at the edge of the box, and y counted from the south.
#[must_use]
pub fn gdl_place(area: &Area, cell: Cell) -> (i32, i32) {
    let (x, y) = area.oblique(cell);
    (x.rem_euclid(area.width() as i32), y)
}

/// A layer of an area as rows; of several levels, one level after the other. A place of the box without a cell is 0.
#[must_use]
pub fn gdl_rows(area: &Area, value: impl Fn(Cell) -> i32) -> Vec<String> {
    let width = area.width() as usize;
    let mut values = vec![0; area.len()];
    for cell in area.cells() {
        let (x, y) = gdl_place(area, cell);
        values[area.level(cell) as usize * area.level_len() + y as usize * width + x as usize] = value(cell);
    }
    let levels = values.chunks(area.level_len());
    levels.flat_map(|level| level.chunks(width).rev().map(gdl_row)).collect()
}

/// The values by cell that [`gdl_rows`] wrote; 0 where the rows have no value.
#[must_use]
pub fn read_gdl_rows<'a>(area: &Area, rows: impl IntoIterator<Item = &'a str>) -> Vec<i32> {
    let (width, height) = (area.width() as usize, area.height() as usize);
    let count = height * area.levels() as usize;
    let rows: Vec<Vec<i32>> = rows.into_iter().take(count).map(|row| read_row(row, width)).collect();
    let mut values = vec![0; area.len()];
    for cell in area.cells() {
        let (x, y) = gdl_place(area, cell);
        let row = rows.get((area.level(cell) as usize + 1) * height - 1 - y as usize);
        values[cell.index()] = row.and_then(|row| row.get(x as usize)).copied().unwrap_or(0);
    }
    values
}

/// One row, with runs of equal neighbours as a count: `3a`, `3*100,`.
#[must_use]
pub fn gdl_row(values: &[i32]) -> String {
    let mut text = String::new();
    for run in values.chunk_by(|one, other| one == other) {
        let code = letter(run[0]);
        match (run.len(), code.ends_with(',')) {
            (1, _) => text.push_str(&code),
            (count, true) => text.push_str(&format!("{count}*{code}")),
            (count, false) => text.push_str(&format!("{count}{code}")),
        }
    }
    text
}

/// The text of a value: 0 to 29 are `a` to `~`, 30 to 63 are `:` to `[`, all others decimals.
fn letter(value: i32) -> String {
    match u8::try_from(value) {
        Ok(value @ 0..=29) => char::from(b'a' + value).to_string(),
        Ok(value @ 30..=63) => char::from(b':' + value - 30).to_string(),
        _ => format!("{value},"),
    }
}

/// The values of a row, at most `width` of them.
fn read_row(text: &str, width: usize) -> Vec<i32> {
    let mut values = Vec::new();
    let mut bytes = text.bytes().peekable();
    let mut run = None;
    while let Some(byte) = bytes.next() {
        let value = match byte {
            b'-' | b'0'..=b'9' => {
                let sign = if byte == b'-' { -1 } else { 1 };
                let mut number = if byte == b'-' { 0 } else { i32::from(byte - b'0') };
                while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                    number = number.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
                }
                match bytes.peek() {
                    Some(b'*') => {
                        bytes.next();
                        run = Some(number);
                        continue;
                    }
                    None | Some(b',') => sign * number,
                    Some(_) if run.is_some() => sign * number,
                    Some(_) => {
                        run = Some(number);
                        continue;
                    }
                }
            }
            b',' => continue,
            b'a'..=126 => i32::from(byte - b'a'),
            58..=91 => i32::from(byte) - 58 + 30,
            _ => continue,
        };
        for _ in 0..run.take().unwrap_or(1).max(0) {
            if values.len() < width {
                values.push(value);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Shape;

    #[test]
    fn rows_have_letters_and_numbers_in_runs() {
        assert_eq!(read_row("3ab2c", 9), [0, 0, 0, 1, 2, 2]);
        assert_eq!(read_row("2*7,10,3*0", 9), [7, 7, 10, 0, 0, 0]);
        assert_eq!(read_row("9999999a", 3), [0, 0, 0], "no longer than the area is wide");
        assert_eq!(read_row(":?", 3), [30, 35]);
        assert_eq!(read_row("-7,2*-30,b", 9), [-7, -30, -30, 1]);
    }

    #[test]
    fn rows_of_every_shape_are_read_back() {
        for shape in [Shape::Hexagon, Shape::Cylinder, Shape::Rectangle, Shape::Torus, Shape::Square4, Shape::Torus8] {
            let area = Area::new(shape, 14, 12).and_then(|area| area.with_levels(2)).unwrap();
            let value = |cell: Cell| [0, 1, 29, 30, 63, 64, -5, 1000, 1000][cell.index() * 7 % 9];
            let rows = gdl_rows(&area, value);
            let values = read_gdl_rows(&area, rows.iter().map(String::as_str));
            assert!(area.cells().all(|cell| values[cell.index()] == value(cell)), "{shape}: {rows:?}");
        }
    }
}
