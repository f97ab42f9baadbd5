//! Which changes help: an experiment that tries all of them at once.
//!
//! Each of two dozen starts gets a few of the changes. A match then says something of several changes, where a race of single
//! changes would have to share the matches between them (a factorial experiment: Fisher 1926, "The Arrangement of Field
//! Experiments"). A conditional logit says what each change is worth to its team; of all sets of changes the one that it expects to
//! be most even, with few changes, is played next.

use chance::Stream;
use playtest::statistics::{Contest, conditional_logit, win_shares};
use starts::changes::Change;

/// A set of changes: bit n stands for the nth.
pub(crate) type Mask = u32;

/// The most changes of an experiment: all sets of them are looked at.
pub(crate) const OPTIONS_MAX: usize = 14;

/// What is believed of a team beforehand: that its logarithm of odds is 0 with this deviation.
const TEAM: f64 = 3.0;

/// Something that can be done or left.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub changes: Vec<Change>,
    /// The team that it is done to.
    pub team: usize,
    /// What its lever thinks that it may do, and what players see of it.
    pub effect: f64,
    pub cost: u32,
}

/// Starts with sets of changes, and their matches.
pub(crate) struct Experiment {
    pub options: Vec<Choice>,
    teams: usize,
    runs: Vec<(Mask, Vec<f64>)>,
    /// Of each team, then of each change.
    weights: Vec<f64>,
}

impl Experiment {
    pub fn new(options: Vec<Choice>, teams: usize) -> Experiment {
        let weights = vec![0.0; teams + options.len()];
        Experiment { options, teams, runs: Vec::new(), weights }
    }

    /// Sets of changes to begin with: a few changes each, and each change in about as many sets.
    pub fn design(&self, runs: usize, stream: &mut Stream) -> Vec<Mask> {
        let mut left: Vec<usize> = Vec::new();
        let mut draw = |stream: &mut Stream| {
            if left.is_empty() {
                left = (0..self.options.len()).collect();
                stream.shuffle(&mut left);
            }
            1 << left.pop().expect("it was filled")
        };
        (0..runs).map(|run| (0..2 + run % 2).fold(0, |mask, _| mask | draw(stream))).collect()
    }

    /// Counts matches of a set of changes.
    pub fn add(&mut self, mask: Mask, wins: &[f64]) {
        match self.runs.iter_mut().find(|(other, _)| *other == mask) {
            Some((_, all)) => all.iter_mut().zip(wins).for_each(|(all, wins)| *all += wins),
            None => self.runs.push((mask, wins.to_vec())),
        }
    }

    /// Of each team: a column for each team, then one for each change.
    fn features(&self, mask: Mask) -> Vec<Vec<f64>> {
        let team_columns = |team: usize| (0..self.teams).map(move |other| f64::from(u8::from(other == team)));
        let is_done = |team: usize| {
            let has = move |(bit, option): (usize, &Choice)| option.team == team && mask >> bit & 1 == 1;
            self.options.iter().enumerate().map(move |option| f64::from(u8::from(has(option))))
        };
        (0..self.teams).map(|team| team_columns(team).chain(is_done(team)).collect()).collect()
    }

    /// Works out what each change is worth, from all matches so far.
    pub fn learn(&mut self) {
        let contest = |(mask, wins): &(Mask, Vec<f64>)| Contest { features: self.features(*mask), wins: wins.clone() };
        let contests: Vec<Contest> = self.runs.iter().map(contest).collect();
        let of_teams = (0..self.teams).map(|_| 1.0 / (TEAM * TEAM));
        let ridge: Vec<f64> = of_teams.chain(self.options.iter().map(|one| 1.0 / (one.effect * one.effect))).collect();
        self.weights = conditional_logit(&contests, &ridge);
    }

    /// The sets of changes that are expected to be most even, of those that are allowed, the best first.
    pub fn best(&self, count: usize, is_allowed: impl Fn(Mask) -> bool) -> Vec<Mask> {
        let loss = |mask: Mask| self.uneven(&self.expect(mask, &[])) + self.cost(mask);
        let all = (0..1u32 << self.options.len()).filter(|&mask| mask.count_ones() <= CHANGES_MAX && is_allowed(mask));
        let mut all: Vec<(f64, Mask)> = all.map(|mask| (loss(mask), mask)).collect();
        all.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        all.into_iter().take(count).map(|(_, mask)| mask).collect()
    }

    /// The shares that are expected of a set: what the experiment says, and what its own matches said if there were any, `more` of
    /// them not counted yet.
    pub fn expect(&self, mask: Mask, more: &[f64]) -> Vec<f64> {
        let mut shares = win_shares(&self.weights, &self.features(mask));
        let known = self.runs.iter().find(|(other, _)| *other == mask).map_or(&[][..], |(_, wins)| wins);
        for own in [known, more] {
            let matches: f64 = own.iter().sum();
            for (share, wins) in shares.iter_mut().zip(own) {
                *share = (*share * MODEL_WORTH + wins) / (MODEL_WORTH + matches);
            }
        }
        shares
    }

    fn uneven(&self, shares: &[f64]) -> f64 {
        let fair = 1.0 / shares.len() as f64;
        shares.iter().map(|share| (share - fair) * (share - fair)).sum()
    }

    /// What the changes of a set cost: few are better than many, and what players see comes last.
    fn cost(&self, mask: Mask) -> f64 {
        let options = self.options.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        options.map(|(_, option)| COST * f64::from(option.cost)).sum()
    }

    /// The changes of a set.
    pub fn changes(&self, mask: Mask) -> impl Iterator<Item = Change> + '_ {
        let options = self.options.iter().enumerate().filter(move |(bit, _)| mask >> bit & 1 == 1);
        options.flat_map(|(_, option)| option.changes.iter().copied())
    }
}

/// How many matches of its own are worth as much as what the model says of a set.
const MODEL_WORTH: f64 = 150.0;
/// The most changes of a set: what many changes do together, the sum of what each does alone says badly.
const CHANGES_MAX: u32 = 4;
/// What a change costs, in squared shares: it has to bring a team nearer by half a point.
const COST: f64 = 0.000_02;

#[cfg(test)]
mod tests {
    use chance::Seed;
    use grid::Cell;

    use super::*;

    /// Two teams with four changes each; what each change is worth is known here alone.
    fn experiment() -> (Experiment, [f64; 10]) {
        let option = |number: usize| Choice {
            changes: vec![Change::Ground { cell: Cell(number as u32), to: design::TypeId::at(0) }],
            team: number / 4,
            effect: 0.35,
            cost: 1,
        };
        let truth = [0.6, 0.0, 0.3, -0.2, 0.0, 0.1, 0.4, 0.0, -0.5, 0.2];
        (Experiment::new((0..8).map(option).collect(), 2), truth)
    }

    fn wins(experiment: &Experiment, truth: &[f64], mask: Mask, matches: f64) -> Vec<f64> {
        win_shares(truth, &experiment.features(mask)).into_iter().map(|share| share * matches).collect()
    }

    /// The experiment after its starts were played, with what is true of its changes.
    fn learned() -> (Experiment, [f64; 10]) {
        let (mut experiment, truth) = experiment();
        for mask in experiment.design(24, &mut Seed(1).stream("design")) {
            let wins = wins(&experiment, &truth, mask, 400.0);
            experiment.add(mask, &wins);
        }
        experiment.learn();
        (experiment, truth)
    }

    #[test]
    fn each_change_is_in_as_many_starts() {
        let (experiment, _) = experiment();
        let masks = experiment.design(24, &mut Seed(1).stream("design"));
        let in_sets = |bit: usize| masks.iter().filter(|&mask| mask >> bit & 1 == 1).count();
        let counts: Vec<usize> = (0..8).map(in_sets).collect();
        assert_eq!(masks.len(), 24);
        assert!(counts.iter().all(|count| (6..=8).contains(count)), "{counts:?}");
        assert!(masks.iter().all(|mask| (1..=3).contains(&mask.count_ones())));
    }

    #[test]
    fn the_set_that_it_finds_is_level_in_truth() {
        let (experiment, truth) = learned();
        let best = experiment.best(1, |_| true)[0];
        let share = |mask| wins(&experiment, &truth, mask, 1.0)[0];
        assert!((share(0) - 0.5).abs() > 0.1 && (share(best) - 0.5).abs() < 0.02, "{best:b}: {}", share(best));
        assert!(best.count_ones() <= CHANGES_MAX);
        // What may not be is not found.
        assert_ne!(experiment.best(1, |mask| mask != best)[0], best);
    }

    #[test]
    fn matches_of_its_own_count_more_the_more_there_are() {
        let (experiment, _) = learned();
        let expected = |own: f64| experiment.expect(0, &[own, 0.0])[0];
        assert!(expected(0.0) < expected(50.0) && expected(50.0) < expected(5000.0));
        assert!(expected(5000.0) > 0.95);
    }
}
