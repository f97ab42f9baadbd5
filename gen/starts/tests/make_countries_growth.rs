//! Countries grow, and their holes are filled.

use fairmarch_starts::testing::fill_holes;
use grid::{Area, Cell, Shape};

/// Fills the holes of a drawing; `.` belongs to no country, `~` never can.
fn check(drawn: &str, expected: &str) {
    let rows: Vec<&str> = drawn.split_whitespace().collect();
    let area = Area::new(Shape::Rectangle, rows[0].len() as u32, rows.len() as u32).unwrap();
    let glyph = |cell: Cell| {
        let (column, row) = area.column_row(cell);
        rows[rows.len() - 1 - row as usize].as_bytes()[column as usize]
    };
    let mut country: Vec<u8> = area.cells().map(|cell| glyph(cell).saturating_sub(b'0').min(9)).collect();
    country
        .iter_mut()
        .zip(area.cells())
        .filter(|(_, cell)| !glyph(*cell).is_ascii_digit())
        .for_each(|(side, _)| *side = 0);
    fill_holes(&area, &mut country, |cell| glyph(cell) != b'~');
    let drawn = |row: i32| -> String {
        let cells = (0..rows[0].len() as i32).map(|column| area.cell(column, row).unwrap());
        cells
            .map(|cell| if country[cell.index()] == 0 { '.' } else { char::from(b'0' + country[cell.index()]) })
            .collect()
    };
    let found: Vec<String> = (0..rows.len() as i32).rev().map(drawn).collect();
    assert_eq!(found, expected.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn holes_within_one_country_are_filled() {
    check("111111 11.111 1..111 111111 111111", "111111 111111 111111 111111 111111");
    check("111111 11~111 1..111 111111 111111", "111111 11.111 111111 111111 111111");
    check("111111 11.222 1..122 111111 111111", "111111 11.222 1..122 111111 111111");
    check("111111 1..... 111111 111111 111111", "111111 1..... 111111 111111 111111");
    check("1111111 1.....1 1.....1 1111111", "1111111 1.....1 1.....1 1111111");
}
