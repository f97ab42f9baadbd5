//! `make-initial-materials`: the materials of units and cells at the start (`kernel-rules` 9: the lesser of the design's amount and
//! the storage; no variation).

use design::abilities::{initial_cell_supply, initial_supply};
use design::{Design, TerrainType, TypeId, UnitType};
use grid::Layer;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};

/// Fills units and cells with their first materials.
pub struct MakeInitialMaterials;

const INFO: MethodInfo = MethodInfo {
    name: "make-initial-materials",
    summary: "gives units and cells the materials that they hold at the start",
    reads: &[Part::Terrain, Part::Countries],
    optional_reads: &[Part::Independents],
    writes: &[Part::Materials],
    by_level: false,
    parameters: &[],
};

impl SynthesisMethod for MakeInitialMaterials {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        if design.materials.is_empty() {
            return Ok(MethodOutcome::Skipped("the design has no materials".to_owned()));
        }
        let scenario = &mut *synthesis.scenario;

        let supplies: Vec<Vec<i32>> = design.unit_types().map(|kind| supply_of(&design, kind)).collect();
        let mut filled = 0;
        for unit in scenario.units.iter_mut().filter(|unit| unit.materials.is_empty()) {
            unit.materials.clone_from(&supplies[unit.kind.index()]);
            filled += 1;
        }

        let mut layers = 0;
        if let Some(terrain) = &scenario.world.terrain {
            for material in design.material_types() {
                let least = |ground: TerrainType| initial_cell_supply(&design, ground, material);
                let supply: Vec<i32> = design.ids().map(least).collect();
                let is_bare = supply.iter().all(|&amount| amount == 0);
                if is_bare || scenario.world.materials.contains_key(&material) {
                    continue;
                }
                let area = scenario.world.area;
                let mut layer = Layer::filled(&area, 0);
                let amounts = layer.edit();
                for cell in area.cells() {
                    amounts[cell.index()] = supply[terrain[cell].index()];
                }
                scenario.world.materials.insert(material, layer);
                layers += 1;
            }
        }
        if filled == 0 && layers == 0 {
            return Ok(MethodOutcome::Skipped("materials are already present".to_owned()));
        }
        Ok(MethodOutcome::Made(format!("{filled} units filled, {layers} materials in cells")))
    }
}

/// The materials of a new unit of a type at the start, in the order of material types.
pub(crate) fn supply_of(design: &Design, kind: UnitType) -> Vec<i32> {
    design.material_types().map(|material| initial_supply(design, kind, material)).collect()
}
