//! A state as text, and back, so that a game goes on as if it had never stopped: chance, the numbers of units and who has acted are in it.
//!
//! The text is RON: a format, a digest of what the game is, a checksum, and the state as serde writes it. For programs only: what people
//! look at and edit is the position as a scenario (`show.rs`), which holds all but chance.

use chance::Digest;
use contract::StateText;
use serde::{Deserialize, Serialize};

use crate::{Kernel, State};

mod check;

/// What this version writes.
const FORMAT: u32 = 3;

#[derive(Serialize, Deserialize)]
struct Saved {
    format: u32,
    /// Of design and world.
    game: String,
    /// Of the state's text.
    checksum: String,
    state: StateText,
}

impl Kernel {
    /// A state as text.
    pub(crate) fn save_state(&self, state: &State) -> String {
        let state = StateText(contract::write_state(state));
        let saved = Saved { format: FORMAT, game: self.digest(), checksum: check_sum(&state), state };
        contract::write_state(&saved)
    }

    /// A state from text.
    ///
    /// # Errors
    /// If it is no saved game, damaged, of another version, or of another game.
    pub(crate) fn load_state(&self, text: &str) -> Result<State, String> {
        let saved: Saved = contract::read_state(text).map_err(|why| format!("this is no saved game: {why}"))?;
        if saved.format != FORMAT {
            return Err(format!("the game was saved in format {}: this version reads format {FORMAT}", saved.format));
        }
        if saved.game != self.digest() {
            return Err("another game was saved: its design or its world differ from this one's".to_owned());
        }
        if saved.checksum != check_sum(&saved.state) {
            return Err("the saved game is damaged: its checksum is wrong".to_owned());
        }
        self.read_whole(&saved)
    }

    /// The state that was saved, whatever the checksum says.
    fn read_whole(&self, saved: &Saved) -> Result<State, String> {
        let state: State =
            contract::read_state(&saved.state.0).map_err(|why| format!("the saved game is damaged: {why}"))?;
        match check::check_state(self, &state).err().or_else(|| self.find_broken_state(&state)) {
            Some(why) => Err(format!("the saved game is damaged: {why}")),
            None => Ok(state),
        }
    }

    /// As if the checksum were right.
    #[doc(hidden)]
    pub fn load_unchecked(&self, text: &str) -> Result<State, String> {
        let saved: Saved = contract::read_state(text)?;
        self.read_whole(&saved)
    }

    /// What tells this game from others: types, numbers and the world that it begins in, wherever its files stood.
    fn digest(&self) -> String {
        let text = self.digest.get_or_init(|| {
            let mut design = (*self.design).clone();
            design.namers.clear();
            let mut sum = Sum::default();
            let sides: Vec<_> = self.scenario.sides.iter().map(|side| (&side.gdl, side.team, &side.class)).collect();
            let forms = &self.scenario.forms;
            std::fmt::write(&mut sum, format_args!("{design:?}{:?}{sides:?}{forms:?}", self.scenario.world))
                .expect("a digest takes everything");
            // What is even adds nothing, as before there were handicaps.
            for (index, side) in self.scenario.sides.iter().enumerate().filter(|(_, side)| !side.handicap.is_even()) {
                sum.0.add(format!("{index} {}", side.handicap.percent()).bytes());
            }
            format!("{:016x}", sum.0.value())
        });
        text.clone()
    }
}

/// A digest that is written to.
#[derive(Default)]
struct Sum(Digest);

impl std::fmt::Write for Sum {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.add(text.bytes());
        Ok(())
    }
}

fn check_sum(state: &StateText) -> String {
    let mut sum = Digest::default();
    sum.add(state.0.trim().bytes());
    format!("{:016x}", sum.value())
}
