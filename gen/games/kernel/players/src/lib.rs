//! Players of the kernel's games: random, greedy and goal-driven. They know no particular game: the purpose and the worth of each
//! type come from the design's numbers (`unit_roles`).

mod bombs;
mod build;
mod earthworks;
mod ferry;
mod fields;
mod forces;
mod goal;
mod greedy;
mod known_map;
mod plan;
mod prospect;
mod research;
mod resign;
mod seeker;
mod situation;
mod squares;
mod supply;
mod tie_breaker;
mod transport;
mod travel;
mod unit_roles;
mod war;
mod work;

use ai::{PlayerEntry, RandomPlayer, Roster};
use kernel::Kernel;

/// The roster.
pub struct KernelPlayers;

impl Roster for KernelPlayers {
    type Rules = Kernel;
    const PLAYERS: &'static [PlayerEntry<Kernel>] = &[
        PlayerEntry { name: "random", summary: "any legal move", make: |_| Box::new(RandomPlayer) },
        PlayerEntry {
            name: "greedy",
            summary: "the best gain now, unit by unit, and never a thought of later",
            make: |_| Box::<greedy::Greedy>::default(),
        },
        PlayerEntry {
            name: "goal",
            summary: "finds out, takes, builds what it is short of, ferries, guards, mends, and goes for what wins",
            make: |_| Box::<goal::GoalPlayer>::default(),
        },
    ];
}

/// What the tests of this crate use beside what players may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::forces::Forces;
    pub use crate::unit_roles::UnitRoles;
}
