//! Battles: a whole one computed by hand, chances, choices, ownership.

use super::*;

fn fights(events: &[Event]) -> Vec<(u16, u16, u16)> {
    let of = |event: &Event| match *event {
        Event::Fought { attack, defence, drawn, .. } => Some((attack, defence, drawn)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

/// Artillery (10) and skirmishers (5) against line infantry (5), cuirassiers (3) and militia (2). By hand, with the draws of
/// this match: 10 + 5 = 15, 14 is drawn: the guns fall. 5 + 5 = 10, 1 is drawn: the line falls. 5 + 3 = 8, 4: the
/// cuirassiers fall. 5 + 2 = 7, 6: the skirmishers fall, and the militia holds the square.
#[test]
fn a_battle_goes_as_computed_by_hand() {
    let mut board = Board::new("1@......2@ ..1a..2m.. ..........");
    board.add(0, "skirmishers", "1,1");
    board.add(1, "cuirassiers", "3,1");
    board.add(1, "line-infantry", "3,1");
    board.play(0, "move artillery@1,1 e e").unwrap();
    board.play(0, "move skirmishers@1,1 e e").unwrap();
    assert_eq!(board.owner("3,1"), 2);
    board.state.draws = board.state.root.branch(34);
    let events = board.play(0, "end").unwrap();
    assert_eq!(fights(&events), BY_HAND);
    assert_eq!(board.companies("3,1"), "2militia:3");
    assert_eq!(board.owner("3,1"), 2);
}
const BY_HAND: [(u16, u16, u16); 4] = [(10, 5, 14), (5, 5, 1), (5, 3, 4), (5, 2, 6)];

#[test]
fn a_winner_who_does_not_own_the_square_takes_it() {
    let mut won = 0;
    for turn in 1..200 {
        let mut board = Board::new("1@......2@ ..1a..2m.. ..........");
        board.state.draws = board.state.root.branch(turn);
        board.play(0, "move artillery@1,1 e e").unwrap();
        let events = board.play(0, "end").unwrap();
        let taken = board.owner("3,1") == 1;
        assert_eq!(taken, fights(&events)[0].2 <= 10);
        assert_eq!(board.companies("3,1"), if taken { "1artillery:2" } else { "2militia:3" });
        won += usize::from(taken);
    }
    // Ten of twelve.
    assert!((150..182).contains(&won), "{won}");
}

#[test]
fn the_owner_chooses_among_equals_that_differ() {
    let mut board = Board::new("1@......2@ ..1m..2i.. ..........");
    let hungry = board.add(1, "line-infantry", "3,1");
    board.state.slots[hungry.index()].supply = 2;
    board.add(0, "dragoons", "1,1");
    board.play(0, "move militia@1,1 e e").unwrap();
    board.play(0, "move dragoons@1,1 e e").unwrap();
    // Militia and dragoons both attack with 2.
    board.play(0, "end").unwrap();
    assert_eq!((board.state.phase, board.game.to_act(&board.state)), (Phase::Fighting, contract::Seats::one(Seat(0))));
    assert_eq!(board.play(0, "end"), Err(Refusal::WrongPhase { now: "send a company into the battle" }));
    assert_eq!(board.play(1, "send line-infantry@3,1"), Err(Refusal::NotYours));
    board.play(0, "send dragoons@3,1").unwrap();
    // Now the defender: one of the two lines has fewer supplies.
    assert_eq!(board.game.to_act(&board.state), contract::Seats::one(Seat(1)));
    let events = board.play(1, "send line-infantry@3,1#2").unwrap();
    let Event::Fought { attacker, defender, .. } = events[0] else { panic!("{events:?}") };
    let name = |(_, kind): (Seat, u8)| board.game.types[usize::from(kind)].name.clone();
    assert_eq!((name(attacker).as_str(), name(defender).as_str()), ("dragoons", "line-infantry"));
}

#[test]
fn alike_companies_are_sent_without_asking() {
    let mut board = Board::new("1@......2@ ..1m..2i.. ..........");
    board.add(0, "militia", "1,1");
    board.add(1, "line-infantry", "3,1");
    board.play(0, "move militia@1,1 e e").unwrap();
    board.play(0, "move militia@1,1 e e").unwrap();
    board.play(0, "end").unwrap();
    assert_eq!((board.state.phase, board.state.acting_seat()), (Phase::Moving, Seat(1)));
}

#[test]
fn battles_are_fought_from_the_south_west() {
    let mut board = Board::new("1@..2m..2@ ..1h....2@ 1@1h....2m");
    board.play(0, "move hussars@1,1 e n").unwrap();
    board.play(0, "move hussars@1,0 e e e").unwrap();
    let events = board.play(0, "end").unwrap();
    let at = |event: &Event| if let Event::Fought { square, .. } = *event { Some(square) } else { None };
    let squares: Vec<u16> = events.iter().filter_map(at).collect();
    assert_eq!(squares, [4, 12]);
}

#[test]
fn owning_all_cities_wins_and_the_loser_is_reported() {
    let mut board = Board::new("1@..1h..2@ .......... ..........");
    let events = board.play(0, "move hussars@2,2 e e").unwrap();
    assert!(
        matches!(events[..], [.., Event::Out { seat: Seat(1), forfeited: false }, Event::Won { team: 0 }]),
        "{events:?}"
    );
    let outcome = board.game.outcome(&board.state).unwrap();
    assert_eq!((outcome.winners, outcome.ranks), (contract::Seats::one(Seat(0)), vec![1, 2]));
    assert!(board.game.to_act(&board.state).is_empty());
    assert_eq!(board.play(0, "end"), Err(Refusal::NotYours));
}

#[test]
fn a_seat_with_companies_and_no_city_fights_on() {
    let mut board = Board::new("1@..1h..2@ .........@ 2m........");
    board.play(0, "move hussars@2,2 e e").unwrap();
    assert_eq!(board.game.outcome(&board.state), None);
    board.play(0, "end").unwrap();
    assert_eq!(board.state.acting_seat(), Seat(1));
    board.play(1, "move militia@0,0 n n").unwrap();
    assert_eq!((board.owner("0,2"), board.state.cities[0], board.state.cities[1]), (2, 1, 1));
}

#[test]
fn the_pieces_of_a_seat_that_resigned_still_defend_themselves() {
    let mut board = Board::new("1@..1h..2@ ..3@...... ....2m....");
    let Board { game, state } = &mut board;
    game.forfeit(state, Seat(1), &mut |_| {});
    assert_eq!((state.phase, state.out), (Phase::Moving, contract::Seats::one(Seat(1))));
    board.play(0, "move hussars@2,2 s s").unwrap();
    let events = board.play(0, "end").unwrap();
    assert_eq!(fights(&events).len(), 1);
    // The third seat follows: the second has no turn any more.
    assert_eq!(board.state.acting_seat(), Seat(2));
    let Board { game, state } = &mut board;
    game.forfeit(state, Seat(2), &mut |_| {});
    assert_eq!(game.outcome(state).unwrap().winners, contract::Seats::one(Seat(0)));
}

#[test]
fn friends_share_ground_and_win_together() {
    let scenario = scenario(Shape::Square4, "1@..1h2.2@ .......... ..3@3.4@4m", &[1, 1, 2, 2], "");
    let mut board = Board::of(&scenario);
    assert_eq!(board.game.teams, [0, 0, 1, 1]);
    // A friend's ground costs 1 and stays the friend's, and so does the friend's city.
    board.play(0, "move hussars@2,2 e e").unwrap();
    assert_eq!((board.owner("3,2"), board.owner("4,2"), board.state.slots[0].points), (2, 2, 5));
    board.play(0, "move hussars@4,2 s w").unwrap();
    board.play(0, "end").unwrap();
    board.play(1, "end").unwrap();
    board.play(2, "end").unwrap();
    board.play(3, "end").unwrap();
    let events = board.play(0, "move hussars@3,1 s w w").unwrap();
    assert_eq!((board.owner("3,0"), board.owner("2,0"), board.owner("1,0")), (1, 1, 1));
    // The third has nothing left and is out; the fourth has companies, and the team has won all the same: it owns every city.
    assert!(events.contains(&Event::Out { seat: Seat(2), forfeited: false }) && board.state.is_in(Seat(3)));
    let outcome = board.game.outcome(&board.state).unwrap();
    assert_eq!((outcome.winners, outcome.ranks), (contract::Seats::first(2), vec![1, 1, 3, 3]));
}
