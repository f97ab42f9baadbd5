//! A record of the materials that were produced and used up: nothing else may change their amounts. Tests ask for it; only builds with
//! debug assertions keep it.

use design::MaterialType;
#[cfg(debug_assertions)]
use design::TypeId;

/// Why the amount of a material in the world changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LedgerEntry {
    /// It was produced.
    Made,
    /// It was used up, or lost for want of room.
    Used,
}

#[cfg(debug_assertions)]
thread_local! {
    /// The sum of all changes, by material. Each test has its own thread.
    static BOOK: std::cell::RefCell<Vec<i64>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Notes a change.
#[cfg(not(debug_assertions))]
pub(crate) const fn note(_entry: LedgerEntry, _material: MaterialType, _amount: i32) {}

/// Notes a change.
#[cfg(debug_assertions)]
pub(crate) fn note(entry: LedgerEntry, material: MaterialType, amount: i32) {
    BOOK.with_borrow_mut(|book| {
        if book.len() <= material.index() {
            book.resize(material.index() + 1, 0);
        }
        book[material.index()] += if entry == LedgerEntry::Made { i64::from(amount) } else { -i64::from(amount) };
    });
}

/// The amount produced minus the amount used up since the last call; `None` if no book is kept.
pub fn take(material: MaterialType) -> Option<i64> {
    #[cfg(debug_assertions)]
    return Some(BOOK.with_borrow_mut(|book| book.get_mut(material.index()).map_or(0, std::mem::take)));
    #[cfg(not(debug_assertions))]
    {
        let _ = material;
        None
    }
}
