//! A position as a scenario: to draw, to export, or to continue from in the middle of a turn (seed 000, "Saving Scenarios").
//!
//! Dead units are left out, and those after them keep their numbers; dead ones that some side still knows, or names in an order,
//! follow as `exu`. Chance is not written: a game that begins from the scenario has its own seed.

use std::sync::Arc;

use design::parameters::find;
use design::parameters::unit::{CP, HP_MAX, MORALE_MAX};
use design::{Atom, Extras, Form, MaterialType, Properties, Scope, TypeId, Value};
use grid::Layer;
use world::{Place, Scenario, SideId};

use crate::gdl_properties::{NumberOf, dead_units};
use crate::goals::Condition;
use crate::state::{SideState, Standing};
use crate::tasks::{write_doctrines, written_plan, written_standing_orders};
use crate::vision::write_views;
use crate::{Details, Kernel, State, StateView, Unit, UnitIndex};

/// The properties of a unit that this file writes; for a unit of the start all others are kept.
const OF_UNITS: &[&str] = &[
    "#",
    "@",
    "z",
    "os",
    "cp",
    "cxp",
    "mo",
    "tp",
    "opinions",
    "acp",
    "acp0",
    "am",
    "appear",
    "disappear",
    "priority",
    "point-value",
    "size",
    "cpstash",
    "sides",
    "a",
    "plan",
    "usedcells",
];

impl Kernel {
    /// A state as a scenario, with everything in the start that no game changes.
    pub(crate) fn show_state(&self, state: &State, start: &Scenario) -> Scenario {
        let at = StateView { rules: self, state };
        let mut shown = start.clone();
        let mut design = (*self.design).clone();
        if let Some(turn) = find(Scope::Global, "turn") {
            design.set_global(turn, Value::Int(i32::try_from(state.turn).unwrap_or(i32::MAX)));
        }
        self.show_triggers(state, &mut design.forms);
        self.show_independents(state, &mut design.forms);
        self.show_world(state, &mut shown);
        let living: Vec<UnitIndex> = at.live().collect();
        let dead =
            find_mentioned(at, start.units.len() as u32..start.units.len() as u32 + dead_units(start).count() as u32);
        let place_of = |id: UnitIndex| {
            let place =
                living.binary_search(&id).or_else(|_| dead.binary_search(&id).map(|place| living.len() + place));
            place.ok().map(|place| world::UnitId(place as u32 + 1))
        };
        let number = |id: UnitIndex| place_of(id).map(|_| self.numbers.of(id));
        let are_said = self.numbers.to_say(&living);
        shown.units = living.iter().map(|&id| self.show_unit(at, id, start, are_said, &place_of, &number)).collect();
        self.show_dead_units(at, &dead, start, &mut shown.forms);
        crate::turn::write_acting_seat(self, state, &mut shown.forms);
        for side in self.side_ids() {
            let first = shown.side(side).gdl.clone();
            let mut gdl = first.atoms().clone();
            self.show_side(at, side, &mut gdl);
            let own = at.side(side);
            write_doctrines(self, &own.doctrines, &first, &mut gdl, &mut design.forms);
            set_list(&mut gdl, "standing-order", written_standing_orders(self, &own.standing_orders, &number));
            write_views(at, side, &number, &mut gdl);
            set(&mut gdl, "self-unit", at.side(side).self_unit.and_then(number));
            let is_done = contract::Seat::of(side).is_some_and(|seat| state.done.contains(seat));
            set(&mut gdl, "finished-turn", is_done.then_some(1));
            shown.side_mut(side).gdl = Extras::of(gdl, &self.design);
            shown.side_mut(side).handicap_rest = at.side(side).handicap_rest;
        }
        shown.design = Arc::new(design);
        // It was measured for the start.
        shown.fairness = None;
        shown
    }

    fn show_world(&self, state: &State, shown: &mut Scenario) {
        let world = &mut shown.world;
        world.terrain = Some(state.terrain.clone());
        for (kind, layer) in &state.edges {
            if layer.values().iter().any(|&edges| edges != 0) {
                world.edges.insert(*kind, layer.clone());
            } else {
                world.edges.remove(kind);
            }
        }
        for (kind, layer) in &state.coatings {
            let name = format!("coating {}", self.design.name_of(*kind));
            if layer.values().iter().any(|&depth| depth != 0) {
                let depths = layer.values().iter().map(|&depth| depth.into()).collect();
                world.gdl_layers.insert(name, Layer::from_values(&self.area, depths));
            } else {
                world.gdl_layers.remove(&name);
            }
        }
        for (index, amounts) in state.cell_supply.iter().enumerate().filter(|(_, amounts)| !amounts.is_empty()) {
            world.materials.insert(MaterialType::at(index), Layer::from_values(&self.area, amounts.clone()));
        }
        fn layer<T: Clone>(area: &grid::Area, values: &[T]) -> Option<Layer<T>> {
            (!values.is_empty()).then(|| Layer::from_values(area, values.to_vec()))
        }
        world.people = layer(&self.area, &state.people);
        world.control = layer(&self.area, &state.control);
        world.temperature = layer(&self.area, &state.temperature);
        world.clouds = layer(&self.area, &state.clouds);
        world.winds = layer(&self.area, &state.winds);
    }

    fn show_unit(
        &self,
        at: StateView<'_>,
        id: UnitIndex,
        start: &Scenario,
        are_said: bool,
        place_of: &dyn Fn(UnitIndex) -> Option<world::UnitId>,
        number: NumberOf<'_>,
    ) -> world::Unit {
        let unit = at.unit(id);
        let nothing = Details::default();
        let details = at.details(id).unwrap_or(&nothing);
        let mut gdl = start.units.get(id.index()).map_or_else(Properties::new, |first| first.gdl.atoms().clone());
        gdl.retain(|name, _| !OF_UNITS.contains(&name.as_str()));
        set(&mut gdl, "#", are_said.then(|| self.numbers.of(id)));
        let place = match (unit.inside.some().and_then(place_of), unit.cell) {
            (Some(transport), _) => Place::Inside(transport),
            (None, Unit::NOWHERE) => Place::Unplaced,
            (None, cell) => Place::Cell(cell),
        };
        if let Some(cell) = details.appear_at.filter(|_| place == Place::Unplaced) {
            let (x, y) = self.area.stacked(cell);
            gdl.insert("@".to_owned(), vec![Atom::Int(x), Atom::Int(y)]);
        }
        let design = &*self.design;
        let mut say = |name: &str, value: i32, usual: i32| set(&mut gdl, name, (value != usual).then_some(value));
        say("z", unit.altitude.into(), 0);
        say("os", unit.origin.0.into(), unit.side.0.into());
        say("cp", unit.cp.into(), design.int(CP, unit.kind));
        say("cxp", unit.cxp.into(), 0);
        say("mo", unit.morale.into(), design.int(MORALE_MAX, unit.kind));
        say("acp", unit.acp.into(), 0);
        say("acp0", unit.acp_start.into(), unit.acp.into());
        say("am", unit.moves.into(), 0);
        say("size", details.size.into(), 0);
        say("cpstash", details.cp_stash.into(), 0);
        say("priority", details.priority.map_or(-1, i32::from), -1);
        say("point-value", details.point_value.map_or(-1, i32::from), -1);
        say("disappear", details.disappear.map_or(0, |turn| turn as i32), 0);
        if let Some((turn, dx, dy)) = details.appear.filter(|_| unit.cell == Unit::NOWHERE) {
            gdl.insert("appear".to_owned(), [turn as i32, dx.into(), dy.into()].map(Atom::Int).into());
        }
        if details.tooling.iter().any(|&points| points != 0) {
            gdl.insert(
                "tp".to_owned(),
                self.named(&design.units.names, details.tooling.iter().map(|&tp| tp.into()), 0),
            );
        }
        if details.opinions.iter().any(|&opinion| opinion != 0) {
            let pair = |(side, &opinion): (usize, &i8)| pair(Atom::Int(side as i32), opinion.into());
            gdl.insert("opinions".to_owned(), details.opinions.iter().enumerate().map(pair).collect());
        }
        set_list(&mut gdl, "plan", written_plan(self, details, number));
        let hp_max = design.int(HP_MAX, unit.kind);
        world::Unit {
            kind: unit.kind,
            place,
            side: unit.side,
            name: details.name.clone(),
            number: details.number,
            hp: (i32::from(unit.hp) != hp_max).then_some(unit.hp.unsigned_abs()),
            materials: self.material_types().map(|material| at.supply(id, material)).collect(),
            made_by: None,
            named_by: None,
            key: 0,
            gdl: Extras::of(gdl, design),
        }
    }

    /// Writes dead units: as the start has them, or with few properties.
    fn show_dead_units(&self, at: StateView<'_>, dead: &[UnitIndex], start: &Scenario, forms: &mut Vec<Form>) {
        forms.retain(|form| form.head() != Some("exu"));
        let given: Vec<&Form> = dead_units(start).map(|(form, _)| form).collect();
        for &id in dead {
            let unit = at.unit(id);
            let number = Atom::Int(self.numbers.of(id));
            let known = id.index().checked_sub(start.units.len()).and_then(|index| given.get(index));
            let atoms = match known {
                Some(known) => {
                    let mut atoms = known.atoms.clone();
                    atoms[1] = number;
                    atoms
                }
                None => {
                    let head = ["exu", self.design.name_of(unit.kind)].map(|word| Atom::Word(word.to_owned()));
                    let [head, kind] = head;
                    vec![head, number, kind, Atom::Int(0), Atom::Int(0), Atom::Int(unit.side.0.into())]
                }
            };
            forms.push(Form::new(atoms, &self.design));
        }
    }

    fn show_side(&self, at: StateView<'_>, side: SideId, gdl: &mut Properties) {
        let own = at.side(side);
        let status = match own.standing {
            Standing::In => None,
            Standing::Won => Some(1),
            Standing::Lost => Some(-1),
        };
        set(gdl, "status", status);
        set(gdl, "controlled-by", own.controlled_by.map(|by| by.0.into()));
        set(gdl, "willing-to-draw", own.willing_to_draw.then_some(1));
        let is_sworn = |other: SideId| self.scenario.are_allies(side, other);
        let trusted = self.side_ids().filter(|&other| at.trusts(side, other) && !is_sworn(other));
        set_list(gdl, "trusts", trusted.map(|other| pair(Atom::Int(other.0.into()), 1)).collect());
        self.show_stock(own, gdl);
        let advances = own.advances.iter().copied();
        set_list(gdl, "advances-done", self.named(&self.design.advances.names, advances, 0));
        let word = |advance: design::AdvanceType| vec![Atom::Word(self.design.name_of(advance).to_owned())];
        set_list(gdl, "current-advance", own.topic.map_or_else(Vec::new, word));
        set_list(gdl, "advance-goal", own.advance_goal.map_or_else(Vec::new, word));
        // Files hold 32 bits.
        let score = |&score: &i64| Atom::Int(score.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        // Turns of dominance that nobody has counted yet are no score.
        let are_told =
            self.scorekeepers.all.iter().any(|keeper| keeper.is_kept) || own.scores.iter().any(|&score| score != 0);
        set_list(gdl, "scores", if are_told { own.scores.iter().map(score).collect() } else { Vec::new() });
        let numbers = own.next_number.iter().map(|&next| next.into());
        set_list(gdl, "next-numbers", self.named(&self.design.units.names, numbers, 1));
    }

    /// Writes treasury and tech, which independents can have as well. Values equal to the initial ones are left out.
    fn show_stock(&self, own: &SideState, gdl: &mut Properties) {
        let materials = own.treasury.iter().enumerate();
        let initial =
            |index: usize| self.design.int(design::parameters::material::INITIAL_TREASURY, MaterialType::at(index));
        let stock = materials.filter(|&(index, &amount)| amount != initial(index));
        let stock = stock.map(|(index, &amount)| pair(Atom::Word(self.design.materials.names[index].clone()), amount));
        set_list(gdl, "treasury", stock.collect());
        let names = &self.design.units.names;
        set_list(gdl, "tech", self.named(names, own.tech.iter().map(|&level| level.into()), 0));
        let is_same = own.tech == own.tech_start;
        let levels = || own.tech_start.iter().map(|&level| i32::from(level)).enumerate();
        let pairs = levels().map(|(index, level)| pair(Atom::Word(names[index].clone()), level)).collect();
        set_list(gdl, "init-tech", if is_same { Vec::new() } else { pairs });
    }

    /// Writes the stocks of independents, if they have any.
    fn show_independents(&self, state: &State, forms: &mut Vec<Form>) {
        let mut gdl = self.independents.atoms().clone();
        let before = gdl.clone();
        self.show_stock(&state.sides[0], &mut gdl);
        let has_treasury = self.economy.independents_have_treasury;
        if !has_treasury {
            gdl.remove("treasury");
        }
        if gdl != before {
            forms.retain(|form| form.head() != Some("independent-units"));
            let property = |(name, atoms): (&String, &Vec<Atom>)| {
                Atom::List(std::iter::once(Atom::Word(name.clone())).chain(atoms.iter().cloned()).collect())
            };
            let head = std::iter::once(Atom::Word("independent-units".to_owned()));
            let form = head.chain(gdl.iter().map(property)).collect();
            // GDL puts sides before the scorekeepers that count their scores.
            let place = forms.iter().position(|form| form.scorekeeper().is_some());
            forms.insert(place.unwrap_or(forms.len()), Form::new(form, &self.design));
        }
    }

    /// Marks scorekeepers that were triggered and have not run yet.
    fn show_triggers(&self, state: &State, forms: &mut [Form]) {
        let keepers = forms.iter_mut().filter(|form| form.scorekeeper().is_some());
        for (form, _) in keepers.zip(&state.triggered).filter(|(_, is_triggered)| **is_triggered) {
            let mut atoms = form.atoms.clone();
            if !atoms.iter().filter_map(Atom::list).any(|part| part[0].text() == Some("triggered")) {
                atoms.push(pair(Atom::Word("triggered".to_owned()), 1));
                *form = Form::new(atoms, &self.design);
            }
        }
    }

    /// A value list of names and numbers, without those with the default `usual`.
    fn named(&self, names: &[String], values: impl Iterator<Item = i32>, usual: i32) -> Vec<Atom> {
        let is_said = |entry: &(&String, i32)| entry.1 != usual;
        let all = names.iter().zip(values).filter(is_said);
        all.map(|(name, value)| pair(Atom::Word(name.clone()), value)).collect()
    }
}

/// The dead units of which a side has an image or that an order names, and those that were dead at the start.
fn find_mentioned(at: StateView<'_>, of_start: std::ops::Range<u32>) -> Vec<UnitIndex> {
    let state = at.state;
    let mut mentioned: Vec<UnitIndex> = state.sights.iter().flat_map(crate::vision::mentioned).collect();
    for side in &state.sides {
        for order in &side.standing_orders {
            let place = if let Condition::In(id) = order.condition { Some(id) } else { None };
            mentioned.extend(place.into_iter().chain(order.task.goal.unit()));
        }
    }
    let tasks = at.live().filter_map(|id| at.details(id)?.task);
    mentioned.extend(tasks.filter_map(|task| task.goal.unit()));
    mentioned.extend(of_start.map(UnitIndex));
    mentioned.retain(|&id| id.index() < state.units.len() && !at.is_alive(id));
    mentioned.sort_unstable();
    mentioned.dedup();
    mentioned
}

fn pair(key: Atom, value: i32) -> Atom {
    Atom::List(vec![key, Atom::Int(value)])
}

fn set(gdl: &mut Properties, name: &str, value: Option<i32>) {
    set_list(gdl, name, value.map(Atom::Int).into_iter().collect());
}

/// Sets a property to a list; an empty list is left out.
fn set_list(gdl: &mut Properties, name: &str, atoms: Vec<Atom>) {
    if atoms.is_empty() {
        gdl.remove(name);
    } else {
        gdl.insert(name.to_owned(), atoms);
    }
}
