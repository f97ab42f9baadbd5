//! A journal on disk: a line of RON for each entry and each jump, appended as they come, so that what was done outlasts a crash.
//!
//! The lines are written one after the other. A last line that was not finished is dropped when the journal is read.

use design::{Diagnostic, Diagnostics, Known, Sources};
use diagnostics::RonTree;
use world::Scenario;
use world::edit::{Edit, Journal};

use super::read::read_edit;
use super::write::written;

/// What a line of a journal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalLine {
    /// An entry of its own.
    Entry,
    /// A part of a drag, which is one entry with the parts before it.
    Drag,
}

/// The line of an entry, for a scenario in which its edit was not made yet, with its line end.
#[must_use]
pub fn journal_line(scenario: &Scenario, kind: JournalLine, name: &str, edit: &Edit) -> String {
    let mut entries = vec![("entry", RonTree::text(name))];
    if kind == JournalLine::Drag {
        entries.push(("drag", RonTree::of(true)));
    }
    entries.push(("edits", RonTree::list(written(edit, scenario))));
    one_line(&RonTree::map(entries))
}

/// The line of a jump to a position, with its line end.
#[must_use]
pub fn journal_jump_line(position: usize) -> String {
    one_line(&RonTree::map([("jump", RonTree::of(position))]))
}

/// A tree in one line, whatever its layout. No text of RON holds a bare line end.
fn one_line(tree: &RonTree) -> String {
    let text = tree.print();
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ") + "\n"
}

/// Reads a journal: does all that its lines say to the scenario that it began with.
///
/// # Errors
/// What is wrong with a line that was finished, with its place.
pub fn read_journal(
    file: &str,
    text: &str,
    scenario: &Scenario,
    known: &Known,
) -> Result<(Scenario, Journal), Diagnostics> {
    let (mut scenario, mut journal) = (scenario.clone(), Journal::default());
    let finished = text.rfind('\n').map_or("", |end| &text[..=end]);
    for (number, line) in (1..).zip(finished.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let mut sources = Sources::default();
        let id = sources.add_part(file, line, number, 1);
        let root = diagnostics::read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
        let mut tree = design::TreeReader::new(&sources);
        tree.map_of(&root, "a line of a journal", &["entry", "drag", "edits", "jump"]);
        let jump = tree.int(root.get("jump"), "`jump`", 0..=i64::from(u32::MAX));
        let name = tree.text(root.get("entry"), "`entry`").to_owned();
        let is_drag = tree.flag(root.get("drag"), "`drag`");
        let nodes = tree.list(root.get("edits"), "`edits`");
        let found = tree.found.finish(&sources);
        if found.has_errors() {
            return Err(found);
        }
        let place = sources.place(root.span);
        let refused = |refusal: world::edit::Refusal| {
            Diagnostics(vec![Diagnostic::error("refused", refusal.to_string()).at(place.clone())])
        };
        if let Some(position) = jump {
            journal.jump(&mut scenario, position as usize).map_err(refused)?;
            continue;
        }
        let mut trial = scenario.clone();
        let mut edits = Vec::new();
        for node in nodes {
            let edit = read_edit(node, &mut sources, &trial, known)?;
            edit.apply(&mut trial).map_err(refused)?;
            edits.push(edit);
        }
        let edit = if edits.len() == 1 { edits.remove(0) } else { Edit::Many(edits) };
        let entered = match is_drag {
            true => journal.drag(&mut scenario, &name, edit),
            false => journal.enter(&mut scenario, &name, edit),
        };
        entered.map_err(refused)?;
    }
    Ok((scenario, journal))
}
