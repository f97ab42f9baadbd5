//! Which lenses a scenario has something for. To know that each lens is tried once, in the background, when a list of lenses is opened.

use std::sync::Arc;

use world::Scenario;

use crate::lenses::{LENSES, Subject};
use crate::same::Same;
use crate::{Job, Jobs};

/// What lenses lack, by their place in the list of all.
#[derive(Default)]
pub struct FittingLenses {
    of: Option<Same<Scenario>>,
    job: Option<Job<Vec<Option<String>>>>,
    lacks: Vec<Option<String>>,
}

impl FittingLenses {
    /// A list of lenses is shown: finds out which of them fit a scenario, if that is not known.
    pub(crate) fn ask(&mut self, jobs: &Jobs, scenario: &Arc<Scenario>) {
        let key = Some(Same::of(scenario));
        if self.of != key {
            let subject = Arc::clone(scenario);
            let job = jobs.start("Trying the lenses", move |_| {
                let lacks = |lens: &&crate::Lens| (lens.make)(&Subject { scenario: &subject, choice: 0 }).err();
                LENSES.iter().map(lacks).collect()
            });
            (self.of, self.job, self.lacks) = (key, Some(job), Vec::new());
        }
        if let Some(done) = self.job.as_ref().and_then(Job::poll) {
            // Where that failed, nothing is known, and every lens can be chosen.
            (self.job, self.lacks) = (None, done.unwrap_or_default());
        }
    }

    /// What a scenario lacks for a lens, in a sentence; `None` if it lacks nothing, or if nobody asked yet.
    #[must_use]
    pub fn lack(&self, scenario: &Arc<Scenario>, lens: &str) -> Option<&str> {
        let at = LENSES.iter().position(|known| known.name == lens)?;
        let is_known = self.of == Some(Same::of(scenario));
        self.lacks.get(at).filter(|_| is_known)?.as_deref()
    }
}
