//! The end of a game, and its outcome (`kernel-rules` 7).

use contract::{Ending, Outcome, Seat, Seats, ranks_by};
use design::UnitType;
use design::parameters::global::{EXTRA_TURN_CHANCE, LAST_TURN};
use design::parameters::unit::POINT_VALUE;
use world::SideId;

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::state::Standing;
use crate::{Phase, StateChange, StateView, UnitIndex};

/// A side wins. When all winners of this moment have won, [`settle`] ends the game.
pub(crate) fn win(change: &mut StateChange<'_>, side: SideId) {
    if change.at().is_in_game(side) {
        change.side_mut(side).standing = Standing::Won;
        change.log_to_all(EventKind::SideWon { side });
    }
}

/// Ends the game.
pub(crate) fn end_game(change: &mut StateChange<'_>) {
    if change.state.phase == Phase::Playing {
        change.state.phase = Phase::Over;
        change.log_to_all(EventKind::GameEnded);
    }
}

/// Ends the game if a side has won, if no side is left, or if one of several teams is left that no scorekeeper can let win any
/// more: `kernel-rules` 7.2 has no word for it, because in 7.5 a player ends such a game. Scores that go on for ever decide
/// nothing; but who is alone and can still win by a scorekeeper, as by holding out until a turn, may try.
pub(crate) fn settle(change: &mut StateChange<'_>) {
    let at = change.at();
    let standing = |standing: Standing| change.rules.side_ids().filter(move |&side| at.side(side).standing == standing);
    let team = |side: SideId| change.rules.team(side);
    // Sides that are not in the game were never among the rivals.
    let plays = |side: &SideId| !change.rules.scenario.side(*side).gdl.is_inactive;
    let may_win = |side: SideId| change.rules.scorekeepers.all.iter().any(|keeper| keeper.may_crown(side));
    let has_won = standing(Standing::Won).next().is_some();
    let is_alone = match standing(Standing::In).next() {
        None => true,
        Some(first) => {
            !standing(Standing::In).any(may_win)
                && change.rules.side_ids().filter(plays).any(|side| team(side) != team(first))
                && standing(Standing::In).all(|side| team(side) == team(first))
        }
    };
    if has_won || is_alone {
        end_game(change);
    }
}

/// The last turn is over: the game ends, or by chance has one turn more.
pub(crate) fn test_last_turn(change: &mut StateChange<'_>) {
    let design = &*change.rules.design;
    let is_last = i64::from(change.state.turn) >= i64::from(design.global_int(LAST_TURN));
    if is_last && !change.percent(Purpose::Ending, design.global_int(EXTRA_TURN_CHANCE)) {
        end_game(change);
    }
}

impl StateView<'_> {
    /// The outcome of the game, once it is over.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        if self.state.phase != Phase::Over {
            return None;
        }
        let winners = self.winners();
        let ending = if winners.is_empty() { Ending::Draw } else { Ending::Victory };
        Some(Outcome { ending, winners, ranks: self.ranks(), scores: self.scores() })
    }

    /// The sum of each seat's scores; empty in a game that keeps none.
    pub(crate) fn scores(self) -> Vec<i64> {
        if !self.rules.scorekeepers.all.iter().any(|keeper| keeper.is_kept) {
            return Vec::new();
        }
        self.rules.side_ids().map(|side| self.score_sum(side)).collect()
    }

    /// The sum of a side's scores.
    fn score_sum(self, side: SideId) -> i64 {
        let kept = self.rules.scorekeepers.all.iter().filter(|keeper| keeper.is_kept).filter_map(|keeper| keeper.score);
        kept.fold(0, |sum, place| sum.saturating_add(self.side(side).scores[place]))
    }

    /// The winners, with all of their teams: a defeated team-mate wins too.
    fn winners(self) -> Seats {
        let teams = &self.rules.teams;
        let won = |&side: &SideId| self.side(side).standing == Standing::Won;
        let winning: Vec<u8> = self.rules.side_ids().filter(won).map(|side| self.rules.team(side)).collect();
        let seats = (0..teams.len()).filter(|&seat| winning.contains(&teams[seat]));
        seats.fold(Seats::NONE, |seats, seat| seats.with(Seat(seat as u8)))
    }

    /// The place of each seat, by: won, still in the game, scores, points.
    pub(crate) fn ranks(self) -> Vec<u8> {
        let winners = self.winners();
        let worth = |side: SideId| {
            let has_won = Seat::of(side).is_some_and(|seat| winners.contains(seat));
            (has_won, self.side(side).standing == Standing::In, self.score_sum(side), self.points(side))
        };
        ranks_by(&self.rules.side_ids().map(worth).collect::<Vec<_>>())
    }

    /// A side's points: the worth of its complete units, and of those that have yet to appear (`kernel-rules` 7.1). Ruins
    /// count nothing.
    #[must_use]
    pub fn points(self, side: SideId) -> i64 {
        self.points_of(side, &|kind| !self.rules.abilities.of(kind).is_ruin)
    }

    /// A side's points by units of some types.
    pub(crate) fn points_of(self, side: SideId, is_meant: &dyn Fn(UnitType) -> bool) -> i64 {
        let worth = |id: UnitIndex| {
            let own = self.details(id).and_then(|details| details.point_value);
            own.map_or_else(|| i64::from(self.int(POINT_VALUE, id)), i64::from)
        };
        let counts = |&id: &UnitIndex| {
            let unit = self.unit(id);
            is_meant(unit.kind) && (unit.cp < 0 || self.is_active(id))
        };
        self.units_of(side).filter(counts).map(worth).fold(0, i64::saturating_add)
    }
}
