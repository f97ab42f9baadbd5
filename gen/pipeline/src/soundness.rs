//! What is wrong with a scenario: the one list that `check`, `score`, rolls of what a file gives, and the window ask.

use design::parameters::global::{RULESET, TURN};
use design::{Design, SideSketch};
use diagnostics::Diagnostic;
use fairness::starts;
use grid::Cell;
use world::Scenario;

use crate::find_broken;
use crate::invariants::broken_units;

/// Something wrong with a scenario, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The cell at which it is seen; `None` if it lies nowhere.
    pub at: Option<Cell>,
    /// What is wrong, as a sentence without a full stop.
    pub words: String,
}

impl Flaw {
    pub(crate) fn at(cell: Cell, words: impl Into<String>) -> Flaw {
        Flaw { at: Some(cell), words: words.into() }
    }

    pub(crate) fn of(words: impl Into<String>) -> Flaw {
        Flaw { at: None, words: words.into() }
    }
}

/// All that is wrong with a scenario that can be read all the same, the gravest first: what keeps a seat from being played, then what
/// no roll would make.
#[must_use]
pub fn find_flaws(scenario: &Scenario) -> Vec<Flaw> {
    let mut found: Vec<Flaw> =
        playtest::find_unplayable(scenario).map(|why| Flaw { at: why.at, words: why.what }).into_iter().collect();
    // Of units all are told, of all else the first.
    let units: Vec<Flaw> = scenario.world.terrain.iter().flat_map(|_| broken_units(scenario)).collect();
    found.extend(find_broken(scenario).filter(|flaw| !units.contains(flaw)));
    found.extend(units);
    found.extend(find_misplaced(scenario));
    found
}

/// The same as warnings, with what the rules leave unused. `name` is what the scenario is called in messages.
#[must_use]
pub fn find_unsound(name: &str, scenario: &Scenario) -> Vec<Diagnostic> {
    let warning = |flaw: Flaw| {
        let warning = Diagnostic::warning("unsound", format!("{name}: {}", flaw.words));
        warning.suggest("a game that begins from here may go wrong")
    };
    let flaws = find_flaws(scenario).into_iter().map(warning);
    flaws.chain(find_unheeded(name, &scenario.design, &scenario.handicap_words())).collect()
}

/// Whether the rules of a design know handicaps. Of rules that are not known nothing is said.
pub(crate) fn heeds_handicaps(design: &Design) -> bool {
    playtest::ruleset_of(design).map_or(true, |entry| (entry.info)().handicaps)
}

/// A warning if sides have handicaps in a game whose rules have none. `told` are the words on each.
fn find_unheeded(name: &str, design: &Design, told: &[String]) -> Option<Diagnostic> {
    if told.is_empty() || heeds_handicaps(design) {
        return None;
    }
    let rules = design.global_text(RULESET);
    let message =
        format!("{name}: the rules `{rules}` have no handicaps yet, so this is not used: {}", told.join(", "));
    Some(Diagnostic::warning("unused-handicap", message).suggest("take `handicap` out of these sides"))
}

/// The same of the sides that a design predefines.
#[must_use]
pub fn find_unheeded_sides(name: &str, design: &Design) -> Option<Diagnostic> {
    let words = |(index, side): (usize, &SideSketch)| Some(format!("side {} {}", index + 1, side.handicap?.words()?));
    let told: Vec<String> = design.sides.iter().enumerate().filter_map(words).collect();
    find_unheeded(name, design, &told)
}

/// Starts that meet, and centres at which nothing of their side stands. A centre is where a generator wished a country to be; play and
/// measures begin where the units are.
pub(crate) fn find_misplaced(scenario: &Scenario) -> Vec<Flaw> {
    let mut found = Vec::new();
    if scenario.world.terrain.is_none() {
        return found;
    }
    let area = &scenario.world.area;
    let starts = starts(scenario);
    // In a game that is on its way armies have left, and capitals have fallen.
    let is_begun = scenario.design.global_int(TURN) > 0;
    for (index, &(side, start)) in starts.iter().enumerate() {
        let Some(start) = start else { continue };
        let name = &scenario.side(side).name;
        let (column, row) = area.column_row(start);
        let meets = |&&(_, other): &&(_, _)| other == Some(start);
        if let Some((other, _)) = starts[..index].iter().find(meets) {
            let other_name = &scenario.side(*other).name;
            let words =
                format!("seats {} ({other_name}) and {} ({name}) begin in one place, {column},{row}", other.0, side.0);
            found.push(Flaw::at(start, words));
        }
        let is_there =
            |cell| scenario.unit_ids().any(|(id, unit)| unit.side == side && scenario.cell_of(id) == Some(cell));
        if let Some(center) =
            scenario.side(side).center.filter(|&center| !is_begun && center != start && !is_there(center))
        {
            let (to_column, to_row) = area.column_row(center);
            let words = format!(
                "seat {} ({name}) begins at {column},{row}, and its `center` is {to_column},{to_row}, where it has nothing: \
                 it is measured from where it begins",
                side.0
            );
            found.push(Flaw::at(start, words));
        }
    }
    found
}
