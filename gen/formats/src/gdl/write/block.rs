//! What GDL cannot express: one comment with RON at the end of the file.
//!
//! ```text
//! #|fairmarch
//! {
//!   "of": "1a2b3c4d",                          a checksum of the forms, which tells whether they were edited since
//!   "built-in-namers": "places-norse sides",   namers of the file that are samples of Fairmarch's own: not the design's
//!   "design": { .. },                          a draft to take after the design that GDL gave
//!   "scenario": { .. },                        sections in place of those that GDL gave
//!   "without": "world date",                   sections that GDL gave and that are not
//!   "part": true,                              the sections also count where the file is included
//! }
//! |#
//! ```
//!
//! A variant in `"design"` replaces one of the same name in the forms. The comment holds exactly what is missing when the GDL
//! before it is read again: nothing is lost, and nothing is written twice.

use design::Design;
use diagnostics::RonTree;
use world::Scenario;

use super::super::BLOCK;
use super::super::read::ModuleGame;
use super::variants::WrittenVariant;
use crate::write_design::{Entries, write_patch};
use crate::write_scenario::sections;

/// What has to be written beside GDL.
pub(super) struct Rest<'a> {
    pub(super) design: &'a Design,
    pub(super) start: Option<&'a Scenario>,
    pub(super) builtin_namers: &'a [String],
    /// The variants that GDL cannot express, or not wholly.
    pub(super) variants: Vec<&'a WrittenVariant>,
}

/// The comment to add to these forms, which the reader reads as `back`; empty if GDL expresses everything.
pub(super) fn block(rest: &Rest<'_>, back: &ModuleGame, forms: &str) -> String {
    let mut entries: Entries = Vec::new();
    if !rest.builtin_namers.is_empty() {
        entries.push(("built-in-namers".to_owned(), RonTree::text(&rest.builtin_namers.join(" "))));
    }
    let mut given = without_namers(&back.design, rest.builtin_namers);
    if rest.design.is_xconq_7_0() {
        // Forms do not say for which version they are; with what the comment says of that, such a number is none again.
        given.forget_first_damage();
    }
    let mut design = if given == *rest.design { Vec::new() } else { write_patch(&given, rest.design) };
    if !rest.variants.is_empty() {
        design.push(("variants".to_owned(), write_variants(rest.design, &rest.variants)));
    }
    if !design.is_empty() {
        entries.push(("design".to_owned(), RonTree::map(design).block()));
    }
    if let Some(start) = rest.start {
        write_scenario_rest(start, back.start.as_ref(), &mut entries);
    }
    written(entries, forms)
}

/// What forms do not say of a part of a scenario, of which `wanted` are the sections.
pub(super) fn part_block(wanted: &Entries, given: &Entries, forms: &str) -> String {
    let missing: Vec<_> = wanted.iter().filter(|section| !given.contains(section)).cloned().collect();
    if missing.is_empty() {
        return String::new();
    }
    let entries = [("part", RonTree::of(true)), ("scenario", RonTree::map(missing).block())];
    written(entries.map(|(name, tree)| (name.to_owned(), tree)).into(), forms)
}

/// What makes another design of one; it is meant to stand in place of what the forms say.
pub(super) fn patch_block(from: &Design, to: &Design, forms: &str) -> String {
    let is_of_file = |name: &str| ["format", "name", "module"].contains(&name);
    let patch: Entries = write_patch(from, to).into_iter().filter(|(name, _)| !is_of_file(name)).collect();
    if patch.is_empty() {
        return String::new();
    }
    written(vec![("design".to_owned(), RonTree::map(patch).block())], forms)
}

/// The comment; empty if it would say nothing.
fn written(mut entries: Entries, forms: &str) -> String {
    if entries.is_empty() {
        return String::new();
    }
    entries.insert(0, ("of".to_owned(), RonTree::text(&super::super::checksum(forms))));
    // Comments nest, so a text that would begin or end one is escaped.
    let text = RonTree::map(entries).block().print().replace("#|", "\\u{23}|").replace("|#", "|\\u{23}");
    format!("{BLOCK}\n{text}|#\n")
}

/// The design without the samples of built-in namers.
fn without_namers(design: &Design, builtin: &[String]) -> Design {
    let mut design = design.clone();
    design.namers.retain(|namer| !builtin.contains(&namer.name));
    design.forget_defaults();
    design
}

/// Variants as a section of a design: what each value changes.
pub(crate) fn write_variants(base: &Design, variants: &[&WrittenVariant]) -> RonTree {
    let value = |(value, design): &(String, Design)| match design == base {
        true => (value.clone(), RonTree::map::<String>([])),
        false => {
            // Of a design that is written anew, the version and the name are those of the file.
            let of_file = |(section, _): &(String, RonTree)| ["format", "name"].contains(&section.as_str());
            let patch = write_patch(base, design).into_iter().filter(|entry| !of_file(entry));
            (value.clone(), RonTree::map(patch).block())
        }
    };
    let variant = |variant: &&WrittenVariant| {
        let entries = [
            ("help", RonTree::text(&variant.help)),
            ("default", RonTree::text(&variant.default)),
            ("values", RonTree::map(variant.values.iter().map(value)).block()),
        ];
        (variant.name.clone(), RonTree::map(entries).block())
    };
    RonTree::map(variants.iter().map(variant)).block()
}

fn write_scenario_rest(start: &Scenario, given: Option<&Scenario>, entries: &mut Entries) {
    let given = given.map(sections).unwrap_or_default();
    let wanted = sections(start);
    let missing: Vec<_> = wanted.iter().filter(|section| !given.contains(section)).cloned().collect();
    if !missing.is_empty() {
        entries.push(("scenario".to_owned(), RonTree::map(missing).block()));
    }
    let is_wanted = |name: &str| wanted.iter().any(|(wanted, _)| *wanted == name);
    let without: Vec<&str> = given.iter().map(|(name, _)| name.as_str()).filter(|name| !is_wanted(name)).collect();
    if !without.is_empty() {
        entries.push(("without".to_owned(), RonTree::text(&without.join(" "))));
    }
}
