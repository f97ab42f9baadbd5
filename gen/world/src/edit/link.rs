//! Links between cells, such as stairs and portals, come, go and change.

use design::TypeId;

use super::{Edit, Refusal, Touched, check_cell, place_words};
use crate::{Link, Scenario};

/// A link comes, goes or changes: at a place of the list some links go, and some come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEdit {
    /// The place in the list.
    pub at: usize,
    /// How many go there.
    pub gone: usize,
    /// Those that come there.
    pub put: Vec<Link>,
}

impl LinkEdit {
    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        let (design, area) = (&scenario.design, scenario.world.area);
        for link in &self.put {
            check_cell(&area, link.from)?;
            check_cell(&area, link.to)?;
            if link.kind.index() >= design.terrain.len() || !design.connection_terrain().any(|kind| kind == link.kind) {
                return Err(Refusal::at(&area, link.from, "a link is of a type of connection"));
            }
            if link.from == link.to {
                return Err(Refusal::at(&area, link.from, "a link joins two cells"));
            }
        }
        let links = &mut scenario.world.links;
        if self.at.saturating_add(self.gone) > links.len() {
            return Err(Refusal::of(format!("there are only {}", design::counted(links.len(), "link"))));
        }
        let put = links.splice(self.at..self.at + self.gone, self.put.iter().cloned()).collect();
        Ok(Edit::Link(LinkEdit { at: self.at, gone: self.put.len(), put }))
    }

    pub(super) fn fitted(&self, scenario: &Scenario) -> Result<Edit, Refusal> {
        let world = &scenario.world;
        for link in &self.put {
            check_cell(&world.area, link.from)?;
            check_cell(&world.area, link.to)?;
        }
        let Some(symmetry) = world.exact_symmetry() else { return Ok(Edit::Link(self.clone())) };
        let image = |link: &Link, map: usize| {
            let map = &symmetry.maps()[map];
            Link { from: map.image(link.from), to: map.image(link.to), ..link.clone() }
        };
        let end = self.at.saturating_add(self.gone).min(world.links.len());
        let gone = &world.links[self.at.min(end)..end];
        let mut left = world.links.clone();
        for link in gone {
            for map in 0..symmetry.order() {
                let other = image(link, map);
                let is_image = |known: &Link| (known.kind, known.from, known.to) == (other.kind, other.from, other.to);
                if let Some(at) = left.iter().position(is_image) {
                    left.remove(at);
                }
            }
        }
        for link in &self.put {
            for map in 0..symmetry.order() {
                let other = image(link, map);
                if !left.contains(&other) {
                    left.push(other);
                }
            }
        }
        Ok(Edit::Link(LinkEdit { at: 0, gone: world.links.len(), put: left }))
    }

    pub(super) fn touches(&self, scenario: &Scenario) -> Touched {
        let links = &scenario.world.links;
        let end = self.at.saturating_add(self.gone).min(links.len());
        let ends = links[self.at.min(end)..end].iter().chain(&self.put).flat_map(|link| [link.from, link.to]);
        Touched::cells(ends.collect())
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let area = &scenario.world.area;
        let words = |link: &Link| {
            let name = scenario.design.name_of(link.kind);
            format!("{name} from {} to {}", place_words(area, link.from), place_words(area, link.to))
        };
        match (self.put.as_slice(), self.gone) {
            ([link], 0) => format!("a link comes: {}", words(link)),
            ([], 1) if self.at < scenario.world.links.len() => {
                format!("a link goes: {}", words(&scenario.world.links[self.at]))
            }
            (put, gone) => format!("{} become {}", design::counted(gone, "link"), put.len()),
        }
    }
}
