//! Dice and variants as GDL.

use chance::Dice;
use design::Design;
use design::Known;
use design::Scope;
use fairmarch_formats::gdl::{Module, WrittenVariant, write_gdl};
use fairmarch_formats::read_design;
use fairmarch_formats::testing::nearest;
use proptest::prelude::*;

fn dice(text: &str) -> Dice {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn design(tables: &str) -> Design {
    let text = format!(
        r#"{{ "terrain": {{ "land": {{}} }}, "units": {{ "u": {{}}, "v": {{}} }}, "tables": {{ {tables} }} }}"#
    );
    read_design("t", "t", &text, &|_| None, &Known::default()).unwrap_or_else(|found| panic!("{text}\n{found:?}")).0
}

fn damage(found: Dice) -> Design {
    design(&format!(r#""damage": {{ "u": {{ "v": "{found}" }} }}"#))
}

/// The first entry of `damage` from `u` to `v` that a text gives.
fn read_back(text: &str, chosen: &[(&str, &str)]) -> Dice {
    let module = Module::read("t", "t.g", text, &|_| None);
    let choices = chosen.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let (game, found) = module.game(&choices, &Known::default());
    assert!(found.0.is_empty(), "{text}\n{found:?}");
    let design = game.expect("it is read").design;
    let [u, v] = ["u", "v"].map(|name| design.find::<design::UnitType>(name).expect("it is a type"));
    design.dice(design::parameters::table::DAMAGE, u, v)
}

fn forms(text: &str) -> &str {
    text.split_once("; What GDL has no word for").map_or(text, |(forms, _)| forms)
}

#[test]
fn dice_that_do_not_fit_become_the_nearest_by_their_mean() {
    let nearest = |count, faces, add| nearest(Dice { count, faces, add }).to_string();
    assert_eq!([nearest(8, 17, 127), nearest(0, 0, 16_383)], ["8d17+127", "16383"]);
    assert_eq!([nearest(0, 0, -1), nearest(0, 0, -5), nearest(0, 0, 20_000)], ["2d2-4", "2d2-8", "16383"]);
    assert_eq!([nearest(20, 100, 0), nearest(19, 100, 0), nearest(20, 100, 1000)], ["1010", "959", "2010"]);
    assert_eq!([nearest(3, 20, 0), nearest(9, 6, 0), nearest(2, 6, 128)], ["5d16-11", "5d8+9", "3d5+126"]);
    assert_eq!(nearest(1, 2, -1000), "1d2-128");
}

#[test]
fn wrong_dice_in_ron_are_told_with_their_bounds() {
    for (dice, expected) in [
        ("21d6", "1 to 20 dice"),
        ("2d101", "2 to 100 faces"),
        ("2d6+1001", "an addend from -1000 to 1000"),
        ("x", "a number such as 3 or dice such as 2d6+1"),
    ] {
        let text =
            format!(r#"{{ "units": {{ "u": {{}} }}, "tables": {{ "damage": {{ "u": {{ "u": "{dice}" }} }} }} }}"#);
        let told = read_design("t", "t", &text, &|_| None, &Known::default()).unwrap_err();
        let told = told.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(&format!("expected {expected}")), "{told}");
    }
}

#[test]
fn a_negative_number_is_told_and_kept() {
    let text = write_gdl("t", &damage(Dice::constant(-5)), None, &[], &Known::default());
    let told = "; Xconq cannot hold all dice of damage: it has the nearest by their mean, 2d2-8 for -5.\n";
    assert!(text.contains(told) && text.contains("(u v 2d2-8)"), "{text}");
    assert_eq!(read_back(&text, &[]), Dice::constant(-5));
    assert_eq!(read_back(forms(&text), &[]), dice("2d2-8"));
    // In `fire-damage` -1 is a number to Xconq too.
    let fire = design(r#""fire-damage": { "*": { "*": 3 }, "u": { "v": -1 } }"#);
    let text = write_gdl("t", &fire, None, &[], &Known::default());
    assert!(text.contains("-1") && !text.contains("cannot hold"), "{text}");
}

#[test]
fn a_variant_has_the_last_word_on_dice() {
    let wide = dice("20d100-7");
    for (usual, chosen) in [(wide, dice("2d6")), (dice("2d6"), wide), (wide, dice("3d20")), (Dice::constant(-5), wide)]
    {
        let values = [("false", usual), ("true", chosen)].map(|(value, dice)| (value.to_owned(), damage(dice)));
        let variant = WrittenVariant {
            name: "hard".to_owned(),
            help: "Harder.".to_owned(),
            default: "false".to_owned(),
            values: values.to_vec(),
        };
        let text = write_gdl("t", &damage(usual), None, &[variant], &Known::default());
        assert_eq!(read_back(&text, &[]), usual, "{text}");
        assert_eq!(read_back(&text, &[("hard", "true")]), chosen, "{text}");
        assert!(text.contains("1003 for 20d100-7"), "{text}");
    }
}

#[test]
fn whole_tables_of_wide_dice_are_told_once_each() {
    let text =
        r#""damage": { "*": { "*": "20d100" }, "u": { "v": "3d20" } }, "tp-damage": { "u": { "*": "2d6+128" } }"#;
    let wide = design(text);
    let text = write_gdl("t", &wide, None, &[], &Known::default());
    for line in [
        "; Xconq cannot hold all dice of damage: it has the nearest by their mean, 5d16-11 for 3d20, 1010 for 20d100.\n",
        "; Xconq cannot hold all dice of tp-damage: it has the nearest by their mean, 3d5+126 for 2d6+128.\n",
    ] {
        assert_eq!(text.matches(line).count(), 1, "{text}");
    }
    let module = Module::read("t", "t.g", &text, &|_| None);
    let (game, found) = module.game(&std::collections::BTreeMap::new(), &Known::default());
    let back = game.expect("it is read").design;
    assert_eq!(back.table(damage_number()), wide.table(damage_number()), "{text}");
    assert!(found.0.is_empty(), "{found:?}");
}

fn damage_number() -> usize {
    design::parameters::find(Scope::Table, "damage").expect("it is in the registry")
}

fn any_dice() -> impl Strategy<Value = Dice> {
    let of = |count, faces, add| (count, faces, add).prop_map(|(count, faces, add)| Dice { count, faces, add });
    prop_oneof![
        of(1..=20_u8, 2..=100_u8, -1000..=1000_i16),
        of(1..=9_u8, 2..=18_u8, -130..=129_i16),
        any::<i16>().prop_map(Dice::constant),
    ]
}

proptest! {
    #[test]
    fn dice_come_back_from_ron_and_gdl(found in any_dice()) {
        let given = damage(found);
        let (back, _) =
            read_design("t", "t", &fairmarch_formats::write_design(&given), &|_| None, &Known::default()).expect("it is read");
        prop_assert_eq!(back.table(damage_number()), given.table(damage_number()));

        let text = write_gdl("t", &given, None, &[], &Known::default());
        prop_assert_eq!(read_back(&text, &[]), found);
        // What Xconq reads is what the file tells.
        let read = read_back(forms(&text), &[]);
        let told = format!("has the nearest by their mean, {read} for {found}.\n");
        if found.fits_16_bits() {
            prop_assert_eq!(read, found);
            prop_assert!(!text.contains("cannot hold") && !text.contains("\"tables\""), "{}", text);
        } else {
            prop_assert!(read.fits_16_bits() && text.contains(&told), "{}", text);
        }
    }

    #[test]
    fn no_other_dice_are_nearer_by_their_mean(found in any_dice(), count in 0..=8_u8, faces in 2..=17_u8, add in -128..=127_i16) {
        let chosen = nearest(found);
        prop_assert!(chosen.fits_16_bits());
        let off = |dice: Dice| dice.twice_mean().abs_diff(found.twice_mean());
        let other = if count == 0 { Dice::constant(add.abs()) } else { Dice { count, faces, add } };
        prop_assert!(off(chosen) <= off(other), "{chosen} {other}");
        // Between the means of 1d2-128 and 7d16+127 there are dice for every half.
        if (-253..=373).contains(&found.twice_mean()) {
            prop_assert_eq!(off(chosen), 0);
        }
    }
}
