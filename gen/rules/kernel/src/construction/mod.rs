//! Construction: who can make what, what it costs, and what a made unit is like (`kernel-rules` 2.11 to 2.13; seed 003,
//! "Unit Creation Actions" and "Unit Completion Action").
//!
//! The unit that works is the *actee* of an action; its actor pays the action points.

use design::parameters::table::{
    ACP_TO_BUILD, ACP_TO_CHANGE_TYPE, ACP_TO_CREATE, ACP_TO_DEVELOP, ACP_TO_REPAIR, ACP_TO_TOOLUP, AUTO_REPAIR,
    AUTO_REPAIR_RANGE, BUILD_RANGE, CAN_BUILD, CAN_CHANGE_TYPE_TO, CAN_CREATE, CAN_REPAIR, CAN_TOOLUP_FOR,
    CONSUMPTION_ON_CREATION, CONSUMPTION_PER_BUILD, CONSUMPTION_PER_BUILT, CONSUMPTION_PER_CP, CONSUMPTION_PER_CREATE,
    CP_ON_CREATION, CP_PER_BUILD, CREATE_AS_BUILD, CREATE_RANGE, HP_PER_REPAIR, MATERIAL_TO_BUILD, MATERIAL_TO_CREATE,
    OCCUPANT_CAN_CONSTRUCT, TECH_PER_DEVELOP, TP_MAX, TP_PER_TOOLUP, TP_TO_BUILD,
};
use design::parameters::unit::{AUTO_UPGRADE_TO, CP, CP_ATTRITION, CP_PER_SELF_BUILD, HP_RECOVERY, MORALE_RECOVERY};
use design::{Design, IntProperty, IntTable, MaterialType, TypeId, UnitType};

use crate::kernel::Gates;
use crate::{Refusal, StateChange, StateView, UnitIndex};

mod become_type;
mod choices;
mod completion;
mod creation;
mod mending;
mod names;
pub(crate) mod tooling;
pub(crate) mod unfinished;

pub(crate) use become_type::acp_maximum;
pub(crate) use creation::{check_creation, create, is_used_up, pay_for_creation, rescue_occupants};
pub(crate) use names::Names;

/// Which pairs of unit types a table allows: as a test, and as a list for each row.
#[derive(Debug)]
pub(crate) struct Pairs {
    types: usize,
    allowed: Vec<bool>,
    rows: Vec<Vec<UnitType>>,
}

impl Pairs {
    fn new(design: &Design, test: impl Fn(UnitType, UnitType) -> bool) -> Pairs {
        let kinds = || design.unit_types();
        let row = |row| kinds().filter(|&column| test(row, column)).collect::<Vec<_>>();
        let rows: Vec<Vec<UnitType>> = kinds().map(row).collect();
        let types = design.units.len();
        let mut allowed = vec![false; types * types];
        for (row, columns) in rows.iter().enumerate() {
            columns.iter().for_each(|column| allowed[row * types + column.index()] = true);
        }
        Pairs { types, allowed, rows }
    }

    pub(crate) fn has(&self, row: UnitType, column: UnitType) -> bool {
        self.allowed[row.index() * self.types + column.index()]
    }

    pub(crate) fn row(&self, row: UnitType) -> &[UnitType] {
        &self.rows[row.index()]
    }
}

/// A type that mends others by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mender {
    pub(crate) kind: UnitType,
    /// Hundredths of a hit point each turn.
    pub(crate) amount: i32,
    /// Cells; -1: only its transports and occupants.
    pub(crate) range: i32,
}

/// Who can make, mend and become what, by the types alone; and which steps of a turn a design needs.
#[derive(Debug)]
pub(crate) struct Works {
    pub(crate) creates: Pairs,
    pub(crate) builds: Pairs,
    pub(crate) tools: Pairs,
    pub(crate) develops: Pairs,
    pub(crate) repairs: Pairs,
    pub(crate) changes: Pairs,
    /// By patient.
    pub(crate) menders: Vec<Vec<Mender>>,
    /// Whether units of a type come with occupants.
    pub(crate) brings_occupants: Vec<bool>,
    pub(crate) has_repair: bool,
    pub(crate) has_self_building: bool,
    pub(crate) has_upgrades: bool,
    pub(crate) has_morale_recovery: bool,
    pub(crate) has_cp_attrition: bool,
}

impl Works {
    pub(crate) fn new(design: &Design, gates: Gates) -> Works {
        type Table = IntTable<UnitType, UnitType>;
        // Where the design sets the table of 7.5 it decides, else a cost above 0 does (`kernel-rules` 10.5).
        let opens = |is_set: bool, gate: Table, cost: Table, row, column| {
            design.entry(if is_set { gate } else { cost }, row, column) > 0
        };
        let builds = |row, column| opens(gates.build, CAN_BUILD, ACP_TO_BUILD, row, column);
        let any =
            |key: IntProperty<UnitType>, least: i32| design.unit_types().any(|kind| design.int(key, kind) >= least);
        let menders = |patient: UnitType| {
            let mender = |kind| Mender {
                kind,
                amount: design.entry(AUTO_REPAIR, kind, patient),
                range: design.entry(AUTO_REPAIR_RANGE, kind, patient),
            };
            design.unit_types().map(mender).filter(|mender| mender.amount > 0).collect::<Vec<_>>()
        };
        let menders: Vec<Vec<Mender>> = design.unit_types().map(menders).collect();
        Works {
            creates: Pairs::new(design, |row, column| {
                if design.entry(CREATE_AS_BUILD, row, column) != 0 {
                    builds(row, column) && design.entry(CP_PER_BUILD, row, column) >= 0
                } else {
                    opens(gates.create, CAN_CREATE, ACP_TO_CREATE, row, column)
                        && design.entry(CP_ON_CREATION, row, column) >= 0
                }
            }),
            builds: Pairs::new(design, |row, column| {
                builds(row, column) && design.entry(CP_PER_BUILD, row, column) > 0
            }),
            tools: Pairs::new(design, |row, column| {
                opens(gates.toolup, CAN_TOOLUP_FOR, ACP_TO_TOOLUP, row, column)
                    && design.entry(TP_PER_TOOLUP, row, column) > 0
                    && design.entry(TP_MAX, row, column) > 0
                    && design.entry(TP_MAX, row, column) >= design.entry(TP_TO_BUILD, row, column)
            }),
            develops: Pairs::new(design, |row, column| {
                design.entry(ACP_TO_DEVELOP, row, column) > 0 && design.entry(TECH_PER_DEVELOP, row, column) > 0
            }),
            repairs: Pairs::new(design, |row, column| {
                opens(gates.repair, CAN_REPAIR, ACP_TO_REPAIR, row, column)
                    && design.entry(HP_PER_REPAIR, row, column) > 0
            }),
            changes: Pairs::new(design, |row, column| {
                row != column && opens(gates.change_type, CAN_CHANGE_TYPE_TO, ACP_TO_CHANGE_TYPE, row, column)
            }),
            brings_occupants: design.unit_types().map(|kind| completion::brings_occupants(design, kind)).collect(),
            has_repair: any(HP_RECOVERY, 1) || menders.iter().any(|menders| !menders.is_empty()),
            menders,
            has_self_building: any(CP_PER_SELF_BUILD, 1),
            has_upgrades: any(AUTO_UPGRADE_TO, 0),
            has_morale_recovery: any(MORALE_RECOVERY, 1),
            has_cp_attrition: any(CP_ATTRITION, 1),
        }
    }
}

impl Works {
    /// Whether a type can come into the game at all: somebody creates it, becomes it, or brings it along.
    pub(crate) fn is_made(&self, design: &Design, kind: UnitType) -> bool {
        self.brings_occupants.contains(&true)
            || design.unit_types().any(|other| self.creates.has(other, kind) || self.builds.has(other, kind))
            || design.int(CP_PER_SELF_BUILD, kind) > 0
    }
}

impl StateView<'_> {
    /// Tooling points that a unit has for a type.
    #[must_use]
    pub fn tooling(self, id: UnitIndex, kind: UnitType) -> i32 {
        let tooling = self.details(id).and_then(|details| details.tooling.get(kind.index()));
        tooling.map_or(0, |&points| i32::from(points))
    }

    /// Construction points of a new unit. With `create-as-build` they are those of one build action.
    pub(crate) fn first_cp(self, creator: UnitType, kind: UnitType) -> i32 {
        let key = if self.creates_as_build(creator, kind) { CP_PER_BUILD } else { CP_ON_CREATION };
        self.rules.design.entry(key, creator, kind).min(self.rules.design.int(CP, kind))
    }

    fn creates_as_build(self, creator: UnitType, kind: UnitType) -> bool {
        self.rules.design.entry(CREATE_AS_BUILD, creator, kind) != 0
    }

    /// Action points of a creation.
    pub(crate) fn creation_acp(self, creator: UnitType, kind: UnitType) -> i32 {
        let key = if self.creates_as_build(creator, kind) { ACP_TO_BUILD } else { ACP_TO_CREATE };
        self.rules.design.entry(key, creator, kind)
    }

    /// Cells that a creation reaches.
    pub(crate) fn creation_range(self, creator: UnitType, kind: UnitType) -> i32 {
        let key = if self.creates_as_build(creator, kind) { BUILD_RANGE } else { CREATE_RANGE };
        self.rules.design.entry(key, creator, kind)
    }

    /// What a creation uses up of a material.
    pub(crate) fn creation_use(self, creator: UnitType, kind: UnitType, material: MaterialType) -> i32 {
        let design = &*self.rules.design;
        let cp = self.first_cp(creator, kind);
        if self.creates_as_build(creator, kind) {
            return self.build_use(creator, kind, 0, cp, material);
        }
        (design.entry(CONSUMPTION_PER_CP, kind, material).saturating_mul(cp))
            .saturating_add(design.entry(CONSUMPTION_ON_CREATION, kind, material))
            .saturating_add(design.entry(CONSUMPTION_PER_CREATE, creator, material))
    }

    /// What has to be at hand of a material for a creation.
    pub(crate) fn creation_need(self, creator: UnitType, kind: UnitType, material: MaterialType) -> i32 {
        let key = if self.creates_as_build(creator, kind) { MATERIAL_TO_BUILD } else { MATERIAL_TO_CREATE };
        self.creation_use(creator, kind, material).max(self.rules.design.entry(key, creator, material))
    }

    /// What it uses up of a material to add so many construction points to a unit that has some.
    pub(crate) fn build_use(
        self,
        builder: UnitType,
        kind: UnitType,
        has: i32,
        adds: i32,
        material: MaterialType,
    ) -> i32 {
        let design = &*self.rules.design;
        let per_build = if self.rules.is_seven_zero {
            // The total of the product by its share; early shares round up, so that the whole is paid in the end.
            let total = i64::from(design.entry(CONSUMPTION_PER_BUILD, kind, material));
            let whole = i64::from(design.int(CP, kind).max(1));
            let due = |points: i32| (total * i64::from(points) + whole - 1) / whole;
            (due(has + adds) - due(has)) as i32
        } else {
            design.entry(CONSUMPTION_PER_BUILD, builder, material)
        };
        (design.entry(CONSUMPTION_PER_CP, kind, material).saturating_mul(adds))
            .saturating_add(design.entry(CONSUMPTION_PER_BUILT, kind, material))
            .saturating_add(per_build)
    }

    /// What a build action may ask for beside what it pays: its side's leave, its place, its tools.
    pub(crate) fn check_maker(self, actor: UnitIndex, maker: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
        let (side, doer) = (self.unit(actor).side, self.unit(maker).kind);
        if !self.can_construct(side, kind) {
            return Err(Refusal::CannotDo("the side cannot construct this type now"));
        }
        self.check_tooling(doer, maker, kind)
    }

    fn check_tooling(self, doer: UnitType, maker: UnitIndex, kind: UnitType) -> Result<(), Refusal> {
        let needs = self.rules.design.entry(TP_TO_BUILD, doer, kind);
        if needs <= 0 {
            return Ok(());
        }
        let has = self.tooling(maker, kind);
        if has < needs { Err(Refusal::NotEnoughTooling { needs, has }) } else { Ok(()) }
    }

    /// Whether a unit may construct where it is: inside of a transport that lets it. Whoever is inside of what it
    /// builds may.
    pub(crate) fn check_workplace(self, maker: UnitIndex, product: Option<UnitIndex>) -> Result<(), Refusal> {
        match self.unit(maker).inside.some() {
            Some(transport)
                if Some(transport) != product && self.pair(OCCUPANT_CAN_CONSTRUCT, transport, maker) == 0 =>
            {
                Err(Refusal::OccupantCannotDo)
            }
            _ => Ok(()),
        }
    }

    /// Whether a type may be inside of a transport at all as far as that is finished (`kernel-rules` 3.2): it is
    /// complete, or can be built from inside, or builds itself.
    pub(crate) fn is_open_to(self, kind: UnitType, transport: UnitIndex) -> bool {
        self.is_complete(transport)
            || self.rules.works.builds.has(kind, self.unit(transport).kind)
            || self.int(CP_PER_SELF_BUILD, transport) > 0
    }
}

impl StateChange<'_> {
    /// Takes what an action of a maker uses up.
    pub(crate) fn consume_all(
        &mut self,
        actor: UnitIndex,
        maker: UnitIndex,
        amount: impl Fn(StateView<'_>, MaterialType) -> i32,
    ) {
        for material in self.rules.material_types() {
            let amount = amount(self.at(), material);
            if amount > 0 {
                self.consume(actor, maker, material, amount);
            }
        }
    }

    /// Sets the tooling points of a unit for a type.
    pub(crate) fn set_tooling(&mut self, id: UnitIndex, kind: UnitType, points: i32) {
        let types = self.rules.design.units.len();
        let tooling = &mut self.details_mut(id).tooling;
        tooling.resize(types, 0);
        tooling[kind.index()] = points.clamp(0, i32::from(i16::MAX)) as i16;
    }
}
