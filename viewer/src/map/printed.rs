//! The map at rest: when its scale has not changed for a moment, the printed map is drawn in the background at that scale, and takes the
//! place of the quick one. While it is zoomed, and under every lens but the terrain, the quick one is shown.

use std::sync::Arc;

use eframe::egui::{self, Color32, ColorImage, Pos2, Rect, TextureHandle, TextureOptions};
use grid::Shape;
use output::PictureStyle;
use world::Scenario;

use super::camera::Camera;
use super::chunks::copies;
use super::content::MapContent;
use crate::same::Same;
use crate::session::{Overlays, Style};
use crate::{Job, Jobs};

/// How long the scale rests before the map is printed, in seconds.
const REST: f64 = 0.35;
/// The widths of cells, in pixels, that are printed.
const CELLS: std::ops::RangeInclusive<u32> = 3..=64;
/// The most pixels of a print.
const PIXELS_MAX: f32 = 20_000_000.0;

/// What a print was made of.
#[derive(Clone, PartialEq)]
struct PrintKey {
    scenario: Same<Scenario>,
    overlays: Overlays,
    cell: u32,
}

/// The print of a pane.
#[derive(Default)]
pub struct Printed {
    shown: Option<(PrintKey, TextureHandle)>,
    job: Option<(PrintKey, Job<Option<ColorImage>>)>,
    /// A print that came to nothing, and is not tried again.
    failed: Option<PrintKey>,
    /// The scale for which it waits, and since when, in seconds.
    waits: Option<(u32, f64)>,
}

impl Printed {
    /// Whether a print is shown.
    #[must_use]
    pub const fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// Paints the print, if there is one of this map at this scale; otherwise sees to it that there will be. Returns whether it did.
    pub(super) fn paint(
        &mut self,
        painter: &egui::Painter,
        room: Rect,
        camera: &Camera,
        ground: &MapContent,
        (style, overlays): (Style, Overlays),
        jobs: &Jobs,
    ) -> bool {
        let context = painter.ctx().clone();
        let cell = (camera.scale * context.pixels_per_point()).round() as u32;
        if !overlays.printed || !can_print(ground, style, cell, context.input(|input| input.max_texture_side)) {
            *self = Printed::default();
            return false;
        }
        let key = PrintKey { scenario: Same::of(&ground.scenario), overlays, cell };
        self.take(&context);
        if let Some((_, texture)) = self.shown.as_ref().filter(|(shown, _)| *shown == key) {
            let (width, height) = ground.plan.extent();
            let whole = Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
            for (right, down) in copies(ground, camera.seen(room)) {
                let corners = [(right, down), (right + width, down + height)].map(|corner| camera.screen(room, corner));
                painter.image(texture.id(), Rect::from_min_max(corners[0], corners[1]), whole, Color32::WHITE);
            }
            return true;
        }
        if self.failed.as_ref() == Some(&key) {
            return false;
        }
        let now = context.input(|input| input.time);
        let since = match self.waits {
            Some((waited, since)) if waited == cell => since,
            _ => now,
        };
        self.waits = Some((cell, since));
        let is_coming = self.job.as_ref().is_some_and(|(coming, _)| *coming == key);
        if !is_coming && now - since < REST {
            context.request_repaint_after(std::time::Duration::from_secs_f64(REST - (now - since) + 0.02));
        } else if !is_coming {
            let (scenario, plan_area) = (Arc::clone(&ground.scenario), ground.plan.clone());
            let print = move |_: &crate::Progress| print(&scenario, &plan_area, overlays, cell);
            self.job = Some((key, jobs.start("Printing the map", print)));
            self.take(&context);
        }
        false
    }

    /// Takes a print that is done.
    fn take(&mut self, context: &egui::Context) {
        let Some(done) = self.job.as_ref().and_then(|(_, job)| job.poll()) else { return };
        let Some((key, _)) = self.job.take() else { return };
        match done {
            Ok(Some(image)) => {
                self.shown = Some((key, context.load_texture("printed", image, TextureOptions::LINEAR)));
                context.request_repaint();
            }
            _ => self.failed = Some(key),
        }
    }
}

/// Whether a map can be printed as it is shown. Where ships fly, their ways are shown as the window's own switches say.
fn can_print(ground: &MapContent, style: Style, cell: u32, side_max: usize) -> bool {
    let (width, height) = ground.plan.extent();
    let (across, down) = (width * cell as f32, height * cell as f32);
    style == Style::Relief
        && ground.painting.is_ground
        && ground.chart.is_none()
        && CELLS.contains(&cell)
        && across.max(down) < side_max.min(16_384) as f32
        && across * down <= PIXELS_MAX
}

/// The map alone, as it is printed; clear outside of a map in the shape of a hexagon.
fn print(scenario: &Scenario, plan: &output::AreaLayout, overlays: Overlays, cell: u32) -> Option<ColorImage> {
    let style = PictureStyle {
        cell_width: Some(cell),
        frame: false,
        grid: overlays.grid,
        rivers: overlays.edges,
        roads: overlays.edges,
        countries: overlays.borders,
        units: overlays.units,
        names: overlays.names,
        rim: Some(0),
        ..PictureStyle::default()
    };
    let picture = output::draw(scenario, &style).ok()?;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut image = ColorImage::from_rgb([width, height], picture.as_raw());
    if plan.area().shape() == Shape::Hexagon {
        for (at, pixel) in image.pixels.iter_mut().enumerate() {
            let place = ((at % width) as f32 + 0.5, (at / width) as f32 + 0.5);
            if plan.cell_at((place.0 / cell as f32, place.1 / cell as f32)).is_none() {
                *pixel = Color32::TRANSPARENT;
            }
        }
    }
    Some(image)
}
