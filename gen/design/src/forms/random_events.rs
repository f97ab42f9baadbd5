//! Which events of chance a game has, in their order: `(NAME ..)` in `random-events` (seed 000, "Adding Random Events").

use crate::parameters::global::RANDOM_EVENTS;
use crate::{Atom, Design};

/// An event of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceEvent {
    /// Terrain harms units, or swallows them.
    Accidents,
    /// Terrain wears units away.
    Attrition,
    /// Units change their side.
    Revolts,
    /// Units give themselves up to others near them.
    Surrenders,
}

impl ChanceEvent {
    /// All of them, in the order in which they run where the design does not say.
    pub const ALL: [ChanceEvent; 4] =
        [ChanceEvent::Accidents, ChanceEvent::Attrition, ChanceEvent::Revolts, ChanceEvent::Surrenders];

    /// The name of the method that makes it happen. The seed has no names for attrition and revolts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ChanceEvent::Accidents => "accidents-in-terrain",
            ChanceEvent::Attrition => "attrition-in-terrain",
            ChanceEvent::Revolts => "units-revolt",
            ChanceEvent::Surrenders => "units-surrender",
        }
    }

    /// The events that a design asks for, each once; `None` where it does not name `random-events`.
    #[must_use]
    pub fn of_design(design: &Design) -> Option<Vec<ChanceEvent>> {
        design.global(usize::from(RANDOM_EVENTS.0))?;
        Some(ChanceEvent::read_all(design.global_form(RANDOM_EVENTS)))
    }

    /// Names, in lists or not; `attrition` is one too. Other words are left out.
    fn read_all(form: &[Atom]) -> Vec<ChanceEvent> {
        fn add(atoms: &[Atom], order: &mut Vec<ChanceEvent>) {
            for atom in atoms {
                add(atom.list().unwrap_or_default(), order);
                let is_called = |event: &ChanceEvent, name: &str| {
                    name == event.name() || (name == "attrition" && *event == ChanceEvent::Attrition)
                };
                let named =
                    atom.text().and_then(|name| ChanceEvent::ALL.into_iter().find(|event| is_called(event, name)));
                order.extend(named.filter(|event| !order.contains(event)));
            }
        }
        let mut order = Vec::new();
        add(form, &mut order);
        order
    }
}
