//! The start page: cards, recent scenarios, and typed text.

use fairmarch_viewer::Session;

use crate::{Desk, quick};

#[test]
fn each_preset_has_a_card_with_a_picture_and_a_click_opens_it() {
    let mut desk = Desk::with(quick());
    // They are made after the page was shown for a moment.
    std::thread::sleep(std::time::Duration::from_millis(400));
    desk.harness.run_steps(40);
    assert_eq!(desk.viewer().start.pictures(), pipeline::PRESETS.len());
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
    assert_eq!(desk.focused(), Some(format!("Continue: {last}")));
    desk.press("Enter");
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
