//! The numbers of the rules' own section: what they do when they are set, and what is wrong with those that cannot be.

use fairmarch_generals_view::Settings;

use super::*;

#[test]
fn a_design_that_says_nothing_has_the_numbers_of_the_seed() {
    let seed = Settings { order_dice: 6, mp_to_enter_enemy_cell: 2, strength_without_supply: 1, units_per_cell_max: 0 };
    for design in [design(""), Arc::new(Design::default())] {
        let (settings, found) = Settings::read(&design);
        assert_eq!((settings, found.0), (seed, Vec::new()));
    }
}

#[test]
fn each_number_is_the_one_of_its_name() {
    let own = r#""units-per-cell-max": 5, "strength-without-supply": 4, "mp-to-enter-enemy-cell": 3, "order-dice": 20"#;
    let game = GeneralsView::open(&scenario(Shape::Square4, "1@..2@ ...... ......", &[], own)).unwrap();
    assert_eq!((game.dice, game.enemy_step(), game.per_square()), (20, 3, 5));
    assert_eq!(game.strength(0, 0), (4, 4));
}

#[test]
fn faults_are_told_where_they_stand_and_nothing_is_played() {
    let design = design(r#""order-dice": 1, "units-per-cel-max": 1, "strength-without-supply": "x""#);
    let found = GeneralsView::check_design(&design);
    let told: Vec<String> = found.0.iter().map(ToString::to_string).collect();
    let line = DESIGN.lines().count() - 1;
    assert_eq!(
        told,
        [
            format!(
                "test.ron:{line}:36: error[wrong-kind]: `order-dice` cannot be this: found 1, expected a whole number from 2 to 1000"
            ),
            format!(
                "test.ron:{line}:39: error[unknown-entry]: `generals-view` has no `units-per-cel-max`; did you mean `units-per-cell-max`?"
            ),
            format!(
                "test.ron:{line}:90: error[wrong-kind]: `strength-without-supply` cannot be this: found \"x\", expected a whole number from 1 to 32767"
            ),
        ]
    );
    let board = scenario(Shape::Square4, "1@..2@ ...... ......", &[], r#""order-dice": 1"#);
    let refused = GeneralsView::open(&board).map(|_| ()).unwrap_err();
    assert_eq!(refused.what, told[0].replace(r#", "units"#, ""));
}

/// Areas that the game cannot use are a fault of the design.
#[test]
fn areas_are_squares_with_four_neighbours() {
    let told = |areas: &str| {
        let text = DESIGN.replace(r#""areas": "square4 torus4""#, areas);
        let read = read_design("test", "test.ron", &text, &|_| None, &Known::default());
        let found = GeneralsView::check_design(&read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0);
        found.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    for right in ["square4", "torus4", "torus4 square4"] {
        assert_eq!(told(&format!(r#""areas": "{right}""#)), "");
    }
    let one = told(r#""areas": "hexagon torus4 square8""#);
    assert!(one.contains("error[wrong-area]") && one.contains("the design is made for hexagon square8"), "{one}");
    assert!(one.contains("expected `square4` or `torus4`; set `areas` in `claims` to \"torus4\""), "{one}");
    assert!(told(r#""areas": "hexagon""#).contains("to \"square4 torus4\""));
    assert!(told("").starts_with("warning[wrong-area]"), "where nothing is claimed, the right area can be asked for");
}
