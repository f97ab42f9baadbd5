//! Lenses, and the bar above the map.

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use fairmarch_viewer::map::Arrangement;
use fairmarch_viewer::session::Style;
use fairmarch_viewer::{LENSES, Legend};

use crate::Desk;

fn legend(desk: &mut Desk, pane: usize) -> Legend {
    desk.viewer().context.view.panes[pane].ground.as_ref().unwrap().painting.legend.clone()
}

/// Opens the list of lenses: a menu has the same name.
fn open_lenses(desk: &mut Desk) {
    desk.harness.get_by_role_and_label(Role::ComboBox, "Lens").click();
    desk.settle();
}

#[test]
fn a_lens_and_its_choice_are_chosen_above_the_map() {
    let mut desk = Desk::open("classic:1:size=40x40");
    assert!(!desk.sees("Lens of"), "terrain has no choice");
    open_lenses(&mut desk);
    desk.click("Travel time");
    assert_eq!(desk.viewer().context.view.lens(), "travel");
    let names: Vec<String> =
        desk.viewer().context.documents.open.as_ref().unwrap().scenario.sides.iter().map(|s| s.name.clone()).collect();
    let Legend::Scale { what, .. } = legend(&mut desk, 0) else { panic!("a scale") };
    assert!(what.ends_with(&format!("from {}", names[0])), "{what}");
    desk.click("Lens of");
    desk.click(&names[1]);
    let Legend::Scale { what, .. } = legend(&mut desk, 0) else { panic!("a scale") };
    assert!(what.ends_with(&format!("from {}", names[1])), "{what}");
    // Another lens begins with its own first choice.
    desk.run("lens-edges");
    assert_eq!(desk.viewer().context.view.panes[0].choice, 0);
}

#[test]
fn the_room_is_shared_and_the_second_pane_has_its_own_lens() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.click("Arrange");
    desk.harness.get_all_by_label("Side by side").last().unwrap().click();
    desk.settle();
    assert_eq!(desk.viewer().context.view.arrangement, Arrangement::SideBySide);
    desk.click("Second lens");
    desk.click("Elevation");
    let lenses = desk.viewer().context.view.panes.each_ref().map(|pane| pane.lens.clone());
    assert_eq!(lenses, ["", "elevation"]);
    open_lenses(&mut desk);
    desk.harness.get_all_by_label("Drainage").last().unwrap().click();
    desk.settle();
    assert_eq!(desk.viewer().context.view.panes[0].lens, "drainage");
    desk.click("Style");
    desk.click("Glyphs");
    assert_eq!(desk.viewer().context.services.session.style, Style::Glyphs);
}

#[test]
fn every_lens_shows_something_or_says_why_not() {
    let mut desk = Desk::open("generals-view:1:size=40x40");
    for lens in LENSES {
        desk.run(&format!("lens-{}", lens.name));
        desk.run("cursor-north");
        let pane = &desk.viewer().context.view.panes[0];
        let (fault, has_ground) = (pane.fault.clone(), pane.ground.is_some());
        assert!(has_ground && (fault.is_empty() || fault.ends_with('.')), "{}: {fault}", lens.name);
    }
}

#[test]
fn lenses_that_do_not_apply_are_greyed_with_their_reason() {
    let mut desk = Desk::open("classic:1:size=40x40");
    assert!(desk.viewer().run("lens-gdl-layers"), "nobody has asked yet");
    desk.run("lens-terrain");
    open_lenses(&mut desk);
    let layers = |desk: &Desk| {
        let found = desk.harness.query_all_by_label("GDL layers").last().expect("it is listed");
        found.accesskit_node().is_disabled()
    };
    assert!(layers(&desk));
    desk.press("Escape");
    let command = fairmarch_viewer::find_command("lens-gdl-layers").unwrap();
    let why = desk.viewer().disabled_reason(command).expect("there is a reason");
    assert!(why.starts_with("There are no such layers"), "{why}");
    assert!(!desk.viewer().run("lens-gdl-layers") && desk.viewer().run("lens-elevation"));
}

#[test]
fn the_text_of_a_lens_stands_in_the_status_line() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.run("lens-elevation");
    desk.run("cursor-north");
    assert!(desk.reads("elevation "), "{:?}", desk.labels());
}

#[test]
fn the_legend_can_be_hidden_and_that_is_remembered() {
    let mut desk = Desk::open("classic:1:size=40x40");
    assert!(desk.sees("Unfold the legend"), "that of the ground is folded at first: it lies over the map");
    desk.viewer().context.view.set_lens("elevation");
    desk.settle();
    assert!(desk.viewer().context.services.session.overlays.legend && desk.sees("Fold the legend"));
    desk.click("Fold the legend");
    assert!(desk.sees("Unfold the legend"));
    desk.run("show-legend");
    assert!(desk.viewer().context.services.session.overlays.legend);
    desk.run("show-legend");
    let session = fairmarch_viewer::Session::read(&desk.viewer().context.services.session.write()).0;
    assert!(!session.overlays.legend && session.overlays.minimap);
    desk.run("show-legend");
    assert!(desk.viewer().context.services.session.overlays.legend);
}

#[test]
fn velocities_forecasts_and_zones_can_be_hidden_one_by_one() {
    let mut desk = Desk::open("hostile-space:1");
    let shown = |desk: &mut Desk| {
        let shown = desk.viewer().context.services.session.overlays;
        [shown.velocities, shown.forecasts, shown.zones]
    };
    assert_eq!(shown(&mut desk), [true; 3]);
    let courses = |desk: &mut Desk| desk.viewer().context.view.panes[0].ground.as_ref().unwrap().chart.clone();
    assert!(courses(&mut desk).is_some(), "these rules foretell");
    for (index, name) in ["show-velocities", "show-forecasts", "show-zones"].into_iter().enumerate() {
        desk.run(name);
        let hidden = shown(&mut desk);
        assert_eq!(hidden.iter().filter(|shown| !**shown).count(), 1, "{name}");
        assert!(!hidden[index], "{name}");
        desk.run(name);
    }
    let mut other = Desk::open("classic:1:size=40x40");
    assert_eq!(courses(&mut other), None, "other rules tell nothing");
}
