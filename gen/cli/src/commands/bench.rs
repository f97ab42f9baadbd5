//! `bench`: measure speed and fairness where users run it, and soak.

mod played;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use chance::Seed;
use design::parameters::global::{SIDES_MAX, SIDES_MIN};
use fairness::Weights;
use grid::Shape;
use pipeline::{Loaded, Options, Request, RollError, SharedString};
use playtest::PlayerName;
use rayon::prelude::*;
use serde_json::json;
use world::{Fairness, Scenario};

use crate::args::{BenchArgs, BenchCommand};
use crate::files;
use crate::levelling;
use crate::report::{self, Failure, Reporter};

use played::{PlayedBench, PlayedFigures};

/// Matches of each roll that is played, unless it is said otherwise.
const GAMES: u32 = 120;

pub fn run(args: &BenchArgs, reporter: &Reporter) -> Result<(), Failure> {
    match &args.what {
        BenchCommand::Speed { preset, most } => speed(preset, *most, reporter),
        BenchCommand::Fairness { string, count, weights, played, games, player } => {
            let player = player.as_deref().unwrap_or("goal").parse::<PlayerName>().map_err(Failure::usage)?;
            if matches!(player, PlayerName::Command(_)) {
                return Err(Failure::usage(format!(
                    "`{player}` cannot play here: expected a player of the game, such as goal"
                )));
            }
            let weights = files::weights(weights.as_deref())?;
            let played = played.then_some(PlayedBench { games: games.unwrap_or(GAMES), player });
            fairness(string, *count, &weights, played.as_ref(), reporter)
        }
        BenchCommand::Soak { count, seed } => soak(*count, *seed, reporter),
    }
}

fn load(preset: &str) -> Result<Loaded, Failure> {
    let loaded = pipeline::load_preset(preset);
    let loaded = loaded.ok_or_else(|| Failure::usage(format!("there is no preset `{preset}`")))?;
    loaded.map_err(Failure::Data)
}

/// Whole rolls in memory, five of each, the middle one told; and what its methods took.
fn speed(preset: &str, most: u32, reporter: &Reporter) -> Result<(), Failure> {
    let loaded = load(preset)?;
    let mut lines = String::new();
    let mut rows = Vec::new();
    let bar = report::progress_bar(14, "sizes");
    for (side, sides, balanced) in [60_u32, 120, 250, 500, 1000, 2000, 4000]
        .into_iter()
        .filter(|&side| side <= most)
        .flat_map(|side| [(side, 4, false), (side, 7, true)])
    {
        let mut rolls: Vec<(Duration, Vec<Stage>)> = (1..=5)
            .filter_map(|seed| {
                let request = Request {
                    seed,
                    size: Some((side, side)),
                    sides: Some(sides),
                    no_balance: !balanced,
                    ..Request::default()
                };
                time_roll(&loaded, &request, preset)
            })
            .collect();
        rolls.sort_by_key(|(time, _)| *time);
        bar.inc(1);
        let Some((time, stages)) = rolls.get(rolls.len() / 2) else { continue };
        let cells = f64::from(side * side);
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let heading = format!("{side}x{side}, {sides} sides{}", if balanced { ", balanced" } else { "" });
        let _infallible =
            writeln!(lines, "{heading:<32} {:>9.1} ms {:>9.0} ns per cell", ms(*time), ms(*time) * 1e6 / cells);
        for (name, time) in stages {
            let _infallible =
                writeln!(lines, "  {name:<30} {:>9.2} ms {:>9.1} ns per cell", ms(*time), ms(*time) * 1e6 / cells);
        }
        let stages: Vec<_> = stages.iter().map(|(name, time)| json!({ "method": name, "ms": ms(*time) })).collect();
        rows.push(json!({ "size": side, "sides": sides, "balance": balanced, "ms": ms(*time), "methods": stages }));
    }
    bar.finish_and_clear();
    reporter.result(|| lines, || json!({ "ok": true, "rolls": rows }))
}

/// A method, or several side by side, and the time that it took.
type Stage = (String, Duration);

fn time_roll(loaded: &Loaded, request: &Request, preset: &str) -> Option<(Duration, Vec<Stage>)> {
    let begun = Instant::now();
    let mut starts: Vec<(String, Duration)> = Vec::new();
    let options = Options { tries: 1, ..Options::new(preset) };
    let rolled = pipeline::roll_watched(loaded, request, &options, &mut |names| {
        starts.push((names.join(" + "), begun.elapsed()));
        ControlFlow::Continue(())
    });
    let whole = begun.elapsed();
    rolled.ok()?;
    let ends = starts.iter().skip(1).map(|(_, start)| *start).chain([whole]);
    let stages =
        starts.iter().zip(ends).map(|((name, start), end)| (name.clone(), end.saturating_sub(*start))).collect();
    Some((whole, stages))
}

/// The least of some values, the value that a tenth is below, the median, and the value that nine tenths are below.
type Quantiles = [f64; 4];

fn quantiles(mut values: Vec<f64>) -> Quantiles {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get(((values.len() as f64 - 1.0) * share).round() as usize).copied().unwrap_or(0.0);
    [at(0.0), at(0.1), at(0.5), at(0.9)]
}

/// A roll with what its measures predict, whatever its rules: here it is found out what such predictions are worth.
fn estimated(mut scenario: Scenario, weights: &Weights) -> Scenario {
    scenario.fairness = Some(playtest::estimate(&scenario, weights));
    scenario
}

/// Medians of each measure's worst-to-best ratio over many seeds of one request, and what play says of the same rolls.
fn fairness(
    string: &str,
    count: u32,
    weights: &Weights,
    played: Option<&PlayedBench>,
    reporter: &Reporter,
) -> Result<(), Failure> {
    let preset_only =
        SharedString { preset: string.to_owned(), digest: None, request: Request { seed: 1, ..Request::default() } };
    let shared = if pipeline::is_seed_string(string, files::disk()) { string.parse() } else { Ok(preset_only) };
    let SharedString { preset, request, .. } =
        shared.map_err(|error: pipeline::RequestError| Failure::usage(error.to_string()))?;
    let loaded = load(&preset)?;
    let of = |offset: u64| Request { seed: request.seed + offset, ..request.clone() };
    let mut rolls: Vec<Result<Scenario, String>> = Vec::new();
    let bar = report::progress_bar(count.into(), "rolls");
    if request.fair.is_some() {
        // The matches of each are spread over all threads.
        for offset in 0..u64::from(count) {
            match levelling::make_by_matches(&loaded, &of(offset), &preset) {
                Ok(scenario) => rolls.push(Ok(scenario)),
                Err(Failure::Unmet(told)) => rolls.push(Err(told.iter().map(|one| one.message.as_str()).collect())),
                Err(failure) => return Err(failure),
            }
            bar.inc(1);
        }
    } else {
        let options = Options { tries: 1, weights: weights.clone(), ..Options::new(&preset) };
        let roll = |offset| {
            let rolled = pipeline::roll(&loaded, &of(offset), &options).map(|roll| roll.scenario);
            bar.inc(1);
            rolled
        };
        let made = (0..u64::from(count)).into_par_iter().map(|offset| roll(offset).map_err(|error| error.to_string()));
        rolls = made.collect();
    }
    bar.finish_and_clear();
    let failed: Vec<String> = rolls.iter().filter_map(|roll| roll.as_ref().err().cloned()).collect();
    let scenarios: Vec<Scenario> =
        rolls.into_iter().filter_map(Result::ok).map(|roll| estimated(roll, weights)).collect();
    let verdicts: Vec<&Fairness> = scenarios.iter().filter_map(|scenario| scenario.fairness.as_ref()).collect();
    let mut rows = vec![("score".to_owned(), quantiles(verdicts.iter().map(|verdict| verdict.score).collect()))];
    let names = verdicts.first().map(|verdict| verdict.measures.clone()).unwrap_or_default();
    for (index, measure) in names.into_iter().enumerate() {
        rows.push((
            measure.name,
            quantiles(verdicts.iter().map(|verdict| verdict.measures[index].min_over_max).collect()),
        ));
    }
    for reason in &failed {
        report::note(reason);
    }
    let played = played.map(|bench| bench.play(&scenarios)).transpose()?;
    reporter.result(
        || {
            let (done, failed) = (verdicts.len(), failed.len());
            let mut lines = format!("{done} rolls of {string}, {failed} could not be made\n");
            let _infallible =
                writeln!(lines, "{:<18} {:>7} {:>7} {:>7} {:>7}", "worst/best seat", "least", "10 %", "median", "90 %");
            for (name, [least, tenth, median, ninth]) in &rows {
                let _infallible = writeln!(lines, "{name:<18} {least:>7.3} {tenth:>7.3} {median:>7.3} {ninth:>7.3}");
            }
            lines + &played.as_ref().map(PlayedFigures::text).unwrap_or_default()
        },
        || {
            let rows: Vec<_> = rows
                .iter()
                .map(|(name, [least, tenth, median, ninth])| {
                    json!({ "measure": name, "least": least, "tenth": tenth, "median": median, "ninetieth": ninth })
                })
                .collect();
            let mut told = json!({ "ok": true, "rolls": verdicts.len(), "failed": failed, "measures": rows });
            if let Some(played) = &played {
                told["played"] = played.json();
            }
            told
        },
    )
}

/// What became of one roll of a soak.
enum BenchOutcome {
    Good(Option<f64>),
    Unmet(String),
    Broken(String),
}

/// One row of a soak's table.
#[derive(Default)]
struct Tally {
    good: u32,
    unmet: u32,
    broken: u32,
    scores: Vec<f64>,
    time: Duration,
}

/// Rolls of all presets, on all that they claim, each checked.
fn soak(count: u32, seed: u64, reporter: &Reporter) -> Result<(), Failure> {
    let presets = pipeline::PRESETS.iter().map(|preset| load(preset.name)).collect::<Result<Vec<Loaded>, Failure>>()?;
    let begun = Instant::now();
    let bar = report::progress_bar(count.into(), "rolls");
    let results: Vec<(usize, Request, BenchOutcome, Duration)> = (0..u64::from(count))
        .into_par_iter()
        .map(|offset| {
            let (preset, request) = random_request(&presets, seed + offset);
            let begun = Instant::now();
            let outcome = soak_one(&presets[preset], &request);
            bar.inc(1);
            (preset, request, outcome, begun.elapsed())
        })
        .collect();
    bar.finish_and_clear();
    let mut tallies: BTreeMap<(usize, Shape), Tally> = BTreeMap::new();
    let mut told = Vec::new();
    for (preset, request, outcome, time) in results {
        let shape = request.area.expect("each request has an area");
        let tally = tallies.entry((preset, shape)).or_default();
        tally.time += time;
        let loaded = &presets[preset];
        let string = || request.shared(&loaded.design.name, loaded.digest, &loaded.design);
        match outcome {
            BenchOutcome::Good(score) => {
                tally.good += 1;
                tally.scores.extend(score);
            }
            BenchOutcome::Unmet(reason) => {
                tally.unmet += 1;
                told.push(format!("unmet: {}: {reason}", string()));
            }
            BenchOutcome::Broken(reason) => {
                tally.broken += 1;
                told.push(format!("BROKEN: {}: {reason}", string()));
            }
        }
    }
    for line in &told {
        report::note(line);
    }
    let sum = |of: fn(&Tally) -> u32| tallies.values().map(of).sum::<u32>();
    let (good, unmet, broken) = (sum(|tally| tally.good), sum(|tally| tally.unmet), sum(|tally| tally.broken));
    reporter.result(
        || {
            let mut lines = format!(
                "{:<16} {:<10} {:>6} {:>6} {:>7} {:>13} {:>13}\n",
                "preset", "area", "good", "unmet", "broken", "median score", "ms per roll"
            );
            for (&(preset, shape), tally) in &mut tallies {
                tally.scores.sort_by(f64::total_cmp);
                let median =
                    tally.scores.get(tally.scores.len() / 2).map_or("-".to_owned(), |score| format!("{score:.3}"));
                let ms = tally.time.as_secs_f64() * 1000.0 / f64::from(tally.good + tally.unmet + tally.broken);
                let _infallible = writeln!(
                    lines,
                    "{:<16} {:<10} {:>6} {:>6} {:>7} {median:>13} {ms:>13.1}",
                    presets[preset].design.name,
                    shape.name(),
                    tally.good,
                    tally.unmet,
                    tally.broken
                );
            }
            let seconds = begun.elapsed().as_secs_f64();
            let _infallible =
                writeln!(lines, "{count} rolls in {seconds:.1} s: {good} good, {unmet} unmet, {broken} broken");
            lines
        },
        || json!({ "ok": broken == 0, "rolls": count, "good": good, "unmet": unmet, "broken": broken, "told": told }),
    )?;
    assert!(broken == 0, "{broken} of {count} rolls broke an invariant");
    Ok(())
}

/// Any preset, on any area, of any size up to 250 and with any number of sides that it claims: small worlds more often
/// than large ones.
fn random_request(presets: &[Loaded], seed: u64) -> (usize, Request) {
    const SIDE_MAX: u32 = 250;
    let mut stream = Seed(seed).stream("soak/request");
    let preset = stream.index(presets.len());
    let design = &presets[preset].design;
    let claims = &design.supports;
    let mut side = |least: u32, most: u32| {
        let span = most.clamp(least, SIDE_MAX.max(least)) - least + 1;
        least + stream.below(span).min(stream.below(span))
    };
    let (width, height) = (side(claims.size_min.0, claims.size_max.0), side(claims.size_min.1, claims.size_max.1));
    let area = claims.areas[stream.index(claims.areas.len())];
    let height = area.fitting_height(width, height);
    let sides = stream.between(design.global_int(SIDES_MIN).max(2), design.global_int(SIDES_MAX).max(2)) as u8;
    (preset, Request { seed, size: Some((width, height)), sides: Some(sides), area: Some(area), ..Request::default() })
}

fn soak_one(loaded: &Loaded, request: &Request) -> BenchOutcome {
    let options = Options { tries: 1, ..Options::new(&loaded.design.name) };
    let rolled = catch_unwind(AssertUnwindSafe(|| pipeline::roll(loaded, request, &options)));
    match rolled {
        Err(_) => BenchOutcome::Broken("a panic".to_owned()),
        Ok(Err(RollError::Exhausted(rejections))) => {
            BenchOutcome::Unmet(rejections.into_iter().map(|rejection| rejection.reason).collect::<Vec<_>>().join("; "))
        }
        Ok(Err(error)) => BenchOutcome::Broken(error.to_string()),
        Ok(Ok(roll)) => match pipeline::find_broken(&roll.scenario) {
            Some(broken) => BenchOutcome::Broken(broken.words),
            None => BenchOutcome::Good(roll.scenario.fairness.and_then(|fairness| fairness.prediction())),
        },
    }
}
