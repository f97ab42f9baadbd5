//! What players do before the first turn: they mark and place at random, but leave no two of their ships on one axis if they can.

use chance::Stream;
use contract::Ruleset;
use grid::Cell;
use hostile_space::{HostileSpace, Move, Stage, View};

use crate::chart::is_axis;

/// Places that are drawn for a ship, of which the best is taken.
const DRAWS: u32 = 12;

/// The next move of set-up.
pub(crate) fn choose(game: &HostileSpace, view: View<'_>, stream: &mut Stream) -> Move {
    if view.stage() != Stage::Ships {
        return game.random_move(view, stream);
    }
    let aligned = |cell: Cell| view.own_ships().filter(|ship| is_axis(&game.area, ship.cell, cell)).count();
    let draws = (0..DRAWS).map(|_| game.random_move(view, stream));
    let best = draws.min_by_key(|&action| match action {
        Move::Place(cell) => aligned(cell),
        _ => usize::MAX,
    });
    best.expect("some were drawn")
}
