//! A chapter that a game's rules write themselves.

use contract::OwnChapter;

use crate::document::{Cell, Look, Section, Sheet};

/// Paragraphs, facts, then a table in which numbers are aligned. A row that is too short ends in empty cells.
pub(super) fn own(chapter: &OwnChapter) -> Section {
    let section = chapter.paragraphs.iter().fold(Section::new(&chapter.title), |section, text| section.paragraph(text));
    let facts = chapter.facts.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let section = section.facts(facts);
    let Some((heads, rows)) = chapter.table.split_first() else { return section };
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    let of_numbers = |column: usize| {
        let mut values = rows.iter().filter_map(|row| row.get(column)).filter(|text| !text.is_empty()).peekable();
        values.peek().is_some() && values.all(|text| is_number(text))
    };
    let columns: Vec<bool> = (0..heads.len()).map(of_numbers).collect();
    let cells = |row: &Vec<String>| {
        let cell = |(column, &is_number): (usize, &bool)| {
            let text = row.get(column).cloned().unwrap_or_default();
            if is_number { Cell::number(text) } else { Cell::words(text) }
        };
        columns.iter().enumerate().map(cell).collect()
    };
    section.sheet(Sheet { heads: cells(heads), rows: rows.iter().map(cells).collect(), look: Look::Plain })
}
