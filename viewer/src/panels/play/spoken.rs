//! The window's words for commands of the terminal: what is told of a match names buttons where there are buttons.

use crate::find_command;

/// What is typed at the terminal, with the command of the window that does the same.
const COMMANDS: [(&str, &str); 6] = [
    ("next", "play-next"),
    ("undo", "play-undo"),
    ("hint", "play-hint"),
    ("do", "play-do"),
    ("auto", "play-auto"),
    ("quit", "play-leave"),
];

/// The title of the window's command that does what is typed at the terminal.
pub(super) fn title_of(line: &str) -> Option<&'static str> {
    let (_, name) = COMMANDS.iter().find(|(known, _)| *known == line)?;
    find_command(name).map(|command| command.title.as_str())
}

/// A text in which buttons stand in the place of commands that are typed.
pub(super) fn in_window(text: &str) -> String {
    COMMANDS.iter().fold(text.to_owned(), |text, (line, _)| match title_of(line) {
        Some(title) => text.replace(&format!("`{line}`"), title),
        None => text,
    })
}

/// A sentence of words that were told. The name of a unit stays as it is typed.
pub(super) fn sentence(words: &str) -> String {
    let first = words.split_whitespace().next().unwrap_or_default();
    match first.contains(['#', '@']) {
        true => format!("{}.", words.trim_end_matches('.')),
        false => design::sentence(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_names_buttons() {
        assert_eq!(in_window("no unit is chosen: `next` chooses one"), "no unit is chosen: Next unit chooses one");
        assert_eq!(in_window("goal would do this; `do` makes it"), "goal would do this; Do the hint makes it");
        assert_eq!(in_window("`moves` lists them, `donate` is no word"), "`moves` lists them, `donate` is no word");
        for (line, name) in COMMANDS {
            assert!(find_command(name).is_some() && title_of(line).is_some(), "{line}");
            assert!(human::COMMANDS.iter().any(|known| known.names.contains(&line)), "{line}");
        }
        assert_eq!(sentence("city#13 is busy"), "city#13 is busy.");
        assert_eq!(sentence("the sea is rough"), "The sea is rough.");
    }
}
