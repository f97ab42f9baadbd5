//! A state as text and back: RON, with owners of squares as rows.

use chance::Draws;
use contract::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::SEATS_MAX;
use crate::board::{GeneralsView, NOWHERE};
use crate::state::{Battle, CompanyId, Phase, Slot, State};

/// The state as it is written.
#[derive(Serialize, Deserialize)]
struct Saved {
    format: u32,
    turn: u32,
    phase: String,
    draws: (u64, u64),
    root: (u64, u64),
    rolling: u32,
    rolls: Vec<u16>,
    standing: Vec<u8>,
    order: Vec<Option<u8>>,
    acting: u8,
    gold: Vec<i32>,
    out: u32,
    won: Option<u8>,
    contested: Vec<u16>,
    /// Square, attacker, defender, and the seat that has to choose.
    battle: Option<(u16, Option<u16>, Option<u16>, u8)>,
    /// One letter per square, row by row from the south: `.` for nobody, `a` for the first seat.
    owners: String,
    /// Slot, type, seat, square, supply, points.
    companies: Vec<(u16, u8, u8, u16, u8, u8)>,
}

const FORMAT: u32 = 1;
pub(crate) const PHASES: [(Phase, &str); 5] = [
    (Phase::Rolling, "rolling"),
    (Phase::Choosing, "choosing"),
    (Phase::Moving, "moving"),
    (Phase::Fighting, "fighting"),
    (Phase::Over, "over"),
];

impl GeneralsView {
    pub(crate) fn write_state(&self, state: &State) -> String {
        let seats = self.seats_count();
        let some = |id: CompanyId| (id != CompanyId::NONE).then_some(id.0);
        let phase = PHASES.iter().find(|(phase, _)| *phase == state.phase).expect("every phase has a name").1;
        let slots = state.slots.iter().enumerate().filter(|(_, slot)| slot.square != NOWHERE);
        let saved = Saved {
            format: FORMAT,
            turn: state.turn,
            phase: phase.to_owned(),
            draws: (state.draws.key, state.draws.count),
            root: (state.root.key, state.root.count),
            rolling: state.rolling.0,
            rolls: state.rolls[..seats].to_vec(),
            standing: state.standing[..seats].to_vec(),
            order: state.order[..seats].iter().map(|&seat| (seat != State::OPEN).then_some(seat)).collect(),
            acting: state.acting,
            gold: state.gold[..seats].to_vec(),
            out: state.out.0,
            won: state.won,
            contested: state.contested.clone(),
            battle: state
                .battle
                .map(|battle| (battle.square, some(battle.attacker), some(battle.defender), battle.chooser.0)),
            owners: state.owner.iter().map(|owner| owner.map_or('.', |seat| char::from(b'a' + seat.0))).collect(),
            companies: slots
                .map(|(id, slot)| (id as u16, slot.kind, slot.seat.0, slot.square, slot.supply, slot.points))
                .collect(),
        };
        contract::write_state(&saved)
    }

    pub(crate) fn read_state(&self, text: &str) -> Result<State, String> {
        let saved: Saved = contract::read_state(text).map_err(|fault| format!("not a saved game: {fault}"))?;
        if saved.format != FORMAT {
            return Err(format!("the saved game has format {}: this version reads format {FORMAT}", saved.format));
        }
        let seats = self.seats_count();
        let phase = PHASES.iter().find(|(_, name)| *name == saved.phase);
        let lengths = [saved.rolls.len(), saved.standing.len(), saved.order.len(), saved.gold.len()];
        if lengths != [seats; 4] || saved.owners.len() != self.squares() || usize::from(saved.acting) >= seats {
            return Err("the saved game is of another scenario: its seats or squares do not fit".to_owned());
        }
        let id = |id: Option<u16>| id.map_or(CompanyId::NONE, CompanyId);
        let mut state = State::new(self, Draws { key: saved.root.0, count: saved.root.1 });
        state.draws = Draws { key: saved.draws.0, count: saved.draws.1 };
        state.phase = phase.ok_or_else(|| format!("the saved game is in no known phase, `{}`", saved.phase))?.0;
        state.turn = saved.turn;
        state.rolling = Seats(saved.rolling);
        state.acting = saved.acting;
        state.out = Seats(saved.out);
        state.won = saved.won;
        state.rolls[..seats].copy_from_slice(&saved.rolls);
        state.standing[..seats].copy_from_slice(&saved.standing);
        state.gold[..seats].copy_from_slice(&saved.gold);
        for (place, seat) in saved.order.iter().enumerate() {
            state.order[place] = seat.unwrap_or(State::OPEN);
        }
        state.slots.clear();
        state.first.fill(CompanyId::NONE);
        state.companies = [0; SEATS_MAX];
        state.cities = [0; SEATS_MAX];
        for (square, letter) in saved.owners.bytes().enumerate() {
            let owner = (letter != b'.').then_some(Seat(letter.wrapping_sub(b'a')));
            if owner.is_some_and(|seat| seat.index() >= seats) {
                return Err(format!(
                    "square {} belongs to a seat that does not play",
                    self.name_of_square(square as u16)
                ));
            }
            state.owner[square] = owner;
        }
        for &square in &self.cities {
            if let Some(seat) = state.owner[usize::from(square)] {
                state.cities[seat.index()] += 1;
            }
        }
        for (slot, kind, seat, square, supply, points) in saved.companies {
            let seat = Seat(seat);
            let fits =
                usize::from(kind) < self.types.len() && seat.index() < seats && usize::from(square) < self.squares();
            if !fits || usize::from(slot) < state.slots.len() || slot >= 60_000 {
                return Err(format!("company {slot} of the saved game is not of this scenario"));
            }
            let free = Slot { square: NOWHERE, next: CompanyId::NONE, kind: 0, seat: Seat(0), supply: 0, points: 0 };
            state.slots.resize(usize::from(slot), free);
            state.slots.push(Slot { kind, seat, supply, points, ..free });
            state.companies[seat.index()] += 1;
            state.put(CompanyId(slot), square);
        }
        if let Some(&square) = saved.contested.iter().find(|&&square| usize::from(square) >= self.squares()) {
            return Err(format!("there is no square {square}"));
        }
        state.contested = saved.contested;
        state.battle = saved.battle.map(|(square, attacker, defender, chooser)| Battle {
            square,
            attacker: id(attacker),
            defender: id(defender),
            chooser: Seat(chooser),
        });
        if let Some(battle) = state.battle {
            let is_there = |id: CompanyId| {
                id == CompanyId::NONE || state.slots.get(id.index()).is_some_and(|slot| slot.square == battle.square)
            };
            let fits = usize::from(battle.square) < self.squares() && battle.chooser.index() < seats;
            if !fits || !is_there(battle.attacker) || !is_there(battle.defender) {
                return Err("the battle of the saved game is fought by nobody".to_owned());
            }
        }
        match state.find_broken(self) {
            Some(fault) => Err(format!("the saved game is broken: {fault}")),
            None => Ok(state),
        }
    }
}
