//! Faults: a faulty file is reported with the line of the fault, and the open scenario stays open.

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use fairmarch_viewer::panels::faults::text;
use fairmarch_viewer::{Dock, Memory};

use crate::Desk;

const GOOD: &str = "duel:1";

fn put(files: &Memory, change: impl Fn(String) -> String) {
    let text = pipeline::embedded("duel").unwrap().text.to_owned();
    files.put("mine.ron", change(text));
}

#[test]
fn a_broken_file_shows_its_line_and_leaves_what_is_open() {
    let mut desk = Desk::open(GOOD);
    put(&desk.files, |text| text.replacen("\"title\":", "\"title\"", 1));
    desk.viewer().context.open_named("mine.ron");
    desk.settle();
    assert_eq!(desk.shown(Dock::Bottom), "faults");
    assert!(desk.reads("mine.ron:5:") && desk.reads("5 |   \"title\" \"Duel\""), "{:?}", desk.labels());
    assert!(desk.reads("^") && desk.sees("1 error"));
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().preset(), "duel");
    desk.click("Clear faults");
    assert!(!desk.sees("1 error") && desk.shown(Dock::Bottom).is_empty());
}

#[test]
fn when_all_is_well_again_there_stands_below_what_stood_there() {
    let mut desk = Desk::open(GOOD);
    desk.viewer().context.services.show_panel("stages");
    put(&desk.files, |text| text.replacen("\"title\":", "\"title\"", 1));
    desk.viewer().context.open_named("mine.ron");
    desk.settle();
    assert_eq!(desk.shown(Dock::Bottom), "faults");
    put(&desk.files, |text| text);
    desk.viewer().context.open_named("mine.ron");
    desk.settle();
    assert_eq!(desk.shown(Dock::Bottom), "stages");
}

#[test]
fn a_misspelt_name_is_reported_with_what_was_meant_and_can_be_copied() {
    let mut desk = Desk::new();
    put(&desk.files, |text| text.replacen("\"summary\":", "\"sumary\":", 1));
    desk.viewer().context.open_named("mine.ron");
    desk.settle();
    assert!(desk.viewer().context.documents.open.is_none());
    assert!(desk.reads("id you mean") && desk.reads("summary"), "{:?}", desk.labels());
    let viewer = desk.viewer();
    let text = text(&viewer.panels.faults, &viewer.context.documents);
    assert!(text.contains("mine.ron:") && text.contains("^"), "{text}");
    desk.click("Copy faults");
    desk.run("copy-faults");
    assert!(desk.viewer().context.services.notice.contains("clipboard"));
}

#[test]
fn errors_come_before_warnings_and_each_has_its_number() {
    use design::{Diagnostic, Diagnostics};
    let mut desk = Desk::open(GOOD);
    let found = [Diagnostic::warning("odd", "this is odd"), Diagnostic::error("bad", "that is bad").suggest("mend it")];
    desk.viewer().panels.faults.set("mine.ron", Diagnostics(found.to_vec()));
    desk.viewer().context.services.show_panel("faults");
    desk.settle();
    assert!(desk.sees("1 error, 1 warning") && desk.sees("Mend it."), "{:?}", desk.labels());
    let at = |words: &str| desk.harness.get_by_label(words).rect().min.y;
    assert!(at("That is bad.") < at("This is odd."));
}

#[test]
fn warnings_of_what_opens_are_a_badge_that_leads_to_them() {
    use design::{Diagnostic, Diagnostics};
    let mut desk = Desk::open(GOOD);
    assert!(!desk.reads("warning"));
    desk.viewer().panels.faults.set("mine.ron", Diagnostics(vec![Diagnostic::warning("odd", "this is odd")]));
    desk.settle();
    desk.click("1 warning");
    assert!(desk.sees("This is odd."));
    desk.viewer().context.open_named(GOOD);
    desk.settle();
    assert!(!desk.sees("1 warning"), "what opens well has none");
}

#[test]
fn a_warning_of_a_roll_leads_to_the_stage_that_gave_it() {
    let mut desk = Desk::open("classic:7:size=30x30");
    let method =
        desk.viewer().context.documents.open.as_ref().unwrap().making.warnings.first().map(|warning| warning.method);
    let method = method.expect("so small a world brings a warning");
    desk.viewer().context.services.show_panel("faults");
    desk.settle();
    // Its title: words where the name has hyphens.
    let words = method.replace('-', " ");
    let title = words[..1].to_uppercase() + &words[1..];
    let mut links = desk.harness.query_all_by_label(&title).filter(|node| node.accesskit_node().role() == Role::Link);
    links.next().expect("the method is a link").click_accesskit();
    drop(links);
    desk.settle();
    assert_eq!(desk.shown(Dock::Bottom), "stages");
    let shown = desk.viewer().context.view.showing.label().to_owned();
    assert!(shown.to_lowercase().contains(&words), "{shown}");
}

#[test]
fn a_string_of_another_version_is_warned_of() {
    let desk = Desk::open("classic@00000001:3:size=40x40");
    assert!(desk.reads("1 warning"), "{:?}", desk.labels());
}

#[test]
fn advice_is_for_those_who_sit_at_the_window() {
    let mut desk = Desk::open(GOOD);
    desk.files.put("island.png", b"\x89PNG".to_vec());
    for (name, told) in [("file@0a1b2c3d:7", "expected the file of the design before it"), ("island.png", "a picture")]
    {
        desk.viewer().context.open_named(name);
        desk.settle();
        let viewer = desk.viewer();
        let text = text(&viewer.panels.faults, &viewer.context.documents);
        assert!(text.contains(told) && !text.contains("fairmarch") && !text.contains("`roll"), "{text}");
    }
}

#[test]
fn a_folder_is_opened_as_what_it_holds() {
    let mut desk = Desk::open(GOOD);
    let made = formats::write_scenario(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    desk.files.put("many/batch.ron", "{}");
    desk.files.put("many/scenarios/000/000000/item.json", "it is cut short");
    desk.files.put("many/scenarios/000/000003/scenario.ron", made);
    let loaded = pipeline::load_preset("duel").unwrap().unwrap();
    let options = pipeline::Options::new("duel");
    for index in [1, 2] {
        let request = pipeline::Request { seed: u64::from(index), ..pipeline::Request::default() };
        let roll = |request: &pipeline::Request| pipeline::roll(&loaded, request, &options);
        let formats = ["ron", "json"].map(|name| output::FormatChoice::usual(output::find_format(name).unwrap()));
        let (_, files) = pipeline::batch::make_item(index, &loaded, &request, &options, &formats, &roll).unwrap();
        for (name, bytes) in files {
            desk.files.put(&format!("many/scenarios/000/00000{index}/{name}"), bytes);
        }
    }
    desk.viewer().context.open_named("many");
    desk.settle();
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().preset(), "duel", "what is open stays");
    assert!(
        desk.sees("Batch many") && desk.viewer().context.services.notice == "many is a batch of 3 scenarios.",
        "{:?}",
        desk.labels()
    );
    assert!(desk.sees("000000: its files are not whole") && desk.sees("000003: its files are not whole"));
    let rows = |desk: &Desk| -> Vec<String> {
        let rows =
            desk.labels().into_iter().filter(|label| label.starts_with("00000") && label.contains("fairness 0."));
        rows.collect()
    };
    let by_number = rows(&desk);
    assert!(by_number.len() == 2 && by_number[0].starts_with("000001"), "{by_number:?}");
    desk.click("Most even first");
    let most_even = rows(&desk);
    let score = |row: &String| row.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
    assert!(score(&most_even[0]) > score(&most_even[1]), "{most_even:?}");
    desk.click(&most_even[0].clone());
    let open = desk.viewer().context.documents.open.as_ref().unwrap();
    let number = most_even[0][5..6].parse::<u64>().unwrap();
    assert!(open.base.is_none() && open.scenario.origins.seed == number && !desk.viewer().context.view.at_start);
    desk.files.put("mine/design.ron", "{ \"extends\": \"duel\", \"title\": \"Mine\" }");
    desk.viewer().context.open_named("mine");
    desk.settle();
    let open = desk.viewer().context.documents.open.as_ref().unwrap();
    assert_eq!((open.preset(), open.scenario.design.title.as_str()), ("file", "Mine"));
}

#[test]
fn modules_are_found_beside_a_game_and_then_in_the_library() {
    let mut desk = Desk::new();
    let game = |name: &str| format!("(game-module (title \"{name}\"))\n(include \"types\")\n");
    let types = |terrain: &str| format!("(terrain-type {terrain} (char \".\"))\n(unit-type town)\n");
    desk.files.put("games/far.g", game("Far"));
    desk.files.put("library/types.g", types("sand"));
    desk.files.put("home/near.g", game("Near"));
    desk.files.put("home/types.g", types("snow"));
    for (file, terrain) in [("games/far.g", "sand"), ("home/near.g", "snow")] {
        let opened = fairmarch_viewer::open::open(file, &*desk.files).unwrap();
        let pipeline::Opened::Design(opened) = opened else { panic!("{file} is a design") };
        assert_eq!(opened.loaded.design.terrain.names, [terrain], "{file}");
    }
    desk.files.put("games/lost.g", "(include \"nowhere\")\n");
    desk.viewer().context.open_named("games/lost.g");
    desk.settle();
    assert!(desk.reads("nowhere"), "{:?}", desk.labels());
}
