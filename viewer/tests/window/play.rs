//! Playing in the window: a person's turn on the map, by buttons, clicks and typed moves, in every kind of game.

use std::sync::Arc;

use diagnostics::FileReader;
use grid::Cell;
use playtest::MatchRecord;

use crate::Desk;

/// A match of a person in the first seat.
fn sitting(what: &str) -> Desk {
    let mut desk = Desk::open(what);
    desk.viewer().context.services.show_panel("play");
    desk.settle();
    desk.click("Begin");
    assert!(desk.sees("What happened"), "{:?}", desk.labels());
    desk
}

fn shown(desk: &mut Desk) -> String {
    desk.viewer().context.view.showing.label().to_owned()
}

/// The kept match, as it opens again.
fn kept(desk: &Desk) -> MatchRecord {
    let text = desk.files.read(std::path::Path::new("recovery/match/match-000000.json")).expect("it is kept");
    MatchRecord::read(&String::from_utf8(text).unwrap()).unwrap()
}

#[test]
fn two_turns_of_a_duel_are_played_by_buttons_and_clicks() {
    let mut desk = sitting("duel:1");
    let whole = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    let first = shown(&mut desk);
    assert!(first.starts_with(&whole.sides[0].name) && first.ends_with('1'), "{first}");
    // The other side lies in the dark.
    let seen = desk.viewer().context.shown().unwrap().units.len();
    assert!(seen < whole.units.len(), "{seen} of {}", whole.units.len());
    let dark = whole.world.area.cells().find(|&cell| desk.viewer().context.view.hides(cell)).expect("much is not seen");
    assert!(desk.viewer().cell_words(dark).ends_with("you have not seen it"), "{}", desk.viewer().cell_words(dark));
    // A unit is chosen by a click of its cell, and goes where the pointer says.
    desk.run("play-next");
    let unit = desk.viewer().context.view.cursor.expect("the next unit is looked at");
    let moves = desk.viewer().panels.play.moves();
    let step = moves.iter().find(|choice| choice.kind == contract::ChoiceKind::Move && choice.cells.len() > 1);
    if let Some(to) = step.and_then(contract::Choice::target) {
        click(&mut desk, to);
        let here = desk.viewer().context.shown().unwrap().units.iter().any(|unit| unit.cell() == Some(to));
        assert!(here, "{unit:?} to {to:?}: {}", desk.viewer().context.services.notice);
        desk.run("play-undo");
    }
    for turn in 2..4 {
        desk.run("play-end");
        assert!(
            shown(&mut desk).ends_with(&turn.to_string()),
            "{} {}",
            shown(&mut desk),
            desk.viewer().context.services.notice
        );
    }
    assert!(!kept(&desk).moves.is_empty(), "each turn is kept");
    desk.focus("Or type");
    desk.type_text("save");
    desk.press("Enter");
    assert!(
        desk.files.is_file(std::path::Path::new("out/match/match-000000.json")),
        "{}",
        desk.viewer().context.services.notice
    );
    // What is typed is a command or a move, as at the terminal.
    desk.focus("Or type");
    desk.type_text("score");
    desk.press("Enter");
    assert!(desk.viewer().panels.play.told().iter().any(|line| line.contains(&whole.sides[1].name)));
    desk.run("play-leave");
    assert_eq!(shown(&mut desk), "finished");
    assert!(Arc::ptr_eq(desk.viewer().context.shown().unwrap(), &whole));
}

/// Clicks the middle of a cell.
fn click(desk: &mut Desk, cell: Cell) {
    crate::editing::click(desk, cell);
    desk.settle();
}

#[test]
fn a_hero_is_made_and_walks_in_the_dungeon() {
    let mut desk = sitting("vault:1");
    for _ in 0..40 {
        let moves = desk.viewer().panels.play.moves();
        let Some(first) = moves.iter().find(|choice| choice.cells.is_empty()).or(moves.first()) else { break };
        let line = first.line.clone();
        desk.focus("Or type");
        desk.type_text(&line);
        desk.press("Enter");
        if desk.viewer().panels.play.moves().iter().any(|choice| choice.cells.len() > 1) {
            break;
        }
    }
    let moves = desk.viewer().panels.play.moves();
    let step = moves.iter().find(|choice| choice.cells.len() > 1).and_then(contract::Choice::target);
    let to = step.unwrap_or_else(|| panic!("the hero stands there: {moves:?}"));
    click(&mut desk, to);
    let (cursor, told) = (desk.viewer().context.view.cursor, desk.viewer().context.services.notice.clone());
    assert_eq!(cursor, Some(to), "{told}");
}

#[test]
fn every_game_is_begun_and_a_program_plays_it_on() {
    for what in ["generals-view:1", "empire:1", "hostile-space:1", "duel:2"] {
        let mut desk = sitting(what);
        let before = shown(&mut desk);
        for _ in 0..3 {
            if !desk.viewer().run("play-auto") {
                break;
            }
            desk.settle();
        }
        assert_ne!(shown(&mut desk), before, "{what}: {}", desk.viewer().context.services.notice);
    }
}

/// The map draws what the game tells the seat that looks, and says it at the pointer.
#[test]
fn the_map_knows_what_the_game_tells_a_seat() {
    use contract::{Chart, Remark};
    let mut desk = sitting("empire:1");
    let chart = |desk: &mut Desk| {
        let ground = desk.viewer().context.view.panes[0].ground.clone().expect("a map");
        ground.chart.clone().expect("the game tells something")
    };
    let provinces = chart(&mut desk).regions;
    assert!(provinces.iter().any(|province| province.side.is_some() && !province.cells.is_empty()));
    let (cell, view) = (provinces[0].cells[0], &mut desk.viewer().context.view);
    assert_eq!(view.remarks_at(cell), None);
    // A position with something to tell of one of its cells.
    let fairmarch_viewer::Showing::Preview(preview) = &mut view.showing else { panic!("a match is shown") };
    let remark = |words: &str| Remark { cell: Some(cell), words: words.to_owned() };
    let told = Chart { remarks: vec![remark("it burns"), remark("it is far")], ..Chart::default() };
    preview.chart = Some(Arc::new(told.clone()));
    preview.scenario = Arc::new((*preview.scenario).clone());
    desk.settle();
    assert_eq!(chart(&mut desk), told);
    assert_eq!(desk.viewer().context.view.remarks_at(cell).as_deref(), Some("it burns\nit is far"));
}

#[test]
fn people_who_share_a_screen_come_to_it_one_by_one() {
    let mut desk = Desk::open("duel:1");
    desk.viewer().context.services.show_panel("play");
    desk.settle();
    let scenario = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    let names: Vec<String> = scenario.sides.iter().map(|side| side.name.clone()).collect();
    desk.viewer().panels.play.players = Some((scenario, vec!["human".to_owned(); 2]));
    desk.click("Begin");
    for _ in 0..2 {
        let who = names.iter().find(|name| desk.sees(&format!("I am {name}"))).expect("somebody is called").clone();
        assert!(
            shown(&mut desk) == "finished" && desk.viewer().panels.play.moves().is_empty(),
            "the screen tells nothing"
        );
        desk.click(&format!("I am {who}"));
        assert!(shown(&mut desk).starts_with(&who), "{}", shown(&mut desk));
        desk.run("play-end");
    }
}
