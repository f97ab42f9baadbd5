//! Work on all processors. Each chain of parallel iterators would be thousands of lines of code to compile, so all go through the one
//! here.

use std::sync::Mutex;

use rayon::prelude::*;

/// Calls a function for each number below a count, in any order.
fn for_each_number(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Calls a function for each line of a field, with the number of the line: `length` values each, the last one maybe fewer.
pub(crate) fn for_each_line<T: Send>(field: &mut [T], length: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    // Each lock is taken once.
    let mut lines = Vec::new();
    for line in field.chunks_mut(length) {
        lines.push(Mutex::new(line));
    }
    for_each_number(lines.len(), &|index| {
        work(index, &mut lines[index].lock().expect("each line is worked on once"));
    });
}

/// What a function makes of each number below a count, in order.
pub(crate) fn make_each<T: Send>(count: usize, make: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let mut slots = Vec::new();
    slots.resize_with(count, || None);
    for_each_line(&mut slots, 1, &|index, slot| slot[0] = Some(make(index)));
    let mut made = Vec::new();
    for slot in slots {
        made.extend(slot);
    }
    made
}
