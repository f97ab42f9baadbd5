//! The colours of terrain in the games that we hand out.

use design::{TerrainType, TypeId};
use output::{color_distance, terrain_colors};

/// In thousandths of the way from black to white; a difference of 20 can just be seen side by side.
const LEAST: u32 = 35;

#[test]
fn no_two_types_that_fill_cells_look_alike_in_any_preset() {
    let mut compared = 0;
    for preset in pipeline::PRESETS {
        let design = &fairmarch_tests::preset(preset.name).design;
        let colors = terrain_colors(design);
        let cells: Vec<TerrainType> = design.cell_terrain().collect();
        for (place, &one) in cells.iter().enumerate() {
            for &other in &cells[..place] {
                let apart = color_distance(colors[one.index()], colors[other.index()]);
                let names = [one, other].map(|kind| design.name_of(kind));
                assert!(apart >= LEAST, "{}: {names:?} are {apart} apart", preset.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared} pairs");
}

/// How eyes without red, without green and without blue see light (Machado, Oliveira and Fernandes, 2009, severity 1).
const EYES: [(&str, [[f64; 3]; 3]); 3] = [
    ("red", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    ("green", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    ("blue", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// A colour as such eyes see it.
#[allow(clippy::disallowed_methods, reason = "a test of colours decides no world")]
fn seen_by(eyes: [[f64; 3]; 3], color: [u8; 3]) -> [u8; 3] {
    let light = color.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    eyes.map(|row| {
        let sum: f64 = row.iter().zip(light).map(|(weight, part)| weight * part).sum();
        let sum = sum.clamp(0.0, 1.0);
        let part = if sum <= 0.003_130_8 { 12.92 * sum } else { 1.055 * sum.powf(1.0 / 2.4) - 0.055 };
        (part * 255.0).round() as u8
    })
}

// Takes seconds: all sides of all presets are compared in pairs, by all kinds of eyes.
#[test]
fn the_sides_of_every_preset_are_told_apart_by_all_eyes() {
    // Three times what can just be seen side by side.
    const LEAST_OF_SIDES: u32 = 60;
    let mut compared = 0;
    for preset in pipeline::PRESETS {
        let scenario = fairmarch_tests::roll(&format!("{}:1", preset.name)).scenario;
        let colors: Vec<[u8; 3]> = (0..scenario.sides.len()).map(|side| output::side_color(&scenario, side)).collect();
        for (place, &one) in colors.iter().enumerate() {
            for &other in &colors[..place] {
                for (lack, eyes) in EYES {
                    let apart = color_distance(seen_by(eyes, one), seen_by(eyes, other));
                    let name = preset.name;
                    assert!(apart >= LEAST_OF_SIDES, "{name}: without {lack}, {one:?} and {other:?} are {apart} apart");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared} pairs");
}
