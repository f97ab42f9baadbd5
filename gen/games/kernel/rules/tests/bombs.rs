//! Detonations: their victims, their range, the bombs that they set off, their effect on terrain (`kernel-rules` 2.8; seed 003,
//! "Detonation Action").

use fairmarch_kernel::{Action, EventKind, Refusal, UnitIndex, testing};

use super::combat::count;
use super::{TestGame, table};

/// The bomb of example 24, with victims of 20 hit points.
const BOMB: &str = "(unit-type bomb (acp-per-turn 4) (acp-to-detonate 1) (hp-per-detonation 1)) \
    (unit-type v (hp-max 20) (acp-per-turn 4)) (table detonation-damage-at (bomb v 9)) \
    (table detonation-damage-adjacent (bomb v 8)) (table detonation-unit-range (bomb v 3))";

impl TestGame {
    fn detonate(&mut self, bomb: u32, x: i32, y: i32) -> Result<(), Refusal> {
        let cell = self.cell(x, y);
        self.act(bomb, Action::Detonate(cell, 0))
    }

    fn detonations(&self) -> usize {
        self.events.iter().filter(|event| matches!(event.what, EventKind::Detonated { .. })).count()
    }
}

#[test]
fn example_24_a_quarter_and_a_ninth_of_a_blast() {
    let text = format!("{BOMB} (units) (bomb 2 3 1) (v 2 3 1) (v 3 3 2) (v 4 3 2) (v 5 3 2) (v 6 3 2)");
    let ninths = count(&text, 400, |game| {
        game.detonate(0, 2, 3).unwrap();
        assert_eq!((game.hp(0), game.hp(1), game.hp(2), game.hp(3), game.hp(5)), (0, 11, 12, 18, 20));
        game.hp(4) == 19
    });
    assert!((330..372).contains(&ninths), "88% of 400: {ninths}");
}

#[test]
fn a_bomb_goes_off_in_its_cell_or_beside_it() {
    let mut game = table(&format!("{BOMB} (add bomb hp-max 3) (units) (bomb 2 3 1) (v 3 3 2)"));
    assert_eq!(game.detonate(0, 4, 3), Err(Refusal::TooFar { distance: 2, most: 1 }));
    game.detonate(0, 3, 3).unwrap();
    assert_eq!((game.hp(0), game.acp(0), game.hp(1)), (2, 3, 11));
    let mut game = table("(unit-type bomb (acp-per-turn 4)) (units) (bomb 2 3 1)");
    assert!(matches!(game.detonate(0, 2, 3), Err(Refusal::CannotDo(_))), "acp-to-detonate 0");
}

#[test]
fn those_inside_are_safe_near_by_and_not_farther_away() {
    let mut game = table(&format!(
        "{BOMB} (unit-type ship (capacity 4) (hp-max 20)) \
        (units) (bomb 2 3 1) (ship 3 3 2) (v 3 3 2) (ship 4 3 2) (v 4 3 2)"
    ));
    game.load(2, 1);
    game.load(4, 3);
    game.detonate(0, 2, 3).unwrap();
    assert_eq!((game.hp(2), game.hp(4)), (20, 18));
}

/// A minefield: each unit that comes near costs it a little of itself, and is hurt.
#[test]
fn a_minefield_wears_out_with_those_who_cross_it() {
    let mut game = table(
        "(unit-type mine (hp-max 3) (hp-per-detonation 1)) (unit-type v (hp-max 20) (acp-per-turn 9)) \
         (table detonation-damage-adjacent (mine v 5)) (table detonation-unit-range (mine v 1)) \
         (table detonate-on-approach-range (mine v 1)) (units) (mine 4 3 2) (v 2 3 1) (v 5 3 2)",
    );
    let walk = |game: &mut TestGame, x: i32, y: i32| {
        let cell = game.cell(x, y);
        game.act(1, Action::Move(cell, 0)).unwrap();
        (game.hp(0), game.hp(1))
    };
    assert_eq!(walk(&mut game, 3, 3), (2, 15));
    assert_eq!(game.hp(2), 15, "own units are hit as well");
    assert_eq!(walk(&mut game, 2, 3), (2, 15), "gone from it");
    assert_eq!(walk(&mut game, 3, 3), (1, 10));
    assert_eq!(walk(&mut game, 3, 4), (0, 5));
    assert_eq!(walk(&mut game, 3, 3), (0, 5), "none left");
    let cell = game.cell(5, 4);
    game.act(2, Action::Move(cell, 0)).unwrap();
    assert_eq!(game.detonations(), 3);
}

/// The seed's minefield: it loses a small part of itself each time that a unit hits it, and hits that one for certain.
#[test]
fn a_minefield_outlives_the_hits_that_set_it_off() {
    let mut game = table(
        "(unit-type mine (hp-max 100) (hp-per-detonation 2)) (unit-type v (hp-max 9) (acp-per-turn 9)) \
         (table hit-chance (v mine 100)) (table damage (v mine 1)) (table detonate-on-hit (mine v 100)) \
         (table detonation-damage-adjacent (mine v 3)) (table detonation-unit-range (mine v 1)) \
         (units) (mine 4 3 2) (v 3 3 1)",
    );
    let mut seen = Vec::new();
    while game.hp(1) > 0 {
        game.attack(1, 0).unwrap();
        seen.push((game.hp(0), game.hp(1)));
    }
    assert_eq!(seen, [(97, 6), (94, 3), (91, 0)]);
}

#[test]
fn friends_do_not_set_mines_off() {
    let mut game = table(
        "(unit-type mine (hp-max 3) (hp-per-detonation 1)) (unit-type v (acp-per-turn 9)) \
         (table detonate-on-approach-range (mine v 1)) (units) (mine 4 3 1) (v 2 3 1)",
    );
    let cell = game.cell(3, 3);
    game.act(1, Action::Move(cell, 0)).unwrap();
    assert_eq!(game.detonations(), 0);
}

/// A trap goes off once and is a sprung trap then; a unit that can do so sets it again by a change of type.
#[test]
fn a_trap_springs_once_and_is_set_again() {
    let mut game = table(
        "(unit-type sprung (acp-per-turn 1)) (unit-type trap (hp-per-detonation 1) (wrecked-type sprung)) \
         (unit-type v (hp-max 20) (acp-per-turn 9)) (table detonation-damage-at (trap v 5)) \
         (table detonation-damage-adjacent (trap v 5)) (table detonation-unit-range (trap v 1)) \
         (table detonate-on-approach-range (trap v 1)) (table can-change-type-to (sprung trap 1)) \
         (table acp-to-change-type (sprung trap 1)) (units) (trap 4 3 2) (v 2 3 1)",
    );
    let walk = |game: &mut TestGame, x: i32| {
        let cell = game.cell(x, 3);
        game.act(1, Action::Move(cell, 0)).unwrap();
        game.hp(1)
    };
    assert_eq!(walk(&mut game, 3), 15);
    assert_eq!((game.unit(0).kind, game.hp(0)), (game.kind("sprung"), 1));
    assert_eq!((walk(&mut game, 2), walk(&mut game, 3), walk(&mut game, 2)), (15, 15, 15));
    game.next_turn();
    let trap = game.kind("trap");
    game.act(0, Action::ChangeType(trap)).unwrap();
    assert_eq!(walk(&mut game, 3), 10);
}

#[test]
fn blows_set_bombs_off_and_so_does_death() {
    for form in ["(table detonate-on-hit (bomb u 100))", "(add bomb detonate-on-death 100)"] {
        let mut game = table(&format!(
            "{BOMB} (unit-type u (acp-per-turn 4) (hp-max 20)) (table hit-chance (u bomb 100)) \
            (table damage (u bomb 1)) \
             (table detonation-damage-adjacent (bomb u 6)) (table detonation-unit-range (bomb u 1)) {form} \
             (units) (u 2 3 1) (bomb 3 3 2)"
        ));
        game.attack(0, 1).unwrap();
        assert_eq!((game.hp(0), game.hp(1), game.detonations()), (14, 0, 1), "{form}");
    }
}

#[test]
fn detonate_with_attack_takes_the_attacker_too() {
    let mut game = table(&format!(
        "{BOMB} (add bomb detonate-with-attack 100) (table hit-chance (bomb v 100)) (units) (bomb 2 3 1) (v 3 3 2)"
    ));
    game.attack(0, 1).unwrap();
    assert_eq!((game.hp(0), game.hp(1)), (0, 12));
}

#[test]
fn a_capture_that_would_succeed_sets_it_off() {
    let mut game = table(&format!(
        "{BOMB} (table acp-to-capture (v bomb 1)) (table capture-chance (v bomb 100)) \
         (table detonate-on-capture (bomb v 100)) (units) (v 2 3 1) (bomb 3 3 2)"
    ));
    game.act(0, Action::Capture(UnitIndex(1))).unwrap();
    assert_eq!((game.hp(0), game.hp(1)), (12, 0));
}

#[test]
fn bombs_set_each_other_off_once_each() {
    let mut text = "(unit-type mine (hp-max 9) (hp-per-detonation 1) (acp-to-detonate 1) (acp-per-turn 1)) \
        (table detonation-damage-adjacent (mine mine 1)) (table detonation-unit-range (mine mine 1)) \
        (table detonate-on-hit (mine mine 100)) (units)"
        .to_owned();
    for x in 2..8 {
        text += &format!(" (mine {x} 3 {})", 1 + x % 2);
    }
    let mut game = table(&text);
    game.detonate(0, 2, 3).unwrap();
    assert_eq!(game.detonations(), 6);
    assert_eq!([0, 1, 3, 5].map(|id| game.hp(id)), [7, 6, 6, 7], "each loses 1 of itself and 1 by each neighbour");
}

#[test]
fn terrain_in_reach_changes_and_roads_are_gone() {
    let mut game = table(
        "(terrain-type crater (char \"c\") (capacity 20)) (terrain-type road (subtype connection)) \
         (unit-type bomb (acp-per-turn 4) (acp-to-detonate 1) (hp-per-detonation 1)) (unit-type fish) \
         (table vanishes-on (fish crater 1)) \
         (table detonation-terrain-range (bomb t* 1)) (table detonation-terrain-damage-chance (bomb (land road) 100)) \
         (table terrain-damaged-type (land crater 1)) (units) (bomb 4 4 1) (fish 5 4 2) (fish 6 4 2)",
    );
    let (near, far) = (game.cell(5, 4), game.cell(6, 4));
    let road = game.rules.design.find("road").unwrap();
    game.change(|change| change.set_edge(near, grid::Direction(1), road, true));
    game.detonate(0, 4, 4).unwrap();
    let crater: design::TerrainType = game.rules.design.find("crater").unwrap();
    assert_eq!(game.rules.area.cells().filter(|&cell| game.at().ground(cell) == crater).count(), 7);
    assert!(game.at().ground(far) != crater && !game.at().has_side(near, grid::Direction(1), road));
    assert_eq!((game.hp(1), game.hp(2)), (0, 1), "fish die in a crater");
}

#[test]
fn accidents_happen_as_often_as_they_should() {
    let text = format!(
        "{BOMB} (terrain-type hole (char \"o\")) (table detonation-accident-chance (bomb hole 3000)) \
        (units) (bomb 2 3 1) (v 3 3 2)"
    );
    let accidents = count(&text, 400, |game| {
        let (cell, hole) = (game.cell(2, 3), game.rules.design.find("hole").unwrap());
        game.change(|change| change.change_ground(cell, hole));
        game.change(|change| testing::accident(change, UnitIndex(0)));
        game.hp(0) == 0
    });
    assert!((90..150).contains(&accidents), "30% of 400: {accidents}");
}
