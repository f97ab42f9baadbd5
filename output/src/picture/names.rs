//! Names on the map: countries, seas, ranges, rivers, places. The most important ones are placed first; a name without room is left
//! out, since nobody can read names on top of each other.
//!
//! Names of areas run along the area, bent like it (after Imhof, "Positioning Names on Maps", 1975); names of rivers along their
//! straightest reach; names of places beside their icon, to the right if that is free.

use design::{TerrainType, TypeId};
use grid::Cell;
use world::{FeatureClass, FeatureId, ProvinceId, Scenario};

use super::canvas::{Clip, Layer};
use super::ground::printed;
use super::icons::Mark;
use super::lattice_geometry::Point;
use super::placer::{Placer, Rect};
use super::realms;
use super::sheet::PageLayout;
use super::text::{Face, Letter, Line, draw_letters};
use crate::palette::{Rgb, Role, brightness, mix, rgb, side_color, terrain_colors};

/// A placed name.
#[derive(Clone, Debug)]
pub(super) struct Lettering {
    face: Face,
    size: f32,
    letters: Vec<Letter>,
    ink: Rgb,
    halo: Rgb,
    rim: f32,
    strength: f32,
    /// The boxes that it covers.
    pub(super) rects: Vec<Rect>,
}

impl Lettering {
    /// The layers of its rim and its letters.
    pub(super) fn layers(&self) -> [Layer; 2] {
        let mut halo = Layer::new(self.halo, 0.8, Clip::Everywhere);
        let mut ink = Layer::new(self.ink, self.strength, Clip::Everywhere);
        draw_letters(self.face, self.size, &self.letters, &mut ink, Some((&mut halo, self.rim)));
        [halo, ink]
    }
}

/// How a kind of name is written.
#[derive(Clone, Copy)]
struct LetterStyle {
    face: Face,
    ink: Rgb,
    halo: Rgb,
    strength: f32,
}

/// Dark letters on light water, light ones on dark water.
fn water_hand(scenario: &Scenario) -> LetterStyle {
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

const RIVER_INK: Rgb = [34.0, 74.0, 112.0];
const LAND_INK: Rgb = [52.0, 40.0, 32.0];
const LAND_HALO: Rgb = [248.0, 243.0, 228.0];
const RANGE_INK: Rgb = [56.0, 30.0, 16.0];
/// Letters on the dark between the stars.
const NIGHT_INK: Rgb = [240.0, 234.0, 218.0];
const NIGHT_HALO: Rgb = [8.0, 10.0, 22.0];
const PROVINCE_INK: Rgb = [88.0, 40.0, 66.0];

/// A name to be placed.
enum LabelRequest {
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
}

impl LabelRequest {
    fn name<'a>(&'a self, marks: &'a [Mark]) -> &'a str {
        match self {
            LabelRequest::Area { name, .. } | LabelRequest::Course { name, .. } | LabelRequest::Spot { name, .. } => {
                name
            }
            LabelRequest::Place { mark } => &marks[*mark].name,
        }
    }
}

#[derive(Clone, Copy)]
enum Belongs {
    Feature(FeatureId),
    Country(u8),
    Province(ProvinceId),
    /// Water that belongs to no other sea or lake: a sea's bays are parts of it.
    Sea(FeatureId),
    Water,
    Land,
}

/// The names of a map.
pub(super) struct Names {
    /// Those that have a place.
    pub(super) placed: Vec<Lettering>,
    /// Those that found no room, the most important ones first.
    pub(super) lost: Vec<String>,
}

/// Places all names that find room. Boxes that are taken already stay free of them; they keep off `lines` where they can.
pub(super) fn place(
    scenario: &Scenario,
    sheet: &PageLayout,
    marks: &[Mark],
    lines: &Placer,
    placer: &mut Placer,
) -> Names {
    let mut wishes: Vec<(i64, LabelRequest)> = Vec::new();
    add_countries(scenario, sheet, &mut wishes);
    add_features(scenario, sheet, &mut wishes);
    add_provinces(scenario, sheet, &mut wishes);
    let crowded = add_places(sheet, marks, &mut wishes);
    // A stable sort: of equals the first stays first.
    wishes.sort_by_key(|&(priority, _)| std::cmp::Reverse(priority));
    let design = &scenario.design;
    let dark = |kind| Role::of(design, kind) == Role::Space;
    let setter = Setter { scenario, sheet, marks, lines, is_night: design.ids::<TerrainType>().map(dark).collect() };
    let mut names = Names { placed: Vec::new(), lost: Vec::new() };
    for (_, wish) in &wishes {
        match setter.set(wish, placer) {
            Some(lettering) => names.placed.push(lettering),
            None => names.lost.push(wish.name(marks).to_owned()),
        }
    }
    names.lost.extend(crowded);
    names
}

/// The average number of pixels per named place, so that a large world is not covered with names.
const PIXELS_TO_A_PLACE: f32 = 11_000.0;

/// Adds the names of places, and returns those for which the map is too crowded.
fn add_places(sheet: &PageLayout, marks: &[Mark], wishes: &mut Vec<(i64, LabelRequest)>) -> Vec<String> {
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
const SAMPLES: usize = 600;

fn add_countries(scenario: &Scenario, sheet: &PageLayout, wishes: &mut Vec<(i64, LabelRequest)>) {
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

fn add_features(scenario: &Scenario, sheet: &PageLayout, wishes: &mut Vec<(i64, LabelRequest)>) {
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
        // Across provinces that pay it would read like the name of an empire.
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

fn add_provinces(scenario: &Scenario, sheet: &PageLayout, wishes: &mut Vec<(i64, LabelRequest)>) {
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

/// The copy of a point that is nearest to another point, if east meets west.
fn unwrap(sheet: &PageLayout, origin: Point, (x, y): Point) -> Point {
    let across = sheet.extent.0;
    let copy = if sheet.area.wraps_x() { ((origin.0 - x) / across).round() } else { 0.0 };
    (x + copy * across, y)
}

fn sampled(sheet: &PageLayout, origin: Point, cells: &[Cell]) -> Vec<Point> {
    let step = cells.len().div_ceil(SAMPLES).max(1);
    cells.iter().step_by(step).map(|&cell| sheet.pixels(unwrap(sheet, origin, sheet.center(cell)))).collect()
}

fn mean(points: &[Point]) -> Point {
    let count = points.len().max(1) as f32;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    (x / count, y / count)
}

/// The shape of an area: its middle, its longer axis, and how it bends.
struct LabelForm {
    center: Point,
    turn: f32,
    /// Half its length and half its width, as if it were a rectangle.
    reach: (f32, f32),
    /// How much it bends: `v = bend * u * u`.
    bend: f32,
}

impl LabelForm {
    fn new(points: &[Point], cell: f32) -> LabelForm {
        let center = mean(points);
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, y) in points.iter().map(|point| (point.0 - center.0, point.1 - center.1)) {
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        let count = points.len().max(1) as f32;
        // A cell has an extent of its own.
        let own = cell * cell / 12.0;
        let (xx, xy, yy) = (xx / count + own, xy / count, yy / count + own);
        let half = (xx - yy) / 2.0;
        let root = (half * half + xy * xy).sqrt();
        let (long, short) = ((xx + yy) / 2.0 + root, ((xx + yy) / 2.0 - root).max(own));
        let slender = (long / short).sqrt();
        let mut turn = 0.5 * (2.0 * xy).atan2(xx - yy);
        // Names of round areas are level; others are not steeper than can be read.
        if slender < 1.45 {
            turn = 0.0;
        }
        let steepest = 0.70_f32;
        let reach = match turn.abs() > steepest {
            false => ((3.0 * long).sqrt(), (3.0 * short).sqrt()),
            // Level letters in a tall area have only its width.
            true => {
                turn = 0.0;
                ((3.0 * xx).sqrt(), (3.0 * yy).sqrt())
            }
        };
        let reach = if turn == 0.0 { ((3.0 * xx).sqrt(), (3.0 * yy).sqrt()) } else { reach };
        let (sine, cosine) = turn.sin_cos();
        let (mut up, mut down, mut square) = (0.0, 0.0, 0.0);
        for (x, y) in points.iter().map(|point| (point.0 - center.0, point.1 - center.1)) {
            let (u, v) = (x * cosine + y * sine, y * cosine - x * sine);
            up += u * u * v;
            square += u * u;
            down += u * u * u * u;
        }
        let spread = down / count - (square / count) * (square / count);
        let bend = if spread > 1.0 && slender >= 1.45 { up / count / spread } else { 0.0 };
        // At most a flat arc: the sagitta is a fifth of half the length.
        let most = 0.22 / reach.0.max(1.0);
        LabelForm { center, turn, reach, bend: bend.clamp(-most, most) }
    }
}

/// Whether the ground of a cell is the dark between the stars.
fn is_night(scenario: &Scenario, cell: Cell) -> bool {
    let terrain = scenario.world.terrain.as_ref();
    terrain.is_some_and(|terrain| Role::of(&scenario.design, terrain[cell]) == Role::Space)
}

struct Setter<'a> {
    scenario: &'a Scenario,
    sheet: &'a PageLayout,
    marks: &'a [Mark],
    /// Rivers, roads and borders.
    lines: &'a Placer,
    /// By terrain: whether it is the dark between the stars.
    is_night: Vec<bool>,
}

impl Setter<'_> {
    /// Finds room for a name, and takes it.
    fn set(&self, wish: &LabelRequest, placer: &mut Placer) -> Option<Lettering> {
        match wish {
            LabelRequest::Area { name, hand, points, anchor, count, belongs, scale, beside, may_lie } => {
                self.set_area(name, *hand, points, *anchor, *count * scale * scale, *belongs, placer).or_else(|| {
                    // If the feature is too small for its name, the name lies beside it.
                    let small = *count < 40.0 && matches!(belongs, Belongs::Water | Belongs::Sea(_) | Belongs::Land);
                    let room = (count / std::f32::consts::PI).sqrt() * self.sheet.cell * 0.9;
                    let wet = LetterStyle { face: beside.face, ..water_hand(self.scenario) };
                    // Blue letters would be lost on woods.
                    let dry = LetterStyle { ink: LAND_INK, halo: LAND_HALO, ..*beside };
                    // The letters suit the ground on which they lie; half on land and half on water they would suit neither.
                    let hand = |rect: &Rect| match self.wetness(rect) {
                        0.85.. if may_lie.0 => Some(wet),
                        ..0.15 if may_lie.1 => Some(dry),
                        _ => None,
                    };
                    if !small {
                        return None;
                    }
                    self.set_along(name, hand, points, placer)
                        .or_else(|| self.set_beside(name, hand, *anchor, room, self.small(), placer))
                })
            }
            LabelRequest::Course { name, points } => self.set_course(name, points, placer),
            LabelRequest::Place { mark } => {
                let mark = &self.marks[*mark];
                let face = Face::Plain;
                let part = if mark.capital { 0.62 } else { 0.52 };
                let least = if mark.capital { 13.5 } else { 11.5 };
                let size = (part * self.sheet.cell).clamp(least, if mark.capital { 21.0 } else { 17.0 });
                let day = LetterStyle { face, ink: LAND_INK, halo: LAND_HALO, strength: 1.0 };
                let night = LetterStyle { ink: NIGHT_INK, halo: NIGHT_HALO, ..day };
                let hand = |rect: &Rect| Some(if self.is_dark(rect) { night } else { day });
                self.set_beside(&mark.name, hand, mark.at, mark.radius + 3.0, size, placer)
            }
            LabelRequest::Spot { name, hand, at, room } => {
                let on_land = |rect: &Rect| (self.wetness(rect) < 0.3).then_some(*hand);
                self.set_beside(name, on_land, *at, *room, self.small(), placer)
            }
        }
    }

    /// The least size of names of features; it grows with the cells.
    fn small(&self) -> f32 {
        (0.4 * self.sheet.cell).clamp(13.0, 16.0)
    }

    fn belongs(&self, at: Point, belongs: Belongs) -> bool {
        let Some(cell) = self.sheet.cell_at(at) else { return false };
        let world = &self.scenario.world;
        match belongs {
            Belongs::Feature(id) => world.feature_of.as_ref().is_none_or(|of| of[cell] == id),
            Belongs::Province(id) => world.province_of.as_ref().is_none_or(|of| of[cell] == id),
            Belongs::Country(side) => {
                world.country.as_ref().is_none_or(|of| of[cell] == side)
                    && !world.is_liquid(&self.scenario.design, cell)
            }
            Belongs::Sea(id) => {
                let other = |of: &grid::Layer<FeatureId>| {
                    let found = usize::from(of[cell].0).checked_sub(1).and_then(|index| world.features.get(index));
                    of[cell] != id
                        && found.is_some_and(|found| matches!(found.class, FeatureClass::Sea | FeatureClass::Lake))
                };
                world.is_liquid(&self.scenario.design, cell) && !world.feature_of.as_ref().is_some_and(other)
            }
            Belongs::Water => world.is_liquid(&self.scenario.design, cell),
            Belongs::Land => !world.is_liquid(&self.scenario.design, cell),
        }
    }

    /// The cells under the corners and the middles of a box.
    fn under(&self, rect: &Rect) -> impl Iterator<Item = Cell> {
        let (x, y) = ((rect.west + rect.east) / 2.0, (rect.north + rect.south) / 2.0);
        let middles =
            [(x, y), ((x + rect.west) / 2.0, y), ((x + rect.east) / 2.0, y), (x, rect.north), (x, rect.south)];
        rect.corners().into_iter().chain(middles).filter_map(|at| self.sheet.cell_at(at))
    }

    /// The share of a box that lies on water, 0 to 1.
    fn wetness(&self, rect: &Rect) -> f32 {
        let world = &self.scenario.world;
        let (mut wet, mut all) = (0.0, 0.0_f32);
        for cell in self.under(rect) {
            wet += if world.is_liquid(&self.scenario.design, cell) { 1.0 } else { 0.0 };
            all += 1.0;
        }
        wet / all.max(1.0)
    }

    /// Whether a box lies on the dark between the stars.
    fn is_dark(&self, rect: &Rect) -> bool {
        let terrain = self.scenario.world.terrain.as_ref();
        let dark = |cell: Cell| terrain.is_some_and(|terrain| self.is_night[terrain[cell].index()]);
        self.under(rect).filter(|&cell| dark(cell)).count() > 4
    }

    /// Whether boxes lie on the map.
    fn fits(&self, rects: &[Rect]) -> bool {
        rects.iter().flat_map(Rect::corners).all(|corner| self.sheet.outside_own(self.sheet.place(corner)) < -3.0)
    }

    #[allow(clippy::too_many_arguments)]
    fn set_area(
        &self,
        name: &str,
        hand: LetterStyle,
        points: &[Point],
        anchor: Point,
        count: f32,
        belongs: Belongs,
        placer: &mut Placer,
    ) -> Option<Lettering> {
        let cell = self.sheet.cell;
        let form = LabelForm::new(points, cell);
        let wanted = (0.062 * count.sqrt() * cell).clamp(0.0, 40.0) + 5.0;
        let mut anchors = vec![form.center, anchor];
        let step = points.len().div_ceil(40).max(1);
        let mut others: Vec<Point> = points.iter().copied().step_by(step).collect();
        let off = |point: &Point| (point.0 - form.center.0).hypot(point.1 - form.center.1);
        others.sort_by(|a, b| off(a).total_cmp(&off(b)));
        anchors.extend(others);
        let mut best: Option<(f32, Lettering)> = None;
        for shrink in [1.0, 0.8, 0.64] {
            let size = wanted * shrink;
            if size < self.small() * 0.96 {
                break;
            }
            let plain = Line::new(hand.face, name, size, 0.0);
            let gaps = plain.glyphs.len().saturating_sub(1).max(1) as f32;
            let open = ((form.reach.0 * 1.15 - plain.width) / gaps / size).clamp(0.06, 0.62);
            for spacing in [open, open * 0.5, 0.05] {
                let line = plain.clone().spaced(spacing);
                if line.width > form.reach.0 * 2.1 + cell {
                    continue;
                }
                for &anchor in &anchors {
                    let lettering = self.curved(&line, anchor, form.turn, form.bend, hand);
                    if !self.fits(&lettering.rects) || !placer.is_free(&lettering.rects) {
                        continue;
                    }
                    let points = lettering.rects.iter().flat_map(|rect| {
                        let middle = ((rect.west + rect.east) / 2.0, (rect.north + rect.south) / 2.0);
                        rect.corners().into_iter().chain([middle])
                    });
                    let inside = points.filter(|&point| self.belongs(point, belongs)).count();
                    let share = inside as f32 / (5 * lettering.rects.len()).max(1) as f32;
                    let off = off(&anchor) / (form.reach.0 + cell);
                    let crossed = self.crossed(&lettering);
                    let score = share * 9.0 - 0.35 * off + 0.5 * shrink + 0.25 * spacing.min(0.6) - 1.5 * crossed;
                    let least =
                        if matches!(belongs, Belongs::Land | Belongs::Water | Belongs::Sea(_)) { 0.93 } else { 0.75 };
                    if share >= least && best.as_ref().is_none_or(|(most, _)| score > *most) {
                        best = Some((score, lettering));
                    }
                }
            }
            if best.is_some() {
                break;
            }
        }
        let (_, lettering) = best?;
        placer.take(&lettering.rects);
        Some(lettering)
    }

    /// The share of its letters that lie on a river, a road or a border, 0 to 1.
    fn crossed(&self, lettering: &Lettering) -> f32 {
        self.lines.touched(&lettering.rects) as f32 / lettering.rects.len().max(1) as f32
    }

    /// Places the name of a small long area along one of its sides, turned and bent like it; `None` if it is round or level, or there is
    /// no room. `hand` says how letters are written in a box, if they may lie there.
    fn set_along(
        &self,
        name: &str,
        hand: impl Fn(&Rect) -> Option<LetterStyle>,
        points: &[Point],
        placer: &mut Placer,
    ) -> Option<Lettering> {
        let form = LabelForm::new(points, self.sheet.cell);
        if form.turn.abs() < 0.12 && form.bend == 0.0 {
            return None;
        }
        let face = hand(&Rect::around(form.center, 1.0)).map_or(Face::Italic, |hand| hand.face);
        let line = Line::new(face, name, self.small(), 0.04);
        // Far beyond the area its own bend says nothing.
        if line.width > 3.4 * form.reach.0 {
            return None;
        }
        let (sine, cosine) = form.turn.sin_cos();
        for gap in [0.75, 1.2] {
            for side in [-1.0_f32, 1.0] {
                let off = side * (form.reach.1 + gap * line.size);
                let middle = (form.center.0 - off * sine, form.center.1 + off * cosine);
                let style = LetterStyle { face, ink: LAND_INK, halo: LAND_HALO, strength: 1.0 };
                let mut lettering = self.curved(&line, middle, form.turn, form.bend, style);
                if !self.fits(&lettering.rects) || !placer.is_free(&lettering.rects) {
                    continue;
                }
                let hands: Option<Vec<LetterStyle>> = lettering.rects.iter().map(&hand).collect();
                let Some(&[first, ref rest @ ..]) = hands.as_deref() else { continue };
                if rest.iter().all(|other| other.ink == first.ink) {
                    placer.take(&lettering.rects);
                    (lettering.ink, lettering.halo, lettering.strength) = (first.ink, first.halo, first.strength);
                    return Some(lettering);
                }
            }
        }
        None
    }

    /// A line round its middle, turned and bent.
    fn curved(&self, line: &Line, middle: Point, turn: f32, bend: f32, hand: LetterStyle) -> Lettering {
        let (sine, cosine) = turn.sin_cos();
        // Letters are centred on the curve at their middle height.
        let rise = line.size * 0.24;
        let letters: Vec<Letter> = line
            .glyphs
            .iter()
            .zip(&line.letters)
            .map(|(&(glyph, along, wide), &letter)| {
                let u = along + wide / 2.0 - line.width / 2.0;
                let v = bend * u * u;
                let lean = turn + (2.0 * bend * u).atan();
                let (lean_sine, lean_cosine) = lean.sin_cos();
                let center = (middle.0 + u * cosine - v * sine, middle.1 + u * sine + v * cosine);
                let at = (
                    center.0 - wide / 2.0 * lean_cosine - rise * lean_sine,
                    center.1 - wide / 2.0 * lean_sine + rise * lean_cosine,
                );
                Letter { glyph, letter, at, turn: lean, wide }
            })
            .collect();
        self.lettering(line, letters, hand)
    }

    fn lettering(&self, line: &Line, letters: Vec<Letter>, hand: LetterStyle) -> Lettering {
        let (above, below) = (line.size * 0.70, line.size * 0.24);
        let rects = letters.iter().map(|letter| {
            let (sine, cosine) = letter.turn.sin_cos();
            let corners = [(0.0, -above), (letter.wide, -above), (0.0, below), (letter.wide, below)]
                .map(|(x, y)| (letter.at.0 + x * cosine - y * sine, letter.at.1 + x * sine + y * cosine));
            let least = |of: fn(&Point) -> f32| corners.iter().map(of).fold(f32::MAX, f32::min);
            let most = |of: fn(&Point) -> f32| corners.iter().map(of).fold(f32::MIN, f32::max);
            Rect {
                west: least(|point| point.0) - 1.0,
                north: least(|point| point.1) - 0.5,
                east: most(|point| point.0) + 1.0,
                south: most(|point| point.1) + 0.5,
            }
        });
        let rects = rects.collect();
        let rim = (line.size * 0.09).clamp(1.1, 2.6);
        Lettering {
            face: line.face,
            size: line.size,
            letters,
            ink: hand.ink,
            halo: hand.halo,
            rim,
            strength: hand.strength,
            rects,
        }
    }

    /// Places a name beside a thing with this much room round a point: to the right, else elsewhere. `hand` says how it is written in a
    /// box, if it may lie there.
    fn set_beside(
        &self,
        name: &str,
        hand: impl Fn(&Rect) -> Option<LetterStyle>,
        (x, y): Point,
        room: f32,
        size: f32,
        placer: &mut Placer,
    ) -> Option<Lettering> {
        let face = hand(&Rect::around((x, y), 1.0)).map_or(Face::Italic, |hand| hand.face);
        let line = Line::new(face, name, size, 0.01);
        let (wide, low) = (line.width, size * 0.25);
        // Close by, then a little farther away; off all lines, then on one.
        for (room, is_clear) in [(room, true), (room + 0.7 * size, true), (room, false), (room + 0.7 * size, false)] {
            let slant = room * 0.72;
            let begins = [
                (x + room, y + low),
                (x - room - wide, y + low),
                (x - wide / 2.0, y + room + size * 0.68),
                (x - wide / 2.0, y - room - size * 0.22),
                (x + slant, y - slant + low * 0.4),
                (x + slant, y + slant + size * 0.45),
                (x - slant - wide, y - slant + low * 0.4),
                (x - slant - wide, y + slant + size * 0.45),
                // Above the flag or star of a capital.
                (x - wide / 2.0, y - 1.7 * room - size * 0.22),
            ];
            for begin in begins {
                let rect = Rect {
                    west: begin.0 - 1.0,
                    north: begin.1 - size * 0.68,
                    east: begin.0 + wide + 1.0,
                    south: begin.1 + size * 0.22,
                };
                let Some(hand) = hand(&rect) else { continue };
                let is_off = !is_clear || self.lines.is_free(&[rect]);
                if is_off && self.fits(&[rect]) && placer.place(&[rect]) {
                    let mut lettering = self.lettering(&line, line.straight(begin), hand);
                    lettering.rects = vec![rect];
                    return Some(lettering);
                }
            }
        }
        None
    }

    /// Places a name along the straightest reach of a river that is long enough.
    fn set_course(&self, name: &str, points: &[Point], placer: &mut Placer) -> Option<Lettering> {
        let size = (0.42 * self.sheet.cell).clamp(11.0, 15.5);
        let line = Line::new(Face::Italic, name, size, 0.06);
        let hand = LetterStyle { face: Face::Italic, ink: RIVER_INK, halo: LAND_HALO, strength: 1.0 };
        // Smoothed twice, because letters would follow every step of the cells.
        let mut path = points.to_vec();
        for _ in 0..3 {
            let before = path.clone();
            for index in 1..path.len() - 1 {
                let (a, b, c) = (before[index - 1], before[index], before[index + 1]);
                path[index] = ((a.0 + 2.0 * b.0 + c.0) / 4.0, (a.1 + 2.0 * b.1 + c.1) / 4.0);
            }
        }
        let mut along = vec![0.0];
        for pair in path.windows(2) {
            let step = (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
            along.push(along[along.len() - 1] + step);
        }
        let length = along[along.len() - 1];
        let at = |far: f32| -> Point {
            let index = along.partition_point(|&own| own < far).clamp(1, path.len() - 1);
            let part = (far - along[index - 1]) / (along[index] - along[index - 1]).max(1e-3);
            let (a, b) = (path[index - 1], path[index]);
            (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
        };
        let mut found: Vec<(f32, Lettering)> = Vec::new();
        let mut start = 0.0;
        while start + line.width <= length {
            let (first, last) = (at(start), at(start + line.width));
            // Never upside down.
            let back = last.0 < first.0;
            let straight = (last.0 - first.0).hypot(last.1 - first.1) / line.width;
            for side in [-1.0_f32, 1.0] {
                let off = self.sheet.cell * 0.5 + size * 0.18;
                let letters: Vec<Letter> = line
                    .glyphs
                    .iter()
                    .zip(&line.letters)
                    .map(|(&(glyph, begin, wide), &letter)| {
                        let middle = if back { line.width - begin - wide / 2.0 } else { begin + wide / 2.0 };
                        let far = start + middle;
                        let (here, before, after) = (at(far), at(far - size * 0.7), at(far + size * 0.7));
                        let (mut right, mut down) = (after.0 - before.0, after.1 - before.1);
                        if back {
                            (right, down) = (-right, -down);
                        }
                        let turn = down.atan2(right);
                        let (sine, cosine) = turn.sin_cos();
                        let lift = if side < 0.0 { -off } else { off + size * 0.42 };
                        let center = (here.0 - lift * sine, here.1 + lift * cosine);
                        let at = (center.0 - wide / 2.0 * cosine, center.1 - wide / 2.0 * sine);
                        Letter { glyph, letter, at, turn, wide }
                    })
                    .collect();
                let steep = (last.1 - first.1).abs() / line.width;
                let bent = letters.windows(2).map(|pair| (pair[1].turn - pair[0].turn).abs()).fold(0.0, f32::max);
                // A crumpled name cannot be read.
                if straight > 0.93 && bent < 0.22 {
                    let lettering = self.lettering(&line, letters, hand);
                    let below = if side > 0.0 { 0.1 } else { 0.0 };
                    let score = straight * 2.0 - steep * 0.5 - bent - below - 0.6 * self.crossed(&lettering);
                    found.push((score, lettering));
                }
            }
            start += self.sheet.cell.max(6.0);
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (_, lettering) =
            found.into_iter().find(|(_, lettering)| self.fits(&lettering.rects) && placer.is_free(&lettering.rects))?;
        placer.take(&lettering.rects);
        Some(lettering)
    }
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::picture::PictureStyle;
    use crate::sample::sample;

    #[test]
    fn the_name_of_a_long_small_area_runs_along_it() {
        let scenario = sample(Shape::Rectangle, 40, 30, 2);
        let sheet = PageLayout::new(scenario.world.area, &PictureStyle::default(), |_, _| 0.0).unwrap();
        let lines = Placer::new(sheet.width, sheet.height);
        let setter = Setter { scenario: &scenario, sheet: &sheet, marks: &[], lines: &lines, is_night: Vec::new() };
        let (x, y) = (sheet.width as f32 / 2.0, sheet.height as f32 / 2.0);
        let style = LetterStyle { face: Face::Italic, ink: LAND_INK, halo: LAND_HALO, strength: 1.0 };
        let row = |rise: f32| -> Vec<Point> {
            (-3..=3).map(|step| (x + step as f32 * sheet.cell, y + step as f32 * rise * sheet.cell)).collect()
        };
        let turn = |rise: f32, ink: Option<LetterStyle>| {
            let mut placer = Placer::new(sheet.width, sheet.height);
            let set = setter.set_along("Long Isle", |_| ink, &row(rise), &mut placer)?;
            let free = placer.is_free(&set.rects);
            assert!(!free, "its room is taken");
            Some(set.letters[4].turn)
        };
        assert!(turn(0.5, Some(style)).is_some_and(|turn| (turn - 0.5_f32.atan()).abs() < 0.05));
        assert!(turn(-0.5, Some(style)).is_some_and(|turn| (turn + 0.5_f32.atan()).abs() < 0.05));
        assert_eq!(turn(0.0, Some(style)), None, "beside it there is more choice");
        assert_eq!(turn(0.5, None), None, "it may not lie there");
    }

    #[test]
    fn a_name_keeps_off_lines_where_it_can_and_is_told_where_it_has_no_room() {
        let scenario = sample(Shape::Rectangle, 40, 30, 2);
        let sheet = PageLayout::new(scenario.world.area, &PictureStyle::default(), |_, _| 0.0).unwrap();
        let (x, y) = (sheet.width as f32 / 2.0, sheet.height as f32 / 2.0);
        let style = LetterStyle { face: Face::Italic, ink: LAND_INK, halo: LAND_HALO, strength: 1.0 };
        let west = |lines: &Placer| {
            let setter = Setter { scenario: &scenario, sheet: &sheet, marks: &[], lines, is_night: Vec::new() };
            let mut placer = Placer::new(sheet.width, sheet.height);
            let set = setter.set_beside("Place", |_| Some(style), (x, y), 4.0, 14.0, &mut placer);
            set.expect("there is room").rects[0].west
        };
        let mut lines = Placer::new(sheet.width, sheet.height);
        assert!(west(&lines) > x, "to the right");
        lines.take(&[Rect { west: x + 1.0, north: 0.0, east: x + 3000.0, south: 3000.0 }]);
        assert!(west(&lines) < x, "a river runs there");
        lines.take(&[Rect { west: 0.0, north: 0.0, east: 3000.0, south: 3000.0 }]);
        assert!(west(&lines) > x, "there are lines everywhere");
        let marks = super::super::icons::marks(&scenario, &sheet);
        let mut placer = Placer::new(sheet.width, sheet.height);
        placer.take(&[Rect { west: 0.0, north: 0.0, east: 3000.0, south: 3000.0 }]);
        let names = place(&scenario, &sheet, &marks, &lines, &mut placer);
        assert!(names.placed.is_empty() && names.lost.contains(&scenario.units[1].name), "{:?}", names.lost);
    }
}
