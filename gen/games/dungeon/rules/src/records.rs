//! Records of what is on a level: by cell, with free places used again, and with what is gone applied when the level is left.
//!
//! Source: seed 002, "Heap Space Conservation" (Segreto): two files of records for each level, one of monsters and one of items; in memory
//! only lists of indices by cell; what is killed or taken goes to a list of the deleted, which is applied when the player leaves the level.
//! His lists take 14,000 bytes for the 80 x 25 cells, and 7 for each of 350 things: 16,450. Here heads of lists take two bytes a cell, and
//! lists and records together take no more than his lists alone.

use serde::{Deserialize, Serialize};

/// No record.
const NONE: u16 = u16::MAX;

/// The most records of a level.
pub const RECORDS_MAX: usize = NONE as usize;

/// Something that lies in a cell.
pub trait Record: Clone {
    /// Its cell, as its place within the level.
    fn place(&self) -> u16;
}

/// A record with its place in the list of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Slot<T> {
    record: T,
    /// The next of the same cell; a record that is gone points to itself.
    next: u16,
}

/// The records of one kind on a level. Numbers of records do not change until the level is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Records<T> {
    slots: Vec<Slot<T>>,
    /// By cell the first record.
    heads: Vec<u16>,
    /// Records whose place can be used again.
    free: Vec<u16>,
    /// Records that are gone since the level was entered.
    deleted: Vec<u16>,
}

impl<T: Record> Records<T> {
    /// No records, for a level of so many cells.
    #[must_use]
    pub fn new(cells: usize) -> Records<T> {
        Records { slots: Vec::new(), heads: vec![NONE; cells], free: Vec::new(), deleted: Vec::new() }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len() - self.deleted.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One more than the highest number.
    #[must_use]
    pub fn end(&self) -> u16 {
        self.slots.len() as u16
    }

    fn is_gone(&self, number: u16) -> bool {
        self.slots[usize::from(number)].next == number
    }

    /// A record; `None` if it is gone.
    #[must_use]
    pub fn get(&self, number: u16) -> Option<&T> {
        let slot = self.slots.get(usize::from(number))?;
        (slot.next != number).then_some(&slot.record)
    }

    /// A record to change. Its place must stay: see [`Records::shift`].
    pub fn get_mut(&mut self, number: u16) -> Option<&mut T> {
        let slot = self.slots.get_mut(usize::from(number))?;
        (slot.next != number).then_some(&mut slot.record)
    }

    /// All records with their numbers, in the order of numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &T)> {
        let slots = self.slots.iter().enumerate().map(|(number, slot)| (number as u16, slot));
        slots.filter(|(number, slot)| slot.next != *number).map(|(number, slot)| (number, &slot.record))
    }

    /// The records of a cell with their numbers, the last that came first.
    pub fn at(&self, place: u16) -> impl Iterator<Item = (u16, &T)> {
        let mut number = self.heads[usize::from(place)];
        std::iter::from_fn(move || {
            let slot = self.slots.get(usize::from(number))?;
            let found = (number, &slot.record);
            number = slot.next;
            Some(found)
        })
    }

    /// The number of the first record of a cell.
    #[must_use]
    pub fn first_at(&self, place: u16) -> Option<u16> {
        let number = self.heads[usize::from(place)];
        (number != NONE).then_some(number)
    }

    /// Adds a record; `None` if there is no room for more.
    pub fn add(&mut self, record: T) -> Option<u16> {
        let place = usize::from(record.place());
        let number = match self.free.pop() {
            Some(number) => number,
            None if self.slots.len() < RECORDS_MAX => self.slots.len() as u16,
            None => return None,
        };
        let slot = Slot { record, next: self.heads[place] };
        match self.slots.get_mut(usize::from(number)) {
            Some(old) => *old = slot,
            None => self.slots.push(slot),
        }
        self.heads[place] = number;
        Some(number)
    }

    /// Takes a record out of the list of its cell.
    fn unlink(&mut self, number: u16) {
        let Slot { record, next } = &self.slots[usize::from(number)];
        let (place, next) = (usize::from(record.place()), *next);
        if self.heads[place] == number {
            self.heads[place] = next;
            return;
        }
        let mut at = self.heads[place];
        while self.slots[usize::from(at)].next != number {
            at = self.slots[usize::from(at)].next;
        }
        self.slots[usize::from(at)].next = next;
    }

    /// Deletes a record and returns it; `None` if it is gone already. Its number is used for no other before the level is left.
    pub fn delete(&mut self, number: u16) -> Option<T> {
        if usize::from(number) >= self.slots.len() || self.is_gone(number) {
            return None;
        }
        self.unlink(number);
        self.slots[usize::from(number)].next = number;
        self.deleted.push(number);
        Some(self.slots[usize::from(number)].record.clone())
    }

    /// Changes the place of a record by `change`, which changes nothing else of where it is.
    pub fn shift(&mut self, number: u16, change: impl FnOnce(&mut T)) {
        self.unlink(number);
        let slot = &mut self.slots[usize::from(number)];
        change(&mut slot.record);
        let head = &mut self.heads[usize::from(slot.record.place())];
        slot.next = *head;
        *head = number;
    }

    /// Applies what was deleted, when the level is left: those places are free, and the last ones are given back.
    pub fn leave(&mut self) {
        self.free.append(&mut self.deleted);
        self.free.sort_unstable_by(|one, other| other.cmp(one));
        let ends = |slots: &[Slot<T>], free: &[u16]| {
            free.first().is_some_and(|&highest| usize::from(highest) + 1 == slots.len())
        };
        let mut given_back = 0;
        while ends(&self.slots, &self.free[given_back..]) {
            self.slots.pop();
            given_back += 1;
        }
        self.free.drain(..given_back);
    }

    /// The bytes of lists and records, without what records point to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot<T>>()
            + (self.heads.len() + self.free.len() + self.deleted.len()) * size_of::<u16>()
    }

    /// What is wrong with the lists; for records from files.
    #[must_use]
    pub fn find_broken(&self, cells: usize) -> Option<String> {
        if self.heads.len() != cells {
            return Some(format!("lists of {} cells: expected {cells}", self.heads.len()));
        }
        let mut listed = 0;
        for (place, &head) in self.heads.iter().enumerate() {
            let mut number = head;
            while number != NONE {
                let Some(slot) = self.slots.get(usize::from(number)) else {
                    return Some(format!("record {number} is listed, and does not exist"));
                };
                listed += 1;
                if slot.next == number || usize::from(slot.record.place()) != place || listed > self.slots.len() {
                    return Some(format!("record {number} stands in the wrong list"));
                }
                number = slot.next;
            }
        }
        let gone = self.free.iter().chain(&self.deleted);
        if gone.clone().any(|&number| usize::from(number) >= self.slots.len() || !self.is_gone(number)) {
            return Some("a record is both there and gone".to_owned());
        }
        (listed + self.free.len() + self.deleted.len() != self.slots.len()).then(|| "a record is in no list".to_owned())
    }
}
