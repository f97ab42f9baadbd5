//! What `play` and `tournament` are asked for: the flags of matches, read once.

use std::sync::Arc;
use std::time::Duration;

use ai::Forfeit;
use playtest::{PlayerName, StartProgram, TextPlayer};

use super::starts::StartRequest;
use crate::args::MatchArgs;
use crate::programs::Program;
use crate::report::Failure;

/// What matches are played of, by whom.
pub struct MatchRequest {
    /// Every start that is asked for: each game with each size, number of sides and choice of variants.
    pub starts: Vec<StartRequest>,
    /// The players, a row for each list.
    pub mixes: Vec<Vec<PlayerName>>,
    /// The seed of all matches.
    pub seed: u64,
    /// Of each match, if it is said.
    pub turn_limit: Option<u32>,
    /// How long programs outside may think about a move.
    pub time_limit: Duration,
    /// Whether the result is a table of comma-separated values.
    pub csv: bool,
}

impl MatchRequest {
    /// Of flags.
    pub fn from_args(args: &MatchArgs) -> Result<MatchRequest, Failure> {
        let seconds = args.time_limit;
        if !(0.01..=86_400.0).contains(&seconds) {
            return Err(Failure::usage(format!("--time-limit {seconds}: expected 0.01 to 86400 seconds")));
        }
        Ok(MatchRequest {
            starts: starts(args),
            mixes: mixes(&args.players, &args.player)?,
            seed: args.seed,
            turn_limit: args.turn_limit,
            time_limit: Duration::from_secs_f64(seconds),
            csv: args.csv,
        })
    }

    /// How programs outside are started.
    pub fn programs(&self) -> Arc<StartProgram> {
        let limit = self.time_limit;
        Arc::new(move |command, ruleset, seats, seat| -> Result<Box<dyn TextPlayer>, Forfeit> {
            Ok(Box::new(Program::start(command, ruleset, seats, seat, limit)?))
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
        names.map(|name| name.parse().map_err(Failure::usage)).collect()
    };
    lists.iter().map(row).collect()
}
