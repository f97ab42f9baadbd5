//! A document as Markdown with tables.

use std::fmt::Write as _;

use super::{Block, Cell, Document, Sheet};

impl Document {
    /// The document as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", escape(&self.title));
        if !self.lead.is_empty() {
            let _infallible = write!(text, "\n{}\n", escape(&self.lead));
        }
        for section in &self.sections {
            let marks = if section.is_part { "###" } else { "##" };
            let _infallible = write!(text, "\n{marks} {}\n", escape(&section.title));
            for block in &section.blocks {
                text.push('\n');
                write_block(block, &mut text);
            }
        }
        text
    }
}

fn write_block(block: &Block, text: &mut String) {
    match block {
        Block::Paragraph(words) => {
            let _infallible = writeln!(text, "{}", escape(words));
        }
        Block::Facts(facts) => {
            for (name, value) in facts {
                let _infallible = writeln!(text, "- **{}**: {}", escape(name), escape(value));
            }
        }
        Block::List(lines) => {
            for line in lines {
                let _infallible = writeln!(text, "- {}", escape(line));
            }
        }
        Block::Sheet(sheet) => write_sheet(sheet, text),
        Block::Index(words) => {
            let link = |(word, anchor): &(String, String)| format!("[{}](#{anchor})", escape(word));
            let _infallible = writeln!(text, "{}", words.iter().map(link).collect::<Vec<_>>().join("\n"));
        }
    }
}

fn write_sheet(sheet: &Sheet, text: &mut String) {
    let line = |cells: &[Cell]| format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
    text.push_str(&line(&sheet.heads));
    let rule = sheet.heads.iter().map(|head| if head.is_number { "---:" } else { "---" });
    let _infallible = writeln!(text, "|{}|", rule.collect::<Vec<_>>().join("|"));
    for row in &sheet.rows {
        text.push_str(&line(row));
    }
}

fn cell(cell: &Cell) -> String {
    let anchor = if cell.anchor.is_empty() { String::new() } else { format!("<a id=\"{}\"></a>", cell.anchor) };
    let glyph = cell.chip.as_ref().map_or_else(String::new, |chip| escape(&chip.glyph));
    let parts = [glyph, escape(&cell.text), escape(&cell.note)];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    format!("{anchor}{}", parts.join(" "))
}

/// A text with Markdown's signs escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '\n' | '\r' => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use crate::document::tests::sample;

    #[test]
    fn tables_have_as_many_cells_in_every_line() {
        let text = sample().markdown();
        assert!(text.starts_with("# A &lt;game>\n\nshort &amp; sharp\n\n## Facts\n\n- **size**: 60x60\n"), "{text}");
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(rows.len(), 4, "{text}");
        for row in rows {
            assert_eq!(row.replace("\\|", "").matches('|').count(), 3, "{row}");
        }
        assert!(text.contains("<a id=\"fields\"></a>&lt; fields &amp; \\| \"meadows\" sown &lt;land>"), "{text}");
        assert!(text.contains("[fields](#fields)"), "{text}");
    }
}
