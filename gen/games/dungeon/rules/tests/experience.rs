//! What is earned by clearing a dungeon, and the levels that it makes.

use fairmarch_dungeon::experience::{LEVEL_MAX, Model, decayed, exponential, multiple, raised, worth};

/// The levels of Carson's dungeon.
const DEPTHS: u32 = 16;
/// Its monsters on each level.
const MONSTERS: u32 = 50;

fn table(model: Model, levels: std::ops::RangeInclusive<u32>) -> Vec<u32> {
    levels.map(|level| model.needed(level)).collect()
}

fn total(give: impl Fn(u32) -> f64) -> f64 {
    (1..=DEPTHS).map(|depth| f64::from(MONSTERS) * give(depth)).sum()
}

/// The first level of a table at which what is needed more does not rise: there the game gets easier. `None` if there is none.
fn find_easier(needed: &[u32]) -> Option<usize> {
    let increments: Vec<u32> = needed.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    increments.windows(2).position(|pair| pair[1] <= pair[0]).map(|at| at + 3)
}

#[test]
fn constant_model() {
    assert_eq!(total(|depth| Model::Constant.for_kill(depth, 0).into()), 800.0);
    // The naive table: a level for each 40.
    assert_eq!((800 / 20, 1 + 760 / 40), (40, 20));
    assert_eq!(table(Model::Constant, 1..=12), [0, 5, 15, 30, 50, 75, 105, 140, 180, 225, 275, 325]);
    assert_eq!(Model::Constant.level_for(MONSTERS), 5, "after clearing the first level");
}

#[test]
fn linear_model() {
    assert_eq!(total(|depth| Model::Linear.for_kill(depth, 0).into()), 6800.0);
    assert_eq!(table(Model::Linear, 1..=9), [0, 14, 45, 95, 166, 260, 379, 525, 700]);
    assert_eq!(table(Model::Linear, 10..=20), [900, 1225, 1600, 2025, 2500, 3025, 3600, 4225, 4900, 5625, 6400]);
    // The printed formula lacks a factor.
    let n = 10 - 5;
    assert_eq!((n * n + n) / 2 + 25 * (n + 1), 165);
}

#[test]
fn exponential_model() {
    let model = Model::Exponential;
    let listed = [1, 2, 3, 6, 12, 22, 40, 74, 136, 251, 464, 858, 1585, 2929, 5411, 10_000];
    assert_eq!((1..=16).map(|depth| model.for_kill(depth, 0)).collect::<Vec<_>>(), {
        let mut rounded = listed;
        rounded[14] = 5412;
        rounded
    });
    assert_eq!(libm::round(total(exponential)), 1_089_668.0);
    assert_eq!(libm::pow(16.0, 15.0 * 4.0 / 15.0), 65_536.0, "the printed base");
    assert_eq!((model.needed(20), model.needed(5), model.needed(1)), (1_056_076, 32, 0));
    assert_eq!(table(model, 1..=5), [0, 3, 9, 18, 32]);
}

#[test]
fn offense_times_defense() {
    // 1 to 2 points, one in three, 2 hit points: the article takes a third, and we a percentage.
    assert_eq!((worth(33, 3, 1, 2, 0), worth(34, 3, 1, 2, 0)), (99, 102));
    assert_eq!(Model::Worth.for_kill(1, worth(33, 3, 1, 2, 0)), 1);
    let balrog = worth(100, 30, 3, 100, 50);
    assert_eq!((balrog, Model::Worth.for_kill(16, balrog)), (900_000, 9_000));
    assert_eq!(Model::Worth.for_kill(16, raised(balrog, 12)), 55_602);
    assert_eq!((raised(100, 12), raised(balrog, 10)), (100, balrog));
    assert_eq!(Model::Worth.level_for(10), 2, "ten rats");
}

#[test]
fn no_table_gets_easier() {
    for model in Model::ALL {
        let needed = table(model, 1..=LEVEL_MAX);
        assert!(needed.windows(2).all(|pair| pair[0] < pair[1]), "{model:?}");
        // Carson lets his constant table grow evenly from the tenth level on.
        let rising = if model == Model::Constant { &needed[..10] } else { &needed[..] };
        assert_eq!(find_easier(rising), None, "{model:?}");
        for level in 1..=LEVEL_MAX {
            assert_eq!(model.level_for(needed[level as usize - 1]), level);
        }
        assert_eq!(Model::find(model.name()), Some(model));
        assert!(model.words().ends_with('.'));
    }
    assert_eq!(find_easier(&[0, 2000, 4000, 8000]), Some(3), "his bad example: 1 to 2 costs as much as 2 to 3");
    assert_eq!(Model::find("much"), None);
}

#[test]
fn skills_decay_more_slowly_the_higher_they_are() {
    assert_eq!((decayed(5, 99, 100), decayed(5, 100, 100), decayed(5, 10_000, 100)), (5, 4, 0));
    assert_eq!((decayed(25, 100, 100), decayed(25, 300, 100)), (25, 24));
    assert_eq!(decayed(5, 10_000, 0), 5, "where skills do not decay");
}

#[test]
fn monsters_are_multiples_of_a_new_fighter() {
    // A grey kobold with half of a fighter's hit points, and an elite guardsman with twice the offense and three times the defense.
    let fighter = worth(75, 9, 1, 12, 0);
    assert_eq!(multiple(fighter, fighter), 100);
    assert_eq!(multiple(worth(75, 9, 1, 6, 0), fighter), 50);
    assert_eq!(multiple(worth(75, 18, 1, 36, 0), fighter), 600);
}
