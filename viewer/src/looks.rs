//! The colours of panels, light and dark. Warm greys, so that the map is the most colourful thing in the window, and one accent:
//! the sea. All text has a contrast of at least 4.5 to 1 on its panel, weak text too (WCAG 2.2, 1.4.3).

use eframe::egui::style::{Selection, WidgetVisuals};
use eframe::egui::{Color32, Context, FontId, Stroke, TextStyle, Theme, Visuals, epaint};

const fn rgb(red: u8, green: u8, blue: u8) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// The colours of a theme. Strokes and roundings stay as in egui.
struct Palette {
    panel: Color32,
    /// Menus, tips and windows, a little lighter than the panels behind them.
    window: Color32,
    /// Text fields.
    field: Color32,
    /// The background of every second row.
    stripe: Color32,
    line: Color32,
    text: Color32,
    weak: Color32,
    strong: Color32,
    /// The background of buttons: at rest, under the pointer, pressed.
    button: [Color32; 3],
    /// The background of a selection, and its text.
    accent: (Color32, Color32),
    link: Color32,
    warning: Color32,
    error: Color32,
}

const DARK: Palette = Palette {
    panel: rgb(32, 30, 28),
    window: rgb(39, 37, 34),
    field: rgb(21, 20, 18),
    stripe: rgb(38, 36, 33),
    line: rgb(66, 62, 57),
    text: rgb(204, 198, 188),
    weak: rgb(160, 153, 143),
    strong: rgb(245, 241, 234),
    button: [rgb(56, 53, 49), rgb(72, 68, 62), rgb(46, 43, 40)],
    accent: (rgb(38, 88, 110), rgb(214, 234, 242)),
    link: rgb(120, 186, 214),
    warning: rgb(232, 176, 88),
    error: rgb(244, 136, 120),
};

const LIGHT: Palette = Palette {
    panel: rgb(247, 243, 236),
    window: rgb(252, 250, 246),
    field: rgb(255, 255, 255),
    stripe: rgb(240, 235, 226),
    line: rgb(205, 198, 186),
    text: rgb(66, 60, 53),
    weak: rgb(107, 100, 90),
    strong: rgb(24, 21, 18),
    button: [rgb(230, 224, 213), rgb(219, 212, 199), rgb(200, 191, 176)],
    accent: (rgb(172, 212, 226), rgb(8, 66, 90)),
    link: rgb(10, 92, 124),
    warning: rgb(146, 82, 0),
    error: rgb(176, 38, 26),
};

/// Sets the colours of both themes; egui uses those of the theme that is shown.
pub fn set(context: &Context) {
    context.set_visuals_of(Theme::Dark, visuals(Visuals::dark(), &DARK));
    context.set_visuals_of(Theme::Light, visuals(Visuals::light(), &LIGHT));
    context.all_styles_mut(|style| {
        style.text_styles.insert(TextStyle::Heading, FontId::proportional(16.0));
    });
}

fn visuals(mut looks: Visuals, palette: &Palette) -> Visuals {
    let fill = |widget: &mut WidgetVisuals, color: Color32, ink: Color32| {
        (widget.bg_fill, widget.weak_bg_fill, widget.fg_stroke.color) = (color, color, ink);
    };
    let [rest, hovered, pressed] = palette.button;
    fill(&mut looks.widgets.noninteractive, palette.panel, palette.text);
    fill(&mut looks.widgets.inactive, rest, palette.text);
    fill(&mut looks.widgets.hovered, hovered, palette.strong);
    fill(&mut looks.widgets.active, pressed, palette.strong);
    fill(&mut looks.widgets.open, rest, palette.strong);
    looks.widgets.noninteractive.bg_stroke.color = palette.line;
    looks.widgets.hovered.bg_stroke.color = palette.weak;
    looks.widgets.active.bg_stroke.color = palette.strong;
    looks.widgets.open.bg_stroke.color = palette.line;
    let (chosen, ink) = palette.accent;
    looks.selection = Selection { bg_fill: chosen, stroke: Stroke::new(1.0, ink) };
    // Names on the map are white in both themes, and the font is thin; dark text gains from this too.
    looks.text_options.color_transfer_function = epaint::FontColorTransferFunction::DARK_MODE_DEFAULT;
    looks.weak_text_color = Some(palette.weak);
    looks.hyperlink_color = palette.link;
    looks.faint_bg_color = palette.stripe;
    looks.extreme_bg_color = palette.field;
    looks.code_bg_color = rest;
    looks.warn_fg_color = palette.warning;
    looks.error_fg_color = palette.error;
    looks.panel_fill = palette.panel;
    looks.window_fill = palette.window;
    looks.window_stroke.color = palette.line;
    looks
}

/// The colour of a verdict in words: that seats are equal, that they are not, or that neither is known.
pub(crate) const fn verdict(visuals: &Visuals, is_equal: Option<bool>) -> Color32 {
    match (is_equal, visuals.dark_mode) {
        (Some(true), true) => rgb(120, 210, 130),
        (Some(true), false) => rgb(20, 110, 40),
        (Some(false), true) => rgb(250, 140, 110),
        (Some(false), false) => rgb(170, 40, 20),
        (None, _) => visuals.widgets.noninteractive.fg_stroke.color,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: Color32, other: Color32) -> f32 {
        let light = |color: Color32| {
            let [red, green, blue, _] = eframe::egui::Rgba::from(color).to_array();
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        (light(one) / light(other)).max(light(other) / light(one))
    }

    #[test]
    fn everything_can_be_read() {
        for palette in [&DARK, &LIGHT] {
            let inks = [palette.text, palette.weak, palette.strong, palette.link, palette.warning, palette.error];
            for paper in [palette.panel, palette.window, palette.field, palette.stripe] {
                for ink in inks {
                    assert!(contrast(ink, paper) >= 4.5, "{ink:?} on {paper:?}: {}", contrast(ink, paper));
                }
            }
            for paper in palette.button {
                assert!(contrast(palette.text, paper) >= 3.0 && contrast(palette.strong, paper) >= 4.5);
            }
            assert!(contrast(palette.text, palette.button[0]) >= 4.5);
            assert!(contrast(palette.accent.0, palette.accent.1) >= 4.5);
        }
    }
}
