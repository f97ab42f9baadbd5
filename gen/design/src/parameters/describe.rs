//! Parameters in words, and the parameters near them, for `fairmarch explain` and other pages about the registry.

use std::cmp::Reverse;

use super::{ALIASES, ROWS_OF_TABLES, SCOPES, rows};
use crate::{DefaultValue, Kind, Parameter, Scope};

/// How many similar parameters, and how many neighbours, are named at most.
pub const NEAR_MAX: usize = 6;

impl Parameter {
    /// What kind of parameter it is, with the types that index it: `table of unit types by terrain types`.
    #[must_use]
    pub fn what(&self) -> String {
        match self.scope {
            Scope::Table => format!("table of {}s by {}s", self.index[0].noun(), self.index[1].noun()),
            scope => scope.parameter_noun(),
        }
    }

    /// Its default, as designers write it.
    #[must_use]
    pub fn default_text(&self) -> String {
        match self.default {
            DefaultValue::Int(-1) if matches!(self.kind, Kind::Reference(_)) => "none".to_owned(),
            DefaultValue::Int(number) => match self.kind {
                Kind::Flag => (number != 0).to_string(),
                Kind::Choice(words) => words[number as usize].to_owned(),
                _ => number.to_string(),
            },
            DefaultValue::Text("") => "empty".to_owned(),
            DefaultValue::Text(text) => text.to_owned(),
            DefaultValue::Dice(number) => number.to_string(),
            DefaultValue::Empty => "nothing".to_owned(),
        }
    }

    /// Its other names: those of [`ALIASES`].
    #[must_use]
    pub fn aliases(&self) -> Vec<&'static str> {
        let own = ALIASES.iter().filter(|(scope, _, today)| *scope == self.scope && *today == self.name);
        own.map(|&(_, old, _)| old).collect()
    }

    /// The names by which a unit type may fill its row of the table: those of [`ROWS_OF_TABLES`].
    #[must_use]
    pub fn row_names(&self) -> Vec<&'static str> {
        let own = ROWS_OF_TABLES.iter().filter(|(_, table)| self.scope == Scope::Table && *table == self.name);
        own.map(|&(name, _)| name).collect()
    }

    /// Rows of any scope with a similar name, the most similar first.
    #[must_use]
    pub fn similar(&self) -> Vec<&'static Parameter> {
        let own: Vec<&str> = self.name.split('-').collect();
        // The share of words that both names have, in thousandths.
        let likeness = |other: &Parameter| {
            let words: Vec<&str> = other.name.split('-').collect();
            let common = own.iter().filter(|word| words.contains(word)).count();
            2000 * common / (own.len() + words.len())
        };
        let is_other = |row: &&Parameter| (row.scope, row.name) != (self.scope, self.name);
        let mut found: Vec<(usize, &Parameter)> =
            SCOPES.into_iter().flat_map(rows).filter(is_other).map(|row| (likeness(row), row)).collect();
        found.retain(|&(likeness, _)| likeness >= 500);
        found.sort_by_key(|&(likeness, _)| Reverse(likeness));
        found.into_iter().take(NEAR_MAX).map(|(_, row)| row).collect()
    }

    /// Parameters of its scope that govern the same part of a game, those nearest in the registry first.
    #[must_use]
    pub fn neighbours(&self) -> Vec<&'static Parameter> {
        let rows = rows(self.scope);
        let own = rows.iter().position(|row| row.name == self.name).unwrap_or(0);
        let mut found: Vec<usize> =
            (0..rows.len()).filter(|&number| number != own && rows[number].area == self.area).collect();
        found.sort_by_key(|&number| number.abs_diff(own));
        found.into_iter().take(NEAR_MAX).map(|number| &rows[number]).collect()
    }
}
