//! Contact sheets: every tile whole, in order, with its caption below it.

use fairmarch_output::{PictureError, TILES_MAX, WriteError, contact_sheet};
use image::{Rgb, RgbImage};

fn sheet(tiles: Vec<(String, RgbImage)>) -> RgbImage {
    let mut bytes = Vec::new();
    contact_sheet(tiles, &mut bytes).unwrap();
    image::load_from_memory(&bytes).unwrap().to_rgb8()
}

/// A colour that no other tile and no paper has.
fn color(index: usize) -> Rgb<u8> {
    Rgb([(index * 7 % 200) as u8, 255, (index / 20) as u8 * 9])
}

/// The box of the pixels of a colour: west, north, east, south; and how many there are.
fn found(page: &RgbImage, color: Rgb<u8>) -> ([u32; 4], u32) {
    let mut found = ([u32::MAX, u32::MAX, 0, 0], 0);
    for (x, y, _) in page.enumerate_pixels().filter(|(_, _, pixel)| **pixel == color) {
        let [west, north, east, south] = found.0;
        found = ([west.min(x), north.min(y), east.max(x), south.max(y)], found.1 + 1);
    }
    found
}

#[test]
fn every_tile_is_there_whole_and_in_order() {
    for count in [1, 2, 7, 12, 60, TILES_MAX] {
        let size = |index: usize| (20 + index as u32 % 3 * 4, 16 + index as u32 % 5 * 2);
        let tiles = (0..count).map(|index| {
            let (width, height) = size(index);
            (format!("{index}"), RgbImage::from_pixel(width, height, color(index)))
        });
        let page = sheet(tiles.collect());
        let mut before = (0, 0);
        for index in 0..count {
            let ([west, north, east, south], pixels) = found(&page, color(index));
            let (width, height) = size(index);
            assert_eq!((east - west + 1, south - north + 1, pixels), (width, height, width * height), "{index}");
            // Rows end at the same height, whatever their tiles' sizes.
            assert!((south, west) > before, "{index} of {count}");
            before = (south, west);
        }
    }
}

#[test]
fn captions_stand_below_their_own_tile_and_keep_to_its_width() {
    let white = Rgb([255, 255, 255]);
    let tile = |caption: &str| (caption.to_owned(), RgbImage::from_pixel(120, 60, white));
    let bare = sheet(vec![tile(""), tile(""), tile(""), tile("")]);
    // The same room for lines, but none of them written.
    let blank = sheet(vec![tile(" \n "), tile(""), tile(""), tile("")]);
    assert!(blank.height() > bare.height());
    let texts = ["seed 4711\n0.93", &"W".repeat(900), "ü\n", "1\n2\n3\n4\n5"];
    for (index, text) in texts.into_iter().enumerate() {
        let mut tiles = vec![tile(" \n\n "), tile(""), tile(""), tile("")];
        let empty = sheet(tiles.clone());
        tiles[index].0 = text.to_owned();
        if index == 0 {
            tiles[1].0 = " \n\n ".to_owned();
        }
        let written = sheet(tiles);
        assert_eq!(written.dimensions(), empty.dimensions());
        // 2 columns: rooms of 120 pixels, 18 between them, 28 round them.
        let left = 28 + index as u32 % 2 * 138;
        let mut changed = 0;
        for (x, y, pixel) in written.enumerate_pixels() {
            if pixel != empty.get_pixel(x, y) {
                changed += 1;
                assert!((left - 9..left + 129).contains(&x), "{text:.9} at {x} {y}");
                let pitch = (written.height() - 2 * 28 + 18) / 2;
                let within = (y - 28) % pitch;
                assert!((y - 28) / pitch == index as u32 / 2 && within >= 60, "{text:.9} at {x} {y}");
            }
        }
        assert!(changed > 10, "{text:.9}");
    }
}

#[test]
fn too_many_tiles_and_too_many_pixels_are_refused_and_nothing_is_written() {
    let refused = |count: usize, size: u32| {
        let mut bytes = Vec::new();
        let tiles = (0..count).map(|_| (String::new(), RgbImage::new(size, size)));
        let Err(WriteError::Picture(PictureError::TooManyTiles { tiles, most })) = contact_sheet(tiles, &mut bytes)
        else {
            panic!("{count} of {size} were not refused")
        };
        assert!(bytes.is_empty());
        (tiles, most)
    };
    assert_eq!(refused(TILES_MAX + 1, 4), (TILES_MAX + 1, TILES_MAX));
    let (tiles, most) = refused(24, 2000);
    assert!(tiles == 24 && (8..24).contains(&most), "{most}");
    // What is said to do, does.
    let tiles = (0..most).map(|_| (String::new(), RgbImage::new(2000, 2000)));
    contact_sheet(tiles, &mut std::io::sink()).unwrap();
}

#[test]
fn no_tiles_give_an_empty_page() {
    let page = sheet(Vec::new());
    assert!(page.pixels().all(|pixel| pixel == page.get_pixel(0, 0)));
}
