//! Events of chance, in their order.

use fairmarch_design::parameters::global::RANDOM_EVENTS;
use fairmarch_design::parameters::rows;
use fairmarch_design::{Atom, ChanceEvent, Design, Scope, Value};

#[test]
fn a_design_says_which_events_run_and_in_which_order() {
    let mut design = Design::default();
    assert_eq!(ChanceEvent::of_design(&design), None);
    let word = |text: &str| Atom::Word(text.to_owned());
    let form = vec![
        word("units-revolt"),
        Atom::List(vec![word("attrition"), word("accidents-in-terrain")]),
        word("attrition-in-terrain"),
        word("floods"),
        Atom::Int(3),
    ];
    design.set_global(usize::from(RANDOM_EVENTS.0), Value::Form(form));
    let expected = [ChanceEvent::Revolts, ChanceEvent::Attrition, ChanceEvent::Accidents];
    assert_eq!(ChanceEvent::of_design(&design).as_deref(), Some(&expected[..]));
    design.set_global(usize::from(RANDOM_EVENTS.0), Value::Form(Vec::new()));
    assert_eq!(ChanceEvent::of_design(&design), Some(Vec::new()));
}

#[test]
fn the_names_are_those_of_the_registry() {
    let mut names = ChanceEvent::ALL.map(ChanceEvent::name);
    let mut known: Vec<&str> = rows(Scope::Event).iter().map(|row| row.name).collect();
    names.sort_unstable();
    known.sort_unstable();
    assert_eq!(names[..], known);
}
