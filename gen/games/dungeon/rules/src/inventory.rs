//! Inventories: what a pack, a chest or a stall holds.
//!
//! Source: seed 002, "Inventory Abstraction" (Power): an inventory knows no limits and no weights, so that all that holds things can use it.
//! Things that are alike are told as one entry with a count; the entry goes when the count is 0. It refuses itself, and the same object twice.
//! The article's code refuses an object and stores it all the same; this does not.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An object: eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Item {
    /// Its own number: no other object of a game has it.
    pub serial: u32,
    /// Its unit type.
    pub kind: u16,
    /// What makes it better than others of its type: the number of an ego, from 1; 0 if nothing does.
    pub ego: u8,
    /// How often it was used.
    pub used: u8,
}

/// Objects that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stack {
    /// Their unit type.
    pub kind: u16,
    /// Their ego.
    pub ego: u8,
    /// How often each was used.
    pub used: u8,
}

impl Stack {
    /// The stack that an object belongs to.
    #[must_use]
    pub const fn of(item: Item) -> Stack {
        Stack { kind: item.kind, ego: item.ego, used: item.used }
    }
}

/// Why an inventory refuses something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InventoryError {
    /// A container cannot be put into itself.
    Itself,
    /// The object is in it already.
    Twice,
    /// The object is not in it.
    Missing,
}

impl fmt::Display for InventoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InventoryError::Itself => "a container cannot be put into itself",
            InventoryError::Twice => "the object is in it already",
            InventoryError::Missing => "the object is not in it",
        })
    }
}

impl std::error::Error for InventoryError {}

/// What something holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inventory {
    /// The serial of the object that it is the inventory of; `None` for the pack of somebody who is no object.
    pub owner: Option<u32>,
    items: Vec<Item>,
}

impl Inventory {
    /// The inventory of a container.
    #[must_use]
    pub const fn of(owner: u32) -> Inventory {
        Inventory { owner: Some(owner), items: Vec::new() }
    }

    /// Adds an object.
    ///
    /// # Errors
    /// If it is the container itself, or in it already; then nothing is stored.
    pub fn add(&mut self, item: Item) -> Result<(), InventoryError> {
        if self.owner == Some(item.serial) {
            return Err(InventoryError::Itself);
        }
        if self.items.iter().any(|other| other.serial == item.serial) {
            return Err(InventoryError::Twice);
        }
        self.items.push(item);
        Ok(())
    }

    /// Takes an object out.
    ///
    /// # Errors
    /// If it is not in it.
    pub fn remove(&mut self, serial: u32) -> Result<Item, InventoryError> {
        let at = self.items.iter().position(|item| item.serial == serial).ok_or(InventoryError::Missing)?;
        Ok(self.items.remove(at))
    }

    /// Changes objects; their serials stay.
    pub(crate) fn change(&mut self, change: impl FnMut(&mut Item)) {
        self.items.iter_mut().for_each(change);
    }

    /// All objects, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        self.items.iter().copied()
    }

    /// How many objects it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether it holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The first object of a stack.
    #[must_use]
    pub fn find(&self, stack: Stack) -> Option<Item> {
        self.iter().find(|&item| Stack::of(item) == stack)
    }

    /// The entries with their counts, in order.
    #[must_use]
    pub fn stacks(&self) -> Vec<(Stack, usize)> {
        let mut stacks: Vec<Stack> = self.iter().map(Stack::of).collect();
        stacks.sort_unstable();
        stacks.chunk_by(|one, other| one == other).map(|alike| (alike[0], alike.len())).collect()
    }

    /// The entries as lines: count, then name.
    pub fn display(&self, name: impl Fn(Stack) -> String) -> Vec<String> {
        self.stacks().into_iter().map(|(stack, count)| format!("{count} {}", name(stack))).collect()
    }
}
