//! `names`: make names.

use chance::Seed;
use namers::{Library, NamerError, NamingSession, Variety};
use rayon::prelude::*;
use serde_json::json;

use crate::args::NamesArgs;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &NamesArgs, reporter: &Reporter) -> Result<(), Failure> {
    let library = Library::builtin();
    if args.stats {
        return stats(&library, args, reporter);
    }
    let namer = args.namer.as_deref().unwrap_or_default();
    let mut session = NamingSession::new(&library);
    let seed = args.seed.unwrap_or_else(host::fresh_seed);
    let mut stream = Seed(seed).stream("names");
    let mut names = Vec::new();
    for left in (0..args.count).rev() {
        names.push(session.name(namer, &mut stream).map_err(|error| Failure::usage(error.to_string()))?);
        // A reader of the first names does not wait for the rest.
        if !reporter.json && (left == 0 || names.len() == PRINTED_AT_ONCE) {
            let text: String = names.drain(..).map(|name| format!("{name}\n")).collect();
            if !report::print_some(&text)? {
                break;
            }
        }
    }
    if reporter.json {
        reporter.result(String::new, || json!({ "ok": true, "seed": seed, "names": names }))
    } else {
        Ok(())
    }
}

/// How many names are printed at once.
const PRINTED_AT_ONCE: usize = 1000;

/// Draws by which repeats are counted, and those by which the bits are: the more bits, the more draws it takes.
const DRAWS: usize = 10_000;
const DRAWS_FOR_BITS: usize = 30_000;

/// `--stats`: a line for the namer, or for each.
fn stats(library: &Library, args: &NamesArgs, reporter: &Reporter) -> Result<(), Failure> {
    let asked: Vec<&str> = match &args.namer {
        Some(namer) => vec![namer],
        None => library.names().collect(),
    };
    let seed = args.seed.unwrap_or(1);
    let measure = |namer: &&str| -> Result<(Variety, Variety), NamerError> {
        let stream = || Seed(seed).stream(namer);
        Ok((
            Variety::measure(library, namer, DRAWS, &mut stream())?,
            Variety::measure(library, namer, DRAWS_FOR_BITS, &mut stream())?,
        ))
    };
    let found: Result<Vec<_>, _> = asked.par_iter().map(measure).collect();
    let found = found.map_err(|error| Failure::usage(error.to_string()))?;
    let rows = || asked.iter().zip(&found);
    let line = |(namer, (few, many)): (&&str, &(Variety, Variety))| {
        let more = if many.is_floor { "+" } else { "" };
        let near = 100.0 * few.near as f64 / few.compared as f64;
        let (repeats, bits) = (few.repeats, many.bits);
        format!("{namer:20} {repeats:8} {bits:7.1}{more:1} {:3} to {:2} {near:7.1}\n", many.shortest, many.longest)
    };
    let head = format!("{:20} {:>8} {:>8} {:>9} {:>7}\n", "namer", "repeats", "bits", "letters", "near, %");
    reporter.result(
        || head + &rows().map(line).collect::<String>(),
        || {
            let row = |(namer, (few, many)): (&&str, &(Variety, Variety))| {
                json!({
                    "namer": namer, "draws": few.drawn, "repeats": few.repeats, "bits": many.bits,
                    "bits_are_a_floor": many.is_floor, "shortest": many.shortest, "longest": many.longest,
                    "compared": few.compared, "near": few.near,
                })
            };
            json!({ "ok": true, "seed": seed, "namers": rows().map(row).collect::<Vec<_>>() })
        },
    )
}
