//! A layer is painted: by a brush, along a line, over a rectangle, over all that is alike; borders and connections are drawn.

use design::parameters::terrain::NAME;
use grid::{Cell, disk, flood, line};
use world::Scenario;
use world::edit::{Edit, Lines, Paint, region};

use super::{Selection, Stroke, Tool, Tools, layers, select};
use crate::ViewerContext;

pub(super) const BRUSH: Tool = Tool {
    hindered: lacks_terrain,
    marks: |tools, scenario, stroke| brushed(tools, scenario, stroke.last, stroke.to),
    is_confined: true,
    act: paint_marks,
    ..Tool::new("brush", "Brush", "paints wherever it is dragged")
};

pub(super) const LINE: Tool = Tool {
    hindered: lacks_terrain,
    marks: |tools, scenario, stroke| brushed(tools, scenario, stroke.from, stroke.to),
    has_two_ends: true,
    is_confined: true,
    act: paint_marks_when_done,
    ..Tool::new("line", "Line", "paints from where it is pressed to where it is let go")
};

pub(super) const RECTANGLE: Tool = Tool {
    hindered: lacks_terrain,
    marks: |_, scenario, stroke| region(&scenario.world.area, stroke.from, stroke.to),
    has_two_ends: true,
    is_confined: true,
    act: paint_marks_when_done,
    ..Tool::new("rectangle", "Rectangle", "paints between two corners")
};

pub(super) const FILL: Tool = Tool {
    hindered: lacks_terrain,
    is_confined: true,
    act: |context, stroke| {
        if stroke.is_done {
            paint(context, |tools, scenario, selection| {
                let alike = select::alike(tools, scenario, stroke.to, true);
                // It goes no farther than the selection: what lies beyond that joins nothing.
                let is_open = |cell: Cell| selection.lets(cell) && alike.binary_search(&cell).is_ok();
                if is_open(stroke.to) { flood(&scenario.world.area, stroke.to, is_open) } else { Vec::new() }
            });
        }
    },
    ..Tool::new("fill", "Fill", "paints all cells that are alike and lie together")
};

pub(super) const PICK: Tool = Tool {
    hindered: lacks_terrain,
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned().filter(|_| stroke.is_done) else { return };
        let key = context.tools.layer.clone();
        let none = key.none(&scenario.design);
        let value = key.values(&scenario.world).map_or(none, |values| values[stroke.to.index()]);
        context.tools.set_value(value);
        let mut words = format!("Picked {}", layers::value_words(&scenario, &key, value));
        if let Some(unit) = scenario.units.iter().find(|unit| unit.cell() == Some(stroke.to)) {
            (context.tools.unit, context.tools.side) = (unit.kind, unit.side);
            let kind = scenario.design.spoken_name(design::parameters::unit::NAME, unit.kind);
            words = format!("{words} and {kind}");
        }
        context.services.tell(format!("{words}."));
    },
    ..Tool::new("pick", "Pick", "takes what is painted from a cell, and its unit's type and side for placing")
};

pub(super) const EDGE: Tool = Tool {
    hindered: |_, scenario| {
        let design = &scenario.design;
        let has = design.border_terrain().next().is_some() || design.connection_terrain().next().is_some();
        (!has).then_some("This game has neither borders nor connections.")
    },
    marks: |_, scenario, stroke| line(&scenario.world.area, stroke.last, stroke.to),
    has_two_ends: true,
    is_confined: true,
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned() else { return };
        let Some(kind) = context.tools.edge else { return };
        let way = line(&scenario.world.area, stroke.last, stroke.to);
        // A step is drawn where both of its cells may be changed.
        let mut lines = Lines { kind, edges: Vec::new(), drops: false };
        for step in way.windows(2).filter(|step| step.iter().all(|&cell| context.view.selection.lets(cell))) {
            lines.edges.extend(Lines::along(&scenario.world, kind, step, !context.tools.erases).edges);
        }
        let name = scenario.design.spoken_name(NAME, kind);
        let name = if context.tools.erases { format!("No {name}") } else { name.to_owned() };
        if !lines.edges.is_empty() {
            context.edit_inside(&name, &Edit::Lines(lines));
        } else if way.len() > 1 {
            context.services.tell(OUTSIDE);
        }
    },
    ..Tool::new("edge", "Road or river", "draws a border or a connection from cell to cell, or takes it away")
};

/// What is told where the selection keeps a tool from doing anything.
const OUTSIDE: &str = "Nothing is painted: these cells are not selected. Select none lets tools work everywhere.";

fn lacks_terrain(_: &Tools, scenario: &Scenario) -> Option<&'static str> {
    scenario.world.terrain.is_none().then_some("This world has no terrain yet.")
}

/// The cells that a brush covers on its way.
fn brushed(tools: &Tools, scenario: &Scenario, from: Cell, to: Cell) -> Vec<Cell> {
    let area = &scenario.world.area;
    let mut cells: Vec<Cell> = Vec::new();
    for middle in line(area, from, to) {
        cells.extend(disk(area, middle, tools.size));
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Paints the cells that the chosen tool marks.
fn paint_marks(context: &mut ViewerContext, stroke: Stroke) {
    let Some(tool) = context.tools.chosen else { return };
    paint(context, |tools, scenario, _| (tool.marks)(tools, scenario, stroke));
}

/// The same once the pointer is let go.
fn paint_marks_when_done(context: &mut ViewerContext, stroke: Stroke) {
    if stroke.is_done {
        paint_marks(context, stroke);
    }
}

/// Paints the chosen value over those of some cells that have another one, and may be changed.
fn paint(context: &mut ViewerContext, cells: impl FnOnce(&Tools, &Scenario, &Selection) -> Vec<Cell>) {
    let (Some(tool), Some(scenario)) = (context.tools.chosen, context.shown().cloned()) else { return };
    let (key, value) = (context.tools.layer.clone(), context.tools.value(&scenario));
    let mut cells = cells(&context.tools, &scenario, &context.view.selection);
    let some = cells.len();
    cells.retain(|&cell| context.view.selection.lets(cell));
    if cells.len() < some && cells.is_empty() {
        return context.services.tell(OUTSIDE);
    }
    let (values, none) = (key.values(&scenario.world), key.none(&scenario.design));
    cells.retain(|&cell| values.as_ref().map_or(none, |values| values[cell.index()]) != value);
    if cells.is_empty() {
        return;
    }
    let name = format!("{}: {}", tool.title, layers::value_words(&scenario, &key, value));
    let is_new = values.is_none();
    if context.edit_inside(&name, &Edit::Paint(Paint::fill(key, cells, value))) && is_new {
        context.show_painted();
    }
}

impl ViewerContext {
    /// Makes an edit that is a part of a drag, and says so if the selection bounds it.
    fn edit_inside(&mut self, name: &str, edit: &Edit) -> bool {
        let is_made = self.edit(name, edit, true);
        if is_made && !self.view.selection.is_empty() {
            self.services.tell(format!("{name}, inside the selection."));
        }
        is_made
    }
}
