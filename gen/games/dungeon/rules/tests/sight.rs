//! What is seen past pillars, along walls and through doors; who sees is seen.

use fairmarch_dungeon::sight::see;
use proptest::prelude::*;

/// The signs of a drawing that are seen from its `@`; others are blanks.
fn seen(drawing: &str, radius: u32) -> String {
    let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.trim().chars().collect()).collect();
    let rows: Vec<Vec<char>> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    let size = (rows[0].len() as u32, rows.len() as u32);
    let find = |row: &Vec<char>| row.iter().position(|&sign| sign == '@');
    let at = rows.iter().enumerate().find_map(|(y, row)| Some((find(row)? as i32, y as i32))).expect("an eye");
    let mut shown = vec![vec![' '; rows[0].len()]; rows.len()];
    see(
        size,
        at,
        radius,
        |x, y| rows[y as usize][x as usize] == '#',
        |x, y| {
            shown[y as usize][x as usize] = rows[y as usize][x as usize];
        },
    );
    shown.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_pillar_throws_a_shadow() {
    let drawing = "
        .........
        .........
        ....#....
        .........
        ....@....";
    assert_eq!(seen(drawing, 9), ".... ....\n.... ....\n....#....\n.........\n....@....");
}

#[test]
fn all_of_a_room_is_seen_with_its_walls_and_nothing_beyond() {
    let room = "
        #########
        #....#..#
        #.@..#..#
        #....+..#
        #########";
    assert_eq!(seen(&room.replace('+', "#"), 20), "######\n#....#\n#.@..#\n#....#\n######");
    assert!(seen(&room.replace('+', "."), 20).lines().any(|row| row.len() > 6), "through a doorway one sees more");
    assert_eq!(seen(room, 1).lines().filter(|row| !row.is_empty()).count(), 3);
}

proptest! {
    #[test]
    fn open_cells_see_each_other(
        walls in prop::collection::vec(0..4_u8, 15 * 11), from in 0..165_usize, to in 0..165_usize, radius in 1..16_u32,
    ) {
        let is_opaque = |x: i32, y: i32| walls[(y * 15 + x) as usize] == 0;
        let place = |at: usize| ((at % 15) as i32, (at / 15) as i32);
        let sees = |from: usize, to: usize| {
            let mut is_seen = false;
            see((15, 11), place(from), radius, is_opaque, |x, y| is_seen |= (x, y) == place(to));
            is_seen
        };
        if walls[from] != 0 && walls[to] != 0 {
            prop_assert_eq!(sees(from, to), sees(to, from));
        }
    }

    #[test]
    fn an_empty_room_is_seen_whole_within_the_radius(x in 0..20_i32, y in 0..12_i32, radius in 1..25_u32) {
        let mut seen = std::collections::BTreeSet::new();
        see((20, 12), (x, y), radius, |_, _| false, |x, y| _ = seen.insert((x, y)));
        let within = (0..20).flat_map(|u| (0..12).map(move |v| (u, v)));
        let within = within.filter(|&(u, v)| (u - x).abs().max((v - y).abs()) <= radius as i32);
        prop_assert_eq!(seen, within.collect());
    }
}
