//! Interpolation lists (`gdl-reference` 12): effects of damage, morale, temperature, season and wind, and years of temperatures.

use crate::Atom;

/// An interpolation list, `((in out) (in out) ...)` with rising ins: linear between neighbours, without a value outside the span.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Curve(Vec<(i32, i32)>);

impl Curve {
    /// The list in a property. Entries that are not pairs of numbers are left out; the reader of GDL has reported them.
    #[must_use]
    pub fn new(form: &[Atom]) -> Curve {
        let pair = |atom: &Atom| match atom.list()? {
            [one, other] => Some((one.int()?, other.int()?)),
            _ => None,
        };
        Curve(form.iter().filter_map(pair).collect())
    }

    /// Whether it has no points: then the effect is not used.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at a point; `None` before the first and after the last.
    #[must_use]
    pub fn at(&self, x: i32) -> Option<i32> {
        let (first, last) = (self.0.first()?, self.0.last()?);
        if x < first.0 || x > last.0 {
            return None;
        }
        let place = self.0.iter().rposition(|point| point.0 <= x)?;
        let (low, out) = self.0[place];
        let Some(&(high, next)) = self.0.get(place + 1) else { return Some(out) };
        Some(out + ((i64::from(next) - i64::from(out)) * i64::from(x - low) / i64::from((high - low).max(1))) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
