//! The margins of the map: its frame, its title, and the legend of colours and signs.

use std::collections::BTreeSet;
use std::sync::Arc;

use contract::Chart;
use design::parameters::{terrain, unit};
use design::{TerrainType, TypeId, UnitType};
use formats::gdl::Pixels;
use grid::Shape;
use world::travel::is_mobile;
use world::{PlayedVerdict, ProvinceLinkKind, Scenario};

use crate::map::ground::inks::{INK, PAPER};
use crate::map::ground::terrain_style::printed_ground;
use crate::map::layout::lattice_geometry::LatticeGeometry;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::{PageLayout, SIDE};
use crate::map::layout::world_name::world_name;
use crate::map::marks::courses::{self, CourseSign};
use crate::map::marks::emblems::draw_flag;
use crate::map::marks::icons::{Icon, LEGEND_RADIUS, draw_unit, looks, shown_name};
use crate::map::marks::layer::{Clip, Layer};
use crate::map::marks::links::{self, LinkSign};
use crate::map::marks::provinces;
use crate::map::marks::realms;
use crate::map::marks::remarks;
use crate::map::marks::supply;
use crate::map::marks::text::{Face, Line, draw_letters};
use crate::palette::{Rgb, Role, mix, rgb, side_color, terrain_color};

/// The distance of rows in the legend, and of two entries, in pixels.
const PITCH: f32 = 28.0;
const GAP: f32 = 26.0;
const SIZE: f32 = 16.0;
/// The distance from an entry's sign to its words, in pixels.
const SIGN: f32 = 34.0;
/// What is nobody's, in signs of the legend.
const LEGEND_FILL: Rgb = [206.0, 196.0, 178.0];

/// A thing that the legend explains.
enum Entry {
    GroundPainter(TerrainType),
    Line(TerrainType),
    Unit(Icon, Option<Arc<Pixels>>),
    Side(usize),
    /// The strength of a province that pays.
    Strength,
    /// A fort of a level.
    Fort(u8),
    /// What a province pays.
    Tribute,
    /// What a province trains: the sign of a type.
    Training(char),
    /// A border of provinces.
    Border(ProvinceLinkKind),
    /// An end of a link.
    LinkEnd(LinkSign),
    /// Something of a chart.
    Course(CourseSign),
    /// A cell without supply.
    CutOff,
    /// What a chart tells of a cell, by its number.
    Remark(usize),
    /// Words without a sign.
    Words,
    /// A scale: its length in cells, and in pixels.
    Scale(u32, f32),
}

/// The entries in groups, each with its words.
fn groups(scenario: &Scenario, told: Option<&Chart>, cell: f32) -> Vec<Vec<(Entry, String)>> {
    let design = &scenario.design;
    let mut used = vec![false; design.terrain.len()];
    if let Some(layer) = &scenario.world.terrain {
        scenario.world.area.cells().for_each(|cell| used[layer[cell].index()] = true);
    }
    for (kind, edges) in &scenario.world.edges {
        used[kind.index()] |= edges.values().iter().any(|&mask| mask != 0);
    }
    let mut ground = Vec::new();
    for kind in design.ids::<TerrainType>().filter(|kind| used[kind.index()]) {
        let words = spoken(shown_name(design, terrain::NAME, kind));
        match design.int(terrain::SUBTYPE, kind) {
            terrain::SUBTYPE_CELL => ground.push((Entry::GroundPainter(kind), words)),
            _ => ground.push((Entry::Line(kind), words)),
        }
    }
    for (kind, sign) in links::kinds(scenario) {
        let name = spoken(shown_name(design, terrain::NAME, kind));
        let words = match sign {
            LinkSign::Down => format!("{name} down"),
            LinkSign::Up => format!("{name} up"),
            LinkSign::Across => name,
        };
        ground.push((Entry::LinkEnd(sign), words));
    }
    let unit = |(icon, image, names): (Icon, _, String)| (Entry::Unit(icon, image), spoken(names));
    let counted = realms::counted(scenario);
    let shown = told.filter(|told| told.has_vessels()).map_or(&counted, |told| &told.stands_for);
    let units = looks(scenario, shown).into_iter().map(unit).collect();
    let signs = told.into_iter().flat_map(courses::signs);
    let courses = signs.map(|(sign, words)| (Entry::Course(sign), words.to_owned()));
    let cut_off =
        told.filter(|told| !told.cut_off.is_empty()).map(|told| (Entry::CutOff, told.words.cut_off.to_owned()));
    let borders = provinces::kinds(scenario).into_iter();
    let borders = borders.map(|kind| (Entry::Border(kind), provinces::words(kind).to_owned()));
    let side_words = |side: &world::Side| match side.handicap.words() {
        Some(words) => format!("{} {words}", side.name),
        None => side.name.clone(),
    };
    let sides = scenario.sides.iter().enumerate().map(|(index, side)| (Entry::Side(index), side_words(side)));
    let cells = [1_u32, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|&cells| cells as f32 * cell >= 90.0);
    let cells = cells.unwrap_or(500);
    let words = if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") };
    let scale = vec![(Entry::Scale(cells, cells as f32 * cell), words)];
    let realms = realm_entries(scenario, &counted);
    let courses = courses.chain(cut_off).collect();
    vec![
        sides.collect(),
        ground,
        units,
        realms,
        borders.collect(),
        courses,
        told.map_or_else(Vec::new, remark_entries),
        scale,
    ]
    .into_iter()
    .filter(|group| !group.is_empty())
    .collect()
}

/// The most cells of which a legend has what is told.
const REMARKS_MAX: usize = 6;

/// What a chart tells of cells.
fn remark_entries(told: &Chart) -> Vec<(Entry, String)> {
    let words = remarks::words(told);
    let more = words.len().saturating_sub(REMARKS_MAX);
    let told = words.into_iter().take(REMARKS_MAX).enumerate();
    let entries = told.map(|(index, words)| (Entry::Remark(index + 1), spoken(words)));
    entries.chain((more > 0).then(|| (Entry::Words, format!(".. and {more} more")))).collect()
}

/// The signs at the capitals of provinces that pay, with a fort of each level that occurs.
fn realm_entries(scenario: &Scenario, counted: &[bool]) -> Vec<(Entry, String)> {
    if !realms::are_shown(scenario) {
        return Vec::new();
    }
    let design = &scenario.design;
    let forts = scenario.units.iter().zip(counted).filter(|(unit, counted)| **counted && !is_mobile(design, unit.kind));
    let mut kinds: BTreeSet<(u8, UnitType)> = BTreeSet::new();
    kinds.extend(forts.map(|(unit, _)| (realms::level(design, unit.kind), unit.kind)));
    let mut entries =
        vec![(Entry::Strength, "Units in a province".to_owned()), (Entry::Tribute, "What it pays".to_owned())];
    let trained = scenario.world.provinces.iter().flat_map(|province| &province.trains).map(|&(kind, _)| kind);
    for kind in trained.collect::<BTreeSet<UnitType>>() {
        let words = format!("Trains {}", shown_name(design, unit::NAME, kind));
        entries.push((Entry::Training(realms::sign_of(design, kind)), words));
    }
    entries.extend(
        kinds.into_iter().map(|(level, kind)| (Entry::Fort(level), spoken(shown_name(design, unit::NAME, kind)))),
    );
    entries
}

/// The words with a capital first letter.
fn spoken(mut letters: String) -> String {
    if let Some(first) = letters.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    letters
}

/// The places of all entries for a width, from the legend's corner, and their total height.
fn flow(groups: Vec<Vec<(Entry, String)>>, width: f32) -> (Vec<(Entry, Line, Point)>, f32) {
    let mut placed = Vec::new();
    let mut y = 0.0;
    for group in groups {
        let mut lines: Vec<Vec<(Entry, Line, f32)>> = vec![Vec::new()];
        let mut x = 0.0;
        for (entry, words) in group {
            let mut line = Line::new(Face::Plain, &words, SIZE, 0.015);
            if SIGN + line.width > width {
                // A sentence that is longer than the page is wide.
                line = Line::new(Face::Plain, &words, SIZE * ((width - SIGN) / line.width).max(0.5), 0.0);
            }
            let sign = if let Entry::Scale(_, long) = entry { long + 10.0 } else { SIGN };
            let wide = sign + line.width;
            if x > 0.0 && x + wide > width {
                lines.push(Vec::new());
                x = 0.0;
            }
            if let Some(last) = lines.last_mut() {
                last.push((entry, line, x));
            }
            x += wide + GAP;
        }
        for line in lines {
            let end = line.last().map_or(0.0, |(entry, words, x)| {
                x + words.width + if let Entry::Scale(_, long) = entry { long + 10.0 } else { SIGN }
            });
            let left = ((width - end) / 2.0).max(0.0);
            placed.extend(line.into_iter().map(|(entry, words, x)| (entry, words, (left + x, y))));
            y += PITCH;
        }
        y += 5.0;
    }
    (placed, y)
}

/// The height of the legend below a map of this width, in pixels.
pub(in crate::map) fn height(scenario: &Scenario, told: Option<&Chart>, width: f32, cell: f32) -> f32 {
    flow(groups(scenario, told, cell), width).1 + verdict(scenario, width).len() as f32 * PITCH * 0.8
}

/// The fairness of the start, in lines that fit a width.
fn verdict(scenario: &Scenario, width: f32) -> Vec<Line> {
    let Some(fairness) = &scenario.fairness else { return Vec::new() };
    let score = match &scenario.played {
        Some(played) if played.verdict == PlayedVerdict::Equal => {
            let (points, matches) = (100.0 * played.delta, played.matches);
            match fairness::wished_words(played) {
                None => format!("Proved equal within {points:.0} points by {matches} matches."),
                Some([_, wished]) => format!("Proved within {points:.0} points of {wished} by {matches} matches."),
            }
        }
        Some(played) => format!("Played {} times: {}.", played.matches, fairness::won_words(played)),
        None => fairness.prediction().map_or(String::new(), |score| format!("Fairness {score:.2}, predicted.")),
    };
    let doubt = fairness::doubt_words(fairness, scenario.played.as_ref()).unwrap_or_default();
    // What was predicted is no reason for what was played.
    let reason = if scenario.played.is_some() { "" } else { &*fairness.reason };
    let mut lines = Vec::new();
    let mut line = score;
    for word in doubt.split_whitespace().chain(reason.split_whitespace()) {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if Line::new(Face::Italic, &longer, SIZE, 0.01).width > width.min(900.0) {
            lines.push(Line::new(Face::Italic, &line, SIZE, 0.01));
            line = word.to_owned();
        } else {
            line = longer;
        }
    }
    lines.push(Line::new(Face::Italic, &line, SIZE, 0.01));
    // What the score is worth and a reason are a sentence each; longer ones are in the report.
    lines.truncate(4);
    lines
}

/// All layers round the map.
pub(in crate::map) fn layers(
    scenario: &Scenario,
    told: Option<&Chart>,
    sheet: &PageLayout,
    remark: &str,
) -> Vec<Layer> {
    let mut layers = frame(sheet);
    layers.extend(rose(sheet));
    layers.extend(title(scenario, sheet, remark));
    let width = sheet.width as f32 - 2.0 * SIDE;
    let top = sheet.height as f32 - sheet.footer + 36.0;
    let (entries, below) = flow(groups(scenario, told, sheet.cell), width);
    let mut ink = Layer::new(mix(INK, PAPER, 0.15), 1.0, Clip::Everywhere);
    for (row, line) in verdict(scenario, width).iter().enumerate() {
        let y = top + below + row as f32 * PITCH * 0.8 + SIZE * 0.3;
        draw_letters(line.face, line.size, &line.straight((SIDE + (width - line.width) / 2.0, y)), &mut ink, None);
    }
    layers.push(ink);
    for (entry, words, (x, y)) in entries {
        let (x, y) = (SIDE + x, top + y);
        let mut ink = Layer::new(INK, 0.95, Clip::Everywhere);
        let shift = if let Entry::Scale(_, long) = entry { long + 10.0 } else { SIGN };
        draw_letters(words.face, words.size, &words.straight((x + shift, y + SIZE * 0.3)), &mut ink, None);
        layers.extend(sign(scenario, &entry, (x + SIGN / 2.0 - 3.0, y)));
        layers.push(ink);
    }
    layers
}

/// The sign of an entry round a point.
fn sign(scenario: &Scenario, entry: &Entry, (x, y): Point) -> Vec<Layer> {
    let design = &scenario.design;
    let lattice_geometry = LatticeGeometry::of(scenario.world.area.shape().lattice());
    // A cell of this height.
    let outline = |radius: f32| -> Vec<Point> {
        let scale = radius / lattice_geometry.high.max(0.55);
        lattice_geometry.outline().map(|(right, down)| (x + right * scale, y + down * scale)).collect()
    };
    match *entry {
        Entry::GroundPainter(kind) => {
            let mut rim = Layer::new(INK, 0.75, Clip::Everywhere);
            rim.ring(&outline(11.0), 0.7);
            let mut body =
                Layer::new(printed_ground(scenario, kind, rgb(terrain_color(design, kind))), 1.0, Clip::Everywhere);
            body.fill(outline(11.0));
            vec![body, rim]
        }
        Entry::Line(kind) => {
            let color = rgb(terrain_color(design, kind));
            let wave = |half: f32| {
                let points: Vec<Point> =
                    (0..=16).map(|step| (x - 12.0 + 1.5 * step as f32, y + 3.2 * (step as f32 * 0.42).sin())).collect();
                (points, half)
            };
            let (outer, inner) = match Role::of(design, kind) {
                Role::Road => (mix(color, [58.0, 36.0, 24.0], 0.55), mix(color, [255.0, 236.0, 196.0], 0.72)),
                Role::River => (mix(color, [30.0, 52.0, 78.0], 0.62), color),
                _ => (INK, color),
            };
            let mut case = Layer::new(outer, 0.9, Clip::Everywhere);
            let (points, half) = wave(2.2);
            case.chain(&points, half);
            let mut core = Layer::new(inner, 1.0, Clip::Everywhere);
            core.chain(&points, half - 0.9);
            vec![case, core]
        }
        Entry::Unit(icon, ref image) => {
            draw_unit(icon, image.as_deref(), (x, y), LEGEND_RADIUS, LEGEND_FILL, false, Clip::Everywhere)
        }
        Entry::Side(index) => {
            let color = rgb(side_color(scenario, index));
            draw_flag((x, y), (12.0, 8.5), color, &scenario.sides[index].emblem, Clip::Everywhere)
        }
        Entry::Strength => realms::draw_wall((x, y + 1.0), 10.0, LEGEND_FILL, 0, "7", Clip::Everywhere),
        Entry::Fort(level) => realms::draw_wall((x, y + 4.0), 9.0, LEGEND_FILL, level, "", Clip::Everywhere),
        Entry::Tribute => realms::draw_coin((x, y), 12.0, "5", Clip::Everywhere),
        Entry::Training(sign) => realms::draw_training((x, y), 14.0, &format!("{sign}2"), Clip::Everywhere),
        Entry::LinkEnd(sign) => links::draw(sign, (x, y), 9.0, Clip::Everywhere),
        Entry::Border(kind) => provinces::example(kind, (x, y)),
        Entry::CutOff => supply::example((x, y), LEGEND_FILL),
        Entry::Remark(number) => remarks::example(number, (x, y)),
        Entry::Words => Vec::new(),
        Entry::Course(sign) => courses::example(sign, &scenario.world.area, (x, y), LEGEND_FILL),
        Entry::Scale(cells, long) => {
            let left = x - SIGN / 2.0 + 3.0;
            let mut ink = Layer::new(INK, 0.95, Clip::Everywhere);
            let mut light = Layer::new(PAPER, 1.0, Clip::Everywhere);
            let parts = if cells == 1 {
                2
            } else if cells.is_multiple_of(5) {
                5
            } else {
                2
            };
            let bar = |from: f32, to: f32, half: f32| -> Vec<Point> {
                vec![(left + from, y - half), (left + to, y - half), (left + to, y + half), (left + from, y + half)]
            };
            ink.fill(bar(-0.8, long + 0.8, 4.0));
            for part in (1..parts).step_by(2) {
                let step = long / parts as f32;
                light.fill(bar(part as f32 * step, (part + 1) as f32 * step, 3.2));
            }
            vec![ink, light]
        }
    }
}

/// Lines along the paper's edge, and round the map.
fn frame(sheet: &PageLayout) -> Vec<Layer> {
    let (width, height) = (sheet.width as f32, sheet.height as f32);
    let mut layers = Vec::new();
    for (inset, half) in [(13.0, 1.2), (18.5, 0.45)] {
        let mut ink = Layer::new(INK, 0.8, Clip::Everywhere);
        let corners =
            [(inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset)];
        ink.ring(&corners, half);
        layers.push(ink);
    }
    layers
}

/// A compass rose, if the paper beside a hexagon is free.
fn rose(sheet: &PageLayout) -> Vec<Layer> {
    // Where levels lie in rows there is no corner for it.
    if sheet.area.shape() != Shape::Hexagon || sheet.area.levels() > 1 {
        return Vec::new();
    }
    // The free corner is half as wide as it is high; the rose stands where it has equal room on all sides.
    let high = sheet.extent.1 * sheet.cell / 2.0;
    let radius = (high * 0.17).min(92.0);
    if radius < 26.0 {
        return Vec::new();
    }
    let (x, y) = (sheet.width as f32 - SIDE - radius * 1.12, sheet.height as f32 - sheet.footer - radius * 1.3);
    let place = |turn: f32, reach: f32| {
        let turn = turn.to_radians();
        (x + reach * radius * turn.sin(), y - reach * radius * turn.cos())
    };
    let mut rings = Layer::new(INK, 0.55, Clip::Everywhere);
    for (reach, half) in [(0.66, 0.8), (0.62, 0.4), (0.3, 0.4)] {
        let ring: Vec<Point> = (0..72).map(|step| place(step as f32 * 5.0, reach)).collect();
        rings.ring(&ring, half);
    }
    for step in 0..36 {
        let turn = step as f32 * 10.0;
        rings.chain(&[place(turn, 0.62), place(turn, 0.66)], 0.4);
    }
    let mut dark = Layer::new(INK, 0.92, Clip::Everywhere);
    let mut light = Layer::new(PAPER, 1.0, Clip::Everywhere);
    let mut rim = Layer::new(INK, 0.92, Clip::Everywhere);
    let mut red = Layer::new([150.0, 50.0, 38.0], 1.0, Clip::Everywhere);
    // Half winds under full winds: each ray has a dark and a light half.
    for (first, reach, waist) in [(22.5, 0.50, 0.10), (45.0, 0.66, 0.15), (0.0, 0.92, 0.2)] {
        let pitch = if first == 22.5 { 45.0 } else { 90.0 };
        let mut turn = first;
        while turn < 360.0 {
            let (tip, center) = (place(turn, reach), (x, y));
            let (left, right) = (place(turn - 45.0, waist), place(turn + 45.0, waist));
            light.fill(vec![center, left, tip]);
            let half = if turn == 0.0 { &mut red } else { &mut dark };
            half.fill(vec![center, tip, right]);
            rim.ring(&[center, left, tip, right], 0.45);
            turn += pitch;
        }
    }
    let mut words = Layer::new(INK, 1.0, Clip::Everywhere);
    let letter = Line::new(Face::Capitals, "N", (radius * 0.3).max(14.0), 0.0);
    let at = (x - letter.width / 2.0, y - radius * 0.98);
    draw_letters(letter.face, letter.size, &letter.straight(at), &mut words, None);
    vec![rings, light, dark, red, rim, words]
}

/// The title above the map, with a rule on each side, and the string to type to get this map again.
fn title(scenario: &Scenario, sheet: &PageLayout, remark: &str) -> Vec<Layer> {
    let design = &scenario.design;
    let middle = sheet.width as f32 / 2.0;
    let room = sheet.width as f32 - 2.0 * SIDE;
    let game = if design.title.is_empty() { "Untitled" } else { &design.title };
    let world = world_name(scenario);
    let name = world.as_deref().unwrap_or(game);
    let mut size = 42.0;
    let mut line = Line::new(Face::Capitals, name, size, 0.09);
    while line.width > room && size > 14.0 {
        size *= 0.85;
        line = Line::new(Face::Capitals, name, size, 0.06);
    }
    let base = 66.0;
    let mut ink = Layer::new(INK, 1.0, Clip::Everywhere);
    draw_letters(line.face, line.size, &line.straight((middle - line.width / 2.0, base)), &mut ink, None);
    let mut rules = Layer::new([140.0, 52.0, 40.0], 0.9, Clip::Everywhere);
    let long = ((room - line.width) / 2.0 - 40.0).min(220.0);
    if long > 24.0 {
        let y = base - size * 0.26;
        for hand in [-1.0, 1.0] {
            let from = middle + hand * (line.width / 2.0 + 26.0);
            rules.chain(&[(from + hand * 12.0, y), (from + hand * long, y)], 0.7);
            rules.chain(&[(from + hand * 12.0, y + 3.5), (from + hand * (long - 14.0), y + 3.5)], 0.4);
            rules.fill(vec![(from - 6.0, y + 1.5), (from, y - 4.5), (from + 6.0, y + 1.5), (from, y + 7.5)]);
        }
    }
    let area = sheet.area;
    let shape = match area.shape() {
        Shape::Hexagon => "hexagon",
        Shape::Rectangle => "rectangle",
        Shape::Cylinder => "cylinder, east meets west",
        Shape::Torus => "torus, all sides meet",
        Shape::Square4 => "squares",
        Shape::Square8 => "squares with eight neighbours",
        Shape::Torus4 => "torus of squares, all sides meet",
        Shape::Torus8 => "torus of squares with eight neighbours, all sides meet",
    };
    let origin = match scenario.origins.string.as_str() {
        "" => format!("seed {}", scenario.origins.seed),
        string => string.to_owned(),
    };
    let told = world.is_some().then_some(game).into_iter().chain((!remark.is_empty()).then_some(remark));
    let first = told.map(|told| format!("{told} · ")).collect::<String>();
    let levels = if area.levels() > 1 { format!("{} levels of ", area.levels()) } else { String::new() };
    let under = format!("{first}{levels}{} × {} cells, {shape} · {origin}", area.width(), area.height());
    let mut line = Line::new(Face::Italic, &under, 18.0, 0.02);
    if line.width > room {
        line = Line::new(Face::Italic, if remark.is_empty() { &origin } else { remark }, 16.0, 0.0);
    }
    let mut small = Layer::new(mix(INK, PAPER, 0.18), 1.0, Clip::Everywhere);
    draw_letters(line.face, line.size, &line.straight((middle - line.width / 2.0, base + 27.0)), &mut small, None);
    vec![rules, ink, small]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{DESIGN, sample};

    #[test]
    fn types_are_called_as_players_read_them() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        let words = |scenario: &Scenario| -> Vec<String> {
            groups(scenario, None, 20.0).into_iter().flatten().map(|(_, words)| words).collect()
        };
        assert!(words(&scenario).iter().any(|words| words == "Plains"), "{:?}", words(&scenario));
        let named = DESIGN
            .replace("\"plains\": {", "\"plains\": { \"name\": \"wind-swept steppe\",")
            .replace("\"city\": {", "\"city\": { \"name\": \"free town\",");
        let read = formats::read_design("sample", "sample.ron", &named, &|_| None, &design::Known::default());
        scenario.design = Arc::new(read.unwrap_or_else(|found| panic!("{found:?}")).0);
        let words = words(&scenario);
        assert!(
            words.iter().any(|words| words == "Wind-swept steppe"),
            "the hyphens of a name that is given stay: {words:?}"
        );
        assert!(words.iter().any(|words| words.starts_with("Free town")), "{words:?}");
    }
}
