//! Small pictures of what was opened, for the list of recent things on the start page. They are drawn when something is opened, and kept in
//! the folder where the system keeps what can be made anew.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{self, ColorImage, TextureHandle, TextureOptions};
use image::ImageFormat;
use world::Scenario;

use super::start::read_png;
use crate::Job;
use crate::services::Services;

/// The width of a picture, in pixels.
const WIDTH: u32 = 96;

/// Pictures by the names of what was opened; `None` where there is none.
type Read = Vec<(String, Option<ColorImage>)>;

/// The pictures that are known.
#[derive(Default)]
pub struct RecentPictures {
    folder: Option<PathBuf>,
    shown: BTreeMap<String, Option<TextureHandle>>,
    drawing: Option<Job<Read>>,
    reading: Option<Job<Read>>,
}

impl RecentPictures {
    pub(crate) fn new(folder: Option<PathBuf>) -> RecentPictures {
        RecentPictures { folder, ..RecentPictures::default() }
    }

    /// The picture of what was opened by this name.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<&TextureHandle> {
        self.shown.get(name)?.as_ref()
    }

    /// Draws what was opened by this name, and keeps the picture.
    pub(crate) fn draw(&mut self, services: &Services, name: String, scenario: &Arc<Scenario>) {
        let Some(file) = self.file_of(&name) else { return };
        let (files, scenario) = (Arc::clone(&services.files), Arc::clone(scenario));
        self.drawing = Some(services.jobs.start("Drawing a small picture", move |_| {
            let picture = output::thumbnail(&scenario, WIDTH);
            let mut bytes = Cursor::new(Vec::new());
            // What cannot be kept is drawn again next time.
            if picture.write_to(&mut bytes, ImageFormat::Png).is_ok() {
                let _kept = files.write(&file, bytes.get_ref());
            }
            let size = [picture.width() as usize, picture.height() as usize];
            vec![(name, Some(ColorImage::from_rgb(size, picture.as_raw())))]
        }));
    }

    /// Reads the pictures of these names that are not known yet, and takes what was drawn.
    pub(crate) fn poll(&mut self, services: &Services, names: &[String]) {
        for job in [&mut self.drawing, &mut self.reading] {
            let Some(done) = job.as_ref().and_then(Job::poll) else { continue };
            *job = None;
            for (name, picture) in done.unwrap_or_default() {
                let load = |image| services.egui.load_texture(&name, image, TextureOptions::LINEAR);
                self.shown.insert(name.clone(), picture.map(load));
            }
        }
        let unknown = names.iter().filter(|name| !self.shown.contains_key(*name));
        let unknown: Vec<(String, PathBuf)> =
            unknown.filter_map(|name| Some((name.clone(), self.file_of(name)?))).collect();
        if self.reading.is_none() && !unknown.is_empty() {
            let files = Arc::clone(&services.files);
            let read = move |(name, file): (String, PathBuf)| {
                let picture = files.read(&file).ok().and_then(|bytes| read_png(&bytes).ok());
                (name, picture)
            };
            let job = services.jobs.start("Reading small pictures", move |_| unknown.into_iter().map(read).collect());
            self.reading = Some(job);
        }
    }

    /// The file of the picture of a name. Names are paths and strings of any length, so the file is called by their digest (FNV-1a).
    fn file_of(&self, name: &str) -> Option<PathBuf> {
        let step = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let digest = name.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        Some(self.folder.as_ref()?.join(format!("{digest:016x}.png")))
    }
}

/// Shows a row with its picture, if there is one; returns its button.
pub(super) fn show_row(
    pictures: Option<&RecentPictures>,
    ui: &mut egui::Ui,
    name: &str,
    words: String,
) -> egui::Response {
    const HEIGHT: f32 = 30.0;
    let button = match pictures.and_then(|pictures| pictures.of(name)) {
        Some(picture) => {
            let size = picture.size_vec2();
            let shown = egui::vec2((HEIGHT * size.x / size.y).min(2.0 * HEIGHT), HEIGHT);
            egui::Button::image_and_text(egui::Image::new((picture.id(), shown)), words)
        }
        None => egui::Button::new(words),
    };
    ui.add(button.frame_when_inactive(false).truncate())
}
