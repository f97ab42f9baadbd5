//! Orders and views: how properties of which a file gives several stand, and what of them GDL has words for.
//!
//! What it has none for is left out here, and stands in the comment at the end of the file (see `block`).

use design::{Atom, Scope};

/// Tasks that Xconq knows (`gdl-reference`, section 13).
const TASKS: &[&str] = &[
    "none",
    "build",
    "capture",
    "collect",
    "construct",
    "develop",
    "disband",
    "hit-pos",
    "hit-unit",
    "move-dir",
    "move-to",
    "occupy",
    "pickup",
    "produce",
    "repair",
    "resupply",
    "sentry",
];

/// Numbers that a view of a unit has: side, size, x, y, complete, date, id. Fairmarch may add what it was inside of.
const OF_VIEWS: usize = 7;

/// The properties that GDL knows of one, each with its parts.
pub(super) fn spoken(scope: Scope, name: &str, parts: &[Atom]) -> Vec<Vec<Atom>> {
    match (scope, name) {
        (Scope::Side, "standing-order") => {
            let orders = parts.chunks_exact(3).filter(|order| is_task(&order[2]));
            orders.map(<[Atom]>::to_vec).collect()
        }
        // Each begins with the type that it is of.
        (Scope::Side, "aux-terrain-view" | "material-view") => {
            parts.chunk_by(|_, next| next.word().is_none()).map(<[Atom]>::to_vec).collect()
        }
        (Scope::Side, "unit-views") => {
            let count = |view: &Atom| view.list().map_or(0, |view| view.iter().skip(1).filter_map(Atom::int).count());
            let views: Vec<Atom> = parts.iter().filter(|view| count(view) <= OF_VIEWS).cloned().collect();
            if views.is_empty() { Vec::new() } else { vec![views] }
        }
        (Scope::Piece, "plan") if !is_plan(parts) => Vec::new(),
        _ => vec![parts.to_vec()],
    }
}

fn is_plan(parts: &[Atom]) -> bool {
    let tasks = parts.iter().filter_map(Atom::list).filter(|part| part.first().and_then(Atom::word) == Some("tasks"));
    tasks.flat_map(|tasks| &tasks[1..]).all(is_task)
}

fn is_task(atom: &Atom) -> bool {
    let head = atom.list().and_then(|task| task.first()).and_then(Atom::word);
    head.is_some_and(|head| TASKS.contains(&head))
}
