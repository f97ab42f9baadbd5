//! The scenario itself, as the crate `formats` writes it.

use world::Scenario;

use crate::{Format, FormatOption, FormatOptions, Loss, Sink, WriteError};

/// `ron`: the whole scenario, design included, to be read again.
pub(crate) struct ScenarioRon;

impl Format for ScenarioRon {
    fn name(&self) -> &'static str {
        "ron"
    }

    fn summary(&self) -> &'static str {
        "the whole scenario, design included: what every other command reads"
    }

    fn files(&self) -> &'static [&'static str] {
        &["scenario.ron"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["ron"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[]
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        sink.file("scenario.ron")?.write_all(formats::write_scenario(scenario).as_bytes())?;
        Ok(Vec::new())
    }
}
