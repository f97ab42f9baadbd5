//! Creating a unit: the conditions for its creator, and how it is made (`kernel-rules` 2.12).

use design::UnitType;
use design::abilities::{creation_acp, creation_range, first_cp};
use design::parameters::global;
use design::parameters::table::{
    BUILDER_CAN_REUSE_CP, CONSTRUCTOR_ABSORBED_BY, HP_TO_GARRISON, MORALE_ON_CREATION, OPINIONS_ON_CREATION,
    SUPPLY_ON_CREATION,
};
use design::parameters::unit::{CP, HP_MAX, MORALE_MAX, OPINION_MAX, OPINION_MIN};

use crate::amounts::percent_of;
use crate::event::{Death, EventKind};
use crate::space::Placement;
use crate::{Refusal, StateChange, StateView, UnitIndex};

/// Checks what all creations share, apart from the room: `distance` is that from the creator to the place.
///
/// # Errors
/// The refusal, if the unit may not be created.
pub(crate) fn check_creation(
    at: StateView<'_>,
    actor: UnitIndex,
    creator: UnitIndex,
    kind: UnitType,
    distance: i32,
) -> Result<(), Refusal> {
    let (side, doer) = (at.unit(actor).side, at.unit(creator).kind);
    if !at.rules.abilities.creates.has(doer, kind) {
        return Err(Refusal::CannotDo("a unit of this type cannot create that type"));
    }
    Refusal::of_reach(distance, creation_range(&at.rules.design, doer, kind))?;
    at.check_acp(actor, creation_acp(&at.rules.design, doer, kind))?;
    at.check_maker(actor, creator, kind)?;
    at.check_workplace(creator, None)?;
    at.check_tech_to_own(side, kind)?;
    if !at.has_allowance(side, kind) || !at.fits_in_game(kind) {
        return Err(Refusal::CannotDo("there may be no more units of this type"));
    }
    at.check_need(actor, creator, |material| at.creation_need(doer, kind, material))
}

/// Makes a unit that `check_creation` allows: pays, puts it there, and completes it if it needs no more work.
pub(crate) fn create(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    creator: UnitIndex,
    kind: UnitType,
    spot: Placement,
) -> UnitIndex {
    let (side, doer) = (change.state.unit(actor).side, change.state.unit(creator).kind);
    pay_for_creation(change, actor, creator, kind);
    let by = change.at().snapshot(creator);
    let id = change.add_unit(kind, side);
    let cp = first_cp(&change.rules.design, doer, kind);
    let morale = first_morale(change.at(), creator, kind);
    let unit = change.unit_mut(id);
    (unit.hp, unit.cp, unit.morale) = (1, cp as i16, morale);
    for material in change.rules.material_types() {
        let at = change.at();
        let gift = at.rules.design.entry(SUPPLY_ON_CREATION, kind, material).min(at.storage(id, material)).max(0);
        *change.supply_mut(id, material) = gift;
    }
    inherit_opinions(change, creator, id);
    change.put(id, spot);
    let who = change.at().snapshot(id);
    change.log_to(EventKind::Created { who, by: Some(by) }, &[who.cell], &[who.side]);
    change.note_work(creator, id, |at, material| at.creation_use(doer, kind, material));
    change.reuse_cp(creator, id);
    if change.at().is_complete(id) {
        change.complete(id);
        change.absorb(creator, id);
    }
    if change.rules.features.overwatch && change.at().is_in_play(id) {
        crate::combat::overwatch(change, id);
    }
    id
}

/// Takes what a creation costs.
pub(crate) fn pay_for_creation(change: &mut StateChange<'_>, actor: UnitIndex, creator: UnitIndex, kind: UnitType) {
    let doer = change.state.unit(creator).kind;
    change.pay_acp(actor, creation_acp(&change.rules.design, doer, kind));
    change.consume_all(actor, creator, |at, material| at.creation_use(doer, kind, material));
}

/// The morale of a new unit: the creator's, as a share of the greatest, times `morale-on-creation`.
fn first_morale(at: StateView<'_>, creator: UnitIndex, kind: UnitType) -> i16 {
    let (own, most) = (i64::from(at.unit(creator).morale), i64::from(at.int(MORALE_MAX, creator)));
    let full = i64::from(at.rules.design.int(MORALE_MAX, kind));
    let share = i64::from(at.rules.design.entry(MORALE_ON_CREATION, at.unit(creator).kind, kind));
    let morale = if most > 0 { full * own / most } else { full };
    (morale * share / 100).clamp(0, full) as i16
}

/// Gives a new unit its share of the creator's opinions, if its type has opinions.
fn inherit_opinions(change: &mut StateChange<'_>, creator: UnitIndex, id: UnitIndex) {
    let at = change.at();
    let (least, most) = (at.int(OPINION_MIN, id), at.int(OPINION_MAX, id));
    if least >= most {
        return;
    }
    let share = at.pair(OPINIONS_ON_CREATION, creator, id);
    let taken = |&opinion: &i8| percent_of(i32::from(opinion), share).clamp(least, most) as i8;
    let Some(theirs) = at.details(creator).filter(|details| !details.opinions.is_empty()) else { return };
    let opinions = theirs.opinions.iter().map(taken).collect();
    change.details_mut(id).opinions = opinions;
}

impl StateChange<'_> {
    /// Notes which unit worked on an unfinished one, when, and with which materials.
    pub(crate) fn note_work(
        &mut self,
        builder: UnitIndex,
        id: UnitIndex,
        spent: impl Fn(StateView<'_>, design::MaterialType) -> i32,
    ) {
        let design = &self.rules.design;
        let keeps_builder = design.global_int(global::DISBAND_UNFINISHED_UNITS) != 0
            || design.global_int(global::SALVAGE_UNFINISHED_CPS) != 0;
        let keeps_spent = design.global_int(global::SALVAGE_UNFINISHED_MATERIALS) != 0;
        if (!keeps_builder && !keeps_spent) || self.at().is_complete(id) {
            return;
        }
        let turn = self.state.turn;
        let used: Vec<i32> = self.rules.material_types().map(|material| spent(self.at(), material)).collect();
        let details = self.details_mut(id);
        details.builder = Some((builder, turn));
        if keeps_spent {
            details.spent.resize(used.len(), 0);
            details.spent.iter_mut().zip(used).for_each(|(sum, more)| *sum = sum.saturating_add(more));
        }
    }

    /// Adds construction points that a builder has saved from unfinished units, if it may use them for the product.
    pub(crate) fn reuse_cp(&mut self, builder: UnitIndex, id: UnitIndex) {
        let at = self.at();
        let stash = at.details(builder).map_or(0, |details| details.cp_stash);
        if stash <= 0 || at.pair(BUILDER_CAN_REUSE_CP, builder, id) == 0 {
            return;
        }
        let missing = (at.int(CP, id) - i32::from(at.unit(id).cp)).max(0);
        let used = i32::from(stash).min(missing) as i16;
        self.unit_mut(id).cp += used;
        self.details_mut(builder).cp_stash -= used;
    }

    /// A constructor gives its hit points to its finished product, if the design says so.
    pub(crate) fn absorb(&mut self, builder: UnitIndex, product: UnitIndex) {
        let at = self.at();
        if at.is_in_play(product) && at.is_in_play(builder) && at.pair(CONSTRUCTOR_ABSORBED_BY, builder, product) != 0 {
            self.give_garrison(builder, product);
        }
    }

    /// A unit leaves as many hit points in another as it takes to hold it. If none are left it is used up, and its occupants go
    /// over, or into the cell, or die.
    pub(crate) fn give_garrison(&mut self, from: UnitIndex, into: UnitIndex) {
        let hp = i32::from(self.state.unit(from).hp) - self.at().pair(HP_TO_GARRISON, from, into);
        if hp > 0 {
            self.unit_mut(from).hp = hp as i16;
            return;
        }
        self.rescue_occupants(from, Some(into));
        let by = self.at().snapshot(into);
        self.remove(from, Death::Garrisoned, Some(by));
    }
}

/// Whether a creator is used up by a unit that it completes at once.
pub(crate) fn is_used_up(at: StateView<'_>, creator: UnitIndex, kind: UnitType) -> bool {
    let (design, doer) = (&*at.rules.design, at.unit(creator).kind);
    design.entry(CONSTRUCTOR_ABSORBED_BY, doer, kind) != 0
        && design.entry(HP_TO_GARRISON, doer, kind) >= design.int(HP_MAX, doer)
        && first_cp(design, doer, kind) >= design.int(CP, kind)
}
