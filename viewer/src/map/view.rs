//! The view: what is shown of the open document, and how. The moment (finished, a stage, a turn of a match), level and lens of each pane,
//! camera, cursor, highlight, the pinned scenario, what a match that is played hides. The rules that hold between them are its methods.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::Chart;
use eframe::egui::{self, Pos2, Rect, Vec2, pos2};
use grid::{Area, Cell, Lattice};
use world::{Scenario, UnitId};

use super::{Arrangement, Camera, Pane, Sprites};
use crate::Document;
use crate::lenses::find_lens;
use crate::panels::Tells;
use crate::tools::Selection;

/// How much of what lies around cells is shown with them, in map units; and how near they are brought, in points.
const AROUND: f32 = 3.0;
const NEAR_MAX: f32 = 40.0;

/// The moment of the open document that is shown.
#[derive(Default)]
pub enum Showing {
    /// The finished scenario.
    #[default]
    Finished,
    /// Another moment.
    Preview(Preview),
}

/// A moment that is not the finished scenario.
pub struct Preview {
    /// The moment in words: `after make-rivers`, `turn 12 of match 1`.
    pub label: String,
    /// What is shown.
    pub scenario: Arc<Scenario>,
    /// What its rules tell of it, as far as those who look may know it; of `None` the map asks them.
    pub chart: Option<Arc<Chart>>,
    /// Of a recorded match that is watched: whether a scenario can hold all of that position.
    pub is_whole: Option<bool>,
}

impl Showing {
    /// The moment in words.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Showing::Finished => "finished",
            Showing::Preview(preview) => &preview.label,
        }
    }
}

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

/// What is drawn over the map for the person who plays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Cells that the person does not know.
    pub unknown: Vec<Cell>,
    /// Cells that the person knows of earlier.
    pub remembered: Vec<Cell>,
    /// Where the chosen unit can go, with what it costs.
    pub reach: BTreeMap<Cell, String>,
    /// Where the chosen unit stands.
    pub unit: Option<Cell>,
    /// Who is on the way over turns: from where, to where.
    pub ways: Vec<(Cell, Cell)>,
    /// Whether the rules hide anything from the person: then nothing in the window tells of it.
    pub hides: bool,
}

/// What is shown, and how.
#[derive(Default)]
pub struct View {
    /// The moment.
    pub showing: Showing,
    /// Whether the start page is shown over what is open.
    pub at_start: bool,
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
    /// The selected cells.
    pub selection: Selection,
    /// One pane or two.
    pub arrangement: Arrangement,
    /// The panes; the second is visible in two of the arrangements.
    pub panes: [Pane; 2],
    /// The pane to which commands apply.
    pub active: usize,
    /// The scenario in the second pane with its name, if that differs from the first.
    pub other: Option<(String, Arc<Scenario>)>,
    /// What is drawn over the map while a match is played; none while none is.
    pub(crate) marks: Option<Marks>,
    /// Whether nothing of the map is painted until there is a picture of what the person sees.
    veiled: bool,
    /// The cells that are brought near as soon as there is that picture; of none the whole map is.
    brought: Option<Vec<Cell>>,
    /// What moved between the position before and this one.
    pub(super) movement: Option<super::moving::Movement>,
    /// Which lenses have something to show.
    pub fitting: super::FittingLenses,
    /// The cell of the unit that is dragged to where it is to go.
    pub(super) grabbed: Option<Cell>,
    /// The cell of the menu that the second button of the mouse opens.
    pub(super) menu: Option<Cell>,
    pub(super) sprites: Sprites,
    /// The map's widget, which has the focus when map keys are pressed.
    pub widget: Option<egui::Id>,
    /// The last place of the map, for commands.
    pub(super) room: Option<Rect>,
    /// The area of the shown scenario: cursor and highlight are cells of it.
    area: Option<Area>,
    pub(super) skips_tiles: bool,
}

impl View {
    /// A map with the lens of the last session.
    #[must_use]
    pub fn remembering(lens: &str) -> View {
        let mut state = View::default();
        if find_lens(lens).is_some() {
            state.set_lens(lens);
        }
        state
    }

    /// The scenario that is shown of an open document: the finished one, or a preview of it.
    #[must_use]
    pub fn shown<'a>(&'a self, open: Option<&'a Document>) -> Option<&'a Arc<Scenario>> {
        match &self.showing {
            Showing::Preview(preview) => Some(&preview.scenario),
            Showing::Finished => open.map(|open| &open.scenario),
        }
    }

    /// Lets units move, for a moment, from where they stand in what is shown now to where they stand in a position that comes next; `now` is
    /// the window's time. They do not where no position of a match is shown.
    pub(crate) fn move_units(&mut self, after: &Scenario, now: f64) {
        self.movement = match &self.showing {
            Showing::Preview(preview) if self.marks.is_some() && preview.scenario.world.area == after.world.area => {
                Some(super::moving::Movement::between(&preview.scenario, after, now))
            }
            _ => None,
        };
    }

    /// Shows another scenario than the finished one, until [`View::show_finished`].
    pub fn show_preview(&mut self, label: impl Into<String>, scenario: Arc<Scenario>) {
        self.showing = Showing::Preview(Preview { label: label.into(), scenario, chart: None, is_whole: None });
    }

    /// The same for a position of the match that is played, with what its rules tell of it.
    pub(crate) fn show_charted(&mut self, label: String, scenario: Scenario, chart: Option<Chart>) {
        let (scenario, chart) = (Arc::new(scenario), chart.map(Arc::new));
        self.showing = Showing::Preview(Preview { label, scenario, chart, is_whole: None });
    }

    /// The same for a position of a recorded match; `is_whole`: whether a scenario can hold all of it.
    pub(crate) fn show_position(
        &mut self,
        label: String,
        scenario: Arc<Scenario>,
        chart: Option<Arc<Chart>>,
        is_whole: bool,
    ) {
        self.showing = Showing::Preview(Preview { label, scenario, chart, is_whole: Some(is_whole) });
    }

    /// What the rules tell of the moment that is shown, if that is known.
    pub(super) fn chart(&self) -> Option<Arc<Chart>> {
        match &self.showing {
            Showing::Preview(preview) => preview.chart.clone(),
            Showing::Finished => None,
        }
    }

    /// Shows nothing of a match in which something is hidden: it has not begun, or another person comes to the screen. `unknown` are all
    /// cells.
    pub(crate) fn draw_curtain(&mut self, unknown: Vec<Cell>) {
        self.marks = Some(Marks { unknown, hides: true, ..Marks::default() });
        (self.cursor, self.highlight, self.movement, self.menu) = (None, None, None, None);
        self.veiled = true;
        self.unpin();
        self.selection.clear();
        self.show_finished();
    }

    /// Whether something is hidden from the person who plays, or will be as soon as the match begins.
    pub(crate) fn keeps_secrets(&self) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks.hides)
    }

    /// Whether what tells this would give away what is hidden.
    pub(crate) fn is_secret(&self, tells: Tells) -> bool {
        let is_known = match tells {
            Tells::Nothing => true,
            Tells::Shown => !self.veiled,
            Tells::Whole => false,
        };
        self.keeps_secrets() && !is_known
    }

    /// Whether nothing of the map may be seen: the match that hides something has not begun, or there is no picture yet of what the person
    /// sees.
    pub(crate) const fn is_veiled(&self) -> bool {
        self.veiled && self.marks.is_some()
    }

    /// Has cells brought near as soon as their map is there; of none the whole map is.
    pub(crate) fn bring(&mut self, cells: Vec<Cell>) {
        self.brought = Some(cells);
    }

    /// Pictures were made: those of what is shown lift the veil, and bring near what was to be brought.
    pub(super) fn note_pictures(&mut self, shown: &Arc<Scenario>) {
        let count = if self.arrangement == Arrangement::One { 1 } else { 2 };
        let is_of = |pane: &Pane| pane.ground.as_ref().is_some_and(|ground| Arc::ptr_eq(&ground.whole, shown));
        if matches!(self.showing, Showing::Finished) || !self.panes[..count].iter().all(is_of) {
            return;
        }
        self.veiled = false;
        match self.brought.take() {
            Some(cells) if cells.is_empty() => self.fitted = true,
            Some(cells) => self.show_cells(&cells),
            None => {}
        }
    }

    /// Shows the finished scenario.
    pub fn show_finished(&mut self) {
        self.showing = Showing::Finished;
    }

    /// Whether a position of a recorded match is shown.
    #[must_use]
    pub const fn is_of_match(&self) -> bool {
        matches!(&self.showing, Showing::Preview(Preview { is_whole: Some(_), .. }))
    }

    /// Another document is open: it is shown finished, and a highlight belonged to another map. What was pinned, and how near the map was
    /// looked at, belong to the game before.
    pub(crate) fn show_other(&mut self, is_other_game: bool) {
        self.show_finished();
        if is_other_game {
            self.fitted = true;
            self.unpin();
        }
        self.at_start = false;
        self.highlight = None;
        self.selection.clear();
    }

    /// The open document has another scenario, made from the one before: what is looked at stays.
    pub(crate) fn show_changed(&mut self) {
        self.show_finished();
        // Units may have other numbers.
        if let Some(highlight) = &mut self.highlight {
            highlight.units.clear();
        }
    }

    /// Shows an area: cells of another one have no meaning here.
    pub(super) fn show_area(&mut self, area: Area) {
        if self.area != Some(area) {
            self.area = Some(area);
            self.fitted = true;
            (self.cursor, self.hover, self.highlight) = (None, None, None);
            self.selection.clear();
            let last = area.levels() - 1;
            (self.panes[0].level, self.panes[1].level) = (0, last.min(1));
        }
    }

    /// Nothing is pinned any more; what was pinned has no pane.
    fn unpin(&mut self) {
        if self.other.take().is_some() {
            (self.arrangement, self.active) = (Arrangement::One, 0);
        }
    }

    /// Keeps what is shown now of an open document in the second pane, under the name of its world.
    pub(super) fn pin(&mut self, open: Option<&Document>) {
        let world = open.map(Document::title).unwrap_or_default();
        let label = match &self.showing {
            Showing::Finished => world,
            Showing::Preview(preview) => format!("{world} · {}", preview.label),
        };
        self.other = self.shown(open).map(|scenario| (label, Arc::clone(scenario)));
        if self.arrangement == Arrangement::One {
            self.arrangement = Arrangement::Swipe(0.5);
        }
    }

    /// Whether the person who plays does not know a cell.
    #[must_use]
    pub fn hides(&self, cell: Cell) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks.unknown.binary_search(&cell).is_ok())
    }

    /// What the rules tell of a cell of the shown moment, a line each; `None` if nothing.
    #[must_use]
    pub fn remarks_at(&self, cell: Cell) -> Option<String> {
        let ground = self.panes.iter().filter_map(|pane| pane.ground.as_ref());
        let told = ground.filter_map(|ground| Some((ground.chart.as_ref()?, ground.inward(cell)?)));
        let lines: Vec<&str> = told.take(1).flat_map(|(chart, cell)| chart.remarks_at(cell)).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Where the units of the person who plays go over turns: from where, to where.
    #[must_use]
    pub fn ways(&self) -> &[(Cell, Cell)] {
        self.marks.as_ref().map_or(&[], |marks| &marks.ways)
    }

    /// How many units moved on the map when the position came that is shown; none where moves are not animated.
    #[must_use]
    pub fn moved(&self) -> usize {
        self.movement.as_ref().map_or(0, super::moving::Movement::count)
    }

    /// Whether there is any cell that the person who plays does not know.
    pub(super) fn is_dark(&self) -> bool {
        self.marks.as_ref().is_some_and(|marks| !marks.unknown.is_empty())
    }

    /// Shows the small picture of the map at every scale: to draw tiles takes longer than most tests.
    pub const fn skip_tiles(&mut self) {
        self.skips_tiles = true;
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

    /// Brings a cell to the middle.
    pub(super) fn center_on(&mut self, cell: Cell) {
        let Some(ground) = &self.panes[0].ground else { return };
        let Some(place) = ground.whole.world.area.on_level(cell, 0) else { return };
        self.camera.center = ground.plan.center(place).into();
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

    pub(super) fn zoom(&mut self, factor: f32) {
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

    pub(super) fn pan(&mut self, right: f32, down: f32) {
        if let Some(room) = self.room {
            self.camera.drag(Vec2::new(-right * room.width(), -down * room.height()) * 0.2);
            self.fitted = false;
        }
    }

    /// Moves the cursor by a cell: `up` rows, `right` columns.
    pub(super) fn step(&mut self, right: i32, up: i32) {
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
