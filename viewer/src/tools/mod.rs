//! Tools: what a click, a drag or a key does to the map. A file for each kind; they change the document by edits alone.
//!
//! A tool is a row: what it does where the pointer is pressed, how far it marks cells before that, and why it cannot be used now.

mod paint;
mod units;

use design::{TerrainType, TypeId, UnitType};
use grid::Cell;
use world::{Scenario, SideId};

use crate::{Command, Menu, ViewerContext};

/// How wide a brush is at most, as a distance from its middle.
pub const SIZE_MAX: u32 = 12;

/// The part of a drag that a tool is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Where the drag began.
    pub from: Cell,
    /// Where the pointer was the last time that the tool was asked; `from` at first.
    pub last: Cell,
    /// Where it is now.
    pub to: Cell,
    /// Whether the pointer was let go.
    pub is_done: bool,
}

/// A tool: a row of the registry.
pub struct Tool {
    /// Its name in commands.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Why it cannot be used in this scenario, as a sentence; `None` if it can.
    pub hindered: fn(&Scenario) -> Option<&'static str>,
    /// The cells that it would change.
    pub marks: fn(&Tools, &Scenario, Stroke) -> Vec<Cell>,
    /// Whether it works between the cell where it is pressed and the one where it is let go.
    pub has_two_ends: bool,
    /// Does what it does; it is asked for each cell that the pointer comes to.
    pub act: fn(&mut ViewerContext, Stroke),
}

/// All tools, in the order of their buttons.
pub const TOOLS: &[&Tool] = &[
    &paint::BRUSH,
    &paint::LINE,
    &paint::RECTANGLE,
    &paint::FILL,
    &paint::PICK,
    &paint::EDGE,
    &units::PLACE,
    &units::MOVE,
    &units::GIVE,
    &units::DISBAND,
];

/// The chosen tool, and what it works with.
pub struct Tools {
    /// The chosen tool; `None`: the map is looked at.
    pub chosen: Option<&'static Tool>,
    /// How far a brush reaches, as a distance from its middle.
    pub size: u32,
    /// The terrain that is painted.
    pub terrain: TerrainType,
    /// The border or connection that is drawn; none: the first of the design.
    pub edge: Option<TerrainType>,
    /// Whether borders and connections are taken away.
    pub erases: bool,
    /// The type of units that are placed.
    pub unit: UnitType,
    /// The side to which units are given.
    pub side: SideId,
    /// The drag that goes on.
    pub stroke: Option<Stroke>,
}

impl Default for Tools {
    fn default() -> Tools {
        Tools {
            chosen: None,
            size: 0,
            terrain: TerrainType::at(0),
            edge: None,
            erases: false,
            unit: UnitType::at(0),
            side: SideId::INDEPENDENT,
            stroke: None,
        }
    }
}

impl Tools {
    /// Chooses what a design has where what was chosen is of another one.
    pub fn fit(&mut self, scenario: &Scenario) {
        let design = &scenario.design;
        if !design.cell_terrain().any(|kind| kind == self.terrain) {
            self.terrain = design.cell_terrain().next().unwrap_or(TerrainType::at(0));
        }
        let mut edges = design.border_terrain().chain(design.connection_terrain());
        if !edges.clone().any(|kind| Some(kind) == self.edge) {
            self.edge = edges.next();
        }
        if self.unit.index() >= design.units.len() {
            self.unit = UnitType::at(0);
        }
        if usize::from(self.side.0) > scenario.sides.len() {
            self.side = SideId::INDEPENDENT;
        }
    }

    /// The cells that the chosen tool would change where the pointer is.
    #[must_use]
    pub fn marks(&self, scenario: &Scenario, here: Cell) -> Vec<Cell> {
        let at_rest = Stroke { from: here, last: here, to: here, is_done: false };
        let stroke = self.stroke.map_or(at_rest, |stroke| Stroke { to: here, ..stroke });
        self.chosen.map_or(Vec::new(), |tool| (tool.marks)(self, scenario, stroke))
    }
}

impl ViewerContext {
    /// Chooses a tool by its name; the same again leaves it.
    fn choose_tool(&mut self, tool: &'static Tool) {
        self.tools.stroke = None;
        if self.tools.chosen.is_some_and(|chosen| chosen.name == tool.name) {
            return self.leave_tool();
        }
        self.tools.chosen = Some(tool);
        self.services.show_panel("edit");
        self.services.tell(format!("{}: {}.", tool.title, tool.help));
    }

    /// The map is looked at again.
    pub(crate) fn leave_tool(&mut self) {
        self.end_drag();
        (self.tools.chosen, self.tools.stroke) = (None, None);
    }

    /// The pointer is pressed, moved or let go over a cell with a tool.
    pub(crate) fn use_tool(&mut self, cell: Cell, is_done: bool) {
        let (Some(tool), Some(scenario)) = (self.tools.chosen, self.shown().cloned()) else { return };
        if let Some(why) = (tool.hindered)(&scenario) {
            return self.services.tell(why);
        }
        self.tools.fit(&scenario);
        let before = self.tools.stroke;
        if before.is_some_and(|stroke| stroke.to == cell) && !is_done {
            return;
        }
        let from = before.map_or(cell, |stroke| stroke.from);
        let stroke = Stroke { from, last: before.map_or(cell, |stroke| stroke.to), to: cell, is_done };
        self.tools.stroke = Some(stroke);
        (tool.act)(self, stroke);
        if is_done {
            self.tools.stroke = None;
            self.end_drag();
        }
    }
}

pub(crate) fn commands() -> Vec<Command> {
    let tool = |tool: &'static Tool| {
        Command::new(Menu::Edit, &format!("tool-{}", tool.name), tool.title, tool.help, move |viewer| {
            viewer.context.choose_tool(tool)
        })
        .on(move |viewer| viewer.context.tools.chosen.is_some_and(|chosen| chosen.name == tool.name))
        .unless(move |viewer| {
            viewer.context.shown().and_then(|scenario| (tool.hindered)(scenario)).map(ToOwned::to_owned)
        })
    };
    let mut all: Vec<Command> = TOOLS.iter().map(|&row| tool(row)).collect();
    all.push(Command::new(
        Menu::Edit,
        "use-tool",
        "Use the tool",
        "does at the chosen cell what a click with the tool does",
        |viewer| match (viewer.context.tools.chosen, viewer.context.view.cursor) {
            (None, _) => viewer.context.services.tell("No tool is chosen: the menu Edit has them."),
            (_, None) => viewer.context.services.tell("No cell is chosen: the cursor keys choose one."),
            (_, Some(cell)) => {
                // The second end of a line is the cell where it is used again.
                let is_second = viewer.context.tools.stroke.is_some();
                if viewer.context.tools.chosen.is_some_and(|tool| tool.has_two_ends) && !is_second {
                    viewer.context.use_tool(cell, false);
                    viewer.context.services.tell("From here: choose the other end, and use the tool again.");
                } else {
                    viewer.context.use_tool(cell, true);
                }
            }
        },
    ));
    all.push(Command::new(
        Menu::Edit,
        "tool-none",
        "Look only",
        "no tool: clicks choose cells, drags move the map",
        |viewer| viewer.context.leave_tool(),
    ));
    all.push(Command::new(Menu::Edit, "brush-larger", "Larger brush", "the brush reaches a cell farther", |viewer| {
        viewer.context.tools.size = (viewer.context.tools.size + 1).min(SIZE_MAX);
    }));
    all.push(Command::new(
        Menu::Edit,
        "brush-smaller",
        "Smaller brush",
        "the brush reaches a cell less far",
        |viewer| {
            viewer.context.tools.size = viewer.context.tools.size.saturating_sub(1);
        },
    ));
    all
}
