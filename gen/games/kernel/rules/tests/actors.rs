//! Who may act on whom: an actor works another unit of its side by hand (seed 000, "Units and Actions"), so it has to be near it.

use chance::Seed;
use contract::Ruleset;
use fairmarch_kernel::{Action, Move, Refusal, UnitIndex};

use super::table;

/// A general who can do nothing but pay, and what he pays for: a statue, a sword, a city and a ship without crews.
const TYPES: &str = "(material-type oil)
    (unit-type general (acp-per-turn 9) (acp-max 50)) (unit-type statue) (unit-type sword)
    (unit-type city (capacity 9)) (unit-type ship (capacity 9)) (unit-type tank)
    (table acp-to-create (city tank 1)) (table cp-on-creation (city tank 1)) (add tank cp 1)
    (add statue acp-to-disband 1) (add statue hp-per-disband 1) (table create-range (city tank 1))
    (table hit-chance (statue tank 100)) (table damage (statue tank 1))
    (table acp-to-enter-unit (u* (ship city general) 1)) (table unit-storage-x (u* oil 9))
    (table acp-to-unload (u* oil 1)) (table acp-to-load (u* oil 1)) (set see-all true)";

fn far(distance: i32) -> Result<(), Refusal> {
    Err(Refusal::ActorTooFar { distance, most: 0 })
}

#[test]
fn nobody_drives_a_unit_from_afar() {
    let mut game = table(&format!(
        "{TYPES} (units) (general 1 4 1) (statue 7 4 1) (city 6 2 1) (tank 8 4 2) (statue 1 4 1) (statue 2 4 1)"
    ));
    let (tank, beside) = (game.kind("tank"), game.cell(6, 4));
    assert_eq!(game.act_on(0, 1, Action::Move(beside, 0)), far(6), "it walks");
    assert_eq!(game.act_on(0, 2, Action::CreateIn(tank, UnitIndex(2))), far(5), "it builds");
    assert_eq!(game.act_on(0, 1, Action::Attack(UnitIndex(3))), far(6), "it strikes");
    let near = game.cell(2, 3);
    assert_eq!(game.act_on(0, 5, Action::Move(near, 0)), far(1), "not from the cell beside it either");
    let why = game.act_on(0, 1, Action::Move(beside, 0)).unwrap_err().to_string();
    assert_eq!(why, "the unit that is to pay is 6 cells away, and has to be in the same cell");
    game.act_on(0, 4, Action::Move(near, 0)).unwrap();
    assert_eq!((game.unit(4).cell, game.acp(0)), (near, 8), "the statue in the general's cell has moved");
}

#[test]
fn a_stack_is_one_cell_whoever_is_aboard() {
    let mut game = table(&format!("{TYPES} (units) (ship 3 3 1) (general 3 3 1 (in 1)) (statue 3 3 1) (ship 6 3 1)"));
    assert_eq!(game.unit(1).inside, UnitIndex(0), "the general is aboard");
    let to = game.cell(4, 3);
    game.act_on(1, 2, Action::Move(to, 0)).unwrap();
    game.act_on(1, 0, Action::Move(to, 0)).unwrap();
    assert_eq!((game.unit(0).cell, game.unit(1).cell, game.acp(1)), (to, to, 7), "he steers the ship that carries him");
}

#[test]
fn what_is_done_to_a_unit_is_done_from_beside_it() {
    let mut game = table(&format!("{TYPES} (units) (general 1 4 1) (statue 2 4 1) (statue 4 4 1)"));
    let refused = game.act_on(0, 2, Action::Disband);
    assert_eq!(refused, Err(Refusal::ActorTooFar { distance: 3, most: 1 }));
    assert!(refused.unwrap_err().to_string().ends_with("in the same cell, or beside it"));
    game.act_on(0, 1, Action::Disband).unwrap();
    assert_eq!(game.acp(0), 8);
}

#[test]
fn an_action_on_the_actor_itself_has_its_own_range() {
    let mut game =
        table(&format!("{TYPES} (add ship acp-per-turn 5) (units) (ship 3 3 1) (statue 4 3 1) (statue 6 3 1)"));
    assert_eq!(
        game.act_on(0, 2, Action::Enter(UnitIndex(0))),
        Err(Refusal::TooFar { distance: 3, most: 1 }),
        "the range of the action"
    );
    game.act_on(0, 1, Action::Enter(UnitIndex(0))).unwrap();
    assert_eq!(game.unit(1).inside, UnitIndex(0), "a ship hoists aboard what stands beside it");
}

#[test]
fn no_move_that_is_offered_or_drawn_drives_a_unit_from_afar() {
    let mut game = table(&format!(
        "{TYPES} (units) (general 2 4 1) (statue 2 4 1) (statue 3 4 1) (city 6 2 1) (ship 2 4 1) (tank 7 4 2)"
    ));
    let mut pairs = 0;
    let mut stream = Seed(4).stream("moves");
    for _ in 0..400 {
        let Some(seat) = game.rules.to_act(&game.state).iter().next() else { break };
        let view = game.rules.view(&game.state, seat);
        let mut moves = vec![game.rules.random_move(view, &mut stream)];
        let next = moves[0];
        game.rules.candidates(view, &mut moves);
        for action in moves {
            assert_eq!(game.rules.check(&game.state, seat, action), Ok(()), "{action:?}");
            let Move::Act { actor, actee, action } = action else { continue };
            let most = if matches!(action, Action::Enter(_) | Action::Disband) { 1 } else { 0 };
            assert!(game.at().distance(actor, actee) <= most, "{actor:?} {actee:?} {action:?}");
            pairs += usize::from(actor != actee);
        }
        game.make(seat.0, next).unwrap();
    }
    assert!(pairs > 20, "some units were driven: {pairs}");
}

#[test]
fn a_bearer_is_offered_what_the_sword_aboard_can_do() {
    let mut game = table(
        "(unit-type knight (acp-per-turn 4) (capacity 9)) (unit-type sword) (unit-type page (acp-per-turn 1))
         (unit-type ogre (hp-max 9)) (table unit-size-as-occupant (u* u* 1)) (table hit-chance ((sword page) ogre 100))
         (table damage ((sword page) ogre 3)) (table occupant-combat (u* u* 100))
         (units) (knight 4 4 1 (# 1)) (sword 4 4 1 (in 1)) (ogre 5 4 2) (page 4 4 1 (in 1))",
    );
    game.state.acting_seat = 0;
    game.state.units[3].acp = 0;
    let view = game.rules.view(&game.state, contract::Seat(0));
    let strike = Move::Act { actor: UnitIndex(0), actee: UnitIndex(1), action: Action::Attack(UnitIndex(2)) };
    let mut moves = Vec::new();
    game.rules.candidates(view, &mut moves);
    assert!(moves.contains(&strike), "{moves:?}");
    let drives = |actee: u32| {
        moves
            .iter()
            .any(|&known| matches!(known, Move::Act { actor: UnitIndex(0), actee: UnitIndex(id), .. } if id == actee))
    };
    assert_eq!([1, 3].map(drives), [true, false], "a page that has done his work is not driven");
    game.act_on(0, 1, Action::Attack(UnitIndex(2))).unwrap();
    assert_eq!((game.acp(0), game.hp(2)), (3, 6));
}
