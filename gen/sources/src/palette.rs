//! Palettes: colours and the terrain that they mean.
//!
//! The difference of two colours is computed in Oklab (Björn Ottosson, "A perceptual color space for image processing", 2020),
//! where equal distances look equal. Coordinates are rounded to ten-thousandths at once; from there on integers decide, and of
//! equal distances the first entry.

use std::collections::BTreeMap;

use design::{Design, Diagnostic, TerrainType};

/// Colours with their terrain, in an order that breaks ties.
#[derive(Clone, Debug)]
pub struct Palette {
    entries: Vec<(Lab, TerrainType)>,
    /// The linear light for each value of a channel.
    linear: Vec<f64>,
    /// Results for earlier colours: pictures have fewer colours than pixels.
    known: BTreeMap<[u8; 3], (TerrainType, i64)>,
}

/// Lightness, green to red, blue to yellow, in ten-thousandths of white's lightness.
type Lab = [i64; 3];

impl Palette {
    /// A palette of colours with their terrain.
    #[must_use]
    pub fn new(entries: &[([u8; 3], TerrainType)]) -> Palette {
        let linear: Vec<f64> = (0..256).map(|value| linear(f64::from(value) / 255.0)).collect();
        let entries = entries.iter().map(|&(color, kind)| (lab(&linear, color), kind)).collect();
        Palette { entries, linear, known: BTreeMap::new() }
    }

    /// Whether it has no colours.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The terrain with the nearest colour, and the distance, in ten-thousandths of the way from black to white; `None` for an
    /// empty palette.
    pub fn nearest(&mut self, color: [u8; 3]) -> Option<(TerrainType, i64)> {
        if let Some(&known) = self.known.get(&color) {
            return Some(known);
        }
        let own = lab(&self.linear, color);
        let apart = |other: &Lab| (0..3).map(|part| (own[part] - other[part]) * (own[part] - other[part])).sum::<i64>();
        let (square, kind) =
            self.entries.iter().map(|(other, kind)| (apart(other), *kind)).min_by_key(|found| found.0)?;
        let found = (kind, square.isqrt());
        self.known.insert(color, found);
        Some(found)
    }
}

/// sRGB's curve, from the value in a file to linear light (IEC 61966-2-1).
fn linear(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}

fn lab(linear: &[f64], color: [u8; 3]) -> Lab {
    let [red, green, blue] = color.map(|part| linear[usize::from(part)]);
    let long = libm::cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
    let middle = libm::cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
    let short = libm::cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
    [
        0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short,
        1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short,
        0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short,
    ]
    .map(|part| libm::round(part * 10_000.0) as i64)
}

/// Reads a user's colours: `rrggbb=terrain`, separated by commas.
///
/// # Errors
/// A diagnostic if one is no colour, or names no type of terrain that fills cells.
pub fn read_legend(design: &Design, text: &str) -> Result<Vec<([u8; 3], TerrainType)>, Diagnostic> {
    read_entries(design, text, "rrggbb=terrain, such as 3b74b4=sea", |color| {
        let digits = color.trim_start_matches('#');
        let is_color = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_color);
        let [_, red, green, blue] = number.ok_or_else(|| format!("`{color}` is no colour"))?.to_be_bytes();
        Ok([red, green, blue])
    })
}

/// The type of terrain that fills cells by its name.
///
/// # Errors
/// A diagnostic if there is none.
pub fn find_ground(design: &Design, name: &str) -> Result<TerrainType, Diagnostic> {
    let kinds = || design.cell_terrain().map(|kind| design.name_of(kind));
    design.cell_terrain().find(|&kind| design.name_of(kind) == name).ok_or_else(|| {
        let unknown = Diagnostic::error("unknown-terrain", format!("no terrain that fills cells is called `{name}`"));
        let expected = unknown.expected(kinds().collect::<Vec<_>>().join(", "));
        expected.did_you_mean(name, kinds())
    })
}

/// Reads the entries of a legend, `key=terrain`, separated by commas; `expected` is how one should look.
pub(crate) fn read_entries<K>(
    design: &Design,
    text: &str,
    expected: &str,
    read_key: impl Fn(&str) -> Result<K, String>,
) -> Result<Vec<(K, TerrainType)>, Diagnostic> {
    let fault = |message: String| Diagnostic::error("bad-legend", message).expected(expected);
    let entry = |entry: &str| {
        let (key, name) = entry.split_once('=').ok_or_else(|| fault(format!("`{entry}` is no entry of a legend")))?;
        let (key, name) = (read_key(key.trim()).map_err(fault)?, name.trim());
        Ok((key, find_ground(design, name)?))
    };
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_pictures::design;

    fn palette(colors: &[[u8; 3]]) -> Palette {
        let entries: Vec<_> = colors.iter().zip(0..).map(|(&color, kind)| (color, TerrainType(kind))).collect();
        Palette::new(&entries)
    }

    #[test]
    fn coordinates_are_those_of_the_paper() {
        let table: Vec<f64> = (0..256).map(|value| linear(f64::from(value) / 255.0)).collect();
        assert_eq!(lab(&table, [255; 3]), [10_000, 0, 0]);
        assert_eq!(lab(&table, [0; 3]), [0; 3]);
        // Pure red, green and blue, as colour tables print them: 0.628, 0.225, 0.126 and so on.
        assert_eq!(lab(&table, [255, 0, 0]), [6280, 2249, 1258]);
        assert_eq!(lab(&table, [0, 255, 0]), [8664, -2339, 1795]);
        assert_eq!(lab(&table, [0, 0, 255]), [4520, -325, -3115]);
    }

    #[test]
    fn the_nearest_is_what_looks_nearest() {
        // By sums of squares of sRGB this dark blue would be nearer to black: 120^2 against 135^2.
        assert_eq!(palette(&[[0, 0, 0], [0, 0, 255]]).nearest([0, 0, 120]).unwrap().0, TerrainType(1));
        assert_eq!(palette(&[[0, 0, 0], [255, 255, 255]]).nearest([90, 90, 90]).unwrap().0, TerrainType(0));
        let mut colors = palette(&[[10, 20, 30], [10, 20, 30], [200, 0, 0]]);
        assert_eq!(colors.nearest([10, 20, 31]).unwrap().0, TerrainType(0), "the first of equal ones");
        assert_eq!(colors.nearest([10, 20, 31]), colors.nearest([10, 20, 31]));
        assert_eq!(colors.nearest([200, 0, 0]), Some((TerrainType(2), 0)));
        assert_eq!(palette(&[]).nearest([1, 2, 3]), None);
    }

    #[test]
    fn legends_are_read_or_refused_with_the_reason() {
        let design = design();
        let sea = design.find("sea").unwrap();
        assert_eq!(
            read_legend(&design, "#0000FF=sea, 102030=sea,").unwrap(),
            [([0, 0, 255], sea), ([16, 32, 48], sea)]
        );
        let fault = |text| read_legend(&design, text).unwrap_err().to_string();
        assert_eq!(
            fault("0000ff"),
            "error[bad-legend]: `0000ff` is no entry of a legend: expected rrggbb=terrain, such as 3b74b4=sea"
        );
        assert_eq!(
            fault("00ff=sea"),
            "error[bad-legend]: `00ff` is no colour: expected rrggbb=terrain, such as 3b74b4=sea"
        );
        assert_eq!(
            fault("+0000f=sea"),
            "error[bad-legend]: `+0000f` is no colour: expected rrggbb=terrain, such as 3b74b4=sea"
        );
        assert_eq!(
            fault("0000ff=plain"),
            "error[unknown-terrain]: no terrain that fills cells is called `plain`: expected sea, plains, \
            mountains; did you mean `plains`?"
        );
        assert_eq!(
            fault("0000ff=river"),
            "error[unknown-terrain]: no terrain that fills cells is called `river`: expected sea, plains, mountains"
        );
    }
}
