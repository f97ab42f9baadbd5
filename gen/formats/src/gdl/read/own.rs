//! The block of RON at the end of a file: what GDL cannot express (`write::block` writes it).
//!
//! It is applied after all forms: the design's part as a patch, the scenario's sections as replacements. The blocks of included
//! files come before that of the module itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{Diagnostic, Diagnostics, Draft, FileId, Node, NodeValue, Variant};
use diagnostics::{Entry, RonTree};
use world::Scenario;

use super::run::ModuleRun;
use crate::saved_parts::put_section;
use crate::write_scenario::sections;

/// The entries that a block may have.
const ENTRIES: &[&str] = &["of", "part", "built-in-namers", "design", "scenario", "without"];

impl<'m> ModuleRun<'m> {
    /// The blocks of the evaluated files: that of the module behind those that it includes, and parts of scenarios last, as they come.
    fn blocks(&self) -> Vec<(FileId, &'m Node)> {
        let mut blocks = Vec::new();
        for file in self.reader.module.files.iter().rev().filter(|file| self.files.is_done(file.id)) {
            blocks.extend(file.own.as_ref().map(|node| (file.id, node)));
        }
        let (parts, mut blocks): (Vec<_>, Vec<_>) =
            blocks.into_iter().partition(|(_, block)| block.get("part").is_some());
        blocks.extend(parts.into_iter().rev());
        blocks
    }

    /// Drops the namers that the file contains only for Xconq.
    pub(crate) fn drop_samples(&mut self) {
        let names: Vec<String> = self
            .blocks()
            .iter()
            .filter_map(|(_, block)| block.get("built-in-namers")?.text())
            .flat_map(|names| names.split_whitespace().map(str::to_owned))
            .collect();
        self.namers.leave_out(&names);
    }

    /// Applies the blocks.
    pub(crate) fn take_own(
        &mut self,
        start: &mut Option<Scenario>,
        variants: &mut Vec<Variant>,
        choices: &BTreeMap<String, String>,
    ) {
        let of_module = FileId(0);
        for (file, block) in self.blocks() {
            self.check_entries(block);
            self.check_sum(file, block);
            if let Some(node) = block.get("design") {
                self.take_design(file, node, variants, choices);
            }
            // An included game gives its design alone.
            if file == of_module && block.get("part").is_none() {
                self.take_scenario(&[block], start);
            }
        }
        // Parts are there to be included. Together they have an area for all that forms say of it.
        let parts = self.blocks().into_iter().map(|(_, block)| block).filter(|block| block.get("part").is_some());
        self.take_scenario(&parts.collect::<Vec<_>>(), start);
    }

    fn check_entries(&mut self, block: &Node) {
        let Some(entries) = block.entries() else {
            let diagnostic = Diagnostic::error("wrong-kind", "a block of Fairmarch's is a map").found(block.describe());
            return self.reader.found.add(&self.reader.module.sources, block.span, diagnostic);
        };
        for (name, _) in entries.iter().filter(|(name, _)| !ENTRIES.contains(&name.text.as_str())) {
            let diagnostic =
                Diagnostic::error("unknown-entry", format!("a block of Fairmarch's has no `{}`", name.text));
            let diagnostic = diagnostic.expected(format!("one of {}", ENTRIES.join(", ")));
            self.reader.found.add(&self.reader.module.sources, name.span, diagnostic);
        }
    }

    /// Warns if the forms of a file were edited since its block was written, because the block may override the edit.
    fn check_sum(&mut self, file: FileId, block: &Node) {
        let Some(sum) = block
            .get("of")
            .filter(|sum| sum.text() != self.reader.module.file(file).and_then(|file| file.sum.as_deref()))
        else {
            return;
        };
        let sections = block.get("scenario").and_then(Node::entries).unwrap_or_default();
        let mut names: Vec<&str> = sections.iter().map(|(name, _)| name.text.as_str()).collect();
        names.extend(block.get("design").map(|_| "design"));
        if names.is_empty() {
            return;
        }
        let message = format!(
            "the forms were edited since this block was written, and what it says of {} stands in place of theirs",
            names.join(", ")
        );
        let diagnostic = Diagnostic::warning("edited-forms", message);
        let diagnostic = diagnostic.suggest("edit it here too, or take it out here; take out `of` to be told no more");
        self.reader.found.add(&self.reader.module.sources, sum.span, diagnostic);
    }

    fn take_design(
        &mut self,
        file: FileId,
        node: &Node,
        variants: &mut Vec<Variant>,
        choices: &BTreeMap<String, String>,
    ) {
        let sources = &self.reader.module.sources;
        let draft = Draft { file, root: node.clone() };
        let drafts = std::slice::from_ref(&draft);
        let mut drafts_to_take = vec![draft.clone()];
        let own = design::variants(drafts);
        let choices = choices.iter().filter(|(name, _)| own.iter().any(|variant| variant.name == **name));
        match design::choose(drafts, &choices.map(|(name, value)| (name.clone(), value.clone())).collect()) {
            Ok(patches) => drafts_to_take.extend(patches),
            Err(error) => {
                self.reader.found.add(sources, node.span, Diagnostic::error("unknown-variant", error.to_string()));
            }
        }
        for variant in own {
            variants.retain(|known| known.name != variant.name);
            variants.push(variant);
        }
        for draft in &drafts_to_take {
            match design::patch(&self.reader.design, draft, sources, self.reader.known) {
                // Lints run when everything has been applied.
                Ok((design, _)) => self.reader.design = design,
                Err(faults) => self.reader.found.extend(faults.0),
            }
        }
    }

    /// Replaces the sections that GDL gave by those of blocks: all are written as one scenario file, which is read as a whole.
    fn take_scenario(&mut self, blocks: &[&Node], start: &mut Option<Scenario>) {
        let of_blocks = blocks.iter().filter_map(|block| block.get("scenario")?.entries());
        let own: Vec<&Entry> = of_blocks.flatten().collect();
        let without: Vec<&str> = blocks.iter().filter_map(|block| block.get("without")?.text()).collect();
        if (own.is_empty() && without.is_empty()) || self.reader.found.has_errors() {
            return;
        }
        let design = Arc::new(self.reader.design.clone());
        let mut given = match start {
            Some(given) => sections(&Scenario { design: Arc::clone(&design), ..given.clone() }),
            None => vec![("format".to_owned(), RonTree::of(1))],
        };
        let is_gone = |name: &str| without.iter().any(|words| words.split_whitespace().any(|word| word == name));
        given.retain(|(name, _)| !is_gone(name));
        let text = RonTree::map(given).print();
        let mut sources = self.reader.module.sources.clone();
        let file = sources.add("what GDL gives of the scenario", &text);
        let mut root = match diagnostics::read_tree(&sources, file) {
            Ok(root) => root,
            Err(fault) => return self.reader.found.extend([fault]),
        };
        if let NodeValue::Map(entries) = &mut root.value {
            if blocks.iter().all(|block| block.get("part").is_none()) {
                entries.retain(|(name, _)| own.iter().all(|(entry, _)| entry.text != name.text));
            }
            own.into_iter().for_each(|section| put_section(entries, section));
        }
        let (scenario, Diagnostics(faults)) = crate::read_scenario::read_sections(&root, &sources, design);
        self.reader.found.extend(faults);
        if let Some(scenario) = scenario {
            *start = Some(scenario);
        }
    }
}
