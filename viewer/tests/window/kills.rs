//! Kills: a window that dies in the middle of editing loses two seconds at most, and leaves nothing half-written.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fairmarch_viewer::Viewer;
use grid::Cell;
use world::Scenario;
use world::edit::{Edit, LayerKey, Paint};

use crate::is_long;
use crate::rough::{threaded_over, until};

/// Where the child keeps its edits.
const FOLDER: &str = "FAIRMARCH_KILL_FOLDER";

/// How many edits a child makes at most.
const EDITS: usize = 200;

/// How much may be lost, in milliseconds.
const LOST_MAX: u64 = 2_000;

/// An edit by its number, from 1: a cell gets a terrain that it has not.
fn edit(scenario: &Scenario, number: usize) -> Edit {
    let world = &scenario.world;
    let cell = Cell((number * 7_919 % world.area.len()) as u32);
    let mut kinds = scenario.design.cell_terrain().filter(|&kind| kind != world.terrain_at(cell));
    let kind = kinds.nth(number % 2).or_else(|| kinds.next()).or_else(|| scenario.design.cell_terrain().next());
    let kind = kind.expect("a design has terrain");
    Edit::Paint(Paint::fill(LayerKey::Terrain, vec![cell], design::TypeId::index(kind) as i32))
}

fn shown(viewer: &Viewer) -> &Arc<Scenario> {
    &viewer.context.documents.open.as_ref().expect("something is open").scenario
}

/// The window that is killed: it edits, and tells each edit with the milliseconds since the first.
#[test]
#[ignore = "the test of kills starts it, as a process of its own"]
fn a_window_that_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut harness = threaded_over(Arc::new(host::Disk::default()), Some(PathBuf::from(folder)));
    harness.state_mut().context.open_named("duel:1");
    until(&mut harness, "it opens", |viewer| viewer.context.documents.open.is_some());
    let began = Instant::now();
    for number in 1..=EDITS {
        let viewer = harness.state_mut();
        let edit = edit(shown(viewer), number);
        assert!(viewer.context.edit("Paint", &edit, false), "{}", viewer.context.services.notice);
        println!("edit {number} {}", began.elapsed().as_millis());
        harness.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    // Its end is the kill.
    loop {
        harness.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a window in a process of its own and kills it right after an edit. Returns when each edit was made.
fn kill_after(edits: usize, folder: &Path) -> Vec<u64> {
    let program = std::env::current_exe().expect("it runs");
    let mut child = Command::new(program)
        .args(["kills::a_window_that_is_killed", "--exact", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program starts again");
    let mut told = BufReader::new(child.stdout.take().expect("it is a pipe"));
    let mut times = Vec::new();
    let take = |line: &str, times: &mut Vec<u64>| {
        if let Some((_, rest)) = line.split_once("edit ")
            && let Some((number, time)) = rest.trim_end().split_once(' ')
        {
            assert_eq!(number.parse(), Ok(times.len() + 1));
            times.push(time.parse().expect("it is a number"));
        }
    };
    while times.len() < edits {
        let mut line = String::new();
        assert!(told.read_line(&mut line).expect("it is text") > 0, "the window ended by itself: {times:?}");
        take(&line, &mut times);
    }
    child.kill().expect("it is killed");
    child.wait().expect("it is gone");
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("it is text");
    // A line may be cut short by the kill.
    rest.lines().filter(|line| line.split(' ').count() == 3).for_each(|line| take(line, &mut times));
    times
}

// Takes seconds: windows edit for more than the second in which edits wait to be written.
#[test]
fn a_kill_loses_two_seconds_of_edits_at_most_and_leaves_nothing_half_written() {
    for kill in 0..if is_long() { 20 } else { 2 } {
        let folder = tempfile::tempdir().expect("a folder");
        let times = kill_after(120 + kill * 53 % (EDITS - 120), folder.path());
        let mut next = threaded_over(Arc::new(host::Disk::default()), Some(folder.path().to_owned()));
        assert!(next.state_mut().run("recover"), "nothing was kept of {} edits", times.len());
        until(&mut next, "it is recovered", |viewer| viewer.context.documents.open.is_some());
        let open = next.state().context.documents.open.clone().expect("it is open");
        let (made, after) = open.edits();
        assert!(made > 0 && made <= times.len() && after == 0, "{made} and {after} of {}", times.len());
        // What is there is what the first edits made.
        let edited = open.edited.as_ref().expect("it has a journal");
        let mut again = Scenario::clone(&edited.plain);
        for number in 1..=made {
            edit(&again, number).apply(&mut again).expect("it was made before");
        }
        assert!(again.world.terrain == open.scenario.world.terrain, "after {made} edits");
        // What is not there is young.
        let last = *times.last().expect("there are some");
        let lost = times.get(made).map_or(0, |first| last - first);
        assert!(lost <= LOST_MAX, "{lost} ms are lost: {made} of {} edits", times.len());
    }
}
