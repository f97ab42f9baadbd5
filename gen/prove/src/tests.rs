//! Whole fair rolls of a small game, whose matches take a millisecond: the numbers of real ones are in the README.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use pipeline::{FairGoal, FairWish, Loaded, Options, Request, SharedString};
use playtest::{Session, SessionSettings};
use world::{PlayedFairness, PlayedVerdict, Scenario, kept_share};

use crate::candidate::{Adjustment, Candidate, Source};
use crate::handicaps::Levelling;
use crate::{Event, FairEnd, FairError, FairRoll, LOG_HEAD, MatchLog, level, roll};

/// A keep each, free villages between, squads that take them; its seats are uneven on most seeds.
pub(crate) static SKIRMISH: LazyLock<Loaded> = LazyLock::new(|| {
    let text = include_str!("skirmish.ron");
    pipeline::load_text("skirmish", "skirmish.ron", text, &|_| None).expect("tests load it")
});

fn proof(seed: u64, points: u16, matches: u32) -> Request {
    let goal = FairGoal::Proof { tenths: 10 * points };
    Request { seed, fair: Some(FairWish { goal, matches: Some(matches), ..FairWish::default() }), ..Request::default() }
}

fn best(seed: u64, matches: u32) -> Request {
    Request {
        fair: Some(FairWish { goal: FairGoal::Best, ..proof(seed, 5, matches).fair.unwrap() }),
        ..proof(seed, 5, 1)
    }
}

/// The same without handicaps.
fn map_alone(request: Request) -> Request {
    let wish = request.fair.map(|wish| FairWish { no_handicap: true, ..wish });
    Request { fair: wish, ..request }
}

/// The handicaps of all sides, in percent.
fn handicaps(made: &FairRoll) -> Vec<u32> {
    made.roll.scenario.sides.iter().map(|side| side.handicap.percent()).collect()
}

/// What was changed, in words.
fn changes(made: &FairRoll) -> &[String] {
    &played(made).levelling.as_ref().expect("it was levelled").changes
}

/// A plain roll, of which no match was played yet.
pub(crate) fn candidate(loaded: &Loaded, seed: u64) -> Candidate {
    let options = Options::new("test");
    let roll = pipeline::roll(loaded, &Request { seed, ..Request::default() }, &options).unwrap();
    let player = if loaded.design.name == "skirmish" { "goal" } else { "greedy" };
    let source = Source {
        loaded,
        request: Request { seed, ..Request::default() },
        options: &options,
        string: String::new(),
        player: player.parse().unwrap(),
        delta: 0.05,
        seed: 1,
    };
    source.candidate(Adjustment::default(), roll).unwrap()
}

fn fair_roll(request: &Request) -> FairRoll {
    roll_with(request, &MatchLog::none(), &AtomicBool::new(false), &|_| {}).unwrap()
}

fn roll_with(
    request: &Request,
    log: &MatchLog,
    stop: &AtomicBool,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<FairRoll, FairError> {
    roll(&SKIRMISH, request, &Options::new("skirmish"), log, stop, watch)
}

/// The same with what was found out on the way, in words.
fn told_roll(request: &Request) -> (FairRoll, Vec<String>) {
    let told = Mutex::new(Vec::new());
    let watch = |event: Event| {
        if let Event::Found(what) = event {
            told.lock().unwrap().push(what);
        }
    };
    let made = roll_with(request, &MatchLog::none(), &AtomicBool::new(false), &watch).unwrap();
    (made, told.into_inner().unwrap())
}

fn on(threads: usize, request: &Request) -> FairRoll {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| fair_roll(request))
}

fn text(made: &FairRoll) -> String {
    formats::write_scenario(&made.roll.scenario)
}

fn played(made: &FairRoll) -> &PlayedFairness {
    made.roll.scenario.played.as_ref().expect("it was played")
}

/// Plays a scenario with a seed, as `play` does.
fn play(scenario: &Scenario, seed: u64, delta: f64, matches: u32) -> PlayedFairness {
    let runner = Arc::new(playtest::open(scenario).unwrap());
    let settings = SessionSettings { seed, delta, ..SessionSettings::default() };
    let session =
        Session::new(runner, vec!["goal".parse().unwrap()], settings, Arc::new(playtest::no_programs)).unwrap();
    let Ok(_) = session.play(matches, &AtomicBool::new(false), &mut |_, _, _| Ok::<(), std::convert::Infallible>(()));
    session.played_fairness(formats::start_digest(scenario))
}

/// How far the seat that is off most is from its share of fresh matches.
fn off(scenario: &Scenario) -> f64 {
    let rates: Vec<f64> = play(scenario, 9_999, 0.05, 600).seats.iter().map(|seat| seat.rate).collect();
    off_equal(&rates)
}

/// How far the share that is off most is from an equal one.
fn off_equal(shares: &[f64]) -> f64 {
    fairness::off(shares, &vec![1.0 / shares.len() as f64; shares.len()])
}

// Takes seconds: a search plays hundreds of matches.
#[test]
fn an_uneven_start_is_mended_and_proved_with_the_same_bytes_on_any_number_of_threads() {
    let request = proof(5, 10, 8000);
    let (one, three) = (on(1, &request), on(3, &request));
    assert_eq!(text(&one), text(&three));
    assert_eq!((one.end, one.matches), (FairEnd::Proved, three.matches), "{}", played(&one).words);
    let levelling = played(&one).levelling.as_ref().unwrap();
    assert!(off_equal(&levelling.before) > 0.15, "the plain roll is uneven: {:?}", levelling.before);
    assert!(!levelling.changes.is_empty());
    assert_eq!(levelling.searched + played(&one).matches, one.matches);
    // The proof can be played again: it is what `play` says of the scenario.
    let scenario = &one.roll.scenario;
    let again = play(scenario, played(&one).seed, played(&one).delta, played(&one).matches);
    assert_eq!((again.verdict, &again.seats), (PlayedVerdict::Equal, &played(&one).seats));
    assert!(off(scenario) < 0.1, "{}", off(scenario));
    // Its string asks for the same.
    let shared: SharedString = scenario.origins.string.parse().unwrap();
    assert_eq!(shared.request.fair, request.fair);
    assert!(scenario.origins.string.ends_with(":5:fair=10,fair-matches=8000"), "{}", scenario.origins.string);
}

/// Each stage of the search is seen at work: a race whose winner is more even, experiments, proofs that are given up and one that
/// succeeds, changes of several kinds.
// Takes seconds: two whole proofs, since no single one shows every stage.
#[test]
fn every_stage_of_the_search_does_its_part() {
    let (unproved, told) = told_roll(&map_alone(proof(3, 6, 2600)));
    assert_eq!((unproved.end, played(&unproved).verdict), (FairEnd::Bound, PlayedVerdict::Open));
    let (proved, more) = told_roll(&map_alone(proof(4, 6, 4000)));
    assert_eq!((proved.end, played(&proved).verdict), (FairEnd::Proved, PlayedVerdict::Equal));
    // Between the race and the first proof the sets that seem best are played again, after the 24 of 16 matches each.
    let at = |what: &str| {
        let line = told.iter().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {told:#?}"));
        line.trim().split(' ').next().and_then(|number| number.parse::<u32>().ok()).unwrap()
    };
    assert!(at("an experiment expects") - at("other sites") > 24 * 16, "{told:#?}");
    let told = [told, more].concat();
    for what in ["the plain roll", "other sites", "an experiment expects", "given up after", "equal after"] {
        assert!(told.iter().any(|line| line.contains(what)), "{what}: {told:#?}");
    }
    let changes: Vec<String> = [&unproved, &proved]
        .into_iter()
        .flat_map(|made| played(made).levelling.as_ref().unwrap().changes.clone())
        .collect();
    for what in ["begins at", "village"] {
        assert!(changes.iter().any(|change| change.contains(what)), "{what}: {changes:#?}");
    }
}

#[test]
fn what_cannot_be_proved_within_the_bound_says_what_was_reached() {
    for (bound, looked) in [(40, 40), (100, 96)] {
        let made = fair_roll(&proof(5, 5, bound));
        assert_eq!((made.end, played(&made).verdict), (FairEnd::Bound, PlayedVerdict::Open));
        assert!(made.matches <= bound, "{}", made.matches);
        let before = played(&made).levelling.as_ref().unwrap().before_matches;
        assert_eq!(before, looked);
        let words = format!("not proved in {} matches: ", made.matches);
        assert!(played(&made).words.starts_with(&words), "{}", played(&made).words);
        let before = &played(&made).levelling.as_ref().unwrap().before;
        let rates: Vec<f64> = played(&made).seats.iter().map(|seat| seat.rate).collect();
        // They are what a file holds of them.
        assert!((rates.iter().sum::<f64>() - 1.0).abs() < 1e-3);
        assert!(rates.iter().chain(before).all(|&share| share == kept_share(share)), "{rates:?} {before:?}");
    }
}

/// The bound falls into the race of sites, or into the experiment: what these have found is not lost.
// Takes seconds: a search plays hundreds of matches.
#[test]
fn the_bound_gives_the_most_even_start_that_was_found_by_then() {
    let plain = pipeline::roll(&SKIRMISH, &proof(5, 5, 1), &Options::new("skirmish")).unwrap().scenario;
    let before = off(&plain);
    for bound in [600, 1500] {
        let made = fair_roll(&proof(5, 1, bound));
        assert_eq!((made.end, made.matches <= bound), (FairEnd::Bound, true));
        let after = off(&made.roll.scenario);
        assert!(after < 0.6 * before, "{bound}: {after} of {before}");
    }
}

// Takes seconds: a search plays hundreds of matches.
#[test]
fn the_most_even_start_of_a_bound_is_told_by_fresh_matches_and_proves_nothing() {
    let (mut before, mut after) = (0.0, 0.0);
    for seed in 4..=6 {
        let made = fair_roll(&best(seed, 600));
        assert_eq!((made.end, played(&made).verdict), (FairEnd::Found, PlayedVerdict::Open));
        assert!((500..=600).contains(&made.matches), "{}", made.matches);
        let levelling = played(&made).levelling.as_ref().unwrap();
        assert!((100..=150).contains(&played(&made).matches), "{}", played(&made).matches);
        assert_eq!(levelling.searched + played(&made).matches, made.matches);
        assert!(played(&made).words.contains("not proved"), "{}", played(&made).words);
        let again = play(&made.roll.scenario, played(&made).seed, 0.05, played(&made).matches);
        assert_eq!(again.seats, played(&made).seats);
        before += off(&pipeline::roll(&SKIRMISH, &proof(seed, 5, 1), &Options::new("skirmish")).unwrap().scenario);
        after += off(&made.roll.scenario);
    }
    assert!(after < 0.6 * before, "{after} of {before}");
}

#[test]
fn best_has_the_same_bytes_on_any_number_of_threads() {
    let request = best(3, 300);
    assert_eq!(text(&on(1, &request)), text(&on(3, &request)));
    assert!(fair_roll(&request).roll.scenario.origins.string.ends_with(":3:fair=best,fair-matches=300"));
}

/// A scenario that a file gives whole.
fn given(seed: u64) -> Loaded {
    let given = pipeline::roll(&SKIRMISH, &proof(seed, 5, 1), &Options::new("skirmish")).unwrap().scenario;
    let text = formats::write_scenario(&given);
    pipeline::load_start(given, &text, design::Diagnostics::default())
}

fn roll_given(start: &Loaded, request: &Request) -> FairRoll {
    roll(start, request, &Options::new("file"), &MatchLog::none(), &AtomicBool::new(false), &|_| {}).unwrap()
}

/// Units and ground of a file stay: it is levelled by handicaps alone, or, where there may be none, played as it is.
#[test]
fn what_a_file_gives_stays_and_handicaps_level_it() {
    let start = given(5);
    let scenario = start.start.as_deref().unwrap();
    for request in [proof(5, 10, 8000), best(5, 600)] {
        let made = roll_given(&start, &request);
        let now = &made.roll.scenario;
        assert_eq!((&now.units, &now.world.terrain), (&scenario.units, &scenario.world.terrain));
        assert!(matches!(made.end, FairEnd::Proved | FairEnd::Found), "{:?}", played(&made).words);
        assert_eq!(changes(&made).len(), 2, "{:?}", changes(&made));
        assert!(changes(&made).iter().all(|change| change.contains(" % faster") || change.contains(" % slower")));
        assert!(off(now) < 0.11 && off(scenario) > 0.15, "{} {}", off(now), off(scenario));
    }
    // By 20 points the first look at a proof comes before one is given up: it has to say no by itself.
    for request in [best(5, 200), proof(5, 5, 2000), proof(5, 20, 2000)] {
        let made = roll_given(&start, &map_alone(request));
        assert_eq!((&made.roll.scenario.units, handicaps(&made)), (&scenario.units, vec![100, 100]));
        assert_eq!((changes(&made), played(&made).verdict), (&[][..], PlayedVerdict::Open));
    }
}

/// Each match that the fit sees is of a start of its own: a log finds none by another's digest.
#[test]
fn a_start_with_other_handicaps_is_another_start() {
    let start = candidate(&SKIRMISH, 5);
    let options = Options::new("test");
    let source = Source {
        loaded: &SKIRMISH,
        request: Request { seed: 5, ..Request::default() },
        options: &options,
        string: String::new(),
        player: "goal".parse().unwrap(),
        delta: 0.05,
        seed: 1,
    };
    let other = source.with_handicaps(&start, &[104, 96]);
    assert_eq!((start.percents(), other.percents()), (vec![100, 100], vec![104, 96]));
    assert!(other.start != start.start && other.roll.scenario.units == start.roll.scenario.units);
    assert_eq!(source.with_handicaps(&other, &[100, 100]).start, start.start);
    // What the fit says in the end is not lost where it is what there was.
    let mut levelling = Levelling::new(start.clone());
    assert_eq!(levelling.last(&source).start, start.start);
    assert_eq!(levelling.into_most_even().start, start.start);
    // What a adjustment says is what it is rolled to.
    let again = source.make(other.adjustment.clone()).unwrap();
    assert_eq!((again.start, again.percents()), (other.start, other.percents()));
}

#[test]
fn nothing_is_paid_where_matches_do_not_show_seats_to_be_uneven() {
    let request = Request { symmetry: Some("rotation-2".parse().unwrap()), ..proof(EVEN, 10, 4000) };
    for request in [request.clone(), Request { fair: best(EVEN, 600).fair, ..request }] {
        let made = fair_roll(&request);
        assert_eq!((handicaps(&made), changes(&made)), (vec![100, 100], &[][..]), "{}", played(&made).words);
        assert!(matches!(made.end, FairEnd::Proved | FairEnd::Found));
    }
}

/// A seed whose symmetric roll is even.
const EVEN: u64 = 1;

/// What is uneven about a symmetric world, such as who moves first, may be paid for; the world stays as it is.
#[test]
fn a_symmetric_world_stays_symmetric() {
    for seed in 1..4 {
        let request = Request { symmetry: Some("rotation-2".parse().unwrap()), ..best(seed, 300) };
        let made = fair_roll(&request);
        assert!(made.roll.scenario.world.exact_symmetry().is_some());
        assert!(changes(&made).iter().all(|change| !change.contains("village")), "{:?}", changes(&made));
    }
}

#[test]
fn without_handicaps_the_map_alone_is_levelled() {
    let request = map_alone(best(5, 600));
    let made = fair_roll(&request);
    assert_eq!(handicaps(&made), [100, 100]);
    assert!(changes(&made).iter().any(|change| change.contains("begins at")), "{:?}", changes(&made));
    assert!(made.roll.scenario.origins.string.ends_with(":5:fair=best,fair-matches=600,handicap=no"));
    let shared: SharedString = made.roll.scenario.origins.string.parse().unwrap();
    assert_eq!(shared.request.fair, request.fair);
    // So are handicaps that somebody asks for: they stay.
    let asked: Vec<design::Handicap> = [104, 96].into_iter().filter_map(design::Handicap::new).collect();
    let made = fair_roll(&Request { handicaps: asked, ..best(5, 200) });
    assert_eq!((handicaps(&made), made.end), (vec![104, 96], FairEnd::Found));
}

#[test]
fn sides_of_a_team_share_a_handicap_and_who_sits_where_changes_nothing() {
    let teams = |seed| Request { sides: Some(4), teams: vec![1, 1, 2, 2], size: Some((20, 16)), ..best(seed, 150) };
    let mut paid = 0;
    for seed in 3..=6 {
        let made = fair_roll(&teams(seed));
        let percents = handicaps(&made);
        assert!(percents[0] == percents[1] && percents[2] == percents[3], "{percents:?}");
        paid += u32::from(percents[0] != percents[2]);
        // People and empty seats are played by the same player as the others: what is levelled is the start.
        if seed == 3 {
            let seats = [(1, design::Player::Human), (3, design::Player::Empty)].into();
            let seated = fair_roll(&Request { seats, ..teams(seed) });
            assert_eq!((handicaps(&seated), seated.matches), (percents, made.matches));
            assert_eq!(seated.roll.scenario.sides[2].player, design::Player::Empty);
        }
    }
    assert!(paid >= 1, "teams are uneven on some seeds");
}

#[test]
fn a_seat_that_stands_badly_is_moved_before_it_is_paid() {
    let (mut raced, mut paid) = (0, 0);
    for seed in 1..=4 {
        let (made, told) = told_roll(&Request { sides: Some(4), size: Some((20, 16)), ..best(seed, 240) });
        raced += u32::from(told.iter().any(|line| line.contains("the most even of ")));
        paid += u32::from(handicaps(&made).iter().any(|&percent| percent != 100));
    }
    assert!(raced >= 1 && paid >= 1, "{raced} raced, {paid} paid");
}

/// Requirements hold for every start that is tried, and a start that cannot meet them is not taken.
#[test]
fn requirements_hold_for_what_is_levelled() {
    let mut options = Options::new("skirmish");
    options.requirements = pipeline::Requirement::parse_all("score>=0.5").unwrap();
    let made = roll(&SKIRMISH, &best(5, 300), &options, &MatchLog::none(), &AtomicBool::new(false), &|_| {}).unwrap();
    let fairness = made.roll.scenario.fairness.as_ref().unwrap();
    assert!(options.requirements.iter().all(|one| one.check(fairness).is_ok()));
    assert_ne!(handicaps(&made), [100, 100]);
}

/// Stops a roll after some matches; what it kept in its log, and what came of it.
fn stopped_after(request: &Request, matches: u32, known: &str) -> (String, Result<FairRoll, FairError>) {
    let kept = Arc::new(Mutex::new(known.to_owned()));
    let keep = {
        let kept = Arc::clone(&kept);
        Box::new(move |line: &str| {
            kept.lock().unwrap().push_str(line);
            Ok(())
        })
    };
    let stop = AtomicBool::new(false);
    let watch = |event: Event| {
        if let Event::Match(progress) = event {
            assert!(progress.matches <= progress.expected.max(1), "{progress:?}");
            stop.fetch_or(progress.matches >= matches, Ordering::Relaxed);
        }
    };
    let made = roll_with(request, &MatchLog::new(known, keep), &stop, &watch);
    let kept = kept.lock().unwrap().clone();
    (kept, made)
}

// Takes seconds: a search plays hundreds of matches.
#[test]
fn a_roll_that_is_stopped_gives_the_most_even_start_so_far() {
    for (after, request) in [(20, proof(5, 5, 4000)), (700, proof(5, 5, 4000)), (150, best(5, 600))] {
        let (_, made) = stopped_after(&request, after, "");
        let made = made.unwrap();
        assert_eq!((made.end, played(&made).verdict), (FairEnd::Stopped, PlayedVerdict::Open), "{after}");
        assert!((after..after + 90).contains(&made.matches), "{after}: {}", made.matches);
    }
    let (_, made) = stopped_after(&proof(5, 5, 4000), 0, "");
    assert!(made.is_ok(), "one that is stopped at once is a plain roll");
}

/// Whatever ends it, what is written is not less even, by its own matches, than what there was.
#[test]
fn what_is_ended_early_is_never_worse_than_the_plain_roll() {
    for (goal, ends) in [
        (best(5, 300), &[20, 40, 100, 180, 245, 255, 299][..]),
        (best(2, 300), &[30, 160, 253]),
        (proof(5, 5, 4000), &[110, 150, 260]),
        (map_alone(best(5, 300)), &[60, 255]),
    ] {
        for &after in ends {
            let (_, made) = stopped_after(&goal, after, "");
            let made = made.unwrap();
            let rates: Vec<f64> = played(&made).seats.iter().map(|seat| seat.rate).collect();
            let before = &played(&made).levelling.as_ref().unwrap().before;
            // Half a win for each is part of what is said of before.
            let most = off_equal(before) + 0.05;
            assert!(off_equal(&rates) <= most, "{} after {after}: {rates:?}, before {before:?}", goal.seed);
        }
    }
}

// Takes seconds: a proof and a search are made whole, and again in three parts.
#[test]
fn a_roll_that_was_stopped_goes_on_by_its_log_to_the_same_bytes() {
    for request in [proof(5, 10, 8000), best(5, 400)] {
        let whole = fair_roll(&request);
        let mut log = format!("{LOG_HEAD}\n");
        let mut added = 0;
        for after in [30, 250, u32::MAX] {
            let known = log.lines().count();
            // What is killed leaves a line without its end.
            let (kept, made) = stopped_after(&request, after, &format!("{log}00ab,3,"));
            added += kept.lines().count() - known;
            log = kept.replace("00ab,3,", "");
            if after == u32::MAX {
                let made = made.unwrap();
                assert_eq!((made.end, made.matches), (whole.end, whole.matches));
                assert_eq!(text(&made), text(&whole));
            }
        }
        // Each match was played once, though the roll was begun three times.
        let matches = log.lines().skip(1).map(|line| line.split(',').take(3).collect::<Vec<_>>());
        assert_eq!(matches.collect::<BTreeSet<_>>().len(), log.lines().count() - 1);
        assert!(added >= whole.matches as usize, "{added} lines");
    }
}

#[test]
fn a_log_that_cannot_be_written_ends_the_roll_with_the_reason() {
    let written = AtomicU32::new(0);
    let written = Arc::new(written);
    let keep = {
        let written = Arc::clone(&written);
        Box::new(move |_: &str| match written.fetch_add(1, Ordering::Relaxed) {
            0..5 => Ok(()),
            _ => Err("the disk is full".to_owned()),
        })
    };
    let ended = roll_with(&proof(5, 5, 4000), &MatchLog::new("", keep), &AtomicBool::new(false), &|_| {});
    assert_eq!(ended.unwrap_err(), FairError::Log("the disk is full".to_owned()));
    assert_eq!(written.load(Ordering::Relaxed), 6, "nothing is kept after that");
}

#[test]
fn a_request_without_a_wish_is_a_plain_roll() {
    let made = fair_roll(&Request { seed: 5, ..Request::default() });
    assert_eq!((made.end, made.matches, &made.roll.scenario.played), (FairEnd::Plain, 0, &None));
}

/// Three zones in space: the one that lies far from the others wins less, as the game's own player plays.
// Takes seconds: a search plays hundreds of matches.
/// It is not rolled again: the world is that of the roll, whatever seed the request names.
#[test]
fn a_plain_roll_that_is_made_already_gives_the_same_bytes() {
    let request = best(5, 200);
    let options = Options::new("skirmish");
    let level_of = |seed: u64| {
        let plain = pipeline::roll(&SKIRMISH, &Request { seed, ..Request::default() }, &options).unwrap();
        let world = plain.scenario.world.clone();
        let (log, stop) = (MatchLog::none(), AtomicBool::new(false));
        (world, level(plain, &SKIRMISH, &request, &options, &log, &stop, &|_| {}).unwrap())
    };
    assert_eq!(text(&level_of(5).1), text(&fair_roll(&request)));
    let (world, made) = level_of(EVEN);
    assert_eq!(made.roll.scenario.origins.seed, EVEN);
    assert_eq!(made.roll.scenario.world.terrain, world.terrain);
}

#[test]
fn a_game_without_the_usual_player_is_made_fair_by_its_own() {
    let loaded = pipeline::load_preset("hostile-space").expect("it comes with Fairmarch").expect("tests load it");
    let mut request = Request { sides: Some(3), ..best(5, 24) };
    request.variants.insert("asymmetric".to_owned(), "true".to_owned());
    let none = AtomicBool::new(false);
    let made = roll(&loaded, &request, &Options::new("hostile-space"), &MatchLog::none(), &none, &|_| {}).unwrap();
    let played = made.roll.scenario.played.expect("it was played");
    assert!(made.matches == 24 && made.end == FairEnd::Found, "{} matches, {:?}", made.matches, made.end);
    assert!(played.players.iter().all(|player| player == "interceptor"), "{:?}", played.players);
    assert!(made.roll.scenario.sides.iter().all(|side| side.handicap.is_even()), "its rules have no handicaps");
}

#[test]
fn strangers_prove_nothing_and_a_way_down_takes_no_advantages() {
    let fails =
        |request: Request| roll_with(&request, &MatchLog::none(), &AtomicBool::new(false), &|_| {}).unwrap_err();
    let wish = FairWish { player: "nobody".to_owned(), ..FairWish::default() };
    let told = fails(Request { seed: 5, fair: Some(wish), ..Request::default() }).to_string();
    assert!(told.starts_with("there is no player `nobody`"), "{told}");
    let wish = FairWish { goal: FairGoal::Game { name: "reach", percent: 50 }, ..FairWish::default() };
    let told = fails(Request { advantages: vec![1, 2], fair: Some(wish), ..proof(5, 5, 100) }).to_string();
    assert!(told.starts_with("a share of all matches is the same for all seats, and takes no advantages"), "{told}");
}

/// A start with advantages of 2 to 1. The first seat is to win two thirds: not half, and not what twice the squads win if nobody levels it.
fn two_to_one(request: Request) -> Request {
    Request { advantages: vec![2, 1], size: Some((16, 14)), ..request }
}

/// What each seat won, and what was wished for it.
fn shares(made: &FairRoll) -> (Vec<f64>, Vec<f64>) {
    played(made).seats.iter().map(|seat| (seat.rate, seat.wished.expect("it is wished for"))).unzip()
}

// Takes seconds: a proof plays hundreds of matches.
#[test]
fn seats_with_different_advantages_are_proved_to_win_in_their_ratio() {
    let made = fair_roll(&two_to_one(proof(5, 12, 6000)));
    assert_eq!((made.end, played(&made).verdict), (FairEnd::Proved, PlayedVerdict::Equal), "{}", played(&made).words);
    let (won, wished) = shares(&made);
    let due = [2.0 / 3.0, 1.0 / 3.0];
    assert_eq!(wished, due.map(kept_share), "as files keep them");
    assert!(fairness::off(&won, &due) < 0.12 && handicaps(&made) != [100, 100], "{won:?} {:?}", handicaps(&made));
    let words = "equal: every seat wins the share of the games that is wished for, 66.7 / 33.3 %, to within 12 points";
    assert_eq!(played(&made).words, words);
    // Fresh matches say the same of the file, within what 600 of them can tell.
    let scenario = &made.roll.scenario;
    let again = play(scenario, 9_999, 0.12, 600);
    assert!(again.verdict != PlayedVerdict::Unequal && (again.seats[0].rate - due[0]).abs() < 0.18, "{}", again.words);
    assert!(scenario.origins.string.contains("advantage=2%2C1,fair=12"), "{}", scenario.origins.string);
}

/// Teams win together: a seat is due what its team is, by the mean of the advantages of its seats.
#[test]
fn sides_of_a_team_are_due_the_share_of_their_team() {
    let teams = Request { sides: Some(4), teams: vec![1, 1, 2, 2], size: Some((20, 16)), ..best(3, 100) };
    let made = fair_roll(&Request { advantages: vec![1, 2, 1, 1], ..teams });
    assert_eq!(shares(&made).1, [0.6, 0.6, 0.4, 0.4]);
    assert!(played(&made).words.ends_with("where 60 / 60 / 40 / 40 % is wished for"), "{}", played(&made).words);
}

#[test]
fn what_is_levelled_by_a_bound_comes_nearer_to_the_wished_shares() {
    let (mut before, mut after) = (0.0, 0.0);
    for seed in 4..=6 {
        let made = fair_roll(&two_to_one(best(seed, 300)));
        let (_, due) = shares(&made);
        before += fairness::off(&played(&made).levelling.as_ref().unwrap().before, &due);
        let fresh = play(&made.roll.scenario, 9_999, 0.05, 400);
        let rates: Vec<f64> = fresh.seats.iter().map(|seat| seat.rate).collect();
        after += fairness::off(&rates, &due);
    }
    assert!(after < 0.7 * before, "{after} of {before}");
}

#[test]
fn a_ratio_that_nothing_brings_about_ends_with_the_nearest_start() {
    let made = fair_roll(&Request { advantages: vec![6, 1], size: Some((30, 30)), ..proof(5, 1, 250) });
    assert_eq!((made.end, played(&made).verdict), (FairEnd::Bound, PlayedVerdict::Open));
    let words = &played(&made).words;
    assert!(words.starts_with("not proved in ") && words.ends_with(" % is wished for"), "{words}");
}

/// Matches that are even say so of equal advantages alone.
#[test]
fn what_is_shown_uneven_depends_on_what_is_due() {
    let options = Options::new("test");
    let request = two_to_one(Request { seed: 5, ..Request::default() });
    let roll = pipeline::roll(&SKIRMISH, &request, &options).unwrap();
    let (string, player) = (String::new(), "goal".parse().unwrap());
    let source = Source { loaded: &SKIRMISH, request, options: &options, string, player, delta: 0.05, seed: 1 };
    let mut start = source.candidate(Adjustment::default(), roll).unwrap();
    let mut win = |first: u32| {
        for (team, wins) in [(0, first), (1, 96 - first)] {
            start.games.teams[team] = playtest::statistics::Record::of_wins(wins, 96);
            start.games.wins[team] = wins;
        }
        start.games.games = 96;
        (start.is_shown_uneven(), start.off() < 0.01, start.poorest() > 0.9, start.unevenness())
    };
    let ((uneven, near, poor, thirds), (is_uneven, is_near, is_poor, halves)) = (win(64), win(48));
    assert!(!uneven && near && poor && is_uneven && !is_near && !is_poor && thirds < 0.01 && halves > 0.05);
}

/// A vault of which a part of the heroes is to reach the last level.
fn small_descent(percent: u8, matches: u32) -> (FairRoll, Vec<String>) {
    let loaded = pipeline::load_preset("vault").expect("it comes with Fairmarch").expect("tests load it");
    // The explorer goes down at the first chance, so its matches take a millisecond.
    let wish = FairWish {
        goal: FairGoal::Game { name: "reach", percent },
        player: "explorer".to_owned(),
        matches: Some(matches),
        ..FairWish::default()
    };
    let request = Request { seed: 5, size: Some((30, 18)), fair: Some(wish), ..Request::default() };
    let told = Mutex::new(Vec::new());
    let watch = |event: Event| {
        if let Event::Found(what) = event {
            told.lock().unwrap().push(what);
        }
    };
    let made =
        roll(&loaded, &request, &Options::new("vault"), &MatchLog::none(), &AtomicBool::new(false), &watch).unwrap();
    (made, told.into_inner().unwrap())
}

// Takes seconds: a way down is levelled by thousands of visits, and 400 more say what came of it.
#[test]
fn a_descent_is_levelled_to_the_part_of_heroes_that_is_wished_for() {
    let (made, told) = small_descent(35, 9000);
    assert_eq!(made.end, FairEnd::Proved, "{told:#?}");
    let found = played(&made);
    assert!(found.words.starts_with("proved: ") && found.matches >= 500, "{}", found.words);
    let levelling = found.levelling.as_ref().unwrap();
    assert!(levelling.changes.iter().any(|change| change.starts_with("level 2, ")), "{:?}", levelling.changes);
    assert!(told[1].contains("reach the last level of the plain roll"), "{told:#?}");
    // Matches that nobody has seen say the same, within what a few hundred of them can tell.
    let runner = Arc::new(playtest::open(&made.roll.scenario).unwrap());
    let settings = SessionSettings { seed: 123, ..SessionSettings::default() };
    let player = "explorer".parse().unwrap();
    let session = Session::new(runner, vec![player], settings, Arc::new(playtest::no_programs)).unwrap();
    let Ok(_) = session.play(400, &AtomicBool::new(false), &mut |_, _, _| Ok::<(), std::convert::Infallible>(()));
    let counts = session.counts();
    let reached = counts.figures.iter().rfind(|sum| sum.name.starts_with("heroes that reach")).unwrap();
    let share = reached.count as f64 / reached.of as f64;
    assert!((share - 0.35).abs() < 0.05 + 0.07, "{share}");
}

/// As few and as weak monsters as its levels may have let no more than a third of explorers pass: the search says so, and ends.
#[test]
fn a_descent_that_nothing_makes_easy_enough_ends_soon() {
    let (made, told) = small_descent(95, 9000);
    assert_eq!(made.end, FairEnd::Bound, "{told:#?}");
    assert!(made.matches < 3000, "{} matches: {told:#?}", made.matches);
    assert!(told.last().unwrap().contains("nothing that may be changed lets more reach the last level"), "{told:#?}");
    assert!(played(&made).words.starts_with("not proved"), "{}", played(&made).words);
}

#[test]
fn what_has_no_way_down_is_not_levelled_and_one_seat_is_never_even() {
    let wish = |goal| FairWish { goal, ..FairWish::default() };
    let request =
        Request { seed: 5, fair: Some(wish(FairGoal::Game { name: "reach", percent: 50 })), ..Request::default() };
    let refused = |loaded: &Loaded, request: &Request| {
        roll(loaded, request, &Options::new("test"), &MatchLog::none(), &AtomicBool::new(false), &|_| {})
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&SKIRMISH, &request).contains("`reach` is no goal of the game `kernel`"));
    let vault = pipeline::load_preset("vault").expect("it comes with Fairmarch").expect("tests load it");
    let even = Request { fair: Some(wish(FairGoal::Best)), size: Some((40, 20)), ..request };
    assert!(refused(&vault, &even).contains("only one seat"));
}
