//! These rules as a [`Ruleset`].

use chance::{Draws, Seed, Stream};
use contract::{
    Chapter, Chart, Choice, ChoiceKind, FactsOf, March, Observation, Outcome, Ruleset, RulesetInfo, Seat, Seats,
    SeenPosition, Turns, Unplayable, ranks_by,
};
use design::{Design, Diagnostics};
use grid::{Cell, Direction, Lattice, Vector, disk};
use world::Scenario;

use crate::board::SEATS_MAX;
use crate::moves::MOVES;
use crate::numbers::{NAME, Numbers};
use crate::{
    ENTITY_MAX, Entity, Event, HostileSpace, Move, Refusal, Ship, Stage, State, View, facts, help, observe, velocity,
};

const INFO: RulesetInfo = RulesetInfo {
    name: NAME,
    summary: "ships with momentum, little delta-v, and missiles: the last fleet wins",
    moves: MOVES,
    turns: Turns::Simultaneous,
    hides: true,
    seats: 2..=SEATS_MAX as u8,
    turn_word: "turn",
    shows_all: true,
    charts: true,
    first_steps: "Throw the die, mark your zone, and place your ships: a number of the list does each. Then, each turn, `next` goes to a ship, \
                  `go X,Y` gives it a velocity towards a cell, and `done` hands them in; missiles are fired after the movement.",
    ..RulesetInfo::DEFAULT
};

/// The name of an own ship, in lines of positions and menus.
pub(crate) fn ship_name(number: u8) -> String {
    format!("ship#{number}")
}

/// The dearest changes of velocity that are listed. A ship can say any that it can pay for.
const LISTED_COST: u32 = 8;

impl Ruleset for HostileSpace {
    type State = State;
    type Move = Move;
    type Event = Event;
    type Refusal = Refusal;
    type View<'a> = View<'a>;

    fn info() -> &'static RulesetInfo {
        &INFO
    }

    fn check_design(design: &Design) -> Diagnostics {
        Numbers::read(design).1
    }

    fn open(scenario: &Scenario) -> Result<HostileSpace, Unplayable> {
        HostileSpace::new(scenario)
    }

    fn help(design: &Design) -> Vec<Chapter> {
        help::chapters(&Numbers::read(design).0)
    }

    fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
        facts::facts(scenario, of)
    }

    fn seats(&self) -> usize {
        self.seats_count()
    }

    fn teams(&self) -> &[u8] {
        &self.teams
    }

    fn begin(&self, seed: Seed) -> State {
        self.begin_with(Draws::new(seed))
    }

    fn to_act(&self, state: &State) -> Seats {
        self.who_acts(state)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    fn order(&self, state: &State) -> Vec<Seat> {
        state.order.iter().map(|&seat| Seat(seat)).collect()
    }

    fn check(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        self.check_move(state, seat, action)
    }

    fn apply(&self, state: &mut State, seat: Seat, action: Move, log: &mut dyn FnMut(Event)) -> Result<(), Refusal> {
        self.check_move(state, seat, action)?;
        match action {
            Move::Throw => self.throw(state, seat, log),
            Move::Mark(cell) => self.place_marker(state, seat, cell, log),
            Move::Place(cell) => self.place_ship(state, seat, cell, log),
            Move::Entity(entity) => self.place_entity(state, seat, entity, log),
            Move::Velocity { ship: number, velocity: planned } => {
                let index = state.ship(seat, number).expect("it was checked");
                let ship = &mut state.ships[index];
                let cost = velocity::cost(ship.velocity, planned, self.numbers.turning) as u8;
                ship.planned = Some((planned, cost)).filter(|_| planned != ship.velocity);
                log(Event::Planned { seat, number, velocity: planned });
            }
            Move::Fire { ship, direction } => {
                let (shot, cell) = self.fire(state, seat, ship, direction).expect("it was checked");
                log(Event::Fired { seat, ship, shot, cell, direction });
            }
            Move::Done => state.done = state.done.with(seat),
        }
        self.go_on(state, log);
        Ok(())
    }

    fn forfeit(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        if state.stage == Stage::Over || state.out.contains(seat) {
            return;
        }
        // What it has said in this turn is not done.
        state.ships.iter_mut().filter(|ship| ship.seat == seat.0).for_each(|ship| ship.planned = None);
        self.take_out(state, seat, true, log);
        if self.is_over(state) {
            return self.end(state, log);
        }
        self.go_on(state, log);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let over = || Outcome::of_team(&self.teams, state.won, self.ranks(state), self.scores(state));
        (state.stage == Stage::Over).then(over)
    }

    /// Ships.
    fn scores(&self, state: &State) -> Vec<i64> {
        self.all_seats().map(|seat| state.ships_of(seat).count() as i64).collect()
    }

    fn ranks(&self, state: &State) -> Vec<u8> {
        let worth = |seat: Seat| {
            let team = self.teams[seat.index()];
            let of_team = || self.all_seats().filter(|other| self.teams[other.index()] == team && state.is_in(*other));
            let ships: usize = of_team().map(|seat| state.ships_of(seat).count()).sum();
            let missiles: u32 = of_team().map(|seat| state.missiles_aboard(seat)).sum();
            (state.won == Some(team), of_team().next().is_some(), ships, missiles)
        };
        ranks_by(&self.all_seats().map(worth).collect::<Vec<_>>())
    }

    /// Velocities reveal nothing until all are said.
    fn has_revealed(&self, before: &State, after: &State, seat: Seat) -> bool {
        let at = |state: &State| (state.turn, state.stage, state.done, state.draws);
        at(before) != at(after) || before.done.contains(seat) || after.stage != Stage::Velocities
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { game: self, seat, state }
    }

    fn seat(&self, view: View<'_>) -> Seat {
        view.seat
    }

    /// The cheaper changes of velocity, and all that can be fired. Of entities those of one hex, and full rounds of seven.
    fn candidates(&self, view: View<'_>, moves: &mut Vec<Move>) {
        let View { seat, state, .. } = view;
        if !self.who_acts(state).contains(seat) {
            return;
        }
        match state.stage {
            Stage::Dice => moves.push(Move::Throw),
            Stage::Markers => {
                let legal = self.area.cells().filter(|&cell| self.check_marker(state, cell).is_ok());
                moves.extend(legal.map(Move::Mark));
            }
            Stage::Ships => {
                let marker = state.markers[seat.index()].expect("a seat that places ships has a zone");
                let zone = disk(&self.area, marker, self.numbers.zone_radius.into());
                moves.extend(zone.filter(|&cell| state.is_free(self, cell)).map(Move::Place));
            }
            Stage::Entities => self.list_entities(state, moves),
            Stage::Velocities => {
                moves.push(Move::Done);
                for ship in state.ships_of(seat).filter(|ship| ship.delta_v > 0) {
                    let most = LISTED_COST.min(ship.delta_v.into());
                    let reached = velocity::reachable(ship.velocity, most, self.numbers.turning);
                    let next = ship.planned.map_or(ship.velocity, |(velocity, _)| velocity);
                    let others = reached.into_iter().filter(|&(velocity, _)| velocity != next);
                    moves.extend(others.map(|(velocity, _)| Move::Velocity { ship: ship.number, velocity }));
                }
            }
            Stage::Fire => {
                moves.push(Move::Done);
                for ship in state.ships_of(seat).filter(|ship| ship.missiles > 0 && !ship.has_fired) {
                    let ways = (0..6).map(Direction).filter(|&way| self.launch(ship.cell, way).is_ok());
                    moves.extend(ways.map(|direction| Move::Fire { ship: ship.number, direction }));
                }
            }
            Stage::Over => {}
        }
    }

    /// One in three draws ends what a seat does in a turn, so that turns end.
    fn random_move(&self, view: View<'_>, stream: &mut Stream) -> Move {
        let View { seat, state, .. } = view;
        match state.stage {
            Stage::Velocities if stream.below(3) > 0 => {
                let mut ships = state.ships_of(seat).filter(|ship| ship.delta_v > 0);
                let count = ships.clone().count();
                let Some(ship) = ships.nth(stream.index(count.max(1))) else { return Move::Done };
                Move::Velocity { ship: ship.number, velocity: self.draw_velocity(ship, stream) }
            }
            Stage::Fire if stream.below(3) > 0 => {
                let mut ships = state.ships_of(seat).filter(|ship| ship.missiles > 0 && !ship.has_fired);
                let count = ships.clone().count();
                let ship = ships.nth(stream.index(count)).expect("who acts has such a ship");
                let direction = Direction(stream.below(6) as u8);
                match self.launch(ship.cell, direction) {
                    Ok(_) => Move::Fire { ship: ship.number, direction },
                    Err(_) => Move::Done,
                }
            }
            Stage::Velocities | Stage::Fire => Move::Done,
            Stage::Entities if stream.coin() => self.draw_entity(state, stream),
            _ => {
                let mut moves = Vec::new();
                self.candidates(view, &mut moves);
                moves[stream.index(moves.len())]
            }
        }
    }

    fn sample(&self, view: View<'_>, stream: &mut Stream) -> State {
        let mut state = view.before_others(stream);
        state.done = view.state.done;
        if state.stage == Stage::Velocities && !self.numbers.is_open {
            for index in 0..state.ships.len() {
                let ship = &state.ships[index];
                let is_said = ship.seat != view.seat.0 && state.is_in(Seat(ship.seat)) && stream.coin();
                if is_said {
                    let planned = self.draw_velocity(ship, stream);
                    let cost = velocity::cost(ship.velocity, planned, self.numbers.turning) as u8;
                    state.ships[index].planned = Some((planned, cost)).filter(|_| cost > 0);
                }
            }
        }
        state
    }

    fn write_move(&self, _: View<'_>, action: Move) -> String {
        self.write_line(action)
    }

    fn read_move(&self, _: View<'_>, line: &str) -> Result<Move, String> {
        self.read_line(line)
    }

    fn choice(&self, view: View<'_>, action: Move) -> Choice {
        let line = self.write_line(action);
        let View { seat, state, .. } = view;
        let at = |cell: Cell| self.area.cell_name(cell);
        let ship = |number: u8| state.ship(seat, number).map(|index| &state.ships[index]);
        let mut odds = None;
        let (label, unit, cells, cost) = match action {
            Move::Throw => ("throw a die".to_owned(), None, Vec::new(), None),
            Move::Mark(cell) if self.numbers.has_bases => {
                (format!("build the base at {}", at(cell)), None, vec![cell], None)
            }
            Move::Mark(cell) => (format!("mark the zone at {}", at(cell)), None, vec![cell], None),
            Move::Place(cell) => (format!("place the next ship at {}", at(cell)), None, vec![cell], None),
            Move::Entity(entity) => {
                let cells: Vec<Cell> = entity.cells().collect();
                let label = match cells[..] {
                    [cell] => format!("place an asteroid at {}", at(cell)),
                    _ => format!("place a rock of {} hexes", cells.len()),
                };
                (label, None, cells, None)
            }
            Move::Velocity { ship: number, velocity } => {
                let Some(ship) = ship(number) else { return Choice::of_line(line) };
                let cost = velocity::cost(ship.velocity, velocity, self.numbers.turning);
                let label = match self.end_of(ship.cell, velocity) {
                    _ if velocity == (0, 0) => "come to rest".to_owned(),
                    Some(end) => format!("go {} to {}", velocity::write(velocity), at(end)),
                    None => format!("go {} off the map", velocity::write(velocity)),
                };
                let cells = std::iter::once(ship.cell).chain(self.end_of(ship.cell, velocity)).collect();
                (label, Some(number), cells, Some(cost))
            }
            Move::Fire { ship: number, direction } => {
                let Some(ship) = ship(number) else { return Choice::of_line(line) };
                let cells = std::iter::once(ship.cell).chain(self.first_flight(state, ship.cell, direction)).collect();
                let (meets, chance) = self.aim(state, seat, number, direction).unwrap_or_default();
                odds = chance;
                (format!("fire {}{meets}", self.direction_name(direction)), Some(number), cells, None)
            }
            Move::Done if state.stage == Stage::Fire => ("fire no more".to_owned(), None, Vec::new(), None),
            Move::Done => ("hand in the velocities".to_owned(), None, Vec::new(), None),
        };
        let kind = match action {
            Move::Velocity { .. } => ChoiceKind::Move,
            Move::Fire { .. } => ChoiceKind::Attack,
            Move::Done => ChoiceKind::End,
            _ => ChoiceKind::Other,
        };
        Choice {
            line,
            unit: unit.map_or(String::new(), ship_name),
            label,
            cells,
            cost,
            kind,
            odds,
            ..Choice::default()
        }
    }

    fn status(&self, view: View<'_>, unit: &str) -> Option<String> {
        observe::status(view, unit)
    }

    fn observe(&self, view: View<'_>) -> Observation {
        observe::observe(view)
    }

    fn told_to(&self, event: &Event) -> Seats {
        event.told_to(self)
    }

    fn event_text(&self, event: &Event) -> String {
        event.tell(self)
    }

    fn march(&self, event: &Event) -> Option<March> {
        let Event::Moved { seat, from, to, .. } = *event else { return None };
        Some(March { seat, from, to, count: 1 })
    }

    fn save(&self, state: &State) -> String {
        contract::write_state(state)
    }

    fn load(&self, text: &str) -> Result<State, String> {
        contract::read_whole_state(text, |state| self.find_broken(state))
    }

    fn find_broken(&self, state: &State) -> Option<String> {
        State::find_broken(state, self)
    }

    fn is_shown_whole(&self, state: &State) -> bool {
        self.is_whole(state)
    }

    fn chart(&self, state: &State, shown: &Scenario) -> Option<Chart> {
        Some(self.make_chart(state, shown, &|_| false))
    }

    fn chart_to(&self, state: &State, seat: Seat, seen: &SeenPosition) -> Option<Chart> {
        let knows = |ship: &Ship| ship.seat == seat.0 || self.numbers.is_open;
        Some(self.make_chart(state, &seen.scenario, &knows))
    }

    fn show(&self, state: &State, start: &Scenario) -> Scenario {
        self.show_state(state, start)
    }
}

impl HostileSpace {
    /// A velocity that a ship can pay for. Each has a chance.
    #[must_use]
    pub fn draw_velocity(&self, ship: &Ship, stream: &mut Stream) -> Vector {
        let old = velocity::speed(ship.velocity);
        let budget = stream.below(u32::from(ship.delta_v) + 1);
        // Through rest to the other side, now and then.
        let is_backwards = old <= budget && stream.below(8) == 0;
        let (axis, spare) =
            if is_backwards { ((-ship.velocity.0, -ship.velocity.1), budget - old) } else { (ship.velocity, budget) };
        let new = if is_backwards {
            stream.below(spare + 1)
        } else {
            old.saturating_sub(spare) + stream.below(old + spare + 1 - old.saturating_sub(spare))
        };
        let left = if is_backwards { spare - new } else { spare - old.abs_diff(new) };
        let length = Lattice::Hex.ring_length(new);
        let place = if old == 0 {
            stream.below(length)
        } else {
            let turn = stream.below(2 * left + 1) + 6 * length - left % length;
            (Lattice::hex_ring_index(velocity::linear(axis, new)) + turn) % length
        };
        Lattice::Hex.ring_vector(new, place)
    }

    /// What a missile that is fired now would pass, if nothing moved: to the first thing that it meets.
    fn first_flight(&self, state: &State, from: Cell, direction: Direction) -> Vec<Cell> {
        let Ok(first) = self.launch(from, direction) else { return Vec::new() };
        let mut way = Vec::new();
        for cell in std::iter::once(first).chain(self.flight(first, direction)) {
            way.push(cell);
            if !state.is_free(self, cell) {
                break;
            }
        }
        way
    }

    fn list_entities(&self, state: &State, moves: &mut Vec<Move>) {
        let open: Vec<Cell> = self.area.cells().filter(|&cell| self.is_open_ground(state, cell)).collect();
        moves.extend(open.iter().map(|&cell| Move::Entity(Entity::new([cell]))));
        let rounds = open
            .iter()
            .map(|&cell| Entity::new(std::iter::once(cell).chain(self.area.around(cell).map(|(_, next)| next))));
        let whole = rounds.filter(|round| round.cells().len() == ENTITY_MAX && self.check_entity(state, round).is_ok());
        moves.extend(whole.map(Move::Entity));
    }

    /// An entity of some hexes, grown hex by hex.
    fn draw_entity(&self, state: &State, stream: &mut Stream) -> Move {
        let open: Vec<Cell> = self.area.cells().filter(|&cell| self.is_open_ground(state, cell)).collect();
        let mut cells = vec![open[stream.index(open.len())]];
        for _ in 0..stream.below(ENTITY_MAX as u32) {
            let from = cells[stream.index(cells.len())];
            let next = self.area.neighbor(from, Direction(stream.below(6) as u8));
            cells.extend(next.filter(|next| open.binary_search(next).is_ok() && !cells.contains(next)));
        }
        Move::Entity(Entity::new(cells))
    }
}
