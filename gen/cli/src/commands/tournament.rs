//! `tournament`: every player against every other, on one scenario or on all of a batch.

use std::time::Instant;

use indicatif::ProgressBar;
use playtest::statistics::{Record, z_of};
use playtest::{
    CONFIDENCE, Games, PlayerName, Session, SessionGoal, SessionSettings, figure_reports, figures_text, merge_figures,
    play_sessions, standings,
};
use serde_json::json;

use crate::args::TournamentArgs;
use crate::batches::work;
use crate::playtests::batch_entries::read_entries;
use crate::playtests::complete;
use crate::playtests::request::MatchRequest;
use crate::playtests::results::Results;
use crate::playtests::starts::StartRequest;
use crate::report::{self, Failure, Reporter};

/// Two players on one start.
struct Meeting {
    /// As indices into the list of players.
    pair: [usize; 2],
    session: Session,
    /// How many matches they play.
    games: u32,
}

impl Meeting {
    const fn goal(&self) -> SessionGoal<'_> {
        SessionGoal { session: &self.session, matches: self.games }
    }
}

/// How many matches a pair plays if nobody says: enough to tell a much better player from an equal one.
const GAMES: u32 = 40;

pub fn run(args: &TournamentArgs, reporter: &Reporter) -> Result<(), Failure> {
    let request = MatchRequest::from_args(&args.matches)?;
    request.refuse_seats()?;
    let players = request.mixes.concat();
    let is_double = players.iter().enumerate().any(|(index, player)| players[..index].contains(player));
    if players.len() < 2 || is_double {
        return Err(Failure::usage("a tournament wants two players or more, each once: --players random,greedy,goal"));
    }
    let places = find_places(&request)?;
    let games = args.games.unwrap_or_else(|| GAMES.div_ceil(places.len() as u32).next_multiple_of(2));
    let mut results = Results::open(&request)?;
    // All are opened before the first match: a fault in the last one is no surprise after hours.
    let mut meetings = Vec::new();
    for place in &places {
        meet(place, &players, games, &request, &mut results, &mut meetings, reporter)?;
    }
    results.tell_earlier();
    let all: u64 = meetings.iter().map(|meeting| u64::from(meeting.games)).sum();
    let stop = work::stop_on_signal()?;
    let bar = report::progress_bar(all, "no match yet").with_position(results.earlier());
    bar.reset_eta();
    let begun = Instant::now();
    // The pairs of all starts are played together: few matches of one pair would leave threads idle.
    let goals: Vec<SessionGoal<'_>> = meetings.iter().map(Meeting::goal).collect();
    let mut leader = Leader::new(&players, &meetings);
    let end = play_sessions(&goals, stop, &mut |index, _, _, counts| {
        leader.count(index, meetings[index].pair, counts, &bar);
        results.keep(index, counts)
    });
    bar.finish_and_clear();
    let counts: Vec<Games> = meetings.iter().map(|meeting| meeting.session.counts()).collect();
    let played: u64 = counts.iter().map(|counts| u64::from(counts.games)).sum();
    let (now, seconds) = (played - results.earlier(), begun.elapsed().as_secs_f64());
    let rate = now as f64 / seconds.max(1e-3);
    report::note(&format!("{} in {seconds:.1} s, {rate:.1} a second", design::counted(now, "match")));
    let done = || format!("with {played} of {}", design::counted(all, "match"));
    let ended = end.and_then(|end| complete(end, done, Some(request.advice()))).and(results.finish());
    if played == 0 {
        return ended;
    }
    let failed = request.failed_players(&counts);
    if !failed.is_empty() {
        return Err(Failure::forfeits(failed.iter().map(ToString::to_string), ended));
    }
    let ended = ended.and(request.warn_of_forfeits(&counts, reporter));
    tell(&request, &players, &meetings, &counts, places.len(), ended, reporter)
}

/// Lets every pair meet on a start.
fn meet(
    (asked, seed): &(StartRequest, u64),
    players: &[PlayerName],
    games: u32,
    request: &MatchRequest,
    results: &mut Results,
    meetings: &mut Vec<Meeting>,
    reporter: &Reporter,
) -> Result<(), Failure> {
    let start = asked.open(reporter)?;
    for one in 0..players.len() {
        for other in one + 1..players.len() {
            let pair = vec![players[one].clone(), players[other].clone()];
            let settings =
                SessionSettings { seed: *seed, turn_limit: request.turn_limit, ..SessionSettings::default() };
            let session = request.session(&start.runner, pair, settings)?;
            let chairs = session.schedule.players.len();
            if chairs % 2 == 1 {
                let what = format!("{asked}: {chairs} seats or teams cannot be shared by two players");
                return Err(Failure::usage(format!("{what}: expected an even number")));
            }
            let games = games.next_multiple_of(session.schedule.round());
            results.take_up(&session, &start.text, games)?;
            meetings.push(Meeting { pair: [one, other], session, games });
        }
    }
    Ok(())
}

/// Prints the standings, and passes on how the matches ended.
fn tell(
    request: &MatchRequest,
    players: &[PlayerName],
    meetings: &[Meeting],
    counts: &[Games],
    scenarios: usize,
    ended: Result<(), Failure>,
    reporter: &Reporter,
) -> Result<(), Failure> {
    let names: Vec<String> = players.iter().map(PlayerName::to_string).collect();
    let mut records = vec![vec![Record::default(); players.len()]; players.len()];
    let mut forfeits = vec![0; players.len()];
    let mut figures = Vec::new();
    for (Meeting { pair: [one, other], .. }, counts) in meetings.iter().zip(counts) {
        merge_figures(&mut figures, &counts.figures);
        for line in counts.forfeits.iter().filter(|_| request.allows_forfeits) {
            report::note(&format!("forfeit: {line}"));
        }
        for (player, rival) in [(*one, *other), (*other, *one)] {
            if let Some((record, gave_up)) = counts.players.get(&names[player]) {
                records[player][rival].merge(record);
                forfeits[player] += gave_up;
            }
        }
    }
    let table = standings(&names, &records, &forfeits);
    let mut figures = figure_reports(&figures, z_of(CONFIDENCE));
    if let Some(meeting) = meetings.first() {
        figures = figures.into_iter().map(|figure| figure.aimed(meeting.session.runner.info)).collect();
    }
    if request.csv {
        return report::print(&table.csv()).and(ended);
    }
    reporter.result_of(
        ended,
        || table.text() + &figures_text(&figures),
        || {
            let standings = serde_json::to_value(&table).unwrap_or_default();
            let mut document = json!({ "ok": true, "scenarios": scenarios, "standings": standings });
            if !figures.is_empty() {
                document["figures"] = serde_json::to_value(&figures).unwrap_or_default();
            }
            document
        },
    )
}

/// Who leads while matches are played.
struct Leader<'a> {
    players: &'a [PlayerName],
    /// Points and matches of each player.
    scores: Vec<(f64, u32)>,
    /// Of each meeting, what is counted of its two players.
    counted: Vec<[(f64, u32); 2]>,
}

impl<'a> Leader<'a> {
    fn new(players: &'a [PlayerName], meetings: &[Meeting]) -> Leader<'a> {
        let none = vec![[(0.0, 0); 2]; meetings.len()];
        let mut leader = Leader { players, scores: vec![(0.0, 0); players.len()], counted: none };
        for (index, meeting) in meetings.iter().enumerate() {
            leader.add(index, meeting.pair, &meeting.session.counts());
        }
        leader
    }

    fn add(&mut self, index: usize, pair: [usize; 2], counts: &Games) {
        for (player, before) in pair.into_iter().zip(&mut self.counted[index]) {
            let Some((record, _)) = counts.players.get(&self.players[player].to_string()) else { continue };
            let now = (record.score(), record.games);
            self.scores[player].0 += now.0 - before.0;
            self.scores[player].1 += now.1 - before.1;
            *before = now;
        }
    }

    /// Counts what a meeting has come to, and shows who leads.
    fn count(&mut self, index: usize, pair: [usize; 2], counts: &Games, bar: &ProgressBar) {
        self.add(index, pair, counts);
        let rate = |&(points, games): &(f64, u32)| points / f64::from(games.max(1));
        let best = self.players.iter().zip(&self.scores).max_by(|one, other| rate(one.1).total_cmp(&rate(other.1)));
        if let Some((player, score)) = best {
            let name: String = player.to_string().chars().take(26).collect();
            bar.set_message(format!("{name} leads with {:.0} %", 100.0 * rate(score)));
        }
        bar.inc(1);
    }
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
