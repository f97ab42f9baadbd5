//! Colours by their names: those of sides, and those of terrain and pictures.

/// Names of colours that sides of games have, as `rrggbb`. They are told apart on a map at a glance.
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

/// The `rrggbb` of a named colour, whatever the letter case, spaces and hyphens in the name: that of sides, else that of terrain.
pub(crate) fn find(name: &str) -> Option<String> {
    let plain = plain(name);
    let of_sides = COLORS.iter().find(|(known, _)| *known == plain).map(|(_, rgb)| (*rgb).to_owned());
    of_sides.or_else(|| named_color(name).map(|[red, green, blue]| format!("{red:02x}{green:02x}{blue:02x}")))
}

/// The colour of terrain that a name means, whatever the letter case, spaces and hyphens in the name.
#[must_use]
pub fn named_color(name: &str) -> Option<[u8; 3]> {
    let plain = plain(name);
    NAMED.iter().find(|(known, _)| *known == plain).map(|&(_, color)| color)
}

/// A name in small letters, without anything between them.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphabetic).map(|char| char.to_ascii_lowercase()).collect()
}

/// The names of colours that games of Xconq's library use for terrain and in pictures, in inks that go together on a map.
const NAMED: &[(&str, [u8; 3])] = &[
    ("black", [0x22, 0x22, 0x22]),
    ("white", [0xf4, 0xf3, 0xee]),
    ("gray", [0x8d, 0x8d, 0x8a]),
    ("grey", [0x8d, 0x8d, 0x8a]),
    ("darkgray", [0x5e, 0x5f, 0x60]),
    ("lightgray", [0xc9, 0xc9, 0xc4]),
    ("red", [0xc8, 0x32, 0x1f]),
    ("maroon", [0x7a, 0x22, 0x2c]),
    ("pink", [0xe0, 0x8f, 0xae]),
    ("orange", [0xef, 0x7d, 0x1a]),
    ("brown", [0x8a, 0x5e, 0x3b]),
    ("sandybrown", [0xdf, 0xb0, 0x7a]),
    ("tan", [0xd8, 0xbf, 0x92]),
    ("gold", [0xf0, 0xb4, 0x00]),
    ("yellow", [0xee, 0xd2, 0x5a]),
    ("green", [0x7f, 0xae, 0x62]),
    ("darkgreen", [0x3f, 0x72, 0x44]),
    ("forestgreen", [0x5c, 0x8f, 0x52]),
    ("seagreen", [0x3b, 0x8d, 0x73]),
    ("cyan", [0x5c, 0xbf, 0xcf]),
    ("skyblue", [0xa9, 0xce, 0xe0]),
    ("blue", [0x3b, 0x74, 0xb4]),
    ("navy", [0x22, 0x29, 0x5e]),
    ("purple", [0x8a, 0x3c, 0x9e]),
    ("violet", [0x8a, 0x3c, 0x9e]),
    ("magenta", [0xc2, 0x4f, 0xa0]),
    ("aquamarine", [0x8a, 0xd8, 0xbc]),
    ("beige", [0xe8, 0xe4, 0xc8]),
    ("chocolate", [0xb8, 0x66, 0x2a]),
    ("coral", [0xe8, 0x80, 0x58]),
    ("darkblue", [0x26, 0x34, 0x7e]),
    ("darkgrey", [0x5e, 0x5f, 0x60]),
    ("darkolivegreen", [0x5a, 0x6b, 0x3a]),
    ("dimgray", [0x6a, 0x6a, 0x6c]),
    ("firebrick", [0xa8, 0x30, 0x2a]),
    ("goldenrod", [0xcc, 0xa0, 0x34]),
    ("khaki", [0xde, 0xd2, 0x90]),
    ("lavender", [0xdc, 0xd8, 0xec]),
    ("lightblue", [0xae, 0xcc, 0xdc]),
    ("lightgreen", [0xa6, 0xd0, 0x94]),
    ("lightgrey", [0xc9, 0xc9, 0xc4]),
    ("limegreen", [0x58, 0xb8, 0x50]),
    ("midnightblue", [0x1c, 0x22, 0x50]),
    ("navyblue", [0x22, 0x29, 0x5e]),
    ("olive", [0x7c, 0x7c, 0x36]),
    ("olivedrab", [0x78, 0x90, 0x40]),
    ("palegreen", [0xa8, 0xd8, 0xa0]),
    ("plum", [0xc8, 0x98, 0xc4]),
    ("royalblue", [0x48, 0x6c, 0xc4]),
    ("saddlebrown", [0x7e, 0x4c, 0x28]),
    ("salmon", [0xe4, 0x90, 0x7c]),
    ("sienna", [0x98, 0x5c, 0x38]),
    ("slateblue", [0x6c, 0x64, 0xb4]),
    ("slategray", [0x74, 0x80, 0x8c]),
    ("springgreen", [0x5c, 0xc8, 0x8c]),
    ("steelblue", [0x54, 0x84, 0xac]),
    ("teal", [0x2c, 0x80, 0x80]),
    ("turquoise", [0x60, 0xc4, 0xbc]),
    ("wheat", [0xe6, 0xd4, 0xac]),
    ("yellowgreen", [0x9c, 0xc0, 0x4c]),
];
