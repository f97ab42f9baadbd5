//! Attributes that are there and that are not.

use fairmarch_dungeon::attributes::{Attributes, Stat, is_path};

#[test]
fn a_monster_stores_two_and_answers_as_a_hero_with_many_does() {
    let mut hero = Attributes::default();
    for number in 0..20 {
        hero.set(&format!("skill.craft-{number}"), number);
    }
    hero.set("hit-points", 30);
    let mut rat = Attributes::default();
    rat.set("hit-points", 2);
    rat.set("skill.bite", 1);
    assert_eq!((hero.len(), rat.len()), (21, 2));
    for attributes in [&mut hero, &mut rat] {
        attributes.change("hit-points", -1);
        attributes.change("charm", 5);
        assert_eq!((attributes.get("charm"), attributes.current("charm")), (None, 0), "what is absent stays absent");
        let stat = attributes.get("hit-points").expect("it is there");
        assert_eq!(stat.current, stat.base - 1);
        attributes.restore("hit-points");
        assert_eq!(attributes.current("hit-points"), stat.base);
    }
    assert_eq!((rat.remove("skill.bite"), rat.remove("skill.bite")), (Some(Stat { base: 1, current: 1 }), None));
    assert!(!rat.is_empty());
}

#[test]
fn a_path_has_all_that_is_below_it_and_nothing_beside() {
    let mut skills = Attributes::default();
    let paths =
        ["skill.weapon.blade.short", "skill.weapon.blade.long", "skill.weapon", "skill.weaponry", "skill.weapon-x"];
    paths.iter().enumerate().for_each(|(value, path)| skills.set(path, value as i32));
    let below: Vec<&str> = skills.below("skill.weapon").map(|(path, _)| path).collect();
    assert_eq!(below, ["skill.weapon.blade.long", "skill.weapon.blade.short"]);
    assert_eq!(skills.below("skill").count(), 5);
    assert_eq!(skills.below("ski").count(), 0);
}

#[test]
fn paths_are_words_joined_by_dots() {
    for path in ["a", "skill.weapon.blade.short", "hit-points", "x2.y"] {
        assert!(is_path(path), "{path}");
    }
    for text in ["", ".", "a.", ".a", "a..b", "A", "a b", "ä"] {
        assert!(!is_path(text), "{text}");
    }
}

#[test]
#[should_panic(expected = "no path")]
fn what_is_no_path_is_not_stored() {
    Attributes::default().set("Two words", 1);
}
