//! Objects as values of parameters: what each property, table or global variable accepts; all else is a fault.

use design::{Atom, Diagnostic, Kind, Parameter, Scope, Span, Value};

use super::object::{Object, What};
use super::reader::ModuleReader;
use super::tree::{pack_dice, unpack_dice};

/// `river-x`, `valley-x` and `road-x` are 10, 11 and 12 in GDL, and 1, 2 and 3 here.
const SUBTYPES_X_FROM: i32 = 9;

impl ModuleReader<'_> {
    /// An object as a value of a row's kind; a fault if it is not one.
    pub(crate) fn value(&mut self, row: &'static Parameter, object: &Object) -> Option<Value> {
        let value = match (row.kind, &object.what) {
            (_, What::Broken) => return None,
            (Kind::Int(low, high), What::Dice(dice))
                if row.scope == Scope::Table
                    && let Some(number) = pack_dice(*dice)
                    && (low..=high).contains(&number) =>
            {
                let message = format!("`{}` takes no dice: Xconq reads {dice} as the number {number}", row.name);
                self.warn(object.span, "dice-as-number", message);
                Some(Value::Int(number))
            }
            (Kind::Int(..) | Kind::Flag, _) => ModuleReader::number_of(object).map(Value::Int),
            (Kind::Choice(words), What::Int(number)) => {
                let index = if row.name == "subtype-x" && *number > SUBTYPES_X_FROM {
                    number - SUBTYPES_X_FROM
                } else {
                    *number
                };
                if index < 0 || index as usize >= words.len() {
                    self.out_of_range(row, object.span, *number, 0, words.len() as i32 - 1);
                    return None;
                }
                Some(Value::Int(index))
            }
            (Kind::Choice(words), What::Symbol(word) | What::Text(word)) => {
                words.iter().position(|known| *known == &**word).map(|index| Value::Int(index as i32))
            }
            (Kind::Reference(scope), What::Type(found, index)) if *found == scope => Some(Value::Int(*index as i32)),
            // Saved games number types, those that follow too.
            (Kind::Reference(scope), What::Int(number)) if *number >= self.design.types(scope).len() as i32 => {
                self.late_types.push((row, *number, object.span));
                Some(Value::Int(*number))
            }
            (Kind::Reference(_), What::Int(number)) => (*number >= -1).then_some(Value::Int(*number)),
            (Kind::Reference(scope), What::Symbol(word)) => match self.look_up(word) {
                Some(What::Type(found, index)) if found == scope => Some(Value::Int(index as i32)),
                _ => None,
            },
            (Kind::Text, What::Text(text)) => Some(Value::Text(text.to_string())),
            (Kind::Text, What::Symbol(text)) if ["namer", "emblem-name", "image-name"].contains(&row.name) => {
                Some(Value::Text(text.to_string()))
            }
            // Xconq draws one of several for each unit.
            (Kind::Text, What::List(items)) if row.name == "image-name" && row.scope == Scope::Unit => {
                match items.first().map(|item| &item.what) {
                    Some(What::Text(text) | What::Symbol(text)) => {
                        let text = text.to_string();
                        if items.len() > 1 {
                            let message = format!("of several images all units of the type have the first, `{text}`");
                            self.warn(object.span, "first-image", message);
                        }
                        Some(Value::Text(text))
                    }
                    _ => None,
                }
            }
            (Kind::Dice, What::Dice(dice)) => Some(Value::Dice(*dice)),
            (Kind::Dice, What::Int(number)) => unpack_dice(*number).map(Value::Dice),
            (Kind::List, What::List(items)) => self.rows(row, items).map(Value::List),
            (Kind::List, What::Text(text)) => Some(Value::List(vec![vec![Atom::Word(text.to_string())]])),
            (Kind::List, What::Int(number)) => Some(Value::List(vec![vec![Atom::Int(*number)]])),
            (Kind::List | Kind::Form(_), What::Symbol(word)) if &**word == "nil" => Some(row.default.value(row.kind)),
            (Kind::Form(what), What::List(items))
                if what.starts_with("pairs") && !self.is_interpolation(row, items) =>
            {
                return None;
            }
            (Kind::Form(what), What::Int(_) | What::Dice(_) | What::Text(_) | What::Symbol(_) | What::Type(..))
                if what.starts_with("pairs") =>
            {
                None
            }
            (Kind::Form(_), What::List(items)) => Some(Value::Form(items.iter().map(|item| self.atom(item)).collect())),
            (Kind::Form(_), _) => Some(Value::Form(vec![self.atom(object)])),
            _ => None,
        };
        let bounds = match row.kind {
            Kind::Int(low, high) => Some((low, high)),
            Kind::Flag => Some((0, 1)),
            _ => None,
        };
        match (value, bounds) {
            (Some(Value::Int(number)), Some((low, high))) if !(low..=high).contains(&number) => {
                self.out_of_range(row, object.span, number, low, high);
                None
            }
            (None, _) => {
                self.wrong_value(row, object);
                None
            }
            (Some(Value::Text(text)), _) => {
                Some(Value::Text(self.clean(row.name, row.name == "help", &text, object.span)))
            }
            (value, _) => value,
        }
    }

    /// Checks the numbers of types that followed, when all types are known.
    pub(crate) fn check_late_types(&mut self) {
        for (row, number, span) in std::mem::take(&mut self.late_types) {
            let Kind::Reference(scope) = row.kind else { continue };
            let count = self.design.types(scope).len() as i32;
            if number >= count {
                self.out_of_range(row, span, number, -1, count - 1);
            }
        }
    }

    /// A text without the control characters that would garble a page or a terminal; `name` is what it is the text of.
    pub(crate) fn clean(&mut self, name: &str, has_lines: bool, text: &str, span: Span) -> String {
        if let Some(found) = text.chars().find(|&sign| diagnostics::is_odd(sign, has_lines)) {
            let message = format!("`{name}` holds a control character, which becomes a space");
            let diagnostic = Diagnostic::warning("control-character", message);
            self.fault(span, diagnostic.found(found.escape_default().to_string()));
        }
        diagnostics::clean(text, has_lines)
    }

    fn out_of_range(&mut self, row: &Parameter, span: Span, found: i32, low: i32, high: i32) {
        let diagnostic = Diagnostic::error("out-of-range", format!("`{}` is out of its range", row.name));
        let expected = format!("a whole number from {low} to {high}");
        self.fault(span, diagnostic.found(found.to_string()).expected(expected));
    }

    fn wrong_value(&mut self, row: &Parameter, object: &Object) {
        let expected = match row.kind {
            Kind::Reference(scope) => format!("a {}", scope.noun()),
            Kind::Dice => "a number, or dice such as 2d6+1".to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            kind => kind.expected(),
        };
        let diagnostic = Diagnostic::error("wrong-kind", format!("`{}` cannot be this", row.name));
        let found = self.describe(object);
        self.fault(object.span, diagnostic.found(found).expected(expected));
    }

    /// Whether a list consists of pairs of numbers with rising first numbers; a fault if it does not.
    fn is_interpolation(&mut self, row: &Parameter, items: &[Object]) -> bool {
        let mut last = None;
        for item in items {
            let pair = match &item.what {
                What::List(pair) => pair.to_vec(),
                _ => Vec::new(),
            };
            let numbers: Vec<i32> = pair.iter().filter_map(ModuleReader::number_of).collect();
            let [from, _] = numbers[..] else {
                self.wrong_kind(item, &format!("an entry of `{}`", row.name), "a pair of numbers such as (10 100)");
                return false;
            };
            if last.is_some_and(|last| last >= from) {
                let diagnostic =
                    Diagnostic::error("not-rising", format!("the first numbers of `{}` do not rise", row.name));
                self.fault(item.span, diagnostic.found(from.to_string()));
                return false;
            }
            last = Some(from);
        }
        true
    }

    /// An object as an atom: types by their symbols, dice as words.
    pub(crate) fn atom(&self, object: &Object) -> Atom {
        match &object.what {
            What::Int(number) => Atom::Int(*number),
            What::Dice(dice) => Atom::Word(dice.to_string()),
            What::Text(text) => Atom::Text(text.to_string()),
            What::Symbol(symbol) => Atom::Word(symbol.to_string()),
            What::Type(scope, index) => Atom::Word(self.design.types(*scope).names[*index].clone()),
            What::List(items) => Atom::List(items.iter().map(|item| self.atom(item)).collect()),
            What::Broken => Atom::List(Vec::new()),
        }
    }

    /// A list of rows of words and numbers.
    fn rows(&mut self, row: &Parameter, items: &[Object]) -> Option<Vec<Vec<Atom>>> {
        if row.name == "possible-sides" {
            return self.possible_sides(items);
        }
        let mut rows = Vec::new();
        for item in items {
            let parts = match &item.what {
                What::List(parts) => parts.to_vec(),
                _ => vec![item.clone()],
            };
            let mut atoms = Vec::new();
            for part in &parts {
                match self.atom(part) {
                    Atom::Text(word) | Atom::Word(word) => atoms.push(Atom::Word(word)),
                    Atom::Int(number) => atoms.push(Atom::Int(number)),
                    Atom::List(_) => {
                        self.wrong_kind(part, &format!("an entry of `{}`", row.name), "a word or a whole number");
                        return None;
                    }
                }
            }
            rows.push(atoms);
        }
        Some(rows)
    }

    /// A class expression as alternatives, one of which must hold (see [`design::may_belong`]).
    pub(crate) fn possible_sides(&mut self, items: &[Object]) -> Option<Vec<Vec<Atom>>> {
        if items.is_empty() {
            return Some(Vec::new());
        }
        let whole = Object { what: What::List(items.to_vec().into()), span: items[0].span };
        let alternatives = self.alternatives(&whole, false)?;
        Some(alternatives.into_iter().map(|row| row.into_iter().flatten().collect()).collect())
    }

    /// An expression, or its negation, as an or of ands; each term is an atom, with `not` before it if it is negated.
    fn alternatives(&mut self, object: &Object, negated: bool) -> Option<Vec<Vec<Vec<Atom>>>> {
        let term = |atom: Atom| {
            let term = if negated { vec![Atom::Word("not".to_owned()), atom] } else { vec![atom] };
            Some(vec![vec![term]])
        };
        match &object.what {
            What::Text(text) => term(Atom::Word(text.to_string())),
            What::Int(side) => term(Atom::Int(*side)),
            What::List(items) => {
                let head = match items.first().map(|first| &first.what) {
                    Some(What::Symbol(head)) => head.to_string(),
                    _ => String::new(),
                };
                let (parts, is_and, negated) = match head.as_str() {
                    "not" => (&items[1..], false, !negated),
                    "and" => (&items[1..], true, negated),
                    "or" => (&items[1..], false, negated),
                    _ => (&items[..], false, negated),
                };
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.alternatives(part, negated)).collect();
                // De Morgan: under a negation `and` and `or` are exchanged.
                Some(if is_and == negated { parts?.into_iter().flatten().collect() } else { all_of(parts?) })
            }
            What::Symbol(word) => match self.look_up(word) {
                Some(What::Int(side)) => term(Atom::Int(side)),
                _ => {
                    let expected = "a class in quotes, the number of a side, and, or, not";
                    self.wrong_kind(object, "a class expression", expected);
                    None
                }
            },
            _ => {
                self.wrong_kind(object, "a class expression", "a class in quotes, the number of a side, and, or, not");
                None
            }
        }
    }

    /// The types that an object names, one or a list; each that does not belong to the scope is a fault.
    pub(crate) fn types_of(&mut self, scope: Scope, object: &Object, what: &str) -> Option<Vec<usize>> {
        match &object.what {
            What::List(items) if items.len() > INDEXES_MAX => {
                let diagnostic = Diagnostic::error("too-long", format!("{what} names {} types", items.len()));
                self.fault(object.span, diagnostic.expected(format!("at most {INDEXES_MAX}")));
                None
            }
            What::List(items) => {
                let mut ids = Vec::with_capacity(items.len());
                for item in items.iter() {
                    ids.push(self.type_of(scope, item, what)?);
                }
                Some(ids)
            }
            _ => self.type_of(scope, object, what).map(|id| vec![id]),
        }
    }

    fn type_of(&mut self, scope: Scope, object: &Object, what: &str) -> Option<usize> {
        let found = match &object.what {
            What::Symbol(symbol) => match self.look_up(symbol) {
                Some(found) => found,
                None => {
                    self.unknown_name(symbol, object.span);
                    return None;
                }
            },
            found => found.clone(),
        };
        match found {
            What::Type(of, index) if of == scope => return Some(index),
            What::Broken => return None,
            _ => {}
        }
        let count = self.design.types(scope).len();
        if let What::Int(number) = found
            && (0..count as i32).contains(&number)
        {
            return Some(number as usize);
        }
        let object = Object { what: found, span: object.span };
        let diagnostic = Diagnostic::error("wrong-kind", format!("{what} must be a {}", scope.noun()));
        let described = self.describe(&object);
        self.fault(object.span, diagnostic.found(described).expected(format!("a {}", scope.noun())));
        None
    }
}

/// The and of several ors, as an or of ands. It is cut at a bound that no useful expression reaches.
fn all_of(parts: Vec<Vec<Vec<Vec<Atom>>>>) -> Vec<Vec<Vec<Atom>>> {
    let mut joined: Vec<Vec<Vec<Atom>>> = vec![Vec::new()];
    for part in parts {
        let longer =
            joined.iter().flat_map(|row| part.iter().map(move |more| row.iter().chain(more).cloned().collect()));
        joined = longer.take(ALTERNATIVES_MAX).collect();
    }
    joined
}

/// The most types in an index: enough to name each of them, and many twice.
const INDEXES_MAX: usize = 2 * design::types_max(Scope::Unit);

/// The most alternatives: more than the number of sides can make a difference for.
const ALTERNATIVES_MAX: usize = 4096;
