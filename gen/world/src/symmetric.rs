//! Symmetric scenarios: which side is the image of which, and where a scenario breaks its symmetry.

use design::UnitType;
use grid::{Cell, Symmetry};

use crate::{Owner, Place, Scenario, SideId, Unit, UnitId, Wind, World};

/// The image of a side under the symmetry map of that number. Sides are images of each other in blocks, with one side per map: map
/// n takes the first side of a block to the n-th. [`SideId::INDEPENDENT`] is its own image.
#[must_use]
pub fn image_of_side(symmetry: &Symmetry, map: usize, side: SideId) -> SideId {
    let Some(number) = side.index() else { return side };
    let order = symmetry.order();
    let image = symmetry.product(number % order, map);
    SideId::from_index(number - number % order + image)
}

/// A unit with its images, one for each map of an exact symmetry, itself first; it alone without one. Units in a cell and in an image of
/// it correspond by their order among those of one type and side; units inside others by that of their carriers.
///
/// # Errors
/// Which image is missing, in a scenario that breaks its symmetry.
pub fn images_of_unit(scenario: &Scenario, id: UnitId) -> Result<Vec<UnitId>, String> {
    let unit = scenario.unit(id);
    let Some(symmetry) = scenario.world.exact_symmetry() else { return Ok(vec![id]) };
    let places: Vec<Place> = match unit.place {
        Place::Cell(cell) => symmetry.images(cell).map(Place::Cell).collect(),
        Place::Inside(carrier) => images_of_unit(scenario, carrier)?.into_iter().map(Place::Inside).collect(),
        Place::Unplaced => return Ok(vec![id; symmetry.order()]),
    };
    let among = |place: Place, side: SideId| {
        let alike =
            move |(_, other): &(UnitId, &Unit)| (other.place, other.side, other.kind) == (place, side, unit.kind);
        scenario.unit_ids().filter(alike).map(|(id, _)| id)
    };
    let rank = among(unit.place, unit.side).take_while(|&other| other != id).count();
    let mut images = Vec::with_capacity(places.len());
    for (map, place) in places.into_iter().enumerate() {
        let image = among(place, image_of_side(symmetry, map, unit.side)).nth(rank);
        images.push(image.ok_or_else(|| format!("unit {} has no image under map {map} of {}", id.0, symmetry.kind()))?);
    }
    Ok(images)
}

/// The first place where a scenario breaks the symmetry that it declares: in terrain, heights, rivers and roads, countries, people,
/// weather, materials in cells, centres, or units with what they carry. Names, numbers and colours may differ. With its cell, if it has
/// one, in words without a full stop.
#[must_use]
pub fn find_asymmetry(scenario: &Scenario) -> Option<(Option<Cell>, String)> {
    let symmetry = scenario.world.exact_symmetry()?;
    if !scenario.sides.len().is_multiple_of(symmetry.order()) {
        let words = format!("{} sides cannot be images of each other in {}", scenario.sides.len(), symmetry.kind());
        return Some((None, words));
    }
    let told = |what: &str, cell: Cell| {
        let (column, row) = scenario.world.area.column_row(cell);
        (Some(cell), format!("the {what} at cell {column},{row} breaks {}", symmetry.kind()))
    };
    find_broken_layer(&scenario.world, symmetry)
        .or_else(|| find_broken_centers(scenario, symmetry).map(|cell| ("centre", cell)))
        .or_else(|| find_broken_units(scenario, symmetry).map(|cell| ("unit", cell)))
        .map(|(what, cell)| told(what, cell))
}

fn find_broken_layer(world: &World, symmetry: &Symmetry) -> Option<(&'static str, Cell)> {
    let maps = symmetry.maps();
    let country = |side: u8, map: usize| image_of_side(symmetry, map, SideId(side)).0;
    let owner = |owner: Owner, map: usize| Owner::from(owner.side().map(|side| image_of_side(symmetry, map, side)));
    let wind = |wind: Wind, map: usize| match wind.force {
        0 => wind,
        _ => Wind { direction: maps[map].direction(wind.direction), ..wind },
    };
    let owned = [("people", &world.people), ("control", &world.control)];
    let measured = [("elevation", &world.elevation), ("temperature", &world.temperature)];
    let mut broken = world.terrain.iter().find_map(|layer| symmetry.find_broken(layer.values(), |kind, _| kind));
    if let Some(cell) = broken {
        return Some(("terrain", cell));
    }
    for (what, layer) in measured {
        broken = layer.as_ref().and_then(|layer| symmetry.find_broken(layer.values(), |value, _| value));
        if let Some(cell) = broken {
            return Some((what, cell));
        }
    }
    broken = world.country.as_ref().and_then(|layer| symmetry.find_broken(layer.values(), country));
    if let Some(cell) = broken {
        return Some(("country", cell));
    }
    for (what, layer) in owned {
        broken = layer.as_ref().and_then(|layer| symmetry.find_broken(layer.values(), owner));
        if let Some(cell) = broken {
            return Some((what, cell));
        }
    }
    let edges = |layer: &grid::EdgeLayer| symmetry.find_broken(layer.values(), |mask, map| maps[map].edges(mask));
    let edges = || world.edges.values().find_map(edges).map(|cell| ("river, wall or road", cell));
    let materials =
        || world.materials.values().find_map(|layer| symmetry.find_broken(layer.values(), |value, _| value));
    let clouds = || symmetry.find_broken(world.clouds.as_ref()?.values(), |value, _| value);
    let winds = || symmetry.find_broken(world.winds.as_ref()?.values(), wind);
    edges()
        .or_else(|| materials().map(|cell| ("material", cell)))
        .or_else(|| clouds().map(|cell| ("clouds", cell)))
        .or_else(|| winds().map(|cell| ("wind", cell)))
}

fn find_broken_centers(scenario: &Scenario, symmetry: &Symmetry) -> Option<Cell> {
    scenario.side_ids().find_map(|side| {
        let center = scenario.side(side).center?;
        let mut images = symmetry.images(center).enumerate();
        let of_side = |map: usize| scenario.side(image_of_side(symmetry, map, side)).center;
        images.any(|(map, image)| of_side(map) != Some(image)).then_some(center)
    })
}

/// What is compared of a unit: place, side, type, hit points, materials and occupants.
type Look = (Option<Cell>, u8, UnitType, Option<u16>, Vec<i32>, Vec<(u8, UnitType)>);

fn find_broken_units(scenario: &Scenario, symmetry: &Symmetry) -> Option<Cell> {
    let mut inside: Vec<Vec<(u8, UnitType)>> = vec![Vec::new(); scenario.units.len()];
    for unit in &scenario.units {
        if let Place::Inside(carrier) = unit.place {
            inside[carrier.index()].push((unit.side.0, unit.kind));
        }
    }
    let look = |index: usize, unit: &Unit, map: usize| -> Look {
        let image = |side: u8| image_of_side(symmetry, map, SideId(side)).0;
        let cell = scenario.cell_of(crate::UnitId(index as u32 + 1)).map(|cell| symmetry.maps()[map].image(cell));
        let mut within: Vec<_> = inside[index].iter().map(|&(side, kind)| (image(side), kind)).collect();
        within.sort_unstable();
        (cell, image(unit.side.0), unit.kind, unit.hp, unit.materials.clone(), within)
    };
    let looks = |map: usize| {
        let mut looks: Vec<Look> =
            scenario.units.iter().enumerate().map(|(index, unit)| look(index, unit, map)).collect();
        looks.sort_unstable();
        looks
    };
    let own = looks(0);
    (1..symmetry.order()).find_map(|map| {
        let images = looks(map);
        let mut pairs = own.iter().zip(&images);
        pairs.find(|(one, other)| one != other).map(|(one, other)| one.0.or(other.0).unwrap_or(Cell(0)))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use design::{Design, TerrainType, UnitType};
    use grid::{Area, Layer, Shape, SymmetryKind};

    use super::*;
    use crate::Side;

    #[test]
    fn images_of_sides_are_the_group_in_each_block() {
        let area = Area::new(Shape::Hexagon, 9, 9).unwrap();
        let symmetry = Symmetry::new(&area, SymmetryKind::Rotation(3)).unwrap();
        let images = |side| [0, 1, 2].map(|map| image_of_side(&symmetry, map, SideId(side)).0);
        assert_eq!(images(0), [0, 0, 0]);
        assert_eq!(images(1), [1, 2, 3]);
        assert_eq!(images(2), [2, 3, 1]);
        assert_eq!(images(6), [6, 4, 5]);
    }

    /// Two sides on squares that are turned by half a circle, with a unit each.
    fn turned() -> Scenario {
        let area = Area::new(Shape::Square4, 6, 6).unwrap();
        let mut world = World::new(area);
        world.symmetry = Symmetry::new(&area, SymmetryKind::Rotation(2)).ok();
        world.terrain = Some(Layer::filled(&area, TerrainType(0)));
        world.country = Some(Layer::filled(&area, 0));
        world.edges.insert(TerrainType(1), Layer::filled(&area, 0));
        let side = |center| Side { center: Some(Cell(center)), ..Side::default() };
        let unit = |cell, side| Unit::new(UnitType(0), Place::Cell(Cell(cell)), SideId(side));
        Scenario {
            sides: vec![side(8), side(27)],
            units: vec![unit(8, 1), unit(27, 2), unit(3, 0), unit(32, 0)],
            ..Scenario::new(Arc::new(Design::default()), world)
        }
    }

    #[test]
    fn every_breach_of_the_symmetry_is_found() {
        assert_eq!(find_asymmetry(&turned()), None);
        let check = |change: fn(&mut Scenario), expected: &str| {
            let mut scenario = turned();
            change(&mut scenario);
            assert_eq!(find_asymmetry(&scenario).map(|(_, words)| words).as_deref(), Some(expected));
            scenario.world.asymmetry = 1;
            assert_eq!(find_asymmetry(&scenario), None, "no promise, none broken");
        };
        check(
            |scenario| scenario.world.terrain.as_mut().unwrap().edit()[1] = TerrainType(1),
            "the terrain at cell 1,0 breaks rotation-2",
        );
        check(
            |scenario| {
                let country = scenario.world.country.as_mut().unwrap().edit();
                (country[0], country[35]) = (1, 1);
            },
            "the country at cell 0,0 breaks rotation-2",
        );
        check(
            |scenario| scenario.world.edges.values_mut().for_each(|edges| edges.edit()[7] = 1),
            "the river, wall or road at cell 1,1 breaks rotation-2",
        );
        check(|scenario| scenario.sides[1].center = Some(Cell(26)), "the centre at cell 2,1 breaks rotation-2");
        check(|scenario| scenario.units[3].kind = UnitType(1), "the unit at cell 3,0 breaks rotation-2");
        check(|scenario| scenario.units[1].side = SideId(1), "the unit at cell 2,1 breaks rotation-2");
        check(|scenario| scenario.units[2].hp = Some(1), "the unit at cell 3,0 breaks rotation-2");
        check(|scenario| scenario.sides.truncate(1), "1 sides cannot be images of each other in rotation-2");
    }
}
