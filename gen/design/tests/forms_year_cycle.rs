//! Temperatures over the year.

use fairmarch_design::{Atom, Curve, KeyPoint};

#[test]
fn key_points_stand_in_one_list_or_not() {
    let pair = |one, other| Atom::List(vec![Atom::Int(one), Atom::Int(other)]);
    let points = [Atom::List(vec![pair(1, 4), pair(0, -10), pair(3, 20)]), Atom::List(vec![pair(7, 4)])];
    let read = KeyPoint::read_all(&points);
    let year = Curve::new(&[pair(0, -10), pair(3, 20)]);
    assert_eq!(read, [KeyPoint { x: 1, y: 4, year }, KeyPoint { x: 7, y: 4, year: Curve::default() }]);
    assert_eq!(KeyPoint::read_all(&[Atom::List(points.to_vec())]), read);
    assert_eq!(KeyPoint::read_all(&[pair(0, -10), Atom::Int(3)]), []);
}
