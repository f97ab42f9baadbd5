//! Changes of the texts of files where they stand: all other text stays as its author wrote it.

use std::collections::BTreeSet;

use design::{Draft, FileId, Sources};

/// A file of a design of which the text is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its name, as the design's reader knows it.
    pub file: String,
    /// Its new text.
    pub text: String,
    /// The lines that are new or longer: their numbers from 1, and what stands there.
    pub lines: Vec<(u32, String)>,
}

/// A change of a file's text.
#[derive(Clone, Debug)]
pub(crate) struct TextEdit {
    pub(crate) file: FileId,
    /// Where, in bytes.
    pub(crate) at: usize,
    /// How many bytes go.
    pub(crate) removed: usize,
    pub(crate) text: String,
}

/// The files that edits change, in the order of the drafts.
pub(crate) fn changed_files(sources: &Sources, drafts: &[Draft], all: &[TextEdit]) -> Vec<ChangedFile> {
    let mut files = Vec::new();
    for file in drafts.iter().map(|draft| draft.file) {
        let mut edits: Vec<TextEdit> = all.iter().filter(|edit| edit.file == file).cloned().collect();
        if edits.is_empty() {
            continue;
        }
        edits.sort_by_key(|edit| edit.at);
        let (text, mut numbers, mut moved) = (sources.text(file), BTreeSet::new(), 0);
        for edit in &edits {
            let breaks = edit.text.matches('\n').count();
            let line = text[..edit.at].matches('\n').count() + moved + usize::from(edit.text.starts_with(['\r', '\n']));
            if edit.text != "," {
                numbers.insert(line);
            }
            moved += breaks;
        }
        let text = edited(text, 0, edits);
        let lines = text.lines().enumerate().filter(|(number, _)| numbers.contains(number));
        let lines = lines.map(|(number, line)| (number as u32 + 1, line.trim().to_owned())).collect();
        files.push(ChangedFile { file: sources.name(file).to_owned(), text, lines });
    }
    files
}

/// A text that begins at byte `start` of its file, with changes within it.
pub(crate) fn edited(text: &str, start: usize, mut edits: Vec<TextEdit>) -> String {
    edits.sort_by_key(|edit| edit.at);
    let (mut new, mut at) = (String::new(), 0);
    for edit in edits {
        let place = edit.at - start;
        new.push_str(&text[at..place]);
        new.push_str(&edit.text);
        at = place + edit.removed;
    }
    new.push_str(&text[at..]);
    new
}
