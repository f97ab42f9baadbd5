//! The inspector: pages, tables, finding.

use design::Scope;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::panels::inspector::{Page, Subject};
use world::{SideId, UnitId};

use crate::Desk;

/// A world with the cursor on the first city of a side, and that city.
fn at_a_city() -> (Desk, UnitId) {
    let mut desk = Desk::open("classic:1:size=40x40");
    let scenario = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    let is_own = |unit: &world::Unit| unit.side != SideId::INDEPENDENT && !unit.name.is_empty();
    let found = scenario.unit_ids().find(|(_, unit)| is_own(unit) && unit.cell().is_some());
    let (id, unit) = found.expect("a side has a named unit");
    desk.viewer().context.view.go_to(unit.cell().unwrap());
    desk.settle();
    (desk, id)
}

#[test]
fn an_empty_window_says_what_to_do() {
    let mut desk = Desk::open("classic:1:size=40x40");
    assert!(desk.reads("Point at the map"), "{:?}", desk.labels());
    desk.run("cursor-north");
    assert!(desk.reads("Cell "));
}

#[test]
fn from_a_cell_to_its_unit_its_type_and_back() {
    let (mut desk, id) = at_a_city();
    let scenario = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    let unit = scenario.unit(id).clone();
    assert!(desk.reads("Cell ") && desk.sees("terrain"), "{:?}", desk.labels());
    desk.click(&fairmarch_viewer::map::unit_words(&scenario, id.index()));
    assert_eq!(desk.viewer().panels.inspector.subject(), Some(Subject::Unit(id)));
    assert!(desk.sees(&unit.name) && desk.sees("hp"), "{:?}", desk.labels());
    let kind = scenario.design.name_of(unit.kind).to_owned();
    desk.harness.get_all_by_label(&kind).last().unwrap().click();
    desk.settle();
    let is_type = matches!(desk.viewer().panels.inspector.subject(), Some(Subject::Type(Scope::Unit, _)));
    assert!(is_type && desk.sees("point-value"), "{:?}", desk.labels());
    assert!(!desk.sees("free-acp"), "has its default");
    desk.click("Defaults too");
    assert!(desk.sees("free-acp"), "{:?}", desk.labels());
    desk.click("Page back");
    assert_eq!(desk.viewer().panels.inspector.subject(), Some(Subject::Unit(id)));
    desk.click("Page back");
    assert!(matches!(desk.viewer().panels.inspector.subject(), Some(Subject::Cell(_))));
    desk.run("inspector-forward");
    desk.run("inspector-forward");
    assert!(matches!(desk.viewer().panels.inspector.subject(), Some(Subject::Type(..))));
    let name = scenario.side(unit.side).name.clone();
    desk.run("inspector-back");
    desk.harness.get_all_by_label(&name).last().unwrap().click();
    desk.settle();
    assert_eq!(desk.viewer().panels.inspector.subject(), Some(Subject::Side(unit.side)));
}

#[test]
fn a_table_is_found_and_shown_as_a_matrix() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.run("tables");
    desk.harness.get_by_label("Table").focus();
    desk.harness.get_all_by_label("Table").last().unwrap().type_text("mp-to-enter-ter");
    desk.settle();
    desk.click("mp-to-enter-terrain");
    assert!(desk.reads("table of unit types by terrain types"), "{:?}", desk.labels());
    let scenario = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    let (first, ground) = (&scenario.design.units.names[0], &scenario.design.terrain.names[0]);
    assert!(desk.sees(first) && desk.sees(ground), "{:?}", desk.labels());
    let field = desk.harness.get_all_by_label("Types").last().unwrap();
    field.focus();
    let last = scenario.design.units.names.last().unwrap().clone();
    desk.harness.get_all_by_label("Types").last().unwrap().type_text(&last);
    desk.settle();
    assert!(desk.sees(&last) && !desk.sees(first), "{:?}", desk.labels());
}

#[test]
fn a_name_is_found_and_the_map_goes_there() {
    let (mut desk, id) = at_a_city();
    let scenario = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    let name = scenario.unit(id).name.to_lowercase();
    desk.run("clear");
    desk.run("find");
    assert_eq!(desk.viewer().panels.inspector.page, Page::Find);
    desk.harness.get_all_by_label("Name").last().unwrap().type_text(&name);
    desk.settle();
    assert!(desk.reads("result"), "{:?}", desk.labels());
    desk.harness.key_press(Key::Enter);
    desk.settle();
    assert_eq!(desk.viewer().panels.inspector.subject(), Some(Subject::Unit(id)));
    assert_eq!(desk.viewer().context.view.cursor, scenario.cell_of(id));

    // A feature by a click, and something that is not there.
    let feature = scenario.world.features[0].clone();
    desk.run("find");
    desk.harness.get_all_by_label("Name").last().unwrap().type_text("zzzz");
    desk.settle();
    assert!(desk.sees("Nothing here has such a name."), "{:?}", desk.labels());
    for _ in 0..60 {
        desk.harness.key_press(Key::Backspace);
    }
    desk.settle();
    desk.harness.get_all_by_label("Name").last().unwrap().type_text(&feature.name);
    desk.settle();
    desk.click(&feature.name);
    assert_eq!(desk.viewer().context.view.cursor, Some(feature.at));
    assert!(matches!(desk.viewer().panels.inspector.subject(), Some(Subject::Feature(_))));
    desk.click("Light it up");
    assert!(!desk.viewer().context.view.highlight.as_ref().unwrap().cells.is_empty());
}

#[test]
fn what_is_looked_at_may_be_gone_in_the_next_scenario() {
    let (mut desk, id) = at_a_city();
    desk.viewer().panels.inspector.look_at(Subject::Unit(UnitId(id.0 + 100_000)));
    desk.settle();
    assert!(desk.reads("is not in what is shown now"), "{:?}", desk.labels());
    for subject in [
        Subject::Side(SideId(0)),
        Subject::Side(SideId(200)),
        Subject::Unit(UnitId(0)),
        Subject::Type(Scope::Unit, 250),
        Subject::Type(Scope::Global, 0),
        Subject::Feature(world::FeatureId(60_000)),
        Subject::Province(world::ProvinceId(1)),
        Subject::Cell(grid::Cell(u32::MAX)),
    ] {
        desk.viewer().panels.inspector.look_at(subject);
        desk.settle();
        assert!(desk.reads("is not in what is shown now"), "{subject:?}");
    }
}
