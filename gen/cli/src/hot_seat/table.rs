//! The table at which people sit: where commands are read and boards are written. A terminal, or a script in tests.

use std::borrow::Cow;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, RepeatCount,
};

use crate::report::Failure;
use crate::terminal;

/// What came from the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A line that was typed.
    Line(String),
    /// A key that stands for a command.
    Key(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input.
    End,
}

impl Answer {
    /// Whether a question is answered with yes.
    pub fn is_yes(&self) -> bool {
        matches!(self, Answer::Line(line) if matches!(line.trim(), "y" | "yes"))
    }
}

/// Where commands are read and boards are written.
pub trait Table {
    /// Reads a line. `words` complete what is typed.
    fn read(&mut self, prompt: &str, words: &[String]) -> Result<Answer, Failure>;
    /// Writes text.
    fn write(&mut self, text: &str) -> Result<(), Failure>;
    /// Takes everything from the screen.
    fn clear(&mut self) -> Result<(), Failure>;
    /// From here on keys act at once, or do not: `keys` at all, and `digits` among them.
    fn act_at_once(&mut self, _keys: bool, _digits: bool) {}
    /// Columns and lines.
    fn size(&self) -> (usize, usize);
    /// Whether colours are seen.
    fn has_colour(&self) -> bool;
}

/// A terminal.
pub struct Terminal {
    editor: Editor<Words, DefaultHistory>,
    /// The command of the key that was pressed.
    pressed: Arc<Mutex<Option<String>>>,
    /// Whether a command is read, and no answer to a question.
    takes_commands: Arc<AtomicBool>,
    /// Whether keys act at once now, and whether digits do.
    at_once: [Arc<AtomicBool>; 2],
    has_colour: bool,
}

/// What stands for a line with bytes that are no UTF-8.
const ODD_LINE: &str = "\u{fffd}";

/// Whether bytes were typed that are no UTF-8.
fn is_odd(read: &rustyline::Result<String>) -> bool {
    matches!(read, Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::InvalidData)
}

/// The most lines that can be called back.
const HISTORY_MAX: usize = 500;

impl Terminal {
    /// The terminal of this process; `keys` are keys that stand for commands, `at_once` those that do as long as nothing is typed.
    pub fn new(keys: Vec<(KeyEvent, String)>, at_once: Vec<(KeyEvent, String)>) -> Result<Terminal, Failure> {
        let fault = |error: ReadlineError| Failure::io(format!("the terminal cannot be read: {error}"));
        let config = Config::builder().max_history_size(HISTORY_MAX).map_err(fault)?.auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(fault)?;
        editor.set_helper(Some(Words::default()));
        let pressed = Arc::new(Mutex::new(None));
        let takes_commands = Arc::new(AtomicBool::new(false));
        let keys = keys.into_iter().map(|(key, command)| (key, command, false));
        let letters = at_once.into_iter().map(|(key, command)| (key, command, true));
        let at_once = [true, true].map(|acts| Arc::new(AtomicBool::new(acts)));
        for (key, command, wants_nothing_typed) in letters.chain(keys) {
            let is_digit = matches!(key.0, KeyCode::Char(letter) if letter.is_ascii_digit());
            let mut asks = vec![Arc::clone(&takes_commands), Arc::clone(&at_once[0])];
            asks.extend(is_digit.then(|| Arc::clone(&at_once[1])));
            let asks = wants_nothing_typed.then_some(asks);
            let handler = PressedKey { command, wants_nothing_typed: asks, pressed: Arc::clone(&pressed) };
            editor.bind_sequence(key, EventHandler::Conditional(Box::new(handler)));
        }
        let has_colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
        Ok(Terminal { editor, pressed, takes_commands, at_once, has_colour })
    }
}

impl Table for Terminal {
    fn read(&mut self, prompt: &str, words: &[String]) -> Result<Answer, Failure> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.words = words.to_vec();
        }
        // Commands can be completed, answers to questions cannot.
        self.takes_commands.store(!words.is_empty(), Ordering::Relaxed);
        let mut read = self.editor.readline(prompt);
        if is_odd(&read) {
            // The rest of the line counts for nothing: it might be a command of its own.
            self.takes_commands.store(false, Ordering::Relaxed);
            while is_odd(&read) {
                read = self.editor.readline("that was no text: press Enter> ");
            }
            read = read.map(|_| ODD_LINE.to_owned());
        }
        let pressed = self.pressed.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (read, pressed) {
            (Ok(_), Some(command)) => Ok(Answer::Key(command)),
            (Ok(line), None) => Ok(Answer::Line(line)),
            (Err(ReadlineError::Interrupted), _) => Ok(Answer::Interrupt),
            (Err(ReadlineError::Eof), _) => Ok(Answer::End),
            (Err(error), _) => Err(Failure::io(format!("the terminal cannot be read: {error}"))),
        }
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| Failure::io(format!("the terminal cannot be written: {}", host::reason(&error))))
    }

    fn clear(&mut self) -> Result<(), Failure> {
        // The lines that have run off the screen go too: what others saw is theirs. It is no matter of colours, which may be off.
        let mut out = std::io::stdout();
        let written = out.write_all(b"\x1b[3J\x1b[H\x1b[2J").and_then(|()| out.flush());
        written.map_err(|error| Failure::io(format!("the terminal cannot be written: {}", host::reason(&error))))
    }

    fn act_at_once(&mut self, keys: bool, digits: bool) {
        for (flag, acts) in self.at_once.iter().zip([keys, digits]) {
            flag.store(acts, Ordering::Relaxed);
        }
    }

    fn size(&self) -> (usize, usize) {
        terminal::size()
    }

    fn has_colour(&self) -> bool {
        self.has_colour
    }
}

/// A key that stands for a command: it ends the line, and nothing typed counts.
struct PressedKey {
    command: String,
    /// For a key that is a letter like any other once something is typed: what must all be so, that a command is read first of all.
    wants_nothing_typed: Option<Vec<Arc<AtomicBool>>>,
    pressed: Arc<Mutex<Option<String>>>,
}

impl ConditionalEventHandler for PressedKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        if let Some(asks) = &self.wants_nothing_typed
            && (!context.line().is_empty() || !asks.iter().all(|flag| flag.load(Ordering::Relaxed)))
        {
            return None;
        }
        *self.pressed.lock().unwrap_or_else(PoisonError::into_inner) = Some(self.command.clone());
        Some(Cmd::AcceptLine)
    }
}

/// Completes lines.
#[derive(Default)]
struct Words {
    words: Vec<String>,
}

impl Helper for Words {}
impl Validator for Words {}
impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}
impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok((0, complete(&line[..at], &self.words)))
    }
}

/// What a line could become: whole lines that begin with it, each up to its next word.
pub fn complete(typed: &str, words: &[String]) -> Vec<Pair> {
    let mut found: Vec<String> = Vec::new();
    for line in words.iter().filter(|line| line.starts_with(typed)) {
        let rest = &line[typed.len()..];
        let end = rest.find(' ').map_or(line.len(), |space| typed.len() + space + 1);
        let part = line[..end].to_owned();
        if !found.contains(&part) {
            found.push(part);
        }
    }
    found.into_iter().map(|part| Pair { display: part.clone(), replacement: part }).collect()
}
