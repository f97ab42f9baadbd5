//! Types and groups of them, and the texts that name them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Resolver, TYPE_SECTIONS};
use crate::{Design, Diagnostic, Draft, Scope, Span, Text, split_names, too_many_types, types_max};

pub(super) struct Group {
    pub(super) members: Vec<String>,
    /// Where the members stand.
    pub(super) span: Span,
}

impl Resolver<'_> {
    /// Whether there is room for all types of a draft.
    pub(super) fn take_types(&mut self, draft: &Draft) -> bool {
        for (section, scope) in TYPE_SECTIONS {
            let Some(node) = draft.root.get(section) else { continue };
            for (name, _) in self.tree.map(node, section) {
                if !is_word(&name.text) {
                    self.bad_name(name, "a type's");
                } else if self.id(scope, &name.text).is_none() {
                    let index = self.design.types(scope).len();
                    if index == types_max(scope) {
                        self.tree.fault(name.span, too_many_types(scope));
                        return false;
                    }
                    self.design.add_type(scope, &name.text);
                    self.ids[Design::slot(scope)].insert(name.text.clone(), index);
                    self.defined.insert((scope, index), name.span);
                }
            }
        }
        true
    }

    pub(super) fn id(&self, scope: Scope, name: &str) -> Option<usize> {
        self.ids[Design::slot(scope)].get(name).copied()
    }

    fn is_type(&self, name: &str) -> bool {
        self.ids.iter().any(|ids| ids.contains_key(name))
    }

    /// Checks that groups hold names of types, of one kind or several. Groups of groups are not allowed: they would need an order
    /// and a check for circles, and a longer list says the same.
    pub(super) fn check_groups(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        for (name, group) in &groups {
            for member in group.members.iter().filter(|member| !self.is_type(member)).collect::<BTreeSet<_>>() {
                if groups.contains_key(member) {
                    let message = format!("the group `{name}` holds the group `{member}`");
                    let diagnostic = Diagnostic::error("group-in-group", message).expected("names of types");
                    self.tree.fault(group.span, diagnostic.suggest(format!("write the members of `{member}` instead")));
                } else {
                    let known: Vec<String> = self.ids.iter().flat_map(BTreeMap::keys).cloned().collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    let what = format!("member of the group `{name}`:");
                    self.tree.unknown("unknown-type", &what, &Text { text: member.clone(), span: group.span }, &known);
                }
            }
        }
        self.groups = groups;
    }

    /// The types that a text names: names and groups with spaces between, or `*` for all.
    pub(super) fn find_types(&mut self, scope: Scope, names: &Text) -> Vec<usize> {
        // A set, because a text may name the same type several times.
        let mut ids = BTreeSet::new();
        for word in split_names(&names.text) {
            if word == "*" {
                ids.extend(0..self.design.types(scope).len());
            } else if let Some(id) = self.id(scope, word) {
                ids.insert(id);
            } else if let Some(Group { members, .. }) = self.groups.get(word) {
                ids.extend(members.iter().filter_map(|name| self.id(scope, name)));
                // Members that are no type at all were reported where the group is defined.
                let wrong = members.iter().filter(|name| self.id(scope, name).is_none() && self.is_type(name));
                let wrong: Vec<&str> = wrong.map(String::as_str).collect();
                if !wrong.is_empty() {
                    let message = format!("the group `{word}` holds what is no {}: {}", scope.noun(), wrong.join(", "));
                    self.tree.fault(names.span, Diagnostic::error("unknown-type", message));
                }
            } else {
                self.unknown_type(scope, Text { text: word.to_owned(), span: names.span }, true);
            }
        }
        ids.into_iter().collect()
    }

    pub(super) fn unknown_type(&mut self, scope: Scope, name: Text, or_group: bool) {
        if self.design.types(scope).is_empty() {
            if self.empty_scopes.insert(scope) {
                let diagnostic = Diagnostic::error("no-types", format!("there are no {}s", scope.noun()));
                let remedy = match scope {
                    Scope::Terrain => "include a terrain part such as `terrain/earthlike`",
                    Scope::Unit => "include a part with units, or define one under `units`",
                    _ => "define one under `materials`",
                };
                self.tree.fault(name.span, diagnostic.suggest(remedy));
            }
            return;
        }
        let fits = |group: &Group| group.members.iter().all(|member| self.id(scope, member).is_some());
        let groups = self.groups.iter().filter(|(_, group)| or_group && fits(group)).map(|(name, _)| name);
        let known: Vec<String> = match self.tree.found.is_full(name.span.file) {
            true => Vec::new(),
            false => self.design.types(scope).names.iter().chain(groups).cloned().collect(),
        };
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        self.tree.unknown("unknown-type", scope.noun(), &name, &known);
    }
}

/// Whether a text can be used as a name in tables, where names are separated by spaces.
pub(super) fn is_word(text: &str) -> bool {
    let is_quotable = !(text.contains('\'') && text.contains('`'));
    !text.is_empty() && text != "*" && text.trim() == text && !text.contains(diagnostics::is_control) && is_quotable
}
