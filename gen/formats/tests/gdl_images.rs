//! Images of GDL's families.

use std::collections::BTreeMap;

use design::Atom;
use fairmarch_formats::gdl::{ImageError, ImageRole, read_images};
use fairmarch_formats::testing::Layout;

/// The atoms of a GDL text; it reads only what these tests need.
fn atoms(text: &str) -> Vec<Vec<Atom>> {
    fn list(rest: &mut &str) -> Vec<Atom> {
        let mut found = Vec::new();
        loop {
            *rest = rest.trim_start();
            if let Some(inner) = rest.strip_prefix('(') {
                *rest = inner;
                found.push(Atom::List(list(rest)));
            } else if let Some(behind) = rest.strip_prefix(')') {
                *rest = behind;
                return found;
            } else if let Some(text) = rest.strip_prefix('"') {
                let (text, behind) = text.split_once('"').unwrap();
                *rest = behind;
                found.push(Atom::Text(text.to_owned()));
            } else if rest.is_empty() {
                return found;
            } else {
                let end = rest.find([' ', '(', ')']).unwrap_or(rest.len());
                let word = &rest[..end];
                found.push(word.parse().map_or_else(|_| Atom::Word(word.to_owned()), Atom::Int));
                *rest = &rest[end..];
            }
        }
    }
    let mut rest = text;
    list(&mut rest).iter().map(|form| form.list().unwrap().to_vec()).collect()
}

/// The pixels of the first image of `x`: `#` for ink or the number of the first colour, a space for nothing, else the red
/// channel's digit.
fn drawn(text: &str) -> Vec<String> {
    let (families, faults) = read_images(&atoms(text));
    assert_eq!(faults, []);
    let pixels = families["x"].images[0].pixels.as_ref().unwrap();
    let glyph = |pixel: &[u8; 4]| match pixel {
        [_, _, _, 0] => ' ',
        [0, 0, 0, _] => '#',
        [255, 255, 255, _] => 'o',
        [red, ..] => char::from_digit(u32::from(*red) / 16, 16).unwrap(),
    };
    pixels.rgba.chunks(pixels.width as usize).map(|row| row.iter().map(glyph).collect()).collect()
}

fn fault(text: &str) -> String {
    let (_, faults) = read_images(&atoms(text));
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].to_string()
}

#[test]
fn ink_lies_where_bits_are_set_and_slashes_say_nothing() {
    let expected = ["########", "#      #"];
    for digits in ["ff/81", "ff81", "FF 8/1", "/ff//81/", "f\" \"f81"] {
        assert_eq!(drawn(&format!("(imf \"x\" ((8 2) (mono \"{digits}\")))")), expected, "{digits}");
    }
    // Every row begins with a byte of its own.
    assert_eq!(drawn("(imf \"x\" ((3 2) (mono \"a0/40\")))"), ["# #", " # "]);
    assert_eq!(drawn("(imf \"x\" ((9 1) (mono \"8080\")))"), ["#       #"]);
}

#[test]
fn the_mask_says_what_is_drawn_at_all() {
    assert_eq!(drawn("(imf \"x\" ((8 2) (mono \"ff/81\") (mask \"f0/f0\")))"), ["####    ", "#ooo    "]);
    let color = "(color (pixel-size 1) (palette (0 4096 0 0) (1 65535 65535 65535)) \"a0\")";
    assert_eq!(drawn(&format!("(imf \"x\" ((4 1) (mask \"70\") {color}))")), [" 1o1"]);
}

#[test]
fn colors_come_from_the_palette_at_every_pixel_size() {
    let palette = "(palette (0 4096 0 0) (1 8192 0 0) (2 12288 0 0) (3 16384 0 0))";
    for (bits, digits) in [(1, "40"), (2, "10"), (4, "0100"), (8, "00010000"), (16, "0000 0001 0000 0000")] {
        let text = format!("(imf \"x\" ((4 1) (color (pixel-size {bits}) {palette} \"{digits}\")))");
        assert_eq!(drawn(&text), ["1211"], "{bits}");
    }
    let wide = format!("(imf \"x\" ((2 2) (color (pixel-size 2) (row-bytes 2) {palette} \"b0ff/10ff\")))");
    assert_eq!(drawn(&wide), ["34", "12"]);
    let actual = format!("(imf \"x\" ((44 48) (color (pixel-size 8) (actual 2 1) {palette} \"0302\")))");
    assert_eq!(drawn(&actual), ["43"]);
    assert_eq!(drawn("(imf \"x\" ((1 1) (color (pixel-size 16) \"7fff\")))"), ["o"]);
}

#[test]
fn colors_have_numbers_or_names() {
    let first = |text: &str| {
        let (families, faults) = read_images(&atoms(&format!("(imf \"x\" {text})")));
        assert_eq!(faults, [], "{text}");
        families["x"].images[0].pixels.as_ref().map(|pixels| pixels.rgba[0])
    };
    assert_eq!(first("((1 1) 0 21845 0)"), Some([0, 85, 0, 255]));
    assert_eq!(first("((1 1) (0 21845 0))"), Some([0, 85, 0, 255]));
    assert_eq!(first("((1 1) white)"), Some([255, 255, 255, 255]));
    assert_eq!(first("((1 1) \"navy\")"), Some([27, 42, 107, 255]));
    assert_eq!(first("((1 1) forest-green)"), Some([0x5c, 0x8f, 0x52, 255]));
    assert_eq!(first("((2 1 tile) (color (pixel-size 1) (palette (0 white) (1 black)) \"40\"))"), Some([255; 4]));
    // Names of other files say nothing about pixels.
    assert_eq!(first("((16 16) (file \"x.gif\" std 9 2))"), None);
    assert_eq!(first("((16 16) (file \"x.gif\" 36 2))"), None);
    assert_eq!(
        fault("(imf \"x\" ((1 1) wite))"),
        "image 1 of `x`: an image has no part `wite`: expected mono, mask, color, file, embed, embed-at, embed-size, \
        hexgrid, x or notes"
    );
}

#[test]
fn the_tile_of_the_seed_has_two_dark_pixels() {
    let tile = "(imf \"x\" ((8 8 tile) (color (pixel-size 1) (row-bytes 1) \
                (palette (0 7969 46995 5169) (1 0 25775 4528)) \"00/40/00/00/00/04/00/00\") \
                (mono \"00/40/00/00/00/04/00/00\")))";
    let (families, faults) = read_images(&atoms(tile));
    let image = &families["x"].images[0];
    let pixels = image.pixels.as_ref().unwrap();
    assert_eq!((faults.len(), image.role, image.size, pixels.is_mono), (0, ImageRole::Tile, (8, 8), false));
    let dark: Vec<usize> = (0..64).filter(|&at| pixels.rgba[at] == [0, 100, 17, 255]).collect();
    assert_eq!(dark, [9, 45]);
    assert_eq!(pixels.at(0, 0), [31, 183, 20, 255]);
}

#[test]
fn forms_of_one_name_are_one_family() {
    let forms = "(doctrine 1) (imf \"x\" ((8 1) (mono \"ff\"))) (imf \"y\" ((1 1) (30000 50000 20000))) \
        (imf \"x\" ((16 1) (color (pixel-size 1) (palette (0 0 0 0) (1 65535 65535 65535)) \"aaaa\") (embed \"small\") \
        (embed-at 1 2) (embed-size 3 4) (hexgrid 5 6) (x 3 1 1) (notes \"mine\") (file \"x.gif\"))) \
        (imf \"x\" ((8 1) (mask \"f0\")))";
    let (families, faults) = read_images(&atoms(forms));
    assert_eq!((faults, families.len()), (Vec::new(), 2));
    let x = &families["x"];
    assert_eq!(x.images.iter().map(|image| image.size).collect::<Vec<_>>(), [(8, 1), (16, 1)]);
    assert_eq!(x.images[0].pixels.as_ref().unwrap().at(4, 0)[3], 0, "its mask came later");
    let second = &x.images[1];
    assert_eq!((second.embed.as_deref(), second.file.as_deref()), (Some("small"), Some("x.gif")));
    assert_eq!((second.embed_at, second.embed_size, second.hexgrid), ((1, 2), (3, 4), (5, 6)));
    assert_eq!(families["y"].images[0].pixels.as_ref().unwrap().rgba, [[117, 195, 78, 255]]);
    let nearest = |width| x.nearest(width, &[ImageRole::Icon]).unwrap().size.0;
    assert_eq!([nearest(4), nearest(8), nearest(9), nearest(40)], [8, 8, 16, 16]);
    assert!(x.nearest(8, &[ImageRole::Tile]).is_none());
}

#[test]
fn faults_of_an_image_name_the_image() {
    assert_eq!(
        fault("(imf \"x\" ((8 1) (mono \"00\")) ((8 2) (mono \"ff\")))"),
        "image 2 of `x`: a layer of 8x2 pixels has 2 hexadecimal digits: expected 4"
    );
    assert_eq!(
        fault("(imf \"x\" ((8 1) (mono \"00f\")))"),
        "image 1 of `x`: a layer of 8x1 pixels has 3 hexadecimal digits: expected 2"
    );
    assert_eq!(fault("(imf \"x\" ((8 1) (mono \"fg\")))"), "image 1 of `x`: `g` is no hexadecimal digit");
    assert_eq!(fault("(imf)"), r#"this form of images has no name: expected (imf "name" ((width height) ..)..)"#);
    assert_eq!(fault("(imf \"x\" 7)"), "image 1 of `x`: expected ((width height) ..) with numbers from 1 to 4096");
    assert_eq!(
        fault("(imf \"x\" ((0 8)))"),
        "image 1 of `x`: expected ((width height) ..) with numbers from 1 to 4096"
    );
    assert_eq!(
        fault("(imf \"x\" ((8 8 tyle)))"),
        "image 1 of `x`: there is no kind of image `tyle`: expected tile, terrain, border, connection or \
        transition"
    );
    assert_eq!(
        fault("(imf \"x\" ((8 8) (mone \"ff\")))"),
        "image 1 of `x`: an image has no part `mone`: expected mono, mask, color, file, embed, embed-at, \
        embed-size, hexgrid, x or notes"
    );
    assert_eq!(
        fault("(imf \"x\" ((8 8) (embed-at 1)))"),
        "image 1 of `x`: `embed-at` has the wrong arguments: expected x and y"
    );
    assert_eq!(
        fault("(imf \"x\" ((8 1) (color (pixel-size 3) \"ff\")))"),
        "image 1 of `x`: `pixel-size` has the wrong arguments: expected 1, 2, 4, 8 or 16"
    );
    assert_eq!(
        fault("(imf \"x\" ((1 1) (color (palette (0 1 2 3)) \"07\")))"),
        "image 1 of `x`: the palette has no colour 7"
    );
    assert_eq!(
        fault("(imf \"x\" ((9 1) (color (pixel-size 8) (row-bytes 2) (palette (0 0 0 0)) \"0000\")))"),
        "image 1 of `x`: `row-bytes` has the wrong arguments: expected a number of bytes that holds a row of \
        pixels"
    );
}

#[test]
fn forms_are_read_as_the_reader_of_gdl_keeps_them() {
    let text = r#"
            (game-module "carts" (title "Carts") (base-game true))
            (terrain-type moor (image-name "moor-pic"))
            (imf "wain-pic" ((8 2) (mono "ff/81") (mask "ffff")))
            (imf "moor-pic" ((1 1) (30000 50000 20000)))
            (imf "wain-pic" ((16 1) (color (pixel-size 1) (palette (0 0 0 0) (1 65535 65535 65535)) "aaaa") (embed "small") (embed-at 1 1)))
        "#;
    let (game, found) = fairmarch_formats::gdl::Module::read("carts", "carts.g", text, &|_| None)
        .game(&BTreeMap::new(), &design::Known::default());
    let design = game.unwrap_or_else(|| panic!("{found:?}")).design;
    let (families, faults) = read_images(design.forms.iter().map(|form| &form.atoms));
    assert_eq!(faults, []);
    let shown = |name: &str, index: usize| families[name].images[index].pixels.as_ref().unwrap().rgba.len();
    assert_eq!((shown("wain-pic", 0), shown("wain-pic", 1), shown("moor-pic", 0)), (16, 16, 1));
    assert_eq!(
        (families["wain-pic"].images[1].embed.as_deref(), families["wain-pic"].images[1].embed_at),
        (Some("small"), (1, 1))
    );
}

proptest::proptest! {
    #[test]
    fn no_form_panics(text in "[0-9a-f/]{0,12}", bits in 0..20, row in -1..9, width in -1..12, height in 0..4, index in -2..3) {
        let form = format!(
            "(imf \"x\" (({width} {height}) (mask \"{text}\") (color (pixel-size {bits}) (row-bytes {row}) \
             (actual {height} {width}) (palette ({index} {row} 70000 -5) (0 1 2 3)) \"{text}\")) (({width} {height} tile) (mono \"{text}\")))"
        );
        for end in (0..form.len()).step_by(7) {
            // The form, cut anywhere and closed again.
            let open = form[..end].matches('(').count().saturating_sub(form[..end].matches(')').count());
            let quote = if form[..end].matches('"').count() % 2 == 1 { "\"" } else { "" };
            if open > 0 {
                let _ = read_images(&atoms(&format!("{}{quote}{}", &form[..end], ")".repeat(open))));
            }
        }
    }
}

#[test]
fn a_claim_takes_no_memory() {
    // 16 million pixels, four digits.
    assert_eq!(
        fault("(imf \"x\" ((4096 4096) (color (pixel-size 16) \"0000\")))"),
        "image 1 of `x`: a layer of 4096x4096 pixels has 4 hexadecimal digits: expected 67108864"
    );
    assert_eq!(
        fault("(imf \"x\" ((2000000000 8) (mono \"00\")))"),
        "image 1 of `x`: expected ((width height) ..) with numbers from 1 to 4096"
    );
    let mut left = 10;
    let layout = Layout::new((8, 2));
    assert_eq!(layout.read(&[Atom::Text("0000".to_owned())], &mut left).unwrap_err(), ImageError::TooMany);
}
