//! Other values in the files of a design: each is changed in the text where it stands, and a new one comes behind its neighbours. Comments,
//! order and all other text stay. What is not the designer's own is extended by a file that names it.

use std::collections::BTreeMap;

use design::{Design, Draft, FileId, Node, NodeValue, Sources, Text};
use diagnostics::{Entry, RonTree, blanks, quote};

use crate::source_text::{ChangedFile, TextEdit, changed_files};
use crate::write_design::{can_patch, write_patch};

/// The files of a design with the values of another one. `may_change` says which files may be: values that stand in others are overruled
/// in the last that may. `None` if only a text that is written anew can say it, as where types go.
///
/// Whether the files read as the other design is for the caller to see: later entries for groups of types may overrule what is put in.
#[must_use]
pub fn set_values(
    (sources, drafts): (&Sources, &[Draft]),
    from: &Design,
    to: &Design,
    may_change: &dyn Fn(FileId) -> bool,
) -> Option<Vec<ChangedFile>> {
    if !can_patch(from, to) {
        return None;
    }
    let text = RonTree::map(write_patch(from, to)).block().print();
    let mut patches = Sources::default();
    let id = patches.add("the other values", &text);
    let patch = diagnostics::read_tree(&patches, id).ok()?;
    let roots: Vec<Target> =
        drafts.iter().map(|draft| Target { node: &draft.root, is_ours: may_change(draft.file) }).collect();
    let mut values = Values { sources, patches: &patches, edits: Vec::new(), added: BTreeMap::new() };
    values.put(&patch, &roots)?;
    values.add_all();
    Some(changed_files(sources, drafts, &values.edits))
}

/// A design that extends another by the values that differ, as the text of a file in RON; `None` if a patch cannot say it.
#[must_use]
pub fn extended(base: &str, from: &Design, to: &Design) -> Option<String> {
    can_patch(from, to).then(|| {
        let entries = std::iter::once(("extends".to_owned(), RonTree::text(base))).chain(write_patch(from, to));
        RonTree::map(entries).block().print()
    })
}

/// What a draft has at a place of the tree.
#[derive(Clone, Copy)]
struct Target<'n> {
    node: &'n Node,
    /// Whether its file may be changed.
    is_ours: bool,
}

struct Values<'a> {
    sources: &'a Sources,
    patches: &'a Sources,
    edits: Vec<TextEdit>,
    /// What comes at the end of a map, by file and the map's last byte.
    added: BTreeMap<(FileId, u32), (&'a Node, Vec<String>)>,
}

impl<'a> Values<'a> {
    /// Puts the entries of a map in; `targets` are the maps that drafts have at its place, the last of which counts most.
    fn put(&mut self, patch: &Node, targets: &[Target<'a>]) -> Option<()> {
        for (name, value) in patch.entries()? {
            let there: Vec<Target<'a>> = targets
                .iter()
                .filter_map(|target| Some(Target { node: target.node.get(&name.text)?, ..*target }))
                .collect();
            let is_map = |target: &Target<'_>| target.node.entries().is_some();
            let may_go_on = there.iter().any(|target| target.is_ours && is_map(target));
            match there.last() {
                _ if value.entries().is_some() && may_go_on => {
                    let maps: Vec<Target<'a>> = there.into_iter().filter(is_map).collect();
                    self.put(value, &maps)?;
                }
                Some(last) if last.is_ours && !(value.entries().is_some() && is_map(last)) => {
                    self.replace(last.node, value);
                }
                _ => {
                    let last = targets.iter().rfind(|target| target.is_ours && target.node.entries().is_some())?;
                    let entry = format!("{}: {}", quote(&name.text), self.written(name, value));
                    self.add(last.node, entry)?;
                }
            }
        }
        Some(())
    }

    /// A value of the patch as it stands at the beginning of a line.
    fn written(&self, name: &Text, value: &Node) -> String {
        let text = self.patches.text(value.span.file);
        let line_start = text[..name.span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let indent = &text[line_start..name.span.start as usize];
        let is_deep = indent.trim().is_empty();
        let written = self.patches.written(value.span);
        if is_deep { written.replace(&format!("\n{indent}"), "\n") } else { written.to_owned() }
    }

    /// Writes another value where one stands; of lists of the same length only the items that differ.
    fn replace(&mut self, old: &Node, new: &Node) {
        match (old.items(), new.items()) {
            (Some(before), Some(after)) if before.len() == after.len() => {
                before.iter().zip(after).for_each(|(old, new)| self.replace(old, new));
            }
            _ if is_alike(old, new) => {}
            _ => self.edits.push(TextEdit {
                file: old.span.file,
                at: old.span.start as usize,
                removed: (old.span.end - old.span.start) as usize,
                text: self.patches.written(new.span).to_owned(),
            }),
        }
    }

    fn add(&mut self, map: &'a Node, entry: String) -> Option<()> {
        if !self.sources.written(map.span).ends_with('}') {
            return None;
        }
        self.added.entry((map.span.file, map.span.end)).or_insert((map, Vec::new())).1.push(entry);
        Some(())
    }

    /// Writes new entries behind the others of their maps: on lines of their own where those have such.
    fn add_all(&mut self) {
        for ((file, end), (map, entries)) in std::mem::take(&mut self.added) {
            let text = self.sources.text(file);
            let mut edit = |at: usize, text: String| self.edits.push(TextEdit { file, at, removed: 0, text });
            let close = end as usize - 1;
            let Some((name, last)) = map.entries().and_then(<[_]>::last) else {
                edit(close, format!(" {} ", entries.join(", ")));
                continue;
            };
            let behind = last.span.end as usize;
            let comma = behind + blanks(&text[behind..]);
            let has_comma = text[comma..].starts_with(',');
            let line_start = text[..name.span.start as usize].rfind('\n').map_or(0, |at| at + 1);
            let indent = &text[line_start..name.span.start as usize];
            let line_of_close = text[..close].rfind('\n').map_or(0, |at| at + 1);
            if !indent.trim().is_empty() || line_of_close <= behind {
                match has_comma {
                    true => edit(comma + 1, entries.iter().map(|entry| format!(" {entry},")).collect()),
                    false => edit(behind, entries.iter().map(|entry| format!(", {entry}")).collect()),
                }
                continue;
            }
            if !has_comma {
                edit(behind, ",".to_owned());
            }
            edit(
                line_of_close,
                entries.iter().map(|entry| format!("{indent}{},\n", indented(entry, indent))).collect(),
            );
        }
    }
}

/// An entry whose further lines are as deep as where it comes.
fn indented(entry: &str, indent: &str) -> String {
    entry.replace('\n', &format!("\n{indent}"))
}

/// Whether two values are the same, wherever they stand.
fn is_alike(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (NodeValue::List(one), NodeValue::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_alike(one, other))
        }
        (NodeValue::Map(one), NodeValue::Map(other)) => {
            let alike = |(one, other): (&Entry, &Entry)| one.0.text == other.0.text && is_alike(&one.1, &other.1);
            one.len() == other.len() && one.iter().zip(other).all(alike)
        }
        (one, other) => one == other,
    }
}
