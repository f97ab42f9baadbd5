//! Playing in the window: a person's turn on the map, by buttons, clicks and typed moves, in every kind of game.

use std::sync::Arc;

use diagnostics::FileReader;
use eframe::egui;
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::Session;
use grid::Cell;
use playtest::MatchRecord;

use crate::Desk;

/// A match of a person in the first seat.
pub fn sitting(what: &str) -> Desk {
    let mut desk = Desk::open(what);
    desk.viewer().context.services.show_panel("play");
    desk.settle();
    desk.click("Begin");
    assert!(desk.sees("What happened"), "{:?}", desk.labels());
    desk
}

pub fn shown(desk: &mut Desk) -> String {
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
    let made = kept(&desk).moves;
    assert!(
        ["1 end", "2 end"].map(|end| made.iter().filter(|line| *line == end).count() >= 2) == [true; 2],
        "{made:?}"
    );
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
    leave(&mut desk);
    assert_eq!(shown(&mut desk), "finished");
    assert!(Arc::ptr_eq(desk.viewer().context.shown().unwrap(), &whole));
}

#[test]
fn the_first_button_of_the_start_page_rolls_a_duel_and_seats_a_person() {
    let mut desk = Desk::new();
    desk.settle();
    assert_eq!(desk.focused().as_deref(), Some("Play Duel"));
    desk.press("Enter");
    let open = desk.viewer().context.documents.open.as_ref().expect("it is rolled");
    let (preset, first) = (open.preset().to_owned(), open.scenario.sides[0].name.clone());
    assert_eq!(preset, "duel");
    assert!(shown(&mut desk).starts_with(&first), "{} {}", shown(&mut desk), desk.viewer().context.services.notice);
    assert!(!desk.viewer().panels.play.moves().is_empty() || desk.sees("What happened"), "{:?}", desk.labels());
}

#[test]
fn seats_are_chosen_one_by_one_where_that_is_wanted_and_two_people_sit_down_at_once() {
    let play = |sitters: usize| {
        let mut desk = Desk::new();
        (desk.viewer().start.sitters, desk.viewer().start.played) = (sitters, "duel");
        desk.settle();
        desk.click("Play Duel");
        desk
    };
    let mut desk = play(2);
    assert!(desk.sees("Begin") && shown(&mut desk) == "finished", "{:?}", desk.labels());
    let mut desk = play(1);
    assert!(desk.reads("I am ") && shown(&mut desk) == "finished", "{:?}", desk.labels());
    // What cannot be opened takes nobody's seat.
    let mut desk = sitting("duel:1");
    desk.focus("Or type");
    desk.type_text("load out/nothing.json");
    desk.press("Enter");
    assert!(desk.sees("What happened") && desk.viewer().context.services.notice.contains("cannot be opened"));
}

/// An even start is waited for, and somebody who does not want to wait begins.
#[test]
fn people_wait_for_an_even_start_or_begin_without_it() {
    let mut desk = Desk::stepped("duel:1", Session { level_rolls: true, ..crate::quick() });
    assert!(desk.viewer().run("start-page"));
    desk.harness.run_steps(2);
    desk.harness.get_by_label("Play Duel").click();
    desk.finish("Opening");
    desk.finish("Rolling");
    desk.harness.run_steps(4);
    assert!(desk.sees("Begin now"), "{:?}", desk.labels());
    desk.harness.get_by_label("Begin now").click();
    desk.finish("Setting up the match");
    assert!(desk.sees("What happened"), "{:?}", desk.labels());
}

/// A match that was left goes on: from the start page of the next window, and from its file.
#[test]
fn a_match_that_was_left_goes_on_where_it_was() {
    let mut desk = sitting("duel:1");
    desk.run("play-end");
    let at = shown(&mut desk);
    let made = kept(&desk).moves;
    assert!(at.ends_with('2') && !made.is_empty(), "{at}");
    let mut next = Desk::new_beside(&desk);
    next.click("Go on with the last match");
    let notice = next.viewer().context.services.notice.clone();
    assert_eq!(shown(&mut next), at, "{notice}: {made:?}, {:?}", next.viewer().panels.play.told());
    assert_eq!(kept(&next).moves, made);
    next.run("play-end");
    assert!(shown(&mut next).ends_with('3') && kept(&next).moves.len() > made.len());
    // The file of a match is watched first, and played on by a button.
    let mut third = Desk::new_beside(&next);
    let folder = next.viewer().context.documents.open.as_ref().map(|open| open.file.clone());
    assert_eq!(folder.as_deref(), Some(""), "what is kept for a crash is no file of the user");
    third.viewer().context.open_named("recovery/match/match-000000.json");
    third.settle();
    assert!(shown(&mut third).contains("match 0"), "{}", shown(&mut third));
    third.run("play-on");
    assert!(shown(&mut third).ends_with('3'), "{} {}", shown(&mut third), third.viewer().context.services.notice);
    leave(&mut third);
    assert!(
        third.viewer().context.services.notice.contains("start page"),
        "{}",
        third.viewer().context.services.notice
    );
}

/// A turn becomes a scenario of its own: it is edited and played from there.
#[test]
fn any_turn_opens_as_a_scenario_that_is_changed_and_played_on() {
    let mut desk = sitting("duel:1");
    desk.run("play-end");
    desk.run("play-open-turn");
    desk.click("Open it");
    let open = desk.viewer().context.documents.open.as_ref().unwrap();
    let position = Arc::clone(&open.scenario);
    assert!(open.is_unsaved() && position.origins.string.is_empty() && !position.units.is_empty());
    assert_eq!(shown(&mut desk), "finished");
    // A unit is taken away, and the match goes on without it.
    desk.viewer().context.view.cursor = position.units.iter().rev().find_map(world::Unit::cell);
    desk.run("tool-disband");
    desk.press("Ctrl+Enter");
    let edited = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    assert!(edited.units.len() < position.units.len(), "{}", desk.viewer().context.services.notice);
    desk.run("play");
    assert!(shown(&mut desk).ends_with('2'), "{} {}", shown(&mut desk), desk.viewer().context.services.notice);
    // So does a turn of a match that is watched.
    let mut desk = Desk::open("duel:1");
    desk.keep_short();
    desk.run("playtest-start");
    desk.run("match-next");
    desk.run("match-next-turn");
    desk.run("match-next-turn");
    desk.run("match-open-turn");
    assert!(desk.viewer().context.documents.open.as_ref().unwrap().is_unsaved());
    desk.run("play");
    assert!(desk.sees("What happened"), "{}", desk.viewer().context.services.notice);
}

/// A unit is dragged to where it is to go, and the map stays.
#[test]
fn a_unit_is_dragged_to_where_it_goes() {
    let mut desk = sitting("duel:1");
    let step = choose_walker(&mut desk);
    let (from, to) = (step.cells[0], step.target().expect("it leads somewhere"));
    let center = desk.viewer().context.view.camera.center;
    crate::editing::drag(&mut desk, from, to);
    desk.settle();
    let here = desk.viewer().context.shown().unwrap().units.iter().any(|unit| unit.cell() == Some(to));
    assert!(here, "{}", desk.viewer().context.services.notice);
    assert_eq!(desk.viewer().context.view.camera.center, center);
    // A drag from where nobody stands moves the map.
    let area = desk.viewer().context.shown().unwrap().world.area;
    let empty = area.cells().find(|&cell| desk.viewer().context.view.hides(cell)).expect("much is not seen");
    let beside = area.cells().find(|&cell| area.distance(cell, empty) == 2).unwrap();
    crate::editing::drag(&mut desk, empty, beside);
    assert_ne!(desk.viewer().context.view.camera.center, center);
}

/// Chooses a unit that can go somewhere. Returns a move that does.
fn choose_walker(desk: &mut Desk) -> contract::Choice {
    for _ in 0..20 {
        desk.run("play-next");
        let moves = desk.viewer().panels.play.moves();
        let mut steps = moves.into_iter().filter(|choice| choice.kind == contract::ChoiceKind::Move);
        if let Some(step) = steps.find(|step| step.cells.len() > 1 && step.target() != Some(step.cells[0])) {
            return step;
        }
    }
    panic!("nobody can go: {}", desk.viewer().context.services.notice)
}

/// A unit that is sent far has an arrow to where it goes, in this turn and the next one.
#[test]
fn orders_over_turns_are_arrows() {
    let mut desk = sitting("duel:1");
    let area = desk.viewer().context.shown().unwrap().world.area;
    assert!(desk.viewer().context.view.ways().is_empty());
    let mut sent = None;
    for _ in 0..12 {
        desk.run("play-next");
        let moves = desk.viewer().panels.play.moves();
        let step = moves.iter().filter(|choice| choice.kind == contract::ChoiceKind::Move);
        let Some(step) = step.max_by_key(|choice| area.distance(choice.cells[0], choice.target().unwrap())) else {
            continue;
        };
        let (from, near) = (step.cells[0], step.target().unwrap());
        let far =
            area.cells().filter(|&cell| area.distance(near, cell) <= 2 && !desk.viewer().context.view.hides(cell));
        let Some(to) = far.max_by_key(|&cell| area.distance(from, cell)) else { continue };
        desk.focus("Or type");
        desk.type_text(&format!("go {}", area.cell_name(to)));
        desk.press("Enter");
        if !desk.viewer().context.view.ways().is_empty() {
            sent = Some(to);
            break;
        }
    }
    let to = sent.unwrap_or_else(|| panic!("nobody goes: {}", desk.viewer().context.services.notice));
    assert!(desk.viewer().context.view.ways().iter().any(|way| way.1 == to && way.0 != to));
    desk.run("play-end");
    let ways = desk.viewer().context.view.ways().to_vec();
    let stands = desk.viewer().context.shown().unwrap().units.iter().any(|unit| unit.cell() == Some(to));
    assert!(stands || ways.iter().any(|way| way.1 == to), "{ways:?}");
}

/// What others did is listed with its places, and shown step by step where that is wanted; any key skips it.
#[test]
fn what_others_did_is_listed_and_replayed_and_a_key_skips_it() {
    let mut desk = sitting("duel:1");
    // A unit of the other side in plain sight: the program of its seat does something that is seen.
    let mut turns = 0;
    while desk.viewer().panels.play.meanwhile().iter().all(|told| told.cell.is_none()) && turns < 40 {
        let_play(&mut desk);
        turns += 1;
    }
    let told = desk.viewer().panels.play.meanwhile().to_vec();
    let line =
        told.iter().find(|told| told.cell.is_some()).unwrap_or_else(|| panic!("nothing in {turns} turns: {told:?}"));
    desk.viewer().context.view.cursor = None;
    let label = design::sentence(line.words.trim());
    desk.harness.get_all_by_label(&label).next().expect("it is listed").click_accesskit();
    desk.settle();
    assert_eq!(desk.viewer().context.view.cursor, line.cell);
    // The same with a replay.
    desk.viewer().context.services.session.replays = true;
    for _ in 0..40 {
        assert!(desk.viewer().run("play-auto"));
        desk.harness.run_steps(2);
        desk.harness.get_by_label("Let it play").click();
        // A short replay is over in a second.
        let is_shown = (0..5).any(|_| {
            desk.harness.run_steps(1);
            shown(&mut desk).contains("what others did")
        });
        if is_shown {
            break;
        }
        desk.settle();
    }
    assert!(desk.viewer().panels.play.is_replaying() && desk.reads("Others move: step "), "{:?}", desk.labels());
    let before = shown(&mut desk);
    assert!(before.contains("what others did"), "{before}");
    desk.press("Escape");
    assert!(!desk.viewer().panels.play.is_replaying() && !shown(&mut desk).contains("what others did"));
}

/// Units move on the map where that is wanted, and stand at their place at once where it is not.
#[test]
fn moves_are_animated_where_that_is_wanted() {
    for is_wanted in [true, false] {
        let mut desk = sitting("duel:1");
        if is_wanted {
            desk.run("animate-moves");
        }
        let to = choose_walker(&mut desk).target().expect("it leads somewhere");
        click(&mut desk, to);
        assert_eq!(desk.viewer().context.view.moved() > 0, is_wanted, "{}", desk.viewer().context.services.notice);
    }
}

/// Leaves a match in which something is hidden.
fn leave(desk: &mut Desk) {
    desk.run("play-leave");
    desk.click("Leave and show the map");
}

/// A program makes the rest of the moves of this turn.
pub fn let_play(desk: &mut Desk) {
    if !desk.viewer().panels.play.is_over() {
        desk.run("play-auto");
    }
    if desk.sees("Let it play") {
        desk.click("Let it play");
    }
}

/// Clicks the middle of a cell.
pub fn click(desk: &mut Desk, cell: Cell) {
    crate::editing::click(desk, cell);
    desk.settle();
}

/// A hero who has been made, with a cell where the first step leads.
fn hero() -> (Desk, Cell) {
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
    (desk, to)
}

/// Types a letter as a keyboard does: the key, then its text.
fn strike(desk: &mut Desk, letter: char) {
    let key = egui::Key::from_name(&letter.to_uppercase().to_string()).expect("it is a key");
    let modifiers = egui::Modifiers { shift: letter.is_uppercase(), ..egui::Modifiers::NONE };
    let event = |pressed| egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    desk.harness.input_mut().events.extend([event(true), egui::Event::Text(letter.to_string()), event(false)]);
    desk.settle();
}

fn moved(desk: &mut Desk) -> usize {
    desk.viewer().panels.play.moved()
}

/// The terminal's single keys act on the map, unless the window has a command for the key, and are listed.
// Takes seconds: a hero is made first, and a second game is begun.
#[test]
fn single_keys_play_while_the_map_has_the_keyboard() {
    let (mut desk, to) = hero();
    let (area, from) = (desk.viewer().context.shown().unwrap().world.area, desk.viewer().context.view.cursor.unwrap());
    let way =
        area.direction_names().iter().find(|way| area.neighbor(from, area.find_direction(way).unwrap()) == Some(to));
    let line = format!("step-{}", way.expect("it is a step"));
    let (letter, _) = human::AT_ONCE.iter().find(|(_, of)| *of == line).expect("each step has a key");
    let letter = letter.chars().next().unwrap();
    // In a field a letter is text.
    let before = moved(&mut desk);
    desk.focus("Or type");
    strike(&mut desk, letter);
    assert_eq!(moved(&mut desk), before);
    desk.run("focus-map");
    strike(&mut desk, letter);
    let notice = desk.viewer().context.services.notice.clone();
    assert_eq!((moved(&mut desk), desk.viewer().context.view.cursor), (before + 1, Some(to)), "{notice}");
    // The window's command for this key cannot be run while nothing is watched: the hero rests.
    strike(&mut desk, '.');
    assert_eq!(moved(&mut desk), before + 2, "{}", desk.viewer().context.services.notice);
    // The match comes first where both have a letter.
    let (told, minimap) =
        (desk.viewer().panels.play.told().len(), desk.viewer().context.services.session.overlays.minimap);
    strike(&mut desk, 'm');
    assert!(desk.viewer().panels.play.told().len() > told, "the moves are listed");
    assert_eq!(desk.viewer().context.services.session.overlays.minimap, minimap);
    // The window comes first where both have another key, and says so.
    assert!(!desk.sees("rest"));
    desk.choose("Keys of play");
    assert!(desk.sees("rest") && desk.reads("step-n (the window's: "), "{:?}", desk.labels());
    // In a game of many units, by keys of the user's own too.
    let mut desk = sitting("duel:1");
    desk.viewer().context.services.keys.terminal.aliases.insert("c".to_owned(), "end".to_owned());
    desk.run("focus-map");
    let before = moved(&mut desk);
    strike(&mut desk, 'z');
    assert_eq!(moved(&mut desk), before + 1, "{}", desk.viewer().context.services.notice);
    strike(&mut desk, 'c');
    assert!(shown(&mut desk).ends_with('2'), "{}", desk.viewer().context.services.notice);
}

/// What waits here to be made, by its names.
fn waiting(desk: &mut Desk) -> Vec<String> {
    let making = desk.viewer().panels.play.making();
    making.map_or_else(Vec::new, |making| making.waiting.iter().map(|product| product.name.clone()).collect())
}

/// Goes to the next unit or place that makes things. Returns what it can make.
fn choose_maker(desk: &mut Desk) -> Vec<String> {
    for _ in 0..40 {
        let making = desk.viewer().panels.play.making();
        let names: Vec<String> =
            making.map_or_else(Vec::new, |making| making.products.iter().map(|product| product.name.clone()).collect());
        if !names.is_empty() {
            return names;
        }
        desk.run("play-next");
    }
    panic!("nobody makes anything: {}", desk.viewer().context.services.notice)
}

/// What a city makes next is a list: things are added, moved and taken out by buttons, and a click on the busy city shows it again.
// Takes seconds: many clicks, each with its frames.
#[test]
fn the_queue_of_a_city_is_a_list() {
    let mut desk = sitting("duel:1");
    let names = choose_maker(&mut desk);
    let (first, second) = (names[0].clone(), names[1].clone());
    let city = desk.viewer().context.view.cursor.expect("it is looked at");
    for name in [&first, &first, &second] {
        desk.choose(&format!("Queue {name}"));
    }
    assert_eq!(waiting(&mut desk), [first.clone(), second.clone()], "{:?}", desk.viewer().panels.play.told());
    let making = desk.viewer().panels.play.making().cloned().unwrap();
    assert!(making.now.is_some_and(|now| now.contains(&first)) && making.waiting[0].words.contains("turn"));
    desk.choose(&format!("Up: 2, {second}"));
    assert_eq!(waiting(&mut desk), [second.clone(), first.clone()]);
    desk.choose(&format!("Down: 1, {second}"));
    assert_eq!(waiting(&mut desk), [first.clone(), second.clone()]);
    desk.choose(&format!("Remove: 1, {first}"));
    assert_eq!(waiting(&mut desk), std::slice::from_ref(&second));
    // The city has nothing to do now, and a click still shows what it makes.
    desk.run("play-next");
    assert!(waiting(&mut desk).is_empty());
    for _ in 0..4 {
        // Who else stands there comes first, one after the other.
        if waiting(&mut desk).is_empty() {
            click(&mut desk, city);
        }
    }
    assert_eq!(waiting(&mut desk), std::slice::from_ref(&second), "{:?}", desk.viewer().panels.play.making());
    desk.choose(&format!("Queue {first}"));
    assert_eq!(waiting(&mut desk), [second, first]);
}

/// Every game in which things are made has the same list.
// Takes seconds: two games are set up.
#[test]
fn things_are_queued_in_every_game_that_makes_any() {
    for what in ["generals-view:1", "empire:1"] {
        let mut desk = sitting(what);
        let mut name = None;
        for _ in 0..60 {
            name = desk.viewer().panels.play.making().and_then(|making| Some(making.products.first()?.name.clone()));
            if name.is_some() {
                break;
            }
            // What is set up first is set up as it is offered.
            match desk.viewer().panels.play.moves().into_iter().find(|choice| choice.cells.is_empty()) {
                Some(first) => obey(&mut desk, &first.line),
                None => desk.run("play-next"),
            }
        }
        let name = name.unwrap_or_else(|| panic!("{what}: {}", desk.viewer().context.services.notice));
        let before = moved(&mut desk);
        desk.choose(&format!("Queue {name}"));
        desk.choose(&format!("Queue {name}"));
        let bought = moved(&mut desk) - before;
        assert!(bought > 0 && bought + waiting(&mut desk).len() == 2, "{what}: {bought} {:?}", waiting(&mut desk));
    }
}

/// Types a line into the panel.
fn obey(desk: &mut Desk, line: &str) {
    desk.focus("Or type");
    desk.type_text(line);
    desk.press("Enter");
}

#[test]
fn a_hero_is_made_and_walks_in_the_dungeon() {
    let (mut desk, to) = hero();
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
            let_play(&mut desk);
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
    desk.viewer().context.view.set_lens("travel");
    desk.click("Begin");
    assert_eq!(desk.viewer().context.view.lens(), "terrain", "one plays on the ground");
    for _ in 0..2 {
        let who = names.iter().find(|name| desk.sees(&format!("I am {name}"))).expect("somebody is called").clone();
        assert!(
            shown(&mut desk) == "finished" && desk.viewer().panels.play.moves().is_empty(),
            "the screen tells nothing"
        );
        let area = desk.viewer().context.shown().unwrap().world.area;
        assert!(area.cells().all(|cell| desk.viewer().context.view.hides(cell)), "all is dark");
        let viewer = desk.viewer();
        assert!(viewer.context.view.ways().is_empty() && viewer.context.view.cursor.is_none());
        assert!(viewer.panels.play.told().is_empty(), "{:?}", viewer.panels.play.told());
        desk.click(&format!("I am {who}"));
        assert!(shown(&mut desk).starts_with(&who), "{}", shown(&mut desk));
        desk.run("play-end");
    }
}

/// Where a button is.
fn place_of(desk: &Desk, label: &str) -> egui::Rect {
    desk.harness.get_by_label(label).rect()
}

/// Whatever is told above, below or between them, buttons and the field stay where they are.
#[test]
fn buttons_of_play_stay_in_their_place() {
    let mut desk = sitting("duel:1");
    let buttons =
        ["Next unit", "End turn", "Take a move back", "Hint", "Let a program end the turn", "Leave the match"];
    let places = |desk: &Desk| {
        let all = buttons.iter().copied().chain(["Or type"]);
        all.map(|label| place_of(desk, label)).collect::<Vec<_>>()
    };
    let first = places(&desk);
    for line in ["moves all", "show 0,0", "next", "next", "hint", "overview", "show me"] {
        obey(&mut desk, line);
        assert_eq!(places(&desk), first, "after {line}");
    }
    desk.run("play-end");
    assert_eq!(places(&desk), first, "in the next turn");
}

/// A program that ends the turn is asked for twice, and a second click at the same place is no answer.
#[test]
fn a_program_plays_only_after_a_question() {
    let mut desk = sitting("duel:1");
    let (before, made) = (shown(&mut desk), moved(&mut desk));
    let at = place_of(&desk, "Let a program end the turn").center();
    desk.click("Let a program end the turn");
    assert!(desk.sees("Let it play"), "{:?}", desk.labels());
    assert_eq!((shown(&mut desk), moved(&mut desk)), (before.clone(), made));
    assert!(!place_of(&desk, "Let it play").contains(at), "a double click is no answer");
    desk.click("No, go on playing");
    assert!(desk.sees("End turn") && moved(&mut desk) == made);
    desk.run("play-auto");
    assert_eq!(desk.focused().as_deref(), Some("Let it play"));
    desk.press("Enter");
    assert_ne!(shown(&mut desk), before);
    assert!(!desk.sees("Let it play"));
}

/// Ends a turn, takes a move back and asks for a hint without the mouse; letters that stand for nothing do nothing.
#[test]
fn keys_end_a_turn_and_letters_never_change_the_map() {
    let mut desk = sitting("duel:1");
    for (command, keys) in
        [("play-end", "Alt+Enter"), ("play-undo", "Alt+Z"), ("play-hint", "Alt+H"), ("play-next", "Alt+N")]
    {
        assert_eq!(desk.viewer().context.services.keys.words(command), keys);
    }
    // `x` and `t` are commands of the window where nothing is played, and `p` pins.
    desk.run("focus-map");
    let before = desk.viewer().panels.play.moves();
    strike(&mut desk, 'x');
    assert_ne!(desk.viewer().panels.play.moves(), before, "the next unit is chosen");
    let overlays = desk.viewer().context.services.session.overlays;
    for letter in ['t', 'p', 'f', 'g', 'P'] {
        let moves = moved(&mut desk);
        strike(&mut desk, letter);
        let notice = desk.viewer().context.services.notice.clone();
        assert!(notice.contains(&format!("The key {letter} does nothing")), "{letter}: {notice}");
        assert_eq!(moved(&mut desk), moves);
    }
    assert_eq!(desk.viewer().context.services.session.overlays, overlays);
    assert!(desk.viewer().context.view.other.is_none(), "nothing is pinned");
    desk.choose("Keys of play");
    // The button, and what the key does.
    assert_eq!(desk.harness.query_all_by_label("Next unit").count(), 2, "{:?}", desk.labels());
    // A letter with Alt is no letter of the match.
    desk.press("Alt+H");
    assert!(desk.reads("Do the hint makes it"), "{:?}", desk.viewer().panels.play.told());
    desk.run("play-do");
    let made = moved(&mut desk);
    assert!(made > 0);
    // Ctrl+Z is the move, not the map.
    desk.press("Ctrl+Z");
    assert_eq!(moved(&mut desk), made - 1, "{}", desk.viewer().context.services.notice);
    desk.press("Alt+Enter");
    assert!(shown(&mut desk).ends_with('2'), "{}", desk.viewer().context.services.notice);
    // Where nothing is played, letters are the map's again.
    leave(&mut desk);
    desk.run("focus-map");
    strike(&mut desk, 'g');
    assert_ne!(desk.viewer().context.services.session.overlays, overlays);
}

/// No part of the window shows what a match hides, also while its start is made even; and who leaves it is asked.
// Takes seconds: two windows, one of them step by step.
#[test]
fn what_is_hidden_is_told_nowhere() {
    let mut desk = Desk::stepped("duel:1", Session { level_rolls: true, ..crate::quick() });
    let whole = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    assert!(desk.viewer().run("start-page"));
    desk.harness.run_steps(2);
    desk.harness.get_by_label("Play Duel").click();
    desk.finish("Opening");
    desk.finish("Rolling");
    desk.harness.run_steps(4);
    assert!(
        desk.reads("You sit down as soon as it is.") && desk.reads("% of the matches are played"),
        "{:?}",
        desk.labels()
    );
    let view = &desk.viewer().context.view;
    assert!(view.hides(Cell(0)) && whole.world.area.contains(Cell(0)));
    desk.viewer().context.view.hover = Some(Cell(0));
    assert!(desk.viewer().cell_words(Cell(0)).ends_with("you have not seen it"));
    // Play itself stays where it is as long as it waits.
    for title in ["Stages", "Edit"] {
        desk.viewer().context.services.show_panel(&title.to_lowercase());
        desk.harness.run_steps(2);
        assert!(desk.sees(&format!("{title} is closed while you play: {SECRET}.")), "{title}: {:?}", desk.labels());
    }
    // Cancelled, nothing is hidden any more.
    assert!(desk.viewer().run("cancel"));
    desk.harness.run_steps(3);
    assert!(!desk.viewer().context.view.hides(Cell(0)));
    let mut desk = sitting("duel:1");
    let names: Vec<String> = whole.sides.iter().map(|side| side.name.clone()).collect();
    for title in ["Playtest", "Export", "Stages", "Edit", "Fairness"] {
        desk.viewer().context.services.show_panel(&title.to_lowercase());
        desk.settle();
        assert!(desk.sees(&format!("{title} is closed while you play: {SECRET}.")), "{title}: {:?}", desk.labels());
    }
    assert!(!desk.reads(" begins at ") && !desk.sees(&names[1]));
    for command in ["fairness-worst", "stage-previous", "export-picture", "playtest-start"] {
        assert!(!desk.viewer().run(command), "{command}");
    }
    // The types, the keys and what is seen may be read.
    desk.viewer().context.services.show_panel("inspector");
    desk.settle();
    assert!(!desk.reads("Inspector is closed"), "{:?}", desk.labels());
    desk.run("play-leave");
    assert!(shown(&mut desk) != "finished", "it is asked first");
    desk.click("No, go on playing");
    assert!(desk.sees("End turn"));
    leave(&mut desk);
    assert_eq!(shown(&mut desk), "finished");
    assert!(desk.viewer().run("fairness-worst"));
}

const SECRET: &str = "it would tell what is hidden from you in this match";

/// A match that goes on shows what its person sees, whatever was looked at before.
#[test]
fn a_match_that_goes_on_is_brought_near() {
    let mut desk = sitting("duel:1");
    desk.run("play-end");
    let (scale, center) = (desk.viewer().context.view.camera.scale, desk.viewer().context.view.camera.center);
    desk.run("fit");
    let whole = desk.viewer().context.view.camera.scale;
    assert!(scale > 1.1 * whole, "what is seen is near: {scale}, the whole {whole}");
    let mut next = Desk::open("empire:1");
    for name in ["match-000000.json", "scenario.ron"] {
        let path = std::path::Path::new("recovery/match").join(name);
        next.files.put(path.to_str().unwrap(), desk.files.read(&path).unwrap());
    }
    (next.viewer().context.view.camera.scale, next.viewer().context.view.fitted) = (90.0, false);
    next.viewer().context.open_named("recovery/match/match-000000.json");
    next.settle();
    next.run("play-on");
    let view = &next.viewer().context.view;
    assert!((view.camera.scale - scale).abs() < 0.2 * scale, "{} for {scale}", view.camera.scale);
    assert!(view.camera.center.distance(center) < 5.0, "{:?} for {center:?}", view.camera.center);
}
