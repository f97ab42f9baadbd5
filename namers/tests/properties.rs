//! Random grammars: nothing panics, nothing hangs, planted cycles are found, names stay within their bounds.

use chance::Seed;
use fairmarch_namers::{Draft, Grammar, Library, Method, NamedRule, NamerError, NamingSession, Place, Rule, RuleForm};
use proptest::prelude::*;

const RULES: usize = 6;

fn any_rule() -> impl Strategy<Value = Rule> {
    let leaf = prop_oneof![
        "[a-zA-Zß' -]{0,6}".prop_map(RuleForm::Text),
        (0..RULES).prop_map(|number| RuleForm::Word(format!("rule-{number}"))),
        Just(RuleForm::Word("list".to_owned())),
        Just(RuleForm::Namer("list".to_owned())),
    ]
    .prop_map(Rule::from);
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(RuleForm::Sequence),
            prop::collection::vec((0..5u32, inner.clone()), 1..5).prop_map(RuleForm::Or),
            inner.clone().prop_map(|rule| RuleForm::Capitalize(Box::new(rule))),
            (inner, "[a-z]{1,2}").prop_map(|(rule, bad)| RuleForm::Reject(Box::new(rule), vec![bad])),
        ]
        .prop_map(Rule::from)
    })
}

fn any_grammar() -> impl Strategy<Value = Grammar> {
    let rules = prop::collection::vec(any_rule(), RULES);
    (rules, 1..30u32, 1..30u32, prop::option::of("[ -]"), any::<bool>()).prop_map(
        |(rules, depth, max_length, joiner, allow_repeats)| {
            let named = |(number, rule)| NamedRule { name: format!("rule-{number}"), place: Place::default(), rule };
            let rules = rules.into_iter().enumerate().map(named).collect();
            Grammar { depth, max_length, joiner, allow_repeats, ..Grammar::new("rule-0", rules) }
        },
    )
}

fn drafts(grammar: Grammar) -> Vec<Draft> {
    let draft = |name: &str, method| Draft {
        name: name.to_owned(),
        file: "random".to_owned(),
        place: Place::default(),
        summary: String::new(),
        method,
    };
    let names = ["Ash", "Birch", "Cedar"].map(str::to_owned).to_vec();
    vec![draft("grammar", Method::Grammar(grammar)), draft("list", Method::Random(names))]
}

proptest! {
    #[test]
    fn names_keep_their_bounds(grammar in any_grammar(), seed in any::<u64>()) {
        let max_length = grammar.max_length as usize;
        let mut library = Library::new();
        if library.add(drafts(grammar)).is_ok() {
            let mut session = NamingSession::new(&library);
            let mut stream = Seed(seed).stream("names");
            let mut seen = std::collections::BTreeSet::new();
            for _ in 0..8 {
                match session.name("grammar", &mut stream) {
                    Ok(name) => {
                        prop_assert!(!name.trim().is_empty());
                        // A numeral may go beyond: " VIII" at most here.
                        prop_assert!(name.chars().count() <= max_length + 5, "{}", name);
                        prop_assert!(seen.insert(name.to_lowercase()));
                    }
                    Err(error) => {
                        let no_name = matches!(error, NamerError::NoName { .. });
                        prop_assert!(no_name, "{}", error);
                    }
                }
            }
        }
    }

    /// Any grammar, with a circle of the given rules planted: all of them turned into one step round it.
    #[test]
    fn planted_circles_are_found(mut grammar in any_grammar(), length in 1..=RULES) {
        for (number, rule) in grammar.rules.iter_mut().enumerate().take(length) {
            let next = RuleForm::Word(format!("rule-{}", (number + 1) % length));
            rule.rule = RuleForm::Sequence(vec![RuleForm::Text("x".to_owned()).into(), next.into()]).into();
        }
        // Elsewhere there may be faults that are found earlier and keep the search from starting.
        for rule in grammar.rules.iter_mut().skip(length) {
            rule.rule = RuleForm::Text("x".to_owned()).into();
        }
        let faults = Library::new().add(drafts(grammar)).unwrap_err();
        let cycles: Vec<_> = faults.0.iter().filter(|fault| fault.code == "namer-cycle").collect();
        prop_assert_eq!(cycles.len(), 1, "{:?}", faults);
        for number in 0..length {
            let name = format!("rule-{number}");
            prop_assert!(cycles[0].message.contains(&name));
        }
    }

    /// A file cut or scrambled anywhere is read or refused.
    #[test]
    fn damaged_files_never_panic(cut in 0..2000usize, noise in "[\\[\\]{}\",0-9a-zé/*\\-# ]{0,12}") {
        let whole = include_str!("german-place-names.ron");
        let cut = cut.min(whole.len());
        let damaged = format!("{}{noise}{}", &whole[..cut], &whole[(cut + noise.len()).min(whole.len())..]);
        let mut library = Library::new();
        if let Err(faults) = library.read("damaged.ron", &damaged) {
            prop_assert!(faults.0.iter().all(|fault| fault.place.as_ref().is_some_and(|place| place.line >= 1 && place.column >= 1)));
        }
    }
}

/// Files made to be slow: they end, whatever they say.
#[test]
fn hostile_files_end() {
    let deep =
        format!("{{\"kind\": \"grammar\", \"rules\": {{\"root\": {}\"x\"{}}}}}", "[".repeat(120), "]".repeat(120));
    let wide: String = (0..15_000).map(|number| format!("\"r{number}\":\"r{}\",", number + 1)).collect();
    let wide = format!("{{\"kind\": \"grammar\", \"rules\": {{\"root\": \"r0\", {wide}}}}}");
    let words = format!("{{\"kind\": \"grammar\", \"rules\": {{\"root\": [{}]}}}}", "\"roots\",".repeat(25_000));
    let chain: String = (0..1900).map(|number| format!("\"r{number}\":\"r{}\",", number + 1)).collect();
    let chain = format!("{{\"kind\": \"grammar\", \"root\": \"r0\", \"rules\": {{{chain}}}}}");
    for text in [deep, wide, words, chain] {
        let mut library = Library::new();
        if library.read("hostile.ron", &text).is_ok() {
            let _either = NamingSession::new(&library).name("hostile", &mut Seed(1).stream("x"));
        }
    }
}
