//! The choice of a world's symmetry, by the request, the number of sides and the area.

use std::fmt;
use std::str::FromStr;

use design::parameters::global::SYMMETRY_WORDS;
use grid::{Area, Shape, Symmetry, SymmetryKind};
use world::{Scenario, World, find_asymmetry};

/// The symmetry that is asked for: a kind, or any kind of a family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SymmetryWish {
    /// None.
    #[default]
    None,
    /// As many equal parts as sides and area allow, by any kind; none if no kind fits.
    Auto,
    /// A rotation with as many parts as sides and area allow.
    Rotation,
    /// `mirror-x`, or else `mirror-y`.
    Mirror,
    /// As many parts round the area as sides and area allow.
    Translation,
    /// Exactly this kind.
    Kind(SymmetryKind),
}

impl fmt::Display for SymmetryWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymmetryWish::None => f.write_str("none"),
            SymmetryWish::Auto => f.write_str("auto"),
            SymmetryWish::Rotation => f.write_str("rotation"),
            SymmetryWish::Mirror => f.write_str("mirror"),
            SymmetryWish::Translation => f.write_str("translation"),
            SymmetryWish::Kind(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for SymmetryWish {
    type Err = String;

    /// Reads one of the registry's words; the error lists them.
    fn from_str(text: &str) -> Result<SymmetryWish, String> {
        match text {
            "none" => Ok(SymmetryWish::None),
            "auto" => Ok(SymmetryWish::Auto),
            "rotation" => Ok(SymmetryWish::Rotation),
            "mirror" => Ok(SymmetryWish::Mirror),
            "translation" => Ok(SymmetryWish::Translation),
            _ if SYMMETRY_WORDS.contains(&text) => text.parse().map(SymmetryWish::Kind).map_err(|_| text.to_owned()),
            _ => Err(format!("one of {}", SYMMETRY_WORDS.join(", "))),
        }
    }
}

impl SymmetryWish {
    /// The kinds that suit a number of sides, those with the most parts first.
    fn kinds(self, sides: u8) -> Vec<SymmetryKind> {
        let rotations = || [6, 4, 3, 2].map(SymmetryKind::Rotation).to_vec();
        let mirrors = || vec![SymmetryKind::MirrorX, SymmetryKind::MirrorY];
        let translations =
            || (2..=sides.min(SymmetryKind::ORDER_MAX)).rev().map(SymmetryKind::Translation).collect::<Vec<_>>();
        let mut kinds = match self {
            SymmetryWish::None => Vec::new(),
            SymmetryWish::Auto => [rotations(), mirrors(), translations()].concat(),
            SymmetryWish::Rotation => rotations(),
            SymmetryWish::Mirror => mirrors(),
            SymmetryWish::Translation => translations(),
            SymmetryWish::Kind(kind) => vec![kind],
        };
        // Equal ones stay in their order.
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.order()));
        kinds
    }
}

/// The symmetry that was chosen, and a warning for the player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) symmetry: Option<Symmetry>,
    pub(crate) warning: Option<String>,
}

/// Chooses the symmetry of an area for a number of sides.
///
/// # Errors
/// A sentence, if the sides or the area do not allow the kind or family that was asked for; it says what is possible.
pub(crate) fn choose(wish: SymmetryWish, area: &Area, sides: u8) -> Result<Chosen, String> {
    let fitting: Vec<SymmetryKind> =
        wish.kinds(sides).into_iter().filter(|kind| sides.is_multiple_of(kind.order())).collect();
    // Only a request for a kind by name gets long and narrow parts, with rivals side by side.
    let is_wide = |symmetry: &Symmetry| matches!(wish, SymmetryWish::Kind(_)) || !is_narrow(area, symmetry);
    let symmetry = fitting.iter().filter_map(|&kind| Symmetry::new(area, kind).ok()).find(is_wide);
    let warning = match (&symmetry, wish) {
        (_, SymmetryWish::None) => None,
        (None, SymmetryWish::Auto) => Some(tell_none(&fitting, area, sides)),
        (None, _) => return Err(tell_unfit(wish, &fitting, area, sides)),
        (Some(symmetry), _) if symmetry.order() < usize::from(sides) => Some(tell_partial(symmetry, area, sides)),
        (Some(_), _) => None,
    };
    Ok(Chosen { symmetry, warning })
}

/// Whether the parts of a translation are so narrow that the next one begins at less than half the side of a square of their size.
fn is_narrow(area: &Area, symmetry: &Symmetry) -> bool {
    let Some(cell) = area.cells().next() else { return false };
    let step = symmetry.images(cell).skip(1).map(|image| area.distance(cell, image)).min().unwrap_or(0);
    let square = (area.count() / symmetry.order()).isqrt();
    matches!(symmetry.kind(), SymmetryKind::Translation(_)) && (step as usize) < square / 2
}

/// The size nearest to a default size at which the symmetry makes all sides equal; the default size itself if there is none.
pub(crate) fn fit_size(wish: SymmetryWish, shape: Shape, (width, height): (u32, u32), sides: u8) -> (u32, u32) {
    let kinds = wish.kinds(sides);
    let whole = || kinds.iter().filter(|kind| kind.order() == sides);
    let sizes = |kind: &SymmetryKind| kind.nearest_size(shape, width, height);
    let distance = |size: &(u32, u32)| size.0.abs_diff(width) + size.1.abs_diff(height);
    let named = || kinds.iter().filter(|_| matches!(wish, SymmetryWish::Kind(_)));
    whole().chain(named()).filter_map(sizes).min_by_key(distance).unwrap_or((width, height))
}

fn tell_none(fitting: &[SymmetryKind], area: &Area, sides: u8) -> String {
    let what = "no symmetry of this area divides by the sides: the world is not symmetric";
    format!("{what}{}", tell_size(fitting, area, sides))
}

fn tell_partial(symmetry: &Symmetry, area: &Area, sides: u8) -> String {
    let (kind, order) = (symmetry.kind(), symmetry.order());
    let blocks = usize::from(sides) / order;
    let kinds = SymmetryWish::Auto.kinds(sides);
    format!(
        "{kind} makes {blocks} groups of {order} sides alike within each group, but no group like another{}",
        tell_size(&kinds, area, sides)
    )
}

/// "; all 6 would be alike in a size such as 59x59", if there is such a size.
fn tell_size(kinds: &[SymmetryKind], area: &Area, sides: u8) -> String {
    let whole = kinds.iter().filter(|kind| kind.order() == sides);
    let sizes = whole.filter_map(|kind| kind.nearest_size(area.shape(), area.width(), area.height()));
    let size = sizes.min_by_key(|size| size.0.abs_diff(area.width()) + size.1.abs_diff(area.height()));
    size.map_or_else(String::new, |(width, height)| {
        format!("; all {sides} would be alike in a {} of {width}x{height}", area.shape())
    })
}

fn tell_unfit(wish: SymmetryWish, fitting: &[SymmetryKind], area: &Area, sides: u8) -> String {
    let Some(&kind) = fitting.first() else {
        let mut orders: Vec<u8> = wish.kinds(sides).iter().map(|kind| kind.order()).collect();
        orders.sort_unstable();
        orders.dedup();
        let counts: Vec<String> = orders.iter().map(u8::to_string).collect();
        let of =
            if counts.is_empty() { "2 or more".to_owned() } else { format!("a multiple of {}", counts.join(" or ")) };
        return format!("{wish} is not for {}: expected {of}", design::counted(sides, "side"));
    };
    match Symmetry::new(area, kind) {
        Err(error) => error.to_string(),
        Ok(_) => format!("{kind} would cut a {} into strips: name it to have them all the same", area.shape()),
    }
}

/// Checks that the sides of a world with an exact symmetry are equal where they have to be.
///
/// # Errors
/// A sentence, if two sides of a group differ in their advantage or their class.
pub(crate) fn check_sides(scenario: &Scenario) -> Result<(), String> {
    let Some(symmetry) = scenario.world.exact_symmetry() else { return Ok(()) };
    for group in scenario.sides.chunks(symmetry.order()) {
        for (what, differs) in [
            ("advantages", group.iter().any(|side| side.advantage != group[0].advantage)),
            ("classes", group.iter().any(|side| side.class != group[0].class)),
        ] {
            if differs {
                let kind = symmetry.kind();
                return Err(format!(
                    "{kind} makes the sides alike, but their {what} differ: give them the same, or an asymmetry above 0"
                ));
            }
        }
    }
    Ok(())
}

/// Checks the symmetry of a scenario with given parts: the one that it declares must be true.
///
/// # Errors
/// A sentence, if it is not true, or if the request asks for another one.
pub(crate) fn check_start(start: &Scenario, asked: Option<SymmetryWish>) -> Result<(), String> {
    let own = start.world.symmetry.as_ref().map_or(SymmetryWish::None, |symmetry| SymmetryWish::Kind(symmetry.kind()));
    if let Some(asked) = asked.filter(|&asked| asked != own) {
        return Err(format!("parts of the scenario are given: its symmetry is {own}, it cannot be made {asked}"));
    }
    let World { symmetry, .. } = &start.world;
    match find_asymmetry(start) {
        Some((_, broken)) if symmetry.is_some() => {
            Err(format!("{broken}: mend that, or take `symmetry` out of the scenario"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(shape: Shape, width: u32, height: u32) -> Area {
        Area::new(shape, width, height).unwrap()
    }

    #[test]
    fn every_symmetry_word_of_the_registry_can_be_asked_for() {
        for &word in SYMMETRY_WORDS {
            assert_eq!(word.parse::<SymmetryWish>().unwrap().to_string(), word);
        }
        assert_eq!(
            "rotation-5".parse::<SymmetryWish>().unwrap_err(),
            "one of none, auto, rotation, mirror, translation, rotation-2, rotation-3, rotation-4, rotation-6, \
            mirror-x, mirror-y, translation-2, translation-3, translation-4, translation-5, translation-6, \
            translation-7, translation-8, translation-9, translation-10, translation-11, translation-12, \
            translation-13, translation-14, translation-15"
        );
    }

    #[test]
    fn families_take_what_sides_and_area_allow() {
        let kind = |word: &str, area: Area, sides| {
            let chosen = choose(word.parse().unwrap(), &area, sides).unwrap();
            chosen.symmetry.map_or_else(|| "none".to_owned(), |symmetry| symmetry.kind().to_string())
        };
        let hexagon = area(Shape::Hexagon, 31, 31);
        assert_eq!(kind("rotation", hexagon, 12), "rotation-6");
        assert_eq!(kind("rotation", hexagon, 9), "rotation-3");
        assert_eq!(kind("rotation", hexagon, 4), "rotation-2");
        assert_eq!(kind("auto", hexagon, 5), "none");
        assert_eq!(kind("none", hexagon, 6), "none");
        assert_eq!(kind("mirror", area(Shape::Rectangle, 31, 31), 4), "mirror-y");
        assert_eq!(kind("auto", area(Shape::Torus, 30, 20), 10), "translation-10");
        assert_eq!(kind("auto", area(Shape::Torus8, 60, 127), 12), "rotation-2");
        assert_eq!(kind("translation-12", area(Shape::Torus8, 60, 127), 12), "translation-12");
        assert_eq!(kind("auto", area(Shape::Square8, 30, 30), 4), "rotation-4");
        assert_eq!(kind("auto", area(Shape::Square8, 30, 31), 4), "rotation-2");
    }

    #[test]
    fn a_symmetry_that_does_not_fit_is_refused_with_one_that_does() {
        let told = |word: &str, area: Area, sides| choose(word.parse().unwrap(), &area, sides).unwrap_err();
        let hexagon = area(Shape::Hexagon, 60, 60);
        assert_eq!(told("rotation-6", hexagon, 5), "rotation-6 is not for 5 sides: expected a multiple of 6");
        assert_eq!(told("mirror", hexagon, 3), "mirror is not for 3 sides: expected a multiple of 2");
        assert_eq!(
            told("rotation", area(Shape::Hexagon, 60, 58), 6),
            "a hexagon of 60x58 has no rotation-6: expected a size such as 59x59"
        );
        let warning = |word: &str, area: Area, sides| choose(word.parse().unwrap(), &area, sides).unwrap().warning;
        assert_eq!(
            warning("auto", hexagon, 6).unwrap(),
            "rotation-3 makes 2 groups of 3 sides alike within each group, but no group like another; all 6 would be \
             alike in a hexagon of 59x59"
        );
        assert_eq!(
            warning("auto", hexagon, 7).unwrap(),
            "no symmetry of this area divides by the sides: the world is not symmetric"
        );
        assert_eq!(warning("auto", area(Shape::Hexagon, 59, 59), 6), None);
    }

    #[test]
    fn a_size_that_was_not_asked_for_is_fitted_to_the_symmetry() {
        let size = |word: &str, shape, size, sides| fit_size(word.parse().unwrap(), shape, size, sides);
        assert_eq!(size("auto", Shape::Hexagon, (60, 60), 6), (59, 59));
        assert_eq!(size("auto", Shape::Hexagon, (61, 61), 6), (61, 61));
        assert_eq!(size("auto", Shape::Torus, (61, 62), 5), (60, 62));
        assert_eq!(size("rotation-3", Shape::Hexagon, (60, 40), 9), (40, 40));
        assert_eq!(size("auto", Shape::Rectangle, (61, 61), 5), (61, 61));
        assert_eq!(size("none", Shape::Hexagon, (60, 60), 6), (60, 60));
    }
}
