//! What goes into an inventory, what is shown of it, and what comes out again.

use fairmarch_dungeon::inventory::{Inventory, InventoryError, Item, Stack};

const fn item(serial: u32, kind: u16) -> Item {
    Item { serial, kind, ego: 0, used: 0 }
}

#[test]
fn an_object_takes_eight_bytes() {
    assert_eq!(size_of::<Item>(), 8);
}

#[test]
fn entries_are_counted_and_go_at_none() {
    let mut pack = Inventory::default();
    [item(1, 7), item(2, 3), item(3, 7)].into_iter().for_each(|item| pack.add(item).expect("it is new"));
    let names = |stack: Stack| if stack.kind == 7 { "club".to_owned() } else { "glove".to_owned() };
    assert_eq!(pack.display(names), ["1 glove", "2 club"]);
    assert_eq!((pack.remove(2), pack.len()), (Ok(item(2, 3)), 2));
    assert_eq!(pack.display(names), ["2 club"]);
    assert_eq!(pack.remove(2), Err(InventoryError::Missing));
    assert_eq!(pack.find(Stack::of(item(9, 7))), Some(item(1, 7)));
}

#[test]
fn what_was_used_or_is_better_is_an_entry_of_its_own() {
    let mut pack = Inventory::default();
    for (serial, ego, used) in [(1, 0, 0), (2, 1, 0), (3, 0, 1), (4, 0, 0)] {
        pack.add(Item { serial, kind: 5, ego, used }).expect("it is new");
    }
    assert_eq!(pack.stacks().iter().map(|(_, count)| *count).collect::<Vec<_>>(), [2, 1, 1]);
}

#[test]
fn neither_itself_nor_the_same_object_twice_and_what_is_refused_is_not_stored() {
    let mut chest = Inventory::of(4);
    assert_eq!(chest.add(item(4, 9)), Err(InventoryError::Itself));
    assert!(chest.is_empty(), "the article's code would hold it now");
    assert_eq!((chest.add(item(5, 9)), chest.add(item(5, 9))), (Ok(()), Err(InventoryError::Twice)));
    assert_eq!(chest.len(), 1);
    assert_eq!(InventoryError::Itself.to_string(), "a container cannot be put into itself");
}
