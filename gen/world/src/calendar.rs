//! The calendar of a design: how turns are dated (`gdl-reference`, section 12, "Calendar").
//!
//! A turn lasts a number of seconds, minutes, hours, days, weeks, months, seasons or years, the same for the whole game or set span
//! by span. A date is written as precisely as the unit of its turn. A game without a start date begins with the year 1.

use design::Atom;
use design::parameters::global::{CALENDAR, INITIAL_DATE};

use crate::date::{Date, Grain, Moment};
use crate::{Scenario, World};

/// How turns are dated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    first: Moment,
    turns: Turns,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Turns {
    /// A word and the number of the turn.
    Counted(String),
    /// How long turns last: for each span its last turn (from 0) and the length of its turns. The last span has no end.
    Dated(Vec<(u32, Step)>),
}

/// How long a turn lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    grain: Grain,
    count: i64,
}

impl Calendar {
    /// The calendar of a scenario; `None` if its design has none, or one that cannot be read.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Option<Calendar> {
        let design = &scenario.design;
        let turns = Turns::read(design.global_form(CALENDAR))?;
        let World { date, .. } = &scenario.world;
        let date = if date.is_empty() { design.global_text(INITIAL_DATE) } else { date.as_str() };
        let first = match (&turns, date.trim()) {
            (Turns::Counted(_), _) | (_, "") => Moment::YEAR_ONE,
            (Turns::Dated(spans), text) => {
                let minutes = spans.first().is_some_and(|(_, step)| step.grain == Grain::Minute);
                Date::parse(text, minutes)?.moment()
            }
        };
        Some(Calendar { first, turns })
    }

    /// The name of a turn; the first turn is 1. Turn 0 has the name of turn 1.
    #[must_use]
    pub fn name(&self, turn: u32) -> String {
        let spans = match &self.turns {
            Turns::Counted(word) => return format!("{word} {turn}"),
            Turns::Dated(spans) => spans,
        };
        let behind = turn.max(1) - 1;
        let (mut moment, mut from) = (self.first, 0);
        let mut step = spans[0].1;
        for (number, &(last, own)) in spans.iter().enumerate() {
            step = own;
            let is_last = number + 1 == spans.len() || behind <= last;
            let until = if is_last { behind } else { last + 1 };
            moment = moment.later(own.grain, own.count.saturating_mul(i64::from(until - from)));
            from = until;
            if is_last {
                break;
            }
        }
        moment.text(step.grain)
    }
}

impl Turns {
    /// `(number "Word")`, `(usual STEP [n])`, `(usual (first last STEP [n])..)`.
    fn read(form: &[Atom]) -> Option<Turns> {
        let [kind, rest @ ..] = form else { return None };
        match kind.text()? {
            "number" => Some(Turns::Counted(rest.first().and_then(Atom::text).unwrap_or("Turn").to_owned())),
            "usual" => {
                let spans = match rest.first() {
                    Some(Atom::List(_)) => rest.iter().filter_map(read_span).collect(),
                    _ => vec![(u32::MAX, read_step(rest)?)],
                };
                // Spans must follow one another; otherwise there is no calendar.
                let rises = spans.windows(2).all(|pair: &[(u32, Step)]| pair[0].0 < pair[1].0);
                (!spans.is_empty() && rises).then_some(Turns::Dated(spans))
            }
            _ => None,
        }
    }
}

fn read_span(atom: &Atom) -> Option<(u32, Step)> {
    let [_, last, step @ ..] = atom.list()? else { return None };
    // No span can begin after the greatest turn.
    Some((u32::try_from(last.int()?).ok()?, read_step(step)?))
}

fn read_step(atoms: &[Atom]) -> Option<Step> {
    let word = atoms.first().map_or(Some("day"), Atom::text)?;
    let count = i64::from(atoms.get(1).and_then(Atom::int).unwrap_or(1).max(1));
    let (grain, times) = match word {
        "second" => (Grain::Second, 1),
        "minute" => (Grain::Minute, 1),
        "hour" => (Grain::Hour, 1),
        "day" => (Grain::Day, 1),
        "week" => (Grain::Day, 7),
        "month" => (Grain::Month, 1),
        "season" => (Grain::Season, 1),
        "year" => (Grain::Year, 1),
        _ => return None,
    };
    Some(Step { grain, count: times * count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(date: &str, calendar: &str, turns: &[u32]) -> Vec<String> {
        let calendar: Vec<Atom> = calendar.split_whitespace().map(atom).collect();
        let turns_of = Turns::read(&calendar).unwrap();
        let first = if date.is_empty() { Moment::YEAR_ONE } else { Date::parse(date, false).unwrap().moment() };
        let calendar = Calendar { first, turns: turns_of };
        turns.iter().map(|&turn| calendar.name(turn)).collect()
    }

    fn atom(text: &str) -> Atom {
        match text.parse() {
            Ok(number) => Atom::Int(number),
            Err(_) if text.contains(',') => Atom::List(text.split(',').map(atom).collect()),
            Err(_) => Atom::Word(text.to_owned()),
        }
    }

    #[test]
    fn turns_are_named_by_the_step_of_the_calendar() {
        assert_eq!(names("", "number Round", &[1, 7]), ["Round 1", "Round 7"]);
        assert_eq!(
            names("5 May 1871", "usual day", &[0, 1, 2, 28]),
            ["5 May 1871", "5 May 1871", "6 May 1871", "1 Jun 1871"]
        );
        assert_eq!(names("5 May 1871", "usual week 2", &[2]), ["19 May 1871"]);
        assert_eq!(names("Dec 1871", "usual month", &[1, 2]), ["Dec 1871", "Jan 1872"]);
        assert_eq!(names("31 Jan 1871", "usual month", &[2]), ["Feb 1871"]);
        assert_eq!(names("Aut 1871", "usual season", &[1, 2]), ["Aut 1871", "Win 1872"]);
        assert_eq!(names("-2", "usual year", &[1, 2, 3, 4]), ["2 BC", "1 BC", "0", "1"]);
        assert_eq!(names("23:00 31 Dec 1871", "usual hour", &[1, 2]), ["23:00 31 Dec 1871", "0:00 1 Jan 1872"]);
        assert_eq!(names("", "usual year 5", &[3]), ["11"]);
    }

    #[test]
    fn spans_follow_one_another() {
        let spans = "usual 0,2,month 3,9,season,2 10,99,year";
        let turns = [1, 3, 4, 5, 11, 12, 200];
        let told = names("Jan 1900", spans, &turns);
        assert_eq!(told[..4], ["Jan 1900", "Mar 1900", "Spr 1900", "Aut 1900"]);
        assert_eq!(told[4..], ["1903", "1904", "2092"]);
    }

    #[test]
    fn nonsense_is_no_calendar() {
        for text in ["", "usual moon", "usul day", "usual 5,9,day 0,4,month"] {
            let atoms: Vec<Atom> = text.split_whitespace().map(atom).collect();
            assert_eq!(Turns::read(&atoms), None, "{text}");
        }
        assert!(Turns::read(&[atom("usual"), atom("week"), atom("2000000000")]).is_some());
        // However long turns are, nothing overflows.
        assert!(!names("999999", "usual year 2000000000", &[u32::MAX]).is_empty());
    }
}
