//! These rules as a [`Ruleset`].

use chance::{Seed, Stream};
use contract::{
    Chapter, Chart, Choice, Figures, Observation, Outcome, Ruleset, RulesetInfo, Seat, Seats, SeenPosition, UnitEvent,
    Unplayable,
};
use design::Design;
use design::parameters::unit::CP;
use grid::{Area, Cell};
use world::Scenario;

use crate::event::{Death, EventKind};
use crate::{Event, Kernel, Move, Phase, Refusal, State, StateChange, StateView, View};

const INFO: RulesetInfo = RulesetInfo {
    name: "kernel",
    summary: "the rules of GDL: units that move, fight, capture, build and carry, as the design says",
    moves: crate::text::MOVES,
    turn_limit: 500,
    shows_all: true,
    hides: true,
    seats: 1..=15,
    levels: true,
    handicaps: true,
    first_steps: "`next` goes to your first unit. A city makes units: `moves` lists which, and a number chooses. Soldiers go by `go X,Y`, \
                  and take what lies there; `end` ends your turn.",
    ..RulesetInfo::DEFAULT
};

impl Ruleset for Kernel {
    type State = State;
    type Move = Move;
    type Event = Event;
    type Refusal = Refusal;
    type View<'a> = View<'a>;

    fn info() -> &'static RulesetInfo {
        &INFO
    }

    fn open(scenario: &Scenario) -> Result<Kernel, Unplayable> {
        Kernel::open(scenario)
    }

    fn find_unplayable(scenario: &Scenario) -> Option<Unplayable> {
        crate::playability::find_unplayable(scenario)
    }

    /// Whatever GDL can say of a game.
    fn help(_design: &Design) -> Vec<Chapter> {
        use Chapter::{Advances, Building, Carrying, Economy, Fighting, Moving, Terrain, Units, Winning};
        vec![Winning, Units, Terrain, Moving, Fighting, Building, Carrying, Economy, Advances]
    }

    fn seats(&self) -> usize {
        self.seat_count()
    }

    fn teams(&self) -> &[u8] {
        &self.teams
    }

    fn begin(&self, seed: Seed) -> State {
        self.begin_game(seed)
    }

    fn to_act(&self, state: &State) -> Seats {
        match state.phase {
            Phase::Playing => Seats::one(Seat(state.acting_seat)),
            Phase::Over => Seats::NONE,
        }
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    fn order(&self, _state: &State) -> Vec<Seat> {
        self.order.seats.clone()
    }

    fn check(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        crate::apply_move::check_move(StateView { rules: self, state }, seat.side(), action)
    }

    fn apply(&self, state: &mut State, seat: Seat, action: Move, log: &mut dyn FnMut(Event)) -> Result<(), Refusal> {
        crate::apply_move::make_move(&mut StateChange { rules: self, state, log }, seat.side(), action)
    }

    fn forfeit(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        let mut change = StateChange { rules: self, state, log };
        crate::sides::lose(&mut change, seat.side(), None);
        crate::turn::side_done(&mut change, seat.side());
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        StateView { rules: self, state }.outcome()
    }

    fn scores(&self, state: &State) -> Vec<i64> {
        StateView { rules: self, state }.scores()
    }

    fn has_revealed(&self, before: &State, after: &State, seat: Seat) -> bool {
        self.view(after, seat).has_learned_since(before)
    }

    fn ranks(&self, state: &State) -> Vec<u8> {
        StateView { rules: self, state }.ranks()
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { rules: self, seat, state }
    }

    fn seat(&self, view: View<'_>) -> Seat {
        view.seat
    }

    fn candidates(&self, view: View<'_>, moves: &mut Vec<Move>) {
        crate::candidates::list(view, moves);
    }

    fn random_move(&self, view: View<'_>, stream: &mut Stream) -> Move {
        crate::random::draw(view, stream)
    }

    fn sample(&self, view: View<'_>, stream: &mut Stream) -> State {
        self.determinize(view, stream)
    }

    fn write_move(&self, view: View<'_>, action: Move) -> String {
        crate::text::write_move(view, action)
    }

    fn read_move(&self, view: View<'_>, line: &str) -> Result<Move, String> {
        crate::text::read_move(view, line)
    }

    fn choice(&self, view: View<'_>, action: Move) -> Choice {
        crate::choice::choose(view, action)
    }

    fn jobs(&self, view: View<'_>, moves: &mut Vec<Move>) {
        crate::jobs::list(view, moves);
    }

    fn busy(&self, view: View<'_>, unit: &str) -> Option<String> {
        crate::jobs::busy(view, unit)
    }

    fn make_one(&self, view: View<'_>, unit: &str, product: &str) -> Option<Move> {
        crate::jobs::make_one(view, unit, product)
    }

    fn status(&self, view: View<'_>, unit: &str) -> Option<String> {
        let words = match unit {
            "" => crate::text::side_status(view),
            unit => crate::text::unit_status(view, crate::jobs::find(view, unit)?),
        };
        Some(words).filter(|words| !words.is_empty())
    }

    fn move_towards(&self, view: View<'_>, unit: &str, _from: Cell, to: Cell, _area: &Area) -> Option<Move> {
        crate::jobs::move_towards(view, unit, to)
    }

    fn step_into(&self, view: View<'_>, unit: &str, to: Cell) -> Option<Move> {
        crate::jobs::step_into(view, unit, to)
    }

    fn observe(&self, view: View<'_>) -> Observation {
        crate::text::observe(view)
    }

    fn told_to(&self, event: &Event) -> Seats {
        event.witnesses
    }

    fn event_text(&self, event: &Event) -> String {
        self.narrate(event)
    }

    fn event_text_for(&self, view: View<'_>, event: &Event) -> String {
        self.narrate_to(Some(view), event)
    }

    fn unit_types(&self) -> Vec<(String, u32)> {
        let kind = |kind| (self.design.name_of(kind).to_owned(), self.design.int(CP, kind).max(1) as u32);
        self.design.unit_types().map(kind).collect()
    }

    fn unit_event(&self, event: &Event) -> Option<UnitEvent> {
        match event.what {
            EventKind::Completed { who } => {
                let cost = self.design.int(CP, who.kind).max(1) as u32;
                Some(UnitEvent::Made { seat: Seat::of(who.side)?, kind: who.kind.0, cost })
            }
            EventKind::Died { who, of, by } => {
                // A unit that is given up for another was not killed by it.
                let killer = by.filter(|_| !matches!(of, Death::Garrisoned | Death::UsedUp));
                let by = killer.and_then(|by| Some((Seat::of(by.side)?, by.kind.0)));
                Some(UnitEvent::Lost { seat: Seat::of(who.side)?, kind: who.kind.0, by })
            }
            _ => None,
        }
    }

    fn figures(&self) -> Option<Box<dyn Figures<Kernel>>> {
        let has_dominance = self.scorekeepers.all.iter().any(|keeper| keeper.dominance().is_some());
        has_dominance.then(|| Box::new(crate::scorekeepers::DominanceFigure) as Box<dyn Figures<Kernel>>)
    }

    fn save(&self, state: &State) -> String {
        self.save_state(state)
    }

    fn load(&self, text: &str) -> Result<State, String> {
        self.load_state(text)
    }

    fn find_broken(&self, state: &State) -> Option<String> {
        self.find_broken_state(state)
    }

    fn chart_to(&self, _state: &State, seat: Seat, seen: &SeenPosition) -> Option<Chart> {
        Some(self.make_chart(seat, seen))
    }

    fn show(&self, state: &State, start: &Scenario) -> Scenario {
        self.show_state(state, start)
    }

    fn show_to(&self, state: &State, seat: Seat, start: &Scenario) -> SeenPosition {
        self.show_state_to(state, seat, start)
    }
}
