//! What the wind does by angle and force.

use fairmarch_design::{Atom, WindEffect};

#[test]
fn an_effect_holds_for_its_angles_and_may_vary_with_the_force() {
    let list = |atoms: &[Atom]| Atom::List(atoms.to_vec());
    let pair = |one, other| list(&[Atom::Int(one), Atom::Int(other)]);
    let any = Atom::Word("any".to_owned());
    let form = [
        list(&[Atom::Int(0), list(&[pair(0, 100), pair(5, 180)])]),
        list(&[pair(1, 2), Atom::Int(120)]),
        list(&[any.clone(), Atom::Int(60)]),
        list(&[Atom::Int(3), any.clone()]),
        any,
    ];
    let effects = WindEffect::read_all(&form);
    let percent = |angle, force| effects.iter().find(|effect| effect.holds_at(angle))?.percent(force);
    assert_eq!(effects.len(), 3, "neither an entry without a value nor one that is no list");
    assert_eq!([percent(0, 0), percent(0, 5), percent(0, 6)], [Some(100), Some(180), None]);
    assert_eq!([percent(1, 7), percent(2, 7), percent(3, 7)], [Some(120), Some(120), Some(60)]);
}
