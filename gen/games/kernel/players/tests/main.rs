//! What the players can do, each on a small design of its own, and that they play by the rules on all of them.

use std::collections::BTreeMap;

use ai::{Player, Roster};
use chance::Seed;
use contract::Ruleset;
use design::{Known, UnitType};
use fairmarch_kernel_players::KernelPlayers;
use fairmarch_kernel_players::testing::UnitRoles;
use formats::gdl::Module;
use kernel::{Kernel, State, Unit, UnitIndex};
use world::SideId;

mod forces;
mod work;

/// A game of a design in GDL, played by one player at every seat.
struct Match {
    rules: Kernel,
    state: State,
}

/// `area` is the rows of the map from the north, one letter a cell: `.` land, `~` sea.
fn start(types: &str, area: &[&str], units: &str) -> Match {
    begin(&read(types, area, units))
}

fn begin(scenario: &world::Scenario) -> Match {
    let rules = Kernel::open(scenario).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(5));
    Match { rules, state }
}

/// The start of [`start`].
fn read(types: &str, area: &[&str], units: &str) -> world::Scenario {
    let (width, height) = (area[0].len(), area.len());
    let rows: String = area.iter().map(|row| format!("\"{}\" ", row.replace('.', "a").replace('~', "b"))).collect();
    let sides = if units.contains("(side 1") { "" } else { "(side 1 (name \"One\")) (side 2 (name \"Two\"))" };
    let text = format!(
        "(game-module \"t\") (terrain-type land (char \".\") (capacity 10)) (terrain-type sea (char \"~\") (capacity 10)) {types} \
         (set see-all true) (area {width} {height}) (area (terrain (by-char \"ab\") {rows})) \
         {sides} {units} (set synthesis-methods nil)"
    );
    let module = Module::read("t", "t.g", &text, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &Known::default());
    assert!(!found.has_errors(), "{found:?}\n{text}");
    game.expect("no error").start.expect("the text gives an area")
}

impl Match {
    /// Plays a number of turns; every move must be allowed, and every turn must end.
    fn play(&mut self, player: &str, turns: u32) {
        self.play_until(player, turns, |_| false);
    }

    /// How many units of a type the first seat has.
    fn count(&self, kind: &str) -> u32 {
        let kind = self.rules.design.find::<design::UnitType>(kind).expect("such a type");
        self.rules.view(&self.state, contract::Seat(0)).own_side().counts[usize::from(kind.0)]
    }

    /// Plays a number of turns, or until a condition is true.
    fn play_until(&mut self, player: &str, turns: u32, is_over: impl Fn(&State) -> bool) {
        self.run(&[player], 9, turns, is_over, |_| {});
    }

    /// Plays a number of turns, and shows every move.
    fn watch(&mut self, player: &str, turns: u32, see: impl FnMut(kernel::Move)) {
        self.run(&[player], 9, turns, |_| false, see);
    }

    /// Plays with these players, in the order of the seats; the list begins again after its end.
    fn run(
        &mut self,
        names: &[&str],
        seed: u64,
        turns: u32,
        is_over: impl Fn(&State) -> bool,
        mut see: impl FnMut(kernel::Move),
    ) {
        let entry =
            |name: &str| KernelPlayers::PLAYERS.iter().find(|entry| entry.name == name).expect("a player of that name");
        let name_of = |seat: usize| names[seat % names.len()];
        let mut players: Vec<Box<dyn Player<Kernel>>> =
            (0..self.rules.seats()).map(|seat| (entry(name_of(seat)).make)(None)).collect();
        let mut stream = Seed(seed).stream("players");
        let last = self.state.turn() + turns;
        let mut moves = 0;
        while self.state.turn() < last && !is_over(&self.state) {
            let Some(seat) = self.rules.to_act(&self.state).iter().next() else { return };
            let view = self.rules.view(&self.state, seat);
            let action = players[seat.index()].choose(&self.rules, view, &mut stream).expect("it goes on");
            see(action);
            let done = self.rules.apply(&mut self.state, seat, action, &mut |_| {});
            let player = name_of(seat.index());
            done.unwrap_or_else(|refusal| panic!("{player} in turn {}: {action:?}: {refusal}", self.state.turn()));
            moves += 1;
            assert!(moves < 4000 * turns, "{player} does not come to an end");
        }
    }

    fn unit(&self, id: u32) -> Unit {
        *self.state.unit(UnitIndex(id))
    }
}

const PLAIN: [&str; 9] = ["............"; 9];

const TOWNS: &str = "(unit-type soldier (acp-per-turn 2) (hp-max 4)) (unit-type town (hp-max 20) (capacity 8)) \
    (table vanishes-on (soldier sea true)) (table mp-to-enter-terrain (soldier sea 99)) \
    (table unit-size-as-occupant (town u* 99)) (table mp-to-enter-unit (soldier town 1)) \
    (table hit-chance (soldier soldier 50)) (table damage (soldier soldier 1)) \
    (table capture-chance (soldier town 100)) (table acp-to-capture (soldier town 1))";

#[test]
fn an_empty_town_is_taken() {
    for player in ["greedy", "goal"] {
        let mut game = start(TOWNS, &PLAIN, "(town 7 4 0) (soldier 2 4 1) (soldier 9 1 2)");
        game.play(player, 12);
        assert_ne!(game.unit(0).side, SideId::INDEPENDENT, "{player}: five cells off, and nobody in it");
    }
}

/// Moves the first unit to a level below, and joins that to the ground by stairs.
fn with_stairs(types: &str, rows: &[&str], units: &str, (x, y): (i32, i32)) -> Match {
    let types = format!("{types} (terrain-type stairs (subtype connection)) (table mp-to-traverse (soldier stairs 1))");
    let mut scenario = read(&types, rows, units);
    let area = scenario.world.area.with_levels(2).expect("a small area");
    let ground = scenario.world.terrain.take().expect("there is terrain");
    scenario.world.area = area;
    scenario.world.terrain = Some(grid::Layer::from_values(&area, [ground.values(), ground.values()].concat()));
    let below = |cell| area.on_level(cell, 1).expect("a level");
    let first = scenario.units[0].cell().expect("in the open");
    scenario.units[0].place = world::Place::Cell(below(first));
    let kind = scenario.design.find("stairs").expect("such a type");
    let stairs = area.cell(x, y).expect("a cell");
    let (from, to) = (stairs, below(stairs));
    let link = world::Link { kind, from, to, is_one_way: false, cost: 0, name: String::new() };
    scenario.world.links = vec![link];
    begin(&scenario)
}

/// Players walk down the stairs and take a town on the level below.
#[test]
fn a_town_on_another_level_is_taken_over_the_stairs() {
    for player in ["greedy", "goal"] {
        let mut game = with_stairs(TOWNS, &PLAIN, "(town 7 4 0) (soldier 2 4 1) (soldier 9 1 2)", (4, 4));
        game.play(player, 16);
        assert_ne!(game.unit(0).side, SideId::INDEPENDENT, "{player}");
    }
}

const STRAIT: [&str; 9] = ["...~~~~~...."; 9];

const BOATS: &str = "(unit-type boat (acp-per-turn 4) (capacity 4) (hp-max 10)) (table vanishes-on add (boat land true)) \
    (table mp-to-enter-terrain add (boat land 99)) (table unit-size-as-occupant add (boat u* 99)) \
    (table mp-to-enter-unit add (soldier boat 1))";

#[test]
fn a_strait_is_crossed_to_take_a_town() {
    let types = format!("{TOWNS} {BOATS}");
    let mut game = start(&types, &STRAIT, "(town 9 4 0) (boat 4 4 1) (soldier 1 4 1) (soldier 1 3 1)");
    game.play("goal", 40);
    assert_eq!(game.unit(0).side, SideId(1), "the town lies over the water, and there is a boat");
}

/// The way on foot is full of guns that cannot move. Who was refused its step for some turns goes by sea.
#[test]
fn who_is_stuck_behind_others_asks_for_a_lift() {
    let types = format!(
        "{TOWNS} {BOATS} (unit-type gun (acp-per-turn 1) (acp-to-move 0) (speed 0) (hp-max 9)) (table unit-size-in-terrain (u* land 10))"
    );
    let (sea, land) = ("~~~~~~~~~~~~", "............");
    let rows = [sea, sea, sea, sea, land, sea, sea, land, sea];
    let units = "(town 9 4 0) (boat 3 5 1) (gun 4 4 1) (soldier 3 4 1) (soldier 9 1 2)";
    let mut game = start(&types, &rows, units);
    game.play_until("greedy", 60, |state| state.unit(UnitIndex(0)).side == SideId(1));
    assert_eq!(game.unit(0).side, SideId(1), "by land there is no way past the gun");
}

#[test]
fn a_strait_is_crossed_to_the_stairs_to_a_town() {
    let types = format!("{TOWNS} {BOATS}");
    let units = "(town 10 4 0) (boat 4 4 1) (soldier 1 4 1) (soldier 1 3 1)";
    let mut game = with_stairs(&types, &STRAIT, units, (9, 4));
    game.play("goal", 60);
    assert_eq!(game.unit(0).side, SideId(1), "the town lies below the far shore, and boats use no stairs");
}

#[test]
fn a_boat_takes_in_all_who_wait_along_the_shore() {
    let types = format!("{TOWNS} {BOATS}");
    let units = "(town 9 4 0) (boat 4 4 1) (soldier 2 7 1) (soldier 2 5 1) (soldier 2 3 1)";
    let mut game = start(&types, &STRAIT, units);
    let has_crossed = |state: &State, id: u32| state.unit(UnitIndex(id)).cell.0 % 12 > 7;
    game.play_until("goal", 40, |state| (2..5).any(|id| has_crossed(state, id)));
    let is_left = |id: &u32| game.unit(*id).inside != UnitIndex(1) && !has_crossed(&game.state, *id);
    assert_eq!((2..5).filter(is_left).count(), 0, "it goes from one to the next before it sails");
}

#[test]
fn a_boat_goes_to_the_harbour_that_it_reaches_soonest() {
    // Nearest in a line is the one behind the wall, which ends far to the south.
    let wall = format!("{}.{}", "~".repeat(40), "~".repeat(39));
    let open = "~".repeat(80);
    let rows: Vec<&str> = (0..60).map(|row| if row < 57 { wall.as_str() } else { open.as_str() }).collect();
    let types = format!(
        "{TOWNS} {BOATS} (unit-type harbour (acp-per-turn 2) (acp-to-move 0) (speed 0) (capacity 4)) \
         (table acp-to-repair (harbour boat 1)) (table hp-per-repair (harbour boat 100)) \
         (table unit-size-as-occupant add (harbour u* 99)) (table mp-to-enter-unit add (boat harbour 1)) \
         (table unit-size-as-occupant add (harbour boat 1))"
    );
    let units = "(harbour 42 55 1) (harbour 24 55 1) (boat 37 55 1 (hp 2)) (soldier 40 30 2)";
    let mut game = start(&types, &rows, units);
    game.play("goal", 20);
    assert!(game.unit(2).hp > 5, "it has been mended to the west of the wall: {}", game.unit(2).hp);
}

#[test]
fn aircraft_return_to_base_before_their_fuel_runs_out() {
    let types = "(unit-type base (capacity 4)) (unit-type plane (acp-per-turn 5)) (unit-type target (hp-max 30)) \
        (material-type fuel) (table unit-storage-x (base fuel 200) (plane fuel 14)) (table base-production (base fuel 50)) \
        (table consumption-per-move (plane fuel 1)) (table hp-per-starve (plane fuel 500)) (table out-length (base fuel 0)) \
        (table in-length (plane fuel 0)) (table mp-to-enter-unit (plane base 1)) (table unit-size-as-occupant (base u* 99)) \
        (table hit-chance (plane target 50)) (table damage (plane target 1))";
    let mut game = start(types, &PLAIN, "(base 2 4 1 (m 200)) (plane 2 3 1 (m 14)) (target 7 4 2)");
    game.play("goal", 60);
    assert!(game.unit(1).hp > 0, "the plane has flown for 60 turns and never fallen from the sky");
    assert!(game.unit(2).hp < 30, "and it has struck what it could reach");
}

#[test]
fn the_hurt_are_mended() {
    let types = "(unit-type shop (acp-per-turn 2) (acp-to-move 0) (speed 0) (capacity 4)) (unit-type tank (acp-per-turn 3) (hp-max 10)) \
        (table acp-to-repair (shop tank 1)) (table hp-per-repair (shop tank 100)) \
        (table unit-size-as-occupant (shop u* 99)) (table mp-to-enter-unit (tank shop 1))";
    let mut game = start(types, &PLAIN, "(shop 2 4 1) (tank 7 4 1 (hp 2)) (tank 7 1 2)");
    game.play("goal", 20);
    assert!(game.unit(1).hp > 5, "it has gone to the shop and been mended: {}", game.unit(1).hp);
}

const DEPOTS: &str = "(material-type food) (material-type shells) (unit-type gun (acp-per-turn 2) (hp-max 9)) \
    (unit-type depot (speed 0) (acp-per-turn 1) (capacity 9)) (unit-type fort (acp-per-turn 0) (hp-max 90)) \
    (table unit-size-as-occupant (u* u* 99) (gun depot 1)) (table unit-storage-x (gun m* 10) (depot m* 90)) \
    (table in-length (u* m* -1)) (table acp-to-unload (depot m* 1)) (table acp-to-load (gun m* 1)) \
    (table hit-chance (gun fort 100)) (table damage (gun fort 1))";

#[test]
fn guns_rearm_as_their_doctrine_says() {
    let types = format!("{DEPOTS} (table consumption-per-attack (gun shells 1)) (table hit-by (fort shells 1))");
    let units = "(gun 7 4 1 (m (shells 4))) (depot 2 4 1 (m (shells 60))) (fort 9 4 2)";
    let damage = |orders: &str| {
        let mut game = start(&types, &PLAIN, &format!("{orders} {units}"));
        game.play("goal", 40);
        90 - game.unit(2).hp
    };
    assert!(damage("") > 20, "it goes back for more, three times and again");
    let never =
        "(doctrine spent (rearm-percent 0)) (side 1 (name \"One\") (default-doctrine spent)) (side 2 (name \"Two\"))";
    assert_eq!(damage(never), 4, "it has nothing left to fire, and stays");
}

#[test]
fn the_hungry_are_fed() {
    let types = format!("{DEPOTS} (table base-consumption (gun food 1)) (table hp-per-starve (gun food 300))");
    let mut game = start(&types, &PLAIN, "(gun 7 4 1 (m (food 8))) (depot 2 4 1 (m (food 90))) (fort 9 4 2)");
    game.play("goal", 60);
    assert!(game.unit(0).hp > 0, "it has eaten in time, again and again");
}

#[test]
fn a_hungry_unit_takes_the_target_beside_it_first() {
    // A fort that cannot go for food goes on firing.
    let types = "(material-type food) (unit-type fort (speed 0) (acp-per-turn 1) (hp-max 40)) (unit-type post (acp-per-turn 0) (hp-max 90)) \
        (table unit-storage-x (fort food 20)) (table base-consumption (fort food 1)) (table hit-chance (fort post 100)) \
        (table damage (fort post 1)) (table hp-per-starve (fort food 0)) (set ai-may-resign 0)";
    let mut game = start(types, &PLAIN, "(fort 4 4 1 (m 20)) (post 5 4 2)");
    game.play("goal", 40);
    assert!(game.unit(1).hp < 60, "{}", game.unit(1).hp);
    // A soldier takes the town beside it before it goes home, and comes back from there.
    let types = format!(
        "{TOWNS} {DEPOTS} (table unit-storage-x add (soldier food 10)) (table base-consumption (soldier food 1)) \
        (table acp-to-load add (soldier m* 1)) (table unit-size-as-occupant add (soldier depot 1))"
    );
    let units = "(soldier 9 4 1 (m (food 1))) (depot 2 4 1 (m (food 90))) (town 10 4 0) (town 6 6 0) (fort 11 0 2)";
    let mut game = start(&types, &PLAIN, units);
    game.play("goal", 3);
    assert_eq!(game.unit(2).side, SideId(1), "the town is beside it");
    game.play("goal", 50);
    assert_eq!(game.unit(3).side, SideId(1), "it does not stay where it is fed");
}

#[test]
fn laboratories_research_what_builders_need() {
    let types = "(unit-type lab (acp-per-turn 1)) (unit-type works (acp-per-turn 1) (speed 0) (capacity 8)) (unit-type fort (acp-per-turn 0)) \
        (unit-type bomb (acp-per-turn 1) (point-value 9) (tech-max 9) (tech-to-build 4)) (unit-type toy (tech-max 9) (tech-to-build 1)) \
        (unit-type dream (acp-per-turn 1) (point-value 99) (tech-max 1) (tech-to-build 2)) (table acp-to-create (works dream 1)) \
        (table acp-to-develop (lab dream 1)) (table tech-per-develop (lab dream 100)) \
        (table unit-size-as-occupant (works u* 99) (u* works 1)) (table acp-to-create add (works bomb 1)) \
        (table acp-to-develop add (lab (bomb toy) 1)) (table tech-per-develop add (lab (bomb toy) 100)) (table hit-chance (bomb fort 50)) (table damage (bomb fort 1))";
    for player in ["greedy", "goal"] {
        let mut game = start(types, &PLAIN, "(lab 2 2 1) (works 2 4 1) (fort 9 1 2)");
        game.play(player, 8);
        assert!(game.count("bomb") > 0, "{player} has done research for it");
    }
}

#[test]
fn as_many_are_built_in_a_row_as_the_doctrine_says() {
    let types = "(unit-type works (acp-per-turn 1) (speed 0) (capacity 99)) (unit-type fort (acp-per-turn 0) (hp-max 400)) \
        (unit-type axe (acp-per-turn 1) (point-value 9)) (unit-type bow (acp-per-turn 1) (point-value 9)) (table unit-size-as-occupant (works u* 99) ((axe bow) works 1)) \
        (table acp-to-create (works (axe bow) 1)) (table hit-chance ((axe bow) fort 50)) (table damage ((axe bow) fort 1)) (table mp-to-enter-terrain ((axe bow) sea 99)) (set ai-may-resign 0)";
    let built = |orders: &str| {
        let mut game = start(types, &STRAIT, &format!("{orders} (works 2 4 1) (fort 9 4 2)"));
        game.play("goal", 40);
        let axe = game.rules.design.find::<design::UnitType>("axe").expect("an axe");
        let own = game.rules.view(&game.state, contract::Seat(0));
        let kinds: Vec<bool> = own.own_units().skip(1).map(|id| own.own(id).kind == axe).collect();
        assert!(kinds.len() > 20, "{kinds:?}");
        // Until the other kind comes.
        let rows: Vec<usize> = kinds.chunk_by(|one, other| one == other).map(<[bool]>::len).collect();
        rows[..rows.len() - 1].to_vec()
    };
    let row = "(doctrine rows (construction-run (works 4))) (side 1 (name \"One\") (default-doctrine rows)) (side 2 (name \"Two\"))";
    assert!(built(row).iter().all(|length| length % 4 == 0), "{:?}", built(row));
    assert!(built("").iter().any(|length| length % 4 != 0), "{:?}", built(""));
}

#[test]
fn tools_are_made_before_what_needs_them() {
    let types = format!(
        "{TOWNS} (unit-type works (acp-per-turn 4) (acp-to-move 0) (speed 0) (capacity 8)) (table unit-size-as-occupant add (works u* 99)) \
         (table acp-to-create (works soldier 1)) (table acp-to-build (works soldier 1)) (table acp-to-toolup (works soldier 1)) \
         (table tp-to-build (works soldier 6)) (table tp-max (works soldier 10)) (table tp-per-toolup (works soldier 3)) \
         (table mp-to-enter-unit add (soldier works 1)) (add soldier cp 4)"
    );
    for player in ["greedy", "goal"] {
        let mut game = start(&types, &PLAIN, "(works 2 4 1) (town 9 4 0) (soldier 9 1 2)");
        game.play(player, 10);
        assert!(game.count("soldier") > 0, "{player} has tooled up and built");
    }
}

#[test]
fn a_capital_in_danger_is_filled_with_defenders() {
    let types = format!(
        "{TOWNS} (unit-type capital (acp-per-turn 1) (acp-to-move 0) (speed 0) (hp-max 20) (capacity 8) (point-value 5)) \
         (table unit-size-as-occupant add (capital u* 99)) (table mp-to-enter-unit add (soldier capital 1)) \
         (table capture-chance add (soldier capital 30)) (table acp-to-capture add (soldier capital 1)) \
         (table occupant-allows-capture-of (soldier capital 0)) \
         (scorekeeper (do (if (= (sum-uprop capital point-value) 0) lose)))"
    );
    let units = "(capital 2 4 1) (soldier 4 1 1) (soldier 1 7 1) (capital 11 0 2) (soldier 8 4 2) (soldier 8 5 2)";
    let mut game = start(&types, &PLAIN, units);
    game.play("goal", 5);
    assert!(
        [1, 2].iter().any(|&id| game.unit(id).inside == UnitIndex(0)),
        "attackers stand before it, defenders were near"
    );
    assert_eq!(game.unit(0).side, SideId(1), "a capital with somebody in it cannot be taken here");
}

#[test]
fn guns_that_stay_guard_the_base_that_makes_them() {
    let types = "(unit-type fort (acp-per-turn 2) (speed 0) (hp-max 40) (capacity 8) (point-value 9)) \
        (unit-type battery (acp-per-turn 1) (speed 0) (hp-max 9) (cp 2)) (unit-type raider (acp-per-turn 1) (hp-max 9)) \
        (table unit-size-as-occupant (u* u* 99) (battery fort 1)) (table acp-to-create (fort battery 1)) \
        (table acp-to-build (fort battery 1)) (table hit-chance (raider (fort battery) 5) (battery raider 30)) \
        (table damage (u* u* 1)) (set ai-may-resign 0)";
    let guns = |raiders: &str| {
        let mut game = start(types, &PLAIN, &format!("(fort 3 4 1) {raiders} (fort 11 0 2)"));
        game.play("goal", 8);
        game.count("battery")
    };
    assert_eq!(guns(""), 0, "nobody threatens it");
    assert!(guns("(raider 6 4 2) (raider 6 3 2)") > 0);
}

#[test]
fn players_expect_of_a_blow_and_a_shot_what_the_rules_deal() {
    let types =
        "(unit-type gun (acp-per-turn 4) (acp-to-fire 1) (range 3) (hp-max 2)) (table hit-chance (gun gun 50)) ";
    let expects = |tables: &str, program: &str| {
        let game = start(&format!("{types} {tables}"), &PLAIN, &format!("(gun 2 4 1) {program}"));
        let roles = UnitRoles::new(&game.rules.design, &game.rules.abilities);
        (roles.hit(UnitType(0), UnitType(0)), roles.shot(UnitType(0), UnitType(0)))
    };
    assert_eq!(expects("(table damage (gun gun 2))", ""), (500, 500), "a shot is a blow unless it is said");
    assert_eq!(expects("(table damage (gun gun 2)) (table fire-damage (gun gun 0))", ""), (500, 0));
    assert_eq!(expects("", ""), (250, 250), "nothing is said of damage at all");
    let elsewhere = "(unit-type fly) (table damage (fly fly 3)) (set alt-smoothing 3)";
    assert_eq!(expects(elsewhere, ""), (0, 0), "in the words of 7.5 it is said, and not of guns");
    assert_eq!(expects("", "(game-module (program-version \"7.0\"))"), (250, 250), "the seeds' default is 1");
}

#[test]
fn targets_are_looked_for_within_the_tactical_range_of_the_design() {
    // A poor one near, a rich one far off on the other side.
    let types = "(unit-type soldier (acp-per-turn 1)) (unit-type hut (acp-per-turn 0) (point-value 1)) \
        (unit-type city (acp-per-turn 0) (point-value 90)) (table capture-chance (soldier (hut city) 100)) \
        (table acp-to-capture (soldier (hut city) 1))";
    let taken = |hint: &str| {
        let mut game =
            start(&format!("{types} {hint}"), &PLAIN, "(soldier 4 4 1) (hut 2 4 0) (city 10 4 0) (hut 11 0 2)");
        game.play("goal", 4);
        game.unit(1).side == SideId(1)
    };
    assert!(!taken(""), "the city is worth the way");
    assert!(taken("(add soldier ai-tactical-range 3)"), "it sees no farther than the hut");
}

#[test]
fn an_army_goes_round_a_river_that_it_cannot_cross() {
    // Along the sixth column, open at its southern end: a bit for each direction, 1 to the east and 2 to the south-east.
    let river = format!("(area (aux-terrain river {} \"12a\" \"12a\"))", "\"6ag5a\" ".repeat(7));
    let types = format!(
        "{TOWNS} (terrain-type river (subtype border) (subtype-x river-x)) \
         (table mp-to-enter-terrain add (soldier river 99))"
    );
    let mut game = start(&types, &PLAIN, &format!("{river} (town 8 6 0) (soldier 4 6 1) (soldier 9 1 2)"));
    game.play("goal", 40);
    assert_eq!(game.unit(0).side, SideId(1), "the way round is open, and the other one is busy");
}

#[test]
fn an_army_goes_round_units_in_its_way() {
    // A strait with two fords: an enemy holds the one on the straight way.
    let closed = format!("{}~{}", ".".repeat(25), ".".repeat(24));
    let open = ".".repeat(50);
    let rows: Vec<&str> =
        (0..15).map(|row| if [5, 7].contains(&row) { open.as_str() } else { closed.as_str() }).collect();
    let types = format!("{TOWNS} (unit-type post (acp-per-turn 0)) (table unit-size-in-terrain (post land 10))");
    let mut game = start(&types, &rows, "(town 44 7 0) (post 25 7 1) (soldier 5 7 1)");
    game.play("goal", 60);
    assert_eq!(game.unit(0).side, SideId(1), "the other ford is two cells farther off");
}

/// Flies starve and posts do not. Neither moves, and both can strike their neighbours.
const FLIES: &str = "(material-type food) (unit-type fly (acp-per-turn 1) (hp-max 1)) (unit-type post (acp-per-turn 1)) \
    (add (fly post) speed 0) (table hit-chance ((fly post) (fly post) 50)) (table damage ((fly post) (fly post) 1)) \
    (table unit-storage-x (fly food 4)) (table base-consumption (fly food 1)) (table hp-per-starve (fly food 100))";

/// All but one of the first side's thirty starve.
fn starving() -> String {
    let mut units = "(post 6 1 1)".to_owned();
    for y in [3, 4, 5] {
        units += &format!("(fly 2 {y} 1 (m 4))").repeat(10);
        units += &format!("(post 9 {y} 2)").repeat(10);
    }
    units
}

/// In which turn the game ends, if the sides may resign; 41 if it goes on.
fn end_of(types: &str, units: &str) -> u32 {
    let mut game = start(types, &PLAIN, &format!("{units} (set ai-may-resign 1)"));
    game.play("goal", 40);
    game.state.turn()
}

#[test]
fn a_side_far_behind_resigns_where_resigning_is_allowed() {
    let turn = end_of(FLIES, &starving());
    assert!((10..=40).contains(&turn), "nobody gives up before, and it is turn {turn}");
    let mut game = start(FLIES, &PLAIN, &format!("{} (set ai-may-resign 0)", starving()));
    game.play("goal", 40);
    assert!(game.state.turn() > 40, "nobody gives up where nobody may");
}

#[test]
fn nobody_resigns_for_what_is_discovered() {
    // A rover finds thirty posts that were there all the time.
    let types = format!("{FLIES} (unit-type rover (acp-per-turn 3)) (set see-all false) (add u* vision-range 1)");
    let posts: String = [3, 4, 5].map(|y| format!("(post 9 {y} 2)").repeat(9)).concat();
    let units = format!("(rover 2 4 1) (post 1 4 1) (post 1 5 1) {posts} (set see-all false)");
    let mut game = start(&types, &PLAIN, &format!("{units} (set ai-may-resign 1)"));
    game.play("goal", 40);
    let seen = game.rules.view(&game.state, contract::Seat(0)).seen().count();
    assert!(seen > 6, "the rover has found them: {seen}");
    assert!(game.state.turn() > 40, "it is turn {}", game.state.turn());
}

#[test]
fn a_side_that_begins_poorer_does_not_resign_for_that() {
    let posts: String = [3, 4, 5].map(|y| format!("(post 9 {y} 2)").repeat(10)).concat();
    assert_eq!(end_of(FLIES, &format!("(post 2 4 1) {posts}")), 41);
}

#[test]
fn ruins_frighten_nobody() {
    // The houses fall in by and by, and leave ruins: the beast has won all but the word.
    let types = "(material-type food) (unit-type beast (acp-per-turn 4) (hp-max 9)) (unit-type ruin (point-value 40)) \
        (unit-type house (hp-max 1) (acp-per-turn 1) (speed 0) (wrecked-type ruin)) (set see-all false) \
        (table hit-chance (beast house 90) (house beast 10)) (table damage (beast house 1) (house beast 1)) \
        (table unit-size-in-terrain (ruin t* 0)) (add u* vision-range 9) \
        (table unit-storage-x (house food 1)) (table base-consumption (house food 1)) (table hp-per-starve (house food 100))";
    let houses: String = (1..7).map(|y| format!("(house 9 {y} 2 (m 1))")).collect();
    let turn = end_of(types, &format!("(beast 1 4 1) (house 8 4 2 (m 1)) {houses} (set see-all false)"));
    assert_eq!(turn, 41, "nothing is left that fights against the beast");
}

#[test]
fn who_leads_in_the_scores_does_not_resign() {
    // Only the first side scores, for as long as its one post stands.
    let keeper = "(scorekeeper (keep-score true) (title \"hold\") (applies-to 1) (do (add-score 1)))";
    let resigns = |units: &str| {
        let mut game = start(FLIES, &PLAIN, &format!("{units} (set ai-may-resign 1)"));
        game.play("goal", 40);
        !game.rules.view(&game.state, contract::Seat(0)).is_in_game(SideId(1))
    };
    assert!(resigns(&format!("{} {}", starving(), keeper.replace("(applies-to 1)", "(applies-to 2)"))));
    assert!(!resigns(&format!("{} {keeper}", starving())));
}

#[test]
fn a_ship_that_its_crew_moves_takes_a_town() {
    // The sailors could go ashore, and stay: without them the ship is driftwood.
    let types = "(unit-type ship (acp-per-turn 0) (hp-max 9) (capacity 4)) (unit-type sailor (acp-per-turn 1)) \
        (unit-type town (hp-max 20) (capacity 8)) (table occupant-adds-acp (ship sailor 2)) \
        (table acp-to-enter-unit (sailor ship 1)) (table mp-to-enter-terrain (sailor sea 99)) \
        (table vanishes-on (sailor sea true)) (table capture-chance (ship town 100)) (table acp-to-capture (ship town 1))";
    for player in ["greedy", "goal"] {
        let sea = ["~~~~~~~~~~~~"; 9];
        let units = "(ship 3 4 1) (town 8 4 0) (sailor 3 4 1 (in 1)) (ship 9 1 2)";
        let mut game = start(types, &sea, units);
        game.play_until(player, 30, |state| state.unit(UnitIndex(1)).side == SideId(1));
        assert_eq!(game.unit(1).side, SideId(1), "{player}");
        assert_eq!(game.unit(2).inside, UnitIndex(0), "{player}: the sailor is aboard");
    }
}

#[test]
fn what_is_created_as_it_is_built_is_built() {
    for player in ["greedy", "goal"] {
        let types = format!(
            "{TOWNS} (unit-type yard (acp-per-turn 2) (acp-to-move 0) (speed 0) (hp-max 20) (capacity 4)) (add soldier cp 4) \
             (table create-as-build (yard soldier true)) (table acp-to-build (yard soldier 1)) (table cp-per-build (yard soldier 2))"
        );
        let mut game = start(&types, &PLAIN, "(town 7 4 0) (yard 2 4 1) (soldier 9 1 2)");
        game.play_until(player, 20, |state| state.unit(UnitIndex(0)).side == SideId(1));
        assert!(game.count("soldier") > 0, "{player}: a yard has nothing else to do");
    }
}

#[test]
fn what_one_type_begins_another_finishes() {
    let types = format!(
        "{TOWNS} (unit-type yard (acp-per-turn 2) (acp-to-move 0) (speed 0) (hp-max 20) (capacity 4)) (add soldier cp 4) \
         (unit-type mason (acp-per-turn 4)) (table acp-to-create (yard soldier 1)) (table acp-to-build (mason soldier 1)) \
         (table cp-per-build (mason soldier 2)) (table build-range (mason soldier 1))"
    );
    let soldiers = |player: &str, mason: &str, how: &str| {
        let mut game =
            start(&format!("{types} {how}"), &PLAIN, &format!("(town 7 4 0) (yard 2 4 1) {mason} (soldier 9 1 2)"));
        game.play_until(player, 20, |state| state.unit(UnitIndex(0)).side == SideId(1));
        game.count("soldier")
    };
    for player in ["greedy", "goal"] {
        assert!(soldiers(player, "(mason 2 4 1)", "(add mason speed 0)") > 1, "{player}: one after the other");
        assert_eq!(soldiers(player, "", ""), 0, "{player}: without a mason none would ever be finished");
    }
    assert!(soldiers("goal", "(mason 8 5 1)", "") > 1, "the mason comes from afar");
}
