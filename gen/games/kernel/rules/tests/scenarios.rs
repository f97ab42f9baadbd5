//! Positions as scenarios, in both languages: orders, doctrine and the sides' memory are read back, and the game continues.

use chance::{Seed, Stream};
use contract::{Ruleset, Seat};
use design::{Known, TerrainType, TypeId};
use fairmarch_kernel::testing::{Image, Memory};
use fairmarch_kernel::{Condition, Doctrine, Goal, Kernel, Move, Phase, StandingOrder, Task, UnitIndex, testing};
use world::{Scenario, SideId};

use super::saving::{WAR, assert_same_position, play, war};
use super::{TestGame, table};

/// Plays at random, with many more orders than are usual.
fn command(table: &mut TestGame, stream: &mut Stream, moves: usize) {
    for _ in 0..moves {
        play(table, stream, 3);
        let seat = Seat(table.state.acting_seat);
        let view = table.rules.view(&table.state, seat);
        let word = testing::draw_word(view, stream).filter(|word| match word {
            Move::Order(..) | Move::StandingOrder(..) | Move::Doctrine(..) => view.check(*word).is_ok(),
            _ => false,
        });
        if let Some(word) = word.filter(|_| table.state.phase == Phase::Playing) {
            table.make(seat.0, word).unwrap();
        }
    }
}

fn open(scenario: &Scenario) -> TestGame {
    let rules = Kernel::open(scenario).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(7));
    assert_eq!(rules.find_broken(&state), None);
    TestGame { rules, state, events: Vec::new() }
}

fn through_ron(shown: &Scenario) -> Scenario {
    let text = formats::write_scenario(shown);
    let (read, found) =
        formats::read_scenario("t.ron", &text, &|_| None, &Known::default()).unwrap_or_else(|why| panic!("{why:?}"));
    assert!(!found.has_errors(), "{found:?}");
    read
}

fn written_gdl(shown: &Scenario) -> String {
    formats::gdl::write_gdl("t", &shown.design, Some(shown), &[], &Known::default())
}

fn read_gdl(text: &str) -> Scenario {
    let module = formats::gdl::Module::read("t", "t.g", text, &|_| None);
    let (game, found) = module.game(&std::collections::BTreeMap::new(), &Known::default());
    assert!(!found.has_errors(), "{found:?}\n{text}");
    game.expect("no error").start.expect("a start")
}

/// Roads, rivers and snow come and go.
fn shift_terrain(table: &mut TestGame, stream: &mut Stream) {
    let [river, road, snow] = ["river", "road", "snow"].map(|name| table.rules.design.find(name).expect("it is there"));
    for _ in 0..12 {
        let cell = grid::Cell(stream.below(121));
        let (way, depth) = (grid::Direction(stream.below(6) as u8), stream.below(4) as i32);
        let (is_river, is_there) = (stream.coin(), stream.coin());
        if table.rules.area.contains(cell) && table.rules.area.neighbor(cell, way).is_some() {
            table.change(|change| {
                change.set_edge(cell, way, if is_river { river } else { road }, is_there);
                change.set_coating(cell, snow, depth);
            });
        }
    }
}

/// What is remembered of borders and coatings, without types of which nothing is.
fn lines(memory: &Memory) -> Vec<(TerrainType, Vec<i16>)> {
    let edges =
        memory.edges.iter().map(|(kind, layer)| (*kind, layer.values().iter().map(|&mask| mask.into()).collect()));
    let coatings = memory.coatings.iter().map(|(kind, layer)| (*kind, layer.values().to_vec()));
    edges.chain(coatings).filter(|(_, values): &(_, Vec<i16>)| values.iter().any(|&value| value != 0)).collect()
}

/// What orders and memories say, with units by their places among the living; all others are one.
type Told = (
    Vec<Option<(Goal, u32, u8, Option<Goal>)>>,
    Vec<Vec<StandingOrder>>,
    Vec<Vec<Doctrine>>,
    Vec<(Vec<u8>, Vec<Image>, Vec<(TerrainType, Vec<i16>)>, [Vec<i16>; 3])>,
);

fn told(table: &TestGame) -> Told {
    let at = table.at();
    let living: Vec<UnitIndex> = at.live().collect();
    let number = |id: UnitIndex| match living.binary_search(&id) {
        Ok(place) => UnitIndex(place as u32),
        Err(_) if id == UnitIndex::NONE => id,
        Err(_) => UnitIndex(u32::MAX - 1),
    };
    let goal = |goal: Goal| match goal {
        Goal::Transport(id, cell) => Goal::Transport(number(id), cell),
        Goal::Hit(id) => Goal::Hit(number(id)),
        Goal::Capture(id) => Goal::Capture(number(id)),
        Goal::Occupy(id) => Goal::Occupy(number(id)),
        goal => goal,
    };
    let task = |&id: &UnitIndex| {
        let details = at.details(id).cloned().unwrap_or_default();
        // Without a task the rest says nothing.
        details.task.map(|task| (goal(task.goal), task.until, details.failures, details.errand.map(goal)))
    };
    let order = |order: &StandingOrder| StandingOrder {
        condition: match order.condition {
            Condition::In(id) => Condition::In(number(id)),
            condition => condition,
        },
        task: Task { goal: goal(order.task.goal), ..order.task },
        ..*order
    };
    let orders = |side: &fairmarch_kernel::SideState| side.standing_orders.iter().map(order).collect();
    let sight = |sight: &testing::SideVision| {
        let image = |image: &Image| Image { unit: number(image.unit), inside: number(image.inside), next: 0, ..*image };
        let mut images: Vec<Image> = sight.views.images.iter().map(image).collect();
        images.sort_by_key(|image| (image.unit, image.cell, image.turn));
        (sight.known.clone(), images, lines(&sight.memory), sight.memory.weather.clone())
    };
    (
        living.iter().map(task).collect(),
        table.state.sides.iter().map(orders).collect(),
        table.state.sides.iter().map(|side| side.doctrines.clone()).collect(),
        table.state.sights.iter().map(sight).collect(),
    )
}

fn assert_same_told(one: &Told, other: &Told) {
    assert_eq!(one.0, other.0, "tasks");
    assert_eq!(one.1, other.1, "standing orders");
    assert_eq!(one.2, other.2, "doctrines");
    for (one, other) in one.3.iter().zip(&other.3) {
        assert_eq!(one.1, other.1, "images");
        assert_eq!(one.0, other.0, "terrain");
        assert_eq!(one.2, other.2, "borders and coatings");
        assert_eq!(one.3, other.3, "weather");
    }
}

// Takes seconds: each position is written in both languages and played on from.
#[test]
fn orders_doctrine_and_memories_come_back_in_both_languages_and_the_game_goes_on() {
    let (mut tasks, mut orders, mut memories, mut ghosts, mut old) = (0, 0, 0, 0, 0);
    // Once with every unit seen for certain, once with units that are overlooked, and terrain that grows stale.
    let hazy = WAR.replace(
        "(set see-all false)",
        "(set see-all false) (table see-chance-adjacent (u* tank 50)) (set see-terrain-always false)
         (set see-weather-always false) (add land temperature-average 10) (add land temperature-variability 30)
         (add land temperature-max 60) (add land clouds-max 100) (add land wind-force-max 5) (add land wind-variability 50)",
    );
    for (seed, text) in (0..4).zip([WAR, hazy.as_str()].into_iter().cycle()) {
        let mut table = super::table_with_seed(text, seed);
        let mut stream = Seed(seed).stream("commands");
        for _ in 0..6 {
            command(&mut table, &mut stream, 40);
            shift_terrain(&mut table, &mut stream);
            if table.state.phase == Phase::Over {
                break;
            }
            let before = told(&table);
            let shown = table.rules.show(&table.state, &table.rules.scenario);
            for read in [through_ron(&shown), read_gdl(&written_gdl(&shown))] {
                let mut again = open(&read);
                assert_same_position(&table, &again);
                assert_same_told(&told(&again), &before);
                assert_eq!(
                    (again.state.acting_seat, again.state.actions_left),
                    (table.state.acting_seat, table.state.actions_left)
                );
                assert_eq!((again.state.done, &again.state.worked), (table.state.done, &table.state.worked));
                assert!(again.rules.show(&again.state, &read).units == shown.units, "shown again it is the same");
                // With the same random numbers the same happens, though no seat gives orders any more.
                let mut twin = open(&table.rules.scenario);
                (twin.state, again.state.rng) = (table.state.clone(), table.state.rng.clone());
                for game in [&mut twin, &mut again] {
                    for _ in 0..12 {
                        let seat = game.state.acting_seat;
                        let _ = game.make(seat, Move::End);
                    }
                }
                assert_same_position(&twin, &again);
            }
            old += before.3.iter().map(|sight| sight.2.len() + sight.3.iter().flatten().count()).sum::<usize>();
            tasks += before.0.iter().flatten().count();
            orders += before.1.iter().flatten().count();
            let is_stale = |side: u8, image: &&Image| !table.at().is_current(SideId(side), image);
            for (side, sight) in (0..).zip(&table.state.sights) {
                memories += sight.views.images.iter().filter(|image| is_stale(side, image)).count();
                ghosts += sight.views.images.iter().filter(|image| !table.at().is_alive(image.unit)).count();
            }
        }
    }
    assert!(
        tasks > 30 && orders > 25 && memories > 30 && ghosts > 3 && old > 999,
        "{tasks} {orders} {memories} {ghosts} {old}"
    );
}

/// A task for each word, and what GDL has no word for.
#[test]
fn every_task_has_its_words() {
    let mut table = table(
        "(unit-type town (capacity 5) (hp-max 20)) (unit-type scout (acp-per-turn 1) (capacity 2)) (set see-all true) (units)
         (town 2 4 1) (scout 2 4 1 (in 1)) (scout 4 4 1) (scout 6 4 2) (scout 6 3 2)",
    );
    let (one, other) = (table.cell(3, 3), table.cell(5, 5));
    let scout = table.kind("scout");
    let goals = [
        Goal::Build(scout, 3),
        Goal::MoveTo(one, 2),
        Goal::Sentry,
        Goal::Resupply,
        Goal::Repair,
        Goal::Hit(UnitIndex(3)),
        Goal::Capture(UnitIndex(4)),
        Goal::Occupy(UnitIndex(0)),
        Goal::Patrol(one, other),
        Goal::Transport(UnitIndex(1), other),
    ];
    for (index, goal) in goals.into_iter().enumerate() {
        let is_gdl = index < 8;
        table.change(|change| {
            let details = change.details_mut(UnitIndex(2));
            (details.task, details.failures, details.errand) = (Some(Task { goal, until: 9 }), 4, None);
            if !matches!(goal, Goal::Repair | Goal::Resupply) {
                details.errand = Some(Goal::Repair);
            }
        });
        let orders = vec![
            StandingOrder { kind: scout, condition: Condition::In(UnitIndex(0)), task: Task { goal, until: 0 } },
            StandingOrder { kind: scout, condition: Condition::Near(one, 3), task: Task { goal, until: 12 } },
            StandingOrder { kind: scout, condition: Condition::Always, task: Task { goal: Goal::Sentry, until: 0 } },
        ];
        table.state.sides[1].standing_orders = orders;
        // No seat acts any more in this turn.
        table.state.worked.fill(9);
        let shown = table.rules.show(&table.state, &table.rules.scenario);
        let text = written_gdl(&shown);
        assert_eq!(text.matches("(plan Passive").count(), usize::from(is_gdl), "{goal:?}\n{text}");
        assert_eq!(text.matches("(standing-order scout").count(), if is_gdl { 2 } else { 1 }, "{goal:?}\n{text}");
        for read in [through_ron(&shown), read_gdl(&text)] {
            assert_same_told(&told(&open(&read)), &told(&table));
        }
    }
}

#[test]
fn all_standing_orders_of_a_side_are_read() {
    let table = table(
        "(unit-type town) (unit-type scout) (define both (town scout)) (side 1 (standing-order scout (@ 3 3) (sentry 0 0 2)))
         (side 2) (side 1 (standing-order both (near 4 4 2) (move-to 0 0 5 5 0 1 0)) (standing-order u* (always) (resupply 0 0)))
         (units) (scout 2 4 1) (scout 6 4 2)",
    );
    let orders = &table.at().side(SideId(1)).standing_orders;
    let (town, scout) = (table.kind("town"), table.kind("scout"));
    let order = |kind, condition, goal| StandingOrder { kind, condition, task: Task { goal, until: 0 } };
    let near = Condition::Near(table.cell(4, 4), 2);
    let go = Goal::MoveTo(table.cell(5, 5), 1);
    let expected = [
        order(scout, Condition::At(table.cell(3, 3)), Goal::Sentry),
        order(town, near, go),
        order(scout, near, go),
        order(town, Condition::Always, Goal::Resupply),
        order(scout, Condition::Always, Goal::Resupply),
    ];
    assert_eq!(*orders, expected);
}

/// The numbers of units in a file are its own: living or dead, they are found by them.
#[test]
fn units_that_are_no_more_are_remembered() {
    let mut game = war(1);
    let tank = game.kind("tank");
    let cell = game.cell(8, 5);
    let ghost =
        Image { is_complete: false, inside: UnitIndex(7), ..Image::new(UnitIndex(8), cell, 0, tank, SideId(3)) };
    game.change(|change| {
        change.remove(UnitIndex(8), fairmarch_kernel::Death::Gone, None);
        change.state.sights[1].views.set(ghost);
    });
    let shown = game.rules.show(&game.state, &game.rules.scenario);
    let dead_units: Vec<_> = shown.forms.iter().filter(|form| form.head() == Some("exu")).collect();
    assert_eq!(dead_units.len(), 1);
    assert_eq!(dead_units[0].atoms[2].word(), Some(game.rules.design.name_of(design::UnitType::at(tank.index()))));
    for read in [through_ron(&shown), read_gdl(&written_gdl(&shown))] {
        let again = open(&read);
        let view = again.rules.view(&again.state, Seat(0));
        let seen: Vec<_> =
            view.seen_in(cell).map(|seen| (seen.kind, seen.side, seen.is_complete, seen.is_current)).collect();
        assert_eq!(seen, [(tank, SideId(3), false, false)]);
        let shown = again.rules.show(&again.state, &read);
        let twice = shown.forms.iter().filter(|form| form.head() == Some("exu")).count();
        assert_eq!(twice, 1, "it is written again");
    }
}

/// The numbers of a file hold in the match, in its positions, and in those that follow; none moves up behind a unit that is lost.
#[test]
fn units_keep_their_numbers() {
    let text = "(game-module \"t\") (unit-type man (hp-max 3) (acp-per-turn 2) (acp-to-disband 1) (hp-per-disband 9))
        (unit-type cart (acp-per-turn 2) (capacity 2)) (terrain-type land (char \".\")) (set see-all true)
        (area 7 7 (terrain \"7a\" \"7a\" \"7a\" \"7a\" \"7a\" \"7a\" \"7a\")) (side 1) (side 2)
        (man 3 3 1 (# 1)) (man 3 4 1) (cart 4 3 1 (# 12)) (man 4 3 1 (in 12)) (man 2 4 2)";
    let mut game = open(&read_gdl(text));
    let seat = Seat(0);
    let wait = |game: &mut TestGame| {
        if game.state.acting_seat != seat.0 {
            game.make(game.state.acting_seat, Move::End).unwrap();
        }
    };
    wait(&mut game);
    let lines = |game: &TestGame| game.rules.describe(game.rules.view(&game.state, seat));
    let names = |text: &str, of: &str| -> Vec<String> {
        let words = text.lines().filter(|line| line.starts_with(of)).filter_map(|line| line.split(' ').nth(1));
        words.map(str::to_owned).collect()
    };
    assert_eq!(names(&lines(&game), "unit"), ["man#1", "man#2", "cart#12", "man#13"], "{}", lines(&game));
    assert_eq!(names(&lines(&game), "seen"), ["man#14"]);
    let disband = game.rules.read_move(game.rules.view(&game.state, seat), "man#2 disband").unwrap();
    assert_eq!(game.rules.write_move(game.rules.view(&game.state, seat), disband), "man#2 disband");
    game.make(seat.0, disband).unwrap();
    assert!(
        game.rules.read_move(game.rules.view(&game.state, seat), "man#3 disband").is_err(),
        "nothing has that number"
    );
    let shown = game.rules.show(&game.state, &game.rules.scenario);
    let ids: Vec<Option<i32>> = shown.units.iter().map(|unit| unit.gdl.id).collect();
    assert_eq!(ids, [Some(1), Some(12), Some(13), Some(14)]);
    for again in [open(&through_ron(&shown)), open(&read_gdl(&written_gdl(&shown)))] {
        assert_eq!(names(&lines(&again), "unit"), ["man#1", "cart#12", "man#13"]);
    }
    // Where a file numbers nothing, people count from 0 as ever, and its positions keep the numbers all the same.
    let mut game = open(&read_gdl(&text.replace(" (# 1)", "").replace(" (# 12)", "").replace("(in 12)", "(in 3)")));
    assert_eq!(names(&lines(&game), "unit"), ["man#0", "man#1", "cart#2", "man#3"]);
    wait(&mut game);
    game.make(seat.0, disband).unwrap();
    let shown = game.rules.show(&game.state, &game.rules.scenario);
    let ids: Vec<Option<i32>> = shown.units.iter().map(|unit| unit.gdl.id).collect();
    assert_eq!(ids, [Some(1), Some(3), Some(4), Some(5)]);
}
