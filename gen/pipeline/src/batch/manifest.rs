//! The manifests: all items of a batch by index, as a table for scripts and as RON.
//!
//! **Invariant:** they tell of items alone, not of who made them: joined shards have the manifest of the whole, byte for
//! byte.

use std::io::Write;

use output::WriteError;
use playtest::CsvTable;

use super::{Item, ItemOutcome};

/// The columns of what was played, if anything was.
pub(super) const PLAYED: [&str; 3] = ["verdict", "matches", "points_off"];

/// The column of a measure: its worst seat against its best.
pub(super) fn measure_column(name: &str) -> String {
    format!("{name}_min_over_max")
}

/// The figures of which the rules expect something in some item, in their order.
pub(super) fn expected_figures(items: &[Item]) -> Vec<&str> {
    let mut figures: Vec<&str> = Vec::new();
    for (name, _) in items.iter().flat_map(|item| &item.expected) {
        if !figures.contains(&name.as_str()) {
            figures.push(name);
        }
    }
    figures
}

/// Writes the table: one row per item. What cannot be met has no score; the RON and the item's own file say why.
///
/// # Errors
/// If the writer fails.
pub fn write_manifest_csv(items: &[Item], out: &mut dyn Write) -> Result<(), WriteError> {
    let measures = || playtest::measure_summaries().map(|(name, _)| measure_column(name));
    let head = ["index", "seed", "score", "worst_seat"].map(str::to_owned).into_iter().chain(measures());
    let is_played = items.iter().any(|item| item.fairness().is_some_and(|fairness| fairness.played.is_some()));
    let of_play = if is_played { &PLAYED[..] } else { &[] };
    let figures = expected_figures(items);
    let of_rules = figures.iter().map(|figure| format!("expected {figure}"));
    let tail =
        of_play.iter().copied().map(str::to_owned).chain(of_rules).chain(["warnings", "string"].map(str::to_owned));
    let mut table = CsvTable::new(out, head.chain(tail))?;
    for item in items {
        let mut row = vec![item.index.to_string(), item.seed.to_string()];
        match &item.outcome {
            ItemOutcome::Made(fairness) => {
                let predicted = fairness.score.map(|score| [number(score), fairness.worst_seat.to_string()]);
                row.extend(predicted.unwrap_or_default());
                row.extend(fairness.ratios.iter().map(|&ratio| ratio.map_or_else(String::new, number)));
            }
            ItemOutcome::Unmet(_) => row.resize(row.len() + 2 + measures().count(), String::new()),
        }
        if is_played {
            let played = item.fairness().and_then(|fairness| fairness.played.as_ref());
            row.extend(played.map_or_else(Default::default, |played| {
                [played.verdict.clone(), played.matches.to_string(), format!("{:.2}", played.off())]
            }));
        }
        row.extend(figures.iter().map(|figure| {
            let share = item.expected.iter().find(|(name, _)| name == figure);
            share.map_or_else(String::new, |(_, share)| number(*share))
        }));
        row.extend([item.warnings.to_string(), item.string.clone()]);
        table.row(row)?;
    }
    table.finish()?;
    Ok(())
}

/// Writes the same as RON, with reasons; one line per item.
///
/// # Errors
/// If the writer fails.
pub fn write_manifest_ron(items: &[Item], out: &mut dyn Write) -> Result<(), WriteError> {
    let mut out = std::io::BufWriter::new(out);
    writeln!(
        out,
        "// The items of a batch, by index; `ratios` are worst seat / best seat.\n{{\n  \"format\": 1,\n  \"items\": ["
    )?;
    for Item { index, seed, string, warnings, expected, outcome } in items {
        let string = diagnostics::quote(string);
        let mut begin =
            format!("    {{ \"index\": {index}, \"seed\": {seed}, \"string\": {string}, \"warnings\": {warnings}");
        if !expected.is_empty() {
            let shares =
                expected.iter().map(|(name, share)| format!("{}: {}", diagnostics::quote(name), number(*share)));
            begin += &format!(", \"expected\": {{ {} }}", shares.collect::<Vec<_>>().join(", "));
        }
        match outcome {
            ItemOutcome::Made(fairness) => {
                let ratios = playtest::measure_summaries().zip(&fairness.ratios);
                let ratios: Vec<String> =
                    ratios.filter_map(|((name, _), &ratio)| Some(format!("\"{name}\": {}", number(ratio?)))).collect();
                let played = fairness.played.as_ref().map_or_else(String::new, |played| {
                    let (verdict, matches, off) = (&played.verdict, played.matches, played.off());
                    format!(", \"verdict\": \"{verdict}\", \"matches\": {matches}, \"points-off\": {off:.2}")
                });
                if let Some(score) = fairness.score {
                    begin += &format!(", \"score\": {}, \"worst-seat\": {}", number(score), fairness.worst_seat);
                }
                writeln!(
                    out,
                    "{begin}, \"reason\": {}, \"ratios\": {{ {} }}{played} }},",
                    diagnostics::quote(&fairness.reason),
                    ratios.join(", ")
                )?;
            }
            ItemOutcome::Unmet(reason) => writeln!(out, "{begin}, \"unmet\": {} }},", diagnostics::quote(reason))?,
        }
    }
    writeln!(out, "  ],\n}}")?;
    Ok(out.flush()?)
}

/// Four decimals, always.
fn number(value: f64) -> String {
    format!("{value:.4}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ItemFairness, ItemPlayed};

    fn items() -> Vec<Item> {
        let ratios = playtest::measure_summaries().enumerate().map(|(index, _)| Some(index as f64 / 16.0)).collect();
        let fairness = ItemFairness {
            score: Some(0.9),
            worst_seat: 3,
            reason: "Seat 3, \"Veland\", has less".to_owned(),
            predicted: Vec::new(),
            likely: None,
            ratios,
            played: None,
        };
        let item = Item {
            index: 0,
            seed: 7,
            string: "classic:7:sides=3,size=60x60".to_owned(),
            warnings: 2,
            expected: Vec::new(),
            outcome: ItemOutcome::Made(fairness),
        };
        let unmet = Item { index: 1, seed: 8, outcome: ItemOutcome::Unmet("no \"room\"".to_owned()), ..item.clone() };
        vec![item, unmet]
    }

    #[test]
    fn the_table_has_as_many_fields_in_each_row() {
        let mut bytes = Vec::new();
        write_manifest_csv(&items(), &mut bytes).unwrap();
        let mut table = csv::Reader::from_reader(bytes.as_slice());
        let head = table.headers().unwrap().clone();
        assert_eq!(
            head.iter().take(5).collect::<Vec<_>>(),
            ["index", "seed", "score", "worst_seat", "land-8_min_over_max"]
        );
        assert_eq!(head.iter().rev().take(2).collect::<Vec<_>>(), ["string", "warnings"]);
        let rows: Vec<csv::StringRecord> =
            table.records().map(|row| row.expect("as many fields as the head")).collect();
        assert_eq!(
            (&rows[0][2], &rows[0][5], &rows[0][head.len() - 1]),
            ("0.9000", "0.0625", "classic:7:sides=3,size=60x60")
        );
        assert_eq!((&rows[1][1], &rows[1][2], &rows[1][head.len() - 2]), ("8", "", "2"));
        // Where nothing is predicted, the columns are empty.
        let mut items = items();
        let ItemOutcome::Made(fairness) = &mut items[0].outcome else { panic!("it was made") };
        (fairness.score, fairness.worst_seat) = (None, 0);
        let mut bytes = Vec::new();
        write_manifest_csv(&items, &mut bytes).unwrap();
        let mut table = csv::Reader::from_reader(bytes.as_slice());
        let row = table.records().next().unwrap().unwrap();
        assert_eq!((&row[2], &row[3], &row[5]), ("", "", "0.0625"));
        let mut bytes = Vec::new();
        write_manifest_ron(&items, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.contains("\"score\"") && !text.contains("worst-seat") && text.contains("\"reason\""), "{text}");
    }

    #[test]
    fn the_ron_manifest_can_be_read_and_gives_reasons() {
        let mut bytes = Vec::new();
        write_manifest_ron(&items(), &mut bytes).unwrap();
        let mut sources = design::Sources::default();
        let file = sources.add("manifest.ron", std::str::from_utf8(&bytes).unwrap());
        let root = diagnostics::read_tree(&sources, file).unwrap();
        let read = root.get("items").unwrap().items().unwrap();
        assert_eq!(read[0].get("reason").unwrap().text(), Some("Seat 3, \"Veland\", has less"));
        assert_eq!(read[1].get("unmet").unwrap().text(), Some("no \"room\""));
        assert_eq!(read[0].get("ratios").unwrap().entries().unwrap().len(), playtest::measure_summaries().count());
    }

    #[test]
    fn what_the_rules_expect_has_columns_of_its_own() {
        let mut items = items();
        items[0].expected = vec![("heroes that reach level 2".to_owned(), 0.875)];
        let mut bytes = Vec::new();
        write_manifest_csv(&items, &mut bytes).unwrap();
        let mut table = csv::Reader::from_reader(bytes.as_slice());
        let name = "expected heroes that reach level 2";
        let at = table.headers().unwrap().iter().position(|head| head == name).unwrap();
        let rows: Vec<csv::StringRecord> = table.records().map(|row| row.unwrap()).collect();
        assert_eq!((&rows[0][at], &rows[1][at], &rows[1][at + 1]), ("0.8750", "", "2"));
        let mut bytes = Vec::new();
        write_manifest_ron(&items, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("\"expected\": { \"heroes that reach level 2\": 0.8750 }, \"score\""), "{text}");
    }

    #[test]
    fn what_was_played_has_columns_of_its_own() {
        let mut items = items();
        let ItemOutcome::Made(fairness) = &mut items[0].outcome else { panic!("it was made") };
        fairness.played = Some(ItemPlayed {
            verdict: "equal".to_owned(),
            matches: 1856,
            shares: vec![0.51234, 0.48766],
            wished: vec![0.5; 2],
        });
        let mut bytes = Vec::new();
        write_manifest_csv(&items, &mut bytes).unwrap();
        let mut table = csv::Reader::from_reader(bytes.as_slice());
        let at = table.headers().unwrap().iter().position(|name| name == "verdict").unwrap();
        let rows: Vec<csv::StringRecord> = table.records().map(|row| row.unwrap()).collect();
        assert_eq!((&rows[0][at], &rows[0][at + 1], &rows[0][at + 2]), ("equal", "1856", "1.23"));
        assert_eq!((&rows[1][at], &rows[1][at + 3]), ("", "2"), "what cannot be met was not played");
        let mut bytes = Vec::new();
        write_manifest_ron(&items, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("\"verdict\": \"equal\", \"matches\": 1856, \"points-off\": 1.23 },"), "{text}");
    }
}
