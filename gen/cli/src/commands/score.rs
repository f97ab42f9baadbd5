//! `score`: measure how fair a scenario is.

use serde_json::{Value, json};

use crate::args::ScoreArgs;
use crate::files;
use crate::report::{Failure, Reporter};

pub fn run(args: &ScoreArgs, reporter: &Reporter) -> Result<(), Failure> {
    let weights = files::weights(args.weights.as_deref())?;
    let (scenario, warnings) = files::read_scenario(&args.file)?;
    reporter.warn(&warnings)?;
    if scenario.world.terrain.is_none() {
        return Err(files::no_terrain(&args.file));
    }
    let fairness = fairness::score(&scenario, &weights);
    let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
    reporter.result(
        || fairness::text_table(&fairness, &names),
        || {
            let verdict: Value = serde_json::from_str(&output::fairness_json(&fairness)).unwrap_or_default();
            json!({ "ok": true, "fairness": verdict })
        },
    )
}
