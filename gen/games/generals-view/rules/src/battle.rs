//! Battles: highest attack against highest defence, one draw, until one owner is left (seed 001, section 1, "attack phase").

use contract::{Seat, Seats};

use crate::board::{GeneralsView, NOWHERE};
use crate::state::{Battle, CompanyId, Phase, State};
use crate::{Event, Refusal};

impl GeneralsView {
    /// Fights all pending battles in the order of squares, and stops where a seat has to choose a company. After the last one the
    /// turn ends.
    pub(crate) fn fight(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let acting = state.acting_seat();
        loop {
            let Some(battle) = state.battle else {
                let Some(&square) = state.contested.first() else { break };
                state.battle =
                    Some(Battle { square, attacker: CompanyId::NONE, defender: CompanyId::NONE, chooser: Seat(0) });
                continue;
            };
            if !self.has_own(state, battle.square, acting) || !state.has_enemies(self, battle.square, acting) {
                self.settle_battle(state, battle.square, log);
                if state.phase == Phase::Over {
                    return;
                }
                continue;
            }
            if battle.attacker == CompanyId::NONE || battle.defender == CompanyId::NONE {
                if !self.send_strongest(state, battle, acting) {
                    state.phase = Phase::Fighting;
                    return;
                }
                continue;
            }
            self.exchange(state, battle, log);
        }
        state.phase = Phase::Moving;
        self.end_turn(state, log);
    }

    /// Whether companies of the acting seat are left in a square.
    fn has_own(&self, state: &State, square: u16, acting: Seat) -> bool {
        state.standing_in(square).any(|(_, slot)| slot.seat == acting)
    }

    /// Sends the next company to fight; `false` if a seat has to choose among equals.
    fn send_strongest(&self, state: &mut State, mut battle: Battle, acting: Seat) -> bool {
        let attacking = battle.attacker == CompanyId::NONE;
        let (first, same) = self.strongest(state, battle.square, acting, attacking);
        let chooser = state.slot(first).seat;
        if !same && state.is_in(chooser) {
            battle.chooser = chooser;
            state.battle = Some(battle);
            return false;
        }
        if attacking {
            battle.attacker = first;
        } else {
            battle.defender = first;
        }
        state.battle = Some(battle);
        true
    }

    /// The strongest company of one party, of equals the first by seat and id, and whether its seat's equals of it are all alike.
    fn strongest(&self, state: &State, square: u16, acting: Seat, attacking: bool) -> (CompanyId, bool) {
        let mut best: Option<(u16, Seat, CompanyId)> = None;
        let mut same = true;
        for (id, slot) in state.standing_in(square) {
            let is_attacker = slot.seat == acting;
            let is_enemy = self.are_enemies(slot.seat, acting);
            if if attacking { !is_attacker } else { !is_enemy } {
                continue;
            }
            let strength = if attacking { state.attack(self, id) } else { state.defence(self, id) };
            match best {
                Some((most, seat, _)) if strength < most || (strength == most && slot.seat > seat) => {}
                Some((most, seat, first)) if strength == most && slot.seat == seat => {
                    let other = state.slot(first);
                    same &= other.kind == slot.kind && other.supply == slot.supply;
                }
                _ => {
                    best = Some((strength, slot.seat, id));
                    same = true;
                }
            }
        }
        let (_, _, id) = best.expect("both parties have companies left");
        (id, same)
    }

    /// The seat that has to choose a company for the battle; `None` if there is no battle, or if a party of it has nobody left.
    pub(crate) fn find_chooser(&self, state: &State) -> Option<Seat> {
        let battle = state.battle?;
        let acting = Seat(*state.order.get(usize::from(state.acting))?);
        let is_fought = acting.index() < self.seats_count()
            && self.has_own(state, battle.square, acting)
            && state.has_enemies(self, battle.square, acting);
        let (first, _) =
            is_fought.then(|| self.strongest(state, battle.square, acting, battle.attacker == CompanyId::NONE))?;
        Some(state.slot(first).seat)
    }

    /// The companies among which a seat has to choose now.
    pub(crate) fn choices<'a>(&'a self, state: &'a State) -> impl Iterator<Item = CompanyId> + 'a {
        let acting = state.acting_seat();
        state.battle.into_iter().flat_map(move |battle| {
            let attacking = battle.attacker == CompanyId::NONE;
            let (first, _) = self.strongest(state, battle.square, acting, attacking);
            let strength = move |id| if attacking { state.attack(self, id) } else { state.defence(self, id) };
            let seat = state.slot(first).seat;
            state
                .standing_in(battle.square)
                .filter(move |&(id, slot)| slot.seat == seat && strength(id) == strength(first))
                .map(|(id, _)| id)
        })
    }

    pub(crate) fn check_send(&self, state: &State, id: CompanyId) -> Result<(), Refusal> {
        if self.choices(state).any(|choice| choice == id) { Ok(()) } else { Err(Refusal::NotAChoice) }
    }

    /// Sends the chosen company, and continues the battles.
    pub(crate) fn send(&self, state: &mut State, id: CompanyId, log: &mut dyn FnMut(Event)) {
        if let Some(battle) = &mut state.battle {
            if battle.attacker == CompanyId::NONE {
                battle.attacker = id;
            } else {
                battle.defender = id;
            }
        }
        self.fight(state, log);
    }

    /// One exchange between the two companies that were sent, decided by one draw. The winner stays.
    fn exchange(&self, state: &mut State, mut battle: Battle, log: &mut dyn FnMut(Event)) {
        let (attack, defence) = (state.attack(self, battle.attacker), state.defence(self, battle.defender));
        // If neither can hurt the other, the attacker gives way.
        let reference = u32::from(attack) + u32::from(defence);
        let drawn = if reference == 0 { 1 } else { state.draws.below(reference) as u16 + 1 };
        let of = |id: CompanyId| (state.slot(id).seat, state.slot(id).kind);
        log(Event::Fought {
            square: battle.square,
            attacker: of(battle.attacker),
            defender: of(battle.defender),
            attack,
            defence,
            drawn,
        });
        let loser = if drawn <= attack { &mut battle.defender } else { &mut battle.attacker };
        let fallen = std::mem::replace(loser, CompanyId::NONE);
        state.battle = Some(battle);
        state.remove(fallen);
    }

    /// After the last exchange the winner takes the square, unless it already belongs to a friend of the winner.
    fn settle_battle(&self, state: &mut State, square: u16, log: &mut dyn FnMut(Event)) {
        state.battle = None;
        state.contested.retain(|&other| other != square);
        let Some(winner) = state.standing_in(square).map(|(_, slot)| slot.seat).min() else { return };
        let before = state.owner[usize::from(square)];
        if !self.are_friends(before, winner) && state.take(self, square, winner) {
            log(Event::Taken { seat: winner, square, before, city: self.city_at[usize::from(square)] != NOWHERE });
        }
        self.find_losers(state, log);
        self.find_winner(state, log);
    }

    /// Takes seats with neither city nor company out of the game.
    pub(crate) fn find_losers(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        for seat in Seats::first(self.seats_count()).iter() {
            let left = state.cities[seat.index()] + state.companies[seat.index()];
            if left == 0 && state.is_in(seat) {
                state.out = state.out.with(seat);
                log(Event::Out { seat, forfeited: false });
            }
        }
    }

    /// A team wins when it owns every city, or when all others are out.
    pub(crate) fn find_winner(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        if state.phase == Phase::Over {
            return;
        }
        let mut alone = None;
        let mut alone_left = true;
        for seat in Seats::first(self.seats_count()).iter() {
            let team = self.team(seat);
            if state.is_in(seat) {
                alone_left &= alone.is_none_or(|other| other == team);
                alone = Some(team);
            }
        }
        let holds_all = |team: u8| {
            let held: usize = (0..self.seats_count())
                .filter(|&seat| self.teams[seat] == team)
                .map(|seat| usize::from(state.cities[seat]))
                .sum();
            held == self.cities.len()
        };
        let winner = match alone {
            // The last two gave up at once: nobody has won.
            None => None,
            Some(team) if alone_left => Some(team),
            Some(_) => (0..self.seats_count()).map(|seat| self.teams[seat]).find(|&team| holds_all(team)),
        };
        if winner.is_some() || alone.is_none() {
            state.won = winner;
            state.phase = Phase::Over;
            state.battle = None;
            if let Some(team) = winner {
                log(Event::Won { team });
            }
        }
    }
}
