//! The log of a fair roll: what each match came to, so that a roll that was ended goes on where it was.
//!
//! A fair roll depends on nothing but its request and what its matches come to. So nothing else is kept: the same request, begun
//! again with the log, makes the same decisions, and plays only what the log does not know.

use std::collections::BTreeMap;
use std::fmt::Write;

use contract::{Ending, Outcome, Seat, Seats};
use playtest::{ForfeitedSeat, MatchResult, Played, Session, Tally};

/// The first line of the file: the names of the columns.
pub const LOG_HEAD: &str = "start,seed,match,ending,winners,ranks,forfeits,turns";

/// Takes a line of the log to where it is kept.
pub type KeepLine = dyn Fn(&str) -> Result<(), String> + Send + Sync;

/// What the matches of a fair roll came to. A match is known by the digest of its start, the seed of its session, and its number.
pub struct MatchLog {
    known: BTreeMap<(u64, u64), Vec<KnownMatch>>,
    keep: Option<Box<KeepLine>>,
}

/// What a match came to, as far as a fair roll counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct KnownMatch {
    outcome: Outcome,
    forfeits: Seats,
    turns: u32,
}

impl MatchLog {
    /// A log that knows nothing and keeps nothing.
    #[must_use]
    pub const fn none() -> MatchLog {
        MatchLog { known: BTreeMap::new(), keep: None }
    }

    /// A log with the lines of an earlier run; `keep` gets each line that is added. A line that was cut short counts for nothing: its
    /// match is played again.
    #[must_use]
    pub fn new(text: &str, keep: Box<KeepLine>) -> MatchLog {
        let mut known: BTreeMap<(u64, u64), Vec<KnownMatch>> = BTreeMap::new();
        for (start, seed, number, read) in whole_lines(text).lines().filter_map(read_line) {
            let matches = known.entry((start, seed)).or_default();
            // The matches of a session are kept in order; one that stands twice says the same twice.
            if matches.len() == number as usize {
                matches.push(read);
            }
        }
        MatchLog { known, keep: Some(keep) }
    }

    /// How many matches it knew from the beginning.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.values().map(Vec::len).sum()
    }

    /// Whether it knew no match from the beginning.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// A match of a session, if it is known. What each seat made and lost is not: a fair roll does not count it.
    pub(crate) fn find(&self, start: u64, session: &Session, number: u32) -> Option<Played> {
        let found = self.known.get(&(start, session.settings.seed))?.get(number as usize)?;
        let KnownMatch { outcome, forfeits, turns } = found.clone();
        let runner = &session.runner;
        if outcome.ranks.len() != runner.seats() {
            return None;
        }
        let none = vec![0; runner.unit_types.len()];
        let tally =
            Tally { made: none.clone(), lost: none.clone(), felled: none.clone(), kills: none, opening: Vec::new() };
        let forfeited = |seat: Seat| ForfeitedSeat { seat, turn: turns, why: "known from the log".to_owned() };
        Some(Played {
            result: MatchResult {
                outcome,
                turns,
                last_turn: turns,
                moves: 0,
                order: Vec::new(),
                forfeits: forfeits.iter().map(forfeited).collect(),
            },
            tallies: vec![tally; runner.seats()],
            figures: Vec::new(),
            moves: Vec::new(),
            is_over: true,
        })
    }

    /// Keeps a match that was played.
    pub(crate) fn add(&self, start: u64, session: &Session, number: u32, played: &Played) -> Result<(), String> {
        let Some(keep) = &self.keep else { return Ok(()) };
        let forfeits = played.result.forfeits.iter().fold(Seats::NONE, |seats, forfeited| seats.with(forfeited.seat));
        // Scores are not counted, and so not kept.
        let outcome = Outcome { scores: Vec::new(), ..played.result.outcome.clone() };
        let known = KnownMatch { outcome, forfeits, turns: played.result.turns };
        keep(&write_line(start, session.settings.seed, number, &known))
    }
}

/// The text up to its last whole line: a run that was killed may have left half a line.
#[must_use]
pub fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

const ENDINGS: [(Ending, &str); 3] =
    [(Ending::Victory, "victory"), (Ending::Draw, "draw"), (Ending::TurnLimit, "turn-limit")];

fn write_line(start: u64, seed: u64, number: u32, known: &KnownMatch) -> String {
    let (_, ending) = ENDINGS.iter().find(|(ending, _)| *ending == known.outcome.ending).expect("all are listed");
    let ranks: Vec<String> = known.outcome.ranks.iter().map(u8::to_string).collect();
    let (winners, ranks) = (seats_text(known.outcome.winners), ranks.join(" "));
    let mut line = String::new();
    let written = writeln!(
        line,
        "{start:016x},{seed},{number},{ending},{winners},{ranks},{},{}",
        seats_text(known.forfeits),
        known.turns
    );
    written.expect("a text takes any line");
    line
}

/// Seats by their numbers from 1.
fn seats_text(seats: Seats) -> String {
    seats.iter().map(|seat| (seat.0 + 1).to_string()).collect::<Vec<_>>().join(" ")
}

fn read_line(line: &str) -> Option<(u64, u64, u32, KnownMatch)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [start, seed, number, ending, winners, ranks, forfeits, turns] = fields[..] else { return None };
    let seats = |text: &str| -> Option<Seats> {
        text.split_whitespace().try_fold(Seats::NONE, |seats, word| {
            let seat = word.parse::<u8>().ok().and_then(|number| number.checked_sub(1)).filter(|&seat| seat < 32)?;
            Some(seats.with(Seat(seat)))
        })
    };
    let known = KnownMatch {
        outcome: Outcome {
            ending: ENDINGS.iter().find(|(_, word)| *word == ending)?.0,
            winners: seats(winners)?,
            ranks: ranks.split_whitespace().map(|rank| rank.parse().ok()).collect::<Option<_>>()?,
            scores: Vec::new(),
        },
        forfeits: seats(forfeits)?,
        turns: turns.parse().ok()?,
    };
    Some((u64::from_str_radix(start, 16).ok()?, seed.parse().ok()?, number.parse().ok()?, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(winners: &[u8], forfeits: &[u8]) -> KnownMatch {
        let seats = |of: &[u8]| of.iter().fold(Seats::NONE, |seats, &seat| seats.with(Seat(seat)));
        let outcome =
            Outcome { ending: Ending::Victory, winners: seats(winners), ranks: vec![2, 1, 3], scores: Vec::new() };
        KnownMatch { outcome, forfeits: seats(forfeits), turns: 17 }
    }

    #[test]
    fn a_match_reads_as_it_is_written() {
        for one in [known(&[1], &[]), known(&[0, 2], &[1]), known(&[], &[0, 1, 2])] {
            let line = write_line(0xab, 7, 3, &one);
            assert_eq!(read_line(line.trim_end()), Some((0xab, 7, 3, one)), "{line}");
        }
        assert_eq!(write_line(0xab, 7, 3, &known(&[1], &[])), "00000000000000ab,7,3,victory,2,2 1 3,,17\n");
        assert_eq!(LOG_HEAD.split(',').count(), 8);
    }

    #[test]
    fn what_was_cut_short_or_is_out_of_order_is_not_known() {
        let one = |number: u32| write_line(1, 7, number, &known(&[1], &[]));
        let log = |text: &str| MatchLog::new(text, Box::new(|_| Ok(()))).len();
        let whole = format!("{LOG_HEAD}\n{}{}", one(0), one(1));
        assert_eq!(log(&whole), 2);
        assert_eq!(log(whole.trim_end()), 1, "the last line has no end");
        assert_eq!(log(&format!("{}{}{}", one(0), one(0), one(2))), 1);
        assert_eq!(log("nonsense\n1,2,3\n"), 0);
        assert_eq!(log(""), 0);
    }
}
