//! Units for the window: their icons as textures, their colours, their names.

use std::collections::BTreeMap;

use design::parameters::unit;
use design::{Design, UnitType};
use eframe::egui::{self, Color32, ColorImage, TextureHandle, TextureOptions};
use output::{side_color, sprite};
use world::{Scenario, SideId};

use crate::same::Same;

/// The width of sprites, in pixels.
const SPRITE: u32 = 64;

/// The icons of a design as textures, by type and by the colour of the side; those of no side have none.
type DesignSprites = (Same<Design>, BTreeMap<(UnitType, Option<[u8; 3]>), TextureHandle>);

/// Icons as textures. A map is shown until the next one is made, and a pinned one longer: each has the icons of its own design.
#[derive(Default)]
pub struct Sprites(Vec<DesignSprites>);

/// The most designs whose icons are kept: those of two panes, and one that comes.
const DESIGNS_MAX: usize = 3;

impl Sprites {
    /// A unit's icon.
    pub fn get(
        &mut self,
        context: &egui::Context,
        scenario: &Scenario,
        kind: UnitType,
        side: SideId,
    ) -> &TextureHandle {
        let design = Same::of(&scenario.design);
        let at = self.0.iter().position(|(known, _)| *known == design).unwrap_or_else(|| {
            if self.0.len() == DESIGNS_MAX {
                self.0.remove(0);
            }
            self.0.push((design, BTreeMap::new()));
            self.0.len() - 1
        });
        let color = side.index().map(|side| side_color(scenario, side));
        self.0[at].1.entry((kind, color)).or_insert_with(|| {
            let icon = sprite(scenario, kind, side, SPRITE);
            let size = [icon.width() as usize, icon.height() as usize];
            let pixels = ColorImage::from_rgba_unmultiplied(size, icon.as_raw());
            let options = TextureOptions { mipmap_mode: Some(egui::TextureFilter::Linear), ..TextureOptions::LINEAR };
            context.load_texture("sprite", pixels, options)
        })
    }
}

/// A side's colour; for [`SideId::INDEPENDENT`] that of independent units.
pub fn color_of(scenario: &Scenario, side: SideId) -> Color32 {
    match side.index() {
        Some(side) => {
            let [red, green, blue] = side_color(scenario, side);
            Color32::from_rgb(red, green, blue)
        }
        None => Color32::from_rgb(236, 232, 224),
    }
}

/// The name of a unit type with its side, for lists: `Veland army`.
pub fn unit_words(scenario: &Scenario, index: usize) -> String {
    let unit = &scenario.units[index];
    let kind = scenario.design.spoken_name(unit::NAME, unit.kind);
    let side = match unit.side.index() {
        Some(side) => scenario.sides[side].name.clone(),
        None => "independent".to_owned(),
    };
    match unit.name.as_str() {
        "" => format!("{side} {kind}"),
        name => format!("{name}, {side} {kind}"),
    }
}
