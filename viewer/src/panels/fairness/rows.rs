//! The rows of the panel: the parties that are compared, and a block for each measure, in the chosen order.

use std::sync::Arc;

use contract::Forecast;
use eframe::egui::Color32;
use fairness::{in_words, standing, team_standing};
use playtest::find_measure;
use world::{Fairness, Scenario, SideId, TeamFairness};

use crate::map;

/// The order of measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// First the measure that costs the worst seat most of its chance to win.
    #[default]
    Loss,
    /// By name.
    Name,
}

/// A seat, or a team.
#[derive(Clone, Debug, PartialEq)]
pub struct Party {
    /// `Veland`, or `Team 1: Veland, Osmark`.
    pub name: String,
    /// Its seats, from 0.
    pub seats: Vec<usize>,
    /// Its seats' colours.
    pub colors: Vec<Color32>,
}

/// A measure of all parties.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// What it counts.
    pub unit: String,
    /// Its summary; `None` for a measure that is not known here.
    pub summary: Option<&'static str>,
    /// Its weight.
    pub weight: f64,
    /// The worst value divided by the best.
    pub ratio: f64,
    /// A value for each party.
    pub values: Vec<f64>,
    /// The standing of each party compared with the best one, 0 to 1.
    pub standing: Vec<f64>,
}

impl Block {
    /// How much it costs a party, as the score has it: a power of e by which its chance to win is divided.
    #[must_use]
    pub fn loss(&self, party: usize) -> f64 {
        fairness::loss(self.weight, self.standing.get(party).copied().unwrap_or(1.0))
    }

    /// Whether no party stands worse than this one, and some party better.
    #[must_use]
    pub fn is_worst(&self, party: usize) -> bool {
        let least = self.standing.iter().copied().fold(1.0, f64::min);
        self.standing.get(party).is_some_and(|&own| own < 1.0 && own <= least)
    }

    /// A party's value with its unit.
    #[must_use]
    pub fn words(&self, party: usize) -> String {
        in_words(self.values.get(party).copied().unwrap_or(0.0), &self.unit)
    }
}

/// The rows of a verdict.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The scenario that was measured.
    pub scenario: Arc<Scenario>,
    /// The measures.
    pub fairness: Arc<Fairness>,
    /// Whether teams are compared, rather than seats.
    pub by_team: bool,
    /// The order of measures.
    pub sort: Sort,
    /// The parties.
    pub parties: Vec<Party>,
    /// The party with the worst start; `None` if there are no parties.
    pub worst: Option<usize>,
    /// The measures, in order; none for a single party, which has no rival to be compared with.
    pub blocks: Vec<Block>,
    /// What the rules expect of matches.
    pub forecast: Option<Forecast>,
}

impl Rows {
    /// The rows of a verdict.
    #[must_use]
    pub fn new(scenario: &Arc<Scenario>, fairness: &Arc<Fairness>, by_team: bool, sort: Sort) -> Rows {
        let teams = fairness.teams.as_ref().filter(|_| by_team);
        let parties = parties(scenario, teams);
        let mut blocks: Vec<Block> = Vec::new();
        for measure in fairness.measures.iter().filter(|_| parties.len() > 1) {
            let kind = find_measure(&measure.name);
            let of_team = teams.and_then(|teams| teams.measures.iter().find(|found| found.name == measure.name));
            let (values, found, ratio) = match (teams, of_team) {
                (None, _) => {
                    (&measure.values, kind.and_then(|kind| standing(scenario, kind, measure)), measure.min_over_max)
                }
                (Some(teams), Some(joined)) => {
                    let found = kind.and_then(|kind| team_standing(scenario, &teams.members, kind, joined));
                    (&joined.values, found, joined.min_over_max)
                }
                (Some(_), None) => continue,
            };
            blocks.push(Block {
                name: measure.name.clone(),
                unit: measure.unit.clone(),
                summary: kind.map(|kind| kind.summary),
                weight: measure.weight,
                ratio,
                values: values.clone(),
                standing: found.unwrap_or_else(|| vec![1.0; values.len()]),
            });
        }
        let worst = teams.map_or(fairness.worst_seat, |teams| teams.worst_team);
        let worst = worst.checked_sub(1).filter(|&worst| worst < parties.len());
        match (sort, worst) {
            (Sort::Name, _) => blocks.sort_by(|one, other| one.name.cmp(&other.name)),
            (Sort::Loss, Some(worst)) => blocks.sort_by(|one, other| other.loss(worst).total_cmp(&one.loss(worst))),
            (Sort::Loss, None) => {}
        }
        let forecast = playtest::forecast(scenario);
        let (scenario, fairness) = (Arc::clone(scenario), Arc::clone(fairness));
        Rows { scenario, fairness, by_team, sort, parties, worst, blocks, forecast }
    }

    /// The name of a seat, by its index.
    pub(super) fn seat_name(&self, seat: usize) -> String {
        seat_name(&self.scenario, seat)
    }

    /// A measure by its name.
    #[must_use]
    pub fn block(&self, measure: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.name == measure)
    }

    /// The measure that costs a party most.
    #[must_use]
    pub fn hardest(&self, party: usize) -> Option<&Block> {
        // Of equals the first.
        self.blocks.iter().rev().max_by(|one, other| one.loss(party).total_cmp(&other.loss(party)))
    }
}

/// The teams, or without them the seats.
pub(super) fn parties(scenario: &Scenario, teams: Option<&TeamFairness>) -> Vec<Party> {
    match teams {
        None => (0..scenario.sides.len()).map(|seat| seat_party(scenario, seat)).collect(),
        Some(teams) => {
            teams.members.iter().enumerate().map(|(team, seats)| team_party(scenario, team, seats)).collect()
        }
    }
}

fn seat_name(scenario: &Scenario, seat: usize) -> String {
    match scenario.sides.get(seat).map_or("", |side| side.name.trim()) {
        "" => format!("Seat {}", seat + 1),
        name => name.to_owned(),
    }
}

fn seat_party(scenario: &Scenario, seat: usize) -> Party {
    let colors = vec![map::color_of(scenario, SideId::from_index(seat))];
    Party { name: seat_name(scenario, seat), seats: vec![seat], colors }
}

fn team_party(scenario: &Scenario, team: usize, seats: &[usize]) -> Party {
    let known = seats.iter().filter_map(|seat| seat.checked_sub(1)).filter(|&seat| seat < scenario.sides.len());
    let seats: Vec<usize> = known.collect();
    let names: Vec<String> = seats.iter().map(|&seat| seat_name(scenario, seat)).collect();
    let colors = seats.iter().map(|&seat| map::color_of(scenario, SideId::from_index(seat))).collect();
    Party { name: format!("Team {}: {}", team + 1, names.join(", ")), seats, colors }
}
