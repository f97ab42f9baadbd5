//! What lies under everything else: the map, its frame and the paper round it.

use crate::map::ground::inks::{INK, PAPER};
use crate::map::ground::painter::GroundPainter;
use crate::map::layout::sheet::PageLayout;
use crate::map::raster::band::Band;
use crate::palette::mix;

/// The width of the map's own frame, in pixels.
pub(in crate::map) const FRAME: f32 = 10.0;

/// The map, or paper, under everything else.
pub(in crate::map) fn paint_ground(band: &mut Band, sheet: &PageLayout, ground: &GroundPainter) {
    for row in 0..band.rows {
        let y = band.top + row;
        let within = sheet.within(y, FRAME);
        for column in 0..band.width {
            let x = band.left + column;
            let at = row * band.width + column;
            if within.contains(&x) {
                let painted = ground.paint(x, y);
                (band.colors[at], band.land[at], band.map[at]) = (painted.color, painted.land, 1.0);
                continue;
            }
            let outside = sheet.outside(sheet.units(x, y));
            let map = (0.5 - outside).clamp(0.0, 1.0);
            let mut color = PAPER;
            if map > 0.0 {
                let painted = ground.paint(x, y);
                color = mix(color, painted.color, map);
                band.land[at] = painted.land;
            }
            if sheet.framed && outside < FRAME && outside > -2.0 {
                // A thin line at the map's edge, and a thick one round it.
                let fine = (1.2 - outside.abs()).clamp(0.0, 1.0);
                let strong = (2.0 - (outside - FRAME + 3.0).abs()).clamp(0.0, 1.0);
                color = mix(color, INK, fine.max(strong) * 0.9);
            }
            band.map[at] = map;
            band.colors[at] = color;
        }
    }
}
