//! Whole fair rolls, of a small game and with a wide delta: the numbers of real ones are in the README.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use pipeline::{FairWish, Loaded, Options, Request, SharedString, load_preset};
use world::PlayedVerdict;

use crate::{Event, FairError, FairRoll, FairSettings, roll};

/// Its matches are short, and its seats alike.
const PRESET: &str = "generals-view";

fn loaded() -> Loaded {
    load_preset(PRESET).expect("it comes with Fairmarch").expect("tests load it")
}

fn request(seed: u64, matches: u32) -> Request {
    let fair = FairWish { tenths: 150, player: "greedy".to_owned(), matches };
    Request { seed, fair: Some(fair), ..Request::default() }
}

fn fair_roll(request: &Request, stop: &AtomicBool, watch: &(dyn Fn(Event) + Sync)) -> Result<FairRoll, FairError> {
    let settings = FairSettings::new(request.fair.as_ref().unwrap()).unwrap();
    roll(&loaded(), request, &Options::new(PRESET), &settings, stop, watch)
}

fn on(threads: usize, request: &Request) -> FairRoll {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| fair_roll(request, &AtomicBool::new(false), &|_| {}).unwrap())
}

#[test]
fn the_same_request_gives_the_same_bytes_with_any_number_of_threads() {
    let request = request(2, 4000);
    let (one, three) = (on(1, &request), on(3, &request));
    assert_eq!(formats::write_scenario(&one.roll.scenario), formats::write_scenario(&three.roll.scenario));
    assert_eq!(one.matches, three.matches);
    let scenario = &one.roll.scenario;
    let played = scenario.played.as_ref().unwrap();
    assert_eq!(one.is_proved(), played.verdict == PlayedVerdict::Equal);
    assert!(one.is_proved(), "{}", played.words);
    // The proof can be played again: it is what `play` says of the scenario.
    let source_seed = played.seed;
    let runner = std::sync::Arc::new(playtest::open(scenario).unwrap());
    let settings = playtest::SessionSettings { seed: source_seed, delta: played.delta, ..Default::default() };
    let players = vec!["greedy".parse().unwrap()];
    let programs = std::sync::Arc::new(playtest::no_programs);
    let session = playtest::Session::new(runner, players, settings, programs).unwrap();
    let Ok(_) =
        session.play(played.matches, &AtomicBool::new(false), &mut |_, _, _| Ok::<(), std::convert::Infallible>(()));
    let again = session.played_fairness(formats::start_digest(scenario));
    assert_eq!((again.verdict, &again.seats), (PlayedVerdict::Equal, &played.seats));
    // It comes back from its file, and its string asks for the same.
    let shared: SharedString = scenario.origins.string.parse().unwrap();
    assert_eq!(shared.request.fair, request.fair);
    assert!(
        scenario.origins.string.contains("fair=15,fair-matches=4000,fair-player=greedy"),
        "{}",
        scenario.origins.string
    );
}

#[test]
fn what_cannot_be_proved_within_the_bound_says_what_was_reached() {
    let made = on(2, &request(3, 100));
    let played = made.roll.scenario.played.as_ref().unwrap();
    assert!(!made.is_proved() && made.matches <= 100, "{}", made.matches);
    assert_eq!((played.verdict, played.matches), (PlayedVerdict::Open, 96));
    assert!(played.words.starts_with("not proved in 96 matches: "), "{}", played.words);
    assert_eq!(played.seats.iter().map(|seat| seat.rate).sum::<f64>(), 1.0);
}

#[test]
fn it_ends_where_somebody_stops_it() {
    let (stop, told) = (AtomicBool::new(false), AtomicU32::new(0));
    let watch = |event: Event| {
        let Event::Match(progress) = event else { return };
        assert!(progress.matches <= progress.expected, "{progress:?}");
        told.fetch_add(1, Ordering::Relaxed);
        stop.store(progress.matches >= 20, Ordering::Relaxed);
    };
    let ended = fair_roll(&request(3, 4000), &stop, &watch).unwrap_err();
    let FairError::Stopped(matches) = ended else { panic!("{ended}") };
    assert_eq!(matches, told.load(Ordering::Relaxed));
    assert!((20..96).contains(&matches), "{matches}");
}

#[test]
fn programs_and_strangers_prove_nothing() {
    let of = |player: &str| FairSettings::new(&FairWish { player: player.to_owned(), ..FairWish::default() });
    assert!(of("cmd:sh -c true").unwrap_err().contains("expected a player of the game"));
    let stranger =
        Request { fair: Some(FairWish { player: "nobody".to_owned(), ..FairWish::default() }), ..request(3, 100) };
    let told = fair_roll(&stranger, &AtomicBool::new(false), &|_| {}).unwrap_err().to_string();
    assert!(told.starts_with("there is no player `nobody`"), "{told}");
}
