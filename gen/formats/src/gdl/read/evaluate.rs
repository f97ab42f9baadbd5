//! Evaluation (`gdl-reference`, section 2): the values of forms.

use design::{Diagnostic, Scope, Span};

use super::object::{Object, What};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind, TopForm, shortened};

/// Constants that every module has (section 2).
const CONSTANTS: &[(&str, i32)] = &[
    ("false", 0),
    ("true", 1),
    ("non-unit", -1),
    ("non-material", -1),
    ("non-terrain", -1),
    ("non-advance", -1),
    ("cell", 0),
    ("border", 1),
    ("connection", 2),
    ("coating", 3),
    ("no-x", 0),
    ("river-x", 10),
    ("valley-x", 11),
    ("road-x", 12),
    ("over-nothing", 0),
    ("over-own", 1),
    ("over-border", 2),
    ("over-all", 3),
    ("win", 1),
    ("draw", 0),
    ("lose", -1),
];

/// The lists of all types of a kind.
const STARS: &[(&str, Scope)] =
    &[("u*", Scope::Unit), ("m*", Scope::Material), ("t*", Scope::Terrain), ("a*", Scope::Advance)];

/// The most items in a list, its inner lists included.
const ITEMS_MAX: usize = 100_000;

const OPERATORS: &[&str] =
    &["quote", "list", "append", "remove", "remove-list", "+", "-", "*", "/", "=", "/=", "<", "<=", ">", ">="];

impl ModuleReader<'_> {
    /// The value of a form. Unknown names are reported.
    pub(crate) fn evaluate(&mut self, form: &Form) -> Object {
        let span = form.span;
        let what = match &form.kind {
            FormKind::Int(number) => What::Int(*number),
            FormKind::Dice(dice) => What::Dice(*dice),
            FormKind::Text(text) => What::Text(text.as_str().into()),
            FormKind::Broken => What::Broken,
            FormKind::Symbol(symbol) => match self.look_up(symbol) {
                Some(what) => what,
                None => {
                    self.unknown_name(symbol, span);
                    What::Broken
                }
            },
            FormKind::List(items) => match form.head() {
                Some(head) if OPERATORS.contains(&head) && !self.symbols.contains_key(head) => {
                    self.operate(head, &items[1..], span)
                }
                _ => {
                    let objects = items.iter().map(|item| self.evaluate(item)).collect();
                    self.checked_list(objects, span)
                }
            },
        };
        Object { what, span }
    }

    /// The value of a quoted form: the form itself.
    pub(crate) fn quoted(form: &Form) -> Object {
        let what = match &form.kind {
            FormKind::Int(number) => What::Int(*number),
            FormKind::Dice(dice) => What::Dice(*dice),
            FormKind::Text(text) => What::Text(text.as_str().into()),
            FormKind::Symbol(symbol) => What::Symbol(symbol.as_str().into()),
            FormKind::List(items) => What::list(items.iter().map(ModuleReader::quoted).collect()),
            FormKind::Broken => What::Broken,
        };
        Object { what, span: form.span }
    }

    /// The value of a symbol.
    pub(crate) fn look_up(&self, symbol: &str) -> Option<What> {
        if let Some(bound) = self.symbols.get(symbol) {
            return Some(bound.what.clone());
        }
        if symbol == "nil" {
            return Some(What::list(Vec::new()));
        }
        if let Some((_, number)) = CONSTANTS.iter().find(|(name, _)| *name == symbol) {
            return Some(What::Int(*number));
        }
        if let Some(&(_, scope)) = STARS.iter().find(|(name, _)| *name == symbol) {
            let span = Span { file: design::FileId(0), start: 0, end: 0 };
            let all = (0..self.design.types(scope).len()).map(|index| Object { what: What::Type(scope, index), span });
            return Some(What::list(all.collect()));
        }
        if ["and", "or", "not", "reset", "usual"].contains(&symbol) {
            return Some(What::Symbol(symbol.into()));
        }
        let named = self.by_other_name(symbol).map(|index| What::Type(Scope::Unit, index));
        // The symbol of a doctrine stands for itself, so that definitions may name it.
        named.or_else(|| self.names.doctrines.contains(symbol).then(|| What::Symbol(symbol.into())))
    }

    /// A unit type by its short or long name.
    fn by_other_name(&self, symbol: &str) -> Option<usize> {
        use design::parameters::unit::{LONG_NAME, SHORT_NAME};
        let mut units = self.design.unit_types();
        units.position(|unit| [SHORT_NAME, LONG_NAME].iter().any(|&key| self.design.text(key, unit) == symbol))
    }

    pub(crate) fn unknown_name(&mut self, symbol: &str, span: Span) {
        let diagnostic = Diagnostic::error(
            "unknown-name",
            format!("`{}` has no value: no type, definition or side is called so", shortened(symbol)),
        );
        let known = self.symbols.keys().map(String::as_str).chain(CONSTANTS.iter().map(|(name, _)| *name));
        let known = known.chain(STARS.iter().map(|(name, _)| *name));
        let is_read = !self.found.is_full(span.file);
        let later = is_read.then(|| self.defined_later(symbol, span)).flatten();
        let is_namer = self.names.namers.contains(symbol);
        let told = match later {
            Some(later) => diagnostic.suggest(format!("it is defined at {}, behind this use", self.place(later))),
            None if is_namer => diagnostic.suggest(format!("it is a namer: write \"{symbol}\" in quotes")),
            None if is_read => diagnostic.did_you_mean(symbol, known),
            None => diagnostic,
        };
        self.fault(span, told);
    }

    /// The place where a file defines a symbol after its use.
    fn defined_later(&self, symbol: &str, span: Span) -> Option<Span> {
        let defines = |form: &&Form| {
            let defines = |head: &str| head.ends_with("-type") || ["define", "doctrine"].contains(&head);
            let is_definition = form.head().is_some_and(defines);
            form.span.start > span.start && is_definition
        };
        let kept = self.module.file(span.file)?.tree.forms.iter().filter_map(TopForm::kept);
        let mut names = kept.filter(defines).filter_map(|form| form.list()?.get(1));
        names.find(|name| name.symbol() == Some(symbol)).map(|name| name.span)
    }

    /// `(define SYMBOL VALUE)`.
    pub(crate) fn define(&mut self, form: &Form) {
        let [_, name, rest @ ..] = form.list().unwrap_or_default() else {
            return self.fault(form.span, Diagnostic::error("missing-part", "`define` has no symbol and no value"));
        };
        let Some(symbol) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "what is defined is a symbol").found(name.describe());
            return self.fault(name.span, diagnostic);
        };
        let Some(value) = rest.first() else {
            return self.fault(form.span, Diagnostic::error("missing-part", format!("`define {symbol}` has no value")));
        };
        if let Some(extra) = rest.get(1) {
            self.warn(extra.span, "extra-part", "`define` takes one value: the rest is left out");
        }
        if let Some(earlier) = self.symbols.get(symbol) {
            let place = self.place(earlier.span);
            let message = format!("`{symbol}` is already defined at {place}");
            self.warn(name.span, "duplicate-symbol", message);
        }
        let value = self.evaluate(value);
        self.definitions.insert(symbol.to_owned());
        self.symbols.insert(symbol.to_owned(), Object { what: value.what, span: name.span });
    }

    /// `(undefine SYMBOL)`.
    pub(crate) fn undefine(&mut self, form: &Form) {
        match form.list().and_then(|items| items.get(1)) {
            Some(name) if name.symbol().is_some_and(|symbol| self.symbols.contains_key(symbol)) => {
                let symbol = name.symbol().expect("it was looked up");
                self.symbols.remove(symbol);
                self.definitions.remove(symbol);
            }
            Some(name) => match name.symbol() {
                Some(symbol) => self.unknown_name(symbol, name.span),
                None => self.fault(name.span, Diagnostic::error("wrong-kind", "what is undefined is a symbol")),
            },
            None => self.fault(form.span, Diagnostic::error("missing-part", "`undefine` has no symbol")),
        }
    }

    fn operate(&mut self, operator: &str, operands: &[Form], span: Span) -> What {
        match operator {
            "quote" => match operands {
                [form] => ModuleReader::quoted(form).what,
                _ => self.wrong_count(span, operator, "one operand"),
            },
            "list" => {
                let objects = operands.iter().map(|form| self.evaluate(form)).collect();
                self.checked_list(objects, span)
            }
            "append" => {
                let mut all = Vec::new();
                for form in operands {
                    let object = self.evaluate(form);
                    match object.what {
                        What::List(items) => all.extend(items.iter().cloned()),
                        _ => all.push(object),
                    }
                }
                self.checked_list(all, span)
            }
            "remove" | "remove-list" => {
                let [out, list] = operands else {
                    return self.wrong_count(span, operator, "what to remove, and a list");
                };
                let out = self.evaluate(out);
                let list = self.evaluate(list);
                let out: Vec<Object> = match out.what {
                    What::List(items) if operator == "remove-list" => items.to_vec(),
                    _ => vec![out],
                };
                match list.what {
                    What::List(items) => {
                        let is_out = |item: &Object| out.iter().any(|out| self.are_same(out, item));
                        What::list(items.iter().filter(|item| !is_out(item)).cloned().collect())
                    }
                    What::Broken => What::Broken,
                    _ => {
                        let diagnostic = Diagnostic::error("wrong-kind", format!("`{operator}` takes a list"));
                        self.fault(list.span, diagnostic.found(self.describe(&list)));
                        What::Broken
                    }
                }
            }
            _ => self.calculate(operator, operands, span),
        }
    }

    /// A list, unless it and its inner lists hold more items than any game needs: nested lists can double with every line.
    fn checked_list(&mut self, objects: Vec<Object>, span: Span) -> What {
        fn fits(objects: &[Object], left: &mut usize) -> bool {
            objects.iter().all(|object| {
                *left = left.saturating_sub(1);
                *left > 0
                    && match &object.what {
                        What::List(items) => fits(items, left),
                        _ => true,
                    }
            })
        }
        if fits(&objects, &mut ITEMS_MAX.clone()) {
            return What::list(objects);
        }
        let diagnostic = Diagnostic::error("too-long", "this list is too long");
        self.fault(span, diagnostic.expected(format!("at most {ITEMS_MAX} parts, those of its lists counted too")));
        What::Broken
    }

    fn wrong_count(&mut self, span: Span, operator: &str, expected: &str) -> What {
        let diagnostic = Diagnostic::error("missing-part", format!("`{operator}` has too few or too many operands"));
        self.fault(span, diagnostic.expected(expected));
        What::Broken
    }

    fn are_same(&self, one: &Object, other: &Object) -> bool {
        match (&one.what, &other.what) {
            (What::Int(one), What::Int(other)) => one == other,
            (What::Text(one), What::Text(other)) => one == other,
            (What::Symbol(one), What::Symbol(other)) => one == other,
            (What::Type(scope, index), What::Type(other, at)) => (scope, index) == (other, at),
            (What::Symbol(symbol), What::Type(scope, index)) | (What::Type(scope, index), What::Symbol(symbol)) => {
                matches!(self.look_up(symbol), Some(What::Type(other, at)) if (other, at) == (*scope, *index))
            }
            _ => false,
        }
    }

    fn calculate(&mut self, operator: &str, operands: &[Form], span: Span) -> What {
        let objects: Vec<Object> = operands.iter().map(|form| self.evaluate(form)).collect();
        if objects.iter().any(|object| matches!(object.what, What::Broken)) {
            return What::Broken;
        }
        // A list and a number, or two lists of the same length.
        if let [Object { what: What::List(items), .. }, other] = objects.as_slice() {
            let others: Option<Vec<i32>> = match &other.what {
                What::List(others) if others.len() == items.len() => {
                    others.iter().map(ModuleReader::number_of).collect()
                }
                _ => ModuleReader::number_of(other).map(|number| vec![number; items.len()]),
            };
            let numbers: Option<Vec<i32>> = items.iter().map(ModuleReader::number_of).collect();
            let (Some(numbers), Some(others)) = (numbers, others) else { return self.no_numbers(operator, span) };
            let pairs = numbers.into_iter().zip(others).map(|(one, other)| self.fold(operator, &[one, other], span));
            let results: Option<Vec<i32>> = pairs.collect();
            return match results {
                Some(results) => {
                    What::list(results.into_iter().map(|number| Object { what: What::Int(number), span }).collect())
                }
                None => What::Broken,
            };
        }
        let numbers: Option<Vec<i32>> = objects.iter().map(ModuleReader::number_of).collect();
        let Some(numbers) = numbers else { return self.no_numbers(operator, span) };
        let chain = |holds: fn(&i32, &i32) -> bool| numbers.windows(2).all(|pair| holds(&pair[0], &pair[1]));
        let compared = match operator {
            "=" => Some(chain(i32::eq)),
            "/=" => Some(chain(i32::ne)),
            "<" => Some(chain(i32::lt)),
            "<=" => Some(chain(i32::le)),
            ">" => Some(chain(i32::gt)),
            ">=" => Some(chain(i32::ge)),
            _ => None,
        };
        match compared {
            Some(true) => What::Int(1),
            Some(false) => What::list(Vec::new()),
            None => self.fold(operator, &numbers, span).map_or(What::Broken, What::Int),
        }
    }

    fn no_numbers(&mut self, operator: &str, span: Span) -> What {
        let diagnostic = Diagnostic::error("wrong-kind", format!("`{operator}` takes numbers, or lists of them"));
        self.fault(span, diagnostic.expected("numbers"));
        What::Broken
    }

    /// Folds several numbers into one; a result beyond 32 bits is reported.
    fn fold(&mut self, operator: &str, numbers: &[i32], span: Span) -> Option<i32> {
        let (first, rest) = match numbers {
            [] => return Some(i32::from(operator == "*")),
            [only] if operator == "-" => (0, std::slice::from_ref(only)),
            [first, rest @ ..] => (i64::from(*first), rest),
        };
        let mut result = Some(first);
        for &number in rest.iter() {
            let number = i64::from(number);
            result = result.and_then(|result| match operator {
                "+" => result.checked_add(number),
                "-" => result.checked_sub(number),
                "*" => result.checked_mul(number),
                _ => result.checked_div(number),
            });
        }
        let result = result.and_then(|result| i32::try_from(result).ok());
        if result.is_none() || (operator == "/" && numbers.len() == 1) {
            let message =
                if operator == "/" { "this division has no result" } else { "the result does not fit in 32 bits" };
            self.fault(span, Diagnostic::error("bad-arithmetic", message));
            return None;
        }
        result
    }

    /// The number of a form that is one, or of a symbol with such a value. The caller reports anything else.
    pub(crate) fn look_up_int(&self, form: &Form) -> Option<i32> {
        match &form.kind {
            FormKind::Int(number) => Some(*number),
            FormKind::Symbol(symbol) => match self.look_up(symbol)? {
                What::Int(number) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number of an object; a type counts as its index.
    pub(crate) fn number_of(object: &Object) -> Option<i32> {
        match object.what {
            What::Int(number) => Some(number),
            What::Type(_, index) => Some(index as i32),
            _ => None,
        }
    }

    /// The object's name in messages.
    pub(crate) fn describe(&self, object: &Object) -> String {
        match &object.what {
            What::Int(number) => number.to_string(),
            What::Dice(dice) => dice.to_string(),
            What::Text(text) => format!("\"{}\"", shortened(text)),
            What::Symbol(symbol) => shortened(symbol),
            What::Type(scope, index) => format!("`{}`, a {}", self.design.types(*scope).names[*index], scope.noun()),
            What::List(items) => format!("a list of {}", items.len()),
            What::Broken => "something broken".to_owned(),
        }
    }
}
