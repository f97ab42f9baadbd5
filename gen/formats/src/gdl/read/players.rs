//! Players, of whom only one property matters before a game: how strong their first units are (seed 000, "Handicapping").
//!
//! `(player [ID] (initial-advantage n))`: a side that names a player gets that player's advantage; each other side gets the next
//! player that is left. An `advantage` of the side itself overrides both.

use design::{Atom, Diagnostic, SIDES_BOUND, Scope};

use super::kept::Kept;
use super::reader::ModuleReader;
use super::sides::Sides;
use super::tree::Form;

/// The players of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Players(Vec<PlayerDraft>);

/// A player that may be given a side.
#[derive(Clone, Debug)]
struct PlayerDraft {
    name: Option<Atom>,
    advantage: Option<u32>,
}

impl Players {
    pub(crate) fn player(&mut self, reader: &mut ModuleReader<'_>, kept: &mut Kept, form: &Form) {
        let (name, parts) = reader.named(form);
        let given = reader.properties(Scope::Player, parts);
        let mut advantage = None;
        for given in given.iter().filter(|given| given.name == "initial-advantage") {
            advantage = given.int().and_then(|number| u32::try_from(number).ok()).filter(|number| *number <= 100);
            if advantage.is_none() {
                let diagnostic = Diagnostic::error("out-of-range", "`initial-advantage` is out of its range");
                reader.fault(given.span, diagnostic.expected("a whole number from 1 to 100"));
            }
        }
        self.0.push(PlayerDraft { name: name.clone(), advantage });
        kept.keep("player", form, name, &given);
    }

    /// Gives sides that have not been set up yet the advantages of their players.
    pub(crate) fn hand_out_advantages(&self, sides: &mut Sides) {
        if self.0.iter().all(|player| player.advantage.is_none()) {
            return;
        }
        let mut chosen = sides.players();
        for (place, player) in self.0.iter().enumerate() {
            // A player without an id is named by its number.
            let id = player.name.clone().unwrap_or(Atom::Int(place as i32 + 1));
            let own = chosen.iter().position(|chosen| chosen.as_ref() == Some(&id));
            let side = own.or_else(|| chosen.iter().position(Option::is_none)).unwrap_or(chosen.len());
            if side >= SIDES_BOUND {
                return;
            }
            if side == chosen.len() {
                chosen.push(None);
            }
            chosen[side] = Some(id);
            sides.give_advantage(side, player.advantage);
        }
    }
}
