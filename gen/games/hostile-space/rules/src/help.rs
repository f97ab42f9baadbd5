//! The chapters of the help page, with the numbers of the design: the whole game, so that one can play it from them.

use contract::{Chapter, OwnChapter};

use crate::numbers::{Numbers, Turning};

/// The chapters of the help page: the whole game.
pub(crate) fn chapters(numbers: &Numbers) -> Vec<Chapter> {
    let mut chapters = vec![winning(numbers), set_up(numbers), turn(numbers), velocities(numbers), missiles(numbers)];
    if numbers.has_bases {
        chapters.push(bases(numbers));
    }
    chapters.push(collisions());
    chapters.into_iter().map(Chapter::Own).chain([Chapter::Units, Chapter::Terrain]).collect()
}

fn winning(numbers: &Numbers) -> OwnChapter {
    let loses = if numbers.has_bases {
        "A side whose base has lost its centre is defeated: its ships and missiles go on as they go, change no velocity, fire no more, and \
         count no more."
    } else {
        "A side without a ship is defeated; its missiles fly on."
    };
    OwnChapter::new(
        "How one wins",
        [
            format!("The last side wins, or the last team. {loses}"),
            format!(
                "After turn {} the side with the most ships wins, then the one with the most missiles aboard; if two are equal in both, \
                 nobody wins.",
                numbers.turns
            ),
        ],
    )
}

fn set_up(numbers: &Numbers) -> OwnChapter {
    let mark = if numbers.has_bases { "its base: a centre and the six hexes around it" } else { "a marker" };
    let entities = match numbers.entity_dice {
        0 => "No further entities are placed.".to_owned(),
        dice => format!(
            "Then {} six-sided {} how many entities are placed, one at a time in the same order, each on one hex or on up to seven that \
             touch, outside all zones.",
            if dice == 1 { "a" } else { "two" },
            if dice == 1 { "die says" } else { "dice say" }
        ),
    };
    OwnChapter::new(
        "Setting up",
        [
            "All throw dice for the order of precedence; who is level throws again. The highest comes first, here and in every turn."
                .to_owned(),
            format!(
                "Where the map does not have them already, each side places {mark}. Its zone reaches {} hexes around, and zones share no \
                 hex. Then each places {} ships on free hexes of its zone; they are numbered as they are placed. Markers are taken away.",
                numbers.zone_radius, numbers.ships
            ),
            entities,
        ],
    )
}

fn turn(numbers: &Numbers) -> OwnChapter {
    let say = if numbers.is_open {
        "First, each side in order says what velocities its ships will have; all others hear it."
    } else {
        "First, all sides say what velocities their ships will have, at once and hidden from each other."
    };
    OwnChapter::new(
        "A turn",
        [format!(
            "{say} Second, all ships move, in order of precedence. Third, each side in order fires: at most one missile a ship. Fourth, all \
             missiles fly, those of the first side first, in the order in which they were fired."
        )],
    )
}

fn velocities(numbers: &Numbers) -> OwnChapter {
    let turning = match numbers.turning {
        Turning::Ring => "the hexes along the ring of the new speed, from where the ship would end to where it will",
        Turning::Distance => "the hexes between where the ship would end and where it will",
    };
    OwnChapter::new(
        "Velocity",
        [
            format!(
                "Ships begin at rest, and keep their velocity until they change it. Each has {} delta-v for the whole game. Speed is the \
                 number of hexes of a turn; a velocity is a speed and a place on the ring of that many hexes around the ship.",
                numbers.delta_v
            ),
            "A change of speed along the line of flight costs the difference: from 4 to 2 costs 2. It can go through rest to the other way: \
             from 3 to 3 backwards costs 6. From rest a ship goes any way, and turning there is free."
                .to_owned(),
            format!(
                "After the change of speed comes the turn. It costs {turning}. At 3 hexes a turn, the next of the six directions costs 3."
            ),
        ],
    )
}

fn missiles(numbers: &Numbers) -> OwnChapter {
    let life = match numbers.missile_turns {
        None => "for as many turns as it takes to fly once around the longer side of the map".to_owned(),
        Some(0) => "for ever".to_owned(),
        Some(1) => "for one turn".to_owned(),
        Some(turns) => format!("for {turns} turns"),
    };
    let damage = if numbers.is_fortified {
        format!(
            "A ship has {} hit points. A hit takes a die modulo 3 off: nothing, 1 or 2, all as likely.",
            numbers.hit_points
        )
    } else {
        "One hit destroys a ship.".to_owned()
    };
    OwnChapter::new(
        "Missiles",
        [
            format!(
                "Each ship has {} missiles. A missile is placed on one of the six hexes beside its ship, and flies straight on from there: \
                 {} hexes in the turn in which it was fired, and as many in each later one, {life}. Missiles do not hit each other.",
                numbers.missiles, numbers.missile_speed
            ),
            format!("It hits the first thing that it passes, friend or foe, and is gone. {damage}"),
            "If several would pass through one ship or asteroid in a turn, those hit that were fired in the same turn as the first of them; \
             the others pass."
                .to_owned(),
        ],
    )
}

fn bases(numbers: &Numbers) -> OwnChapter {
    OwnChapter::new(
        "Bases",
        [
            "A base has seven tokens. A ship or missile that would pass one, its own side's too, is gone, and the token with it; the next \
             one passes that hex freely, in the same turn already."
                .to_owned(),
            format!(
                "A ship that rests beside a token of its own side or of a friend at the end of a turn has all its delta-v again, and up to \
                 {} more missiles, never more than it began with.",
                numbers.rearming
            ),
        ],
    )
}

fn collisions() -> OwnChapter {
    OwnChapter::new(
        "Collisions",
        [
            "Only when all ships have moved do they collide: ships that share a hex are gone, and a ship and an asteroid are both gone. \
             Larger rocks stay: a ship that ends its move in one is gone, and so is a missile that meets one.",
            "On a map that wraps, what leaves it on one side comes back on the other. On a map with an edge, what leaves it is gone.",
        ],
    )
}
