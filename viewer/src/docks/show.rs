//! Shows docks round the map: tabs that can be dragged, borders that can be moved, strips where a dock is folded.

use eframe::egui::{self, Response, Ui, Vec2, WidgetText};
use egui_tiles::{
    Behavior, Container, EditAction, Linear, LinearDir, SimplificationOptions, Tabs, Tile, TileId, Tiles, Tree,
    UiResponse,
};

use super::{Docks, Pane, is_narrow, panel_in, panes, rules, usual, within};
use crate::{Dock, Panel, Viewer};

/// The width of a dock that is folded, in points.
const FOLDED: f32 = 24.0;

/// The height of a bar with tabs, in points.
const TABS: f32 = 24.0;

/// The least width or height of a dock, in points.
const LEAST: f32 = 100.0;

/// The part of the room that docks take at most.
const MOST: f32 = 0.6;

/// Between a tile and the next one, in points.
const GAP: f32 = 1.0;

/// A part of a row or column round the map, with the share of room that it got.
struct Laid {
    row: TileId,
    tile: TileId,
    /// The share that is remembered.
    kept: f32,
    /// The share that it has now; `None` for a strip and for what has the map: no border changes what is remembered of them.
    now: Option<f32>,
    /// The most that it can grow to.
    most: f32,
}

impl Docks {
    /// The tree for a room of this size, with the shares of docks in points: `scale` says how much of its usual room a dock takes now;
    /// `None`: it is folded. The map has the rest, which is never less than its part.
    fn laid_out(&self, mut room: Vec2, scale: impl Fn(Dock) -> Option<f32>) -> (Tree<Pane>, Vec<Laid>) {
        let (mut tree, mut all) = (self.tree.clone(), Vec::new());
        let branches = self.branches();
        for (row, linear, map) in self.rows() {
            let axis = usize::from(linear.dir == LinearDir::Vertical);
            let (mut shares, mut taken) = (linear.shares.clone(), 0.0);
            for &branch in branches.iter().filter(|branch| branch.row == row) {
                let kept =
                    Some(linear.shares[branch.tile]).filter(|share| *share >= LEAST).unwrap_or(usual(branch.dock));
                let now = scale(branch.dock).map(|scale| kept * scale);
                let share = now.unwrap_or(FOLDED);
                shares.set_share(branch.tile, share);
                if tree.is_visible_in_layout(branch.tile) {
                    taken += share + GAP;
                }
                all.push(Laid { row, tile: branch.tile, kept, now, most: kept + room[axis] * MOST });
            }
            for laid in all.iter_mut().filter(|laid| laid.row == row) {
                laid.most = (laid.most - taken).max(laid.kept);
            }
            room[axis] = (room[axis] - taken).max(taken / MOST - taken);
            shares.set_share(map, room[axis]);
            all.push(Laid { row, tile: map, kept: linear.shares[map], now: None, most: room[axis] });
            if let Some(linear) = linear_at(&mut tree.tiles, row) {
                linear.shares = shares;
            }
        }
        (tree, all)
    }

    /// Takes over the tree that was laid out and has been changed by hand; unless a panel was dropped where the map would be behind it.
    fn take(&mut self, tree: Tree<Pane>, laid: &[Laid]) {
        let before = std::mem::replace(&mut self.tree, tree);
        for Laid { row, tile, kept, now, most } in laid {
            if let Some(row) = linear_at(&mut self.tree.tiles, *row).filter(|row| row.children.contains(tile)) {
                let share = now.map_or(*kept, |now| (kept * row.shares[*tile] / now).min(*most).max(LEAST));
                row.shares.set_share(*tile, share);
            }
        }
        self.tree.simplify(&rules());
        if !self.is_sound() {
            self.tree = before;
        }
    }
}

fn linear_at(tiles: &mut Tiles<Pane>, tile: TileId) -> Option<&mut Linear> {
    match tiles.get_mut(tile) {
        Some(Tile::Container(Container::Linear(row))) => Some(row),
        _ => None,
    }
}

impl Viewer {
    /// Shows the map with the docks round it. A copy of the tree is shown: what panels do may change which of them are shown.
    pub(crate) fn show_docks(&mut self, ui: &mut Ui) {
        let before = self.context.services.session.docks.clone();
        let (mut tree, laid) = before.laid_out(ui.available_size(), |dock| self.scale_of(dock));
        let docks = before
            .branches()
            .into_iter()
            .flat_map(|branch| within(&tree.tiles, branch.tile).into_iter().map(move |tile| (tile, branch.dock)));
        let mut shown = Shown { docks: docks.collect(), is_edited: false, viewer: self };
        tree.ui(&mut shown, ui);
        let is_edited = shown.is_edited;
        let docks = &mut self.context.services.session.docks;
        if is_edited && *docks == before {
            docks.take(tree, &laid);
        }
    }

    /// How much of its usual room a dock takes; `None`: it is folded.
    fn scale_of(&self, dock: Dock) -> Option<f32> {
        let services = &self.context.services;
        let is_given = self.context.documents.open.as_ref().is_some_and(|open| open.base.is_none());
        match dock {
            _ if services.is_folded(dock) => None,
            // What came from a file has nothing to set.
            Dock::Left if is_given && services.session.docks.shown(dock) == "recipe" => Some(0.63),
            Dock::Right if is_narrow(&services.egui) => Some(0.8),
            _ => Some(1.0),
        }
    }
}

/// How tiles are shown.
struct Shown<'a> {
    /// The docks of tiles.
    docks: Vec<(TileId, Dock)>,
    /// Whether somebody chose a tab, dragged a panel or moved a border.
    is_edited: bool,
    viewer: &'a mut Viewer,
}

impl Shown<'_> {
    /// The dock of a tile; `None` for the map and what is round it.
    fn dock_of(&self, tile: TileId) -> Option<Dock> {
        self.docks.iter().find(|(known, _)| *known == tile).map(|(_, dock)| *dock)
    }

    /// Where a folded dock can be unfolded.
    fn show_strip(&mut self, ui: &mut Ui, panel: &Panel, dock: Dock) {
        let sign = match dock {
            Dock::Left => "»",
            Dock::Right => "«",
            Dock::Bottom => "^",
        };
        let words = format!("Unfold {}", panel.title);
        let place = egui::UiBuilder::new().max_rect(ui.max_rect().shrink2(egui::vec2(2.0, 3.0)));
        ui.scope_builder(place, |ui| {
            if ui.small_button(sign).on_hover_text(&words).accessible_name(&words).clicked() {
                self.viewer.context.services.session.docks.unfold(dock);
            }
        });
    }

    fn show_panel(&mut self, ui: &mut Ui, panel: &Panel, dock: Dock) {
        let room = ui.max_rect();
        let place = egui::UiBuilder::new().max_rect(room.shrink2(egui::vec2(8.0, 6.0)));
        ui.scope_builder(place, |ui| self.viewer.show_content(panel, ui));
        self.viewer.carry_out();
        let with_tabs = room.with_min_y(room.min.y - TABS);
        self.viewer.context.focus.note_dock(ui.ctx(), dock, with_tabs);
    }

    /// Where a panel can be moved.
    fn show_moves(&mut self, ui: &mut Ui, panel: &Panel, from: Dock) {
        for dock in Dock::ALL.into_iter().filter(|dock| *dock != from) {
            if ui.button(format!("Move to the {}", dock.words())).clicked() {
                self.viewer.context.services.session.docks.move_panel(panel, dock);
                ui.close();
            }
        }
    }

    /// Gives a tab the keyboard where its dock is to have it, and room where it was not shown before.
    fn attend(&mut self, tab: &Response, panel: &Panel, dock: Dock) {
        if !self.viewer.context.services.session.docks.shows(panel.name) {
            return;
        }
        let at = egui::Id::unique(("shown last", dock.words()));
        let last = tab.ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(at), panel.name));
        if last != panel.name {
            tab.scroll_to_me(None);
        }
        if self.viewer.context.focus.wanted.take_if(|wanted| *wanted == dock).is_some() {
            tab.request_focus();
        }
    }
}

impl Behavior<Pane> for Shown<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, tile: TileId, pane: &mut Pane) -> UiResponse {
        let (Some(dock), Some(panel)) = (self.dock_of(tile), panel_in(*pane)) else {
            self.viewer.show_map(ui);
            return UiResponse::None;
        };
        ui.painter().rect_filled(ui.max_rect(), 0.0, ui.visuals().panel_fill);
        if self.viewer.context.services.is_folded(dock) {
            self.show_strip(ui, panel, dock);
        } else {
            self.show_panel(ui, panel, dock);
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        panel_in(*pane).map_or("Map", |panel| panel.title).into()
    }

    /// Panels that were dropped above or beside each other behind one tab have all their names on it.
    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, tile: TileId) -> WidgetText {
        let titles: Vec<&str> = panes(tiles, tile).filter_map(panel_in).map(|panel| panel.title).collect();
        titles.join(", ").into()
    }

    fn on_tab_button(&mut self, tiles: &mut Tiles<Pane>, tile: TileId, tab: Response) -> Response {
        let panel = tiles.get_pane(&tile).and_then(|pane| panel_in(*pane));
        let (Some(dock), Some(panel)) = (self.dock_of(tile), panel) else { return tab };
        let tip = self.viewer.context.services.keys.with_words(panel.summary, &format!("panel-{}", panel.name));
        let tab = tab.on_hover_text(format!("{tip}\nDrag it to another side, or use the second button of the mouse"));
        tab.context_menu(|ui| self.show_moves(ui, panel, dock));
        self.attend(&tab, panel, dock);
        tab
    }

    fn top_bar_right_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, tile: TileId, tabs: &Tabs, _: &mut f32) {
        let active = tabs.next_active(tiles).and_then(|active| panes(tiles, active).find_map(panel_in));
        let (Some(dock), Some(panel)) = (self.dock_of(tile), active) else { return };
        let (docks, words) = (&mut self.viewer.context.services.session.docks, dock.words());
        let close = ui.small_button("×").on_hover_text("Hides these panels; the menu View shows them again");
        if close.accessible_name("Hide the panel").clicked() {
            docks.hide(panel.name);
        }
        let sign = match dock {
            Dock::Left => "«",
            Dock::Right => "»",
            Dock::Bottom => "–",
        };
        let fold = ui.small_button(sign).on_hover_text(format!("Folds all panels on the {words} to a strip"));
        if fold.accessible_name(format!("Fold the {words}")).clicked() {
            docks.fold(dock);
        }
    }

    fn is_tile_draggable(&self, tiles: &Tiles<Pane>, tile: TileId) -> bool {
        tiles.get_pane(&tile).is_some()
    }

    fn is_tab_bar_visible(&self, tile: TileId, _: &Tabs) -> bool {
        self.dock_of(tile).is_some_and(|dock| !self.viewer.context.services.is_folded(dock))
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        TABS
    }

    fn tab_title_spacing(&self, _: &egui::Visuals) -> f32 {
        5.0
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        GAP
    }

    fn min_size(&self) -> f32 {
        LEAST
    }

    /// The commands `next-panel` and `previous-panel` do that, wherever the pointer is.
    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn simplification_options(&self) -> SimplificationOptions {
        rules()
    }

    fn on_edit(&mut self, _: EditAction) {
        self.is_edited = true;
    }
}
