//! Room in cells and in transports (`kernel-rules` 3.1 and 3.2; seed 000, "Stacking", "Defining Occupants and
//! Transports"), with the seed's own numbers.

use fairmarch_kernel::testing::Placement;
use fairmarch_kernel::{Action, Refusal, UnitIndex};
use world::SideId;

use super::{TestGame, table};

impl TestGame {
    /// How many of these units, one after the other, find room in a cell.
    fn count_fitting(&mut self, names: &[&str], x: i32, y: i32) -> usize {
        let cell = self.cell(x, y);
        let kinds: Vec<_> = names.iter().map(|name| self.kind(name)).collect();
        let fits = |kind| {
            let has_room = self.at().has_room(kind, cell, None);
            if has_room {
                self.change(|change| {
                    let id = change.add_unit(kind, SideId(1));
                    change.put(id, Placement::Open(cell, 0));
                });
            }
            has_room
        };
        kinds.into_iter().map(fits).filter(|&fits| fits).count()
    }

    /// How many of these units, one after the other, may go aboard.
    fn count_aboard(&mut self, units: impl IntoIterator<Item = u32>, transport: u32) -> usize {
        let mut count = 0;
        for unit in units {
            match self.act(unit, Action::Enter(UnitIndex(transport))) {
                Ok(()) => count += 1,
                Err(refusal) => assert_eq!(refusal, Refusal::DestinationFull),
            }
        }
        count
    }
}

#[test]
fn plains_hold_ten_indians_or_two_towns_and_canyons_two_or_one() {
    let text = "(terrain-type plains (char \"+\")) (terrain-type canyons (char \"c\")) (unit-type indians) (unit-type town) \
        (add (plains canyons) capacity (10 2)) \
        (table unit-size-in-terrain ((indians town) plains (1 5)) ((indians town) canyons (1 2))) \
        (area 9 9) (area (terrain (by-name plains canyons) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9b\" \"9b\" \"9b\" \"9b\")) (units) \
        (town 4 7 1)";
    let (indians, towns) = (["indians"; 12], ["town"; 3]);
    let mixed = ["town", "indians", "indians", "indians", "indians", "indians", "indians", "town"];
    let plains = |names: &[&str]| table(text).count_fitting(names, 4, 6);
    assert_eq!((plains(&indians), plains(&towns), plains(&mixed)), (10, 2, 6), "one town and 5 indians");
    let canyons = |names: &[&str]| table(text).count_fitting(names, 4, 2);
    assert_eq!((canyons(&indians), canyons(&towns), canyons(&mixed)), (2, 1, 1));
}

#[test]
fn space_stations_have_their_own_room_above_a_crowd() {
    let mut game = table(
        "(unit-type space-station) (unit-type man) (add land capacity 3) \
         (table terrain-capacity-x (space-station t* 10000)) (units) (man 1 7 1)",
    );
    assert_eq!(game.count_fitting(&["man"; 5], 4, 4), 3);
    assert_eq!(game.count_fitting(&["space-station"; 200], 4, 4), 200);
    assert_eq!(game.count_fitting(&["man"], 4, 4), 0);
}

#[test]
fn carriers_keep_four_places_for_fighters() {
    let text = "(unit-type transport) (unit-type carrier) (unit-type infantry) (unit-type armor) (unit-type fighter) \
        (unit-type bomber) (add u* acp-per-turn 9) (add (transport carrier) capacity (8 4)) (add land capacity 40) \
        (table unit-size-as-occupant (u* u* 99)) \
        (table unit-size-as-occupant add ((infantry armor) transport (1 2)) ((fighter bomber) carrier (1 4))) \
        (table unit-capacity-x (carrier fighter 4)) (units) (transport 4 4 1) (carrier 4 4 1)";
    let game = |kinds: &[(&str, usize)]| {
        let units: String = kinds.iter().map(|&(kind, count)| format!(" ({kind} 4 4 1)").repeat(count)).collect();
        table(&format!("{text} {units}"))
    };
    assert_eq!(game(&[("infantry", 10)]).count_aboard(2..12, 0), 8);
    assert_eq!(game(&[("armor", 5)]).count_aboard(2..7, 0), 4);
    assert_eq!(game(&[("armor", 3), ("infantry", 3)]).count_aboard(2..8, 0), 5, "3 of size 2, and 2 of size 1");
    assert_eq!(game(&[("fighter", 10)]).count_aboard(2..12, 1), 8, "4 have places of their own");
    assert_eq!(game(&[("fighter", 5), ("bomber", 2)]).count_aboard([7, 8, 2, 3, 4, 5, 6], 1), 5, "a bomber and 4");
    assert_eq!(game(&[("fighter", 5), ("bomber", 1)]).count_aboard(2..8, 1), 5, "a fifth leaves no room for a bomber");
    assert_eq!(game(&[("fighter", 1)]).count_aboard(2..3, 0), 0, "not on a transport");
}
