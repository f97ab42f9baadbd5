//! The chapters of a game's help page.

/// A chapter of a game's help page: one of those that are made from the design's parameters, or one of the game's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// How one wins: the scorekeepers of GDL.
    Winning,
    /// The types of units.
    Units,
    /// The types of terrain.
    Terrain,
    /// Who moves where, and at what cost, by the tables of GDL.
    Moving,
    /// Who hits, captures and repairs whom, by the tables of GDL.
    Fighting,
    /// Who builds what, by the tables of GDL.
    Building,
    /// Who carries whom, by the tables of GDL.
    Carrying,
    /// Materials, by the tables of GDL.
    Economy,
    /// What sides can research.
    Advances,
    /// A chapter of the game's own.
    Own(OwnChapter),
}

/// A chapter that a game writes itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnChapter {
    /// Its heading.
    pub title: String,
    /// Its paragraphs, before the table.
    pub paragraphs: Vec<String>,
    /// Names with their values.
    pub facts: Vec<(String, String)>,
    /// A table: heads, then rows of as many cells. Empty if there is none.
    pub table: Vec<Vec<String>>,
}

impl OwnChapter {
    /// A chapter of paragraphs.
    #[must_use]
    pub fn new<S: Into<String>>(title: &str, paragraphs: impl IntoIterator<Item = S>) -> OwnChapter {
        OwnChapter {
            title: title.to_owned(),
            paragraphs: paragraphs.into_iter().map(Into::into).collect(),
            ..OwnChapter::default()
        }
    }
}

impl From<OwnChapter> for Chapter {
    fn from(own: OwnChapter) -> Chapter {
        Chapter::Own(own)
    }
}
