//! Namers: those that GDL's rules can express, rule by rule; for each other one a list of names that it makes.

use std::collections::BTreeSet;

use chance::Seed;
use design::{Atom, Design, Kind, Scope, Value};
use namers::{Draft, Grammar, Library, Method, NamingSession, Rule, RuleForm};

use super::tree::{Break, Tree, bare, form, list, string, symbol};
use super::values::gdl_rows;

/// How many sample names replace a namer that GDL's rules cannot express.
const SAMPLES: usize = 60;
/// Words that begin a rule: a sequence that begins with one of them would be read as another rule.
const HEADS: &[&str] = &["or", "capitalize", "reject"];

/// The namers of a file.
pub(super) struct Namers {
    /// Their forms, the design's own first.
    pub(super) forms: Vec<Tree>,
    /// The names of those that come with Fairmarch.
    pub(super) builtin: Vec<String>,
}

/// The forms of the design's own namers, and of those of Fairmarch's that the design uses.
pub(super) fn namers(design: &Design) -> Namers {
    let mut library = Library::builtin();
    let texts = design.namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    // Namers are checked when a design is loaded; if one is broken, samples cannot be drawn.
    let is_sound = library.read_all(texts).is_ok();
    let mut mentioned = mentioned(design);
    let mut forms = Vec::new();
    for namer in design.namers.iter().filter(|_| is_sound) {
        let Some(draft) = namers::read_draft(&namer.name, &namer.text) else { continue };
        let method = match exact(&draft.method) {
            Some(method) => {
                words(&draft, &mut mentioned);
                method
            }
            None => sample(&library, &namer.name),
        };
        forms.push(form("namer", [symbol(&namer.name), method]));
    }
    let is_own = |name: &str| design.namers.iter().any(|namer| namer.name == name);
    let builtin: Vec<String> = mentioned.into_iter().filter(|name| !is_own(name) && library.has(name)).collect();
    forms.extend(builtin.iter().map(|name| form("namer", [symbol(name), sample(&library, name)])));
    Namers { forms, builtin }
}

/// The names of namers that types, global variables, features and sides use.
fn mentioned(design: &Design) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let is_namer = |name: &str| name == "namer" || name.ends_with("-namer");
    let mut note = |value: &Value| match value {
        Value::Text(name) => {
            names.insert(name.clone());
        }
        Value::List(rows) => {
            let named = rows.iter().filter_map(|row| row.get(1)?.text());
            names.extend(named.map(str::to_owned));
        }
        _ => {}
    };
    for (number, _) in gdl_rows(Scope::Unit).filter(|(_, row)| row.kind == Kind::Text && is_namer(row.name)) {
        (0..design.units.len()).for_each(|index| note(&design.property(Scope::Unit, number, index)));
    }
    for (number, row) in gdl_rows(Scope::Global) {
        if let Some(value) = design.global(number)
            && (is_namer(row.name) || row.name == "feature-namers")
        {
            note(value);
        }
    }
    for side in design.sides.iter().chain(design.side_library.iter().map(|item| &item.side)) {
        let lists = ["unit-namers", "feature-namers"].iter().filter_map(|&name| side.gdl.atoms().get(name));
        lists.for_each(|atoms| texts(atoms, &mut names));
    }
    names
}

fn texts(atoms: &[Atom], names: &mut BTreeSet<String>) {
    for atom in atoms {
        names.extend(atom.text().map(str::to_owned));
        texts(atom.list().unwrap_or_default(), names);
    }
}

/// Collects the words of a grammar that are not its own rules: some of them name namers.
fn words(draft: &Draft, mentioned: &mut BTreeSet<String>) {
    fn of_rule(rule: &Rule, note: &mut dyn FnMut(&str)) {
        match &rule.form {
            RuleForm::Text(_) => {}
            RuleForm::Word(word) | RuleForm::Namer(word) => note(word),
            RuleForm::Sequence(parts) => parts.iter().for_each(|part| of_rule(part, note)),
            RuleForm::Or(parts) => parts.iter().for_each(|(_, part)| of_rule(part, note)),
            RuleForm::Capitalize(part) | RuleForm::Reject(part, _) => of_rule(part, note),
        }
    }
    let Method::Grammar(grammar) = &draft.method else { return };
    let is_rule = |word: &str| grammar.rules.iter().any(|rule| rule.name == word);
    for rule in &grammar.rules {
        of_rule(&rule.rule, &mut |word| {
            if !is_rule(word) {
                mentioned.insert(word.to_owned());
            }
        });
    }
}

/// A method in GDL's form; `None` if GDL cannot express it.
fn exact(method: &Method) -> Option<Tree> {
    match method {
        Method::Random(names) => Some(form("random", names.iter().map(|name| string(name)))),
        Method::InOrder(names) => Some(form("in-order", names.iter().map(|name| string(name)))),
        Method::Grammar(grammar) => {
            let is_glued = grammar.joiner.as_deref().unwrap_or_default().is_empty();
            let is_bounded = grammar.max_length < Grammar::LENGTH_MAX || !grammar.allow_repeats;
            if !is_glued || is_bounded || !grammar.capital_first || !grammar.reject.is_empty() {
                return None;
            }
            let head = [bare("grammar"), symbol(&grammar.root), bare(grammar.depth)];
            let rules = grammar.rules.iter().map(|named| list([symbol(&named.name), rule(&named.rule)]));
            Some(list(head.into_iter().chain(rules)).broken(Break::After(3)))
        }
    }
}

fn rule(given: &Rule) -> Tree {
    match &given.form {
        RuleForm::Text(text) => string(text),
        RuleForm::Word(word) | RuleForm::Namer(word) => symbol(word),
        RuleForm::Sequence(parts) => {
            let is_safe = match parts.first().map(|part| &part.form) {
                Some(RuleForm::Word(word) | RuleForm::Namer(word)) => !HEADS.contains(&word.as_str()),
                Some(RuleForm::Text(_)) => true,
                _ => false,
            };
            // An empty text goes before a list that begins with a list, which would not be a sequence otherwise.
            list((!is_safe).then(|| string("")).into_iter().chain(parts.iter().map(rule)))
        }
        RuleForm::Or(alternatives) => {
            let weigh = |weight: u32| (weight != 1).then(|| bare(weight));
            form("or", alternatives.iter().flat_map(|(weight, part)| weigh(*weight).into_iter().chain([rule(part)])))
        }
        RuleForm::Capitalize(part) => form("capitalize", [rule(part)]),
        RuleForm::Reject(part, bad) => {
            form("reject", [rule(part)].into_iter().chain(bad.iter().map(|text| string(text))))
        }
    }
}

/// A list of names that a namer makes, always the same ones.
fn sample(library: &Library, name: &str) -> Tree {
    let mut session = NamingSession::new(library);
    let mut stream = Seed(1).stream(&format!("write-gdl/{name}"));
    let names = (0..SAMPLES).map_while(|_| session.name(name, &mut stream).ok());
    form("random", names.map(|name| string(&name)))
}
