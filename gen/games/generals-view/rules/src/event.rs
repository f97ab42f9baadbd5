//! What happens, as values: the history that logs, reports, statistics and pictures read.

use contract::{Seat, Seats};

use crate::moves::Path;
use crate::{CompanyId, GeneralsView};

/// One thing that happened. Seats are numbered from 0, squares as in the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat rolled the dice.
    Rolled {
        /// The seat.
        seat: Seat,
        /// The sum of the dice.
        shows: u16,
    },
    /// A seat has its place in the order of turns.
    Placed {
        /// The seat.
        seat: Seat,
        /// The place, from 0.
        place: u8,
    },
    /// A turn began, and cities paid.
    TurnBegan {
        /// The seat whose turn it is.
        seat: Seat,
        /// The number of the turn, from 1.
        turn: u32,
        /// What the cities paid.
        income: i32,
        /// What the seat has now.
        gold: i32,
    },
    /// A company was bought.
    Bought {
        /// The seat that bought it.
        seat: Seat,
        /// Its type.
        kind: u8,
        /// The city.
        square: u16,
    },
    /// A company moved.
    Moved {
        /// The seat of the company.
        seat: Seat,
        /// Its type.
        kind: u8,
        /// Its slot.
        company: CompanyId,
        /// The square where it started.
        from: u16,
        /// The square where it is now.
        to: u16,
        /// The path that it took.
        path: Path,
    },
    /// A square has another owner.
    Taken {
        /// The new owner.
        seat: Seat,
        /// The square.
        square: u16,
        /// The old owner.
        before: Option<Seat>,
        /// Whether there is a city.
        city: bool,
    },
    /// Two companies fought, and one of them fell.
    Fought {
        /// The square.
        square: u16,
        /// The attacker's seat and type.
        attacker: (Seat, u8),
        /// The defender's seat and type.
        defender: (Seat, u8),
        /// Attack value.
        attack: u16,
        /// Defence value.
        defence: u16,
        /// The number drawn, from 1 to the sum of both.
        drawn: u16,
    },
    /// A company ran out of supply.
    Starved {
        /// The seat of the company.
        seat: Seat,
        /// Its type.
        kind: u8,
        /// The square.
        square: u16,
    },
    /// A seat is out.
    Out {
        /// The seat.
        seat: Seat,
        /// Whether it resigned or was taken out, rather than beaten.
        forfeited: bool,
    },
    /// A team has won.
    Won {
        /// The team.
        team: u8,
    },
}

impl Event {
    /// Whether the attacker won a fight; `false` for all other events.
    #[must_use]
    pub const fn attacker_won(&self) -> bool {
        matches!(self, Event::Fought { attack, drawn, .. } if *drawn <= *attack)
    }

    /// The event as a line of text.
    #[must_use]
    pub fn tell(&self, game: &GeneralsView) -> String {
        let side = |seat: Seat| game.sides[seat.index()].as_str();
        let kind = |kind: u8| game.types[usize::from(kind)].spoken_name.as_str();
        let at = |square: u16| game.name_of_square(square);
        match *self {
            Event::Rolled { seat, shows } => format!("{} rolls {shows}", side(seat)),
            Event::Placed { seat, place } => format!("{} is number {} in the order of turns", side(seat), place + 1),
            Event::TurnBegan { seat, turn, income, gold } => {
                format!("turn {turn}: {} collects {income} gold and has {gold}", side(seat))
            }
            Event::Bought { seat, kind: bought, square } => {
                format!("{} raises {} in {}", side(seat), kind(bought), at(square))
            }
            Event::Moved { seat, kind: moved, from, to, .. } => {
                format!("{}'s {} march from {} to {}", side(seat), kind(moved), at(from), at(to))
            }
            Event::Taken { seat, square, city: false, .. } => format!("{} takes {}", side(seat), at(square)),
            Event::Taken { seat, square, before: None, .. } => {
                format!("{} takes the city in {}", side(seat), at(square))
            }
            Event::Taken { seat, square, before: Some(before), .. } => {
                format!("{} takes the city in {} from {}", side(seat), at(square), side(before))
            }
            Event::Fought { square, attacker, defender, attack, defence, drawn } => {
                let verdict = if drawn <= attack { "and wins" } else { "and falls" };
                format!(
                    "in {} {}'s {} ({attack}) attacks {}'s {} ({defence}): {drawn} of {}, {verdict}",
                    at(square),
                    side(attacker.0),
                    kind(attacker.1),
                    side(defender.0),
                    kind(defender.1),
                    attack + defence,
                )
            }
            Event::Starved { seat, kind: starved, square } => {
                format!("{}'s {} in {} have no supplies left", side(seat), kind(starved), at(square))
            }
            Event::Out { seat, forfeited: true } => format!("{} gives up", side(seat)),
            Event::Out { seat, forfeited: false } => format!("{} is defeated", side(seat)),
            Event::Won { team } => {
                let names: Vec<&str> =
                    Seats::first(game.seats_count()).iter().filter(|&seat| game.team(seat) == team).map(side).collect();
                format!("{} has won", names.join(" and "))
            }
        }
    }
}
