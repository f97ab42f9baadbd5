//! What a position tells beside what lies on its map: areas and places of sides, what moves by itself, what it will pass and meet.
//! A game fills it ([`crate::Ruleset::chart`], and [`crate::Ruleset::chart_to`] for a seat); boards, pictures and the window draw it,
//! whatever the game.

use grid::{Area, Cell, Direction, Vector};

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
    /// Parts of the map with names, such as provinces and rooms.
    pub regions: Vec<Region>,
    /// Cells of sides that no supply reaches.
    pub cut_off: Vec<Zone>,
    /// What is to be known first: what is in sight, what threatens; the most urgent first.
    pub remarks: Vec<Remark>,
    /// Whether a unit of no side is a thing or a beast, of which nobody asks whose it is: boards draw its letter alone.
    pub has_things: bool,
    /// What legends call all this.
    pub words: ChartWords,
}

/// Something to be known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The cell of which it tells; `None` if it tells of no single one.
    pub cell: Option<Cell>,
    /// A sentence.
    pub words: String,
}

/// A part of the map with a name. People can type the name wherever they can type a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// What it is called.
    pub name: String,
    /// What lines of moves call it, if that is not its name.
    pub number: String,
    /// The index of its side; `None` if it is nobody's.
    pub side: Option<usize>,
    /// The cell that stands for it: where its units are.
    pub center: Option<Cell>,
    /// Its cells, as far as they are known.
    pub cells: Vec<Cell>,
    /// What stands there, in words; empty if nothing.
    pub holds: String,
    /// What it pays and makes, in words; empty if nothing.
    pub yields: String,
    /// The regions that are reached from it, by their index, and what has to be crossed; empty if nothing.
    pub borders: Vec<(usize, &'static str)>,
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
    /// What events call it.
    pub name: String,
    /// How it moves, in the words of moves.
    pub speed: String,
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
    /// A [`Region`].
    pub region: &'static str,
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
    /// What a [`CourseKind::Vessel`] will pass.
    pub passes: &'static str,
    /// A cell of [`Chart::cut_off`].
    pub cut_off: &'static str,
}

impl ChartWords {
    /// No words.
    pub const NONE: ChartWords = ChartWords {
        region: "",
        zone: "",
        mark: "",
        vessel: "",
        ahead: "",
        shot: "",
        threat: "",
        trail: "",
        passes: "",
        cut_off: "",
    };
}

impl Course {
    /// Where it will be after the next move, or where it ends.
    #[must_use]
    pub fn end(&self) -> Cell {
        self.passes.last().copied().unwrap_or(self.at)
    }
}

impl Chart {
    /// Whether its game is one of vessels: pictures draw their ways, and none of what marched.
    #[must_use]
    pub const fn has_vessels(&self) -> bool {
        !self.words.vessel.is_empty()
    }

    /// What is told of a cell, the most urgent first.
    pub fn remarks_at(&self, cell: Cell) -> impl Iterator<Item = &str> {
        self.remarks.iter().filter(move |remark| remark.cell == Some(cell)).map(|remark| remark.words.as_str())
    }

    /// The same for one level of an area, as an area of its own.
    #[must_use]
    pub fn level(&self, area: &Area, level: u32) -> Chart {
        let on_level = |cell: Cell| area.of_level(cell, level);
        let cells = |cells: &[Cell]| cells.iter().filter_map(|&cell| on_level(cell)).collect();
        let zone = |zone: &Zone| Zone { center: zone.center.and_then(on_level), cells: cells(&zone.cells), ..*zone };
        let mark = |mark: &Mark| Some(Mark { cell: on_level(mark.cell)?, ..*mark });
        let remark = |remark: &Remark| Remark { cell: remark.cell.and_then(on_level), words: remark.words.clone() };
        let course = |course: &Course| {
            let (at, passes) = (on_level(course.at)?, cells(&course.passes));
            Some(Course { at, passes, ..course.clone() })
        };
        // Those of other levels stay in their places, without cells: borders name regions by their index.
        let region = |region: &Region| Region {
            center: region.center.and_then(on_level),
            cells: cells(&region.cells),
            ..region.clone()
        };
        Chart {
            zones: self.zones.iter().map(zone).collect(),
            marks: self.marks.iter().filter_map(mark).collect(),
            courses: self.courses.iter().filter_map(course).collect(),
            regions: self.regions.iter().map(region).collect(),
            cut_off: self.cut_off.iter().map(zone).collect(),
            // Sentences tell of the whole world; those of other levels have no cell on this one.
            remarks: self.remarks.iter().map(remark).collect(),
            ..self.clone()
        }
    }

    /// The region with this name or number, however it is written; else the only one whose name begins so.
    #[must_use]
    pub fn find_region(&self, name: &str) -> Option<&Region> {
        let plain = |name: &str| name.trim().to_lowercase().replace(' ', "-");
        let wanted = plain(name);
        if wanted.is_empty() {
            return None;
        }
        let whole = self.regions.iter().find(|region| plain(&region.name) == wanted || region.number == wanted);
        let mut begins = self.regions.iter().filter(|region| plain(&region.name).starts_with(&wanted));
        whole.or_else(|| begins.next().filter(|_| begins.next().is_none()))
    }

    /// The index of the region of a cell.
    #[must_use]
    pub fn region_at(&self, cell: Cell) -> Option<usize> {
        self.regions.iter().position(|region| region.cells.contains(&cell))
    }

    /// What is drawn in one way, in the order in which it is drawn.
    pub fn courses_of(&self, kind: CourseKind) -> impl Iterator<Item = &Course> + Clone {
        self.courses.iter().filter(move |course| course.kind == kind)
    }
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;

    fn region(name: &str, number: &str, cells: &[u32]) -> Region {
        let cells: Vec<Cell> = cells.iter().copied().map(Cell).collect();
        Region {
            name: name.to_owned(),
            number: number.to_owned(),
            center: cells.first().copied(),
            cells,
            ..Region::default()
        }
    }

    #[test]
    fn regions_are_found_by_name_number_and_beginning() {
        let regions =
            vec![region("Upper Fold", "1", &[3]), region("Upper Vale", "2", &[4]), region("Yeboth", "3", &[5])];
        let chart = Chart { regions, ..Chart::default() };
        let found = |name: &str| chart.find_region(name).map(|region| region.number.as_str());
        assert_eq!(
            [found("upper fold"), found("Upper-Vale"), found("yeb"), found("2")],
            ["1", "2", "3", "2"].map(Some)
        );
        assert_eq!([found("upper"), found(""), found("Lower")], [None; 3], "two begin so, or none is named");
        assert_eq!((chart.region_at(Cell(4)), chart.region_at(Cell(6))), (Some(1), None));
    }

    #[test]
    fn a_level_keeps_its_own_cells_and_the_places_of_regions() {
        let area = Area::new(Shape::Square8, 4, 3).and_then(|area| area.with_levels(2)).expect("an area");
        let chart = Chart { regions: vec![region("A", "1", &[2]), region("B", "2", &[13, 14])], ..Chart::default() };
        let below = chart.level(&area, 1);
        assert_eq!((below.regions[0].cells.len(), below.regions[1].cells.as_slice()), (0, &[Cell(1), Cell(2)][..]));
        let remark = |cell: u32| Remark { cell: Some(Cell(cell)), words: format!("at {cell}") };
        let chart = Chart { remarks: vec![remark(2), remark(14)], ..Chart::default() };
        let below = chart.level(&area, 1);
        let told: Vec<_> = below.remarks.iter().map(|remark| (remark.cell, remark.words.as_str())).collect();
        assert_eq!(told, [(None, "at 2"), (Some(Cell(2)), "at 14")]);
        assert_eq!((below.remarks_at(Cell(2)).count(), below.remarks_at(Cell(3)).count()), (1, 0));
    }
}
