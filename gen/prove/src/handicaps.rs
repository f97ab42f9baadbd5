//! Levelling by handicaps, as in Go: the builders of a team get on faster or slower by some percent.
//!
//! A few dozen matches show how strong each team is, and a fit to all of them so far (`experiment.rs`) says which handicaps make
//! them win what they are due; the next round is played with these. So every round is nearer to even, and serves the fit where it has to be
//! right. When the fit knows enough, its handicaps are proved by fresh matches; those of a proof that was given up serve the fit too.
//!
//! Where the first matches do not show that seats are uneven, nothing is paid: the fit would pay for noise. A seat that stands so
//! badly that it would have to be paid much is moved: other sites race first, and small changes are tried.

use std::collections::BTreeMap;

use chance::Seed;
use design::Handicap;
use world::PlayedFairness;

use crate::Stage;
use crate::budget::StopReason;
use crate::candidate::{Candidate, Source};
use crate::choices::choices;
use crate::experiment::{Experiment, Mask};
use crate::proof_plan::{ProofPlan, variance};
use crate::prover::{FIRST, HOPELESS, KNOWN, Prover, RUN_MATCHES, RUNS};
use crate::sets::{Sets, gained};
use crate::sites::SEEN;
use crate::words::percent;

/// Matches of a round.
pub(crate) const ROUND: u32 = 48;
/// By how much more the logarithm of a handicap may be off 0 with each round: few matches exaggerate.
const STEP: f64 = 0.08;
/// The handicaps that are paid without a look at other sites, in percent.
const PAID: std::ops::RangeInclusive<u32> = 87..=115;
/// How many races of sites there are before more than that is paid.
const RACES: u32 = 2;
/// How many sets of small changes play on after all of them have played, and the matches more of each.
const REFINED: usize = 8;
const REFINE_MATCHES: u32 = 32;
/// The fit knows enough for a proof when the error of a share is this part of delta.
const KNOWN_ERROR: f64 = 0.4;
/// And when it was played with handicaps whose logarithms were no farther away than this.
const NEAR: f64 = 0.05;

/// A start, and what is known of it with any handicaps.
pub(crate) struct Levelling {
    model: Experiment,
    /// The changes that were made of the start with which the model began.
    mask: Mask,
    /// The start with handicaps, those that were played.
    tried: BTreeMap<Vec<u32>, Candidate>,
    /// Those that it had in the beginning.
    base: Vec<u32>,
    rounds: u32,
}

impl Levelling {
    pub fn new(start: Candidate) -> Levelling {
        let model = model_of(&start);
        Levelling::with(start, model, 0)
    }

    fn with(start: Candidate, model: Experiment, mask: Mask) -> Levelling {
        let base = start.percents();
        Levelling { model, mask, tried: BTreeMap::from([(base.clone(), start)]), base, rounds: 0 }
    }

    /// With how many handicaps it was tried.
    pub fn tried(&self) -> usize {
        self.tried.len()
    }

    /// The handicaps to play with next.
    fn next(&self) -> Vec<u32> {
        self.model.handicaps(self.mask, STEP * f64::from(self.rounds + 1))
    }

    /// The start with handicaps, taken out.
    fn take(&mut self, source: &Source<'_>, percents: &[u32]) -> Candidate {
        self.tried.remove(percents).unwrap_or_else(|| {
            let any = self.tried.values().next().expect("the start with which it began is there");
            source.with_handicaps(any, percents)
        })
    }

    /// The start with the handicaps to play with next, which stays among those that were tried.
    pub fn last(&mut self, source: &Source<'_>) -> Candidate {
        let percents = self.next();
        let one = self.take(source, &percents);
        self.tried.insert(percents, one.clone());
        one
    }

    /// Puts it back, and learns from the matches since it was taken out.
    fn put(&mut self, percents: Vec<u32>, start: Candidate, before: &[f64]) {
        self.model.add(self.mask, &percents, &gained(&start.wins(), before));
        self.model.learn();
        self.tried.insert(percents, start);
    }

    /// Whether enough is known to prove these handicaps.
    fn is_known(&self, percents: &[u32], delta: f64) -> bool {
        let error = KNOWN_ERROR * delta;
        let is_near = |other: &Vec<u32>| {
            let far = |(one, other): (&u32, &u32)| libm::log(f64::from(*one) / f64::from(*other)).abs();
            other.iter().zip(percents).map(far).fold(0.0, f64::max) <= NEAR
        };
        self.model.matches() >= variance(&self.model.due) / (error * error) && self.tried.keys().any(is_near)
    }

    /// Whether handicaps would have to be beyond what there may be.
    fn is_beyond(&self) -> bool {
        self.next().iter().any(|&percent| percent == Handicap::LEAST || percent == Handicap::MOST)
    }

    /// The handicaps that seem most even of those that were played.
    fn most_even(&self) -> Vec<u32> {
        let played = self.tried.iter().filter(|(percents, one)| **percents == self.base || one.games.games >= SEEN);
        let key = |(percents, _): &(&Vec<u32>, &Candidate)| self.model.uneven(self.mask, percents);
        let found = played.min_by(|one, other| key(one).total_cmp(&key(other)));
        found.map_or_else(|| self.base.clone(), |(percents, _)| percents.clone())
    }

    /// The start with the handicaps that seem most even of those that were played.
    pub fn into_most_even(mut self) -> Candidate {
        let percents = self.most_even();
        self.tried.remove(&percents).expect("it was tried")
    }
}

/// What the matches of a start say.
fn model_of(start: &Candidate) -> Experiment {
    let mut model = Experiment::new(Vec::new(), start.percents(), start.due());
    model.add(0, &[], &start.wins());
    model.learn();
    model
}

/// Whether handicaps of a few percent would level a start.
pub(crate) fn is_payable(start: &Candidate) -> bool {
    model_of(start).handicaps(0, f64::INFINITY).iter().all(|percent| PAID.contains(percent))
}

impl Prover<'_> {
    /// Plays the plain roll, and plays it on if its matches do not show that its seats are uneven. Whether they show it then.
    pub fn look_for_unevenness(&mut self, plain: &mut Candidate, first: u32, known: u32) -> Result<bool, StopReason> {
        self.look(plain, first)?;
        if !plain.is_shown_uneven() {
            self.enter(Stage::First, known.saturating_sub(first));
            let ended = self.budget.play(std::slice::from_mut(plain), known);
            self.note_plain(plain);
            ended?;
        }
        Ok(plain.is_shown_uneven())
    }

    /// Makes a start even by handicaps, and by other sites and small changes where these alone would have to be large, until it is
    /// proved; `best` is the most even one so far, whatever ends it.
    pub fn search_with_handicaps(&mut self, best: &mut Candidate) -> Result<PlayedFairness, StopReason> {
        if !self.look_for_unevenness(best, FIRST, KNOWN)?
            && let Some(proved) = self.prove(best, |_| false)?
        {
            return Ok(proved);
        }
        loop {
            let mut levelling = self.find_payable(best)?;
            let ended = self.level_by_handicaps(&mut levelling);
            if let Ok(Some((percents, proved))) = ended {
                *best = levelling.take(&self.source, &percents);
                return Ok(proved);
            }
            // Where there may be no more matches, this is the start that is written.
            *best = levelling.into_most_even();
            ended?;
        }
    }

    /// A start that handicaps of a few percent level, if sites and small changes give one; else what comes nearest.
    fn find_payable(&mut self, best: &mut Candidate) -> Result<Levelling, StopReason> {
        for _ in 0..RACES {
            if is_payable(best) {
                return Ok(Levelling::new(best.clone()));
            }
            self.race_sites(best)?;
        }
        let options = if is_payable(best) { Vec::new() } else { choices(best, &self.given, &self.tried) };
        if options.is_empty() {
            return Ok(Levelling::new(best.clone()));
        }
        let mut sets = Sets::new(best.clone(), options);
        let mut stream = Seed(self.source.seed).stream(&format!("fair/changes {}", self.matches()));
        let design = sets.experiment.design(RUNS, &mut stream);
        let mut ended = self.play_sets(&mut sets, design, RUN_MATCHES);
        if ended.is_ok() {
            let refined = sets.best(REFINED);
            ended = self.play_sets(&mut sets, refined, REFINE_MATCHES);
        }
        let (found, model, mask) = sets.into_most_even();
        *best = found;
        ended?;
        let expected = percent(&model.expect(mask, &[], &[]));
        self.tell(&format!("an experiment with {} changes expects {expected} % at best", model.options.len()));
        Ok(Levelling::with(best.clone(), model, mask))
    }

    /// Fits handicaps until they are proved. `None` if there are none that level it.
    fn level_by_handicaps(
        &mut self,
        levelling: &mut Levelling,
    ) -> Result<Option<(Vec<u32>, PlayedFairness)>, StopReason> {
        let delta = self.source.delta;
        let plan = ProofPlan::new(delta, &self.due);
        loop {
            let percents = levelling.next();
            if levelling.is_beyond() {
                return Ok(None);
            }
            // Where too few matches are left for a proof, the fit makes the best of them.
            if !levelling.is_known(&percents, delta) || self.budget.left() < plan.first() {
                self.play_round(levelling, ROUND)?;
                continue;
            }
            let mut tried = levelling.take(&self.source, &percents);
            let before = tried.wins();
            let is_hopeless = |wins: &[f64]| levelling.model.off(levelling.mask, &percents, wins) > HOPELESS * delta;
            let proved = self.prove(&mut tried, is_hopeless);
            levelling.put(percents.clone(), tried, &before);
            if let Some(proved) = proved? {
                return Ok(Some((percents, proved)));
            }
        }
    }

    /// Plays a round with the handicaps that the fit says, and fits again.
    pub fn play_round(&self, levelling: &mut Levelling, matches: u32) -> Result<(), StopReason> {
        let percents = levelling.next();
        let mut one = levelling.take(&self.source, &percents);
        let before = one.wins();
        self.enter(Stage::Handicaps, matches);
        let ended = self.budget.play_more(std::slice::from_mut(&mut one), matches);
        let won = gained(&one.wins(), &before);
        let told: Vec<String> = percents.iter().map(u32::to_string).collect();
        levelling.put(percents, one, &before);
        levelling.rounds += 1;
        let all: f64 = won.iter().sum();
        if all > 0.0 {
            let shares: Vec<f64> = won.iter().map(|won| won / all).collect();
            self.tell(&format!("handicaps of {} %: {} %", told.join(" / "), percent(&shares)));
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use playtest::statistics::Record;

    use super::*;
    use crate::tests::{SKIRMISH, candidate};

    /// A start of two teams after matches of which the first team won some.
    fn won(first: u32, games: u32) -> Candidate {
        let mut start = candidate(&SKIRMISH, 5);
        for (team, wins) in [(0, first), (1, games - first)] {
            start.games.teams[team] = Record::of_wins(wins, games);
            start.games.wins[team] = wins;
        }
        start.games.games = games;
        start
    }

    #[test]
    fn only_what_is_shown_is_paid_and_only_a_little_without_a_race() {
        assert!(!won(50, 96).is_shown_uneven() && won(66, 96).is_shown_uneven());
        assert!(is_payable(&won(66, 96)) && !is_payable(&won(90, 96)));
    }

    #[test]
    fn a_fit_goes_to_its_proof_when_it_knows_enough_near_by() {
        let known = |games: u32, delta: f64| {
            let levelling = Levelling::new(won(games * 52 / 100, games));
            levelling.is_known(&levelling.next(), delta)
        };
        assert!(!known(500, 0.05) && known(700, 0.05) && known(200, 0.1));
        let far = Levelling::new(won(630, 700));
        assert_eq!(far.next(), [92, 108], "a bounded step");
        assert!(!far.is_known(&far.next(), 0.05));
    }
}
