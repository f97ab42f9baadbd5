//! Crude words: no generated name has one, whatever namer made it. Names without one are unchanged.

use chance::Seed;
use fairmarch_namers::{Library, NamingSession};

fn names(library: &Library, namer: &str, count: usize) -> Vec<String> {
    let mut session = NamingSession::new(library);
    let mut stream = Seed(1).stream(namer);
    (0..count).map(|_| session.name(namer, &mut stream).expect("a name")).collect()
}

const WOODS: &str =
    r#"{ "kind": "grammar", "rules": { "root": ["or", "Shitwood", "Oakwood", "Old Ass", "Assfield", "Drat"] } }"#;

#[test]
fn no_name_is_crude_and_a_design_may_say_what_is() {
    let mut library = Library::builtin();
    library.read("woods", WOODS).unwrap();
    let mut given = names(&library, "woods", 3);
    given.sort();
    assert_eq!(given, ["Assfield", "Drat", "Oakwood"]);
    library.read("crude-words", r#"{ "kind": "random", "names": ["drat", "oak"] }"#).unwrap();
    let mut given = names(&library, "woods", 3);
    given.sort();
    assert_eq!(given, ["Assfield", "Old Ass", "Shitwood"]);
}

/// Of twenty thousand houses some had such a word. The others come as they came: those before the first such word are the same.
#[test]
fn houses_have_proper_names() {
    let library = Library::builtin();
    let mut free = Library::builtin();
    free.read("crude-words", r#"{ "kind": "random", "names": ["qqqqq"] }"#).unwrap();
    let (clean, all) = (names(&library, "sides-houses", 20_000), names(&free, "sides-houses", 20_000));
    let crude = |name: &&String| {
        ["merd", "puta", "fart", "piss"].iter().any(|word| name.to_lowercase().contains(&format!(" {word}")))
    };
    assert!(all.iter().any(|name| crude(&name)), "there is something to keep out");
    assert_eq!(clean.iter().find(crude), None);
    let first = clean.iter().zip(&all).position(|(clean, all)| clean != all).expect("one was drawn again");
    assert!(first > 20, "{first}");
}
