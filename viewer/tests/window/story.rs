//! Ways to get from an empty window to a map.

use crate::Desk;

#[test]
fn a_preset_opens_and_has_a_map() {
    let mut desk = Desk::open("classic:1:size=40x40");
    assert!(desk.viewer().context.documents.open.is_some(), "{}", desk.viewer().context.services.notice);
    assert!(desk.viewer().context.view.panes[0].ground.is_some());
    assert!(desk.reads("Map of"), "{:?}", desk.labels());
    for _ in 0..3 {
        desk.run("cursor-north");
    }
    desk.run("zoom-in");
    assert!(desk.viewer().context.view.cursor.is_some());
}

#[test]
fn what_cannot_be_opened_leaves_what_is_open() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.viewer().context.open_named("clasic");
    desk.settle();
    assert!(desk.viewer().context.documents.open.is_some());
    assert!(
        desk.viewer().context.services.notice.contains("cannot be opened"),
        "{}",
        desk.viewer().context.services.notice
    );
}

/// A file as it comes from outside.
#[derive(Debug)]
struct Dropped(&'static str);

impl eframe::egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        std::path::Path::new(self.0)
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window asks its own disk".to_owned())
    }
}

#[test]
fn a_file_that_is_dropped_on_the_window_is_opened() {
    let mut rolled = Desk::open("classic:1:size=40x40");
    let scenario = rolled.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    let mut desk = Desk::open("duel:1");
    desk.files.put("worlds/one.ron", formats::write_scenario(&scenario));
    desk.harness.input_mut().dropped_files = vec![std::sync::Arc::new(Dropped("worlds/one.ron"))];
    desk.settle();
    let shown = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    assert_eq!((&shown.design.name, shown.world.area), (&scenario.design.name, scenario.world.area));
    assert_eq!(shown.world.terrain, scenario.world.terrain);
}
