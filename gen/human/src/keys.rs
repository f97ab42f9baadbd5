//! Names of steps, and the single keys of games in which a person moves one unit.

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
