//! `completions` and `man`: what shells and readers of manuals want, made of the same arguments as the command itself.

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use host::FileSet;
use serde_json::json;

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::report::{Failure, Reporter};

/// Prints what completes the command's words in a shell.
pub fn completions(args: &CompletionsArgs, reporter: &Reporter) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "fairmarch", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    reporter.result(|| script.clone(), || json!({ "ok": true, "shell": args.shell.to_string(), "text": script }))
}

/// Writes the manual's pages: one of the command, and one of each subcommand.
pub fn man(args: &ManArgs, reporter: &Reporter) -> Result<(), Failure> {
    let mut command = Args::command();
    command.build();
    let mut files = FileSet::new(&args.out).map_err(Failure::io)?;
    let mut written = Vec::new();
    for (name, page) in pages(&command) {
        let path = files.add(&format!("{name}.1"), |out| page.render(out)).map_err(Failure::io)?;
        written.push(path.display().to_string());
    }
    files.replace(std::iter::empty()).map_err(Failure::io)?;
    reporter
        .result(|| written.iter().map(|path| format!("{path}\n")).collect(), || json!({ "ok": true, "files": written }))
}

/// The pages by name: `fairmarch`, `fairmarch-roll`, `fairmarch-bench-speed`.
fn pages(command: &Command) -> Vec<(String, Man)> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let own = (name, Man::new(command.clone()));
    let parts = command.get_subcommands().filter(|part| part.get_name() != "help").flat_map(pages);
    std::iter::once(own).chain(parts).collect()
}
