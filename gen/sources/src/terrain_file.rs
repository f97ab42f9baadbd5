//! The kinds of files that terrain is read from: help, messages and words of flags are made from this list.

/// A kind of file that terrain is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainFile {
    /// Colours or brightness.
    Picture,
    /// Raw heights.
    Raw,
    /// Rows of characters.
    Letters,
    /// A map of Tiled.
    Tiled,
    /// A scenario of Freeciv.
    Freeciv,
}

impl TerrainFile {
    /// All kinds, in the order in which they are told.
    pub const ALL: [TerrainFile; 5] =
        [TerrainFile::Picture, TerrainFile::Raw, TerrainFile::Letters, TerrainFile::Tiled, TerrainFile::Freeciv];

    /// How the names of such files end, in small letters. The first is the word for the kind.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            TerrainFile::Picture => &["png"],
            TerrainFile::Raw => &["raw"],
            TerrainFile::Letters => &["txt"],
            TerrainFile::Tiled => &["tmx", "tmj"],
            TerrainFile::Freeciv => &["sav", "gz"],
        }
    }

    /// What such a file is, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            TerrainFile::Picture => "a picture of one pixel per cell, or of heights",
            TerrainFile::Raw => "raw heights",
            TerrainFile::Letters => "rows of one character per cell",
            TerrainFile::Tiled => "a map of Tiled, in XML or JSON",
            TerrainFile::Freeciv => "a scenario of Freeciv, packed or not",
        }
    }

    /// The kind of files whose names end so, in small letters.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<TerrainFile> {
        TerrainFile::ALL.into_iter().find(|file| file.endings().contains(&ending))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ending_is_that_of_one_kind() {
        for file in TerrainFile::ALL {
            for ending in file.endings() {
                assert_eq!(TerrainFile::of_ending(ending), Some(file), "{ending}");
            }
        }
    }
}
