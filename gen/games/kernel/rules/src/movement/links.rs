//! How far it is to a goal at least, in a world with links: for searches that follow such bounds.

use grid::{Area, Cell};

use crate::Kernel;

/// Lower bounds for ways to a goal in a world with links: the steps to it on its level, or to a link that leads on.
///
/// **Invariant:** along a step, or over a link, a bound falls by at most 1, so that a search that follows it finds the cheapest way.
pub(super) struct LinkBounds {
    goal: Cell,
    within: u32,
    /// Where links begin, with the least number of steps from there.
    entries: Vec<(Cell, u32)>,
}

/// The greatest number of ways over links for which bounds are found; with more a search goes without.
const WAYS_MAX: usize = 64;

impl LinkBounds {
    /// `None` if there are too many links.
    pub(super) fn new(rules: &Kernel, goal: Cell, within: u32) -> Option<LinkBounds> {
        let ways: Vec<(Cell, Cell)> = rules.link_ways().collect();
        if ways.len() > WAYS_MAX {
            return None;
        }
        let area = &rules.area;
        let beyond = |to: Cell, entries: &[(Cell, u32)]| least(area, to, goal, within, entries).saturating_add(1);
        let mut entries: Vec<(Cell, u32)> = ways.iter().map(|way| (way.0, Area::APART)).collect();
        // Each round finds all ways over one more link.
        for _ in 0..ways.len() {
            let next: Vec<(Cell, u32)> =
                ways.iter().map(|way| (way.0, beyond(way.1, &entries).min(Area::APART))).collect();
            if next == entries {
                break;
            }
            entries = next;
        }
        entries.retain(|entry| entry.1 < Area::APART);
        Some(LinkBounds { goal, within, entries })
    }

    /// The least number of steps from a cell; [`Area::APART`] or more if no way leads there.
    pub(super) fn steps(&self, area: &Area, cell: Cell) -> u32 {
        least(area, cell, self.goal, self.within, &self.entries)
    }
}

fn least(area: &Area, cell: Cell, goal: Cell, within: u32, entries: &[(Cell, u32)]) -> u32 {
    let straight = match area.distance(cell, goal) {
        apart if apart >= Area::APART => apart,
        steps => steps.saturating_sub(within),
    };
    let over = |&(entry, steps): &(Cell, u32)| area.distance(cell, entry).saturating_add(steps);
    entries.iter().map(over).min().unwrap_or(u32::MAX).min(straight)
}
