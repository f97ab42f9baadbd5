//! Interpolation lists (`gdl-reference` 12): effects of damage, morale, temperature, season and wind, and years of temperatures.

use crate::Atom;

/// An interpolation list, `((in out) (in out) ...)` with rising ins: linear between neighbours, without a value outside the span.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Curve(#[doc(hidden)] pub Vec<(i32, i32)>);

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
