//! Cells are selected: between two corners, by what they are, all of them, none.

use design::counted;
use grid::{Cell, flood};
use world::Scenario;
use world::edit::region;

use super::{Joining, Tool, Tools};
use crate::{Command, Menu, ViewerContext};

pub(super) const SELECT: Tool = Tool {
    marks: |_, scenario, stroke| region(&scenario.world.area, stroke.from, stroke.to),
    has_two_ends: true,
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned().filter(|_| stroke.is_done) else { return };
        context.select(&region(&scenario.world.area, stroke.from, stroke.to), context.tools.joining());
    },
    ..Tool::new(
        "select",
        "Select",
        "selects the cells between two corners; with Shift it adds them, with Ctrl or Alt it takes them away",
    )
};

pub(super) const WAND: Tool = Tool {
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned().filter(|_| stroke.is_done) else { return };
        let cells = alike(&context.tools, &scenario, stroke.to, context.tools.is_wand_everywhere);
        context.select(&cells, context.tools.joining());
    },
    ..Tool::new(
        "wand",
        "Wand",
        "selects the cells that are like the one that is clicked and lie together with it, or all of them on the level",
    )
};

/// The cells of a level that have the same value as one: those that lie together with it, or all.
pub(super) fn alike(tools: &Tools, scenario: &Scenario, from: Cell, is_everywhere: bool) -> Vec<Cell> {
    let area = &scenario.world.area;
    let Some(values) = tools.layer.values(&scenario.world) else {
        // Of a layer that is absent all cells are alike.
        return area.level_cells(area.level(from)).collect();
    };
    let is_like = |cell: Cell| values[cell.index()] == values[from.index()];
    if is_everywhere {
        return area.level_cells(area.level(from)).filter(|&cell| is_like(cell)).collect();
    }
    flood(area, from, is_like)
}

impl Tools {
    /// What chosen cells do to the selection: what is held says, else the choice in the panel.
    fn joining(&self) -> Joining {
        self.held.unwrap_or(self.joining)
    }
}

impl ViewerContext {
    /// Selects cells of the shown map, and tells how many are selected.
    pub fn select(&mut self, cells: &[Cell], how: Joining) {
        let Some(area) = self.shown().map(|scenario| scenario.world.area) else { return };
        self.view.selection.join(&area, cells, how);
        let words = match self.view.selection.cells().len() {
            0 => "Nothing is selected: tools work everywhere.".to_owned(),
            1 => "1 cell is selected.".to_owned(),
            count => format!("{} are selected.", counted(count, "cell")),
        };
        self.services.tell(words);
    }

    /// The selected cells. Those of an area that was shown just before are none of this one.
    pub(crate) fn selected(&self) -> Vec<Cell> {
        let Some(area) = self.shown().map(|scenario| scenario.world.area) else { return Vec::new() };
        self.view.selection.cells().iter().copied().filter(|&cell| area.contains(cell)).collect()
    }

    /// All cells of the shown level.
    fn level_cells(&self) -> Vec<Cell> {
        let level = self.view.level();
        self.shown().map_or(Vec::new(), |scenario| scenario.world.area.level_cells(level).collect())
    }
}

pub(super) fn commands() -> Vec<Command> {
    let command = |name, title, help, run: fn(&mut ViewerContext)| {
        Command::new(Menu::Edit, name, title, help, move |viewer| run(&mut viewer.context))
    };
    vec![
        command("select-all", "Select all", "selects every cell of the level that is shown", |context| {
            let all = context.level_cells();
            context.select(&all, Joining::Replaces);
        }),
        command("select-none", "Select none", "lets go of the selection: tools work everywhere again", |context| {
            context.select(&[], Joining::Replaces);
        }),
        command(
            "select-invert",
            "Invert the selection",
            "selects the other cells of the level that is shown",
            |context| {
                let mut others = context.level_cells();
                others.retain(|&cell| !context.view.selection.has(cell));
                context.select(&others, Joining::Replaces);
            },
        ),
    ]
}
