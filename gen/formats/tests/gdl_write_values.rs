//! Values as GDL.

use design::Atom;
use fairmarch_formats::testing::class_expression;

#[test]
fn class_expressions_are_nested_two_by_two() {
    let row = |words: &[&str]| words.iter().map(|word| Atom::Word((*word).to_owned())).collect::<Vec<_>>();
    let written = |rows: &[Vec<Atom>]| class_expression(rows).flat();
    assert_eq!(written(&[row(&["monster"])]), "\"monster\"");
    assert_eq!(written(&[row(&["not", "monster"])]), "(not \"monster\")");
    assert_eq!(written(&[row(&["a"]), row(&["independent"]), vec![Atom::Int(3)]]), "(\"a\" \"independent\" 3)");
    assert_eq!(
        written(&[row(&["a", "not", "b", "c"]), row(&["d"]), row(&["not", "e"])]),
        "(or (and \"a\" (and (not \"b\") \"c\")) (or \"d\" (not \"e\")))"
    );
}
