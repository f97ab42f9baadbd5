//! The picture of a map, from the ground up.

use contract::Chart;
use image::RgbImage;
use world::Scenario;

use crate::map::layout::legend;
use crate::map::layout::levels;
use crate::map::layout::placer::{Placer, Rect};
use crate::map::layout::rim;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::arrows::{self, Arrow};
use crate::map::marks::courses;
use crate::map::marks::icons;
use crate::map::marks::layer::{Clip, Layer};
use crate::map::marks::lines;
use crate::map::marks::links;
use crate::map::marks::names;
use crate::map::marks::provinces;
use crate::map::marks::realms;
use crate::map::marks::regions;
use crate::map::marks::remarks;
use crate::map::marks::rivers;
use crate::map::marks::roads;
use crate::map::marks::supply;
use crate::map::painting::Painting;
use crate::map::style::PictureStyle;
use crate::parallel::make_each;
use crate::picture_error::PictureError;

/// A picture, and the names for which it has no room, the most important ones first.
pub(in crate::map) struct Drawn {
    pub(in crate::map) picture: RgbImage,
    pub(in crate::map) lost_names: Vec<String>,
}

/// The picture of a scenario's map.
///
/// # Errors
/// A `PictureError` if the world has no terrain, or if the picture would be too large; no memory is taken then.
pub fn draw(scenario: &Scenario, style: &PictureStyle) -> Result<RgbImage, PictureError> {
    draw_moved(scenario, &[], style)
}

/// The picture of a scenario's map after a turn, with the marches of that turn.
///
/// # Errors
/// As for [`draw`].
pub fn draw_moved(scenario: &Scenario, arrows: &[Arrow], style: &PictureStyle) -> Result<RgbImage, PictureError> {
    Ok(draw_charted(scenario, arrows, playtest::chart(scenario).as_ref(), style)?.picture)
}

/// The same with what its rules tell of the position.
pub(in crate::map) fn draw_charted(
    scenario: &Scenario,
    arrows: &[Arrow],
    told: Option<&Chart>,
    style: &PictureStyle,
) -> Result<Drawn, PictureError> {
    if scenario.world.terrain.is_some() && scenario.world.area.levels() > 1 {
        return levels::draw(scenario, arrows, style);
    }
    let painting = Painting::charted(scenario, arrows, told, style, None)?;
    Ok(Drawn { picture: painting.draw(), lost_names: painting.into_lost_names() })
}

/// Everything that is drawn on the ground, in its order, and what stands round the map; and the names for which there is no room.
pub(in crate::map) fn above_ground(
    scenario: &Scenario,
    arrows: &[Arrow],
    sheet: &PageLayout,
    style: &PictureStyle,
    told: Option<&Chart>,
) -> (Vec<Layer>, Vec<String>) {
    let mut lost = Vec::new();
    let in_legend = told;
    let told = told.filter(|_| style.units);
    let mut layers = Vec::new();
    if style.rivers {
        layers.extend(rivers::layers(scenario, sheet));
    }
    if style.roads {
        layers.extend(roads::layers(scenario, sheet));
    }
    layers.extend(provinces::layers(scenario, sheet));
    layers.extend(told.into_iter().flat_map(|told| regions::layers(scenario, told, sheet)));
    layers.extend(told.into_iter().flat_map(|told| supply::layers(scenario, told, sheet)));
    let realms = if style.units { realms::marks(scenario, sheet) } else { Vec::new() };
    let shown = match told {
        Some(told) if told.has_vessels() => told.stands_for.clone(),
        _ if realms.is_empty() => Vec::new(),
        _ => realms::counted(scenario),
    };
    let marks = if style.units { icons::marks_without(scenario, sheet, &shown) } else { Vec::new() };
    let mut placer = Placer::new(sheet.width, sheet.height);
    marks.iter().for_each(|mark| placer.take(&[mark.rect()]));
    let exits = links::marks(scenario, sheet);
    exits.iter().for_each(|exit| placer.take(&[exit.rect()]));
    realms.iter().for_each(|realm| placer.take(&[realm.rect()]));
    let centers = told.into_iter().flat_map(|told| &told.zones).filter_map(|zone| zone.center);
    centers.for_each(|cell| placer.take(&[Rect::around(sheet.pixels(sheet.center(cell)), 0.6 * sheet.cell)]));
    let draws_ways = told.is_some_and(Chart::has_vessels);
    let marches = if style.units && !draws_ways { arrows::place(arrows, scenario, sheet) } else { Vec::new() };
    marches.iter().for_each(|arrow| placer.take(&arrow.rects()));
    let remarks = told.map_or_else(Vec::new, |told| remarks::place(told, sheet));
    remarks.iter().for_each(|remark| placer.take(&[remark.rect()]));
    let lines = lines::lines(&layers, scenario, sheet, style);
    rim::repeat(&mut layers, sheet);
    if style.names {
        let names = names::place(scenario, told, sheet, &marks, &lines, &mut placer);
        layers.extend(make_each(names.placed.len(), &|index| names.placed[index].layers()).into_iter().flatten());
        lost = names.lost;
    }
    let mut signs: Vec<Layer> = exits.iter().flat_map(links::layers).collect();
    let mut draw = |count: usize, draw: &(dyn Fn(usize) -> Vec<Layer> + Sync)| {
        signs.extend(make_each(count, draw).into_iter().flatten());
    };
    draw(marks.len(), &|index| icons::layers(scenario, &marks[index]));
    draw(marches.len(), &|index| marches[index].layers(scenario));
    draw(realms.len(), &|index| realms::layers(scenario, &realms[index]));
    draw(remarks.len(), &|index| remarks[index].layers(Clip::Map));
    rim::repeat(&mut signs, sheet);
    layers.append(&mut signs);
    if let Some(told) = told {
        let mut courses = courses::layers(scenario, told, arrows, sheet);
        // Ways lead over seams, whether there is a rim or not.
        courses.iter_mut().for_each(|layer| layer.repeat(&sheet.repeats(), sheet.map_box()));
        layers.append(&mut courses);
    }
    layers.extend(rim::veil(sheet));
    if sheet.framed {
        layers.extend(legend::layers(scenario, in_legend, sheet, &style.remark));
    }
    (layers, lost)
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    #[test]
    fn lines_between_cells_have_the_colour_that_a_design_gives() {
        use design::parameters::find;
        use design::{Scope, Value};
        let ours = sample(Shape::Square4, 12, 10, 1);
        let mut design = (*ours.design).clone();
        design.set_global(find(Scope::Global, "grid-color").unwrap(), Value::Text("#ff0000".to_owned()));
        let theirs = Scenario { design: design.into(), ..ours.clone() };
        let style = PictureStyle { cell_width: Some(24), frame: false, ..PictureStyle::default() };
        let pictures = [&ours, &theirs].map(|scenario| draw(scenario, &style).unwrap());
        let reddened = |(ours, theirs): (&image::Rgb<u8>, &image::Rgb<u8>)| theirs.0[0].saturating_sub(ours.0[0]) > 20;
        let lines = pictures[0].pixels().zip(pictures[1].pixels()).filter(|&pair| reddened(pair)).count();
        assert!(lines > 1000, "{lines} pixels");
        let choice: crate::FormatChoice = "svg".parse().unwrap();
        let vectors = [&ours, &theirs].map(|scenario| choice.write(scenario).unwrap().files.remove(0).1);
        assert!(vectors[0] != vectors[1], "nor has the ground of the vectors");
        let bare = PictureStyle { grid: false, ..style };
        assert!(draw(&ours, &bare).unwrap() == draw(&theirs, &bare).unwrap(), "nothing else has that colour");
    }

    #[test]
    fn what_a_chart_tells_of_a_cell_is_drawn_there() {
        use contract::{ChartWords, Region, Remark, Zone};
        let scenario = sample(Shape::Square4, 24, 20, 1);
        let liquid = scenario.world.liquid_mask(&scenario.design);
        let inland = |cell: &grid::Cell| {
            let mut around = scenario.world.area.around(*cell);
            !liquid[cell.index()] && around.all(|(_, near)| !liquid[near.index()])
        };
        let cell = scenario.world.area.cells().filter(inland).nth(9).unwrap();
        let zone = Zone { side: 0, center: None, cells: vec![cell] };
        let region = Region { name: "Upper Fold".to_owned(), side: Some(0), cells: vec![cell], ..Region::default() };
        let remark = Remark { cell: Some(cell), words: "lancers at 3,4 are cut off".to_owned() };
        let charts = [
            Chart { cut_off: vec![zone.clone()], ..Chart::default() },
            Chart { remarks: vec![remark.clone()], ..Chart::default() },
            Chart { regions: vec![region.clone()], ..Chart::default() },
        ];
        let style = PictureStyle { cell_width: Some(28), frame: false, names: false, ..PictureStyle::default() };
        let drawn = |chart: Option<&Chart>| draw_charted(&scenario, &[], chart, &style).unwrap().picture;
        let sheet = PageLayout::new(scenario.world.area, &style, |_, _| 0.0).unwrap();
        let (x, y) = sheet.pixels(sheet.center(cell));
        let bare = drawn(None);
        for chart in &charts {
            let picture = drawn(Some(chart));
            let changed = picture.enumerate_pixels().filter(|(x, y, pixel)| bare.get_pixel(*x, *y) != *pixel);
            let places: Vec<(f32, f32)> = changed.map(|(x, y, _)| (x as f32, y as f32)).collect();
            let far = places.iter().filter(|at| (at.0 - x).abs().max((at.1 - y).abs()) > 20.0).count();
            assert!(places.len() > 40 && far == 0, "{} pixels, {far} elsewhere: {chart:?}", places.len());
        }
        let hidden = PictureStyle { units: false, ..style.clone() };
        let drawn = |chart: Option<&Chart>| draw_charted(&scenario, &[], chart, &hidden).unwrap().picture;
        assert!(drawn(Some(&charts[1])) == drawn(None), "who hides units hides what is told of them");
        // A legend has the words.
        let words = ChartWords { cut_off: "Cut off", ..ChartWords::NONE };
        let height = |chart: &Chart| legend::height(&scenario, Some(chart), 900.0, 28.0);
        let told = Chart { cut_off: vec![zone], remarks: vec![remark], words, ..Chart::default() };
        assert!(height(&told) > height(&Chart::default()) + 20.0);
        // The name stands at the middle of its region, and what stands there beside it, where there is room.
        let cells = grid::disk(&scenario.world.area, cell, 5).collect();
        let region = Region { center: Some(cell), cells, holds: "2 lancers".to_owned(), ..region };
        let chart = Chart { regions: vec![region], ..Chart::default() };
        let lines = Placer::new(sheet.width, sheet.height);
        let count = |chart: Option<&Chart>| {
            let mut placer = Placer::new(sheet.width, sheet.height);
            names::place(&scenario, chart, &sheet, &[], &lines, &mut placer).placed.len()
        };
        assert_eq!(count(Some(&chart)), count(None) + 2);
    }

    #[test]
    fn names_lie_neither_on_each_other_nor_on_icons_nor_beyond_the_map() {
        for (shape, seed, cell) in [
            (Shape::Hexagon, 1, 14),
            (Shape::Rectangle, 2, 24),
            (Shape::Cylinder, 3, 9),
            (Shape::Rectangle, 4, 5),
            (Shape::Cylinder, 5, 30),
            (Shape::Torus, 6, 16),
            (Shape::Square4, 7, 20),
            (Shape::Square8, 8, 24),
            (Shape::Torus4, 9, 20),
            (Shape::Torus8, 10, 14),
        ] {
            let scenario = sample(shape, 48, 40, seed);
            let style = PictureStyle { cell_width: Some(cell), ..PictureStyle::default() };
            let sheet = PageLayout::new(scenario.world.area, &style, |_, _| 0.0).unwrap();
            let marks = icons::marks(&scenario, &sheet);
            let mut placer = Placer::new(sheet.width, sheet.height);
            marks.iter().for_each(|mark| placer.take(&[mark.rect()]));
            let lines = Placer::new(sheet.width, sheet.height);
            let names = names::place(&scenario, None, &sheet, &marks, &lines, &mut placer).placed;
            assert!(names.len() > 3, "{shape}: {} names", names.len());
            for (index, name) in names.iter().enumerate() {
                for rect in &name.rects {
                    assert!(marks.iter().all(|mark| !mark.rect().touches(rect)), "{shape}: a name on an icon");
                    let others = names[..index].iter().flat_map(|other| &other.rects);
                    assert!(others.into_iter().all(|other| !other.touches(rect)), "{shape}: a name on a name");
                    for corner in rect.corners() {
                        assert!(sheet.outside(sheet.place(corner)) < 0.0, "{shape}: a name beyond the map");
                    }
                }
            }
        }
    }

    #[test]
    fn what_lies_within_the_map_is_not_outside() {
        for &shape in Shape::ALL {
            let scenario = sample(shape, 24, 20, 1);
            let sheet = PageLayout::new(scenario.world.area, &PictureStyle::default(), |_, _| 0.0).unwrap();
            for y in (0..sheet.height).step_by(7) {
                let within = sheet.within(y, 5.0);
                for x in 0..sheet.width {
                    let outside = sheet.outside(sheet.units(x, y));
                    // A hundredth of a pixel is left for the rounding of floats.
                    assert!(!within.contains(&x) || outside < -4.99, "{shape} {x} {y}");
                    assert!(within.contains(&x) || outside > -5.01, "{shape} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn a_point_in_a_cell_belongs_to_it() {
        for &shape in Shape::ALL {
            let scenario = sample(shape, 24, 20, 1);
            let sheet = PageLayout::new(scenario.world.area, &PictureStyle::default(), |_, _| 0.0).unwrap();
            for cell in sheet.area.cells() {
                let (x, y) = sheet.pixels(sheet.center(cell));
                for (right, down) in [(0.0, 0.0), (0.45, 0.0), (-0.45, 0.1), (0.2, 0.4), (-0.1, -0.48)] {
                    let point = (x + right * sheet.cell, y + down * sheet.cell);
                    assert_eq!(sheet.cell_at(point), Some(cell), "{shape} {cell:?}");
                }
            }
        }
    }
}
