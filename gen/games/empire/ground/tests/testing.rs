//! Small designs and worlds for these tests.

use std::sync::Arc;

use chance::Seed;
use design::{Design, Known, Settings, TypeId};
use grid::{Area, Layer, Shape};
use synth::{History, MethodOutcome, Synthesis, SynthesisError, SynthesisMethod};
use world::{Province, ProvinceId, ProvinceLink, ProvinceLinkKind, Scenario, Side, SideId, World};

/// A design from RON, which must be valid.
pub(crate) fn design(text: &str) -> Arc<Design> {
    let (design, _) = formats::read_design("test", "test.ron", text, &|_| None, &Known::default())
        .unwrap_or_else(|found| panic!("{found:?}"));
    Arc::new(design)
}

/// A scenario without terrain.
pub(crate) fn scenario(design: &Arc<Design>, shape: Shape, size: (u32, u32), advantages: &[u32]) -> Scenario {
    let area = Area::new(shape, size.0, shape.fitting_height(size.0, size.1)).unwrap();
    let side = |&advantage: &u32| Side { advantage, ..Side::default() };
    Scenario { sides: advantages.iter().map(side).collect(), ..Scenario::new(Arc::clone(design), World::new(area)) }
}

/// Runs a method with the design's settings.
pub(crate) fn run(
    method: &dyn SynthesisMethod,
    scenario: &mut Scenario,
    seed: u64,
) -> Result<MethodOutcome, SynthesisError> {
    let settings = Settings::new(Arc::clone(&scenario.design));
    let mut history = History::default();
    method.run(&mut Synthesis::new(scenario, &settings, &mut history, method.info().name, Seed(seed)))
}

/// A game of provinces with men, riders and towers; `globals` is RON text.
pub(crate) fn province_rules(globals: &str) -> Arc<Design> {
    design(&format!(
        r#"{{ "terrain": {{ "plains": {{ "capacity": 100 }} }},
             "units": {{
                "man": {{ "start-with": 3, "start-training": 2, "province-training": 2, "garrison-weight": 1, "point-value": 4 }},
                "rider": {{ "province-training": 1, "point-value": 6 }},
                "tower": {{ "start-with": 1, "garrison-chance": 30, "point-value": 6 }},
             }},
             "globals": {{ "edge-ring": false, "country-search-evaluations": 2000, {globals} }} }}"#
    ))
}

/// Provinces of two by two cells, each joined with those beside it.
pub(crate) fn fields(design: &Arc<Design>, columns: u16, rows: u16, advantages: &[u32]) -> Scenario {
    let mut made =
        scenario(design, Shape::Square4, (2 * u32::from(columns.max(5)), 2 * u32::from(rows.max(4))), advantages);
    let area = made.world.area;
    let id = |column: u16, row: u16| ProvinceId(row * columns + column + 1);
    let of = area.cells().map(|cell| {
        let (column, row) = area.column_row(cell);
        let (column, row) = (column as u16 / 2, row as u16 / 2);
        if column < columns && row < rows { id(column, row) } else { ProvinceId::NONE }
    });
    made.world.province_of = Some(Layer::from_values(&area, of.collect()));
    made.world.terrain = Some(Layer::filled(&area, TypeId::at(0)));
    for row in 0..rows {
        for column in 0..columns {
            let capital = area.cell(2 * i32::from(column), 2 * i32::from(row)).unwrap();
            made.world.provinces.push(Province {
                name: format!("P{}", id(column, row).0),
                capital,
                worth: 4,
                owner: SideId::INDEPENDENT,
                income: 0,
                trains: Vec::new(),
            });
            let mut join = |to| {
                made.world.province_links.push(ProvinceLink { from: id(column, row), to, kind: ProvinceLinkKind::Open })
            };
            if column + 1 < columns {
                join(id(column + 1, row));
            }
            if row + 1 < rows {
                join(id(column, row + 1));
            }
        }
    }
    made
}
