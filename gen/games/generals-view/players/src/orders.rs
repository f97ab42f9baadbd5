//! The companies in a square, in the order in which they would fight.

use generals_view::View;

/// The enemies of the seat in a square as (defence, worth), the strongest first.
pub(crate) fn defenders(view: View<'_>, square: u16) -> Vec<(u16, i32)> {
    let enemies = view.companies_in(square).filter(|company| view.game.are_enemies(company.seat, view.seat));
    let mut found: Vec<(u16, i32)> =
        enemies.map(|company| (view.strength(&company).1, worth(view, &company))).collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    found
}

/// The worth of a company: its price, less if it is short of supply.
pub(crate) fn worth(view: View<'_>, company: &generals_view::Company) -> i32 {
    let kind = &view.game.types()[usize::from(company.kind)];
    if kind.supply == 0 || company.supply == kind.supply {
        return kind.cost;
    }
    kind.cost * (2 + i32::from(company.supply)) / (2 + i32::from(kind.supply))
}
