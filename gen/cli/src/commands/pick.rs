//! `pick`: the best or the worst scenarios of a batch, listed, and copied into a folder of their own.

use std::path::PathBuf;

use pipeline::batch::{PickEnd, item_folder, pick};
use playtest::CsvTable;
use serde_json::json;

use crate::args::PickArgs;
use crate::batches::store;
use crate::report::{self, Failure, Reporter};

/// A scenario that was picked, as it is told.
struct Row {
    index: u32,
    seed: u64,
    /// As the manifest writes it.
    value: String,
    string: String,
    folder: String,
}

pub fn run(args: &PickArgs, reporter: &Reporter) -> Result<(), Failure> {
    let (_, items) = store::read_items(&args.folder)?;
    let (end, count) = match (args.best, args.worst) {
        (Some(count), _) => (PickEnd::Best, count),
        (None, Some(count)) => (PickEnd::Worst, count),
        (None, None) => return Err(Failure::usage("expected --best N or --worst N")),
    };
    let picked = pick(&items, &args.by, end, count as usize).map_err(Failure::usage)?;
    if picked.items.len() < count as usize {
        report::note(&format!("{} were asked for, and there are {}", count, picked.items.len()));
    }
    if let Some(target) = &args.out {
        store::copy_picked(&args.folder, picked.items.iter().map(|(item, _)| item.index), target)?;
    }
    let place = |index: u32| -> PathBuf {
        let target = args.out.as_ref().map(|target| store::picked_folder(target, index));
        target.unwrap_or_else(|| args.folder.join(item_folder(index)))
    };
    let row = |&(item, value): &(&pipeline::batch::Item, f64)| Row {
        index: item.index,
        seed: item.seed,
        value: format!("{value:.0$}", picked.decimals),
        string: item.string.clone(),
        folder: place(item.index).display().to_string(),
    };
    let rows: Vec<Row> = picked.items.iter().map(row).collect();
    if args.csv {
        return report::print(&table(picked.by, &rows)?);
    }
    reporter.result(
        || text(picked.by, &rows),
        || {
            let row = |row: &Row| {
                let Row { index, seed, value, string, folder } = row;
                let value: Option<f64> = value.parse().ok();
                json!({ "index": index, "seed": seed, "value": value, "string": string, "folder": folder })
            };
            json!({ "ok": true, "by": picked.by, "items": rows.iter().map(row).collect::<Vec<_>>() })
        },
    )
}

impl Row {
    /// In the order of the columns.
    fn fields(&self) -> [String; 5] {
        let Row { index, seed, value, string, folder } = self;
        [index.to_string(), seed.to_string(), value.clone(), folder.clone(), string.clone()]
    }
}

/// The names of the columns; the third is the number by which it was ranked.
fn head(by: &str) -> [&str; 5] {
    ["index", "seed", by, "folder", "string"]
}

/// For people: columns as wide as what stands in them.
fn text(by: &str, rows: &[Row]) -> String {
    let lines: Vec<[String; 5]> =
        std::iter::once(head(by).map(str::to_owned)).chain(rows.iter().map(Row::fields)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    let mut text = String::new();
    for [index, seed, value, folder, string] in &lines {
        let [a, b, c, d, _] = widths;
        let folder = report::shown(folder);
        text += &format!("{index:>a$}  {seed:>b$}  {value:>c$}  {folder:<d$}  {string}\n");
    }
    text
}

/// For spreadsheets.
fn table(by: &str, rows: &[Row]) -> Result<String, Failure> {
    let written = || {
        let mut table = CsvTable::new(Vec::new(), head(by))?;
        for row in rows {
            table.row(row.fields())?;
        }
        table.finish()
    };
    let bytes = written().map_err(|error| Failure::io(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
