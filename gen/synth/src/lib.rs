//! The contract of synthesis methods: what a method is, what it is given, what it may answer, and what is recorded.
//!
//! A method fills in **only what is not given**: one that finds its layer present answers [`Outcome::Skipped`]. Methods
//! never use each other; they meet in the scenario. A new method is one file in a crate of this drawer and one line in
//! `pipeline`.

mod attempts;
mod context;
mod history;
mod method;
mod names;

pub use attempts::{Exhausted, attempt};
pub use context::{Synthesis, Warning};
pub use history::{Frame, History};
pub use method::{MethodInfo, Outcome, Part, SynthesisError, SynthesisMethod};
pub use names::{Names, find_namers};
