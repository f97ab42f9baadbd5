//! Where people live.

use design::TerrainType;
use fairmarch_starts::{MakeCountries, MakeIndependentUnits};
use grid::{Layer, Shape};
use proptest::prelude::*;
use synth::MethodOutcome;
use world::{Owner, SideId};

use crate::testing::{design, lay_blotches, run, scenario};

/// The people of countries live only on plains, and on all of them; independents in half of the hills.
const FOLK: &str = r#"{
        "terrain": { "plains": { "country-people-chance": 100 }, "hills": { "independent-people-chance": 50 } },
        "units": { "city": { "start-with": 1 } },
        "tables": { "control-range": { "city": { "plains": 0 } } },
        "globals": { "country-radius-max": 6, "country-search-evaluations": 50 },
    }"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn people_live_only_where_their_type_allows(
        shape in proptest::sample::select(Shape::ALL), seed in any::<u64>(), independents_first in any::<bool>(),
    ) {
        let mut made = scenario(&design(FOLK), shape, (30, 30), &[1, 1]);
        lay_blotches(&mut made, seed, &[1, 1]);
        if independents_first {
            let outcome = run(&MakeIndependentUnits, &mut made, seed).0.unwrap();
            prop_assert!(matches!(outcome, MethodOutcome::Made(_)));
        }
        run(&MakeCountries, &mut made, seed).0.unwrap();
        let before = made.world.clone();
        run(&MakeIndependentUnits, &mut made, seed).0.unwrap();
        prop_assert_eq!(&made.world, &before, "independent people are there already");

        let world = &made.world;
        let (people, control) = (world.people.as_ref().unwrap(), world.control.as_ref().unwrap());
        let (independents, mut hills, mut settled) = (Some(SideId::INDEPENDENT), 0, 0);
        for cell in world.area.cells() {
            let (owner, folk) = (world.country_at(cell), people[cell].side());
            prop_assert_eq!(control[cell].side(), owner);
            match world.terrain_at(cell) {
                TerrainType(0) => prop_assert_eq!(folk, owner),
                _ if owner.is_some() => prop_assert!(folk.is_none() || (folk == independents && independents_first)),
                _ => {
                    hills += 1;
                    settled += usize::from(folk == independents);
                    prop_assert!(folk == independents || folk.is_none());
                }
            }
        }
        prop_assert!(hills > 100 && settled.abs_diff(hills / 2) < hills / 4, "{settled} of {hills}");
    }
}

#[test]
fn designs_without_people_and_control_get_no_layers() {
    let mut made = crate::testing::made(&crate::testing::empire(""), Shape::Hexagon, (40, 40), &[1, 1], 3);
    run(&MakeCountries, &mut made, 3).0.unwrap();
    assert_eq!((made.world.people, made.world.control), (None, None));
}

#[test]
fn people_that_are_given_stay() {
    let mut made = scenario(&design(FOLK), Shape::Rectangle, (30, 30), &[1, 1]);
    lay_blotches(&mut made, 1, &[1, 1]);
    let area = made.world.area;
    let mut given = vec![Owner::NOBODY; area.len()];
    given[77] = Some(SideId(2)).into();
    given[78] = Some(SideId::INDEPENDENT).into();
    made.world.people = Some(Layer::from_values(&area, given));
    made.world.control = Some(Layer::filled(&area, Some(SideId(1)).into()));
    let before = (made.world.people.clone(), made.world.control.clone());
    run(&MakeIndependentUnits, &mut made, 1).0.unwrap();
    run(&MakeCountries, &mut made, 1).0.unwrap();
    assert_eq!((made.world.people, made.world.control), before);
}
