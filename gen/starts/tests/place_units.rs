//! Where given types are placed.

use fairmarch_starts::PlaceUnits;
use grid::Shape;
use synth::MethodOutcome;
use world::{Place, SideId, Unit, standing};

use crate::testing::{design, lay_blotches, run, scenario};

fn fleet() -> std::sync::Arc<design::Design> {
    design(
        r#"{
                "terrain": { "sea": { "liquid": true }, "plains": {}, "hills": {} },
                "units": { "town": {}, "ship": { "capacity": 2 }, "plane": {}, "whale": {} },
                "tables": {
                    "vanishes-on": { "town": { "sea": true }, "ship whale": { "plains hills": true }, "plane": { "*": true } },
                    "favored-terrain": { "*": 0, "town": { "plains": 100 }, "ship": { "sea": 100 } },
                    "unit-size-as-occupant": { "*": 99, "plane": { "ship": 1 } },
                },
            }"#,
    )
}

#[test]
fn units_come_to_places_where_they_may_stand() {
    let design = fleet();
    let kind = |name| design.find(name).unwrap();
    for (seed, &shape) in (0..).zip(Shape::ALL.iter().cycle().take(4 * Shape::ALL.len())) {
        let mut scenario = scenario(&design, shape, (24, 20), &[1, 1]);
        lay_blotches(&mut scenario, seed, &[3, 2, 1]);
        for side in [0, 1, 2] {
            for name in ["plane", "town", "town", "ship", "whale"] {
                scenario.add_unit(Unit::new(kind(name), Place::Unplaced, SideId(side)));
            }
        }
        // Planes find ships only if the ships come first.
        scenario.units.sort_by_key(|unit| unit.kind == kind("plane"));
        let (outcome, _) = run(&PlaceUnits, &mut scenario, seed);
        assert_eq!(outcome.unwrap(), MethodOutcome::Made("placed 15 units, 3 of them inside others".to_owned()));
        assert_eq!(scenario.units.len(), 15);
        for (id, unit) in scenario.unit_ids() {
            match unit.place {
                Place::Cell(cell) => {
                    assert!(standing::may_stand(&design, &scenario.world, unit.kind, cell));
                    let hills = scenario.world.terrain_at(cell).0 == 2;
                    assert!(unit.kind != kind("town") || !hills, "nobody favours hills");
                }
                Place::Inside(carrier) => {
                    assert_eq!(unit.kind, kind("plane"));
                    assert_eq!(scenario.unit(carrier).side, unit.side);
                }
                Place::Unplaced => panic!("{} has no place", id.0),
            }
        }
    }
}

#[test]
fn one_unit_more_moves_no_other() {
    let design = fleet();
    let place = |count: usize| {
        let mut scenario = scenario(&design, Shape::Hexagon, (30, 30), &[1]);
        lay_blotches(&mut scenario, 7, &[1, 1]);
        for _ in 0..count {
            scenario.add_unit(Unit::new(design.find("town").unwrap(), Place::Unplaced, SideId(1)));
        }
        run(&PlaceUnits, &mut scenario, 7).0.unwrap();
        scenario.units
    };
    assert_eq!(place(5)[..4], place(4)[..]);
}

#[test]
fn a_unit_that_fits_nowhere_is_named() {
    let design = fleet();
    let mut scenario = scenario(&design, Shape::Rectangle, (9, 9), &[1]);
    lay_blotches(&mut scenario, 1, &[0, 1]);
    scenario.add_unit(Unit::new(design.find("whale").unwrap(), Place::Unplaced, SideId(1)));
    let told = run(&PlaceUnits, &mut scenario, 1).0.unwrap_err().to_string();
    assert_eq!(
        told,
        "a place for whale 1 cannot be met: no cell has terrain and room for it, and no unit of its side can \
        carry it; give it a place with `at`, or terrain that it can live on"
    );
}
