//! Events by the names that GDL gives them, and patterns of them (`gdl-reference` 12, "Notices", and 13).

use design::EventPattern;

use crate::event::{Death, EventKind, UnitSnapshot};

/// An event as a design speaks of it: its names, the one that says most first, and the units that it tells of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) names: &'static [&'static str],
    pub(crate) units: [Option<UnitSnapshot>; 2],
}

impl Named {
    /// Whether the event is one of these.
    pub(crate) fn matches(&self, pattern: &EventPattern) -> bool {
        self.names.contains(&pattern.name.as_str()) && self.fits(pattern)
    }

    /// Whether its units are of the types that a pattern asks for.
    pub(crate) fn fits(&self, pattern: &EventPattern) -> bool {
        let is_meant = |(place, types): (usize, &design::UnitTypes)| {
            self.units.get(place).copied().flatten().is_some_and(|who| types.contain(who.kind))
        };
        pattern.types.iter().enumerate().all(is_meant)
    }
}

/// What GDL calls an event; no name at all for what only this program tells of.
pub(crate) fn name_event(what: &EventKind) -> Named {
    let of = |names, one, other| Named { names, units: [Some(one), other] };
    match *what {
        EventKind::Moved { who, .. } => of(&["unit-moved"], who, None),
        EventKind::Entered { who, transport } => of(&["unit-moved"], who, Some(transport)),
        EventKind::Attacked { who, target } | EventKind::FiredAt { who, target } => {
            of(&["unit-assaulted"], who, Some(target))
        }
        EventKind::Hit { who, by, .. } => of(&["unit-damaged"], who, Some(by)),
        EventKind::CaptureFailed { who, by } => of(&["capture-failed"], who, Some(by)),
        EventKind::Captured { who, by } => of(&["unit-captured", "capture-succeeded"], who, Some(by)),
        EventKind::Surrendered { who, to } => of(&["unit-surrendered"], who, Some(to)),
        EventKind::Revolted { who, .. } => of(&["unit-revolted"], who, None),
        EventKind::SideChanged { who, .. } => of(&["unit-acquired"], who, None),
        EventKind::Died { who, of: cause, by } => of(name_death(cause), who, by),
        EventKind::Wrecked { who, of: cause, by, .. } => of(name_wreck(cause), who, by),
        EventKind::Created { who, by } => of(&["unit-created"], who, by),
        EventKind::Completed { who } => of(&["unit-completed", "build-completed"], who, None),
        EventKind::Accident { who, .. } | EventKind::Attrited { who, .. } | EventKind::Starved { who, .. } => {
            of(&["unit-damaged"], who, None)
        }
        EventKind::Disbanded { who, .. } => of(&["unit-disbanded"], who, None),
        EventKind::TypeChanged { who, .. } => of(&["unit-type-changed"], who, None),
        EventKind::SideWon { .. } => Named { names: &["side-won"], units: [None; 2] },
        EventKind::SideLost { .. } => Named { names: &["side-lost"], units: [None; 2] },
        EventKind::GameEnded => Named { names: &["game-ended"], units: [None; 2] },
        _ => Named { names: &[], units: [None; 2] },
    }
}

fn name_death(cause: Death) -> &'static [&'static str] {
    match cause {
        Death::Combat | Death::Blast | Death::WithTransport => &["unit-killed"],
        Death::Accident => &["unit-died-in-accident"],
        Death::Attrition => &["unit-died-from-attrition"],
        Death::Temperature => &["unit-died-from-temperature"],
        Death::Starvation => &["unit-starved"],
        Death::Disbanded => &["unit-disbanded"],
        Death::Garrisoned => &["unit-garrisoned"],
        Death::UsedUp => &["unit-merged"],
        Death::LeftWorld => &["unit-left-world", "unit-vanished"],
        Death::Terrain | Death::Scuttled | Death::SideLost | Death::Gone => &["unit-vanished"],
    }
}

fn name_wreck(cause: Death) -> &'static [&'static str] {
    match cause {
        Death::Accident => &["unit-wrecked-in-accident", "unit-wrecked"],
        // To wrecks, heat and cold are attrition: `wrecked-type-if-attrited` holds for them too, and there is no other name.
        Death::Attrition | Death::Temperature => &["unit-wrecked-from-attrition", "unit-wrecked"],
        _ => &["unit-wrecked"],
    }
}
