//! What the wind does to the speed of a unit type: `speed-wind-effect` (`gdl-reference` 12; seed 003, "Movement Action").

use super::Curve;
use crate::Atom;

/// The effect of the wind at some angles: `(ANGLE VALUE)`, with a number, a list of numbers or `any`, and a percent or the percents
/// by the force of the wind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindEffect {
    /// 0 is with the wind; empty for any angle.
    angles: Vec<i32>,
    percent: Percent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Percent {
    Always(i32),
    /// By the force of the wind.
    ByForce(Curve),
}

impl WindEffect {
    /// The effects in a property: at an angle the first one for it holds. Entries that are not a pair with a value are left out.
    #[must_use]
    pub fn read_all(form: &[Atom]) -> Vec<WindEffect> {
        form.iter().filter_map(WindEffect::read).collect()
    }

    fn read(entry: &Atom) -> Option<WindEffect> {
        let [angle, value] = entry.list()? else { return None };
        let angles = match angle {
            Atom::Int(angle) => vec![*angle],
            Atom::List(angles) => angles.iter().filter_map(Atom::int).collect(),
            _ => Vec::new(),
        };
        let percent = match value {
            Atom::Int(percent) => Percent::Always(*percent),
            Atom::List(points) => Percent::ByForce(Curve::new(points)),
            _ => return None,
        };
        Some(WindEffect { angles, percent })
    }

    /// Whether it holds for an angle between the wind and the way of a unit.
    #[must_use]
    pub fn holds_at(&self, angle: i32) -> bool {
        self.angles.is_empty() || self.angles.contains(&angle)
    }

    /// The percent of the speed in a wind of some force; `None` where the list does not reach.
    #[must_use]
    pub fn percent(&self, force: i32) -> Option<i32> {
        match &self.percent {
            Percent::Always(percent) => Some(*percent),
            Percent::ByForce(curve) => curve.at(force),
        }
    }
}
