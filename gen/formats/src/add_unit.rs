//! Adds a unit type to the files of a design: lines beside those of a type that it is like. Comments and all other text stay.
//!
//! Wherever a table, or a section of the ruleset, has an entry for the other type by name, an entry for the new one follows it; wherever a
//! group holds the other type, it holds the new one too. So later entries change both alike, and the new type begins as a copy.

use std::collections::BTreeSet;

use design::parameters::unit::CHAR;
use design::{Design, Diagnostic, Draft, Node, SECTIONS, Scope, Sources, Span, Text, UnitType, split_names};
use diagnostics::{blanks, quote};

use crate::source_text::{ChangedFile, TextEdit, changed_files, edited};

/// The files of a design with a new unit type that is like another, but for its sign, its proper name, and that nobody starts with it where
/// others make it (`is_made`).
///
/// # Errors
/// If the name cannot be one or is taken, if there is no such type, or if it stands in files that are not the designer's own.
pub fn add_unit(
    (sources, drafts): (&Sources, &[Draft]),
    design: &Design,
    (name, like): (&str, &str),
    is_made: bool,
) -> Result<Vec<ChangedFile>, Diagnostic> {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if !is_plain {
        let fault = Diagnostic::error("bad-name", format!("`{name}` cannot be a unit type's name here"));
        return Err(fault.expected("letters, digits and -, such as `heavy-horse`"));
    }
    let groups = drafts.iter().filter_map(|draft| draft.root.get("groups")?.entries()).flatten();
    let is_type = Scope::TYPES.into_iter().any(|scope| design.types(scope).names.iter().any(|known| known == name));
    if is_type || groups.into_iter().any(|(group, _)| group.text == name) {
        let fault = Diagnostic::error("name-taken", format!("the design has a type or a group `{name}` already"));
        return Err(fault.suggest("choose another name"));
    }
    let units = &design.units.names;
    let Some(model) = units.iter().position(|known| known == like) else {
        let fault = Diagnostic::error("unknown-type", format!("unknown unit type `{like}`"));
        return Err(fault.did_you_mean_or(
            like,
            units.iter().map(String::as_str),
            format!("one of {}", units.join(", ")),
        ));
    };
    let sign = free_sign(design, name, model);
    let mut addition = Addition { sources, name, like, sign, is_made, edits: Vec::new(), foreign: None };
    for draft in drafts {
        addition.section_edits(&draft.root);
    }
    if let Some(span) = addition.foreign {
        let message = format!("`{like}` stands in a part that comes with Fairmarch, which you cannot change");
        let advice = "begin with `fairmarch new`, which copies all parts, or name a type of your own";
        return Err(Diagnostic::error("not-own", message).suggest(advice).at(sources.place(span)));
    }
    Ok(changed_files(sources, drafts, &addition.edits))
}

/// A sign for a new type, if the one that it is like has one: of the letters of its name the first that no other type has.
fn free_sign(design: &Design, name: &str, model: usize) -> Option<char> {
    if design.text(CHAR, <UnitType as design::TypeId>::at(model)).is_empty() {
        return None;
    }
    let taken: BTreeSet<&str> = design.unit_types().map(|unit| design.text(CHAR, unit)).collect();
    let letters: Vec<char> = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let small = letters.iter().map(char::to_ascii_lowercase);
    let large = letters.iter().map(char::to_ascii_uppercase);
    let mut signs = small.chain(large).chain('a'..='z').chain('A'..='Z').chain('0'..='9');
    signs.find(|sign| !taken.contains(sign.to_string().as_str()))
}

struct Addition<'a> {
    sources: &'a Sources,
    name: &'a str,
    like: &'a str,
    sign: Option<char>,
    is_made: bool,
    edits: Vec<TextEdit>,
    /// The first place that would have to change in a file that is not the designer's own.
    foreign: Option<Span>,
}

impl Addition<'_> {
    /// Of a file, or of a value of a variant.
    fn section_edits(&mut self, root: &Node) {
        for (section, node) in root.entries().unwrap_or_default() {
            match section.text.as_str() {
                "groups" => {
                    for (_, members) in node.entries().unwrap_or_default() {
                        self.join_group(members);
                    }
                }
                "units" => {
                    for (name, properties) in node.entries().unwrap_or_default() {
                        if name.text == self.like {
                            let copy = self.unit_text(properties);
                            self.put_behind(name, properties, &copy);
                        }
                    }
                }
                "variants" => {
                    for (_, variant) in node.entries().unwrap_or_default() {
                        for (_, value) in variant.get("values").and_then(Node::entries).unwrap_or_default() {
                            self.section_edits(value);
                        }
                    }
                }
                "tables" | "exports" => self.entry_edits(node),
                // The section of a ruleset says of types what only those rules know.
                other if !SECTIONS.contains(&other) => self.entry_edits(node),
                _ => {}
            }
        }
    }

    /// Beside each entry of a map, and of the maps in it, that is for the other type.
    fn entry_edits(&mut self, node: &Node) {
        for (names, value) in node.entries().unwrap_or_default() {
            let before = self.edits.len();
            self.entry_edits(value);
            if split_names(&names.text).into_iter().any(|word| word == self.like) {
                let inner = self.edits[before..].to_vec();
                let copy = edited(self.sources.written(value.span), value.span.start as usize, inner);
                self.put_behind(names, value, &copy);
            }
        }
    }

    /// Adds the new type to a group that holds the other.
    fn join_group(&mut self, members: &Node) {
        let holds = members.text().is_some_and(|text| split_names(text).into_iter().any(|word| word == self.like));
        if holds && self.sources.written(members.span).ends_with('"') {
            self.edit(members.span, members.span.end as usize - 1, 0, format!(" {}", self.name));
        }
    }

    /// The properties of the new type.
    fn unit_text(&self, properties: &Node) -> String {
        let (text, start) = (self.sources.written(properties.span), properties.span.start as usize);
        let mut edits = Vec::new();
        for (name, value) in properties.entries().unwrap_or_default() {
            let mut edit = |span: Span, removed: usize, text: String| {
                edits.push(TextEdit { file: span.file, at: span.start as usize, removed, text });
            };
            let length = |span: Span| (span.end - span.start) as usize;
            match (name.text.as_str(), self.sign) {
                ("char", Some(sign)) => edit(value.span, length(value.span), quote(&sign.to_string())),
                ("char", None) | ("name", _) => edit(name.span, self.entry_length(name, value), String::new()),
                ("start-with", _) if self.is_made => edit(name.span, self.entry_length(name, value), String::new()),
                _ => {}
            }
        }
        // What was taken out leaves no blank at the end of its line.
        edited(text, start, edits).replace(", \n", ",\n")
    }

    /// The length of an entry with the comma and the blanks behind it.
    fn entry_length(&self, name: &Text, value: &Node) -> usize {
        let text = self.sources.text(name.span.file);
        let mut end = value.span.end as usize;
        let comma = end + blanks(&text[end..]);
        if text[comma..].starts_with(',') {
            end = comma + 1;
            end += text[end..].len() - text[end..].trim_start_matches([' ', '\t']).len();
        }
        end - name.span.start as usize
    }

    /// Writes an entry for the new type behind one: on a line of its own where that one has one.
    fn put_behind(&mut self, name: &Text, value: &Node, copy: &str) {
        let text = self.sources.text(name.span.file);
        let (start, end) = (name.span.start as usize, value.span.end as usize);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let indent = &text[line_start..start];
        let comma = end + blanks(&text[end..]);
        let has_comma = text[comma..].starts_with(',');
        let behind = if has_comma { comma + 1 } else { end };
        let line_end = text[behind..].find('\n').map_or(text.len(), |at| behind + at);
        let rest = text[behind..line_end].trim();
        let entry = format!("{}: {copy}", quote(self.name));
        if indent.trim().is_empty() && (rest.is_empty() || rest.starts_with("//")) {
            if !has_comma {
                self.edit(value.span, end, 0, ",".to_owned());
            }
            let line_end = line_end - usize::from(text[..line_end].ends_with('\r'));
            let new_line = if text.contains("\r\n") { "\r\n" } else { "\n" };
            self.edit(value.span, line_end, 0, format!("{new_line}{indent}{entry},"));
        } else if has_comma {
            self.edit(value.span, behind, 0, format!(" {entry},"));
        } else {
            self.edit(value.span, end, 0, format!(", {entry}"));
        }
    }

    fn edit(&mut self, of: Span, at: usize, removed: usize, text: String) {
        if !self.sources.is_own(of.file) {
            self.foreign.get_or_insert(of);
        }
        self.edits.push(TextEdit { file: of.file, at, removed, text });
    }
}
