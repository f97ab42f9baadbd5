//! Velocities: what changing them costs, and which a ship can reach (seed 001, "Hostile Space", game rules).
//!
//! A velocity is the vector that a ship travels in a turn; its speed is the ring where it ends. The linear change comes first: along the
//! axis of the velocity, through rest to the other side if need be. It costs the difference in speed, so that 4 to 2 costs 2, and 3 to
//! 3 the other way costs 6. Then the turn along the ring of the new speed. From rest a ship goes any way without a turn.
//!
//! Ours: place k of the 6 s places of a ring becomes place k s'/s of the ring of the new speed, rounded to the nearest.

use grid::{Direction, Lattice, Vector};

use crate::numbers::Turning;

/// The corners of a ring in the order of its places, as moves name them: place 0 is straight east, and so on counterclockwise.
pub(crate) const CORNERS: [&str; 6] = ["e", "ne", "nw", "w", "sw", "se"];

/// The direction in which a corner of a ring lies: corners go counterclockwise from the east, directions clockwise from the north-east.
pub(crate) const fn corner_way(corner: u32) -> Direction {
    Direction(((7 - corner) % 6) as u8)
}

/// The velocity of something that flies at a speed in a direction.
pub(crate) const fn straight(way: Direction, speed: u32) -> Vector {
    Lattice::Hex.ring_vector(speed, (7 - way.0 as u32) % 6 * speed)
}

/// The hexes that a velocity leads on in a turn.
#[must_use]
pub const fn speed((right, up): Vector) -> u32 {
    Lattice::Hex.steps(right, up)
}

/// The velocity with another speed along the same axis.
#[must_use]
pub const fn linear(from: Vector, to_speed: u32) -> Vector {
    let from_speed = speed(from);
    if from_speed == 0 {
        return (0, 0);
    }
    let place = (2 * Lattice::hex_ring_index(from) * to_speed + from_speed) / (2 * from_speed);
    Lattice::Hex.ring_vector(to_speed, place)
}

/// The hexes from one place of a ring to another along it.
#[doc(hidden)]
pub const fn places_apart(one: u32, other: u32, length: u32) -> u32 {
    let apart = one.abs_diff(other);
    if apart < length - apart { apart } else { length - apart }
}

/// What a turn from one velocity to another of the same speed costs.
#[must_use]
pub const fn turning_cost(from: Vector, to: Vector, turning: Turning) -> u32 {
    match turning {
        Turning::Ring => {
            let length = Lattice::Hex.ring_length(speed(to));
            places_apart(Lattice::hex_ring_index(from), Lattice::hex_ring_index(to), length)
        }
        Turning::Distance => speed((to.0 - from.0, to.1 - from.1)),
    }
}

/// What a change of velocity costs: the cheaper of the linear change forwards and that through rest, each with its turn.
#[must_use]
pub const fn cost(from: Vector, to: Vector, turning: Turning) -> u32 {
    let (old, new) = (speed(from), speed(to));
    if old == 0 || new == 0 {
        return old + new;
    }
    let forwards = old.abs_diff(new) + turning_cost(linear(from, new), to, turning);
    let backwards = old + new + turning_cost(linear((-from.0, -from.1), new), to, turning);
    if forwards < backwards { forwards } else { backwards }
}

/// Every velocity within a cost, each with its cost, in rising order of speed and place.
#[must_use]
pub fn reachable(from: Vector, most: u32, turning: Turning) -> Vec<(Vector, u32)> {
    let old = speed(from);
    let mut reached = Vec::new();
    for new in old.saturating_sub(most)..=old + most {
        let places = (0..Lattice::Hex.ring_length(new)).map(|place| Lattice::Hex.ring_vector(new, place));
        reached.extend(places.map(|to| (to, cost(from, to, turning))).filter(|&(_, cost)| cost <= most));
    }
    reached
}

/// A velocity in words: `0`, `4 ne`, or `4 ne+1` for the next place counterclockwise.
#[must_use]
pub fn write(velocity: Vector) -> String {
    let speed = speed(velocity);
    if speed == 0 {
        return "0".to_owned();
    }
    let place = Lattice::hex_ring_index(velocity);
    match (CORNERS[(place / speed) as usize], place % speed) {
        (corner, 0) => format!("{speed} {corner}"),
        (corner, along) => format!("{speed} {corner}+{along}"),
    }
}

/// The most that a speed can be in words.
const SPEED_MAX: u32 = 99;

/// Reads what [`write()`] wrote.
///
/// # Errors
/// The fault in the words, and what would be right.
pub fn read(words: &[&str]) -> Result<Vector, String> {
    const FORM: &str = "expected a speed and a way, such as `4 ne` or `4 ne+1`, or `0`";
    let [word, way @ ..] = words else { return Err(FORM.to_owned()) };
    let speed = word.parse().ok().filter(|speed| *speed <= SPEED_MAX);
    let speed: u32 = speed.ok_or_else(|| format!("`{word}`: {FORM}"))?;
    if speed == 0 {
        return if way.is_empty() {
            Ok((0, 0))
        } else {
            Err("a ship at rest goes no way: expected `0` alone".to_owned())
        };
    }
    let [way] = way else { return Err(FORM.to_owned()) };
    let (name, along) = way.split_once('+').map_or((*way, Some(0)), |(name, along)| (name, along.parse().ok()));
    let corner = CORNERS.iter().position(|known| *known == name);
    let corner = corner.ok_or_else(|| format!("`{way}`: expected one of {}", CORNERS.join(", ")))?;
    let along = along.filter(|along| *along < speed);
    let along: u32 = along.ok_or_else(|| format!("`{way}`: at speed {speed} expected `+0` to `+{}`", speed - 1))?;
    Ok(Lattice::Hex.ring_vector(speed, corner as u32 * speed + along))
}
