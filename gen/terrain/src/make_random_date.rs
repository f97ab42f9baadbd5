//! `make-random-date`: the date of the first turn.
//!
//! Source: `kernel-rules`, section 9: uniform between `initial-date-min` and `initial-date-max`, both included. A design without
//! bounds begins on its `initial-date`.

use design::parameters::global::{CALENDAR, INITIAL_DATE, INITIAL_DATE_MAX, INITIAL_DATE_MIN};
use design::{Atom, Settings, TextGlobal};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::Date;

/// The method `make-random-date`.
pub struct MakeRandomDate;

static INFO: MethodInfo = MethodInfo {
    name: "make-random-date",
    summary: "the date of the first turn, between an early and a late bound",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Date],
    by_level: false,
    parameters: &["initial-date-min", "initial-date-max", "initial-date", "calendar"],
};

impl SynthesisMethod for MakeRandomDate {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if !synthesis.scenario.world.date.is_empty() {
            return Ok(MethodOutcome::Skipped("a date is already given".to_owned()));
        }
        let settings = synthesis.settings;
        let of = |key: TextGlobal| settings.text(key).trim();
        let date = match (of(INITIAL_DATE_MIN), of(INITIAL_DATE_MAX)) {
            ("", "") if of(INITIAL_DATE).is_empty() => {
                return Ok(MethodOutcome::Skipped(
                    "the design has no `initial-date-min` and `initial-date-max`".to_owned(),
                ));
            }
            ("", "") => read(settings, "initial-date", of(INITIAL_DATE))?,
            (early, late) => {
                let early = read(settings, "initial-date-min", early)?;
                let late = read(settings, "initial-date-max", late)?;
                let unmet = |reason: String, remedy: String| SynthesisError::Unmet {
                    constraint: format!("a date from {early} to {late}"),
                    reason,
                    remedy,
                };
                if early.grain != late.grain {
                    let reason = format!("the one names a {}, the other a {}", early.grain.noun(), late.grain.noun());
                    let remedy = "write `initial-date-min` and `initial-date-max` in the same way".to_owned();
                    return Err(unmet(reason, remedy));
                }
                if late.count < early.count {
                    let remedy = "exchange `initial-date-min` and `initial-date-max`".to_owned();
                    return Err(unmet("the second is earlier".to_owned(), remedy));
                }
                let span = (late.count - early.count + 1) as u64;
                // The remainder's bias is far too small to be noticed: no span of seconds is near 64 bits.
                let drawn = synthesis.stream("date").bits() % span;
                Date { count: early.count + drawn as i64, ..early }
            }
        };
        synthesis.scenario.world.date = date.to_string();
        Ok(MethodOutcome::Made(date.to_string()))
    }
}

/// The step of a calendar: that of its first span, if it has several.
fn step(calendar: &[Atom]) -> Option<&str> {
    match calendar.get(1)? {
        Atom::List(span) => span.get(2)?.word(),
        step => step.word(),
    }
}

fn read(settings: &Settings, name: &str, text: &str) -> Result<Date, SynthesisError> {
    let step = step(settings.form(CALENDAR));
    Date::parse(text, step == Some("minute")).ok_or_else(|| SynthesisError::DesignLacks {
        what: if text.is_empty() {
            format!("an `{name}`")
        } else {
            format!("an `{name}` that is a date: `{text}` is none")
        },
        remedy: "write it like \"1871\", \"Spr 1871\", \"May 1871\", \"5 May 1871\" or \"14:00 5 May 1871\"".to_owned(),
    })
}
