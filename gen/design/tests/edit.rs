//! Types that come after tables were filled.

use fairmarch_design::parameters::{table, unit};
use fairmarch_design::{Design, Scope, TypeId, UnitType, Value};

#[test]
fn a_type_that_comes_late_has_the_defaults() {
    let mut design = Design::default();
    design.add_type(Scope::Unit, "a");
    design.set_property(Scope::Unit, 0, usize::from(unit::HP_MAX.0), Value::Int(7));
    design.fill_table(usize::from(table::HIT_CHANCE.0), &[0], &[0], &Value::Int(50));
    design.add_type(Scope::Unit, "b");
    design.fill_table(usize::from(table::HIT_CHANCE.0), &[0], &[1], &Value::Int(60));
    let [a, b] = [0, 1].map(UnitType::at);
    assert_eq!([a, b].map(|unit| design.int(unit::HP_MAX, unit)), [7, 1]);
    let entries = [(a, a), (a, b), (b, a), (b, b)].map(|(row, column)| design.entry(table::HIT_CHANCE, row, column));
    assert_eq!(entries, [50, 60, 0, 0]);
}
