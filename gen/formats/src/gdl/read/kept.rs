//! Forms that `design::read_forms` reads when all types are known: doctrines, scorekeepers, events, pictures, destroyed units
//! (`gdl-reference`, sections 8, 11, 13, 14).

use design::{Atom, Diagnostic, EVENTS, Node, NodeValue, Scope};

use super::super::images::read_images;
use super::properties::{Given, node};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// Forms that wait for all types.
#[derive(Clone, Default)]
pub(crate) struct Kept(Vec<Node>);

impl Kept {
    /// All of them, in their order.
    pub(crate) fn take(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.0)
    }

    /// Keeps a form: its head, its name if it has one, and its properties.
    pub(crate) fn keep(&mut self, head: &str, form: &Form, name: Option<Atom>, given: &[Given<'_>]) {
        let named = std::iter::once(Atom::Word(head.to_owned())).chain(name).map(|atom| node(&atom, None, form.span));
        let parts = named.chain(given.iter().map(Given::node)).collect();
        self.0.push(Node { value: NodeValue::List(parts), span: form.span });
    }

    pub(crate) fn doctrine(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let (name, parts) = reader.named(form);
        let Some(name) = name else {
            return reader
                .fault(form.span, Diagnostic::error("missing-part", "a doctrine has no symbol and no number"));
        };
        let word = name.int().map_or_else(|| name.text().unwrap_or_default().to_owned(), |number| number.to_string());
        reader.names.doctrines.insert(word);
        let given = reader.properties(Scope::Doctrine, parts);
        self.keep("doctrine", form, Some(name), &given);
    }

    /// `(scorekeeper [id] (property value)..)`. If a scorekeeper with that id exists, the form changes it.
    pub(crate) fn scorekeeper(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let (name, parts) = reader.named(form);
        let given = reader.properties(Scope::Scorekeeper, parts);
        let id = name.as_ref().map(|name| node(name, None, form.span).value);
        let is_same = |known: &&mut Vec<Node>| {
            id.is_some() && known[0].text() == Some("scorekeeper") && known.get(1).map(|id| &id.value) == id.as_ref()
        };
        let kept = self.0.iter_mut().filter_map(|form| match &mut form.value {
            NodeValue::List(parts) => Some(parts),
            _ => None,
        });
        let Some(known) = { kept }.find(is_same) else { return self.keep("scorekeeper", form, name, &given) };
        known.retain(|part| {
            let word = part.items().and_then(|items| items[0].text());
            given.iter().all(|given| word != Some(given.name))
        });
        known.extend(given.iter().map(Given::node));
    }

    /// `(exu ID TYPE x y side ..)`.
    pub(crate) fn past_unit(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        self.keep_quoted(reader, form);
    }

    /// `(evt DATE TYPE OBSERVERS data..)`.
    pub(crate) fn event(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let parts = form.list().unwrap_or_default();
        if let Some(word) = parts.get(2)
            && !word.symbol().is_some_and(|word| EVENTS.contains(&word))
        {
            let name = word.symbol().unwrap_or_default();
            let message = format!("there is no event `{}`", word.describe());
            return reader.unknown("unknown-word", message, name, word.span, EVENTS.iter().copied());
        }
        self.keep_quoted(reader, form);
    }

    /// `(imf "name" ..)`.
    pub(crate) fn image(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        if form.list().and_then(|items| items.get(1)).and_then(Form::text).is_none() {
            return reader.fault(form.span, Diagnostic::error("missing-part", "`imf` has no name in quotes"));
        }
        let atoms: Vec<Atom> =
            form.list().unwrap_or_default().iter().map(|part| reader.atom(&ModuleReader::quoted(part))).collect();
        let (_, faults) = read_images([&atoms]);
        for fault in faults {
            let message = format!("image {} of `{}`: {}", fault.image, fault.family, fault.what);
            reader.warn(form.span, "bad-image", message);
        }
        self.keep_quoted(reader, form);
    }

    fn keep_quoted(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let atom = reader.atom(&ModuleReader::quoted(form));
        self.0.push(node(&atom, Some(form), form.span));
    }
}

impl ModuleReader<'_> {
    /// Splits a form into its name and its properties.
    pub(crate) fn named<'f>(&mut self, form: &'f Form) -> (Option<Atom>, &'f [Form]) {
        let parts = &form.list().unwrap_or_default()[1..];
        match parts.first().map(|first| (&first.kind, first)) {
            Some((FormKind::Int(_) | FormKind::Symbol(_) | FormKind::Text(_), first)) => {
                (Some(self.atom(&ModuleReader::quoted(first))), &parts[1..])
            }
            _ => (None, parts),
        }
    }
}
