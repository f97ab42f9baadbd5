//! A game of some 200 lines that the project does not know: it is added with one line, and rolls, plays, is explained, replayed,
//! drawn. What it brings to the making of its worlds is in [`crate::sticks_ground`].
//!
//! Each turn all seats lay sticks from their hidden hands on the next cell, at once. Who lays most takes it. Most cells win.

use ai::{Player, PlayerEntry, PlayoutSearch, RandomPlayer, Roster};
use chance::{Seed, Stream};
use contract::{
    Chart, ChartWords, Ending, FactsOf, Field, Figure, Figures, Mark, Observation, Outcome, Record, Ruleset,
    RulesetInfo, Seat, Seats, Turns, Unplayable, ranks_by,
};
use design::{Design, Diagnostics};
use grid::{Cell, Layer};
use serde::{Deserialize, Serialize};
use world::Scenario;

/// How many cells are laid on, and the most sticks that are laid on one.
const CELLS: usize = 7;
const LAID_MAX: u8 = 3;

pub struct Sticks {
    sides: Vec<String>,
    hand: u8,
    hands: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    hands: Vec<u8>,
    laid: Vec<Option<u8>>,
    owners: Vec<Option<u8>>,
    out: Seats,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Laid(Seat, u8),
    Taken(usize, Option<Seat>),
    Out(Seat),
}

#[derive(Clone, Copy)]
pub struct View<'a>(&'a State, Seat);

/// The sticks of each side: those dealt, else what the rules say.
pub fn hands(scenario: &Scenario) -> Vec<u8> {
    let read = scenario.sections.get("sticks").map(|section| {
        section.read(|root, tree| {
            let dealt = tree.list(root.get("hands"), "`hands`").iter();
            dealt.filter_map(|hand| tree.int(hand, "a hand", 0..=50)).map(|hand| hand as u8).collect::<Vec<u8>>()
        })
    });
    let read = read.map(|(dealt, _)| dealt).filter(|dealt| dealt.len() == scenario.sides.len());
    read.unwrap_or_else(|| vec![read_hand(&scenario.design).0; scenario.sides.len()])
}

pub fn read_hand(design: &Design) -> (u8, Diagnostics) {
    let Some(section) = design.sections.get("sticks") else { return (9, Diagnostics::default()) };
    section.read(|root, tree| {
        tree.map_of(root, "`sticks`", &["hand"]);
        tree.int(root.get("hand"), "`hand`", 1..=50).map_or(9, |hand| hand as u8)
    })
}

impl Ruleset for Sticks {
    type State = State;
    type Move = u8;
    type Event = Event;
    type Refusal = &'static str;
    type View<'a> = View<'a>;

    fn info() -> &'static RulesetInfo {
        const INFO: RulesetInfo = RulesetInfo {
            name: "sticks",
            summary: "sticks from hidden hands, laid all at once",
            moves: "NUMBER  lay so many sticks",
            turns: Turns::Simultaneous,
            hides: true,
            seats: 2..=4,
            charts: true,
            ..RulesetInfo::DEFAULT
        };
        &INFO
    }
    fn check_design(design: &Design) -> Diagnostics {
        read_hand(design).1
    }
    fn open(scenario: &Scenario) -> Result<Sticks, Unplayable> {
        let sides = scenario.sides.iter().map(|side| side.name.clone()).collect();
        let hands = hands(scenario);
        Ok(Sticks { sides, hand: hands.iter().copied().max().unwrap_or(0), hands })
    }
    fn seats(&self) -> usize {
        self.sides.len()
    }
    fn begin(&self, _: Seed) -> State {
        let seats = self.seats();
        State { hands: self.hands.clone(), laid: vec![None; seats], owners: Vec::new(), out: Seats::NONE }
    }
    fn to_act(&self, state: &State) -> Seats {
        let waits = |seat: &Seat| !state.out.contains(*seat) && state.laid[seat.index()].is_none();
        let is_over = state.owners.len() == CELLS || state.out.len() + 1 >= self.seats();
        Seats::first(self.seats()).iter().filter(|seat| !is_over && waits(seat)).fold(Seats::NONE, Seats::with)
    }
    fn turn(&self, state: &State) -> u32 {
        state.owners.len() as u32 + 1
    }
    fn apply(&self, state: &mut State, seat: Seat, laid: u8, log: &mut dyn FnMut(Event)) -> Result<(), &'static str> {
        if !self.to_act(state).contains(seat) {
            return Err("it has laid already");
        }
        if laid > state.hands[seat.index()].min(LAID_MAX) {
            return Err("it has not so many sticks");
        }
        state.laid[seat.index()] = Some(laid);
        log(Event::Laid(seat, laid));
        self.settle(state, log);
        Ok(())
    }
    fn forfeit(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        if !state.out.contains(seat) {
            state.out = state.out.with(seat);
            log(Event::Out(seat));
            self.settle(state, log);
        }
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let (ranks, scores) = (self.ranks(state), self.scores(state));
        let first = |seat: &Seat| ranks[seat.index()] == 1;
        let winners = Seats::first(self.seats()).iter().filter(first).fold(Seats::NONE, Seats::with);
        let is_over = self.to_act(state).is_empty();
        is_over.then(|| Outcome { ending: Ending::Victory, winners, ranks: ranks.clone(), scores })
    }
    fn scores(&self, state: &State) -> Vec<i64> {
        let own = |seat: usize| state.owners.iter().filter(|owner| **owner == Some(seat as u8)).count() as i64;
        (0..self.seats()).map(own).collect()
    }
    fn ranks(&self, state: &State) -> Vec<u8> {
        let worth = |(seat, cells)| (!state.out.contains(Seat(seat as u8)), cells);
        ranks_by(&self.scores(state).into_iter().enumerate().map(worth).collect::<Vec<_>>())
    }
    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View(state, seat)
    }
    fn seat(&self, view: View<'_>) -> Seat {
        view.1
    }
    fn candidates(&self, View(state, seat): View<'_>, moves: &mut Vec<u8>) {
        moves.extend(0..=state.hands[seat.index()].min(LAID_MAX));
    }
    fn sample(&self, View(state, own): View<'_>, stream: &mut Stream) -> State {
        let mut other = state.clone();
        for seat in (0..self.seats()).filter(|&seat| seat != own.index()) {
            other.hands[seat] = stream.below(u32::from(self.hand) + 1) as u8;
            let most = u32::from(other.hands[seat].min(LAID_MAX));
            other.laid[seat] = state.laid[seat].map(|_| stream.below(most + 1) as u8);
        }
        other
    }
    fn write_move(&self, _: View<'_>, laid: u8) -> String {
        laid.to_string()
    }
    fn observe(&self, View(state, seat): View<'_>) -> Observation {
        let owners: Vec<u8> = state.owners.iter().map(|owner| owner.map_or(0, |seat| seat + 1)).collect();
        let mut seen = Observation::new();
        seen.push(
            Record::whole()
                .with(Field::new("you", seat.0 + 1))
                .with(Field::new("hand", state.hands[seat.index()]))
                .with(state.laid[seat.index()].map(|laid| Field::new("laid", laid)))
                .with(Field::new("owners", owners))
                .with(Field::new("to-act", self.to_act(state).iter().map(|seat| seat.0 + 1).collect::<Vec<u8>>())),
        );
        seen
    }
    fn told_to(&self, event: &Event) -> Seats {
        match event {
            Event::Laid(seat, _) => Seats::one(*seat),
            _ => Seats::first(self.seats()),
        }
    }
    fn event_text(&self, event: &Event) -> String {
        match event {
            Event::Laid(seat, laid) => format!("{} lays {laid}", self.sides[seat.index()]),
            Event::Taken(cell, Some(seat)) => format!("{} takes cell {cell}", self.sides[seat.index()]),
            Event::Taken(cell, None) => format!("nobody takes cell {cell}"),
            Event::Out(seat) => format!("{} gives up", self.sides[seat.index()]),
        }
    }
    fn event_text_for(&self, View(_, reader): View<'_>, event: &Event) -> String {
        match event {
            Event::Laid(seat, laid) if *seat == reader => format!("you lay {laid}"),
            _ => self.event_text(event),
        }
    }
    fn save(&self, state: &State) -> String {
        serde_json::to_string(state).expect("numbers can be written")
    }
    fn load(&self, text: &str) -> Result<State, String> {
        serde_json::from_str(text).map_err(|fault| fault.to_string())
    }
    fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
        let FactsOf::Side(side) = of else { return Vec::new() };
        let own = side.index().and_then(|index| hands(scenario).get(index).copied());
        own.map(|own| ("sticks".to_owned(), own.to_string())).into_iter().collect()
    }
    fn figures(&self) -> Option<Box<dyn Figures<Sticks>>> {
        Some(Box::new(FirstCell))
    }
    /// Who has taken which cell.
    fn chart(&self, state: &State, _: &Scenario) -> Option<Chart> {
        let taken = state.owners.iter().enumerate();
        let marks = taken.filter_map(|(cell, owner)| {
            Some(Mark { side: usize::from((*owner)?), cell: Cell(cell as u32), is_main: false })
        });
        let words = ChartWords { mark: "Taken", ..ChartWords::default() };
        Some(Chart { marks: marks.collect(), words, ..Chart::default() })
    }
    fn show(&self, state: &State, start: &Scenario) -> Scenario {
        let mut shown = start.clone();
        let owner = |cell: usize| state.owners.get(cell).copied().flatten().map(|seat| Seat(seat).side());
        let owners = (0..start.world.area.len()).map(|cell| owner(cell).map_or(0, |side| side.0)).collect();
        shown.world.country = Some(Layer::from_values(&start.world.area, owners));
        shown
    }
}

/// The name of the figure of matches in which the first side takes the first cell.
pub const FIRST_CELL: &str = "first cell to the first side";

/// Keeps that figure: the state says it.
struct FirstCell;

impl Figures<Sticks> for FirstCell {
    fn event(&mut self, _: &Sticks, _: &Event) {}
    fn after(&mut self, _: &Sticks, _: &State) {}
    fn figures(&self, _: &Sticks, state: &State) -> Vec<Figure> {
        let count = u64::from(state.owners.first() == Some(&Some(0)));
        vec![Figure { name: FIRST_CELL.into(), count, of: 1 }]
    }
    fn copy(&self) -> Box<dyn Figures<Sticks>> {
        Box::new(FirstCell)
    }
}

impl Sticks {
    /// If all have laid, the cell is taken.
    fn settle(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let all_laid = (0..self.seats()).all(|seat| state.laid[seat].is_some() || state.out.contains(Seat(seat as u8)));
        if !all_laid || state.owners.len() == CELLS {
            return;
        }
        let most = state.laid.iter().flatten().max().copied();
        let mut first = (0..self.seats()).filter(|&seat| state.laid[seat] == most && most > Some(0));
        let taker = first.next().filter(|_| first.next().is_none());
        for (hand, laid) in state.hands.iter_mut().zip(&mut state.laid) {
            *hand -= laid.take().unwrap_or(0);
        }
        log(Event::Taken(state.owners.len(), taker.map(|seat| Seat(seat as u8))));
        state.owners.push(taker.map(|seat| seat as u8));
    }
}

pub struct SticksPlayers;

impl Roster for SticksPlayers {
    type Rules = Sticks;
    const PLAYERS: &'static [PlayerEntry<Sticks>] = &[
        PlayerEntry {
            name: "random",
            summary: "any number of sticks",
            make: |_| -> Box<dyn Player<Sticks>> { Box::new(RandomPlayer) },
        },
        PlayerEntry {
            name: "search",
            summary: "plays on at random",
            make: |budget| Box::new(PlayoutSearch::new(budget)),
        },
    ];
}
