//! The scenario itself, as the crate `formats` writes it.

use std::io::Write;

use world::Scenario;

use crate::{Format, WriteError};

/// `ron`: the whole scenario, design included, to be read again.
pub(crate) struct ScenarioRon;

impl Format for ScenarioRon {
    fn name(&self) -> &'static str {
        "ron"
    }

    fn summary(&self) -> &'static str {
        "the whole scenario, design included: what every other command reads"
    }

    fn file_name(&self) -> &'static str {
        "scenario.ron"
    }

    fn ending(&self) -> Option<&'static str> {
        Some("ron")
    }

    fn write(&self, scenario: &Scenario, out: &mut dyn Write) -> Result<(), WriteError> {
        Ok(out.write_all(formats::write_scenario(scenario).as_bytes())?)
    }
}
