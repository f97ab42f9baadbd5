//! Battles in words.

use super::*;

/// What the battles of a month are told as.
fn told(game: &Empire, state: &mut State) -> Vec<String> {
    let events = end_month(game, state);
    assert!(events.iter().all(|event| !matches!(event, Event::Struck { .. }) || game.event_text(event).is_empty()));
    events.iter().filter(|event| matches!(event, Event::Fought(_))).map(|event| game.event_text(event)).collect()
}

#[test]
fn a_battle_is_told_in_sentences() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    state.realms[1].troops = troops(&[(0, 2)]);
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it is allowed");
    assert_eq!(
        told(&game, &mut state),
        [
            "In month 1 Ostria (2 legions) attacks P2, which a free garrison holds (2 legions). Round 2: the garrison loses \
          1 legion; Ostria loses 1 legion. Round 4: the garrison loses 1 legion; Ostria loses 1 legion. After 4 rounds \
          nobody is left: it stays free."
        ]
    );
    state.realms[2].owner = Some(0);
    state.realms[2].troops = troops(&[(0, 9), (2, 1)]);
    state.realms[1] = Realm {
        owner: Some(1),
        troops: troops(&[(5, 1)]),
        fort: Fort { level: 1, health: 300, work: 0, work_health: 0 },
    };
    order(&game, &mut state, ONE, "march 3 2 legion=9,archers=1").expect("it is allowed");
    let lines = told(&game, &mut state);
    let first = "In month 2 Ostria (9 legions, 1 squad of archers) over a river attacks P2, which Vestria holds (1 squad of \
                 chariots, a fort). Round 1: Vestria loses 1 squad of chariots; Ostria loses 1 legion.";
    assert!(lines[0].starts_with(first), "{lines:?}");
    assert!(
        lines[0].contains("Round 3: Vestria loses a fort. After 3 rounds Ostria takes it, with 8 legions, "),
        "{lines:?}"
    );
    // On a border, and where several attack.
    let mut state = game.begin(Seed(1));
    state.realms[1] = Realm { owner: Some(1), troops: troops(&[(0, 1)]), fort: Fort::default() };
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it is allowed");
    order(&game, &mut state, TWO, "march 2 1 legion=1").expect("it is allowed");
    let lines = told(&game, &mut state);
    assert!(
        lines[0].starts_with("In month 1 Ostria (2 legions) and Vestria (1 legion) meet between P1 and P2."),
        "{lines:?}"
    );
    assert!(lines[0].ends_with("Ostria marches on, with 2 legions left."), "{lines:?}");
    assert_eq!(lines.len(), 1, "nobody defends P2");
}
