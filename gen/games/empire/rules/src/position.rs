//! A position as a scenario, and back: squads and forts are units, owners are the provinces' own, and the scenario's section `empire`
//! holds what a world has no other place for.
//!
//! ```text
//! "empire": {
//!   "month": 7,                  the month that begins
//!   "gold": [20, 31],            of each side
//!   "out": [2],                  sides that are out
//!   "over": true,                the game has ended
//!   "provinces": {               by their numbers, from 1
//!     "3": { "fort-health": 200, "work": 2, "work-health": 200 },
//!   },
//! }
//! ```
//!
//! What is not said is as at the start; a fort without `fort-health` is whole. Orders and battles are not written: a position is whole
//! at the beginning of a month. Chance is not written either.

use contract::{Seat, Seats, Unplayable};
use design::{Section, Severity, UnitType};
use diagnostics::{Node, RonTree, TreeReader};
use grid::Layer;
use world::{Place, Scenario, SideId, Unit, find_asymmetry};

use crate::board::Province;
use crate::numbers::{KIND_NAMES, NAME, Numbers};
use crate::observe::province_record;
use crate::{Empire, Phase, State};

/// What the section says of the game as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beginning {
    /// The month; `None` if this is a start, and no position.
    pub(crate) month: Option<u32>,
    /// The gold of each seat, if it is said.
    pub(crate) gold: Option<Vec<i32>>,
    /// Seats that are out.
    pub(crate) out: Seats,
    /// Whether the game has ended.
    pub(crate) is_over: bool,
}

/// The most gold that a position says.
const GOLD_MAX: i64 = 1_000_000_000;

/// Reads the section; what it says of forts goes to the provinces.
pub(crate) fn read_section(
    scenario: &Scenario,
    provinces: &mut [Province],
    numbers: &Numbers,
) -> Result<Beginning, Unplayable> {
    let mut beginning = Beginning::default();
    let Some(section) = scenario.sections.get(NAME) else { return Ok(beginning) };
    let seats = scenario.sides.len();
    let read = |root: &Node, tree: &mut TreeReader<'_>| {
        tree.map_of(root, "`empire`", &["month", "gold", "out", "over", "provinces"]);
        beginning.month = tree.int(root.get("month"), "`month`", 1..=10_000).map(|month| month as u32);
        if let Some(node) = root.get("gold") {
            let purses = tree.list(node, "`gold`");
            if purses.len() == seats {
                let gold = purses.iter().map(|purse| tree.int(purse, "gold", 0..=GOLD_MAX).unwrap_or(0) as i32);
                beginning.gold = Some(gold.collect());
            } else {
                tree.wrong(node, "`gold`", format!("a number for each of {seats} sides"));
            }
        }
        if let Some(node) = root.get("out") {
            for side in tree.list(node, "`out`") {
                if let Some(side) = tree.int(side, "a side", 1..=seats as i64) {
                    beginning.out = beginning.out.with(Seat(side as u8 - 1));
                }
            }
        }
        beginning.is_over = tree.flag(root.get("over"), "`over`");
        for (name, node) in tree.map(root.get("provinces"), "`provinces`") {
            let number = name.text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let Some(province) = number.and_then(|number| provinces.get_mut(number)) else {
                tree.unknown("unknown-entry", "province", name, &[]);
                continue;
            };
            read_fort(node, tree, province, numbers);
        }
    };
    let found = section.read(read).1;
    match found.0.iter().find(|fault| fault.severity == Severity::Error) {
        Some(fault) => Err(Unplayable::of(fault.to_string())),
        None => Ok(beginning),
    }
}

fn read_fort(node: &Node, tree: &mut TreeReader<'_>, province: &mut Province, numbers: &Numbers) {
    let fort = &mut province.first_fort;
    let whole = i64::from(numbers.fort_health(fort.level));
    for (name, node) in tree.map_of(node, "a province", &["fort-health", "work", "work-health"]) {
        match name.text.as_str() {
            "fort-health" if fort.level == 0 => tree.wrong(node, "`fort-health`", "a fort among the province's units"),
            "fort-health" => fort.health = tree.int(node, "`fort-health`", 1..=whole).unwrap_or(whole) as u16,
            "work" => fort.work = tree.int(node, "`work`", 0..=100).unwrap_or(0) as u16,
            _ => fort.work_health = tree.int(node, "`work-health`", 0..=10_000).unwrap_or(0) as u16,
        }
    }
}

impl Empire {
    /// Whether a position has nothing that a scenario cannot hold: it is the beginning of a month, or the end.
    pub(crate) fn is_whole(state: &State) -> bool {
        let is_quiet = state.orders.iter().all(Vec::is_empty) && Seats(state.done.0 & !state.out.0).is_empty();
        state.phase == Phase::Over || (state.phase == Phase::Orders && is_quiet)
    }

    /// The position as a scenario.
    pub(crate) fn show_state(&self, state: &State, start: &Scenario) -> Scenario {
        let mut shown = start.clone();
        let owner = |province: usize| state.realms[province].seat().map_or(SideId::INDEPENDENT, Seat::side);
        for (index, province) in shown.world.provinces.iter_mut().enumerate() {
            province.owner = owner(index);
        }
        if let Some(province_of) = &start.world.province_of {
            let country = province_of.values().iter().map(|id| match usize::from(id.0).checked_sub(1) {
                Some(province) => owner(province).0,
                None => 0,
            });
            shown.world.country = Some(Layer::from_values(&self.area, country.collect()));
        }
        self.show_units(state, start, &mut shown);
        shown.sections.insert(NAME.to_owned(), self.write_section(state));
        (shown.fairness, shown.played) = (None, None);
        // Once sides have moved, nothing is alike to the cell any more.
        if find_asymmetry(&shown).is_some() {
            shown.world.symmetry = None;
        }
        shown
    }

    /// Squads and forts as units at the capitals. Units of other types stay where they are.
    fn show_units(&self, state: &State, start: &Scenario, shown: &mut Scenario) {
        let design = &start.design;
        let levels = || self.numbers.forts.iter().map(|fort| fort.name.as_str());
        let is_own = |kind: UnitType| {
            let name = design.name_of(kind);
            KIND_NAMES.contains(&name) || levels().any(|level| level == name)
        };
        let others = start.unit_ids().filter(|(_, unit)| !is_own(unit.kind));
        let stay = others.map(|(id, unit)| {
            let mut unit = unit.clone();
            // What stood in a unit stands beside it: that unit may be gone.
            if let (Place::Inside(_), Some(cell)) = (unit.place, start.cell_of(id)) {
                unit.place = Place::Cell(cell);
            }
            unit
        });
        shown.units = stay.collect();
        for (realm, &capital) in state.realms.iter().zip(&self.capitals) {
            let side = realm.seat().map_or(SideId::INDEPENDENT, Seat::side);
            let mut add = |name: &str, count: u16| {
                if let Some(kind) = design.find::<UnitType>(name) {
                    let unit = Unit::new(kind, Place::Cell(capital), side);
                    shown.units.extend(std::iter::repeat_n(unit, usize::from(count)));
                }
            };
            if let Some(level) = usize::from(realm.fort.level).checked_sub(1).and_then(|level| levels().nth(level)) {
                add(level, 1);
            }
            KIND_NAMES.iter().zip(realm.troops).for_each(|(name, count)| add(name, count));
        }
    }

    /// The section for a position.
    fn write_section(&self, state: &State) -> Section {
        let mut section = Section::default();
        let mut set = |name: &str, value: RonTree| section.set(name, &value, None);
        set("month", RonTree::of(state.month));
        set("gold", RonTree::list(state.gold.iter().map(RonTree::of)));
        if !state.out.is_empty() {
            set("out", RonTree::list(state.out.iter().map(|seat| RonTree::of(seat.side().0))));
        }
        if state.phase == Phase::Over {
            set("over", RonTree::of(true));
        }
        let provinces = (0..self.provinces.len()).filter_map(|index| {
            let record = province_record(self, state, index);
            let changed = record.saved();
            (!changed.is_empty()).then(|| ((index + 1).to_string(), RonTree::map(changed)))
        });
        let provinces: Vec<(String, RonTree)> = provinces.collect();
        if !provinces.is_empty() {
            set("provinces", RonTree::map(provinces));
        }
        section
    }
}
