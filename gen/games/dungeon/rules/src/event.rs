//! What happens, who sees it, and how it is told.

use contract::{Seat, Seats};
use design::{counted, with_article};
use grid::Cell;

use crate::Dungeon;
use crate::catalogue::Element;
use crate::inventory::Stack;
use crate::state::Who;

/// What a hero does with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Takes it.
    Took,
    /// Lays it down.
    Dropped,
    /// Puts it on.
    Wore,
    /// Takes it off.
    Removed,
    /// Drinks, reads or eats it.
    Used,
    /// Points it at somebody.
    Aimed,
    /// Throws it.
    Threw,
    /// Takes it out of a chest.
    Got,
    /// Lays it into a chest.
    Put,
    /// Loses it to acid.
    Lost,
}

/// What happens to a creature without a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Hit points come back.
    Healed(i16),
    /// Poison begins.
    Poisoned,
    /// Poison ends.
    Cured,
    /// It is faster for a while.
    Hasted,
    /// It has eaten.
    Fed,
    /// It is hungry.
    Hungry,
    /// It learns the map around.
    Mapped,
    /// It is elsewhere on the level.
    Teleported,
    /// An attribute, by its number from 0, has changed.
    Strengthened(u8, i16),
    /// It wakes up.
    Woke,
}

/// What a hero has learnt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// He has slain a monster.
    Kill,
    /// He has cast a spell.
    Spell,
    /// He has mapped a level, from 1.
    Map(u8),
    /// He has opened a lock with its key.
    Lock,
    /// He has reached a level, from 1, that is deeper than any before.
    Depth(u8),
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A hero is created.
    Created {
        /// The seat.
        seat: Seat,
        /// The race.
        race: u8,
        /// The class.
        class: u8,
    },
    /// Dice were thrown for attributes.
    Rolled(Seat, [i32; 5]),
    /// A blow, a bolt or poison hit.
    Struck {
        /// Who struck.
        by: Who,
        /// Who was hit.
        at: Who,
        /// The damage that was felt.
        damage: i16,
        /// What it was made of.
        element: Element,
    },
    /// A blow missed.
    Missed {
        /// Who struck.
        by: Who,
        /// Who was missed.
        at: Who,
    },
    /// Somebody is dead.
    Slain {
        /// Who has slain.
        by: Who,
        /// Who is dead.
        who: Who,
    },
    /// Experience was gained.
    Learned(Seat, u32, Lesson),
    /// An experience level was reached.
    Rose(Seat, u8),
    /// A door was opened.
    Opened(Who),
    /// A door was closed.
    Closed(Who),
    /// Stairs were taken.
    Climbed {
        /// The seat.
        seat: Seat,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// Whether the hero was never so deep before.
        is_deepest: bool,
    },
    /// A hero has walked.
    Walked {
        /// The seat.
        seat: Seat,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Something was done with an object.
    Object(Seat, Deed, Stack),
    /// Gold was taken.
    Gold(Seat, u32),
    /// Something was bought or sold.
    Traded {
        /// The seat.
        seat: Seat,
        /// What.
        stack: Stack,
        /// For how much.
        price: u32,
        /// Whether the hero has bought it.
        is_bought: bool,
    },
    /// A spell was cast.
    Cast(Seat),
    /// Something happened to a creature.
    Changed(Who, Change),
    /// A trap worked.
    Trapped(Seat, u16),
    /// A seat gave up.
    GaveUp(Seat),
    /// A seat has won.
    Won(Seat),
    /// Nobody is left, or the last round is over.
    Ended,
}

/// What happened, and who saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The seats that learn of it.
    pub seen_by: Seats,
}

/// The names of attributes in sentences, in the order of `characters::STATS`.
const STAT_WORDS: [&str; 5] = ["strength", "intelligence", "dexterity", "health", "charisma"];

impl Event {
    /// The event as a sentence for a reader: his own hero is "you". Without a reader for those who see everything.
    pub(crate) fn tell(&self, game: &Dungeon, reader: Option<Seat>) -> String {
        let teller = Teller { game, reader };
        match self.what {
            What::Walked { .. } => String::new(),
            What::Created { seat, race, class } => {
                let (race, class) =
                    (&game.catalogue.races[usize::from(race)], &game.catalogue.classes[usize::from(class)]);
                let (who, is) = teller.subject(Who::Hero(seat.0), "are", "is");
                format!("{who} {is} {} {}", with_article(&race.name), class.class.name)
            }
            What::Rolled(seat, rolled) => {
                let (who, has) = teller.subject(Who::Hero(seat.0), "have", "has");
                let parts: Vec<String> =
                    STAT_WORDS.iter().zip(rolled).map(|(word, number)| format!("{word} {number}")).collect();
                format!("{who} {has} {}", parts.join(", "))
            }
            What::Struck { by, at, damage, element } => teller.struck(by, at, damage, element),
            What::Missed { by, at } => {
                let (who, misses) = teller.subject(by, "miss", "misses");
                format!("{who} {misses} {}", teller.object(at))
            }
            What::Slain { by: Who::Nobody, who } => {
                let (who, dies) = teller.subject(who, "die", "dies");
                format!("{who} {dies}")
            }
            What::Slain { by, who } => {
                let (by, slays) = teller.subject(by, "slay", "slays");
                format!("{by} {slays} {}", teller.object(who))
            }
            What::Learned(seat, experience, lesson) => {
                let (who, gains) = teller.subject(Who::Hero(seat.0), "gain", "gains");
                format!("{who} {gains} {experience} experience{}", lesson.words())
            }
            What::Rose(seat, rank) => {
                let (who, reaches) = teller.subject(Who::Hero(seat.0), "reach", "reaches");
                format!("{who} {reaches} experience level {rank}")
            }
            What::Opened(who) | What::Closed(who) => {
                let is_opened = matches!(self.what, What::Opened(_));
                let (own, other) = if is_opened { ("open", "opens") } else { ("close", "closes") };
                let (who, does) = teller.subject(who, own, other);
                format!("{who} {does} a door")
            }
            What::Climbed { seat, from, to, .. } => {
                let [from, to] = [from, to].map(|cell| game.area.level(cell) + 1);
                let (who, goes) = teller.subject(Who::Hero(seat.0), "go", "goes");
                format!("{who} {goes} {} to level {to}", if to > from { "down" } else { "up" })
            }
            What::Object(seat, deed, stack) => teller.deed(seat, deed, &game.stack_name(stack)),
            What::Gold(seat, amount) => {
                let (who, takes) = teller.subject(Who::Hero(seat.0), "take", "takes");
                format!("{who} {takes} {amount} gold")
            }
            What::Traded { seat, stack, price, is_bought } => {
                let (own, other) = if is_bought { ("buy", "buys") } else { ("sell", "sells") };
                let (who, does) = teller.subject(Who::Hero(seat.0), own, other);
                format!("{who} {does} {} for {price} gold", game.stack_name(stack))
            }
            What::Cast(seat) => {
                let (who, casts) = teller.subject(Who::Hero(seat.0), "cast", "casts");
                format!("{who} {casts} a spell")
            }
            What::Changed(who, change) => teller.changed(who, change),
            What::Trapped(seat, kind) => {
                let (who, steps) = teller.subject(Who::Hero(seat.0), "step", "steps");
                format!("{who} {steps} into {}", with_article(game.kind_name(kind)))
            }
            What::GaveUp(seat) => {
                let (who, gives) = teller.subject(Who::Hero(seat.0), "give", "gives");
                format!("{who} {gives} up")
            }
            What::Won(seat) => {
                let (who, wins) = teller.subject(Who::Hero(seat.0), "win", "wins");
                format!("{who} {wins}")
            }
            What::Ended => "the game is over, and nobody has won".to_owned(),
        }
    }
}

impl Lesson {
    /// The end of the sentence that tells what was gained. That of a kill stands before it.
    fn words(self) -> String {
        match self {
            Lesson::Kill => String::new(),
            Lesson::Spell => " for a spell".to_owned(),
            Lesson::Map(level) => format!(" for the map of level {level}"),
            Lesson::Lock => " for opening a lock".to_owned(),
            Lesson::Depth(level) => format!(" for reaching level {level}"),
        }
    }
}

/// Writes sentences for a reader.
struct Teller<'a> {
    game: &'a Dungeon,
    reader: Option<Seat>,
}

impl Teller<'_> {
    /// Somebody as a subject, with the form of the verb that goes with it.
    fn subject(&self, who: Who, own: &'static str, other: &'static str) -> (String, &'static str) {
        let name = match who {
            Who::Hero(seat) if self.reader == Some(Seat(seat)) => return ("you".to_owned(), own),
            Who::Hero(seat) => format!("the hero of {}", self.game.sides[usize::from(seat)]),
            Who::Monster(kind) => format!("the {}", self.game.kind_name(kind)),
            Who::Nobody => "something".to_owned(),
        };
        (name, other)
    }

    fn object(&self, who: Who) -> String {
        self.subject(who, "", "").0
    }

    fn struck(&self, by: Who, at: Who, damage: i16, element: Element) -> String {
        let points = counted(damage, "hit point");
        if by == Who::Nobody {
            let (who, lose) = self.subject(at, "lose", "loses");
            return match element {
                Element::Plain => format!("{who} {lose} {points}"),
                _ => format!("{who} {lose} {points} to {}", element.name()),
            };
        }
        let (who, hits) = self.subject(by, "hit", "hits");
        let of = if element == Element::Plain { String::new() } else { format!(" by {}", element.name()) };
        format!("{who} {hits} {} for {points}{of}", self.object(at))
    }

    fn deed(&self, seat: Seat, deed: Deed, name: &str) -> String {
        let (own, other, end) = match deed {
            Deed::Took => ("take", "takes", ""),
            Deed::Dropped => ("lay down", "lays down", ""),
            Deed::Wore => ("put on", "puts on", ""),
            Deed::Removed => ("take off", "takes off", ""),
            Deed::Used => ("use", "uses", ""),
            Deed::Aimed => ("point", "points", ""),
            Deed::Threw => ("throw", "throws", ""),
            Deed::Got => ("take", "takes", " out of the chest"),
            Deed::Put => ("lay", "lays", " into the chest"),
            Deed::Lost => ("lose", "loses", " to acid"),
        };
        let (who, does) = self.subject(Who::Hero(seat.0), own, other);
        format!("{who} {does} {name}{end}")
    }

    fn changed(&self, who: Who, change: Change) -> String {
        let told = |own, other, rest: &str| {
            let (who, does) = self.subject(who, own, other);
            format!("{who} {does} {rest}")
        };
        match change {
            Change::Healed(amount) => told("get", "gets", &format!("{} back", counted(amount, "hit point"))),
            Change::Poisoned => told("are", "is", "poisoned"),
            Change::Cured => told("are", "is", "no longer poisoned"),
            Change::Hasted => told("are", "is", "faster"),
            Change::Fed => told("are", "is", "fed"),
            Change::Hungry => told("are", "is", "hungry"),
            Change::Mapped => told("learn", "learns", "the map around"),
            Change::Teleported => told("are", "is", "elsewhere"),
            Change::Strengthened(stat, amount) => {
                let word = STAT_WORDS.get(usize::from(stat)).copied().unwrap_or("something");
                told("have", "has", &format!("{} {word}", if amount < 0 { "less" } else { "more" }))
            }
            Change::Woke => told("wake", "wakes", "up"),
        }
    }
}
