//! Players of Hostile Space: a file each.

mod chart;
mod greedy;
mod guide;
mod interceptor;
mod outlook;
mod set_up;
#[cfg(test)]
mod tests;

use ai::{Planned, PlayerEntry, RandomPlayer, Roster, Search};
use greedy::Greedy;
use hostile_space::HostileSpace;
use interceptor::Interceptor;

/// The roster.
pub struct HostileSpacePlayers;

impl Roster for HostileSpacePlayers {
    type Rules = HostileSpace;
    const PLAYERS: &'static [PlayerEntry<HostileSpace>] = &[
        PlayerEntry { name: "random", summary: "any legal move", make: |_| Box::new(RandomPlayer) },
        PlayerEntry {
            name: "greedy",
            summary: "flies to where it sees a target along an axis, fires at what it sees, and never looks ahead",
            make: |_| Box::<Planned<Greedy>>::default(),
        },
        PlayerEntry {
            name: "interceptor",
            summary: "leads its targets, shares them out among its ships, keeps delta-v for dodging, and out of its own missiles' ways",
            make: |_| Box::<Planned<Interceptor>>::default(),
        },
        PlayerEntry {
            name: "search",
            summary: "plays on from many plans of a turn and takes the best; search:N plays N turns in all",
            make: |turns| Box::new(Search::<Interceptor>::new(Some(guide::playouts(turns)))),
        },
    ];
}
