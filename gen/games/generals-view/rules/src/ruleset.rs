//! These rules as a [`Ruleset`]: which move does what, and moves and positions as text.

use chance::{Draws, Seed, Stream};
use contract::{
    Chapter, Chart, Choice, ChoiceKind, FactsOf, Observation, Outcome, Ruleset, RulesetInfo, Seat, Seats, SeenPosition,
    UnitEvent, Unplayable, ranks_by,
};
use design::{Design, Diagnostics};
use grid::Cell;
use world::Scenario;

use crate::board::GeneralsView;
use crate::moves::LETTERS;
use crate::observe::{company_record, observe, seat_record};
use crate::settings::{self, Settings};
use crate::state::{CompanyId, Phase, State};
use crate::{Event, Move, Path, Refusal, View};

const INFO: RulesetInfo = RulesetInfo {
    name: settings::NAME,
    summary: "a battle map of squares: gold, supply lines, and every city to take",
    moves: "\
roll                          roll the dice for the order of turns
choose PLACE                  choose a free place in the order, from 1
buy TYPE@COLUMN,ROW           raise a company in a city of yours
move TYPE@COLUMN,ROW[#K] n e  march a company step by step; #K: the K-th of that type there
send TYPE@COLUMN,ROW[#K]      send one of several that are equally strong into the battle
end                           end the movement: battles, supply, the next turn",
    turn_limit: 1000,
    shows_all: true,
    seats: 2..=crate::SEATS_MAX as u8,
    charts: true,
    first_steps: "Roll the dice, and choose a place in the order of turns. Then raise companies in your cities: `next` goes to one, `moves` \
                  lists them with their price in gold. Companies march by `go X,Y`; whose they pass, the squares are. `end` ends the \
                  movement, and battles are fought.",
    ..RulesetInfo::DEFAULT
};

impl Ruleset for GeneralsView {
    type State = State;
    type Move = Move;
    type Event = Event;
    type Refusal = Refusal;
    type View<'a> = View<'a>;

    fn info() -> &'static RulesetInfo {
        &INFO
    }

    fn check_design(design: &Design) -> Diagnostics {
        let mut found = Settings::read(design).1;
        found.0.extend(settings::check_areas(design));
        found
    }

    fn open(scenario: &Scenario) -> Result<GeneralsView, Unplayable> {
        GeneralsView::new(scenario)
    }

    fn find_unplayable(scenario: &Scenario) -> Option<Unplayable> {
        crate::playability::find_unplayable(scenario)
    }

    fn help(design: &Design) -> Vec<Chapter> {
        crate::help::help(design)
    }

    fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
        crate::facts::facts(scenario, of)
    }

    fn seats(&self) -> usize {
        self.seats_count()
    }

    fn teams(&self) -> &[u8] {
        &self.teams
    }

    fn begin(&self, seed: Seed) -> State {
        let root = Draws::new(seed);
        match &self.position {
            Some(position) => State { draws: root.branch(u64::from(position.turn)), root, ..position.clone() },
            None => State::new(self, root),
        }
    }

    fn to_act(&self, state: &State) -> Seats {
        match state.phase {
            Phase::Rolling | Phase::Choosing => self.who_sets_up(state),
            Phase::Moving => Seats::one(state.acting_seat()),
            Phase::Fighting => state.battle.map_or(Seats::NONE, |battle| Seats::one(battle.chooser)),
            Phase::Over => Seats::NONE,
        }
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    fn order(&self, state: &State) -> Vec<Seat> {
        let is_settled = state.turn > 0;
        state.order[..self.seats_count()].iter().filter(|_| is_settled).map(|&seat| Seat(seat)).collect()
    }

    fn check(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        if !self.to_act(state).contains(seat) {
            return Err(Refusal::NotYours);
        }
        match (state.phase, action) {
            (Phase::Rolling, Move::Roll) | (Phase::Moving, Move::End) => Ok(()),
            (Phase::Choosing, Move::Choose(place)) => self.check_choose(state, place),
            (Phase::Moving, Move::Buy { kind, square }) => self.check_buy(state, seat, kind, square),
            (Phase::Moving, Move::Go { company, path }) => self.check_go(state, seat, company, path),
            (Phase::Fighting, Move::Send(company)) => self.check_send(state, company),
            (phase, _) => Err(Refusal::WrongPhase { now: task(phase) }),
        }
    }

    fn apply(&self, state: &mut State, seat: Seat, action: Move, log: &mut dyn FnMut(Event)) -> Result<(), Refusal> {
        self.check(state, seat, action)?;
        match action {
            Move::Roll => self.roll(state, seat, log),
            Move::Choose(place) => self.choose(state, seat, place, log),
            Move::Buy { kind, square } => {
                self.buy(state, seat, kind, square, log);
            }
            Move::Go { company, path } => self.go(state, seat, company, path, log),
            Move::End => self.fight(state, log),
            Move::Send(company) => self.send(state, company, log),
        }
        Ok(())
    }

    fn forfeit(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        self.take_out(state, seat, log);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let over = || Outcome::of_team(&self.teams, state.won, self.ranks(state), Vec::new());
        (state.phase == Phase::Over).then(over)
    }

    /// Compares teams: won, still in, cities, companies. All seats of a team share its place.
    fn ranks(&self, state: &State) -> Vec<u8> {
        let of_team = |team: u8, counts: &[u16]| -> u32 {
            (0..self.seats_count()).filter(|&seat| self.teams[seat] == team).map(|seat| u32::from(counts[seat])).sum()
        };
        let worth: Vec<_> = (0..self.seats_count())
            .map(|seat| {
                let team = self.teams[seat];
                let is_in =
                    (0..self.seats_count()).any(|other| self.teams[other] == team && state.is_in(Seat(other as u8)));
                (state.won == Some(team), is_in, of_team(team, &state.cities), of_team(team, &state.companies))
            })
            .collect();
        ranks_by(&worth)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        View { game: self, seat, state }
    }

    fn seat(&self, view: View<'_>) -> Seat {
        view.seat
    }

    /// Only chance is hidden, and only dice and battles draw.
    fn has_revealed(&self, before: &State, after: &State, _seat: Seat) -> bool {
        let at = |state: &State| (state.turn, state.phase, state.draws);
        before.phase != Phase::Moving || at(before) != at(after)
    }

    fn candidates(&self, view: View<'_>, moves: &mut Vec<Move>) {
        self.list_moves(view, moves);
    }

    fn random_move(&self, view: View<'_>, stream: &mut Stream) -> Move {
        self.draw_move(view, stream)
    }

    fn sample(&self, view: View<'_>, stream: &mut Stream) -> State {
        let mut state = view.state.clone();
        state.root = Draws::new(Seed(stream.bits()));
        state.draws = state.root.branch(u64::from(state.turn));
        state
    }

    fn write_move(&self, view: View<'_>, action: Move) -> String {
        match action {
            Move::Roll => "roll".to_owned(),
            Move::Choose(place) => format!("choose {}", place + 1),
            Move::Buy { kind, square } => {
                format!("buy {}@{}", self.types[usize::from(kind)].name, self.name_of_square(square))
            }
            Move::Go { company, path } => {
                let steps: Vec<String> = path.steps().map(|step| LETTERS[usize::from(step)].to_string()).collect();
                format!("move {} {}", self.name_company(view, company), steps.join(" "))
            }
            Move::End => "end".to_owned(),
            Move::Send(company) => format!("send {}", self.name_company(view, company)),
        }
    }

    fn read_move(&self, view: View<'_>, line: &str) -> Result<Move, String> {
        let mut words = line.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let mut word = |expected: &str| words.next().ok_or_else(|| format!("`{verb}` wants {expected}"));
        let action = match verb {
            "roll" => Move::Roll,
            "end" => Move::End,
            "choose" => {
                let place = word("a place, such as `choose 1`")?;
                let place: Option<u8> = place.parse().ok().filter(|&place| place > 0);
                Move::Choose(place.ok_or("a place is a number from 1")? - 1)
            }
            "buy" => {
                let (kind, square) = self.read_place(word("a type and a city, such as `buy hussars@3,4`")?)?;
                Move::Buy { kind, square }
            }
            "send" => Move::Send(self.read_company(view, word("a company, such as `send artillery@3,4`")?)?),
            "move" => {
                let company =
                    self.read_company(view, word("a company and a way, such as `move hussars@3,4 n n e`")?)?;
                let mut path = Path::default();
                for step in words.by_ref() {
                    let direction = LETTERS.iter().position(|letter| step.chars().eq([*letter]));
                    let direction = direction.ok_or_else(|| format!("`{step}` is no step: expected n, e, s or w"))?;
                    if path.len() == Path::STEPS_MAX {
                        return Err(format!("a way has at most {} steps", Path::STEPS_MAX));
                    }
                    path = path.then(direction as u8);
                }
                Move::Go { company, path }
            }
            "" => return Err("an empty line".to_owned()),
            other => return Err(format!("`{other}`: expected roll, choose, buy, move, send or end")),
        };
        match words.next() {
            Some(more) => Err(format!("`{more}` is one word too many")),
            None => Ok(action),
        }
    }

    fn choice(&self, view: View<'_>, action: Move) -> Choice {
        let line = self.write_move(view, action);
        let square = |square: u16| Cell(u32::from(square));
        let unit = |company| self.name_company(view, company);
        match action {
            Move::Roll => Choice { label: "roll the dice".to_owned(), ..Choice::of_line(line) },
            Move::Choose(place) => {
                Choice { label: format!("take place {} in the order of turns", place + 1), ..Choice::of_line(line) }
            }
            Move::Buy { kind, square: city } => {
                let kind = &self.types[usize::from(kind)];
                let label = format!("raise {} in {}", kind.spoken_name, self.name_of_square(city));
                Choice {
                    label,
                    cells: vec![square(city)],
                    cost: Some(kind.cost as u32),
                    kind: ChoiceKind::Build,
                    product: kind.spoken_name.clone(),
                    ..Choice::of_line(line)
                }
            }
            Move::Go { company, path } => {
                let mut cells = Vec::new();
                let mut cost = 0;
                if let Some(&slot) = view.state.slots.get(company.index()) {
                    let mut at = slot.square;
                    cells.push(square(at));
                    for to in path.steps().map_while(|step| self.neighbor(at, step).inspect(|&to| at = to)) {
                        cost += u32::from(self.step_cost(view.state, slot.seat, to));
                        cells.push(square(to));
                    }
                }
                let target = cells.last().map_or_else(String::new, |cell| self.name_of_square(cell.0 as u16));
                let (kind, odds) =
                    cells.last().map_or((ChoiceKind::Move, None), |&end| self.aim_of(view, company, end));
                let verb = match kind {
                    ChoiceKind::Attack => "attack",
                    ChoiceKind::Take => "take the city of",
                    _ => "march to",
                };
                let foe = cells.last().and_then(|&end| self.defender_of(view, end));
                let against = foe.map_or_else(String::new, |foe| {
                    let kind = &self.types[usize::from(foe.kind)].spoken_name;
                    format!(" against {kind} of {}", self.sides[foe.seat.index()])
                });
                let label = format!("{verb} {target}{against}");
                Choice { unit: unit(company), label, cells, cost: Some(cost), kind, odds, line, ..Choice::default() }
            }
            Move::End => {
                Choice { label: "end the movement".to_owned(), kind: ChoiceKind::End, ..Choice::of_line(line) }
            }
            Move::Send(company) => {
                let cells = view.state.slots.get(company.index()).map(|slot| square(slot.square)).into_iter().collect();
                let label = "send it into the battle".to_owned();
                Choice { unit: unit(company), label, cells, kind: ChoiceKind::Attack, line, ..Choice::default() }
            }
        }
    }

    fn status(&self, view: View<'_>, unit: &str) -> Option<String> {
        if unit.is_empty() {
            return (view.turn() > 0).then(|| seat_record(view, view.seat).words());
        }
        let id = self.read_company(view, unit).ok()?;
        let company = view.companies().find(|company| company.id == id)?;
        Some(company_record(view, &company).words())
    }

    fn observe(&self, view: View<'_>) -> Observation {
        observe(view)
    }

    fn event_text(&self, event: &Event) -> String {
        event.tell(self)
    }

    fn unit_types(&self) -> Vec<(String, u32)> {
        self.types.iter().map(|kind| (kind.name.clone(), kind.cost as u32)).collect()
    }

    fn unit_event(&self, event: &Event) -> Option<UnitEvent> {
        match *event {
            Event::Bought { seat, kind, .. } => {
                let cost = self.types[usize::from(kind)].cost as u32;
                Some(UnitEvent::Made { seat, kind: u16::from(kind), cost })
            }
            Event::Fought { attacker, defender, .. } => {
                let (lost, by) = if event.attacker_won() { (defender, attacker) } else { (attacker, defender) };
                let by = Some((by.0, u16::from(by.1)));
                Some(UnitEvent::Lost { seat: lost.0, kind: u16::from(lost.1), by })
            }
            _ => None,
        }
    }

    fn save(&self, state: &State) -> String {
        self.write_state(state)
    }

    fn load(&self, text: &str) -> Result<State, String> {
        self.read_state(text)
    }

    fn find_broken(&self, state: &State) -> Option<String> {
        State::find_broken(state, self)
    }

    fn chart(&self, state: &State, _shown: &Scenario) -> Option<Chart> {
        Some(self.make_chart(state, None))
    }

    fn chart_to(&self, state: &State, seat: Seat, _seen: &SeenPosition) -> Option<Chart> {
        Some(self.make_chart(state, Some(seat)))
    }

    fn show(&self, state: &State, start: &Scenario) -> Scenario {
        self.show_state(state, start)
    }
}

/// What a seat has to do in a phase, as words.
pub(crate) fn task(phase: Phase) -> &'static str {
    match phase {
        Phase::Rolling => "roll",
        Phase::Choosing => "choose a place",
        Phase::Moving => "buy, move, or end the movement",
        Phase::Fighting => "send a company into the battle",
        Phase::Over => "stop: the game is over",
    }
}

impl GeneralsView {
    /// What a march into a square is about, and with what chance the company beats the strongest who stands there.
    fn aim_of(&self, view: View<'_>, company: crate::CompanyId, end: Cell) -> (ChoiceKind, Option<u8>) {
        let (square, seat) = (end.0 as u16, view.seat);
        if let Some(foe) = self.defender_of(view, end) {
            let defence = u32::from(view.strength(&foe).1);
            let attack = u32::from(view.state.attack(self, company));
            return (ChoiceKind::Attack, Some((100 * attack / (attack + defence).max(1)) as u8));
        }
        let is_prize = self.cities.contains(&square) && !self.are_friends(view.owner(square), seat);
        (if is_prize { ChoiceKind::Take } else { ChoiceKind::Move }, None)
    }

    /// The strongest foe in a square, who fights first.
    fn defender_of(&self, view: View<'_>, end: Cell) -> Option<crate::Company> {
        let foes = view.companies_in(end.0 as u16).filter(|other| self.are_enemies(other.seat, view.seat));
        foes.max_by_key(|foe| (view.strength(foe).1, std::cmp::Reverse((foe.seat, foe.id))))
    }

    /// `hussars@3,4`, or `hussars@3,4#2` for the second of that type and owner there.
    pub(crate) fn name_company(&self, view: View<'_>, company: CompanyId) -> String {
        let Some(slot) = view.state.slots.get(company.index()).filter(|slot| usize::from(slot.square) < self.squares())
        else {
            return format!("nobody#{}", company.0);
        };
        let alike = |other: &crate::Company| other.kind == slot.kind && other.seat == slot.seat;
        let before = view.companies_in(slot.square).filter(alike).take_while(|other| other.id < company).count();
        let number = if before == 0 { String::new() } else { format!("#{}", before + 1) };
        format!("{}@{}{number}", self.types[usize::from(slot.kind)].name, self.name_of_square(slot.square))
    }

    fn read_place(&self, text: &str) -> Result<(u8, u16), String> {
        let (kind, place) = text.split_once('@').ok_or_else(|| format!("`{text}`: expected TYPE@COLUMN,ROW"))?;
        let names = || self.types.iter().map(|known| known.name.as_str()).collect::<Vec<_>>().join(", ");
        let kind = self
            .types
            .iter()
            .position(|known| known.name == kind)
            .ok_or_else(|| format!("`{kind}`: expected one of {}", names()))?;
        let square = self.square_named(place).ok_or_else(|| {
            format!(
                "`{place}` is no square: expected COLUMN,ROW up to {},{}",
                self.area.width() - 1,
                self.area.height() - 1
            )
        })?;
        Ok((kind as u8, square))
    }

    fn read_company(&self, view: View<'_>, text: &str) -> Result<CompanyId, String> {
        let (place, number) = match text.split_once('#') {
            Some((place, number)) => {
                let number: usize = number.parse().map_err(|_| format!("`#{number}`: expected a number from 1"))?;
                (place, number.checked_sub(1).ok_or("companies are counted from 1")?)
            }
            None => (text, 0),
        };
        let (kind, square) = self.read_place(place)?;
        let mut own = view.companies_in(square).filter(|company| company.kind == kind && company.seat == view.seat);
        let found = own.nth(number).map(|company| company.id);
        found.ok_or_else(|| format!("you have no {text}"))
    }
}
