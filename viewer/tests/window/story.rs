//! Ways to get from an empty window to a map.

use contract::Choice;
use egui_kittest::kittest::Queryable;

use crate::play::{click, let_play, shown, sitting};
use crate::{Desk, is_long};

#[test]
fn a_preset_opens_and_has_a_map() {
    let mut desk = Desk::open("classic:1:size=40x40");
    assert!(desk.viewer().context.documents.open.is_some(), "{}", desk.viewer().context.services.notice);
    assert!(desk.viewer().context.view.panes[0].ground.is_some());
    assert!(desk.reads("Map of"), "{:?}", desk.labels());
    for _ in 0..3 {
        desk.run("cursor-north");
    }
    desk.run("zoom-in");
    assert!(desk.viewer().context.view.cursor.is_some());
}

#[test]
fn what_cannot_be_opened_leaves_what_is_open() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.viewer().context.open_named("clasic");
    desk.settle();
    assert!(desk.viewer().context.documents.open.is_some());
    assert!(
        desk.viewer().context.services.notice.contains("cannot be opened"),
        "{}",
        desk.viewer().context.services.notice
    );
}

/// A file as it comes from outside.
#[derive(Debug)]
struct Dropped(&'static str);

impl eframe::egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        std::path::Path::new(self.0)
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window asks its own disk".to_owned())
    }
}

#[test]
fn a_file_that_is_dropped_on_the_window_is_opened() {
    let mut rolled = Desk::open("classic:1:size=40x40");
    let scenario = rolled.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    let mut desk = Desk::open("duel:1");
    desk.files.put("worlds/one.ron", formats::write_scenario(&scenario));
    desk.harness.input_mut().dropped_files = vec![std::sync::Arc::new(Dropped("worlds/one.ron"))];
    desk.settle();
    let shown = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    assert_eq!((&shown.design.name, shown.world.area), (&scenario.design.name, scenario.world.area));
    assert_eq!(shown.world.terrain, scenario.world.terrain);
}

/// A turn as a hand would make it: units are chosen one after the other and sent by clicks to where they can go; what has no place is
/// chosen by its button.
fn play_turn_by_hand(desk: &mut Desk) {
    let before = shown(desk);
    for _ in 0..4 {
        if desk.viewer().run("play-next") {
            desk.settle();
        }
        let moves = desk.viewer().panels.play.moves();
        let leads = |choice: &&Choice| choice.target().is_some_and(|to| choice.cells.first() != Some(&to));
        if let Some(to) = moves.iter().find(leads).and_then(Choice::target) {
            desk.viewer().context.view.go_to(to);
            desk.settle();
            click(desk, to);
        } else if let Some(first) = moves.first() {
            let label = human::choice_words(first);
            desk.harness.get_all_by_label(&label).next().expect("the move has a button").click_accesskit();
            desk.settle();
        }
        if shown(desk) != before || desk.viewer().panels.play.is_over() {
            return;
        }
    }
    if shown(desk) == before && desk.viewer().run("play-end") {
        desk.settle();
    }
    if shown(desk) == before {
        let_play(desk);
    }
}

/// Turns by hand in the window: two of a duel and of a dungeon; ten of each game in the long run, and then to its end.
// Takes seconds: the windows of two games, and all of them where that is wanted.
#[test]
fn games_are_played_by_hand_and_to_their_ends() {
    let all = ["duel:2", "vault:1", "generals-view:1", "empire:1", "hostile-space:1"];
    let (games, turns) = if is_long() { (&all[..], 10) } else { (&all[..2], 2) };
    for what in games {
        let mut desk = sitting(what);
        let first = desk.viewer().panels.play.moved();
        for _ in 0..turns {
            play_turn_by_hand(&mut desk);
        }
        let now = desk.viewer().panels.play.moved();
        assert!(now >= first + turns, "{what}: {now} moves, {}", desk.viewer().context.services.notice);
        if !is_long() {
            continue;
        }
        for _ in 0..5000 {
            if desk.viewer().panels.play.is_over() {
                break;
            }
            let_play(&mut desk);
        }
        assert!(desk.viewer().panels.play.is_over(), "{what}: {}", shown(&mut desk));
    }
}
