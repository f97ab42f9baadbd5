//! `completions` and `man`: what shells and readers of manuals want, made of the same arguments as the command itself.

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use host::IfPresent;
use serde_json::json;

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::files;
use crate::report::{self, Failure, Reporter};

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
    let mut files = Vec::new();
    for (name, page) in pages(&command) {
        let mut bytes = Vec::new();
        page.render(&mut bytes).map_err(|error| Failure::io(error.to_string()))?;
        files.push((format!("{name}.1"), bytes));
    }
    std::fs::create_dir_all(&args.out).map_err(files::refused("make", &args.out))?;
    let if_present = if args.force { IfPresent::Replace } else { IfPresent::Refuse };
    let written = host::write_files(&args.out, if_present, &files).map_err(Failure::io)?;
    let written: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
    reporter.result(|| report::shown_lines(&written), || json!({ "ok": true, "files": written }))
}

/// The pages by name: `fairmarch`, `fairmarch-roll`, `fairmarch-bench-speed`.
fn pages(command: &Command) -> Vec<(String, Man)> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let own = (name, Man::new(command.clone()));
    let parts = command.get_subcommands().filter(|part| part.get_name() != "help").flat_map(pages);
    std::iter::once(own).chain(parts).collect()
}
