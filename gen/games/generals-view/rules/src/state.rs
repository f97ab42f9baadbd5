//! All that changes while the game is played: flat vectors of small numbers, copied a million times.

use chance::Draws;
use contract::{Seat, Seats};

use crate::SEATS_MAX;
use crate::board::{FirstCompany, GeneralsView, NOWHERE};

/// A company, by its slot in the state. Slots of destroyed companies are reused, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompanyId(pub u16);

impl CompanyId {
    #[doc(hidden)]
    pub const NONE: CompanyId = CompanyId(u16::MAX);

    #[doc(hidden)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One company, or a free slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The square it stands in; [`NOWHERE`] if the slot is free.
    pub square: u16,
    /// The next company in the square, of higher id.
    pub(crate) next: CompanyId,
    /// Its type, by its place in the board's list.
    pub kind: u8,
    /// Whose it is.
    pub seat: Seat,
    /// Its supply level.
    pub supply: u8,
    /// Movement points that are left in this turn.
    pub points: u8,
}

/// What has to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats roll dice for the choice of places in the order of turns.
    Rolling,
    /// Seats choose their places, highest roll first.
    Choosing,
    /// The acting seat buys and moves.
    Moving,
    /// A pending battle waits for a seat to choose among companies of the same strength that differ otherwise.
    Fighting,
    /// The game is over.
    Over,
}

/// The battle being fought: its square, and the companies that each party has sent and that have not fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    pub(crate) square: u16,
    pub attacker: CompanyId,
    pub(crate) defender: CompanyId,
    /// The seat that has to choose, if any.
    pub(crate) chooser: Seat,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The chance still to come. Views hide it.
    #[doc(hidden)]
    pub draws: Draws,
    /// The chance of the match, from which each turn gets its own.
    #[doc(hidden)]
    pub root: Draws,
    #[doc(hidden)]
    pub phase: Phase,
    /// How many turns of single seats have begun.
    #[doc(hidden)]
    pub turn: u32,
    /// The seats that roll: all at first, then those that rolled the same.
    #[doc(hidden)]
    pub rolling: Seats,
    /// What each seat has rolled in this round; 0 before it rolls.
    #[doc(hidden)]
    pub rolls: [u16; SEATS_MAX],
    /// The rank of each seat by the dice: how many seats come before it. Seats with equal rank roll again.
    pub(crate) standing: [u8; SEATS_MAX],
    /// The seat at each place in the order of turns; `OPEN` while no seat has chosen the place.
    #[doc(hidden)]
    pub order: [u8; SEATS_MAX],
    /// The place in the order of the seat whose turn it is.
    pub(crate) acting: u8,
    #[doc(hidden)]
    pub gold: [i32; SEATS_MAX],
    /// How many cities each seat owns.
    #[doc(hidden)]
    pub cities: [u16; SEATS_MAX],
    /// How many companies each seat has.
    pub(crate) companies: [u16; SEATS_MAX],
    /// Seats that are out.
    #[doc(hidden)]
    pub out: Seats,
    /// The team that has won.
    pub(crate) won: Option<u8>,
    #[doc(hidden)]
    pub owner: Vec<Option<Seat>>,
    /// The company with the lowest id in each square.
    pub(crate) first: Vec<CompanyId>,
    #[doc(hidden)]
    pub slots: Vec<Slot>,
    /// The squares with pending battles, in rising order.
    #[doc(hidden)]
    pub contested: Vec<u16>,
    #[doc(hidden)]
    pub battle: Option<Battle>,
    pub(crate) scratch: Scratch,
}

/// Buffers for searches, so that no turn has to request memory. They are no part of the state: all compare equal, and copies are
/// empty.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) reached: Vec<u8>,
    pub(crate) queue: Vec<u16>,
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Scratch) -> bool {
        true
    }
}

impl Eq for Scratch {}

impl State {
    pub(crate) const OPEN: u8 = u8::MAX;

    /// The state of the board at the start, before the dice are rolled.
    pub(crate) fn new(game: &GeneralsView, draws: Draws) -> State {
        let seats = game.seats_count();
        let mut state = State {
            draws: draws.branch(0),
            root: draws,
            phase: Phase::Rolling,
            turn: 0,
            rolling: Seats::first(seats),
            rolls: [0; SEATS_MAX],
            standing: [0; SEATS_MAX],
            order: [State::OPEN; SEATS_MAX],
            acting: 0,
            gold: [0; SEATS_MAX],
            cities: [0; SEATS_MAX],
            companies: [0; SEATS_MAX],
            out: Seats::NONE,
            won: None,
            owner: game.first_owner.clone(),
            first: vec![CompanyId::NONE; game.squares()],
            slots: Vec::new(),
            contested: Vec::new(),
            battle: None,
            scratch: Scratch::default(),
        };
        state.gold[..seats].fill(game.first_gold);
        for &square in &game.cities {
            if let Some(seat) = state.owner[usize::from(square)] {
                state.cities[seat.index()] += 1;
            }
        }
        for &FirstCompany { kind, seat, square, supply } in &game.first_companies {
            state.add(game, kind, seat, square);
            state.slots.last_mut().expect("just added").supply = supply;
        }
        state
    }

    /// The seat whose turn it is.
    #[doc(hidden)]
    pub fn acting_seat(&self) -> Seat {
        Seat(self.order[usize::from(self.acting)])
    }

    #[doc(hidden)]
    pub fn slot(&self, id: CompanyId) -> &Slot {
        &self.slots[id.index()]
    }

    /// The companies in a square, by rising id.
    #[doc(hidden)]
    pub fn standing_in(&self, square: u16) -> impl Iterator<Item = (CompanyId, &Slot)> {
        let mut next = self.first[usize::from(square)];
        std::iter::from_fn(move || {
            let id = next;
            (id != CompanyId::NONE).then(|| {
                let slot = &self.slots[id.index()];
                next = slot.next;
                (id, slot)
            })
        })
    }

    /// Whether enemies of a seat stand in a square.
    pub(crate) fn has_enemies(&self, game: &GeneralsView, square: u16, seat: Seat) -> bool {
        // Most squares hold nobody or only friends, so the first company tells, except in squares with battles.
        self.standing_in(square).any(|(_, slot)| game.are_enemies(slot.seat, seat))
    }

    /// How many companies of a seat stand in a square.
    pub(crate) fn own_in(&self, square: u16, seat: Seat) -> usize {
        self.standing_in(square).filter(|(_, slot)| slot.seat == seat).count()
    }

    /// A new company, in the lowest free slot.
    #[doc(hidden)]
    pub fn add(&mut self, game: &GeneralsView, kind: u8, seat: Seat, square: u16) -> CompanyId {
        let company = &game.types[usize::from(kind)];
        let slot = Slot {
            square: NOWHERE,
            next: CompanyId::NONE,
            kind,
            seat,
            supply: company.supply_first,
            points: company.points,
        };
        let alive: usize = self.companies.iter().map(|&count| usize::from(count)).sum();
        let free =
            if alive == self.slots.len() { None } else { self.slots.iter().position(|slot| slot.square == NOWHERE) };
        let id = CompanyId(free.unwrap_or(self.slots.len()) as u16);
        match free {
            Some(free) => self.slots[free] = slot,
            None => self.slots.push(slot),
        }
        self.companies[seat.index()] += 1;
        self.put(id, square);
        id
    }

    /// Puts a company that is in no square into a square, in the order of ids.
    pub(crate) fn put(&mut self, id: CompanyId, square: u16) {
        let mut before = CompanyId::NONE;
        let mut next = self.first[usize::from(square)];
        while next != CompanyId::NONE && next < id {
            before = next;
            next = self.slots[next.index()].next;
        }
        let slot = &mut self.slots[id.index()];
        slot.square = square;
        slot.next = next;
        match before {
            CompanyId::NONE => self.first[usize::from(square)] = id,
            before => self.slots[before.index()].next = id,
        }
    }

    /// Takes a company out of its square.
    pub(crate) fn lift(&mut self, id: CompanyId) {
        let Slot { square, next, .. } = self.slots[id.index()];
        let first = self.first[usize::from(square)];
        if first == id {
            self.first[usize::from(square)] = next;
        } else {
            let mut before = first;
            while self.slots[before.index()].next != id {
                before = self.slots[before.index()].next;
            }
            self.slots[before.index()].next = next;
        }
        self.slots[id.index()].next = CompanyId::NONE;
        self.slots[id.index()].square = NOWHERE;
    }

    /// Removes a company for good. Free slots at the end are dropped, so that equal boards are equal states.
    pub(crate) fn remove(&mut self, id: CompanyId) {
        self.lift(id);
        let seat = self.slots[id.index()].seat;
        self.companies[seat.index()] -= 1;
        self.slots[id.index()] =
            Slot { square: NOWHERE, next: CompanyId::NONE, kind: 0, seat: Seat(0), supply: 0, points: 0 };
        while self.slots.last().is_some_and(|slot| slot.square == NOWHERE) {
            self.slots.pop();
        }
    }

    /// Makes a seat the owner of a square; returns whether the owner changed.
    #[doc(hidden)]
    pub fn take(&mut self, game: &GeneralsView, square: u16, seat: Seat) -> bool {
        let owner = &mut self.owner[usize::from(square)];
        let before = owner.replace(seat);
        if before == Some(seat) {
            return false;
        }
        if game.city_at[usize::from(square)] != NOWHERE {
            if let Some(before) = before {
                self.cities[before.index()] -= 1;
            }
            self.cities[seat.index()] += 1;
        }
        true
    }

    /// Whether a seat still has a city or a company to act with.
    #[doc(hidden)]
    pub fn is_in(&self, seat: Seat) -> bool {
        !self.out.contains(seat)
    }

    /// Effective attack of a company.
    #[doc(hidden)]
    pub fn attack(&self, game: &GeneralsView, id: CompanyId) -> u16 {
        game.strength(self.slot(id).kind, self.slot(id).supply).0
    }

    /// Effective defence of a company.
    #[doc(hidden)]
    pub fn defence(&self, game: &GeneralsView, id: CompanyId) -> u16 {
        game.strength(self.slot(id).kind, self.slot(id).supply).1
    }

    /// Checks the invariants, for tests, and returns the first one broken.
    #[doc(hidden)]
    pub fn find_broken(&self, game: &GeneralsView) -> Option<String> {
        let seats = game.seats_count();
        let mut companies = [0; SEATS_MAX];
        let mut cities = [0; SEATS_MAX];
        let mut chained = 0;
        for square in 0..game.squares() as u16 {
            let mut last = None;
            for (id, slot) in self.standing_in(square) {
                chained += 1;
                companies[slot.seat.index()] += 1;
                if slot.square != square || last.is_some_and(|last| last >= id) {
                    return Some(format!("company {} is chained into {square} wrongly", id.0));
                }
                let kind = &game.types[usize::from(slot.kind)];
                if slot.supply > kind.supply || slot.points > kind.points || slot.seat.index() >= seats {
                    return Some(format!("company {} has what it cannot have: {slot:?}", id.0));
                }
                if !self.contested.contains(&square) && !game.are_friends(self.owner[usize::from(square)], slot.seat) {
                    return Some(format!("a company of seat {} stands in {square}, which is not its own", slot.seat.0));
                }
                if game.per_square > 0 && self.own_in(square, slot.seat) > game.per_square.max(1) {
                    let at_first = game.first_companies.iter().filter(|first| first.square == square).count();
                    if self.own_in(square, slot.seat) > at_first {
                        return Some(format!("too many companies in {square}"));
                    }
                }
                last = Some(id);
            }
            let Some(owner) = self.owner[usize::from(square)] else { continue };
            if owner.index() >= seats {
                return Some(format!("{square} belongs to a seat that does not play"));
            }
            if game.city_at[usize::from(square)] != NOWHERE {
                cities[owner.index()] += 1;
            }
        }
        if chained != self.slots.iter().filter(|slot| slot.square != NOWHERE).count() {
            return Some("a company stands in no square's chain".to_owned());
        }
        if companies != self.companies || cities != self.cities {
            return Some(format!(
                "counted {companies:?} and {cities:?}, kept {:?} and {:?}",
                self.companies, self.cities
            ));
        }
        if self.gold.iter().any(|&gold| gold < 0) {
            return Some(format!("debts: {:?}", self.gold));
        }
        if !self.contested.is_sorted() {
            return Some("battles are out of order".to_owned());
        }
        self.find_broken_order(game).or_else(|| self.find_broken_battle(game))
    }

    /// What is wrong with turn, phase and the order of turns.
    fn find_broken_order(&self, game: &GeneralsView) -> Option<String> {
        let seats = game.seats_count();
        let all = Seats::first(seats);
        let mut placed = Seats::NONE;
        for (place, &seat) in self.order.iter().enumerate().filter(|&(_, &seat)| seat != State::OPEN) {
            if place >= seats || usize::from(seat) >= seats || placed.contains(Seat(seat)) {
                return Some(format!("place {} in the order of turns is nobody's, or not its only one", place + 1));
            }
            placed = placed.with(Seat(seat));
        }
        let is_set_up = matches!(self.phase, Phase::Rolling | Phase::Choosing);
        if is_set_up && self.turn > 0 || matches!(self.phase, Phase::Moving | Phase::Fighting) && self.turn == 0 {
            return Some(format!("the phase cannot be {:?} in turn {}", self.phase, self.turn).to_lowercase());
        }
        if self.turn > 0 && (placed != all || usize::from(self.acting) >= seats) {
            return Some("the order of turns is not settled".to_owned());
        }
        if self.phase == Phase::Moving && !self.is_in(self.acting_seat()) {
            return Some("it is the turn of a side that is out".to_owned());
        }
        if self.rolling.0 & !all.0 != 0 || self.out.0 & !all.0 != 0 {
            return Some("a seat that does not play rolls, or is out".to_owned());
        }
        if self.rolling.is_empty() == (self.phase == Phase::Rolling) && self.phase != Phase::Over {
            return Some("in the phase rolling, and in no other, sides have to roll".to_owned());
        }
        if self.phase == Phase::Choosing && placed == all {
            return Some("no place is left to choose".to_owned());
        }
        if self.standing.iter().any(|&before| usize::from(before) >= seats) {
            return Some("a side stands behind more than all others".to_owned());
        }
        let is_over = self.phase == Phase::Over;
        if self.won.is_some_and(|team| !is_over || !game.teams.contains(&team)) {
            return Some("somebody has won a game that is not over".to_owned());
        }
        None
    }

    /// What is wrong with the battles.
    fn find_broken_battle(&self, game: &GeneralsView) -> Option<String> {
        if let Some(&square) = self.contested.iter().find(|&&square| usize::from(square) >= game.squares()) {
            return Some(format!("there is no square {square}"));
        }
        if matches!(self.phase, Phase::Rolling | Phase::Choosing) && !self.contested.is_empty() {
            return Some("a battle is pending before the first turn".to_owned());
        }
        if self.phase == Phase::Over {
            return self.battle.map(|_| "a battle goes on after the end".to_owned());
        }
        for &square in &self.contested {
            let acting = self.acting_seat();
            let is_fought = self.own_in(square, acting) > 0 && self.has_enemies(game, square, acting);
            if !is_fought {
                return Some(format!("nobody fights with {acting} in {}", game.name_of_square(square)));
            }
        }
        let Some(battle) = self.battle else {
            return (self.phase == Phase::Fighting).then(|| "there is no battle to choose a company for".to_owned());
        };
        if self.phase != Phase::Fighting || self.contested.first() != Some(&battle.square) {
            return Some("the battle is not the one that has to be fought now".to_owned());
        }
        let acting = self.acting_seat();
        let fits = |id: CompanyId, is_right: &dyn Fn(Seat) -> bool| {
            id == CompanyId::NONE
                || self.slots.get(id.index()).is_some_and(|slot| slot.square == battle.square && is_right(slot.seat))
        };
        let both = battle.attacker != CompanyId::NONE && battle.defender != CompanyId::NONE;
        if both
            || !fits(battle.attacker, &|seat| seat == acting)
            || !fits(battle.defender, &|seat| game.are_enemies(seat, acting))
        {
            return Some("the battle is fought by nobody, or waits for nobody".to_owned());
        }
        let chooser = game.find_chooser(self);
        if chooser != Some(battle.chooser) || !self.is_in(battle.chooser) {
            return Some("the battle waits for a side that has no choice".to_owned());
        }
        None
    }
}
