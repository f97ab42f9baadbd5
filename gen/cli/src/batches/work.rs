//! The work of a batch: threads that take one item after the other, until all are made or somebody says stop.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::report::{self, Failure};
use crate::terminal;

/// Calls `make` for each of `todo` on several threads, and `done` with each result on this thread, in the order in which they come.
///
/// Each item is made by one thread alone: with as many items as there are, that is the fastest, and no more than one
/// item per thread is in memory. A thread that waited for parts of one item would begin others meanwhile.
///
/// # Errors
/// The first that `make` gave; what other threads had begun is finished, and nothing else is begun.
pub fn work<T: Send>(
    todo: &[u32],
    threads: usize,
    stop: &AtomicBool,
    make: impl Fn(u32) -> Result<T, Failure> + Sync,
    mut done: impl FnMut(T),
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(todo.len()) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                // Whatever asks for threads within this one gets this one.
                let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
                let Ok(_pool) = pool.map_err(|error| sender.send(Err(Failure::io(error.to_string())))) else { return };
                while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                    let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    let result = make(index);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut first = Ok(());
        for result in results {
            match result {
                Ok(made) => done(made),
                Err(failure) if first.is_ok() => first = Err(failure),
                Err(_) => {}
            }
        }
        first
    })
}

/// A flag that Ctrl-C sets. Pressed once more, it ends the program at once: what is whole stays whole.
///
/// # Errors
/// If the system does not tell of signals.
pub fn stop_on_signal() -> Result<&'static AtomicBool, Failure> {
    listen(Some("ending: what is begun is finished or left first (press again to end at once)"))
}

/// The same for work that ends within a moment, and so needs no word of it.
///
/// # Errors
/// If the system does not tell of signals.
pub fn stop_at_once_on_signal() -> Result<&'static AtomicBool, Failure> {
    listen(None)
}

/// Whether somebody said stop: for what waits for others, such as programs that think.
pub fn is_stopping() -> bool {
    STOP.load(Ordering::Relaxed)
}

static STOP: AtomicBool = AtomicBool::new(false);

/// `note` is told when it is pressed for the first time.
fn listen(note: Option<&'static str>) -> Result<&'static AtomicBool, Failure> {
    static IS_SET: AtomicBool = AtomicBool::new(false);
    // A command may make its start by matches before it plays its own: one flag serves both.
    if IS_SET.swap(true, Ordering::Relaxed) {
        return Ok(&STOP);
    }
    let set = ctrlc::set_handler(move || {
        if STOP.swap(true, Ordering::Relaxed) {
            terminal::restore();
            std::process::exit(130);
        }
        if let Some(note) = note {
            // A terminal has written `^C` where the cursor was.
            if std::io::stderr().is_terminal() {
                let _closed = writeln!(std::io::stderr());
            }
            report::note(note);
        }
    });
    set.map_err(|error| Failure::io(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(&STOP)
}
