//! Players of Empire: a file each.

mod greedy;
mod land;
mod planned;
#[cfg(test)]
mod tests;

use ai::{PlayerEntry, RandomPlayer, Roster};
use empire::Empire;
use planned::Planned;

/// The roster.
pub struct EmpirePlayers;

impl Roster for EmpirePlayers {
    type Rules = Empire;
    const PLAYERS: &'static [PlayerEntry<Empire>] = &[
        PlayerEntry { name: "random", summary: "any legal move", make: |_| Box::new(RandomPlayer) },
        PlayerEntry {
            name: "greedy",
            summary: "the best gain now, and never a look at the answer",
            make: |_| Box::<Planned<greedy::Greedy>>::default(),
        },
    ];
}
