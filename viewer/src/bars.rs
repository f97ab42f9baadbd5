//! The bars round the map: the menu bar, the line at the bottom, the docks with their tabs.

use eframe::egui;

use crate::docks;
use crate::panels::faults;
use crate::session::Theme;
use crate::{Dock, Menu, Panel, Viewer};

/// The width of the button that hides a dock, in points.
const CLOSE: f32 = 28.0;

/// The width of a dock that is folded, in points.
const FOLDED: f32 = 24.0;

/// Prefixes of command names that form groups in their menus, separated from other commands.
const KINDS: [&str; 7] = ["theme-", "style-", "show-", "panel-", "pan-", "cursor-", "focus-"];

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

    /// Shows a dock, or where it can be unfolded.
    pub(crate) fn show_dock_or_fold(&mut self, ui: &mut egui::Ui, dock: Dock) {
        if !self.context.services.is_folded(dock) {
            return self.show_dock(ui, dock);
        }
        let name = self.context.services.session.docked(dock).clone();
        let Some(folded) = self.context.services.session.panels_of(dock).find(|panel| panel.name == name) else {
            return;
        };
        let (strip, sign) = match dock {
            Dock::Left => (egui::Panel::left("left, folded"), "»"),
            _ => (egui::Panel::right("right, folded"), "«"),
        };
        let frame = egui::Frame::new().fill(ui.visuals().panel_fill).inner_margin(egui::Margin::symmetric(2, 6));
        strip.exact_size(FOLDED).resizable(false).frame(frame).show(ui, |ui| {
            let words = format!("Unfold {}", folded.title);
            let button = ui.small_button(sign).on_hover_text(&words).accessible_name(&words);
            if button.clicked() {
                self.context.services.bring_forward(dock);
            }
        });
    }

    /// Where a panel can be moved.
    fn show_moves(&mut self, ui: &mut egui::Ui, panel: &Panel, from: Dock) {
        for dock in Dock::ALL.into_iter().filter(|dock| *dock != from) {
            if ui.button(format!("Move to the {}", dock.words())).clicked() {
                self.context.services.move_panel(panel, dock);
                ui.close();
            }
        }
    }

    /// The frame of a dock, as wide as what it shows needs to be, and no wider than leaves the map most of the window.
    fn dock_frame(&self, dock: Dock, width: f32) -> egui::Panel {
        let is_given = self.context.documents.open.as_ref().is_some_and(|open| open.base.is_none());
        let is_narrow = docks::is_narrow(&self.context.services.egui);
        match dock {
            // What came from a file has nothing to set.
            Dock::Left if is_given && self.context.services.session.left == "recipe" => {
                egui::Panel::left("left, small").default_size(190.0).max_size(width * 0.45)
            }
            Dock::Left => egui::Panel::left("left").default_size(300.0).max_size(width * 0.45),
            Dock::Right if is_narrow => egui::Panel::right("right, narrow").default_size(300.0).max_size(width * 0.5),
            Dock::Right => egui::Panel::right("right").default_size(376.0).max_size(width * 0.5),
            Dock::Bottom => egui::Panel::bottom("bottom").resizable(true).default_size(178.0),
        }
    }

    pub(crate) fn show_dock(&mut self, ui: &mut egui::Ui, dock: Dock) {
        let name = self.context.services.session.docked(dock).clone();
        let panels: Vec<&'static Panel> = self.context.services.session.panels_of(dock).collect();
        let Some(shown) = panels.iter().find(|panel| panel.name == name) else { return };
        let panel = self.dock_frame(dock, ui.available_width());
        let wanted = self.context.focus.wanted.take_if(|wanted| *wanted == dock).is_some();
        let room = panel.show(ui, |ui| {
            ui.add_space(4.0);
            ui.horizontal_top(|ui| {
                let tabs = egui::vec2(ui.available_width() - CLOSE, 0.0);
                ui.allocate_ui_with_layout(
                    tabs,
                    egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true),
                    |ui| {
                        for panel in &panels {
                            let tip =
                                self.context.services.keys.with_words(panel.summary, &format!("panel-{}", panel.name));
                            let tip = format!("{tip}\nThe second button of the mouse moves it to another side");
                            let tab = ui.selectable_label(panel.name == name, panel.title).on_hover_text(tip);
                            if tab.clicked() {
                                panel.name.clone_into(self.context.services.session.docked(dock));
                            }
                            tab.context_menu(|ui| self.show_moves(ui, panel, dock));
                            if wanted && panel.name == name {
                                tab.request_focus();
                            }
                        }
                    },
                );
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                    let close = ui.small_button("×").on_hover_text("Hides the panel");
                    close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Hide the panel"));
                    if close.clicked() {
                        self.context.services.session.docked(dock).clear();
                    }
                });
            });
            ui.separator();
            (shown.show)(self, ui);
        });
        self.context.focus.note_dock(ui.ctx(), dock, room.response.rect);
        self.carry_out();
    }
}
