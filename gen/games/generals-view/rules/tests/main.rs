//! The seed's own numbers, figures and rules, on boards drawn in letters.
//!
//! Lines run from north to south, two letters for each square: its owner (`.` for none), and its content (`@` a city, `.`
//! nothing, or the first letter of the type of the owner's company, such as `i` for line infantry).

mod battles;
mod facts;
mod help;
mod movement;
mod moves;
mod observing;
mod playability;
mod positions;
mod set_up;
mod settings;
mod supply;
mod whole_games;

use std::sync::Arc;

use chance::Seed;
use contract::{Ruleset, Seat};
use design::{Design, Known, UnitType};
use fairmarch_generals_view::{CompanyId, Event, GeneralsView, Move, Phase, Refusal, State};
use formats::read_design;
use grid::{Area, Cell, Layer, Shape};
use world::{Owner, Place, Scenario, Side, SideId, Unit, World};

/// The seed's numbers: section 2.
const DESIGN: &str = r#"{
  "claims": { "areas": "square4 torus4" }, "materials": { "gold": { "treasury": true, "initial-treasury": 300 }, "supply": {} },
  "terrain": { "field": {}, "lake": {} },
  "units": {
    "city": { "acp-per-turn": 1, "acp-to-move": 0 },
    "militia": { "attack": 2, "defend": 2, "acp-per-turn": 5 },
    "line-infantry": { "attack": 2, "defend": 5, "acp-per-turn": 5 },
    "skirmishers": { "attack": 5, "defend": 2, "acp-per-turn": 5 },
    "hussars": { "attack": 4, "defend": 2, "acp-per-turn": 7 },
    "dragoons": { "attack": 2, "defend": 4, "acp-per-turn": 7 },
    "lancers": { "attack": 6, "defend": 2, "acp-per-turn": 7 },
    "cuirassiers": { "attack": 5, "defend": 3, "acp-per-turn": 6 },
    "artillery": { "attack": 10, "defend": 1, "acp-per-turn": 3 },
    "guard": { "attack": 2, "defend": 5, "acp-per-turn": 3 },
  },
  "tables": {
    "consumption-on-creation": {
      "militia": { "gold": 50 }, "line-infantry skirmishers": { "gold": 100 }, "hussars dragoons artillery": { "gold": 120 },
      "lancers cuirassiers": { "gold": 160 }, "guard": { "gold": 10 },
    },
    "acp-to-create": { "city": { "*": 1, "city guard": 0 } },
    "base-production": { "city": { "gold": 40 } },
    "unit-storage-x": { "*": { "supply": 3 } },
    "unit-initial-supply": { "*": { "supply": 3 } },
    "base-consumption": { "*": { "supply": 1 } },
    "mp-to-enter-terrain": { "*": { "lake": 99 } },
  },
  "globals": { "ruleset": "generals-view", "edge-ring": false },
}"#;

/// The design with these numbers in the section of the rules.
fn design(own: &str) -> Arc<Design> {
    let text = DESIGN.replace(r#""globals": {"#, &format!(r#""generals-view": {{ {own} }}, "globals": {{"#));
    let read = read_design("test", "test.ron", &text, &|_| None, &Known::default());
    Arc::new(read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0)
}

/// A drawn board, each seat a team of its own or with the teams given.
fn scenario(shape: Shape, board: &str, teams: &[u8], own: &str) -> Scenario {
    let design = design(own);
    let rows: Vec<&str> = board.split_whitespace().rev().collect();
    let (width, height) = (rows[0].len() / 2, rows.len());
    let area = Area::new(shape, width as u32, height as u32).unwrap();
    let mut world = World::new(area);
    let (field, lake) = (design.find("field").unwrap(), design.find("lake").unwrap());
    let mut terrain = vec![field; area.len()];
    let mut owners = vec![Owner::NOBODY; area.len()];
    let mut units = Vec::new();
    let mut seats = 0;
    for (index, square) in rows.iter().flat_map(|row| row.as_bytes().chunks(2)).enumerate() {
        let side = if square[0].is_ascii_digit() { SideId(square[0] - b'0') } else { SideId::INDEPENDENT };
        seats = seats.max(side.row());
        if side != SideId::INDEPENDENT {
            owners[index] = Some(side).into();
        }
        let kind = match square[1] {
            b'.' => continue,
            b'~' => {
                terrain[index] = lake;
                continue;
            }
            b'@' => design.find::<UnitType>("city"),
            b'i' => design.find("line-infantry"),
            letter => design.unit_types().find(|&kind| design.name_of(kind).as_bytes()[0] == letter),
        };
        units.push(Unit::new(kind.unwrap(), Place::Cell(Cell(index as u32)), side));
    }
    world.terrain = Some(Layer::from_values(&area, terrain));
    world.control = Some(Layer::from_values(&area, owners));
    let side = |seat: usize| Side {
        name: ["Red", "Blue", "Green", "Gold"][seat].to_owned(),
        team: teams.get(seat).copied().unwrap_or(0),
        advantage: 1,
        ..Side::default()
    };
    Scenario { sides: (0..seats).map(side).collect(), units, ..Scenario::new(design, world) }
}

/// A game in which the seats have turns in their order and the first has begun.
struct Board {
    game: GeneralsView,
    state: State,
}

impl Board {
    fn new(board: &str) -> Board {
        Board::of(&scenario(Shape::Square4, board, &[], ""))
    }

    fn of(scenario: &Scenario) -> Board {
        let game = GeneralsView::open(scenario).unwrap_or_else(|fault| panic!("{fault}"));
        let mut state = game.begin(Seed(1));
        // Settled by decree, not by dice.
        for seat in 0..game.seats_count() {
            state.order[seat] = seat as u8;
        }
        state.rolling = contract::Seats::NONE;
        game.ask_next(&mut state, &mut |_| {});
        assert_eq!((state.phase, state.acting_seat()), (Phase::Moving, Seat(0)));
        Board { game, state }
    }

    /// A further company in a square, for stacks.
    fn add(&mut self, seat: u8, kind: &str, at: &str) -> CompanyId {
        let kind = self.game.types.iter().position(|known| known.name == kind).unwrap();
        let square = self.game.square_named(at).unwrap();
        self.state.add(&self.game, kind as u8, Seat(seat), square)
    }

    /// Makes a move that is written down; what it caused.
    fn play(&mut self, seat: u8, line: &str) -> Result<Vec<Event>, Refusal> {
        let view = self.game.view(&self.state, Seat(seat));
        let action = self.game.read_move(view, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let before = self.state.clone();
        let mut events = Vec::new();
        let made = self.game.apply(&mut self.state, Seat(seat), action, &mut |event| events.push(event));
        assert!(made.is_ok() || self.state == before, "a refused move changes nothing: {line}");
        assert_eq!(self.state.find_broken(&self.game), None, "after {line}");
        made.map(|()| events)
    }

    /// A seat plus 1, 0 for nobody.
    fn owner(&self, at: &str) -> u8 {
        self.state.owner[usize::from(self.game.square_named(at).unwrap())].map_or(0, |seat| seat.0 + 1)
    }

    /// The companies in a square, as text.
    fn companies(&self, at: &str) -> String {
        let square = self.game.square_named(at).unwrap();
        let of = |(_, slot): (CompanyId, &fairmarch_generals_view::testing::Slot)| {
            let name = &self.game.types[usize::from(slot.kind)].name;
            format!("{}{name}:{}", slot.seat.0 + 1, slot.supply)
        };
        self.state.standing_in(square).map(of).collect::<Vec<_>>().join(" ")
    }

    /// Where the first company of a seat can get to, drawn: `+` where it can, `.` where it cannot.
    fn reach(&self, seat: u8) -> String {
        let view = self.game.view(&self.state, Seat(seat));
        let mut moves = Vec::new();
        self.game.candidates(view, &mut moves);
        let mut map = vec!['.'; self.game.squares()];
        for action in moves {
            if let Move::Go { company, path } = action {
                let mut square = self.state.slot(company).square;
                for step in path.steps() {
                    square = self.game.neighbor(square, step).unwrap();
                }
                map[usize::from(square)] = '+';
            }
        }
        let width = self.game.area.width() as usize;
        map.chunks(width).rev().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
    }
}
