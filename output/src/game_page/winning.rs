//! Help on winning by the rules of GDL: the rules, and the scorekeepers in words.

use design::parameters::global::{RULESET, SELF_REQUIRED};
use design::{Body, Condition, Design, Dominance, Expression, Form, Operator, Scorekeeper, SideClass, UnitTypes, When};

use super::game::Game;
use crate::document::Section;

/// The rules of the game, and what ends it.
pub(super) fn winning(game: &Game<'_>) -> Section {
    let design = game.design;
    let keepers: Vec<String> =
        design.forms.iter().filter_map(Form::scorekeeper).map(|keeper| scorekeeper(design, keeper)).collect();
    let mut section = Section::new("How one wins").facts(vec![("rules", rules(game))]);
    if design.global_int(SELF_REQUIRED) != 0 {
        section = section.paragraph("A side that loses the unit that stands for its player has lost.");
    }
    if keepers.is_empty() && !design.units.is_empty() {
        section = section.paragraph("Nothing in the design says who wins: it goes on until its players end it.");
    }
    section.list(keepers)
}

/// The name of the rules, and what they are about.
pub(super) fn rules(game: &Game<'_>) -> String {
    let name = game.design.global_text(RULESET);
    game.rules.map_or_else(|| name.to_owned(), |summary| format!("{name}: {summary}"))
}

/// A scorekeeper in a sentence.
fn scorekeeper(design: &Design, keeper: &Scorekeeper) -> String {
    let title = keeper.title.as_ref().map(|title| format!("{title}: ")).unwrap_or_default();
    let when = when(design, keeper);
    let does = if keeper.body.is_empty() { "nothing".to_owned() } else { bodies(design, &keeper.body) };
    let who = match keeper.applies_to.as_slice() {
        [] => String::new(),
        sides => format!(" (for {} only)", sides.iter().map(class).collect::<Vec<_>>().join(" and ")),
    };
    let score = match keeper.initial_score {
        0 => String::new(),
        score => format!("; scores begin at {score}"),
    };
    let notes = if keeper.notes.is_empty() { String::new() } else { format!(". {}", keeper.notes.join(" ")) };
    format!("{title}{when}{does}{who}{score}{notes}")
}

/// When a scorekeeper runs, as the beginning of a sentence; empty for every turn.
fn when(design: &Design, keeper: &Scorekeeper) -> String {
    match (keeper.when, &keeper.condition) {
        (When::AfterTurn, Condition::Always) => String::new(),
        (When::AfterTurn, Condition::From(turn)) => format!("from turn {turn} on, "),
        (When::AfterTurn, Condition::If(test)) => {
            format!("at the end of a turn, when {}, ", expression(design, test))
        }
        (When::AfterEvent, _) => "after every event, ".to_owned(),
        (When::AfterAction, _) => "after every action, ".to_owned(),
        (When::BeforeTurn, _) => "before every turn, ".to_owned(),
    }
}

fn bodies(design: &Design, all: &[Body]) -> String {
    all.iter().map(|does| body(design, does)).collect::<Vec<_>>().join(", then ")
}

/// The action of a body, in words.
fn body(design: &Design, does: &Body) -> String {
    let value = |value: &Expression| expression(design, value);
    match does {
        Body::LastSideWins => {
            "a side whose units are worth nothing any more loses, and the last one left wins".to_owned()
        }
        Body::LastAllianceWins => {
            "a side loses when its units and those of its allies are worth nothing any more, and the last \
                                   alliance left wins"
                .to_owned()
        }
        Body::Win => "the side wins".to_owned(),
        Body::Lose => "the side loses".to_owned(),
        Body::End => "the game ends in a draw".to_owned(),
        Body::SetScore(amount) => format!("its score becomes {}", value(amount)),
        Body::AddScore(Expression::Number(amount)) if *amount < 0 => {
            format!("its score falls by {}", i64::from(*amount).abs())
        }
        Body::AddScore(amount) => format!("its score grows by {}", value(amount)),
        Body::If(test, then, None) => format!("if {}, {}", value(test), body(design, then)),
        Body::If(test, then, Some(other)) => {
            format!("if {}, {}; else {}", value(test), body(design, then), body(design, other))
        }
        Body::Cond(cases) => {
            let case = |(test, then): &(Expression, Vec<Body>)| match test {
                Expression::True => format!("else {}", bodies(design, then)),
                test => format!("if {}, {}", value(test), bodies(design, then)),
            };
            cases.iter().map(case).collect::<Vec<_>>().join("; ")
        }
        Body::All(all) => bodies(design, all),
        Body::Dominance(Dominance { types, percent, turns }) => format!(
            "a side or team that holds at least {percent} % of all {}, and more of them than it began with, for {} in a row \
             wins",
            types.in_plural(design),
            design::counted(*turns, "turn")
        ),
    }
}

/// A test or a number in words, with operators between their operands.
fn expression(design: &Design, value: &Expression) -> String {
    match value {
        Expression::Nil => "nil".to_owned(),
        Expression::True => "true".to_owned(),
        Expression::Number(number) => number.to_string(),
        Expression::Turn => "the turn".to_owned(),
        Expression::Score => "its score".to_owned(),
        Expression::Sum(types, property) => {
            let whose = match types {
                UnitTypes::Every => "units".to_owned(),
                UnitTypes::These(kinds) => {
                    kinds.iter().map(|kind| design.name_of(*kind)).collect::<Vec<_>>().join(" and ")
                }
            };
            format!("the sum of {} over its {whose}", property.name())
        }
        Expression::Of(operator, operands) => {
            let sign = match operator {
                Operator::AtLeast => "is at least",
                Operator::AtMost => "is at most",
                Operator::More => "is above",
                Operator::Less => "is below",
                Operator::Equal => "is",
                Operator::Unequal => "is not",
                Operator::Multiply => "times",
                Operator::Add => "plus",
                Operator::Subtract => "less",
                Operator::Divide => "divided by",
                Operator::And => "and",
                Operator::Or => "or",
                Operator::Not => "not",
            };
            let operands: Vec<String> = operands.iter().map(|operand| expression(design, operand)).collect();
            match operands.as_slice() {
                [only] => format!("{sign} {only}"),
                operands => operands.join(&format!(" {sign} ")),
            }
        }
    }
}

/// The sides that a class expression selects, in words.
fn class(sides: &SideClass) -> String {
    let joined = |sides: &[SideClass], word: &str| sides.iter().map(class).collect::<Vec<_>>().join(word);
    match sides {
        SideClass::Side(side) => format!("side {side}"),
        SideClass::Class(class) | SideClass::Named(class) => format!("sides of class {class}"),
        SideClass::Not(sides) => format!("all but {}", joined(sides, " and ")),
        SideClass::And(sides) => joined(sides, " and "),
        SideClass::Or(sides) => joined(sides, " or "),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use design::Known;
    use formats::gdl::Module;

    use super::*;

    fn told(keeper: &str) -> String {
        let text = format!("(game-module \"t\") (unit-type cart) (terrain-type moor) (scorekeeper {keeper})");
        let (game, found) = Module::read("t", "t.g", &text, &|_| None).game(&BTreeMap::new(), &Known::default());
        let design = game.unwrap_or_else(|| panic!("{found:?}")).design;
        scorekeeper(&design, design.forms[0].scorekeeper().expect("it is one"))
    }

    #[test]
    fn scorekeepers_are_described_in_words() {
        assert_eq!(
            told("(title \"survival\") (do last-side-wins)"),
            "survival: a side whose units are worth nothing any more loses, and the last one left wins"
        );
        assert_eq!(
            told("50 (when (after-turn 3)) (do (if (>= (sum-uprop u* point-value) 9) (add-score 5) (add-score -1)))"),
            "from turn 3 on, if the sum of point-value over its units is at least 9, its score grows by 5; else its score \
             falls by 1"
        );
        assert_eq!(
            told("(title \"Dominance\") (do (dominance (cart) 60 5)) (keep-score false)"),
            "Dominance: a side or team that holds at least 60 % of all carts, and more of them than it began with, for 5 turns in a \
             row wins"
        );
        assert_eq!(
            told("(when (after-turn (>= turn 99))) (applies-to (not \"south\")) (do end)"),
            "at the end of a turn, when the turn is at least 99, the game ends in a draw (for all but sides of class south only)"
        );
        assert_eq!(
            told(
                "(do (cond ((>= score 50) win) ((not (= (sum-uprop cart hp-max) 0)) (add-score (+ turn score 1))) (true lose)))"
            ),
            "if its score is at least 50, the side wins; if not the sum of hp-max over its cart is 0, its score grows by the \
             turn plus its score plus 1; else the side loses"
        );
    }
}
