//! The reports about faulty modules in GDL: each mistake is reported once, with the path to it. (The samples of `tests/gdl/bad`
//! have one fault of each kind; the tests here need several files, or are near misses.)

use std::collections::BTreeMap;

use design::Known;
use fairmarch_formats::gdl::Module;

/// What is told of the first of these files, which may include the others.
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
        assert!(told.contains(expected), "{told:#?}\n{expected}");
    }
}

#[test]
fn a_fault_in_an_included_module_tells_the_whole_way_there() {
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
    let way = "(included at middle.g:2:10, which is included at top.g:2:11)";
    check(&[top, middle_without_fault(), ("deep", "(unit-type boat))")], &[way]);
    let variant = "(game-module \"deep\" (variants (v true (true (unit-type boat (hp-mxa 3))))))";
    check(&[top, middle_without_fault(), ("deep", variant)], &[way]);
    check(&[("top", "(unit-type boat (hp-mxa 3))")], &["`hp-mxa`; did you mean `hp-max`?"]);
    assert!(!told(&[("top", "(unit-type boat (hp-mxa 3))")])[0].contains("included"));
}

fn middle_without_fault() -> (&'static str, &'static str) {
    ("middle", "(terrain-type sea)\n(include deep)")
}

#[test]
fn missing_parentheses_are_told_once() {
    check(
        &[("t", "(terrain-type x char \"~\" (liquid true))")],
        &["t.g:1:17: error[wrong-kind]: a property is a list such as (hp-max 3): found char; write (char \"~\")"],
    );
    check(
        &[("t", "(terrain-type x char \"~\" liquid true)\n(game-module \"t\" title)\n(unit-type u)\n(unit-type v 3)")],
        &["t.g:1:17:", "t.g:2:18: error[wrong-kind]: a property is a list such as (title", "t.g:4:14:"],
    );
    // Two mistakes with a property between them; what could not be read was told of.
    check(
        &[("t", "(unit-type u hp-max 3 (speed 100) acp-per-turn 4)")],
        &["write (hp-max 3)", "write (acp-per-turn 4)"],
    );
    check(&[("t", "(unit-type u (hp-max 3) 1.2.3)")], &["error[bad-number]"]);
    check(&[("t", "(unit-type u ())")], &["found ()"]);
    check(&[("t", "(side 1 (name \"Up\") color \"red\")")], &["write (color \"red\")"]);
}

#[test]
fn misspelt_words_of_calendars_and_notices_are_told() {
    let set = |text: &str| told(&[("t", &format!("(unit-type u)\n(set {text})"))]);
    for (text, expected) in [
        (
            "calendar '(usual mnth 2)",
            "t.g:2:23: warning[unknown-word]: there is no step of a calendar `mnth`; did you mean `month`?",
        ),
        ("calendar '(usual (0 11 month 1) (12 99 seson 1))", "t.g:2:45: warning[unknown-word]"),
        ("calendar '(usul month)", "there is no kind of calendar `usul`; did you mean `usual`?"),
        ("action-notices '((mve \"Off.\"))", "there is no action or report `mve`; did you mean `move`?"),
        ("action-notices '(((atack u u) (actor \" meets \" actee)))", "did you mean `attack`?"),
        ("event-notices '((game-startd \"Go.\"))", "there is no event `game-startd`; did you mean `game-started`?"),
        ("event-narratives '(((unit-kiled u) \"Lost.\"))", "did you mean `unit-killed`?"),
    ] {
        let told = set(text);
        assert!(told.len() == 1 && told[0].contains(expected), "{text}: {told:#?}");
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

#[test]
fn misspelt_variants_are_told() {
    let module = |variants: &str| told(&[("t", &format!("(game-module \"t\" (variants {variants}))\n(unit-type u)"))]);
    for (variants, expected) in [
        (
            "(see-al true)",
            "t.g:1:29: warning[useless-variant]: the variant `see-al` changes nothing: it has no cases; did you mean `see-all`?",
        ),
        ("sequentail", "did you mean `sequential`?"),
        (
            "(\"Size\" wrld-size (20 14))",
            "error[wrong-kind]: a case of a variant holds forms: found 14, expected (value form ..); did you mean `world-size`?",
        ),
        ("(fog true)", "it has no cases; write cases such as (true (set see-all true))"),
        ("(see-all false (true 3))", "a case of a variant holds forms: found 3"),
    ] {
        let told = module(variants);
        assert!(told.len() == 1 && told[0].contains(expected), "{variants}: {told:#?}");
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
fn a_misspelt_name_of_a_module_is_told() {
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
