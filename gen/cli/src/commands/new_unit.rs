//! `new-unit`: lines for a new unit type, in the files of a design where they belong.

use std::path::Path;

use host::FileSet;
use serde_json::json;

use crate::args::NewUnitArgs;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &NewUnitArgs, reporter: &Reporter) -> Result<(), Failure> {
    let path = &args.design;
    if !path.exists() && pipeline::embedded(&path.display().to_string()).is_some() {
        let message = format!("`{}` comes with Fairmarch: make a copy of your own first", path.display());
        let advice = format!("fairmarch new mine --from {}", path.display());
        return Err(Failure::Usage(design::Diagnostic::error("usage", message).suggest(advice)));
    }
    let added = pipeline::add_unit(path, &args.name, &args.like, files::disk())?;
    reporter.tell(&added.loaded)?;
    let folder = if path.is_dir() { path.as_path() } else { path.parent().unwrap_or(Path::new("")) };
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut set = FileSet::new(here).map_err(Failure::io)?;
    for changed in &added.files {
        let file = Path::new(&changed.file);
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
        let write = |out: &mut dyn std::io::Write| out.write_all(changed.text.as_bytes());
        set.add(&name, write).map_err(Failure::io)?;
    }
    set.exchange().map_err(Failure::io)?;
    let lines = || added.files.iter().flat_map(|changed| changed.lines.iter().map(move |line| (&changed.file, line)));
    reporter.result(
        || {
            let told: String =
                lines().map(|(file, (number, text))| format!("{}:{number}: {text}\n", report::shown(file))).collect();
            let (shown, name) = (report::shown(path), &args.name);
            format!("{told}change these lines, then: fairmarch check {shown}; fairmarch explain {shown} {name}\n")
        },
        || {
            let lines: Vec<_> =
                lines().map(|(file, (line, text))| json!({ "file": file, "line": line, "text": text })).collect();
            let files: Vec<&String> = added.files.iter().map(|changed| &changed.file).collect();
            json!({ "ok": true, "files": files, "lines": lines })
        },
    )
}
