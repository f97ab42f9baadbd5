//! Vision: coverage, looks, images that go stale, what every side sees (`kernel-rules` 4; seed 000, "Vision Parameters").

use chance::Seed;
use contract::Ruleset;
use design::TypeId;
use fairmarch_kernel::testing::Placement;
use fairmarch_kernel::{Kernel, Seen, UnitIndex, View, testing};
use grid::{Area, Cell, Layer, Shape};
use proptest::prelude::*;
use world::SideId;

use super::{TestGame, table, table_with_seed};

impl TestGame {
    fn put(&mut self, id: u32, x: i32, y: i32) {
        let cell = self.cell(x, y);
        self.change(|change| change.put(UnitIndex(id), Placement::Open(cell, 0)));
        self.check_sight();
    }

    fn put_inside(&mut self, id: u32, transport: u32) {
        self.change(|change| change.put(UnitIndex(id), Placement::Inside(UnitIndex(transport))));
        self.check_sight();
    }

    fn check_sight(&self) {
        assert_eq!(testing::find_broken_vision(self.at()), None);
    }

    fn sees(&self, side: u8, id: u32) -> bool {
        self.at().sees(SideId(side), UnitIndex(id))
    }

    fn view(&self, side: u8) -> View<'_> {
        View { rules: &self.rules, seat: contract::Seat(side - 1), state: &self.state }
    }

    fn seen(&self, side: u8) -> Vec<(u32, Cell, bool)> {
        let mut seen: Vec<_> =
            self.view(side).seen().map(|seen: Seen| (seen.id.0, seen.cell, seen.is_current)).collect();
        seen.sort_unstable_by_key(|entry| entry.0);
        let mut by_cell: Vec<u32> =
            self.rules.area.cells().flat_map(|cell| self.view(side).seen_in(cell)).map(|seen| seen.id.0).collect();
        by_cell.sort_unstable();
        assert_eq!(by_cell, seen.iter().map(|entry| entry.0).collect::<Vec<_>>(), "by cell and in all");
        seen
    }
}

fn dark(text: &str) -> TestGame {
    let table = table(&format!("(set see-all false) {text}"));
    table.check_sight();
    table
}

const TANK: &str = "(unit-type tank (acp-per-turn 4)) ";

#[test]
fn a_unit_covers_what_is_in_its_range() {
    let mut table = dark(&format!("{TANK} (unit-type tower (vision-range 3)) (units) (tank 4 4 1) (tower 4 4 2)"));
    let covered = |table: &TestGame, side: u8| {
        table.rules.area.cells().filter(|&cell| table.at().covers(SideId(side), cell)).count()
    };
    assert_eq!((covered(&table, 1), covered(&table, 2)), (7, 37));
    table.put(0, 1, 6);
    assert_eq!(covered(&table, 1), 7);
    let known = table.rules.area.cells().filter(|&cell| table.view(1).terrain(cell).is_some()).count();
    assert_eq!(known, 14, "what was seen stays known");
    table.change(|change| change.take_off(UnitIndex(0)));
    table.check_sight();
    assert_eq!(covered(&table, 1), 0);
}

#[test]
fn images_stay_when_sight_is_lost_and_go_when_the_cell_is_seen_again() {
    let mut table = dark(&format!("{TANK} (units) (tank 4 4 1) (tank 5 4 2)"));
    assert_eq!(table.seen(1), [(1, table.cell(5, 4), true)]);
    // The enemy goes out of sight: that is seen.
    table.put(1, 7, 4);
    assert_eq!(table.seen(1), []);
    table.put(1, 5, 4);
    // One's own unit goes away: the image stays, and grows old.
    table.put(0, 1, 6);
    let at = table.cell(5, 4);
    assert_eq!(table.seen(1), [(1, at, false)]);
    table.next_turn();
    assert_eq!(table.view(1).seen().next().unwrap().turn, 1);
    table.put(1, 7, 1);
    assert_eq!(table.seen(1), [(1, at, false)], "it does not know that the unit has gone");
    assert!(!table.sees(1, 1));
    table.put(0, 4, 4);
    assert_eq!(table.seen(1), [], "until it looks again");
}

#[test]
fn an_image_of_a_unit_that_died_out_of_sight_stays() {
    let mut table = dark(&format!("{TANK} (units) (tank 4 4 1) (tank 5 4 2)"));
    table.put(0, 1, 6);
    table.change(|change| change.remove(UnitIndex(1), fairmarch_kernel::Death::Gone, None));
    table.check_sight();
    assert_eq!(table.seen(1).len(), 1);
    table.put(0, 4, 4);
    assert_eq!(table.seen(1), []);
}

#[test]
fn see_always_needs_the_terrain_known_alone() {
    let mut table =
        dark(&format!("{TANK} (unit-type town (see-always true)) (units) (tank 1 6 1) (town 4 4 2) (town 5 4 0)"));
    assert_eq!(table.seen(1), []);
    table.put(0, 4, 5);
    table.put(0, 1, 6);
    let (own, other) = (table.cell(4, 4), table.cell(5, 4));
    assert_eq!(table.seen(1), [(1, own, true), (2, other, true)]);
    // It is captured far from every eye of this side, and yet the image is right.
    table.change(|change| change.set_side(UnitIndex(2), SideId(2)));
    table.check_sight();
    assert_eq!(table.view(1).seen_unit(UnitIndex(2)).unwrap().side, SideId(2));
}

#[test]
fn occupants_show_where_the_transport_lets_them() {
    // The seed's example: a city lets its occupants be seen, a building in the city does not.
    let text = "(unit-type city (capacity 9) (see-always true) (see-occupants true))
        (unit-type house (capacity 9) (see-always true)) (unit-type man)
        (table unit-size-as-occupant (u* u* 1)) (units) (man 1 6 1) (city 4 4 2) (house 4 4 2) (man 4 4 2) (man 4 5 1)";
    let mut table = dark(text);
    table.put(4, 7, 1);
    let ids = |table: &TestGame| table.seen(1).iter().map(|entry| entry.0).collect::<Vec<_>>();
    table.put_inside(2, 1);
    assert_eq!(ids(&table), [1, 2, 3], "the man in the open was seen when one's own left");
    table.put(4, 4, 5);
    table.put_inside(3, 1);
    assert_eq!(ids(&table), [1, 2, 3]);
    assert_eq!(table.view(1).seen_unit(UnitIndex(3)).unwrap().inside, UnitIndex(1));
    table.put_inside(3, 2);
    assert_eq!(ids(&table), [1, 2], "in the house he is hidden");
    table.put(3, 4, 4);
    assert_eq!(ids(&table), [1, 2, 3]);
}

#[test]
fn range_0_sees_the_own_cell_and_the_terrain_round_it() {
    let mut table = dark(
        "(unit-type mole (vision-range 0)) (unit-type blind (vision-range -1))
        (unit-type town (see-always true)) (units) (mole 4 4 1) (mole 5 4 2) (town 3 4 2) (blind 1 6 1)",
    );
    let known = table.rules.area.cells().filter(|&cell| table.view(1).terrain(cell).is_some()).count();
    assert_eq!(known, 7 + 7, "the place of the blind one is known from the start");
    assert!(!table.sees(1, 1) && table.sees(1, 2));
    table.put(1, 4, 4);
    assert!(table.sees(1, 1));
}

#[test]
fn unfinished_units_and_occupants_without_view_see_nothing() {
    let text = "(unit-type tank (cp 4)) (unit-type bus (capacity 9) (vision-range -1)) (unit-type van (capacity 9) (vision-range -1))
        (table unit-size-as-occupant (u* u* 1)) (table occupant-vision (tank van 0))
        (units) (tank 4 4 1 (cp 1)) (tank 1 6 1) (bus 6 2 1) (van 7 2 1)";
    let mut table = dark(text);
    let covers = |table: &TestGame, x, y| table.at().covers(SideId(1), table.cell(x, y));
    assert!(!covers(&table, 4, 4) && covers(&table, 1, 6));
    table.put_inside(1, 2);
    assert!(covers(&table, 6, 2));
    table.put_inside(1, 3);
    assert!(!covers(&table, 7, 2));
    table.change(|change| change.complete(UnitIndex(0)));
    table.check_sight();
    assert!(covers(&table, 4, 4));
}

#[test]
fn trusted_sides_see_with_ones_own_eyes() {
    let mut table = dark(&format!("{TANK} (side 1) (side 2) (side 3) (units) (tank 4 4 1) (tank 5 4 3) (tank 1 6 2)"));
    assert!(!table.sees(2, 1));
    table.change(|change| {
        change.state.sides[1].trusts |= 1 << 2;
        testing::trust_changed(change, SideId(1), SideId(2));
    });
    table.check_sight();
    assert!(table.sees(2, 1) && table.sees(2, 0));
    table.change(|change| {
        change.state.sides[1].trusts &= !(1 << 2);
        testing::trust_changed(change, SideId(1), SideId(2));
    });
    table.check_sight();
    assert!(!table.sees(2, 1));
    assert_eq!(table.view(2).seen().count(), 2, "both images stay");
}

#[test]
fn night_shortens_the_view() {
    let mut table = dark(
        "(unit-type owl (vision-range 2)) (unit-type man (vision-range 2)) (table vision-night-effect (man land 50))
        (units) (owl 4 4 1) (man 4 4 2)",
    );
    let covered = |table: &TestGame, side: u8| {
        table.rules.area.cells().filter(|&cell| table.at().covers(SideId(side), cell)).count()
    };
    assert_eq!((covered(&table, 1), covered(&table, 2)), (19, 19));
    table.state.night = vec![true; table.rules.area.len()];
    table.change(testing::refresh_all);
    table.check_sight();
    assert_eq!((covered(&table, 1), covered(&table, 2)), (19, 7));
}

#[test]
fn tech_to_see_hides_a_type_from_lower_sides() {
    let text = "(unit-type satellite (tech-to-see 5) (tech-max 9) (see-always true)) (unit-type man)
        (side 1 (tech (satellite 4))) (side 2 (tech (satellite 5))) (units) (man 4 4 1) (man 4 4 2) (satellite 4 5 0)";
    let mut table = dark(text);
    assert!(!table.sees(1, 2) && table.sees(2, 2));
    table.state.sides[1].tech[0] = 5;
    table.put(2, 5, 4);
    assert!(table.sees(1, 2));
}

#[test]
fn a_side_that_loses_a_unit_sees_where() {
    let mut table = dark(
        "(unit-type man (vision-range 0)) (unit-type sub) (table see-chance-at (man sub 0))
        (units) (man 4 4 1) (sub 4 4 2)",
    );
    assert!(!table.sees(1, 1));
    table.change(|change| change.remove(UnitIndex(0), fairmarch_kernel::Death::Combat, None));
    table.check_sight();
    assert_eq!(table.seen(1), [(1, table.cell(4, 4), false)]);
}

/// How often, of 1000 games, side 1 sees unit 1 when the game begins.
fn how_often(text: &str, id: u32) -> usize {
    (0..400).filter(|&seed| table_with_seed(&format!("(set see-all false) {text}"), seed).sees(1, id)).count()
}

fn about(count: usize, percent: usize) {
    let (low, high) = (percent * 4 - 24, percent * 4 + 24);
    assert!((low..=high).contains(&count), "{count} of 400, expected {percent}%");
}

// Takes seconds: chances show in many games only.
#[test]
fn chances_depend_on_distance_and_terrain() {
    let types = "(unit-type man (vision-range 2)) (unit-type sub) (table see-chance-at (man sub 80))
        (table see-chance-adjacent (man sub 50)) (table see-chance (man sub 20))";
    about(how_often(&format!("{types} (units) (man 4 4 1) (sub 4 4 2)"), 1), 80);
    about(how_often(&format!("{types} (units) (man 4 4 1) (sub 4 5 2)"), 1), 50);
    about(how_often(&format!("{types} (units) (man 4 4 1) (sub 4 6 2)"), 1), 20);
    assert_eq!(how_often(&format!("{types} (units) (man 4 4 1) (sub 4 7 2)"), 1), 0);
    about(how_often(&format!("{types} (units) (man 4 4 1) (sub 4 5 2) (man 4 6 1)"), 1), 75);
    let hidden = format!("{types} (table visibility (sub land 50)) (units) (man 4 4 1) (sub 4 5 2)");
    about(how_often(&hidden, 1), 25);
    let none = format!("{types} (table visibility (sub land 0)) (units) (man 4 4 1) (sub 4 4 2)");
    assert_eq!(how_often(&none, 1), 0);
}

#[test]
fn an_overlooked_unit_is_looked_for_again_when_something_happens() {
    let text =
        "(unit-type man) (unit-type sub) (table see-chance-adjacent (man sub 0)) (table see-chance-at (man sub 100))
        (units) (man 4 4 1) (sub 5 4 2)";
    let mut table = dark(text);
    assert_eq!(table.seen(1), []);
    table.put(0, 5, 4);
    assert!(table.sees(1, 1));
    table.put(0, 4, 4);
    assert_eq!(table.seen(1).len(), 1, "what was seen in this very turn is not forgotten at once");
    table.next_turn();
    assert_eq!(table.seen(1).len(), 1, "no look merely because a turn has passed");
    table.put(0, 4, 5);
    table.put(0, 4, 4);
    assert_eq!(table.seen(1), []);
}

#[test]
fn mistakes_show_another_type() {
    let text = "(unit-type man) (unit-type ship) (unit-type decoy) (table see-mistake-chance (man decoy 10000))
        (table looks-like (decoy ship 1)) (units) (man 4 4 1) (decoy 5 4 2)";
    let table = dark(text);
    assert_eq!(table.view(1).seen_unit(UnitIndex(1)).unwrap().kind, table.kind("ship"));
    let near = text.replace("(units)", "(table see-mistake-range-min (man decoy 2)) (units)");
    assert_eq!(dark(&near).view(1).seen_unit(UnitIndex(1)).unwrap().kind, table.kind("decoy"));
}

/// An area of 9 x 9 cells with heights.
fn hilly(heights: &str, units: &str) -> TestGame {
    let rows = "\"9a\" ".repeat(9);
    let text = format!(
        "(unit-type man (vision-range 4) (can-see-behind false)) (table eye-height (man land 2))
         (area 9 9) (area (terrain (by-name land) {rows})) (area (elevations {heights})) (units) {units}"
    );
    dark(&text)
}

#[test]
fn a_hill_hides_what_is_behind_it() {
    // Row 4 from the north is y 4: one cell of height 10 at x 4, y 4.
    let flat = "\"9*0\"";
    let row = "\"4*0,10,4*0\"";
    let heights = format!("{} {row} {}", [flat; 4].join(" "), [flat; 4].join(" "));
    let mut table = hilly(&heights, "(man 3 4 1) (man 6 4 2) (man 7 4 2)");
    let hill = table.cell(4, 4);
    assert_eq!(table.rules.elevation(hill), 10);
    let covers = |table: &TestGame, x: i32, y: i32| table.at().covers(SideId(1), table.cell(x, y));
    assert!(covers(&table, 4, 4), "the hill itself is seen");
    assert!(!covers(&table, 5, 4) && !covers(&table, 6, 4), "not what is behind it");
    assert!(!table.sees(1, 1) && covers(&table, 5, 2));
    table.put(0, 4, 4);
    assert!(covers(&table, 6, 4) && table.sees(1, 1), "from the top all is seen");
    table.put(0, 4, 5);
    table.check_sight();
}

#[test]
fn the_design_says_what_is_known_at_the_start() {
    let text =
        "(unit-type man (initial-seen-radius 2)) (unit-type town (already-seen 100) (already-seen-independent 0))
        (units) (man 4 4 1) (town 4 6 2) (town 5 5 0) (town 8 4 2)";
    let table = dark(text);
    let known = table.rules.area.cells().filter(|&cell| table.view(1).terrain(cell).is_some()).count();
    assert_eq!(known, 19);
    assert_eq!(table.seen(1), [(1, table.cell(4, 6), false)]);
    let all = dark(&format!("(set terrain-seen true) {text}"));
    assert_eq!(all.seen(1).iter().map(|entry| entry.0).collect::<Vec<_>>(), [1, 3]);
    let sides = "(side 1 (already-seen (town 0)) (already-seen-independent (town 100))) (side 2) (units)";
    let own = text.replace("(units)", sides);
    assert_eq!(dark(&own).seen(1).iter().map(|entry| entry.0).collect::<Vec<_>>(), [2]);
}

#[test]
fn spies_report_units_out_of_sight() {
    let text =
        "(unit-type spy (spy-chance CHANCE) (spy-range 3)) (unit-type man) (units) (spy 4 4 1) (man 4 6 2) (man 8 1 2)";
    let idle = dark(&text.replace("CHANCE", "0"));
    assert_eq!(idle.seen(1), []);
    let table = dark(&text.replace("CHANCE", "10000"));
    assert_eq!(table.seen(1), [(1, table.cell(4, 6), false)]);
}

#[test]
fn a_file_says_what_a_side_knows() {
    let rows = "\"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"5a2b2a\" \"9a\"";
    let text = format!(
        "{TANK} (side 1 (terrain-view {rows}) (unit-views (tank 2 1 6 1 1 3 2))) (side 2) (units) (tank 1 6 1) (tank 7 4 2)"
    );
    let table = dark(&text);
    let view = table.view(1);
    assert!(view.terrain(table.cell(5, 1)).is_some() && view.terrain(table.cell(7, 1)).is_none());
    let seen = view.seen_unit(UnitIndex(1)).unwrap();
    assert_eq!((seen.cell, seen.turn, seen.is_current), (table.cell(6, 1), 3, false));
}

/// Views are layers, and may be encoded in all ways that layers can.
#[test]
fn views_are_read_in_every_encoding() {
    let plain = "\"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"5a2b2a\" \"9a\"";
    let row = |row: &str, rest: &str| plain.replace("5a2b2a", row).replace("9a", rest);
    let encodings = [
        plain.to_owned(),
        row("5*0,2*1,2*0,", "9*0,"),
        format!("(xform 1 -3) {}", row("5d2e2d", "9d")),
        format!("(by-char \".#\") {}", row(".....##..", "9.")),
        format!("(by-name (0 7) (1 2)) {}", row("5h2c2h", "9h")),
        format!("(by-bits) {plain}"),
    ];
    for rows in encodings {
        let text = format!(
            "{TANK} (area 9 9) (area (terrain (constant 0))) (side 1 (terrain-view {rows})) (side 2)
            (units) (tank 1 6 1) (tank 7 4 2)"
        );
        let table = dark(&text);
        let known = |x, y| table.view(1).terrain(table.cell(x, y)).is_some();
        assert!(known(5, 1) && known(6, 1) && !known(4, 1) && !known(7, 1), "{rows}");
    }
}

/// What a step to a neighbour changes is known beforehand, by direction and row, where no bound is near: elsewhere it is worked out. Both
/// are what is counted from nothing.
#[test]
fn each_step_changes_what_is_counted_from_nothing() {
    let types = "(unit-type u0 (vision-range 0)) (unit-type u1 (vision-range 1)) (unit-type u3 (vision-range 3)) \
        (unit-type u9 (vision-range 9))";
    let units = "(u0 4 4 1) (u1 4 4 1) (u1 4 4 2) (u3 4 4 1) (u9 4 4 2)";
    let begun = dark(&format!("{types} (side 1) (side 2 (trusts (1 1))) (units) {units}")).rules.scenario;
    for &shape in Shape::ALL {
        let mut scenario = begun.clone();
        let area = Area::new(shape, 14, 14).expect("an even torus");
        scenario.world.area = area;
        scenario.world.terrain = Some(Layer::filled(&area, design::TerrainType(0)));
        scenario.units.iter_mut().for_each(|unit| unit.place = world::Place::Cell(Cell(5 * 14 + 5)));
        let rules = Kernel::open(&scenario).expect("a game");
        let mut table = TestGame { state: rules.begin(Seed(1)), rules, events: Vec::new() };
        for cell in area.cells().step_by(3) {
            for (_, beside) in area.around(cell) {
                for to in [cell, beside] {
                    for id in 0..5 {
                        table.change(|change| change.put(UnitIndex(id), Placement::Open(to, 0)));
                    }
                }
                let broken = testing::find_broken_vision(table.at());
                assert_eq!(broken, None, "{}: {cell:?} to {beside:?}", shape.name());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn coverage_is_what_is_counted_from_nothing(
        steps in proptest::collection::vec((0_u32..12, 0_u32..81, 0_u8..9), 1..120),
        shape in 0_usize..4,
        seed: u64,
    ) {
        let areas = ["", "(world 9)", "", ""];
        let hard = ["", "", "(table see-chance-adjacent (car u* 40)) (table visibility (bus land 60))",
            "(add car can-see-behind false) (area 9 9)"];
        let rows = "\"9a\" ".repeat(9);
        let heights = "\"2*0,9,2*1,3*5,0\" ".repeat(9);
        let layers = format!("{} (area 9 9) (area (terrain (by-name land) {rows})) (area (elevations {heights}))", areas[shape]);
        let types = "(unit-type car (acp-per-turn 1) (vision-range 2) (capacity 3)) (unit-type bus (capacity 4) (vision-range 1) (see-occupants true))
            (unit-type town (see-always true) (vision-range 0) (capacity 4) (see-occupants true)) (unit-type wood (vision-range -1))
            (table unit-size-as-occupant (u* u* 1)) (table occupant-vision (car bus 0))";
        let units = "(car 4 4 1) (car 3 4 2) (car 5 4 0) (bus 4 4 1) (bus 2 4 2) (bus 6 4 3) (town 4 5 1) (town 4 3 2) (town 5 5 0)
            (wood 3 5 1) (wood 6 2 2) (car 4 6 3)";
        let text = format!("(set see-all false) {types} {} {layers} (side 1) (side 2 (trusts (3 1))) (side 3) (units) {units}", hard[shape]);
        let mut table = table_with_seed(&text, seed);
        prop_assert_eq!(testing::find_broken_vision(table.at()), None, "at the start");
        for (number, (unit, place, what)) in steps.into_iter().enumerate() {
            let id = UnitIndex(unit);
            let cell = Cell(place);
            let other = UnitIndex(place % 12);
            let is_aboard = table.unit(unit).inside.some().is_some() && !table.at().is_in_play(id);
            if !table.at().is_alive(id) || !table.rules.area.contains(cell) || is_aboard {
                continue;
            }
            table.change(|change| match what {
                0 if other != id && change.at().is_in_play(other) && !change.at().is_within(other, id) => {
                    change.put(id, Placement::Inside(other));
                }
                1 => change.set_side(id, SideId((place % 4) as u8)),
                2 => change.set_kind(id, design::UnitType::at(place as usize % 4)),
                3 => change.take_off(id),
                4 if place % 8 == 0 => change.remove(id, fairmarch_kernel::Death::Gone, None),
                5 => testing::refresh_all(change),
                6 => testing::terrain_changed(change, cell),
                _ => change.put(id, Placement::Open(cell, 0)),
            });
            prop_assert_eq!(testing::find_broken_vision(table.at()), None, "after step {}: {} {} {}", number, unit, place, what);
            for side in 1..4 {
                table.seen(side);
            }
        }
    }
}

/// A road, snow and a border that come and go behind a side's back (seed 003: others see it only if they look).
#[test]
fn what_lies_along_and_over_cells_grows_old_like_terrain() {
    let types = "(unit-type car (acp-per-turn 4) (vision-range 1)) (terrain-type road (subtype connection))
        (terrain-type snow (subtype coating)) (table coating-depth-max (snow t* 9)) (table mp-to-enter-terrain ((car) (land snow) 2))
        (table mp-to-traverse (car road 1)) (units) (car 4 4 1) (car 1 7 2)";
    for is_current in [true, false] {
        let mut table = dark(&format!("(set see-terrain-always {is_current}) {types}"));
        let [road, snow] = ["road", "snow"].map(|name| table.rules.design.find(name).unwrap());
        let (here, east) = (table.cell(4, 4), grid::Direction(1));
        let beside = table.rules.area.neighbor(here, east).unwrap();
        table.change(|change| {
            change.set_edge(here, east, road, true);
            change.set_coating(beside, snow, 3);
        });
        let known = |table: &TestGame| {
            let view = table.view(1);
            let car = table.kind("car");
            let cost = view.step_cost(car, here, east, beside);
            let told = table.rules.describe(view);
            assert_eq!(told.contains("side-of"), view.has_side(here, east, road), "{told}");
            assert_eq!(told.contains("coat"), view.depth(beside, snow) != 0, "{told}");
            (view.has_side(here, east, road), view.depth(beside, snow), cost)
        };
        let before = known(&table);
        assert_eq!((before.0, before.1), (true, 3));
        table.put(0, 8, 1);
        table.change(|change| {
            change.set_edge(here, east, road, false);
            change.set_coating(beside, snow, 0);
        });
        let after = known(&table);
        assert_ne!(is_current, after == before, "{after:?}");
        assert_eq!((after.0, after.1), if is_current { (false, 0) } else { (true, 3) });
        table.put(0, 4, 4);
        let again = known(&table);
        assert_eq!((again.0, again.1), (false, 0), "it looks again");
        assert_eq!(table.rules.find_broken(&table.state), None);
        let text = table.rules.save(&table.state);
        assert!(table.rules.load(&text).unwrap() == table.state);
    }
}

#[test]
fn weather_is_remembered_as_it_was_where_it_is_not_always_seen() {
    let text = "(set see-weather-always ALWAYS) (unit-type car (acp-per-turn 4) (vision-range 1))
        (add land temperature-average 20) (add land temperature-variability 40) (add land temperature-max 60)
        (add land clouds-max 90) (add land clouds-min 0) (add land wind-force-max 9) (add land wind-variability 90)
        (units) (car 4 4 1) (car 1 7 2)";
    for is_current in [true, false] {
        let mut table = dark(&text.replace("ALWAYS", if is_current { "true" } else { "false" }));
        let (here, far) = (table.cell(4, 4), table.cell(8, 1));
        let felt = |table: &TestGame| {
            let view = table.view(1);
            (view.temperature(here), view.clouds(here), view.wind(here))
        };
        let real = |table: &TestGame| {
            let state = &table.state;
            let index = here.index();
            (Some(state.temperature[index].into()), Some(state.clouds[index].into()), Some(state.winds[index]))
        };
        assert_eq!(felt(&table), real(&table));
        assert_eq!(table.view(1).temperature(far), None, "nobody has been there");
        table.next_turn();
        assert_eq!(felt(&table), real(&table), "it looks on");
        let told = table.rules.describe(table.view(1));
        assert!(told.contains("\ntemperature 4 from ") && told.contains("\nwinds 4 from "), "{told}");
        table.put(0, 8, 1);
        let before = real(&table);
        let mut differs = false;
        for _ in 0..5 {
            table.next_turn();
            assert_eq!(felt(&table), if is_current { real(&table) } else { before });
            differs |= real(&table) != before;
        }
        assert!(differs, "the weather changed");
        table.put(0, 4, 4);
        assert_eq!(felt(&table), real(&table));
        let text = table.rules.save(&table.state);
        assert!(table.rules.load(&text).unwrap() == table.state);
    }
}

/// A satellite in sight stays hidden from a side without the tech to see it.
#[test]
fn spies_losses_and_captives_do_not_reveal_types_that_need_tech_to_see() {
    let text = "(unit-type spy (vision-range 0) (spy-chance CHANCE) (spy-range 2)) (unit-type sat (tech-to-see 5) (tech-max 9))
        (side 1 (name \"A\")) (side 2 (name \"B\") (tech (sat 9))) (units) (spy 3 3 1) (sat 4 3 2) (sat 3 3 2) (spy 3 4 1) (spy 8 1 1)";
    let spied = dark(&text.replace("CHANCE", "10000"));
    assert_eq!(spied.seen(1), []);
    assert_eq!(
        spied.at().check_seen(SideId(1), UnitIndex(2)),
        Err(fairmarch_kernel::Refusal::NotSeen),
        "nor can it be aimed at"
    );
    let mut table = dark(&text.replace("CHANCE", "0"));
    table.change(|change| testing::learn_unit(change, SideId(1), UnitIndex(2)));
    table.change(|change| change.remove(UnitIndex(0), fairmarch_kernel::Death::Combat, None));
    assert_eq!(table.seen(1), [], "a unit is lost beside it");
    table.put(3, 3, 3);
    table.change(|change| change.set_side(UnitIndex(3), SideId(2)));
    assert_eq!(table.seen(1), [(3, table.cell(3, 3), false)], "one goes over beside it");
    let sat = table.kind("sat");
    table.change(|change| {
        change.raise_tech(SideId(1), sat, 5);
        testing::learn_unit(change, SideId(1), UnitIndex(2));
    });
    assert_eq!(table.seen(1).len(), 2, "who knows of them is told");
}

#[test]
fn a_side_that_learns_to_see_a_type_looks_again() {
    let text = "(unit-type spy (vision-range 3)) (unit-type sat (tech-to-see 5) (tech-max 10)) (unit-type ufo (tech-to-see 5) (tech-max 10) (see-always true))
        (table tech-crossover (sat ufo 100)) (set terrain-seen true)
        (side 1 (name \"A\")) (side 2 (name \"B\")) (units) (spy 3 3 1) (sat 4 3 2) (ufo 8 1 2) (sat 8 1 2) (spy 7 1 2)";
    for step in [0, 1, 2] {
        let mut table = dark(text);
        assert_eq!(table.seen(1), []);
        let sat = table.kind("sat");
        table.change(|change| match step {
            0 => change.raise_tech(SideId(1), sat, 4),
            1 => change.raise_tech(SideId(1), sat, 5),
            _ => change.raise_level(SideId(1), sat, 5),
        });
        table.check_sight();
        let seen: Vec<u32> = table.seen(1).iter().map(|seen| seen.0).collect();
        assert_eq!(seen, [vec![], vec![1, 2], vec![1]][step], "{step}");
    }
}

/// A city that every side sees, and that lets its occupants be seen: even where no unit looks (seed 000, "Coverage").
#[test]
fn occupants_of_what_is_always_seen_come_and_go_in_sight() {
    let text = "(unit-type city (capacity 9) (see-always true) (see-occupants true)) (unit-type van (capacity 3))
        (unit-type bag) (unit-type house (capacity 9)) (set terrain-seen true) (table unit-size-as-occupant (u* u* 1)) (units)
        (bag 1 6 1) (city 7 2 2) (van 7 2 2) (bag 7 2 2) (house 7 2 2)";
    let mut table = dark(text);
    let here = table.cell(7, 2);
    assert_eq!(table.seen(1), [(1, here, true)]);
    table.put_inside(2, 1);
    assert_eq!(table.seen(1), [(1, here, true), (2, here, true)], "it comes in");
    table.put_inside(3, 2);
    assert_eq!(table.seen(1).len(), 2, "a van hides what is in it");
    table.put_inside(3, 1);
    assert_eq!(table.seen(1).len(), 3);
    table.change(|change| change.set_side(UnitIndex(3), SideId(0)));
    table.check_sight();
    assert_eq!(table.view(1).seen_unit(UnitIndex(3)).unwrap().side, SideId(0), "it changes hands");
    table.put_inside(3, 4);
    assert_eq!(table.seen(1), [(1, here, true), (2, here, true)], "into a house in the same cell");
    table.put(2, 7, 2);
    assert_eq!(table.seen(1), [(1, here, true)], "out into the open");
    table.put_inside(2, 1);
    table.put(2, 8, 1);
    assert_eq!(table.seen(1), [(1, here, true)], "away");
    table.put_inside(2, 1);
    table.change(|change| change.remove(UnitIndex(2), fairmarch_kernel::Death::Gone, None));
    table.check_sight();
    assert_eq!(table.seen(1), [(1, here, true)], "dead");
}

/// What a captured side knew is learned as it knew it (`see-terrain-if-captured`).
#[test]
fn terrain_is_learned_as_the_former_owner_knew_it() {
    let types = "(terrain-type ice (char \"i\") (capacity 9)) (terrain-type road (subtype connection)) (unit-type man (vision-range 1))
        (unit-type town (vision-range 1) (initial-seen-radius 9)) (units) (man 1 7 1) (town 4 4 2)";
    for is_current in [true, false] {
        let mut table = dark(&format!("(set see-terrain-always {is_current}) {types}"));
        let (far, near) = (table.cell(7, 4), table.cell(4, 5));
        let [ice, road] = ["ice", "road"].map(|name| table.rules.design.find(name).unwrap());
        table.change(|change| {
            change.change_ground(far, ice);
            change.set_edge(far, grid::Direction(1), road, true);
            change.change_ground(near, ice);
            change.set_edge(near, grid::Direction(1), road, true);
            testing::learn_terrain(change, SideId(1), SideId(2));
        });
        table.check_sight();
        let view = table.view(1);
        assert_eq!(view.terrain(near), Some(ice));
        assert!(view.has_side(near, grid::Direction(1), road));
        assert_eq!(view.terrain(far) == Some(ice), is_current, "nobody looked there since");
        assert_eq!(view.has_side(far, grid::Direction(1), road), is_current);
        assert_eq!(table.rules.find_broken(&table.state), None);
    }
}

/// A side is told of foes in sight near what it cannot move, and of no others: those far away, its own, those out of sight.
#[test]
fn foes_near_a_city_are_told() {
    let text = "(unit-type city (vision-range 2)) (units) (city 4 4 1) (tank 4 3 1) (tank 5 4 2) (tank 8 1 2)";
    let table = dark(&format!("{TANK} {text}"));
    let told = |side: u8| {
        let (seat, start) = (contract::Seat(side - 1), &table.rules.scenario);
        let seen = table.rules.show_to(&table.state, seat, start);
        table
            .rules
            .chart_to(&table.state, seat, &seen)
            .expect("it has a chart")
            .remarks
            .into_iter()
            .map(|remark| remark.words)
            .collect::<Vec<_>>()
    };
    assert_eq!(told(1), ["tank of Two at 5,4 is 1 cell from your city"]);
    assert_eq!(told(2), [] as [String; 0], "it has no place");
}
