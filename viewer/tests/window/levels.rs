//! Worlds of several levels: which one is shown, and where links lead.

use egui_kittest::kittest::Queryable;
use fairmarch_viewer::map::Arrangement;

use crate::Desk;

const STRING: &str = "underworld:4:size=36x30";

#[test]
fn a_level_is_chosen_by_key_command_and_box() {
    let mut desk = Desk::open(STRING);
    let shown = |desk: &mut Desk| desk.viewer().context.view.panes[0].ground.as_ref().map(|ground| ground.level);
    assert_eq!(shown(&mut desk), Some(0));
    desk.run("level-down");
    assert_eq!(shown(&mut desk), Some(1));
    desk.run("level-down");
    assert_eq!(shown(&mut desk), Some(1), "there is none below");
    desk.run("level-up");
    assert_eq!(shown(&mut desk), Some(0));
    assert!(desk.harness.query_by_label("Level").is_some(), "{:?}", desk.labels());
    let mut flat = Desk::open("classic:1:size=40x40");
    assert!(flat.harness.query_by_label("Level").is_none(), "a world of one level has no choice of levels");
    flat.run("level-down");
    assert_eq!(flat.viewer().context.view.level(), 0);
}

#[test]
fn two_levels_stand_side_by_side() {
    let mut desk = Desk::open(STRING);
    desk.run("side-by-side");
    let levels: Vec<Option<u32>> =
        desk.viewer().context.view.panes.iter().map(|pane| pane.ground.as_ref().map(|ground| ground.level)).collect();
    assert_eq!(levels, [Some(0), Some(1)]);
    assert_eq!(desk.viewer().context.view.arrangement, Arrangement::SideBySide);
}

#[test]
fn a_link_leads_to_its_other_end() {
    let mut desk = Desk::open(STRING);
    let scenario = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    let link = scenario.world.links[0].clone();
    desk.viewer().context.view.go_to(link.from);
    desk.settle();
    let words = desk.viewer().cell_words(link.from);
    assert!(words.contains("shaft down to ") && words.contains(", level 2"), "{words}");
    desk.run("follow-link");
    assert_eq!(desk.viewer().context.view.cursor, Some(link.to));
    assert_eq!(desk.viewer().context.view.panes[0].level, 1, "the level of the other end is shown");
    // The inspector leads back.
    let (column, row) = scenario.world.area.column_row(link.from);
    desk.click(&format!("shaft up to {column}, {row}, level 1"));
    assert_eq!((desk.viewer().context.view.cursor, desk.viewer().context.view.panes[0].level), (Some(link.from), 0));
    desk.run("cursor-north");
    let north = desk.viewer().context.view.cursor.unwrap();
    assert_eq!(scenario.world.area.level(north), 0, "the cursor stays on its level");
    if scenario.world.links_at(north).next().is_none() {
        desk.run("follow-link");
        assert_eq!(desk.viewer().context.view.cursor, Some(north));
        assert!(
            desk.viewer().context.services.notice.contains("No link ends"),
            "{}",
            desk.viewer().context.services.notice
        );
    }
}
