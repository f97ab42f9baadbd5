//! The stages panel: scrubbing, playing, rolling one stage again.

use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key};
use egui_kittest::kittest::{By, Queryable};
use fairmarch_viewer::Stage;
use world::{Scenario, World};

use crate::Desk;

fn desk() -> Desk {
    let mut desk = Desk::open("classic:1:size=40x40");
    desk.run("panel-stages");
    desk
}

fn stages(desk: &mut Desk) -> Vec<Stage> {
    desk.viewer().context.documents.open.as_ref().unwrap().making.stages.clone()
}

fn shown(desk: &mut Desk) -> Arc<Scenario> {
    Arc::clone(desk.viewer().context.shown().unwrap())
}

fn finished(desk: &mut Desk) -> Arc<Scenario> {
    Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario)
}

fn slide(desk: &mut Desk, to: usize) {
    desk.harness.get_by_label("Stage").set_value_accesskit(to as f64);
    desk.settle();
}

fn click_strip(desk: &mut Desk, method: &str) {
    // The title of a method has words where its name has hyphens.
    let words = method.replace('-', " ");
    let name = format!("{}{}: ", words[..1].to_uppercase(), &words[1..]);
    desk.harness.get(By::new().role(Role::Button).label_contains(&name)).click();
    desk.settle();
}

#[test]
fn the_scrubber_changes_what_is_shown() {
    let mut desk = desk();
    let all = stages(&mut desk);
    assert!(all.len() > 5, "{}", all.len());
    slide(&mut desk, 0);
    assert!(Arc::ptr_eq(&shown(&mut desk), &all[0].scenario));
    assert!(
        desk.viewer().context.view.panes[0]
            .ground
            .as_ref()
            .is_some_and(|now| Arc::ptr_eq(&now.scenario, &all[0].scenario))
    );
    assert!(desk.reads(&format!("(1 of {})", all.len())), "{:?}", desk.labels());
    desk.click("Next stage");
    assert!(Arc::ptr_eq(&shown(&mut desk), &all[1].scenario));
    desk.run("stage-previous");
    desk.run("stage-previous");
    assert!(Arc::ptr_eq(&shown(&mut desk), &all[0].scenario), "there is none before the first");
    let rivers = all.iter().position(|stage| stage.method == "make-rivers" && stage.label == "done").unwrap();
    slide(&mut desk, rivers);
    assert_eq!(desk.viewer().context.view.showing.label(), "Make rivers: done");
    let told = finished(&mut desk).origins.methods.iter().find(|(name, _)| name == "make-rivers").unwrap().1.clone();
    assert!(desk.sees(&told) && desk.reads("of all time") && desk.reads("writes rivers"), "{:?}", desk.labels());
    desk.click("Last stage");
    assert!(Arc::ptr_eq(&shown(&mut desk), &finished(&mut desk)));
    assert_eq!(desk.viewer().context.view.showing.label(), "finished");
    slide(&mut desk, 1);
    slide(&mut desk, all.len() - 1);
    assert!(Arc::ptr_eq(&shown(&mut desk), &finished(&mut desk)), "the last stage is the finished scenario");
}

#[test]
fn a_click_on_the_strip_shows_that_method() {
    let mut desk = desk();
    click_strip(&mut desk, "Make countries");
    assert_eq!(desk.viewer().context.view.showing.label(), "Make countries: done");
    click_strip(&mut desk, "Fairness");
    assert_eq!(desk.viewer().context.view.showing.label(), "finished");
}

#[test]
fn playing_shows_every_stage_and_ends_at_the_last() {
    let mut desk = desk();
    let all = stages(&mut desk);
    desk.harness.get_by_label("Play stages").click();
    desk.harness.run_steps(1);
    assert!(desk.viewer().panels.stages.is_playing());
    let mut seen = Vec::new();
    for _ in 0..all.len() * 8 {
        let now = shown(&mut desk);
        if seen.last().is_none_or(|last| !Arc::ptr_eq(last, &now)) {
            seen.push(now);
        }
        desk.harness.run_steps(1);
        assert_eq!(desk.sees("Stop"), desk.viewer().panels.stages.is_playing());
    }
    assert!(!desk.viewer().panels.stages.is_playing(), "it ends");
    assert_eq!(seen.len(), all.len(), "each is shown once");
    assert!(Arc::ptr_eq(&shown(&mut desk), &finished(&mut desk)));
    desk.viewer().run("stage-play");
    desk.harness.run_steps(3);
    desk.viewer().run("stage-play");
    let stopped = shown(&mut desk);
    desk.harness.run_steps(20);
    assert!(Arc::ptr_eq(&stopped, &shown(&mut desk)) && !Arc::ptr_eq(&stopped, &finished(&mut desk)));
}

#[test]
fn a_stage_of_one_level_is_rolled_again_on_that_level() {
    let mut desk = Desk::open("vault:3");
    desk.run("panel-stages");
    let before = finished(&mut desk);
    let levels = before.world.area.levels();
    let steps = before.design.recipe.iter().filter(|step| step.method == "make-rooms").count();
    assert!(levels > 1 && steps > 1, "{levels} {steps}");
    let all = stages(&mut desk);
    let at = all.iter().position(|stage| stage.method == "make-rooms" && stage.label == "level 2").unwrap();
    slide(&mut desk, at);
    assert!(desk.sees("Make rooms, level 2"), "{:?}", desk.labels());
    desk.click("Roll this stage");
    let after = finished(&mut desk);
    let ground = |scenario: &Scenario, level: u32| scenario.level(level).world.terrain;
    let changed = (0..levels).filter(|&level| ground(&before, level) != ground(&after, level)).collect::<Vec<_>>();
    assert_eq!(changed, [1], "{}", desk.viewer().context.services.notice);
}

#[test]
fn rolling_rivers_again_changes_only_rivers() {
    let mut desk = desk();
    let all = stages(&mut desk);
    let before = finished(&mut desk);
    let rivers = all.iter().rposition(|stage| stage.method == "make-rivers").unwrap();
    slide(&mut desk, rivers);
    desk.harness.get_by_label("Seed of the stage").click();
    desk.harness.run_steps(2);
    desk.harness.event(Event::Text("9".to_owned()));
    desk.harness.key_press(Key::Enter);
    desk.settle();
    desk.click("Roll this stage");
    let after = finished(&mut desk);
    assert_ne!(before.world, after.world);
    assert_eq!(before.world.terrain, after.world.terrain);
    assert_eq!(before.units, after.units);
    let (old, new) = (&before.world.edges, &after.world.edges);
    let changed = new.keys().filter(|kind| old.get(kind) != new.get(kind));
    let names: Vec<&str> = changed.map(|&kind| after.design.name_of(kind)).collect();
    assert_eq!(names, ["river"], "roads stay");
    let same = World { edges: old.clone(), ..after.world.clone() };
    assert_eq!(same, before.world);
    assert!(
        after.origins.methods.iter().any(|(name, told)| name == "make-rivers" && told.contains("again with seed 9"))
    );
    assert!(Arc::ptr_eq(&after, &shown(&mut desk)));
    assert!(desk.viewer().context.documents.open.as_ref().unwrap().string().is_empty());
    assert!(desk.reads("No string gives this scenario"), "{:?}", desk.labels());
    assert_eq!(stages(&mut desk).len(), all.len() + 1);
    desk.run("back");
    assert!(Arc::ptr_eq(&before, &finished(&mut desk)));
}

#[test]
fn what_cannot_be_rolled_again_says_why() {
    let mut desk = desk();
    let before = finished(&mut desk);
    click_strip(&mut desk, "balance-starts");
    desk.run("reroll-stage");
    assert!(desk.reads("cannot be run again"), "{:?}", desk.labels());
    assert!(Arc::ptr_eq(&before, &finished(&mut desk)));
}

#[test]
fn a_scenario_from_a_file_has_no_stages_but_can_be_rolled_again_in_part() {
    let mut desk = desk();
    let made = finished(&mut desk);
    desk.files.put("made.ron", formats::write_scenario(&made));
    desk.viewer().context.open_named("made.ron");
    desk.settle();
    assert!(desk.reads("it came from a file"), "{:?}", desk.labels());
    desk.run("stage-next");
    assert!(desk.viewer().context.services.notice.contains("no stages"));
    desk.harness.get_by_label("Method to roll again").click();
    desk.harness.run_steps(2);
    desk.harness.get_by_role_and_label(Role::Button, "Make roads").click();
    desk.settle();
    desk.run("reroll-stage");
    assert!(
        desk.viewer().context.services.notice.starts_with("Make roads again"),
        "{}",
        desk.viewer().context.services.notice
    );
    assert_ne!(made.world, finished(&mut desk).world);
    assert_eq!(made.units, finished(&mut desk).units);
}

#[test]
fn a_stage_that_is_rolled_again_takes_no_edits_of_the_map_before() {
    let mut desk = desk();
    let plain = finished(&mut desk);
    let (cell, kind) = (grid::Cell(0), plain.design.cell_terrain().last().unwrap());
    let paint =
        world::edit::Paint::fill(world::edit::LayerKey::Terrain, vec![cell], design::TypeId::index(kind) as i32);
    assert!(desk.viewer().context.edit("Paint", &world::edit::Edit::Paint(paint), false));
    desk.settle();
    let edited = finished(&mut desk);
    desk.run("reroll-stage");
    let open = desk.viewer().context.documents.open.clone().unwrap();
    assert!(!Arc::ptr_eq(&open.scenario, &edited), "{}", desk.viewer().context.services.notice);
    assert_eq!(open.edits(), (0, 0));
    // The one before is there with its own.
    desk.run("back");
    let open = desk.viewer().context.documents.open.clone().unwrap();
    assert!(Arc::ptr_eq(&open.scenario, &edited));
    assert_eq!(open.edits(), (1, 0));
}
