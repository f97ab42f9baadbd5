//! Measuring in the background: verdicts on scenarios, one job each, kept as long as the design is open.

use std::sync::Arc;

use fairness::Evidence;
use grid::Cell;
use playtest::find_measure;
use world::{Fairness, Scenario};

use crate::{Document, Job, Jobs};

/// The most verdicts that are kept: the finished scenario's, the one before balancing, and those of requested stages.
const KEPT_MAX: usize = 12;

/// The method before and after which scores are compared.
const BALANCE: &str = "balance-starts";

/// The state of a scenario's verdict.
#[derive(Clone, Debug)]
pub(super) enum Measured {
    /// Nothing yet.
    Unknown,
    /// It is being measured.
    Awaited,
    /// Why it could not be measured.
    Failed(String),
    /// The measures.
    Known(Arc<Fairness>),
}

/// The measures, or why they could not be taken.
pub(super) type Found = Result<Arc<Fairness>, String>;

/// Verdicts on scenarios, by address. The scenarios are kept along with them, so that no address is used again.
#[derive(Default)]
pub(super) struct Verdicts {
    known: Vec<(Arc<Scenario>, Found)>,
    jobs: Vec<(Arc<Scenario>, Job<Fairness>)>,
}

impl Verdicts {
    /// The verdict on a scenario. A verdict that was measured when the scenario was made is used.
    pub(super) fn of(&mut self, scenario: &Arc<Scenario>) -> Measured {
        if let Some((_, found)) = self.known.iter().find(|(known, _)| Arc::ptr_eq(known, scenario)) {
            return match found {
                Ok(fairness) => Measured::Known(Arc::clone(fairness)),
                Err(why) => Measured::Failed(why.clone()),
            };
        }
        if let Some(fairness) = &scenario.fairness {
            let fairness = Arc::new(fairness.clone());
            self.keep(Arc::clone(scenario), Ok(Arc::clone(&fairness)));
            return Measured::Known(fairness);
        }
        match self.jobs.iter().any(|(measured, _)| Arc::ptr_eq(measured, scenario)) {
            true => Measured::Awaited,
            false => Measured::Unknown,
        }
    }

    /// Starts measuring a scenario with the default weights.
    pub(super) fn measure(&mut self, jobs: &Jobs, scenario: &Arc<Scenario>) {
        if matches!(self.of(scenario), Measured::Unknown) {
            let subject = Arc::clone(scenario);
            let job = jobs.start("Measuring fairness", move |_| playtest::score(&subject, &playtest::weights()));
            self.jobs.push((Arc::clone(scenario), job));
        }
    }

    /// Takes the results of measuring.
    pub(super) fn poll(&mut self) {
        for (scenario, job) in std::mem::take(&mut self.jobs) {
            match job.poll() {
                None => self.jobs.push((scenario, job)),
                Some(done) => self.keep(scenario, done.map(Arc::new)),
            }
        }
    }

    fn keep(&mut self, scenario: Arc<Scenario>, found: Found) {
        if self.known.len() >= KEPT_MAX {
            drop(self.known.remove(0));
        }
        self.known.push((scenario, found));
    }
}

/// The stage before starts were balanced, and what balancing did.
///
/// # Errors
/// A sentence that says why there is none.
pub(super) fn before_balance(open: &Document) -> Result<(Arc<Scenario>, String), String> {
    let stages = &open.making.stages;
    if open.request.no_balance {
        return Err("Starts were not balanced: that was left out of this roll.".to_owned());
    }
    if stages.is_empty() {
        return Err("How it was before its starts were balanced is not known: it came from a file.".to_owned());
    }
    let Some(first) = stages.iter().position(|stage| stage.method == BALANCE) else {
        return Err(format!("Starts were not balanced: {BALANCE} is not in the recipe."));
    };
    let Some(before) = first.checked_sub(1) else {
        return Err(format!("There is nothing before {BALANCE}: it ran first."));
    };
    let told = open.scenario.origins.methods.iter().find(|(method, _)| method == BALANCE);
    let told = told.map(|(_, told)| told.clone()).unwrap_or_default();
    Ok((Arc::clone(&stages[before].scenario), told))
}

/// The evidence behind a measure for some seats, and the first one's center.
pub(super) fn find_behind(scenario: &Scenario, measure: &str, seats: &[usize]) -> (Evidence, Option<Cell>) {
    let survey = playtest::survey(scenario);
    let mut found = Evidence::default();
    let Some(kind) = find_measure(measure) else { return (found, None) };
    let known: Vec<usize> = seats.iter().copied().filter(|&seat| seat < survey.seats.len()).collect();
    match known[..] {
        // One seat's way stays in walking order.
        [seat] => found = (kind.evidence)(&survey, seat),
        _ => known.iter().for_each(|&seat| found.join((kind.evidence)(&survey, seat))),
    }
    (found, known.first().and_then(|&seat| survey.seats[seat].center))
}
