//! Blows: chances, damage, answers, retreats, shots, overruns (`kernel-rules` 2.3 to 2.6, 2.9, 2.19; examples 13 to
//! 21, 32, 36 to 39, 45).

use chance::Dice;
use fairmarch_kernel::testing::{Means, Placement, scaled_dice};
use fairmarch_kernel::{Action, EventKind, Refusal, UnitIndex};

use super::{TestGame, table, table_with_seed};

/// Hit chance 60, 2 hit points of damage, 10 acp, and a hill at (4, 4).
pub(super) const BASE: &str = "(terrain-type hill (char \"H\") (capacity 20)) \
(unit-type u (acp-per-turn 10) (hp-max 10)) \
    (unit-type v (acp-per-turn 10) (hp-max 10)) (table hit-chance (u v 60)) (table damage (u* u* 2))";

/// 9 by 9 land with a hill at (4, 4).
pub(super) const HILL: &str =
    "(area 9 9) (area (terrain (by-name land hill) \"9a\" \"9a\" \"9a\" \"9a\" \"4ab4a\" \"9a\" \"9a\" \"9a\" \"9a\"))";

impl TestGame {
    pub(super) fn chance(&self, by: u32, target: u32) -> i32 {
        self.at().hit_chance(UnitIndex(by), UnitIndex(target), Means::Attack)
    }

    pub(super) fn attack(&mut self, by: u32, target: u32) -> Result<(), Refusal> {
        self.act(by, Action::Attack(UnitIndex(target)))
    }

    pub(super) fn fire(&mut self, by: u32, target: u32) -> Result<(), Refusal> {
        self.act(by, Action::FireAt(UnitIndex(target), None))
    }

    pub(super) fn load(&mut self, unit: u32, transport: u32) {
        self.change(|change| change.put(UnitIndex(unit), Placement::Inside(UnitIndex(transport))));
    }
}

/// How often something is so, over games that differ in their luck alone.
pub(super) fn count(text: &str, games: u64, mut test: impl FnMut(&mut TestGame) -> bool) -> u64 {
    (0..games).filter(|&seed| test(&mut table_with_seed(text, seed))).count() as u64
}

#[test]
fn an_attack_costs_both_and_hits_as_often_as_it_should() {
    let hits = count(&format!("{BASE} (units) (u 4 3 1) (v 5 3 2)"), 400, |game| {
        game.attack(0, 1).unwrap();
        assert_eq!((game.acp(0), game.acp(1)), (9, 9));
        game.hp(1) == 8
    });
    assert!((210..270).contains(&hits), "{hits} of 400 at 60%");
    let mut game = table(&format!("{BASE} (units) (u 4 3 1) (v 5 3 2) (u 8 3 1)"));
    assert_eq!(game.attack(1, 0), Err(Refusal::CannotHit));
    assert_eq!(game.attack(2, 1), Err(Refusal::TooFar { distance: 3, most: 1 }));
    assert_eq!(game.attack(0, 2), Err(Refusal::Invalid("that unit is of the same side")));
    assert_eq!(game.attack(0, 77), Err(Refusal::NoSuchUnit(UnitIndex(77))));
}

#[test]
fn example_13_terrain_of_both_counts() {
    let game = table(&format!(
        "{BASE} (table attack-terrain-effect (u hill 50)) (table defend-terrain-effect (v land 80)) {HILL} (units) \
         (u 4 4 1) (v 5 4 2) (u 5 3 1)"
    ));
    assert_eq!((game.chance(0, 1), game.chance(2, 1)), (24, 48));
}

#[test]
fn borders_and_roads_of_a_cell_count_as_its_terrain_does() {
    let mut game = table(&format!(
        "{BASE} (terrain-type wall (subtype border)) (table defend-terrain-effect (v wall 50)) \
        (units) (u 4 4 1) (v 5 4 2)"
    ));
    assert_eq!(game.chance(0, 1), 60);
    let (cell, wall) = (game.cell(5, 4), game.rules.design.find("wall").unwrap());
    game.change(|change| change.set_edge(cell, grid::Direction(1), wall, true));
    assert_eq!(game.chance(0, 1), 30, "on any side of it");
}

#[test]
fn example_14_experience_of_the_attacker() {
    let text = "(unit-type u (acp-per-turn 10) (cxp-max 10)) (unit-type v) (table hit-chance (u v 40)) \
        (table hit-cxp-effect (u v 200)) (units) (u 4 3 1 (cxp 5)) (v 5 3 2)";
    assert_eq!(table(text).chance(0, 1), 60);
}

#[test]
fn example_15_protection_in_all_its_forms() {
    let text = format!(
        "{BASE} (unit-type occ) (unit-type mate) (add v capacity 4) (table protection (occ v 50)) \
         (table stack-protection (mate v 80)) (table cellwide-protection-for ((occ mate) v 90)) (units) \
         (u 4 3 1) (v 5 3 2)"
    );
    assert_eq!(table(&text).chance(0, 1), 60);
    let mut game = table(&format!("{text} (mate 5 3 2) (occ 5 3 2)"));
    game.load(3, 1);
    assert_eq!(game.chance(0, 1), 18, "60, 30, 24, 21, 18");
    game.change(|change| change.set_side(UnitIndex(2), world::SideId(1)));
    assert_eq!(game.chance(0, 1), 27, "a stranger in the cell protects nobody");
}

#[test]
fn no_unit_is_its_own_neighbour_in_a_stack() {
    let text = format!("{BASE} (table stack-protection (v v 50)) (units) (u 4 3 1) (v 5 3 2)");
    assert_eq!(table(&text).chance(0, 1), 60);
    assert_eq!(table(&format!("{text} (v 5 3 2)")).chance(0, 1), 30);
}

#[test]
fn protection_against_a_type_counts_for_all_units_in_the_cell() {
    let game = table(&format!(
        "{BASE} (unit-type flak) (table cellwide-protection-against (flak u 50)) \
        (units) (u 4 3 1) (v 5 3 2) (flak 5 3 2)"
    ));
    assert_eq!(game.chance(0, 1), 30);
}

#[test]
fn example_16_fire_falls_off_in_a_straight_line() {
    let text = "(unit-type gun (acp-per-turn 10) (acp-to-fire 1) (range 4) (hit-falloff-range 1)) (unit-type v) \
        (table hit-chance (gun v 60)) (table hit-at-max-range-effect (gun v 50)) (units) (gun 1 3 1) \
        (v 2 3 2) (v 3 3 2) (v 4 3 2) (v 5 3 2)";
    let game = table(text);
    let chance = |target| game.at().hit_chance(UnitIndex(0), UnitIndex(target), Means::Fire(None));
    assert_eq!([1, 2, 3, 4].map(chance), [60, 50, 40, 30]);
}

#[test]
fn example_17_experience_makes_damage_greater() {
    let damage = |dice: &str, cxp: u32| {
        let game = table(&format!(
            "(unit-type u (cxp-max 4)) (unit-type v) (table damage (u v {dice})) (table damage-cxp-effect (u v 150)) \
             (units) (u 4 3 1 (cxp {cxp})) (v 5 3 2)"
        ));
        game.at().damage(UnitIndex(0), UnitIndex(1), false)
    };
    assert_eq!(damage("2d6+1", 4), Dice { count: 2, faces: 9, add: 1 });
    assert_eq!(damage("5", 4), Dice::constant(7));
    assert_eq!(damage("5", 0), Dice::constant(5));
}

#[test]
fn the_widest_dice_take_their_damage() {
    let text = "(unit-type u (acp-per-turn 10)) (unit-type v (hp-max 30000)) (table hit-chance (u v 100)) \
        (table acp-to-attack (u v 1)) (units) (u 4 3 1) (v 5 3 2) \
        \n#|fairmarch\n{ \"design\": { \"tables\": { \"damage\": { \"u\": { \"v\": \"20d100+1000\" } } } } } \n|#";
    let taken = (0..50).map(|seed| {
        let mut game = table_with_seed(text, seed);
        game.attack(0, 1).unwrap();
        30_000 - i32::from(game.state.unit(UnitIndex(1)).hp)
    });
    let taken: Vec<i32> = taken.collect();
    assert!(taken.iter().all(|damage| (1020..=3000).contains(damage)), "{taken:?}");
    // The mean of one throw is 2010, its deviation 129, that of 50 throws' mean 18.
    let mean = taken.iter().sum::<i32>() / 50;
    assert!((1920..=2100).contains(&mean), "{mean}");
}

#[test]
fn example_18_hit_points_that_this_attacker_leaves() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10)) (unit-type v (hp-max 5)) (table hit-chance (u v 100)) (table damage (u v 2)) \
         (table hp-min (u v 4)) (units) (u 4 3 1) (v 5 3 2)",
    );
    for _ in 0..2 {
        game.attack(0, 1).unwrap();
        assert_eq!(game.hp(1), 4);
    }
}

#[test]
fn example_19_damage_takes_action_points_at_once() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10)) \
        (unit-type v (acp-per-turn 10) (hp-max 10) (acp-damage-effect ((0 0) (10 10)))) \
         (table hit-chance (u v 100)) (table damage (u v 4)) (table acp-to-defend (u v 0)) (units) (u 4 3 1) (v 5 3 2)",
    );
    game.attack(0, 1).unwrap();
    assert_eq!((game.hp(1), game.acp(1)), (6, 6));
}

#[test]
fn example_20_experience_stops_at_its_most() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10) (cxp-max 5)) (unit-type v) (table hit-chance (u v 1)) \
         (table cxp-per-combat (u v 2)) (units) (u 4 3 1) (v 5 3 2)",
    );
    for cxp in [2, 4, 5] {
        game.attack(0, 1).unwrap();
        assert_eq!(game.unit(0).cxp, cxp, "missing teaches too");
    }
}

#[test]
fn example_21_defence_costs_what_the_table_says() {
    let text = format!("{BASE} (table acp-to-defend (u v 4) (v u 2)) (units) (u 4 3 1) (v 5 3 2)");
    let mut game = table(&text);
    game.attack(0, 1).unwrap();
    assert_eq!(game.acp(1), 6, "[attacker, defender]");
    let mut game = seven_zero(&text);
    game.attack(0, 1).unwrap();
    assert_eq!(game.acp(1), 8, "in the order of the seeds");
}

/// The same game, for the program of the seeds.
pub(super) fn seven_zero(text: &str) -> TestGame {
    table(&format!("(game-module \"t\" (program-version \"7.0\")) {text}"))
}

#[test]
fn example_32_an_overrun_pays_for_the_blow_and_only_the_rest_of_the_way() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10)) (unit-type v (hp-max 2)) (table hit-chance (u v 100)) (table damage (u v 2)) \
         (table acp-to-attack (u v 3)) (units) (u 4 3 1) (v 5 3 2)",
    );
    let cell = game.cell(5, 3);
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.acp(0), game.unit(0).cell), (7, cell));
    assert_eq!(game.hp(1), 0);
}

#[test]
fn an_overrun_that_meets_more_than_it_can_beat_stays_outside() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10)) (unit-type v (hp-max 5)) (table hit-chance (u v 100)) (table damage (u v 2)) \
         (units) (u 4 3 1) (v 5 3 2) (v 5 3 2)",
    );
    let (from, cell) = (game.cell(4, 3), game.cell(5, 3));
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.acp(0), game.unit(0).cell, game.hp(1), game.hp(2)), (8, from, 3, 3), "each is struck once");
}

#[test]
fn an_overrun_that_comes_to_nothing_is_paid_all_the_same() {
    let mut game = table(&format!("{BASE} (table zoc-range (v u 1)) (units) (u 4 3 1) (v 6 3 2)"));
    let (here, cell) = (game.cell(4, 3), game.cell(5, 3));
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.acp(0), game.unit(0).cell), (9, here), "an enemy beside the cell closes it");
    assert_eq!(game.act(0, Action::Overrun(here, 0)), Err(Refusal::Invalid("it is there, and sees nobody to overrun")));
}

#[test]
fn an_overrun_captures_what_cannot_be_struck() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10)) (unit-type town (capacity 1)) (table acp-to-capture (u town 2)) \
         (table capture-chance (u town 100)) (units) (u 4 3 1) (town 5 3 2)",
    );
    let cell = game.cell(5, 3);
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.side(1), game.unit(0).cell), (game.side(0), cell));
}

#[test]
fn example_36_morale_makes_units_stand() {
    let text = "(unit-type u (acp-per-turn 10)) (unit-type v (acp-per-turn 10) (hp-max 9) (morale-max 100)) \
        (table hit-chance (u v 100)) (table damage (u v 1)) (table retreat-chance (u v 40)) \
        (units) (u 4 3 1) (v 5 3 2)";
    let fled = |morale: i16| {
        count(text, 400, |game| {
            game.state.units[1].morale = morale;
            game.attack(0, 1).unwrap();
            let has_gone = game.unit(1).cell != game.cell(5, 3);
            assert_eq!(game.hp(1), if has_gone { 9 } else { 8 }, "who gets away is not hurt");
            has_gone
        })
    };
    assert!((320..358).contains(&fled(25)), "85% of 400: {}", fled(25));
    assert!((135..185).contains(&fled(100)), "40% of 400: {}", fled(100));
    assert_eq!(fled(0), 400);
}

#[test]
fn example_37_watchers_fire_at_arriving_units() {
    let mut game = table(
        "(unit-type gun (acp-per-turn 10) (acp-to-fire 2) (range 3)) (unit-type v (acp-per-turn 10) (hp-max 5)) \
         (table fire-hit-chance (gun v 100)) (table damage (gun v 1)) (table zoo-range (gun v 2)) \
         (units) (gun 2 3 1) (v 5 3 2)",
    );
    let cell = game.cell(4, 3);
    game.act(1, Action::Move(cell, 0)).unwrap();
    assert_eq!((game.hp(1), game.acp(1), game.acp(0)), (4, 8, 8), "1 acp for the step, 1 for being fired on");
    game.state.units[0].acp = 1;
    let cell = game.cell(4, 2);
    game.act(1, Action::Move(cell, 0)).unwrap();
    assert_eq!(game.hp(1), 4, "short of acp");
}

#[test]
fn flight_from_watchers_without_limits_ends() {
    let mut game = table(
        "(unit-type gun (acp-independent true) (acp-to-fire 1) (range 9)) (unit-type v (acp-per-turn 10) (hp-max 50)) \
         (table fire-hit-chance (gun v 100)) (table damage (gun v 1)) (table zoo-range (gun v 9)) \
         (table retreat-chance (gun v 100)) (table acp-for-retreat (v gun 100)) (units) (gun 4 4 1) (v 5 4 2)",
    );
    let cell = game.cell(5, 3);
    game.act(1, Action::Move(cell, 0)).unwrap();
    assert_eq!((game.hp(1), game.unit(1).cell), (49, cell));
}

#[test]
fn acp_for_overwatch_pays_for_the_shot() {
    let mut game = table(
        "(unit-type gun (acp-per-turn 1) (acp-to-fire 2) (range 3)) (unit-type v (acp-per-turn 10) (hp-max 5)) \
         (table fire-hit-chance (gun v 100)) (table damage (gun v 1)) (table zoo-range (gun v 2)) \
         (table acp-for-overwatch (gun v 2)) (units) (gun 2 3 1) (v 5 3 2)",
    );
    let cell = game.cell(4, 3);
    game.act(1, Action::Move(cell, 0)).unwrap();
    assert_eq!((game.hp(1), game.acp(0)), (4, 1));
}

#[test]
fn example_38_an_attack_captures_too_and_the_captor_goes_in() {
    let mut game = table(&format!(
        "{BASE} (add v capacity 1) (table hit-chance (u v 1)) (table capture-chance (u v 100)) \
         (table counterattack (u* u* 0)) (units) (u 4 3 1) (v 5 3 2)"
    ));
    game.attack(0, 1).unwrap();
    assert_eq!(game.side(1), game.side(0));
    assert_eq!((game.acp(0), game.unit(0).inside), (7, UnitIndex(1)));
}

#[test]
fn example_39_withdrawal_comes_before_the_blow() {
    let mut game = table(&format!("{BASE} (table withdraw-chance-per-attack (u v 100)) (units) (u 4 3 1) (v 5 3 2)"));
    game.attack(0, 1).unwrap();
    assert_eq!((game.unit(1).cell, game.hp(1)), (game.cell(6, 3), 10), "straight away");
    assert_eq!((game.acp(0), game.acp(1)), (9, 9));
    assert!(!game.happened(|what| matches!(what, EventKind::Hit { .. } | EventKind::Missed { .. })));
}

#[test]
fn acp_for_retreat_is_lent_to_the_exhausted() {
    let text = |lent| {
        format!(
            "{BASE} (table withdraw-chance-per-attack (u v 100)) (table acp-for-retreat (v u {lent})) (units) \
             (u 4 3 1) (v 5 3 2)"
        )
    };
    for (lent, flees) in [(0, false), (1, true)] {
        let mut game = table(&text(lent));
        game.state.units[1].acp = 0;
        game.attack(0, 1).unwrap();
        assert_eq!(game.unit(1).cell == game.cell(6, 3), flees, "{lent} lent");
    }
}

#[test]
fn surrender_comes_before_the_blow_too() {
    let mut game = table(&format!("{BASE} (table surrender-chance-per-attack (u v 100)) (units) (u 4 3 1) (v 5 3 2)"));
    game.attack(0, 1).unwrap();
    assert_eq!((game.side(1), game.hp(1)), (game.side(0), 10));
}

#[test]
fn example_45_an_answer_has_its_strength() {
    let text = "(unit-type u (acp-per-turn 10) (hp-max 9)) (unit-type v (acp-per-turn 10) (hp-max 9)) \
        (table hit-chance (u v 1) (v u 60)) (table damage (v u 1)) (table counterattack (u v 50)) \
        (units) (u 4 3 1) (v 5 3 2)";
    let game = table(text);
    assert_eq!(game.at().hit_chance(UnitIndex(1), UnitIndex(0), Means::Answer(50)), 30);
    let hits = count(text, 500, |game| {
        game.attack(0, 1).unwrap();
        game.hp(0) == 8
    });
    assert!((118..182).contains(&hits), "30% of 500: {hits}");
}

#[test]
fn a_unit_killed_in_an_exchange_still_strikes_back() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10)) (table hit-chance (u u 100)) (table damage (u u 1)) \
        (units) (u 4 3 1) (u 5 3 2)",
    );
    game.attack(0, 1).unwrap();
    assert_eq!((game.hp(0), game.hp(1)), (0, 0));
}

#[test]
fn ammunition_is_used_up_by_hits_and_misses_and_missed_when_it_is_gone() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10) (acp-to-fire 1)) \
        (unit-type v (hp-max 30)) (material-type shell) (material-type bolt) \
         (table unit-storage-x (u m* 9)) (table hit-chance (u v 1)) (table hit-by (v shell 2)) \
         (table consumption-per-attack (u m* 2)) (table consumption-per-fire (u shell 1) (u bolt -1)) \
         (units) (u 4 3 1 (m 6 5)) (v 5 3 2)",
    );
    game.attack(0, 1).unwrap();
    assert_eq!(
        (game.supply(0, 0), game.supply(0, 1)),
        (2, 5),
        "2 a blow, doubled by the target; bolts do nothing to it"
    );
    assert!(matches!(game.attack(0, 1), Err(Refusal::NotEnoughAmmo { needs: 4, has: 2, .. })));
    game.fire(0, 1).unwrap();
    assert_eq!(game.supply(0, 0), 0, "a shot takes 1, doubled");
    assert!(matches!(game.fire(0, 1), Err(Refusal::NotEnoughAmmo { needs: 2, has: 0, .. })));
    let bolt = Action::FireAt(UnitIndex(1), Some(design::MaterialType(1)));
    assert_eq!(game.act(0, bolt), Err(Refusal::CannotDo("this material does nothing to that")));
}

#[test]
fn a_named_material_alone_is_used() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10) (acp-to-fire 1)) \
        (unit-type v (hp-max 30)) (material-type shell) (material-type bolt) \
         (table unit-storage-x (u m* 9)) (table hit-chance (u v 1)) (table hit-by (v m* 1)) \
         (table consumption-per-fire (u m* 2)) (units) (u 4 3 1 (m 6 5)) (v 5 3 2)",
    );
    game.act(0, Action::FireAt(UnitIndex(1), Some(design::MaterialType(1)))).unwrap();
    assert_eq!((game.supply(0, 0), game.supply(0, 1)), (6, 3));
    game.fire(0, 1).unwrap();
    assert_eq!((game.supply(0, 0), game.supply(0, 1)), (4, 1), "all together");
}

#[test]
fn fire_into_a_cell_hits_friend_and_foe() {
    let mut game = table(
        "(unit-type gun (acp-per-turn 10) (acp-to-fire 1) (range 3)) (unit-type v (hp-max 5) (acp-per-turn 4)) \
         (table fire-hit-chance (gun v 100)) (table fire-damage (gun v 2)) (units) (gun 2 3 1) (v 4 3 2) (v 4 3 1)",
    );
    let cell = game.cell(4, 3);
    game.act(0, Action::FireInto(cell, None, None)).unwrap();
    assert_eq!((game.hp(1), game.hp(2), game.acp(0), game.acp(1)), (3, 3, 9, 3));
    game.act(0, Action::FireInto(cell, Some(4), None)).unwrap();
    assert_eq!((game.hp(1), game.hp(2), game.acp(0)), (3, 3, 8), "nobody is at that height");
    let far = game.cell(6, 3);
    assert_eq!(game.act(0, Action::FireInto(far, None, None)), Err(Refusal::TooFar { distance: 4, most: 3 }));
}

#[test]
fn hills_block_flat_fire_and_steep_fire_clears_them() {
    let text = |angle: u32, weapon: u32| {
        format!(
            "(terrain-type hill (char \"H\") (capacity 20) (thickness 50)) \
            (unit-type gun (acp-per-turn 9) (acp-to-fire 1) \
             (range 4) (fire-angle-max {angle})) (unit-type v (hp-max 5)) (table fire-hit-chance (gun v 100)) \
             (table weapon-height (gun land {weapon})) {HILL} (units) (gun 3 4 1) (v 5 4 2)"
        )
    };
    assert_eq!(table(&text(0, 0)).fire(0, 1), Err(Refusal::FireBlocked));
    table(&text(0, 200)).fire(0, 1).unwrap();
}

#[test]
fn transports_keep_blows_from_those_inside_as_far_as_they_do() {
    let text = |percent: u32| {
        format!(
            "(unit-type u (acp-per-turn 10)) (unit-type ship (hp-max 9) (capacity 2)) (unit-type crew (hp-max 9)) \
             (table hit-chance (u (ship crew) 100)) (table damage (u* u* 1)) (table protection (ship crew {percent})) \
             (units) (u 4 3 1) (ship 5 3 2) (crew 5 3 2)"
        )
    };
    for (percent, least, most) in [(0, 0, 0), (100, 300, 300), (40, 96, 145)] {
        let hits = count(&text(percent), 300, |game| {
            game.load(2, 1);
            assert_eq!(
                game.attack(0, 2),
                Err(Refusal::CannotDo("whoever is inside of a unit cannot be reached from outside"))
            );
            game.attack(0, 1).unwrap();
            assert_eq!(game.hp(1), 8);
            game.hp(2) == 8
        });
        assert!((least..=most).contains(&hits), "{percent}%: {hits} of 300");
    }
}

#[test]
fn occupants_fight_from_inside_only_where_the_table_allows() {
    let mut game = table(&format!(
        "{BASE} (unit-type bus (capacity 2)) (table occupant-combat (u bus 0)) (units) (u 4 3 1) (v 5 3 2) (bus 4 3 1)"
    ));
    game.load(0, 2);
    assert_eq!(game.attack(0, 1), Err(Refusal::OccupantCannotDo));
}

#[test]
fn an_attack_on_an_unseen_unit_is_refused() {
    let mut game = table(&format!("{BASE} (add u* vision-range 0) (set see-all false) (units) (u 4 3 1) (v 5 3 2)"));
    assert_eq!(game.attack(0, 1), Err(Refusal::NotSeen));
}

#[test]
fn altitudes_keep_apart_those_whose_bands_do_not_meet() {
    let mut game = table(
        "(unit-type ship (acp-per-turn 4) (hp-max 9)) (unit-type fighter (acp-per-turn 4) (hp-max 9)) \
         (unit-type satellite (acp-per-turn 4) (hp-max 9)) (table hit-chance (u* u* 100)) (table damage (u* u* 1)) \
         (table altitude-max (fighter t* 20) (satellite t* 10000)) (table altitude-min (satellite t* 100)) \
         (units) (ship 4 3 1) (fighter 5 3 2) (satellite 5 3 2 (z 200))",
    );
    game.attack(0, 1).unwrap();
    assert_eq!(game.attack(0, 2), Err(Refusal::CannotDo("it is too high above, or too far below")));
}

#[test]
fn blows_raise_and_sink_morale() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10) (morale-max 50)) (unit-type v (hp-max 9) (morale-max 50)) \
         (table hit-chance (u v 100)) (table damage (u v 1)) (table morale-hit (u v 200)) \
         (table morale-hit-by (v u 300)) \
         (units) (u 4 3 1 (mo 20)) (v 5 3 2 (mo 20))",
    );
    game.attack(0, 1).unwrap();
    assert_eq!((game.unit(0).morale, game.unit(1).morale), (22, 17));
}

#[test]
fn kills_pay_and_teach() {
    let mut game = table(
        "(unit-type u (acp-per-turn 10) (cxp-max 50)) (unit-type v (cxp-max 1)) (material-type gold (treasury true)) \
         (table hit-chance (u v 100)) (table damage (u v 1)) (table cxp-per-destroy (v u 7)) \
         (table treasury-gain-per-destroy (u gold 5)) (table treasury-loss-per-destroyed (v gold 3)) \
         (units) (u 4 3 1) (v 5 3 2)",
    );
    game.state.sides[2].treasury[0] = 2;
    game.attack(0, 1).unwrap();
    assert_eq!((game.unit(0).cxp, game.state.sides[1].treasury[0], game.state.sides[2].treasury[0]), (7, 5, 0));
}

#[test]
fn both_learn_of_a_blow_from_which_one_gets_away() {
    let mut game = table(&format!(
        "{BASE} (add (u v) cxp-max 9) (table retreat-chance (u v 100)) (table cxp-per-combat (u v 2) (v u 3)) \
         (table hit-chance (u v 100)) (table damage (u v 4)) (units) (u 4 3 1) (v 5 3 2)"
    ));
    game.attack(0, 1).unwrap();
    assert_eq!((game.unit(1).cell, game.hp(1)), (game.cell(6, 3), 10), "it retreats");
    assert_eq!((game.unit(0).cxp, game.unit(1).cxp), (2, 3));
}

#[test]
fn scaled_dice_keep_to_the_bounds_of_their_size() {
    let scaled = |dice: &str, percent| scaled_dice(dice.parse().unwrap(), percent).to_string();
    for dice in ["1d2", "8d17+127", "8d17-128", "20d100+1000", "20d100-1000", "9d6", "2d18", "1d6+128", "3"] {
        assert_eq!(scaled(dice, 100), dice);
    }
    assert_eq!([scaled("8d17+100", 150), scaled("8d17-100", 1000)], ["8d17+127", "8d17-128"], "as Xconq packs them");
    assert_eq!([scaled("20d50+500", 150), scaled("20d100-1000", 32_767)], ["20d75+750", "20d100-1000"]);
    assert_eq!([scaled("20d100+1000", 32_767), scaled("20d100+1000", 0)], ["20d100+1000", "20d2"]);
}
