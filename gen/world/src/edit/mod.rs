//! Edits: changes of a scenario as data, made by hand in a window or by a script. A file for each kind.
//!
//! [`Edit::apply`] does exactly what an edit says, and gives the edit that takes it back. [`Edit::fitted`] comes before it where a
//! designer acts: it holds the edit to the rules of the design and adds its images in a symmetric world. Both refuse what cannot be with
//! its place and the rule, and change nothing then. A [`Journal`] keeps what was done.
//!
//! Units are named by their keys, which stay when others come and go; all else by its place.

mod area;
mod design_value;
mod difference;
mod feature;
mod journal;
mod keep;
mod layer;
mod lines;
mod link;
mod rename;
mod side;
mod stamp;
mod unit;
mod whole;

use std::sync::Arc;

use design::Design;
use grid::{Area, Cell};

pub use area::Frame;
pub use difference::difference;
pub use feature::FeatureEdit;
pub use journal::{Journal, Made};
pub use keep::Keep;
pub use layer::{LayerKey, Paint};
pub use lines::Lines;
pub use link::LinkEdit;
pub use rename::{Named, Rename};
pub use side::SideEdit;
pub use stamp::{Stamp, StampParts};
pub use unit::UnitEdit;
pub use whole::Whole;

use crate::{Scenario, SideId};

/// A change of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Cells of a layer get values.
    Paint(Paint),
    /// Borders and connections come and go.
    Lines(Lines),
    /// Units come, go and change.
    Units(UnitEdit),
    /// A side comes, goes or changes.
    Side(SideEdit),
    /// Something gets another name.
    Rename(Rename),
    /// A named part of the world comes or goes.
    Feature(FeatureEdit),
    /// A link between cells comes, goes or changes.
    Link(LinkEdit),
    /// The area gets another size or other levels.
    Frame(Frame),
    /// The design gets other values, as they were resolved.
    Design(Arc<Design>),
    /// Other parts, cells, units, sides and features are kept.
    Keep(Keep),
    /// Everything is as in another scenario.
    Whole(Whole),
    /// Several edits, one after the other: all of them, or none.
    Many(Vec<Edit>),
}

/// Why an edit cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Refusal {
    /// Where, if it is about a cell.
    pub at: Option<Cell>,
    /// The place and the rule, as a sentence without a full stop.
    pub words: String,
}

impl Refusal {
    /// A refusal that has no place.
    pub(crate) fn of(words: impl Into<String>) -> Refusal {
        Refusal { at: None, words: words.into() }
    }

    /// A refusal at a cell, which its words then name.
    pub(crate) fn at(area: &Area, cell: Cell, rule: &str) -> Refusal {
        Refusal { at: Some(cell), words: format!("at {}: {rule}", place_words(area, cell)) }
    }
}

/// What an edit changes, so that only this is drawn and measured anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Cells whose look changes, in rising order.
    pub cells: Vec<Cell>,
    /// The keys of units that come, go or change.
    pub units: Vec<u32>,
    /// Sides that change.
    pub sides: Vec<SideId>,
    /// Whether all may have changed: the area, the design, the number of sides.
    pub is_all: bool,
}

impl Touched {
    fn all() -> Touched {
        Touched { is_all: true, ..Touched::default() }
    }

    fn cells(mut cells: Vec<Cell>) -> Touched {
        cells.sort_unstable();
        cells.dedup();
        Touched { cells, ..Touched::default() }
    }

    fn add(&mut self, other: Touched) {
        self.cells.extend(other.cells);
        self.units.extend(other.units);
        self.sides.extend(other.sides);
        self.cells.sort_unstable();
        self.cells.dedup();
        self.is_all |= other.is_all;
    }
}

impl Edit {
    /// Does exactly what the edit says, and returns the edit that takes it back.
    ///
    /// # Errors
    /// If the scenario lacks what it changes, or cannot hold what it says. The scenario is as it was then.
    pub fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        match self {
            Edit::Paint(paint) => paint.apply(scenario),
            Edit::Lines(lines) => lines.apply(scenario),
            Edit::Units(edit) => edit.apply(scenario),
            Edit::Side(edit) => edit.apply(scenario),
            Edit::Rename(edit) => edit.apply(scenario),
            Edit::Feature(edit) => edit.apply(scenario),
            Edit::Link(edit) => edit.apply(scenario),
            Edit::Frame(frame) => frame.apply(scenario),
            Edit::Design(design) => design_value::apply(design, scenario),
            Edit::Keep(keep) => keep.apply(scenario),
            Edit::Whole(whole) => Ok(whole.apply(scenario)),
            Edit::Many(edits) => {
                let before = scenario.clone();
                let mut back = Vec::with_capacity(edits.len());
                for edit in edits {
                    match edit.apply(scenario) {
                        Ok(inverse) => back.push(inverse),
                        Err(refusal) => {
                            *scenario = before;
                            return Err(refusal);
                        }
                    }
                }
                back.reverse();
                Ok(Edit::Many(back))
            }
        }
    }

    /// The edit as a designer may make it: with its images where the world is symmetric to the cell, and held to the rules of the design.
    /// What it changes is its author's from then on, whatever made it.
    ///
    /// # Errors
    /// The place and the rule that forbids it.
    pub fn fitted(&self, scenario: &Scenario) -> Result<Edit, Refusal> {
        match self {
            Edit::Paint(paint) => paint.fitted(scenario).map(Edit::Paint),
            Edit::Lines(lines) => lines.fitted(scenario).map(Edit::Lines),
            Edit::Units(UnitEdit::Set(unit)) => unit::fit_change(scenario, unit),
            Edit::Units(edit) => edit.fitted(scenario).map(Edit::Units),
            Edit::Side(edit) => edit.fitted(scenario),
            Edit::Link(edit) => edit.fitted(scenario),
            Edit::Frame(frame) => frame.fitted(scenario),
            Edit::Keep(keep) => keep.fitted(scenario).map(Edit::Keep),
            Edit::Many(edits) => {
                let mut trial = scenario.clone();
                let mut fitted = Vec::with_capacity(edits.len());
                for edit in edits {
                    let edit = edit.fitted(&trial)?;
                    edit.apply(&mut trial)?;
                    fitted.push(edit);
                }
                Ok(Edit::Many(fitted))
            }
            Edit::Rename(_) | Edit::Feature(_) | Edit::Design(_) | Edit::Whole(_) => Ok(self.clone()),
        }
    }

    /// What it changes of a scenario in which it was not made yet.
    #[must_use]
    pub fn touches(&self, scenario: &Scenario) -> Touched {
        match self {
            Edit::Paint(paint) => Touched::cells(paint.cells.iter().map(|&(cell, _)| cell).collect()),
            Edit::Lines(lines) => lines.touches(scenario),
            Edit::Units(edit) => edit.touches(scenario),
            Edit::Side(edit) => edit.touches(),
            Edit::Rename(edit) => edit.touches(scenario),
            Edit::Link(edit) => edit.touches(scenario),
            Edit::Keep(keep) => keep.touches(scenario),
            Edit::Feature(_) | Edit::Frame(_) | Edit::Design(_) | Edit::Whole(_) => Touched::all(),
            Edit::Many(edits) => {
                let mut touched = Touched::default();
                let mut trial = scenario.clone();
                for edit in edits {
                    touched.add(edit.touches(&trial));
                    if edit.apply(&mut trial).is_err() {
                        break;
                    }
                }
                touched
            }
        }
    }

    /// The edit as a sentence without a full stop, for a scenario in which it was not made yet.
    #[must_use]
    pub fn words(&self, scenario: &Scenario) -> String {
        match self {
            Edit::Paint(paint) => paint.words(scenario),
            Edit::Lines(lines) => lines.words(scenario),
            Edit::Units(edit) => edit.words(scenario),
            Edit::Side(edit) => edit.words(scenario),
            Edit::Rename(edit) => edit.words(scenario),
            Edit::Feature(edit) => edit.words(scenario),
            Edit::Link(edit) => edit.words(scenario),
            Edit::Frame(frame) => frame.words(scenario),
            Edit::Design(design) => design_value::words(design, scenario),
            Edit::Keep(keep) => keep.words(scenario),
            Edit::Whole(whole) => whole.words.clone(),
            Edit::Many(edits) => {
                let mut told = Vec::new();
                let mut trial = scenario.clone();
                for edit in edits {
                    told.push(edit.words(&trial));
                    if edit.apply(&mut trial).is_err() {
                        break;
                    }
                }
                told.join("; ")
            }
        }
    }

    /// This edit and a later one as one, in which what the later one says over the earlier one stands alone.
    #[must_use]
    pub fn then(self, later: Edit) -> Edit {
        match (self, later) {
            (Edit::Paint(one), Edit::Paint(other)) if one.joins(&other) => Edit::Paint(one.then(other)),
            (Edit::Lines(one), Edit::Lines(other)) if one.joins(&other) => Edit::Lines(one.then(other)),
            (Edit::Keep(_), Edit::Keep(later)) => Edit::Keep(later),
            (Edit::Units(UnitEdit::Set(one)), Edit::Units(UnitEdit::Set(other))) if one.key == other.key => {
                Edit::Units(UnitEdit::Set(other))
            }
            (Edit::Many(mut edits), later) => {
                // The last of several may still be one with what follows.
                let mut more = match later {
                    Edit::Many(more) => more,
                    later => vec![later],
                };
                if let (Some(last), false) = (edits.pop(), more.is_empty()) {
                    match last.then(more.remove(0)) {
                        Edit::Many(both) => edits.extend(both),
                        joined => edits.push(joined),
                    }
                    edits.extend(more);
                }
                Edit::Many(edits)
            }
            (one, Edit::Many(mut more)) => {
                more.insert(0, one);
                Edit::Many(more)
            }
            (one, other) => Edit::Many(vec![one, other]),
        }
    }
}

/// What a name says of what bears it now.
pub(crate) fn called(name: &str) -> String {
    if name.is_empty() { "has no name any more".to_owned() } else { format!("is called `{name}`") }
}

/// A cell as people and files name it: column and row, and its level if there are several.
#[must_use]
pub fn place_words(area: &Area, cell: Cell) -> String {
    let (column, row) = area.column_row(cell);
    let level = if area.levels() > 1 { format!("/{}", area.level(cell) + 1) } else { String::new() };
    format!("{column},{row}{level}")
}

/// All cells from one column and row to another, on the level of the first; both are counted.
#[must_use]
pub fn region(area: &Area, first: Cell, last: Cell) -> Vec<Cell> {
    let (from, to) = (area.column_row(first), area.column_row(last));
    let mut cells = Vec::new();
    for row in from.1.min(to.1)..=from.1.max(to.1) {
        for column in from.0.min(to.0)..=from.0.max(to.0) {
            cells.extend(area.cell(column, row).and_then(|cell| area.on_level(cell, area.level(first))));
        }
    }
    cells
}

/// A refusal of a place that is no cell.
pub(crate) fn check_cell(area: &Area, cell: Cell) -> Result<(), Refusal> {
    if area.contains(cell) {
        return Ok(());
    }
    Err(Refusal::of(format!("there is no cell {}: the world has {}x{}", cell.0, area.width(), area.height())))
}
