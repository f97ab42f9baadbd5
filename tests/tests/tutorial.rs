//! The designer's tutorial of seed 000 ("A Tutorial Example"), typed stage by stage (`gdl/tutorial-1.g` to `-9.g`): each stage loads,
//! rolls, plays, and does what the manual says. The numbers of its rules are tested in the kernel's `tests/monster.rs`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chance::Seed;
use contract::{Ruleset, Seat};
use design::UnitType;
use design::abilities::can_act;
use kernel::{Action, Kernel, Move};
use pipeline::{Options, Request};
use world::Scenario;

/// A stage on a rolled world, or on its own.
fn stage(number: u8) -> Scenario {
    let name = format!("tutorial-{number}");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("gdl/{name}.g"))).unwrap();
    let loaded = pipeline::load_gdl(&name, &format!("{name}.g"), &text, &|_| None)
        .unwrap_or_else(|told| panic!("{name}: {told:?}"));
    // The last stage is a scenario, with a place for each building.
    let size = loaded.start.is_none().then_some((20, 20));
    let request = Request { seed: 3, size, ..Request::default() };
    let roll = pipeline::roll(&loaded, &request, &Options::new("file")).unwrap_or_else(|why| panic!("{name}: {why}"));
    roll.scenario
}

/// What happened in a game of random moves.
struct Course {
    start: Scenario,
    rules: Kernel,
    state: kernel::State,
    /// The kinds of actions that were made, by the name of their variant.
    made: BTreeSet<&'static str>,
    /// Whether the monster ever stood in a cell with rubble.
    has_climbed: bool,
}

fn play(number: u8, turns: u32) -> Course {
    let start = stage(number);
    let rules = Kernel::open(&start).unwrap_or_else(|why| panic!("{why}"));
    let mut state = rules.begin(Seed(1));
    let mut stream = Seed(2).stream("moves");
    let (mut made, mut has_climbed) = (BTreeSet::new(), false);
    let kind = |name: &str| rules.design.find::<UnitType>(name);
    let (monster, rubble) = (kind("monster").unwrap(), kind("rubble-pile"));
    while rules.turn(&state) <= turns {
        let Some(seat) = rules.to_act(&state).iter().next() else { break };
        let view = rules.view(&state, seat);
        // A monster that can strike does so, and one that can climb rubble; else it wanders.
        let mut moves = Vec::new();
        rules.candidates(view, &mut moves);
        let strike = moves.iter().copied().find(|one| matches!(one, Move::Act { action: Action::Attack(_), .. }));
        let is_climb = |one: &Move| match one {
            Move::Act { action: Action::Move(cell, _), .. } => {
                view.seen_in(*cell).any(|seen| Some(seen.kind) == rubble)
            }
            _ => false,
        };
        let climb = || moves.iter().copied().find(is_climb);
        let action = strike.or_else(climb).unwrap_or_else(|| rules.random_move(view, &mut stream));
        if let Move::Act { action, .. } = action {
            made.insert(match action {
                Action::Move(..) => "move",
                Action::Attack(_) => "attack",
                _ => "other",
            });
        }
        rules.apply(&mut state, seat, action, &mut |_| {}).unwrap();
        let view = rules.view(&state, Seat(0));
        has_climbed |= view.own_units().any(|id| {
            let own = view.own(id);
            own.kind == monster && view.seen_in(own.cell).any(|seen| Some(seen.kind) == rubble)
        });
    }
    Course { start, rules, state, made, has_climbed }
}

impl Course {
    /// How many living units of a type there are.
    fn count(&self, name: &str) -> usize {
        let kind: UnitType = self.rules.design.find(name).unwrap();
        self.rules.show(&self.state, &self.start).units.iter().filter(|unit| unit.kind == kind).count()
    }
}

#[test]
fn stage_1_can_be_tried_and_nobody_does_anything() {
    let course = play(1, 5);
    assert_eq!(playtest::find_unplayable(&stage(1)), None);
    assert!(course.made.is_empty() && course.count("monster") >= 2);
}

#[test]
fn stages_2_and_3_walk_and_stand_in_the_way() {
    for number in [2, 3] {
        let course = play(number, 5);
        assert_eq!(course.made, BTreeSet::from(["move"]), "stage {number}");
    }
    // About 500 on a world of 100 by 100 cells.
    assert!((8..40).contains(&play(3, 1).count("building")));
}

#[test]
fn stage_4_brings_buildings_down_and_leaves_nothing() {
    let course = play(4, 60);
    assert!(course.made.contains("attack") && course.count("building") < play(3, 1).count("building"));
}

#[test]
fn stages_5_and_6_leave_rubble_that_only_the_second_climbs() {
    let blocked = play(5, 120);
    assert!(blocked.count("rubble-pile") > 0 && !blocked.has_climbed);
    let open = play(6, 120);
    assert!(open.count("rubble-pile") > 0 && open.has_climbed);
}

/// What lints tell of a stage, by code.
fn told(number: u8) -> Vec<&'static str> {
    design::find_suspicions(&stage(number).design).into_iter().map(|one| one.diagnostic.code).collect()
}

/// The first stage is dull, the fifth has rubble for good; the advice on it is what the sixth does.
#[test]
fn lints_tell_what_the_manual_goes_on_to_mend() {
    assert_eq!([1, 2, 4, 5, 6].map(told), [vec!["side-cannot-act"], vec![], vec![], vec!["wreck-blocks"], vec![]]);
}

#[test]
fn stages_7_and_8_hurt() {
    for number in [7, 8] {
        let design = stage(number).design;
        let kind = |name: &str| design.find::<UnitType>(name).unwrap();
        let harm = |one, other| design::abilities::damage(&design, kind(one), kind(other), false).twice_mean();
        for (one, other) in [("monster", "mob"), ("monster", "fire truck"), ("national guard", "monster")] {
            assert_eq!(harm(one, other), 2, "stage {number}: {one} and {other}");
        }
        assert!(["mob", "fire truck", "national guard"].iter().all(|name| can_act(&design, kind(name))));
    }
}

/// Played with a plan on both sides, the monster flattens Tokyo.
#[test]
fn stage_9_is_won_by_the_monster() {
    let runner = Arc::new(playtest::open(&stage(9)).expect("it can be played"));
    let players = vec!["goal".parse().expect("a player")];
    let session = crate::sessions::session(runner, players, 1, 300);
    session.play(40, &AtomicBool::new(false), &mut |_, _, _| Ok::<(), ()>(())).expect("played");
    let report = session.report();
    println!("{}", report.text());
    assert!(report.seats[0].wins.low > 0.5, "{}", report.text());
}
