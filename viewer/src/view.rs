//! How a picture lies in the window: how large, and where its corner is.

use eframe::egui::{Pos2, Rect, Vec2};

/// Screen points per pixel of the picture, at least and at most.
const SCALE: (f32, f32) = (0.02, 16.0);

/// A place and a size for a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Screen points per pixel of the picture.
    pub scale: f32,
    /// Where the picture's corner is on the screen.
    pub corner: Pos2,
}

impl Default for View {
    fn default() -> View {
        View { scale: 1.0, corner: Pos2::ZERO }
    }
}

impl View {
    /// As large as fits into the room, in its middle.
    pub fn fit(&mut self, picture: Vec2, room: Rect) {
        let part = (room.width() / picture.x.max(1.0)).min(room.height() / picture.y.max(1.0));
        self.scale = part.clamp(SCALE.0, SCALE.1);
        self.corner = room.center() - picture * self.scale / 2.0;
    }

    /// Moves it.
    pub fn drag(&mut self, way: Vec2) {
        self.corner += way;
    }

    /// Larger or smaller by a factor; what is under the pointer stays there.
    pub fn zoom(&mut self, pointer: Pos2, factor: f32) {
        let scale = (self.scale * factor).clamp(SCALE.0, SCALE.1);
        self.corner = pointer - (pointer - self.corner) * (scale / self.scale);
        self.scale = scale;
    }

    /// Where a part of the picture is on the screen.
    #[must_use]
    pub fn on_screen(&self, part: Rect) -> Rect {
        let place = |point: Pos2| self.corner + point.to_vec2() * self.scale;
        Rect::from_min_max(place(part.min), place(part.max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::pos2;

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let mut view = View { scale: 0.5, corner: pos2(10.0, 20.0) };
        let pointer = pos2(110.0, 70.0);
        // The picture's pixel there: (110 - 10) / 0.5, (70 - 20) / 0.5.
        let under = Rect::from_min_max(pos2(200.0, 100.0), pos2(201.0, 101.0));
        for factor in [2.0, 0.3, 1.7, 1e9, 1e-9] {
            view.zoom(pointer, factor);
            assert!(view.on_screen(under).min.distance(pointer) < 0.1, "{view:?}");
            assert!(view.scale >= SCALE.0 && view.scale <= SCALE.1);
        }
    }

    #[test]
    fn a_fitted_picture_lies_within_the_room_and_fills_one_side() {
        let room = Rect::from_min_max(pos2(5.0, 5.0), pos2(805.0, 505.0));
        let mut view = View::default();
        view.fit(Vec2::new(1600.0, 400.0), room);
        assert_eq!(view.scale, 0.5);
        let whole = view.on_screen(Rect::from_min_size(Pos2::ZERO, Vec2::new(1600.0, 400.0)));
        assert!(room.contains_rect(whole) && (whole.width() - room.width()).abs() < 0.01);
    }
}
