//! Reading a design: the drafts of its file and of those that it extends and includes, in order; then the resolver.

use design::{Design, Diagnostic, Diagnostics, Draft, Faults, Known, Node, Sources, resolve};
use diagnostics::read_tree;

/// Returns an included file by the name that a design uses: the name of the file for messages, and its text.
pub type Include<'a> = dyn Fn(&str) -> Option<(String, String)> + 'a;

/// The greatest depth of nested includes; deeper ones are a mistake.
const CHAIN_MAX: usize = 32;

/// Reads a design and everything that it extends and includes.
///
/// `name` is the name of the design, `file` the name of its file in messages.
///
/// # Errors
/// All diagnostics, if at least one of them is an error.
pub fn read_design(
    name: &str,
    file: &str,
    text: &str,
    include: &Include<'_>,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let (sources, drafts) = read_sources(file, text, include, &[])?;
    resolve(name, &drafts, &sources, known)
}

/// Reads a file and everything that it extends and includes, as drafts in the order in which they apply.
///
/// `names` are names that `include` knows; the nearest of them is suggested for one that it does not know.
///
/// # Errors
/// All syntax faults, missing files and circles.
pub fn read_sources(
    file: &str,
    text: &str,
    include: &Include<'_>,
    names: &[&str],
) -> Result<(Sources, Vec<Draft>), Diagnostics> {
    let mut gatherer = Gatherer {
        include,
        names,
        sources: Sources::default(),
        drafts: Vec::new(),
        read: Vec::new(),
        found: Faults::default(),
    };
    gatherer.gather(file, text, &mut Vec::new());
    if gatherer.found.has_errors() {
        return Err(gatherer.found.finish(&gatherer.sources));
    }
    Ok((gatherer.sources, gatherer.drafts))
}

struct Gatherer<'a> {
    include: &'a Include<'a>,
    names: &'a [&'a str],
    sources: Sources,
    drafts: Vec<Draft>,
    /// Files that are among the drafts already; naming them again adds nothing.
    read: Vec<String>,
    found: Faults,
}

impl Gatherer<'_> {
    fn gather(&mut self, file: &str, text: &str, chain: &mut Vec<String>) {
        chain.push(file.to_owned());
        let id = self.sources.add(file, text);
        match read_tree(&self.sources, id) {
            Err(fault) => self.found.extend([fault]),
            Ok(root) => {
                // The extended file comes first, then the included ones, then the file's own entries.
                for section in ["extends", "include"] {
                    for node in root.get(section).map(Node::items_or_self).unwrap_or_default() {
                        self.follow(section, node, chain);
                    }
                }
                self.drafts.push(Draft { file: id, root });
            }
        }
        chain.pop();
    }

    fn fault(&mut self, node: &Node, fault: Diagnostic) {
        self.found.add(&self.sources, node.span, fault);
    }

    fn follow(&mut self, section: &str, node: &Node, chain: &mut Vec<String>) {
        let Some(name) = node.text() else {
            let expected = "a name in quotes, or a list of names";
            return self.fault(node, node.wrong_kind(&format!("`{section}`"), expected));
        };
        let Some((file, text)) = (self.include)(name) else {
            let verb = if section == "extends" { "extend" } else { "include" };
            let fault = Diagnostic::error("missing-include", format!("there is no `{name}` to {verb}"));
            let fault = fault.suggest("name a preset, a part of one, or a file beside this one");
            return self.fault(node, fault.did_you_mean(name, self.names.iter().copied()));
        };
        if chain.contains(&file) || chain.len() == CHAIN_MAX {
            let fault =
                Diagnostic::error("include-circle", format!("{} leads back to {file}", chain.join(" leads to ")));
            return self.fault(node, fault.suggest("take one of these mentions out"));
        }
        if !self.read.contains(&file) {
            self.read.push(file.clone());
            self.gather(&file, &text, chain);
        }
    }
}
