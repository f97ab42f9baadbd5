//! Notices and narratives: patterns of events with texts (`gdl-reference` 12, "Notices").

use super::event_pattern::EVENTS;
use super::{EventPattern, Fault, span_of};
use crate::atoms::read_atoms;
use crate::{Atom, Design, Diagnostic, FormGlobal, Node, Severity, TreeReader};

/// A text for the events of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The events.
    pub pattern: EventPattern,
    /// Texts, and words that stand for units and data of the event.
    pub text: Vec<Atom>,
}

impl Notice {
    /// The notices in a global variable of a design; those that are wrong are left out.
    #[must_use]
    pub fn of_design(design: &Design, variable: FormGlobal) -> Vec<Notice> {
        design.global_form(variable).iter().filter_map(|atom| Notice::read(atom, design).ok()).collect()
    }

    fn read<'a>(atom: &'a Atom, design: &'a Design) -> Result<Notice, Fault<'a>> {
        let Some([pattern, text @ ..]) = atom.list() else {
            let diagnostic = Diagnostic::error("wrong-kind", "a notice is a pattern with a text");
            return Err((atom, diagnostic.found(atom.to_string()).expected("(word text) or ((word type) text)")));
        };
        let text = match text {
            [Atom::List(parts)] => parts.clone(),
            parts => parts.to_vec(),
        };
        Ok(Notice { pattern: EventPattern::read(pattern, design)?, text })
    }
}

/// Warns of all that is wrong with the notices in a global variable: they are never shown. Other variables pass.
pub fn check_notices(variable: &str, node: &Node, design: &Design, tree: &mut TreeReader<'_>) {
    let (words, what) = match variable {
        "action-notices" => (ACTIONS, "action or report"),
        "event-notices" | "event-narratives" => (EVENTS, "event"),
        _ => return,
    };
    let Some(atoms) = read_atoms(node, tree) else { return };
    for atom in &atoms {
        let pattern = atom.list().and_then(<[Atom]>::first);
        let is_known = pattern.map_or(Ok(()), |pattern| EventPattern::check_name(pattern, words, what));
        // Notices of actions in games of the library have such patterns: 7.5 takes them, and never shows their texts.
        let types = pattern.and_then(Atom::list).and_then(|list| list.get(1..)).unwrap_or_default();
        if variable == "action-notices"
            && types.iter().any(|word| OF_NO_TYPE.contains(&word.text().unwrap_or_default()))
        {
            continue;
        }
        if let Err((at, diagnostic)) = is_known.and_then(|()| Notice::read(atom, design)) {
            let span = span_of(node.items_or_self(), &atoms, at).unwrap_or(node.span);
            tree.fault(span, Diagnostic { severity: Severity::Warning, ..diagnostic });
        }
    }
}

/// Words that stand in patterns of actions where types do.
const OF_NO_TYPE: &[&str] = &["self", "done"];

/// Words for actions and for the reported events of combat.
const ACTIONS: &[&str] = &[
    "none",
    "move",
    "enter",
    "attack",
    "overrun",
    "fire-at",
    "fire-into",
    "capture",
    "detonate",
    "produce",
    "extract",
    "transfer",
    "transfer-part",
    "develop",
    "toolup",
    "create-in",
    "create-at",
    "build",
    "repair",
    "disband",
    "change-type",
    "change-side",
    "alter-terrain",
    "add-terrain",
    "remove-terrain",
    "destroy",
    "destroy-occupant",
    "hit",
    "hit-occupant",
    "miss-fire",
    "miss-attack",
    "miss-occupant",
    "resist",
    "resist/slaughter",
    "liberate",
    "escape",
    "retreat",
];
