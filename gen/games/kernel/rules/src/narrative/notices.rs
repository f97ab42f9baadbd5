//! Notices and narratives of the design: patterns with texts (`gdl-reference` 12, "Notices"). The first matching one is used, but
//! one for the event's own name comes before one for a more general name.

use design::parameters::global::{ACTION_NOTICES, EVENT_NARRATIVES, EVENT_NOTICES};
use design::{Atom, Design, Notice};

use super::Narrator;
use crate::event::{Death, EventKind, UnitSnapshot};
use crate::scorekeepers::events::{Named, name_event};

/// The texts of a design.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    of_events: Vec<Notice>,
    of_actions: Vec<Notice>,
}

impl Notices {
    pub(crate) fn new(design: &Design) -> Notices {
        let mut of_events = Notice::of_design(design, EVENT_NOTICES);
        of_events.extend(Notice::of_design(design, EVENT_NARRATIVES));
        Notices { of_events, of_actions: Notice::of_design(design, ACTION_NOTICES) }
    }

    /// An event in the words of the design, if the design has a text for it.
    pub(super) fn tell(&self, teller: &Narrator<'_>, what: &EventKind) -> Option<String> {
        if self.of_events.is_empty() && self.of_actions.is_empty() {
            return None;
        }
        let event = name_event(what);
        let action = name_action(what);
        let in_events = || Some((find(&self.of_events, &event)?, &event));
        let in_actions = || Some((find(&self.of_actions, &action)?, &action));
        let (text, named) = in_events().or_else(in_actions)?;
        Some(text.iter().map(|part| write(teller, what, named, part)).collect())
    }
}

/// The first text for the most specific name of the event, else for the next name.
fn find<'a>(notices: &'a [Notice], named: &Named) -> Option<&'a [Atom]> {
    let is_for = |notice: &Notice, name: &str| notice.pattern.name == name && named.fits(&notice.pattern);
    let for_name = |name: &&str| notices.iter().find(|notice| is_for(notice, name));
    named.names.iter().find_map(for_name).map(|notice| notice.text.as_slice())
}

fn write(teller: &Narrator<'_>, what: &EventKind, named: &Named, part: &Atom) -> String {
    let unit = |place: usize| named.units[place].map_or_else(String::new, |who| teller.unit(who));
    match part {
        Atom::Text(text) => text.clone(),
        Atom::Int(place) => {
            usize::try_from(*place).ok().and_then(|place| data(teller, what).into_iter().nth(place)).unwrap_or_default()
        }
        Atom::Word(word) => match word.as_str() {
            "actor" | "unit" => unit(0),
            "actee" => unit(1),
            "0" | "1" | "2" | "3" => {
                data(teller, what).into_iter().nth(usize::from(word.as_bytes()[0] - b'0')).unwrap_or_default()
            }
            other => other.to_owned(),
        },
        Atom::List(parts) => parts.iter().map(|part| write(teller, what, named, part)).collect(),
    }
}

/// The data that GDL keeps with an event: up to four (`gdl-reference` 13).
fn data(teller: &Narrator<'_>, what: &EventKind) -> Vec<String> {
    let unit = |who: UnitSnapshot| teller.unit(who);
    let spot = |cell: grid::Cell| teller.place(cell).split(',').map(str::to_owned).collect::<Vec<_>>();
    match *what {
        EventKind::Moved { who, to } => [vec![unit(who)], spot(to)].concat(),
        EventKind::Attacked { who, target } | EventKind::FiredAt { who, target } => {
            [vec![unit(who), unit(target)], spot(target.cell)].concat()
        }
        EventKind::Hit { who, damage, .. }
        | EventKind::Accident { who, damage }
        | EventKind::Attrited { who, damage }
        | EventKind::Starved { who, damage } => {
            vec![unit(who), damage.to_string()]
        }
        EventKind::Captured { who, by } | EventKind::Surrendered { who, to: by } => {
            vec![unit(who), unit(by), teller.side(who.side)]
        }
        EventKind::Created { who, .. } | EventKind::Completed { who } => vec![teller.side(who.side), unit(who)],
        EventKind::Revolted { who, to } | EventKind::SideChanged { who, to } => vec![unit(who), teller.side(to)],
        EventKind::Wrecked { who, into, .. } | EventKind::TypeChanged { who, into } => {
            vec![unit(who), teller.kind(into).to_owned()]
        }
        EventKind::Died { who, of: Death::Garrisoned | Death::UsedUp, by: Some(by) } => vec![unit(who), unit(by)],
        EventKind::Died { who, .. } => vec![unit(who), teller.kind(who.kind).to_owned()],
        EventKind::SideLost { side, to } => std::iter::once(side).chain(to).map(|side| teller.side(side)).collect(),
        EventKind::SideWon { side } => vec![teller.side(side)],
        _ => name_event(what).units.into_iter().flatten().map(unit).collect(),
    }
}

/// The name of an event in action notices: with the acting unit first, the other one second.
fn name_action(what: &EventKind) -> Named {
    let of = |names, one: UnitSnapshot, other: Option<UnitSnapshot>| Named { names, units: [Some(one), other] };
    match *what {
        EventKind::Moved { who, .. } => of(&["move"], who, None),
        EventKind::Entered { who, transport } => of(&["enter"], who, Some(transport)),
        EventKind::Attacked { who, target } => of(&["attack"], who, Some(target)),
        EventKind::FiredAt { who, target } => of(&["fire-at"], who, Some(target)),
        EventKind::FiredInto { who, .. } => of(&["fire-into"], who, None),
        EventKind::Hit { who, by, .. } => of(&["hit", "hit-occupant"], by, Some(who)),
        EventKind::Missed { who, by } => of(&["miss-attack", "miss-fire", "miss-occupant"], by, Some(who)),
        EventKind::Retreated { who, from } => of(&["retreat"], who, Some(from)),
        EventKind::CaptureFailed { who, by } => of(&["resist", "resist/slaughter"], by, Some(who)),
        EventKind::Captured { who, by } if who.side == world::SideId::INDEPENDENT => {
            of(&["liberate", "capture"], by, Some(who))
        }
        EventKind::Captured { who, by } => of(&["capture"], by, Some(who)),
        EventKind::Detonated { who, .. } => of(&["detonate"], who, None),
        EventKind::Died { who, of: Death::WithTransport, by: Some(by) } => of(&["destroy-occupant"], by, Some(who)),
        EventKind::Died { of: Death::Garrisoned | Death::UsedUp, .. } => Named { names: &[], units: [None; 2] },
        EventKind::Died { who, by: Some(by), .. } => of(&["destroy"], by, Some(who)),
        EventKind::Wrecked { who, by: Some(by), .. } => of(&["destroy"], by, Some(who)),
        EventKind::Created { who, by: Some(by) } => of(&["create-in", "create-at"], by, Some(who)),
        EventKind::Built { who, by, .. } => of(&["build"], by, Some(who)),
        EventKind::Repaired { who, by, .. } => of(&["repair"], by, Some(who)),
        EventKind::ToolUp { who, .. } => of(&["toolup"], who, None),
        EventKind::Produced { who, .. } => of(&["produce"], who, None),
        EventKind::Extracted { who, .. } => of(&["extract"], who, None),
        EventKind::Transferred { who, to, .. } => of(&["transfer"], who, Some(to)),
        EventKind::Disbanded { who, .. } => of(&["disband"], who, None),
        EventKind::PartsMoved { who, to, .. } => of(&["transfer-part"], who, Some(to)),
        EventKind::SideChanged { who, .. } => of(&["change-side"], who, None),
        EventKind::TypeChanged { who, .. } => of(&["change-type"], who, None),
        _ => Named { names: &[], units: [None; 2] },
    }
}
