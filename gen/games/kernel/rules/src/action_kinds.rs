//! The actions worth trying for each unit type, by its abilities (`design::abilities`); `check` decides in the end.

use design::abilities::{Abilities, fights_in_rounds};
use design::parameters::table as tables;
use design::parameters::unit;
use design::{Design, IntTable, MaterialType, TerrainType, UnitType};

/// An action that a type could take, with the type at which it aims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[doc(hidden)]
pub enum ActionKind {
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

impl ActionKind {
    /// The weight of the kind of action in a random draw.
    const fn weight(self) -> usize {
        match self {
            ActionKind::Move => 8,
            ActionKind::Attack
            | ActionKind::FireAt
            | ActionKind::Capture
            | ActionKind::Create(_)
            | ActionKind::Build => 3,
            _ => 1,
        }
    }
}

/// The actions that a type could take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionKinds {
    /// Every action, those of one kind next to each other.
    pub kinds: Vec<ActionKind>,
    /// For a random draw: the ranges of the kinds in `kinds`, repeated by their weight.
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

impl ActionKinds {
    pub(crate) fn new(design: &Design, abilities: &Abilities, kind: UnitType) -> ActionKinds {
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
        let mut kinds = Vec::new();
        kinds.extend(own.is_moved.then_some(ActionKind::Move));
        kinds.extend(enters.then_some(ActionKind::Enter));
        kinds.extend(strikes.then_some(ActionKind::Attack));
        kinds.extend(overruns.then_some(ActionKind::Overrun));
        kinds.extend(fires.then_some([ActionKind::FireAt, ActionKind::FireInto]).into_iter().flatten());
        kinds.extend(abilities.captures.has_any(kind).then_some(ActionKind::Capture));
        kinds.extend(detonates.then_some(ActionKind::Detonate));
        kinds.extend(abilities.develops.row(kind).iter().map(|&other| ActionKind::Develop(other)));
        kinds.extend(abilities.tools.row(kind).iter().map(|&other| ActionKind::Toolup(other)));
        kinds.extend(abilities.creates.row(kind).iter().map(|&other| ActionKind::Create(other)));
        kinds.extend(abilities.builds.has_any(kind).then_some(ActionKind::Build));
        kinds.extend(abilities.repairs.has_any(kind).then_some(ActionKind::Repair));
        kinds.extend(abilities.produces.row(kind).iter().map(|&material| ActionKind::Produce(material)));
        kinds.extend(abilities.extracts.row(kind).iter().map(|&material| ActionKind::Extract(material)));
        kinds.extend(abilities.gives.row(kind).iter().map(|&material| ActionKind::Transfer(material)));
        kinds.extend(own.disbands.then_some(ActionKind::Disband));
        kinds.extend(own.transfers_parts.then_some(ActionKind::TransferPart));
        kinds.extend(own.changes_side.then_some(ActionKind::ChangeSide));
        kinds.extend(abilities.changes.row(kind).iter().map(|&other| ActionKind::ChangeType(other)));
        kinds.extend(abilities.alters_to.row(kind).iter().map(|&ground| ActionKind::AlterTerrain(ground)));
        kinds.extend(abilities.adds.row(kind).iter().map(|&ground| ActionKind::AddTerrain(ground)));
        kinds.extend(abilities.removes.row(kind).iter().map(|&ground| ActionKind::RemoveTerrain(ground)));
        let reach = [most(tables::ATTACK_RANGE), if fires { int(unit::RANGE) } else { 0 }, 1].into_iter().max();
        let changes =
            design.ids::<TerrainType>().map(|other| design.entry(tables::ALTER_TERRAIN_RANGE, kind, other)).max();
        ActionKinds {
            draws: draws(&kinds),
            kinds,
            is_free: int(unit::ACP_INDEPENDENT) != 0,
            reach: reach.unwrap_or(1).max(0) as u32,
            move_range: int(unit::MOVE_RANGE).max(1) as u32,
            create_range: most(tables::CREATE_RANGE).max(most(tables::BUILD_RANGE)).max(0) as u32,
            terrain_range: changes.unwrap_or(0).max(0) as u32,
        }
    }

    /// Whether it can do anything without action points.
    pub(crate) fn acts_for_free(&self) -> bool {
        self.is_free && !self.kinds.is_empty()
    }
}

fn has_blast(design: &Design, kind: UnitType) -> bool {
    design.unit_types().any(|other| {
        let blast = |key| design.dice(key, kind, other).twice_mean() > 0;
        blast(tables::DETONATION_DAMAGE_AT) || blast(tables::DETONATION_DAMAGE_ADJACENT)
    })
}

/// The ranges of all kinds of action, repeated by their weight.
fn draws(kinds: &[ActionKind]) -> Vec<(u16, u16)> {
    let mut found = Vec::new();
    let mut start = 0;
    for group in kinds.chunk_by(|one, other| std::mem::discriminant(one) == std::mem::discriminant(other)) {
        let place = (start as u16, (start + group.len()) as u16);
        found.extend(std::iter::repeat_n(place, group[0].weight()));
        start += group.len();
    }
    found
}
