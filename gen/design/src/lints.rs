//! Lints: what is legal in a design and probably not meant.

use crate::parameters::table::{FAVORED_TERRAIN, OCCUPANT_MAX, UNIT_CAPACITY_X, VANISHES_ON, WRECKS_ON};
use crate::parameters::unit::{CAPACITY, POSSIBLE_SIDES, START_WITH};
use crate::sides::{INDEPENDENT, NOT};
use crate::{Atom, Design, Diagnostic, PercentileChart, Scope, TypeId, UnitType, nearest};

/// A finding, and the type that it is about.
pub(crate) struct Lint {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) about: Option<(Scope, usize)>,
}

/// Everything there is to say about a design.
pub(crate) fn all(design: &Design) -> Vec<Lint> {
    let mut lints = Vec::new();
    find_percentile_holes(design, &mut lints);
    find_homeless_units(design, &mut lints);
    find_unknown_classes(design, &mut lints);
    lints
}

/// Classes that unit types ask for and no side can have.
fn find_unknown_classes(design: &Design, lints: &mut Vec<Lint>) {
    let library = design.side_library.iter().map(|item| &item.side);
    let classes: Vec<&str> = design.sides.iter().chain(library).map(|side| side.class.as_str()).collect();
    for unit in design.unit_types() {
        let words = design.list(POSSIBLE_SIDES, unit).iter().flatten().filter_map(Atom::word);
        for word in words.filter(|word| ![INDEPENDENT, NOT].contains(word) && !classes.contains(word)) {
            let message =
                format!("`possible-sides` of `{}` names the class `{word}`, which no side has", design.name_of(unit));
            let diagnostic = Diagnostic::warning("unknown-class", message);
            let diagnostic = match nearest(word, classes.iter().copied()) {
                Some(meant) => diagnostic.suggest(format!("did you mean `{meant}`?")),
                None => diagnostic.suggest("give a side under `sides` or `side-library` this `class`"),
            };
            lints.push(Lint { diagnostic, about: Some((Scope::Unit, unit.index())) });
        }
    }
}

/// Parts of the percentile chart that no terrain covers.
fn find_percentile_holes(design: &Design, lints: &mut Vec<Lint>) {
    let methods = ["make-fractal-percentile-terrain", "make-noise-terrain"];
    let uses_percentiles = design.recipe.iter().any(|step| methods.contains(&step.method.as_str()));
    let chart = PercentileChart::new(design);
    if !uses_percentiles || chart.is_blank() {
        return;
    }
    let first = design.cell_terrain().next().expect("a chart that is not blank has terrain");
    for hole in chart.holes() {
        let message = format!(
            "no terrain covers alt percentiles {} to {} with wet percentiles {} to {}",
            hole.alt.0, hole.alt.1, hole.wet.0, hole.wet.1
        );
        let diagnostic = Diagnostic::warning("percentile-hole", message)
            .suggest(format!("widen the percentiles of a type; until then `{}` stands there", design.name_of(first)));
        lints.push(Lint { diagnostic, about: Some((Scope::Terrain, first.index())) });
    }
}

/// Units that die wherever they stand, and starting units that may start nowhere.
fn find_homeless_units(design: &Design, lints: &mut Vec<Lint>) {
    let lives = |unit: UnitType, terrain| {
        design.entry(VANISHES_ON, unit, terrain) == 0 && design.entry(WRECKS_ON, unit, terrain) == 0
    };
    for unit in design.unit_types() {
        let name = design.name_of(unit);
        let about = Some((Scope::Unit, unit.index()));
        if design.cell_terrain().next().is_some() && !design.cell_terrain().any(|terrain| lives(unit, terrain)) {
            let message = format!("`{name}` vanishes or wrecks on every terrain");
            let diagnostic = Diagnostic::warning("lives-nowhere", message);
            let diagnostic = diagnostic.suggest("let `vanishes-on` and `wrecks-on` spare at least one");
            lints.push(Lint { diagnostic, about });
        } else if design.int(START_WITH, unit) > 0
            && !design.unit_types().any(|carrier| may_start_inside(design, unit, carrier))
            && !design
                .cell_terrain()
                .any(|terrain| lives(unit, terrain) && design.entry(FAVORED_TERRAIN, unit, terrain) > 0)
        {
            let message = format!("`{name}` starts in countries, but no terrain that it can live on is favored");
            let diagnostic = Diagnostic::warning("starts-nowhere", message);
            let diagnostic =
                diagnostic.suggest("give it a `favored-terrain` above 0, or a unit that it can start inside");
            lints.push(Lint { diagnostic, about });
        }
    }
}

/// Whether a country's first units of one type may be put inside those of another.
fn may_start_inside(design: &Design, unit: UnitType, carrier: UnitType) -> bool {
    let has_room = design.int(CAPACITY, carrier) > 0 && design.entry(OCCUPANT_MAX, carrier, unit) != 0
        || design.entry(UNIT_CAPACITY_X, carrier, unit) > 0;
    carrier != unit && design.int(START_WITH, carrier) > 0 && has_room
}
