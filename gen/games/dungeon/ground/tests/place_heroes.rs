//! Where heroes begin.

use fairmarch_dungeon_ground::PlaceHeroes;
use grid::{Cell, Shape, Symmetry, hops};
use proptest::prelude::*;
use synth::MethodOutcome;
use world::{Place, Scenario, SideId, Unit};

use crate::testing::{drawn_dungeon, dungeon_rules, random_dungeon, run};

fn heroes(scenario: &Scenario) -> Vec<Cell> {
    scenario.units.iter().filter_map(Unit::cell).collect()
}

/// Where heroes stand, by column and row from below.
fn placed(level: &str, sides: usize, seed: u64) -> Vec<(i32, i32)> {
    let below: String = level.chars().map(|letter| if ".+".contains(letter) { '#' } else { letter }).collect();
    let levels = [level, below.as_str()];
    let mut made = drawn_dungeon(&dungeon_rules(""), if level.contains('0') { &levels } else { &levels[..1] }, sides);
    run(&PlaceHeroes, &mut made, seed).0.unwrap();
    heroes(&made).into_iter().map(|cell| made.world.area.column_row(cell)).collect()
}

#[test]
fn one_hero_begins_farthest_from_the_stairs() {
    assert_eq!(placed("#########\n#..+...0#\n#########", 1, 1), [(1, 1)]);
    assert_eq!(placed("#########\n#0..#...#\n###.#.#.#\n#...+.#.#\n#########", 1, 1), [(7, 1)]);
}

#[test]
fn two_heroes_begin_on_either_side_of_the_stairs() {
    for seed in 0..10 {
        let mut found = placed("###########\n#....0....#\n###########", 2, seed);
        found.sort_unstable();
        assert_eq!(found, [(1, 1), (9, 1)]);
    }
}

#[test]
fn without_stairs_the_middle_is_the_goal() {
    let mut found = placed("###########\n#.........#\n###########", 2, 1);
    found.sort_unstable();
    assert_eq!(found, [(1, 1), (9, 1)]);
}

#[test]
fn sides_that_have_units_stay_and_others_are_as_far() {
    let level = "###########\n#....0....#\n###########";
    let mut made = drawn_dungeon(&dungeon_rules(""), &[level, &level.replace('.', "#")], 2);
    let hero = design::TypeId::at(0);
    let given = made.world.area.cell(3, 1).unwrap();
    made.add_unit(Unit::new(hero, Place::Cell(given), SideId(2)));
    run(&PlaceHeroes, &mut made, 1).0.unwrap();
    assert_eq!(heroes(&made), [given, made.world.area.cell(7, 1).unwrap()]);
    assert_eq!(made.sides[1].center, Some(given));
    let again = run(&PlaceHeroes, &mut made, 1).0.unwrap();
    assert_eq!(again, MethodOutcome::Skipped("all sides have units".to_owned()));
}

#[test]
fn too_little_floor_is_an_error() {
    let mut made = drawn_dungeon(&dungeon_rules(""), &["#####\n#.#.#\n#####"], 3);
    let error = run(&PlaceHeroes, &mut made, 1).0.unwrap_err().to_string();
    assert!(error.contains("a place for 3 sides") && error.contains("1 free cell"), "{error}");
}

#[test]
fn in_a_symmetric_world_heroes_are_images() {
    let rules = dungeon_rules("");
    let level = "#########\n#...#...#\n#.......#\n#########";
    let mut made = drawn_dungeon(&rules, &[level], 2);
    assert_eq!(made.world.area.shape(), Shape::Square8);
    let symmetry = Symmetry::new(&made.world.area, grid::SymmetryKind::MirrorX).unwrap();
    made.world.symmetry = Some(symmetry);
    run(&PlaceHeroes, &mut made, 1).0.unwrap();
    assert_eq!(heroes(&made).len(), 2);
    assert_eq!(world::find_asymmetry(&made), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_sides_are_equally_far_and_far(seed: u64, levels in 1..3u32, stairs in 1..3u32, sides in 1..7usize) {
        let mut made = random_dungeon(&dungeon_rules(""), (44, 23), levels, stairs, sides, seed);
        let (outcome, warnings) = run(&PlaceHeroes, &mut made, seed);
        prop_assert!(outcome.is_ok() && warnings.is_empty());
        let area = made.world.area;
        let cells = heroes(&made);
        prop_assert_eq!(cells.len(), sides);
        for (side, &cell) in made.side_ids().zip(&cells) {
            prop_assert_eq!(made.side(side).center, Some(cell));
            prop_assert_eq!((area.level(cell), made.design.name_of(made.world.terrain_at(cell))), (0, "floor"));
            prop_assert!(made.world.links_at(cell).next().is_none());
            prop_assert_eq!(cells.iter().filter(|&&other| other == cell).count(), 1);
        }
        if levels > 1 {
            // Every step costs the same here.
            let goals: Vec<Cell> = made.world.links.iter().map(|link| link.from).filter(|&cell| area.level(cell) == 0).collect();
            let steps = hops(&area, goals, |cell| made.design.name_of(made.world.terrain_at(cell)) != "rock");
            let far: Vec<u32> = cells.iter().map(|&cell| steps[cell]).collect();
            prop_assert!(far.iter().all(|&steps| steps == far[0]), "{far:?}");
            let farthest = area.level_cells(0).map(|cell| steps[cell]).filter(|&steps| steps < u32::MAX).max().unwrap();
            prop_assert!(far[0] * 2 >= farthest, "{far:?} of {farthest}");
        }
    }
}

#[test]
fn each_draw_leaves_out_other_places() {
    let level = "################\n#..............#\n#.......0......#\n#..............#\n################";
    let below: String = level.chars().map(|letter| if letter == '.' { '#' } else { letter }).collect();
    let drawn = |draw: u32| {
        let rules = dungeon_rules(&format!(r#""country-search-draw": {draw}"#));
        let mut made = drawn_dungeon(&rules, &[level, &below], 2);
        run(&PlaceHeroes, &mut made, 1).0.unwrap();
        heroes(&made)
    };
    let found: std::collections::BTreeSet<Vec<Cell>> = (0..12).map(drawn).collect();
    assert!(found.len() >= 6, "{found:?}");
    assert_eq!(drawn(3), drawn(3));
}
