//! The difference of two scenarios or designs: in words, and as a script that makes the second of the first.

use std::sync::Arc;

use design::Design;
use diagnostics::RonTree;
use world::Scenario;
use world::edit::{Edit, Whole, difference};

use super::write::{differing_sections, written, written_whole};
use crate::write_design::write_patch;

/// One change between two files.
#[derive(Clone, Debug)]
pub struct Change {
    /// The change, as a sentence without a full stop.
    pub words: String,
    /// The edits that make it, as they stand in a script.
    pub edits: Vec<RonTree>,
}

/// How a scenario differs from another, as edits that make it of that; none if they are alike.
#[must_use]
pub fn scenario_difference(from: &Scenario, to: &Scenario) -> Vec<Change> {
    let (mut now, mut changes) = (from.clone(), Vec::new());
    let take = |edit: Edit, now: &mut Scenario, changes: &mut Vec<Change>| {
        let before = now.clone();
        if edit.apply(now).is_ok() {
            changes.push(Change { words: edit.words(&before), edits: written(&edit, &before) });
        }
    };
    if from.design != to.design {
        take(Edit::Design(Arc::clone(&to.design)), &mut now, &mut changes);
    }
    for edit in difference(&now, to) {
        take(edit, &mut now, &mut changes);
    }
    // Whatever is left is exchanged section by section. What was measured of a scenario is not measured of the other.
    let mut left = differing_sections(&now, to);
    if !changes.is_empty() && to.fairness.is_some() && !left.iter().any(|name| name == "fairness") {
        now.fairness = None;
        left.push("fairness".to_owned());
    }
    if left.is_empty() && now.design == to.design {
        return changes;
    }
    if now.design != to.design {
        left.push("design".to_owned());
    }
    let words = format!("these sections differ: {}", left.join(", "));
    let whole = Whole { words: words.clone(), to: Arc::new(to.clone()) };
    changes.push(Change { words, edits: written_whole(&now, &whole.to).into_iter().collect() });
    changes
}

/// How a design differs from another: a change for each section, and one edit that makes all of them; nothing if they are alike.
#[must_use]
pub fn design_difference(from: &Design, to: &Design) -> Option<(Vec<String>, RonTree)> {
    if from == to {
        return None;
    }
    let patch = write_patch(from, to);
    let words = patch.iter().map(|(name, tree)| {
        let text = tree.print();
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        format!("{name}: {}", lines.join(" "))
    });
    let words = words.collect();
    Some((words, RonTree::map([("design", RonTree::map(patch).block())])))
}

/// A script of edits that are to be made exactly.
#[must_use]
pub fn write_script(edits: impl IntoIterator<Item = RonTree>) -> String {
    let edits = RonTree::list(edits).block();
    RonTree::map([("exact", RonTree::of(true)), ("edits", edits)]).block().print()
}
