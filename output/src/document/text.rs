//! A document as plain text for a terminal: wrapped, with aligned tables; a table that is too wide is cut into parts, each of which
//! begins with the names of the rows.

use super::{Block, Cell, Document, Sheet};

/// The width of a line, in columns.
const WIDTH: usize = 100;
/// The widest that a cell of words may be, in columns.
const CELL_MAX: usize = 44;

impl Document {
    /// The document as plain text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.title, "=".repeat(self.title.chars().count()));
        wrap(&self.lead, "", "", &mut text);
        for section in &self.sections {
            let line = if section.is_part { "." } else { "-" };
            text.push_str(&format!("\n{}\n{}\n", section.title, line.repeat(section.title.chars().count())));
            for (number, block) in section.blocks.iter().enumerate() {
                let is_pair = |block: &Block| matches!(block, Block::Sheet(_) | Block::Paragraph(_));
                if number > 0 && is_pair(block) {
                    text.push('\n');
                }
                write_block(block, &mut text);
            }
        }
        text
    }
}

fn write_block(block: &Block, text: &mut String) {
    match block {
        Block::Paragraph(words) => wrap(words, "", "", text),
        Block::Facts(facts) => {
            let width = facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
            for (name, value) in facts {
                wrap(value, &format!("{name:width$}  "), &" ".repeat(width + 2), text);
            }
        }
        Block::List(lines) => lines.iter().for_each(|line| wrap(line, "- ", "  ", text)),
        Block::Sheet(sheet) => write_sheet(sheet, text),
        Block::Index(words) => {
            let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
            wrap(&words.join(" "), "", "", text);
        }
    }
}

/// Words in lines of at most [`WIDTH`]; the first line begins with `first`, the others with `others`.
fn wrap(words: &str, first: &str, others: &str, text: &mut String) {
    for (number, line) in lines(words, WIDTH - others.chars().count().min(WIDTH / 2)).into_iter().enumerate() {
        text.push_str(if number == 0 { first } else { others });
        text.push_str(&line);
        text.push('\n');
    }
}

/// Words in lines of at most `width` columns; a longer word has its own line.
fn lines(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut taken = 0;
    // Control characters, which a terminal would obey, are dropped.
    let is_sign = |sign: &char| sign.is_whitespace() || !diagnostics::is_control(*sign);
    let words: String = words.chars().filter(is_sign).collect();
    for word in words.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if taken + 1 + length <= width => {
                line.push(' ');
                line.push_str(word);
                taken += 1 + length;
            }
            _ => {
                lines.push(word.to_owned());
                taken = length;
            }
        }
    }
    lines
}

/// The lines of a cell, glyph and note included.
fn cell_lines(cell: &Cell) -> Vec<String> {
    let glyph = cell.chip.as_ref().map_or("", |chip| chip.glyph.as_str());
    let space = if glyph.is_empty() || cell.text.is_empty() { "" } else { " " };
    let mut found = if cell.is_number {
        vec![format!("{glyph}{space}{}", cell.text)]
    } else {
        lines(&format!("{glyph}{space}{}", cell.text), CELL_MAX)
    };
    found.extend(lines(&cell.note, CELL_MAX));
    found
}

fn write_sheet(sheet: &Sheet, text: &mut String) {
    let columns = sheet.heads.len();
    let rows: Vec<Vec<Vec<String>>> =
        std::iter::once(&sheet.heads).chain(&sheet.rows).map(|row| row.iter().map(cell_lines).collect()).collect();
    let width_of = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).flatten();
        cells.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width_of).collect();
    let mut begin = 1;
    loop {
        // As many columns as there is room for, but at least one.
        let mut taken = widths.first().copied().unwrap_or(0);
        let mut end = begin;
        while end < columns && (end == begin || taken + 2 + widths[end] <= WIDTH) {
            taken += 2 + widths[end];
            end += 1;
        }
        if begin > 1 {
            text.push('\n');
        }
        let shown: Vec<usize> = std::iter::once(0).chain(begin..end).filter(|&column| column < columns).collect();
        for row in &rows {
            let height = shown.iter().filter_map(|&column| row.get(column)).map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let mut written = String::new();
                for &column in &shown {
                    let words = row.get(column).and_then(|cell| cell.get(line)).map_or("", String::as_str);
                    // The lines below a row's name are written in the first part only.
                    let words = if column == 0 && begin > 1 && line > 0 { "" } else { words };
                    let width = widths[column];
                    let is_number = sheet.heads[column].is_number;
                    let space = if column == 0 { "" } else { "  " };
                    written.push_str(space);
                    written.push_str(&if is_number { format!("{words:>width$}") } else { format!("{words:width$}") });
                }
                if !written.trim_end().is_empty() {
                    text.push_str(written.trim_end());
                    text.push('\n');
                }
            }
        }
        if end >= columns {
            return;
        }
        begin = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Look;
    use crate::document::tests::sample;

    #[test]
    fn everything_is_said_and_nothing_is_too_wide() {
        let text = sample().text();
        for said in
            ["A <game>\n========", "size  60x60", "First.", "Second.", "< fields &", "sown <land>", "- infantry: 1"]
        {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert!(!text.contains("nothing"));
    }

    #[test]
    fn wide_tables_are_cut_and_each_part_names_its_rows() {
        let names: Vec<String> = (0..40).map(|number| format!("type{number}")).collect();
        let row =
            |first: &str| std::iter::once(Cell::words(first)).chain(names.iter().map(Cell::number)).collect::<Vec<_>>();
        let sheet = Sheet { heads: row(""), rows: vec![row("first"), row("second")], look: Look::Matrix };
        let mut text = String::new();
        write_sheet(&sheet, &mut text);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.matches("first").count() > 2 && text.matches("first").count() == text.matches("second").count());
        for name in &names {
            assert_eq!(text.split_whitespace().filter(|word| word == name).count(), 3, "{name}");
        }
    }

    #[test]
    fn words_wrap_and_a_long_one_stands_alone() {
        let long = "x".repeat(120);
        assert_eq!(lines(&format!("a b {long} c"), 10), ["a b", &long, "c"]);
        assert!(lines("", 10).is_empty());
        assert_eq!(lines("a\u{1b}[31mb\nc", 20), ["a[31mb c"]);
    }
}
