//! The course of the game: who acts, and what follows when nobody has anything left to do.

use contract::{Seat, Seats};

use crate::state::{Stage, State};
use crate::{Event, HostileSpace};

impl HostileSpace {
    /// The seats that may act.
    #[doc(hidden)]
    pub fn who_acts(&self, state: &State) -> Seats {
        let in_order = || state.order.iter().map(|&seat| Seat(seat)).filter(|&seat| state.is_in(seat));
        let first = |of: &dyn Fn(Seat) -> bool| in_order().find(|&seat| of(seat)).map_or(Seats::NONE, Seats::one);
        match state.stage {
            Stage::Over => Seats::NONE,
            Stage::Dice if state.order.is_empty() => self.who_throws(state),
            Stage::Dice => Seats::NONE,
            Stage::Markers => first(&|seat| state.markers[seat.index()].is_none() && !self.has_placed(state, seat)),
            Stage::Ships => first(&|seat| !self.has_placed(state, seat)),
            Stage::Entities => self.entity_seat(state).map_or(Seats::NONE, Seats::one),
            Stage::Velocities => {
                // Who can change nothing is not asked; if nobody can, all end the turn, so that turns are seen one by one.
                let can = |seat: Seat| state.ships_of(seat).any(|ship| ship.delta_v > 0);
                let nobody_can = !in_order().any(can);
                let acts = |seat: Seat| !state.done.contains(seat) && (nobody_can || can(seat));
                if self.numbers.is_open {
                    return first(&acts);
                }
                in_order().filter(|&seat| acts(seat)).fold(Seats::NONE, |acting, seat| acting.with(seat))
            }
            Stage::Fire => {
                let can_fire = |seat| state.ships_of(seat).any(|ship| ship.missiles > 0 && !ship.has_fired);
                first(&|seat| !state.done.contains(seat) && can_fire(seat))
            }
        }
    }

    /// Goes on until somebody has to act.
    #[doc(hidden)]
    pub fn go_on(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        while state.stage != Stage::Over && self.who_acts(state).is_empty() {
            state.done = Seats::NONE;
            state.stage = match state.stage {
                Stage::Dice => {
                    if state.order.is_empty() {
                        self.settle_order(state, log);
                    }
                    Stage::Markers
                }
                Stage::Markers => Stage::Ships,
                Stage::Ships => {
                    self.throw_for_entities(state, log);
                    Stage::Entities
                }
                Stage::Entities => {
                    state.markers.fill(None);
                    self.begin_turn(state, log)
                }
                Stage::Velocities => {
                    self.move_ships(state, log);
                    if self.find_losers(state, log) {
                        return self.end(state, log);
                    }
                    Stage::Fire
                }
                Stage::Fire => {
                    self.fly_missiles(state, log);
                    self.rearm(state, log);
                    if self.find_losers(state, log) || state.turn >= self.numbers.turns {
                        return self.end(state, log);
                    }
                    self.begin_turn(state, log)
                }
                Stage::Over => return,
            };
        }
    }

    fn begin_turn(&self, state: &mut State, log: &mut dyn FnMut(Event)) -> Stage {
        state.turn += 1;
        state.ships.iter_mut().for_each(|ship| ship.has_fired = false);
        log(Event::Turn { turn: state.turn });
        Stage::Velocities
    }

    /// Who rests beside a token of a base, the seat's own or a friend's, has all its delta-v back and some missiles.
    fn rearm(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let (tokens, numbers) = (&state.tokens, &self.numbers);
        for ship in &mut state.ships {
            let seat = Seat(ship.seat);
            let missiles = self.missiles_of(seat).saturating_sub(ship.missiles).min(numbers.rearming);
            let lacks = missiles > 0 || ship.delta_v < numbers.delta_v;
            let is_beside = |token: &&crate::Token| {
                self.are_friends(Seat(token.seat), seat) && self.area.distance(token.cell, ship.cell) == 1
            };
            if ship.velocity == (0, 0) && lacks && tokens.iter().any(|token| is_beside(&token)) {
                ship.delta_v = numbers.delta_v;
                ship.missiles += missiles;
                log(Event::Rearmed { seat, number: ship.number, missiles });
            }
        }
    }

    /// Whether a seat has what it must not lose: its base's centre, or a ship where there are no bases.
    pub(crate) fn stands(&self, state: &State, seat: Seat) -> bool {
        if self.numbers.has_bases {
            state.tokens.iter().any(|token| token.seat == seat.0 && token.is_center)
        } else {
            state.ships_of(seat).next().is_some()
        }
    }

    /// Takes out who has lost; whether at most one team is left.
    fn find_losers(&self, state: &mut State, log: &mut dyn FnMut(Event)) -> bool {
        for seat in self.all_seats() {
            if state.is_in(seat) && !self.stands(state, seat) {
                self.take_out(state, seat, false, log);
            }
        }
        self.is_over(state)
    }

    /// From here on a seat does nothing, and its pieces go on as they go.
    pub(crate) fn take_out(&self, state: &mut State, seat: Seat, forfeited: bool, log: &mut dyn FnMut(Event)) {
        state.out = state.out.with(seat);
        log(Event::Out { seat, forfeited });
    }

    /// Whether at most one team is left.
    pub(crate) fn is_over(&self, state: &State) -> bool {
        let mut teams = self.all_seats().filter(|&seat| state.is_in(seat)).map(|seat| self.teams[seat.index()]);
        let first = teams.next();
        teams.all(|team| Some(team) == first)
    }

    /// Ends the game: the last team has won, or the one with the most ships, then with the most missiles aboard; if two have as many
    /// of both, nobody has.
    pub(crate) fn end(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let mut counts: Vec<((u32, u32), u8)> = Vec::new();
        for seat in self.all_seats().filter(|&seat| state.is_in(seat)) {
            let (ships, missiles) = (state.ships_of(seat).count() as u32, state.missiles_aboard(seat));
            let team = self.teams[seat.index()];
            match counts.iter_mut().find(|(_, other)| *other == team) {
                Some((count, _)) => *count = (count.0 + ships, count.1 + missiles),
                None => counts.push(((ships, missiles), team)),
            }
        }
        counts.sort_unstable_by(|one, other| other.cmp(one));
        state.won = match counts[..] {
            [(_, team)] => Some(team),
            [(most, team), (next, _), ..] if most > next => Some(team),
            _ => None,
        };
        (state.stage, state.done) = (Stage::Over, Seats::NONE);
        state.markers.fill(None);
        state.ships.iter_mut().for_each(|ship| (ship.planned, ship.has_fired) = (None, false));
        log(Event::Over { team: state.won });
    }
}
