//! Teams: whether all teams have the same chance.
//!
//! Values that add up (land, towns, units) count as a sum over the team, others (distances, fronts) as a mean; see
//! [`crate::MeasureKind::joined`]. What each is due of the wins, [`crate::dues`] says; start units it is due in the ratio of the sums
//! of the requested advantages.

use world::{Better, TeamFairness, TeamMeasure};

use crate::compare::{bounds, compared, min_over_max};
use crate::prediction::{dues, evenness, loss, predicted, worst};
use crate::verdict::{MeasureVerdict, mean, standings};
use crate::words::{counted, number};
use crate::{Joined, Survey};

/// The verdict on teams; `None` if every seat plays alone.
pub(crate) fn score_teams(survey: &Survey<'_>, verdicts: &[MeasureVerdict<'_>]) -> Option<TeamFairness> {
    let members = find_teams(survey);
    if members.len() == survey.seats.len() {
        return None;
    }
    let joined: Vec<TeamVerdict<'_>> = verdicts.iter().map(|verdict| join(survey, verdict, &members)).collect();
    let side = |&seat: &usize| survey.seats[seat].side.index().unwrap_or(0);
    let sides: Vec<Vec<usize>> = members.iter().map(|team| team.iter().map(side).collect()).collect();
    let due = dues(survey.scenario, &sides);
    let losses: Vec<f64> = (0..members.len()).map(|team| joined.iter().map(|one| one.loss(team)).sum()).collect();
    let predicted = predicted(&losses, &due);
    let worst = worst(&predicted, &due).unwrap_or(0);
    let measure = |one: &TeamVerdict<'_>| TeamMeasure {
        name: one.seats.kind.name.to_owned(),
        values: one.values.clone(),
        min_over_max: one.min_over_max,
    };
    Some(TeamFairness {
        score: evenness(&predicted, &due),
        worst_team: worst + 1,
        reason: reason(survey, &members, &joined, worst),
        measures: joined.iter().map(measure).collect(),
        members: members.into_iter().map(|seats| seats.into_iter().map(|seat| seat + 1).collect()).collect(),
        predicted,
    })
}

/// The seats of each team, in the order of the teams' first seats.
fn find_teams(survey: &Survey<'_>) -> Vec<Vec<usize>> {
    let mut teams: Vec<Vec<usize>> = vec![Vec::new(); survey.seats.len()];
    for (seat, found) in survey.seats.iter().enumerate() {
        teams[found.team].push(seat);
    }
    teams.retain(|seats| !seats.is_empty());
    teams
}

/// One measure of all teams.
struct TeamVerdict<'a> {
    seats: &'a MeasureVerdict<'a>,
    values: Vec<f64>,
    standing: Vec<f64>,
    /// The best team's value, scaled to this team's advantage.
    best: Vec<f64>,
    min_over_max: f64,
}

impl TeamVerdict<'_> {
    fn loss(&self, team: usize) -> f64 {
        loss(self.seats.weight, self.standing[team])
    }
}

fn join<'a>(survey: &Survey<'_>, seats: &'a MeasureVerdict<'a>, members: &[Vec<usize>]) -> TeamVerdict<'a> {
    let of = |team: &Vec<usize>| team.iter().map(|&seat| seats.values[seat]).collect::<Vec<f64>>();
    let values: Vec<f64> = members
        .iter()
        .map(|team| match seats.kind.joined {
            Joined::Sum => mean(&of(team)) * team.len() as f64,
            Joined::Mean => mean(&of(team)),
        })
        .collect();
    let advantages: Vec<u32> =
        members.iter().map(|team| team.iter().map(|&seat| survey.seats[seat].advantage).sum()).collect();
    let compared = compared(seats.kind, &values, &advantages, survey.grain);
    let more = f64::from(u8::from(seats.kind.counts));
    let (low, high) = bounds(&compared);
    let best = if seats.kind.better == Better::Less { low } else { high };
    let at_own = |(value, compared): (&f64, &f64)| if *compared > 0.0 { best * value / compared } else { best };
    TeamVerdict {
        standing: standings(seats.kind, &compared),
        best: values.iter().zip(&compared).map(at_own).collect(),
        min_over_max: min_over_max(&compared, more),
        values,
        seats,
    }
}

fn reason(survey: &Survey<'_>, members: &[Vec<usize>], joined: &[TeamVerdict<'_>], worst: usize) -> String {
    let names: Vec<String> = members[worst]
        .iter()
        .map(|&seat| match survey.scenario.sides[seat].name.trim() {
            "" => format!("seat {}", seat + 1),
            name => name.to_owned(),
        })
        .collect();
    let loss = |one: &&TeamVerdict<'_>| one.loss(worst);
    let most = joined.iter().rev().max_by(|one, other| loss(one).total_cmp(&loss(other)));
    let Some(most) = most.filter(|most| loss(most) > 0.0) else {
        return "All teams are equal in every measure that counts.".to_owned();
    };
    let kind = most.seats.kind;
    let share = if kind.joined == Joined::Sum { "in all" } else { "on average" };
    let than = if kind.better == Better::Equal { "while another team has" } else { "while the best team has" };
    format!(
        "Team {} ({}) has {} by `{}` {share}, {than} {}.",
        worst + 1,
        names.join(", "),
        counted(most.values[worst], kind.unit.trim_end_matches('s'), kind.unit),
        kind.name,
        number(most.best[worst])
    )
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::testing::{draw, fair};

    /// Four seats in a row, one of them with a town.
    fn row(teams: [u8; 4]) -> world::Fairness {
        let mut scenario = draw(Shape::Rectangle, "+++++++++++++++++\n+1++++2+++3o+++4+\n+++++++++++++++++");
        for (side, team) in scenario.sides.iter_mut().zip(teams) {
            side.team = team;
        }
        fair(&scenario)
    }

    fn of<'a>(teams: &'a TeamFairness, name: &str) -> &'a TeamMeasure {
        teams.measures.iter().find(|measure| measure.name == name).unwrap()
    }

    #[test]
    fn a_single_seat_is_no_team() {
        assert_eq!(row([0; 4]).teams, None);
        assert_eq!(row([1, 2, 3, 4]).teams, None, "each in a team of its own is alone");
        let alone = row([0; 4]);
        let named = row([1, 2, 3, 4]);
        assert_eq!(alone, named);
    }

    #[test]
    fn additive_measures_are_summed_and_the_rest_averaged() {
        let found = row([1, 1, 0, 0]);
        let teams = found.teams.as_ref().unwrap();
        assert_eq!(teams.members, [vec![1, 2], vec![3], vec![4]]);
        let seats = |name: &str| found.measures.iter().find(|measure| measure.name == name).unwrap().values.clone();
        let near = seats("independents-8");
        assert_eq!(of(teams, "independents-8").values, [near[0] + near[1], near[2], near[3]]);
        // The friend five cells away is no rival: seat 1 has nine steps to seat 3, seat 2 has four.
        assert_eq!(seats("rival-nearest"), [9.0, 4.0, 4.0, 5.0]);
        assert_eq!(of(teams, "rival-nearest").values, [6.5, 4.0, 5.0]);
        assert!(seats("exposure")[0] == 0.0, "no front against a friend");
        assert_eq!(of(teams, "territory").values.iter().sum::<f64>(), 17.0 * 3.0 - 36.0);
    }

    #[test]
    fn teams_across_a_symmetric_row_are_equal_and_the_worse_team_is_named() {
        let symmetric = draw(Shape::Square4, "+++++++++\n+1+2+3+4+\n+++++++++");
        let score = |teams: [u8; 4]| {
            let mut scenario = symmetric.clone();
            scenario.sides.iter_mut().zip(teams).for_each(|(side, team)| side.team = team);
            fair(&scenario).teams.unwrap()
        };
        let equal = score([1, 1, 2, 2]);
        assert_eq!((equal.score, equal.reason.as_str()), (1.0, "All teams are equal in every measure that counts."));
        assert_eq!(score([1, 2, 2, 1]).measures.len(), equal.measures.len());

        let mut three = draw(Shape::Square4, "+++++++++++++++++\n+1o+o2o+o3o+++o4+\n+++++++++++++++++");
        three.sides.iter_mut().zip([1, 1, 1, 2]).for_each(|(side, team)| side.team = team);
        let three = fair(&three).teams.unwrap();
        assert_eq!(three.worst_team, 2);
        assert_eq!(three.reason, "Team 2 (Osmark) has 1 find by `uncontested` in all, while the best team has 12.");
        assert!(three.score < 0.8 && three.predicted[1] < 0.5, "{three:?}");
    }
}
