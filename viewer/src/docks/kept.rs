//! How docks are remembered: in a form of our own, so that no other version of the crate of tiles makes a session unreadable.

use std::collections::BTreeMap;

use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles};
use serde::{Deserialize, Serialize};

use super::{Docks, Pane};
use crate::{Dock, PANELS};

/// Docks as they are remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct Kept {
    tiles: KeptTile,
    folded: Vec<Dock>,
    front: Dock,
}

/// A tile as it is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KeptTile {
    Map,
    Panel(String),
    Tabs {
        tiles: Vec<KeptTile>,
        active: usize,
        hidden: bool,
    },
    /// From left to right, each with its share of the width.
    Row(Vec<(f32, KeptTile)>),
    /// From above to below, each with its share of the height.
    Column(Vec<(f32, KeptTile)>),
}

impl Default for Kept {
    fn default() -> Kept {
        Kept::from(Docks::default())
    }
}

impl From<Docks> for Kept {
    fn from(docks: Docks) -> Kept {
        let Docks { tree, folded, front } = docks;
        let tiles = tree.root.and_then(|root| keep(&tree.tiles, root)).unwrap_or(KeptTile::Map);
        Kept { tiles, folded, front }
    }
}

/// A tile as it is remembered, with all in it; `None` for what no panel is ever dropped into.
fn keep(tiles: &Tiles<Pane>, tile: TileId) -> Option<KeptTile> {
    Some(match tiles.get(tile)? {
        Tile::Pane(Pane::Map) => KeptTile::Map,
        Tile::Pane(Pane::Panel(name)) => KeptTile::Panel((*name).to_owned()),
        Tile::Container(Container::Tabs(tabs)) => KeptTile::Tabs {
            tiles: tabs.children.iter().filter_map(|child| keep(tiles, *child)).collect(),
            active: tabs.children.iter().position(|child| tabs.is_active(*child)).unwrap_or(0),
            hidden: !tiles.is_visible(tile),
        },
        Tile::Container(Container::Linear(row)) => {
            let parts = row.children.iter().filter_map(|child| Some((row.shares[*child], keep(tiles, *child)?)));
            match row.dir {
                LinearDir::Horizontal => KeptTile::Row(parts.collect()),
                LinearDir::Vertical => KeptTile::Column(parts.collect()),
            }
        }
        Tile::Container(Container::Grid(_)) => return None,
    })
}

impl From<Kept> for Docks {
    /// Panels that no longer exist are left out, those that are missing come to their own docks. Where the map has no place of its own,
    /// all is as at first.
    fn from(kept: Kept) -> Docks {
        let mut tiles = Tiles::default();
        let Some(root) = build(&mut tiles, kept.tiles) else { return Docks::default() };
        let mut docks = Docks::of(root, tiles);
        if !docks.is_sound() {
            return Docks::default();
        }
        docks.add_missing();
        (docks.folded, docks.front) = (kept.folded, kept.front);
        docks
    }
}

/// Makes a tile with all in it; `None` if that is unknown or already there.
fn build(tiles: &mut Tiles<Pane>, kept: KeptTile) -> Option<TileId> {
    match kept {
        KeptTile::Map => build_pane(tiles, Pane::Map),
        KeptTile::Panel(name) => {
            let panel = PANELS.iter().find(|panel| panel.name == name)?;
            build_pane(tiles, Pane::Panel(panel.name))
        }
        KeptTile::Tabs { tiles: kept, active, hidden } => {
            let all: Vec<Option<TileId>> = kept.into_iter().map(|child| build(tiles, child)).collect();
            let active = all.get(active).copied().flatten();
            let children: Vec<TileId> = all.into_iter().flatten().collect();
            let active = active.or(children.first().copied());
            let tabs = tiles.insert_container(Tabs { children, active });
            tiles.set_visible(tabs, !hidden);
            Some(tabs)
        }
        KeptTile::Row(parts) => Some(build_row(tiles, LinearDir::Horizontal, parts)),
        KeptTile::Column(parts) => Some(build_row(tiles, LinearDir::Vertical, parts)),
    }
}

fn build_pane(tiles: &mut Tiles<Pane>, pane: Pane) -> Option<TileId> {
    tiles.find_pane(&pane).is_none().then(|| tiles.insert_pane(pane))
}

fn build_row(tiles: &mut Tiles<Pane>, dir: LinearDir, parts: Vec<(f32, KeptTile)>) -> TileId {
    let mut row = Linear::new(dir, Vec::new());
    for (share, kept) in parts {
        if let Some(child) = build(tiles, kept) {
            row.children.push(child);
            row.shares.set_share(child, if (0.01..1e5).contains(&share) { share } else { 1.0 });
        }
    }
    tiles.insert_container(row)
}

/// Docks as they were remembered before version 0.2: a panel for each, and panels that were moved.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct KeptBefore {
    docks: Option<serde::de::IgnoredAny>,
    left: Option<String>,
    right: Option<String>,
    bottom: Option<String>,
    moved: BTreeMap<String, Dock>,
}

impl KeptBefore {
    /// The docks of a session that remembers them in the form of earlier versions.
    pub(crate) fn read(text: &str) -> Option<Docks> {
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let KeptBefore { docks: None, left, right, bottom, moved } = options.from_str(text).ok()? else { return None };
        let mut docks = Docks::default();
        for panel in PANELS {
            if let Some(dock) = moved.get(panel.name) {
                docks.move_panel(panel, *dock);
            }
        }
        for (dock, shown) in [(Dock::Left, left), (Dock::Right, right), (Dock::Bottom, bottom)] {
            let Some(shown) = shown else { continue };
            docks.hide(docks.shown(dock));
            if docks.panels_of(dock).iter().any(|panel| panel.name == shown) {
                docks.show(&shown);
            }
        }
        docks.unfold(Dock::Right);
        Some(docks)
    }
}
