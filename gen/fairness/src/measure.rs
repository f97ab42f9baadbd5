//! A kind of measure: its name, its values, its evidence and its words.

use world::Better;

use crate::words::number;
use crate::{Evidence, Survey};

/// Whether a measure grows with the advantage of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Every seat is due the same, whatever its advantage.
    Fixed,
    /// The value is divided by the seat's advantage before seats are compared.
    Advantage,
}

/// How the value of a team is made of its seats' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The sum over its seats.
    Sum,
    /// The mean over its seats.
    Mean,
}

/// What a set of sites decides of a measure: what the search of `make-countries` knows of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteValue {
    /// The land near the site.
    Land,
    /// The land near the site that its units go well on.
    GoodLand,
    /// The size of the landmass.
    Landmass,
    /// The towns near the site, and what goes to towns.
    Towns,
    /// What the seat reaches well before any rival.
    Uncontested,
    /// The mean of the rivals' marches.
    RivalMean,
    /// The march of the farthest rival.
    RivalFarthest,
}

/// What a measure looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// What lies in cells of land and water, on which units stand, as on most maps.
    Cells,
    /// What only its own kind of map has. Where it has values, no measure of cells counts but `start-units`.
    Own,
}

/// A measure of seats: a row of the registry.
pub struct MeasureKind {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// What is counted; short, for tables.
    pub unit: &'static str,
    /// Which way is good for the seat.
    pub better: Better,
    /// Whether it grows with the advantage of the seat.
    pub scale: Scale,
    /// Whether it counts things; then seats are compared with one more of them: (min + 1) / (max + 1).
    pub counts: bool,
    /// How the value of a team is computed.
    pub joined: Joined,
    /// What a set of sites decides of it before anything stands there, so that the search for sites weighs it; `None` if nothing.
    pub site: Option<SiteValue>,
    /// What it looks at.
    pub source: Source,
    /// What it says, in a sentence.
    pub summary: &'static str,
    /// One value per seat, in the order of seats, none of them negative; empty if the measure does not apply to the design and is
    /// left out.
    pub values: fn(&Survey<'_>) -> Vec<f64>,
    /// The things behind a seat's value, to be shown. It uses the same counts as `values`, so that the two cannot disagree.
    pub evidence: fn(&Survey<'_>, seat: usize) -> Evidence,
    /// Why this measure makes a seat the worst: a whole sentence without its subject, which is the seat: "has 4 towns ..".
    pub clause: fn(&Survey<'_>, Contrast) -> String,
}

impl MeasureKind {
    /// What a measure is where its row says nothing: of cells, with nothing behind its values.
    pub const DEFAULT: MeasureKind = MeasureKind {
        name: "",
        unit: "",
        better: Better::More,
        scale: Scale::Fixed,
        counts: false,
        joined: Joined::Sum,
        site: None,
        source: Source::Cells,
        summary: "",
        values: |_| Vec::new(),
        evidence: |_, _| Evidence::default(),
        clause: |_, _| String::new(),
    };

    /// Whether it belongs to maps on which units stand in cells of land and water, as most do.
    #[must_use]
    pub fn is_of_cells(&self) -> bool {
        self.source == Source::Cells
    }
}

/// The worst seat's value compared with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The seat's own value.
    pub own: f64,
    /// The best seat's value, or the mean if neither way is better; scaled to the seat's own advantage if the measure scales.
    pub best: f64,
    /// Whether no other seat is as badly off in this measure.
    pub alone: bool,
}

impl Contrast {
    /// Its own value and the best one, for people.
    #[must_use]
    pub fn numbers(self) -> [String; 2] {
        [self.own, self.best].map(number)
    }
}
