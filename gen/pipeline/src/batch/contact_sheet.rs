//! `contact.png`: the items' pictures beside each other.
//!
//! A sheet has at most [`TILES_MAX`] pictures, so that one can look at it and it fits into memory: of more items those
//! that lie evenly between the first and the last.

use std::io::Write;

use output::WriteError;

use super::{Item, ThumbReader};

/// Pictures on a sheet.
const TILES_MAX: usize = 120;
const _: () = assert!(TILES_MAX <= output::TILES_MAX);

/// Writes the sheet of the items that a batch has, by index; seed, item and score stand below each.
///
/// # Errors
/// If a picture cannot be read, or the writer fails.
pub fn write_contact_sheet(items: &[Item], thumbs: &ThumbReader<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let made: Vec<(&Item, Option<f64>)> =
        items.iter().filter_map(|item| Some((item, item.fairness()?.score))).collect();
    let mut tiles = Vec::new();
    for (Item { index, seed, .. }, score) in spread(&made, TILES_MAX) {
        let picture = image::load_from_memory_with_format(&thumbs(*index)?, image::ImageFormat::Png)?;
        tiles.push((caption(*index, *seed, *score), picture.into_rgb8()));
    }
    output::contact_sheet(tiles, out)
}

/// What stands below a picture: what to type to have it again, then where it lies and how fair it is.
fn caption(index: u32, seed: u64, score: Option<f64>) -> String {
    let score = score.map_or(String::new(), |score| format!(", score {score:.2}"));
    format!("seed {seed}\nitem {index}{score}")
}

/// At most this number of items, spread evenly from the first to the last.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    (0..count).map(move |at| &all[at * (all.len() - 1) / (count - 1).max(1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_labelled_by_seed_and_item() {
        assert_eq!(caption(17, 18, Some(0.9345)), "seed 18\nitem 17, score 0.93");
        assert_eq!(caption(17, 18, None), "seed 18\nitem 17");
    }

    #[test]
    fn thumbnails_are_chosen_evenly_from_first_to_last() {
        for count in 0..50_usize {
            let all: Vec<usize> = (0..count).collect();
            let chosen: Vec<usize> = spread(&all, 12).copied().collect();
            assert_eq!(chosen.len(), count.min(12));
            assert!(chosen.is_sorted_by(|a, b| a < b), "{chosen:?}");
            assert_eq!((chosen.first(), chosen.last()), (all.first(), all.last()));
        }
    }
}
