//! `exposure`: the length of the border that a seat has to guard.

use world::Better;

use crate::words::{cells, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, Survey};

pub(super) const EXPOSURE: MeasureKind = MeasureKind {
    name: "exposure",
    unit: "cells",
    better: Better::Less,
    counts: true,
    joined: Joined::Mean,
    summary: "cells of the seat's territory that touch a rival's: the length of its front",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.count_held(&|cell| survey.is_front(cell))
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    survey.held_by(seat, &|cell| survey.is_front(cell))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "has to guard a front of {} against its rivals, while the best-placed seat guards {}",
        cells(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // The middle cell is shared, and counts as half a front for each; its neighbours touch it.
        check("+++++++++++\n+1+++++++2+\n+++++++++++", "exposure", &[1.5, 1.5]);
        // Without a shared cell: one cell of each.
        check("++++++++++\n+1++++++2+\n++++++++++", "exposure", &[1.0, 1.0]);
        // The seat in the middle has two fronts, with a shared cell at each.
        check("+++++++++++\n+1+++2+++3+\n+++++++++++", "exposure", &[1.5, 3.0, 1.5]);
        check("~~~~~~~~~~\n~1++~~++2~\n~~~~~~~~~~", "exposure", &[0.0, 0.0]);
    }
}
