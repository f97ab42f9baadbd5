//! Bounds that hold nothing: what ends in `-min` is above what ends in `-max`.
//!
//! Fact: each such pair is a range (the registry says of each end which it is). An upper end of 0 or below that is the default mostly
//! says that there is no bound, so only upper ends that are set count there. Bounds of sides and of advantages are faults of their own.

use super::Finding;
use crate::design::default_int;
use crate::parameters::{find as find_row, rows};
use crate::{Column, Design, Kind, Scope, Table, Value};

/// The pairs of a scope by the numbers of their rows: the lower end, the upper end.
pub(crate) fn pairs(scope: Scope) -> Vec<(usize, usize)> {
    const OWN_FAULTS: [&str; 2] = ["sides-min", "advantage-min"];
    let mut pairs = Vec::new();
    for (low, row) in rows(scope).iter().enumerate() {
        let Some(stem) = row.name.strip_suffix("-min").filter(|_| !OWN_FAULTS.contains(&row.name)) else { continue };
        let Some(high) = find_row(scope, &format!("{stem}-max")) else { continue };
        if matches!((row.kind, rows(scope)[high].kind), (Kind::Int(..), Kind::Int(..))) {
            pairs.push((low, high));
        }
    }
    pairs
}

/// Whether nothing lies between two ends, of which the upper one may be none.
pub(crate) fn is_empty(scope: Scope, high: usize, [least, most]: [i32; 2]) -> bool {
    let usual = default_int(scope, high as u16);
    least > most && (most != usual || usual > 0)
}

/// What to tell of two ends, and what to do about them.
pub(crate) fn tell(scope: Scope, (low, high): (usize, usize), [least, most]: [i32; 2], of: &str) -> (String, String) {
    let [low, high] = [low, high].map(|number| rows(scope)[number].name);
    let message = format!("`{low}`{of} is {least}, which is more than `{high}`, {most}");
    (message, format!("exchange them, or raise `{high}`"))
}

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let mut findings = Vec::new();
    let global = |number: usize| match design.global(number) {
        Some(Value::Int(value)) => (*value, true),
        _ => (default_int(Scope::Global, number as u16), false),
    };
    for pair in pairs(Scope::Global) {
        let ((least, is_set), (most, _)) = (global(pair.0), global(pair.1));
        if is_empty(Scope::Global, pair.1, [least, most]) {
            let (message, advice) = tell(Scope::Global, pair, [least, most], "");
            findings.push(Finding { message, advice, about: (Scope::Global, if is_set { pair.0 } else { pair.1 }) });
        }
    }
    for scope in [Scope::Unit, Scope::Terrain] {
        for pair in pairs(scope) {
            for (kind, name) in design.types(scope).names.iter().enumerate() {
                let of = |number: usize| match design.columns[Design::slot(scope)].get(number) {
                    Some(Some(Column::Int(values))) => values[kind],
                    _ => default_int(scope, number as u16),
                };
                let ends = [of(pair.0), of(pair.1)];
                if is_empty(scope, pair.1, ends) {
                    let (message, advice) = tell(scope, pair, ends, &format!(" of `{name}`"));
                    findings.push(Finding { message, advice, about: (scope, kind) });
                }
            }
        }
    }
    for pair in pairs(Scope::Table) {
        let [row_scope, column_scope] = rows(Scope::Table)[pair.0].index;
        let columns = design.types(column_scope);
        for (at, row) in design.types(row_scope).names.iter().enumerate() {
            let of = |number: usize, column: usize| match design.table(number) {
                Some(Table::Int(values)) => values[at * columns.len() + column],
                _ => default_int(Scope::Table, number as u16),
            };
            // Once for each type: a row mostly has one value.
            let ends = |column: usize| [of(pair.0, column), of(pair.1, column)];
            let empty = (0..columns.len()).find(|&column| is_empty(Scope::Table, pair.1, ends(column)));
            if let Some(column) = empty {
                let of = format!(" of `{row}` and `{}`", columns.names[column]);
                let (message, advice) = tell(Scope::Table, pair, ends(column), &of);
                findings.push(Finding { message, advice, about: (row_scope, at) });
            }
        }
    }
    findings
}
