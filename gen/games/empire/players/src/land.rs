//! The seat's land: which of its provinces are fronts, and the shortest way to one over own land.

use ai::RandomOrder;
use empire::{Body, Empire, KINDS, Troops, View};

/// Steps over own land to the next front. Kept from month to month, so that no month has to request memory.
#[derive(Default)]
pub(crate) struct Land {
    steps: Vec<u16>,
    queue: Vec<u16>,
}

/// No way leads there.
pub(crate) const FAR: u16 = u16::MAX;

impl Land {
    /// Finds the steps of each own province to the next of some fronts.
    pub(crate) fn find_steps(&mut self, view: View<'_>, is_front: impl Fn(u16) -> bool) {
        let game = view.game;
        let own = |province: u16| view.realm(province).owner == Some(view.seat.0);
        self.steps.clear();
        self.steps.resize(game.provinces.len(), FAR);
        self.queue.clear();
        self.queue.extend((0..game.provinces.len() as u16).filter(|&province| own(province) && is_front(province)));
        self.queue.iter().for_each(|&front| self.steps[usize::from(front)] = 0);
        let mut next = 0;
        while let Some(&province) = self.queue.get(next) {
            next += 1;
            for link in &game.provinces[usize::from(province)].links {
                if own(link.to) && self.steps[usize::from(link.to)] == FAR {
                    self.steps[usize::from(link.to)] = self.steps[usize::from(province)] + 1;
                    self.queue.push(link.to);
                }
            }
        }
    }

    /// Steps to the next front.
    pub(crate) fn steps(&self, province: u16) -> u16 {
        self.steps[usize::from(province)]
    }

    /// The next province on the way to a front; `None` on a front, or if there is no way.
    pub(crate) fn next_step(&self, game: &Empire, province: u16, lot: RandomOrder) -> Option<u16> {
        let near = game.provinces[usize::from(province)].links.iter().map(|link| link.to);
        near.filter(|&to| self.steps(to) < self.steps(province)).min_by_key(|&to| (self.steps(to), lot.of(to)))
    }
}

/// Whether a province belongs to the seat and somebody who is no friend is next to it.
pub(crate) fn is_border(view: View<'_>, province: u16) -> bool {
    let links = &view.game.provinces[usize::from(province)].links;
    view.realm(province).owner == Some(view.seat.0)
        && links.iter().any(|link| !view.game.are_friends(view.realm(link.to).owner, view.seat))
}

/// The cavalry among squads, and the others.
pub(crate) fn split_riders(game: &Empire, troops: &Troops) -> (Troops, Troops) {
    let (mut riders, mut others) = ([0; KINDS], *troops);
    for kind in (0..KINDS).filter(|&kind| game.numbers.troops[kind].body == Body::Horse) {
        riders[kind] = std::mem::take(&mut others[kind]);
    }
    (riders, others)
}

/// How many squads there are.
pub(crate) fn count(troops: &Troops) -> i32 {
    troops.iter().map(|&count| i32::from(count)).sum()
}
