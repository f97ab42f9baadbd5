//! The recipe: reading its steps with their settings, and checks for steps that no run could carry out.

use std::collections::BTreeSet;

use super::Resolver;
use crate::design::default_int;
use crate::lints::bounds;
use crate::parameters::rows;
use crate::parameters::unit::START_WITH;
use crate::{Diagnostic, Node, NodeValue, Scope, Step, Text, Value};

/// The entry of a step that says on which level it works, counted from 1.
const LEVEL: &str = "level";

impl Resolver<'_> {
    pub(super) fn take_recipe(&mut self, node: &Node) {
        let Some(items) = node.items() else {
            return self.tree.wrong(node, "`recipe`", "a list of methods such as [\"make-rivers\"]");
        };
        self.design.recipe.clear();
        self.steps.clear();
        for item in items {
            let (method, with) = match (&item.value, item.entries()) {
                (NodeValue::Text(text), _) => (Text { text: text.clone(), span: item.span }, None),
                (_, Some([(method, with)])) => (method.clone(), Some(with)),
                _ => {
                    let expected = "a method's name, or { \"method\": { \"parameter\": value } }";
                    self.tree.wrong(item, "a step", expected);
                    continue;
                }
            };
            let known = self.known;
            let info = known.methods.iter().find(|(name, _)| *name == method.text);
            if info.is_none() && !known.methods.is_empty() {
                let names: Vec<&str> = known.methods.iter().map(|(name, _)| *name).collect();
                self.tree.unknown("unknown-method", "method", &method, &names);
                continue;
            }
            let mut step = Step { method: method.text.clone(), level: None, with: Vec::new() };
            for (name, node) in with.map(|with| self.tree.map(with, "the step")).unwrap_or_default() {
                if name.text == LEVEL {
                    let level = self.tree.int(node, "`level`", 1..=i64::from(grid::Area::LEVELS_MAX));
                    step.level = level.map(|level| level as u32 - 1);
                    continue;
                }
                let Some(number) = self.find_row(Scope::Global, name) else { continue };
                if let Some((method, read)) = info.filter(|(_, read)| !read.contains(&rows(Scope::Global)[number].name))
                {
                    let message = format!("`{method}` does not read `{}`", name.text);
                    let diagnostic = Diagnostic::error("unread-parameter", message);
                    self.tree.fault(name.span, diagnostic.expected(format!("one of {}", read.join(", "))));
                } else if let Some(value) = self.value(&rows(Scope::Global)[number], node) {
                    step.with.push((name.text.clone(), value));
                }
            }
            self.design.recipe.push(step);
            self.steps.push(item.span);
        }
    }

    /// Reports steps that no run of the recipe could carry out.
    pub(super) fn check_recipe(&mut self) {
        let mut found = Vec::new();
        let mut earlier = BTreeSet::new();
        let has_errors = self.tree.found.has_errors();
        for (step, &span) in self.design.recipe.iter().zip(&self.steps) {
            let method = step.method.as_str();
            let is_twice = match step.level {
                None => earlier.iter().any(|&(other, _)| other == method),
                level => earlier.contains(&(method, level)) || earlier.contains(&(method, None)),
            };
            earlier.insert((method, step.level));
            if is_twice {
                let diagnostic = Diagnostic::warning("method-twice", format!("`{method}` stands twice in the recipe"));
                found.push((span, diagnostic.suggest("remove one of them")));
            }
            for (low, high) in bounds::pairs(Scope::Global) {
                let said = |number: usize| {
                    let of_step = step.with.iter().find(|(name, _)| name == rows(Scope::Global)[number].name);
                    of_step.map(|(_, value)| value)
                };
                if said(low).is_none() && said(high).is_none() {
                    continue;
                }
                let ends = [low, high].map(|number| match said(number).or(self.design.global(number)) {
                    Some(Value::Int(value)) => *value,
                    _ => default_int(Scope::Global, number as u16),
                });
                if bounds::is_empty(Scope::Global, high, ends) {
                    let (message, advice) = bounds::tell(Scope::Global, (low, high), ends, "");
                    let message = format!("{message}: nothing lies between them");
                    found.push((span, Diagnostic::warning("min-above-max", message).suggest(advice)));
                }
            }
            let starts = |unit| self.design.int(START_WITH, unit) > 0;
            if method == "make-countries" && !has_errors && !self.design.unit_types().any(starts) {
                let diagnostic = Diagnostic::warning("nothing-starts", "no unit type starts in the countries");
                found.push((span, diagnostic.suggest("give a unit type a `start-with` above 0")));
            }
        }
        if let Some(&first) = self.steps.first()
            && !has_errors
            && self.design.cell_terrain().next().is_none()
        {
            let diagnostic = Diagnostic::warning("no-terrain", "no terrain type fills cells");
            found.push((first, diagnostic.suggest("include a terrain part such as `terrain/earthlike`")));
        }
        for (span, diagnostic) in found {
            self.tree.fault(span, diagnostic);
        }
    }
}
