//! `new`: a folder with a design to edit, which `roll` takes.

use std::collections::BTreeMap;
use std::path::Path;

use host::FileSet;
use pipeline::{DESIGN_FILE, Preset};
use serde_json::json;

use crate::args::NewArgs;
use crate::report::{Failure, Reporter};

pub fn run(args: &NewArgs, reporter: &Reporter) -> Result<(), Failure> {
    let folder = &args.name;
    let Some(preset) = pipeline::PRESETS.iter().find(|preset| preset.name == args.from) else {
        let names: Vec<&str> = pipeline::PRESETS.iter().map(|preset| preset.name).collect();
        return Err(Failure::usage(format!("there is no preset `{}`: expected {}", args.from, names.join(", "))));
    };
    if folder.exists() {
        return Err(Failure::io(format!("{} is there already: name a new folder", folder.display())));
    }
    let mut files = BTreeMap::new();
    gather(preset, &mut files);
    // The parts first: a folder that has its design is whole.
    for (name, text) in files.iter().filter(|(name, _)| **name != preset.name) {
        write(&folder.join(format!("{name}.ron")), text)?;
    }
    write(&folder.join(DESIGN_FILE), preset.text)?;
    let written: Vec<String> = std::iter::once(DESIGN_FILE.to_owned())
        .chain(files.keys().filter(|name| **name != preset.name).map(|name| format!("{name}.ron")))
        .map(|name| folder.join(name).display().to_string())
        .collect();
    reporter.result(
        || {
            let lines: String = written.iter().map(|file| format!("{file}\n")).collect();
            format!("{lines}edit these, then: fairmarch roll {}\n", folder.display())
        },
        || json!({ "ok": true, "files": written }),
    )
}

/// A preset and all the parts that it is made of.
fn gather(preset: &Preset, files: &mut BTreeMap<&'static str, &'static str>) {
    if files.insert(preset.name, preset.text).is_some() {
        return;
    }
    for part in pipeline::PRESETS.iter().chain(pipeline::PARTS) {
        let mentions = ["extends", "include"].iter().any(|section| mentions(preset.text, section, part.name));
        if mentions {
            gather(part, files);
        }
    }
}

/// Whether a file's section names a part.
fn mentions(text: &str, section: &str, name: &str) -> bool {
    let mut sources = design::Sources::default();
    let file = sources.add("preset", text);
    let Ok(root) = diagnostics::read_tree(&sources, file) else { return false };
    let node = root.get(section);
    let items = node.map(|node| node.items().unwrap_or(std::slice::from_ref(node))).unwrap_or_default();
    items.iter().any(|item| item.text() == Some(name))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut files = FileSet::new(path.parent().unwrap_or(Path::new("."))).map_err(Failure::io)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    files.add(&name, |out| out.write_all(text.as_bytes())).map_err(Failure::io)?;
    files.finish().map_err(Failure::io)
}
