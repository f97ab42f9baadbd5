//! The looks of a scenario's units, for its legend.

use std::sync::Arc;

use design::parameters::unit;
use design::{Design, TextProperty, TypeId};
use formats::gdl::Pixels;
use world::Scenario;

use super::Icon;
use crate::map::ground::images::unit_images;

/// The radius of units in the legend, in pixels.
pub(in crate::map) const LEGEND_RADIUS: f32 = 11.0;

/// For the legend: one example of each look among a scenario's units, with the names of the types, but not of those that are shown
/// otherwise.
pub(in crate::map) fn looks(scenario: &Scenario, shown: &[bool]) -> Vec<(Icon, Option<Arc<Pixels>>, String)> {
    let design = &scenario.design;
    let icons = Icon::all(design);
    let images = unit_images(design, LEGEND_RADIUS);
    let mut used = vec![false; design.units.len()];
    for (index, unit) in scenario.units.iter().enumerate() {
        used[usize::from(unit.kind.0)] |= unit.cell().is_some() && !shown.get(index).copied().unwrap_or(false);
    }
    let mut looks: Vec<(Icon, Option<Arc<Pixels>>, String)> = Vec::new();
    for kind in design.unit_types().filter(|kind| used[usize::from(kind.0)]) {
        let (icon, image) = (icons[usize::from(kind.0)], &images[usize::from(kind.0)]);
        let name = shown_name(design, unit::NAME, kind);
        let alike = |known: Icon, own: &Option<Arc<Pixels>>| own == image && (known == icon || image.is_some());
        match looks.iter_mut().find(|(known, own, _)| alike(*known, own)) {
            Some((_, _, names)) if names.len() + name.len() < 24 => *names = format!("{names}, {name}"),
            Some(_) => {}
            None => looks.push((icon, image.clone(), name)),
        }
    }
    looks
}

/// A type's name in a legend: the one for players if the design gives one, else its own without hyphens.
pub(in crate::map) fn shown_name<I: TypeId>(design: &Design, key: TextProperty<I>, kind: I) -> String {
    match design.text(key, kind) {
        "" => design.name_of(kind).replace('-', " "),
        given => given.to_owned(),
    }
}
