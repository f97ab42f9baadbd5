//! What a change of velocity costs, and how velocities are written.

use fairmarch_hostile_space::Turning;
use fairmarch_hostile_space::velocity::{cost, linear, places_apart, reachable, read, turning_cost, write};
use grid::Lattice;

const BOTH: [Turning; 2] = [Turning::Ring, Turning::Distance];

#[test]
fn linear_changes_cost_what_the_seed_says() {
    for turning in BOTH {
        assert_eq!(cost((4, 0), (2, 0), turning), 2, "from 4 to 2");
        assert_eq!(cost((3, 0), (-3, 0), turning), 6, "from 3 to 3 the other way");
        assert_eq!(cost((0, 0), (2, 3), turning), 5, "from rest any way costs the speed");
        assert_eq!(cost((2, 3), (0, 0), turning), 5, "so does coming to rest");
        assert_eq!(cost((2, -5), (2, -5), turning), 0, "as it is");
    }
}

#[test]
fn a_turn_costs_the_hexes_along_the_ring_or_between_its_ends() {
    // 60 degrees at speed 3: three hexes either way. 120: six and six. 180: nine and six, but through rest it is six.
    let cases = [((0, 3), 3, 3), ((-3, 3), 6, 6), ((-3, 0), 9, 6)];
    for (to, ring, distance) in cases {
        assert_eq!(turning_cost((3, 0), to, Turning::Ring), ring, "{to:?}");
        assert_eq!(turning_cost((3, 0), to, Turning::Distance), distance, "{to:?}");
    }
    // Up to 120 degrees both are equal: no straight line is shorter than the ring.
    for speed in 1..=24 {
        for place in 0..6 * speed {
            let [from, to] = [0, place].map(|place| Lattice::Hex.ring_vector(speed, place));
            let [ring, distance] = BOTH.map(|turning| turning_cost(from, to, turning));
            let within = places_apart(0, place, 6 * speed) <= 2 * speed;
            assert!(if within { ring == distance } else { (2 * speed..ring).contains(&distance) || ring == distance });
        }
    }
    // First the linear change: from 2 to 4 east costs 2, then the turn at speed 4 costs 4.
    assert_eq!(cost((2, 0), (0, 4), Turning::Ring), 6);
}

#[test]
fn off_the_axis_places_are_rounded() {
    // Place 1 of the 12 of ring 2 is place 1.5 of ring 3, so 2; of ring 1 it is 0.5, so 1; of ring 4 it is 2.
    let from = Lattice::Hex.ring_vector(2, 1);
    for (speed, place) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        assert_eq!(linear(from, speed), Lattice::Hex.ring_vector(speed, place), "to speed {speed}");
    }
    let last = Lattice::Hex.ring_vector(2, 11);
    assert_eq!(linear(last, 1), (1, 0), "place 5.5 of 6 is the first one again");
}

#[test]
fn what_is_reachable_is_what_can_be_paid() {
    for turning in BOTH {
        for from in [(0, 0), (3, 0), (2, 3), (-4, 1)] {
            let reached = reachable(from, 7, turning);
            let all = (-20..=20).flat_map(|right| (-20..=20).map(move |up| (right, up)));
            let payable = all.filter(|&to| cost(from, to, turning) <= 7).count();
            assert_eq!(reached.len(), payable, "{from:?}");
            assert!(reached.iter().all(|&(to, price)| price == cost(from, to, turning)));
        }
    }
    assert_eq!(reachable((0, 0), 1, Turning::Ring).len(), 7);
    assert_eq!(reachable((5, 0), 0, Turning::Ring), [((5, 0), 0)]);
}

#[test]
fn velocities_are_read_as_they_are_written() {
    for speed in 0..=24 {
        for place in 0..Lattice::Hex.ring_length(speed) {
            let velocity = Lattice::Hex.ring_vector(speed, place);
            let text = write(velocity);
            assert_eq!(read(&text.split(' ').collect::<Vec<_>>()), Ok(velocity), "{text}");
        }
    }
    assert_eq!([write((0, 0)), write((4, 0)), write((-1, 4))], ["0", "4 e", "4 ne+1"]);
    for wrong in ["", "4", "0 e", "4 north", "4 e+4", "4 e+x", "x e", "4 e e", "100 e"] {
        assert!(read(&wrong.split_whitespace().collect::<Vec<_>>()).is_err(), "{wrong}");
    }
}
