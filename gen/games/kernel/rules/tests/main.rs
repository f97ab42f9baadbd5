//! The rules, checked against the examples of `kernel-rules` 11 and of the seeds: a design in GDL, a position, a move, its effects.
//!
//! Each part of the rules has a file of its own; this one holds the helpers that they share.

mod abilities;
mod acp;
mod actors;
mod bombs;
mod capture;
mod chance_events;
mod changes;
mod cities;
mod combat;
mod compare;
mod construction;
mod destruction;
mod dominance;
mod economy;
mod entry;
mod environment;
mod every_action;
mod every_rule;
mod every_step;
mod handicap;
mod layers;
mod links;
mod materials;
mod monster;
mod movement;
mod narrative;
mod observing;
mod opening;
mod paths;
mod playability;
mod random;
mod rounds;
mod saving;
mod scenarios;
mod scorekeepers;
mod sides;
mod slides;
mod stacking;
mod tasks;
mod tech;
mod terrain;
mod text;
mod vision;
mod work_at_random;
mod zones;

use std::collections::BTreeMap;

use chance::Seed;
use contract::{Ruleset, Seat};
use design::{Known, MaterialType, TypeId, UnitType};
use fairmarch_kernel::{
    Action, Event, EventKind, Kernel, Move, Refusal, State, StateChange, StateView, UnitIndex, testing,
};
use formats::gdl::Module;
use grid::Cell;
use world::SideId;

/// A game on the table.
pub(crate) struct TestGame {
    pub(crate) rules: Kernel,
    pub(crate) state: State,
    /// What has happened since the game began.
    pub(crate) events: Vec<Event>,
}

/// Terrain `land` everywhere, 9 by 9 unless the text says otherwise with an `area` form, sides 1 and 2 that see all.
const COMMON: &str = "(game-module \"t\") (terrain-type land (char \".\") (capacity 20))";

/// A game of a design in GDL: types, tables, units (`(tank 4 3 1)`). `land` is there; without an `area` form it fills 9 by 9 cells;
/// there are sides 1 and 2, and every side sees all.
pub(crate) fn table(text: &str) -> TestGame {
    table_with_seed(text, 1)
}

/// The same with other luck.
pub(crate) fn table_with_seed(text: &str, seed: u64) -> TestGame {
    let area = if text.contains("(area") {
        ""
    } else {
        "(area 9 9) (area (terrain (by-name land) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\"))"
    };
    let sides = if text.contains("(side 1") { "" } else { "(side 1 (name \"One\")) (side 2 (name \"Two\"))" };
    let see = if text.contains("see-all") { "" } else { "(set see-all true)" };
    let own = text.split("(units)");
    let parts: Vec<&str> = own.collect();
    let (types, rest) = (parts[0], parts.get(1).copied().unwrap_or_default());
    let whole = format!("{COMMON} {types} {see} {area} {sides} {rest} (set synthesis-methods nil)");
    let module = Module::read("t", "t.g", &whole, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &Known::default());
    assert!(!found.has_errors(), "{found:?}\n{whole}");
    let scenario = game.expect("no error").start.expect("the text gives an area");
    let rules = Kernel::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(seed));
    TestGame { rules, state, events: Vec::new() }
}

impl TestGame {
    pub(crate) fn at(&self) -> StateView<'_> {
        StateView { rules: &self.rules, state: &self.state }
    }

    pub(crate) fn change<T>(&mut self, doing: impl FnOnce(&mut StateChange<'_>) -> T) -> T {
        let events = &mut self.events;
        doing(&mut StateChange { rules: &self.rules, state: &mut self.state, log: &mut |event| events.push(event) })
    }

    /// A unit's action, in any side's turn.
    pub(crate) fn act(&mut self, unit: u32, action: Action) -> Result<(), Refusal> {
        self.act_on(unit, unit, action)
    }

    /// A unit's action on another.
    pub(crate) fn act_on(&mut self, actor: u32, actee: u32, action: Action) -> Result<(), Refusal> {
        let (actor, actee) = (UnitIndex(actor), UnitIndex(actee));
        let before = self.state.clone();
        let exists = self.at().check_exists(Move::Act { actor, actee, action });
        let checked = exists.and_then(|()| testing::check_action(self.at(), actor, actee, action));
        assert!(before == self.state, "a check changes nothing");
        checked?;
        self.change(|change| testing::apply_action(change, actor, actee, action));
        Ok(())
    }

    /// Ends the turn for all.
    pub(crate) fn next_turn(&mut self) {
        let turn = self.state.turn;
        for _ in 0..1000 {
            if self.state.turn != turn || self.state.phase == fairmarch_kernel::Phase::Over {
                return;
            }
            let seat = Seat(self.state.acting_seat);
            self.make(seat.0, Move::End).expect("the seat on the floor may end its turn");
        }
        panic!("the turn does not end");
    }

    /// A seat's move.
    pub(crate) fn make(&mut self, seat: u8, action: Move) -> Result<(), Refusal> {
        let events = &mut self.events;
        self.rules.apply(&mut self.state, Seat(seat), action, &mut |event| events.push(event))
    }

    /// The cell at Xconq's x and y.
    pub(crate) fn cell(&self, x: i32, y: i32) -> Cell {
        self.rules.area.at_oblique(x, y).expect("a cell of the area")
    }

    pub(crate) fn unit(&self, id: u32) -> fairmarch_kernel::Unit {
        *self.state.unit(UnitIndex(id))
    }

    pub(crate) fn acp(&self, id: u32) -> i16 {
        self.unit(id).acp
    }

    pub(crate) fn hp(&self, id: u32) -> i16 {
        self.unit(id).hp
    }

    pub(crate) fn side(&self, id: u32) -> SideId {
        self.unit(id).side
    }

    pub(crate) fn kind(&self, name: &str) -> UnitType {
        self.rules.design.find(name).expect("a unit type")
    }

    /// How much of the material of that number a unit holds.
    pub(crate) fn supply(&self, id: u32, material: usize) -> i32 {
        self.at().supply(UnitIndex(id), MaterialType::at(material))
    }

    /// Whether something of the kind happened.
    pub(crate) fn happened(&self, test: impl Fn(&EventKind) -> bool) -> bool {
        self.events.iter().any(|event| test(&event.what))
    }
}
