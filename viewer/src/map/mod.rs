//! The map: one or two panes that share a camera, a cursor, a highlight, a legend, a minimap.
//!
//! The content of a pane is a [`MapContent`], made in the background. From far it is painted as textures (`chunks.rs`), from near as a
//! mesh (`near.rs`); units and names (`things.rs`) lie over both.

mod bar;
mod camera;
mod chunks;
mod commands;
mod content;
mod courses;
mod legend;
mod minimap;
mod near;
mod printed;
mod things;

use std::sync::Arc;

use eframe::egui::{self, Color32, FontId, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2};
use grid::{Cell, Lattice};
use world::{Scenario, UnitId};

pub use camera::Camera;
pub(crate) use commands::commands;
pub use content::MapContent;
pub use things::{Sprites, color_of, unit_words};

use crate::lenses::find_lens;
use crate::panels::play;
use crate::same::Same;
use crate::session::{Overlays, Style};
use crate::{Job, Viewer};

/// The arrangement of panes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Arrangement {
    /// One pane.
    #[default]
    One,
    /// Two, left and right.
    SideBySide,
    /// Two, one over the other, divided at this part of the width.
    Swipe(f32),
}

/// How much of what lies around cells is shown with them, in map units; and how near they are brought, in points.
const AROUND: f32 = 3.0;
const NEAR_MAX: f32 = 40.0;

/// A highlight: the cells and units behind a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Highlight {
    /// What it is.
    pub title: String,
    /// Cells.
    pub cells: Vec<Cell>,
    /// Units, highlighted where they stand.
    pub units: Vec<UnitId>,
}

/// What a pane's ground was made from.
#[derive(Clone, PartialEq)]
struct Key {
    /// The scenario; it can be compared by address, because scenarios are never changed, only replaced.
    scenario: Same<Scenario>,
    level: u32,
    lens: String,
    choice: usize,
    style: Style,
    overlays: Overlays,
}

/// One view of the map.
#[derive(Default)]
pub struct Pane {
    /// The lens, by name; empty: terrain.
    pub lens: String,
    /// The choice of the lens, from 0: a seat, a material.
    pub choice: usize,
    /// The level that is shown, from 0.
    pub level: u32,
    /// The fault of the lens; empty if there is none.
    pub fault: String,
    /// The ground that is shown.
    pub ground: Option<Arc<MapContent>>,
    key: Option<Key>,
    job: Option<Job<Result<MapContent, String>>>,
    chunks: chunks::Chunks,
    /// The map as it is printed, at rest.
    pub printed: printed::Printed,
    choices: bar::Choices,
}

/// The state of the map.
#[derive(Default)]
pub struct MapView {
    /// The visible part.
    pub camera: Camera,
    /// Whether the map fills the pane, whatever its size; until it is moved.
    pub fitted: bool,
    /// The chosen cell.
    pub cursor: Option<Cell>,
    /// The cell under the pointer.
    pub hover: Option<Cell>,
    /// The highlight.
    pub highlight: Option<Highlight>,
    /// One pane or two.
    pub arrangement: Arrangement,
    /// The panes; the second is visible in two of the arrangements.
    pub panes: [Pane; 2],
    /// The pane to which commands apply.
    pub active: usize,
    /// The scenario in the second pane with its name, if that differs from the first.
    pub other: Option<(String, Arc<Scenario>)>,
    sprites: Sprites,
    /// The map's widget, which has the focus when map keys are pressed.
    pub widget: Option<egui::Id>,
    /// The last place of the map, for commands.
    room: Option<Rect>,
    /// The area of the shown scenario: cursor and highlight are cells of it.
    area: Option<grid::Area>,
}

impl MapView {
    /// A map with the lens of the last session.
    #[must_use]
    pub fn remembering(lens: &str) -> MapView {
        let mut state = MapView::default();
        if find_lens(lens).is_some() {
            state.set_lens(lens);
        }
        state
    }

    /// Chooses another lens for the active pane.
    pub fn set_lens(&mut self, name: &str) {
        let pane = &mut self.panes[self.active];
        if pane.lens != name {
            name.clone_into(&mut pane.lens);
            pane.choice = 0;
        }
    }

    /// The lens of the active pane, by name.
    #[must_use]
    pub fn lens(&self) -> &str {
        match self.panes[self.active].lens.as_str() {
            "" => "terrain",
            name => name,
        }
    }

    /// Chooses a cell and brings it into view, in a pane with its level.
    pub fn go_to(&mut self, cell: Cell) {
        self.cursor = Some(cell);
        if let Some(area) = self.area.filter(|area| area.contains(cell)) {
            let level = area.level(cell);
            let is_shown =
                self.panes[0].level == level || (self.arrangement != Arrangement::One && self.panes[1].level == level);
            if !is_shown {
                self.panes[0].level = level;
            }
        }
        self.show_cell(cell);
    }

    /// Shows another level in the active pane.
    pub fn set_level(&mut self, level: u32) {
        let levels = self.area.map_or(1, |area| area.levels());
        self.panes[self.active].level = level.min(levels - 1);
    }

    /// The level in the active pane, from 0.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.panes[self.active].level
    }

    /// Brings the cells between some into view, and as near as that allows.
    pub(crate) fn show_cells(&mut self, cells: &[Cell]) {
        let (Some(ground), Some(room)) = (&self.panes[0].ground, self.room) else { return };
        let area = &ground.whole.world.area;
        let places = cells.iter().filter_map(|&cell| area.on_level(cell, 0));
        let points: Vec<Pos2> = places.map(|cell| ground.plan.center(cell).into()).collect();
        if points.is_empty() {
            return;
        }
        let around = Rect::from_points(&points).expand(AROUND);
        self.camera.fit((around.width(), around.height()), room);
        self.camera.scale = self.camera.scale.min(NEAR_MAX);
        self.camera.center = around.center();
        self.fitted = false;
    }

    fn show_cell(&mut self, cell: Cell) {
        let (Some(ground), Some(room)) = (&self.panes[0].ground, self.room) else { return };
        // All levels have one layout.
        let area = &ground.whole.world.area;
        let Some(place) = area.on_level(cell, 0).filter(|_| area.contains(cell)) else { return };
        let center = ground.plan.center(place);
        let at = self.camera.screen(room, center);
        if !room.shrink(40.0).contains(at) {
            self.camera.center = pos2(center.0, center.1);
            self.fitted = false;
        }
    }

    /// Goes to the other end of a link that ends in the chosen cell; of several, the first. Returns whether there is one.
    pub(crate) fn follow_link(&mut self, scenario: &Scenario) -> bool {
        let other = self.cursor.and_then(|cell| scenario.world.links_at(cell).next()).map(|(_, other)| other);
        if let Some(cell) = other {
            self.go_to(cell);
        }
        other.is_some()
    }

    /// A unit's icon as a texture.
    pub fn sprite(
        &mut self,
        context: &egui::Context,
        scenario: &Scenario,
        kind: design::UnitType,
        side: world::SideId,
    ) -> egui::TextureId {
        self.sprites.get(context, scenario, kind, side).id()
    }

    /// Whether a ground is being made.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.panes.iter().any(|pane| pane.job.is_some())
    }

    fn zoom(&mut self, factor: f32) {
        if let Some(room) = self.room {
            let middle = match (self.cursor, &self.panes[0].ground) {
                (Some(cell), Some(ground)) if ground.whole.world.area.contains(cell) => {
                    let place = ground.whole.world.area.on_level(cell, 0).unwrap_or(cell);
                    let at = self.camera.screen(room, ground.plan.center(place));
                    if room.contains(at) { at } else { room.center() }
                }
                _ => room.center(),
            };
            self.camera.zoom(room, middle, factor);
            self.fitted = false;
        }
    }

    fn pan(&mut self, right: f32, down: f32) {
        if let Some(room) = self.room {
            self.camera.drag(Vec2::new(-right * room.width(), -down * room.height()) * 0.2);
            self.fitted = false;
        }
    }

    /// Moves the cursor by a cell: `up` rows, `right` columns.
    fn step(&mut self, right: i32, up: i32) {
        let Some(ground) = self.panes[0].ground.clone() else { return };
        let (area, whole) = (ground.plan.area(), ground.whole.world.area);
        let Some(cursor) = self.cursor.filter(|&cell| whole.contains(cell)) else {
            let middle = ground.plan.cell_at((self.camera.center.x, self.camera.center.y));
            if let Some(cell) = middle.or_else(|| area.cells().next()) {
                self.go_to(ground.outward(cell));
            }
            return;
        };
        // It stays on its level.
        let Some(from) = whole.on_level(cursor, 0) else { return };
        // Between rows of hexes, straight up and down alternate, so that the column is kept.
        let lean = match (area.shape().lattice(), right, area.drawn_at(from).1 % 2 == 0) {
            (Lattice::Hex, 0, true) if up != 0 => 0.5,
            (Lattice::Hex, 0, false) if up != 0 => -0.5,
            (Lattice::Hex, right, _) if up != 0 => 0.5 * right as f32,
            _ => right as f32,
        };
        let (x, y) = ground.plan.center(from);
        if let Some(cell) = ground.plan.cell_at((x + lean, y - up as f32 * ground.plan.row()))
            && let Some(cell) = whole.on_level(cell, whole.level(cursor))
        {
            self.go_to(cell);
        }
    }
}

/// The place of a cell: column and row, and its level if there are several.
#[must_use]
pub fn place_words(area: &grid::Area, cell: Cell) -> String {
    let (column, row) = area.column_row(cell);
    if area.levels() == 1 {
        format!("{column}, {row}")
    } else {
        format!("{column}, {row}, level {}", area.level(cell) + 1)
    }
}

/// A link at one of its ends: `shaft down to 12, 9, level 2`.
#[must_use]
pub fn link_words(scenario: &Scenario, link: &world::Link, cell: Cell, other: Cell) -> String {
    let area = &scenario.world.area;
    let kind = scenario.design.spoken_name(design::parameters::terrain::NAME, link.kind);
    let name = if link.name.is_empty() { kind.to_owned() } else { link.name.clone() };
    let way = match area.level(other).cmp(&area.level(cell)) {
        std::cmp::Ordering::Less => " up",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => " down",
    };
    let from = if link.is_one_way && cell == link.to { "from" } else { "to" };
    format!("{name}{way} {from} {}", place_words(area, other))
}

/// Shows the map of the shown scenario.
pub(crate) fn show(viewer: &mut Viewer, ui: &mut Ui) {
    let Some(scenario) = viewer.shown().cloned() else { return };
    // No gap between bar and map, because nothing would be painted in it.
    let gap = std::mem::take(&mut ui.spacing_mut().item_spacing.y);
    bar::show(viewer, ui, &scenario, gap);
    let (room, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    take_keyboard(viewer, ui, &response);
    make_grounds(viewer, &scenario);
    let two = viewer.map.arrangement != Arrangement::One;
    let rooms = rooms(viewer.map.arrangement, room);
    viewer.map.room = Some(rooms[0].0);
    if let Some(ground) = viewer.map.panes[0].ground.clone() {
        answer(viewer, ui, &response, &rooms, &ground);
    }
    let painter = ui.painter_at(room);
    painter.rect_filled(room, 0.0, backdrop(ui));
    for (index, (whole, clip)) in rooms.iter().enumerate().take(if two { 2 } else { 1 }) {
        paint_pane(viewer, ui, index, *whole, *clip);
    }
    if let Arrangement::Swipe(part) = viewer.map.arrangement {
        let x = room.min.x + room.width() * part;
        painter.line_segment([pos2(x, room.min.y), pos2(x, room.max.y)], Stroke::new(2.0, Color32::WHITE));
        painter.circle_filled(pos2(x, room.center().y), 7.0, Color32::WHITE);
    } else if two {
        let x = rooms[1].0.min.x;
        painter.line_segment([pos2(x, room.min.y), pos2(x, room.max.y)], Stroke::new(2.0, Color32::WHITE));
    }
    let hides = viewer.panels.play.marks().is_some_and(|marks| !marks.unknown.is_empty());
    if viewer.session.overlays.minimap && !hides {
        minimap::paint(viewer, ui, room);
    }
    if response.has_focus() {
        painter.rect_stroke(room, 0.0, ui.visuals().selection.stroke, egui::StrokeKind::Inside);
    }
    name_for_readers(viewer, ui, &response, &scenario);
}

/// Keeps arrows and Escape for the map while it has the focus: they are commands, and must not move the focus.
fn take_keyboard(viewer: &mut Viewer, ui: &Ui, response: &egui::Response) {
    viewer.map.widget = Some(response.id);
    if std::mem::take(&mut viewer.focus.wants_map) {
        response.request_focus();
    }
    let keeps = egui::EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, keeps));
}

/// The colour outside the map.
fn backdrop(ui: &Ui) -> Color32 {
    if ui.visuals().dark_mode { Color32::from_rgb(23, 22, 21) } else { Color32::from_rgb(221, 215, 204) }
}

/// The place of each pane and its visible part.
fn rooms(arrangement: Arrangement, room: Rect) -> [(Rect, Rect); 2] {
    match arrangement {
        Arrangement::One => [(room, room); 2],
        Arrangement::SideBySide => {
            let (left, right) = room.split_left_right_at_fraction(0.5);
            [(left, left), (right, right)]
        }
        Arrangement::Swipe(part) => {
            let (left, right) = room.split_left_right_at_fraction(part);
            [(room, left), (room, right)]
        }
    }
}

/// Starts jobs for missing grounds, and takes those that are ready.
fn make_grounds(viewer: &mut Viewer, shown: &Arc<Scenario>) {
    let area = Some(shown.world.area);
    if viewer.map.area != area {
        // Cells of another map have no meaning here.
        viewer.map.area = area;
        viewer.map.fitted = true;
        (viewer.map.cursor, viewer.map.hover, viewer.map.highlight) = (None, None, None);
        let last = shown.world.area.levels() - 1;
        (viewer.map.panes[0].level, viewer.map.panes[1].level) = (0, last.min(1));
    }
    for index in 0..2 {
        if index == 1 && viewer.map.arrangement == Arrangement::One {
            // Nobody would take its result, and the map would be busy for ever.
            viewer.map.panes[1].rest();
            break;
        }
        let other = viewer.map.other.as_ref().filter(|_| index == 1).map(|(_, scenario)| Arc::clone(scenario));
        let scenario = other.unwrap_or_else(|| Arc::clone(shown));
        let (style, overlays) = (viewer.session.style, viewer.session.overlays);
        let pane = &mut viewer.map.panes[index];
        let lens = find_lens(&pane.lens).unwrap_or(crate::LENSES[0]);
        let choice = if lens.choices.is_some() { pane.choice } else { 0 };
        // Only what lies between cells is part of the ground.
        let Overlays { grid, edges, borders, .. } = overlays;
        let overlays = Overlays { grid, edges, borders, ..Overlays::default() };
        // A pinned scenario may have fewer levels.
        let level = pane.level.min(scenario.world.area.levels() - 1);
        let key = Key { scenario: Same::of(&scenario), level, lens: lens.name.to_owned(), choice, style, overlays };
        if pane.key.as_ref() != Some(&key) {
            let make = move |_: &crate::Progress| MapContent::new(scenario, level, lens, choice, style, overlays);
            pane.job = Some(viewer.jobs.start(lens.title, make));
            pane.key = Some(key);
        }
        pane.take_ground();
    }
}

/// Takes the grounds that were made while something else is shown in the map's place.
pub(crate) fn poll(viewer: &mut Viewer) {
    viewer.map.panes.iter_mut().for_each(Pane::take_ground);
}

impl Pane {
    fn take_ground(&mut self) {
        let Some(done) = self.job.as_ref().and_then(Job::poll) else { return };
        self.job = None;
        match done {
            Ok(Ok(ground)) => {
                self.ground = Some(Arc::new(ground));
                self.fault.clear();
                self.chunks.clear();
            }
            Ok(Err(why)) | Err(why) => {
                self.fault = why;
                // The look of another scenario must not be taken for this one's.
                let scenario = self.key.as_ref().map(|key| &key.scenario);
                if self.ground.as_ref().is_some_and(|ground| scenario != Some(&Same::of(&ground.whole))) {
                    self.ground = None;
                    self.chunks.clear();
                }
            }
        }
    }

    /// Drops the ground of a pane that is not visible.
    fn rest(&mut self) {
        if self.key.take().is_some() {
            (self.job, self.ground) = (None, None);
            self.chunks.clear();
            self.printed = printed::Printed::default();
        }
    }
}

/// Handles pointer and wheel.
fn answer(viewer: &mut Viewer, ui: &Ui, response: &egui::Response, rooms: &[(Rect, Rect); 2], ground: &MapContent) {
    let map = &mut viewer.map;
    let pointer = response.hover_pos().or_else(|| response.interact_pointer_pos());
    let under = |at: Pos2| rooms.iter().find(|(_, clip)| clip.contains(at)).map_or(rooms[0].0, |(room, _)| *room);
    if let (Arrangement::Swipe(part), Some(at)) = (map.arrangement, pointer) {
        let room = rooms[0].0;
        let line = room.min.x + room.width() * part;
        let is_grabbed = response.dragged() && (at.x - line).abs() < 24.0;
        if is_grabbed {
            map.arrangement = Arrangement::Swipe(((at.x - room.min.x) / room.width()).clamp(0.02, 0.98));
            return;
        }
    }
    // A tool has the first button for itself: the others move the map.
    let has_tool = viewer.tools.chosen.is_some();
    let way = response.drag_delta();
    if way != Vec2::ZERO && !(has_tool && response.dragged_by(egui::PointerButton::Primary)) {
        map.camera.drag(way);
        map.fitted = false;
    }
    if let Some(at) = response.hover_pos() {
        let turned = ui.input(|input| input.smooth_scroll_delta().y);
        let factor = ui.input(egui::InputState::zoom_delta) * (turned / 240.0).exp2();
        if (factor - 1.0).abs() > 1e-6 {
            map.camera.zoom(under(at), at, factor);
            map.fitted = false;
        }
    }
    if map.fitted {
        map.camera.fit(ground.plan.extent(), rooms[0].0);
    }
    map.camera.hold(ground.plan.extent(), ground.plan.period(), rooms[0].0);
    let camera = map.camera;
    let second = map.panes[1].ground.clone().filter(|_| map.arrangement != Arrangement::One);
    let cell_at = |at: Pos2| {
        let place = camera.map(under(at), at);
        // Each pane shows a level of its own; a pinned map is no place for the cursor of this one.
        let pane = second.as_deref().filter(|pane| rooms[1].1.contains(at) && pane.plan.area() == ground.plan.area());
        let ground = pane.unwrap_or(ground);
        ground.plan.cell_at((place.x, place.y)).map(|cell| ground.outward(cell))
    };
    map.hover = response.hover_pos().and_then(cell_at);
    // Enter and Space count as clicks too, without a pointer.
    if response.clicked_by(egui::PointerButton::Primary) {
        map.cursor = response.interact_pointer_pos().and_then(cell_at);
        let clicked = map.cursor;
        if let Some(at) = response.interact_pointer_pos() {
            map.active = usize::from(map.arrangement != Arrangement::One && rooms[1].1.contains(at));
        }
        response.request_focus();
        if let Some(cell) = clicked.filter(|_| !has_tool)
            && play::click(viewer, cell, false)
        {
            return;
        }
    }
    if response.clicked_by(egui::PointerButton::Secondary)
        && let Some(cell) = viewer.map.hover
        && play::click(viewer, cell, true)
    {
        return;
    }
    let map = &mut viewer.map;
    if has_tool {
        let over = response.interact_pointer_pos().and_then(cell_at);
        let is_down = response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
        let is_done =
            response.clicked_by(egui::PointerButton::Primary) || response.drag_stopped_by(egui::PointerButton::Primary);
        // A drag that ends beyond the map ends at the last cell that it was over.
        let over = over.or(viewer.tools.stroke.map(|stroke| stroke.to));
        if let Some(cell) = over.filter(|_| is_down || is_done) {
            viewer.use_tool(cell, is_done);
        }
        return;
    }
    if response.double_clicked() && !map.follow_link(&ground.whole) {
        map.zoom(2.0);
    }
}

fn paint_pane(viewer: &mut Viewer, ui: &Ui, index: usize, room: Rect, clip: Rect) {
    let (style, overlays) = (viewer.session.style, viewer.session.overlays);
    let hides = viewer.panels.play.marks().is_some_and(|marks| !marks.unknown.is_empty());
    let map = &mut viewer.map;
    let camera = map.camera;
    let pane = &mut map.panes[index];
    let painter = ui.painter_at(clip);
    if let Some(ground) = pane.ground.clone() {
        let looks = (style, overlays);
        let is_terrain = matches!(pane.lens.as_str(), "" | "terrain");
        let is_printed = is_terrain && pane.printed.paint(&painter, room, &camera, &ground, looks, &viewer.jobs);
        if is_printed {
            // It has all that the quick map has.
        } else if camera.scale >= near::NEAR_FROM {
            near::paint(&painter, room, &camera, &ground, overlays.grid);
        } else {
            pane.chunks.paint(&painter, room, &camera, &ground);
        }
        if !is_printed {
            near::paint_glyphs(&painter, room, &camera, &ground, style);
            courses::paint(&painter, room, &camera, &ground, &overlays);
            if overlays.units {
                things::paint_units(&painter, room, &camera, &ground, &mut map.sprites);
            }
            things::paint_links(&painter, room, &camera, &ground);
        }
        if let Some(marks) = viewer.panels.play.marks() {
            paint_play(&painter, room, &camera, &ground, marks);
        }
        if let Some(highlight) = &map.highlight {
            // All other cells are dimmed: a tint alone cannot be seen on deserts and on lenses of many colours. While a match is
            // watched the highlight changes with each move, and dimming would make the map flicker.
            if !highlight.cells.is_empty() && viewer.panels.playtest.watched.is_none() {
                painter.rect_filled(clip, 0.0, Color32::from_black_alpha(96));
            }
            let fill = Color32::from_rgba_unmultiplied(255, 214, 64, 128);
            let rim = Stroke::new(if camera.scale > 14.0 { 1.0 } else { 0.0 }, Color32::from_rgb(255, 196, 0));
            let cells: Vec<Cell> = highlight.cells.iter().filter_map(|&cell| ground.inward(cell)).collect();
            near::paint_cells(&painter, room, &camera, &ground, &cells, (fill, rim));
            // A stage may have fewer units than the scenario of the highlight.
            let known = highlight.units.iter().filter(|id| (1..=ground.whole.units.len()).contains(&(id.0 as usize)));
            let places = known.filter_map(|&id| ground.whole.cell_of(id));
            let places: Vec<Cell> = places.filter_map(|cell| ground.inward(cell)).collect();
            let rim = Stroke::new(2.5, Color32::from_rgb(255, 64, 200));
            near::paint_cells(&painter, room, &camera, &ground, &places, (Color32::TRANSPARENT, rim));
        }
        let legend = match pane.fault.is_empty() && overlays.legend {
            true => legend::paint(&painter, ui, clip, &ground.painting.legend),
            false => Rect::NOTHING,
        };
        // Names would tell what lies in the dark.
        if overlays.names && !is_printed && !hides {
            things::paint_names(&painter, room, &camera, &ground, vec![legend]);
        }
        let on_map = |cell: Cell| ground.inward(cell);
        if let Some(cell) = map.hover.or(map.cursor).filter(|_| viewer.tools.chosen.is_some()) {
            let marks = viewer.tools.marks(&ground.whole, cell);
            let marks: Vec<Cell> = marks.into_iter().filter_map(on_map).collect();
            let looks = (Color32::from_white_alpha(70), Stroke::new(1.5, Color32::WHITE));
            near::paint_cells(&painter, room, &camera, &ground, &marks, looks);
        }
        if let Some(cell) = map.hover.and_then(on_map) {
            let rim = Stroke::new(1.5, Color32::from_white_alpha(170));
            near::paint_cells(&painter, room, &camera, &ground, &[cell], (Color32::TRANSPARENT, rim));
        }
        if let Some(cell) = map.cursor.and_then(on_map) {
            for (width, color) in [(4.5, Color32::BLACK), (2.2, Color32::WHITE)] {
                let rim = Stroke::new(width, color);
                near::paint_cells(&painter, room, &camera, &ground, &[cell], (Color32::TRANSPARENT, rim));
            }
        }
    }
    if !pane.fault.is_empty() {
        // The ground below is that of the lens before, and must not be taken for the new one.
        painter.rect_filled(clip, 0.0, backdrop(ui).gamma_multiply(0.8));
        let galley = painter.layout(pane.fault.clone(), FontId::proportional(15.0), ui.visuals().text_color(), 360.0);
        let place = Rect::from_center_size(clip.center(), galley.size() + Vec2::splat(24.0));
        painter.rect_filled(place, 6.0, ui.visuals().window_fill);
        painter.galley(place.min + Vec2::splat(12.0), galley, ui.visuals().text_color());
    }
    if index == 1 || map.arrangement != Arrangement::One {
        let lens = find_lens(&map.panes[index].lens).unwrap_or(crate::LENSES[0]);
        let of = match (&map.other, index) {
            (Some((label, _)), 1) => format!("{} · {label}", lens.title),
            _ => lens.title.to_owned(),
        };
        let of = match &map.panes[index].ground {
            Some(ground) if ground.whole.world.area.levels() > 1 => format!("{of} · level {}", ground.level + 1),
            _ => of,
        };
        let galley = painter.layout_no_wrap(of, FontId::proportional(13.0), Color32::WHITE);
        let corner = pos2(clip.min.x + 10.0, clip.min.y + 8.0);
        let place = Rect::from_min_size(corner, galley.size() + Vec2::new(12.0, 6.0));
        painter.rect_filled(place, 4.0, Color32::from_black_alpha(if index == map.active { 220 } else { 130 }));
        painter.galley(place.min + Vec2::new(6.0, 3.0), galley, Color32::WHITE);
    }
}

/// Paints what a person who plays does not see, and where the chosen unit can go.
fn paint_play(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, marks: &play::Marks) {
    let cells = |cells: &[Cell]| cells.iter().filter_map(|&cell| ground.inward(cell)).collect::<Vec<Cell>>();
    let dark = |alpha: u8| (Color32::from_rgba_unmultiplied(18, 17, 16, alpha), Stroke::NONE);
    near::paint_cells(painter, room, camera, ground, &cells(&marks.unknown), dark(255));
    near::paint_cells(painter, room, camera, ground, &cells(&marks.remembered), dark(110));
    let reach: Vec<Cell> = marks.reach.keys().copied().collect();
    let rim = Stroke::new(1.0, Color32::from_white_alpha(160));
    near::paint_cells(painter, room, camera, ground, &cells(&reach), (Color32::from_white_alpha(36), rim));
    let rim = Stroke::new(3.0, Color32::from_rgb(255, 214, 64));
    near::paint_cells(painter, room, camera, ground, &cells(marks.unit.as_slice()), (Color32::TRANSPARENT, rim));
    if camera.scale < 18.0 {
        return;
    }
    for (&cell, words) in &marks.reach {
        let Some(place) = ground.inward(cell) else { continue };
        let at = camera.screen(room, ground.plan.center(place));
        let font = FontId::proportional((camera.scale * 0.32).clamp(9.0, 18.0));
        let galley = painter.layout_no_wrap(words.clone(), font, Color32::WHITE);
        let corner = at + Vec2::new(-galley.size().x / 2.0, camera.scale * 0.46 - galley.size().y);
        painter.rect_filled(
            Rect::from_min_size(corner, galley.size()).expand(1.0),
            2.0,
            Color32::from_black_alpha(130),
        );
        painter.galley(corner, galley, Color32::WHITE);
    }
}

/// What is under the cursor, for screen readers.
fn name_for_readers(viewer: &Viewer, ui: &Ui, response: &egui::Response, scenario: &Scenario) {
    let area = scenario.world.area;
    let level = match area.levels() {
        1 => String::new(),
        levels => format!(", level {} of {levels}", viewer.map.level() + 1),
    };
    let label = format!("Map of {}, {} by {}{level}", scenario.design.title, area.width(), area.height());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let words = match viewer.map.cursor {
        Some(cell) => viewer.cell_words(cell),
        None => "No cell is chosen: the cursor keys choose one".to_owned(),
    };
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(words));
}
