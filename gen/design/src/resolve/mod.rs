//! The resolver: makes a design of drafts, or reports all errors in them.
//!
//! The file's sections: `title summary description player-notes designer-notes claims sides side-library groups materials
//! terrain units tables globals namers exports recipe variants`, and one that only the ruleset knows, under its name. Drafts are taken in order; a later one adds types, patches
//! properties and tables, and replaces the sides, their library, forms and the recipe. A namer or module property whose value is an
//! empty list is removed.

mod recipe;
mod supports;
mod types;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::is_odd;
use types::{Group, is_word};

use crate::draft::named_ruleset;
use crate::parameters::global::RULESET;
use crate::{
    Design, Diagnostic, Diagnostics, Draft, Extras, Form, Kind, NamerText, Node, NodeValue, SECTIONS, Scope,
    SideExtras, Sources, Span, Text, TreeReader, atoms, find_suspicions, nearest, read_extras, read_forms,
    ruleset_section, sides, split_names, tell_suspicions, variants,
};

/// GDL's word for a namer that combines names of the side and the type.
const JUNKY: &str = "junky";

/// The names outside a design that it may refer to.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Methods with the global variables that each reads. Empty: recipes are not checked.
    pub methods: Vec<(&'static str, Vec<&'static str>)>,
    /// Names of built-in namers. Empty: namers are not checked.
    pub namers: Vec<String>,
    /// The rulesets. Empty: neither the name of the ruleset nor its section is checked.
    pub rulesets: Vec<KnownRuleset>,
    /// Checks the section [`crate::EXPORTS`]. `None`: it is not checked.
    pub check_exports: Option<fn(&Design) -> Diagnostics>,
}

impl Known {
    /// The names of the rulesets.
    #[must_use]
    pub fn ruleset_names(&self) -> Vec<&'static str> {
        self.rulesets.iter().map(|ruleset| ruleset.name).collect()
    }

    /// Whether a design may name this namer: its own, a built-in one, or none.
    #[must_use]
    pub fn has_namer(&self, design: &Design, name: &str) -> bool {
        let is_own = || design.namers.iter().any(|namer| namer.name == name);
        let is_known = || self.namers.is_empty() || self.namers.iter().any(|namer| namer == name);
        name.is_empty() || name == JUNKY || is_own() || is_known()
    }

    /// What is wrong with the sections of a design that only its ruleset, or formats, can read.
    #[must_use]
    pub fn check_sections(&self, design: &Design) -> Diagnostics {
        let name = design.global_text(RULESET);
        let known = self.rulesets.iter().find(|ruleset| ruleset.name == name);
        let checks = known.map(|ruleset| ruleset.check_design).into_iter().chain(self.check_exports);
        Diagnostics(checks.flat_map(|check| check(design).0).collect())
    }
}

/// A ruleset that designs may name.
#[derive(Clone, Copy, Debug)]
pub struct KnownRuleset {
    /// Its name, as designs write it in `ruleset`.
    pub name: &'static str,
    /// Checks the section of a design that only this ruleset can read.
    pub check_design: fn(&Design) -> Diagnostics,
}

/// The code of a ruleset's fault that a design claims areas on which its rules cannot be played: it is told where they are claimed.
pub const WRONG_AREA: &str = "wrong-area";

/// The version of the file format that is written, and the highest that is read.
pub const FORMAT: i64 = 1;

/// Makes a design of drafts. One with `"anew": true` stands in place of all drafts before it, apart from the design's name.
///
/// # Errors
/// All diagnostics, errors and warnings, if at least one is an error. Without errors the warnings are returned with the design.
pub fn resolve(
    name: &str,
    drafts: &[Draft],
    sources: &Sources,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let (before, drafts) = drafts.split_at(drafts.iter().rposition(Draft::is_anew).unwrap_or(0));
    let name = before.iter().rev().find_map(|draft| draft.root.get("name")?.text()).unwrap_or(name);
    let design = Design { name: name.to_owned(), title: name.to_owned(), ..Design::default() };
    take_drafts(design, drafts, sources, known)
}

/// Applies one more draft to a finished design, as [`resolve`] applies a later draft after an earlier one.
///
/// A `*` in earlier drafts does not reach types that this one adds. A draft with `"anew": true` drops the design and stands alone.
///
/// # Errors
/// As for [`resolve`].
pub fn patch(
    design: &Design,
    draft: &Draft,
    sources: &Sources,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let drafts = std::slice::from_ref(draft);
    match draft.is_anew() {
        true => resolve(&design.name, drafts, sources, known),
        false => take_drafts(design.clone(), drafts, sources, known),
    }
}

fn take_drafts(
    design: Design,
    drafts: &[Draft],
    sources: &Sources,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let mut ids = [const { BTreeMap::new() }; 4];
    for scope in Scope::TYPES {
        let names = design.types(scope).names.iter().cloned();
        ids[Design::slot(scope)] = names.enumerate().map(|(index, name)| (name, index)).collect();
    }
    // It says which section is the ruleset's own, and so it has to be known before the sections are.
    let named = drafts.iter().rev().find_map(|draft| named_ruleset(&draft.root));
    let named = named.unwrap_or(design.global_text(RULESET));
    let names = known.ruleset_names();
    // A slip in the name of the rules is told once, and not again of each section that is theirs.
    let meant = if names.contains(&named) { None } else { nearest(named, names) };
    let ruleset = meant.unwrap_or(named).to_owned();
    let mut resolver = Resolver {
        tree: TreeReader::new(sources),
        known,
        ruleset,
        design,
        groups: BTreeMap::new(),
        ids,
        defined: BTreeMap::new(),
        claimed: BTreeMap::new(),
        set: BTreeMap::new(),
        sides_at: None,
        steps: Vec::new(),
        empty_scopes: BTreeSet::new(),
        has_broken_claims: false,
        broken: BTreeSet::new(),
    };
    resolver.design.namers = with_namers(std::mem::take(&mut resolver.design.namers), drafts, sources);
    for draft in drafts {
        resolver.take_sections(draft);
    }
    resolver.check_claims();
    // If some types were left out, every mention of them would be reported as one more fault.
    if drafts.iter().all(|draft| resolver.take_types(draft)) {
        resolver.check_groups();
        for draft in drafts {
            resolver.take_values(draft);
            resolver.take_forms(draft);
            resolver.take_side_extras(draft);
        }
        resolver.check_globals();
        resolver.check_recipe();
    }
    resolver.design.forget_other_sections();
    let found = known.check_sections(&resolver.design);
    resolver.take_faults_of_rules(found);
    resolver.design.forget_defaults();
    resolver.lint();
    let Resolver { design, tree, .. } = resolver;
    let found = tree.found.finish(sources);
    if found.has_errors() { Err(found) } else { Ok((design, found)) }
}

/// The namers that drafts bring along. [`resolve`] checks only their names, not their texts. A later namer replaces an earlier one
/// of the same name; an empty list removes it.
#[must_use]
pub fn namer_texts(drafts: &[Draft], sources: &Sources) -> Vec<NamerText> {
    with_namers(Vec::new(), drafts, sources)
}

fn with_namers(earlier: Vec<NamerText>, drafts: &[Draft], sources: &Sources) -> Vec<NamerText> {
    let mut numbers: BTreeMap<String, usize> =
        earlier.iter().enumerate().map(|(number, namer)| (namer.name.clone(), number)).collect();
    let mut namers: Vec<Option<NamerText>> = earlier.into_iter().map(Some).collect();
    let entries = drafts.iter().filter_map(|draft| draft.root.get("namers")?.entries());
    // A file with more namers gets a diagnostic elsewhere.
    for (name, node) in entries.flat_map(|entries| &entries[..entries.len().min(NAMERS_MAX)]) {
        if let Some(earlier) = numbers.insert(name.text.clone(), namers.len()) {
            namers[earlier] = None;
        }
        let text = sources.written(node.span).to_owned();
        let namer = NamerText { name: name.text.clone(), text, place: sources.place(node.span) };
        namers.push(Some(namer).filter(|_| node.items() != Some(&[])));
    }
    namers.into_iter().flatten().take(NAMERS_MAX).collect()
}

/// The most namers that a design brings along.
const NAMERS_MAX: usize = 255;

struct Resolver<'a> {
    tree: TreeReader<'a>,
    known: &'a Known,
    /// The ruleset that the drafts name.
    ruleset: String,
    design: Design,
    groups: BTreeMap<String, Group>,
    /// The types of each kind by their names.
    ids: [BTreeMap<String, usize>; 4],
    /// Where each type was defined first.
    defined: BTreeMap<(Scope, usize), Span>,
    /// Where each claim was made last.
    claimed: BTreeMap<String, Span>,
    /// Where each global variable was set last, by its row's number.
    set: BTreeMap<usize, Span>,
    /// Where the predefined sides stand.
    sides_at: Option<Span>,
    /// Where each step of the recipe stands.
    steps: Vec<Span>,
    /// Kinds of types for which a missing type was already reported.
    empty_scopes: BTreeSet<Scope>,
    /// Whether a claim could not be read; then the claims are not compared.
    has_broken_claims: bool,
    /// The global variables with values that could not be read, by their rows' numbers.
    broken: BTreeSet<usize>,
}

/// The sections that define types, in the order in which they are written.
pub const TYPE_SECTIONS: [(&str, Scope); 4] =
    [("materials", Scope::Material), ("advances", Scope::Advance), ("terrain", Scope::Terrain), ("units", Scope::Unit)];

impl Resolver<'_> {
    /// What a ruleset says of its design. It knows no places outside of its section: what it says of areas stands where they are
    /// claimed, and all else where the rules are named.
    fn take_faults_of_rules(&mut self, found: Diagnostics) {
        let number: usize = RULESET.0.into();
        let named = self.set.get(&number).copied();
        let areas = self.claimed.get("areas").copied();
        for fault in found.0 {
            let span = if fault.code == WRONG_AREA { areas.or(named) } else { named };
            match span.filter(|_| fault.place.is_none()) {
                Some(span) => self.tree.fault(span, fault),
                None => self.tree.found.extend([fault]),
            }
        }
    }

    fn take_sections(&mut self, draft: &Draft) {
        for (name, node) in self.tree.map(&draft.root, "the file") {
            match name.text.as_str() {
                "format" => match node.value {
                    NodeValue::Int(version) if (1..=FORMAT).contains(&version) => {}
                    _ => {
                        let diagnostic = Diagnostic::error("format-version", "this version of the format is not known");
                        let diagnostic = diagnostic.found(node.describe()).expected(format!("1 to {FORMAT}"));
                        self.tree.fault(node.span, diagnostic.suggest("a newer Fairmarch may read it"));
                    }
                },
                "name" => self.take_text(node, false, |design| &mut design.name),
                "title" => self.take_text(node, false, |design| &mut design.title),
                "summary" => self.take_text(node, false, |design| &mut design.summary),
                "description" => self.take_text(node, true, |design| &mut design.description),
                "player-notes" => self.take_text(node, true, |design| &mut design.player_notes),
                "designer-notes" => self.take_text(node, true, |design| &mut design.designer_notes),
                "claims" => self.take_claims(node),
                "groups" => {
                    for (group, node) in self.tree.map(node, "groups") {
                        if !is_word(&group.text) {
                            self.bad_name(group, "a group's");
                        } else if let Some(members) = node.text() {
                            let members = split_names(members).into_iter().map(str::to_owned).collect();
                            self.groups.insert(group.text.clone(), Group { members, span: node.span });
                        } else {
                            self.tree.wrong(node, "a group", "names with spaces between, such as \"sea shallows\"");
                        }
                    }
                }
                "namers" => {
                    let entries = self.tree.map(node, "namers");
                    if let Some((name, _)) = entries.get(NAMERS_MAX) {
                        let message = format!("a design has at most {NAMERS_MAX} namers of its own");
                        self.tree.fault(name.span, Diagnostic::error("too-many-namers", message));
                    }
                }
                "sides" => {
                    self.sides_at = Some(node.span);
                    self.design.sides = sides::read_sides(node, &mut self.tree);
                }
                "side-library" => {
                    self.design.side_library = sides::read_side_library(node, &mut self.tree);
                }
                "module" => {
                    let module = atoms::read_properties(&[Scope::Module], node, &mut self.tree);
                    self.design.module.extend(module);
                    self.design.module.retain(|_, atoms| !atoms.is_empty());
                }
                "variants" => variants::check(node, &self.ruleset, &mut self.tree),
                section if SECTIONS.contains(&section) || Some(section) == ruleset_section(&self.ruleset) => {}
                _ => {
                    let known: Vec<&str> = SECTIONS.iter().copied().chain(ruleset_section(&self.ruleset)).collect();
                    self.tree.unknown("unknown-section", "section", name, &known);
                }
            }
        }
    }

    /// Forms stand in place of all that came before; only vaults of other names stay, so that a part can hold some.
    fn take_forms(&mut self, draft: &Draft) {
        if let Some(node) = draft.root.get("forms") {
            let nodes = self.tree.list_of(node, "`forms`", "a list of forms such as [[\"doctrine\", \"careful\"]]");
            let read = read_forms(nodes, &self.design, &mut self.tree);
            let mut forms = std::mem::take(&mut self.design.forms);
            let has = |name: &str| read.iter().filter_map(Form::vault).any(|vault| vault.name == name);
            forms.retain(|form| form.vault().is_some_and(|vault| !has(&vault.name)));
            forms.extend(read);
            self.design.forms = forms;
        }
    }

    /// What only the rules of GDL know of sides: it names types.
    fn take_side_extras(&mut self, draft: &Draft) {
        let [sides, library]: [Vec<Extras<SideExtras>>; 2] = ["sides", "side-library"].map(|section| {
            let items = draft.root.get(section).and_then(Node::items).unwrap_or_default().iter();
            items.map(|item| read_extras(item.get("gdl"), &self.design, &mut self.tree)).collect()
        });
        let side_library = self.design.side_library.iter_mut().map(|item| &mut item.side);
        for (side, own) in self.design.sides.iter_mut().zip(sides).chain(side_library.zip(library)) {
            side.gdl = own;
        }
    }

    fn take_text(&mut self, node: &Node, has_lines: bool, field: fn(&mut Design) -> &mut String) {
        match node.text() {
            Some(text) => {
                self.check_characters(text, has_lines, node.span);
                text.clone_into(field(&mut self.design));
            }
            None => self.tree.wrong(node, "a text", Kind::Text.expected()),
        }
    }

    /// Control characters would garble any page or terminal that shows the text.
    fn check_characters(&mut self, text: &str, has_lines: bool, span: Span) {
        if let Some(found) = text.chars().find(|&char| is_odd(char, has_lines)) {
            let diagnostic = Diagnostic::error("control-character", "a text cannot hold this character");
            let expected = if has_lines { "letters, signs and new lines" } else { "one line of letters and signs" };
            self.tree.fault(span, diagnostic.found(found.escape_default().to_string()).expected(expected));
        }
    }

    fn bad_name(&mut self, name: &Text, whose: &str) {
        let diagnostic = Diagnostic::error("bad-name", format!("`{}` cannot be {whose} name", name.text));
        self.tree.fault(name.span, diagnostic.expected("letters, digits and signs, without control characters"));
    }

    fn lint(&mut self) {
        if self.tree.found.has_errors() {
            // A lint of an incomplete design would repeat what the errors already say.
            return;
        }
        let suspicions = find_suspicions(&self.design);
        let TreeReader { sources, found } = &mut self.tree;
        tell_suspicions(suspicions, &self.defined, &self.set, sources, found);
    }
}
