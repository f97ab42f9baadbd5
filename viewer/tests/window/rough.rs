//! Rough handling: jobs that newer jobs overtake, odd files, and scenarios without the usual parts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use eframe::egui;
use egui_kittest::Harness;
use fairmarch_viewer::map::Arrangement;
use fairmarch_viewer::{Document, Files, Jobs, LENSES, Launch, Memory, PANELS, Viewer, commands};

use crate::{Desk, is_long, quick};

/// A window with jobs on threads, as in earnest.
pub fn threaded() -> Harness<'static, Viewer> {
    threaded_over(Arc::new(Memory::default()), None)
}

/// The same over some files, with a folder in which edits are kept for a crash.
pub fn threaded_over(files: Arc<dyn Files>, recovery: Option<PathBuf>) -> Harness<'static, Viewer> {
    let context = egui::Context::default();
    let seeds = AtomicU64::new(1);
    let launch = Launch {
        files,
        jobs: Jobs::threads(context.clone()),
        session: quick(),
        fresh_seed: Box::new(move || seeds.fetch_add(1, Ordering::Relaxed)),
        recovery,
    };
    let viewer = Viewer::new(context, launch);
    Harness::builder()
        .with_size(egui::vec2(1280.0, 800.0))
        .build_ui_state(|ui, viewer: &mut Viewer| viewer.show(ui), viewer)
}

/// Frames, until something holds.
pub fn until(harness: &mut Harness<'static, Viewer>, what: &str, holds: impl Fn(&Viewer) -> bool) {
    let began = Instant::now();
    while !holds(harness.state()) {
        assert!(
            began.elapsed() < Duration::from_secs(600),
            "never: {what}: {}",
            harness.state().context.services.notice
        );
        harness.run_steps(1);
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn preset(viewer: &Viewer) -> &str {
    viewer.context.documents.open.as_ref().map_or("", Document::preset)
}

#[test]
fn what_is_asked_for_last_is_what_is_shown() {
    let mut harness = threaded();
    harness.state_mut().context.open_named("classic:1:size=40x40");
    until(&mut harness, "it opens", |viewer| !preset(viewer).is_empty() && !viewer.is_busy());
    // Another file, while rolls, lenses, matches and pictures are under way.
    let others = ["duel:3", "labyrinth:6:size=21x21", "duel:4", "classic:2:size=30x30"];
    // The usual run asks twice, the long one four times.
    for (round, other) in others.into_iter().enumerate().take(if is_long() { 4 } else { 2 }) {
        for command in
            ["side-by-side", "pin", "next-roll", "lens-travel", "playtest-start", "reroll-stage", "fairness-worst"]
        {
            harness.state_mut().run(command);
            harness.run_steps(round);
        }
        harness.state_mut().run("save-scenario");
        harness.state_mut().run("export");
        harness.state_mut().context.open_named(other);
        harness.run_steps(round);
        harness.state_mut().context.open_named(other);
        let wanted = other.split(':').next().unwrap();
        until(&mut harness, other, |viewer| preset(viewer) == wanted && !viewer.is_busy());
        let viewer = harness.state();
        assert_eq!(viewer.context.view.showing.label(), "finished");
        let shown = viewer.context.shown().unwrap();
        assert_eq!(viewer.context.view.panes[0].ground.as_ref().unwrap().plan.area(), &shown.world.area);
        harness.state_mut().run("one-pane");
    }
    // Cancelled at any moment, it can still be asked for anew.
    for steps in 0..6 {
        harness.state_mut().run("next-roll");
        harness.state_mut().context.open_named("duel:5");
        harness.run_steps(steps);
        harness.state_mut().run("cancel");
        harness.run_steps(2);
    }
    harness.state_mut().context.open_named("labyrinth:7:size=21x21");
    until(&mut harness, "the labyrinth", |viewer| preset(viewer) == "labyrinth" && !viewer.is_busy());
}

#[test]
fn a_pane_that_is_hidden_while_its_map_is_made_does_not_keep_the_window_busy() {
    let mut harness = threaded();
    harness.state_mut().context.open_named("classic:1:size=60x60");
    until(&mut harness, "it opens", |viewer| !preset(viewer).is_empty() && !viewer.is_busy());
    harness.state_mut().run("side-by-side");
    harness.run_steps(1);
    harness.state_mut().run("one-pane");
    harness.state_mut().run("lens-elevation");
    harness.run_steps(1);
    harness.state_mut().run("start-page");
    until(&mut harness, "it is idle", |viewer| !viewer.is_busy());
    assert!(harness.state().context.view.at_start && harness.state().context.view.panes[1].ground.is_none());
}

#[test]
fn a_stage_or_a_match_gives_way_to_what_is_opened() {
    let mut desk = Desk::open("classic:1:size=30x30");
    desk.run("pin");
    desk.run("stage-previous");
    desk.run("cursor-north");
    desk.run("fairness-worst");
    desk.viewer().context.open_named("duel:3");
    desk.settle();
    let viewer = desk.viewer();
    let area = viewer.context.shown().unwrap().world.area;
    assert_eq!((viewer.context.view.showing.label(), viewer.context.view.cursor), ("finished", None));
    assert!(viewer.context.view.highlight.is_none());
    assert_eq!(viewer.context.view.panes[0].ground.as_ref().unwrap().plan.area(), &area);
    assert_eq!(viewer.context.view.arrangement, Arrangement::One, "a pin ends with its game");
    desk.run("stage-previous");
    desk.run("reroll-stage");
    desk.run("back");
    desk.run("stage-previous");
    desk.run("next-roll");
    assert_eq!(desk.viewer().context.view.showing.label(), "finished");
}

#[test]
fn a_lens_that_has_nothing_to_show_does_not_show_the_scenario_before() {
    let mut desk = Desk::open("provinces:5:size=24x24");
    desk.run("lens-provinces");
    assert!(desk.viewer().context.view.panes[0].ground.is_some());
    desk.viewer().context.open_named("classic:1:size=24x24");
    desk.settle();
    let pane = &desk.viewer().context.view.panes[0];
    assert!(pane.ground.is_none() && !pane.fault.is_empty());
    desk.run("cursor-north");
    desk.run("zoom-in");
    desk.run("lens-terrain");
    assert!(desk.viewer().context.view.panes[0].fault.is_empty());
}

/// Each panel, each lens, and some commands, on what is open.
fn use_all(desk: &mut Desk) {
    for panel in PANELS {
        desk.viewer().context.services.show_panel(panel.name);
        desk.harness.run_steps(1);
    }
    for lens in LENSES {
        desk.viewer().context.view.set_lens(lens.name);
        desk.viewer().context.view.panes[0].choice = 77;
        desk.viewer().context.view.cursor =
            desk.viewer().context.shown().and_then(|shown| shown.world.area.cells().next());
        desk.harness.run_steps(1);
    }
    let of_rooms = ["fairness-", "inspector-", "stage-"];
    for command in commands().iter().filter(|command| of_rooms.iter().any(|room| command.name.starts_with(room))) {
        desk.viewer().run(&command.name);
        desk.harness.run_steps(1);
    }
    desk.harness.run_steps(4);
}

#[test]
fn scenarios_that_lack_almost_everything_can_be_looked_at() {
    let mut desk = Desk::open("classic:1:size=20x20");
    let whole = desk.viewer().context.documents.open.as_ref().unwrap().scenario.clone();
    type Change = fn(&mut world::Scenario);
    let changes: [(&str, Change); 8] = [
        ("no sides", |scenario| {
            scenario.sides.clear();
            scenario.units.retain(|unit| unit.side.0 == 0);
            scenario.fairness = None;
        }),
        ("no units", |scenario| {
            scenario.units.clear();
            scenario.fairness = None;
        }),
        ("one side", |scenario| {
            scenario.sides.truncate(1);
            scenario.units.retain(|unit| unit.side.0 <= 1);
            scenario.fairness = None;
        }),
        ("no features", |scenario| {
            scenario.world.features.clear();
            scenario.world.feature_of = None;
        }),
        ("no terrain", |scenario| scenario.world.terrain = None),
        ("measures of nobody", |scenario| {
            let fairness = scenario.fairness.as_mut().unwrap();
            fairness.worst_seat = 250;
            fairness.measures.iter_mut().for_each(|measure| measure.values.truncate(1));
        }),
        ("measures without numbers", |scenario| {
            let fairness = scenario.fairness.as_mut().unwrap();
            fairness.score = f64::NAN;
            for measure in &mut fairness.measures {
                (measure.min_over_max, measure.weight) = (f64::NAN, f64::INFINITY);
                measure.values.iter_mut().for_each(|value| *value = f64::NAN);
                measure.values.extend([f64::INFINITY, -1e300]);
            }
        }),
        ("names without letters", |scenario| {
            scenario.sides.iter_mut().for_each(|side| side.name.clear());
            scenario.units.iter_mut().for_each(|unit| unit.name.clear());
            scenario.world.features.iter_mut().for_each(|feature| feature.name = "a\nb\u{0}c ".repeat(300));
        }),
    ];
    for (what, change) in changes {
        let mut scenario = (*whole).clone();
        change(&mut scenario);
        println!("{what}");
        let mut desk = Desk::new();
        desk.viewer().set_open(Document::of_scenario(scenario));
        desk.harness.run_steps(4);
        use_all(&mut desk);
    }
}

#[test]
fn the_least_and_the_fullest_worlds_can_be_looked_at() {
    for what in ["duel:1", "classic:1:size=60x60:sides=12", "cylinder:1:size=20x20", "labyrinth:1:size=9x9"] {
        let mut desk = Desk::open(what);
        if desk.viewer().context.documents.open.is_none() {
            println!("{what}: {}", desk.viewer().context.documents.requests.fault);
            continue;
        }
        println!("{what}");
        use_all(&mut desk);
        for _ in 0..60 {
            desk.viewer().run("zoom-out");
        }
        let began = Instant::now();
        desk.harness.run_steps(2);
        assert!(began.elapsed() < Duration::from_secs(5), "{what}");
    }
}

#[test]
fn odd_names_and_texts_are_refused_in_words() {
    let mut desk = Desk::open("duel:3");
    let long = "x".repeat(1 << 20);
    let strings =
        ["classic:1:size=999999x999999", "classic:1:size=0x0", "a\0b", "::::", "classic:-1", "duel:1:sides=0", &long];
    for name in strings {
        desk.viewer().context.open_named(name);
        desk.settle();
        let viewer = desk.viewer();
        assert!(
            !viewer.context.services.notice.is_empty() && !viewer.context.services.notice.contains("fairness"),
            "{:.80}",
            viewer.context.services.notice
        );
        assert_eq!(preset(viewer), "duel");
    }
    for (name, bytes) in [
        ("a.g", vec![0xff; 100_000]),
        ("a.ron", vec![0xff; 100_000]),
        ("b.ron", vec![b'('; 1_000_000]),
        ("b.g", vec![b'('; 1_000_000]),
        ("c.ron", b"(area: (size: (4294967295, 4294967295)))".to_vec()),
        ("d.ron", b"{\"area\": {\"size\": [99999999, 99999999], \"lattice\": \"hex\"}}".to_vec()),
        ("e.ron", vec![0; 1000]),
    ] {
        desk.files.put(name, bytes);
        desk.viewer().context.open_named(name);
        desk.settle();
        assert!(
            desk.viewer().context.services.notice.contains("cannot be opened"),
            "{name}: {:.200}",
            desk.viewer().context.services.notice
        );
    }
}
