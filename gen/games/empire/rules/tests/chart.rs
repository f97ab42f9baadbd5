//! What a seat is told beside the board: provinces by name, and the odds of attacks.

use contract::Chart;

use super::*;

fn told(game: &Empire, state: &State, seat: Seat) -> Chart {
    let seen = game.show_to(state, seat, &scenario());
    game.chart_to(state, seat, &seen).expect("it has a chart")
}

#[test]
fn provinces_have_names_owners_garrisons_and_borders() {
    let game = game();
    let mut state = game.begin(Seed(1));
    state.realms[1].fort = Fort { level: 1, health: 100, work: 0, work_health: 0 };
    let chart = told(&game, &state, ONE);
    let own = &chart.regions[0];
    assert_eq!((own.name.as_str(), own.number.as_str(), own.side, own.center), ("P1", "1", Some(0), Some(Cell(0))));
    assert_eq!(
        (own.holds.as_str(), own.yields.as_str()),
        (
            "2 legions, 1 squad of equites",
            "pays 5, trains 2 legions, 1 squad of archers, 1 squad of equites, 1 squad of catapults"
        )
    );
    assert_eq!(own.borders, [(1, ""), (5, "")], "armies cross no closed border");
    let free = &chart.regions[1];
    assert_eq!((free.side, free.holds.as_str()), (None, "fort 100/300"));
    assert_eq!(free.borders, [(0, ""), (2, "over water")]);
    // Orders are no part of it.
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it may");
    assert_eq!(told(&game, &state, TWO), chart);
}

#[test]
fn moves_name_provinces_by_number_or_name() {
    let mut game = game();
    game.provinces[1].name = "Lands of Legenor".to_owned();
    let read = |line: &str| game.read_line(line);
    assert_eq!(read("march p1 lands-of-legenor legion=2"), read("march 1 2 legion=2"));
    assert!(read("march 1 2 legion=2").is_ok());
    assert!(read("build nowhere").unwrap_err().contains("the number or the name of one"));
    assert!(read("build 7").unwrap_err().contains("there are 6 provinces"));
}

#[test]
fn an_attack_says_against_whom_and_with_what_odds() {
    let game = game();
    let mut state = game.begin(Seed(1));
    let odds = |state: &State, line: &str| {
        let action = game.read_line(line).expect("a move");
        game.odds(game.view(state, ONE), action)
    };
    let label =
        |state: &State, line: &str| game.choice(game.view(state, ONE), game.read_line(line).expect("a move")).label;
    assert_eq!(odds(&state, "march 1 2 legion=2"), Some(100), "nobody is there");
    assert_eq!(label(&state, "march 1 2 legion=2"), "attack P2 with 2 legions against nobody");
    state.realms[1] = Realm { owner: Some(1), troops: troops(&[(0, 20)]), fort: Fort::default() };
    assert_eq!(odds(&state, "march 1 2 legion=2"), Some(0));
    assert_eq!(label(&state, "march 1 2 legion=2"), "attack P2 of Vestria with 2 legions against 20 legions");
    state.realms[1].troops = troops(&[(0, 2)]);
    let even = odds(&state, "march 1 2 legion=2").expect("an attack");
    assert!((5..=95).contains(&even), "as many on both sides: {even}");
    assert_eq!([odds(&state, "march 1 6 legion=1"), odds(&state, "end")], [Some(100), None]);
    state.realms[5].owner = Some(0);
    assert_eq!(odds(&state, "march 1 6 legion=1"), None, "it is no attack");
}

#[test]
fn a_battle_tells_who_stands_against_whom() {
    let game = game();
    let mut state = game.begin(Seed(1));
    state.realms[1].troops = troops(&[(2, 3)]);
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it may");
    for seat in [ONE, TWO] {
        order(&game, &mut state, seat, "end").expect("it may");
    }
    assert_eq!(state.phase, Phase::Battle, "somebody chooses");
    let remarks: Vec<String> = told(&game, &state, TWO).remarks.into_iter().map(|remark| remark.words).collect();
    assert!(remarks[0].starts_with("battle for P2, round 1: the garrison with 3 archers ("), "{remarks:?}");
    assert!(remarks[0].contains(" against Ostria with 2 legions ("), "{remarks:?}");
}
