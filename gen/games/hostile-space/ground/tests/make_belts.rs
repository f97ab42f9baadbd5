//! Belts, rocks and homes.

use std::collections::BTreeSet;
use std::sync::Arc;
use synth::{MethodOutcome, Part, SynthesisError};

use chance::Seed;
use design::{Design, TerrainType, UnitType};
use fairmarch_hostile_space_ground::MakeBelts;
use fairmarch_hostile_space_ground::testing::{Field, RockCell, RockNumbers, apart};
use grid::{Cell, Layer, Shape, Symmetry, SymmetryKind, disk, regions};
use world::{Place, Scenario, SideId, Unit, find_asymmetry};

use crate::testing::{design, run, run_with_given, scenario};

const ROCK: TerrainType = TerrainType(1);
const ASTEROID: UnitType = UnitType(1);

/// A game in space with markers; `globals` is RON text.
fn space(globals: &str) -> Arc<Design> {
    space_with(r#""marker": { "start-with": 1 }"#, "", globals)
}

/// The same with other units: the first one, and all after the asteroid.
fn space_with(first: &str, others: &str, globals: &str) -> Arc<Design> {
    design(&format!(
        r#"{{ "terrain": {{ "space": {{ "capacity": 100 }}, "rock": {{ "solid-weight": 1 }} }},
             "units": {{ {first}, "asteroid": {{ "asteroid-weight": 1 }}, {others} }},
             "globals": {{ "edge-ring": false, {globals} }} }}"#
    ))
}

fn empty(design: &Arc<Design>, shape: Shape, size: (u32, u32), sides: usize, symmetry: &str) -> Scenario {
    let mut made = scenario(design, shape, size, &vec![1; sides]);
    made.world.terrain = Some(Layer::filled(&made.world.area, TerrainType(0)));
    if !symmetry.is_empty() {
        let kind: SymmetryKind = symmetry.parse().unwrap();
        made.world.symmetry = Some(Symmetry::new(&made.world.area, kind).unwrap());
    }
    made
}

fn told(outcome: Result<MethodOutcome, SynthesisError>) -> String {
    match outcome {
        Ok(MethodOutcome::Made(made)) => made,
        other => panic!("{other:?}"),
    }
}

fn centers(scenario: &Scenario) -> Vec<Cell> {
    scenario.sides.iter().map(|side| side.center.unwrap()).collect()
}

fn asteroids(scenario: &Scenario) -> Vec<Cell> {
    scenario.units.iter().filter(|unit| unit.kind == ASTEROID).map(|unit| unit.cell().unwrap()).collect()
}

/// The solid bodies: how many cells each has.
fn bodies(scenario: &Scenario) -> Vec<usize> {
    let class = |cell| (scenario.world.terrain_at(cell) == ROCK).then_some(1);
    regions(&scenario.world.area, class).sizes.iter().map(|&cells| cells as usize).collect()
}

/// What must hold in every world of this game.
fn check(made: &Scenario, radius: u32) {
    let area = &made.world.area;
    let homes = centers(made);
    for (side, &home) in made.side_ids().zip(&homes) {
        let others = homes.iter().filter(|&&other| other != home);
        assert!(others.clone().count() == homes.len() - 1, "two homes in one cell");
        others.for_each(|&other| assert!(area.distance(home, other) > 2 * radius, "zones share a cell"));
        for cell in disk(area, home, radius) {
            assert_ne!(made.world.terrain_at(cell), ROCK, "rock in a zone");
            assert_eq!(made.world.country_at(cell), Some(side));
        }
        let own: Vec<&Unit> = made.units.iter().filter(|unit| unit.side == side).collect();
        assert_eq!(own[0].cell(), Some(home));
        assert!(own.iter().all(|unit| area.distance(home, unit.cell().unwrap()) <= radius));
    }
    let strewn = asteroids(made);
    for unit in made.units.iter().filter(|unit| unit.kind == ASTEROID) {
        let cell = unit.cell().unwrap();
        assert_eq!(unit.side, SideId::INDEPENDENT);
        assert!(homes.iter().all(|&home| area.distance(home, cell) > radius), "an asteroid in a zone");
        assert_ne!(made.world.terrain_at(cell), ROCK, "an asteroid in a solid body");
    }
    assert_eq!(strewn.iter().collect::<BTreeSet<_>>().len(), strewn.len(), "two asteroids in one cell");
    assert!(bodies(made).iter().all(|size| (2..=7).contains(size)), "{:?}", bodies(made));
    assert_eq!(find_asymmetry(made), None);
}

const WORLDS: [(Shape, (u32, u32), usize, &str); 14] = [
    (Shape::Torus, (48, 48), 2, ""),
    (Shape::Torus, (48, 48), 2, "rotation-2"),
    (Shape::Torus, (48, 48), 4, "rotation-2"),
    (Shape::Torus, (40, 40), 2, "mirror-x"),
    (Shape::Torus, (60, 40), 3, "translation-3"),
    (Shape::Torus, (60, 60), 6, ""),
    (Shape::Hexagon, (45, 45), 3, ""),
    (Shape::Hexagon, (45, 45), 3, "rotation-3"),
    (Shape::Hexagon, (57, 57), 6, "rotation-6"),
    (Shape::Rectangle, (48, 40), 2, "rotation-2"),
    (Shape::Rectangle, (48, 40), 5, ""),
    (Shape::Cylinder, (48, 41), 2, "rotation-2"),
    (Shape::Square8, (48, 48), 4, "rotation-4"),
    (Shape::Torus4, (48, 48), 2, ""),
];

#[test]
fn zones_share_no_cell_and_rocks_keep_out_of_them_in_every_area_and_symmetry() {
    let rules = space("");
    for (shape, size, sides, symmetry) in WORLDS {
        for seed in 0..6 {
            let mut made = empty(&rules, shape, size, sides, symmetry);
            let (outcome, warnings) = run(&MakeBelts, &mut made, seed);
            let told = told(outcome);
            assert_eq!(warnings, [""; 0], "{shape:?} {symmetry} {seed}");
            check(&made, 6);
            let rocks = asteroids(&made).len() + bodies(&made).iter().sum::<usize>();
            let room = made.world.area.cells().filter(|&cell| made.world.country_at(cell).is_none()).count();
            let wanted = room * 550 / 10_000;
            assert!((wanted..wanted + 40).contains(&rocks), "{shape:?} {symmetry}: {rocks} of {wanted}: {told}");
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_world_and_another_one_another() {
    let rules = space("");
    for symmetry in ["", "rotation-2"] {
        let of = |seed| {
            let mut made = empty(&rules, Shape::Torus, (48, 48), 2, symmetry);
            run(&MakeBelts, &mut made, seed).0.unwrap();
            made
        };
        assert_eq!(of(5), of(5));
        let distinct: BTreeSet<_> = (0..10).map(|seed| (centers(&of(seed)), asteroids(&of(seed)))).collect();
        assert_eq!(distinct.len(), 10);
    }
}

/// Nothing in an area of this size lies farther apart.
#[test]
fn homes_lie_as_far_apart_as_can_be() {
    let rules = space(r#""rock-density": 0"#);
    let apart = |shape, size, sides, symmetry| {
        let mut made = empty(&rules, shape, size, sides, symmetry);
        run(&MakeBelts, &mut made, 3).0.unwrap();
        apart(&made.world.area, &centers(&made)).unwrap()
    };
    let torus = empty(&rules, Shape::Torus, (48, 48), 2, "").world.area;
    let farthest = torus.cells().map(|cell| torus.distance(Cell(0), cell)).max();
    assert_eq!(Some(apart(Shape::Torus, (48, 48), 2, "")), farthest);
    assert_eq!(apart(Shape::Torus, (48, 48), 2, "translation-2"), 24);
    // Zones are whole: 6 cells from each bound.
    assert_eq!(apart(Shape::Square8, (40, 30), 2, ""), 40 - 1 - 12);
    assert_eq!(apart(Shape::Square8, (40, 40), 4, ""), 40 - 1 - 12);
    assert_eq!(apart(Shape::Square8, (40, 40), 4, "rotation-4"), 40 - 1 - 12);
    assert!(apart(Shape::Torus, (48, 48), 3, "") >= 24);
}

/// Without symmetry no side lies apart from rivals that are near each other.
#[test]
fn each_of_several_homes_has_its_rivals_as_near() {
    let rules = space(r#""rock-density": 0"#);
    for (sides, size, most) in [(3, (48, 48), 1), (4, (60, 60), 2), (5, (70, 70), 2)] {
        for seed in 0..6 {
            let mut made = empty(&rules, Shape::Torus, size, sides, "");
            run(&MakeBelts, &mut made, seed).0.unwrap();
            let homes = centers(&made);
            let far =
                |&home: &Cell| homes.iter().map(move |&other| (home, other)).filter(|(home, other)| home != other);
            let gaps =
                |home: &Cell| far(home).map(|(home, other)| made.world.area.distance(home, other)).collect::<Vec<_>>();
            let nearest: Vec<u32> = homes.iter().map(|home| gaps(home).into_iter().min().unwrap()).collect();
            let (least, greatest) = (nearest.iter().min().unwrap(), nearest.iter().max().unwrap());
            assert!(greatest - least <= most && *least >= 20, "{sides} sides, seed {seed}: {nearest:?}");
        }
    }
}

#[test]
fn a_side_with_a_center_keeps_it_and_its_images_are_the_others() {
    let rules = space("");
    for (symmetry, seed) in [("", 1), ("", 2), ("rotation-2", 3), ("translation-4", 4)] {
        let mut made = empty(&rules, Shape::Torus, (48, 48), 4, symmetry);
        let given = made.world.area.cell(11, 17).unwrap();
        made.sides[2].center = Some(given);
        run(&MakeBelts, &mut made, seed).0.unwrap();
        assert_eq!(made.sides[2].center, Some(given));
        check(&made, 6);
    }
    // A unit in a place says where its side begins, and gets no others.
    let mut made = empty(&rules, Shape::Torus, (48, 48), 2, "");
    let given = made.world.area.cell(30, 30).unwrap();
    made.add_unit(Unit::new(UnitType(0), Place::Cell(given), SideId(2)));
    run(&MakeBelts, &mut made, 1).0.unwrap();
    check(&made, 6);
    assert_eq!(
        (made.sides[1].center, made.units.iter().filter(|unit| unit.side == SideId(2)).count()),
        (Some(given), 1)
    );
}

#[test]
fn bases_are_a_centre_and_the_cells_around_it() {
    let bases = |parts| {
        let parts = format!(r#""base-part": {{ "start-with": {parts} }}"#);
        space_with(r#""base": { "start-with": 1 }"#, &parts, "")
    };
    let rules = bases(6);
    for (shape, size, sides, symmetry) in WORLDS.into_iter().filter(|world| world.0 == Shape::Torus) {
        let mut made = empty(&rules, shape, size, sides, symmetry);
        run(&MakeBelts, &mut made, 8).0.unwrap();
        check(&made, 6);
        for side in made.side_ids() {
            let home = made.side(side).center.unwrap();
            let own: Vec<&Unit> = made.units.iter().filter(|unit| unit.side == side).collect();
            let parts: BTreeSet<Cell> = own[1..].iter().map(|unit| unit.cell().unwrap()).collect();
            assert_eq!((own.len(), own[0].kind, own[6].kind), (7, UnitType(0), UnitType(2)));
            assert_eq!(parts, grid::ring(&made.world.area, home, 1).into_iter().collect());
        }
    }
    // A ring that is not full is the same for each side, as seen from there.
    let mut made = empty(&bases(2), Shape::Torus, (48, 48), 2, "rotation-2");
    run(&MakeBelts, &mut made, 8).0.unwrap();
    check(&made, 6);
}

#[test]
fn the_radius_of_zones_is_that_of_the_rules() {
    let rules = |section: &str| {
        design(&format!(
            r#"{{ "terrain": {{ "space": {{ "capacity": 100 }}, "rock": {{ "solid-weight": 1 }} }},
                 "units": {{ "marker": {{ "start-with": 1 }}, "asteroid": {{ "asteroid-weight": 1 }} }},
                 "globals": {{ "edge-ring": false, "ruleset": "hostile-space", "rock-density": 3000 }}, {section} }}"#
        ))
    };
    for (section, radius) in
        [("", 6), (r#""hostile-space": { "zone-radius": 9 }"#, 9), (r#""hostile-space": { "zone-radius": 2 }"#, 2)]
    {
        let mut made = empty(&rules(section), Shape::Torus, (40, 40), 2, "");
        run(&MakeBelts, &mut made, 1).0.unwrap();
        check(&made, radius);
        let strewn = asteroids(&made);
        let nearest =
            centers(&made).iter().flat_map(|&home| strewn.iter().map(move |&cell| (home, cell))).collect::<Vec<_>>();
        let nearest = nearest.into_iter().map(|(home, cell)| made.world.area.distance(home, cell)).min();
        assert_eq!(nearest, Some(radius + 1), "rock lies right up to the zones");
    }
}

#[test]
fn weights_say_what_is_made() {
    let of = |globals: &str| {
        let mut made = empty(&space(globals), Shape::Torus, (48, 48), 2, "");
        let told = told(run(&MakeBelts, &mut made, 4).0);
        (told.split(';').next().unwrap().to_owned(), asteroids(&made).len(), bodies(&made).len())
    };
    assert_eq!(of(r#""rock-density": 0"#), ("0 belts, 0 clusters, 0 single rocks".to_owned(), 0, 0));
    let (told, strewn, solid) = of(r#""belt-weight": 0, "cluster-weight": 0"#);
    assert_eq!((told.as_str(), strewn, solid), ("0 belts, 0 clusters, 112 single rocks", 112, 0));
    let (told, strewn, solid) = of(r#""belt-weight": 0, "single-rock-weight": 0, "cluster-asteroids-max": 0"#);
    assert!(strewn == 0 && told == format!("0 belts, {solid} clusters, 0 single rocks"), "{told}");
    let (told, strewn, solid) = of(r#""cluster-weight": 0, "single-rock-weight": 0"#);
    assert!(
        told.starts_with("7 belts, 0 clusters, 0") && solid == 0 && (98..=112).contains(&strewn),
        "{told} {strewn}"
    );
    let (few, _, small) =
        of(r#""belt-weight": 0, "single-rock-weight": 0, "solid-size-max": 2, "cluster-asteroids-max": 0"#);
    assert_eq!((few.as_str(), small), ("0 belts, 56 clusters, 0 single rocks", 56));
}

/// Bodies that touch would be one body.
#[test]
fn no_two_bodies_touch_however_many_there_are() {
    let rules = space(r#""rock-density": 2500, "belt-weight": 1, "cluster-weight": 9, "single-rock-weight": 1"#);
    for (shape, size, sides, symmetry) in WORLDS {
        for seed in 0..4 {
            let made = empty(&rules, shape, size, sides, symmetry);
            let area = made.world.area;
            let mut ground = vec![RockCell::Closed; area.len()];
            area.cells().for_each(|cell| ground[cell.index()] = RockCell::Free);
            let symmetry = made.world.symmetry.as_ref();
            let mut field = Field::new(area, symmetry, ground);
            let recipe = RockNumbers {
                rocks: field.room() / 3,
                weights: [1, 9, 1],
                belt_length: 40,
                belt_width: 3,
                cluster_asteroids_max: 2,
                solid_size_max: 7,
                makes_solids: true,
                makes_asteroids: true,
            };
            let mut streams = ["belts", "clusters", "singles"].map(|name| Seed(seed).stream(name));
            field.lay(&recipe, &[], streams.each_mut());
            let found = regions(&area, |cell| (field.ground[cell.index()] == RockCell::Solid).then_some(1)).count();
            let order = symmetry.map_or(1, Symmetry::order);
            assert!(found > 30, "{found}");
            assert_eq!(found, field.bodies.len() * order, "{shape:?} {symmetry:?} {seed}");
            let rocks =
                field.ground.iter().filter(|&&ground| matches!(ground, RockCell::Solid | RockCell::Asteroid)).count();
            let bodies: usize = field.bodies.iter().map(|body| body.len() * order).sum();
            let strewn: usize = field.asteroids.iter().map(|&cell| field.images(cell).len()).sum();
            assert_eq!(rocks, bodies + strewn, "rocks overlap");
        }
    }
}

#[test]
fn crowded_space_warns_and_still_keeps_its_promises() {
    let rules = space(r#""rock-density": 5000, "belt-weight": 0, "single-rock-weight": 0"#);
    let mut made = empty(&rules, Shape::Torus, (40, 40), 2, "rotation-2");
    let (outcome, warnings) = run(&MakeBelts, &mut made, 2);
    assert!(outcome.is_ok());
    assert_eq!(warnings, ["rocks-crowded"]);
    check(&made, 6);
}

#[test]
fn zones_that_do_not_fit_are_refused_with_a_size_and_a_number_of_sides_that_do() {
    let rules = space("");
    let refused = |shape, size, sides, symmetry| {
        let mut made = empty(&rules, shape, size, sides, symmetry);
        run(&MakeBelts, &mut made, 1).0.unwrap_err().to_string()
    };
    assert_eq!(
        refused(Shape::Torus, (16, 16), 2, ""),
        "2 zones of radius 6 that share no cell cannot be met: a torus of 16x16 has room for 1; ask for a size of at least \
         18x18, or at most 1 side"
    );
    let alike = refused(Shape::Torus, (40, 40), 5, "translation-5");
    assert!(
        alike.contains("40x40 in translation-5 has room for 0") && alike.ends_with("or a `symmetry` of none"),
        "{alike}"
    );
    for (shape, size, sides, symmetry) in [
        (Shape::Torus, (26, 26), 6, ""),
        (Shape::Hexagon, (13, 13), 3, ""),
        (Shape::Torus, (24, 24), 2, "translation-2"),
        (Shape::Rectangle, (12, 12), 4, "rotation-2"),
    ] {
        let told = refused(shape, size, sides, symmetry);
        let (_, size) = told.split_once("a size of at least ").expect(&told);
        let (width, height) = size.split([',', ';']).next().unwrap().split_once('x').unwrap();
        let mut made = empty(&rules, shape, (width.parse().unwrap(), height.parse().unwrap()), sides, symmetry);
        run(&MakeBelts, &mut made, 1).0.unwrap_or_else(|error| panic!("{told}, but then {error}"));
        check(&made, 6);
    }
}

#[test]
fn what_the_design_lacks_is_named() {
    let told = |text: &str| {
        let mut made = empty(&design(text), Shape::Torus, (40, 40), 2, "");
        run(&MakeBelts, &mut made, 1).0.unwrap_err().to_string()
    };
    let marker = told(r#"{ "terrain": { "space": {} }, "units": { "asteroid": { "asteroid-weight": 1 } } }"#);
    assert!(
        marker.starts_with("the design lacks a unit for the centre") && marker.contains("`start-with`"),
        "{marker}"
    );
    let asteroid = told(r#"{ "terrain": { "space": {} }, "units": { "marker": { "start-with": 1 } } }"#);
    assert!(asteroid.contains("an asteroid") && asteroid.contains("`asteroid-weight`"), "{asteroid}");
    let solid = told(
        r#"{ "terrain": { "space": {} }, "units": { "marker": { "start-with": 1 }, "asteroid": { "asteroid-weight": 1 } } }"#,
    );
    assert!(solid.contains("terrain that is solid") && solid.contains("`solid-weight`"), "{solid}");
    let mut none = scenario(&space(""), Shape::Torus, (40, 40), &[1, 1]);
    assert!(run(&MakeBelts, &mut none, 1).0.unwrap_err().to_string().contains("terrain for space"));
    let many = space_with(r#""base": { "start-with": 200 }"#, "", "");
    let many = run(&MakeBelts, &mut empty(&many, Shape::Torus, (40, 40), 2, ""), 1).0.unwrap_err().to_string();
    assert!(many.contains("has 127 cells"), "{many}");
}

#[test]
fn centres_that_are_given_too_near_each_other_are_refused() {
    let mut made = empty(&space(""), Shape::Torus, (48, 48), 3, "");
    for (side, column) in [(0, 5), (2, 14)] {
        made.sides[side].center = made.world.area.cell(column, 5);
    }
    assert_eq!(
        run(&MakeBelts, &mut made, 1).0.unwrap_err().to_string(),
        "zones of radius 6 that share no cell cannot be met: the centres of sides 1 and 3 lie 9 apart; give them centres at \
         least 13 apart"
    );
}

#[test]
fn what_is_given_stays_and_homes_keep_away_from_it() {
    let rules = space("");
    let mut first = empty(&rules, Shape::Torus, (48, 48), 2, "");
    run(&MakeBelts, &mut first, 6).0.unwrap();
    // The rock stays, and homes and asteroids are made anew.
    let mut again = first.clone();
    again.remove_units(|_| true);
    again.sides.iter_mut().for_each(|side| side.center = None);
    again.world.country = None;
    run_with_given(&MakeBelts, &mut again, 7, &[Part::Terrain]).0.unwrap();
    check(&again, 6);
    assert_eq!(again.world.terrain, first.world.terrain);
    assert!(asteroids(&again) != asteroids(&first) && asteroids(&again).len() > 20);
    // Asteroids stay, and the rest is made anew.
    let mut solid = empty(&rules, Shape::Torus, (48, 48), 2, "");
    for cell in asteroids(&first) {
        solid.add_unit(Unit::new(ASTEROID, Place::Cell(cell), SideId::INDEPENDENT));
    }
    run_with_given(&MakeBelts, &mut solid, 8, &[Part::Independents]).0.unwrap();
    check(&solid, 6);
    assert_eq!(asteroids(&solid), asteroids(&first));
    // Nothing is left to do.
    let mut all = first.clone();
    let given = [Part::Terrain, Part::Independents, Part::Countries];
    assert!(matches!(run_with_given(&MakeBelts, &mut all, 9, &given).0, Ok(MethodOutcome::Skipped(_))));
    assert_eq!(all, first);
    // Rock everywhere leaves no room for a zone.
    let mut full = empty(&rules, Shape::Torus, (40, 40), 2, "");
    for cell in full.world.area.cells().filter(|cell| cell.index() % 5 == 0) {
        full.world.terrain.as_mut().unwrap().edit()[cell.index()] = ROCK;
    }
    let told = run_with_given(&MakeBelts, &mut full, 1, &[Part::Terrain]).0.unwrap_err().to_string();
    assert!(told.contains("that were given leave no room"), "{told}");
}
