//! Events by the names that GDL gives them, and patterns of them (`gdl-reference` 12, "Notices", and 13).

use contract::Unplayable;
use design::{Atom, Design, TypeId, UnitType};

use crate::event::{Death, EventKind, UnitSnapshot};

/// An event as a design speaks of it: its names, the one that says most first, and the units that it tells of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) names: &'static [&'static str],
    pub(crate) units: [Option<UnitSnapshot>; 2],
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

/// A pattern of events: a name, and for each unit that the event tells of the types that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) name: String,
    /// By place; those that are not named may be of any type.
    kinds: Vec<Vec<UnitType>>,
}

impl Pattern {
    /// Of `word` or `(word type ..)`, where a type is a name, `u*`, or a list of names.
    ///
    /// # Errors
    /// What is no pattern.
    pub(crate) fn new(form: &Atom, design: &Design) -> Result<Pattern, Unplayable> {
        let (name, kinds) = match form {
            Atom::List(list) => (list.first().and_then(Atom::text), &list[1.min(list.len())..]),
            atom => (atom.text(), &[][..]),
        };
        let refuse = || Unplayable { what: format!("`{}` is no pattern: expected word or (word type)", show(form)) };
        let name = name.ok_or_else(refuse)?.to_owned();
        let kinds = kinds.iter().map(|types| find_types(types, design)).collect::<Result<_, _>>()?;
        Ok(Pattern { name, kinds })
    }

    /// Whether an event is one of these.
    pub(crate) fn matches(&self, event: &Named) -> bool {
        event.names.contains(&self.name.as_str()) && self.fits(event.units)
    }

    /// Whether units are of the types that are asked for.
    pub(crate) fn fits(&self, units: [Option<UnitSnapshot>; 2]) -> bool {
        self.kinds
            .iter()
            .enumerate()
            .all(|(place, kinds)| units.get(place).copied().flatten().is_some_and(|who| kinds.contains(&who.kind)))
    }
}

/// Types of units by a name, a list of names, or `u*`.
///
/// # Errors
/// What names no type.
pub(crate) fn find_types(form: &Atom, design: &Design) -> Result<Vec<UnitType>, Unplayable> {
    match form {
        Atom::List(list) => {
            let mut all = Vec::new();
            for part in list.iter().filter(|part| !matches!(part.word(), Some("append" | "list" | "quote"))) {
                all.extend(find_types(part, design)?);
            }
            Ok(all)
        }
        Atom::Int(index) if (0..design.units.len() as i32).contains(index) => Ok(vec![UnitType::at(*index as usize)]),
        Atom::Int(_) => Err(Unplayable { what: format!("there is no unit type {}", show(form)) }),
        atom => match atom.text().unwrap_or_default() {
            "u*" => Ok(design.unit_types().collect()),
            name => match design.find::<UnitType>(name) {
                Some(kind) => Ok(vec![kind]),
                None => Err(Unplayable { what: format!("there is no unit type `{name}`") }),
            },
        },
    }
}

/// A form as GDL writes it, cut where it is long.
pub(crate) fn show(form: &Atom) -> String {
    fn write(form: &Atom, depth: usize, text: &mut String) {
        match form {
            _ if text.len() > 80 || depth > 20 => text.push_str(".."),
            Atom::Int(number) => text.push_str(&number.to_string()),
            Atom::Word(word) => text.push_str(word),
            Atom::Text(quoted) => text.push_str(&format!("\"{quoted}\"")),
            Atom::List(list) => {
                text.push('(');
                for (place, part) in list.iter().enumerate() {
                    if place > 0 {
                        text.push(' ');
                    }
                    write(part, depth + 1, text);
                }
                text.push(')');
            }
        }
    }
    let mut text = String::new();
    write(form, 0, &mut text);
    text
}
