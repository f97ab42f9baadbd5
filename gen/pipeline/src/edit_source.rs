//! A design with other values, as the files that say so: values are changed in the text where they stand, and what is not the designer's own
//! is extended. Nothing is written here.

use std::path::Path;

use design::Design;
use diagnostics::FileReader;
use formats::ChangedFile;

use crate::open::included_module;
use crate::{DESIGN_FILE, Loaded, as_ron, beside, design_name, texts};

/// The files of a design that make another one of it, with all comments. In its own place (`out` is its file or folder) the designer's
/// files change, elsewhere `out` is the changed main file. `None` if the texts cannot say it so that they read as that design: then it has
/// to be written anew.
#[must_use]
pub fn edited_source(
    loaded: &Loaded,
    to: &Design,
    path: &Path,
    out: &Path,
    files: &dyn FileReader,
) -> Option<Vec<ChangedFile>> {
    let (sources, drafts) = loaded.ron()?;
    let main = drafts.last()?.file;
    // What Fairmarch wrote has no comments: it is written anew, and so stays as Fairmarch writes it.
    if sources.text(main) == as_ron(loaded) {
        return None;
    }
    let file = if files.is_folder(path) { path.join(DESIGN_FILE) } else { path.to_owned() };
    let is_in_place = out == path || out == file;
    let may_change = |file| if is_in_place { sources.is_own(file) } else { file == main };
    let mut changed = formats::set_values((sources, drafts), &loaded.design, to, &may_change)?;
    let base = if is_in_place { &file } else { out };
    if !is_in_place {
        for file in &mut changed {
            file.file = out.display().to_string();
        }
    }
    let shown = base.display().to_string();
    let new_text = |file: &str| changed.iter().find(|changed| changed.file == file).map(|changed| changed.text.clone());
    let include = |name: &str| {
        let (file, text) = beside(base, name, files)?;
        let text = new_text(&file).unwrap_or(text);
        Some((file, text))
    };
    let text = new_text(&shown).unwrap_or_else(|| sources.text(main).to_owned());
    let again = texts::load_text(&design_name(path, files), &shown, &text, &include).ok()?;
    (*again.design == *to).then_some(changed)
}

/// A design that extends a preset by the values that another one has; `None` if there is no such preset, or types go.
#[must_use]
pub fn extended_preset(preset: &str, to: &Design) -> Option<String> {
    let loaded = crate::load_preset(preset)?.ok()?;
    let text = formats::extended(preset, &loaded.design, to)?;
    let again = texts::load_text(preset, "extended.ron", &text, &|_| None).ok()?;
    (*again.design == *to).then_some(text)
}

/// A module of GDL that includes the game in a file and has the values of another design; `out` is where it will be. `None` if the game is
/// not found from there, or a patch cannot say it.
#[must_use]
pub fn extended_gdl(to: &Design, path: &Path, out: &Path, files: &dyn FileReader) -> Option<String> {
    let (name, base) = (design_name(out, files), path.file_stem()?.to_str()?);
    let forms = formats::gdl::extension(&name, &to.title, base);
    let include = |name: &str| included_module(out, name, files);
    let read = |text: &str| crate::load_gdl(&name, &out.display().to_string(), text, &include).ok();
    let text = formats::gdl::with_patch(&forms, &read(&forms)?.design, to)?;
    let again = read(&text)?.design;
    // Its file and its module have names of their own.
    let mut again = Design::clone(&again);
    (again.name, again.module) = (to.name.clone(), to.module.clone());
    (again == *to).then_some(text)
}
