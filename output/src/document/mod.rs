//! A page before it is written: sections of texts, facts and tables. Its content is made once, and written as text, HTML or
//! Markdown.

mod html;
mod markdown;
mod text;

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// The line below the title; may be empty.
    pub lead: String,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A part of a page under a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Whether it is a part of the section before it.
    pub is_part: bool,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(String),
    /// Names, each with a text.
    Facts(Vec<(String, String)>),
    /// Sentences, as a list.
    List(Vec<String>),
    /// A table.
    Sheet(Sheet),
    /// Words that link to cells with an anchor: the word, the anchor.
    Index(Vec<(String, String)>),
}

/// A table; its first column names the rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The heads of the columns.
    pub heads: Vec<Cell>,
    /// The rows, each as long as the heads.
    pub rows: Vec<Vec<Cell>>,
    /// How it is laid out.
    pub look: Look,
}

/// How a sheet is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Each column as wide as it needs to be.
    #[default]
    Plain,
    /// Every row and every column is a type, and each cell a value of the two.
    Matrix,
    /// Four columns, as wide as in the other sheets of the page.
    Even,
}

/// A cell of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// A secondary text in weaker print; may be empty.
    pub note: String,
    /// The chip of a type.
    pub chip: Option<Chip>,
    /// How strong the value is, from 0 to 100.
    pub heat: Option<u8>,
    /// Whether it is a number, to be aligned with others.
    pub is_number: bool,
    /// The anchor for links to it; empty: none.
    pub anchor: String,
}

/// The chip of a type: a glyph on its colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// One character or none.
    pub glyph: String,
    /// Red, green and blue, if it has a colour of its own.
    pub color: Option<[u8; 3]>,
}

impl Section {
    /// A section without content.
    #[must_use]
    pub fn new(title: &str) -> Section {
        Section { title: title.to_owned(), ..Section::default() }
    }

    /// The section with a paragraph added, unless that is empty.
    #[must_use]
    pub fn paragraph(mut self, text: &str) -> Section {
        let paragraphs = text.split('\n').map(str::trim).filter(|text| !text.is_empty());
        self.blocks.extend(paragraphs.map(|text| Block::Paragraph(text.to_owned())));
        self
    }

    /// The section with a table added, unless that has no rows.
    #[must_use]
    pub fn sheet(mut self, sheet: Sheet) -> Section {
        if !sheet.rows.is_empty() {
            self.blocks.push(Block::Sheet(sheet));
        }
        self
    }

    /// The section with a list added, unless that is empty.
    #[must_use]
    pub fn list(mut self, lines: Vec<String>) -> Section {
        if !lines.is_empty() {
            self.blocks.push(Block::List(lines));
        }
        self
    }

    /// The section with facts added, except those without a value.
    #[must_use]
    pub fn facts(mut self, facts: Vec<(&str, String)>) -> Section {
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        let facts: Vec<(String, String)> = facts.map(|(name, value)| (name.to_owned(), value)).collect();
        if !facts.is_empty() {
            self.blocks.push(Block::Facts(facts));
        }
        self
    }

    /// The section, or `None` if it has no content.
    #[must_use]
    pub fn unless_empty(self) -> Option<Section> {
        (!self.blocks.is_empty()).then_some(self)
    }
}

impl Cell {
    /// A cell with words.
    pub fn words(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// A cell with a number, or with a text in place of one.
    pub fn number(text: impl ToString) -> Cell {
        Cell { text: text.to_string(), is_number: true, ..Cell::default() }
    }

    /// The cell with a secondary text.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> Cell {
        Cell { note: note.into(), ..self }
    }

    /// The cell with its heat, from 0 to 100.
    #[must_use]
    pub fn heated(self, heat: u8) -> Cell {
        Cell { heat: Some(heat.min(100)), ..self }
    }
}

/// The part of a heading's anchor that is made of its text.
pub(crate) fn address(text: &str) -> String {
    let mut address = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            sign if sign.is_ascii_alphanumeric() => address.push(sign.to_ascii_lowercase()),
            _ if address.ends_with('-') || address.is_empty() => {}
            _ => address.push('-'),
        }
    }
    address.trim_end_matches('-').to_owned()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A page with every kind of content, and with signs that would break it if they were not escaped.
    pub(crate) fn sample() -> Document {
        let chip = Chip { glyph: "<".to_owned(), color: Some([10, 20, 30]) };
        let fields = Cell { chip: Some(chip), anchor: "fields".to_owned(), ..Cell::words("fields & | \"meadows\"") };
        let sheet = Sheet {
            heads: vec![Cell::words("terrain"), Cell::number("cost")],
            rows: vec![
                vec![fields.noted("sown <land>"), Cell::number(7).heated(70)],
                vec![Cell::words("wood"), Cell::number("")],
            ],
            look: Look::Plain,
        };
        let facts = Section::new("Facts").facts(vec![("size", "60x60".to_owned()), ("nothing", String::new())]);
        let mut part = Section::new("Terrain & more").paragraph("First.\n\nSecond.").sheet(sheet);
        part.is_part = true;
        part.blocks.push(Block::Index(vec![("fields".to_owned(), "fields".to_owned())]));
        let list = Section::new("Moves").list(vec!["infantry: 1".to_owned()]);
        Document { title: "A <game>".to_owned(), lead: "short & sharp".to_owned(), sections: vec![facts, part, list] }
    }

    #[test]
    fn empty_things_leave_no_trace() {
        let section = Section::new("x").paragraph(" \n ").sheet(Sheet::default()).list(Vec::new()).facts(Vec::new());
        assert_eq!(section.unless_empty(), None);
        assert_eq!(address(" Who moves -- where? "), "who-moves-where");
    }
}
