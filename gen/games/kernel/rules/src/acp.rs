//! Action points: what a unit gets in a turn, and what it pays for an action (`kernel-rules` 1.3; seed 003, "Actions in General").

use design::abilities::has_acp;
use design::parameters::table::{NIGHT_ADDS_ACP, NIGHT_MULTIPLIES_ACP, OCCUPANT_ADDS_ACP, OCCUPANT_MULTIPLIES_ACP};
use design::parameters::unit::{
    ACP_DAMAGE_EFFECT, ACP_MAX, ACP_MIN, ACP_MORALE_EFFECT, ACP_PER_TURN, ACP_PER_TURN_MAX, ACP_PER_TURN_MIN,
    ACP_SEASON_EFFECT, ACP_TEMPERATURE_EFFECT, FREE_ACP, HP_MAX,
};
use design::{Curve, Design, TypeId, UnitType};

use crate::amounts::percent_of;
use crate::{Refusal, StateChange, StateView, UnitIndex};

/// What the action points of a unit type depend on.
#[derive(Debug)]
pub(crate) struct AcpPlan {
    damage: Curve,
    morale: Curve,
    temperature: Curve,
    season: Curve,
    /// Occupants give it more, or less.
    depends_on_occupants: bool,
    depends_on_night: bool,
    /// Nothing but `acp-per-turn` decides.
    is_plain: bool,
}

impl AcpPlan {
    pub(crate) fn new(design: &Design, kind: UnitType) -> AcpPlan {
        let curve = |key| Curve::new(design.form(key, kind));
        let (damage, morale) = (curve(ACP_DAMAGE_EFFECT), curve(ACP_MORALE_EFFECT));
        let (temperature, season) = (curve(ACP_TEMPERATURE_EFFECT), curve(ACP_SEASON_EFFECT));
        let depends_on_occupants = design.unit_types().any(|occupant| {
            design.entry(OCCUPANT_ADDS_ACP, kind, occupant) != 0
                || design.entry(OCCUPANT_MULTIPLIES_ACP, kind, occupant) != 100
        });
        let depends_on_night = design.ids().any(|ground| {
            design.entry(NIGHT_ADDS_ACP, kind, ground) != 0 || design.entry(NIGHT_MULTIPLIES_ACP, kind, ground) != 100
        });
        let is_plain = damage.is_empty()
            && morale.is_empty()
            && temperature.is_empty()
            && season.is_empty()
            && !depends_on_occupants
            && !depends_on_night
            && design.int(ACP_PER_TURN_MIN, kind) == 0
            && design.int(ACP_PER_TURN_MAX, kind) < 0;
        AcpPlan { damage, morale, temperature, season, depends_on_occupants, depends_on_night, is_plain }
    }
}

impl StateView<'_> {
    /// The action points that a unit would get if a turn began now, before what it has saved or owes.
    #[doc(hidden)]
    pub fn fresh_acp(self, id: UnitIndex) -> i32 {
        if !self.is_active(id) {
            return 0;
        }
        let plan = &self.rules.acp[self.unit(id).kind.index()];
        if plan.is_plain {
            return self.int(ACP_PER_TURN, id);
        }
        let unit = self.unit(id);
        let mut acp = self.acp_by_damage(id).unwrap_or_else(|| self.int(ACP_PER_TURN, id));
        let is_night = plan.depends_on_night && self.is_night(unit.cell);
        let occupants = || self.occupants(id).filter(|&occupant| plan.depends_on_occupants && self.is_active(occupant));
        for occupant in occupants() {
            acp = acp.saturating_add(self.pair(OCCUPANT_ADDS_ACP, id, occupant));
        }
        if is_night {
            acp = acp.saturating_add(self.on_ground(NIGHT_ADDS_ACP, id));
        }
        if acp <= 0 {
            return 0;
        }
        for occupant in occupants() {
            acp = scaled(acp, self.pair(OCCUPANT_MULTIPLIES_ACP, id, occupant));
        }
        if is_night {
            acp = scaled(acp, self.on_ground(NIGHT_MULTIPLIES_ACP, id));
        }
        let temperature = self.temperature(unit.cell);
        let effects = [
            plan.morale.at(i32::from(unit.morale)),
            temperature.and_then(|temperature| plan.temperature.at(temperature)),
            plan.season.at(self.year_part()),
        ];
        for percent in effects.into_iter().flatten() {
            acp = scaled(acp, percent);
        }
        let most = self.int(ACP_PER_TURN_MAX, id);
        acp = acp.max(self.int(ACP_PER_TURN_MIN, id));
        if most >= 0 { acp.min(most) } else { acp }
    }

    /// What a damaged unit gets in place of its `acp-per-turn`.
    fn acp_by_damage(self, id: UnitIndex) -> Option<i32> {
        let hp = i32::from(self.unit(id).hp);
        if hp >= self.int(HP_MAX, id) {
            return None;
        }
        self.rules.acp[self.unit(id).kind.index()].damage.at(hp)
    }

    /// Whether a unit could ever act of itself: others have no action points at all.
    #[must_use]
    pub fn can_be_actor(self, id: UnitIndex) -> bool {
        let plan = &self.rules.acp[self.unit(id).kind.index()];
        has_acp(&self.rules.design, self.unit(id).kind)
            || (plan.depends_on_occupants
                && self.occupants(id).any(|occupant| self.pair(OCCUPANT_ADDS_ACP, id, occupant) > 0))
            || (plan.depends_on_night && self.is_in_play(id) && self.on_ground(NIGHT_ADDS_ACP, id) > 0)
    }

    /// Whether a unit had action points when the turn began, or its type ever has some or needs none.
    #[must_use]
    pub fn can_ever_act(self, id: UnitIndex) -> bool {
        has_acp(&self.rules.design, self.unit(id).kind) || self.unit(id).acp_start > 0
    }

    /// Checks that a unit can pay for an action now (`kernel-rules` 1.3).
    ///
    /// # Errors
    /// A refusal with the cost and the points that it has, if it cannot.
    pub(crate) fn check_acp(self, id: UnitIndex, cost: i32) -> Result<(), Refusal> {
        self.check_acp_with(id, cost, 0)
    }

    /// The same, as if it had `extra_acp` more.
    ///
    /// # Errors
    /// A refusal with the cost and the points that it has, if it cannot.
    pub(crate) fn check_acp_with(self, id: UnitIndex, cost: i32, extra_acp: i32) -> Result<(), Refusal> {
        let steps = self.rules.steps_for(self.unit(id).kind);
        if cost <= 0 || steps.is_acp_independent {
            return Ok(());
        }
        let free = self.free_acp(id);
        let acp = i32::from(self.unit(id).acp).saturating_add(extra_acp);
        let has = acp.saturating_add(free.max(0)).saturating_sub(steps.acp_min);
        // A unit without points left has to wait, however much it may overdraw.
        if acp > 0 && (free < 0 || has >= cost) {
            return Ok(());
        }
        if free >= 0 && self.is_beyond(id, cost, free) {
            return Err(Refusal::CannotDo("it never has as many action points as that needs"));
        }
        // What it may overdraw does not count for a unit that has to wait.
        Err(Refusal::NotEnoughAcp { needs: cost, has: if acp > 0 { has } else { acp } })
    }

    /// How many points one action may overdraw; -1 for any number, the default in designs of the seeds (seed 003).
    fn free_acp(self, id: UnitIndex) -> i32 {
        let is_open = self.rules.is_xconq_7_0 && !self.rules.design.is_given(FREE_ACP);
        if is_open { -1 } else { self.rules.steps_for(self.unit(id).kind).free_acp }
    }

    /// Whether a cost is beyond a unit for ever, and not only for this turn.
    pub(crate) fn is_beyond(self, id: UnitIndex, cost: i32, free: i32) -> bool {
        let (kept, most) = (self.int(ACP_MAX, id), self.int(ACP_PER_TURN_MAX, id));
        let usual = self.int(ACP_PER_TURN, id);
        let full = match kept {
            0.. => kept,
            _ if most >= 0 => usual.min(most),
            _ => usual,
        };
        let least = self.int(ACP_MIN, id);
        full.saturating_add(free) - cost < least && cost >= self.fresh_acp(id)
    }
}

/// Action points by a percentage, kept where no chain of percentages can overflow.
fn scaled(acp: i32, percent: i32) -> i32 {
    percent_of(acp, percent).clamp(-1_000_000, 1_000_000)
}

/// Gives every unit its action points.
pub(crate) fn give_all(change: &mut StateChange<'_>) {
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if change.at().is_in_play(id) {
            change.give_acp(id);
        }
    }
}

impl StateChange<'_> {
    /// Takes the cost of an action.
    #[doc(hidden)]
    pub fn pay_acp(&mut self, id: UnitIndex, cost: i32) {
        let steps = self.rules.steps_for(self.state.unit(id).kind);
        if cost <= 0 || steps.is_acp_independent {
            return;
        }
        let least = steps.acp_min;
        let unit = self.unit_mut(id);
        unit.acp = (i32::from(unit.acp) - cost).max(least) as i16;
    }

    /// Gives one unit the action points of a turn: at the turn's beginning, or when it has just been completed.
    #[doc(hidden)]
    pub fn give_acp(&mut self, id: UnitIndex) {
        let at = self.at();
        let fresh = at.fresh_acp(id);
        let most = match at.int(ACP_MAX, id) {
            most if most >= 0 => most,
            _ => fresh,
        };
        let kept = if self.state.turn <= 1 { 0 } else { i32::from(at.unit(id).acp) };
        let acp = kept.saturating_add(fresh).max(at.int(ACP_MIN, id)).min(most);
        let acp = acp.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let unit = self.unit_mut(id);
        (unit.acp, unit.acp_start, unit.moves) = (acp, acp, 0);
    }

    /// A unit has been damaged in mid-turn: it has no more action points left than its hit points still allow (example 19).
    #[doc(hidden)]
    pub fn cut_acp_by_damage(&mut self, id: UnitIndex) {
        let acp = self.state.unit(id).acp;
        if acp <= 0 || self.rules.acp[self.state.unit(id).kind.index()].damage.is_empty() {
            return;
        }
        if let Some(most) = self.at().acp_by_damage(id) {
            self.unit_mut(id).acp = i32::from(acp).min(most) as i16;
        }
    }
}
