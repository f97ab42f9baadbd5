//! `contact.png`: the items' pictures beside each other.
//!
//! A sheet has at most [`TILES_MAX`] pictures, so that one can look at it and it fits into memory: of more items those
//! that lie evenly between the first and the last.

use std::fs;
use std::io::Write;
use std::path::Path;

use output::WriteError;

use crate::batches::item::{Item, Outcome, THUMB_FILE};
use crate::batches::store::path_of;

/// Pictures on a sheet.
const TILES_MAX: usize = 120;
const _: () = assert!(TILES_MAX <= output::TILES_MAX);

/// Writes the sheet of the items that a folder has, by index, with item and score below each.
///
/// # Errors
/// If a picture cannot be read, or the writer fails.
pub fn write_sheet(folder: &Path, items: &[Item], out: &mut dyn Write) -> Result<(), WriteError> {
    let made: Vec<(&Item, f64)> = (items.iter())
        .filter_map(|item| match &item.outcome {
            Outcome::Made(verdict) => Some((item, verdict.score)),
            Outcome::Unmet(_) => None,
        })
        .collect();
    let mut tiles = Vec::new();
    for (item, score) in spread(&made, TILES_MAX) {
        let png = fs::read(folder.join(path_of(item.index)).join(THUMB_FILE))?;
        let picture = image::load_from_memory_with_format(&png, image::ImageFormat::Png)?;
        tiles.push((format!("{}: {score:.2}", item.index), picture.into_rgb8()));
    }
    output::contact_sheet(tiles, out)
}

/// At most so many, evenly from first to last.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    (0..count).map(move |at| &all[at * (all.len() - 1) / (count - 1).max(1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_lies_evenly_from_first_to_last() {
        for count in 0..50_usize {
            let all: Vec<usize> = (0..count).collect();
            let chosen: Vec<usize> = spread(&all, 12).copied().collect();
            assert_eq!(chosen.len(), count.min(12));
            assert!(chosen.is_sorted_by(|a, b| a < b), "{chosen:?}");
            assert_eq!((chosen.first(), chosen.last()), (all.first(), all.last()));
        }
    }
}
