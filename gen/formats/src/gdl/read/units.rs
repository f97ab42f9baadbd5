//! Units (`gdl-reference`, section 9), in both ways of writing them.

use std::collections::BTreeMap;

use design::abilities::initial_supply;
use design::parameters::unit::HP_MAX;
use design::{Atom, Diagnostic, Entry, Node, NodeValue, Scope, Span, TypeId, UnitType};
use grid::Area;
use world::{Place, SideId, Unit, UnitId};

use super::evaluate::What;
use super::properties::{Defaults, Given};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// A unit as a module describes it.
#[derive(Clone, Debug)]
pub(crate) struct UnitDraft {
    kind: usize,
    /// Its place with the spans of x and y.
    at: Option<((i32, i32), Span)>,
    side: i32,
    carrier: Option<(Atom, Span)>,
    name: String,
    number: u16,
    hp: Option<(i32, Span)>,
    /// The given amounts of materials, as pairs.
    materials: Option<Vec<Atom>>,
    id: i32,
    symbol: String,
    gdl: Vec<Entry>,
    span: Span,
}

/// The defaults for all later units.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnitDefaults {
    offset: (i32, i32),
    properties: Defaults,
}

impl<'m> ModuleReader<'m> {
    /// `(unit TYPE (property ..)..)`, or `(unit "Name" ..)` to change an earlier unit.
    pub(crate) fn unit(&mut self, form: &'m Form) {
        let [_, first, rest @ ..] = form.list().unwrap_or_default() else {
            return self.fault(form.span, Diagnostic::error("missing-part", "`unit` names no type"));
        };
        match &first.kind {
            FormKind::Text(_) | FormKind::Int(_) => return self.unit_again(first, rest),
            FormKind::Broken => return,
            _ => {}
        }
        let object = self.evaluate(first);
        if let Some(&[kind]) = self.types_of(Scope::Unit, &object, "the type of a unit").as_deref() {
            self.unit_of_type(form, kind, rest);
        }
    }

    /// `(TYPE x y side (property ..)..)` with x, y and side optional.
    pub(crate) fn unit_of_type(&mut self, form: &'m Form, kind: usize, parts: &'m [Form]) {
        let plain = parts.iter().take_while(|part| part.list().is_none()).count();
        let (head, properties) = parts.split_at(plain);
        let id = self.units.last().map_or(1, |unit| unit.id.saturating_add(1));
        let mut unit = UnitDraft {
            kind,
            at: None,
            side: 0,
            carrier: None,
            name: String::new(),
            number: 0,
            hp: None,
            materials: None,
            id,
            symbol: String::new(),
            gdl: Vec::new(),
            span: form.span,
        };
        for given in self.unit_defaults.properties.at(form.span) {
            self.take_unit_property(&mut unit, given);
        }
        let mut is_whole = true;
        match head {
            [] => {}
            [x, y, rest @ ..] => {
                match (self.look_up_int(x), self.look_up_int(y)) {
                    (Some(column), Some(row)) => {
                        let (dx, dy) = self.unit_defaults.offset;
                        unit.at = Some(((column.saturating_add(dx), row.saturating_add(dy)), x.span));
                    }
                    _ => {
                        let diagnostic = Diagnostic::error("wrong-kind", "the place of a unit is two numbers");
                        self.fault(x.span, diagnostic.found(x.describe()));
                        is_whole = false;
                    }
                }
                if let Some(side) = rest.first() {
                    match self.side_number(side) {
                        Some(number) => unit.side = number,
                        None => is_whole = false,
                    }
                }
                if let Some(extra) = rest.get(1) {
                    self.warn(extra.span, "extra-part", "a unit takes x, y and a side before its properties");
                }
            }
            [only] => {
                let diagnostic = Diagnostic::error("missing-part", "a unit's place is x and y").found(only.describe());
                self.fault(only.span, diagnostic);
                is_whole = false;
            }
        }
        for given in self.properties(Scope::Piece, properties) {
            self.take_unit_property(&mut unit, given);
        }
        if is_whole && !self.unit_ids.insert(unit.id) {
            let twin = self.units.iter().find(|known| known.id == unit.id).map_or(unit.span, |twin| twin.span);
            let place = self.place(twin);
            let message = format!("the unit at {place} has the number {} already", unit.id);
            self.fault(form.span, Diagnostic::error("duplicate-id", message).suggest("give it another `#`"));
        } else if is_whole {
            self.units.push(unit);
        }
    }

    /// Changes an earlier unit, found by its name or number.
    pub(crate) fn unit_again(&mut self, key: &'m Form, properties: &'m [Form]) {
        let found = match &key.kind {
            FormKind::Text(name) => self.units.iter().position(|unit| unit.name == *name),
            FormKind::Int(number) => self.units.iter().position(|unit| i32::from(unit.number) == *number),
            _ => None,
        };
        let Some(at) = found else {
            let known: Vec<String> =
                self.units.iter().map(|unit| unit.name.clone()).filter(|name| !name.is_empty()).collect();
            let message = format!("no unit is called {}", key.describe());
            let name = key.text().unwrap_or_default();
            return self.unknown("unknown-unit", message, name, key.span, known.iter().map(String::as_str));
        };
        let given = self.properties(Scope::Piece, properties);
        // This is the seed's way to remove a unit.
        if given.iter().any(|given| given.name == "hp" && given.int() == Some(0)) {
            self.units.remove(at);
            return;
        }
        let mut unit = self.units[at].clone();
        for given in given {
            self.take_unit_property(&mut unit, given);
        }
        self.units[at] = unit;
    }

    fn take_unit_property(&mut self, unit: &mut UnitDraft, given: Given<'_>) {
        match given.name {
            "@" => match given.atoms.as_slice() {
                [Atom::Int(x), Atom::Int(y), ..] => {
                    let (dx, dy) = self.unit_defaults.offset;
                    unit.at = Some(((x.saturating_add(dx), y.saturating_add(dy)), given.span));
                }
                _ => self.fault(given.at, Diagnostic::error("missing-part", "`@` takes x and y")),
            },
            "s" => unit.side = given.int().unwrap_or(0),
            "in" => {
                if let Some(carrier) = given.atoms.first() {
                    unit.carrier = Some((carrier.clone(), given.span));
                }
            }
            "n" => unit.name = given.text(),
            "nb" => match given.int().map(u16::try_from) {
                Some(Ok(number)) => unit.number = number,
                _ => self.fault(
                    given.span,
                    Diagnostic::error("out-of-range", "`nb` is out of its range").expected("0 to 65535"),
                ),
            },
            "hp" => unit.hp = given.int().map(|hp| (hp, given.span)),
            "m" => unit.materials = Some(given.atoms),
            "#" => unit.id = given.int().unwrap_or(unit.id),
            "sym" => {
                unit.symbol = given.atoms.first().and_then(Atom::text).unwrap_or_default().to_owned();
                given.put(&mut unit.gdl, false);
            }
            _ => given.put(&mut unit.gdl, false),
        }
    }

    /// `(unit-defaults [reset] (property ..)..)`.
    pub(crate) fn unit_defaults(&mut self, form: &'m Form) {
        let mut parts = &form.list().unwrap_or_default()[1..];
        while let [first, rest @ ..] = parts {
            if first.list().is_some() {
                break;
            }
            if first.symbol() == Some("reset") {
                self.unit_defaults = UnitDefaults::default();
            }
            parts = rest;
        }
        for given in self.properties(Scope::Piece, parts) {
            match (given.name, given.atoms.as_slice()) {
                ("@", [Atom::Int(x), Atom::Int(y), ..]) => self.unit_defaults.offset = (*x, *y),
                _ => self.unit_defaults.properties.set(given),
            }
        }
    }

    /// Whether any unit still has no place.
    pub(crate) fn has_waiting_units(&self) -> bool {
        self.units.iter().any(|unit| unit.at.is_none() && unit.carrier.is_none())
    }

    /// Makes the units, on their cells and in their transports.
    pub(crate) fn make_units(&mut self, area: &Area) -> Vec<Unit> {
        let drafts = std::mem::take(&mut self.units);
        let by_id: BTreeMap<i32, usize> = drafts.iter().enumerate().map(|(index, unit)| (unit.id, index)).collect();
        let mut units = Vec::with_capacity(drafts.len());
        for (index, draft) in drafts.iter().enumerate() {
            units.push(self.make_unit(area, &drafts, &by_id, index, draft));
        }
        for index in 0..units.len() {
            let (mut place, mut steps) = (units[index].place, 0);
            while let Place::Inside(carrier) = place {
                place = units[carrier.index()].place;
                steps += 1;
                if steps > units.len() {
                    self.fault(drafts[index].span, Diagnostic::error("carrier-circle", "this unit is inside itself"));
                    units[index].place = Place::Unplaced;
                    break;
                }
            }
        }
        units
    }

    fn make_unit(
        &mut self,
        area: &Area,
        drafts: &[UnitDraft],
        by_id: &BTreeMap<i32, usize>,
        index: usize,
        draft: &UnitDraft,
    ) -> Unit {
        let kind = UnitType::at(draft.kind);
        let mut gdl = draft.gdl.clone();
        let made = |name, atoms| Given { name, atoms, values: &[], at: draft.span, span: draft.span };
        if draft.id != index as i32 + 1 {
            made("#", vec![Atom::Int(draft.id)]).put(&mut gdl, false);
        }
        let is_to_come = gdl.iter().any(|(name, node)| {
            name.text == "cp" && matches!(node.items(), Some([Node { value: NodeValue::Int(-1), .. }, ..]))
        });
        let place = match (&draft.carrier, draft.at) {
            (Some((carrier, span)), _) => match self.find_carrier(drafts, by_id, carrier) {
                Some(at) => Place::Inside(UnitId(at as u32 + 1)),
                None => {
                    let name = carrier.text().map_or_else(|| carrier.int().unwrap_or(0).to_string(), str::to_owned);
                    let known: Vec<String> = drafts
                        .iter()
                        .flat_map(|unit| [unit.name.clone(), unit.symbol.clone()])
                        .filter(|name| !name.is_empty())
                        .collect();
                    let message = format!("no unit has the number, name or symbol `{name}`");
                    self.unknown("unknown-unit", message, &name, *span, known.iter().map(String::as_str));
                    Place::Unplaced
                }
            },
            (None, Some((at, span))) => match self.cell_at(area, at, span) {
                // It appears later in the game: until then it has no place.
                Some(_) if is_to_come => {
                    made("@", vec![Atom::Int(at.0), Atom::Int(at.1)]).put(&mut gdl, false);
                    Place::Unplaced
                }
                Some(cell) => Place::Cell(cell),
                None => Place::Unplaced,
            },
            (None, None) => Place::Unplaced,
        };
        let most = self.design.int(HP_MAX, kind);
        let hp = draft.hp.and_then(|(hp, span)| {
            // A unit without hit points cannot exist.
            if !(1..=most).contains(&hp) {
                let diagnostic = Diagnostic::error("out-of-range", "`hp` is out of its range").found(hp.to_string());
                self.fault(span, diagnostic.expected(format!("1 to {most}")));
            }
            u16::try_from(hp).ok().filter(|&hp| i32::from(hp) != most)
        });
        let initial = |material| initial_supply(&self.design, kind, material);
        let mut materials: Vec<i32> = self.design.material_types().map(initial).collect();
        for pair in draft.materials.iter().flatten() {
            if let Some([material, amount]) = pair.list()
                && let Some(index) = material.text().and_then(|name| self.design.materials.find(name))
            {
                materials[index] = amount.int().unwrap_or(0).max(0);
            }
        }
        if !draft.name.is_empty() && draft.name.chars().any(char::is_control) {
            self.fault(draft.span, Diagnostic::error("control-character", "a unit's name holds a control character"));
        }
        Unit {
            kind,
            place,
            side: SideId(draft.side as u8),
            name: draft.name.clone(),
            number: draft.number,
            hp,
            materials,
            gdl: self.read_extras(gdl),
        }
    }

    fn find_carrier(&self, drafts: &[UnitDraft], by_id: &BTreeMap<i32, usize>, carrier: &Atom) -> Option<usize> {
        match carrier {
            Atom::Int(id) => by_id.get(id).copied(),
            Atom::Text(name) => drafts.iter().position(|unit| unit.name == *name),
            Atom::Word(symbol) => {
                drafts.iter().position(|unit| unit.symbol == *symbol).or_else(|| match self.look_up(symbol)? {
                    What::Int(id) => by_id.get(&id).copied(),
                    _ => None,
                })
            }
            Atom::List(_) => None,
        }
    }
}
