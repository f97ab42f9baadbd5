//! The greedy player: the best gain now, unit by unit. It strikes and takes what is at hand, else walks to the nearest thing worth
//! taking or to the unknown, and builds what is worth most for its price. It carries nobody, guards nothing and plans nothing.

use std::sync::Arc;

use chance::Stream;
use grid::Cell;
use kernel::{Kernel, Move, UnitId, View};

use super::board::{Board, Home};
use super::build;
use super::research;
use super::seeker::{Bounds, Verdict};
use super::war::{self, Nerve};
use super::worth::{Lore, NO_CLASS, Product};
use crate::{Forfeit, Player};

/// The player.
#[derive(Default)]
pub(crate) struct Greedy {
    board: Board,
    queue: Vec<UnitId>,
    cursor: usize,
    actions: u32,
    turn: u32,
    way: Vec<u32>,
    words: Vec<Move>,
}

/// A unit that has made so many actions in a turn is done with it.
const ACTIONS_MAX: u32 = 40;
/// Cells that a unit looks at.
const CELLS: u32 = 200;

impl Player<Kernel> for Greedy {
    fn choose(&mut self, _rules: &Kernel, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        if self.turn != view.turn() {
            self.turn = view.turn();
            self.board.begin_turn(view, stream);
            self.words.clear();
            research::words(&self.board, view, stream, &mut self.words);
            self.list(view);
        }
        if let Some(word) = research::next_word(&mut self.words, view) {
            return Ok(word);
        }
        while let Some(&id) = self.queue.get(self.cursor) {
            if self.actions < ACTIONS_MAX
                && view.is_own(id)
                && let Some(action) = self.act(view, id, stream)
            {
                self.actions += 1;
                return Ok(action);
            }
            self.cursor += 1;
            self.actions = 0;
        }
        // A band of later units may follow in the same turn.
        self.list(view);
        Ok(Move::End)
    }
}

impl Greedy {
    fn list(&mut self, view: View<'_>) {
        (self.cursor, self.actions) = (0, 0);
        self.queue.clear();
        let lore = self.board.lore();
        let area = &view.rules.area;
        let acts = |&id: &UnitId| {
            let unit = view.own(id);
            area.contains(unit.cell) && view.is_complete(id) && lore.of(unit.kind).acts
        };
        self.queue.extend(view.own_units().filter(acts));
    }

    fn act(&mut self, view: View<'_>, id: UnitId, stream: &mut Stream) -> Option<Move> {
        let unit = *view.own(id);
        if !view.rules.area.contains(unit.cell) {
            return None;
        }
        let lore = Arc::clone(self.board.lore());
        let trade = lore.of(unit.kind);
        if let Some(action) = war::strike(&self.board, view, id, Nerve { least: 0 }) {
            return Some(action);
        }
        if trade.is_builder {
            let mut project = UnitId::NONE;
            let action = build::construct(&self.board, view, id, &mut project, None, stream, &worth_of);
            if action.is_some() {
                return action;
            }
        }
        if trade.is_civil()
            && let Some(action) = build::develop(&self.board, view, id)
        {
            return Some(action);
        }
        if trade.class == NO_CLASS || unit.acp <= 0 {
            return build::develop(&self.board, view, id);
        }
        self.board.look_around(view, unit.cell, trade.sight);
        self.walk(view, id, &lore).or_else(|| build::develop(&self.board, view, id))
    }

    /// A step towards the best of what is near.
    fn walk(&mut self, view: View<'_>, id: UnitId, lore: &Lore) -> Option<Move> {
        let unit = *view.own(id);
        let trade = lore.of(unit.kind);
        let area = &view.rules.area;
        let mut goal = None;
        let mut cost_max = 200;
        if trade.fuel.is_some() {
            let left = self.board.moves_left(view, id);
            if let Some(Home { cell: home, distance, .. }) = self.board.home_of(view.rules, unit.kind, unit.cell) {
                if left <= distance + 2 && distance > 0 {
                    goal = Some(home);
                } else if distance == 0 && left < trade.endurance / 2 {
                    return None;
                }
            }
            cost_max = (left / 2).clamp(1, 200) as u16;
        }
        let mut seeker = std::mem::take(&mut self.board.seeker);
        let board = &self.board;
        let mut best: (i64, Cell, Cell) = (0, unit.cell, unit.cell);
        let explores = i64::from(if board.chart.unknown > 0 { trade.explorer.min(30) + 2 } else { 0 });
        seeker.go(
            area,
            &board.chart,
            trade.class,
            Bounds { start: unit.cell, cells_max: if goal.is_some() { 1500 } else { CELLS }, cost_max, goal },
            |_| 0,
            |from, to, cost| {
                if let Some(goal) = goal {
                    if to == goal {
                        best = (1, from, to);
                        return Verdict::Stop;
                    }
                    return Verdict::Go;
                }
                if from != to {
                    let worth = match board.target_in(to) {
                        Some(target) => i64::from(Board::interest(lore, unit.kind, target)),
                        None if !board.chart.is_known(to) => explores,
                        None => 0,
                    };
                    let score = worth * 64 / (i64::from(cost) + 3);
                    if score > best.0 {
                        best = (score, from, to);
                    }
                }
                Verdict::Go
            },
        );
        let mut way = std::mem::take(&mut self.way);
        seeker.way_to(best.1, &mut way);
        let next = way.last().map(|&cell| Cell(cell)).or((best.0 > 0).then_some(best.2));
        self.way = way;
        self.board.seeker = seeker;
        let next = next.filter(|&next| next != unit.cell)?;
        Some(self.board.step_to(view, id, next)).filter(|&action| view.check(action).is_ok())
    }
}

/// What a type is worth to whoever does not ask what is needed.
fn worth_of(lore: &Lore, product: &Product) -> i64 {
    let trade = lore.of(product.kind);
    let strength = i64::from(trade.price) + i64::from(trade.explorer.min(20));
    if trade.is_captor { 4 * strength } else { strength }
}
