//! The actions worth trying for each unit type, by its abilities (`design::abilities`); `check` decides in the end.

use design::abilities::{Abilities, fights_in_rounds};
use design::parameters::table as tables;
use design::parameters::unit;
use design::{Design, IntTable, MaterialType, TerrainType, UnitType};

/// An action that a type could take, with the type at which it aims.
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
    /// The weight of the kind of action in a random draw.
    const fn weight(self) -> usize {
        match self {
            Skill::Move => 8,
            Skill::Attack | Skill::FireAt | Skill::Capture | Skill::Create(_) | Skill::Build => 3,
            _ => 1,
        }
    }
}

/// The actions that a type could take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Repertoire {
    /// Every action, those of one kind next to each other.
    pub(crate) skills: Vec<Skill>,
    /// For a random draw: the ranges of the kinds in `skills`, repeated by their weight.
    pub(crate) draws: Vec<(u16, u16)>,
    /// Whether it acts without action points.
    pub(crate) is_free: bool,
    /// The greatest range of its attacks, fire and captures.
    pub(crate) reach: u32,
    /// The range of one move.
    pub(crate) move_range: u32,
    /// The range in which it creates units.
    pub(crate) create_range: u32,
    /// The range in which it changes terrain.
    pub(crate) terrain_range: u32,
}

impl Repertoire {
    pub(crate) fn new(design: &Design, abilities: &Abilities, kind: UnitType) -> Repertoire {
        let int = |key| design.int(key, kind);
        let most = |key: IntTable<UnitType, UnitType>| {
            design.unit_types().map(|other| design.entry(key, kind, other)).max().unwrap_or(0)
        };
        let own = abilities.of(kind);
        let (strikes, fires) = (abilities.attacks.has_any(kind), abilities.fires_at.has_any(kind));
        let overruns = own.is_moved && (strikes || fights_in_rounds(design));
        // A unit that needs no action points to go off can do so in every turn, so it is worth trying only if it has an effect.
        let detonates = own.detonates && (int(unit::ACP_TO_DETONATE) > 0 || has_blast(design, kind));
        // It is also tried where there is never room: the number of kinds decides the draws, and so the moves of recorded random
        // games.
        let enters = design.unit_types().any(|other| {
            let has_room =
                design.entry(tables::UNIT_CAPACITY_X, other, kind) > 0 || design.int(unit::CAPACITY, other) > 0;
            design.entry(tables::ACP_TO_ENTER_UNIT, kind, other) > 0 && has_room
        });
        let mut skills = Vec::new();
        skills.extend(own.is_moved.then_some(Skill::Move));
        skills.extend(enters.then_some(Skill::Enter));
        skills.extend(strikes.then_some(Skill::Attack));
        skills.extend(overruns.then_some(Skill::Overrun));
        skills.extend(fires.then_some([Skill::FireAt, Skill::FireInto]).into_iter().flatten());
        skills.extend(abilities.captures.has_any(kind).then_some(Skill::Capture));
        skills.extend(detonates.then_some(Skill::Detonate));
        skills.extend(abilities.develops.row(kind).iter().map(|&other| Skill::Develop(other)));
        skills.extend(abilities.tools.row(kind).iter().map(|&other| Skill::Toolup(other)));
        skills.extend(abilities.creates.row(kind).iter().map(|&other| Skill::Create(other)));
        skills.extend(abilities.builds.has_any(kind).then_some(Skill::Build));
        skills.extend(abilities.repairs.has_any(kind).then_some(Skill::Repair));
        skills.extend(abilities.produces.row(kind).iter().map(|&material| Skill::Produce(material)));
        skills.extend(abilities.extracts.row(kind).iter().map(|&material| Skill::Extract(material)));
        skills.extend(abilities.gives.row(kind).iter().map(|&material| Skill::Transfer(material)));
        skills.extend(own.disbands.then_some(Skill::Disband));
        skills.extend(own.transfers_parts.then_some(Skill::TransferPart));
        skills.extend(own.changes_side.then_some(Skill::ChangeSide));
        skills.extend(abilities.changes.row(kind).iter().map(|&other| Skill::ChangeType(other)));
        skills.extend(abilities.alters_to.row(kind).iter().map(|&ground| Skill::AlterTerrain(ground)));
        skills.extend(abilities.adds.row(kind).iter().map(|&ground| Skill::AddTerrain(ground)));
        skills.extend(abilities.removes.row(kind).iter().map(|&ground| Skill::RemoveTerrain(ground)));
        let reach = [most(tables::ATTACK_RANGE), if fires { int(unit::RANGE) } else { 0 }, 1].into_iter().max();
        let changes =
            design.ids::<TerrainType>().map(|other| design.entry(tables::ALTER_TERRAIN_RANGE, kind, other)).max();
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

    /// Whether it can do anything without action points.
    pub(crate) fn acts_for_free(&self) -> bool {
        self.is_free && !self.skills.is_empty()
    }
}

fn has_blast(design: &Design, kind: UnitType) -> bool {
    design.unit_types().any(|other| {
        let blast = |key| design.dice(key, kind, other).twice_mean() > 0;
        blast(tables::DETONATION_DAMAGE_AT) || blast(tables::DETONATION_DAMAGE_ADJACENT)
    })
}

/// The ranges of all kinds of action, repeated by their weight.
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
