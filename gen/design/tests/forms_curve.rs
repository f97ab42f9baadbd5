//! Interpolation lists.

use fairmarch_design::{Atom, Curve};

#[test]
fn a_curve_is_linear_and_ends_at_its_ends() {
    let curve = Curve(vec![(0, 0), (10, 2), (20, 4), (30, 6)]);
    let at: Vec<_> = [30, 16, 15, 14, 10, 9, 4].map(|hp| curve.at(hp).unwrap()).into();
    assert_eq!(at, [6, 3, 3, 2, 2, 1, 0], "example 1 of kernel-rules");
    assert_eq!((curve.at(-1), curve.at(31)), (None, None));
    assert_eq!((Curve(vec![(3, 7)]).at(3), Curve(vec![(3, 7)]).at(4)), (Some(7), None), "one pair is one point");
}

#[test]
fn what_is_no_pair_of_numbers_is_no_point() {
    let list = |numbers: &[i32]| Atom::List(numbers.iter().map(|&number| Atom::Int(number)).collect());
    let named = Atom::List(vec![Atom::Word("any".to_owned()), Atom::Int(3)]);
    let curve = Curve::new(&[list(&[0, 5]), list(&[1]), Atom::Int(2), named, list(&[4, 9])]);
    assert_eq!(curve, Curve(vec![(0, 5), (4, 9)]));
    assert!(Curve::new(&[Atom::Int(2)]).is_empty());
}
