//! The command, run as a user runs it: what it prints, writes and refuses. One binary: each file is a module of it.

mod batch;
mod command;
mod convert;
mod fair;
mod files;
mod fit;
mod formats;
mod given;
#[cfg(unix)]
mod hot_seat;
mod json_schema;
mod long_work;
mod many_types;
mod names_in_files;
mod others;
mod pages;
mod play;
mod playtests;
mod predictions;
mod readme;
mod schema;
mod sharing;
mod sides;
mod tables;
#[cfg(unix)]
mod watch;
mod xconq_saves;

/// An expected text with the names of a registry in place of `{presets}`, `{formats}` or `{endings}`: who adds one changes no test.
fn with_names(text: &str) -> String {
    let presets: Vec<&str> = pipeline::PRESETS.iter().map(|preset| preset.name).collect();
    let formats: Vec<&str> = output::FORMATS.iter().map(|format| format.name()).collect();
    text.replace("{presets}", &presets.join(", "))
        .replace("{formats}", &formats.join(", "))
        .replace("{endings}", &output::known_endings())
}
