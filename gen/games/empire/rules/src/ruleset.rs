//! These rules as a [`Ruleset`].

use chance::{Draws, Seed, Stream};
use contract::{
    Chapter, Chart, Choice, ChoiceKind, FactsOf, Figures, March, Observation, Outcome, Ruleset, RulesetInfo, Seat,
    Seats, SeenPosition, Turns, UnitEvent, Unplayable, ranks_by,
};
use design::{Design, Diagnostics, counted};
use grid::{Area, Cell};
use world::Scenario;

use crate::battle::Battle;
use crate::board::SEATS_MAX;
use crate::chart::troops_words;
use crate::figures::{AIMS, Aims};
use crate::numbers::{KIND_NAMES, NAME, Numbers};
use crate::observe::{observe, seat_record};
use crate::orders::{count, is_none};
use crate::report::squads;
use crate::text::MOVES;
use crate::{Empire, Event, KINDS, Move, Order, Phase, Refusal, State, Troops, View};
use crate::{facts, help};

const INFO: RulesetInfo = RulesetInfo {
    name: NAME,
    summary: "provinces, hidden orders for a month, battles in phases, forts: the last empire wins",
    moves: MOVES,
    turns: Turns::Simultaneous,
    hides: true,
    seats: 2..=SEATS_MAX as u8,
    turn_word: "month",
    shows_all: true,
    charts: true,
    aims: AIMS,
    first_steps: "`next` goes to a province of yours, `moves` lists what can be ordered there, with its price in gold: training first, then \
                  marches. `orders` tells what you have ordered, and `end` hands it in: then all empires act at once.",
    ..RulesetInfo::DEFAULT
};

impl Ruleset for Empire {
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

    fn open(scenario: &Scenario) -> Result<Empire, Unplayable> {
        Empire::new(scenario)
    }

    fn help(design: &Design) -> Vec<Chapter> {
        help::chapters(design, &Numbers::read(design).0)
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
        state.month
    }

    fn check(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        if !self.who_acts(state).contains(seat) {
            return Err(Refusal::NotYours);
        }
        match (action, &state.battle) {
            (Move::Order(order), None) => self.check_order(state, seat, &order),
            (Move::Cancel(place), None) => {
                let is_there = usize::from(place) < state.orders[seat.index()].len();
                if is_there { Ok(()) } else { Err(Refusal::NoOrder) }
            }
            (Move::End, None) | (Move::Strike, Some(_)) => Ok(()),
            (Move::Aim { squad, side, target }, Some(battle)) => {
                let own = battle.side_of(seat).ok_or(Refusal::NotYours)?;
                battle.check_target(self, own, squad, (side, target))
            }
            _ => Err(Refusal::WrongPhase),
        }
    }

    fn apply(&self, state: &mut State, seat: Seat, action: Move, log: &mut dyn FnMut(Event)) -> Result<(), Refusal> {
        self.check(state, seat, action)?;
        match action {
            Move::Order(order) => {
                state.set_aside[seat.index()] += self.price(&order);
                state.orders[seat.index()].push(order);
                log(Event::Ordered { seat, order });
            }
            Move::Cancel(place) => {
                let order = state.orders[seat.index()].remove(usize::from(place));
                state.set_aside[seat.index()] -= self.price(&order);
            }
            Move::End => {
                state.done = state.done.with(seat);
                self.act_if_all_have(state, log);
            }
            Move::Aim { squad, side, target } => {
                let battle = state.battle.as_mut().expect("it was checked");
                let own = battle.side_of(seat).expect("it was checked");
                battle.sides[own].aims[usize::from(squad)] = Some((side, target));
            }
            Move::Strike => {
                let battle = state.battle.as_mut().expect("it was checked");
                battle.chosen = battle.chosen.with(seat);
                self.go_on(state, log);
            }
        }
        Ok(())
    }

    fn forfeit(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        if state.phase == Phase::Over || state.out.contains(seat) {
            return;
        }
        state.out = state.out.with(seat);
        // What it has ordered in this month is not carried out.
        if state.battle.is_none() {
            state.orders[seat.index()].clear();
            state.set_aside[seat.index()] = 0;
        }
        log(Event::Out { seat, forfeited: true });
        if self.is_over(state) {
            return self.end(state, log);
        }
        match state.battle {
            Some(_) => self.go_on(state, log),
            None => self.act_if_all_have(state, log),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let over = || Outcome::of_team(&self.teams, state.won, self.ranks(state), self.scores(state));
        (state.phase == Phase::Over).then(over)
    }

    /// Provinces.
    fn scores(&self, state: &State) -> Vec<i64> {
        (0..self.seats_count()).map(|seat| state.provinces_of(Seat(seat as u8)) as i64).collect()
    }

    fn ranks(&self, state: &State) -> Vec<u8> {
        let of_team = |team: u8| (0..self.seats_count()).filter(move |&seat| self.teams[seat] == team);
        let worth = |seat: usize| {
            let team = self.teams[seat];
            let sum = |of: &dyn Fn(Seat) -> i64| of_team(team).map(|seat| of(Seat(seat as u8))).sum::<i64>();
            let is_in = of_team(team).any(|seat| !state.out.contains(Seat(seat as u8)));
            let provinces = sum(&|seat| state.provinces_of(seat) as i64);
            (state.won == Some(team), is_in, provinces, sum(&|seat| self.income(state, seat).into()))
        };
        ranks_by(&(0..self.seats_count()).map(worth).collect::<Vec<_>>())
    }

    /// Orders reveal nothing until all are given.
    fn has_revealed(&self, before: &State, after: &State, seat: Seat) -> bool {
        let at = |state: &State| {
            (state.month, state.phase, state.done, state.draws, state.battle.as_ref().map(|battle| battle.chosen))
        };
        at(before) != at(after) || before.done.contains(seat)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { game: self, seat, state }
    }

    fn seat(&self, view: View<'_>) -> Seat {
        view.seat
    }

    /// Orders that are given can be taken back; those are the last of the list.
    fn candidates(&self, view: View<'_>, moves: &mut Vec<Move>) {
        list(view, moves);
        if view.state.battle.is_none() {
            moves.extend((0..view.orders().len()).map(|place| Move::Cancel(place as u16)));
        }
    }

    /// One in eight draws ends the month, so that months end; few take an order back.
    fn random_move(&self, view: View<'_>, stream: &mut Stream) -> Move {
        let mut moves = Vec::new();
        list(view, &mut moves);
        let orders = view.state.orders[view.seat.index()].len();
        match stream.below(40) {
            0 if view.state.battle.is_none() && orders > 0 => Move::Cancel(stream.index(orders) as u16),
            0..5 => moves[0],
            _ => moves[stream.index(moves.len())],
        }
    }

    fn sample(&self, view: View<'_>, stream: &mut Stream) -> State {
        let mut state = view.state.clone();
        state.draws = Draws::new(Seed(stream.bits()));
        for seat in (0..self.seats_count() as u8).map(Seat).filter(|&seat| seat != view.seat) {
            match &mut state.battle {
                // What others aim at is not known; the usual targets are as good a guess as any.
                Some(battle) => {
                    if let Some(side) = battle.side_of(seat) {
                        battle.sides[side].aims.fill(None);
                    }
                }
                None => self.draw_orders(&mut state, seat, stream),
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
        let Move::Order(order) = action else {
            let label = match action {
                Move::End => "hand in the orders".to_owned(),
                Move::Strike => "strike: the others choose for themselves".to_owned(),
                Move::Cancel(place) => match view.orders().get(usize::from(place)) {
                    Some(order) => format!("take back: {}", self.order_words(view, *order).0),
                    None => line.clone(),
                },
                _ => line.clone(),
            };
            let kind = match action {
                Move::End | Move::Strike => ChoiceKind::End,
                Move::Cancel(_) => ChoiceKind::Drop,
                _ => ChoiceKind::Attack,
            };
            return Choice { label, kind, ..Choice::of_line(line) };
        };
        let (label, cells) = self.order_words(view, order);
        let cost = Some(self.price(&order).max(0) as u32);
        let (kind, product) = match order {
            Order::March { to, then, .. } => {
                let is_own = view.state.realm(then.unwrap_or(to)).owner == Some(view.seat.0);
                (if is_own { ChoiceKind::Move } else { ChoiceKind::Attack }, String::new())
            }
            Order::Recruit { kind, .. } => (ChoiceKind::Build, KIND_NAMES[usize::from(kind)].to_owned()),
            Order::Build { .. } => (ChoiceKind::Build, "fort".to_owned()),
        };
        Choice { line, label, cells, cost, kind, product, ..Choice::default() }
    }

    /// The march of all that stands in a province into the next one on the shortest way.
    fn move_towards(&self, view: View<'_>, _unit: &str, from: Cell, to: Cell, _area: &Area) -> Option<Move> {
        let number = |cell: Cell| self.capitals.iter().position(|&capital| capital == cell).map(|place| place as u16);
        let (start, end) = (number(from)?, number(to)?);
        let mut reached = vec![end];
        let mut next = 0;
        while let Some(&province) = reached.get(next) {
            next += 1;
            for link in &self.provinces[usize::from(province)].links {
                if link.to == start {
                    let troops = self.free_troops(view.state, view.seat, start);
                    let march = Order::March { from: start, to: province, then: None, troops };
                    return self.check_order(view.state, view.seat, &march).is_ok().then_some(Move::Order(march));
                }
                if !reached.contains(&link.to) {
                    reached.push(link.to);
                }
            }
        }
        None
    }

    fn status(&self, view: View<'_>, unit: &str) -> Option<String> {
        unit.is_empty().then(|| {
            let orders = match view.orders().len() {
                0 => "no order given yet".to_owned(),
                count => format!("{} given", counted(count, "order")),
            };
            format!("{}, {orders}", seat_record(view, view.seat).words())
        })
    }

    fn observe(&self, view: View<'_>) -> Observation {
        observe(view)
    }

    fn told_to(&self, event: &Event) -> Seats {
        event.told_to(self)
    }

    fn event_text(&self, event: &Event) -> String {
        event.tell(self)
    }

    fn unit_types(&self) -> Vec<(String, u32)> {
        KIND_NAMES.iter().zip(&self.numbers.troops).map(|(name, kind)| ((*name).to_owned(), kind.cost.into())).collect()
    }

    fn unit_event(&self, event: &Event) -> Option<UnitEvent> {
        match *event {
            Event::Recruited { seat, kind, .. } => {
                let cost = self.numbers.troops[usize::from(kind)].cost.into();
                Some(UnitEvent::Made { seat, kind: kind.into(), cost })
            }
            Event::Struck { by, target: (Some(seat), kind), fell: true, .. } if usize::from(kind) < KINDS => {
                let by = by.0.filter(|_| usize::from(by.1) < KINDS).map(|killer| (killer, u16::from(by.1)));
                Some(UnitEvent::Lost { seat, kind: kind.into(), by })
            }
            _ => None,
        }
    }

    fn march(&self, event: &Event) -> Option<March> {
        let Event::Marched { seat, from, to, troops } = *event else { return None };
        let cell = |province: u16| self.capitals[usize::from(province)];
        Some(March { seat, from: cell(from), to: cell(to), count: count(&troops) })
    }

    fn figures(&self) -> Option<Box<dyn Figures<Empire>>> {
        Some(Box::new(Aims::new(self)))
    }

    fn chart(&self, state: &State, shown: &Scenario) -> Option<Chart> {
        Some(self.make_chart(state, shown))
    }

    fn chart_to(&self, state: &State, _seat: Seat, seen: &SeenPosition) -> Option<Chart> {
        Some(self.make_chart(state, &seen.scenario))
    }

    fn odds(&self, view: View<'_>, action: Move) -> Option<u8> {
        let Move::Order(order) = action else { return None };
        self.attack_odds(view.state, view.seat, &order)
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
        Empire::is_whole(state)
    }

    fn show(&self, state: &State, start: &Scenario) -> Scenario {
        self.show_state(state, start)
    }
}

impl Empire {
    /// An order in words, and the cells that it has to do with.
    fn order_words(&self, view: View<'_>, order: Order) -> (String, Vec<Cell>) {
        let name = |province: u16| self.provinces[usize::from(province)].name.as_str();
        let cell = |province: u16| self.capitals[usize::from(province)];
        match order {
            Order::March { from, to, then, troops } => {
                let end = then.unwrap_or(to);
                let realm = view.state.realm(end);
                let troops = troops_words(&troops);
                let label = match realm.seat() {
                    Some(owner) if owner == view.seat => format!("go to {} with {troops}", name(end)),
                    owner => {
                        let whose = owner.map_or(String::new(), |owner| format!(" of {}", self.sides[owner.index()]));
                        let foes = self.garrison_words(realm);
                        let foes = if foes.is_empty() { "nobody" } else { &foes };
                        format!("attack {}{whose} with {troops} against {foes}", name(end))
                    }
                };
                (label, vec![cell(from), cell(end)])
            }
            Order::Recruit { province, kind, count } => {
                (format!("train {} in {}", squads(kind.into(), count.into()), name(province)), vec![cell(province)])
            }
            Order::Build { province } => (format!("build on the fort of {}", name(province)), vec![cell(province)]),
        }
    }

    /// The seats that may act.
    #[doc(hidden)]
    pub fn who_acts(&self, state: &State) -> Seats {
        match (&state.battle, state.phase) {
            (_, Phase::Over) => Seats::NONE,
            (Some(battle), _) => battle.to_choose(self, state.out),
            (None, _) => {
                let all = Seats::first(self.seats_count());
                Seats(all.0 & !state.done.0 & !state.out.0)
            }
        }
    }

    /// The first state: of a start, or of a position to go on from.
    pub(crate) fn begin_with(&self, draws: Draws) -> State {
        let mut state = State::new(self, draws);
        if self.beginning.is_over {
            self.end(&mut state, &mut |_| {});
        }
        state
    }

    fn act_if_all_have(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        if self.who_acts(state).is_empty() {
            self.carry_out(state, log);
        }
    }

    /// Random orders in place of those that a seat has given, within its gold: what it might have ordered.
    fn draw_orders(&self, state: &mut State, seat: Seat, stream: &mut Stream) {
        state.orders[seat.index()].clear();
        state.set_aside[seat.index()] = 0;
        if !state.done.contains(seat) {
            return;
        }
        for _ in 0..1 + stream.below(6) {
            let mut moves = Vec::new();
            list(View { game: self, seat, state }, &mut moves);
            if let Move::Order(order) = moves[stream.index(moves.len())] {
                state.set_aside[seat.index()] += self.price(&order);
                state.orders[seat.index()].push(order);
            }
        }
    }
}

/// Moves worth listing; the first ends what the seat does.
fn list(view: View<'_>, moves: &mut Vec<Move>) {
    let View { game, seat, state } = view;
    match &state.battle {
        Some(battle) => {
            moves.push(Move::Strike);
            list_aims(game, battle, seat, moves);
        }
        None => {
            moves.push(Move::End);
            for (province, _) in state.realms.iter().enumerate().filter(|(_, realm)| realm.owner == Some(seat.0)) {
                list_orders(view, province as u16, moves);
            }
        }
    }
}

fn list_aims(game: &Empire, battle: &Battle, seat: Seat, moves: &mut Vec<Move>) {
    let Some(side) = battle.side_of(seat) else { return };
    for squad in 0..battle.sides[side].squads.len() as u16 {
        moves.extend(battle.targets(game, side, squad).map(|(at, target)| Move::Aim { squad, side: at, target }));
    }
}

fn list_orders(View { game, seat, state }: View<'_>, province: u16, moves: &mut Vec<Move>) {
    let mut offer = |order: Order| {
        if game.check_order(state, seat, &order).is_ok() {
            moves.push(Move::Order(order));
        }
    };
    let free = game.free_troops(state, seat, province);
    let horse = |troops: &Troops| {
        let mut only = *troops;
        for (kind, count) in only.iter_mut().enumerate() {
            if game.numbers.troops[kind].body != crate::Body::Horse {
                *count = 0;
            }
        }
        only
    };
    // All of them, half of them, each kind by itself.
    let mut armies = vec![free, free.map(|count| count / 2)];
    armies.extend((0..KINDS).filter(|&kind| free[kind] > 0).map(|kind| {
        let mut only = [0; KINDS];
        only[kind] = free[kind];
        only
    }));
    armies.dedup();
    for link in &game.provinces[usize::from(province)].links {
        for troops in armies.iter().filter(|troops| !is_none(troops)) {
            offer(Order::March { from: province, to: link.to, then: None, troops: *troops });
        }
        let riders = horse(&free);
        if !is_none(&riders) && state.realm(link.to).owner == Some(seat.0) {
            for next in game.provinces[usize::from(link.to)].links.iter().filter(|next| next.to != province) {
                offer(Order::March { from: province, to: link.to, then: Some(next.to), troops: riders });
            }
        }
    }
    for kind in 0..KINDS as u8 {
        let most = game.provinces[usize::from(province)].trains[usize::from(kind)];
        for count in [1, most].into_iter().take(usize::from(most.min(2))) {
            offer(Order::Recruit { province, kind, count });
        }
    }
    offer(Order::Build { province });
}
