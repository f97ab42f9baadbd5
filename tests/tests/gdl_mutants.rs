//! What `check` accepts of GDL is converted, and what it is converted to is accepted and means the same: the samples, with some of
//! their words changed at random.

use std::collections::BTreeMap;
use std::path::Path;

use chance::{Seed, Stream};
use pipeline::Loaded;
use world::Scenario;

type Texts = BTreeMap<String, String>;

fn samples() -> Texts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gdl");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "g"));
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect()
}

/// The words of a text: runs of what is neither space nor parenthesis, strings whole.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut in_text, mut in_comment) = (None, false, false);
    for (at, sign) in text.char_indices() {
        in_comment = (in_comment || (sign == ';' && !in_text)) && sign != '\n';
        let parts = !in_text && (in_comment || sign.is_whitespace() || matches!(sign, '(' | ')' | '\'' | '"'));
        if parts && let Some(start) = start.take() {
            found.push(start..at);
        }
        match sign {
            _ if in_comment => {}
            '"' if in_text => {
                in_text = false;
                found.extend(start.take().map(|start: usize| start..at + 1));
            }
            '"' => (start, in_text) = (Some(at), true),
            _ if !parts => start = start.or(Some(at)),
            _ => {}
        }
    }
    found
}

/// Words that mean something in one format or the other, or need care.
const OTHERS: &[&str] = &[
    "-1",
    "0",
    "1",
    "7",
    "-9",
    "255",
    "65536",
    "nil",
    "true",
    "u*",
    "t*",
    "floor",
    "colony",
    "not",
    "independent",
    "\"not\"",
    "\"two words\"",
    "\"independent\"",
    "\"\"",
    "\"a|b\"",
    "\"-3,\"",
    "2d6",
    "50%",
    "1.5",
    "side",
    "(1 2)",
    "((a 1) (b 2))",
    "'(x \"y\")",
    "\"3*-1,\"",
];

fn mutate(text: &str, others: &[String], stream: &mut Stream) -> String {
    let mut text = text.to_owned();
    for _ in 0..=stream.below(2) {
        let words = words(&text);
        let Some(word) = stream.choose(&words).cloned() else { return text };
        let new = match stream.below(5) {
            0 => String::new(),
            1 => format!("{0} {0}", &text[word.clone()]),
            2 => OTHERS[stream.below(OTHERS.len() as u32) as usize].to_owned(),
            _ => others[stream.below(others.len() as u32) as usize].clone(),
        };
        text.replace_range(word, &new);
    }
    text
}

fn load(name: &str, text: &str, texts: &Texts) -> Option<Loaded> {
    let include = |name: &str| Some((format!("{name}.g"), texts.get(name)?.clone()));
    pipeline::load_gdl(name, name, text, &include).ok()
}

/// What is wrong with what a game is converted to.
fn find_loss(name: &str, loaded: &Loaded) -> Option<String> {
    let bare = |start: &Scenario| formats::sections(start);
    let gdl = pipeline::as_gdl(loaded, name);
    let again = match pipeline::load_gdl(name, "again.g", &gdl, &|_| None) {
        Ok(again) => again,
        Err(told) => return Some(format!("as GDL: {}\n{gdl}", told.0[0])),
    };
    if again.design != loaded.design || again.variants != loaded.variants {
        return Some(format!("as GDL it is another design\n{gdl}"));
    }
    if again.start.as_deref().map(bare) != loaded.start.as_deref().map(bare) {
        return Some(format!("as GDL it is another start\n{gdl}"));
    }
    let ron = pipeline::as_ron(loaded);
    let Some(start) = &loaded.start else {
        return match pipeline::load(name, "again.ron", &ron, &|_| None) {
            Err(told) => Some(format!("as RON: {}\n{ron}", told.0[0])),
            Ok(again) if again.design != loaded.design => Some(format!("as RON it is another design\n{ron}")),
            Ok(again) if again.variants != loaded.variants => Some(format!("as RON it has other variants\n{ron}")),
            Ok(_) => None,
        };
    };
    match formats::read_scenario("again.ron", &ron, &|_| None, &pipeline::known()) {
        Err(told) => Some(format!("as RON: {}\n{ron}", told.0[0])),
        Ok((again, _)) if bare(&again) != bare(start) => Some(format!("as RON it is another start\n{ron}")),
        Ok((again, _)) if *again.design != *loaded.design => Some(format!("as RON it is another design\n{ron}")),
        Ok(_) => None,
    }
}

/// Signs that change what is shown: some that a text of several lines can hold, and some that none can.
const ODD_SIGNS: [char; 6] = ['\u{7}', '\u{202e}', '\u{2067}', '\n', '\t', '\u{9b}'];

/// Each text of each sample with an odd sign in it; by day every third text.
// Takes seconds: whole games are read, written and read again, once for each mutation.
#[test]
fn texts_with_odd_signs_are_refused_or_converted() {
    let texts = samples();
    let more = ["title", "blurb", "instructions", "design-notes", "picture-name", "version", "notes"].map(|word| {
        (
            word.to_owned(),
            format!("(game-module \"{word}\" ({word} \"one\" \"two\"))\n(unit-type u)\n(terrain-type t)\n"),
        )
    });
    let (mut accepted, mut wrong) = (0, Vec::new());
    for (name, text) in texts.iter().chain(more.iter().map(|(name, text)| (name, text))) {
        let quoted = words(text).into_iter().filter(|word| word.len() > 2 && text[word.clone()].starts_with('"'));
        let step = if fairmarch_tests::is_long() { 1 } else { 3 };
        for (number, word) in quoted.step_by(step).enumerate() {
            let mut odd = text.clone();
            odd.insert(word.start + 1, ODD_SIGNS[number % ODD_SIGNS.len()]);
            let Some(loaded) = load(name, &odd, &texts) else { continue };
            accepted += 1;
            if let Some(loss) = find_loss(name, &loaded) {
                wrong.push(format!("{name} {}: {}", &text[word], loss.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {accepted}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(accepted > 100, "{accepted} were accepted");
}

// Takes seconds: whole games are read, written and read again, once for each mutation.
#[test]
fn what_is_accepted_is_converted_and_stays_the_same() {
    let texts = samples();
    let others: Vec<String> =
        texts.values().flat_map(|text| words(text).into_iter().map(|word| text[word].to_owned())).collect();
    let count = if fairmarch_tests::is_long() { 400 } else { 20 };
    let rounds: u32 =
        std::env::var_os("FAIRMARCH_MUTANTS").and_then(|text| text.to_str()?.parse().ok()).unwrap_or(count);
    let (mut accepted, mut wrong) = (0, Vec::new());
    for (name, text) in &texts {
        for round in 0..rounds {
            let mut stream = Seed(7).stream(&format!("{name} {round}"));
            let text = mutate(text, &others, &mut stream);
            if std::env::var_os("FAIRMARCH_MUTANT").is_some_and(|wanted| wanted == *format!("{name} {round}")) {
                println!("{text}");
            }
            let Some(loaded) = load(name, &text, &texts) else { continue };
            accepted += 1;
            if let Some(loss) = find_loss(name, &loaded) {
                let head: String = loss.lines().take(1).collect();
                wrong.push(format!("{name} {round}: {head}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {accepted}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(accepted > texts.len(), "{accepted} were accepted");
}
