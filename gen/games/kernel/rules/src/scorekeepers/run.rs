//! A scorekeeper's body, run for each side that it applies to.

use design::parameters::unit::POINT_VALUE;
use design::{Body, Condition, Expression, Operator};
use world::SideId;

use super::Scorekeeper;
use crate::event::EventKind;
use crate::state::Standing;
use crate::{Phase, StateChange, StateView};

/// Runs a scorekeeper. With `winners_only` it finds out who is the last one and does nothing else.
pub(super) fn run(change: &mut StateChange<'_>, index: usize, keeper: &Scorekeeper, winners_only: bool) {
    for side in change.rules.side_ids() {
        if change.state.phase == Phase::Over || !keeper.applies_to[side.row()] || !change.at().is_in_game(side) {
            continue;
        }
        let mut run = Run { index, keeper, side, winners_only };
        let is_met = match &keeper.says.condition {
            Condition::If(test) => run.value(change.at(), test).is_some(),
            Condition::Always | Condition::From(_) => true,
        };
        if is_met {
            for body in &keeper.says.body {
                run.body(change, body);
            }
        }
    }
}

/// Sets a side's score. Whether it is another one now.
pub(super) fn keep_score(change: &mut StateChange<'_>, keeper: &Scorekeeper, side: SideId, score: i64) -> bool {
    let Some(place) = keeper.score else { return false };
    let before = std::mem::replace(&mut change.side_mut(side).scores[place], score);
    before != score
}

struct Run<'a> {
    index: usize,
    keeper: &'a Scorekeeper,
    side: SideId,
    winners_only: bool,
}

impl Run<'_> {
    fn body(&mut self, change: &mut StateChange<'_>, body: &Body) {
        match body {
            Body::LastSideWins => self.find_last(change, false),
            Body::LastAllianceWins => self.find_last(change, true),
            Body::Win if !self.winners_only => crate::ending::win(change, self.side),
            Body::Lose if !self.winners_only => crate::sides::lose(change, self.side, None),
            Body::End if !self.winners_only => crate::ending::end_game(change),
            Body::SetScore(value) if !self.winners_only => {
                if let Some(score) = self.value(change.at(), value) {
                    self.set_score(change, score);
                }
            }
            Body::AddScore(value) if !self.winners_only => {
                if let (Some(more), Some(score)) = (self.value(change.at(), value), self.score(change.at())) {
                    self.set_score(change, score.saturating_add(more));
                }
            }
            Body::Win | Body::Lose | Body::End | Body::SetScore(_) | Body::AddScore(_) => {}
            // It is no side's own: see `dominance.rs`.
            Body::Dominance(_) => {}
            Body::If(test, then, otherwise) => match (self.value(change.at(), test), otherwise) {
                (Some(_), _) => self.body(change, then),
                (None, Some(otherwise)) => self.body(change, otherwise),
                (None, None) => {}
            },
            Body::Cond(clauses) => {
                let met = clauses.iter().find(|(test, _)| self.value(change.at(), test).is_some());
                for body in met.iter().flat_map(|(_, bodies)| bodies) {
                    self.body(change, body);
                }
            }
            Body::All(bodies) => {
                for body in bodies {
                    self.body(change, body);
                }
            }
        }
    }

    fn score(&self, at: StateView<'_>) -> Option<i64> {
        at.score(self.side, self.keeper)
    }

    fn set_score(&self, change: &mut StateChange<'_>, score: i64) {
        if !keep_score(change, self.keeper, self.side, score) {
            return;
        }
        let what = EventKind::ScoreChanged { side: self.side, keeper: self.index as u8, score };
        let knows = |side: &SideId| self.keeper.known_to[side.row()];
        let witnesses: Vec<SideId> = change.rules.side_ids().filter(knows).collect();
        change.log_to(what, &[], &witnesses);
    }

    /// A side without points loses, and the last one, or the last alliance, wins (`kernel-rules` 7.1). Sides of one team are
    /// allied for good: the last team wins as one.
    fn find_last(&self, change: &mut StateChange<'_>, by_alliance: bool) {
        let rules = change.rules;
        if rules.seat_count() < 2 {
            return;
        }
        let applies = |side: &SideId| self.keeper.applies_to[side.row()];
        let at = change.at();
        let left: Vec<SideId> = rules.side_ids().filter(|&side| at.is_in_game(side)).collect();
        let alliance = |side: SideId| -> i64 {
            let is_friend = |other: &&SideId| **other == side || (by_alliance && at.trusts(side, **other));
            left.iter().filter(is_friend).map(|&friend| at.points(friend)).fold(0, i64::saturating_add)
        };
        let losers: Vec<SideId> = left.iter().copied().filter(|side| applies(side) && alliance(*side) <= 0).collect();
        for &loser in &losers {
            crate::sides::lose_quietly(change, loser, None);
        }
        let at = change.at();
        let left: Vec<SideId> = rules.side_ids().filter(|&side| at.is_in_game(side)).collect();
        let Some(&last) = left.last() else { return };
        let belongs = |other: SideId| {
            other == last || rules.team(other) == rules.team(last) || (by_alliance && at.trusts(last, other))
        };
        // A side that has won by another scorekeeper is out of the game, and not beaten by those that are left.
        let has_won = |side: &SideId| at.side(*side).standing == Standing::Won;
        if rules.side_ids().filter(has_won).any(|winner| !belongs(winner)) {
            return;
        }
        if left.iter().all(|&side| applies(&side) && belongs(side)) {
            for side in left {
                crate::ending::win(change, side);
            }
        }
    }

    fn value(&self, at: StateView<'_>, expression: &Expression) -> Option<i64> {
        match expression {
            Expression::Nil => None,
            Expression::True => Some(1),
            Expression::Number(number) => Some((*number).into()),
            Expression::Turn => Some(at.state.turn.into()),
            Expression::Score => self.score(at),
            Expression::Sum(types, property) if *property == POINT_VALUE => {
                Some(at.points_of(self.side, &|kind| types.contain(kind)))
            }
            Expression::Sum(types, property) => {
                let design = &at.rules.design;
                let counts = design.unit_types().zip(&at.side(self.side).counts);
                let sum = |sum: i64, (kind, &count): (_, &u32)| {
                    sum.saturating_add(i64::from(count).saturating_mul(design.int(*property, kind).into()))
                };
                Some(counts.filter(|(kind, _)| types.contain(*kind)).fold(0, sum))
            }
            Expression::Of(operator, operands) => self.reckon(at, *operator, operands),
        }
    }

    fn reckon(&self, at: StateView<'_>, operator: Operator, operands: &[Expression]) -> Option<i64> {
        let value = |operand: &Expression| self.value(at, operand);
        let truth = |is_true: bool| is_true.then_some(1);
        match operator {
            Operator::And => operands.iter().try_fold(1, |_, operand| value(operand)),
            Operator::Or => operands.iter().find_map(value),
            Operator::Not => truth(operands.iter().all(|operand| value(operand).is_none())),
            Operator::Add => operands.iter().try_fold(0_i64, |sum, operand| Some(sum.saturating_add(value(operand)?))),
            Operator::Multiply => {
                operands.iter().try_fold(1_i64, |product, operand| Some(product.saturating_mul(value(operand)?)))
            }
            Operator::Subtract => match operands {
                [] => Some(0),
                [only] => Some(0_i64.saturating_sub(value(only)?)),
                [first, rest @ ..] => {
                    rest.iter().try_fold(value(first)?, |left, operand| Some(left.saturating_sub(value(operand)?)))
                }
            },
            // `(/ x)`, as a division by zero, has no value.
            Operator::Divide => match operands {
                [first, rest @ ..] if !rest.is_empty() => {
                    rest.iter().try_fold(value(first)?, |left, operand| left.checked_div(value(operand)?))
                }
                _ => None,
            },
            Operator::Equal => self.chain(at, operands, |one, other| one == other),
            Operator::Unequal => self.chain(at, operands, |one, other| one != other),
            Operator::Less => self.chain(at, operands, |one, other| one < other),
            Operator::AtMost => self.chain(at, operands, |one, other| one <= other),
            Operator::More => self.chain(at, operands, |one, other| one > other),
            Operator::AtLeast => self.chain(at, operands, |one, other| one >= other),
        }
    }

    /// Whether each operand stands in a relation to the next one.
    fn chain(&self, at: StateView<'_>, operands: &[Expression], holds: fn(i64, i64) -> bool) -> Option<i64> {
        let values = operands.iter().map(|operand| self.value(at, operand)).collect::<Option<Vec<i64>>>()?;
        values.windows(2).all(|pair| holds(pair[0], pair[1])).then_some(1)
    }
}
