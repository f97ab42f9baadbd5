//! Rules of Empire under test: every number of the seed, a battle and a month worked by hand, the contract's suite.

mod chart;
mod figures;
mod json;
mod position;
mod report;

use std::sync::Arc;

use chance::{Seed, Stream};
use contract::suite::{Subject, check_game};
use contract::{AnyGame, Game, Ruleset, Seat, Seats};
use design::Design;
use fairmarch_empire::testing::{KIND_NAMES, SEED};
use fairmarch_empire::{
    Battle, Body, Empire, Event, Fort, KINDS, Move, Order, Phase, Place, Realm, Refusal, Squad, State, Troops, Weapon,
};
use grid::{Area, Cell, Shape};
use world::{
    Province as WorldProvince, ProvinceId, ProvinceLink as WorldLink, ProvinceLinkKind, Scenario, Side, SideId, World,
};

/// Six provinces in a ring, the first and the fourth with a side each; between the second and the third is a river, a closed border
/// crosses the ring.
fn scenario() -> Scenario {
    let area = Area::new(Shape::Rectangle, 12, 12).expect("an area");
    let mut world = World::new(area);
    let province = |index: u32| WorldProvince {
        name: format!("P{}", index + 1),
        capital: Cell(13 * index),
        worth: 10,
        owner: [1, 0, 0, 2, 0, 0].map(SideId)[index as usize],
        income: 0,
        trains: Vec::new(),
    };
    world.provinces = (0..6).map(province).collect();
    let link = |from: u16, to: u16, kind| WorldLink { from: ProvinceId(from), to: ProvinceId(to), kind };
    let (open, river, closed) = (ProvinceLinkKind::Open, ProvinceLinkKind::River, ProvinceLinkKind::Closed);
    world.province_links = vec![
        link(1, 2, open),
        link(1, 4, closed),
        link(1, 6, open),
        link(2, 3, river),
        link(3, 4, open),
        link(4, 5, open),
        link(5, 6, open),
    ];
    let mut scenario = Scenario::new(Arc::new(Design::default()), world);
    let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
    scenario.sides = vec![side("Ostria"), side("Vestria")];
    scenario
}

fn game() -> Empire {
    let mut game = Empire::new(&scenario()).expect("it is played");
    for (index, province) in game.provinces.iter_mut().enumerate() {
        (province.tribute, province.trains) = (5, [2, 0, 1, 0, 1, 0, 1]);
        province.first_fort = Fort::default();
        province.first_troops = if [0, 3].contains(&index) { troops(&[(0, 2), (4, 1)]) } else { [0; KINDS] };
    }
    game
}

fn troops(of: &[(usize, u16)]) -> Troops {
    let mut troops = [0; KINDS];
    of.iter().for_each(|&(kind, count)| troops[kind] = count);
    troops
}

const ONE: Seat = Seat(0);
const TWO: Seat = Seat(1);

fn order(game: &Empire, state: &mut State, seat: Seat, line: &str) -> Result<Vec<Event>, Refusal> {
    let action = game.read_line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    let mut events = Vec::new();
    game.apply(state, seat, action, &mut |event| events.push(event))?;
    Ok(events)
}

/// Both end their month, and all that is to be chosen in battles is left to the squads.
fn end_month(game: &Empire, state: &mut State) -> Vec<Event> {
    let mut events = Vec::new();
    let month = state.month;
    while state.month == month && state.phase != Phase::Over {
        let seat = game.who_acts(state).iter().next().expect("somebody acts");
        let line = if state.battle.is_some() { "strike" } else { "end" };
        events.extend(order(game, state, seat, line).expect("it is allowed"));
    }
    assert_eq!(state.find_broken(game), None);
    events
}

#[test]
fn the_numbers_are_those_of_the_seed() {
    let (numbers, found) = &*SEED;
    assert!(found.0.is_empty(), "{found:?}");
    let row = |weapon| [Body::Foot, Body::Horse, Body::Engine, Body::Fort].map(|body| numbers.effect(weapon, body));
    assert_eq!(row(Weapon::Sword), [100, 100, 50, 50]);
    assert_eq!(row(Weapon::Spear), [50, 200, 50, 50]);
    assert_eq!(row(Weapon::Bow), [200, 50, 50, 50]);
    assert_eq!(row(Weapon::Engine), [25, 25, 75, 125]);
    assert_eq!(row(Weapon::Fort)[..3], [100, 100, 100]);
    let costs = numbers.troops.map(|kind| kind.cost);
    assert_eq!(costs, [4, 4, 4, 6, 6, 6, 4]);
    assert!(numbers.troops.iter().all(|kind| (kind.damage, kind.health) == (40, 100)));
    let weapons = numbers.troops.map(|kind| kind.weapon);
    use Weapon::{Bow, Engine, Spear, Sword};
    assert_eq!(weapons, [Sword, Spear, Bow, Sword, Spear, Bow, Engine]);
    let bodies = numbers.troops.map(|kind| kind.body);
    assert_eq!(bodies[..3], [Body::Foot; 3]);
    assert_eq!(bodies[3..6], [Body::Horse; 3]);
    assert_eq!(bodies[6], Body::Engine);
    let forts: Vec<(u16, u16)> =
        (1..=3).map(|level| (numbers.forts[level - 1].damage, numbers.fort_health(level as u8))).collect();
    assert_eq!(forts, [(40, 300), (60, 700), (80, 1200)]);
    let gold =
        |level: usize| numbers.forts[..level].iter().map(|fort| fort.months * numbers.building_gold).sum::<u16>();
    assert_eq!([gold(1), gold(2), gold(3)], [6, 14, 24]);
    assert_eq!(numbers.phases, [Body::Horse, Body::Fort, Body::Engine, Body::Foot]);
    assert_eq!((numbers.damage_spread, numbers.lost_order_back), (50, 50));
    assert!(Body::Engine.is_rear() && Body::Fort.is_rear() && !Body::Horse.is_rear());
}

#[test]
fn orders_cost_what_they_say_and_come_back() {
    let game = game();
    let mut state = game.begin(Seed(1));
    let gold = game.numbers.start_gold;
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it is allowed");
    order(&game, &mut state, ONE, "recruit 1 legion 2").expect("it is allowed");
    order(&game, &mut state, ONE, "build 1").expect("it is allowed");
    assert_eq!(state.free_gold(ONE), gold - 2 - 8 - 2);
    assert_eq!(order(&game, &mut state, ONE, "build 1"), Err(Refusal::WorkPaid));
    assert_eq!(order(&game, &mut state, ONE, "recruit 1 legion 1"), Err(Refusal::NotTrained { left: 0 }));
    assert_eq!(order(&game, &mut state, ONE, "march 1 6 legion=1"), Err(Refusal::NotSoMany { has: 0 }));
    assert_eq!(order(&game, &mut state, ONE, "march 1 4 equites=1"), Err(Refusal::NoWay));
    assert_eq!(order(&game, &mut state, ONE, "march 1 2 6 equites=1"), Err(Refusal::NoWay));
    assert_eq!(order(&game, &mut state, ONE, "recruit 4 legion 1"), Err(Refusal::NotYourProvince));
    order(&game, &mut state, ONE, "cancel 2").expect("it is allowed");
    assert_eq!(state.free_gold(ONE), gold - 2 - 2);
    assert_eq!(order(&game, &mut state, ONE, "cancel 3"), Err(Refusal::NoOrder));
    // What others see does not change by it.
    assert!(game.describe(game.view(&state, TWO)).contains(&format!("seat 1 team 1 gold {gold}")));
}

/// A month by hand: both take a free province, train, pay and are paid.
#[test]
fn a_month_goes_its_course() {
    let game = game();
    let mut state = game.begin(Seed(1));
    for (seat, lines) in [
        (ONE, ["march 1 2 legion=1", "recruit 1 archers 1", "build 1"]),
        (TWO, ["march 4 5 legion=2", "recruit 4 equites 1", "build 4"]),
    ] {
        for line in lines {
            order(&game, &mut state, seat, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        }
    }
    let events = end_month(&game, &mut state);
    assert!(events.contains(&Event::Taken { seat: ONE, province: 1, before: None }));
    assert!(events.contains(&Event::Taken { seat: TWO, province: 4, before: None }));
    assert_eq!(state.realms[0].troops, troops(&[(0, 1), (2, 1), (4, 1)]));
    assert_eq!(state.realms[1].troops, troops(&[(0, 1)]));
    assert_eq!(state.realms[3].troops, troops(&[(4, 2)]));
    assert_eq!((state.realms[0].fort.work, state.realms[0].fort.work_health), (1, 100));
    // Start gold less march, recruits, building, and two provinces pay 5 each.
    assert_eq!(state.gold, [20 - 1 - 4 - 2 + 10, 20 - 2 - 6 - 2 + 10]);
    assert_eq!((state.month, state.set_aside.clone()), (2, vec![0, 0]));
}

#[test]
fn a_fort_takes_three_months_and_a_citadel_four_more() {
    let game = game();
    let mut state = game.begin(Seed(1));
    let mut levels = Vec::new();
    for _ in 0..12 {
        order(&game, &mut state, ONE, "build 1").expect("there is gold");
        end_month(&game, &mut state);
        levels.push(state.realms[0].fort.level);
    }
    assert_eq!(levels, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3]);
    assert_eq!(state.realms[0].fort.health, 1200);
    assert_eq!(order(&game, &mut state, ONE, "build 1"), Err(Refusal::Highest));
    // A damaged fort is mended first, 100 health a month.
    state.realms[0].fort.health = 1050;
    for health in [1150, 1200] {
        order(&game, &mut state, ONE, "build 1").expect("there is gold");
        end_month(&game, &mut state);
        assert_eq!(state.realms[0].fort.health, health);
    }
}

/// A game whose blows always do their mean.
fn without_luck() -> Empire {
    let mut game = game();
    game.numbers.damage_spread = 0;
    game
}

/// A battle by hand. An equites (spear, 40) against a legion: horse strikes first for 50 % of 40 = 20, then the legion for 100 % of
/// 40 = 40; the third blow of the legion fells the equites in round 3, when the legion has had 60.
#[test]
fn a_battle_goes_by_phases() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    state.realms[1].troops = troops(&[(0, 1)]);
    order(&game, &mut state, ONE, "march 1 2 equites=1").expect("it is allowed");
    let events = end_month(&game, &mut state);
    let blows: Vec<(u8, u16, bool)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Struck { by, damage, fell, .. } => Some((by.1, *damage, *fell)),
            _ => None,
        })
        .collect();
    assert_eq!(blows, [(4, 20, false), (0, 40, false), (4, 20, false), (0, 40, false), (4, 20, false), (0, 40, true)]);
    assert_eq!((state.realms[1].owner, state.realms[1].troops), (None, troops(&[(0, 1)])), "wounds heal");
}

#[test]
fn damage_is_within_half_of_its_mean() {
    let game = game();
    let mut seen = [u16::MAX, 0];
    for seed in 0..60 {
        let mut state = game.begin(Seed(seed));
        state.realms[1].troops = troops(&[(0, 3)]);
        order(&game, &mut state, ONE, "march 1 2 legion=2,equites=1").expect("it is allowed");
        for event in end_month(&game, &mut state) {
            if let Event::Struck { by: (_, 0), damage, .. } = event {
                seen = [seen[0].min(damage), seen[1].max(damage)];
            }
        }
    }
    assert_eq!(seen, [20, 60], "a legion's 40, give or take half");
}

/// Foot may not strike what stands behind, horse may; work falls before the fort behind it.
#[test]
fn what_may_be_struck() {
    let game = game();
    let squad = |kind| Squad { kind, health: 100, river: false };
    let defence = vec![squad(0), squad(6), squad(Squad::WORK), squad(Squad::FORT)];
    let armies = vec![(Some(TWO), defence), (Some(ONE), vec![squad(0), squad(4)])];
    let mut battle = Battle::new(Place::Province(3), armies);
    let targets =
        |battle: &Battle, squad| battle.targets(&game, 1, squad).map(|(_, target)| target).collect::<Vec<_>>();
    assert_eq!(targets(&battle, 1), [0, 1, 2], "horse strikes anyone, but work stands before its fort");
    assert_eq!(targets(&battle, 0), [0_u16; 0], "it is not the phase of foot");
    battle.phase = 3;
    assert_eq!(battle.check_target(&game, 1, 0, (0, 1)), Err(Refusal::Behind));
    assert_eq!(targets(&battle, 0), [0]);
    battle.sides[0].squads[0].health = 0;
    assert_eq!(targets(&battle, 0), [1, 2], "nobody stands before them any more");
    battle.sides[0].squads[2].health = 0;
    assert_eq!(targets(&battle, 0), [1, 3]);
    assert_eq!(battle.check_target(&game, 1, 0, (1, 0)), Err(Refusal::NoTarget), "nobody strikes himself");
}

#[test]
fn aims_are_hidden_and_decide() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    state.realms[1].owner = Some(1);
    state.realms[1].troops = troops(&[(0, 1), (2, 1)]);
    order(&game, &mut state, ONE, "march 1 2 equites=1").expect("it is allowed");
    order(&game, &mut state, ONE, "end").expect("it is allowed");
    order(&game, &mut state, TWO, "end").expect("it is allowed");
    assert_eq!((state.phase, game.who_acts(&state)), (Phase::Battle, Seats::one(ONE)), "only horse strikes first");
    order(&game, &mut state, ONE, "aim 1 1 2").expect("it may");
    assert!(!game.describe(game.view(&state, TWO)).contains("aims"), "others do not see it");
    let events = order(&game, &mut state, ONE, "strike").expect("it may");
    assert!(events.contains(&Event::Struck { by: (Some(ONE), 4), target: (Some(TWO), 2), damage: 20, fell: false }));
}

/// Armies that cross each other's way fight in the open; the winner marches on.
#[test]
fn armies_meet_on_a_border() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    state.realms[1].owner = Some(1);
    state.realms[1].troops = troops(&[(0, 1)]);
    state.realms[1].fort = Fort { level: 1, health: 300, work: 0, work_health: 0 };
    order(&game, &mut state, ONE, "march 1 2 legion=2,equites=1").expect("it is allowed");
    order(&game, &mut state, TWO, "march 2 1 legion=1").expect("it is allowed");
    let events = end_month(&game, &mut state);
    let places: Vec<Place> = events
        .iter()
        .filter_map(|event| match event {
            Event::Fighting { place, .. } => Some(*place),
            _ => None,
        })
        .collect();
    assert_eq!(
        places[..],
        [Place::Border(0, 1), Place::Province(1)],
        "first in the open, then for the province with its fort"
    );
    let met = events.iter().find_map(|event| match event {
        Event::Fought(report) => Some(report),
        _ => None,
    });
    let met = met.expect("it was fought");
    assert_eq!((met.place, met.winner.map(|winner| met.armies[winner].seat)), (Place::Border(0, 1), Some(Some(ONE))));
    assert_eq!(met.left.iter().sum::<u16>(), 3);
}

/// Nobody left: nobody moves, and the defender has won.
#[test]
fn a_draw_is_the_defenders() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    state.realms[1].troops = troops(&[(0, 2)]);
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it is allowed");
    end_month(&game, &mut state);
    assert_eq!((state.realms[1].owner, state.realms[1].troops), (None, [0; KINDS]));
    assert_eq!(state.realms[0].troops, troops(&[(4, 1)]));
}

#[test]
fn a_river_counts_in_the_first_round() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    state.realms[1].owner = Some(0);
    state.realms[1].troops = troops(&[(0, 1)]);
    state.realms[2].troops = troops(&[(0, 1)]);
    order(&game, &mut state, ONE, "march 2 3 legion=1").expect("it is allowed");
    let events = end_month(&game, &mut state);
    let damage: Vec<u16> = events
        .iter()
        .filter_map(|event| match event {
            Event::Struck { by: (Some(ONE), _), damage, .. } => Some(*damage),
            _ => None,
        })
        .collect();
    assert_eq!(damage[..2], [30, 40]);
}

/// Cavalry goes two provinces inside its empire, at double price, and never attacks by the second step.
#[test]
fn cavalry_goes_two_provinces_inside_its_empire() {
    let game = game();
    let mut state = game.begin(Seed(1));
    state.realms[1].owner = Some(0);
    assert_eq!(order(&game, &mut state, ONE, "march 1 2 3 equites=1"), Err(Refusal::NoSecondStep));
    state.realms[2].owner = Some(0);
    assert_eq!(order(&game, &mut state, ONE, "march 1 2 3 legion=1"), Err(Refusal::NoSecondStep));
    let gold = state.free_gold(ONE);
    order(&game, &mut state, ONE, "march 1 2 3 equites=1").expect("it is allowed");
    assert_eq!(state.free_gold(ONE), gold - 2);
    end_month(&game, &mut state);
    assert_eq!(state.realms[2].troops, troops(&[(4, 1)]));
}

/// Half the gold of an order comes back if its province was lost.
#[test]
fn orders_in_a_lost_province_give_half_back() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    (state.realms[1].owner, state.realms[1].troops) = (Some(1), [0; KINDS]);
    order(&game, &mut state, TWO, "recruit 2 equites 1").expect("it is allowed");
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it is allowed");
    let events = end_month(&game, &mut state);
    assert!(events.contains(&Event::Back { seat: TWO, province: 1, gold: 3 }), "half of 6");
}

/// Two attackers of one province are enemies of each other.
#[test]
fn attackers_of_one_province_fight_each_other() {
    let game = without_luck();
    let mut state = game.begin(Seed(1));
    (state.realms[1].owner, state.realms[1].troops) = (Some(0), troops(&[(0, 3)]));
    (state.realms[3].owner, state.realms[3].troops) = (Some(1), troops(&[(0, 1)]));
    order(&game, &mut state, ONE, "march 2 3 legion=3").expect("it is allowed");
    order(&game, &mut state, TWO, "march 4 3 legion=1").expect("it is allowed");
    let events = end_month(&game, &mut state);
    assert!(events.contains(&Event::Taken { seat: ONE, province: 2, before: None }));
    assert_eq!(state.realms[3].troops, [0; KINDS]);
}

#[test]
fn the_last_empire_wins_and_else_the_largest() {
    let mut game = without_luck();
    let mut state = game.begin(Seed(1));
    (state.realms[1].owner, state.realms[3].owner) = (Some(1), None);
    state.realms[1].troops = [0; KINDS];
    order(&game, &mut state, ONE, "march 1 2 legion=2").expect("it is allowed");
    end_month(&game, &mut state);
    let outcome = game.outcome(&state).expect("it is over");
    assert_eq!((outcome.winners, outcome.ranks, outcome.scores), (Seats::one(ONE), vec![1, 2], vec![2, 0]));
    game.numbers.months = 1;
    let mut state = game.begin(Seed(1));
    state.realms[1].owner = Some(1);
    end_month(&game, &mut state);
    assert_eq!(game.outcome(&state).expect("it is over").winners, Seats::one(TWO), "two provinces against one");
}

#[test]
fn the_suite_holds_it_to_the_contract() {
    let start = scenario();
    let rules = Arc::new(Empire::new(&start).expect("it is played"));
    let begin = |seed| -> Box<dyn AnyGame> { Box::new(Game::new(Arc::clone(&rules), seed)) };
    check_game(Subject { name: "empire", begin: &begin, start: &start, is_thorough: true });
}

/// Random games end, and break nothing on the way.
#[test]
fn random_games_break_nothing() {
    let game = Empire::new(&scenario()).expect("it is played");
    let mut moves = 0;
    for seed in 0..40 {
        let mut state = game.begin(Seed(seed));
        let mut stream: Stream = Seed(seed).stream("moves");
        while let Some(seat) = game.who_acts(&state).iter().next() {
            let action = game.random_move(game.view(&state, seat), &mut stream);
            assert!(matches!(action, Move::Order(_) | Move::End | Move::Cancel(_) | Move::Aim { .. } | Move::Strike));
            game.apply(&mut state, seat, action, &mut |_| {}).unwrap_or_else(|why| panic!("{action:?}: {why}"));
            moves += 1;
            if moves % 7 == 0 {
                assert_eq!(state.find_broken(&game), None, "seed {seed}");
            }
        }
        assert!(game.outcome(&state).is_some());
    }
    assert!(moves > 10_000, "{moves} moves");
}

#[test]
fn moves_read_as_they_are_written_and_faults_say_what_is_right() {
    let game = game();
    let march = Order::March { from: 0, to: 1, then: Some(2), troops: troops(&[(4, 2), (5, 1)]) };
    for action in [
        Move::Order(march),
        Move::Order(Order::Recruit { province: 5, kind: 6, count: 3 }),
        Move::Order(Order::Build { province: 2 }),
        Move::Cancel(4),
        Move::End,
        Move::Aim { squad: 1, side: 0, target: 7 },
        Move::Strike,
    ] {
        assert_eq!(game.read_line(&game.write_line(action)), Ok(action));
    }
    for (line, words) in [
        ("march 1 9 legion=1", "there are 6 provinces"),
        ("march 1 2 knights=1", "expected one of legion"),
        ("march 1 2", "`march` wants two provinces"),
        ("fly", "expected march, recruit, build"),
        ("cancel 0", "a number from 1"),
    ] {
        let why = game.read_line(line).expect_err(line);
        assert!(why.contains(words), "{line}: {why}");
    }
    assert_eq!(KIND_NAMES.len(), KINDS);
}
