//! Numbers in words, for sentences and tables.

/// A value of a measure with its unit, as people read it: `34 cells`, `12.5%`, `40 a turn`.
#[must_use]
pub fn in_words(value: f64, unit: &str) -> String {
    match unit {
        "%" => format!("{}%", number(value)),
        "/turn" => format!("{} a turn", number(value)),
        "worth" => format!("worth {}", number(value)),
        _ => counted(value, unit.strip_suffix('s').unwrap_or(unit), unit),
    }
}

/// A number for people: whole, or with one decimal if that differs noticeably.
#[must_use]
pub fn number(value: f64) -> String {
    if value >= 100.0 {
        return format!("{:.0}", value.round());
    }
    let rounded = (value * 10.0).round() / 10.0;
    if rounded == rounded.trunc() { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

/// `1 town`, `0 towns`, `2.5 towns`.
pub(crate) fn counted(value: f64, one: &str, many: &str) -> String {
    let number = number(value);
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

/// `1 cell`, `4 cells`.
pub(crate) fn cells(value: f64) -> String {
    counted(value, "cell", "cells")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_nouns_read_well() {
        assert_eq!(counted(1.0, "town", "towns"), "1 town");
        assert_eq!(counted(0.0, "town", "towns"), "0 towns");
        assert_eq!(counted(1.04, "town", "towns"), "1 town");
        assert_eq!(counted(2.5, "town", "towns"), "2.5 towns");
        let units = crate::MEASURES.iter().map(|kind| in_words(1.0, kind.unit));
        let mut units: Vec<String> = units.collect();
        units.sort();
        units.dedup();
        assert_eq!(units, ["1 a turn", "1 cell", "1 find", "1 mp", "1 unit", "1%", "worth 1"]);
        assert_eq!(number(1.0 / 3.0), "0.3");
        assert_eq!((number(99.96), number(206.5)), ("100".to_owned(), "207".to_owned()));
    }
}
