//! Long work in the background: with progress, and cancelled at any time.
//!
//! A dropped job is cancelled: it sees [`Progress::is_cancelled`], and its result is discarded. So a panel that starts work anew
//! just replaces its job.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};

use eframe::egui;
use rayon::ThreadPoolBuilder;

/// The progress of a job; shared between the job and the window.
#[derive(Debug, Default)]
pub struct Progress {
    cancelled: AtomicBool,
    per_mille: AtomicU32,
    text: Mutex<String>,
    notes: Mutex<Vec<String>>,
    context: Option<egui::Context>,
}

impl Progress {
    /// Whether the job was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// A flag that is set when the result is no longer wanted.
    #[must_use]
    pub const fn stop_flag(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// Reports the part that is done, 0 to 1, and the present step.
    ///
    /// # Panics
    /// If the window panicked while it read this.
    pub fn tell(&self, done: f32, text: &str) {
        self.per_mille.store((done.clamp(0.0, 1.0) * 1000.0) as u32, Ordering::Relaxed);
        text.clone_into(&mut self.text.lock().expect("no reader dies"));
        if let Some(context) = &self.context {
            context.request_repaint();
        }
    }

    /// Notes something that was found out on the way.
    ///
    /// # Panics
    /// If the window panicked while it read the notes.
    pub fn note(&self, words: &str) {
        self.notes.lock().expect("no reader dies").push(words.to_owned());
    }

    /// What was found out so far.
    ///
    /// # Panics
    /// If the job panicked while it wrote a note.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.notes.lock().expect("no writer dies").clone()
    }

    /// The part that is done, 0 to 1.
    #[must_use]
    pub fn done(&self) -> f32 {
        self.per_mille.load(Ordering::Relaxed) as f32 / 1000.0
    }

    /// The present step.
    ///
    /// # Panics
    /// If the job panicked while it wrote this.
    #[must_use]
    pub fn text(&self) -> String {
        self.text.lock().expect("no writer dies").clone()
    }
}

/// A job in progress.
#[derive(Debug)]
pub struct Job<T> {
    /// What it is, for people.
    pub title: String,
    /// Its progress.
    pub progress: Arc<Progress>,
    results: Receiver<T>,
}

impl<T> Job<T> {
    /// Its title and present step in words, and the part that is done, 0 to 1.
    #[must_use]
    pub fn under_way(&self) -> (String, f32) {
        let text = self.progress.text();
        let words = if text.is_empty() { self.title.clone() } else { format!("{}: {text}", self.title) };
        (words, self.progress.done())
    }

    /// Its result, once. `Some(Err)` if it panicked.
    pub fn poll(&self) -> Option<Result<T, String>> {
        match self.results.try_recv() {
            Ok(result) => Some(Ok(result)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(format!("{} came to nothing", self.title))),
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Starts jobs.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    context: Option<egui::Context>,
    inline: bool,
}

impl Jobs {
    /// Jobs on their own threads.
    #[must_use]
    pub fn threads(context: egui::Context) -> Jobs {
        Jobs { context: Some(context), inline: false }
    }

    /// Jobs that are finished when they are started: for tests.
    #[must_use]
    pub const fn inline() -> Jobs {
        Jobs { context: None, inline: true }
    }

    /// Starts a job. It should check [`Progress::is_cancelled`] now and then. If the system has no more threads, the job ends
    /// without a result.
    pub fn start<T: Send + 'static>(
        &self,
        title: impl Into<String>,
        work: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> Job<T> {
        let title = title.into();
        let progress = Arc::new(Progress { context: self.context.clone(), ..Progress::default() });
        let (sender, results) = channel();
        let shared = Arc::clone(&progress);
        let run = move || {
            // Dropped last, so that the window repaints when the result is there, or when the job has panicked.
            let _wakes = Wakes(shared.context.clone());
            let sender = sender;
            let result = work(&shared);
            // Nobody receives the result of a job that was dropped: it is dropped here.
            drop(sender.send(result));
        };
        if self.inline {
            run();
        } else {
            // Titles contain typed text, and a thread's name may not contain this character.
            let name: String = title.chars().filter(|letter| *letter != '\0').take(60).collect();
            // If there is no thread for it, its sender is dropped, and the job is reported as failed.
            let _ = std::thread::Builder::new().name(name).spawn(run);
        }
        Job { title, progress, results }
    }

    /// As [`Jobs::start`], for work that plays matches: it has threads of its own, so that nothing else waits for them.
    pub fn play<T: Send + 'static>(
        &self,
        title: impl Into<String>,
        work: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> Job<T> {
        if self.inline {
            return self.start(title, work);
        }
        self.start(title, move |progress| play_apart(|| work(progress)))
    }
}

/// Runs matches in a pool of their own: in that of the whole program what the user waits for would wait for them.
fn play_apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let pool = ThreadPoolBuilder::new().num_threads(match_threads(cores)).build();
    match pool {
        Ok(pool) => pool.install(work),
        // There are no more threads: the job has one.
        Err(_) => work(),
    }
}

/// One core stays free for what the user waits for.
const fn match_threads(cores: usize) -> usize {
    if cores > 2 { cores - 1 } else { 1 }
}

/// Makes the window repaint when it is dropped.
struct Wakes(Option<egui::Context>);

impl Drop for Wakes {
    fn drop(&mut self) {
        if let Some(context) = &self.0 {
            context.request_repaint();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_job_is_cancelled_and_a_dead_one_is_noticed() {
        let jobs = Jobs::threads(egui::Context::default());
        let (sender, seen) = channel();
        let job = jobs.start("waiting", move |progress| {
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            sender.send(()).unwrap();
        });
        drop(job);
        seen.recv().unwrap();
        let job: Job<()> = jobs.start("dying", |_| std::panic::resume_unwind(Box::new(())));
        let end = loop {
            if let Some(end) = job.poll() {
                break end;
            }
        };
        assert_eq!(end, Err("dying came to nothing".to_owned()));
        assert_eq!(Jobs::inline().start("adding", |_| 1 + 1).poll(), Some(Ok(2)));
    }

    #[test]
    fn matches_have_threads_of_their_own_and_leave_a_core_free() {
        assert_eq!([1, 2, 3, 8].map(match_threads), [1, 1, 2, 7]);
        let cores = std::thread::available_parallelism().unwrap().get();
        let jobs = Jobs::threads(egui::Context::default());
        let job = jobs.play("matches", |_| (rayon::current_thread_index().is_some(), rayon::current_num_threads()));
        let end = loop {
            if let Some(end) = job.poll() {
                break end;
            }
        };
        assert_eq!(end, Ok((true, match_threads(cores))));
    }

    /// Tells, when it is dropped, whether that is because of a panic.
    struct Told(std::sync::mpsc::Sender<bool>);

    impl Drop for Told {
        fn drop(&mut self) {
            self.0.send(std::thread::panicking()).expect("the test waits for it");
        }
    }

    #[test]
    fn the_result_of_a_dropped_job_is_discarded_without_a_panic() {
        let (sender, told) = channel();
        let (drops, dropped) = channel();
        let job = Jobs::threads(egui::Context::default()).start("late", move |_| {
            dropped.recv().expect("the test drops the job");
            Told(sender)
        });
        drop(job);
        drops.send(()).expect("the job waits for it");
        assert_eq!(told.recv(), Ok(false));
    }

    #[test]
    fn a_job_may_be_called_anything_and_its_end_wakes_the_window() {
        let long = format!("Opening a\0b{}", "x".repeat(1 << 20));
        let dying: fn() -> i32 = || std::panic::resume_unwind(Box::new(()));
        for (title, work, lives) in [(long, (|| 7) as fn() -> i32, true), ("dying".to_owned(), dying, false)] {
            let context = egui::Context::default();
            let (sender, woken) = channel();
            context.set_request_repaint_callback(move |_| sender.send(()).unwrap_or_default());
            let job = Jobs::threads(context).start(title, move |_| work());
            woken.recv_timeout(std::time::Duration::from_secs(20)).expect("the window is woken");
            assert_eq!(job.poll().map(|end| end.is_ok()), Some(lives));
        }
    }
}
