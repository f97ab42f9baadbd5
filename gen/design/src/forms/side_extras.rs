//! What a file says of a side, beside what the sides of every game have (`gdl-reference` 8).

use std::sync::LazyLock;

use super::UnitTypes;
use super::extras::{ExtraProperties, GivenValues};
use super::task::StandingOrder;
use crate::{AdvanceType, Atom, MaterialType, Scope, TerrainType, UnitType};

/// The points of research of an advance that a side has, whatever it takes.
pub const ADVANCE_IS_DONE: i32 = -2;

/// What the properties of a side say. Lists name types, or sides by their numbers, with a value for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideExtras {
    /// 1: it has won; -1: it has lost.
    pub status: i32,
    /// It is not in the game: `active` is false.
    pub is_inactive: bool,
    /// Its own place in the order of sides.
    pub priority: Option<i32>,
    /// The number of the side that gives its orders.
    pub controlled_by: Option<u8>,
    /// Not 0 for sides that it trusts.
    pub trusts: Vec<(u8, i32)>,
    /// The numbers that its next units get.
    pub next_numbers: Vec<(UnitType, i32)>,
    /// Its levels of development.
    pub tech: Vec<(UnitType, i32)>,
    /// Those at the start of the turn.
    pub init_tech: Option<Vec<(UnitType, i32)>>,
    /// In which order its units act; below 0: as their type.
    pub action_priorities: Vec<(UnitType, i32)>,
    /// The chances that it knows others' units, in percent.
    pub already_seen: Vec<(UnitType, i32)>,
    /// The chances that it knows independent units, in percent.
    pub already_seen_independent: Vec<(UnitType, i32)>,
    /// 0 for types that may not act.
    pub could_act_with: Option<Vec<(UnitType, i32)>>,
    /// 0 for types that it may not construct.
    pub could_construct: Option<Vec<(UnitType, i32)>>,
    /// 0 for types that it may not develop.
    pub could_develop: Option<Vec<(UnitType, i32)>>,
    /// 0 for what it may not research.
    pub could_research: Option<Vec<(AdvanceType, i32)>>,
    /// Points of research, or [`ADVANCE_IS_DONE`].
    pub advances_done: Vec<(AdvanceType, i32)>,
    /// What it researches.
    pub current_advance: Option<AdvanceType>,
    /// What it researches for.
    pub advance_goal: Option<AdvanceType>,
    /// What it owns as a whole.
    pub treasury: Vec<(MaterialType, i32)>,
    /// The name of the doctrine of types without their own.
    pub default_doctrine: Option<Atom>,
    /// Types with the names of their doctrines.
    pub doctrines: Vec<(UnitTypes, Atom)>,
    /// Whether its player may not change doctrines.
    pub are_doctrines_locked: bool,
    /// The number of the unit that stands for its player.
    pub self_unit: Option<i32>,
    /// What its idle units do.
    pub standing_orders: Vec<StandingOrder<(i32, i32), i32>>,
    /// Its scores, in the order of scorekeepers.
    pub scores: Vec<i32>,
    /// Whether it agrees to a draw.
    pub is_willing_to_draw: bool,
    /// Whether it is done with the turn.
    pub has_finished_turn: bool,
    /// The terrain that it knows, as rows of a layer: 0 is unknown, else the terrain type plus 1.
    pub terrain_view: Option<Vec<String>>,
    /// The borders, connections and coatings that it knows, as rows of layers.
    pub aux_terrain_view: Vec<(TerrainType, Vec<String>)>,
    /// The temperatures that it knows, as rows of a layer.
    pub temperature_view: Option<Vec<String>>,
    /// The clouds that it knows.
    pub cloud_view: Option<Vec<String>>,
    /// The winds that it knows.
    pub wind_view: Option<Vec<String>>,
    /// The units that it knows.
    pub unit_views: Vec<UnitView>,
}

/// A unit as a side saw it: `(type side ["name"] size x y complete turn id [image])`, where the transport's number may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitView {
    /// Its type.
    pub kind: UnitType,
    /// The number of its side.
    pub side: i32,
    /// Its place, in oblique coordinates.
    pub at: (i32, i32),
    /// Whether it was complete.
    pub is_complete: bool,
    /// When it was seen.
    pub turn: u32,
    /// Its number.
    pub id: i32,
    /// The number of the unit that it was in, 0: none; `None` where the file says nothing of it.
    pub inside: Option<i32>,
}

impl ExtraProperties for SideExtras {
    const SCOPE: Scope = Scope::Side;

    fn none() -> &'static SideExtras {
        static NONE: LazyLock<SideExtras> = LazyLock::new(SideExtras::default);
        &NONE
    }

    fn take(&mut self, name: &str, given: &mut GivenValues<'_, '_>) {
        const ANY: std::ops::RangeInclusive<i32> = i32::MIN..=i32::MAX;
        const LEVELS: std::ops::RangeInclusive<i32> = i16::MIN as i32..=i16::MAX as i32;
        match name {
            "status" => self.status = given.number(-1..=1).unwrap_or(0),
            "active" => self.is_inactive = given.number(0..=1) == Some(0),
            "priority" => self.priority = given.number(-1..=i32::MAX).filter(|&priority| priority >= 0),
            "controlled-by" => self.controlled_by = given.number(0..=u8::MAX.into()).map(|side| side as u8),
            "trusts" => self.trusts = given.of_sides(ANY),
            "next-numbers" => self.next_numbers = given.of_kinds(0..=u16::MAX.into()),
            "tech" => self.tech = given.of_kinds(LEVELS),
            "init-tech" => self.init_tech = Some(given.of_kinds(LEVELS)),
            "action-priorities" => self.action_priorities = given.of_kinds(-1..=i32::MAX),
            "already-seen" => self.already_seen = given.of_kinds(ANY),
            "already-seen-independent" => self.already_seen_independent = given.of_kinds(ANY),
            "could-act-with" => self.could_act_with = Some(given.of_kinds(ANY)),
            "could-construct" => self.could_construct = Some(given.of_kinds(ANY)),
            "could-develop" => self.could_develop = Some(given.of_kinds(ANY)),
            "could-research" => self.could_research = Some(given.of_kinds(ANY)),
            "advances-done" => self.advances_done = given.of_kinds(ANY),
            "current-advance" => self.current_advance = given.kind(),
            "advance-goal" => self.advance_goal = given.kind(),
            "treasury" => self.treasury = given.of_kinds(ANY),
            "default-doctrine" => self.default_doctrine = given.first().cloned(),
            "doctrines" => {
                let pairs = given.pairs("(types doctrine)").into_iter();
                self.doctrines = pairs.map(|(types, doctrine)| (types, doctrine.clone())).collect();
            }
            "doctrines-locked" => self.are_doctrines_locked = given.flag(),
            "self-unit" => self.self_unit = given.number(ANY),
            "standing-order" => self.standing_orders = given.standing_orders(),
            "scores" => self.scores = given.numbers(),
            "willing-to-draw" => self.is_willing_to_draw = given.flag(),
            "finished-turn" => self.has_finished_turn = given.flag(),
            "terrain-view" => self.terrain_view = Some(given.rows()),
            "aux-terrain-view" => self.aux_terrain_view = given.line_views(),
            "temperature-view" => self.temperature_view = Some(given.rows()),
            "cloud-view" => self.cloud_view = Some(given.rows()),
            "wind-view" => self.wind_view = Some(given.rows()),
            "unit-views" => self.unit_views = given.unit_views(),
            // What no rule reads goes out as it came.
            _ => {}
        }
    }
}

impl<'a> GivenValues<'_, 'a> {
    /// Rows of a layer.
    fn rows(&mut self) -> Vec<String> {
        self.rows_of(self.all())
    }

    fn rows_of(&mut self, rows: &'a [Atom]) -> Vec<String> {
        let mut texts = Vec::new();
        for row in rows {
            match row {
                Atom::Text(text) => texts.push(text.clone()),
                _ => self.wrong(row, "rows of a layer, as texts"),
            }
        }
        texts
    }

    /// Layers, each behind the name of its type.
    fn line_views(&mut self) -> Vec<(TerrainType, Vec<String>)> {
        let mut views = Vec::new();
        for view in self.all().chunk_by(|_, next| next.word().is_none()) {
            if let Some(kind) = self.kind_of(&view[0]) {
                views.push((kind, self.rows_of(&view[1..])));
            }
        }
        views
    }

    fn unit_views(&mut self) -> Vec<UnitView> {
        let mut views = Vec::new();
        for view in self.all() {
            let numbers = |list: &[Atom]| list.iter().skip(1).filter_map(Atom::int).collect::<Vec<i32>>();
            let list = view.list().unwrap_or_default();
            let (Some(kind), [side, _, x, y, complete, turn, id, rest @ ..]) = (list.first(), &*numbers(list)) else {
                self.wrong(view, "(type side size x y complete turn id)");
                continue;
            };
            let Some(kind) = self.kind_of(kind) else { continue };
            let (turn, is_complete) = ((*turn).max(0) as u32, *complete != 0);
            let inside = rest.first().copied();
            views.push(UnitView { kind, side: *side, at: (*x, *y), is_complete, turn, id: *id, inside });
        }
        views
    }
}
