//! What becomes of a unit.

use fairmarch_design::{Atom, Design, Fate, Scope, UnitResult, UnitType};

fn word(text: &str) -> Atom {
    Atom::Word(text.to_owned())
}

#[test]
fn a_number_before_a_choice_is_its_weight() {
    let form = [Atom::List(vec![Atom::Int(3), word("vanish")]), word("table"), Atom::List(vec![Atom::Int(3)])];
    let result = |weight, fate| UnitResult { weight, fate, text: None };
    let expected = [result(3, Fate::Vanish), result(1, Fate::Usual), result(1, Fate::Usual)];
    assert_eq!(UnitResult::read_all(&form, &Design::default()), expected);
}

#[test]
fn a_choice_names_a_type_or_a_type_and_a_side_and_has_a_text() {
    let mut design = Design::default();
    design.add_type(Scope::Unit, "hut");
    design.add_type(Scope::Unit, "horse");
    let (unit, text) = (word("unit"), Atom::Text("horses!".to_owned()));
    let form = [
        Atom::List(vec![unit.clone(), word("horse"), text.clone()]),
        Atom::List(vec![Atom::Int(-2), unit.clone(), Atom::List(vec![word("horse"), Atom::Int(1)]), text]),
        Atom::List(vec![unit, word("hrose")]),
    ];
    let results = UnitResult::read_all(&form, &design);
    let fates: Vec<Fate> = results.iter().map(|result| result.fate).collect();
    let horse = UnitType(1);
    assert_eq!(fates, [Fate::Become(horse, None), Fate::Become(horse, Some(1)), Fate::Usual]);
    let told: Vec<(u32, Option<&str>)> = results.iter().map(|result| (result.weight, result.text)).collect();
    assert_eq!(told, [(1, Some("horses!")), (0, Some("horses!")), (1, None)]);
}
