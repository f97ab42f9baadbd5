//! Scripts of edits: each is read for the scenario that the ones before it made, fitted to the rules, and made.

use std::sync::Arc;

use design::{Design, Diagnostic, Diagnostics, Draft, Known, Node, NodeValue, Sources, Text, TreeReader};
use world::Scenario;
use world::edit::{Edit, Whole};

use super::edit_reader::EditReader;
use crate::read_scenario::read_sections;
use crate::scenario_reader::ScenarioReader;
use crate::write_scenario::{DESIGN, FORMAT, scenario_section_names, sections};

/// What a script made.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The scenario with all edits.
    pub scenario: Scenario,
    /// What each edit did, as a sentence without a full stop.
    pub words: Vec<String>,
    /// The edits as they were made, one after the other.
    pub edits: Vec<Edit>,
    /// Whether the script says itself what is measured of the scenario.
    pub sets_fairness: bool,
}

/// Makes the edits of a script, one after the other.
///
/// # Errors
/// All that is wrong with the script and all that is refused, each with its place.
pub fn apply_script(file: &str, text: &str, scenario: &Scenario, known: &Known) -> Result<Applied, Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add(file, text);
    let root = diagnostics::read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
    let (is_exact, nodes) = edit_nodes(&root, &sources)?;
    let mut applied =
        Applied { scenario: scenario.clone(), words: Vec::new(), edits: Vec::new(), sets_fairness: false };
    let mut found = Diagnostics::default();
    for node in nodes {
        let edit = match read_edit(node, &mut sources, &applied.scenario, known) {
            Ok(edit) => edit,
            Err(faults) => {
                found.0.extend(faults.0);
                continue;
            }
        };
        applied.sets_fairness |=
            node.get("set").is_some_and(|set| set.get("fairness").is_some()) || node.get("leave-out").is_some();
        let edit = if is_exact { Ok(edit) } else { edit.fitted(&applied.scenario) };
        let words = edit.as_ref().map(|edit| edit.words(&applied.scenario)).unwrap_or_default();
        match edit.and_then(|edit| edit.apply(&mut applied.scenario).map(|_| edit)) {
            Ok(edit) => {
                applied.edits.push(edit);
                applied.words.push(words);
            }
            Err(refusal) => found.push(Diagnostic::error("refused", refusal.to_string()).at(sources.place(node.span))),
        }
    }
    if found.has_errors() { Err(found) } else { Ok(applied) }
}

/// The same for a design: only its values can be changed. What each edit did.
///
/// # Errors
/// As for [`apply_script`]; edits of a scenario are refused.
pub fn apply_design_script(
    file: &str,
    text: &str,
    design: &Design,
    known: &Known,
) -> Result<(Design, Vec<String>), Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add(file, text);
    let root = diagnostics::read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
    let (_, nodes) = edit_nodes(&root, &sources)?;
    let (mut design, mut words, mut found) = (design.clone(), Vec::new(), Diagnostics::default());
    for node in nodes {
        let Some(draft) = node.get("design") else {
            let fault = Diagnostic::error("refused", "a design has values, and nothing of a scenario");
            found.push(fault.expected("edits such as { \"design\": { .. } }").at(sources.place(node.span)));
            continue;
        };
        match patched(draft, &design, &sources, known) {
            Ok(next) => {
                words.push("the design gets other values".to_owned());
                design = next;
            }
            Err(faults) => found.0.extend(faults.0),
        }
    }
    if found.has_errors() { Err(found) } else { Ok((design, words)) }
}

/// Whether the edits of a file are to be made exactly, and their trees.
pub(super) fn edit_nodes<'n>(root: &'n Node, sources: &Sources) -> Result<(bool, &'n [Node]), Diagnostics> {
    let mut tree = TreeReader::new(sources);
    let (is_exact, list) = match root.value {
        NodeValue::Map(_) => {
            tree.map_of(root, "a script", &["exact", "edits"]);
            (tree.flag(root.get("exact"), "`exact`"), tree.required(root, "edits"))
        }
        _ => (false, Some(root)),
    };
    let nodes =
        list.map_or(&[][..], |list| tree.list_of(list, "a script", "a list of edits such as [{ \"disband\": 3 }]"));
    let found = tree.found.finish(sources);
    if found.has_errors() { Err(found) } else { Ok((is_exact, nodes)) }
}

pub(super) fn patched(draft: &Node, design: &Design, sources: &Sources, known: &Known) -> Result<Design, Diagnostics> {
    let draft = Draft { file: draft.span.file, root: draft.clone() };
    design::patch(design, &draft, sources, known).map(|(design, _)| design)
}

/// An edit, for the scenario in which it will be made.
pub(super) fn read_edit(
    node: &Node,
    sources: &mut Sources,
    scenario: &Scenario,
    known: &Known,
) -> Result<Edit, Diagnostics> {
    if let Some(draft) = node.get("design") {
        return Ok(Edit::Design(Arc::new(patched(draft, &scenario.design, sources, known)?)));
    }
    if let Some(set) = node.get("set") {
        return read_set(node, set, sources, scenario, known);
    }
    let mut reader = EditReader { reader: ScenarioReader { tree: TreeReader::new(sources) }, scenario };
    let edit = reader.edit(node);
    let found = reader.reader.tree.found.finish(sources);
    match edit {
        Some(edit) if !found.has_errors() => Ok(edit),
        _ => Err(found),
    }
}

/// Whole sections of the file: the scenario is written, these are exchanged, and it is read again.
fn read_set(
    node: &Node,
    set: &Node,
    sources: &mut Sources,
    scenario: &Scenario,
    known: &Known,
) -> Result<Edit, Diagnostics> {
    let mut tree = TreeReader::new(sources);
    tree.map_of(node, "an edit of sections", &["set", "leave-out"]);
    let own = scenario.design.ruleset_section();
    let names: Vec<&str> = scenario_section_names().into_iter().chain(own).collect();
    let changed = if let NodeValue::Map(_) = set.value { tree.map_of(set, "`set`", &names) } else { &[] };
    let mut gone = Vec::new();
    for item in tree.list(node.get("leave-out"), "`leave-out`") {
        gone.push(tree.text(item, "a section").to_owned());
    }
    let found = tree.found.finish(sources);
    if found.has_errors() {
        return Err(found);
    }
    let design = match set.get(DESIGN) {
        Some(draft) => Arc::new(patched(draft, &scenario.design, sources, known)?),
        None => Arc::clone(&scenario.design),
    };
    let text = diagnostics::RonTree::map(sections(scenario)).block().print();
    let id = sources.add("the scenario", &text);
    let mut root = diagnostics::read_tree(sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
    if let NodeValue::Map(entries) = &mut root.value {
        let stays = |name: &str| !gone.iter().any(|gone| gone == name) && set.get(name).is_none();
        entries.retain(|(name, _)| stays(&name.text));
        entries.extend(changed.iter().filter(|(name, _)| name.text != DESIGN).cloned());
        // Whatever is said, this program reads its own format.
        entries.retain(|(name, _)| name.text != "format");
        let span = node.span;
        let format = Node { value: NodeValue::Int(FORMAT), span };
        entries.push((Text { text: "format".to_owned(), span }, format));
    }
    let (read, found) = read_sections(&root, sources, design);
    let told: Vec<&str> =
        changed.iter().map(|(name, _)| name.text.as_str()).chain(gone.iter().map(String::as_str)).collect();
    match read {
        Some(read) if !found.has_errors() => {
            let words = format!("these sections differ: {}", told.join(", "));
            Ok(Edit::Whole(Whole { words, to: Arc::new(read) }))
        }
        _ => Err(found),
    }
}
