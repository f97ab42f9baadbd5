//! A state as text, and back (seed 000, "Saving Scenarios").
