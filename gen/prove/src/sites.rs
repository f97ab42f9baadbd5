//! Races of starts with other centers: all play a few matches, the worse ones drop out, the rest plays more (successive halving:
//! Jamieson and Talwalkar 2016, "Non-stochastic Best Arm Identification and Hyperparameter Optimization").

use std::collections::BTreeSet;

use synth::Part;

use crate::Stage;
use crate::budget::StopReason;
use crate::candidate::{Candidate, Recipe};
use crate::prover::Prover;
use crate::words::told;

/// After each round of a race one candidate in three goes on.
pub(crate) const KEPT: usize = 3;
/// Candidates with other centers in a race, the matches of each at first, and of the last ones.
const DRAWS: u32 = 23;
const DRAW_MATCHES: u32 = 16;
const DRAW_KNOWN: u32 = 128;
/// With fewer matches nothing is known of a start.
pub(crate) const SEEN: u32 = 8;

impl Prover<'_> {
    /// A race of starts with other centers; the winner becomes the best, if it is more even.
    pub fn race_sites(&mut self, best: &mut Candidate) -> Result<(), StopReason> {
        let mut racing = self.other_sites(DRAWS, best);
        if racing.is_empty() {
            return Ok(());
        }
        let count = racing.len();
        self.enter(Stage::Sites, count as u32 * DRAW_MATCHES * 2 + DRAW_KNOWN);
        let mut matches = DRAW_MATCHES;
        let ended = loop {
            let ended = self.budget.play(&mut racing, matches);
            sort(&mut racing);
            if ended.is_err() || matches >= DRAW_KNOWN {
                break ended;
            }
            racing.truncate(racing.len().div_ceil(KEPT).max(2));
            matches = (matches * 2).min(DRAW_KNOWN);
        };
        // What the race has found holds, whatever ended it.
        let winner = racing.swap_remove(0);
        self.tell(&format!("other sites, the best of {count}: {}", told(&winner)));
        if winner.games.games >= SEEN && winner.unevenness() < best.unevenness() {
            *best = winner;
            self.tried.clear();
        }
        ended
    }

    /// Starts with centers that no start had yet, of a number of draws; none if the centers are given.
    pub fn other_sites(&mut self, draws: u32, best: &Candidate) -> Vec<Candidate> {
        if self.given.contains(&Part::Countries) {
            return Vec::new();
        }
        let recipes = (self.next_draw..self.next_draw + draws).map(|draw| Recipe { draw, changes: Vec::new() });
        self.next_draw += draws;
        let mut others: Vec<Candidate> = self.make_all(recipes.collect()).into_iter().flatten().collect();
        let mut known = BTreeSet::from([best.centers()]);
        others.retain(|one| known.insert(one.centers()));
        others
    }
}

/// Sorts starts by how even they are, the most even first; those of which nothing is known come last.
pub(crate) fn sort(starts: &mut [Candidate]) {
    let key = |one: &Candidate| (one.games.games < SEEN, one.unevenness());
    starts.sort_by(|one, other| {
        let (one, other) = (key(one), key(other));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
}
