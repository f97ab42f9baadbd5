//! Designs as they are written.

use design::Known;
use fairmarch_formats::{read_design, read_sources};

/// All diagnostics of a design, one per line, without the file's name.
fn told(text: &str) -> String {
    let (Ok((_, found)) | Err(found)) = read_design("t", "t", text, &|_| None, &Known::default());
    found.0.iter().map(|diagnostic| format!("{}\n", diagnostic.to_string().trim_start_matches("t:"))).collect()
}

#[test]
fn numbers_of_sides_that_contradict_each_other_are_reported() {
    let told_of = |globals: &str| told(&format!("{{ \"globals\": {{ {globals} }} }}"));
    assert_eq!(
        told_of(r#""sides-min": 5, "sides-max": 3"#),
        "1:29: error[sides-differ]: `sides-min` is 5, which is more than `sides-max`, 3\n"
    );
    assert_eq!(told_of(r#""sides-min": 3"#), "", "as many as there must be");
    assert_eq!(
        told_of(r#""sides-max": 4, "sides-wanted": 5"#),
        "1:48: warning[sides-differ]: `sides-wanted` is 5, which is not from 2 to 4, and counts as 4; set \
        `sides-wanted` to a number from `sides-min` to `sides-max`\n"
    );
    assert_eq!(told_of(r#""sides-min": 3, "sides-wanted": 99"#).lines().count(), 1, "only what is written");
    assert_eq!(
        told_of(r#""advantage-min": 9, "advantage-max": 3"#),
        "1:33: error[advantages-differ]: `advantage-min` is 9, which is more than `advantage-max`, 3\n"
    );
    assert_eq!(told_of(r#""advantage-min": 9, "sides-min": 1, "sides-max": 2"#), "");
}

#[test]
fn claims_that_contradict_each_other_are_reported() {
    let told_of = |supports: &str| told(&format!("{{ \"claims\": {{ {supports} }} }}"));
    assert_eq!(
        told_of(r#""size": "10x30", "size-min": "20x20""#),
        "1:23: error[claims-differ]: `size` is 10x30, which is not from 20x20 to 500x500; set `size`, \
        `size-min` and `size-max` so that it is\n\
        1:23: error[bad-size]: no hexagon has the size 10x30: a hexagon of 10x30 is too tall: expected a \
        height of at most 20 for this width\n"
    );
    assert_eq!(
        told_of(r#""size-min": "90x90", "size-max": "80x99""#),
        "1:27: error[claims-differ]: `size-min` is 90x90, which is more than `size-max`, 80x99\n"
    );
    assert_eq!(
        told_of(r#""size": "20x60", "areas": "hexagon""#),
        "1:23: error[bad-size]: no hexagon has the size 20x60: a hexagon of 20x60 is too tall: expected a \
        height of at most 40 for this width\n"
    );
    assert_eq!(
        told_of(r#""size-max": "9999x9999""#),
        "1:27: warning[bad-size]: no area has the `size-max`: an area of 9999x9999 has too many cells: \
        expected at most 20000000\n"
    );
    assert_eq!(told_of(r#""size": "20x60", "areas": "rectangle hexagon""#), "");
    assert_eq!(told_of(r#""size": "big", "size-min": "90x90""#).lines().count(), 1);
}

#[test]
fn groups_hold_names_of_types_only() {
    let found = told(
        r#"{ "groups": { "g": "h", "h": "g", "i": "plians sea boat" },
            "terrain": { "plains": {}, "sea": {} }, "units": { "boat": {} } }"#,
    );
    assert_eq!(
        found,
        "1:20: error[group-in-group]: the group `g` holds the group `h`: expected names of types; write the \
        members of `h` instead\n\
        1:30: error[group-in-group]: the group `h` holds the group `g`: expected names of types; write the \
        members of `g` instead\n\
        1:40: error[unknown-type]: unknown member of the group `i`: `plians`; did you mean `plains`?\n"
    );
}

#[test]
fn recipes_that_cannot_run_are_reported() {
    assert_eq!(
        told(r#"{ "recipe": ["make-rivers"] }"#),
        "1:14: warning[no-terrain]: no terrain type fills cells; include a terrain part such as \
        `terrain/earthlike`\n"
    );
    let found = told(r#"{ "terrain": { "plains": {} }, "recipe": ["make-countries", "make-countries"] }"#);
    assert_eq!(
        found,
        "1:43: warning[nothing-starts]: no unit type starts in the countries; give a unit type a \
        `start-with` above 0\n\
        1:61: warning[method-twice]: `make-countries` stands twice in the recipe; remove one of them\n\
        1:61: warning[nothing-starts]: no unit type starts in the countries; give a unit type a \
        `start-with` above 0\n"
    );
}

#[test]
fn only_names_that_fit_are_proposed() {
    let types = r#""groups": { "boats": "boat", "wet": "sea", "odd": "sea boat" }, "units": { "boat": {} }"#;
    let table = r#""tables": { "vanishes-on": { "boat": { "xyzzy": 1, "yzzyx": 1 } } }"#;
    let found = told(&format!(r#"{{ {types}, "terrain": {{ "sea": {{}} }}, {table} }}"#));
    assert_eq!(
        found,
        "1:157: error[unknown-type]: unknown terrain type `xyzzy`: expected one of sea, wet\n\
        1:169: error[unknown-type]: unknown terrain type `yzzyx`: expected one of sea, wet\n"
    );
    let found = told(&format!(r#"{{ "units": {{ "boat": {{}} }}, {table} }}"#));
    assert_eq!(
        found,
        "1:67: error[no-types]: there are no terrain types; include a terrain part such as `terrain/earthlike`\n"
    );
}

#[test]
fn names_and_titles_hold_no_control_characters() {
    let found = told("{ \"title\": \"a\\nb\", \"description\": \"a\\nb\", \"units\": { \"a\\u{1b}b\": {} } }");
    assert_eq!(
        found,
        "1:12: error[control-character]: a text cannot hold this character: found \\n, expected one line of \
        letters and signs\n\
        1:54: error[bad-name]: `a\\u{1b}b` cannot be a type's name: expected letters, digits and signs, \
        without control characters\n"
    );
}

#[test]
fn a_design_with_far_too_many_types_is_refused_once_and_at_once() {
    let types: String = (0..100_000).map(|number| format!("\"t{number}\": {{}},\n")).collect();
    let found =
        told(&format!("{{ \"terrain\": {{ {types} }}, \"tables\": {{ \"vanishes-on\": {{ \"x\": {{}} }} }} }}"));
    assert_eq!(found, "256:1: error[too-many-types]: a design has at most 255 terrain types\n");
}

#[test]
fn the_faults_of_a_wholly_broken_file_are_cut_off_with_a_count() {
    let odd: String = (0..100_000).map(|number| format!("\"odd{number}\": 1,\n")).collect();
    let found = told(&format!("{{ {odd} }}"));
    assert_eq!(found.lines().count(), 201);
    assert!(found.ends_with("error[more]: and 99800 more errors in this file\n"), "{}", &found[found.len() - 99..]);
}

#[test]
fn variants_are_checked_for_their_shape() {
    let told_of = |variants: &str| told(&format!("{{ \"variants\": {variants} }}"));
    assert_eq!(told_of(r#"{ "a": { "help": "h", "default": "x", "values": { "y": { "globals": {} } } } }"#), "");
    assert_eq!(
        told_of(r#"{ "a": { "valeus": {} } }"#),
        "1:17: error[missing]: the variant `a` has no `values`: nothing could be chosen; write \"values\": { \
        \"true\": { \"globals\": { .. } } }\n\
        1:24: error[unknown-entry]: the variant `a` has no `valeus`; did you mean `values`?\n\
        1:34: error[wrong-kind]: `valeus` cannot be this: found a map, expected a text in quotes, for a \
        default one word\n"
    );
    assert_eq!(
        told_of(r#"{ "a": { "help": "h" } }"#),
        "1:17: error[missing]: the variant `a` has no `values`: nothing could be chosen; write \"values\": { \
        \"true\": { \"globals\": { .. } } }\n"
    );
    assert_eq!(
        told_of(r#"{ "a": { "values": { "y": { "include": "x" } } } }"#),
        "1:43: error[unknown-entry]: the value `y` of the variant `a` has no `include`: expected one of \
        anew, title, summary, description, player-notes, designer-notes, claims, sides, side-library, groups, \
        materials, advances, terrain, units, tables, globals, namers, module, forms, exports, recipe\n"
    );
    assert_eq!(
        told_of(r#"{ "a b": { "values": {} } }"#),
        "1:17: error[bad-name]: `a b` cannot be chosen: expected letters, digits and -, such as \
        `large-countries`\n"
    );
    assert_eq!(
        told_of(r#"{ "a": { "default": 3, "values": {} } }"#),
        "1:35: error[wrong-kind]: `default` cannot be this: found 3, expected a text in quotes, for a \
        default one word\n"
    );
    assert_eq!(
        told_of("[1]"),
        "1:15: error[wrong-kind]: variants cannot be this: found [1], expected a map such as { \"name\": value }\n"
    );
}

#[test]
fn sides_are_checked_to_the_last_word() {
    let told_of = |sides: &str| told(&format!("{{ \"sides\": {sides} }}"));
    assert_eq!(told_of("[{}, {}, {}]"), "", "sides of which nothing is said");
    let found = told_of(
        r#"[{ "nmae": "A" }, { "color": "rde" }, { "advantage": 0, "team": 16 }, { "player": "robot" },
            { "emblem-name": "crecent" }, { "class": "independent" }, { "locked": 1 }, 7]"#,
    );
    let expected = [
        "1:15: error[unknown-entry]: a side has no `nmae`; did you mean `name`?",
        "1:41: error[wrong-kind]: `color` cannot be this: found \"rde\", expected six hexadecimal digits \
            such as \"1f77b4\", or a name of CSS such as \"brown\"",
        "1:65: error[wrong-kind]: `advantage` cannot be this: found 0, expected a whole number from 1 to 100",
        "1:76: error[wrong-kind]: `team` cannot be this: found 16, expected a whole number from 0 to 15",
        "1:94: error[wrong-kind]: `player` cannot be this: found \"robot\", expected human, ai, ai:NAME, \
            empty or open",
        "2:30: error[unknown-word]: there is no emblem `crecent`; did you mean `crescent`?",
        "2:54: error[wrong-kind]: `class` cannot be this: found \"independent\", expected a text such as \
            \"roman\", other than `independent` and `not`",
        "2:83: error[wrong-kind]: `locked` cannot be this: found 1, expected true or false",
        "2:88: error[wrong-kind]: a side cannot be this: found 7, expected a map such as { \"name\": \
            \"Veland\" }, or {} for any side",
    ];
    assert_eq!(found.lines().count(), expected.len(), "{found}");
    for (line, expected) in found.lines().zip(expected) {
        assert_eq!(line, expected);
    }
    let many = format!("[{}]", "{},".repeat(16));
    assert_eq!(
        told_of(&many),
        "1:58: error[too-many-sides]: `sides` has too many entries: found 16, expected at most 15\n"
    );
    let found = told(r#"{ "sides": [{}, {}, {}], "globals": { "sides-max": 2 } }"#);
    assert_eq!(found, "1:12: error[sides-differ]: 3 sides are predefined, which is more than `sides-max`, 2\n");
    let found = told(r#"{ "side-library": [{ "weight": 0, "limit": 99, "size": 1 }] }"#);
    assert_eq!(found.lines().count(), 3, "{found}");
    let found = told(r#"{ "sides": [{ "class": "roman" }], "units": { "legion": { "possible-sides": ["romna"] } } }"#);
    assert_eq!(
        found,
        "1:47: warning[unknown-class]: `possible-sides` of `legion` names the class `romna`, which no side \
        has; did you mean `roman`?\n"
    );
}

#[test]
fn sides_are_written_as_they_are_read() {
    let text = r#"{ "sides": [{}, { "name": "Rome", "noun": "Roman", "color": "c8321f", "emblem-name": "disc",
            "class": "roman", "advantage": 2, "team": 3, "player": "ai:goal", "locked": true }],
            "side-library": [{ "weight": 10, "limit": 2, "name": "Gaul", "adjective": "Gallic" }, { "class": "x" }] }"#;
    let read = |text: &str| read_design("t", "t", text, &|_| None, &Known::default()).unwrap().0;
    let design = read(text);
    assert_eq!((design.sides.len(), design.side_library.len(), design.sides_wanted()), (2, 2, 2));
    assert_eq!(design.sides[1].advantage, Some(2));
    assert_eq!(read(&fairmarch_formats::write_design(&design)), design);
}

#[test]
fn a_name_to_include_is_mended() {
    let found = read_sources("t", r#"{ "extends": "clasic", "include": "xyzzy" }"#, &|_| None, &["classic"]);
    let found = found.unwrap_err().0;
    assert_eq!(found[0].message, "there is no `clasic` to extend");
    assert_eq!(found[0].suggestion.as_deref(), Some("did you mean `classic`?"));
    assert_eq!(found[1].message, "there is no `xyzzy` to include");
}

#[test]
fn colors_have_digits_or_names() {
    let text = r##"{ "sides": [{ "color": "brown" }, { "color": "#1F77b4" }, { "color": "Light-Sea Green" }],
        "terrain": { "moor": { "color": "brown" }, "fen": { "color": "navyblue,white" }, "bog": { "color": "#3f74b8" } },
        "globals": { "grid-color": "dark-gray" } }"##;
    let (design, found) = read_design("t", "t", text, &|_| None, &Known::default()).unwrap();
    assert!(found.0.is_empty(), "{found:?}");
    let colors: Vec<&str> = design.sides.iter().map(|side| side.color.as_str()).collect();
    assert_eq!(colors, ["a52a2a", "1f77b4", "20b2aa"]);
    let wrong = r#"{ "terrain": { "moor": { "color": "brwon" } } }"#;
    assert_eq!(
        told(wrong),
        "1:35: warning[unknown-color]: `color` is no colour that is known: another is shown: found \"brwon\"; did you mean `brown`?\n"
    );
}

/// Of a step too, whose own values are bounds.
#[test]
fn bounds_of_a_step_are_compared() {
    let text = r#"{ "recipe": [{ "make-rooms": { "room-size-min": 12 } }] }"#;
    let bounds = |text: &str| -> String {
        told(text).lines().filter(|line| line.contains("min-above-max")).map(|line| format!("{line}\n")).collect()
    };
    assert_eq!(
        bounds(text),
        "1:14: warning[min-above-max]: `room-size-min` is 12, which is more than `room-size-max`, 9: nothing lies between them; \
        exchange them, or raise `room-size-max`\n"
    );
    assert_eq!(bounds(&text.replace("12", "9")), "");
}
