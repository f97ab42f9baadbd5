//! The proof of a start: fresh matches, looked at after as many as were decided on before the first of them.

use chance::{SEED_BOUND, Seed};
use fairness::off;
use playtest::BLOCK;
use playtest::statistics::Verdict;
use world::PlayedFairness;

use crate::Stage;
use crate::budget::{Run, StopReason};
use crate::candidate::Candidate;
use crate::proof_plan::ProofPlan;
use crate::prover::Prover;
use crate::words::percent;

impl Prover<'_> {
    /// The seed of matches that no search has seen.
    pub fn fresh_seed(&mut self) -> u64 {
        self.proofs += 1;
        Seed(self.source.seed).child(&format!("fair/proof {}", self.proofs)).0 % SEED_BOUND
    }

    /// Plays a start with fresh seeds, and looks at them after as many matches as were decided on before the first of them. It is
    /// given up earlier where it can hardly end well, which can make no false proof; the matches count for the search then.
    /// `is_hopeless` is asked with the wins of the teams so far.
    pub fn prove(
        &mut self,
        start: &mut Candidate,
        is_hopeless: impl Fn(&[f64]) -> bool,
    ) -> Result<Option<PlayedFairness>, StopReason> {
        let seed = self.fresh_seed();
        let session = self.source.session(&start.roll, seed).expect("it was played before");
        let plan = ProofPlan::new(self.source.delta, session.runner.team_count());
        if plan.looks[0] > self.budget.left() {
            return Err(StopReason::Bound);
        }
        self.enter(Stage::Fresh, plan.looks[1]);
        loop {
            if self.budget.left() < BLOCK {
                return Err(StopReason::Bound);
            }
            let games = session.played() + BLOCK;
            let run = Run { session: &session, start: start.start, matches: games };
            let (counted, ended) = self.budget.run(&[run]);
            for (_, number, played) in counted {
                start.games.add(&played, &session.schedule, number, &session.runner);
            }
            ended?;
            let report = session.report();
            let rates: Vec<f64> = report.teams.iter().map(|team| team.wins.rate).collect();
            if plan.looks.contains(&games) && report.verdict == Verdict::Equal && off(&rates) <= plan.limit(games) {
                self.tell(&format!("fresh matches, equal after {games}: {} %", percent(&rates)));
                return Ok(Some(session.played_fairness(start.start)));
            }
            let wins: Vec<f64> = rates.iter().map(|rate| rate * f64::from(games)).collect();
            if games >= plan.last() || is_hopeless(&wins) || plan.is_hopeless(games, off(&rates)) {
                self.tell(&format!("fresh matches, given up after {games}: {} %", percent(&rates)));
                return Ok(None);
            }
        }
    }
}
