//! Temperatures over the year: `temperature-year-cycle` of an area (`gdl-reference` 12; `kernel-rules` 6).

use super::Curve;
use crate::Atom;

/// A place with its temperatures over the year: `((x y) (part temperature)..)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPoint {
    /// Its column, oblique.
    pub x: i32,
    /// Its row.
    pub y: i32,
    /// Temperatures by the part of the year.
    pub year: Curve,
}

impl KeyPoint {
    /// The key points in a property, in one list or not. What is none is left out.
    #[must_use]
    pub fn read_all(form: &[Atom]) -> Vec<KeyPoint> {
        fn add(atoms: &[Atom], points: &mut Vec<KeyPoint>) {
            for list in atoms.iter().filter_map(Atom::list) {
                let place: Option<Vec<i32>> =
                    list.first().and_then(Atom::list).map(|place| place.iter().filter_map(Atom::int).collect());
                match place.as_deref() {
                    Some([x, y]) => points.push(KeyPoint { x: *x, y: *y, year: Curve::new(&list[1..]) }),
                    _ => add(list, points),
                }
            }
        }
        let mut points = Vec::new();
        add(form, &mut points);
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
