//! Docks: a tree of tiles with the map in its middle says where each panel is, which is shown, and how wide docks are.
//!
//! `show.rs` shows the tree, `kept.rs` is how it is remembered.
//!
//! A dock is what lies on one side of the map. Rows and columns round the map share their room in points: what is beside the map has the
//! points that it was given, the map has the rest. Panels can also be dropped above or beside each other within a dock.

mod kept;
mod show;

use eframe::egui;
use egui_tiles::{Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use self::kept::Kept;
pub(crate) use self::kept::KeptBefore;
use crate::services::Services;
use crate::{Command, Dock, Menu, PANELS, Panel, Viewer};

/// A tile with something in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pane {
    /// The map, or the start page in its place.
    Map,
    /// A panel, by its name.
    Panel(&'static str),
}

/// Where panels are, and which of them are shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Kept", into = "Kept")]
pub struct Docks {
    tree: Tree<Pane>,
    /// The docks that are folded to a strip.
    folded: Vec<Dock>,
    /// The dock at a side that was asked for last: where there is no room for both, the other one is folded.
    front: Dock,
}

impl Default for Docks {
    fn default() -> Docks {
        let mut tiles = Tiles::default();
        let map = tiles.insert_pane(Pane::Map);
        let row = tiles.insert_horizontal_tile(vec![map]);
        let root = tiles.insert_vertical_tile(vec![row]);
        let mut docks = Docks::of(root, tiles);
        docks.add_missing();
        docks.hide("stages");
        docks
    }
}

impl PartialEq for Docks {
    fn eq(&self, other: &Docks) -> bool {
        Kept::from(self.clone()) == Kept::from(other.clone())
    }
}

/// A tile beside the map, or a row or column of them.
#[derive(Clone, Copy)]
struct Branch {
    /// The row or column that it shares with the map.
    row: TileId,
    tile: TileId,
    dock: Dock,
}

/// What becomes of a tree in which a tile was moved: each panel has its tab, and rows without panels go.
fn rules() -> SimplificationOptions {
    SimplificationOptions {
        all_panes_must_have_tabs: true,
        flatten_tabs_in_tabs: true,
        // The row and the column round the map stay, so that docks can come to them.
        prune_single_child_containers: false,
        ..SimplificationOptions::default()
    }
}

/// The width of a dock at first, or its height at the bottom, in points.
const fn usual(dock: Dock) -> f32 {
    match dock {
        Dock::Left => 300.0,
        Dock::Right => 376.0,
        Dock::Bottom => 178.0,
    }
}

/// A tile and all within it.
fn within(tiles: &Tiles<Pane>, tile: TileId) -> Vec<TileId> {
    let inner = tiles.get_container(tile).into_iter().flat_map(Container::children);
    std::iter::once(tile).chain(inner.flat_map(|child| within(tiles, *child))).collect()
}

/// What is in a tile, in the order of tabs.
fn panes(tiles: &Tiles<Pane>, tile: TileId) -> impl Iterator<Item = Pane> + '_ {
    within(tiles, tile).into_iter().filter_map(|tile| tiles.get_pane(&tile).copied())
}

impl Docks {
    fn of(root: TileId, tiles: Tiles<Pane>) -> Docks {
        let mut tree = Tree::new(egui::Id::unique("docks"), root, tiles);
        tree.simplify(&rules());
        Docks { tree, folded: Vec::new(), front: Dock::Right }
    }

    /// The rows and columns round the map, the outermost first, each with its part that has the map.
    fn rows(&self) -> Vec<(TileId, &Linear, TileId)> {
        let tiles = &self.tree.tiles;
        let row_at = |tile: TileId| {
            let Some(Container::Linear(row)) = tiles.get_container(tile) else { return None };
            let inner = row.children.iter().find(|child| panes(tiles, **child).any(|pane| pane == Pane::Map))?;
            Some((tile, row, *inner))
        };
        std::iter::successors(self.tree.root.and_then(row_at), |(_, _, inner)| row_at(*inner)).collect()
    }

    /// What lies beside the map.
    fn branches(&self) -> Vec<Branch> {
        let sides = |(row, linear, map): (TileId, &Linear, TileId)| {
            let at = linear.children.iter().position(|child| *child == map);
            let dock = |index| match linear.dir {
                LinearDir::Vertical => Dock::Bottom,
                LinearDir::Horizontal if Some(index) < at => Dock::Left,
                LinearDir::Horizontal => Dock::Right,
            };
            let all = linear.children.iter().enumerate().filter(|(_, tile)| **tile != map);
            all.map(|(index, tile)| Branch { row, tile: *tile, dock: dock(index) }).collect::<Vec<_>>()
        };
        self.rows().into_iter().flat_map(sides).collect()
    }

    /// Whether the map has a place of its own, with a row and a column round it.
    fn is_sound(&self) -> bool {
        let rows = self.rows();
        let has = |dir| rows.iter().any(|(_, row, _)| row.dir == dir);
        let alone = rows.last().is_some_and(|(_, _, map)| panes(&self.tree.tiles, *map).eq([Pane::Map]));
        alone && has(LinearDir::Horizontal) && has(LinearDir::Vertical)
    }

    fn tile_of(&self, name: &str) -> Option<TileId> {
        let panel = PANELS.iter().find(|panel| panel.name == name)?;
        self.tree.tiles.find_pane(&Pane::Panel(panel.name))
    }

    /// Puts panels that are nowhere into their own docks.
    fn add_missing(&mut self) {
        for panel in PANELS
            .iter()
            .filter(|panel| self.tree.tiles.find_pane(&Pane::Panel(panel.name)).is_none())
            .collect::<Vec<_>>()
        {
            let tabs = self.tabs_of(panel.dock);
            let pane = self.tree.tiles.insert_pane(Pane::Panel(panel.name));
            if let Some(Tile::Container(container)) = self.tree.tiles.get_mut(tabs) {
                container.add_child(pane);
            }
        }
    }

    /// The first tabs of a dock, which gets some if it has none.
    fn tabs_of(&mut self, dock: Dock) -> TileId {
        let tiles = &self.tree.tiles;
        let is_tabs = |tile: &TileId| matches!(tiles.get_container(*tile), Some(Container::Tabs(_)));
        let mut all = self.branches().into_iter().filter(|branch| branch.dock == dock);
        let found = all.find_map(|branch| within(tiles, branch.tile).into_iter().find(is_tabs));
        found.unwrap_or_else(|| self.add_tabs(dock))
    }

    fn add_tabs(&mut self, dock: Dock) -> TileId {
        // The bottom lies under all, the sides are next to the map.
        let row = match dock {
            Dock::Bottom => self.rows().into_iter().find(|(_, row, _)| row.dir == LinearDir::Vertical),
            _ => self.rows().into_iter().rfind(|(_, row, _)| row.dir == LinearDir::Horizontal),
        };
        let row = row.map(|(tile, ..)| tile);
        let tabs = self.tree.tiles.insert_tab_tile(Vec::new());
        if let Some(Tile::Container(Container::Linear(row))) = row.and_then(|row| self.tree.tiles.get_mut(row)) {
            row.children.insert(if dock == Dock::Left { 0 } else { row.children.len() }, tabs);
            row.shares.set_share(tabs, usual(dock));
        }
        tabs
    }

    /// The dock of a panel.
    #[must_use]
    pub fn dock_of(&self, panel: &Panel) -> Dock {
        let mut branches = self.branches().into_iter();
        let found =
            branches.find(|branch| panes(&self.tree.tiles, branch.tile).any(|pane| pane == Pane::Panel(panel.name)));
        found.map_or(panel.dock, |branch| branch.dock)
    }

    /// The panels of a dock, in the order of their tabs.
    pub(crate) fn panels_of(&self, dock: Dock) -> Vec<&'static Panel> {
        let branches = self.branches().into_iter().filter(|branch| branch.dock == dock);
        let panes = branches.flat_map(|branch| panes(&self.tree.tiles, branch.tile));
        panes.filter_map(panel_in).collect()
    }

    /// Whether a panel is not hidden, nor behind another one.
    #[must_use]
    pub fn shows(&self, name: &str) -> bool {
        self.tile_of(name).is_some_and(|tile| self.tree.active_tiles().contains(&tile))
    }

    /// The name of the first panel that a dock shows; empty if it is hidden.
    #[must_use]
    pub fn shown(&self, dock: Dock) -> &'static str {
        self.panels_of(dock).into_iter().map(|panel| panel.name).find(|name| self.shows(name)).unwrap_or_default()
    }

    /// Shows a panel, by its name.
    pub fn show(&mut self, name: &str) {
        let Some(tile) = self.tile_of(name) else { return };
        self.tree.make_active(|at, _| at == tile);
        for above in std::iter::successors(Some(tile), |tile| self.tree.tiles.parent_of(*tile)).collect::<Vec<_>>() {
            self.tree.set_visible(above, true);
        }
        if let Some(Pane::Panel(name)) = self.tree.tiles.get_pane(&tile) {
            self.unfold(
                PANELS.iter().find(|panel| panel.name == *name).map_or(Dock::Right, |panel| self.dock_of(panel)),
            );
        }
    }

    /// Hides a panel, with those behind it.
    pub(crate) fn hide(&mut self, name: &str) {
        if let Some(tabs) = self.tile_of(name).and_then(|tile| self.tree.tiles.parent_of(tile)) {
            self.tree.set_visible(tabs, false);
        }
    }

    /// Moves a panel to another dock, and shows it there.
    pub(crate) fn move_panel(&mut self, panel: &Panel, dock: Dock) {
        if let Some(tile) = self.tile_of(panel.name).filter(|_| self.dock_of(panel) != dock) {
            let tabs = self.tabs_of(dock);
            self.tree.move_tile_to_container(tile, tabs, usize::MAX, false);
            self.tree.simplify(&rules());
        }
        self.show(panel.name);
    }

    fn fold(&mut self, dock: Dock) {
        self.unfold(dock);
        self.folded.push(dock);
    }

    /// Unfolds a dock, which folds the one at the other side if there is no room for both.
    pub(crate) fn unfold(&mut self, dock: Dock) {
        self.folded.retain(|folded| *folded != dock);
        if dock != Dock::Bottom {
            self.front = dock;
        }
    }
}

fn panel_in(pane: Pane) -> Option<&'static Panel> {
    PANELS.iter().copied().find(|panel| pane == Pane::Panel(panel.name))
}

impl Services {
    /// Whether a panel is one that its dock shows.
    #[must_use]
    pub fn shows_panel(&self, panel: &Panel) -> bool {
        self.session.docks.shows(panel.name)
    }

    /// Shows a panel, or hides it.
    pub fn toggle_panel(&mut self, panel: &Panel) {
        let is_folded = self.is_folded(self.session.docks.dock_of(panel));
        if self.shows_panel(panel) && !is_folded {
            self.session.docks.hide(panel.name);
        } else {
            self.session.docks.show(panel.name);
        }
    }

    /// Shows a panel by its name.
    pub fn show_panel(&mut self, name: &str) {
        self.session.docks.show(name);
    }

    /// Whether a dock is folded: somebody folded it, or the window is too narrow for it beside the map and the dock that was asked for last.
    #[must_use]
    pub fn is_folded(&self, dock: Dock) -> bool {
        let docks = &self.session.docks;
        let is_behind = dock != Dock::Bottom && dock != docks.front;
        let is_second = is_behind && !docks.shown(docks.front).is_empty();
        docks.folded.contains(&dock) || (is_second && is_narrow(&self.egui))
    }
}

/// Whether the window has room for one dock beside the map, and no more.
pub(crate) fn is_narrow(context: &egui::Context) -> bool {
    context.content_rect().width() < NARROW
}

/// The least width of a window with two docks beside the map, in points.
const NARROW: f32 = 1180.0;

pub(crate) fn commands() -> Vec<Command> {
    let to = |dock: Dock| {
        let (name, title) = (format!("move-panel-{}", dock.words()), format!("Move the panel to the {}", dock.words()));
        let help = "the panel where the keyboard was last goes to another side";
        Command::new(Menu::View, &name, &title, help, move |viewer| move_focused(viewer, dock))
    };
    let fold = "the side where the keyboard was last becomes a strip, or a strip a side";
    vec![
        to(Dock::Left),
        to(Dock::Right),
        to(Dock::Bottom),
        Command::new(Menu::View, "fold-panels", "Fold or unfold a side", fold, |viewer| {
            let (dock, services) = (viewer.context.focus.dock, &mut viewer.context.services);
            let is_folded = services.is_folded(dock);
            let docks = &mut services.session.docks;
            if is_folded { docks.unfold(dock) } else { docks.fold(dock) }
        }),
        Command::new(
            Menu::View,
            "reset-panels",
            "Panels as at first",
            "all panels at their sides, as wide as at first",
            |viewer| {
                viewer.context.services.session.docks = Docks::default();
            },
        )
        .always(),
    ]
}

/// Moves the panel with the keyboard to another dock, where it has the keyboard again.
fn move_focused(viewer: &mut Viewer, dock: Dock) {
    let docks = &mut viewer.context.services.session.docks;
    let shown = docks.shown(viewer.context.focus.dock);
    let Some(panel) = PANELS.iter().find(|panel| panel.name == shown) else {
        return viewer.context.services.tell("No panel is shown where the keyboard was last.");
    };
    docks.move_panel(panel, dock);
    viewer.context.focus.dock = dock;
    viewer.context.focus.wanted = Some(dock);
}
