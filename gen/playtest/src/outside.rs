//! Players outside: programs that speak lines of text. This crate does not start them; it sends positions and reads lines of moves.

use ai::{Forfeit, Player};
use chance::Stream;
use contract::Ruleset;

/// A program that decides for a seat.
pub trait TextPlayer: Send {
    /// Sends a position (see [`Ruleset::describe`]) and returns the line of a move. `moves` lists the moves worth listing, if the
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

/// A program outside as a player. If it could not be started it forfeits at its first move.
pub(crate) struct OutsidePlayer(pub(crate) Result<Box<dyn TextPlayer>, Forfeit>);

impl<R: Ruleset> Player<R> for OutsidePlayer {
    fn choose(&mut self, rules: &R, view: R::View<'_>, _: &mut Stream) -> Result<R::Move, Forfeit> {
        let program = self.0.as_mut().map_err(|forfeit| forfeit.clone())?;
        let mut moves = || {
            let mut moves = Vec::new();
            rules.candidates(view, &mut moves);
            moves.into_iter().map(|action| rules.write_move(view, action)).collect()
        };
        let line = program.choose(&rules.describe(view), &mut moves)?;
        let line = line.trim();
        if line.chars().count() > LINE_MAX || line.contains(|letter: char| letter.is_control()) {
            return Err(Forfeit { why: "wrote what is no line of text".to_owned() });
        }
        rules.read_move(view, line).map_err(|why| Forfeit { why: format!("wrote `{line}`: {why}") })
    }
}
