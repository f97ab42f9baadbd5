//! The proof of a start: fresh matches, looked at after as many as were decided on before the first of them.

use chance::{SEED_BOUND, Seed};
use playtest::statistics::Verdict;
use playtest::{BLOCK, Session};
use world::PlayedFairness;

use crate::Stage;
use crate::budget::{Run, StopReason};
use crate::candidate::Candidate;
use crate::proof_plan::ProofPlan;
use crate::prover::Prover;
use crate::words::percent;

/// What a look at a proof comes to, with words for who watches.
pub(crate) enum Look {
    /// It goes on.
    Open,
    /// It is proved.
    Proved(String),
    /// It can hardly end well.
    GivenUp(String),
}

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
        let due = self.due.clone();
        let plan = ProofPlan::new(self.source.delta, &self.due);
        let proof = self.play_proof(start, &plan, |session, games| {
            let report = session.report();
            let rates: Vec<f64> = report.teams.iter().map(|team| team.wins.rate).collect();
            let off = fairness::off(&rates, &due);
            if plan.looks.contains(&games) && report.verdict == Verdict::Equal && off <= plan.limit(games) {
                return Look::Proved(format!("equal after {games}: {} %", percent(&rates)));
            }
            let wins: Vec<f64> = rates.iter().map(|rate| rate * f64::from(games)).collect();
            if games >= plan.last() || is_hopeless(&wins) || plan.is_hopeless(games, off) {
                return Look::GivenUp(format!("given up after {games}: {} %", percent(&rates)));
            }
            Look::Open
        })?;
        Ok(proof.map(|session| session.played_fairness(start.start)))
    }

    /// Plays a start with fresh seeds, block by block, until `look` ends it; its matches count for the search too. `look` is asked with
    /// the matches so far. The session, if it is proved.
    pub fn play_proof(
        &mut self,
        start: &mut Candidate,
        plan: &ProofPlan,
        look: impl Fn(&Session, u32) -> Look,
    ) -> Result<Option<Session>, StopReason> {
        let seed = self.fresh_seed();
        let session = self.source.session(&start.roll, seed).expect("it was played before");
        if plan.first() > self.budget.left() {
            return Err(StopReason::Bound);
        }
        self.enter(Stage::Fresh, plan.middle());
        loop {
            if self.budget.left() < BLOCK {
                return Err(StopReason::Bound);
            }
            let games = session.played() + BLOCK;
            let (counted, ended) = self.budget.run(&[Run { session: &session, start: start.start, matches: games }]);
            for (_, number, played) in counted {
                start.games.add(&played, &session.schedule, number, &session.runner);
            }
            ended?;
            match look(&session, games) {
                Look::Open => {}
                Look::Proved(words) => {
                    self.tell(&format!("fresh matches, {words}"));
                    return Ok(Some(session));
                }
                Look::GivenUp(words) => {
                    self.tell(&format!("fresh matches, {words}"));
                    return Ok(None);
                }
            }
        }
    }
}
