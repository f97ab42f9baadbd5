//! Gates are closed unless a design opens them.

use fairmarch_design::parameters::rows;
use fairmarch_design::parameters::table::{ACP_TO_CREATE, CAN_CREATE};
use fairmarch_design::testing::Actions;
use fairmarch_design::{DefaultValue, Design, GATES, Scope, Value, is_gate};

#[test]
fn no_action_is_allowed_or_costs_anything_unless_a_design_says_so() {
    for key in GATES.into_iter().flat_map(|(gate, cost)| [gate, cost]) {
        assert!(rows(Scope::Table)[usize::from(key.0)].default == DefaultValue::Int(0));
    }
    assert!(GATES.iter().all(|(gate, cost)| is_gate(usize::from(gate.0)) && !is_gate(usize::from(cost.0))));
}

/// A design of two types with these entries of `acp-to-create` and `can-create`, of the first type for itself and the second.
fn design(costs: [i32; 2], allowed: Option<[i32; 2]>) -> Design {
    let mut design = Design::default();
    let types = [0, 1].map(|number| design.add_type(Scope::Unit, &format!("u{number}")));
    let mut fill = |key: Actions, row: [i32; 2]| {
        for (column, value) in types.into_iter().zip(row) {
            design.fill_table(usize::from(key.0), &[types[0]], &[column], &Value::Int(value));
        }
    };
    fill(ACP_TO_CREATE, costs);
    if let Some(allowed) = allowed {
        fill(CAN_CREATE, allowed);
    }
    design.forget_defaults();
    design
}

#[test]
fn a_table_is_kept_where_it_says_what_costs_do_not() {
    let check = |costs, allowed, expectation: bool| {
        let design = design(costs, allowed);
        assert_eq!(design.is_set(CAN_CREATE), expectation, "{costs:?} {allowed:?}");
        let mut back = design.with_gates();
        assert!(back.is_set(CAN_CREATE) || costs == [0, 0], "{costs:?} {allowed:?}");
        back.forget_defaults();
        assert!(back == design, "{costs:?} {allowed:?}");
    };
    check([0, 0], None, false);
    check([0, 3], None, false);
    check([0, 3], Some([0, 1]), false);
    check([0, 0], Some([0, 0]), false);
    // Forbidden in spite of a cost, free, both, and a number that only 7.5 could tell from 1.
    check([0, 3], Some([0, 0]), true);
    check([0, 0], Some([0, 1]), true);
    check([2, 0], Some([0, 1]), true);
    check([0, 3], Some([0, 2]), true);
}
