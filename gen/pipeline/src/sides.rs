//! Making the sides, before any method runs: names, colours, advantages.

use chance::Seed;
use design::Design;
use design::parameters::global::{DEFAULT_NAMER, SIDE_NAMER};
use namers::{Library, Session};
use output::SIDE_COLORS;
use world::Side;

/// The namer of sides where a design names none that is known.
const SIDES_NAMER: &str = "sides";

/// The builtin namers and those of a design.
#[must_use]
pub(crate) fn library(design: &Design) -> Library {
    let mut library = Library::builtin();
    let texts = design.namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    // A design was loaded only if its namers could be read; one made in code brings none.
    let _faults = library.read_all(texts);
    library
}

/// As many sides as asked for. `advantages` has one number for each, or none.
#[must_use]
pub fn make_sides(design: &Design, seed: Seed, count: u8, advantages: &[u32]) -> Vec<Side> {
    let library = library(design);
    let mut session = Session::new(&library);
    let _unknown = session.set_default_namer(design.global_text(DEFAULT_NAMER));
    let wanted = design.global_text(SIDE_NAMER);
    let namer = if library.get(wanted).is_some() { wanted } else { SIDES_NAMER };
    let mut stream = seed.stream("sides/names");
    (0..usize::from(count))
        .map(|index| {
            let name = session.name(namer, &mut stream).unwrap_or_else(|_| format!("Side {}", index + 1));
            Side {
                noun: noun(&name),
                adjective: adjective(&name),
                color: SIDE_COLORS[index % SIDE_COLORS.len()].to_owned(),
                advantage: advantages.get(index).copied().unwrap_or(1),
                center: None,
                name,
            }
        })
        .collect()
}

/// One of a side's people: the side's name without its last vowels, and `-ian` (GDL's way, worn down a little).
fn noun(name: &str) -> String {
    let stem = name.trim_end_matches(['a', 'e', 'i', 'o', 'u', 'y']);
    let stem = if stem.is_empty() { name } else { stem };
    format!("{stem}ian")
}

/// What is of a side.
fn adjective(name: &str) -> String {
    noun(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_names_of_their_own_and_their_advantages() {
        let sides = make_sides(&Design::default(), Seed(5), 15, &[2, 3, 7]);
        let mut names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 15);
        assert_eq!(sides.iter().map(|side| side.advantage).take(4).collect::<Vec<_>>(), [2, 3, 7, 1]);
        assert_eq!(
            sides[..4],
            make_sides(&Design::default(), Seed(5), 4, &[2, 3, 7])[..],
            "more sides change no earlier one"
        );
    }

    #[test]
    fn people_are_named_after_their_side() {
        assert_eq!(noun("Vondeth"), "Vondethian");
        assert_eq!(noun("Dertaronia"), "Dertaronian");
        assert_eq!(noun("Aia"), "Aian");
        assert_eq!(noun("oua"), "ouaian", "nothing but vowels stays whole");
    }
}
