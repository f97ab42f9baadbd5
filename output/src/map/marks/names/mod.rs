//! Names on the map: countries, seas, ranges, rivers, places. The most important ones are placed first; a name without room is left
//! out, since nobody can read names on top of each other.
//!
//! Names of areas run along the area, bent like it (after Imhof, "Positioning Names on Maps", 1975); names of rivers along their
//! straightest reach; names of places beside their icon, to the right if that is free.

mod form;
mod request;
mod setter;

use contract::Chart;
use design::TerrainType;
use world::Scenario;

use crate::map::layout::placer::{Placer, Rect};
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::icons::Mark;
use crate::map::marks::layer::{Clip, Layer};
use crate::map::marks::text::{Face, Letter, draw_letters};
use crate::palette::{Rgb, Role};

use request::{LabelRequest, add_countries, add_features, add_places, add_provinces, add_regions, garrisons};
use setter::Setter;

/// A placed name.
#[derive(Clone, Debug)]
pub(in crate::map) struct Lettering {
    pub(super) face: Face,
    pub(super) size: f32,
    pub(super) letters: Vec<Letter>,
    pub(super) ink: Rgb,
    pub(super) halo: Rgb,
    pub(super) rim: f32,
    pub(super) strength: f32,
    /// The boxes that it covers.
    pub(in crate::map) rects: Vec<Rect>,
}

impl Lettering {
    /// The layers of its rim and its letters.
    pub(in crate::map) fn layers(&self) -> [Layer; 2] {
        let mut halo = Layer::new(self.halo, 0.8, Clip::Everywhere);
        let mut ink = Layer::new(self.ink, self.strength, Clip::Everywhere);
        draw_letters(self.face, self.size, &self.letters, &mut ink, Some((&mut halo, self.rim)));
        [halo, ink]
    }
}

/// The names of a map.
pub(in crate::map) struct Names {
    /// Those that have a place.
    pub(in crate::map) placed: Vec<Lettering>,
    /// Those that found no room, the most important ones first.
    pub(in crate::map) lost: Vec<String>,
}

/// Places all names that find room. Boxes that are taken already stay free of them; they keep off `lines` where they can.
pub(in crate::map) fn place(
    scenario: &Scenario,
    told: Option<&Chart>,
    sheet: &PageLayout,
    marks: &[Mark],
    lines: &Placer,
    placer: &mut Placer,
) -> Names {
    let mut wishes: Vec<(i64, LabelRequest)> = Vec::new();
    add_countries(scenario, sheet, &mut wishes);
    add_features(scenario, sheet, &mut wishes);
    add_provinces(scenario, sheet, &mut wishes);
    add_regions(scenario, told, sheet, &mut wishes);
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
    // What stands in a region is no name: where it has no room, boards and panels tell it.
    names.placed.extend(garrisons(told, sheet).iter().filter_map(|wish| setter.set(wish, placer)));
    names
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::request::{LAND_HALO, LAND_INK, LetterStyle};
    use super::*;
    use crate::map::PictureStyle;
    use crate::map::layout::lattice_geometry::Point;
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
        let marks = crate::map::marks::icons::marks(&scenario, &sheet);
        let mut placer = Placer::new(sheet.width, sheet.height);
        placer.take(&[Rect { west: 0.0, north: 0.0, east: 3000.0, south: 3000.0 }]);
        let names = place(&scenario, None, &sheet, &marks, &lines, &mut placer);
        assert!(names.placed.is_empty() && names.lost.contains(&scenario.units[1].name), "{:?}", names.lost);
    }
}
