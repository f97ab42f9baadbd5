//! When a side gives up: the more a rival's known units are worth beside its own, against how it was when the game began, the sooner
//! (`kernel-rules` 8).

use chance::Stream;
use design::parameters::global::{AI_MAY_RESIGN, SEE_ALL};
use design::parameters::unit::POINT_VALUE;
use kernel::{Move, View};
use world::SideId;

/// Nobody gives up before this turn.
const FIRST_TURN: u32 = 10;
/// Percent by which a rival has to be ahead, at least; and the highest chance in a turn.
const LEAST: i64 = 200;
const MOST: i64 = 90;

/// What a side hopes for: how it stands beside its strongest rival.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResignEstimate {
    /// Percent of the own worth that the strongest rival was worth when the side first looked.
    first: Option<i64>,
}

impl ResignEstimate {
    /// What a side says that gives up, the first to be said last; mostly nothing.
    pub(super) fn words(&mut self, view: View<'_>, stream: &mut Stream, words: &mut Vec<Move>) {
        let design = &view.rules.design;
        let is_early = view.turn() < FIRST_TURN;
        if design.global_int(AI_MAY_RESIGN) == 0 || (is_early && self.first.is_some()) {
            return;
        }
        let Some(now) = lead(view) else { return };
        // Who is not seen is taken for an equal.
        let first = *self.first.get_or_insert(now.max(100));
        if is_early {
            return;
        }
        // Whoever sees all sees more of others than it would.
        let share = if design.global_int(SEE_ALL) != 0 { 5 } else { 1 };
        let chance = ((100 * now / first / share - LEAST) / 5).min(MOST);
        if chance > 0 && stream.percent(chance as i32) {
            words.extend([Move::Resign(None), Move::Draw(true)]);
        }
    }
}

/// Percent of the own worth, in points, that the known units of the strongest rival are worth; nothing if the own ones are worth nothing.
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
