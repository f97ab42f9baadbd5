//! The scenario as a module in GDL, for Xconq.

use design::Known;
use diagnostics::Diagnostics;
use formats::gdl::write_gdl;
use grid::{Area, Shape};
use world::Scenario;

use crate::losses;
use crate::sink::stem;
use crate::{Format, FormatOptions, Loss, Sink, WriteError};

/// `gdl`: the whole scenario, design included, as Xconq 7.5 reads it.
pub(crate) struct ScenarioGdl;

const FILE: &str = "scenario.g";

/// What Xconq lacks of a scenario, as warnings.
#[must_use]
pub fn gdl_losses(scenario: &Scenario) -> Diagnostics {
    Diagnostics(lost(scenario, &scenario.world.area).iter().map(|loss| loss.warning(ScenarioGdl.name())).collect())
}

fn lost(scenario: &Scenario, area: &Area) -> Vec<Loss> {
    let shape = area.shape();
    let mut lost: Vec<Loss> = losses::levels(area, 0).into_iter().collect();
    if !matches!(shape, Shape::Hexagon | Shape::Cylinder) {
        let what = format!("the area `{}`", shape.name());
        lost.push(Loss { code: Loss::LOST, what, count: 1, instead: Some("a cylinder".to_owned()) });
    }
    lost.extend(losses::handicaps(scenario));
    lost
}

impl Format for ScenarioGdl {
    fn name(&self) -> &'static str {
        "gdl"
    }

    fn summary(&self) -> &'static str {
        "the whole scenario as a module in GDL, for Xconq; read again, it is the same"
    }

    fn files(&self) -> &'static [&'static str] {
        &[FILE]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["g"]
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        // Xconq expects a module to have the name of its file.
        let name = sink.name_of(FILE);
        let text = write_gdl(stem(&name), &scenario.design, Some(scenario), &[], &Known::default());
        sink.file(FILE)?.write_all(text.as_bytes())?;
        // The other levels are told of where one is chosen.
        Ok(lost(scenario, &scenario.world.area.one_level()))
    }
}
