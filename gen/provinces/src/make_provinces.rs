//! `make-provinces`: cuts the land into connected provinces of comparable worth, links them and names them.
//!
//! **What a province is.** Each piece of land that the design's cheapest ground unit can walk without leaving it is cut into
//! provinces; see `split.rs`. A cell of good land is worth 3, any other cell that can be walked 1. Land that cannot be walked, such
//! as mountains, and pockets behind it that are too small for a province, go to the nearest province on the same landmass and are
//! worth nothing, so that borders run along mountain ranges. Water, and islands too small for a province, belong to none.
//!
//! **How they are linked.** A link between neighbours is open, crosses a river, or is closed. If the world is then not connected,
//! the shortest crossings over water (or over mountains) connect it.

use std::cmp::Reverse;
use std::collections::VecDeque;

use design::Design;
use design::parameters::{global, unit};
use grid::{Area, Cell, Layer, Travel};
use synth::{MethodInfo, MethodOutcome, Names, Part, Synthesis, SynthesisError, SynthesisMethod, find_namers};
use world::{Province, ProvinceId, ProvinceLinkKind, Scenario, SideId};

use crate::apportion::{Share, apportion};
use crate::ground::ProvinceGround;
use crate::links::make_links;
use crate::split::split;

/// The method `make-provinces`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MakeProvinces;

const INFO: MethodInfo = MethodInfo {
    name: "make-provinces",
    summary: "cuts the land into connected provinces of comparable worth, joins and names them",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Rivers, Part::Roads, Part::Independents, Part::Countries, Part::UnitNames, Part::Features],
    writes: &[Part::Provinces],
    by_level: true,
    parameters: &[
        "province-count",
        "province-size-min",
        "province-size-max",
        "province-tolerance",
        "province-namer",
        "default-namer",
    ],
};

/// The mean number of cells of a province if no number of provinces is asked for.
const USUAL_SIZE: u32 = 50;
/// The most provinces, unless more are asked for: nobody could keep track of them.
const USUAL_COUNT_MAX: u32 = 400;

impl SynthesisMethod for MakeProvinces {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.scenario.world.province_of.is_some() {
            return Ok(MethodOutcome::Skipped("provinces are already present".to_owned()));
        }
        let design = synthesis.design();
        let world = synthesis.scenario.world.clone();
        let ground = ProvinceGround::new(&design, &world, synthesis.stream("ground"));
        let wanted = Wanted::read(synthesis, &ground);
        if wanted.realms.is_empty() {
            let least = wanted.least;
            let reason = format!("no land has room for a province of {least} cells; lower `province-size-min`");
            synthesis.warn("no-provinces", reason.clone());
            return Ok(MethodOutcome::Skipped(reason));
        }
        let pieces = cut(synthesis, &ground, wanted);
        let province_of = spread(&ground, &pieces);
        let sizes = cells_of(&province_of, pieces.len());
        warn_of_sizes(synthesis, &pieces);

        let links = make_links(&ground, &province_of, pieces.len());
        let capitals = find_capitals(&design, synthesis.scenario, &pieces, &province_of);
        let owners = find_owners(synthesis, &province_of, pieces.len());
        let worths: Vec<u32> = pieces.iter().map(|cells| cells.iter().map(|&cell| ground.worth(cell)).sum()).collect();
        let names = name_all(synthesis, &design, pieces.len());

        let (poorest, richest) = (worths.iter().min().copied().unwrap_or(1), worths.iter().max().copied().unwrap_or(1));
        let ratio = u64::from(richest) * 100 / u64::from(poorest.max(1));
        let of_kind = |kind: ProvinceLinkKind| links.iter().filter(|link| link.kind == kind).count();
        let kinds: Vec<String> = ProvinceLinkKind::ALL
            .iter()
            .filter(|&&kind| of_kind(kind) > 0)
            .map(|&kind| format!("{} {}", of_kind(kind), kind.word()))
            .collect();
        let left =
            world.area.cells().filter(|&cell| ground.is_land(cell) && province_of[cell.index()] == ProvinceId::NONE);
        let made = format!(
            "{} provinces of {} to {} cells, worth {poorest} to {richest} (richest to poorest {}.{:02}); links: {}; {} cells \
             of small islands in none",
            pieces.len(),
            sizes.iter().min().unwrap_or(&0),
            sizes.iter().max().unwrap_or(&0),
            ratio / 100,
            ratio % 100,
            if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") },
            left.count(),
        );

        let world = &mut synthesis.scenario.world;
        world.provinces = names
            .into_iter()
            .enumerate()
            .map(|(index, name)| Province {
                name,
                capital: capitals[index],
                worth: worths[index],
                owner: owners[index],
                income: 0,
                trains: Vec::new(),
            })
            .collect();
        world.province_links = links;
        world.province_of = Some(Layer::from_values(&world.area, province_of));
        synthesis.frame("provinces");
        Ok(MethodOutcome::Made(made))
    }
}

/// How many provinces there are to be, and the land for them.
struct Wanted {
    count: u32,
    is_asked: bool,
    least: u32,
    /// The landmasses with room for a province.
    realms: Vec<Vec<Cell>>,
}

impl Wanted {
    fn read(synthesis: &Synthesis<'_>, ground: &ProvinceGround<'_>) -> Wanted {
        let settings = synthesis.settings;
        let of = |key| settings.int(key).max(0) as u32;
        let (count, least, most) =
            (of(global::PROVINCE_COUNT), of(global::PROVINCE_SIZE_MIN), of(global::PROVINCE_SIZE_MAX));
        let mut realms = ground.realms();
        let cells = |realms: &[Vec<Cell>]| realms.iter().map(|cells| cells.len() as u32).sum::<u32>();
        let mean = match (count, least, most) {
            (0, 0, 0) => USUAL_SIZE,
            (0, least, 0) => least.saturating_mul(2),
            (0, 0, most) => most - most / 3,
            (0, least, most) => (least / 2 + most / 2).max(1),
            (count, _, _) => cells(&realms) / count,
        };
        // A province needs a step within it: a single cell of mountains is a landmass of its own.
        let least = if least > 0 { least } else { mean / 3 }.max(2);
        realms.retain(|cells| cells.len() >= least as usize);
        let is_asked = count > 0;
        let usual = || (cells(&realms) / mean.max(1)).clamp(1, USUAL_COUNT_MAX);
        Wanted { count: if is_asked { count } else { usual() }, is_asked, least, realms }
    }
}

/// The walked cells of each province, in the order of their lowest cells.
fn cut(synthesis: &mut Synthesis<'_>, ground: &ProvinceGround<'_>, wanted: Wanted) -> Vec<Vec<Cell>> {
    let shares: Vec<Share> = wanted
        .realms
        .iter()
        .map(|cells| Share {
            cells: cells.len() as u32,
            worth: cells.iter().map(|&cell| u64::from(ground.worth(cell))).sum(),
        })
        .collect();
    let counts = apportion(&shares, wanted.count, wanted.least, wanted.is_asked);
    let made: u32 = counts.iter().sum();
    if made < wanted.count && wanted.is_asked {
        let message = format!(
            "`province-count` {} cannot be met with at least {} cells each: {made} provinces were made; lower \
             `province-size-min` or roll a larger world",
            wanted.count, wanted.least
        );
        synthesis.warn("province-count", message);
    }
    let tolerance = synthesis.settings.int(global::PROVINCE_TOLERANCE).max(0) as u32;
    let mut stream = synthesis.stream("cuts");
    let mut travel = Travel::new(&ground.area);
    let mut part_of = vec![0; ground.area.len()];
    let mut pieces = Vec::new();
    for (cells, count) in wanted.realms.into_iter().zip(counts).filter(|&(_, count)| count > 0) {
        pieces.extend(split(ground, cells, count, tolerance, &mut stream, &mut travel, &mut part_of));
    }
    pieces.sort_unstable_by_key(|cells| cells[0]);
    pieces
}

/// The province of each cell: the walked cells of the provinces, and all land nearest to them on the same landmass.
fn spread(ground: &ProvinceGround<'_>, pieces: &[Vec<Cell>]) -> Vec<ProvinceId> {
    let mut province_of = vec![ProvinceId::NONE; ground.area.len()];
    for (index, cells) in pieces.iter().enumerate() {
        for cell in cells {
            province_of[cell.index()] = ProvinceId(index as u16 + 1);
        }
    }
    let mut open: VecDeque<Cell> =
        ground.area.cells().filter(|cell| province_of[cell.index()] != ProvinceId::NONE).collect();
    while let Some(cell) = open.pop_front() {
        for (_, near) in ground.area.around(cell) {
            if ground.is_land(near) && province_of[near.index()] == ProvinceId::NONE {
                province_of[near.index()] = province_of[cell.index()];
                open.push_back(near);
            }
        }
    }
    province_of
}

fn cells_of(province_of: &[ProvinceId], count: usize) -> Vec<u32> {
    let mut sizes = vec![0; count];
    for id in province_of.iter().filter(|&&id| id != ProvinceId::NONE) {
        sizes[usize::from(id.0) - 1] += 1;
    }
    sizes
}

/// Warns of requested sizes that were not kept, because worth comes first.
fn warn_of_sizes(synthesis: &mut Synthesis<'_>, pieces: &[Vec<Cell>]) {
    let least = synthesis.settings.int(global::PROVINCE_SIZE_MIN).max(0) as usize;
    let most = synthesis.settings.int(global::PROVINCE_SIZE_MAX).max(0) as usize;
    let small = pieces.iter().filter(|cells| cells.len() < least).count();
    if small > 0 {
        let message = format!(
            "{small} of {} provinces have fewer cells than `province-size-min` {least}: good land is worth more; lower it \
             or `province-count`",
            pieces.len()
        );
        synthesis.warn("province-size-min", message);
    }
    let large = pieces.iter().filter(|cells| most > 0 && cells.len() > most).count();
    if large > 0 {
        let message = format!(
            "{large} of {} provinces have more cells than `province-size-max` {most}: poor land is worth less; raise it or \
             `province-count`",
            pieces.len()
        );
        synthesis.warn("province-size-max", message);
    }
}

/// The main cell of each province: where a side begins, else where its most valuable settlement stands, else the walked cell
/// farthest from its border.
fn find_capitals(design: &Design, scenario: &Scenario, pieces: &[Vec<Cell>], province_of: &[ProvinceId]) -> Vec<Cell> {
    let area = &scenario.world.area;
    let mut best: Vec<Option<(i32, Cell)>> = vec![None; pieces.len()];
    let mut offer = |cell: Cell, value: i32| {
        let Some(index) = usize::from(province_of[cell.index()].0).checked_sub(1) else { return };
        if best[index].is_none_or(|(known, at)| (value, Reverse(cell)) > (known, Reverse(at))) {
            best[index] = Some((value, cell));
        }
    };
    for center in scenario.sides.iter().filter_map(|side| side.center) {
        offer(center, i32::MAX);
    }
    for unit in scenario.units.iter().filter(|unit| !world::travel::is_mobile(design, unit.kind)) {
        if let Some(cell) = unit.cell() {
            offer(cell, design.int(unit::POINT_VALUE, unit.kind));
        }
    }
    let depths = depths(area, province_of);
    pieces
        .iter()
        .zip(best)
        .map(|(cells, best)| {
            // Of equally deep cells the middle one is taken, not the lowest, so that the piece lies round its capital.
            let deepest = cells.iter().map(|cell| depths[cell.index()]).max().unwrap_or(0);
            let middle: Vec<Cell> = cells.iter().copied().filter(|cell| depths[cell.index()] == deepest).collect();
            best.map_or(middle[middle.len() / 2], |(_, cell)| cell)
        })
        .collect()
}

/// For each cell how many steps it lies from the nearest cell of another province, or of none.
fn depths(area: &Area, province_of: &[ProvinceId]) -> Vec<u32> {
    let is_border = |&cell: &Cell| {
        let differs = |(_, near): (_, Cell)| province_of[near.index()] != province_of[cell.index()];
        area.is_edge(cell) || area.around(cell).any(differs)
    };
    grid::hops(area, area.cells().filter(is_border), |_| true).values().to_vec()
}

/// The first owner of each province: the side whose country was founded there.
fn find_owners(synthesis: &mut Synthesis<'_>, province_of: &[ProvinceId], count: usize) -> Vec<SideId> {
    let mut owners = vec![SideId::INDEPENDENT; count];
    let mut without = Vec::new();
    let sides: Vec<(SideId, Cell)> =
        synthesis.scenario.side_ids().filter_map(|id| Some((id, synthesis.scenario.side(id).center?))).collect();
    for (side, center) in sides {
        let home = usize::from(province_of[center.index()].0).checked_sub(1);
        match home.map(|index| &mut owners[index]) {
            Some(owner) if *owner == SideId::INDEPENDENT => *owner = side,
            _ => without.push(synthesis.scenario.side(side).name.clone()),
        }
    }
    if !without.is_empty() {
        let message = format!(
            "no province of their own for {}: their capitals lie in another's province or on an island too small for \
             one; raise `province-count` or lower `province-size-min`",
            without.join(", ")
        );
        synthesis.warn("side-without-province", message);
    }
    owners
}

fn name_all(synthesis: &mut Synthesis<'_>, design: &Design, count: usize) -> Vec<String> {
    let library = find_namers(synthesis, design);
    let default_namer = synthesis.settings.text(global::DEFAULT_NAMER).to_owned();
    let namer = synthesis.settings.text(global::PROVINCE_NAMER).to_owned();
    let mut names = Names::new(synthesis, &library, &default_namer);
    let mut stream = synthesis.stream(&format!("names of {}", design.title));
    (0..count)
        .map(|_| names.draw(synthesis, &namer, &mut stream).unwrap_or_else(|| names.numbered("province")))
        .collect()
}
