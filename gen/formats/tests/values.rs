//! One value of a design is changed by what a person types; all others stay, and what cannot be is refused with the reason.

use design::parameters::find;
use design::{Known, Scope, Value};
use fairmarch_formats::{ValuePlace, set_value, typed_value};

use crate::edits::{DESIGN, design};

fn property(scope: Scope, name: &str, of: usize) -> ValuePlace {
    ValuePlace::Property { scope, number: find(scope, name).expect("it is in the registry"), of }
}

#[test]
fn a_value_of_each_kind_is_typed_read_back_and_alone_is_changed() {
    let before = design(DESIGN);
    let table = find(Scope::Table, "mp-to-enter-terrain").unwrap();
    let global = |name| ValuePlace::Global(find(Scope::Global, name).unwrap());
    let places = [
        (property(Scope::Unit, "capacity", 1), "5"),
        (property(Scope::Terrain, "liquid", 0), "true"),
        (property(Scope::Terrain, "subtype", 2), "coating"),
        (property(Scope::Terrain, "char", 0), "\""),
        (ValuePlace::Entry { number: table, row: 0, column: 1 }, "7"),
        (global("sides-wanted"), "3"),
    ];
    for (place, typed) in places {
        let (after, _) = set_value(&before, place, typed, &Known::default()).unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(typed_value(&after, place.parameter(), &place.value(&after)), typed, "{}", place.words(&before));
        // What it was gives the very design back.
        let old = typed_value(&before, place.parameter(), &place.value(&before));
        let (back, _) = set_value(&after, place, &old, &Known::default()).unwrap_or_else(|why| panic!("{why:?}"));
        if place != global("sides-wanted") {
            assert_eq!(back, *before, "{}", place.words(&before));
        }
    }
    assert_eq!(property(Scope::Unit, "capacity", 1).words(&before), "capacity of ferry");
    assert_eq!(places[4].0.words(&before), "mp-to-enter-terrain of army by sea");
}

#[test]
fn what_a_value_cannot_be_is_refused_with_what_it_can_be() {
    let before = design(DESIGN);
    let told = |place: ValuePlace, typed: &str| match set_value(&before, place, typed, &Known::default()) {
        Err(found) => found.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Ok(_) => panic!("{typed} is taken"),
    };
    let capacity = property(Scope::Unit, "capacity", 1);
    assert!(told(capacity, "many").contains("expected a whole number from"), "{}", told(capacity, "many"));
    assert!(told(capacity, "-99999").contains("expected"), "{}", told(capacity, "-99999"));
    assert!(!told(property(Scope::Terrain, "subtype", 0), "rivver").is_empty());
    assert!(!told(property(Scope::Terrain, "liquid", 0), "perhaps").is_empty());
    // No more than one value can be typed.
    let list = design::parameters::rows(Scope::Global).iter().position(|row| row.kind == design::Kind::List).unwrap();
    assert!(!told(ValuePlace::Global(list), "[] } , \"units\": { \"x\": {}").is_empty());
    assert_eq!(capacity.value(&before), Value::Int(3));
}

#[test]
fn a_lint_that_a_value_brings_is_told_and_others_are_not() {
    let before = design(DESIGN);
    let sign = property(Scope::Unit, "char", 0);
    let (one, found) = set_value(&before, sign, "A", &Known::default()).unwrap();
    assert!(found.0.is_empty(), "{found:?}");
    let (_, found) = set_value(&one, property(Scope::Unit, "char", 1), "A", &Known::default()).unwrap();
    assert_eq!(found.0.iter().map(|one| one.code).collect::<Vec<_>>(), ["same-char"]);
}
