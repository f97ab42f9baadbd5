//! What units and sides say beyond their types.

use fairmarch_design::{
    Atom, Design, ExtraProperties, Extras, Goal, OrderCondition, Plan, Scope, SideExtras, Sources, TreeReader,
    UnitExtras, UnitType, UnitTypes, read_extras,
};

/// The properties of a map in RON, for a design with tanks and boats, rivers and coal, and what is told of them.
fn read<T: ExtraProperties>(text: &str) -> (Extras<T>, Vec<String>) {
    let mut design = Design::default();
    for (scope, name) in
        [(Scope::Unit, "tank"), (Scope::Unit, "boat"), (Scope::Terrain, "river"), (Scope::Material, "coal")]
    {
        design.add_type(scope, name);
    }
    let mut sources = Sources::default();
    let file = sources.add("x.ron", text);
    let root = diagnostics::read_tree(&sources, file).expect("a tree");
    let mut tree = TreeReader::new(&sources);
    let extras: Extras<T> = read_extras(Some(&root), &design, &mut tree);
    assert_eq!(*extras, *Extras::of(extras.atoms().clone(), &design), "as a game reads them");
    (extras, tree.found.finish(&sources).0.iter().map(ToString::to_string).collect())
}

#[test]
fn what_a_unit_says_is_read_once() {
    let (unit, told) = read::<UnitExtras>(
        r##"{ "#": [7], "cp": -1, "appear": [3, 2], "priority": [-1], "point-value": [5], "tp": [1, ["boat", 2]],
                "opinions": [[2, -9]], "popul": ["odd"],
                "plan": ["Passive", ["final-turn", 9], ["tasks", ["collect", 0, 0, "coal"], ["move-to", 0, 4, 3, 2, 0, 1]]] }"##,
    );
    assert_eq!(told, [""; 0]);
    let plan = Plan { tasks: vec![(Goal::MoveTo((3, 2), 1), 4)], final_turn: 9 };
    let expected = UnitExtras {
        id: Some(7),
        cp: Some(-1),
        appear: Some((3, 2, 0)),
        point_value: Some(5),
        tooling: Some(vec![(UnitType(0), 1), (UnitType(1), 2)]),
        opinions: Some(vec![(2, -9)]),
        plan: Some(plan),
        ..UnitExtras::default()
    };
    assert_eq!(*unit, expected);
    assert_eq!(unit.atoms().len(), 9, "what no rule reads is kept as well");
    assert_eq!(*Extras::<UnitExtras>::new(), UnitExtras::default());
}

#[test]
fn what_a_side_says_is_read_once() {
    let (side, told) = read::<SideExtras>(
        r#"{ "active": false, "tech": [["boat", 3], ["tank", 1]], "trusts": [0, 1, [3, 1]], "doctrines": [["u*", "'firm"]],
                "standing-order": [["boat", "tank"], ["near", 4, 3, 2], ["until", 9, ["hit-unit", 0, 0, 5]]],
                "aux-terrain-view": ["river", "'ab", "'cd"],
                "unit-views": [["boat", 2, "'Haste", 1, 5, 3, 1, 4, 22]] }"#,
    );
    assert_eq!(told, [""; 0]);
    assert!(side.is_inactive && side.init_tech.is_none());
    assert_eq!(side.tech, [(UnitType(1), 3), (UnitType(0), 1)]);
    assert_eq!(side.trusts, [(0, 0), (1, 1), (3, 1)]);
    assert_eq!(side.doctrines, [(UnitTypes::Every, Atom::Text("firm".to_owned()))]);
    let order = side.standing_orders[0];
    assert_eq!((order.kind, order.condition, order.task.until), (UnitType(0), OrderCondition::Near((4, 3), 2), 9));
    assert_eq!((side.standing_orders.len(), order.task.goal), (2, Goal::Hit(5)));
    assert_eq!(side.aux_terrain_view[0].1, ["ab", "cd"]);
    let view = side.unit_views[0];
    assert_eq!((view.kind, view.side, view.at, view.turn, view.id, view.inside), (UnitType(1), 2, (5, 3), 4, 22, None));
}

/// Each was clamped or left out in silence.
#[test]
fn what_is_wrong_is_a_warning_in_its_place() {
    let (unit, told) = read::<UnitExtras>(
        "{ \"cp\": [\"many\"],\n\"mo\": [99999],\n\"tp\": [1, [\"baot\", 2], [\"boat\", 3]],\n\"@\": [3],\n\"acp\": [],\n\
         \"plan\": [\"Passive\", [\"tasks\", [\"mvoe-to\", 0, 0, 3, 2], [\"move-to\", 0, 0, 3], [\"sentry\", 0, 0]]] }",
    );
    let expected = [
        "x.ron:1:10: warning[wrong-kind]: `cp` cannot be this: found many, expected a whole number",
        "x.ron:2:8: warning[out-of-range]: `mo` is out of its range: found 99999, expected -32768 to 32767",
        "x.ron:3:12: warning[unknown-type]: there is no unit type `baot`; did you mean `boat`?",
        "x.ron:4:1: warning[missing-part]: `@` has too few parts: expected a column and a row",
        "x.ron:5:1: warning[missing-part]: `acp` has no value",
        "x.ron:6:32: warning[unknown-word]: there is no task `mvoe-to`; did you mean `move-to`?",
        "x.ron:6:56: warning[wrong-kind]: the task `move-to` has too few parts",
    ];
    assert_eq!(told, expected);
    assert_eq!((unit.cp, unit.morale, unit.acp), (None, Some(i16::MAX), None));
    assert_eq!(unit.tooling, Some(vec![(UnitType(0), 1), (UnitType(1), 3)]));
    assert_eq!(unit.plan.as_ref().map(|plan| plan.tasks.len()), Some(1), "the rest of the plan holds");

    let (side, told) = read::<SideExtras>(
        "{ \"tech\": [1, 2, 3, [\"tank\", \"high\"]],\n\"self-unit\": [\"'Haste\"],\n\"trusts\": [[900, 1]],\n\
         \"standing-order\": [\"tank\", [\"nere\", 1, 2], [\"sentry\", 0, 0], \"tnak\"],\n\"doctrines\": [\"firm\"],\n\
         \"current-advance\": [4],\n\"terrain-view\": [7, \"'ab\"],\n\"unit-views\": [[\"boat\", 2]] }",
    );
    let expected = [
        "x.ron:1:18: warning[list-length]: `tech` has more than 2 values",
        "x.ron:1:30: warning[wrong-kind]: `tech` cannot be this: found high, expected a whole number",
        "x.ron:2:15: warning[wrong-kind]: `self-unit` cannot be this: found \"Haste\", expected a whole number",
        "x.ron:3:13: warning[unknown-side]: there is no side `900`",
        "x.ron:4:28: warning[wrong-kind]: `(nere 1 2)` is no condition of an order: expected (always), (@ x y), (in unit) or (near x y distance)",
        "x.ron:4:62: warning[wrong-kind]: `standing-order` cannot be this: found tnak, expected types, a condition and a task, for each order",
        "x.ron:5:15: warning[wrong-kind]: `doctrines` cannot be this: found firm, expected (types doctrine)",
        "x.ron:6:21: warning[unknown-type]: there is no advance type `4`",
        "x.ron:7:18: warning[wrong-kind]: `terrain-view` cannot be this: found 7, expected rows of a layer, as texts",
        "x.ron:8:16: warning[wrong-kind]: `unit-views` cannot be this: found (boat 2), expected (type side size x y complete turn id)",
    ];
    assert_eq!(told, expected);
    assert_eq!(side.tech, [(UnitType(0), 1), (UnitType(1), 2)]);
    assert_eq!((side.standing_orders.len(), side.terrain_view.as_deref()), (0, Some(&["ab".to_owned()][..])));
}
