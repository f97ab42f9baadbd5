//! `bundle`: a design and the files of its own that it includes, in one file.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use design::Diagnostic;
use formats::Bundle;
use pipeline::{DESIGN_FILE, Opened};
use serde_json::json;

use crate::args::BundleArgs;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &BundleArgs, reporter: &Reporter) -> Result<(), Failure> {
    let path = &args.design;
    if !path.exists() && pipeline::embedded(&path.display().to_string()).is_some() {
        let message = format!("`{}` comes with Fairmarch: its name is enough everywhere", path.display());
        return Err(Failure::usage(message));
    }
    if pipeline::is_gdl(path, files::disk()) {
        let message = format!("{} is in GDL: `bundle` packs designs in RON", path.display());
        let ron = path.with_extension("ron");
        let instead =
            format!("`fairmarch convert {} {}` makes one file of all that it includes", path.display(), ron.display());
        return Err(Failure::Usage(Diagnostic::error("usage", message).suggest(instead)));
    }
    let opened = pipeline::open_path(path, files::disk())?;
    if let Opened::Scenario(_) = opened {
        return Err(Failure::usage(format!("{} is a scenario: `bundle` packs designs", path.display())));
    }
    let loaded = files::take_loaded(opened)?;
    let (bundle, shown) = pack(path)?;
    reporter.tell(&loaded)?;

    let out =
        args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.bundle.ron", host::safe_name(&bundle.name))));
    files::write_file(&out, args.force, |out| Ok(out.write_all(formats::write_bundle(&bundle).as_bytes())?))?;
    let out = out.display().to_string();
    let digest = format!("{:08x}", loaded.digest);
    reporter.result(
        || {
            let parts: String = shown.iter().map(|part| format!("  with {}\n", report::shown(part))).collect();
            let out = report::shown(&out);
            format!("{out}\n{parts}share it with the seed string: fairmarch roll {out} STRING\n")
        },
        || json!({ "ok": true, "files": [out], "parts": shown, "digest": digest }),
    )
}

/// The design's text and those of all files beside it that it includes, and the names of these.
fn pack(path: &Path) -> Result<(Bundle, Vec<String>), Failure> {
    let file = if path.is_dir() { path.join(DESIGN_FILE) } else { path.to_owned() };
    let text = files::read(&file)?;
    // A bundle that is bundled again stays what it is.
    if let Some(bundle) = formats::read_bundle(&file.display().to_string(), &text).map_err(Failure::Data)? {
        let parts = bundle.parts.keys().cloned().collect();
        return Ok((bundle, parts));
    }
    let name = pipeline::design_name(path, files::disk());
    let bundle = RefCell::new(Bundle { name: name.clone(), design: text, ..Bundle::default() });
    let beside = |name: &str| {
        let found = pipeline::beside(&file, name, files::disk())?;
        bundle.borrow_mut().parts.insert(name.trim_end_matches(".ron").to_owned(), found.1.clone());
        Some(found)
    };
    let text = bundle.borrow().design.clone();
    pipeline::load(&name, &file.display().to_string(), &text, &beside).map_err(Failure::Data)?;
    let bundle = bundle.into_inner();
    let parts = bundle.parts.keys().cloned().collect();
    Ok((bundle, parts))
}
