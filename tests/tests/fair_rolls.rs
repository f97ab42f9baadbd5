//! A start that is far from level, made fair by its matches: takes a minute.

use std::sync::atomic::AtomicBool;

use pipeline::{FairWish, Options, Request, load_preset};
use prove::FairSettings;

#[test]
fn what_is_uneven_is_changed_until_it_is_level() {
    if !fairmarch_tests::is_long() {
        // The tests of `prove` make what is level already, and test what an experiment learns.
        return;
    }
    let loaded = load_preset("duel").expect("it comes with Fairmarch").expect("tests load it");
    let fair = FairWish { tenths: 150, matches: 8000, ..FairWish::default() };
    let request = Request { seed: 3, size: Some((32, 28)), fair: Some(fair.clone()), ..Request::default() };
    let settings = FairSettings::new(&fair).unwrap();
    let made =
        prove::roll(&loaded, &request, &Options::new("duel"), &settings, &AtomicBool::new(false), &|_| {}).unwrap();
    let played = made.roll.scenario.played.as_ref().unwrap();
    assert!(made.is_proved(), "{}", played.words);
    let levelling = played.levelling.as_ref().unwrap();
    assert!(levelling.before[0] < 0.3 && !levelling.changes.is_empty(), "{levelling:?}");
    let plain = pipeline::roll(&loaded, &Request { fair: None, ..request }, &Options::new("duel")).unwrap().scenario;
    assert_eq!(plain.world.terrain.is_some(), made.roll.scenario.world.terrain.is_some());
    assert_ne!(plain.units, made.roll.scenario.units);
}
