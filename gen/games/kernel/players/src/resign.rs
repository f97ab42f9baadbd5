//! When a side resigns: the more its own fighting units have dwindled and a rival's known ones have grown since the start of the
//! game, the sooner (`kernel-rules` 8).
//!
//! Like is compared with like. A unit that is seen for the first time has been there before, for all that a side knows, so it was a
//! part of its rival at the start too: to discover a rival makes nobody more hopeless. With `see-all` it has just been made.

use chance::Stream;
use design::parameters::global::{AI_MAY_RESIGN, SEE_ALL};
use design::parameters::unit::POINT_VALUE;
use design::{Design, UnitType};
use kernel::{Move, UnitIndex, View};
use world::SideId;

/// No side resigns before this turn.
const FIRST_TURN: u32 = 10;
/// How strong a rival must have become before a side resigns, in percent of what it was; and the highest chance of it in a turn, in
/// percent.
const LEAST: i64 = 200;
const MOST: i64 = 90;

/// How a side compares with its strongest rival.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResignEstimate {
    /// The strength of the side when it first had any; 0 until then.
    own_first: i64,
    /// What each rival was worth at the start, as far as is known by now.
    firsts: Vec<(SideId, i64)>,
    /// By unit, the strength that has been counted, plus 1; 0 for units that have never been seen.
    counted: Vec<i64>,
}

impl ResignEstimate {
    /// Adds the moves of a side that resigns, the first one last; mostly none.
    pub(crate) fn add_moves(&mut self, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        let design = &view.rules.design;
        if design.global_int(AI_MAY_RESIGN) == 0 {
            return;
        }
        let has_grown = self.look(view);
        if view.turn() < FIRST_TURN || has_grown <= LEAST || view.is_ahead() {
            return;
        }
        // With `see-all` a side sees more units of its rivals than it otherwise would.
        let share = if design.global_int(SEE_ALL) != 0 { 5 } else { 1 };
        let chance = ((has_grown / share - LEAST) / 5).min(MOST);
        if chance > 0 && stream.percent(chance as i32) {
            moves.extend([Move::Resign(None), Move::Draw(true)]);
        }
    }

    /// Takes in what there is to see. How the strongest rival compares with the side, in percent of how it did at the start, when
    /// rivals of which less was known counted as equals; 0 as long as nothing is known that fights against the side.
    fn look(&mut self, view: View<'_>) -> i64 {
        let is_new_made = view.rules.design.global_int(SEE_ALL) != 0 && self.own_first > 0;
        let mut own = 0;
        for id in view.own_units() {
            let worth = strength(view, view.own(id).kind);
            own += worth;
            self.count(id, worth);
        }
        let mut rivals: Vec<(SideId, i64)> = Vec::new();
        for seen in view.seen() {
            let worth = strength(view, seen.kind);
            let found = self.count(seen.id, worth);
            if seen.side == SideId::INDEPENDENT || view.trusts(seen.side) {
                continue;
            }
            add(&mut rivals, seen.side, worth);
            if !is_new_made {
                add(&mut self.firsts, seen.side, found);
            }
        }
        if self.own_first == 0 {
            self.own_first = own;
        }
        let grown = |&(side, now): &(SideId, i64)| {
            let known = self.firsts.iter().find(|first| first.0 == side).map_or(0, |first| first.1);
            let before = i128::from(own.max(1)) * i128::from(known.max(self.own_first));
            // Who never had what fights does not lose by the lack of it.
            let percent = 100 * i128::from(now) * i128::from(self.own_first) / before.max(1);
            percent.min(i128::from(i64::MAX)) as i64
        };
        rivals.iter().map(grown).max().unwrap_or(0)
    }

    /// Counts a unit. How much more it is worth than was known before.
    fn count(&mut self, id: UnitIndex, worth: i64) -> i64 {
        if self.counted.len() <= id.index() {
            self.counted.resize(id.index() + 1, 0);
        }
        let counted = &mut self.counted[id.index()];
        let before = (*counted - 1).max(0);
        *counted = before.max(worth) + 1;
        (worth - before).max(0)
    }
}

fn add(sums: &mut Vec<(SideId, i64)>, side: SideId, worth: i64) {
    match sums.iter_mut().find(|sum| sum.0 == side) {
        Some(sum) => sum.1 += worth,
        None => sums.push((side, worth)),
    }
}

/// What a unit of a type counts for in points: nothing unless it fights, or makes what fights. Ruins decide no game.
fn strength(view: View<'_>, kind: UnitType) -> i64 {
    let (design, can): (&Design, _) = (&view.rules.design, &view.rules.abilities);
    let makes = |pairs: &design::abilities::Pairs<UnitType>| pairs.row(kind).iter().any(|&made| can.of(made).fights);
    if can.of(kind).fights || makes(&can.creates) || makes(&can.builds) {
        i64::from(design.int(POINT_VALUE, kind)).max(0)
    } else {
        0
    }
}
