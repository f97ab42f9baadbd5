//! Units as icons, and names.
//!
//! A ground ([`MapContent`]) keeps its things from frame to frame, and they are painted as they lie on it: so both files use each other.

use std::collections::BTreeMap;

use design::parameters::unit::{self, POINT_VALUE};
use design::{Design, UnitType};
use eframe::egui::{self, Color32, ColorImage, FontId, Mesh, Rect, Shape, TextureHandle, TextureOptions, Vec2, pos2};
use output::{AreaLayout, side_color, sprite};
use world::{Scenario, SideId};

use super::camera::Camera;
use super::chunks::copies;
use super::content::MapContent;
use crate::same::Same;

/// Screen points per cell from which units are icons; below, they are dots.
const ICONS_FROM: f32 = 9.0;
/// Screen points per cell from which all units are shown; below, only those of sides.
const ALL_FROM: f32 = 4.0;
/// Screen points per cell from which names are shown.
const NAMES_FROM: f32 = 5.0;
/// The most names at once.
const NAMES_MAX: usize = 90;
/// Screen points per cell from which the number of units in a cell is shown.
const COUNTS_FROM: f32 = 22.0;
/// The width of sprites, in pixels.
const SPRITE: u32 = 64;

/// The icons of a design as textures, by type and by the colour of the side; those of no side have none.
type DesignSprites = (Same<Design>, BTreeMap<(UnitType, Option<[u8; 3]>), TextureHandle>);

/// Icons as textures. A map is shown until the next one is made, and a pinned one longer: each has the icons of its own design.
#[derive(Default)]
pub struct Sprites(Vec<DesignSprites>);

/// The most designs whose icons are kept: those of two panes, and one that comes.
const DESIGNS_MAX: usize = 3;

impl Sprites {
    /// A unit's icon.
    pub fn get(
        &mut self,
        context: &egui::Context,
        scenario: &Scenario,
        kind: UnitType,
        side: SideId,
    ) -> &TextureHandle {
        let design = Same::of(&scenario.design);
        let at = self.0.iter().position(|(known, _)| *known == design).unwrap_or_else(|| {
            if self.0.len() == DESIGNS_MAX {
                self.0.remove(0);
            }
            self.0.push((design, BTreeMap::new()));
            self.0.len() - 1
        });
        let color = side.index().map(|side| side_color(scenario, side));
        self.0[at].1.entry((kind, color)).or_insert_with(|| {
            let icon = sprite(scenario, kind, side, SPRITE);
            let size = [icon.width() as usize, icon.height() as usize];
            let pixels = ColorImage::from_rgba_unmultiplied(size, icon.as_raw());
            let options = TextureOptions { mipmap_mode: Some(egui::TextureFilter::Linear), ..TextureOptions::LINEAR };
            context.load_texture("sprite", pixels, options)
        })
    }
}

/// Units and names by place: made with the ground, so that a frame looks only at the visible part.
#[derive(Default)]
pub struct Things {
    stands: Tiles<Stand>,
    /// The units of sides, for views from afar.
    owned: Vec<Stand>,
    names: Tiles<Name>,
}

/// The most valuable unit of a cell.
#[derive(Clone, Copy)]
struct Stand {
    /// Its place, in map units.
    at: (f32, f32),
    kind: UnitType,
    side: SideId,
    /// How many units are in the cell.
    count: u32,
}

/// A name and its weight: names with more weight come first.
struct Name {
    at: (f32, f32),
    text: String,
    weight: u64,
    /// The scale from which it is shown, in screen points per cell.
    from: f32,
    is_unit: bool,
}

/// Things by the tile of the map that contains them.
struct Tiles<T>(BTreeMap<(i32, i32), Vec<T>>);

impl<T> Default for Tiles<T> {
    fn default() -> Tiles<T> {
        Tiles(BTreeMap::new())
    }
}

/// A tile's side, in map units.
const TILE: f32 = 32.0;

impl<T> Tiles<T> {
    fn put(&mut self, (x, y): (f32, f32), thing: T) {
        self.0.entry(((y / TILE) as i32, (x / TILE) as i32)).or_default().push(thing);
    }

    /// The things in a part of the map, and some around it.
    fn within(&self, part: Rect) -> impl Iterator<Item = &T> {
        let tile = |value: f32| (value / TILE).floor() as i32;
        let (left, right) = (tile(part.min.x), tile(part.max.x));
        let rows = (tile(part.min.y), i32::MIN)..=(tile(part.max.y), i32::MAX);
        let across = move |&(&(_, column), _): &(&(i32, i32), &Vec<T>)| (left..=right).contains(&column);
        self.0.range(rows).filter(across).flat_map(|(_, things)| things)
    }
}

impl Things {
    /// The units and names of a scenario.
    pub fn new(scenario: &Scenario, plan: &AreaLayout) -> Things {
        let mut things = Things::default();
        let mut top: BTreeMap<u32, (i32, usize, u32)> = BTreeMap::new();
        for (index, unit) in scenario.units.iter().enumerate() {
            let Some(cell) = unit.cell() else { continue };
            let worth = scenario.design.int(POINT_VALUE, unit.kind);
            let best = top.entry(cell.0).or_insert((worth, index, 0));
            best.2 += 1;
            if worth > best.0 {
                (best.0, best.1) = (worth, index);
            }
            if !unit.name.is_empty() {
                let owned = unit.side != SideId::INDEPENDENT;
                let at = plan.center(cell);
                let weight = worth.max(0) as u64 + if owned { 1_000_000 } else { 0 };
                let from = if owned { NAMES_FROM } else { 14.0 };
                things.names.put(at, Name { at, text: unit.name.clone(), weight, from, is_unit: true });
            }
        }
        for (&cell, &(_, index, count)) in &top {
            let unit = &scenario.units[index];
            let stand = Stand { at: plan.center(grid::Cell(cell)), kind: unit.kind, side: unit.side, count };
            things.stands.put(stand.at, stand);
            if unit.side != SideId::INDEPENDENT {
                things.owned.push(stand);
            }
        }
        for feature in &scenario.world.features {
            let at = plan.center(feature.at);
            // A feature's name is shown when the feature is large enough to be seen.
            let from = (60.0 / (feature.size.max(1) as f32).sqrt()).max(NAMES_FROM);
            let weight = u64::from(feature.size) * 100;
            things.names.put(at, Name { at, text: feature.name.clone(), weight, from, is_unit: false });
        }
        things
    }
}

/// Paints the visible units: in each cell the most valuable.
pub fn paint_units(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, sprites: &mut Sprites) {
    let scenario = &ground.scenario;
    let seen = camera.seen(room).expand(1.0);
    // By texture, so that each is bound once.
    let mut by_look: BTreeMap<(UnitType, SideId), Vec<(egui::Pos2, u32)>> = BTreeMap::new();
    for (right, down) in copies(ground, seen) {
        let mut note = |stand: &Stand| {
            let at = (stand.at.0 + right, stand.at.1 + down);
            if seen.contains(pos2(at.0, at.1)) {
                let places = by_look.entry((stand.kind, stand.side)).or_default();
                places.push((camera.screen(room, at), stand.count));
            }
        };
        if camera.scale < ALL_FROM {
            ground.things.owned.iter().for_each(&mut note);
        } else {
            ground.things.stands.within(seen.translate(-Vec2::new(right, down))).for_each(&mut note);
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
    if camera.scale >= COUNTS_FROM {
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

/// Paints the ends of links: a dark disk with an arrow down, up, or to the side.
pub fn paint_links(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent) {
    let world = &ground.scenario.world;
    let within = world.links.iter().flat_map(|link| [(link.from, 0.0), (link.to, 0.0)]);
    let out = world.exits.iter().map(|exit| (exit.at, if exit.leads_down { 1.0 } else { -1.0 }));
    let seen = camera.seen(room).expand(1.0);
    let radius = (camera.scale * 0.36).clamp(4.0, 26.0);
    for (right, down) in copies(ground, seen) {
        for (cell, way) in within.clone().chain(out.clone()) {
            let (x, y) = ground.plan.center(cell);
            if !seen.contains(pos2(x + right, y + down)) {
                continue;
            }
            let at = camera.screen(room, (x + right, y + down));
            painter.circle(at, radius, Color32::from_rgb(38, 28, 36), egui::Stroke::new(1.2, LINK_LIGHT));
            let point = |across: f32, along: f32| at + Vec2::new(across, along) * radius;
            let points = if way == 0.0 {
                vec![point(-0.6, 0.0), point(0.0, -0.6), point(0.6, 0.0), point(0.0, 0.6)]
            } else {
                vec![point(-0.62, -0.3 * way), point(0.62, -0.3 * way), point(0.0, 0.66 * way)]
            };
            painter.add(Shape::convex_polygon(points, LINK_LIGHT, egui::Stroke::NONE));
        }
    }
}

/// The arrow in the sign of a link.
const LINK_LIGHT: Color32 = Color32::from_rgb(250, 244, 226);

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

/// A side's colour; for [`SideId::INDEPENDENT`] that of independent units.
pub fn color_of(scenario: &Scenario, side: SideId) -> Color32 {
    match side.index() {
        Some(side) => {
            let [red, green, blue] = side_color(scenario, side);
            Color32::from_rgb(red, green, blue)
        }
        None => Color32::from_rgb(236, 232, 224),
    }
}

/// Paints names: first of sides' places, then of features by size, then of other units; none over another, nor over the places in
/// `taken`.
pub fn paint_names(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, mut taken: Vec<Rect>) {
    if camera.scale < NAMES_FROM {
        return;
    }
    let seen = camera.seen(room);
    let mut wanted: Vec<(&Name, (f32, f32))> = Vec::new();
    for (right, down) in copies(ground, seen) {
        let near = ground.things.names.within(seen.translate(-Vec2::new(right, down)));
        wanted.extend(near.map(|name| (name, (name.at.0 + right, name.at.1 + down))));
    }
    wanted.retain(|(name, at)| camera.scale >= name.from && seen.contains(pos2(at.0, at.1)));
    wanted.sort_by(|(one, _), (other, _)| other.weight.cmp(&one.weight).then_with(|| one.text.cmp(&other.text)));
    let most = taken.len() + NAMES_MAX;
    for (name, at) in wanted {
        if taken.len() >= most {
            break;
        }
        let (size, ink) = if name.is_unit { (12.5, Color32::WHITE) } else { (14.0, Color32::from_rgb(255, 246, 214)) };
        let font = FontId::proportional(size);
        let galley = painter.layout_no_wrap(name.text.clone(), font.clone(), ink);
        let below = if name.is_unit { camera.scale.min(60.0) * 0.5 + 2.0 } else { -galley.size().y / 2.0 };
        let corner = camera.screen(room, at) + Vec2::new(-galley.size().x / 2.0, below);
        let place = Rect::from_min_size(corner, galley.size());
        if !room.contains_rect(place) || taken.iter().any(|other| other.intersects(place.expand(2.0))) {
            continue;
        }
        taken.push(place);
        let shadow = painter.layout_no_wrap(name.text.clone(), font, Color32::from_black_alpha(210));
        for way in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (0.8, 0.8)] {
            painter.galley(place.min + Vec2::from(way), shadow.clone(), Color32::BLACK);
        }
        painter.galley(place.min, galley, ink);
    }
}

/// The name of a unit type with its side, for lists: `Veland army`.
pub fn unit_words(scenario: &Scenario, index: usize) -> String {
    let unit = &scenario.units[index];
    let kind = scenario.design.spoken_name(unit::NAME, unit.kind);
    let side = match unit.side.index() {
        Some(side) => scenario.sides[side].name.clone(),
        None => "independent".to_owned(),
    };
    match unit.name.as_str() {
        "" => format!("{side} {kind}"),
        name => format!("{name}, {side} {kind}"),
    }
}
