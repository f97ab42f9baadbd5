//! Set-up: dice for precedence, markers or bases, ships, entities (seed 001, "Setting up", "Entity placement", "Base Defence").

use chance::Draws;
use contract::{Seat, Seats};
use grid::{Cell, Direction, disk, flood};

use crate::board::ENTITY_MAX;
use crate::state::{Entity, Ship, Stage, State, Token};
use crate::{Event, HostileSpace, Numbers, Refusal};

/// Sides of a die.
pub(crate) const DIE: u32 = 6;

impl HostileSpace {
    /// The first state: of a start, or of a position to go on from.
    pub(crate) fn begin_with(&self, draws: Draws) -> State {
        let mut state = self.as_begun(draws);
        if self.beginning.is_over {
            self.end(&mut state, &mut |_| {});
        }
        self.go_on(&mut state, &mut |_| {});
        state
    }

    /// The position as the scenario has it, before anything follows from it.
    pub(crate) fn as_begun(&self, draws: Draws) -> State {
        let beginning = &self.beginning;
        let mut state = State {
            draws,
            stage: Stage::Dice,
            turn: 0,
            throws: vec![Vec::new(); self.seats_count()],
            order: beginning.order.clone(),
            done: Seats::NONE,
            entities_left: 0,
            entity_turn: 0,
            markers: beginning.markers.clone(),
            ships: beginning.ships.clone(),
            missiles: beginning.missiles.clone(),
            tokens: beginning.tokens.clone(),
            asteroids: beginning.asteroids.clone(),
            placed_rocks: Vec::new(),
            out: beginning.out,
            won: None,
        };
        if let Some(turn) = beginning.turn {
            (state.turn, state.stage) = (turn, Stage::Velocities);
            state.markers.fill(None);
        }
        state
    }

    /// The seats that have to throw: at first all, then those whose throws are as high as another's.
    pub(crate) fn who_throws(&self, state: &State) -> Seats {
        let throws = |seat: Seat| &state.throws[seat.index()];
        let seats = || self.all_seats().filter(|&seat| state.is_in(seat));
        // A round of dice ends before the next one begins.
        let is_tied = |seat: Seat| seats().any(|other| other != seat && throws(other) == throws(seat));
        let behind = |seat: Seat| {
            seats().any(|other| throws(other).len() > throws(seat).len() && throws(other).starts_with(throws(seat)))
        };
        let waiting: Seats = seats().filter(|&seat| behind(seat)).fold(Seats::NONE, |waiting, seat| waiting.with(seat));
        if !waiting.is_empty() {
            return waiting;
        }
        seats().filter(|&seat| is_tied(seat)).fold(Seats::NONE, |tied, seat| tied.with(seat))
    }

    pub(crate) fn throw(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        let number = state.draws.below(DIE) as u8 + 1;
        state.throws[seat.index()].push(number);
        log(Event::Threw { seat, number });
    }

    /// The highest throws first.
    pub(crate) fn settle_order(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let mut order: Vec<u8> = self.all_seats().map(|seat| seat.0).collect();
        order.sort_by(|&one, &other| state.throws[usize::from(other)].cmp(&state.throws[usize::from(one)]));
        log(Event::Ordered { order: order.iter().map(|&seat| Seat(seat)).collect() });
        state.order = order;
    }

    /// Whether a marker or base may be placed in a cell.
    pub(crate) fn check_marker(&self, state: &State, cell: Cell) -> Result<(), Refusal> {
        if !state.is_free(self, cell) {
            return Err(Refusal::Occupied);
        }
        let apart = self.numbers.markers_apart();
        for &marker in state.markers.iter().flatten() {
            let distance = self.area.distance(marker, cell);
            if distance < apart {
                return Err(Refusal::ZonesOverlap { distance, least: apart });
            }
        }
        if self.numbers.has_bases {
            let around = self.area.around(cell);
            if around.clone().count() < 6 || !around.map(|(_, next)| next).all(|next| state.is_free(self, next)) {
                return Err(Refusal::NoRoomForBase);
            }
        }
        let needs = usize::from(self.numbers.ships) + if self.numbers.has_bases { 7 } else { 0 };
        let zone = disk(&self.area, cell, self.numbers.zone_radius.into());
        let room = zone.filter(|&cell| state.is_free(self, cell)).take(needs).count();
        if room < needs { Err(Refusal::NoRoomForShips { room: room as u32 }) } else { Ok(()) }
    }

    pub(crate) fn place_marker(&self, state: &mut State, seat: Seat, cell: Cell, log: &mut dyn FnMut(Event)) {
        state.markers[seat.index()] = Some(cell);
        if self.numbers.has_bases {
            state.tokens.push(Token { seat: seat.0, cell, is_center: true });
            let around = self.area.around(cell).map(|(_, cell)| Token { seat: seat.0, cell, is_center: false });
            state.tokens.extend(around);
        }
        log(Event::Marked { seat, cell });
    }

    /// Whether a seat has all the ships that it begins with: those of the scenario, or as many as the numbers say.
    pub(crate) fn has_placed(&self, state: &State, seat: Seat) -> bool {
        let given = self.beginning.ships.iter().any(|ship| ship.seat == seat.0);
        given || state.ships_of(seat).count() >= usize::from(self.numbers.ships)
    }

    pub(crate) fn check_ship(&self, state: &State, seat: Seat, cell: Cell) -> Result<(), Refusal> {
        let marker = state.markers[seat.index()].ok_or(Refusal::WrongStage(state.stage))?;
        let (distance, most) = (self.area.distance(marker, cell), u32::from(self.numbers.zone_radius));
        if distance > most {
            return Err(Refusal::OutsideZone { distance, most });
        }
        if state.is_free(self, cell) { Ok(()) } else { Err(Refusal::Occupied) }
    }

    pub(crate) fn place_ship(&self, state: &mut State, seat: Seat, cell: Cell, log: &mut dyn FnMut(Event)) {
        let number = state.ships_of(seat).count() as u8 + 1;
        let ship = new_ship(&self.numbers, self.missiles_of(seat), seat, number, cell);
        let place = state.ships.partition_point(|other| (other.seat, other.number) < (seat.0, number));
        state.ships.insert(place, ship);
        log(Event::Placed { seat, number, cell });
    }

    /// Throws for the number of entities; none if they have no room.
    #[doc(hidden)]
    pub fn throw_for_entities(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let dice = self.numbers.entity_dice;
        if dice == 0 {
            return;
        }
        state.entities_left = (0..dice).map(|_| state.draws.below(DIE) as u8 + 1).sum();
        log(Event::Thrown { entities: state.entities_left });
        self.find_room(state);
    }

    /// Without a hex that can take an entity no more are placed.
    fn find_room(&self, state: &mut State) {
        if state.entities_left > 0 && !self.area.cells().any(|cell| self.is_open_ground(state, cell)) {
            state.entities_left = 0;
        }
    }

    /// Whether a cell is free, and outside all zones.
    pub(crate) fn is_open_ground(&self, state: &State, cell: Cell) -> bool {
        let radius = u32::from(self.numbers.zone_radius);
        state.markers.iter().flatten().all(|&marker| self.area.distance(marker, cell) > radius)
            && state.is_free(self, cell)
    }

    /// The seat that places the next entity.
    pub(crate) fn entity_seat(&self, state: &State) -> Option<Seat> {
        let seats = state.order.len();
        let turns = (0..seats).map(|step| state.order[(usize::from(state.entity_turn) + step) % seats]);
        turns.map(Seat).find(|&seat| state.is_in(seat)).filter(|_| state.entities_left > 0)
    }

    pub(crate) fn check_entity(&self, state: &State, entity: &Entity) -> Result<(), Refusal> {
        let cells: Vec<Cell> = entity.cells().collect();
        if !(1..=ENTITY_MAX).contains(&cells.len()) {
            return Err(Refusal::EntitySize);
        }
        for (index, &cell) in cells.iter().enumerate() {
            if cells[..index].contains(&cell) {
                return Err(Refusal::EntitySize);
            }
            if !self.is_open_ground(state, cell) {
                return Err(if state.is_free(self, cell) { Refusal::InZone } else { Refusal::Occupied });
            }
        }
        let reached = flood(&self.area, cells[0], |cell| cells.contains(&cell));
        if reached.len() == cells.len() { Ok(()) } else { Err(Refusal::InParts) }
    }

    pub(crate) fn place_entity(&self, state: &mut State, seat: Seat, entity: Entity, log: &mut dyn FnMut(Event)) {
        let list = if entity.cells().len() == 1 { &mut state.asteroids } else { &mut state.placed_rocks };
        list.extend(entity.cells());
        list.sort_unstable();
        state.entities_left -= 1;
        let place = state.order.iter().position(|&other| other == seat.0).unwrap_or(0);
        state.entity_turn = ((place + 1) % state.order.len()) as u8;
        log(Event::EntityPlaced { seat, entity });
        self.find_room(state);
    }
}

/// A ship as it begins: at rest, with all that it can have.
pub(crate) fn new_ship(numbers: &Numbers, missiles: u8, seat: Seat, number: u8, cell: Cell) -> Ship {
    Ship {
        seat: seat.0,
        number,
        cell,
        velocity: (0, 0),
        facing: Direction(1),
        delta_v: numbers.delta_v,
        missiles,
        fired: 0,
        hit_points: numbers.first_hit_points(),
        planned: None,
        has_fired: false,
    }
}
