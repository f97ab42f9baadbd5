//! `new`: a folder with a design to edit, which `roll` takes.

use std::collections::BTreeMap;
use std::path::Path;

use pipeline::{DESIGN_FILE, Preset};
use serde_json::json;

use crate::args::NewArgs;
use crate::report::{self, Failure, Reporter};

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
    let mut texts = vec![(DESIGN_FILE.to_owned(), preset.text)];
    texts.extend(
        files.iter().filter(|(name, _)| **name != preset.name).map(|(name, text)| (format!("{name}.ron"), *text)),
    );
    let fill = |whole: &Path| {
        for (name, text) in &texts {
            let path = whole.join(name);
            // A preset may lie in a folder.
            let written =
                std::fs::create_dir_all(path.parent().unwrap_or(whole)).and_then(|()| std::fs::write(&path, text));
            written.map_err(|error| host::cannot_write(&folder.join(name), host::reason(&error)))?;
        }
        Ok(())
    };
    host::make_folder(folder, fill).map_err(Failure::io)?;
    let written: Vec<String> = texts.iter().map(|(name, _)| folder.join(name).display().to_string()).collect();
    reporter.result(
        || {
            let lines = report::shown_lines(&written);
            format!("{lines}edit these, then: fairmarch roll {}\n", report::shown(folder))
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
