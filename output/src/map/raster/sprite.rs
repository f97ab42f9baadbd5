//! Sprites: a unit's icon alone, on a transparent ground, for windows that move it about.

use design::{TypeId, UnitType};
use image::RgbaImage;
use world::{Scenario, SideId};

use crate::map::ground::images::unit_images;
use crate::map::marks::icons::{Icon, draw_unit};
use crate::map::marks::layer::Clip;
use crate::map::raster::print::print;
use crate::palette::{rgb, side_color};

/// The widest that a sprite can be, in pixels.
const WIDTH_MAX: u32 = 512;

/// The icon of a unit type in the colour of a side ([`SideId::INDEPENDENT`] for independent units), `width` pixels wide and high,
/// from 1 to 512.
#[must_use]
pub fn sprite(scenario: &Scenario, kind: UnitType, side: SideId, width: u32) -> RgbaImage {
    let width = width.clamp(1, WIDTH_MAX);
    let radius = 0.4 * width as f32;
    let middle = 0.5 * width as f32;
    let icon = Icon::all(&scenario.design)[kind.index()];
    let image = unit_images(&scenario.design, radius)[kind.index()].clone();
    let fill = match side.index() {
        Some(side) => rgb(side_color(scenario, side)),
        None => [236.0, 232.0, 224.0],
    };
    let on = |paper: f32| {
        let layers = draw_unit(icon, image.as_deref(), (middle, middle), radius, fill, false, Clip::Map);
        print((width as usize, width as usize), layers, |band| {
            band.colors.fill([paper; 3]);
            band.map.fill(1.0);
        })
    };
    // The opacity follows from the difference on black and on white.
    let (dark, light) = (on(0.0), on(255.0));
    RgbaImage::from_fn(width, width, |x, y| {
        let (dark, light) = (dark.get_pixel(x, y).0, light.get_pixel(x, y).0);
        let through = (0..3).map(|part| light[part].saturating_sub(dark[part])).max().unwrap_or(0);
        let cover = 255 - through;
        let part = |value: u8| (u32::from(value) * 255 / u32::from(cover.max(1))).min(255) as u8;
        image::Rgba([part(dark[0]), part(dark[1]), part(dark[2]), cover])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;
    use grid::Shape;

    #[test]
    fn a_sprite_bears_its_sides_colour_on_nothing() {
        let scenario = sample(Shape::Hexagon, 24, 20, 1);
        let kind = scenario.units[0].kind;
        let sprites = [SideId(1), SideId(2), SideId::INDEPENDENT].map(|side| sprite(&scenario, kind, side, 32));
        for sprite in &sprites {
            assert_eq!(sprite.get_pixel(0, 0).0[3], 0, "corners show what is behind");
            assert!(sprite.pixels().filter(|pixel| pixel.0[3] == 255).count() > 100);
        }
        assert!(sprites[0] != sprites[1] && sprites[1] != sprites[2]);
    }
}
