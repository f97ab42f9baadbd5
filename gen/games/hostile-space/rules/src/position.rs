//! A position as a scenario, and back: ships, bases, asteroids and missiles are units, larger entities are terrain, and the scenario's
//! section `hostile-space` holds what a world has no other place for.
//!
//! ```text
//! "hostile-space": {
//!   "turn": 7,                   the turn that begins
//!   "order": [2, 1],             the sides in their order
//!   "out": [2],                  sides that are out
//!   "over": true,                the game has ended
//!   "missiles-of": [8, 7],       the missiles of a ship at the start, by side; of a start too
//!   "ships": {                   by side and number; a ship that is not named is as at the start
//!     "1-3": { "velocity": [2, -1], "facing": "e", "delta-v": 9, "missiles": 5, "fired": 3 },
//!   },
//!   "missiles": [                in the order in which they were fired
//!     { "side": 1, "ship": 3, "shot": 2, "at": "12,4", "direction": "ne", "fired-in": 6, "turns-left": 2 },
//!   ],
//! }
//! ```
//!
//! A position is whole at the beginning of a turn. What was said in it, and chance, are not written.

use contract::{Seat, Seats, Unplayable};
use design::{Section, Severity, TerrainType, UnitType};
use diagnostics::{Node, RonTree, TreeReader};
use grid::{Area, Cell, Layer};
use world::{Place, Scenario, SideId, Unit, find_asymmetry};

use crate::HostileSpace;
use crate::board::{ASTEROID, BASE, BASE_PART, MARKER, MISSILE, ROCK, SHIP};
use crate::numbers::{MISSILES_MAX, MISSILES_OF, NAME, Numbers, read_missiles_of};
use crate::observe::{missile_record, ship_record};
use crate::set_up::new_ship;
use crate::state::{Missile, Ship, Stage, State, Token};

/// What a scenario says of the beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beginning {
    /// The turn; `None` if this is a start, and no position.
    pub(crate) turn: Option<u32>,
    /// The seats in their order; empty if dice say it.
    pub(crate) order: Vec<u8>,
    /// Seats that are out.
    pub(crate) out: Seats,
    /// Whether the game has ended.
    pub(crate) is_over: bool,
    /// The marker of each seat, or the centre of its base.
    pub(crate) markers: Vec<Option<Cell>>,
    pub(crate) ships: Vec<Ship>,
    pub(crate) missiles: Vec<Missile>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) asteroids: Vec<Cell>,
    /// The missiles of a ship of each seat at the start; empty if all have what the numbers say.
    pub(crate) missiles_of: Vec<u8>,
}

impl Beginning {
    /// The missiles of a seat's ship at the start.
    pub(crate) fn missiles_of(&self, seat: u8, numbers: &Numbers) -> u8 {
        self.missiles_of.get(usize::from(seat)).copied().unwrap_or(numbers.missiles)
    }
}

fn wrong<T>(what: String) -> Result<T, Unplayable> {
    Err(Unplayable::of(what))
}

/// Reads units and section.
pub(crate) fn read(scenario: &Scenario, numbers: &Numbers, rocks: &[bool]) -> Result<Beginning, Unplayable> {
    let mut beginning = Beginning { markers: vec![None; scenario.sides.len()], ..Beginning::default() };
    read_units(scenario, numbers, &mut beginning)?;
    if let Some(section) = scenario.sections.get(NAME) {
        let area = scenario.world.area;
        let (read, found) = section.read(|root, tree| read_section(root, tree, &area, numbers, &mut beginning));
        if let Some(fault) = found.0.iter().find(|fault| fault.severity == Severity::Error) {
            return wrong(fault.to_string());
        }
        read.map_or(Ok(()), wrong)?;
    }
    let at = |cell: Cell| scenario.world.area.cell_name(cell);
    if let Some(ship) = beginning.ships.iter().find(|ship| rocks[ship.cell.index()]) {
        return wrong(format!("a ship stands in rock at {}", at(ship.cell)));
    }
    if let Some(token) = beginning.tokens.iter().find(|token| rocks[token.cell.index()]) {
        return wrong(format!("a base stands in rock at {}", at(token.cell)));
    }
    Ok(beginning)
}

fn read_units(scenario: &Scenario, numbers: &Numbers, beginning: &mut Beginning) -> Result<(), Unplayable> {
    let area = scenario.world.area;
    for (id, unit) in scenario.unit_ids() {
        let Some(cell) = scenario.cell_of(id) else { continue };
        let (name, seat) = (scenario.design.name_of(unit.kind), Seat::of(unit.side));
        match (name, seat) {
            (ASTEROID, _) => beginning.asteroids.push(cell),
            (MARKER, Some(seat)) => beginning.markers[seat.index()] = Some(cell),
            (BASE | BASE_PART, Some(seat)) if numbers.has_bases => {
                let is_center = name == BASE;
                beginning.tokens.push(Token { seat: seat.0, cell, is_center });
                if is_center {
                    beginning.markers[seat.index()] = Some(cell);
                }
            }
            (BASE | BASE_PART, Some(_)) => {
                return wrong(format!("there is a `{name}`, and no bases are played: set `bases` to true"));
            }
            (SHIP, Some(seat)) => {
                let number = match unit.number {
                    0 => beginning.ships.iter().filter(|ship| ship.seat == seat.0).count() as u16 + 1,
                    number => number,
                };
                if !(1..=u16::from(numbers.ships)).contains(&number) {
                    return wrong(format!(
                        "ship {number} of {}: expected {} at most, as `ships` says",
                        scenario.side(unit.side).name,
                        numbers.ships
                    ));
                }
                let mut ship = new_ship(numbers, numbers.missiles, seat, number as u8, cell);
                ship.hit_points = unit.hp.map_or(ship.hit_points, |hp| hp.clamp(1, ship.hit_points.into()) as u8);
                beginning.ships.push(ship);
            }
            (SHIP | MARKER | BASE | BASE_PART, None) => {
                return wrong(format!("a `{name}` at {} belongs to no side", area.cell_name(cell)));
            }
            _ => {}
        }
    }
    beginning.ships.sort_by_key(|ship| (ship.seat, ship.number));
    beginning.asteroids.sort_unstable();
    if let Some(pair) =
        beginning.ships.windows(2).find(|pair| (pair[0].seat, pair[0].number) == (pair[1].seat, pair[1].number))
    {
        return wrong(format!(
            "two ships of {} have number {}",
            scenario.sides[usize::from(pair[0].seat)].name,
            pair[0].number
        ));
    }
    if numbers.has_bases {
        for seat in 0..scenario.sides.len() as u8 {
            let of_seat = || beginning.tokens.iter().filter(|token| token.seat == seat);
            if of_seat().filter(|token| token.is_center).count() > 1 {
                return wrong(format!("{} has more than one `{BASE}`", scenario.sides[usize::from(seat)].name));
            }
        }
    }
    Ok(())
}

/// The most turns that a section says.
const TURN_MAX: i64 = 1_000_000;

/// Reads the section; a fault that has no place in it is returned.
fn read_section(
    root: &Node,
    tree: &mut TreeReader<'_>,
    area: &Area,
    numbers: &Numbers,
    beginning: &mut Beginning,
) -> Option<String> {
    let seats = beginning.markers.len() as i64;
    tree.map_of(root, "`hostile-space`", &["turn", "order", "out", "over", MISSILES_OF, "ships", "missiles"]);
    beginning.turn = tree.int(root.get("turn"), "`turn`", 1..=TURN_MAX).map(|turn| turn as u32);
    let mut sides = |node: Option<&Node>, what: &str| -> Vec<u8> {
        let items = tree.list(node, what);
        items.iter().filter_map(|side| tree.int(side, "a side", 1..=seats)).map(|side| side as u8 - 1).collect()
    };
    beginning.order = sides(root.get("order"), "`order`");
    beginning.out = sides(root.get("out"), "`out`").into_iter().fold(Seats::NONE, |out, seat| out.with(Seat(seat)));
    beginning.is_over = tree.flag(root.get("over"), "`over`");
    let mut sorted = beginning.order.clone();
    sorted.sort_unstable();
    if (beginning.turn.is_some() || !sorted.is_empty()) && sorted != (0..seats as u8).collect::<Vec<_>>() {
        return Some(format!("`order` of a position: expected each of the {seats} sides once"));
    }
    if let Some(counts) = read_missiles_of(root, tree) {
        if counts.len() as i64 != seats {
            let most = MISSILES_MAX;
            return Some(format!("`missiles-of`: expected a number from 1 to {most} for each of the {seats} sides"));
        }
        beginning.ships.iter_mut().for_each(|ship| ship.missiles = counts[usize::from(ship.seat)]);
        beginning.missiles_of = counts;
    }
    for (name, node) in tree.map(root.get("ships"), "`ships`") {
        let number = |text: &str| text.parse::<u8>().ok();
        let key =
            name.text.split_once('-').and_then(|(side, ship)| Some((number(side)?.checked_sub(1)?, number(ship)?)));
        let ship = beginning.ships.iter_mut().find(|ship| Some((ship.seat, ship.number)) == key);
        match ship {
            Some(ship) => read_ship(node, tree, area, numbers, ship),
            None => tree.unknown("unknown-entry", "ship", name, &[]),
        }
    }
    for node in tree.list(root.get("missiles"), "`missiles`") {
        let names = ["side", "ship", "shot", "at", "direction", "fired-in", "turns-left"];
        tree.map_of(node, "a missile", &names);
        let mut int = |name: &str, most: i64| tree.int(node.get(name), &format!("`{name}`"), 0..=most).unwrap_or(0);
        let (seat, ship) = (int("side", seats), int("ship", 99));
        let (shot, fired_in, turns_left) = (int("shot", 60_000), int("fired-in", TURN_MAX), int("turns-left", 1000));
        let cell = area.find_cell(tree.text(node.get("at"), "`at`"));
        let direction = area.find_direction(tree.text(node.get("direction"), "`direction`"));
        match (cell, direction, seat) {
            (Some(cell), Some(direction), 1..) => beginning.missiles.push(Missile {
                seat: seat as u8 - 1,
                ship: ship as u8,
                shot: shot as u16,
                cell,
                direction,
                fired_in: fired_in as u32,
                turns_left: turns_left as u16,
            }),
            _ => tree.wrong(node, "a missile", "a side, a hex of the map such as \"12,4\" and a direction"),
        }
    }
    None
}

fn read_ship(node: &Node, tree: &mut TreeReader<'_>, area: &Area, numbers: &Numbers, ship: &mut Ship) {
    // What it has at the start.
    let most = ship.missiles;
    for (name, node) in tree.map_of(node, "a ship", &["velocity", "facing", "delta-v", "missiles", "fired"]) {
        match name.text.as_str() {
            "velocity" => {
                let parts = tree.list(node, "`velocity`");
                let most = i64::from(numbers.delta_v);
                let read: Vec<i32> = parts
                    .iter()
                    .filter_map(|part| tree.int(part, "a part of a velocity", -most..=most))
                    .map(|part| part as i32)
                    .collect();
                match read[..] {
                    [right, up] => ship.velocity = (right, up),
                    _ => tree.wrong(node, "`velocity`", "hexes right and up, such as [2, -1]"),
                }
            }
            "facing" => match node.text().and_then(|name| area.find_direction(name)) {
                Some(direction) => ship.facing = direction,
                None => tree.wrong(node, "`facing`", area.direction_names().join(", ")),
            },
            "delta-v" => ship.delta_v = tree.int(node, "`delta-v`", 0..=numbers.delta_v.into()).unwrap_or(0) as u8,
            "missiles" => ship.missiles = tree.int(node, "`missiles`", 0..=most.into()).unwrap_or(0) as u8,
            _ => ship.fired = tree.int(node, "`fired`", 0..=60_000).unwrap_or(0) as u16,
        }
    }
}

impl HostileSpace {
    /// Whether a position has nothing that a scenario cannot hold: it is the beginning of a turn, or of the game, or its end.
    pub(crate) fn is_whole(&self, state: &State) -> bool {
        let nothing_said = state.ships.iter().all(|ship| ship.planned.is_none()) && (state.done.0 & !state.out.0) == 0;
        match state.stage {
            Stage::Over => state.turn > 0,
            Stage::Velocities => nothing_said,
            _ => false,
        }
    }

    /// The position as a scenario.
    #[doc(hidden)]
    pub fn show_state(&self, state: &State, start: &Scenario) -> Scenario {
        let mut shown = start.clone();
        let design = &start.design;
        let is_own =
            |kind: UnitType| [SHIP, MISSILE, MARKER, BASE, BASE_PART, ASTEROID].contains(&design.name_of(kind));
        let others = start.unit_ids().filter(|(_, unit)| !is_own(unit.kind));
        let stay = others.map(|(id, unit)| {
            let mut unit = unit.clone();
            // What stood in a unit stands beside it: that unit may be gone.
            if let (Place::Inside(_), Some(cell)) = (unit.place, start.cell_of(id)) {
                unit.place = Place::Cell(cell);
            }
            unit
        });
        shown.units = stay.collect();
        let mut add = |name: &str, cell: Cell, side: SideId, change: &dyn Fn(&mut Unit)| {
            if let Some(kind) = design.find::<UnitType>(name) {
                let mut unit = Unit::new(kind, Place::Cell(cell), side);
                change(&mut unit);
                shown.units.push(unit);
            }
        };
        let nothing = |_: &mut Unit| {};
        state.asteroids.iter().for_each(|&cell| add(ASTEROID, cell, SideId::INDEPENDENT, &nothing));
        for token in &state.tokens {
            add(if token.is_center { BASE } else { BASE_PART }, token.cell, Seat(token.seat).side(), &nothing);
        }
        if !self.numbers.has_bases {
            for seat in self.all_seats() {
                if let Some(cell) = state.markers[seat.index()] {
                    add(MARKER, cell, seat.side(), &nothing);
                }
            }
        }
        for ship in &state.ships {
            let hp = (ship.hit_points < self.numbers.first_hit_points()).then_some(u16::from(ship.hit_points));
            let change = |unit: &mut Unit| (unit.number, unit.hp) = (ship.number.into(), hp);
            add(SHIP, ship.cell, Seat(ship.seat).side(), &change);
        }
        for missile in &state.missiles {
            add(MISSILE, missile.cell, Seat(missile.seat).side(), &nothing);
        }
        if let (Some(rock), Some(terrain)) = (design.find::<TerrainType>(ROCK), &start.world.terrain)
            && !state.placed_rocks.is_empty()
        {
            let mut values = terrain.values().to_vec();
            state.placed_rocks.iter().for_each(|cell| values[cell.index()] = rock);
            shown.world.terrain = Some(Layer::from_values(&self.area, values));
        }
        // Zones are no more once ships fly.
        if state.turn > 0 {
            shown.world.country = None;
        }
        shown.sections.insert(NAME.to_owned(), self.write_section(state));
        (shown.fairness, shown.played) = (None, None);
        // Once sides have moved, nothing is alike to the cell any more.
        if find_asymmetry(&shown).is_some() {
            shown.world.symmetry = None;
        }
        shown
    }

    /// The section for a position. Before the first turn only what sides begin with is said.
    fn write_section(&self, state: &State) -> Section {
        let mut section = Section::default();
        let mut set = |name: &str, value: RonTree| section.set(name, &value, None);
        if !state.out.is_empty() {
            set("out", RonTree::list(state.out.iter().map(|seat| RonTree::of(seat.side().0))));
        }
        if state.turn > 0 {
            set("turn", RonTree::of(state.turn));
            set("order", RonTree::list(state.order.iter().map(|seat| RonTree::of(seat + 1))));
        }
        if !self.beginning.missiles_of.is_empty() {
            set(MISSILES_OF, RonTree::list(self.beginning.missiles_of.iter().copied().map(RonTree::of)));
        }
        if state.stage == Stage::Over {
            set("over", RonTree::of(true));
        }
        let ship = |ship: &Ship| {
            let record = ship_record(self, ship, ship.velocity);
            let changed = record.saved();
            (!changed.is_empty()).then(|| (format!("{}-{}", ship.seat + 1, ship.number), RonTree::map(changed)))
        };
        let ships: Vec<(String, RonTree)> = state.ships.iter().filter_map(ship).collect();
        if !ships.is_empty() {
            set("ships", RonTree::map(ships));
        }
        if !state.missiles.is_empty() {
            let missile = |missile| RonTree::map(missile_record(self, missile).saved());
            set("missiles", RonTree::list(state.missiles.iter().map(missile)));
        }
        section
    }
}
