//! Heroes by dice and by points: what is refused, and what becomes of the others.

use chance::Dice;
use fairmarch_dungeon::attributes::Attributes;
use fairmarch_dungeon::characters::{
    CHARISMA, CharacterError, Class, DEXTERITY, INTELLIGENCE, Race, STATS, STRENGTH, check_points, create, modifier,
    roll,
};

fn race(name: &str, changes: &[(&str, i32)]) -> Race {
    let changes = changes.iter().map(|&(path, change)| (path.to_owned(), change)).collect();
    Race { name: name.to_owned(), changes }
}

fn class(name: &str, least: &[(&str, i32)]) -> Class {
    Class {
        name: name.to_owned(),
        least: least.iter().map(|&(path, least)| (path.to_owned(), least)).collect(),
        equipment: Vec::new(),
        hit_points: 10,
        hit_points_per_level: 5,
        spell_points: 0,
    }
}

fn values(attributes: &Attributes) -> [i32; 5] {
    STATS.map(|path| attributes.current(path))
}

#[test]
fn the_races_of_the_article() {
    let fighter = class("fighter", &[]);
    let made = |race: &Race| values(&create([50; 5], race, &fighter).expect("everyone can hit something"));
    assert_eq!(made(&race("human", &[])), [50; 5]);
    assert_eq!(made(&race("elf", &[(DEXTERITY, 2), (STRENGTH, -2)])), [48, 50, 52, 50, 50]);
    assert_eq!(made(&race("frog", &[(INTELLIGENCE, 2), (CHARISMA, -2)])), [50, 52, 50, 50, 48]);
}

#[test]
fn a_class_asks_for_attributes_after_the_race_has_changed_them() {
    let (human, frog) = (race("human", &[]), race("frog", &[(INTELLIGENCE, 2), (CHARISMA, -2)]));
    let (mage, tourist) = (class("mage", &[(INTELLIGENCE, 12)]), class("tourist", &[(DEXTERITY, 12)]));
    let stats = [9, 10, 11, 9, 9];
    let why = create(stats, &human, &mage).unwrap_err();
    assert_eq!(why.to_string(), "a mage needs intelligence 12 at least, and this hero has 10");
    assert!(create(stats, &frog, &mage).is_ok() && create(stats, &frog, &tourist).is_err());
}

#[test]
fn twelve_is_trivial_on_the_articles_scale() {
    let enough = (1..=100).filter(|&rolled| rolled >= 12).count();
    assert_eq!(enough, 89, "of 100 throws");
    let three = (0..216).filter(|at| at % 6 + at / 6 % 6 + at / 36 + 3 >= 12).count();
    assert_eq!(three, 81, "of 216 throws of 3d6");
}

#[test]
fn points_are_no_more_than_there_are() {
    assert_eq!(check_points([20; 5], 100), Ok(()));
    let why = check_points([21, 20, 20, 20, 20], 100).unwrap_err();
    assert_eq!(why.to_string(), "101 points are shared out, of 100");
    assert_eq!(check_points([-1, 20, 20, 20, 20], 100), Err(CharacterError::Negative));
}

#[test]
fn modifiers_go_by_the_mean_of_the_dice() {
    for (twice_mean, low, mean, high) in [(101, 1, 50, 100), (21, 3, 10, 18)] {
        assert_eq!(modifier(mean, twice_mean), 0);
        assert!(modifier(low, twice_mean) <= -7 && modifier(high, twice_mean) >= 7, "{twice_mean}");
    }
    assert_eq!((modifier(1000, 21), modifier(-1000, 21), modifier(5, 0)), (10, -10, 10));
    let mut shown = 0;
    let rolled = roll(Dice::constant(7), |dice| {
        shown += 1;
        i32::from(dice.add) + shown
    });
    assert_eq!(rolled, [8, 9, 10, 11, 12]);
}
