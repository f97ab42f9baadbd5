//! A position in the middle of a game: the scenario's section `generals-view`, with all that a scenario has no other place for.
//!
//! ```text
//! "generals-view": {
//!   "turn": 7,                          turns of single seats that have begun; 0: the places are not settled yet
//!   "phase": "fighting",                rolling, choosing, moving, fighting or over
//!   "rolling": [1, 3],                  the sides that have to roll
//!   "rolls": [0, 5, 0],                 what each side has rolled in this round, 0 before it rolls
//!   "standing": [0, 2, 0],              how many sides come before each by the dice
//!   "order": [3, 1, 2],                 the side at each place in the order of turns, 0 for a free place
//!   "acting": 3,                        the side whose turn it is
//!   "gold": [40, 310, 0],               of each side
//!   "out": [2],                         sides that are out
//!   "won": 3,                           a side of the team that has won
//!   "contested": [[3, 4], [5, 4]],      squares with pending battles, column and row
//!   "battle": { "square": [3, 4], "attacker": 9, "defender": 2 },     companies by their number among the units, from 1
//!   "points": [5, 0, 7],                movement points that are left to each company, in the order of the units
//! }
//! ```
//!
//! What is not said is as at the start. Chance is not written: a game that begins from the scenario has its own seed.

use chance::{Draws, Seed};
use contract::{Seat, Seats, Unplayable};
use design::{Diagnostic, Node, NodeValue, Section, TreeReader};
use diagnostics::{Layout, RonTree};
use world::Scenario;

use crate::SEATS_MAX;
use crate::board::GeneralsView;
use crate::save::PHASES;
use crate::settings::{self, NAME};
use crate::state::{Battle, CompanyId, Phase, State};
use crate::turn::GOLD_MAX;

/// The entries of the section, in the order in which they are written.
const ENTRIES: &[&str] = &[
    "turn",
    "phase",
    "rolling",
    "rolls",
    "standing",
    "order",
    "acting",
    "gold",
    "out",
    "won",
    "contested",
    "battle",
    "points",
];

/// The last turn from which a game can go on.
const TURN_MAX: i64 = 1_000_000_000;

/// What the section says, with the start's values for all else.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) turn: u32,
    /// The squares with pending battles, in rising order.
    pub(crate) contested: Vec<u16>,
    phase: Phase,
    rolling: Seats,
    rolls: [u16; SEATS_MAX],
    standing: [u8; SEATS_MAX],
    order: [u8; SEATS_MAX],
    acting: Option<Seat>,
    gold: [i32; SEATS_MAX],
    out: Seats,
    won: Option<u8>,
    battle: Option<Battle>,
    points: Vec<u8>,
}

impl GeneralsView {
    /// The position that the scenario's section says; `None` if it has none. Cities and companies need not be on the board yet.
    pub(crate) fn read_position(&self, scenario: &Scenario) -> Result<Option<Position>, Unplayable> {
        let Some(section) = scenario.sections.get(NAME) else { return Ok(None) };
        let kind = |unit: &world::Unit| self.types.iter().find(|known| known.unit_type == unit.kind);
        let points = scenario.units.iter().filter_map(kind).map(|kind| kind.points).collect();
        let (position, found) = section.read(|root, tree| Reader { game: self, tree }.position(root, points));
        settings::check(&found)?;
        Ok(Some(position))
    }

    /// The state at a position, with the cities and companies of the board. It has no chance yet.
    pub(crate) fn state_at(&self, position: &Position, section: &Section) -> Result<State, Unplayable> {
        let mut state = State::new(self, Draws::new(Seed(0)));
        state.turn = position.turn;
        state.phase = position.phase;
        state.rolling = position.rolling;
        state.rolls = position.rolls;
        state.standing = position.standing;
        state.order = position.order;
        let place = |seat: Seat| position.order.iter().position(|&other| other == seat.0);
        state.acting = position.acting.and_then(place).unwrap_or(0) as u8;
        state.gold = position.gold;
        state.out = position.out;
        state.won = position.won;
        state.contested.clone_from(&position.contested);
        state.battle = position.battle;
        for (slot, &points) in state.slots.iter_mut().zip(&position.points) {
            slot.points = points;
        }
        if let Some(chooser) = self.find_chooser(&state) {
            state.battle = state.battle.map(|battle| Battle { chooser, ..battle });
        }
        let broken = match position.acting {
            None if position.turn > 0 => Some("`acting` is missing: it is somebody's turn".to_owned()),
            _ => state.find_broken(self),
        };
        let Some(broken) = broken else { return Ok(state) };
        let ((), found) = section.read(|root, tree| {
            let diagnostic = Diagnostic::error("bad-position", format!("the position cannot be played on: {broken}"));
            tree.fault(root.span, diagnostic);
        });
        settings::check(&found)?;
        Ok(state)
    }

    /// The section for a state. `State::companies` are the companies among the units, in the same order.
    pub(crate) fn write_position(&self, state: &State) -> Section {
        let seats = self.seats_count();
        let sides = |seats: Seats| RonTree::list(seats.iter().map(|seat| RonTree::of(seat.side().0)));
        let square = |square: u16| {
            let (column, row) = self.area.column_row(grid::Cell(u32::from(square)));
            RonTree::list([RonTree::of(column), RonTree::of(row)])
        };
        let alive = || state.slots.iter().filter(|slot| usize::from(slot.square) < self.squares());
        let number = |id: CompanyId| {
            let before = state.slots[..id.index()].iter().filter(|slot| usize::from(slot.square) < self.squares());
            RonTree::of(before.count() + 1)
        };
        let phase = PHASES.iter().find(|(phase, _)| *phase == state.phase).expect("every phase has a name").1;
        let mut section = Section::default();
        let mut set = |name: &str, value: RonTree| section.set(name, &value, None);
        set("turn", RonTree::of(state.turn));
        set("phase", RonTree::text(phase));
        if !state.rolling.is_empty() {
            set("rolling", sides(state.rolling));
        }
        if state.rolls.iter().any(|&shown| shown > 0) {
            set("rolls", RonTree::list(state.rolls[..seats].iter().map(RonTree::of)));
        }
        if state.standing.iter().any(|&before| before > 0) {
            set("standing", RonTree::list(state.standing[..seats].iter().map(RonTree::of)));
        }
        let side_at = |&seat: &u8| if seat == State::OPEN { 0 } else { Seat(seat).side().0 };
        if state.order.iter().any(|&seat| seat != State::OPEN) {
            set("order", RonTree::list(state.order[..seats].iter().map(side_at).map(RonTree::of)));
        }
        if state.turn > 0 {
            set("acting", RonTree::of(state.acting_seat().side().0));
        }
        set("gold", RonTree::list(state.gold[..seats].iter().map(RonTree::of)));
        if !state.out.is_empty() {
            set("out", sides(state.out));
        }
        if let Some(winner) = state.won.and_then(|team| self.teams.iter().position(|&other| other == team)) {
            set("won", RonTree::of(winner + 1));
        }
        if !state.contested.is_empty() {
            let contested = state.contested.iter().map(|&at| square(at));
            set("contested", RonTree::list(contested).laid_out(Layout::Filled));
        }
        if let Some(battle) = state.battle {
            let sent = [("attacker", battle.attacker), ("defender", battle.defender)];
            let sent = sent.into_iter().filter(|&(_, id)| id != CompanyId::NONE).map(|(name, id)| (name, number(id)));
            set("battle", RonTree::map([("square", square(battle.square))].into_iter().chain(sent)));
        }
        set("points", RonTree::list(alive().map(|slot| RonTree::of(slot.points))).laid_out(Layout::Filled));
        section
    }
}

struct Reader<'a, 'b, 't> {
    game: &'a GeneralsView,
    tree: &'t mut TreeReader<'b>,
}

impl Reader<'_, '_, '_> {
    /// `points` are those that each company has at the start of its turn.
    fn position(&mut self, root: &Node, points: Vec<u8>) -> Position {
        self.tree.map_of(root, &format!("`{NAME}`"), ENTRIES);
        let seats = self.game.seats_count();
        let turn = self.tree.int(root.get("turn"), "`turn`", 0..=TURN_MAX).unwrap_or(0) as u32;
        let phase = self.phase(root.get("phase")).unwrap_or(if turn == 0 { Phase::Rolling } else { Phase::Moving });
        let all_roll = if phase == Phase::Rolling { Seats::first(seats) } else { Seats::NONE };
        let mut order = [State::OPEN; SEATS_MAX];
        let places = self.of_sides(root.get("order"), "`order`", 0..=seats as i64);
        for (place, side) in order.iter_mut().zip(places.unwrap_or_default()) {
            *place = if side == 0 { State::OPEN } else { side as u8 - 1 };
        }
        let mut gold = [0; SEATS_MAX];
        gold[..seats].fill(self.game.first_gold);
        let count = points.len();
        Position {
            turn,
            phase,
            rolling: self.seats(root.get("rolling"), "`rolling`").unwrap_or(all_roll),
            rolls: self.numbers(root.get("rolls"), "`rolls`", i64::from(self.game.dice), [0; SEATS_MAX]),
            standing: self.numbers(root.get("standing"), "`standing`", seats as i64 - 1, [0; SEATS_MAX]),
            order,
            acting: self.seat(root.get("acting"), "`acting`"),
            gold: self.numbers(root.get("gold"), "`gold`", i64::from(GOLD_MAX), gold),
            out: self.seats(root.get("out"), "`out`").unwrap_or(Seats::NONE),
            won: self.seat(root.get("won"), "`won`").map(|seat| self.game.team(seat)),
            contested: self.contested(root.get("contested")),
            battle: self.battle(root.get("battle"), count),
            points: self.points(root.get("points"), points),
        }
    }

    fn phase(&mut self, node: Option<&Node>) -> Option<Phase> {
        let node = node?;
        let found = PHASES.iter().find(|(_, name)| node.text() == Some(name));
        if found.is_none() {
            let names = PHASES.map(|(_, name)| name);
            self.tree.wrong(node, "`phase`", format!("one of {}", names.join(", ")));
        }
        found.map(|&(phase, _)| phase)
    }

    fn seat(&mut self, node: Option<&Node>, what: &str) -> Option<Seat> {
        let side = self.tree.int(node, what, 1..=self.game.seats_count() as i64)?;
        Some(Seat(side as u8 - 1))
    }

    /// A set of sides.
    fn seats(&mut self, node: Option<&Node>, what: &str) -> Option<Seats> {
        let mut seats = Seats::NONE;
        for item in self.tree.list(node?, what) {
            match self.seat(Some(item), &format!("a side of {what}")) {
                Some(seat) if seats.contains(seat) => {
                    let diagnostic = Diagnostic::error("duplicate-name", format!("this side stands twice in {what}"));
                    self.tree.fault(item.span, diagnostic.suggest("remove one of them"));
                }
                Some(seat) => seats = seats.with(seat),
                None => {}
            }
        }
        Some(seats)
    }

    /// A number for each side.
    fn of_sides(&mut self, node: Option<&Node>, what: &str, range: std::ops::RangeInclusive<i64>) -> Option<Vec<i64>> {
        let node = node?;
        let seats = self.game.seats_count();
        let items = self.tree.list(node, what);
        if node.items().is_some() && items.len() != seats {
            self.tree.wrong(node, what, format!("a number for each of the {seats} sides"));
        }
        Some(
            items.iter().map_while(|item| self.tree.int(item, &format!("a number of {what}"), range.clone())).collect(),
        )
    }

    /// A number from 0 for each side.
    fn numbers<T: TryFrom<i64>>(
        &mut self,
        node: Option<&Node>,
        what: &str,
        most: i64,
        mut first: [T; SEATS_MAX],
    ) -> [T; SEATS_MAX] {
        for (own, read) in first.iter_mut().zip(self.of_sides(node, what, 0..=most).unwrap_or_default()) {
            if let Ok(read) = T::try_from(read) {
                *own = read;
            }
        }
        first
    }

    fn square(&mut self, node: &Node) -> Option<u16> {
        let area = &self.game.area;
        if let [Node { value: NodeValue::Int(column), .. }, Node { value: NodeValue::Int(row), .. }] =
            node.items().unwrap_or_default()
            && (0..i64::from(area.width())).contains(column)
            && (0..i64::from(area.height())).contains(row)
        {
            return Some((*row * i64::from(area.width()) + *column) as u16);
        }
        let expected = format!("[column, row] of a square in {}x{}", area.width(), area.height());
        self.tree.wrong(node, "a square", expected);
        None
    }

    fn contested(&mut self, node: Option<&Node>) -> Vec<u16> {
        let mut squares = Vec::new();
        for item in self.tree.list(node, "`contested`") {
            if let Some(square) = self.square(item) {
                squares.push(square);
            }
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    fn battle(&mut self, node: Option<&Node>, companies: usize) -> Option<Battle> {
        let node = node?;
        self.tree.map_of(node, "`battle`", &["square", "attacker", "defender"]);
        let mut company = |name: &str| {
            let number = self.tree.int(node.get(name), &format!("`{name}`"), 1..=companies as i64);
            number.map_or(CompanyId::NONE, |number| CompanyId(number as u16 - 1))
        };
        let [attacker, defender] = ["attacker", "defender"].map(&mut company);
        let square = self.tree.required(node, "square").and_then(|node| self.square(node))?;
        Some(Battle { square, attacker, defender, chooser: Seat(0) })
    }

    fn points(&mut self, node: Option<&Node>, mut points: Vec<u8>) -> Vec<u8> {
        let Some(node) = node else { return points };
        let items = self.tree.list(node, "`points`");
        if node.items().is_some() && items.len() != points.len() {
            let diagnostic =
                node.wrong_kind("`points`", format!("a number for each of the {} companies", points.len()));
            self.tree.fault(
                node.span,
                diagnostic.suggest("take it out, and all have what they have at the start of a turn"),
            );
        }
        for (own, item) in points.iter_mut().zip(items) {
            let read = self.tree.int(item, "the points of a company", 0..=i64::from(*own));
            *own = read.map_or(*own, |read| read as u8);
        }
        points
    }
}
