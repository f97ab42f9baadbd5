//! A monkey at the window: commands, keys, clicks, text and files come in random order; nothing panics, and the
//! window stays coherent.

use std::sync::Arc;

use eframe::egui;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use fairmarch_viewer::{Dock, Session, commands};
use pipeline::Request;
use world::Scenario;

use crate::Desk;

/// A fixed stream of numbers (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// Names, with nonsense among them. Sizes that a preset refuses are part of it.
const NAMES: &[&str] = &[
    "classic:1:size=20x20",
    "classic:2:size=24x16",
    "duel:3",
    "cylinder:4:size=20x20",
    "provinces:5:size=24x24",
    "labyrinth:6:size=21x21",
    "two-rivals:7:size=24x24",
    "islands-symmetric:8:size=24x24",
    "starfield:9:size=20x20",
    "generals-view:10:size=24x24",
    "classic:1:size=3x3",
    "classic:1:size=999999x999999",
    "classic:1:sides=99",
    "classic:99999999999999999999999",
    "classic@00000000:1",
    "clasic",
    "a\0b",
    "",
    ":::",
    "out/scenario.ron",
    "garbage.g",
    "garbage.ron",
    "empty.ron",
];

/// No letters that the window's font lacks: tests are to die of those.
const TEXTS: &[&str] = &[
    "a",
    "7",
    "-1",
    "1e9",
    "NaN",
    "999999999999999999999",
    "\u{e9}\u{df} \u{a0}",
    "x y z",
    "=",
    ":",
    "\0",
    "\n",
    "fort",
    "classic:5:size=20x20",
    "120x",
    "0x0",
];

/// Commands that end the window or make what takes too long here: fifteen worlds of full size, matches until it is sure.
const NOT_HERE: &[&str] = &["quit", "surprise", "continue"];

fn check(desk: &mut Desk, done: &str) {
    let viewer = desk.viewer();
    let Some(shown) = viewer.context.shown().cloned() else {
        assert!(viewer.context.documents.open.is_none(), "{done}");
        return;
    };
    let open = viewer.context.documents.open.as_ref().expect("what is shown is of what is open");
    let area = shown.world.area;
    assert_eq!(area, open.scenario.world.area, "what is shown is of what is open: {done}");
    if !viewer.context.view.at_start {
        for cell in [viewer.context.view.cursor, viewer.context.view.hover].into_iter().flatten() {
            assert!(area.contains(cell), "{cell:?} after {done}");
        }
        let lit = viewer.context.view.highlight.clone().unwrap_or_default();
        assert!(lit.cells.iter().all(|&cell| area.contains(cell)), "{} after {done}", lit.title);
    }
    // What is said of a scenario is said of this one.
    let services = &viewer.context.services;
    let is_seen = services.session.docks.shown(Dock::Right) == "fairness" && !services.is_folded(Dock::Right);
    if let Some(rows) = viewer.panels.fairness.rows.as_ref().filter(|_| is_seen) {
        let is_of = |scenario| Arc::ptr_eq(&rows.scenario, scenario);
        assert!(viewer.context.view.at_start || is_of(&shown) || is_of(&open.scenario), "a verdict on another: {done}");
    }
    let of = viewer.panels.playtest.scenario();
    assert!(of.is_none_or(|of| Arc::ptr_eq(of, &open.scenario)), "matches of another: {done}");
    if let Some(played) = &open.scenario.played {
        assert_eq!(played.start, formats::start_digest(&open.scenario), "a proof of another: {done}");
    }
    let said = open.rolled_from().map(|request| Request { fair: open.request.fair.clone(), ..request });
    assert!(said.is_none_or(|said| said == open.request), "the recipe of another: {done}");
    let camera = viewer.context.view.camera;
    assert!(camera.scale.is_finite() && camera.center.is_finite(), "{camera:?} after {done}");
    assert!((0.5..=3.0).contains(&viewer.context.services.session.zoom), "after {done}");
    assert_eq!(
        Session::read(&viewer.context.services.session.write()).0,
        viewer.context.services.session,
        "after {done}"
    );
    assert_eq!(
        viewer.context.view.showing.label() == "finished",
        Arc::ptr_eq(&shown, &open.scenario),
        "{} after {done}",
        viewer.context.view.showing.label()
    );
}

/// Goes through the whole history, back, forth, and to where it was: no document is there twice, and none is lost.
fn check_history(desk: &mut Desk, done: &str) {
    let viewer = desk.viewer();
    let Some(open) = viewer.context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    let (before, after) = viewer.context.documents.history.ways();
    assert!(before + after < 20, "{done}");
    let mut seen: Vec<Arc<Scenario>> = Vec::new();
    for (forward, steps) in [(false, before), (true, before + after), (false, after)] {
        for _ in 0..steps {
            assert!(viewer.step_history(forward), "{done}");
            let at = Arc::clone(&viewer.context.documents.open.as_ref().expect("a document is open").scenario);
            if forward && seen.len() < steps {
                assert!(!seen.iter().any(|known| Arc::ptr_eq(known, &at)), "twice: {done}");
                seen.push(at);
            }
        }
    }
    assert!(
        Arc::ptr_eq(&viewer.context.documents.open.as_ref().expect("a document is open").scenario, &open),
        "{done}"
    );
}

fn step(desk: &mut Desk, dice: &mut Dice) -> String {
    let done;
    match dice.below(20) {
        0..8 => {
            let command = dice.one(commands());
            done = format!("command {}", command.name);
            if !NOT_HERE.contains(&command.name.as_str()) {
                desk.viewer().run(&command.name);
            }
        }
        8 if dice.below(2) == 0 => {
            let name = *dice.one(NAMES);
            done = format!("open {name}");
            desk.viewer().context.open_named(name);
        }
        8..10 => {
            let key = *dice.one(egui::Key::ALL);
            let held = *dice.one(&[
                egui::Modifiers::NONE,
                egui::Modifiers::NONE,
                egui::Modifiers::SHIFT,
                egui::Modifiers::CTRL | egui::Modifiers::COMMAND,
                egui::Modifiers::ALT,
            ]);
            done = format!("key {held:?} {key:?}");
            let is_quit = key == egui::Key::Q && held.ctrl;
            if !is_quit {
                desk.harness.key_press_modifiers(held, key);
            }
        }
        10..13 => {
            let at = egui::pos2(dice.below(1280) as f32, dice.below(800) as f32);
            done = format!("click {at:?}");
            let button = *dice.one(&[
                egui::PointerButton::Primary,
                egui::PointerButton::Primary,
                egui::PointerButton::Secondary,
            ]);
            desk.harness.event(egui::Event::PointerMoved(at));
            for pressed in [true, false] {
                desk.harness.event(egui::Event::PointerButton {
                    pos: at,
                    button,
                    pressed,
                    modifiers: egui::Modifiers::NONE,
                });
                if dice.below(3) == 0 {
                    let to = egui::pos2(dice.below(1280) as f32, dice.below(800) as f32);
                    desk.harness.event(egui::Event::PointerMoved(to));
                }
            }
        }
        13 => {
            let delta = egui::vec2(0.0, *dice.one(&[-4000.0, -300.0, -30.0, 30.0, 300.0, 4000.0]));
            done = format!("wheel {delta:?}");
            desk.harness.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta,
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: egui::Modifiers::NONE,
            });
        }
        14 => {
            let fields = desk.harness.root().children_recursive().filter(|node| {
                matches!(node.accesskit_node().role(), Role::TextInput | Role::MultilineTextInput | Role::SpinButton)
            });
            let fields: Vec<_> = fields.collect();
            let text = *dice.one(TEXTS);
            done = format!("type {text:?} into one of {} fields", fields.len());
            if !fields.is_empty() {
                dice.one(&fields).focus();
                desk.harness.event(egui::Event::Text(text.to_owned()));
                desk.harness.key_press(*dice.one(&[egui::Key::Enter, egui::Key::Escape, egui::Key::Tab]));
            }
        }
        15..18 => {
            // Something that can be clicked, whatever it is: the most fruitful way.
            let nodes: Vec<String> = desk
                .harness
                .root()
                .children_recursive()
                .filter(|node| !node.accesskit_node().is_disabled())
                .filter_map(|node| node.accesskit_node().label())
                .filter(|label| !label.starts_with("Quit") && !label.starts_with("Surprise") && !label.contains(": "))
                .collect();
            let label = if nodes.is_empty() { String::new() } else { dice.one(&nodes).clone() };
            done = format!("choose {label}");
            if let Some(node) = desk.harness.query_all_by_label(&label).next() {
                if dice.below(4) == 0 { node.focus() } else { node.click_accesskit() }
            }
        }
        _ => {
            let text = *dice.one(TEXTS);
            done = format!("type {text:?}");
            desk.harness.event(egui::Event::Text(text.to_owned()));
            if dice.below(2) == 0 {
                desk.harness.key_press(egui::Key::Enter);
            }
        }
    }
    desk.harness.run_steps(2);
    done
}

fn play(seed: u64, steps: usize, tells: bool) {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut desk = Desk::new();
    desk.files.put("garbage.g", (0..4000).map(|_| dice.below(256) as u8).collect::<Vec<u8>>());
    desk.files.put("garbage.ron", (0..4000).map(|_| dice.below(256) as u8).collect::<Vec<u8>>());
    desk.files.put("empty.ron", "");
    desk.keep_short();
    for number in 0..steps {
        if number == 0 {
            desk.viewer().context.open_named(NAMES[seed as usize % 10]);
            desk.settle();
        }
        let began = std::time::Instant::now();
        let done = step(&mut desk, &mut dice);
        desk.keep_short();
        if tells {
            eprintln!("{seed}.{number}: {done} ({:?})", began.elapsed());
        }
        check(&mut desk, &format!("{seed}.{number}: {done}"));
        if number % 40 == 39 {
            check_history(&mut desk, &format!("{seed}.{number}: {done}"));
        }
    }
}

#[test]
fn nothing_that_is_done_at_random_breaks_the_window() {
    // By hand: MONKEY=FIRST,LAST,STEPS plays others, and tells what is done.
    let asked = std::env::var_os("MONKEY").map(|text| text.to_string_lossy().into_owned());
    let numbers: Option<Vec<u64>> = asked.and_then(|text| text.split(',').map(|part| part.parse().ok()).collect());
    let (first, last, steps, tells) = match numbers.as_deref() {
        Some(&[first, last, steps]) => (first, last, steps as usize, true),
        _ => (1, 2, 120, false),
    };
    for seed in first..=last {
        play(seed, steps, tells);
    }
}
