//! Help on materials: which units make, use and hold them, and the effect of the ground.

use design::abilities::initial_supply;
use design::parameters::material::{HELP, INITIAL_TREASURY, TREASURY};
use design::parameters::table::{
    BASE_CONSUMPTION, BASE_PRODUCTION, CONSUMPTION_PER_ATTACK, CONSUMPTION_PER_MOVE, PRODUCTIVITY,
    TERRAIN_INITIAL_SUPPLY, UNIT_INITIAL_SUPPLY, UNIT_STORAGE_X,
};
use design::parameters::terrain;
use design::{Design, IntTable, MaterialType, UnitType};

use super::cells::{material_name, matrix, terrain_cell, unit_cell};
use crate::document::{Cell, Look, Section, Sheet};

/// The relations between a unit and a material.
const DEALINGS: [(&str, IntTable<UnitType, MaterialType>); 6] = [
    ("makes a turn", BASE_PRODUCTION),
    ("uses a turn", BASE_CONSUMPTION),
    ("a move", CONSUMPTION_PER_MOVE),
    ("an attack", CONSUMPTION_PER_ATTACK),
    ("holds", UNIT_STORAGE_X),
    (AT_FIRST, UNIT_INITIAL_SUPPLY),
];

const AT_FIRST: &str = "has at first";

/// One table of each material, then the ground.
pub(super) fn economy(design: &Design) -> Section {
    let mut section = Section::new("Materials");
    for material in design.material_types() {
        let name = material_name(design, material);
        let help = design.text(HELP, material);
        let mut told = if help.is_empty() { name.to_owned() } else { format!("{name}: {help}") };
        if design.flag(TREASURY, material) {
            told.push_str(&format!(
                " (each side has a treasury of it, {} at first)",
                design.int(INITIAL_TREASURY, material)
            ));
        }
        section = section.paragraph(&told).sheet(dealings(design, material));
    }
    let makes = |kind| design.material_types().any(|material| design.entry(BASE_PRODUCTION, kind, material) > 0);
    let yields = matrix(design, "percent of it", unit_cell, terrain_cell, |kind, ground| {
        let percent = design.entry(PRODUCTIVITY, kind, ground);
        let is_told = makes(kind) && design.int(terrain::SUBTYPE, ground) == terrain::SUBTYPE_CELL && percent > 0;
        is_told.then(|| Cell::number(percent).heated(percent.min(100) as u8))
    });
    let is_even = yields.rows.iter().flat_map(|row| &row[1..]).all(|cell| cell.text == "100");
    if !yields.rows.is_empty() && !is_even {
        section = section.paragraph("What a unit makes depends on the ground that it stands on:").sheet(yields);
    }
    let lies = matrix(
        design,
        "lies there at first",
        terrain_cell,
        |design, kind| Cell::words(material_name(design, kind)),
        |ground, material| {
            let amount = design.entry(TERRAIN_INITIAL_SUPPLY, ground, material);
            (amount > 0).then(|| Cell::number(amount))
        },
    );
    section.sheet(lies)
}

/// The units related to a material, and how.
fn dealings(design: &Design, material: MaterialType) -> Sheet {
    let value = |kind, (name, table): (&str, IntTable<UnitType, MaterialType>)| {
        if name == AT_FIRST { initial_supply(design, kind, material) } else { design.entry(table, kind, material) }
    };
    let columns: Vec<_> =
        DEALINGS.into_iter().filter(|&dealing| design.unit_types().any(|kind| value(kind, dealing) != 0)).collect();
    let kinds = design.unit_types().filter(|&kind| columns.iter().any(|&dealing| value(kind, dealing) != 0));
    let row = |kind: UnitType| {
        let cells = columns.iter().map(|&dealing| match value(kind, dealing) {
            0 => Cell::number("-"),
            amount => Cell::number(amount),
        });
        std::iter::once(unit_cell(design, kind)).chain(cells).collect()
    };
    let heads = columns.iter().map(|(name, _)| Cell::number(name));
    Sheet {
        heads: std::iter::once(Cell::words("unit")).chain(heads).collect(),
        rows: kinds.map(row).collect(),
        look: Look::Plain,
    }
}
