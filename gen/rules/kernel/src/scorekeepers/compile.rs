//! Scorekeepers out of their forms (`gdl-reference` 11). What nobody understands is an error: a game that is won by other rules than
//! its designer wrote is worse than none.

use contract::Unplayable;
use design::parameters::{find, rows};
use design::{Atom, Column, DefaultValue, Design, Scope, TypeId};
use world::{Scenario, SideId};

use super::events::{Pattern, find_types, show};
use super::{Body, Expression, Operator, Scorekeeper, When};

/// Forms in forms: more is nobody's intention.
const DEPTH_MAX: usize = 100;
/// Their numbers stand in events as bytes.
const KEEPERS_MAX: usize = 200;

/// All scorekeepers of a scenario.
///
/// # Errors
/// If one says what nobody understands: which, what, and what would be right.
pub(crate) fn compile(scenario: &Scenario) -> Result<Vec<Scorekeeper>, Unplayable> {
    let design = &*scenario.design;
    let is_keeper = |form: &&Vec<Atom>| form.first().and_then(Atom::text) == Some("scorekeeper");
    let forms: Vec<&Vec<Atom>> = design.forms.iter().chain(&scenario.forms).filter(is_keeper).collect();
    if forms.len() > KEEPERS_MAX {
        return Err(Unplayable { what: format!("{} scorekeepers: at most {KEEPERS_MAX} can be kept", forms.len()) });
    }
    let mut keepers = Vec::new();
    let mut scores = 0;
    for (index, form) in forms.into_iter().enumerate() {
        let mut keeper = compile_one(form, index, scenario).map_err(|Unplayable { what }| {
            let title = text_of(form, "title").unwrap_or_default();
            let name = if title.is_empty() {
                format!("scorekeeper {}", index + 1)
            } else {
                format!("scorekeeper \"{title}\"")
            };
            Unplayable { what: format!("{name}: {what}") }
        })?;
        if keeper.score.is_some() {
            keeper.score = Some(scores);
            scores += 1;
        }
        keepers.push(keeper);
    }
    Ok(keepers)
}

/// The parts behind the word of a property.
fn given<'a>(form: &'a [Atom], name: &str) -> Option<&'a [Atom]> {
    form.iter()
        .filter_map(Atom::list)
        .find(|list| list.first().and_then(Atom::text) == Some(name))
        .map(|list| &list[1..])
}

fn text_of(form: &[Atom], name: &str) -> Option<String> {
    given(form, name)?.first()?.text().map(str::to_owned)
}

fn number_of(form: &[Atom], name: &str) -> Option<i32> {
    let atom = given(form, name)?.first()?;
    atom.int().or_else(|| match atom.text() {
        Some("true") => Some(1),
        Some("false") => Some(0),
        _ => None,
    })
}

fn compile_one(form: &[Atom], index: usize, scenario: &Scenario) -> Result<Scorekeeper, Unplayable> {
    let reader = Compiler { design: &scenario.design };
    let (when, from, test) = reader.when(given(form, "when").unwrap_or_default())?;
    let mut body = Vec::new();
    for part in given(form, "do").unwrap_or_default() {
        body.push(reader.body(part, 0)?);
    }
    let mut triggers = Vec::new();
    for part in given(form, "trigger").unwrap_or_default() {
        reader.triggers(part, &mut triggers)?;
    }
    let class = |name: &str| -> Vec<bool> {
        let classes = given(form, name).unwrap_or_default();
        let is_in = |side: SideId| classes.is_empty() || classes.iter().any(|class| is_of_class(class, side, scenario));
        scenario.side_ids().map(is_in).collect()
    };
    let title = text_of(form, "title").unwrap_or_else(|| format!("score {}", index + 1));
    Ok(Scorekeeper {
        title,
        when,
        from,
        test,
        applies_to: class("applies-to"),
        known_to: class("known-to"),
        triggers,
        is_triggered: number_of(form, "triggered").unwrap_or(0) != 0,
        body,
        score: (number_of(form, "keep-score").unwrap_or(1) != 0).then_some(0),
        initial_score: number_of(form, "initial-score").unwrap_or(0).into(),
    })
}

/// Whether a side is meant by a class expression (`gdl-reference` 12). Words that name nothing hold for all, as `all` does.
fn is_of_class(class: &Atom, side: SideId, scenario: &Scenario) -> bool {
    let own = scenario.side(side);
    match class {
        Atom::Int(number) => *number == i32::from(side.0),
        Atom::Text(name) => *name == own.class,
        Atom::Word(name) => {
            let is_known = scenario.sides.iter().any(|side| side.class == *name || side.name == *name);
            !is_known || *name == own.class || *name == own.name
        }
        Atom::List(list) => {
            let is_in = |class: &Atom| is_of_class(class, side, scenario);
            match list.first().and_then(Atom::word) {
                Some("and") => list[1..].iter().all(is_in),
                Some("or") => list[1..].iter().any(is_in),
                Some("not") => !list[1..].iter().any(is_in),
                _ => list.iter().any(is_in),
            }
        }
    }
}

struct Compiler<'a> {
    design: &'a Design,
}

impl Compiler<'_> {
    /// When it works, from which turn on, and under which condition.
    fn when(&self, form: &[Atom]) -> Result<(When, u32, Option<Expression>), Unplayable> {
        let (word, condition) = match form {
            [] => return Ok((When::AfterTurn, 0, None)),
            [Atom::List(list)] => (list.first(), &list[1.min(list.len())..]),
            [word, condition @ ..] => (Some(word), condition),
        };
        let when = match word.and_then(Atom::text) {
            Some("before-turn") => When::BeforeTurn,
            Some("after-turn") => When::AfterTurn,
            Some("after-action") => When::AfterAction,
            Some("after-event") => When::AfterEvent,
            _ => {
                let word = word.map_or_else(|| "()".to_owned(), show);
                return refuse(format!(
                    "it cannot work `{word}`: expected after-turn, before-turn, after-action or after-event"
                ));
            }
        };
        match condition {
            [] => Ok((when, 0, None)),
            [Atom::Int(turn)] => Ok((when, (*turn).max(0) as u32, None)),
            [test] => Ok((when, 0, Some(self.expression(test, 0)?))),
            [_, extra, ..] => refuse(format!("`{}` follows a condition: only one is expected", show(extra))),
        }
    }

    fn triggers(&self, form: &Atom, found: &mut Vec<Pattern>) -> Result<(), Unplayable> {
        match form {
            // `((unit-killed tree))` is a list of patterns, `(unit-killed tree)` is one.
            Atom::List(list) if list.first().is_none_or(|first| first.list().is_some()) => {
                for part in list {
                    self.triggers(part, found)?;
                }
            }
            pattern => found.push(Pattern::new(pattern, self.design)?),
        }
        Ok(())
    }

    fn bodies(&self, forms: &[Atom], depth: usize) -> Result<Vec<Body>, Unplayable> {
        forms.iter().map(|form| self.body(form, depth)).collect()
    }

    fn body(&self, form: &Atom, depth: usize) -> Result<Body, Unplayable> {
        const EXPECTED: &str = "expected last-side-wins, last-alliance-wins, win, lose, end, (set-score n), (add-score n), \
                                (if test body body), (cond (test body))";
        if depth > DEPTH_MAX {
            return refuse(format!("its body is deeper than {DEPTH_MAX} forms in forms"));
        }
        let Some(list) = form.list() else {
            return match form.text() {
                Some("last-side-wins") => Ok(Body::LastSideWins),
                Some("last-alliance-wins") => Ok(Body::LastAllianceWins),
                Some("win") => Ok(Body::Win),
                Some("lose") => Ok(Body::Lose),
                Some("end") => Ok(Body::End),
                _ => refuse(format!("it cannot `{}`: {EXPECTED}", show(form))),
            };
        };
        match (list.first().and_then(Atom::text), list) {
            (Some("set-score"), [_, value]) => Ok(Body::SetScore(self.expression(value, depth + 1)?)),
            (Some("add-score"), [_, value]) => Ok(Body::AddScore(self.expression(value, depth + 1)?)),
            (Some("if"), [_, test, then]) => {
                Ok(Body::If(self.expression(test, depth + 1)?, Box::new(self.body(then, depth + 1)?), None))
            }
            (Some("if"), [_, test, then, otherwise]) => Ok(Body::If(
                self.expression(test, depth + 1)?,
                Box::new(self.body(then, depth + 1)?),
                Some(Box::new(self.body(otherwise, depth + 1)?)),
            )),
            (Some("cond"), [_, clauses @ ..]) => {
                let mut compiled = Vec::new();
                for clause in clauses {
                    let Some([test, bodies @ ..]) = clause.list() else {
                        return refuse(format!("`{}` is no clause of a cond: expected (test body)", show(clause)));
                    };
                    compiled.push((self.expression(test, depth + 1)?, self.bodies(bodies, depth + 1)?));
                }
                Ok(Body::Cond(compiled))
            }
            (Some("set-score" | "add-score" | "if"), _) => {
                refuse(format!("`{}` has too few or too many parts: {EXPECTED}", show(form)))
            }
            _ => Ok(Body::All(self.bodies(list, depth + 1)?)),
        }
    }

    fn expression(&self, form: &Atom, depth: usize) -> Result<Expression, Unplayable> {
        const EXPECTED: &str = "expected a number, turn, score, true, (sum-uprop types property), or one of + - * / = /= < <= > >= \
                                and or not with its operands";
        if depth > DEPTH_MAX {
            return refuse(format!("its body is deeper than {DEPTH_MAX} forms in forms"));
        }
        let list = match form {
            Atom::Int(number) => return Ok(Expression::Number((*number).into())),
            Atom::List(list) if list.is_empty() => return Ok(Expression::Nil),
            Atom::List(list) => list,
            atom => {
                return match atom.text().unwrap_or_default() {
                    "turn" => Ok(Expression::Turn),
                    "score" => Ok(Expression::Score),
                    "true" => Ok(Expression::Number(1)),
                    "false" | "nil" => Ok(Expression::Nil),
                    _ => refuse(format!("it knows no value `{}`: {EXPECTED}", show(form))),
                };
            }
        };
        let operator = match list[0].text().unwrap_or_default() {
            "sum-uprop" => return self.sum(form, &list[1..]),
            "+" => Operator::Add,
            "-" => Operator::Subtract,
            "*" => Operator::Multiply,
            "/" => Operator::Divide,
            "=" => Operator::Equal,
            "/=" => Operator::Unequal,
            "<" => Operator::Less,
            "<=" => Operator::AtMost,
            ">" => Operator::More,
            ">=" => Operator::AtLeast,
            "and" => Operator::And,
            "or" => Operator::Or,
            "not" => Operator::Not,
            _ => return refuse(format!("it cannot reckon `{}`: {EXPECTED}", show(form))),
        };
        let operands = list[1..].iter().map(|part| self.expression(part, depth + 1)).collect::<Result<Vec<_>, _>>()?;
        match (operator, operands.len()) {
            (Operator::Not, count) if count != 1 => refuse(format!("`{}`: not takes one operand", show(form))),
            (Operator::Divide, 0) => refuse(format!("`{}`: nothing to divide", show(form))),
            _ => Ok(Expression::Of(operator, operands)),
        }
    }

    /// `(sum-uprop TYPES PROPERTY)`, reckoned for each type beforehand: types do not change.
    fn sum(&self, form: &Atom, operands: &[Atom]) -> Result<Expression, Unplayable> {
        let [types, property] = operands else {
            return refuse(format!("`{}` takes types and a property", show(form)));
        };
        let kinds = find_types(types, self.design)?;
        let name = property.text().unwrap_or_default();
        let number = find(Scope::Unit, name);
        let default = number.map(|number| rows(Scope::Unit)[number].default);
        let (Some(number), Some(DefaultValue::Int(default))) = (number, default) else {
            return refuse(format!("unit types have no number `{}` that could be added up", show(property)));
        };
        let mut values = vec![0; self.design.units.len()];
        let mut is_meant = vec![false; self.design.units.len()];
        for kind in kinds {
            is_meant[kind.index()] = true;
            values[kind.index()] = match self.design.column(Scope::Unit, number) {
                Some(Column::Int(column)) => column[kind.index()].into(),
                _ => default.into(),
            };
        }
        Ok(match rows(Scope::Unit)[number].name {
            "point-value" => Expression::SumPoints(is_meant),
            _ => Expression::Sum(values),
        })
    }
}

fn refuse<T>(what: String) -> Result<T, Unplayable> {
    Err(Unplayable { what })
}
