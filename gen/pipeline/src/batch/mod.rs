//! Batches: many scenarios of one request, each in a folder of its own. What each file holds; who writes them is the command's business.
//!
//! ```text
//! DIR/batch.ron                     what was asked, written first: BatchOrder
//! DIR/scenarios/000/000017/         item 17, with the files that it has; `item.json` alone if it cannot be met: Item
//! DIR/manifest.csv, manifest.ron    all items that there are, by index: write_manifest_csv, write_manifest_ron
//! DIR/contact.png, report.html      the same for people: write_contact_sheet, write_report_page
//! DIR/scenarios/000/000017/play.json, DIR/play.csv    what was played of an item, and the table of all: `playtest`
//! DIR/unfinished/                   what is being written; of no worth once nobody writes
//! ```

mod contact_sheet;
mod item;
mod manifest;
mod order;
mod pick;
mod report_page;
mod summary;

use std::path::PathBuf;

pub use contact_sheet::write_contact_sheet;
pub use item::{
    ITEM_FILE, Item, ItemFairness, ItemFiles, ItemOutcome, ItemPlayed, RollItem, THUMB_FILE, VERDICT_FILE, make_item,
    read_item, read_item_of,
};
pub use manifest::{write_manifest_csv, write_manifest_ron};
pub use order::{BatchOrder, Shard};
pub use pick::{PickEnd, Picked, pick};
pub use report_page::write_report_page;
pub use summary::BatchScores;

/// The folder of all items, below that of a batch.
pub const SCENARIOS: &str = "scenarios";

/// How many items lie in one folder.
const DRAWER: u32 = 1000;

/// Where an item is, below a batch's folder.
#[must_use]
pub fn item_folder(index: u32) -> PathBuf {
    PathBuf::from(SCENARIOS).join(format!("{:03}", index / DRAWER)).join(format!("{index:06}"))
}

/// Reads the small picture of an item, by its index: the bytes of its [`THUMB_FILE`].
pub type ThumbReader<'a> = dyn Fn(u32) -> std::io::Result<Vec<u8>> + 'a;
