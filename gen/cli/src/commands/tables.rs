//! `tables`: what a batch, a scenario or kept matches hold, as tables for notebooks and databases.

use std::fs;
use std::path::{Path, PathBuf};

use contract::AnyGame;
use pipeline::BATCH_FILE;
use pipeline::batch::{Item, ItemOutcome, VERDICT_FILE, item_folder};
use playtest::ColumnKind::{Count, Number, Switch, Text, Whole};
use playtest::{ColumnKind, DataTable, Games, ITEM_PLAY_FILE, ItemPlay, MatchRecord, TableValue};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::args::{TableFormat, TablesArgs};
use crate::batches::store;
use crate::files;
use crate::playtests::starts::Start;
use crate::playtests::unreadable;
use crate::report::{self, Failure, Reporter};

/// The values of a row.
type Row = Vec<TableValue>;

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
            TableFormat::Parquet if !playtest::WRITES_PARQUET => {
                return Err(Failure::usage(
                    "this build writes no Parquet: ask for `--format csv`, or build one with `cargo build --release -p fairmarch --features parquet`",
                ));
            }
            TableFormat::Parquet => table.to_parquet(),
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
    let fill = |folder: &Path| host::write_files(folder, host::IfPresent::Refuse, &written).map(|_| ());
    match args.force && args.out.is_dir() {
        true => host::write_files(&args.out, host::IfPresent::Replace, &written).map(|_| ()),
        false => {
            host::make_folder(&args.out, fill).map_err(|why| if args.force { why } else { with_force(why, &args.out) })
        }
    }
    .map_err(Failure::io)?;
    let paths: Vec<String> = written.iter().map(|(name, _)| args.out.join(name).display().to_string()).collect();
    reporter.result(
        || {
            let rows = |path: &String| {
                let stem = Path::new(path).file_stem().unwrap_or_default();
                let table = tables.iter().find(|table| stem == table.name());
                format!("{}: {}\n", report::shown(path), design::counted(table.map_or(0, DataTable::rows), "row"))
            };
            paths.iter().map(rows).collect()
        },
        || {
            let told = |table: &DataTable| json!({ "name": table.name(), "rows": table.rows() });
            json!({ "ok": true, "files": paths, "tables": tables.iter().map(told).collect::<Vec<_>>() })
        },
    )
}

/// Why a folder is not made, with the flag that writes into one that is there.
fn with_force(why: String, folder: &Path) -> String {
    if folder.is_dir() { format!("{why}, or use --force to replace its tables") } else { why }
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
    columns.extend(playtest::measure_summaries().map(ratio));
    columns.extend(named(&[
        ("reason", Text),
        ("verdict", Text),
        ("matches", Count),
        ("points_off", Number),
        ("warnings", Count),
        ("unmet", Text),
    ]));
    let mut scenarios = DataTable::new("scenarios", columns);
    items.iter().for_each(|item| scenarios.push(scenario_row(item)));
    let found: Vec<(Vec<Row>, bool)> =
        items.par_iter().map(|item| item_seats(folder, item)).collect::<Result<_, Failure>>()?;
    let unread = found.iter().filter(|(_, is_unread)| *is_unread).count();
    if unread > 0 {
        let of = design::counted(unread, "item");
        report::note(&format!("what was played of {of} cannot be read, and is left out: run `play` again"));
    }
    let mut seats = seats_table();
    found.into_iter().flat_map(|(rows, _)| rows).for_each(|row| seats.push(row));
    Ok(vec![scenarios, seats])
}

/// The rows of an item's seats, none if it could not be made; and whether there is a file of its matches that cannot be read.
fn item_seats(folder: &Path, item: &Item) -> Result<(Vec<Row>, bool), Failure> {
    if item.fairness().is_none() {
        return Ok(Default::default());
    }
    let folder = folder.join(item_folder(item.index));
    let path = folder.join(VERDICT_FILE);
    let verdict = serde_json::from_str(&files::read(&path)?)
        .map_err(|error| Failure::io(format!("{} cannot be read: {error}", path.display())))?;
    let seats = seats_of(&verdict).ok_or_else(|| {
        let why = "expected `seats` as their number, and as many values in each of its lists";
        Failure::io(format!("{} cannot be read: {why}", path.display()))
    })?;
    let play = folder.join(ITEM_PLAY_FILE);
    // As `play` reads it: what is cut short, or of another version, counts for nothing.
    let kept = if play.is_file() { Some(ItemPlay::read(&files::read(&play)?)) } else { None };
    let games =
        kept.as_ref().and_then(Option::as_ref).map(|play| &play.games).filter(|games| games.seats.len() == seats);
    let of = [count(item.index), count(item.seed), text(&item.string)];
    Ok((seat_rows(&of, seats, &verdict, games), kept.is_some() && games.is_none()))
}

fn scenario_row(item: &Item) -> Row {
    let mut row = vec![count(item.index), count(item.seed), text(&item.string)];
    let measures = playtest::measure_summaries().count();
    match &item.outcome {
        ItemOutcome::Made(fairness) => {
            let worst = fairness.score.map(|_| count(fairness.worst_seat));
            row.extend([number(fairness.score), TableValue::or_missing(worst)]);
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

fn seats_table() -> DataTable {
    let head = [("item", Count), ("seed", Count), ("string", Text), ("seat", Count), ("predicted", Number)];
    let measures = playtest::measure_summaries().map(|(name, _)| (name.to_owned(), Number));
    let proved = [("proved", Number), ("proved_low", Number), ("proved_high", Number)];
    let played = [("matches", Count), ("wins", Count), ("points", Number)];
    let own = |(name, kind): (&str, ColumnKind)| (name.to_owned(), kind);
    DataTable::new("seats", head.into_iter().map(own).chain(measures).chain(proved.into_iter().chain(played).map(own)))
}

/// How many seats a verdict tells of, as `fairness.json` has it; `None` if one of its lists has more or fewer.
fn seats_of(verdict: &Value) -> Option<usize> {
    let measures = verdict["measures"].as_array()?.iter().map(|measure| &measure["values"]);
    let lists = measures
        .chain(verdict.get("predicted").filter(|shares| !shares.is_null()))
        .chain(verdict.get("played").map(|played| &played["seats"]));
    let lengths: Vec<usize> = lists.map(|list| Some(list.as_array()?.len())).collect::<Option<_>>()?;
    let all = usize::try_from(verdict["seats"].as_u64()?).ok()?;
    (!lengths.is_empty() && lengths.iter().all(|&length| length == all)).then_some(all)
}

/// A row for each seat of a verdict; `games` are what `play` kept of a batch's item.
fn seat_rows(of: &[TableValue; 3], seats: usize, verdict: &Value, games: Option<&Games>) -> Vec<Row> {
    let measured = verdict["measures"].as_array().map_or(&[][..], Vec::as_slice);
    let row = |seat: usize| {
        let mut row = of.to_vec();
        row.extend([count(seat as u64 + 1), number(verdict["predicted"][seat].as_f64())]);
        for (name, _) in playtest::measure_summaries() {
            let measure = measured.iter().find(|measure| measure["name"] == name);
            row.push(number(measure.and_then(|measure| measure["values"][seat].as_f64())));
        }
        let proved = &verdict["played"]["seats"][seat];
        row.extend(["rate", "low", "high"].map(|name| number(proved[name].as_f64())));
        row.extend(games.map_or([const { TableValue::Missing }; 3], |games| {
            let record = &games.seats[seat];
            [count(record.games), count(record.shared.first().copied().unwrap_or(0)), number(Some(record.score()))]
        }));
        row
    };
    (0..seats).map(row).collect()
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
    let of = [TableValue::Missing, count(scenario.origins.seed), text(&scenario.origins.string)];
    seat_rows(&of, fairness.seats, &verdict, None).into_iter().for_each(|row| seats.push(row));
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
    let read: Vec<[Vec<Row>; 2]> =
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
    let of_turn = [
        ("match", Count),
        ("turn", Count),
        ("last", Switch),
        ("seat", Count),
        ("place", Count),
        ("score", Whole),
        ("units", Count),
    ];
    let (mut matches, mut turns) = (DataTable::new("matches", of_match), DataTable::new("turns", of_turn));
    for [of_match, of_turns] in read {
        of_match.into_iter().for_each(|row| matches.push(row));
        of_turns.into_iter().for_each(|row| turns.push(row));
    }
    Ok(vec![matches, turns])
}

/// The rows of one match, in both tables.
fn match_rows(path: &Path, start: &Start) -> Result<[Vec<Row>; 2], Failure> {
    let fault = |error| unreadable(path, error);
    let record = MatchRecord::read(&files::read(path)?).map_err(fault)?;
    let this = path.file_name().and_then(|name| MatchRecord::number(&name.to_string_lossy()));
    let this = TableValue::or_missing(this.map(|number| TableValue::Count(number.into())));
    // The rows of each turn as it begins.
    let mut turns: Vec<Vec<Row>> = Vec::new();
    let (mut turn, mut begins) = (None, false);
    let replayed = record.replay(&start.runner, &start.text, &mut |at, _, _| {
        let now = at.game().turn();
        begins = turn != Some(now);
        turn = Some(now);
        if begins {
            turns.push(standing(at.game(), start, &this, now, false));
        }
        true
    });
    let replayed = replayed.map_err(fault)?;
    let game = replayed.game();
    // A match that ends as a turn would begin ends in the one before, as its record says: there is no other turn.
    if begins {
        turns.pop();
    }
    let last = if record.goes_on { game.turn() } else { record.turns };
    turns.push(standing(game, start, &this, last, true));
    let rows = (1_u8..).zip(game.ranks()).map(|(seat, place)| {
        let own = format!("{seat} ");
        let moves = record.moves.iter().filter(|line| line.starts_with(&own)).count();
        let player = record.players.get(usize::from(seat) - 1).cloned().unwrap_or_default();
        vec![
            this.clone(),
            count(record.seed),
            count(record.turns),
            count(seat),
            text(player),
            TableValue::Switch(record.winners.contains(&seat)),
            count(place),
            count(moves as u64),
        ]
    });
    Ok([rows.collect(), turns.concat()])
}

/// A row for each seat: how it stands.
fn standing(game: &dyn AnyGame, start: &Start, this: &TableValue, turn: u32, is_last: bool) -> Vec<Row> {
    let position = game.show(&start.scenario);
    // Some rules have no scores.
    let scores = game.scores();
    let row = |(seat, place): (u8, u8)| {
        let score = scores.get(usize::from(seat) - 1).copied().map(TableValue::Whole);
        let units = position.units.iter().filter(|unit| unit.side.0 == seat && !unit.is_to_come()).count();
        vec![
            this.clone(),
            count(turn),
            TableValue::Switch(is_last),
            count(seat),
            count(place),
            TableValue::or_missing(score),
            count(units as u64),
        ]
    };
    (1_u8..).zip(game.ranks()).map(row).collect()
}
