//! Names of finished units: by the namer of their side for their type, else by that of their type (`gdl-reference` 10).
//!
//! Each namer has a pool of names, drawn when the game is made ready. A match begins somewhere in the pool, by its seed, and takes
//! one name after the other; when all are used they are repeated with numerals.

use std::collections::BTreeMap;

use chance::Seed;
use design::parameters::{global, unit};
use design::{Design, TypeId, UnitType};
use namers::{Library, NamingSession};
use world::{JUNKY, Scenario, SideId, junky_name, unit_namer};

use crate::{StateView, UnitIndex};

/// The number of names that are drawn from a namer.
const POOL: usize = 128;

/// How units of a type are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    Nameless,
    Junky,
    Pool(usize),
}

/// The names for units of all sides and types.
#[derive(Debug)]
pub(crate) struct Names {
    /// By side, the independents first, and type.
    of: Vec<Vec<Naming>>,
    pools: Vec<Vec<String>>,
}

impl Names {
    /// The names for the types for which `is_made` is true.
    pub(crate) fn new(scenario: &Scenario, is_made: impl Fn(UnitType) -> bool) -> Names {
        let design = &*scenario.design;
        let mut pools: BTreeMap<String, Option<usize>> = BTreeMap::new();
        let mut drawn = Vec::new();
        // Few games have named types, so the library is loaded only when needed.
        let mut library = None;
        let mut of = Vec::new();
        for side in 0..=scenario.sides.len() {
            let gdl = side.checked_sub(1).map(|seat| scenario.sides[seat].gdl.atoms());
            let mut naming = |kind: UnitType| {
                let namer = unit_namer(design, gdl, kind);
                if namer.is_empty() || !is_made(kind) {
                    return Naming::Nameless;
                }
                if namer == JUNKY {
                    return Naming::Junky;
                }
                let pool = *pools.entry(namer.to_owned()).or_insert_with(|| {
                    let library = library.get_or_insert_with(|| read_library(design));
                    let pool = draw_pool(scenario, library, namer);
                    let has_any = !pool.is_empty();
                    drawn.push(pool);
                    has_any.then(|| drawn.len() - 1)
                });
                pool.map_or(Naming::Nameless, Naming::Pool)
            };
            of.push(design.unit_types().map(&mut naming).collect());
        }
        Names { of, pools: drawn }
    }
}

/// The project's namers and those of the design, without faulty ones, which the reader has reported.
fn read_library(design: &Design) -> Library {
    let mut library = Library::builtin();
    let texts = || design.namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    // First all together, because they may refer to each other.
    if !design.namers.is_empty() && library.read_all(texts()).is_err() {
        for (name, text) in texts() {
            let _ = library.read(name, text);
        }
    }
    library
}

/// Names that nothing in the scenario has. If the namer is faulty or unknown there are fewer, or none; then units have only their
/// numbers.
fn draw_pool(scenario: &Scenario, library: &Library, namer: &str) -> Vec<String> {
    let design = &*scenario.design;
    let mut session = NamingSession::new(library);
    scenario.units.iter().for_each(|unit| session.reserve(&unit.name));
    let default_namer = design.global_text(global::DEFAULT_NAMER);
    if !default_namer.is_empty() {
        // An unknown default namer is ignored; the first namer is used alone.
        let _ = session.set_default_namer(default_namer);
    }
    let mut stream = Seed(0).stream(&format!("{namer} of {}", design.title));
    std::iter::from_fn(|| session.name(namer, &mut stream).ok()).take(POOL).collect()
}

impl StateView<'_> {
    /// The name for a unit that has none yet; empty if its type has no names.
    pub(crate) fn next_name(self, id: UnitIndex) -> String {
        let (names, unit) = (&self.rules.names, self.unit(id));
        match names.of[unit.side.row()][unit.kind.index()] {
            Naming::Nameless => String::new(),
            Naming::Junky => self.junky_name(unit.side, unit.kind, id),
            Naming::Pool(pool) => {
                let pool = &names.pools[pool];
                // No other unit ever has this number, so no two share a name.
                let nth = id.index() - self.rules.scenario.units.len().min(id.index());
                let start = (self.state.rng.root.key % pool.len() as u64) as usize;
                let name = &pool[(start + nth) % pool.len()];
                match nth / pool.len() {
                    0 => name.clone(),
                    round => format!("{name} {}", round + 1),
                }
            }
        }
    }

    /// A name made of letters and a number.
    fn junky_name(self, side: SideId, kind: UnitType, id: UnitIndex) -> String {
        let side = (side != SideId::INDEPENDENT).then(|| self.rules.scenario.side(side).name.as_str());
        let number = self.details(id).map_or(0, |details| details.number);
        junky_name(side, self.rules.design.spoken_name(unit::NAME, kind), number, id.index())
    }
}
