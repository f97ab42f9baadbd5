//! The viewer: a window for one scenario file.

use std::fs;
use std::path::Path;

use eframe::egui;
use fairmarch_viewer::{Content, Viewer};

/// No scenario file is larger.
const SIZE_MAX: u64 = 512 * 1024 * 1024;

struct App(Viewer);

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.0.show(ui);
    }
}

fn main() -> eframe::Result {
    let content = match std::env::args_os().nth(1) {
        None => Content::Start,
        Some(path) => open(Path::new(&path)).unwrap_or_else(Content::Fault),
    };
    let size = egui::ViewportBuilder::default().with_inner_size([1200.0, 900.0]).with_app_id("fairmarch-viewer");
    let options = eframe::NativeOptions { viewport: size, ..eframe::NativeOptions::default() };
    eframe::run_native("Fairmarch", options, Box::new(|_| Ok(Box::new(App(Viewer::new(content))))))
}

/// A file's scenario, or what is wrong with it.
fn open(path: &Path) -> Result<Content, String> {
    let shown = path.display().to_string();
    let failed = |error: std::io::Error| format!("cannot read {shown}: {error}");
    let size = fs::metadata(path).map_err(failed)?.len();
    if size > SIZE_MAX {
        return Err(format!("{shown} has {size} bytes: expected at most {SIZE_MAX}"));
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    // A scenario holds its design, or names one that comes with Fairmarch.
    let include = |name: &str| pipeline::embedded(name).map(|preset| (preset.file.to_owned(), preset.text.to_owned()));
    match formats::read_scenario(&shown, &text, &include, &pipeline::known()) {
        Ok((scenario, _)) => Ok(Content::of(&scenario)),
        Err(found) => Err(found.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    }
}
