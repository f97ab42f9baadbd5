//! Patches: the difference of two designs, written, read and applied to the first, gives exactly the second.

use crate::shuffled::{patched, preset, shuffle};
use chance::Seed;
use design::parameters::rows;
use design::{Design, Diagnostics, Draft, Known, Scope, Sources, TYPE_SECTIONS};
use pipeline::PRESETS;
use proptest::prelude::*;

/// What two drafts make together, the one after the other.
fn resolved(first: &str, second: &str) -> Result<Design, Diagnostics> {
    let mut sources = Sources::default();
    let files = [sources.add("first.ron", first), sources.add("second.ron", second)];
    let draft = |file| Draft { file, root: diagnostics::read_tree(&sources, file).expect("it is RON") };
    design::resolve("t", &files.map(draft), &sources, &pipeline::known()).map(|(design, _)| design)
}

fn check(from: &Design, to: &Design) -> Result<(), TestCaseError> {
    let patch = formats::testing::design_patch(from, to);
    prop_assert_eq!(patch.is_none(), from == to);
    if let Some(text) = patch {
        let found = patched(from, &text).map_err(|faults| TestCaseError::fail(format!("{faults:?}\n{text}")))?;
        prop_assert!(found == *to, "{:?}\n{}", formats::testing::design_patch(&found, to), text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(fairmarch_tests::cases(150)))]

    // Takes seconds: each case resolves and patches whole designs.
    #[test]
    fn a_patch_makes_one_design_of_the_other(number in 0_usize..50, seed in any::<u64>(), count in 0_u32..6) {
        let base = preset(number);
        let mut stream = Seed(seed).stream("patches");
        let (one, other) = (shuffle(&base, count, &mut stream), shuffle(&base, count, &mut stream));
        let told = |faults: Diagnostics| TestCaseError::fail(format!("{faults:?}"));
        let together = resolved(&formats::write_design(&base), &one).map_err(told)?;
        let (one, other) = (patched(&base, &one).map_err(told)?, patched(&base, &other).map_err(told)?);
        // A star of the base reaches types that come later in one go with it, and none that a patch adds.
        prop_assert!(one == together || Scope::TYPES.iter().any(|&scope| one.types(scope) != base.types(scope)), "{:?}", formats::testing::design_patch(&one, &together));
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

// Takes seconds: each case resolves and patches whole designs.
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
    let patch = formats::testing::design_patch(&design, &other.unwrap()).unwrap();
    assert_eq!(
        patch,
        "{\n  \"units\": {\n    \"city\": { \"hp-max\": 31 },\n  },\n  \"tables\": {\n    \"hit-chance\": {\n      \
         \"armor\": { \"city\": 7 },\n    },\n  },\n}\n"
    );
}

#[test]
fn sides_that_are_wanted_stay_wanted() {
    let read = |text: &str| formats::read_design("t", "t", text, &|_| None, &Known::default()).unwrap().0;
    let three = read(r#"{ "sides": [{}, {}, {}] }"#);
    let four = read(r#"{ "sides": [{}, {}, {}], "globals": { "sides-wanted": 4 } }"#);
    // The sides that there are play, though fewer be wanted: 2 is the usual number.
    let two = read(r#"{ "sides": [{}, {}, {}], "globals": { "sides-wanted": 2 } }"#);
    assert_eq!([&three, &four, &two].map(|design| design.sides_wanted()), [3, 4, 3]);
    for (from, to) in [(&three, &four), (&four, &three), (&three, &two), (&two, &three), (&two, &four)] {
        check(from, to).unwrap();
        assert_eq!(read(&formats::write_design(to)), *to);
    }
}
