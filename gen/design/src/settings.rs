//! Settings: the global variables that one method sees. The user's values override the recipe's, and these override the design's.

use std::collections::BTreeMap;
use std::sync::Arc;

use chance::Dice;

use crate::design::{default_int, default_text};
use crate::parameters::{find, moved, rows};
use crate::{Atom, Design, FormGlobal, IntGlobal, Kind, ListGlobal, Scope, TextGlobal, Value, nearest};

/// The global variables with the values that one method sees.
#[derive(Clone, Debug)]
pub struct Settings {
    design: Arc<Design>,
    own: BTreeMap<usize, Value>,
}

/// Why a setting was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// No global variable has that name.
    #[error("there is no parameter `{name}`{}", .nearest.as_ref().map(|name| format!(", did you mean `{name}`?")).unwrap_or_default())]
    Unknown {
        /// The name, as written.
        name: String,
        /// The most similar name, if one is similar enough.
        nearest: Option<String>,
    },
    /// It is no global variable any more, but an entry of a ruleset's section.
    #[error(
        "`{name}` is an entry of the section `{section}`: set it in a design's file, as \"{section}\": {{ \"{name}\": .. }}"
    )]
    Moved {
        /// The entry.
        name: String,
        /// The section.
        section: &'static str,
    },
    /// The variable is a list: there is no way to type a list in one word.
    #[error("`{0}` is a list: lists can be set in a design's file only")]
    List(String),
    /// The value is not allowed for the variable.
    #[error("`{name}` cannot be `{found}`: expected {expected}")]
    Unfit {
        /// The parameter.
        name: String,
        /// The value, as written.
        found: String,
        /// The values that are allowed.
        expected: String,
    },
}

impl Settings {
    /// The design's own values.
    #[must_use]
    pub const fn new(design: Arc<Design>) -> Settings {
        Settings { design, own: BTreeMap::new() }
    }

    /// Overrides a variable by its name.
    ///
    /// # Errors
    /// `SettingsError::Unknown` if there is no such variable.
    pub fn set(&mut self, name: &str, value: Value) -> Result<(), SettingsError> {
        let number = number(name)?;
        self.own.insert(number, value);
        Ok(())
    }

    /// Overrides a variable by its name with a value as a person types it (`12`, `true`, `sea`).
    ///
    /// # Errors
    /// A `SettingsError` if there is no such variable, if it is a list, or if the value is not allowed for it.
    pub fn set_text(&mut self, name: &str, text: &str) -> Result<(), SettingsError> {
        let number = number(name)?;
        let kind = rows(Scope::Global)[number].kind;
        if matches!(kind, Kind::List | Kind::Form(_)) {
            return Err(SettingsError::List(name.to_owned()));
        }
        let value = parse(&self.design, kind, text).ok_or_else(|| SettingsError::Unfit {
            name: name.to_owned(),
            found: text.to_owned(),
            expected: kind.expected(),
        })?;
        self.own.insert(number, value);
        Ok(())
    }

    /// A number, flag, choice or reference.
    #[must_use]
    pub fn int(&self, key: IntGlobal) -> i32 {
        match self.value(key.0) {
            Some(Value::Int(number)) => *number,
            _ => default_int(Scope::Global, key.0),
        }
    }

    /// A text.
    #[must_use]
    pub fn text(&self, key: TextGlobal) -> &str {
        match self.value(key.0) {
            Some(Value::Text(text)) => text,
            _ => default_text(Scope::Global, key.0),
        }
    }

    /// A list.
    #[must_use]
    pub fn list(&self, key: ListGlobal) -> &[Vec<Atom>] {
        match self.value(key.0) {
            Some(Value::List(list)) => list,
            _ => &[],
        }
    }

    /// A list of lists.
    #[must_use]
    pub fn form(&self, key: FormGlobal) -> &[Atom] {
        match self.value(key.0) {
            Some(Value::Form(form)) => form,
            _ => &[],
        }
    }

    fn value(&self, number: u16) -> Option<&Value> {
        self.own.get(&usize::from(number)).or_else(|| self.design.global(usize::from(number)))
    }
}

fn number(name: &str) -> Result<usize, SettingsError> {
    find(Scope::Global, name).ok_or_else(|| match moved(name) {
        Some(section) => SettingsError::Moved { name: name.to_owned(), section },
        None => SettingsError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, rows(Scope::Global).iter().map(|row| row.name)).map(str::to_owned),
        },
    })
}

/// A value as a person types it.
fn parse(design: &Design, kind: Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Int(low, high) => text.parse().ok().filter(|number| (low..=high).contains(number)).map(Value::Int),
        Kind::Flag => match text {
            "true" | "1" => Some(Value::Int(1)),
            "false" | "0" => Some(Value::Int(0)),
            _ => None,
        },
        Kind::Choice(words) => words.iter().position(|word| *word == text).map(|index| Value::Int(index as i32)),
        Kind::Reference(_) if text == "none" => Some(Value::Int(-1)),
        Kind::Reference(scope) => design.types(scope).find(text).map(|index| Value::Int(index as i32)),
        Kind::Text => Some(Value::Text(text.to_owned())),
        Kind::Dice => text.parse::<Dice>().ok().map(Value::Dice),
        Kind::List | Kind::Values(_) | Kind::Form(_) => None,
    }
}
