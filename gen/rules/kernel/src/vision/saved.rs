//! What a file says that sides know: `terrain-view` and `unit-views` (`gdl-reference`, section 8).

use design::{Atom, TerrainType, TypeId, UnitType};
use grid::Cell;
use world::SideId;

use super::{Image, looks};
use crate::given::number;
use crate::{Course, UnitId};

/// Gives a side what its file says that it knows.
pub(super) fn recall(course: &mut Course<'_>, side: SideId) {
    let rules = course.rules;
    let gdl = &rules.scenario.side(side).gdl;
    if let Some(atoms) = gdl.get("terrain-view") {
        recall_terrain(course, side, atoms);
    }
    for view in gdl.get("unit-views").into_iter().flatten().filter_map(Atom::list) {
        recall_unit(course, side, view);
    }
}

/// Rows from the north: 0 is unseen, else the terrain type plus 1.
fn recall_terrain(course: &mut Course<'_>, side: SideId, atoms: &[Atom]) {
    let area = course.rules.area;
    let types = course.rules.design.terrain.len() as i32;
    let rows = atoms.iter().filter(|atom| atom.list().is_none()).filter_map(Atom::text);
    for (number, text) in rows.enumerate().take(area.height() as usize) {
        let row = area.height() as usize - number - 1;
        for (column, value) in read_row(text, area.width() as usize).into_iter().enumerate() {
            let cell = Cell((row * area.width() as usize + column) as u32);
            if !area.contains(cell) || !(1..=types).contains(&value) {
                continue;
            }
            let covered = course.state.sights[usize::from(side.0)].covers(cell);
            looks::learn(course, side, cell);
            if !covered {
                let known = TerrainType::at(value as usize - 1);
                course.state.sights[usize::from(side.0)].known[cell.index()] = known.0 + 1;
            }
        }
    }
}

/// The values of a row: letters (0 to 29 from `a`, 30 to 63 from `:` on) and numbers with commas, each alone or in a run.
fn read_row(text: &str, width: usize) -> Vec<i32> {
    let mut values = Vec::new();
    let mut bytes = text.bytes().peekable();
    let mut run = None;
    while let Some(byte) = bytes.next() {
        let value = match byte {
            b'0'..=b'9' => {
                let mut number = i32::from(byte - b'0');
                while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                    number = number.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
                }
                match bytes.peek() {
                    Some(b'*') => {
                        bytes.next();
                        run = Some(number);
                        continue;
                    }
                    None | Some(b',') => number,
                    Some(_) if run.is_some() => number,
                    Some(_) => {
                        run = Some(number);
                        continue;
                    }
                }
            }
            b',' => continue,
            b'a'..=126 => i32::from(byte - b'a'),
            58..=91 => i32::from(byte) - 58 + 30,
            _ => continue,
        };
        for _ in 0..run.take().unwrap_or(1).max(0) {
            if values.len() < width {
                values.push(value);
            }
        }
    }
    values
}

/// `(type side ["name"] size x y complete date id [image])`; a unit that the file does not have is left out.
fn recall_unit(course: &mut Course<'_>, side: SideId, view: &[Atom]) {
    let rules = course.rules;
    let kind = match view.first() {
        Some(Atom::Int(kind)) => usize::try_from(*kind).ok().filter(|&kind| kind < rules.design.units.len()),
        Some(atom) => atom.text().and_then(|name| rules.design.units.find(name)),
        None => None,
    };
    let numbers: Vec<i32> = view.iter().skip(1).filter_map(Atom::int).collect();
    let (Some(kind), [owner, _, x, y, complete, date, id, ..]) = (kind, numbers.as_slice()) else { return };
    let is_it = |unit: &world::Unit, index: usize| number(&unit.gdl, "#").unwrap_or(index as i32 + 1) == *id;
    let found = rules.scenario.units.iter().enumerate().position(|(index, unit)| is_it(unit, index));
    let (Some(index), Some(cell)) = (found, rules.area.at_oblique(*x, *y)) else { return };
    let unit = UnitId(index as u32);
    let is_side = usize::try_from(*owner).is_ok_and(|owner| owner < course.state.sides.len());
    let sight = &mut course.state.sights[usize::from(side.0)];
    if !is_side || course.state.units[index].side == side || sight.covers(cell) || sight.views.of(unit).is_some() {
        return;
    }
    let image = Image::new(unit, cell, (*date).max(0) as u32, UnitType::at(kind), SideId(*owner as u8));
    sight.views.set(Image { is_complete: *complete != 0, ..image });
    sight.news.add(cell);
}

#[cfg(test)]
mod tests {
    use super::read_row;

    #[test]
    fn rows_have_letters_and_numbers_in_runs() {
        assert_eq!(read_row("3ab2c", 9), [0, 0, 0, 1, 2, 2]);
        assert_eq!(read_row("2*7,10,3*0", 9), [7, 7, 10, 0, 0, 0]);
        assert_eq!(read_row("9999999a", 3), [0, 0, 0], "no longer than the area is wide");
        assert_eq!(read_row(":?", 3), [30, 35]);
    }
}
