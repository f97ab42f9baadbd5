//! Rules of the dungeon under test: levels drawn in signs, a rule each, whole matches, the contract's suite.

mod attributes;
mod characters;
mod chart;
mod creating;
mod experience;
mod fighting;
mod handlers;
mod inventory;
mod learning;
mod moving;
mod objects;
mod records;
mod sight;
mod whole_matches;

use std::sync::Arc;

use chance::Seed;
use contract::{Ruleset, Seat};
use design::{Known, Severity, TerrainType, TypeId, UnitType};
use fairmarch_dungeon::testing::SEED;
use fairmarch_dungeon::{Dungeon, Event, Numbers, Refusal, Stage, State, View};
use formats::read_design;
use grid::{Area, Cell, Layer, Shape};
use world::{Link, Place, Scenario, Side, SideId, Unit, UnitId, World};

const ONE: Seat = Seat(0);

/// The types of all tests. Each sign of a drawn level stands for one of them.
const TYPES: &str = r##"
  "terrain": {
    "rock": { "char": "#", "opaque": true }, "floor": { "char": "." },
    "door": { "char": "+", "opaque": true, "door-into": "open-door" }, "open-door": { "char": "'" },
    "iron-door": { "char": "X", "opaque": true, "door-into": "open-door", "lock-level": 1 },
    "water": { "char": "~" }, "stairs": { "subtype": "connection" },
  },
  "units": {
    "hero": { "char": "@", "acp-per-turn": 1, "speed": 100 },
    "rat": { "char": "r", "acp-per-turn": 1, "speed": 100, "level-weight": 10, "level-max": 1 },
    "orc": { "char": "o", "acp-per-turn": 1, "speed": 100, "level-weight": 10, "level-min": 2 },
    "archer": { "char": "a", "acp-per-turn": 1, "speed": 100 },
    "slime": { "char": "s", "acp-per-turn": 1, "speed": 100 },
    "snake": { "char": "S", "acp-per-turn": 1, "speed": 100 },
    "sword": { "char": "/" }, "mail": { "char": "[" }, "ring": { "char": "=" }, "potion": { "char": "!" }, "tonic": { "char": "t" },
    "scroll": { "char": "?" }, "bread": { "char": "%" }, "dart": { "char": "-" }, "wand": { "char": "w" },
    "key": { "char": "k", "key-level": 1 }, "prize": { "char": "P" }, "chest": { "char": "C", "capacity": 9 },
    "stall": { "char": "T", "capacity": 9 }, "coins": { "char": "$" }, "pit": { "char": "^" }, "gas": { "char": "g" },
  },
  "tables": {
    "mp-to-enter-terrain": { "*": { "*": 1, "rock water": 99 } }, "mp-to-traverse": { "hero": { "stairs": 1 } },
    "vanishes-on": { "*": { "rock water": true } },
  },
  "globals": { "ruleset": "dungeon", "edge-ring": false },
"##;

/// The catalogue of all tests: blows always hit, and dice have one side, so that numbers are certain.
const CATALOGUE: &str = r#"
    "characters": "fixed",
    "stat-dice": "3d6",
    "hit-least": 100,
    "hit-most": 100,
    "unarmed": 1,
    "wake": 100,
    "heal-rounds": 1000,
    "experience": "constant",
    "monsters": {
      "rat": { "hp": 2, "hit": 33, "damage": 1, "awake": 100 },
      "orc": { "hp": 9, "hit": 60, "damage": 3, "awake": 100, "speed": 50 },
      "archer": { "hp": 4, "hit": 60, "damage": 2, "awake": 100, "range": 6, "stays": true },
      "slime": { "hp": 6, "hit": 60, "damage": 4, "awake": 0, "stays": true, "effects": [["strike", 2]], "resists": { "fire": 50, "cold": 100 } },
      "snake": { "hp": 3, "hit": 60, "damage": 1, "awake": 100, "speed": 200, "effects": [["poison", 2, 3]] },
    },
    "objects": {
      "sword": { "type": "weapon", "effects": [["attack", 0, 0, 5]], "skill": "skill.weapon.blade" },
      "mail": { "type": "armour", "effects": [["defend", 20]] },
      "ring": { "type": "ring", "effects": [["resist", 2, 50], ["resist", 4, 100]] },
      "potion": { "type": "potion", "effects": [["heal", 0, 0, 6], ["cure"]] },
      "tonic": { "type": "potion", "effects": [["haste", 2, 100], ["strengthen", 1, 3]], "uses": 2 },
      "scroll": { "type": "scroll", "effects": [["map", 20]] },
      "bread": { "type": "food", "effects": [["feed", 40]] },
      "dart": { "type": "missile", "effects": [["missile", 0, 0, 3, 4]] },
      "wand": { "type": "wand", "effects": [["bolt", 0, 0, 4, 1, 5]], "uses": 2 },
      "key": { "type": "key" }, "prize": { "type": "prize" }, "chest": { "type": "chest" }, "stall": { "type": "stall" },
      "coins": { "type": "coins", "effects": [["gold", 0, 0, 30]] },
      "pit": { "type": "trap", "effects": [["attack", 0, 0, 3]] },
      "gas": { "type": "trap", "effects": [["poison", 1, 4]] },
    },
    "egos": { "of-fire": { "types": ["weapon"], "effects": [["strike", 1]] } },
    "races": { "human": {}, "elf": { "dexterity": 2, "strength": -2 } },
    "classes": {
      "fighter": { "hit-points": 20, "per-level": 5 },
      "mage": {
        "hit-points": 10, "per-level": 2, "least": { "intelligence": 12 }, "spell-points": 6, "spell": ["bolt", 0, 0, 3, 3, 6],
        "spell-cost": 4, "equipment": ["dart", "dart"],
      },
    },
"#;

fn design_with(section: &str) -> design::Design {
    let text = format!("{{ {TYPES} \"dungeon\": {{ {section} }} }}");
    let read = read_design("game", "game.ron", &text, &|_| None, &Known::default());
    read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0
}

/// A scenario of drawn levels, as large as the first one. `@` is the hero of side 1, `2` to `9` those of others.
struct Sketch(Scenario);

impl Sketch {
    /// With entries that come before those of the catalogue of all tests.
    fn new(more: &str, levels: &[&str]) -> Sketch {
        // An entry may stand once: those of the catalogue that are said anew are left out.
        let said: Vec<&str> = more.split('"').skip(1).step_by(2).collect();
        let (mut kept, mut depth, mut is_left_out) = (String::new(), 0_i32, false);
        for line in CATALOGUE.split_inclusive('\n') {
            if depth == 0 {
                is_left_out = said.iter().any(|name| line.trim_start().starts_with(&format!("\"{name}\":")));
            }
            depth += line.matches(['{', '[']).count() as i32 - line.matches(['}', ']']).count() as i32;
            kept.push_str(if is_left_out { "" } else { line });
        }
        Sketch::of(design_with(&format!("{more} {kept}")), levels)
    }

    fn of(design: design::Design, levels: &[&str]) -> Sketch {
        let design = Arc::new(design);
        let rows = |level: &str| -> Vec<Vec<char>> {
            let rows = level.lines().map(|row| row.trim().chars().collect());
            let mut rows: Vec<Vec<char>> = rows.filter(|row: &Vec<char>| !row.is_empty()).collect();
            // Rock around what is drawn, so that it is large enough for an area.
            rows.iter_mut().for_each(|row| row.resize(row.len().max(5), '#'));
            while rows.len() < 5 {
                rows.insert(0, vec!['#'; rows[0].len()]);
            }
            rows
        };
        let first = rows(levels[0]);
        let area = Area::new(Shape::Square8, first[0].len() as u32, first.len() as u32).expect("an area");
        let area = area.with_levels(levels.len() as u32).expect("levels");
        let ground = |name: &str| design.find::<TerrainType>(name).expect("a type of the design");
        let mut scenario = Scenario::new(Arc::clone(&design), World::new(area));
        let mut terrain = vec![ground("rock"); area.len()];
        let mut units: Vec<(u8, Cell, UnitType)> = Vec::new();
        for (level, text) in levels.iter().enumerate() {
            for (row, signs) in rows(text).iter().rev().enumerate() {
                for (column, &sign) in signs.iter().enumerate() {
                    let cell = area.cell(column as i32, row as i32).expect("a cell of the drawing");
                    let cell = area.on_level(cell, level as u32).expect("a level");
                    let sign_text = sign.to_string();
                    let kind = design
                        .ids::<TerrainType>()
                        .find(|&kind| design.text(design::parameters::terrain::CHAR, kind) == sign_text);
                    terrain[cell.index()] = kind.unwrap_or_else(|| ground("floor"));
                    if let Some(side) = "@23456789".chars().position(|known| known == sign) {
                        let side = side as u8 + 1;
                        units.push((side, cell, design.find("hero").expect("a hero")));
                    } else if kind.is_none() {
                        let unit = design
                            .unit_types()
                            .find(|&kind| design.text(design::parameters::unit::CHAR, kind) == sign_text);
                        units.push((0, cell, unit.unwrap_or_else(|| panic!("no type has the sign {sign}"))));
                    }
                }
            }
        }
        let sides = units.iter().map(|unit| usize::from(unit.0)).max().unwrap_or(0);
        let names = ["Ostria", "Vestria", "Nordia"];
        scenario.sides = names[..sides].iter().map(|&name| Side { name: name.to_owned(), ..Side::default() }).collect();
        units.sort_by_key(|unit| unit.0 == 0);
        for (side, cell, kind) in units {
            scenario.add_unit(Unit::new(kind, Place::Cell(cell), SideId(side)));
        }
        scenario.world.terrain = Some(Layer::from_values(&area, terrain));
        Sketch(scenario)
    }

    fn cell(&self, name: &str) -> Cell {
        self.0.world.area.find_cell(name).unwrap_or_else(|| panic!("no cell {name}"))
    }

    /// Stairs between two cells.
    fn stairs(mut self, from: &str, to: &str) -> Sketch {
        let kind = self.0.design.find("stairs").expect("stairs");
        let (from, to) = (self.cell(from), self.cell(to));
        self.0.world.links.push(Link { kind, from, to, is_one_way: false, cost: 0, name: String::new() });
        self
    }

    /// Objects inside the first unit of a type.
    fn inside(mut self, carrier: &str, objects: &str) -> Sketch {
        let kind: UnitType = self.0.design.find(carrier).expect("a type of the design");
        let at = self.0.units.iter().position(|unit| unit.kind == kind).expect("a unit of that type");
        let side = self.0.units[at].side;
        for name in objects.split_whitespace() {
            let (name, ego) = name.split_once(':').unwrap_or((name, ""));
            let kind = self.0.design.find(name).expect("a type of the design");
            let mut unit = Unit::new(kind, Place::Inside(UnitId(at as u32 + 1)), side);
            unit.name = ego.to_owned();
            self.0.units.push(unit);
        }
        self
    }

    fn game(&self) -> Dungeon {
        Dungeon::open(&self.0).unwrap_or_else(|why| panic!("{why}"))
    }

    /// A match after the creation of heroes: human fighters.
    fn play(&self) -> Match {
        let mut play = Match::begin(self.game());
        while play.state.stage == Stage::Creation {
            play.go("be human fighter");
        }
        play
    }
}

/// A match that is played by lines.
struct Match {
    game: Dungeon,
    state: State,
    /// What the seat that acted was told by its last move.
    told: Vec<String>,
    events: Vec<Event>,
}

impl Match {
    fn begin(game: Dungeon) -> Match {
        let state = game.begin(Seed(1));
        Match { game, state, told: Vec::new(), events: Vec::new() }
    }

    fn seat(&self) -> Seat {
        self.game.to_act(&self.state).iter().next().expect("somebody acts")
    }

    fn view(&self, seat: u8) -> View<'_> {
        self.game.view(&self.state, Seat(seat))
    }

    fn check(&self, line: &str) -> Result<(), Refusal> {
        let seat = self.seat();
        let action = self.game.read_move(self.game.view(&self.state, seat), line).unwrap_or_else(|why| panic!("{why}"));
        self.game.check(&self.state, seat, action)
    }

    /// Makes moves, which stand apart by `;`.
    fn go(&mut self, lines: &str) -> &mut Match {
        for line in lines.split(';').map(str::trim) {
            let seat = self.seat();
            let view = self.game.view(&self.state, seat);
            let action = self.game.read_move(view, line).unwrap_or_else(|why| panic!("{line}: {why}"));
            let mut events = Vec::new();
            let done = self.game.apply(&mut self.state, seat, action, &mut |event| events.push(event));
            done.unwrap_or_else(|why| panic!("{line}: {why}"));
            let view = self.game.view(&self.state, seat);
            let told = events.iter().filter(|event| self.game.told_to(event).contains(seat));
            self.told =
                told.map(|event| self.game.event_text_for(view, event)).filter(|text| !text.is_empty()).collect();
            self.events = events;
            assert_eq!(self.game.find_broken(&self.state), None, "{line}");
        }
        self
    }

    /// Where the hero of a seat is.
    fn at(&self, seat: u8) -> String {
        self.game.area.cell_name(self.view(seat).cell())
    }

    fn hp(&self, seat: u8) -> i32 {
        self.view(seat).hp().0
    }

    /// The pack of a seat: `2 dart, sword worn`.
    fn pack(&self, seat: u8) -> String {
        let entries = self.view(seat).pack().into_iter().map(|(stack, count, worn)| {
            let name = self.game.stack_name(stack);
            let count = if count == 1 { String::new() } else { format!("{count} ") };
            format!("{count}{name}{}", if worn > 0 { " worn" } else { "" })
        });
        entries.collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn the_numbers_of_the_seed_are_without_fault() {
    assert_eq!(SEED.1.0, []);
    let (numbers, catalogue, found) = Numbers::read(&design_with(CATALOGUE));
    assert_eq!(found.0, []);
    assert_eq!((numbers.hit_least, numbers.sight), (100, 8));
    assert_eq!((catalogue.classes.len(), catalogue.races.len(), catalogue.egos.len()), (2, 2, 1));
}

#[test]
fn faults_of_a_catalogue_are_told_in_their_places() {
    let faults = |section: &str| -> Vec<String> {
        let (_, _, found) = Numbers::read(&design_with(section));
        found.0.iter().filter(|fault| fault.severity == Severity::Error).map(ToString::to_string).collect()
    };
    for (section, words) in [
        (r#""monsters": { "rut": { "hp": 2 } }"#, "unknown unit type `rut`"),
        (r#""monsters": { "rat": {} }"#, "`hp` is missing"),
        (r#""objects": { "sword": { "type": "sord" } }"#, "weapon, armour, potion"),
        (r#""objects": { "sword": { "type": "weapon", "effects": [["attak", 1]] } }"#, "attack, defend, heal"),
        (r#""objects": { "sword": { "type": "weapon", "effects": [["cure", 1]] } }"#, "0 numbers at most"),
        (
            r#""objects": { "sword": { "type": "ring", "effects": [["cure"], ["cure"], ["cure"], ["cure"], ["cure"], ["cure"]] } }"#,
            "5 effects",
        ),
        (r#""objects": { "sword": { "type": "weapon", "skill": "Two words" } }"#, "a path such as"),
        (r#""races": { "elf": { "luck": 2 } }"#, "`luck`"),
        (r#""characters": "dice""#, "roll, points or fixed"),
        (r#""stat-dice": "many""#, "dice such as"),
        (r#""experience": "much""#, "constant, linear"),
        (r#""sight": 0"#, "1 to 40"),
    ] {
        let told = faults(section);
        assert!(told.len() == 1 && told[0].contains(words), "{section}: {told:?}");
    }
}

#[test]
fn a_model_of_experience_that_lacks_its_monsters_is_told() {
    let told = |experience: &str, monsters: u32| -> Vec<String> {
        let numbers = format!("\"dungeon\", \"levels\": 16, \"monsters-per-level\": {monsters},");
        let types = TYPES.replace("\"dungeon\",", &numbers);
        let catalogue = CATALOGUE.replace("\"constant\"", &format!("\"{experience}\""));
        let text = format!("{{ {types} \"dungeon\": {{ {catalogue} }} }}");
        let read = read_design("game", "game.ron", &text, &|_| None, &Known::default());
        let design = read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0;
        Dungeon::check_design(&design).0.iter().map(ToString::to_string).collect()
    };
    let thin = told("constant", 14);
    assert!(thin.len() == 1 && thin[0].contains("made for 50 monsters on each level"), "{thin:?}");
    for (experience, monsters) in [("constant", 50), ("constant", 0), ("linear", 48), ("worth", 14)] {
        assert_eq!(told(experience, monsters), [] as [String; 0], "{experience} {monsters}");
    }
}

#[test]
fn what_cannot_be_played_is_told_with_what_would_be_right() {
    let told = |sketch: &Sketch| Dungeon::find_unplayable(&sketch.0).map_or(String::new(), |why| why.to_string());
    assert_eq!(told(&Sketch::new("", &["@.#"])), "");
    assert!(told(&Sketch::new("", &["..#"])).contains("0 sides: expected 1 to 8"));
    assert!(told(&Sketch::new("", &["@@."])).contains("two heroes"));
    assert!(told(&Sketch::new("\"races\": {},", &["@.."])).contains("no `races`"));
    let mut drowned = Sketch::new("", &["@r~"]);
    let water = drowned.cell("2,0");
    drowned.0.units[1].place = Place::Cell(water);
    assert!(told(&drowned).contains("a `rat` stands at 2,0, where it cannot"));
    let mut crowd = Sketch::new("", &["@r."]);
    crowd.0.units[1].place = crowd.0.units[0].place;
    assert!(told(&crowd).contains("two creatures"));
    let classes = r#""classes": { "fighter": { "equipment": ["hero"] } },"#;
    let _ = TypeId::index(crowd.0.units[0].kind);
    assert!(
        told(&Sketch::of(design_with(&format!("{classes} \"races\": {{ \"human\": {{}} }}")), &["@.."]))
            .contains("brings a `hero`")
    );
}
