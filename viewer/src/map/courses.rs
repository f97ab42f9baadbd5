//! Where ships and missiles fly, as pictures show it (`output/src/picture/courses.rs`), in each copy of the world: three lenses over
//! the map that can be shown one by one. Of other games nothing is shown.

use contract::{Chart, Course, CourseKind, Zone};
use eframe::egui::{self, Color32, Rect, Shape, Stroke, Vec2};
use grid::Cell;
use output::AreaLayout;
use world::SideId;

use super::camera::Camera;
use super::chunks::copies;
use super::content::MapContent;
use super::near;
use super::things::color_of;
use crate::session::Overlays;

/// What has a colour of its own: hits and losses.
const HARM: Color32 = Color32::from_rgb(255, 132, 54);

/// A line of the window, in map units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CourseMark {
    /// A line from a point to another, of a width in map units, and of a strength of 0 to 1.
    Line((f32, f32), (f32, f32), f32, f32),
    /// The head of an arrow at the end of a way.
    Head((f32, f32), (f32, f32)),
    /// A ring round a point.
    Ring((f32, f32)),
    /// A cross at a point: something is hit, or gone.
    Cross((f32, f32)),
}

/// The radius of rings, in map units.
const RING: f32 = 0.34;

/// The marks of the lens of velocities: for each ship its trail, and the arrow to where it will be.
pub(super) fn velocities(told: &Chart, plan: &AreaLayout) -> Vec<(usize, CourseMark)> {
    told.courses_of(CourseKind::Vessel)
        .flat_map(|ship| trail(ship, plan).into_iter().chain(arrow(ship, plan)))
        .collect()
}

/// The marks of the lens of forecasts: dashes over what missiles will pass, where they will be, and who will be hit or lost.
pub(super) fn forecasts(told: &Chart, plan: &AreaLayout) -> Vec<(usize, CourseMark)> {
    let mut marks: Vec<(usize, CourseMark)> = Vec::new();
    for missile in told.courses_of(CourseKind::Shot) {
        marks.extend(trail(missile, plan));
        let (x, y) = plan.center(missile.at);
        let steps = missile.passes.len();
        let whole = plan.vector(missile.goes);
        let at = |step: f32| (x + whole.0 * step / steps as f32, y + whole.1 * step / steps as f32);
        let dash = |step: usize| {
            let step = step as f32;
            CourseMark::Line(at(step - 0.26), at((step + 0.26).min(steps as f32)), 0.07, 0.95)
        };
        marks.extend((1..=steps).map(|step| (missile.side, dash(step))));
    }
    for course in told.courses.iter().filter(|course| course.threat.is_some()) {
        marks.push((course.side, CourseMark::Cross(end(course, plan))));
    }
    marks
}

fn end(course: &Course, plan: &AreaLayout) -> (f32, f32) {
    let ((x, y), way) = (plan.center(course.at), plan.vector(course.goes));
    (x + way.0, y + way.1)
}

fn trail(course: &Course, plan: &AreaLayout) -> Option<(usize, CourseMark)> {
    if course.came == (0, 0) {
        return None;
    }
    let ((x, y), way) = (plan.center(course.at), plan.vector(course.came));
    let width = if course.kind == CourseKind::Shot { 0.05 } else { 0.14 };
    Some((course.side, CourseMark::Line((x - way.0, y - way.1), (x, y), width, 0.45)))
}

fn arrow(ship: &Course, plan: &AreaLayout) -> Vec<(usize, CourseMark)> {
    if ship.passes.is_empty() {
        return Vec::new();
    }
    let (from, to) = (plan.center(ship.at), end(ship, plan));
    let long = (to.0 - from.0).hypot(to.1 - from.1).max(RING);
    let unit = ((to.0 - from.0) / long, (to.1 - from.1) / long);
    let tip = (to.0 - RING * unit.0, to.1 - RING * unit.1);
    let line = CourseMark::Line(from, tip, 0.09, 0.95);
    [line, CourseMark::Head(tip, unit), CourseMark::Ring(to)].map(|mark| (ship.side, mark)).to_vec()
}

/// Paints the lenses that are shown.
pub(super) fn paint(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, overlays: &Overlays) {
    let Some(told) = &ground.chart else { return };
    if overlays.zones {
        for Zone { side, cells, .. } in &told.zones {
            paint_cells(painter, room, camera, ground, *side, cells);
        }
        for side in 0..ground.scenario.sides.len() {
            let tokens = told.marks.iter().filter(|mark| mark.side == side).map(|mark| mark.cell);
            paint_cells(painter, room, camera, ground, side, &tokens.collect::<Vec<_>>());
        }
    }
    let mut marks = Vec::new();
    if overlays.velocities {
        marks.extend(velocities(told, &ground.plan));
    }
    if overlays.forecasts {
        marks.extend(forecasts(told, &ground.plan));
    }
    // What leads over a seam is seen on both sides of it: some of a copy lies in view though its cells do not.
    let seen = camera.seen(room).expand(32.0);
    for (right, down) in copies(ground, seen) {
        for &(side, mark) in &marks {
            let color = color_of(&ground.scenario, SideId(side as u8 + 1)).lerp_to_gamma(Color32::WHITE, 0.28);
            let at = |(x, y): (f32, f32)| camera.screen(room, (x + right, y + down));
            paint_mark(painter, camera.scale, mark, color, &at);
        }
    }
}

fn paint_cells(painter: &egui::Painter, room: Rect, camera: &Camera, ground: &MapContent, side: usize, cells: &[Cell]) {
    let color = color_of(&ground.scenario, SideId(side as u8 + 1));
    let rim = Stroke::new(if camera.scale > 9.0 { 0.8 } else { 0.0 }, color.gamma_multiply(0.5));
    near::paint_cells(painter, room, camera, ground, cells, (color.gamma_multiply(0.25), rim));
}

fn paint_mark(
    painter: &egui::Painter,
    scale: f32,
    mark: CourseMark,
    color: Color32,
    at: &impl Fn((f32, f32)) -> egui::Pos2,
) {
    match mark {
        CourseMark::Line(from, to, width, strength) => {
            let stroke = Stroke::new((width * scale).clamp(1.0, 4.0), color.gamma_multiply(strength));
            painter.line_segment([at(from), at(to)], stroke);
        }
        CourseMark::Head(tip, way) => {
            let tip = at(tip);
            let (ahead, aside) = (Vec2::new(way.0, way.1) * scale * 0.36, Vec2::new(-way.1, way.0) * scale * 0.18);
            let points = vec![tip, tip - ahead + aside, tip - ahead - aside];
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        }
        CourseMark::Ring(center) => {
            let stroke = Stroke::new((0.09 * scale).clamp(1.0, 3.0), color);
            painter.circle_stroke(at(center), RING * scale, stroke);
        }
        CourseMark::Cross(center) => {
            let reach = (0.26 * scale).max(2.5);
            for way in [Vec2::new(reach, reach), Vec2::new(reach, -reach)] {
                let stroke = Stroke::new((0.09 * scale).clamp(1.4, 3.5), HARM);
                painter.line_segment([at(center) - way, at(center) + way], stroke);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use design::{Known, Section};
    use diagnostics::RonTree;
    use grid::{Area, Layer, Shape};
    use world::{Place, Scenario, Side, Unit, World};

    use super::*;

    /// Turn 2 on a torus of 40 by 32: a ship of each side, the first one on its way, and a missile that flies at the other.
    fn position() -> Scenario {
        let text = r#"{
          "terrain": { "space": {} }, "units": { "ship": {}, "missile": {} },
          "globals": { "ruleset": "hostile-space", "edge-ring": false },
        }"#;
        let found = formats::read_design("test", "test.ron", text, &|_| None, &Known::default());
        let design = Arc::new(found.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0);
        let area = Area::new(Shape::Torus, 40, 32).unwrap();
        let mut world = World::new(area);
        world.terrain = Some(Layer::filled(&area, design.find("space").unwrap()));
        let mut scenario = Scenario::new(Arc::clone(&design), world);
        scenario.sides = vec![Side::default(); 2];
        for (kind, side, cell) in [("ship", 1, "5,6"), ("ship", 2, "25,10"), ("missile", 1, "15,10")] {
            let place = Place::Cell(area.find_cell(cell).unwrap());
            scenario.units.push(Unit::new(design.find(kind).unwrap(), place, SideId(side)));
        }
        let mut section = Section::default();
        section.set("turn", &RonTree::of(2), None);
        section.set("order", &RonTree::list([1, 2].map(RonTree::of)), None);
        let velocity = RonTree::map([("velocity", RonTree::list([4, 2].map(RonTree::of)))]);
        section.set("ships", &RonTree::map([("1-1", velocity)]), None);
        let missile = RonTree::map([
            ("side", RonTree::of(1)),
            ("ship", RonTree::of(1)),
            ("shot", RonTree::of(1)),
            ("at", RonTree::text("15,10")),
            ("direction", RonTree::text("e")),
            ("fired-in", RonTree::of(1)),
            ("turns-left", RonTree::of(1)),
        ]);
        section.set("missiles", &RonTree::list([missile]), None);
        scenario.sections.insert("hostile-space".to_owned(), section);
        scenario
    }

    #[test]
    fn each_lens_has_its_marks() {
        let scenario = position();
        let told = playtest::chart(&scenario).expect("it is a position");
        let plan = AreaLayout::new(scenario.world.area);
        let near = |one: (f32, f32), other: (f32, f32)| (one.0 - other.0).hypot(one.1 - other.1) < 1e-3;
        let center = |name: &str| plan.center(scenario.world.area.find_cell(name).unwrap());
        let marks = velocities(&told, &plan);
        let [(0, trail), (0, line), (0, CourseMark::Head(..)), (0, CourseMark::Ring(ring))] = marks[..] else {
            panic!("{marks:?}: the ship at rest has none")
        };
        assert!(near(ring, center("9,8")), "{ring:?}");
        assert!(
            matches!(trail, CourseMark::Line(from, to, ..) if near(from, center("1,4")) && near(to, center("5,6")))
        );
        assert!(matches!(line, CourseMark::Line(from, ..) if near(from, center("5,6"))));
        // The missile has come 20 hexes, will pass 10, and hits the ship there: a cross for each of the two.
        let marks = forecasts(&told, &plan);
        let count = |is: fn(&CourseMark) -> bool| marks.iter().filter(|(_, mark)| is(mark)).count();
        assert_eq!(count(|mark| matches!(mark, CourseMark::Line(..))), 11);
        let crosses: Vec<usize> = marks
            .iter()
            .filter(|(_, mark)| matches!(mark, CourseMark::Cross(at) if near(*at, center("25,10"))))
            .map(|(side, _)| *side)
            .collect();
        assert_eq!(crosses, [0, 1]);
    }
}
