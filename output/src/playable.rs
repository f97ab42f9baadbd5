//! What players of another program need of a map: a way to each other, ground on which they live, and a coast for their first ships. Where a
//! map lacks it, a warning names the seats.

use world::{Scenario, SideId};

use crate::Loss;
use crate::terminal_map::capitals;

/// A map as another program has it, by the numbers of its tiles.
pub(crate) struct Playground<'a> {
    /// How many tiles there are.
    pub(crate) tiles: usize,
    /// The tiles beside one.
    pub(crate) near: &'a dyn Fn(usize) -> Vec<usize>,
    /// Where armies go.
    pub(crate) walks: &'a dyn Fn(usize) -> bool,
    /// Where ships go, if some carry armies there.
    pub(crate) sails: &'a dyn Fn(usize) -> bool,
    /// Where the first ships are at home.
    pub(crate) coast: &'a dyn Fn(usize) -> bool,
    /// Where players can begin.
    pub(crate) lives: &'a dyn Fn(usize) -> bool,
}

/// The sides that begin somewhere, and the tiles on which they do.
pub(crate) type Starts = [(SideId, usize)];

/// The starts of a map whose tiles are the cells of the area.
pub(crate) fn starts(scenario: &Scenario) -> Vec<(SideId, usize)> {
    let starts = scenario.side_ids().zip(capitals(scenario));
    starts.filter_map(|(side, cell)| Some((side, cell?.index()))).collect()
}

/// Stands for no mass.
const NO_MASS: usize = usize::MAX;

impl Playground<'_> {
    /// The mass of each tile, by the first start that it can be reached from; tiles that none reaches have [`NO_MASS`].
    fn masses(&self, starts: &Starts, pass: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let is_start = |tile: usize| starts.iter().any(|start| start.1 == tile);
        let mut mass = vec![NO_MASS; self.tiles];
        for (number, &(_, start)) in starts.iter().enumerate() {
            if mass[start] != NO_MASS {
                continue;
            }
            mass[start] = number;
            let mut open = vec![start];
            while let Some(tile) = open.pop() {
                for near in (self.near)(tile) {
                    if mass[near] == NO_MASS && (pass(near) || is_start(near)) {
                        mass[near] = number;
                        open.push(near);
                    }
                }
            }
        }
        mass
    }

    /// What seats lack, a sentence for each kind of need.
    pub(crate) fn lacks(&self, scenario: &Scenario, starts: &Starts) -> Vec<Loss> {
        let Some(&(first, from)) = starts.first() else { return Vec::new() };
        let by_any_way = self.masses(starts, &|tile| (self.walks)(tile) || (self.sails)(tile));
        let on_foot = self.masses(starts, self.walks);
        let mut has_port = vec![false; starts.len()];
        for tile in (0..self.tiles).filter(|&tile| on_foot[tile] != NO_MASS) {
            has_port[on_foot[tile]] |= (self.near)(tile).into_iter().any(|near| (self.coast)(near));
        }
        let (mut apart, mut homeless, mut landlocked) = (Vec::new(), Vec::new(), Vec::new());
        let is_joined = |tile: usize| by_any_way[tile] == by_any_way[from];
        for &(side, start) in starts {
            if !(self.lives)(start) {
                homeless.push(side);
            }
            let is_across = |tile: usize| is_joined(tile) && on_foot[tile] != on_foot[start];
            if !is_joined(start) {
                apart.push(side);
            } else if !has_port[on_foot[start]] && starts.iter().any(|other| is_across(other.1)) {
                landlocked.push(side);
            }
        }
        let told = |sides: &[SideId], one: &str, many: &str| {
            let what = if sides.len() == 1 { one } else { many };
            (!sides.is_empty()).then(|| Loss::lack(format!("{} {what}", seats(scenario, sides))))
        };
        let reach = format!("cannot reach {}", seats(scenario, &[first]));
        let port = "no way to the others on land, and no coast for ships";
        let lacks = [
            told(&apart, &reach, &reach),
            told(&homeless, "begins where nobody can live", "begin where nobody can live"),
            told(&landlocked, &format!("has {port}"), &format!("have {port}")),
        ];
        lacks.into_iter().flatten().collect()
    }
}

/// Seats as people are told of them: `seat 1 (Arvia)`, `seats 1 (Arvia) and 2 (Belen)`.
fn seats(scenario: &Scenario, sides: &[SideId]) -> String {
    let seat = |side: &SideId| match scenario.side(*side).name.as_str() {
        "" => side.0.to_string(),
        name => format!("{} ({name})", side.0),
    };
    let all: Vec<String> = sides.iter().map(seat).collect();
    match &all[..] {
        [one] => format!("seat {one}"),
        [most @ .., last] => format!("seats {} and {last}", most.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    /// A row of tiles with three starts on 0, 4 and 8: what is told of it.
    fn told(row: &str) -> Vec<String> {
        let mut scenario = sample(Shape::Rectangle, 50, 40, 1);
        scenario.sides.truncate(3);
        for (side, name) in scenario.sides.iter_mut().zip(["Ann", "Bo", ""]) {
            side.name = name.to_owned();
        }
        let letter = |tile: usize| row.as_bytes()[tile];
        let near = |tile: usize| {
            [tile.checked_sub(1), Some(tile + 1)].into_iter().flatten().filter(|tile| *tile < row.len()).collect()
        };
        let ground = Playground {
            tiles: row.len(),
            near: &near,
            walks: &|tile| letter(tile) == b'+',
            sails: &|tile| matches!(letter(tile), b'~' | b','),
            coast: &|tile| letter(tile) == b',',
            lives: &|tile| letter(tile) == b'+',
        };
        let starts: Vec<(SideId, usize)> = (1..=3).map(|side| (SideId(side), (usize::from(side) - 1) * 4)).collect();
        ground.lacks(&scenario, &starts).iter().map(|lack| lack.warning("there").to_string()).collect()
    }

    #[test]
    fn what_seats_lack_is_told_with_their_names() {
        assert_eq!(told("+++++++++"), [""; 0]);
        assert_eq!(told("+,~,+++++"), [""; 0], "ships begin on both shores");
        assert_eq!(
            told("+,~~+++++"),
            [
                "warning[unplayable]: in there seats 2 (Bo) and 3 have no way to the others on land, and no coast for ships"
            ]
        );
        assert_eq!(
            told("++~,+++++"),
            ["warning[unplayable]: in there seat 1 (Ann) has no way to the others on land, and no coast for ships"],
            "2 and 3 share a coast"
        );
        assert_eq!(told("++#++,~,+"), ["warning[unplayable]: in there seats 2 (Bo) and 3 cannot reach seat 1 (Ann)"]);
        assert_eq!(told("++++#+++#"), ["warning[unplayable]: in there seats 2 (Bo) and 3 begin where nobody can live"]);
    }
}
