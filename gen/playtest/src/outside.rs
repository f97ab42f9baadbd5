//! Players outside: programs that speak lines of text or of JSON. This crate does not start them; it sends positions and reads lines
//! of moves. How they talk is told in `gen/playtest/PROTOCOL.md`.

use std::collections::VecDeque;

use ai::Forfeit;
use contract::{AnyGame, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::merge_patch;

/// What a program is asked: the position of its seat in the forms that it can be told in, each made when it is asked for.
pub trait Question {
    /// The position as lines of text: see [`contract::Ruleset::describe`].
    fn text(&self) -> String;
    /// The position as JSON: see [`contract::Ruleset::position_json`].
    fn json(&self) -> Value;
    /// The moves worth listing.
    fn moves(&self) -> Vec<String>;
}

/// The question to a seat of a game.
struct SeatQuestion<'a> {
    game: &'a dyn AnyGame,
    seat: Seat,
}

impl Question for SeatQuestion<'_> {
    fn text(&self) -> String {
        self.game.describe(self.seat)
    }

    fn json(&self) -> Value {
        self.game.position_json(self.seat)
    }

    fn moves(&self) -> Vec<String> {
        self.game.candidates(self.seat)
    }
}

/// A program that decides for a seat.
pub trait TextPlayer: Send {
    /// Asks a program and returns its answer, a line: a move, several with `;` between them, or `{"orders": ["..", ".."]}`. They are
    /// made one after the other.
    ///
    /// # Errors
    /// `Forfeit` if the program broke, was too slow, or answered with something that is no line.
    fn choose(&mut self, question: &dyn Question) -> Result<String, Forfeit>;
}

/// Tells a program positions as JSON: the first one whole, of each later one what has changed.
#[derive(Debug, Default)]
pub struct JsonTeller {
    told: Option<Value>,
}

impl JsonTeller {
    /// The line, without its end, that tells a position: `{"world": ..}`, later `{"changes": ..}`, a merge patch of what was told
    /// before.
    pub fn tell(&mut self, position: Value) -> String {
        let line = match &self.told {
            None => json!({ "world": &position }),
            Some(before) => json!({ "changes": merge_patch(before, &position) }),
        };
        self.told = Some(position);
        line.to_string()
    }
}

/// Starts the program of a command line for a match: with the name of the ruleset, the number of seats, and the program's seat
/// (from 1).
pub type StartProgram = dyn Fn(&str, &'static str, usize, usize) -> Result<Box<dyn TextPlayer>, Forfeit> + Send + Sync;

/// A [`StartProgram`] for places where no program can be started.
///
/// # Errors
/// Always.
pub fn no_programs(_: &str, _: &'static str, _: usize, _: usize) -> Result<Box<dyn TextPlayer>, Forfeit> {
    Err(Forfeit { why: "programs outside play in the command `fairmarch play`, not here".to_owned() })
}

/// The longest line of a move, in letters.
const LINE_MAX: usize = 200;

/// The most moves that a program may hand in at once.
const ORDERS_MAX: usize = 10_000;

/// A program outside as a player. If it could not be started it forfeits at its first move.
pub(crate) struct OutsidePlayer {
    program: Result<Box<dyn TextPlayer>, Forfeit>,
    /// Moves that it handed in together and that are not made yet.
    orders: VecDeque<String>,
}

impl OutsidePlayer {
    pub(crate) fn new(program: Result<Box<dyn TextPlayer>, Forfeit>) -> OutsidePlayer {
        OutsidePlayer { program, orders: VecDeque::new() }
    }

    /// The line of its next move for a seat that may act.
    pub(crate) fn choose(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<String, Forfeit> {
        if self.orders.is_empty() {
            let program = self.program.as_mut().map_err(|forfeit| forfeit.clone())?;
            self.orders = read_orders(&program.choose(&SeatQuestion { game, seat })?)?;
        }
        Ok(self.orders.pop_front().unwrap_or_default())
    }
}

/// An answer in JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonAnswer {
    orders: Vec<String>,
}

/// The moves of an answer: one, several with `;` between, or a list in JSON.
fn read_orders(answer: &str) -> Result<VecDeque<String>, Forfeit> {
    let failed = |why: String| Err(Forfeit { why });
    let answer = answer.trim();
    let orders: VecDeque<String> = if answer.starts_with('{') {
        match serde_json::from_str::<JsonAnswer>(answer) {
            Ok(read) => read.orders.iter().map(|order| order.trim().to_owned()).collect(),
            Err(why) => {
                return failed(format!("wrote JSON that is no answer: {why}: expected {{\"orders\": [\"..\"]}}"));
            }
        }
    } else {
        answer.split(';').map(|order| order.trim().to_owned()).collect()
    };
    if orders.is_empty() {
        return failed("handed in no move: expected at least one".to_owned());
    }
    if orders.len() > ORDERS_MAX {
        return failed(format!("handed in {} moves at once: expected at most {ORDERS_MAX}", orders.len()));
    }
    let is_line =
        |line: &String| line.chars().count() <= LINE_MAX && !line.contains(|letter: char| design::is_control(letter));
    if orders.iter().all(is_line) { Ok(orders) } else { failed("wrote what is no line of text".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_both_forms() {
        for answer in ["march 1 2 legion=2; end", " { \"orders\": [ \"march 1 2 legion=2\", \" end\" ] }\n"] {
            assert_eq!(read_orders(answer).expect(answer), ["march 1 2 legion=2", "end"]);
        }
        assert_eq!(read_orders("end").expect("one"), ["end"]);
        let long = format!("{{\"orders\": [\"{}\"]}}", "x".repeat(LINE_MAX + 1));
        let many = format!("{{\"orders\": [{}\"end\"]}}", "\"end\",".repeat(ORDERS_MAX));
        for (wrong, why) in [
            ("{\"orders\": []}", "handed in no move"),
            ("{\"orders\": [1]}", "wrote JSON that is no answer: invalid type: integer `1`, expected a string"),
            ("{\"order\": [\"end\"]}", "unknown field `order`"),
            ("{\"orders\": [\"end\"]", "wrote JSON that is no answer: EOF"),
            ("{\"orders\": [\"a\\nb\"]}", "wrote what is no line of text"),
            (&long, "wrote what is no line of text"),
            (&many, "handed in 10001 moves at once"),
        ] {
            let told = read_orders(wrong).expect_err("it is wrong").why;
            assert!(told.contains(why), "{wrong:.60}: {told}");
        }
    }

    #[test]
    fn a_world_is_told_once_and_then_its_changes() {
        let mut teller = JsonTeller::default();
        let told = |teller: &mut JsonTeller, position| serde_json::from_str::<Value>(&teller.tell(position)).unwrap();
        let first = json!({ "month": 1, "map": { "1": "Ostria" }, "battle": { "round": 3 } });
        assert_eq!(told(&mut teller, first.clone()), json!({ "world": first }));
        let second = json!({ "month": 2, "map": { "1": "Ostria" } });
        assert_eq!(told(&mut teller, second.clone()), json!({ "changes": { "month": 2, "battle": null } }));
        assert_eq!(told(&mut teller, second), json!({ "changes": {} }));
    }
}
