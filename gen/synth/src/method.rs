//! What a method is, and its possible results.

use design::Parameter;

use crate::Synthesis;

/// A part of a scenario that methods read and write. A recipe is checked against these before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The terrain of cells.
    Terrain,
    /// Heights of cells.
    Elevation,
    /// Rivers along borders or as connections.
    Rivers,
    /// Independent units.
    Independents,
    /// Centres, first units and countries of sides.
    Countries,
    /// Materials in units and cells.
    Materials,
    /// Roads.
    Roads,
    /// Names and numbers of units.
    UnitNames,
    /// Named features.
    Features,
    /// Temperatures, clouds and winds.
    Weather,
    /// The date of the first turn.
    Date,
    /// Provinces and their links.
    Provinces,
    /// What provinces pay and train, and which of them sides begin in.
    Incomes,
    /// Places of units that were given without one.
    Places,
    /// Stairs, shafts and portals.
    Links,
    /// Keys that lie about, and the doors that they open.
    Keys,
    /// What only the design's game knows: the section of its ruleset.
    Section,
}

impl Part {
    /// The part's name for people.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Part::Terrain => "terrain",
            Part::Elevation => "elevations",
            Part::Rivers => "rivers",
            Part::Independents => "independent units",
            Part::Countries => "countries",
            Part::Materials => "materials",
            Part::Roads => "roads",
            Part::UnitNames => "names of units",
            Part::Features => "features",
            Part::Weather => "weather",
            Part::Date => "a date",
            Part::Provinces => "provinces",
            Part::Incomes => "incomes of provinces",
            Part::Places => "places of units",
            Part::Links => "links between levels",
            Part::Keys => "keys",
            Part::Section => "what only the game knows",
        }
    }
}

/// The description of a method.
#[derive(Clone, Copy, Debug)]
pub struct MethodInfo {
    /// GDL's name: `make-rivers`.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// The parts that must be given or made before.
    pub reads: &'static [Part],
    /// The parts that it also uses if they exist. Steps run in parallel if none writes what the other reads or writes.
    pub optional_reads: &'static [Part],
    /// The parts that it writes: it makes those that it does not also read, and changes the others.
    pub writes: &'static [Part],
    /// Whether it works on one level at a time, as on a world of its own; other methods see all levels and the links between them.
    pub by_level: bool,
    /// The names of the global variables that it reads: those that `--set METHOD.PARAMETER=VALUE` may change.
    pub parameters: &'static [&'static str],
}

impl MethodInfo {
    /// The parts that it makes, without those that it only changes.
    pub fn own(&self) -> impl Iterator<Item = Part> + '_ {
        self.writes.iter().copied().filter(|part| !self.reads.contains(part) && !self.optional_reads.contains(part))
    }

    /// Whether it makes nothing of its own, but changes what others made: without it the same world stands, as they left it.
    #[must_use]
    pub fn only_changes(&self) -> bool {
        self.own().next().is_none()
    }

    /// Whether it makes a part, and no other.
    #[must_use]
    pub fn makes_only(&self, part: Part) -> bool {
        self.own().eq([part])
    }

    /// Whether two methods can run in any order, or in parallel: neither writes what the other writes or reads.
    #[must_use]
    pub fn is_independent_of(&self, other: &MethodInfo) -> bool {
        let touches = |info: &MethodInfo, part: &Part| {
            info.writes.contains(part) || info.reads.contains(part) || info.optional_reads.contains(part)
        };
        !self.writes.iter().any(|part| touches(other, part)) && !other.writes.iter().any(|part| touches(self, part))
    }

    /// The rows of its parameters.
    ///
    /// # Panics
    /// If a parameter is not in the registry; a test of `pipeline` checks this.
    pub fn parameter_rows(&self) -> impl Iterator<Item = &'static Parameter> {
        self.parameters.iter().map(|name| {
            let number =
                design::parameters::find(design::Scope::Global, name).expect("methods read what is registered");
            &design::parameters::rows(design::Scope::Global)[number]
        })
    }
}

/// The result of a successful run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MethodOutcome {
    /// What it made, in a few words: `"214 rivers, 9 lakes"`.
    Made(String),
    /// The reason why it had nothing to do: `"terrain is already present"`.
    Skipped(String),
}

/// Why a method failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SynthesisError {
    /// A constraint that this world cannot meet.
    #[error("{constraint} cannot be met: {reason}; {remedy}")]
    Unmet {
        /// The constraint with its parameter: "`country-separation-min` 40 for 7 sides".
        constraint: String,
        /// Why it is not possible here.
        reason: String,
        /// What would satisfy it.
        remedy: String,
    },
    /// The design lacks something that the method needs.
    #[error("the design lacks {what}; {remedy}")]
    DesignLacks {
        /// The thing that the design lacks.
        what: String,
        /// What would satisfy it.
        remedy: String,
    },
}

/// A method that makes a part of a scenario.
pub trait SynthesisMethod: Sync {
    /// Its description.
    fn info(&self) -> &'static MethodInfo;

    /// Makes its part, unless it is given.
    ///
    /// # Errors
    /// A `SynthesisError` if it fails; the scenario is then half made, and the caller must drop it.
    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError>;
}
