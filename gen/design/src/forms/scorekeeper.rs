//! Scorekeepers: what keeps scores, and what ends a game (`gdl-reference` 11, `kernel-rules` 7.1). An unknown word is an error: a game
//! that is won by other rules than its designer wrote is worse than none.
//!
//! Values are numbers or nil; nil is false and everything else true, 0 too.

use super::{EVENTS, EventPattern, Fault, FormReader, GivenProperty, UnitTypes};
use crate::parameters::{find, rows};
use crate::{Atom, DefaultValue, Diagnostic, IntProperty, Scope, UnitType};

/// The greatest depth of what a scorekeeper does, so that any stack can walk it.
const DEPTH_MAX: usize = 100;

/// What keeps scores, or decides when a side wins or loses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scorekeeper {
    /// Its title.
    pub title: Option<String>,
    /// When it works.
    pub when: When,
    /// In which turns and for which sides.
    pub condition: Condition,
    /// The sides it works for; empty: all.
    pub applies_to: Vec<SideClass>,
    /// The sides that see the scores it keeps; empty: all.
    pub known_to: Vec<SideClass>,
    /// Events that set it off; none: it needs no event.
    pub triggers: Vec<EventPattern>,
    /// Set off by the file, and for good.
    pub is_triggered: bool,
    /// What it does, in order.
    pub body: Vec<Body>,
    /// Whether it keeps a number for each side.
    pub keeps_score: bool,
    /// The score that a side begins with.
    pub initial_score: i32,
    /// What its designer says of it.
    pub notes: Vec<String>,
}

/// When a scorekeeper works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// When a turn ends.
    #[default]
    AfterTurn,
    /// When something has happened.
    AfterEvent,
    /// After each action.
    AfterAction,
    /// When a turn begins.
    BeforeTurn,
}

/// In which turns, or for which sides, a scorekeeper works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Condition {
    /// In all, for all.
    #[default]
    Always,
    /// From this turn on.
    From(i32),
    /// For sides for which this holds.
    If(Expression),
}

/// The sides that a class expression takes (`gdl-reference` 12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideClass {
    /// The side of this number.
    Side(i32),
    /// Sides of this class.
    Class(String),
    /// Sides of this class or name. A word that names nothing holds for all, as `all` does.
    Named(String),
    /// Sides that all of these take.
    And(Vec<SideClass>),
    /// Sides that one of these takes.
    Or(Vec<SideClass>),
    /// Sides that none of these takes.
    Not(Vec<SideClass>),
}

/// What a scorekeeper does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Sides without points lose, and the last one wins.
    LastSideWins,
    /// Sides that neither have points nor trust one that has lose, and the last alliance wins.
    LastAllianceWins,
    /// The side wins.
    Win,
    /// The side loses.
    Lose,
    /// The game ends in a draw.
    End,
    /// The side's score becomes this.
    SetScore(Expression),
    /// The side's score grows by this.
    AddScore(Expression),
    /// The first if the test holds, else the second.
    If(Expression, Box<Body>, Option<Box<Body>>),
    /// What belongs to the first test that holds.
    Cond(Vec<(Expression, Vec<Body>)>),
    /// One after the other.
    All(Vec<Body>),
    /// A side or team that holds most of some units for some turns in a row wins: ours, not GDL's. It stands alone in its scorekeeper,
    /// whose score counts the turns.
    Dominance(Dominance),
}

/// How much must be held for a win by dominance, and how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominance {
    /// What is counted.
    pub types: UnitTypes,
    /// The least share of all that there are, in percent: more than half, so that no two can have it.
    pub percent: i32,
    /// For how many turns in a row.
    pub turns: i32,
}

/// A value, to be found out for a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// No value: false.
    Nil,
    /// The word `true`, which is 1.
    True,
    /// A number.
    Number(i32),
    /// The number of the turn.
    Turn,
    /// The side's score.
    Score,
    /// A property, summed over the side's units of some types.
    Sum(UnitTypes, IntProperty<UnitType>),
    /// What an operator makes of its operands.
    Of(Operator, Vec<Expression>),
}

/// What joins expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// The sum.
    Add,
    /// The first less all others; of one its opposite.
    Subtract,
    /// The product.
    Multiply,
    /// The first divided by all others.
    Divide,
    /// Each equals the next.
    Equal,
    /// Each differs from the next.
    Unequal,
    /// They rise.
    Less,
    /// They do not fall.
    AtMost,
    /// They fall.
    More,
    /// They do not rise.
    AtLeast,
    /// 1, if all have a value.
    And,
    /// The first that has a value.
    Or,
    /// 1 if the operand has no value.
    Not,
}

impl Scorekeeper {
    /// Its dominance, if it is a scorekeeper of that.
    #[must_use]
    pub fn dominance(&self) -> Option<&Dominance> {
        self.body.iter().find_map(|body| if let Body::Dominance(dominance) = body { Some(dominance) } else { None })
    }

    /// Everything that it may do, and every expression that it asks for, at whatever depth.
    #[must_use]
    pub fn parts(&self) -> (Vec<&Body>, Vec<&Expression>) {
        let mut bodies: Vec<&Body> = self.body.iter().collect();
        let mut expressions: Vec<&Expression> = match &self.condition {
            Condition::If(test) => vec![test],
            Condition::Always | Condition::From(_) => Vec::new(),
        };
        let mut next = 0;
        while let Some(&body) = bodies.get(next) {
            match body {
                Body::SetScore(value) | Body::AddScore(value) => expressions.push(value),
                Body::If(test, then, otherwise) => {
                    expressions.push(test);
                    bodies.extend([then].into_iter().chain(otherwise).map(|body| &**body));
                }
                Body::Cond(clauses) => {
                    expressions.extend(clauses.iter().map(|clause| &clause.0));
                    bodies.extend(clauses.iter().flat_map(|clause| &clause.1));
                }
                Body::All(all) => bodies.extend(all),
                Body::LastSideWins
                | Body::LastAllianceWins
                | Body::Win
                | Body::Lose
                | Body::End
                | Body::Dominance(_) => {}
            }
            next += 1;
        }
        next = 0;
        while let Some(&expression) = expressions.get(next) {
            if let Expression::Of(_, operands) = expression {
                expressions.extend(operands);
            }
            next += 1;
        }
        (bodies, expressions)
    }
}

impl<'a> FormReader<'_, 'a> {
    /// Of a form `(scorekeeper [id] (property value..)..)`, what stands behind its head. Of a property that stands twice the first holds.
    pub(super) fn scorekeeper(&mut self, parts: &'a [Atom]) -> Scorekeeper {
        let mut keeper = Scorekeeper { keeps_score: true, ..Scorekeeper::default() };
        let mut does = None;
        for property in self.properties(Scope::Scorekeeper, parts).into_iter().rev() {
            let read = self.scorekeeper_property(&mut keeper, &property);
            self.keep(read);
            does = if property.name == "do" { Some(property.at) } else { does };
        }
        if let Some(at) = does
            && let Some(fault) = fault_of_dominance(&keeper)
        {
            self.found.push((at, fault));
        }
        keeper
    }

    fn scorekeeper_property(
        &mut self,
        keeper: &mut Scorekeeper,
        property: &GivenProperty<'a>,
    ) -> Result<(), Fault<'a>> {
        let values = property.values;
        match property.name {
            "title" => keeper.title = Some(property.only("a text", Atom::text)?.to_owned()),
            "when" => (keeper.when, keeper.condition) = self.when(property)?,
            "applies-to" => keeper.applies_to = values.iter().map(side_class).collect(),
            "known-to" => keeper.known_to = values.iter().map(side_class).collect(),
            "trigger" => {
                keeper.triggers.clear();
                values.iter().for_each(|value| self.triggers(value, &mut keeper.triggers));
            }
            "triggered" => keeper.is_triggered = property.flag()?,
            "do" => keeper.body = self.bodies(values, 0),
            "keep-score" => keeper.keeps_score = property.flag()?,
            "initial-score" => keeper.initial_score = property.int()?,
            "notes" => {
                let texts = values.iter().flat_map(|value| value.list().unwrap_or(std::slice::from_ref(value)));
                keeper.notes = texts.filter_map(Atom::text).map(str::to_owned).collect();
            }
            _ => unreachable!("these are the rows of the registry"),
        }
        Ok(())
    }

    /// When it works, from which turn on, and under which condition.
    fn when(&self, property: &GivenProperty<'a>) -> Result<(When, Condition), Fault<'a>> {
        const WORDS: [&str; 4] = ["after-turn", "after-event", "after-action", "before-turn"];
        let (word, condition) = match property.values {
            [] => return Ok((When::AfterTurn, Condition::Always)),
            [Atom::List(list)] if !list.is_empty() => (&list[0], &list[1..]),
            [word, condition @ ..] => (word, condition),
        };
        let when = match word.text().unwrap_or_default() {
            "after-turn" => When::AfterTurn,
            "after-event" => When::AfterEvent,
            "after-action" => When::AfterAction,
            "before-turn" => When::BeforeTurn,
            unknown => {
                let message = format!("a scorekeeper cannot work `{word}`");
                return Err((word, Diagnostic::error("unknown-word", message).one_of(unknown, &WORDS)));
            }
        };
        match condition {
            [] => Ok((when, Condition::Always)),
            [Atom::Int(turn)] => Ok((when, Condition::From(*turn))),
            [test] => Ok((when, Condition::If(self.expression(test, 0)?))),
            [_, extra, ..] => {
                let message = format!("`{extra}` follows a condition: only one is expected");
                Err((extra, Diagnostic::error("extra-part", message)))
            }
        }
    }

    fn triggers(&mut self, atom: &'a Atom, triggers: &mut Vec<EventPattern>) {
        match atom.list() {
            // `((unit-killed tree))` is a list of patterns, `(unit-killed tree)` is one.
            Some(list) if list.first().is_none_or(|first| first.list().is_some()) => {
                list.iter().for_each(|part| self.triggers(part, triggers));
            }
            _ => {
                // The game can be played without the event that never comes: a warning is enough.
                let is_known = EventPattern::check_name(atom, EVENTS, "event");
                self.keep(is_known);
                let pattern = EventPattern::read(atom, self.design);
                triggers.extend(self.keep(pattern));
            }
        }
    }

    /// What can be read of some, with a fault for each of the others.
    fn bodies(&mut self, atoms: &'a [Atom], depth: usize) -> Vec<Body> {
        let mut bodies = Vec::new();
        for atom in atoms {
            let body = self.body(atom, depth);
            bodies.extend(self.keep(body));
        }
        bodies
    }

    fn body(&mut self, atom: &'a Atom, depth: usize) -> Result<Body, Fault<'a>> {
        #[rustfmt::skip]
        const WORDS: [&str; 10] = [
            "last-side-wins", "last-alliance-wins", "win", "lose", "end", "set-score", "add-score", "if", "cond", "dominance",
        ];
        check_depth(atom, depth)?;
        let unknown = |word: &Atom| {
            let diagnostic = Diagnostic::error("unknown-word", format!("a scorekeeper cannot `{word}`"));
            Err((atom, diagnostic.one_of(word.text().unwrap_or_default(), &WORDS)))
        };
        let Some(list) = atom.list() else {
            return match atom.text().unwrap_or_default() {
                "last-side-wins" => Ok(Body::LastSideWins),
                "last-alliance-wins" => Ok(Body::LastAllianceWins),
                "win" => Ok(Body::Win),
                "lose" => Ok(Body::Lose),
                "end" => Ok(Body::End),
                "dominance" => Err(ill_made_dominance(atom)),
                _ => unknown(atom),
            };
        };
        let value = |atom| self.expression(atom, depth + 1);
        match (list.first().and_then(Atom::text), list) {
            (Some("set-score"), [_, amount]) => Ok(Body::SetScore(value(amount)?)),
            (Some("add-score"), [_, amount]) => Ok(Body::AddScore(value(amount)?)),
            (Some("if"), [_, test, then, rest @ ..]) if rest.len() < 2 => {
                let test = value(test)?;
                let then = Box::new(self.body(then, depth + 1)?);
                let otherwise = rest.first().map(|body| self.body(body, depth + 1)).transpose()?;
                Ok(Body::If(test, then, otherwise.map(Box::new)))
            }
            (Some("cond"), [_, clauses @ ..]) => {
                let mut read = Vec::new();
                for clause in clauses {
                    let Some([test, bodies @ ..]) = clause.list() else {
                        let message = format!("`{clause}` is no clause of a cond");
                        return Err((clause, Diagnostic::error("wrong-kind", message).expected("(test body)")));
                    };
                    read.push((self.expression(test, depth + 1)?, self.bodies(bodies, depth + 1)));
                }
                Ok(Body::Cond(read))
            }
            (Some("set-score" | "add-score" | "if"), _) => {
                let message = format!("`{atom}` has too few or too many parts");
                let expected = "(set-score n), (add-score n), (if test body) or (if test body body)";
                Err((atom, Diagnostic::error("wrong-arity", message).expected(expected)))
            }
            (Some("dominance"), [_, types, percent, turns]) if depth == 0 => self.dominance(types, percent, turns),
            (Some("dominance"), [_, _, _, _]) => {
                let message = "dominance stands alone in `do`, in no other form";
                Err((atom, Diagnostic::error("wrong-place", message)))
            }
            (Some("dominance"), _) => Err(ill_made_dominance(atom)),
            (Some(name), [word, ..]) if !WORDS.contains(&name) => unknown(word),
            _ => Ok(Body::All(self.bodies(list, depth + 1))),
        }
    }

    /// `(dominance TYPES PERCENT TURNS)`.
    fn dominance(&self, types: &'a Atom, percent: &'a Atom, turns: &'a Atom) -> Result<Body, Fault<'a>> {
        let number = |atom: &'a Atom, what: &str, least: i32, most: i32| match atom.int() {
            Some(number) if (least..=most).contains(&number) => Ok(number),
            _ => {
                let message = format!("dominance cannot have {what} of `{atom}`");
                let expected = format!("a whole number from {least} to {most}");
                Err((atom, Diagnostic::error("out-of-range", message).expected(expected)))
            }
        };
        let found = UnitTypes::read(types, self.design)?;
        if found == UnitTypes::These(Vec::new()) {
            let message = "dominance names no unit types";
            return Err((types, Diagnostic::error("no-types", message).expected("types, such as (city town)")));
        }
        // With half of all two sides could have it at once.
        let percent = number(percent, "a share in percent", 51, 100)?;
        let turns = number(turns, "a number of turns", 1, 1000)?;
        Ok(Body::Dominance(Dominance { types: found, percent, turns }))
    }

    fn expression(&self, atom: &'a Atom, depth: usize) -> Result<Expression, Fault<'a>> {
        check_depth(atom, depth)?;
        let unknown = |what: &str| {
            let diagnostic = Diagnostic::error("unknown-word", format!("a scorekeeper {what} `{atom}`"));
            let expected = "a number, turn, score, true, (sum-uprop types property), or one of + - * / = /= < <= > >= and or not \
                            with its operands";
            Err((atom, diagnostic.expected(expected)))
        };
        let (head, operands) = match atom {
            Atom::Int(number) => return Ok(Expression::Number(*number)),
            Atom::List(list) => match list.as_slice() {
                [] => return Ok(Expression::Nil),
                [head, operands @ ..] => (head, operands),
            },
            Atom::Word(word) | Atom::Text(word) => {
                return match word.as_str() {
                    "turn" => Ok(Expression::Turn),
                    "score" => Ok(Expression::Score),
                    "true" => Ok(Expression::True),
                    "false" | "nil" => Ok(Expression::Nil),
                    _ => unknown("knows no value"),
                };
            }
        };
        let operator = match head.text().unwrap_or_default() {
            "sum-uprop" => return self.sum(atom, operands),
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
            _ => return unknown("cannot reckon"),
        };
        let operands = operands.iter().map(|part| self.expression(part, depth + 1)).collect::<Result<Vec<_>, _>>()?;
        match (operator, operands.len()) {
            (Operator::Not, count) if count != 1 => wrong_arity(atom, "not takes one operand"),
            (Operator::Divide, 0) => wrong_arity(atom, "nothing to divide"),
            _ => Ok(Expression::Of(operator, operands)),
        }
    }

    /// `(sum-uprop TYPES PROPERTY)`.
    fn sum(&self, atom: &'a Atom, operands: &'a [Atom]) -> Result<Expression, Fault<'a>> {
        let [types, property] = operands else {
            return wrong_arity(atom, "sum-uprop takes types and a property");
        };
        let types = UnitTypes::read(types, self.design)?;
        let name = property.text().unwrap_or_default();
        let is_number = |number: &usize| matches!(rows(Scope::Unit)[*number].default, DefaultValue::Int(_));
        match find(Scope::Unit, name).filter(is_number) {
            Some(number) => Ok(Expression::Sum(types, IntProperty::numbered(number as u16))),
            None => {
                let message = format!("unit types have no number `{property}` that could be added up");
                let known = rows(Scope::Unit).iter().map(|row| row.name);
                Err((property, Diagnostic::error("unknown-property", message).did_you_mean(name, known)))
            }
        }
    }
}

fn check_depth(atom: &Atom, depth: usize) -> Result<(), Fault<'_>> {
    if depth <= DEPTH_MAX {
        return Ok(());
    }
    let message = format!("what a scorekeeper does is deeper than {DEPTH_MAX} forms in forms");
    Err((atom, Diagnostic::error("too-deep", message)))
}

fn ill_made_dominance(atom: &Atom) -> Fault<'_> {
    let message = format!("`{atom}` has too few or too many parts");
    let expected = "(dominance types percent turns), such as (dominance (city town) 60 5)";
    (atom, Diagnostic::error("wrong-arity", message).expected(expected))
}

/// What a scorekeeper of dominance cannot have: its score counts turns in a row, so it looks once in each, and nothing else may touch
/// the score.
fn fault_of_dominance(keeper: &Scorekeeper) -> Option<Diagnostic> {
    keeper.dominance()?;
    let looks_once = matches!(keeper.when, When::AfterTurn | When::BeforeTurn)
        && !matches!(keeper.condition, Condition::If(_))
        && keeper.triggers.is_empty();
    let message = if keeper.body.len() > 1 {
        "a scorekeeper of dominance does nothing else: give what else there is a scorekeeper of its own"
    } else if !looks_once {
        "dominance counts turns in a row: its `when` can be after-turn, before-turn or (after-turn N), without a test or a trigger"
    } else if keeper.initial_score != 0 {
        "dominance counts turns from 0: it has no `initial-score`"
    } else {
        return None;
    };
    Some(Diagnostic::error("wrong-place", message))
}

fn wrong_arity<'a, T>(atom: &'a Atom, what: &str) -> Result<T, Fault<'a>> {
    Err((atom, Diagnostic::error("wrong-arity", format!("`{atom}`: {what}"))))
}

fn side_class(atom: &Atom) -> SideClass {
    let all = |atoms: &[Atom]| atoms.iter().map(side_class).collect();
    match atom {
        Atom::Int(number) => SideClass::Side(*number),
        Atom::Text(name) => SideClass::Class(name.clone()),
        Atom::Word(name) => SideClass::Named(name.clone()),
        Atom::List(list) => match list.first().and_then(Atom::word) {
            Some("and") => SideClass::And(all(&list[1..])),
            Some("or") => SideClass::Or(all(&list[1..])),
            Some("not") => SideClass::Not(all(&list[1..])),
            _ => SideClass::Or(all(list)),
        },
    }
}
