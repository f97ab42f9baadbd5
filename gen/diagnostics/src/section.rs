//! A section that only one ruleset knows: a map that is kept entry by entry as it was written, until somebody reads it who knows
//! what its names mean.
//!
//! Whatever the reader finds wrong has its place in the file that the entry came from, however many files were put together since.

use crate::read_tree::read_entry;
use crate::{Diagnostic, Diagnostics, Entry, Node, NodeValue, Place, RonTree, Sources, Span, TreeReader, quote};

/// The most entries of a section: more than any ruleset has names, and few enough to read each as a text of its own.
pub const SECTION_ENTRIES_MAX: usize = 1000;

/// A map as it was written. Places do not count when two are compared, and neither does the order of the entries.
#[derive(Clone, Debug, Default)]
pub struct Section {
    entries: Vec<KeptEntry>,
    /// Where the map was written last; `None` if it was written in no file.
    place: Option<Place>,
}

/// A name and its value, as they were written.
#[derive(Clone, Debug)]
struct KeptEntry {
    name: String,
    /// The name, what stands between, and the value.
    written: String,
    /// How many bytes the name takes, and at which byte the value begins.
    name_end: usize,
    value_start: usize,
    /// The place of the name; `None` if it was written in no file.
    place: Option<Place>,
}

impl KeptEntry {
    fn value(&self) -> &str {
        &self.written[self.value_start..]
    }
}

impl PartialEq for Section {
    fn eq(&self, other: &Section) -> bool {
        self.sorted() == other.sorted()
    }
}

impl Eq for Section {}

impl Section {
    /// Takes the entries of a map. Those that are there already are replaced.
    ///
    /// `what` is the section's name in messages.
    pub fn take(&mut self, node: &Node, what: &str, tree: &mut TreeReader<'_>) {
        if node.entries().is_some() {
            self.place = Some(tree.sources.place(node.span));
        }
        for (name, value) in tree.map(node, what) {
            if self.entries.len() == SECTION_ENTRIES_MAX && self.find(&name.text).is_none() {
                let message = format!("{what} has more than {SECTION_ENTRIES_MAX} entries");
                return tree.fault(name.span, Diagnostic::error("too-many-entries", message));
            }
            self.take_entry(&(name.clone(), value.clone()), tree.sources);
        }
    }

    /// Takes one entry. One that is there already is replaced.
    pub fn take_entry(&mut self, (name, value): &Entry, sources: &Sources) {
        let whole = Span { end: value.span.end, ..name.span };
        self.put(KeptEntry {
            name: name.text.clone(),
            written: sources.written(whole).to_owned(),
            name_end: (name.span.end - name.span.start) as usize,
            value_start: (value.span.start - name.span.start) as usize,
            place: Some(sources.place(name.span)),
        });
    }

    /// Sets an entry that is no text of a file of RON. One that is there already is replaced. `place` is where it was said, if it was.
    pub fn set(&mut self, name: &str, value: &RonTree, place: Option<Place>) {
        let quoted = quote(name);
        let (name_end, value_start) = (quoted.len(), quoted.len() + 2);
        let written = format!("{quoted}: {}", value.print_within(ENTRY_DEPTH));
        self.put(KeptEntry { name: name.to_owned(), written, name_end, value_start, place });
    }

    /// Whether it has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The names of the entries, in the order in which they were written first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// Whether it has an entry of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The entries as they were written.
    #[must_use]
    pub fn tree(&self) -> RonTree {
        self.written(|_| true)
    }

    /// The entries that another section lacks, or has otherwise.
    #[must_use]
    pub fn tree_beyond(&self, other: &Section) -> RonTree {
        self.written(|entry| other.find(&entry.name).is_none_or(|known| known.value() != entry.value()))
    }

    /// Has `reader` read the entries as one map. The diagnostics have the places that the entries came from.
    pub fn read<T>(&self, reader: impl FnOnce(&Node, &mut TreeReader<'_>) -> T) -> (T, Diagnostics) {
        let (sources, root, faults) = self.parsed();
        let mut tree = TreeReader::new(&sources);
        tree.found.extend(faults);
        let read = reader(&root, &mut tree);
        (read, placed(tree.found.finish(&sources)))
    }

    /// The entries as one map, with their texts and what is wrong with those.
    fn parsed(&self) -> (Sources, Node, Vec<Diagnostic>) {
        let mut sources = Sources::default();
        let nowhere = || Place { file: String::new(), line: 1, column: 1, end_line: 1, end_column: 1 };
        let map = self.place.clone().unwrap_or_else(nowhere);
        let file = sources.add_part(&map.file, "{ .. }", map.line, map.column);
        let span = Span { file, start: 0, end: sources.text(file).len() as u32 };
        for entry in &self.entries {
            let Place { file, line, column, .. } = entry.place.clone().unwrap_or_else(nowhere);
            sources.add_part(&file, &entry.written, line, column);
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut faults = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let file = crate::FileId(index as u16 + 1);
            match read_entry(&sources, file, entry.name_end, entry.value_start) {
                Ok(read) => entries.push(read),
                Err(fault) => faults.push(fault),
            }
        }
        (sources, Node { value: NodeValue::Map(entries), span }, faults)
    }

    fn find(&self, name: &str) -> Option<&KeptEntry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    fn put(&mut self, entry: KeptEntry) {
        match self.entries.iter_mut().find(|known| known.name == entry.name) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    fn written(&self, is_wanted: impl Fn(&KeptEntry) -> bool) -> RonTree {
        let entries = self.entries.iter().filter(|entry| is_wanted(entry));
        RonTree::map(entries.map(|entry| (entry.name.as_str(), RonTree::of(entry.value())))).block()
    }

    fn sorted(&self) -> Vec<(&str, &str)> {
        let mut sorted: Vec<(&str, &str)> =
            self.entries.iter().map(|entry| (entry.name.as_str(), entry.value().trim_end())).collect();
        sorted.sort_unstable();
        sorted
    }
}

/// The same diagnostics; those of what was written in no file have no place.
fn placed(mut found: Diagnostics) -> Diagnostics {
    for fault in &mut found.0 {
        if fault.place.as_ref().is_some_and(|place| place.file.is_empty()) {
            (fault.place, fault.excerpt) = (None, None);
        }
    }
    found
}

/// How deep the entries of a section stand in a file: in the section, which stands in the file's map.
const ENTRY_DEPTH: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_tree;

    /// The section of these files, a later one over an earlier one, and what is wrong with them.
    fn section(files: &[(&str, &str)]) -> (Section, Diagnostics) {
        let mut sources = Sources::default();
        let ids: Vec<_> = files.iter().map(|(name, text)| sources.add(name, text)).collect();
        let mut section = Section::default();
        let mut tree = TreeReader::new(&sources);
        for id in ids {
            let root = read_tree(&sources, id).unwrap();
            section.take(root.get("own").unwrap(), "`own`", &mut tree);
        }
        let found = tree.found.finish(&sources);
        (section, found)
    }

    fn told(found: &Diagnostics) -> Vec<String> {
        found.0.iter().map(Diagnostic::with_excerpt).collect()
    }

    #[test]
    fn faults_are_told_where_each_entry_was_written() {
        let far = "\n".repeat(200_000);
        let blanks = " ".repeat(100_000);
        let first = format!("{far}{{ \"own\": {{\n\t\"dïce\": 1, \"lost\": 2,{blanks}\"far\": [\n 7,\n  \"x\" ] }} }}");
        let (section, found) = section(&[("a.ron", &first), ("b.ron", "{\n  \"own\": { lost: { \"deep\": [3] } }\n}")]);
        assert_eq!(told(&found), [""; 0]);
        let ((), found) = section.read(|root, tree| {
            tree.int(root.get("dïce"), "`dïce`", 2..=9);
            tree.int(root.get("lost").unwrap().get("deep").unwrap().items().unwrap().first(), "`deep`", 0..=2);
            tree.int(&root.get("far").unwrap().items().unwrap()[1], "`far`", 0..=9);
            tree.required(root, "gone");
        });
        let wrong = "error[wrong-kind]:";
        assert_eq!(
            told(&found),
            [
                format!(
                    "a.ron:200002:10: {wrong} `dïce` cannot be this: found 1, expected a whole number from 2 to 9\n  \
                     200002 | \"dïce\": 1\n         |         ^"
                ),
                format!(
                    "a.ron:200004:3: {wrong} `far` cannot be this: found \"x\", expected a whole number from 0 to 9\n  \
                     200004 |   \"x\" ]\n         |   ^^^"
                ),
                "b.ron:2:10: error[missing]: `gone` is missing\n  2 | { .. }\n    | ^^^^^^".to_owned(),
                format!(
                    "b.ron:2:29: {wrong} `deep` cannot be this: found 3, expected a whole number from 0 to 2\n  \
                     2 | lost: {{ \"deep\": [3] }}\n    |                  ^"
                ),
            ]
        );
    }

    #[test]
    fn it_is_written_as_it_stands_and_reads_back() {
        let text = "{ \"own\": { \"b\": 0x10 /* hex */, // one\n a: [ 1,\n2 ] // two\n, \"it's\": { \"//\": \"\\\"\" }, \"b c\": Some(3) } }";
        let (kept, found) = section(&[("a.ron", text)]);
        assert_eq!(told(&found), [""; 0]);
        assert_eq!(kept.names().collect::<Vec<_>>(), ["b", "a", "it's", "b c"]);
        let written = RonTree::map([("own", kept.tree())]).block().print();
        assert!(written.contains("[ 1,\n2 ]") && written.contains("0x10"), "{written}");
        let (again, found) = section(&[("b.ron", &written)]);
        assert_eq!(told(&found), [""; 0]);
        assert_eq!(again, kept, "{written}");
        assert_eq!(RonTree::map([("own", again.tree())]).block().print(), written);
    }

    #[test]
    fn only_names_and_values_count() {
        let of = |text: &str| section(&[("a.ron", text)]).0;
        assert_eq!(of("{ own: { a: 1, b: 2 } }"), of("\n{ own: { \"b\": 2, \"a\": 1 } }"));
        assert_ne!(of("{ own: { a: 1, b: 2 } }"), of("{ own: { a: 1, b: 3 } }"));
        assert_ne!(of("{ own: { a: 1, b: 2 } }"), of("{ own: { a: 1 } }"));
        let later = of("{ own: { a: 1, b: 3, c: 4 } }");
        let beyond = later.tree_beyond(&of("{ own: { a: 1, b: 2 } }"));
        assert_eq!(beyond.print(), "{\n  \"b\": 3,\n  \"c\": 4,\n}\n");
    }

    #[test]
    fn what_is_no_section_is_a_fault() {
        let (kept, found) = section(&[("a.ron", "{ own: [1] }")]);
        assert!(kept.is_empty());
        assert_eq!(found.0.len(), 1);
        let (_, found) = section(&[("a.ron", "{ own: { a: 1, a: 2 } }")]);
        assert_eq!(
            found.0[0].to_string(),
            "a.ron:1:16: error[duplicate-name]: `a` stands twice in `own`; remove one of them"
        );
        let many: String = (0..70_000).map(|number| format!("e{number}: 1,")).collect();
        let (kept, found) = section(&[("a.ron", &format!("{{ own: {{ {many} }} }}"))]);
        assert_eq!((kept.names().count(), found.0.len()), (SECTION_ENTRIES_MAX, 1));
        kept.read(|root, _| assert_eq!(root.entries().unwrap().len(), SECTION_ENTRIES_MAX));
    }

    #[test]
    fn what_was_set_has_no_place() {
        let mut section = Section::default();
        section.set("a", &RonTree::list((0..3).map(RonTree::of)), None);
        section.set(
            "a",
            &RonTree::list((0..40).map(|number| RonTree::of(number + 100))).laid_out(crate::Layout::Filled),
            None,
        );
        section.set("odd", &RonTree::of("]["), None);
        let ((), found) = section.read(|root, tree| {
            assert_eq!(root.get("a").unwrap().items().unwrap().len(), 40);
            tree.int(root.get("a").unwrap(), "`a`", 0..=1);
        });
        assert_eq!(
            told(&found),
            ["error[wrong-kind]: `a` cannot be this: found a list of 40, expected a whole number from 0 to 1"]
        );
        section = Section::default();
        section.set(
            "a",
            &RonTree::list((0..40).map(|number| RonTree::of(number + 100))).laid_out(crate::Layout::Filled),
            None,
        );
        let written = RonTree::map([("own", section.tree())]).block().print();
        assert!(written.contains("\n      100, 101"), "{written}");
    }
}
