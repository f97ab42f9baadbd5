//! What is written of all items together, once a run ends: manifests, the contact sheet, the report.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::batches::item::{Item, Outcome};
use crate::batches::order::Order;
use crate::batches::{contact, manifest, report_page};
use crate::files::Batch;
use crate::report::Failure;

/// Writes all of them, each whole or not at all. Their paths.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, order: &Order, items: &[Item]) -> Result<Vec<PathBuf>, Failure> {
    let mut batch = Batch::new(folder)?;
    let mut written = vec![
        batch.add("manifest.csv", |out| manifest::write_csv(items, out))?,
        batch.add("manifest.ron", |out| manifest::write_ron(items, out))?,
        batch.add("report.html", |out| report_page::write_page(folder, &order.title(), items, out))?,
    ];
    // Where nothing was made there is nothing to look at.
    if items.iter().any(|item| matches!(item.outcome, Outcome::Made(_))) {
        written.push(batch.add("contact.png", |out| contact::write_sheet(folder, items, out))?);
    }
    batch.replace(["contact.png"].into_iter())?;
    Ok(written)
}

/// Scores in order, the least first.
fn scores(items: &[Item]) -> Vec<f64> {
    let score = |item: &Item| match &item.outcome {
        Outcome::Made(verdict) => Some(verdict.score),
        Outcome::Unmet(_) => None,
    };
    let mut scores: Vec<f64> = items.iter().filter_map(score).collect();
    scores.sort_by(f64::total_cmp);
    scores
}

/// The value below which a share of the others lies.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted.get(((sorted.len() as f64 - 1.0) * share).round() as usize).copied().unwrap_or(0.0)
}

/// How many could not be met.
pub fn unmet(items: &[Item]) -> usize {
    items.iter().filter(|item| matches!(item.outcome, Outcome::Unmet(_))).count()
}

/// What people see at the end.
pub fn text(items: &[Item], written: &[PathBuf]) -> String {
    let scores = scores(items);
    let mut text = design::counted(scores.len(), "scenario");
    let unmet = unmet(items);
    if unmet > 0 {
        text.push_str(&format!(", {unmet} could not be met"));
    }
    text.push('\n');
    if !scores.is_empty() {
        let [least, tenth, median, best] = [0.0, 0.1, 0.5, 1.0].map(|share| quantile(&scores, share));
        text.push_str(&format!("score: least {least:.3}, 10 % {tenth:.3}, median {median:.3}, best {best:.3}\n"));
    }
    for path in written {
        text.push_str(&format!("{}\n", path.display()));
    }
    text
}

/// The same for scripts.
pub fn document(folder: &Path, items: &[Item], written: &[PathBuf]) -> Value {
    let scores = scores(items);
    let at = |share: f64| (!scores.is_empty()).then(|| quantile(&scores, share));
    json!({
        "ok": true,
        "out": folder.display().to_string(),
        "made": scores.len(),
        "unmet": unmet(items),
        "score": { "least": at(0.0), "tenth": at(0.1), "median": at(0.5), "ninetieth": at(0.9), "best": at(1.0) },
        "files": written.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
    })
}
