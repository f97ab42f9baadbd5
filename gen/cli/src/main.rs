//! The `fairmarch` command: arguments in, the result on stdout, everything else on stderr, and an exit code.
//!
//! Exit codes: 0 done (warnings allowed), 1 faults in the user's data or players, 2 usage, 3 cannot be met and nothing is written,
//! 4 input or output, 101 a bug, 130 ended by Ctrl-C. No crate below this one reads the clock; `host` opens files.

mod args;
mod batches;
mod catalogue;
mod commands;
mod fair_log;
mod files;
mod hot_seat;
mod levelling;
mod library;
mod made_starts;
mod playtests;
mod programs;
mod refusals;
mod report;
mod request_flags;
mod requests;
mod terminal;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use report::{Failure, Reporter};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return report::usage(&error),
    };
    report::set_quiet(args.quiet);
    if let Some(line) = args::told_seed() {
        report::note(&line);
    }
    let reporter = Reporter { json: args.json, deny_warnings: args.deny.is_some() };
    if let Some(folder) = args.library.iter().find(|folder| !folder.is_dir()) {
        let missing = Failure::io(format!("--library {}: there is no such folder", folder.display()));
        return reporter.finish(Err(missing));
    }
    files::set_library(&args.library);
    // A bug is told like any other failure, so that scripts find their JSON document even then.
    let done =
        catch_unwind(AssertUnwindSafe(|| start_threads(args.threads).and_then(|()| run(&args.command, &reporter))));
    done.map_or_else(|_| reporter.finish_bug(), |result| reporter.finish(result))
}

/// The variable that says how many threads there are where no flag does.
const THREADS: &str = "RAYON_NUM_THREADS";

/// Work is spread over this many threads; results never depend on how many.
fn start_threads(threads: Option<u16>) -> Result<(), Failure> {
    let threads = match threads {
        Some(threads) => threads,
        None => {
            let Some(asked) = std::env::var_os(THREADS) else { return Ok(()) };
            let number: Option<u64> = asked.to_str().and_then(|text| text.trim().parse().ok());
            // None, or what is no number, is the machine's own, as rayon has it.
            match number {
                Some(number) if number > u64::from(args::THREADS_MAX) => {
                    let expected = format!("expected at most {}", args::THREADS_MAX);
                    return Err(Failure::usage(format!("{THREADS}={number}: {expected}")));
                }
                _ => return Ok(()),
            }
        }
    };
    let built = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build_global();
    built.map_err(|error| Failure::io(format!("cannot start {threads} threads: {error}")))
}

fn run(command: &Command, reporter: &Reporter) -> Result<(), Failure> {
    match command {
        Command::Roll(args) => commands::roll::run(args, reporter),
        Command::Batch(args) => commands::batch::run(args, reporter),
        Command::Merge(args) => commands::merge::run(args, reporter),
        Command::Pick(args) => commands::pick::run(args, reporter),
        Command::Tables(args) => commands::tables::run(args, reporter),
        Command::Score(args) => commands::score::run(args, reporter),
        Command::Render(args) => commands::render::run(args, reporter),
        Command::Play(args) => commands::play::run(args, reporter),
        Command::Tournament(args) => commands::tournament::run(args, reporter),
        Command::Replay(args) => commands::replay::run(args, reporter),
        Command::Check(args) => commands::check::run(args, reporter),
        Command::Convert(args) => commands::convert::run(args, reporter),
        Command::Edit(args) => commands::edit::run(args, reporter),
        Command::Diff(args) => commands::diff::run(args, reporter),
        Command::Names(args) => commands::names::run(args, reporter),
        Command::Explain(args) => commands::explain::run(args, reporter),
        Command::List(args) => commands::list::run(args, reporter),
        Command::Schema(args) => commands::schema::run(args, reporter),
        Command::New(args) => commands::new::run(args, reporter),
        Command::NewUnit(args) => commands::new_unit::run(args, reporter),
        Command::Bundle(args) => commands::bundle::run(args, reporter),
        Command::Fit(args) => commands::fit::run(args, reporter),
        Command::Bench(args) => commands::bench::run(args, reporter),
        Command::Completions(args) => commands::completions::completions(args, reporter),
        Command::Man(args) => commands::completions::man(args, reporter),
    }
}
