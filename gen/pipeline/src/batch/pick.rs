//! The best and the worst items of a batch, by a number that its manifest tells of each.

use super::manifest::{PLAYED, measure_column};
use super::{Item, ItemFairness};

/// A number of the manifest by which scenarios can be ranked.
struct Column {
    /// As people type it.
    name: &'static str,
    /// Its column in `manifest.csv`.
    column: String,
    /// Whether more of it is better.
    is_more_better: bool,
    /// How many decimals the manifest gives it.
    decimals: usize,
    /// Of a scenario, if it has it.
    number: Box<Number>,
}

/// Reads a number of a scenario.
type Number = dyn Fn(&Item, &ItemFairness) -> Option<f64>;

/// From which end of a batch items are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickEnd {
    /// The best first.
    Best,
    /// The worst first.
    Worst,
}

/// What was picked of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked<'a> {
    /// The name of the number by which it was picked.
    pub by: &'static str,
    /// How many decimals the manifest gives it.
    pub decimals: usize,
    /// The items, each with that number, in their order; those that are alike stand by index.
    pub items: Vec<(&'a Item, f64)>,
}

/// Picks at most this number of scenarios by a number of the manifest: the score, a measure, or what was played. Items without it are
/// never picked.
///
/// # Errors
/// If no item has such a number: a sentence that names those that there are.
pub fn pick<'a>(items: &'a [Item], by: &str, end: PickEnd, count: usize) -> Result<Picked<'a>, String> {
    let made: Vec<(&Item, &ItemFairness)> = items.iter().filter_map(|item| Some((item, item.fairness()?))).collect();
    if made.is_empty() {
        return Err("the batch has no scenario yet".to_owned());
    }
    let columns = columns();
    let has = |column: &&Column| made.iter().any(|&(item, fairness)| (column.number)(item, fairness).is_some());
    // The manifest in RON has a hyphen where the table has an underscore.
    let spelled = |name: &str| name.replace('_', "-");
    let named = columns.iter().find(|one| [one.name, &one.column].map(spelled).contains(&spelled(by)));
    let Some(column) = named.filter(has) else {
        let known: Vec<&str> = columns.iter().filter(has).map(|column| column.name).collect();
        let missing = match named {
            Some(column) if PLAYED.contains(&column.name) => {
                format!(
                    "no scenario has `{}`, which comes with `--fair`, or once `play` has played the batch",
                    column.name
                )
            }
            Some(column) if column.name == "score" => {
                "no scenario has `score`: who wins is not predicted by these rules".to_owned()
            }
            Some(column) => format!("no scenario has `{}`: the measure does not apply to this game", column.name),
            None => format!("the manifest has no number `{by}`"),
        };
        return Err(format!("{missing}; expected {}", known.join(", ")));
    };
    let mut ranked: Vec<(&Item, f64)> =
        made.iter().filter_map(|&(item, fairness)| Some((item, (column.number)(item, fairness)?))).collect();
    let is_rising = column.is_more_better == (end == PickEnd::Worst);
    ranked.sort_by(|(one, first), (other, second)| {
        let order = if is_rising { first.total_cmp(second) } else { second.total_cmp(first) };
        order.then(one.index.cmp(&other.index))
    });
    ranked.truncate(count);
    Ok(Picked { by: column.name, decimals: column.decimals, items: ranked })
}

/// The numbers of the manifest that say how good an item is, in the order of its columns.
fn columns() -> Vec<Column> {
    let score = Column {
        name: "score",
        column: "score".to_owned(),
        is_more_better: true,
        decimals: 4,
        number: Box::new(|_, fairness| fairness.score),
    };
    let measures = playtest::measure_summaries().enumerate().map(|(at, (name, _))| Column {
        name,
        column: measure_column(name),
        is_more_better: true,
        decimals: 4,
        number: Box::new(move |_, fairness| fairness.ratios[at]),
    });
    let [_, matches, points_off] = PLAYED;
    let tail = [
        Column {
            name: matches,
            column: matches.to_owned(),
            is_more_better: true,
            decimals: 0,
            number: Box::new(|_, fairness| Some(fairness.played.as_ref()?.matches as f64)),
        },
        Column {
            name: points_off,
            column: points_off.to_owned(),
            is_more_better: false,
            decimals: 2,
            number: Box::new(|_, fairness| Some(fairness.played.as_ref()?.off())),
        },
        Column {
            name: "warnings",
            column: "warnings".to_owned(),
            is_more_better: false,
            decimals: 0,
            number: Box::new(|item, _| Some(item.warnings as f64)),
        },
    ];
    std::iter::once(score).chain(measures).chain(tail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ItemOutcome, ItemPlayed};

    /// An item with a score; its first measure is what the score lacks, the others do not apply.
    fn item(index: u32, score: f64, shares: Option<[f64; 2]>) -> Item {
        let mut ratios = vec![None; playtest::measure_summaries().count()];
        ratios[0] = Some(1.0 - score);
        let played = shares.map(|shares| ItemPlayed {
            verdict: "equal".to_owned(),
            matches: 9,
            shares: shares.to_vec(),
            wished: vec![0.5; 2],
        });
        let (reason, predicted, likely) = (String::new(), Vec::new(), None);
        let fairness = ItemFairness { score: Some(score), worst_seat: 1, reason, predicted, likely, ratios, played };
        Item {
            index,
            seed: 7,
            string: String::new(),
            warnings: 0,
            expected: Vec::new(),
            outcome: ItemOutcome::Made(fairness),
        }
    }

    fn items() -> Vec<Item> {
        let unmet = Item { outcome: ItemOutcome::Unmet("no room".to_owned()), ..item(3, 0.0, None) };
        vec![
            item(0, 0.5, Some([0.6, 0.4])),
            item(1, 0.9, None),
            item(2, 0.5, Some([0.5, 0.5])),
            unmet,
            item(4, 0.7, Some([0.1, 0.9])),
        ]
    }

    fn indices(by: &str, end: PickEnd, count: usize) -> Vec<u32> {
        pick(&items(), by, end, count).unwrap().items.iter().map(|(item, _)| item.index).collect()
    }

    #[test]
    fn ties_stand_by_index_and_what_is_best_depends_on_the_number() {
        assert_eq!(indices("score", PickEnd::Best, 9), [1, 4, 0, 2]);
        assert_eq!(indices("score", PickEnd::Worst, 3), [0, 2, 4]);
        let (measure, _) = playtest::measure_summaries().next().unwrap();
        assert_eq!(indices(measure, PickEnd::Best, 9), [0, 2, 4, 1]);
        assert_eq!(indices(&measure_column(measure), PickEnd::Best, 1), [0]);
        // The fewest points off are the best; what was not played has none.
        for name in ["points_off", "points-off"] {
            assert_eq!(indices(name, PickEnd::Best, 9), [2, 0, 4]);
        }
        assert_eq!(indices("points_off", PickEnd::Worst, 1), [4]);
    }

    #[test]
    fn a_number_that_no_item_has_is_refused_with_those_that_there_are() {
        let told = |by: &str, items: &[Item]| pick(items, by, PickEnd::Best, 1).unwrap_err();
        let (measure, _) = playtest::measure_summaries().next().unwrap();
        let all = format!("expected score, {measure}, matches, points_off, warnings");
        assert_eq!(told("scor", &items()), format!("the manifest has no number `scor`; {all}"));
        let plain = [item(0, 0.5, None)];
        assert_eq!(
            told("points_off", &plain),
            format!(
                "no scenario has `points_off`, which comes with `--fair`, or once `play` has played the batch; \
                 expected score, {measure}, warnings"
            )
        );
        let (second, _) = playtest::measure_summaries().nth(1).unwrap();
        assert!(told(second, &items()).contains("the measure does not apply to this game"));
        assert_eq!(told("score", &items()[3..4]), "the batch has no scenario yet");
        let mut unpredicted = item(0, 0.5, None);
        let ItemOutcome::Made(fairness) = &mut unpredicted.outcome else { panic!("it was made") };
        fairness.score = None;
        let why = "no scenario has `score`: who wins is not predicted by these rules";
        assert_eq!(told("score", &[unpredicted]), format!("{why}; expected {measure}, warnings"));
    }
}
