//! Terrain is painted: by a brush, along a line, over a rectangle, over all that is alike; borders and connections are drawn.

use design::TypeId;
use design::parameters::terrain::NAME;
use grid::{Cell, disk, flood, line};
use world::Scenario;
use world::edit::{Edit, LayerKey, Lines, Paint};

use super::{Stroke, Tool, Tools};
use crate::ViewerContext;

pub(super) const BRUSH: Tool = Tool {
    name: "brush",
    title: "Brush",
    help: "paints terrain wherever it is dragged",
    hindered: lacks_terrain,
    marks: |tools, scenario, stroke| brushed(tools, scenario, stroke.last, stroke.to),
    has_two_ends: false,
    act: paint_marks,
};

pub(super) const LINE: Tool = Tool {
    name: "line",
    title: "Line",
    help: "paints terrain from where it is pressed to where it is let go",
    hindered: lacks_terrain,
    marks: |tools, scenario, stroke| brushed(tools, scenario, stroke.from, stroke.to),
    has_two_ends: true,
    act: paint_marks_when_done,
};

pub(super) const RECTANGLE: Tool = Tool {
    name: "rectangle",
    title: "Rectangle",
    help: "paints terrain between two corners",
    hindered: lacks_terrain,
    marks: |_, scenario, stroke| between(scenario, stroke.from, stroke.to),
    has_two_ends: true,
    act: paint_marks_when_done,
};

pub(super) const FILL: Tool = Tool {
    name: "fill",
    title: "Fill",
    help: "paints all cells of one terrain that lie together",
    hindered: lacks_terrain,
    marks: |_, _, stroke| vec![stroke.to],
    has_two_ends: false,
    act: |context, stroke| {
        if stroke.is_done {
            paint(context, |_, scenario| {
                let Some(terrain) = &scenario.world.terrain else { return Vec::new() };
                flood(&scenario.world.area, stroke.to, |cell| terrain[cell] == terrain[stroke.to])
            });
        }
    },
};

pub(super) const PICK: Tool = Tool {
    name: "pick",
    title: "Pick",
    help: "takes the terrain of a cell for the brush, and its unit's type and side for placing",
    hindered: lacks_terrain,
    marks: |_, _, stroke| vec![stroke.to],
    has_two_ends: false,
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned().filter(|_| stroke.is_done) else { return };
        let Some(terrain) = &scenario.world.terrain else { return };
        context.tools.terrain = terrain[stroke.to];
        let mut words = format!("Picked {}", scenario.design.spoken_name(NAME, context.tools.terrain));
        if let Some(unit) = scenario.units.iter().find(|unit| unit.cell() == Some(stroke.to)) {
            (context.tools.unit, context.tools.side) = (unit.kind, unit.side);
            let kind = scenario.design.spoken_name(design::parameters::unit::NAME, unit.kind);
            words = format!("{words} and {kind}");
        }
        context.services.tell(format!("{words}."));
    },
};

pub(super) const EDGE: Tool = Tool {
    name: "edge",
    title: "Road or river",
    help: "draws a border or a connection from cell to cell, or takes it away",
    hindered: |scenario| {
        let design = &scenario.design;
        let has = design.border_terrain().next().is_some() || design.connection_terrain().next().is_some();
        (!has).then_some("This game has neither borders nor connections.")
    },
    marks: |_, scenario, stroke| line(&scenario.world.area, stroke.last, stroke.to),
    has_two_ends: true,
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned() else { return };
        let Some(kind) = context.tools.edge else { return };
        let way = line(&scenario.world.area, stroke.last, stroke.to);
        if way.len() > 1 {
            let lines = Lines::along(&scenario.world, kind, &way, !context.tools.erases);
            let name = scenario.design.spoken_name(NAME, kind);
            let name = if context.tools.erases { format!("No {name}") } else { name.to_owned() };
            context.edit(&name, &Edit::Lines(lines), true);
        }
    },
};

fn lacks_terrain(scenario: &Scenario) -> Option<&'static str> {
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

/// The cells between two corners: of the columns and rows between theirs.
fn between(scenario: &Scenario, from: Cell, to: Cell) -> Vec<Cell> {
    let area = &scenario.world.area;
    let ((left, top), (right, bottom)) = (area.column_row(from), area.column_row(to));
    let is_inside = |cell: &Cell| {
        let (column, row) = area.column_row(*cell);
        (left.min(right)..=left.max(right)).contains(&column)
            && (top.min(bottom)..=top.max(bottom)).contains(&row)
            && area.level(*cell) == area.level(to)
    };
    area.cells().filter(is_inside).collect()
}

/// Paints the cells that the chosen tool marks.
fn paint_marks(context: &mut ViewerContext, stroke: Stroke) {
    let Some(tool) = context.tools.chosen else { return };
    paint(context, |tools, scenario| (tool.marks)(tools, scenario, stroke));
}

/// The same once the pointer is let go.
fn paint_marks_when_done(context: &mut ViewerContext, stroke: Stroke) {
    if stroke.is_done {
        paint_marks(context, stroke);
    }
}

/// Paints the chosen terrain over those of some cells that have another one.
fn paint(context: &mut ViewerContext, cells: impl FnOnce(&Tools, &Scenario) -> Vec<Cell>) {
    let (Some(tool), Some(scenario)) = (context.tools.chosen, context.shown().cloned()) else { return };
    let Some(terrain) = &scenario.world.terrain else { return };
    let kind = context.tools.terrain;
    let mut cells = cells(&context.tools, &scenario);
    cells.retain(|&cell| terrain[cell] != kind);
    if cells.is_empty() {
        return;
    }
    let name = format!("{}: {}", tool.title, scenario.design.spoken_name(NAME, kind));
    context.edit(&name, &Edit::Paint(Paint::fill(LayerKey::Terrain, cells, kind.index() as i32)), true);
}
