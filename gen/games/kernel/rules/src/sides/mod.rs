//! Sides: trust, control, self-units, decisions of the side as a whole, losing (`kernel-rules` 1.4, 3.4, 7.3).

mod losing;
mod revolt;
mod self_units;
mod trust;
mod words;

pub use losing::lose;
pub(crate) use losing::{lose_quietly, thin_out_the_lost};
pub use revolt::revolt;
pub use self_units::find_heirs;
pub(crate) use self_units::{appoint_first, find_by_number};
pub(crate) use words::{check_word, say};
