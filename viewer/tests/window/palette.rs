//! The palette: every command runs from it, with and without a scenario.

use fairmarch_viewer::commands;

use crate::{Desk, is_long};

const SMALL: &str = "duel:1";

/// Runs a command as people do: its name, and Enter.
fn run_from_palette(desk: &mut Desk, name: &str) {
    desk.press("Ctrl+Shift+P");
    assert!(desk.viewer().palette.is_shown(), "{name}");
    desk.type_text(name);
    desk.press("Enter");
}

#[test]
fn every_command_runs_from_the_palette_with_a_scenario() {
    let mut desk = Desk::open(SMALL);
    let others = commands().iter().filter(|command| !["quit", "palette"].contains(&command.name.as_str()));
    for (number, command) in others.enumerate() {
        // Some of them open another one, which may be large.
        if desk.viewer().context.documents.open.as_ref().is_none_or(|open| open.preset() != "duel") {
            desk.viewer().context.open_named(SMALL);
            desk.settle();
        }
        desk.keep_short();
        // The palette takes a dozen frames: the usual run goes through it for every fourth command, the long one for all.
        if number % 4 == 0 || is_long() {
            run_from_palette(&mut desk, &command.name);
        } else {
            desk.viewer().run(&command.name);
            desk.settle();
        }
        assert!(!desk.viewer().palette.is_shown() || command.name == "open", "{}", command.name);
        // What some of them leave over the window.
        let viewer = desk.viewer();
        (viewer.context.view.at_start, viewer.about) = (false, false);
        if command.name == "open" {
            desk.press("Escape");
        }
        assert!(!desk.viewer().palette.is_shown(), "{}", command.name);
        assert!(desk.viewer().context.documents.open.is_some(), "{}", command.name);
    }
}

#[test]
fn every_command_runs_from_the_palette_without_a_scenario() {
    let mut desk = Desk::new();
    desk.keep_short();
    for command in commands().iter().filter(|command| !["quit", "palette"].contains(&command.name.as_str())) {
        let notice = desk.viewer().context.services.notice.clone();
        assert_eq!(desk.viewer().run(&command.name), command.always, "{}", command.name);
        desk.settle();
        if !command.always {
            assert_eq!(desk.viewer().context.services.notice, notice, "{}", command.name);
        }
        // Some open a scenario, or lie over the window.
        let viewer = desk.viewer();
        (viewer.context.documents.open, viewer.about) = (None, false);
        if viewer.palette.is_shown() {
            desk.press("Escape");
        }
        if command.always {
            run_from_palette(&mut desk, &command.name);
            (desk.viewer().context.documents.open, desk.viewer().about) = (None, false);
            desk.press("Escape");
        }
    }
}

#[test]
fn the_palette_finds_by_a_few_letters_and_does_what_was_found() {
    let mut desk = Desk::open(SMALL);
    desk.press("F1");
    assert_eq!(desk.focused().as_deref(), Some("Find a command"));
    desk.type_text("shaded");
    assert!(desk.sees("Shaded relief") && !desk.sees("Side by side"));
    desk.press("Escape");
    assert!(!desk.viewer().palette.is_shown());
    run_from_palette(&mut desk, "flat col");
    assert_eq!(desk.viewer().context.services.session.style, fairmarch_viewer::session::Style::Flat);
}

#[test]
fn up_and_down_choose_a_row_and_the_mouse_does_too() {
    let mut desk = Desk::open(SMALL);
    desk.press("F1");
    desk.type_text("text");
    // Larger text, Smaller text.
    desk.press("Down");
    desk.press("Up");
    desk.press("Up");
    desk.press("Down");
    desk.press("Enter");
    assert!(desk.viewer().context.services.session.zoom < 1.0, "{}", desk.viewer().context.services.session.zoom);
    desk.viewer().context.services.session.zoom = 1.0;
    desk.press("F1");
    desk.type_text("larger");
    desk.click("Larger text");
    assert!(desk.viewer().context.services.session.zoom > 1.0 && !desk.viewer().palette.is_shown());
}

#[test]
fn what_is_no_command_is_opened() {
    let mut desk = Desk::new();
    desk.press("Ctrl+Shift+P");
    desk.type_text("duel:5");
    assert!(desk.sees("Open duel:5"), "{:?}", desk.labels());
    desk.press("Enter");
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().request.seed, 5);
    desk.press("Ctrl+O");
    assert_eq!(desk.focused().as_deref(), Some("What to open"));
    assert!(desk.sees("Open duel:5") && desk.sees("Open labyrinth"), "recent ones and presets");
    desk.type_text("no/such.ron");
    desk.press("Enter");
    assert!(
        desk.viewer().context.services.notice.contains("cannot be opened"),
        "{}",
        desk.viewer().context.services.notice
    );
    assert!(desk.viewer().context.documents.open.is_some());
}

#[test]
fn only_what_exists_is_opened_and_a_file_that_is_typed_whole_comes_before_commands() {
    let mut desk = Desk::open(SMALL);
    let text = formats::write_scenario(desk.viewer().context.shown().unwrap());
    desk.files.put("fit", text);
    desk.press("F1");
    desk.type_text("zzqx");
    assert!(!desk.reads("Open zzqx") && desk.sees("Nothing is called that."), "{:?}", desk.labels());
    desk.press("Escape");
    desk.press("F1");
    desk.type_text("fit");
    assert!(desk.sees("Open fit") && desk.sees("Fit"), "{:?}", desk.labels());
    desk.press("Enter");
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().file, "fit");
}

#[test]
fn keys_of_the_map_are_idle_below_the_palette() {
    let mut desk = Desk::open(SMALL);
    desk.press("F1");
    desk.press("Ctrl+2");
    desk.press("Right");
    assert_eq!(desk.viewer().context.view.arrangement, Default::default());
    assert!(desk.viewer().context.view.cursor.is_none() && desk.viewer().palette.is_shown());
    desk.press("F1");
    assert!(!desk.viewer().palette.is_shown(), "the same key closes it");
}

#[test]
fn what_this_is_can_be_read_and_left() {
    let mut desk = Desk::new();
    run_from_palette(&mut desk, "about");
    assert!(desk.reads("Version") && desk.reads("free software"));
    desk.press("Escape");
    assert!(!desk.reads("free software"));
}
