//! The distance from every cell to the next prize, for one movement class: for marches beyond the range of a unit's own search.
//!
//! A field is computed again only when prizes have come or gone and some turns have passed, when a march finds that the field leads
//! nowhere, or when crowds on the way will have moved on.

use grid::{Area, BucketQueue, Cell};
use kernel::View;

use crate::situation::{NEWS, Situation};
use crate::unit_roles::NEVER;

/// The distances of one class.
#[derive(Default)]
pub(crate) struct Field {
    way: Vec<u16>,
    found: u32,
    print: u64,
    unknown: usize,
    explores: bool,
}

pub(crate) const FAR: u16 = u16::MAX;
/// The edge of the unknown counts as a prize that is farther away by this.
const UNKNOWN: u16 = 12;
/// A cell with a unit in it counts as farther away by this.
const CROWD: u32 = 3;
/// The age in turns at which a field is computed again, because crowds have moved on.
const AGE_MAX: u32 = 16;

impl Field {
    /// Whether it should be computed again.
    pub(crate) fn is_stale(&self, situation: &Situation, is_pressing: bool) -> bool {
        let age = situation.turn.saturating_sub(self.found);
        let changed =
            self.print != situation.still_print || (self.explores && self.unknown != situation.known_map.unknown);
        self.way.is_empty() || age >= AGE_MAX || (changed && (age >= NEWS || (is_pressing && age >= 3)))
    }

    /// The turn in which it was computed; `None` if it was not yet, or if targets changed since and it is older than `NEWS`.
    pub(crate) fn found(&self, situation: &Situation) -> Option<u32> {
        let is_fresh = self.print == situation.still_print || situation.turn < self.found + NEWS;
        (!self.way.is_empty() && is_fresh).then_some(self.found)
    }

    /// Computes it, from every target that `is_prize`.
    pub(crate) fn find(
        &mut self,
        view: View<'_>,
        situation: &Situation,
        class: u8,
        explores: bool,
        queue: &mut BucketQueue,
        is_prize: impl Fn(&crate::situation::Target) -> bool,
    ) {
        let area = &view.rules.area;
        let is_taken = |cell| situation.base_in(cell).is_none() && view.own_in(cell).next().is_some();
        self.found = situation.turn;
        self.print = situation.still_print;
        (self.unknown, self.explores) = (situation.known_map.unknown, explores);
        self.way.clear();
        self.way.resize(area.len(), FAR);
        queue.clear();
        let row = situation.known_map.row(class);
        let (ground, fences) = (situation.known_map.ground(), situation.known_map.fences(class));
        for target in situation.targets.iter().filter(|target| target.is_still && is_prize(target)) {
            self.way[target.cell.index()] = 0;
            queue.push(0, target.cell.0);
        }
        // The edge of the unknown is a prize too, but a lesser one.
        for (place, &known) in ground.iter().enumerate().filter(|_| explores) {
            let cell = Cell(place as u32);
            if situation.known_map.is_at_edge(cell) && row[usize::from(known as u8)] != NEVER && self.way[place] == FAR
            {
                self.way[place] = UNKNOWN;
                queue.push(u32::from(UNKNOWN), cell.0);
            }
        }
        while let Some((cost, at)) = queue.pop() {
            let cell = Cell(at);
            if u32::from(self.way[cell.index()]) != cost {
                continue;
            }
            // The search runs backwards, so a step costs what its end costs.
            let step = match row[usize::from(ground[cell.index()] as u8)] {
                NEVER => 1,
                step => u32::from(step),
            };
            // A way through a crowd takes longer, so that the units behind go round it.
            let step = if cost > 0 && is_taken(cell) { step + CROWD } else { step };
            let mut relax = |near: Cell, cost: u32| {
                let reached = cost.min(u32::from(FAR) - 1) as u16;
                if row[usize::from(ground[near.index()] as u8)] == NEVER || self.way[near.index()] <= reached {
                    return;
                }
                // No way leads through a target that stays where it is.
                if situation.target_in(near).is_some_and(|target| target.is_still) {
                    return;
                }
                self.way[near.index()] = reached;
                queue.push(u32::from(reached), near.0);
            };
            for (direction, near) in area.around(cell) {
                let back = direction.opposite(area).bit();
                if fences.get(near.index()).is_none_or(|fence| fence & back == 0) {
                    relax(near, cost + step);
                }
            }
            for link in situation.known_map.back_links(class).out_of(cell) {
                relax(link.to, cost + step + link.cost);
            }
        }
    }

    /// The step costs from a cell to the next prize.
    pub(crate) fn at(&self, cell: Cell) -> u16 {
        self.way.get(cell.index()).copied().unwrap_or(FAR)
    }

    /// Whether a way leads to a prize from a cell or from one of its neighbours.
    pub(crate) fn leads_on(&self, area: &Area, cell: Cell) -> bool {
        self.at(cell) != FAR || area.around(cell).any(|(_, near)| self.at(near) != FAR)
    }

    /// The next steps towards the prize, last step first, at most `steps`.
    pub(crate) fn way_from(
        &self,
        area: &Area,
        cell: Cell,
        steps: usize,
        situation: &Situation,
        class: u8,
        way: &mut Vec<u32>,
    ) {
        let (fences, links) = (situation.known_map.fences(class), situation.known_map.links(class));
        way.clear();
        let mut at = cell;
        for _ in 0..steps {
            let fence = fences.get(at.index()).copied().unwrap_or(0);
            let open = area.around(at).filter(|(direction, _)| fence & direction.bit() == 0);
            let near = open.map(|(_, near)| near).chain(links.out_of(at).iter().map(|step| step.to));
            let next = near.map(|near| (self.at(near), situation.tie_breaker.lot(near), near)).min();
            let Some((distance, _, next)) = next else { break };
            if distance == FAR || distance == 0 || distance >= self.at(at) {
                break;
            }
            way.push(next.0);
            at = next;
        }
        way.reverse();
    }
}
