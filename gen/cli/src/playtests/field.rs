//! The scenarios of a batch, in play: which there are, what was played of each, and the table that joins both.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use playtest::{Games, Report};
use serde::{Deserialize, Serialize};

use crate::batches::item::{Item, Outcome};
use crate::batches::order::{ORDER_FILE, Order};
use crate::batches::store;
use crate::files::{self, Batch, DESIGN_FILE};
use crate::report::{self, Failure};

/// The file in the folder of an item that says what was played.
pub const PLAY_FILE: &str = "play.json";
/// The table in the folder of the batch.
pub const TABLE_FILE: &str = "play.csv";

/// What was played of an item: what was asked for, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemPlay {
    /// The version of the format.
    pub format: u32,
    /// Flags by name.
    pub asked: BTreeMap<String, String>,
    /// Counts.
    pub games: Games,
}

/// The version of [`ItemPlay`].
pub const FORMAT: u32 = 1;

/// A scenario of a batch.
pub struct Entry {
    /// The batch's own account of it.
    pub item: Item,
    /// Its static score.
    pub score: f64,
    /// Its folder.
    pub folder: PathBuf,
}

/// The scenarios of a batch, by index.
///
/// # Errors
/// If the folder holds no batch, or none of its scenarios.
pub fn read(folder: &Path) -> Result<Vec<Entry>, Failure> {
    let Some(order) = Order::read(folder)? else {
        return Err(Failure::io(format!(
            "{} holds nothing to play: expected the file or folder of a scenario or of a design, or the folder of a batch",
            folder.display()
        )));
    };
    let items = store::find_all(folder, &order, order.shard);
    let missing = order.shard.items(order.count).count() - items.len();
    if missing > 0 {
        report::note(&format!(
            "{} of the batch are not there, or not whole: run `batch` again",
            design::counted(missing, "item")
        ));
    }
    let entry = |item: Item| match &item.outcome {
        Outcome::Made(verdict) => {
            Some(Entry { score: verdict.score, folder: folder.join(store::path_of(item.index)), item })
        }
        Outcome::Unmet(_) => None,
    };
    let entries: Vec<Entry> = items.into_iter().filter_map(entry).collect();
    if entries.is_empty() {
        return Err(Failure::io(format!("{} holds no scenario to play", folder.display())));
    }
    Ok(entries)
}

/// Whether a path is the folder of a batch, and not of one scenario or one design; of nothing at all, too.
pub fn is_batch(path: &Path) -> bool {
    let is_one = ["scenario.ron", DESIGN_FILE].iter().any(|file| path.join(file).is_file());
    path.is_dir() && (!is_one || path.join(ORDER_FILE).is_file())
}

/// What was played of an item before.
///
/// # Errors
/// If it was played with other flags and is not to be played again.
pub fn there(entry: &Entry, asked: &BTreeMap<String, String>, force: bool) -> Result<Option<Games>, Failure> {
    let path = entry.folder.join(PLAY_FILE);
    if force || !path.is_file() {
        return Ok(None);
    }
    // Cut short, or of another version: it is played again.
    let Ok(play) = serde_json::from_str::<ItemPlay>(&files::read(&path)?) else { return Ok(None) };
    if play.format != FORMAT {
        return Ok(None);
    }
    let differing = asked.iter().find(|(flag, value)| play.asked.get(*flag) != Some(value));
    match differing {
        None => Ok(Some(play.games)),
        Some((flag, value)) => {
            let before = play.asked.get(flag).map_or("nothing", String::as_str);
            Err(Failure::usage(format!(
                "{} was played with {flag} {before}, and now {value} is asked for: use --force to play it all again",
                path.display()
            )))
        }
    }
}

/// Writes what was played of an item, whole or not at all.
pub fn write_item(entry: &Entry, asked: &BTreeMap<String, String>, games: &Games) -> Result<(), Failure> {
    let play = ItemPlay { format: FORMAT, asked: asked.clone(), games: games.clone() };
    let text = serde_json::to_string(&play).map_err(|error| Failure::io(error.to_string()))? + "\n";
    files::write_text(&entry.folder, PLAY_FILE, &text)
}

/// Writes the table: what the manifest says of each scenario, and what play says.
pub fn write_table(folder: &Path, rows: &[(Entry, Report)]) -> Result<PathBuf, Failure> {
    let seats = rows.iter().map(|(_, report)| report.seats.len()).max().unwrap_or(0);
    let mut batch = Batch::new(folder)?;
    let path = batch.add(TABLE_FILE, |out| {
        let failed = |error: csv::Error| output::WriteError::Io(error.into());
        let mut table = csv::Writer::from_writer(out);
        let head =
            ["index", "seed", "score", "worst_seat", "games", "verdict", "evenness", "p", "first_mover", "turns"];
        let by_seat = (1..=seats)
            .flat_map(|seat| [format!("seat_{seat}_wins"), format!("seat_{seat}_low"), format!("seat_{seat}_high")]);
        table
            .write_record(head.map(str::to_owned).into_iter().chain(by_seat).chain(["string".to_owned()]))
            .map_err(failed)?;
        for (entry, report) in rows {
            let number = |value: f64| format!("{value:.4}");
            let worst = match &entry.item.outcome {
                Outcome::Made(verdict) => verdict.worst_seat.to_string(),
                Outcome::Unmet(_) => String::new(),
            };
            let word = report.words.split(':').next().unwrap_or_default().split(" games").next().unwrap_or_default();
            let mut row = vec![
                entry.item.index.to_string(),
                entry.item.seed.to_string(),
                number(entry.score),
                worst,
                report.games.to_string(),
                word.to_owned(),
                number(report.evenness()),
                report.chi_square.as_ref().map_or(String::new(), |test| number(test.p)),
                report.first_mover.map_or(String::new(), |first| number(first.rate)),
                number(report.turns.0),
            ];
            for seat in 0..seats {
                let found = report.seats.get(seat).map(|seat| [seat.wins.rate, seat.wins.low, seat.wins.high]);
                row.extend(found.map_or([const { String::new() }; 3], |found| found.map(number)));
            }
            row.push(entry.item.string.clone());
            table.write_record(row).map_err(failed)?;
        }
        Ok(table.flush()?)
    })?;
    batch.replace(std::iter::empty())?;
    Ok(path)
}
