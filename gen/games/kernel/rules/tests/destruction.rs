//! Destruction and extremes: terrain that kills, knowledge that captors gain, the order of tables in games of the
//! seeds, numbers at their bounds.

use contract::Ruleset;
use design::TypeId;
use fairmarch_kernel::{Action, Death, UnitIndex};
use world::SideId;

use super::combat::seven_zero;
use super::{TestGame, table, table_with_seed};

impl TestGame {
    fn flood(&mut self, x: i32, y: i32, name: &str) {
        let (cell, into) = (self.cell(x, y), self.rules.design.find(name).expect("a terrain type"));
        self.change(|change| change.change_ground(cell, into));
    }
}

#[test]
fn terrain_wrecks_or_swallows_what_cannot_live_there() {
    let text = "(terrain-type sea (char \"~\") (capacity 20)) (terrain-type bog (char \"b\") (capacity 20)) (unit-type hulk) \
        (unit-type car (wrecked-type hulk) (capacity 2)) (table wrecks-on (car bog 1)) (table vanishes-on (car sea 1)) \
        (units) (car 4 4 1) (car 5 4 1)";
    let mut game = table(text);
    game.flood(4, 4, "bog");
    game.flood(5, 4, "sea");
    assert_eq!((game.unit(0).kind, game.hp(0)), (game.kind("hulk"), 1));
    assert_eq!((game.unit(1).kind, game.hp(1)), (game.kind("car"), 0));
    // A wreck that cannot lie there either is no wreck.
    let mut game = table(&text.replace("(table wrecks-on (car bog 1))", "(table wrecks-on (u* bog 1))"));
    game.flood(4, 4, "bog");
    assert_eq!(game.hp(0), 0);
}

#[test]
fn a_wreck_that_takes_more_work_than_the_unit_looks_about_at_once() {
    let text = "(terrain-type bog (char \"b\") (capacity 20)) (unit-type hulk (cp 3) (vision-range 2)) (set see-all false) \
        (unit-type car (wrecked-type hulk)) (table wrecks-on (car bog 1)) (units) (car 4 4 1)";
    let mut game = table(text);
    game.flood(4, 4, "bog");
    assert_eq!((game.unit(0).kind, game.unit(0).cp), (game.kind("hulk"), 3));
    assert_eq!(game.rules.find_broken(&game.state), None);
}

#[test]
fn what_starves_leaves_what_its_material_says() {
    let mut game = table(
        "(material-type food) (unit-type bones) (unit-type dust) (unit-type u (wrecked-type dust)) \
         (table hp-per-starve (u food 100)) (table wrecked-type-if-starved (u food bones)) (units) (u 4 4 1) (u 5 4 1)",
    );
    game.change(|change| change.hurt(UnitIndex(0), 1, Death::Starvation, None));
    game.change(|change| change.hurt(UnitIndex(1), 1, Death::Accident, None));
    assert_eq!((game.unit(0).kind, game.unit(1).kind), (game.kind("bones"), game.kind("dust")));
}

#[test]
fn a_wreck_has_room_for_fewer() {
    let mut game = table(
        "(unit-type hulk (capacity 1)) (unit-type ship (wrecked-type hulk) (capacity 3)) \
        (unit-type man (acp-per-turn 1)) \
         (unit-type crate (speed 0)) (units) (ship 4 4 1) (crate 4 4 1) (crate 4 4 1) (man 4 4 1)",
    );
    for inside in 1..4 {
        game.load(inside, 0);
    }
    game.change(|change| change.destroy(UnitIndex(0), Death::Accident, None));
    assert_eq!(game.unit(1).inside, UnitIndex(0), "who was first stays");
    assert_eq!(game.hp(2), 0, "a crate cannot get out");
    assert_eq!((game.hp(3), game.unit(3).inside, game.unit(3).cell), (1, UnitIndex::NONE, game.cell(4, 4)));
}

#[test]
fn a_captor_learns_what_the_other_side_knew() {
    let text = |form: &str| {
        format!(
            "(unit-type u (acp-per-turn 9) (vision-range 1)) \
            (unit-type town (vision-range 1) (capacity 9)) (unit-type scout (vision-range 1)) \
             (table acp-to-capture (u town 1)) (table capture-chance (u town 100)) {form} (set see-all false) (units) \
             (u 4 4 1) (town 5 4 2) (scout 2 7 2)"
        )
    };
    let after = |form: &str| {
        let mut game = table(&text(form));
        let (far, one) = (game.cell(2, 7), SideId(1));
        assert!(game.at().known_terrain(one, far).is_none() && !game.at().covers(one, far));
        game.act(0, Action::Capture(UnitIndex(1))).unwrap();
        let view = contract::Ruleset::view(&game.rules, &game.state, contract::Seat(0));
        let sees_scout = view.seen().any(|seen| seen.id == UnitIndex(2));
        (game.at().known_terrain(one, game.cell(3, 7)).is_some(), sees_scout)
    };
    assert_eq!(after(""), (false, false));
    assert_eq!(after("(add town see-terrain-if-captured 100)"), (true, false));
    assert_eq!(after("(table see-others-if-captured (town scout 100))"), (false, true));
}

#[test]
fn games_of_the_seeds_read_tables_in_their_order() {
    let text = "(unit-type u (acp-per-turn 10)) (unit-type v (hp-max 9)) (table hit-chance (u v 100)) \
    (table damage (u v 8)) \
        (table hp-min (u v 3) (v u 5)) (units) (u 4 3 1) (v 5 3 2)";
    let mut game = table(text);
    game.attack(0, 1).unwrap();
    assert_eq!(game.hp(1), 3);
    let mut game = seven_zero(text);
    game.attack(0, 1).unwrap();
    assert_eq!(game.hp(1), 5);
}

#[test]
fn watchers_fire_at_what_is_made_before_their_eyes() {
    let mut game = table(
        "(unit-type gun (acp-per-turn 9) (acp-to-fire 1) (range 3)) (unit-type yard (acp-per-turn 9)) \
        (unit-type v (hp-max 5)) \
         (table fire-hit-chance (gun v 100)) (table damage (gun v 3)) (table zoo-range (gun v 3)) \
         (table acp-to-create (yard v 1)) (units) (gun 4 4 1) (yard 6 4 2)",
    );
    let (cell, kind) = (game.cell(6, 4), game.kind("v"));
    game.act(1, Action::CreateAt(kind, cell, 0)).unwrap();
    assert_eq!((game.acp(0), game.hp(2)), (8, 2));
}

/// With any numbers, nothing overflows, no unit is in two places, and every action ends.
#[test]
fn numbers_at_their_bounds_break_nothing() {
    let text = "(terrain-type crater (char \"c\") (capacity 20)) (material-type ammo) (unit-type ruin) \
        (unit-type u (acp-per-turn 32767) (hp-max 32767) (cxp-max 32767) (morale-max 32767) (range 32767) (acp-to-fire 1) \
         (hit-falloff-range 1) (acp-to-detonate 1) (hp-per-detonation 9000) (detonate-on-death 100) (capacity 30) \
         (acp-damage-effect ((0 0) (32767 32767))) (detonate-with-attack 3) (wrecked-type ruin) (fire-angle-max 32767)) \
        (unit-type v (acp-per-turn 9) (hp-max 3) (capacity 2) (cxp-max 32767) (detonate-on-death 50) (hp-per-detonation 1)) \
        (table hit-chance (u* u* 100)) (table damage (u u 8d17+127) (u v 32767) (v u* 9)) \
        (table hit-cxp-effect (u* u* 32767)) \
        (table damage-cxp-effect (u* u* 32767)) (table cxp-per-combat (u* u* 32767)) \
        (table cxp-per-destroy (u* u* 32767)) \
        (table protection (u* u* 32767)) (table stack-protection (u* u* 32767)) \
        (table cellwide-protection-for (u* u* 32767)) \
        (table cellwide-protection-against (u* u* 32767)) (table attack-terrain-effect (u* t* 32767)) \
        (table defend-terrain-effect (u* t* 32767)) (table hit-at-max-range-effect (u* u* 32767)) \
        (table morale-hit (u* u* 32767)) (table morale-hit-by (u* u* -32768)) (table retreat-chance (u* u* 5)) \
        (table acp-for-retreat (u* u* 32767)) (table hit-by (u* ammo 32767)) \
        (table consumption-per-attack (u* ammo 1)) \
        (table unit-storage-x (u* ammo 32767)) (table acp-to-capture (u* u* 1)) (table capture-chance (u* u* 30)) \
        (table acp-to-be-fired-on (u* u* 32767)) (table acp-to-defend (u* u* 32767)) (table zoo-range (u* u* 32767)) \
        (table acp-for-overwatch (u* u* 32767)) (table weapon-height (u* t* 32767)) \
        (table detonate-on-hit (u* u* 30)) (table detonate-on-capture (u* u* 30)) \
        (table detonate-on-approach-range (v u* 32767)) \
        (table detonation-damage-at (u* u* 3)) (table detonation-damage-adjacent (u* v 32767) (u* u 2)) \
        (table detonation-unit-range (u* u* 32767)) (table detonation-terrain-range (u* t* 32767)) \
        (table detonation-terrain-damage-chance (u* t* 20)) \
        (table terrain-damaged-type (land crater 1) (crater land 1)) \
        (table hp-to-garrison (u* u* 3)) (table occupant-escape-chance (u* u* 50)) (table scuttle-chance (u* u* 20)) \
        (table treasury-gain-per-destroy (u* ammo 32767)) \
        (table countercapture (u* u* 1)) (add ammo treasury true) (units)";
    let mut units = String::new();
    for place in 0..24 {
        let kind = if place % 3 == 0 { "v" } else { "u" };
        units += &format!(" ({kind} {} {} {} (m 32767))", 3 + place % 4, 3 + place % 3, place % 3);
    }
    let mut made = 0;
    for seed in 0..12 {
        let mut game = table_with_seed(&format!("{text}{units}"), seed);
        game.load(3, 1);
        game.load(4, 3);
        for step in 0..240_u32 {
            // Rested every time: else the first shots keep all heads down.
            game.state.units.iter_mut().for_each(|unit| unit.acp = unit.acp.max(9));
            let (by, of) = (step.wrapping_mul(7) % 24, step.wrapping_mul(5) / 3 % 24);
            let cell = game.cell(3 + (step % 4) as i32, 3 + (step % 3) as i32);
            let action = match step % 6 {
                0 => Action::Attack(UnitIndex(of)),
                1 => Action::FireAt(UnitIndex(of), None),
                2 => Action::Capture(UnitIndex(of)),
                3 => Action::Overrun(cell, 0),
                4 => Action::FireInto(cell, None, None),
                _ if step % 30 == 5 => Action::Detonate(cell, 0),
                _ => Action::Move(cell, 0),
            };
            made += u32::from(game.act(by, action).is_ok());
            let mut there: Vec<UnitIndex> =
                game.rules.area.cells().flat_map(|cell| game.at().all_in_cell(cell)).collect();
            there.sort_unstable();
            let in_play: Vec<UnitIndex> = game.at().live().filter(|&id| game.at().is_in_play(id)).collect();
            assert_eq!(there, in_play, "step {step} of {seed}");
            for side in game.rules.all_sides() {
                let counts = &game.at().side(side).counts;
                let own = |kind| game.at().units_of(side).filter(|&id| game.unit(id.0).kind == kind).count() as u32;
                assert!(game.rules.design.unit_types().all(|kind| counts[kind.index()] == own(kind)), "{side:?}");
            }
        }
    }
    assert!(made > 150, "{made} actions");
}

#[test]
fn there_are_no_more_wrecks_than_a_side_may_have() {
    let mut table = table(
        "(unit-type hulk (hp-max 5) (type-per-side-max 1)) \
         (unit-type tank (acp-per-turn 4) (hp-max 1) (wrecked-type hulk)) \
         (table hit-chance (tank tank 100)) (table damage (tank tank 1)) (table counterattack (tank tank 0)) \
         (side 1 (name \"A\")) (side 2 (name \"B\")) \
         (units) (tank 4 3 1) (tank 5 3 2) (tank 4 4 2) (tank 3 4 2) (tank 3 3 2)",
    );
    for target in 1..=4 {
        table.act(0, Action::Attack(UnitIndex(target))).unwrap();
    }
    let hulk = table.kind("hulk");
    let hulks = [2, 0, 1].map(|side| table.at().side(SideId(side)).counts[hulk.index()]);
    assert_eq!(hulks, [1, 1, 1], "its own side's first, then whoever may have one more");
    assert!(!table.at().is_in_play(UnitIndex(4)), "the last one is no more");
}

#[test]
fn a_wreck_that_has_no_room_is_not_left() {
    let types = "(unit-type hulk (hp-max 5)) (unit-type ship (hp-max 5) (capacity 3))
        (unit-type tank (acp-per-turn 4) (hp-max 1) (wrecked-type hulk))
        (table hit-chance (tank tank 100)) (table damage (tank tank 1)) (table counterattack (tank tank 0))
        (table unit-size-in-terrain (hulk t* SIZE)) (table unit-size-as-occupant (hulk ship SIZE))";
    for (size, is_left) in [(2, true), (50, false)] {
        let types = types.replace("SIZE", &size.to_string());
        let mut open = table(&format!("{types} (units) (tank 4 3 1) (tank 5 3 2)"));
        open.act(0, Action::Attack(UnitIndex(1))).unwrap();
        assert_eq!(open.at().is_in_play(UnitIndex(1)), is_left, "in the open, a size of {size}");
        let mut inside = table(&format!("{types} (units) (ship 5 3 2 (# 0)) (tank 5 3 2 (in 0))"));
        inside.change(|change| change.destroy(UnitIndex(1), Death::Combat, None));
        assert_eq!(inside.at().is_in_play(UnitIndex(1)), is_left, "aboard, a size of {size}");
    }
}

/// A watcher that fires once at a man, with one hit point of damage.
const WATCH: &str = "(unit-type gun (acp-per-turn 9) (acp-to-fire 1) (range 4)) (unit-type man (hp-max 5) (acp-per-turn 1)) \
    (table fire-hit-chance (gun man 100)) (table damage (gun man 1)) (table zoo-range (gun man 4))";

#[test]
fn watchers_fire_at_units_that_appear() {
    let mut game = table(&format!("{WATCH} (units) (gun 4 4 1) (man 6 4 2 (cp -1) (appear 2)) (man 1 7 2)"));
    game.next_turn();
    assert_eq!((game.unit(1).cell, game.hp(1)), (game.cell(6, 4), 4));
}

#[test]
fn watchers_fire_at_survivors_of_a_destroyed_transport() {
    let mut game = table(&format!(
        "{WATCH} (unit-type ship (capacity 9)) (table occupant-escape-chance (ship man 100)) (units) \
         (gun 4 4 1) (ship 6 4 2) (man 6 4 2)"
    ));
    game.load(2, 1);
    game.change(|change| change.destroy(UnitIndex(1), Death::Combat, None));
    assert_eq!((game.hp(1), game.hp(2), game.acp(0)), (0, 4, 8));
    assert_ne!(game.unit(2).cell, game.cell(6, 4));
}

#[test]
fn watchers_fire_at_parts_that_part() {
    let mut game = table(&format!(
        "{WATCH} (add man parts-max 5) (add man acp-to-transfer-part 1) (units) (gun 4 4 1) (man 6 4 2)"
    ));
    game.act(1, Action::TransferPart(2, None)).unwrap();
    assert_eq!((game.hp(1), game.hp(2), game.acp(0)), (3, 1, 8));
}

#[test]
fn a_wreck_that_its_side_may_not_own_goes_to_whoever_may() {
    let owner = |sides: &str| {
        let mut game = table(&format!(
            "(unit-type hulk (possible-sides {sides})) (unit-type ship (wrecked-type hulk)) \
             (side 1 (name \"A\") (class \"red\")) (side 2 (name \"B\") (class \"blue\")) (units) (ship 4 4 1) (ship 6 6 2)"
        ));
        game.change(|change| change.destroy(UnitIndex(0), Death::Accident, None));
        let is_hulk = game.unit(0).kind == game.kind("hulk");
        (is_hulk && game.at().is_in_play(UnitIndex(0))).then(|| game.side(0).0)
    };
    assert_eq!(owner("\"red\""), Some(1));
    assert_eq!(owner("\"independent\""), Some(0));
    assert_eq!(owner("\"blue\""), Some(2), "not even independents, but another side");
    assert_eq!(owner("\"green\""), None, "nobody may");
}
