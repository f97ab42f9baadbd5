//! The results of many matches, as exact counts. Counts of parts add up to those of the whole, in any order.

use std::collections::BTreeMap;

use contract::{Ending, Seat};
use serde::{Deserialize, Serialize};

use crate::figures::add_figures;
use crate::player_name::{read_by_name, read_names};
use crate::statistics::Record;
use crate::{FigureSum, ForfeitCount, MatchRunner, Played, Schedule};

/// How much of a type was made and lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindCount {
    /// How many were made, by seats of the winning team and by all others.
    pub made: [u64; 2],
    /// How many were lost, by winners and by others.
    pub lost: [u64; 2],
    /// How many units it destroyed, for winners and for others.
    pub kills: [u64; 2],
    /// The cost of the units that it destroyed.
    pub felled: [u64; 2],
}

/// Counts of matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// How many matches.
    pub games: u32,
    /// How many were won, drawn, and ended at the turn limit.
    pub endings: [u32; 3],
    /// The record of each seat.
    pub seats: Vec<Record>,
    /// The sum of the places that each seat reached.
    pub ranks: Vec<u64>,
    /// The record of each team.
    pub teams: Vec<Record>,
    /// How many games each team won alone.
    pub wins: Vec<u32>,
    /// `cells[seat][place in the order of turns]`; empty where turns have no order.
    pub cells: Vec<Vec<Record>>,
    /// By player, named as in the schedule: record, and how many seats it forfeited.
    #[serde(deserialize_with = "read_by_name")]
    pub players: BTreeMap<String, (Record, u32)>,
    /// The reasons of the first few forfeits.
    #[serde(deserialize_with = "read_names")]
    pub forfeits: Vec<String>,
    /// By player: the matches in which it forfeited. Players that never did are left out.
    #[serde(default, deserialize_with = "read_by_name", skip_serializing_if = "BTreeMap::is_empty")]
    pub forfeited: BTreeMap<String, ForfeitCount>,
    /// Turns of single seats: in all games together, in the shortest and in the longest.
    pub turns: (u64, u32, u32),
    /// Moves in all games together.
    pub moves: u64,
    /// The counts of each type.
    pub kinds: Vec<KindCount>,
    /// The record of each opening: the types made in the first turn.
    pub openings: BTreeMap<String, Record>,
    /// The game's own figures. Files of earlier versions have none: those of later matches are added to nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<FigureSum>,
}

/// The most openings that are counted separately.
const OPENINGS_MAX: usize = 200;
/// The most reasons of forfeits that are kept.
const FORFEITS_KEPT: usize = 5;

impl Games {
    /// The counts before the first match.
    #[must_use]
    pub fn new(runner: &MatchRunner) -> Games {
        let (seats, teams, kinds) = (runner.seats(), runner.team_count(), runner.unit_types.len());
        Games {
            games: 0,
            endings: [0; 3],
            seats: vec![Record::default(); seats],
            ranks: vec![0; seats],
            teams: vec![Record::default(); teams],
            wins: vec![0; teams],
            cells: vec![vec![Record::default(); seats]; seats],
            players: BTreeMap::new(),
            forfeits: Vec::new(),
            forfeited: BTreeMap::new(),
            turns: (0, u32::MAX, 0),
            moves: 0,
            kinds: vec![KindCount::default(); kinds],
            openings: BTreeMap::new(),
            figures: Vec::new(),
        }
    }

    /// Whether these can be counts of a runner's matches: a file may hold anything.
    #[must_use]
    pub fn are_of(&self, runner: &MatchRunner) -> bool {
        let (seats, teams) = (runner.seats(), runner.team_count());
        let is_whole = |record: &Record| {
            let shared: u64 = record.shared.iter().map(|&count| u64::from(count)).sum();
            record.games == self.games && shared <= u64::from(self.games) && record.shared.len() <= seats
        };
        self.seats.len() == seats
            && self.ranks.len() == seats
            && self.teams.len() == teams
            && self.wins.len() == teams
            && self.cells.len() == seats
            && self.cells.iter().all(|places| places.len() == seats)
            && self.kinds.len() == runner.unit_types.len()
            && self.seats.iter().chain(&self.teams).all(is_whole)
            && self.endings.iter().map(|&count| u64::from(count)).sum::<u64>() == u64::from(self.games)
    }

    /// Counts a match; `number` is the match's number in the schedule.
    pub fn add(&mut self, played: &Played, schedule: &Schedule, number: u32, runner: &MatchRunner) {
        let team_of = &runner.teams;
        let result = &played.result;
        let outcome = &result.outcome;
        self.games += 1;
        self.endings[match outcome.ending {
            Ending::Victory => 0,
            Ending::Draw => 1,
            Ending::TurnLimit => 2,
        }] += 1;
        let is_out = |seat: usize| result.forfeits.iter().any(|given| given.seat.index() == seat);
        let team_count = runner.playing_teams().len();
        let has_share = |team: usize| {
            let mut members = (0..team_of.len()).filter(|&seat| usize::from(team_of[seat]) == team);
            if outcome.winners.is_empty() {
                // Who plays solo and has not won has lost.
                team_count > 1 && members.any(|seat| runner.plays[seat] && !is_out(seat))
            } else {
                members.any(|seat| outcome.winners.contains(Seat(seat as u8)))
            }
        };
        let sharing: Vec<bool> = (0..self.teams.len()).map(has_share).collect();
        let count = sharing.iter().filter(|&&shares| shares).count();
        let points = |team: usize| if sharing[team] { count } else { 0 };
        for (team, (record, wins)) in self.teams.iter_mut().zip(&mut self.wins).enumerate() {
            record.add(points(team));
            *wins += u32::from(points(team) == 1);
        }
        let seating = schedule.seating(number);
        for (seat, &team) in team_of.iter().enumerate() {
            let points = points(usize::from(team));
            self.seats[seat].add(points);
            self.ranks[seat] += u64::from(outcome.ranks[seat]);
            if let Some(place) = result.order.iter().position(|other| other.index() == seat) {
                self.cells[seat][place].add(points);
            }
            let tally = &played.tallies[seat];
            let other = usize::from(points != 1);
            for (kind, sum) in self.kinds.iter_mut().enumerate() {
                sum.made[other] += u64::from(tally.made[kind]);
                sum.lost[other] += u64::from(tally.lost[kind]);
                sum.kills[other] += u64::from(tally.kills[kind]);
                sum.felled[other] += u64::from(tally.felled[kind]);
            }
            if !tally.opening.is_empty() {
                let opening = name_of(&tally.opening, &runner.unit_types);
                if self.openings.len() < OPENINGS_MAX || self.openings.contains_key(&opening) {
                    self.openings.entry(opening).or_default().add(points);
                }
            }
        }
        self.add_players(&sharing, &seating, schedule, team_of, &is_out);
        // The first forfeit of each player in this match.
        let mut first: BTreeMap<String, String> = BTreeMap::new();
        for given in &result.forfeits {
            let player = schedule.players[seating[given.seat.index()]].to_string();
            let place = format!("match {number}, {}, turn {}", given.seat, given.turn);
            if self.forfeits.len() < FORFEITS_KEPT {
                self.forfeits.push(format!("{place}: {player}: {}", given.why));
            }
            first.entry(player).or_insert_with(|| format!("{place}: {}", given.why));
        }
        for (player, first) in first {
            self.forfeited.entry(player).or_insert(ForfeitCount { matches: 0, first }).matches += 1;
        }
        self.turns =
            (self.turns.0 + u64::from(result.turns), self.turns.1.min(result.turns), self.turns.2.max(result.turns));
        self.moves += u64::from(result.moves);
        add_figures(&mut self.figures, &played.figures);
    }

    /// Counts a match for its players, once for each player, however many seats it had.
    fn add_players(
        &mut self,
        sharing: &[bool],
        seating: &[usize],
        schedule: &Schedule,
        team_of: &[u8],
        is_out: &dyn Fn(usize) -> bool,
    ) {
        let mut shares: BTreeMap<String, (bool, u32)> = BTreeMap::new();
        for (seat, &player) in seating.iter().enumerate() {
            let share = shares.entry(schedule.players[player].to_string()).or_default();
            share.0 |= sharing[usize::from(team_of[seat])];
            share.1 += u32::from(is_out(seat));
        }
        let count = shares.values().filter(|share| share.0).count();
        for (name, (has_share, forfeits)) in shares {
            let player = self.players.entry(name).or_default();
            player.0.add(if has_share { count } else { 0 });
            player.1 += forfeits;
        }
    }
}

/// `hussars x2, militia`.
fn name_of(opening: &[u16], kinds: &[(String, u32)]) -> String {
    let parts: Vec<String> = opening
        .chunk_by(|one, other| one == other)
        .map(|alike| {
            let (name, _) = &kinds[usize::from(alike[0])];
            if alike.len() == 1 { name.clone() } else { format!("{name} x{}", alike.len()) }
        })
        .collect();
    parts.join(", ")
}
