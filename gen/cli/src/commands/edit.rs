//! `edit`: a scenario or a design with the edits of a script. Of a design the texts are changed where values stand, and comments stay; a preset
//! is extended.

use std::path::Path;
use std::sync::Arc;

use design::{Design, Diagnostic, Diagnostics, counted};
use formats::ChangedFile;
use host::FileSet;
use pipeline::Loaded;
use serde_json::json;
use world::Scenario;

use crate::args::EditArgs;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &EditArgs, reporter: &Reporter) -> Result<(), Failure> {
    let loaded = match preset(args) {
        Some(name) => files::take_loaded(pipeline::open(&name, files::disk())?)?,
        None => files::take_loaded(pipeline::open_path(&args.file, files::disk())?)?,
    };
    reporter.tell(&loaded)?;
    let (script, text) = (args.script.display().to_string(), files::read(&args.script)?);
    let words = match &loaded.start {
        Some(start) => edit_scenario(args, &loaded, start, (&script, &text), reporter)?,
        None => return edit_design(args, &loaded, (&script, &text), reporter),
    };
    tell_written(&[args.out.display().to_string()], &words, reporter)
}

/// The preset that is meant, if there is no file of that name.
fn preset(args: &EditArgs) -> Option<String> {
    let name = args.file.to_str()?;
    (!args.file.exists() && pipeline::embedded(name).is_some()).then(|| name.to_owned())
}

fn tell_written(written: &[String], words: &[String], reporter: &Reporter) -> Result<(), Failure> {
    reporter.result(
        || {
            let told: String = words.iter().map(|line| format!("{line}\n")).collect();
            let shown: Vec<String> = written.iter().map(report::shown).collect();
            format!("{told}{}: {}\n", shown.join(", "), counted(words.len(), "edit"))
        },
        || json!({ "ok": true, "files": written, "edits": words }),
    )
}

fn edit_scenario(
    args: &EditArgs,
    loaded: &Loaded,
    start: &Scenario,
    (script, text): (&str, &str),
    reporter: &Reporter,
) -> Result<Vec<String>, Failure> {
    let applied = formats::apply_script(script, text, start, &pipeline::known()).map_err(Failure::Data)?;
    let mut scenario = applied.scenario;
    if scenario.fairness.is_some() && !applied.sets_fairness && !applied.edits.is_empty() {
        let is_measured = scenario.world.terrain.is_some() && !scenario.sides.is_empty();
        scenario.fairness = is_measured.then(|| playtest::score(&scenario, &playtest::weights()));
    }
    let name = args.out.display().to_string();
    if !pipeline::is_open(&scenario) {
        reporter.warn(&Diagnostics(pipeline::find_unsound(&name, &scenario)))?;
    }
    let mut edited = loaded.clone();
    edited.design = Arc::clone(&scenario.design);
    edited.start = Some(Arc::new(scenario));
    files::write_loaded(&args.out, args.force, &edited, reporter)?;
    Ok(applied.words)
}

fn edit_design(
    args: &EditArgs,
    loaded: &Loaded,
    (script, text): (&str, &str),
    reporter: &Reporter,
) -> Result<(), Failure> {
    let edit = |design: &Design| formats::apply_design_script(script, text, design, &pipeline::known());
    let (to, words) = edit(&loaded.design).map_err(Failure::Data)?;
    if files::ending(&args.out) == "g" {
        return extend_gdl(args, loaded, &to, &words, reporter);
    }
    let out = [args.out.display().to_string()];
    if let Some(text) = preset(args).and_then(|name| pipeline::extended_preset(&name, &to)) {
        files::write_file(&args.out, args.force, |out| Ok(out.write_all(text.as_bytes())?))?;
        return tell_written(&out, &words, reporter);
    }
    if let Some(changed) = pipeline::edited_source(loaded, &to, &args.file, &args.out, files::disk()) {
        let written = write_changed(args, &changed)?;
        return tell_written(&written, &words, reporter);
    }
    let Some(text) = pipeline::edited_as_ron(loaded, &|design| edit(design).ok().map(|(design, _)| design)) else {
        let fault = Diagnostic::error("refused", "one of the variants does not go together with these edits");
        return Err(Failure::Data(Diagnostics(vec![fault])));
    };
    files::write_file(&args.out, args.force, |out| Ok(out.write_all(text.as_bytes())?))?;
    tell_written(&out, &words, reporter)
}

/// A game in GDL is extended: its own file stays as it is.
fn extend_gdl(
    args: &EditArgs,
    loaded: &Loaded,
    to: &Design,
    words: &[String],
    reporter: &Reporter,
) -> Result<(), Failure> {
    let is_gdl = pipeline::is_gdl(&args.file, files::disk()) && args.out != args.file;
    let Some(text) = is_gdl.then(|| pipeline::extended_gdl(to, &args.file, &args.out, files::disk())).flatten() else {
        let fault =
            Diagnostic::error("usage", "an edited design is written in RON, or beside a game in GDL that it extends");
        return Err(Failure::Usage(fault.suggest("write FILE.ron, then convert it")));
    };
    if !loaded.variants.is_empty() {
        let told = Diagnostic::warning(
            "variants",
            "what the edits set stays the same whatever variants of the game are chosen",
        );
        reporter.warn(&Diagnostics(vec![told]))?;
    }
    files::write_file(&args.out, args.force, |out| Ok(out.write_all(text.as_bytes())?))?;
    tell_written(&[args.out.display().to_string()], words, reporter)
}

/// Writes the files that change, all or none: one that is written anew, or those of the design in their own place.
fn write_changed(args: &EditArgs, changed: &[ChangedFile]) -> Result<Vec<String>, Failure> {
    if let [one] = changed
        && Path::new(&one.file) == args.out
    {
        files::write_file(&args.out, args.force, |out| Ok(out.write_all(one.text.as_bytes())?))?;
        return Ok(vec![one.file.clone()]);
    }
    if !args.force {
        let fault = Diagnostic::error("exists", format!("{} is the design itself", args.out.display()));
        return Err(Failure::Usage(fault.suggest("--force changes its files")));
    }
    let folder = if args.file.is_dir() { &args.file } else { args.file.parent().unwrap_or(Path::new("")) };
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut set = FileSet::new(here).map_err(Failure::io)?;
    for one in changed {
        let file = Path::new(&one.file);
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
        set.add(&name, |out: &mut dyn std::io::Write| out.write_all(one.text.as_bytes())).map_err(Failure::io)?;
    }
    set.exchange().map_err(Failure::io)?;
    Ok(changed.iter().map(|one| one.file.clone()).collect())
}
