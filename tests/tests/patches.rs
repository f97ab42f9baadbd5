//! Patches: the difference of two designs, written down and taken again, gives the other design to the last value.

use chance::{Seed, Stream};
use design::parameters::rows;
use design::{Design, Diagnostics, Draft, Kind, Known, Parameter, Scope, Sources, TYPE_SECTIONS};
use pipeline::{PRESETS, load_preset};
use proptest::prelude::*;

/// What a draft makes of a design.
fn patched(design: &Design, text: &str) -> Result<Design, Diagnostics> {
    let mut sources = Sources::default();
    let file = sources.add("patch.ron", text);
    let root = formats::read_tree(&sources, file).map_err(|fault| Diagnostics(vec![fault]))?;
    let draft = Draft { file, root };
    design::patch(design, &draft, &sources, &pipeline::known()).map(|(design, _)| design)
}

/// What two drafts make together, the one after the other.
fn resolved(first: &str, second: &str) -> Result<Design, Diagnostics> {
    let mut sources = Sources::default();
    let files = [sources.add("first.ron", first), sources.add("second.ron", second)];
    let draft = |file| Draft { file, root: formats::read_tree(&sources, file).expect("it is RON") };
    design::resolve("t", &files.map(draft), &sources, &pipeline::known()).map(|(design, _)| design)
}

fn preset(number: usize) -> Design {
    let name = PRESETS[number % PRESETS.len()].name;
    Design::clone(&load_preset(name).expect("it is listed").expect("it is sound").design)
}

fn pick<T: Copy>(items: &[T], stream: &mut Stream) -> Option<T> {
    (!items.is_empty()).then(|| items[stream.below(items.len() as u32) as usize])
}

/// Some value that a row can have.
fn value(design: &Design, row: &Parameter, stream: &mut Stream) -> String {
    let word = |text: &str| formats::quote(text);
    match row.kind {
        Kind::Int(low, high) => {
            let span = (i64::from(high) - i64::from(low)).min(1_000_000) as u32;
            (i64::from(low) + i64::from(stream.below(span + 1))).to_string()
        }
        Kind::Flag => (stream.below(2) == 1).to_string(),
        Kind::Choice(words) => word(pick(words, stream).expect("choices have words")),
        Kind::Reference(scope) => {
            let names = &design.types(scope).names;
            word(names.get(stream.below(names.len() as u32 + 1) as usize).map_or("none", String::as_str))
        }
        Kind::Text if row.name.ends_with("namer") => word("sides"),
        Kind::Text => {
            word(pick(&["", "plain", "with \"quotes\" | # ; ( \\ and 'more'"], stream).expect("there are some"))
        }
        Kind::Dice => word(pick(&["3", "2d6", "1d4-1", "8d17+127"], stream).expect("there are some")),
        Kind::List if row.name == "feature-namers" => "[[\"islands\", \"sides\"]]".to_owned(),
        Kind::List => pick(&["[]", "[[\"a\", 3], [\"b c\"]]"], stream).expect("there are some").to_owned(),
        Kind::Form(_) => {
            pick(&["[]", "[1, [\"x\", [\"'t\", -4]], \"2d6\"]"], stream).expect("there are some").to_owned()
        }
    }
}

/// A draft that says this and that of a design with these types.
fn shuffle(design: &Design, count: u32, stream: &mut Stream) -> String {
    let mut text = String::from("{\n");
    for (section, scope) in TYPE_SECTIONS {
        let mut types = String::new();
        for name in &design.types(scope).names {
            let mut properties = std::collections::BTreeMap::new();
            for _ in 0..stream.below(count + 1) {
                let row = &rows(scope)[stream.below(rows(scope).len() as u32) as usize];
                properties.insert(row.name, value(design, row, stream));
            }
            let properties: Vec<String> =
                properties.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
            types += &format!("{}: {{ {} }},\n", formats::quote(name), properties.join(", "));
        }
        if stream.below(4) == 0 {
            types += "\"newcomer\": {},\n";
        }
        text += &format!("\"{section}\": {{ {types} }},\n");
    }
    text += "\"tables\": {\n";
    let mut tables = std::collections::BTreeMap::new();
    for _ in 0..stream.below(2 * count + 1) {
        let row = &rows(Scope::Table)[stream.below(rows(Scope::Table).len() as u32) as usize];
        let [row_name, column_name] = row.index.map(|scope| {
            let names: Vec<&str> = design.types(scope).names.iter().map(String::as_str).chain(["*"]).collect();
            pick(&names, stream).expect("there is the star")
        });
        tables
            .insert(row.name, format!("{{ \"{row_name}\": {{ \"{column_name}\": {} }} }}", value(design, row, stream)));
    }
    tables.iter().for_each(|(name, clause)| text += &format!("\"{name}\": {clause},\n"));
    text += "},\n\"globals\": {\n";
    for row in rows(Scope::Global).iter().filter(|row| !row.name.contains("sides-") && !row.name.contains("advantage"))
    {
        if stream.below(30) < count {
            text += &format!("\"{}\": {},\n", row.name, value(design, row, stream));
        }
    }
    text += "},\n";
    let others = [
        "\"title\": \"Another\"",
        "\"name\": \"other\"",
        "\"summary\": \"\"",
        "\"description\": \"two\\nlines |# of it\"",
        "\"player-notes\": \"p\"",
        "\"designer-notes\": \"\"",
        "\"claims\": { \"areas\": \"rectangle\", \"size-max\": \"501x502\" }",
        "\"sides\": []",
        "\"sides\": [{}, { \"name\": \"Rome\", \"gdl\": { \"treasury\": [[\"ore\", 3]] } }]",
        "\"side-library\": [{ \"weight\": 3, \"name\": \"Gaul\" }]",
        "\"namers\": { \"a\": { \"kind\": \"random\", \"names\": [\"A\"] }, \"b\": { \"kind\": \"random\", \"names\": [\"B\"] } }",
        "\"namers\": { \"b\": { \"kind\": \"random\", \"names\": [\"C\"] }, \"a\": { \"kind\": \"random\", \"names\": [\"A\"] } }",
        "\"module\": { \"version\": [\"'2\"] }",
        "\"module\": { \"picture-name\": [\"'x\"] }",
        "\"forms\": [[\"doctrine\", \"careful\", [\"locked\", 1]]]",
        "\"recipe\": [\"make-rivers\", { \"make-countries\": { \"country-radius-max\": 9 } }]",
        "\"recipe\": []",
    ];
    let mut said = Vec::new();
    for other in others {
        let section = other.split_once(':').map(|(section, _)| section).expect("sections have colons");
        if stream.below(3) == 0 && !said.contains(&section) {
            said.push(section);
            text += &format!("{other},\n");
        }
    }
    text + "}"
}

fn check(from: &Design, to: &Design) -> Result<(), TestCaseError> {
    let patch = formats::design_patch(from, to);
    prop_assert_eq!(patch.is_none(), from == to);
    if let Some(text) = patch {
        let found = patched(from, &text).map_err(|faults| TestCaseError::fail(format!("{faults:?}\n{text}")))?;
        prop_assert!(found == *to, "{:?}\n{}", formats::design_patch(&found, to), text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_patch_makes_one_design_of_the_other(number in 0_usize..50, seed in any::<u64>(), count in 0_u32..6) {
        let base = preset(number);
        let mut stream = Seed(seed).stream("patches");
        let (one, other) = (shuffle(&base, count, &mut stream), shuffle(&base, count, &mut stream));
        let told = |faults: Diagnostics| TestCaseError::fail(format!("{faults:?}"));
        let together = resolved(&formats::write_design(&base), &one).map_err(told)?;
        let (one, other) = (patched(&base, &one).map_err(told)?, patched(&base, &other).map_err(told)?);
        // A star of the base reaches types that come later in one go with it, and none that a patch adds.
        prop_assert!(one == together || Scope::TYPES.iter().any(|&scope| one.types(scope) != base.types(scope)), "{:?}", formats::design_patch(&one, &together));
        for (from, to) in [(&base, &one), (&one, &base), (&one, &other), (&other, &one), (&one, &one)] {
            check(from, to)?;
        }
    }
}

#[test]
fn types_that_a_patch_adds_are_as_the_registry_says_and_change_nothing_else() {
    for base in (0..PRESETS.len()).map(preset) {
        let sections = TYPE_SECTIONS.map(|(section, _)| format!("\"{section}\": {{ \"newcomer\": {{}} }}"));
        let grown = patched(&base, &format!("{{ {} }}", sections.join(", "))).unwrap();
        let nothing = Design::default();
        for (number, row) in rows(Scope::Table).iter().enumerate() {
            let [height, width] = row.index.map(|scope| base.types(scope).len());
            for (row, column) in (0..=height).flat_map(|row| (0..=width).map(move |column| (row, column))) {
                let known = if row < height && column < width { &base } else { &nothing };
                assert_eq!(grown.entry_at(number, row, column), known.entry_at(number, row, column), "{}", base.name);
            }
        }
        for (_, scope) in TYPE_SECTIONS {
            let count = base.types(scope).len();
            for (number, index) in
                (0..rows(scope).len()).flat_map(|number| (0..=count).map(move |index| (number, index)))
            {
                let known = if index < count { &base } else { &nothing };
                assert_eq!(grown.property(scope, number, index), known.property(scope, number, index), "{}", base.name);
            }
        }
    }
}

#[test]
fn presets_become_one_another() {
    let designs: Vec<Design> = (0..PRESETS.len()).map(preset).chain([Design::default()]).collect();
    for from in &designs {
        for to in designs.iter().filter(|to| **to != Design::default()) {
            check(from, to).unwrap_or_else(|fault| panic!("{} to {}: {fault}", from.name, to.name));
        }
    }
}

#[test]
fn a_patch_says_what_differs_and_no_more() {
    let design = preset(1);
    let other = patched(
        &design,
        r#"{ "units": { "city": { "hp-max": 31 } }, "tables": { "hit-chance": { "armor": { "city": 7 } } } }"#,
    );
    let patch = formats::design_patch(&design, &other.unwrap()).unwrap();
    assert_eq!(
        patch,
        "{\n  \"units\": {\n    \"city\": { \"hp-max\": 31 },\n  },\n  \"tables\": {\n    \"hit-chance\": {\n      \
         \"armor\": { \"city\": 7 },\n    },\n  },\n}\n"
    );
}

#[test]
fn sides_that_are_wanted_stay_wanted_though_it_be_the_usual_number() {
    let read = |text: &str| formats::read_design("t", "t", text, &|_| None, &Known::default()).unwrap().0;
    let three = read(r#"{ "sides": [{}, {}, {}] }"#);
    let two = read(r#"{ "sides": [{}, {}, {}], "globals": { "sides-wanted": 2 } }"#);
    assert_eq!((three.sides_wanted(), two.sides_wanted()), (3, 2));
    for (from, to) in [(&three, &two), (&two, &three)] {
        check(from, to).unwrap();
        assert_eq!(read(&formats::write_design(to)), *to);
    }
}
