//! What a game expects of a scenario before anybody plays it: a table by level, and what stands out.

/// An expectation, part by part: the levels of a world from the first one down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// What the rows are about, in a word: `level`.
    pub head: &'static str,
    /// The rows in order.
    pub rows: Vec<ForecastRow>,
    /// The figure of those who come to the last row that one can come to: the last level. `None` if no row predicts one.
    pub bottom: Option<String>,
    /// What stands out, a sentence each.
    pub notes: Vec<String>,
}

/// One row of a forecast.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastRow {
    /// Which part it is.
    pub label: String,
    /// Names with their values, in the same order in each row.
    pub values: Vec<(&'static str, String)>,
    /// The figure of matches ([`crate::Figure`]) that this row predicts, with the share that is expected, from 0 to 1.
    pub predicts: Option<(String, f64)>,
}

impl Forecast {
    /// The share that is expected of a figure of matches.
    #[must_use]
    pub fn share_of(&self, figure: &str) -> Option<f64> {
        let predicts = self.rows.iter().filter_map(|row| row.predicts.as_ref());
        predicts.into_iter().find(|(name, _)| name == figure).map(|(_, share)| *share)
    }

    /// The figures that the rows predict, in their order.
    pub fn figures(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().filter_map(|row| row.predicts.as_ref()).map(|(figure, _)| figure.as_str())
    }
}
