//! Who plays a seat, and what may belong to a side.

use fairmarch_design::{Atom, Player, may_belong};

#[test]
fn players_are_written_as_they_are_read() {
    for text in ["open", "human", "ai", "ai:goal", "empty"] {
        assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
    }
    for text in ["", "Human", "ai:", "ai:a b", "human:x", "ai:a:b"] {
        let told = text.parse::<Player>().unwrap_err().to_string();
        assert_eq!(told, format!("`{text}` cannot play a seat: expected human, ai, ai:NAME, empty or open"));
    }
}

#[test]
fn possible_sides_name_classes_and_side_numbers() {
    let row = |words: &[&str]| words.iter().map(|word| Atom::Word((*word).to_owned())).collect::<Vec<_>>();
    let roman = [row(&["roman"])];
    assert!(may_belong(&roman, "roman", 1));
    assert!(!may_belong(&roman, "barbarian", 2) && !may_belong(&roman, "", 0) && !may_belong(&roman, "roman", 0));
    let foreign = [row(&["not", "roman", "not", "independent"])];
    assert!(may_belong(&foreign, "barbarian", 2));
    assert!(!may_belong(&foreign, "roman", 1) && !may_belong(&foreign, "", 0));
    let either = [row(&["roman"]), row(&["independent"]), vec![Atom::Int(3)]];
    assert!(may_belong(&either, "", 0) && may_belong(&either, "other", 3) && !may_belong(&either, "other", 2));
    assert!(may_belong(&[], "", 0), "no word is no bar");
}
