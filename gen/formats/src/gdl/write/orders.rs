//! Orders and views: how repeated properties are written, and which of them GDL can express.
//!
//! The others are left out here, and go into the comment at the end of the file (see `block`).

use design::{Atom, Scope, TASKS};

/// The numbers in a view of a unit: side, size, x, y, complete, date, id. Fairmarch may add the transport.
const OF_VIEWS: usize = 7;

/// The values of one property that GDL can express, each with its parts.
pub(super) fn spoken(scope: Scope, name: &str, parts: &[Atom]) -> Vec<Vec<Atom>> {
    match (scope, name) {
        (Scope::Side, "standing-order") => {
            let orders = parts.chunks_exact(3).filter(|order| is_task(&order[2]));
            orders.map(<[Atom]>::to_vec).collect()
        }
        // Each begins with its type.
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
