//! `bench`: measure speed and fairness where users run it, and soak.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use chance::Seed;
use grid::Shape;
use pipeline::{Loaded, Options, Request, RollError, SharedString};
use rayon::prelude::*;
use serde_json::json;

use crate::args::{BenchArgs, BenchCommand};
use crate::report::{self, Failure, Reporter};

pub fn run(args: &BenchArgs, reporter: &Reporter) -> Result<(), Failure> {
    match &args.what {
        BenchCommand::Speed { preset, most } => speed(preset, *most, reporter),
        BenchCommand::Fairness { string, count } => fairness(string, *count, reporter),
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
    });
    let whole = begun.elapsed();
    rolled.ok()?;
    let ends = starts.iter().skip(1).map(|(_, start)| *start).chain([whole]);
    let stages =
        starts.iter().zip(ends).map(|((name, start), end)| (name.clone(), end.saturating_sub(*start))).collect();
    Some((whole, stages))
}

/// Medians of each measure's worst-to-best ratio over many seeds of one request.
fn fairness(string: &str, count: u32, reporter: &Reporter) -> Result<(), Failure> {
    let preset_only =
        SharedString { preset: string.to_owned(), digest: None, request: Request { seed: 1, ..Request::default() } };
    let shared = if string.contains(':') { string.parse() } else { Ok(preset_only) };
    let SharedString { preset, request, .. } =
        shared.map_err(|error: pipeline::RequestError| Failure::usage(error.to_string()))?;
    let loaded = load(&preset)?;
    let rolls: Vec<_> = (0..u64::from(count))
        .into_par_iter()
        .map(|offset| {
            let request = Request { seed: request.seed + offset, ..request.clone() };
            pipeline::roll(&loaded, &request, &Options { tries: 1, ..Options::new(&preset) })
        })
        .collect();
    let failed: Vec<String> = rolls.iter().filter_map(|roll| roll.as_ref().err().map(ToString::to_string)).collect();
    let verdicts: Vec<_> = rolls.into_iter().filter_map(Result::ok).filter_map(|roll| roll.scenario.fairness).collect();
    let quantiles = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let at =
            |share: f64| values.get(((values.len() as f64 - 1.0) * share).round() as usize).copied().unwrap_or(0.0);
        [at(0.0), at(0.1), at(0.5), at(0.9)]
    };
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
    reporter.result(
        || {
            let (done, failed) = (verdicts.len(), failed.len());
            let mut lines = format!("{done} rolls of {string}, {failed} could not be made\n");
            let _infallible =
                writeln!(lines, "{:<18} {:>7} {:>7} {:>7} {:>7}", "worst/best seat", "least", "10 %", "median", "90 %");
            for (name, [least, tenth, median, ninth]) in &rows {
                let _infallible = writeln!(lines, "{name:<18} {least:>7.3} {tenth:>7.3} {median:>7.3} {ninth:>7.3}");
            }
            lines
        },
        || {
            let rows: Vec<_> = rows
                .iter()
                .map(|(name, [least, tenth, median, ninth])| {
                    json!({ "measure": name, "least": least, "tenth": tenth, "median": median, "ninetieth": ninth })
                })
                .collect();
            json!({ "ok": true, "rolls": verdicts.len(), "failed": failed, "measures": rows })
        },
    )
}

/// What became of one roll of a soak.
enum Outcome {
    Good(f64),
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

/// Rolls of all sizes, sides and areas, each checked.
fn soak(count: u32, seed: u64, reporter: &Reporter) -> Result<(), Failure> {
    let loaded = load("classic")?;
    let begun = Instant::now();
    let results: Vec<(Request, Outcome, Duration)> = (0..u64::from(count))
        .into_par_iter()
        .map(|offset| {
            let request = random_request(seed + offset);
            let begun = Instant::now();
            let outcome = soak_one(&loaded, &request);
            (request, outcome, begun.elapsed())
        })
        .collect();
    let mut tallies: Vec<Tally> = (0..12).map(|_| Tally::default()).collect();
    let mut told = Vec::new();
    for (request, outcome, time) in results {
        let area = Shape::ALL.iter().position(|&shape| Some(shape) == request.area).unwrap_or(0);
        let sides = request.sides.unwrap_or(0);
        let band = usize::from(sides > 4) + usize::from(sides > 8);
        let tally = &mut tallies[area * 3 + band];
        tally.time += time;
        match outcome {
            Outcome::Good(score) => {
                tally.good += 1;
                tally.scores.push(score);
            }
            Outcome::Unmet(reason) => {
                tally.unmet += 1;
                told.push(format!("unmet: {}: {reason}", request.shared("classic", loaded.digest, &loaded.design)));
            }
            Outcome::Broken(reason) => {
                tally.broken += 1;
                told.push(format!("BROKEN: {}: {reason}", request.shared("classic", loaded.digest, &loaded.design)));
            }
        }
    }
    for line in &told {
        report::note(line);
    }
    let broken: u32 = tallies.iter().map(|tally| tally.broken).sum();
    let good: u32 = tallies.iter().map(|tally| tally.good).sum();
    let unmet: u32 = tallies.iter().map(|tally| tally.unmet).sum();
    reporter.result(
        || {
            let mut lines = format!(
                "{:<10} {:>6} {:>6} {:>6} {:>7} {:>13} {:>13}\n",
                "area", "sides", "good", "unmet", "broken", "median score", "ms per roll"
            );
            for (area, shape) in Shape::ALL.iter().enumerate() {
                for (band, sides) in ["2-4", "5-8", "9-12"].iter().enumerate() {
                    let tally = &mut tallies[area * 3 + band];
                    if tally.good + tally.unmet + tally.broken == 0 {
                        continue;
                    }
                    tally.scores.sort_by(f64::total_cmp);
                    let median = tally.scores.get(tally.scores.len() / 2).copied().unwrap_or(0.0);
                    let rolls = (tally.good + tally.unmet + tally.broken).max(1);
                    let ms = tally.time.as_secs_f64() * 1000.0 / f64::from(rolls);
                    let _infallible = writeln!(
                        lines,
                        "{:<10} {sides:>6} {:>6} {:>6} {:>7} {median:>13.3} {ms:>13.1}",
                        shape.name(),
                        tally.good,
                        tally.unmet,
                        tally.broken
                    );
                }
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

/// A request of any size from 40 to 250, 2 to 12 sides, any area: small ones more often than large ones.
fn random_request(seed: u64) -> Request {
    let mut stream = Seed(seed).stream("soak/request");
    let mut side = || 40 + stream.below(211).min(stream.below(211));
    let (width, height) = (side(), side());
    let area = Shape::ALL[stream.index(Shape::ALL.len())];
    let height = if area == Shape::Hexagon { height.min(2 * width) } else { height };
    let sides = stream.between(2, 12) as u8;
    Request { seed, size: Some((width, height)), sides: Some(sides), area: Some(area), ..Request::default() }
}

fn soak_one(loaded: &Loaded, request: &Request) -> Outcome {
    let options = Options { tries: 1, ..Options::new("classic") };
    let rolled = catch_unwind(AssertUnwindSafe(|| pipeline::roll(loaded, request, &options)));
    match rolled {
        Err(_) => Outcome::Broken("a panic".to_owned()),
        Ok(Err(RollError::Exhausted(rejections))) => {
            Outcome::Unmet(rejections.into_iter().map(|rejection| rejection.reason).collect::<Vec<_>>().join("; "))
        }
        Ok(Err(error)) => Outcome::Broken(error.to_string()),
        Ok(Ok(roll)) => match pipeline::find_broken(&roll.scenario) {
            Some(broken) => Outcome::Broken(broken),
            None => Outcome::Good(roll.scenario.fairness.map_or(0.0, |fairness| fairness.score)),
        },
    }
}
