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
