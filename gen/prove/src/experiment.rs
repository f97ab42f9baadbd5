//! What matches say of a start that is changed in several ways: how strong its teams are, and what changes and handicaps are worth.
//!
//! Each of two dozen starts gets a few of the changes. A match then says something of several changes, where a race of single
//! changes would have to share the matches between them (a factorial experiment: Fisher 1926, "The Arrangement of Field
//! Experiments"). A conditional logit says what each change is worth to its team, and what the logarithm of a handicap is worth to
//! any: it is fitted to all matches so far, whatever was changed in them. Of all sets of changes the one that it expects to be most
//! even, with few changes, is played next; or the handicaps with which it expects all teams to win what they are due.

use chance::Stream;
use design::Handicap;
use playtest::statistics::{Belief, Contest, conditional_logit, win_shares};
use starts::changes::Change;

/// A set of changes: bit n stands for the nth.
pub(crate) type Mask = u32;

/// The most changes of an experiment: all sets of them are looked at.
pub(crate) const OPTIONS_MAX: usize = 16;

/// What is believed of a team beforehand: that it wins what it is due, with a deviation of 1.4 in the logarithm of odds.
const TEAM: Belief = Belief { mean: 0.0, ridge: 0.5 };
/// What is believed of a handicap: one percent of building is five percent of the odds. Measured: 5 to 5.5, on many maps.
const SLOPE: Belief = Belief { mean: 5.0, ridge: 4.0 };
/// A handicap that seems worth less than this is not to be trusted with what it would then take.
const SLOPE_MIN: f64 = 1.0;

/// Something that can be done or left.
#[derive(Clone, Debug)]
pub(crate) struct ChangeOption {
    pub changes: Vec<Change>,
    /// The team that it is done to.
    pub team: usize,
    /// What its lever thinks that it may do, and what players see of it.
    pub effect: f64,
    pub cost: u32,
}

/// Starts with sets of changes and handicaps, and their matches.
pub(crate) struct Experiment {
    pub options: Vec<ChangeOption>,
    /// The handicaps of the teams where none are named, in percent.
    base: Vec<u32>,
    /// What each team is due of the wins.
    pub due: Vec<f64>,
    runs: Vec<Run>,
    /// Of each team, then of each change, then of the logarithm of a handicap.
    weights: Vec<f64>,
}

/// What was played, and how many matches each team won.
struct Run {
    mask: Mask,
    percents: Vec<u32>,
    wins: Vec<f64>,
}

impl Experiment {
    /// `base` are the handicaps of the teams where none are named: an empty list of them. `due` is what each is due of the wins.
    pub fn new(options: Vec<ChangeOption>, base: Vec<u32>, due: &[f64]) -> Experiment {
        let mut experiment = Experiment { options, base, due: due.to_vec(), runs: Vec::new(), weights: Vec::new() };
        experiment.learn();
        experiment
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

    /// Counts matches of a set of changes with handicaps.
    pub fn add(&mut self, mask: Mask, percents: &[u32], wins: &[f64]) {
        let percents = self.or_base(percents).to_vec();
        match self.runs.iter_mut().find(|run| run.mask == mask && run.percents == percents) {
            Some(run) => run.wins.iter_mut().zip(wins).for_each(|(all, wins)| *all += wins),
            None => self.runs.push(Run { mask, percents, wins: wins.to_vec() }),
        }
    }

    fn or_base<'a>(&'a self, percents: &'a [u32]) -> &'a [u32] {
        if percents.is_empty() { &self.base } else { percents }
    }

    /// How many matches were counted.
    pub fn matches(&self) -> f64 {
        self.runs.iter().flat_map(|run| &run.wins).sum()
    }

    /// Of each team: a column for each team, then one for each change, then the logarithm of its handicap against their mean.
    fn features(&self, mask: Mask, percents: &[u32]) -> Vec<Vec<f64>> {
        let logs: Vec<f64> = percents.iter().map(|&percent| libm::log(f64::from(percent))).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        let mut rows = Vec::new();
        for (team, log) in logs.iter().enumerate() {
            let mut row = vec![0.0; logs.len()];
            row[team] = 1.0;
            for (bit, option) in self.options.iter().enumerate() {
                row.push(if option.team == team && mask >> bit & 1 == 1 { 1.0 } else { 0.0 });
            }
            row.push(log - mean);
            rows.push(row);
        }
        rows
    }

    /// Works out what everything is worth, from all matches so far.
    pub fn learn(&mut self) {
        let mut contests = Vec::new();
        for run in &self.runs {
            contests.push(Contest { features: self.features(run.mask, &run.percents), wins: run.wins.clone() });
        }
        let mut beliefs: Vec<Belief> = self.wishes().into_iter().map(|mean| Belief { mean, ..TEAM }).collect();
        beliefs.extend(self.options.iter().map(|one| Belief { mean: 0.0, ridge: 1.0 / (one.effect * one.effect) }));
        beliefs.push(SLOPE);
        self.weights = conditional_logit(&contests, &beliefs);
    }

    /// The logarithm of what each team is due against an equal share: exactly 0 where all are due the same.
    fn wishes(&self) -> Vec<f64> {
        let fair = 1.0 / self.due.len() as f64;
        self.due.iter().map(|due| libm::log(due / fair)).collect()
    }

    /// The handicaps with which the teams are expected to win what they are due, in percent; the logarithm of none is farther from 0
    /// than `most`.
    pub fn handicaps(&self, mask: Mask, most: f64) -> Vec<u32> {
        let slope = self.weights.last().map_or(SLOPE.mean, |slope| slope.max(SLOPE_MIN));
        let even = self.features(mask, &vec![Handicap::EVEN.percent(); self.base.len()]);
        let score = |row: &Vec<f64>| row.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum::<f64>();
        // How much stronger each is than it is to be.
        let scores: Vec<f64> = even.iter().zip(self.wishes()).map(|(row, wish)| score(row) - wish).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let percent = |score: &f64| {
            let log = ((mean - score) / slope).clamp(-most, most);
            ((100.0 * libm::exp(log)).round() as u32).clamp(Handicap::LEAST, Handicap::MOST)
        };
        scores.iter().map(percent).collect()
    }

    /// The sets of changes that are expected to be most even, of those that are allowed, the best first.
    pub fn best(&self, count: usize, is_allowed: impl Fn(Mask) -> bool) -> Vec<Mask> {
        let loss = |mask: Mask| self.uneven(mask, &[]) + self.cost(mask);
        let all = (0..1u32 << self.options.len()).filter(|&mask| mask.count_ones() <= CHANGES_MAX && is_allowed(mask));
        let mut all: Vec<(f64, Mask)> = all.map(|mask| (loss(mask), mask)).collect();
        all.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        all.into_iter().take(count).map(|(_, mask)| mask).collect()
    }

    /// The shares that are expected of a set of changes with handicaps: what all matches say, and what its own said if there were any,
    /// `more` of them not counted yet.
    pub fn expect(&self, mask: Mask, percents: &[u32], more: &[f64]) -> Vec<f64> {
        let percents = self.or_base(percents);
        let mut shares = win_shares(&self.weights, &self.features(mask, percents));
        let own = self.runs.iter().find(|run| run.mask == mask && run.percents == percents);
        for own in [own.map_or(&[][..], |run| &run.wins), more] {
            let matches: f64 = own.iter().sum();
            for (share, wins) in shares.iter_mut().zip(own) {
                *share = (*share * MODEL_WORTH + wins) / (MODEL_WORTH + matches);
            }
        }
        shares
    }

    /// How far off the team is expected to be that is off most; the arguments are those of [`Experiment::expect`].
    pub fn off(&self, mask: Mask, percents: &[u32], more: &[f64]) -> f64 {
        fairness::off(&self.expect(mask, percents, more), &self.due)
    }

    /// How uneven the shares are expected to be, as the sum of squares.
    pub fn uneven(&self, mask: Mask, percents: &[u32]) -> f64 {
        let shares = self.expect(mask, percents, &[]);
        shares.iter().zip(&self.due).map(|(share, due)| (share - due) * (share - due)).sum()
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
    fn experiment() -> (Experiment, [f64; 11]) {
        let option = |number: usize| ChangeOption {
            changes: vec![Change::Ground { cell: Cell(number as u32), to: design::TypeId::at(0) }],
            team: number / 4,
            effect: 0.35,
            cost: 1,
        };
        let truth = [0.6, 0.0, 0.3, -0.2, 0.0, 0.1, 0.4, 0.0, -0.5, 0.2, 5.0];
        (Experiment::new((0..8).map(option).collect(), vec![100; 2], &[0.5; 2]), truth)
    }

    fn wins(experiment: &Experiment, truth: &[f64], mask: Mask, matches: f64) -> Vec<f64> {
        win_shares(truth, &experiment.features(mask, &[100; 2])).into_iter().map(|share| share * matches).collect()
    }

    /// The experiment after its starts were played, with what is true of its changes.
    fn learned() -> (Experiment, [f64; 11]) {
        let (mut experiment, truth) = experiment();
        for mask in experiment.design(24, &mut Seed(1).stream("design")) {
            let wins = wins(&experiment, &truth, mask, 400.0);
            experiment.add(mask, &[], &wins);
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
        let expected = |own: f64| experiment.expect(0, &[], &[own, 0.0])[0];
        assert!(expected(0.0) < expected(50.0) && expected(50.0) < expected(5000.0));
        assert!(expected(5000.0) > 0.95);
    }

    /// Plays matches that a logit with a slope decides, and lets the experiment find handicaps from round to round. Returns them, and
    /// the shares that they have in truth.
    fn levelled(strengths: &[f64], slope: f64, rounds: u32, matches: u32, seed: u64) -> (Vec<u32>, Vec<f64>) {
        let due = vec![1.0 / strengths.len() as f64; strengths.len()];
        levelled_to(&due, &[strengths, &[slope]].concat(), rounds, matches, seed)
    }

    /// The same towards shares. `truth` are the strengths, and the slope behind them.
    fn levelled_to(due: &[f64], truth: &[f64], rounds: u32, matches: u32, seed: u64) -> (Vec<u32>, Vec<f64>) {
        let mut stream = Seed(seed).stream("levelled");
        let mut experiment = Experiment::new(Vec::new(), vec![100; due.len()], due);
        let mut percents = vec![100; due.len()];
        for round in 0..rounds {
            let shares = win_shares(truth, &experiment.features(0, &percents));
            let chances: Vec<u32> = shares.iter().map(|share| (1e6 * share) as u32).collect();
            let mut wins = vec![0.0; due.len()];
            (0..matches).for_each(|_| wins[stream.weighted(&chances).unwrap()] += 1.0);
            experiment.add(0, &percents, &wins);
            experiment.learn();
            percents = experiment.handicaps(0, 0.08 * f64::from(round + 1));
        }
        let shares = win_shares(truth, &experiment.features(0, &percents));
        (percents, shares)
    }

    /// The strengths of `classic:501`, whose seats win 7, 4, 51 and 37 %.
    const CLASSIC: [f64; 4] = [-2.66, -3.22, -0.67, -0.99];

    #[test]
    fn ten_rounds_of_matches_level_a_start_within_a_few_points() {
        let mut sum = 0.0;
        for seed in 0..20 {
            let (percents, shares) = levelled(&CLASSIC, 5.5, 10, 48, seed);
            let off = fairness::off(&shares, &[0.25; 4]);
            assert!(off < 0.09, "{seed}: {percents:?} {shares:?}");
            sum += off;
        }
        assert!(sum / 20.0 < 0.045, "{}", sum / 20.0);
        // The stronger builds slower, and the mean of all is as before.
        let (percents, _) = levelled(&CLASSIC, 5.5, 10, 400, 1);
        assert!(
            percents[1] > percents[0] && percents[0] > 100 && percents[2] < percents[3] && percents[3] < 100,
            "{percents:?}"
        );
    }

    #[test]
    fn rounds_of_matches_bring_teams_to_unequal_shares() {
        for (due, truth) in [
            (&[2.0 / 3.0, 1.0 / 3.0][..], &[2.2, 0.0, 5.0][..]),
            (&[2.0 / 3.0, 1.0 / 3.0], &[0.0, 0.5, 5.5]),
            (&[0.5, 0.25, 0.125, 0.125], &[2.0, 1.0, 0.0, 0.0, 5.0]),
        ] {
            let mut sum = 0.0;
            for seed in 0..20 {
                let (percents, shares) = levelled_to(due, truth, 10, 48, seed);
                let off = fairness::off(&shares, due);
                assert!(off < 0.12, "{seed}: {percents:?} {shares:?}");
                sum += off;
            }
            assert!(sum / 20.0 < 0.045, "{due:?}: {}", sum / 20.0);
        }
        // Before any match teams are thought to win what they are due: nothing is paid.
        let unknown = Experiment::new(Vec::new(), vec![100; 2], &[0.9, 0.1]);
        assert_eq!(unknown.handicaps(0, f64::INFINITY), [100, 100]);
        assert!(unknown.off(0, &[], &[]) < 1e-9 && unknown.off(0, &[110, 100], &[]) > 0.01);
    }

    #[test]
    fn a_slope_that_is_believed_is_given_up_where_matches_say_another() {
        // Of two teams one builds 10 % faster, and the odds grow as with a slope of 9.
        let mut experiment = Experiment::new(Vec::new(), vec![100; 2], &[0.5; 2]);
        let learn = |experiment: &mut Experiment, matches: f64| {
            for percents in [[110, 100], [100, 110], [100, 100]] {
                let shares = win_shares(&[0.0, 0.0, 9.0], &experiment.features(0, &percents));
                let wins: Vec<f64> = shares.iter().map(|share| share * matches).collect();
                experiment.add(0, &percents, &wins);
            }
            experiment.learn();
            experiment.weights[2]
        };
        assert!((experiment.weights[2] - 5.0).abs() < 1e-9, "no match yet");
        let few = learn(&mut experiment, 100.0);
        let many = learn(&mut experiment, 1e6);
        assert!((5.05..6.5).contains(&few) && (many - 9.0).abs() < 0.01, "{few} {many}");
    }

    #[test]
    fn changes_and_handicaps_are_columns_of_one_fit() {
        let (mut experiment, truth) = learned();
        // Handicaps level any set of changes, the fit of which knew no handicap.
        for mask in [0, 0b101] {
            let percents = experiment.handicaps(mask, f64::INFINITY);
            let shares = win_shares(&truth, &experiment.features(mask, &percents));
            assert!((shares[0] - 0.5).abs() < 0.03, "{mask:b}: {percents:?} {shares:?}");
        }
        assert!(experiment.handicaps(0, f64::INFINITY) < experiment.handicaps(0b10, f64::INFINITY), "less to pay");
        // Matches with a handicap say nothing else of the changes.
        let before = experiment.weights.clone();
        let percents = experiment.handicaps(0, f64::INFINITY);
        let wins: Vec<f64> =
            win_shares(&before, &experiment.features(0, &percents)).iter().map(|share| share * 500.0).collect();
        experiment.add(0, &percents, &wins);
        experiment.learn();
        assert!(before.iter().zip(&experiment.weights).all(|(one, other)| (one - other).abs() < 0.05));
        assert_eq!(experiment.handicaps(0, 0.0), [100, 100]);
    }
}
