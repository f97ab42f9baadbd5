//! Creating a hero: dice until they are good, the sturdiest class.

use dungeon::{Creation, Move, View};

/// Dice are thrown until strength, dexterity and health together are this many percent of what they are on the average.
const GOOD: i32 = 118;

/// The next move of creation.
pub(crate) fn create(view: View<'_>) -> Move {
    let game = view.game;
    let (rolled, left) = view.rolled();
    let sum = rolled[0] + rolled[2] + rolled[3];
    let is_good = sum * 200 >= GOOD * 3 * game.numbers.stat_dice.twice_mean();
    if game.numbers.creation == Creation::Roll && left > 0 && !is_good {
        return Move::Roll;
    }
    let share = (game.numbers.points / 8).min(255) as u8;
    let much = (game.numbers.points / 4).min(255) as u8;
    let points = (game.numbers.creation == Creation::Points).then_some([much, share, much, much, share]);
    let classes = game.catalogue.classes.iter().enumerate();
    let sturdy = classes.map(|(number, class)| {
        (class.class.hit_points + 4 * class.class.hit_points_per_level, std::cmp::Reverse(number), number)
    });
    let mut classes: Vec<_> = sturdy.collect();
    classes.sort_unstable();
    let races = 0..game.catalogue.races.len() as u8;
    let choices = classes.iter().rev().flat_map(|&(.., class)| races.clone().map(move |race| (race, class as u8)));
    let mut moves = choices.map(|(race, class)| Move::Be { race, class, points });
    moves.find(|&action| view.may(action)).unwrap_or(Move::Be { race: 0, class: 0, points })
}
