//! Texts whose characters mean terrain: one line for each row, the northernmost first, one character for each cell.

use design::{Design, Diagnostic, Diagnostics, Place, TerrainType, counted};
use grid::Shape;
use world::World;

use crate::colors::terrain;
use crate::picture::PIXELS_MAX;
use crate::raster::{Raster, Wanted};

/// The most unknown characters that are reported.
const NAMED: usize = 20;

/// Reads a world from a text whose characters mean terrain. Rows stand upright, as in a picture. The corners of a hexagon are
/// spaces, and those at the ends of rows may be left out. Empty lines at the end count only for a hexagon.
///
/// # Errors
/// Diagnostics with their places if a character has no meaning, if a cell has none, or if no area has that size.
pub fn read_letters(
    design: &Design,
    file: &str,
    text: &str,
    wanted: &Wanted,
    glyphs: &[(char, TerrainType)],
) -> Result<World, Diagnostics> {
    let one = |fault: Diagnostic| Diagnostics(vec![fault]);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = if wanted.shape == Shape::Hexagon { text } else { text.trim_end() };
    let width = text.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
    let height = text.lines().count();
    if width == 0 {
        return Err(one(Diagnostic::error("empty-file", format!("{file} is empty")).expected("rows of characters")));
    }
    // One long line makes all the others as long, so the size is bounded here.
    if width as u64 * height as u64 > u64::from(PIXELS_MAX) {
        let message = format!("{file} has {} of up to {}", counted(height, "row"), counted(width, "character"));
        return Err(one(Diagnostic::error("too-large", message).expected(format!("at most {PIXELS_MAX} in all"))));
    }
    let (width, height) = (width as u32, height as u32);
    let area = wanted.area(file, (width, height)).map_err(one)?;
    let place = |column: u32, row: u32| Place {
        file: file.to_owned(),
        line: row + 1,
        column: column + 1,
        end_line: row + 1,
        end_column: column + 2,
    };
    let mut faults = Diagnostics::default();
    let mut values = vec![None; width as usize * height as usize];
    let mut unknown: Vec<char> = Vec::new();
    for (row, line) in text.lines().enumerate() {
        for (column, glyph) in line.trim_end().chars().enumerate().filter(|&(_, glyph)| glyph != ' ') {
            match glyphs.iter().find(|(known, _)| *known == glyph) {
                Some(&(_, kind)) => values[row * width as usize + column] = Some(kind),
                // Each unknown character is reported once, at its first place.
                None if unknown.contains(&glyph) || unknown.len() >= NAMED => {}
                None => {
                    unknown.push(glyph);
                    let known = glyphs.iter().map(|&(glyph, kind)| format!("{glyph} {}", design.name_of(kind)));
                    let fault =
                        Diagnostic::error("unknown-glyph", format!("`{glyph}` is no terrain of `{}`", design.title));
                    let fault = fault.at(place(column as u32, row as u32));
                    faults.push(fault.expected(known.collect::<Vec<_>>().join(", ")));
                }
            }
        }
    }
    if !unknown.is_empty() {
        return Err(faults);
    }
    let raster = Raster { width, height, values };
    let terrain = terrain(design, &area, &raster, |kind| kind).map_err(|(column, row)| {
        let message = "there is no character where a cell lies";
        one(Diagnostic::error("no-terrain", message).at(place(column - 1, row - 1)).expected("rows of one length"))
    })?;
    let mut world = World::new(area);
    world.terrain = Some(terrain);
    Ok(world)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_pictures::{design, upright_rows};

    fn read(text: &str, shape: Shape) -> Result<World, Diagnostics> {
        let design = design();
        let glyphs: Vec<_> =
            design.cell_terrain().map(|kind| (design.name_of(kind).chars().next().unwrap(), kind)).collect();
        read_letters(&design, "map.txt", text, &Wanted { shape, size: None }, &glyphs)
    }

    #[test]
    fn rows_stand_as_they_are_written() {
        for shape in [Shape::Square4, Shape::Torus8, Shape::Rectangle, Shape::Cylinder, Shape::Torus] {
            let world = read("\u{feff}sspp\nsmmp\r\nsssm\nssss\n\n\n", shape).unwrap();
            assert_eq!(upright_rows(&world, &design()), ["sspp", "smmp", "sssm", "ssss"], "{shape}");
        }
    }

    #[test]
    fn faults_of_a_text_grid_are_reported_with_their_place() {
        let fault = |text: &str| {
            let found = read(text, Shape::Square4).unwrap_err();
            found.0.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let unknown = fault("sss\nsxs\nsxä");
        assert_eq!(unknown.len(), 2, "{unknown:?}");
        assert_eq!(
            unknown[0],
            "map.txt:2:2: error[unknown-glyph]: `x` is no terrain of `Sample`: expected s sea, p plains, m mountains"
        );
        assert_eq!(
            unknown[1],
            "map.txt:3:3: error[unknown-glyph]: `ä` is no terrain of `Sample`: expected s sea, p plains, m mountains"
        );
        assert_eq!(
            fault("ssss\nss\nssss")[0],
            "map.txt:2:3: error[no-terrain]: there is no character where a cell lies: expected rows of one length"
        );
        assert_eq!(fault("")[0], "error[empty-file]: map.txt is empty: expected rows of characters");
        assert_eq!(fault(" \n \n"), fault(""));
        assert_eq!(
            fault("ss\nss")[0],
            "error[bad-size]: map.txt makes no square4: an area of 2x2 is too small: expected at least 3x3; say \
            another size, such as --size 4x4"
        );
        assert_eq!(
            fault("ppp\nppp\nppp\np p")[0],
            "map.txt:4:2: error[no-terrain]: there is no character where a cell lies: expected rows of one length"
        );
        let long = format!("{}{}", "s".repeat(40_000), "\ns".repeat(2000));
        assert_eq!(
            fault(&long)[0],
            "error[too-large]: map.txt has 2001 rows of up to 40000 characters: expected at most 33554432 in all"
        );
    }
}
