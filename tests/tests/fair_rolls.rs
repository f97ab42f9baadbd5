//! A start of a real preset that is far from level, made fair by its matches: takes a minute. The tests of `prove` do the same with a
//! small game.

use std::sync::atomic::AtomicBool;

use pipeline::{FairGoal, FairWish, Options, Request, load_preset};
use prove::{FairEnd, MatchLog};

#[test]
fn what_is_uneven_is_changed_until_it_is_level() {
    if !fairmarch_tests::is_long() {
        return;
    }
    let loaded = load_preset("duel").expect("it comes with Fairmarch").expect("tests load it");
    let fair = FairWish { goal: FairGoal::Proof { tenths: 150 }, matches: Some(8000), ..FairWish::default() };
    let request = Request { seed: 3, size: Some((32, 28)), fair: Some(fair), ..Request::default() };
    let options = Options::new("duel");
    let made = prove::roll(&loaded, &request, &options, &MatchLog::none(), &AtomicBool::new(false), &|_| {}).unwrap();
    let played = made.roll.scenario.played.as_ref().unwrap();
    assert_eq!(made.end, FairEnd::Proved, "{}", played.words);
    let levelling = played.levelling.as_ref().unwrap();
    assert!(levelling.before[0] < 0.3 && !levelling.changes.is_empty(), "{levelling:?}");
    let plain = pipeline::roll(&loaded, &request, &options).unwrap().scenario;
    assert_eq!(plain.world.terrain.is_some(), made.roll.scenario.world.terrain.is_some());
    assert_ne!(plain.units, made.roll.scenario.units);
}
