//! `report.html`: a batch on one page, with histograms and a table to sort, in need of no other file.
//!
//! The page is written item by item: pictures are read when their turn comes and are never unpacked. So that browsers can
//! open it, a page has at most [`ROWS_MAX`] items and [`PICTURES_MAX`] bytes of pictures, those of the best items;
//! further items show the picture that lies in their folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use output::{PAGE_STYLE, WriteError, escape_html, png_url};
use serde_json::json;

use super::manifest::expected_figures;
use super::{Item, ItemFairness, ItemOutcome, THUMB_FILE, ThumbReader, item_folder};

/// Items on a page.
const ROWS_MAX: usize = 20_000;
/// Bytes of pictures within a page, before they are written as text.
const PICTURES_MAX: usize = 24 << 20;
/// Columns of a histogram.
const BINS: usize = 20;

/// Writes the page of the items that a batch has; `title` is what they are of.
///
/// # Errors
/// If the writer fails.
pub fn write_report_page(
    title: &str,
    items: &[Item],
    thumbs: &ThumbReader<'_>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let mut out = std::io::BufWriter::new(out);
    let title = escape_html(title);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{PAGE_STYLE}{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p class=\"lead\">Worst seat against best, measure by measure: 1 is equal.</p>\n",
        include_str!("report_page.css")
    )?;
    let made: Vec<&ItemFairness> = items.iter().filter_map(Item::fairness).collect();
    write!(out, "{}{}{}{}", facts(items, &made), charts(&made), predicted_and_played(&made), expected(items))?;

    // The best first: they keep their rows and pictures if not all can have them.
    let mut ranked: Vec<&Item> = items.iter().collect();
    // Where nothing is predicted, they stand by index before what cannot be met.
    let score = |item: &Item| item.fairness().map_or(-2.0, |fairness| fairness.score.unwrap_or(-1.0));
    ranked.sort_by(|one, other| score(other).total_cmp(&score(one)).then(one.index.cmp(&other.index)));
    ranked.truncate(ROWS_MAX);
    let limit = if ranked.len() < items.len() { format!(" (the best {ROWS_MAX})") } else { String::new() };
    write!(
        out,
        "<section class=\"card\"><h2>Scenarios{limit}</h2>\n<div class=\"tools\"><input id=\"filter\" placeholder=\"find\">\
         <button id=\"back\">previous</button><button id=\"on\">next</button><span id=\"place\"></span></div>\n\
         <noscript>The table needs JavaScript; manifest.csv has the same.</noscript>\n<table id=\"table\"></table></section>\n\
         <div id=\"large\"><img alt=\"\"><p></p></div>\n</main>\n<script>\nconst batch = {{ measures: {},\nitems: [\n",
        script(&json!(playtest::measure_summaries().map(|(name, _)| name).collect::<Vec<_>>()))
    )?;
    let mut left = PICTURES_MAX;
    for item in ranked {
        let fairness = item.fairness();
        let picture = fairness.map(|_| picture(item.index, thumbs, &mut left));
        let (told, ratios) = match &item.outcome {
            ItemOutcome::Made(fairness) => (&fairness.reason, Some(&fairness.ratios)),
            ItemOutcome::Unmet(reason) => (reason, None),
        };
        let score = fairness.and_then(|fairness| fairness.score);
        let seat = fairness.map(|fairness| fairness.worst_seat).filter(|&seat| seat > 0);
        // As text: scripts round numbers beyond 2^53.
        let seed = item.seed.to_string();
        let row = json!([item.index, seed, score, seat, ratios, item.warnings, item.string, told, picture]);
        writeln!(out, "{},", script(&row))?;
    }
    write!(out, "] }};\n{}</script>\n</body>\n</html>\n", include_str!("report_page.js"))?;
    Ok(out.flush()?)
}

/// What the rules expect of matches, over all items: a row for each figure with its mean, the least and the greatest share.
fn expected(items: &[Item]) -> String {
    let rows: Vec<String> = expected_figures(items)
        .into_iter()
        .map(|figure| {
            let shares = items.iter().flat_map(|item| &item.expected).filter(|(name, _)| *name == figure);
            let shares: Vec<f64> = shares.map(|(_, share)| 100.0 * share).collect();
            let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
            let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
            let most = shares.iter().copied().fold(0.0, f64::max);
            format!(
                "<tr><td>{}</td><td>{mean:.0} %</td><td>{least:.0} %</td><td>{most:.0} %</td></tr>\n",
                escape_html(figure)
            )
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<section class=\"card\"><h2>Expected by the rules</h2>\n<table><tr><th>figure</th><th>mean</th><th>least</th><th>most</th></tr>\n{}</table>\
         </section>\n",
        rows.concat()
    )
}

/// Within the page as long as there is room, else where it lies beside the page.
fn picture(index: u32, thumbs: &ThumbReader<'_>, left: &mut usize) -> String {
    match thumbs(index) {
        Ok(bytes) if bytes.len() <= *left => {
            *left -= bytes.len();
            png_url(&bytes)
        }
        _ => {
            let path = item_folder(index).join(THUMB_FILE);
            path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
        }
    }
}

/// A value as a script takes it: nothing in it ends the script.
fn script(value: &serde_json::Value) -> String {
    value.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--")
}

/// The numbers at the top.
fn facts(items: &[Item], made: &[&ItemFairness]) -> String {
    let mut scores: Vec<f64> = made.iter().filter_map(|fairness| fairness.score).collect();
    scores.sort_by(f64::total_cmp);
    let mut text = "<section class=\"card facts\">".to_owned();
    let mut fact = |number: String, name: &str| {
        let _infallible = write!(text, "<div><b>{number}</b><span>{name}</span></div>");
    };
    fact(made.len().to_string(), "scenarios");
    if let (Some(least), Some(most)) = (scores.first(), scores.last()) {
        fact(format!("{:.3}", scores[(scores.len() - 1) / 2]), "median score");
        fact(format!("{least:.3}"), "least");
        fact(format!("{most:.3}"), "best");
    }
    if made.len() < items.len() {
        fact((items.len() - made.len()).to_string(), "could not be met");
    }
    text.push_str("</section>\n");
    text.push_str(&doubts(made));
    text
}

/// What the scores are worth: those of items that were not played are predictions.
fn doubts(made: &[&ItemFairness]) -> String {
    let mut ranges = made.iter().filter(|fairness| fairness.played.is_none()).filter_map(|fairness| fairness.likely);
    let Some(first) = ranges.next() else { return String::new() };
    // Items may have different numbers of seats.
    let (low, high) = ranges.fold(first, |(low, high), (least, most)| (low.min(least), high.max(most)));
    let [low, high] = [low, high].map(|share| fairness::number((100.0 * share).round()));
    format!(
        "<p>Scores are predictions. Nine in ten seats that look alike on such maps win between {low} and {high} % of the matches: \
         <code>play</code> tells what they win here.</p>\n"
    )
}

/// One histogram of the score, one of each measure, and how often each seat has it hardest.
fn charts(made: &[&ItemFairness]) -> String {
    if made.is_empty() {
        return String::new();
    }
    let mut text = "<section class=\"card\"><h2>How they spread</h2><div class=\"charts\">\n".to_owned();
    let scores: Vec<f64> = made.iter().filter_map(|fairness| fairness.score).collect();
    if !scores.is_empty() {
        text.push_str(&histogram("score", scores.into_iter()));
    }
    let mut seats = BTreeMap::new();
    for fairness in made.iter().filter(|fairness| fairness.worst_seat > 0) {
        *seats.entry(fairness.worst_seat).or_insert(0_usize) += 1;
    }
    let most = seats.keys().last().copied().unwrap_or(0);
    let counts: Vec<usize> = (1..=most).map(|seat| seats.get(&seat).copied().unwrap_or(0)).collect();
    let labels: Vec<String> = (1..=most).map(|seat| format!("seat {seat}")).collect();
    if most > 0 {
        text.push_str(&figure("has it hardest", "", &counts, &labels, ("1", &most.to_string())));
    }
    for (index, (name, _)) in playtest::measure_summaries().enumerate() {
        let mut ratios = made.iter().filter_map(|fairness| fairness.ratios[index]).peekable();
        // What does not apply to the design has nothing to show.
        if ratios.peek().is_some() {
            text.push_str(&histogram(name, ratios));
        }
    }
    text.push_str("</div></section>\n");
    text
}

/// The most dots of a plot.
const DOTS_MAX: usize = 4_000;

/// Each seat's played share of wins against its predicted one; nothing if nothing was played.
fn predicted_and_played(made: &[&ItemFairness]) -> String {
    let seats = made.iter().filter_map(|fairness| {
        let played = fairness.played.as_ref().filter(|played| played.shares.len() == fairness.predicted.len())?;
        Some(fairness.predicted.iter().copied().zip(played.shares.iter().copied()))
    });
    let dots: Vec<(f64, f64)> = seats.flatten().take(DOTS_MAX).collect();
    if dots.is_empty() {
        return String::new();
    }
    // Both axes go as far as the greatest share, in tenths.
    let most = dots.iter().map(|&(predicted, played)| predicted.max(played)).fold(0.1, f64::max);
    let most = (most * 10.0).ceil() / 10.0;
    let at = |share: f64| 8.0 + 184.0 * share / most;
    let mut text = format!(
        "<section class=\"card\"><h2>Predicted and played</h2><p>A dot is a seat: to the right what was predicted of its wins, upwards \
         what was played. On the line both agree.</p><div class=\"plot\"><svg viewBox=\"0 0 200 200\" role=\"img\" \
         aria-label=\"played shares of wins against predicted ones, {} seats\">\
         <line x1=\"8\" y1=\"192\" x2=\"192\" y2=\"8\"/><line x1=\"8\" y1=\"192\" x2=\"192\" y2=\"192\"/>\
         <line x1=\"8\" y1=\"192\" x2=\"8\" y2=\"8\"/>",
        dots.len()
    );
    for (predicted, played) in dots {
        let _infallible = write!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"1.6\"><title>predicted {:.0} %, played {:.0} %</title></circle>",
            at(predicted),
            200.0 - at(played),
            100.0 * predicted,
            100.0 * played
        );
    }
    let _infallible = writeln!(
        text,
        "<text x=\"8\" y=\"199\">0</text><text x=\"192\" y=\"199\" text-anchor=\"end\">predicted, to {0:.0} %</text>\
         <text x=\"10\" y=\"12\">played, to {0:.0} %</text></svg></div></section>",
        100.0 * most
    );
    text
}

/// How many values lie in each twentieth between 0 and 1; 1 belongs to the last.
fn histogram(name: &str, values: impl Iterator<Item = f64>) -> String {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let mut counts = vec![0; BINS];
    for value in &values {
        counts[((value * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    let label = |bin: usize| format!("{:.2} to {:.2}", bin as f64 / BINS as f64, (bin + 1) as f64 / BINS as f64);
    let median = values.get(values.len().saturating_sub(1) / 2).map(|value| format!("median {value:.2}"));
    let labels: Vec<String> = (0..BINS).map(label).collect();
    figure(name, &median.unwrap_or_default(), &counts, &labels, ("0", "1"))
}

fn figure(name: &str, note: &str, counts: &[usize], labels: &[String], ends: (&str, &str)) -> String {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let width = 200.0 / counts.len().max(1) as f64;
    let mut text = format!(
        "<figure><figcaption>{}<span>{}</span></figcaption><svg viewBox=\"0 0 200 72\" role=\"img\">",
        escape_html(name),
        escape_html(note)
    );
    for (index, (&count, label)) in counts.iter().zip(labels).enumerate().filter(|(_, (count, _))| **count > 0) {
        let height = (count as f64 / most as f64 * 58.0).max(0.8);
        let _infallible = write!(
            text,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{height:.2}\"><title>{label}: {count}</title></rect>",
            index as f64 * width + 0.6,
            60.0 - height,
            width - 1.2
        );
    }
    let _infallible = writeln!(
        text,
        "<line x1=\"0\" y1=\"60\" x2=\"200\" y2=\"60\"/><text x=\"1\" y=\"69\">{}</text>\
         <text x=\"199\" y=\"69\" text-anchor=\"end\">{}</text></svg></figure>",
        ends.0, ends.1
    );
    text
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;
    use crate::batch::ItemPlayed;

    fn item(index: u32, score: f64) -> Item {
        let ratios = playtest::measure_summaries().map(|_| Some(score)).collect();
        let fairness = ItemFairness {
            score: Some(score),
            worst_seat: 2,
            reason: "</script><b>".to_owned(),
            ratios,
            predicted: Vec::new(),
            likely: None,
            played: None,
        };
        Item {
            index,
            seed: 5,
            string: "classic:5".to_owned(),
            warnings: 0,
            expected: Vec::new(),
            outcome: ItemOutcome::Made(fairness),
        }
    }

    #[test]
    fn a_page_has_all_items_the_best_first_and_nothing_breaks_out_of_it() {
        let unmet = Item { outcome: ItemOutcome::Unmet("no room".to_owned()), ..item(2, 0.0) };
        let items = [item(0, 0.25), item(1, 1.0), unmet];
        let thumbs = |index: u32| if index == 1 { Ok(b"\x89PNG".to_vec()) } else { Err(ErrorKind::NotFound.into()) };
        let mut bytes = Vec::new();
        write_report_page("a < b", &items, &thumbs, &mut bytes).unwrap();
        let page = String::from_utf8(bytes).unwrap();
        let starts: Vec<usize> = ["\n[1,\"5\",1.0,2,", "\n[0,\"5\",0.25,2,", "\n[2,\"5\",null,null,null,0,"]
            .iter()
            .map(|row| page.find(row).unwrap_or_else(|| panic!("{row} is missing")))
            .collect();
        assert!(starts.is_sorted());
        assert_eq!(page.matches("</script>").count(), 1);
        assert!(page.contains("data:image/png;base64,iVBORw==") && page.contains("\"scenarios/000/000000/thumb.png\""));
        assert!(page.contains("<title>a &lt; b</title>") && page.contains("could not be met"));
        assert!(page.contains("0.95 to 1.00: 1") && page.contains("0.25 to 0.30: 1"), "1 belongs to the last column");
        assert!(!page.contains("http"), "nothing comes from elsewhere");
        assert!(!page.contains("Predicted and played"), "nothing was played");
    }

    #[test]
    fn scores_that_are_predictions_say_what_they_are_worth() {
        let of = |likely, played| {
            let mut item = item(0, 0.5);
            let ItemOutcome::Made(fairness) = &mut item.outcome else { panic!("it was made") };
            (fairness.likely, fairness.played) = (likely, played);
            item
        };
        let told = |items: &[Item]| doubts(&items.iter().filter_map(Item::fairness).collect::<Vec<_>>());
        let (four, two) = (of(Some((0.06, 0.63)), None), of(Some((0.162, 0.838)), None));
        assert!(told(&[four.clone(), two]).contains("win between 6 and 84 % of the matches"));
        assert_eq!(told(&[of(None, None)]), "");
        let played =
            ItemPlayed { verdict: "open".to_owned(), matches: 9, shares: vec![0.5, 0.5], wished: vec![0.5; 2] };
        assert_eq!(told(&[of(Some((0.06, 0.63)), Some(played))]), "");
    }

    #[test]
    fn what_was_played_is_drawn_against_what_was_predicted() {
        let played = |shares: [f64; 2]| ItemPlayed {
            verdict: "open".to_owned(),
            matches: 9,
            shares: shares.to_vec(),
            wished: vec![0.5; 2],
        };
        let mut told = item(0, 0.5);
        let ItemOutcome::Made(fairness) = &mut told.outcome else { panic!("it was made") };
        (fairness.predicted, fairness.played) = (vec![0.25, 0.75], Some(played([0.5, 0.5])));
        let drawn = predicted_and_played(&[told.fairness().unwrap()]);
        // To 80 %: a quarter is 57.5 of 184 to the right, a half 115 upwards.
        let dot = "<circle cx=\"65.5\" cy=\"77.0\" r=\"1.6\"><title>predicted 25 %, played 50 %</title></circle>";
        assert!(drawn.contains(dot) && drawn.contains("played, to 80 %") && drawn.contains("2 seats"), "{drawn}");
        assert_eq!(drawn.matches("<circle").count(), 2);
    }

    #[test]
    fn pictures_beyond_the_limit_stay_in_their_folders() {
        let thumbs = |_: u32| Ok(vec![0; 100]);
        let mut left = 150;
        assert!(picture(1, &thumbs, &mut left).starts_with("data:"));
        assert_eq!(left, 50);
        assert_eq!(picture(1, &thumbs, &mut left), "scenarios/000/000001/thumb.png");
        assert_eq!(left, 50);
    }
}
