//! Forms and their arguments.

use design::Faults;
use design::Sources;
use fairmarch_formats::testing::{Form, FormKind, TopForm, pack_dice, read, read_again, unpack_dice};

fn told(text: &str) -> (Vec<Form>, Vec<String>) {
    let mut sources = Sources::default();
    let file = sources.add("t", text);
    let mut found = Faults::default();
    let tree = read(&sources, file, &mut found);
    let whole = |form: TopForm| match form {
        TopForm::Kept(form) => *form,
        TopForm::Left(span) => read_again(&sources, span),
    };
    let forms = tree.forms.into_iter().map(whole).collect();
    (forms, found.finish(&sources).0.iter().map(ToString::to_string).collect())
}

/// The form as text.
fn shown(form: &Form) -> String {
    match &form.kind {
        FormKind::Text(text) => format!("{text:?}"),
        FormKind::List(items) => format!("({})", items.iter().map(shown).collect::<Vec<_>>().join(" ")),
        FormKind::Broken => "<broken>".to_owned(),
        _ => form.describe(),
    }
}

fn check(text: &str, expected: &str) {
    let (forms, faults) = told(text);
    assert_eq!(forms.iter().map(shown).collect::<Vec<_>>().join(" "), expected, "{text}");
    assert!(faults.is_empty(), "{text}: {faults:?}");
}

fn check_fault(text: &str, expected: &str, fault: &str) {
    let (forms, faults) = told(text);
    assert_eq!(forms.iter().map(shown).collect::<Vec<_>>().join(" "), expected, "{text}");
    assert_eq!(faults.join("\n"), fault, "{text}");
}

#[test]
fn numbers_are_read_as_the_reference_has_them() {
    check("7 +7 -7 .5 1.5 2.25 1. 50% 0.5% - +", "7 7 -7 50 150 225 100 50 50 - +");
    check("2d6 3d4+2 2d3-1 -2d6-1", "2d6 3d4+2 2d3-1 2d6-1");
    for odd in ["1.255", "3/4", "1e3", "-abc", "5x", "2d", "2d6+", "1..2", "99999999999", "+-5", "1%%", "2d6x"] {
        let (forms, faults) = told(odd);
        assert!(forms[0].kind == FormKind::Broken && faults.len() == 1, "{odd}: {faults:?}");
    }
}

#[test]
fn texts_symbols_and_comments() {
    check(r#""a \"b\" \\ \065 \n" |grain cart| a|b t# # @ x*"#, r#""a \"b\" \\ 5 n" grain cart a|b t# # @ x*"#);
    check("a ; b\nc #| d #| e |# ( \" |# f", "a c f");
    check("'(a 'b) `c", "(quote (a (quote b))) (quote c)");
}

#[test]
fn a_lost_parenthesis_is_reported_once_where_it_was_opened() {
    check_fault(
        "(a (b 1)\n(c)\n(d)",
        "(a (b 1)) (c) (d)",
        "t:1:1: error[unclosed-list]: this list is never closed; close it before 2:1, where a new form begins",
    );
    check_fault(
        "(a (b 1\n(c)\n",
        "(a (b 1)) (c)",
        "t:1:4: error[unclosed-list]: this list is never closed; close it before 2:1, where a new form begins",
    );
    check_fault(
        "(a (b 1",
        "(a (b 1))",
        "t:1:4: error[unclosed-list]: this list is never closed; write the missing `)`",
    );
    check_fault(
        "(a))\n(b)",
        "(a) (b)",
        "t:1:4: error[stray-close]: this `)` closes nothing; remove it, or open a list before it",
    );
    check_fault(
        "(a (b \"c))\n(d)",
        "(a (b <broken>)) (d)",
        r#"t:1:7: error[unclosed-string]: this string is never closed; write the missing `"`"#,
    );
    check_fault(
        "(a)\n#| b #| c |#\n(d)",
        "(a)",
        "t:2:1: error[unclosed-comment]: this block comment is never closed; write `|#` where it ends",
    );
    check("(a\n(b)\n(c))", "(a (b) (c))");
}

#[test]
fn hostile_texts_are_refused_quickly() {
    let (forms, faults) = told(&format!("{} x", "(".repeat(10_000)));
    assert_eq!((forms.len(), faults.len()), (1, 2), "{faults:?}");
    let (_, faults) = told(&format!("(a {}b{})", "(".repeat(10_000), ")".repeat(10_000)));
    assert_eq!(faults.join("\n"), "t:1:203: error[too-deep]: lists stand in one another more than 200 deep");
    let (_, faults) = told(&format!("(a \"{}\")", "x".repeat(5_000_000)));
    assert_eq!(
        faults.join("\n"),
        "t:1:4: error[too-long]: a string of 5000000 bytes is too long: expected at most 100000"
    );
    let (_, faults) = told(&format!("(a |{}|)", "x".repeat(5_000_000)));
    assert_eq!(
        faults.join("\n"),
        "t:1:4: error[too-long]: a symbol of 5000000 bytes is too long: expected at most 100000"
    );
    let (_, faults) = told(&"'".repeat(100_000));
    assert!(faults.len() <= 2, "{}", faults.len());
}

#[test]
fn packed_dice_are_read_back() {
    for packed in [16384, 18947, -30208, 32767, 7] {
        assert_eq!(pack_dice(unpack_dice(packed).unwrap()), Some(packed));
    }
    let unpacked = |packed| unpack_dice(packed).unwrap().to_string();
    assert_eq!(
        [16384, 18947, -30208, 32767, -1, 7].map(unpacked),
        ["1d2", "2d6+3", "2d6-1", "8d17+127", "8d17-128", "7"]
    );
}
