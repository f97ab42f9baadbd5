//! Why the system refused something, in plain words.

use std::io::{Error, ErrorKind};
use std::path::Path;

/// Why the system refused, as the end of a sentence: `there is no such file or folder`.
#[must_use]
pub fn reason(error: &Error) -> String {
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "you may not: look at its permissions",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is a file",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your share of the disk is full",
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        ErrorKind::InvalidFilename => "the system takes no such name",
        _ => return without_number(&error.to_string()),
    };
    words.to_owned()
}

/// What the system refused to do with a path, in a sentence without a full stop: `cannot read maps: it is a folder`.
#[must_use]
pub fn cannot(what: &str, path: &Path, error: &Error) -> String {
    format!("cannot {what} {}: {}", path.display(), reason(error))
}

/// A message without the number that the system gives its reason: `(os error 2)`.
pub(crate) fn without_number(message: &str) -> String {
    let number = message.rsplit_once(" (os error ").filter(|(_, rest)| rest.ends_with(')'));
    number.map_or(message, |(words, _)| words).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_words() {
        let missing = std::fs::read("no such file").unwrap_err();
        assert_eq!(reason(&missing), "there is no such file or folder");
        // What has no words of ours has the system's, without its number.
        let other = Error::from_raw_os_error(40);
        assert!(other.to_string().contains("(os error 40)") && !reason(&other).contains("40"), "{}", reason(&other));
        assert_eq!(without_number("1 (os error of mine"), "1 (os error of mine");
    }
}
