//! `rival-mean`: the mean distance of rivals: in the middle of all, or away from them. Matches say that away is better.

use world::Better;

use crate::words::number;
use crate::{Contrast, Evidence, Joined, MeasureKind, SiteValue, Survey};

pub(super) const RIVAL_MEAN: MeasureKind = MeasureKind {
    name: "rival-mean",
    unit: "mp",
    better: Better::More,
    joined: Joined::Mean,
    site: Some(SiteValue::RivalMean),
    summary: "mean cost of the rivals' marches on the center: a seat in the middle of all is attacked from all sides",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|seat, _| {
        let marches = survey.marches(seat);
        let sum: u64 = marches.iter().map(|&march| u64::from(march)).sum();
        if marches.is_empty() { 0.0 } else { sum as f64 / marches.len() as f64 }
    })
}

/// The ways of all rivals to the center, each cell once.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let mut ways = Evidence::default();
    survey.rivals(seat).for_each(|rival| ways.join(Evidence::cells(survey.way_of_march(rival, seat))));
    ways
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "lies closer to its rivals than others do ({} movement points on average, against {} of the best-placed seat)",
        number(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        check("+++++++++++\n+1+2+++++3+\n+++++++++++", "rival-mean", &[5.0, 4.0, 7.0]);
        check("+++++++++++\n+1+++++++++\n+++++++++++", "rival-mean", &[0.0]);
    }
}
