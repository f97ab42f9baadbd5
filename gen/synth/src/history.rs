//! What is recorded while a recipe runs: warnings always, frames on request.

use world::{Scenario, Unit, World};

use crate::Warning;

/// The scenario at one moment. Layers are shared with the neighbouring frames, so only changed ones take memory.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The method at work.
    pub method: &'static str,
    /// What it had just done.
    pub label: String,
    /// The world then.
    pub world: World,
    /// The units then.
    pub units: Vec<Unit>,
}

/// The record of a run.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The warnings, in order.
    pub warnings: Vec<Warning>,
    /// The frames, in order; none unless asked for.
    pub frames: Vec<Frame>,
    keeps_frames: bool,
}

impl History {
    /// A record that keeps frames too.
    #[must_use]
    pub fn with_frames() -> History {
        History { keeps_frames: true, ..History::default() }
    }

    /// Whether frames are kept.
    #[must_use]
    pub const fn keeps_frames(&self) -> bool {
        self.keeps_frames
    }

    pub(crate) fn record(&mut self, method: &'static str, label: &str, scenario: &Scenario) {
        if self.keeps_frames {
            let (world, units) = (scenario.world.clone(), scenario.units.clone());
            self.frames.push(Frame { method, label: label.to_owned(), world, units });
        }
    }
}
