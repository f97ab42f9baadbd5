//! Construction at random, with numbers at the ends of what GDL allows: nothing panics, and all counters
//! stay right.

use chance::{Seed, Stream};
use design::{MaterialType, TypeId, UnitType};
use fairmarch_kernel::{Action, Unit, UnitIndex};
use world::SideId;

use super::{TestGame, table};

/// Every type makes, repairs, changes into and disbands every type, on ledges with room for three.
const WILD: &str = "(terrain-type ledge (char \"l\") (capacity 3)) (material-type iron)
    (unit-type yard (acp-per-turn 32000) (capacity 2) (hp-max 32767) (cp 3) (parts-max 2) (acp-to-transfer-part 1)
      (acp-to-disband 1) (hp-per-disband 9000) (acp-to-change-side 1) (tech-max 32767) (tech-leakage 32767)
      (hp-recovery 32767)
      (cp-per-self-build 1) (cp-attrition 3000) (morale-max 32767) (morale-recovery 32767))
    (unit-type ship (acp-per-turn 4) (acp-min -9) (acp-max 30000) (capacity 1) (hp-max 2) (cp 32767) (cp-attrition 9000)
      (acp-to-disband 1) (hp-per-disband 1) (acp-to-change-side 3) (tech-max 9) (type-in-game-max 40))
    (unit-type man (acp-independent true) (hp-max 7) (parts-max 7) (acp-to-transfer-part 1) (tech-max 5)
    (tech-from-ownership 3)
      (type-per-side-max 9) (auto-upgrade-to yard) (cxp-max 3))
    (table unit-storage-x (u* iron 32767)) (table acp-to-create (u* u* 1)) (table acp-to-build (u* u* 1))
    (table cp-per-build (u* u* 20000)) (table cp-on-creation (u* u* (2 20000 1) )) (table acp-to-repair (u* u* 1))
    (table hp-per-repair (u* u* 32767)) (table acp-to-toolup (u* u* 1)) (table tp-per-toolup (u* u* 32767))
    (table tp-max (u* u* 32767)) (table tp-to-build (yard yard 30000)) (table tp-crossover (u* u* 100))
    (table tp-attrition (u* u* 32767))
    (table acp-to-develop (u* u* 1)) (table tech-per-develop (u* u* 32767)) (table tech-crossover (u* u* 100))
    (table acp-to-change-type (u* u* 1)) (table consumption-per-cp (u* iron 1)) (table recycleable-material
    (u* iron 32767))
    (table supply-per-disband (u* iron 32767)) (table supply-on-completion (u* iron 32767))
    (table cxp-to-change-type (man yard 1))
    (table complete-occs-on-completion (u* u* 90)) (table constructor-absorbed-by (man yard 1))
    (table hp-to-garrison (u* u* 3))
    (table auto-repair (u* u* 32767)) (table auto-repair-range (u* u* 32767)) (table builder-can-reuse-cp (u* u* 1))
    (set disband-unfinished-units true) (set salvage-unfinished-cps true) (set salvage-unfinished-materials true)
    (set units-in-game-max 120) (side 1 (name \"A\")) (side 2 (name \"B\"))
    (area 5 5) (area (terrain (by-name ledge) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\"))
    (units) (yard 1 3 1 (m 30000)) (ship 2 2 1) (man 2 2 1 (cxp 1)) (yard 3 1 2 (m 9)) (man 3 2 2)";

fn any_action(table: &TestGame, stream: &mut Stream) -> Action {
    let units = table.state.units.len() as u32;
    let unit = UnitIndex(stream.below(units));
    let kind = UnitType::at(stream.index(3));
    match stream.below(12) {
        0 => Action::Develop(kind),
        1 => Action::Toolup(kind),
        2 => Action::CreateIn(kind, unit),
        3 | 4 => Action::CreateAt(kind, grid::Cell(stream.below(25)), 0),
        5 | 6 => Action::Build(unit),
        7 => Action::Repair(unit),
        8 => Action::Disband,
        9 => Action::TransferPart(stream.between(-9, 9) as i16, stream.coin().then_some(unit)),
        10 => Action::ChangeSide(SideId(stream.below(3) as u8)),
        _ => Action::ChangeType(kind),
    }
}

/// Counts anew what is kept.
fn check_counts(table: &TestGame) {
    let at = table.at();
    for side in (0..=2).map(SideId) {
        for kind in (0..3).map(UnitType::at) {
            let real = at.live().filter(|&id| at.unit(id).side == side && at.unit(id).kind == kind).count();
            assert_eq!(at.side(side).counts[kind.index()] as usize, real);
        }
    }
    for id in at.live() {
        let Unit { kind, hp, cp, cell, .. } = *at.unit(id);
        let design = &table.rules.design;
        assert!(
            i32::from(hp) <= design.int(design::parameters::unit::HP_MAX, kind) && cp >= 0,
            "{id}: {hp} hp, {cp} cp"
        );
        assert!(cell != Unit::NOWHERE, "{id} is nowhere");
        assert!((0..=32767).contains(&at.supply(id, MaterialType::at(0))), "{id} holds too much");
        assert!(at.all_in_cell(cell).contains(&id), "{id} is in no chain");
    }
}

#[test]
fn random_work_breaks_no_invariant() {
    let mut made = 0;
    for seed in 0..40 {
        let mut table = table(WILD);
        let mut stream = Seed(seed).stream("work at random");
        for step in 0..400 {
            let actor = stream.below(table.state.units.len() as u32);
            let actee = if stream.percent(80) { actor } else { stream.below(table.state.units.len() as u32) };
            let action = any_action(&table, &mut stream);
            made += u32::from(table.act_on(actor, actee, action).is_ok());
            if step % 50 == 0 {
                check_counts(&table);
                if table.state.phase == fairmarch_kernel::Phase::Playing {
                    table.next_turn();
                }
            }
        }
    }
    assert!(made > 2000, "only {made} actions were allowed");
}
