//! The scenario as a module in GDL, for Xconq.

use std::io::Write;

use design::Known;
use formats::gdl::write_gdl;
use world::Scenario;

use crate::{Format, WriteError};

/// `gdl`: the whole scenario, design included, as Xconq 7.5 reads it.
pub(crate) struct ScenarioGdl;

/// Xconq expects a module to have the name of its file.
const NAME: &str = "scenario";

impl Format for ScenarioGdl {
    fn name(&self) -> &'static str {
        "gdl"
    }

    fn summary(&self) -> &'static str {
        "the whole scenario as a module in GDL, for Xconq; read again, it is the same"
    }

    fn file_name(&self) -> &'static str {
        "scenario.g"
    }

    fn ending(&self) -> Option<&'static str> {
        Some("g")
    }

    fn write(&self, scenario: &Scenario, out: &mut dyn Write) -> Result<(), WriteError> {
        let text = write_gdl(NAME, &scenario.design, Some(scenario), &[], &Known::default());
        Ok(out.write_all(text.as_bytes())?)
    }
}
