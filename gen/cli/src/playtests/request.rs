//! What `play` and `tournament` are asked for: the flags of matches, read once.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ai::Forfeit;
use design::{Diagnostic, Diagnostics};
use playtest::{
    Games, MatchRunner, PlayerForfeits, PlayerName, Session, SessionError, SessionSettings, StartProgram, TextPlayer,
};

use super::starts::StartRequest;
use crate::args::MatchArgs;
use crate::programs::{self, Program, TimeLimits};
use crate::report::{Failure, Reporter};

/// What matches are played of, by whom.
pub struct MatchRequest {
    /// Every start that is asked for: each game with each size, number of sides and choice of variants.
    pub starts: Vec<StartRequest>,
    /// The players, a row for each list; an empty one is the usual player of the game.
    pub mixes: Vec<Vec<PlayerName>>,
    /// Players of single seats, from 1, in a match that people left: programs that play on are named again.
    pub seats: Vec<(usize, PlayerName)>,
    /// The seed of all matches.
    pub seed: u64,
    /// Of each match, if it is said.
    pub turn_limit: Option<u32>,
    /// How long programs outside may think about a move.
    pub time_limits: TimeLimits,
    /// The file that keeps what matches come to.
    pub results: Option<PathBuf>,
    /// Whether players that forfeit every match are reported on like others.
    pub allows_forfeits: bool,
    /// Programs outside that could be started: one that can once is not asked again by every session.
    tried: Mutex<BTreeSet<PlayerName>>,
    /// Whether the result is a table of comma-separated values.
    pub csv: bool,
}

impl MatchRequest {
    /// Of flags.
    pub fn from_args(args: &MatchArgs) -> Result<MatchRequest, Failure> {
        for (flag, seconds) in [("time-limit", args.time_limit), ("start-limit", args.start_limit)] {
            if !(0.01..=86_400.0).contains(&seconds) {
                return Err(Failure::usage(format!("--{flag} {seconds}: expected 0.01 to 86400 seconds")));
            }
        }
        let [to_move, to_start] = [args.time_limit, args.start_limit].map(Duration::from_secs_f64);
        let (mut seats, mut singles) = (Vec::new(), Vec::new());
        for name in &args.player {
            let of_seat = name.split_once('=').and_then(|(seat, name)| Some((seat.parse().ok()?, name)));
            match of_seat {
                Some((seat, name)) => seats.push((seat, read_player(name)?)),
                None => singles.push(name.clone()),
            }
        }
        Ok(MatchRequest {
            starts: starts(args),
            mixes: mixes(&args.players, &singles)?,
            seats,
            seed: args.seed,
            turn_limit: args.turn_limit,
            time_limits: TimeLimits { to_move, to_start },
            results: args.results.clone(),
            allows_forfeits: args.allow_forfeits,
            tried: Mutex::default(),
            csv: args.csv,
        })
    }

    /// Refuses players of single seats, where no match that was left goes on.
    pub fn refuse_seats(&self) -> Result<(), Failure> {
        let Some((seat, player)) = self.seats.first() else { return Ok(()) };
        Err(Failure::usage(format!(
            "--player {seat}={player}: a seat is named where a match that people left goes on, by its file or folder"
        )))
    }

    /// A session of matches between these players.
    ///
    /// # Errors
    /// If they cannot play this start, or one of them is a program that cannot be started.
    pub fn session(
        &self,
        runner: &Arc<MatchRunner>,
        players: Vec<PlayerName>,
        settings: SessionSettings,
    ) -> Result<Session, Failure> {
        let players = if players.is_empty() { vec![runner.usual_player()] } else { players };
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        let is_untried = |player: &&PlayerName| matches!(player, PlayerName::Command(_)) && !tried.contains(*player);
        let untried: Vec<PlayerName> = players.iter().filter(is_untried).cloned().collect();
        let new = if untried.is_empty() { Session::untried } else { Session::new };
        let session = new(Arc::clone(runner), players, settings, self.programs()).map_err(|error| match error {
            SessionError::Players(why) => Failure::usage(why),
            SessionError::Program(why) => Failure::Data(Diagnostics(vec![Diagnostic::error("program", why)])),
        })?;
        tried.extend(untried);
        Ok(session)
    }

    /// What to do to go on with matches that were ended.
    pub const fn advice(&self) -> &'static str {
        if self.results.is_some() {
            "the same command goes on from there"
        } else {
            "with --results FILE the same command goes on from there"
        }
    }

    /// The players that failed in these matches, which come to nothing that could be reported; none if that is allowed.
    pub fn failed_players<'a>(&self, all: impl IntoIterator<Item = &'a Games>) -> Vec<PlayerForfeits> {
        let failed = |one: &PlayerForfeits| one.has_failed() && !self.allows_forfeits;
        PlayerForfeits::of(all).into_iter().filter(failed).collect()
    }

    /// Warns of players that forfeited some matches.
    ///
    /// # Errors
    /// If warnings are denied and there is one.
    pub fn warn_of_forfeits<'a>(
        &self,
        all: impl IntoIterator<Item = &'a Games>,
        reporter: &Reporter,
    ) -> Result<(), Failure> {
        let some = PlayerForfeits::of(all).into_iter().filter(|_| !self.allows_forfeits);
        reporter.warn(&Diagnostics(some.map(|one| Diagnostic::warning("forfeits", one.to_string())).collect()))
    }

    /// How programs outside are started.
    pub fn programs(&self) -> Arc<StartProgram> {
        let limits = self.time_limits;
        Arc::new(move |command, ruleset, seats, seat| -> Result<Box<dyn TextPlayer>, Forfeit> {
            Ok(Box::new(Program::start(command, ruleset, seats, seat, limits)?))
        })
    }
}

fn starts(args: &MatchArgs) -> Vec<StartRequest> {
    let each = |list: &[String]| -> Vec<Option<String>> {
        if list.is_empty() { vec![None] } else { list.iter().cloned().map(Some).collect() }
    };
    // What one flag lists are choices; flags go together.
    let mut choices: Vec<Vec<String>> = vec![Vec::new()];
    for flag in &args.variant {
        let with = |known: &Vec<String>, choice: &str| {
            let chosen = Some(choice.to_owned()).filter(|choice| choice != "none");
            known.iter().cloned().chain(chosen).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(|known| flag.split(',').map(|choice| with(known, choice))).collect();
    }
    let mut found = Vec::new();
    for game in &args.what {
        for variants in &choices {
            for sides in each(&args.sides) {
                for size in each(&args.size) {
                    let (sides, variants) = (sides.clone(), variants.clone());
                    found.push(StartRequest { game: game.clone(), size, sides, variants, seed: args.seed });
                }
            }
        }
    }
    found
}

/// A row of players for each list, the single ones behind each.
fn mixes(lists: &[String], singles: &[String]) -> Result<Vec<Vec<PlayerName>>, Failure> {
    let lists = if lists.is_empty() && !singles.is_empty() { &[String::new()][..] } else { lists };
    let row = |list: &String| {
        let names = list.split(',').filter(|_| !list.is_empty()).chain(singles.iter().map(String::as_str));
        names.map(read_player).collect()
    };
    lists.iter().map(row).collect()
}

/// A player of the arguments.
fn read_player(name: &str) -> Result<PlayerName, Failure> {
    let player: PlayerName = name.parse().map_err(Failure::usage)?;
    if let PlayerName::Command(command) = &player {
        programs::words(command).map_err(Failure::usage)?;
    }
    Ok(player)
}
