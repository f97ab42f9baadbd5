//! The help page: the seed's rules with the numbers of the design, and not of another one.

use contract::{Chapter, OwnChapter};

use super::*;

fn chapters(design: &Design) -> Vec<OwnChapter> {
    let own = |chapter| if let Chapter::Own(own) = chapter { Some(own) } else { None };
    GeneralsView::help(design).into_iter().filter_map(own).collect()
}

/// All that a chapter says, in one line.
fn told(design: &Design, title: &str) -> String {
    let chapters = chapters(design);
    let chapter = chapters.iter().find(|chapter| chapter.title == title).unwrap_or_else(|| panic!("no {title}"));
    let facts = chapter.facts.iter().map(|(name, value)| format!("{name}: {value}"));
    let rows = chapter.table.iter().map(|row| row.join("|"));
    chapter.paragraphs.iter().cloned().chain(facts).chain(rows).collect::<Vec<_>>().join(" / ")
}

#[test]
fn the_chapters_have_the_seeds_numbers() {
    let design = design("");
    for (title, says) in [
        ("Units", "100 soldiers"),
        ("Units", "line-infantry|2|5|5|100|3|"),
        ("Units", "artillery|10|1|3|120|3|"),
        ("Who begins", "6 faces"),
        ("Buying companies", "begins with 300 gold"),
        ("Buying companies", "10 to 160 gold"),
        ("Movement", "costs 1 movement point, but 2 into a square that an enemy owns"),
        ("Movement", "No company can go into lake."),
        ("Battles", "artillery with attack 10 win against guard with defence 5 in 10 of 15 battles"),
        ("Supply lines", "has 3 supply points"),
        ("Supply lines", "loses 1, and"),
        ("Supply lines", "attack 1 and defence 1"),
        ("Cities", "field|40"),
    ] {
        assert!(told(&design, title).contains(says), "{title}: {}", told(&design, title));
    }
    assert!(!told(&design, "Cities").contains("lake|"), "no city stands there");
    let four: Vec<String> =
        chapters(&design).into_iter().flat_map(|chapter| chapter.facts).map(|fact| fact.0).collect();
    assert_eq!(four, ["1. income", "2. movement", "3. battles", "4. supply"]);
}

#[test]
fn other_numbers_are_told_as_they_are() {
    let own = design(
        r#""order-dice": 20, "mp-to-enter-enemy-cell": 1, "strength-without-supply": 4, "units-per-cell-max": 1"#,
    );
    assert!(told(&own, "Who begins").contains("20 faces"));
    assert!(told(&own, "Movement").contains("Each step costs 1 movement point."));
    assert!(told(&own, "Supply lines").contains("attack 4 and defence 4"));
    assert!(told(&own, "Buying companies").contains("1 company in a square at most"));
    assert!(!told(&design(""), "Buying companies").contains("at most"));
    let read = |text: &str| {
        let read = read_design("test", "test.ron", text, &|_| None, &Known::default());
        read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0
    };
    let hungry = read(&DESIGN.replace(
        r#""base-consumption": { "*": { "supply": 1 } }"#,
        r#""base-consumption": {
      "*": { "supply": 1 }, "hussars": { "supply": 2 } }"#,
    ));
    assert!(
        told(&hungry, "Units").contains("hussars|4|2|7|120|3|2|")
            && told(&hungry, "Units").contains("supply lost a turn")
    );
    let unfed = read(&DESIGN.replace(r#""unit-storage-x": { "*": { "supply": 3 } }"#, r#""unit-storage-x": {}"#));
    assert_eq!(told(&unfed, "Supply lines"), "Companies need no supply in this game.");
}

#[test]
fn a_design_that_cannot_be_played_has_chapters_too() {
    let read = read_design(
        "test",
        "test.ron",
        r#"{ "globals": { "ruleset": "generals-view" } }"#,
        &|_| None,
        &Known::default(),
    );
    let chapters = GeneralsView::help(&read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0);
    assert_eq!(chapters.len(), 3);
}

/// Every chapter but those that are made for all games is this game's, and every row of a table is as long as its heads.
#[test]
fn tables_are_whole() {
    for chapter in chapters(&design("")) {
        assert!(!chapter.title.is_empty() && !chapter.paragraphs.is_empty(), "{chapter:?}");
        assert!(chapter.table.iter().all(|row| row.len() == chapter.table[0].len()), "{chapter:?}");
    }
}
