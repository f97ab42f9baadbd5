//! Braided mazes: dead ends get a second link, so that there are circular ways.

use chance::Stream;

use super::maze_graph::MazeGraph;

/// Gives `percent` of the dead ends one more open link, to another dead end where possible.
pub(crate) fn braid(board: &MazeGraph, open: &mut [bool], percent: i32, stream: &mut Stream) {
    let mut ends: Vec<u32> = (0..board.len() as u32).filter(|&node| board.degree(open, node) == 1).collect();
    stream.shuffle(&mut ends);
    for node in ends {
        if board.degree(open, node) != 1 || !stream.percent(percent) {
            continue;
        }
        let closed: Vec<(u32, u32)> =
            board.around(node).iter().copied().filter(|(_, link)| !open[*link as usize]).collect();
        let others: Vec<(u32, u32)> =
            closed.iter().copied().filter(|(other, _)| board.degree(open, *other) == 1).collect();
        if let Some((_, link)) = stream.choose(if others.is_empty() { &closed } else { &others }) {
            open[*link as usize] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use chance::Seed;
    use grid::{Area, Shape};

    use super::super::perfect::dig_depth_first;
    use super::*;

    #[test]
    fn as_many_dead_ends_go_as_asked() {
        for &shape in Shape::ALL {
            let board = MazeGraph::new(&Area::new(shape, 61, 40).unwrap());
            let mut before = 0;
            let mut after = [0; 3];
            for seed in 0..10 {
                let mut stream = Seed(seed).stream("braid");
                let open = dig_depth_first(&board, &mut stream);
                before += board.dead_ends(&open);
                for (left, percent) in after.iter_mut().zip([0, 50, 100]) {
                    let mut open = open.clone();
                    braid(&board, &mut open, percent, &mut stream);
                    *left += board.dead_ends(&open);
                }
            }
            assert_eq!(after[0], before, "{shape}");
            assert!((before * 35 / 100..before * 65 / 100).contains(&after[1]), "{shape}: {after:?} of {before}");
            // A node with a single link stays a dead end; there are such nodes only at bounds.
            assert!(after[2] * 50 <= before, "{shape}: {after:?} of {before}");
        }
    }
}
