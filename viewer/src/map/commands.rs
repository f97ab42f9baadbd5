//! The commands of the map.

use super::{Arrangement, View};
use crate::session::{Overlays, Style};
use crate::{Command, Menu, Viewer};

pub(crate) fn commands() -> Vec<Command> {
    let map = |name, title, help, run: fn(&mut View)| {
        Command::new(Menu::Map, name, title, help, move |viewer| run(&mut viewer.context.view))
    };
    let toggle = |name, title, help, field: fn(&mut Overlays) -> &mut bool| {
        Command::new(Menu::View, name, title, help, move |viewer| {
            let shown = field(&mut viewer.context.services.session.overlays);
            *shown = !*shown;
        })
        .on(move |viewer| {
            let mut overlays = viewer.context.services.session.overlays;
            *field(&mut overlays)
        })
    };
    let style = |name, title, help, style| {
        Command::new(Menu::View, name, title, help, move |viewer: &mut Viewer| {
            viewer.context.services.session.style = style
        })
        .on(move |viewer| viewer.context.services.session.style == style)
    };
    vec![
        map("zoom-in", "Zoom in", "larger, at the cursor or the middle", |map| map.zoom(1.3)),
        map("zoom-out", "Zoom out", "smaller", |map| map.zoom(1.0 / 1.3)),
        map("fit", "Fit", "the whole map in the window", |map| map.fitted = true),
        map("pan-north", "Pan north", "looks further north", |map| map.pan(0.0, -1.0)),
        map("pan-south", "Pan south", "looks further south", |map| map.pan(0.0, 1.0)),
        map("pan-east", "Pan east", "looks further east", |map| map.pan(1.0, 0.0)),
        map("pan-west", "Pan west", "looks further west", |map| map.pan(-1.0, 0.0)),
        map("cursor-north", "Cursor north", "the cursor a cell to the north", |map| map.step(0, 1)),
        map("cursor-south", "Cursor south", "the cursor a cell to the south", |map| map.step(0, -1)),
        map("cursor-east", "Cursor east", "the cursor a cell to the east", |map| map.step(1, 0)),
        map("cursor-west", "Cursor west", "the cursor a cell to the west", |map| map.step(-1, 0)),
        map("cursor-north-east", "Cursor north-east", "the cursor a cell to the north-east", |map| map.step(1, 1)),
        map("cursor-north-west", "Cursor north-west", "the cursor a cell to the north-west", |map| map.step(-1, 1)),
        map("cursor-south-east", "Cursor south-east", "the cursor a cell to the south-east", |map| map.step(1, -1)),
        map("cursor-south-west", "Cursor south-west", "the cursor a cell to the south-west", |map| map.step(-1, -1)),
        Command::new(
            Menu::Map,
            "clear",
            "Clear marks",
            "leaves the tool; without one: no cursor, nothing lit up",
            |viewer| {
                if viewer.context.tools.chosen.is_some() {
                    return viewer.context.leave_tool();
                }
                (viewer.context.view.cursor, viewer.context.view.highlight) = (None, None);
            },
        ),
        map("level-down", "Level below", "the next level down in the active pane", |map| {
            map.set_level(map.level() + 1)
        }),
        map("level-up", "Level above", "the next level up in the active pane", |map| {
            map.set_level(map.level().saturating_sub(1));
        }),
        Command::new(
            Menu::Map,
            "follow-link",
            "Follow the link",
            "to the other end of stairs in the chosen cell",
            |viewer| {
                let shown = viewer.context.shown().cloned();
                if !shown.is_some_and(|scenario| viewer.context.view.follow_link(&scenario)) {
                    viewer.context.services.tell("No link ends in the chosen cell.");
                }
            },
        ),
        map("next-pane", "Next pane", "lens commands are for the other pane", |map| map.active = 1 - map.active),
        map("one-pane", "One map", "one pane", |map| {
            map.arrangement = Arrangement::One;
            map.active = 0;
            map.other = None;
        })
        .on(|viewer| viewer.context.view.arrangement == Arrangement::One),
        map("side-by-side", "Side by side", "two lenses beside each other", |map| {
            map.arrangement = Arrangement::SideBySide;
            map.active = 1;
        })
        .on(|viewer| viewer.context.view.arrangement == Arrangement::SideBySide),
        map("swipe", "Swipe", "two maps over each other, parted by a line that can be moved", |map| {
            map.arrangement = Arrangement::Swipe(0.5);
            map.active = 1;
        })
        .on(|viewer| matches!(viewer.context.view.arrangement, Arrangement::Swipe(_))),
        Command::new(Menu::Map, "pin", "Pin for comparison", "what is shown now stays in the second pane", |viewer| {
            viewer.context.view.pin(viewer.context.documents.open.as_ref());
            viewer.context.services.tell("Pinned: what comes next is shown beside it.");
        }),
        style("style-flat", "Flat colours", "plain colours", Style::Flat),
        style("style-relief", "Shaded relief", "light and shadow on heights", Style::Relief),
        style("style-glyphs", "Glyphs", "the characters of the design's terrain", Style::Glyphs),
        toggle("show-grid", "Grid", "lines between cells, or none", |shown| &mut shown.grid),
        toggle("show-edges", "Rivers and roads", "rivers, walls and roads, or none", |shown| &mut shown.edges),
        toggle("show-borders", "Borders", "borders of countries and provinces, or none", |shown| &mut shown.borders),
        toggle("show-units", "Units", "units, or none", |shown| &mut shown.units),
        toggle("show-names", "Names", "names, or none", |shown| &mut shown.names),
        toggle("show-velocities", "Velocities", "where ships fly on, and how they came, or not", |shown| {
            &mut shown.velocities
        }),
        toggle("show-forecasts", "Forecasts", "what missiles will pass and who will be hit, or not", |shown| {
            &mut shown.forecasts
        }),
        toggle("show-zones", "Zones", "zones, bases, and what no supply reaches, or none", |shown| &mut shown.zones),
        toggle("show-minimap", "Small map", "the small map in the corner, or none", |shown| &mut shown.minimap),
        Command::new(Menu::View, "show-legend", "Legend", "what the colours mean, or folded", |viewer| {
            let shown = viewer.context.services.session.overlays.legend_of(viewer.context.view.lens());
            *shown = !*shown;
        })
        .on(|viewer| *viewer.context.services.session.overlays.clone().legend_of(viewer.context.view.lens())),
    ]
}
