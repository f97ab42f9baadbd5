//! Whole positions compared: all that a move or a turn changes, and that it changes nothing else.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use contract::{Ruleset, Seat, Seats};
use design::{AdvanceType, TerrainType, TypeId};
use fairmarch_kernel::testing::{TURN_STEPS, TurnStep, TurnSteps};
use fairmarch_kernel::{Action, Kernel, Move, StateView, Unit, UnitIndex, View};
use grid::Cell;
use world::SideId;

use super::{TestGame, table};

thread_local! {
    /// The verbs of the actions that this thread has played and compared, and of those that were refused.
    static PLAYED: RefCell<[BTreeSet<String>; 2]> = RefCell::default();
    /// The steps of a turn with and without which this thread has played.
    static STEPPED: RefCell<BTreeSet<Step>> = RefCell::default();
}

/// A step of the turn: of its beginning or its end, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Beginning(&'static str),
    End(&'static str),
}

/// The verbs that a test plays, and those that it has refused.
pub(super) fn played_by(test: fn()) -> [BTreeSet<String>; 2] {
    PLAYED.take();
    test();
    PLAYED.take()
}

/// The steps with and without which a test plays.
pub(super) fn stepped_by(test: fn()) -> BTreeSet<Step> {
    STEPPED.take();
    test();
    STEPPED.take()
}

impl TestGame {
    /// A unit's action, through the door of players: it changes what is listed and nothing else.
    #[track_caller]
    pub(super) fn plays(&mut self, unit: u32, action: Action, expected: &[&str]) {
        self.plays_on(unit, unit, action, expected);
    }

    /// The same on another unit.
    #[track_caller]
    pub(super) fn plays_on(&mut self, actor: u32, actee: u32, action: Action, expected: &[&str]) {
        let before = tell(self);
        let order = self.order_of(actor, actee, action, 0);
        let seat = self.state.acting_seat;
        self.make(seat, order).unwrap_or_else(|why| panic!("{action:?}: {why}"));
        assert_eq!(changes(&before, &tell(self)), expected, "{action:?}");
        assert_eq!(self.rules.find_broken_state(&self.state), None, "{action:?}");
    }

    /// A unit's action that is refused for a reason, and changes nothing.
    #[track_caller]
    pub(super) fn refuses(&mut self, unit: u32, action: Action, why: &str) {
        let order = self.order_of(unit, unit, action, 1);
        let (seat, before) = (self.state.acting_seat, self.state.clone());
        let refused = self.make(seat, order).expect_err("it is refused");
        assert_eq!(refused.to_string(), why, "{action:?}");
        assert!(before == self.state, "{action:?} is refused and changes nothing");
    }

    /// The order, with its side on the floor; its verb is written down.
    fn order_of(&mut self, actor: u32, actee: u32, action: Action, list: usize) -> Move {
        let seat = Seat::of(self.side(actor)).expect("the unit of a side");
        (self.state.acting_seat, self.state.done) = (seat.0, Seats::NONE);
        let line = self.rules.write_move(self.rules.view(&self.state, seat), Move::act(UnitIndex(actor), action));
        let verb = line.split(' ').nth(1).expect("a verb stands behind the unit").to_owned();
        PLAYED.with_borrow_mut(|lists| lists[list].insert(verb));
        Move::Act { actor: UnitIndex(actor), actee: UnitIndex(actee), action }
    }
}

/// Plays one turn with a step and without it, from a position that is made ready; each time it changes what is listed and nothing else.
/// What differs between the two is what the step does.
#[track_caller]
pub(super) fn turns(text: &str, ready: impl Fn(&mut TestGame), step: Step, with: &[&str], without: &[&str]) {
    assert_ne!(with, without, "the step does something");
    for (is_there, expected) in [(true, with), (false, without)] {
        let mut game = table(text);
        ready(&mut game);
        if !is_there {
            leave_out(&mut game.rules, step);
        }
        let before = tell(&game);
        game.next_turn();
        let told = if is_there { "with it" } else { "without it" };
        assert_eq!(changes(&before, &tell(&game)), expected, "{step:?}: {told}");
        assert_eq!(game.rules.find_broken_state(&game.state), None, "{step:?}: {told}");
    }
    STEPPED.with_borrow_mut(|steps| steps.insert(step));
}

fn leave_out(rules: &mut Kernel, step: Step) {
    let (named, other) = match step {
        Step::Beginning(name) => (name, ""),
        Step::End(name) => ("", name),
    };
    let rest = |steps: &[(&'static str, TurnStep)], name: &str| {
        let rest: Vec<_> = steps.iter().copied().filter(|entry| entry.0 != name).collect();
        assert!(rest.len() + usize::from(!name.is_empty()) == steps.len(), "{name} is one step");
        &*rest.leak()
    };
    rules.turn_steps = Box::leak(Box::new(TurnSteps {
        beginning: rest(TURN_STEPS.beginning, named),
        end: rest(TURN_STEPS.end, other),
        ..TURN_STEPS
    }));
}

/// A position in words: what there is, and how it is.
type Told = BTreeMap<String, String>;

/// What differs between two positions: `what: before -> after`. Of a unit that is new all is told that is not nothing, of one that is gone only that.
pub(super) fn changes(before: &Told, after: &Told) -> Vec<String> {
    let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let nothing = |value: &str| ["", "0"].contains(&value);
    keys.into_iter()
        .filter_map(|key| match (before.get(key), after.get(key)) {
            (Some(one), Some(other)) if one != other => Some(format!("{key}: {one} -> {other}")),
            (None, Some(other)) if !nothing(other) => Some(format!("{key}: {other}")),
            _ => None,
        })
        .collect()
}

/// Tells a position: units, ground, sides, and what these know. What chance is still to bring, and how lists are kept, is left out.
pub(super) fn tell(game: &TestGame) -> Told {
    let mut told = Told::new();
    let at = game.at();
    told.insert("game".to_owned(), format!("{:?}", game.state.phase));
    for id in (0..game.state.units.len() as u32).map(UnitIndex) {
        tell_unit(at, id, &mut told);
    }
    for cell in game.rules.area.cells() {
        tell_cell(at, cell, &mut told);
    }
    for side in game.rules.all_sides() {
        tell_side(at, side, &mut told);
    }
    told
}

fn place(at: StateView<'_>, cell: Cell) -> String {
    let (x, y) = at.rules.area.oblique(cell);
    format!("{x},{y}")
}

fn tell_unit(at: StateView<'_>, id: UnitIndex, told: &mut Told) {
    let (design, unit) = (&*at.rules.design, at.unit(id));
    let presence = match unit.hp {
        ..=0 => "gone",
        _ if unit.cell == Unit::NOWHERE => "away",
        _ => "there",
    };
    told.insert(id.to_string(), presence.to_owned());
    if presence != "there" {
        return;
    }
    let mut tell = |what: &str, value: String| told.insert(format!("{id} {what}"), value);
    let inside = unit.inside.some().map_or_else(String::new, |carrier| format!(" in {carrier}"));
    tell("place", place(at, unit.cell) + &inside);
    tell("type", design.name_of(unit.kind).to_owned());
    tell("side", unit.side.0.to_string());
    tell("first side", unit.origin.0.to_string());
    let numbers = [
        ("altitude", unit.altitude),
        ("hp", unit.hp),
        ("cp", unit.cp),
        ("acp", unit.acp),
        ("cxp", unit.cxp),
        ("morale", unit.morale),
    ];
    for (what, number) in numbers {
        tell(what, number.to_string());
    }
    tell("moves", unit.moves.to_string());
    let details = at.details(id).cloned().unwrap_or_default();
    tell("size", details.size.to_string());
    tell("saved cp", details.cp_stash.to_string());
    for kind in design.unit_types() {
        tell(&format!("tools for {}", design.name_of(kind)), at.tooling(id, kind).to_string());
    }
    for material in at.rules.material_types() {
        tell(design.name_of(material), at.supply(id, material).to_string());
    }
}

fn tell_cell(at: StateView<'_>, cell: Cell, told: &mut Told) {
    let (state, design, index) = (at.state, &*at.rules.design, cell.index());
    let name = place(at, cell);
    let mut tell = |what: &str, value: String| told.insert(format!("{name} {what}"), value);
    tell("ground", design.name_of(at.ground(cell)).to_owned());
    for kind in design.border_terrain().chain(design.connection_terrain()) {
        tell(design.name_of(kind), ways(at, &state.edges, kind, cell));
    }
    for &kind in &at.rules.coating_types {
        tell(design.name_of(kind), at.depth(cell, kind).to_string());
    }
    for material in at.rules.material_types() {
        tell(design.name_of(material), at.cell_supply(cell, material).to_string());
    }
    let side = |side: Option<SideId>| side.map_or_else(String::new, |side| side.0.to_string());
    tell("people of", side(at.people_of(cell)));
    tell("control of", side(at.control_of(cell)));
    tell("city", at.city_of(cell).map_or_else(String::new, |city| city.to_string()));
    tell("temperature", at.temperature(cell).map_or_else(String::new, |degrees| degrees.to_string()));
    tell("clouds", state.clouds.get(index).map_or_else(String::new, u8::to_string));
    tell(
        "wind",
        state.winds.get(index).map_or_else(String::new, |wind| format!("{} to {}", wind.force, wind.direction.0)),
    );
    tell("light", if at.is_night(cell) { "night" } else { "" }.to_owned());
}

/// The directions in which a border or connection lies.
fn ways(at: StateView<'_>, edges: &[(TerrainType, grid::EdgeLayer)], kind: TerrainType, cell: Cell) -> String {
    let lies = |way: &u8| {
        edges.iter().any(|(known, layer)| *known == kind && grid::has_edge(layer[cell], grid::Direction(*way)))
    };
    let ways: Vec<String> = (0..at.rules.area.directions()).filter(lies).map(|way| way.to_string()).collect();
    ways.join(" ")
}

fn tell_side(at: StateView<'_>, side: SideId, told: &mut Told) {
    let (design, own) = (&*at.rules.design, at.side(side));
    let mut tell = |what: &str, value: String| told.insert(format!("side {}{what}", side.0), value);
    tell("", format!("{:?}", own.standing));
    tell(" trusts", format!("{:b}", own.trusts));
    tell(" is for a draw", own.willing_to_draw.to_string());
    tell(" obeys", own.controlled_by.map_or_else(String::new, |side| side.0.to_string()));
    tell(" self-unit", own.self_unit.map_or_else(String::new, |id| id.to_string()));
    tell(" topic", own.topic.map_or_else(String::new, |topic| design.name_of(topic).to_owned()));
    for material in at.rules.material_types() {
        tell(&format!(" {}", design.name_of(material)), own.treasury[material.index()].to_string());
    }
    for kind in design.unit_types() {
        let name = design.name_of(kind);
        tell(&format!(" tech of {name}"), own.tech[kind.index()].to_string());
        tell(&format!(" first tech of {name}"), own.tech_start[kind.index()].to_string());
    }
    for advance in design.ids::<AdvanceType>() {
        tell(&format!(" points of {}", design.name_of(advance)), own.advances[advance.index()].to_string());
    }
    for (number, score) in own.scores.iter().enumerate() {
        tell(&format!(" score {number}"), score.to_string());
    }
    let Some(seat) = Seat::of(side).filter(|_| !at.rules.see_all) else { return };
    tell_knowledge(at, View { rules: at.rules, seat, state: at.state }, told);
}

/// What a side sees, and what it remembers of ground that it does not see.
fn tell_knowledge(at: StateView<'_>, view: View<'_>, told: &mut Told) {
    let (design, side) = (&*at.rules.design, view.side());
    let mut tell = |what: String, value: String| told.insert(format!("side {} {what}", side.0), value);
    for cell in at.rules.area.cells() {
        let name = place(at, cell);
        let ground = view.terrain(cell).map_or_else(String::new, |kind| design.name_of(kind).to_owned());
        tell(format!("knows {name}"), ground);
        tell(format!("sees {name}"), if at.covers(side, cell) { "1" } else { "0" }.to_owned());
        for kind in design.border_terrain().chain(design.connection_terrain()) {
            tell(format!("knows {name} {}", design.name_of(kind)), ways(at, at.known_edges(Some(side)), kind, cell));
        }
        for &kind in &at.rules.coating_types {
            tell(format!("knows {name} {}", design.name_of(kind)), view.depth(cell, kind).to_string());
        }
    }
    for seen in view.seen() {
        let when = if seen.is_current { "now".to_owned() } else { format!("in turn {}", seen.turn) };
        let what = format!("{} of {} at {}, {when}", design.name_of(seen.kind), seen.side.0, place(at, seen.cell));
        tell(format!("meets {}", seen.id), what);
    }
}

#[test]
fn positions_are_told_by_what_differs() {
    let mut game = table("(unit-type man (acp-per-turn 2)) (units) (man 4 4 1) (man 6 4 2)");
    let before = tell(&game);
    assert_eq!(changes(&before, &tell(&game)), Vec::<String>::new());
    game.state.units[1].morale = 3;
    game.state.sides[1].willing_to_draw = true;
    assert_eq!(changes(&before, &tell(&game)), ["#1 morale: 0 -> 3", "side 1 is for a draw: false -> true"]);
}
