//! The moves that a side makes as a whole when its turn begins: the choice of its research.

use chance::Stream;
use design::parameters::advance::AI_NEXT_GOAL;
use design::parameters::global::{AI_INITIAL_RESEARCH_GOALS, SIDE_CAN_RESEARCH};
use design::parameters::table::{ADVANCE_NEEDED_TO_BUILD, ADVANCE_NEEDED_TO_RESEARCH};
use design::{AdvanceType, Atom, Design, TypeId};
use kernel::{Move, View};

use crate::situation::Situation;

/// Adds the moves of a turn, the first one last.
pub(crate) fn add_moves(situation: &Situation, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
    let design = &*view.rules.design;
    if design.global_int(SIDE_CAN_RESEARCH) == 0 || design.advances.is_empty() || view.own_side().topic.is_some() {
        return;
    }
    let open = |advance: AdvanceType| view.check(Move::Research(advance)).is_ok();
    // The designer's goals come first; then the advances that lead to the best types for their price.
    let wanted = goals(design, view).find_map(|goal| way_to(design, view, goal, design.advances.len() as u32));
    if let Some(advance) = wanted.filter(|&advance| open(advance)) {
        moves.push(Move::Research(advance));
        return;
    }
    let worth = |advance: AdvanceType| {
        let kinds = design.unit_types().filter(|&kind| design.entry(ADVANCE_NEEDED_TO_BUILD, kind, advance) != 0);
        kinds.map(|kind| i64::from(situation.roles().of(kind).price)).sum::<i64>() + 1
    };
    let price = |advance| i64::from(design.int(design::parameters::advance::RP, advance).max(1));
    let best = design.ids::<AdvanceType>().filter(|&advance| open(advance));
    let best = best.max_by_key(|&advance| (worth(advance) * 1000 / price(advance), stream.below(16)));
    moves.extend(best.map(Move::Research));
}

/// The next of these moves that the rules allow.
pub(crate) fn next_move(moves: &mut Vec<Move>, view: View<'_>) -> Option<Move> {
    std::iter::from_fn(|| moves.pop()).find(|&action| view.check(action).is_ok())
}

/// The designer's goals that are not reached yet: first those of the game, then those of each advance that the side has.
fn goals<'a>(design: &'a Design, view: View<'a>) -> impl Iterator<Item = AdvanceType> + 'a {
    let first = names(design, design.global_form(AI_INITIAL_RESEARCH_GOALS));
    let later = design.ids::<AdvanceType>().filter(move |&advance| has(design, view, advance));
    let later = later.flat_map(move |advance| names(design, design.form(AI_NEXT_GOAL, advance)));
    first.into_iter().chain(later).filter(move |&goal| !has(design, view, goal))
}

fn has(design: &Design, view: View<'_>, advance: AdvanceType) -> bool {
    view.own_side().advances[advance.index()] >= design.int(design::parameters::advance::RP, advance)
}

/// All advances that are named anywhere in a form.
fn names(design: &Design, form: &[Atom]) -> Vec<AdvanceType> {
    let mut found = Vec::new();
    for atom in form {
        match atom {
            Atom::List(list) => found.extend(names(design, list)),
            atom => found.extend(atom.text().and_then(|text| design.find::<AdvanceType>(text))),
        }
    }
    found
}

/// The advance to research first on the way to a goal: one that is still missing and whose own requirements are met.
fn way_to(design: &Design, view: View<'_>, goal: AdvanceType, depth: u32) -> Option<AdvanceType> {
    if depth == 0 || has(design, view, goal) {
        return None;
    }
    let mut before = design.ids::<AdvanceType>();
    let missing = before.find(|&other| {
        other != goal && design.entry(ADVANCE_NEEDED_TO_RESEARCH, goal, other) != 0 && !has(design, view, other)
    });
    match missing {
        Some(missing) => way_to(design, view, missing, depth - 1),
        None => Some(goal),
    }
}
