//! From nothing to a map.

use crate::Desk;

#[test]
fn a_preset_opens_and_has_a_map() {
    let mut desk = Desk::open("classic:1:size=40x40");
    assert!(desk.viewer().open.is_some(), "{}", desk.viewer().notice);
    assert!(desk.viewer().map.panes[0].ground.is_some());
    assert!(desk.reads("Map of"), "{:?}", desk.labels());
    for _ in 0..3 {
        desk.run("cursor-north");
    }
    desk.run("zoom-in");
    assert!(desk.viewer().map.cursor.is_some());
}

#[test]
fn what_cannot_be_opened_leaves_what_is_open() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.viewer().open_named("clasic");
    desk.settle();
    assert!(desk.viewer().open.is_some());
    assert!(desk.viewer().notice.contains("cannot be opened"), "{}", desk.viewer().notice);
}
