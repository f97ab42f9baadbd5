//! `score`: measure how fair a scenario is.

use serde_json::{Value, json};

use crate::args::{ScoreArgs, ScoreFormat};
use crate::files;
use crate::playtests::starts::find_scenario;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &ScoreArgs, reporter: &Reporter) -> Result<(), Failure> {
    let weights = files::weights(args.weights.as_deref())?;
    let mut scenario = find_scenario(&args.file, reporter)?;
    if scenario.world.terrain.is_none() {
        return Err(files::no_terrain(&args.file));
    }
    if scenario.sides.is_empty() {
        let message = format!("{} has no sides yet: there is no seat to measure", args.file.display());
        let fault = design::Diagnostic::error("no-sides", message).suggest("roll it, or give it sides");
        return Err(Failure::Data(design::Diagnostics(vec![fault])));
    }
    // A scenario that cannot be played has measures all the same: the warning stands beside them.
    reporter.warn(&design::Diagnostics(pipeline::find_unsound(&args.file.display().to_string(), &scenario)))?;
    let fairness = playtest::score(&scenario, &weights);
    if args.format == ScoreFormat::Html {
        scenario.fairness = Some(fairness);
        let page: output::FormatChoice = "html".parse().expect("there is a format of that name");
        let written = page.write(&scenario).map_err(|error| Failure::io(error.to_string()))?;
        files::tell_lost(&written, reporter)?;
        return report::print(&String::from_utf8_lossy(&written.files[0].1));
    }
    let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
    // A scenario that cannot be played has none.
    let forecast = playtest::forecast(&scenario);
    reporter.result(
        || {
            let verdict = report::fairness_text(&fairness, scenario.played.as_ref(), &names, report::PLAY_HINT, true);
            verdict
                + &report::handicap_text(&scenario)
                + &report::kept_text(&scenario)
                + &forecast.as_ref().map(report::forecast_text).unwrap_or_default()
        },
        || {
            let text = output::fairness_json(&fairness, scenario.played.as_ref());
            let verdict: Value = serde_json::from_str(&text).unwrap_or_default();
            let mut told = json!({ "ok": true, "fairness": verdict });
            if let Some(handicaps) = scenario.handicaps() {
                told["handicaps"] = json!(handicaps);
            }
            if let Some(kept) = scenario.kept_words() {
                told["kept"] = json!(kept);
            }
            if let Some(forecast) = &forecast {
                told["forecast"] = report::forecast_json(forecast);
            }
            told
        },
    )
}
