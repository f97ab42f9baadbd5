//! Unit types that boards in text show by the same sign.
//!
//! Fact: `char` is what a board of letters shows (seed 000, "Designing the Graphics"). Where three types have one sign it stands for
//! their kind, as where every blade is a `|`.

use std::collections::BTreeMap;

use super::{Finding, names};
use crate::parameters::unit::CHAR;
use crate::{Design, UnitType};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let mut by_sign: BTreeMap<&str, Vec<UnitType>> = BTreeMap::new();
    for unit in design.unit_types().filter(|&unit| !design.text(CHAR, unit).is_empty()) {
        by_sign.entry(design.text(CHAR, unit)).or_default().push(unit);
    }
    if by_sign.values().any(|units| units.len() > 2) {
        return Vec::new();
    }
    let shared = by_sign.iter().filter(|(_, units)| units.len() == 2);
    let tell = |(sign, units): (&&str, &Vec<UnitType>)| {
        let message = format!("{} both have the `char` {sign}", names(design, units));
        Finding::of(units[1], message, "give one of them a sign of its own")
    };
    shared.map(tell).collect()
}
