//! The content of a map: a level of a scenario, seen through a lens.
//!
//! It is made in the background, once for each scenario, lens and style; [`super::tiles`] shows it.

use std::sync::Arc;

use contract::{Chart, CourseKind};
use eframe::egui::{Color32, ColorImage};
use grid::Cell;
use output::{AreaLayout, PictureStyle};
use world::Scenario;

use crate::lenses::{Lens, Painting, Subject};
use crate::session::{Overlays, Style};

/// The greatest width and height of the overview, in pixels, and its greatest width of a cell.
const OVERVIEW: f32 = 400.0;
const OVERVIEW_CELL: f32 = 4.0;

/// A colour.
pub type Rgb = [u8; 3];

/// The content of a pane.
pub struct MapContent {
    /// The scenario that is shown, with all of its levels.
    pub whole: Arc<Scenario>,
    /// The level that is shown, from 0.
    pub level: u32,
    /// The shown level as a scenario of its own; of one with a single level the same.
    pub scenario: Arc<Scenario>,
    /// Its layout.
    pub plan: AreaLayout,
    /// The result of the lens.
    pub painting: Painting,
    /// What its rules tell of the position.
    pub chart: Option<Chart>,
    /// All of it at a small size.
    pub overview: ColorImage,
    lens: &'static str,
    style: Style,
}

impl MapContent {
    /// A cell of the whole scenario as one of the shown level; `None` if it lies on another.
    #[must_use]
    pub fn inward(&self, cell: Cell) -> Option<Cell> {
        let area = &self.whole.world.area;
        area.of_level(cell, self.level).filter(|_| area.contains(cell))
    }

    /// A cell of the shown level as one of the whole scenario.
    #[must_use]
    pub fn outward(&self, cell: Cell) -> Cell {
        self.whole.world.area.on_level(cell, self.level).expect("the shown level is there")
    }

    /// A level of a scenario, from 0, seen through a lens. `told` is what its rules tell of it; of `None` they are asked.
    ///
    /// # Errors
    /// A sentence that says what the scenario lacks for the lens.
    pub fn new(
        whole: Arc<Scenario>,
        told: Option<&Chart>,
        level: u32,
        lens: &Lens,
        choice: usize,
        style: Style,
        overlays: Overlays,
    ) -> Result<MapContent, String> {
        // What a lens tells may depend on all levels.
        let mut painting = (lens.make)(&Subject { scenario: &whole, choice })?;
        let area = whole.world.area;
        let scenario = if area.levels() == 1 { Arc::clone(&whole) } else { Arc::new(whole.level(level)) };
        let start = level as usize * area.level_len();
        painting.colors = painting.colors.drain(start..start + area.level_len()).collect();
        let mut content = MapContent {
            chart: told.map(|told| told.level(&area, level)).or_else(|| playtest::chart(&scenario)),
            plan: AreaLayout::new(scenario.world.area),
            whole,
            level,
            scenario,
            painting,
            overview: ColorImage::filled([1, 1], Color32::TRANSPARENT),
            lens: lens.name,
            style,
        };
        // Names and signs are too large for it.
        let overlays = Overlays { names: false, grid: false, ..overlays };
        let picture = content.lay_out(overlays, content.overview_scale(), None)?.draw();
        content.overview = super::tiles::image(&picture, (0, 0), content.overview_scale(), &content);
        Ok(content)
    }

    /// The name of its lens.
    #[must_use]
    pub const fn lens_name(&self) -> &'static str {
        self.lens
    }

    /// The width of a cell of the overview, in pixels.
    #[must_use]
    pub fn overview_scale(&self) -> f32 {
        let (width, height) = self.plan.extent();
        (OVERVIEW / width.max(height)).min(OVERVIEW_CELL)
    }

    /// Whether another map shows the same land through the same lens: another turn of a match, or a step of editing.
    #[must_use]
    pub fn is_like(&self, other: &MapContent) -> bool {
        let (own, others) = (&self.scenario, &other.scenario);
        let is_same_land = || match (&own.world.terrain, &others.world.terrain) {
            (Some(one), Some(two)) => {
                let changed = one.values().iter().zip(two.values()).filter(|(one, two)| one != two).count();
                changed * CHANGED_MAX <= one.values().len()
            }
            (one, two) => one.is_none() && two.is_none(),
        };
        (self.lens, self.style, self.level, own.world.area) == (other.lens, other.style, other.level, others.world.area)
            && Arc::ptr_eq(&own.design, &others.design)
            && (Arc::ptr_eq(own, others) || is_same_land())
    }

    /// The map laid out for cells of this width, in pixels. `before` is the layout of an earlier position.
    ///
    /// # Errors
    /// A sentence that says what the scenario lacks.
    pub(super) fn lay_out(
        &self,
        overlays: Overlays,
        cell: f32,
        before: Option<&output::Painting>,
    ) -> Result<output::Painting, String> {
        let Overlays { grid, edges, borders, units, names, .. } = overlays;
        let style = PictureStyle {
            relief: self.style == Style::Relief,
            grid,
            rivers: edges,
            roads: edges,
            countries: borders,
            units,
            names,
            ..PictureStyle::default()
        };
        let is_printed = self.lens == "terrain" && self.style == Style::Relief;
        let colors: Vec<Rgb> = match self.style {
            Style::Glyphs => {
                self.painting.colors.iter().map(|color| color.map(|part| (u16::from(part) * 2 / 7) as u8)).collect()
            }
            Style::Flat | Style::Relief => self.painting.colors.clone(),
        };
        let chart = self.chart.as_ref().map(|chart| shown(chart, overlays));
        let colors = (!is_printed).then_some(&colors[..]);
        output::Painting::of_map(&self.scenario, chart.as_ref(), colors, (&style, cell), before)
            .map_err(|fault| fault.to_string())
    }
}

/// If at most one cell of this number changed, it is still the same land.
const CHANGED_MAX: usize = 20;

/// The part of a chart that the window's switches show.
fn shown(chart: &Chart, overlays: Overlays) -> Chart {
    let mut chart = chart.clone();
    if !overlays.borders {
        chart.regions.clear();
    }
    if !overlays.zones {
        chart.cut_off.clear();
        (chart.zones, chart.marks) = (Vec::new(), Vec::new());
    }
    if !overlays.velocities || !overlays.forecasts {
        // What is not drawn on its way stands where it is.
        chart.stands_for.fill(false);
        chart.courses.retain(|course| match course.kind {
            CourseKind::Vessel => overlays.velocities,
            CourseKind::Shot => overlays.forecasts,
        });
    }
    if !overlays.forecasts {
        chart.courses.iter_mut().for_each(|course| course.threat = None);
    }
    chart
}

/// From the first colour to the second.
#[must_use]
pub fn mix(from: Rgb, to: Rgb, part: f32) -> Rgb {
    [0, 1, 2].map(|k| (f32::from(from[k]) + (f32::from(to[k]) - f32::from(from[k])) * part).round() as u8)
}
