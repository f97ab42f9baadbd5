//! Keys: their effects, the cases in which a widget takes them, and the editor.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::keys::{Keys, SETS};
use fairmarch_viewer::{Dock, Session, commands};

use crate::Desk;

const SMALL: &str = "classic:1:size=40x40";

/// Column and row of the cursor.
fn cursor(desk: &mut Desk) -> (u32, u32) {
    let viewer = desk.viewer();
    let cell = viewer.context.view.cursor.expect("a cell is chosen");
    let (column, row) = viewer.context.documents.open.as_ref().unwrap().scenario.world.area.column_row(cell);
    (column as u32, row as u32)
}

#[test]
fn each_ready_set_moves_the_cursor_and_comes_back() {
    for (set, there, back) in [("arrows", "Right", "Left"), ("vi", "L", "H"), ("numpad", "6", "4")] {
        let mut desk = Desk::open(SMALL);
        desk.run(&format!("keys-{set}"));
        desk.press(there);
        let first = cursor(&mut desk);
        desk.press(there);
        let second = cursor(&mut desk);
        assert_eq!((second.0, second.1), (first.0 + 1, first.1), "{set}");
        desk.press(back);
        assert_eq!(cursor(&mut desk), first, "{set}");
        let session = Session::read(&desk.viewer().context.services.session.write()).0;
        assert_eq!(Keys::read("session", &session.keys).set, set, "it is remembered");
    }
    assert_eq!(SETS.len(), 3);
}

#[test]
fn letters_move_nothing_unless_they_are_chosen_and_shift_pans() {
    let mut desk = Desk::open(SMALL);
    desk.press("L");
    assert_eq!(desk.viewer().context.view.cursor, None);
    desk.viewer().context.view.fitted = true;
    desk.press("Shift+Right");
    assert!(!desk.viewer().context.view.fitted && desk.viewer().context.view.cursor.is_none());
}

#[test]
fn typing_in_a_field_does_not_move_the_map_and_escape_leaves_it_first() {
    let mut desk = Desk::open(SMALL);
    desk.run("keys-vi");
    desk.press("K");
    let before = cursor(&mut desk);
    desk.run("keys-help");
    desk.focus("Find a key");
    for key in [Key::H, Key::ArrowUp, Key::Home, Key::F] {
        desk.harness.key_press(key);
    }
    desk.type_text("h");
    assert_eq!(cursor(&mut desk), before);
    assert_eq!(desk.focused().as_deref(), Some("Find a key"), "{:?}", desk.labels());
    desk.press("Escape");
    assert_eq!(cursor(&mut desk), before, "the first only leaves the field");
    assert_eq!(desk.focused(), None);
    // What edits text stays with the field, whatever it is bound to.
    desk.viewer().context.services.keys.add("show-grid", "Ctrl+A".parse().unwrap());
    desk.focus("Find a key");
    desk.press("Ctrl+A");
    assert!(desk.viewer().context.services.session.overlays.grid);
    desk.press("Escape");
    desk.press("Ctrl+A");
    assert!(!desk.viewer().context.services.session.overlays.grid);
    desk.press("Escape");
    assert_eq!(desk.viewer().context.view.cursor, None);
}

#[test]
fn a_focused_button_keeps_its_arrows_and_chords_with_ctrl_still_work() {
    let mut desk = Desk::open(SMALL);
    desk.press("Right");
    let before = cursor(&mut desk);
    desk.press("Alt+Right");
    assert_eq!(desk.focused().as_deref(), Some("Inspector"));
    desk.press("Left");
    desk.press("G");
    assert_eq!(cursor(&mut desk), before);
    assert!(desk.viewer().context.services.session.overlays.grid);
    desk.press("Ctrl+2");
    assert_ne!(desk.viewer().context.view.arrangement, Default::default());
}

#[test]
fn docks_and_map_are_reached_and_turned_by_keys() {
    let mut desk = Desk::open(SMALL);
    desk.press("Alt+Down");
    assert_eq!(desk.shown(Dock::Bottom), "stages");
    assert_eq!(desk.focused().as_deref(), Some("Stages"));
    desk.press("Ctrl+PageDown");
    assert_eq!(desk.shown(Dock::Bottom), "faults");
    desk.press("Ctrl+PageDown");
    assert_eq!(desk.shown(Dock::Bottom), "stages", "they go round");
    desk.press("Alt+Right");
    desk.press("Ctrl+PageUp");
    assert_eq!(desk.shown(Dock::Right), "fairness");
    desk.press("Ctrl+PageUp");
    assert_eq!(desk.shown(Dock::Right), "keys", "they go round");
    desk.press("Alt+Up");
    assert!(desk.focused().unwrap().starts_with("Map of"));
    desk.press("Down");
    let first = cursor(&mut desk);
    desk.press("Down");
    assert_eq!(cursor(&mut desk).1 + 1, first.1, "arrows are the map's and the keyboard stays");
    assert!(desk.focused().unwrap().starts_with("Map of"));
    // Enter and Space would be a click without a pointer.
    desk.press("Enter");
    assert!(desk.viewer().context.view.cursor.is_some());
    desk.press("Escape");
    assert!(desk.viewer().context.view.cursor.is_none());
    desk.press("Tab");
    assert!(!desk.focused().unwrap_or_default().starts_with("Map of"), "Tab leads on");
}

#[test]
fn a_key_is_rebound_by_the_editor_and_does_it_at_once() {
    let mut desk = Desk::open(SMALL);
    desk.press("Alt+K");
    desk.choose("Add a key for Units");
    assert!(desk.sees("Press a key .."));
    desk.press("Ctrl+Shift+U");
    assert!(desk.sees("Take Ctrl+Shift+U from Units"), "{:?}", desk.labels());
    assert!(desk.viewer().context.services.session.overlays.units, "the chord was only noted");
    desk.press("Ctrl+Shift+U");
    assert!(!desk.viewer().context.services.session.overlays.units);
    let session = Session::read(&desk.viewer().context.services.session.write()).0;
    assert_eq!(Desk::with(session).viewer().context.services.keys.words("show-units"), "Ctrl+Shift+U");
    desk.choose("Reset the keys of Units");
    desk.press("Ctrl+Shift+U");
    assert!(!desk.viewer().context.services.session.overlays.units, "it has no key again");
    assert_eq!(desk.viewer().context.services.session.keys, "");
}

#[test]
fn escape_cancels_and_copying_can_be_caught() {
    let mut desk = Desk::open(SMALL);
    desk.run("keys-help");
    desk.choose("Add a key for Grid");
    desk.press("Escape");
    assert!(!desk.sees("Press a key .."));
    assert_eq!(desk.viewer().context.services.keys.words("show-grid"), "G");
    desk.choose("Add a key for Grid");
    desk.harness.event(eframe::egui::Event::Copy);
    desk.settle();
    assert_eq!(desk.viewer().context.services.keys.words("show-grid"), "G, Ctrl+C");
}

#[test]
fn a_key_with_two_commands_is_reported_while_it_is_edited() {
    let mut desk = Desk::open(SMALL);
    desk.run("keys-help");
    desk.choose("Add a key for Grid");
    desk.press("F");
    assert!(desk.sees("F does both \"Fit\" and \"Grid\""), "{:?}", desk.labels());
    desk.choose("Take F from Fit");
    assert!(!desk.reads("does both"));
    let grid = desk.viewer().context.services.session.overlays.grid;
    // The button that was clicked is gone, and nothing has the keyboard.
    desk.press("F");
    assert_ne!(desk.viewer().context.services.session.overlays.grid, grid);
}

#[test]
fn the_list_is_found_in_by_name_and_key() {
    let mut desk = Desk::open(SMALL);
    desk.run("keys-help");
    desk.focus("Find a key");
    desk.type_text("ctrl+shift+p");
    assert!(desk.sees("Take Ctrl+Shift+P from Find a command") && !desk.sees("Take F from Fit"));
    desk.type_text("zzz");
    assert!(desk.sees("No command or key is called that."));
}

#[test]
fn keys_go_to_a_file_and_come_from_one_and_a_broken_one_takes_nothing_away() {
    let mut desk = Desk::open(SMALL);
    desk.run("keys-help");
    desk.viewer().context.services.keys.add("fit", "Ctrl+J".parse().unwrap());
    desk.click("Write keys");
    assert!(desk.reads("The keys are in fairmarch-keys.ron"), "{:?}", desk.labels());
    desk.click("Write keys");
    assert!(desk.sees("Replace that file"));
    desk.click("Reset all keys");
    assert_eq!(desk.viewer().context.services.keys.words("fit"), "F");
    desk.click("Read keys");
    assert_eq!(desk.viewer().context.services.keys.words("fit"), "F, Ctrl+J");
    desk.files.put("fairmarch-keys.ron", "{ \"keys\": { \"fit\": [\"Ctrl+J\" } }");
    desk.click("Read keys");
    assert!(desk.reads("the keys stay as they are") && desk.reads("fairmarch-keys.ron:1:"), "{:?}", desk.labels());
    assert_eq!(desk.viewer().context.services.keys.words("fit"), "F, Ctrl+J");
    desk.files.put("fairmarch-keys.ron", "{ \"keys\": { \"fitt\": [\"Ctrl+J\"], \"quit\": [\"Ctrl+W\"] } }");
    desk.click("Read keys");
    assert!(desk.reads("There is no command `fitt`") && desk.reads("Did you mean `fit`?"), "{:?}", desk.labels());
    assert_eq!(desk.viewer().context.services.keys.words("quit"), "Ctrl+W", "what is good holds");
}

#[test]
fn held_keys_repeat_moves_and_no_toggles() {
    let mut desk = Desk::open(SMALL);
    let hold = |desk: &mut Desk, key| {
        for repeat in [false, true, true] {
            let modifiers = eframe::egui::Modifiers::NONE;
            let event = eframe::egui::Event::Key { key, physical_key: None, pressed: true, repeat, modifiers };
            desk.harness.event(event);
        }
        desk.settle();
    };
    desk.press("Right");
    let first = cursor(&mut desk);
    hold(&mut desk, Key::ArrowRight);
    assert_eq!(cursor(&mut desk).0, first.0 + 3);
    hold(&mut desk, Key::ArrowLeft);
    assert_eq!(cursor(&mut desk).0, first.0);
    desk.press("G");
    assert!(!desk.viewer().context.services.session.overlays.grid);
    let modifiers = eframe::egui::Modifiers::NONE;
    for repeat in [false, true] {
        let event = eframe::egui::Event::Key { key: Key::G, physical_key: None, pressed: true, repeat, modifiers };
        desk.harness.event(event);
    }
    desk.settle();
    assert!(desk.viewer().context.services.session.overlays.grid, "once, not twice");
}

#[test]
fn menus_name_the_keys() {
    let mut desk = Desk::open(SMALL);
    desk.click("Map");
    assert!(desk.harness.query_all_by_label_contains("Fit").next().is_some());
    for command in commands() {
        let words = desk.viewer().context.services.keys.words(&command.name);
        let tip = desk.viewer().context.services.command_tip(command);
        assert!(tip.starts_with(&command.help) && tip.contains(&words), "{tip}");
    }
}

#[test]
fn what_is_typed_behind_a_shortcut_is_for_what_it_opens_however_late_the_frame() {
    let mut desk = Desk::open(SMALL);
    let before = desk.viewer().context.documents.open.as_ref().unwrap().string().to_owned();
    desk.late("Ctrl+Shift+P", "pgfx");
    let viewer = desk.viewer();
    assert!(
        viewer.palette.is_shown()
            && viewer.context.view.other.is_none()
            && viewer.context.services.session.overlays.grid
    );
    assert!(desk.harness.query_all_by_value("pgfx").next().is_some(), "all of it is in the field: {:?}", desk.labels());
    desk.press("Escape");
    desk.late("Ctrl+F", "zpgx");
    assert!(desk.sees("Nothing here has such a name."), "{:?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Name"));
    let viewer = desk.viewer();
    assert!(viewer.context.view.other.is_none() && viewer.context.services.session.overlays.grid);
    assert_eq!(viewer.context.documents.open.as_ref().unwrap().string(), before);
}

#[test]
fn find_has_the_keyboard_whenever_it_is_shown() {
    use eframe::egui::{Event, Modifiers, PointerButton};
    let mut desk = Desk::open(SMALL);
    // A click and what is typed after it, in one late frame.
    let pos = desk.harness.get_by_label("Find").rect().center();
    let button =
        |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    desk.harness.input_mut().events.extend([Event::PointerMoved(pos), button(true), button(false)]);
    desk.late("P", "zg");
    assert_eq!(desk.focused().as_deref(), Some("Name"), "{:?}", desk.labels());
    assert!(desk.sees("Nothing here has such a name.") && desk.viewer().context.view.other.is_none());
    // Another panel stood in its place.
    desk.click("Playtest");
    desk.click("Inspector");
    assert_eq!(desk.focused().as_deref(), Some("Name"));
    desk.press("G");
    assert!(desk.viewer().context.services.session.overlays.grid, "typed text runs no command");
}

#[test]
fn no_letter_rolls_the_world_away() {
    let mut desk = Desk::open(SMALL);
    let before = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    for key in Key::ALL.iter().filter(|key| key.name().len() == 1) {
        desk.harness.key_press(*key);
    }
    desk.settle();
    assert!(std::sync::Arc::ptr_eq(&before, &desk.viewer().context.documents.open.as_ref().unwrap().scenario));
    desk.press("Ctrl+R");
    assert!(!std::sync::Arc::ptr_eq(&before, &desk.viewer().context.documents.open.as_ref().unwrap().scenario));
}
