//! What a seat knows, told once: lines and JSON for programs, which `PROTOCOL.md` of `gen/playtest` explains, and what a person is told of
//! an own unit or side, in words where lines have abbreviations.

use contract::{Field, Observation, Record};
use design::parameters::terrain;
use design::parameters::unit::{self, CP, HP_MAX};
use design::{AdvanceType, MaterialType, TerrainType, TypeId, UnitType, counted};
use grid::{Area, Cell, Direction, has_edge};
use serde_json::{Map, Value};
use world::SideId;

use super::names::{quote, write_way};
use super::write::{write_condition, write_task, write_unit};
use crate::goals::StandingOrder;
use crate::state::Standing;
use crate::{Seen, UnitIndex, View};

/// All that a seat knows.
pub(crate) fn observe(view: View<'_>) -> Observation {
    let at = view.state_view();
    let mut seen = Observation::new();
    seen.field(Field::new("you", view.side().0));
    seen.field(Field::new("turn", view.turn()));
    if let Some(date) = view.rules.date(view.turn()) {
        seen.field(Field::new("date", date));
    }
    if let Some(season) = at.season() {
        seen.field(Field::new("season", season));
    }
    let acting = at.state.phase == crate::Phase::Playing && at.state.acting_seat == view.seat.0;
    seen.field(Field::new("now", if acting { "act" } else { "wait" }).text(if acting {
        "act, or end the turn"
    } else {
        "wait"
    }));
    let area = &view.rules.area;
    let size = [
        Field::new("shape", area.shape().name()),
        Field::new("width", area.width()),
        Field::new("height", area.height()),
    ];
    seen.push(Record::at(["area"]).line("area").with_all(size.map(|field| field.label(""))));
    seen.object("sides", view.rules.side_ids().map(|side| side_record(view, side)));
    tell_own_side(view, &mut seen);
    seen.object("units", view.own_units().map(|id| unit_record(view, id)));
    seen.object("seen", view.seen().map(|other| seen_record(view, &other)));
    tell_map(view, &mut seen);
    seen
}

fn side_record(view: View<'_>, side: SideId) -> Record {
    let at = view.state_view();
    let sketch = view.rules.scenario.side(side);
    let state = at.side(side);
    let standing = match state.standing {
        Standing::In => "in",
        Standing::Won => "won",
        Standing::Lost => "lost",
    };
    let trusted: Vec<u16> =
        view.rules.side_ids().filter(|&other| at.trusts(side, other)).map(|other| other.0.into()).collect();
    let handicap = &sketch.handicap;
    let scores = Field::new("scores", state.scores.clone()).text(joined(&state.scores));
    Record::at(["sides", &side.0.to_string()])
        .line(format!("side {}", side.0))
        .with(Field::new("name", sketch.name.as_str()).label("").text(quote(&sketch.name)))
        .with(Field::new("standing", standing).label(""))
        .with(Field::new("team", view.rules.team(side) + 1))
        .with(Field::new("trusts", trusted.clone()).text(joined(&trusted)))
        .with(state.willing_to_draw.then(|| Field::new("draw", true).label("").text("draw")))
        .with((!handicap.is_even()).then(|| Field::new("handicap", handicap.percent())))
        .with((!state.scores.is_empty()).then_some(scores))
}

/// Numbers with commas between them.
fn joined(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A number of what a name stands for: an entry under the name.
fn named(key: &str, line: &str, name: &str, number: impl Into<Value>) -> Record {
    Record::at([key]).line(line).with(Field::new(name.to_owned(), number).label(quote(name)))
}

/// What the side has in common.
fn treasury_records(view: View<'_>) -> impl Iterator<Item = Record> {
    let held = view.rules.material_types().zip(&view.own_side().treasury).filter(|entry| *entry.1 != 0);
    held.map(move |(kind, &amount)| {
        let name = view.rules.design.name_of(kind).to_owned();
        let field = Field::new(name.clone(), amount).label(quote(&name));
        Record::at(["treasury"]).line("treasury").with(field.words(format!("{amount} {}", material(view, kind))))
    })
}

/// What research is on.
fn research_field(view: View<'_>) -> Option<Field> {
    let topic: AdvanceType = view.own_side().topic?;
    let name = view.rules.design.name_of(topic);
    Some(Field::new("research", name).text(quote(name)).words(format!("research of {name}")))
}

fn tell_own_side(view: View<'_>, seen: &mut Observation) {
    let (design, own) = (&*view.rules.design, view.own_side());
    seen.object("treasury", treasury_records(view));
    let levels = design.unit_types().zip(&own.tech).filter(|entry| *entry.1 != 0);
    seen.object("tech", levels.map(|(kind, &level)| named("tech", "tech", design.name_of(kind), level)));
    let points = design.ids::<AdvanceType>().zip(&own.advances).filter(|entry| *entry.1 != 0);
    seen.object(
        "advances",
        points.map(|(advance, &points)| named("advances", "advance", design.name_of(advance), points)),
    );
    if let Some(field) = research_field(view) {
        seen.field(field);
    }
    let orders = own.standing_orders.iter().map(|StandingOrder { kind, condition, task }| {
        let (when, task) = (write_condition(view, *condition), write_task(view, Some(*task)));
        let order = format!("{} {when} {task}", quote(design.name_of(*kind)));
        Record::item(["standing-orders"], order.as_str()).line(format!("stand {order}"))
    });
    seen.list("standing-orders", orders);
}

/// An own unit.
fn unit_record(view: View<'_>, id: UnitIndex) -> Record {
    let (at, design) = (view.state_view(), &*view.rules.design);
    let unit = view.own(id);
    let name = write_unit(view, id);
    let is_complete = at.is_complete(id);
    let hp_most = design.int(HP_MAX, unit.kind);
    let acp = Field::of_most("acp", unit.acp, unit.acp_start);
    let cp_most = design.int(CP, unit.kind);
    let record = Record::at(["units", &name])
        .line(format!("unit {name}"))
        .with_all(place_fields(view, id))
        .with(
            (unit.altitude != 0)
                .then(|| Field::new("altitude", unit.altitude).words(format!("at altitude {}", unit.altitude))),
        )
        .with(Field::of_most("hp", unit.hp, hp_most).words(format!("{} of {}", unit.hp, counted(hp_most, "hit point"))))
        .with(match is_complete {
            true => acp.words(format!("{} of {}", unit.acp, counted(unit.acp_start.max(0), "action point"))),
            false => acp,
        })
        .with((!is_complete).then(|| {
            let words = format!("unfinished: {} of {}", unit.cp, counted(cp_most, "construction point"));
            Field::of_most("cp", unit.cp, cp_most).words(words)
        }))
        .with((unit.cxp != 0).then(|| Field::new("cxp", unit.cxp).words(format!("experience {}", unit.cxp))))
        .with((unit.morale != 0).then(|| Field::new("morale", unit.morale).words(format!("morale {}", unit.morale))))
        .with(supply_field(view, id));
    let Some(details) = at.details(id) else { return record };
    let is_named = !details.name.is_empty();
    let tooling = design.unit_types().zip(&details.tooling).filter(|entry| *entry.1 != 0);
    record
        .with(is_named.then(|| {
            let field = Field::new("name", details.name.as_str()).text(quote(&details.name));
            field.words(format!("called {}", details.name))
        }))
        .with_all(tooling.map(|(kind, &points)| tooling_field(view, kind, points)))
        .with(details.task.is_some().then(|| Field::new("task", write_task(view, details.task))))
}

/// Where a unit is, and in what.
fn place_fields(view: View<'_>, id: UnitIndex) -> Vec<Field> {
    let unit = view.own(id);
    if unit.cell == crate::Unit::NOWHERE {
        return vec![Field::new("waits", true).label("").text("waits").words("not on the map yet")];
    }
    let at = Field::new("at", view.rules.area.cell_name(unit.cell));
    let carrier = unit.inside.some().map(|carrier| {
        let name = write_unit(view, carrier);
        let words = if view.is_own(carrier) { format!("in {name}") } else { "in another's unit".to_owned() };
        Field::new("in", name).words(words)
    });
    [at].into_iter().chain(carrier).collect()
}

/// What lies in a unit of each material, of how much there is room for.
fn supply_field(view: View<'_>, id: UnitIndex) -> Option<Field> {
    let at = view.state_view();
    let (mut told, mut text, mut words) = (Map::new(), Vec::new(), Vec::new());
    for kind in view.rules.material_types() {
        let (has, room) = (at.supply(id, kind), at.storage(id, kind));
        if has > 0 || room > 0 {
            let name = view.rules.design.name_of(kind);
            told.insert(name.to_owned(), vec![has, room].into());
            text.push(format!("{}={has}/{room}", quote(name)));
            words.push(format!("{has} of {room} {}", material(view, kind)));
        }
    }
    (!told.is_empty()).then(|| Field::new("supply", told).text(text.join(" ")).words(words.join(", ")))
}

fn tooling_field(view: View<'_>, kind: UnitType, points: i16) -> Field {
    let design = &view.rules.design;
    let name = design.name_of(kind);
    let spoken = design.spoken_name(unit::NAME, kind);
    Field::new(name.to_owned(), points)
        .within(["tooling"])
        .label("tooling")
        .text(format!("{}={points}", quote(name)))
        .words(format!("tooled up for {spoken} with {}", counted(points, "point")))
}

/// What is seen of a unit of others, or was.
fn seen_record(view: View<'_>, seen: &Seen) -> Record {
    let kind = quote(view.rules.design.name_of(seen.kind));
    let name = format!("{kind}#{}", view.rules.numbers.told(seen.id));
    Record::at(["seen", &name])
        .line(format!("seen {name}"))
        .with(Field::new("side", seen.side.0))
        .with(Field::new("at", view.rules.area.cell_name(seen.cell)))
        .with((!seen.is_current).then(|| Field::new("last", seen.turn)))
}

fn material(view: View<'_>, kind: MaterialType) -> &str {
    &view.rules.material_names[kind.index()]
}

/// The words for an own unit.
pub(crate) fn unit_status(view: View<'_>, id: UnitIndex) -> String {
    unit_record(view, id).words()
}

/// The words for what the side has in common.
pub(crate) fn side_status(view: View<'_>) -> String {
    let research = research_field(view).map(|field| Record::whole().with(field));
    treasury_records(view).chain(research).map(|record| record.words()).collect::<Vec<_>>().join(", ")
}

/// The meanings of letters, then the map as rows from north to south, then borders, connections, coatings and the weather.
fn tell_map(view: View<'_>, seen: &mut Observation) {
    let (area, design) = (view.rules.area, &*view.rules.design);
    let glyphs = glyphs(view);
    let known = design.ids::<TerrainType>().zip(&glyphs).filter(|entry| *entry.1 != UNKNOWN);
    seen.object(
        "terrain",
        known.map(|(kind, glyph)| {
            let name = design.name_of(kind);
            let field = Field::new(glyph.to_string(), name).text(quote(name));
            Record::at(["terrain"]).line("terrain").with(field)
        }),
    );
    let letter = |cell: Cell| view.terrain(cell).map_or(UNKNOWN, |kind| glyphs[kind.index()]);
    for (level, rows) in levels(area) {
        if area.levels() > 1 {
            seen.line(format!("level {level}"));
        }
        seen.extend(rows.map(|cells| {
            let letters = cells.clone().map(|index| letter(Cell(index as u32))).collect::<String>();
            row_record(area, level, ["row", "rows"], cells.start, Field::new("cells", letters))
        }));
    }
    let links = view.rules.link_ways().filter(|&(from, to)| view.terrain(from).is_some() && view.terrain(to).is_some());
    seen.list(
        "links",
        links.map(|(from, to)| {
            let (from, to) = (area.cell_name(from), area.cell_name(to));
            let line = format!("link {from} to {to}");
            Record::item(["links"], vec![from, to]).line(line)
        }),
    );
    tell_edges(view, seen);
    tell_coatings(view, seen);
    tell_weather(view, seen);
}

/// A row of a level, from the cell at its west end: what its line begins with, and the key of such rows in JSON.
fn row_record(area: Area, level: u32, [line, key]: [&str; 2], start: usize, cells: Field) -> Record {
    let (x, y) = area.oblique(Cell(start as u32));
    let place = ["levels", &level.to_string(), key, &y.to_string()];
    Record::at(place).line(format!("{line} {y}")).with(Field::new("from", x)).with(cells.label(""))
}

/// Borders and connections on sides of known cells, each side once: from the cell for which it is in the first half of directions, or from
/// the only known cell.
fn tell_edges(view: View<'_>, seen: &mut Observation) {
    let area = view.rules.area;
    let half = area.directions() / 2;
    seen.object("side-of", []);
    for (kind, layer) in view.state_view().known_edges(Some(view.side())) {
        let name = view.rules.design.name_of(*kind);
        for cell in area.cells().filter(|&cell| layer[cell] != 0 && view.terrain(cell).is_some()) {
            let ways = (0..area.directions()).map(Direction).filter(|&way| has_edge(layer[cell], way));
            let is_first = |way: &Direction| {
                way.0 < half || area.neighbor(cell, *way).is_none_or(|other| view.terrain(other).is_none())
            };
            let ways: Vec<String> = ways.filter(is_first).map(|way| write_way(&area, way)).collect();
            if !ways.is_empty() {
                let at = area.cell_name(cell);
                let field = Field::new(name.to_owned(), ways.clone()).label(ways.join(",")).text(quote(name));
                seen.push(Record::at(["side-of", &at]).line(format!("side-of {at}")).with(field));
            }
        }
    }
}

/// How deep coatings lie.
fn tell_coatings(view: View<'_>, seen: &mut Observation) {
    let area = view.rules.area;
    seen.object("coats", []);
    for (kind, layer) in view.state_view().known_coatings(Some(view.side())) {
        let name = view.rules.design.name_of(*kind);
        for cell in area.cells().filter(|&cell| layer[cell] != 0 && view.terrain(cell).is_some()) {
            let (at, depth) = (area.cell_name(cell), layer[cell]);
            let field = Field::new(name.to_owned(), depth).label("").text(format!("{depth} {}", quote(name)));
            seen.push(Record::at(["coats", &at]).line(format!("coat {at}")).with(field));
        }
    }
}

/// The levels of an area, from 1, each with its rows from north to south as ranges of cells, without those that hold none.
fn levels(area: Area) -> impl Iterator<Item = (u32, impl Iterator<Item = std::ops::Range<usize>>)> {
    let rows = move |level| (level * area.height()..(level + 1) * area.height()).rev().map(move |row| area.row(row));
    (0..area.levels()).map(move |level| (level + 1, rows(level).filter(|cells| !cells.is_empty())))
}

/// The weather as rows from north to south, only those with known cells.
fn tell_weather(view: View<'_>, seen: &mut Observation) {
    let area = view.rules.area;
    let wind = |cell: Cell| view.wind(cell).map(|wind| format!("{}{}", write_way(&area, wind.direction), wind.force));
    let tell = |name: &str, cell: Cell| match name {
        "temperature" => view.temperature(cell).map(Value::from),
        "clouds" => view.clouds(cell).map(Value::from),
        _ => wind(cell).map(Value::from),
    };
    for name in ["temperature", "clouds", "winds"] {
        for (level, rows) in levels(area) {
            let mut is_named = area.levels() == 1;
            for cells in rows {
                let values: Vec<Option<Value>> = cells.clone().map(|index| tell(name, Cell(index as u32))).collect();
                if values.iter().all(Option::is_none) {
                    continue;
                }
                if !std::mem::replace(&mut is_named, true) {
                    seen.line(format!("level {level}"));
                }
                let unknown = || Value::from(UNKNOWN.to_string());
                let values: Vec<Value> = values.into_iter().map(|value| value.unwrap_or_else(unknown)).collect();
                seen.push(row_record(area, level, [name; 2], cells.start, Field::new("cells", values)));
            }
        }
    }
}

/// The letter of an unknown cell.
const UNKNOWN: char = '?';

/// A letter for each terrain that fills cells: the design's own if it is a letter that no other type has, else a free one.
fn glyphs(view: View<'_>) -> Vec<char> {
    let design = &*view.rules.design;
    let mut taken = vec![UNKNOWN];
    let own = |kind: TerrainType| {
        let mut letters = design.text(terrain::CHAR, kind).chars();
        let letter = letters.next().filter(|letter| letter.is_ascii_graphic())?;
        letters.next().is_none().then_some(letter)
    };
    let is_cell = |kind: TerrainType| design.int(terrain::SUBTYPE, kind) == terrain::SUBTYPE_CELL;
    let mut glyphs: Vec<Option<char>> = Vec::new();
    for kind in design.ids::<TerrainType>() {
        let letter = own(kind).filter(|letter| is_cell(kind) && !taken.contains(letter));
        taken.extend(letter);
        glyphs.push(letter);
    }
    let mut free = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{100}'..='\u{300}');
    let kinds = design.ids::<TerrainType>().zip(glyphs);
    let mut letter = |kind, glyph: Option<char>| match glyph {
        Some(glyph) => glyph,
        None if is_cell(kind) => free.find(|letter| !taken.contains(letter)).unwrap_or(UNKNOWN),
        None => UNKNOWN,
    };
    kinds.map(|(kind, glyph)| letter(kind, glyph)).collect()
}
