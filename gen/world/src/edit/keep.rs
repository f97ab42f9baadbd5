//! What is kept, so that no step, roll, lever or method changes it.

use grid::Cell;

use super::{Edit, Refusal, Touched, check_cell};
use crate::symmetric::images_of_unit;
use crate::{Kept, Scenario};

/// Other parts, cells, units, sides and features are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// All that is kept afterwards.
    pub kept: Kept,
}

impl Keep {
    /// More is kept.
    #[must_use]
    pub fn more(scenario: &Scenario, more: &Kept) -> Keep {
        Keep { kept: scenario.kept.with(&scenario.world.area, more) }
    }

    /// Less is kept.
    #[must_use]
    pub fn less(scenario: &Scenario, less: &Kept) -> Keep {
        Keep { kept: scenario.kept.without(&scenario.world.area, less) }
    }

    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        let world = &scenario.world;
        if self.kept.cells.as_ref().is_some_and(|cells| cells.values().len() != world.area.len()) {
            return Err(Refusal::of("the kept cells are those of another area"));
        }
        for cell in self.kept.kept_cells() {
            check_cell(&world.area, cell)?;
        }
        if let Some(side) = self.kept.sides.iter().find(|side| side.0 == 0 || side.row() > scenario.sides.len()) {
            return Err(Refusal::of(format!("there is no side {}", side.0)));
        }
        let is_known = |id: u16| (1..=world.features.len()).contains(&usize::from(id));
        if let Some(feature) = self.kept.features.iter().find(|feature| !is_known(feature.0)) {
            return Err(Refusal::of(format!("there is no feature {}", feature.0)));
        }
        let keys = scenario.keys();
        if let Some(key) = self.kept.units.iter().find(|key| !keys.contains(key)) {
            return Err(Refusal::of(format!("there is no unit {key}")));
        }
        let kept = std::mem::replace(&mut scenario.kept, self.kept.clone());
        Ok(Edit::Keep(Keep { kept }))
    }

    /// With the images of cells and units in a world that is symmetric to the cell: what is kept comes and goes with them.
    pub(super) fn fitted(&self, scenario: &Scenario) -> Result<Keep, Refusal> {
        let Some(symmetry) = scenario.world.exact_symmetry() else { return Ok(self.clone()) };
        let (area, keys) = (&scenario.world.area, scenario.keys());
        let mut kept = self.kept.clone();
        for (change, is_more) in self.changes(scenario).iter().zip([true, false]) {
            for cell in change.kept_cells() {
                check_cell(area, cell)?;
                kept.set_cells(area, symmetry.images(cell), is_more);
            }
            for &key in &change.units {
                let id = scenario.find_key(key).ok_or_else(|| Refusal::of(format!("there is no unit {key}")))?;
                for image in images_of_unit(scenario, id).map_err(Refusal::of)? {
                    let key = keys[image.index()];
                    if is_more {
                        kept.units.insert(key)
                    } else {
                        kept.units.remove(&key)
                    };
                }
            }
        }
        Ok(Keep { kept })
    }

    pub(super) fn touches(&self, scenario: &Scenario) -> Touched {
        let changes = self.changes(scenario);
        let cells: Vec<Cell> = changes.iter().flat_map(Kept::kept_cells).collect();
        let mut touched = Touched::cells(cells);
        touched.units = changes.iter().flat_map(|change| change.units.iter().copied()).collect();
        touched.sides = changes.iter().flat_map(|change| change.sides.iter().copied()).collect();
        touched
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let verbs = ["will be kept", "will be kept no more"];
        let mut told = Vec::new();
        for (change, verb) in self.changes(scenario).iter().zip(verbs) {
            let words = change.words(scenario);
            if !words.is_empty() {
                told.push(format!("{} {verb}", words.join(", ")));
            }
        }
        if told.is_empty() { "what is kept stays so".to_owned() } else { told.join("; ") }
    }

    /// What is kept more than before, and what less.
    fn changes(&self, scenario: &Scenario) -> [Kept; 2] {
        let area = &scenario.world.area;
        [self.kept.without(area, &scenario.kept), scenario.kept.without(area, &self.kept)]
    }
}
