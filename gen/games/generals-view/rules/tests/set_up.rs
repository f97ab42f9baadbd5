//! Dice and the choice of places; scenarios that cannot be played.

use contract::{Seats, Unplayable};

use super::*;

const FOUR: &str = "1@....2@ ........ 3@....4@";

/// Rolls until all differ, with the seed given; what each seat showed, and who chooses.
fn roll(game: &GeneralsView, seed: u64) -> (State, Vec<(u8, u16)>) {
    let mut state = game.begin(Seed(seed));
    let mut shown = Vec::new();
    while state.phase == Phase::Rolling {
        let seat = game.to_act(&state).iter().last().unwrap();
        let mut note = |event| {
            if let Event::Rolled { seat, shows } = event {
                shown.push((seat.0, shows));
            }
        };
        game.apply(&mut state, seat, Move::Roll, &mut note).unwrap();
    }
    (state, shown)
}

#[test]
fn the_higher_roll_chooses_and_equal_rolls_are_rolled_again() {
    let game = GeneralsView::open(&scenario(Shape::Square4, "1@....2@ ........ ........", &[], "")).unwrap();
    let mut again = 0;
    let mut chosen = [0, 0];
    for seed in 0..600 {
        let (mut state, shown) = roll(&game, seed);
        let of = |seat| shown.iter().filter(|roll| roll.0 == seat).map(|roll| roll.1).collect::<Vec<_>>();
        let (red, blue) = (of(0), of(1));
        assert!(red.iter().chain(&blue).all(|roll| (1..=6).contains(roll)));
        assert_eq!(red[..red.len() - 1], blue[..blue.len() - 1], "all but the last were equal");
        again += usize::from(red.len() > 1);
        let higher = Seat(u8::from(blue.last() > red.last()));
        chosen[higher.index()] += 1;
        assert_eq!(game.to_act(&state), Seats::one(higher));
        assert_eq!(game.check(&state, higher, Move::Choose(2)), Err(Refusal::NoSuchPlace { places: 2 }));
        assert_eq!(game.check(&state, higher, Move::Roll), Err(Refusal::WrongPhase { now: "choose a place" }));
        // A seat that chooses to be second lets the other one begin.
        game.apply(&mut state, higher, Move::Choose(1), &mut |_| {}).unwrap();
        assert_eq!(game.to_act(&state), Seats::one(Seat(1 - higher.0)));
        assert_eq!(game.order(&state), [Seat(1 - higher.0), higher]);
    }
    // One in six; and neither seat is luckier.
    assert!((70..130).contains(&again), "{again}");
    assert!((250..350).contains(&chosen[0]), "{chosen:?}");
}

#[test]
fn four_seats_choose_in_the_order_of_their_rolls() {
    let game = GeneralsView::open(&scenario(Shape::Square4, FOUR, &[], "")).unwrap();
    let mut firsts = [0; 4];
    for seed in 0..400 {
        let (mut state, shown) = roll(&game, seed);
        let of = |seat: Seat| shown.iter().filter(|roll| roll.0 == seat.0).map(|roll| roll.1).collect::<Vec<_>>();
        let mut before: Option<Vec<u16>> = None;
        let mut place = 0;
        while state.phase == Phase::Choosing {
            let seat = game.to_act(&state).iter().next().unwrap();
            assert!(before.is_none_or(|before| before > of(seat)), "seed {seed}: {shown:?}");
            before = Some(of(seat));
            firsts[seat.index()] += usize::from(place == 0);
            game.apply(&mut state, seat, Move::Choose(place), &mut |_| {}).unwrap();
            place += 1;
        }
        // The last place is left over: no seat chooses it.
        assert_eq!((place, state.phase), (3, Phase::Moving));
        let mut order = game.order(&state);
        order.sort();
        assert_eq!(order, [Seat(0), Seat(1), Seat(2), Seat(3)]);
    }
    assert!(firsts.iter().all(|count| (70..130).contains(count)), "{firsts:?}");
}

#[test]
fn companies_are_called_as_players_read_them() {
    let mut scenario = scenario(Shape::Square4, "1@1m..2@ ........ ........", &[], "");
    let named = DESIGN.replace("\"militia\": { \"attack\"", "\"militia\": { \"name\": \"home guard\", \"attack\"");
    let read = read_design("test", "test.ron", &named, &|_| None, &Known::default());
    scenario.design = Arc::new(read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0);
    let mut board = Board::of(&scenario);
    let events = board.play(0, "move militia@1,2 e").unwrap();
    let told: Vec<String> = events.iter().map(|event| event.tell(&board.game)).collect();
    assert!(told.contains(&"Red's home guard march from 1,2 to 2,2".to_owned()), "{told:?}");
}

#[test]
fn what_cannot_be_played_says_why() {
    let fault = |scenario: &Scenario| match GeneralsView::open(scenario) {
        Err(Unplayable { what, .. }) => what,
        Ok(_) => "nothing".to_owned(),
    };
    let of = |board: &str, patch: &str| fault(&scenario(Shape::Square4, board, &[], patch));
    assert_eq!(of("1@....2@ ........ ........", ""), "nothing");
    assert_eq!(of("1@....1@ ........ ........", ""), "1 sides: expected 2 to 12");
    assert_eq!(of("1@....2. ........ ........", ""), "Blue owns no city: expected at least one for every side");
    assert_eq!(of("1@...m2@ ........ ........", ""), "a militia belongs to nobody: companies need a side");
    let hexes = fault(&scenario(Shape::Rectangle, "1@....2@ ........ ........", &[], ""));
    assert_eq!(
        hexes,
        "A General's View is played on squares with four neighbours: expected an area `square4` or `torus4`, \
        not `rectangle`"
    );
    let fast = DESIGN.replace(r#""acp-per-turn": 3 },"#, r#""acp-per-turn": 15 },"#);
    assert_ne!(fast, DESIGN);
}
