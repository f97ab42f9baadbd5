//! Rules of Hostile Space under test: every number and example of the seed, a match worked by hand, the contract's suite.

mod bases;
mod chart;
mod ends;
mod missiles;
mod moving;
mod position;
mod set_up;
mod velocity;
mod whole_matches;

use std::sync::Arc;

use chance::Seed;
use contract::{Ruleset, Seat};
use design::{Known, Severity, TerrainType, UnitType};
use fairmarch_hostile_space::testing::SEED;
use fairmarch_hostile_space::{Event, HostileSpace, Numbers, Refusal, Stage, State, Turning};
use formats::read_design;
use grid::{Area, Cell, Layer, Shape};
use world::{Place, Scenario, Side, SideId, Unit, World};

const ONE: Seat = Seat(0);
const TWO: Seat = Seat(1);

/// A design with these entries in the section of the rules.
fn design_with(section: &str) -> design::Design {
    let text = format!(
        r#"{{
          "terrain": {{ "space": {{}}, "rock": {{}} }},
          "units": {{ "ship": {{}}, "missile": {{}}, "marker": {{}}, "base": {{}}, "base-part": {{}}, "asteroid": {{}} }},
          "globals": {{ "ruleset": "hostile-space", "edge-ring": false }},
          "hostile-space": {{ {section} }},
        }}"#
    );
    let read = read_design("game", "game.ron", &text, &|_| None, &Known::default());
    read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0
}

/// Builds scenarios: first the sides and the area, then what lies there.
struct Sketch {
    scenario: Scenario,
}

impl Sketch {
    fn new(section: &str, shape: Shape, width: u32, height: u32, sides: usize) -> Sketch {
        let design = Arc::new(design_with(section));
        let area = Area::new(shape, width, height).expect("an area");
        let mut scenario = Scenario::new(Arc::clone(&design), World::new(area));
        let space = design.find::<TerrainType>("space").expect("it is there");
        scenario.world.terrain = Some(Layer::from_values(&area, vec![space; area.len()]));
        let names = ["Ostria", "Vestria", "Nordia"];
        scenario.sides = names[..sides].iter().map(|&name| Side { name: name.to_owned(), ..Side::default() }).collect();
        Sketch { scenario }
    }

    /// A torus of 40 by 40 hexes for two.
    fn torus(section: &str) -> Sketch {
        Sketch::new(section, Shape::Torus, 40, 40, 2)
    }

    fn cell(&self, name: &str) -> Cell {
        self.scenario.world.area.find_cell(name).unwrap_or_else(|| panic!("no hex {name}"))
    }

    /// Units of a type and side, 0 for nobody's, at these hexes, which stand apart by blanks.
    fn put(mut self, kind: &str, side: u8, hexes: &str) -> Sketch {
        let kind = self.scenario.design.find::<UnitType>(kind).expect("a type of the design");
        for hex in hexes.split_whitespace() {
            let unit = Unit::new(kind, Place::Cell(self.cell(hex)), SideId(side));
            self.scenario.units.push(unit);
        }
        self
    }

    fn rock(mut self, hexes: &str) -> Sketch {
        let rock = self.scenario.design.find::<TerrainType>("rock").expect("it is there");
        let mut values = self.scenario.world.terrain.as_ref().expect("it is there").values().to_vec();
        hexes.split_whitespace().for_each(|hex| values[self.cell(hex).index()] = rock);
        self.scenario.world.terrain = Some(Layer::from_values(&self.scenario.world.area, values));
        self
    }

    /// The first turn, side 1 first.
    fn first_turn(mut self) -> Sketch {
        let order: Vec<String> = (1..=self.scenario.sides.len()).map(|side| side.to_string()).collect();
        let mut section = design::Section::default();
        section.set("turn", &diagnostics::RonTree::of(1), None);
        section.set("order", &diagnostics::RonTree::list(order.iter().map(diagnostics::RonTree::of)), None);
        self.scenario.sections.insert(fairmarch_hostile_space::NAME.to_owned(), section);
        self
    }

    /// The missiles of each side's ships at the start.
    fn missiles_of(mut self, counts: &[i32]) -> Sketch {
        let section = self.scenario.sections.entry(fairmarch_hostile_space::NAME.to_owned()).or_default();
        section.set(
            "missiles-of",
            &diagnostics::RonTree::list(counts.iter().copied().map(diagnostics::RonTree::of)),
            None,
        );
        self
    }

    /// The first turn, laid out as a table.
    fn start(self) -> Table {
        self.first_turn().table()
    }

    fn table(self) -> Table {
        let game = HostileSpace::open(&self.scenario).unwrap_or_else(|why| panic!("{why}"));
        let state = game.begin(Seed(1));
        Table { game, state, start: self.scenario }
    }

    fn refused(&self) -> String {
        HostileSpace::open(&self.scenario).err().map(|why| why.what).expect("it cannot be played")
    }
}

/// A game, its state, and the scenario from which it began.
struct Table {
    game: HostileSpace,
    state: State,
    start: Scenario,
}

impl Table {
    fn play(&mut self, seat: Seat, line: &str) -> Result<Vec<Event>, Refusal> {
        let action = self.game.read_line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let mut events = Vec::new();
        self.game.apply(&mut self.state, seat, action, &mut |event| events.push(event))?;
        assert_eq!(self.state.find_broken(&self.game), None, "after {line}");
        Ok(events)
    }

    /// Moves that are legal; what happened is told, line by line.
    fn told(&mut self, seat: Seat, lines: &str) -> Vec<String> {
        let mut told = Vec::new();
        for line in lines.split(';').map(str::trim) {
            let events = self.play(seat, line).unwrap_or_else(|why| panic!("{line}: {why}"));
            told.extend(events.iter().map(|event| event.tell(&self.game)));
        }
        told
    }

    /// Both seats say their velocities, none if the lines are empty, and hand in.
    fn velocities(&mut self, one: &str, two: &str) -> Vec<String> {
        assert_eq!(self.state.stage, Stage::Velocities);
        let mut told = Vec::new();
        for (seat, lines) in [(ONE, one), (TWO, two)] {
            if !lines.is_empty() {
                self.told(seat, lines);
            }
            if self.game.who_acts(&self.state).contains(seat) && self.state.stage == Stage::Velocities {
                told = self.told(seat, "end");
            }
        }
        told
    }

    /// Both seats fire, and fire no more.
    fn fire(&mut self, one: &str, two: &str) -> Vec<String> {
        assert_eq!(self.state.stage, Stage::Fire);
        let mut told = Vec::new();
        for (seat, lines) in [(ONE, one), (TWO, two)] {
            if !lines.is_empty() {
                told.extend(self.told(seat, lines));
            }
            if self.game.who_acts(&self.state).contains(seat) && self.state.stage == Stage::Fire {
                told.extend(self.told(seat, "end"));
            }
        }
        told
    }

    /// A turn in which nobody does anything.
    fn wait(&mut self) -> Vec<String> {
        let mut told = self.velocities("", "");
        if self.state.stage == Stage::Fire {
            told.extend(self.fire("", ""));
        }
        told
    }

    /// Where a ship is; `None` if it is gone.
    fn ship(&self, seat: Seat, number: u8) -> Option<String> {
        self.state.ship(seat, number).map(|index| self.game.area.cell_name(self.state.ships[index].cell))
    }

    /// Ships of each seat.
    fn ships(&self) -> [usize; 2] {
        [ONE, TWO].map(|seat| self.state.ships_of(seat).count())
    }
}

fn has(told: &[String], line: &str) -> bool {
    told.iter().any(|other| other == line)
}

#[test]
fn the_numbers_are_those_of_the_seed() {
    let (numbers, found) = &*SEED;
    assert!(found.0.is_empty(), "{found:?}");
    assert!((4..=8).contains(&numbers.ships) && (12..=24).contains(&numbers.delta_v));
    assert!((15..=30).contains(&numbers.missile_speed) && numbers.missile_speed > numbers.delta_v);
    assert_eq!((numbers.missiles, numbers.zone_radius, numbers.markers_apart(), numbers.rearming), (8, 6, 13, 2));
    assert_eq!((numbers.hit_points, numbers.first_hit_points(), numbers.is_fortified), (3, 1, false));
    assert_eq!((numbers.entity_dice, numbers.has_bases, numbers.is_open), (0, false, false));
    assert_eq!((numbers.turning, numbers.missile_turns), (Turning::Ring, None));
}

#[test]
fn a_design_says_them_anew_within_their_bounds() {
    let read = |section: &str| Numbers::read(&design_with(section));
    let (numbers, found) = read(
        r#""ships": 4, "missiles": 5, "delta-v": 24, "missile-speed": 30, "zone-radius": 3, "damage": "fortified", "hit-points": 4,
        "entity-dice": 2, "bases": true, "rearming": 1, "velocities": "open", "turning": "distance", "missile-turns": 0, "turns": 9"#,
    );
    assert!(found.0.is_empty(), "{found:?}");
    assert_eq!(
        numbers,
        Numbers {
            ships: 4,
            missiles: 5,
            delta_v: 24,
            missile_speed: 30,
            zone_radius: 3,
            is_fortified: true,
            hit_points: 4,
            entity_dice: 2,
            has_bases: true,
            rearming: 1,
            is_open: true,
            turning: Turning::Distance,
            missile_turns: Some(0),
            turns: 9,
        }
    );
    for (section, part) in [
        (r#""ships": 3"#, "from 4 to 8"),
        (r#""ships": 9"#, "from 4 to 8"),
        (r#""delta-v": 25, "missile-speed": 30"#, "from 12 to 24"),
        (r#""missile-speed": 31"#, "from 15 to 30"),
        (r#""missile-speed": 18"#, "raise `missile-speed` above 18"),
        (r#""delta-v": 20"#, "raise `missile-speed` above 20"),
        (r#""damage": "soft""#, "`brutal` or `fortified`"),
        (r#""bases": 1"#, "true or false"),
        (r#""entity-dice": 3"#, "from 0 to 2"),
        (r#""ship": 4"#, "ships"),
    ] {
        let (_, found) = read(section);
        let told = found.0.iter().find(|fault| fault.severity == Severity::Error).map(ToString::to_string);
        assert!(told.as_ref().is_some_and(|told| told.contains(part)), "{section}: {told:?}");
        let sketch = Sketch::torus(section).put("marker", 1, "0,0").put("marker", 2, "0,20");
        assert!(sketch.refused().contains(part), "{section}");
    }
}

#[test]
fn missiles_are_those_of_the_design_or_of_each_side() {
    let mut sketch = Sketch::torus(r#""missiles": 5"#).put("marker", 1, "5,5").put("marker", 2, "25,5");
    let missiles = |sketch: &Sketch| Numbers::read(&sketch.scenario.design).0.missiles_of(&sketch.scenario);
    assert_eq!(missiles(&sketch), [5, 5]);
    let mut say = |counts: [u8; 2]| {
        let list = diagnostics::RonTree::list(counts.map(diagnostics::RonTree::of));
        let section = sketch.scenario.sections.entry(fairmarch_hostile_space::NAME.to_owned()).or_default();
        section.set(fairmarch_hostile_space::MISSILES_OF, &list, None);
        missiles(&sketch)
    };
    assert_eq!(say([7, 21]), [5, 5], "the rules refuse it");
    assert_eq!(say([7, 4]), [7, 4]);
    let game = sketch.table().game;
    assert_eq!([ONE, TWO].map(|seat| game.missiles_of(seat)), [7, 4]);
}

#[test]
fn what_cannot_be_played_says_why() {
    let refused = |sketch: Sketch, part: &str| assert!(sketch.refused().contains(part), "{}", sketch.refused());
    refused(Sketch::new("", Shape::Torus4, 40, 40, 2), "expected hexes");
    refused(Sketch::new("", Shape::Torus, 40, 40, 1), "1 sides: expected 2 to 12");
    refused(Sketch::new("", Shape::Torus, 20, 20, 2), "zones may find no room");
    refused(Sketch::torus("").put("ship", 0, "3,3"), "belongs to no side");
    refused(Sketch::torus("").put("base", 1, "3,3"), "no bases are played");
    refused(Sketch::torus(r#""ships": 4"#).put("ship", 1, "1,1 2,1 3,1 4,1 5,1"), "expected 4 at most");
    refused(Sketch::torus("").put("ship", 1, "1,1").put("ship", 2, "1,1").first_turn(), "two things are in one hex");
    refused(Sketch::torus("").put("ship", 1, "1,1").rock("1,1"), "stands in rock");
    let mut friends = Sketch::torus("");
    friends.scenario.sides.iter_mut().for_each(|side| side.team = 1);
    refused(friends, "in one team");
}

#[test]
fn lines_are_read_as_they_are_written() {
    let game = Sketch::torus("").table().game;
    for line in [
        "throw",
        "mark 3,4",
        "place 3,4",
        "entity 3,4",
        "entity 3,4 4,4 4,3",
        "velocity 3 4 ne+1",
        "velocity 1 0",
        "fire 2 sw",
        "end",
    ] {
        let action = game.read_line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        assert_eq!(game.write_line(action), line);
    }
    for (line, part) in [
        ("", "empty"),
        ("place 3", "a hex of the map"),
        ("place", "one hex"),
        ("entity 1,1 1,2 1,3 1,4 1,5 1,6 1,7 1,8", "one to seven"),
        ("velocity x 3 e", "the number of a ship"),
        ("velocity 1 3", "such as `4 ne`"),
        ("fire 1 n", "expected one of ne, e, se, sw, w, nw"),
        ("fire 1", "a ship and a direction"),
        ("jump", "expected throw, mark"),
    ] {
        let why = game.read_line(line).expect_err(line);
        assert!(why.contains(part), "{line}: {why}");
    }
}
