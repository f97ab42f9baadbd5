//! Moves as lines of text and back, and what a seat knows (DESIGN section 5).
//!
//! A line is words separated by spaces. Names with spaces stand in double quotes; a unit is its type and number, `infantry#12`; a
//! cell is Xconq's x and y, `4,5`, in a world of several levels with its level, `4,5/2`, followed by an altitude if that is not 0.

mod names;
mod observe;
mod read;
mod write;

pub(crate) use observe::{observe, side_status, unit_status};
pub(crate) use read::read_move;
pub use read::verbs;
pub(crate) use write::{write_move, write_task, write_unit as write_unit_name};

/// The verbs, for authors of players.
pub(crate) const MOVES: &str = "\
UNIT move X,Y[,Z]             go to a cell in the open, at an altitude
UNIT enter UNIT               go into a transport
UNIT attack UNIT              strike a unit
UNIT overrun X,Y[,Z]          attack whoever is in a cell, and move in
UNIT fire-at UNIT [with M]    fire at a unit, with one material or with all
UNIT fire-into X,Y[,Z] [with M]  fire at everybody in a cell, at one altitude or at all
UNIT capture UNIT             try to capture a unit
UNIT detonate X,Y[,Z]         go off in a cell
UNIT develop TYPE             raise the tech level of a type
UNIT toolup TYPE              tool up for a type
UNIT create-in TYPE UNIT      begin a unit inside another
UNIT create-at TYPE X,Y[,Z]   begin a unit in a cell
UNIT build UNIT               go on with an unfinished unit
UNIT repair UNIT              mend a unit
UNIT produce M N              make so much of a material
UNIT extract X,Y M N          take so much of a material out of a cell
UNIT transfer UNIT [M] N      give so much of a material, or of each; take it, if negative
UNIT disband                  take apart
UNIT transfer-part N [UNIT]   move parts to a unit, or make a new one of them; take them, if negative
UNIT change-side SIDE         go over to a side: its number, 0 nobody
UNIT change-type TYPE         become another type
UNIT alter-terrain X,Y TERRAIN       make another terrain of a cell
UNIT add-terrain X,Y WAY TERRAIN     add a border or connection (ne, e, ..) or a coating (its depth)
UNIT remove-terrain X,Y WAY TERRAIN  take one away
UNIT on UNIT ...              the same, where one pays for it and another does it
order UNIT TASK [until TURN]  work at a task over several turns; order UNIT none: no longer
stand TYPE WHEN TASK [until TURN]  the same for idle units; WHEN: always, at X,Y, in UNIT, near X,Y N; TASK none: no longer
  tasks: build TYPE N, move-to X,Y [within N], sentry, patrol X,Y X,Y, resupply, repair, transport UNIT X,Y,
  hit UNIT, capture UNIT, occupy UNIT
doctrine TYPE resupply N rearm N repair N run N [locked]  how units of a type look after themselves, in percent
research ADVANCE              choose what to do research on
trust SIDE, distrust SIDE     trust another side, or no longer
draw, no-draw                 agree to a draw, or no longer
self-unit UNIT                the unit that stands for the player
resign [SIDE]                 give up; all goes to a side, or to nobody
end                           end the turn";
