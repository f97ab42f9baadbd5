//! Names of finished units: by the namer of their side for their type, else by that of their type (`gdl-reference` 10).
//!
//! Each namer has a pool of names, drawn when the game is made ready. A match begins somewhere in it, by its seed, and
//! takes one name after the other; when all are used they come again with numerals.

use std::collections::BTreeMap;

use chance::Seed;
use design::parameters::{global, unit};
use design::{Design, TypeId, UnitType};
use namers::{Library, Session};
use world::{JUNKY, Scenario, SideId, junky_name, unit_namer};

use crate::{StateView, UnitIndex};

/// As many names as a namer is asked for.
const POOL: usize = 128;

/// What a unit is called.
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
    /// With names for the types that `is_made` says can ever be made.
    pub(crate) fn new(scenario: &Scenario, is_made: impl Fn(UnitType) -> bool) -> Names {
        let design = &*scenario.design;
        let mut pools: BTreeMap<String, Option<usize>> = BTreeMap::new();
        let mut drawn = Vec::new();
        // Few games have types that are named.
        let mut library = None;
        let mut of = Vec::new();
        for side in 0..=scenario.sides.len() {
            let gdl = side.checked_sub(1).map(|seat| &scenario.sides[seat].gdl);
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

/// The project's namers and those of the design, but for faulty ones: of these its reader has told.
fn read_library(design: &Design) -> Library {
    let mut library = Library::builtin();
    let texts = || design.namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    // Together first, for they may speak of one another.
    if !design.namers.is_empty() && library.read_all(texts()).is_err() {
        for (name, text) in texts() {
            let _ = library.read(name, text);
        }
    }
    library
}

/// Names that nothing in the scenario has. Fewer, or none, if the namer is faulty or unknown: then units go by their
/// numbers.
fn draw_pool(scenario: &Scenario, library: &Library, namer: &str) -> Vec<String> {
    let design = &*scenario.design;
    let mut session = Session::new(library);
    scenario.units.iter().for_each(|unit| session.reserve(&unit.name));
    let default_namer = design.global_text(global::DEFAULT_NAMER);
    if !default_namer.is_empty() {
        // An unknown one helps nobody; the first namer does what it can.
        let _ = session.set_default_namer(default_namer);
    }
    let mut stream = Seed(0).stream(&format!("{namer} of {}", design.title));
    std::iter::from_fn(|| session.name(namer, &mut stream).ok()).take(POOL).collect()
}

impl StateView<'_> {
    /// The name of a unit that has none yet; empty if its type has no names.
    pub(crate) fn next_name(self, id: UnitIndex) -> String {
        let (names, unit) = (&self.rules.names, self.unit(id));
        match names.of[usize::from(unit.side.0)][unit.kind.index()] {
            Naming::Nameless => String::new(),
            Naming::Junky => self.junky_name(unit.side, unit.kind, id),
            Naming::Pool(pool) => {
                let pool = &names.pools[pool];
                // No other unit ever has its number: no two share a name.
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

    /// A name of letters and a number.
    fn junky_name(self, side: SideId, kind: UnitType, id: UnitIndex) -> String {
        let side = (side != SideId::INDEPENDENT).then(|| self.rules.scenario.side(side).name.as_str());
        let number = self.details(id).map_or(0, |details| details.number);
        junky_name(side, self.rules.design.spoken_name(unit::NAME, kind), number, id.index())
    }
}
