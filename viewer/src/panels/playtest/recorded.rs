//! A replayed match, so that any moment of it can be looked at.
//!
//! It keeps the moves, and the game at the beginning of some turns; every other moment is replayed from the nearest of those when
//! it is needed. So a long match takes little memory, and any moment is a few moves away.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use contract::{Chart, Ending, Seat, ToldEvent};
use design::UnitType;
use grid::Cell;
use playtest::{Match, MatchRecord, MatchResult, MatchSettings, Recording, Session, no_programs};
use world::{Scenario, SideId};

use crate::map::place_words;

/// The most games that are kept: in longer matches every second turn is kept, or every third, and so on.
const KEPT_MAX: usize = 500;

/// A turn of a seat; the first one is the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Its number, 0 for the set-up.
    pub number: u32,
    /// The first of its moves.
    pub first: usize,
    /// The seat that begins it.
    pub seat: Option<Seat>,
}

/// A line of what happens in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move, from the match's first.
    pub index: usize,
    /// Whether this is the move itself, not one of its consequences.
    pub is_move: bool,
    /// As it reads.
    pub text: String,
}

/// A whole match.
pub struct RecordedMatch {
    /// Its number in the schedule.
    pub number: u32,
    /// Its seed.
    pub seed: u64,
    /// The players, by seat.
    pub players: Vec<String>,
    /// Its result.
    pub result: MatchResult,
    /// Its turns.
    pub turns: Vec<Turn>,
    moves: Vec<(Seat, String)>,
    /// The match at the beginning of every n-th turn.
    kept: Vec<Match>,
    every: usize,
    start: Arc<Scenario>,
}

/// The turns of a match that is being replayed.
struct Turns {
    all: Vec<Turn>,
    kept: Vec<Match>,
    every: usize,
}

impl Turns {
    fn new(turns: u32) -> Turns {
        let every = (turns as usize + 1).div_ceil(KEPT_MAX).max(1);
        Turns { all: Vec::new(), kept: Vec::new(), every }
    }

    /// Notes a match before a move. Returns whether a turn begins.
    fn note(&mut self, at: &Match, index: usize) -> bool {
        let now = at.game().turn();
        let begins = self.all.last().is_none_or(|turn| turn.number != now);
        if begins {
            if self.all.len().is_multiple_of(self.every) {
                self.kept.push(at.copy());
            }
            self.all.push(Turn { number: now, first: index, seat: at.to_act().iter().next() });
        }
        begins
    }
}

/// A moment of a match.
pub struct Moment {
    /// How many moves were made before it.
    pub made: usize,
    /// The turn, as an index.
    pub turn: usize,
    /// The position, as a scenario.
    pub scenario: Arc<Scenario>,
    /// What the rules tell of it to those who see all.
    pub chart: Option<Arc<Chart>>,
    /// Whether the scenario has all of the position, so that the match can go on from it.
    pub is_whole: bool,
    /// The seats that may act; none when the match is over.
    pub to_act: Vec<Seat>,
    /// The place of each seat.
    pub ranks: Vec<u8>,
    /// The cells that the move before this moment changed; none at the beginning of a turn.
    pub changed: Vec<Cell>,
    /// All lines of this turn, later ones included.
    pub lines: Vec<Line>,
}

/// Makes a move of the record, and returns its events.
fn step<'a>(at: &'a mut Match, seat: Seat, line: &str) -> Result<&'a [ToldEvent], String> {
    let known = at.events().len();
    at.step_for_good(seat, line).map_err(|error| format!("`{line}`: {error}"))?;
    Ok(&at.events()[known..])
}

/// The cells whose owner or units differ.
fn find_changes(before: &Scenario, after: &Scenario) -> Vec<Cell> {
    let mut balance: BTreeMap<(Cell, UnitType, SideId), i32> = BTreeMap::new();
    for (scenario, sign) in [(before, -1), (after, 1)] {
        for unit in &scenario.units {
            if let Some(cell) = unit.cell() {
                *balance.entry((cell, unit.kind, unit.side)).or_default() += sign;
            }
        }
    }
    let moved = balance.into_iter().filter(|(_, sum)| *sum != 0);
    let mut changed: BTreeSet<Cell> = moved.map(|((cell, ..), _)| cell).collect();
    if let (Some(old), Some(new)) = (&before.world.control, &after.world.control) {
        changed.extend(after.world.area.cells().filter(|&cell| old[cell] != new[cell]));
    }
    changed.into_iter().collect()
}

impl RecordedMatch {
    /// Replays a match of a schedule and notes its turns.
    ///
    /// # Errors
    /// A sentence, if it cannot be played.
    pub fn play(
        session: &Session,
        number: u32,
        start: Arc<Scenario>,
        progress: &crate::Progress,
    ) -> Result<RecordedMatch, String> {
        progress.tell(0.0, "playing it again");
        let played = session.play_match(number, Recording::Moves);
        let seed = session.schedule.settings(number).seed;
        let mut turns = Turns::new(played.result.turns);
        let settings = MatchSettings { seed, turn_limit: u32::MAX };
        let mut at = session.runner.begin_match(settings, &[], &no_programs)?;
        for (index, (seat, line)) in played.moves.iter().enumerate() {
            if turns.note(&at, index) {
                progress.tell(index as f32 / played.moves.len() as f32, "noting its turns");
                if progress.is_cancelled() {
                    return Err("another match was asked for".to_owned());
                }
            }
            step(&mut at, *seat, line)?;
        }
        // A match without a move still has a beginning.
        if turns.all.is_empty() {
            turns.note(&at, 0);
        }
        let players = session.schedule.players_of(number).iter().map(ToString::to_string).collect();
        let (result, moves) = (played.result, played.moves);
        let Turns { all: turns, kept, every } = turns;
        Ok(RecordedMatch { number, seed: seed.0, players, result, turns, moves, kept, every, start })
    }

    /// A match that was kept in a file, on the scenario of this text.
    ///
    /// # Errors
    /// A sentence, if it is no match of this scenario.
    pub fn of_record(
        record: &MatchRecord,
        number: u32,
        text: &str,
        start: Arc<Scenario>,
        progress: &crate::Progress,
    ) -> Result<RecordedMatch, String> {
        let runner = playtest::open(&start).map_err(|fault| fault.what)?;
        let (count, mut made, mut turns) = (record.moves.len(), 0, Turns::new(record.turns));
        let replayed = record.replay(&runner, text, &mut |at, _, _| {
            // A match without a move still has a beginning.
            if made < count.max(1) && turns.note(at, made) {
                progress.tell(made as f32 / count.max(1) as f32, "noting its turns");
            }
            made += 1;
            !progress.is_cancelled()
        });
        let replayed = replayed.map_err(|error| error.to_string())?;
        let Turns { all: turns, kept, every } = turns;
        let (players, moves) = (record.players.clone(), replayed.moves().to_vec());
        let result = replayed.result();
        Ok(RecordedMatch { number, seed: record.seed, players, result, turns, moves, kept, every, start })
    }

    /// How many moves it has.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The moves of a turn.
    #[must_use]
    pub fn moves_of(&self, turn: usize) -> Range<usize> {
        let behind = self.turns.get(turn + 1).map_or(self.moves.len(), |next| next.first);
        self.turns.get(turn).map_or(behind, |turn| turn.first)..behind
    }

    /// The turn in which a move is made; the last one after all moves.
    #[must_use]
    pub fn turn_at(&self, made: usize) -> usize {
        self.turns.partition_point(|turn| turn.first <= made).saturating_sub(1)
    }

    /// The moment after `made` moves.
    ///
    /// # Errors
    /// A sentence, if the rules now refuse a move of the record, which would be a bug.
    pub fn moment(&self, made: usize) -> Result<Moment, String> {
        let made = made.min(self.moves.len());
        let turn = self.turn_at(made);
        let kept = turn / self.every;
        let mut at = self.kept[kept].copy();
        let turns = self.moves_of(turn);
        let mut lines = Vec::new();
        let mut shown = None;
        let mut before = None;
        for index in self.turns[kept * self.every].first..=turns.end {
            if index + 1 == made && index >= turns.start {
                before = Some(at.game().show(&self.start));
            }
            if index == made {
                let game = at.game();
                let to_act = game.to_act().iter().collect();
                let scenario = game.show(&self.start);
                let chart = game.chart(&scenario).map(Arc::new);
                shown = Some((scenario, chart, game.is_shown_whole(), to_act, game.ranks()));
            }
            let Some((seat, line)) = self.moves.get(index).filter(|_| index < turns.end) else { break };
            let text = if turns.contains(&index) { self.move_words(&at, *seat, line) } else { String::new() };
            let events = step(&mut at, *seat, line)?;
            if turns.contains(&index) {
                lines.push(Line { index, is_move: true, text });
                lines.extend(events.iter().map(|event| Line { index, is_move: false, text: event.text.clone() }));
            }
        }
        let (scenario, chart, is_whole, to_act, ranks) = shown.expect("a moment lies in its own turn");
        let changed = before.map_or_else(Vec::new, |before| find_changes(&before, &scenario));
        Ok(Moment { made, turn, scenario: Arc::new(scenario), chart, is_whole, to_act, ranks, changed, lines })
    }

    /// A move before it is made, as people read it: who, which unit, what.
    fn move_words(&self, at: &Match, seat: Seat, line: &str) -> String {
        let side = self.start.sides.get(seat.index()).map_or_else(|| seat.to_string(), |side| side.name.clone());
        if line.is_empty() {
            return format!("{side} forfeits");
        }
        match at.game().choice(seat, line) {
            Ok(choice) => {
                let place = choice.cells.first().map(|&cell| place_words(&self.start.world.area, cell));
                // Lines of moves tell units of one type apart by their place, which stands behind the type.
                let kind = choice.unit.split(['@', '#']).next().unwrap_or_default();
                match (kind, place) {
                    ("", _) => format!("{side}: {}", choice.label),
                    (kind, Some(place)) => format!("{side}: {kind} at {place}: {}", choice.label),
                    (kind, None) => format!("{side}: {kind}: {}", choice.label),
                }
            }
            // What cannot be read as a move is shown as it stands; it will be refused.
            Err(_) => format!("{side}: {line}"),
        }
    }

    /// How it ended, in words.
    #[must_use]
    pub fn ended(&self, sides: &[String]) -> String {
        let outcome = &self.result.outcome;
        let winners = outcome.winners.iter().map(|seat| seat.index());
        let names: Vec<&str> = winners.filter_map(|seat| sides.get(seat)).map(String::as_str).collect();
        match outcome.ending {
            Ending::Victory => format!("{} won in turn {}", names.join(" and "), self.result.last_turn),
            Ending::Draw => format!("drawn in turn {}", self.result.last_turn),
            Ending::TurnLimit => format!("undecided after {} turns", self.result.turns),
        }
    }
}
