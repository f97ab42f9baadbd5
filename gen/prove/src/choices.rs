//! What may be changed about a start: a few things for each seat, most for those that are off most.

use std::collections::{BTreeSet, VecDeque};

use starts::changes::{Aim, Change, Lever, Magnitude, Proposal};
use synth::Part;

use crate::candidate::Candidate;
use crate::experiment::{ChangeOption, OPTIONS_MAX};

/// A seat that is off by more than this part of its share needs large changes, and one that is off by less than this small ones.
const LARGE: f64 = 0.4;
const SMALL: f64 = 0.15;

/// The choices of an experiment with a start. The parts that are `given` stay; changes that were `tried` before are not tried again.
pub(crate) fn choices(start: &Candidate, given: &[Part], tried: &BTreeSet<Vec<Change>>) -> Vec<ChangeOption> {
    let scenario = &start.roll.scenario;
    // A change of one part of a symmetric world would end the symmetry.
    if scenario.world.exact_symmetry().is_some() {
        return Vec::new();
    }
    let mut lists = proposals(start, given, tried);
    // Any set of them is played: each has to be possible alone, and after all others.
    let mut all = scenario.clone();
    let mut is_possible = |changes: &[Change]| {
        let mut alone = scenario.clone();
        let mut together = all.clone();
        let is_done = [&mut alone, &mut together]
            .into_iter()
            .all(|scenario| changes.iter().all(|change| change.apply(scenario).is_ok()));
        if is_done {
            all = together;
        }
        is_done
    };
    let mut choices = Vec::new();
    while choices.len() < OPTIONS_MAX && lists.iter().any(|(_, list)| !list.is_empty()) {
        for (seat, list) in &mut lists {
            if choices.len() < OPTIONS_MAX
                && let Some(at) = list.iter().position(|proposal| is_possible(&proposal.changes))
            {
                let Proposal { changes, effect, cost } =
                    list.drain(..=at).next_back().expect("there is one at that position");
                let team = start.team_of(*seat).expect("only seats that play are proposed for");
                choices.push(ChangeOption { changes, team, effect, cost });
            } else {
                list.clear();
            }
        }
    }
    choices
}

/// What levers propose for each seat; the seat that is off most comes first.
fn proposals(start: &Candidate, given: &[Part], tried: &BTreeSet<Vec<Change>>) -> Vec<(usize, VecDeque<Proposal>)> {
    let shares = start.shares();
    let due = |seat: usize| start.team_of(seat).map_or(1.0, |team| start.due()[team]);
    let lean = |seat: usize| start.team_of(seat).map_or(0.0, |team| shares[team] - due(seat));
    let survey = playtest::survey(&start.roll.scenario);
    // Heights follow the ground: where a file gives them it stays.
    let is_given = |lever: &Lever| {
        given.contains(&lever.part) || (lever.part == Part::Terrain && given.contains(&Part::Elevation))
    };
    let usable: Vec<&Lever> =
        playtest::levers(&start.roll.scenario.design).iter().filter(|lever| !is_given(lever)).collect();
    let mut finest = usable.clone();
    finest.sort_by_key(|lever| std::cmp::Reverse(lever.fineness));
    // A game with measures of its own has what it changes in an order of its own.
    let is_ground = |lever: &Lever| survey.is_of_cells() && matches!(lever.part, Part::Terrain | Part::Roads);
    let sides = start.roll.scenario.sides.len();
    let mut seats: Vec<usize> = (0..sides).filter(|&seat| start.team_of(seat).is_some()).collect();
    seats.sort_by(|&one, &other| lean(other).abs().total_cmp(&lean(one).abs()));
    let of = |seat: usize| {
        let direction = if lean(seat) < 0.0 { Aim::Richer } else { Aim::Poorer };
        let magnitude = match lean(seat).abs() / due(seat) {
            off if off > LARGE => Magnitude::Large,
            off if off < SMALL => Magnitude::Small,
            _ => Magnitude::Medium,
        };
        let levers = if magnitude == Magnitude::Small { &finest } else { &usable };
        let (mut ground, mut others) = (VecDeque::new(), VecDeque::new());
        for lever in levers {
            let list = if is_ground(lever) { &mut ground } else { &mut others };
            list.extend((lever.propose)(&survey, seat, direction, magnitude));
        }
        for list in [&mut ground, &mut others] {
            list.retain(|proposal| !tried.contains(&proposal.changes));
        }
        // Every second change of a seat is one of its ground: there are many seats, few options, and always towns.
        let mut all = VecDeque::new();
        while let Some(proposal) = others.pop_front() {
            all.push_back(proposal);
            all.extend(ground.pop_front());
        }
        all.append(&mut ground);
        (seat, all)
    };
    seats.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{SKIRMISH, candidate};

    /// A seed of `two-rivals` in which both seats have such ground.
    const GROUND_SEED: u64 = 1;

    /// How many change towns, and how many first units; other levers may have others.
    fn kinds(choices: &[ChangeOption]) -> (usize, usize) {
        let of_units = |change: &Change| matches!(change, Change::AddStartUnit { .. } | Change::RemoveStartUnit { .. });
        let of_towns = |change: &Change| {
            matches!(
                change,
                Change::MoveIndependent { .. } | Change::AddIndependent { .. } | Change::RemoveIndependent { .. }
            )
        };
        let count =
            |of: &dyn Fn(&Change) -> bool| choices.iter().filter(|choice| choice.changes.iter().all(of)).count();
        (count(&of_towns), count(&of_units))
    }

    #[test]
    fn what_is_given_or_was_tried_is_no_choice() {
        let start = candidate(&SKIRMISH, 5);
        let of = |given: &[Part], tried: &BTreeSet<Vec<Change>>| choices(&start, given, tried);
        let all = of(&[], &BTreeSet::new());
        let (towns, units) = kinds(&all);
        assert!(towns >= 2 && units >= 1 && all.len() <= OPTIONS_MAX, "{all:?}");
        assert_eq!(kinds(&of(&[Part::Independents], &BTreeSet::new())).0, 0);
        assert_eq!(kinds(&of(&[Part::Countries], &BTreeSet::new())).1, 0);
        let tried: BTreeSet<Vec<Change>> = all.iter().map(|choice| choice.changes.clone()).collect();
        assert!(of(&[], &tried).iter().all(|choice| !tried.contains(&choice.changes)));
        // Any set of them can be made.
        let mut scenario = start.roll.scenario.clone();
        for change in all.iter().flat_map(|choice| &choice.changes) {
            assert_eq!(change.apply(&mut scenario), Ok(()), "{change:?}");
        }
    }

    /// The seat that wins too much has more to lose than to win: only its own towns go away from it, and nearer to the other.
    #[test]
    fn a_poor_team_gets_more_and_a_rich_one_less() {
        let mut start = candidate(&SKIRMISH, 5);
        for (team, record) in start.games.teams.iter_mut().enumerate() {
            *record = playtest::statistics::Record::of_wins(if team == 0 { 30 } else { 66 }, 96);
        }
        start.games.games = 96;
        let mut seen = 0;
        for choice in choices(&start, &[], &BTreeSet::new()) {
            for change in &choice.changes {
                match change {
                    Change::AddStartUnit { .. } => assert_eq!(choice.team, 0, "{change:?}"),
                    Change::RemoveStartUnit { .. } => assert_eq!(choice.team, 1, "{change:?}"),
                    _ => continue,
                }
                seen += 1;
            }
        }
        assert!(seen >= 1);
    }

    /// What changes of the ground make is sound, alone and together.
    #[test]
    fn every_seat_has_choices_of_its_ground_unless_it_is_given() {
        let loaded = pipeline::load_preset("two-rivals").expect("it comes with Fairmarch").expect("tests load it");
        let start = candidate(&loaded, GROUND_SEED);
        let is_ground =
            |choice: &&ChangeOption| matches!(choice.changes[..], [Change::Shape { .. } | Change::Bridge { .. }]);
        let all = choices(&start, &[], &BTreeSet::new());
        for team in 0..start.teams() {
            let count =
                |of: &dyn Fn(&&ChangeOption) -> bool| all.iter().filter(|one| one.team == team).filter(of).count();
            let (ground, others) = (count(&is_ground), count(&|one| !is_ground(one)));
            assert!(ground >= 1 && others >= 1, "team {team}: {all:?}");
        }
        let mut together = start.roll.scenario.clone();
        assert_eq!(pipeline::find_unsound("start", &together), [], "before");
        for choice in all.iter().filter(is_ground) {
            let mut alone = start.roll.scenario.clone();
            for scenario in [&mut alone, &mut together] {
                choice.changes[0].apply(scenario).unwrap();
                assert_eq!(pipeline::find_unsound("start", scenario), [], "{choice:?}");
            }
        }
        for given in [Part::Terrain, Part::Elevation] {
            let left = choices(&start, &[given], &BTreeSet::new());
            assert!(!left.iter().flat_map(|one| &one.changes).any(|one| matches!(one, Change::Shape { .. })));
        }
    }

    #[test]
    fn nothing_of_a_symmetric_world_is_changed() {
        let loaded = pipeline::load_preset("generals-view").expect("it comes with Fairmarch").expect("tests load it");
        assert!(choices(&candidate(&loaded, 2), &[], &BTreeSet::new()).is_empty());
    }
}
