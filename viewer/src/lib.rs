//! The viewer's window: what it shows and what it answers to. Pure: files are read in `main.rs`.
//!
//! A scenario's picture, moved by dragging, made larger and smaller with the wheel (at the pointer), fitted with F.

mod view;

use eframe::egui;
use egui::{Align2, Color32, FontId, Key, Rect, Role, Sense, Vec2, WidgetInfo};
use image::RgbImage;
use world::Scenario;

pub use view::View;

/// What the window is about.
pub enum Content {
    /// Nobody named a file: how to begin.
    Start,
    /// The file cannot be shown, and why.
    Fault(String),
    /// A scenario.
    Map(Box<Map>),
}

/// A scenario's picture with what is said about it.
pub struct Map {
    title: String,
    sentence: String,
    picture: RgbImage,
    tiles: Vec<Tile>,
}

/// A part of the picture as the graphics card has it.
struct Tile {
    /// In pixels of the picture.
    place: Rect,
    texture: egui::TextureHandle,
}

/// Pixels on each side of a tile: every graphics card takes so many.
const TILE: u32 = 2048;

/// How to begin, when no file is named.
pub const START: &str =
    "Name a scenario to look at it:\n\n    fairmarch roll classic\n    fairmarch-viewer out/scenario.ron";

impl Content {
    /// Draws a scenario.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Content {
        match output::draw(scenario, &output::PictureStyle::default()) {
            Err(error) => Content::Fault(error.to_string()),
            Ok(picture) => {
                let sentence = match &scenario.fairness {
                    Some(fairness) => format!("Fairness {:.2}. {}", fairness.score, fairness.reason),
                    None => "Not measured yet: fairmarch score tells how fair it is.".to_owned(),
                };
                let title = match scenario.origins.string.as_str() {
                    "" => scenario.design.title.clone(),
                    string => format!("{} · {string}", scenario.design.title),
                };
                Content::Map(Box::new(Map { title, sentence, picture, tiles: Vec::new() }))
            }
        }
    }
}

/// The whole window.
pub struct Viewer {
    content: Content,
    view: View,
    /// The picture fills the window, whatever the window's size: until it is moved.
    fitted: bool,
}

impl Viewer {
    /// A window about that.
    #[must_use]
    pub fn new(content: Content) -> Viewer {
        Viewer { content, view: View::default(), fitted: true }
    }

    /// How the picture lies in the window.
    #[must_use]
    pub const fn view(&self) -> View {
        self.view
    }

    /// Shows the window's content, and answers to mouse and keys.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        match &mut self.content {
            Content::Start => message(ui, "Fairmarch", START),
            Content::Fault(fault) => message(ui, "This cannot be shown", fault),
            Content::Map(map) => {
                egui::Panel::bottom("about").show(ui, |ui| {
                    ui.add_space(4.0);
                    ui.strong(&map.title);
                    ui.label(&map.sentence);
                    ui.weak("Drag to move, turn the wheel to come closer, F to see all.");
                    ui.add_space(4.0);
                });
                map.load(ui.ctx());
                show_map(ui, map, &mut self.view, &mut self.fitted);
            }
        }
    }
}

fn message(ui: &mut egui::Ui, title: &str, text: &str) {
    egui::CentralPanel::default().show(ui, |ui| {
        ui.add_space(24.0);
        ui.heading(title);
        ui.add_space(12.0);
        egui::ScrollArea::both().show(ui, |ui| ui.monospace(text));
    });
}

impl Map {
    /// Gives the picture to the graphics card, once.
    fn load(&mut self, context: &egui::Context) {
        if !self.tiles.is_empty() {
            return;
        }
        let (width, height) = self.picture.dimensions();
        for top in (0..height).step_by(TILE as usize) {
            for left in (0..width).step_by(TILE as usize) {
                let (wide, high) = (TILE.min(width - left), TILE.min(height - top));
                let part = image::imageops::crop_imm(&self.picture, left, top, wide, high).to_image();
                let pixels = egui::ColorImage::from_rgb([wide as usize, high as usize], part.as_raw());
                // Larger than life, pixels stay crisp; smaller, they are averaged.
                let options = egui::TextureOptions {
                    magnification: egui::TextureFilter::Nearest,
                    minification: egui::TextureFilter::Linear,
                    mipmap_mode: Some(egui::TextureFilter::Linear),
                    ..egui::TextureOptions::LINEAR
                };
                let texture = context.load_texture(format!("map {left} {top}"), pixels, options);
                let corner = egui::pos2(left as f32, top as f32);
                self.tiles
                    .push(Tile { place: Rect::from_min_size(corner, Vec2::new(wide as f32, high as f32)), texture });
            }
        }
    }
}

fn show_map(ui: &mut egui::Ui, map: &Map, view: &mut View, fitted: &mut bool) {
    let frame = egui::Frame::NONE.fill(Color32::from_rgb(38, 36, 34));
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        let (room, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        let size = Vec2::new(map.picture.width() as f32, map.picture.height() as f32);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Map of {}", map.title)));
        *fitted |= ui.input(|input| input.key_pressed(Key::F));
        let way = response.drag_delta();
        view.drag(way);
        *fitted &= way == Vec2::ZERO;
        if let Some(pointer) = response.hover_pos() {
            let turned = ui.input(|input| input.smooth_scroll_delta().y);
            let factor = ui.input(egui::InputState::zoom_delta) * (turned / 240.0).exp2();
            view.zoom(pointer, factor);
            *fitted &= factor == 1.0;
        }
        if *fitted {
            view.fit(size, room);
        }
        let painter = ui.painter_at(room);
        let whole = Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
        for tile in &map.tiles {
            painter.image(tile.texture.id(), view.on_screen(tile.place), whole, Color32::WHITE);
        }
        let percent = format!("{:.0} %", view.scale * 100.0);
        let corner = room.right_bottom() - Vec2::splat(8.0);
        painter.text(corner, Align2::RIGHT_BOTTOM, percent, FontId::proportional(13.0), Color32::from_gray(210));
    });
}
