//! The levels of a world in rows on one sheet, from the first on, with one title and one legend.

use world::Scenario;

use crate::map::draw::{Drawn, draw_charted};
use crate::map::ground::inks::PAPER;
use crate::map::layout::contact_sheet::{MARGIN, Row, on_a_page, paste};
use crate::map::layout::legend;
use crate::map::layout::sheet::{HEADER, PageLayout, SIDE};
use crate::map::marks::arrows::Arrow;
use crate::map::raster::print::print;
use crate::map::style::PictureStyle;
use crate::picture_error::PictureError;

/// All levels, from the first on, with their numbers below; the names without room are those of all levels.
pub(in crate::map) fn draw(scenario: &Scenario, arrows: &[Arrow], style: &PictureStyle) -> Result<Drawn, PictureError> {
    let area = scenario.world.area;
    let cell_width = style.cell_width.unwrap_or_else(|| PageLayout::cell_width_of_levels(area, style));
    let bare = PictureStyle { cell_width: Some(cell_width), frame: false, ..style.clone() };
    let mut lost_names = Vec::new();
    let tiles = (0..area.levels()).map(|level| {
        let of_level: Vec<Arrow> = arrows.iter().filter_map(|arrow| arrow.on_level(&area, level)).collect();
        let drawn = draw_charted(&scenario.level(level), &of_level, None, &bare)?;
        lost_names.extend(drawn.lost_names);
        Ok((format!("Level {}", level + 1), drawn.picture))
    });
    let page = on_a_page(tiles.collect::<Result<Vec<_>, PictureError>>()?, Row::Top)?;
    let size = (page.width() as usize, page.height() as usize);
    let legend = |width: f32| legend::height(scenario, None, width, cell_width as f32);
    let Some(sheet) = PageLayout::round(area, cell_width, size, style, legend) else {
        return Ok(Drawn { picture: page, lost_names });
    };
    // The page has a margin of its own.
    let corner = (SIDE as usize - MARGIN, HEADER as usize - MARGIN);
    let layers = legend::layers(scenario, None, &sheet, &style.remark);
    let picture = print((sheet.width, sheet.height), layers, |band| {
        band.colors.fill(PAPER);
        paste(band, &page, corner);
    });
    Ok(Drawn { picture, lost_names })
}

#[cfg(test)]
mod tests {
    use design::TerrainType;
    use grid::{Cell, Layer, Shape};
    use world::{Link, World};

    use super::*;
    use crate::sample::sample;

    #[test]
    fn levels_stand_side_by_side_and_links_are_shown_on_both() {
        let one = sample(Shape::Rectangle, 24, 20, 1);
        let area = one.world.area.with_levels(2).unwrap();
        let terrain = one.world.terrain.as_ref().unwrap().values();
        let mut both = one.clone();
        both.world = World::new(area);
        both.world.terrain = Some(Layer::from_values(&area, [terrain, terrain].concat()));
        both.units.clear();
        both.sides.iter_mut().for_each(|side| side.center = None);
        let style = PictureStyle { cell_width: Some(12), frame: false, names: false, ..PictureStyle::default() };
        let plain = crate::draw(&both, &style).unwrap();
        // With a frame there is one title above all of them, and one legend below.
        let framed = PictureStyle { frame: true, ..style.clone() };
        let whole = crate::draw(&both, &framed).unwrap();
        assert_eq!(whole.width(), plain.width() + 2 * (SIDE as u32 - MARGIN as u32));
        assert!(whole.height() > plain.height() + 100, "{:?}", whole.dimensions());
        let (from, to) = (Cell(200), Cell(200 + 24 * 20));
        both.world.links =
            vec![Link { kind: TerrainType(0), from, to, is_one_way: false, cost: 0, name: String::new() }];
        let linked = crate::draw(&both, &style).unwrap();
        let changed = |half: std::ops::Range<u32>| {
            half.flat_map(|x| (0..plain.height()).map(move |y| (x, y)))
                .filter(|&(x, y)| plain.get_pixel(x, y) != linked.get_pixel(x, y))
                .count()
        };
        let middle = plain.width() / 2;
        let (left, right) = (changed(0..middle), changed(middle..plain.width()));
        assert!(left > 20 && right > 20 && left + right < 2000, "{left} and {right} pixels");
    }

    #[test]
    fn a_sheet_tells_the_names_that_found_no_room_on_any_level() {
        let one = sample(Shape::Rectangle, 24, 20, 1);
        let area = one.world.area.with_levels(2).unwrap();
        let terrain = one.world.terrain.as_ref().unwrap().values();
        let mut both = one.clone();
        both.world = World::new(area);
        both.world.terrain = Some(Layer::from_values(&area, [terrain, terrain].concat()));
        let style = |cell| PictureStyle { cell_width: Some(cell), frame: false, ..PictureStyle::default() };
        let lost = |cell| draw(&both, &[], &style(cell)).unwrap().lost_names;
        let names = |lost: &[String]| both.units.iter().filter(|unit| lost.contains(&unit.name)).count();
        assert!(names(&lost(3)) > names(&lost(24)), "{:?}", lost(3));
    }
}
