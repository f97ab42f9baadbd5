//! Colours of sides and terrain, and of the lines between cells.
//!
//! The colour of terrain is the design's, or follows from its properties (water, height, moisture), never from its name. No two types
//! that fill cells look alike, whatever the design gives: see [`terrain_colors`].

use design::parameters::global::{GRID_COLOR, UNSEEN_COLOR};
use design::parameters::terrain;
use design::{Design, TerrainType, TypeId};

use crate::image_families::{family, mean_color};

/// Colours for sides in the order of seats, as `rrggbb`. They were found by a search, so that the first few, however many, lie as
/// far apart as possible, also for people who see no red or no green (Machado, Oliveira and Fernandes, 2009); a test checks this.
/// None is like grass, wood, sand, rock, snow or sea, so that a border shows on the map; none is grey or white, the colours of
/// independents.
pub const SIDE_COLORS: [&str; 15] = [
    "c8321f", "1f5fb4", "f0b400", "80e8c8", "801838", "c8a4e8", "5c185c", "18a45c", "805c80", "381880", "c880a4",
    "5c38c8", "e85ce8", "a4e85c", "e88018",
];

/// Red, green, blue, 0 to 255.
pub(crate) type Rgb = [f32; 3];

/// The colour of one terrain type: see [`terrain_colors`], which costs no more for all types.
#[must_use]
pub fn terrain_color(design: &Design, kind: TerrainType) -> [u8; 3] {
    terrain_colors(design)[kind.index()]
}

/// The colour of the lines between cells that a design gives (`grid-color`; seed 000, "Designing the Graphics"); `None` if it leaves
/// the choice to the drawing code.
#[must_use]
pub fn grid_color(design: &Design) -> Option<[u8; 3]> {
    design.given_global_text(GRID_COLOR).and_then(said_color)
}

/// The colour of cells that a side has not seen yet, likewise (`unseen-color`).
#[must_use]
pub fn unseen_color(design: &Design) -> Option<[u8; 3]> {
    design.given_global_text(UNSEEN_COLOR).and_then(said_color)
}

/// The colour that a design gives to a terrain type, in one way or another.
fn given_color(design: &Design, kind: TerrainType) -> Option<[u8; 3]> {
    let look = design.text(terrain::IMAGE_NAME, kind);
    let of_image = || {
        let family = family(design, look)?;
        family.images.iter().filter_map(|image| image.pixels.as_ref()).find_map(mean_color)
    };
    said_color(design.text(terrain::COLOR, kind)).or_else(of_image).or_else(|| parse_color(look))
}

/// The kinds of terrain that pictures distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Sea,
    Shallows,
    Wetland,
    Plain,
    /// Sown land, in plots.
    Fields,
    Arid,
    Forest,
    Hills,
    Mountains,
    Ice,
    /// Even ground: the floor of a cave, a street.
    Floor,
    /// Houses, wall to wall.
    Roofs,
    /// The dark between the stars.
    Space,
    River,
    Road,
    Wall,
}

/// The words of `image-name`.
const LOOKS: [(&str, Role); 13] = [
    ("sea", Role::Sea),
    ("shallows", Role::Shallows),
    ("swamp", Role::Wetland),
    ("plains", Role::Plain),
    ("fields", Role::Fields),
    ("desert", Role::Arid),
    ("forest", Role::Forest),
    ("hills", Role::Hills),
    ("mountains", Role::Mountains),
    ("ice", Role::Ice),
    ("floor", Role::Floor),
    ("roofs", Role::Roofs),
    ("space", Role::Space),
];

impl Role {
    /// The role of a terrain type by its properties; if they do not tell, by the colour that the design gives.
    pub(crate) fn of(design: &Design, kind: TerrainType) -> Role {
        let river = design.int(terrain::SUBTYPE_X, kind) == terrain::RIVER_X;
        match design.int(terrain::SUBTYPE, kind) {
            terrain::SUBTYPE_BORDER if river || design.is_liquid(kind) => return Role::River,
            terrain::SUBTYPE_BORDER => return Role::Wall,
            terrain::SUBTYPE_CONNECTION if river => return Role::River,
            terrain::SUBTYPE_CONNECTION => return Role::Road,
            _ => {}
        }
        let look = design.text(terrain::IMAGE_NAME, kind);
        if let Some(&(_, role)) = LOOKS
            .iter()
            .find(|(word, role)| *word == look && design.is_liquid(kind) == matches!(role, Role::Sea | Role::Shallows))
        {
            return role;
        }
        if design.is_liquid(kind) {
            // Of several kinds of water the highest is the shallow one.
            let highest = design
                .cell_terrain()
                .filter(|&other| design.is_liquid(other))
                .max_by_key(|&other| (height_of(design, other), std::cmp::Reverse(other)));
            let several = design.cell_terrain().filter(|&other| design.is_liquid(other)).count() > 1;
            return if several && highest == Some(kind) { Role::Shallows } else { Role::Sea };
        }
        let color = said_color(design.text(terrain::COLOR, kind)).or_else(|| parse_color(look));
        match (places(design, kind), color) {
            (Some((_, _)), Some(color)) if is_white(color) => Role::Ice,
            (Some((height, wetness)), _) => match (height, wetness) {
                (97.., _) => Role::Ice,
                (75.., _) => Role::Mountains,
                (0..25, 60..) => Role::Wetland,
                (_, 75..) => Role::Forest,
                (_, ..25) => Role::Arid,
                (60.., _) => Role::Hills,
                _ => Role::Plain,
            },
            (None, Some(color)) => by_color(color),
            (None, None) => Role::Plain,
        }
    }

    /// A colour that goes well with the others.
    fn color(self) -> [u8; 3] {
        match self {
            Role::Sea => [0x8f, 0xb8, 0xcf],
            Role::Shallows => [0xae, 0xd0, 0xdc],
            Role::Wetland => [0x9c, 0xb8, 0x94],
            Role::Plain => [0xd3, 0xd6, 0xa0],
            Role::Fields => [0xdc, 0xcb, 0x84],
            Role::Arid => [0xeb, 0xd9, 0xa6],
            Role::Forest => [0x93, 0xb5, 0x76],
            Role::Hills => [0xd0, 0xbd, 0x8c],
            Role::Mountains => [0xb8, 0xa0, 0x84],
            Role::Ice => [0xf2, 0xf3, 0xf0],
            Role::Floor => [0xd8, 0xcc, 0xb0],
            Role::Roofs => [0xa8, 0x8c, 0x7c],
            Role::Space => [0x12, 0x16, 0x2a],
            Role::River => [0x4f, 0x8a, 0xb5],
            Role::Road => [0x7a, 0x4a, 0x2b],
            Role::Wall => [0x4a, 0x40, 0x3a],
        }
    }
}

/// Where land of this type lies between the lowest and the highest land, in percent, and how wet it is; `None` if no property
/// tells.
fn places(design: &Design, kind: TerrainType) -> Option<(i32, i32)> {
    let land = || design.cell_terrain().filter(|&other| !design.is_liquid(other));
    let low = land().map(|other| low_of(design, other)).min()?;
    let high = land().map(|other| high_of(design, other)).max()?;
    if high <= low {
        return None;
    }
    let middle = (low_of(design, kind) + high_of(design, kind)) / 2;
    let height = 100 * (middle - low) / (high - low);
    let wetness = if land().all(|other| design.int(terrain::WET_PERCENTILE_MAX, other) == 0) {
        50
    } else {
        (design.int(terrain::WET_PERCENTILE_MIN, kind) + design.int(terrain::WET_PERCENTILE_MAX, kind)) / 2
    };
    Some((height, wetness))
}

/// The lowest place of a type: by its relief percentiles if the design has them, else by its elevations.
fn low_of(design: &Design, kind: TerrainType) -> i32 {
    let by_percentile = design.ids::<TerrainType>().any(|other| design.int(terrain::ALT_PERCENTILE_MAX, other) != 0);
    design.int(if by_percentile { terrain::ALT_PERCENTILE_MIN } else { terrain::ELEVATION_MIN }, kind)
}

fn high_of(design: &Design, kind: TerrainType) -> i32 {
    let by_percentile = design.ids::<TerrainType>().any(|other| design.int(terrain::ALT_PERCENTILE_MAX, other) != 0);
    design.int(if by_percentile { terrain::ALT_PERCENTILE_MAX } else { terrain::ELEVATION_MAX }, kind)
}

/// Twice the middle of a type's places.
pub(crate) fn height_of(design: &Design, kind: TerrainType) -> i32 {
    low_of(design, kind) + high_of(design, kind)
}

fn is_white([red, green, blue]: [u8; 3]) -> bool {
    red.min(green).min(blue) > 222
}

/// A guess from a colour alone: dark green is forest, pale yellow is dry, grey and brown are rough.
fn by_color(color: [u8; 3]) -> Role {
    let [red, green, blue] = color.map(i32::from);
    let (low, high) = (red.min(green).min(blue), red.max(green).max(blue));
    if is_white(color) {
        Role::Ice
    } else if high < 64 || (high < 100 && blue == high && high - low > 40) {
        Role::Space
    } else if green == high && green > red + 12 && green < 178 {
        Role::Forest
    } else if high - low < 40 && high < 200 || red == high && red < 190 && red > blue + 20 {
        Role::Mountains
    } else if red == high && blue == low && red > 214 {
        Role::Arid
    } else {
        Role::Plain
    }
}

/// A colour as designs write it: `rrggbb`, `#rrggbb`, or one of a few names; of several, as in `red,white`, the first.
pub(crate) fn parse_color(text: &str) -> Option<[u8; 3]> {
    let text = text.split(',').next()?.trim();
    let digits = text.strip_prefix('#').unwrap_or(text);
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let number = u32::from_str_radix(digits, 16).ok()?;
        return Some([(number >> 16) as u8, (number >> 8) as u8, number as u8]);
    }
    formats::gdl::named_color(text)
}

/// A colour that a design gives as one: any name of CSS too. What only looks like a colour, such as the image `snow`, is none.
fn said_color(text: &str) -> Option<[u8; 3]> {
    parse_color(text).or_else(|| design::css_color(text.split(',').next()?.trim()))
}

/// The colour as floats.
pub(crate) fn rgb(color: [u8; 3]) -> Rgb {
    color.map(f32::from)
}

/// The colour at a part of the way from the first to the second.
pub(crate) fn mix(from: Rgb, to: Rgb, part: f32) -> Rgb {
    [0, 1, 2].map(|k| from[k] + (to[k] - from[k]) * part)
}

/// How bright a colour looks, 0 to 255 (ITU-R BT.601).
pub(crate) fn brightness(color: Rgb) -> f32 {
    0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
}

/// Chooses colours for sides, some of which have one already (`rrggbb`, or empty): those stay, the others get the ones of
/// [`SIDE_COLORS`] that lie farthest from all that are taken, for every kind of sight.
#[must_use]
pub fn choose_side_colors(given: &[&str]) -> Vec<String> {
    let mut taken: Vec<[u8; 3]> = given.iter().filter_map(|text| parse_color(text)).collect();
    let in_order = taken.is_empty();
    let mut left: Vec<&str> = SIDE_COLORS.to_vec();
    let mut choose = |index: usize| {
        if in_order || left.is_empty() {
            return SIDE_COLORS[index % SIDE_COLORS.len()].to_owned();
        }
        let room = |text: &str| {
            let color = parse_color(text).expect("our own colours can be read");
            taken.iter().map(|&other| apart(color, other)).min().unwrap_or(i64::MAX)
        };
        let farthest = (0..left.len()).max_by_key(|&at| (room(left[at]), std::cmp::Reverse(at))).unwrap_or(0);
        let chosen = left.remove(farthest);
        taken.extend(parse_color(chosen));
        chosen.to_owned()
    };
    given
        .iter()
        .enumerate()
        .map(|(index, text)| if text.is_empty() { choose(index) } else { (*text).to_owned() })
        .collect()
}

/// How normal eyes, eyes without red and eyes without green see red, green and blue, in thousandths (Machado, Oliveira and
/// Fernandes, 2009, severity 1).
const EYES: [[[i64; 3]; 3]; 3] = [
    [[1000, 0, 0], [0, 1000, 0], [0, 0, 1000]],
    [[152, 1053, -205], [115, 786, 99], [-4, -48, 1052]],
    [[367, 861, -228], [280, 673, 47], [-12, 43, 969]],
];

/// The distance of two colours for the kind of sight that sees them nearest. It uses integers, because it decides what is written.
fn apart(one: [u8; 3], other: [u8; 3]) -> i64 {
    let difference = [0, 1, 2].map(|k| i64::from(one[k]) - i64::from(other[k]));
    let seen = |eye: [[i64; 3]; 3]| eye.map(|row| (0..3).map(|k| row[k] * difference[k]).sum::<i64>() / 1000);
    // Green counts most and red least, as in sums of squares that approximate perception.
    EYES.into_iter()
        .map(seen)
        .map(|[red, green, blue]| 2 * red * red + 4 * green * green + 3 * blue * blue)
        .min()
        .unwrap_or(0)
}

/// The colour of a side, by its number from 0.
#[must_use]
pub fn side_color(scenario: &world::Scenario, index: usize) -> [u8; 3] {
    let given = scenario.sides.get(index).and_then(|side| parse_color(&side.color));
    given.or_else(|| parse_color(SIDE_COLORS[index % SIDE_COLORS.len()])).unwrap_or([128; 3])
}

/// Two colours of ground look alike if they are nearer than this, in thousandths of the distance from black to white in Oklab (Björn
/// Ottosson, "A perceptual color space for image processing", 2020). A difference of 20 can just be seen side by side. Our own colours
/// lie this far apart, and their textures do the rest.
const ALIKE: i64 = 35;
/// A colour that has to be changed is changed until it is so far from the others, to be told apart on printed ground too.
const CLEAR: i64 = 80;

/// For every terrain type its colour: the design's own, else the mean of its image, else the colour that its `image-name` names, as in
/// games of Xconq's library. Else it is one that suits its properties.
///
/// **Invariant:** types that fill cells never look alike, as long as there is a colour left. Of two that would, the later one is
/// changed as little as possible; a colour that the design gives goes before one that it does not.
#[must_use]
pub fn terrain_colors(design: &Design) -> Vec<[u8; 3]> {
    let given: Vec<Option<[u8; 3]>> = design.ids().map(|kind| given_color(design, kind)).collect();
    let usual = |kind: TerrainType| given[kind.index()].unwrap_or_else(|| Role::of(design, kind).color());
    let mut colors: Vec<[u8; 3]> = design.ids().map(usual).collect();
    let mut taken = Vec::new();
    let is_given = |kind: &TerrainType| given[kind.index()].is_some();
    let (first, last): (Vec<TerrainType>, Vec<TerrainType>) = design.cell_terrain().partition(is_given);
    for kind in first.into_iter().chain(last) {
        let color = &mut colors[kind.index()];
        *color = set_apart(*color, design.is_liquid(kind), &taken);
        taken.push(oklab(*color));
    }
    colors
}

/// A colour as it is if it looks like none of those that are taken; else the nearest one that is clear of them, or if there is none,
/// the one that is farthest from them.
fn set_apart(color: [u8; 3], is_water: bool, taken: &[[i64; 3]]) -> [u8; 3] {
    let room = |lab: [i64; 3]| taken.iter().map(|&other| distance(lab, other)).min().unwrap_or(i64::MAX);
    let own = oklab(color);
    if room(own) >= ALIKE {
        return color;
    }
    // Land does not turn blue, and water does not turn green or brown.
    let towards: &[[u8; 3]] = match is_water {
        true => &[[0, 0, 0], [255, 255, 255], [64, 112, 208], [64, 176, 176]],
        false => &[[0, 0, 0], [255, 255, 255], [224, 160, 64], [64, 160, 80], [192, 80, 64], [144, 80, 120]],
    };
    let mixed = move |to: [u8; 3], percent: i64| {
        [0, 1, 2].map(|k| ((i64::from(color[k]) * (100 - percent) + i64::from(to[k]) * percent) / 100) as u8)
    };
    let mixtures = (1..=23).flat_map(|step| towards.iter().map(move |&to| mixed(to, 4 * step)));
    // Where all of those are taken, any colour.
    let any = (0..512).map(|index: u32| [index / 64, index / 8 % 8, index % 8].map(|part| (part * 36) as u8));
    let mut found: Vec<(i64, [u8; 3], [i64; 3])> = mixtures
        .chain(any)
        .map(|color| (color, oklab(color)))
        .map(|(color, lab)| (distance(lab, own), color, lab))
        .collect();
    found.sort_by_key(|&(far, _, _)| far);
    let nearest = found.iter().find(|&&(_, _, lab)| room(lab) >= CLEAR);
    nearest.or_else(|| found.iter().rev().max_by_key(|&&(_, _, lab)| room(lab))).map_or(color, |&(_, color, _)| color)
}

/// A colour in Oklab, in thousandths: lightness, and how far it is from green to red and from blue to yellow. Whole numbers decide what
/// is written; `libm` gives the same ones everywhere.
fn oklab(color: [u8; 3]) -> [i64; 3] {
    let [red, green, blue] = color.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
    });
    let long = libm::cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
    let medium = libm::cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
    let short = libm::cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
    [
        0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
        1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short,
        0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short,
    ]
    .map(|part| libm::round(part * 1000.0) as i64)
}

/// How far two colours in Oklab are from each other.
fn distance(one: [i64; 3], other: [i64; 3]) -> i64 {
    (0..3).map(|k| (one[k] - other[k]) * (one[k] - other[k])).sum::<i64>().isqrt()
}

/// How far two colours lie apart for the eye, in thousandths of the way from black to white.
#[must_use]
pub fn color_distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    distance(oklab(one), oklab(other)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_as_designs_write_them() {
        assert_eq!(parse_color("#102030"), Some([0x10, 0x20, 0x30]));
        assert_eq!(parse_color("A0b0C0"), Some([0xa0, 0xb0, 0xc0]));
        assert_eq!(parse_color("sky blue"), parse_color("SkyBlue"));
        assert_eq!(parse_color("red,white"), parse_color("red"));
        for text in ["", "12345", "#12345g", "no such colour", "ééé"] {
            assert_eq!(parse_color(text), None, "{text}");
        }
    }

    /// A design with terrain of these names and colours; an empty colour is none.
    fn land(kinds: &[(&str, &str)]) -> Design {
        use design::parameters::find;
        use design::{Scope, Value};
        let mut design = Design::default();
        let color = find(Scope::Terrain, "color").unwrap();
        for (index, (name, given)) in kinds.iter().enumerate() {
            design.add_type(Scope::Terrain, name);
            if !given.is_empty() {
                design.set_property(Scope::Terrain, index, color, Value::Text((*given).to_owned()));
            }
        }
        design
    }

    fn check_apart(design: &Design) {
        let colors = terrain_colors(design);
        for (place, &one) in colors.iter().enumerate() {
            assert_eq!(terrain_color(design, TerrainType::at(place)), one);
            for &other in &colors[..place] {
                assert!(i64::from(color_distance(one, other)) >= ALIKE, "{one:?} and {other:?} of {colors:?}");
            }
        }
    }

    #[test]
    fn no_two_types_that_fill_cells_look_alike() {
        use design::parameters::find;
        use design::{Scope, Value};
        let mut design = land(&["floor", "rock", "mud", "clay", "peat", "void"].map(|name| (name, "")));
        let image_name = find(Scope::Terrain, "image-name").unwrap();
        design.set_property(Scope::Terrain, 5, image_name, Value::Text("navy-blue".to_owned()));
        assert_eq!(terrain_colors(&design)[5], [0x22, 0x29, 0x5e], "as its image is called");
        assert_eq!(Role::of(&design, TerrainType::at(5)), Role::Space);
        check_apart(&design);
    }

    // Takes seconds: pairs of colours are compared as all kinds of eyes see them.
    #[test]
    fn of_given_colours_that_look_alike_the_later_one_moves() {
        let design = land(&[("fen", "9cb894"), ("bog", "9cb895"), ("sand", "e0c080"), ("moor", "")]);
        let colors = terrain_colors(&design);
        assert_eq!([colors[0], colors[2]], [[0x9c, 0xb8, 0x94], [0xe0, 0xc0, 0x80]], "what is apart stays");
        assert!(color_distance(colors[1], colors[0]) < 110, "it moves no farther than it must: {colors:?}");
        check_apart(&design);
        // Land stays land: none of it turns blue.
        assert!(colors.iter().all(|[red, _, blue]| blue <= red), "{colors:?}");
        // As many as a map has at most in games that we know, all of one colour.
        for color in ["000000", "ffffff", "3a7d2c"] {
            check_apart(&land(&[("same", color); 40]));
        }
        // Without room left they are still coloured.
        assert_eq!(terrain_colors(&land(&[("same", "808080"); 250])).len(), 250);
    }

    #[test]
    fn oklab_is_that_of_its_author() {
        assert_eq!([[0, 0, 0], [255, 255, 255], [255, 0, 0]].map(oklab), [[0, 0, 0], [1000, 0, 0], [628, 225, 126]]);
        assert_eq!(color_distance([0; 3], [255; 3]), 1000);
    }

    #[test]
    fn lines_and_the_unknown_have_a_colour_only_where_a_design_gives_one() {
        use design::parameters::find;
        use design::{Scope, Value};
        let mut design = Design::default();
        assert_eq!([grid_color(&design), unseen_color(&design)], [None, None], "the default is not asked for");
        for (name, color) in [("grid-color", "red"), ("unseen-color", "#102030")] {
            design.set_global(find(Scope::Global, name).unwrap(), Value::Text(color.to_owned()));
        }
        assert_eq!([grid_color(&design), unseen_color(&design)], [parse_color("red"), Some([0x10, 0x20, 0x30])]);
    }

    #[test]
    fn colors_are_chosen_far_from_given_ones() {
        assert_eq!(choose_side_colors(&["", "", ""]), SIDE_COLORS[..3]);
        // Given are our red, and a blue like ours. Neither these nor similar ones are chosen again.
        let chosen = choose_side_colors(&["", "c8321f", "2060b0", ""]);
        assert_eq!(chosen[1..3], ["c8321f", "2060b0"]);
        assert!(chosen.iter().enumerate().all(|(index, color)| !chosen[..index].contains(color)), "{chosen:?}");
        for new in [&chosen[0], &chosen[3]] {
            assert!(!["1f5fb4", "c8321f", "e88018"].contains(&new.as_str()), "{chosen:?}");
        }
        assert_eq!(choose_side_colors(&["102030"; 20]).len(), 20);
        assert_eq!(choose_side_colors(&[&["102030"][..], &[""; 30]].concat()).len(), 31);
    }

    /// A colour in CIE L*a*b*, as seen through a matrix. The square approximates sRGB's own curve.
    fn seen(color: [u8; 3], eye: [[f64; 3]; 3]) -> [f64; 3] {
        let light = color.map(|part| (f64::from(part) / 255.0) * (f64::from(part) / 255.0));
        let [red, green, blue] =
            eye.map(|row| (row[0] * light[0] + row[1] * light[1] + row[2] * light[2]).clamp(0.0, 1.0));
        let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047;
        let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883;
        let [x, y, z] = [x, y, z].map(|part| if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn side_colors_lie_apart_for_every_eye() {
        // Normal sight, no red, no green (Machado and others, severity 1).
        let eyes = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        ];
        let colors: Vec<[u8; 3]> = SIDE_COLORS.iter().map(|text| parse_color(text).unwrap()).collect();
        for eye in eyes {
            let seen: Vec<[f64; 3]> = colors.iter().map(|&color| seen(color, eye)).collect();
            for (count, least) in [(4, 35.0), (8, 20.0), (15, 13.0)] {
                for (index, one) in seen[..count].iter().enumerate() {
                    for (before, other) in seen[..index].iter().enumerate() {
                        let apart = (0..3).map(|k| (one[k] - other[k]) * (one[k] - other[k])).sum::<f64>().sqrt();
                        assert!(apart > least, "{} and {}: {apart}", SIDE_COLORS[index], SIDE_COLORS[before]);
                    }
                }
            }
        }
    }
}
