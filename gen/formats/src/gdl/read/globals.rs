//! `game-module`, `set` and variants (`gdl-reference`, sections 3 and 6).

use std::collections::BTreeMap;

use design::parameters::{find, moved, rows};
use design::{Atom, Diagnostic, FileId, Scope, Span, Value, Variant, nearest};
use diagnostics::RonTree;

use super::super::{CIRCUMFERENCE, VARIANTS_OF_GLOBALS, VARIANTS_OF_NUMBERS};
use super::area::{HEIGHT, WIDTH};
use super::evaluate::{Object, What};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind, shortened};

/// A variant as a module describes it.
#[derive(Clone)]
pub(crate) struct VariantDraft<'m> {
    pub(crate) variant: Variant,
    pub(crate) span: Span,
    pub(crate) file: FileId,
    /// The forms that each value runs, in the order of the file.
    cases: Vec<(String, Vec<&'m Form>)>,
    builtin: Option<&'static str>,
    /// The three numbers of `world-size` or `real-time`.
    default_list: Vec<i32>,
    is_done: bool,
    /// Whether its module has another one of this name before it, which choices reach.
    is_second: bool,
}

/// The variants that GDL has.
fn builtins() -> impl Iterator<Item = &'static str> {
    let of_globals = VARIANTS_OF_GLOBALS.iter().map(|(name, _)| *name);
    of_globals.chain(VARIANTS_OF_NUMBERS.iter().copied())
}

/// The most variants of a module; each of their values is tried when a game is loaded.
const VARIANTS_MAX: usize = 100;

/// A variant's name as people choose it: letters, digits and `-`, as in seed strings.
pub(crate) fn choice_name(symbol: &str) -> String {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    symbol.chars().map(plain).collect()
}

impl VariantDraft<'_> {
    /// Whether its values are words: sizes and times have numbers instead.
    pub(crate) fn is_choice(&self) -> bool {
        self.builtin.is_none_or(|name| !VARIANTS_OF_NUMBERS.contains(&name)) && self.is_open_to_players()
    }

    /// Whether players choose its value: that of an included module is its includer's choice.
    fn is_open_to_players(&self) -> bool {
        self.file == FileId(0) && !self.is_second
    }
}

impl<'m> ModuleReader<'m> {
    pub(crate) fn game_module(&mut self, form: &'m Form) {
        let items = form.list().unwrap_or_default();
        let mut properties = &items[1..];
        if let Some(name) = properties.first().filter(|name| name.list().is_none()) {
            properties = &properties[1..];
            let text = name.text().or(name.symbol());
            let is_main = self.chain.len() == 1;
            match text {
                Some(text) if is_main && !text.is_empty() && !text.chars().any(diagnostics::is_control) => {
                    // A different name may be a copy's; a similar one is a misspelling, and an `include` asks for the name of the
                    // file.
                    if text != self.module.name && nearest(text, [self.module.name.as_str()]).is_some() {
                        let message = format!("this module is called `{}`, its file is not", shortened(text));
                        let diagnostic = Diagnostic::warning("module-name", message);
                        self.fault(name.span, diagnostic.did_you_mean(text, [self.module.name.as_str()]));
                    }
                    text.clone_into(&mut self.design.name);
                }
                Some(_) => {}
                None => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "a module's name is a text").found(name.describe());
                    self.fault(name.span, diagnostic);
                }
            }
        }
        for (_, name, values) in self.property_lists(properties, "(title \"The game\")") {
            self.module_property(name, values);
        }
    }

    fn module_property(&mut self, name: &'m Form, values: &'m [Form]) {
        let Some(word) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "a property begins with its name").found(name.describe());
            return self.fault(name.span, diagnostic);
        };
        if find(Scope::Module, word).is_none() {
            let message = format!("modules have no property `{}`", shortened(word));
            let known = rows(Scope::Module).iter().map(|row| row.name);
            return self.unknown("unknown-property", message, word, name.span, known);
        }
        let is_main = self.chain.len() == 1;
        match word {
            // Xconq never runs the variants of a base module, so what they say is not looked at either.
            "variants" if self.bases.contains(&name.span.file) => {}
            "variants" => {
                for item in values {
                    self.read_variant(item);
                }
            }
            "base-module" | "default-base-module" => {
                let Some(value) = values.first() else { return };
                let skips = word == "default-base-module" && !self.design.units.is_empty();
                if let Some(module) = value.text().or(value.symbol())
                    && !skips
                {
                    self.bases.extend(self.module.named.get(module).copied().flatten());
                    self.load(module, value.span, &[]);
                }
                if is_main {
                    self.keep_module(word, values, name.span);
                }
            }
            // The texts of an included module describe that module, so they are ignored.
            _ if !is_main => {}
            // Xconq opens that file in place of this one.
            "filename" => {
                let message = "`filename` is left out: it names another file, and this one is read";
                self.warn(name.span, "left-out", message);
            }
            "title" | "blurb" | "instructions" | "design-notes" => {
                let Some(text) = self.texts(values) else { return };
                let text = self.clean(word, word != "title", &text, name.span);
                match word {
                    "title" => self.design.title = text,
                    "blurb" => self.design.description = text,
                    "instructions" => self.design.player_notes = text,
                    _ => self.design.designer_notes = text,
                }
            }
            _ => self.keep_module(word, values, name.span),
        }
    }

    fn keep_module(&mut self, word: &str, values: &[Form], span: Span) {
        if values.is_empty() {
            return self.warn(span, "missing-part", format!("`{word}` has no value: it is left out"));
        }
        let atoms = values.iter().map(|value| self.atom(&ModuleReader::quoted(value))).collect();
        self.design.module.insert(word.to_owned(), atoms);
    }

    /// A text, or a list of texts joined by line ends.
    fn texts(&mut self, values: &[Form]) -> Option<String> {
        let mut lines = Vec::new();
        for value in values {
            let parts = value.list().unwrap_or(std::slice::from_ref(value));
            for part in parts {
                match part.text() {
                    Some(text) => lines.push(text.to_owned()),
                    None if matches!(part.kind, FormKind::Broken) => return None,
                    None => {
                        let diagnostic = Diagnostic::error("wrong-kind", "this is no text").found(part.describe());
                        self.fault(part.span, diagnostic.expected("a text in quotes, or a list of them"));
                        return None;
                    }
                }
            }
        }
        Some(lines.join("\n"))
    }

    /// `([shown name] SYMBOL [help] [DEFAULT] CASE..)`, or a bare symbol.
    fn read_variant(&mut self, item: &'m Form) {
        let parts = item.list().unwrap_or(std::slice::from_ref(item));
        let mut parts = parts.iter().peekable();
        let shown = parts.next_if(|part| part.text().is_some()).and_then(Form::text);
        let Some(name) = parts.next_if(|part| part.symbol().is_some()) else {
            if !matches!(item.kind, FormKind::Broken) {
                let diagnostic = Diagnostic::error("wrong-kind", "a variant has a symbol").found(item.describe());
                self.fault(
                    item.span,
                    diagnostic.expected("(\"Shown name\" symbol \"help\" default (value form ..) ..)"),
                );
            }
            return;
        };
        let symbol = name.symbol().expect("it is a symbol");
        // The manual's older spelling, whose forms run when the variant is chosen.
        if symbol == "eval" {
            let name_of =
                shown.unwrap_or("variant").to_lowercase().replace(|char: char| !char.is_ascii_alphanumeric(), "-");
            let variant = Variant {
                name: name_of,
                help: shown.unwrap_or_default().to_owned(),
                default: "false".to_owned(),
                values: vec!["false".to_owned(), "true".to_owned()],
            };
            let cases = vec![("true".to_owned(), parts.collect())];
            return self.add_variant(VariantDraft {
                variant,
                span: item.span,
                file: item.span.file,
                cases,
                builtin: None,
                default_list: Vec::new(),
                is_done: false,
                is_second: false,
            });
        }
        let help = parts.next_if(|part| part.text().is_some()).and_then(Form::text);
        let builtin = builtins().find(|name| *name == symbol);
        let takes_list = builtin.is_some_and(|name| VARIANTS_OF_NUMBERS.contains(&name));
        let mut default_list = Vec::new();
        let mut is_flag = builtin.is_some() && !takes_list;
        let mut default = 0;
        if let Some(given) = parts.peek().copied() {
            if takes_list && given.list().is_some() {
                parts.next();
                let object = self.evaluate(given);
                if let What::List(items) = &object.what {
                    default_list = items.iter().filter_map(ModuleReader::number_of).collect();
                }
            } else if given.list().is_none() {
                parts.next();
                is_flag |= matches!(given.symbol(), Some("true" | "false"));
                let object = self.evaluate(given);
                match ModuleReader::number_of(&object) {
                    // The globals behind the built-in ones are flags.
                    Some(number) if builtin.is_some() => default = i32::from(number != 0),
                    Some(number) => default = number,
                    None => self.wrong_kind(&object, "the default of a variant", "a number, true or false"),
                }
            }
        }
        if builtin.is_none() && parts.peek().is_none() {
            let diagnostic = Diagnostic::warning(
                "useless-variant",
                format!("the variant `{}` changes nothing: it has no cases", shortened(symbol)),
            );
            let diagnostic = diagnostic.suggest("write cases such as (true (set see-all true))");
            self.fault(name.span, diagnostic.did_you_mean(symbol, builtins()));
        }
        let mut cases: Vec<(i32, Vec<&'m Form>)> = Vec::new();
        for case in parts {
            let Some([value, forms @ ..]) = case.list().filter(|items| !items.is_empty()) else {
                let diagnostic =
                    Diagnostic::error("wrong-kind", "a case of a variant is a list").found(case.describe());
                self.fault(case.span, diagnostic.expected("(value form ..)"));
                continue;
            };
            // Without this check a misspelt `(world-size (20 14))` would be a case for the value 20.
            if let Some(wrong) = forms.iter().find(|form| form.list().is_none()) {
                if !matches!(wrong.kind, FormKind::Broken) {
                    let diagnostic = Diagnostic::error("wrong-kind", "a case of a variant holds forms");
                    let diagnostic = diagnostic.found(wrong.describe()).expected("(value form ..)");
                    self.fault(wrong.span, diagnostic.did_you_mean(symbol, builtins().filter(|_| builtin.is_none())));
                }
                continue;
            }
            is_flag |= matches!(value.symbol(), Some("true" | "false"));
            let object = self.evaluate(value);
            match ModuleReader::number_of(&object) {
                Some(number) => cases.push((number, forms.iter().collect())),
                None => self.wrong_kind(&object, "the value of a case", "a number, true or false"),
            }
        }
        is_flag &= cases.iter().all(|(number, _)| (0..=1).contains(number)) && (0..=1).contains(&default);
        let written = |number: i32| match (is_flag, number) {
            (true, 0) => "false".to_owned(),
            (true, _) => "true".to_owned(),
            (false, number) => number.to_string(),
        };
        let default = written(default);
        let mut values = vec![default.clone()];
        if builtin.is_some() && is_flag {
            values.push(written(i32::from(default == "false")));
        }
        for (number, _) in &cases {
            let value = written(*number);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        // What has forms for one value alone can be switched off, or on.
        let does_something = cases.iter().any(|(_, forms)| !forms.is_empty());
        if let ([only], true) = (values.as_slice(), does_something && !takes_list) {
            let other = written(i32::from(only == &written(0)));
            values.push(other);
        }
        let help = match (shown, help) {
            (_, Some(help)) => help,
            (Some(shown), None) => shown,
            (None, None) => "",
        };
        let variant = Variant { name: symbol.to_owned(), help: help.to_owned(), default, values };
        let cases = cases.into_iter().map(|(number, forms)| (written(number), forms)).collect();
        self.add_variant(VariantDraft {
            variant,
            span: name.span,
            file: item.span.file,
            cases,
            builtin,
            default_list,
            is_done: false,
            is_second: false,
        });
    }

    fn add_variant(&mut self, mut draft: VariantDraft<'m>) {
        if self.variants.len() >= VARIANTS_MAX {
            let message = format!("there are more than {VARIANTS_MAX} variants");
            return self.fault(draft.span, Diagnostic::error("too-many-variants", message));
        }
        let is_same = |known: &&VariantDraft<'m>| known.file == draft.file && known.variant.name == draft.variant.name;
        if let Some(twin) = self.variants.iter().find(is_same) {
            draft.is_second = true;
            let place = self.place(twin.span);
            let message = format!(
                "the variant `{}` stands at {place} already: a choice reaches that one, and this one keeps its default",
                draft.variant.name
            );
            let diagnostic = Diagnostic::warning("duplicate-name", message);
            self.fault(draft.span, diagnostic.suggest("give one of them another symbol"));
        }
        self.variants.push(draft);
    }

    /// Applies the variants of an included module: with the settings of the module that includes it, else with their defaults.
    /// Settings also change variants that were applied before.
    pub(crate) fn set_variants(&mut self, file: FileId, own: usize, settings: &'m [Form]) {
        for setting in settings {
            let Some([name, values @ ..]) = setting.list().filter(|items| !items.is_empty()) else {
                let diagnostic = Diagnostic::error("wrong-kind", "a choice is a list such as (see-all true)");
                self.fault(setting.span, diagnostic.found(setting.describe()));
                continue;
            };
            let word = name.symbol().unwrap_or_default();
            let Some(at) = self.variants.iter().position(|draft| draft.variant.name == word && draft.file == file)
            else {
                let known: Vec<String> = self
                    .variants
                    .iter()
                    .filter(|draft| draft.file == file)
                    .map(|draft| draft.variant.name.clone())
                    .collect();
                let message = format!("that module has no variant `{}`", name.describe());
                self.unknown("unknown-variant", message, word, name.span, known.iter().map(String::as_str));
                continue;
            };
            let value = values.first().map(|value| self.evaluate(value));
            let number = value.as_ref().and_then(ModuleReader::number_of).unwrap_or(0);
            let value = self.value_of(at, number);
            self.carry_out(at, &value);
        }
        let is_open = |draft: &VariantDraft<'m>| !draft.is_done && draft.file == file;
        let open: Vec<usize> = (own..self.variants.len()).filter(|&at| is_open(&self.variants[at])).collect();
        for at in open {
            let default = self.variants[at].variant.default.clone();
            self.carry_out(at, &default);
        }
    }

    /// A number as the text of a variant's value.
    fn value_of(&self, at: usize, number: i32) -> String {
        match self.variants[at].variant.default.as_str() {
            "true" | "false" => if number == 0 { "false" } else { "true" }.to_owned(),
            _ => number.to_string(),
        }
    }

    /// Applies the user's choices and then all remaining defaults, at the end of the main module.
    pub(crate) fn finish_variants(&mut self, choices: &BTreeMap<String, String>) {
        for at in 0..self.variants.len() {
            let draft = &self.variants[at];
            let choice = choices.get(&choice_name(&draft.variant.name)).filter(|_| draft.is_open_to_players());
            let value = match choice {
                Some(choice) => choice.clone(),
                None if draft.is_done => continue,
                None => draft.variant.default.clone(),
            };
            self.carry_out(at, &value);
        }
    }

    fn carry_out(&mut self, at: usize, value: &str) {
        let draft = &mut self.variants[at];
        draft.is_done = true;
        let number = match value {
            "true" => 1,
            "false" => 0,
            value => value.parse().unwrap_or(0),
        };
        let list = draft.default_list.clone();
        match draft.builtin {
            Some("world-size") => {
                let of = |at: usize, usual| list.get(at).copied().unwrap_or(usual);
                let span = draft.span;
                self.world_size([of(0, WIDTH), of(1, HEIGHT), of(2, CIRCUMFERENCE as i32)], span);
            }
            Some("real-time") => {
                let globals = ["real-time-for-game", "real-time-per-side", "real-time-per-turn"];
                for (name, &seconds) in globals.into_iter().zip(&list).filter(|(_, seconds)| **seconds > 0) {
                    self.set_global(name, seconds);
                }
            }
            Some(builtin) => {
                let global =
                    VARIANTS_OF_GLOBALS.iter().find(|(name, _)| *name == builtin).map_or("", |(_, global)| global);
                self.set_global(global, number);
            }
            None => {}
        }
        let forms: Vec<&'m Form> = self.variants[at]
            .cases
            .iter()
            .filter(|(case, _)| case == value)
            .flat_map(|(_, forms)| forms.iter().copied())
            .collect();
        let file = self.variants[at].file;
        let span = self.variants[at].span;
        self.chain.push((file, span));
        for form in forms {
            self.run(form);
        }
        self.chain.pop();
    }

    fn set_global(&mut self, name: &str, number: i32) {
        let found = find(Scope::Global, name);
        debug_assert!(found.is_some(), "{name}");
        if let Some(row) = found {
            self.design.set_global(row, Value::Int(number));
        }
    }

    /// `(set name value)`.
    pub(crate) fn set(&mut self, form: &Form) {
        let [_, name, value, extra @ ..] = form.list().unwrap_or_default() else {
            return self.fault(form.span, Diagnostic::error("missing-part", "`set` takes a name and a value"));
        };
        if let Some(extra) = extra.first() {
            self.warn(extra.span, "extra-part", "`set` takes one value: the rest is left out");
        }
        let Some(word) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "what is set is a symbol").found(name.describe());
            return self.fault(name.span, diagnostic);
        };
        if self.lacks_quote(word, value) {
            let diagnostic = Diagnostic::error("missing-quote", format!("the list of `{word}` is not quoted"));
            return self
                .fault(value.span, diagnostic.suggest("write '( .. ): without the quote its words are looked up"));
        }
        let object = self.evaluate(value);
        let Some(number) = find(Scope::Global, word) else {
            if self.definitions.contains(word) {
                self.symbols.insert(word.to_owned(), Object { what: object.what, span: name.span });
                return;
            }
            if let Some(section) = moved(word) {
                return self.set_moved(section, word, &object, name.span);
            }
            let message = format!("there is no global variable `{}`", shortened(word));
            if let Some(hint) = super::types::elsewhere(word, Scope::Global) {
                return self.fault(name.span, Diagnostic::error("unknown-global", message).suggest(hint));
            }
            let definitions: Vec<String> = self.definitions.iter().cloned().collect();
            let known = rows(Scope::Global).iter().map(|row| row.name).chain(definitions.iter().map(String::as_str));
            return self.unknown("unknown-global", message, word, name.span, known);
        };
        let row = &rows(Scope::Global)[number];
        if row.name != word {
            self.warn(name.span, "old-name", format!("`{word}` is today called `{}`", row.name));
        }
        match row.name {
            "synthesis-methods" => return self.set_methods(&object),
            "random-events" => self.check_words(&object, Scope::Event),
            "side-library" => return self.set_side_library(&object),
            _ => {}
        }
        if let Some(value) = self.value(row, &object) {
            self.check_text(row, &value, object.span);
            self.check_kept_words(row.name, &object);
            if row.name == "feature-namers"
                && let Value::List(list) = &value
            {
                let named = list.iter().filter_map(|row| row.get(1)).filter_map(Atom::text);
                self.named_namers.extend(named.map(|namer| (namer.to_owned(), object.span)));
            }
            self.set_at.insert(number, object.span);
            self.check_ruleset(row.name, &value, object.span);
            self.design.set_global(number, value);
        }
    }

    /// A global variable of earlier versions, which is an entry of a ruleset's section today. GDL has no such sections.
    fn set_moved(&mut self, section: &str, word: &str, object: &Object, span: Span) {
        let Some(number) = ModuleReader::number_of(object) else {
            return self.wrong_kind(object, &format!("`{word}`"), "a number");
        };
        let message = format!("`{word}` has moved: it is an entry of the section `{section}` now");
        let diagnostic = Diagnostic::warning("moved-parameter", message);
        self.fault(span, diagnostic.suggest("the rules of that name alone read it, from a design in RON"));
        let place = Some(self.module.sources.place(span));
        self.design.sections.entry(section.to_owned()).or_default().set(word, &RonTree::of(number), place);
    }

    fn check_ruleset(&mut self, variable: &str, value: &Value, span: Span) {
        let known = self.known.ruleset_names();
        if let Value::Text(name) = value
            && variable == "ruleset"
            && !known.is_empty()
            && !known.contains(&name.as_str())
        {
            let diagnostic = Diagnostic::error("unknown-ruleset", format!("unknown ruleset `{}`", shortened(name)));
            self.fault(span, diagnostic.one_of(name, &known));
        }
    }

    /// Whether a list of words lacks the quote that it needs.
    fn lacks_quote(&self, word: &str, value: &Form) -> bool {
        let Some(number) = find(Scope::Global, word) else { return false };
        let takes_list = matches!(rows(Scope::Global)[number].kind, design::Kind::List | design::Kind::Form(_));
        let is_unknown = |form: &Form| form.symbol().is_some_and(|word| self.look_up(word).is_none());
        let is_operator =
            ["quote", "list", "append", "remove", "remove-list"].iter().any(|word| value.head() == Some(word));
        let Some(items) = value.list().filter(|_| takes_list && !is_operator) else { return false };
        items.iter().chain(items.iter().filter_map(Form::list).flatten()).any(is_unknown)
    }

    /// Checks that the registry knows the words of a list.
    fn check_words(&mut self, object: &Object, scope: Scope) {
        let What::List(items) = &object.what else { return };
        for item in items.iter() {
            if let What::Symbol(word) = &item.what
                && find(scope, word).is_none()
            {
                let message = format!("there is no {} `{}`", scope.noun(), shortened(word));
                self.unknown("unknown-word", message, word, item.span, rows(scope).iter().map(|row| row.name));
            }
        }
    }

    fn set_methods(&mut self, object: &Object) {
        let Some(items) = self.quoted_list(object, "`synthesis-methods`", "a quoted list of methods") else { return };
        let mut methods = Vec::new();
        for item in items {
            let (What::Symbol(word) | What::Text(word)) = &item.what else {
                self.wrong_kind(&item, "a method", "the name of a method");
                continue;
            };
            let known: Vec<&str> = self.known.methods.iter().map(|(name, _)| *name).collect();
            let today = find(Scope::Method, word).map(|number| rows(Scope::Method)[number].name);
            match today {
                None if !known.contains(&&**word) && !known.is_empty() => {
                    let message = format!("there is no method `{}`", shortened(word));
                    let words = known.iter().copied().chain(rows(Scope::Method).iter().map(|row| row.name));
                    self.unknown("unknown-method", message, word, item.span, words);
                }
                today => {
                    let name = today.unwrap_or(word);
                    if name != &**word {
                        self.warn(item.span, "old-name", format!("`{word}` is today called `{name}`"));
                    }
                    methods.push((name.to_owned(), item.span));
                }
            }
        }
        self.methods = Some(methods);
    }
}
