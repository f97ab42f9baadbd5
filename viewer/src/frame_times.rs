//! `--frame-times`: moves about on the map by itself, and prints how long frames took.

use std::time::{Duration, Instant};

use eframe::egui::Vec2;
use fairmarch_viewer::Viewer;

/// So many frames at each scale are measured.
const FRAMES: usize = 90;
/// Screen points per cell; the first is the whole map.
const SCALES: [f32; 7] = [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 40.0];

/// The measuring.
pub struct FrameTimes {
    began: Instant,
    last: Instant,
    /// From the start of the program to the first frame with a map.
    first: Option<Duration>,
    scale: usize,
    frames: Vec<Duration>,
}

impl FrameTimes {
    /// Begins now.
    pub fn new() -> FrameTimes {
        let now = Instant::now();
        FrameTimes { began: now, last: now, first: None, scale: 0, frames: Vec::new() }
    }

    /// Notes a frame, and moves on.
    pub fn step(&mut self, viewer: &mut Viewer) {
        let now = Instant::now();
        viewer.context.request_repaint();
        if viewer.map.panes[0].ground.is_none() {
            return;
        }
        if self.first.is_none() {
            self.first = Some(now - self.began);
            println!("first frame with a map: {:.2} s after the start", (now - self.began).as_secs_f64());
            self.turn_to(viewer);
            self.last = now;
            return;
        }
        self.frames.push(now - self.last);
        self.last = now;
        let step = self.frames.len() as f32;
        // A slow round: nothing stays in view for long.
        viewer.map.camera.drag(9.0 * Vec2::angled(step / 15.0));
        if self.frames.len() < FRAMES {
            return;
        }
        self.frames.sort_unstable();
        let at = |part: f32| self.frames[((FRAMES - 1) as f32 * part) as usize].as_secs_f64() * 1000.0;
        println!(
            "{:>7.2} points per cell: median {:>5.1} ms, 95 % {:>5.1} ms, worst {:>5.1} ms",
            viewer.map.camera.scale,
            at(0.5),
            at(0.95),
            at(1.0)
        );
        self.frames.clear();
        self.scale += 1;
        if self.scale == SCALES.len() {
            viewer.run("quit");
        } else {
            self.turn_to(viewer);
        }
    }

    fn turn_to(&self, viewer: &mut Viewer) {
        viewer.map.fitted = SCALES[self.scale] == 0.0;
        if !viewer.map.fitted {
            viewer.map.camera.scale = SCALES[self.scale];
        }
    }
}
