//! The user's own weights: an editor, and the score by them beside the default one.

use std::sync::Arc;

use eframe::egui;
use fairness::Weights;
use world::{Fairness, Scenario};

use super::measuring::Found;
use crate::typed::bounded;
use crate::{Job, Jobs};

/// What a weight means.
pub(super) const MEANING: &str = "How much it counts for who wins, in hundredths: by 100 half of the best one's value is \
                                  half the chance, by 200 a quarter; by 0 it does not count";

/// The user's weights, and the verdict by them.
pub(super) struct Weighing {
    /// The weights.
    pub(super) weights: Weights,
    /// The last scenario that was scored, with its weights and result.
    scored: Option<(Arc<Scenario>, Weights, Found)>,
    job: Option<(Arc<Scenario>, Weights, Job<Fairness>)>,
}

impl Default for Weighing {
    fn default() -> Weighing {
        // Those of all games: the ones that `Weights` has by itself lack what games bring.
        Weighing { weights: playtest::weights(), scored: None, job: None }
    }
}

impl Weighing {
    /// The weights, if they differ from the default ones.
    pub(super) fn own(&self) -> Option<&Weights> {
        (self.weights != playtest::weights()).then_some(&self.weights)
    }

    /// The verdict by them on a scenario; `None` while it is computed. The last one is kept until there is another.
    pub(super) fn verdict(&self, scenario: &Arc<Scenario>) -> Option<Found> {
        let (_, _, found) = self.scored.as_ref().filter(|(scored, ..)| Arc::ptr_eq(scored, scenario))?;
        Some(found.clone())
    }

    /// Another scenario is open; the weights stay.
    pub(super) fn reset(&mut self) {
        (self.scored, self.job) = (None, None);
    }

    /// Takes the result of scoring, and starts scoring if needed: one job at a time, because a score cannot be cancelled halfway.
    pub(super) fn poll(&mut self, jobs: &Jobs, scenario: &Arc<Scenario>) {
        if let Some(done) = self.job.as_ref().and_then(|(_, _, job)| job.poll())
            && let Some((scored, weights, _)) = self.job.take()
        {
            self.scored = Some((scored, weights, done.map(Arc::new)));
        }
        let Some(weights) = self.own().filter(|_| self.job.is_none()).cloned() else { return };
        let is_scored =
            self.scored.as_ref().is_some_and(|(scored, by, _)| Arc::ptr_eq(scored, scenario) && *by == weights);
        if !is_scored {
            let (subject, by) = (Arc::clone(scenario), weights.clone());
            let job = jobs.start("Weighing fairness", move |_| playtest::score(&subject, &by));
            self.job = Some((Arc::clone(scenario), weights, job));
        }
    }

    /// The editor.
    pub(super) fn show(&mut self, ui: &mut egui::Ui) {
        egui::CollapsingHeader::new("Weights").id_salt("fairness weights").show(ui, |ui| {
            ui.weak(
                "How much each measure counts for who wins, 0 to 1000 hundredths: by 100 half of the best one's value is \
                 half the chance. The usual score stays beside yours.",
            );
            let usual = &playtest::weights();
            egui::Grid::new("weights").num_columns(3).striped(true).show(ui, |ui| {
                for kind in playtest::measures() {
                    let mut weight = self.weights.of(kind.name);
                    let label = ui.label(kind.name).on_hover_text(kind.summary);
                    let value = bounded(ui, kind.name, &mut weight, 0..=Weights::MAX).speed(2.0);
                    let value = ui.add(value).labelled_by(label.id).on_hover_text(MEANING);
                    if value.changed() {
                        self.weights.set(kind, weight);
                    }
                    let differs = weight != usual.of(kind.name);
                    ui.weak(if differs { format!("usual {}", usual.of(kind.name)) } else { String::new() });
                    ui.end_row();
                }
            });
            let is_own = self.own().is_some();
            let reset = ui.add_enabled(is_own, egui::Button::new("Usual weights"));
            if reset.on_hover_text("Takes back all weights of your own").clicked() {
                self.weights = usual.clone();
                self.reset();
            }
        });
    }
}
