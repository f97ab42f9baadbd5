//! A record of the materials that were produced and used up: nothing else may change their amounts. Only tests keep it.

#[cfg(not(test))]
use design::MaterialType;

/// Why the amount of a material in the world changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LedgerEntry {
    /// It was produced.
    Made,
    /// It was used up, or lost for want of room.
    Used,
}

/// Notes a change.
#[cfg(not(test))]
pub(crate) const fn note(_entry: LedgerEntry, _material: MaterialType, _amount: i32) {}

#[cfg(test)]
pub(crate) use book::{note, take};

#[cfg(test)]
mod book {
    use std::cell::RefCell;

    use design::{MaterialType, TypeId};

    use super::LedgerEntry;

    thread_local! {
        /// The sum of all changes, by material. Each test has its own thread.
        static BOOK: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
    }

    pub(crate) fn note(entry: LedgerEntry, material: MaterialType, amount: i32) {
        BOOK.with_borrow_mut(|book| {
            if book.len() <= material.index() {
                book.resize(material.index() + 1, 0);
            }
            book[material.index()] += if entry == LedgerEntry::Made { i64::from(amount) } else { -i64::from(amount) };
        });
    }

    /// The amount produced minus the amount used up since the last call.
    pub(crate) fn take(material: MaterialType) -> i64 {
        BOOK.with_borrow_mut(|book| book.get_mut(material.index()).map_or(0, std::mem::take))
    }
}
