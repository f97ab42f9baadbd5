//! Saved games, positions as scenarios, and states that agree with what a seat sees: seed 000, "Saving Scenarios"; `gdl-reference` 13.

use chance::{Seed, Stream};
use contract::{Ruleset, Seat};
use design::{AdvanceType, TerrainType, TypeId, UnitType};
use fairmarch_kernel::testing::{Image, Views};
use fairmarch_kernel::{Condition, Details, Goal, Move, Phase, StandingOrder, State, Task, UnitIndex};
use grid::{Area, Cell, Direction, EdgeLayer, Layer, Shape};
use world::{Owner, SideId, Wind};

use super::{TestGame, table_with_seed};

/// A game with nearly everything: transports, blows, capture, construction, tech, materials, independents, fog.
pub(super) const WAR: &str = r#"
(unit-type city (acp-per-turn 3) (speed 0) (hp-max 20) (capacity 8) (point-value 5) (vision-range 2) (start-with 1))
(unit-type tank (acp-per-turn 4) (hp-max 6) (cp 3) (cxp-max 20) (vision-range 2) (tech-max 9) (tech-to-build 1) (can-be-self true))
(unit-type boat (acp-per-turn 5) (hp-max 8) (capacity 2) (cp 4) (vision-range 1) (hp-recovery 50))
(unit-type wreck (acp-per-turn 0) (hp-max 2) (point-value 0))
(add tank wrecked-type wreck)
(terrain-type sea (char "~") (capacity 4))
(terrain-type river (subtype border)) (terrain-type road (subtype connection)) (terrain-type snow (subtype coating))
(material-type fuel) (material-type gold (treasury true) (initial-treasury 40))
(advance-type wheel (rp 20))
(table coating-depth-max (snow t* 9))
(table vanishes-on ((tank city wreck) sea 1) (boat land 1))
(table acp-to-create (city (tank boat) 1)) (table can-create (city (tank boat) 1))
(table acp-to-build (city (tank boat) 1)) (table can-build (city (tank boat) 1))
(table cp-on-creation (city (tank boat) 1)) (table cp-per-build (city (tank boat) 1))
(table acp-to-develop (city tank 1)) (table tech-per-develop (city tank 100))
(table hit-chance (u* u* 40)) (table damage (u* u* 2)) (table capture-chance (tank city 50)) (table acp-to-capture (tank city 1))
(table unit-storage-x (u* fuel 30)) (table unit-initial-supply (u* fuel 20)) (table base-production (city fuel 3))
(table consumption-per-move (tank fuel 1)) (table cxp-per-combat (u* u* 1)) (table unit-size-as-occupant (u* u* 1))
(table acp-to-unload (u* m* 1)) (table acp-to-load (u* m* 1))
(add tank acp-to-disband 1) (add tank hp-per-disband 3)
(scorekeeper (do last-side-wins)) (scorekeeper (title "land") (do (add-score (sum-uprop u* point-value))))
(area 11 11)
(area (terrain (by-name land sea) "11a" "11a" "4a3b4a" "4a3b4a" "4a3b4a" "11a" "3a4b4a" "3a4b4a" "11a" "11a" "11a"))
(side 1 (name "One") (noun "Oner") (tech (tank 2))) (side 2 (name "Two") (trusts (3 1)) (tech (tank 2))) (side 3 (name "Three"))
(set see-all false)
(units)
(city 3 6 1 (# 1) (n "Alpha")) (tank 3 6 1 (in 1)) (tank 4 5 1 (hp 4) (cxp 3)) (boat 5 7 1 (nb 7))
(city 7 3 2 (n "Beta \"B\"")) (tank 7 3 2) (tank 6 4 2 (m (fuel 3)))
(city 8 6 3) (tank 8 5 3) (boat 5 2 0) (city 5 5 0 (n "Nobody's"))
"#;

pub(super) fn war(seed: u64) -> TestGame {
    table_with_seed(WAR, seed)
}

/// Lets random players move so often, or until the game is over.
pub(super) fn play(table: &mut TestGame, stream: &mut Stream, moves: usize) {
    for _ in 0..moves {
        if table.state.phase == Phase::Over {
            return;
        }
        let seat = Seat(table.state.acting_seat);
        let action = table.rules.random_move(table.rules.view(&table.state, seat), stream);
        table.make(seat.0, action).unwrap_or_else(|why| panic!("{action:?}: {why}"));
    }
}

#[test]
fn a_saved_game_is_the_same_and_goes_on_the_same() {
    for seed in 0..6 {
        let mut table = war(seed);
        let mut stream = Seed(seed).stream("players");
        for _ in 0..30 {
            play(&mut table, &mut stream, 20);
            assert_eq!(table.rules.find_broken(&table.state), None, "seed {seed}, turn {}", table.state.turn);
            let text = table.rules.save(&table.state);
            let loaded = table.rules.load(&text).unwrap_or_else(|why| panic!("{why}"));
            assert!(loaded == table.state, "seed {seed}, turn {}", table.state.turn);
        }
        let text = table.rules.save(&table.state);
        let mut twin = war(99);
        twin.state = twin.rules.load(&text).unwrap();
        let mut again = Seed(seed).stream("players again");
        play(&mut twin, &mut again, 200);
        play(&mut table, &mut Seed(seed).stream("players again"), 200);
        assert!(twin.state == table.state, "chance goes on as if nothing had been saved");
    }
}

#[test]
fn random_games_come_to_something() {
    let mut table = war(3);
    play(&mut table, &mut Seed(3).stream("players"), 4000);
    assert!(table.state.turn > 5, "turn {}", table.state.turn);
    assert!(table.state.units.len() > 12, "something was built");
    assert!(table.state.units.iter().any(|unit| unit.hp <= 0), "something was lost");
}

#[test]
fn damaged_and_foreign_saves_are_refused_with_the_reason() {
    let table = war(1);
    let text = table.rules.save(&table.state);
    let told = |text: &str| table.rules.load(text).err().unwrap_or_else(|| panic!("it is read:\n{text}"));
    assert_eq!(told(""), "this is no saved game: 1:1: Expected opening `(` for struct `Saved`");
    assert!(told(&text[..text.len() / 2]).starts_with("this is no saved game: 1:"));
    assert_eq!(told(&text.replacen(",turn:1,", ",turn:2,", 1)), "the saved game is damaged: its checksum is wrong");
    assert_eq!(
        told(&text.replacen("format:3", "format:7", 1)),
        "the game was saved in format 7: this version reads format 3"
    );
    let other = table_with_seed(&WAR.replace("(hp-max 20)", "(hp-max 21)"), 1);
    assert_eq!(
        other.rules.load(&text).unwrap_err(),
        "another game was saved: its design or its world differ from this one's"
    );
}

/// Whatever stands in a save with the right checksum: an error or a state that is whole, and no panic. Wrong numbers, and lists that are
/// longer or shorter than they have to be.
// Takes seconds: a saved game is read and played on a few hundred times.
#[test]
fn no_save_however_wrong_breaks_the_program() {
    let table = war(1);
    let text = table.rules.save(&table.state);
    let mut stream = Seed(5).stream("damage");
    let numbers: Vec<(usize, usize)> = {
        let bytes = text.as_bytes();
        let is_number = |at: usize| bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric());
        (text.find("state:").unwrap()..bytes.len())
            .filter(|&at| is_number(at))
            .map(|at| (at, (at..bytes.len()).find(|&end| !bytes[end].is_ascii_digit()).unwrap()))
            .collect()
    };
    let mut refused = 0;
    for _ in 0..250 {
        let (from, to) = numbers[stream.below(numbers.len() as u32) as usize];
        let wrong = ["-1", "0", "1", "9", "77", "65535", "4294967295", "9223372036854775807", "0,0", ""];
        let wrong = wrong[stream.below(wrong.len() as u32) as usize];
        let rest = if wrong.is_empty() { text[to..].trim_start_matches(',') } else { &text[to..] };
        let damaged = format!("{}{wrong}{rest}", &text[..from]);
        match table.rules.load_unchecked(&damaged) {
            Err(_) => refused += 1,
            Ok(state) => {
                let mut twin = war(1);
                twin.state = state;
                for _ in 0..5 {
                    let seat = twin.state.acting_seat;
                    let _ = twin.make(seat, Move::End);
                }
            }
        }
    }
    assert!(refused > 80, "{refused} of 250");
}

const NO_UNIT: UnitIndex = UnitIndex(9_999);
const NO_CELL: Cell = Cell(9_999);
/// The cells of [`WAR`].
const CELLS: usize = 121;

fn shorten<T>(list: &mut Vec<T>) {
    list.pop().expect("there is something to take away");
}

fn no_edges() -> EdgeLayer {
    Layer::filled(&Area::new(Shape::Rectangle, 11, 11).unwrap(), 0)
}

fn details(state: &mut State) -> &mut Details {
    state.details[0].get_or_insert_default()
}

fn give(state: &mut State, goal: Goal) {
    details(state).task = Some(Task { goal, until: 0 });
}

/// An image of a unit in the first cell.
fn see(state: &mut State) -> &mut Image {
    let views = &mut state.sights[1].views;
    let image = Image::new(UnitIndex(0), Cell(0), 1, UnitType(0), SideId(1));
    *views = Views { images: vec![image], first: vec![u32::MAX; CELLS], place_of: vec![0] };
    views.first[0] = 0;
    &mut views.images[0]
}

fn order(state: &mut State, condition: Condition) -> &mut StandingOrder {
    let task = Task { goal: Goal::Sentry, until: 0 };
    state.sides[1].standing_orders = vec![StandingOrder { kind: UnitType(0), condition, task }];
    &mut state.sides[1].standing_orders[0]
}

/// What is broken in a saved state.
type Breakage = fn(&mut State);

/// Each length and each index that a saved game holds is checked before it is used, though the checksum is right.
#[test]
fn every_wrong_length_and_index_of_a_save_is_refused() {
    let breaks: &[(Breakage, &str)] = &[
        (|s| shorten(&mut s.worked), "`worked` has 2 entries and must have 3"),
        (|s| shorten(&mut s.details), "`details` has 10 entries and must have 11"),
        (|s| shorten(&mut s.supply), "`supply` has 21 entries and must have 22"),
        (|s| shorten(&mut s.first), "`first` has 120 entries and must have 121"),
        (|s| shorten(&mut s.sides), "`sides` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sights), "`sights` has 3 entries and must have 4"),
        (|s| shorten(&mut s.cell_supply), "`cell_supply` has 1 entries and must have 2"),
        (|s| shorten(&mut s.triggered), "`triggered` has 1 entries and must have 2"),
        (|s| shorten(&mut s.coatings), "`coatings` has 0 entries and must have 1"),
        (|s| s.cell_supply[0] = vec![1], "`cell_supply` has 1 entries and must have 121"),
        (|s| s.land_use = vec![UnitIndex::NONE], "`land_use` has 1 entries and must have 121"),
        (|s| s.people = vec![Owner::NOBODY], "`people` has 1 entries and must have 121"),
        (|s| s.control = vec![Owner::NOBODY], "`control` has 1 entries and must have 121"),
        (|s| s.temperature = vec![0], "`temperature` has 1 entries and must have 121"),
        (|s| s.clouds = vec![0], "`clouds` has 1 entries and must have 121"),
        (|s| s.winds = vec![Wind { direction: Direction(0), force: 0 }], "`winds` has 1 entries and must have 121"),
        (|s| s.night = vec![true], "`night` has 1 entries and must have 121"),
        (|s| s.terrain.edit()[0] = TerrainType(99), "`terrain` names what is not there"),
        (|s| s.edges.push((TerrainType(99), no_edges())), "`edges` names what is not there"),
        (|s| s.coatings[0].0 = TerrainType(0), "`coatings` names what is not there"),
        (|s| s.winds = vec![Wind { direction: Direction(6), force: 0 }; CELLS], "`winds` names what is not there"),
        (|s| s.working_cells.push(NO_CELL), "`working_cells` names what is not there"),
        (|s| s.land_use = vec![NO_UNIT; CELLS], "`land_use` names what is not there"),
        (|s| s.people = vec![Some(SideId(9)).into(); CELLS], "`people or control` names what is not there"),
        (|s| s.control = vec![Some(SideId(9)).into(); CELLS], "`people or control` names what is not there"),
        (|s| s.acting_seat = 3, "`acting_seat` names what is not there"),
        (|s| s.first[0] = NO_UNIT, "`first or live` names what is not there"),
        (|s| s.live.push(NO_UNIT), "`first or live` names what is not there"),
        (|s| s.live.push(UnitIndex::NONE), "`live` names what is not there"),
        (|s| s.lost_self_units.push((SideId(4), UnitType(0), None)), "`lost_self_units` names what is not there"),
        (|s| s.lost_self_units.push((SideId(1), UnitType(99), None)), "`lost_self_units` names what is not there"),
        (
            |s| s.lost_self_units.push((SideId(1), UnitType(0), Some(SideId(4)))),
            "`lost_self_units` names what is not there",
        ),
        (|s| s.units[0].kind = UnitType(99), "`units` names what is not there"),
        (|s| s.units[0].side = SideId(4), "`units` names what is not there"),
        (|s| s.units[0].origin = SideId(4), "`units` names what is not there"),
        (|s| s.units[0].cell = NO_CELL, "`units` names what is not there"),
        (|s| s.units[0].inside = NO_UNIT, "`units` names what is not there"),
        (|s| s.units[0].next = NO_UNIT, "`units` names what is not there"),
        (|s| s.units[0].first = NO_UNIT, "`units` names what is not there"),
        (|s| details(s).tooling = vec![1], "`tooling` names what is not there"),
        (|s| details(s).opinions = vec![1], "`opinions` names what is not there"),
        (|s| details(s).spent = vec![1], "`spent` names what is not there"),
        (|s| details(s).appear_at = Some(NO_CELL), "`appear_at` names what is not there"),
        (|s| details(s).builder = Some((NO_UNIT, 1)), "`builder` names what is not there"),
        (|s| give(s, Goal::Build(UnitType(99), 1)), "`task` names what is not there"),
        (|s| give(s, Goal::MoveTo(NO_CELL, 0)), "`task` names what is not there"),
        (|s| give(s, Goal::Patrol(NO_CELL, Cell(0))), "`task` names what is not there"),
        (|s| give(s, Goal::Patrol(Cell(0), NO_CELL)), "`task` names what is not there"),
        (|s| give(s, Goal::Transport(NO_UNIT, Cell(0))), "`task` names what is not there"),
        (|s| give(s, Goal::Transport(UnitIndex(0), NO_CELL)), "`task` names what is not there"),
        (|s| give(s, Goal::Hit(NO_UNIT)), "`task` names what is not there"),
        (|s| give(s, Goal::Capture(NO_UNIT)), "`task` names what is not there"),
        (|s| give(s, Goal::Occupy(NO_UNIT)), "`task` names what is not there"),
        (|s| details(s).errand = Some(Goal::Hit(NO_UNIT)), "`task` names what is not there"),
        (|s| shorten(&mut s.sights[1].coverage), "`coverage` has 120 entries and must have 121"),
        (|s| shorten(&mut s.sights[1].known), "`known` has 120 entries and must have 121"),
        (|s| s.sights[0].known.push(1), "`known` has 1 entries and must have 0"),
        (|s| shorten(&mut s.sights[1].views.first), "`images` has 120 entries and must have 121"),
        (|s| shorten(&mut s.sights[1].memory.coatings), "`memory of coatings` names what is not there"),
        (
            |s| s.sights[1].memory.edges.push((TerrainType(99), no_edges())),
            "`memory of borders` names what is not there",
        ),
        (
            |s| s.sights[1].memory.edges = vec![(TerrainType(1), no_edges()), (TerrainType(1), no_edges())],
            "`memory of borders` names what is not there",
        ),
        (|s| s.sights[1].memory.weather[0] = vec![1], "`memory of weather` has 1 entries and must have 121"),
        (|s| see(s).unit = NO_UNIT, "`images` names what is not there"),
        (|s| see(s).cell = NO_CELL, "`images` names what is not there"),
        (|s| see(s).inside = NO_UNIT, "`images` names what is not there"),
        (|s| see(s).kind = UnitType(99), "`images` names what is not there"),
        (|s| see(s).side = SideId(4), "`images` names what is not there"),
        (|s| see(s).next = 99, "`images` names what is not there"),
        (|s| see(s).next = 0, "`images` names what is not there"),
        (|s| s.sights[1].views.first[0] = 99, "`images` names what is not there"),
        (|s| s.sights[1].views.place_of = vec![99], "`images` names what is not there"),
        (|s| s.sights[1].views.place_of = vec![u32::MAX; 99], "`images` names what is not there"),
        (|s| s.sights[1].known[0] = 99, "`known` names what is not there"),
        (|s| shorten(&mut s.eyes), "`eyes` has 10 entries and must have 11"),
        (|s| s.eyes[0].cell = NO_CELL, "`eyes` names what is not there"),
        (|s| shorten(&mut s.sides[1].counts), "`counts` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sides[1].tech), "`tech` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sides[1].tech_start), "`tech_start` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sides[1].next_number), "`next_number` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sides[1].doctrines), "`doctrines` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sides[1].gained), "`gained` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sides[1].lost), "`lost` has 3 entries and must have 4"),
        (|s| shorten(&mut s.sides[1].treasury), "`treasury` has 1 entries and must have 2"),
        (|s| shorten(&mut s.sides[1].advances), "`advances` has 0 entries and must have 1"),
        (|s| shorten(&mut s.sides[1].scores), "`scores` has 1 entries and must have 2"),
        (|s| s.sides[1].topic = Some(AdvanceType(99)), "`topic` names what is not there"),
        (|s| s.sides[1].advance_goal = Some(AdvanceType(99)), "`topic` names what is not there"),
        (|s| s.sides[1].units.push(NO_UNIT), "`units of a side` names what is not there"),
        (|s| s.sides[1].self_unit = Some(NO_UNIT), "`self_unit` names what is not there"),
        (|s| s.sides[1].controlled_by = Some(SideId(4)), "`controlled_by` names what is not there"),
        (|s| order(s, Condition::At(NO_CELL)).kind = UnitType(0), "`standing_orders` names what is not there"),
        (|s| order(s, Condition::Near(NO_CELL, 1)).kind = UnitType(0), "`standing_orders` names what is not there"),
        (|s| order(s, Condition::In(NO_UNIT)).kind = UnitType(0), "`standing_orders` names what is not there"),
        (|s| order(s, Condition::Always).kind = UnitType(99), "`standing_orders` names what is not there"),
        (|s| order(s, Condition::Always).task.goal = Goal::Hit(NO_UNIT), "`standing_orders` names what is not there"),
    ];
    let forgetful = WAR.replace("(set see-all false)", "(set see-all false) (set see-terrain-always false)");
    for &(break_it, told) in breaks {
        let mut table = table_with_seed(&forgetful, 1);
        break_it(&mut table.state);
        let refused = table.rules.load(&table.rules.save(&table.state)).err().unwrap_or_default();
        assert_eq!(refused, format!("the saved game is damaged: {told}"));
    }
}

#[test]
fn what_is_broken_is_found() {
    let break_it = |doing: &dyn Fn(&mut fairmarch_kernel::State)| {
        let mut table = war(1);
        assert_eq!(table.rules.find_broken(&table.state), None);
        doing(&mut table.state);
        table.rules.find_broken(&table.state).unwrap_or_else(|| panic!("nothing is found"))
    };
    assert_eq!(break_it(&|state| state.units[2].cell = Cell(0)), "unit #2 does not know its cell");
    assert_eq!(break_it(&|state| state.units[2].next = UnitIndex(2)), "unit #2 stands in two places, or in a ring");
    assert_eq!(
        break_it(&|state| state.units[1].inside = UnitIndex::NONE),
        "unit #1 does not know what it is inside of"
    );
    assert_eq!(break_it(&|state| state.units[1].hp = 0), "unit #1 is dead and stands somewhere");
    assert_eq!(break_it(&|state| state.units[0].hp = 99), "unit #0 has 99 hp of 20");
    assert_eq!(break_it(&|state| state.sides[1].counts[0] = 7), "side 1 counts its units wrongly");
    assert_eq!(break_it(&|state| state.live.truncate(1)), "unit #1 lives and is not on the list");
    assert_eq!(break_it(&|state| state.supply[0] = -1), "unit #0 holds less than nothing of material 0");
    assert_eq!(break_it(&|state| state.supply[0] = 30_000), "unit #0 holds 30000 of material 0, and has room for 30");
    assert_eq!(
        break_it(&|state| state.sides[1].treasury[0] = i32::MAX),
        "side 1 holds 2147483647 of material 0, and its treasury 2000000000"
    );
    assert_eq!(break_it(&|state| state.sides[2].trusts = 0), "side 2 does not trust itself");
    assert_eq!(break_it(&|state| state.units[3].side = SideId(2)), "unit #3 is not on its side's list");
}

/// Units that grow to what there is no room for, or no allowance: in a cell, in a transport, of a type on a side, of all.
#[test]
fn too_many_units_in_a_place_are_found() {
    let text = "(add land capacity 3) (unit-type man (hp-max 9)) (unit-type giant (hp-max 9))
        (unit-type king (hp-max 9) (type-per-side-max 1)) (unit-type god (hp-max 9) (type-in-game-max 0))
        (unit-type ship (hp-max 9) (capacity 2) (occupant-total-max 2)) (unit-type raft (hp-max 9) (capacity 9))
        (table unit-size-in-terrain (u* t* 1) (giant t* 3)) (table unit-size-as-occupant (u* u* 1) (giant u* 2))
        (table unit-capacity-x (ship king 1)) (table occupant-max (raft man 1)) (table terrain-capacity-x (king land 1))
        (area 5 5) (area (terrain (by-name land) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\")) (side 1) (side 2)
        (man 2 2 1) (man 2 2 1) (ship 2 2 1 (# 20)) (man 2 2 1 (in 20)) (man 2 2 1 (in 20)) (raft 3 2 2 (# 90))
        (man 3 2 2 (in 90))";
    let turned = |changes: &[(usize, &str)]| {
        let mut table = table_with_seed(text, 1);
        assert_eq!(table.rules.find_broken(&table.state), None);
        for &(unit, name) in changes {
            let kind = table.kind(name);
            let unit = &mut table.state.units[unit];
            let counts = &mut table.state.sides[unit.side.row()].counts;
            counts[unit.kind.index()] -= 1;
            counts[kind.index()] += 1;
            unit.kind = kind;
        }
        table.rules.find_broken(&table.state).unwrap_or_default()
    };
    assert_eq!(turned(&[(0, "giant")]), "cell 12 has room for 3, and units take 5");
    assert_eq!(turned(&[(3, "giant")]), "unit #2 has room for 2, and occupants take 3");
    assert_eq!(turned(&[(0, "king")]), "", "it has a place of its own, and is the only one");
    assert_eq!(turned(&[(3, "king")]), "");
    assert_eq!(turned(&[(0, "king"), (3, "king")]), "side 1 has 2 units of type 2, and never more than 1");
    assert_eq!(turned(&[(6, "king")]), "");
    assert_eq!(turned(&[(6, "god")]), "there are 1 units of type 3, and never more than 0");
    assert_eq!(turned(&[(2, "raft")]), "unit #2 holds more of type 0 than it may");
}

/// What is read of a position that was shown, in the middle of a turn.
fn reopen(table: &TestGame) -> TestGame {
    let shown = table.rules.show(&table.state, &table.rules.scenario);
    let rules = fairmarch_kernel::Kernel::open(&shown).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(9));
    TestGame { rules, state, events: Vec::new() }
}

/// Holds two states to each other, except for the numbers of units, chance, and which seat acts.
pub(super) fn assert_same_position(one: &TestGame, other: &TestGame) {
    let units = |table: &TestGame| -> Vec<fairmarch_kernel::Unit> {
        let number = |id: UnitIndex| match id.some() {
            Some(id) => UnitIndex(table.at().live().position(|known| known == id).expect("transports live") as u32),
            None => id,
        };
        let plain = |id: UnitIndex| {
            let unit = *table.state.unit(id);
            fairmarch_kernel::Unit {
                inside: number(unit.inside),
                next: UnitIndex::NONE,
                first: UnitIndex::NONE,
                ..unit
            }
        };
        table.at().live().map(plain).collect()
    };
    assert_eq!(units(one), units(other));
    assert_eq!(one.state.turn, other.state.turn);
    let holdings = |table: &TestGame| -> Vec<Vec<i32>> {
        let all = |id| table.rules.material_types().map(|material| table.at().supply(id, material)).collect();
        table.at().live().map(all).collect()
    };
    assert_eq!(holdings(one), holdings(other));
    let names = |table: &TestGame| -> Vec<(String, u16)> {
        let details =
            |id| table.at().details(id).map(|details| (details.name.clone(), details.number)).unwrap_or_default();
        table.at().live().map(details).collect()
    };
    assert_eq!(names(one), names(other));
    for (own, twin) in one.state.sides.iter().zip(&other.state.sides) {
        assert_eq!((own.standing, own.trusts, own.willing_to_draw), (twin.standing, twin.trusts, twin.willing_to_draw));
        assert_eq!((&own.treasury, &own.tech, &own.tech_start), (&twin.treasury, &twin.tech, &twin.tech_start));
        assert_eq!((&own.scores, &own.counts, &own.advances), (&twin.scores, &twin.counts, &twin.advances));
        assert_eq!(own.next_number, twin.next_number);
    }
    assert_eq!(one.state.terrain, other.state.terrain);
    assert_eq!((&one.state.people, &one.state.control), (&other.state.people, &other.state.control));
    assert_eq!(one.state.cell_supply, other.state.cell_supply);
}

#[test]
fn a_shown_position_opens_as_the_same_one_in_the_middle_of_a_turn() {
    for seed in 0..5 {
        let mut table = war(seed);
        let mut stream = Seed(seed).stream("players");
        for _ in 0..12 {
            play(&mut table, &mut stream, 40);
            if table.state.phase == Phase::Over {
                break;
            }
            let again = reopen(&table);
            assert_same_position(&table, &again);
            assert_eq!(again.rules.find_broken(&again.state), None);
            let twice = again.rules.show(&again.state, &again.rules.scenario);
            assert!(
                twice.units == table.rules.show(&table.state, &table.rules.scenario).units,
                "shown again it is the same"
            );
        }
    }
}

/// Scenario output from any turn, in both languages.
#[test]
fn a_shown_position_is_written_and_read_back() {
    let mut table = war(2);
    play(&mut table, &mut Seed(2).stream("players"), 500);
    assert!(table.state.turn > 2 && table.state.phase == Phase::Playing);
    let shown = table.rules.show(&table.state, &table.rules.scenario);
    let known = design::Known::default();

    let text = formats::write_scenario(&shown);
    let (read, found) =
        formats::read_scenario("t.ron", &text, &|_| None, &known).unwrap_or_else(|why| panic!("{why:?}"));
    assert!(!found.has_errors(), "{found:?}");
    let rules = fairmarch_kernel::Kernel::open(&read).unwrap();
    let state = rules.begin(Seed(1));
    assert_same_position(&table, &TestGame { rules, state, events: Vec::new() });

    let text = formats::gdl::write_gdl("t", &shown.design, Some(&shown), &[], &known);
    let module = formats::gdl::Module::read("t", "t.g", &text, &|_| None);
    let (game, found) = module.game(&std::collections::BTreeMap::new(), &known);
    assert!(!found.has_errors(), "{found:?}\n{text}");
    let read = game.expect("no error").start.expect("a start");
    let rules = fairmarch_kernel::Kernel::open(&read).unwrap();
    let state = rules.begin(Seed(1));
    assert_same_position(&table, &TestGame { rules, state, events: Vec::new() });
    assert!(text.contains("(set turn "), "{text}");
}

/// A seat draws a state that it cannot tell from the true one.
#[test]
fn a_determinized_state_agrees_with_all_that_a_seat_sees() {
    let mut moved = 0;
    for seed in 0..4 {
        let mut table = war(seed);
        play(&mut table, &mut Seed(seed).stream("players"), 150 + 100 * seed as usize);
        let mut stream = Seed(seed).stream("imagine");
        for seat in 0..3 {
            let side = Seat(seat).side();
            let view = table.rules.view(&table.state, Seat(seat));
            let state = table.rules.sample(view, &mut stream);
            assert_eq!(table.rules.find_broken(&state), None);
            let determinized = TestGame {
                rules: fairmarch_kernel::Kernel::open(&table.rules.scenario).unwrap(),
                state,
                events: Vec::new(),
            };
            let seen = |table: &TestGame| -> Vec<fairmarch_kernel::Unit> {
                let known = |&id: &UnitIndex| table.at().sees(side, id);
                let plain = |id: UnitIndex| fairmarch_kernel::Unit { next: UnitIndex::NONE, ..table.unit(id.0) };
                table.at().live().filter(known).map(plain).collect()
            };
            assert_eq!(seen(&table), seen(&determinized));
            let sight = |table: &TestGame| table.state.sights[side.row()].clone();
            assert!(sight(&table) == sight(&determinized));
            assert_eq!(
                table.rules.describe(view),
                determinized.rules.describe(determinized.rules.view(&determinized.state, Seat(seat)))
            );
            assert!(determinized.state.rng != table.state.rng, "chance is another");
            let differs = |id: &UnitIndex| table.unit(id.0).cell != determinized.unit(id.0).cell;
            moved += table.at().live().filter(differs).count();
            let again = table.rules.sample(view, &mut Seed(seed).stream("twice"));
            assert!(again == table.rules.sample(view, &mut Seed(seed).stream("twice")), "the stream decides");
        }
    }
    assert!(moved > 10, "only {moved} units stand elsewhere");
}
