//! Colours by their names.

/// Names of colours that games use, as `rrggbb`.
pub(crate) const COLORS: &[(&str, &str)] = &[
    ("black", "202020"),
    ("white", "f0f0f0"),
    ("gray", "808080"),
    ("grey", "808080"),
    ("red", "d62728"),
    ("blue", "1f77b4"),
    ("green", "2ca02c"),
    ("yellow", "e6c229"),
    ("orange", "ff7f0e"),
    ("purple", "9467bd"),
    ("magenta", "d445b0"),
    ("cyan", "17becf"),
    ("brown", "8c564b"),
    ("pink", "f7b6d2"),
    ("maroon", "7f1734"),
    ("navy", "1b2a6b"),
    ("gold", "d4a72c"),
    ("tan", "c9b18b"),
    ("turquoise", "3fc7b9"),
    ("violet", "b07ad6"),
    ("khaki", "bdb76b"),
    ("salmon", "fa8072"),
    ("coral", "ff7f50"),
    ("olive", "808030"),
    ("teal", "008080"),
];

/// The `rrggbb` of a named colour, whatever the letter case, spaces and hyphens in the name.
pub(crate) fn find(name: &str) -> Option<String> {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|char| char.to_ascii_lowercase()).collect();
    COLORS.iter().find(|(known, _)| *known == plain).map(|(_, rgb)| (*rgb).to_owned())
}
