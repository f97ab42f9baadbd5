//! What the gate of every roll asks: boards that can be played, and near misses.

use super::*;

fn fault(scenario: &Scenario) -> String {
    GeneralsView::find_unplayable(scenario).map_or_else(|| "nothing".to_owned(), |fault| fault.what)
}

fn of(board: &str) -> String {
    fault(&scenario(Shape::Square4, board, &[], ""))
}

#[test]
fn every_seat_can_reach_an_enemy() {
    assert_eq!(of("1@....2@ ........ ........"), "nothing");
    assert_eq!(of("1@.~..2@ ...~.... ........"), "nothing", "round the lake");
    assert_eq!(of("1@.~..2@ ...~.... ...~...."), "no way leads from Red to any enemy", "the lake is closed");
    let walled = "1@.... .~.~.~ ....2@";
    assert_eq!(of(walled), "no way leads from Red to any enemy");
    // A company beyond the lake is somebody to meet, and friends are not.
    assert_eq!(of("1@..2m .~.~.~ ....2@"), "nothing");
    assert_eq!(fault(&scenario(Shape::Torus4, walled, &[], "")), "nothing", "round the world");
    let teams = "1@..2@ .~.~.~ 3@..4@";
    assert_eq!(fault(&scenario(Shape::Square4, teams, &[1, 2, 1, 2], "")), "nothing");
    assert_eq!(fault(&scenario(Shape::Square4, teams, &[1, 1, 2, 2], "")), "no way leads from Red to any enemy");
}

#[test]
fn nobody_stands_where_no_company_can_go() {
    let mut drawn = scenario(Shape::Square4, "1@....2@ ..1m.... ........", &[], "");
    assert_eq!(fault(&drawn), "nothing");
    let lake = drawn.design.find("lake").unwrap();
    let cell = drawn.units.iter().find(|unit| drawn.design.name_of(unit.kind) == "militia").unwrap().cell().unwrap();
    drawn.world.terrain.as_mut().unwrap().edit()[cell.index()] = lake;
    assert_eq!(fault(&drawn), "a militia stands on lake in 1,1, where no company can go");
}

/// The design's word closes the outermost squares to standing, as everywhere else.
#[test]
fn nobody_stands_in_a_closed_ring() {
    let drawn = scenario(Shape::Square4, "........ 1@....2@ ........", &[], "");
    assert_eq!(fault(&drawn), "nothing");
    let closed = DESIGN.replace(r#", "edge-ring": false"#, "");
    let read = read_design("test", "test.ron", &closed, &|_| None, &Known::default());
    let closed = Scenario { design: Arc::new(read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0), ..drawn };
    assert_eq!(fault(&closed), "a city stands on the edge of the world in 0,1, which `edge-ring` closes");
}

#[test]
fn whatever_cannot_be_opened_cannot_be_played() {
    let hexes = scenario(Shape::Rectangle, "1@....2@ ........ ........", &[], "");
    assert!(fault(&hexes).contains("expected an area `square4` or `torus4`, not `rectangle`"));
    let mut unsaid = scenario(Shape::Square4, "1@....2@ ........ ........", &[], "");
    unsaid.world.terrain = None;
    assert_eq!(fault(&unsaid), "the scenario has no terrain");
}

#[test]
fn a_position_in_the_middle_of_a_game_may_be_hopeless() {
    let start = scenario(Shape::Square4, "1@1@1m2m2@2@ ............ ............", &[], "");
    let mut board = Board::of(&start);
    assert_eq!(fault(&board.game.show(&board.state, &start)), "nothing");
    let square = board.game.square_named("4,2").unwrap();
    board.state.take(&board.game, square, Seat(0));
    let later = board.game.show(&board.state, &start);
    assert_eq!(fault(&later), "nothing", "3 cities against 1, and a game goes on from there");
    let mut fresh = later;
    fresh.sections.clear();
    assert_eq!(
        fault(&fresh),
        "the sides begin with unequal numbers of cities, Red 3, Blue 1: expected as many for each side, or sides of another \
         `advantage`"
    );
}

#[test]
fn who_has_the_same_advantage_begins_with_as_many_cities() {
    let mut drawn = scenario(Shape::Square4, "1@..2@2@ 3@...... ........", &[], "");
    let told = "the sides begin with unequal numbers of cities, Red 1, Blue 2, Green 1: expected as many for each side, or \
                sides of another `advantage`";
    assert_eq!(fault(&drawn), told);
    drawn.sides[1].advantage = 2;
    assert_eq!(fault(&drawn), "nothing", "Blue begins twice as strong");
    drawn.sides[2].advantage = 2;
    assert_eq!(fault(&drawn), told, "and so should Green");
    // A free city is nobody's.
    assert_eq!(of("1@...@2@ ........ ........"), "nothing");
}
