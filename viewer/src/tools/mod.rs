//! Tools: what a click, a drag or a key does to the map. A file for each kind; they change the document by edits alone.
//!
//! A tool is a row: what it does where the pointer is pressed, how far it marks cells before that, and why it cannot be used now.

mod layers;
mod paint;
mod places;
mod select;
mod selection;
mod stamp;
mod units;

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{TerrainType, TypeId, UnitType};
use eframe::egui::Color32;
use grid::Cell;
use world::edit::{Edit, LayerKey, Stamp, StampParts};
use world::{Scenario, SideId};

pub use layers::{layer_choices, layer_title, paintable};
pub use selection::{Joining, Selection};
pub use units::stack;

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

/// The edit that a tool would make, with its name in the list of edits; `None` if it would make none.
///
/// # Errors
/// A sentence that says why it can make none there.
pub type Trial = fn(&Tools, &Scenario, Stroke) -> Result<Option<(String, Edit)>, String>;

/// A tool: a row of the registry. Rows say what is not as in [`Tool::new`].
pub struct Tool {
    /// Its name in commands.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Why it cannot be used in this scenario, as a sentence; `None` if it can.
    pub hindered: fn(&Tools, &Scenario) -> Option<&'static str>,
    /// The cells that it would change.
    pub marks: fn(&Tools, &Scenario, Stroke) -> Vec<Cell>,
    /// Whether it works between the cell where it is pressed and the one where it is let go.
    pub has_two_ends: bool,
    /// Whether it changes selected cells alone, where some are selected.
    pub is_confined: bool,
    /// What it would do, for tools that do one thing when the pointer is let go: whether that may be is told before.
    pub trial: Option<Trial>,
    /// Does what it does; it is asked for each cell that the pointer comes to.
    pub act: fn(&mut ViewerContext, Stroke),
}

impl Tool {
    /// A tool that can always be used, works on one cell, and does what its trial says.
    #[must_use]
    pub const fn new(name: &'static str, title: &'static str, help: &'static str) -> Tool {
        Tool {
            name,
            title,
            help,
            hindered: |_, _| None,
            marks: |_, _, stroke| vec![stroke.to],
            has_two_ends: false,
            is_confined: false,
            trial: None,
            act: ViewerContext::make_trial,
        }
    }
}

/// All tools, in the order of their buttons.
pub const TOOLS: &[&Tool] = &[
    &select::SELECT,
    &select::WAND,
    &paint::BRUSH,
    &paint::LINE,
    &paint::RECTANGLE,
    &paint::FILL,
    &paint::PICK,
    &paint::EDGE,
    &stamp::STAMP,
    &units::PLACE,
    &units::MOVE,
    &units::COPY,
    &units::GIVE,
    &units::RENAME,
    &units::DISBAND,
    &places::SEAT,
    &places::NAME_PLACE,
    &places::LINK,
    &places::UNLINK,
    &places::ROOM,
];

/// The chosen tool, and what it works with.
pub struct Tools {
    /// The chosen tool; `None`: the map is looked at.
    pub chosen: Option<&'static Tool>,
    /// How far a brush reaches, as a distance from its middle.
    pub size: u32,
    /// The layer that is painted.
    pub layer: LayerKey,
    /// The terrain that is painted.
    pub terrain: TerrainType,
    /// The values that are painted into other layers.
    pub values: BTreeMap<LayerKey, i32>,
    /// The border or connection that is drawn; none: the first of the design.
    pub edge: Option<TerrainType>,
    /// Whether borders and connections are taken away.
    pub erases: bool,
    /// The type of units that are placed.
    pub unit: UnitType,
    /// The side to which units are given.
    pub side: SideId,
    /// The key of the unit that is meant where several stand in a cell; the first one where it is none of them.
    pub meant: u32,
    /// The name that units and places get.
    pub name: String,
    /// Where a link begins of which the other end is still to be chosen.
    pub link_from: Option<Cell>,
    /// Whether nobody gets back on new links.
    pub is_one_way: bool,
    /// What newly chosen cells do to the selection.
    pub joining: Joining,
    /// The same by what is held with the pointer; none by keys.
    pub held: Option<Joining>,
    /// Whether the wand takes all cells of the level that are alike.
    pub is_wand_everywhere: bool,
    /// What was copied.
    pub stamp: Option<Stamp>,
    /// What of it is put down.
    pub stamp_parts: StampParts,
    /// The drag that goes on.
    pub stroke: Option<Stroke>,
    /// What was found out about the cell under the pointer.
    tried: Option<Tried>,
}

/// The rule that forbids what the chosen tool would do there, if one does. It is looked for once for each cell and scenario.
struct Tried {
    scenario: Arc<Scenario>,
    stroke: Stroke,
    tool: &'static str,
    why: Option<String>,
}

impl Default for Tools {
    fn default() -> Tools {
        Tools {
            chosen: None,
            size: 0,
            layer: LayerKey::Terrain,
            terrain: TerrainType::at(0),
            values: BTreeMap::new(),
            edge: None,
            erases: false,
            unit: UnitType::at(0),
            side: SideId::INDEPENDENT,
            meant: 0,
            name: String::new(),
            link_from: None,
            is_one_way: false,
            joining: Joining::default(),
            held: None,
            is_wand_everywhere: false,
            stamp: None,
            stamp_parts: StampParts { owners: true, units: true },
            stroke: None,
            tried: None,
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
        if !paintable(scenario).contains(&self.layer) {
            self.layer = LayerKey::Terrain;
        }
        if self.unit.index() >= design.units.len() {
            self.unit = UnitType::at(0);
        }
        if usize::from(self.side.0) > scenario.sides.len() {
            self.side = SideId::INDEPENDENT;
        }
        self.link_from.take_if(|cell| !scenario.world.area.contains(*cell));
    }

    /// The cells that the chosen tool would change where the pointer is.
    #[must_use]
    pub fn marks(&self, scenario: &Scenario, selection: &Selection, here: Cell) -> Vec<Cell> {
        let Some(tool) = self.chosen else { return Vec::new() };
        let mut cells = (tool.marks)(self, scenario, self.stroke_to(scenario, here));
        cells.retain(|&cell| !tool.is_confined || selection.lets(cell));
        cells
    }

    /// The drag that goes on, to a cell; at rest a drag that begins there.
    fn stroke_to(&self, scenario: &Scenario, here: Cell) -> Stroke {
        let at_rest = Stroke { from: here, last: here, to: here, is_done: false };
        let area = &scenario.world.area;
        let stroke = self.stroke.filter(|stroke| area.contains(stroke.from) && area.contains(stroke.last));
        stroke.map_or(at_rest, |stroke| Stroke { to: here, ..stroke })
    }

    /// The rule that forbids what the chosen tool would do where the pointer is, as a sentence; `None` if there is none.
    pub fn forbidden(&mut self, scenario: &Arc<Scenario>, here: Cell) -> Option<String> {
        let tool = self.chosen?;
        let trial = tool.trial?;
        self.fit(scenario);
        let stroke = self.stroke_to(scenario, here);
        let is_known = |tried: &&Tried| {
            Arc::ptr_eq(&tried.scenario, scenario) && (tried.stroke, tried.tool) == (stroke, tool.name)
        };
        if self.tried.as_ref().filter(is_known).is_none() {
            let why = match trial(self, scenario, stroke) {
                Ok(Some((_, edit))) => edit.fitted(scenario).err().map(|refusal| design::sentence(&refusal.words)),
                // That nothing lies there is told at a click: most cells are empty, and the pointer passes over them.
                Ok(None) | Err(_) => None,
            };
            self.tried = Some(Tried { scenario: Arc::clone(scenario), stroke, tool: tool.name, why });
        }
        self.tried.as_ref().and_then(|tried| tried.why.clone())
    }

    /// What would lie where the pointer is if the chosen tool did what it does: cells, by the colours of their terrain.
    #[must_use]
    pub fn preview(&self, scenario: &Scenario, here: Cell) -> Vec<(Vec<Cell>, Color32)> {
        let stamp = self.stamp.as_ref().filter(|_| self.chosen.is_some_and(|tool| tool.name == stamp::STAMP.name));
        let lands = stamp.map_or(Vec::new(), |stamp| stamp.lands(&scenario.world.area, here));
        let mut by_kind: BTreeMap<TerrainType, Vec<Cell>> = BTreeMap::new();
        for (cell, kind) in lands {
            if let Some(kind) = kind {
                by_kind.entry(kind).or_default().push(cell);
            }
        }
        let colors = output::terrain_colors(&scenario.design);
        let look = |(kind, cells): (TerrainType, Vec<Cell>)| {
            let [red, green, blue] = colors.get(kind.index()).copied().unwrap_or_default();
            (cells, Color32::from_rgba_unmultiplied(red, green, blue, 200))
        };
        by_kind.into_iter().map(look).collect()
    }

    /// What the chosen tool works with is another: what was found out is no more so.
    pub fn forget_trial(&mut self) {
        self.tried = None;
    }
}

impl ViewerContext {
    /// Chooses a tool by its name; the same again leaves it.
    fn choose_tool(&mut self, tool: &'static Tool) {
        (self.tools.stroke, self.tools.link_from) = (None, None);
        if self.tools.chosen.is_some_and(|chosen| chosen.name == tool.name) {
            return self.leave_tool();
        }
        self.tools.chosen = Some(tool);
        self.services.show_panel("edit");
        self.tools.forget_trial();
        let confined = tool.is_confined && !self.view.selection.is_empty();
        let inside = if confined { "; it stays inside the selection" } else { "" };
        self.services.tell(format!("{}: {}{inside}.", tool.title, tool.help));
    }

    /// The map is looked at again.
    pub(crate) fn leave_tool(&mut self) {
        self.end_drag();
        (self.tools.chosen, self.tools.stroke, self.tools.link_from) = (None, None, None);
    }

    /// Does what the chosen tool's trial says, when the pointer is let go.
    fn make_trial(&mut self, stroke: Stroke) {
        if let Some(trial) = self.tools.chosen.and_then(|tool| tool.trial).filter(|_| stroke.is_done) {
            self.try_edit(|tools, scenario| trial(tools, scenario, stroke));
        }
    }

    /// Makes an edit, or tells why it cannot be.
    fn try_edit(&mut self, trial: impl FnOnce(&Tools, &Scenario) -> Result<Option<(String, Edit)>, String>) {
        let Some(scenario) = self.shown().cloned() else { return };
        match trial(&self.tools, &scenario) {
            Ok(Some((name, edit))) => _ = self.edit(&name, &edit, false),
            Ok(None) => {}
            Err(why) => self.services.tell(why),
        }
    }

    /// The pointer is pressed, moved or let go over a cell with a tool.
    pub(crate) fn use_tool(&mut self, cell: Cell, is_done: bool) {
        let (Some(tool), Some(scenario)) = (self.tools.chosen, self.shown().cloned()) else { return };
        if let Some(why) = (tool.hindered)(&self.tools, &scenario) {
            return self.services.tell(why);
        }
        let area = &scenario.world.area;
        if !area.contains(cell) {
            return;
        }
        self.tools.fit(&scenario);
        let before = self.tools.stroke.filter(|stroke| area.contains(stroke.from) && area.contains(stroke.last));
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
            let context = &viewer.context;
            context.shown().and_then(|scenario| (tool.hindered)(&context.tools, scenario)).map(ToOwned::to_owned)
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
                viewer.context.tools.held = None;
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
    all.extend(select::commands());
    all.extend(stamp::commands());
    all
}
