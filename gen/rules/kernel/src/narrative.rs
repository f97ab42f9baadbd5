//! Events in words: notices and narratives of the design, else plain sentences (seed 000, "Designing the Text").

use crate::{Event, Kernel};

impl Kernel {
    /// An event as a line of text.
    pub(crate) fn narrate(&self, event: &Event) -> String {
        format!("{:?}", event.what)
    }
}
