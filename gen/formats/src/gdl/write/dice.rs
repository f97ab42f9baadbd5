//! Dice that GDL cannot hold: it keeps dice in 16 bits, up to `8d17`. The forms have the nearest ones; the exact ones stand in the
//! comment at the end.

use chance::Dice;
use design::parameters::rows;
use design::{Design, Parameter, Scope, Table, Value};

use super::values::{default, gdl_rows};

/// The dice that are written. The default is written as it is: in `fire-damage` Xconq knows -1 as a number.
pub(super) fn written(row: &Parameter, dice: Dice) -> Dice {
    if is_default(row, dice) { dice } else { nearest(dice) }
}

fn is_default(row: &Parameter, dice: Dice) -> bool {
    default(row) == Value::Dice(dice)
}

/// The dice that GDL can hold with the nearest mean; of several those that spread most alike, then the fewest. Beyond the mean of
/// `8d17+127` that is a number.
pub fn nearest(dice: Dice) -> Dice {
    if dice.fits_16_bits() {
        return dice;
    }
    let wanted = dice.twice_mean();
    let with_add = |count: u8, faces: u8, most: i32| {
        let dice = Dice { count, faces, add: 0 };
        let add = (wanted - dice.twice_mean()).div_euclid(2);
        let least = if count == 0 { 0 } else { -128 };
        Dice { add: add.clamp(least, most) as i16, ..dice }
    };
    let number = with_add(0, 0, (1 << 14) - 1);
    let thrown = (1..=8).flat_map(|count| (2..=17).map(move |faces| with_add(count, faces, 127)));
    let distance = |found: &Dice| {
        let mean = found.twice_mean().abs_diff(wanted);
        (mean, spread(*found).abs_diff(spread(dice)), found.count)
    };
    thrown.chain([number]).min_by_key(distance).expect("there is a number")
}

/// Twelve times the variance, an integer.
fn spread(Dice { count, faces, .. }: Dice) -> i32 {
    i32::from(count) * (i32::from(faces) * i32::from(faces) - 1)
}

/// Tells, in a line for each table, which dice are written in place of those that GDL cannot hold.
pub(super) fn told_of_dice<'a>(designs: impl Iterator<Item = &'a Design>) -> Vec<String> {
    let mut lost: Vec<Vec<Dice>> = vec![Vec::new(); rows(Scope::Table).len()];
    for design in designs {
        for (number, row) in gdl_rows(Scope::Table) {
            let Some(Table::Dice(entries)) = design.table(number) else { continue };
            for &dice in entries.iter().filter(|&&dice| written(row, dice) != dice) {
                lost[number].push(dice);
            }
        }
    }
    let line = |(number, mut lost): (usize, Vec<Dice>)| {
        lost.sort_by_key(|dice| (dice.twice_mean(), dice.count, dice.faces));
        lost.dedup();
        let each = lost.iter().map(|&dice| format!("{} for {dice}", nearest(dice)));
        let name = rows(Scope::Table)[number].name;
        format!(
            "Xconq cannot hold all dice of {name}: it has the nearest by their mean, {}.",
            each.collect::<Vec<_>>().join(", ")
        )
    };
    lost.into_iter().enumerate().filter(|(_, lost)| !lost.is_empty()).map(line).collect()
}

/// Whether GDL can say how a table changes: all that changes was dice that it can hold, and becomes such.
pub(super) fn are_said(from: &Design, to: &Design, number: usize) -> bool {
    let [height, width] = rows(Scope::Table)[number].index.map(|scope| to.types(scope).len());
    (0..height * width).all(|at| {
        let [from, to] = [from, to].map(|design| design.entry_at(number, at / width, at % width));
        from == to || [from, to].iter().all(|value| !matches!(value, Value::Dice(dice) if !dice.fits_16_bits()))
    })
}
