//! *Propose, check, restore, try again*, with a bound, a stream per attempt and a reason on failure.

use chance::Stream;

use crate::Synthesis;

/// The reasons why no attempt succeeded, one for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhausted(pub Vec<String>);

/// Calls `propose` up to `bound` times, each time with its own stream and the original scenario, until it succeeds.
///
/// # Errors
/// `Exhausted` with the reasons of all attempts; the scenario is then unchanged.
pub fn attempt<T>(
    synthesis: &mut Synthesis<'_>,
    name: &str,
    bound: u32,
    mut propose: impl FnMut(&mut Synthesis<'_>, &mut Stream) -> Result<T, String>,
) -> Result<T, Exhausted> {
    let (world, units, sides) =
        (synthesis.scenario.world.clone(), synthesis.scenario.units.clone(), synthesis.scenario.sides.clone());
    let mut reasons = Vec::new();
    for number in 1..=bound {
        let mut stream = synthesis.stream(&format!("{name} {number}"));
        match propose(synthesis, &mut stream) {
            Ok(made) => return Ok(made),
            Err(reason) => reasons.push(reason),
        }
        synthesis.scenario.world = world.clone();
        synthesis.scenario.units.clone_from(&units);
        synthesis.scenario.sides.clone_from(&sides);
    }
    Err(Exhausted(reasons))
}
