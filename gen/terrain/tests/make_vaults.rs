//! What `make-vaults` promises, over seeds, sizes and shapes.

use std::sync::{Arc, LazyLock};

use chance::Seed;
use design::{Design, Form, Known, Settings, TerrainType, Vault, VaultCell};
use fairmarch_terrain::{MakeMazeTerrain, MakeRooms, MakeVaults};
use grid::{Area, Cell, Lattice, Layer, Shape, SymmetryKind, Vector, regions};
use proptest::prelude::*;
use synth::{History, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Link, Scenario, SideId};

use crate::running::{self, blank, design, drawn};

/// Type 0 is solid, 1 for corridors, 2 for rooms, 3 are closed doors, 4 open ones; 5 is water, 6 a chasm, 7 are stairs, 8 a
/// locked door.
const TYPES: &str = r#""terrain": {
    "rock": {}, "corridor": { "maze-passage-occurrence": 1 }, "floor": { "maze-room-occurrence": 1 },
    "door": { "door-into": "doorway" }, "doorway": {}, "water": { "pool-occurrence": 1 }, "chasm": { "pool-occurrence": 1 },
    "stairs": { "subtype": "connection" }, "gate": { "door-into": "doorway", "occurrence": 0 },
}, "units": { "bat": {} }, "globals": { "door-terrain": "door" }"#;
const GLYPHS: &str = "#,.+'~:>=";

/// Vaults with one way in, several, pieces of their own, and none that reads the same when it is turned.
const VAULTS: &str = r##########"
    ["vault", "hook", ["rows", "#####", "#.~.#", "#...+", "#.###", "###  "], ["legend", ["~", "water"]]],
    ["vault", "pair", ["rows", "###+####", "#..,##.#", "#####.,+", ",.,=.###", "########"], ["legend", ["=", "gate"]]],
    ["vault", "hole", ["rows", ",.:##", "#..##", "##.+,"], ["legend", [":", "chasm"]]],"##########;

/// A design with these vaults.
fn dungeon(vaults: &str) -> Arc<Design> {
    design(&format!("{{ {TYPES}, \"forms\": [{vaults}] }}"))
}

/// The design with [`VAULTS`], which is read once.
static DUNGEON: LazyLock<Arc<Design>> = LazyLock::new(|| dungeon(VAULTS));

fn vaults_of(design: &Design) -> Vec<Vault> {
    design.forms.iter().filter_map(Form::vault).cloned().collect()
}

/// A level of rooms or of a cave, with a stair in its first floor and a shaft in the midst of its rock.
fn level(area: Area, seed: u64, maker: usize, design: &Arc<Design>) -> Scenario {
    let mut scenario = blank(design, area);
    let cave: &[(&str, &str)] = &[("maze-kind", "cave"), ("maze-room-density", "500"), ("maze-passage-density", "500")];
    let made = match maker {
        0 => running::run(&MakeRooms, &mut scenario, seed, &[("room-count", "5"), ("room-size-max", "6")]),
        _ => running::run(&MakeMazeTerrain, &mut scenario, seed, cave),
    };
    made.0.unwrap();
    let terrain = scenario.world.terrain.clone().unwrap();
    let floor = area.cells().find(|&cell| is_floor(terrain[cell]));
    let link =
        |at: Cell| Link { kind: TerrainType(7), from: at, to: at, is_one_way: false, cost: 0, name: String::new() };
    let rock: Vec<Cell> = area.cells().filter(|&cell| terrain[cell].0 == 0).collect();
    scenario.world.links = floor.into_iter().chain([rock[rock.len() / 2]]).map(link).collect();
    scenario
}

fn is_floor(kind: TerrainType) -> bool {
    (1..=4).contains(&kind.0) || kind.0 == 8
}

fn is_door(kind: TerrainType) -> bool {
    matches!(kind.0, 3 | 4 | 8)
}

fn parts(area: Area, terrain: &Layer<TerrainType>) -> usize {
    regions(&area, |cell| is_floor(terrain[cell]).then_some(0)).count()
}

/// The cells that one sees as touching a cell: on squares the corners too.
fn touching(area: Area, cell: Cell) -> Vec<Cell> {
    let square = (-1..=1).flat_map(|up| (-1..=1).map(move |right| (right, up)));
    match area.shape().lattice() {
        Lattice::Hex => area.around(cell).map(|(_, other)| other).collect(),
        _ => square.filter(|&step| step != (0, 0)).filter_map(|step| area.offset(cell, step)).collect(),
    }
}

fn matches_type(what: VaultCell, kind: TerrainType) -> bool {
    match what {
        VaultCell::AsItIs => true,
        VaultCell::Solid => kind.0 == 0,
        VaultCell::Room | VaultCell::Unit(_) => kind.0 == 2,
        VaultCell::Passage => kind.0 == 1,
        VaultCell::Door => kind.0 == 3,
        VaultCell::Terrain(terrain) => kind == terrain,
    }
}

/// The turns in which drawings may appear: column and row, eastward and southward, to a vector.
fn turns(area: Area) -> Vec<fn(i32, i32) -> Vector> {
    let all: [fn(i32, i32) -> Vector; 8] = [
        |east, south| (east, -south),
        |east, south| (-east, south),
        |east, south| (east, south),
        |east, south| (-east, -south),
        |east, south| (south, east),
        |east, south| (south, -east),
        |east, south| (-south, east),
        |east, south| (-south, -east),
    ];
    let count = if area.shape().lattice() == Lattice::Hex { 2 } else { 8 };
    all[..count].to_vec()
}

/// Where a vault was laid over rock: the turn and its cells, but for those that stay as they are.
fn find_laid(
    vault: &Vault,
    area: Area,
    before: &Layer<TerrainType>,
    after: &Layer<TerrainType>,
) -> Vec<(usize, Vec<Cell>)> {
    let mut found = Vec::new();
    for (number, turn) in turns(area).into_iter().enumerate() {
        let rows = vault.rows.iter().enumerate();
        let mut cells: Vec<(Vector, VaultCell)> = rows
            .flat_map(|(row, cells)| {
                cells.iter().enumerate().map(move |(column, &what)| (turn(column as i32, row as i32), what))
            })
            .filter(|&(_, what)| what != VaultCell::AsItIs)
            .collect();
        // Rock is everywhere: what is none tells sooner.
        cells.sort_by_key(|&(_, what)| what == VaultCell::Solid);
        for at in area.cells() {
            let place = |vector: Vector| area.offset(at, vector);
            let fits = cells.iter().all(|&(vector, what)| {
                place(vector).is_some_and(|cell| before[cell].0 == 0 && matches_type(what, after[cell]))
            });
            if fits {
                found.push((number, cells.iter().filter_map(|&(vector, _)| place(vector)).collect()));
            }
        }
    }
    found
}

fn any_level() -> impl Strategy<Value = Area> {
    (proptest::sample::select(Shape::ALL), 16_u32..60, 16_u32..50).prop_map(|(shape, width, height)| {
        Area::new(shape, width, shape.fitting_height(width, height)).expect("such an area there is")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn vaults_are_joined_and_harm_nothing(area in any_level(), seed in any::<u64>(), maker in 0_usize..2, count in 1_usize..8) {
        let mut scenario = level(area, seed, maker, &DUNGEON);
        let before = scenario.world.terrain.clone().unwrap();
        let mut again = scenario.clone();
        let count = count.to_string();
        let (outcome, history) = running::run(&MakeVaults, &mut scenario, seed, &[("vault-count", &count)]);
        let Ok(MethodOutcome::Made(told)) = outcome else { panic!("{outcome:?}") };
        let after = scenario.world.terrain.clone().unwrap();
        let picture = format!("{told}\n{}", drawn(area, &after, GLYPHS));
        prop_assert_eq!(parts(area, &before), parts(area, &after), "{}", picture);
        // Every vault that is told of is there, over rock.
        let named: Vec<&str> = told.split_once(": ").map_or(Vec::new(), |(_, names)| names.split(", ").collect());
        prop_assert_eq!(named.is_empty(), history.warnings.iter().any(|warning| warning.code == "vaults-crowded"));
        prop_assert_eq!(named.is_empty(), before == after);
        let mut is_vault = vec![false; area.len()];
        let mut laid = Vec::new();
        for vault in vaults_of(&scenario.design) {
            let found = find_laid(&vault, area, &before, &after);
            let wanted = named.iter().filter(|name| **name == vault.name).count();
            prop_assert!(found.len() >= wanted, "{} of {} {}", found.len(), wanted, picture);
            laid.extend(found);
        }
        laid.iter().flat_map(|(_, cells)| cells).for_each(|cell| is_vault[cell.index()] = true);
        let ends: Vec<Cell> = scenario.world.links.iter().map(|link| link.from).collect();
        prop_assert!(ends.iter().all(|&end| before[end] == after[end]), "over a link {}", picture);
        for cell in area.cells().filter(|&cell| before[cell] != after[cell]) {
            prop_assert!(before[cell].0 == 0 && !area.is_edge(cell), "over floor or at a bound {}", picture);
            prop_assert!(touching(area, cell).into_iter().all(|other| !is_door(before[other])), "beside a door {}", picture);
            prop_assert!(is_vault[cell.index()] || after[cell].0 == 1, "neither vault nor corridor {}", picture);
        }
        // Around each vault is rock, but for as many cells as it has ways in.
        for (_, cells) in &laid {
            let mut ring: Vec<Cell> = cells.iter().flat_map(|&cell| touching(area, cell)).collect();
            ring.sort_unstable();
            ring.dedup();
            ring.retain(|cell| !cells.contains(cell));
            prop_assert!(ring.iter().all(|cell| before[*cell].0 == 0 && !ends.contains(cell)), "no ring {}", picture);
            prop_assert!(ring.iter().filter(|cell| after[**cell].0 != 0).count() <= 4, "an open ring {}", picture);
            // A door is passed in one direction only: outside of its vault one open cell touches it.
            for &door in cells.iter().filter(|&&cell| is_door(after[cell])) {
                let outside = touching(area, door).into_iter().filter(|other| !cells.contains(other));
                let open: Vec<Cell> = outside.filter(|&other| is_floor(after[other])).collect();
                prop_assert!(open.len() <= 1, "a wide door {}", picture);
            }
        }
        running::run(&MakeVaults, &mut again, seed, &[("vault-count", &count)]).0.unwrap();
        prop_assert_eq!(again.world.terrain.unwrap(), after);
    }
}

#[test]
fn they_are_turned_and_all_of_them_come() {
    const SEEDS: u64 = 60;
    for (shape, number) in [(Shape::Square8, 8), (Shape::Rectangle, 2), (Shape::Hexagon, 2), (Shape::Torus4, 8)] {
        let area = Area::new(shape, 36, 30).unwrap();
        let (mut seen, mut names) = (vec![0; number], vec![0; 3]);
        for seed in 0..SEEDS {
            let mut scenario = level(area, seed, 0, &DUNGEON);
            let before = scenario.world.terrain.clone().unwrap();
            running::run(&MakeVaults, &mut scenario, seed, &[]).0.unwrap();
            let after = scenario.world.terrain.clone().unwrap();
            for (which, vault) in vaults_of(&scenario.design).iter().enumerate() {
                for (turn, _) in find_laid(vault, area, &before, &after) {
                    seen[turn] += 1;
                    names[which] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 1), "{shape}: {seen:?}");
        assert!(
            names.iter().all(|&count| count > 9) && (SEEDS - 5..=SEEDS).contains(&names.iter().sum()),
            "{shape}: {names:?}"
        );
    }
}

#[test]
fn levels_and_weights_are_kept() {
    let area = Area::new(Shape::Square8, 50, 40).unwrap();
    let vaults = r##########"["vault", "high", ["rows", "####", "+..#", "####"], ["levels", 1, 2]], ["vault", "never", ["rows", "+."],
        ["weight", 0]],
        ["vault", "low", ["rows", "####", "+.,#", "####"], ["levels", 2, 3]]"##########;
    let design = dungeon(vaults);
    let on = |number: u32, seed: u64| {
        let mut scenario = level(area, seed, 0, &design);
        let settings = Settings::new(scenario.design.clone());
        let mut history = History::default();
        let synthesis = Synthesis::new(&mut scenario, &settings, &mut history, "make-vaults", Seed(seed));
        MakeVaults.run(&mut synthesis.within(None, number - 1)).unwrap()
    };
    let made = |what: &str| MethodOutcome::Made(format!("1 vault: {what}"));
    let both: Vec<MethodOutcome> = (0..12).map(|seed| on(2, seed)).collect();
    assert!(both.contains(&made("high")) && both.contains(&made("low")), "{both:?}");
    for seed in 0..12 {
        assert_eq!((on(1, seed), on(3, seed)), (made("high"), made("low")));
    }
    assert_eq!(on(4, 1), MethodOutcome::Skipped("no vault is for level 4".to_owned()));
}

#[test]
fn units_stand_in_their_cells() {
    let area = Area::new(Shape::Square8, 50, 40).unwrap();
    let roost = r##########"["vault", "roost", ["rows", "#####", "+.b.#", "###b#", "#####"], ["legend", ["b", "bat"]]]"##########;
    let mut scenario = level(area, 3, 0, &dungeon(roost));
    let before = scenario.world.terrain.clone().unwrap();
    let (outcome, history) = running::run(&MakeVaults, &mut scenario, 3, &[]);
    assert_eq!(outcome, Ok(MethodOutcome::Made("1 vault: roost; 2 units".to_owned())));
    assert!(history.warnings.is_empty());
    let laid = find_laid(&vaults_of(&scenario.design)[0], area, &before, scenario.world.terrain.as_ref().unwrap());
    let mut stand: Vec<Cell> = scenario.units.iter().filter_map(world::Unit::cell).collect();
    stand.sort_unstable();
    let mut expected = vec![laid[0].1[2], laid[0].1[4]];
    expected.sort_unstable();
    assert_eq!(stand, expected);
    assert!(scenario.units.iter().all(|unit| unit.side == SideId::INDEPENDENT));
}

#[test]
fn what_cannot_be_made_is_told() {
    let area = Area::new(Shape::Square8, 30, 20).unwrap();
    let mut scenario = blank(&DUNGEON, area);
    scenario.world.terrain = Some(Layer::filled(&area, TerrainType(2)));
    let (outcome, history) = running::run(&MakeVaults, &mut scenario, 1, &[("vault-count", "3")]);
    assert_eq!(outcome, Ok(MethodOutcome::Made("0 vaults".to_owned())));
    assert_eq!(history.warnings[0].code, "vaults-crowded");
    let none = running::run(&MakeVaults, &mut scenario, 1, &[("vault-count", "0")]).0;
    assert_eq!(none, Ok(MethodOutcome::Skipped("`vault-count` is 0".to_owned())));
    // Rock alone has room, but nothing to be joined to.
    scenario.world.terrain = Some(Layer::filled(&area, TerrainType(0)));
    assert_eq!(running::run(&MakeVaults, &mut scenario, 1, &[]).1.warnings[0].code, "vaults-crowded");
    scenario.world.symmetry = Some(grid::Symmetry::new(&area, SymmetryKind::MirrorX).unwrap());
    assert!(matches!(running::run(&MakeVaults, &mut scenario, 1, &[]).0, Err(SynthesisError::Unmet { .. })));
    let mut bare = level(area, 1, 0, &dungeon(""));
    let error = running::run(&MakeVaults, &mut bare, 1, &[]).0.unwrap_err().to_string();
    assert!(error.starts_with("the design lacks vaults; draw some in `forms`"), "{error}");
}

#[test]
fn terrain_that_a_file_gave_stays() {
    let area = Area::new(Shape::Square8, 40, 30).unwrap();
    let mut scenario = level(area, 1, 0, &DUNGEON);
    let before = scenario.world.clone();
    let settings = Settings::new(scenario.design.clone());
    let mut history = History::default();
    let synthesis = Synthesis::new(&mut scenario, &settings, &mut history, "make-vaults", Seed(1));
    let outcome = MakeVaults.run(&mut synthesis.with_given(&[Part::Terrain]));
    assert_eq!(outcome, Ok(MethodOutcome::Skipped("terrain is given".to_owned())));
    assert_eq!(scenario.world, before);
}

#[test]
fn the_vaults_of_the_presets_find_room() {
    let text = include_str!("vaults.ron");
    let include = |name: &str| (name == "terrain/vaults").then(|| (name.to_owned(), text.to_owned()));
    let including = format!("{{ \"include\": \"terrain/vaults\", {TYPES} }}");
    let read = formats::read_design("test", "test.ron", &including, &include, &Known::default());
    let design = Arc::new(read.unwrap_or_else(|faults| panic!("{faults:?}")).0);
    let vaults = vaults_of(&design);
    assert_eq!(vaults.len(), 8);
    for shape in [Shape::Square8, Shape::Rectangle] {
        let area = Area::new(shape, 80, 50).unwrap();
        let mut seen = vec![0; vaults.len()];
        for seed in 0..14 {
            let mut scenario = level(area, seed, 0, &design);
            let before = scenario.world.terrain.clone().unwrap();
            let mut settings = Settings::new(scenario.design.clone());
            settings.set_text("vault-count", "3").unwrap();
            let mut history = History::default();
            let synthesis = Synthesis::new(&mut scenario, &settings, &mut history, "make-vaults", Seed(seed));
            let outcome = MakeVaults.run(&mut synthesis.within(None, 4));
            let Ok(MethodOutcome::Made(told)) = outcome else { panic!("{outcome:?}") };
            let after = scenario.world.terrain.unwrap();
            let picture = format!("{told}\n{}", drawn(area, &after, GLYPHS));
            assert_eq!(parts(area, &before), parts(area, &after), "{picture}");
            for (vault, seen) in vaults.iter().zip(&mut seen) {
                *seen += usize::from(!find_laid(vault, area, &before, &after).is_empty());
            }
        }
        assert!(seen.iter().all(|&levels| levels > 0), "{shape}: {seen:?}");
    }
}
