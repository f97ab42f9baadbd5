//! What GDL has no word for: one comment at the end of the file, which holds RON.
//!
//! ```text
//! #|fairmarch
//! {
//!   "of": "1a2b3c4d",                          a checksum of the forms, which tells whether they were edited since
//!   "built-in-namers": "places-norse sides",   namers of the file that are samples of Fairmarch's own: not the design's
//!   "design": { .. },                          a draft to take after the design that GDL gave
//!   "scenario": { .. },                        sections in place of those that GDL gave
//!   "without": "world date",                   sections that GDL gave and that are not
//! }
//! |#
//! ```
//!
//! A variant in `"design"` stands in place of one of its name in the forms. The comment holds what is missing when the GDL before it
//! is read again, whatever that is: nothing is lost, and nothing stands twice.

use design::Design;
use world::Scenario;

use super::super::BLOCK;
use super::super::read::Game;
use super::variants::WrittenVariant;
use crate::write_design::{Lines, quote};
use crate::write_patch::write_patch;
use crate::write_scenario::sections;

/// What is to be said beside GDL.
pub(super) struct Rest<'a> {
    pub(super) design: &'a Design,
    pub(super) start: Option<&'a Scenario>,
    pub(super) builtin_namers: &'a [String],
    /// Variants that GDL cannot say, or not wholly.
    pub(super) variants: Vec<&'a WrittenVariant>,
}

/// The comment behind these forms, of which the reader makes `back`; empty if GDL says everything.
pub(super) fn block(rest: &Rest<'_>, back: &Game, forms: &str) -> String {
    let mut lines = Lines::default();
    lines.open("{");
    let empty = lines.text.len();
    if !rest.builtin_namers.is_empty() {
        lines.entry("built-in-namers", &quote(&rest.builtin_namers.join(" ")));
    }
    let given = without_namers(&back.design, rest.builtin_namers);
    if given != *rest.design || !rest.variants.is_empty() {
        lines.open("\"design\": {");
        if given != *rest.design {
            write_patch(&given, rest.design, &mut lines);
        }
        if !rest.variants.is_empty() {
            write_variants(rest.design, &rest.variants, &mut lines);
        }
        lines.close("},");
    }
    if let Some(start) = rest.start {
        write_scenario_rest(start, back.start.as_ref(), &mut lines);
    }
    if lines.text.len() == empty {
        return String::new();
    }
    lines.close("}");
    // Comments nest: what would begin or end one is written otherwise.
    let sum = super::super::checksum(forms);
    let text = lines
        .text
        .replacen("{\n", &format!("{{\n  \"of\": \"{sum}\",\n"), 1)
        .replace("#|", "\\u{23}|")
        .replace("|#", "|\\u{23}");
    format!("{BLOCK}\n{text}|#\n")
}

/// A design as it is when samples of built-in namers are dropped.
fn without_namers(design: &Design, builtin: &[String]) -> Design {
    let mut design = design.clone();
    design.namers.retain(|namer| !builtin.contains(&namer.name));
    design.forget_defaults();
    design
}

/// Variants as a section of a design: what each value changes.
pub(crate) fn write_variants(base: &Design, variants: &[&WrittenVariant], lines: &mut Lines) {
    lines.open("\"variants\": {");
    for variant in variants {
        lines.open(&format!("{}: {{", quote(&variant.name)));
        lines.entry("help", &quote(&variant.help));
        lines.entry("default", &quote(&variant.default));
        lines.open("\"values\": {");
        for (value, design) in &variant.values {
            if design == base {
                lines.entry(value, "{}");
                continue;
            }
            lines.open(&format!("{}: {{", quote(value)));
            write_patch(base, design, lines);
            lines.close("},");
        }
        lines.close("},");
        lines.close("},");
    }
    lines.close("},");
}

fn write_scenario_rest(start: &Scenario, given: Option<&Scenario>, lines: &mut Lines) {
    let given = given.map(sections).unwrap_or_default();
    let wanted = sections(start);
    let missing: Vec<&str> =
        wanted.iter().filter(|section| !given.contains(section)).map(|(_, text)| text.as_str()).collect();
    if !missing.is_empty() {
        lines.open("\"scenario\": {");
        missing.iter().flat_map(|text| text.lines()).for_each(|line| lines.line(line));
        lines.close("},");
    }
    let is_wanted = |name: &str| wanted.iter().any(|(wanted, _)| *wanted == name);
    let without: Vec<&str> = given.iter().map(|(name, _)| *name).filter(|name| !is_wanted(name)).collect();
    if !without.is_empty() {
        lines.entry("without", &quote(&without.join(" ")));
    }
}
