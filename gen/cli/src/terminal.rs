//! The terminal of this process: its size, and single keys that are read as they are pressed.

use std::io::IsTerminal;
use std::time::Duration;

/// Columns and lines of the terminal that takes stdout; the usual ones if it does not say.
pub fn size() -> (usize, usize) {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(std::io::stdout())
        && size.ws_col > 0
        && size.ws_row > 0
    {
        return (size.ws_col.into(), size.ws_row.into());
    }
    (80, 24)
}

/// Keys of somebody who looks at stdout and types into stdin. As long as it lives, the terminal gives keys at once and does not
/// show them; then its settings are as they were.
pub struct Keys {
    #[cfg(unix)]
    pressed: std::collections::VecDeque<u8>,
}

impl Keys {
    /// Listens, where stdin and stdout are a terminal whose settings can be changed. Ctrl-C stays what it is.
    pub fn listen() -> Option<Keys> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return None;
        }
        system::begin()
    }

    /// The next key, waited for no longer than `longest`; none where there was none, or where it is none of a single character. After
    /// the end of the input it is [`Keys::END`].
    pub fn next(&mut self, longest: Duration) -> Option<u8> {
        system::next(self, longest)
    }

    /// Stands for the end of the input, as Ctrl-D does where lines are read.
    pub const END: u8 = 4;
}

impl Drop for Keys {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal the settings back that it had before somebody listened. For those who end the process without a return.
pub fn restore() {
    system::restore();
}

#[cfg(unix)]
mod system {
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

    use super::{Keys, single_keys};

    /// The settings before somebody listened.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    pub fn begin() -> Option<Keys> {
        let before = tcgetattr(std::io::stdin()).ok()?;
        let mut now = before.clone();
        now.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        now.special_codes[SpecialCodeIndex::VMIN] = 1;
        now.special_codes[SpecialCodeIndex::VTIME] = 0;
        // Kept first: Ctrl-C can come at any time.
        *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
        if tcsetattr(std::io::stdin(), OptionalActions::Now, &now).is_err() {
            restore();
            return None;
        }
        Some(Keys { pressed: std::collections::VecDeque::new() })
    }

    pub fn restore() {
        if let Some(before) = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // A terminal that is gone has no settings.
            let _gone = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
        }
    }

    pub fn next(keys: &mut Keys, longest: Duration) -> Option<u8> {
        if let Some(key) = keys.pressed.pop_front() {
            return Some(key);
        }
        let stdin = std::io::stdin();
        let longest = Timespec { tv_sec: longest.as_secs() as i64, tv_nsec: i64::from(longest.subsec_nanos()) };
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&longest)) {
            // A signal is no key.
            Ok(0) | Err(Errno::INTR) => return None,
            Ok(_) => {}
            Err(_) => return Some(Keys::END),
        }
        let mut bytes = [0; 64];
        match rustix::io::read(&stdin, &mut bytes) {
            Ok(0) => Some(Keys::END),
            Ok(count) => {
                keys.pressed.extend(single_keys(&bytes[..count]));
                keys.pressed.pop_front()
            }
            Err(Errno::INTR | Errno::AGAIN) => None,
            Err(_) => Some(Keys::END),
        }
    }
}

/// What was typed without arrows, Alt and their like, which are an escape and what belongs to it.
#[cfg(unix)]
fn single_keys(bytes: &[u8]) -> Vec<u8> {
    let mut keys = Vec::new();
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != 0x1b {
            keys.push(byte);
            continue;
        }
        match bytes.next() {
            // Numbers, then what they are of.
            Some(b'[') => while bytes.next().is_some_and(|byte| (0x20..0x40).contains(&byte)) {},
            Some(b'O') => drop(bytes.next()),
            _ => {}
        }
    }
    keys
}

/// Elsewhere keys come in lines alone.
#[cfg(not(unix))]
mod system {
    use std::time::Duration;

    use super::Keys;

    pub fn begin() -> Option<Keys> {
        None
    }

    pub fn restore() {}

    pub fn next(_: &mut Keys, longest: Duration) -> Option<u8> {
        std::thread::sleep(longest);
        None
    }
}
