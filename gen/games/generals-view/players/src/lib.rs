//! Players of A General's View: greedy and goal-driven, a file each, and the guide of the search.

mod fields;
mod greedy;
mod guide;
mod odds;
mod orders;
mod turn_planner;

use ai::{Planned, PlayerEntry, RandomPlayer, Roster, Search};
use generals_view::GeneralsView;
use turn_planner::TurnPlanner;

/// The roster.
pub struct GeneralsViewPlayers;

impl Roster for GeneralsViewPlayers {
    type Rules = GeneralsView;
    const PLAYERS: &'static [PlayerEntry<GeneralsView>] = &[
        PlayerEntry { name: "random", summary: "any legal move", make: |_| Box::new(RandomPlayer) },
        PlayerEntry {
            name: "greedy",
            summary: "the best gain now, and never a look at the answer",
            make: |_| Box::<Planned<greedy::Greedy>>::default(),
        },
        PlayerEntry {
            name: "goal",
            summary: "threats and prizes over travel costs: counters, garrisons, supply",
            make: |_| Box::<Planned<TurnPlanner>>::default(),
        },
        PlayerEntry {
            name: "search",
            summary: "plays on from many plans of a turn and takes the best; search:N plays on N times a turn",
            make: |budget| Box::new(Search::<TurnPlanner>::new(budget)),
        },
    ];
}
