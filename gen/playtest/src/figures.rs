//! A game's own figures, added up over matches, as shares with intervals.
//!
//! Months of one match are not independent of each other, and neither are its provinces. So the match is the unit of an interval: the
//! share is the ratio of two sums over matches, and its variance is that of matches around it (Cochran 1977, 6.4). Where a match says
//! yes or no, this is Wilson's interval.

use contract::{Figure, Forecast, RulesetInfo};
use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, wilson};

/// A figure of many matches. Sums of parts add up to those of the whole, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureSum {
    /// Its name.
    pub name: String,
    /// How many times it was so.
    pub count: u64,
    /// Out of how many times.
    pub of: u64,
    /// The matches that said something of it.
    pub matches: u32,
    /// The sums over matches of `count` squared, `count` times `of`, and `of` squared.
    pub squares: [u64; 3],
}

/// Adds the figures of a match to the sums.
pub(crate) fn add_figures(sums: &mut Vec<FigureSum>, figures: &[Figure]) {
    for &Figure { ref name, count, of } in figures {
        let squares = [count * count, count * of, of * of];
        merge(sums, FigureSum { name: name.to_string(), count, of, matches: u32::from(of > 0), squares });
    }
}

/// Adds the sums of other matches.
pub fn merge_figures(sums: &mut Vec<FigureSum>, others: &[FigureSum]) {
    others.iter().for_each(|other| merge(sums, other.clone()));
}

fn merge(sums: &mut Vec<FigureSum>, more: FigureSum) {
    let Some(sum) = sums.iter_mut().find(|sum| sum.name == more.name) else { return sums.push(more) };
    sum.count += more.count;
    sum.of += more.of;
    sum.matches += more.matches;
    sum.squares.iter_mut().zip(more.squares).for_each(|(sum, more)| *sum += more);
}

/// A figure as a share.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureReport {
    /// Its name.
    pub name: String,
    /// How many times it was so.
    pub count: u64,
    /// Out of how many times.
    pub of: u64,
    /// The matches that said something of it.
    pub matches: u32,
    /// The share, with an interval that takes matches as independent.
    pub share: Interval,
    /// The share that the rules expected ([`contract::Forecast`]); `None` where they expect nothing of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted: Option<f64>,
    /// What the game's author aims at with it; `None` where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<&'static str>,
}

impl FigureReport {
    /// The same with what the game's author aims at.
    #[must_use]
    pub fn aimed(self, info: &RulesetInfo) -> FigureReport {
        let aim = info.aims.iter().find(|(figure, _)| *figure == self.name).map(|(_, aim)| *aim);
        FigureReport { aim, ..self }
    }

    /// The same with what the rules expected of it.
    #[must_use]
    pub fn beside(self, forecast: Option<&Forecast>) -> FigureReport {
        FigureReport { predicted: forecast.and_then(|forecast| forecast.share_of(&self.name)), ..self }
    }
}

/// The shares of figures; `z` as for [`wilson`].
#[must_use]
pub fn figure_reports(sums: &[FigureSum], z: f64) -> Vec<FigureReport> {
    let report = |sum: &FigureSum| {
        let (count, of, matches) = (sum.count as f64, sum.of as f64, f64::from(sum.matches));
        let rate = if sum.of == 0 { 0.0 } else { count / of };
        let [counts, products, ofs] = sum.squares.map(|square| square as f64);
        let spread = counts - 2.0 * rate * products + rate * rate * ofs;
        let variance = if sum.of == 0 { 0.0 } else { matches * spread / (of * of) };
        FigureReport {
            name: sum.name.clone(),
            count: sum.count,
            of: sum.of,
            matches: sum.matches,
            share: wilson(rate, variance, matches, z),
            predicted: None,
            aim: None,
        }
    };
    sums.iter().map(report).collect()
}

/// The shares as text, a line each under a heading; empty without any.
#[must_use]
pub fn figures_text(figures: &[FigureReport]) -> String {
    if figures.is_empty() {
        return String::new();
    }
    let width = figures.iter().map(|figure| figure.name.chars().count()).max().unwrap_or(0).max(34);
    let mut text = format!("\n{:<width$}  share\n", "figures of the game");
    for FigureReport { name, count, of, share, predicted, aim, .. } in figures {
        let shown = if *of == 0 {
            "    - ".to_owned()
        } else {
            let [rate, low, high] = [share.rate, share.low, share.high].map(|share| 100.0 * share);
            let expected = predicted.map_or(String::new(), |share| format!(", expected {:.0} %", 100.0 * share));
            format!("{rate:5.1} % ({low:.1} to {high:.1}) of {of}, {count} times{expected}")
        };
        let aim = aim.map(|aim| format!("; aim: {aim}")).unwrap_or_default();
        text += &format!("{name:<width$}  {}{aim}\n", shown.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Record, interval, z_of};

    fn sums(matches: &[(u64, u64)]) -> Vec<FigureSum> {
        let mut sums = Vec::new();
        for &(count, of) in matches {
            add_figures(
                &mut sums,
                &[Figure { name: "rain".into(), count, of }, Figure { name: "snow".into(), count: 0, of: 0 }],
            );
        }
        sums
    }

    #[test]
    fn figures_add_up_in_any_order() {
        let all = sums(&[(1, 4), (3, 4), (0, 2)]);
        let rain = FigureSum { name: "rain".to_owned(), count: 4, of: 10, matches: 3, squares: [10, 16, 36] };
        assert_eq!(all[0], rain);
        let mut parts = sums(&[(0, 2)]);
        merge_figures(&mut parts, &sums(&[(3, 4), (1, 4)]));
        assert_eq!(parts, all);
        let found = figure_reports(&all, z_of(0.95));
        assert!((found[0].share.rate - 0.4).abs() < 1e-12 && (found[1].of, found[1].matches) == (0, 0), "{found:?}");
        let text = figures_text(&found);
        assert!(
            text.contains("rain                                 40.0 % (") && text.contains("of 10, 4 times"),
            "{text}"
        );
        assert!(text.ends_with("snow                                    -\n"), "{text}");
        assert_eq!(figures_text(&[]), "");
        // What the author aims at stands beside it.
        let info = RulesetInfo { aims: &[("rain", "rain for all")], ..RulesetInfo::DEFAULT };
        let aimed: Vec<FigureReport> = found.into_iter().map(|figure| figure.aimed(&info)).collect();
        let text = figures_text(&aimed);
        assert!(text.contains("4 times; aim: rain for all\n") && text.ends_with("    -\n"), "{text}");
    }

    /// A yes or no of each match has Wilson's interval, and many looks at the same match make nothing surer.
    #[test]
    fn the_unit_of_an_interval_is_the_match() {
        let z = z_of(0.95);
        let once: Vec<(u64, u64)> = (0..40).map(|number| (u64::from(number % 4 == 0), 1)).collect();
        let often: Vec<(u64, u64)> = once.iter().map(|&(count, of)| (50 * count, 50 * of)).collect();
        let known = interval(&Record::of_wins(10, 40), z);
        for matches in [once, often] {
            let share = figure_reports(&sums(&matches), z)[0].share;
            let off = (share.low - known.low).abs() + (share.high - known.high).abs();
            assert!(off < 1e-9, "{share:?} {known:?}");
        }
    }
}
