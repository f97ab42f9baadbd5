//! What the tests of this crate use beside what others may: not for others.

use hostile_space::Numbers;

use crate::SpaceMap;

pub use crate::changes::{add_asteroid, move_asteroid, move_body, ship_missiles};
pub use crate::levers::{missiles, rocks};
pub use crate::make_belts::apart;
pub use crate::make_belts::rocks::{Field, RockCell, RockNumbers};
pub use crate::measures::ROWS;
pub use crate::space_map::turns;

/// A map by other numbers of the rules, whether a design may have them or not.
#[must_use]
pub fn by_numbers(mut map: SpaceMap, numbers: Numbers) -> SpaceMap {
    map.numbers = numbers;
    map
}
