//! `tournament`: every player against every other, on one scenario or on all of a batch.

use std::path::{Path, PathBuf};

use playtest::statistics::Record;
use playtest::{PlayerName, Standings, standings};
use serde_json::json;

use crate::args::TournamentArgs;
use crate::batches::work;
use crate::playtests::starts::{self, Wanted};
use crate::playtests::{Play, Subject, field, read_players, read_time_limit, try_programs};
use crate::report::{self, Failure, Reporter};

pub fn run(args: &TournamentArgs, reporter: &Reporter) -> Result<(), Failure> {
    let players = read_players(&args.matches.players, &args.matches.player)?.concat();
    let is_double = players.iter().enumerate().any(|(index, player)| players[..index].contains(player));
    if players.len() < 2 || is_double {
        return Err(Failure::usage("a tournament wants two players or more, each once: --players random,greedy,goal"));
    }
    let places = find_places(args)?;
    let time_limit = read_time_limit(args.matches.time_limit)?;
    let stop = work::stop_on_signal()?;
    let mut records = vec![vec![Record::default(); players.len()]; players.len()];
    let mut forfeits = vec![0; players.len()];
    for (place, seed) in &places {
        let subject = match place {
            Place::Item(folder) => Subject::read(folder, reporter)?,
            Place::Start(start) => start.open(args.matches.seed, reporter)?,
        };
        let chairs = subject.schedule(&players[..2], 0, Some(1))?.players.len();
        if chairs % 2 == 1 {
            let what = format!("{chairs} seats or teams cannot be shared by two players: expected an even number");
            return Err(Failure::usage(what));
        }
        try_programs(&players, &subject, time_limit)?;
        for one in 0..players.len() {
            for other in one + 1..players.len() {
                let pair = [players[one].clone(), players[other].clone()];
                let schedule =
                    subject.schedule(&pair, args.matches.seed.wrapping_add(*seed), args.matches.turn_limit)?;
                let games = args.games.next_multiple_of(schedule.round());
                let play = Play { schedule: &schedule, games, delta: 0.05, until_sure: false, time_limit, stop };
                let mut counts = subject.no_games();
                play.play(&subject, &mut counts, &mut |_, _| Ok(()), &mut |_| {}, false, None)?;
                for line in &counts.forfeits {
                    report::note(&format!("forfeit: {line}"));
                }
                for (player, rival) in [(one, other), (other, one)] {
                    if let Some((record, gave_up)) = counts.players.get(&players[player].to_string()) {
                        records[player][rival].merge(record);
                        forfeits[player] += gave_up;
                    }
                }
            }
        }
    }
    let names: Vec<String> = players.iter().map(PlayerName::to_string).collect();
    let table = standings(&names, &records, &forfeits);
    if args.matches.csv {
        return report::print(&csv_table(&table)?);
    }
    reporter.result(
        || table.text(),
        || json!({ "ok": true, "scenarios": places.len(), "standings": serde_json::to_value(&table).unwrap_or_default() }),
    )
}

/// Where players meet.
enum Place {
    /// The folder of a batch's item.
    Item(PathBuf),
    /// A start that is given, or rolled for it.
    Start(Wanted),
}

/// All of them, each with what is added to the seed there.
fn find_places(args: &TournamentArgs) -> Result<Vec<(Place, u64)>, Failure> {
    let mut places = Vec::new();
    for start in starts::wanted(&args.matches) {
        let folder = Path::new(&start.game);
        if starts::is_file(&start.game) && field::is_batch(folder) {
            let items = field::read(folder)?.into_iter();
            places.extend(items.map(|entry| (Place::Item(entry.folder), entry.item.seed)));
        } else {
            places.push((Place::Start(start), 0));
        }
    }
    Ok(places)
}

fn csv_table(table: &Standings) -> Result<String, Failure> {
    let failed = |error: csv::Error| Failure::io(error.to_string());
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["player", "rating", "error", "games", "wins", "low", "high", "forfeits"]).map_err(failed)?;
    for one in &table.players {
        let number = |value: f64| format!("{value:.4}");
        let row = [
            one.player.clone(),
            format!("{:.1}", one.rating),
            format!("{:.1}", one.error),
            one.record.games.to_string(),
            number(one.wins.rate),
            number(one.wins.low),
            number(one.wins.high),
            one.forfeits.to_string(),
        ];
        out.write_record(row).map_err(failed)?;
    }
    let bytes = out.into_inner().map_err(|error| Failure::io(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
