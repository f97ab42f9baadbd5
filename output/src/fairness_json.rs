//! `fairness.json`: the verdict on a scenario, for scripts.

use serde::Serialize;
use world::{Fairness, PlayedFairness, Scenario};

use crate::{Format, FormatOption, FormatOptions, Loss, Sink, WriteError};

/// The verdict as JSON, always with the same keys in the same order (`expected_range`, between which shares of wins nine in
/// ten seats end that look alike, only if something is known of it; `teams` only if some seats form a team; `played`, first of all, only if matches
/// were played), numbers to four decimals, seats from 1. Where nothing is predicted, `score` and `predicted` are null, and `worst_seat` is 0.
#[must_use]
pub fn fairness_json(fairness: &Fairness, played: Option<&PlayedFairness>) -> String {
    let report = Report {
        version: 1,
        played: played.map(|played| PlayedRow {
            verdict: played.verdict.word(),
            words: &played.words,
            players: &played.players,
            matches: played.matches,
            delta: played.delta,
            seats: played
                .seats
                .iter()
                .map(|seat| ShareRow {
                    rate: rounded(seat.rate),
                    low: rounded(seat.low),
                    high: rounded(seat.high),
                    wished: seat.wished.map(rounded),
                })
                .collect(),
            levelling: played.levelling.as_ref().map(|levelling| LevellingRow {
                before: levelling.before.iter().map(|&share| rounded(share)).collect(),
                before_matches: levelling.before_matches,
                searched: levelling.searched,
                changes: &levelling.changes,
            }),
        }),
        seats: fairness.seats,
        score: fairness.prediction().map(rounded),
        predicted: shares(&fairness.predicted),
        expected_range: fairness.likely.map(|(low, high)| [rounded(low), rounded(high)]),
        worst_seat: fairness.worst_seat,
        reason: &fairness.reason,
        measures: fairness
            .measures
            .iter()
            .map(|measure| Row {
                name: &measure.name,
                unit: &measure.unit,
                values: measure.values.iter().map(|&value| rounded(value)).collect(),
                min_over_max: rounded(measure.min_over_max),
                gini: rounded(measure.gini),
                weight: rounded(measure.weight),
                better: measure.better.word(),
            })
            .collect(),
        teams: fairness.teams.as_ref().map(|teams| Teams {
            members: &teams.members,
            score: teams.prediction().map(rounded),
            predicted: shares(&teams.predicted),
            worst_team: teams.worst_team,
            reason: &teams.reason,
            measures: teams
                .measures
                .iter()
                .map(|measure| TeamRow {
                    name: &measure.name,
                    values: measure.values.iter().map(|&value| rounded(value)).collect(),
                    min_over_max: rounded(measure.min_over_max),
                })
                .collect(),
        }),
    };
    let mut text = serde_json::to_string_pretty(&report).expect("texts and numbers are always JSON");
    text.push('\n');
    text
}

/// The order of fields is the order of keys.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<PlayedRow<'a>>,
    seats: usize,
    score: Option<f64>,
    predicted: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_range: Option<[f64; 2]>,
    worst_seat: usize,
    reason: &'a str,
    measures: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    teams: Option<Teams<'a>>,
}

#[derive(Serialize)]
struct PlayedRow<'a> {
    verdict: &'static str,
    words: &'a str,
    players: &'a [String],
    matches: u32,
    delta: f64,
    seats: Vec<ShareRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levelling: Option<LevellingRow<'a>>,
}

#[derive(Serialize)]
struct LevellingRow<'a> {
    before: Vec<f64>,
    before_matches: u32,
    searched: u32,
    changes: &'a [String],
}

#[derive(Serialize)]
struct ShareRow {
    rate: f64,
    low: f64,
    high: f64,
    /// Only where seats are due different shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    wished: Option<f64>,
}

#[derive(Serialize)]
struct Teams<'a> {
    members: &'a [Vec<usize>],
    score: Option<f64>,
    predicted: Option<Vec<f64>>,
    worst_team: usize,
    reason: &'a str,
    measures: Vec<TeamRow<'a>>,
}

#[derive(Serialize)]
struct TeamRow<'a> {
    name: &'a str,
    values: Vec<f64>,
    min_over_max: f64,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    unit: &'a str,
    values: Vec<f64>,
    min_over_max: f64,
    gini: f64,
    weight: f64,
    better: &'static str,
}

/// Predicted shares; `None` where nothing is predicted.
fn shares(predicted: &[f64]) -> Option<Vec<f64>> {
    (!predicted.is_empty()).then(|| predicted.iter().map(|&share| rounded(share)).collect())
}

/// A number to four decimals; adding 0 makes a negative zero positive.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4 + 0.0
}

/// The format `json`.
pub(crate) struct FairnessJson;

impl Format for FairnessJson {
    fn name(&self) -> &'static str {
        "json"
    }

    fn summary(&self) -> &'static str {
        "how fair the scenario is, measure by measure and seat by seat"
    }

    fn files(&self) -> &'static [&'static str] {
        &["fairness.json"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[]
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        let fairness = scenario.fairness.as_ref().ok_or(WriteError::NotMeasured)?;
        sink.file("fairness.json")?.write_all(fairness_json(fairness, scenario.played.as_ref()).as_bytes())?;
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{Better, Levelling, Measure, PlayedShare, PlayedVerdict};

    #[test]
    fn keys_stand_in_order_and_numbers_are_short() {
        let fairness = Fairness {
            seats: 2,
            score: 0.912_345_6,
            predicted: vec![0.55, 0.45],
            likely: Some((0.161_83, 0.838_17)),
            worst_seat: 2,
            reason: "seat 2 has \"less\" land".to_owned(),
            measures: vec![Measure {
                name: "land-8".to_owned(),
                unit: "cells".to_owned(),
                values: vec![120.0, 98.333_333],
                min_over_max: 0.819_444,
                gini: -0.000_001,
                weight: 2.0,
                better: Better::More,
            }],
            teams: None,
        };
        let expected = r#"{"version":1,"seats":2,"score":0.9123,"predicted":[0.55,0.45],"expected_range":[0.1618,0.8382],"worst_seat":2,"reason":"seat 2 has \"less\" land","measures":[{"name":"land-8","unit":"cells","values":[120.0,98.3333],"min_over_max":0.8194,"gini":0.0,"weight":2.0,"better":"more"}]}"#;
        let compact = |played: Option<&PlayedFairness>| {
            let text: String = fairness_json(&fairness, played).lines().map(str::trim_start).collect();
            text.replace("\": ", "\":")
        };
        assert_eq!(compact(None), expected);
        let played = PlayedFairness {
            start: 1,
            players: vec!["goal".to_owned()],
            seed: 1,
            matches: 40,
            turn_limit: 9,
            delta: 0.05,
            verdict: PlayedVerdict::Open,
            words: "not enough".to_owned(),
            seats: vec![PlayedShare { rate: 0.512_56, low: 0.4, high: 0.6, wished: None }],
            levelling: None,
        };
        let first = r#"{"version":1,"played":{"verdict":"open","words":"not enough","players":["goal"],"matches":40,"delta":0.05,"seats":[{"rate":0.5126,"low":0.4,"high":0.6}]"#;
        let rest = expected.strip_prefix(r#"{"version":1"#).unwrap();
        assert_eq!(compact(Some(&played)), format!("{first}}}{rest}"));
        let levelling = Levelling {
            before: vec![0.123_46, 0.876_54],
            before_matches: 96,
            searched: 700,
            changes: vec!["a town added at 3,4".to_owned()],
        };
        let mut levelled = PlayedFairness { levelling: Some(levelling), ..played };
        let more = r#","levelling":{"before":[0.1235,0.8765],"before_matches":96,"searched":700,"changes":["a town added at 3,4"]}}"#;
        assert_eq!(compact(Some(&levelled)), format!("{first}{more}{rest}"));
        // Where another share than an equal one is wished for, it stands beside the played one.
        levelled.seats[0].wished = Some(2.0 / 3.0);
        let first = first.replace(r#""high":0.6"#, r#""high":0.6,"wished":0.6667"#);
        assert_eq!(compact(Some(&levelled)), format!("{first}{more}{rest}"));
    }
}
