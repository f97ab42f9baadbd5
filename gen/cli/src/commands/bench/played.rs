//! `bench fairness --played`: rolls are played, and what was predicted of their seats is held against it.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use design::{Diagnostic, counted};
use playtest::statistics::{Correlation, Verdict, spearman, z_of};
use playtest::{CONFIDENCE, PlayerName, Session, SessionEnd, SessionSettings, no_programs};
use serde_json::{Value, json};
use world::Scenario;

use super::{Quantiles, quantiles};
use crate::batches::work;
use crate::report::{self, Failure};

/// How rolls are played.
pub struct PlayedBench {
    /// How many matches of each.
    pub games: u32,
    /// Who plays.
    pub player: PlayerName,
}

/// What the matches of one roll say.
struct PlayedRoll {
    predicted: Vec<f64>,
    shares: Vec<f64>,
    due: Vec<f64>,
    /// The seat bias, without the part of chance; `None` where seats are due different shares.
    bias: Option<f64>,
    is_unequal: bool,
    /// Whether seats that win what they are due would hardly ever win so differently.
    is_unlikely: bool,
}

/// What the matches of all rolls say.
pub struct PlayedFigures {
    games: u32,
    player: String,
    maps: usize,
    seats: usize,
    off: Quantiles,
    bias: Option<Quantiles>,
    predicted: Quantiles,
    evenness: Quantiles,
    rank: Option<Correlation>,
    unequal: usize,
    unlikely: usize,
}

impl PlayedBench {
    /// Plays scenarios that were rolled, each with matches of its own seed.
    pub fn play(&self, scenarios: &[Scenario]) -> Result<PlayedFigures, Failure> {
        let stop = work::stop_on_signal()?;
        let bar = report::progress_bar(scenarios.len() as u64, "rolls played");
        let begun = Instant::now();
        let mut played: Vec<Option<PlayedRoll>> = scenarios.iter().map(|_| None).collect();
        let one = |index: u32| -> Result<Option<(u32, PlayedRoll)>, Failure> {
            let session = self.session(&scenarios[index as usize])?;
            let end = session.play(self.games, stop, &mut |_, _, _| Ok::<(), Failure>(()))?;
            let is_whole = end == SessionEnd::Complete;
            Ok(is_whole.then(|| (index, PlayedRoll::new(&scenarios[index as usize], &session))))
        };
        let all: Vec<u32> = (0..scenarios.len() as u32).collect();
        let worked = work::work(&all, rayon::current_num_threads(), stop, one, |found| {
            if let Some((index, roll)) = found {
                bar.inc(1);
                played[index as usize] = Some(roll);
            }
        });
        bar.finish_and_clear();
        worked?;
        let rolls: Vec<PlayedRoll> = played.into_iter().flatten().collect();
        if rolls.len() < scenarios.len() {
            let all = counted(scenarios.len(), "roll");
            let told = Diagnostic::error("interrupted", format!("ended with {} of {all} played", rolls.len()));
            return Err(Failure::Interrupted(told));
        }
        let matches = counted(rolls.len() * self.games as usize, "match");
        report::note(&format!("{matches} in {:.1} s", begun.elapsed().as_secs_f64()));
        Ok(self.figures(&rolls))
    }

    fn session(&self, scenario: &Scenario) -> Result<Session, Failure> {
        let seed = scenario.origins.seed;
        let wrong = |message: String| Failure::usage(format!("seed {seed} cannot be played: {message}"));
        let runner = playtest::open(scenario).map_err(|error| wrong(error.to_string()))?;
        if runner.team_count() != runner.seats() {
            return Err(wrong("--played compares seats that play alone, and its sides are in teams".to_owned()));
        }
        let settings = SessionSettings { seed, ..SessionSettings::default() };
        Session::new(Arc::new(runner), vec![self.player.clone()], settings, Arc::new(no_programs))
            .map_err(|error| wrong(error.to_string()))
    }

    fn figures(&self, rolls: &[PlayedRoll]) -> PlayedFigures {
        let of = |value: &dyn Fn(&PlayedRoll) -> f64| quantiles(rolls.iter().map(value).collect());
        let pairs: Vec<(f64, f64)> = rolls
            .iter()
            .flat_map(|roll| {
                let parts = roll.predicted.iter().zip(&roll.shares).zip(&roll.due);
                parts.map(|((predicted, share), due)| (predicted / due, share / due))
            })
            .collect();
        let biases: Vec<f64> = rolls.iter().filter_map(|roll| roll.bias).collect();
        PlayedFigures {
            games: self.games,
            player: self.player.to_string(),
            maps: rolls.len(),
            seats: pairs.len(),
            off: of(&PlayedRoll::off),
            bias: (!biases.is_empty()).then(|| quantiles(biases)),
            predicted: of(&|roll| fairness::evenness(&roll.predicted, &roll.due)),
            evenness: of(&|roll| fairness::evenness(&roll.shares, &roll.due)),
            rank: spearman(&pairs, z_of(CONFIDENCE)),
            unequal: rolls.iter().filter(|roll| roll.is_unequal).count(),
            unlikely: rolls.iter().filter(|roll| roll.is_unlikely).count(),
        }
    }
}

impl PlayedRoll {
    fn new(scenario: &Scenario, session: &Session) -> PlayedRoll {
        let report = session.report();
        let seats: Vec<Vec<usize>> = (0..scenario.sides.len()).map(|seat| vec![seat]).collect();
        let predicted = scenario.fairness.as_ref().map(|found| found.predicted.clone()).unwrap_or_default();
        PlayedRoll {
            predicted,
            shares: report.seats.iter().map(|seat| seat.wins.rate).collect(),
            due: fairness::dues(scenario, &seats),
            bias: report.bias.map(|bias| bias.per_seat),
            is_unequal: matches!(report.verdict, Verdict::Unequal { .. }),
            is_unlikely: report.chi_square.is_some_and(|test| test.p <= 1.0 - CONFIDENCE),
        }
    }

    /// The mean over seats of how far the share is from its due.
    fn off(&self) -> f64 {
        let off: f64 = self.shares.iter().zip(&self.due).map(|(share, due)| (share - due).abs()).sum();
        off / self.shares.len().max(1) as f64
    }
}

impl PlayedFigures {
    /// Rows for people.
    pub fn text(&self) -> String {
        let mut lines = format!(
            "\n{} matches of each roll by {}: of {}, {} are shown to be unequal, and equal seats would seldom (p .05) be as uneven on {}\n",
            self.games,
            self.player,
            counted(self.maps, "map"),
            self.unequal,
            self.unlikely,
        );
        let _infallible = writeln!(lines, "{:<28} {:>7} {:>7} {:>7} {:>7}", "", "least", "10 %", "median", "90 %");
        let bias = self.bias.map(|bias| ("bias per seat, less chance", bias));
        let rows = [("mean |share - due| of seats", self.off)].into_iter().chain(bias);
        for (name, [least, tenth, median, ninth]) in
            rows.chain([("evenness predicted", self.predicted), ("evenness played", self.evenness)])
        {
            let _infallible = writeln!(lines, "{name:<28} {least:>7.3} {tenth:>7.3} {median:>7.3} {ninth:>7.3}");
        }
        if let Some(rank) = &self.rank {
            let _infallible = writeln!(
                lines,
                "rank correlation of predicted and played shares of {} seats: {:.2} ({:.2} to {:.2})",
                self.seats, rank.value, rank.low, rank.high
            );
        }
        lines
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let row = |[least, tenth, median, ninth]: Quantiles| json!({ "least": least, "tenth": tenth, "median": median, "ninetieth": ninth });
        json!({
            "games": self.games, "player": self.player, "maps": self.maps, "seats": self.seats,
            "off": row(self.off), "bias": self.bias.map(row),
            "evenness_predicted": row(self.predicted), "evenness": row(self.evenness),
            "rank_correlation": self.rank, "unequal": self.unequal, "unlikely": self.unlikely,
        })
    }
}
