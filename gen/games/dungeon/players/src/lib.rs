//! Players of the dungeon: a file each.

mod careful;
mod creation;
mod danger;
mod equipment;
mod explorer;
mod fighter;
mod guide;
mod map;

use ai::{PlayerEntry, RandomPlayer, Roster, Search};
use careful::Careful;
use dungeon::Dungeon;
use explorer::Explorer;
use fighter::Fighter;

/// The roster.
pub struct DungeonPlayers;

impl Roster for DungeonPlayers {
    type Rules = Dungeon;
    const PLAYERS: &'static [PlayerEntry<Dungeon>] = &[
        PlayerEntry { name: "random", summary: "any legal move", make: |_| Box::new(RandomPlayer) },
        PlayerEntry {
            name: "explorer",
            summary: "goes where nobody was yet and down at the first chance, and strikes only what stands beside it",
            make: |_| Box::<Explorer>::default(),
        },
        PlayerEntry {
            name: "fighter",
            summary: "slays all that it sees, takes and wears what is better, and goes down when a level is done",
            make: |_| Box::<Fighter>::default(),
        },
        PlayerEntry {
            name: "careful",
            summary: "fights only what it can beat, or what bars its way for long, from afar if it can, flees, rests, and uses what it carries",
            make: |_| Box::<Careful>::default(),
        },
        PlayerEntry {
            name: "search",
            summary: "plays on from each of its moves as the careful one would, and takes the best; search:N plays N turns in all",
            make: |turns| Box::new(Search::<Careful>::new(Some(guide::playouts(turns)))),
        },
    ];
}
