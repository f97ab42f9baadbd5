//! The meaning of the rules: the seed's two example grammars, each form, lists, namers that run out of names, every kind of fault.

use std::collections::BTreeSet;

use chance::Seed;
use diagnostics::{Diagnostic, Severity};
use fairmarch_namers::{Draft, Grammar, Library, Method, NamedRule, NamerError, NamingSession, Place, RuleForm};

fn library(files: &[(&str, &str)]) -> Library {
    let mut library = Library::new();
    library.read_all(files.iter().copied()).unwrap();
    library
}

fn draws(library: &Library, namer: &str, count: usize) -> Vec<String> {
    let mut stream = Seed(5).stream(namer);
    (0..count).map(|_| NamingSession::new(library).name(namer, &mut stream).unwrap()).collect()
}

/// Every text that a small grammar makes.
fn language(rules: &str) -> Vec<String> {
    let text = format!("{{ \"kind\": \"grammar\", \"root\": \"root\", \"joiner\": \"\", \"rules\": {{ {rules} }} }}");
    let library = library(&[("small.ron", &text)]);
    draws(&library, "small", 400).into_iter().collect::<BTreeSet<_>>().into_iter().collect()
}

fn faults(text: &str) -> Vec<Diagnostic> {
    let (Ok(found) | Err(found)) = Library::new().read("bad.ron", text);
    found.0
}

fn line_and_column(fault: &Diagnostic) -> (u32, u32) {
    fault.place.as_ref().map_or((0, 0), |place| (place.line, place.column))
}

#[test]
fn the_seeds_first_grammar_makes_phrases() {
    let library = library(&[("cats.ron", include_str!("cats.ron"))]);
    let names: BTreeSet<String> = draws(&library, "cats", 300).into_iter().collect();
    let mut expected = BTreeSet::new();
    for animal in ["cat", "dog", "sheep"] {
        for thing in ["hat", "umbrella", "fold"] {
            expected.insert(format!("the {animal} in the {thing}"));
        }
    }
    assert_eq!(names, expected);
}

#[test]
fn the_seeds_second_grammar_makes_german_towns() {
    let library = library(&[("german-place-names.ron", include_str!("german-place-names.ron"))]);
    let names = draws(&library, "german-place-names", 10_000);
    let bad = names.iter().filter(|name| name.starts_with("Bad ")).count();
    // 5 of 100; a standard deviation is 22.
    assert!((400..600).contains(&bad), "{bad}");
    let pieces = "schwarz blau grun gelb rot roth braun weiss wolf neu alt alten salz hoch uber nieder gross klein west ost \
        nord sud frank dussel chem stras mut dorf torf heim holz hof burg stedt haus hausen bruck brueck bach tal thal \
        furt ach ingen nitz feld stadt stein see schwein schloss wasser eisen berg";
    let pieces: Vec<&str> = pieces.split_whitespace().collect();
    // 80 of 100 are two conventional words; 5 are three; the rest hold a random syllable between or before pieces.
    let parts = |name: &str| split(&name.trim_start_matches("Bad ").to_lowercase(), &pieces);
    let conventional = names.iter().filter(|name| parts(name).is_some()).count();
    assert!((7800..9300).contains(&conventional), "{conventional}");
    let last = |name: &String| pieces.iter().any(|piece| name.ends_with(piece));
    assert!(names.iter().all(last));
    assert!(names.iter().all(|name| name.starts_with(char::is_uppercase) && !name.contains("sss")));
}

/// The pieces that make up a text, if any do.
fn split(text: &str, pieces: &[&str]) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    pieces.iter().filter_map(|piece| split(text.strip_prefix(piece)?, pieces)).min().map(|count| count + 1)
}

#[test]
fn forms_mean_what_gdl_means() {
    for (rules, expected) in [
        (r#""root": "alone""#, vec!["Alone"]),
        (r#""root": ["or", "a", 3, "b", 0, "c"]"#, vec!["A", "B"]),
        (r#""root": ["x", "-", ["capitalize", "x"]], "x": "ash""#, vec!["Ash-Ash"]),
        (r#""root": ["reject", ["or", "ck", "kk", "rp"], "K"]"#, vec!["Rp"]),
        (r#""root": ["text", "x"], "x": "ash""#, vec!["X"]),
        (r#""root": [["or", "", "b"], "c"]"#, vec!["Bc", "C"]),
        // Recursion with a way out, under the bound of depth.
        (r#""root": ["or", "a", ["b", "root"]]"#, vec!["A", "Ba"]),
    ] {
        let found = language(rules);
        assert!(expected.iter().all(|text| found.iter().any(|found| found == text)), "{rules}: {found:?}");
        if !rules.contains(r#""root"]"#) {
            assert_eq!(found, expected, "{rules}");
        }
    }
}

#[test]
fn a_joiner_leaves_no_double_space() {
    let text =
        r#"{ "kind": "grammar", "root": "r", "joiner": " ", "rules": { "r": ["Bad ", ["or", "", "big"], "ash"] } }"#;
    let names: BTreeSet<String> = draws(&library(&[("n.ron", text)]), "n", 50).into_iter().collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["Bad ash", "Bad big ash"]);
}

#[test]
fn joined_parts_do_not_stutter_but_an_authors_own_word_may() {
    assert_eq!(language(r#""root": ["x", "x"], "x": ["or", "bruck", "feld"]"#), ["Bruckfeld", "Feldbruck"]);
    assert_eq!(language(r#""root": [["or", "fluss", "ost"], "see"]"#), ["Ostsee"]);
    assert_eq!(language(r#""root": "mississippi""#), ["Mississippi"]);
}

#[test]
fn in_order_lists_go_from_first_to_last_and_then_get_numerals() {
    let library = library(&[("words.ron", r#"{ "kind": "in-order", "names": ["Ash", "Birch", "Cedar"] }"#)]);
    let mut session = NamingSession::new(&library);
    session.reserve("birch");
    let mut stream = Seed(1).stream("x");
    let names: Vec<String> = (0..6).map(|_| session.name("words", &mut stream).unwrap()).collect();
    assert_eq!(names, ["Ash", "Cedar", "Ash II", "Birch II", "Cedar II", "Ash III"]);
}

#[test]
fn random_lists_draw_without_return() {
    let library = library(&[("ponds.ron", r#"{ "kind": "random", "names": ["Dip", "Rill", "Sump", "Weir"] }"#)]);
    let mut session = NamingSession::new(&library);
    let mut stream = Seed(1).stream("x");
    let mut names: Vec<String> = (0..4).map(|_| session.name("ponds", &mut stream).unwrap()).collect();
    names.sort();
    assert_eq!(names, ["Dip", "Rill", "Sump", "Weir"]);
}

#[test]
fn the_default_namer_helps_before_numerals_do() {
    let library = library(&[
        ("one.ron", r#"{ "kind": "grammar", "root": "r", "rules": { "r": "nordburg" } }"#),
        ("two.ron", r#"{ "kind": "in-order", "names": ["Weir"] }"#),
    ]);
    let mut session = NamingSession::new(&library);
    session.set_default_namer("two").unwrap();
    let mut stream = Seed(1).stream("x");
    let names: Vec<String> = (0..4).map(|_| session.name("one", &mut stream).unwrap()).collect();
    assert_eq!(names, ["Nordburg", "Weir", "Nordburg II", "Nordburg III"]);
}

/// A spoiled try takes nothing from the lists it asked.
#[test]
fn nested_lists_lose_only_what_is_used() {
    let library = library(&[
        ("wing.ron", r#"{ "kind": "in-order", "names": ["Ash", "Birch", "Cedar", "Damson"] }"#),
        (
            "heron.ron",
            r#"{ "kind": "grammar", "root": "r", "max-length": 9, "rules": { "r": [["or", "Old", "Ancient"], " ", "wing"] } }"#,
        ),
    ]);
    let mut session = NamingSession::new(&library);
    let mut stream = Seed(1).stream("x");
    let names: Vec<String> = (0..3).map(|_| session.name("heron", &mut stream).unwrap()).collect();
    assert_eq!(names, ["Old Ash", "Old Birch", "Old Cedar"]);
    assert_eq!(session.name("wing", &mut stream).unwrap(), "Damson");
}

#[test]
fn what_cannot_be_named_is_refused_with_the_reason() {
    let library = library(&[
        ("long.ron", r#"{ "kind": "grammar", "root": "r", "max-length": 3, "rules": { "r": "nordburg" } }"#),
        ("empty.ron", r#"{ "kind": "grammar", "root": "r", "rules": { "r": "" } }"#),
        ("stuck.ron", r#"{ "kind": "grammar", "root": "r", "rules": { "r": ["reject", "ash", "A"] } }"#),
        // No text stops this one: without a bound on steps it would run for 2^50.
        ("hollow.ron", r#"{ "kind": "grammar", "root": "r", "rules": { "r": ["or", 99999999, ["r", "r"], ""] } }"#),
        ("breeds.ron", r#"{ "kind": "grammar", "root": "r", "rules": { "r": ["or", 99999999, ["r", "r"], "a"] } }"#),
    ]);
    let mut session = NamingSession::new(&library);
    let mut stream = Seed(1).stream("x");
    for (namer, word) in [
        ("long", r#"namer "long" found no name in 100 tries; the last was too long"#),
        ("empty", r#"namer "empty" found no name in 100 tries; the last was empty"#),
        (
            "stuck",
            "namer \"stuck\" found no name in 100 tries; the last was rejected for a text that the namer does not want",
        ),
        (
            "hollow",
            r#"namer "hollow" found no name in 100 tries; the last was too deep: its rules did not come to an end"#,
        ),
        (
            "breeds",
            r#"namer "breeds" found no name in 100 tries; the last was too deep: its rules did not come to an end"#,
        ),
    ] {
        let error = session.name(namer, &mut stream).unwrap_err();
        assert!(matches!(error, NamerError::NoName { .. }), "{error}");
        assert_eq!(error.to_string(), word);
    }
    let error = session.name("lang", &mut stream).unwrap_err();
    assert_eq!(error.to_string(), "there is no namer \"lang\" (did you mean \"long\"?)");
}

#[test]
fn names_in_one_session_never_repeat() {
    let library = Library::builtin();
    let mut session = NamingSession::new(&library);
    let mut stream = Seed(9).stream("x");
    let mut seen = BTreeSet::new();
    for _ in 0..3000 {
        assert!(seen.insert(session.name("features-sea", &mut stream).unwrap()));
    }
}

#[test]
fn each_fault_has_its_place_and_code() {
    let grammar = |rules: &str| format!("{{\"kind\": \"grammar\", \"root\": \"a\", \"rules\": {{\n{rules}\n}} }}");
    for (text, line, column, code) in [
        ("{ \"kind\": \"grammar\"".to_owned(), 1, 1, "ron-syntax"),
        ("[1]".to_owned(), 1, 1, "namer-value"),
        ("{ \"kind\": \"gramar\" }".to_owned(), 1, 11, "namer-kind"),
        ("{ \"kind\": \"random\", /* ä */ \"nmes\": [], \"names\": [\"a\"] }".to_owned(), 1, 29, "namer-unknown-key"),
        ("{ \"kind\": \"random\" }".to_owned(), 1, 1, "namer-missing-key"),
        ("{ \"kind\": \"random\", \"names\": [] }".to_owned(), 1, 1, "namer-empty"),
        ("{ \"kind\": \"random\", \"names\": [\"a\"], \"version\": 2 }".to_owned(), 1, 48, "namer-version"),
        (grammar("\"b\": \"x\"").replace("x\"", "x\" // end"), 1, 29, "namer-unknown-root"),
        (grammar("\"a\": [\"or\"]"), 2, 6, "namer-empty-choice"),
        (grammar("\"a\": [\"or\", 0, \"x\"]"), 2, 6, "namer-empty-choice"),
        (grammar("\"a\": [\"or\", \"x\", 3]"), 2, 18, "namer-weight"),
        (grammar("\"a\": [\"x\", 3]"), 2, 12, "namer-weight"),
        (grammar("\"a\": []"), 2, 6, "namer-form"),
        (grammar("\"a\": [\"reject\", \"x\"]"), 2, 6, "namer-form"),
        (grammar("\"a\": [\"capitalize\", \"x\", \"y\"]"), 2, 6, "namer-form"),
        (grammar("\"a\": \"x\", \"a\": \"y\""), 2, 11, "namer-key-twice"),
        (grammar("\"a\": \"x\", \"or\": \"y\""), 2, 11, "namer-reserved-word"),
        (grammar("\"a\": [\"x\", [\"namer\", \"b\"]]"), 2, 12, "namer-unknown"),
        (grammar("\"a\": [\"reject\", \"x\", \"\"]"), 2, 6, "namer-reject-empty"),
        (grammar("\"a\": [\"x\", \"left\"], // ö\n\"left\": [\"right\"], \"right\": [\"left\"]"), 3, 1, "namer-cycle"),
        (grammar("\"a\": \"a\""), 2, 1, "namer-cycle"),
        (grammar("\"a\": [[[\"x\"]]]").replace("\"root\"", "\"depth\": 2, \"root\""), 1, 1, "namer-too-shallow"),
        (grammar("\"a\": \"x\"").replace("\"root\"", "\"depth\": 0, \"root\""), 1, 1, "namer-option-range"),
        (grammar("\"a\": \"x\"").replace("\"root\"", "\"joiner\": 1, \"root\""), 1, 31, "namer-value"),
        // Warnings.
        (grammar("\"a\": [\"the\", \"cat\"]"), 2, 6, "namer-no-spaces"),
        (grammar("\"a\": \"x\", \"b\": \"y\""), 2, 11, "namer-unused-rule"),
        (grammar("\"a\": [\"sufix\", \"suffix\"], \"suffix\": \"y\""), 2, 7, "namer-near-miss"),
        (grammar("\"a\": [\"or\", \"a\", \"b\"]"), 2, 13, "namer-own-name"),
    ] {
        let found = faults(&text);
        let hit = found.iter().any(|fault| (line_and_column(fault), fault.code) == ((line, column), code));
        assert!(hit, "{text}\nexpected {line}:{column} {code}, found {found:#?}");
    }
}

#[test]
fn all_faults_are_reported_at_once_and_the_library_stays() {
    let mut library = Library::builtin();
    let text = "{ \"kind\": \"grammar\", \"root\": \"rot\", \"rules\": {\n \"root\": [\"left\", 3],\n \"left\": [\"namer\", \"places-nors\"] } }";
    let faults = library.read("places-norse.ron", text).unwrap_err().0;
    let codes: Vec<&str> = faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["namer-unknown-root", "namer-weight", "namer-unknown"]);
    assert_eq!(faults[0].suggestion.as_deref(), Some("did you mean \"root\"?"));
    assert_eq!(faults[2].suggestion.as_deref(), Some("did you mean \"places-norse\"?"));
    let shown = "places-norse.ron:3:10: error[namer-unknown]: there is no namer \"places-nors\"; did you mean \"places-norse\"?";
    assert_eq!(faults[2].to_string(), shown);
    assert_eq!(library.summary("places-norse"), Library::builtin().summary("places-norse"));
}

/// GDL's own faulty sample, built as another reader would.
#[test]
fn a_draft_from_another_reader_is_checked_alike() {
    let word = |name: &str| RuleForm::Sequence(vec![RuleForm::Word(name.to_owned()).into()]).into();
    let rule =
        |name: &str, line, to| NamedRule { name: name.to_owned(), place: Place { line, column: 4 }, rule: word(to) };
    let draft = Draft {
        name: "loop".to_owned(),
        file: "b16-cyclic-namer.g".to_owned(),
        place: Place { line: 4, column: 1 },
        summary: String::new(),
        method: Method::Grammar(Grammar::new("left", vec![rule("left", 5, "right"), rule("right", 6, "left")])),
    };
    let faults = Library::new().add(vec![draft]).unwrap_err().0;
    assert_eq!(faults.len(), 1);
    assert_eq!((line_and_column(&faults[0]), faults[0].severity), ((5, 4), Severity::Error));
    assert_eq!(faults[0].message, r#"rule "left" can only expand through left -> right -> left and never ends"#);
}

#[test]
fn a_circle_through_several_namers_is_found() {
    let part = |other: &str| {
        format!(
            "{{ \"kind\": \"grammar\", \"root\": \"r\", \"rules\": {{ \"r\": [\"x\", [\"namer\", \"{other}\"]] }} }}"
        )
    };
    let (one, two) = (part("two"), part("one"));
    let faults = Library::new().read_all([("one.ron", one.as_str()), ("two.ron", two.as_str())]).unwrap_err().0;
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].message, r#"rule "r" can only expand through r -> two/r -> r and never ends"#);

    // The same by replacing a namer that was fine.
    let mut library = library(&[("one.ron", r#"{ "kind": "random", "names": ["Ash"] }"#)]);
    library.read("two.ron", &two).unwrap();
    assert_eq!(library.read("one.ron", &one).unwrap_err().0[0].code, "namer-cycle");
    assert_eq!(draws(&library, "two", 1), ["XAsh"]);
}

#[test]
fn namers_may_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Library>();
    shared::<NamingSession>();
}
