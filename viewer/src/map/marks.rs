//! What lies over the tiles: characters and marked cells, crisp at any scale.
//!
//! Marked cells are no layers of the painter: what is under the pointer changes with every frame, and a tile may take longer than one.
//! They are one list, by what each is marked for ([`CellRole`]), which one function paints.

use design::TypeId;
use eframe::egui::{self, Color32, FontId, Mesh, Pos2, Rect, Shape, Stroke};
use grid::Cell;
use output::cell_glyphs;

use super::camera::Camera;
use super::content::{MapContent, mix};
use super::tiles::copies;
use crate::session::Style;

/// Screen points per cell from which glyphs are drawn.
pub const GLYPHS_FROM: f32 = 9.0;

/// The visible cells, each with the middle of the visible copy, in map units.
pub fn cells_seen(ground: &MapContent, seen: Rect) -> Vec<(Cell, (f32, f32))> {
    let plan = &ground.plan;
    let (first, last) =
        (((seen.min.y - 1.5) / plan.row()).floor() as i32, ((seen.max.y + 1.0) / plan.row()).ceil() as i32);
    let (left, right) = ((seen.min.x - 1.0).floor() as i32, (seen.max.x + 1.0).ceil() as i32);
    let mut found = Vec::new();
    // The middle of the first row lies this far below the edge.
    let high = plan.corners().iter().map(|corner| corner.1).fold(0.0, f32::max);
    for row in first..=last {
        let y = row as f32 * plan.row() + high;
        let mut before = None;
        for column in left..=right {
            // Rows are shifted by half a cell, so two samples per unit find every cell.
            for x in [column as f32, column as f32 + 0.5] {
                let Some(cell) = plan.cell_at((x, y)) else { continue };
                if before == Some(cell) {
                    continue;
                }
                before = Some(cell);
                let (across, along) = plan.center(cell);
                let (period, down) = plan.period();
                let near = |from: f32, to: f32, period: Option<f32>| {
                    period.map_or(from, |period| from + ((to - from) / period).round() * period)
                };
                found.push((cell, (near(across, x, period), near(along, y, down))));
            }
        }
    }
    found
}

fn fan(mesh: &mut Mesh, camera: &Camera, room: Rect, (x, y): (f32, f32), corners: &[(f32, f32)], color: Color32) {
    let first = mesh.vertices.len() as u32;
    for corner in corners {
        // A little wider, so that no gap shows between two.
        mesh.colored_vertex(camera.screen(room, (x + corner.0 * 1.01, y + corner.1 * 1.01)), color);
    }
    for next in 1..corners.len() as u32 - 1 {
        mesh.add_triangle(first, first + next, first + next + 1);
    }
}

/// Paints the characters of the visible terrain, in its colours.
pub fn paint_glyphs(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, style: Style) {
    let Some(terrain) = ground.scenario.world.terrain.as_ref() else { return };
    if style != Style::Glyphs || camera.scale < GLYPHS_FROM {
        return;
    }
    let font = FontId::monospace((camera.scale * 0.8).min(48.0));
    let colors = output::terrain_colors(&ground.scenario.design);
    let glyphs: Vec<_> = cell_glyphs(&ground.scenario.design)
        .into_iter()
        .map(|(glyph, kind)| {
            let color = mix(colors[kind.index()], [255; 3], 0.12);
            let color = Color32::from_rgb(color[0], color[1], color[2]);
            (kind, painter.layout_no_wrap(glyph.to_string(), font.clone(), color), color)
        })
        .collect();
    for (cell, center) in cells_seen(ground, camera.seen(room)) {
        let kind = terrain[cell];
        if let Some((_, galley, color)) = glyphs.iter().find(|(known, ..)| *known == kind) {
            let at = camera.screen(room, center) - galley.size() / 2.0;
            painter.galley(at, galley.clone(), *color);
        }
    }
}

/// What cells are marked for, in the order in which that is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellRole {
    /// A person who plays does not know them.
    Unknown,
    /// They are known of earlier.
    Remembered,
    /// The chosen unit can go there.
    Reachable,
    /// The chosen unit stands there.
    Chosen,
    /// They lie behind a number that somebody looks at.
    Highlit,
    /// Units behind that number stand there.
    HighlitUnit,
    /// They are selected.
    Selected,
    /// They lie at the rim of what is selected.
    SelectionRim,
    /// A tool would bring something of this colour (red, green, blue, opacity) there.
    Previewed([u8; 4]),
    /// A tool would change them.
    Touched,
    /// A tool would change them, if the rules allowed it.
    Forbidden,
    /// The pointer is over them.
    Hovered,
    /// The cursor is there.
    Cursor,
}

/// Cells that are marked for the same.
#[derive(Clone, Debug, PartialEq)]
pub struct CellMarks {
    /// What they are marked for.
    pub role: CellRole,
    /// The cells, of the shown level.
    pub cells: Vec<Cell>,
}

impl CellRole {
    /// The fills and the rims, the lowest first; `scale` is the width of a cell, in points.
    fn looks(self, scale: f32) -> Vec<(Color32, Stroke)> {
        let rim = |width: f32, color: Color32| (Color32::TRANSPARENT, Stroke::new(width, color));
        let dark = |alpha: u8| (Color32::from_rgba_unmultiplied(18, 17, 16, alpha), Stroke::NONE);
        vec![match self {
            CellRole::Unknown => dark(255),
            CellRole::Remembered => dark(110),
            CellRole::Reachable => (Color32::from_white_alpha(36), Stroke::new(1.0, Color32::from_white_alpha(160))),
            CellRole::Chosen => rim(3.0, Color32::from_rgb(255, 214, 64)),
            CellRole::Highlit => {
                let width = if scale > 14.0 { 1.0 } else { 0.0 };
                let fill = Color32::from_rgba_unmultiplied(255, 214, 64, 128);
                (fill, Stroke::new(width, Color32::from_rgb(255, 196, 0)))
            }
            CellRole::HighlitUnit => rim(2.5, Color32::from_rgb(255, 64, 200)),
            CellRole::Selected => (Color32::from_rgba_unmultiplied(60, 150, 255, 70), Stroke::NONE),
            CellRole::SelectionRim => rim(if scale > 8.0 { 1.5 } else { 0.0 }, Color32::from_rgb(120, 190, 255)),
            CellRole::Previewed([red, green, blue, opacity]) => {
                (Color32::from_rgba_premultiplied(red, green, blue, opacity), Stroke::NONE)
            }
            CellRole::Forbidden => {
                (Color32::from_rgba_unmultiplied(200, 30, 30, 110), Stroke::new(2.0, Color32::from_rgb(240, 70, 60)))
            }
            CellRole::Touched => (Color32::from_white_alpha(70), Stroke::new(1.5, Color32::WHITE)),
            CellRole::Hovered => rim(1.5, Color32::from_white_alpha(170)),
            CellRole::Cursor => return vec![rim(4.5, Color32::BLACK), rim(2.2, Color32::WHITE)],
        }]
    }
}

/// Paints marked cells, in the order of what they are marked for.
pub fn paint_marks(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, marks: &[CellMarks]) {
    let mut marks: Vec<&CellMarks> = marks.iter().filter(|marks| !marks.cells.is_empty()).collect();
    marks.sort_by_key(|marks| marks.role);
    for CellMarks { role, cells } in marks {
        for look in role.looks(camera.scale) {
            paint_cells(painter, room, camera, ground, cells, look);
        }
    }
}

/// Paints over cells.
fn paint_cells(
    painter: &egui::Painter,
    room: Rect,
    camera: &Camera,
    ground: &MapContent,
    cells: &[Cell],
    (fill, rim): (Color32, Stroke),
) {
    let seen = camera.seen(room).expand(1.0);
    let corners = ground.plan.corners();
    let mut mesh = Mesh::default();
    for (right, down) in copies(ground, seen) {
        for &cell in cells {
            let (x, y) = ground.plan.center(cell);
            let center = (x + right, y + down);
            if !seen.contains(Pos2::new(center.0, center.1)) {
                continue;
            }
            fan(&mut mesh, camera, room, center, &corners, fill);
            if rim.width > 0.0 {
                let at = |corner: &(f32, f32)| camera.screen(room, (center.0 + corner.0, center.1 + corner.1));
                painter.add(Shape::closed_line(corners.iter().map(at).collect(), rim));
            }
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// The middle of a cell, and the shortest way from there to another cell of the shown level, in map units; `None` on another level.
pub fn way_between(ground: &MapContent, from: Cell, to: Cell) -> Option<((f32, f32), (f32, f32))> {
    let start = ground.plan.center(ground.inward(from)?);
    let end = ground.plan.center(ground.inward(to)?);
    let (right, down) = ground.plan.period();
    let short = |way: f32, period: Option<f32>| period.map_or(way, |period| way - (way / period).round() * period);
    Some((start, (short(end.0 - start.0, right), short(end.1 - start.1, down))))
}

/// Paints arrows to where units go over turns.
pub fn paint_ways(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, ways: &[(Cell, Cell)]) {
    let width = (camera.scale * 0.09).clamp(1.5, 4.0);
    let seen = camera.seen(room).expand(1.0);
    for &(from, to) in ways {
        let Some((start, way)) = way_between(ground, from, to) else { continue };
        for (right, down) in copies(ground, seen) {
            let origin = camera.screen(room, (start.0 + right, start.1 + down));
            let tip = camera.screen(room, (start.0 + right + way.0, start.1 + down + way.1)) - origin;
            painter.arrow(origin, tip, Stroke::new(width + 2.0, Color32::from_black_alpha(170)));
            painter.arrow(origin, tip, Stroke::new(width, Color32::from_rgb(255, 214, 64)));
        }
    }
}
