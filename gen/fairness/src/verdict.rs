//! A measure of all seats, compared: how well each seat does beside the best.

use world::{Better, Measure};

use crate::compare::{bounds, compared, gini, min_over_max, share, sorted_sum};
use crate::prediction::loss;
use crate::{MeasureKind, Survey};

/// The measure that counts on every map.
const START_UNITS: &str = "start-units";

/// One measure of all seats, compared.
pub(crate) struct MeasureVerdict<'a> {
    pub(crate) kind: &'a MeasureKind,
    /// The values as found, and the values to compare, after dividing by the advantages.
    pub(crate) values: Vec<f64>,
    pub(crate) compared: Vec<f64>,
    /// The standing of each seat, compared with the best one, 0 to 1.
    pub(crate) standing: Vec<f64>,
    pub(crate) weight: f64,
    pub(crate) min_over_max: f64,
}

impl<'a> MeasureVerdict<'a> {
    /// `None` if the measure does not apply.
    pub(crate) fn new(
        kind: &'a MeasureKind,
        survey: &Survey<'_>,
        advantages: &[u32],
        weight: u32,
    ) -> Option<MeasureVerdict<'a>> {
        // Where nobody stands in cells, what lies in them says nothing.
        if kind.is_of_cells() && !survey.is_of_cells() && kind.name != START_UNITS {
            return None;
        }
        let values = (kind.values)(survey);
        let is_lacking = values.is_empty() && !kind.is_of_cells();
        if values.len() != survey.seats.len() || is_lacking {
            return None;
        }
        let weight = f64::from(weight);
        let compared = compared(kind, &values, advantages, survey.grain);
        let more = f64::from(u8::from(kind.counts));
        let standing = standings(kind, &compared);
        let min_over_max = min_over_max(&compared, more);
        Some(MeasureVerdict { kind, values, compared, standing, weight, min_over_max })
    }

    /// What a seat loses by this measure; see [`loss`].
    pub(crate) fn loss(&self, seat: usize) -> f64 {
        loss(self.weight, self.standing[seat])
    }

    pub(crate) fn measure(&self) -> Measure {
        Measure {
            name: self.kind.name.to_owned(),
            unit: self.kind.unit.to_owned(),
            values: self.values.clone(),
            min_over_max: self.min_over_max,
            gini: gini(&self.compared),
            weight: self.weight,
            better: self.kind.better,
        }
    }
}

/// The standing of each value, compared with the best one, or with the mean if neither way is better: 0 to 1.
pub(crate) fn standings(kind: &MeasureKind, compared: &[f64]) -> Vec<f64> {
    let more = f64::from(u8::from(kind.counts));
    let (low, high) = bounds(compared);
    let middle = mean(compared);
    let standing = |&value: &f64| match kind.better {
        Better::More => share(value, high, more),
        Better::Less => share(low, value, more),
        Better::Equal if low == high => 1.0,
        Better::Equal => share(value.min(middle), value.max(middle), more),
    };
    compared.iter().map(standing).collect()
}

/// The mean, independent of the order of seats; 0 for no values.
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { sorted_sum(values) / values.len() as f64 }
}
