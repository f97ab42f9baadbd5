//! The project: what lies beside what is open is listed by its kind, and a click opens it.

use fairmarch_viewer::Dock;

use crate::Desk;

#[test]
fn designs_scenarios_batches_and_matches_of_the_folder_are_listed_and_opened() {
    let mut desk = Desk::open("duel:1");
    desk.run("panel-project");
    assert_eq!(desk.shown(Dock::Left), "project");
    assert!(desk.reads("came from no file"), "{:?}", desk.labels());
    let scenario = formats::write_scenario(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    let design = |title: &str| format!("{{ \"extends\": \"duel\", \"title\": \"{title}\" }}");
    desk.files.put("mine/design.ron", design("Mine"));
    desk.files.put("mine/other.ron", design("Another one"));
    desk.files.put("mine/start.ron", scenario);
    desk.files.put("mine/many/batch.ron", "{}");
    desk.files.put("mine/match-000.json", "{}");
    desk.files.put("mine/notes.txt", "nothing to open");
    desk.files.put("elsewhere/far.ron", design("Far"));
    desk.viewer().context.open_named("mine/design.ron");
    desk.settle();
    for told in ["Designs (2)", "Scenarios (1)", "Batches (1)", "Matches (1)", "other.ron", "many"] {
        assert!(desk.sees(told), "{told}: {:?}", desk.labels());
    }
    assert!(!desk.sees("notes.txt") && !desk.sees("far.ron"));
    desk.click("other.ron");
    let title = |desk: &mut Desk| desk.viewer().context.documents.open.as_ref().unwrap().scenario.design.title.clone();
    assert_eq!(title(&mut desk), "Another one");
    desk.click("start.ron");
    let open = desk.viewer().context.documents.open.as_ref().unwrap();
    assert!(open.base.is_none() && open.home.ends_with("start.ron"), "{}", open.home);
    // What came into the folder since is there when it is asked for.
    desk.files.put("mine/late.ron", "{ \"extends\": \"duel\" }");
    desk.click("Look again");
    assert!(desk.sees("late.ron"), "{:?}", desk.labels());
}
