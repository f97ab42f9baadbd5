//! Creating heroes: by dice, by points, races and classes.

use super::*;

fn begin(more: &str) -> Match {
    Match::begin(Sketch::new(more, &["@....."]).game())
}

#[test]
fn dice_are_thrown_until_they_please() {
    let mut play = begin("\"characters\": \"roll\", \"rolls\": 2,");
    let first = play.view(0).hero().rolled;
    assert!(first.iter().all(|stat| (3..=18).contains(stat)));
    play.go("roll");
    assert_ne!(play.view(0).hero().rolled, first);
    play.go("roll");
    assert_eq!(play.check("roll"), Err(Refusal::NoRollsLeft));
    assert_eq!(play.check("be human fighter 3 3 3 3 3"), Err(Refusal::PointsNotAsked));
    let rolled = play.view(0).hero().rolled;
    play.go("be elf fighter");
    let now = |path: &str| play.view(0).hero().attributes.current(path);
    assert_eq!((now("strength"), now("dexterity")), (rolled[0] - 2, rolled[2] + 2));
    assert_eq!(play.check("roll"), Err(Refusal::WrongStage(Stage::Descent)));
}

#[test]
fn points_are_shared_out_and_no_more_of_them() {
    let mut play = begin("\"characters\": \"points\", \"points\": 50,");
    assert!(matches!(play.check("be human fighter 20 20 20 0 0"), Err(Refusal::Character(_))));
    assert_eq!(play.check("be human fighter"), Err(Refusal::PointsNotAsked));
    assert!(matches!(play.check("be human mage 20 10 10 5 5"), Err(Refusal::Character(_))), "a mage has to read");
    play.go("be human mage 5 15 10 15 5");
    assert_eq!(play.view(0).sp().1, 6 + 4 / 2);
}

#[test]
fn the_dice_of_a_test_have_a_mean() {
    let play = begin("");
    assert_eq!(play.view(0).hero().rolled, [10; 5]);
    assert_eq!(play.check("roll"), Err(Refusal::NoRollsLeft));
    assert!(matches!(play.check("be human mage"), Err(Refusal::Character(_))));
    let words = play.game.read_move(play.view(0), "be dwarf mage").unwrap_err();
    assert_eq!(words, "`dwarf`: expected one of human, elf");
}
