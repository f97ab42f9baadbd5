//! Pictures whose colours mean terrain.

use std::collections::BTreeMap;

use design::{Design, Diagnostic, Diagnostics, TerrainType};
use grid::{Area, Layer};
use world::World;

use crate::palette::Palette;
use crate::picture::decode;
use crate::raster::{Raster, Wanted};

/// The distance from the palette beyond which a colour is reported, in ten-thousandths of the way from black to white. It is about
/// five just noticeable differences.
const STRANGE: i64 = 1000;
/// The least shades of a grey picture that may be one of heights.
const GREYS_MIN: usize = 3;
/// The most unusual colours that are named.
const NAMED: usize = 3;

/// Reads a world from a picture whose colours mean terrain. If several pixels belong to a cell, the most frequent terrain counts,
/// of equally frequent ones the lowest-numbered. It also returns warnings of colours that are like no entry of the palette.
///
/// # Errors
/// A diagnostic if the bytes are no picture, if no area has its size, or if it is transparent where a cell lies.
pub fn read_colors(
    design: &Design,
    file: &str,
    bytes: &[u8],
    wanted: &Wanted,
    palette: &mut Palette,
) -> Result<(World, Diagnostics), Diagnostics> {
    let one = |fault: Diagnostic| Diagnostics(vec![fault]);
    let image = decode(file, bytes).map_err(one)?.into_rgba8();
    let area = wanted.area(file, image.dimensions()).map_err(one)?;
    if palette.is_empty() {
        return Err(one(Diagnostic::error("no-palette", "the palette has no colours").suggest("give a --legend")));
    }
    let raster =
        Raster { width: image.width(), height: image.height(), values: image.pixels().map(|pixel| pixel.0).collect() };
    drop(image);
    let greys = greys(&raster.values);
    let mut strange: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    let kind_of = |[red, green, blue, opacity]: [u8; 4]| {
        let (kind, far) = palette.nearest([red, green, blue]).filter(|_| opacity >= 128)?;
        if far > STRANGE {
            *strange.entry([red, green, blue]).or_default() += 1;
        }
        Some(kind)
    };
    let terrain = terrain(design, &area, &raster, kind_of).map_err(|(column, row)| {
        let message = format!("{file} is transparent at column {column}, row {row}, where a cell lies");
        one(Diagnostic::error("no-terrain", message).suggest("paint it, or choose another --area"))
    })?;
    let mut world = World::new(area);
    world.terrain = Some(terrain);
    let told = match greys {
        Some(count) => {
            let message = format!("{file} has shades of grey alone ({count}), and was read as a picture of terrain");
            let way =
                "if brightness means height, say --heights; else what its colours mean: --legend rrggbb=terrain,..";
            Some(Diagnostic::warning("grey-colors", message).suggest(way))
        }
        None => strange_colors(design, file, &strange, palette),
    };
    Ok((world, Diagnostics(told.into_iter().collect())))
}

/// How many shades a picture has that seems to be one of heights, saved with colours: all are grey, and more than a few.
fn greys(pixels: &[[u8; 4]]) -> Option<usize> {
    let mut has = [false; 256];
    for &[red, green, blue, opacity] in pixels {
        if opacity >= 128 {
            if red != green || green != blue {
                return None;
            }
            has[usize::from(red)] = true;
        }
    }
    Some(has.iter().filter(|has| **has).count()).filter(|count| *count >= GREYS_MIN)
}

/// The terrain of each cell: that of most of its pixels. In the void the first type that fills cells.
///
/// # Errors
/// The column and row of a pixel, from 1, whose cell has no terrain.
pub(crate) fn terrain<T: Copy>(
    design: &Design,
    area: &Area,
    raster: &Raster<T>,
    mut kind_of: impl FnMut(T) -> Option<TerrainType>,
) -> Result<Layer<TerrainType>, (u32, u32)> {
    let void = design.cell_terrain().next().unwrap_or(TerrainType(0));
    let mut values = vec![void; area.len()];
    let mut counts = vec![0_u32; design.terrain.len()];
    for cell in area.cells() {
        let mut best: Option<TerrainType> = None;
        counts.fill(0);
        for kind in raster.covered(area, cell).filter_map(&mut kind_of) {
            let count = &mut counts[usize::from(kind.0)];
            *count += 1;
            let own = (*count, std::cmp::Reverse(kind));
            let most = best.map(|best| (counts[usize::from(best.0)], std::cmp::Reverse(best)));
            if most.is_none_or(|most| own > most) {
                best = Some(kind);
            }
        }
        values[cell.index()] = best.ok_or_else(|| {
            let (column, row) = raster.first_covered(area, cell);
            (column + 1, row + 1)
        })?;
    }
    Ok(Layer::from_values(area, values))
}

/// The warnings of colours unlike all of the palette, with the terrain that was assumed.
fn strange_colors(
    design: &Design,
    file: &str,
    strange: &BTreeMap<[u8; 3], u32>,
    palette: &mut Palette,
) -> Option<Diagnostic> {
    let mut most: Vec<_> = strange.iter().collect();
    most.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let named = most.iter().take(NAMED).filter_map(|&(&[red, green, blue], &count)| {
        let (kind, _) = palette.nearest([red, green, blue])?;
        Some(format!("{red:02x}{green:02x}{blue:02x} ({count} pixels) became `{}`", design.name_of(kind)))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let more = if most.len() > NAMED { format!(" and {} more", most.len() - NAMED) } else { String::new() };
    let message = format!("{file} has colours like none of the palette: {named}{more}");
    let warning = Diagnostic::warning("strange-color", message);
    (!most.is_empty()).then(|| warning.suggest("say what they mean: --legend rrggbb=terrain,.."))
}

#[cfg(test)]
mod tests {
    use grid::Shape;
    use image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;
    use crate::test_pictures::{design, png, upright_rows};

    const SEA: [u8; 3] = [0, 0, 200];
    const LAND: [u8; 3] = [0, 180, 0];

    fn palette(design: &Design) -> Palette {
        Palette::new(&[(SEA, design.find("sea").unwrap()), (LAND, design.find("plains").unwrap())])
    }

    /// A picture of `~` sea, `+` land, `?` something red, ` ` nothing.
    fn painted(rows: &[&str]) -> Vec<u8> {
        let color = |x: u32, y: u32| match rows[y as usize].as_bytes()[x as usize] {
            b'~' => [0, 0, 200, 255],
            b'+' => [0, 180, 0, 255],
            b'?' => [255, 0, 0, 255],
            _ => [9, 9, 9, 0],
        };
        let image = RgbaImage::from_fn(rows[0].len() as u32, rows.len() as u32, |x, y| Rgba(color(x, y)));
        png(&DynamicImage::ImageRgba8(image))
    }

    fn read(rows: &[&str], shape: Shape, size: Option<(u32, u32)>) -> Result<(World, Diagnostics), Diagnostics> {
        let design = design();
        read_colors(&design, "map.png", &painted(rows), &Wanted { shape, size }, &mut palette(&design))
    }

    #[test]
    fn an_upright_line_stays_upright_on_every_shape() {
        let rows = ["~~~+~~~"; 8];
        for &shape in Shape::ALL {
            let (world, found) = read(&rows, shape, None).unwrap();
            assert!(found.0.is_empty());
            let area = world.area;
            let line: Vec<(i32, i32)> = area
                .cells()
                .filter(|&cell| world.terrain_at(cell) == design().find("plains").unwrap())
                .map(|cell| area.drawn_at(cell))
                .collect();
            assert_eq!(line.len(), 8, "{shape}");
            // It is never farther from the first than half a cell, by which rows are shifted.
            let away = |right: i32| right - line[0].0;
            assert!(
                line.iter().all(|&(right, up)| (-1..=1).contains(&away(right)) && (0..8).contains(&up)),
                "{shape} {line:?}"
            );
        }
    }

    /// Heights that were saved with colours, in RGB or with a palette, are told of.
    #[test]
    fn a_picture_of_greys_is_told_to_be_one_of_heights_perhaps() {
        let design = design();
        let told = |bytes: &[u8]| {
            let wanted = Wanted { shape: Shape::Square4, size: None };
            let (_, found) = read_colors(&design, "map.png", bytes, &wanted, &mut palette(&design)).unwrap();
            found.0.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let shades = RgbImage::from_fn(8, 8, |x, _| Rgb([x as u8 * 30; 3]));
        let expected = "warning[grey-colors]: map.png has shades of grey alone (8), and was read as a picture of terrain; if brightness \
            means height, say --heights; else what its colours mean: --legend rrggbb=terrain,..";
        assert_eq!(told(&png(&DynamicImage::ImageRgb8(shades.clone()))), [expected]);
        let mut other = shades;
        other.put_pixel(0, 0, Rgb(SEA));
        assert!(told(&png(&DynamicImage::ImageRgb8(other)))[0].starts_with("warning[strange-color]"));
    }

    #[test]
    fn the_shift_on_a_cylinder_is_that_of_the_seed() {
        // Cell (x, y) of the picture is at oblique (x - y / 2, y), wrapped round where that is negative.
        let rows = ["+~~~~", "~+~~~", "~~+~~", "~~~+~"];
        let (world, _) = read(&rows, Shape::Cylinder, None).unwrap();
        for (row, x) in [(0, 3), (1, 2), (2, 1), (3, 0)] {
            let cell = world.area.cell(x - row / 2, row).unwrap();
            assert_eq!(world.terrain_at(cell), design().find("plains").unwrap(), "{row}");
        }
    }

    #[test]
    fn north_is_up() {
        for &shape in Shape::ALL {
            let (world, _) = read(&["+++++", "~~~~~", "~~~~~", "~~~~~"], shape, None).unwrap();
            let rows = upright_rows(&world, &design());
            assert!(rows[0].contains('p') && !rows[1..].concat().contains('p'), "{shape} {rows:?}");
        }
    }

    #[test]
    fn most_pixels_decide_and_of_as_many_the_lowest() {
        let rows = ["~~++~+", "~+++~+", "++~~~+", "~~~~~+", "~~++++", "~+++~~"];
        let (world, _) = read(&rows, Shape::Square4, Some((3, 3))).unwrap();
        // Sea is the lowest-numbered type.
        assert_eq!(upright_rows(&world, &design()), ["sps", "sss", "sps"]);
        let (world, _) = read(&rows, Shape::Square4, Some((12, 12))).unwrap();
        assert_eq!(upright_rows(&world, &design())[0], "ssssppppsspp");
        // Rows of hexes half a cell farther east read the pixels there.
        let (world, _) = read(&["~~++++~~~~~~"; 4], Shape::Rectangle, Some((4, 4))).unwrap();
        assert_eq!(upright_rows(&world, &design()), ["ppss", "spss", "ppss", "spss"]);
    }

    #[test]
    fn corners_of_a_hexagon_may_be_anything() {
        for corner in [' ', '?', '+'] {
            let rows = [" +++ ", "~~~~ ", "~~~~~", "~~~~ ", " ~~~ "].map(|row| row.replace(' ', &corner.to_string()));
            let (world, found) = read(&rows.each_ref().map(String::as_str), Shape::Hexagon, None).unwrap();
            assert_eq!(found.0, [], "what is not taken means nothing");
            assert_eq!(upright_rows(&world, &design()), [" ppp ", "ssss ", "sssss", "ssss ", " sss "]);
        }
    }

    #[test]
    fn faults_of_a_picture_are_reported() {
        let fault = |rows: &[&str], shape, size| read(rows, shape, size).unwrap_err().0[0].to_string();
        let rows = ["~~~~", "~~ ~", "~~~~", "~~~~"];
        assert_eq!(
            fault(&rows, Shape::Square4, None),
            "error[no-terrain]: map.png is transparent at column 3, row 2, where a cell lies; paint it, or \
            choose another --area"
        );
        assert_eq!(
            fault(&rows[..2], Shape::Square4, None),
            "error[bad-size]: map.png makes no square4: an area of 4x2 is too small: expected at least 3x3; say \
            another size, such as --size 4x4"
        );
        assert_eq!(
            fault(&["~~~~"; 5], Shape::Torus, None),
            "error[bad-size]: map.png makes no torus: a torus of 4x5 does not close: expected an even height of \
            at least 4, such as 6; say another size, such as --size 4x4"
        );
        assert_eq!(
            fault(&["~~~~"; 4], Shape::Torus, Some((9000, 9000))),
            "error[bad-size]: map.png makes no torus: an area of 9000x9000 has too many cells: expected at most \
            20000000; say another size, such as --size 4472x4472"
        );
        let (_, found) = read(&["~~~~", "~?~~", "~~~~"], Shape::Square4, None).unwrap();
        let told = found.0[0].to_string();
        assert_eq!(
            told,
            "warning[strange-color]: map.png has colours like none of the palette: ff0000 (1 pixels) became \
            `plains`; say what they mean: --legend rrggbb=terrain,.."
        );
        let design = design();
        let image = png(&DynamicImage::ImageRgb8(RgbImage::from_pixel(4, 4, Rgb([1, 2, 3]))));
        let wanted = Wanted { shape: Shape::Square4, size: None };
        let none = read_colors(&design, "map.png", &image, &wanted, &mut Palette::new(&[])).unwrap_err();
        assert_eq!(none.0[0].to_string(), "error[no-palette]: the palette has no colours; give a --legend");
    }
}
