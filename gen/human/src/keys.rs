//! Names of steps, and the single keys of games in which a person moves one unit.

use contract::Seat;

use crate::{COMMANDS, HumanMatch};

/// The steps, by the names that files of keys use.
pub const STEPS: [&str; 8] = ["step-n", "step-ne", "step-e", "step-se", "step-s", "step-sw", "step-w", "step-nw"];

/// The keys that act at once where each seat moves a single unit, as long as nothing is typed yet, with what they stand for.
pub const AT_ONCE: [(&str, &str); 27] = [
    ("k", "step-n"),
    ("u", "step-ne"),
    ("l", "step-e"),
    ("n", "step-se"),
    ("j", "step-s"),
    ("b", "step-sw"),
    ("h", "step-w"),
    ("y", "step-nw"),
    ("Up", "step-n"),
    ("PageUp", "step-ne"),
    ("Right", "step-e"),
    ("PageDown", "step-se"),
    ("Down", "step-s"),
    ("End", "step-sw"),
    ("Left", "step-w"),
    ("Home", "step-nw"),
    (".", "rest"),
    (",", "take"),
    (">", "down"),
    ("<", "up"),
    ("i", "show me"),
    ("x", "show"),
    ("m", "moves"),
    ("z", "do"),
    ("?", "help keys"),
    ("S", "save"),
    ("Q", "quit"),
];

impl HumanMatch {
    /// The single keys that a seat can use now, with what they stand for: [`AT_ONCE`] where it moves a single unit. Elsewhere a letter that
    /// is a short form of a command stands for that command, and those keys are left out that make moves of the rules.
    #[must_use]
    pub fn single_keys(&self, seat: Seat) -> Vec<(&'static str, &'static str)> {
        let (has_walker, area) = (self.has_walker(seat), &self.start.world.area);
        let meant = |(key, line): (&'static str, &'static str)| {
            if let Some(way) = line.strip_prefix("step-") {
                return area.find_direction(way).map(|_| (key, line));
            }
            let has_name = |name: &str| COMMANDS.iter().find(|known| known.names.contains(&name));
            let word = line.split(' ').next().unwrap_or_default();
            match (has_walker, has_name(key)) {
                (true, _) => Some((key, line)),
                (false, Some(command)) => Some((key, command.names[0])),
                (false, None) => has_name(word).map(|_| (key, line)),
            }
        };
        AT_ONCE.into_iter().filter_map(meant).collect()
    }
}
