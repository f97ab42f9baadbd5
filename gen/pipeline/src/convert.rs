//! Writing a loaded design or scenario as a file again: in RON or in GDL, with its variants.

use std::collections::BTreeMap;

use design::Design;
use formats::gdl::{WrittenVariant, write_gdl};

use crate::{Loaded, known};

/// The design in RON, or the scenario if parts of one are given.
#[must_use]
pub fn as_ron(loaded: &Loaded) -> String {
    match &loaded.start {
        Some(start) => formats::write_scenario(start),
        None => formats::write_design_with_variants(&loaded.design, &variants(loaded)),
    }
}

/// The design with its variants in RON, after an edit that each of them goes through; `None` if one of them refuses it.
#[must_use]
pub fn edited_as_ron(loaded: &Loaded, edit: &dyn Fn(&Design) -> Option<Design>) -> Option<String> {
    let mut variants = variants(loaded);
    for (_, design) in variants.iter_mut().flat_map(|variant| &mut variant.values) {
        *design = edit(design)?;
    }
    Some(formats::write_design_with_variants(&edit(&loaded.design)?, &variants))
}

/// The design with its variants, and the given parts of a scenario, as a module in GDL. `name` is the file's name without its
/// extension.
#[must_use]
pub fn as_gdl(loaded: &Loaded, name: &str) -> String {
    write_gdl(name, &loaded.design, loaded.start.as_deref(), &variants(loaded), &known())
}

/// The variants, with the design that each value makes.
fn variants(loaded: &Loaded) -> Vec<WrittenVariant> {
    let design_of = |name: &str, value: &String| {
        let choices = BTreeMap::from([(name.to_owned(), value.clone())]);
        let chosen = loaded.with_variants(&choices).ok()?;
        Some((value.clone(), Design::clone(&chosen.design)))
    };
    let written = |variant: &design::Variant| WrittenVariant {
        name: variant.name.clone(),
        help: variant.help.clone(),
        default: variant.default.clone(),
        values: variant.values.iter().filter_map(|value| design_of(&variant.name, value)).collect(),
    };
    loaded.variants.iter().map(written).collect()
}
