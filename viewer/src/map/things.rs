//! What stands on the ground: units as icons, and names.

use std::collections::BTreeMap;

use design::UnitType;
use design::parameters::unit::POINT_VALUE;
use eframe::egui::{self, Color32, ColorImage, FontId, Mesh, Rect, Shape, TextureHandle, TextureOptions, Vec2, pos2};
use output::{side_color, sprite};
use world::{Scenario, SideId};

use super::camera::Camera;
use super::chunks::copies;
use super::ground::Ground;

/// Screen points per cell from which units are icons; below, they are dots.
const ICONS_FROM: f32 = 9.0;
/// Screen points per cell from which all units are shown; below, those of sides alone.
const ALL_FROM: f32 = 4.0;
/// Screen points per cell from which names are shown.
const NAMES_FROM: f32 = 5.0;
/// As many names at once.
const NAMES_MAX: usize = 90;
/// Sprites are so many pixels wide.
const SPRITE: u32 = 64;

/// Icons as textures, by type and side.
#[derive(Default)]
pub struct Sprites(BTreeMap<(UnitType, SideId), TextureHandle>);

impl Sprites {
    /// Forgets all: another design has other icons.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A unit's icon.
    pub fn get(
        &mut self,
        context: &egui::Context,
        scenario: &Scenario,
        kind: UnitType,
        side: SideId,
    ) -> &TextureHandle {
        self.0.entry((kind, side)).or_insert_with(|| {
            let icon = sprite(scenario, kind, side, SPRITE);
            let size = [icon.width() as usize, icon.height() as usize];
            let pixels = ColorImage::from_rgba_unmultiplied(size, icon.as_raw());
            let options = TextureOptions { mipmap_mode: Some(egui::TextureFilter::Linear), ..TextureOptions::LINEAR };
            context.load_texture("sprite", pixels, options)
        })
    }
}

/// Paints the units that are seen: in each cell the dearest.
pub fn paint_units(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &Ground, sprites: &mut Sprites) {
    let scenario = &ground.scenario;
    let seen = camera.seen(room).expand(1.0);
    let mut top: BTreeMap<u32, (i32, usize)> = BTreeMap::new();
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for (index, unit) in scenario.units.iter().enumerate() {
        let Some(cell) = unit.cell() else { continue };
        if camera.scale < ALL_FROM && unit.side == SideId::INDEPENDENT {
            continue;
        }
        let worth = scenario.design.int(POINT_VALUE, unit.kind);
        let best = top.entry(cell.0).or_insert((worth, index));
        if worth > best.0 {
            *best = (worth, index);
        }
        *counts.entry(cell.0).or_default() += 1;
    }
    // By texture, so that each is bound once.
    let mut by_look: BTreeMap<(UnitType, SideId), Vec<(egui::Pos2, u32)>> = BTreeMap::new();
    for (right, down) in copies(ground, seen) {
        for (&cell, &(_, index)) in &top {
            let unit = &scenario.units[index];
            let (x, y) = ground.plan.center(grid::Cell(cell));
            let at = (x + right, y + down);
            if seen.contains(pos2(at.0, at.1)) {
                by_look.entry((unit.kind, unit.side)).or_default().push((camera.screen(room, at), counts[&cell]));
            }
        }
    }
    if camera.scale < ICONS_FROM {
        paint_dots(painter, camera, scenario, &by_look);
        return;
    }
    let context = painter.ctx().clone();
    let half = Vec2::splat((camera.scale * 0.46).min(34.0));
    let whole = Rect::from_min_max(egui::Pos2::ZERO, pos2(1.0, 1.0));
    for (&(kind, side), places) in &by_look {
        let mut mesh = Mesh::with_texture(sprites.get(&context, scenario, kind, side).id());
        for &(at, _) in places {
            mesh.add_rect_with_uv(Rect::from_min_max(at - half, at + half), whole, Color32::WHITE);
        }
        painter.add(Shape::mesh(mesh));
    }
    if camera.scale >= 22.0 {
        let font = FontId::proportional((camera.scale * 0.24).clamp(9.0, 15.0));
        for &(at, count) in by_look.values().flatten().filter(|(_, count)| *count > 1) {
            let corner = at + half * 0.75;
            let text = painter.layout_no_wrap(count.to_string(), font.clone(), Color32::WHITE);
            let place = Rect::from_center_size(corner, text.size() + Vec2::new(5.0, 1.0));
            painter.rect_filled(place, 3.0, Color32::from_black_alpha(190));
            painter.galley(place.center() - text.size() / 2.0, text, Color32::WHITE);
        }
    }
}

fn paint_dots(
    painter: &egui::Painter,
    camera: &Camera,
    scenario: &Scenario,
    by_look: &BTreeMap<(UnitType, SideId), Vec<(egui::Pos2, u32)>>,
) {
    let half = Vec2::splat((camera.scale * 0.32).clamp(1.6, 4.0));
    let rim = Vec2::splat(0.8);
    let mut mesh = Mesh::default();
    for (&(_, side), places) in by_look {
        let color = color_of(scenario, side);
        for &(at, _) in places {
            mesh.add_colored_rect(Rect::from_min_max(at - half - rim, at + half + rim), Color32::from_black_alpha(200));
            mesh.add_colored_rect(Rect::from_min_max(at - half, at + half), color);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// A side's colour; that of nobody's units for [`SideId::INDEPENDENT`].
pub fn color_of(scenario: &Scenario, side: SideId) -> Color32 {
    match usize::from(side.0).checked_sub(1) {
        Some(side) => {
            let [red, green, blue] = side_color(scenario, side);
            Color32::from_rgb(red, green, blue)
        }
        None => Color32::from_rgb(236, 232, 224),
    }
}

/// Paints names: of sides' places first, then of features by size, then of other units; none over another.
pub fn paint_names(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &Ground) {
    if camera.scale < NAMES_FROM {
        return;
    }
    let scenario = &ground.scenario;
    let seen = camera.seen(room);
    let mut wanted: Vec<(u64, grid::Cell, &str, bool)> = Vec::new();
    for unit in &scenario.units {
        if let (Some(cell), false) = (unit.cell(), unit.name.is_empty()) {
            let owned = unit.side != SideId::INDEPENDENT;
            let worth = scenario.design.int(POINT_VALUE, unit.kind).max(0) as u64;
            if owned || camera.scale >= 14.0 {
                wanted.push((worth + if owned { 1_000_000 } else { 0 }, cell, &unit.name, true));
            }
        }
    }
    for feature in &scenario.world.features {
        // A feature is named where it is large enough to be seen.
        if f64::from(feature.size).sqrt() * f64::from(camera.scale) > 60.0 {
            wanted.push((u64::from(feature.size) * 100, feature.at, &feature.name, false));
        }
    }
    wanted.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut taken: Vec<Rect> = Vec::new();
    for (right, down) in copies(ground, seen) {
        for &(_, cell, name, is_unit) in &wanted {
            let (x, y) = ground.plan.center(cell);
            let at = (x + right, y + down);
            if taken.len() >= NAMES_MAX || !seen.contains(pos2(at.0, at.1)) {
                continue;
            }
            let size = if is_unit { 12.5 } else { 14.0 };
            let font = FontId::proportional(size);
            let ink = if is_unit { Color32::WHITE } else { Color32::from_rgb(255, 246, 214) };
            let galley = painter.layout_no_wrap(name.to_owned(), font, ink);
            let below = if is_unit { camera.scale.min(60.0) * 0.5 + 2.0 } else { -galley.size().y / 2.0 };
            let place =
                Rect::from_min_size(camera.screen(room, at) + Vec2::new(-galley.size().x / 2.0, below), galley.size());
            if !room.contains_rect(place) || taken.iter().any(|other| other.intersects(place.expand(2.0))) {
                continue;
            }
            taken.push(place);
            let shadow =
                painter.layout_no_wrap(name.to_owned(), FontId::proportional(size), Color32::from_black_alpha(210));
            for way in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (0.8, 0.8)] {
                painter.galley(place.min + Vec2::from(way), shadow.clone(), Color32::BLACK);
            }
            painter.galley(place.min, galley, ink);
        }
    }
}

/// The name of a unit type with its side, for lists: `Veland army`.
pub fn unit_words(scenario: &Scenario, index: usize) -> String {
    let unit = &scenario.units[index];
    let kind = scenario.design.name_of(unit.kind);
    let side = match usize::from(unit.side.0).checked_sub(1) {
        Some(side) => scenario.sides[side].name.clone(),
        None => "independent".to_owned(),
    };
    match unit.name.as_str() {
        "" => format!("{side} {kind}"),
        name => format!("{name}, {side} {kind}"),
    }
}
