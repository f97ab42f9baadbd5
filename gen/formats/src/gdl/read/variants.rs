//! `game-module` and variants (`gdl-reference`, sections 3 and 6).

use std::collections::BTreeMap;

use design::parameters::{find, rows};
use design::{Diagnostic, FileId, Scope, Span, Value, Variant, nearest};

use super::super::{CIRCUMFERENCE, VARIANTS_OF_GLOBALS, VARIANTS_OF_NUMBERS};
use super::frame::{HEIGHT, WIDTH};
use super::object::What;
use super::reader::ModuleReader;
use super::run::ModuleRun;
use super::tree::{Form, FormKind, shortened};

/// The variants of all files that are evaluated.
#[derive(Clone, Default)]
pub(crate) struct Variants<'m> {
    drafts: Vec<VariantDraft<'m>>,
    /// The files that are base modules: their variants never run.
    bases: Vec<FileId>,
}

/// A variant as a module describes it.
#[derive(Clone)]
struct VariantDraft<'m> {
    variant: Variant,
    span: Span,
    file: FileId,
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
fn choice_name(symbol: &str) -> String {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    symbol.chars().map(plain).collect()
}

impl Variants<'_> {
    pub(crate) fn count(&self) -> usize {
        self.drafts.len()
    }

    /// Whether a value of this variant does no more than set one of GDL's own flags.
    pub(crate) fn is_bare_flag(&self, name: &str) -> bool {
        let is_meant =
            |draft: &&VariantDraft<'_>| draft.is_open_to_players() && choice_name(&draft.variant.name) == name;
        self.drafts.iter().find(is_meant).is_some_and(|draft| draft.builtin.is_some() && draft.cases.is_empty())
    }

    /// Those that players choose from, by the names that they use.
    pub(crate) fn choices(&self) -> Vec<Variant> {
        let chosen = self.drafts.iter().filter(|draft| draft.is_choice()).map(|draft| &draft.variant);
        chosen.map(|variant| Variant { name: choice_name(&variant.name), ..variant.clone() }).collect()
    }
}

impl VariantDraft<'_> {
    /// Whether its values are words: sizes and times have numbers instead.
    fn is_choice(&self) -> bool {
        self.builtin.is_none_or(|name| !VARIANTS_OF_NUMBERS.contains(&name)) && self.is_open_to_players()
    }

    /// Whether players choose its value: that of an included module is its includer's choice.
    fn is_open_to_players(&self) -> bool {
        self.file == FileId(0) && !self.is_second
    }
}

impl<'m> ModuleRun<'m> {
    pub(crate) fn game_module(&mut self, form: &'m Form) {
        let items = form.list().unwrap_or_default();
        let mut properties = &items[1..];
        if let Some(name) = properties.first().filter(|name| name.list().is_none()) {
            properties = &properties[1..];
            let text = name.text().or(name.symbol());
            let is_main = self.files.is_main();
            match text {
                Some(text) if is_main && !text.is_empty() && !text.chars().any(diagnostics::is_control) => {
                    // A different name may be a copy's; a similar one is a misspelling, and an `include` asks for the name of the
                    // file.
                    if text != self.reader.module.name && nearest(text, [self.reader.module.name.as_str()]).is_some() {
                        let message = format!("this module is called `{}`, its file is not", shortened(text));
                        let diagnostic = Diagnostic::warning("module-name", message);
                        self.reader.fault(name.span, diagnostic.did_you_mean(text, [self.reader.module.name.as_str()]));
                    }
                    text.clone_into(&mut self.reader.design.name);
                }
                Some(_) => {}
                None => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "a module's name is a text").found(name.describe());
                    self.reader.fault(name.span, diagnostic);
                }
            }
        }
        for (_, name, values) in self.reader.property_lists(properties, "(title \"The game\")") {
            self.module_property(name, values);
        }
    }

    fn module_property(&mut self, name: &'m Form, values: &'m [Form]) {
        let Some(word) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "a property begins with its name").found(name.describe());
            return self.reader.fault(name.span, diagnostic);
        };
        if find(Scope::Module, word).is_none() {
            let message = format!("modules have no property `{}`", shortened(word));
            let known = rows(Scope::Module).iter().map(|row| row.name);
            return self.reader.unknown("unknown-property", message, word, name.span, known);
        }
        let is_main = self.files.is_main();
        match word {
            // Xconq never runs the variants of a base module, so what they say is not looked at either.
            "variants" if self.variants.bases.contains(&name.span.file) => {}
            "variants" => {
                for item in values {
                    self.read_variant(item);
                }
            }
            "base-module" | "default-base-module" => {
                let Some(value) = values.first() else { return };
                let skips = word == "default-base-module" && !self.reader.design.units.is_empty();
                if let Some(module) = value.text().or(value.symbol())
                    && !skips
                {
                    self.variants.bases.extend(self.reader.module.named.get(module).copied().flatten());
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
                self.reader.warn(name.span, "left-out", message);
            }
            "title" | "blurb" | "instructions" | "design-notes" => {
                let Some(text) = self.texts(values) else { return };
                let text = self.reader.clean(word, word != "title", &text, name.span);
                match word {
                    "title" => self.reader.design.title = text,
                    "blurb" => self.reader.design.description = text,
                    "instructions" => self.reader.design.player_notes = text,
                    _ => self.reader.design.designer_notes = text,
                }
            }
            _ => self.keep_module(word, values, name.span),
        }
    }

    fn keep_module(&mut self, word: &str, values: &[Form], span: Span) {
        if values.is_empty() {
            return self.reader.warn(span, "missing-part", format!("`{word}` has no value: it is left out"));
        }
        let atoms = values.iter().map(|value| self.reader.atom(&ModuleReader::quoted(value))).collect();
        self.reader.design.module.insert(word.to_owned(), atoms);
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
                        self.reader.fault(part.span, diagnostic.expected("a text in quotes, or a list of them"));
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
                self.reader.fault(
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
                let object = self.reader.evaluate(given);
                if let What::List(items) = &object.what {
                    default_list = items.iter().filter_map(ModuleReader::number_of).collect();
                }
            } else if given.list().is_none() {
                parts.next();
                is_flag |= matches!(given.symbol(), Some("true" | "false"));
                let object = self.reader.evaluate(given);
                match ModuleReader::number_of(&object) {
                    // The globals behind the built-in ones are flags.
                    Some(number) if builtin.is_some() => default = i32::from(number != 0),
                    Some(number) => default = number,
                    None => self.reader.wrong_kind(&object, "the default of a variant", "a number, true or false"),
                }
            }
        }
        if builtin.is_none() && parts.peek().is_none() {
            let diagnostic = Diagnostic::warning(
                "useless-variant",
                format!("the variant `{}` changes nothing: it has no cases", shortened(symbol)),
            );
            let diagnostic = diagnostic.suggest("write cases such as (true (set see-all true))");
            self.reader.fault(name.span, diagnostic.did_you_mean(symbol, builtins()));
        }
        let mut cases: Vec<(i32, Vec<&'m Form>)> = Vec::new();
        for case in parts {
            let Some([value, forms @ ..]) = case.list().filter(|items| !items.is_empty()) else {
                let diagnostic =
                    Diagnostic::error("wrong-kind", "a case of a variant is a list").found(case.describe());
                self.reader.fault(case.span, diagnostic.expected("(value form ..)"));
                continue;
            };
            // Without this check a misspelt `(world-size (20 14))` would be a case for the value 20.
            if let Some(wrong) = forms.iter().find(|form| form.list().is_none()) {
                if !matches!(wrong.kind, FormKind::Broken) {
                    let diagnostic = Diagnostic::error("wrong-kind", "a case of a variant holds forms");
                    let diagnostic = diagnostic.found(wrong.describe()).expected("(value form ..)");
                    self.reader
                        .fault(wrong.span, diagnostic.did_you_mean(symbol, builtins().filter(|_| builtin.is_none())));
                }
                continue;
            }
            is_flag |= matches!(value.symbol(), Some("true" | "false"));
            let object = self.reader.evaluate(value);
            match ModuleReader::number_of(&object) {
                Some(number) => cases.push((number, forms.iter().collect())),
                None => self.reader.wrong_kind(&object, "the value of a case", "a number, true or false"),
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
        if self.variants.drafts.len() >= VARIANTS_MAX {
            let message = format!("there are more than {VARIANTS_MAX} variants");
            return self.reader.fault(draft.span, Diagnostic::error("too-many-variants", message));
        }
        let is_same = |known: &&VariantDraft<'m>| known.file == draft.file && known.variant.name == draft.variant.name;
        if let Some(twin) = self.variants.drafts.iter().find(is_same) {
            draft.is_second = true;
            let place = self.reader.place(twin.span);
            let message = format!(
                "the variant `{}` stands at {place} already: a choice reaches that one, and this one keeps its default",
                draft.variant.name
            );
            let diagnostic = Diagnostic::warning("duplicate-name", message);
            self.reader.fault(draft.span, diagnostic.suggest("give one of them another symbol"));
        }
        self.variants.drafts.push(draft);
    }

    /// Applies the variants of an included module: with the settings of the module that includes it, else with their defaults.
    /// Settings also change variants that were applied before.
    pub(crate) fn set_variants(&mut self, file: FileId, own: usize, settings: &'m [Form]) {
        for setting in settings {
            let Some([name, values @ ..]) = setting.list().filter(|items| !items.is_empty()) else {
                let diagnostic = Diagnostic::error("wrong-kind", "a choice is a list such as (see-all true)");
                self.reader.fault(setting.span, diagnostic.found(setting.describe()));
                continue;
            };
            let word = name.symbol().unwrap_or_default();
            let Some(at) =
                self.variants.drafts.iter().position(|draft| draft.variant.name == word && draft.file == file)
            else {
                let known: Vec<String> = self
                    .variants
                    .drafts
                    .iter()
                    .filter(|draft| draft.file == file)
                    .map(|draft| draft.variant.name.clone())
                    .collect();
                let message = format!("that module has no variant `{}`", name.describe());
                self.reader.unknown("unknown-variant", message, word, name.span, known.iter().map(String::as_str));
                continue;
            };
            let value = values.first().map(|value| self.reader.evaluate(value));
            let number = value.as_ref().and_then(ModuleReader::number_of).unwrap_or(0);
            let value = self.value_of(at, number);
            self.carry_out(at, &value);
        }
        let is_open = |draft: &VariantDraft<'m>| !draft.is_done && draft.file == file;
        let open: Vec<usize> =
            (own..self.variants.drafts.len()).filter(|&at| is_open(&self.variants.drafts[at])).collect();
        for at in open {
            let default = self.variants.drafts[at].variant.default.clone();
            self.carry_out(at, &default);
        }
    }

    /// A number as the text of a variant's value.
    fn value_of(&self, at: usize, number: i32) -> String {
        match self.variants.drafts[at].variant.default.as_str() {
            "true" | "false" => if number == 0 { "false" } else { "true" }.to_owned(),
            _ => number.to_string(),
        }
    }

    /// Applies the user's choices and then all remaining defaults, at the end of the main module.
    pub(crate) fn finish_variants(&mut self, choices: &BTreeMap<String, String>) {
        for at in 0..self.variants.drafts.len() {
            let draft = &self.variants.drafts[at];
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
        let draft = &mut self.variants.drafts[at];
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
                self.area.world_size(
                    &mut self.reader,
                    [of(0, WIDTH), of(1, HEIGHT), of(2, CIRCUMFERENCE as i32)],
                    span,
                );
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
        let forms: Vec<&'m Form> = self.variants.drafts[at]
            .cases
            .iter()
            .filter(|(case, _)| case == value)
            .flat_map(|(_, forms)| forms.iter().copied())
            .collect();
        let file = self.variants.drafts[at].file;
        let span = self.variants.drafts[at].span;
        self.files.enter(file, span);
        for form in forms {
            self.run(form);
        }
        self.files.leave();
    }

    fn set_global(&mut self, name: &str, number: i32) {
        let found = find(Scope::Global, name);
        debug_assert!(found.is_some(), "{name}");
        if let Some(row) = found {
            self.reader.design.set_global(row, Value::Int(number));
        }
    }
}
