//! The damage of a hit where a design sets none, and how a file for Xconq 7.5 says it.

use chance::Dice;

use crate::abilities::fights_in_rounds;
use crate::parameters::rows;
use crate::parameters::table::{
    DAMAGE, DETONATION_DAMAGE_ADJACENT, DETONATION_DAMAGE_AT, FIRE_DAMAGE, FIRE_HIT_CHANCE, HIT_CHANCE,
};
use crate::{Design, Origin, Scope, Table};

/// The number of the table `damage`.
const DAMAGE_TABLE: usize = DAMAGE.0 as usize;

/// The damage of a hit where none is set: 1 by the seeds, 0 by 7.5 (`kernel-rules` 10.5). It is 1 in designs for Xconq 7.0, in those
/// that use no parameter that only 7.5 has, and in those that say who hits whom and nothing of damage: a hit would be for nothing.
pub(crate) fn find_damage_default(design: &Design) -> i16 {
    let hits = design.is_set(HIT_CHANCE) || design.is_set(FIRE_HIT_CHANCE);
    let harms = [DAMAGE, FIRE_DAMAGE, DETONATION_DAMAGE_AT, DETONATION_DAMAGE_ADJACENT];
    let is_unsaid = || !harms.into_iter().any(|key| design.is_dice_set(key)) || !uses_xconq_7_5(design);
    (design.is_xconq_7_0() || hits && !fights_in_rounds(design) && is_unsaid()).into()
}

/// Whether a design sets a parameter that Xconq 7.5 has and the seeds have not.
fn uses_xconq_7_5(design: &Design) -> bool {
    fn is_any_set<T>(scope: Scope, values: &[Option<T>]) -> bool {
        rows(scope).iter().zip(values).any(|(row, value)| value.is_some() && row.origin == Origin::Xconq)
    }
    Scope::TYPES.into_iter().any(|scope| is_any_set(scope, &design.columns[Design::slot(scope)]))
        || is_any_set(Scope::Table, &design.tables)
        || is_any_set(Scope::Global, &design.globals)
}

impl Design {
    /// The hit points that a hit takes where no damage is set.
    #[must_use]
    pub const fn damage_default(&self) -> i16 {
        self.damage_default
    }

    /// The same design as a file for Xconq 7.5 must have it: with every table that allows actions, and with the `damage` that hits do
    /// where it sets none.
    #[must_use]
    pub fn for_xconq_7_5(&self) -> Design {
        let mut design = self.with_gates();
        let usual = Dice::constant(0);
        if self.damage_default() > 0 && !self.units.is_empty() {
            let entries = match self.table(DAMAGE_TABLE) {
                Some(Table::Dice(entries)) => entries.clone(),
                _ => vec![usual; self.units.len() * self.units.len()],
            };
            let of_hit = Dice::constant(self.damage_default());
            let first = |dice: Dice| if dice == usual { of_hit } else { dice };
            design.put_table(DAMAGE_TABLE, Table::Dice(entries.into_iter().map(first).collect()));
        }
        design
    }

    /// Takes a `damage` of 1 for what Xconq 7.0 has where a design sets none.
    pub fn forget_first_damage(&mut self) {
        let Some(Table::Dice(entries)) = self.table(DAMAGE_TABLE) else { return };
        let usual = Dice::constant(0);
        let rest = |dice: &Dice| if *dice == Dice::constant(1) { usual } else { *dice };
        let entries: Vec<Dice> = entries.iter().map(rest).collect();
        match entries.iter().all(|dice| *dice == usual) {
            true => self.clear_table(DAMAGE_TABLE),
            false => self.put_table(DAMAGE_TABLE, Table::Dice(entries)),
        }
    }
}
