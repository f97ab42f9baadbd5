//! The dungeon: heroes, monsters and objects on many levels joined by stairs, and one prize at the bottom (seed 002).
//!
//! **Data**: `numbers.ron`, which a design's section `dungeon` says anew entry by entry, and the catalogues in that section: monsters,
//! objects, egos, races, classes ([`catalogue`]). Which types come to which levels, and what they can walk on, are parameters of the
//! design like those of all games. **Code**, a file each: attributes by dotted path ([`attributes`]), creating a hero ([`characters`]),
//! chains of handlers ([`handlers`]), inventories ([`inventory`]), levels in records ([`records`]), experience ([`experience`]), the field of
//! view ([`sight`]), the round (`play`), which moves are legal (`checks`), what heroes do (`creation`, `deeds`, `objects`, `trade`), fights
//! (`fight`), what is learnt (`learning`), what monsters do (`monsters`).
//!
//! In a round every creature gets its speed in energy and acts as long as it has enough: heroes first, then the monsters of each level with a
//! hero on it. A hero sees as far as light goes and remembers what he saw; a monster sees him where he sees it.
//!
//! | question | the seed | here |
//! |---|---|---|
//! | spent poison leaves the chain | the table says handler 2, the text 3 | its own handler, 3 |
//! | what is picked up or killed | gone for good (Carson), or restocked "until there are enough" (Segreto) | gone; `restock` |
//! | who acts first | not said | heroes by seat, then monsters by number |
//! | what a hero's death leaves | not said | all that he had, where he fell |
//! | several heroes | not said | rivals, or teams; the first who takes the prize wins |
//! | acid and what one carries | "some to inventory too" | one object at random, one time in four, is lost; keys and prizes are not |
//! | the effect of a long sword | `ArgType = 2`, a slip | `attack`, 1 |
//! | which scale attributes have | 1 to 100 | `stat-dice`; rules go by the distance from their mean |

pub mod attributes;
mod board;
pub mod catalogue;
pub mod characters;
mod chart;
mod checks;
mod creation;
mod deeds;
pub mod descent;
mod event;
pub mod experience;
mod facts;
mod fight;
mod figures;
pub mod handlers;
mod help;
pub mod inventory;
mod learning;
mod look;
mod monsters;
mod moves;
mod numbers;
mod objects;
mod observe;
mod opening;
mod play;
mod position;
pub mod records;
mod refusal;
mod ruleset;
pub mod sight;
mod state;
mod text;
mod trade;
mod view;

pub use board::{Dungeon, SEATS_MAX};
pub use event::{Change, Deed, Event, Lesson, What};
pub use moves::Move;
pub use numbers::{Creation, NAME, Numbers};
pub use refusal::Refusal;
pub use state::{Hero, Lying, Memory, Monster, Stage, State, Who};
pub use view::{SeenMonster, SeenObject, View};

/// What the tests of this crate use beside what players may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::help::chapters;
    pub use crate::numbers::SEED;
}
