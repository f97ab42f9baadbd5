//! A position as lines: everything that a seat knows. `PROTOCOL.md` of `gen/playtest` explains each line.

use std::fmt::Write;

use design::parameters::terrain;
use design::parameters::unit::{CP, HP_MAX};
use design::{TerrainType, TypeId};
use grid::{Cell, Direction, has_edge};
use world::SideId;

use super::names::{quote, write_way};
use super::write::{write_condition, write_task, write_unit};
use crate::goals::StandingOrder;
use crate::state::Standing;
use crate::{UnitIndex, View};

/// What a seat knows.
pub(crate) fn describe(view: View<'_>) -> String {
    let mut text = String::new();
    write_all(view, &mut text).expect("a text takes all that is written");
    text
}

fn write_all(view: View<'_>, out: &mut String) -> std::fmt::Result {
    let at = view.state_view();
    writeln!(out, "you {}\nturn {}", view.side().0, view.turn())?;
    if let Some(date) = view.rules.date(view.turn()) {
        writeln!(out, "date {date}")?;
    }
    if let Some(season) = at.season() {
        writeln!(out, "season {season}")?;
    }
    let acting = at.state.phase == crate::Phase::Playing && at.state.acting_seat == view.seat.0;
    writeln!(out, "now {}", if acting { "act, or end the turn" } else { "wait" })?;
    let area = &view.rules.area;
    writeln!(out, "area {} {} {}", area.shape(), area.width(), area.height())?;
    for side in view.rules.side_ids() {
        write_side(view, side, out)?;
    }
    write_own_side(view, out)?;
    for id in view.own_units() {
        write_own_unit(view, id, out)?;
    }
    for seen in view.seen() {
        let kind = quote(view.rules.design.name_of(seen.kind));
        write!(
            out,
            "seen {kind}#{} side {} at {}",
            view.rules.numbers.told(seen.id),
            seen.side.0,
            area.cell_name(seen.cell)
        )?;
        writeln!(out, "{}", if seen.is_current { String::new() } else { format!(" last {}", seen.turn) })?;
    }
    write_map(view, out)
}

fn write_side(view: View<'_>, side: SideId, out: &mut String) -> std::fmt::Result {
    let at = view.state_view();
    let sketch = view.rules.scenario.side(side);
    let state = at.side(side);
    let standing = match state.standing {
        Standing::In => "in",
        Standing::Won => "won",
        Standing::Lost => "lost",
    };
    write!(out, "side {} {} {standing} team {}", side.0, quote(&sketch.name), view.rules.team(side) + 1)?;
    let trusted: Vec<String> =
        view.rules.side_ids().filter(|&other| at.trusts(side, other)).map(|other| other.0.to_string()).collect();
    write!(out, " trusts {}", trusted.join(","))?;
    if state.willing_to_draw {
        write!(out, " draw")?;
    }
    if !sketch.handicap.is_even() {
        write!(out, " handicap {}", sketch.handicap.percent())?;
    }
    let scores: Vec<String> = state.scores.iter().map(ToString::to_string).collect();
    writeln!(out, "{}", if scores.is_empty() { String::new() } else { format!(" scores {}", scores.join(",")) })
}

fn write_own_side(view: View<'_>, out: &mut String) -> std::fmt::Result {
    let (design, own) = (&*view.rules.design, view.own_side());
    for (material, &amount) in view.rules.material_types().zip(&own.treasury).filter(|entry| *entry.1 != 0) {
        writeln!(out, "treasury {} {amount}", quote(design.name_of(material)))?;
    }
    for (kind, &level) in design.unit_types().zip(&own.tech).filter(|entry| *entry.1 != 0) {
        writeln!(out, "tech {} {level}", quote(design.name_of(kind)))?;
    }
    for (advance, &points) in design.ids::<design::AdvanceType>().zip(&own.advances).filter(|entry| *entry.1 != 0) {
        writeln!(out, "advance {} {points}", quote(design.name_of(advance)))?;
    }
    if let Some(topic) = own.topic {
        writeln!(out, "research {}", quote(design.name_of(topic)))?;
    }
    for StandingOrder { kind, condition, task } in &own.standing_orders {
        let when = write_condition(view, *condition);
        writeln!(out, "stand {} {when} {}", quote(design.name_of(*kind)), write_task(view, Some(*task)))?;
    }
    Ok(())
}

fn write_own_unit(view: View<'_>, id: UnitIndex, out: &mut String) -> std::fmt::Result {
    let (at, design) = (view.state_view(), &*view.rules.design);
    let unit = view.own(id);
    write!(out, "unit {}", write_unit(view, id))?;
    match unit.inside.some() {
        _ if unit.cell == crate::Unit::NOWHERE => write!(out, " waits")?,
        Some(carrier) => write!(out, " at {} in {}", view.rules.area.cell_name(unit.cell), write_unit(view, carrier))?,
        None => write!(out, " at {}", view.rules.area.cell_name(unit.cell))?,
    }
    if unit.altitude != 0 {
        write!(out, " altitude {}", unit.altitude)?;
    }
    write!(out, " hp {}/{} acp {}/{}", unit.hp, design.int(HP_MAX, unit.kind), unit.acp, unit.acp_start)?;
    if !at.is_complete(id) {
        write!(out, " cp {}/{}", unit.cp, design.int(CP, unit.kind))?;
    }
    if unit.cxp != 0 {
        write!(out, " cxp {}", unit.cxp)?;
    }
    if unit.morale != 0 {
        write!(out, " morale {}", unit.morale)?;
    }
    let stored =
        view.rules.material_types().filter(|&material| at.storage(id, material) > 0 || at.supply(id, material) > 0);
    let stored: Vec<String> = stored
        .map(|material| {
            let name = quote(design.name_of(material));
            format!("{name}={}/{}", at.supply(id, material), at.storage(id, material))
        })
        .collect();
    if !stored.is_empty() {
        write!(out, " supply {}", stored.join(" "))?;
    }
    if let Some(details) = at.details(id) {
        if !details.name.is_empty() {
            write!(out, " name {}", quote(&details.name))?;
        }
        for (kind, &points) in design.unit_types().zip(&details.tooling).filter(|entry| *entry.1 != 0) {
            write!(out, " tooling {}={points}", quote(design.name_of(kind)))?;
        }
        if details.task.is_some() {
            write!(out, " task {}", write_task(view, details.task))?;
        }
    }
    writeln!(out)
}

/// Writes the meanings of letters, then the map as rows from north to south, then borders, connections and coatings.
fn write_map(view: View<'_>, out: &mut String) -> std::fmt::Result {
    let (area, design) = (view.rules.area, &*view.rules.design);
    let glyphs = glyphs(view);
    for (kind, glyph) in design.ids::<TerrainType>().zip(&glyphs).filter(|entry| *entry.1 != UNKNOWN) {
        writeln!(out, "terrain {glyph} {}", quote(design.name_of(kind)))?;
    }
    for (level, rows) in levels(area) {
        if area.levels() > 1 {
            writeln!(out, "level {level}")?;
        }
        for cells in rows {
            let (x, y) = area.oblique(Cell(cells.start as u32));
            let letter = |index: usize| view.terrain(Cell(index as u32)).map_or(UNKNOWN, |kind| glyphs[kind.index()]);
            writeln!(out, "row {y} from {x} {}", cells.map(letter).collect::<String>())?;
        }
    }
    for (from, to) in view.rules.link_ways() {
        if view.terrain(from).is_some() && view.terrain(to).is_some() {
            writeln!(out, "link {} to {}", area.cell_name(from), area.cell_name(to))?;
        }
    }
    for (kind, layer) in view.state_view().known_edges(Some(view.side())) {
        for cell in area.cells().filter(|&cell| layer[cell] != 0 && view.terrain(cell).is_some()) {
            // Each side once: from the cell for which it is in the first half of directions, or from the only known cell.
            let half = area.directions() / 2;
            let ways = (0..area.directions()).map(Direction).filter(|&way| has_edge(layer[cell], way));
            let is_first = |way: &Direction| {
                way.0 < half || area.neighbor(cell, *way).is_none_or(|other| view.terrain(other).is_none())
            };
            let ways: Vec<String> = ways.filter(is_first).map(|way| write_way(&area, way)).collect();
            if !ways.is_empty() {
                let name = quote(design.name_of(*kind));
                writeln!(out, "side-of {} {} {name}", area.cell_name(cell), ways.join(","))?;
            }
        }
    }
    for (kind, layer) in view.state_view().known_coatings(Some(view.side())) {
        for cell in area.cells().filter(|&cell| layer[cell] != 0 && view.terrain(cell).is_some()) {
            let name = quote(design.name_of(*kind));
            writeln!(out, "coat {} {} {name}", area.cell_name(cell), layer[cell])?;
        }
    }
    write_weather(view, out)
}

/// The levels of an area, from 1, each with its rows from north to south as ranges of cells, without those that hold none.
fn levels(area: grid::Area) -> impl Iterator<Item = (u32, impl Iterator<Item = std::ops::Range<usize>>)> {
    let rows = move |level| (level * area.height()..(level + 1) * area.height()).rev().map(move |row| area.row(row));
    (0..area.levels()).map(move |level| (level + 1, rows(level).filter(|cells| !cells.is_empty())))
}

/// Writes the weather as rows from north to south, only for rows with known cells.
fn write_weather(view: View<'_>, out: &mut String) -> std::fmt::Result {
    let area = view.rules.area;
    let wind = |cell: Cell| view.wind(cell).map(|wind| format!("{}{}", write_way(&area, wind.direction), wind.force));
    let number = |value: Option<i32>| value.map(|value| value.to_string());
    let tell = |name: &str, cell: Cell| match name {
        "temperature" => number(view.temperature(cell)),
        "clouds" => number(view.clouds(cell)),
        _ => wind(cell),
    };
    for name in ["temperature", "clouds", "winds"] {
        for (level, rows) in levels(area) {
            let mut is_named = area.levels() == 1;
            for cells in rows {
                let values: Vec<Option<String>> = cells.clone().map(|index| tell(name, Cell(index as u32))).collect();
                if values.iter().all(Option::is_none) {
                    continue;
                }
                if !std::mem::replace(&mut is_named, true) {
                    writeln!(out, "level {level}")?;
                }
                let (x, y) = area.oblique(Cell(cells.start as u32));
                let values: Vec<String> =
                    values.into_iter().map(|value| value.unwrap_or(UNKNOWN.to_string())).collect();
                writeln!(out, "{name} {y} from {x} {}", values.join(" "))?;
            }
        }
    }
    Ok(())
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
