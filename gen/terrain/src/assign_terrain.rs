//! From ranked relief and moisture to terrain: percentiles, neighbours, the edge, elevations.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9. The methods of percentile terrain share this code;
//! each makes relief and moisture in its own way.

use design::parameters::global::EDGE_TERRAIN;
use design::parameters::table::ADJACENT_TERRAIN_EFFECT;
use design::{Design, IntGlobal, PercentileChart, TerrainType, TypeId};
use grid::{Area, Layer};
use synth::{MethodOutcome, Synthesis, SynthesisError};

use crate::elevations::assign_elevations;
use crate::percentiles::{Ranks, inner_row};
use crate::symmetric::spread;

/// The first type that fills cells: the default where no type is asked for.
pub(crate) fn first_terrain(design: &Design) -> Result<TerrainType, SynthesisError> {
    design.cell_terrain().next().ok_or_else(|| SynthesisError::DesignLacks {
        what: "terrain that fills cells".to_owned(),
        remedy: "give it a type of terrain whose `subtype` is cell".to_owned(),
    })
}

/// Makes the terrain for percentiles of relief and moisture, and elevations that agree with it unless they are given. For a layer
/// that is `None` every percentile counts as met.
pub(crate) fn assign_terrain(
    synthesis: &mut Synthesis<'_>,
    design: &Design,
    first: TerrainType,
    alt: Option<&Ranks>,
    wet: Option<&Ranks>,
) -> MethodOutcome {
    let area = synthesis.scenario.world.area;
    let chart = Chart::new(design, alt.is_some(), wet.is_some());
    let (mut terrain, unclaimed) = classify(&chart, &area, first, alt, wet);
    if unclaimed > 0 {
        warn_of_holes(synthesis, design, first, unclaimed);
    }
    change_neighbors(design, &area, &mut terrain);
    if let Some(edge) = cell_type(synthesis, design, EDGE_TERRAIN) {
        lay_edge(&area, &mut terrain, edge);
    }
    if synthesis.scenario.world.elevation.is_none() && design.has_elevations() {
        let flat = vec![0; area.len()];
        let heights = alt.map_or(&flat, |alt| &alt.heights);
        let elevations = assign_elevations(design, &area, &terrain, heights);
        synthesis.scenario.world.elevation = Some(Layer::from_values(&area, elevations));
    }
    let outcome = MethodOutcome::Made(tell(design, &area, &terrain));
    synthesis.scenario.world.terrain = Some(Layer::from_values(&area, terrain));
    spread(&mut synthesis.scenario.world);
    outcome
}

/// A summary: "31 % land, 7 types of terrain".
pub(crate) fn tell(design: &Design, area: &Area, terrain: &[TerrainType]) -> String {
    let land = area.cells().filter(|cell| !design.is_liquid(terrain[cell.index()])).count();
    let mut present = vec![false; design.terrain.len()];
    for cell in area.cells() {
        present[terrain[cell.index()].index()] = true;
    }
    let kinds = present.iter().filter(|&&is_present| is_present).count();
    format!("{} % land, {kinds} types of terrain", (100 * land + area.count() / 2) / area.count())
}

/// The type that a global variable such as `edge-terrain` names, if it fills cells.
pub(crate) fn cell_type(synthesis: &Synthesis<'_>, design: &Design, key: IntGlobal) -> Option<TerrainType> {
    let named = usize::try_from(synthesis.settings.int(key)).ok().map(TerrainType::at)?;
    design.cell_terrain().find(|&kind| kind == named)
}

/// The percentile chart, for use with or without each layer.
struct Chart {
    /// For each moisture percentile a row of relief percentiles.
    kinds: Vec<Option<TerrainType>>,
}

const PERCENTILES: usize = 101;

impl Chart {
    fn new(design: &Design, has_alt: bool, has_wet: bool) -> Chart {
        let chart = PercentileChart::new(design);
        let all = || 0..PERCENTILES as u8;
        let kind = |alt: u8, wet: u8| match (has_alt, has_wet) {
            (true, true) => chart.at(alt, wet),
            (true, false) => all().filter_map(|wet| chart.at(alt, wet)).min(),
            (false, true) => all().filter_map(|alt| chart.at(alt, wet)).min(),
            (false, false) => all().filter_map(|wet| all().filter_map(|alt| chart.at(alt, wet)).min()).min(),
        };
        // Without a layer all its rows or columns are equal, so one is computed.
        let last = |has: bool| if has { PERCENTILES as u8 } else { 1 };
        let mut kinds = vec![None; PERCENTILES * PERCENTILES];
        for wet in 0..last(has_wet) {
            for alt in 0..last(has_alt) {
                kinds[usize::from(wet) * PERCENTILES + usize::from(alt)] = kind(alt, wet);
            }
        }
        Chart { kinds }
    }
}

/// The terrain of each cell, and how many inner cells fell into a hole of the chart.
fn classify(
    chart: &Chart,
    area: &Area,
    first: TerrainType,
    alt: Option<&Ranks>,
    wet: Option<&Ranks>,
) -> (Vec<TerrainType>, u64) {
    let percentile = |layer: Option<&Ranks>, index: usize| {
        layer.map_or(0, |ranks| usize::from(ranks.percentiles[usize::from(ranks.heights[index])]))
    };
    let mut terrain = vec![first; area.len()];
    let mut unclaimed = 0;
    for row in 0..area.height() {
        let inner = inner_row(area, row);
        for index in area.row(row) {
            let place = percentile(wet, index) * PERCENTILES + percentile(alt, index);
            match chart.kinds[place] {
                Some(kind) => terrain[index] = kind,
                None => unclaimed += u64::from(inner.contains(&index)),
            }
        }
    }
    (terrain, unclaimed)
}

fn warn_of_holes(synthesis: &mut Synthesis<'_>, design: &Design, first: TerrainType, unclaimed: u64) {
    const NAMED: usize = 3;
    let holes = PercentileChart::new(design).holes();
    let rectangles: Vec<String> = holes
        .iter()
        .take(NAMED)
        .map(|hole| format!("alt {} to {} with wet {} to {}", hole.alt.0, hole.alt.1, hole.wet.0, hole.wet.1))
        .collect();
    let more = if holes.len() > NAMED { format!(" and {} more", holes.len() - NAMED) } else { String::new() };
    let message = format!(
        "no terrain covers percentiles {}{more}: {unclaimed} cells became `{}`",
        rectangles.join("; "),
        design.name_of(first)
    );
    synthesis.warn("percentile-hole", message);
}

/// `adjacent-terrain-effect`: terrain next to certain types may become another. It is one pass in which no change sees another, so
/// the order of cells does not matter.
fn change_neighbors(design: &Design, area: &Area, terrain: &mut [TerrainType]) {
    let kinds: Vec<TerrainType> = design.cell_terrain().collect();
    let count = design.terrain.len();
    let mut effects = vec![None; count * count];
    for &own in &kinds {
        for &other in &kinds {
            let effect = usize::try_from(design.entry(ADJACENT_TERRAIN_EFFECT, own, other)).ok();
            let effect = effect.map(TerrainType::at).filter(|&effect| effect != own && kinds.contains(&effect));
            effects[own.index() * count + other.index()] = effect;
        }
    }
    if effects.iter().all(Option::is_none) {
        return;
    }
    let before = terrain.to_vec();
    for cell in area.cells() {
        let own = before[cell.index()].index() * count;
        let mut around = area.around(cell).map(|(_, neighbor)| effects[own + before[neighbor.index()].index()]);
        if let Some(effect) = around.find_map(|effect| effect) {
            terrain[cell.index()] = effect;
        }
    }
}

/// Gives the cells at bounds the edge terrain.
pub(crate) fn lay_edge(area: &Area, terrain: &mut [TerrainType], edge: TerrainType) {
    for row in 0..area.height() {
        let (cells, inner) = (area.row(row), inner_row(area, row));
        terrain[cells.start..inner.start].fill(edge);
        terrain[inner.end..cells.end].fill(edge);
    }
}
