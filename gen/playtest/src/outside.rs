//! Players outside: programs that speak lines of text. This crate does not start them; it sends positions and reads lines of moves.

use std::collections::VecDeque;

use ai::{Forfeit, Player};
use chance::Stream;
use contract::Ruleset;

/// A program that decides for a seat.
pub trait TextPlayer: Send {
    /// Sends a position (see [`Ruleset::describe`]) and returns the line of a move, or of several with `;` between them, which are
    /// made one after the other. `moves` lists the moves worth listing, if the
    /// program asks for them.
    ///
    /// # Errors
    /// `Forfeit` if the program broke, was too slow, or answered with something that is no line.
    fn choose(&mut self, position: &str, moves: &mut dyn FnMut() -> Vec<String>) -> Result<String, Forfeit>;
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
}

impl<R: Ruleset> Player<R> for OutsidePlayer {
    fn choose(&mut self, rules: &R, view: R::View<'_>, _: &mut Stream) -> Result<R::Move, Forfeit> {
        if self.orders.is_empty() {
            let program = self.program.as_mut().map_err(|forfeit| forfeit.clone())?;
            let mut moves = || {
                let mut moves = Vec::new();
                rules.candidates(view, &mut moves);
                moves.into_iter().map(|action| rules.write_move(view, action)).collect()
            };
            let lines = program.choose(&rules.describe(view), &mut moves)?;
            self.orders = read_orders(&lines)?.into_iter().map(str::to_owned).collect();
        }
        let line = self.orders.pop_front().unwrap_or_default();
        rules.read_move(view, &line).map_err(|why| Forfeit { why: format!("wrote `{line}`: {why}") })
    }
}

/// The moves of an answer: one, or several with `;` between.
fn read_orders(answer: &str) -> Result<Vec<&str>, Forfeit> {
    let orders: Vec<&str> = answer.trim().split(';').map(str::trim).collect();
    if orders.len() > ORDERS_MAX {
        return Err(Forfeit {
            why: format!("handed in {} moves at once: expected at most {ORDERS_MAX}", orders.len()),
        });
    }
    let is_line = |line: &&str| line.chars().count() <= LINE_MAX && !line.contains(|letter: char| letter.is_control());
    if orders.iter().all(is_line) {
        Ok(orders)
    } else {
        Err(Forfeit { why: "wrote what is no line of text".to_owned() })
    }
}
