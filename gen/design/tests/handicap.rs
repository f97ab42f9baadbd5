//! Handicaps of sides.

use fairmarch_design::Handicap;

#[test]
fn a_handicap_has_bounds_and_words() {
    assert_eq!([49, 50, 200, 201].map(|percent| Handicap::new(percent).is_some()), [false, true, true, false]);
    let words = |percent| Handicap::new(percent).and_then(Handicap::words).unwrap_or_default();
    assert_eq!([106, 97, 100].map(words), ["builds 6 % faster", "builds 3 % slower", ""]);
    assert_eq!((Handicap::default(), Handicap::EVEN.percent()), (Handicap::EVEN, 100));
}
