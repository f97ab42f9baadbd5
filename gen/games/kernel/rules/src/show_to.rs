//! A position as one side knows it: what it does not know is not in the scenario.

use contract::{Seat, SeenPosition, Sight};
use design::{Atom, Extras, Properties, TerrainType};
use grid::{Cell, Layer};
use world::{FeatureId, Owner, Place, Scenario, Unit, World};

use crate::{Kernel, State, UnitIndex, View};

impl Kernel {
    /// What a seat sees and remembers, as a scenario without anything else.
    pub(crate) fn show_state_to(&self, state: &State, seat: Seat, start: &Scenario) -> SeenPosition {
        let view = View { rules: self, seat, state };
        let at = view.state_view();
        let sight_of = |cell: Cell| match (view.terrain(cell), at.covers(view.side(), cell)) {
            (None, _) => Sight::Unknown,
            (_, false) => Sight::Remembered,
            (_, true) => Sight::Seen,
        };
        // Cells beyond the area are nobody's, and nothing is drawn there.
        let mut sight = vec![Sight::Seen; self.area.len()];
        self.area.cells().for_each(|cell| sight[cell.index()] = sight_of(cell));
        let sides = start.sides.iter().map(|side| world::Side { gdl: Default::default(), ..side.clone() });
        let mut scenario = Scenario::new(self.design.clone(), self.known_world(view, &sight, &start.world));
        scenario.sides = sides.collect();
        scenario.origins = start.origins.clone();
        scenario.units = known_units(view);
        if !sight.contains(&Sight::Unknown) && !sight.contains(&Sight::Remembered) {
            sight.clear();
        }
        SeenPosition { scenario, sight }
    }

    fn known_world(&self, view: View<'_>, sight: &[Sight], start: &World) -> World {
        let (area, at) = (&self.area, view.state_view());
        let is_known = |cell: Cell| sight[cell.index()] > Sight::Unknown;
        let mut world = World::new(*area);
        world.date.clone_from(&start.date);
        let mut terrain = vec![TerrainType(0); area.len()];
        area.cells().for_each(|cell| terrain[cell.index()] = view.terrain(cell).unwrap_or(TerrainType(0)));
        world.terrain = Some(Layer::from_values(area, terrain));
        for (kind, layer) in at.known_edges(Some(view.side())) {
            let mut edges = layer.clone();
            if sight.contains(&Sight::Unknown) {
                // An edge between two cells is known from either of them.
                let known = edges.edit();
                for cell in area.cells().filter(|&cell| !is_known(cell)) {
                    for (way, _) in area.around(cell).filter(|&(_, other)| !is_known(other)) {
                        grid::disconnect(area, known, cell, way);
                    }
                }
            }
            if edges.values().iter().any(|&mask| mask != 0) {
                world.edges.insert(*kind, edges);
            }
        }
        // Who knows one end of a link knows that it is there.
        let is_told = |link: &&world::Link| is_known(link.from) || is_known(link.to);
        world.links = start.links.iter().filter(is_told).cloned().collect();
        for (kind, layer) in at.known_coatings(Some(view.side())) {
            let mut depths = vec![0; area.len()];
            area.cells().filter(|&cell| is_known(cell)).for_each(|cell| depths[cell.index()] = layer[cell].into());
            if depths.iter().any(|&depth| depth != 0) {
                let name = format!("coating {}", self.design.name_of(*kind));
                world.gdl_layers.insert(name, Layer::from_values(area, depths));
            }
        }
        let seen_owners = |owners: &[Owner]| {
            let seen = |(owner, sight): (&Owner, &Sight)| if *sight == Sight::Seen { *owner } else { Owner::NOBODY };
            let owners = owners.iter().zip(sight).map(seen).collect();
            Layer::from_values(area, owners)
        };
        world.people = (!view.state.people.is_empty()).then(|| seen_owners(&view.state.people));
        world.control = (!view.state.control.is_empty()).then(|| seen_owners(&view.state.control));
        if let Some(features) = &start.feature_of {
            // Features that are left out leave others their smaller numbers.
            let mut numbers = vec![FeatureId::NONE];
            for feature in &start.features {
                let is_kept = is_known(feature.at);
                world.features.extend(is_kept.then(|| feature.clone()));
                numbers.push(if is_kept { FeatureId(world.features.len() as u16) } else { FeatureId::NONE });
            }
            let mut known = vec![FeatureId::NONE; area.len()];
            for cell in area.cells().filter(|&cell| is_known(cell)) {
                known[cell.index()] = numbers[usize::from(features[cell].0)];
            }
            for feature in &mut world.features {
                feature.course.retain(|&cell| is_known(cell));
            }
            world.feature_of = Some(Layer::from_values(area, known));
        }
        world
    }
}

/// The side's own units, in their transports, and others as it sees or remembers them, in the open.
fn known_units(view: View<'_>) -> Vec<Unit> {
    let at = view.state_view();
    let own: Vec<UnitIndex> = view.own_units().filter(|&id| at.is_in_play(id)).collect();
    let number = |id: UnitIndex| own.binary_search(&id).ok().map(|place| world::UnitId(place as u32 + 1));
    let own_unit = |&id: &UnitIndex| {
        let unit = view.own(id);
        let place = unit.inside.some().and_then(number).map_or(Place::Cell(unit.cell), Place::Inside);
        let details = view.details(id);
        let mut gdl = Properties::new();
        if !at.is_complete(id) {
            gdl.insert("cp".to_owned(), vec![Atom::Int(unit.cp.into())]);
        }
        let full = i32::from(unit.hp) == at.int(design::parameters::unit::HP_MAX, id);
        Unit {
            name: details.map(|details| details.name.clone()).unwrap_or_default(),
            number: details.map_or(0, |details| details.number),
            hp: (!full).then_some(unit.hp.unsigned_abs()),
            materials: view.rules.material_types().map(|material| at.supply(id, material)).collect(),
            gdl: Extras::of(gdl, &view.rules.design),
            ..Unit::new(unit.kind, place, unit.side)
        }
    };
    let others = view.seen().filter(|seen| seen.cell != crate::Unit::NOWHERE);
    let others = others.map(|seen| Unit::new(seen.kind, Place::Cell(seen.cell), seen.side));
    own.iter().map(own_unit).chain(others).collect()
}
