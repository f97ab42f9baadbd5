//! Running a recipe: its steps in order, and in parallel where neither step writes what the other reads or writes.
//!
//! **Invariant:** a parallel run gives the same result as one step after the other. Streams belong to methods, so no method shifts
//! another's numbers; their [`MethodInfo`] says what methods read, may read and write.

use std::ops::ControlFlow;
use std::sync::Arc;

use chance::Seed;
use design::{Settings, Step};
use rayon::prelude::*;
use synth::{History, MethodInfo, MethodOutcome, Part, Synthesis, SynthesisMethod, Warning};
use world::{Kept, Scenario};

use crate::makers::{note_earlier, sign};
use crate::method;
use crate::parts::{can_move, clear, move_part};

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
pub(crate) struct Ready<'a> {
    pub(crate) method: &'static dyn SynthesisMethod,
    /// The only level on which it works, from 0.
    pub(crate) level: Option<u32>,
    pub(crate) settings: &'a Settings,
}

/// For each level the parts that stand on it: those that were given, and those that steps have made. A layer of a world covers all
/// levels, so that it does not tell.
pub(crate) struct Present {
    /// The parts that were given before the first step.
    given: Vec<Part>,
    levels: Vec<Vec<Part>>,
    /// The scenario of which something is kept.
    reference: Option<Arc<Scenario>>,
}

/// The parts of which a level may have none while another has some.
const BY_LEVEL: [Part; 9] = [
    Part::Terrain,
    Part::Elevation,
    Part::Rivers,
    Part::Roads,
    Part::Countries,
    Part::Materials,
    Part::Features,
    Part::Weather,
    Part::Provinces,
];

impl Present {
    /// The given parts, on all levels.
    pub(crate) fn new(levels: u32, given: &[Part]) -> Present {
        Present { given: given.to_vec(), levels: vec![given.to_vec(); levels as usize], reference: None }
    }

    /// The same, and what a scenario keeps is held to that after each step.
    pub(crate) fn holding(self, reference: Option<Arc<Scenario>>) -> Present {
        Present { reference, ..self }
    }

    /// Puts back what is kept, after a step that knows nothing of it.
    fn hold(&self, scenario: &mut Scenario) {
        if let Some(reference) = &self.reference {
            Kept::put_back_made(reference, scenario);
        }
    }

    fn add(&mut self, step: &Ready<'_>) {
        let writes = step.method.info().writes;
        match step.level {
            Some(level) => self.levels[level as usize].extend(writes),
            None => self.levels.iter_mut().for_each(|parts| parts.extend(writes)),
        }
    }

    /// One level as a scenario of its own, without the parts that stand on others only.
    pub(crate) fn level(&self, scenario: &Scenario, level: u32) -> Scenario {
        let mut one = scenario.level(level);
        for part in BY_LEVEL.into_iter().filter(|part| !self.levels[level as usize].contains(part)) {
            clear(&mut one, part);
        }
        one
    }
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
    present: &mut Present,
    seed: Seed,
    watch: Watch<'_>,
) -> Result<(), Failed> {
    let ready: Vec<Ready<'_>> = steps
        .iter()
        .zip(settings)
        .map(|(step, settings)| {
            let method = method(&step.method).expect("the recipe was checked");
            Ready { method, level: step.level, settings }
        })
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
            let told = run_step(step, scenario, history, present, seed)?;
            present.hold(scenario);
            present.add(step);
            scenario.origins.methods.push((names[0].to_owned(), told));
            continue;
        }
        let made: Vec<_> = wave
            .par_iter()
            .map(|step| {
                let present = &*present;
                let (mut scenario, mut history) = (scenario.clone(), History::default());
                run_step(step, &mut scenario, &mut history, present, seed).map(|told| (scenario, history, told))
            })
            .collect();
        for (step, made) in wave.iter().zip(made) {
            let (mut made, its_history, told) = made?;
            for &part in step.method.info().writes {
                move_part(part, &mut made, scenario);
            }
            present.add(step);
            history.warnings.extend(its_history.warnings);
            scenario.origins.methods.push((step.method.info().name.to_owned(), told));
        }
        present.hold(scenario);
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

/// How the outcome of a step begins that had nothing to do.
pub(crate) const SKIPPED: &str = "skipped: ";

/// Runs one step; returns what it did, in words.
///
/// A step on one level gets that level as a scenario of its own, and so do, one after the other, those levels on which a method works
/// that knows only one. The first level gives what a world of one level would: each other one has streams of its own.
pub(crate) fn run_step(
    step: &Ready<'_>,
    scenario: &mut Scenario,
    history: &mut History,
    present: &Present,
    seed: Seed,
) -> Result<String, String> {
    let given = present.given.as_slice();
    let levels = scenario.world.area.levels();
    let on = match step.level {
        _ if levels == 1 => return run_on_all(step, scenario, (None, 0), history, given, seed),
        Some(level) => level..level + 1,
        None if step.method.info().by_level => 0..levels,
        None => return run_on_all(step, scenario, (None, 0), history, given, seed),
    };
    let mut told = Vec::new();
    for level in on {
        let (mut part, mut its_history) = (present.level(scenario, level), History::default());
        let its_seed = if level == 0 { seed } else { seed.child(&format!("level {}", level + 1)) };
        let name = level_name(level);
        let outcome = run_on_all(step, &mut part, (Some(scenario), level), &mut its_history, given, its_seed)
            .map_err(|error| format!("{name}: {error}"))?;
        scenario.put_level(level, part);
        history.warnings.extend(
            its_history
                .warnings
                .into_iter()
                .map(|told| Warning { message: format!("{name}: {}", told.message), ..told }),
        );
        Synthesis::new(scenario, step.settings, history, step.method.info().name, seed).frame(&name);
        told.push(format!("{name}: {outcome}"));
    }
    Ok(told.join("; "))
}

/// What a level is called; they are counted from 1.
#[must_use]
pub fn level_name(level: u32) -> String {
    format!("level {}", level + 1)
}

/// Runs one step on all that a scenario has; it may be a level of a whole, by its number.
fn run_on_all(
    step: &Ready<'_>,
    scenario: &mut Scenario,
    (whole, level): (Option<&Scenario>, u32),
    history: &mut History,
    given: &[Part],
    seed: Seed,
) -> Result<String, String> {
    let name = step.method.info().name;
    note_earlier(scenario);
    let mut synthesis =
        Synthesis::new(scenario, step.settings, history, name, seed).with_given(given).within(whole, level);
    let outcome = step.method.run(&mut synthesis).map_err(|error| format!("{name}: {error}"))?;
    synthesis.frame("done");
    sign(scenario, name);
    Ok(match outcome {
        MethodOutcome::Made(what) => what,
        MethodOutcome::Skipped(why) => format!("{SKIPPED}{why}"),
    })
}
