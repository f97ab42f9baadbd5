//! What people's data look like in messages: without signs that change the terminal, and no longer than tells what is meant.

use std::borrow::Cow;

/// The most characters of a quoted text, or of a word, that is shown whole: longer than any command that a message advises.
const WHOLE_MAX: usize = 200;
/// How many characters of a longer one are shown.
const CUT_LENGTH: usize = 80;

/// Whether a character changes what is shown instead of being shown: a control character, or one that turns the direction of text,
/// which would show a name as another one (Unicode's report 36, "Bidirectional Text Spoofing").
#[must_use]
pub fn is_control(char: char) -> bool {
    char.is_control() || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text cannot hold a character: it changes what is shown, and is none of the ends of lines and tabs that a text of several
/// lines has. All that reads a text asks this, so that what one reader lets through no other one refuses.
#[must_use]
pub fn is_odd(char: char, has_lines: bool) -> bool {
    is_control(char) && !(has_lines && matches!(char, '\n' | '\r' | '\t'))
}

/// A text with a space for each character that it cannot hold.
#[must_use]
pub fn clean(text: &str, has_lines: bool) -> String {
    text.replace(|char| is_odd(char, has_lines), " ")
}

/// A text with its control characters as escapes.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let escape = |char: char| if is_control(char) { char.escape_default().to_string() } else { char.to_string() };
    Cow::Owned(text.chars().map(escape).collect())
}

/// A message in which what it quotes is cut, wherever that is longer than tells what is meant, and so is each long word.
#[must_use]
pub fn cut_quotes(message: String) -> String {
    if message.len() <= WHOLE_MAX {
        return message;
    }
    let mut shown = String::new();
    let mut rest = message.as_str();
    while let Some(start) = rest.find(['`', '"']) {
        let quote = &rest[start..=start];
        let Some(length) = rest[start + 1..].find(quote) else { break };
        cut_words(&rest[..start], &mut shown);
        shown.push_str(quote);
        cut(&rest[start + 1..start + 1 + length], &mut shown);
        shown.push_str(quote);
        rest = &rest[start + length + 2..];
    }
    cut_words(rest, &mut shown);
    shown
}

fn cut_words(text: &str, shown: &mut String) {
    for word in text.split_inclusive(char::is_whitespace) {
        let letters = word.trim_end();
        cut(letters, shown);
        shown.push_str(&word[letters.len()..]);
    }
}

/// Adds a text, or its beginning if it is long.
fn cut(text: &str, shown: &mut String) {
    if text.chars().nth(WHOLE_MAX).is_none() {
        return shown.push_str(text);
    }
    shown.extend(text.chars().take(CUT_LENGTH));
    shown.push_str("...");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_long_is_cut() {
        let long = "x y".repeat(50_000);
        let (told, word) = (cut_quotes(format!("there is no `{long}`, only `a`")), "é".repeat(1000));
        assert_eq!(told, format!("there is no `{}...`, only `a`", &long[..80]));
        assert_eq!(cut_quotes(format!("no {word} here")), format!("no {}... here", "é".repeat(80)));
        let command = format!("`roll {}`, \"open end", "a ".repeat(90));
        assert_eq!(cut_quotes(command.clone()), command);
        assert_eq!(cut_quotes(format!("a `{long} b")).len(), format!("a `{long} b").len());
    }

    #[test]
    fn a_clean_text_keeps_its_lines_if_it_may_have_any() {
        let text = "a\u{202e}b\tc\nd\u{1b}é\u{200f}";
        assert_eq!(clean(text, true), "a b\tc\nd é\u{200f}");
        assert_eq!(clean(text, false), "a b c d é\u{200f}");
    }

    #[test]
    fn what_turns_the_text_is_escaped() {
        assert_eq!(visible("a\u{202e}b\tc\u{2066}é"), "a\\u{202e}b\\tc\\u{2066}é");
        assert_eq!(visible("שלום\u{200f}"), "שלום\u{200f}");
    }
}
