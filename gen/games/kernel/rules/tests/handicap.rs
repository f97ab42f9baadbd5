//! Handicaps: by how many percent the builders of a side get on, with remainders that are carried over actions and turns.

use chance::Seed;
use contract::{Ruleset, Seat};
use design::Handicap;
use fairmarch_kernel::{Action, Kernel};
use world::SideId;

use super::TestGame;

/// Two yards, of one side each, that make ships of 6 points, one of them by the creation.
const YARDS: &str = "(unit-type yard (acp-per-turn 2)) (unit-type ship (cp 6)) (unit-type hulk (cp 900))
    (table acp-to-create (yard (ship hulk) 1)) (table acp-to-build (yard (ship hulk) 1)) (units) (yard 2 3 1) (yard 6 3 2)";

fn yards(percents: [u32; 2]) -> TestGame {
    let mut game = super::table(YARDS);
    let mut scenario = game.rules.scenario.clone();
    for (side, percent) in scenario.sides.iter_mut().zip(percents) {
        side.handicap = Handicap::new(percent).expect("a handicap");
    }
    game.rules = Kernel::open(&scenario).expect("it is played");
    game.state = game.rules.begin(Seed(1));
    game
}

/// Lets each yard build once in so many turns, in ships or in one hulk; what each has built beside creations.
fn work(game: &mut TestGame, turns: u32, what: &str) -> [i32; 2] {
    let kind = game.kind(what);
    let mut built = [0; 2];
    for _ in 0..turns {
        for yard in [0, 1] {
            let side = SideId(yard as u8 + 1);
            let open = |game: &TestGame| game.at().units_of(side).find(|&id| !game.at().is_complete(id));
            if open(game).is_none() {
                let cell = game.unit(yard).cell;
                game.act(yard, Action::CreateAt(kind, cell, 0)).expect("there is room");
            }
            let target = open(game).expect("it was begun");
            let before = i32::from(game.unit(target.0).cp);
            game.act(yard, Action::Build(target)).expect("it can be built");
            built[yard as usize] += i32::from(game.unit(target.0).cp) - before;
            // Room for the next one.
            if game.at().is_complete(target) {
                game.change(|change| change.take_off(target));
            }
        }
        game.next_turn();
    }
    built
}

#[test]
fn so_many_percent_are_so_many_percent() {
    for (percents, built) in [([103, 100], [103, 100]), ([97, 50], [97, 50]), ([200, 151], [200, 151])] {
        assert_eq!(work(&mut yards(percents), 100, "hulk"), built, "one point a turn, on one product");
        let [first, second] = percents;
        assert_eq!(work(&mut yards([second, first]), 100, "hulk"), [built[1], built[0]], "from either seat");
    }
    // What a product has no use for goes into the next one.
    assert_eq!(work(&mut yards([103, 100]), 100, "ship"), [103, 100]);
    for (percents, ships) in [([150, 100], [30, 20]), ([100, 150], [20, 30])] {
        let mut game = yards(percents);
        work(&mut game, 100, "ship");
        let kind = usize::from(game.kind("ship").0);
        assert_eq!([1, 2].map(|side| game.state.sides[side].gained[kind]), ships);
    }
}

#[test]
fn an_even_handicap_changes_no_byte() {
    let mut plain = super::table(YARDS);
    let mut even = yards([100, 100]);
    assert_eq!(work(&mut plain, 9, "ship"), work(&mut even, 9, "ship"));
    let saved = plain.rules.save(&plain.state);
    assert_eq!(even.rules.save(&even.state), saved);
    assert!(!saved.contains("handicap"), "what earlier versions saved is read");
    let texts = [&plain, &even].map(|game| game.rules.describe(game.rules.view(&game.state, Seat(0))));
    assert!(texts[0] == texts[1] && !texts[0].contains("handicap"));
}

#[test]
fn what_is_left_over_is_saved_shown_and_told_apart() {
    let mut game = yards([107, 93]);
    work(&mut game, 6, "hulk");
    assert_eq!([1, 2].map(|side| game.state.sides[side].handicap_rest), [42, 58]);
    let saved = game.rules.save(&game.state);
    assert!(game.rules.load(&saved).as_ref() == Ok(&game.state));
    assert!(yards([100, 93]).rules.load(&saved).is_err_and(|why| why.contains("another game")));
    let shown = game.rules.show(&game.state, &game.rules.scenario);
    let rules = Kernel::open(&shown).expect("it is played");
    let state = rules.begin(Seed(1));
    assert_eq!([1, 2].map(|side| state.sides[side].handicap_rest), [42, 58], "a game that goes on");
    let told = rules.describe(rules.view(&state, Seat(0)));
    assert!(told.contains(" handicap 107"), "{told}");
}
