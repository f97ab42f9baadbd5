//! World and area: the sizes, then one `area` form for each layer.
//!
//! Xconq knows bounded hexagons and cylinders, both in oblique coordinates; those are written as they are. All other shapes become
//! a cylinder of their width that contains all their cells. Rows of upright hexes are shifted so that all neighbours stay
//! neighbours; cells that touch across the seam in the west cannot be kept apart in Xconq. Squares stay in their columns, and their
//! edges are left out.

use design::parameters::find;
use design::{Design, Properties, Scope, TypeId, UnitType};
use grid::{Area, Cell, Lattice, Shape};
use world::standing::lives_in;
use world::{Owner, Scenario, World, gdl_place, gdl_row};

use super::super::{CIRCUMFERENCE, NOBODY};
use super::names::Names;
use super::properties::properties;
use super::tree::{Break, Tree, bare, form, list, string};

/// The largest amount of a material that a cell can hold in Xconq.
const MATERIAL_MAX: i32 = 127;
/// The longest row of a layer that Xconq reads: it cuts texts there.
const ROW_MAX: usize = 999;
/// How many numbers from 0 on have a letter of their own in rows.
const LETTERS: i32 = 64;
/// The prefix in the name of a layer of coatings, before the type of terrain.
const COATING: &str = "coating ";

/// Where the cells of an area lie in Xconq's area.
pub(super) struct Map<'a> {
    area: &'a Area,
    /// The cell at each place, row by row from the south; `None` outside a hexagon.
    cells: Vec<Option<Cell>>,
}

impl Map<'_> {
    pub(super) fn new(area: &Area) -> Map<'_> {
        let mut map = Map { area, cells: vec![None; area.len()] };
        for cell in area.cells() {
            let (x, y) = map.place(cell);
            map.cells[(y * area.width() as i32 + x) as usize] = Some(cell);
        }
        map
    }

    /// Xconq's x and y.
    pub(super) fn place(&self, cell: Cell) -> (i32, i32) {
        gdl_place(self.area, cell)
    }

    /// Whether a cell lies at the edge of Xconq's area, where no unit can be.
    pub(super) fn is_outer(&self, cell: Cell) -> bool {
        let (_, y) = self.place(cell);
        match self.area.shape() {
            Shape::Hexagon => self.area.is_edge(cell),
            _ => y == 0 || y + 1 == self.area.height() as i32,
        }
    }

    /// Where a unit that stands in a cell is written: there, or one cell further in; and whether it can live there.
    pub(super) fn inward(&self, scenario: &Scenario, kind: UnitType, cell: Cell) -> (Cell, bool) {
        if !self.is_outer(cell) {
            return (cell, true);
        }
        let (design, world) = (&*scenario.design, &scenario.world);
        let lives = |cell: Cell| world.terrain.is_none() || lives_in(design, world, kind, cell);
        let inner = || self.area.around(cell).map(|(_, other)| other).filter(|&other| !self.is_outer(other));
        match inner().find(|&other| lives(other)) {
            Some(other) => (other, true),
            None => (inner().next().unwrap_or(cell), false),
        }
    }

    /// The rows of a layer, northernmost first. A place without a cell is 0.
    fn rows(&self, value: impl Fn(usize) -> i32) -> Vec<Tree> {
        self.rows_of(value).map(|row| string(&row)).collect()
    }

    fn rows_of(&self, value: impl Fn(usize) -> i32) -> impl Iterator<Item = String> {
        let width = self.area.width() as usize;
        self.cells.chunks(width).rev().map(move |row| {
            let values: Vec<i32> = row.iter().map(|cell| cell.map_or(0, |cell| value(cell.index()))).collect();
            gdl_row(&values)
        })
    }
}

/// The `world` form; `None` if the world has the usual values.
pub(super) fn world_form(area: &Area, gdl: &Properties) -> Option<Tree> {
    let number = |name: &str| gdl.get(name).and_then(|atoms| atoms.first()?.int());
    let round = number("circumference").and_then(|number| u32::try_from(number).ok()).unwrap_or(CIRCUMFERENCE);
    let circumference = match area.shape() {
        Shape::Hexagon if round == area.width() => 2 * round,
        Shape::Hexagon => round,
        _ => area.width(),
    };
    let is_of_world = |name: &&String| find(Scope::World, name).is_some() && *name != "circumference";
    let others: Properties = gdl.keys().filter(is_of_world).map(|name| (name.clone(), gdl[name].clone())).collect();
    // What wraps says so: without the form an area that is 360 wide has edges in the west and east.
    let wraps = area.shape() != Shape::Hexagon;
    if circumference == CIRCUMFERENCE && !wraps && others.is_empty() {
        return None;
    }
    Some(form("world", std::iter::once(bare(circumference)).chain(properties(Scope::World, &others, &[]))))
}

/// The `area` form with the size, then one for each layer.
pub(super) fn area_forms(scenario: &Scenario, names: &Names, map: &Map<'_>) -> Vec<Tree> {
    let (world, design) = (&scenario.world, &*scenario.design);
    let is_of_area = |name: &&String| find(Scope::Area, name).is_some();
    let scalars: Properties =
        world.gdl.keys().filter(is_of_area).map(|name| (name.clone(), world.gdl[name].clone())).collect();
    let size = [bare(world.area.width()), bare(world.area.height())];
    let mut forms =
        vec![form("area", size.into_iter().chain(properties(Scope::Area, &scalars, &["width", "height", "restrict"])))];
    let mut layers = Vec::new();
    if let Some(layer) = &world.terrain {
        layers.push(terrain(design, names, map, layer.values()));
    }
    if map.area.shape().lattice() == Lattice::Hex {
        for (kind, layer) in &world.edges {
            let head = [bare("aux-terrain"), names.of(Scope::Terrain, kind.index())];
            layers.push(rows_form(head, map.rows(|index| i32::from(layer.values()[index]))));
        }
    }
    if let Some(layer) = &world.elevation {
        layers.push(shifted("elevations", map, |index| i32::from(layer.values()[index])));
    }
    layers.extend(features(world, map));
    for (name, layer) in [("people-sides", &world.people), ("control-sides", &world.control)] {
        if let Some(layer) = layer {
            let number = |owner: Owner| owner.side().map_or(NOBODY, |side| side.0.into());
            layers.push(plain(name, map, |index| number(layer.values()[index])));
        }
    }
    for (kind, layer) in &world.materials {
        let head = [bare("material"), names.of(Scope::Material, kind.index())];
        layers.push(stepped(head, map, 0, |index| layer.values()[index].clamp(0, MATERIAL_MAX)));
    }
    if let Some(layer) = &world.temperature {
        layers.push(shifted("temperatures", map, |index| i32::from(layer.values()[index])));
    }
    if let Some(layer) = world.winds.as_ref().filter(|_| map.area.shape().lattice() == Lattice::Hex) {
        layers.push(plain("winds", map, |index| layer.values()[index].packed()));
    }
    if let Some(layer) = &world.clouds {
        layers.push(stepped([bare("clouds")], map, 0, |index| i32::from(layer.values()[index])));
    }
    for (name, layer) in &world.gdl_layers {
        let rows = map.rows(|index| layer.values()[index]);
        let coating = name.strip_prefix(COATING).and_then(|kind| design.terrain.find(kind));
        layers.push(match coating {
            Some(kind) => rows_form([bare("aux-terrain"), names.of(Scope::Terrain, kind)], rows),
            None => rows_form([bare(name)], rows),
        });
    }
    forms.extend(layers.into_iter().map(|layer| form("area", [layer])));
    forms
}

fn rows_form(head: impl IntoIterator<Item = Tree>, rows: Vec<Tree>) -> Tree {
    let head: Vec<Tree> = head.into_iter().collect();
    let count = head.len();
    list(head.into_iter().chain(rows)).broken(Break::Always(count))
}

fn plain(name: &str, map: &Map<'_>, value: impl Fn(usize) -> i32) -> Tree {
    rows_form([bare(name)], map.rows(value))
}

/// A layer of numbers, counted from the lowest of them, so that most become letters.
fn shifted(name: &str, map: &Map<'_>, value: impl Fn(usize) -> i32) -> Tree {
    let lowest = map.cells.iter().flatten().map(|cell| value(cell.index())).min().unwrap_or(0);
    stepped([bare(name)], map, lowest, value)
}

/// A layer of numbers from the lowest on, in steps where rows of the numbers themselves are longer than Xconq reads.
fn stepped(head: impl IntoIterator<Item = Tree>, map: &Map<'_>, lowest: i32, value: impl Fn(usize) -> i32) -> Tree {
    let step = step(map, lowest, &value);
    let shift = (step > 1 || lowest != 0).then(|| form("xform", [bare(step), bare(lowest)]));
    rows_form(head.into_iter().chain(shift), map.rows(|index| (value(index) - lowest) / step))
}

/// 1, or the least step in which each number from the lowest on has one letter.
fn step(map: &Map<'_>, lowest: i32, value: impl Fn(usize) -> i32) -> i32 {
    // A number has at most twelve signs.
    let is_narrow = map.area.width() as usize * 12 <= ROW_MAX;
    if is_narrow || map.rows_of(|index| value(index) - lowest).all(|row| row.len() <= ROW_MAX) {
        return 1;
    }
    let highest = map.cells.iter().flatten().map(|cell| value(cell.index())).max().unwrap_or(lowest);
    (highest.saturating_sub(lowest)) / LETTERS + 1
}

/// What Xconq cannot read of the layers of a wide world, which are written as `forms`.
pub(super) fn told_of_rows(scenario: &Scenario, forms: &[Tree]) -> Vec<String> {
    let cut: Vec<String> = forms.iter().filter_map(cut_layer).collect();
    let cut = (!cut.is_empty()).then(|| {
        format!(
            "Xconq reads {ROW_MAX} signs of a row of a layer: it loses the east of longer ones of {}.",
            cut.join(", ")
        )
    });
    cut.into_iter().chain(told_of_steps(scenario)).collect()
}

/// The name of a form's layer, with the type that it is of, if some row is longer than Xconq reads.
fn cut_layer(form: &Tree) -> Option<String> {
    let Tree::List(parts, _) = form else { return None };
    let Tree::List(layer, _) = parts.get(1)? else { return None };
    let is_long = |row: &Tree| matches!(row, Tree::Leaf(text) if text.starts_with('"') && text.len() > ROW_MAX + 2);
    let is_word = |part: &&Tree| matches!(part, Tree::Leaf(text) if !text.starts_with('"'));
    let name = || layer.iter().take_while(is_word).map(Tree::flat).collect::<Vec<_>>().join(" ");
    layer.iter().any(is_long).then(name)
}

/// Which layers go in steps, and how wide these are.
fn told_of_steps(scenario: &Scenario) -> Option<String> {
    let world = &scenario.world;
    let map = Map::new(&world.area);
    let lowest = |values: &[i16]| values.iter().copied().min().unwrap_or(0).into();
    let heights = [("elevations", &world.elevation), ("temperatures", &world.temperature)];
    let heights = heights.into_iter().filter_map(|(name, layer)| {
        let values = layer.as_ref()?.values();
        Some((name.to_owned(), step(&map, lowest(values), |index| values[index].into())))
    });
    let amounts = world.materials.iter().map(|(&kind, layer)| {
        let amount = |index: usize| layer.values()[index].clamp(0, MATERIAL_MAX);
        (scenario.design.name_of(kind).to_owned(), step(&map, 0, amount))
    });
    let clouds = world
        .clouds
        .as_ref()
        .map(|layer| ("clouds".to_owned(), step(&map, 0, |index| i32::from(layer.values()[index]))));
    let steps = heights.chain(amounts).chain(clouds).filter(|(_, step)| *step > 1);
    let told: Vec<String> = steps.map(|(name, step)| format!("{name} by {step}")).collect();
    (!told.is_empty())
        .then(|| format!("Xconq reads {ROW_MAX} signs of a row, so that some layers go in steps: {}.", told.join(", ")))
}

/// A layer of terrain by name, as long as there are enough letters: those of types that do not occur serve for types beyond them.
fn terrain(design: &Design, names: &Names, map: &Map<'_>, values: &[design::TerrainType]) -> Tree {
    let mut occurs = vec![false; design.terrain.len()];
    map.cells.iter().flatten().for_each(|cell| occurs[values[cell.index()].index()] = true);
    let letters = LETTERS as usize;
    let mut free = (0..letters).filter(|&letter| !occurs.get(letter).is_some_and(|&occurs| occurs));
    let code = |index: usize| if index < letters || !occurs[index] { Some(index) } else { free.next() };
    let codes: Vec<usize> =
        (0..occurs.len()).map(code).enumerate().map(|(index, code)| code.unwrap_or(index)).collect();
    let named = (0..occurs.len()).filter(|&index| occurs[index] && codes[index] < letters);
    let by_name = form("by-name", named.map(|index| list([names.of(Scope::Terrain, index), bare(codes[index])])));
    rows_form([bare("terrain"), by_name], map.rows(|index| codes[values[index].index()] as i32))
}

/// The features with their numbers: those of the list, unless that makes rows longer than Xconq reads; then those whose numbers are
/// written most often have letters.
fn features(world: &World, map: &Map<'_>) -> Option<Tree> {
    let layer = world.feature_of.as_ref()?;
    let id = |index: usize| usize::from(layer.values()[index].0);
    let mut numbers: Vec<usize> = (0..=world.features.len()).collect();
    if map.rows_of(|index| id(index) as i32).any(|row| row.len() > ROW_MAX) {
        let mut runs = vec![0_usize; numbers.len()];
        for row in map.cells.chunks(map.area.width() as usize) {
            let ids: Vec<usize> = row.iter().map(|cell| cell.map_or(0, |cell| id(cell.index()))).collect();
            ids.chunk_by(|one, other| one == other).for_each(|run| runs[run[0]] += 1);
        }
        let mut by_runs: Vec<usize> = (1..numbers.len()).collect();
        by_runs.sort_by_key(|&feature| (std::cmp::Reverse(runs[feature]), feature));
        by_runs.into_iter().zip(1..).for_each(|(feature, number)| numbers[feature] = number);
    }
    let feature = |(index, feature): (usize, &world::Feature)| {
        let kind = if feature.kind.is_empty() { feature.class.word() } else { &feature.kind };
        list([bare(numbers[index + 1]), string(kind), string(&feature.name)])
    };
    let features = list(world.features.iter().enumerate().map(feature)).broken(Break::Always(0));
    Some(rows_form([bare("features"), features], map.rows(|index| numbers[id(index)] as i32)))
}
