//! The command, run as a user runs it: what it prints, writes and refuses. One binary: each file is a module of it.

mod batch;
mod command;
mod convert;
mod fair;
mod fit;
mod given;
#[cfg(unix)]
mod hot_seat;
mod long_work;
mod many_types;
mod pages;
mod play;
mod playtests;
mod readme;
mod schema;
mod sharing;
mod sides;
#[cfg(unix)]
mod watch;

/// An expected text with the names of a registry in place of `{presets}`, `{formats}` or `{endings}`: who adds one changes no test.
fn with_names(text: &str) -> String {
    let presets: Vec<&str> = pipeline::PRESETS.iter().map(|preset| preset.name).collect();
    let formats: Vec<&str> = output::FORMATS.iter().map(|format| format.name()).collect();
    let mut endings: Vec<String> = Vec::new();
    for ending in output::FORMATS.iter().filter_map(|format| format.ending()).map(|ending| format!("FILE.{ending}")) {
        if !endings.contains(&ending) {
            endings.push(ending);
        }
    }
    let last = endings.pop().expect("files can be converted");
    let endings = format!("{} or {last}", endings.join(", "));
    text.replace("{presets}", &presets.join(", "))
        .replace("{formats}", &formats.join(", "))
        .replace("{endings}", &endings)
}
