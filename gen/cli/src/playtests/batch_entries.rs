//! The scenarios of a batch to play: which there are, and what was played of each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pipeline::batch::{Item, VERDICT_FILE, item_folder};
use playtest::{BatchItem, Games, ITEM_PLAY_FILE, ItemPlay};
use world::{PlayedFairness, Scenario};

use crate::batches::store;
use crate::files;
use crate::report::Failure;

/// A scenario of a batch.
pub struct BatchEntry {
    /// What the manifest says of it.
    pub item: BatchItem,
    /// Its folder.
    pub folder: PathBuf,
}

/// The scenarios of a batch, by index.
///
/// # Errors
/// If the folder holds no batch, or none of its scenarios.
pub fn read_entries(folder: &Path) -> Result<Vec<BatchEntry>, Failure> {
    let (_, items) = store::read_items(folder)?;
    let entry = |item: Item| {
        let (score, worst_seat) = item.fairness().map(|fairness| (fairness.score, fairness.worst_seat))?;
        let Item { index, seed, string, .. } = item;
        let item = BatchItem { index, seed, string, score, worst_seat };
        Some(BatchEntry { item, folder: folder.join(item_folder(index)) })
    };
    let entries: Vec<BatchEntry> = items.into_iter().filter_map(entry).collect();
    if entries.is_empty() {
        return Err(Failure::io(format!("{} holds no scenario to play", folder.display())));
    }
    Ok(entries)
}

impl BatchEntry {
    /// What was played of it before.
    ///
    /// # Errors
    /// If it was played with other flags.
    pub fn read_counts(&self, asked: &BTreeMap<String, String>) -> Result<Option<Games>, Failure> {
        let path = self.folder.join(ITEM_PLAY_FILE);
        if !path.is_file() {
            return Ok(None);
        }
        // Cut short, or of another version: it is played again.
        let Some(play) = ItemPlay::read(&files::read(&path)?) else { return Ok(None) };
        let Some([flag, before, now]) = play.difference(asked) else { return Ok(Some(play.games)) };
        Err(Failure::usage(format!(
            "{} was played with {flag} {before}, and now {now} is asked for: use --force to play it all again",
            path.display()
        )))
    }

    /// Tells of what was played in the item's verdict, from which manifests and report are made. What more matches say stays, such as a
    /// proof.
    ///
    /// # Errors
    /// If the verdict cannot be read or written.
    pub fn tell_played(&self, scenario: &Scenario, played: &PlayedFairness) -> Result<(), Failure> {
        let Some(fairness) = &scenario.fairness else { return Ok(()) };
        let is_less = |kept: &PlayedFairness| kept.matches > played.matches;
        if scenario.played.as_ref().is_some_and(is_less) {
            return Ok(());
        }
        files::write_text(&self.folder, VERDICT_FILE, &output::fairness_json(fairness, Some(played)))
    }

    /// Writes what was played of it, whole or not at all.
    pub fn write_counts(&self, asked: BTreeMap<String, String>, games: Games) -> Result<(), Failure> {
        files::write_text(&self.folder, ITEM_PLAY_FILE, &ItemPlay::new(asked, games).write())
    }
}
