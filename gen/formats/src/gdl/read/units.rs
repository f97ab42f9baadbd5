//! Units (`gdl-reference`, section 9), in both ways of writing them.

use std::collections::{BTreeMap, BTreeSet};

use design::abilities::{has_room_within, initial_supply};
use design::parameters::unit::HP_MAX;
use design::{Atom, Diagnostic, Entry, Node, NodeValue, Scope, Span, TypeId, UnitType};
use grid::{Area, Cell};
use world::standing::is_closed_ring;
use world::{Place, SideId, Unit, UnitId};

use super::object::What;
use super::properties::{Defaults, Given};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// A unit as a module describes it.
#[derive(Clone, Debug)]
struct UnitDraft {
    kind: usize,
    /// Its place with the spans of x and y; a negative one is where it will appear.
    at: Option<((i32, i32), Span)>,
    /// Whether its place lies outside of the window of the map that the area is.
    is_cut_off: bool,
    /// Whether its place is one of a larger map: what this area has no cell for is left out.
    is_of_window: bool,
    side: i32,
    carrier: Option<(Atom, Span)>,
    name: String,
    number: u16,
    hp: Option<(i32, Span)>,
    /// The given amounts of materials: pairs, and plain numbers in the order of types.
    materials: Option<Vec<Atom>>,
    id: i32,
    /// Whether the module gives its number.
    is_numbered: bool,
    symbol: String,
    gdl: Vec<Entry>,
    span: Span,
}

/// The defaults for all later units.
#[derive(Clone, Debug, Default)]
struct UnitDefaults {
    offset: (i32, i32),
    properties: Defaults,
}

/// The units of a module.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    drafts: Vec<UnitDraft>,
    /// The number that the next unit gets if it is given none.
    counter: i32,
    ids: BTreeSet<i32>,
    defaults: UnitDefaults,
}

/// The properties whose default ends when it is -1.
const ENDED_BY_MINUS_ONE: &[&str] = &["s", "os", "cp", "hp", "cxp"];

/// Where a unit of a module is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitPlace {
    Cell(Cell),
    /// Off the map, to appear at this place.
    Waits((i32, i32)),
    /// Inside the unit with this index among all that the module describes.
    Inside(usize),
    /// Nowhere yet: it is placed when the scenario is rolled.
    Open,
    /// It does not exist.
    Gone,
}

impl Units {
    pub(crate) fn new() -> Units {
        Units { drafts: Vec::new(), counter: 1, ids: BTreeSet::new(), defaults: UnitDefaults::default() }
    }

    /// `(unit TYPE (property ..)..)`, or `(unit "Name" ..)` to change an earlier unit.
    pub(crate) fn unit(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let [_, first, rest @ ..] = form.list().unwrap_or_default() else {
            return reader.fault(form.span, Diagnostic::error("missing-part", "`unit` names no type"));
        };
        match &first.kind {
            FormKind::Text(_) | FormKind::Int(_) => return self.again(reader, first, rest),
            FormKind::Broken => return,
            _ => {}
        }
        let object = reader.evaluate(first);
        if let Some(&[kind]) = reader.types_of(Scope::Unit, &object, "the type of a unit").as_deref() {
            self.of_type(reader, form, kind, rest);
        }
    }

    /// `(TYPE x y side (property ..)..)` with x, y and side optional.
    pub(crate) fn of_type(&mut self, reader: &mut ModuleReader<'_>, form: &Form, kind: usize, parts: &[Form]) {
        let plain = parts.iter().take_while(|part| part.list().is_none()).count();
        let (head, properties) = parts.split_at(plain);
        let mut unit = UnitDraft {
            kind,
            at: None,
            is_cut_off: false,
            is_of_window: false,
            side: 0,
            carrier: None,
            name: String::new(),
            number: 0,
            hp: None,
            materials: None,
            id: self.counter,
            is_numbered: false,
            symbol: String::new(),
            gdl: Vec::new(),
            span: form.span,
        };
        for given in self.defaults.properties.at(form.span) {
            self.take_property(reader, &mut unit, given);
        }
        let mut is_whole = true;
        match head {
            [] => {}
            [x, y, rest @ ..] => {
                match (reader.look_up_int(x), reader.look_up_int(y)) {
                    (Some(column), Some(row)) => self.put(reader, &mut unit, (column, row), x.span),
                    _ => {
                        let diagnostic = Diagnostic::error("wrong-kind", "the place of a unit is two numbers");
                        reader.fault(x.span, diagnostic.found(x.describe()));
                        is_whole = false;
                    }
                }
                if let Some(side) = rest.first() {
                    match reader.side_number(side) {
                        Some(number) => unit.side = number,
                        None => is_whole = false,
                    }
                }
                if let Some(extra) = rest.get(1) {
                    reader.warn(extra.span, "extra-part", "a unit takes x, y and a side before its properties");
                }
            }
            [only] => {
                let diagnostic = Diagnostic::error("missing-part", "a unit's place is x and y").found(only.describe());
                reader.fault(only.span, diagnostic);
                is_whole = false;
            }
        }
        for given in reader.properties(Scope::Piece, properties) {
            self.take_property(reader, &mut unit, given);
        }
        if is_whole && unit.is_numbered {
            self.clear_number(unit.id);
        }
        if is_whole && !self.ids.insert(unit.id) {
            let twin = self.drafts.iter().find(|known| known.id == unit.id).map_or(unit.span, |twin| twin.span);
            let place = reader.place(twin);
            let message = format!("the unit at {place} has the number {} already", unit.id);
            reader.fault(form.span, Diagnostic::error("duplicate-id", message).suggest("give it another `#`"));
        } else if is_whole {
            // Numbers are counted on from the highest.
            self.counter = self.counter.max(unit.id.saturating_add(1));
            self.drafts.push(unit);
        }
    }

    /// Takes a number from a unit that only the counter gave it to: the module's own word for it goes first, and that unit gets
    /// the next number that is free.
    fn clear_number(&mut self, id: i32) {
        if !self.ids.contains(&id) {
            return;
        }
        if let Some(unit) = self.drafts.iter_mut().rfind(|unit| unit.id == id && !unit.is_numbered) {
            unit.id = self.counter;
            self.ids.remove(&id);
            self.ids.insert(unit.id);
            self.counter = self.counter.saturating_add(1);
        }
    }

    /// Gives a unit its place. Within a window places are those of the whole map.
    fn put(&self, reader: &ModuleReader<'_>, unit: &mut UnitDraft, (x, y): (i32, i32), span: Span) {
        let (dx, dy) = self.defaults.offset;
        let (x, y) = (x.saturating_add(dx), y.saturating_add(dy));
        unit.is_of_window = reader.frame.window.is_some();
        let Some((_, _, left, low)) = reader.frame.window else {
            (unit.at, unit.is_cut_off) = (Some(((x, y), span)), false);
            return;
        };
        // Places where units will appear are negative; the window counts for what they mean.
        let (width, height) = reader.frame.box_size();
        let is_within = |x: i32, y: i32| (0..width).contains(&(x - left)) && (0..height).contains(&(y - low));
        let at = if is_mirrored((x, y)) {
            unit.is_cut_off = !is_within(x.saturating_neg(), y.saturating_neg());
            (x.saturating_add(left), y.saturating_add(low))
        } else {
            unit.is_cut_off = !is_within(x, y);
            (x.saturating_sub(left), y.saturating_sub(low))
        };
        unit.at = Some((at, span));
    }

    /// Changes an earlier unit, the last one of its name or number. A unit with 0 hit points does not exist, until it is given some
    /// again.
    pub(crate) fn again(&mut self, reader: &mut ModuleReader<'_>, key: &Form, properties: &[Form]) {
        let found = match &key.kind {
            FormKind::Text(name) => self.drafts.iter().rposition(|unit| unit.name == *name),
            FormKind::Int(number) => self.drafts.iter().rposition(|unit| i32::from(unit.number) == *number),
            _ => None,
        };
        let Some(at) = found else {
            let known: Vec<String> =
                self.drafts.iter().map(|unit| unit.name.clone()).filter(|name| !name.is_empty()).collect();
            let message = format!("no unit is called {}", key.describe());
            let name = key.text().unwrap_or_default();
            return reader.unknown("unknown-unit", message, name, key.span, known.iter().map(String::as_str));
        };
        let given = reader.properties(Scope::Piece, properties);
        let mut unit = self.drafts[at].clone();
        for given in self.defaults.properties.at(key.span).into_iter().chain(given) {
            self.take_property(reader, &mut unit, given);
        }
        self.drafts[at] = unit;
    }

    fn take_property(&self, reader: &mut ModuleReader<'_>, unit: &mut UnitDraft, given: Given<'_>) {
        match given.name {
            "@" => match given.atoms.as_slice() {
                [Atom::Int(x), Atom::Int(y), ..] => self.put(reader, unit, (*x, *y), given.span),
                _ => reader.fault(given.at, Diagnostic::error("missing-part", "`@` takes x and y")),
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
                _ => reader.fault(
                    given.span,
                    Diagnostic::error("out-of-range", "`nb` is out of its range").expected("0 to 65535"),
                ),
            },
            "hp" => unit.hp = given.int().map(|hp| (hp, given.span)),
            "m" => unit.materials = Some(given.atoms),
            "#" => (unit.id, unit.is_numbered) = (given.int().unwrap_or(unit.id), true),
            "sym" => {
                unit.symbol = given.atoms.first().and_then(Atom::text).unwrap_or_default().to_owned();
                given.put(&mut unit.gdl, false);
            }
            _ => given.put(&mut unit.gdl, false),
        }
    }

    /// `(unit-defaults [reset] (property ..)..)`.
    pub(crate) fn read_defaults(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let mut parts = &form.list().unwrap_or_default()[1..];
        while let [first, rest @ ..] = parts {
            if first.list().is_some() {
                break;
            }
            if first.symbol() == Some("reset") {
                self.defaults = UnitDefaults::default();
            }
            parts = rest;
        }
        let ended = |part: &Form| match part.list() {
            Some([name, value]) if value.int() == Some(-1) => {
                ENDED_BY_MINUS_ONE.iter().copied().find(|ended| name.symbol() == Some(ended))
            }
            _ => None,
        };
        for part in parts {
            if let Some(name) = ended(part) {
                self.defaults.properties.forget(name);
                continue;
            }
            self.take_defaults(reader, std::slice::from_ref(part));
        }
    }

    fn take_defaults(&mut self, reader: &mut ModuleReader<'_>, parts: &[Form]) {
        for given in reader.properties(Scope::Piece, parts) {
            match (given.name, given.atoms.as_slice()) {
                ("@", [Atom::Int(x), Atom::Int(y), ..]) => self.defaults.offset = (*x, *y),
                _ => self.defaults.properties.set(given),
            }
        }
    }

    /// Whether any unit still has no place.
    pub(crate) fn has_waiting(&self) -> bool {
        self.drafts.iter().any(|unit| unit.at.is_none() && unit.carrier.is_none())
    }

    pub(crate) fn count(&self) -> usize {
        self.drafts.len()
    }

    /// The units as a scenario has them.
    pub(crate) fn make(&mut self, reader: &mut ModuleReader<'_>, area: &Area) -> Vec<Unit> {
        reader.make_units(std::mem::take(&mut self.drafts), area)
    }
}

impl ModuleReader<'_> {
    /// Makes the units, on their cells and in their transports.
    fn make_units(&mut self, drafts: Vec<UnitDraft>, area: &Area) -> Vec<Unit> {
        let mut spots = self.find_spots(area, &drafts);
        self.leave_carriers(&drafts, &mut spots);
        // Those that do not exist have no number among those that do.
        let mut count = 0;
        let numbers: Vec<u32> = spots
            .iter()
            .map(|spot| {
                count += u32::from(*spot != UnitPlace::Gone);
                count
            })
            .collect();
        let living = drafts.into_iter().zip(&spots).enumerate().filter(|(_, (_, spot))| **spot != UnitPlace::Gone);
        living.map(|(index, (draft, &spot))| self.make_unit(draft, spot, &numbers, numbers[index])).collect()
    }

    /// Where each unit is, as far as it alone says.
    fn find_spots(&mut self, area: &Area, drafts: &[UnitDraft]) -> Vec<UnitPlace> {
        let mut by_id = BTreeMap::new();
        for (index, unit) in drafts.iter().enumerate() {
            by_id.insert(unit.id, index);
        }
        let mut spots = Vec::with_capacity(drafts.len());
        for (index, draft) in drafts.iter().enumerate() {
            let is_dead = matches!(draft.hp, Some((0, _)));
            spots.push(match (&draft.carrier, draft.at) {
                _ if is_dead => UnitPlace::Gone,
                (Some((carrier, span)), _) => match self.find_carrier(drafts, &by_id, index, carrier) {
                    Some(at) => UnitPlace::Inside(at),
                    None => {
                        self.no_carrier(drafts, carrier, *span);
                        UnitPlace::Open
                    }
                },
                (None, Some((at, _))) if draft.is_cut_off || draft.is_of_window && is_cut(area, at) => UnitPlace::Gone,
                (None, Some((at, span))) => {
                    let spot = self.find_spot(area, draft, at, span);
                    let is_lost = draft.is_of_window && self.is_on_ring(area, spot);
                    if is_lost {
                        let message =
                            "this unit would stand on the edge of the window, where no unit may: it is left out";
                        let warning = Diagnostic::warning("edge-of-window", message);
                        self.fault(span, warning.suggest("make the window of `restrict` larger, or move it"));
                    }
                    if is_lost { UnitPlace::Gone } else { spot }
                }
                (None, None) => UnitPlace::Open,
            });
        }
        spots
    }

    /// Whether a unit stands, or will appear, on the closed ring of the area.
    fn is_on_ring(&self, area: &Area, spot: UnitPlace) -> bool {
        let cell = match spot {
            UnitPlace::Cell(cell) => Some(cell),
            UnitPlace::Waits((x, y)) => area.cell(x, y),
            _ => None,
        };
        cell.is_some_and(|cell| is_closed_ring(&self.design, area, cell))
    }

    /// Where a unit with a place is. One outside of the area with a turn in which it appears waits off the map, and its place is
    /// that of its mirror image.
    fn find_spot(&mut self, area: &Area, draft: &UnitDraft, at: (i32, i32), span: Span) -> UnitPlace {
        let of = |name: &str| draft.gdl.iter().find(|(known, _)| known.text == name).and_then(|(_, node)| node.items());
        let number = |name: &str| match of(name).and_then(<[Node]>::first).map(|node| &node.value) {
            Some(NodeValue::Int(number)) => Some(*number),
            _ => None,
        };
        let mirror = (at.0.saturating_neg(), at.1.saturating_neg());
        if is_mirrored(at) {
            let appears = number("appear").is_some_and(|turn| turn > 0);
            let is_place = (0..area.width() as i32).contains(&mirror.0) && area.cell(mirror.0, mirror.1).is_some();
            if appears && is_place && at != (-1, -1) {
                return UnitPlace::Waits(mirror);
            }
            let why = match (appears, at) {
                (_, (-1, -1)) => "-1,-1 is no place".to_owned(),
                (false, (x, y)) => format!("{x},{y} is outside of the area, and it has no `appear`"),
                (true, (x, y)) => format!("{x},{y} means {},{}, and that is outside of the area", mirror.0, mirror.1),
            };
            let diagnostic =
                Diagnostic::warning("never-appears", format!("this unit never comes into the game: {why}"));
            self.fault(
                span,
                diagnostic.suggest("give it a place of the area, or (appear TURN) and a place of it below 0"),
            );
            return UnitPlace::Gone;
        }
        match self.cell_at(area, at, span) {
            // It appears later in the game: until then it has no place.
            Some(_) if number("cp") == Some(-1) => UnitPlace::Waits(at),
            Some(cell) => UnitPlace::Cell(cell),
            None => UnitPlace::Open,
        }
    }

    fn no_carrier(&mut self, drafts: &[UnitDraft], carrier: &Atom, span: Span) {
        let name = carrier.text().map_or_else(|| carrier.int().unwrap_or(0).to_string(), str::to_owned);
        let known: Vec<String> = drafts
            .iter()
            .flat_map(|unit| [unit.name.clone(), unit.symbol.clone()])
            .filter(|name| !name.is_empty())
            .collect();
        let message = format!("no unit has the number, name or symbol `{name}`");
        self.unknown("unknown-unit", message, &name, span, known.iter().map(String::as_str));
    }

    /// Takes out the units whose transports do not exist, or have no room for them: the newest get the places first.
    fn leave_carriers(&mut self, drafts: &[UnitDraft], spots: &mut [UnitPlace]) {
        for index in 0..spots.len() {
            let (mut spot, mut steps) = (spots[index], 0);
            while let UnitPlace::Inside(carrier) = spot {
                spot = spots[carrier];
                steps += 1;
                if steps > spots.len() {
                    self.fault(drafts[index].span, Diagnostic::error("carrier-circle", "this unit is inside itself"));
                    spots[index] = UnitPlace::Open;
                    break;
                }
            }
        }
        let mut inside: Vec<Vec<UnitType>> = vec![Vec::new(); spots.len()];
        for index in (0..spots.len()).rev() {
            let UnitPlace::Inside(carrier) = spots[index] else { continue };
            let [kind, of_carrier] = [index, carrier].map(|at| UnitType::at(drafts[at].kind));
            let there = &mut inside[carrier];
            if has_room_within(&self.design, of_carrier, there.iter().copied(), kind) {
                there.push(kind);
                continue;
            }
            spots[index] = UnitPlace::Gone;
            let (kind, of_carrier) = (self.design.name_of(kind).to_owned(), self.design.name_of(of_carrier));
            let message = match there.len() {
                0 => format!("this {kind} does not exist: a {of_carrier} carries none"),
                _ => {
                    format!("this {kind} does not exist: its {of_carrier} has no room for it beside those that follow")
                }
            };
            let diagnostic = Diagnostic::warning("no-room", message);
            self.fault(
                drafts[index].span,
                diagnostic.suggest("give it a place of its own, or its transport more room"),
            );
        }
        // What is inside of nothing is nowhere.
        for index in 0..spots.len() {
            let mut spot = spots[index];
            while let UnitPlace::Inside(carrier) = spot {
                spot = spots[carrier];
            }
            if spot == UnitPlace::Gone {
                spots[index] = UnitPlace::Gone;
            }
        }
    }

    /// `numbers` has for each unit of the module its number among those that exist, and `number` is that of this one.
    fn make_unit(&mut self, mut draft: UnitDraft, spot: UnitPlace, numbers: &[u32], number: u32) -> Unit {
        let kind = UnitType::at(draft.kind);
        let mut gdl = std::mem::take(&mut draft.gdl);
        let made = |name, atoms| Given { name, atoms, values: &[], at: draft.span, span: draft.span };
        if draft.is_numbered || i64::from(draft.id) != i64::from(number) {
            made("#", vec![Atom::Int(draft.id)]).put(&mut gdl, false);
        }
        let place = match spot {
            UnitPlace::Cell(cell) => Place::Cell(cell),
            UnitPlace::Inside(carrier) => Place::Inside(UnitId(numbers[carrier])),
            UnitPlace::Waits((x, y)) => {
                made("@", vec![Atom::Int(x), Atom::Int(y)]).put(&mut gdl, false);
                if !has_cp_below_0(&gdl) {
                    made("cp", vec![Atom::Int(-1)]).put(&mut gdl, false);
                }
                Place::Unplaced
            }
            UnitPlace::Open | UnitPlace::Gone => Place::Unplaced,
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
        let mut next = 0;
        for given in draft.materials.iter().flatten() {
            let (place, amount) = match given.list() {
                Some([material, amount]) => (material.text().and_then(|name| self.design.materials.find(name)), amount),
                _ => (Some(next), given),
            };
            if let Some(place) = place {
                materials[place] = amount.int().unwrap_or(0).max(0);
                next = place + 1;
            }
        }
        if !draft.name.is_empty() && draft.name.chars().any(diagnostics::is_control) {
            self.fault(draft.span, Diagnostic::error("control-character", "a unit's name holds a control character"));
        }
        Unit {
            kind,
            place,
            side: SideId(draft.side as u8),
            name: draft.name,
            number: draft.number,
            hp,
            materials,
            made_by: None,
            named_by: None,
            key: 0,
            gdl: self.read_extras(gdl),
        }
    }

    /// The unit that a name or number means; of several of a name, the last one before the unit that says it.
    fn find_carrier(
        &self,
        drafts: &[UnitDraft],
        by_id: &BTreeMap<i32, usize>,
        index: usize,
        carrier: &Atom,
    ) -> Option<usize> {
        match carrier {
            Atom::Int(id) => by_id.get(id).copied(),
            Atom::Text(name) => {
                let bears_it = |unit: &UnitDraft| unit.name == *name;
                drafts[..index].iter().rposition(bears_it).or_else(|| drafts.iter().position(bears_it))
            }
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

/// Whether a place, or the one whose mirror image it is, is none of the area: the cut corners of a hexagon.
fn is_cut(area: &Area, (x, y): (i32, i32)) -> bool {
    let (x, y) = if is_mirrored((x, y)) { (x.saturating_neg(), y.saturating_neg()) } else { (x, y) };
    area.cell(x, y).is_none()
}

/// Whether a place is the mirror image of one in the area: where a unit waits for the turn in which it appears.
const fn is_mirrored((x, y): (i32, i32)) -> bool {
    x < 0 || y < 0
}

/// Whether the properties of a unit say that it is not in the game yet.
fn has_cp_below_0(gdl: &[Entry]) -> bool {
    gdl.iter().any(|(name, node)| {
        name.text == "cp" && matches!(node.items(), Some([Node { value: NodeValue::Int(i64::MIN..=-1), .. }, ..]))
    })
}
