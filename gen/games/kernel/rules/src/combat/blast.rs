//! Detonations: which units are hit, how terrain changes, what else goes off (`kernel-rules` 2.8; seed 003, "Detonation Action").
//!
//! Bombs that a blast sets off go off after it, one after the other, each once in a battle, so a minefield cannot go off in an
//! endless circle.

use chance::Dice;
use design::parameters::table::{
    BLASTS_INTO_TTYPE, DETONATE_ON_APPROACH_RANGE, DETONATION_ACCIDENT_CHANCE, DETONATION_DAMAGE_ADJACENT,
    DETONATION_DAMAGE_AT, DETONATION_TERRAIN_DAMAGE_CHANCE, DETONATION_TERRAIN_RANGE, DETONATION_UNIT_RANGE,
    PROTECTION, TERRAIN_DAMAGED_TYPE,
};
use design::parameters::terrain::SUBTYPE;
use design::parameters::unit::{ACP_TO_DETONATE, HP_PER_DETONATION};
use design::{TerrainType, UnitType};
use grid::{Cell, disk, has_edge};

use super::Battle;
use crate::event::{Death, EventKind, UnitSnapshot};
use crate::rng::Purpose;
use crate::{Refusal, StateChange, StateView, UnitIndex};

/// Checks that a unit may go off in a cell, paid by `actor`, beyond what holds for every action.
pub(crate) fn check_detonation(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
) -> Result<(), Refusal> {
    if !at.rules.abilities.of(at.unit(actee).kind).detonates {
        return Err(Refusal::CannotDo("such units do not go off by order"));
    }
    at.check_inner(cell)?;
    Refusal::of_reach(at.rules.area.distance(at.unit(actee).cell, cell) as i32, 1)?;
    at.check_acp(actor, at.int(ACP_TO_DETONATE, actee))
}

/// A unit goes off in a cell, and so do all bombs that it sets off.
pub(crate) fn detonate(change: &mut StateChange<'_>, bomb: UnitIndex, cell: Cell) {
    let mut battle = Battle::default();
    battle.light(bomb, cell);
    battle.burn(change);
    battle.execute(change);
}

/// A bomb may go off by accident: in its cell at the beginning of a turn, or when it comes there (`kernel-rules` 10.5).
pub fn accident(change: &mut StateChange<'_>, id: UnitIndex) {
    if !change.rules.design.is_set(DETONATION_ACCIDENT_CHANCE) || !change.at().is_active(id) {
        return;
    }
    let chance = change.at().on_ground(DETONATION_ACCIDENT_CHANCE, id);
    if change.state.rng.per_10_000(Purpose::Events, chance) {
        let cell = change.state.unit(id).cell;
        detonate(change, id, cell);
    }
}

/// A unit has come to its cell: nearby bombs that do not trust its side may go off (`kernel-rules` 2.8).
pub(crate) fn approach(change: &mut StateChange<'_>, mover: UnitIndex) {
    let at = change.at();
    let (kind, side) = (at.unit(mover).kind, at.unit(mover).side);
    let goes_off = |&id: &UnitIndex| {
        let bomb = at.unit(id);
        let range = at.rules.design.entry(DETONATE_ON_APPROACH_RANGE, bomb.kind, kind);
        range >= 0 && at.is_active(id) && !at.trusts(bomb.side, side) && at.distance(id, mover) <= range
    };
    let bombs: Vec<UnitIndex> = at.near(at.unit(mover).cell, at.rules.features.approach_range, goes_off);
    for bomb in bombs {
        if change.at().is_active(bomb) && change.at().is_in_play(mover) {
            let cell = change.state.unit(bomb).cell;
            detonate(change, bomb, cell);
        }
    }
}

impl Battle {
    /// Marks a unit to go off in a cell, once in a battle: it goes off when the present strike is over.
    pub(crate) fn light(&mut self, bomb: UnitIndex, cell: Cell) {
        if !self.exploded.contains(&bomb) {
            self.exploded.push(bomb);
            self.fuses.push((bomb, cell));
        }
    }

    /// Lets the marked units go off, and those that they set off, one after the other.
    pub(crate) fn burn(&mut self, change: &mut StateChange<'_>) {
        let mut next = 0;
        while let Some(&(bomb, cell)) = self.fuses.get(next) {
            next += 1;
            if change.at().is_in_play(bomb) {
                self.blast(change, bomb, cell);
            }
        }
        self.fuses.clear();
    }

    fn blast(&mut self, change: &mut StateChange<'_>, bomb: UnitIndex, cell: Cell) {
        let who = change.at().snapshot(bomb);
        change.log_to(EventKind::Detonated { who, cell }, &[who.cell, cell], &[who.side]);
        let spent = change.at().int(HP_PER_DETONATION, bomb);
        self.spend(change, bomb, spent);
        self.blast_units(change, who, cell);
        blast_terrain(change, who.kind, cell);
    }

    fn blast_units(&mut self, change: &mut StateChange<'_>, bomb: UnitSnapshot, center: Cell) {
        let rules = change.rules;
        let design = &*rules.design;
        let range = |kind: UnitType| design.entry(DETONATION_UNIT_RANGE, bomb.kind, kind);
        let most = design.unit_types().map(range).max().unwrap_or(0);
        let within = |at: StateView<'_>, id: UnitIndex| {
            let distance = rules.area.distance(center, at.unit(id).cell) as i32;
            distance == 0 || distance <= range(at.unit(id).kind)
        };
        let at = change.at();
        // Nearby only units in the open, farther away occupants too.
        let outer = at.near(center, most, |_| true);
        for id in outer {
            let distance = rules.area.distance(center, change.state.unit(id).cell) as i32;
            let victims = if distance <= 1 { vec![id] } else { change.at().tree(id) };
            for victim in victims {
                if victim != bomb.id && within(change.at(), victim) && !is_sheltered(change, victim) {
                    let kind = change.state.unit(victim).kind;
                    let damage = blast_damage(change, bomb.kind, kind, distance);
                    self.hit_by_blast(change, victim, bomb, damage);
                }
            }
        }
    }

    fn hit_by_blast(&mut self, change: &mut StateChange<'_>, victim: UnitIndex, bomb: UnitSnapshot, damage: i32) {
        if damage <= 0 {
            return;
        }
        let who = change.at().snapshot(victim);
        let damage = damage.min(i32::from(i16::MAX));
        change.log_to(EventKind::Hit { who, by: bomb, damage: damage as i16 }, &[who.cell], &[who.side, bomb.side]);
        self.wound(change, victim, damage, Death::Blast, bomb);
    }
}

/// In games by the seeds' program a transport shields its occupants from a distant blast as it does from a strike.
fn is_sheltered(change: &mut StateChange<'_>, victim: UnitIndex) -> bool {
    let Some(transport) = change.state.unit(victim).inside.some() else { return false };
    if !change.rules.is_xconq_7_0 || !change.at().is_active(transport) {
        return false;
    }
    let chance = change.at().pair(PROTECTION, transport, victim);
    !change.percent(Purpose::Combat, chance)
}

/// The damage of a blast to a type at a distance: it falls with the square of the distance from the second cell on; fractions are
/// decided by chance.
fn blast_damage(change: &mut StateChange<'_>, bomb: UnitType, victim: UnitType, distance: i32) -> i32 {
    let design = &*change.rules.design;
    let key = if distance == 0 { DETONATION_DAMAGE_AT } else { DETONATION_DAMAGE_ADJACENT };
    let dice: Dice = design.dice(key, bomb, victim);
    let roll = change.state.rng.roll(Purpose::Combat, dice);
    if distance <= 1 {
        return roll;
    }
    let hundredths = i64::from(roll) * 100 / (i64::from(distance) * i64::from(distance));
    change.state.rng.hundredths(Purpose::Combat, hundredths.min(i64::from(i32::MAX)) as i32)
}

/// Changes the terrain within a blast, borders and connections included.
fn blast_terrain(change: &mut StateChange<'_>, bomb: UnitType, center: Cell) {
    let rules = change.rules;
    let design = &*rules.design;
    if !design.is_set(DETONATION_TERRAIN_DAMAGE_CHANCE) {
        return;
    }
    let chance = |ground: TerrainType| design.entry(DETONATION_TERRAIN_DAMAGE_CHANCE, bomb, ground);
    let range = |ground: TerrainType| design.entry(DETONATION_TERRAIN_RANGE, bomb, ground);
    let Some(most) = design.ids().filter(|&ground| chance(ground) > 0).map(range).max() else { return };
    let most = (most.max(0) as u32).min(rules.area.distance_max());
    let mut cells: Vec<Cell> = disk(&rules.area, center, most).collect();
    // From ground zero outwards.
    cells.sort_by_key(|&cell| rules.area.distance(center, cell));
    for cell in cells {
        let distance = rules.area.distance(center, cell) as i32;
        let ground = change.at().ground(cell);
        if range(ground) >= distance
            && change.percent(Purpose::Combat, chance(ground))
            && let Some(into) = damaged_type(change, bomb, ground)
        {
            change.change_ground(cell, into);
        }
        let kinds: Vec<TerrainType> =
            change.state.edges.iter().filter(|(_, layer)| layer[cell] != 0).map(|entry| entry.0).collect();
        for kind in kinds {
            if range(kind) < distance || chance(kind) <= 0 {
                continue;
            }
            for (direction, _) in rules.area.around(cell) {
                let layer = change.state.edges.iter().find(|entry| entry.0 == kind);
                let is_there = layer.is_some_and(|(_, layer)| has_edge(layer[cell], direction));
                if !is_there || !change.percent(Purpose::Combat, chance(kind)) {
                    continue;
                }
                // Without a successor it is removed.
                let into = damaged_type(change, bomb, kind);
                change.set_edge(cell, direction, kind, false);
                if let Some(into) = into {
                    change.set_edge(cell, direction, into, true);
                }
            }
        }
    }
}

/// The type that damaged terrain becomes: another of its class, by weight.
fn damaged_type(change: &mut StateChange<'_>, bomb: UnitType, old: TerrainType) -> Option<TerrainType> {
    let design = &*change.rules.design;
    let class = design.int(SUBTYPE, old);
    let weight = |into: TerrainType| {
        let is_possible = design.int(SUBTYPE, into) == class && design.entry(BLASTS_INTO_TTYPE, bomb, into) != 0;
        if is_possible { design.entry(TERRAIN_DAMAGED_TYPE, old, into).max(0) as u32 } else { 0 }
    };
    let kinds: Vec<TerrainType> = design.ids().filter(|&into| weight(into) > 0).collect();
    let weights: Vec<u32> = kinds.iter().map(|&into| weight(into)).collect();
    change.state.rng.weighted(Purpose::Combat, &weights).map(|place| kinds[place])
}
