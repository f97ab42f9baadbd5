//! The bars above and below the map: the menu bar, the line at the bottom.

use eframe::egui;

use crate::panels::faults;
use crate::session::Theme;
use crate::{Menu, Viewer};

/// Prefixes of command names that form groups in their menus, separated from other commands.
const KINDS: [&str; 8] = ["theme-", "style-", "show-", "panel-", "pan-", "cursor-", "focus-", "move-panel-"];

fn kind_of(command: &str) -> &'static str {
    KINDS.into_iter().find(|kind| command.starts_with(kind)).unwrap_or("")
}

impl Viewer {
    pub(crate) fn take_drops(&mut self, ui: &egui::Ui) {
        if ui.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::WindowFocused(true)))) {
            self.context.documents.watch.look_now();
        }
        let dropped = ui.input(|input| input.raw.dropped_files.clone());
        let Some(file) = dropped.into_iter().next() else { return };
        self.context.open_named(&file.path().display().to_string());
    }

    pub(crate) fn set_looks(&self) {
        let theme = match self.context.services.session.theme {
            Theme::System => egui::ThemePreference::System,
            Theme::Light => egui::ThemePreference::Light,
            Theme::Dark => egui::ThemePreference::Dark,
        };
        if self.context.services.egui.options(|options| options.theme_preference) != theme {
            self.context.services.egui.set_theme(theme);
        }
        if (self.context.services.egui.zoom_factor() - self.context.services.session.zoom).abs() > 1e-3 {
            self.context.services.egui.set_zoom_factor(self.context.services.session.zoom);
        }
        // The commands `larger` and `smaller` do that, and their result is remembered.
        if self.context.services.egui.options(|options| options.zoom_with_keyboard) {
            self.context.services.egui.options_mut(|options| options.zoom_with_keyboard = false);
        }
    }

    pub(crate) fn show_menu(&mut self, ui: &mut egui::Ui) {
        egui::Panel::top("menu").show(ui, |ui| {
            egui::MenuBar::new().ui(ui, |ui| {
                for menu in Menu::ALL {
                    ui.menu_button(menu.title(), |ui| self.show_menu_items(ui, menu));
                }
                if let Some(open) = &self.context.documents.open {
                    let title = open.title();
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        ui.add(egui::Label::new(egui::RichText::new(title).weak()).truncate());
                    });
                }
            });
        });
    }

    fn show_menu_items(&mut self, ui: &mut egui::Ui, menu: Menu) {
        if let Some(shown) = self.context.shown().cloned().filter(|_| menu == Menu::Lens) {
            self.context.view.fitting.ask(&self.context.services.jobs, &shown);
        }
        // A menu is as high as it needs to be; egui limits new areas to a default height.
        let height = ui.ctx().content_rect().height() - 60.0;
        ui.set_max_height(height);
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let mut last = None;
            for command in crate::commands().iter().filter(|command| command.menu == menu) {
                let kind = kind_of(&command.name);
                if last.replace(kind).is_some_and(|last| last != kind) {
                    ui.separator();
                }
                let can = self.can_run(command);
                let button =
                    egui::Button::new(&command.title).shortcut_text(self.context.services.keys.words(&command.name));
                let button = button.selected(command.is_on.as_ref().is_some_and(|is_on| is_on(self)));
                let why = self.disabled_reason(command).unwrap_or_else(|| command.help.clone());
                let item = ui.add_enabled(can, button).on_hover_text(&command.help).on_disabled_hover_text(why);
                if item.clicked() {
                    self.run_command(command);
                    ui.close();
                }
            }
        });
    }

    pub(crate) fn show_status(&mut self, ui: &mut egui::Ui) {
        egui::Panel::bottom("status").show(ui, |ui| {
            ui.horizontal(|ui| {
                let under_way = self.under_way();
                if let Some((_, done)) = under_way {
                    ui.add(egui::ProgressBar::new(done).desired_width(120.0).text(format!("{:.0} %", done * 100.0)));
                    if ui.button("Cancel").clicked() {
                        self.cancel();
                    }
                }
                let here = self.context.view.hover.or(self.context.view.cursor);
                let here = here
                    .filter(|_| self.context.documents.open.is_some() && !self.context.view.at_start)
                    .map(|cell| self.cell_words(cell));
                let words = under_way.map(|(words, _)| words).or(here).filter(|words| !words.is_empty());
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    self.show_badge(ui);
                    // The notice stays readable beside what goes on, and beside the words about the cell.
                    if words.is_some() && !self.context.services.notice.is_empty() {
                        let room = egui::vec2(ui.available_width() * 0.45, ui.available_height());
                        let layout = egui::Layout::right_to_left(egui::Align::Center);
                        let notice = egui::RichText::new(&self.context.services.notice).weak();
                        ui.allocate_ui_with_layout(room, layout, |ui| ui.add(egui::Label::new(notice).truncate()));
                    }
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.add(
                            egui::Label::new(words.unwrap_or_else(|| self.context.services.notice.clone())).truncate(),
                        );
                    });
                });
            });
        });
    }

    /// Shows how many faults there are; a click shows them.
    fn show_badge(&mut self, ui: &mut egui::Ui) {
        let found = faults::all(&self.panels.faults, &self.context.documents);
        if found.0.is_empty() {
            return;
        }
        let color = if found.has_errors() { ui.visuals().error_fg_color } else { ui.visuals().warn_fg_color };
        let badge = egui::Button::new(egui::RichText::new(faults::count_words(&found)).color(color)).small();
        if ui.add(badge).on_hover_text("Shows what is wrong with what was opened last").clicked() {
            self.context.services.show_panel("faults");
        }
    }
}
