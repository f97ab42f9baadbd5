//! What `play` and `tournament` share: reading scenarios, naming players, playing blocks of matches on all cores.

pub mod field;
pub mod matrix;
pub mod starts;
pub mod watch;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ai::Forfeit;
use design::{Diagnostic, Diagnostics};
use playtest::{Games, MatchRunner, Played, PlayerName, Report, Schedule, TextPlayer};
use rayon::prelude::*;

use crate::files;
use crate::programs::Program;
use crate::report::{Failure, Reporter};
use watch::Screen;

/// A scenario ready to be played.
pub struct Subject {
    /// Its file's text.
    pub text: String,
    /// The scenario.
    pub scenario: world::Scenario,
    /// The table.
    pub table: Box<dyn MatchRunner>,
    /// Names of its sides.
    pub sides: Vec<String>,
}

impl Subject {
    /// Reads a scenario's file, or the scenario in a folder, and makes it ready.
    pub fn read(path: &Path, reporter: &Reporter) -> Result<Subject, Failure> {
        let (scenario, warnings) = files::read_scenario(path)?;
        reporter.warn(&warnings)?;
        let path = if path.is_dir() { path.join("scenario.ron") } else { path.to_owned() };
        // A match that is kept has its scenario beside it in RON, whatever it was read from.
        let text = if files::is_gdl(&path) { starts::text_of(&scenario)? } else { files::read(&path)? };
        Subject::new(scenario, text, &path.display().to_string())
    }

    /// Makes a scenario ready.
    pub fn new(scenario: world::Scenario, text: String, name: &str) -> Result<Subject, Failure> {
        let table = playtest::open(&scenario).map_err(|fault| {
            let told = Diagnostic::error("unplayable", format!("{name}: {}", fault.what));
            Failure::Data(Diagnostics(vec![told]))
        })?;
        let sides = scenario.sides.iter().map(|side| side.name.clone()).collect();
        Ok(Subject { text, scenario, table, sides })
    }

    /// Turns after which a match ends, unless it is said: behind the game's own end if that comes in time.
    pub fn turn_limit(&self, said: Option<u32>) -> u32 {
        let usual = self.table.info().turn_limit;
        let own = || {
            let last = self.scenario.design.global_int(design::parameters::global::LAST_TURN);
            let last = u32::try_from(last).ok().filter(|last| *last < NEVER)?;
            let left = last.saturating_sub(playtest::turns_before(self.table.begin(chance::Seed(0)).turn()));
            // Turns can be granted beyond the last one.
            (left <= LAST_TURN_MAX).then_some(left + 100)
        };
        said.or_else(own).unwrap_or(usual)
    }

    /// Who plays at its seats.
    pub fn schedule(&self, players: &[PlayerName], seed: u64, turn_limit: Option<u32>) -> Result<Schedule, Failure> {
        for player in players {
            self.table.check_player(player).map_err(Failure::usage)?;
        }
        let turn_limit = self.turn_limit(turn_limit);
        Schedule::new(self.table.teams(), players, chance::Seed(seed), turn_limit).map_err(Failure::usage)
    }

    /// Nothing counted yet.
    pub fn no_games(&self) -> Games {
        let table = &*self.table;
        let teams = table.teams().iter().max().map_or(0, |&most| usize::from(most) + 1);
        Games::new(table.seats(), teams, table.kinds().len())
    }

    /// What counts mean.
    pub fn report(&self, games: &Games, delta: f64, sequential: bool) -> Report {
        Report::new(games, self.table.teams(), &self.sides, &self.table.kinds(), delta, sequential)
    }
}

/// A game that says it lasts longer than this is not waited for.
const LAST_TURN_MAX: u32 = 10_000;

/// The last turn of a game that says of none is far behind this.
const NEVER: u32 = 1_000_000_000;

/// The players that were named: a row for each list, the single ones behind each.
pub fn read_players(lists: &[String], singles: &[String]) -> Result<Vec<Vec<PlayerName>>, Failure> {
    let lists = if lists.is_empty() && !singles.is_empty() { &[String::new()][..] } else { lists };
    let row = |list: &String| {
        let names = list.split(',').filter(|_| !list.is_empty()).chain(singles.iter().map(String::as_str));
        names.map(|name| name.parse().map_err(Failure::usage)).collect()
    };
    lists.iter().map(row).collect()
}

/// Starts each program once: one that cannot be started is the user's mistake, not a seat's weakness.
pub fn try_programs(players: &[PlayerName], subject: &Subject, limit: Duration) -> Result<(), Failure> {
    for player in players {
        if let PlayerName::Command(command) = player {
            let started = Program::start(command, subject.table.info().name, subject.table.seats(), 1, limit);
            started.map_err(|forfeit| Failure::usage(forfeit.why))?;
        }
    }
    Ok(())
}

/// A limit for programs outside.
pub fn read_time_limit(seconds: f64) -> Result<Duration, Failure> {
    if (0.01..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(Failure::usage(format!("--time-limit {seconds}: expected 0.01 to 86400 seconds")))
    }
}

/// A tolerance for verdicts.
pub fn read_delta(flag: &str, delta: f64) -> Result<f64, Failure> {
    if delta > 0.0 && delta < 0.5 {
        Ok(delta)
    } else {
        Err(Failure::usage(format!("{flag} {delta}: expected a share of a win above 0 and below 0.5, such as 0.05")))
    }
}

/// How matches are played.
pub struct Play<'a> {
    /// Who sits where.
    pub schedule: &'a Schedule,
    /// The most matches.
    pub games: u32,
    /// The tolerance, and whether to stop as soon as it is sure.
    pub delta: f64,
    /// See above.
    pub until_sure: bool,
    /// Of programs outside.
    pub time_limit: Duration,
    /// Set by Ctrl-C.
    pub stop: &'a AtomicBool,
}

/// Matches between two looks at the counts: the same on every machine, because stopping early depends on it.
const BLOCK: u32 = 64;

impl Play<'_> {
    /// Plays on from counts that are there already. `done` sees every match, in order; `looked` the counts after each block; a
    /// screen shows them while they are played.
    pub fn play(
        &self,
        subject: &Subject,
        games: &mut Games,
        done: &mut dyn FnMut(u32, &Played) -> Result<(), Failure>,
        looked: &mut dyn FnMut(&Games),
        keep: bool,
        mut screen: Option<&mut Screen<'_>>,
    ) -> Result<(), Failure> {
        let table = &*subject.table;
        let names: Vec<String> = table.kinds().into_iter().map(|kind| kind.0).collect();
        let block = BLOCK.next_multiple_of(self.schedule.round());
        let start = |command: &str, ruleset: &'static str, seats, seat| -> Result<Box<dyn TextPlayer>, Forfeit> {
            Ok(Box::new(Program::start(command, ruleset, seats, seat, self.time_limit)?))
        };
        while games.games < self.games {
            let first = games.games;
            // Whoever looks on sees one match after another.
            let block = if screen.is_some() { 1 } else { block };
            let behind = (first - first % block).saturating_add(block).min(self.games);
            let one = |number: u32, screen: Option<&mut Screen<'_>>| {
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let seating = self.schedule.seating(number);
                let players: Vec<&PlayerName> = seating.iter().map(|&player| &self.schedule.players[player]).collect();
                let contest = self.schedule.contest(number);
                let played = match screen {
                    Some(screen) => table.watch(&players, contest, &start, &mut |game, told| screen.show(game, told)),
                    None => table.play(&players, contest, &start, keep),
                };
                played.map(Some).map_err(Failure::usage)
            };
            let played: Vec<Option<Played>> = match &mut screen {
                Some(screen) => vec![one(first, Some(screen))?],
                None => (first..behind).into_par_iter().map(|number| one(number, None)).collect::<Result<_, _>>()?,
            };
            for (number, played) in (first..behind).zip(played) {
                // What was not begun when Ctrl-C came ends the row: counts are of the first so many matches.
                let Some(played) = played else { return Err(interrupted(games, self.games)) };
                done(number, &played)?;
                games.add(&played, self.schedule, number, table.teams(), &names);
            }
            looked(games);
            if self.until_sure && subject.report(games, self.delta, true).is_sure() {
                break;
            }
        }
        Ok(())
    }
}

fn interrupted(games: &Games, all: u32) -> Failure {
    let message = format!("ended with {} of {all} matches", games.games);
    Failure::Interrupted(Diagnostic::error("interrupted", message))
}
