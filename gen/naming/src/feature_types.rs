//! Which features are sought: the rows of `feature-types` and `feature-namers`, with our values where a design sets none.

use design::parameters::global;
use design::{Atom, Design, Settings, TerrainType, did_you_mean};
use world::FeatureClass;

/// A class of features that a design asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FeatureType {
    pub(crate) class: FeatureClass,
    /// The design's own word for it: `mainland`.
    pub(crate) word: String,
    /// The smallest size that is named; for peaks, how many there are per 10,000 cells of land.
    pub(crate) least: u32,
    /// The largest size that is named.
    pub(crate) most: u32,
    /// Whether the design gave sizes: then all features of these sizes are named, not only the largest.
    pub(crate) names_all: bool,
    /// For [`FeatureClass::Terrain`], the terrain type.
    pub(crate) terrain: Option<TerrainType>,
    /// The namer, if the design names one.
    pub(crate) namer: Option<String>,
}

/// The most features of a class per 10,000 cells, if the design gives no sizes; the largest are kept. A map of 120x120 gets some 50
/// in all.
pub(crate) const fn most_per_10_000(class: FeatureClass) -> u64 {
    match class {
        FeatureClass::Continent | FeatureClass::Sea => 5,
        FeatureClass::Island | FeatureClass::Bay | FeatureClass::Terrain => 8,
        FeatureClass::Lake | FeatureClass::Range => 6,
        FeatureClass::River => 10,
        // The row's `least` gives the number.
        FeatureClass::Peak => 0,
    }
}

/// The classes that are sought if the design names none.
const USUAL: [FeatureClass; 8] = [
    FeatureClass::Continent,
    FeatureClass::Island,
    FeatureClass::Sea,
    FeatureClass::Lake,
    FeatureClass::Bay,
    FeatureClass::Range,
    FeatureClass::Peak,
    FeatureClass::River,
];

/// The class that a design means by a word, in singular or plural: `islands`.
fn class_of(word: &str) -> Option<FeatureClass> {
    let mut classes = FeatureClass::ALL.iter().copied().filter(|&class| class != FeatureClass::Terrain);
    classes.find(|class| class.word() == word || plural(*class) == word)
}

const fn plural(class: FeatureClass) -> &'static str {
    match class {
        FeatureClass::Continent => "continents",
        FeatureClass::Island => "islands",
        FeatureClass::Sea => "seas",
        FeatureClass::Lake => "lakes",
        FeatureClass::Bay => "bays",
        FeatureClass::Peak => "peaks",
        FeatureClass::Range => "ranges",
        FeatureClass::River => "rivers",
        FeatureClass::Terrain => "terrain",
    }
}

/// The smallest and largest size of a class on a map with this many cells.
///
/// 7.5 draws the line between island and continent, and between lake and sea, at 30 cells on every map; here it grows with the map,
/// so that a continent is always a large part of it.
pub(crate) fn usual_sizes(class: FeatureClass, cells: usize) -> (u32, u32) {
    let large = 31.max(cells as u32 / 100);
    match class {
        FeatureClass::Continent | FeatureClass::Sea => (large, u32::MAX),
        FeatureClass::Island | FeatureClass::Lake => (2, large - 1),
        FeatureClass::Bay => (6, u32::MAX),
        FeatureClass::Range | FeatureClass::River => (6, u32::MAX),
        FeatureClass::Terrain => (12, u32::MAX),
        FeatureClass::Peak => (12, u32::MAX),
    }
}

/// The features that a design asks for, in its order, and the faults in its lists.
pub(crate) fn read_feature_types(
    design: &Design,
    settings: &Settings,
    cells: usize,
) -> (Vec<FeatureType>, Vec<String>) {
    let mut wrong = Vec::new();
    let usual = |class: FeatureClass, terrain: Option<TerrainType>, word: &str| {
        let (least, most) = usual_sizes(class, cells);
        FeatureType { class, word: word.to_owned(), least, most, names_all: false, terrain, namer: None }
    };
    let mut types = Vec::new();
    for row in settings.list(global::FEATURE_TYPES) {
        let Some(kind) = row.first().and_then(Atom::word) else {
            wrong.push("a row of `feature-types` begins with no word".to_owned());
            continue;
        };
        let mut wanted = match (class_of(kind), design.find::<TerrainType>(kind)) {
            (Some(class), _) => usual(class, None, class.word()),
            (None, Some(terrain)) => usual(FeatureClass::Terrain, Some(terrain), kind),
            (None, None) => {
                let known = FeatureClass::ALL.iter().map(|&class| plural(class));
                let known = known.chain(design.terrain.names.iter().map(String::as_str));
                let hint = did_you_mean(kind, known);
                wrong.push(format!(
                    "`feature-types` wants `{kind}`, which is no class of features and no terrain{hint}"
                ));
                continue;
            }
        };
        let mut numbers = Vec::new();
        for atom in &row[1..] {
            match atom {
                Atom::Word(word) => word.clone_into(&mut wanted.word),
                Atom::Int(number) => numbers.push((*number).max(0) as u32),
                Atom::Text(_) | Atom::List(_) => {
                    wrong.push(format!("`feature-types` says of `{kind}` what is no word and no number"))
                }
            }
        }
        wanted.names_all = !numbers.is_empty();
        wanted.least = numbers.first().copied().unwrap_or(wanted.least);
        wanted.most = numbers.get(1).copied().unwrap_or(wanted.most.max(wanted.least));
        types.push(wanted);
    }
    if types.is_empty() {
        types = USUAL.map(|class| usual(class, None, class.word())).to_vec();
    }
    for row in settings.list(global::FEATURE_NAMERS) {
        let (Some(of), Some(namer)) = (row.first().and_then(Atom::word), row.get(1).and_then(Atom::word)) else {
            wrong.push("a row of `feature-namers` is no pair of words".to_owned());
            continue;
        };
        let mut used = false;
        for wanted in &mut types {
            let is_meant = wanted.word == of || (wanted.terrain.is_none() && class_of(of) == Some(wanted.class));
            if is_meant && wanted.namer.is_none() {
                wanted.namer = Some(namer.to_owned());
            }
            used |= is_meant;
        }
        if !used {
            wrong.push(format!("`feature-namers` has a namer for `{of}`, which `feature-types` does not want"));
        }
    }
    (types, wrong)
}
