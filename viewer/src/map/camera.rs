//! The camera: the visible part of the plane, and its scale. Map units are those of [`output::AreaLayout`].

use eframe::egui::{Pos2, Rect, Vec2, pos2};

/// Screen points per map unit, at least and at most.
const SCALE: (f32, f32) = (0.02, 200.0);

/// The most copies of a repeating map that are seen side by side.
const COPIES: f32 = 8.0;

/// A place and a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The map unit in the middle of the pane.
    pub center: Pos2,
    /// Screen points per map unit.
    pub scale: f32,
}

impl Default for Camera {
    fn default() -> Camera {
        Camera { center: Pos2::ZERO, scale: 1.0 }
    }
}

impl Camera {
    /// Fits the whole of a map into the pane, with a little space around.
    pub fn fit(&mut self, (width, height): (f32, f32), room: Rect) {
        let part = (room.width() / width.max(1.0)).min(room.height() / height.max(1.0));
        self.scale = (0.97 * part).clamp(SCALE.0, SCALE.1);
        self.center = pos2(width / 2.0, height / 2.0);
    }

    /// Moves the view, in screen points.
    pub fn drag(&mut self, way: Vec2) {
        self.center -= way / self.scale;
    }

    /// Zooms by a factor; the map at that point of the screen stays there.
    pub fn zoom(&mut self, room: Rect, at: Pos2, factor: f32) {
        let under = self.map(room, at);
        self.scale = (self.scale * factor).clamp(SCALE.0, SCALE.1);
        let now = self.map(room, at);
        self.center += under - now;
    }

    /// The place of a map unit on the screen.
    #[must_use]
    pub fn screen(&self, room: Rect, (x, y): (f32, f32)) -> Pos2 {
        room.center() + (pos2(x, y) - self.center) * self.scale
    }

    /// The map unit at a point of the screen.
    #[must_use]
    pub fn map(&self, room: Rect, at: Pos2) -> Pos2 {
        self.center + (at - room.center()) / self.scale
    }

    /// The visible part of the plane.
    #[must_use]
    pub fn seen(&self, room: Rect) -> Rect {
        Rect::from_min_max(self.map(room, room.min), self.map(room, room.max))
    }

    /// Keeps the middle of the pane on the map. If the map repeats, the camera wraps round, and does not zoom out so far that there
    /// are more copies than can be drawn.
    pub fn hold(&mut self, (width, height): (f32, f32), (right, down): (Option<f32>, Option<f32>), room: Rect) {
        let least = |length: f32, period: Option<f32>| period.map_or(0.0, |period| length / (COPIES * period.max(1.0)));
        let scale = self.scale.max(least(room.width(), right)).max(least(room.height(), down));
        self.scale = scale.clamp(SCALE.0, SCALE.1);
        let keep = |value: f32, most: f32, period: Option<f32>| match period {
            Some(period) => value.rem_euclid(period),
            None => value.clamp(0.0, most),
        };
        self.center = pos2(keep(self.center.x, width, right), keep(self.center.y, height, down));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> Rect {
        Rect::from_min_max(pos2(5.0, 5.0), pos2(805.0, 505.0))
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let mut camera = Camera { center: pos2(30.0, 20.0), scale: 8.0 };
        let pointer = pos2(110.0, 70.0);
        let under = camera.map(room(), pointer);
        for factor in [2.0, 0.3, 1.7, 1e9, 1e-9] {
            camera.zoom(room(), pointer, factor);
            assert!(camera.screen(room(), (under.x, under.y)).distance(pointer) < 0.1, "{camera:?}");
            assert!(camera.scale >= SCALE.0 && camera.scale <= SCALE.1);
        }
    }

    #[test]
    fn a_fitted_map_lies_within_the_room() {
        let mut camera = Camera::default();
        camera.fit((160.0, 40.0), room());
        let (least, most) = (camera.screen(room(), (0.0, 0.0)), camera.screen(room(), (160.0, 40.0)));
        assert!(room().contains(least) && room().contains(most));
        assert!((most.x - least.x - 0.97 * 800.0).abs() < 0.1);
    }

    #[test]
    fn the_camera_goes_round_where_the_world_does() {
        let mut camera = Camera { center: pos2(-3.0, 70.0), scale: 1.0 };
        camera.hold((60.0, 50.0), (Some(60.0), None), room());
        assert_eq!(camera.center, pos2(57.0, 50.0));
    }

    #[test]
    fn a_small_world_that_goes_round_is_not_seen_a_million_times() {
        let mut camera = Camera { center: pos2(1.0, 1.0), scale: SCALE.0 };
        camera.hold((3.0, 3.0), (Some(3.0), Some(3.0)), room());
        let seen = camera.seen(room());
        assert!(seen.width() <= 8.0 * 3.0 + 0.1 && seen.height() <= 8.0 * 3.0, "{seen:?}");
        let mut camera = Camera { scale: SCALE.0, ..camera };
        camera.hold((3000.0, 3000.0), (None, None), room());
        assert_eq!(camera.scale, SCALE.0);
    }
}
