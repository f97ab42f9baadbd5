//! Tables for notebooks and databases: named columns, each of one kind, as comma-separated values and as Parquet.

use std::io::{self, Write};

use crate::CsvTable;

/// Whether this build writes Parquet: the feature `parquet` of the crate.
pub const WRITES_PARQUET: bool = cfg!(feature = "parquet");

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Texts.
    Text,
    /// Whole numbers from 0.
    Count,
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Yes or no.
    Switch,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum TableValue {
    /// A text.
    Text(String),
    /// A whole number from 0.
    Count(u64),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// Yes or no.
    Switch(bool),
    /// There is no value here: an empty field, or a null.
    Missing,
}

impl TableValue {
    /// A value that may be missing.
    #[must_use]
    pub fn or_missing(value: Option<TableValue>) -> TableValue {
        value.unwrap_or(TableValue::Missing)
    }

    const fn is_of(&self, kind: ColumnKind) -> bool {
        matches!(
            (self, kind),
            (TableValue::Missing, _)
                | (TableValue::Text(_), ColumnKind::Text)
                | (TableValue::Count(_), ColumnKind::Count)
                | (TableValue::Whole(_), ColumnKind::Whole)
                | (TableValue::Number(_), ColumnKind::Number)
                | (TableValue::Switch(_), ColumnKind::Switch)
        )
    }

    fn field(&self) -> String {
        match self {
            TableValue::Text(text) => text.clone(),
            TableValue::Count(number) => number.to_string(),
            TableValue::Whole(number) => number.to_string(),
            TableValue::Number(number) => number.to_string(),
            TableValue::Switch(is) => is.to_string(),
            TableValue::Missing => String::new(),
        }
    }
}

/// A table with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTable {
    name: &'static str,
    columns: Vec<(String, ColumnKind)>,
    rows: Vec<Vec<TableValue>>,
}

impl DataTable {
    /// A table without rows.
    pub fn new<N: Into<String>>(name: &'static str, columns: impl IntoIterator<Item = (N, ColumnKind)>) -> DataTable {
        let columns = columns.into_iter().map(|(name, kind)| (name.into(), kind)).collect();
        DataTable { name, columns, rows: Vec::new() }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How many rows it has.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not a value of the right kind for each column: that is a mistake of ours.
    pub fn push(&mut self, row: Vec<TableValue>) {
        let fits = row.len() == self.columns.len()
            && row.iter().zip(&self.columns).all(|(value, (_, kind))| value.is_of(*kind));
        assert!(fits, "a row of `{}` has a value for each column: {row:?}", self.name);
        self.rows.push(row);
    }

    /// Writes it as comma-separated values (RFC 4180). Texts that a spreadsheet would run are made harmless: see [`CsvTable`].
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = CsvTable::new(out, self.columns.iter().map(|(name, _)| name))?;
        for row in &self.rows {
            table.row(row.iter().map(TableValue::field))?;
        }
        table.finish()?.flush()
    }

    /// The table as a Parquet file: counts are unsigned and whole numbers signed numbers of 64 bits, numbers are doubles, texts UTF-8;
    /// values that are missing are nulls. Nothing in it is packed.
    ///
    /// # Errors
    /// If the columns have no names of their own; with `Unsupported` unless [`WRITES_PARQUET`].
    pub fn to_parquet(&self) -> io::Result<Vec<u8>> {
        #[cfg(feature = "parquet")]
        return parquet_file::write(self).map_err(io::Error::other);
        #[cfg(not(feature = "parquet"))]
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(feature = "parquet")]
mod parquet_file {
    use std::sync::Arc;

    use parquet::basic::{LogicalType, Repetition, Type as Physical};
    use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
    use parquet::errors::Result;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::types::Type;

    use super::{ColumnKind, DataTable, TableValue};

    pub fn write(table: &DataTable) -> Result<Vec<u8>> {
        let fields = table.columns.iter().map(|(name, kind)| field(name, *kind)).collect::<Result<_>>()?;
        let schema = Arc::new(Type::group_type_builder(table.name).with_fields(fields).build()?);
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(WriterProperties::builder().build()))?;
        let mut group = writer.next_row_group()?;
        for (index, (_, kind)) in table.columns.iter().enumerate() {
            let mut column = group.next_column()?.expect("there is a writer for each column");
            write_column(&mut column, *kind, table.rows.iter().map(|row| &row[index]))?;
            column.close()?;
        }
        group.close()?;
        writer.into_inner()
    }

    fn field(name: &str, kind: ColumnKind) -> Result<Arc<Type>> {
        let (physical, logical) = match kind {
            ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnKind::Count => (Physical::INT64, Some(LogicalType::integer(64, false))),
            ColumnKind::Whole => (Physical::INT64, Some(LogicalType::integer(64, true))),
            ColumnKind::Number => (Physical::DOUBLE, None),
            ColumnKind::Switch => (Physical::BOOLEAN, None),
        };
        let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
        Ok(Arc::new(field.with_logical_type(logical).build()?))
    }

    fn write_column<'t>(
        column: &mut SerializedColumnWriter<'_>,
        kind: ColumnKind,
        values: impl Iterator<Item = &'t TableValue> + Clone,
    ) -> Result<()> {
        // 1 is a value, 0 a null.
        let levels: Vec<i16> = values.clone().map(|value| i16::from(*value != TableValue::Missing)).collect();
        let levels = Some(levels.as_slice());
        match kind {
            ColumnKind::Text => {
                let text = |value: &TableValue| match value {
                    TableValue::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                };
                let texts: Vec<ByteArray> = values.filter_map(text).collect();
                column.typed::<ByteArrayType>().write_batch(&texts, levels, None)?;
            }
            ColumnKind::Count | ColumnKind::Whole => {
                let number = |value: &TableValue| match value {
                    // The same bits: the column's kind says that they are unsigned.
                    TableValue::Count(number) => Some(number.cast_signed()),
                    TableValue::Whole(number) => Some(*number),
                    _ => None,
                };
                let numbers: Vec<i64> = values.filter_map(number).collect();
                column.typed::<Int64Type>().write_batch(&numbers, levels, None)?;
            }
            ColumnKind::Number => {
                let number = |value: &TableValue| match value {
                    TableValue::Number(number) => Some(*number),
                    _ => None,
                };
                let numbers: Vec<f64> = values.filter_map(number).collect();
                column.typed::<DoubleType>().write_batch(&numbers, levels, None)?;
            }
            ColumnKind::Switch => {
                let switch = |value: &TableValue| match value {
                    TableValue::Switch(is) => Some(*is),
                    _ => None,
                };
                let switches: Vec<bool> = values.filter_map(switch).collect();
                column.typed::<BoolType>().write_batch(&switches, levels, None)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> DataTable {
        let columns = [
            ("name", ColumnKind::Text),
            ("seed", ColumnKind::Count),
            ("score", ColumnKind::Whole),
            ("share", ColumnKind::Number),
            ("won", ColumnKind::Switch),
        ];
        let mut table = DataTable::new("matches", columns);
        let rows = [("=1+1", u64::MAX, -3, -0.25, true), ("Å, \"b\"", 7, i64::MIN, 1e-9, false)];
        for (name, seed, score, share, won) in rows {
            table.push(vec![
                TableValue::Text(name.to_owned()),
                TableValue::Count(seed),
                TableValue::Whole(score),
                TableValue::Number(share),
                TableValue::Switch(won),
            ]);
        }
        table.push(vec![const { TableValue::Missing }; 5]);
        table
    }

    #[test]
    fn fields_are_harmless_texts_numbers_and_empty_where_nothing_is() {
        let mut bytes = Vec::new();
        table().write_csv(&mut bytes).unwrap();
        let mut read = csv::Reader::from_reader(bytes.as_slice());
        assert_eq!(read.headers().unwrap(), vec!["name", "seed", "score", "share", "won"]);
        let rows: Vec<csv::StringRecord> = read.records().map(Result::unwrap).collect();
        assert_eq!(rows[0], vec!["'=1+1", "18446744073709551615", "-3", "-0.25", "true"]);
        assert_eq!(rows[1], vec!["Å, \"b\"", "7", "-9223372036854775808", "0.000000001", "false"]);
        assert_eq!(rows[2], vec![""; 5]);
    }

    #[test]
    #[should_panic(expected = "a row of `matches` has a value for each column")]
    fn a_row_has_values_of_the_right_kinds() {
        let mut table = table();
        let mut row = vec![const { TableValue::Missing }; 5];
        row[1] = TableValue::Whole(1);
        table.push(row);
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn a_reader_of_parquet_finds_the_values_with_their_kinds() {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        use parquet::record::Field;
        let bytes = table().to_parquet().unwrap();
        assert_eq!(bytes, table().to_parquet().unwrap(), "the same table, the same bytes");
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect())
            .collect();
        let row = |name: &str, seed, score, share, won| {
            vec![
                Field::Str(name.to_owned()),
                Field::ULong(seed),
                Field::Long(score),
                Field::Double(share),
                Field::Bool(won),
            ]
        };
        assert_eq!(rows[0], row("=1+1", u64::MAX, -3, -0.25, true), "no `'` before it: nothing runs it");
        assert_eq!(rows[1], row("Å, \"b\"", 7, i64::MIN, 1e-9, false));
        assert_eq!(rows[2], vec![Field::Null; 5]);
        let empty = DataTable::new("empty", [("a", ColumnKind::Text)]).to_parquet().unwrap();
        assert_eq!(
            SerializedFileReader::new(bytes::Bytes::from(empty)).unwrap().metadata().file_metadata().num_rows(),
            0
        );
    }
}
