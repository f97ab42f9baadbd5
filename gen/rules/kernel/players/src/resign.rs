//! When a side resigns: the more a rival's known units are worth compared with its own, measured against the start of the game, the
//! sooner (`kernel-rules` 8).

use chance::Stream;
use design::parameters::global::{AI_MAY_RESIGN, SEE_ALL};
use design::parameters::unit::POINT_VALUE;
use kernel::{Move, View};
use world::SideId;

/// No side resigns before this turn.
const FIRST_TURN: u32 = 10;
/// How strong a rival must have become before a side resigns, in percent of the first estimate; and the highest chance of
/// it in a turn, in percent.
const LEAST: i64 = 200;
const MOST: i64 = 90;

/// How a side compares with its strongest rival.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ResignEstimate {
    /// The worth of the strongest rival, in percent of the own worth, when the side first looked.
    first: Option<i64>,
}

impl ResignEstimate {
    /// Adds the moves of a side that resigns, the first one last; mostly none.
    pub(crate) fn add_moves(&mut self, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        let design = &view.rules.design;
        let is_early = view.turn() < FIRST_TURN;
        if design.global_int(AI_MAY_RESIGN) == 0 || (is_early && self.first.is_some()) {
            return;
        }
        let Some(now) = lead(view) else { return };
        // A rival of which nothing is seen counts as an equal.
        let first = *self.first.get_or_insert(now.max(100));
        if is_early {
            return;
        }
        // With `see-all` a side sees more units of its rivals than it otherwise would.
        let share = if design.global_int(SEE_ALL) != 0 { 5 } else { 1 };
        let chance = ((100 * now / first / share - LEAST) / 5).min(MOST);
        if chance > 0 && stream.percent(chance as i32) {
            moves.extend([Move::Resign(None), Move::Draw(true)]);
        }
    }
}

/// The worth of the strongest rival's known units, in percent of the own worth, both in points; `None` if the own units are worth
/// nothing.
fn lead(view: View<'_>) -> Option<i64> {
    let points = |kind| i64::from(view.rules.design.int(POINT_VALUE, kind));
    let own: i64 = view.own_units().map(|id| points(view.own(id).kind)).sum();
    let mut rivals: Vec<(SideId, i64)> = Vec::new();
    for seen in view.seen().filter(|seen| seen.side != SideId::INDEPENDENT && !view.trusts(seen.side)) {
        match rivals.iter_mut().find(|rival| rival.0 == seen.side) {
            Some(rival) => rival.1 += points(seen.kind),
            None => rivals.push((seen.side, points(seen.kind))),
        }
    }
    let strongest = rivals.iter().map(|rival| rival.1).max().unwrap_or(0);
    (own > 0).then(|| 100 * strongest / own)
}
