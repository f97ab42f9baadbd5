//! Values: any of the design is typed, refused with its bounds, reset, and taken back like any edit; a table is typed into as a matrix.

use std::sync::Arc;

use design::parameters::find;
use design::{Design, Scope, Value};
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::Dock;

use crate::Desk;

fn design(desk: &mut Desk) -> Arc<Design> {
    Arc::clone(&desk.viewer().context.documents.open.as_ref().expect("something is open").scenario.design)
}

/// Types into a field from its beginning to Enter.
fn fill(desk: &mut Desk, field: &str, text: &str) {
    desk.focus(field);
    desk.press("Ctrl+A");
    desk.type_text(text);
    desk.press("Enter");
}

/// Chooses what the panel shows. Other panels have entries of the same name.
fn choose(desk: &mut Desk, entry: &str) {
    desk.click("Values of");
    let left = |node: &egui_kittest::Node<'_>| node.rect().center().x < 400.0;
    desk.harness.get_all_by_label(entry).find(left).expect("it is in the list").click();
    desk.settle();
}

#[test]
fn a_property_is_typed_refused_beyond_its_bounds_reset_and_taken_back() {
    let mut desk = Desk::open("duel:1");
    let plain = design(&mut desk);
    desk.run("panel-values");
    assert_eq!(desk.shown(Dock::Left), "values");
    let number = find(Scope::Unit, "hp-max").unwrap();
    let name = plain.units.names[0].clone();
    let field = format!("hp-max of {name}");
    let hp = |design: &Design| design.property(Scope::Unit, number, 0);
    fill(&mut desk, "Filter", "hp-max");
    fill(&mut desk, &field, "77");
    let after = design(&mut desk);
    assert_eq!(hp(&after), Value::Int(77), "{:?}", desk.labels());
    assert_eq!(desk.viewer().context.services.notice, format!("{field} is 77."));
    // No other value is touched.
    let mut other = Design::clone(&after);
    other.set_property(Scope::Unit, 0, number, hp(&plain));
    other.forget_defaults();
    assert_eq!(other, *plain);
    fill(&mut desk, &field, "-5");
    assert!(
        hp(&design(&mut desk)) == Value::Int(77) && desk.reads("xpected a whole number from"),
        "{:?}",
        desk.labels()
    );
    desk.click("Reset hp-max");
    let default = design::parameters::rows(Scope::Unit)[number].default;
    assert_eq!(hp(&design(&mut desk)), default.value(design::Kind::Int(0, 1)));
    desk.press("Ctrl+Z");
    desk.press("Ctrl+Z");
    assert!(Arc::ptr_eq(&plain, &design(&mut desk)));
}

#[test]
fn a_table_is_a_matrix_to_type_into() {
    let mut desk = Desk::open("duel:1");
    let plain = design(&mut desk);
    desk.run("panel-values");
    choose(&mut desk, "Tables");
    fill(&mut desk, "Table", "mp-to-enter-terrain");
    desk.click("mp-to-enter-terrain");
    let number = find(Scope::Table, "mp-to-enter-terrain").unwrap();
    let (unit, ground) = (&plain.units.names[0], &plain.terrain.names[0]);
    let field = format!("mp-to-enter-terrain of {unit} by {ground}");
    fill(&mut desk, &field, "3");
    let after = design(&mut desk);
    assert_eq!(after.entry_at(number, 0, 0), Value::Int(3), "{:?}", desk.labels());
    let differing = (0..plain.units.len())
        .flat_map(|row| (0..plain.terrain.len()).map(move |column| (row, column)))
        .filter(|&(row, column)| plain.entry_at(number, row, column) != after.entry_at(number, row, column));
    assert_eq!(differing.count(), 1);
    fill(&mut desk, &field, "a lot");
    assert!(desk.reads("cannot be its value"), "{:?}", desk.labels());
}

#[test]
fn a_variable_is_found_by_its_meaning_and_a_flag_is_a_tick() {
    let mut desk = Desk::open("duel:1");
    desk.run("panel-values");
    choose(&mut desk, "Global variables");
    let rows = design::parameters::rows(Scope::Global);
    let flag = rows.iter().position(|row| row.kind == design::Kind::Flag).unwrap();
    let before = design(&mut desk).global(flag).cloned();
    fill(&mut desk, "Filter", rows[flag].meaning);
    desk.click(&format!("variable {}", rows[flag].name));
    assert_ne!(design(&mut desk).global(flag).cloned(), before, "{:?}", desk.labels());
}

#[test]
fn a_new_unit_type_is_made_by_a_form_in_one_edit() {
    let mut desk = Desk::open("duel:1");
    let plain = design(&mut desk);
    desk.run("new-unit-type");
    assert_eq!(desk.shown(Dock::Left), "values");
    let like = plain.units.names[0].clone();
    assert!(desk.reads("Made by: ") && desk.reads("Enters: ") && desk.reads("Attacks: "), "{:?}", desk.labels());
    desk.focus("Name");
    desk.type_text("armor 2");
    desk.click("Add the type");
    assert!(desk.reads("cannot be a unit type's name"), "{:?}", desk.labels());
    fill(&mut desk, "Name", "lancer");
    desk.click("Add the type");
    let after = design(&mut desk);
    assert_eq!(after.units.len(), plain.units.len() + 1, "{:?}", desk.labels());
    let of = |name: &str| after.find::<design::UnitType>(name).unwrap();
    let (new, old) = (of("lancer"), of(&like));
    for maker in after.unit_types() {
        let makes = |product| design::abilities::can_make(&after, maker, product);
        assert_eq!(makes(new), makes(old), "{}", after.name_of(maker));
    }
    // The units that were there are what they were.
    let scenario = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    assert!(scenario.units.iter().all(|unit| unit.kind != new));
    assert!(desk.reads(" of lancer") && !desk.sees("Add the type"), "{:?}", desk.labels());
    desk.press("Ctrl+Z");
    assert!(Arc::ptr_eq(&plain, &design(&mut desk)));
}
