//! The reason why the worst seat is the worst, as a sentence.

use world::Better;

use crate::verdict::{MeasureVerdict, mean};
use crate::words::number;
use crate::{Contrast, Survey};

/// The sentence for the worst seat.
pub(crate) fn reason(
    survey: &Survey<'_>,
    verdicts: &[MeasureVerdict<'_>],
    worst: usize,
    predicted: &[f64],
    due: &[f64],
) -> String {
    match survey.seats.len() {
        0 => return "There is no seat.".to_owned(),
        1 => return "There is only one seat.".to_owned(),
        _ => {}
    }
    let number_of = survey.seats[worst].side;
    let seat = match survey.scenario.side(number_of).name.trim() {
        "" => format!("Seat {}", number_of.0),
        name => format!("Seat {} ({name})", number_of.0),
    };
    if survey.seats[worst].center.is_none() {
        return format!("{seat} has no place to start from: neither a center nor a unit on the map.");
    }
    // The loss of the seat in each measure; of equal losses the more informative measure comes first.
    let mut losses: Vec<(f64, &MeasureVerdict<'_>)> =
        verdicts.iter().map(|verdict| (verdict.loss(worst), verdict)).collect();
    losses.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let most = losses.first().map_or(0.0, |&(loss, _)| loss);
    if most <= 0.0 {
        let equal = verdicts.iter().all(|verdict| verdict.standing.iter().all(|&standing| standing == 1.0));
        let which = if equal { "every measure" } else { "every measure that counts" };
        return format!("All seats are equal in {which}.");
    }
    // A second reason is given if it weighs at least half as much.
    let clauses: Vec<String> = losses
        .iter()
        .take(2)
        .filter(|&&(loss, _)| 2.0 * loss >= most)
        .map(|(_, verdict)| (verdict.kind.clause)(survey, contrast(survey, verdict, worst)))
        .collect();
    let [wins, due] = [predicted[worst], due[worst]].map(|share| number((100.0 * share).round()));
    let expects = if wins == due {
        "slightly fewer wins than it is due".to_owned()
    } else {
        let alike = survey.seats.windows(2).all(|pair| pair[0].advantage == pair[1].advantage);
        let due =
            if alike { format!("an equal share is {due} %") } else { format!("its advantage entitles it to {due} %") };
        format!("{wins} % of the wins, where {due}")
    };
    format!("{seat} can expect {expects}: it {}.", clauses.join(", and it "))
}

fn contrast(survey: &Survey<'_>, verdict: &MeasureVerdict<'_>, worst: usize) -> Contrast {
    let (low, high) = crate::compare::bounds(&verdict.compared);
    let best = match verdict.kind.better {
        Better::More => high,
        Better::Less => low,
        Better::Equal => mean(&verdict.compared),
    };
    // Scaled back to the seat's own advantage: what it would be due.
    let own = verdict.values[worst];
    let factor = if verdict.compared[worst] > 0.0 { own / verdict.compared[worst] } else { 1.0 };
    let standing = &verdict.standing;
    let alone = (0..survey.seats.len()).all(|seat| seat == worst || standing[seat] > standing[worst]);
    Contrast { own, best: best * factor, alone }
}
