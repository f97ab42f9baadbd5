//! Programs outside that play: started, spoken to in lines, ended. The protocol is told in `gen/playtest/PROTOCOL.md`.
//!
//! **Invariant:** no program can hang a match: whatever it does, it answers in time or it forfeits, and it ends with its match.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ai::Forfeit;
use playtest::{JsonTeller, Question, TextPlayer};

use crate::batches::work;

/// A line that is longer is no line.
const LINE_MAX: u64 = 64 * 1024;
/// Texts that wait to be read by a program; more wait only if it does not read.
const TEXTS_MAX: usize = 8;
/// Questions of the program that are answered before one move at most.
const QUESTIONS_MAX: u32 = 100;

/// The words of a command line, quoted as in a shell: the program, then its arguments.
///
/// # Errors
/// A sentence, if it is no command line.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    words.ok_or_else(|| format!("`{command}` is no command line: a quote is not closed"))
}

/// Why a program cannot be started.
fn why(error: &Error, program: &str) -> String {
    match error.kind() {
        // A script is there, but not what its first line names.
        ErrorKind::NotFound if Path::new(program).is_file() && program.contains('/') => {
            "the program that its first line names is not there".to_owned()
        }
        ErrorKind::NotFound => "there is no such program".to_owned(),
        ErrorKind::PermissionDenied => "it is not executable".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_owned()
        }
    }
}

/// How long a program may be silent.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    /// Before a move.
    pub to_move: Duration,
    /// Before its first word: an interpreter takes its time to start. It is never shorter than for a move.
    pub to_start: Duration,
}

/// How often it is looked whether the match is to be left, while a program thinks.
const GLANCE: Duration = Duration::from_millis(50);

/// A program that plays one seat of one match.
pub struct Program {
    child: Child,
    /// To the thread that writes: a program that does not listen must not hold up anybody else.
    to: SyncSender<String>,
    lines: Receiver<String>,
    limits: TimeLimits,
    /// Whether it has said anything: until then it is being started.
    has_spoken: bool,
    /// Tells the program positions, if it has asked for JSON.
    json: Option<JsonTeller>,
}

impl Program {
    /// Starts a command line (quoted as in a shell, but without a shell) for a seat of a match.
    ///
    /// # Errors
    /// If it is no command line, or there is no such program.
    pub fn start(
        command: &str,
        ruleset: &str,
        seats: usize,
        seat: usize,
        limits: TimeLimits,
    ) -> Result<Program, Forfeit> {
        let failed = |why: String| Forfeit { why };
        let words = words(command).map_err(failed)?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // A group of its own, so that whatever it starts ends with it: a wrapper's program, a child left behind.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| failed(format!("`{}` cannot be started: {}", words[0], why(&error, &words[0]))))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("the program has no input or output".to_owned()));
        };
        let (sender, lines) = sync_channel(64);
        thread::spawn(move || {
            let mut from = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let read = from.by_ref().take(LINE_MAX).read_until(b'\n', &mut line);
                let is_line = matches!(read, Ok(length) if length > 0);
                if !is_line || sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        let (to, texts) = sync_channel::<String>(TEXTS_MAX);
        thread::spawn(move || {
            let mut stdin = stdin;
            for text in texts {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let mut program = Program { child, to, lines, limits, has_spoken: false, json: None };
        program.say(&format!("fairmarch 1 {ruleset} seats {seats} you {seat}\n"))?;
        Ok(program)
    }

    fn say(&mut self, text: &str) -> Result<(), Forfeit> {
        self.to.try_send(text.to_owned()).map_err(|error| Forfeit {
            why: match error {
                TrySendError::Full(_) => "the program does not read what it is told".to_owned(),
                TrySendError::Disconnected(_) => "the program has ended".to_owned(),
            },
        })
    }

    /// The program asks for JSON: it is told the whole position, and from now on what has changed.
    fn begin_json(&mut self, question: &dyn Question) -> Result<(), Forfeit> {
        let line = self.json.insert(JsonTeller::default()).tell(question.json());
        self.say(&format!("{line}\n"))
    }

    /// How long it may be silent now.
    fn limit(&self) -> Duration {
        let TimeLimits { to_move, to_start } = self.limits;
        if self.has_spoken { to_move } else { to_start.max(to_move) }
    }

    fn hear(&mut self, until: Instant) -> Result<String, Forfeit> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    self.has_spoken = true;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Forfeit { why: "the program has ended".to_owned() });
                }
                // The match is left, and its result counts for nothing.
                Err(RecvTimeoutError::Timeout) if work::is_stopping() => {
                    return Err(Forfeit { why: "the match was ended".to_owned() });
                }
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.limit().as_secs_f64();
                    let what = if self.has_spoken { "did not answer" } else { "did not start: it said nothing" };
                    return Err(Forfeit { why: format!("the program {what} within {seconds} s") });
                }
            }
        }
    }
}

impl TextPlayer for Program {
    fn choose(&mut self, question: &dyn Question) -> Result<String, Forfeit> {
        let until = Instant::now() + self.limit();
        match &mut self.json {
            Some(teller) => {
                let line = teller.tell(question.json());
                self.say(&format!("{line}\n"))?;
            }
            None => self.say(&format!("position\n{}go\n", question.text()))?,
        }
        for _ in 0..QUESTIONS_MAX {
            let line = self.hear(until)?;
            match line.trim() {
                "moves" => {
                    let moves = question.moves();
                    let mut text = format!("moves {}\n", moves.len());
                    for line in &moves {
                        text += line;
                        text.push('\n');
                    }
                    self.say(&text)?;
                }
                "json" => self.begin_json(question)?,
                _ => return Ok(line),
            }
        }
        Err(Forfeit { why: format!("the program asked {QUESTIONS_MAX} times instead of making a move") })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _gone = self.to.try_send("quit\n".to_owned());
        // It has a moment to end by itself; then it is ended, with all that it started.
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ended = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ended = self.child.kill();
        let _ended = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests;
