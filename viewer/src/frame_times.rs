//! `--frame-times`: moves about on the map by itself, and prints how long frames took; then it asks for other seeds, and prints how
//! long it took until their maps were shown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::Vec2;
use fairmarch_viewer::Viewer;
use world::Scenario;

/// The number of frames measured at each scale.
const FRAMES: usize = 90;
/// Screen points per cell; the first is the whole map.
const SCALES: [f32; 9] = [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 48.0];

/// The number of changes measured, and the largest scenario, in cells, for which they are.
const CHANGES: usize = 7;
const CHANGED_MAX: usize = 120 * 120;

/// The state of the measurement.
pub struct FrameTimes {
    began: Instant,
    last: Instant,
    /// From the start of the program to the first frame with a map.
    first: Option<Duration>,
    scale: usize,
    frames: Vec<Duration>,
    /// The scenario that was shown when the last change was asked for.
    before: Option<Arc<Scenario>>,
    changes: Vec<Duration>,
    is_done: bool,
}

impl FrameTimes {
    /// Starts the measurement now.
    pub fn new() -> FrameTimes {
        let now = Instant::now();
        FrameTimes {
            began: now,
            last: now,
            first: None,
            scale: 0,
            frames: Vec::new(),
            before: None,
            changes: Vec::new(),
            is_done: false,
        }
    }

    /// Notes a frame, and goes on with the next step.
    pub fn step(&mut self, viewer: &mut Viewer) {
        let now = Instant::now();
        viewer.context.services.egui.request_repaint();
        if self.is_done || viewer.context.view.panes[0].ground.is_none() {
            return;
        }
        if self.first.is_none() {
            self.first = Some(now - self.began);
            println!("first frame with a map: {:.2} s after the start", (now - self.began).as_secs_f64());
            self.turn_to(viewer);
            self.last = now;
            return;
        }
        if self.scale == SCALES.len() {
            self.change(viewer, now);
            return;
        }
        self.frames.push(now - self.last);
        self.last = now;
        let step = self.frames.len() as f32;
        // A slow circle, so that nothing stays in view for long.
        viewer.context.view.camera.drag(9.0 * Vec2::angled(step / 15.0));
        if self.frames.len() < FRAMES {
            return;
        }
        self.frames.sort_unstable();
        let at = |part: f32| self.frames[((FRAMES - 1) as f32 * part) as usize].as_secs_f64() * 1000.0;
        println!(
            "{:>7.2} points per cell: median {:>5.1} ms, 95 % {:>5.1} ms, worst {:>5.1} ms",
            viewer.context.view.camera.scale,
            at(0.5),
            at(0.95),
            at(1.0)
        );
        self.frames.clear();
        self.scale += 1;
        if self.scale < SCALES.len() {
            self.turn_to(viewer);
        }
    }

    /// Asks for the next seed when the last one is shown.
    fn change(&mut self, viewer: &mut Viewer, now: Instant) {
        let Some(open) = &viewer.context.documents.open else { return };
        let is_small = open.scenario.world.area.len() <= CHANGED_MAX;
        if open.base.is_none() || !is_small || self.changes.len() == CHANGES {
            if let Some(middle) = self.changes.len().checked_div(2).filter(|_| !self.changes.is_empty()) {
                self.changes.sort_unstable();
                let told = [self.changes[middle], self.changes[CHANGES - 1]].map(|time| time.as_secs_f64() * 1000.0);
                println!("from a change to its map: median {:.0} ms, worst {:.0} ms", told[0], told[1]);
            }
            self.is_done = true;
            viewer.run("quit");
            return;
        }
        let seen = viewer.context.view.panes[0].ground.as_ref().map(|ground| Arc::clone(&ground.whole));
        match (&self.before, seen) {
            (Some(before), Some(seen)) if Arc::ptr_eq(before, &seen) => return,
            (Some(_), Some(_)) => self.changes.push(now - self.last),
            _ => {}
        }
        self.before = viewer.context.view.panes[0].ground.as_ref().map(|ground| Arc::clone(&ground.whole));
        let mut request = open.request.clone();
        request.seed += 1;
        viewer.context.ask(request);
        self.last = now;
    }

    fn turn_to(&self, viewer: &mut Viewer) {
        viewer.context.view.fitted = SCALES[self.scale] == 0.0;
        if !viewer.context.view.fitted {
            viewer.context.view.camera.scale = SCALES[self.scale];
        }
    }
}
