//! What happens to files beside the window: the open one is changed by another program, a person chooses one by the system's dialog.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::services::Services;
use crate::{Command, Document, Job, Menu, ViewerContext};

/// How often it is asked whether the open file was changed.
const PAUSE: Duration = Duration::from_secs(1);

/// What a file was when it was looked at; `None` where there was none.
type Stamp = Option<(u128, u64)>;

/// The open file, and what it was when it was looked at last.
#[derive(Default)]
pub(crate) struct FileWatch {
    file: PathBuf,
    known: Option<Stamp>,
    /// When it is looked at next.
    next: Option<Instant>,
    job: Option<Job<Stamp>>,
    /// A file that is being chosen by the system's dialog.
    choosing: Option<Job<Option<PathBuf>>>,
}

pub(crate) fn commands() -> Vec<Command> {
    let choose =
        Command::new(Menu::File, "choose-file", "Choose a file", "a file to open, by the system's dialog", |viewer| {
            viewer.context.choose_file();
        });
    let reload =
        Command::new(Menu::File, "reload", "Reload", "what is open anew from its file, as that is now", |viewer| {
            match viewer.context.documents.open.as_ref().map(Document::address) {
                Some(address) if !file_of(viewer.context.documents.open.as_ref()).as_os_str().is_empty() => {
                    viewer.context.open_named(&address);
                }
                _ => viewer.context.services.tell("What is open came from no file."),
            }
        });
    vec![choose.always(), reload]
}

/// The file that what is open came from: of the scenario, else of its design. Empty if there is none.
fn file_of(open: Option<&Document>) -> PathBuf {
    let of = |open: &Document| match &open.base {
        Some(base) if open.file.is_empty() => PathBuf::from(&base.file),
        _ => PathBuf::from(&open.file),
    };
    open.map_or_else(PathBuf::new, of)
}

impl FileWatch {
    /// The window itself has written the file: what it is now is what is open.
    pub(crate) fn forget(&mut self) {
        (self.known, self.job) = (None, None);
    }

    /// Somebody comes back to the window, perhaps from the program that changed the file: it is looked at without delay.
    pub(crate) const fn look_now(&mut self) {
        self.next = None;
    }

    /// Whether the file was changed since it was looked at last.
    fn is_changed(&mut self, services: &Services, open: Option<&Document>) -> bool {
        let file = file_of(open);
        if file != self.file {
            *self = FileWatch { file, choosing: self.choosing.take(), ..FileWatch::default() };
        }
        if self.file.as_os_str().is_empty() {
            return false;
        }
        let now = Instant::now();
        if self.job.is_none() && self.next.is_none_or(|next| next <= now) {
            let (file, files) = (self.file.clone(), Arc::clone(&services.files));
            self.job = Some(services.jobs.start("Looking at the file", move |_| files.stamp(&file)));
            self.next = Some(now + PAUSE);
        }
        services.egui.request_repaint_after(PAUSE);
        let Some(Ok(stamp)) = self.job.as_ref().and_then(Job::poll) else { return false };
        self.job = None;
        // A file that is gone for a moment is being written anew.
        let before = self.known.replace(stamp).flatten();
        before.is_some() && stamp.is_some() && before != stamp
    }
}

impl ViewerContext {
    /// Asks for a file to open.
    fn choose_file(&mut self) {
        let files = Arc::clone(&self.services.files);
        self.documents.watch.choosing = Some(self.services.jobs.start("Choosing a file", move |_| files.choose()));
    }

    /// Opens the file that was chosen, and opens the open one anew when it was changed by another program.
    pub(crate) fn watch_files(&mut self) {
        if let Some(done) = self.documents.watch.choosing.as_ref().and_then(Job::poll) {
            self.documents.watch.choosing = None;
            match done {
                Ok(Some(file)) => self.open_named(&file.display().to_string()),
                _ => self.services.tell("No file was chosen. Open takes the path of a file too."),
            }
        }
        let open = self.documents.open.as_ref();
        if !self.documents.watch.is_changed(&self.services, open) {
            return;
        }
        let (Some(open), file) = (open, self.documents.watch.file.display().to_string()) else { return };
        if open.edited.is_some() {
            let way = self.services.keys.with_words("Reload opens it, and leaves your edits", "reload");
            self.services.tell(format!("{file} was changed by another program. {way}."));
            return;
        }
        let address = open.address();
        self.services.tell(format!("{file} was changed by another program, and is opened anew."));
        self.open_named(&address);
    }
}
