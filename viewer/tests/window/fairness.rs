//! The fairness panel: its text, the cells that it lights up, and its measures.

use std::sync::Arc;

use eframe::egui;
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::panels::fairness::Sort;
use fairmarch_viewer::{Dock, Files};
use world::{Fairness, Scenario, UnitId};

use crate::Desk;

const PLAIN: &str = "classic:1:size=40x40";
const TEAMS: &str = "classic:1:sides=4,size=40x40,team=1%2C1%2C2%2C2";

/// A window with the panel.
fn desk(what: &str) -> Desk {
    let mut desk = Desk::open(what);
    desk.run("panel-fairness");
    assert!(desk.viewer().context.documents.open.is_some(), "{}", desk.viewer().context.services.notice);
    desk
}

fn finished(desk: &mut Desk) -> Arc<Scenario> {
    Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario)
}

fn fairness(desk: &mut Desk) -> Fairness {
    finished(desk).fairness.clone().unwrap()
}

/// The labels that begin so, in order.
fn labels(desk: &Desk, start: &str) -> Vec<String> {
    desk.labels().into_iter().filter(|label| label.starts_with(start)).collect()
}

/// Clicks what has this label, wherever it has been scrolled to.
fn click(desk: &mut Desk, label: &str) {
    desk.harness.get_by_label(label).click_accesskit();
    desk.settle();
}

/// The accessible name of a seat's bar.
fn bar(desk: &Desk, measure: &str, party: usize) -> String {
    labels(desk, &format!("{measure}, ")).swap_remove(party)
}

fn lit(desk: &mut Desk) -> Option<(String, usize, usize)> {
    let highlight = desk.viewer().context.view.highlight.as_ref()?;
    Some((highlight.title.clone(), highlight.cells.len(), highlight.units.len()))
}

#[test]
fn the_score_the_worst_seat_and_all_its_measures_are_shown() {
    let mut desk = desk(PLAIN);
    let found = fairness(&mut desk);
    assert!(desk.sees(&format!("{:.2}", found.score)));
    assert!(desk.sees(&found.reason), "{:?}", desk.labels());
    let scenario = finished(&mut desk);
    let names: Vec<String> = scenario.sides.iter().map(|side| side.name.clone()).collect();
    for measure in &found.measures {
        let bars = labels(&desk, &format!("{}, ", measure.name));
        assert_eq!(bars.len(), names.len(), "{}", measure.name);
        for ((bar, name), &value) in bars.iter().zip(&names).zip(&measure.values) {
            let start = format!("{}, {name}: ", measure.name);
            assert!(bar.starts_with(&start) && bar.contains(&fairness::number(value)), "{bar}");
        }
        // The worst is marked in words, unless all are equal.
        let worst = bars.iter().filter(|bar| bar.ends_with(", worst")).count();
        assert_eq!(worst > 0, measure.min_over_max < 1.0, "{bars:?}");
        assert!(worst < bars.len(), "{bars:?}");
    }
}

#[test]
fn a_bar_lights_up_what_is_behind_it_and_goes_out_again() {
    let mut desk = desk(PLAIN);
    let scenario = finished(&mut desk);
    let survey = playtest::survey(&scenario);
    for (measure, seat) in [("land-8", 1), ("territory", 0), ("start-units", 1), ("rival-nearest", 0)] {
        let name = bar(&desk, measure, seat);
        click(&mut desk, &name);
        let behind = (playtest::find_measure(measure).unwrap().evidence)(&survey, seat);
        let highlight = desk.viewer().context.view.highlight.clone().unwrap();
        assert_eq!((highlight.cells, highlight.units), (behind.cells, behind.units), "{measure}");
        assert!(highlight.title.starts_with(name.trim_end_matches(", worst")), "{}", highlight.title);
        assert_eq!(highlight.title.contains("shared"), behind.shared > 0);
        assert_eq!(desk.viewer().context.view.cursor, survey.seats[seat].center);
        assert!(desk.reads("On the map: "));
    }
    click(&mut desk, "Clear");
    // Other bars are named as what they light up.
    let name = desk.labels().into_iter().find(|label| label.ends_with(", worst")).unwrap();
    click(&mut desk, &name);
    assert!(lit(&mut desk).is_some());
    click(&mut desk, &name);
    assert_eq!(lit(&mut desk), None);
    assert!(!desk.sees("Clear"));
    click(&mut desk, &name);
    assert!(lit(&mut desk).is_some());
    click(&mut desk, "Clear");
    assert_eq!(lit(&mut desk), None);
}

#[test]
fn a_bar_can_be_reached_and_pressed_by_keys() {
    let mut desk = desk(PLAIN);
    let name = bar(&desk, "land-8", 0);
    desk.harness.get_by_label(&name).focus();
    desk.settle();
    desk.harness.key_press(egui::Key::Enter);
    desk.settle();
    let (title, cells, _) = lit(&mut desk).unwrap();
    let value = fairness(&mut desk).measures[0].values[0];
    assert!(title.starts_with("land-8, ") && cells as f64 == value, "{title}: {cells}");
    // Said in the line at the bottom too.
    desk.harness.get_by_role_and_label(egui::accesskit::Role::Button, &name);
}

#[test]
fn commands_lead_from_seat_to_seat_and_from_measure_to_measure() {
    let mut desk = Desk::open(PLAIN);
    let found = fairness(&mut desk);
    let scenario = finished(&mut desk);
    let centers: Vec<_> = playtest::survey(&scenario).seats.iter().map(|seat| seat.center).collect();
    // The panel shows itself.
    desk.run("fairness-worst");
    assert_eq!(desk.shown(Dock::Right), "fairness");
    let worst = found.worst_seat - 1;
    assert_eq!(desk.viewer().context.view.cursor, centers[worst]);
    let loss = |measure: &world::Measure| {
        fairness::loss(
            measure.weight,
            fairness::standing(&scenario, playtest::find_measure(&measure.name).unwrap(), measure).unwrap()[worst],
        )
    };
    let most = found.measures.iter().max_by(|one, other| loss(one).total_cmp(&loss(other))).unwrap();
    let (title, ..) = lit(&mut desk).unwrap();
    let start = format!("{}, {}: ", most.name, scenario.sides[worst].name);
    assert!(title.starts_with(&start), "{title}");
    for step in 1..=centers.len() {
        desk.run("fairness-next-seat");
        assert_eq!(desk.viewer().context.view.cursor, centers[(worst + step) % centers.len()]);
        assert!(lit(&mut desk).unwrap().0.starts_with(&most.name));
    }
    desk.run("fairness-previous-seat");
    assert_eq!(desk.viewer().context.view.cursor, centers[(worst + centers.len() - 1) % centers.len()]);
    let mut seen = Vec::new();
    for _ in 0..found.measures.len() {
        desk.run("fairness-next-measure");
        seen.push(lit(&mut desk).unwrap().0.split(',').next().unwrap().to_owned());
    }
    assert_eq!(seen.last(), Some(&most.name));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), found.measures.len());
    desk.run("fairness-previous-measure");
    desk.run("fairness-clear");
    assert_eq!(lit(&mut desk), None);
    // What others light up is not this panel's to clear.
    let foreign = fairmarch_viewer::map::Highlight { title: "a range".to_owned(), ..Default::default() };
    desk.viewer().context.view.highlight = Some(foreign);
    desk.run("fairness-clear");
    assert!(lit(&mut desk).is_some());
}

#[test]
fn measures_stand_by_loss_or_by_name() {
    let mut desk = desk(PLAIN);
    let order = |desk: &mut Desk| -> Vec<String> {
        desk.viewer().panels.fairness.rows.as_ref().unwrap().blocks.iter().map(|block| block.name.clone()).collect()
    };
    let rows = desk.viewer().panels.fairness.rows.clone().unwrap();
    let losses: Vec<f64> = rows.blocks.iter().map(|block| block.loss(rows.worst.unwrap())).collect();
    assert!(losses.is_sorted_by(|one, other| one >= other) && losses[0] > 0.0, "{losses:?}");
    click(&mut desk, "Name");
    let names = order(&mut desk);
    assert!(names.is_sorted(), "{names:?}");
    assert_eq!(desk.viewer().panels.fairness.sort, Sort::Name);
    desk.run("fairness-sort");
    assert_ne!(order(&mut desk), names);
}

#[test]
fn the_changes_of_balancing_are_listed_and_shown() {
    let mut desk = desk(PLAIN);
    let stages = desk.viewer().context.documents.open.as_ref().unwrap().making.stages.clone();
    let first = stages.iter().position(|stage| stage.method == "balance-starts").unwrap();
    let before = playtest::score(&stages[first - 1].scenario, &playtest::weights());
    let after = fairness(&mut desk);
    assert!(before.score < after.score, "this seed shows something: {} {}", before.score, after.score);
    assert!(desk.sees(&format!("{:.2} before, {:.2} after", before.score, after.score)), "{:?}", desk.labels());
    click(&mut desk, "Each measure before and after");
    let told = desk.harness.query_all_by_label_contains(" before, ").count();
    assert_eq!(told, 1 + after.measures.len());
    assert!(desk.harness.query_all_by_label("better").count() > 0);
    // What is lit up changes along.
    let name = bar(&desk, "independents-8", after.worst_seat - 1);
    click(&mut desk, &name);
    let (title, ..) = lit(&mut desk).unwrap();
    click(&mut desk, "Show before");
    assert!(Arc::ptr_eq(desk.viewer().context.shown().unwrap(), &stages[first - 1].scenario));
    assert!(desk.reads("Measures: before starts were balanced"));
    assert!(desk.sees(&before.reason));
    let measured = Arc::clone(&desk.viewer().panels.fairness.rows.as_ref().unwrap().fairness);
    assert_eq!(*measured, before);
    let then = lit(&mut desk).unwrap().0;
    let seat = |title: &str| title.split(':').next().unwrap().to_owned();
    assert_eq!(seat(&then), seat(&title));
    click(&mut desk, "Show after");
    assert_eq!(lit(&mut desk).unwrap().0, title);
    let last = finished(&mut desk);
    assert!(Arc::ptr_eq(desk.viewer().context.shown().unwrap(), &last));
    desk.run("fairness-before");
    assert!(desk.sees("Show after"));
}

#[test]
fn the_panel_says_why_there_is_no_score_before_balancing() {
    let desk = desk("classic:1:balance=false,size=40x40");
    assert!(desk.reads("that was left out of this roll"), "{:?}", desk.labels());
    assert!(!desk.sees("Show before"));
    let islands = self::desk("duel:1");
    assert!(islands.reads("is not in the recipe") || islands.sees("Show before"), "{:?}", islands.labels());
}

#[test]
fn a_stage_is_measured_when_asked_for() {
    let mut desk = desk(PLAIN);
    let stages = desk.viewer().context.documents.open.as_ref().unwrap().making.stages.clone();
    let stage = stages.iter().find(|stage| stage.method == "make-countries").unwrap();
    let name = bar(&desk, "start-units", 0);
    click(&mut desk, &name);
    desk.viewer().context.view.show_preview("after make-countries", Arc::clone(&stage.scenario));
    desk.settle();
    assert!(desk.reads("The measures are those of the finished scenario"), "{:?}", desk.labels());
    let reason = fairness(&mut desk).reason;
    assert!(desk.sees(&reason));
    click(&mut desk, "Measure this");
    assert!(desk.reads("Measures: after make-countries"));
    let found = playtest::score(&stage.scenario, &playtest::weights());
    assert!(desk.sees(&found.reason));
    click(&mut desk, "Back to the finished scenario");
    assert!(desk.reads("Measures: finished scenario"));
    // A stage without units: those that are lit up are not there.
    desk.viewer().context.view.show_preview("at first", Arc::clone(&stages[0].scenario));
    desk.viewer().context.view.highlight = Some(fairmarch_viewer::map::Highlight {
        title: "units".to_owned(),
        cells: Vec::new(),
        units: vec![UnitId(0), UnitId(1), UnitId(9999)],
    });
    desk.settle();
    desk.run("fairness-measure");
    assert!(desk.reads("Measures: at first"), "{:?}", desk.labels());
}

#[test]
fn teams_are_compared_with_their_members() {
    let mut desk = desk(TEAMS);
    let teams = fairness(&mut desk).teams.unwrap();
    assert_eq!(teams.members.len(), 2);
    click(&mut desk, "Teams");
    assert!(desk.sees(&format!("{:.2}", teams.score)) && desk.sees(&teams.reason), "{:?}", desk.labels());
    let scenario = finished(&mut desk);
    let bars = labels(&desk, "land-8, Team ");
    assert_eq!(bars.len(), 2);
    for seat in &teams.members[1] {
        assert!(bars[1].contains(&scenario.sides[seat - 1].name), "{bars:?}");
    }
    click(&mut desk, &bars[1]);
    let survey = playtest::survey(&scenario);
    let kind = playtest::find_measure("land-8").unwrap();
    let mut cells: Vec<_> = teams.members[1].iter().flat_map(|seat| (kind.evidence)(&survey, seat - 1).cells).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(desk.viewer().context.view.highlight.as_ref().unwrap().cells, cells);
    // Another view of it: the team's number is no seat's.
    click(&mut desk, "Seats");
    let reason = fairness(&mut desk).reason;
    assert!(desk.sees(&reason));
    desk.run("fairness-teams");
    assert!(desk.viewer().panels.fairness.by_team);
    // Without teams there is nothing to choose.
    let plain = self::desk(PLAIN);
    assert!(!plain.sees("Teams"));
}

#[test]
fn what_was_never_measured_is_measured_when_asked_for() {
    let mut first = Desk::open(PLAIN);
    let mut scenario = Scenario::clone(&finished(&mut first));
    let found = scenario.fairness.take().unwrap();
    let text = formats::write_scenario(&scenario);
    let mut desk = Desk::new();
    desk.files.write("plain.ron".as_ref(), text.as_bytes()).unwrap();
    desk.viewer().context.open_named("plain.ron");
    desk.settle();
    desk.viewer().context.services.show_panel("fairness");
    desk.settle();
    assert!(desk.reads("does not say how fair it is"), "{:?}", desk.labels());
    click(&mut desk, "Measure");
    assert!(desk.sees(&found.reason), "{:?}", desk.labels());
    assert!(desk.reads("it came from a file"));
    // A command measures first, then does what it is for.
    let mut desk = Desk::new();
    desk.files.write("plain.ron".as_ref(), text.as_bytes()).unwrap();
    desk.viewer().context.open_named("plain.ron");
    desk.settle();
    desk.run("fairness-worst");
    assert!(lit(&mut desk).is_some());
}

#[test]
fn weights_of_ones_own_score_beside_the_usual_ones() {
    let mut desk = desk(PLAIN);
    // Other panels have numbers to turn too.
    desk.run("panel-recipe");
    let usual = fairness(&mut desk).score;
    click(&mut desk, "Weights");
    let editor = desk.harness.get_all_by_role(egui::accesskit::Role::SpinButton);
    // One of them is the tolerance of proofs.
    assert_eq!(editor.count(), playtest::measures().len() + 1);
    // What is typed is bounded.
    desk.harness.get_by_role_and_label(egui::accesskit::Role::SpinButton, "land-8").click_accesskit();
    desk.settle();
    desk.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    desk.harness.event(egui::Event::Text("5000".to_owned()));
    desk.harness.key_press(egui::Key::Enter);
    desk.settle();
    let mut weights = playtest::weights();
    weights.set(playtest::find_measure("land-8").unwrap(), 1000);
    let own = playtest::score(&finished(&mut desk), &weights);
    let words = format!("{:.2} by your weights, {usual:.2} by the usual ones.", own.score);
    assert!(desk.sees(&words), "{words} {:?}", desk.labels());
    assert!(desk.sees(&own.reason) && desk.sees("usual 0"));
    // They stay for the next roll, until they are taken back.
    desk.viewer().context.open_named("classic:2:size=40x40");
    desk.settle();
    assert!(desk.reads("by your weights"));
    click(&mut desk, "Usual weights");
    assert!(!desk.reads("by your weights"));
}

#[test]
fn another_scenario_leaves_nothing_lit_up() {
    let mut desk = desk(PLAIN);
    desk.run("fairness-worst");
    assert!(lit(&mut desk).is_some());
    desk.viewer().context.open_named("classic:2:size=40x40");
    desk.settle();
    assert_eq!(lit(&mut desk), None);
    let reason = fairness(&mut desk).reason;
    assert!(desk.sees(&reason));
}

#[test]
fn a_seat_is_mended_by_an_edit_that_can_be_taken_back() {
    let mut desk = Desk::open("classic:1:sides=3,size=30x30");
    desk.viewer().context.services.show_panel("fairness");
    desk.run("mend-seat");
    let plain = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    assert!(desk.reads("What would help"), "{:?}", desk.labels());
    let offered = desk.labels().into_iter().find(|label| label.starts_with("Do it: ")).expect("something helps");
    desk.choose(&offered);
    let open = desk.viewer().context.documents.open.clone().unwrap();
    assert_eq!(open.edits(), (1, 0), "{}", desk.viewer().context.services.notice);
    assert!(open.scenario.world != plain.world || open.scenario.units.len() != plain.units.len());
    assert!(!desk.reads("What would help"), "it was true of the map before");
    desk.run("back");
    assert!(Arc::ptr_eq(&plain, &desk.viewer().context.documents.open.as_ref().unwrap().scenario));
    // By keys, the best one.
    assert!(!desk.viewer().run("mend-best"), "it was looked for another map");
    desk.run("mend-seat");
    assert!(desk.viewer().context.services.notice.contains("found that would help"));
    desk.run("mend-best");
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().edits(), (1, 0));
}
