//! What a position tells beside what lies on its map: areas and places of sides, what moves by itself, what it will pass and meet.
//! A game fills it ([`crate::Ruleset::chart`]); pictures and the window draw it, whatever the game.

use grid::{Cell, Direction, Vector};

/// What a position tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// Areas that belong to sides.
    pub zones: Vec<Zone>,
    /// Places that belong to sides.
    pub marks: Vec<Mark>,
    /// What moves by itself, in the order in which it is drawn.
    pub courses: Vec<Course>,
    /// By the index of a unit: whether something of the chart is drawn in its place.
    pub stands_for: Vec<bool>,
    /// What legends call all this.
    pub words: ChartWords,
}

/// An area of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The index of its side.
    pub side: usize,
    /// Its middle, if it has one.
    pub center: Option<Cell>,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A place of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The index of its side.
    pub side: usize,
    /// Where it is.
    pub cell: Cell,
    /// Whether it is the main one of those that belong together.
    pub is_main: bool,
}

/// Something on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The index of its side.
    pub side: usize,
    /// How it is drawn.
    pub kind: CourseKind,
    /// What is written beside it: a number, or nothing.
    pub label: String,
    /// Where it is.
    pub at: Cell,
    /// Where it points.
    pub facing: Direction,
    /// The vector by which it came here in the turn before; `(0, 0)` if it did not move.
    pub came: Vector,
    /// The vector to where it will be after the next move, or where it ends.
    pub goes: Vector,
    /// The cells that it will pass, in order; where it will be is the last one. None if it stays.
    pub passes: Vec<Cell>,
    /// What will happen to it there, if it will be hit or gone: a sentence.
    pub threat: Option<String>,
}

/// How something on its way is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseKind {
    /// Large, with an arrow to a ring where it will be.
    Vessel,
    /// Small, with dashes over what it will pass.
    Shot,
}

/// What legends call the parts of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChartWords {
    /// An area of a side.
    pub zone: &'static str,
    /// A place of a side.
    pub mark: &'static str,
    /// A [`CourseKind::Vessel`].
    pub vessel: &'static str,
    /// The ring where it will be.
    pub ahead: &'static str,
    /// A [`CourseKind::Shot`].
    pub shot: &'static str,
    /// The cross on what is threatened.
    pub threat: &'static str,
    /// The way by which something came.
    pub trail: &'static str,
}

impl Course {
    /// Where it will be after the next move, or where it ends.
    #[must_use]
    pub fn end(&self) -> Cell {
        self.passes.last().copied().unwrap_or(self.at)
    }
}

impl Chart {
    /// What is drawn in one way, in the order in which it is drawn.
    pub fn courses_of(&self, kind: CourseKind) -> impl Iterator<Item = &Course> + Clone {
        self.courses.iter().filter(move |course| course.kind == kind)
    }
}
