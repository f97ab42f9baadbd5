//! A game that the project does not know is added with one line: [`crate::sticks`] rolls, plays, is explained, replayed and drawn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use ai::Forfeit;
use chance::Seed;
use contract::suite::{Subject, check_game};
use contract::{Choice, GameError, Seat, Seats};
use output::PictureStyle;
use pipeline::{Loaded, Options, Request};
use playtest::{
    MatchRecord, MatchRunner, MatchSettings, PlayerName, Question, Recording, Session, SessionSettings, TextPlayer,
    no_programs,
};
use world::Scenario;

use crate::sticks::{SticksPlayers, hands};
use crate::sticks_ground::GROUND;

/// Loads a design of the game, which is added by one line.
fn load(text: &str) -> Result<Loaded, design::Diagnostics> {
    playtest::add_ruleset::<SticksPlayers>(GROUND);
    pipeline::load_text("sticks", "sticks.ron", text, &|_| None)
}

const TEXT: &str = include_str!("../designs/sticks.ron");

fn roll(sides: u8, rich: bool) -> Scenario {
    let variants: BTreeMap<_, _> = rich.then(|| ("rich".to_owned(), "true".to_owned())).into_iter().collect();
    let request = Request { seed: 3, sides: Some(sides), variants, ..Request::default() };
    pipeline::roll(&load(TEXT).expect("it resolves"), &request, &Options::new("sticks")).expect("it rolls").scenario
}

static START: LazyLock<Scenario> = LazyLock::new(|| roll(2, false));

fn runner(scenario: &Scenario) -> Arc<MatchRunner> {
    Arc::new(playtest::open(scenario).expect("it is played"))
}

fn players(names: &[&str]) -> Vec<PlayerName> {
    names.iter().map(|name| name.parse().expect("a name")).collect()
}

#[test]
fn the_suite_holds_it_to_the_contract() {
    for sides in [2, 4] {
        let start = roll(sides, false);
        let runner = runner(&start);
        check_game(Subject { name: "sticks", begin: &|seed| runner.begin(seed), start: &start, is_thorough: true });
    }
}

/// Its section is read, checked with places, changed by variants, and written back with the scenario.
#[test]
fn its_section_belongs_to_it() {
    let hand = |scenario: &Scenario| {
        runner(scenario).begin(Seed(1)).describe(Seat(0))[..].split(' ').nth(3).unwrap().to_owned()
    };
    assert_eq!([hand(&START), hand(&roll(2, true))], ["9", "14"]);
    let text = formats::write_scenario(&START);
    let again = pipeline::read_scenario("scenario.ron", &text, &|_| None).expect("it reads back").0;
    assert_eq!((hand(&again), formats::write_scenario(&again)), ("9".to_owned(), text));
    for (wrong, told) in [("\"hand\": 90", "`hand` cannot be this"), ("\"hands\": 9", "has no `hands`")] {
        let found = load(&TEXT.replace("\"hand\": 9 }", &format!("{wrong} }}"))).expect_err("a fault");
        let fault = &found.0[0];
        let line = TEXT.lines().position(|line| line.contains("\"sticks\": {")).expect("it is there") + 1;
        let place = fault.place.as_ref().map(|place| place.line as usize);
        assert!(fault.message.contains(told) && place == Some(line), "{fault:?}");
    }
    let other = load(&TEXT.replace("\"ruleset\": \"sticks\"", "\"ruleset\": \"stick\"")).expect_err("a fault");
    assert!(other.0.iter().any(|fault| format!("{fault:?}").contains("sticks")), "{other:?}");
}

/// A start whose hands were dealt by the game's own method, unequally.
fn dealt() -> (Loaded, Request, pipeline::Roll) {
    let text = TEXT.replace("\"make-countries\", \"name-units-randomly\"]", "\"deal-sticks\"]");
    let loaded = load(&text).expect("the method is known");
    let rolls = (1..30).map(|seed| {
        let request = Request { seed, sides: Some(2), ..Request::default() };
        let made = pipeline::roll(&loaded, &request, &Options::new("sticks")).expect("it rolls");
        (request, made)
    });
    let is_unequal = |(_, made): &(Request, pipeline::Roll)| match hands(&made.scenario)[..] {
        [one, other] => one.abs_diff(other) == 2,
        _ => false,
    };
    let (request, made) = { rolls }.find(is_unequal).expect("seeds deal this and that");
    (loaded, request, made)
}

/// What a game brings of its own works without a line elsewhere: its method makes part of the start, its measure and weight predict who
/// wins and say why, its lever levels it, its facts are told, its chart is drawn.
// Takes seconds: a start is levelled by matches, and drawn twice.
#[test]
fn its_ground_is_asked_where_those_of_other_games_are() {
    let (loaded, request, made) = dealt();
    let start = &made.scenario;
    let dealt = hands(start);
    assert!(start.origins.methods.iter().any(|(name, told)| name == "deal-sticks" && told.contains("sticks")));
    // Measured, predicted, explained.
    let found = start.fairness.as_ref().expect("it is scored");
    let measures: Vec<&str> = found.measures.iter().map(|measure| measure.name.as_str()).collect();
    assert!(measures.contains(&"sticks") && !measures.contains(&"land-8"), "{measures:?}");
    let poor = usize::from(dealt[1] < dealt[0]);
    assert_eq!((found.worst_seat, found.predicted[poor] < 0.5), (poor + 1, true), "{found:?}");
    let told = format!("it begins with {} sticks, while the best-placed seat has {}.", dealt[poor], dealt[1 - poor]);
    assert!(found.reason.ends_with(&told), "{}", found.reason);
    assert!(playtest::measure_summaries().any(|(name, _)| name == "sticks"));
    let facts = playtest::facts(start, contract::FactsOf::Side(world::SideId(1)));
    assert_eq!(facts, [("sticks".to_owned(), dealt[0].to_string())]);
    // Levelled by its own lever.
    let goal = pipeline::FairGoal::Best;
    let fair = pipeline::FairWish { goal, matches: Some(3000), player: "random".to_owned(), no_handicap: true };
    let request = Request { fair: Some(fair), ..request };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let none = prove::MatchLog::none();
    let level = prove::roll(&loaded, &request, &Options::new("sticks"), &none, &stop, &|_| {}).expect("it is levelled");
    let after = hands(&level.roll.scenario);
    let told = &level.roll.scenario.played;
    assert!(after[0].abs_diff(after[1]) < dealt[0].abs_diff(dealt[1]), "{dealt:?} to {after:?}: {told:?}");
    let levelling =
        level.roll.scenario.played.as_ref().and_then(|played| played.levelling.as_ref()).expect("it is told");
    assert!(levelling.changes.iter().any(|change| change.ends_with(" sticks")), "{levelling:?}");
    // Brought to a goal of its own.
    let wish = |text: &str| text.parse::<pipeline::FairGoal>();
    let goal = wish("first-takes-40").expect("the game has such a goal");
    assert_eq!(goal.to_string(), "first-takes-40");
    let refused = wish("first-takes-400").expect_err("it is no percent").to_string();
    assert!(refused.contains("first-takes-99: how many of a hundred matches begin with a cell"), "{refused}");
    let fair = pipeline::FairWish { goal, matches: None, ..request.fair.clone().expect("it was wished for") };
    let request = Request { fair: Some(fair), ..request };
    let made = prove::roll(&loaded, &request, &Options::new("sticks"), &none, &stop, &|_| {}).expect("it is levelled");
    let words = &made.roll.scenario.played.as_ref().expect("it was played").words;
    assert_eq!(made.end, prove::FairEnd::Proved, "{words}");
    assert!(words.contains("of matches begin with a cell of the first side, where 40 % were wished for"), "{words}");
    // Drawn.
    let mut end = runner(start).begin(Seed(1));
    let mut lots = Seed(2).stream("moves");
    while let Some(seat) = end.to_act().iter().next() {
        let line = end.random_move(seat, &mut lots);
        end.apply(seat, &line).expect("it is legal");
    }
    let shown = end.show(start);
    let chart = end.chart(&shown).expect("it has charts");
    assert!(!chart.marks.is_empty(), "somebody took a cell");
    let style = PictureStyle { cell_width: Some(24), ..PictureStyle::default() };
    let frame =
        |chart| output::MovingFrame { scenario: shown.clone(), chart, arrows: Vec::new(), caption: String::new() };
    let drawn = |chart| output::draw_position(&frame(chart), &style).expect("it is drawn");
    assert_ne!(drawn(Some(chart)), drawn(None));
}

/// Both seats lay at once, and neither learns what the other laid.
#[test]
fn orders_stay_hidden() {
    let settings = MatchSettings { seed: Seed(1), turn_limit: 100 };
    let mut at = runner(&START).begin_match(settings, &[], &no_programs).expect("no player is asked for");
    assert_eq!(at.to_act(), Seats::first(2));
    assert_eq!(at.choices(Seat(1)).first(), Some(&Choice::of_line("0".to_owned())));
    at.step(Seat(1), "3").expect("it has three");
    assert_eq!((at.to_act(), at.step(Seat(1), "1").is_err()), (Seats::one(Seat(0)), true), "once is enough");
    let told = |seat| at.events().iter().filter_map(|event| event.text_for(Seat(seat))).collect::<Vec<_>>();
    assert_eq!((told(0), told(1)), (vec![], vec!["you lay 3"]));
    assert!(matches!(at.step(Seat(0), "7"), Err(GameError::Unreadable(_))));
    at.step(Seat(0), "1").expect("it has one");
    let told = at.events().last().expect("a cell is taken");
    assert_eq!(told.text, format!("{} takes cell 0", START.sides[1].name));
    assert_eq!(at.result().outcome.scores, [0, 1]);
}

/// Searching by what others might hide beats chance, and the same match is replayed, shown and drawn.
// Takes seconds: matches are played, replayed and drawn.
#[test]
fn it_is_played_replayed_and_drawn() {
    // With sticks enough there is something to choose.
    let start = roll(2, true);
    let runner = runner(&start);
    let settings = SessionSettings { seed: 5, keeps_moves: true, ..SessionSettings::default() };
    let session = Session::new(runner.clone(), players(&["search:200", "random"]), settings, Arc::new(no_programs));
    let session = session.expect("both are players");
    let mut points = [0, 0];
    for number in 0..60 {
        let played = session.play_match(number, Recording::Moves);
        assert_eq!(played.result.forfeits, [], "match {number}");
        for (seat, player) in session.schedule.seating(number).into_iter().enumerate() {
            points[player] += played.result.outcome.scores[seat];
        }
    }
    assert!(points[0] * 10 > points[1] * 13, "cells of the search and of chance: {points:?}");
    let played = session.play_match(0, Recording::Moves);
    let record = MatchRecord::new(&session, 0, &played, "scenario.ron", "text");
    let end = record.replay(&runner, "text", &mut |_, _, _| true).expect("it replays");
    assert_eq!(end.result().outcome, played.result.outcome);
    let mut pictures = [Vec::new(), Vec::new()];
    for (position, picture) in [start.clone(), end.game().show(&start)].iter().zip(&mut pictures) {
        output::write_png(position, &PictureStyle::default(), picture).expect("memory takes it");
    }
    assert!(pictures[0].len() > 1000 && pictures[0] != pictures[1], "taken cells are drawn");
}

/// A program that hands in all orders of a turn at once is asked once a turn.
#[test]
fn programs_hand_in_their_orders_together() {
    struct Orders(Arc<AtomicUsize>);
    impl TextPlayer for Orders {
        fn choose(&mut self, question: &dyn Question) -> Result<String, Forfeit> {
            self.0.fetch_add(1, Ordering::Relaxed);
            let moves = question.moves();
            let buys = moves.iter().filter(|line| line.starts_with("buy militia")).take(2).cloned();
            let is_march = question.text().contains("now buy");
            Ok(if is_march { buys.chain(["end".to_owned()]).collect::<Vec<_>>().join("; ") } else { moves[0].clone() })
        }
    }
    let scenario = fairmarch_tests::roll("generals-view:5:size=10x10").scenario;
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let programs = move |_: &str, _: &'static str, _: usize, _: usize| -> Result<Box<dyn TextPlayer>, Forfeit> {
        Ok(Box::new(Orders(Arc::clone(&counter))))
    };
    let settings = MatchSettings { seed: Seed(2), turn_limit: 20 };
    let players: Vec<_> = players(&["cmd:one", "cmd:two"]).into_iter().map(Some).collect();
    let mut at = runner(&scenario).begin_match(settings, &players, &programs).expect("programs can be started");
    while let Some(seat) = at.to_act().iter().next() {
        assert!(at.play(seat));
    }
    let bought = at.moves().iter().filter(|(_, line)| line.starts_with("buy")).count();
    assert_eq!(at.result().forfeits, []);
    assert!(bought > 3 && asked.load(Ordering::Relaxed) + bought == at.moves().len(), "{bought} bought");
}
