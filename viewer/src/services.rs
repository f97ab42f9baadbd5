//! What every part of the window may use whenever it shows something: files, jobs, what is remembered, keys, the line at the bottom.

use std::path::Path;
use std::sync::Arc;

use eframe::egui;

use crate::keys::Keys;
use crate::session::{Session, ZOOM};
use crate::{Command, Files, Jobs, find_command};

/// The services of the window.
pub struct Services {
    /// The context in which egui shows it.
    pub egui: egui::Context,
    /// Reads and writes files.
    pub files: Arc<dyn Files>,
    /// Runs long work.
    pub jobs: Jobs,
    /// What is remembered.
    pub session: Session,
    /// The key bindings.
    pub keys: Keys,
    /// The line at the bottom.
    pub notice: String,
    pub(crate) fresh_seed: Box<dyn Fn() -> u64 + Send>,
}

impl Services {
    /// Shows a notice in the line at the bottom.
    pub fn tell(&mut self, notice: impl Into<String>) {
        self.notice = notice.into();
    }

    /// A random seed.
    #[must_use]
    pub fn fresh_seed(&self) -> u64 {
        (self.fresh_seed)()
    }

    /// Whether a name is that of a file that can be opened.
    #[must_use]
    pub fn is_file(&self, name: &str) -> bool {
        self.files.exists(Path::new(name))
    }

    /// The help of a command, and its keys.
    #[must_use]
    pub fn command_tip(&self, command: &Command) -> String {
        self.keys.with_words(&command.help, &command.name)
    }

    /// The same for a command by its name; empty if there is none. For buttons with a title of their own.
    #[must_use]
    pub fn tip(&self, name: &str) -> String {
        find_command(name).map_or_else(String::new, |command| self.command_tip(command))
    }

    /// Stores the present keys in the session.
    pub fn keep_keys(&mut self) {
        self.session.keys = if self.keys == Keys::default() { String::new() } else { self.keys.write() };
    }

    pub(crate) fn zoom_text(&mut self, factor: f32) {
        self.session.zoom = (self.session.zoom * factor).clamp(ZOOM.0, ZOOM.1);
    }
}
