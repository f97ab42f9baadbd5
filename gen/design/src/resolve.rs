//! The resolver: drafts into a design, or into all that is wrong with them.
//!
//! The file's sections: `title summary description player-notes designer-notes claims sides side-library groups materials
//! terrain units tables globals namers recipe variants`. Drafts are taken in order; a later one adds types, patches
//! properties and tables, and replaces the sides, their library, forms and the recipe. A namer or a property of the module
//! that is an empty list is taken away.

use std::collections::{BTreeMap, BTreeSet};

use grid::{Area, AreaError};

use crate::parameters::global::{ADVANTAGE_MAX, ADVANTAGE_MIN, SIDES_MAX, SIDES_MIN, SIDES_WANTED};
use crate::parameters::unit::START_WITH;
use crate::parameters::{find, rows};
use crate::{
    Atom, Claims, Design, Diagnostic, Diagnostics, Draft, Entry, Faults, IntGlobal, Kind, NamerText, Node, NodeValue,
    Parameter, Scope, Sources, Span, Step, Text, Value, atoms, counted, find_suspicions, sides, split_names,
    tell_suspicions, variants,
};

/// What a design may refer to that is not of its own making.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Methods with the global variables that each reads. Empty: recipes are not checked.
    pub methods: Vec<(&'static str, Vec<&'static str>)>,
    /// Names of built-in namers. Empty: namers are not checked.
    pub namers: Vec<String>,
}

/// The sections of a file, with whether the resolver or the reader of the format takes them.
pub const SECTIONS: &[&str] = &[
    "format",
    "name",
    "anew",
    "extends",
    "include",
    "title",
    "summary",
    "description",
    "player-notes",
    "designer-notes",
    "claims",
    "sides",
    "side-library",
    "groups",
    "materials",
    "advances",
    "terrain",
    "units",
    "tables",
    "globals",
    "namers",
    "recipe",
    "module",
    "forms",
    "variants",
];

/// The version of the file format that is written, and the highest that is read.
pub const FORMAT: i64 = 1;

/// Makes a design of drafts.
///
/// # Errors
/// All errors and warnings, if there is at least one error. Else the warnings come beside the design.
pub fn resolve(
    name: &str,
    drafts: &[Draft],
    sources: &Sources,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let design = Design { name: name.to_owned(), title: name.to_owned(), ..Design::default() };
    take_drafts(design, drafts, sources, known)
}

/// Takes one more draft after a design that is finished, as [`resolve`] takes a later draft after an earlier one.
///
/// A `*` of earlier drafts does not reach types that this one adds. A draft that says `"anew": true` forgets the design, and stands by itself.
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
    match draft.root.get("anew").map(|node| &node.value) {
        Some(NodeValue::Flag(true)) => resolve(&design.name, drafts, sources, known),
        _ => take_drafts(design.clone(), drafts, sources, known),
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
    let mut resolver = Resolver {
        sources,
        known,
        design,
        found: Faults::default(),
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
    // With some of the types left out, every mention of them would be a fault of its own.
    if drafts.iter().all(|draft| resolver.take_types(draft)) {
        resolver.check_groups();
        for draft in drafts {
            resolver.take_values(draft);
        }
        resolver.check_globals();
        resolver.check_recipe();
    }
    resolver.lint();
    resolver.design.forget_defaults();
    let Resolver { design, found, .. } = resolver;
    let found = found.finish(sources);
    if found.has_errors() { Err(found) } else { Ok((design, found)) }
}

/// The namers that drafts bring along, of which [`resolve`] checks nothing but their names. A later one replaces an
/// earlier one of its name; an empty list takes it away.
#[must_use]
pub fn namer_texts(drafts: &[Draft], sources: &Sources) -> Vec<NamerText> {
    with_namers(Vec::new(), drafts, sources)
}

fn with_namers(earlier: Vec<NamerText>, drafts: &[Draft], sources: &Sources) -> Vec<NamerText> {
    let mut numbers: BTreeMap<String, usize> =
        earlier.iter().enumerate().map(|(number, namer)| (namer.name.clone(), number)).collect();
    let mut namers: Vec<Option<NamerText>> = earlier.into_iter().map(Some).collect();
    let entries = drafts.iter().filter_map(|draft| draft.root.get("namers")?.entries());
    // Who writes more is told of it.
    for (name, node) in entries.flat_map(|entries| &entries[..entries.len().min(NAMERS_MAX)]) {
        if let Some(earlier) = numbers.insert(name.text.clone(), namers.len()) {
            namers[earlier] = None;
        }
        let text = &sources.text(node.span.file)[node.span.start as usize..node.span.end as usize];
        let namer = NamerText { name: name.text.clone(), text: text.to_owned(), place: sources.place(node.span) };
        namers.push(Some(namer).filter(|_| node.items() != Some(&[])));
    }
    namers.into_iter().flatten().take(NAMERS_MAX).collect()
}

/// A design brings no more namers along.
const NAMERS_MAX: usize = 255;
/// GDL's word for a namer that puts names together of those of side and type.
const JUNKY: &str = "junky";
/// Types of a kind: ids are bytes, and one value is kept for "none".
const TYPES_MAX: usize = 255;

struct Group {
    members: Vec<String>,
    /// Where the members stand.
    span: Span,
}

struct Resolver<'a> {
    sources: &'a Sources,
    known: &'a Known,
    design: Design,
    found: Faults,
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
    /// Kinds without any types, which were told of.
    empty_scopes: BTreeSet<Scope>,
    /// Whether a claim could not be read, so that the claims cannot be compared.
    has_broken_claims: bool,
    /// The global variables with values that could not be read, by their rows' numbers.
    broken: BTreeSet<usize>,
}

/// The sections that define types, in the order in which they are written.
pub const TYPE_SECTIONS: [(&str, Scope); 4] =
    [("materials", Scope::Material), ("advances", Scope::Advance), ("terrain", Scope::Terrain), ("units", Scope::Unit)];

impl Resolver<'_> {
    fn fault(&mut self, span: Span, diagnostic: Diagnostic) {
        self.found.add(self.sources, span, diagnostic);
    }

    fn unknown(&mut self, code: &'static str, what: &str, name: &Text, known: &[&str]) {
        let diagnostic = Diagnostic::error(code, format!("unknown {what} `{}`", name.text));
        let told = match known.len() {
            // Nobody will read what was meant.
            _ if self.found.is_full(name.span.file) => diagnostic,
            1..=20 => diagnostic.one_of(&name.text, known),
            _ => diagnostic.did_you_mean(&name.text, known.iter().copied()),
        };
        self.fault(name.span, told);
    }

    fn wrong_kind(&mut self, node: &Node, what: &str, expected: &str) {
        let diagnostic = Diagnostic::error("wrong-kind", format!("{what} cannot be this"));
        self.fault(node.span, diagnostic.found(node.describe()).expected(expected));
    }

    /// The entries of a map, with a fault for anything else and for a name given twice.
    fn map<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Entry] {
        let Some(entries) = node.entries() else {
            self.wrong_kind(node, what, "a map such as { \"name\": value }");
            return &[];
        };
        let mut earlier = BTreeSet::new();
        for (name, _) in entries {
            if !earlier.insert(name.text.as_str()) {
                let diagnostic = Diagnostic::error("duplicate-name", format!("`{}` stands twice in {what}", name.text));
                self.fault(name.span, diagnostic.suggest("remove one of them"));
            }
        }
        entries
    }

    fn take_sections(&mut self, draft: &Draft) {
        for (name, node) in self.map(&draft.root, "the file") {
            match name.text.as_str() {
                "format" => match node.value {
                    NodeValue::Int(version) if (1..=FORMAT).contains(&version) => {}
                    _ => {
                        let diagnostic = Diagnostic::error("format-version", "this version of the format is not known");
                        let diagnostic = diagnostic.found(node.describe()).expected(format!("1 to {FORMAT}"));
                        self.fault(node.span, diagnostic.suggest("a newer Fairmarch may read it"));
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
                    for (group, node) in self.map(node, "groups") {
                        if !is_word(&group.text) {
                            self.bad_name(group, "a group's");
                        } else if let Some(members) = node.text() {
                            let members = split_names(members).into_iter().map(str::to_owned).collect();
                            self.groups.insert(group.text.clone(), Group { members, span: node.span });
                        } else {
                            self.wrong_kind(node, "a group", "names with spaces between, such as \"sea shallows\"");
                        }
                    }
                }
                "namers" => {
                    let entries = self.map(node, "namers");
                    if let Some((name, _)) = entries.get(NAMERS_MAX) {
                        let message = format!("a design has at most {NAMERS_MAX} namers of its own");
                        self.fault(name.span, Diagnostic::error("too-many-namers", message));
                    }
                }
                "sides" => {
                    self.sides_at = Some(node.span);
                    self.design.sides = sides::read_sides(node, self.sources, &mut self.found);
                }
                "side-library" => {
                    self.design.side_library = sides::read_side_library(node, self.sources, &mut self.found);
                }
                "module" => {
                    let module = atoms::read_properties(&[Scope::Module], node, self.sources, &mut self.found);
                    self.design.module.extend(module);
                    self.design.module.retain(|_, atoms| !atoms.is_empty());
                }
                "forms" => {
                    let Some(items) = node.items() else {
                        self.wrong_kind(node, "`forms`", "a list of forms such as [[\"doctrine\", \"careful\"]]");
                        continue;
                    };
                    let forms = items.iter().filter_map(|item| atoms::read_atoms(item, self.sources, &mut self.found));
                    self.design.forms = forms.collect();
                }
                "variants" => variants::check(node, self.sources, &mut self.found),
                section if SECTIONS.contains(&section) => {}
                _ => self.unknown("unknown-section", "section", name, SECTIONS),
            }
        }
    }

    fn take_text(&mut self, node: &Node, has_lines: bool, field: fn(&mut Design) -> &mut String) {
        match node.text() {
            Some(text) => {
                self.check_characters(text, has_lines, node.span);
                text.clone_into(field(&mut self.design));
            }
            None => self.wrong_kind(node, "a text", &Kind::Text.expected()),
        }
    }

    /// Control characters would garble whatever shows the text.
    fn check_characters(&mut self, text: &str, has_lines: bool, span: Span) {
        let is_bad = |char: char| char.is_control() && !(has_lines && matches!(char, '\n' | '\r' | '\t'));
        if let Some(found) = text.chars().find(|&char| is_bad(char)) {
            let diagnostic = Diagnostic::error("control-character", "a text cannot hold this character");
            let expected = if has_lines { "letters, signs and new lines" } else { "one line of letters and signs" };
            self.fault(span, diagnostic.found(found.escape_default().to_string()).expected(expected));
        }
    }

    fn bad_name(&mut self, name: &Text, whose: &str) {
        let diagnostic = Diagnostic::error("bad-name", format!("`{}` cannot be {whose} name", name.text));
        self.fault(name.span, diagnostic.expected("letters, digits and signs, without control characters"));
    }

    fn take_claims(&mut self, node: &Node) {
        let mut claims = std::mem::take(&mut self.design.claims);
        const NAMES: &[&str] = &["size", "size-min", "size-max", "areas"];
        for (name, node) in self.map(node, "claims") {
            self.claimed.insert(name.text.clone(), node.span);
            match name.text.as_str() {
                "size" => self.take_size(node, &mut claims.size),
                "size-min" => self.take_size(node, &mut claims.size_min),
                "size-max" => self.take_size(node, &mut claims.size_max),
                "areas" => {
                    let words: Option<Vec<_>> =
                        node.text().map(|text| text.split_whitespace().map(str::parse).collect());
                    match words.map(|words| words.into_iter().collect::<Result<Vec<_>, _>>()) {
                        Some(Ok(areas)) if !areas.is_empty() => claims.areas = areas,
                        _ => {
                            self.wrong_kind(node, "`areas`", "shapes with spaces between, such as \"hexagon cylinder\"")
                        }
                    }
                }
                _ => self.unknown("unknown-claim", "claim", name, NAMES),
            }
        }
        self.design.claims = claims;
    }

    fn take_size(&mut self, node: &Node, size: &mut (u32, u32)) {
        match node.text().and_then(Claims::parse_size) {
            Some(given) => *size = given,
            None => {
                self.has_broken_claims = true;
                self.wrong_kind(node, "a size", "WIDTHxHEIGHT such as \"60x40\"");
            }
        }
    }

    /// Whether there is room for all types of a draft.
    fn take_types(&mut self, draft: &Draft) -> bool {
        for (section, scope) in TYPE_SECTIONS {
            let Some(node) = draft.root.get(section) else { continue };
            for (name, _) in self.map(node, section) {
                if !is_word(&name.text) {
                    self.bad_name(name, "a type's");
                } else if self.id(scope, &name.text).is_none() {
                    let index = self.design.types(scope).len();
                    if index == TYPES_MAX {
                        let message = format!("a design has at most {TYPES_MAX} types of a kind");
                        self.fault(name.span, Diagnostic::error("too-many-types", message));
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

    fn id(&self, scope: Scope, name: &str) -> Option<usize> {
        self.ids[Design::slot(scope)].get(name).copied()
    }

    fn is_type(&self, name: &str) -> bool {
        self.ids.iter().any(|ids| ids.contains_key(name))
    }

    /// Groups hold names of types, of one kind or several. Groups of groups would need an order, and a word against
    /// circles, for what a longer list says as well.
    fn check_groups(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        for (name, group) in &groups {
            for member in group.members.iter().filter(|member| !self.is_type(member)).collect::<BTreeSet<_>>() {
                if groups.contains_key(member) {
                    let message = format!("the group `{name}` holds the group `{member}`");
                    let diagnostic = Diagnostic::error("group-in-group", message).expected("names of types");
                    self.fault(group.span, diagnostic.suggest(format!("write the members of `{member}` instead")));
                } else {
                    let known: Vec<String> = self.ids.iter().flat_map(BTreeMap::keys).cloned().collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    let what = format!("member of the group `{name}`:");
                    self.unknown("unknown-type", &what, &Text { text: member.clone(), span: group.span }, &known);
                }
            }
        }
        self.groups = groups;
    }

    fn check_claims(&mut self) {
        let Some(&any) = self.claimed.values().next().filter(|_| !self.has_broken_claims) else { return };
        let claimed = self.claimed.clone();
        let at = |names: [&str; 2]| names.iter().find_map(|&name| claimed.get(name)).copied().unwrap_or(any);
        let Claims { size, size_min, size_max, areas } = self.design.claims.clone();
        let written = |(width, height): (u32, u32)| format!("{width}x{height}");
        let (least, most) = (written(size_min), written(size_max));
        if size_min.0 > size_max.0 || size_min.1 > size_max.1 {
            let message = format!("`size-min` is {least}, which is more than `size-max`, {most}");
            self.fault(at(["size-min", "size-max"]), Diagnostic::error("claims-differ", message));
        } else if !(size_min.0..=size_max.0).contains(&size.0) || !(size_min.1..=size_max.1).contains(&size.1) {
            let message = format!("`size` is {}, which is not from {least} to {most}", written(size));
            let diagnostic = Diagnostic::error("claims-differ", message);
            let span = claimed.get("size").copied().unwrap_or_else(|| at(["size-min", "size-max"]));
            self.fault(span, diagnostic.suggest("set `size`, `size-min` and `size-max` so that it is"));
        }
        let Some(&shape) = areas.first() else { return };
        if let Err(error) = Area::new(shape, size.0, size.1) {
            let message = format!("no {} has the size {}: {error}", shape.name(), written(size));
            self.fault(at(["size", "areas"]), Diagnostic::error("bad-size", message));
        }
        for (name, size) in [("size-min", size_min), ("size-max", size_max)] {
            // How tall a hexagon may be depends on its width: bounds that do not fit together are still bounds.
            if let (Some(&span), Err(error)) = (claimed.get(name), Area::new(shape, size.0, size.1))
                && !matches!(error, AreaError::TooTall { .. })
            {
                self.fault(span, Diagnostic::warning("bad-size", format!("no area has the `{name}`: {error}")));
            }
        }
    }

    /// Numbers that cannot all be met.
    fn check_globals(&mut self) {
        let of = |key: IntGlobal| (key.0.into(), self.design.global_int(key));
        let [(min_at, least), (max_at, most), (wanted_at, wanted)] = [SIDES_MIN, SIDES_MAX, SIDES_WANTED].map(of);
        let advantages = [ADVANTAGE_MIN, ADVANTAGE_MAX].map(of);
        let at = |numbers: &[usize]| numbers.iter().find_map(|number| self.set.get(number)).copied();
        let mut faults = Vec::new();
        if least > most {
            let message = format!("`sides-min` is {least}, which is more than `sides-max`, {most}");
            faults.push((at(&[min_at, max_at]), Diagnostic::error("sides-differ", message)));
        } else if !(least..=most).contains(&wanted) {
            let message = format!("`sides-wanted` is {wanted}, which is not from {least} to {most}");
            let diagnostic = Diagnostic::error("sides-differ", message);
            let diagnostic = diagnostic.suggest("set `sides-wanted` to a number from `sides-min` to `sides-max`");
            faults.push((at(&[wanted_at, min_at, max_at]), diagnostic));
        }
        let predefined = self.design.sides.len();
        if predefined as i32 > most {
            let message =
                format!("{} are predefined, which is more than `sides-max`, {most}", counted(predefined, "side"));
            faults.push((self.sides_at, Diagnostic::error("sides-differ", message)));
        }
        if let [(min_at, least @ 1..), (max_at, most @ 1..)] = advantages
            && least > most
        {
            let message = format!("`advantage-min` is {least}, which is more than `advantage-max`, {most}");
            faults.push((at(&[min_at, max_at]), Diagnostic::error("advantages-differ", message)));
        }
        if [min_at, max_at, wanted_at].iter().any(|number| self.broken.contains(number)) {
            return;
        }
        for (span, diagnostic) in faults {
            // Unset they are as the registry has them, and agree.
            if let Some(span) = span {
                self.fault(span, diagnostic);
            }
        }
    }

    /// What no run of the recipe could do.
    fn check_recipe(&mut self) {
        let mut found = Vec::new();
        let mut earlier = BTreeSet::new();
        let has_errors = self.found.has_errors();
        for (step, &span) in self.design.recipe.iter().zip(&self.steps) {
            let method = step.method.as_str();
            if !earlier.insert(method) {
                let diagnostic = Diagnostic::warning("method-twice", format!("`{method}` stands twice in the recipe"));
                found.push((span, diagnostic.suggest("remove one of them")));
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
            let diagnostic = Diagnostic::error("no-terrain", "no terrain type fills cells");
            found.push((first, diagnostic.suggest("include a terrain part such as `terrain/earthlike`")));
        }
        for (span, diagnostic) in found {
            self.fault(span, diagnostic);
        }
    }

    fn take_values(&mut self, draft: &Draft) {
        for (section, scope) in TYPE_SECTIONS {
            let Some(node) = draft.root.get(section) else { continue };
            for (name, properties) in node.entries().unwrap_or_default() {
                let Some(id) = self.id(scope, &name.text) else { continue };
                for (property, value) in self.map(properties, &format!("`{}`", name.text)) {
                    self.take_property(scope, id, property, value);
                }
            }
        }
        if let Some(node) = draft.root.get("tables") {
            for (name, clauses) in self.map(node, "tables") {
                self.take_table(name, clauses);
            }
        }
        if let Some(node) = draft.root.get("globals") {
            for (name, node) in self.map(node, "globals") {
                let Some(number) = self.find_row(Scope::Global, name) else { continue };
                if let Some(value) = self.value(&rows(Scope::Global)[number], node) {
                    self.set.insert(number, node.span);
                    self.design.set_global(number, value);
                } else {
                    self.broken.insert(number);
                }
            }
        }
        if let Some(node) = draft.root.get("recipe") {
            self.take_recipe(node);
        }
    }

    fn find_row(&mut self, scope: Scope, name: &Text) -> Option<usize> {
        let number = find(scope, &name.text);
        if number.is_none() {
            let elsewhere = crate::parameters::SCOPES.into_iter().find(|&other| find(other, &name.text).is_some());
            if let Some(other) = elsewhere {
                let message = format!("`{}` is no {}", name.text, scope.parameter_noun());
                let diagnostic = Diagnostic::error("wrong-place", message);
                let diagnostic = diagnostic.suggest(format!("it is a {}: write it there", other.parameter_noun()));
                self.fault(name.span, diagnostic);
            } else {
                let known: Vec<&str> = rows(scope).iter().map(|row| row.name).collect();
                self.unknown("unknown-parameter", &scope.parameter_noun(), name, &known);
            }
        }
        number
    }

    fn take_property(&mut self, scope: Scope, id: usize, name: &Text, node: &Node) {
        let Some(number) = self.find_row(scope, name) else { return };
        let row = &rows(scope)[number];
        let Some(value) = self.value(row, node) else { return };
        self.design.set_property(scope, id, number, value);
    }

    /// `{ ROWS: { COLUMNS: VALUE } }` or `{ ROWS: VALUE }`; rows and columns are names, groups or `*`.
    fn take_table(&mut self, name: &Text, clauses: &Node) {
        let Some(number) = self.find_row(Scope::Table, name) else { return };
        let row = &rows(Scope::Table)[number];
        let [row_scope, column_scope] = row.index;
        for (row_names, columns) in self.map(clauses, &format!("`{}`", name.text)) {
            let row_ids = self.find_types(row_scope, row_names);
            if columns.entries().is_none() {
                let all: Vec<usize> = (0..self.design.types(column_scope).len()).collect();
                if let Some(value) = self.value(row, columns) {
                    self.design.fill_table(number, &row_ids, &all, &value);
                }
                continue;
            }
            for (column_names, node) in self.map(columns, &format!("`{}`", name.text)) {
                let column_ids = self.find_types(column_scope, column_names);
                if let Some(value) = self.value(row, node) {
                    self.design.fill_table(number, &row_ids, &column_ids, &value);
                }
            }
        }
    }

    /// The types that a text names: names and groups with spaces between, or `*` for all.
    fn find_types(&mut self, scope: Scope, names: &Text) -> Vec<usize> {
        // A set: a text may name the same types again and again.
        let mut ids = BTreeSet::new();
        for word in split_names(&names.text) {
            if word == "*" {
                ids.extend(0..self.design.types(scope).len());
            } else if let Some(id) = self.id(scope, word) {
                ids.insert(id);
            } else if let Some(Group { members, .. }) = self.groups.get(word) {
                ids.extend(members.iter().filter_map(|name| self.id(scope, name)));
                // Members of no kind at all were told of where the group is defined.
                let wrong = members.iter().filter(|name| self.id(scope, name).is_none() && self.is_type(name));
                let wrong: Vec<&str> = wrong.map(String::as_str).collect();
                if !wrong.is_empty() {
                    let message = format!("the group `{word}` holds what is no {}: {}", scope.noun(), wrong.join(", "));
                    self.fault(names.span, Diagnostic::error("unknown-type", message));
                }
            } else {
                self.unknown_type(scope, Text { text: word.to_owned(), span: names.span }, true);
            }
        }
        ids.into_iter().collect()
    }

    fn unknown_type(&mut self, scope: Scope, name: Text, or_group: bool) {
        if self.design.types(scope).is_empty() {
            if self.empty_scopes.insert(scope) {
                let diagnostic = Diagnostic::error("no-types", format!("there are no {}s", scope.noun()));
                let remedy = match scope {
                    Scope::Terrain => "include a terrain part such as `terrain/earthlike`",
                    Scope::Unit => "include a part with units such as `units/empire`",
                    _ => "define one under `materials`",
                };
                self.fault(name.span, diagnostic.suggest(remedy));
            }
            return;
        }
        let fits = |group: &Group| group.members.iter().all(|member| self.id(scope, member).is_some());
        let groups = self.groups.iter().filter(|(_, group)| or_group && fits(group)).map(|(name, _)| name);
        let known: Vec<String> = match self.found.is_full(name.span.file) {
            true => Vec::new(),
            false => self.design.types(scope).names.iter().chain(groups).cloned().collect(),
        };
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        self.unknown("unknown-type", scope.noun(), &name, &known);
    }

    fn take_recipe(&mut self, node: &Node) {
        let Some(items) = node.items() else {
            return self.wrong_kind(node, "`recipe`", "a list of methods such as [\"make-rivers\"]");
        };
        self.design.recipe.clear();
        self.steps.clear();
        for item in items {
            let (method, with) = match (&item.value, item.entries()) {
                (NodeValue::Text(text), _) => (Text { text: text.clone(), span: item.span }, None),
                (_, Some([(method, with)])) => (method.clone(), Some(with)),
                _ => {
                    let expected = "a method's name, or { \"method\": { \"parameter\": value } }";
                    self.wrong_kind(item, "a step", expected);
                    continue;
                }
            };
            let known = self.known;
            let info = known.methods.iter().find(|(name, _)| *name == method.text);
            if info.is_none() && !known.methods.is_empty() {
                let names: Vec<&str> = known.methods.iter().map(|(name, _)| *name).collect();
                self.unknown("unknown-method", "method", &method, &names);
                continue;
            }
            let mut step = Step { method: method.text.clone(), with: Vec::new() };
            for (name, node) in with.map(|with| self.map(with, "the step")).unwrap_or_default() {
                let Some(number) = self.find_row(Scope::Global, name) else { continue };
                if let Some((method, read)) = info.filter(|(_, read)| !read.contains(&rows(Scope::Global)[number].name))
                {
                    let message = format!("`{method}` does not read `{}`", name.text);
                    let diagnostic = Diagnostic::error("unread-parameter", message);
                    self.fault(name.span, diagnostic.expected(format!("one of {}", read.join(", "))));
                } else if let Some(value) = self.value(&rows(Scope::Global)[number], node) {
                    step.with.push((name.text.clone(), value));
                }
            }
            self.design.recipe.push(step);
            self.steps.push(item.span);
        }
    }

    /// A node as a value of a row's kind, or a fault.
    fn value(&mut self, row: &Parameter, node: &Node) -> Option<Value> {
        let value = match (row.kind, &node.value) {
            (Kind::Int(low, high), NodeValue::Int(number)) => {
                if !(i64::from(low)..=i64::from(high)).contains(number) {
                    let diagnostic = Diagnostic::error("out-of-range", format!("`{}` is out of its range", row.name));
                    self.fault(node.span, diagnostic.found(number.to_string()).expected(row.kind.expected()));
                    return None;
                }
                Some(Value::Int(*number as i32))
            }
            (Kind::Flag, NodeValue::Flag(flag)) => Some(Value::Int(i32::from(*flag))),
            (Kind::Flag, NodeValue::Int(number @ 0..=1)) => Some(Value::Int(*number as i32)),
            (Kind::Choice(words), NodeValue::Text(text)) => {
                let index = words.iter().position(|word| word == text);
                if index.is_none() {
                    let name = Text { text: text.clone(), span: node.span };
                    self.unknown("unknown-word", &format!("`{}`", row.name), &name, words);
                    return None;
                }
                index.map(|index| Value::Int(index as i32))
            }
            (Kind::Reference(_), NodeValue::Text(text)) if text == "none" => Some(Value::Int(-1)),
            (Kind::Reference(scope), NodeValue::Text(text)) => {
                let index = self.id(scope, text);
                if index.is_none() {
                    self.unknown_type(scope, Text { text: text.clone(), span: node.span }, false);
                    return None;
                }
                index.map(|index| Value::Int(index as i32))
            }
            (Kind::Text, NodeValue::Text(text)) => {
                if row.name == "namer" || row.name.ends_with("-namer") {
                    self.check_namer(text, node.span);
                }
                self.check_characters(text, row.name == "help", node.span);
                Some(Value::Text(text.clone()))
            }
            (Kind::Dice, NodeValue::Int(number)) => {
                i16::try_from(*number).ok().map(|number| Value::Dice(chance::Dice::constant(number)))
            }
            (Kind::Dice, NodeValue::Text(text)) => text.parse().ok().map(Value::Dice),
            (Kind::List, NodeValue::List(items)) => self.list(row, items),
            (Kind::Form(_), NodeValue::List(items)) => {
                let atoms: Option<Vec<Atom>> =
                    items.iter().map(|item| atoms::read_atom(item, self.sources, &mut self.found)).collect();
                return atoms.map(Value::Form);
            }
            _ => None,
        };
        if value.is_none() && row.kind != Kind::List {
            self.wrong_kind(node, &format!("`{}`", row.name), &row.kind.expected());
        }
        value
    }

    fn list(&mut self, row: &Parameter, items: &[Node]) -> Option<Value> {
        let mut list = Vec::new();
        for item in items {
            let atoms: Vec<&Node> = item.items().map_or_else(|| vec![item], |items| items.iter().collect());
            let mut atoms_found = Vec::new();
            for atom in atoms {
                match &atom.value {
                    NodeValue::Int(number) if i32::try_from(*number).is_ok() => {
                        atoms_found.push(Atom::Int(*number as i32))
                    }
                    NodeValue::Text(text) => atoms_found.push(Atom::Word(text.clone())),
                    _ => {
                        self.wrong_kind(
                            atom,
                            &format!("an entry of `{}`", row.name),
                            "a word in quotes or a whole number",
                        );
                        return None;
                    }
                }
            }
            if row.name == "feature-namers"
                && let Some(Atom::Word(namer)) = atoms_found.get(1)
            {
                self.check_namer(&namer.clone(), item.span);
            }
            list.push(atoms_found);
        }
        Some(Value::List(list))
    }

    fn check_namer(&mut self, name: &str, span: Span) {
        let known = self.known;
        let own = self.design.namers.iter().any(|namer| namer.name == name);
        if known.namers.is_empty()
            || own
            || name.is_empty()
            || name == JUNKY
            || known.namers.iter().any(|namer| namer == name)
        {
            return;
        }
        let names: Vec<&str> = known.namers.iter().map(String::as_str).collect();
        self.unknown("unknown-namer", "namer", &Text { text: name.to_owned(), span }, &names);
    }

    fn lint(&mut self) {
        if self.found.has_errors() {
            // A lint of half a design would complain of what the errors already say.
            return;
        }
        let suspicions = find_suspicions(&self.design);
        tell_suspicions(suspicions, &self.defined, &self.set, self.sources, &mut self.found);
    }
}

/// Whether a text can be named in tables, where words stand with spaces between.
fn is_word(text: &str) -> bool {
    let is_quotable = !(text.contains('\'') && text.contains('`'));
    !text.is_empty() && text != "*" && text.trim() == text && !text.contains(char::is_control) && is_quotable
}

impl Claims {
    /// A size as people write it: `60x40`.
    #[must_use]
    pub fn parse_size(text: &str) -> Option<(u32, u32)> {
        let (width, height) = text.split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    }
}
