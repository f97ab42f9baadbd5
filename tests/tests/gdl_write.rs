//! GDL written and read back: every preset with its variants, and every scenario rolled from them, comes back the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use chance::{Seed, Stream};

use design::abilities::{can_build, can_change_type, can_create, can_repair, can_toolup};
use design::{Design, GATES, MaterialType, Sources, TypeId};
use fairmarch_tests::roll;
use formats::gdl::{BLOCK, Module, ModuleGame, WrittenVariant, write_gdl};
use grid::{Direction, Layer, Shape};
use pipeline::{Loaded, PRESETS};
use proptest::prelude::*;
use world::{Owner, Scenario, SideId, Wind};

use crate::shuffled;

/// What the forms alone make, and their diagnostics.
fn read_forms(text: &str, choices: &BTreeMap<String, String>) -> (Option<ModuleGame>, Vec<String>) {
    let module = Module::read("t", "t.g", text, &|_| None);
    let (game, found) = module.game(choices, &pipeline::known());
    let told = found.0.iter().map(|diagnostic| format!("{diagnostic:?}")).collect();
    (game, told)
}

fn written(design: &Design, start: Option<&Scenario>, variants: &[WrittenVariant]) -> String {
    write_gdl(&design.name, design, start, variants, &pipeline::known())
}

fn variants(loaded: &Loaded) -> Vec<WrittenVariant> {
    let values = |variant: &design::Variant| {
        let choose = |value: &String| {
            let choices = BTreeMap::from([(variant.name.clone(), value.clone())]);
            let chosen = loaded.with_variants(&choices).expect("it is offered");
            (value.clone(), Design::clone(&chosen.design))
        };
        variant.values.iter().map(choose).collect()
    };
    let variant = |variant: &design::Variant| WrittenVariant {
        name: variant.name.clone(),
        help: variant.help.clone(),
        default: variant.default.clone(),
        values: values(variant),
    };
    loaded.variants.iter().map(variant).collect()
}

/// What a file gives, with one variant chosen.
fn read_whole(text: &str, choices: &BTreeMap<String, String>) -> ModuleGame {
    let (back, told) = read_forms(text, choices);
    back.unwrap_or_else(|| panic!("{told:#?}\n{text}"))
}

// Takes seconds: whole games and worlds are written and read again.
#[test]
fn presets_come_back_with_every_variant() {
    for known in PRESETS {
        let loaded = fairmarch_tests::preset(known.name);
        let variants = variants(&loaded);
        let text = written(&loaded.design, None, &variants);
        let (_, told) = read_forms(&text, &BTreeMap::new());
        assert!(told.is_empty(), "{}: {told:#?}", known.name);
        let back = read_whole(&text, &BTreeMap::new()).design;
        assert!(back == loaded.design, "{}: {:?}", known.name, formats::testing::design_patch(&back, &loaded.design));
        for variant in &variants {
            for (value, design) in &variant.values {
                let choices = BTreeMap::from([(variant.name.clone(), value.clone())]);
                let back = read_whole(&text, &choices).design;
                assert!(
                    *back == *design,
                    "{} {choices:?}: {:?}",
                    known.name,
                    formats::testing::design_patch(&back, design)
                );
            }
        }
    }
}

/// The presets in which towns and cities are fought for, and only they, are won by dominance as well. Xconq is told of it in a comment.
#[test]
fn dominance_decides_natural_presets_and_is_told_to_xconq() {
    let mut with = Vec::new();
    for known in PRESETS {
        let loaded = fairmarch_tests::preset(known.name);
        let rules = |design: &Design| {
            design
                .forms
                .iter()
                .filter_map(design::Form::scorekeeper)
                .filter_map(|it| it.dominance().cloned())
                .collect::<Vec<_>>()
        };
        let found = rules(&loaded.design);
        let told = "; Xconq has no dominance: there nobody wins by \"Dominance\", with 60 % of all cities and towns for 5 turns.\n";
        let text = written(&loaded.design, None, &[]);
        assert_eq!(text.contains(told), !found.is_empty(), "{}", known.name);
        let (forms, _) = text.split_once("; What GDL has no word for").unwrap_or((&text, ""));
        assert!(!forms.contains("(dominance"), "{}: Xconq would not read it", known.name);
        if let [rule] = found.as_slice() {
            assert_eq!((rule.percent, rule.turns), (60, 5), "{}", known.name);
            let off = BTreeMap::from([("dominance".to_owned(), "false".to_owned())]);
            assert_eq!(rules(&loaded.with_variants(&off).expect("it is offered").design), [], "{}", known.name);
            with.push(known.name);
        }
    }
    let natural =
        "archipelago classic continent cylinder duel islands-symmetric pangaea-cold provinces two-rivals underworld";
    with.sort_unstable();
    assert_eq!(with.join(" "), natural);
}

/// The text without these tables.
fn without_tables(text: &str, names: &[&str]) -> String {
    let mut text = text.to_owned();
    for name in names {
        let Some(start) = text.find(&format!("(table {name} ")).or_else(|| text.find(&format!("(table {name}\n")))
        else {
            continue;
        };
        let mut depth = 0;
        let is_end = |sign: char| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            depth == 0
        };
        let length = text[start..].find(is_end).expect("forms end");
        text.replace_range(start..=start + length, "");
    }
    text
}

/// In Xconq 7.5 costs allow nothing: each pair of types of which one can make, mend or become the other stands in a table of its own.
#[test]
fn what_types_can_do_is_said_in_the_tables_of_xconq() {
    let costs = ["acp-to-create", "acp-to-build", "acp-to-toolup", "acp-to-repair", "acp-to-change-type"];
    let mut pairs = 0;
    for known in PRESETS {
        let design = fairmarch_tests::preset(known.name).design;
        let text = written(&design, None, &[]);
        // Without costs, only those tables are left to allow anything.
        let said = read_whole(&without_tables(&text, &costs), &BTreeMap::new()).design;
        for ((gate, cost), name) in GATES.into_iter().zip(costs) {
            for (one, other) in design.unit_types().flat_map(|one| design.unit_types().map(move |other| (one, other))) {
                let allows = design.entry(cost, one, other) > 0;
                let (told, [one, other]) =
                    (said.entry(gate, one, other), [one, other].map(|kind| design.name_of(kind)));
                assert_eq!(told, i32::from(allows), "{}: {name} {one} {other}\n{text}", known.name);
                pairs += usize::from(allows);
            }
        }
        let abilities = [can_create, can_build, can_toolup, can_repair, can_change_type];
        for (can, (gate, _)) in abilities.into_iter().zip(GATES) {
            let is_said = |one, other| !can(&design, one, other) || said.entry(gate, one, other) > 0;
            assert!(
                design.unit_types().all(|one| design.unit_types().all(|other| is_said(one, other))),
                "{}",
                known.name
            );
        }
    }
    assert!(pairs > 100, "{pairs}");
}

/// A table that forbids what has a cost forbids it, and comes back in all formats; so does one that allows what is free.
#[test]
fn tables_that_allow_actions_mean_what_they_mean_in_xconq() {
    let head = "(game-module \"t\")\n(unit-type a (acp-per-turn 1) (cp 2)) (unit-type b (acp-per-turn 1) (cp 2))\n\
        (terrain-type t)\n(table acp-to-create (a b 1) (b b 2))\n";
    let creators = |design: &Design| -> Vec<String> {
        let pairs = design.unit_types().flat_map(|one| design.unit_types().map(move |other| (one, other)));
        let made = pairs.filter(|&(one, other)| can_create(design, one, other));
        made.map(|(one, other)| format!("{} {}", design.name_of(one), design.name_of(other))).collect()
    };
    let read = |more: &str| Design::clone(&read_whole(&format!("{head}{more}"), &BTreeMap::new()).design);
    let designs = [
        "",
        "(table can-create 0)",
        "(table can-create (a b 0))",
        "(table can-create (a b 1))",
        "(table can-create (a b 1) (b b true))",
        "(table can-create (b a 1))",
        "(table can-create (a b 1)) (table can-create 0)",
    ]
    .map(|more| (more, read(more)));
    let check = |number: usize, expectation: &[&str]| {
        let (more, design) = &designs[number];
        assert_eq!(creators(design), expectation, "{more}");
        for text in [written(design, None, &[]), written(design, None, &variants_of(design, &designs))] {
            let back = read_whole(&text, &BTreeMap::new()).design;
            assert!(*back == *design, "{more}: {text}");
            assert!(
                !text.contains("|fairmarch") || !text.split_once(BLOCK).unwrap().1.contains("can-create"),
                "{text}"
            );
        }
        let back = shuffled::patched(&Design::default(), &formats::write_design(design)).expect("it resolves");
        assert_eq!(creators(&back), expectation, "{more}: {}", formats::write_design(design));
    };
    check(0, &["a b", "b b"]);
    check(1, &[]);
    check(2, &[]);
    check(3, &["a b"]);
    check(4, &["a b", "b b"]);
    check(5, &["b a"]);
    check(6, &[]);
    assert!(designs[0].1 == designs[4].1, "a table that says what costs say says nothing");
    for (_, from) in &designs {
        for (more, to) in &designs {
            let patch = formats::testing::design_patch(from, to);
            let back = patch
                .as_ref()
                .map_or_else(|| from.clone(), |patch| shuffled::patched(from, patch).expect("it resolves"));
            assert!(back == *to, "{more}: {patch:?}");
            // The same as a choice of players.
            let text = written(from, None, &variants_of(from, &designs));
            for (number, (more, to)) in designs.iter().enumerate() {
                let choices = BTreeMap::from([("choice".to_owned(), (number + 1).to_string())]);
                assert!(*read_whole(&text, &choices).design == *to, "{more}: {text}");
            }
        }
    }
}

/// A choice between a design (0) and others of its name (from 1 on).
fn variants_of(design: &Design, others: &[(&str, Design)]) -> Vec<WrittenVariant> {
    let others = others.iter().enumerate().map(|(number, (_, other))| ((number + 1).to_string(), other.clone()));
    let values = std::iter::once(("0".to_owned(), design.clone())).chain(others).collect();
    vec![WrittenVariant {
        name: "choice".to_owned(),
        help: "who makes what".to_owned(),
        default: "0".to_owned(),
        values,
    }]
}

/// What a design keeps for the rules of GDL stands under one head of the file, and not again under the last one.
#[test]
fn kept_forms_are_written_once() {
    let forms = [
        ("world", "(world 200 (axial-tilt 20))"),
        ("area", "(area (latitude 5))"),
        ("doctrine", "(doctrine careful)"),
        ("independent-units", "(independent-units (name \"Nobody\"))"),
        ("scorekeeper", "(scorekeeper (do last-side-wins))"),
        ("imf", "(imf \"u\" ((16 16) (mono \"0000\")))"),
    ];
    let text = forms.iter().map(|(_, form)| format!("{form}\n")).collect::<String>();
    let game = read_whole(&format!("(game-module \"t\")\n(unit-type u)\n(terrain-type t)\n{text}"), &BTreeMap::new());
    assert_eq!(game.design.forms.len(), forms.len());
    let text = written(&game.design, None, &[]);
    for (head, _) in forms {
        let count = text.lines().filter(|line| line.starts_with(&format!("({head} "))).count();
        assert_eq!(count, 1, "{head}: {text}");
    }
}

/// Writes a scenario, reads it, and compares all of it.
fn check_scenario(scenario: &Scenario) {
    let text = written(&scenario.design, Some(scenario), &[]);
    let (_, told) = read_forms(&text, &BTreeMap::new());
    assert!(told.is_empty(), "{told:#?}");
    let mut back = read_whole(&text, &BTreeMap::new());
    let start = back.start.as_mut().expect("a scenario was written");
    start.design = Arc::clone(&back.design);
    assert_eq!(formats::write_scenario(start), formats::write_scenario(scenario));
}

// Takes seconds: whole games and worlds are written and read again.
#[test]
fn rolled_scenarios_come_back() {
    for known in PRESETS {
        // GDL has one level.
        check_scenario(&roll(&format!("{}:3", known.name)).scenario.level(0));
    }
}

/// The first and the last row of a torus are edge to Xconq: units there would be lost.
#[test]
fn units_stand_off_the_edge_of_xconq() {
    let mut scenario = roll("classic:3:size=40x30,area=torus").scenario;
    let text = written(&scenario.design, Some(&scenario), &[]);
    assert!(!text.contains("No unit can be at Xconq's edge") || text.contains("one cell further in"));
    let (top, low) = (scenario.world.area.cells().next_back().unwrap(), scenario.world.area.cells().next().unwrap());
    for (unit, cell) in scenario.units.iter_mut().filter(|unit| unit.cell().is_some()).zip([top, low]) {
        unit.place = world::Place::Cell(cell);
    }
    let text = written(&scenario.design, Some(&scenario), &[]);
    assert!(text.contains("; No unit can be at Xconq's edge: "), "{}", &text[..400]);
    let last = (scenario.world.area.height() - 1).to_string();
    let names: Vec<String> =
        scenario.design.unit_types().map(|kind| format!("({} ", scenario.design.name_of(kind))).collect();
    let is_unit = |line: &&str| {
        let mut words = line.split_whitespace().skip(1);
        names.iter().any(|name| line.starts_with(name))
            && words.next().is_some_and(|column| column.parse::<u32>().is_ok())
    };
    let forms = text.lines().filter(is_unit);
    let rows: Vec<&str> = forms.filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert!(rows.len() >= scenario.units.len(), "{rows:?}");
    assert!(rows.iter().all(|&row| row != "0" && row != last), "{rows:?}");
    check_scenario(&scenario);
}

/// Xconq cuts texts: rows of high and low ground have steps there, and come back to us as they were.
#[test]
fn rows_of_wide_worlds_are_as_long_as_xconq_reads() {
    let longest = |text: &str| {
        let rows = text.lines().filter(|line| line.trim_start().starts_with('"'));
        rows.map(|row| row.trim().trim_end_matches(')').len() - 2).max().unwrap()
    };
    let design = Arc::new(read_forms_whole("(material-type ore) (table terrain-storage-x (t* m* 120))").design);
    let mut world = world::World::new(grid::Area::new(Shape::Cylinder, 400, 12).unwrap());
    let (area, mut stream) = (world.area, Seed(7).stream("rows"));
    let mut drawn = |most: usize| -> Vec<i32> { area.cells().map(|_| stream.index(most) as i32 - 5).collect() };
    world.elevation = Some(Layer::from_values(&area, drawn(5000).into_iter().map(|height| height as i16).collect()));
    let ore = drawn(20).into_iter().map(|amount| amount + 100).collect();
    world.materials.insert(MaterialType::at(0), Layer::from_values(&area, ore));
    let scenario = Scenario::new(Arc::clone(&design), world);
    let text = written(&design, Some(&scenario), &[]);
    let told = text.lines().find(|line| line.starts_with("; Xconq reads 999 signs of a row")).expect("it is told");
    assert!(told.contains("go in steps: elevations by 79,") && told.ends_with(", ore by 2."), "{told}");
    let (forms, _) = text.split_once(BLOCK).expect("the exact heights stand there");
    assert!((400..=999).contains(&longest(forms)), "{}", longest(forms));
    check_scenario(&scenario);
    let narrow = roll("classic:3:size=60x30").scenario;
    assert!(!written(&narrow.design, Some(&narrow), &[]).contains("in steps"));
}

/// Features of a wide world get letters as far as there are enough, and what cannot be read is told.
#[test]
fn features_of_wide_worlds_have_letters_where_that_makes_rows_short() {
    let check = |width: u32, used: usize, expectation: bool| {
        let mut world = world::World::new(grid::Area::new(Shape::Cylinder, width, 12).unwrap());
        let area = world.area;
        let feature = |number: usize| world::Feature {
            class: world::FeatureClass::Terrain,
            kind: "wood".to_owned(),
            name: format!("Wood {number}"),
            at: area.cells().next().unwrap(),
            size: 0,
            course: Vec::new(),
            made_by: None,
        };
        world.features = (0..120).map(feature).collect();
        let id = |cell: grid::Cell| world::FeatureId((120 - cell.index() % used) as u16);
        let ids: Vec<_> = area.cells().map(id).collect();
        world.feature_of = Some(Layer::from_values(&area, ids));
        let cells: Vec<_> = area.cells().collect();
        for (number, feature) in world.features.iter_mut().enumerate() {
            let own: Vec<_> = cells.iter().filter(|cell| usize::from(id(**cell).0) == number + 1).collect();
            feature.size = own.len() as u32;
            feature.at = own.get(own.len() / 2).map_or(cells[0], |cell| **cell);
        }
        let scenario = Scenario::new(read_forms_whole("").design, world);
        let text = written(&scenario.design, Some(&scenario), &[]);
        let line = "; Xconq reads 999 signs of a row of a layer: it loses the east of longer ones of features.";
        assert_eq!(text.lines().any(|told| told == line), expectation, "{width} {used}");
        let rows = text.lines().filter(|line| line.trim_start().starts_with('"'));
        let longest = rows.map(|row| row.trim().trim_end_matches(')').len() - 2).max().unwrap();
        assert_eq!(longest > 999, expectation, "{width} {used}: {longest}");
        check_scenario(&scenario);
    };
    check(400, 60, false);
    check(600, 120, true);
    check(60, 120, false);
}

/// What Xconq 7.0 has where a design sets no `damage`, 7.5 has to be told.
#[test]
fn the_first_damage_of_xconq_7_0_is_written() {
    for (forms, table) in [("", "(table damage 1)"), ("(unit-type v) (table damage (v u 3))", "(v u 3)")] {
        let text = format!("(game-module \"t\" (program-version \"7.0.3\"))\n(unit-type u)\n(terrain-type t)\n{forms}");
        let design = read_whole(&text, &BTreeMap::new()).design;
        assert!(design.is_xconq_7_0());
        let text = written(&design, None, &[]);
        assert!(text.contains("(table damage 1") && text.contains(table), "{text}");
        let (_, comment) = text.split_once(BLOCK).expect("forms do not name the version");
        assert!(!comment.contains("damage"), "{text}");
        let back = read_whole(&text, &BTreeMap::new()).design;
        assert!(back == design, "{:?}", formats::testing::design_patch(&back, &design));
    }
    assert!(!written(&read_forms_whole("").design, None, &[]).contains("damage"));
}

/// Definitions may name doctrines.
#[test]
fn a_doctrine_can_be_defined_by_another_name() {
    let side = |name: &str| {
        let forms = "(doctrine careful (repair-percent 60))\n(define mine careful)\n";
        read_forms_whole(&format!("{forms}(side 1 (name \"A\") (doctrines (u {name})))")).design
    };
    assert_eq!(side("mine").sides, side("careful").sides);
    assert!(written(&side("mine"), None, &[]).contains("(doctrines (u careful))"));
    let early = "(game-module \"t\")\n(unit-type u)\n(define mine careful)\n(doctrine careful (repair-percent 60))";
    let (_, told) = read_forms(early, &BTreeMap::new());
    assert!(told.len() == 1 && told[0].contains("behind this use"), "{told:?}");
}

/// A value whose design lacks a type of the default stands alone in RON, and is chosen as in GDL.
#[test]
fn a_variant_whose_default_defines_a_type_comes_back_in_ron() {
    let text = "(game-module \"t\" (title \"Boats\") (variants
        (boats true (true (unit-type boat (acp-per-turn 1) (speed 50)) (table hit-chance (boat u* 20))))
        (long false (true (set last-turn 90)))))
        (unit-type u (acp-per-turn 2)) (terrain-type t) (set sides-max 3)";
    let loaded = pipeline::load_gdl("t", "t.g", text, &|_| None).unwrap();
    let ron = pipeline::as_ron(&loaded);
    let back =
        pipeline::load("converted", "converted.ron", &ron, &|_| None).unwrap_or_else(|told| panic!("{told:?}\n{ron}"));
    assert!(back.design == loaded.design);
    let choose = |loaded: &Loaded, boats: &str, long: &str| {
        let choices = [("boats", boats), ("long", long)].map(|(name, value)| (name.to_owned(), value.to_owned()));
        loaded.with_variants(&BTreeMap::from(choices)).unwrap().design
    };
    for (boats, long) in [("true", "false"), ("true", "true"), ("false", "false"), ("false", "true")] {
        let (wanted, found) = (choose(&loaded, boats, long), choose(&back, boats, long));
        assert!(found == wanted, "{boats} {long}: {:?}", formats::testing::design_patch(&found, &wanted));
    }
    assert_eq!(choose(&back, "false", "false").units.names, ["u"]);
    let gdl = pipeline::as_gdl(&loaded, "t");
    let again = pipeline::load_gdl("t", "t.g", &gdl, &|_| None).unwrap_or_else(|told| panic!("{told:?}\n{gdl}"));
    assert!(choose(&again, "false", "true") == choose(&loaded, "false", "true"), "{gdl}");
}

/// A design of these forms, beside the least that a design has.
fn read_forms_whole(forms: &str) -> ModuleGame {
    let text = format!("(game-module \"t\")\n(unit-type u)\n(terrain-type t)\n{forms}");
    read_whole(&text, &BTreeMap::new())
}

/// What wraps has the circumference of its width, which has to be said even where it is the usual one.
#[test]
fn only_what_wraps_is_as_wide_as_its_world() {
    let check = |shape, width, expectation: Option<&str>| {
        let design = read_forms_whole("").design;
        let scenario = Scenario::new(design, world::World::new(grid::Area::new(shape, width, 20).unwrap()));
        let text = written(&scenario.design, Some(&scenario), &[]);
        let form = text.lines().find(|line| line.starts_with("(world"));
        assert_eq!(form, expectation, "{shape:?} {width}");
        check_scenario(&scenario);
    };
    check(Shape::Cylinder, 360, Some("(world 360)"));
    check(Shape::Cylinder, 60, Some("(world 60)"));
    check(Shape::Hexagon, 360, Some("(world 720)"));
    check(Shape::Hexagon, 60, None);
}

#[test]
fn key_points_of_the_year_stand_in_a_list_of_their_own() {
    let cycle = "(area (temperature-year-cycle (((3 3) (0 1) (5 9)) ((8 5) (0 2) (5 19)))))";
    let design = read_forms_whole(cycle).design;
    let text = written(&design, None, &[]);
    assert!(text.contains(cycle), "{text}");
    assert!(read_whole(&text, &BTreeMap::new()).design == design);
    let game = read_forms_whole(&format!("{cycle} (side 1 (name \"A\")) (area 20 10) (u 10 5 1)"));
    let start = game.start.expect("a unit has a place");
    let text = written(&game.design, Some(&start), &[]);
    assert!(text.contains("(temperature-year-cycle (((3 3) (0 1) (5 9)) ((8 5) (0 2) (5 19))))"), "{text}");
}

/// The last turn of a game that gives none.
const USUAL: i32 = 2_000_000_000;

/// A variant with forms for one value has another one, by which they are left out.
#[test]
fn variants_of_one_value_can_be_switched_off() {
    let check = |variant: &str, default: &str, values: &[&str], turns: &[i32]| {
        let text = format!("(game-module \"t\" (variants {variant}))\n(unit-type u)\n(terrain-type t)\n");
        let game = read_whole(&text, &BTreeMap::new());
        assert_eq!(
            (game.variants[0].default.as_str(), &game.variants[0].values[..]),
            (default, &values.iter().map(|&one| one.to_owned()).collect::<Vec<_>>()[..]),
            "{variant}"
        );
        let turns_of = |value: &&str| {
            let choices = BTreeMap::from([("fast".to_owned(), (*value).to_owned())]);
            read_whole(&text, &choices).design.global_int(design::parameters::global::LAST_TURN)
        };
        assert_eq!(values.iter().map(turns_of).collect::<Vec<_>>(), turns, "{variant}");
    };
    check("(\"Fast\" fast false (true (set last-turn 9)))", "false", &["false", "true"], &[USUAL, 9]);
    check("(\"Fast\" fast true (true (set last-turn 9)))", "true", &["true", "false"], &[9, USUAL]);
    check("(\"Fast\" fast true (false (set last-turn 9)))", "true", &["true", "false"], &[USUAL, 9]);
    check("(fast (true (set last-turn 9)))", "false", &["false", "true"], &[USUAL, 9]);
    check("(fast 1 (1 (set last-turn 9)))", "1", &["1", "0"], &[9, USUAL]);
    check("(fast 3 (3 (set last-turn 9)))", "3", &["3", "0"], &[9, USUAL]);
}

/// Parameters that Xconq knows are said in GDL, by every preset.
#[test]
fn the_comment_names_no_parameter_that_xconq_knows() {
    for known in PRESETS {
        let loaded = fairmarch_tests::preset(known.name);
        let text = written(&loaded.design, None, &[]);
        let (_, block) = text.split_once(BLOCK).expect("there is a summary");
        let mut sources = Sources::default();
        let file = sources.add("block", block.trim_end().strip_suffix("|#").expect("it ends"));
        let root = diagnostics::read_tree(&sources, file).expect("it is RON");
        let design = root.get("design").expect("there is a summary");
        let entries = |node: Option<&design::Node>| -> Vec<design::Entry> {
            node.and_then(design::Node::entries).unwrap_or_default().to_vec()
        };
        let mut names: Vec<(design::Scope, String)> = Vec::new();
        for (section, scope) in design::TYPE_SECTIONS {
            for (_, properties) in entries(design.get(section)) {
                names.extend(entries(Some(&properties)).into_iter().map(|(name, _)| (scope, name.text)));
            }
        }
        for (section, scope) in [("tables", design::Scope::Table), ("globals", design::Scope::Global)] {
            names.extend(entries(design.get(section)).into_iter().map(|(name, _)| (scope, name.text)));
        }
        // The rules of `crawl` are all GDL's own: it has colours and a target of balance beside them.
        let least = if known.name == "crawl" { 4 } else { 6 };
        assert!(names.len() >= least, "{}: {names:?}", known.name);
        for (scope, name) in names {
            let number = design::parameters::find(scope, &name).expect("it is in the registry");
            let origin = design::parameters::rows(scope)[number].origin;
            let is_ours = matches!(origin, design::Origin::Fairmarch | design::Origin::Seed);
            // Features of our own classes are more than GDL's list holds.
            assert!(is_ours || name == "feature-types", "{}: {name}", known.name);
        }
        for section in ["sides-max", "description", "player-notes", "designer-notes", "namers", "title", "name"] {
            assert!(design.get(section).is_none(), "{}: {section}", known.name);
        }
    }
}

/// What lies in GDL's own words need not stand in the comment, too.
#[test]
fn the_comment_says_nothing_that_gdl_said() {
    let rolled = roll("cylinder:1").scenario;
    let text = written(&rolled.design, Some(&rolled), &[]);
    let block = text.split_once(BLOCK).expect("there are countries").1;
    for section in
        ["terrain\": { \"legend", "\"edges\"", "\"elevation\"", "\"feature-of\"", "\"units\": [", "\"tables\""]
    {
        assert!(!block.contains(section), "{section}");
    }
    for section in ["\"country\"", "\"fairness\"", "\"made-by\"", "\"recipe\"", "\"color\": \"2f5f9e\""] {
        assert!(block.contains(section), "{section}");
    }
}

/// Every layer there is, with values of all sizes, and names that need care.
fn crowd(scenario: &mut Scenario, stream: &mut Stream) {
    let area = scenario.world.area;
    let mut layer = |low: i32, high: i32| -> Vec<i32> {
        let values = area.len();
        (0..values).map(|_| low + stream.below((high - low + 1) as u32) as i32).collect()
    };
    let sides = scenario.sides.len() as i32;
    let directions = i32::from(area.directions());
    let owner = |value: i32| Owner::from(u8::try_from(value).ok().map(SideId));
    let world = &mut scenario.world;
    world.temperature = Some(Layer::from_values(&area, layer(-40, 60).iter().map(|&value| value as i16).collect()));
    world.clouds = Some(Layer::from_values(&area, layer(0, 100).iter().map(|&value| value as u8).collect()));
    world.people = Some(Layer::from_values(&area, layer(-1, sides).into_iter().map(owner).collect()));
    world.control = Some(Layer::from_values(&area, layer(-1, sides).into_iter().map(owner).collect()));
    let winds = layer(0, 9 * directions - 1);
    let wind =
        |value: i32| Wind { direction: Direction((value % directions) as u8), force: (value / directions) as u16 };
    world.winds = Some(Layer::from_values(&area, winds.into_iter().map(wind).collect()));
    for kind in 0..scenario.design.materials.len() {
        world.materials.insert(MaterialType::at(kind), Layer::from_values(&area, layer(0, 200)));
    }
    world.gdl_layers.insert("cloud-heights".to_owned(), Layer::from_values(&area, layer(0, 2000)));
    world.date = "5 May 1871".to_owned();
    let names = ["He said \"no\"", "back\\slash", "|# or #|", "; (not a comment", "Ålesund"];
    for (index, unit) in scenario.units.iter_mut().enumerate() {
        names[index % names.len()].clone_into(&mut unit.name);
        unit.hp = (index % 3 == 0).then_some(1);
    }
    for (index, side) in scenario.sides.iter_mut().enumerate() {
        side.noun = format!("Noun \"{index}\"");
        side.team = (index % 3) as u8;
        side.advantage = 1 + index as u32;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if fairmarch_tests::is_long() { 60 } else { 10 }))]

    // Takes seconds: whole games and worlds are written and read again.
    #[test]
    fn crowded_worlds_come_back(seed in 0_u64..1_000_000, width in 30_u32..60, height in 15_u32..30, shape in 0_usize..8) {
        let shape = Shape::ALL[shape];
        let height = shape.fitting_height(width, 2 * height);
        let string = format!("classic:{seed}:area={shape},sides=3,size={width}x{height},balance=false");
        let rolled = fairmarch_tests::roll_if_room(&string).map_err(TestCaseError::fail)?;
        let Some(mut rolled) = rolled else { return Ok(()) };
        crowd(&mut rolled.scenario, &mut Seed(seed).stream("crowd"));
        check_scenario(&rolled.scenario);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(fairmarch_tests::cases(60)))]

    // Takes seconds: whole games and worlds are written and read again.
    #[test]
    fn shuffled_designs_come_back(number in 0_usize..50, seed in any::<u64>(), count in 0_u32..6) {
        let base = shuffled::preset(number);
        let mut stream = Seed(seed).stream("patches");
        let told = |faults: design::Diagnostics| TestCaseError::fail(format!("{faults:?}"));
        let one = shuffled::patched(&base, &shuffled::shuffle(&base, count, &mut stream)).map_err(told)?;
        let mut other = shuffled::patched(&one, &shuffled::shuffle(&one, count, &mut stream)).map_err(told)?;
        // No choice gives a design another name.
        one.name.clone_into(&mut other.name);
        let variant = WrittenVariant {
            name: "choice".to_owned(),
            help: "one or \"the\" other".to_owned(),
            default: "0".to_owned(),
            values: vec![("0".to_owned(), one.clone()), ("7".to_owned(), other.clone())],
        };
        let text = written(&one, None, &[variant]);
        for (value, wanted) in [("0", &one), ("7", &other)] {
            let back = read_whole(&text, &BTreeMap::from([("choice".to_owned(), value.to_owned())])).design;
            prop_assert!(*back == *wanted, "{value}: {:?}\n{text}", formats::testing::design_patch(&back, wanted));
        }
    }
}
