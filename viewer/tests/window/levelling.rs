//! Rolls that are levelled in the background: the plain one is there first.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::Viewer;
use pipeline::{FairWish, Request};
use world::Scenario;

use crate::Desk;
use crate::rough::{threaded, until};

const PLAIN: &str = "classic:1:sides=2,size=30x30";

/// Few matches.
fn short() -> FairWish {
    FairWish { player: "greedy".to_owned(), matches: Some(40), ..FairWish::default() }
}

/// So many that a test ends long before they are played.
fn endless() -> FairWish {
    FairWish { matches: Some(100_000), ..short() }
}

/// A window with jobs on threads that levels what it rolls, with the plain roll.
fn levelling(wish: FairWish) -> Harness<'static, Viewer> {
    let mut harness = threaded();
    let viewer = harness.state_mut();
    viewer.context.services.session.level_rolls = true;
    viewer.panels.fairness.wish = wish;
    viewer.context.services.show_panel("fairness");
    viewer.context.open_named(PLAIN);
    until(&mut harness, "it is rolled", |viewer| viewer.context.documents.open.is_some());
    harness
}

fn scenario(viewer: &Viewer) -> &Arc<Scenario> {
    &viewer.context.documents.open.as_ref().expect("something is open").scenario
}

fn reads(harness: &Harness<'static, Viewer>, part: &str) -> bool {
    harness.query_all_by_label_contains(part).next().is_some()
}

#[test]
fn the_plain_roll_is_there_first_and_the_levelled_one_takes_its_place() {
    let mut harness = levelling(short());
    let viewer = harness.state();
    let plain = Arc::clone(scenario(viewer));
    assert!(plain.played.is_none() && viewer.panels.fairness.is_levelling());
    harness.run_steps(1);
    assert!(reads(&harness, "Levelling") && reads(&harness, "Cancel levelling"));
    // While somebody looks at a stage, the map does not change under them.
    let stage = Arc::clone(&harness.state().context.documents.open.as_ref().unwrap().making.stages[0].scenario);
    harness.state_mut().context.view.show_preview("a stage", stage);
    let began = std::time::Instant::now();
    while !reads(&harness, "It is levelled, and waits") {
        assert!(began.elapsed().as_secs() < 600, "never levelled");
        harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(Arc::ptr_eq(scenario(harness.state()), &plain));
    harness.state_mut().context.view.show_finished();
    harness.run_steps(3);
    let viewer = harness.state();
    let levelled = scenario(viewer);
    assert!(levelled.played.is_some() && !viewer.panels.fairness.is_levelling(), "{}", viewer.context.services.notice);
    // It is the same roll: nothing to go back to, the request as it was, the making known, and a string that gives it.
    assert_eq!(viewer.context.documents.history.ways(), (0, 0));
    let open = viewer.context.documents.open.as_ref().unwrap();
    assert!(open.request.fair.is_none() && !open.making.times.is_empty() && !open.making.stages.is_empty());
    assert!(
        open.string().contains("fair=even") && viewer.context.services.session.last == open.string(),
        "{}",
        open.string()
    );
    assert!(
        viewer.context.services.notice.contains(&levelled.played.as_ref().unwrap().words),
        "{}",
        viewer.context.services.notice
    );
    assert!(reads(&harness, "What its seats won of") && reads(&harness, "Predicted from its measures"));
    // Another one is plain again, and levelled by itself.
    harness.state_mut().run("next-roll");
    until(&mut harness, "the next", |viewer| scenario(viewer).origins.seed != 1);
    assert!(scenario(harness.state()).played.is_none() && harness.state().panels.fairness.is_levelling());
    harness.state_mut().run("back");
    assert!(scenario(harness.state()).played.is_some(), "what was levelled is kept");
    assert!(!harness.state().panels.fairness.is_levelling());
}

#[test]
fn a_changed_request_and_another_scenario_drop_it() {
    let mut harness = levelling(endless());
    until(&mut harness, "nobody waits for it", |viewer| !viewer.is_busy());
    let viewer = harness.state_mut();
    assert!(viewer.panels.fairness.is_levelling());
    let plain = Arc::clone(scenario(viewer));
    let request = Request { seed: 2, ..viewer.context.documents.open.as_ref().unwrap().request.clone() };
    viewer.context.ask(request);
    harness.run_steps(1);
    assert!(!harness.state().panels.fairness.is_levelling(), "its request no longer holds");
    until(&mut harness, "the next", |viewer| {
        scenario(viewer).origins.seed == 2 && viewer.panels.fairness.is_levelling()
    });
    // A scenario that came from a file stays as it is until somebody asks.
    let viewer = harness.state_mut();
    viewer.set_open(fairmarch_viewer::Document::of_scenario(Scenario::clone(&plain)));
    assert!(!viewer.panels.fairness.is_levelling());
    harness.run_steps(3);
    assert!(scenario(harness.state()).played.is_none() && !harness.state().panels.fairness.is_levelling());
}

#[test]
fn it_is_cancelled_and_switched_off_and_on() {
    let mut harness = levelling(endless());
    harness.run_steps(2);
    harness.get_by_label("Cancel levelling").click_accesskit();
    harness.run_steps(2);
    assert!(!harness.state().panels.fairness.is_levelling() && reads(&harness, "Not levelled: that was cancelled."));
    assert_eq!(harness.state().context.services.notice, "Cancelled: the plain roll stays.");
    assert!(harness.state_mut().run("level-rolls") && harness.state_mut().run("level-rolls"));
    assert!(harness.state().panels.fairness.is_levelling(), "it is on again");
    harness.state_mut().run("cancel");
    assert!(!harness.state().panels.fairness.is_levelling());
    harness.state_mut().run("level-rolls");
    let viewer = harness.state_mut();
    let session = fairmarch_viewer::Session::read(&viewer.context.services.session.write()).0;
    assert!(!session.level_rolls, "that is remembered");
    viewer.context.open_named("classic:3:sides=2,size=30x30");
    until(&mut harness, "the plain one", |viewer| scenario(viewer).origins.seed == 3 && !viewer.is_busy());
    assert!(!harness.state().panels.fairness.is_levelling() && scenario(harness.state()).played.is_none());
}

#[test]
fn what_has_nothing_to_level_says_why_and_a_string_that_asks_is_levelled() {
    let mut desk = Desk::new();
    desk.viewer().context.services.session.level_rolls = true;
    desk.viewer().panels.fairness.wish = short();
    desk.viewer().context.open_named("vault:5:size=30x18");
    desk.settle();
    desk.run("panel-fairness");
    assert!(desk.reads("Not levelled: it has one seat"), "{:?}", desk.labels());
    desk.viewer().context.services.session.level_rolls = false;
    desk.viewer().context.open_named(&format!("{PLAIN},fair=even,fair-player=greedy,fair-matches=40"));
    desk.settle();
    let open = desk.viewer().context.documents.open.clone().unwrap();
    assert!(open.scenario.played.is_some() && open.request.fair.is_some(), "{}", desk.viewer().context.services.notice);
    desk.choose("Reset Fair");
    assert!(scenario(desk.viewer()).played.is_none(), "it is plain again");
}
