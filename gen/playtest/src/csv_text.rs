//! Tables for programs: comma-separated values.

/// A table of a head and as many fields in each row.
pub(crate) fn csv_text<H: AsRef<[u8]>>(head: &[H], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(head).expect("memory takes what is written");
    for row in rows {
        table.write_record(row).expect("a row has as many fields as the head");
    }
    let bytes = table.into_inner().expect("memory takes what is written");
    String::from_utf8(bytes).expect("fields are text")
}

/// Four decimals.
pub(crate) fn number(value: f64) -> String {
    format!("{value:.4}")
}
