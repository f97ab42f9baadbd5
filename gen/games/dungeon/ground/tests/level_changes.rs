//! Changes of the levels of a dungeon.

use std::collections::BTreeSet;

use chance::Seed;
use fairmarch_dungeon_ground::testing::{Danger, LevelChanges};
use fairmarch_dungeon_ground::{FurnishLevels, PlaceHeroes};
use starts::changes::Change;
use world::Scenario;

use crate::testing::{drawn_dungeon, dungeon_rules, run};

fn furnished() -> Scenario {
    let plain = "################\n#..............#\n#..............#\n#..............#\n################";
    let with = |row: &str| plain.replacen("#..............#", row, 1);
    let levels = [with("#@............0#"), with("#.1...........0#"), with("#.1............#")];
    let rules = dungeon_rules(r#""monsters-per-level": 6, "arrival-radius": 3"#);
    let mut made = drawn_dungeon(&rules, &levels.each_ref().map(String::as_str), 1);
    run(&PlaceHeroes, &mut made, 1).0.unwrap();
    run(&FurnishLevels, &mut made, 1).0.unwrap();
    made
}

fn monsters(scenario: &Scenario, level: u32) -> Vec<&str> {
    let area = &scenario.world.area;
    let here = scenario.units.iter().filter(|unit| unit.cell().is_some_and(|cell| area.level(cell) == level));
    let names = here.map(|unit| scenario.design.name_of(unit.kind));
    names.filter(|name| ["rat", "ogre", "dragon"].contains(name)).collect()
}

#[test]
fn monsters_come_and_go_as_their_levels_allow() {
    let plain = furnished();
    let changes = LevelChanges::new(&plain);
    for level in 0..3 {
        for (danger, more) in [(Danger::Less, false), (Danger::More, true)] {
            let mut stream = Seed(1).stream("levels");
            let mut sizes = BTreeSet::new();
            let proposals = changes.propose(&plain, level, danger, 60, &mut stream);
            assert!(proposals.len() >= 20, "{level} {danger:?}");
            for proposal in proposals {
                let mut made = plain.clone();
                for change in &proposal {
                    assert_eq!(change.apply(&mut made), Ok(()), "{proposal:?}");
                }
                let (before, after) = (monsters(&plain, level), monsters(&made, level));
                sizes.insert(after.len() as i32 - before.len() as i32);
                let dragons = |names: &[&str]| names.iter().filter(|name| **name == "dragon").count();
                assert_eq!(dragons(&before), dragons(&after), "there is only one, which stays");
                assert!(level < 2 || !after.contains(&"rat"), "rats live on the first two levels");
                assert!(level > 0 || !after.contains(&"ogre"), "ogres do not live on the first");
                let others = (0..3).filter(|&other| other != level);
                assert!({ others }.all(|other| monsters(&plain, other) == monsters(&made, other)));
                for cell in proposal.iter().filter_map(|change| match change {
                    Change::AddIndependent { cell, .. } if proposal.len() == 1 => Some(*cell),
                    _ => None,
                }) {
                    assert!(plain.units.iter().all(|unit| unit.cell() != Some(cell)));
                }
            }
            // Where two types may live, one may make room for the other.
            let swaps = if level == 1 { vec![0] } else { vec![] };
            let expected: BTreeSet<i32> = swaps.into_iter().chain([if more { 1 } else { -1 }]).collect();
            assert_eq!(sizes, expected, "{level} {danger:?}");
        }
    }
}
