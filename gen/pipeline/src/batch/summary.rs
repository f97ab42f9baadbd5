//! What is said of a batch at the end of a run: how many items there are, and how fair they are.

use design::counted;
use serde_json::{Value, json};

use super::Item;

/// The scores of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchScores {
    /// Of the items that were made and of which something is predicted, in rising order.
    scores: Vec<f64>,
    /// How many were made.
    made: usize,
    /// How many could not be met.
    pub unmet: usize,
}

impl BatchScores {
    /// Of the items that a batch has.
    #[must_use]
    pub fn new(items: &[Item]) -> BatchScores {
        let mut scores: Vec<f64> = items.iter().filter_map(|item| item.fairness()?.score).collect();
        scores.sort_by(f64::total_cmp);
        let made = items.iter().filter(|item| item.fairness().is_some()).count();
        BatchScores { unmet: items.len() - made, made, scores }
    }

    /// The score below which a share of the others lies; `None` if there is none.
    fn quantile(&self, share: f64) -> Option<f64> {
        self.scores.get(((self.scores.len() as f64 - 1.0) * share).round() as usize).copied()
    }

    /// For people.
    #[must_use]
    pub fn text(&self) -> String {
        let unmet = if self.unmet > 0 { format!(", {} could not be met", self.unmet) } else { String::new() };
        let text = format!("{}{unmet}\n", counted(self.made, "scenario"));
        let [Some(least), Some(tenth), Some(median), Some(best)] = [0.0, 0.1, 0.5, 1.0].map(|at| self.quantile(at))
        else {
            return text;
        };
        format!("{text}score: least {least:.3}, 10 % {tenth:.3}, median {median:.3}, best {best:.3}\n")
    }

    /// For programs; `out` is the batch's folder, `files` are those that tell of all items.
    #[must_use]
    pub fn json(&self, out: &str, files: &[String]) -> Value {
        let at = |share: f64| self.quantile(share);
        json!({
            "ok": true,
            "out": out,
            "made": self.made,
            "unmet": self.unmet,
            "score": { "least": at(0.0), "tenth": at(0.1), "median": at(0.5), "ninetieth": at(0.9), "best": at(1.0) },
            "files": files,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ItemFairness, ItemOutcome};

    fn item(score: Option<f64>) -> Item {
        let fairness = |score| ItemFairness {
            score: Some(score).filter(|&score| score >= 0.0),
            worst_seat: 1,
            reason: String::new(),
            predicted: Vec::new(),
            likely: None,
            ratios: Vec::new(),
            played: None,
        };
        let outcome =
            score.map_or(ItemOutcome::Unmet("no room".to_owned()), |score| ItemOutcome::Made(fairness(score)));
        Item { index: 0, seed: 1, string: String::new(), warnings: 0, expected: Vec::new(), outcome }
    }

    #[test]
    fn scores_are_summed_up_in_order_without_the_unmet_items() {
        let items: Vec<Item> =
            [9, 0, 3, 10, 1, 2, 4, 8, 7, 6, 5].map(|tenths| item(Some(f64::from(tenths) / 10.0))).into();
        let all = BatchScores::new(&items);
        assert_eq!(all.text(), "11 scenarios\nscore: least 0.000, 10 % 0.100, median 0.500, best 1.000\n");
        let told = all.json("hundreds", &["hundreds/report.html".to_owned()]);
        let score = json!({ "least": 0.0, "tenth": 0.1, "median": 0.5, "ninetieth": 0.9, "best": 1.0 });
        let files = ["hundreds/report.html"];
        let expected = json!({ "ok": true, "out": "hundreds", "made": 11, "unmet": 0, "score": score, "files": files });
        assert_eq!(told, expected);

        let one = BatchScores::new(&[item(None), item(Some(0.25))]);
        assert_eq!(
            one.text(),
            "1 scenario, 1 could not be met\nscore: least 0.250, 10 % 0.250, median 0.250, best 0.250\n"
        );
        // Of this one nothing is predicted.
        assert_eq!(BatchScores::new(&[item(Some(-1.0)), item(None)]).text(), "1 scenario, 1 could not be met\n");
        let none = BatchScores::new(&[item(None)]);
        assert_eq!((none.text(), none.unmet), ("0 scenarios, 1 could not be met\n".to_owned(), 1));
        assert_eq!((&none.json("", &[])["score"]["least"], &none.json("", &[])["unmet"]), (&Value::Null, &1.into()));
    }
}
