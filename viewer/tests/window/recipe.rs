//! The recipe panel: every change is a roll, and the user can go back to every roll.

use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key};
use egui_kittest::kittest::{NodeT, Queryable};
use pipeline::Request;
use world::Scenario;

use crate::{Desk, quick};

const CLASSIC: &str = "classic:1:size=40x40";

fn scenario(desk: &mut Desk) -> Arc<Scenario> {
    Arc::clone(desk.viewer().context.shown().expect("something is open"))
}

fn string(desk: &mut Desk) -> String {
    desk.viewer().context.documents.open.as_ref().unwrap().string().to_owned()
}

fn request(desk: &mut Desk) -> Request {
    desk.viewer().context.documents.open.as_ref().unwrap().request.clone()
}

/// Clicks the widget of that name, whatever text stands beside it.
fn press(desk: &mut Desk, label: &str) {
    let is_widget =
        |node: &egui_kittest::Node<'_>| !matches!(node.accesskit_node().role(), Role::Label | Role::TextRun);
    let found: Vec<_> = desk.harness.query_all_by_label(label).filter(is_widget).collect();
    assert_eq!(found.len(), 1, "widgets called {label}: {found:?}");
    found[0].click();
    drop(found);
    desk.harness.run_steps(2);
}

/// Clicks a field, writes over what stands there, and presses Enter.
fn enter(desk: &mut Desk, label: &str, text: &str) {
    press(desk, label);
    desk.harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
    desk.harness.event(Event::Text(text.to_owned()));
    desk.harness.run_steps(1);
    desk.harness.key_press(Key::Enter);
    desk.settle();
}

/// Opens a choice and clicks one of its words.
fn choose(desk: &mut Desk, label: &str, word: &str) {
    press(desk, label);
    press(desk, word);
    desk.settle();
}

#[test]
fn a_parameter_changes_request_string_and_map_and_comes_back() {
    let mut desk = Desk::open(CLASSIC);
    let before = (scenario(&mut desk), string(&mut desk));
    let begun = desk.viewer().context.documents.open.as_ref().unwrap().making.stages[0].scenario.world.clone();
    desk.click("Make rivers");
    enter(&mut desk, "make-rivers.river-length-min", "40");
    assert_eq!(request(&mut desk).set["make-rivers.river-length-min"], "40");
    assert!(string(&mut desk).contains("make-rivers.river-length-min=40"), "{}", string(&mut desk));
    let after = scenario(&mut desk);
    assert_ne!(before.0.world.edges, after.world.edges, "the map has other rivers");
    assert_eq!(
        desk.viewer().context.documents.open.as_ref().unwrap().making.stages[0].scenario.world,
        begun,
        "what comes before rivers is the same"
    );
    assert!(
        desk.viewer().context.view.panes[0].ground.as_ref().is_some_and(|ground| Arc::ptr_eq(&ground.scenario, &after))
    );
    assert!(desk.sees("Make rivers  (1 changed)"), "{:?}", desk.labels());
    desk.click("Reset make-rivers.river-length-min");
    assert!(request(&mut desk).set.is_empty());
    assert_eq!((scenario(&mut desk).world.clone(), string(&mut desk)), (before.0.world.clone(), before.1));
    // Typing the design's own value is no change either.
    enter(&mut desk, "make-rivers.river-length-min", "40");
    let usual = before.0.design.global_int(design::parameters::global::RIVER_LENGTH_MIN);
    enter(&mut desk, "make-rivers.river-length-min", &usual.to_string());
    assert!(request(&mut desk).set.is_empty());
}

#[test]
fn every_method_shows_its_parameters_with_names() {
    let mut desk = Desk::open(CLASSIC);
    let design = Arc::clone(&scenario(&mut desk).design);
    for step in &design.recipe {
        let title = design::capitalized(&step.method.replace('-', " "));
        desk.harness.get_by_label(&title).scroll_to_me();
        desk.settle();
        desk.click(&title);
        let info = pipeline::method(&step.method).unwrap().info();
        assert!(desk.sees(info.summary), "{}", info.name);
        for row in info.parameter_rows() {
            let key = format!("{}.{}", info.name, row.name);
            let is_shown = desk.sees(&key) || matches!(row.kind, design::Kind::List | design::Kind::Form(_));
            assert!(is_shown && desk.sees(row.name), "{key} is not shown");
        }
        desk.harness.get_by_label(&title).scroll_to_me();
        desk.settle();
        desk.click(&title);
    }
    assert!(request(&mut desk).set.is_empty(), "looking changes nothing: {:?}", request(&mut desk).set);
}

#[test]
fn a_size_that_is_too_large_is_refused_and_nothing_is_lost() {
    let mut desk = Desk::open(CLASSIC);
    let before = scenario(&mut desk);
    let wished = request(&mut desk);
    desk.viewer().context.ask(Request { size: Some((8192, 8000)), ..wished.clone() });
    desk.settle();
    assert_eq!(request(&mut desk), wished, "what is open is what it was rolled from");
    assert!(
        desk.viewer().context.documents.requests.fault.contains("too many cells"),
        "{}",
        desk.viewer().context.documents.requests.fault
    );
    assert!(desk.reads("65,536,000 cells are too many"), "{:?}", desk.labels());
    assert!(Arc::ptr_eq(&before, &scenario(&mut desk)), "the old map stays");
    desk.click("Take back");
    assert_eq!(desk.viewer().context.wished().unwrap(), &wished);
    assert!(
        desk.viewer().context.documents.requests.fault.is_empty()
            && desk.viewer().context.documents.history.ways() == (0, 0)
    );
    enter(&mut desk, "Width", "44");
    assert_eq!(scenario(&mut desk).world.area.width(), 44);
    desk.click("Reset Size");
    let claimed = before.design.supports.size;
    assert_eq!(scenario(&mut desk).world.area.width(), claimed.0);
}

#[test]
fn a_number_beyond_its_bounds_is_told() {
    let mut desk = Desk::open(CLASSIC);
    enter(&mut desk, "Asymmetry", "700");
    assert_eq!(request(&mut desk).asymmetry.map(i32::from), Some(100));
    let told = desk.viewer().context.services.notice.clone();
    assert!(told.contains("Asymmetry: 700 is beyond the bounds, so it is 100, the most there can be"), "{told}");
}

#[test]
fn reset_moves_no_field() {
    let mut desk = Desk::open(CLASSIC);
    let place = |desk: &mut Desk| {
        desk.harness.run_steps(2);
        let fields = desk.harness.query_all_by_label("Sides");
        let field = fields.into_iter().find(|node| node.accesskit_node().role() == Role::SpinButton);
        field.expect("there is a field").rect()
    };
    let before = place(&mut desk);
    enter(&mut desk, "Sides", "3");
    assert!(desk.sees("Reset Sides"));
    // It stays under the pointer that lies on its middle.
    assert!(place(&mut desk).contains(before.center()));
    desk.click("Reset Sides");
    assert!(place(&mut desk).contains(before.center()));
}

#[test]
fn area_sides_and_seats_follow_the_widgets() {
    let mut desk = Desk::open(CLASSIC);
    choose(&mut desk, "Area", "cylinder");
    assert_eq!(scenario(&mut desk).world.area.shape(), grid::Shape::Cylinder);
    enter(&mut desk, "Sides", "3");
    assert_eq!(scenario(&mut desk).sides.len(), 3);
    desk.click("Seats");
    enter(&mut desk, "Strength of seat 2", "4");
    assert_eq!(request(&mut desk).advantages, [1, 4, 1]);
    enter(&mut desk, "Team of seat 3", "2");
    assert_eq!(request(&mut desk).teams, [0, 0, 2]);
    choose(&mut desk, "Player of seat 1", "human");
    assert_eq!(scenario(&mut desk).sides[0].player, design::Player::Human);
    let said = string(&mut desk);
    for part in ["area=cylinder", "sides=3", "advantage=1%2C4%2C1", "team=0%2C0%2C2", "seat=1%3Dhuman"] {
        assert!(said.contains(part), "{said} lacks {part}");
    }
    // Fewer seats keep what was said of those that are left.
    enter(&mut desk, "Sides", "2");
    assert_eq!((request(&mut desk).advantages, scenario(&mut desk).sides.len()), (vec![1, 4], 2));
    desk.click("Reset seats");
    assert!(request(&mut desk).advantages.is_empty() && request(&mut desk).seats.is_empty());
}

#[test]
fn balance_symmetry_and_variants_are_asked_for() {
    let mut desk = Desk::open(CLASSIC);
    press(&mut desk, "Balance");
    desk.settle();
    assert!(request(&mut desk).no_balance && string(&mut desk).contains("balance=false"));
    assert!(desk.reads("Balance starts  (left out)"), "{:?}", desk.labels());
    desk.click("Reset Balance");
    assert!(!request(&mut desk).no_balance);
    choose(&mut desk, "Climate", "dry");
    assert_eq!(request(&mut desk).variants["climate"], "dry");
    press(&mut desk, "Large countries");
    desk.settle();
    assert!(string(&mut desk).contains("variant.climate=dry,variant.large-countries=true"));
    desk.click("Reset Climate");
    press(&mut desk, "Large countries");
    desk.settle();
    assert!(request(&mut desk).variants.is_empty());
    choose(&mut desk, "Symmetry", "rotation");
    assert!(string(&mut desk).contains("symmetry=rotation"), "{}", desk.viewer().context.documents.requests.fault);
    assert!(scenario(&mut desk).world.symmetry.is_some());
}

#[test]
fn back_and_forward_go_through_the_rolls() {
    let mut desk = Desk::open(CLASSIC);
    let first = scenario(&mut desk);
    desk.click("Next");
    let second = scenario(&mut desk);
    assert_ne!(first.world.terrain, second.world.terrain);
    desk.run("next-roll");
    let third = scenario(&mut desk);
    desk.click("Back");
    assert!(Arc::ptr_eq(&second, &scenario(&mut desk)));
    desk.run("back");
    assert!(Arc::ptr_eq(&first, &scenario(&mut desk)));
    assert_eq!(request(&mut desk).seed, 1);
    desk.run("back");
    assert_eq!(desk.viewer().context.services.notice, "There is no earlier roll.");
    desk.click("Forward");
    desk.click("Forward");
    assert!(Arc::ptr_eq(&third, &scenario(&mut desk)));
    // A new roll lets go of those that one went back from.
    desk.click("Back");
    desk.run("next-roll");
    assert_eq!(desk.viewer().context.documents.history.ways(), (2, 0));
    for _ in 0..25 {
        desk.run("next-roll");
    }
    assert_eq!(desk.viewer().context.documents.history.ways(), (19, 0), "the last twenty are kept");
}

#[test]
fn a_locked_seed_stays() {
    let mut desk = Desk::open(CLASSIC);
    let before = string(&mut desk);
    desk.click("Lock");
    desk.run("next-roll");
    assert_eq!((string(&mut desk), desk.viewer().context.services.notice.contains("locked")), (before, true));
    desk.run("lock-seed");
    enter(&mut desk, "Seed", "77");
    assert_eq!(scenario(&mut desk).origins.seed, 77);
    enter(&mut desk, "Seed", "seven");
    assert!(desk.viewer().context.documents.requests.fault.contains("`seven` cannot be a seed"));
    assert_eq!(scenario(&mut desk).origins.seed, 77);
}

#[test]
fn a_favourite_is_marked_opened_and_removed() {
    let mut desk = Desk::open(CLASSIC);
    let first = string(&mut desk);
    desk.click("Favourite");
    assert_eq!(desk.viewer().context.services.session.favourites, std::slice::from_ref(&first));
    desk.run("next-roll");
    assert_ne!(string(&mut desk), first);
    desk.click("Favourites (1)");
    desk.click(&first);
    assert_eq!(string(&mut desk), first);
    desk.click(&format!("Remove favourite {first}"));
    assert!(desk.viewer().context.services.session.favourites.is_empty());
    desk.run("favourite");
    desk.run("favourite");
    assert!(desk.viewer().context.services.session.favourites.is_empty());
}

#[test]
fn a_string_is_copied_and_a_pasted_one_is_rolled() {
    let mut desk = Desk::open(CLASSIC);
    let first = string(&mut desk);
    desk.viewer().run("copy-string");
    desk.harness.run_steps(1);
    assert!(desk.viewer().context.services.notice.contains(&first));
    enter(&mut desk, "String", "classic:5:size=44x40");
    assert!(string(&mut desk).ends_with(":5:size=44x40"), "{}", string(&mut desk));
    enter(&mut desk, "String", &first);
    assert_eq!(string(&mut desk), first);
    enter(&mut desk, "String", "generals-view:1");
    assert!(string(&mut desk).starts_with("generals-view@"), "{}", desk.viewer().context.services.notice);
    let open = string(&mut desk);
    enter(&mut desk, "String", "generals-view:1:size=huge");
    assert!(
        desk.viewer().context.documents.requests.fault.contains("cannot be a size"),
        "{}",
        desk.viewer().context.documents.requests.fault
    );
    enter(&mut desk, "String", "generals-view@00000000:1");
    assert!(
        desk.viewer().context.documents.requests.fault.contains("another version"),
        "{}",
        desk.viewer().context.documents.requests.fault
    );
    assert_eq!(string(&mut desk), open, "what was open stays");
}

#[test]
fn a_finished_scenario_says_why_nothing_can_be_changed_and_offers_its_design() {
    let mut desk = Desk::open(CLASSIC);
    let (made, first) = (scenario(&mut desk), string(&mut desk));
    let mut desk = Desk::with(quick());
    desk.files.put("made.ron", formats::write_scenario(&made));
    desk.viewer().context.open_named("made.ron");
    desk.settle();
    assert!(
        desk.viewer().context.documents.open.as_ref().unwrap().base.is_none(),
        "{}",
        desk.viewer().context.services.notice
    );
    assert!(desk.reads("came finished from a file"), "{:?}", desk.labels());
    desk.run("next-roll");
    assert!(desk.viewer().context.services.notice.contains("came from a file"));
    desk.click("Roll its design");
    assert_eq!(string(&mut desk), first);
    assert!(desk.viewer().context.documents.open.as_ref().unwrap().base.is_some());
}

#[test]
fn no_widget_is_without_a_name() {
    let mut desk = Desk::open(CLASSIC);
    desk.click("Make countries");
    desk.click("Seats");
    desk.run("panel-stages");
    let unnamed: Vec<String> = desk
        .harness
        .root()
        .children_recursive()
        .filter(|node| {
            let node = node.accesskit_node();
            let role = format!("{:?}", node.role());
            let is_input = ["Button", "CheckBox", "SpinButton", "ComboBox", "TextInput", "Slider"].contains(&&*role);
            is_input && node.label().is_none_or(|label| label.trim().is_empty())
        })
        .map(|node| format!("{:?}", node))
        .collect();
    assert!(unnamed.is_empty(), "{unnamed:#?}");
}
