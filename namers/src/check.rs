//! Makes namers of drafts: binds every symbol, and finds rules that never end.
//!
//! The search for endless rules is Knuth's generalisation of shortest paths to grammars, in its simple form: the least depth of
//! each rule, improved until nothing changes. A rule without a depth then has no way out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostics::{Diagnostic, Severity};

use crate::fault::{Faults, did_you_mean};
use crate::namer::{Bound, Maker, Part};
use crate::{Draft, Grammar, Library, Method, NamedRule, Namer, Place, Rule, RuleForm};

/// The code of the warning that words have no spaces between them.
pub const NO_SPACES: &str = "namer-no-spaces";

/// Words that begin a list and therefore cannot name a rule in RON.
pub(crate) const HEADS: [&str; 5] = ["or", "capitalize", "reject", "text", "namer"];

/// All drafts as namers, checked together with those that are present; unusable if a fault is an error.
pub(crate) fn check(drafts: &[Draft], present: &Library) -> (Vec<Namer>, Vec<Diagnostic>) {
    let mut names: BTreeSet<&str> = present.names().collect();
    let mut twice = Vec::new();
    let mut seen = BTreeSet::new();
    for draft in drafts {
        names.insert(&draft.name);
        if !seen.insert(draft.name.as_str()) {
            twice.push(draft);
        }
    }
    let mut faults = Vec::new();
    for draft in twice {
        let mut of_file = Faults::new(&draft.file);
        of_file.error(draft.place, "namer-twice", format!("namer \"{}\" is given twice", draft.name));
        faults.append(&mut of_file.found);
    }
    let mut namers = Vec::new();
    for draft in drafts {
        let mut of_file = Faults::new(&draft.file);
        namers.push(bind(draft, &names, &mut of_file));
        faults.append(&mut of_file.found);
    }
    // Without a sound binding (a missing root, a list that is too deep) depths mean nothing.
    if !faults.iter().any(|fault| fault.severity == Severity::Error) {
        Depths::measure(drafts, &namers, present).report(&mut faults);
    }
    (namers, faults)
}

/// One draft as a namer that may refer to namers of these names. It is not checked whether its rules end.
pub(crate) fn bind(draft: &Draft, names: &BTreeSet<&str>, faults: &mut Faults) -> Namer {
    let maker = match &draft.method {
        Method::Random(list) => bind_list(draft, list, false, faults),
        Method::InOrder(list) => bind_list(draft, list, true, faults),
        Method::Grammar(grammar) => {
            let rules = rule_numbers(grammar);
            Maker::Grammar(Binder { draft, grammar, names, faults, rules, compared: 2000 }.bind())
        }
    };
    Namer { name: draft.name.clone(), summary: draft.summary.clone(), maker }
}

fn bind_list(draft: &Draft, list: &[String], in_order: bool, faults: &mut Faults) -> Maker {
    let names: Vec<Arc<str>> =
        list.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).map(Arc::from).collect();
    if names.is_empty() {
        faults.error(draft.place, "namer-empty", format!("namer \"{}\" has no names", draft.name));
    } else if names.len() < list.len() {
        faults.warning(
            draft.place,
            "namer-empty-name",
            format!("namer \"{}\" lists an empty name, which is left out", draft.name),
        );
    }
    Maker::List { names, in_order }
}

fn rule_numbers(grammar: &Grammar) -> BTreeMap<&str, usize> {
    // Of two rules with one name the first counts; the second is a fault.
    let mut numbers = BTreeMap::new();
    for (number, rule) in grammar.rules.iter().enumerate() {
        numbers.entry(rule.name.as_str()).or_insert(number);
    }
    numbers
}

/// Binds one grammar.
struct Binder<'a> {
    draft: &'a Draft,
    grammar: &'a Grammar,
    names: &'a BTreeSet<&'a str>,
    faults: &'a mut Faults,
    rules: BTreeMap<&'a str, usize>,
    /// How many more words may be compared with the names of rules: a bound for files that consist only of words.
    compared: u32,
}

impl Binder<'_> {
    fn bind(mut self) -> Bound {
        let grammar = self.grammar;
        self.check_options();
        for (number, rule) in grammar.rules.iter().enumerate() {
            self.warn_of_own_name(rule);
            if self.rules[rule.name.as_str()] != number {
                self.faults.error(rule.place, "namer-rule-twice", format!("rule \"{}\" is given twice", rule.name));
            }
        }
        let root = self.rules.get(grammar.root.as_str()).copied();
        if root.is_none() {
            let suggestion = did_you_mean(&grammar.root, self.rules.keys().copied());
            let message = format!("the root \"{}\" is not a rule of namer \"{}\"", grammar.root, self.draft.name);
            self.faults.error(grammar.root_place, "namer-unknown-root", message).suggestion = suggestion;
        }
        // Each further rule is a fault by now; comparing it would only take time.
        let rules: Vec<Part> =
            grammar.rules.iter().take(Grammar::RULES_MAX).map(|rule| self.part(&rule.rule, 1)).collect();
        if let Some(root) = root
            && grammar.rules.len() <= Grammar::RULES_MAX
        {
            self.warn_of_unused(root, &rules);
        }
        Bound {
            root: root.unwrap_or(0),
            depth: grammar.depth,
            joiner: grammar.joiner.clone().unwrap_or_default(),
            capital_first: grammar.capital_first,
            max_length: grammar.max_length as usize,
            allow_repeats: grammar.allow_repeats,
            reject: small(&grammar.reject),
            rules,
        }
    }

    fn check_options(&mut self) {
        let (grammar, place) = (self.grammar, self.draft.place);
        if !(1..=Grammar::DEPTH_MAX).contains(&grammar.depth) {
            let message = format!("depth {} is not in 1..={}", grammar.depth, Grammar::DEPTH_MAX);
            self.faults.error(place, "namer-option-range", message);
        }
        if !(1..=Grammar::LENGTH_MAX).contains(&grammar.max_length) {
            let message = format!("max-length {} is not in 1..={}", grammar.max_length, Grammar::LENGTH_MAX);
            self.faults.error(place, "namer-option-range", message);
        }
        if grammar.rules.len() > Grammar::RULES_MAX {
            let message = format!("{} rules are more than {}", grammar.rules.len(), Grammar::RULES_MAX);
            self.faults.error(place, "namer-too-many-rules", message);
        }
        if grammar.reject.iter().any(String::is_empty) {
            self.faults.error(place, "namer-reject-empty", "an empty text to reject is in every name".to_owned());
        }
    }

    fn part(&mut self, rule: &Rule, level: u32) -> Part {
        let nothing = || Part::Text(String::new());
        if level > Grammar::DEPTH_MAX {
            let message = format!("lists inside one another deeper than {}", Grammar::DEPTH_MAX);
            self.faults.error(rule.place, "namer-too-deep", message);
            return nothing();
        }
        match &rule.form {
            RuleForm::Text(text) => Part::Text(text.clone()),
            RuleForm::Word(word) => self.word(word, rule.place),
            RuleForm::Namer(name) if self.names.contains(name.as_str()) => Part::Namer(name.clone()),
            RuleForm::Namer(name) => {
                let suggestion = did_you_mean(name, self.names.iter().copied());
                let message = format!("there is no namer \"{name}\"");
                self.faults.error(rule.place, "namer-unknown", message).suggestion = suggestion;
                nothing()
            }
            RuleForm::Sequence(parts) => {
                self.warn_of_plain_words(rule.place, parts);
                Part::Sequence(parts.iter().map(|part| self.part(part, level + 1)).collect())
            }
            RuleForm::Or(alternatives) => self.choice(rule.place, alternatives, level),
            RuleForm::Capitalize(part) => Part::Capitalize(Box::new(self.part(part, level + 1))),
            RuleForm::Reject(part, bad) => {
                if bad.iter().any(String::is_empty) {
                    let message = "an empty text to reject is in every name".to_owned();
                    self.faults.error(rule.place, "namer-reject-empty", message);
                }
                Part::Reject(Box::new(self.part(part, level + 1)), small(bad))
            }
        }
    }

    fn choice(&mut self, place: Place, alternatives: &[(u32, Rule)], level: u32) -> Part {
        let mut totals = Vec::new();
        let mut parts = Vec::new();
        let mut total = 0u32;
        for (weight, alternative) in alternatives {
            let part = self.part(alternative, level + 1);
            // An alternative that is never drawn is neither a way out nor a fault.
            if *weight == 0 {
                continue;
            }
            let Some(sum) = total.checked_add(*weight) else {
                let message = format!("the weights add up to more than {}", u32::MAX);
                self.faults.error(place, "namer-weight-range", message);
                break;
            };
            total = sum;
            totals.push(total);
            parts.push(part);
        }
        if parts.is_empty() {
            let message = "a choice without an alternative whose weight is above 0".to_owned();
            self.faults.error(place, "namer-empty-choice", message);
            return Part::Text(String::new());
        }
        Part::Or(totals, parts)
    }

    fn word(&mut self, word: &str, place: Place) -> Part {
        if let Some(&rule) = self.rules.get(word) {
            return Part::Rule(rule);
        }
        if self.names.contains(word) {
            return Part::Namer(word.to_owned());
        }
        // Names of rules are mostly long words; a short word such as "bal" beside a rule "val" is a syllable.
        if word.chars().count() < 5 || self.compared == 0 {
            return Part::Text(word.to_owned());
        }
        self.compared -= 1;
        // One typing error. A different case is none: "Lands" beside a rule `lands` is a word beside its rule.
        let near = |name: &&&str| strsim::osa_distance(word, name) == 1 && !word.eq_ignore_ascii_case(name);
        if let Some(name) = self.rules.keys().filter(|name| name.len() >= 5).find(near) {
            let message = format!("\"{word}\" is neither a rule nor a namer, so it stands for itself");
            self.faults.warning(place, "namer-near-miss", message).suggestion =
                Some(format!("did you mean \"{name}\"?"));
        }
        Part::Text(word.to_owned())
    }

    /// `"wood": ["or", "wood", "grove"]`: the author means the text, the grammar means the rule.
    fn warn_of_own_name(&mut self, NamedRule { name, rule, .. }: &NamedRule) {
        let RuleForm::Or(alternatives) = &rule.form else { return };
        for (_, alternative) in alternatives {
            if matches!(&alternative.form, RuleForm::Word(word) if word == name) {
                let message = format!("rule \"{name}\" has itself as an alternative");
                self.faults.warning(alternative.place, "namer-own-name", message).suggestion =
                    Some(format!("rename the rule if the text \"{name}\" is meant"));
            }
        }
    }

    /// The seed's first example writes `(the animal in the thing)` and means spaces; Xconq 7.5 makes `Thedoginthehat`.
    fn warn_of_plain_words(&mut self, place: Place, parts: &[Rule]) {
        let plain: Vec<&str> = parts
            .iter()
            .filter_map(|part| match &part.form {
                RuleForm::Word(word) => Some(word.as_str()),
                _ => None,
            })
            .filter(|word| !self.rules.contains_key(word) && !self.names.contains(word))
            .collect();
        let asked_for = self.grammar.joiner.is_some();
        let spaced = parts.iter().any(|part| matches!(part.form, RuleForm::Text(_)));
        let words = plain.iter().all(|word| !word.is_empty() && word.chars().all(char::is_alphabetic));
        if asked_for || spaced || !words || plain.len() < 2 {
            return;
        }
        let message = format!("the words {} are neither rules nor namers and get no spaces", quoted(&plain));
        self.faults.warning(place, NO_SPACES, message).suggestion =
            Some("set joiner to \" \" for spaces, to \"\" to glue them".to_owned());
    }

    fn warn_of_unused(&mut self, root: usize, rules: &[Part]) {
        let mut used = vec![false; rules.len()];
        let mut open = vec![root];
        while let Some(rule) = open.pop() {
            if !std::mem::replace(&mut used[rule], true) {
                each_link(&rules[rule], &mut |link| {
                    if let Link::Rule(next) = link {
                        open.push(next);
                    }
                });
            }
        }
        for (NamedRule { name, place, .. }, _) in self.grammar.rules.iter().zip(used).filter(|(_, used)| !used) {
            let message = format!("rule \"{name}\" is never used");
            self.faults.warning(*place, "namer-unused-rule", message);
        }
    }
}

fn small(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| text.to_lowercase()).collect()
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}

enum Link<'a> {
    Rule(usize),
    Namer(&'a str),
}

/// Every symbol in a part, in reading order.
fn each_link<'a>(part: &'a Part, take: &mut dyn FnMut(Link<'a>)) {
    match part {
        Part::Text(_) => {}
        Part::Rule(rule) => take(Link::Rule(*rule)),
        Part::Namer(name) => take(Link::Namer(name)),
        Part::Sequence(parts) | Part::Or(_, parts) => parts.iter().for_each(|part| each_link(part, take)),
        Part::Capitalize(part) | Part::Reject(part, _) => each_link(part, take),
    }
}

/// The depth of a rule for which no way out was found.
const ENDLESS: u32 = u32::MAX;

/// The least depth that each rule of each namer needs.
struct Depths<'a> {
    drafts: &'a [Draft],
    grammars: BTreeMap<&'a str, &'a Bound>,
    least: BTreeMap<&'a str, Vec<u32>>,
}

impl<'a> Depths<'a> {
    /// The depths of the drafts' namers and of all that they refer to: a present namer may refer to one that is replaced.
    fn measure(drafts: &'a [Draft], namers: &'a [Namer], present: &'a Library) -> Self {
        let drawn: BTreeMap<&str, &Namer> = namers.iter().map(|namer| (namer.name(), namer)).collect();
        let mut grammars = BTreeMap::new();
        let mut open: Vec<&Namer> = namers.iter().collect();
        while let Some(namer) = open.pop() {
            let Maker::Grammar(grammar) = &namer.maker else { continue };
            if grammars.insert(namer.name(), grammar).is_some() {
                continue;
            }
            for rule in &grammar.rules {
                each_link(rule, &mut |link| {
                    if let Link::Namer(name) = link {
                        open.extend(drawn.get(name).copied().or_else(|| present.get(name)));
                    }
                });
            }
        }
        let least = grammars.iter().map(|(&name, grammar)| (name, vec![ENDLESS; grammar.rules.len()])).collect();
        let mut depths = Depths { drafts, grammars, least };
        while depths.improve() {}
        depths
    }

    fn improve(&mut self) -> bool {
        let mut changed = false;
        for (&name, &grammar) in &self.grammars {
            for (number, rule) in grammar.rules.iter().enumerate() {
                let depth = self.least_of(name, rule);
                let kept = &mut self.least.get_mut(name).expect("each grammar has its depths")[number];
                changed |= depth < *kept;
                *kept = depth;
            }
        }
        changed
    }

    fn least_of(&self, namer: &str, part: &Part) -> u32 {
        let inside = match part {
            Part::Text(_) => return 0,
            Part::Rule(rule) => return self.least[namer][*rule],
            // A nested namer counts its own depth from 0; that both share a limit is an accident of Xconq.
            Part::Namer(name) => match self.root_of(name) {
                Some(root) if self.least[name.as_str()][root] == ENDLESS => ENDLESS,
                _ => 0,
            },
            Part::Sequence(parts) => parts.iter().map(|part| self.least_of(namer, part)).max().unwrap_or(0),
            Part::Or(_, parts) => parts.iter().map(|part| self.least_of(namer, part)).min().unwrap_or(ENDLESS),
            Part::Capitalize(part) | Part::Reject(part, _) => self.least_of(namer, part),
        };
        inside.saturating_add(1)
    }

    /// `None` for a list, which always ends.
    fn root_of(&self, namer: &str) -> Option<usize> {
        self.grammars.get(namer).map(|grammar| grammar.root)
    }

    fn report(&self, faults: &mut Vec<Diagnostic>) {
        let mut reported = BTreeSet::new();
        for draft in self.drafts {
            let Method::Grammar(grammar) = &draft.method else { continue };
            let mut of_file = Faults::new(&draft.file);
            let least = &self.least[draft.name.as_str()];
            for (number, rule) in grammar.rules.iter().enumerate().filter(|&(number, _)| least[number] == ENDLESS) {
                let circle = self.circle(&draft.name, number);
                // Rules that only lead into a circle are mended together with it.
                let sorted: BTreeSet<_> = circle.iter().copied().collect();
                if !circle.contains(&(draft.name.as_str(), number)) || !reported.insert(sorted) {
                    continue;
                }
                let chain = self.spell(&draft.name, &circle);
                let message = format!("rule \"{}\" can only expand through {chain} and never ends", rule.name);
                of_file.error(rule.place, "namer-cycle", message).suggestion =
                    Some("give one of these rules an alternative that leads out".to_owned());
            }
            let needed = self.root_of(&draft.name).map_or(0, |root| least[root]);
            if needed != ENDLESS && needed > grammar.depth {
                let message = format!("depth {} is too small: the root needs at least {needed}", grammar.depth);
                of_file.error(draft.place, "namer-too-shallow", message);
            }
            faults.append(&mut of_file.found);
        }
    }

    /// The circle into which an endless rule leads: it follows the first endless symbol until one appears again. The circle begins
    /// with the given rule if that is part of it.
    fn circle(&self, namer: &'a str, rule: usize) -> Vec<(&'a str, usize)> {
        let mut path = vec![(namer, rule)];
        loop {
            let &(namer, rule) = path.last().expect("the path begins with a rule");
            let mut next = None;
            each_link(&self.grammars[namer].rules[rule], &mut |link| {
                let to = match link {
                    Link::Rule(rule) => Some((namer, rule)),
                    Link::Namer(name) => self.grammars.get_key_value(name).map(|(&name, grammar)| (name, grammar.root)),
                };
                next = next.or(to.filter(|&(namer, rule)| self.least[namer][rule] == ENDLESS));
            });
            let next = next.expect("an endless rule has an endless symbol");
            if let Some(start) = path.iter().position(|&step| step == next) {
                return path.split_off(start);
            }
            path.push(next);
        }
    }

    /// The circle as "left -> right -> left"; rules of other namers as "namer/rule".
    fn spell(&self, home: &str, circle: &[(&str, usize)]) -> String {
        let name = |&(namer, rule): &(&str, usize)| match self.drafts.iter().find(|draft| draft.name == namer) {
            Some(Draft { method: Method::Grammar(grammar), .. }) if namer == home => grammar.rules[rule].name.clone(),
            Some(Draft { method: Method::Grammar(grammar), .. }) => format!("{namer}/{}", grammar.rules[rule].name),
            // It is in the library already, where rules have no names any more.
            _ => namer.to_owned(),
        };
        circle.iter().chain(circle.first()).map(name).collect::<Vec<_>>().join(" -> ")
    }
}
