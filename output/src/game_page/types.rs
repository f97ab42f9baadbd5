//! The types of a game with their main numbers: units, terrain, advances.

use design::abilities::can_fire;
use design::parameters::unit::{
    ACP_PER_TURN, ATTACK, CAPACITY, CP, DEFEND, HELP, HP_MAX, NOTES, POINT_VALUE, RANGE, START_WITH, VISION_RANGE,
};
use design::parameters::{advance, terrain};
use design::{AdvanceType, Atom, Design, TerrainType, UnitType};
use world::travel::{is_mobile, mp_per_turn};

use super::cells::{terrain_cell, unit_cell};
use crate::document::{Cell, Look, Section, Sheet};

/// A column of the table of units: its head, and the value of a type.
type Number = (&'static str, fn(&Design, UnitType) -> i32);

/// The numbers that players ask for.
const NUMBERS: [Number; 11] = [
    ("hit points", |design, kind| design.int(HP_MAX, kind)),
    ("attack", |design, kind| design.int(ATTACK, kind)),
    ("defence", |design, kind| design.int(DEFEND, kind)),
    ("actions a turn", |design, kind| design.int(ACP_PER_TURN, kind)),
    ("movement a turn", |design, kind| if is_mobile(design, kind) { mp_per_turn(design, kind) as i32 } else { 0 }),
    ("sees", |design, kind| design.int(VISION_RANGE, kind)),
    ("shoots", |design, kind| if can_fire(design, kind) { design.int(RANGE, kind) } else { 0 }),
    ("room inside", |design, kind| design.int(CAPACITY, kind)),
    ("construction points", |design, kind| design.int(CP, kind)),
    ("worth", |design, kind| design.int(POINT_VALUE, kind)),
    ("at the start", |design, kind| design.int(START_WITH, kind)),
];

/// Unit types by their numbers; a number that is the same for all is said above the table.
pub(super) fn units(design: &Design) -> Section {
    let kinds: Vec<UnitType> = design.unit_types().collect();
    let mut columns: Vec<Number> = Vec::new();
    let mut same: Vec<(&str, String)> = Vec::new();
    for (name, number) in NUMBERS {
        let first = kinds.first().map_or(0, |&kind| number(design, kind));
        if kinds.iter().any(|&kind| number(design, kind) != first) {
            columns.push((name, number));
        } else if first != 0 {
            same.push((name, format!("{first} for every unit")));
        }
    }
    let row = |kind: UnitType| {
        let notes: Vec<&str> = design.list(NOTES, kind).iter().flatten().filter_map(Atom::text).collect();
        let told = [design.text(HELP, kind), &notes.join(" ")].join(" ");
        let values = columns.iter().map(|(_, number)| match number(design, kind) {
            0 => Cell::number("-"),
            value => Cell::number(value),
        });
        std::iter::once(unit_cell(design, kind).noted(told.trim())).chain(values).collect()
    };
    let heads = columns.iter().map(|(name, _)| Cell::number(name));
    let sheet = Sheet {
        heads: std::iter::once(Cell::words("unit")).chain(heads).collect(),
        rows: kinds.iter().map(|&kind| row(kind)).collect(),
        look: Look::Plain,
    };
    if sheet.rows.is_empty() { Section::new("Units") } else { Section::new("Units").facts(same).sheet(sheet) }
}

/// Terrain types: what each is, and how many units find room.
pub(super) fn terrain(design: &Design) -> Section {
    let row = |kind: TerrainType| {
        let subtype = design.int(terrain::SUBTYPE, kind);
        let water = if design.is_liquid(kind) { ", water" } else { "" };
        let is_cell = subtype == terrain::SUBTYPE_CELL;
        let room = design.int(terrain::CAPACITY, kind);
        vec![
            terrain_cell(design, kind).noted(design.text(terrain::HELP, kind)),
            Cell::words(format!("{}{water}", role(subtype))),
            if is_cell { Cell::number(room) } else { Cell::number("") },
        ]
    };
    let heads = vec![Cell::words("terrain"), Cell::words("what it is"), Cell::number("room for units")];
    let rows = design.ids().map(row).collect();
    Section::new("Terrain").sheet(Sheet { heads, rows, look: Look::Plain })
}

/// What a terrain type does in a world.
fn role(subtype: i32) -> &'static str {
    match subtype {
        terrain::SUBTYPE_CELL => "fills cells",
        terrain::SUBTYPE_BORDER => "lies between cells",
        terrain::SUBTYPE_CONNECTION => "joins cells",
        _ => "lies on cells",
    }
}

/// What sides can research.
pub(super) fn advances(design: &Design) -> Section {
    let row = |kind: AdvanceType| {
        let name = design.spoken_name(advance::NAME, kind);
        vec![Cell::words(name).noted(design.text(advance::HELP, kind)), Cell::number(design.int(advance::RP, kind))]
    };
    let heads = vec![Cell::words("advance"), Cell::number("research points")];
    let rows = design.ids().map(row).collect();
    Section::new("Advances").sheet(Sheet { heads, rows, look: Look::Plain })
}
