//! Words, counts and quotes.

use fairmarch_design::{capitalized, counted, ordinal, plural, quote_name, sentence, split_names, with_article};

#[test]
fn a_sentence_begins_with_a_capital_and_ends_once() {
    assert_eq!((sentence("it rains"), sentence("Why?")), ("It rains.".to_owned(), "Why?".to_owned()));
    assert_eq!((sentence("it rains."), sentence("")), ("It rains.".to_owned(), String::new()));
    assert_eq!((capitalized("éclair"), capitalized("")), ("Éclair".to_owned(), String::new()));
}

#[test]
fn ordinals_end_as_they_are_said() {
    let told = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 103, 111].map(ordinal);
    assert_eq!(told.join(" "), "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 103rd 111th");
}

#[test]
fn names_with_spaces_stand_in_quotes() {
    let names = ["sea", "grain cart", "king's man", "*", "o'neill"];
    let text = names.map(quote_name).join(" ");
    assert_eq!(text, "sea 'grain cart' `king's man` * o'neill");
    assert_eq!(split_names(&text), names);
    assert_eq!(split_names("  a\tb 'c d"), ["a", "b", "c d"]);
}

#[test]
fn counts_read_well() {
    for (one, many) in [("town", "towns"), ("city", "cities"), ("abbey", "abbeys"), ("fortress", "fortresses")] {
        assert_eq!(plural(one), many);
    }
    for alike in ["infantry", "marine infantry", "aircraft", "landing-craft"] {
        assert_eq!(plural(alike), alike);
    }
    assert_eq!(plural("armory"), "armories");
    assert_eq!(counted(2, "sword of fire"), "2 swords of fire");
    assert_eq!(["elf", "unit", "Orc", "city"].map(with_article), ["an elf", "a unit", "an Orc", "a city"]);
    assert_eq!(
        [counted(1_u32, "lake"), counted(0_usize, "city"), counted(3_u64, "bay")],
        ["1 lake", "0 cities", "3 bays"]
    );
}
