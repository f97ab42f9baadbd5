//! Kills in the midst of edits: a window in a process of its own edits at random and is killed with no chance to say a word. At most two
//! seconds of edits are lost, nothing is half-written, and the next window goes on from there.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use chance::{Seed, digest};
use eframe::egui;
use egui_kittest::Harness;
use fairmarch_viewer::{Jobs, Launch, Viewer};
use world::edit::{Edit, LayerKey, Paint, UnitEdit};
use world::{Place, Scenario, Unit};

use crate::rough::until;
use crate::{is_long, quick};

/// Where the process that is killed works; set for it alone.
const FOLDER: &str = "FAIRMARCH_KILLED_IN";

/// How long edits may wait for being written.
const MOST_LOST: Duration = Duration::from_secs(2);

/// A window with jobs on threads over the real disk.
fn window(folder: &Path) -> Harness<'static, Viewer> {
    let context = egui::Context::default();
    let launch = Launch {
        files: Arc::new(host::Disk::default()),
        jobs: Jobs::threads(context.clone()),
        session: quick(),
        fresh_seed: Box::new(|| 1),
        recovery: Some(folder.join("recovery")),
    };
    let mut viewer = Viewer::new(context, launch);
    viewer.start.skip_pictures();
    Harness::builder()
        .with_size(egui::vec2(1280.0, 800.0))
        .build_ui_state(|ui, viewer: &mut Viewer| viewer.show(ui), viewer)
}

fn open_scenario(viewer: &Viewer) -> Option<&Arc<Scenario>> {
    viewer.context.documents.open.as_ref().map(|open| &open.scenario)
}

/// What a scenario holds, in eight digits, however it was made.
fn mark(scenario: &Scenario) -> String {
    let mut plain = scenario.clone();
    plain.origins.string.clear();
    (plain.fairness, plain.played) = (None, None);
    format!("{:08x}", digest(&formats::write_scenario(&plain)))
}

fn now() -> u128 {
    SystemTime::UNIX_EPOCH.elapsed().expect("after 1970").as_millis()
}

/// Opens what waits for being recovered, or a new start.
fn begin(harness: &mut Harness<'static, Viewer>) {
    if !harness.state_mut().run("recover") {
        harness.state_mut().context.open_named("duel:5");
    }
    until(harness, "it opens", |viewer| open_scenario(viewer).is_some());
}

/// The process that is killed: it edits, and notes after each edit when that was and what there is now.
#[test]
fn edits_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut harness = window(&folder);
    begin(&mut harness);
    let mut notes = fs::OpenOptions::new().create(true).append(true).open(folder.join("notes")).expect("notes");
    let mut note = |viewer: &Viewer| {
        let scenario = open_scenario(viewer).expect("it is open");
        writeln!(notes, "{} {}", now(), mark(scenario)).expect("it is noted");
    };
    note(harness.state());
    let mut stream = Seed(now() as u64).stream("kills");
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        let context = &mut harness.state_mut().context;
        let scenario = Arc::clone(&context.documents.open.as_ref().expect("it is open").scenario);
        let cells: Vec<grid::Cell> = scenario.world.area.cells().collect();
        let cell = *stream.choose(&cells).expect("a cell");
        let (back, _) = context.documents.open.as_ref().map_or((0, 0), |open| open.edits());
        let edit = match stream.below(4) {
            0 if back > 0 => None,
            1 => {
                let like = stream.choose(&scenario.units).expect("a unit").clone();
                let unit = Unit::new(like.kind, Place::Cell(cell), like.side);
                Some(Edit::Units(UnitEdit::place(&scenario, unit)))
            }
            _ => Some(Edit::Paint(Paint::new(LayerKey::Elevation, vec![(cell, stream.below(900) as i32)]))),
        };
        let is_done = match edit {
            Some(edit) => context.edit("Edit", &edit, false),
            None => context.jump_edits(back - 1),
        };
        if is_done {
            note(harness.state());
        }
        for _ in 0..5 {
            harness.run_steps(1);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Starts the process, and returns once it edits.
fn started(folder: &Path, lines: usize) -> Child {
    let program = std::env::current_exe().expect("this test");
    let child = Command::new(program)
        .args(["--exact", "kills::edits_until_it_is_killed", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let began = Instant::now();
    while notes(folder).len() <= lines + 1 {
        assert!(began.elapsed() < Duration::from_secs(120), "it does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

/// The moments that were noted whole: when, and what there was.
fn notes(folder: &Path) -> Vec<(u128, String)> {
    let text = fs::read_to_string(folder.join("notes")).unwrap_or_default();
    let finished = text.rfind('\n').map_or("", |end| &text[..end]);
    let note =
        |line: &str| line.split_once(' ').map(|(at, mark)| (at.parse::<u128>().expect("a time"), mark.to_owned()));
    finished.lines().filter_map(note).collect()
}

// Takes seconds: it waits for edits to be written, and for processes to start.
#[test]
fn kills_lose_two_seconds_of_edits_at_most() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    // By day one that has written already and one that had hardly time to; at night twenty within about two hundred edits.
    let waits: Vec<u64> =
        if is_long() { (0..20).map(|kill| 100 + 397 * kill % 1600).collect() } else { vec![1500, 300] };
    let mut lines = 0;
    for (kill, wait) in waits.into_iter().enumerate() {
        let mut child = started(here, lines);
        std::thread::sleep(Duration::from_millis(wait));
        let killed = now();
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        let noted = notes(here);
        // Nothing is recovered of a window that lived too short: then the next one begins anew.
        let safe = noted.iter().rposition(|(at, _)| at + MOST_LOST.as_millis() <= killed);
        let mut next = window(here);
        begin(&mut next);
        let there = mark(open_scenario(next.state()).expect("it is open"));
        let found = noted.iter().rposition(|(_, mark)| *mark == there);
        assert!(found.is_some(), "kill {kill}: what is recovered was never there");
        assert!(found >= safe, "kill {kill}: {found:?} of {}, but {safe:?} was two seconds old", noted.len());
        lines = noted.len();
    }
    assert!(lines > 10, "{lines} edits");
}
