//! Forms that are checked and kept as they are: doctrines, scorekeepers, events, pictures, destroyed units (`gdl-reference`,
//! sections 8, 11, 13, 14). The ruleset of GDL interprets them.

use design::{Atom, Diagnostic, Scope};

use super::super::images::read_images;
use super::properties::Given;
use super::reader::Reader;
use super::tree::{Form, FormKind, shortened};

/// Words for events and for the results of actions (section 13).
pub(super) const EVENTS: &[&str] = &[
    "log-started",
    "log-ended",
    "game-started",
    "game-saved",
    "game-restarted",
    "game-ended",
    "side-joined",
    "side-lost",
    "side-withdrew",
    "side-won",
    "unit-created",
    "unit-completed",
    "unit-moved",
    "unit-assaulted",
    "unit-damaged",
    "unit-captured",
    "unit-acquired",
    "unit-revolted",
    "unit-surrendered",
    "unit-killed",
    "unit-wrecked",
    "unit-died-in-accident",
    "unit-wrecked-in-accident",
    "unit-vanished",
    "unit-garrisoned",
    "unit-disbanded",
    "unit-starved",
    "unit-died-from-temperature",
    "unit-died-from-attrition",
    "unit-wrecked-from-attrition",
    "unit-merged",
    "unit-left-world",
    "unit-type-changed",
    "unit-name-changed",
    "unit-started-with",
    "action-ok",
    "action-error",
    "action-done",
    "cannot-do",
    "occ-cannot-do",
    "insufficient-acp",
    "insufficient-mp",
    "insufficient-material",
    "insufficient-ammo",
    "insufficient-tooling",
    "too-far",
    "too-near",
    "blocking-zoc",
    "cannot-leave-world",
    "destination-full",
    "unit-gone",
    "no-path",
    "attack-cannot-hit",
    "overrun-cannot-hit",
    "overrun-failed",
    "overrun-succeeded",
    "fire-blocked",
    "fire-cannot-hit",
    "fire-into-outside-world",
    "capture-failed",
    "capture-succeeded",
    "build-completed",
    "extract-no-source",
];

/// When a scorekeeper runs.
const WHEN: &[&str] = &["after-turn", "after-event", "after-action", "before-turn"];

/// The words with which a scorekeeper's body may begin.
const BODIES: &[&str] =
    &["last-side-wins", "last-alliance-wins", "win", "lose", "end", "set-score", "add-score", "if", "cond"];

impl<'m> Reader<'m> {
    /// Keeps a form: its head, its name if it has one, and its properties.
    pub(crate) fn keep(&mut self, head: &str, name: Option<Atom>, given: Vec<Given>) {
        let property = |given: Given| {
            let mut atoms = vec![Atom::Word(given.name.to_owned())];
            atoms.extend(given.atoms);
            Atom::List(atoms)
        };
        let mut form = vec![Atom::Word(head.to_owned())];
        form.extend(name);
        form.extend(given.into_iter().map(property));
        self.design.forms.push(form);
    }

    /// Splits a form into its name and its properties.
    pub(crate) fn named(&mut self, form: &'m Form) -> (Option<Atom>, &'m [Form]) {
        let parts = &form.list().unwrap_or_default()[1..];
        match parts.first().map(|first| (&first.kind, first)) {
            Some((FormKind::Int(_) | FormKind::Symbol(_) | FormKind::Text(_), first)) => {
                (Some(self.atom(&Reader::quoted(first))), &parts[1..])
            }
            _ => (None, parts),
        }
    }

    pub(crate) fn doctrine(&mut self, form: &'m Form) {
        let (name, parts) = self.named(form);
        let Some(name) = name else {
            return self.fault(form.span, Diagnostic::error("missing-part", "a doctrine has no symbol and no number"));
        };
        self.doctrines
            .insert(name.int().map_or_else(|| name.text().unwrap_or_default().to_owned(), |number| number.to_string()));
        let given = self.properties(Scope::Doctrine, parts);
        self.keep("doctrine", Some(name), given);
    }

    /// `(scorekeeper [id] (property value)..)`. If a scorekeeper with that id exists, the form changes it.
    pub(crate) fn scorekeeper(&mut self, form: &'m Form) {
        let (name, parts) = self.named(form);
        let given = self.properties(Scope::Scorekeeper, parts);
        for part in parts.iter().filter(|part| part.head() == Some("when")) {
            let value = part.list().and_then(|items| items.get(1));
            let word = value.and_then(|value| value.symbol().or(value.head()).map(|word| (word, value.span)));
            if let Some((word, span)) = word.filter(|(word, _)| !WHEN.contains(word)) {
                let message = format!("a scorekeeper cannot work `{}`", shortened(word));
                self.unknown("unknown-word", message, word, span, WHEN.iter().copied());
            }
        }
        for part in parts.iter().filter(|part| part.head() == Some("do")) {
            for body in part.list().unwrap_or_default().iter().skip(1) {
                self.check_body(body);
            }
        }
        let is_same = |form: &Vec<Atom>| {
            form.first().and_then(Atom::word) == Some("scorekeeper") && name.is_some() && form.get(1) == name.as_ref()
        };
        if let Some(at) = self.design.forms.iter().position(is_same) {
            let mut changed = self.design.forms.remove(at);
            let is_given = |part: &Atom| {
                let word = part.list().and_then(|list| list.first()).and_then(Atom::word);
                given.iter().any(|given| word == Some(given.name))
            };
            changed.retain(|part| !is_given(part));
            self.keep("scorekeeper", name, given);
            let new = self.design.forms.pop().unwrap_or_default();
            changed.extend(new.into_iter().skip(2));
            self.design.forms.insert(at, changed);
            return;
        }
        self.keep("scorekeeper", name, given);
    }

    fn check_body(&mut self, body: &Form) {
        let word = match &body.kind {
            FormKind::Symbol(word) => Some(word.as_str()),
            FormKind::List(items) => match body.head() {
                Some("if") => {
                    for part in items.iter().skip(2) {
                        self.check_body(part);
                    }
                    None
                }
                Some("cond") => {
                    for clause in items.iter().skip(1).filter_map(Form::list) {
                        for part in clause.iter().skip(1) {
                            self.check_body(part);
                        }
                    }
                    None
                }
                Some(word) => Some(word),
                None => {
                    for part in items {
                        self.check_body(part);
                    }
                    None
                }
            },
            _ => None,
        };
        if let Some(word) = word.filter(|word| !BODIES.contains(word)) {
            let message = format!("a scorekeeper cannot `{}`", shortened(word));
            self.unknown("unknown-word", message, word, body.span, BODIES.iter().copied());
        }
    }

    /// `(exu ID TYPE x y side ..)`.
    pub(crate) fn past_unit(&mut self, form: &'m Form) {
        self.keep_quoted(form);
    }

    /// `(evt DATE TYPE OBSERVERS data..)`.
    pub(crate) fn event(&mut self, form: &'m Form) {
        let parts = form.list().unwrap_or_default();
        if let Some(word) = parts.get(2)
            && !word.symbol().is_some_and(|word| EVENTS.contains(&word))
        {
            let name = word.symbol().unwrap_or_default();
            let message = format!("there is no event `{}`", word.describe());
            return self.unknown("unknown-word", message, name, word.span, EVENTS.iter().copied());
        }
        self.keep_quoted(form);
    }

    /// `(imf "name" ..)`.
    pub(crate) fn image(&mut self, form: &'m Form) {
        if form.list().and_then(|items| items.get(1)).and_then(Form::text).is_none() {
            return self.fault(form.span, Diagnostic::error("missing-part", "`imf` has no name in quotes"));
        }
        let atoms: Vec<Atom> =
            form.list().unwrap_or_default().iter().map(|part| self.atom(&Reader::quoted(part))).collect();
        let (_, faults) = read_images(std::slice::from_ref(&atoms));
        for fault in faults {
            let message = format!("image {} of `{}`: {}", fault.image, fault.family, fault.what);
            self.warn(form.span, "bad-image", message);
        }
        self.keep_quoted(form);
    }

    fn keep_quoted(&mut self, form: &'m Form) {
        let atoms = form.list().unwrap_or_default().iter().map(|part| self.atom(&Reader::quoted(part))).collect();
        self.design.forms.push(atoms);
    }
}
