//! Materials at the start.

use design::{MaterialType, UnitType};
use fairmarch_starts::MakeInitialMaterials;
use grid::{Cell, Shape};
use synth::MethodOutcome;
use world::{Place, SideId, Unit};

use crate::testing::{design, lay_blotches, run, scenario};

#[test]
fn units_and_cells_get_the_lesser_of_supply_and_storage_once() {
    let design = design(
        r#"{
                "materials": { "fuel": {}, "ammo": {} },
                "terrain": { "sea": { "liquid": true }, "plains": {} },
                "units": { "tank": {}, "mule": {} },
                "tables": {
                    "unit-initial-supply": { "*": { "fuel": 20, "ammo": 5 } },
                    "unit-storage-x": { "tank": { "fuel": 12, "ammo": 50 } },
                    "terrain-initial-supply": { "plains": { "fuel": 9 }, "sea": { "ammo": 3 } },
                    "terrain-storage-x": { "plains": { "fuel": 4 } },
                },
            }"#,
    );
    let mut scenario = scenario(&design, Shape::Hexagon, (12, 12), &[1]);
    lay_blotches(&mut scenario, 1, &[1, 1]);
    for kind in [0, 1, 0] {
        scenario.add_unit(Unit::new(UnitType(kind), Place::Cell(Cell(70)), SideId::INDEPENDENT));
    }
    scenario.units[2].materials = vec![1, 1];
    assert!(matches!(run(&MakeInitialMaterials, &mut scenario, 1).0, Ok(MethodOutcome::Made(_))));
    let held: Vec<&[i32]> = scenario.units.iter().map(|unit| &unit.materials[..]).collect();
    assert_eq!(held, [&[12, 5][..], &[0, 0], &[1, 1]]);
    // No cell can store ammunition, so there is no layer of it.
    assert_eq!(scenario.world.materials.keys().collect::<Vec<_>>(), [&MaterialType(0)]);
    let fuel = &scenario.world.materials[&MaterialType(0)];
    let area = scenario.world.area;
    assert!(area.cells().all(|cell| fuel[cell] == 4 * i32::from(scenario.world.terrain_at(cell).0)));
    assert!((0..area.len()).all(|index| area.contains(Cell(index as u32)) || fuel.values()[index] == 0));

    let before = scenario.clone();
    assert!(matches!(run(&MakeInitialMaterials, &mut scenario, 1).0, Ok(MethodOutcome::Skipped(_))));
    assert_eq!(scenario, before);
}
