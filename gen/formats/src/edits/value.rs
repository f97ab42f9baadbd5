//! One value of a design, by the names of what it belongs to: as a person reads and types it, and changed. The change is a draft of its own,
//! so that bounds, words and the rules' own checks are those of any file.

use design::parameters::rows;
use design::{
    Design, Diagnostic, Diagnostics, Kind, Known, Parameter, Scope, Sources, TYPE_SECTIONS, Value, quote_name,
};
use diagnostics::quote;

use super::read::patched;
use crate::write_design::written;

/// Where a value of a design stands: numbers are those of rows of the registry and of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValuePlace {
    /// A property of a type.
    Property {
        /// The kind of type.
        scope: Scope,
        /// The property.
        number: usize,
        /// The type.
        of: usize,
    },
    /// A global variable.
    Global(usize),
    /// An entry of a table.
    Entry {
        /// The table.
        number: usize,
        /// The type of the row.
        row: usize,
        /// The type of the column.
        column: usize,
    },
}

impl ValuePlace {
    /// Its row of the registry: its bounds, its default and its meaning.
    #[must_use]
    pub fn parameter(self) -> &'static Parameter {
        match self {
            ValuePlace::Property { scope, number, .. } => &rows(scope)[number],
            ValuePlace::Global(number) => &rows(Scope::Global)[number],
            ValuePlace::Entry { number, .. } => &rows(Scope::Table)[number],
        }
    }

    /// What a person calls it: `speed of infantry`.
    #[must_use]
    pub fn words(self, design: &Design) -> String {
        let parameter = self.parameter();
        let name = |scope: Scope, of: usize| &design.types(scope).names[of];
        match self {
            ValuePlace::Property { scope, of, .. } => format!("{} of {}", parameter.name, name(scope, of)),
            ValuePlace::Global(_) => parameter.name.to_owned(),
            ValuePlace::Entry { row, column, .. } => {
                let [down, across] = parameter.index;
                format!("{} of {} by {}", parameter.name, name(down, row), name(across, column))
            }
        }
    }

    /// The value that a design has there.
    #[must_use]
    pub fn value(self, design: &Design) -> Value {
        let parameter = self.parameter();
        match self {
            ValuePlace::Property { scope, number, of } => design.property(scope, number, of),
            ValuePlace::Global(number) => {
                design.global(number).cloned().unwrap_or_else(|| parameter.default.value(parameter.kind))
            }
            ValuePlace::Entry { number, row, column } => design.entry_at(number, row, column),
        }
    }

    /// A draft with a value there, in RON.
    fn draft(self, design: &Design, value: &str) -> String {
        let name = |scope: Scope, of: usize| quote(&quote_name(&design.types(scope).names[of]));
        let parameter = quote(self.parameter().name);
        match self {
            ValuePlace::Property { scope, of, .. } => {
                let section =
                    TYPE_SECTIONS.iter().find(|(_, known)| *known == scope).map_or("", |(section, _)| section);
                format!("{{ \"{section}\": {{ {}: {{ {parameter}: {value} }} }} }}", name(scope, of))
            }
            ValuePlace::Global(_) => format!("{{ \"globals\": {{ {parameter}: {value} }} }}"),
            ValuePlace::Entry { row, column, .. } => {
                let [down, across] = self.parameter().index;
                let entry = format!("{{ {}: {{ {}: {value} }} }}", name(down, row), name(across, column));
                format!("{{ \"tables\": {{ {parameter}: {entry} }} }}")
            }
        }
    }
}

/// A value as a person types it: words and texts without quotes, lists in RON.
#[must_use]
pub fn typed_value(design: &Design, parameter: &Parameter, value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Int(number) => design.word(parameter.kind, *number),
        Value::Dice(dice) => dice.to_string(),
        Value::List(_) | Value::Form(_) => written(design, parameter, value).print().trim().to_owned(),
    }
}

/// What a person typed, in RON.
fn read_typed(kind: Kind, typed: &str) -> Result<String, Diagnostics> {
    let text = typed.trim();
    let wrong = || {
        let fault = Diagnostic::error("bad-value", format!("`{text}` cannot be its value"));
        Diagnostics(vec![fault.expected(kind.expected())])
    };
    let is_number = text.parse::<i64>().is_ok();
    match kind {
        Kind::Int(..) if !is_number => Err(wrong()),
        Kind::Flag if !["true", "false"].contains(&text) => Err(wrong()),
        Kind::Int(..) | Kind::Flag => Ok(text.to_owned()),
        Kind::Dice if is_number => Ok(text.to_owned()),
        Kind::Text => Ok(quote(typed)),
        Kind::Choice(_) | Kind::Reference(_) | Kind::Dice => Ok(quote(text)),
        Kind::List | Kind::Values(_) | Kind::Form(_) => {
            // Alone it must be one value: brackets that close too early would reach what stands around it.
            let mut sources = Sources::default();
            let id = sources.add("the value", text);
            diagnostics::read_tree(&sources, id).map_err(|_| wrong())?;
            Ok(text.to_owned())
        }
    }
}

/// A design with another value as a person types it, and what its lints say that they did not say before.
///
/// # Errors
/// Why it cannot be: it is no such value, lies beyond its bounds, or the rules refuse it.
pub fn set_value(
    design: &Design,
    place: ValuePlace,
    typed: &str,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let text = place.draft(design, &read_typed(place.parameter().kind, typed)?);
    let mut sources = Sources::default();
    let id = sources.add("the value", &text);
    let root = diagnostics::read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
    let changed = patched(&root, design, &sources, known)?;
    let told = |design: &Design| -> Vec<Diagnostic> {
        design::find_suspicions(design).into_iter().map(|one| one.diagnostic).collect()
    };
    let before = told(design);
    let found = told(&changed).into_iter().filter(|one| !before.iter().any(|old| old.message == one.message));
    Ok((changed, Diagnostics(found.collect())))
}
