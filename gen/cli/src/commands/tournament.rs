//! `tournament`: every player against every other, on one scenario or on all of a batch.

use std::sync::Arc;

use playtest::statistics::{Record, z_of};
use playtest::{
    CONFIDENCE, PlayerName, Session, SessionSettings, figure_reports, figures_text, merge_figures, standings,
};
use serde_json::json;

use crate::args::TournamentArgs;
use crate::batches::work;
use crate::playtests::batch_entries::read_entries;
use crate::playtests::complete;
use crate::playtests::request::MatchRequest;
use crate::playtests::starts::StartRequest;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &TournamentArgs, reporter: &Reporter) -> Result<(), Failure> {
    let request = MatchRequest::from_args(&args.matches)?;
    let players = request.mixes.concat();
    let is_double = players.iter().enumerate().any(|(index, player)| players[..index].contains(player));
    if players.len() < 2 || is_double {
        return Err(Failure::usage("a tournament wants two players or more, each once: --players random,greedy,goal"));
    }
    let places = find_places(&request)?;
    let stop = work::stop_on_signal()?;
    let mut records = vec![vec![Record::default(); players.len()]; players.len()];
    let mut forfeits = vec![0; players.len()];
    let mut figures = Vec::new();
    for (asked, seed) in &places {
        let start = asked.open(reporter)?;
        for one in 0..players.len() {
            for other in one + 1..players.len() {
                let pair = vec![players[one].clone(), players[other].clone()];
                let settings =
                    SessionSettings { seed: *seed, turn_limit: request.turn_limit, ..SessionSettings::default() };
                let session = Session::new(Arc::clone(&start.runner), pair, settings, request.programs());
                let session = session.map_err(Failure::usage)?;
                let chairs = session.schedule.players.len();
                if chairs % 2 == 1 {
                    let what = format!("{chairs} seats or teams cannot be shared by two players");
                    return Err(Failure::usage(format!("{what}: expected an even number")));
                }
                let games = args.games.next_multiple_of(session.schedule.round());
                let end = session.play(games, stop, &mut |_, _, _| Ok::<(), Failure>(()))?;
                complete(&session, games, end)?;
                let counts = session.counts();
                merge_figures(&mut figures, &counts.figures);
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
    let figures = figure_reports(&figures, z_of(CONFIDENCE));
    if request.csv {
        return report::print(&table.csv());
    }
    reporter.result(
        || table.text() + &figures_text(&figures),
        || {
            let standings = serde_json::to_value(&table).unwrap_or_default();
            let mut document = json!({ "ok": true, "scenarios": places.len(), "standings": standings });
            if !figures.is_empty() {
                document["figures"] = serde_json::to_value(&figures).unwrap_or_default();
            }
            document
        },
    )
}

/// Where players meet: starts, each with the seed of its matches.
fn find_places(request: &MatchRequest) -> Result<Vec<(StartRequest, u64)>, Failure> {
    let mut places = Vec::new();
    for start in &request.starts {
        let Some(folder) = start.batch() else {
            places.push((start.clone(), request.seed));
            continue;
        };
        places.extend(read_entries(folder)?.into_iter().map(|entry| {
            let game = entry.folder.display().to_string();
            let (size, sides, variants) = (None, None, Vec::new());
            (StartRequest { game, size, sides, variants, ..*start }, entry.item.match_seed(request.seed))
        }));
    }
    Ok(places)
}
