//! Reading a design: its file, what it extends and includes, in order, into drafts; then the resolver.

use design::{Design, Diagnostic, Diagnostics, Draft, Known, Node, Sources, resolve};

use crate::read_tree;

/// Gives an included file by the name that a design writes: the file's own name for messages, and its text.
pub type Include<'a> = dyn Fn(&str) -> Option<(String, String)> + 'a;

/// Deeper chains are a mistake.
const CHAIN_MAX: usize = 32;

/// Reads a design and everything that it extends and includes.
///
/// `name` is what the design is called, `file` what messages call its file.
///
/// # Errors
/// Everything that is wrong, in one go.
pub fn read_design(
    name: &str,
    file: &str,
    text: &str,
    include: &Include<'_>,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let (sources, drafts) = read_sources(file, text, include)?;
    resolve(name, &drafts, &sources, known)
}

/// Reads a file and everything that it extends and includes, as drafts in the order in which they apply.
///
/// # Errors
/// Syntax faults, missing files and circles, all of them.
pub fn read_sources(file: &str, text: &str, include: &Include<'_>) -> Result<(Sources, Vec<Draft>), Diagnostics> {
    let mut gatherer = Gatherer {
        include,
        sources: Sources::default(),
        drafts: Vec::new(),
        read: Vec::new(),
        found: Diagnostics::default(),
    };
    gatherer.gather(file, text, &mut Vec::new());
    if gatherer.found.has_errors() {
        gatherer.found.sort();
        return Err(gatherer.found);
    }
    Ok((gatherer.sources, gatherer.drafts))
}

struct Gatherer<'a> {
    include: &'a Include<'a>,
    sources: Sources,
    drafts: Vec<Draft>,
    /// Files that stand among the drafts already: a second mention adds nothing.
    read: Vec<String>,
    found: Diagnostics,
}

impl Gatherer<'_> {
    fn gather(&mut self, file: &str, text: &str, chain: &mut Vec<String>) {
        chain.push(file.to_owned());
        let id = self.sources.add(file, text);
        match read_tree(&self.sources, id) {
            Err(fault) => self.found.push(fault),
            Ok(root) => {
                // What is extended comes first, then the parts, then the file's own word.
                for section in ["extends", "include"] {
                    for node in root
                        .get(section)
                        .map(|node| node.items().unwrap_or(std::slice::from_ref(node)))
                        .unwrap_or_default()
                    {
                        self.follow(section, node, chain);
                    }
                }
                self.drafts.push(Draft { file: id, root });
            }
        }
        chain.pop();
    }

    fn follow(&mut self, section: &str, node: &Node, chain: &mut Vec<String>) {
        let place = self.sources.place(node.span);
        let Some(name) = node.text() else {
            let fault = Diagnostic::error("wrong-kind", format!("`{section}` cannot be this"));
            return self
                .found
                .push(fault.found(node.describe()).expected("a name in quotes, or a list of names").at(place));
        };
        let Some((file, text)) = (self.include)(name) else {
            let fault = Diagnostic::error("missing-include", format!("there is no `{name}` to {section}"));
            let fault = fault.suggest("name a preset, a part of one, or a file beside this one");
            return self.found.push(fault.at(place));
        };
        if chain.contains(&file) || chain.len() == CHAIN_MAX {
            let fault =
                Diagnostic::error("include-circle", format!("{} leads back to {file}", chain.join(" leads to ")));
            return self.found.push(fault.suggest("take one of these mentions out").at(place));
        }
        if !self.read.contains(&file) {
            self.read.push(file.clone());
            self.gather(&file, &text, chain);
        }
    }
}
