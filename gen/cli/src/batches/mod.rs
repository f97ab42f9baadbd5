//! Batches: many scenarios of one request, each in a folder of its own, made by as many threads as there are.
//!
//! ```text
//! DIR/batch.ron                     what was asked, written first
//! DIR/scenarios/000/000017/         item 17, with whatever files it has; `item.json` alone if it cannot be met
//! DIR/manifest.csv, manifest.ron    all items that there are, by index
//! DIR/contact.png, report.html      the same for people
//! DIR/unfinished/                   what is being written; of no worth once nobody writes
//! ```
//!
//! **Invariant:** a folder below `scenarios/` is whole: it is written under `unfinished/` and renamed. What is killed
//! loses what was being made, and no more. Nothing is flushed to the disk item by item, which would take longer than
//! making it: after a loss of power, items whose files are cut short are found and made again.

pub mod contact;
pub mod item;
pub mod manifest;
pub mod order;
pub mod report_page;
pub mod store;
pub mod summary;
pub mod work;
