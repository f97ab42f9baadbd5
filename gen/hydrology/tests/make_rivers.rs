//! What `make-rivers` promises, over seeds, sizes and shapes. The tests compute the corners by themselves, from the cells
//! that meet in them, so that the crate's own computation is checked against a second one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chance::Seed;
use design::{Design, Known, Settings, TerrainType};
use fairmarch_hydrology::MakeRivers;
use grid::{Area, Axis, Cell, Direction, EdgeLayer, Lattice, Layer, Regions, Shape, has_edge, regions, sums_along};
use proptest::prelude::*;
use synth::{History, MethodOutcome, Synthesis, SynthesisMethod};
use world::{Scenario, World};

const ALONG_BORDERS: &str = r#"{ "terrain": {
    "sea": { "liquid": true }, "land": { "river-chance": 400 }, "lake": { "liquid": true },
    "river": { "subtype": "border", "subtype-x": "river-x" },
  }, "globals": { "river-sink-terrain": "lake" } }"#;

const SEA: TerrainType = TerrainType(0);
const LAND: TerrainType = TerrainType(1);
const LAKE: TerrainType = TerrainType(2);
const RIVER: TerrainType = TerrainType(3);

fn design(text: &str) -> Arc<Design> {
    let read = formats::read_design("test", "test.ron", text, &|_| None, &Known::default());
    Arc::new(read.expect("the test's design is right").0)
}

/// A world of smooth random heights, with sea where they are low; deep hollows abound.
fn hilly(text: &str, area: Area, seed: u64, sea: bool) -> Scenario {
    let mut stream = Seed(seed).stream("hills");
    let mut heights: Vec<i32> = (0..area.len()).map(|_| stream.between(-2000, 2000)).collect();
    for &axis in Axis::all(area.shape().lattice()) {
        sums_along(&area, &mut heights, axis, 3);
    }
    let heights: Vec<i16> = heights.iter().map(|height| (height / 16).clamp(-15_000, 15_000) as i16).collect();
    // Squares have fewer axes to sum along, and so a third of the relief of hexes.
    let shore = match area.shape().lattice() {
        _ if !sea => i16::MIN,
        Lattice::Hex => -2500,
        Lattice::Square4 | Lattice::Square8 => -700,
    };
    let ground = heights.iter().map(|&height| if height < shore { SEA } else { LAND }).collect();
    let heights = heights.into_iter().map(|height| height.max(shore)).collect();
    scenario(text, area, ground, heights)
}

fn scenario(text: &str, area: Area, terrain: Vec<TerrainType>, elevation: Vec<i16>) -> Scenario {
    let mut world = World::new(area);
    world.terrain = Some(Layer::from_values(&area, terrain));
    world.elevation = Some(Layer::from_values(&area, elevation));
    Scenario::new(design(text), world)
}

fn run(scenario: &mut Scenario, seed: u64, set: &[(&str, &str)]) -> MethodOutcome {
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    for (name, value) in set {
        settings.set_text(name, value).expect("the test's setting is right");
    }
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, &settings, &mut history, MakeRivers.info().name, Seed(seed));
    let outcome = MakeRivers.run(&mut synthesis).expect("nothing stands in the way of rivers");
    assert!(history.warnings.is_empty());
    outcome
}

fn any_area() -> impl Strategy<Value = Area> {
    (proptest::sample::select(Shape::ALL), 10_u32..60, 10_u32..60).prop_map(|(shape, width, height)| {
        Area::new(shape, width, shape.fitting_height(width, height)).expect("such an area there is")
    })
}

/// A corner: the cells that meet there, in rising order. Fewer than three hexes or four squares at the area's edge.
type Corner = Vec<Cell>;

/// The two ends of the side between a cell and its neighbour in a direction.
fn ends(area: &Area, cell: Cell, direction: Direction) -> [Corner; 2] {
    if area.shape().lattice() != Lattice::Hex {
        let quarter = area.directions() / 4;
        return [1, 3].map(|turn| {
            let aside = Direction((direction.0 + turn * quarter) % area.directions());
            let beyond = area.neighbor(cell, direction);
            let beside = area.neighbor(cell, aside);
            let across = beyond.and_then(|beyond| area.neighbor(beyond, aside));
            let mut cells: Corner = [Some(cell), beyond, beside, across].into_iter().flatten().collect();
            cells.sort_unstable();
            cells
        });
    }
    [1, 5].map(|turn| {
        let third = area.neighbor(cell, Direction((direction.0 + turn) % 6));
        let mut cells: Corner = [Some(cell), area.neighbor(cell, direction), third].into_iter().flatten().collect();
        cells.sort_unstable();
        cells
    })
}

/// The rivers as connected sets of corners.
fn courses(area: &Area, edges: &EdgeLayer) -> Vec<(BTreeSet<Corner>, usize)> {
    let mut around: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for cell in area.cells() {
        let half = area.directions() / 2;
        for direction in (0..half).map(Direction).filter(|&direction| has_edge(edges[cell], direction)) {
            let [one, other] = ends(area, cell, direction);
            around.entry(one.clone()).or_default().push(other.clone());
            around.entry(other).or_default().push(one);
        }
    }
    let mut courses = Vec::new();
    let mut seen = BTreeSet::new();
    for start in around.keys() {
        if seen.contains(start) {
            continue;
        }
        let (mut course, mut sides) = (BTreeSet::new(), 0);
        let mut stack = vec![start.clone()];
        while let Some(corner) = stack.pop() {
            if seen.insert(corner.clone()) {
                sides += around[&corner].len();
                stack.extend(around[&corner].iter().cloned());
                course.insert(corner);
            }
        }
        courses.push((course, sides / 2));
    }
    courses
}

fn leaves_area(area: &Area, corner: &Corner) -> bool {
    corner.len() < if area.shape().lattice() == Lattice::Hex { 3 } else { 4 }
}

/// The properties below let worlds without rivers pass: these have some, whatever they run along.
#[test]
fn hilly_worlds_have_rivers() {
    for (&shape, seed) in Shape::ALL.iter().flat_map(|shape| (0..3).map(move |seed| (shape, seed))) {
        for text in [ALONG_BORDERS.to_owned(), ALONG_BORDERS.replace("\"border\"", "\"connection\"")] {
            for lakes in ["0", "4"] {
                let area = Area::new(shape, 40, shape.fitting_height(40, 40)).expect("such an area there is");
                let mut scenario = hilly(&text, area, seed, true);
                let outcome = run(&mut scenario, seed, &[("lake-size-min", lakes)]);
                assert!(matches!(outcome, MethodOutcome::Made(_)), "{shape} {seed}: {outcome:?}");
                assert!(scenario.world.edges[&RIVER].values().iter().any(|mask| *mask != 0), "{shape} {seed}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn rivers_are_trees_on_land_that_reach_water_or_the_edge(area in any_area(), seed in any::<u64>()) {
        let mut scenario = hilly(ALONG_BORDERS, area, seed, true);
        let before = scenario.world.clone();
        let outcome = run(&mut scenario, seed, &[("river-length-min", "4")]);
        prop_assert!(matches!(outcome, MethodOutcome::Made(_)), "{outcome:?}");
        let world = &scenario.world;
        let edges = &world.edges[&RIVER];
        let liquid = world.liquid_mask(&scenario.design);
        for cell in area.cells() {
            for direction in (0..area.directions()).map(Direction).filter(|&direction| has_edge(edges[cell], direction)) {
                let other = area.neighbor(cell, direction);
                prop_assert!(other.is_some(), "a river has a cell on each side");
                let other = other.unwrap();
                prop_assert!(has_edge(edges[other], area.opposite(direction)), "both sides know the river");
                prop_assert!(!liquid[cell.index()] && !liquid[other.index()], "rivers run between land and land");
            }
        }

        // Only land became lake, in whole lakes of one height that no shore lies below.
        let (old, new) = (before.terrain.unwrap(), world.terrain.clone().unwrap());
        for cell in area.cells() {
            prop_assert!(new[cell] == old[cell] || (new[cell] == LAKE && old[cell] == LAND));
        }
        let lakes = regions(&area, |cell| (new[cell] == LAKE).then_some(0));
        let elevation = world.elevation.clone().unwrap();
        for cell in area.cells() {
            if new[cell] != LAKE {
                prop_assert_eq!(elevation[cell], before.elevation.as_ref().unwrap()[cell]);
                continue;
            }
            for (_, next) in area.around(cell) {
                prop_assert!(elevation[cell] <= elevation[next] && (new[next] != LAKE || elevation[cell] == elevation[next]));
            }
        }

        // Each river is a tree. From each lake rivers and lakes lead on to the sea or the edge.
        let mut drained = vec![false; lakes.count()];
        let courses = courses(&area, edges);
        let lakes_at = |course: &BTreeSet<Corner>| -> BTreeSet<u32> {
            course.iter().flatten().map(|&cell| lakes.of[cell]).filter(|&lake| lake != Regions::NONE).collect()
        };
        let reaches_sea = |course: &BTreeSet<Corner>| {
            course.iter().any(|corner| leaves_area(&area, corner) || corner.iter().any(|&cell| new[cell] == SEA))
        };
        for (course, sides) in &courses {
            prop_assert_eq!(course.len(), sides + 1, "no river meets itself");
            prop_assert!(reaches_sea(course) || !lakes_at(course).is_empty(), "a river ends in nowhere");
            let comes_from_lake = !lakes_at(course).is_empty();
            prop_assert!(*sides >= 4 || comes_from_lake, "a stub of {} sides", sides);
        }
        // Each river has one mouth and each lake one outlet: together they are a tree whose root is the sea.
        let bodies = |course: &BTreeSet<Corner>| lakes_at(course).len() + usize::from(reaches_sea(course));
        let meetings: usize = courses.iter().map(|(course, _)| bodies(course)).sum();
        prop_assert_eq!(meetings, courses.len() + lakes.count());
        for _ in 0..=lakes.count() {
            for (course, _) in &courses {
                let touched = lakes_at(course);
                if reaches_sea(course) || touched.iter().any(|&lake| drained[lake as usize]) {
                    touched.into_iter().for_each(|lake| drained[lake as usize] = true);
                }
            }
        }
        prop_assert!(drained.iter().all(|&is_drained| is_drained), "a lake without an outlet");
    }

    #[test]
    fn without_any_water_rivers_run_to_the_edge(area in any_area(), seed in any::<u64>()) {
        // A torus has no edge to run to.
        prop_assume!(!area.wraps_y());
        let text = ALONG_BORDERS.replace("\"liquid\": true", "").replace(", \"globals\": { \"river-sink-terrain\": \"lake\" }", "");
        let mut scenario = hilly(&text, area, seed, false);
        let before = scenario.world.terrain.clone();
        let outcome = run(&mut scenario, seed, &[]);
        prop_assert!(matches!(outcome, MethodOutcome::Made(_)), "{:?}", outcome);
        prop_assert_eq!(&scenario.world.terrain, &before, "no liquid, no lakes");
        for (course, _) in courses(&area, &scenario.world.edges[&RIVER]) {
            prop_assert!(course.iter().any(|corner| leaves_area(&area, corner)));
        }
    }

    #[test]
    fn without_lakes_given_layers_stay_to_the_byte(area in any_area(), seed in any::<u64>()) {
        let mut scenario = hilly(ALONG_BORDERS, area, seed, true);
        let before = scenario.world.clone();
        run(&mut scenario, seed, &[("lake-size-min", "0")]);
        prop_assert_eq!(&scenario.world.terrain, &before.terrain);
        prop_assert_eq!(&scenario.world.elevation, &before.elevation);
        for (course, _) in courses(&area, &scenario.world.edges[&RIVER]) {
            let terrain = before.terrain.as_ref().unwrap();
            let is_mouth = |corner: &Corner| leaves_area(&area, corner) || corner.iter().any(|&cell| terrain[cell] == SEA);
            prop_assert!(course.iter().any(is_mouth));
        }
    }

    #[test]
    fn rivers_of_connections_reach_water_or_the_edge(area in any_area(), seed in any::<u64>()) {
        let mut scenario = hilly(&ALONG_BORDERS.replace("\"border\"", "\"connection\""), area, seed, true);
        let outcome = run(&mut scenario, seed, &[]);
        prop_assert!(matches!(outcome, MethodOutcome::Made(_)), "{outcome:?}");
        let world = &scenario.world;
        let edges = &world.edges[&RIVER];
        let liquid = world.liquid_mask(&scenario.design);
        let mut reached = vec![false; area.len()];
        let mut stack: Vec<Cell> = area
            .cells()
            .filter(|&cell| edges[cell] != 0 && (liquid[cell.index()] || area.is_edge(cell)))
            .collect();
        while let Some(cell) = stack.pop() {
            if std::mem::replace(&mut reached[cell.index()], true) {
                continue;
            }
            for (direction, next) in area.around(cell).filter(|(direction, _)| has_edge(edges[cell], *direction)) {
                prop_assert!(has_edge(edges[next], area.opposite(direction)));
                prop_assert!(!liquid[cell.index()] || !liquid[next.index()]);
                stack.push(next);
            }
        }
        prop_assert!(area.cells().all(|cell| edges[cell] == 0 || reached[cell.index()]), "a river ends in nowhere");
        let terrain = world.terrain.as_ref().unwrap();
        let lakes = regions(&area, |cell| (terrain[cell] == LAKE).then_some(0));
        let mut has_outlet = vec![false; lakes.count()];
        for cell in area.cells().filter(|&cell| terrain[cell] == LAKE && edges[cell] != 0) {
            has_outlet[lakes.of[cell] as usize] = true;
        }
        prop_assert!(has_outlet.iter().all(|&has| has), "a lake that no river touches");
        // Each river is a tree: of cells one more than of ways between them.
        let (mut cells, mut ways, mut trees) = (0, 0, 0);
        let mut seen = vec![false; area.len()];
        for start in area.cells().filter(|&cell| edges[cell] != 0) {
            trees += usize::from(!seen[start.index()]);
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                if std::mem::replace(&mut seen[cell.index()], true) {
                    continue;
                }
                let next = area.around(cell).filter(|(direction, _)| has_edge(edges[cell], *direction));
                stack.extend(next.map(|(_, next)| next));
                cells += 1;
                ways += edges[cell].count_ones() as usize;
            }
        }
        prop_assert_eq!(cells, ways / 2 + trees, "a river meets itself");
    }

    #[test]
    fn the_same_seed_makes_the_same_rivers(area in any_area(), seed in any::<u64>()) {
        let made = |seed| {
            let mut scenario = hilly(ALONG_BORDERS, area, 1, true);
            run(&mut scenario, seed, &[]);
            scenario.world
        };
        prop_assert_eq!(made(seed), made(seed));
    }

    #[test]
    fn tiny_areas_do_not_fail(
        shape in proptest::sample::select(Shape::ALL), width in 3_u32..8, height in 3_u32..6, seed in any::<u64>(),
        sea in any::<bool>(), subtype in proptest::sample::select(&["\"border\"", "\"connection\""][..]),
    ) {
        let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap();
        let mut scenario = hilly(&ALONG_BORDERS.replace("\"border\"", subtype), area, seed, sea);
        run(&mut scenario, seed, &[("river-length-min", "1")]);
    }
}

/// The properties above mean something: their worlds have lakes and rivers.
#[test]
fn random_hills_have_lakes_and_rivers() {
    let area = Area::new(Shape::Hexagon, 40, 40).unwrap();
    let (mut lakes, mut sides) = (0, 0);
    for seed in 0..20 {
        let mut scenario = hilly(ALONG_BORDERS, area, seed, true);
        run(&mut scenario, seed, &[]);
        let terrain = scenario.world.terrain.as_ref().unwrap();
        lakes += regions(&area, |cell| (terrain[cell] == LAKE).then_some(0)).count();
        sides += courses(&area, &scenario.world.edges[&RIVER]).into_iter().map(|(_, sides)| sides).sum::<usize>();
    }
    assert!(lakes >= 10 && sides >= 3000, "{lakes} lakes and {sides} sides of rivers in 20 worlds");
}

/// A dry bowl with one low place in its wall, in a plain that falls to the sea in the east.
fn bowl() -> Scenario {
    let area = Area::new(Shape::Rectangle, 31, 21).unwrap();
    let middle = area.cell(12, 10).unwrap();
    let (mut terrain, mut elevation) = (vec![LAND; area.len()], vec![0; area.len()]);
    for cell in area.cells() {
        let (column, row) = area.column_row(cell);
        let from_middle = area.distance(cell, middle) as i32;
        elevation[cell.index()] = match from_middle {
            0..4 => 200 + 10 * from_middle,
            4 if row == 10 && column > 12 => 400,
            4 => 900,
            _ => 600 - 15 * column,
        } as i16;
        if column > 27 {
            (terrain[cell.index()], elevation[cell.index()]) = (SEA, 0);
        }
    }
    scenario(ALONG_BORDERS, area, terrain, elevation)
}

#[test]
fn a_bowl_becomes_a_lake_whose_river_leaves_through_the_gap() {
    let mut scenario = bowl();
    run(&mut scenario, 1, &[]);
    let (area, world) = (scenario.world.area, &scenario.world);
    let terrain = world.terrain.as_ref().unwrap();
    let middle = area.cell(12, 10).unwrap();
    assert!(grid::disk(&area, middle, 2).all(|cell| terrain[cell] == LAKE));
    assert!(area.cells().all(|cell| area.distance(cell, middle) < 5 || terrain[cell] != LAKE));
    let gap = area.cell(16, 10).unwrap();
    let at_gap = courses(&area, &world.edges[&RIVER])
        .into_iter()
        .find(|(course, _)| course.iter().any(|corner| corner.contains(&gap)))
        .expect("a river at the gap");
    assert!(at_gap.0.iter().any(|corner| corner.iter().any(|&cell| terrain[cell] == LAKE)));
    assert!(at_gap.0.iter().any(|corner| corner.iter().any(|&cell| terrain[cell] == SEA)));
}

#[test]
fn small_hollows_are_filled_and_asked_sizes_of_lakes_kept() {
    let mut scenario = bowl();
    run(&mut scenario, 1, &[("lake-size-min", "100")]);
    assert!(!scenario.world.terrain.unwrap().values().contains(&LAKE));
    assert!(scenario.world.edges[&RIVER].values().iter().any(|&mask| mask != 0), "water flows on");
}

#[test]
fn what_is_given_or_missing_is_a_reason_to_skip() {
    let area = Area::new(Shape::Hexagon, 30, 30).unwrap();
    let reason = |mut scenario: Scenario| match run(&mut scenario, 1, &[]) {
        MethodOutcome::Skipped(reason) => reason,
        MethodOutcome::Made(made) => panic!("made {made}"),
    };
    let mut given = hilly(ALONG_BORDERS, area, 1, true);
    run(&mut given, 1, &[]);
    let whole = given.world.clone();
    assert_eq!(run(&mut given, 2, &[]), MethodOutcome::Skipped("rivers are already present".to_owned()));
    assert_eq!(given.world, whole);

    let no_river = ALONG_BORDERS.replace("\"subtype-x\": \"river-x\"", "");
    assert_eq!(reason(hilly(&no_river, area, 1, true)), "no border or connection terrain of the design is a river");
    let no_chance = ALONG_BORDERS.replace("\"river-chance\": 400", "");
    assert_eq!(reason(hilly(&no_chance, area, 1, true)), "no terrain has a river-chance");
    let flat = scenario(ALONG_BORDERS, area, vec![LAND; area.len()], vec![7; area.len()]);
    assert_eq!(reason(flat), "the land is flat");
    let mut bare = hilly(ALONG_BORDERS, area, 1, true);
    bare.world.elevation = None;
    assert_eq!(reason(bare), "there are no elevations");
    let sea = scenario(ALONG_BORDERS, area, vec![SEA; area.len()], vec![0; area.len()]);
    assert_eq!(reason(sea), "the land is flat");
}

#[test]
fn banks_become_what_the_design_says() {
    let text =
        ALONG_BORDERS.replace("\"lake\": { \"liquid\": true },", "\"lake\": { \"liquid\": true }, \"bank\": {},");
    let text = text.replace(
        "\"globals\"",
        "\"tables\": { \"adjacent-terrain-effect\": { \"land\": { \"river\": \"bank\" } } }, \"globals\"",
    );
    let (bank, river) = (TerrainType(3), TerrainType(4));
    let area = Area::new(Shape::Cylinder, 40, 30).unwrap();
    let mut scenario = hilly(&text, area, 3, true);
    run(&mut scenario, 3, &[]);
    let world = &scenario.world;
    let (terrain, edges) = (world.terrain.as_ref().unwrap(), &world.edges[&river]);
    assert!(area.cells().any(|cell| terrain[cell] == bank));
    for cell in area.cells() {
        assert_eq!(terrain[cell] == bank, edges[cell] != 0);
    }
}

/// A golden world: an unmeant change of any number shows here.
#[test]
fn the_rivers_of_a_small_world_stay_as_they_are() {
    let area = Area::new(Shape::Cylinder, 50, 40).unwrap();
    let mut scenario = hilly(ALONG_BORDERS, area, 42, true);
    let outcome = run(&mut scenario, 42, &[]);
    let edges = &scenario.world.edges[&RIVER];
    let sum = edges
        .values()
        .iter()
        .fold(0_u64, |hash, &mask| (hash ^ u64::from(mask)).wrapping_mul(0x0100_0000_01b3).rotate_left(5));
    assert_eq!((outcome, sum), (MethodOutcome::Made(GOLDEN.to_owned()), GOLDEN_SUM));
}
const GOLDEN: &str = "53 rivers, 4 lakes";
const GOLDEN_SUM: u64 = 10_123_154_195_663_699_898;
