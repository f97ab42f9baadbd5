//! Handlers: each creature has a chain of them, and every message to it goes down the chain.
//!
//! Source: seed 002, "How to write a roguelike gameengine" (Vuokko). A handler answers a message with two words: whether it stays in
//! the chain, and whether the message goes on. So there are four outcomes. A handler may send further messages to its own creature: time
//! makes poison send damage, and time makes the last handler send the order to act. The article's table has handler 2 unlink spent
//! poison; its text, and sense, have handler 3 do so, as here.

use serde::{Deserialize, Serialize};

use crate::catalogue::Element;

/// What a handler answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The handler stays, and the message goes on.
    KeepAndContinue,
    /// The handler stays, and the message ends here.
    KeepAndStop,
    /// The handler leaves the chain, and the message goes on.
    UnlinkAndContinue,
    /// The handler leaves the chain, and the message ends here.
    UnlinkAndStop,
}

impl Reply {
    /// Whether the handler leaves the chain.
    #[must_use]
    pub const fn unlinks(self) -> bool {
        matches!(self, Reply::UnlinkAndContinue | Reply::UnlinkAndStop)
    }

    /// Whether the message ends here.
    #[must_use]
    pub const fn stops(self) -> bool {
        matches!(self, Reply::KeepAndStop | Reply::UnlinkAndStop)
    }
}

/// What happens to a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Damage comes.
    Damage(Element, i16),
    /// A round has passed.
    Time,
    /// It can act.
    Action,
}

/// One link of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Handler {
    /// Takes a percentage off the damage of an element; all of it with 100.
    Resist(Element, u8),
    /// Sends damage each round until it is spent.
    Poison {
        /// Damage a round.
        strength: i16,
        /// Rounds to come.
        left: u16,
    },
    /// Gives energy each round until it is spent.
    Haste {
        /// Percent of the creature's own speed.
        percent: u16,
        /// Rounds to come.
        left: u16,
    },
    /// Acts when it is time: a player decides, or the creature itself.
    Act,
    /// Takes what damage is left, and counts energy.
    Basic,
}

/// A chain of handlers, the first one hears of everything first. Each has a number of its own, for chains change while a message is on
/// its way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    links: Vec<(u16, Handler)>,
    next: u16,
}

impl Chain {
    /// A chain in this order.
    #[must_use]
    pub fn new(handlers: impl IntoIterator<Item = Handler>) -> Chain {
        let mut chain = Chain::default();
        for handler in handlers {
            chain.links.push((chain.next, handler));
            chain.next += 1;
        }
        chain
    }

    /// The handlers in order.
    pub fn handlers(&self) -> impl Iterator<Item = Handler> + '_ {
        self.links.iter().map(|&(_, handler)| handler)
    }

    /// Puts a handler before the one that acts: behind what protects, so that its damage meets that first.
    pub fn add(&mut self, handler: Handler) {
        let at = self.links.iter().position(|(_, other)| matches!(other, Handler::Act | Handler::Basic));
        let at = at.unwrap_or(self.links.len());
        self.links.insert(at, (self.next, handler));
        self.next = self.next.wrapping_add(1);
    }

    /// Takes out the handlers that are not kept; whether there were any.
    pub fn retain(&mut self, keeps: impl Fn(Handler) -> bool) -> bool {
        let before = self.links.len();
        self.links.retain(|&(_, handler)| keeps(handler));
        self.links.len() < before
    }

    /// The percent of the damage of an element that never gets through.
    #[must_use]
    pub fn resistance(&self, element: Element) -> u8 {
        let of = |handler| {
            if let Handler::Resist(of, percent) = handler { (of == element).then_some(percent) } else { None }
        };
        self.handlers().filter_map(of).max().unwrap_or(0).min(100)
    }

    /// The rounds of poison to come.
    #[must_use]
    pub fn poison(&self) -> u16 {
        let left = |handler| if let Handler::Poison { left, .. } = handler { left } else { 0 };
        self.handlers().map(left).sum()
    }

    /// The rounds of haste to come.
    #[must_use]
    pub fn haste(&self) -> u16 {
        let left = |handler| if let Handler::Haste { left, .. } = handler { left } else { 0 };
        self.handlers().map(left).max().unwrap_or(0)
    }
}

/// What is told of each answer of a handler, for those who watch: its place in the chain, from 1, the message, and the answer.
type Watch<'a> = &'a mut dyn FnMut(usize, Message, Reply);

/// Sends a message down the chain of a creature.
pub fn send(creature: &mut Creature<'_>, message: Message) {
    send_watched(creature, message, &mut |_, _, _| ());
}

/// The same, watched.
#[doc(hidden)]
pub fn send_watched(creature: &mut Creature<'_>, mut message: Message, watch: Watch<'_>) {
    let mut place = 0;
    while let Some(&(id, mut handler)) = creature.chain.links.get(place) {
        let answer = creature.handle(&mut handler, &mut message, watch);
        watch(place + 1, message, answer);
        // Messages that it sent itself may have changed the chain.
        let links = &mut creature.chain.links;
        place = match links.iter().position(|&(other, _)| other == id) {
            Some(at) if answer.unlinks() => {
                links.remove(at);
                at
            }
            Some(at) => {
                links[at].1 = handler;
                at + 1
            }
            None => place,
        };
        if answer.stops() {
            return;
        }
    }
}

/// What a creature's handlers work on, besides the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Felt {
    /// Damage that reached the body, with what it was made of, added up by element.
    pub damage: [i16; 5],
    /// Energy that it has got.
    pub energy: i16,
    /// How often it was told to act.
    pub actions: u16,
    /// Acid that reached what it carries.
    pub corroded: i16,
}

/// A creature while a message is on its way: its chain, and what it feels.
#[derive(Debug)]
pub struct Creature<'a> {
    /// Its chain.
    pub chain: &'a mut Chain,
    /// The energy that a round gives it.
    pub speed: i16,
    /// Energy that it has.
    pub energy: i16,
    /// Energy that an action costs.
    pub cost: i16,
    /// What it felt.
    pub felt: Felt,
}

impl<'a> Creature<'a> {
    /// A creature to which messages can be sent.
    #[must_use]
    pub fn new(chain: &'a mut Chain, speed: i16, energy: i16, cost: i16) -> Creature<'a> {
        Creature { chain, speed, energy, cost, felt: Felt::default() }
    }

    /// All damage that it felt.
    #[must_use]
    pub fn damage(&self) -> i16 {
        self.felt.damage.iter().sum()
    }

    /// What a handler does about a message. It may change itself, which the creature keeps, and send further messages.
    fn handle(&mut self, handler: &mut Handler, message: &mut Message, watch: Watch<'_>) -> Reply {
        match (handler, message) {
            (Handler::Resist(element, percent), Message::Damage(of, amount)) if element == of => {
                if *percent >= 100 {
                    return Reply::KeepAndStop;
                }
                // What is left is rounded up: a hit is felt.
                *amount -= (i32::from(*amount) * i32::from(*percent) / 100) as i16;
                Reply::KeepAndContinue
            }
            (Handler::Poison { strength, left }, Message::Time) => {
                *left = left.saturating_sub(1);
                send_watched(self, Message::Damage(Element::Poison, *strength), watch);
                if *left == 0 { Reply::UnlinkAndContinue } else { Reply::KeepAndContinue }
            }
            (Handler::Haste { percent, left }, Message::Time) => {
                self.energy += (i32::from(self.speed) * i32::from(*percent) / 100) as i16;
                *left = left.saturating_sub(1);
                if *left == 0 { Reply::UnlinkAndContinue } else { Reply::KeepAndContinue }
            }
            (Handler::Act, Message::Action) => {
                self.felt.actions += 1;
                Reply::KeepAndStop
            }
            (Handler::Basic, Message::Damage(element, amount)) => {
                self.felt.damage[*element as usize] += *amount;
                if *element == Element::Acid {
                    self.felt.corroded += *amount;
                }
                Reply::KeepAndStop
            }
            (Handler::Basic, Message::Time) => {
                self.energy += self.speed;
                if self.energy >= self.cost {
                    send_watched(self, Message::Action, watch);
                }
                Reply::KeepAndStop
            }
            _ => Reply::KeepAndContinue,
        }
    }
}
