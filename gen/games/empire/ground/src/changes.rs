//! What changes about provinces: what they pay.

use starts::changes::{Change, SectionChange, SectionChangeKind};
use world::{Province, ProvinceId, Scenario};

/// What a province pays: its number, and how much more.
const INCOME: SectionChangeKind = SectionChangeKind {
    name: "income",
    apply: |[province, by, _], scenario| change_income(scenario, province, by),
    join: |[province, by, _], [other, more, _]| {
        (province == other).then(|| (by + more != 0).then_some([province, by + more, 0]))
    },
    tell: |[province, by, _], scenario| {
        let name = find(scenario, province).map_or("a province", |at| &scenario.world.provinces[at].name);
        format!("{name} pays {} {}", by.abs(), if by > 0 { "more" } else { "less" })
    },
    cells_moved: |_, _| None,
};

/// A province pays more, or less.
pub fn income(province: ProvinceId, by: i32) -> Change {
    Change::Section(SectionChange { kind: &INCOME, numbers: [province.0.into(), by.into(), 0] })
}

/// The place of a province in the world's list.
fn find(scenario: &Scenario, province: i64) -> Option<usize> {
    let at = usize::try_from(province).ok()?.checked_sub(1)?;
    (at < scenario.world.provinces.len()).then_some(at)
}

fn change_income(scenario: &mut Scenario, province: i64, by: i64) -> Result<(), String> {
    let at = find(scenario, province).ok_or_else(|| format!("there is no province {province}"))?;
    let found: &mut Province = &mut scenario.world.provinces[at];
    let pays = u32::try_from(i64::from(found.income) + by).ok().filter(|&pays| pays > 0);
    found.income = pays.ok_or_else(|| format!("{} pays no more than {}", found.name, found.income))?;
    Ok(())
}
