//! Accidents, attrition, revolts, surrenders, appearances (`kernel-rules` 6; seed 000, "Adding Random Events").

use fairmarch_kernel::{Death, EventKind, UnitIndex, testing};
use world::SideId;

use super::{TestGame, table, table_with_seed};

const SHALLOWS: &str = "(terrain-type shallows (char \"s\") (capacity 20))";
const AREA: &str = "(area 9 9) (area (terrain \"9a\" \"9a\" \"9a\" \"9a\" \"4a1b4a\" \"9a\" \"9a\" \"9a\" \"9a\"))";

fn alive(table: &TestGame, id: u32) -> bool {
    table.at().is_alive(UnitIndex(id))
}

/// The seed's example: capital ships in shallow water.
#[test]
fn ships_run_on_rocks_in_shallow_water_alone() {
    let text = format!(
        "{SHALLOWS} (unit-type ship (hp-max 8)) (table accident-hit-chance (ship shallows 10000)) (table accident-damage (ship shallows 3))
         (units) {AREA} (ship 4 4 1) (ship 5 5 1)"
    );
    let mut table = table(&text);
    assert_eq!((table.hp(0), table.hp(1)), (5, 8), "at the beginning of the first turn");
    table.next_turn();
    assert_eq!((table.hp(0), table.hp(1)), (2, 8));
    table.next_turn();
    assert!(!alive(&table, 0) && alive(&table, 1));
    assert!(table.happened(|what| matches!(what, EventKind::Died { of: Death::Accident, .. })));
}

#[test]
fn reports_of_accidents_name_the_cause() {
    let wreck = |tables: &str| {
        let types = "(unit-type ship (hp-max 3)) (unit-type hulk) (add ship wrecked-type hulk)";
        let mut table = table(&format!("{types} {tables} (units) (ship 4 4 1)"));
        assert_eq!(table.hp(0), 1, "after the first turn's beginning");
        table.next_turn();
        assert_eq!(table.unit(0).kind, table.kind("hulk"));
        let cause = |event: &fairmarch_kernel::Event| {
            if let EventKind::Wrecked { of, .. } = event.what { Some(of) } else { None }
        };
        table.events.iter().find_map(cause)
    };
    let accident = "(table accident-hit-chance (ship land 10000)) (table accident-damage (ship land 2))";
    assert_eq!(wreck(accident), Some(Death::Accident));
    assert_eq!(wreck("(table attrition (ship land 200))"), Some(Death::Attrition));
}

#[test]
fn accidents_happen_as_often_as_they_say() {
    let text = "(unit-type ship) (table accident-vanish-chance (ship land 2500)) (units) (ship 4 4 1)";
    let lost = (0..2000).filter(|&seed| !alive(&table_with_seed(text, seed), 0)).count();
    assert!((440..=560).contains(&lost), "{lost} of 2000, expected a quarter");
}

#[test]
fn random_events_say_what_runs() {
    let types = "(unit-type ship (hp-max 9)) (table accident-hit-chance (ship land 10000)) (table accident-damage (ship land 1))
        (table attrition (ship land 200))";
    let hp = |events: &str| table(&format!("{events} {types} (units) (ship 4 4 1)")).hp(0);
    assert_eq!(hp(""), 6, "all of them");
    assert_eq!(hp("(set random-events '(accidents-in-terrain))"), 8);
    assert_eq!(hp("(set random-events '(attrition-in-terrain))"), 7);
    assert_eq!(hp("(set random-events '(attrition accidents-in-terrain))"), 6);
    assert_eq!(hp("(set random-events '(units-surrender))"), 9);
}

#[test]
fn attrition_ages_units_and_those_inside_too() {
    let text = "(unit-type man (hp-max 10)) (unit-type bus (capacity 5)) (table unit-size-as-occupant (u* u* 1))
        (table attrition (man land 150)) (units) (man 4 4 1) (bus 5 5 1 (# 9)) (man 5 5 1 (in 9))";
    let mut losses = [0, 0];
    for seed in 0..400 {
        let table = table_with_seed(text, seed);
        losses[0] += 10 - i32::from(table.hp(0));
        losses[1] += 10 - i32::from(table.hp(2));
    }
    for loss in losses {
        assert!((560..=640).contains(&loss), "{loss} of 400 turns, expected 1.5 each");
    }
    let mut table = table(&text.replace("150", "300"));
    for _ in 0..4 {
        table.next_turn();
    }
    assert!(!alive(&table, 0), "nobody lives for ever");
}

#[test]
fn cold_takes_its_toll_where_nothing_protects() {
    let text = "(terrain-type ice (char \"i\") (capacity 20) (temperature-average -30) (temperature-min -30) (temperature-max -30))
        (unit-type man (hp-max 9) (temperature-attrition ((-50 400) (-10 0)))) (unit-type hut (capacity 9))
        (table unit-size-as-occupant (u* u* 1)) (table temperature-protection (hut man true)) (units)
        (area 9 9) (area (terrain \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\"))
        (man 4 4 1) (hut 5 5 1 (# 9)) (man 5 5 1 (in 9))";
    let mut table = table(text);
    table.next_turn();
    assert_eq!((table.hp(0), table.hp(2)), (7, 9), "halfway between -50 and -10: 200 hundredths");
    while alive(&table, 0) {
        table.next_turn();
    }
    assert!(table.happened(|what| matches!(what, EventKind::Died { of: Death::Temperature, .. })));
    assert!(!table.happened(|what| matches!(what, EventKind::Died { of: Death::Attrition, .. })));
}

#[test]
fn a_captured_unit_revolts_to_its_first_side() {
    let text = "(unit-type town (revolt-chance 10000)) (units) (town 4 4 1) (town 6 6 2)";
    let mut table = table(&format!("(set random-events '(units-surrender)) {text}"));
    table.change(|change| change.set_side(UnitIndex(0), SideId(2)));
    table.change(|change| testing::revolt(change, UnitIndex(0)));
    assert_eq!(table.side(0), SideId(1));
    assert!(table.happened(|what| matches!(what, EventKind::Revolted { to: SideId(1), .. })));
}

#[test]
fn revolts_go_to_those_who_have_more_of_the_type() {
    let text = "(unit-type town (revolt-chance 10000)) (unit-type man) (side 1) (side 2) (side 3)
        (units) (town 4 4 1) (man 5 5 1) (town 6 5 2 (revolt-chance 0)) (town 6 6 2) (town 6 4 2)";
    let text = text.replace(" (revolt-chance 0)", "");
    let mut counts = [0; 4];
    for seed in 0..800 {
        let mut table = table_with_seed(&format!("(set random-events '(units-surrender)) {text}"), seed);
        table.change(|change| testing::revolt(change, UnitIndex(0)));
        counts[usize::from(table.side(0).0)] += 1;
    }
    // Independents 1, side 2 four, side 3 one.
    let near = |count: i32, expected: i32| (count - expected).abs() < 60;
    assert!(counts[1] == 0 && near(counts[0], 133) && near(counts[2], 533) && near(counts[3], 133), "{counts:?}");
}

#[test]
fn opinions_raise_the_chance_and_choose_the_side() {
    let text =
        "(unit-type town (opinion-min -10) (opinion-max 10) (revolt-at-opinion-min 10000)) (side 1) (side 2) (side 3)
        (units) (town 4 4 1 (opinions 0 OWN 0 5))";
    let table_of = |own: &str| table(&text.replace("OWN", own));
    assert_eq!(table_of("-10").side(0), SideId(3), "the worst opinion: for certain, to the one that it likes");
    assert_eq!(table_of("0").side(0), SideId(1));
    let half = (0..600).filter(|&seed| table_with_seed(&text.replace("OWN", "-5"), seed).side(0) != SideId(1)).count();
    assert!((250..=350).contains(&half), "{half} of 600, expected a half");
}

#[test]
fn units_surrender_at_a_distance() {
    let types = "(unit-type town) (unit-type tank) (table surrender-chance (town tank 10000)) (table surrender-range (town tank 2))";
    let taken = |units: &str| table(&format!("{types} (units) {units}")).side(0);
    assert_eq!(taken("(town 4 4 1) (tank 4 6 2)"), SideId(2));
    assert_eq!(taken("(town 4 4 1) (tank 4 7 2)"), SideId(1), "too far");
    assert_eq!(taken("(town 4 4 1) (town 4 5 2)"), SideId(1), "no such chance");
    assert_eq!(taken("(town 4 4 0) (tank 4 5 2)"), SideId(0), "independents do not");
    let friends = format!("{types} (side 1 (trusts (2 1))) (side 2) (units) (town 4 4 1) (tank 4 6 2)");
    assert_eq!(table(&friends).side(0), SideId(1), "nor does one to a friend");
}

#[test]
fn an_unseen_unit_causes_no_surrender() {
    let text = "(set see-all false) (unit-type town (vision-range 1)) (unit-type tank) (table surrender-chance (town tank 10000))
        (table surrender-range (town tank 3)) (units) (town 4 4 1) (tank 4 6 2)";
    assert_eq!(table(text).side(0), SideId(1));
    assert_eq!(table(&text.replace("(vision-range 1)", "(vision-range 2)")).side(0), SideId(2));
}

#[test]
fn bombs_go_off_by_themselves() {
    let text = "(unit-type bomb (hp-max 1) (hp-per-detonation 1) (acp-to-detonate 1)) (table detonation-accident-chance (bomb land 10000))
        (unit-type man (hp-max 9)) (table detonation-damage-at (bomb man 4)) (units) (bomb 4 4 1) (man 4 4 2)";
    let table = table(text);
    assert!(!alive(&table, 0));
    assert_eq!(table.hp(1), 5);
}

#[test]
fn units_appear_in_their_turn_and_go_when_it_is_over() {
    let text = "(unit-type man (acp-per-turn 3)) (units) (man 4 4 1) (man 5 5 1 (cp -1) (appear 3) (disappear 4))";
    let mut table = table(text);
    let mut there = Vec::new();
    for _ in 0..5 {
        there.push((table.at().is_in_play(UnitIndex(1)), table.acp(1)));
        table.next_turn();
    }
    assert_eq!(there, [(false, 0), (false, 0), (true, 3), (true, 3), (false, 3)]);
    assert!(table.happened(|what| matches!(what, EventKind::Appeared { .. })));
}

#[test]
fn a_unit_without_a_turn_appears_on_the_first_turn_at_its_place() {
    for seed in 0..5 {
        let table = table_with_seed("(unit-type man (acp-per-turn 3)) (units) (man 4 4 1) (man 5 5 1 (cp -1))", seed);
        assert_eq!((table.unit(1).cell, table.acp(1)), (table.cell(5, 5), 3));
    }
}

#[test]
fn occupants_appear_with_their_transport() {
    let text = "(unit-type man (acp-per-turn 3)) (unit-type ship (capacity 4)) (table unit-size-as-occupant (u* u* 1))
        (units) (ship 5 5 1 (# 7) (cp -1) (appear 3)) (man 5 5 1 (in 7)) (man 5 5 1 (in 7) (cp -1) (appear 4))";
    let mut table = table(text);
    let mut there = Vec::new();
    for _ in 0..4 {
        there.push([1, 2].map(|id| table.unit(id).inside == UnitIndex(0) && table.at().is_in_play(UnitIndex(id))));
        table.next_turn();
    }
    assert_eq!(there, [[false, false], [false, false], [true, false], [true, true]]);
    assert_eq!(table.acp(1), 3);
}

#[test]
fn a_unit_without_room_appears_in_a_carrier_that_came_first() {
    let text = "(terrain-type sea (char \"s\") (capacity 1)) (unit-type man) (unit-type ship (capacity 4))
        (table unit-size-as-occupant (u* u* 1)) (table vanishes-on (man sea 1)) (table unit-size-in-terrain (u* t* 1))
        (units) (area 9 9) (area (terrain \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\" \"9b\"))
        (man 5 5 1 (cp -1) (appear 2)) (ship 5 5 1 (cp -1) (appear 2)) (man 3 5 1 (cp -1) (appear 2))";
    let mut table = table(text);
    table.next_turn();
    assert_eq!(table.unit(0).inside, UnitIndex(1));
    assert!(!table.at().is_in_play(UnitIndex(2)), "the other waits");
    table.change(|change| {
        let cell = change.at().rules.area.at_oblique(3, 5).unwrap();
        change.put(UnitIndex(1), testing::Placement::Open(cell, 0));
    });
    table.next_turn();
    assert_eq!(table.unit(2).inside, UnitIndex(1));
}

#[test]
fn a_place_can_be_left_to_chance() {
    let text = "(unit-type man) (units) (man 4 4 1 (cp -1) (appear 1 2 1))";
    let mut places = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let table = table_with_seed(text, seed);
        let (x, y) = table.rules.area.oblique(table.unit(0).cell);
        assert!((x - 4).abs() <= 2 && (y - 4).abs() <= 1, "{x} {y}");
        places.insert((x, y));
    }
    assert!(places.len() > 10, "{places:?}");
}

#[test]
fn who_takes_a_surrender_from_afar_leaves_no_garrison_and_stays() {
    let types = "(unit-type town (capacity 4)) (unit-type tank (acp-per-turn 9) (acp-max 9) (hp-max 5) (move-range 3))
        (table surrender-chance (town tank 10000)) (table surrender-range (town tank 4)) (table hp-to-garrison (tank town GARRISON))";
    for (garrison, x, hp, moves_in) in
        [(2, 5, 3, true), (2, 6, 5, false), (2, 8, 5, false), (5, 5, 0, false), (5, 7, 5, false)]
    {
        let types = types.replace("GARRISON", &garrison.to_string());
        // The first turn has no acp yet when units surrender.
        let mut table = table(&format!("{types} (side 1 (trusts (2 1))) (side 2) (units) (town 4 4 1) (tank {x} 4 2)"));
        table.state.sides[1].trusts = 1 << 1;
        table.next_turn();
        assert_eq!((table.side(0), table.hp(1)), (SideId(2), hp), "{garrison} from {x}");
        assert_eq!(table.unit(1).inside == UnitIndex(0), moves_in, "{garrison} from {x}");
        assert!(moves_in || hp == 0 || table.unit(1).cell == table.cell(x, 4), "it has not moved");
    }
}
