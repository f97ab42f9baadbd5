//! The section that only a ruleset knows: read, patched, written back, in designs, scenarios and GDL.

use std::collections::BTreeMap;

use design::{Design, Diagnostic, Diagnostics, Draft, Known, KnownRuleset, Sources};
use fairmarch_formats::testing::design_patch;
use fairmarch_formats::{gdl, read_design, read_scenario, start_digest, write_design, write_scenario};

/// Rules called `draughts`, which read the number `men` alone, and others without a section.
fn known() -> Known {
    let check_design = |design: &Design| {
        let Some(section) = design.sections.get("draughts") else { return Diagnostics::default() };
        let read = section.read(|root, tree| {
            for (name, _) in root.entries().unwrap_or_default().iter().filter(|(name, _)| name.text != "men") {
                tree.unknown("unknown-entry", "entry", name, &["men"]);
            }
            tree.int(root.get("men"), "`men`", 1..=20);
        });
        read.1
    };
    let rulesets = ["draughts", "kernel"].map(|name| KnownRuleset { name, check_design });
    Known { rulesets: rulesets.to_vec(), ..Known::default() }
}

fn told(found: &Diagnostics) -> Vec<String> {
    found.0.iter().map(Diagnostic::to_string).collect()
}

/// The design of a file that may include `base`, and what is told of it.
fn read(text: &str, base: &str) -> (Option<Design>, Vec<String>) {
    let include = |name: &str| (name == "base").then(|| ("base.ron".to_owned(), base.to_owned()));
    match read_design("t", "t.ron", text, &include, &known()) {
        Ok((design, found)) => (Some(design), told(&found)),
        Err(found) => (None, told(&found)),
    }
}

/// A sound design.
fn sound(text: &str) -> Design {
    let (design, found) = read(text, "");
    assert_eq!(found, [""; 0], "{text}");
    design.unwrap()
}

fn entries(design: &Design) -> String {
    design.sections.get("draughts").map(|section| section.tree().print().replace("\n", " ")).unwrap_or_default()
}

const DRAUGHTS: &str = r#""globals": { "ruleset": "draughts" }"#;

#[test]
fn the_section_of_the_ruleset_is_kept_and_every_other_is_unknown() {
    let design = sound(&format!("{{ {DRAUGHTS}, \"draughts\": {{ \"men\": 0xc /* a dozen */ }} }}"));
    assert_eq!(entries(&design), "{   \"men\": 0xc, } ");
    assert_eq!(sound(&write_design(&design)), design);
    assert!(sound(&format!("{{ {DRAUGHTS}, \"draughts\": {{}} }}")).sections.is_empty());

    let (_, found) = read(&format!("{{ {DRAUGHTS}, \"draugths\": {{}} }}"), "");
    assert_eq!(found, ["t.ron:1:41: error[unknown-section]: unknown section `draugths`; did you mean `draughts`?"]);
    let (_, found) = read("{ \"draughts\": {} }", "");
    assert_eq!(found, ["t.ron:1:3: error[unknown-section]: unknown section `draughts`"], "other rules");
    let (_, found) = read("{ \"kernel\": {} }", "");
    assert_eq!(found, ["t.ron:1:3: error[unknown-section]: unknown section `kernel`"], "GDL's have none");
    let (_, found) = read(&format!("{{ {DRAUGHTS}, \"draughts\": 7 }}"), "");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("t.ron:1:53: error[wrong-kind]: `draughts` cannot be this: found 7"), "{found:?}");
}

#[test]
fn a_name_of_rules_is_mended() {
    let (_, found) = read(r#"{ "globals": { "ruleset": "draught" } }"#, "");
    assert_eq!(found, ["t.ron:1:27: error[unknown-ruleset]: unknown ruleset `draught`; did you mean `draughts`?"]);
    let (_, found) = read(r#"{ "globals": { "ruleset": "draught" }, "draughts": { "men": 3 } }"#, "");
    assert_eq!(found.len(), 1, "a slip is told once: {found:?}");
    let (_, found) = read(r#"{ "globals": { "ruleset": "go" } }"#, "");
    assert_eq!(found, ["t.ron:1:27: error[unknown-ruleset]: unknown ruleset `go`: expected one of draughts, kernel"]);
    let unchecked = read_design("t", "t", r#"{ "globals": { "ruleset": "go" } }"#, &|_| None, &Known::default());
    assert!(unchecked.is_ok(), "who knows no rules checks none");
}

#[test]
fn later_files_and_variants_replace_entry_by_entry() {
    let base = format!("{{ {DRAUGHTS},\n \"draughts\": {{ \"men\": 99, \"kings\": true }} }}");
    let (_, found) = read("{ \"extends\": \"base\", \"draughts\": { \"men\": 21 } }", &base);
    assert_eq!(
        found,
        [
            "base.ron:2:27: error[unknown-entry]: unknown entry `kings`: expected one of men",
            "t.ron:1:43: error[wrong-kind]: `men` cannot be this: found 21, expected a whole number from 1 to 20"
        ]
    );
    let patch = "{ \"true\": { \"draughts\": { \"men\": 5 } } }";
    let text = format!(
        "{{ \"variants\": {{ \"few\": {{ \"values\": {patch} }} }}, \"draughts\": {{ \"men\": 12 }}, {DRAUGHTS} }}"
    );
    assert_eq!(entries(&sound(&text)), "{   \"men\": 12, } ");
    let mut sources = Sources::default();
    let file = sources.add("t.ron", &text);
    let drafts = [Draft { file, root: diagnostics::read_tree(&sources, file).unwrap() }];
    let chosen = design::choose(&drafts, &BTreeMap::from([("few".to_owned(), "true".to_owned())])).unwrap();
    let drafts: Vec<Draft> = drafts.into_iter().chain(chosen).collect();
    let (design, _) = design::resolve("t", &drafts, &sources, &known()).unwrap();
    assert_eq!(entries(&design), "{   \"men\": 5, } ");
    let (_, found) = read(&text.replace(DRAUGHTS, "\"globals\": {}"), "");
    assert_eq!(found.len(), 2, "both sections: {found:?}");
}

#[test]
fn a_patch_makes_one_design_of_the_other() {
    let designs = [
        sound(&format!("{{ {DRAUGHTS} }}")),
        sound(&format!("{{ {DRAUGHTS}, \"draughts\": {{ \"men\": 3 }} }}")),
        sound(&format!("{{ {DRAUGHTS}, \"draughts\": {{ \"men\": 4 }} }}")),
        sound("{}"),
    ];
    for from in &designs {
        for to in &designs {
            let Some(text) = design_patch(from, to) else {
                assert_eq!(from, to);
                continue;
            };
            let mut sources = Sources::default();
            let file = sources.add("patch.ron", &text);
            let draft = Draft { file, root: diagnostics::read_tree(&sources, file).unwrap() };
            let patched = design::patch(from, &draft, &sources, &known());
            let (patched, _) = patched.unwrap_or_else(|found| panic!("{:?}\n{text}", told(&found)));
            assert_eq!(&patched, to, "{text}");
        }
    }
}

#[test]
fn variables_of_old_files_move_into_the_section() {
    let view = r#""ruleset": "generals-view""#;
    let moved = |text: &str| {
        let (design, found) = read_design("t", "t.ron", text, &|_| None, &Known::default()).unwrap();
        (design, told(&found))
    };
    let (design, found) = moved(&format!("{{ \"globals\": {{ {view}, \"order-dice\": 8 }} }}"));
    let today = "`order-dice` has moved: it is an entry of the section `generals-view` now";
    assert_eq!(found, [format!("t.ron:1:44: warning[moved-parameter]: {today}; write it there")]);
    let (new, found) = moved(&format!("{{ \"globals\": {{ {view} }}, \"generals-view\": {{ \"order-dice\": 8 }} }}"));
    assert_eq!((&new, found), (&design, Vec::new()));
    assert_eq!(moved(&write_design(&design)), (design, Vec::new()));
    let (both, _) = moved(&format!(
        "{{ \"generals-view\": {{ \"order-dice\": 9 }}, \"globals\": {{ {view}, \"order-dice\": 8 }} }}"
    ));
    assert!(both.sections["generals-view"].tree().print().contains(": 9,"), "what is written today counts");

    let (other, found) = moved("{ \"globals\": { \"order-dice\": 8 } }");
    assert_eq!(
        found,
        [format!("t.ron:1:16: warning[moved-parameter]: {today}; take it out: only those rules read it")]
    );
    assert!(other.sections.is_empty());
    let step = read_design(
        "t",
        "t.ron",
        "{ \"recipe\": [{ \"make-rivers\": { \"order-dice\": 8 } }] }",
        &|_| None,
        &Known::default(),
    );
    let expected = "t.ron:1:33: error[wrong-place]: `order-dice` is no global variable; it is an entry of the section \
        `generals-view`: write it there";
    assert_eq!(told(&step.unwrap_err()), [expected]);
}

const WORLD: &str = r#""format": 1, "area": { "shape": "square4", "size": "4x4" }, "sides": [], "units": []"#;

#[test]
fn scenarios_have_one_too() {
    let of = |own: &str, design: &str| {
        let text = format!("{{ {WORLD}, {own} \"design\": {{ {design} }} }}");
        match read_scenario("s.ron", &text, &|_| None, &known()) {
            Ok((scenario, found)) => (Some(scenario), told(&found)),
            Err(found) => (None, told(&found)),
        }
    };
    let (scenario, found) = of("\"draughts\": { \"moves\": [[1, 2],\n [3, 4]] },", DRAUGHTS);
    assert_eq!(found, [""; 0]);
    let scenario = scenario.unwrap();
    let text = write_scenario(&scenario);
    assert!(text.contains("\"draughts\": {\n    \"moves\": [[1, 2],\n [3, 4]],\n  },\n  \"design\""), "{text}");
    assert_eq!(read_scenario("s.ron", &text, &|_| None, &known()).unwrap().0, scenario);
    let mut other = scenario.clone();
    other.sections.clear();
    assert_ne!(start_digest(&other), start_digest(&scenario), "another start");

    let (_, found) = of("\"draughts\": {},", "");
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("unknown-entry") && found[0].contains("`draughts`"), "{found:?}");
    let (_, found) = of("\"draughts\": {},", &format!("{DRAUGHTS}, \"untis\": {{}}"));
    assert_eq!(found.len(), 1, "a faulty design still says whose section it is: {found:?}");
    let (_, found) = of("", r#""globals": { "ruleset": "kernel", "order-dice": 3 }"#);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("moved-parameter"), "{found:?}");
}

#[test]
fn gdl_keeps_sections_in_its_comment() {
    let text = format!(
        "{{ {DRAUGHTS}, \"units\": {{ \"man\": {{}} }}, \"terrain\": {{ \"field\": {{}} }}, \"draughts\": {{ \"men\": 12 }} }}"
    );
    let (design, _) = read(&text, "");
    let design = design.unwrap();
    let text = format!("{{ {WORLD}, \"draughts\": {{ \"moves\": [1] }}, \"design\": {} }}", write_design(&design));
    let (scenario, _) = read_scenario("s.ron", &text, &|_| None, &known()).unwrap();
    let written = gdl::write_gdl("t", &design, Some(&scenario), &[], &known());
    let module = gdl::Module::read("t", "t.g", &written, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &known());
    let game = game.unwrap_or_else(|| panic!("{:?}\n{written}", told(&found)));
    assert_eq!(game.design.sections, design.sections, "{written}");
    assert_eq!(game.start.map(|start| start.sections), Some(scenario.sections), "{written}");

    let old =
        "(game-module \"t\")\n(set ruleset \"generals-view\")\n(set order-dice 8)\n(set units-per-cell-max \"x\")\n";
    let module = gdl::Module::read("t", "t.g", old, &|_| None);
    let (_, found) = module.game(&BTreeMap::new(), &Known::default());
    let found = told(&found);
    assert!(found.iter().any(|told| told.starts_with("t.g:3:6: warning[moved-parameter]: `order-dice` has moved")));
    assert!(found.iter().any(|told| told.starts_with("t.g:4:25: error[wrong-kind]")), "{found:?}");
    let module = gdl::Module::read("t", "t.g", &old.replace("\"x\"", "1"), &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &Known::default());
    let game = game.unwrap_or_else(|| panic!("{:?}", told(&found)));
    assert_eq!(game.design.sections["generals-view"].names().collect::<Vec<_>>(), ["order-dice", "units-per-cell-max"]);
    let (_, found) = gdl::Module::read("t", "t.g", "(set ruleset \"go\")", &|_| None).game(&BTreeMap::new(), &known());
    assert!(told(&found).iter().any(|told| told.contains("error[unknown-ruleset]: unknown ruleset `go`")), "{found:?}");
}

#[test]
fn a_value_of_a_variant_may_stand_alone() {
    let variant = |anew: &str, default: &str| {
        let values = format!("\"true\": {{ \"anew\": {anew}, \"units\": {{ \"boat\": {{}} }} }}");
        let fast = "\"fast\": { \"values\": { \"true\": { \"globals\": { \"last-turn\": 9 } } } }";
        let alone = |name: &str| format!("\"{name}\": {{ \"default\": \"{default}\", \"values\": {{ {values} }} }}");
        format!(
            "{{ \"name\": \"n\", \"units\": {{ \"cart\": {{}} }}, \"variants\": {{ {fast}, {}, {} }} }}",
            alone("sea"),
            alone("air")
        )
    };
    let text = variant("true", "false");
    sound(&text);
    let mut sources = Sources::default();
    let file = sources.add("t.ron", &text);
    let drafts = [Draft { file, root: diagnostics::read_tree(&sources, file).unwrap() }];
    let choose = |names: &[&str]| {
        design::choose(&drafts, &names.iter().map(|name| ((*name).to_owned(), "true".to_owned())).collect())
    };
    let drafts: Vec<Draft> = drafts.iter().cloned().chain(choose(&["fast", "sea"]).unwrap()).collect();
    let (design, _) = design::resolve("t", &drafts, &sources, &known()).unwrap();
    assert_eq!((design.name.as_str(), design.units.names.join(" ").as_str()), ("n", "boat"));
    assert_eq!(design.global_int(design::parameters::global::LAST_TURN), 9, "what others choose is applied to it");
    let both = choose(&["sea", "air"]).unwrap_err().to_string();
    assert_eq!(both, "the variants `air` and `sea` each make the whole game anew: choose one of them");
    for (anew, default) in [("true", "true"), ("7", "false"), ("false", "false")] {
        let (_, found) = read(&variant(anew, default), "");
        let is_told = |fault: &String| fault.contains("`anew` cannot be this");
        assert!(found.len() == 2 && found.iter().all(is_told), "{anew} {default}: {found:?}");
    }
}

/// What types mean to other programs is kept under any rules, and in both languages.
#[test]
fn exports_are_kept_whatever_the_rules() {
    let exports = "\"exports\": { \"roles\": { \"terrain\": { \"field\": \"desert\" } } }";
    let types = "\"units\": { \"man\": {} }, \"terrain\": { \"field\": {} }";
    let plain = sound(&format!("{{ {types} }}"));
    for rules in [format!("{DRAUGHTS}, \"draughts\": {{ \"men\": 12 }},"), String::new()] {
        let design = sound(&format!("{{ {rules} {types}, {exports} }}"));
        let kept = design.sections["exports"].tree().print().replace('\n', " ");
        assert_eq!(kept, "{   \"roles\": { \"terrain\": { \"field\": \"desert\" } }, } ");
        assert_eq!(sound(&write_design(&design)), design);
        let written = gdl::write_gdl("t", &design, None, &[], &known());
        let module = gdl::Module::read("t", "t.g", &written, &|_| None);
        let (game, found) = module.game(&BTreeMap::new(), &known());
        let game = game.unwrap_or_else(|| panic!("{:?}\n{written}", told(&found)));
        assert_eq!(game.design.sections, design.sections, "{written}");
    }
    // A draft adds them to a design; to take them away again, it stands anew.
    let design = sound(&format!("{{ {types}, {exports} }}"));
    let [there, back] = [(&plain, &design), (&design, &plain)].map(|(from, to)| design_patch(from, to).unwrap());
    assert!(there.contains("\"exports\"") && !there.contains("\"anew\""), "{there}");
    assert!(back.contains("\"anew\"") && !back.contains("\"exports\""), "{back}");
}
