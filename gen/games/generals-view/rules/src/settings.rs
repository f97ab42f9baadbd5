//! The numbers of these rules that no other rules know: the design's section `generals-view` (seed 001, sections 1 and 2). And the
//! areas that they can use.

use contract::Unplayable;
use design::{Design, Diagnostic, Diagnostics, Node, TreeReader, WRONG_AREA};
use grid::{Lattice, Shape};

/// The name of the ruleset, and of its section in designs and scenarios.
pub const NAME: &str = "generals-view";

/// A number of the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in files.
    pub name: &'static str,
    /// The least that it can be.
    pub least: i32,
    /// The most that it can be.
    pub most: i32,
    /// What it is where the design says nothing.
    pub default: i32,
    /// What it means.
    pub meaning: &'static str,
}

const fn setting(name: &'static str, (least, most): (i32, i32), default: i32, meaning: &'static str) -> Setting {
    Setting { name, least, most, default, meaning }
}

/// Every number of the section.
pub const SETTINGS: [Setting; 4] = [
    setting("order-dice", (2, 1000), 6, "faces of the dice that the seats roll for the choice of who begins"),
    setting(
        "mp-to-enter-enemy-cell",
        (1, 100),
        2,
        "movement points of a step into a cell that an enemy owns; any other step costs 1",
    ),
    setting("strength-without-supply", (1, 32_767), 1, "attack and defence of a unit that has run out of supply"),
    setting("units-per-cell-max", (0, 32_767), 0, "most units of one side in a cell; 0: any number"),
];

/// The numbers of the section as a design has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Faces of the dice for the order of turns.
    pub order_dice: u32,
    /// Movement points of a step into an enemy's square.
    pub mp_to_enter_enemy_cell: u8,
    /// Attack and defence without supply.
    pub strength_without_supply: u16,
    /// Most companies of one seat in a square; 0 for any number.
    pub units_per_cell_max: usize,
}

impl Settings {
    /// The numbers of a design, and what is wrong with them.
    #[must_use]
    pub fn read(design: &Design) -> (Settings, Diagnostics) {
        let mut numbers = SETTINGS.map(|setting| setting.default);
        let mut found = Diagnostics::default();
        if let Some(section) = design.sections.get(NAME) {
            found = section.read(|root, tree| read_numbers(root, tree, &mut numbers)).1;
        }
        let [dice, step, strength, units] = numbers;
        let settings = Settings {
            order_dice: dice as u32,
            mp_to_enter_enemy_cell: step as u8,
            strength_without_supply: strength as u16,
            units_per_cell_max: units as usize,
        };
        (settings, found)
    }
}

/// Whether the game can be played on an area: on squares with four neighbours.
pub(crate) fn can_use(shape: Shape) -> bool {
    shape.lattice() == Lattice::Square4
}

/// The areas that the game can use, as a sentence names them.
pub(crate) fn usable_areas() -> String {
    let names = Shape::ALL.iter().filter(|&&shape| can_use(shape)).map(|shape| format!("`{}`", shape.name()));
    names.collect::<Vec<_>>().join(" or ")
}

/// The fault that a design claims areas which the game cannot use. A design that claims none has all of them, and its worlds can still
/// be asked for on the right ones.
pub(crate) fn check_areas(design: &Design) -> Option<Diagnostic> {
    let areas = &design.supports.areas;
    let (right, wrong): (Vec<&Shape>, Vec<&Shape>) = areas.iter().partition(|&&shape| can_use(shape));
    if wrong.is_empty() {
        return None;
    }
    let names = |shapes: &[&Shape]| shapes.iter().map(|shape| shape.name()).collect::<Vec<_>>().join(" ");
    let right = if right.is_empty() { Shape::ALL.iter().filter(|&&shape| can_use(shape)).collect() } else { right };
    let remedy = format!("set `areas` in `claims` to \"{}\"", names(&right));
    let told =
        |areas: &str| format!("A General's View is played on squares with four neighbours, and the design {areas}");
    let fault = if Shape::ALL.iter().all(|shape| areas.contains(shape)) {
        Diagnostic::warning(WRONG_AREA, told("is made for all areas"))
    } else {
        Diagnostic::error(WRONG_AREA, told(&format!("is made for {}", names(&wrong)))).expected(usable_areas())
    };
    Some(fault.suggest(remedy))
}

fn read_numbers(root: &Node, tree: &mut TreeReader<'_>, numbers: &mut [i32; SETTINGS.len()]) {
    tree.map_of(root, &format!("`{NAME}`"), &SETTINGS.map(|setting| setting.name));
    for (number, setting) in numbers.iter_mut().zip(&SETTINGS) {
        let range = i64::from(setting.least)..=i64::from(setting.most);
        let read = tree.int(root.get(setting.name), &format!("`{}`", setting.name), range);
        *number = read.map_or(*number, |read| read as i32);
    }
}

/// The first error as the reason why nothing can be played.
pub(crate) fn check(found: &Diagnostics) -> Result<(), Unplayable> {
    let error = found.0.iter().find(|told| told.severity == design::Severity::Error);
    error.map_or(Ok(()), |error: &Diagnostic| Err(Unplayable::of(error.to_string())))
}
