//! What a GDL file prints.

use std::collections::BTreeMap;

use design::Known;
use fairmarch_formats::gdl::Module;

fn printed(text: &str) -> (Vec<String>, Vec<String>) {
    let module = Module::read("t", "t.g", text, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &Known::default());
    let codes = found.0.iter().map(|fault| fault.code.to_string()).collect();
    (game.map(|game| game.printed).unwrap_or_default(), codes)
}

#[test]
fn values_tables_and_forms_are_printed_as_they_are_at_their_place() {
    let text = r#"(unit-type tank) (unit-type jeep) (terrain-type plain)
            (define both (tank jeep)) (print both) (print "twice") (print (+ 1 2)) (print jeep) (print u*)
            (print see-all) (set see-all true) (print see-all)
            (table hit-chance 30 (tank both 60)) (print hit-chance)"#;
    let table = "(table hit-chance 0\n  (tank (tank jeep) 60)\n  (jeep (tank jeep) 30))";
    let expected = ["(tank jeep)", "\"twice\"", "(+ 1 2)", "jeep", "(tank jeep)", "0", "1", table];
    let (told, _) = printed(text);
    assert_eq!(told, expected);
}

#[test]
fn what_has_no_value_is_told_and_what_is_skipped_is_not_printed() {
    let (told, codes) =
        printed("(unit-type tank) (terrain-type plain) (print nothing-such) (if 0) (print tank) (end-if)");
    assert_eq!(told, ["nothing-such"]);
    assert!(codes.iter().any(|code| code == "unknown-symbol"), "{codes:?}");
    assert!(printed("(print)").1.iter().any(|code| code == "missing-part"));
}
