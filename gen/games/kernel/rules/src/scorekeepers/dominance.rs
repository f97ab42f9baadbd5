//! Dominance: a side or team that holds most of the places that a design names, for some turns in a row, has won. Seldom does another win
//! from there, and the rest of such a game is long.
//!
//! All finished units of these types count, those of nobody too: so nobody has most of them by being first to take one. Where few or none
//! are left over at the start, somebody may hold most from the first turn on, so a team must also hold more than it began with. That
//! is one rule for every map: without such units, or with one for each side, there is nothing that it could win by but its rivals' own.
//!
//! The turns so far are the score of each side of the team. So they are saved, shown, undone and told as scores are; where the design says
//! that no score is kept, they count among nobody's scores.

use contract::{Figure, Figures};
use design::parameters::global::TURN;
use design::{Dominance, UnitTypes};
use world::SideId;

use super::Scorekeeper;
use crate::event::EventKind;
use crate::state::Standing;
use crate::{Event, Kernel, State, StateChange, StateView};

/// Counts a turn for the team that holds enough, and lets it win when it has held that for long enough.
pub(super) fn count_turn(change: &mut StateChange<'_>, index: usize, keeper: &Scorekeeper, rule: &Dominance) {
    let rules = change.rules;
    // A game without rivals has nobody to dominate.
    let plays = |side: &SideId| !rules.scenario.side(*side).gdl.is_inactive;
    let mut teams: Vec<u8> = rules.side_ids().filter(plays).map(|side| rules.team(side)).collect();
    teams.sort_unstable();
    teams.dedup();
    if teams.len() < 2 {
        return;
    }
    let (held_by, all) = count_places(change.at(), &rule.types);
    for team in teams {
        let is_member = |side: &SideId| rules.team(*side) == team;
        let applies = |side: &SideId| keeper.applies_to[side.row()] && change.at().is_in_game(*side);
        let members: Vec<SideId> = rules.side_ids().filter(|side| is_member(side) && applies(side)).collect();
        let Some(&first) = members.first() else { continue };
        let held: u32 = rules.side_ids().filter(is_member).map(|side| held_by[side.row()]).sum();
        let is_most = u64::from(held) * 100 >= u64::from(all) * rule.percent as u64;
        let before = change.at().score(first, keeper).unwrap_or(0);
        let turns = if is_most && held > begun_with(rules, rule, team) { before + 1 } else { 0 };
        if (before, turns) == (0, 0) {
            continue;
        }
        for &side in &members {
            super::run::keep_score(change, keeper, side, turns);
        }
        let witnesses: Vec<SideId> = rules.side_ids().filter(|side| keeper.known_to[side.row()]).collect();
        let what = EventKind::Dominance { side: first, keeper: index as u8, held, all, turns: turns as u32 };
        change.log_to(what, &[], &witnesses);
        if turns >= rule.turns.into() {
            for side in members {
                crate::ending::win(change, side);
            }
        }
    }
}

/// How many finished units of these types each side holds, by row, and how many there are. What a side that has lost left is nobody's.
fn count_places(at: StateView<'_>, types: &UnitTypes) -> (Vec<u32>, u32) {
    let mut held_by = vec![0; at.rules.seat_count() + 1];
    let mut all = 0;
    for id in at.live() {
        let unit = at.unit(id);
        if types.contain(unit.kind) && at.is_active(id) {
            all += 1;
            held_by[unit.side.row()] += u32::from(at.side(unit.side).standing != Standing::Lost);
        }
    }
    (held_by, all)
}

/// How many such units a team began with. A game that goes on from a position in its middle is past its beginning.
fn begun_with(rules: &Kernel, rule: &Dominance, team: u8) -> u32 {
    if rules.design.global_int(TURN) > 0 {
        return 0;
    }
    let is_held = |unit: &&world::Unit| {
        rule.types.contain(unit.kind) && unit.side != SideId::INDEPENDENT && rules.team(unit.side) == team
    };
    rules.scenario.units.iter().filter(is_held).count() as u32
}

/// Counts the matches that were won by dominance.
pub(crate) struct DominanceFigure;

impl Figures<Kernel> for DominanceFigure {
    fn event(&mut self, _: &Kernel, _: &Event) {}

    fn after(&mut self, _: &Kernel, _: &State) {}

    fn figures(&self, rules: &Kernel, state: &State) -> Vec<Figure> {
        let at = StateView { rules, state };
        let has_won = |side: SideId, keeper: &Scorekeeper| {
            let turns = keeper.dominance().map_or(i64::MAX, |rule| rule.turns.into());
            at.side(side).standing == Standing::Won && at.score(side, keeper).is_some_and(|score| score >= turns)
        };
        let keepers = &rules.scorekeepers.all;
        let is_won = rules.side_ids().any(|side| keepers.iter().any(|keeper| has_won(side, keeper)));
        vec![Figure { name: "matches won by dominance".into(), count: u64::from(is_won), of: 1 }]
    }

    fn copy(&self) -> Box<dyn Figures<Kernel>> {
        Box::new(DominanceFigure)
    }
}
