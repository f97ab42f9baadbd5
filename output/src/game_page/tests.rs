//! Pages of small designs, of which one can say by hand what must stand there.

use design::{Design, Known, Sources};

use super::*;
use crate::document::Block;

fn design(text: &str) -> Design {
    let mut sources = Sources::default();
    let file = sources.add("game.ron", text);
    let root = diagnostics::read_tree(&sources, file).expect("the text is RON");
    let (design, _) = design::resolve("game", &[design::Draft { file, root }], &sources, &Known::default())
        .unwrap_or_else(|found| panic!("{:?}", found.0));
    design
}

const SMALL: &str = r#"{
  "title": "Small <War>", "summary": "two kinds & a lake",
  "materials": { "gold": { "help": "shines", "treasury": true, "initial-treasury": 7 } },
  "terrain": {
    "grass": { "char": ".", "color": "9dbb63", "capacity": 5 },
    "bog": { "char": "~", "capacity": 5 },
    "lake": { "char": "w", "liquid": true, "capacity": 5 },
    "river": { "subtype": "border", "subtype-x": "river-x" },
    "road": { "subtype": "connection", "subtype-x": "road-x" },
  },
  "units": {
    "fort": { "char": "F", "acp-per-turn": 2, "acp-to-move": 0, "speed": 0, "capacity": 4, "cp": 20 },
    "spear": { "char": "s", "acp-per-turn": 4, "cp": 8, "hp-max": 3 },
    "pike": { "char": "p", "acp-per-turn": 4, "acp-to-fire": 1, "cp": 7, "hp-max": 3 },
  },
  "tables": {
    "mp-to-enter-terrain": { "spear pike": { "grass": 1, "bog": 3, "lake": 1, "river": 2, "road": 0 } },
    "vanishes-on": { "spear pike": { "lake": true } },
    "mp-to-traverse": { "spear pike": { "road": 1 } },
    "fire-hit-chance": { "pike": { "fort": 10 } },
    "hit-chance": { "spear": { "spear": 50, "fort": 20 } },
    "damage": { "spear": { "spear": "1d2", "fort": 1 } },
    "acp-to-create": { "fort": { "spear": 1 } },
    "acp-to-build": { "fort": { "spear": 1 } },
    "cp-per-build": { "fort": { "spear": 2 } },
    "unit-size-as-occupant": { "spear": { "fort": 2 }, "pike": { "fort": 9 }, "fort": { "*": 9 } },
    "consumption-on-creation": { "spear": { "gold": 12 } },
    "unit-storage-x": { "fort": { "gold": 30 } },
    "unit-initial-supply": { "fort": { "gold": 200 } },
    "base-production": { "fort": { "gold": 5 } },
    "productivity": { "fort": { "grass": 80 } },
    "capture-chance": { "pike": { "fort": 30 } },
    "independent-capture-chance": { "pike": { "fort": 60 } },
  },
  "module": { "version": ["'2.5"], "instructions": ["'Hold", "'the fort.", "'", "'Then win."] },
  "forms": [["scorekeeper", ["do", "last-side-wins"]]],
}"#;

fn page(design: &Design) -> Document {
    use Chapter::{Building, Carrying, Economy, Fighting, Moving, Terrain, Units, Winning};
    let chapters = [Winning, Units, Terrain, Moving, Fighting, Building, Carrying, Economy];
    game_page(&Game { design, variants: &[], rules: None, chapters: &chapters })
}

fn section<'a>(page: &'a Document, title: &str) -> &'a Section {
    page.sections.iter().find(|section| section.title == title).unwrap_or_else(|| panic!("no section {title}"))
}

/// The text and note of a matrix's cell, by the names of its row and column.
fn cell(section: &Section, row: &str, column: &str) -> Option<(String, String)> {
    let sheets = section.blocks.iter().filter_map(|block| match block {
        Block::Sheet(sheet) => Some(sheet),
        _ => None,
    });
    let mut found = sheets.filter_map(|sheet| {
        let column = sheet.heads.iter().position(|head| head.text == column)?;
        let row = sheet.rows.iter().find(|cells| cells[0].text == row)?;
        Some((row[column].text.clone(), row[column].note.clone()))
    });
    found.next()
}

#[test]
fn each_section_says_what_the_design_says() {
    let design = design(SMALL);
    let page = page(&design);
    let said = |text: &str, note: &str| Some((text.to_owned(), note.to_owned()));

    let moving = section(&page, "Who moves where");
    assert_eq!(cell(moving, "spear", "bog"), said("3", ""));
    assert_eq!(cell(moving, "spear", "river"), said("+2", ""));
    assert_eq!(cell(moving, "spear", "road"), said("1", ""));
    assert_eq!(cell(moving, "spear", "lake"), None, "nobody enters the lake");
    let Block::List(lines) = &moving.blocks[0] else { panic!("words come first") };
    assert_eq!(lines[0], "fort: cannot move");
    assert_eq!(
        lines[1],
        "spear and pike: 1 into grass; 3 into bog; never into lake; 2 more over a river; 1 along a road"
    );

    let fighting = section(&page, "Who hits whom");
    assert_eq!(cell(fighting, "spear", "spear"), said("50%", "1.5"));
    assert_eq!(cell(fighting, "spear", "fort"), said("20%", "1"));
    assert_eq!(cell(fighting, "pike", "spear"), None);
    assert_eq!(cell(fighting, "pike", "fort"), said("30%", "by attack, 60% if independent"));

    // One of the eight points at creation, the other seven two by two: 1 + 4 action points, 2 a turn.
    assert_eq!(cell(section(&page, "Who builds what"), "fort", "spear"), said("5", "3 turns"));
    assert_eq!(cell(section(&page, "Who builds what"), "spear", "gold"), said("12", ""));
    let carrying = section(&page, "What carries what");
    assert_eq!(cell(carrying, "fort", "spear"), said("2", ""));
    assert_eq!(cell(carrying, "fort", "pike"), None, "too large");

    let materials = section(&page, "Materials");
    assert_eq!(
        materials.blocks[0],
        Block::Paragraph("gold: shines (each side has a treasury of it, 7 at first)".to_owned())
    );
    assert_eq!(cell(materials, "fort", "makes a turn"), said("5", ""));
    assert_eq!(cell(materials, "fort", "has at first"), said("30", ""), "no more than fits in");
    assert_eq!(cell(materials, "fort", "grass"), said("80", ""));

    let about = section(&page, "About");
    assert_eq!(about.blocks[0], Block::Paragraph("Hold the fort.".to_owned()));
    assert_eq!(about.blocks[1], Block::Paragraph("Then win.".to_owned()));
    let Block::Facts(facts) = &about.blocks[2] else { panic!("then the facts") };
    assert_eq!(facts[0], ("version".to_owned(), "2.5".to_owned()));
    assert!(page.text().contains("the last one left wins"));
}

#[test]
fn a_border_that_helps_takes_points_off_a_step() {
    let page = page(&design(&SMALL.replace(r#""river": 2"#, r#""river": -1"#)));
    assert_eq!(cell(section(&page, "Who moves where"), "spear", "river"), Some(("-1".to_owned(), String::new())));
    assert!(page.text().contains("1 less over a river"), "{}", page.text());
}

#[test]
fn a_hit_takes_a_point_in_games_for_the_seeds_program() {
    let text = SMALL.replace(r#""hit-chance": {"#, r#""hit-chance": { "pike": { "fort": 10 },"#);
    let damage = |text: &str| cell(section(&page(&design(text)), "Who hits whom"), "pike", "fort").unwrap().1;
    assert_eq!(damage(&text), "0");
    assert_eq!(damage(&text.replace(r#""version":"#, r#""program-version": [">=", "'7.0.3"], "version":"#)), "1");
}

#[test]
fn who_takes_whom_is_what_the_rules_allow() {
    let taken = |changes: &[[&str; 2]]| {
        let text = changes.iter().fold(SMALL.to_owned(), |text, [old, new]| text.replace(old, new));
        let page = page(&design(&text));
        let fighting = page.sections.iter().find(|section| section.title == "Who hits whom")?;
        cell(fighting, "pike", "fort").map(|(_, note)| note)
    };
    let by_action =
        [r#""capture-chance": { "pike""#, r#""acp-to-capture": { "pike": { "fort": 1 } }, "capture-chance": { "pike""#];
    assert_eq!(taken(&[by_action]).as_deref(), Some("60% if independent"));
    assert_eq!(taken(&[[r#""acp-to-fire": 1, "#, ""]]), None, "it has no blow that could");
    let rounds = [r#""tables": {"#, r#""globals": { "combat-model": 1 }, "tables": {"#];
    assert_eq!(taken(&[rounds]), None, "battles in rounds take cities, and destroy all else");
    let city = [r#""cp": 20"#, r#""advanced": true"#];
    assert_eq!(taken(&[rounds, city]).as_deref(), Some("by overrun, 60% if independent"));
}

#[test]
fn who_builds_what_is_what_the_rules_allow() {
    // Created as it is built: all eight points two by two, 4 action points. The table of 7.5 lets the pike be built, for nothing.
    let text = SMALL.replace(
        r#""acp-to-create": { "fort": { "spear": 1 } }"#,
        r#""create-as-build": { "fort": { "spear": true } }"#,
    );
    let built = design(&text);
    let building = page(&built);
    assert_eq!(
        cell(section(&building, "Who builds what"), "fort", "spear"),
        Some(("4".to_owned(), "2 turns".to_owned()))
    );
    let text = text.replace(
        r#""create-as-build""#,
        r#""can-create": { "fort": { "pike": 1 } }, "can-build": { "fort": { "pike": 1 } }, "create-as-build""#,
    );
    let built = design(&text);
    let building = page(&built);
    let building = section(&building, "Who builds what");
    assert_eq!(cell(building, "fort", "pike"), Some(("0".to_owned(), String::new())));
    assert_eq!(cell(building, "fort", "spear"), None, "its price alone allows nothing");
    // One point at creation, and seven by another type.
    let built = design(
        &SMALL
            .replace(
                r#""cp-per-build": { "fort": { "spear": 2 } }"#,
                r#""cp-per-build": { "fort": { "spear": 0 }, "pike": { "spear": 2 } }"#,
            )
            .replace(r#""acp-to-build": { "fort": { "spear": 1 } }"#, r#""acp-to-build": { "pike": { "spear": 2 } }"#),
    );
    let building = page(&built);
    let building = section(&building, "Who builds what");
    let said = |row| cell(building, row, "spear").unwrap();
    assert_eq!(said("fort"), ("1".to_owned(), "pike builds it, 1 turn".to_owned()));
    assert_eq!(said("pike"), ("8".to_owned(), "fort begins it, 2 turns".to_owned()));
}

#[test]
fn the_terrains_colours_and_glyphs_are_the_designs() {
    let page = page(&design(SMALL)).html();
    assert!(page.contains("background:#9dbb63;color:#201a12\">.</span>grass"), "{page}");
    assert!(page.contains("<title>Small &lt;War&gt;</title>") && page.contains("two kinds &amp; a lake"));
    assert!(!page.contains("http") && !page.contains("<script"), "nothing else is needed");
}

#[test]
fn a_design_without_anything_has_a_page() {
    for text in
        ["{}", r#"{ "terrain": { "sea": {} } }"#, r#"{ "units": { "ant": {} } }"#, r#"{ "materials": { "ore": {} } }"#]
    {
        let page = page(&design(text));
        assert!(page.text().contains("game") && page.html().contains("</html>") && !page.sections.is_empty(), "{text}");
    }
}

#[test]
fn room_is_counted_as_standing_counts_it() {
    let text = |tables: &str| {
        format!(
            r#"{{ "units": {{ "ark": {{ "capacity": 7 }}, "cow": {{}}, "fly": {{}} }}, "tables": {{ {tables} }} }}"#
        )
    };
    let most = |tables: &str, kind: &str| {
        let design = design(&text(tables));
        let cell = cell(section(&page(&design), "What carries what"), "ark", kind);
        cell.map(|(text, _)| text).unwrap_or_default()
    };
    assert_eq!(most(r#""unit-size-as-occupant": { "cow": { "ark": 3 } }"#, "cow"), "2");
    assert_eq!(most(r#""unit-size-as-occupant": { "fly": { "ark": 0 } }"#, "fly"), "any");
    assert_eq!(most(r#""occupant-max": { "ark": { "cow": 4 } }"#, "cow"), "4");
    let reserved = r#""occupant-max": { "ark": { "cow": 4 } }, "unit-capacity-x": { "ark": { "cow": 5 } }"#;
    assert_eq!(most(reserved, "cow"), "9");
}
