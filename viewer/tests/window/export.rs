//! Export: the files that are written, the refusals, and reading the files back.

use std::path::Path;

use diagnostics::FileReader;
use egui_kittest::kittest::Queryable;

use crate::Desk;

const SMALL: &str = "classic:1:size=40x40";

fn bytes(desk: &Desk, path: &str) -> Vec<u8> {
    desk.files.read(Path::new(path)).unwrap_or_else(|why| panic!("{why}: {:?}", desk.labels()))
}

#[test]
fn every_format_is_written_with_a_preview_or_says_what_is_missing() {
    let mut desk = Desk::open(SMALL);
    desk.run("panel-export");
    for format in output::FORMATS {
        desk.click(&format!("{}  {}", format.name(), format.file_name()));
        assert!(desk.sees("Preview"));
        desk.click("Write the file");
        let path = format!("out/{}", format.file_name());
        match format.name() {
            "provinces" => assert!(desk.reads("has no provinces"), "{:?}", desk.labels()),
            _ => {
                assert!(desk.reads("is written:"), "{}: {:?}", format.name(), desk.labels());
                assert!(bytes(&desk, &path).len() > 50, "{}", format.name());
            }
        }
    }
}

#[test]
fn a_saved_scenario_opens_again_as_it_was() {
    let mut desk = Desk::open(SMALL);
    let before = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    desk.press("Ctrl+S");
    assert!(desk.reads("asks for a name"), "a roll has no file yet");
    desk.click("Write the file");
    assert!(
        desk.viewer().context.services.notice.contains("scenario.ron is written"),
        "{}",
        desk.viewer().context.services.notice
    );
    desk.viewer().context.open_named("duel:3");
    desk.settle();
    desk.viewer().context.open_named("out/scenario.ron");
    desk.settle();
    let viewer = desk.viewer();
    let after = &viewer.context.documents.open.as_ref().unwrap().scenario;
    assert_eq!(after.world.terrain, before.world.terrain, "{}", viewer.context.services.notice);
    assert_eq!(after.units.len(), before.units.len());
    assert_eq!(
        (viewer.context.services.session.recent[0].as_str(), viewer.context.services.session.last.as_str()),
        ("out/scenario.ron", "out/scenario.ron")
    );
}

#[test]
fn a_file_that_exists_is_replaced_only_when_that_is_said() {
    let mut desk = Desk::open(SMALL);
    desk.files.put("out/map.png", "mine");
    desk.press("Right");
    desk.press("Ctrl+Shift+E");
    assert!(desk.reads("asks whether to replace it"), "it is told while a cell is chosen");
    assert!(desk.sees("out/map.png exists."), "{:?}", desk.labels());
    assert_eq!(bytes(&desk, "out/map.png"), b"mine");
    desk.click("Cancel");
    assert!(!desk.sees("out/map.png exists."));
    assert_eq!(bytes(&desk, "out/map.png"), b"mine");
    desk.click("Write the file");
    desk.click("Replace");
    assert!(bytes(&desk, "out/map.png").starts_with(b"\x89PNG"));
}

#[test]
fn the_style_of_a_picture_is_what_is_written() {
    let mut desk = Desk::open(SMALL);
    desk.run("panel-export");
    desk.click("png frame");
    desk.click("png scale");
    desk.click("Write the file");
    let bare = image::load_from_memory(&bytes(&desk, "out/map.png")).unwrap();
    let style = output::PictureStyle { frame: false, cell_width: Some(24), ..output::PictureStyle::default() };
    let scenario = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    assert_eq!(bare.to_rgb8(), output::draw(&scenario, &style).unwrap());
    assert!(desk.sees("Preview of the picture"));
}

/// A choice of the form is what is previewed and what is written.
#[test]
fn one_of_some_words_is_chosen_from_a_list() {
    use eframe::egui::accesskit::Role;
    let mut desk = Desk::open("classic:1:size=40x40,area=rectangle");
    desk.run("panel-export");
    desk.click("tmx  map.tmx");
    assert!(desk.reads("tilewidth=\"28\" tileheight=\"32\""), "pointed tops");
    desk.harness.get_by_role_and_label(Role::ComboBox, "axis").click();
    desk.settle();
    desk.click("columns");
    assert!(desk.reads("tilewidth=\"32\" tileheight=\"28\""), "flat tops");
    desk.click("Write the file");
    let text = String::from_utf8(bytes(&desk, "out/map.tmx")).unwrap();
    assert!(text.contains("staggeraxis=\"x\""), "{}", &text[..400]);
    assert!(bytes(&desk, "out/map-tiles.png").starts_with(b"\x89PNG"), "its tiles lie beside it");
}

#[test]
fn a_path_can_be_typed_and_a_bad_one_is_refused() {
    let mut desk = Desk::open(SMALL);
    desk.run("panel-export");
    desk.harness.get_by_role_and_label(eframe::egui::accesskit::Role::TextInput, "File to write").focus();
    desk.settle();
    desk.press("Ctrl+A");
    desk.type_text("maps/one.png");
    desk.click("Write the file");
    assert!(bytes(&desk, "maps/one.png").starts_with(b"\x89PNG"));
    assert_eq!(desk.viewer().context.services.session.folder, "maps");
    desk.harness.get_by_role_and_label(eframe::egui::accesskit::Role::TextInput, "File to write").focus();
    desk.settle();
    desk.press("Ctrl+A");
    desk.type_text("maps/");
    desk.click("Write the file");
    assert!(desk.reads("names no file"), "{:?}", desk.labels());
}
