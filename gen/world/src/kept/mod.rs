//! What is kept: parts, cells, units, sides and features of a scenario that no step, roll, lever or method changes. What a person does
//! by hand may change them.
//!
//! Methods know nothing of it but where units may stand and where the ground may change: whatever else they make, [`Kept::put_back`]
//! makes good after them.

mod hold;

use std::collections::BTreeSet;

use design::{Design, TerrainType};
use grid::{Area, Cell, Layer};

use crate::edit::{LayerKey, place_words};
use crate::{FeatureId, Place, Scenario, SideId, Unit};

/// A part of the world that is kept whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeptPart {
    /// A layer; features and provinces with their names.
    Layer(LayerKey),
    /// All edges of a border or connection, such as rivers.
    Lines(TerrainType),
    /// Links between cells.
    Links,
    /// The date of the first turn.
    Date,
    /// What only the design's game knows.
    Section,
}

impl KeptPart {
    /// The name of the part in files.
    #[must_use]
    pub fn name(&self, design: &Design) -> String {
        match self {
            KeptPart::Layer(LayerKey::Feature) => "features".to_owned(),
            KeptPart::Layer(LayerKey::Province) => "provinces".to_owned(),
            KeptPart::Layer(key) => key.name(design),
            KeptPart::Lines(kind) => design.name_of(*kind).to_owned(),
            KeptPart::Links => "links".to_owned(),
            KeptPart::Date => "date".to_owned(),
            KeptPart::Section => design.ruleset_section().unwrap_or("section").to_owned(),
        }
    }

    /// The part of that name; `None` if there is none.
    #[must_use]
    pub fn find(design: &Design, name: &str) -> Option<KeptPart> {
        let mut lines = design.border_terrain().chain(design.connection_terrain());
        Some(match name {
            "features" => KeptPart::Layer(LayerKey::Feature),
            "provinces" => KeptPart::Layer(LayerKey::Province),
            "links" => KeptPart::Links,
            "date" => KeptPart::Date,
            _ if design.ruleset_section() == Some(name) => KeptPart::Section,
            _ => match lines.find(|&kind| design.name_of(kind) == name) {
                Some(kind) => KeptPart::Lines(kind),
                None => KeptPart::Layer(LayerKey::find(design, name)?),
            },
        })
    }
}

/// What of a scenario is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Parts that are kept whole.
    pub parts: BTreeSet<KeptPart>,
    /// For each cell whether all that lies in it is kept: ground, edges, amounts, owners, features, units. `None`: no cell is.
    /// Provinces are no matter of single cells.
    pub cells: Option<Layer<bool>>,
    /// The keys of units that are kept, with the ground that they stand on and the units that they are inside of.
    pub units: BTreeSet<u32>,
    /// Sides of which names, colour, emblem, class, team, player and advantage are kept.
    pub sides: BTreeSet<SideId>,
    /// Features that are kept, with their names and cells.
    pub features: BTreeSet<FeatureId>,
}

impl Kept {
    /// Only cells.
    #[must_use]
    pub fn of_cells(area: &Area, cells: impl IntoIterator<Item = Cell>) -> Kept {
        let mut kept = Kept::default();
        kept.set_cells(area, cells, true);
        kept
    }

    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Kept::default()
    }

    /// Whether all that lies in a cell is kept.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        self.cells.as_ref().is_some_and(|cells| cells[cell])
    }

    /// The cells that are kept, in rising order.
    pub fn kept_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let values = self.cells.as_ref().map_or(&[][..], Layer::values);
        values.iter().enumerate().filter(|(_, is_kept)| **is_kept).map(|(index, _)| Cell(index as u32))
    }

    /// Keeps cells, or keeps them no more.
    pub fn set_cells(&mut self, area: &Area, cells: impl IntoIterator<Item = Cell>, is_kept: bool) {
        let layer = self.cells.get_or_insert_with(|| Layer::filled(area, false)).edit();
        for cell in cells {
            layer[cell.index()] = is_kept;
        }
        if !layer.contains(&true) {
            self.cells = None;
        }
    }

    /// What is kept by one or the other.
    #[must_use]
    pub fn with(&self, area: &Area, more: &Kept) -> Kept {
        let mut all = self.clone();
        all.parts.extend(more.parts.iter().cloned());
        all.units.extend(&more.units);
        all.sides.extend(&more.sides);
        all.features.extend(&more.features);
        if more.cells.is_some() {
            all.set_cells(area, more.kept_cells(), true);
        }
        all
    }

    /// What is kept by this and not by the other.
    #[must_use]
    pub fn without(&self, area: &Area, less: &Kept) -> Kept {
        let mut left = self.clone();
        left.parts.retain(|part| !less.parts.contains(part));
        left.units.retain(|key| !less.units.contains(key));
        left.sides.retain(|side| !less.sides.contains(side));
        left.features.retain(|feature| !less.features.contains(feature));
        if left.cells.is_some() {
            left.set_cells(area, less.kept_cells(), false);
        }
        left
    }

    /// The kept cells as few rectangles, each by its south-west and its north-east cell, as [`crate::edit::region`] has them.
    #[must_use]
    pub fn regions(&self, area: &Area) -> Vec<(Cell, Cell)> {
        // A rectangle that may grow by a row: its first and last column, its first cell, its last one.
        let mut open: Vec<(i32, i32, Cell, Cell)> = Vec::new();
        let mut done: Vec<(Cell, Cell)> = Vec::new();
        if self.cells.is_none() {
            return done;
        }
        for level in 0..area.levels() {
            for row in 0..area.height() as i32 {
                let mut runs: Vec<(i32, i32, Cell, Cell)> = Vec::new();
                for column in 0..area.width() as i32 {
                    let cell = area.cell(column, row).and_then(|cell| area.on_level(cell, level));
                    let Some(cell) = cell.filter(|&cell| self.has(cell)) else { continue };
                    match runs.last_mut().filter(|run| run.1 + 1 == column) {
                        Some(run) => (run.1, run.3) = (column, cell),
                        None => runs.push((column, column, cell, cell)),
                    }
                }
                for run in &mut runs {
                    if let Some(at) = open.iter().position(|below| (below.0, below.1) == (run.0, run.1)) {
                        run.2 = open.remove(at).2;
                    }
                }
                done.extend(open.into_iter().map(|(_, _, first, last)| (first, last)));
                open = runs;
            }
            done.extend(open.drain(..).map(|(_, _, first, last)| (first, last)));
        }
        done.sort_unstable();
        done
    }

    /// What is kept, in a few words each: `terrain`, `77 cells from 3,4 on`, `2 units`, `the side Veland`.
    #[must_use]
    pub fn words(&self, scenario: &Scenario) -> Vec<String> {
        let mut told: Vec<String> = self.parts.iter().map(|part| part.name(&scenario.design)).collect();
        if let Some(first) = self.kept_cells().next() {
            let (count, place) = (self.kept_cells().count(), place_words(&scenario.world.area, first));
            let cells = design::counted(count, "cell");
            told.push(if count == 1 { format!("the cell {place}") } else { format!("{cells} from {place} on") });
        }
        if !self.units.is_empty() {
            told.push(design::counted(self.units.len(), "unit"));
        }
        let sides = self.sides.iter().filter_map(|side| scenario.sides.get(side.index()?));
        told.extend(sides.map(|side| format!("the side {}", side.name)));
        let features =
            self.features.iter().filter_map(|id| scenario.world.features.get(usize::from(id.0).checked_sub(1)?));
        told.extend(features.map(|feature| format!("the {} {}", feature.class.word(), feature.name)));
        told
    }

    /// The same kept parts and materials by their names in another design; those that it lacks are kept no more.
    pub(crate) fn take_design(&mut self, old: &Design, new: &Design) {
        let parts = std::mem::take(&mut self.parts);
        self.parts = parts.iter().filter_map(|part| KeptPart::find(new, &part.name(old))).collect();
    }

    /// Units that are gone are kept no more.
    pub(crate) fn forget_gone(&mut self, units: &[Unit]) {
        self.units.retain(|key| units.iter().any(|unit| unit.key == *key));
    }
}

impl Scenario {
    /// The keys of units that stay as they are: those that are kept, those in kept cells, and those that they are inside of.
    #[must_use]
    pub fn kept_units(&self) -> BTreeSet<u32> {
        let keys = self.keys();
        let mut kept = BTreeSet::new();
        for (id, _) in self.unit_ids() {
            let is_kept =
                self.kept.units.contains(&keys[id.index()]) || self.cell_of(id).is_some_and(|cell| self.kept.has(cell));
            let mut next = Some(id).filter(|_| is_kept);
            while let Some(id) = next {
                // A carrier that is kept already has its own carriers among the kept.
                next = match self.unit(id).place {
                    Place::Inside(carrier) if kept.insert(keys[id.index()]) => Some(carrier),
                    Place::Inside(_) => None,
                    Place::Cell(_) | Place::Unplaced => {
                        kept.insert(keys[id.index()]);
                        None
                    }
                };
            }
        }
        kept
    }

    /// A sentence without a full stop of what is kept; `None` if nothing is.
    #[must_use]
    pub fn kept_words(&self) -> Option<String> {
        let told = self.kept.words(self);
        (!told.is_empty()).then(|| format!("what is kept: {}", told.join(", ")))
    }
}
