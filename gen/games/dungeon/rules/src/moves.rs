//! What a seat can do, and how it is written.

use grid::{Cell, Direction};

use crate::inventory::Stack;

/// The forms of moves, for authors of players.
pub(crate) const MOVES: &str = "\
roll                  creation: throw the dice for your attributes again
be RACE CLASS         creation: what your hero is; with points, `be RACE CLASS STR INT DEX HLT CHA` shares them out
go WAY                step, open the door there, or strike who stands there; WAY is e, ne, n, nw, w, sw, s or se
rest                  let a turn pass
climb X,Y/LEVEL       take the stairs from here to there; `down` and `up` take the first that lead there
take                  take what lies here
drop OBJECT           lay something down
wear OBJECT           put on, or take in the hand; what was there before comes off
remove OBJECT         take off
use OBJECT            drink, read or eat it
aim OBJECT X,Y/LEVEL  point a wand at somebody
throw OBJECT X,Y/LEVEL    throw or shoot it
cast X,Y/LEVEL        cast your spell at somebody
get OBJECT            take something out of the chest here
put OBJECT            lay something into the chest here
buy OBJECT            buy something at the stall here
sell OBJECT           sell something at the stall here
close WAY             close the door there";

/// One thing that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Throws the dice for attributes again.
    Roll,
    /// Creates the hero.
    Be {
        /// The number of the race.
        race: u8,
        /// The number of the class.
        class: u8,
        /// The points for each attribute, where they are shared out.
        points: Option<[u8; 5]>,
    },
    /// Steps, opens or strikes.
    Go(Direction),
    /// Lets a turn pass.
    Rest,
    /// Takes stairs.
    Climb(Cell),
    /// Takes what lies there.
    Take,
    /// Lays something down.
    Drop(Stack),
    /// Puts something on.
    Wear(Stack),
    /// Takes something off.
    Remove(Stack),
    /// Drinks, reads or eats.
    Use(Stack),
    /// Points a wand.
    Aim(Stack, Cell),
    /// Throws something.
    Throw(Stack, Cell),
    /// Casts a spell.
    Cast(Cell),
    /// Takes something out of a chest.
    Get(Stack),
    /// Lays something into a chest.
    Put(Stack),
    /// Buys something.
    Buy(Stack),
    /// Sells something.
    Sell(Stack),
    /// Closes a door.
    Close(Direction),
}
