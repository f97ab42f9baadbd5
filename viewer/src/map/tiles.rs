//! The map as it is printed, in tiles: each is drawn in the background when it is first seen, at the scale of the screen. While the
//! scale changes the last tiles are stretched; below them lies the small picture of the whole map. When something changes on the map,
//! those tiles alone are drawn anew that look different.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::{self, Color32, ColorImage, Pos2, Rect, TextureHandle, TextureOptions, Vec2, pos2};
use grid::Shape;
use image::RgbImage;

use super::camera::Camera;
use super::content::MapContent;
use crate::same::Same;
use crate::session::Overlays;
use crate::{Job, Jobs, Progress};

/// The side of a tile, in pixels.
const TILE: usize = 256;
/// How long the scale rests before tiles are drawn for it, in seconds.
const REST: f64 = 0.15;
/// How long a job may draw before it shows what it has.
const BUDGET: Duration = Duration::from_millis(120);
/// The greatest width of a cell, in pixels.
const CELL_MAX: f32 = 160.0;
/// The most tiles that are kept.
const KEPT: usize = 320;

/// A tile's column and row.
type Place = (u32, u32);

/// What tiles are drawn of.
#[derive(Clone, PartialEq)]
struct Key {
    content: Same<MapContent>,
    overlays: Overlays,
    /// The width of a cell, in pixels.
    cell: f32,
}

/// Tiles of one scale.
struct TileSet {
    key: Key,
    painting: Arc<output::Painting>,
    /// With the frame in which each was last seen.
    tiles: BTreeMap<Place, (TextureHandle, u64)>,
}

/// What a job has drawn.
struct Drawn {
    painting: Arc<output::Painting>,
    /// Tiles of the set before that look the same.
    kept: Vec<Place>,
    new: Vec<(Place, ColorImage)>,
}

/// The tiles of a pane.
#[derive(Default)]
pub struct Tiles {
    overview: Option<(Same<MapContent>, TextureHandle)>,
    shown: Option<TileSet>,
    /// Tiles of the same map at another scale, until those for this one are there.
    under: Option<TileSet>,
    job: Option<(Key, Job<Result<Drawn, String>>)>,
    /// What came to nothing, and is not tried again.
    failed: Option<Key>,
    /// The scale for which it waits, and since when, in seconds.
    waits: Option<(f32, f64)>,
    /// Whether the first of these is of the position before the second.
    next: Option<(Same<MapContent>, Same<MapContent>, bool)>,
    frame: u64,
    is_settled: bool,
    drawn: usize,
    visible: usize,
}

impl Tiles {
    /// Whether the map is shown as it is, sharp and whole.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// How many tiles were drawn since the window was opened.
    #[must_use]
    pub const fn drawn(&self) -> usize {
        self.drawn
    }

    /// How many tiles are visible.
    #[must_use]
    pub const fn visible(&self) -> usize {
        self.visible
    }

    /// The small picture of the whole map.
    pub(super) fn overview(&mut self, context: &egui::Context, content: &Arc<MapContent>) -> egui::TextureId {
        let same = Same::of(content);
        if let Some((_, texture)) = self.overview.as_ref().filter(|(known, _)| *known == same) {
            return texture.id();
        }
        let texture = context.load_texture("overview", content.overview.clone(), TextureOptions::LINEAR);
        let id = texture.id();
        self.overview = Some((same, texture));
        id
    }

    /// Paints the visible part of the map, and sees to it that what is missing is drawn, if there are jobs for it.
    pub(super) fn paint(
        &mut self,
        painter: &egui::Painter,
        (room, camera): (Rect, &Camera),
        content: &Arc<MapContent>,
        overlays: Overlays,
        jobs: Option<&Jobs>,
    ) {
        let context = painter.ctx().clone();
        self.frame += 1;
        self.is_settled = false;
        self.take(&context);
        let cell = (camera.scale * context.pixels_per_point()).min(CELL_MAX);
        // What lies over the map is not part of it.
        let overlays = Overlays { minimap: false, legend: false, ..overlays };
        let key = Key { content: Same::of(content), overlays, cell };
        if self.under.as_ref().is_some_and(|set| set.key.content != key.content) {
            self.under = None;
        }
        // The tiles of the position before stay until the first of this one are there.
        let is_now = self.shown.as_ref().is_some_and(|set| set.key.content == key.content);
        let is_before = !is_now && self.is_before(content);
        let seen = camera.seen(room);
        let copies = copies(content, seen);
        let extent = content.plan.extent();
        if !is_before {
            let overview = self.overview(&context, content);
            for &(right, down) in &copies {
                let corners = [(right, down), (right + extent.0, down + extent.1)];
                let place = Rect::from_min_max(camera.screen(room, corners[0]), camera.screen(room, corners[1]));
                painter.image(overview, place, WHOLE, Color32::WHITE);
            }
        }
        let frame = self.frame;
        let shown = self.shown.as_mut().filter(|_| is_now || is_before);
        for set in self.under.as_mut().into_iter().chain(shown) {
            for &copy in &copies {
                set.paint(painter, (room, camera), copy, extent, frame);
            }
        }
        if let Some(jobs) = jobs.filter(|_| cell > content.overview_scale() && self.failed.as_ref() != Some(&key)) {
            self.draw(&context, key, (content, seen, &copies), jobs);
            self.forget();
        }
    }

    /// Whether what is shown is of the position before that of a map: the same land at another turn, or before an edit.
    fn is_before(&mut self, content: &Arc<MapContent>) -> bool {
        let Some(set) = &self.shown else { return false };
        let pair = (set.key.content.clone(), Same::of(content));
        match &self.next {
            Some((one, other, is_before)) if (one, other) == (&pair.0, &pair.1) => *is_before,
            _ => {
                let is_before = pair.0.get().is_like(content);
                self.next = Some((pair.0, pair.1, is_before));
                is_before
            }
        }
    }

    /// Starts a job for what is missing.
    fn draw(
        &mut self,
        context: &egui::Context,
        key: Key,
        (content, seen, copies): (&Arc<MapContent>, Rect, &[(f32, f32)]),
        jobs: &Jobs,
    ) {
        let wanted = places(content, key.cell, seen, copies);
        self.visible = wanted.len();
        let shown = self.shown.as_ref().filter(|set| set.key == key);
        let missing: Vec<Place> = match shown {
            Some(set) => wanted.into_iter().filter(|place| !set.tiles.contains_key(place)).collect(),
            None => wanted,
        };
        if missing.is_empty() {
            self.under = None;
            self.is_settled = true;
            return;
        }
        if self.job.as_ref().is_some_and(|(coming, _)| *coming == key) {
            return;
        }
        // Another look of the same scale is drawn at once; another scale waits until it rests.
        let is_same_scale = self.shown.as_ref().is_none_or(|set| set.key.cell == key.cell);
        let now = context.input(|input| input.time);
        let since = match self.waits {
            Some((waited, since)) if waited == key.cell => since,
            _ => now,
        };
        self.waits = Some((key.cell, since));
        if !is_same_scale && now - since < REST {
            context.request_repaint_after(Duration::from_secs_f64(REST - (now - since) + 0.02));
            return;
        }
        let known = shown.map(|set| Arc::clone(&set.painting));
        let before = self.shown.as_ref().filter(|set| set.key.cell == key.cell);
        let before = before.map(|set| (Arc::clone(&set.painting), set.tiles.keys().copied().collect::<Vec<Place>>()));
        let content = Arc::clone(content);
        let (overlays, cell) = (key.overlays, key.cell);
        let work = move |progress: &Progress| {
            let painting = match (known, &before) {
                (Some(known), _) => known,
                (None, before) => {
                    let before = before.as_ref().map(|(painting, _)| &**painting);
                    Arc::new(content.lay_out(overlays, cell, before)?)
                }
            };
            let kept = match &before {
                Some((before, _)) if Arc::ptr_eq(before, &painting) => Vec::new(),
                Some((before, places)) => {
                    let is_like = |&(column, row): &Place| {
                        painting.is_like(before, (column as usize * TILE, row as usize * TILE), (TILE, TILE))
                    };
                    places.iter().copied().filter(is_like).collect()
                }
                None => Vec::new(),
            };
            let kept_places: BTreeSet<Place> = kept.iter().copied().collect();
            let began = Instant::now();
            let mut new = Vec::new();
            for place in missing.into_iter().filter(|place| !kept_places.contains(place)) {
                if progress.is_cancelled() || (!new.is_empty() && began.elapsed() > BUDGET) {
                    break;
                }
                new.push((place, tile(&painting, &content, place)));
            }
            Ok(Drawn { painting, kept, new })
        };
        self.job = Some((key, jobs.start("Drawing the map", work)));
        self.take(context);
    }

    /// Takes what a job has drawn.
    fn take(&mut self, context: &egui::Context) {
        let Some(done) = self.job.as_ref().and_then(|(_, job)| job.poll()) else { return };
        let Some((key, _)) = self.job.take() else { return };
        let Ok(Ok(Drawn { painting, kept, new })) = done else {
            self.failed = Some(key);
            return;
        };
        self.drawn += new.len();
        let load = |(place, image): (Place, ColorImage)| {
            (place, (context.load_texture("tile", image, TextureOptions::LINEAR), self.frame))
        };
        let new = new.into_iter().map(load);
        match &mut self.shown {
            Some(set) if set.key == key => set.tiles.extend(new),
            shown => {
                let before = shown.take();
                let mut tiles = BTreeMap::new();
                if let Some(before) = before {
                    if before.key.cell == key.cell {
                        let mut old = before.tiles;
                        tiles.extend(kept.iter().filter_map(|place| Some((*place, old.remove(place)?))));
                    } else if before.key.content == key.content {
                        self.under = Some(before);
                    }
                }
                tiles.extend(new);
                *shown = Some(TileSet { key, painting, tiles });
            }
        }
        context.request_repaint();
    }

    /// Drops the tiles that were not seen for longest, if there are too many.
    fn forget(&mut self) {
        let Some(set) = self.shown.as_mut().filter(|set| set.tiles.len() > KEPT) else { return };
        let mut ages: Vec<u64> = set.tiles.values().map(|(_, last)| *last).collect();
        ages.sort_unstable();
        let (oldest, frame) = (ages[ages.len() - KEPT * 3 / 4], self.frame);
        set.tiles.retain(|_, (_, last)| *last >= oldest || *last == frame);
    }
}

/// The whole of a texture.
const WHOLE: Rect = Rect { min: Pos2::ZERO, max: pos2(1.0, 1.0) };

impl TileSet {
    fn paint(
        &mut self,
        painter: &egui::Painter,
        (room, camera): (Rect, &Camera),
        (right, down): (f32, f32),
        (width, height): (f32, f32),
        frame: u64,
    ) {
        let cell = self.key.cell;
        let points = painter.ctx().pixels_per_point();
        let origin = camera.screen(room, (right, down));
        // At its own scale a pixel of a tile is a pixel of the screen.
        let part = camera.scale * points / cell;
        let is_exact = (part - 1.0).abs() < 1e-4;
        let origin = if is_exact { (origin * points).round() / points } else { origin };
        let clip = painter.clip_rect();
        let side = TILE as f32 * part / points;
        let most = Vec2::new(width, height) * camera.scale;
        for (&(column, row), (texture, last)) in &mut self.tiles {
            let corner = Vec2::new(column as f32, row as f32) * side;
            let size = texture.size_vec2() * part / points;
            let end = (corner + size).min(most.max(corner));
            let place = Rect::from_min_max(origin + corner, origin + end);
            if place.intersects(clip) {
                *last = frame;
                painter.image(texture.id(), place, WHOLE, Color32::WHITE);
            }
        }
    }
}

/// The tiles that are visible, those in the middle first.
fn places(content: &MapContent, cell: f32, seen: Rect, copies: &[(f32, f32)]) -> Vec<Place> {
    let (width, height) = content.plan.extent();
    let side = TILE as f32 / cell;
    let mut found: BTreeMap<Place, f32> = BTreeMap::new();
    for &(right, down) in copies {
        let part =
            seen.translate(-Vec2::new(right, down)).intersect(Rect::from_min_max(Pos2::ZERO, pos2(width, height)));
        if !part.is_positive() {
            continue;
        }
        let span = |low: f32, high: f32, most: f32| {
            let last = ((most / side).ceil() as u32).saturating_sub(1);
            ((low / side) as u32).min(last)..=((high / side) as u32).min(last)
        };
        let middle = seen.center() - Vec2::new(right, down);
        for row in span(part.min.y, part.max.y, height) {
            for column in span(part.min.x, part.max.x, width) {
                let center = pos2(column as f32 + 0.5, row as f32 + 0.5) * side;
                let far = center.distance_sq(middle);
                let known = found.entry((column, row)).or_insert(far);
                *known = known.min(far);
            }
        }
    }
    let mut places: Vec<(Place, f32)> = found.into_iter().collect();
    places.sort_by(|one, other| one.1.total_cmp(&other.1));
    places.into_iter().map(|(place, _)| place).collect()
}

/// A tile.
fn tile(painting: &output::Painting, content: &MapContent, (column, row): Place) -> ColorImage {
    let from = (column as usize * TILE, row as usize * TILE);
    image(&painting.part(from, (TILE, TILE)), from, painting.cell_width(), content)
}

/// A part of a picture from a pixel on, with cells of this width; clear outside of a map in the shape of a hexagon.
pub(super) fn image(picture: &RgbImage, from: (usize, usize), cell: f32, content: &MapContent) -> ColorImage {
    let size = [picture.width() as usize, picture.height() as usize];
    let mut image = ColorImage::from_rgb(size, picture.as_raw());
    if content.plan.area().shape() == Shape::Hexagon {
        for (at, pixel) in image.pixels.iter_mut().enumerate() {
            let place = ((from.0 + at % size[0]) as f32 + 0.5, (from.1 + at / size[0]) as f32 + 0.5);
            if content.plan.cell_at((place.0 / cell, place.1 / cell)).is_none() {
                *pixel = Color32::TRANSPARENT;
            }
        }
    }
    image
}

/// Where the visible copies of the world begin, in map units.
pub(super) fn copies(content: &MapContent, seen: Rect) -> Vec<(f32, f32)> {
    let (right, down) = content.plan.period();
    let (width, height) = content.plan.extent();
    let starts = |low: f32, high: f32, length: f32, period: Option<f32>| -> Vec<f32> {
        let Some(period) = period else { return vec![0.0] };
        let first = ((low - length) / period).ceil() as i32;
        (first..=(high / period).floor() as i32).map(|round| round as f32 * period).collect()
    };
    let across = starts(seen.min.x, seen.max.x, width, right);
    let along = starts(seen.min.y, seen.max.y, height, down);
    along.iter().flat_map(|&down| across.iter().map(move |&right| (right, down))).collect()
}
