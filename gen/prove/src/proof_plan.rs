//! How a proof is looked at, so that it is as sure as it says.

use playtest::statistics::z_of;
use playtest::{BLOCK, CONFIDENCE};

/// After how many matches a proof is looked at, decided before the first of them. Of several looks one ends well by chance more
/// often than a single one would, so each is stricter: by the bounds for looks that are equally far from each other, with which all
/// together are as sure as one (Pocock 1977, "Group Sequential Methods in the Design and Analysis of Clinical Trials").
pub(crate) struct ProofPlan {
    pub looks: [u32; LOOKS_AT_PROOF],
    delta: f64,
    /// The variance of a match.
    variance: f64,
}

/// How often a proof is looked at: a start that is all but even is proved at an early look.
const LOOKS_AT_PROOF: usize = 8;
/// Half the width of an interval, in standard errors: Pocock's bound for as many looks at the confidence of proofs, 95 %.
const POCOCK: f64 = 2.512;
/// A proof of one look would be long enough to succeed where no team turns out to be off by more than this part of delta.
const REACH: f64 = 0.6;
/// As many times the matches of that are those of the last look.
const LONGEST: f64 = 1.5;
/// A proof is given up if the chance that it ends well is below a tenth, but not before it has a number of matches: of several teams
/// one always seems to be far off at first.
const Z_GIVEN_UP: f64 = 1.28;
const GIVEN_UP: u32 = 320;

impl ProofPlan {
    /// Of teams that are due these shares. A share near 0 or 1 varies more where it is off by delta, and there a proof has to hold.
    pub fn new(delta: f64, due: &[f64]) -> ProofPlan {
        let edge = |due: &f64| if *due < 0.5 { (due + delta).min(0.5) } else { (due - delta).max(0.5) };
        let variance = if due.len() < 2 {
            0.25
        } else if due.iter().all(|one| *one == due[0]) {
            variance(due)
        } else {
            variance(&due.iter().map(edge).collect::<Vec<f64>>())
        };
        ProofPlan::of_variance(delta, variance)
    }

    /// The same for what is to happen in a given share of matches.
    pub fn of_share(delta: f64, share: f64) -> ProofPlan {
        ProofPlan::of_variance(delta, share * (1.0 - share))
    }

    fn of_variance(delta: f64, variance: f64) -> ProofPlan {
        let single = z_of(CONFIDENCE) / ((1.0 - REACH) * delta);
        let matches = (LONGEST * variance * single * single).min(1e6) as u32;
        let step = ((matches / LOOKS_AT_PROOF as u32 + BLOCK / 2) / BLOCK * BLOCK).max(BLOCK);
        let looks = std::array::from_fn(|look| step * (look as u32 + 1));
        ProofPlan { looks, delta, variance }
    }

    /// The first look at which a proof can end well.
    pub fn first(&self) -> u32 {
        self.looks.into_iter().find(|&games| self.limit(games) > 0.0).unwrap_or(self.last())
    }

    /// By this look most proofs of even starts have ended.
    pub fn middle(&self) -> u32 {
        self.looks[LOOKS_AT_PROOF / 2 - 1]
    }

    /// The last look.
    pub fn last(&self) -> u32 {
        self.looks[LOOKS_AT_PROOF - 1]
    }

    /// How far off a team may be at a look.
    pub fn limit(&self, games: u32) -> f64 {
        self.delta - POCOCK * libm::sqrt(self.variance / f64::from(games))
    }

    /// Whether a team that is so far off will hardly be near enough at the last look.
    pub fn is_hopeless(&self, games: u32, off: f64) -> bool {
        let left = 1.0 / f64::from(games) - 1.0 / f64::from(self.last());
        games >= GIVEN_UP && off > self.limit(self.last()) + Z_GIVEN_UP * libm::sqrt(self.variance * left.max(0.0))
    }
}

/// The variance of a match for the team whose due share is nearest to a half: that of the others is known sooner.
pub(crate) fn variance(due: &[f64]) -> f64 {
    due.iter().map(|due| due * (1.0 - due)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use chance::{Seed, Stream};

    use super::*;

    const DELTA: f64 = 0.05;

    /// A proof that all teams win the same share.
    fn equal(teams: usize) -> ProofPlan {
        ProofPlan::new(DELTA, &vec![1.0 / teams as f64; teams])
    }

    /// After how many matches it is proved that teams win what they are due; `None` if it is not. Of each 1,000 wins a team gets its
    /// entry.
    fn prove(wins: &[u32], due: &[f64], stream: &mut Stream) -> Option<u32> {
        let plan = ProofPlan::new(DELTA, due);
        let mut won = vec![0_u32; wins.len()];
        (1..=plan.last()).find(|&games| {
            won[stream.weighted(wins).unwrap()] += 1;
            plan.looks.contains(&games) && {
                let rates: Vec<f64> = won.iter().map(|&won| f64::from(won) / f64::from(games)).collect();
                fairness::off(&rates, due) <= plan.limit(games)
            }
        })
    }

    #[test]
    fn looks_are_equally_far_from_each_other_and_bounded() {
        assert_eq!(equal(4).looks, [320, 640, 960, 1280, 1600, 1920, 2240, 2560]);
        assert_eq!(equal(2).looks, [448, 896, 1344, 1792, 2240, 2688, 3136, 3584]);
        assert_eq!([2, 4, 6].map(|teams| equal(teams).first()), [896, 640, 512]);
        let plan = equal(4);
        assert!(plan.looks.map(|games| plan.limit(games)).is_sorted() && plan.limit(plan.last()) < DELTA);
        assert!(!plan.is_hopeless(GIVEN_UP - BLOCK, 0.2) && plan.is_hopeless(GIVEN_UP, 0.2));
        assert!(!plan.is_hopeless(GIVEN_UP, 0.05) && plan.is_hopeless(plan.last(), 0.04));
    }

    #[test]
    fn a_team_that_is_off_by_delta_is_rarely_proved_and_an_even_start_mostly() {
        let mut stream = Seed(1).stream("proofs");
        let mut proved = |wins: &[u32], due: &[f64]| -> Vec<u32> {
            (0..400).filter_map(|_| prove(wins, due, &mut stream)).collect()
        };
        for uneven in [&[300, 250, 250, 200][..], &[300, 234, 233, 233], &[550, 450]] {
            let proved = proved(uneven, &vec![1.0 / uneven.len() as f64; uneven.len()]).len();
            assert!(proved <= 20, "{uneven:?}: {proved} of 400, where a fortieth is allowed for each team");
        }
        for even in [&[250, 250, 250, 250][..], &[500, 500]] {
            let proved = proved(even, &vec![1.0 / even.len() as f64; even.len()]);
            let quick = proved.iter().filter(|&&games| games <= 1400).count();
            assert!(proved.len() >= 390 && quick >= 150, "{even:?}: {} of 400, {quick} quickly", proved.len());
        }
        // The same of teams that are due two thirds and a third: halves are never proved.
        let thirds = [2.0 / 3.0, 1.0 / 3.0];
        for (wins, counts) in [([667, 333], 390..=400), ([717, 283], 0..=20), ([617, 383], 0..=20), ([500, 500], 0..=0)]
        {
            let proved = proved(&wins, &thirds).len();
            assert!(counts.contains(&proved), "{wins:?}: {proved} of 400");
        }
        let (far, near) = (proved(&[900, 100], &[0.95, 0.05]).len(), proved(&[950, 50], &[0.95, 0.05]).len());
        assert!(far <= 20 && near >= 390, "{far} {near} of 400");
    }
}
