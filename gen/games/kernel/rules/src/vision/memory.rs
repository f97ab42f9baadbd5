//! What sides remember about cells besides their terrain: borders, connections, coatings and weather, as they last saw them
//! (`kernel-rules` 4, "A look"; seed 003, "Terrain Actions").
//!
//! Nothing is stored where knowledge is always current (`see-terrain-always`, `see-weather-always`), which is usual. Otherwise each
//! side needs, per cell, a byte for each type of border or connection, 2 for a coating, and 6 for the weather; and with the
//! weather, which changes everywhere when a turn begins, a pass over the cells.

use design::TerrainType;
use grid::{Cell, Direction, EdgeLayer, Layer, has_edge};
use serde::{Deserialize, Serialize};
use world::{SideId, Wind};

use crate::{Kernel, State, StateChange, StateView, View};

/// What a side remembers of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Borders and connections by type, as [`State`] has them; empty where knowledge of them is always current.
    pub edges: Vec<(TerrainType, EdgeLayer)>,
    /// Depths of coatings, for the types in `State::coatings`.
    pub coatings: Vec<(TerrainType, Layer<i16>)>,
    /// Temperature, clouds and packed wind of each cell, `UNSEEN` if the side never looked; empty without such weather, or where
    /// knowledge of it is always current.
    pub weather: Weather,
}

/// Layers of weather: temperatures, clouds, winds.
pub(crate) type Weather = [Vec<i16>; 3];

/// Weather that the side never saw.
pub(crate) const UNSEEN: i16 = i16::MIN;

impl Memory {
    /// The memory of a side that has seen nothing.
    pub(super) fn new(rules: &Kernel, state: &State) -> Memory {
        if rules.optics.terrain_is_current {
            return Memory::default();
        }
        let area = &rules.area;
        Memory {
            edges: state.edges.iter().map(|entry| (entry.0, EdgeLayer::filled(area, 0))).collect(),
            coatings: state.coatings.iter().map(|entry| (entry.0, Layer::filled(area, 0))).collect(),
            weather: Weather::default(),
        }
    }
}

/// A side looks at a cell: it sees borders, connections and coatings there, and the weather.
pub(super) fn remember(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    let rules = change.rules;
    if !rules.optics.terrain_is_current {
        remember_lines(change, side, cell);
    }
    if !rules.optics.weather_is_current {
        let now = weather_of(change.state, cell);
        let weather = &mut change.sight_mut(side).memory.weather;
        remember_weather(weather, now, cell, rules.area.len());
    }
}

/// A side learns what another remembers of cells that it has never seen. Where such a cell touches one that it has seen itself, its
/// own memory counts.
pub(super) fn hand_on(change: &mut StateChange<'_>, side: SideId, from: SideId, cells: &[Cell]) {
    let rules = change.rules;
    let area = rules.area;
    let given = change.at().sight(from).memory.clone();
    let sight = change.sight_mut(side);
    if !rules.optics.terrain_is_current {
        for (kind, layer) in &given.edges {
            let edges = &mut sight.memory.edges;
            let place = edges.binary_search_by_key(&kind.0, |entry| entry.0.0).unwrap_or_else(|place| {
                edges.insert(place, (*kind, EdgeLayer::filled(&area, 0)));
                place
            });
            let known = edges[place].1.edit();
            for &cell in cells {
                for (way, other) in area.around(cell) {
                    if has_edge(layer[cell], way) && sight.known[other.index()] == 0 {
                        grid::connect(&area, known, cell, way);
                    }
                }
            }
        }
        for ((_, known), (_, layer)) in sight.memory.coatings.iter_mut().zip(&given.coatings) {
            let depths = known.edit();
            cells.iter().for_each(|cell| depths[cell.index()] = layer[*cell]);
        }
    }
    if !rules.optics.weather_is_current {
        for (own, given) in sight.memory.weather.iter_mut().zip(given.weather) {
            if given.is_empty() {
                continue;
            }
            if own.is_empty() {
                *own = vec![UNSEEN; area.len()];
            }
            cells.iter().for_each(|cell| own[cell.index()] = given[cell.index()]);
        }
    }
}

/// Updates borders, connections and coatings of a cell.
fn remember_lines(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    let area = change.rules.area;
    let State { sights, edges, coatings, .. } = &mut *change.state;
    let memory = &mut sights[side.row()].memory;
    for (kind, layer) in edges.iter() {
        let mask = layer[cell];
        let place = match memory.edges.binary_search_by_key(&kind.0, |entry| entry.0.0) {
            Ok(place) => place,
            Err(_) if mask == 0 => continue,
            Err(place) => {
                memory.edges.insert(place, (*kind, EdgeLayer::filled(&area, 0)));
                place
            }
        };
        let known = &mut memory.edges[place].1;
        if known[cell] == mask {
            continue;
        }
        let known = known.edit();
        for way in (0..area.directions()).map(Direction) {
            let change = if has_edge(mask, way) { grid::connect } else { grid::disconnect };
            change(&area, known, cell, way);
        }
    }
    for ((_, known), (_, layer)) in memory.coatings.iter_mut().zip(coatings.iter()) {
        if known[cell] != layer[cell] {
            known.edit()[cell.index()] = layer[cell];
        }
    }
}

fn weather_of(state: &State, cell: Cell) -> [Option<i16>; 3] {
    let packed = |wind: &Wind| i16::try_from(wind.packed()).unwrap_or(i16::MAX);
    [
        state.temperature.get(cell.index()).map(|&value| value.max(UNSEEN + 1)),
        state.clouds.get(cell.index()).map(|&value| value.into()),
        state.winds.get(cell.index()).map(packed),
    ]
}

fn remember_weather(weather: &mut Weather, now: [Option<i16>; 3], cell: Cell, cells: usize) {
    for (layer, now) in weather.iter_mut().zip(now) {
        let Some(now) = now else { continue };
        if layer.is_empty() {
            *layer = vec![UNSEEN; cells];
        }
        layer[cell.index()] = now;
    }
}

/// The weather has changed everywhere: sides that look at a cell see that.
pub(crate) fn weather_changed(change: &mut StateChange<'_>) {
    let rules = change.rules;
    if rules.see_all || rules.optics.weather_is_current {
        return;
    }
    let cells = rules.area.len();
    for side in rules.side_ids() {
        let mut weather = std::mem::take(&mut change.sight_mut(side).memory.weather);
        for cell in rules.area.cells() {
            if change.at().sight(side).covers(cell) {
                remember_weather(&mut weather, weather_of(change.state, cell), cell, cells);
            }
        }
        change.sight_mut(side).memory.weather = weather;
    }
}

impl<'a> StateView<'a> {
    /// The true borders and connections, or those that a side knows.
    #[doc(hidden)]
    pub fn known_edges(self, by: Option<SideId>) -> &'a [(TerrainType, EdgeLayer)] {
        match self.memory(by) {
            Some(memory) => &memory.edges,
            None => &self.state.edges,
        }
    }

    /// The true depths of coatings, or those that a side knows.
    pub(crate) fn known_coatings(self, by: Option<SideId>) -> &'a [(TerrainType, Layer<i16>)] {
        match self.memory(by) {
            Some(memory) => &memory.coatings,
            None => &self.state.coatings,
        }
    }

    /// A side's own memory of terrain, if it may be outdated. Independents remember nothing.
    fn memory(self, by: Option<SideId>) -> Option<&'a Memory> {
        let side = by.filter(|&side| side != SideId::INDEPENDENT)?;
        let is_kept = !self.rules.see_all && !self.rules.optics.terrain_is_current;
        is_kept.then(|| &self.sight(side).memory)
    }

    /// The temperature, clouds and wind of a cell that a side knows.
    fn known_weather(self, side: SideId, cell: Cell) -> [Option<i16>; 3] {
        if self.rules.see_all {
            return weather_of(self.state, cell);
        }
        let sight = self.sight(side);
        if self.rules.optics.weather_is_current {
            return if sight.knows(cell) { weather_of(self.state, cell) } else { [None; 3] };
        }
        let layers = &sight.memory.weather;
        [0, 1, 2].map(|layer: usize| layers[layer].get(cell.index()).copied().filter(|&value| value != UNSEEN))
    }

    /// The wind in a cell that a side knows.
    pub(crate) fn known_wind(self, side: SideId, cell: Cell) -> Option<Wind> {
        self.known_weather(side, cell)[2].and_then(|packed| Wind::unpack(packed.into()))
    }
}

impl View<'_> {
    /// The temperature of a cell when it was last seen.
    #[must_use]
    pub fn temperature(&self, cell: Cell) -> Option<i32> {
        self.state_view().known_weather(self.side(), cell)[0].map(i32::from)
    }

    /// The clouds over a cell when they were last seen.
    #[must_use]
    pub fn clouds(&self, cell: Cell) -> Option<i32> {
        self.state_view().known_weather(self.side(), cell)[1].map(i32::from)
    }

    /// The wind in a cell when it was last seen.
    #[must_use]
    pub fn wind(&self, cell: Cell) -> Option<Wind> {
        self.state_view().known_wind(self.side(), cell)
    }

    /// Whether a border or connection lies on a side of a cell, as far as is known.
    #[must_use]
    pub fn has_side(&self, cell: Cell, direction: Direction, kind: TerrainType) -> bool {
        let edges = self.state_view().known_edges(Some(self.side()));
        edges.iter().any(|(known, layer)| *known == kind && has_edge(layer[cell], direction))
    }

    /// The sides of a cell on which any border or connection is known: a bit for each direction.
    #[must_use]
    pub fn sides(&self, cell: Cell) -> u8 {
        self.state_view().known_edges(Some(self.side())).iter().fold(0, |sides, (_, layer)| sides | layer[cell])
    }

    /// The known depth of a coating in a cell.
    #[must_use]
    pub fn depth(&self, cell: Cell, coating: TerrainType) -> i32 {
        let layers = self.state_view().known_coatings(Some(self.side()));
        layers.iter().find(|(kind, _)| *kind == coating).map_or(0, |(_, depths)| depths[cell].into())
    }
}
