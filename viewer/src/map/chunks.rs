//! Chunks: pieces of the ground as textures, at the scale of the screen, made when they are first seen.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use eframe::egui::{self, Color32, Pos2, Rect, TextureHandle, TextureOptions};

use super::camera::Camera;
use super::content::{CHUNK, MapContent};

/// The time that a frame may spend on new chunks.
const BUDGET: Duration = Duration::from_millis(6);
/// The most chunks that are kept.
const KEPT: usize = 320;
/// The finest chunks have two to the power of this pixels per map unit.
const FINEST: i32 = 6;

/// The textures of one ground.
#[derive(Default)]
pub struct Chunks {
    overview: Option<TextureHandle>,
    /// By level (two to the power of it pixels per unit), column and row; with the frame in which the chunk was last seen.
    pieces: BTreeMap<(i32, i32, i32), (TextureHandle, u64)>,
    frame: u64,
}

impl Chunks {
    /// Drops all chunks, because the ground has changed.
    pub fn clear(&mut self) {
        *self = Chunks::default();
    }

    /// The small picture of the whole map.
    pub fn overview(&mut self, context: &egui::Context, ground: &MapContent) -> &TextureHandle {
        let load = || context.load_texture("overview", ground.overview.clone(), TextureOptions::LINEAR);
        self.overview.get_or_insert_with(load)
    }

    /// Paints the visible part.
    pub fn paint(&mut self, painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent) {
        self.frame += 1;
        let context = painter.ctx().clone();
        let whole = Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
        let seen = camera.seen(room);
        let (width, height) = ground.plan.extent();
        let pixels = camera.scale * context.pixels_per_point();
        let level = (pixels.max(1e-6).log2().ceil() as i32).clamp(-8, FINEST);
        let per_unit = (level as f32).exp2();
        let side = CHUNK as f32 / per_unit;
        let began = Instant::now();
        let mut late = false;
        let mut pieces = Vec::new();
        let (left, top) = ((seen.min.x / side).floor() as i32, (seen.min.y / side).floor() as i32);
        let (last_x, last_y) = ((seen.max.x / side).floor() as i32, (seen.max.y / side).floor() as i32);
        let (across, down) = ground.plan.period();
        for row in top..=last_y {
            for column in left..=last_x {
                let from = (column as f32 * side, row as f32 * side);
                let is_off = |from: f32, most: f32, period: Option<f32>| {
                    period.is_none() && (from >= most || from + side <= 0.0)
                };
                if is_off(from.0, width, across) || is_off(from.1, height, down) {
                    continue;
                }
                let key = (level, column, row);
                if !self.pieces.contains_key(&key) {
                    if began.elapsed() > BUDGET {
                        late = true;
                        continue;
                    }
                    let pixels = ground.pixels(from, per_unit, [CHUNK, CHUNK]);
                    let texture = context.load_texture("chunk", pixels, TextureOptions::LINEAR);
                    self.pieces.insert(key, (texture, self.frame));
                }
                let (texture, last) = self.pieces.get_mut(&key).expect("made above");
                *last = self.frame;
                let place =
                    Rect::from_min_max(camera.screen(room, from), camera.screen(room, (from.0 + side, from.1 + side)));
                pieces.push((texture.id(), place));
            }
        }
        if late {
            // A missing chunk is shown blurred, from the overview.
            let overview = self.overview(&context, ground).id();
            for (right, down) in copies(ground, seen) {
                let corners = [(right, down), (right + width, down + height)].map(|corner| camera.screen(room, corner));
                painter.image(overview, Rect::from_min_max(corners[0], corners[1]), whole, Color32::WHITE);
            }
            context.request_repaint();
        }
        for (texture, place) in pieces {
            painter.image(texture, place, whole, Color32::WHITE);
        }
        self.forget();
    }

    /// Drops the chunks that were not seen for longest, if there are too many.
    fn forget(&mut self) {
        if self.pieces.len() > KEPT {
            let mut ages: Vec<u64> = self.pieces.values().map(|(_, last)| *last).collect();
            ages.sort_unstable();
            let oldest = ages[ages.len() - KEPT * 3 / 4];
            let frame = self.frame;
            self.pieces.retain(|_, (_, last)| *last >= oldest || *last == frame);
        }
    }
}

/// Where the visible copies of the world begin, in map units.
pub fn copies(ground: &MapContent, seen: Rect) -> Vec<(f32, f32)> {
    let (right, down) = ground.plan.period();
    let (width, height) = ground.plan.extent();
    let starts = |low: f32, high: f32, length: f32, period: Option<f32>| -> Vec<f32> {
        let Some(period) = period else { return vec![0.0] };
        let first = ((low - length) / period).ceil() as i32;
        (first..=(high / period).floor() as i32).map(|round| round as f32 * period).collect()
    };
    let across = starts(seen.min.x, seen.max.x, width, right);
    let along = starts(seen.min.y, seen.max.y, height, down);
    along.iter().flat_map(|&down| across.iter().map(move |&right| (right, down))).collect()
}
