//! What each unit type could ever do, from costs and tables: the actions that are worth trying at all.
//!
//! Never less than the actions allow: `check` has the last word.

use design::parameters::table as tables;
use design::parameters::{terrain, unit};
use design::{Design, IntTable, MaterialType, TerrainType, UnitType};

/// An action that a type could do, with the type that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Skill {
    Move,
    Enter,
    Attack,
    Overrun,
    FireAt,
    FireInto,
    Capture,
    Detonate,
    Develop(UnitType),
    Toolup(UnitType),
    Create(UnitType),
    Build,
    Repair,
    Produce(MaterialType),
    Extract(MaterialType),
    Transfer(MaterialType),
    Disband,
    TransferPart,
    ChangeSide,
    ChangeType(UnitType),
    AlterTerrain(TerrainType),
    AddTerrain(TerrainType),
    RemoveTerrain(TerrainType),
}

impl Skill {
    /// How often the kind of action is drawn at random, against the others.
    const fn weight(self) -> usize {
        match self {
            Skill::Move => 8,
            Skill::Attack | Skill::FireAt | Skill::Capture | Skill::Create(_) | Skill::Build => 3,
            _ => 1,
        }
    }
}

/// What a type could do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Repertoire {
    /// Every action, those of a kind side by side.
    pub(crate) skills: Vec<Skill>,
    /// For a random draw: from where to where those of a kind stand in `skills`, repeated by their weight.
    pub(crate) draws: Vec<(u16, u16)>,
    /// It acts without action points.
    pub(crate) is_free: bool,
    /// How far it strikes, fires or captures at most.
    pub(crate) reach: u32,
    /// How far it moves with one action.
    pub(crate) move_range: u32,
    /// How far it begins units.
    pub(crate) create_range: u32,
    /// How far it changes terrain.
    pub(crate) terrain_range: u32,
}

impl Repertoire {
    pub(crate) fn new(design: &Design, kind: UnitType) -> Repertoire {
        let mut skills = Vec::new();
        let int = |key| design.int(key, kind);
        let kinds = || design.unit_types();
        let any = |key: IntTable<UnitType, UnitType>| kinds().any(|other| design.entry(key, kind, other) > 0);
        let most =
            |key: IntTable<UnitType, UnitType>| kinds().map(|other| design.entry(key, kind, other)).max().unwrap_or(0);
        let mut add = |skill: Skill, is_possible: bool| {
            if is_possible {
                skills.push(skill);
            }
        };
        let moves = int(unit::SPEED) > 0 && int(unit::ACP_TO_MOVE) > 0;
        add(Skill::Move, moves);
        let fits = |carrier: UnitType| {
            design.entry(tables::UNIT_CAPACITY_X, carrier, kind) > 0 || design.int(unit::CAPACITY, carrier) > 0
        };
        add(Skill::Enter, kinds().any(|other| design.entry(tables::ACP_TO_ENTER_UNIT, kind, other) > 0 && fits(other)));
        let strikes = any(tables::HIT_CHANCE);
        add(Skill::Attack, strikes && any(tables::ACP_TO_ATTACK));
        add(Skill::Overrun, moves && strikes && any(tables::ACP_TO_ATTACK));
        let hits = kinds().any(|other| match design.entry(tables::FIRE_HIT_CHANCE, kind, other) {
            -1 => design.entry(tables::HIT_CHANCE, kind, other) > 0,
            chance => chance > 0,
        });
        let fires = int(unit::ACP_TO_FIRE) > 0 && hits;
        add(Skill::FireAt, fires);
        add(Skill::FireInto, fires);
        let captures =
            any(tables::ACP_TO_CAPTURE) && (any(tables::CAPTURE_CHANCE) || any(tables::INDEPENDENT_CAPTURE_CHANCE));
        add(Skill::Capture, captures);
        add(
            Skill::Detonate,
            int(unit::ACP_TO_DETONATE) > 0 || (int(unit::ACP_INDEPENDENT) != 0 && has_blast(design, kind)),
        );
        for other in kinds() {
            let is_set = design.entry(tables::ACP_TO_DEVELOP, kind, other) > 0;
            add(Skill::Develop(other), is_set && design.entry(tables::TECH_PER_DEVELOP, kind, other) > 0);
        }
        for other in kinds() {
            let can = can(design, tables::CAN_TOOLUP_FOR, tables::ACP_TO_TOOLUP, kind, other);
            add(Skill::Toolup(other), can && design.entry(tables::TP_PER_TOOLUP, kind, other) > 0);
        }
        for other in kinds() {
            let begins = can(design, tables::CAN_CREATE, tables::ACP_TO_CREATE, kind, other);
            let builds = design.entry(tables::CREATE_AS_BUILD, kind, other) != 0
                && can(design, tables::CAN_BUILD, tables::ACP_TO_BUILD, kind, other);
            add(Skill::Create(other), (begins || builds) && design.int(unit::CP, other) > 0);
        }
        add(Skill::Build, kinds().any(|other| can(design, tables::CAN_BUILD, tables::ACP_TO_BUILD, kind, other)));
        let repairs = |other| {
            can(design, tables::CAN_REPAIR, tables::ACP_TO_REPAIR, kind, other)
                && design.entry(tables::HP_PER_REPAIR, kind, other) > 0
        };
        add(Skill::Repair, kinds().any(repairs));
        for material in design.material_types() {
            add(Skill::Produce(material), design.entry(tables::ACP_TO_PRODUCE, kind, material) > 0);
        }
        for material in design.material_types() {
            add(Skill::Extract(material), design.entry(tables::ACP_TO_EXTRACT, kind, material) > 0);
        }
        for material in design.material_types() {
            add(Skill::Transfer(material), design.entry(tables::ACP_TO_UNLOAD, kind, material) > 0);
        }
        add(Skill::Disband, int(unit::ACP_TO_DISBAND) > 0 && int(unit::HP_PER_DISBAND) > 0);
        add(Skill::TransferPart, int(unit::PARTS_MAX) > 1 && int(unit::ACP_TO_TRANSFER_PART) > 0);
        add(Skill::ChangeSide, int(unit::ACP_TO_CHANGE_SIDE) > 0);
        for other in kinds() {
            let can = can(design, tables::CAN_CHANGE_TYPE_TO, tables::ACP_TO_CHANGE_TYPE, kind, other);
            add(Skill::ChangeType(other), can && other != kind);
        }
        let ground = || design.ids::<TerrainType>();
        let is_cell = |other| design.int(terrain::SUBTYPE, other) == terrain::SUBTYPE_CELL;
        let adds = |other| design.entry(tables::ACP_TO_ADD_TERRAIN, kind, other) > 0;
        let removes = |other| design.entry(tables::ACP_TO_REMOVE_TERRAIN, kind, other) > 0;
        for other in ground() {
            let sum = adds(other) || ground().any(removes);
            add(Skill::AlterTerrain(other), is_cell(other) && sum);
        }
        for other in ground() {
            add(Skill::AddTerrain(other), !is_cell(other) && adds(other));
        }
        for other in ground() {
            add(Skill::RemoveTerrain(other), !is_cell(other) && removes(other));
        }
        let reach = [most(tables::ATTACK_RANGE), if fires { int(unit::RANGE) } else { 0 }, 1].into_iter().max();
        let changes = ground().map(|other| design.entry(tables::ALTER_TERRAIN_RANGE, kind, other)).max();
        Repertoire {
            draws: draws(&skills),
            skills,
            is_free: int(unit::ACP_INDEPENDENT) != 0,
            reach: reach.unwrap_or(1).max(0) as u32,
            move_range: int(unit::MOVE_RANGE).max(1) as u32,
            create_range: most(tables::CREATE_RANGE).max(most(tables::BUILD_RANGE)).max(0) as u32,
            terrain_range: changes.unwrap_or(0).max(0) as u32,
        }
    }

    /// Whether there is anything that it does without action points.
    pub(crate) fn acts_for_free(&self) -> bool {
        self.is_free && !self.skills.is_empty()
    }
}

/// Whether a type may do something to another: the table of 7.5 says so, or, where the design does not use that, the cost.
fn can(
    design: &Design,
    gate: IntTable<UnitType, UnitType>,
    cost: IntTable<UnitType, UnitType>,
    kind: UnitType,
    other: UnitType,
) -> bool {
    let key = if design.is_set(gate) { gate } else { cost };
    design.entry(key, kind, other) > 0
}

fn has_blast(design: &Design, kind: UnitType) -> bool {
    design.unit_types().any(|other| {
        let blast = |key| design.dice(key, kind, other).twice_mean() > 0;
        blast(tables::DETONATION_DAMAGE_AT) || blast(tables::DETONATION_DAMAGE_ADJACENT)
    })
}

/// The places of each kind of action, repeated by its weight.
fn draws(skills: &[Skill]) -> Vec<(u16, u16)> {
    let mut found = Vec::new();
    let mut start = 0;
    for group in skills.chunk_by(|one, other| std::mem::discriminant(one) == std::mem::discriminant(other)) {
        let place = (start as u16, (start + group.len()) as u16);
        found.extend(std::iter::repeat_n(place, group[0].weight()));
        start += group.len();
    }
    found
}
