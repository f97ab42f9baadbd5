//! Whole matches: the contract's suite, saved games, positions shown, what is hidden.

use contract::suite::{Subject, check_game};
use contract::{AnyGame, Game};

use super::*;

/// Two levels for two heroes, with something of everything.
fn small() -> Sketch {
    let upper = "
        ############
        #@..+..r.$.#
        #.!.#..../.#
        ##+##X##...#
        #..r#k.#.T.#
        #2..#..+^..#
        ############";
    let lower = "
        ############
        #..S.+..P..#
        #....#..o..#
        #C...###X###
        #..s.+..a..#
        #..k.#..~~.#
        ############";
    let more = "\"characters\": \"roll\", \"hit-least\": 5, \"hit-most\": 95, \"food\": 300, \"restock\": 2,";
    let sketch = Sketch::new(more, &[upper, lower]).stairs("9,5", "1,5/2").stairs("9,1", "2,1/2");
    sketch
        .inside("chest", "potion wand sword:of-fire")
        .inside("stall", "mail ring dart dart scroll")
        .inside("hero", "dart tonic")
}

#[test]
fn the_game_keeps_the_contract() {
    let sketch = small();
    let game = Arc::new(sketch.game());
    check_game(Subject {
        name: "dungeon",
        begin: &|seed| Box::new(Game::new(Arc::clone(&game), seed)),
        start: &sketch.0,
        is_thorough: true,
    });
}

#[test]
fn random_matches_end_and_their_positions_are_shown() {
    let sketch = small();
    let game = Arc::new(sketch.game());
    for seed in 0..20 {
        let mut played = Game::new(Arc::clone(&game), Seed(seed));
        let mut stream = Seed(seed).stream("moves");
        let mut moves = 0;
        while let Some(seat) = played.to_act().iter().next() {
            let line = played.random_move(seat, &mut stream);
            played.apply(seat, &line).unwrap_or_else(|why| panic!("{line}: {why}"));
            moves += 1;
            if moves % 200 == 0 {
                let shown = played.show(&sketch.0);
                let monsters: usize = played.state.levels.iter().map(|level| level.monsters.len()).sum();
                let count = shown.units.iter().filter(|unit| game.catalogue.monster(unit.kind).is_some()).count();
                assert_eq!(count, monsters);
                let view = game.view(&played.state, seat);
                let mut known = Vec::new();
                view.grounds(&mut known);
                for cell in game.area.level_cells(view.level()) {
                    let ground = known[usize::from(game.place(cell))].checked_sub(1);
                    assert_eq!(ground, view.ground(cell), "what is known of a level is known of each of its cells");
                }
            }
            assert!(moves < 60_000, "it ends by itself");
        }
        assert!(played.outcome().is_some());
    }
}

#[test]
fn a_position_shows_a_seat_only_what_it_knows() {
    let sketch = small();
    let play = sketch.play();
    let seen = play.game.show_to(&play.state, ONE, &sketch.0);
    let names: Vec<&str> = seen.scenario.units.iter().map(|unit| seen.scenario.design.name_of(unit.kind)).collect();
    assert!(names.contains(&"hero") && names.contains(&"potion") && !names.contains(&"prize"), "{names:?}");
    assert_eq!(seen.scenario.units.iter().filter(|unit| seen.scenario.design.name_of(unit.kind) == "hero").count(), 1);
    let all = play.game.show(&play.state, &sketch.0);
    assert!(all.units.iter().any(|unit| all.design.name_of(unit.kind) == "prize"));
    assert_eq!(all.units.iter().filter(|unit| matches!(unit.place, Place::Inside(_))).count(), 3 + 5 + 2);
}

/// A position that is opened again is the same, and goes on in the same way; with a unit more it is refused.
#[test]
fn a_position_is_a_scenario_that_goes_on_from_it() {
    let sketch = small();
    let game = Arc::new(sketch.game());
    let mut stream = Seed(3).stream("moves");
    let mut played = Game::new(Arc::clone(&game), Seed(3));
    let mut opened = 0;
    for number in 0.. {
        let Some(seat) = played.to_act().iter().next() else { break };
        if number % 60 == 59 {
            assert!(played.is_shown_whole());
            let shown = played.show(&sketch.0);
            let again = Dungeon::open(&shown).unwrap_or_else(|why| panic!("move {number}: {why}"));
            // All but chance, which is drawn anew, is as it was.
            let again = Arc::new(again);
            let begun = Game::new(Arc::clone(&again), Seed(3));
            assert_eq!(
                (begun.to_act(), begun.show(&shown).units),
                (played.to_act(), shown.units.clone()),
                "move {number}"
            );
            assert!(again.forecast().is_none() && game.forecast().is_some());
            opened += 1;
            let (mut changed, mut anew) = (shown.clone(), shown);
            changed.units.pop();
            let told = Dungeon::open(&changed).map_or_else(|why| why.to_string(), |_| String::new());
            assert!(told.contains("take `state` out"), "{told}");
            anew.sections.clear();
            let is_dead = |seat| !game.view(&played.state, Seat(seat)).standing(Seat(seat)).0;
            assert!(Dungeon::open(&anew).is_ok() || is_dead(0) || is_dead(1), "who was taken out begins anew");
        }
        let line = played.random_move(seat, &mut stream);
        played.apply(seat, &line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    assert!(opened > 5, "{opened}");
}

#[test]
fn broken_saves_are_refused() {
    let play = small().play();
    let saved = play.game.save(&play.state);
    assert_eq!(play.game.load(&saved).as_ref(), Ok(&play.state));
    let hero = saved.replacen("cell:", "cell:9", 1);
    assert!(saved != hero && play.game.load(&hero).is_err());
    assert!(play.game.load("()").is_err());
}
