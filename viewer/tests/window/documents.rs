//! Documents: what is wished becomes what is open when it is rolled; what goes on beside the window belongs to the document of which it is
//! true; nothing is lost that cannot be brought back. Jobs end here in the order in which the test ends them.

use std::path::Path;
use std::sync::Arc;

use diagnostics::FileReader;
use pipeline::{FairGoal, FairWish, Request};
use world::Scenario;

use crate::{Desk, quick};

const FIRST: &str = "generals-view:5";

fn scenario(desk: &mut Desk) -> Arc<Scenario> {
    Arc::clone(&desk.viewer().context.documents.open.as_ref().expect("something is open").scenario)
}

fn string(desk: &mut Desk) -> String {
    desk.viewer().context.documents.open.as_ref().expect("something is open").string().to_owned()
}

fn request(desk: &mut Desk) -> Request {
    desk.viewer().context.documents.open.as_ref().expect("something is open").request.clone()
}

/// A window in which one match is played of a proof.
fn proving() -> Desk {
    let mut desk = Desk::stepped(FIRST, quick());
    desk.viewer().panels.fairness.wish = FairWish {
        goal: FairGoal::Proof { tenths: 150 },
        player: "greedy".to_owned(),
        matches: Some(1),
        ..FairWish::default()
    };
    assert!(desk.viewer().run("prove-fair"));
    desk
}

#[test]
fn what_is_wished_is_open_when_its_roll_lands_and_what_was_overtaken_never() {
    let mut desk = Desk::stepped(FIRST, quick());
    let (before, plain) = (request(&mut desk), scenario(&mut desk));
    for seed in [7, 8] {
        desk.viewer().context.ask(Request { seed, ..before.clone() });
        assert_eq!((request(&mut desk), desk.viewer().context.wished().unwrap().seed), (before.clone(), seed));
        desk.harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(60));
        desk.harness.run_steps(1);
    }
    assert_eq!(desk.jobs.begun().iter().filter(|title| *title == "Rolling").count(), 2);
    desk.finish("Rolling");
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)), "nobody waits for the first any more");
    desk.finish("Rolling");
    assert_eq!((request(&mut desk).seed, scenario(&mut desk).origins.seed), (8, 8));
    // What is taken back before it lands is not rolled either.
    desk.viewer().context.ask(Request { seed: 9, ..before });
    desk.viewer().run("back");
    assert!(desk.viewer().context.services.notice.contains("taken back"), "{}", desk.viewer().context.services.notice);
    assert_eq!(desk.viewer().context.wished().unwrap().seed, 8);
    desk.viewer().run("back");
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)));
    desk.viewer().run("forward");
    assert_eq!(scenario(&mut desk).origins.seed, 8);
}

#[test]
fn a_roll_during_a_playtest_keeps_both() {
    let mut desk = Desk::stepped(FIRST, quick());
    desk.keep_short();
    let first = string(&mut desk);
    desk.viewer().run("playtest-start");
    desk.finish("Reading the rules");
    assert!(desk.viewer().panels.playtest.run.is_some());
    desk.viewer().run("next-roll");
    desk.finish("Rolling");
    assert_ne!(string(&mut desk), first);
    assert!(desk.viewer().panels.playtest.run.is_none(), "no match was played of this one");
    assert!(desk.reads(&format!("{first}: Playing")), "it goes on: {:?}", desk.labels());
    desk.finish("Playing");
    assert_eq!(desk.viewer().context.services.notice, format!("{first}: Played 2 matches."));
    desk.viewer().run("back");
    desk.harness.run_steps(2);
    assert_eq!(desk.viewer().panels.playtest.run.as_ref().map(|run| run.played()), Some(2));
    desk.viewer().run("forward");
    assert!(desk.viewer().panels.playtest.run.is_none());
}

#[test]
fn a_proof_that_lands_after_another_roll_stays_with_what_was_proved() {
    let mut desk = proving();
    desk.viewer().run("next-roll");
    desk.finish("Rolling");
    let other = scenario(&mut desk);
    assert!(request(&mut desk).fair.is_none() && other.origins.seed != 5, "no proof of another seed");
    desk.finish("Proving fair");
    assert!(Arc::ptr_eq(&other, &scenario(&mut desk)) && other.played.is_none());
    let told = desk.viewer().context.services.notice.clone();
    assert!(told.starts_with("generals-view@") && told.contains(":5:fair") && told.contains("Ctrl+Z"), "{told}");
    desk.viewer().run("back");
    let played = scenario(&mut desk).played.clone().expect("this one was proved");
    assert_eq!(played.start, formats::start_digest(&scenario(&mut desk)));
    desk.viewer().run("back");
    let plain = scenario(&mut desk);
    assert!(
        plain.played.is_none() && plain.origins.seed == 5 && desk.viewer().context.documents.history.ways() == (0, 2)
    );
}

#[test]
fn a_proof_that_is_cancelled_leaves_nothing_behind() {
    let mut desk = proving();
    let (before, plain) = (request(&mut desk), scenario(&mut desk));
    desk.viewer().run("cancel");
    desk.finish("Proving fair");
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)) && request(&mut desk) == before);
    assert_eq!(desk.viewer().context.wished(), Some(&before), "nothing of it stays in the recipe");
    // While a roll is awaited, only that is cancelled.
    assert!(desk.viewer().run("prove-fair"));
    desk.viewer().run("next-roll");
    desk.viewer().run("cancel");
    assert!(desk.viewer().panels.fairness.is_levelling() && desk.viewer().context.wished() == Some(&before));
}

#[test]
fn a_string_that_asks_for_a_proof_shows_its_plain_roll_at_once() {
    let mut desk = Desk::stepped(&format!("{FIRST}:fair=15,fair-player=greedy,fair-matches=1"), quick());
    assert!(scenario(&mut desk).played.is_none() && desk.viewer().context.documents.history.ways() == (0, 0));
    desk.finish("Proving fair");
    assert!(scenario(&mut desk).played.is_some() && string(&mut desk).contains("fair=15"));
    assert_eq!(desk.viewer().context.documents.history.ways(), (0, 0), "it is the same document");
}

#[test]
fn what_nothing_gives_again_comes_back_and_that_is_told() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.run("next-roll");
    assert!(!desk.viewer().context.services.notice.contains("not saved"), "its string gives it again");
    desk.run("reroll-stage");
    let own = scenario(&mut desk);
    assert!(desk.viewer().context.documents.open.as_ref().unwrap().title().ends_with("not saved"));
    desk.press("Ctrl+R");
    let told = desk.viewer().context.services.notice.clone();
    assert!(told.contains("What was open is not saved: Back leads to it (Ctrl+Z)."), "{told}");
    desk.press("Ctrl+Z");
    assert!(Arc::ptr_eq(&own, &scenario(&mut desk)));
    desk.press("Ctrl+Shift+Z");
    assert!(!Arc::ptr_eq(&own, &scenario(&mut desk)));
    desk.press("Ctrl+Z");
    // It has no file yet, so a name is asked for, and nothing is written.
    desk.run("save-scenario");
    assert!(desk.sees("It has no file yet: name one, then write it."), "{:?}", desk.labels());
    assert!(!desk.files.is_file(Path::new("out/scenario.ron")));
    desk.click("Write the file");
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().file, "out/scenario.ron");
    desk.press("Ctrl+R");
    assert!(!desk.viewer().context.services.notice.contains("not saved"), "{}", desk.viewer().context.services.notice);
}

#[test]
fn a_design_of_ones_own_is_marked_copied_and_opened_again() {
    let mut desk = Desk::new();
    desk.files.put("mine/design.ron", "{ \"extends\": \"duel\", \"title\": \"Mine\" }");
    desk.viewer().context.open_named("mine");
    desk.settle();
    let made = scenario(&mut desk);
    let own = string(&mut desk);
    let address = format!("mine {own}");
    desk.click("Favourite");
    let session = desk.viewer().context.services.session.clone();
    assert_eq!((session.favourites, session.last), (vec![address.clone()], address.clone()));
    desk.run("copy-string");
    assert_eq!(desk.viewer().context.services.notice, format!("Copied {address}"));
    desk.run("next-roll");
    assert_ne!(string(&mut desk), own);
    desk.click("Favourites (1)");
    desk.click(&address);
    assert_eq!(scenario(&mut desk).world, made.world, "{}", desk.viewer().context.services.notice);
    desk.viewer().context.open_named("duel:1");
    desk.settle();
    desk.viewer().context.open_named(&address);
    desk.settle();
    assert_eq!((string(&mut desk), desk.viewer().context.services.session.last.clone()), (own, address));
}

#[test]
fn a_design_that_fails_is_no_fault_of_the_recipe_that_is_shown() {
    let mut desk = Desk::open("duel:1");
    desk.viewer().context.open_named("classic:1:size=3x3");
    desk.settle();
    assert!(
        desk.viewer().context.documents.requests.fault.is_empty(),
        "{}",
        desk.viewer().context.documents.requests.fault
    );
    assert!(desk.sees("classic:1:size=3x3: 1 error") && desk.sees("1 error"), "{:?}", desk.labels());
    // What opens then is well, and says so.
    desk.run("next-roll");
    assert!(!desk.reads("1 error"), "{:?}", desk.labels());
}

#[test]
fn icons_are_those_of_their_own_design_and_side() {
    let (mut one, mut other) = (Desk::open("generals-view:1"), Desk::open("duel:3"));
    let (one, other) = (scenario(&mut one), scenario(&mut other));
    let context = eframe::egui::Context::default();
    let mut sprites = fairmarch_viewer::map::Sprites::default();
    let mut icon = |scenario: &Scenario, side| {
        sprites.get(&context, scenario, <design::UnitType as design::TypeId>::at(0), world::SideId(side)).id()
    };
    let first = icon(&one, 1);
    assert_ne!(first, icon(&other, 1), "another game has other icons");
    assert_eq!(first, icon(&one, 1), "and this one keeps its own");
    let mut recolored = Scenario::clone(&one);
    recolored.sides[0].color = "#123456".to_owned();
    assert_ne!(first, icon(&recolored, 1));
}
