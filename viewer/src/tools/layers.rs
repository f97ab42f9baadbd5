//! What is painted: a layer of the world, and a value for its cells.

use design::parameters::{material, terrain};
use design::{MaterialType, TypeId};
use world::Scenario;
use world::edit::LayerKey;

use super::Tools;
use crate::ViewerContext;

/// The layers that can be painted in a scenario: those that it has, and those that may come by painting. Winds are no numbers that
/// anybody knows, so they are not among them.
#[must_use]
pub fn paintable(scenario: &Scenario) -> Vec<LayerKey> {
    let (world, design) = (&scenario.world, &scenario.design);
    let mut keys = vec![LayerKey::Terrain, LayerKey::Elevation, LayerKey::Temperature, LayerKey::Clouds];
    if !scenario.sides.is_empty() {
        keys.extend([LayerKey::Country, LayerKey::People, LayerKey::Control]);
    }
    if !world.features.is_empty() {
        keys.push(LayerKey::Feature);
    }
    if !world.provinces.is_empty() && world.province_of.is_some() {
        keys.push(LayerKey::Province);
    }
    keys.extend((0..design.materials.len()).map(|at| LayerKey::Material(MaterialType::at(at))));
    keys.extend(design.coating_terrain().map(|kind| LayerKey::Gdl(format!("coating {}", design.name_of(kind)))));
    keys.extend(
        world
            .gdl_layers
            .keys()
            .map(|name| LayerKey::Gdl(name.clone()))
            .filter(|key| !keys.contains(key))
            .collect::<Vec<_>>(),
    );
    keys
}

/// The title of a layer.
#[must_use]
pub fn layer_title(scenario: &Scenario, key: &LayerKey) -> String {
    let design = &scenario.design;
    let title = match key {
        LayerKey::Terrain => "Terrain",
        LayerKey::Elevation => "Elevation",
        LayerKey::Country => "Countries",
        LayerKey::People => "People",
        LayerKey::Control => "Control",
        LayerKey::Temperature => "Temperature",
        LayerKey::Clouds => "Clouds",
        LayerKey::Winds => "Winds",
        LayerKey::Feature => "Features",
        LayerKey::Province => "Provinces",
        LayerKey::Material(kind) => design.spoken_name(material::NAME, *kind),
        LayerKey::Gdl(name) => name,
    };
    let mut title = title.to_owned();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    title
}

/// The values that a layer can have, each with its name; none where they are numbers.
#[must_use]
pub fn layer_choices(scenario: &Scenario, key: &LayerKey) -> Vec<(i32, String)> {
    let design = &scenario.design;
    if *key == LayerKey::Terrain {
        let name = |kind: design::TerrainType| design.spoken_name(terrain::NAME, kind).to_owned();
        return design.cell_terrain().map(|kind| (kind.0.into(), name(kind))).collect();
    }
    let has_names = matches!(
        key,
        LayerKey::Country | LayerKey::People | LayerKey::Control | LayerKey::Feature | LayerKey::Province
    );
    let (least, most) = key.bounds(scenario);
    let values = has_names.then_some(least..=most).into_iter().flatten();
    values.map(|value| (value, key.value_words(scenario, value))).collect()
}

/// A value of a layer in words, as players read it.
pub(super) fn value_words(scenario: &Scenario, key: &LayerKey, value: i32) -> String {
    let found = layer_choices(scenario, key).into_iter().find(|&(known, _)| known == value);
    match found {
        Some((_, name)) => name,
        None => format!("{} {value}", layer_title(scenario, key).to_lowercase()),
    }
}

impl Tools {
    /// The value that is painted.
    #[must_use]
    pub fn value(&self, scenario: &Scenario) -> i32 {
        if self.layer == LayerKey::Terrain {
            return self.terrain.index() as i32;
        }
        let (least, most) = self.layer.bounds(scenario);
        self.values.get(&self.layer).copied().unwrap_or(0).clamp(least, most)
    }

    /// Paints this value from now on.
    pub fn set_value(&mut self, value: i32) {
        if self.layer == LayerKey::Terrain {
            self.terrain = design::TerrainType::at(usize::try_from(value).unwrap_or(0));
        } else {
            self.values.insert(self.layer.clone(), value);
        }
    }
}

impl ViewerContext {
    /// Paints another layer from now on, and shows it.
    pub fn paint_layer(&mut self, key: LayerKey) {
        self.tools.layer = key;
        self.show_painted();
    }

    /// Shows the painted layer by its lens; a layer that is absent is shown as soon as something is painted.
    pub(super) fn show_painted(&mut self) {
        let Some(scenario) = self.shown().cloned() else { return };
        let key = &self.tools.layer;
        if !key.is_there(&scenario.world) {
            return;
        }
        let world = &scenario.world;
        let (lens, choice) = match key {
            LayerKey::Terrain => ("terrain", None),
            LayerKey::Elevation => ("elevation", None),
            LayerKey::Country => ("countries", None),
            LayerKey::People => ("people", None),
            LayerKey::Control => ("control", None),
            LayerKey::Temperature => ("temperature", None),
            LayerKey::Clouds => ("clouds", None),
            LayerKey::Winds => ("winds", None),
            LayerKey::Feature => ("features", None),
            LayerKey::Province => ("provinces", None),
            LayerKey::Material(kind) => ("materials", world.materials.keys().position(|known| known == kind)),
            LayerKey::Gdl(name) => ("gdl-layers", world.gdl_layers.keys().position(|known| known == name)),
        };
        self.view.set_lens(lens);
        if let Some(choice) = choice {
            self.view.panes[self.view.active].choice = choice;
        }
    }
}
