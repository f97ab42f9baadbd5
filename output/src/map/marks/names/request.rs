//! The names of a map that want a place, with their importance, and how each kind of name is written.

use std::collections::BTreeSet;

use contract::Chart;
use design::TypeId;
use grid::Cell;
use world::{FeatureClass, FeatureId, ProvinceId, Scenario};

use crate::map::ground::terrain_style::printed;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::icons::Mark;
use crate::map::marks::realms;
use crate::map::marks::text::Face;
use crate::palette::{Rgb, Role, brightness, mix, rgb, side_color, terrain_colors};

use super::form::mean;

/// How a kind of name is written.
#[derive(Clone, Copy)]
pub(super) struct LetterStyle {
    pub(super) face: Face,
    pub(super) ink: Rgb,
    pub(super) halo: Rgb,
    pub(super) strength: f32,
}

/// Dark letters on light water, light ones on dark water.
pub(super) fn water_hand(scenario: &Scenario) -> LetterStyle {
    let design = &scenario.design;
    let kinds = design.cell_terrain().filter(|&kind| design.is_liquid(kind));
    let all = terrain_colors(design);
    let colors: Vec<Rgb> = kinds.map(|kind| printed(rgb(all[kind.index()]))).collect();
    let darkest = colors.into_iter().min_by(|a, b| brightness(*a).total_cmp(&brightness(*b)));
    let sea = darkest.unwrap_or([143.0, 184.0, 207.0]);
    match brightness(sea) > 150.0 {
        true => {
            LetterStyle { face: Face::Italic, ink: [34.0, 74.0, 112.0], halo: [206.0, 226.0, 232.0], strength: 0.95 }
        }
        false => LetterStyle {
            face: Face::Italic,
            ink: [236.0, 243.0, 246.0],
            halo: sea.map(|part| part * 0.55),
            strength: 0.96,
        },
    }
}

pub(super) const RIVER_INK: Rgb = [34.0, 74.0, 112.0];
pub(super) const LAND_INK: Rgb = [52.0, 40.0, 32.0];
pub(super) const LAND_HALO: Rgb = [248.0, 243.0, 228.0];
pub(super) const RANGE_INK: Rgb = [56.0, 30.0, 16.0];
/// Letters on the dark between the stars.
pub(super) const NIGHT_INK: Rgb = [240.0, 234.0, 218.0];
pub(super) const NIGHT_HALO: Rgb = [8.0, 10.0, 22.0];
pub(super) const PROVINCE_INK: Rgb = [88.0, 40.0, 66.0];

/// A name to be placed.
pub(super) enum LabelRequest {
    /// In an area; `belongs` says which cells belong to it.
    Area {
        name: String,
        hand: LetterStyle,
        points: Vec<Point>,
        anchor: Point,
        count: f32,
        belongs: Belongs,
        scale: f32,
        beside: LetterStyle,
        /// Whether its name may lie beside it on water, and on land.
        may_lie: (bool, bool),
    },
    /// Along a river.
    Course { name: String, points: Vec<Point> },
    /// Beside an icon.
    Place { mark: usize },
    /// Beside a point.
    Spot { name: String, hand: LetterStyle, at: Point, room: f32 },
    /// The same on these cells alone.
    Within { name: String, hand: LetterStyle, at: Point, room: f32, cells: BTreeSet<Cell> },
}

impl LabelRequest {
    pub(super) fn name<'a>(&'a self, marks: &'a [Mark]) -> &'a str {
        match self {
            LabelRequest::Area { name, .. }
            | LabelRequest::Course { name, .. }
            | LabelRequest::Spot { name, .. }
            | LabelRequest::Within { name, .. } => name,
            LabelRequest::Place { mark } => &marks[*mark].name,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Belongs {
    Feature(FeatureId),
    Country(u8),
    Province(ProvinceId),
    /// Water that belongs to no other sea or lake: a sea's bays are parts of it.
    Sea(FeatureId),
    Water,
    Land,
}

/// The average number of pixels per named place, so that a large world is not covered with names.
pub(super) const PIXELS_TO_A_PLACE: f32 = 11_000.0;

/// Adds the names of places, and returns those for which the map is too crowded.
pub(super) fn add_places(sheet: &PageLayout, marks: &[Mark], wishes: &mut Vec<(i64, LabelRequest)>) -> Vec<String> {
    let named = || marks.iter().enumerate().filter(|(_, mark)| !mark.name.is_empty() && mark.icon.settles());
    let mut order: Vec<(usize, &Mark)> = named().collect();
    order.sort_by_key(|(index, mark)| (std::cmp::Reverse((mark.capital, mark.weight)), *index));
    let room = sheet.extent.0 * sheet.extent.1 * sheet.cell * sheet.cell / PIXELS_TO_A_PLACE;
    let mut crowded = Vec::new();
    for (rank, (index, mark)) in order.into_iter().enumerate() {
        if !mark.capital && (rank as f32 > room || sheet.cell < 4.0) {
            crowded.push(mark.name.clone());
            continue;
        }
        let priority = if mark.capital { 9_000_000 } else { 1_000_000 + i64::from(mark.weight.min(32767)) * 20 };
        wishes.push((priority, LabelRequest::Place { mark: index }));
    }
    crowded
}

/// The most cells of an area that are sampled, roughly.
pub(super) const SAMPLES: usize = 600;

pub(super) fn add_countries(scenario: &Scenario, sheet: &PageLayout, wishes: &mut Vec<(i64, LabelRequest)>) {
    let Some(country) = &scenario.world.country else { return };
    // Where provinces pay, their names have the room, and the colours of sides are in the legend.
    if realms::are_shown(scenario) {
        return;
    }
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); scenario.sides.len()];
    // Countries end at the shore.
    let liquid = scenario.world.liquid_mask(&scenario.design);
    for cell in sheet.area.cells().filter(|cell| !liquid[cell.index()]) {
        if let Some(own) = usize::from(country[cell]).checked_sub(1).and_then(|side| cells.get_mut(side)) {
            own.push(cell);
        }
    }
    for (index, cells) in cells.iter().enumerate() {
        let side = &scenario.sides[index];
        let Some(&first) = cells.first() else { continue };
        if side.name.is_empty() {
            continue;
        }
        let color = rgb(side_color(scenario, index));
        let dark = mix(color, [24.0, 20.0, 22.0], 0.35 + 0.3 * (brightness(color) / 255.0));
        let hand = match is_night(scenario, first) {
            true => {
                let light = mix(color, [255.0, 252.0, 244.0], 0.5);
                LetterStyle { face: Face::Capitals, ink: light, halo: NIGHT_HALO, strength: 0.95 }
            }
            false => LetterStyle { face: Face::Capitals, ink: dark, halo: LAND_HALO, strength: 0.92 },
        };
        let origin = sheet.center(side.center.unwrap_or(first));
        let points = sampled(sheet, origin, cells);
        let anchor = mean(&points);
        wishes.push((
            8_000_000 + cells.len() as i64,
            LabelRequest::Area {
                name: side.name.clone(),
                hand,
                points,
                anchor,
                count: cells.len() as f32,
                belongs: Belongs::Country(index as u8 + 1),
                scale: 1.0,
                beside: hand,
                may_lie: (true, true),
            },
        ));
    }
}

pub(super) fn add_features(scenario: &Scenario, sheet: &PageLayout, wishes: &mut Vec<(i64, LabelRequest)>) {
    let features = &scenario.world.features;
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); features.len()];
    if let Some(feature_of) = &scenario.world.feature_of {
        for cell in sheet.area.cells() {
            if let Some(own) = usize::from(feature_of[cell].0).checked_sub(1).and_then(|id| cells.get_mut(id)) {
                own.push(cell);
            }
        }
    }
    for (index, feature) in features.iter().enumerate() {
        if feature.name.is_empty() || !sheet.area.contains(feature.at) {
            continue;
        }
        // Across provinces that pay it would read like the name of a country.
        if feature.class == FeatureClass::Continent && realms::are_shown(scenario) {
            continue;
        }
        let id = FeatureId(index as u16 + 1);
        let origin = sheet.center(feature.at);
        let water = water_hand(scenario);
        let land = LetterStyle { face: Face::Italic, ink: LAND_INK, halo: LAND_HALO, strength: 1.0 };
        let size = i64::from(feature.size);
        let (hand, belongs, priority, scale) = match feature.class {
            FeatureClass::Sea => (water, Belongs::Sea(id), 7_000_000, 1.0),
            FeatureClass::Bay | FeatureClass::Lake => (water, Belongs::Water, 2_000_000, 0.9),
            FeatureClass::Continent => {
                (LetterStyle { face: Face::Capitals, strength: 0.8, ..land }, Belongs::Land, 6_000_000, 0.9)
            }
            FeatureClass::Island => (land, Belongs::Land, 2_000_000, 0.9),
            FeatureClass::Range => (LetterStyle { ink: RANGE_INK, ..land }, Belongs::Feature(id), 4_000_000, 0.9),
            FeatureClass::Terrain => (LetterStyle { strength: 0.9, ..land }, Belongs::Feature(id), 1_500_000, 0.75),
            FeatureClass::Peak => {
                let hand = LetterStyle { ink: RANGE_INK, ..land };
                let spot = LabelRequest::Spot { name: feature.name.clone(), hand, at: sheet.pixels(origin), room: 3.0 };
                wishes.push((900_000 + size, spot));
                continue;
            }
            FeatureClass::River => {
                if feature.course.len() > 2 && sheet.cell >= 8.0 {
                    let mut last = origin;
                    let unwrapped = feature.course.iter().map(|&cell| {
                        last = unwrap(sheet, last, sheet.center(cell));
                        sheet.pixels(last)
                    });
                    let points = unwrapped.collect();
                    wishes.push((3_000_000 + size, LabelRequest::Course { name: feature.name.clone(), points }));
                }
                continue;
            }
        };
        let own = &cells[index];
        let points = if own.is_empty() { vec![sheet.pixels(origin)] } else { sampled(sheet, origin, own) };
        let count = (own.len() as f32).max(1.0).max(if own.is_empty() { feature.size as f32 } else { 0.0 });
        let (name, anchor) = (feature.name.clone(), sheet.pixels(origin));
        // On land the name of a bay would be taken for a place, and at sea that of a lake for a bay.
        let may_lie = match feature.class {
            FeatureClass::Bay | FeatureClass::Sea => (true, false),
            FeatureClass::Lake => (false, true),
            _ => (true, true),
        };
        // A name beside its feature lies on its surroundings: an island's on the sea, a lake's on land.
        let beside = match feature.class {
            FeatureClass::Island | FeatureClass::Continent => water,
            FeatureClass::Lake => land,
            _ => hand,
        };
        wishes.push((
            priority + size,
            LabelRequest::Area { name, hand, points, anchor, count, belongs, scale, beside, may_lie },
        ));
    }
}

pub(super) fn add_provinces(scenario: &Scenario, sheet: &PageLayout, wishes: &mut Vec<(i64, LabelRequest)>) {
    let world = &scenario.world;
    let Some(province_of) = &world.province_of else { return };
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); world.provinces.len()];
    for cell in sheet.area.cells() {
        if let Some(own) = usize::from(province_of[cell].0).checked_sub(1).and_then(|id| cells.get_mut(id)) {
            own.push(cell);
        }
    }
    let hand = LetterStyle { face: Face::Capitals, ink: PROVINCE_INK, halo: LAND_HALO, strength: 0.85 };
    for (index, (province, own)) in world.provinces.iter().zip(&cells).enumerate() {
        let points = sampled(sheet, sheet.center(province.capital), own);
        let anchor = mean(&points);
        wishes.push((
            5_000_000 + own.len() as i64,
            LabelRequest::Area {
                name: province.name.clone(),
                hand,
                points,
                anchor,
                count: own.len() as f32,
                belongs: Belongs::Province(ProvinceId(index as u16 + 1)),
                scale: 1.25,
                beside: hand,
                may_lie: (true, true),
            },
        ));
    }
}

/// Adds the names of a chart's regions, where the world has no provinces that would name them.
pub(super) fn add_regions(
    scenario: &Scenario,
    told: Option<&Chart>,
    sheet: &PageLayout,
    wishes: &mut Vec<(i64, LabelRequest)>,
) {
    if scenario.world.province_of.is_some() {
        return;
    }
    for region in told.into_iter().flat_map(|told| &told.regions).filter(|region| !region.name.is_empty()) {
        let Some(center) = region.center else { continue };
        let hand = LetterStyle { face: Face::Capitals, ink: PROVINCE_INK, halo: LAND_HALO, strength: 0.9 };
        let (name, at) = (region.name.clone(), sheet.pixels(sheet.center(center)));
        let spot = LabelRequest::Spot { name, hand, at, room: 0.5 * sheet.cell };
        wishes.push((5_000_000 + region.cells.len() as i64, spot));
    }
}

/// The least width of cells, in pixels, from which regions have room for words beside their names.
const WORDS_FROM: f32 = 20.0;

/// What stands in regions, in words beside the middle of each, where it lies on no other region.
pub(super) fn garrisons(told: Option<&Chart>, sheet: &PageLayout) -> Vec<LabelRequest> {
    let hand = LetterStyle { face: Face::Italic, ink: LAND_INK, halo: LAND_HALO, strength: 0.95 };
    let spot = |region: &contract::Region| {
        let at = sheet.pixels(sheet.center(region.center?));
        // Below what stands there, whatever its sign.
        let room = 0.95 * sheet.cell;
        let cells = region.cells.iter().copied().collect();
        (!region.holds.is_empty()).then(|| LabelRequest::Within { name: region.holds.clone(), hand, at, room, cells })
    };
    let told = told.filter(|_| sheet.cell >= WORDS_FROM);
    told.into_iter().flat_map(|told| &told.regions).filter_map(spot).collect()
}

/// The copy of a point that is nearest to another point, if east meets west.
pub(super) fn unwrap(sheet: &PageLayout, origin: Point, (x, y): Point) -> Point {
    let across = sheet.extent.0;
    let copy = if sheet.area.wraps_x() { ((origin.0 - x) / across).round() } else { 0.0 };
    (x + copy * across, y)
}

pub(super) fn sampled(sheet: &PageLayout, origin: Point, cells: &[Cell]) -> Vec<Point> {
    let step = cells.len().div_ceil(SAMPLES).max(1);
    cells.iter().step_by(step).map(|&cell| sheet.pixels(unwrap(sheet, origin, sheet.center(cell)))).collect()
}

/// Whether the ground of a cell is the dark between the stars.
pub(super) fn is_night(scenario: &Scenario, cell: Cell) -> bool {
    let terrain = scenario.world.terrain.as_ref();
    terrain.is_some_and(|terrain| Role::of(&scenario.design, terrain[cell]) == Role::Space)
}
