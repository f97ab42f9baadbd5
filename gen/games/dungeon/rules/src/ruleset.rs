//! These rules as a [`Ruleset`].

use chance::{Draws, Seed, Stream};
use contract::{
    Chapter, Chart, Choice, ChoiceKind, FactsOf, Figures, Forecast, March, Observation, Outcome, Ruleset, RulesetInfo,
    Seat, Seats, SeenPosition, Turns, UnitEvent, Unplayable, ranks_by,
};
use design::{Design, Diagnostics};
use grid::{Area, Cell, Direction};
use world::Scenario;

use crate::board::SEATS_MAX;
use crate::catalogue::{EffectKind, ObjectType};
use crate::event::{Event, What};
use crate::figures::DescentFigures;
use crate::moves::{MOVES, Move};
use crate::numbers::{Creation, NAME, Numbers};
use crate::play::Play;
use crate::refusal::Refusal;
use crate::state::{Stage, State, Who};
use crate::view::View;
use crate::{Dungeon, facts, help, observe};

const INFO: RulesetInfo = RulesetInfo {
    name: NAME,
    summary: "heroes, monsters and objects on many levels: fetch the prize from the deepest one",
    moves: MOVES,
    turn_limit: 100_000,
    shows_all: true,
    turns: Turns::InOrder,
    hides: true,
    seats: 1..=SEATS_MAX as u8,
    levels: true,
    turn_word: "turn",
    single_unit: true,
    forecasts: true,
    first_steps: "First choose a race and a class: type the number of the list, or `be human fighter`; `roll` throws the dice for your \
                  attributes again. Then a key is a step.",
    ..RulesetInfo::DEFAULT
};

impl Ruleset for Dungeon {
    type State = State;
    type Move = Move;
    type Event = Event;
    type Refusal = Refusal;
    type View<'a> = View<'a>;

    fn info() -> &'static RulesetInfo {
        &INFO
    }

    fn check_design(design: &Design) -> Diagnostics {
        let (numbers, _, mut found) = Numbers::read(design);
        found.0.extend(numbers.find_thin(design));
        found
    }

    fn open(scenario: &Scenario) -> Result<Dungeon, Unplayable> {
        Dungeon::new(scenario)
    }

    fn help(design: &Design) -> Vec<Chapter> {
        help::chapters(design)
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
        state.acting()
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    fn check(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        self.check_move(state, seat, action)
    }

    fn apply(&self, state: &mut State, seat: Seat, action: Move, log: &mut dyn FnMut(Event)) -> Result<(), Refusal> {
        self.check_move(state, seat, action)?;
        Play { game: self, state, log }.carry_out(seat.index(), action);
        Ok(())
    }

    fn forfeit(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        if state.stage == Stage::Over || !state.heroes[seat.index()].is_alive {
            return;
        }
        let is_acting = state.acting().contains(seat);
        let stage = state.stage;
        let mut play = Play { game: self, state, log };
        play.tell_all(What::GaveUp(seat));
        let hero = play.hero(seat.index());
        hero.is_alive = false;
        hero.killer = Some(Who::Nobody);
        let level = self.area.level(play.state.heroes[seat.index()].cell);
        if play.state.heroes.iter().all(|hero| !hero.is_alive) {
            return play.end();
        }
        match stage {
            Stage::Creation if is_acting => play.skip_creation(),
            Stage::Creation | Stage::Over => {}
            Stage::Descent => {
                play.leave_level(level);
                if is_acting {
                    play.go_on();
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let team = state.won.map(|seat| self.teams[usize::from(seat)]);
        let over = || Outcome::of_team(&self.teams, team, self.ranks(state), self.scores(state));
        (state.stage == Stage::Over).then(over)
    }

    /// The deepest level that each hero has reached.
    fn scores(&self, state: &State) -> Vec<i64> {
        state.heroes.iter().map(|hero| i64::from(hero.deepest)).collect()
    }

    fn ranks(&self, state: &State) -> Vec<u8> {
        let worth = |hero: &crate::state::Hero, seat: Seat| {
            let has_won = state.won.is_some_and(|won| self.teams[usize::from(won)] == self.teams[seat.index()]);
            (has_won, hero.deepest, hero.experience)
        };
        let heroes = state.heroes.iter().zip(self.all_seats());
        ranks_by(&heroes.map(|(hero, seat)| worth(hero, seat)).collect::<Vec<_>>())
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { game: self, seat, state }
    }

    fn seat(&self, view: View<'_>) -> Seat {
        view.seat
    }

    fn candidates(&self, view: View<'_>, moves: &mut Vec<Move>) {
        let View { seat, state, .. } = view;
        if !state.acting().contains(seat) {
            return;
        }
        let first = moves.len();
        self.list_moves(view, moves);
        // What is listed is legal, whatever it is about.
        let mut place = first;
        while place < moves.len() {
            if self.check_move(state, seat, moves[place]).is_ok() {
                place += 1;
            } else {
                moves.remove(place);
            }
        }
    }

    /// Mostly a step, so that heroes come about; now and then any other move.
    fn random_move(&self, view: View<'_>, stream: &mut Stream) -> Move {
        if view.stage() == Stage::Descent && stream.below(4) > 0 {
            let way = Direction(stream.below(u32::from(self.area.directions())) as u8);
            if self.check_move(view.state, view.seat, Move::Go(way)).is_ok() {
                return Move::Go(way);
            }
        }
        let mut moves = Vec::new();
        self.candidates(view, &mut moves);
        moves[stream.index(moves.len())]
    }

    fn sample(&self, view: View<'_>, stream: &mut Stream) -> State {
        view.guess(stream)
    }

    fn write_move(&self, _: View<'_>, action: Move) -> String {
        self.write_line(action)
    }

    fn read_move(&self, view: View<'_>, line: &str) -> Result<Move, String> {
        self.read_line(view, line)
    }

    fn choice(&self, view: View<'_>, action: Move) -> Choice {
        let line = self.write_line(action);
        let cell = view.cell();
        let cells = match action {
            Move::Go(way) | Move::Close(way) => std::iter::once(cell).chain(self.area.neighbor(cell, way)).collect(),
            Move::Climb(to) | Move::Aim(_, to) | Move::Throw(_, to) | Move::Cast(to) => vec![cell, to],
            Move::Roll | Move::Be { .. } => Vec::new(),
            _ => vec![cell],
        };
        let unit = if cells.is_empty() { String::new() } else { self.kind_name(self.hero).to_owned() };
        let label = self.label(view, action);
        let (kind, odds) = (self.kind_of(view, action), self.chance_of(view, action));
        Choice { label, kind, odds, line, unit, cells, ..Choice::default() }
    }

    /// A step of the shortest way over what the hero knows.
    fn move_towards(&self, view: View<'_>, _unit: &str, from: Cell, to: Cell, area: &Area) -> Option<Move> {
        let is_open = |cell: Cell| cell == to || view.ground(cell).is_some_and(|ground| view.passes(ground));
        // From the aim back to the hero: then the first cell beside him is his step.
        let mut reached = vec![to];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for (way, beside) in area.around(cell) {
                if beside == from {
                    let back = area.opposite(way);
                    return view.may(Move::Go(back)).then_some(Move::Go(back));
                }
                if !reached.contains(&beside) && is_open(beside) && view.monster_at(beside).is_none() {
                    reached.push(beside);
                }
            }
        }
        None
    }

    fn step_into(&self, view: View<'_>, _unit: &str, to: Cell) -> Option<Move> {
        self.area.around(view.cell()).find(|&(_, beside)| beside == to).map(|(way, _)| Move::Go(way))
    }

    fn status(&self, view: View<'_>, unit: &str) -> Option<String> {
        (view.stage() != Stage::Creation)
            .then(|| if unit.is_empty() { observe::belongings(view) } else { observe::status(view) })
    }

    fn observe(&self, view: View<'_>) -> Observation {
        observe::observe(view)
    }

    fn told_to(&self, event: &Event) -> Seats {
        event.seen_by
    }

    fn event_text(&self, event: &Event) -> String {
        event.tell(self, None)
    }

    fn event_text_for(&self, view: View<'_>, event: &Event) -> String {
        event.tell(self, Some(view.seat))
    }

    fn unit_types(&self) -> Vec<(String, u32)> {
        let kinds = self.design.unit_types();
        kinds.map(|kind| (self.design.name_of(kind).to_owned(), 0)).collect()
    }

    fn unit_event(&self, event: &Event) -> Option<UnitEvent> {
        let What::Slain { by, who: Who::Hero(seat) } = event.what else { return None };
        let by = match by {
            Who::Hero(other) => Some((Seat(other), self.hero)),
            Who::Monster(_) | Who::Nobody => None,
        };
        Some(UnitEvent::Lost { seat: Seat(seat), kind: self.hero, by })
    }

    fn march(&self, event: &Event) -> Option<March> {
        match event.what {
            What::Walked { seat, from, to } | What::Climbed { seat, from, to, .. } => {
                Some(March { seat, from, to, count: 1 })
            }
            _ => None,
        }
    }

    /// Of a start alone: who goes on from a position is no new hero.
    fn forecast(&self) -> Option<Forecast> {
        self.position.is_none().then(|| self.expect_descent())
    }

    fn figures(&self) -> Option<Box<dyn Figures<Dungeon>>> {
        Some(Box::new(DescentFigures))
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
        state.stage != Stage::Creation
    }

    fn chart_to(&self, state: &State, seat: Seat, _seen: &SeenPosition) -> Option<Chart> {
        Some(self.make_chart(View { game: self, seat, state }))
    }

    fn show(&self, state: &State, start: &Scenario) -> Scenario {
        self.show_whole(state, start)
    }

    fn show_to(&self, state: &State, seat: Seat, start: &Scenario) -> SeenPosition {
        self.show_seen(View { game: self, seat, state }, start)
    }
}

impl Dungeon {
    pub(crate) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats_count() as u8).map(Seat)
    }

    fn kind_of(&self, view: View<'_>, action: Move) -> ChoiceKind {
        match action {
            Move::Go(way) => match self.area.neighbor(view.cell(), way).and_then(|cell| view.monster_at(cell)) {
                Some(_) => ChoiceKind::Attack,
                None => ChoiceKind::Move,
            },
            Move::Aim(..) | Move::Throw(..) | Move::Cast(_) => ChoiceKind::Attack,
            Move::Take | Move::Get(_) | Move::Buy(_) => ChoiceKind::Take,
            Move::Climb(_) => ChoiceKind::Move,
            Move::Wear(_) | Move::Remove(_) | Move::Use(_) | Move::Close(_) => ChoiceKind::Work,
            Move::Rest => ChoiceKind::Rest,
            Move::Drop(_) | Move::Put(_) | Move::Sell(_) => ChoiceKind::Drop,
            Move::Roll | Move::Be { .. } => ChoiceKind::Other,
        }
    }

    /// The chance that a blow or a missile hits the monster at which it is aimed. Bolts do not miss.
    fn chance_of(&self, view: View<'_>, action: Move) -> Option<u8> {
        let target = match action {
            Move::Go(way) => self.area.neighbor(view.cell(), way)?,
            Move::Throw(_, cell) => cell,
            _ => return None,
        };
        let monster = view.monster_at(target)?;
        Some(self.hero_hits(view.hero(), monster.kind).clamp(0, 100) as u8)
    }

    /// Moves that may be worth listing; not all of them are legal.
    fn list_moves(&self, view: View<'_>, moves: &mut Vec<Move>) {
        if view.stage() == Stage::Creation {
            return self.list_creations(view, moves);
        }
        moves.push(Move::Rest);
        moves.extend((0..self.area.directions()).map(|way| Move::Go(Direction(way))));
        moves.extend(view.stairs(view.cell()).map(Move::Climb));
        moves.push(Move::Take);
        moves.extend((0..self.area.directions()).map(|way| Move::Close(Direction(way))));
        let targets: Vec<Cell> =
            view.monsters().iter().map(|monster| monster.cell).chain(view.others().map(|(_, cell)| cell)).collect();
        for (stack, ..) in view.pack() {
            let object = self.object(stack.kind);
            match object.kind {
                kind if kind.is_used() => moves.push(Move::Use(stack)),
                ObjectType::Wand => moves.extend(targets.iter().map(|&cell| Move::Aim(stack, cell))),
                kind if kind.is_worn() => moves.extend([Move::Wear(stack), Move::Remove(stack)]),
                _ => {}
            }
            if self.effects(stack).any(|effect| effect.kind == EffectKind::Missile) {
                moves.extend(targets.iter().map(|&cell| Move::Throw(stack, cell)));
            }
            moves.extend([Move::Drop(stack), Move::Put(stack), Move::Sell(stack)]);
        }
        moves.extend(targets.iter().map(|&cell| Move::Cast(cell)));
        let stored = |kind| view.store(kind).map(|store| store.stacks()).unwrap_or_default();
        moves.extend(stored(ObjectType::Chest).into_iter().map(|(stack, _)| Move::Get(stack)));
        moves.extend(stored(ObjectType::Stall).into_iter().map(|(stack, _)| Move::Buy(stack)));
    }

    /// Each race with each class; where points are shared out, evenly, and with half of them on one attribute.
    fn list_creations(&self, view: View<'_>, moves: &mut Vec<Move>) {
        moves.push(Move::Roll);
        let mut splits = vec![None];
        if self.numbers.creation == Creation::Points {
            let [even, much, rest] = [5, 2, 8].map(|part| (self.numbers.points / part).min(255) as u8);
            splits = vec![Some([even; 5])];
            splits.extend((0..5).map(|stat| {
                let mut points = [rest; 5];
                points[stat] = much;
                Some(points)
            }));
        }
        let races = 0..view.game.catalogue.races.len() as u8;
        for race in races {
            for class in 0..self.catalogue.classes.len() as u8 {
                moves.extend(splits.iter().map(|&points| Move::Be { race, class, points }));
            }
        }
    }
}
