//! Tables for programs: comma-separated values, safe to open in a spreadsheet. Every table of the project is written here.

use std::borrow::Cow;
use std::io::{self, Write};

/// What a cell must not begin with: spreadsheets take such a text for a formula, or skip the character and look at the next.
const FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// A table that is written row by row.
pub struct CsvTable<W: Write>(csv::Writer<W>);

impl<W: Write> CsvTable<W> {
    /// With the names of its columns.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn new<F: AsRef<str>>(out: W, head: impl IntoIterator<Item = F>) -> io::Result<CsvTable<W>> {
        let mut table = CsvTable(csv::Writer::from_writer(out));
        table.row(head)?;
        Ok(table)
    }

    /// Writes a row: as many fields as the head has. A text that a spreadsheet would take for a formula gets a `'` before it; numbers
    /// stay as they are.
    ///
    /// # Errors
    /// If the writer fails, or the fields are more or fewer.
    pub fn row<F: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = F>) -> io::Result<()> {
        for field in fields {
            self.0.write_field(cell(field.as_ref()).as_bytes())?;
        }
        Ok(self.0.write_record(None::<&[u8]>)?)
    }

    /// Writes what is left; the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error())
    }
}

/// A whole table as text.
pub(crate) fn csv_text<H: AsRef<str>>(head: &[H], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = CsvTable::new(Vec::new(), head).expect("memory takes what is written");
    for row in rows {
        table.row(row).expect("a row has as many fields as the head");
    }
    let bytes = table.finish().expect("memory takes what is written");
    String::from_utf8(bytes).expect("fields are text")
}

/// A field as its cell holds it.
fn cell(text: &str) -> Cow<'_, str> {
    let is_number = || text.parse::<f64>().is_ok_and(f64::is_finite);
    if text.starts_with(FORMULA) && !is_number() { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Four decimals.
pub(crate) fn number(value: f64) -> String {
    format!("{value:.4}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_formulas_and_numbers_stay_numbers() {
        for text in ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-", "-inf", "=\"a\",1"] {
            assert_eq!(cell(text), format!("'{text}"));
        }
        for text in ["-0.5", "+3", "-1e-7", "12", "", "Veland", "a=b", "'=1", "1/2", "classic:7:sides=3,size=60x60"] {
            assert_eq!(cell(text), text);
        }
    }

    #[test]
    fn a_table_is_read_back_as_it_was_written() {
        let row = ["=HYPERLINK(\"http://a\",\"b\")", "-0.5000", "two\nlines", "a, b"];
        let text = csv_text(&["=name", "value", "more", "last"], std::iter::once(row.map(str::to_owned).to_vec()));
        let mut table = csv::Reader::from_reader(text.as_bytes());
        assert_eq!(table.headers().unwrap(), ["'=name", "value", "more", "last"].as_slice());
        let read = table.records().next().unwrap().unwrap();
        assert_eq!(read, vec!["'=HYPERLINK(\"http://a\",\"b\")", "-0.5000", "two\nlines", "a, b"]);
    }

    #[test]
    fn a_row_has_as_many_fields_as_the_head() {
        let mut table = CsvTable::new(Vec::new(), ["a", "b"]).unwrap();
        assert!(table.row(["1"]).is_err());
    }
}
