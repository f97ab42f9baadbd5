//! The reports about faulty modules in GDL: each mistake is reported once, with the path to it. (The samples of `tests/gdl/bad`
//! have one fault of each kind; the tests here need several files, or are near misses.)

use std::collections::BTreeMap;

use design::{Draft, Known, Sources};
use fairmarch_formats::gdl::Module;

/// The diagnostics of the first of these files, which may include the others.
fn told(files: &[(&str, &str)]) -> Vec<String> {
    let include = |name: &str| {
        let (name, text) = files.iter().find(|(known, _)| *known == name)?;
        Some((format!("{name}.g"), (*text).to_owned()))
    };
    let (name, text) = files[0];
    let module = Module::read(name, &format!("{name}.g"), text, &include);
    let (_, found) = module.game(&BTreeMap::new(), &Known::default());
    found.0.iter().map(ToString::to_string).collect()
}

fn check(files: &[(&str, &str)], expected: &[&str]) {
    let told = told(files);
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert_eq!(told, expected);
    }
}

#[test]
fn a_fault_in_an_included_module_names_all_includes_that_lead_there() {
    let top = ("top", "(game-module \"top\")\n (include \"middle\")");
    let middle = ("middle", "(terrain-type sea)\n(include deep)\n(set sides-maxx 3)");
    check(
        &[top, middle, ("deep", "(unit-type boat (hp-mxa 3))")],
        &[
            "deep.g:1:18: error[unknown-property]: unit types have no property `hp-mxa`; did you mean `hp-max`? \
             (included at middle.g:2:10, which is included at top.g:2:11)",
            "middle.g:3:6: error[unknown-global]: there is no global variable `sides-maxx`; did you mean `sides-max`? \
             (included at top.g:2:11)",
        ],
    );
    // What the text alone shows, what is known at the end, and what a variant does.
    check(
        &[top, middle_without_fault(), ("deep", "(unit-type boat))")],
        &["deep.g:1:17: error[stray-close]: this `)` closes nothing; remove it, or open a list before it \
           (included at middle.g:2:10, which is included at top.g:2:11)"],
    );
    let variant = "(game-module \"deep\" (variants (v true (true (unit-type boat (hp-mxa 3))))))";
    check(
        &[top, middle_without_fault(), ("deep", variant)],
        &["deep.g:1:62: error[unknown-property]: unit types have no property `hp-mxa`; did you mean `hp-max`? \
           (included at middle.g:2:10, which is included at top.g:2:11)"],
    );
    check(
        &[("top", "(unit-type boat (hp-mxa 3))")],
        &["top.g:1:18: error[unknown-property]: unit types have no property `hp-mxa`; did you mean `hp-max`?"],
    );
}

fn middle_without_fault() -> (&'static str, &'static str) {
    ("middle", "(terrain-type sea)\n(include deep)")
}

#[test]
fn missing_parentheses_are_reported_once() {
    check(
        &[("t", "(terrain-type x char \"~\" (liquid true))")],
        &["t.g:1:17: error[wrong-kind]: a property is a list such as (hp-max 3): found char; write (char \"~\")"],
    );
    check(
        &[("t", "(terrain-type x char \"~\" liquid true)\n(game-module \"t\" title)\n(unit-type u)\n(unit-type v 3)")],
        &[
            r#"t.g:1:17: error[wrong-kind]: a property is a list such as (hp-max 3): found char; write (char "~")"#,
            r#"t.g:2:18: error[wrong-kind]: a property is a list such as (title "The game"): found title"#,
            "t.g:4:14: error[wrong-kind]: a property is a list such as (hp-max 3): found 3",
        ],
    );
    // Two mistakes with a property between them; what could not be read has its own diagnostic.
    check(
        &[("t", "(unit-type u hp-max 3 (speed 100) acp-per-turn 4)")],
        &[
            "t.g:1:14: error[wrong-kind]: a property is a list such as (hp-max 3): found hp-max; write (hp-max 3)",
            "t.g:1:35: error[wrong-kind]: a property is a list such as (hp-max 3): found acp-per-turn; write \
            (acp-per-turn 4)",
        ],
    );
    check(
        &[("t", "(unit-type u (hp-max 3) 1.2.3)")],
        &["t.g:1:25: error[bad-number]: this is no number: found 1.2.3, expected a number such as 7, -7, 1.5, \
        50% or 2d6+1; a number has at most two decimals: it is kept in hundredths"],
    );
    check(
        &[("t", "(unit-type u ())")],
        &["t.g:1:14: error[wrong-kind]: a property is a list such as (hp-max 3): found ()"],
    );
    check(
        &[("t", "(side 1 (name \"Up\") color \"red\")")],
        &["t.g:1:21: error[wrong-kind]: a property is a list such as (name \"Upstream\"): found color; write \
        (color \"red\")"],
    );
}

/// The first grammar of seed 000 means spaces between its words.
#[test]
fn words_of_a_grammar_that_run_into_each_other_are_reported() {
    let told_of = |root: &str| {
        let rules = "(animal (or cat dog)) (thing (or hat umbrella))";
        told(&[("t", &format!("(unit-type u)\n(namer n (grammar root 40\n(root (or 1 {root})) {rules}))"))])
    };
    assert_eq!(
        told_of("(the animal in the thing)"),
        [
            "t.g:3:13: warning[namer-no-spaces]: the words \"the\", \"in\", \"the\" are neither rules nor namers and get no \
          spaces; put texts in quotes, with their spaces: \"the \" animal"
        ]
    );
    // Spaces, and syllables that stand for rules.
    for root in
        ["(\"the \" animal \" in the \" thing)", "(animal thing)", "(capitalize (animal thing))", "(animal ville)"]
    {
        assert_eq!(told_of(root), [""; 0], "{root}");
    }
}

#[test]
fn misspelt_words_of_calendars_and_notices_are_reported() {
    let set = |text: &str| told(&[("t", &format!("(unit-type u)\n(set {text})"))]);
    for (text, expected) in [
        (
            "calendar '(usual mnth 2)",
            "t.g:2:23: warning[unknown-word]: there is no step of a calendar `mnth`; did you mean `month`?",
        ),
        (
            "calendar '(usual (0 11 month 1) (12 99 seson 1))",
            "t.g:2:45: warning[unknown-word]: there is no step of a calendar `seson`; did you mean `season`?",
        ),
        (
            "calendar '(usul month)",
            "t.g:2:17: warning[unknown-word]: there is no kind of calendar `usul`; did you mean `usual`?",
        ),
        (
            "action-notices '((mve \"Off.\"))",
            "t.g:2:24: warning[unknown-word]: there is no action or report `mve`; did you mean `move`?",
        ),
        (
            "action-notices '(((atack u u) (actor \" meets \" actee)))",
            "t.g:2:25: warning[unknown-word]: there is no action or report `atack`; did you mean `attack`?",
        ),
        (
            "event-notices '((game-startd \"Go.\"))",
            "t.g:2:23: warning[unknown-word]: there is no event `game-startd`; did you mean `game-started`?",
        ),
        (
            "event-narratives '(((unit-kiled u) \"Lost.\"))",
            "t.g:2:27: warning[unknown-word]: there is no event `unit-kiled`; did you mean `unit-killed`?",
        ),
        (
            "event-notices '((game-started \"Go.\") ((unit-killed uu) \"Lost.\"))",
            "t.g:2:57: warning[unknown-type]: there is no unit type `uu`; did you mean `u`?",
        ),
        (
            "action-notices '(\"Off.\")",
            "t.g:2:23: warning[wrong-kind]: a notice is a pattern with a text: found \"Off.\", expected (word text) or ((word type) text)",
        ),
        (
            "action-notices '((3 \"Off.\"))",
            "t.g:2:24: warning[wrong-kind]: `3` is no pattern: expected word or (word type)",
        ),
    ] {
        let told = set(text);
        assert_eq!(told.join("\n"), expected, "{text}");
    }
    for text in [
        "calendar nil",
        "calendar '(number \"Round\")",
        "calendar '(usual day)",
        "calendar '(usual (0 11 month 1) (12 99 season 1))",
        "action-notices '((move \"Off.\") ((resist/slaughter u u*) (actor \" meets \" actee)))",
        "event-narratives '((game-saved \"Later.\") ((unit-captured u u) (\"once, \" 0)))",
    ] {
        assert!(set(text).is_empty(), "{text}: {:#?}", set(text));
    }
}

/// The same words in RON, and those that set off a scorekeeper.
#[test]
fn misspelt_events_are_told_in_their_places() {
    check(
        &[(
            "t",
            "(terrain-type x) (unit-type tank)\n(scorekeeper (when after-event) (trigger ((unit-kiled tank)\n gme-ended)) (do win))",
        )],
        &[
            "t.g:2:44: warning[unknown-word]: there is no event `unit-kiled`; did you mean `unit-killed`?",
            "t.g:3:2: warning[unknown-word]: there is no event `gme-ended`; did you mean `game-ended`?",
        ],
    );
    let notices = "[[\"game-saved\", \"'Later.\"],\n[[\"unit-kiled\", \"u*\"], \"'Lost.\"],\n[[\"unit-killed\", \"tnak\"], \"'Lost.\"]]";
    let forms = r#"[["scorekeeper", ["trigger", ["unit-kiled"]], ["do", "win"]]]"#;
    let told = told_of_ron(&format!(
        "{{ \"units\": {{ \"tank\": {{}} }}, \"terrain\": {{ \"x\": {{}} }},\n\"globals\": {{ \"event-notices\": {notices} }},\n\"forms\": {forms} }}"
    ));
    let told: Vec<String> = told.into_iter().filter(|told| told.contains("unknown")).collect();
    let expected = [
        "t.ron:3:3: warning[unknown-word]: there is no event `unit-kiled`; did you mean `unit-killed`?",
        "t.ron:4:18: warning[unknown-type]: there is no unit type `tnak`; did you mean `tank`?",
        "t.ron:5:40: warning[unknown-word]: there is no event `unit-kiled`; did you mean `unit-killed`?",
    ];
    assert_eq!(told, expected);
}

#[test]
fn misspelt_variants_are_reported() {
    let module = |variants: &str| told(&[("t", &format!("(game-module \"t\" (variants {variants}))\n(unit-type u)"))]);
    for (variants, expected) in [
        (
            "(see-al true)",
            "t.g:1:29: warning[useless-variant]: the variant `see-al` changes nothing: it has no cases; did you mean `see-all`?",
        ),
        (
            "sequentail",
            "t.g:1:28: warning[useless-variant]: the variant `sequentail` changes nothing: it has no cases; did \
            you mean `sequential`?",
        ),
        (
            "(\"Size\" wrld-size (20 14))",
            "t.g:1:50: error[wrong-kind]: a case of a variant holds forms: found 14, expected (value form ..); \
                did you mean `world-size`?",
        ),
        (
            "(fog true)",
            "t.g:1:29: warning[useless-variant]: the variant `fog` changes nothing: it has no cases; write cases \
            such as (true (set see-all true))",
        ),
        (
            "(see-all false (true 3))",
            "t.g:1:49: error[wrong-kind]: a case of a variant holds forms: found 3, expected (value form ..)",
        ),
    ] {
        let told = module(variants);
        assert_eq!(told.join("\n"), expected, "{variants}");
    }
    for variants in [
        "see-all",
        "(see-all true)",
        "(world-size (20 14))",
        "(see-al true (true) (false (set see-all false)))",
        "(fog 1 (1) (2))",
    ] {
        assert!(module(variants).is_empty(), "{variants}: {:#?}", module(variants));
    }
}

#[test]
fn a_misspelt_name_of_a_module_is_reported() {
    check(
        &[("kite-war", "(game-module \"kite-wra\")\n(unit-type u)")],
        &[
            "kite-war.g:1:14: warning[module-name]: this module is called `kite-wra`, its file is not; did you mean `kite-war`?",
        ],
    );
    for name in ["kite-war", "another"] {
        check(&[("kite-war", &format!("(game-module \"{name}\")\n(unit-type u)"))], &[]);
    }
}

/// A game that is won by other rules than its designer wrote is worse than none: each fault is reported with its place, in GDL and in RON.
#[test]
fn faults_of_a_scorekeeper_are_reported_with_their_place() {
    const FAULTS: &[(&str, &str, &str)] = &[
        (
            "(do (if (> trun 3) win))",
            r#"["do", ["if", [">", "trun", 3], "win"]]"#,
            "t.g:1:42: error[unknown-word]: a scorekeeper knows no value `trun`: expected a number, turn, score, \
                true, (sum-uprop types property), or one of + - * / = /= < <= > >= and or not with its operands",
        ),
        (
            "(do (set-score (sum-uprop tnak hp-max)))",
            r#"["do", ["set-score", ["sum-uprop", "tnak", "hp-max"]]]"#,
            "t.g:1:57: error[unknown-type]: there is no unit type `tnak`; did you mean `tank`?",
        ),
        (
            "(do (set-score (sum-uprop tank hp-mux)))",
            r#"["do", ["set-score", ["sum-uprop", "tank", "hp-mux"]]]"#,
            "t.g:1:62: error[unknown-property]: unit types have no number `hp-mux` that could be added up; did \
                you mean `hp-max`?",
        ),
        (
            "(do (set-score (modulo 3 2)))",
            r#"["do", ["set-score", ["modulo", 3, 2]]]"#,
            "t.g:1:46: error[unknown-word]: a scorekeeper cannot reckon `(modulo 3 2)`: expected a number, turn, \
                score, true, (sum-uprop types property), or one of + - * / = /= < <= > >= and or not with its \
                operands",
        ),
        (
            "(do (if 1 wni))",
            r#"["do", ["if", 1, "wni"]]"#,
            "t.g:1:41: error[unknown-word]: a scorekeeper cannot `wni`; did you mean `win`?",
        ),
        (
            "(do (if win))",
            r#"["do", ["if", "win"]]"#,
            "t.g:1:35: error[wrong-arity]: `(if win)` has too few or too many parts: expected (set-score n), \
            (add-score n), (if test body) or (if test body body)",
        ),
        (
            "(when (after-trun 3))",
            r#"["when", ["after-trun", 3]]"#,
            "t.g:1:38: error[unknown-word]: a scorekeeper cannot work `after-trun`; did you mean `after-turn`?",
        ),
        (
            "(trigger ((unit-killed tnak)))",
            r#"["trigger", [["unit-killed", "tnak"]]]"#,
            "t.g:1:54: error[unknown-type]: there is no unit type `tnak`; did you mean `tank`?",
        ),
        (
            "(ttile \"odd\")",
            r#"["ttile", "'odd"]"#,
            "t.g:1:32: error[unknown-property]: scorekeepers have no property `ttile`; did you mean `title`?",
        ),
    ];
    for (gdl, ron, expected) in FAULTS {
        check(&[("t", &format!("(terrain-type x) (scorekeeper {gdl}) (unit-type tank)"))], &[expected]);
        // The same words in RON, at another place.
        let words = |told: &str| told.split_once(' ').expect("a place").1.to_owned();
        let told = ron_fault(r#"{ "tank": {} }"#, &format!(r#"["scorekeeper", {ron}]"#));
        assert_eq!(words(&told), words(expected), "{ron}");
    }
    // Types may come later, and one scorekeeper may have several faults. What was defined stands where it is used.
    check(&[("t", "(terrain-type x) (scorekeeper (do (set-score (sum-uprop tank hp-max)))) (unit-type tank)")], &[]);
    check(
        &[("t", "(terrain-type x)\n(define odd '(turn 3))\n(scorekeeper (do wni\n (if odd lsoe)))")],
        &[
            "t.g:3:18: error[unknown-word]: a scorekeeper cannot `wni`; did you mean `win`?",
            "t.g:4:6: error[unknown-word]: a scorekeeper cannot reckon `(turn 3)`: expected a number, turn, \
                score, true, (sum-uprop types property), or one of + - * / = /= < <= > >= and or not with its \
                operands",
        ],
    );
    assert_eq!(
        ron_fault("{}", "[\"scorekeeper\",\n [\"do\", \"win\", [\"if\", \"turn\",\n \"lsoe\"]]]"),
        "t.ron:3:2: error[unknown-word]: a scorekeeper cannot `lsoe`; did you mean `lose`?"
    );
}

/// Games and scenarios still load: what is wrong with a single unit or side was clamped or left out in silence until it was told.
#[test]
fn what_is_wrong_with_units_and_sides_is_a_warning_in_its_place() {
    let rows = "\"10a\" ".repeat(8);
    let start = format!("(terrain-type x) (unit-type tank) (area 10 8)\n(area (terrain {rows}))\n");
    let cases = [
        (
            "(side 1 (tech (tank 2)\n (tank 99999)))",
            "t.g:4:8: warning[out-of-range]: `tech` is out of its range: found 99999, expected -32768 to 32767",
        ),
        (
            "(side 1 (self-unit flagship))",
            "t.g:3:20: warning[wrong-kind]: `self-unit` cannot be this: found flagship, expected a whole number",
        ),
        (
            "(side 1 (standing-order tank (always)\n (mvoe-to 0 0 4 3)))",
            "t.g:4:3: warning[unknown-word]: there is no task `mvoe-to`; did you mean `move-to`?",
        ),
        (
            "(tank 4 3 (plan Passive (tasks (sentry 0 0 2)\n (move-to 0 0 4))))",
            "t.g:4:2: warning[wrong-kind]: the task `move-to` has too few parts",
        ),
        (
            "(tank 4 3 (mo 40000))",
            "t.g:3:15: warning[out-of-range]: `mo` is out of its range: found 40000, expected -32768 to 32767",
        ),
        (
            "(independent-units (tech (tank -99999)))",
            "t.g:3:32: warning[out-of-range]: `tech` is out of its range: found -99999, expected -32768 to 32767",
        ),
        (
            "(set side-library '((2 (name \"A\") (scores \"high\"))))",
            "t.g:3:36: warning[wrong-kind]: `scores` cannot be this: found \"high\", expected a whole number",
        ),
    ];
    let found = cases.map(|(form, _)| told(&[("t", &format!("{start}{form}"))]).join("\n"));
    assert_eq!(found, cases.map(|(_, expected)| expected));
    let sides = r#""sides": [{}, { "gdl": { "tech": [["tank", 1],"#.to_owned() + "\n[\"tnak\", 2]] } }],";
    let text = format!(r#"{{ {sides} "units": {{ "tank": {{}} }}, "terrain": {{ "x": {{}} }} }}"#);
    let told: Vec<String> = told_of_ron(&text).into_iter().filter(|told| told.contains("tnak")).collect();
    assert_eq!(told, ["t.ron:2:2: warning[unknown-type]: there is no unit type `tnak`; did you mean `tank`?"]);
}

/// The warnings of a design in RON, which hold nothing up.
fn told_of_ron(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("t.ron", text);
    let root = diagnostics::read_tree(&sources, file).expect("a tree");
    let resolved = design::resolve("t", &[Draft { file, root }], &sources, &Known::default());
    resolved.expect("warnings only").1.0.iter().map(ToString::to_string).collect()
}

/// The only diagnostic of a design with these unit types and one form.
fn ron_fault(units: &str, form: &str) -> String {
    let text = format!(r#"{{ "units": {units}, "terrain": {{ "x": {{}} }}, "forms": [{form}] }}"#);
    let mut sources = Sources::default();
    let file = sources.add("t.ron", &text);
    let root = diagnostics::read_tree(&sources, file).expect("a tree");
    let told = design::resolve("t", &[Draft { file, root }], &sources, &Known::default()).expect_err("a fault").0;
    let [told] = told.as_slice() else { panic!("{told:#?}") };
    told.to_string()
}

#[test]
fn what_only_xconq_has_a_use_for_is_left_out() {
    let text = "(game-module \"t\" (filename \"other.xcq\"))\n(unit-type u (wrecked-type 1))\n(unit-type v (wrecked-type 2))\n\
        (terrain-type t)\n(area 9 8)\n(side 1 (wind-view-dates \"9*0,\") (cloud-bottom-view \"9a\"))\n(u 4 4 1 (# 3))\n(v 5 4 1 (# 3))\n";
    check(
        &[("t", text)],
        &[
            "t.g:1:19: warning[left-out]: `filename` is left out: it names another file, and this one is read",
            "t.g:3:28: error[out-of-range]: `wrecked-type` is out of its range: found 2, expected a whole number from -1 to 1",
            "t.g:6:10: warning[left-out]: `wind-view-dates` is left out: what a side knows of the world has no dates and no heights here",
            "t.g:6:35: warning[left-out]: `cloud-bottom-view` is left out: what a side knows of the world has no dates and no heights here",
            "t.g:8:1: error[duplicate-id]: the unit at 7:1 has the number 3 already; give it another `#`",
        ],
    );
}

/// What would be refused when it is read again as RON is mended here, with a word for it.
#[test]
fn what_xconq_takes_as_it_comes_is_made_to_agree() {
    let head = "(game-module \"t\")\n(unit-type u)\n(terrain-type t)\n";
    let one = |more: &str, expected: &[&str]| check(&[("t", &format!("{head}{more}"))], expected);
    one("(set sides-max 1)", &["t.g:4:16: warning[bounds-differ]: `sides-min` counts as 1: that is `sides-max`"]);
    one("(set sides-max 3)", &[]);
    one(
        "(set sides-max 2) (side 1) (side 2) (side 3)",
        &["t.g:4:16: warning[bounds-differ]: `sides-max` counts as 3: the module has as many"],
    );
    one(
        "(set advantage-min 9) (set advantage-max 4)",
        &["t.g:4:42: warning[bounds-differ]: `advantage-min` counts as 4: that is `advantage-max`"],
    );
    one(
        "(add u char \"\\007\") (add u help \"one\ntwo\")",
        &[
            "t.g:4:13: warning[control-character]: `char` holds a control character, which becomes a space: found \\u{7}",
        ],
    );
    // So does what turns the direction of text.
    one(
        "(add u help \"up\u{202e}nwod\")",
        &[
            "t.g:4:13: warning[control-character]: `help` holds a control character, which becomes a space: found \\u{202e}",
        ],
    );
    one("(area (sun ()) (temperature-year-cycle ()))", &[]);
}
