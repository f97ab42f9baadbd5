//! `make-vaults`: sets vaults, which a design draws as text, into the solid ground of a level.
//!
//! Source: our own, after the vaults of Angband (1990) and of Dungeon Crawl (1997). What the glyphs of a drawing mean, which
//! levels it is for and how often it is drawn stands in `design::Vault`.
//!
//! - **Room**: a vault lies on solid ground alone, off the bounds, with a ring of solid ground around it, away from links and
//!   units. On squares it is turned and reflected in 8 ways. On hexes, where each row lies half a cell west of the one above, it
//!   is turned by half or not at all.
//! - **Ways**: each piece of a vault's floor that has a way in is joined to the floor of the level by one corridor, which leaves
//!   a door straight on and keeps off all others. What a drawing has behind its own water stays there: whoever drew it wanted
//!   that.
//! - What is joined hangs together with the level, and nothing is laid over floor: so the level stays as connected as it was.

mod join_vault;

use chance::Stream;
use design::parameters::global::{DOOR_TERRAIN, EDGE_TERRAIN, VAULT_COUNT};
use design::{Design, Form, TerrainType, Vault, VaultCell, counted};
use grid::{Area, Cell, Lattice, Vector};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Occupancy, Place, Scenario, SideId, Unit, standing};

use crate::assign_terrain::cell_type;
use crate::floors::{Classes, Ground, draw, is_door, opens_from_a_door, refuse_symmetry};
use crate::ways::{Ways, touching};

/// The method `make-vaults`.
pub struct MakeVaults;

static INFO: MethodInfo = MethodInfo {
    name: "make-vaults",
    summary: "vaults, drawn as text, in solid ground, each joined to the level by a corridor",
    reads: &[Part::Terrain],
    // It adds to independent units that were made before, and makes none where its vaults have none.
    optional_reads: &[Part::Links, Part::Independents],
    writes: &[Part::Terrain, Part::Independents],
    by_level: true,
    parameters: &["vault-count", "door-terrain", "edge-terrain"],
};

/// After so many places where a vault fits but cannot be joined, there is none.
const JOINS_MAX: usize = 40;

impl SynthesisMethod for MakeVaults {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.is_given(Part::Terrain) {
            return Ok(MethodOutcome::Skipped("terrain is given".to_owned()));
        }
        let wanted = synthesis.settings.int(VAULT_COUNT) as usize;
        if wanted == 0 {
            return Ok(MethodOutcome::Skipped("`vault-count` is 0".to_owned()));
        }
        refuse_symmetry(
            &synthesis.scenario.world,
            "a vault and its corridor would be cut off at the bounds of its part",
        )?;
        let design = synthesis.design();
        let known: Vec<&Vault> = design.forms.iter().filter_map(Form::vault).collect();
        if known.is_empty() {
            return Err(SynthesisError::DesignLacks {
                what: "vaults".to_owned(),
                remedy: "draw some in `forms`, such as [\"vault\", \"cell\", [\"rows\", \"###\", \"+.#\", \"###\"]]"
                    .to_owned(),
            });
        }
        let door = cell_type(synthesis, &design, DOOR_TERRAIN);
        let classes = Classes::new(&design, "vaults", door)?;
        let number = synthesis.level() as i32 + 1;
        let is_here = |vault: &&Vault| (vault.levels.0..=vault.levels.1).contains(&number);
        let vaults: Vec<&Vault> = known.into_iter().filter(is_here).collect();
        let weights: Vec<u32> = vaults.iter().map(|vault| vault.weight).collect();
        let (mut drawn, mut places) = (synthesis.stream("vaults"), synthesis.stream("places"));
        let mut types = synthesis.stream("types");
        let grounds = Ground::of_types(&design, door, cell_type(synthesis, &design, EDGE_TERRAIN));
        let mut level = Level::new(&design, synthesis.scenario, &grounds, door);
        let mut guests = Vec::new();
        let mut names = Vec::new();
        for _ in 0..wanted {
            let Some(vault) = drawn.weighted(&weights).map(|which| vaults[which]) else {
                return Ok(MethodOutcome::Skipped(format!("no vault is for level {number}")));
            };
            let Some(site) = level.find_site(vault, &grounds, &mut places) else { continue };
            let layer = synthesis.scenario.world.terrain.as_mut().expect("terrain is read by this method");
            site.lay(layer.edit(), &classes, door, &mut types);
            level.take(&site, &grounds);
            guests.extend(site.cells.iter().filter_map(|&(cell, what)| match what {
                VaultCell::Unit(kind) => Some(Unit::new(kind, Place::Cell(cell), SideId::INDEPENDENT)),
                _ => None,
            }));
            names.push(&*vault.name);
        }
        let units = put_units(synthesis, &design, guests);
        if names.is_empty() {
            let message = format!(
                "there was no room for {}: make the area larger, or leave more solid ground between rooms",
                counted(wanted, "vault")
            );
            synthesis.warn("vaults-crowded", message);
        }
        let mut told = counted(names.len(), "vault");
        if !names.is_empty() {
            told = format!("{told}: {}", names.join(", "));
        }
        if units > 0 {
            told = format!("{told}; {}", counted(units, "unit"));
        }
        Ok(MethodOutcome::Made(told))
    }
}

/// Puts the units of vaults where they were drawn; returns how many could stand there.
fn put_units(synthesis: &mut Synthesis<'_>, design: &Design, guests: Vec<Unit>) -> usize {
    let wanted = guests.len();
    // Only `make-independent-units` adds to what a file gave.
    let is_given = synthesis.is_given(Part::Independents);
    let scenario = &mut *synthesis.scenario;
    let mut put = 0;
    for unit in guests.into_iter().filter(|_| !is_given) {
        let Place::Cell(cell) = unit.place else { continue };
        let occupancy = Occupancy::new(&scenario.world.area, &scenario.units);
        if scenario.may_own(SideId::INDEPENDENT, unit.kind)
            && standing::may_stand(design, &scenario.world, unit.kind, cell)
            && standing::has_room(scenario, &occupancy, unit.kind, cell)
        {
            scenario.add_unit(unit);
            put += 1;
        }
    }
    if put < wanted {
        let why = if is_given {
            "the independent units are given"
        } else {
            "the others may not be independent, or not stand on the floor of rooms"
        };
        synthesis.warn("vault-units", format!("{put} of {} of vaults were placed: {why}", counted(wanted, "unit")));
    }
    put
}

/// A level, as far as vaults lie in it.
struct Level {
    area: Area,
    ground: Vec<Ground>,
    /// Whether a cell is a door, closed or open.
    is_door: Vec<bool>,
    /// Where nothing is laid and no corridor leads: ends of links, units, centres of sides, and vaults with their rings.
    is_kept: Vec<bool>,
    /// Whether a type is a door, closed or open.
    doors: Vec<bool>,
    ways: Ways,
}

/// Where a vault lies, and what joins it to its level.
struct Site {
    /// What it draws, without what it leaves as it is.
    cells: Vec<(Cell, VaultCell)>,
    /// The cells of its corridors.
    dug: Vec<Cell>,
}

impl Level {
    fn new(design: &Design, scenario: &Scenario, grounds: &[Ground], door: Option<TerrainType>) -> Level {
        let world = &scenario.world;
        let area = world.area;
        let terrain = world.terrain.as_ref().expect("terrain is read by this method");
        let is_of_door = |kind| Some(kind) == door || is_door(design, kind) || opens_from_a_door(design, kind);
        let doors: Vec<bool> = design.ids::<TerrainType>().map(is_of_door).collect();
        let ground = terrain.values().iter().map(|kind| grounds[usize::from(kind.0)]).collect();
        let is_door = terrain.values().iter().map(|kind| doors[usize::from(kind.0)]).collect();
        let mut is_kept = vec![false; area.len()];
        let ends =
            world.links.iter().flat_map(|link| [link.from, link.to]).chain(world.exits.iter().map(|exit| exit.at));
        let units = scenario.units.iter().filter_map(Unit::cell);
        let centers = scenario.sides.iter().filter_map(|side| side.center);
        ends.chain(units).chain(centers).for_each(|cell| is_kept[cell.index()] = true);
        Level { area, ground, is_door, is_kept, doors, ways: Ways::new(&area) }
    }

    /// A place for a vault, drawn by lot among all where it fits and can be joined.
    fn find_site(&mut self, vault: &Vault, grounds: &[Ground], stream: &mut Stream) -> Option<Site> {
        let area = self.area;
        let is_free: Vec<bool> = (0..area.len()).map(|index| self.is_free(Cell(index as u32))).collect();
        let mut anchors: Vec<Cell> = area.cells().filter(|cell| is_free[cell.index()]).collect();
        stream.shuffle(&mut anchors);
        let turned: Vec<Vec<Drawn>> = turns(&area).iter().filter_map(|&turn| turn_vault(&area, vault, turn)).collect();
        let mut joins = 0;
        for anchor in anchors {
            let first = stream.index(turned.len().max(1));
            for number in 0..turned.len() {
                let drawn = &turned[(first + number) % turned.len()];
                let free = |vector: Vector| area.offset(anchor, vector).filter(|cell| is_free[cell.index()]);
                if !drawn.iter().all(|drawn| free(drawn.at).is_some()) {
                    continue;
                }
                if let Some(site) = self.join(anchor, drawn, grounds) {
                    return Some(site);
                }
                joins += 1;
                if joins == JOINS_MAX {
                    return None;
                }
            }
        }
        None
    }

    /// Whether a cell may be part of a vault: it and all that touches it is solid ground, which nothing else needs.
    fn is_free(&self, cell: Cell) -> bool {
        let area = self.area;
        let is_unused = |cell: Cell| self.ground[cell.index()] == Ground::Solid && !self.is_kept[cell.index()];
        area.contains(cell) && !area.is_edge(cell) && is_unused(cell) && touching(&area, cell).all(is_unused)
    }

    /// Notes a vault: its floor is none to which others are joined, and nothing is dug in its walls and its ring.
    fn take(&mut self, site: &Site, grounds: &[Ground]) {
        for &(cell, what) in &site.cells {
            if let Some(ground) = ground_of(what, grounds) {
                self.ground[cell.index()] = ground;
            }
            self.is_kept[cell.index()] = true;
            touching(&self.area, cell).for_each(|other| self.is_kept[other.index()] = true);
        }
        site.dug.iter().for_each(|cell| self.ground[cell.index()] = Ground::Floor);
    }
}

impl Site {
    /// Lays the vault and its corridors; its solid ground is there already.
    fn lay(&self, terrain: &mut [TerrainType], classes: &Classes, door: Option<TerrainType>, stream: &mut Stream) {
        for &(cell, what) in &self.cells {
            terrain[cell.index()] = match (what, door) {
                (VaultCell::AsItIs | VaultCell::Solid, _) => continue,
                (VaultCell::Room | VaultCell::Unit(_), _) => draw(&classes.room, stream),
                (VaultCell::Door, Some(door)) => door,
                (VaultCell::Passage | VaultCell::Door, _) => draw(&classes.passage, stream),
                (VaultCell::Terrain(kind), _) => kind,
            };
        }
        for cell in &self.dug {
            terrain[cell.index()] = draw(&classes.passage, stream);
        }
    }
}

/// A cell of a vault that is turned: where it lies from the vault's first cell, what it is, whether one enters by it.
#[derive(Clone, Copy)]
struct Drawn {
    at: Vector,
    what: VaultCell,
    is_way_in: bool,
}

/// What a cell of a vault is to those who walk; `None` if it stays as it is.
fn ground_of(what: VaultCell, grounds: &[Ground]) -> Option<Ground> {
    match what {
        VaultCell::AsItIs => None,
        VaultCell::Solid => Some(Ground::Solid),
        VaultCell::Room | VaultCell::Passage | VaultCell::Door | VaultCell::Unit(_) => Some(Ground::Floor),
        VaultCell::Terrain(kind) => Some(grounds[usize::from(kind.0)]),
    }
}

/// A turn of a drawing, by the vectors that one cell to the east and one to the north become.
type Turn = [Vector; 2];

/// The turns of squares; the first two are those of hexes too.
const TURNS: [Turn; 8] = [
    [(1, 0), (0, 1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (-1, 0)],
    [(0, -1), (1, 0)],
    [(-1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, -1), (-1, 0)],
];

fn turns(area: &Area) -> &'static [Turn] {
    if area.shape().lattice() == Lattice::Hex { &TURNS[..2] } else { &TURNS }
}

/// A vault that is turned, from its first cell on that is not left as it is; `None` if it is too large for the area, so that
/// round a cylinder or a torus it would touch itself.
fn turn_vault(area: &Area, vault: &Vault, [east, north]: Turn) -> Option<Vec<Drawn>> {
    let mut cells: Vec<Drawn> = Vec::new();
    for (row, column) in
        (0..vault.rows.len()).flat_map(|row| (0..vault.rows[row].len()).map(move |column| (row, column)))
    {
        let (row, column) = (row as i32, column as i32);
        let what = vault.cell(row, column).filter(|&what| what != VaultCell::AsItIs);
        let at = (column * east.0 - row * north.0, column * east.1 - row * north.1);
        cells.extend(what.map(|what| Drawn { at, what, is_way_in: vault.is_way_in(row, column) }));
    }
    let first = cells.first()?.at;
    cells.iter_mut().for_each(|drawn| drawn.at = (drawn.at.0 - first.0, drawn.at.1 - first.1));
    let fits = |along: fn(&Drawn) -> i32, length: u32| {
        let (least, most) = (cells.iter().map(along).min(), cells.iter().map(along).max());
        most.zip(least).is_some_and(|(most, least)| most - least + 3 <= length as i32)
    };
    let fits_round = !area.wraps_x() || fits(|drawn| drawn.at.0, area.width());
    let fits_across = !area.wraps_y() || fits(|drawn| drawn.at.1, area.height());
    (fits_round && fits_across).then_some(cells)
}
