//! Links: steps that lead farther than to a neighbour, such as stairs between two levels.

use crate::{Area, Cell};

/// A step from one cell to another that need not be its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkStep {
    /// Where it begins.
    pub from: Cell,
    /// Where it leads.
    pub to: Cell,
    /// What it costs.
    pub cost: u32,
}

/// The links of an area, as searches follow them: a step each way for links that lead both ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// **Invariant:** in rising order, so that those of a cell stand together.
    steps: Vec<LinkStep>,
}

impl Links {
    /// No links.
    pub const NONE: &'static Links = &Links { steps: Vec::new() };

    /// Links of an area; those that begin or end outside of it are left out.
    #[must_use]
    pub fn new(area: &Area, steps: impl IntoIterator<Item = LinkStep>) -> Links {
        let mut steps: Vec<LinkStep> =
            steps.into_iter().filter(|step| area.contains(step.from) && area.contains(step.to)).collect();
        steps.sort_unstable();
        Links { steps }
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// All of them, in the order of the cells where they begin.
    #[must_use]
    pub fn steps(&self) -> &[LinkStep] {
        &self.steps
    }

    /// Those that begin in a cell.
    #[inline]
    #[must_use]
    pub fn out_of(&self, cell: Cell) -> &[LinkStep] {
        if self.steps.is_empty() {
            return &[];
        }
        let start = self.steps.partition_point(|step| step.from < cell);
        let count = self.steps[start..].iter().take_while(|step| step.from == cell).count();
        &self.steps[start..start + count]
    }

    /// Whether a step leads back from where another leads.
    #[must_use]
    pub fn leads_back(&self, step: &LinkStep) -> bool {
        self.out_of(step.to).iter().any(|back| back.to == step.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn links_are_found_by_the_cell_where_they_begin() {
        let area = Area::new(Shape::Square4, 4, 3).unwrap().with_levels(2).unwrap();
        let step = |from, to, cost| LinkStep { from: Cell(from), to: Cell(to), cost };
        let links = Links::new(&area, [step(7, 2, 1), step(2, 19, 4), step(2, 7, 1), step(24, 1, 1), step(1, 99, 1)]);
        assert_eq!(links.out_of(Cell(2)), [step(2, 7, 1), step(2, 19, 4)]);
        assert_eq!(links.out_of(Cell(7)), [step(7, 2, 1)]);
        assert_eq!((links.out_of(Cell(3)), links.out_of(Cell(19))), (&[][..], &[][..]));
        assert_eq!(links.steps().len(), 3, "what lies outside is left out");
        assert!(links.leads_back(&step(2, 7, 1)) && !links.leads_back(&step(2, 19, 4)));
        assert!(Links::NONE.is_empty() && Links::NONE.out_of(Cell(2)).is_empty());
    }
}
