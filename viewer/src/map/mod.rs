//! The map: one or two panes that share a camera, a cursor, a highlight, a legend, a minimap.
//!
//! The content of a pane is a [`MapContent`], made in the background. It is shown as tiles of the printed map (`tiles.rs`); what is
//! chosen and lit (`marks.rs`) lies over them.

mod bar;
mod camera;
mod commands;
mod content;
mod fitting;
mod legend;
mod marks;
mod menu;
mod minimap;
mod moving;
mod things;
mod tiles;
mod view;

use std::sync::Arc;

use eframe::egui::{self, Color32, FontId, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2};
use grid::Cell;
use world::Scenario;

pub use camera::Camera;
pub(crate) use commands::commands;
pub use content::MapContent;
pub use fitting::FittingLenses;
pub use things::{Sprites, color_of, unit_words};
pub(crate) use view::Marks;
pub use view::{Highlight, Preview, Showing, View};

use self::marks::{CellMarks, CellRole};
use crate::lenses::find_lens;
use crate::same::Same;
use crate::session::{Overlays, Style};
use crate::tools::Joining;
use crate::{Job, ViewerContext};

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
    /// What is drawn of it.
    pub tiles: tiles::Tiles,
    choices: bar::Choices,
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

/// What the pointer does to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// A click with the first button.
    First,
    /// A click with the second button.
    Second,
    /// A drag begins there.
    Grab,
    /// A drag ends there that was for the match.
    Drop,
}

/// Takes what the pointer does to a cell for a match that is played. Returns whether it was for one.
type Taker<'a> = dyn FnMut(&mut ViewerContext, Cell, Touch) -> bool + 'a;

/// Shows the map of the shown scenario; returns its widget.
pub(crate) fn show(context: &mut ViewerContext, takes: &mut Taker<'_>, ui: &mut Ui) -> Option<egui::Response> {
    let scenario = context.shown().cloned()?;
    // No gap between bar and map, because nothing would be painted in it.
    let gap = std::mem::take(&mut ui.spacing_mut().item_spacing.y);
    bar::show(context, ui, &scenario, gap);
    let (room, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    take_keyboard(context, ui, &response);
    make_grounds(context, &scenario);
    context.view.note_pictures(&scenario);
    let two = context.view.arrangement != Arrangement::One;
    let rooms = rooms(context.view.arrangement, room);
    context.view.room = Some(rooms[0].0);
    if context.view.is_veiled() {
        paint_veil(ui, room);
        return Some(response);
    }
    if let Some(ground) = context.view.panes[0].ground.clone() {
        answer(context, takes, ui, &response, &rooms, &ground);
    }
    menu::show(context, &response, &scenario);
    tell_remarks(&context.view, &response);
    if let Some(ground) = context.view.panes[0].ground.clone().filter(|_| context.tools.chosen.is_some()) {
        tell_forbidden(context, &response, &ground);
    }
    let painter = ui.painter_at(room);
    painter.rect_filled(room, 0.0, backdrop(ui));
    for (index, (whole, clip)) in rooms.iter().enumerate().take(if two { 2 } else { 1 }) {
        paint_pane(context, ui, index, *whole, *clip);
    }
    if let Arrangement::Swipe(part) = context.view.arrangement {
        let x = room.min.x + room.width() * part;
        painter.line_segment([pos2(x, room.min.y), pos2(x, room.max.y)], Stroke::new(2.0, Color32::WHITE));
        painter.circle_filled(pos2(x, room.center().y), 7.0, Color32::WHITE);
    } else if two {
        let x = rooms[1].0.min.x;
        painter.line_segment([pos2(x, room.min.y), pos2(x, room.max.y)], Stroke::new(2.0, Color32::WHITE));
    }
    if context.services.session.overlays.minimap && !context.view.is_dark() {
        minimap::paint(context, ui, room);
    }
    if response.has_focus() {
        painter.rect_stroke(room, 0.0, ui.visuals().selection.stroke, egui::StrokeKind::Inside);
    }
    Some(response)
}

/// Paints nothing of the map, and says why.
fn paint_veil(ui: &Ui, room: Rect) {
    let painter = ui.painter_at(room);
    painter.rect_filled(room, 0.0, backdrop(ui));
    let (font, color) = (FontId::proportional(15.0), ui.visuals().weak_text_color());
    painter.text(room.center(), egui::Align2::CENTER_CENTER, "Nothing is to be seen yet.", font, color);
}

/// Says beside the pointer what the rules tell of the cell under it: the map has only a sign for it.
fn tell_remarks(view: &View, response: &egui::Response) {
    let words = view.hover.and_then(|cell| view.remarks_at(cell));
    if let Some(words) = words {
        response.clone().on_hover_text_at_pointer(words);
    }
}

/// Keeps arrows and Escape for the map while it has the focus: they are commands, and must not move the focus.
fn take_keyboard(context: &mut ViewerContext, ui: &Ui, response: &egui::Response) {
    context.view.widget = Some(response.id);
    if std::mem::take(&mut context.focus.wants_map) {
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
fn make_grounds(context: &mut ViewerContext, shown: &Arc<Scenario>) {
    context.view.show_area(shown.world.area);
    for index in 0..2 {
        if index == 1 && context.view.arrangement == Arrangement::One {
            // Nobody would take its result, and the map would be busy for ever.
            context.view.panes[1].rest();
            break;
        }
        let told = context.view.chart().filter(|_| index == 0 || context.view.other.is_none());
        let other = context.view.other.as_ref().filter(|_| index == 1).map(|(_, scenario)| Arc::clone(scenario));
        let scenario = other.unwrap_or_else(|| Arc::clone(shown));
        let (style, overlays) = (context.services.session.style, context.services.session.overlays);
        let pane = &mut context.view.panes[index];
        let lens = find_lens(&pane.lens).unwrap_or(crate::LENSES[0]);
        let choice = if lens.choices.is_some() { pane.choice } else { 0 };
        // Only what lies between cells is part of the ground.
        let Overlays { grid, edges, borders, .. } = overlays;
        let overlays = Overlays { grid, edges, borders, ..Overlays::default() };
        // A pinned scenario may have fewer levels.
        let level = pane.level.min(scenario.world.area.levels() - 1);
        let key = Key { scenario: Same::of(&scenario), level, lens: lens.name.to_owned(), choice, style, overlays };
        if pane.key.as_ref() != Some(&key) {
            let make = move |_: &crate::Progress| {
                MapContent::new(scenario, told.as_deref(), level, lens, choice, style, overlays)
            };
            pane.job = Some(context.services.jobs.start(lens.title, make));
            pane.key = Some(key);
        }
        pane.take_ground();
    }
}

/// Takes the grounds that were made while something else is shown in the map's place.
pub(crate) fn poll(view: &mut View) {
    view.panes.iter_mut().for_each(Pane::take_ground);
}

impl Pane {
    fn take_ground(&mut self) {
        let Some(done) = self.job.as_ref().and_then(Job::poll) else { return };
        self.job = None;
        match done {
            Ok(Ok(ground)) => {
                self.ground = Some(Arc::new(ground));
                self.fault.clear();
            }
            Ok(Err(why)) | Err(why) => {
                self.fault = why;
                // The look of another scenario must not be taken for this one's.
                let scenario = self.key.as_ref().map(|key| &key.scenario);
                if self.ground.as_ref().is_some_and(|ground| scenario != Some(&Same::of(&ground.whole))) {
                    self.ground = None;
                }
            }
        }
    }

    /// Drops the ground of a pane that is not visible.
    fn rest(&mut self) {
        if self.key.take().is_some() {
            (self.job, self.ground) = (None, None);
            self.tiles = tiles::Tiles::default();
        }
    }
}

/// Handles pointer and wheel.
fn answer(
    context: &mut ViewerContext,
    takes: &mut Taker<'_>,
    ui: &Ui,
    response: &egui::Response,
    rooms: &[(Rect, Rect); 2],
    ground: &MapContent,
) {
    let map = &mut context.view;
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
    let has_tool = context.tools.chosen.is_some();
    if !has_tool && response.drag_started_by(egui::PointerButton::Primary) {
        let origin = ui.input(|input| input.pointer.press_origin());
        let second = map.panes[1].ground.clone().filter(|_| map.arrangement != Arrangement::One);
        let cell = origin.and_then(|at| {
            let place = map.camera.map(under(at), at);
            let second = second.as_deref().filter(|_| rooms[1].1.contains(at));
            let pane = second.filter(|pane| pane.plan.area() == ground.plan.area()).unwrap_or(ground);
            pane.plan.cell_at((place.x, place.y)).map(|cell| pane.outward(cell))
        });
        context.view.grabbed = cell.filter(|&cell| takes(context, cell, Touch::Grab));
    }
    let map = &mut context.view;
    let way = response.drag_delta();
    let grabs = has_tool || map.grabbed.is_some();
    if way != Vec2::ZERO && !(grabs && response.dragged_by(egui::PointerButton::Primary)) {
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
    if !has_tool && response.drag_stopped_by(egui::PointerButton::Primary) {
        let to = response.interact_pointer_pos().and_then(cell_at);
        if let (Some(from), Some(to)) = (map.grabbed.take(), to)
            && from != to
        {
            takes(context, to, Touch::Drop);
        }
        return;
    }
    // Enter and Space count as clicks too, without a pointer.
    if response.clicked_by(egui::PointerButton::Primary) {
        map.cursor = response.interact_pointer_pos().and_then(cell_at);
        let clicked = map.cursor;
        if let Some(at) = response.interact_pointer_pos() {
            map.active = usize::from(map.arrangement != Arrangement::One && rooms[1].1.contains(at));
        }
        response.request_focus();
        if let Some(cell) = clicked.filter(|_| !has_tool)
            && takes(context, cell, Touch::First)
        {
            return;
        }
    }
    if response.clicked_by(egui::PointerButton::Secondary) {
        let under = context.view.hover;
        context.view.menu = under.filter(|&cell| !takes(context, cell, Touch::Second));
        return;
    }
    let map = &mut context.view;
    if has_tool {
        let over = response.interact_pointer_pos().and_then(cell_at);
        let is_down = response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
        let is_done =
            response.clicked_by(egui::PointerButton::Primary) || response.drag_stopped_by(egui::PointerButton::Primary);
        // A drag that ends beyond the map ends at the last cell that it was over.
        let over = over.or(context.tools.stroke.map(|stroke| stroke.to));
        if let Some(cell) = over.filter(|_| is_down || is_done) {
            context.tools.held = Joining::held(ui.input(|input| input.modifiers));
            context.use_tool(cell, is_done);
        }
        return;
    }
    if response.double_clicked() && !map.follow_link(&ground.whole) {
        map.zoom(2.0);
    }
}

fn paint_pane(context: &mut ViewerContext, ui: &mut Ui, index: usize, room: Rect, clip: Rect) {
    let (style, overlays) = (context.services.session.style, context.services.session.overlays);
    let (hides, is_of_match) = (context.view.is_dark(), context.view.is_of_match());
    let map = &mut context.view;
    let camera = map.camera;
    let pane = &mut map.panes[index];
    let painter = ui.painter_at(clip);
    if let Some(ground) = pane.ground.clone() {
        // Names would tell what lies in the dark.
        let shown = Overlays { names: overlays.names && !hides, ..overlays };
        let jobs = (!map.skips_tiles).then_some(&context.services.jobs);
        pane.tiles.paint(&painter, (room, &camera), &ground, shown, jobs);
        marks::paint_glyphs(&painter, room, &camera, &ground, style);
        // All other cells are dimmed: a tint alone cannot be seen on deserts and on lenses of many colours. While a match is watched
        // the highlight changes with each move, and dimming would make the map flicker.
        if map.highlight.as_ref().is_some_and(|highlight| !highlight.cells.is_empty()) && !is_of_match {
            painter.rect_filled(clip, 0.0, Color32::from_black_alpha(96));
        }
        let under = under_pointer(context, &ground);
        // A tool has nothing to do with a world that is pinned beside the open one.
        let is_own = index == 0 || context.view.other.is_none();
        let is_forbidden = is_own && under.is_some_and(|cell| context.tools.forbidden(&ground.whole, cell).is_some());
        let marks = cell_marks(context, &ground, under, is_forbidden);
        marks::paint_marks(&painter, room, &camera, &ground, &marks);
        let map = &context.view;
        if let Some(shown) = &map.marks {
            paint_costs(&painter, room, &camera, &ground, shown);
            marks::paint_ways(&painter, room, &camera, &ground, &shown.ways);
        }
        let map = &mut context.view;
        if let Some(movement) = &map.movement {
            movement.paint(&painter, (room, &camera), &ground, &mut map.sprites);
        }
        let map = &context.view;
        if map.panes[index].fault.is_empty() {
            let is_unfolded = context.services.session.overlays.legend_of(ground.lens_name());
            legend::show(is_unfolded, ui, index, clip, &ground.painting.legend);
        }
    }
    let map = &context.view;
    let pane = &map.panes[index];
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

/// Tells beside the pointer, else at the chosen cell, why the chosen tool may not do there what it does. While the pointer is over
/// something else nothing is told: it would cover that.
fn tell_forbidden(context: &mut ViewerContext, response: &egui::Response, ground: &MapContent) {
    let pointer = response.ctx.pointer_hover_pos();
    if context.view.hover.is_none() && pointer.is_some_and(|at| !response.rect.contains(at)) {
        return;
    }
    let area = &ground.whole.world.area;
    let Some(cell) = context.view.hover.or(context.view.cursor).filter(|&cell| area.contains(cell)) else { return };
    let is_finished = matches!(context.view.showing, Showing::Finished);
    let Some(why) = context.tools.forbidden(&ground.whole, cell).filter(|_| is_finished) else { return };
    let place = context.view.room.zip(ground.inward(cell));
    let anchor = match place.filter(|_| context.view.hover.is_none()) {
        Some((room, cell)) => context.view.camera.screen(room, ground.plan.center(cell)).into(),
        None => egui::PopupAnchor::Pointer,
    };
    let id = response.id.with("forbidden");
    egui::Tooltip::always_open(response.ctx.clone(), response.layer_id, id, anchor).show(|ui| ui.label(why));
}

/// The cell for which the chosen tool is asked: that of the pointer, else the one with the cursor.
fn under_pointer(context: &ViewerContext, ground: &MapContent) -> Option<Cell> {
    let (view, area) = (&context.view, &ground.whole.world.area);
    view.hover.or(view.cursor).filter(|&cell| context.tools.chosen.is_some() && area.contains(cell))
}

/// The marked cells of a pane: what a match that is played hides and offers, the highlight, what a tool would change, pointer and cursor.
fn cell_marks(context: &ViewerContext, ground: &MapContent, under: Option<Cell>, is_forbidden: bool) -> Vec<CellMarks> {
    let map = &context.view;
    let mut found = Vec::new();
    let mut mark = |role: CellRole, cells: &mut dyn Iterator<Item = Cell>| {
        found.push(CellMarks { role, cells: cells.filter_map(|cell| ground.inward(cell)).collect() });
    };
    if let Some(Marks { unknown, remembered, reach, unit, .. }) = &map.marks {
        mark(CellRole::Unknown, &mut unknown.iter().copied());
        mark(CellRole::Remembered, &mut remembered.iter().copied());
        mark(CellRole::Reachable, &mut reach.keys().copied());
        mark(CellRole::Chosen, &mut unit.iter().copied());
    }
    if let Some(highlight) = &map.highlight {
        mark(CellRole::Highlit, &mut highlight.cells.iter().copied());
        // A stage may have fewer units than the scenario of the highlight.
        let known = highlight.units.iter().filter(|id| (1..=ground.whole.units.len()).contains(&(id.0 as usize)));
        mark(CellRole::HighlitUnit, &mut known.filter_map(|&id| ground.whole.cell_of(id)));
    }
    mark(CellRole::Selected, &mut map.selection.cells().iter().copied());
    mark(CellRole::SelectionRim, &mut map.selection.rim().iter().copied());
    if let Some(cell) = under {
        for (cells, fill) in context.tools.preview(&ground.whole, cell) {
            mark(CellRole::Previewed(fill.to_array()), &mut cells.into_iter());
        }
        let role = if is_forbidden { CellRole::Forbidden } else { CellRole::Touched };
        mark(role, &mut context.tools.marks(&ground.whole, &map.selection, cell).into_iter());
    }
    mark(CellRole::Hovered, &mut map.hover.into_iter());
    mark(CellRole::Cursor, &mut map.cursor.into_iter());
    found
}

/// Writes what it costs the chosen unit to go to each cell.
fn paint_costs(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, shown: &Marks) {
    if camera.scale < 18.0 {
        return;
    }
    for (&cell, words) in &shown.reach {
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

/// Names the map's widget for screen readers, with what is under the cursor.
pub(crate) fn name_for_readers(context: &ViewerContext, ui: &Ui, response: &egui::Response, under: Option<String>) {
    let Some(scenario) = context.shown() else { return };
    let area = scenario.world.area;
    let level = match area.levels() {
        1 => String::new(),
        levels => format!(", level {} of {levels}", context.view.level() + 1),
    };
    let label = format!("Map of {}, {} by {}{level}", scenario.design.title, area.width(), area.height());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let words = under.unwrap_or_else(|| "No cell is chosen: the cursor keys choose one".to_owned());
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(words));
}
