//! Calendars and notices (`gdl-reference`, section 12): kept as data, except for the words that Xconq interprets. With an unknown
//! word Xconq counts turns, or never shows the text; a warning is enough, since the game can still be played.

use design::Diagnostic;

use super::evaluate::{Object, What};
use super::kept::EVENTS;
use super::reader::ModuleReader;
use super::tree::shortened;

/// The units in which a calendar can count.
const STEPS: &[&str] = &["second", "minute", "hour", "day", "week", "month", "season", "year"];

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

impl ModuleReader<'_> {
    /// Checks the words in a global variable that only the rules of GDL interpret.
    pub(crate) fn check_kept_words(&mut self, variable: &str, object: &Object) {
        let What::List(items) = &object.what else { return };
        match variable {
            "calendar" => self.check_calendar(items),
            "action-notices" => self.check_notices(items, ACTIONS, "action or report"),
            "event-notices" | "event-narratives" => self.check_notices(items, EVENTS, "event"),
            _ => {}
        }
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

    /// `(PATTERN TEXT)..`, where a pattern is a word, or a list that begins with one.
    fn check_notices(&mut self, items: &[Object], known: &[&str], what: &str) {
        for item in items {
            let What::List(notice) = &item.what else { continue };
            match notice.first().map(|pattern| (pattern, &pattern.what)) {
                Some((_, What::List(parts))) => {
                    if let Some(word) = parts.first() {
                        self.check_kept_word(word, known, what);
                    }
                }
                Some((word, _)) => self.check_kept_word(word, known, what),
                None => {}
            }
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
