//! Captures: chances, scuttling, occupants, garrisons, the fate of the captive (`kernel-rules` 2.7; seed 003,
//! "Capture Action").

use fairmarch_kernel::{Action, Death, EventKind, Refusal, UnitIndex};
use world::SideId;

use super::combat::count;
use super::{TestGame, table};

/// A captor of 10 hit points, and a town with room.
const TOWN: &str = "(unit-type army (acp-per-turn 10) (hp-max 10)) (unit-type town (hp-max 9) (capacity 9)) \
    (unit-type guard (acp-per-turn 4)) (table acp-to-capture (army u* 1))";

impl TestGame {
    fn capture(&mut self, by: u32, target: u32) -> Result<(), Refusal> {
        self.act(by, Action::Capture(UnitIndex(target)))
    }

    fn odds(&self, by: u32, target: u32) -> i32 {
        self.at().capture_chance(UnitIndex(by), UnitIndex(target))
    }
}

#[test]
fn example_22_occupants_protect_from_capture() {
    let text = format!("{TOWN} (table capture-chance (army town 50)) (table protection (guard town 40))");
    let mut game = table(&format!("{text} (units) (army 4 3 1) (town 5 3 2) (guard 5 3 2)"));
    assert_eq!(game.odds(0, 1), 50, "a guard outside is none");
    game.load(2, 1);
    assert_eq!(game.odds(0, 1), 20);
    let mut game = table(&format!(
        "{text} (set protection-resists-capture false) (units) (army 4 3 1) (town 5 3 2) (guard 5 3 2)"
    ));
    game.load(2, 1);
    assert_eq!(game.odds(0, 1), 50);
}

#[test]
fn example_23_a_garrison_is_left_and_the_captor_goes_in() {
    let mut game = table(&format!(
        "{TOWN} (table capture-chance (army u* 100)) (table hp-to-garrison (army town 3)) (units) \
         (army 4 3 1) (town 5 3 2) (guard 5 3 2)"
    ));
    game.load(2, 1);
    game.capture(0, 1).unwrap();
    assert_eq!((game.hp(0), game.acp(0), game.unit(0).inside), (7, 7, UnitIndex(1)));
    assert_eq!((game.side(1), game.side(2), game.unit(2).inside), (SideId(1), SideId(1), UnitIndex(1)));
}

#[test]
fn a_captive_inside_of_its_captor_gets_out_when_the_captor_is_used_up() {
    let mut game = table(&format!(
        "{TOWN} (add army capacity 9) (table capture-chance (army town 100)) (table hp-to-garrison (army town 10)) \
         (unit-type bag) (units) (army 4 3 1) (town 4 3 2) (bag 4 3 1)"
    ));
    game.load(1, 0);
    game.load(2, 0);
    game.capture(0, 1).unwrap();
    assert_eq!((game.hp(0), game.side(1), game.unit(1).inside), (0, SideId(1), UnitIndex::NONE));
    assert_eq!((game.unit(1).cell, game.unit(2).inside), (game.cell(4, 3), UnitIndex(1)));
}

#[test]
fn a_captor_that_gives_all_its_hit_points_is_used_up_and_its_load_goes_in() {
    let mut game = table(&format!(
        "{TOWN} (unit-type bag) (add army capacity 2) (table capture-chance (army town 100)) \
         (table hp-to-garrison (army town 10)) (units) (army 4 3 1) (town 5 3 2) (bag 4 3 1)"
    ));
    game.load(2, 0);
    game.capture(0, 1).unwrap();
    assert_eq!((game.hp(0), game.side(1), game.unit(2).inside), (0, SideId(1), UnitIndex(1)));
    assert!(game.happened(|what| matches!(what, EventKind::Died { of: Death::Garrisoned, .. })));
}

#[test]
fn a_capture_that_fails_costs_all_the_same() {
    let mut game = table(&format!("{TOWN} (table capture-chance (army town 1)) (units) (army 4 3 1) (town 5 3 2)"));
    game.capture(0, 1).unwrap();
    assert_eq!((game.side(1), game.acp(0)), (SideId(2), 9));
    let mut game = table(&format!("{TOWN} (units) (army 4 3 1) (town 5 3 2)"));
    assert!(matches!(game.capture(0, 1), Err(Refusal::CannotDo(_))), "no chance at all");
}

#[test]
fn independents_have_a_chance_of_their_own() {
    let text = |chance: i32| {
        format!(
            "{TOWN} (table capture-chance (army town 30)) (table independent-capture-chance (army town {chance})) \
             (units) (army 4 3 1) (town 5 3 0) (town 3 3 2)"
        )
    };
    assert_eq!((table(&text(70)).odds(0, 1), table(&text(70)).odds(0, 2)), (70, 30));
    assert_eq!(table(&text(-1)).odds(0, 1), 30);
}

#[test]
fn each_factor_of_who_is_near_counts() {
    let text = |form: &str| {
        format!("{TOWN} (table capture-chance (army town 80)) {form} (units) (army 4 3 1) (town 5 3 2) (guard 5 3 2)")
    };
    for (form, inside, beside) in [
        ("(table occupant-allows-capture-by (guard army 50))", 40, 80),
        ("(table occupant-allows-capture-of (guard town 50))", 40, 80),
        ("(table stack-neighbor-allows-capture-by (guard army 50))", 80, 40),
        ("(table stack-neighbor-allows-capture-of (guard town 50))", 80, 40),
        ("(table any-neighbor-allows-capture-by (guard army 50))", 40, 40),
        ("(table any-neighbor-allows-capture-of (guard town 50))", 40, 40),
        ("(table stack-protection (guard town 50))", 80, 40),
        ("(table cellwide-protection-for (guard town 50))", 40, 40),
        ("(table cellwide-protection-against (guard army 50))", 40, 40),
    ] {
        let mut game = table(&text(form));
        assert_eq!(game.odds(0, 1), beside, "{form} beside");
        game.load(2, 1);
        assert_eq!(game.odds(0, 1), inside, "{form} inside");
    }
}

#[test]
fn a_captor_needs_ground_to_stand_on_or_a_bridge() {
    let text = |bridge: u32| {
        format!(
            "{TOWN} (terrain-type sea (char \"~\") (capacity 9)) (table unit-size-in-terrain (army sea 99)) \
             (table capture-chance (army town 100)) (table bridge (town army {bridge})) \
             (area 9 9) (area (terrain (by-name land sea) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"5a4b\" \"9a\" \"9a\" \"9a\")) \
             (units) (army 4 3 1) (town 5 3 2)"
        )
    };
    for (bridge, side) in [(0, 2), (1, 1)] {
        let mut game = table(&text(bridge));
        game.capture(0, 1).unwrap();
        assert_eq!(game.side(1), SideId(side));
    }
}

#[test]
fn captors_reach_out_of_transports_and_die_where_they_cannot_go_back() {
    let text = |chance: u32| {
        format!(
            "{TOWN} (unit-type boat (capacity 4)) (terrain-type sea (char \"~\") (capacity 9)) \
             (table unit-size-in-terrain (army sea 99)) (table capture-chance (army town {chance})) \
             (area 9 9) (area (terrain (by-name land sea) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"4a b4a\" \"9a\" \"9a\" \"9a\")) \
             (units) (army 4 3 1) (town 5 3 2) (boat 4 3 1)"
        )
        .replace("4a b4a", "4ab4a")
    };
    let mut game = table(&text(100));
    game.load(0, 2);
    game.capture(0, 1).unwrap();
    assert_eq!((game.side(1), game.unit(0).inside), (SideId(1), UnitIndex(1)));
    let mut game = table(&text(1));
    game.load(0, 2);
    game.capture(0, 1).unwrap();
    assert_eq!((game.side(1), game.hp(0)), (SideId(2), 0), "it has left the boat, and there is no way back");
}

#[test]
fn liberation_gives_a_unit_back_to_its_first_owner() {
    let text = format!(
        "{TOWN} (add town morale-max 30) (table capture-chance (army town 100)) \
         (side 1 (name \"One\")) (side 2 (name \"Two\")) (side 3 (name \"Three\")) (units) \
         (army 4 3 1) (town 5 3 2 (mo 11))"
    );
    for (origin, trusts, side, morale) in [(3, true, 3, 17), (3, false, 1, 5), (1, false, 1, 17)] {
        let mut game = table(&text);
        game.state.units[1].origin = SideId(origin);
        game.state.sides[1].trusts |= u16::from(trusts) << origin;
        game.capture(0, 1).unwrap();
        assert_eq!((game.side(1), game.unit(1).morale), (SideId(side), morale), "{origin} {trusts}");
    }
}

#[test]
fn a_unit_that_scuttles_becomes_its_wreck_and_its_load_scuttles_too() {
    let text = |wreck: &str| {
        format!(
            "{TOWN} (unit-type ruin (hp-max 3)) {wreck} (table capture-chance (army u* 100)) \
             (table scuttle-chance (town army 100)) (units) (army 4 3 1) (town 5 3 2) (guard 5 3 2)"
        )
    };
    let mut game = table(&text("(add town wrecked-type ruin)"));
    game.load(2, 1);
    game.capture(0, 1).unwrap();
    assert_eq!((game.unit(1).kind, game.hp(1), game.side(1)), (game.kind("ruin"), 3, SideId(2)));
    assert_eq!(game.unit(2).inside, UnitIndex::NONE, "there is no room in a ruin");
    assert_eq!((game.hp(2), game.unit(2).cell), (1, game.cell(5, 3)));
    let mut game = table(&text(""));
    game.load(2, 1);
    game.capture(0, 1).unwrap();
    assert_eq!((game.hp(1), game.hp(2)), (0, 0), "without a wreck nothing is left");
}

#[test]
fn captives_change_their_type_or_die_if_no_side_may_own_it() {
    let text = |sides: &str| {
        format!(
            "{TOWN} (unit-type slum (hp-max 18) {sides}) (table capture-chance (army town 100)) \
             (table changed-type-if-captured (town army slum)) (units) (army 4 3 1) (town 5 3 2)"
        )
    };
    let mut game = table(&text(""));
    game.capture(0, 1).unwrap();
    assert_eq!((game.unit(1).kind, game.hp(1), game.side(1)), (game.kind("slum"), 18, SideId(1)));
    let mut game = table(&text("(possible-sides \"nobody\")"));
    game.capture(0, 1).unwrap();
    assert_eq!(game.hp(1), 0);
}

/// The captor's side may not own what it takes, but may own what that becomes.
#[test]
fn only_the_new_type_of_a_captive_must_be_allowed() {
    let types = "(unit-type army (acp-per-turn 10) (hp-max 10)) (unit-type elf (possible-sides \"elf\")) \
        (unit-type orc (possible-sides \"orc\")) (unit-type elf-town (capacity 9) (possible-sides \"elf\")) \
        (unit-type orc-town (capacity 9) (possible-sides \"orc\")) (table acp-to-capture (army u* 1)) \
        (table changed-type-if-captured (elf-town army orc-town) (elf army orc)) \
        (side 1 (name \"One\") (class \"orc\")) (side 2 (name \"Two\") (class \"elf\"))";
    for form in [
        "(table capture-chance (army elf-town 100)) (add elf match-transport-side true)",
        "(table capture-chance (army (elf-town elf) 100))",
    ] {
        let mut game = table(&format!("{types} {form} (units) (army 4 3 1) (elf-town 5 3 2) (elf 5 3 2)"));
        game.load(2, 1);
        game.capture(0, 1).unwrap();
        assert_eq!((game.unit(1).kind, game.side(1)), (game.kind("orc-town"), SideId(1)), "{form}");
        assert_eq!((game.unit(2).kind, game.side(2)), (game.kind("orc"), SideId(1)), "{form}");
        assert_eq!(game.unit(2).inside, UnitIndex(1), "{form}");
    }
    // The limit of its side's towns holds for what is taken, too.
    let mut game = table(&format!(
        "{types} (table capture-chance (army elf-town 100)) (add orc-town type-per-side-max 1) (units) \
         (army 4 3 1) (elf-town 5 3 2) (orc-town 2 3 1)"
    ));
    game.capture(0, 1).unwrap();
    assert_eq!(game.hp(1), 0);
}

#[test]
fn occupants_escape_go_along_are_taken_or_die() {
    let text = |form: &str| {
        format!(
            "{TOWN} (table capture-chance (army town 100)) (table mp-to-leave-unit (guard town 1)) {form} (units) \
             (army 4 3 1) (town 5 3 2) (guard 5 3 2)"
        )
    };
    let after = |form: &str| {
        let mut game = table(&text(form));
        game.load(2, 1);
        game.capture(0, 1).unwrap();
        assert_eq!(game.side(1), SideId(1), "{form}");
        game
    };
    assert_eq!(after("").hp(2), 0, "who cannot be captured dies");
    assert_eq!(after("(table capture-chance add (army guard 1))").side(2), SideId(1));
    assert_eq!(after("(add guard match-transport-side true)").side(2), SideId(1));
    for form in ["(table occupant-escape-chance (army guard 100))", "(table occupant-escape-chance (guard town 100))"] {
        let game = after(form);
        assert_eq!((game.hp(2), game.side(2), game.unit(2).inside), (1, SideId(2), UnitIndex::NONE), "{form}");
        assert_ne!(game.unit(2).cell, game.cell(5, 3), "{form}");
    }
    let game = after("(table occupant-escape-chance (guard town 100) (army town 1))");
    assert_eq!(game.hp(2), 0, "what is said of the captor counts");
}

#[test]
fn experience_of_captor_and_captive() {
    let mut game = table(&format!(
        "{TOWN} (add (army town) cxp-max 90) (add town cxp-on-capture-effect 50) \
        (table capture-chance (army town 100)) \
         (table cxp-per-capture (army town 7)) (units) (army 4 3 1) (town 5 3 2 (cxp 40))"
    ));
    game.capture(0, 1).unwrap();
    assert_eq!((game.unit(0).cxp, game.unit(1).cxp), (7, 20));
}

#[test]
fn treasuries_gain_and_lose_by_a_capture() {
    let mut game = table(&format!(
        "{TOWN} (material-type gold (treasury true)) (table capture-chance (army town 100)) \
         (table treasury-gain-per-capture (army gold 9)) (table treasury-loss-per-captured (town gold 4)) (units) \
         (army 4 3 1) (town 5 3 2)"
    ));
    game.state.sides[2].treasury[0] = 10;
    game.capture(0, 1).unwrap();
    assert_eq!((game.state.sides[1].treasury[0], game.state.sides[2].treasury[0]), (9, 6));
}

#[test]
fn a_unit_that_escaped_capture_may_capture_back() {
    let mut game = table(&format!(
        "{TOWN} (table capture-chance (army town 1) (town army 100)) (table countercapture (army town 1)) (units) \
         (army 4 3 1) (town 5 3 2)"
    ));
    game.capture(0, 1).unwrap();
    assert_eq!(game.side(0), SideId(2));
}

#[test]
fn captures_succeed_as_often_as_they_should() {
    let text = format!("{TOWN} (table capture-chance (army town 35)) (units) (army 4 3 1) (town 5 3 2)");
    let taken = count(&text, 400, |game| {
        game.capture(0, 1).unwrap();
        game.side(1) == SideId(1)
    });
    assert!((115..165).contains(&taken), "35% of 400: {taken}");
}

#[test]
fn tech_is_needed_to_own_what_is_captured() {
    let text = format!(
        "{TOWN} (add town tech-max 9) (add town tech-to-own 5) (table capture-chance (army town 100)) (units) \
         (army 4 3 1) (town 5 3 2)"
    );
    let mut game = table(&text);
    game.capture(0, 1).unwrap();
    assert_eq!(game.side(1), SideId(2));
    let town = usize::from(game.unit(1).kind.0);
    game.state.sides[1].tech[town] = 5;
    game.capture(0, 1).unwrap();
    assert_eq!(game.side(1), SideId(1));
}

#[test]
fn the_dead_of_a_transport_may_save_themselves() {
    let text = "(unit-type u (acp-per-turn 9)) (unit-type ship (capacity 9)) \
    (unit-type crew (speed 100) (acp-per-turn 1)) \
        (table hit-chance (u ship 100)) (table damage (u ship 1)) (table protection (ship crew 0)) \
        (table occupant-escape-chance (ship crew 50)) (units) (u 4 3 1) (ship 5 3 2) (crew 5 3 2)";
    let saved = count(text, 400, |game| {
        game.load(2, 1);
        game.attack(0, 1).unwrap();
        assert_eq!(game.hp(1), 0);
        if game.hp(2) > 0 {
            assert_eq!(game.rules.area.distance(game.unit(2).cell, game.cell(5, 3)), 1);
            assert_ne!(game.unit(2).cell, game.cell(4, 3), "not to where the enemy is");
        }
        game.hp(2) > 0
    });
    assert!((165..235).contains(&saved), "half of 400: {saved}");
}

#[test]
fn the_cause_decides_what_is_left() {
    let text = "(unit-type u (acp-per-turn 9)) (unit-type w (acp-per-turn 9)) (unit-type rubble) \
        (unit-type house (wrecked-type rubble)) (unit-type ash) (table hit-chance ((u w) house 100)) \
        (table damage (u* house 1)) \
        (table wrecked-type-if-killed (house w ash)) (units) (u 4 3 1) (w 4 3 1) (house 5 3 2) (house 5 3 2)";
    let mut game = table(text);
    game.attack(0, 2).unwrap();
    game.attack(1, 3).unwrap();
    assert_eq!((game.unit(2).kind, game.unit(3).kind), (game.kind("rubble"), game.kind("ash")));
    let text =
        text.replace("(wrecked-type rubble)", "(wrecked-type rubble) (destruction-result ((1 vanish) (3 table)))");
    let gone = count(&text, 400, |game| {
        game.attack(0, 2).unwrap();
        game.hp(2) == 0
    });
    assert!((75..128).contains(&gone), "a quarter of 400: {gone}");
}

#[test]
fn what_is_not_finished_leaves_no_wreck() {
    let mut game = table(
        "(unit-type u (acp-per-turn 9)) (unit-type rubble) (unit-type house (cp 9) (wrecked-type rubble)) \
         (table hit-chance (u house 100)) (table damage (u house 1)) (units) (u 4 3 1) (house 5 3 2 (cp 4))",
    );
    game.attack(0, 1).unwrap();
    assert_eq!(game.hp(1), 0);
}

/// A station that carries shuttles that carry pods: what befalls the outer one goes through all of them.
#[test]
fn a_tree_of_transports_is_captured_and_destroyed_as_one() {
    let text = "(unit-type u (acp-per-turn 9)) (unit-type station (capacity 4)) \
    (unit-type shuttle (capacity 2) (hp-max 5)) \
        (unit-type pod (hp-max 5)) (table hit-chance (u station 100)) (table damage (u station 1)) \
        (table acp-to-capture (u u* 1)) (table capture-chance (u (station shuttle pod) 100)) \
        (table protection (station shuttle 0) (shuttle pod 0)) \
        (units) (u 4 3 1) (station 5 3 2) (shuttle 5 3 2) (pod 5 3 2)";
    let build = || {
        let mut game = table(text);
        game.load(2, 1);
        game.load(3, 2);
        game
    };
    let mut game = build();
    game.capture(0, 1).unwrap();
    assert_eq!([1, 2, 3].map(|id| game.side(id)), [SideId(1); 3]);
    assert_eq!(game.unit(3).inside, UnitIndex(2));
    let mut game = build();
    game.change(|change| change.destroy(UnitIndex(1), Death::Combat, None));
    assert_eq!([1, 2, 3].map(|id| game.hp(id)), [0; 3]);
    assert!(game.at().all_in_cell(game.cell(5, 3)).is_empty());
}

/// The garrison is the captor's, whichever way it took the town: by the action, an overrun, a blow, turning the tables, in rounds.
#[test]
fn a_garrison_is_left_whichever_way_a_unit_is_taken() {
    let types = "(table capture-chance (army town 100)) (table hp-to-garrison (army town 3)) (units) (army 4 3 1)";
    let left = |text: &str, action: &dyn Fn(&TestGame) -> Action| {
        let mut game = table(&format!("{TOWN} {text} {types} (town 5 3 2)"));
        let action = action(&game);
        game.act(0, action).unwrap();
        assert_eq!(game.side(1), SideId(1), "{text}");
        game.hp(0)
    };
    let here = |game: &TestGame| game.cell(5, 3);
    let blow = "(table hit-chance (army town 1))";
    assert_eq!(left("", &|_| Action::Capture(UnitIndex(1))), 7);
    assert_eq!(left(blow, &|_| Action::Attack(UnitIndex(1))), 7);
    assert_eq!(left("", &|game| Action::Overrun(here(game), 0)), 7);
    let gives_up = "(table hit-chance (army town 1)) (table surrender-chance-per-attack (army town 100))";
    assert_eq!(left(gives_up, &|_| Action::Attack(UnitIndex(1))), 7);
    let rounds = "(set combat-model 1) (add town advanced true)";
    assert_eq!(left(rounds, &|game| Action::Overrun(here(game), 0)), 7);
    let mut game = table(&format!(
        "{TOWN} (unit-type raider (acp-per-turn 4)) (table acp-to-capture add (raider army 1)) \
         (table capture-chance (raider army 1) (army raider 100)) (table countercapture (raider army 1)) \
         (table hp-to-garrison (army raider 3)) (units) (raider 4 3 1) (army 5 3 2)"
    ));
    game.capture(0, 1).unwrap();
    assert_eq!((game.side(0), game.hp(1)), (SideId(2), 7), "the raider failed, and was taken");
}

#[test]
fn a_captor_that_its_first_garrison_used_up_takes_no_second_town() {
    let mut game = table(&format!(
        "{TOWN} (set combat-model 1) (add army attack 90) (add town advanced true) (table damage (army guard 9)) \
         (add guard defend 2) (table capture-chance (army town 100)) (table hp-to-garrison (army town 10)) (units) \
         (army 4 3 1) (guard 5 3 2) (town 5 3 2) (town 5 3 2)"
    ));
    let cell = game.cell(5, 3);
    game.act(0, Action::Overrun(cell, 0)).unwrap();
    assert_eq!((game.hp(0), game.hp(1)), (0, 0), "the guard fell, and the army stays in the first town");
    assert_eq!((game.side(2), game.side(3)), (SideId(1), SideId(2)));
}
