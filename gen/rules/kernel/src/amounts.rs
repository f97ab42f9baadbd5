//! Values of GDL that are lists: interpolation lists, and weighted choices (`gdl-reference`, section 12).

use design::Atom;

/// An interpolation list, `((in out) (in out) ...)` with rising ins: linear between neighbours, without a value outside the span.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Curve(Vec<(i32, i32)>);

impl Curve {
    /// The list in a property. Entries that are not pairs of numbers are left out; the resolver has reported them.
    pub(crate) fn new(form: &[Atom]) -> Curve {
        let pair = |atom: &Atom| match atom.list()? {
            [one, other] => Some((one.int()?, other.int()?)),
            _ => None,
        };
        Curve(form.iter().filter_map(pair).collect())
    }

    /// Whether it has no points: then the effect is not used.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at a point; `None` before the first and after the last.
    pub(crate) fn at(&self, x: i32) -> Option<i32> {
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

/// A number by a percentage, divided at once (`kernel-rules`, conventions).
pub(crate) const fn percent_of(amount: i32, percent: i32) -> i32 {
    (amount as i64 * percent as i64 / 100) as i32
}

/// A list of choices: weight 1, or a number before the rest of a list.
pub(crate) fn weighted_choices(form: &[Atom]) -> Vec<(u32, &[Atom])> {
    let choice = |atom: &'_ Atom| -> Option<(u32, usize)> {
        match atom.list() {
            Some([Atom::Int(weight), _, ..]) => Some(((*weight).max(0) as u32, 1)),
            _ => Some((1, 0)),
        }
    };
    form.iter()
        .filter_map(|atom| {
            let (weight, skipped) = choice(atom)?;
            Some((weight, atom.list().map_or(std::slice::from_ref(atom), |list| &list[skipped..])))
        })
        .collect()
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
    fn a_number_before_a_choice_is_its_weight() {
        let word = |text: &str| Atom::Word(text.to_owned());
        let form = [Atom::List(vec![Atom::Int(3), word("vanish")]), word("table")];
        let choices = weighted_choices(&form);
        assert_eq!(choices, [(3, &[word("vanish")][..]), (1, &[word("table")][..])]);
    }
}
