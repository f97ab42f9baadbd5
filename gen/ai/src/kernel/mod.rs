//! Players of games by the rules of GDL, a file each.

use kernel::Kernel;

use crate::{PlayerEntry, RandomPlayer, Roster};

impl Roster for Kernel {
    fn players() -> &'static [PlayerEntry<Kernel>] {
        const PLAYERS: &[PlayerEntry<Kernel>] =
            &[PlayerEntry { name: "random", summary: "any legal move", make: |_| Box::new(RandomPlayer) }];
        PLAYERS
    }
}
