//! Layers of cells as text.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fairmarch_formats::testing::{Numbers, glyph_rows, numbers, read_glyph_rows, read_number_rows, read_packed};
use grid::Area;
use grid::Shape;
use proptest::prelude::*;

fn area(shape: usize, width: u32, height: u32) -> Area {
    Area::new(Shape::ALL[shape], width, Shape::ALL[shape].fitting_height(width, height)).unwrap()
}

fn deep(shape: usize, width: u32, height: u32, levels: u32) -> Area {
    area(shape, width, height).with_levels(levels).unwrap()
}

proptest! {
    #[test]
    fn numbers_come_back(shape in 0..Shape::ALL.len(), width in 3_u32..140, height in 3_u32..140, levels in 1_u32..4, seed: u32) {
        let area = deep(shape, width, height, levels);
        let value = |index: usize| match (index as u32).wrapping_mul(seed | 1) % 5 {
            0 => i32::MIN + index as i32,
            1 => i32::MAX,
            small => small as i32 * 1000 - 2500,
        };
        let held = |index: usize| if area.contains(grid::Cell(index as u32)) { value(index) } else { 0 };
        let expected: Vec<i32> = (0..area.len()).map(held).collect();
        let read = match numbers(&area, value) {
            Numbers::Rows(rows) => read_number_rows(&area, &rows.iter().map(String::as_str).collect::<Vec<_>>()),
            Numbers::Packed(text) => read_packed(&area, &text),
        };
        prop_assert_eq!(read, Ok(expected));
    }

    #[test]
    fn glyphs_come_back(shape in 0..Shape::ALL.len(), width in 3_u32..140, height in 3_u32..40, levels in 1_u32..4, period in 1_usize..9) {
        let area = deep(shape, width, height, levels);
        let value = |index: usize| index / period % 3;
        let rows = glyph_rows(&area, |index| ['~', '^', '.'][value(index)]);
        let legend = BTreeMap::from([('~', 0), ('^', 1), ('.', 2)]);
        let read = read_glyph_rows(&area, &rows.iter().map(String::as_str).collect::<Vec<_>>(), &legend, 9);
        let held = |index: usize| if area.contains(grid::Cell(index as u32)) { value(index) } else { 9 };
        prop_assert_eq!(read, Ok((0..area.len()).map(held).collect::<Vec<_>>()));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "[0-9a~ +/=-]{0,40}") {
        let area = area(0, 6, 4);
        let legend = BTreeMap::from([('~', 0)]);
        let _whatever = (read_packed(&area, &text), read_number_rows(&area, &[text.as_str(); 4]));
        let _whatever = read_glyph_rows(&area, &[text.as_str(); 4], &legend, 0);
    }
}

#[test]
fn faults_name_the_row() {
    let area = area(1, 4, 3);
    let legend = BTreeMap::from([('~', 0)]);
    let read = |rows: &[&str]| read_glyph_rows(&area, rows, &legend, 0).unwrap_err();
    assert_eq!(read(&["~~~~", "~~~~"]).row, None);
    assert_eq!(read(&["~~~~", "~~~x", "~~~~"]).row, Some(1));
    assert_eq!(read(&["~~~~", "~~~~", "5~"]).message, "the row is too long");
    assert_eq!(read(&["999999999999999999999~", "~~~~", "~~~~"]).message, "the row is too long");
    assert_eq!(read(&["~~~~", "~~~~", "0~4~"]).message, "no `~` at all is counted");
    assert_eq!(read(&["~~~~", "~~~", "~~~~"]).message, "the row ends after 3 columns");
}

#[test]
fn packed_text_ends_with_its_numbers() {
    let area = area(0, 140, 100);
    let Numbers::Packed(text) = numbers(&area, |index| index as i32) else { panic!("large enough to be packed") };
    let packed = STANDARD.decode(&text).unwrap();
    let with = |more: &[u8]| read_packed(&area, &STANDARD.encode([&packed, more].concat()));
    assert!(with(&[]).is_ok());
    assert_eq!(with(&packed).unwrap_err().message, "something follows the numbers");
    assert_eq!(with(&[0]).unwrap_err().message, "something follows the numbers");
    assert!(read_packed(&area, &STANDARD.encode(&packed[..packed.len() - 3])).is_err());
}
