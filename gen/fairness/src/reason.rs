//! The reason why the worst seat is the worst, as a sentence, and the words and numbers in such sentences.

use world::Better;

use crate::score::Verdict;
use crate::{Contrast, Survey};

/// The sentence for the worst seat.
pub(crate) fn reason(survey: &Survey<'_>, verdicts: &[Verdict<'_>], worst: usize) -> String {
    match survey.seats.len() {
        0 => return "There is no seat.".to_owned(),
        1 => return "There is only one seat.".to_owned(),
        _ => {}
    }
    let side = &survey.scenario.sides[worst];
    let seat = match side.name.trim() {
        "" => format!("Seat {}", worst + 1),
        name => format!("Seat {} ({name})", worst + 1),
    };
    if survey.seats[worst].center.is_none() {
        return format!("{seat} has no place to start from: neither a center nor a unit on the map.");
    }
    // The loss of the seat in each measure; of equal losses the more informative measure comes first.
    let mut losses: Vec<(f64, &Verdict<'_>)> =
        verdicts.iter().map(|verdict| (verdict.weight * (1.0 - verdict.standing[worst]), verdict)).collect();
    losses.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let most = losses.first().map_or(0.0, |&(loss, _)| loss);
    if most <= 0.0 {
        let equal = verdicts.iter().all(|verdict| verdict.standing.iter().all(|&standing| standing == 1.0));
        let which = if equal { "every measure" } else { "every measure that counts" };
        return format!("All seats are equal in {which}.");
    }
    // A second reason is given if it weighs at least half as much.
    let clauses: Vec<String> = losses
        .iter()
        .take(2)
        .filter(|&&(loss, _)| 2.0 * loss >= most)
        .map(|(_, verdict)| (verdict.kind.clause)(survey, contrast(survey, verdict, worst)))
        .collect();
    format!("{seat} {}.", clauses.join(", and "))
}

fn contrast(survey: &Survey<'_>, verdict: &Verdict<'_>, worst: usize) -> Contrast {
    let (low, high) = crate::compare::bounds(&verdict.compared);
    let best = match verdict.kind.better {
        Better::More => high,
        Better::Less => low,
        Better::Equal => crate::score::mean(&verdict.compared),
    };
    // Scaled back to the seat's own advantage: what it would be due.
    let own = verdict.values[worst];
    let factor = if verdict.compared[worst] > 0.0 { own / verdict.compared[worst] } else { 1.0 };
    let standing = &verdict.standing;
    let alone = (0..survey.seats.len()).all(|seat| seat == worst || standing[seat] > standing[worst]);
    Contrast { own, best: best * factor, alone }
}

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
