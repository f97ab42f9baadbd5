//! What a seat was told while others moved, each with the place of which it tells; and who is on their way where.

use contract::{Chart, Seat, Seats, ToldEvent};
use grid::{Area, Cell};

use crate::HumanMatch;
use crate::journeys::Journey;

/// Something that a seat was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// As the seat reads it.
    pub words: String,
    /// Where it happened, if that is known.
    pub cell: Option<Cell>,
}

impl HumanMatch {
    /// What a seat was told from an event on, by the number of the event.
    #[must_use]
    pub fn told_since(&self, seat: Seat, event: usize) -> Vec<Told> {
        self.told_of(seat, event, |_, _| true)
    }

    /// What a seat was told of events that are wanted, from one on; they are asked for with the seat's words.
    fn told_of(&self, seat: Seat, event: usize, is_wanted: impl Fn(&ToldEvent, &str) -> bool) -> Vec<Told> {
        let events = self.at.events();
        let events = &events[event.min(events.len())..];
        let heard = events.iter().filter_map(|event| Some((event, event.text_for(seat)?)));
        let mut heard = heard.filter(|(event, words)| is_wanted(event, words)).peekable();
        if heard.peek().is_none() {
            return Vec::new();
        }
        let seen = self.at.game().show_to(seat, &self.start);
        let chart = self.at.game().chart_to(seat, &seen).unwrap_or_default();
        heard
            .map(|(event, words)| {
                let march = event.march.as_ref().map(|march| march.to);
                let cell = march.or_else(|| find_place(words, &self.start.world.area, &chart));
                Told { words: words.to_owned(), cell }
            })
            .collect()
    }

    /// What others did since the seat's last turn ended. What its own units went on with is left out.
    #[must_use]
    pub fn meanwhile(&self, seat: Seat) -> Vec<Told> {
        self.told_of(seat, self.eyes[seat.index()].turn_before, |event, words| {
            let is_march = event.march.as_ref().is_some_and(|march| march.seat == seat);
            // Of what others do, they are told themselves.
            let is_work = event.told_to == Seats::NONE.with(seat) && words.trim_start().starts_with("Your ");
            let is_own = is_march || (is_work && self.players.len() > 1);
            !is_own && !words.trim().is_empty()
        })
    }

    /// Who of a seat is on the way over turns: from where, to where.
    pub(crate) fn ways(&self, seat: Seat) -> Vec<(Cell, Cell)> {
        let now = |journey: &Journey| self.place_of(seat, &journey.unit).unwrap_or(journey.at);
        let is_busy = |journey: &&Journey| self.at.game().busy(seat, &journey.unit).is_some();
        // Of a unit the last one holds.
        let is_last = |(index, journey): &(usize, &Journey)| {
            let mut later = self.standing[index + 1..].iter().map(|(_, later)| later);
            later.all(|later| later.seat != journey.seat || later.unit != journey.unit)
        };
        let standing = self.standing.iter().map(|(_, journey)| journey).enumerate().filter(is_last);
        let standing = standing.map(|(_, journey)| journey).filter(is_busy);
        let own = self.journeys.iter().chain(standing).filter(|journey| journey.seat == seat);
        let mut ways: Vec<(Cell, Cell)> = own.map(|journey| (now(journey), journey.to)).collect();
        ways.retain(|(from, to)| from != to);
        ways
    }
}

/// The place of which words tell: a cell by its name, or else the longest name of a region in them.
fn find_place(words: &str, area: &Area, chart: &Chart) -> Option<Cell> {
    let is_of_name = |letter: char| letter.is_ascii_digit() || matches!(letter, ',' | '/' | '-');
    let named = words
        .split(|letter: char| !is_of_name(letter))
        .find_map(|piece| area.find_cell(piece.trim_matches(|letter: char| !letter.is_ascii_digit() && letter != '-')));
    let regions = || {
        let told = chart.regions.iter().filter(|region| has_word(words, &region.name));
        told.max_by_key(|region| region.name.len()).and_then(|region| region.center)
    };
    named.or_else(regions)
}

/// Whether words contain a name that is no part of another word.
fn has_word(words: &str, name: &str) -> bool {
    let is_whole = |at: usize| {
        let (before, after) = (words[..at].chars().next_back(), words[at + name.len()..].chars().next());
        [before, after].into_iter().flatten().all(|letter| !letter.is_alphanumeric())
    };
    !name.is_empty() && words.match_indices(name).any(|(at, _)| is_whole(at))
}

#[cfg(test)]
mod tests {
    use contract::Region;
    use grid::Shape;

    use super::*;

    #[test]
    fn words_tell_their_place() {
        let area = Area::new(Shape::Square4, 10, 10).unwrap();
        let region = |name: &str, center| Region { name: name.to_owned(), center: Some(center), ..Region::default() };
        let (near, far) = (area.cell(1, 1).unwrap(), area.cell(8, 8).unwrap());
        let chart = Chart { regions: vec![region("Ar", near), region("Arland", far)], ..Chart::default() };
        let place = |words: &str| find_place(words, &area, &chart);
        let named = area.find_cell("3,4");
        assert!(named.is_some());
        assert_eq!(place("a tank@3,4 was lost."), named);
        assert_eq!(place("a tank was lost at 3,4, in Arland"), named);
        assert_eq!(place("Arland was taken in turn 3, with 4 units"), Some(far));
        assert_eq!(place("an Army was seen"), None);
        assert_eq!(place("nothing happened in turn 12, 99,99 of it"), None);
    }
}
