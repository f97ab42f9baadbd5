//! What a game brings of its own: measures of what only its maps have, with the weights by which they count.

use std::any::Any;

use world::Scenario;

use crate::prediction::predicted;
use crate::verdict::standings;
use crate::{MeasureKind, SeatSurvey, Weights, loss};

/// What the measures of a game share: see [`crate::Survey::own`].
pub type OwnSurvey = Box<dyn Any + Send + Sync>;

/// A measure with its values by what the measures of its kind of map share: a map need not be made for it.
pub type ValueRow<T> = (&'static MeasureKind, fn(&T) -> Vec<f64>);

/// The measures of a game.
pub struct OwnMeasures {
    /// The rows, in the order of tables. Their source is [`crate::Source::Own`].
    pub rows: &'static [&'static MeasureKind],
    /// What they share, searched once for a scenario; `None` if this is no map of their kind.
    pub survey: fn(&Scenario, &[SeatSurvey]) -> Option<OwnSurvey>,
    /// Their weights, as a file of weights has them ([`Weights::read`]).
    pub weights: &'static str,
}

/// The predicted share of wins of each seat by some measures alone, with equal advantages: for levers and
/// methods, which ask it of maps that are not made yet. What does not count is not asked for its values.
#[must_use]
pub fn predict(seats: usize, rows: &[&MeasureKind], weights: &Weights, values: &dyn Fn(usize) -> Vec<f64>) -> Vec<f64> {
    let mut losses = vec![0.0; seats];
    for (row, kind) in rows.iter().enumerate() {
        let weight = f64::from(weights.of(kind.name));
        if weight > 0.0 {
            for (seat, standing) in standings(kind, &values(row)).into_iter().enumerate() {
                losses[seat] += loss(weight, standing);
            }
        }
    }
    predicted(&losses, &vec![1.0 / seats as f64; seats])
}
