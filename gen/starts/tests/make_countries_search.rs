//! How uneven candidates are.

use fairmarch_starts::testing::{LOG_UNIT, THRESHOLDS, WHOLE, inequality, log, spread};

#[test]
fn equal_seats_are_perfect_and_one_that_has_all_is_worst() {
    assert_eq!(inequality(&[7, 7, 7], 1), 0);
    assert_eq!(inequality(&[0, 0], 1), 0);
    assert!(inequality(&[0, 100], 0) > inequality(&[50, 100], 0));
    assert!(inequality(&[50, 60, 100], 0) > inequality(&[50, 100, 100], 0) - WHOLE / 8);
    let _no_overflow = inequality(&[u32::MAX - 1, 0], 1);
}

#[test]
fn logarithms_are_good_to_a_thousandth_and_never_fall() {
    for value in [1_u32, 2, 3, 10, 77, 1023, 1025, 4097, 65_535, u32::MAX] {
        let exact = libm::log(f64::from(value)) * LOG_UNIT as f64;
        assert!((log(value) as f64 - exact).abs() < 2.0, "{value}: {}, not {exact}", log(value));
    }
    assert!((0..5000).all(|value| log(value) <= log(value + 1)));
    assert_eq!((log(0), log(1)), (0, 0));
}

#[test]
fn chances_apart_by_a_factor_of_e_are_spread_by_half() {
    let e = 100 * LOG_UNIT;
    assert_eq!((spread(&[e, 2 * e]), spread(&[e, e, e]), spread(&[0, 4 * e])), (WHOLE / 2, 0, 2 * WHOLE));
}

#[test]
fn thresholds_are_the_logarithm() {
    for (place, &threshold) in THRESHOLDS.iter().enumerate() {
        // A check by the rule that halving adds 177, which finds a typing error; the series of exp is not needed.
        if let Some(&half) = THRESHOLDS.get(place / 2).filter(|_| place > 4) {
            assert!(half.abs_diff(threshold + 177) <= 40, "{place}");
        }
    }
    assert!(THRESHOLDS.windows(2).all(|pair| pair[0] > pair[1]));
}
