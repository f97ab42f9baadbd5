//! Races of starts with other centers: all play a few matches, the worse ones drop out, the rest plays more (successive halving:
//! Jamieson and Talwalkar 2016, "Non-stochastic Best Arm Identification and Hyperparameter Optimization").

use std::collections::BTreeSet;

use synth::Part;

use crate::Stage;
use crate::budget::StopReason;
use crate::candidate::{Adjustment, Candidate};
use crate::prover::Prover;
use crate::words::told;

/// After each round of the race for `best` one candidate in three goes on.
pub(crate) const KEPT: usize = 3;
/// Candidates with other centers in a race where handicaps may level what is left.
pub(crate) const DRAWS: u32 = 24;
/// With fewer matches nothing is known of a start.
pub(crate) const SEEN: u32 = 8;

/// How many candidates play in each round of a race, and the matches more of each: most are uneven, which few matches show.
fn rounds(draws: u32, is_map_alone: bool) -> Vec<(u32, u32)> {
    let mut rounds = vec![(draws, SEEN), (draws / 4, 16), ((draws / 12).max(3), 40)];
    if is_map_alone {
        rounds.push((3, 120));
    }
    rounds
}

/// Candidates with other centers in a race where nothing but the map may level them: the more seats, the fewer are even.
pub(crate) fn draws_of(teams: usize) -> u32 {
    (16 * teams as u32).clamp(DRAWS, 96)
}

impl Prover<'_> {
    /// A race of starts with other centers; the winner becomes the best, if it is more even.
    pub fn race_sites(&mut self, best: &mut Candidate) -> Result<(), StopReason> {
        let draws = if self.pays { DRAWS } else { draws_of(best.teams()) };
        let mut racing = self.other_sites(draws, best);
        if racing.is_empty() {
            return Ok(());
        }
        let count = racing.len();
        let mut ended = Ok(());
        for (kept, more) in rounds(draws, !self.pays) {
            racing.truncate(kept as usize);
            self.enter(Stage::Sites, more * racing.len() as u32);
            ended = self.budget.play_more(&mut racing, more);
            sort(&mut racing);
            if ended.is_err() {
                break;
            }
        }
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
        let adjustments =
            (self.next_draw..self.next_draw + draws).map(|draw| Adjustment { draw, ..Adjustment::default() });
        self.next_draw += draws;
        let mut others: Vec<Candidate> = self.make_all(adjustments.collect()).into_iter().flatten().collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_of_six_seats_has_more_draws_than_one_of_two_and_they_play_less_at_first() {
        assert_eq!([2, 4, 6, 8].map(draws_of), [32, 64, 96, 96]);
        assert_eq!(rounds(96, true), [(96, 8), (24, 16), (8, 40), (3, 120)]);
        assert_eq!(rounds(DRAWS, false), [(24, 8), (6, 16), (3, 40)]);
    }
}
