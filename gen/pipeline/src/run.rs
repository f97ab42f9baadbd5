//! Running a recipe: its steps in order, and in parallel where neither step writes what the other reads or writes.
//!
//! **Invariant:** a parallel run gives the same result as one step after the other. Streams belong to methods, so no method shifts
//! another's numbers; their [`MethodInfo`] says what methods read, may read and write.

use std::ops::ControlFlow;

use chance::Seed;
use design::{Settings, Step};
use rayon::prelude::*;
use synth::{History, MethodInfo, MethodOutcome, Part, Synthesis, SynthesisMethod};
use world::Scenario;

use crate::method;
use crate::parts::{can_move, move_part};

/// Gets the names of the steps that begin, and says whether the run goes on.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(&[&'static str]) -> ControlFlow<()>;

/// Why a run has no result.
pub(crate) enum Failed {
    /// The reason, in words.
    Reason(String),
    /// The observer stopped the run.
    Stopped,
}

impl From<String> for Failed {
    fn from(reason: String) -> Failed {
        Failed::Reason(reason)
    }
}

/// A step that is ready to run.
struct Ready<'a> {
    method: &'static dyn SynthesisMethod,
    settings: &'a Settings,
}

/// Runs steps that [`crate::check_recipe`] found valid. `watch` gets the names of the steps that begin, several if they run in
/// parallel. A history with frames needs one step after the other, so then nothing runs in parallel.
///
/// # Errors
/// The message of the first step that fails, with its name; or that `watch` broke.
pub(crate) fn run_steps(
    scenario: &mut Scenario,
    history: &mut History,
    steps: &[Step],
    settings: &[Settings],
    given: &[Part],
    seed: Seed,
    watch: Watch<'_>,
) -> Result<(), Failed> {
    let ready: Vec<Ready<'_>> = steps
        .iter()
        .zip(settings)
        .map(|(step, settings)| Ready { method: method(&step.method).expect("the recipe was checked"), settings })
        .collect();
    let mut rest = ready.as_slice();
    while !rest.is_empty() {
        let together = if history.keeps_frames() { 1 } else { count_independent(rest) };
        let (wave, later) = rest.split_at(together);
        rest = later;
        let names: Vec<&'static str> = wave.iter().map(|step| step.method.info().name).collect();
        if watch(&names).is_break() {
            return Err(Failed::Stopped);
        }
        if let [step] = wave {
            let told = run_step(step, scenario, history, given, seed)?;
            scenario.origins.methods.push((names[0].to_owned(), told));
            continue;
        }
        let made: Vec<_> = wave
            .par_iter()
            .map(|step| {
                let (mut scenario, mut history) = (scenario.clone(), History::default());
                run_step(step, &mut scenario, &mut history, given, seed).map(|told| (scenario, history, told))
            })
            .collect();
        for (step, made) in wave.iter().zip(made) {
            let (mut made, its_history, told) = made?;
            for &part in step.method.info().writes {
                move_part(part, &mut made, scenario);
            }
            history.warnings.extend(its_history.warnings);
            scenario.origins.methods.push((step.method.info().name.to_owned(), told));
        }
    }
    Ok(())
}

/// How many of the first steps can run in parallel: at least 1.
fn count_independent(steps: &[Ready<'_>]) -> usize {
    let info = |step: &Ready<'_>| -> &'static MethodInfo { step.method.info() };
    let movable = |step: &Ready<'_>| info(step).writes.iter().all(|&part| can_move(part));
    let fits = |&number: &usize| {
        movable(&steps[number])
            && steps[..number].iter().all(|other| info(other).is_independent_of(info(&steps[number])))
    };
    if !movable(&steps[0]) {
        return 1;
    }
    (1..steps.len()).take_while(fits).count() + 1
}

/// Runs one step; returns what it did, in words.
fn run_step(
    step: &Ready<'_>,
    scenario: &mut Scenario,
    history: &mut History,
    given: &[Part],
    seed: Seed,
) -> Result<String, String> {
    let name = step.method.info().name;
    let mut synthesis = Synthesis::new(scenario, step.settings, history, name, seed).with_given(given);
    let outcome = step.method.run(&mut synthesis).map_err(|error| format!("{name}: {error}"))?;
    synthesis.frame("done");
    Ok(match outcome {
        MethodOutcome::Made(what) => what,
        MethodOutcome::Skipped(why) => format!("skipped: {why}"),
    })
}
