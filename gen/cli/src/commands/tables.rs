//! `tables`: what a batch, a scenario or kept matches hold, as tables for notebooks and databases.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use pipeline::BATCH_FILE;
use pipeline::batch::{Item, ItemOutcome, VERDICT_FILE, item_folder};
use playtest::ColumnKind::{Count, Number, Switch, Text, Whole};
use playtest::{AnyMatch, ColumnKind, DataTable, ITEM_PLAY_FILE, MatchRecord, TableValue};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::args::TablesArgs;
use crate::batches::store;
use crate::files;
use crate::playtests::starts::Start;
use crate::report::{Failure, Reporter};

/// A form of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl TableFormat {
    /// How its files end.
    const fn ending(self) -> &'static str {
        match self {
            TableFormat::Csv => "csv",
            TableFormat::Parquet => "parquet",
        }
    }

    fn write(self, table: &DataTable) -> Result<Vec<u8>, Failure> {
        let bytes = match self {
            TableFormat::Csv => {
                let mut bytes = Vec::new();
                table.write_csv(&mut bytes).map(|()| bytes)
            }
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => table.to_parquet(),
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet => {
                return Err(Failure::usage("this build writes no Parquet: build it with `--features parquet`"));
            }
        };
        bytes.map_err(|error| Failure::io(format!("cannot write the table `{}`: {error}", table.name())))
    }
}

pub fn run(args: &TablesArgs, reporter: &Reporter) -> Result<(), Failure> {
    let input = &args.input;
    let tables = if input.join(BATCH_FILE).exists() {
        of_batch(input)?
    } else if let Some(matches) = kept_matches(input) {
        of_matches(input, &matches, reporter)?
    } else {
        vec![of_scenario(input, reporter)?]
    };
    let mut written: Vec<(String, Vec<u8>)> = Vec::new();
    for table in &tables {
        for &format in &args.format {
            let name = format!("{}.{}", table.name(), format.ending());
            if !written.iter().any(|(there, _)| *there == name) {
                written.push((name, format.write(table)?));
            }
        }
    }
    host::make_folder(&args.out, |folder| host::write_files(folder, host::IfPresent::Refuse, &written).map(|_| ()))
        .map_err(Failure::io)?;
    let paths: Vec<String> = written.iter().map(|(name, _)| args.out.join(name).display().to_string()).collect();
    reporter.result(
        || {
            let rows = |path: &String| {
                let stem = Path::new(path).file_stem().unwrap_or_default();
                let table = tables.iter().find(|table| stem == table.name());
                format!("{path}: {}\n", design::counted(table.map_or(0, DataTable::rows), "row"))
            };
            paths.iter().map(rows).collect()
        },
        || {
            let told = |table: &DataTable| json!({ "name": table.name(), "rows": table.rows() });
            json!({ "ok": true, "files": paths, "tables": tables.iter().map(told).collect::<Vec<_>>() })
        },
    )
}

fn text(text: impl Into<String>) -> TableValue {
    TableValue::Text(text.into())
}

fn count(number: impl TryInto<u64>) -> TableValue {
    TableValue::or_missing(number.try_into().ok().map(TableValue::Count))
}

fn number(value: Option<f64>) -> TableValue {
    TableValue::or_missing(value.map(TableValue::Number))
}

/// `scenarios`, a row for each item, and `seats`, a row for each seat of those that were made.
fn of_batch(folder: &Path) -> Result<Vec<DataTable>, Failure> {
    let (_, items) = store::read_items(folder)?;
    let ratio = |(name, _): (&str, _)| (format!("{name}_min_over_max"), Number);
    let named = |columns: &[(&str, ColumnKind)]| -> Vec<(String, ColumnKind)> {
        columns.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect()
    };
    let mut columns =
        named(&[("item", Count), ("seed", Count), ("string", Text), ("score", Number), ("worst_seat", Count)]);
    columns.extend(fairness::measures().map(ratio));
    columns.extend(named(&[
        ("reason", Text),
        ("verdict", Text),
        ("matches", Count),
        ("points_off", Number),
        ("warnings", Count),
        ("unmet", Text),
    ]));
    let mut scenarios = DataTable::new("scenarios", columns);
    let mut seats = seats_table();
    for item in &items {
        scenarios.push(scenario_row(item));
        if item.fairness().is_some() {
            let folder = folder.join(item_folder(item.index));
            let verdict = read_json(&folder.join(VERDICT_FILE))?;
            let play = folder.join(ITEM_PLAY_FILE);
            let play = if play.exists() { read_json(&play)? } else { Value::Null };
            push_seats(&mut seats, [count(item.index), count(item.seed)], &item.string, &verdict, &play);
        }
    }
    Ok(vec![scenarios, seats])
}

fn scenario_row(item: &Item) -> Vec<TableValue> {
    let mut row = vec![count(item.index), count(item.seed), text(&item.string)];
    let measures = fairness::measures().count();
    match &item.outcome {
        ItemOutcome::Made(fairness) => {
            row.extend([number(Some(fairness.score)), count(fairness.worst_seat)]);
            row.extend(fairness.ratios.iter().map(|ratio| number(*ratio)));
            let played = fairness.played.as_ref();
            row.extend([
                text(&fairness.reason),
                TableValue::or_missing(played.map(|played| text(&played.verdict))),
                TableValue::or_missing(played.map(|played| count(played.matches))),
                number(played.map(|played| played.off())),
                count(item.warnings as u64),
                TableValue::Missing,
            ]);
        }
        ItemOutcome::Unmet(why) => {
            row.extend(std::iter::repeat_n(TableValue::Missing, 2 + measures + 4));
            row.extend([count(item.warnings as u64), text(why)]);
        }
    }
    row
}

fn read_json(path: &Path) -> Result<Value, Failure> {
    let text = files::read(path)?;
    serde_json::from_str(&text).map_err(|error| Failure::io(format!("{} cannot be read: {error}", path.display())))
}

fn seats_table() -> DataTable {
    let head = [("item", Count), ("seed", Count), ("string", Text), ("seat", Count), ("predicted", Number)];
    let measures = fairness::measures().map(|(name, _)| (name.to_owned(), Number));
    let tail = [("proved", Number), ("matches", Count), ("wins", Number)];
    let own = |(name, kind): (&str, ColumnKind)| (name.to_owned(), kind);
    DataTable::new("seats", head.into_iter().map(own).chain(measures).chain(tail.into_iter().map(own)))
}

/// A row for each seat of a verdict, as `fairness.json` has it; `play` is what `play` kept of a batch's item.
fn push_seats(seats: &mut DataTable, of: [TableValue; 2], string: &str, verdict: &Value, play: &Value) {
    let all = verdict["seats"].as_u64().unwrap_or(0) as usize;
    let measured = verdict["measures"].as_array().map_or(&[][..], Vec::as_slice);
    for seat in 0..all {
        let mut row = of.to_vec();
        row.extend([text(string), count(seat as u64 + 1), number(verdict["predicted"][seat].as_f64())]);
        for (name, _) in fairness::measures() {
            let measure = measured.iter().find(|measure| measure["name"] == name);
            row.push(number(measure.and_then(|measure| measure["values"][seat].as_f64())));
        }
        let proved = verdict["played"]["seats"][seat]["rate"].as_f64();
        // Of teams `play` counts wins together; of each seat it keeps how many matches it won alone, shared with one other, and so on.
        let record = &play["games"]["seats"][seat];
        let matches = record["games"].as_u64();
        let alone = matches.map(|_| record["shared"][0].as_f64().unwrap_or(0.0));
        row.extend([number(proved), TableValue::or_missing(matches.map(TableValue::Count)), number(alone)]);
        seats.push(row);
    }
}

/// `seats` of one scenario.
fn of_scenario(path: &Path, reporter: &Reporter) -> Result<DataTable, Failure> {
    let (scenario, warnings) = files::read_scenario(path)?;
    reporter.warn(&warnings)?;
    let Some(fairness) = &scenario.fairness else {
        return Err(Failure::usage(format!(
            "{} has not been measured: `fairmarch score` measures it, and `roll` completes it",
            path.display()
        )));
    };
    let verdict: Value = serde_json::from_str(&output::fairness_json(fairness, scenario.played.as_ref()))
        .expect("what we write can be read");
    let mut seats = seats_table();
    let of = [TableValue::Missing, count(scenario.origins.seed)];
    push_seats(&mut seats, of, &scenario.origins.string, &verdict, &Value::Null);
    Ok(seats)
}

/// The kept matches of a folder, in their order; `None` if it has none.
fn kept_matches(folder: &Path) -> Option<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries
        .filter(|entry| MatchRecord::is_file_name(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    (!paths.is_empty()).then_some(paths)
}

/// `matches`, a row for each seat of each match, and `turns`, one for each seat in each turn.
fn of_matches(folder: &Path, paths: &[PathBuf], reporter: &Reporter) -> Result<Vec<DataTable>, Failure> {
    let start = Start::read(folder, reporter)?;
    let read: Vec<[Vec<Vec<TableValue>>; 2]> =
        paths.par_iter().map(|path| match_rows(path, &start)).collect::<Result<_, Failure>>()?;
    let of_match = [
        ("match", Count),
        ("seed", Count),
        ("turns", Count),
        ("seat", Count),
        ("player", Text),
        ("won", Switch),
        ("place", Count),
        ("moves", Count),
    ];
    let of_turn =
        [("match", Count), ("turn", Count), ("seat", Count), ("place", Count), ("score", Whole), ("units", Count)];
    let (mut matches, mut turns) = (DataTable::new("matches", of_match), DataTable::new("turns", of_turn));
    for [of_match, of_turns] in read {
        of_match.into_iter().for_each(|row| matches.push(row));
        of_turns.into_iter().for_each(|row| turns.push(row));
    }
    Ok(vec![matches, turns])
}

/// The rows of one match, in both tables.
fn match_rows(path: &Path, start: &Start) -> Result<[Vec<Vec<TableValue>>; 2], Failure> {
    let fault = |error| crate::commands::replay::unreadable(path, error);
    let record = MatchRecord::read(&files::read(path)?).map_err(fault)?;
    let digits: String =
        path.file_stem().unwrap_or_default().to_string_lossy().chars().filter(char::is_ascii_digit).collect();
    let this = || TableValue::or_missing(digits.parse().ok().map(TableValue::Count));
    let (mut turns, mut turn) = (Vec::new(), None);
    let mut look = |at: &dyn AnyMatch| {
        let game = at.game();
        if turn == Some(game.turn()) {
            return;
        }
        turn = Some(game.turn());
        let position = game.show(&start.scenario);
        // Some rules have no scores.
        let scores = game.scores();
        for (seat, place) in (1_u8..).zip(game.ranks()) {
            let score = scores.get(usize::from(seat) - 1).copied().map(TableValue::Whole);
            let units = position.units.iter().filter(|unit| unit.side.0 == seat && !unit.is_to_come()).count();
            let numbers = [count(game.turn()), count(seat), count(place)];
            let mut row = vec![this()];
            row.extend(numbers);
            row.extend([TableValue::or_missing(score), count(units as u64)]);
            turns.push(row);
        }
    };
    let replayed = record.replay(&start.runner, &start.text, &mut |at, _, _| {
        look(at);
        true
    });
    let replayed = replayed.map_err(fault)?;
    let ranks = replayed.game().ranks();
    let rows = (1_u8..).zip(ranks).map(|(seat, place)| {
        let own = format!("{seat} ");
        let moves = record.moves.iter().filter(|line| line.starts_with(&own)).count();
        let player = record.players.get(usize::from(seat) - 1).cloned().unwrap_or_default();
        vec![
            this(),
            count(record.seed),
            count(record.turns),
            count(seat),
            text(player),
            TableValue::Switch(record.winners.contains(&seat)),
            count(place),
            count(moves as u64),
        ]
    });
    Ok([rows.collect(), turns])
}
