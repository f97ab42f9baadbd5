//! The course of a month: meetings, moves inside, attacks, recruits, building (seed 004, "Control").

use contract::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::battle::{Battle, Place, Squad};
use crate::event::fighting;
use crate::numbers::Body;
use crate::orders::{count, is_none};
use crate::report::Report;
use crate::{Empire, Event, Fort, KINDS, Order, Phase, Refusal, State, Troops};

/// What is still to come of a month.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The step that is carried out.
    step: Step,
    /// Armies that are on their way.
    marches: Vec<March>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    #[default]
    Meetings,
    Attacks,
}

/// An army on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct March {
    seat: u8,
    from: u16,
    to: u16,
    then: Option<u16>,
    troops: Troops,
}

impl Empire {
    /// What an order costs.
    #[must_use]
    pub fn price(&self, order: &Order) -> i32 {
        match order {
            Order::March { then, troops, .. } => {
                let steps = if then.is_some() { 2 } else { 1 };
                (count(troops) * steps * u32::from(self.numbers.march_price)) as i32
            }
            Order::Recruit { kind, count, .. } => {
                i32::from(self.numbers.troops[usize::from(*kind)].cost) * i32::from(*count)
            }
            Order::Build { .. } => i32::from(self.numbers.building_gold),
        }
    }

    /// Checks that a seat may give an order now.
    pub(crate) fn check_order(&self, state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let realm = state.realms.get(usize::from(order.province())).ok_or(Refusal::NoProvince)?;
        if realm.owner != Some(seat.0) {
            return Err(Refusal::NotYourProvince);
        }
        let orders = &state.orders[seat.index()];
        match order {
            Order::March { from, to, then, troops } => {
                self.check_march(state, seat, *from, *to, *then, troops)?;
            }
            Order::Recruit { province, kind, count } => {
                let trains = self.provinces[usize::from(*province)].trains;
                let most = trains.get(usize::from(*kind)).copied().ok_or(Refusal::NotTrained { left: 0 })?;
                let ordered: u16 = orders
                    .iter()
                    .map(|other| match other {
                        Order::Recruit { province: at, kind: of, count } if (at, of) == (province, kind) => *count,
                        _ => 0,
                    })
                    .sum();
                let left = most.saturating_sub(ordered);
                if *count == 0 {
                    return Err(Refusal::Nothing);
                }
                if *count > left {
                    return Err(Refusal::NotTrained { left });
                }
            }
            Order::Build { province } => {
                if orders.contains(&Order::Build { province: *province }) {
                    return Err(Refusal::WorkPaid);
                }
                let fort = realm.fort;
                let is_whole = fort.health == self.numbers.fort_health(fort.level);
                if is_whole && usize::from(fort.level) == self.numbers.forts.len() {
                    return Err(Refusal::Highest);
                }
            }
        }
        let (needs, has) = (self.price(order), state.free_gold(seat));
        if needs > has { Err(Refusal::NotEnoughGold { needs, has }) } else { Ok(()) }
    }

    fn check_march(
        &self,
        state: &State,
        seat: Seat,
        from: u16,
        to: u16,
        then: Option<u16>,
        troops: &Troops,
    ) -> Result<(), Refusal> {
        if usize::from(to) >= self.provinces.len() || then.is_some_and(|then| usize::from(then) >= self.provinces.len())
        {
            return Err(Refusal::NoProvince);
        }
        self.link(from, to).ok_or(Refusal::NoWay)?;
        if is_none(troops) {
            return Err(Refusal::Nothing);
        }
        let has = self.free_troops(state, seat, from);
        if let Some(kind) = (0..KINDS).find(|&kind| troops[kind] > has[kind]) {
            return Err(Refusal::NotSoMany { has: has[kind] });
        }
        let Some(then) = then else { return Ok(()) };
        self.link(to, then).ok_or(Refusal::NoWay)?;
        let is_own = |province: u16| state.realm(province).owner == Some(seat.0);
        let is_horse = |kind: usize| self.numbers.troops[kind].body == Body::Horse;
        let is_cavalry = (0..KINDS).all(|kind| troops[kind] == 0 || is_horse(kind));
        if is_cavalry && is_own(to) && is_own(then) { Ok(()) } else { Err(Refusal::NoSecondStep) }
    }

    /// The squads in a province that have no order to march.
    #[must_use]
    pub fn free_troops(&self, state: &State, seat: Seat, province: u16) -> Troops {
        let mut troops = state.realm(province).troops;
        for order in &state.orders[seat.index()] {
            if let Order::March { from, troops: gone, .. } = order
                && *from == province
            {
                troops.iter_mut().zip(gone).for_each(|(has, gone)| *has = has.saturating_sub(*gone));
            }
        }
        troops
    }

    /// All have given their orders: they are paid, armies set out, and the month goes its course.
    pub(crate) fn carry_out(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        for seat in 0..self.seats_count() {
            state.gold[seat] -= std::mem::take(&mut state.set_aside[seat]);
            for place in 0..state.orders[seat].len() {
                if let Order::March { from, to, then, troops } = state.orders[seat][place] {
                    let realm = &mut state.realms[usize::from(from)];
                    realm.troops.iter_mut().zip(troops).for_each(|(has, gone)| *has -= gone);
                    state.course.marches.push(March { seat: seat as u8, from, to, then, troops });
                    log(Event::Marched { seat: Seat(seat as u8), from, to: then.unwrap_or(to), troops });
                }
            }
        }
        state.course.step = Step::Meetings;
        self.go_on(state, log);
    }

    /// Carries out what comes next, until somebody has to choose.
    pub(crate) fn go_on(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        loop {
            if state.battle.is_some() {
                state.phase = Phase::Battle;
                let Some(battle) = self.fight(state, log) else { return };
                self.settle(state, battle, log);
            }
            state.phase = Phase::Orders;
            let next = match state.course.step {
                Step::Meetings => self.next_meeting(state),
                Step::Attacks => self.next_attack(state, log),
            };
            match next {
                Some(battle) => {
                    log(fighting(&battle));
                    state.battle = Some(battle);
                }
                None if state.course.step == Step::Meetings => {
                    self.move_inside(state);
                    state.course.step = Step::Attacks;
                }
                None => return self.end_month(state, log),
            }
        }
    }

    /// Armies of two seats that march over one border in opposite ways.
    fn next_meeting(&self, state: &State) -> Option<Battle> {
        let marches = &state.course.marches;
        let meets = |one: &March, other: &March| {
            (one.from, one.to) == (other.to, other.from)
                && self.teams[usize::from(one.seat)] != self.teams[usize::from(other.seat)]
        };
        let (one, other) =
            marches.iter().find_map(|one| Some((one, marches.iter().find(|other| meets(one, other))?)))?;
        let army = |of: &March| {
            let mut squads = Vec::new();
            for march in marches.iter().filter(|march| (march.seat, march.from, march.to) == (of.seat, of.from, of.to))
            {
                squads.extend(Battle::muster(self, &march.troops, false));
            }
            (Some(Seat(of.seat)), squads)
        };
        let (one, other) = if one.from < other.from { (one, other) } else { (other, one) };
        Some(Battle::new(Place::Border(one.from, one.to), vec![army(one), army(other)]))
    }

    /// Reinforcements arrive, second steps of cavalry too.
    fn move_inside(&self, state: &mut State) {
        let marches = std::mem::take(&mut state.course.marches);
        for march in marches {
            let to = march.then.unwrap_or(march.to);
            let realm = &mut state.realms[usize::from(to)];
            if realm.owner == Some(march.seat) {
                realm.troops.iter_mut().zip(march.troops).for_each(|(has, more)| *has += more);
            } else {
                state.course.marches.push(march);
            }
        }
    }

    /// The next province that is attacked.
    fn next_attack(&self, state: &mut State, log: &mut dyn FnMut(Event)) -> Option<Battle> {
        loop {
            let province = state.course.marches.iter().map(|march| march.to).min()?;
            let mut armies: Vec<(Option<Seat>, Vec<Squad>)> = Vec::new();
            let realm = state.realm(province).clone();
            let mut defence = Battle::muster(self, &realm.troops, false);
            defence.extend(Battle::fort_squads(realm.fort));
            armies.push((realm.seat(), defence));
            let mut seats: Vec<u8> =
                state.course.marches.iter().filter(|march| march.to == province).map(|march| march.seat).collect();
            seats.sort_unstable();
            seats.dedup();
            for &seat in &seats {
                let mut squads = Vec::new();
                for march in state.course.marches.iter().filter(|march| (march.seat, march.to) == (seat, province)) {
                    let river = self.link(march.from, province).is_some_and(|link| link.river);
                    squads.extend(Battle::muster(self, &march.troops, river));
                }
                armies.push((Some(Seat(seat)), squads));
            }
            if seats.len() > 1 || !armies[0].1.is_empty() {
                return Some(Battle::new(Place::Province(province), armies));
            }
            // Nobody is there to defend it.
            let battle = Battle::new(Place::Province(province), armies);
            self.settle(state, battle, log);
        }
    }

    /// A battle is over: who is left goes on, or has the province.
    fn settle(&self, state: &mut State, battle: Battle, log: &mut dyn FnMut(Event)) {
        let report = Box::new(Report::new(state, &battle));
        let left = |side: usize| {
            let mut troops = [0; KINDS];
            for squad in battle.sides[side].squads.iter().filter(|squad| squad.health > 0) {
                if let Some(count) = troops.get_mut(usize::from(squad.kind)) {
                    *count += 1;
                }
            }
            troops
        };
        let stands = |side: usize| battle.sides[side].squads.iter().any(|squad| squad.health > 0);
        let standing: Vec<usize> = (0..battle.sides.len()).filter(|&side| stands(side)).collect();
        let winner = match standing.as_slice() {
            [only] => battle.sides[*only].seat.map(Seat).map(|seat| (*only, seat)),
            _ => None,
        };
        match battle.place {
            Place::Border(from, to) => {
                let over = |march: &March| [(from, to), (to, from)].contains(&(march.from, march.to));
                let mut first: Option<March> = None;
                state.course.marches.retain(|march| {
                    if over(march) && winner.is_some_and(|(_, seat)| seat.0 == march.seat) {
                        first.get_or_insert(*march);
                    }
                    !over(march)
                });
                // The winner marches on, with what is left.
                if let (Some(march), Some((side, _))) = (first, winner) {
                    state.course.marches.push(March { troops: left(side), ..march });
                }
                log(Event::Fought(report));
            }
            Place::Province(province) => {
                state.course.marches.retain(|march| march.to != province);
                let realm = &mut state.realms[usize::from(province)];
                let before = realm.seat();
                realm.fort = self.fort_after(realm.fort, &battle.sides[0].squads);
                let was_fought = battle.sides[0].squads.len() + usize::from(battle.sides.len() > 2) > 0;
                match winner.filter(|(side, _)| *side > 0) {
                    Some((side, seat)) => {
                        (realm.owner, realm.troops) = (Some(seat.0), left(side));
                        if was_fought {
                            log(Event::Fought(report));
                        }
                        log(Event::Taken { seat, province, before });
                    }
                    None => {
                        realm.troops = left(0);
                        log(Event::Fought(report));
                    }
                }
            }
        }
    }

    /// A fort after a battle: damage stays, what is razed is gone.
    fn fort_after(&self, before: Fort, squads: &[Squad]) -> Fort {
        let health = |kind: u8| squads.iter().find(|squad| squad.kind == kind).map_or(0, |squad| squad.health);
        let (fort, work) = (health(Squad::FORT), health(Squad::WORK));
        Fort {
            level: if fort > 0 { before.level } else { 0 },
            health: fort,
            work: if work > 0 { before.work } else { 0 },
            work_health: work,
        }
    }

    /// Recruits, building, what was lost; then the next month begins.
    fn end_month(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        for recruits in [true, false] {
            for seat in (0..self.seats_count() as u8).map(Seat) {
                for place in 0..state.orders[seat.index()].len() {
                    let order = state.orders[seat.index()][place];
                    let is_due = match order {
                        Order::March { .. } => false,
                        Order::Recruit { .. } => recruits,
                        Order::Build { .. } => !recruits,
                    };
                    if is_due {
                        self.fulfil(state, seat, order, log);
                    }
                }
            }
        }
        state.orders.iter_mut().for_each(Vec::clear);
        (state.done, state.course) = (Seats::NONE, Course::default());
        for seat in (0..self.seats_count() as u8).map(Seat) {
            if !state.out.contains(seat) && state.provinces_of(seat) == 0 {
                state.out = state.out.with(seat);
                log(Event::Out { seat, forfeited: false });
            }
        }
        if self.is_over(state) {
            return self.end(state, log);
        }
        state.month += 1;
        state.phase = Phase::Orders;
        self.pay(state, log);
    }

    /// Provinces pay their tribute.
    fn pay(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        for seat in (0..self.seats_count() as u8).map(Seat).filter(|&seat| !state.out.contains(seat)) {
            let income = self.income(state, seat);
            state.gold[seat.index()] += income;
            log(Event::Month { month: state.month, seat, income });
        }
    }

    /// What a seat's provinces pay in a month.
    #[must_use]
    pub fn income(&self, state: &State, seat: Seat) -> i32 {
        let own = self.provinces.iter().zip(&state.realms).filter(|(_, realm)| realm.owner == Some(seat.0));
        own.map(|(province, _)| i32::from(province.tribute)).sum()
    }

    fn fulfil(&self, state: &mut State, seat: Seat, order: Order, log: &mut dyn FnMut(Event)) {
        let province = order.province();
        if state.realm(province).owner != Some(seat.0) {
            let gold = self.price(&order) * i32::from(self.numbers.lost_order_back) / 100;
            state.gold[seat.index()] += gold;
            return log(Event::Back { seat, province, gold });
        }
        let realm = &mut state.realms[usize::from(province)];
        match order {
            Order::March { .. } => {}
            Order::Recruit { kind, count, .. } => {
                realm.troops[usize::from(kind)] += count;
                log(Event::Recruited { seat, province, kind, count });
            }
            Order::Build { .. } => {
                let level = self.build(&mut realm.fort);
                log(Event::Built { seat, province, level });
            }
        }
    }

    /// A month of work on a fort; the level that it finishes, or 0.
    fn build(&self, fort: &mut Fort) -> u8 {
        let health = self.numbers.building_health;
        let whole = self.numbers.fort_health(fort.level);
        if fort.health < whole {
            fort.health = (fort.health + health).min(whole);
            return 0;
        }
        // After a siege there may be nothing left to build on.
        let Some(next) = self.numbers.forts.get(usize::from(fort.level)) else { return 0 };
        fort.work += 1;
        fort.work_health += health;
        if fort.work < next.months {
            return 0;
        }
        fort.level += 1;
        // Work that was damaged is mended by its end.
        *fort = Fort { level: fort.level, health: self.numbers.fort_health(fort.level), work: 0, work_health: 0 };
        fort.level
    }

    /// The teams that are still in the game.
    fn teams_in(&self, state: &State) -> Vec<u8> {
        let mut teams: Vec<u8> = (0..self.seats_count())
            .filter(|&seat| !state.out.contains(Seat(seat as u8)))
            .map(|seat| self.teams[seat])
            .collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    }

    pub(crate) fn is_over(&self, state: &State) -> bool {
        self.teams_in(state).len() <= 1 || state.month >= self.numbers.months
    }

    /// Ends the game: the last empire wins, or at the last month the one with the most provinces, then with the highest tribute.
    pub(crate) fn end(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let teams = self.teams_in(state);
        let worth = |team: &u8| {
            let own = (0..self.seats_count()).filter(|&seat| self.teams[seat] == *team).map(|seat| Seat(seat as u8));
            own.fold((0, 0), |(provinces, tribute), seat| {
                (provinces + state.provinces_of(seat), tribute + self.income(state, seat))
            })
        };
        let best = teams.iter().map(worth).max();
        let first: Vec<u8> = teams.iter().copied().filter(|team| Some(worth(team)) == best).collect();
        state.won = if let [only] = first.as_slice() { Some(*only) } else { None };
        state.phase = Phase::Over;
        state.battle = None;
        state.course = Course::default();
        log(Event::Over { team: state.won });
    }
}
