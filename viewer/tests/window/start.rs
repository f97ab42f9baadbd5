//! The start page: cards, recent scenarios, and typed text.

use std::io::Cursor;
use std::time::Instant;

use design::Design;
use fairmarch_viewer::Session;
use fairmarch_viewer::panels::preset_pictures;
use image::ImageFormat;
use pipeline::{Options, Request};

use crate::{Desk, is_long, quick};

#[test]
fn each_preset_has_a_card_with_a_picture_and_a_click_opens_it() {
    let began = Instant::now();
    let mut desk = Desk::with(quick());
    desk.harness.run_steps(3);
    assert_eq!(desk.viewer().start.pictures(), pipeline::PRESETS.len());
    if is_long() {
        println!("all pictures of presets are shown after {} ms", began.elapsed().as_millis());
    }
    desk.click("Duel: a quick game for two on squares, with all of the board in reach");
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().preset(), "duel");
    assert!(!desk.reads("worlds worth playing"));
    desk.run("start-page");
    assert!(desk.reads("worlds worth playing"));
    desk.harness.run_steps(2);
    let label = desk.labels().into_iter().find(|label| label.starts_with("Back to Duel")).expect("there is a way back");
    desk.click(&label);
    assert!(desk.reads("Map of Duel"));
}

/// The width of a preset's picture, in pixels.
const WIDTH: u32 = 320;

/// The most cells of a world in a picture, roughly: with more, nothing can be told apart.
const CELLS_MAX: u32 = 4000;

/// The seed of all of them, so that a preset is recognised by its picture.
const SEED: u64 = 7;

/// Rolls a preset and draws its picture, as PNG.
fn draw(preset: &str) -> Result<Vec<u8>, String> {
    let loaded = pipeline::load_preset(preset).ok_or("there is no such preset")?.map_err(|_| "it cannot be read")?;
    let (width, height) = loaded.design.supports.size;
    let small = (width * height > CELLS_MAX).then(|| small_size(&loaded.design));
    let options = Options::new(preset);
    let roll = |size| pipeline::roll(&loaded, &Request { seed: SEED, size, ..Request::default() }, &options);
    let rolled = small.map_or_else(|| roll(None), |small| roll(Some(small)).or_else(|_| roll(None)));
    let picture = output::thumbnail(&rolled.map_err(|error| error.to_string())?.scenario, WIDTH);
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(|error| error.to_string())?;
    Ok(bytes.into_inner())
}

/// A size with fewer cells and the same proportions.
fn small_size(design: &Design) -> (u32, u32) {
    let (mut width, mut height) = design.supports.size;
    let least = design.supports.size_min;
    while width * height > CELLS_MAX && width * 9 / 10 >= least.0 && height * 9 / 10 >= least.1 {
        (width, height) = (width * 9 / 10, height * 9 / 10);
    }
    (width, height)
}

/// The pictures of the presets are what the program draws now: `FAIRMARCH_BLESS=1` writes them.
// Takes seconds: every preset is rolled.
#[test]
fn pictures_of_presets_are_those_that_the_program_draws() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pictures/presets");
    let mut old = Vec::new();
    for preset in pipeline::PRESETS {
        let drawn = draw(preset.name).unwrap_or_else(|why| panic!("{}: {why}", preset.name));
        if std::env::var_os("FAIRMARCH_BLESS").is_some() {
            std::fs::write(format!("{folder}/{}.png", preset.name), &drawn).expect("the sources can be written");
        } else if preset_pictures::of(preset.name) != Some(&drawn[..]) {
            old.push(preset.name);
        }
    }
    assert!(old.is_empty(), "FAIRMARCH_BLESS=1 draws these anew: {old:?}");
}

#[test]
fn cards_are_filtered_by_words_and_by_game() {
    let mut desk = Desk::with(quick());
    desk.harness.run_steps(3);
    let cards = |desk: &Desk| {
        let titles = pipeline::PRESETS.iter().map(|preset| format!("{}: {}", preset.title(), preset.summary()));
        titles.filter(|title| desk.sees(title)).count()
    };
    let all = cards(&desk);
    assert_eq!(all, pipeline::PRESETS.len());
    desk.click("Hostile space");
    let of_game = cards(&desk);
    assert!(of_game > 0 && of_game < all, "{of_game}");
    desk.click("All games");
    desk.focus("Filter presets");
    desk.type_text("Duel quick");
    assert!(cards(&desk) == 1 && desk.reads("Duel: a quick game"), "{:?}", desk.labels());
    desk.type_text(" zzqx");
    assert!(cards(&desk) == 0 && desk.reads("No preset has all of that"));
}

#[test]
fn a_card_is_reached_and_opened_by_keys_alone() {
    let mut desk = Desk::new();
    let card = "Duel: a quick game for two on squares, with all of the board in reach";
    for _ in 0..60 {
        if desk.focused().as_deref() == Some(card) {
            desk.press("Enter");
            break;
        }
        desk.press("Tab");
    }
    assert!(desk.viewer().context.documents.open.is_some());
}

#[test]
fn what_was_open_last_is_offered_first_with_its_seed() {
    let mut desk = Desk::open("duel:7");
    desk.viewer().context.view.set_lens("terrain");
    desk.settle();
    let session = Session::read(&desk.viewer().context.services.session.write()).0;
    assert!(session.last.starts_with("duel@") && session.last.contains(":7"), "{}", session.last);
    assert_eq!(session.lens, "terrain");
    let last = session.last.clone();
    let mut desk = Desk::with(session);
    desk.click(&format!("Continue: {last}"));
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().string(), last);
}

#[test]
fn a_typed_name_is_opened_by_enter_and_refused_in_words_if_it_cannot_be() {
    let mut desk = Desk::new();
    desk.focus("Preset, string or file");
    desk.type_text("dul:3");
    desk.press("Enter");
    assert!(
        desk.viewer().context.documents.open.is_none() && desk.reads("Did you mean `duel`?"),
        "{:?}",
        desk.labels()
    );
    desk.focus("Preset, string or file");
    desk.press("Ctrl+A");
    desk.type_text("duel:3");
    desk.click("Open");
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().request.seed, 3);
}

#[test]
fn recent_ones_and_favourites_stand_there_and_open() {
    let session = Session {
        recent: vec!["duel:4".into(), "a/very/long/path/that/does/not/fit/into/the/column/scenario.ron".into()],
        favourites: vec!["duel:9".into()],
        ..quick()
    };
    let mut desk = Desk::with(session);
    assert!(desk.sees("duel:4") && desk.sees("Favourites") && desk.reads("column/scenario.ron"));
    desk.click("duel:9");
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().request.seed, 9);
}

#[test]
fn a_surprise_is_a_preset_with_a_seed_of_its_own() {
    let mut desk = Desk::new();
    desk.click("Surprise me");
    assert!(desk.viewer().context.documents.open.is_some(), "{}", desk.viewer().context.services.notice);
}

#[test]
fn the_page_holds_at_any_size() {
    let mut desk = Desk::new();
    for (width, height) in [(320.0, 240.0), (700.0, 500.0), (2560.0, 1440.0)] {
        desk.harness.set_size(eframe::egui::vec2(width, height));
        desk.harness.run_steps(3);
        assert!(desk.sees("Presets"), "{width}");
    }
}
