//! Long work in the background: with progress, and cancelled at any time.
//!
//! A dropped job is cancelled: it sees [`Progress::is_cancelled`], and its result is discarded. So a panel that starts work anew
//! just replaces its job.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui;
use rayon::{ThreadPool, ThreadPoolBuilder};

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

/// Jobs of a test that have begun, with their titles: the test says when each ends.
type Begun = Arc<Mutex<Vec<(String, Box<dyn FnOnce() + Send>)>>>;

/// How jobs are run.
#[derive(Clone, Default)]
enum Way {
    /// Each on a thread of its own.
    #[default]
    Threads,
    /// They are finished when they are started.
    Inline,
    /// They are finished when a test says so.
    Stepped(Begun),
}

/// Starts jobs.
#[derive(Clone, Default)]
pub struct Jobs {
    context: Option<egui::Context>,
    way: Way,
    /// The threads of matches, made when the first are played. Who holds the lock plays; others wait their turn.
    matches: Arc<Mutex<Option<ThreadPool>>>,
}

impl Jobs {
    /// Jobs on their own threads.
    #[must_use]
    pub fn threads(context: egui::Context) -> Jobs {
        Jobs { context: Some(context), ..Jobs::default() }
    }

    /// Jobs that are finished when they are started: for tests.
    #[must_use]
    pub fn inline() -> Jobs {
        Jobs { way: Way::Inline, ..Jobs::default() }
    }

    /// Jobs that a test finishes one by one, in any order: see [`Jobs::finish`].
    #[must_use]
    pub fn stepped() -> Jobs {
        Jobs { way: Way::Stepped(Begun::default()), ..Jobs::default() }
    }

    /// The titles of stepped jobs that have begun and not ended, those of dropped ones too.
    ///
    /// # Panics
    /// If a job panicked while it began another.
    #[must_use]
    pub fn begun(&self) -> Vec<String> {
        let Way::Stepped(begun) = &self.way else { return Vec::new() };
        begun.lock().expect("no job dies").iter().map(|(title, _)| title.clone()).collect()
    }

    /// Does the work of the first stepped job whose title begins so. Returns whether there is one.
    ///
    /// # Panics
    /// If a job panicked while it began another.
    pub fn finish(&self, title: &str) -> bool {
        let Way::Stepped(begun) = &self.way else { return false };
        let mut waiting = begun.lock().expect("no job dies");
        let Some(at) = waiting.iter().position(|(known, _)| known.starts_with(title)) else { return false };
        let (_, work) = waiting.remove(at);
        drop(waiting);
        work();
        true
    }

    /// Starts a job. It should check [`Progress::is_cancelled`] now and then. If the system has no more threads, the job ends
    /// without a result.
    ///
    /// # Panics
    /// If a stepped job panicked while it began another.
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
        match &self.way {
            Way::Inline => run(),
            Way::Stepped(begun) => begun.lock().expect("no job dies").push((title.clone(), Box::new(run))),
            Way::Threads => {
                // Titles contain typed text, and a thread's name may not contain this character.
                let name: String = title.chars().filter(|letter| *letter != '\0').take(60).collect();
                // If there is no thread for it, its sender is dropped, and the job is reported as failed.
                let _ = std::thread::Builder::new().name(name).spawn(run);
            }
        }
        Job { title, progress, results }
    }

    /// As [`Jobs::start`], for work that plays matches: it has threads of its own, so that what the user waits for never waits behind
    /// matches, and one such job plays after the other.
    pub fn play<T: Send + 'static>(
        &self,
        title: impl Into<String>,
        work: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> Job<T> {
        if !matches!(self.way, Way::Threads) {
            return self.start(title, work);
        }
        let matches = Arc::clone(&self.matches);
        self.start(title, move |progress| {
            progress.tell(0.0, "waits for other matches");
            let mut pool = matches.lock().unwrap_or_else(PoisonError::into_inner);
            progress.tell(0.0, "");
            let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
            let make = || ThreadPoolBuilder::new().num_threads(match_threads(cores)).build().ok();
            *pool = pool.take().or_else(make);
            match &*pool {
                Some(pool) => pool.install(|| work(progress)),
                // There are no more threads: the job has one.
                None => work(progress),
            }
        })
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
    use std::sync::TryLockError;

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

    #[test]
    fn matches_wait_their_turn_and_nothing_waits_for_them() {
        let jobs = Jobs::threads(egui::Context::default());
        let (ends, ended) = channel::<()>();
        let first = jobs.play("first", move |_| ended.recv().is_ok());
        while first.progress.text() != "" || !matches!(jobs.matches.try_lock(), Err(TryLockError::WouldBlock)) {
            std::thread::yield_now();
        }
        let second = jobs.play("second", |_| ());
        while second.progress.text() != "waits for other matches" {
            std::thread::yield_now();
        }
        let until = |job: &Job<bool>| loop {
            if let Some(end) = job.poll() {
                break end;
            }
        };
        assert_eq!(until(&jobs.start("a roll", |_| true)), Ok(true));
        assert_eq!((first.poll(), second.poll()), (None, None));
        ends.send(()).unwrap();
        assert_eq!(until(&first), Ok(true));
        while second.poll().is_none() {}
    }

    #[test]
    fn a_test_ends_jobs_in_any_order() {
        let jobs = Jobs::stepped();
        let (slow, quick) = (jobs.start("Slow", |_| 1), jobs.play("Quick", Progress::is_cancelled));
        assert_eq!((jobs.begun(), quick.poll()), (vec!["Slow".to_owned(), "Quick".to_owned()], None));
        assert!(jobs.finish("Qui") && !jobs.finish("Qui"));
        assert_eq!((quick.poll(), slow.poll()), (Some(Ok(false)), None));
        assert!(jobs.finish("Slow") && jobs.begun().is_empty() && slow.poll() == Some(Ok(1)));
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
