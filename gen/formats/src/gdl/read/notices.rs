//! Calendars and notices (`gdl-reference`, section 12): kept as data, except for the words that Xconq interprets. With an unknown
//! word Xconq counts turns, or never shows the text; a warning is enough, since the game can still be played. Notices are checked when
//! all types are known.

use design::{Diagnostic, Node, NodeValue};

use super::object::{Object, What};
use super::properties::node;
use super::reader::ModuleReader;
use super::tree::shortened;

/// The units in which a calendar can count.
const STEPS: &[&str] = &["second", "minute", "hour", "day", "week", "month", "season", "year"];

impl ModuleReader<'_> {
    /// Checks the words in a global variable that only the rules of GDL interpret. Returns notices, for the time when all types are
    /// known.
    pub(crate) fn check_kept_words(&mut self, variable: &str, object: &Object) -> Option<Node> {
        let What::List(items) = &object.what else { return None };
        match variable {
            "action-notices" | "event-notices" | "event-narratives" => {
                return Some(self.node(&self.spelled_out(object)));
            }
            "calendar" => self.check_calendar(items),
            _ => {}
        }
        None
    }

    /// `(number "Word")`, `(usual STEP [n])`, `(usual (first last STEP [n])..)`.
    fn check_calendar(&mut self, items: &[Object]) {
        let [kind, rest @ ..] = items else { return };
        self.check_kept_word(kind, &["usual", "number"], "kind of calendar");
        if !matches!(&kind.what, What::Symbol(word) if &**word == "usual") {
            return;
        }
        if let Some(step) = rest.first() {
            self.check_kept_word(step, STEPS, "step of a calendar");
        }
        for span in rest {
            if let What::List(parts) = &span.what
                && let Some(step) = parts.get(2)
            {
                self.check_kept_word(step, STEPS, "step of a calendar");
            }
        }
    }

    /// A value as a tree, with the places of its parts.
    fn node(&self, object: &Object) -> Node {
        match &object.what {
            What::List(items) => {
                let items = items.iter().map(|item| self.node(item)).collect();
                Node { value: NodeValue::List(items), span: object.span }
            }
            _ => node(&self.atom(object), None, object.span),
        }
    }

    fn check_kept_word(&mut self, object: &Object, known: &[&str], what: &str) {
        if let What::Symbol(word) = &object.what
            && !known.contains(&&**word)
        {
            let diagnostic = Diagnostic::warning("unknown-word", format!("there is no {what} `{}`", shortened(word)));
            self.fault(object.span, diagnostic.did_you_mean(word, known.iter().copied()));
        }
    }
}
