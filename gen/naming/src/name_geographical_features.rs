//! `name-geographical-features`: finds the features of the map, and names them.
//!
//! Facts: `kernel-rules` section 9, "Features". Beyond 7.5: ranges and rivers; bays with a shape; sizes that grow with the map;
//! names that are unique in a scenario.
//!
//! **One feature per cell.** Features are laid in the order of [`LAYERS`], and a later one takes the cell: a bay is cut out of its
//! sea, a range out of its continent, a peak out of its range; a region of a terrain type that a design asks for is cut out of all
//! but peaks. A feature that loses its last cell is dropped before names are drawn. Rivers take no cells, since most run between
//! them; they have their course instead.
//!
//! **How many.** A row of `feature-types` with sizes names all features of these sizes. Of a class without sizes the largest are
//! kept, a number in proportion to the cells; above 100,000 cells it grows with the square root, so that a large map has larger
//! features rather than more labels than anybody reads.

use std::cmp::Reverse;

use design::parameters::global;
use design::{Design, TerrainType};
use grid::{Area, Cell, EdgeLayer, Layer, Regions};
use synth::{MethodInfo, MethodOutcome, Names, Part, Synthesis, SynthesisError, SynthesisMethod, find_namers};
use world::{Feature, FeatureClass, FeatureId, World};

use crate::feature_types::{FeatureType, most_per_10_000, read_feature_types, usual_sizes};
use crate::find_bays::find_bays;
use crate::find_bodies::{BodyGround, enclosed, find_bodies, find_terrain_regions};
use crate::find_heights::{Heights, find_peaks, find_ranges};
use crate::find_rivers::{River, find_rivers};
use crate::reach::depths;

/// The method `name-geographical-features`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameGeographicalFeatures;

const INFO: MethodInfo = MethodInfo {
    name: "name-geographical-features",
    summary: "finds and names continents, islands, seas, lakes, bays, ranges, peaks and rivers",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Elevation, Part::Rivers, Part::UnitNames],
    writes: &[Part::Features],
    by_level: true,
    parameters: &["feature-types", "feature-namers", "default-namer", "edge-terrain"],
};

/// The order in which features take cells; a later one overrides.
pub const LAYERS: [FeatureClass; 9] = [
    FeatureClass::Sea,
    FeatureClass::Lake,
    FeatureClass::Continent,
    FeatureClass::Island,
    FeatureClass::Bay,
    FeatureClass::Range,
    FeatureClass::Terrain,
    FeatureClass::Peak,
    FeatureClass::River,
];

/// The most features: ids are 16 bits, and 0 means none.
const FEATURES_MAX: usize = u16::MAX as usize;

impl SynthesisMethod for NameGeographicalFeatures {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let world = &synthesis.scenario.world;
        if world.feature_of.is_some() || !world.features.is_empty() {
            return Ok(MethodOutcome::Skipped("features are already present".to_owned()));
        }
        let design = synthesis.design();
        let (types, wrong) = read_feature_types(&design, synthesis.settings, world.area.count());
        let edge_terrain = u8::try_from(synthesis.settings.int(global::EDGE_TERRAIN)).ok().map(TerrainType);
        let world = world.clone();
        let ground = make_ground(&design, &world, edge_terrain);
        for message in wrong {
            synthesis.warn("feature-types", message);
        }

        let mut map = Map { owner: vec![NONE; ground.area.len()], found: Vec::new() };
        find_all(&design, &world, &ground, &types, &mut map);
        if map.found.len() > FEATURES_MAX {
            let message = format!("{} features were found: {FEATURES_MAX} are named", map.found.len());
            synthesis.warn("too-many-features", message);
        }
        let counts = map.drop_hidden();
        let labels = find_labels(&ground.area, &map);
        let features = name_all(synthesis, &design, &types, map.found, &labels);

        let ids = map
            .owner
            .into_iter()
            .map(|number| if number == NONE { FeatureId::NONE } else { FeatureId(number as u16 + 1) });
        let layer = Layer::from_values(&ground.area, ids.collect());
        synthesis.scenario.world.feature_of = Some(layer);
        synthesis.scenario.world.features = features;
        synthesis.frame("features");
        Ok(MethodOutcome::Made(counts))
    }
}

fn make_ground<'a>(design: &Design, world: &'a World, edge_terrain: Option<TerrainType>) -> BodyGround<'a> {
    let area = world.area;
    let terrain = world.terrain.as_ref().expect("terrain stands before features").values();
    let mut framed = vec![false; area.len()];
    if let Some(frame) = edge_terrain {
        for cell in area.cells().filter(|&cell| terrain[cell.index()] == frame && area.is_edge(cell)) {
            framed[cell.index()] = true;
        }
    }
    let elevation = world.elevation.as_ref().map(Layer::values);
    BodyGround { area, terrain, liquid: world.liquid_mask(design), framed, elevation }
}

/// Stands for no feature.
const NONE: u32 = u32::MAX;

/// Something that may get a name.
struct Found {
    /// The index of its row among the feature types.
    row: usize,
    class: FeatureClass,
    size: u32,
    course: Vec<Cell>,
}

/// The features found so far, and the feature of each cell.
struct Map {
    owner: Vec<u32>,
    found: Vec<Found>,
}

impl Map {
    /// Lays bodies, each given by its number in `bodies` and its row.
    fn lay_bodies(&mut self, bodies: &Regions, chosen: &[(usize, FeatureClass, usize)]) {
        let mut number_of = vec![NONE; bodies.count()];
        for &(row, class, body) in chosen {
            number_of[body] = self.found.len() as u32;
            self.found.push(Found { row, class, size: bodies.sizes[body], course: Vec::new() });
        }
        for (owner, &body) in self.owner.iter_mut().zip(bodies.of.values()) {
            if body != Regions::NONE {
                *owner = number_of[body as usize];
            }
        }
    }

    /// Lays a feature over the cells' earlier features.
    fn lay(&mut self, row: usize, class: FeatureClass, cells: &[Cell]) {
        for cell in cells {
            self.owner[cell.index()] = self.found.len() as u32;
        }
        self.found.push(Found { row, class, size: cells.len() as u32, course: Vec::new() });
    }

    /// Drops features beyond the largest id, and those whose cells others took. Returns how many of each class are left, as words.
    fn drop_hidden(&mut self) -> String {
        let mut cells = vec![0_u32; self.found.len()];
        for &owner in self.owner.iter().filter(|&&owner| owner != NONE) {
            cells[owner as usize] += 1;
        }
        let mut new_number = vec![NONE; self.found.len()];
        let mut kept = Vec::new();
        for (number, found) in std::mem::take(&mut self.found).into_iter().enumerate() {
            if (cells[number] > 0 || !found.course.is_empty()) && kept.len() < FEATURES_MAX {
                new_number[number] = kept.len() as u32;
                kept.push(found);
            }
        }
        self.found = kept;
        for owner in self.owner.iter_mut().filter(|owner| **owner != NONE) {
            *owner = new_number[*owner as usize];
        }
        let mut counts = Vec::new();
        for class in LAYERS {
            let count = self.found.iter().filter(|found| found.class == class).count();
            if count > 0 {
                counts.push(format!("{count} {}{}", class.word(), if count == 1 { "" } else { "s" }));
            }
        }
        if counts.is_empty() { "no features".to_owned() } else { counts.join(", ") }
    }
}

fn find_all(design: &Design, world: &World, ground: &BodyGround<'_>, types: &[FeatureType], map: &mut Map) {
    let wants = |class: FeatureClass| types.iter().any(|row| row.class == class);
    let sea_least = types.iter().filter(|row| row.class == FeatureClass::Sea).map(|row| row.least).min();
    let sea_least = sea_least.unwrap_or(usual_sizes(FeatureClass::Sea, ground.area.count()).0);
    let terrain: Vec<TerrainType> = types.iter().filter_map(|row| row.terrain).collect();
    // The searches only read, so those for water and those for land run in parallel. Laying follows in order.
    let ((bodies, bays), (heights, ranges, regions, rivers)) = rayon::join(
        || {
            let bodies = find_bodies(ground);
            let bays = wants(FeatureClass::Bay).then(|| find_bays(ground, &bodies, sea_least));
            (bodies, bays)
        },
        || {
            let heights = Heights::of(ground);
            let ranges = wants(FeatureClass::Range).then(|| find_ranges(design, ground, heights.as_ref()));
            let regions = (!terrain.is_empty()).then(|| find_terrain_regions(ground, &terrain));
            let edges = |kind: TerrainType| -> Option<EdgeLayer> { world.edges.get(&kind).cloned() };
            let rivers = wants(FeatureClass::River).then(|| find_rivers(design, ground, edges));
            (heights, ranges, regions, rivers)
        },
    );
    lay_bodies(ground, types, &bodies, map);
    for (class, pieces) in [(FeatureClass::Bay, bays), (FeatureClass::Range, ranges), (FeatureClass::Terrain, regions)]
    {
        lay_pieces(ground, types, class, &pieces.unwrap_or_default(), map);
    }
    if let Some(heights) = &heights {
        lay_peaks(ground, types, heights, map);
    }
    if let Some(rivers) = rivers {
        lay_rivers(&ground.area, types, rivers, map);
    }
}

/// The largest bodies of a row's sizes that suit it and that no earlier row took: their numbers, with the row's.
fn choose(
    area: &Area,
    types: &[FeatureType],
    class: FeatureClass,
    sizes: &[u32],
    suits: impl Fn(&FeatureType, usize) -> bool,
) -> Vec<(usize, FeatureClass, usize)> {
    let mut taken = vec![false; sizes.len()];
    let mut chosen = Vec::new();
    for (row, wanted) in types.iter().enumerate().filter(|(_, row)| row.class == class) {
        let fits = |&thing: &usize| {
            (wanted.least.max(1)..=wanted.most).contains(&sizes[thing]) && !taken[thing] && suits(wanted, thing)
        };
        let mut found: Vec<usize> = (0..sizes.len()).filter(fits).collect();
        found.sort_by_key(|&thing| Reverse(sizes[thing]));
        found.truncate(most_on(area.count() as u64, wanted, most_per_10_000(class)));
        found.iter().for_each(|&thing| taken[thing] = true);
        chosen.extend(found.into_iter().map(|thing| (row, class, thing)));
    }
    chosen
}

/// The most features of one row that `cells` cells may get, at `per_10_000` features per 10,000 cells.
fn most_on(cells: u64, wanted: &FeatureType, per_10_000: u64) -> usize {
    let hundreds = cells / 100;
    match wanted.class {
        FeatureClass::Peak if wanted.names_all => (hundreds * per_10_000).div_ceil(100) as usize,
        _ if wanted.names_all => FEATURES_MAX,
        _ => (hundreds.min((hundreds * 1000).isqrt()) * per_10_000).div_ceil(100).max(3) as usize,
    }
}

fn lay_bodies(ground: &BodyGround<'_>, types: &[FeatureType], bodies: &Regions, map: &mut Map) {
    let is_water = |body: usize| ground.liquid[bodies.first[body].index()];
    let enclosed = enclosed(ground, bodies);
    let mut chosen = Vec::new();
    for class in [FeatureClass::Sea, FeatureClass::Lake, FeatureClass::Continent, FeatureClass::Island] {
        let wet = matches!(class, FeatureClass::Sea | FeatureClass::Lake);
        let suits =
            |_: &FeatureType, body: usize| is_water(body) == wet && (class != FeatureClass::Lake || enclosed[body]);
        chosen.extend(choose(&ground.area, types, class, &bodies.sizes, suits));
    }
    map.lay_bodies(bodies, &chosen);
}

fn lay_pieces(
    ground: &BodyGround<'_>,
    types: &[FeatureType],
    class: FeatureClass,
    pieces: &[Vec<Cell>],
    map: &mut Map,
) {
    let sizes: Vec<u32> = pieces.iter().map(|cells| cells.len() as u32).collect();
    let suits = |row: &FeatureType, piece: usize| {
        row.terrain.is_none_or(|terrain| ground.terrain[pieces[piece][0].index()] == terrain)
    };
    for (row, class, piece) in choose(&ground.area, types, class, &sizes, suits) {
        map.lay(row, class, &pieces[piece]);
    }
}

fn lay_peaks(ground: &BodyGround<'_>, types: &[FeatureType], heights: &Heights, map: &mut Map) {
    for (row, wanted) in types.iter().enumerate().filter(|(_, row)| row.class == FeatureClass::Peak) {
        // 7.5's number for peaks is a density, not a size.
        let count = most_on(heights.land(), wanted, u64::from(wanted.least.min(10_000)));
        for peak in find_peaks(ground, heights, count) {
            map.lay(row, FeatureClass::Peak, &[peak]);
        }
    }
}

fn lay_rivers(area: &Area, types: &[FeatureType], mut rivers: Vec<River>, map: &mut Map) {
    rivers.sort_by_key(|river| (Reverse(river.course.len()), river.course.first().copied()));
    let rows = types.iter().enumerate().filter(|(_, row)| row.class == FeatureClass::River);
    let most = |row: &FeatureType| most_on(area.count() as u64, row, most_per_10_000(row.class));
    let mut rows: Vec<(usize, &FeatureType, usize)> = rows.map(|(number, row)| (number, row, most(row))).collect();
    for River { course, is_tributary } in rivers {
        let size = course.len() as u32;
        // A tributary must be large enough for a name beside its river.
        let fits = |row: &FeatureType| {
            let least = row.least.max(1).saturating_mul(if is_tributary { 2 } else { 1 });
            (least..=row.most).contains(&size)
        };
        if let Some((row, _, left)) = rows.iter_mut().find(|(_, row, left)| *left > 0 && fits(row)) {
            *left -= 1;
            map.found.push(Found { row: *row, class: FeatureClass::River, size, course });
        }
    }
}

/// For each feature the cell where its name may be drawn: the one farthest from all other features, of several the middle one; for
/// a river the middle of its course.
fn find_labels(area: &Area, map: &Map) -> Vec<Cell> {
    let owner = &map.owner;
    let depths = depths(area, owner);
    // The depth of each feature, plus 1 so that 0 means not seen yet, and how many of its cells are that deep.
    let mut deepest = vec![(0_u32, 0_u32); map.found.len()];
    let owned = || area.cells().map(Cell::index).filter(|&index| owner[index] != NONE);
    for index in owned() {
        let best = &mut deepest[owner[index] as usize];
        let depth = u32::from(depths[index]) + 1;
        match depth.cmp(&best.0) {
            std::cmp::Ordering::Greater => *best = (depth, 1),
            std::cmp::Ordering::Equal => best.1 += 1,
            std::cmp::Ordering::Less => {}
        }
    }
    let mut labels: Vec<Cell> =
        map.found.iter().map(|found| found.course.get(found.course.len() / 2).copied().unwrap_or(Cell(0))).collect();
    let mut passed = vec![0_u32; map.found.len()];
    for index in owned() {
        let number = owner[index] as usize;
        if u32::from(depths[index]) + 1 == deepest[number].0 {
            if passed[number] == deepest[number].1 / 2 {
                labels[number] = Cell(index as u32);
            }
            passed[number] += 1;
        }
    }
    labels
}

fn name_all(
    synthesis: &mut Synthesis<'_>,
    design: &Design,
    types: &[FeatureType],
    found: Vec<Found>,
    labels: &[Cell],
) -> Vec<Feature> {
    let library = find_namers(synthesis, design);
    let default_namer = synthesis.settings.text(global::DEFAULT_NAMER).to_owned();
    let mut names = Names::new(synthesis, &library, &default_namer);
    // Each row has its own stream, so that more lakes rename no peak. Two games with one seed should not have the same sea, so the
    // title counts too.
    let own = |word: &str| format!("{} of {}", word, design.title);
    let mut streams: Vec<chance::Stream> = types.iter().map(|row| synthesis.stream(&own(&row.word))).collect();
    let namers: Vec<Option<String>> = types.iter().map(|row| choose_namer(synthesis, &names, row)).collect();
    let mut features = Vec::with_capacity(found.len());
    for (found, &at) in found.into_iter().zip(labels) {
        let row = &types[found.row];
        let stream = &mut streams[found.row];
        let word = design::capitalized(&row.word);
        let name = match &namers[found.row] {
            Some(namer) => names.draw(synthesis, namer, stream).map(|name| name.replace("%T", &word)),
            // There is no namer for such features: the name is a word common to all features, and its class.
            None => names.draw(synthesis, "feature-words", stream).map(|name| format!("{name} {word}")),
        };
        let name = name.unwrap_or_else(|| names.numbered(&word));
        let kind = if row.word == found.class.word() { String::new() } else { row.word.clone() };
        features.push(Feature {
            class: found.class,
            kind,
            name,
            at,
            size: found.size,
            course: found.course,
            made_by: None,
        });
    }
    features
}

/// The namer that a design gives to a row, or the project's own for its class or its word.
fn choose_namer(synthesis: &mut Synthesis<'_>, names: &Names<'_>, row: &FeatureType) -> Option<String> {
    match &row.namer {
        Some(namer) if names.has(namer) => return row.namer.clone(),
        Some(namer) => {
            synthesis.warn("no-name", format!("`feature-namers` asks `{namer}`, and there is no such namer"))
        }
        None => {}
    }
    let own = match row.class {
        FeatureClass::Terrain => format!("features-{}", row.word),
        class => format!("features-{}", class.word()),
    };
    names.has(&own).then_some(own)
}
