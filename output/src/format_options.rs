//! The options of formats: what each may be, and those that somebody chose.

use std::collections::BTreeMap;

/// One option of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatOption {
    /// The name that users type.
    pub name: &'static str,
    /// What its value may be.
    pub kind: OptionKind,
    /// The value that it has if nobody gives one.
    pub default: &'static str,
    /// What it is for, in a line.
    pub help: &'static str,
}

/// The level of a world that a format shows: of all formats that do not hold the whole scenario.
pub(crate) const LEVEL: FormatOption = FormatOption {
    name: "level",
    kind: OptionKind::AutoNumber { least: 1, most: grid::Area::LEVELS_MAX, usual: 2 },
    default: OptionKind::AUTO,
    help: "of a world of several levels the one that is written; auto: all in a picture, else the first",
};

/// What the value of an option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Number {
        /// The least one.
        least: u32,
        /// The greatest one.
        most: u32,
    },
    /// A whole number, or `auto`, which leaves the number to the format.
    AutoNumber {
        /// The least one.
        least: u32,
        /// The greatest one.
        most: u32,
        /// A usual one, from which forms begin.
        usual: u32,
    },
    /// One of some words.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    /// The word that leaves a number to the format.
    pub const AUTO: &'static str = "auto";

    /// What is allowed: `true or false`, `a number from 1 to 256, or auto`.
    #[must_use]
    pub fn expected(self) -> String {
        match self {
            OptionKind::Switch => "true or false".to_owned(),
            OptionKind::Number { least, most } => format!("a number from {least} to {most}"),
            OptionKind::AutoNumber { least, most, .. } => {
                format!("a number from {least} to {most}, or {}", OptionKind::AUTO)
            }
            OptionKind::Choice([words @ .., last]) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
            OptionKind::Choice(words) => words.concat(),
        }
    }

    /// A value as it is kept: one for all ways to write it.
    pub(crate) fn read(self, text: &str) -> Option<String> {
        let number = |least: u32, most: u32| {
            let number = text.parse::<u32>().ok().filter(|number| (least..=most).contains(number))?;
            Some(number.to_string())
        };
        let word = |words: &[&str]| words.contains(&text).then(|| text.to_owned());
        match self {
            OptionKind::Switch => word(&["true", "false"]),
            OptionKind::Number { least, most } => number(least, most),
            OptionKind::AutoNumber { least, most, .. } => word(&[OptionKind::AUTO]).or_else(|| number(least, most)),
            OptionKind::Choice(words) => word(words),
        }
    }
}

/// The options that somebody chose of a format; all others have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions(pub(crate) BTreeMap<&'static str, String>);

impl FormatOptions {
    /// The value of an option, as text.
    #[must_use]
    pub fn text(&self, option: &FormatOption) -> &str {
        self.0.get(option.name).map_or(option.default, String::as_str)
    }

    /// The value of a switch.
    #[must_use]
    pub fn switch(&self, option: &FormatOption) -> bool {
        self.text(option) == "true"
    }

    /// The value of a number; `None` if it is left to the format.
    #[must_use]
    pub fn number(&self, option: &FormatOption) -> Option<u32> {
        self.text(option).parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_takes_what_it_says() {
        let kinds = [
            (OptionKind::Switch, "true or false", vec!["true", "false"], vec!["", "True", "1"]),
            (OptionKind::Number { least: 2, most: 9 }, "a number from 2 to 9", vec!["2", "9"], vec!["1", "10", "auto"]),
            (
                OptionKind::AutoNumber { least: 0, most: 9, usual: 4 },
                "a number from 0 to 9, or auto",
                vec!["auto", "0"],
                vec!["-1", "x", "4.5"],
            ),
            (OptionKind::Choice(&["x", "y", "none"]), "x, y or none", vec!["x", "none"], vec!["z", ""]),
            (OptionKind::Choice(&["only"]), "only", vec!["only"], vec!["any"]),
        ];
        for (kind, expected, right, wrong) in kinds {
            assert_eq!(kind.expected(), expected);
            right.iter().for_each(|text| assert_eq!(kind.read(text).as_deref(), Some(*text), "{expected}"));
            wrong.iter().for_each(|text| assert_eq!(kind.read(text), None, "{expected}: {text}"));
        }
    }
}
