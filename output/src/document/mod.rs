//! A page before it is written: sections of texts, facts and tables. What it says is put together once, and written as text,
//! as HTML or as Markdown.

mod html;
mod markdown;
mod text;

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// The line below; may be empty.
    pub lead: String,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A part of a page under a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Whether it belongs below the section before it.
    pub is_part: bool,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(String),
    /// Names with what is to be said of them.
    Facts(Vec<(String, String)>),
    /// Sentences of one rank.
    List(Vec<String>),
    /// Rows and columns.
    Sheet(Sheet),
    /// Words that lead to cells with an anchor: the word, the anchor.
    Index(Vec<(String, String)>),
}

/// Rows and columns; the first column names the rows.
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
    /// What it says.
    pub text: String,
    /// What it says less loudly; may be empty.
    pub note: String,
    /// The sign of a type.
    pub chip: Option<Chip>,
    /// How strong the value is, from 0 to 100.
    pub heat: Option<u8>,
    /// Whether it is a number, to be aligned with others.
    pub is_number: bool,
    /// What leads here; empty: nothing.
    pub anchor: String,
}

/// The sign of a type: a glyph on its colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// One character or none.
    pub glyph: String,
    /// Red, green and blue, if it has a colour of its own.
    pub color: Option<[u8; 3]>,
}

impl Section {
    /// A section without anything yet.
    #[must_use]
    pub fn new(title: &str) -> Section {
        Section { title: title.to_owned(), ..Section::default() }
    }

    /// With a paragraph, unless it is empty.
    #[must_use]
    pub fn paragraph(mut self, text: &str) -> Section {
        let paragraphs = text.split('\n').map(str::trim).filter(|text| !text.is_empty());
        self.blocks.extend(paragraphs.map(|text| Block::Paragraph(text.to_owned())));
        self
    }

    /// With a sheet, unless it has no rows.
    #[must_use]
    pub fn sheet(mut self, sheet: Sheet) -> Section {
        if !sheet.rows.is_empty() {
            self.blocks.push(Block::Sheet(sheet));
        }
        self
    }

    /// With sentences, unless there are none.
    #[must_use]
    pub fn list(mut self, lines: Vec<String>) -> Section {
        if !lines.is_empty() {
            self.blocks.push(Block::List(lines));
        }
        self
    }

    /// With facts, those without a value left out.
    #[must_use]
    pub fn facts(mut self, facts: Vec<(&str, String)>) -> Section {
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        let facts: Vec<(String, String)> = facts.map(|(name, value)| (name.to_owned(), value)).collect();
        if !facts.is_empty() {
            self.blocks.push(Block::Facts(facts));
        }
        self
    }

    /// The section, if it says anything.
    #[must_use]
    pub fn unless_empty(self) -> Option<Section> {
        (!self.blocks.is_empty()).then_some(self)
    }
}

impl Cell {
    /// Words.
    pub fn words(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// A number, or what stands in the place of one.
    pub fn number(text: impl ToString) -> Cell {
        Cell { text: text.to_string(), is_number: true, ..Cell::default() }
    }

    /// With something said less loudly.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> Cell {
        Cell { note: note.into(), ..self }
    }

    /// With its strength, from 0 to 100.
    #[must_use]
    pub fn heated(self, heat: u8) -> Cell {
        Cell { heat: Some(heat.min(100)), ..self }
    }
}

/// What a heading is called in an address.
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

    /// A page with everything that a page can have, and with signs that would break it.
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
