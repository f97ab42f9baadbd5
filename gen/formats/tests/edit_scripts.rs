//! Scripts of edits, differences and journals: what is written is read again as the same edits.

use chance::Seed;
use design::{Known, UnitType};
use fairmarch_formats::{
    Change, JournalLine, apply_design_script, apply_script, design_difference, journal_jump_line, journal_line,
    read_journal, read_scenario, scenario_difference, write_scenario, write_script,
};
use grid::{Area, Cell, Shape, SymmetryKind};
use world::edit::Journal;
use world::{Kept, Place, Scenario, SideId, Unit};

use crate::edits::{DESIGN, board, design, random_edit};

/// A scenario as its file reads.
fn reread(scenario: &Scenario) -> Scenario {
    let text = write_scenario(scenario);
    read_scenario("s.ron", &text, &|_| None, &Known::default()).unwrap_or_else(|faults| panic!("{faults:?}")).0
}

fn script_of(changes: &[Change]) -> String {
    write_script(changes.iter().flat_map(|change| change.edits.iter().cloned()))
}

#[test]
fn a_script_does_what_it_says_and_tells_what_it_did() {
    let area = Area::new(Shape::Rectangle, 8, 8).expect("an area");
    let script = r#"[
        { "paint": "terrain", "with": "sea", "from": [2, 2], "to": [3, 3] },
        { "line": "road", "along": [[4, 4], [5, 4], [6, 4]] },
        { "place": [{ "type": "ferry", "at": [2, 2], "side": "S1", "name": "Nan" }, { "type": "army", "inside": 1, "side": 2 }] },
        { "unit": "Nan", "at": [3, 2], "hp": 1 },
        { "unit": 2, "type": "fort", "name": "Bo" },
        { "unit": 2, "type": "army", "name": "" },
        { "side": 1, "name": "North", "color": "112233", "center": [1, 1] },
        { "add-feature": { "class": "lake", "name": "Mere", "at": [2, 2], "size": 4 } },
        { "rename-feature": 1, "to": "Heath" },
        { "links": { "type": "road", "from": [0, 0], "to": [7, 7] } },
        { "design": { "units": { "army": { "hp-max": 7 } } } },
        { "resize": "10x8", "fill": "sea" },
        { "set": { "asymmetry": 3 } },
        { "keep": {
            "parts": ["road", "links"], "cells": [[[1, 1], [3, 2]], [0, 0]], "units": ["Nan", 2], "sides": ["North"], "features": ["Heath"],
        } },
        { "release": { "parts": ["links"], "cells": [[0, 0]], "units": [2] } },
    ]"#;
    let applied = apply_script("e.ron", script, &board(area, None), &Known::default()).expect("it is sound");
    let told = [
        "terrain in 4 cells from 2,2 on becomes sea",
        "road comes on 2 edges from 4,4 on",
        "the ferry Nan comes to 2,2; the army comes into another unit",
        "the ferry Nan at 2,2 moves to 3,2, has 1 hit point",
        "the army becomes a fort, is called `Bo`",
        "the fort Bo becomes an army, has no name any more",
        "S0 is called `North`, has the colour 112233, begins elsewhere",
        "the lake `Mere` comes at 2,2",
        "`Moor` is called `Heath`",
        "a link comes: road from 0,0 to 7,7",
        "the design gets other values",
        "the area becomes 10x8",
        "these sections differ: asymmetry",
        "road, links, 7 cells from 0,0 on, 2 units, the side North, the terrain Heath will be kept",
        "links, the cell 0,0, 1 unit will be kept no more",
    ];
    assert_eq!(applied.words, told);
    let made = &applied.scenario;
    assert_eq!((made.world.area.width(), made.world.asymmetry, made.units.len()), (10, 3, 2));
    assert_eq!(made.design.int(design::parameters::unit::HP_MAX, made.units[1].kind), 7);
    let text = write_scenario(made);
    let section =
        ["parts\": [\"road\"]", "cells\": [ [[1, 1], [3, 2]] ]", "units\": [1]", "sides\": [1]", "features\": [1]"];
    let section = format!("  \"keep\": {{\n{}  }},", section.map(|line| format!("    \"{line},\n")).concat());
    assert!(text.contains("\"format\": 5,") && text.contains(&section), "{text}");
    let again = reread(made);
    assert_eq!((write_scenario(&again), &again.kept), (text, &made.kept));
    assert!(
        !write_scenario(&Scenario { kept: Kept::default(), ..again }).contains("\"format\": 5"),
        "only where needed"
    );
}

#[test]
fn all_that_is_wrong_with_a_script_is_told_with_its_place() {
    let area = Area::new(Shape::Rectangle, 8, 8).expect("an area");
    let told = |script: &str| {
        let found = apply_script("e.ron", script, &board(area, None), &Known::default()).expect_err(script);
        found.0.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let script = "[\n{ \"paint\": \"terrain\", \"with\": \"see\", \"cells\": [[1, 1]] },\n{ \"disband\": 4 },\n\
                  { \"place\": { \"type\": \"ferry\", \"at\": [1, 1], \"side\": 1 } },\n{ \"pain\": 1 }, { \"remove-side\": 1 },\n]";
    let found = told(script);
    assert_eq!(found[0], "e.ron:2:31: error[unknown-type]: unknown terrain type `see`; did you mean `sea`?");
    assert!(found[1].starts_with("e.ron:3:14: error[unknown-unit]: there is no unit with the key 4"), "{found:?}");
    assert!(found[2].starts_with("e.ron:4:1: error[refused]: at 1,1: a ferry cannot be on plains"), "{found:?}");
    assert!(found[3].starts_with("e.ron:5:1: error[wrong-kind]: an edit cannot be this"), "{found:?}");
    assert_eq!(found.len(), 4, "a side without units may go: {found:?}");
    assert!(told("[ 3")[0].contains("e.ron:1:"), "no RON");
    let script =
        "[{ \"keep\": { \"parts\": [\"terrian\"], \"cells\": [[9, 9]], \"units\": [7], \"features\": [\"Mor\"] } }]";
    let codes = apply_script("e.ron", script, &board(area, None), &Known::default()).expect_err(script);
    let codes: Vec<&str> = codes.0.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["wrong-kind", "wrong-kind", "unknown-unit", "unknown-feature"]);
    let of_design = apply_design_script("e.ron", "[{ \"disband\": 1 }]", &design(DESIGN), &Known::default());
    assert_eq!(of_design.expect_err("no scenario").0[0].code, "refused");
}

#[test]
fn a_difference_makes_one_scenario_of_the_other_to_the_byte() {
    let areas = [
        (Area::new(Shape::Hexagon, 9, 9).expect("an area"), None),
        (Area::new(Shape::Torus8, 8, 8).expect("an area"), Some(SymmetryKind::Rotation(2))),
        (Area::new(Shape::Cylinder, 10, 8).and_then(|area| area.with_levels(2)).expect("an area"), None),
    ];
    let mut count = 0;
    for (number, (area, symmetry)) in areas.into_iter().enumerate() {
        let mut stream = Seed(number as u64).stream("difference");
        let mut from = reread(&board(area, symmetry));
        for turn in 0..20 {
            let mut to = from.clone();
            for _ in 0..1 + turn % 4 {
                // Whatever is refused is left out.
                let _refused = random_edit(&mut stream, &to).apply(&mut to);
            }
            for unit in to.units.iter_mut().filter(|unit| unit.kind.0 == turn as u16 % 3) {
                (unit.made_by, unit.named_by) = (Some("make-countries".into()), Some("name-units".into()));
            }
            let to = reread(&to);
            let changes = scenario_difference(&from, &to);
            let script = script_of(&changes);
            let made = apply_script("d.ron", &script, &from, &Known::default());
            let made = made.unwrap_or_else(|faults| panic!("{faults:?}\n{script}")).scenario;
            assert_eq!(write_scenario(&made), write_scenario(&to), "{number} {turn}\n{script}");
            assert!(changes.iter().all(|change| !change.words.is_empty()));
            count += changes.len();
            from = to;
        }
    }
    assert!(count > 40, "{count}");
    let alike = board(Area::new(Shape::Square4, 6, 6).expect("an area"), None);
    assert!(scenario_difference(&alike, &alike).is_empty());
}

#[test]
fn a_difference_of_designs_makes_one_of_the_other() {
    let from = design(DESIGN);
    let to = design(&DESIGN.replace("\"fort\": {}", "\"fort\": { \"hp-max\": 9 }, \"spy\": {}"));
    let (words, edit) = design_difference(&from, &to).expect("they differ");
    assert!(words.iter().any(|line| line.starts_with("units: ") && line.contains("hp-max")), "{words:?}");
    let (made, _) = apply_design_script("d.ron", &write_script([edit]), &from, &Known::default()).expect("it is sound");
    assert!(made == *to);
    assert!(design_difference(&from, &from).is_none());
}

#[test]
fn a_journal_outlasts_a_crash_in_the_middle_of_a_line() {
    let mut start = board(Area::new(Shape::Square8, 8, 8).expect("an area"), Some(SymmetryKind::Rotation(4)));
    for (cell, side) in [(0, 1), (7, 2), (63, 3), (56, 4)] {
        let unit = Unit::new(UnitType(0), Place::Cell(Cell(cell)), SideId(side));
        start.units.push(Unit { made_by: Some("make-countries".into()), named_by: Some("name-units".into()), ..unit });
    }
    let mut stream = Seed(7).stream("journal");
    let (mut scenario, mut journal, mut text) = (start.clone(), Journal::default(), String::new());
    let mut states = Vec::new();
    for turn in 0..120 {
        if turn % 9 == 8 {
            let position = journal.position().saturating_sub(2);
            text += &journal_jump_line(position);
            journal.jump(&mut scenario, position).expect("taken back");
        } else if let Ok(edit) = random_edit(&mut stream, &scenario).fitted(&scenario) {
            let kind = if turn % 5 == 0 { JournalLine::Drag } else { JournalLine::Entry };
            let line = journal_line(&scenario, kind, &format!("step {turn}\n"), &edit);
            let name = format!("step {turn}\n");
            let entered = match kind {
                JournalLine::Drag => journal.drag(&mut scenario, &name, edit),
                JournalLine::Entry => journal.enter(&mut scenario, &name, edit),
            };
            if entered.is_ok() {
                text += &line;
            }
        }
        states.push((text.len(), write_scenario(&scenario), journal.entries().len(), journal.position()));
    }
    for cut in (0..text.len()).step_by(499).chain([text.len()]) {
        let finished = text[..cut].rfind('\n').map_or(0, |end| end + 1);
        let (read, again) = read_journal("j.ron", &text[..cut], &start, &Known::default())
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        if let Some((_, state, entries, position)) = states.iter().rev().find(|(length, ..)| *length == finished) {
            assert_eq!(&write_scenario(&read), state, "cut at {cut}");
            assert_eq!((again.entries().len(), again.position()), (*entries, *position), "cut at {cut}");
        }
    }
    let fault = read_journal("j.ron", "{ \"jump\": \"x\" }\n", &start, &Known::default()).expect_err("no number");
    assert!(fault.0[0].to_string().starts_with("j.ron:1:"), "{fault:?}");
}
