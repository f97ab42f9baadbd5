//! Words: counts and plurals for messages, so that no message says "1 rivers"; and lists of names in one text.

/// Nouns that are the same in the plural, by their last word; what ends in `craft` is too.
const ALIKE_IN_PLURAL: &[&str] = &[
    "armor",
    "armour",
    "artillery",
    "cattle",
    "cavalry",
    "clergy",
    "deer",
    "fish",
    "flak",
    "foot",
    "horse",
    "infantry",
    "militia",
    "personnel",
    "police",
    "sheep",
    "troops",
];

/// The plural of an English noun, by the usual rules.
#[must_use]
pub fn plural(noun: &str) -> String {
    if let Some((head, of)) = noun.split_once(" of ") {
        return format!("{} of {of}", plural(head));
    }
    let last = noun.rsplit([' ', '-']).next().unwrap_or(noun);
    if ALIKE_IN_PLURAL.contains(&last) || last.ends_with("craft") {
        return noun.to_owned();
    }
    let vowel_before_y = noun.chars().rev().nth(1).is_some_and(|letter| "aeiou".contains(letter));
    if noun.ends_with('y') && !vowel_before_y {
        return format!("{}ies", &noun[..noun.len() - 1]);
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// `1 town`, `0 towns`, `3 cities`.
#[must_use]
pub fn counted(count: impl TryInto<u64>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    if count == 1 { format!("1 {noun}") } else { format!("{count} {}", plural(noun)) }
}

/// `a town`, `an elf`.
#[must_use]
pub fn with_article(noun: &str) -> String {
    let first = noun.chars().next().unwrap_or_default().to_ascii_lowercase();
    // `u` sounds as in `unit` more often than as in `umbrella` among types.
    let article = if "aeio".contains(first) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// The text with a capital at its beginning.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text as a sentence: with a capital at its beginning, and a full stop unless it ends as a sentence does.
#[must_use]
pub fn sentence(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with(['.', '?', '!']) { "" } else { "." };
    capitalized(text) + end
}

/// `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`.
#[must_use]
pub fn ordinal(number: u64) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Splits a text into the names in it, which spaces separate. A name that contains spaces stands between apostrophes, or between
/// backquotes if it contains an apostrophe.
#[must_use]
pub fn split_names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (name, behind) = match first {
            '\'' | '`' => rest[1..].split_once(first).unwrap_or((&rest[1..], "")),
            _ => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        names.push(name);
        rest = behind.trim_start();
    }
    names
}

/// A name, quoted so that [`split_names`] reads it as one.
#[must_use]
pub fn quote_name(name: &str) -> String {
    let is_plain = !name.contains(char::is_whitespace) && !name.starts_with(['\'', '`']);
    match name.contains('\'') {
        _ if is_plain => name.to_owned(),
        false => format!("'{name}'"),
        true => format!("`{name}`"),
    }
}
