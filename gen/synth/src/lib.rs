//! The contract of synthesis methods: what a method is, its input, its possible results, and what is recorded.
//!
//! A method makes **only what is not given**: one that finds its layer present returns [`MethodOutcome::Skipped`]. Methods never call
//! each other; they share the scenario. A new method is one file in a method crate and one line in `pipeline`.

mod attempts;
mod context;
mod history;
mod method;
mod names;

pub use attempts::{Exhausted, attempt};
pub use context::{Synthesis, Warning};
pub use history::{Frame, History};
pub use method::{MethodInfo, MethodOutcome, Part, SynthesisError, SynthesisMethod};
pub use names::{Names, find_namers};
