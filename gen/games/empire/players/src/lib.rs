//! Players of Empire: a file each.

mod answers;
mod greedy;
mod guide;
mod land;
mod mix;
mod month_planner;
mod odds;
#[cfg(test)]
mod tests;

use ai::{Planned, PlayerEntry, RandomPlayer, Roster, Search};
use empire::Empire;
use month_planner::MonthPlanner;

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
        PlayerEntry {
            name: "mix",
            summary: "as goal, but trains a fixed mix of troops alone, mix:1 to mix:8; by them a designer sees if one beats all",
            make: mix::player,
        },
        PlayerEntry {
            name: "goal",
            summary: "threats and prizes on the graph of provinces: garrisons, answers, armies from all sides",
            make: |_| Box::<Planned<MonthPlanner>>::default(),
        },
        PlayerEntry {
            name: "search",
            summary: "plays on from many plans of a month and takes the best; search:N plays N months in all",
            make: |months| Box::new(Search::<MonthPlanner>::new(Some(guide::playouts(months)))),
        },
    ];
}
