//! The levels of a world side by side, each as a picture of its own.

use image::RgbImage;
use world::Scenario;

use super::arrows::Arrow;
use super::contact_sheet::{Row, on_a_page};
use super::draw::draw_charted;
use super::sheet::PageLayout;
use super::style::PictureStyle;
use crate::picture_error::PictureError;

/// All levels, from the first on, with their numbers below.
pub(super) fn draw(scenario: &Scenario, arrows: &[Arrow], style: &PictureStyle) -> Result<RgbImage, PictureError> {
    let area = scenario.world.area;
    let cell_width = style.cell_width.unwrap_or_else(|| PageLayout::cell_width_of(area, style, columns(area.levels())));
    let style = PictureStyle { cell_width: Some(cell_width), ..style.clone() };
    let tiles = (0..area.levels()).map(|level| {
        let mut one = scenario.level(level);
        if level > 0 {
            // How fair the whole is, is told once.
            (one.fairness, one.played) = (None, None);
        }
        let of_level: Vec<Arrow> = arrows.iter().filter_map(|arrow| arrow.on_level(&area, level)).collect();
        Ok((format!("Level {}", level + 1), draw_charted(&one, &of_level, None, &style)?))
    });
    on_a_page(tiles.collect::<Result<Vec<_>, PictureError>>()?, Row::Top)
}

/// About how many pictures stand beside each other.
pub(super) const fn columns(levels: u32) -> u32 {
    let mut columns = 1;
    while columns * columns < levels {
        columns += 1;
    }
    columns
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
        let (wide, high) = crate::draw(&both.level(0), &style).unwrap().dimensions();
        assert!(plain.width() > 2 * wide && plain.height() > high, "{:?}", plain.dimensions());
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
}
