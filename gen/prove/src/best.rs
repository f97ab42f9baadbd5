//! The most even start that a bound of matches finds: `--fair=best`. Handicaps that are fitted, after a race of sites where they would
//! have to be large; in games without handicaps a race by successive halving alone (see `sites.rs`). Then fresh matches of what was
//! found, since those by which it was picked flatter it.

use chance::Seed;

use crate::Stage;
use crate::budget::{Run, StopReason};
use crate::candidate::{Adjustment, Candidate, shares_of};
use crate::choices::choices;
use crate::experiment::Experiment;
use crate::handicaps::{Levelling, ROUND, is_payable};
use crate::prover::Prover;
use crate::sites::{KEPT, SEEN, sort};
use crate::words::told;

/// The race ends when as few starts are left.
const FINALISTS: u32 = 3;

/// How many matches of a bound are kept for the start that is found: a sixth, of a small bound up to a quarter, about a hundred.
fn fresh_of(bound: u32) -> u32 {
    (bound / 6).max(FRESH.min(bound / 4))
}

/// Fewer fresh matches than these tell little.
const FRESH: u32 = 100;

/// How the matches of a bound are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BestPlan {
    /// Matches of the plain roll, before the race.
    pub first: u32,
    /// How many other starts race with it.
    pub entrants: u32,
    /// How many starts play in each round, and the matches more of each.
    pub rounds: Vec<(u32, u32)>,
}

impl BestPlan {
    /// A 25th of the bound looks at the plain roll, and what is kept for it, or what is left, at the winner. Of the rest two fifths go into a
    /// first round of 8 matches for each start, and equal parts into the later rounds: most starts of a search are uneven, which few
    /// matches show (measured: findings of `roll --fair=best` in the README).
    pub fn new(bound: u32) -> BestPlan {
        let first = (bound / 25).clamp(SEEN, 96);
        let race = (bound - fresh_of(bound)).saturating_sub(first);
        let (entrants, rounds) = BestPlan::race(race);
        BestPlan { first: if entrants == 0 { bound - fresh_of(bound) } else { first }, entrants, rounds }
    }

    /// A race of a number of matches: how many other starts run in it, and its rounds; none if there are too few.
    fn race(race: u32) -> (u32, Vec<(u32, u32)>) {
        let starts = race * 2 / 5 / SEEN;
        if starts < 2 {
            return (0, Vec::new());
        }
        let mut rounds = vec![(starts, SEEN)];
        let mut left = starts;
        let mut counts = Vec::new();
        while left > FINALISTS {
            left = left.div_ceil(KEPT as u32).max(2);
            counts.push(left);
        }
        let rest = race - starts * SEEN;
        rounds.extend(counts.iter().map(|&count| (count, rest / counts.len() as u32 / count)));
        (starts - 1, rounds)
    }
}

/// What a search for the most even start came to, apart from the start.
pub(crate) struct BestFound {
    /// How many starts were tried, the plain roll included.
    pub tried: usize,
    /// The fresh matches of the start that was found; `None` if none could be played.
    pub fresh: Option<playtest::Session>,
}

impl BestFound {
    /// What is told of a start: the shares in fresh matches, or in those of the search where hardly one was fresh.
    fn shares(&self, best: &Candidate) -> Vec<f64> {
        match &self.fresh {
            Some(session) => shares_of(&session.counts(), session),
            None => best.shares(),
        }
    }
}

impl Prover<'_> {
    /// The most even start that the bound of matches finds; `best` is the most even one so far, whatever ends it.
    pub fn search_best(&mut self, best: &mut Candidate) -> (BestFound, Result<(), StopReason>) {
        let mut found = BestFound { tried: 1, fresh: None };
        let ended = self.race_and_play(best, &mut found);
        let shares = found.shares(best);
        if self.is_worse(&shares, best) {
            self.tell("its own matches show it less even than the plain roll, which is taken");
            *best = self.plain.clone().expect("it was played first");
            found.fresh = None;
        }
        (found, ended)
    }

    fn race_and_play(&mut self, best: &mut Candidate, found: &mut BestFound) -> Result<(), StopReason> {
        let levelling = if self.pays { self.level_for_best(best, found)? } else { None };
        if !self.pays {
            let plan = BestPlan::new(self.budget.most);
            self.look(best, plan.first)?;
            let others = self.entrants(plan.entrants, best);
            self.race_with(others, best, &plan.rounds, found)?;
        }
        let seed = self.fresh_seed();
        let session = self.source.session(&best.roll, seed).expect("it was played before");
        let matches = self.budget.left();
        self.enter(Stage::Fresh, matches);
        let (_, ended) = self.budget.run(&[Run { session: &session, start: best.start, matches }]);
        if session.played() >= SEEN {
            found.fresh = Some(session);
        } else if let Some(levelling) = levelling {
            *best = levelling.into_most_even();
        }
        ended
    }

    /// Levels a start by handicaps, after a race of sites where these would have to be large. `best` gets those that the fit says in
    /// the end, which were seldom played; the rest is what was. None if the seats are not shown to be uneven.
    fn level_for_best(&mut self, best: &mut Candidate, found: &mut BestFound) -> Result<Option<Levelling>, StopReason> {
        let bound = self.budget.most;
        if !self.look_for_unevenness(best, (bound / 12).clamp(SEEN, 96), bound / 4)? {
            return Ok(None);
        }
        if !is_payable(best) {
            let (entrants, rounds) = BestPlan::race(bound / 3);
            let others = self.other_sites(entrants, best);
            self.race_with(others, best, &rounds, found)?;
        }
        let mut levelling = Levelling::new(best.clone());
        // Many small rounds: each is nearer to even than the one before it.
        let rest = fresh_of(bound);
        let round = (self.budget.left().saturating_sub(rest) / 6).clamp(SEEN, ROUND);
        while self.budget.left() >= rest + round {
            if let Err(why) = self.play_round(&mut levelling, round) {
                *best = levelling.into_most_even();
                return Err(why);
            }
        }
        found.tried += levelling.tried() - 1;
        *best = levelling.last(&self.source);
        Ok(Some(levelling))
    }

    /// A race of other starts with the best one; the winner becomes the best.
    fn race_with(
        &mut self,
        mut racing: Vec<Candidate>,
        best: &mut Candidate,
        rounds: &[(u32, u32)],
        found: &mut BestFound,
    ) -> Result<(), StopReason> {
        if racing.is_empty() {
            return Ok(());
        }
        found.tried += racing.len();
        racing.insert(0, best.clone());
        let ended = self.race(&mut racing, rounds);
        // What the race has found holds, whatever ended it.
        *best = racing.swap_remove(0);
        self.tell(&format!("the most even of {} starts: {}", found.tried, told(best)));
        ended
    }

    /// Other starts than the plain roll: with other centers or, where these are given, with a few changes each.
    fn entrants(&mut self, count: u32, plain: &Candidate) -> Vec<Candidate> {
        let others = self.other_sites(count, plain);
        if !others.is_empty() || count == 0 {
            return others;
        }
        let options = choices(plain, &self.given, &self.tried);
        if options.is_empty() {
            return Vec::new();
        }
        let experiment = Experiment::new(options, plain.percents(), plain.due());
        let mut stream = Seed(self.source.seed).stream("fair/best");
        let mut masks = experiment.design(count as usize, &mut stream);
        masks.sort_unstable();
        masks.dedup();
        let changes = |mask| starts::changes::Change::join(experiment.changes(mask));
        let adjustment = |mask| Adjustment { changes: changes(mask), ..Adjustment::default() };
        self.make_all(masks.into_iter().map(adjustment).collect()).into_iter().flatten().collect()
    }

    /// The race itself: sorts the starts, the most even first, and leaves out those that dropped out.
    fn race(&mut self, racing: &mut Vec<Candidate>, rounds: &[(u32, u32)]) -> Result<(), StopReason> {
        for &(count, more) in rounds {
            racing.truncate(count as usize);
            self.enter(Stage::Sites, more * racing.len() as u32);
            let ended = self.budget.play_more(racing, more);
            sort(racing);
            ended?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_of_600_races_two_dozen_starts_and_leaves_a_sixth_for_the_winner() {
        let plan = BestPlan::new(600);
        assert_eq!((plan.first, plan.entrants, plan.rounds), (24, 22, vec![(23, 8), (8, 18), (3, 48)]));
    }

    #[test]
    fn the_last_hundred_matches_are_fresh_of_400_and_of_600() {
        assert_eq!([400, 600, 1200, 240, 24].map(fresh_of), [100, 100, 200, 60, 6]);
    }

    #[test]
    fn no_plan_plays_more_than_its_bound_and_each_leaves_fresh_matches() {
        for bound in 1..4000 {
            let plan = BestPlan::new(bound);
            let race: u32 = plan.rounds.iter().map(|(count, more)| count * more).sum();
            assert!(plan.first + race <= bound - fresh_of(bound), "{bound}: {plan:?}");
            assert!(plan.rounds.is_empty() == (plan.entrants == 0), "{bound}: {plan:?}");
            assert!(plan.rounds.windows(2).all(|pair| pair[1].0 < pair[0].0), "{bound}: {plan:?}");
        }
    }
}
