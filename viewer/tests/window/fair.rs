//! Shares of wins in the fairness panel, and rolls that are proved fair by playing them.

use std::sync::Arc;

use eframe::egui;
use egui_kittest::kittest::{NodeT, Queryable};
use fairmarch_viewer::document::Base;
use fairmarch_viewer::{Dock, Document, Jobs, find_command, open};
use pipeline::{FairGoal, FairWish, Request};
use world::{Levelling, PlayedFairness, PlayedShare, PlayedVerdict, Scenario};

use crate::Desk;
use crate::rough::{threaded, until};

/// Matches are short, the tolerance is wide, and nothing has to be changed.
const FAIR: &str = "generals-view:2:fair=15,fair-player=greedy";
const TEAMS: &str = "classic:1:sides=4,size=40x40,team=1%2C1%2C2%2C2";

fn scenario(desk: &mut Desk) -> Arc<Scenario> {
    Arc::clone(&desk.viewer().context.documents.open.as_ref().expect("something is open").scenario)
}

fn string(desk: &mut Desk) -> String {
    desk.viewer().context.documents.open.as_ref().expect("something is open").string().to_owned()
}

/// What matches might say, with `before` for each team, and a share for each seat.
fn played(scenario: &Scenario, before: &[f64], shares: &[(f64, f64, f64)]) -> PlayedFairness {
    PlayedFairness {
        start: formats::start_digest(scenario),
        players: vec!["goal".to_owned()],
        seed: 5,
        matches: 1200,
        turn_limit: 100,
        delta: 0.05,
        verdict: PlayedVerdict::Equal,
        words: "equal: every seat wins 50 % of the games, to within 5 points".to_owned(),
        seats: shares.iter().map(|&(rate, low, high)| PlayedShare { rate, low, high, wished: None }).collect(),
        levelling: Some(Levelling {
            before: before.to_vec(),
            before_matches: 96,
            searched: 2400,
            changes: vec!["Veland begins at 3,4, 2 cells from where the plain roll puts it".to_owned()],
        }),
    }
}

/// The label of the shares of a seat or team.
fn shares_of(desk: &Desk, name: &str) -> String {
    let start = format!("Wins of {name}: ");
    let labels = desk.labels();
    let found = labels.iter().find(|label| label.starts_with(&start));
    found.unwrap_or_else(|| panic!("no {start}: {labels:?}")).clone()
}

fn is_disabled(desk: &Desk, label: &str) -> bool {
    desk.harness.get_by_label(label).accesskit_node().is_disabled()
}

#[test]
fn predicted_played_and_earlier_shares_stand_beside_each_other() {
    let mut first = Desk::open("classic:1:sides=2,size=40x40");
    let mut proved = Scenario::clone(&scenario(&mut first));
    proved.played = Some(played(&proved, &[0.7, 0.3], &[(0.512, 0.484, 0.541), (0.488, 0.459, 0.516)]));
    let mut desk = Desk::new();
    desk.files.put("proved.ron", formats::write_scenario(&proved));
    desk.viewer().context.open_named("proved.ron");
    desk.settle();
    desk.run("panel-fairness");
    let predicted = &proved.fairness.as_ref().unwrap().predicted;
    let expected =
        [("70.0 %", predicted[0], "51.2 % (48.4 to 54.1)"), ("30.0 %", predicted[1], "48.8 % (45.9 to 51.6)")];
    for (side, (before, predicted, played)) in proved.sides.iter().zip(expected) {
        let told = shares_of(&desk, &side.name);
        let predicted = format!("{:.1} %", 100.0 * predicted);
        let words = format!("before {before}, predicted {predicted}, played {played}; fair share 50.0 %");
        assert_eq!(told, format!("Wins of {}: {words}", side.name));
    }
    for line in [
        "Equal: every seat wins 50 % of the games, to within 5 points.",
        "1200 matches by goal, with 5 points as tolerance.",
        "2400 matches found what levels the seats:",
        "Veland begins at 3,4, 2 cells from where the plain roll puts it.",
    ] {
        assert!(desk.sees(line), "{line}: {:?}", desk.labels());
    }
    assert!(desk.sees("The hollow bars are those of the plain roll, in 96 matches."));
    assert!(!desk.reads("Nine in ten seats"), "matches say more");
    desk.harness.check_accessibility();
    // Of a plain roll only the prediction is known.
    desk.viewer().context.open_named(first.viewer().context.documents.open.as_ref().unwrap().string());
    desk.settle();
    assert!(desk.reads(&format!("Wins of {}: predicted ", proved.sides[0].name)));
    assert!(!desk.reads("with 5 points as tolerance"));
    assert!(desk.reads("Nine in ten seats that look alike on such maps win between 17 and 83 % of the matches."));
    assert!(desk.reads("\u{201c}Prove fair\u{201d} looks for"), "{:?}", desk.labels());
}

#[test]
fn teams_have_shares_of_their_own() {
    let mut desk = Desk::open(TEAMS);
    desk.run("panel-fairness");
    let mut open = desk.viewer().context.documents.open.clone().unwrap();
    let mut with = Scenario::clone(&open.scenario);
    let (one, two) = ((0.625, 0.6, 0.65), (0.375, 0.35, 0.4));
    with.played = Some(played(&with, &[0.9, 0.1], &[one, one, two, two]));
    open.scenario = Arc::new(with);
    let open: Document = open;
    desk.viewer().set_open(open);
    desk.settle();
    let found = scenario(&mut desk);
    let fairness = found.fairness.as_ref().unwrap();
    // A seat wins with its team, so its share alone is only predicted.
    let told = shares_of(&desk, &found.sides[0].name);
    let predicted = format!("predicted {:.1} %; fair share 25.0 %", 100.0 * fairness.predicted[0]);
    assert_eq!(told, format!("Wins of {}: {predicted}", found.sides[0].name));
    assert!(desk.reads("Teams win together"), "{:?}", desk.labels());
    desk.choose("Teams");
    let names = [&found.sides[2].name, &found.sides[3].name].map(String::as_str).join(", ");
    let predicted = fairness.teams.as_ref().unwrap().predicted[1];
    let words =
        format!("before 10.0 %, predicted {:.1} %, played 37.5 % (35.0 to 40.0); fair share 50.0 %", 100.0 * predicted);
    assert_eq!(shares_of(&desk, &format!("Team 2: {names}")), format!("Wins of Team 2: {names}: {words}"));
    assert!(!desk.reads("Teams win together"));
}

#[test]
fn a_string_that_asks_for_fairness_rolls_and_so_does_the_button() {
    let mut desk = Desk::open(FAIR);
    desk.run("panel-fairness");
    let proved = scenario(&mut desk);
    let found = proved.played.as_ref().expect("it was played");
    assert_eq!((found.verdict, found.players.as_slice()), (PlayedVerdict::Equal, &["greedy".to_owned()][..]));
    assert!(desk.reads("of the games, to within 15 points"), "{:?}", desk.labels());
    assert!(shares_of(&desk, &proved.sides[1].name).contains("before "));
    assert!(desk.sees("Nothing had to be changed."));
    assert!(
        desk.viewer().context.services.notice.contains("equal: every seat wins"),
        "{}",
        desk.viewer().context.services.notice
    );
    assert!(string(&mut desk).ends_with(":2:fair=15,fair-player=greedy"), "{}", string(&mut desk));
    // Its stages are there, as those of any roll.
    assert!(desk.viewer().context.documents.open.as_ref().unwrap().making.stages.len() > 3);
    // The same again would say the same; another tolerance would not.
    assert!(is_disabled(&desk, "Prove fair") && desk.reads("It was rolled so"), "{:?}", desk.labels());
    desk.viewer().panels.fairness.wish.goal = FairGoal::Proof { tenths: 200 };
    desk.settle();
    assert!(!is_disabled(&desk, "Prove fair"));
    // The recipe says so too, and leaves it out again.
    desk.choose("Reset Fair");
    assert!(!string(&mut desk).contains("fair") && scenario(&mut desk).played.is_none(), "{}", string(&mut desk));

    desk.viewer().panels.fairness.wish =
        FairWish { goal: FairGoal::Proof { tenths: 150 }, player: "greedy".to_owned(), ..FairWish::default() };
    desk.settle();
    desk.choose("Prove fair");
    assert_eq!(formats::write_scenario(&scenario(&mut desk)), formats::write_scenario(&proved));
    desk.run("back");
    assert!(scenario(&mut desk).played.is_none(), "it is a roll like others");
}

#[test]
fn an_even_start_is_found_in_the_window_too() {
    let mut desk = Desk::open("generals-view:2:fair-matches=60,fair-player=greedy,fair=15");
    desk.run("panel-fairness");
    desk.choose("Find an even start");
    let found = scenario(&mut desk).played.clone().expect("it was played");
    assert_eq!(found.verdict, PlayedVerdict::Open);
    assert!(desk.reads("The most even of 1 start that 600 matches found, not proved"), "{:?}", desk.labels());
    assert!(string(&mut desk).ends_with(":2:fair=best,fair-player=greedy"), "{}", string(&mut desk));
    assert!(is_disabled(&desk, "Find an even start") && !is_disabled(&desk, "Prove fair"));
}

#[test]
fn what_is_not_proved_is_shown_with_its_sentence() {
    let mut desk = Desk::open(&format!("{FAIR},fair-matches=100"));
    desk.run("panel-fairness");
    let found = scenario(&mut desk).played.clone().expect("what there is was taken");
    assert_eq!(found.verdict, PlayedVerdict::Open);
    assert!(desk.reads("Not proved in 100 matches: ") && desk.sees("Nothing was changed."), "{:?}", desk.labels());
    // A first look takes no more matches than there may be.
    desk.viewer().context.open_named(&format!("{FAIR},fair-matches=1"));
    desk.settle();
    assert!(
        desk.viewer().context.services.notice.contains("not proved in 1 match"),
        "{}",
        desk.viewer().context.services.notice
    );
}

#[test]
fn what_cannot_be_proved_says_why() {
    let mut desk = Desk::open("vault:1:size=30x18");
    desk.run("panel-fairness");
    let refused = |desk: &mut Desk, why: &str| {
        assert!(desk.reads(why), "{why}: {:?}", desk.labels());
        assert!(is_disabled(desk, "Prove fair"));
        let command = find_command("prove-fair").unwrap();
        assert!(!desk.viewer().run("prove-fair") && desk.viewer().disabled_reason(command).unwrap().contains(why));
    };
    let why = "There is only one seat: nobody else could win.";
    refused(&mut desk, why);
    let made = Scenario::clone(&scenario(&mut desk));
    // Different advantages are wishes for different shares.
    desk.viewer().context.open_named("classic:1:size=40x40,advantage=1%2C2");
    desk.settle();
    assert!(!is_disabled(&desk, "Prove fair") && desk.reads("fair share 66.7 %"), "{:?}", desk.labels());
    desk.files.put("made.ron", formats::write_scenario(&made));
    desk.viewer().context.open_named("made.ron");
    desk.settle();
    refused(&mut desk, why);
    // A key that is bound to it tells the reason too.
    desk.viewer().context.services.keys.add("prove-fair", "Ctrl+J".parse().unwrap());
    desk.press("Ctrl+J");
    assert!(desk.viewer().context.services.notice.contains(why), "{}", desk.viewer().context.services.notice);
    // So does the palette.
    desk.viewer().context.services.tell("");
    desk.run("palette");
    desk.type_text("prove-fair");
    desk.press("Enter");
    assert!(desk.viewer().context.services.notice.contains(why), "{}", desk.viewer().context.services.notice);
}

#[test]
fn a_stage_rolled_again_takes_the_proof_away() {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.run("panel-fairness");
    desk.run("panel-stages");
    let mut open = desk.viewer().context.documents.open.clone().unwrap();
    let mut with = Scenario::clone(&open.scenario);
    with.played = Some(played(&with, &[0.7, 0.3], &[(0.5, 0.48, 0.52), (0.5, 0.48, 0.52)]));
    open.scenario = Arc::new(with);
    desk.viewer().set_open(open);
    desk.settle();
    assert!(desk.sees("Equal: every seat wins 50 % of the games, to within 5 points."));
    desk.harness.get_by_label("Method to roll again").click();
    desk.harness.run_steps(2);
    desk.harness.get_by_role_and_label(egui::accesskit::Role::Button, "Make rivers").click();
    desk.settle();
    desk.run("reroll-stage");
    assert!(
        desk.viewer().context.services.notice.starts_with("Make rivers again"),
        "{}",
        desk.viewer().context.services.notice
    );
    assert!(scenario(&mut desk).played.is_none() && !desk.reads("every seat wins"), "{:?}", desk.labels());
    assert!(desk.reads("a stage of it was rolled by itself"), "{:?}", desk.labels());
    // As it is now, it can be levelled.
    desk.viewer().panels.fairness.wish = short();
    levels_as_it_is(&mut desk);
    assert!(desk.viewer().context.documents.open.as_ref().unwrap().base.is_some());
}

#[test]
fn what_came_from_a_file_is_levelled_by_handicaps_alone() {
    let mut first = Desk::open("classic:1:sides=2,size=30x30");
    let made = Scenario::clone(&scenario(&mut first));
    let mut desk = Desk::new();
    desk.files.put("made.ron", formats::write_scenario(&made));
    desk.viewer().context.open_named("made.ron");
    desk.settle();
    desk.run("panel-fairness");
    desk.viewer().panels.fairness.wish = short();
    assert!(!is_disabled(&desk, "Prove fair") && desk.reads("seats get handicaps"), "{:?}", desk.labels());
    levels_as_it_is(&mut desk);
    assert!(desk.viewer().context.documents.open.as_ref().unwrap().base.is_none(), "there is still no design to roll");
    // What is saved says so, and one can go back.
    let text = formats::write_scenario(&scenario(&mut desk));
    assert!(text.contains("played") && !text.contains("file@"), "{text:.400}");
    desk.run("back");
    assert!(scenario(&mut desk).played.is_none());
}

/// A few matches by a quick player.
fn short() -> FairWish {
    FairWish { player: "greedy".to_owned(), matches: Some(40), ..FairWish::default() }
}

/// Levels what is open, which changes nothing but handicaps.
fn levels_as_it_is(desk: &mut Desk) {
    let before = scenario(desk);
    desk.run("find-even-start");
    let after = scenario(desk);
    let played = after.played.as_ref().unwrap_or_else(|| panic!("{}", desk.viewer().context.services.notice));
    assert!(played.matches > 0 && played.start == formats::start_digest(&after), "{played:?}");
    assert!(before.world == after.world && before.units == after.units, "world and units stay");
    assert_eq!(before.origins.methods, after.origins.methods, "how it was made is still known");
    assert!(string(desk).is_empty() && desk.reads("No string gives this scenario"), "{:?}", desk.labels());
    assert!(desk.reads("What its seats won of"), "{:?}", desk.labels());
}

#[test]
fn faults_of_a_proof_are_shown_and_leave_what_is_open() {
    let mut desk = Desk::open("generals-view:2");
    // No match by these rules says what the measures are worth: they stand alone.
    assert!(!desk.viewer().context.services.notice.contains("fairness"), "{}", desk.viewer().context.services.notice);
    desk.run("panel-fairness");
    assert!(desk.reads("no weights were fitted on matches by the rules of `generals-view`"), "{:?}", desk.labels());
    assert!(desk.reads("exposure") && !desk.reads("Wins of"), "{:?}", desk.labels());
    for (wish, told) in [
        ("fair=5,fair-player=nobody", "there is no player `nobody`"),
        ("fair=5,fair-player=cmd:true", "expected a player of the game"),
        ("fair=99", "points from 0.5 to 40"),
    ] {
        desk.viewer().context.open_named(&format!("generals-view:3:{wish}"));
        desk.settle();
        let viewer = desk.viewer();
        assert!(
            viewer.context.services.notice.contains(told) || viewer.panels.faults.found.has_errors(),
            "{wish}: {}",
            viewer.context.services.notice
        );
        // A wish that cannot be tried leaves the plain roll; one that cannot be read leaves all as it was.
        let seed = if wish.contains("nobody") { ":3" } else { ":2" };
        assert!(string(&mut desk).ends_with(seed), "{}", string(&mut desk));
        assert!(desk.viewer().context.documents.open.as_ref().unwrap().request.fair.is_none());
        desk.viewer().context.open_named("generals-view:2");
        desk.settle();
    }
}

#[test]
fn the_window_goes_on_while_it_proves_and_can_stop_that() {
    let mut harness = threaded();
    harness.state_mut().context.open_named("generals-view:3");
    until(&mut harness, "it opens", |viewer| viewer.context.documents.open.is_some() && !viewer.is_busy());
    let before = Arc::clone(&harness.state().context.documents.open.as_ref().unwrap().scenario);
    assert!(harness.state_mut().run("prove-fair"));
    assert_eq!(harness.state().context.services.session.docks.shown(Dock::Right), "fairness", "the panel shows itself");
    let began = std::time::Instant::now();
    let reads = |harness: &egui_kittest::Harness<'static, _>, part: &str| {
        harness.query_all_by_label_contains(part).next().is_some()
    };
    // How far it is, and what was found out: the shares of the plain roll.
    while !(reads(&harness, "Proving fair: ") && reads(&harness, "96 matches: the plain roll: ")) {
        assert!(began.elapsed().as_secs() < 600, "it tells nothing: {}", harness.state().context.services.notice);
        harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    harness.get_by_label("Stop playing").click_accesskit();
    until(&mut harness, "it is idle", |viewer| !viewer.is_busy());
    harness.run_steps(2);
    let viewer = harness.state();
    assert_eq!(viewer.context.services.notice, "Cancelled.");
    assert!(Arc::ptr_eq(&before, &viewer.context.documents.open.as_ref().unwrap().scenario));
    assert!(harness.query_all_by_label("Prove fair").next().is_some_and(|node| !node.accesskit_node().is_disabled()));
}

#[test]
fn a_proof_whose_job_was_dropped_is_stopped() {
    let loaded = Arc::new(pipeline::load_preset("generals-view").unwrap().unwrap());
    let (sender, results) = std::sync::mpsc::channel();
    let job = Jobs::threads(egui::Context::default()).start("proving", move |progress| {
        let request = Request { fair: Some(FairWish::default()), ..Request::default() };
        let base = Base { loaded, preset: String::new(), file: String::new() };
        let ended = open::roll_fair(base, request, progress);
        sender.send(ended.map(|open| open.scenario.played.clone())).unwrap();
    });
    while job.progress.text().is_empty() {
        std::thread::yield_now();
    }
    drop(job);
    let played = results.recv().unwrap().unwrap().expect("some matches were played");
    assert!(played.verdict == PlayedVerdict::Open && played.matches < 96, "{played:?}");
}

#[test]
fn the_way_down_of_a_dungeon_is_levelled_and_no_other() {
    let mut desk = Desk::open("vault:5:size=30x18,fair=reach-60,fair-player=random,fair-matches=20");
    desk.run("panel-fairness");
    let found = scenario(&mut desk).played.clone().expect("what there is was taken");
    assert!(found.words.contains("where 60 % were wished for"), "{}", found.words);
    assert!(desk.reads("Level to a goal") && desk.reads("There is only one seat"), "{:?}", desk.labels());
    assert!(is_disabled(&desk, "Level to a goal"), "the same again would say the same");
    // A single seat has no rival to be compared with, but it can expect something.
    assert!(
        desk.sees("There is only one seat: nobody to compare it with.") && desk.sees("level"),
        "{:?}",
        desk.labels()
    );
    assert!(!desk.sees("1.00") && !desk.sees("worst / best") && !desk.sees("Show the worst"), "{:?}", desk.labels());
    assert!(!desk.reads(", worst"), "no bar is the worst of one");
    desk.viewer().panels.fairness.share = 50;
    desk.settle();
    assert!(!is_disabled(&desk, "Level to a goal"));
    desk.viewer().context.open_named("classic:1:size=40x40");
    desk.settle();
    assert!(!desk.sees("Level to a goal"));
    let command = find_command("level-to-goal").unwrap();
    assert!(desk.viewer().disabled_reason(command).unwrap().contains("no goal beside"));
}
