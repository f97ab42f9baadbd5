//! `names`: make names.

use chance::Seed;
use namers::{Library, Session};
use serde_json::json;

use crate::args::NamesArgs;
use crate::files;
use crate::report::{Failure, Reporter};

pub fn run(args: &NamesArgs, reporter: &Reporter) -> Result<(), Failure> {
    let library = Library::builtin();
    let mut session = Session::new(&library);
    let seed = args.seed.unwrap_or_else(files::fresh_seed);
    let mut stream = Seed(seed).stream("names");
    let mut names = Vec::new();
    for _ in 0..args.count {
        names.push(session.name(&args.namer, &mut stream).map_err(|error| Failure::usage(error.to_string()))?);
    }
    reporter.result(
        || names.iter().map(|name| format!("{name}\n")).collect(),
        || json!({ "ok": true, "seed": seed, "names": names }),
    )
}
