//! A move as people choose it.

use grid::Cell;

/// What a move is about, in the order in which lists give them: what is within reach of a foe or a prize comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChoiceKind {
    /// Strikes or shoots at somebody.
    Attack,
    /// Takes a prize: a unit, a place, a thing.
    Take,
    /// Goes on with what was begun.
    Continue,
    /// Begins to make something.
    Build,
    /// Gets into a transport.
    Board,
    /// Goes elsewhere.
    Move,
    /// Works: mends, carries, changes the ground.
    Work,
    /// Anything else.
    #[default]
    Other,
    /// Lets time pass.
    Rest,
    /// Gives up what is there.
    Drop,
    /// Ends what the seat does now.
    End,
}

impl ChoiceKind {
    /// The heading of its moves in a list.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            ChoiceKind::Attack => "attack",
            ChoiceKind::Take => "take",
            ChoiceKind::Continue => "go on",
            ChoiceKind::Build => "make",
            ChoiceKind::Board => "board",
            ChoiceKind::Move => "go",
            ChoiceKind::Work => "work",
            ChoiceKind::Other => "decide",
            ChoiceKind::Rest => "wait",
            ChoiceKind::Drop => "give up",
            ChoiceKind::End => "end",
        }
    }

    /// Whether a direction key or a click on a cell may stand for it: the unit goes there, or strikes or takes what is there.
    #[must_use]
    pub const fn is_step(self) -> bool {
        matches!(self, ChoiceKind::Attack | ChoiceKind::Take) || self.goes()
    }

    /// Whether it takes the unit to the cell where it leads.
    #[must_use]
    pub const fn goes(self) -> bool {
        matches!(self, ChoiceKind::Board | ChoiceKind::Move)
    }
}

/// A move as people choose it: in lists, on the map, in a unit's menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move's line of text.
    pub line: String,
    /// The unit that makes it, by the name that lines of moves use; empty for a move of the whole seat.
    pub unit: String,
    /// Another unit whose points pay for it, by the same kind of name; empty if the unit pays itself.
    pub paid_by: String,
    /// What it does, in words: `march to 4,5`.
    pub label: String,
    /// The cells that it is about: first the one where it begins, last the one where it leads. Empty if it has no place.
    pub cells: Vec<Cell>,
    /// What it costs: movement or action points of the unit, gold of the seat; `None` if it costs nothing that is counted.
    pub cost: Option<u32>,
    /// What it is about.
    pub kind: ChoiceKind,
    /// The chance that it succeeds in percent, as far as the seat knows; `None` where the game knows none.
    pub odds: Option<u8>,
    /// What it is worth beside others of its kind, the more the better; `None` where no player of the game was asked.
    pub worth: Option<i64>,
    /// What it makes, by its spoken name; empty if nothing.
    pub product: String,
    /// How many turns it takes, if that is known and more than this one.
    pub turns: Option<u32>,
    /// Whether the game goes on with it over turns, until it is done or another is given.
    pub stands: bool,
}

impl Choice {
    /// A choice of which no more is known than the move's line.
    #[must_use]
    pub fn of_line(line: String) -> Choice {
        Choice { label: line.clone(), line, ..Choice::default() }
    }

    /// The cell where it leads.
    #[must_use]
    pub fn target(&self) -> Option<Cell> {
        self.cells.last().copied()
    }
}
