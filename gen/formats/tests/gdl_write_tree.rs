//! Lines of GDL.

use design::Atom;
use fairmarch_formats::testing::{Break, LINE, atom, bare, form, list, string, symbol, written_symbol};

#[test]
fn symbols_that_would_not_read_back_stand_in_bars() {
    let bare = ["sea", "u*", "+", "-", "#", ">=", "a-b", "over-all", "a.b", "Ålesund"];
    let barred = [("deck hand", "|deck hand|"), ("4x4", "|4x4|"), ("-x", "|-x|"), (".5", "|.5|"), ("", "||")];
    let odd = [("a|b", "|a\\|b|"), ("a\\b", "|a\\\\b|"), ("it's", "|it's|"), ("a#", "|a#|"), ("(x)", "|(x)|")];
    for text in bare {
        assert_eq!(written_symbol(text), text);
    }
    for (text, written) in barred.into_iter().chain(odd) {
        assert_eq!(written_symbol(text), written);
    }
    assert_eq!(atom(&Atom::Word("2d6+1".to_owned())).flat(), "2d6+1");
    for word in ["2d99", "9d6", "2d6+128", "2d101", "2d06"] {
        assert_eq!(atom(&Atom::Word(word.to_owned())).flat(), format!("|{word}|"));
    }
    assert_eq!(string("a \"b\" \\ c").flat(), r#""a \"b\" \\ c""#);
}

#[test]
fn long_forms_are_broken_and_short_ones_are_not() {
    let short = form("define", [symbol("ground"), list([symbol("infantry"), symbol("armor")])]);
    assert_eq!(short.written(), "(define ground (infantry armor))");
    let many = list((0..60).map(|number| bare(1000 + number)));
    let long = form("add", [symbol("u*"), symbol("cp"), many]).written();
    assert!(long.lines().count() > 2 && long.lines().all(|line| line.chars().count() <= LINE), "{long}");
    let lines = form("side", [bare(1), bare(2)]).broken(Break::Always(2)).written();
    assert_eq!(lines, "(side 1\n  2)");
}
