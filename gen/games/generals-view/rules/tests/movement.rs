//! Movement and purchase: figure 1.1, points, squares that a company takes on its way, refusals.

use super::*;

/// Figure 1.1: what a company with three movement points reaches over free and own ground.
#[test]
fn three_points_reach_three_squares_of_free_or_own_ground() {
    for ground in ["..", "1."] {
        let board = [ground; 9].concat();
        let mut rows = vec![board; 9];
        rows[4].replace_range(8..10, "1g");
        rows[0].replace_range(0..4, "1@2@");
        let drawn = Board::new(&rows.join(" ")).reach(0);
        let expected = "......... ....+.... ...+++... ..+++++.. .+++.+++. ..+++++.. ...+++... ....+.... .........";
        assert_eq!(drawn, expected, "over `{ground}`");
    }
}

/// Figure 1.1, crosses: the same company where all ground is the enemy's.
#[test]
fn three_points_reach_one_square_of_enemy_ground() {
    let mut rows = vec!["2.".repeat(9); 9];
    rows[4].replace_range(8..10, "1g");
    rows[0].replace_range(0..4, "1@2@");
    let drawn = Board::new(&rows.join(" ")).reach(0);
    let expected = "......... ......... ......... ....+.... ...+.+... ....+.... ......... ......... .........";
    assert_eq!(drawn, expected);
}

#[test]
fn a_march_takes_every_square_on_its_way() {
    let mut board = Board::new("1@....2.2.2@ 1g.......... ............");
    board.play(0, "move guard@0,1 e e e").unwrap();
    assert_eq!(["1,1", "2,1", "3,1", "4,1"].map(|at| board.owner(at)), [1, 1, 1, 0]);
    assert_eq!(board.play(0, "move guard@3,1 e"), Err(Refusal::NotEnoughPoints { step: 1, needs: 1, has: 0 }));
}

#[test]
fn enemy_ground_costs_two_until_it_is_taken() {
    let mut board = Board::new("1@........2@ 1i2.2.2..... ............");
    let refused = board.play(0, "move line-infantry@0,1 e e e");
    assert_eq!(refused, Err(Refusal::NotEnoughPoints { step: 3, needs: 2, has: 1 }));
    board.play(0, "move line-infantry@0,1 e e w").unwrap();
    assert_eq!((board.owner("1,1"), board.owner("2,1")), (1, 1));
    assert_eq!(board.play(0, "move line-infantry@1,1 n"), Err(Refusal::NotEnoughPoints { step: 1, needs: 1, has: 0 }));
}

#[test]
fn a_company_that_meets_an_enemy_stops_and_takes_nothing_yet() {
    let mut board = Board::new("1@..2m....2@ 1h.......... ............");
    assert_eq!(board.play(0, "move hussars@0,1 e e n n"), Err(Refusal::MetEnemy { step: 4 }));
    board.play(0, "move hussars@0,1 e e n").unwrap();
    assert_eq!((board.owner("2,2"), board.owner("2,1")), (2, 1));
    assert_eq!(board.play(0, "move hussars@2,2 e"), Err(Refusal::MetEnemy { step: 1 }));
}

#[test]
fn no_company_leaves_the_board_or_enters_closed_ground() {
    let mut board = Board::new("1@....2@ 1g.~.... ........");
    assert_eq!(board.play(0, "move guard@0,1 w"), Err(Refusal::NoSquare { step: 1 }));
    assert_eq!(board.play(0, "move guard@0,1 e"), Err(Refusal::NoSquare { step: 1 }));
    let mut torus = Board::of(&scenario(Shape::Torus4, "1@....2@ 1g...... ........ ........", &[], ""));
    torus.play(0, "move guard@0,2 w").unwrap();
    assert_eq!(torus.companies("3,2"), "1guard:3");
}

#[test]
fn companies_are_bought_in_own_cities_for_gold_that_is_there() {
    let mut board = Board::new("1@....2@ ........ ........");
    // 300 at the start and 40 from the city.
    assert_eq!(board.state.gold[..2], [340, 300]);
    assert_eq!(board.play(0, "buy militia@3,2"), Err(Refusal::NotYourCity));
    assert_eq!(board.play(0, "buy militia@1,1"), Err(Refusal::NoCity));
    assert_eq!(board.play(0, "buy guard@0,2"), Err(Refusal::NotRaisedHere));
    board.play(0, "buy lancers@0,2").unwrap();
    board.play(0, "buy lancers@0,2").unwrap();
    assert_eq!(board.play(0, "buy militia@0,2"), Err(Refusal::NotEnoughGold { needs: 50, has: 20 }));
    // What was bought marches at once, and the second of two that are alike has its own name.
    board.play(0, "move lancers@0,2#2 e e s s").unwrap();
    assert_eq!((board.companies("0,2").as_str(), board.companies("2,0").as_str()), ("1lancers:3", "1lancers:3"));
    assert_eq!(board.play(1, "buy militia@3,2"), Err(Refusal::NotYours));
}

#[test]
fn the_computer_version_keeps_one_company_of_each_side_in_a_square() {
    let scenario =
        scenario(Shape::Square4, "1@..1h..2m2@ ............ ............", &[], r#""units-per-cell-max": 1"#);
    let mut board = Board::of(&scenario);
    board.play(0, "buy lancers@0,2").unwrap();
    assert_eq!(board.play(0, "buy militia@0,2"), Err(Refusal::SquareFull { most: 1 }));
    assert_eq!(board.play(0, "move lancers@0,2 e e"), Err(Refusal::SquareFull { most: 1 }));
    // Through an own company, and into an enemy's square, it goes.
    board.play(0, "move lancers@0,2 e e e e").unwrap();
    assert_eq!(board.play(0, "move hussars@2,2 e e"), Err(Refusal::SquareFull { most: 1 }));
}
