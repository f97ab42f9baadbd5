//! How kinds of terrain are painted, and their colours as they are printed.

use design::abilities::door as as_door;
use design::{Design, TerrainType};
use grid::Lattice;
use world::Scenario;

use crate::map::ground::inks::{INK, PAPER};
use crate::palette::{Rgb, Role, brightness, grid_color, mix, rgb};

/// How a kind of terrain is painted.
#[derive(Clone, Copy, Debug)]
pub(in crate::map) struct TerrainStyle {
    pub(in crate::map) color: Rgb,
    pub(in crate::map) ridges: f32,
    pub(in crate::map) crowns: f32,
    pub(in crate::map) patches: f32,
    /// Reeds: short dashes.
    pub(in crate::map) reeds: f32,
    /// Sand: fine dots.
    pub(in crate::map) sand: f32,
    pub(in crate::map) roofs: f32,
    /// Plots with furrows and hedges.
    pub(in crate::map) plots: f32,
    pub(in crate::map) stars: f32,
    /// Rock between floors: hatched along them, as walls are on plans.
    pub(in crate::map) rock: bool,
    /// A door between rocks.
    pub(in crate::map) door: bool,
    /// A hole in the floor.
    pub(in crate::map) pit: bool,
    /// Whether it ends exactly at its cell's edge: true for what people built.
    pub(in crate::map) crisp: bool,
}

impl TerrainStyle {
    /// A plain colour.
    pub(in crate::map) const fn bare(color: Rgb) -> TerrainStyle {
        TerrainStyle {
            color,
            ridges: 0.0,
            crowns: 0.0,
            patches: 0.0,
            reeds: 0.0,
            sand: 0.0,
            roofs: 0.0,
            plots: 0.0,
            stars: 0.0,
            rock: false,
            door: false,
            pit: false,
            crisp: false,
        }
    }

    /// Rock between floors.
    pub(in crate::map) fn of_rock(color: Rgb) -> TerrainStyle {
        let color = rock(color);
        TerrainStyle { patches: 2.0, rock: true, crisp: true, ..TerrainStyle::bare(color) }
    }

    /// What is neither rock nor floor where there are both: doors, and the dark of a hole, which has no stars.
    pub(in crate::map) fn between_rocks(self, design: &Design, kind: TerrainType, role: Role) -> TerrainStyle {
        let (door, pit) = (as_door(design, kind).is_some(), role == Role::Space);
        match door || pit {
            true => TerrainStyle { door, pit: pit && !door, crisp: true, ..TerrainStyle::bare(self.color) },
            false => self,
        }
    }

    /// What it is blended with: 0 for open land, 1 for woods, 2 for fields.
    pub(in crate::map) fn class(&self) -> usize {
        if self.crowns > 0.5 { 1 } else { 2 * usize::from(self.plots > 0.5) }
    }

    pub(in crate::map) fn new(role: Role, color: Rgb) -> TerrainStyle {
        let bare = TerrainStyle { patches: 5.0, ..TerrainStyle::bare(printed_as(role, color)) };
        let plain = TerrainStyle { ridges: 0.1, ..bare };
        match role {
            Role::Floor => TerrainStyle { patches: 4.0, crisp: true, ..bare },
            Role::Roofs => TerrainStyle { patches: 3.0, roofs: 1.0, crisp: true, ..bare },
            Role::Space => TerrainStyle { patches: 2.5, stars: 1.0, ..bare },
            Role::Sea | Role::Shallows => TerrainStyle { ridges: 0.0, patches: 2.0, ..plain },
            Role::Wetland => TerrainStyle { ridges: 0.0, patches: 7.0, reeds: 1.0, ..plain },
            Role::Arid => TerrainStyle { ridges: 0.22, patches: 4.0, sand: 1.0, ..plain },
            Role::Forest => TerrainStyle { ridges: 0.1, crowns: 1.0, patches: 8.0, ..plain },
            Role::Fields => TerrainStyle { patches: 3.0, plots: 1.0, ..plain },
            Role::Hills => TerrainStyle { ridges: 0.55, ..plain },
            Role::Mountains => TerrainStyle { ridges: 1.25, patches: 3.0, ..plain },
            Role::Ice => TerrainStyle { ridges: 0.95, patches: 5.0, ..plain },
            Role::Plain | Role::River | Role::Road | Role::Wall => plain,
        }
    }
}

/// The colour of the night between the stars.
const NIGHT: Rgb = [16.0, 20.0, 38.0];

/// A colour as it would be printed on this paper: a little warmer and softer than on a screen.
pub(in crate::map) fn printed(color: Rgb) -> Rgb {
    let grey = [brightness(color); 3];
    mix(mix(color, grey, 0.13), PAPER, 0.19)
}

/// The ink of lines between cells, and how strong they are beside ours: a colour that the design gives is meant to be seen.
pub(in crate::map) fn grid_ink(design: &Design) -> (Rgb, f32) {
    grid_color(design).map_or((INK, 1.0), |color| (rgb(color), 3.0))
}

/// A colour of ground as printed. Kinds of sky are shades of one night, so that what stands there can be read.
pub(in crate::map) fn printed_as(role: Role, color: Rgb) -> Rgb {
    match role {
        Role::Space => mix(color, NIGHT, if brightness(color) > 40.0 { 0.62 } else { 0.25 }),
        _ => printed(color),
    }
}

/// The colour of rock between floors, for a colour of rough land.
pub(in crate::map) fn rock(color: Rgb) -> Rgb {
    mix(printed(color), PAPER, 0.34)
}

/// Whether a type is rock between floors: rough land on squares, in a game that has floors.
pub(in crate::map) fn is_rock(scenario: &Scenario, kind: TerrainType) -> bool {
    let design = &scenario.design;
    matches!(Role::of(design, kind), Role::Mountains | Role::Hills) && has_floors(scenario)
}

/// Whether it is a game of rooms and passages, on squares.
pub(in crate::map) fn has_floors(scenario: &Scenario) -> bool {
    let design = &scenario.design;
    scenario.world.area.shape().lattice() != Lattice::Hex
        && design.cell_terrain().any(|other| Role::of(design, other) == Role::Floor)
}

/// The colour of a type of ground as it is printed.
pub(in crate::map) fn printed_ground(scenario: &Scenario, kind: TerrainType, color: Rgb) -> Rgb {
    if is_rock(scenario, kind) { rock(color) } else { printed_as(Role::of(&scenario.design, kind), color) }
}
