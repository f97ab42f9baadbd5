//! The size of the world: by numbers and the part of it that stays in its place, or cut to what is selected.

use eframe::egui::{self, Ui};
use grid::{Area, Shape};
use world::Scenario;
use world::edit::{Edit, Frame};

use crate::typed::bounded;
use crate::{Command, Menu, ViewerContext};

/// The new size, until it is taken.
#[derive(Default)]
pub(super) struct FrameFields {
    /// `None`: as it is.
    size: Option<(u32, u32)>,
    /// Which part stays in its place, from west and from south on: 0, 1 or 2.
    anchor: (u8, u8),
}

/// The greatest width and height that can be typed.
const SIDE_MAX: u32 = 2000;

pub(super) fn show(state: &mut FrameFields, context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    let area = &scenario.world.area;
    let now = (area.width(), area.height());
    let (mut width, mut height) = state.size.unwrap_or(now);
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("width");
        ui.add(bounded(ui, "Width", &mut width, Area::SIDE_MIN..=SIDE_MAX)).labelled_by(label.id);
        let label = ui.label("height");
        ui.add(bounded(ui, "Height", &mut height, Area::SIDE_MIN..=SIDE_MAX)).labelled_by(label.id);
        state.size = Some((width, height)).filter(|&size| size != now);
        let resize = ui.add_enabled(state.size.is_some(), egui::Button::new("Resize"));
        let tip = "Cells come and go at the sides away from the part that stays; new ones have the chosen terrain";
        if resize.on_hover_text(tip).clicked() {
            resize_to(context, area, (width, height), state.anchor);
            state.size = None;
        }
        context.command_button(ui, "crop-to-selection");
    });
    ui.horizontal(|ui| {
        ui.label("What stays in its place:");
        show_anchor(state, ui);
    });
}

/// Nine places to choose from.
fn show_anchor(state: &mut FrameFields, ui: &mut Ui) {
    egui::Grid::new("anchor").spacing([2.0, 2.0]).show(ui, |ui| {
        for north in [2, 1, 0] {
            for east in [0, 1, 2] {
                let rows = ["south", "middle", "north"][usize::from(north)];
                let columns = ["west", "middle", "east"][usize::from(east)];
                let button = ui.selectable_label(state.anchor == (east, north), "·");
                let button = button.accessible_name(format!("{rows} {columns} stays"));
                if button.on_hover_text(format!("{rows} {columns}")).clicked() {
                    state.anchor = (east, north);
                }
            }
            ui.end_row();
        }
    });
}

/// By how many cells old ones move if a side has that many more, and this part stays in its place.
const fn shift(more: i32, anchor: u8) -> i32 {
    match anchor {
        0 => 0,
        1 => more.div_euclid(2),
        _ => more,
    }
}

fn resize_to(context: &mut ViewerContext, area: &Area, size: (u32, u32), anchor: (u8, u8)) {
    let (more_east, more_north) = (size.0 as i32 - area.width() as i32, size.1 as i32 - area.height() as i32);
    let mut north = shift(more_north, anchor.1);
    if anchor.1 == 1 && has_pairs_of_rows(area) {
        north -= north.rem_euclid(2);
    }
    let levels = (0..area.levels()).map(Some).collect();
    let frame = Frame { size, shift: (shift(more_east, anchor.0), north), levels, fill: context.tools.terrain };
    context.edit(&format!("Resize to {}x{}", size.0, size.1), &Edit::Frame(frame), false);
}

/// Whether cells move by an even number of rows alone: every other row of hexes lies half a cell beside the next.
const fn has_pairs_of_rows(area: &Area) -> bool {
    matches!(area.shape(), Shape::Rectangle | Shape::Torus)
}

/// Cuts the world to the columns and rows of what is selected.
fn crop(context: &mut ViewerContext) {
    let Some(scenario) = context.shown().cloned() else { return };
    context.tools.fit(&scenario);
    let area = scenario.world.area;
    let places: Vec<(i32, i32)> = context.selected().into_iter().map(|cell| area.column_row(cell)).collect();
    let columns = || places.iter().map(|place| place.0);
    let rows = || places.iter().map(|place| place.1);
    let (Some(west), Some(east), Some(mut south), Some(mut north)) =
        (columns().min(), columns().max(), rows().min(), rows().max())
    else {
        return context.services.tell("Nothing is selected: select what is to stay.");
    };
    if has_pairs_of_rows(&area) {
        south -= south.rem_euclid(2);
        if area.wraps_y() && (north - south) % 2 == 0 {
            north += 1;
        }
    }
    let frame = Frame::crop(&area, (west, south), (east, north), context.tools.terrain);
    context.edit(&format!("Crop to {}x{}", frame.size.0, frame.size.1), &Edit::Frame(frame), false);
}

pub(super) fn commands() -> Vec<Command> {
    vec![Command::new(
        Menu::Edit,
        "crop-to-selection",
        "Crop to the selection",
        "cuts the world to the columns and rows of the selected cells",
        |viewer| crop(&mut viewer.context),
    )]
}
