//! Supply: figure 1.2, and the points.

use super::*;

fn ends(board: &mut Board, times: usize) {
    for _ in 0..times {
        for seat in 0..2 {
            board.play(seat, "end").unwrap();
        }
    }
}

/// Figure 1.2, left: two neighbouring squares lead to a city.
#[test]
fn a_line_over_own_squares_feeds() {
    let mut board = Board::new("1@1.1...2@ ..1.1m.... ..........");
    ends(&mut board, 4);
    assert_eq!(board.companies("2,1"), "1militia:3");
}

/// Figure 1.2, right: the one neighbouring own square leads to no city, and the city's squares do not neighbour the company.
#[test]
fn a_broken_supply_line_feeds_no_company() {
    let mut board = Board::new("1@1.....2@ ....1m1... ..........");
    ends(&mut board, 1);
    assert_eq!(board.companies("2,1"), "1militia:2");
    // Points end at 0.
    ends(&mut board, 3);
    assert_eq!(board.companies("2,1"), "1militia:0");
    // One square closes the line: a point a turn, never above 3.
    let square = board.game.square_named("1,1").unwrap();
    board.state.take(&board.game, square, Seat(0));
    ends(&mut board, 2);
    assert_eq!(board.companies("2,1"), "1militia:2");
    ends(&mut board, 5);
    assert_eq!(board.companies("2,1"), "1militia:3");
}

#[test]
fn a_besieged_city_feeds_no_company_not_even_its_own() {
    for (beside, left) in [("2.", 2), ("1.", 3)] {
        let mut board = Board::new(&format!("....2.2@ 2.2..... 1@{beside}...."));
        let company = board.add(0, "militia", "0,0");
        ends(&mut board, 1);
        assert_eq!(board.state.slot(company).supply, left, "beside the city: `{beside}`");
    }
}

#[test]
fn without_supply_attack_and_defence_count_one() {
    let mut board = Board::new("1@......2@ ....1a2i.. ..........");
    let (guns, line) = (CompanyId(0), CompanyId(1));
    assert_eq!((board.state.attack(&board.game, guns), board.state.defence(&board.game, line)), (10, 5));
    board.state.slots[0].supply = 0;
    board.state.slots[1].supply = 0;
    assert_eq!((board.state.attack(&board.game, guns), board.state.defence(&board.game, guns)), (1, 1));
    assert_eq!((board.state.attack(&board.game, line), board.state.defence(&board.game, line)), (1, 1));
}

/// People are told whose company is cut off, their own first; who has all its supply and a line is not told of.
#[test]
fn who_is_cut_off_is_told() {
    let scenario = scenario(Shape::Square4, "1@1.....2@ ....1m1... ....2m....", &[], "");
    let mut board = Board::of(&scenario);
    let told = |board: &Board, seat: u8| {
        let seen = board.game.show_to(&board.state, Seat(seat), &scenario);
        let chart = board.game.chart_to(&board.state, Seat(seat), &seen).expect("it has a chart");
        chart.remarks.into_iter().map(|remark| remark.words).collect::<Vec<String>>()
    };
    ends(&mut board, 1);
    let shown = board.game.show(&board.state, &scenario);
    let of_all = board.game.chart(&board.state, &shown).expect("pictures have one too");
    let cut: Vec<_> = of_all.cut_off.iter().map(|zone| (zone.side, zone.cells.clone())).collect();
    let square = |column, row| scenario.world.area.cell(column, row).expect("on the map");
    let of_first = vec![square(2, 1), square(3, 1)];
    assert_eq!(cut, [(0, of_first), (1, vec![square(2, 0)])], "each stands between foes, the first on land of its own");
    let [first, _] = &of_all.remarks[..] else { panic!("{:?}", of_all.remarks) };
    assert_eq!(first.cell, Some(square(2, 1)));
    assert!(first.words.starts_with("Red militia at 2,1 is cut off"), "nobody is `you` in a picture: {first:?}");
    let [own, other] = &told(&board, 0)[..] else { panic!("{:?}", told(&board, 0)) };
    assert!(own.starts_with("your militia at 2,1 is cut off from its cities: supply 2 of 3, attack "), "{own}");
    assert!(other.starts_with("Blue militia at 2,0 is cut off"), "{other}");
    assert!(told(&board, 1)[0].starts_with("your militia at 2,0 is cut off"));
    let fed = Board::new("1@1.1...2@ ..1.1m.... ..........");
    assert_eq!(told(&fed, 0), [] as [String; 0]);
}
