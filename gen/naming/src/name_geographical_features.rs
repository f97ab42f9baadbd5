//! `name-geographical-features`: finds what has a shape of its own on the map, and names it.
//!
//! Facts: `kernel-rules` section 9, "Features". Beyond 7.5: ranges and rivers; bays with a shape; sizes that grow with
//! the map; names that stand once in a scenario.
//!
//! **One feature per cell.** Features are laid in the order of [`LAYERS`], and a later one takes the cell: a bay is
//! cut out of its sea, a range out of its continent, a peak out of its range; a region of a terrain type that a design
//! wants is cut out of all but peaks. A feature that loses its last cell is dropped before names are drawn. Rivers take
//! no cells: most run between them. They have their course instead.
//!
//! **How many.** A row of `feature-types` with sizes names all features that have them. Of a class without sizes the
//! largest are kept, so many per 10,000 cells; above 100,000 cells the number grows with
//! the square root, so that a large map has larger features rather than more labels than anybody reads.

use std::cmp::Reverse;

use design::parameters::global;
use design::{Design, TerrainType};
use grid::{Area, Cell, EdgeLayer, Layer, Regions};
use synth::{MethodInfo, Outcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Feature, FeatureClass, FeatureId, World};

use crate::feature_types::{FeatureType, most_per_10_000, read_feature_types};
use crate::find_bays::find_bays;
use crate::find_bodies::{Ground, find_bodies, find_terrain_regions};
use crate::find_heights::{Heights, find_peaks, find_ranges};
use crate::find_rivers::find_rivers;
use crate::names::{Names, find_namers};
use crate::reach::depths;

/// Finds and names continents, islands, seas, lakes, bays, ranges, peaks, rivers and regions of terrain.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameGeographicalFeatures;

const INFO: MethodInfo = MethodInfo {
    name: "name-geographical-features",
    summary: "finds and names continents, islands, seas, lakes, bays, ranges, peaks and rivers",
    reads: &[Part::Terrain],
    writes: &[Part::Features],
    parameters: &["feature-types", "feature-namers", "default-namer", "edge-terrain"],
};

/// The order in which features take cells; a later one wins.
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

/// Ids are 16 bits, and 0 is none.
const FEATURES_MAX: usize = u16::MAX as usize;

impl SynthesisMethod for NameGeographicalFeatures {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<Outcome, SynthesisError> {
        let world = &synthesis.scenario.world;
        if world.feature_of.is_some() || !world.features.is_empty() {
            return Ok(Outcome::Skipped("features are already present".to_owned()));
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
        Ok(Outcome::Made(counts))
    }
}

fn make_ground<'a>(design: &Design, world: &'a World, edge_terrain: Option<TerrainType>) -> Ground<'a> {
    let area = world.area;
    let terrain = world.terrain.as_ref().expect("terrain stands before features").values();
    let mut framed = vec![false; area.len()];
    if let Some(frame) = edge_terrain {
        for cell in area.cells().filter(|&cell| terrain[cell.index()] == frame && area.is_edge(cell)) {
            framed[cell.index()] = true;
        }
    }
    let elevation = world.elevation.as_ref().map(Layer::values);
    Ground { area, terrain, liquid: world.liquid_mask(design), framed, elevation }
}

/// No feature.
const NONE: u32 = u32::MAX;

/// Something that may get a name.
struct Found {
    /// The number of its row among the feature types.
    row: usize,
    class: FeatureClass,
    size: u32,
    course: Vec<Cell>,
}

/// What was found so far, and whose each cell is.
struct Map {
    owner: Vec<u32>,
    found: Vec<Found>,
}

impl Map {
    /// Lays the regions that a row chose; `regions` are the sizes that it chose from.
    fn lay_regions(&mut self, regions: &Regions, chosen: &[(usize, FeatureClass, Vec<u32>)]) {
        let mut number_of = vec![NONE; regions.count()];
        for (row, class, regions_of_row) in chosen {
            for &region in regions_of_row {
                number_of[region as usize] = self.found.len() as u32;
                let size = regions.sizes[region as usize];
                self.found.push(Found { row: *row, class: *class, size, course: Vec::new() });
            }
        }
        for (owner, &region) in self.owner.iter_mut().zip(regions.of.values()) {
            if region != Regions::NONE && number_of[region as usize] != NONE {
                *owner = number_of[region as usize];
            }
        }
    }

    /// Drops features beyond the largest id, and those whose cells others took. Says how many of each class are left.
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

/// How many features of a row a map may have.
fn most_on(area: &Area, wanted: &FeatureType) -> usize {
    if wanted.names_all {
        return FEATURES_MAX;
    }
    let hundreds = area.count() as u64 / 100;
    let hundreds = hundreds.min((hundreds * 1000).isqrt());
    (hundreds * most_per_10_000(wanted.class)).div_ceil(100).max(3) as usize
}

fn find_all(design: &Design, world: &World, ground: &Ground<'_>, types: &[FeatureType], map: &mut Map) {
    let area = &ground.area;
    let rows_of = |class: FeatureClass| types.iter().enumerate().filter(move |(_, row)| row.class == class);
    let wants = |class: FeatureClass| rows_of(class).next().is_some();
    // The largest regions of a row's sizes that no row before it took.
    let choose = |regions: &Regions, class: FeatureClass, suits: &dyn Fn(usize, u32) -> bool| {
        let mut taken = vec![false; regions.count()];
        let mut chosen = Vec::new();
        for (row, wanted) in rows_of(class) {
            let sizes = wanted.least.max(1)..=wanted.most;
            let mut found: Vec<u32> = (0..regions.count() as u32)
                .filter(|&region| sizes.contains(&regions.sizes[region as usize]) && !taken[region as usize])
                .filter(|&region| suits(row, region))
                .collect();
            found.sort_by_key(|&region| Reverse(regions.sizes[region as usize]));
            found.truncate(most_on(area, wanted));
            found.iter().for_each(|&region| taken[region as usize] = true);
            chosen.push((row, class, found));
        }
        chosen
    };

    let bodies = find_bodies(ground);
    let is_water = |region: u32| ground.liquid[bodies.first[region as usize].index()];
    let mut chosen = Vec::new();
    for class in &LAYERS[..4] {
        let wet = matches!(class, FeatureClass::Sea | FeatureClass::Lake);
        chosen.extend(choose(&bodies, *class, &|_, region| is_water(region) == wet));
    }
    map.lay_regions(&bodies, &chosen);

    if wants(FeatureClass::Bay) {
        let sea_least = rows_of(FeatureClass::Sea).map(|(_, row)| row.least).min().unwrap_or(31);
        let bays = find_bays(ground, &bodies, sea_least);
        map.lay_regions(&bays, &choose(&bays, FeatureClass::Bay, &|_, _| true));
    }
    let heights = Heights::of(ground);
    if wants(FeatureClass::Range)
        && let Some(ranges) = find_ranges(design, ground, heights.as_ref())
    {
        map.lay_regions(&ranges, &choose(&ranges, FeatureClass::Range, &|_, _| true));
    }
    let wanted: Vec<TerrainType> = types.iter().filter_map(|row| row.terrain).collect();
    if !wanted.is_empty() {
        let regions = find_terrain_regions(ground, &wanted);
        let suits = |row: usize, region: u32| {
            types[row].terrain == Some(ground.terrain[regions.first[region as usize].index()])
        };
        map.lay_regions(&regions, &choose(&regions, FeatureClass::Terrain, &suits));
    }
    if let Some(heights) = &heights {
        for (row, wanted) in rows_of(FeatureClass::Peak) {
            // 7.5's number for peaks is a density, not a size; ours grows as [`most_on`] does.
            let hundreds = heights.land() / 100;
            let hundreds = if wanted.names_all { hundreds } else { hundreds.min((hundreds * 1000).isqrt()) };
            let count = (hundreds * u64::from(wanted.least.min(10_000))).div_ceil(100).max(1);
            for cell in find_peaks(ground, heights, count as usize) {
                map.owner[cell.index()] = map.found.len() as u32;
                map.found.push(Found { row, class: FeatureClass::Peak, size: 1, course: Vec::new() });
            }
        }
    }
    let rivers: Vec<(usize, &FeatureType)> = rows_of(FeatureClass::River).collect();
    if !rivers.is_empty() {
        let edges = |kind: TerrainType| -> Option<EdgeLayer> { world.edges.get(&kind).cloned() };
        let mut streams = find_rivers(design, ground, edges);
        streams.sort_by_key(|stream| (Reverse(stream.course.len()), stream.course.first().copied()));
        let mut left: Vec<usize> = rivers.iter().map(|&(_, row)| most_on(area, row)).collect();
        for stream in streams {
            let size = stream.course.len() as u32;
            // A tributary must be worth a name beside its river.
            let fits = |row: &FeatureType| {
                let least = row.least.max(1).saturating_mul(if stream.is_tributary { 2 } else { 1 });
                (least..=row.most).contains(&size)
            };
            let place = (0..rivers.len()).find(|&place| left[place] > 0 && fits(rivers[place].1));
            if let Some(place) = place {
                left[place] -= 1;
                let row = rivers[place].0;
                map.found.push(Found { row, class: FeatureClass::River, size, course: stream.course });
            }
        }
    }
}

/// For each feature the cell where its name may stand: the one that is furthest from all other features, of several the
/// middle one; for a river the middle of its course.
fn find_labels(area: &Area, map: &Map) -> Vec<Cell> {
    let owner = &map.owner;
    let depths = depths(area, owner);
    // How deep each feature is, plus 1 so that 0 is not yet seen, and how many of its cells are that deep.
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
    // A stream for each row: more lakes rename no peak.
    let mut streams: Vec<chance::Stream> = types.iter().map(|row| synthesis.stream(&row.word)).collect();
    let namers: Vec<Option<String>> = types.iter().map(|row| choose_namer(synthesis, &names, row)).collect();
    let mut features = Vec::with_capacity(found.len());
    for (found, &at) in found.into_iter().zip(labels) {
        let row = &types[found.row];
        let stream = &mut streams[found.row];
        let word = capitalised(&row.word);
        let name = match &namers[found.row] {
            Some(namer) => names.draw(synthesis, namer, stream).map(|name| name.replace("%T", &word)),
            // No namer knows such features: a word that all features share, and what it is.
            None => names.draw(synthesis, "feature-words", stream).map(|name| format!("{name} {word}")),
        };
        let name = name.unwrap_or_else(|| names.numbered(&word));
        features.push(Feature { class: found.class, name, at, size: found.size, course: found.course });
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

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
