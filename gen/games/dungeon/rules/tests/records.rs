//! Places that are used again, and what stays gone.

use fairmarch_dungeon::records::{Record, Records};
use fairmarch_dungeon::{Lying, Monster};

#[derive(Clone, Debug, PartialEq)]
struct Thing(u16, char);

impl Record for Thing {
    fn place(&self) -> u16 {
        self.0
    }
}

fn told(records: &Records<Thing>, place: u16) -> String {
    records.at(place).map(|(_, thing)| thing.1).collect()
}

#[test]
fn a_cell_lists_what_lies_there_and_what_is_gone_stays_gone() {
    let mut records = Records::new(6);
    let numbers: Vec<u16> = "abcd".chars().filter_map(|name| records.add(Thing(2, name))).collect();
    assert_eq!((numbers, told(&records, 2).as_str()), (vec![0, 1, 2, 3], "dcba"));
    assert_eq!(records.delete(1), Some(Thing(2, 'b')));
    assert_eq!((records.delete(1), records.get(1), records.len()), (None, None, 3));
    records.shift(3, |thing| thing.0 = 5);
    assert_eq!((told(&records, 2), told(&records, 5)), ("ca".to_owned(), "d".to_owned()));
    // Numbers stay as long as somebody is there.
    assert_eq!(records.add(Thing(0, 'e')), Some(4));
    records.leave();
    assert_eq!(records.add(Thing(0, 'f')), Some(1), "the place of what is gone is used again");
    assert_eq!((told(&records, 0), records.find_broken(6)), ("fe".to_owned(), None));
    assert!(records.find_broken(5).is_some());
}

#[test]
fn the_last_places_are_given_back() {
    let mut records = Records::new(3);
    (0..100).for_each(|_| _ = records.add(Thing(1, 'x')));
    let full = records.bytes();
    (40..100).for_each(|number| _ = records.delete(number));
    assert!(records.bytes() > full, "what is gone is listed until the level is left");
    records.leave();
    assert_eq!((records.len(), records.end(), records.find_broken(3)), (40, 40, None));
    assert!(records.bytes() < full / 2);
}

#[test]
fn a_level_of_150_monsters_and_200_objects_takes_no_more_than_the_article_says() {
    let (cells, node) = (80 * 25, 7);
    assert_eq!((cells * node, cells * node + (150 + 200) * node), (14_000, 16_450), "its own arithmetic");
    let mut monsters = Records::new(cells);
    let mut objects = Records::new(cells);
    (0..150).for_each(|place| _ = monsters.add(Monster::at(place)));
    (0..200).for_each(|place| _ = objects.add(Lying::at(place)));
    assert_eq!((monsters.len(), objects.len()), (150, 200));
    assert!(monsters.bytes() + objects.bytes() <= 16_450, "{} + {}", monsters.bytes(), objects.bytes());
}
