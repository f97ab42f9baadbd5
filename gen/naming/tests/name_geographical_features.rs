//! `name-geographical-features` on random worlds and on hand-drawn ones; results are checked independently of the method.

use std::collections::BTreeSet;
use std::sync::Arc;

use chance::Seed;
use design::parameters::terrain::LIQUID;
use design::{Atom, Design, Settings, TerrainType, Value};
use fairmarch_naming::{LAYERS, NameGeographicalFeatures};
use grid::{Area, Axis, Cell, Direction, Layer, Shape, connect, flood, sums_along};
use proptest::prelude::*;
use synth::{History, MethodOutcome, Synthesis, SynthesisMethod};
use world::{Feature, FeatureClass, FeatureId, Scenario, Side, World};

/// Glyphs of drawn maps: sea `~`, plain `.`, wood `f`, mountain `^`.
const DESIGN: &str = r#"{
    "terrain": {
        "sea": { "liquid": true, "elevation-min": -100, "elevation-max": 0 },
        "plain": { "elevation-min": 1, "elevation-max": 300 },
        "wood": { "elevation-min": 1, "elevation-max": 300 },
        "mountain": { "elevation-min": 301, "elevation-max": 900 },
        "river": { "subtype": "border", "subtype-x": "river-x" },
        "stream": { "subtype": "connection", "subtype-x": "river-x" },
    },
}"#;

fn design() -> Arc<Design> {
    let none = |_: &str| None;
    match formats::read_design("test", "test.ron", DESIGN, &none, &design::Known::default()) {
        Ok((design, _)) => Arc::new(design),
        Err(faults) => panic!("{faults:?}"),
    }
}

fn terrain(design: &Design, name: &str) -> TerrainType {
    design.find(name).expect(name)
}

fn scenario(area: Area) -> Scenario {
    Scenario::new(design(), World::new(area))
}

type Rows<'a> = &'a [&'a [&'a str]];

/// Rows of words; those that are numbers become numbers.
fn list(rows: Rows<'_>) -> Value {
    let atom = |word: &&str| word.parse().map_or_else(|_| Atom::Word((*word).to_owned()), Atom::Int);
    Value::List(rows.iter().map(|row| row.iter().map(atom).collect()).collect())
}

fn run_with(scenario: &mut Scenario, seed: u64, types: Rows<'_>, namers: Rows<'_>) -> (MethodOutcome, History) {
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    settings.set("feature-types", list(types)).unwrap();
    settings.set("feature-namers", list(namers)).unwrap();
    let mut history = History::with_frames();
    let mut synthesis = Synthesis::new(scenario, &settings, &mut history, "name-geographical-features", Seed(seed));
    let outcome = NameGeographicalFeatures.run(&mut synthesis).expect("naming never fails");
    (outcome, history)
}

/// A drawn map, row 0 at the bottom, odd rows half a cell further east.
fn drawn(map: &str) -> Scenario {
    let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).rev().collect();
    let area = Area::new(Shape::Rectangle, rows[0].len() as u32, rows.len() as u32).unwrap();
    let mut scenario = scenario(area);
    let kind = |glyph| match glyph {
        '~' => "sea",
        'f' => "wood",
        '^' => "mountain",
        _ => "plain",
    };
    let ground: Vec<TerrainType> =
        rows.iter().flat_map(|row| row.chars()).map(|glyph| terrain(&scenario.design, kind(glyph))).collect();
    scenario.world.terrain = Some(Layer::from_values(&area, ground));
    scenario
}

/// The features of a class: how many cells each has on the map, and its size.
fn of_class(scenario: &Scenario, class: FeatureClass) -> Vec<&Feature> {
    scenario.world.features.iter().filter(|feature| feature.class == class).collect()
}

fn cells_of(scenario: &Scenario, number: usize) -> Vec<Cell> {
    let layer = scenario.world.feature_of.as_ref().unwrap();
    scenario.world.area.cells().filter(|&cell| layer[cell] == FeatureId(number as u16 + 1)).collect()
}

/// The map with the number of each cell's feature among those of a class, from `a`.
fn shown(scenario: &Scenario, class: FeatureClass) -> String {
    let (world, area) = (&scenario.world, scenario.world.area);
    let numbers: Vec<usize> =
        (0..world.features.len()).filter(|&number| world.features[number].class == class).collect();
    let mut text = String::new();
    for row in (0..area.height()).rev() {
        for index in area.row(row) {
            let id = world.feature_of.as_ref().unwrap()[Cell(index as u32)];
            let place = numbers.iter().position(|&number| id == FeatureId(number as u16 + 1));
            text.push(place.map_or('-', |place| (b'a' + place as u8) as char));
        }
        text.push('\n');
    }
    text
}

fn check_drawn(map: &str, types: Rows<'_>, class: FeatureClass, expected: &str) {
    let mut scenario = drawn(map);
    let (outcome, history) = run_with(&mut scenario, 1, types, &[]);
    check(&scenario);
    let expected: String =
        expected.lines().map(str::trim).filter(|row| !row.is_empty()).map(|row| format!("{row}\n")).collect();
    let shown = shown(&scenario, class);
    assert!(shown == expected, "expected\n{expected}but found\n{shown}{outcome:?} {:?}", history.warnings);
}

/// What must hold of all features of any world.
fn check(scenario: &Scenario) {
    let (world, area, design) = (&scenario.world, scenario.world.area, &scenario.design);
    let names: BTreeSet<String> = world.features.iter().map(|feature| feature.name.to_lowercase()).collect();
    assert_eq!(names.len(), world.features.len(), "a name stands twice");
    let layer = world.feature_of.as_ref().expect("a layer");
    assert!(layer.values().iter().all(|id| usize::from(id.0) <= world.features.len()));
    let rank = |class| LAYERS.iter().position(|&other| other == class).unwrap();
    for (number, feature) in world.features.iter().enumerate() {
        assert!(!feature.name.trim().is_empty());
        assert!(area.contains(feature.at));
        if feature.class == FeatureClass::River {
            check_course(scenario, feature);
            continue;
        }
        assert!(feature.course.is_empty());
        let cells = cells_of(scenario, number);
        assert!(cells.contains(&feature.at), "{feature:?} has its name elsewhere");
        assert!(cells.len() as u32 <= feature.size);
        if feature.class == FeatureClass::Bay {
            let sides = || cells.iter().flat_map(|&cell| area.around(cell)).map(|(_, near)| near);
            let shores = sides().filter(|&near| !design.flag(LIQUID, world.terrain_at(near))).count();
            let mouths = sides().filter(|near| !cells.contains(near)).count() - shores;
            assert!(shores >= 2 * mouths && mouths > 0, "{feature:?} is open to the sea");
        }
        // One of a kind, and all of it in one piece together with what was cut out of it.
        let wet = matches!(feature.class, FeatureClass::Sea | FeatureClass::Lake | FeatureClass::Bay);
        assert!(cells.iter().all(|&cell| design.flag(LIQUID, world.terrain_at(cell)) == wet), "{feature:?}");
        let piece = flood(&area, feature.at, |cell| {
            let own = layer[cell] == FeatureId(number as u16 + 1);
            own || world.feature_at(cell).is_some_and(|other| rank(other.class) > rank(feature.class))
        });
        assert!(cells.iter().all(|cell| piece.contains(cell)), "{feature:?} is in pieces");
    }
}

fn check_course(scenario: &Scenario, river: &Feature) {
    let area = scenario.world.area;
    assert!(river.course.contains(&river.at) && river.size as usize == river.course.len());
    let distinct: BTreeSet<Cell> = river.course.iter().copied().collect();
    assert_eq!(distinct.len(), river.course.len(), "a river comes back: {river:?}");
    let streams = scenario.world.edges.get(&terrain(&scenario.design, "stream"));
    let height = |cell| scenario.world.elevation.as_ref().unwrap()[cell];
    for pair in river.course.windows(2) {
        assert_eq!(area.distance(pair[0], pair[1]), 1, "a river jumps: {river:?}");
        // Streams were laid from cell to lower cell; a river between cells may well have a lower bank behind it.
        let is_stream = streams.is_some_and(|layer| layer[pair[0]] != 0 && layer[pair[1]] != 0);
        assert!(!is_stream || height(pair[0]) > height(pair[1]), "a river climbs: {river:?}");
    }
}

/// Rolling land and sea from noise, with rivers that run down from corner to corner.
fn random_world(area: Area, seed: u64) -> Scenario {
    let mut scenario = scenario(area);
    let mut stream = Seed(seed).stream("world");
    let mut values: Vec<i32> = (0..area.len()).map(|_| stream.between(0, 9999)).collect();
    for &axis in Axis::all(area.shape().lattice()) {
        sums_along(&area, &mut values, axis, 1 + (seed % 3) as u32);
    }
    let mut sorted: Vec<i32> = area.cells().map(|cell| values[cell.index()]).collect();
    sorted.sort_unstable();
    let at = |percent: usize| sorted[(sorted.len() - 1) * percent / 100];
    let (shore, top) = (at(20 + (seed % 60) as usize), at(93));
    let span = (at(100) - at(0)).max(1);
    let elevation: Vec<i16> = values.iter().map(|&value| ((value - shore) * 1000 / span) as i16).collect();
    let kinds = ["sea", "plain", "wood", "mountain"].map(|name| terrain(&scenario.design, name));
    let ground = area.cells().fold(vec![kinds[0]; area.len()], |mut ground, cell| {
        let value = values[cell.index()];
        ground[cell.index()] = match value {
            value if value < shore => kinds[0],
            value if value >= top => kinds[3],
            value => kinds[1 + (value % 7 == 0) as usize],
        };
        ground
    });
    let land: Vec<Cell> =
        area.cells().filter(|cell| ground[cell.index()] != kinds[0] && !area.is_edge(*cell)).collect();
    // A river follows the falling side of cells: from a cell's corner always to a lower corner, as long as there is one.
    let (mut river, mut stream_edges) = (vec![0; area.len()], vec![0; area.len()]);
    for _ in 0..land.len() / 12 {
        let Some(&spring) = stream.choose(&land) else { break };
        let mut cell = spring;
        for _ in 0..60 {
            let lower = area
                .around(cell)
                .filter(|(_, near)| elevation[near.index()] < elevation[cell.index()])
                .min_by_key(|(_, near)| (elevation[near.index()], *near));
            let Some((direction, near)) = lower else { break };
            if seed.is_multiple_of(2) || area.shape().lattice() != grid::Lattice::Hex {
                connect(&area, &mut stream_edges, cell, direction);
            } else {
                // Both sides that lead from this cell's left bank on.
                connect(&area, &mut river, cell, Direction((direction.0 + 1) % 6));
                connect(&area, &mut river, near, Direction((direction.0 + 2) % 6));
            }
            cell = near;
            if ground[cell.index()] == kinds[0] || area.is_edge(cell) {
                break;
            }
        }
    }
    for (name, edges) in [("river", river), ("stream", stream_edges)] {
        let kind = terrain(&scenario.design, name);
        scenario.world.edges.insert(kind, Layer::from_values(&area, edges));
    }
    scenario.world.terrain = Some(Layer::from_values(&area, ground));
    scenario.world.elevation = Some(Layer::from_values(&area, elevation));
    scenario
}

fn areas() -> impl Strategy<Value = Area> {
    (prop::sample::select(Shape::ALL), 12..=50u32, 12..=50u32).prop_map(|(shape, width, height)| {
        let height = shape.fitting_height(width, height);
        Area::new(shape, width, height).expect("a possible size")
    })
}

const ALL_TYPES: Rows<'_> = &[
    &["continents"],
    &["islands", "isle", "1"],
    &["seas"],
    &["lakes", "lake", "1"],
    &["bays", "bay", "2"],
    &["ranges", "range", "2"],
    &["peaks", "mount", "200"],
    &["rivers", "river", "2"],
    &["wood", "forest", "3"],
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn features_are_whole_and_have_names_of_their_own(area in areas(), seed in any::<u64>(), all in any::<bool>()) {
        let mut scenario = random_world(area, seed);
        let before = scenario.clone();
        run_with(&mut scenario, seed, if all { ALL_TYPES } else { &[] }, &[]);
        check(&scenario);
        scenario.world.features.clear();
        scenario.world.feature_of = None;
        prop_assert!(scenario == before, "something else was changed");
    }

    #[test]
    fn the_same_seed_names_the_same_in_any_thread(area in areas(), seed in any::<u64>()) {
        let make = move || {
            let mut scenario = random_world(area, seed);
            let (outcome, _) = run_with(&mut scenario, seed, ALL_TYPES, &[]);
            (scenario.world.features.clone(), scenario.world.feature_of.clone(), outcome)
        };
        let other = std::thread::spawn(make);
        prop_assert_eq!(make(), other.join().unwrap());
    }
}

#[test]
fn islands_and_continents_differ_by_size() {
    let map = "
        ~~~~~~~~~~~~
        ~..~~~~....~
        ~..~~.....~~
        ~~~~~......~
        ~~~~~~~~~~~~
        ~.~~~~~~~~~~
        ~~~~~~~~~~~~";
    check_drawn(
        map,
        &[&["islands", "isle", "1", "9"], &["continents", "land", "10"]],
        FeatureClass::Island,
        "
        ------------
        -aa---------
        -aa---------
        ------------
        ------------
        -b----------
        ------------",
    );
    check_drawn(
        map,
        &[&["islands", "isle", "1", "9"], &["continents", "land", "10"]],
        FeatureClass::Continent,
        "
        ------------
        -------aaaa-
        -----aaaaa--
        -----aaaaaa-
        ------------
        ------------
        ------------",
    );
}

#[test]
fn a_lake_lies_within_its_continent() {
    check_drawn(
        "
        ~~~~~~~~~~~~
        ~..........~
        ~...~~.....~
        ~..~~~.....~
        ~..........~
        ~..........~
        ~~~~~~~~~~~~",
        &[&["lakes", "lake", "2", "20"], &["seas", "sea", "21"], &["continents"]],
        FeatureClass::Lake,
        "
        ------------
        ------------
        ----aa------
        ---aaa------
        ------------
        ------------
        ------------",
    );
}

/// Beyond the edge of the map water goes on: what lies there is a cove of a sea, however small.
#[test]
fn water_at_the_edge_is_no_lake() {
    check_drawn(
        "
        ............
        .~~......~~~
        .~~......~~~
        ............
        ....~~......",
        &[&["lakes", "lake", "2", "20"]],
        FeatureClass::Lake,
        "
        ------------
        -aa---------
        -aa---------
        ------------
        ------------",
    );
}

/// A frame of sea is left out of all features, and would cut its coves off from it: they are no lakes. A frame of land encloses water.
#[test]
fn a_cove_that_a_frame_of_sea_cuts_off_is_no_lake() {
    let map = "
        #########
        #..~~...#
        #..~....#
        #.....~.#
        #.....~.#
        #.......#
        #########";
    for (glyph, frame, lakes) in [("~", "sea", 1), ("^", "mountain", 2)] {
        let mut scenario = drawn(&map.replace('#', glyph));
        let mut settings = Settings::new(Arc::clone(&scenario.design));
        settings.set_text("edge-terrain", frame).unwrap();
        let mut history = History::default();
        let mut synthesis =
            Synthesis::new(&mut scenario, &settings, &mut history, "name-geographical-features", Seed(1));
        NameGeographicalFeatures.run(&mut synthesis).unwrap();
        check(&scenario);
        assert_eq!(of_class(&scenario, FeatureClass::Lake).len(), lakes, "a frame of {frame}");
    }
}

#[test]
fn a_bay_is_cut_out_of_its_sea() {
    check_drawn(
        "
        .......................
        .......................
        .......................
        .......~~~~~...........
        ......~~~~~~~..........
        ......~~~~~~~..........
        .......~~~~............
        .......~~~.............
        .......~~~.............
        ~~~~~~~~~~~~~~~~~~~~~~~
        ~~~~~~~~~~~~~~~~~~~~~~~
        ~~~~~~~~~~~~~~~~~~~~~~~
        ~~~~~~~~~~~~~~~~~~~~~~~
        ~~~~~~~~~~~~~~~~~~~~~~~
        ~~~~~~~~~~~~~~~~~~~~~~~",
        &[&["bays"], &["seas"], &["continents"]],
        FeatureClass::Bay,
        "
        -----------------------
        -----------------------
        -----------------------
        -------aaaaa-----------
        ------aaaaaaa----------
        ------aaaaaaa----------
        -------aaaa------------
        -------aaa-------------
        -----------------------
        -----------------------
        -----------------------
        -----------------------
        -----------------------
        -----------------------
        -----------------------",
    );
}

#[test]
fn what_is_open_to_the_sea_is_no_bay() {
    for map in [
        "......................
         ......................
         ......................
         ......................
         ........~~~~..........
         ........~~~~~.........
         .......~~~~~~~........
         ......~~~~~~~~........
         ......~~~~~~~~~.......
         .....~~~~~~~~~~~......
         ~~~~~~~~~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~~~~~~~~~",
        "..............
         ..............
         .......~......
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~",
        "..............
         ..............
         ..............
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         .....~~~......
         .....~~~......
         ......~~......
         .....~~~......
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~
         ~~~~~~~~~~~~~~",
    ] {
        let mut scenario = drawn(map);
        run_with(&mut scenario, 1, &[&["bays", "bay", "1"], &["seas"]], &[]);
        check(&scenario);
        assert_eq!(
            of_class(&scenario, FeatureClass::Bay),
            Vec::<&Feature>::new(),
            "{}",
            shown(&scenario, FeatureClass::Bay)
        );
    }
}

#[test]
fn a_range_is_where_the_mountains_are() {
    check_drawn(
        "
        ..............
        ..^^^^........
        ....^^^^......
        ......^^......
        ..........^^..
        ..............
        ..............
        ..............
        ..............",
        &[&["ranges"], &["continents"]],
        FeatureClass::Range,
        "
        --------------
        --aaaa--------
        ----aaaa------
        ------aa------
        --------------
        --------------
        --------------
        --------------
        --------------",
    );
}

#[test]
fn mountains_that_cover_half_the_land_are_no_range() {
    let mut scenario = drawn(&"^^^^^^^.......\n".repeat(6));
    run_with(&mut scenario, 1, &[&["ranges"]], &[]);
    assert_eq!(scenario.world.features, []);
}

/// A plain with cones on it, each falling by 120 a step, and one high plain with a bump.
#[test]
fn the_named_peaks_are_the_high_ones_and_lie_apart() {
    let mut scenario = drawn(&"........................\n".repeat(16));
    let area = scenario.world.area;
    let at = |column, row| area.cell(column, row).unwrap();
    let summits = [(5, 5, 900), (6, 9, 700), (6, 6, 899), (8, 5, 850), (14, 8, 800), (14, 13, 790), (15, 13, 790)];
    let height = |cell: Cell| {
        let of = |&(column, row, top): &(i32, i32, i32)| top - 120 * area.distance(cell, at(column, row)) as i32;
        let cone = summits.iter().map(of).max().unwrap().max(10);
        let high = if area.distance(cell, at(20, 4)) <= 3 { 600 + i32::from(cell == at(20, 4)) } else { 0 };
        cone.max(high) as i16
    };
    scenario.world.elevation = Some(Layer::from_values(&area, area.cells().map(height).collect()));
    run_with(&mut scenario, 1, &[&["peaks", "mount", "400"], &["continents"]], &[]);
    check(&scenario);
    let peaks: Vec<Cell> = of_class(&scenario, FeatureClass::Peak).iter().map(|peak| peak.at).collect();
    // Beside a summit, (6, 6); too near one, (8, 5); two of a height, at (14, 13); a bump on a high plain, (20, 4).
    assert_eq!(peaks, [at(5, 5), at(14, 8), at(6, 9)]);
    run_with(&mut scenario, 1, &[], &[]);
}

#[test]
fn a_name_stands_in_the_middle() {
    let mut scenario = drawn(
        "~~~~~~~~~
         ~~~~~~~~~
         ~~.....~~
         ~~~~~~~~~
         ~~~~~~~~~",
    );
    run_with(&mut scenario, 1, &[&["islands", "isle", "1"]], &[]);
    assert_eq!(scenario.world.features[0].at, scenario.world.area.cell(4, 2).unwrap());
    let mut scenario = drawn(&"..........\n".repeat(9));
    run_with(&mut scenario, 1, &[&["islands", "isle", "1", "100"]], &[]);
    let (column, row) = scenario.world.area.column_row(scenario.world.features[0].at);
    assert!(row == 4 && (4..=5).contains(&column), "{column}, {row}");
}

#[test]
fn what_is_wholly_covered_has_no_name_beside() {
    let mut scenario = drawn(
        "~~~~~~~~
         ~~fff~~~
         ~~ff~~~~
         ~~~~~~~~",
    );
    let types: Rows<'_> = &[&["islands", "isle", "1"], &["wood", "copse", "3"], &["wood", "grove", "3"]];
    run_with(&mut scenario, 1, types, &[]);
    check(&scenario);
    assert_eq!(scenario.world.features.len(), 1, "{:?}", scenario.world.features);
    assert!(scenario.world.features[0].name.ends_with(" Copse"));
}

#[test]
fn a_river_runs_from_its_spring_to_the_sea_and_takes_the_longer_branch() {
    // A slope down to the west, a stream from cell to cell along row 3 with a branch from the north at column 6.
    let mut scenario = drawn(&"~~~...........\n".repeat(8));
    let area = scenario.world.area;
    let slope = area.cells().map(|cell| area.column_row(cell).0 as i16 * 10 + area.column_row(cell).1 as i16).collect();
    scenario.world.elevation = Some(Layer::from_values(&area, slope));
    let mut edges = vec![0; area.len()];
    for column in 2..12 {
        connect(&area, &mut edges, area.cell(column, 3).unwrap(), Direction(1));
    }
    for row in [3, 4, 5] {
        let (cell, direction) = (area.cell(6 + (row - 2) / 2, row).unwrap(), Direction(0));
        connect(&area, &mut edges, cell, direction);
    }
    let kind = terrain(&scenario.design, "stream");
    scenario.world.edges.insert(kind, Layer::from_values(&area, edges));
    run_with(&mut scenario, 1, &[&["rivers", "river", "2"]], &[]);
    check(&scenario);
    let rivers = of_class(&scenario, FeatureClass::River);
    let main: Vec<Cell> = (2..=12).rev().map(|column| area.cell(column, 3).unwrap()).collect();
    assert_eq!(rivers.len(), 2, "{rivers:?}");
    assert_eq!(rivers[0].course, main);
    assert_eq!(rivers[1].course.len(), 4, "{rivers:?}");
    assert!(main.contains(rivers[1].course.last().unwrap()));
}

#[test]
fn a_river_along_the_sides_of_cells_descends() {
    // Between rows 3 and 4, down to the west.
    let mut scenario = drawn(&"~~~...........\n".repeat(8));
    let area = scenario.world.area;
    let slope = area.cells().map(|cell| area.column_row(cell).0 as i16 * 10 + area.column_row(cell).1 as i16).collect();
    scenario.world.elevation = Some(Layer::from_values(&area, slope));
    let mut edges = vec![0; area.len()];
    for column in 3..11 {
        let cell = area.cell(column, 3).unwrap();
        connect(&area, &mut edges, cell, Direction(5));
        connect(&area, &mut edges, cell, Direction(0));
    }
    let kind = terrain(&scenario.design, "river");
    scenario.world.edges.insert(kind, Layer::from_values(&area, edges));
    run_with(&mut scenario, 1, &[&["rivers"]], &[]);
    check(&scenario);
    let rivers = of_class(&scenario, FeatureClass::River);
    assert_eq!(rivers.len(), 1);
    let heights: Vec<i16> =
        rivers[0].course.iter().map(|&cell| scenario.world.elevation.as_ref().unwrap()[cell]).collect();
    assert!(heights.len() >= 8 && heights.windows(2).all(|pair| pair[0] > pair[1]), "{heights:?}");
}

#[test]
fn a_terrain_is_named_by_the_word_that_the_design_has_for_it() {
    let mut scenario = drawn(
        "
        ..........
        ..fff.....
        ..ffff....
        ..........
        ..........",
    );
    let (_, history) = run_with(&mut scenario, 1, &[&["wood", "copse", "3"]], &[]);
    check(&scenario);
    let found = of_class(&scenario, FeatureClass::Terrain);
    assert_eq!((found.len(), found[0].size), (1, 7));
    assert!(found[0].name.ends_with(" Copse") && history.warnings.is_empty(), "{found:?} {:?}", history.warnings);
    let mut scenario = drawn(
        "
        ..........
        ..fff.....
        ..........",
    );
    run_with(&mut scenario, 1, &[&["wood", "copse", "3"]], &[&["copse", "features-lake"]]);
    assert!(!of_class(&scenario, FeatureClass::Terrain)[0].name.ends_with("Copse"));
}

#[test]
fn wrong_words_are_warned_of_and_passed_over() {
    let mut scenario = drawn("...\n...\n...");
    let types: Rows<'_> = &[&["iselands"], &["12"], &["islands", "1"], &["continents"]];
    let (_, history) =
        run_with(&mut scenario, 1, types, &[&["mount", "features-peak"], &["continent", "no-such-namer"]]);
    let messages: Vec<&str> = history.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(
        messages.join("\n"),
        "`feature-types` wants `iselands`, which is no class of features and no terrain, did you mean \
        `islands`?\n\
        a row of `feature-types` begins with no word\n\
        `feature-namers` has a namer for `mount`, which `feature-types` does not want\n\
        `feature-namers` asks `no-such-namer`, and there is no such namer"
    );
    check(&scenario);
}

#[test]
fn what_is_given_stays_and_no_given_name_is_given_again() {
    let mut scenario = drawn("...\n...\n...");
    scenario.world.feature_of = Some(Layer::filled(&scenario.world.area, FeatureId::NONE));
    let before = scenario.clone();
    let (outcome, _) = run_with(&mut scenario, 1, &[], &[]);
    assert_eq!(outcome, MethodOutcome::Skipped("features are already present".to_owned()));
    assert!(scenario == before);

    // The name that would be given belongs to a side already.
    let mut first = drawn("...\n...\n...");
    run_with(&mut first, 1, &[&["islands"]], &[]);
    let name = first.world.features[0].name.clone();
    let mut second = drawn("...\n...\n...");
    second.sides.push(Side { name: name.clone(), advantage: 1, ..Side::default() });
    run_with(&mut second, 1, &[&["islands"]], &[]);
    assert_ne!(second.world.features[0].name, name);
}

#[test]
fn the_frame_of_the_map_is_no_continent() {
    let mut scenario = drawn(
        "
        ^^^^^^^^^^
        ^~~~~~~~~^
        ^~~....~~^
        ^~~~~~~~~^
        ^^^^^^^^^^",
    );
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    settings.set_text("edge-terrain", "mountain").unwrap();
    let mut history = History::default();
    let mut synthesis = Synthesis::new(&mut scenario, &settings, &mut history, "name-geographical-features", Seed(1));
    NameGeographicalFeatures.run(&mut synthesis).unwrap();
    check(&scenario);
    let sizes: Vec<u32> = of_class(&scenario, FeatureClass::Island).iter().map(|island| island.size).collect();
    assert_eq!(sizes, [4]);
}
