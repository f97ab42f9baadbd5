//! `rival-farthest`: how far the last of its rivals lies from a seat: at the rim of the world, or in the middle of all.
//!
//! Matches showed that it is needed: of two seats with rivals equally near on average, the one that lies farthest from some rival wins
//! more, because that rival meets the others first.

use world::Better;

use crate::words::number;
use crate::{Contrast, Evidence, Joined, MeasureKind, SiteValue, Survey};

pub(super) const RIVAL_FARTHEST: MeasureKind = MeasureKind {
    name: "rival-farthest",
    unit: "mp",
    better: Better::More,
    joined: Joined::Mean,
    site: Some(SiteValue::RivalFarthest),
    summary: "what the march of the farthest rival on the center costs its cheapest ground unit; the distance in cells where it cannot walk",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|seat, _| survey.marches(seat).last().map_or(0.0, |&march| f64::from(march)))
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let rivals = survey.rivals(seat).filter(|&rival| survey.march(rival, seat).is_some());
    // Of equally far ones the first, as for the nearest.
    let farthest = rivals.min_by_key(|&rival| std::cmp::Reverse(survey.march(rival, seat)));
    Evidence::cells(farthest.into_iter().flat_map(|rival| survey.way_of_march(rival, seat)))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "has even its farthest rival only {} movement points away, while the best-placed seat's is {} away",
        number(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        check("+++++++++++\n+1+2+++++3+\n+++++++++++", "rival-farthest", &[8.0, 6.0, 8.0]);
        // Over water by distance.
        check("+++++++++++\n+1~~2++++3+\n+++++++++++", "rival-farthest", &[8.0, 5.0, 8.0]);
        check("+++++++++++\n+1+++++++++\n+++++++++++", "rival-farthest", &[0.0]);
    }
}
