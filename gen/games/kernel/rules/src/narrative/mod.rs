//! Events in words: notices and narratives of the design, else plain sentences (seed 000, "Designing the Text").
//!
//! An event by itself knows units by type, number and the names in the scenario. A reader knows the names that its own units were
//! given later, too, and reads of them as "your tank".

mod notices;
mod sentences;

use design::parameters::{advance, terrain, unit};
use design::{AdvanceType, Atom, TerrainType, UnitType, ordinal, plural};
use grid::Cell;
use world::SideId;

use crate::event::{EventKind, UnitSnapshot};
use crate::{Event, Kernel, View};

pub(crate) use notices::Notices;

impl Kernel {
    /// An event as a line of text, for those who see everything.
    #[doc(hidden)]
    pub fn narrate(&self, event: &Event) -> String {
        self.narrate_to(None, event)
    }

    /// The same, for the seat that reads it.
    pub(crate) fn narrate_to(&self, reader: Option<View<'_>>, event: &Event) -> String {
        let teller = Narrator { rules: self, reader };
        self.notices.tell(&teller, &event.what).unwrap_or_else(|| teller.sentence(&event.what))
    }
}

impl View<'_> {
    /// The events that the seat knows of, as lines. Steps, and the strikes that led to a result, are left out.
    #[must_use]
    pub fn report(&self, events: &[Event]) -> Vec<String> {
        let is_told = |event: &&Event| {
            let is_step = matches!(
                event.what,
                EventKind::Moved { .. }
                    | EventKind::Entered { .. }
                    | EventKind::Attacked { .. }
                    | EventKind::FiredAt { .. }
            );
            event.witnesses.contains(self.seat) && !is_step
        };
        events.iter().filter(is_told).map(|event| self.rules.narrate_to(Some(*self), event)).collect()
    }
}

/// Writes events as text.
struct Narrator<'a> {
    rules: &'a Kernel,
    reader: Option<View<'a>>,
}

impl Narrator<'_> {
    /// Whether a unit is the reader's own.
    fn is_own(&self, who: UnitSnapshot) -> bool {
        self.reader.is_some_and(|view| view.side() == who.side)
    }

    fn side(&self, side: SideId) -> String {
        match side {
            SideId::INDEPENDENT => "the independents".to_owned(),
            side => {
                let known = self.rules.scenario.side(side);
                match (known.name.as_str(), self.plural_noun(side)) {
                    ("", Some(plural)) => format!("the {plural}"),
                    ("", None) => format!("side {}", side.0),
                    (name, _) => name.to_owned(),
                }
            }
        }
    }

    fn plural_noun(&self, side: SideId) -> Option<&str> {
        let given = self.rules.scenario.side(side).gdl.atoms().get("plural-noun")?;
        given.first()?.text().filter(|plural| !plural.is_empty())
    }

    /// A verb of a side, the first word for one that is spoken of as one, the second for one that is called after its people.
    fn agrees<'w>(&self, side: SideId, one: &'w str, many: &'w str) -> &'w str {
        let known = self.rules.scenario.side(side);
        let is_people = match known.name.as_str() {
            _ if side == SideId::INDEPENDENT => true,
            "" => self.plural_noun(side).is_some(),
            name => is_plural(name, &known.noun, self.plural_noun(side)),
        };
        if is_people { many } else { one }
    }

    fn adjective(&self, side: SideId) -> String {
        if side == SideId::INDEPENDENT {
            return "independent".to_owned();
        }
        match self.rules.scenario.side(side).adjective.as_str() {
            "" => possessive(&self.side(side)),
            adjective => adjective.to_owned(),
        }
    }

    fn kind(&self, kind: UnitType) -> &str {
        self.rules.design.spoken_name(unit::NAME, kind)
    }

    fn terrain(&self, kind: TerrainType) -> &str {
        self.rules.design.spoken_name(terrain::NAME, kind)
    }

    fn advance(&self, advance: AdvanceType) -> &str {
        self.rules.design.spoken_name(advance::NAME, advance)
    }

    fn name(&self, who: UnitSnapshot) -> &str {
        // Of units of others, a reader knows the names with which the game began.
        let reader = self.reader.filter(|_| self.is_own(who));
        let now = reader.and_then(|view| view.state.details.get(who.id.index())?.as_deref());
        let named = now.map(|details| details.name.as_str()).filter(|name| !name.is_empty());
        let first = || self.rules.scenario.units.get(who.id.index()).map(|unit| unit.name.as_str());
        named.or_else(first).unwrap_or_default()
    }

    fn place(&self, cell: Cell) -> String {
        if cell == crate::Unit::NOWHERE {
            return "off the map".to_owned();
        }
        self.rules.area.cell_name(cell)
    }

    /// A unit by `description-format`, or by its side, number, type and name.
    fn unit(&self, who: UnitSnapshot) -> String {
        let form = self.rules.design.form(unit::DESCRIPTION_FORMAT, who.kind);
        if !form.is_empty() {
            return form.iter().map(|part| self.described(who, part)).collect();
        }
        let (kind, name) = (self.kind(who.kind), self.name(who));
        let side = if self.is_own(who) { "your".to_owned() } else { self.adjective(who.side) };
        // "One's tank" needs no article, "the Onish tank" does.
        let article = if self.is_own(who) || side.ends_with("'s") || side.ends_with('\'') { "" } else { "the " };
        match (name, who.number) {
            ("", 0) => format!("{article}{side} {kind}"),
            ("", number) => format!("{article}{side} {} {kind}", ordinal(number.into())),
            (name, _) => format!("{article}{side} {kind} {name}"),
        }
    }

    fn described(&self, who: UnitSnapshot, part: &Atom) -> String {
        match part.word() {
            Some("name") => match (self.name(who), who.number) {
                ("", 0) => String::new(),
                ("", number) => ordinal(number.into()),
                (name, _) => name.to_owned(),
            },
            Some("position") => self.place(who.cell),
            Some("type") => self.kind(who.kind).to_owned(),
            Some("side" | "side-name") => self.side(who.side),
            Some("side-adjective") => self.adjective(who.side),
            _ => part.text().unwrap_or_default().to_owned(),
        }
    }
}

/// Whether a side's name takes the verb that several take: `You`, its people's own plural, or a name with the ending of one. A few
/// places end so, too: `Athens have won` is said of teams as well.
fn is_plural(name: &str, noun: &str, plural_noun: Option<&str>) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    let is_of_people = |plural: &str| !plural.is_empty() && last == plural;
    let looks_plural = (last.ends_with('s') && !["ss", "us", "is", "as", "os"].iter().any(|end| last.ends_with(end)))
        || last.ends_with("men");
    ["You", "We", "They"].contains(&name)
        || plural_noun.is_some_and(is_of_people)
        || (!noun.is_empty() && is_of_people(&plural(noun)))
        || looks_plural
}

fn possessive(name: &str) -> String {
    if name == "You" {
        "your".to_owned()
    } else if name.ends_with('s') {
        format!("{name}'")
    } else {
        format!("{name}'s")
    }
}
