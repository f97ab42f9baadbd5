//! Lints: settings of a design that are legal but probably not meant. One file per family, one row of [`LINTS`] per lint.
//!
//! A lint warns where a rule makes a setting a loophole, a trap or void, and its file names that rule (passages of seed 000 and
//! seed 003, sections of `kernel-rules`). **A lint must give no false alarm:** only designs that are whole games are asked for what
//! a whole game needs, and a lint is silent where something else may make up for a lack.

mod blasts;
pub(crate) mod bounds;
mod capture;
mod chance_events;
pub(crate) mod circles;
mod construction;
mod control_zones;
mod disbanding;
mod dry_rivers;
mod homeless_units;
mod idle_rows;
mod idle_sides;
mod impassable_terrain;
mod loopholes;
mod percentile_holes;
mod research;
mod signs;
mod stacking;
mod stuck_units;
mod transports;
mod unknown_classes;
mod unsaid_damage;
mod unused_types;

use std::collections::{BTreeMap, BTreeSet};

use crate::abilities::can_create;
use crate::parameters::unit::START_WITH;
use crate::{Design, Diagnostic, Faults, Scope, Sources, Span, TypeId};

/// One lint.
pub struct Lint {
    /// The code of its warnings.
    pub code: &'static str,
    /// What it looks for, after "speaks of".
    pub looks_for: &'static str,
    /// Why that is suspicious; its messages end with it. Empty where each finding gives its own reason.
    pub reason: &'static str,
    find: fn(&Design) -> Vec<Finding>,
}

/// One finding of a lint.
struct Finding {
    /// What was found, with names and numbers.
    message: String,
    /// What to do.
    advice: String,
    /// A type, or a global variable by its row's number.
    about: (Scope, usize),
}

impl Finding {
    /// About a type.
    fn of<I: TypeId>(about: I, message: String, advice: impl Into<String>) -> Finding {
        Finding { message, advice: advice.into(), about: (I::SCOPE, about.index()) }
    }
}

/// A lint as a row.
const fn lint(
    code: &'static str,
    looks_for: &'static str,
    reason: &'static str,
    find: fn(&Design) -> Vec<Finding>,
) -> Lint {
    Lint { code, looks_for, reason, find }
}

/// Every lint there is, in the order in which they look.
#[rustfmt::skip]
pub const LINTS: &[Lint] = &[
    lint("percentile-hole", "relief and moisture that no terrain covers", "", percentile_holes::find),
    lint("unknown-class", "classes in `possible-sides` that no side has", "", unknown_classes::find),
    lint("lives-nowhere", "units that vanish or wreck on every terrain", "it dies wherever it is put", homeless_units::find_dying),
    lint("fits-nowhere", "units that are larger than every cell they could live in", "no cell ever has room for it", homeless_units::find_oversized),
    lint("starts-nowhere", "first units without terrain to start on", "it is put wherever it can live", homeless_units::find_unsited),
    lint("moves-nowhere", "units with a speed for which every terrain costs more than a turn has", "it never moves", stuck_units::find),
    lint("impassable-terrain", "land that no land unit can enter and no table names", "it is a wall that nobody asked for", impassable_terrain::find),
    lint("side-cannot-act", "sides whose first units can do nothing", "whoever plays it can only watch", idle_sides::find),
    lint("carries-anything", "a `capacity` where no size or number of occupants is said", "every type has size 1 as an occupant unless something is said", transports::find_greedy),
    lint("recursive-transport", "transports that can be inside each other, or inside their own kind", "a chain of transports need not end", transports::find_recursive),
    lint("leaves-and-never-boards", "units that come to be in a transport, can leave it and can never come back", "whoever steps out once is shut out", transports::find_shut_out),
    lint("endless-stacking", "units of size 0 that move or are made", "any number of them can stand in one cell", stacking::find_sizeless),
    lint("wreck-blocks", "wrecks that fill their cell, which nobody can clear", "each wreck closes its cell for good", stacking::find_blocking_wrecks),
    lint("never-created", "types that can be built and never begun", "building only adds to what was created", construction::find_never_created),
    lint("never-complete", "types that are begun and never finished", "it stays incomplete for ever, and can do nothing", construction::find_never_complete),
    lint("free-units", "units that are complete when created, at no cost", "a creator makes a new one with every action, without end", construction::find_free),
    lint("material-loop", "units that give back more material than they cost", "making and disbanding them is a mint", loopholes::find_mints),
    lint("supply-theft", "unfinished units with supply to take that cost less", "players can begin units, take their supply and never finish them", loopholes::find_thefts),
    lint("disbands-prize", "places to be taken that their owner can disband within a turn", "whoever is about to lose it makes it vanish", disbanding::find_vanishing_prizes),
    lint("starves-while-disbanding", "units whose supply goes first and whose material comes last", "without supply it can starve before it is disbanded, and then the material is lost", disbanding::find_starving),
    lint("unreachable-tech", "types that need a tech level nobody can reach", "nobody can ever make it", research::find_unreachable),
    lint("advance-circle", "advances that need each other", "none of them can be researched before the others", research::find_circles_of_advances),
    lint("zone-beyond-combat", "zones of control wider than their unit strikes", "it stops whom it can strike where it cannot", control_zones::find),
    lint("free-capture", "captures that come with a blow only, where others have an action", "every blow captures besides, and there is no action that only captures", capture::find_free),
    lint("captures-never", "chances of a capture that nothing attempts", "the chance is never drawn", capture::find_idle),
    lint("unsaid-damage", "hits where no damage is set", "each hit takes 1 hit point", unsaid_damage::find),
    lint("row-of-no-doer", "rows of a table about an action for types that never do it", "the row has no effect", idle_rows::find),
    lint("blast-reaches-nobody", "damage beside a blast that reaches no cell beside it", "nothing beside it is ever hurt", blasts::find),
    lint("event-without-chance", "chance events that are asked for and cannot happen", "the event has no effect", chance_events::find),
    lint("no-river", "chances of rivers where no river can come to be", "no world ever has one", dry_rivers::find),
    lint("min-above-max", "bounds of which the lower lies above the upper", "nothing lies between them", bounds::find),
    lint("same-char", "unit types that boards show by the same sign", "who looks at a board cannot tell them apart", signs::find),
    lint("unused-unit", "unit types that nobody has, makes or becomes", "no game ever sees one", unused_types::find_units),
    lint("unused-material", "material types that no parameter mentions", "it does nothing", unused_types::find_materials),
    lint("unused-terrain", "cell terrain that no method of the recipe can make", "no world ever has it", unused_types::find_terrain),
];

/// A warning that has no place in a file yet, and the type or variable that it is about.
pub struct Suspicion {
    /// The warning.
    pub diagnostic: Diagnostic,
    /// A type by its index, or a global variable by its row's number.
    pub about: (Scope, usize),
}

/// Lints of what a type does or stops in play. Of one that no game ever has they would say the contrary.
const OF_PLAY: &[&str] = &[
    "moves-nowhere",
    "impassable-terrain",
    "endless-stacking",
    "wreck-blocks",
    "free-units",
    "zone-beyond-combat",
    "free-capture",
    "blast-reaches-nobody",
];

/// What all lints find in a design without errors, in the order of [`LINTS`].
#[must_use]
pub fn find_suspicions(design: &Design) -> Vec<Suspicion> {
    let tell = |lint: &Lint, finding: Finding| {
        let Finding { message, advice, about } = finding;
        let message = if lint.reason.is_empty() { message } else { format!("{message}: {}", lint.reason) };
        Suspicion { diagnostic: Diagnostic::warning(lint.code, message).suggest(advice), about }
    };
    let mut found: Vec<Suspicion> =
        LINTS.iter().flat_map(|lint| (lint.find)(design).into_iter().map(|finding| tell(lint, finding))).collect();
    let is_unused = |one: &&Suspicion| one.diagnostic.code == "unused-terrain";
    let mut unused: BTreeSet<(Scope, usize)> = BTreeSet::new();
    unused.extend(found.iter().filter(is_unused).map(|one| one.about));
    // All types that are never seen follow from those that were found.
    if found.iter().any(|one| one.diagnostic.code == "unused-unit") {
        unused.extend(unused_types::never_seen(design).into_iter().map(|unit| (Scope::Unit, unit.index())));
    }
    found.retain(|one| !(OF_PLAY.contains(&one.diagnostic.code) && unused.contains(&one.about)));
    found
}

/// Lints that speak of what is never used. What one variant does not use another may, and a part that comes with the program has types for
/// all who include it.
pub const OF_IDLE_PARTS: &[&str] = &[
    "unknown-class",
    "never-created",
    "unreachable-tech",
    "captures-never",
    "row-of-no-doer",
    "event-without-chance",
    "no-river",
    "unused-unit",
    "unused-material",
    "unused-terrain",
];

/// Gives suspicions as diagnostics with a place: where a type was `defined`, or where a global variable was `set` last, by its
/// row's number. A suspicion about something that no file defines has no place. Of types of files that are not the user's own
/// ([`Sources::is_own`]) nobody is told that they are not used.
pub fn tell_suspicions(
    suspicions: impl IntoIterator<Item = Suspicion>,
    defined: &BTreeMap<(Scope, usize), Span>,
    set: &BTreeMap<usize, Span>,
    sources: &Sources,
    found: &mut Faults,
) {
    for Suspicion { diagnostic, about } in suspicions {
        let span = match about {
            (Scope::Global, row) => set.get(&row),
            about => defined.get(&about),
        };
        let is_of_others = about.0 != Scope::Global && span.is_some_and(|span| !sources.is_own(span.file));
        if is_of_others && OF_IDLE_PARTS.contains(&diagnostic.code) {
            continue;
        }
        match span {
            Some(&span) => found.add(sources, span, diagnostic),
            None => found.extend([diagnostic]),
        }
    }
}

/// Whether a design is meant as a game, not as a part or an example: sides get first units, or some type makes another.
fn is_game(design: &Design) -> bool {
    let makes = |unit| design.unit_types().any(|product| can_create(design, unit, product));
    design.unit_types().any(|unit| design.int(START_WITH, unit) > 0) || design.unit_types().any(makes)
}

/// Names of types for a message: all if there are few, else the first ones and how many more there are.
pub fn names<I: TypeId>(design: &Design, types: &[I]) -> String {
    const TOLD: usize = 3;
    let told: Vec<String> = types.iter().take(TOLD).map(|&kind| format!("`{}`", design.name_of(kind))).collect();
    match (told.split_last(), types.len().saturating_sub(TOLD)) {
        (Some((last, [])), 0) => last.clone(),
        (Some((last, others)), 0) => format!("{} and {last}", others.join(", ")),
        (_, more) => format!("{} and {more} more", told.join(", ")),
    }
}
