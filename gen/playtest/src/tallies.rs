//! What the seats of a match make and lose, counted from its events.

use std::sync::Arc;

use contract::UnitEvent;

/// What a seat made and lost in a match, by the types of its ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many of each type it made.
    pub made: Vec<u32>,
    /// How many it lost.
    pub lost: Vec<u32>,
    /// For each type, the cost of the units that it destroyed.
    pub felled: Vec<u32>,
    /// For each type, how many units it destroyed.
    pub kills: Vec<u32>,
    /// The types that it made in the first turn in which it made any, in rising order.
    pub opening: Vec<u16>,
}

/// What the seats of a match have made and lost so far.
#[derive(Clone)]
pub(crate) struct Tallies {
    of: Vec<Tally>,
    /// The cost of each type.
    costs: Arc<[u32]>,
    turn: u32,
    /// The turn of each seat's opening; 0 before it.
    opened: Vec<u32>,
}

impl Tallies {
    /// Nothing is counted yet; `costs` are those of the types.
    pub(crate) fn new(costs: Arc<[u32]>, seats: usize) -> Tallies {
        let none = vec![0; costs.len()];
        let empty =
            Tally { made: none.clone(), lost: none.clone(), felled: none.clone(), kills: none, opening: Vec::new() };
        Tallies { of: vec![empty; seats], costs, turn: 0, opened: vec![0; seats] }
    }

    /// The same before anything was counted.
    pub(crate) fn anew(&self) -> Tallies {
        Tallies::new(Arc::clone(&self.costs), self.of.len())
    }

    /// A move is about to be made in this turn.
    pub(crate) fn at(&mut self, turn: u32) {
        self.turn = turn.max(1);
    }

    /// A unit was made or lost.
    pub(crate) fn add(&mut self, event: UnitEvent) {
        match event {
            UnitEvent::Made { seat, kind, .. } => {
                let tally = &mut self.of[seat.index()];
                tally.made[usize::from(kind)] += 1;
                let opened = &mut self.opened[seat.index()];
                if *opened == 0 {
                    *opened = self.turn;
                }
                if *opened == self.turn {
                    tally.opening.push(kind);
                }
            }
            UnitEvent::Lost { seat, kind, by } => {
                self.of[seat.index()].lost[usize::from(kind)] += 1;
                if let Some((killer, with)) = by {
                    let tally = &mut self.of[killer.index()];
                    tally.kills[usize::from(with)] += 1;
                    tally.felled[usize::from(with)] += self.costs[usize::from(kind)];
                }
            }
        }
    }

    /// The tally of each seat.
    pub(crate) fn finish(mut self) -> Vec<Tally> {
        for tally in &mut self.of {
            tally.opening.sort_unstable();
        }
        self.of
    }
}
