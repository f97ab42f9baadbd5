//! What the command levels if nobody says: which rolls, and within how many matches.
//!
//! **Invariant:** the number of matches follows from seats and area alone, never from a clock: the same string gives the same bytes.

use pipeline::{Loaded, Request};
use world::Scenario;

/// Matches by which a start is levelled: a part for each seat, besides those that any start needs.
const MATCHES: u32 = 240;
const MATCHES_OF_SEAT: u32 = 40;
/// More seats get no more.
const MATCHES_MOST: u32 = 480;
/// With fewer, too little is known of a start.
pub(crate) const EVEN_LEAST: u32 = 240;
/// A match takes about as long as there are cells, times seats. All together may have as many of these as take some seconds.
const WORK: u64 = 8_000_000;

/// Within how many matches a start is levelled by `fair=even`, by its seats and its area; `None` where the world is so large that too few
/// could be played in some seconds.
#[must_use]
pub fn even_matches(plain: &Scenario) -> Option<u32> {
    let seats = plain.sides.len().max(1) as u64;
    let work = seats * plain.world.area.len() as u64;
    let wanted = (MATCHES + MATCHES_OF_SEAT * seats.min(255) as u32).min(MATCHES_MOST);
    let most = (WORK / work.max(1)).min(u64::from(wanted)) as u32;
    (most >= EVEN_LEAST).then_some(most)
}

/// Why a plain roll is not levelled if nobody says, in a sentence without its end; `None` if it is. `loaded` and `request` are what it was
/// rolled from.
#[must_use]
pub fn why_plain(loaded: &Loaded, request: &Request, plain: &Scenario) -> Option<String> {
    let runner = playtest::open(plain);
    let why = if loaded.start.is_some() {
        "a file gives it"
    } else if plain.sides.len() < 2 || runner.as_ref().is_ok_and(|runner| runner.playing_teams().len() < 2) {
        "it has one seat, and no rival"
    } else if plain.world.exact_symmetry().is_some() {
        "its parts are alike"
    } else if !request.handicaps.is_empty() {
        "its handicaps are asked for"
    } else if even_matches(plain).is_none() {
        "it is too large for matches of seconds"
    } else if runner.is_ok_and(|runner| runner.players().iter().any(|(name, _)| *name != "random")) {
        return None;
    } else {
        "no player of its game could play it"
    };
    Some(why.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use pipeline::Options;

    use super::*;
    use crate::tests::SKIRMISH;

    fn rolled(loaded: &Loaded, request: &Request) -> Scenario {
        pipeline::roll(loaded, request, &Options::new("test")).unwrap().scenario
    }

    #[test]
    fn seats_and_area_say_how_many_matches_there_are() {
        let matches = |sides: u8, size: (u32, u32)| {
            let request = Request { seed: 5, sides: Some(sides), size: Some(size), ..Request::default() };
            even_matches(&rolled(&SKIRMISH, &request))
        };
        assert_eq!((matches(2, (20, 16)), matches(4, (40, 30))), (Some(320), Some(400)));
        assert_eq!((matches(4, (90, 80)), matches(2, (300, 300))), (Some(277), None));
    }

    #[test]
    fn what_has_nothing_to_level_says_why() {
        let why = |request: &Request| why_plain(&SKIRMISH, request, &rolled(&SKIRMISH, request));
        let plain = Request { seed: 5, ..Request::default() };
        assert_eq!(why(&plain), None);
        let symmetric = Request { symmetry: Some("rotation-2".parse().unwrap()), ..plain.clone() };
        assert_eq!(why(&symmetric).as_deref(), Some("its parts are alike"));
        let unequal = Request { advantages: vec![1, 2], ..plain.clone() };
        assert_eq!(why(&unequal), None, "it is levelled towards a third and two thirds");
        let paid =
            Request { handicaps: [104, 96].into_iter().filter_map(design::Handicap::new).collect(), ..plain.clone() };
        assert_eq!(why(&paid).as_deref(), Some("its handicaps are asked for"));
        let large = Request { size: Some((300, 300)), ..plain.clone() };
        assert_eq!(why(&large).as_deref(), Some("it is too large for matches of seconds"));
        let vault = pipeline::load_preset("vault").expect("it comes with Fairmarch").expect("tests load it");
        let alone = Request { seed: 5, variants: BTreeMap::new(), ..Request::default() };
        assert_eq!(
            why_plain(&vault, &alone, &rolled(&vault, &alone)).as_deref(),
            Some("it has one seat, and no rival")
        );
        let mut given = Loaded::clone(&SKIRMISH);
        given.start = Some(std::sync::Arc::new(rolled(&SKIRMISH, &plain)));
        let told = why_plain(&given, &plain, given.start.as_deref().unwrap());
        assert_eq!(told.as_deref(), Some("a file gives it"));
    }
}
