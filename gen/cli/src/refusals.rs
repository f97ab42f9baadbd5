//! Why there is no roll, as people are told it: what no seed meets, and what to ask for instead.

use design::{Diagnostic, Diagnostics, counted};
use pipeline::{Loaded, Options, Rejection, Request, RollError};
use prove::FairError;

use crate::report::Failure;

/// Why there is no roll, and what to do.
pub fn no_roll(error: RollError) -> Failure {
    no_roll_with(error, "allow more with --tries, or ask for less")
}

/// The same, with what else to do where no seed does.
pub fn no_roll_with(error: RollError, advice: &str) -> Failure {
    match error {
        RollError::Request(message) => Failure::usage(message),
        RollError::Recipe(error) => Failure::Data(Diagnostics(vec![Diagnostic::error("recipe", error.to_string())])),
        RollError::Stopped => Failure::Interrupted(Diagnostic::error("stopped", error.to_string())),
        RollError::Exhausted(rejections) => {
            // Seeds that fail by the same cause are told of once, with what the first of them says.
            let mut causes: Vec<(String, Vec<&Rejection>)> = Vec::new();
            for rejection in &rejections {
                let cause = cause_of(&rejection.reason);
                match causes.iter_mut().find(|(other, _)| *other == cause) {
                    Some((_, seeds)) => seeds.push(rejection),
                    None => causes.push((cause, vec![rejection])),
                }
            }
            let told = causes.iter().map(|(_, seeds)| {
                let Rejection { seed, reason } = seeds[0];
                let numbers: Vec<String> = seeds.iter().map(|one| one.seed.to_string()).collect();
                let numbers = numbers.join(", ");
                let message = match seeds.len() {
                    1 => format!("seed {seed} does not do: {reason}"),
                    _ if seeds.iter().all(|one| one.reason == *reason) => {
                        format!("seeds {numbers} do not do: {reason}")
                    }
                    _ => format!("seeds {numbers} do not do: {reason} (seed {seed}; the others alike)"),
                };
                Diagnostic::error("unmet", message)
            });
            let count = rejections.len();
            let last =
                Diagnostic::error("unmet", format!("none of {} does; nothing was written", counted(count, "seed")))
                    .suggest(advice);
            Failure::Unmet(told.chain([last]).collect())
        }
    }
}

/// A reason without the names of sides, in parentheses, which differ from seed to seed. Its numbers stay: they say how near each came.
fn cause_of(reason: &str) -> String {
    let mut cause = String::new();
    let mut depth = 0_u32;
    for letter in reason.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            letter if depth == 0 => cause.push(letter),
            _ => {}
        }
    }
    cause
}

/// Why there is no roll that matches made fair.
pub fn no_fair_roll(error: FairError) -> Failure {
    match error {
        FairError::Roll(error) => no_roll(error),
        FairError::Unplayable(message) => Failure::usage(message),
        FairError::Log(message) => Failure::io(message),
    }
}

/// Of a world that is too small for what is asked, whatever each seed made of it: one reason, and a size that works.
pub fn too_small(error: &RollError, loaded: &Loaded, request: &Request, options: &Options) -> Option<Failure> {
    let RollError::Exhausted(rejections) = error else { return None };
    let (width, height) = request.size?;
    let (least_width, least_height) = loaded.design.supports.size_min;
    if width >= least_width && height >= least_height {
        return None;
    }
    let count = counted(rejections.len(), "seed");
    let first = &rejections.first()?.reason;
    let message =
        format!("{width}x{height} is too small: none of {count} does; nothing was written (the first: {first})");
    let works =
        pipeline::larger_size(loaded, request, options).map(|(width, height)| format!("{width}x{height} works"));
    let advice = works.unwrap_or_else(|| format!("the design is made for {least_width}x{least_height} and more"));
    Some(Failure::Unmet(vec![Diagnostic::error("unmet", message).suggest(advice)]))
}
